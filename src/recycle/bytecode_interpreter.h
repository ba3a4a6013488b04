// bytecode_interpreter.h - executes moves as bytecode; see bytecode_interpreter.c.
// emit_bytecode.c writes the bytecode.
#pragma once

#include "recycle/machine_inlines.h"

// Whom a slot of a bytecode belongs to. A bytecode before it computes the next player, or
// an owner that must be found, such as the owner of the best card or somebody's team. At
// most two nested variables can hold players.
enum {
    owner_none,
    owner_current,
    owner_next,
    owner_found,
    owner_outer,
    owner_inner,
    owner_kinds,
};
enum {
    rcy_most_lets = 4,    // most nested `let`s in bytecode
    rcy_most_dealt = 64,  // most cards that are moved together
};

// Values kept from one bytecode to the next that are addressed by an index. They are
// apart from the frame, so that the compiler can keep the frame in registers.
typedef struct rcy_bytecode_registers {
    int32_t who[owner_kinds];
    int64_t value;  // a number that was computed for a following act
    rcy_mark marks[rcy_most_lets];
} rcy_bytecode_registers;

typedef struct rcy_bytecode_frame {
    rcy_machine *m;
    rcy_bytecode_registers *held;
    int32_t left;  // repetitions that are left of the current `repeat`
    // fuel not yet added to the machine's, less what the current bytecode counts as spent
    uint32_t fuel;
} rcy_bytecode_frame;

// Why native code stops at a bytecode: it was not executed yet; it is an unusual case
// that the machine must execute, alone or with all that it is part of; it failed; its
// number overflowed; the option is not as listed, and nothing was done; or a pass of a
// stage is over and so much fuel is used that the machine must count.
typedef enum rcy_exit_reason {
    exit_to_take,
    exit_unusual,
    exit_trapped,
    exit_unfit,
    exit_option,
    exit_round,
} rcy_exit_reason;

// Makes a move by running bytecode, or with the machine where that is necessary.
void rcy_apply_bytecode(const rcy_program *p, void *state, dado_move move);
// Sets the code address of every bytecode, and the fuel that leads to it.
void rcy_bytecode_link(rcy_bytecode *bytecodes, int count);
// Continues to the next pause from where native code stopped. The bytecode determines the
// stage and whose turn it is. `move` is the chosen option, if the bytecodes are those of
// an option.
void rcy_resume_from_native(rcy_machine *m, rcy_bytecode_frame *f, rcy_exit_reason left,
                            uint32_t bytecode, dado_move move);

// --- interpreter.c, for all unusual cases ---
void rcy_apply_interpreted(const rcy_program *p, void *state, dado_move move, rcy_hooks *hooks);
void rcy_run_from(rcy_machine *m, uint32_t pc, const dado_move *move);  // runs to the next pause
void rcy_step(rcy_machine *m, const rcy_insn *i);
void rcy_pause_with_row(rcy_machine *m, uint32_t pc);
uint32_t rcy_stopped_at(rcy_machine *m, const rcy_insn *i);  // where a `stop` leads

// --- final_scores.c ---
void rcy_finish(rcy_machine *m);
// Finishes a match whose scores are plain storages; returns false, and does nothing, if
// they are not. It needs only what light bytecodes need of the machine.
bool rcy_finish_by_storages(rcy_machine *m);
void rcy_find_ranking(rcy_machine *m);  // by several keys, or by who wins

static inline void rcy_advance(uint8_t *cycle, int count)
{
    int next = cycle[1] != rcy_nobody_queued ? cycle[1] : cycle[0] + 1;
    cycle[0] = (uint8_t)(next == count ? 0 : next);
    cycle[1] = rcy_nobody_queued;
}
