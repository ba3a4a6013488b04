// native_codegen.h - a program as C code, which a compiler turns into native code that is
// attached to the game.
//
// The C code is made of this folder's headers and the code that evaluates nodes, with
// every bytecode, every step of a plan and every node as constants; see
// native_codegen_macros.h. The result is a table with a function that makes moves and one
// that lists them. It can be attached while the game is being played. From then on moves
// run in it, and give the same bytes.
#pragma once

#include <stdatomic.h>

#include "recycle/bytecode_interpreter.h"
#include "recycle/option_plan.h"

// Functions of dado that native code calls, since it is not linked with dado.
typedef struct rcy_native_imports {
#define IMPORT(type, name, params, args) type(*name) params;
#include "recycle/native_imports.def"
#undef IMPORT
    void (*rcy_list_by_playing)(rcy_lister *l, const rcy_node *n, uint64_t path, uint64_t scale);
    void (*rcy_apply)(const rcy_program *p, void *state, dado_move move, rcy_hooks *hooks);
    int (*rcy_list_moves)(const rcy_program *p, const void *state, dado_move *moves, rcy_pins *pins,
                          rcy_hooks *hooks);
} rcy_native_imports;

// The functions of native code. In unusual cases, or at choices that they do not know,
// they call the machine.
typedef void rcy_native_apply(const rcy_program *p, void *state, dado_move move);
typedef void rcy_native_start(const rcy_program *p, void *state);
typedef int rcy_native_list(const rcy_program *p, const void *state, dado_move *moves);

// What native code says about itself; the sizes are those of the structs it was compiled
// with.
typedef struct rcy_native {
    uint64_t program_size, machine_size, lister_size;
    int32_t bytecodes, choices;
    rcy_native_apply *apply;
    rcy_native_list *list;
    rcy_native_start *start;
} rcy_native;

typedef struct rcy_native_link {
    _Atomic(const rcy_native *) native;  // NULL until native code is attached
    rcy_native_imports imports;
    const rcy_node *const *node;  // by number: the nodes of the program that native code has
    const uint8_t *listed;        // by number: whether native code lists the options of the choice
} rcy_native_link;

// Prepares a program for native code. Returns false if there is no memory.
bool rcy_native_prepare(rcy_program *p, dado_region *region);

// Writes the program as C code that defines `dado_native`; returns false if the program
// has no bytecode. The second function attaches the compiled table.
bool rcy_native_write_c(const dado_game *game, dado_text *out);
bool rcy_native_attach(const dado_game *game, const void *made, dado_error *err);

static inline const rcy_native *rcy_native_of(const rcy_program *p)
{
    return atomic_load_explicit(&p->native_link->native, memory_order_acquire);
}

// --- native_codegen_nodes.c: nodes as constants ---
bool rcy_native_find_nodes(rcy_program *p, dado_region *region);
bool rcy_native_uses_extended(const rcy_program *p);
void rcy_native_write_constants(const rcy_program *p, dado_text *out);
void rcy_native_write_nodes(const rcy_program *p, dado_text *out);
// Writes a table of `count` numbers of `size` bytes each; `name` and `number` make its
// name.
void rcy_native_numbers(dado_text *out, const char *type, const char *name, int number,
                        const void *numbers, int size, int count);
int rcy_native_count_steps(const rcy_plan_step *plan);  // all steps that the first one leads to
