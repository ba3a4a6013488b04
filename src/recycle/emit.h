// emit.h - what the files that write a program share.
#ifndef DADO_RECYCLE_EMIT_H
#define DADO_RECYCLE_EMIT_H

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
    rcy_place_info *place, *mem, *sto_info, *str_info;
    int place_room, mem_room, sto_room, str_room;
    int map_slots;
    int32_t *key_of;
    uint16_t *attribute, *deck_of;
    int card_count;              // laid out so far
    uint16_t *home;              // by card: the place where it is at the start
    rcy_map *maps;
    int map_room;
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
void rcy_emit_let(emitter *e, const rcy_tree *t, rcy_node *n);  // binds; the caller unbinds
rcy_node *rcy_emit_node(emitter *e, rcy_op op, const rcy_tree *t);
void rcy_emit_brisk(emitter *e);                  // the brisk form of all that was emitted
void rcy_emit_plans(emitter *e);                  // how the options of each choice are listed

// Cards of all decks, those made in play included, and where the first ones lie.
void rcy_emit_decks(emitter *e, rcy_tree *game);
void rcy_emit_lay_out(emitter *e, rcy_tree *game);
void rcy_emit_twins(emitter *e);
void rcy_emit_ranks(emitter *e);
int rcy_emit_deck_act(emitter *e, const rcy_tree *t);
int rcy_emit_teams(emitter *e, const rcy_tree *t);

rcy_strings rcy_strings_of(emitter *e, const rcy_tree *t);

#endif
