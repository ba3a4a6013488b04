// emit.h - what the files that write a program share.
#pragma once

#include "recycle/check.h"
#include "recycle/program.h"

typedef struct emitter {
    rcy_program *p;
    rcy_source *s;
    rcy_tree *game;
    dado_arena *arena;
    dado_error *err;
    bool failed;
    int vars;                    // bound where we are
    int depth, team_depth;
    int32_t *slot_of;            // as in the program, being filled
    bool *value_name;            // strings that may be values: NAMEs in expressions, attributes
    rcy_place_info *place, *mem, *sto_info, *str_info, *byte_info;
    int place_room, mem_room, sto_room, str_room, byte_room;
    int kept;                    // numbers kept where we are
    int stage, stages;           // the innermost, numbered downwards from -1; 0 is none
    rcy_label *labels;
    int label_room;
    int map_slots;
    int32_t *key_of;
    uint16_t *attribute, *deck_of;
    const uint64_t **masks;      // by key, where a sieve asks for it: see rcy_trait
    int32_t *look_from;          // by card, and one more
    int look_count;              // laid out so far
    uint8_t *side_count, *whose;
    uint16_t *side_slot, *kin;
    const rcy_tree **sides_of;   // by card: its sides, or NULL
    int made_for;                // while components are made for each player: whom; or rcy_nobody
    uint8_t *seat_of;            // by card: for whom it was made so, or rcy_nobody
    int card_count;              // laid out so far
    uint16_t *home;              // by card: the place where it is at the start
    rcy_map *maps;
    int map_room;
    struct rcy_map_text *map_texts;  // what each was written as
    int map_text_room;
    rcy_insn *code;
    int code_room;
    rcy_choice *choices;
    int choice_room;
    rcy_cover *cover;
    int cover_room;
    rcy_teams *teams;
    int team_room;
    rcy_dice *dice;
    int dice_room;
    rcy_deck *decks;
    int deck_room;
    rcy_insn spare_insn;
    rcy_node spare;              // both handed out once something failed; nobody runs it
} emitter;

// Fails once; the first reason stands.
void rcy_emit_fail(emitter *e, const rcy_tree *t, const char *format, ...) DADO_PRINTF(3, 4);
void *rcy_emit_room(emitter *e, size_t count, size_t size);
// Makes room for one more of `count` things; the array may move.
void *rcy_emit_grow(emitter *e, void *items, int count, int *room, size_t size);

int rcy_emit_slot(emitter *e, int kind, int32_t name, rcy_class owner);
int rcy_emit_cover(emitter *e, const rcy_tree *t, char kind);
const rcy_node *rcy_emit_value(emitter *e, const rcy_tree *t);
const rcy_node *rcy_emit_gather(emitter *e, const rcy_tree *t);
rcy_node *rcy_emit_storage(emitter *e, const rcy_tree *t);
// The condition of a filter that binds `var` as a sieve, or NULL.
const rcy_sieve *rcy_emit_sieve(emitter *e, const rcy_node *test, int var);
const rcy_node *rcy_emit_act(emitter *e, const rcy_tree *t);
int rcy_emit_covers(emitter *e, rcy_tree *const *trees, int count, char kind);
rcy_insn *rcy_emit_instruct(emitter *e, rcy_op op, const rcy_tree *t);
void rcy_emit_flow_act(emitter *e, const rcy_tree *t);
void rcy_emit_element(emitter *e, const rcy_tree *t);
void rcy_emit_scoring(emitter *e, const rcy_tree *t);
// What maps are worth by cards, once all cards are known: those that acts make come late.
bool rcy_emit_fixed_awards(emitter *e);
void rcy_emit_key_scores(emitter *e);
void rcy_emit_numbers(emitter *e);                // what strings read as, and scores by keys
// Whether the act may find itself without luck after it has changed something.
bool rcy_changes_first(const emitter *e, const rcy_node *n);
void rcy_emit_bags(emitter *e);                   // which places are bags: see bag.c
void rcy_emit_let(emitter *e, const rcy_tree *t, rcy_node *n);  // binds; the caller unbinds
rcy_node *rcy_emit_node(emitter *e, rcy_op op, const rcy_tree *t);
void rcy_emit_brisk(emitter *e);                  // the brisk form of all that was emitted
void rcy_emit_laps(const emitter *e, rcy_beat *beats);  // rounds of dice among them
void rcy_emit_plans(emitter *e);                  // how the options of each choice are listed

// Cards of all decks, those made in play included, and where the first ones lie.
void rcy_emit_decks(emitter *e, rcy_tree *game);
void rcy_emit_lay_out(emitter *e, rcy_tree *game);
void rcy_emit_twins(emitter *e);
void rcy_emit_ranks(emitter *e);
int rcy_emit_deck_act(emitter *e, const rcy_tree *t);
int rcy_emit_teams(emitter *e, const rcy_tree *t);

rcy_strings rcy_strings_of(emitter *e, const rcy_tree *t);

// --- emit_space.c ---
int rcy_emit_terms(int count, uint64_t truth, rcy_term *term);
const rcy_space_sieve *rcy_emit_space_sieve(emitter *e, const rcy_node *list, const rcy_node *test,
                                            int var);
const rcy_line_test *rcy_emit_line_test(emitter *e, const rcy_node *n);
bool rcy_mentions(const rcy_node *n, int var);    // whether an expression reads a variable
uint8_t rcy_holds_bits(int op);                   // of a comparison: see rcy_holds_for

// --- emit_more.c: forms beyond the base ---
const rcy_node *rcy_emit_value_more(emitter *e, const rcy_tree *t);
const rcy_node *rcy_emit_gather_more(emitter *e, const rcy_tree *t);
const rcy_node *rcy_emit_act_more(emitter *e, const rcy_tree *t);   // NULL: none of these
const rcy_node *rcy_emit_finish(rcy_node *n);         // what it has from its operands
int rcy_emit_bind(emitter *e, const rcy_tree *by);
const rcy_node *rcy_emit_points(emitter *e, const rcy_tree *t);     // what cards are scored by
bool rcy_may_be_nobody(const rcy_tree *t);

