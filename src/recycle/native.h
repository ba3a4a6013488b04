// native.h - a program as C, compiled by whoever has a compiler, and taken in again.
//
// The C is this room's own headers and what works out nodes, with every beat, every
// entry of a plan and every node as constants; see native_unit.h. What was made of
// it is a table with a function that plays and one that lists. It may be taken in while the game is
// played: from then on plays go on in it, and leave the same bytes.
#pragma once

#include <stdatomic.h>

#include "recycle/brisk.h"
#include "recycle/plans.h"

// Functions of this room, for code that is not linked with it.
typedef struct rcy_aid {
#define AID(type, name, params, args) type (*name) params;
#include "recycle/aids.def"
#undef AID
    void (*rcy_play_paths)(rcy_lister *l, const rcy_node *n, uint64_t path, uint64_t scale);
    void (*rcy_apply)(const rcy_program *p, void *state, dado_move move, rcy_ear *ear);
    int (*rcy_list)(const rcy_program *p, const void *state, dado_move *moves, rcy_pins *pins,
                    rcy_ear *ear);
} rcy_aid;

// Where the play is not as usual, or the choice not among those it knows, the machine is asked.
typedef void rcy_apply_natively(const rcy_program *p, void *state, dado_move move);
typedef void rcy_start_natively(const rcy_program *p, void *state);
typedef int rcy_list_natively(const rcy_program *p, const void *state, dado_move *moves);

// What native code says of itself: the sizes are those it was compiled with.
typedef struct rcy_native {
    uint64_t program_size, machine_size, lister_size;
    int32_t beats, choices;
    rcy_apply_natively *apply;
    rcy_list_natively *list;
    rcy_start_natively *start;
} rcy_native;

typedef struct rcy_forged {
    _Atomic(const rcy_native *) native;  // NULL until some is taken in
    rcy_aid aid;
    const rcy_node *const *node;         // by number: those of the program that native code has
    const uint8_t *listed;               // by number: whether options are listed by it
} rcy_forged;

// Room for native code; false if there is none.
bool rcy_native_ready(rcy_program *p, dado_arena *arena);

// The program as C that makes `dado_native`; false where it has no brisk form. And what was made.
bool rcy_native_write(const dado_game *game, dado_text *out);
bool rcy_native_take(const dado_game *game, const void *made, dado_error *err);

static inline const rcy_native *rcy_native_of(const rcy_program *p)
{
    return atomic_load_explicit(&p->forged->native, memory_order_acquire);
}

// --- native_nodes.c: nodes as constants ---
bool rcy_native_find_nodes(rcy_program *p, dado_arena *arena);
bool rcy_native_asks_more(const rcy_program *p);
void rcy_native_write_here(const rcy_program *p, dado_text *out);
void rcy_native_write_nodes(const rcy_program *p, dado_text *out);
// `count` numbers of `size` bytes each, as a table called after `name` and `number`.
void rcy_native_numbers(dado_text *out, const char *type, const char *name, int number,
                        const void *numbers, int size, int count);
int rcy_native_count_asks(const rcy_ask *plan);  // all that the first leads to
