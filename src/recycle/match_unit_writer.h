// match_unit_writer.h - what the files that write a match unit share.
//
// A unit is written statement by statement. The value of an expression is a `term`: a
// constant, or the name of a variable of the unit to which statements before it have
// assigned the value. A variable of the description is known while the unit is written:
// it is a term, a place, or a list in an array of the unit.
#pragma once

#include "recycle/match_unit.h"
#include "recycle/program.h"

enum { unit_most_cards = 512 };

typedef struct unit_term {
    char s[32];
    int bits;  // its absolute value is at most 2 to the power of this
} unit_term;

typedef enum unit_kind { unit_value, unit_place, unit_list } unit_kind;

// What a variable of the description stands for.
typedef struct unit_bound {
    unit_kind kind;
    unit_term term;  // the value, or the number of the place
    char array[32];  // of a list: the array that has the elements,
    char first[32];  // the index of the first of them,
    char count[32];  // and how many there are
    bool cards;      // whether its elements are cards
    int most;        // of a list: more elements there never are
} unit_bound;

typedef struct unit_writer {
    const rcy_program *p;
    dado_text *tables, *out, *reasons;
    dado_text fields, copies, names;  // what a device needs to hold the tables; see write_held
    bool refused;
    int held_bytes;   // at most so much is needed for the tables
    bool shuffles;    // whether it needs an array to shuffle in
    int temps;        // names given so far
    int table_count;  // tables written so far
    unit_bound var[rcy_most_vars];
    char current[16], queued[16];    // whose turn it is, and who comes next
    char team[16], team_queued[16];  // the same for teams
    const rcy_insn *insn;            // the instruction that is written
    bool saves_here;                 // whether the instruction may save a row
    const rcy_node *set_map[64];     // all acts that set a point map
    int set_maps;
} unit_writer;

// --- match_unit.c ---
void unit_line(unit_writer *u, const char *format, ...) DADO_PRINTF(2, 3);
void unit_refuse(unit_writer *u, const char *why);
unit_term unit_constant(int64_t value);
unit_term unit_named(const char *name, int bits);
unit_term unit_new(unit_writer *u, int bits);  // declares a new variable
int unit_bits(int64_t value);
// Writes a table of numbers, and returns its number: the table is called k<number>.
int unit_table(unit_writer *u, const void *numbers, int size, bool is_signed, int count);
void unit_go_to(unit_writer *u, int pc);  // goes on at an instruction, after the current one

void unit_score_row(unit_writer *u);  // the scores of the state, as row `rounds`

// --- match_unit_values.c ---
unit_term unit_value_of(unit_writer *u, const rcy_node *n);
// The same of a card that must be there.
unit_term unit_card_of(unit_writer *u, const rcy_node *n);
unit_term unit_slot(unit_writer *u, const rcy_node *n, int kind);
bool unit_slot_may_be_missing(const rcy_node *n);
// The score of a card, in a point map or by an attribute.
unit_term unit_score_of(unit_writer *u, const rcy_node *points, unit_term card);

// --- match_unit_lists.c ---
// Writes `body` for every element of a collection, in order, with the element as argument.
typedef void unit_body(unit_writer *u, void *context, const unit_bound *element);
void unit_each(unit_writer *u, const rcy_node *n, unit_body *body, void *context);
unit_term unit_count(unit_writer *u, const rcy_node *n);
// The element with a number that is known to be there.
unit_bound unit_nth(unit_writer *u, const rcy_node *n, unit_term number);
void unit_bind_let(unit_writer *u, const rcy_node *n);
// Copies a collection of values to a new array, so that later moves do not affect it.
unit_bound unit_copy(unit_writer *u, const rcy_node *n);
bool unit_gives_cards(const unit_writer *u, const rcy_node *n);

// --- match_unit_acts.c ---
void unit_act(unit_writer *u, const rcy_node *n);
uint32_t unit_weight(const rcy_node *n);  // at least what the node costs when it is executed once

// --- match_unit_choices.c ---
void unit_choice(unit_writer *u, const rcy_insn *i);

// --- match_unit_prelude.c ---
extern const char *const rcy_match_unit_prelude;
