// emitter.h - types and functions that the files of the compiler share.
#pragma once

#include "recycle/checker.h"
#include "recycle/program.h"

typedef struct emitter {
    rcy_program *p;
    rcy_source *s;
    rcy_tree *game;
    dado_region *region;
    dado_error *err;
    bool failed;
    int vars;  // number of variables bound at the current place
    int depth, team_depth;
    int tried;         // number of `after`s around the current place
    int32_t *slot_of;  // as in the program, while it is filled
    bool *value_name;  // strings that may be values: NAMEs in expressions, attributes
    rcy_place_info *place, *mem, *sto_info, *str_info, *byte_info;
    int place_room, mem_room, sto_room, str_room, byte_room;
    int kept;           // numbers kept in the state at the current place
    int stage, stages;  // the innermost stage, numbered downwards from -1; 0 is none
    rcy_label *labels;
    int label_room;
    const int32_t **joined;
    int joined_room;
    int map_slots;
    int32_t *key_of;
    uint16_t *attribute, *deck_of;
    const uint64_t **masks;  // by key, where a card_filter needs it; see rcy_card_test
    int32_t *look_from;      // first look of each card; one more entry ends the last
    int look_count;          // looks made so far
    uint8_t *side_count, *whose;
    uint16_t *side_slot, *exchange_class;
    const rcy_tree **sides_of;  // the sides of each card, or NULL
    int made_for;               // the player for whom components are being made, or rcy_nobody
    uint8_t *seat_of;           // the player for whom each card was made, or rcy_nobody
    int card_count;             // cards made so far
    uint16_t *home;             // the place of each card at the start
    rcy_map *maps;
    int map_room;
    struct rcy_map_text *map_texts;  // the text of each map
    int map_text_room;
    rcy_insn *code;
    int code_room;
    rcy_choice *choices;
    int choice_room;
    rcy_coverage_point *coverage;
    int coverage_room;
    rcy_teams *teams;
    int team_room;
    rcy_dice *dice;
    int dice_room;
    rcy_deck *decks;
    int deck_room;
    rcy_insn spare_insn;
    rcy_node spare;  // both are returned after a failure; they are never executed
} emitter;

// Records a failure. Only the first one is kept.
void rcy_emit_fail(emitter *e, const rcy_tree *t, const char *format, ...) DADO_PRINTF(3, 4);
void *rcy_emit_room(emitter *e, size_t count, size_t size);
// Makes room for one more item after `count` items; the array may move.
void *rcy_emit_grow(emitter *e, void *items, int count, int *room, size_t size);

int rcy_emit_slot(emitter *e, int kind, int32_t name, rcy_class owner);
int rcy_emit_coverage_point(emitter *e, const rcy_tree *t, char kind);
const rcy_node *rcy_emit_value(emitter *e, const rcy_tree *t);
const rcy_node *rcy_emit_gather(emitter *e, const rcy_tree *t);
rcy_node *rcy_emit_storage(emitter *e, const rcy_tree *t);
// Compiles the condition of a filter that binds `var` to a card_filter; NULL if that is
// not possible.
const rcy_card_filter *rcy_emit_card_filter(emitter *e, const rcy_node *test, int var);
const rcy_node *rcy_emit_act(emitter *e, const rcy_tree *t);
int rcy_emit_coverage_points(emitter *e, rcy_tree *const *trees, int count, char kind);
rcy_insn *rcy_emit_instruct(emitter *e, rcy_op op, const rcy_tree *t);
void rcy_emit_flow_act(emitter *e, const rcy_tree *t);
void rcy_emit_element(emitter *e, const rcy_tree *t);
void rcy_emit_scoring(emitter *e, const rcy_tree *t);
// Computes what maps are worth for each card, once all cards are known; acts may still
// create cards before.
bool rcy_emit_fixed_awards(emitter *e);
void rcy_emit_key_scores(emitter *e);
void rcy_emit_numbers(emitter *e);  // the numbers that strings stand for, and scores by keys
// Returns whether an act may run out of random bits after it has changed something.
bool rcy_changes_first(const emitter *e, const rcy_node *n);
// finds which places are shuffled lazily: see lazy_shuffle.c
void rcy_emit_lazy_piles(emitter *e);
void rcy_emit_let(emitter *e, const rcy_tree *t, rcy_node *n);  // binds; the caller must unbind
rcy_node *rcy_emit_node(emitter *e, rcy_op op, const rcy_tree *t);
void rcy_emit_bytecode(emitter *e);      // the bytecode of all that was compiled
void rcy_emit_option_plans(emitter *e);  // how the options of each choice are listed

// Makes the cards of all decks, including those created in play, and computes where the
// first ones lie.
void rcy_emit_decks(emitter *e, rcy_tree *game);
void rcy_emit_initial_placement(emitter *e, rcy_tree *game);
void rcy_emit_identical_cards(emitter *e);
void rcy_emit_ranks(emitter *e);
void rcy_emit_facts(emitter *e);  // in told_facts.c
int rcy_emit_deck_act(emitter *e, const rcy_tree *t);
int rcy_emit_teams(emitter *e, const rcy_tree *t);

rcy_strings rcy_strings_of(emitter *e, const rcy_tree *t);

// --- emit_space_filter.c ---
int rcy_emit_terms(int count, uint64_t truth, rcy_term *term);
const rcy_space_filter *rcy_emit_space_filter(emitter *e, const rcy_node *list,
                                              const rcy_node *test, int var);
const rcy_line_test *rcy_emit_line_test(emitter *e, const rcy_node *n);
bool rcy_mentions(const rcy_node *n, int var);  // whether an expression reads a variable
uint8_t rcy_holds_bits(int op);                 // the bits of a comparison: see rcy_holds_for

// --- emit_lists_and_boards.c: forms beyond the base ---
const rcy_node *rcy_emit_extended_value(emitter *e, const rcy_tree *t);
const rcy_node *rcy_emit_extended_gather(emitter *e, const rcy_tree *t);
// NULL: the form is not one of these
const rcy_node *rcy_emit_extended_act(emitter *e, const rcy_tree *t);
const rcy_node *rcy_emit_finish(rcy_node *n);  // derives properties of a node from its operands
int rcy_emit_bind(emitter *e, const rcy_tree *by);
const rcy_node *rcy_emit_points(emitter *e, const rcy_tree *t);  // what cards are scored by
bool rcy_may_be_nobody(const rcy_tree *t);
