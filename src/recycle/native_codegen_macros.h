// native_codegen_macros.h - the macros of which the C code of a program consists.
//
// This file is never compiled with dado itself. native_codegen.c writes it out together
// with the headers it includes, then one line for each node and each bytecode of a
// program and for each step of a plan. These lines use the macros below. The value of a
// node is defined in evaluate_expressions.c, evaluate_collections.c and execute_acts.c,
// the effect of a bytecode in bytecode_op_functions.h, and the tests of a plan in option_plan.h.
// The macros define what follows from the result, as jumps.
#pragma once

#include "recycle/native_codegen.h"
#include "recycle/bytecode_op_functions.h"

// --- what is left to the machine ---

#define ORIGINAL_NODE(m, n) ((m)->p->native_link->node[(n)->number])
#define IMPORT(type, name, params, args) \
    type name params \
    { \
        return m->p->native_link->imports.name args; \
    }
#include "recycle/native_imports.def"
#undef IMPORT

void rcy_list_by_playing(rcy_lister *l, const rcy_node *n, uint64_t path, uint64_t scale)
{
    l->p->native_link->imports.rcy_list_by_playing(l, l->p->native_link->node[n->number], path,
                                                   scale);
}

// --- nodes ---

static const rcy_map rcy_native_maps[RCY_MAP_COUNT];
static const rcy_node *const rcy_native_scoring;
#include "recycle/evaluate_expressions.c"
#include "recycle/evaluate_collections.c"
#include "recycle/execute_acts.c"
#include "recycle/final_scores.c"
#include "recycle/legal_moves.c"

#define NODE(k) \
    static const rcy_node n##k; \
    static int64_t v##k(rcy_machine *m); \
    static void g##k(rcy_machine *m, rcy_coll *out); \
    static void a##k(rcy_machine *m); \
    static void o##k(rcy_lister *l, uint64_t path, uint64_t scale);
#define VALUE_OF(k, how) \
    static int64_t v##k(rcy_machine *m) \
    { \
        return how(m, &n##k); \
    }
#define GATHER_OF(k, how) \
    static void g##k(rcy_machine *m, rcy_coll *out) \
    { \
        how(m, &n##k, out); \
    }
#define LIST_OF(k) \
    static void o##k(rcy_lister *l, uint64_t path, uint64_t scale) \
    { \
        list_of_node(l, &n##k, path, scale); \
    }
#define ACT_OF(k, how) \
    static void a##k(rcy_machine *m) \
    { \
        if (burn(m, &n##k)) how(m, &n##k); \
    }

// --- bytecodes ---

// All functions that such a function calls are inlined into it, unless there is so much
// code that compiling would take too long.
#if RCY_NODE_COUNT <= 1000
#define WHOLE __attribute__((flatten))
#else
#define WHOLE
#endif

// The machine is a local variable, so the compiler keeps only the parts that are used. In
// unusual cases the loop of bytecodes continues with a copy of the machine. Listed or
// left-over chance outcomes are not handled by native code, nor are options with very
// large numbers.
#define OTHERWISE \
    { \
        p->native_link->imports.rcy_apply(p, state, move, NULL); \
        return; \
    }
#define BEGIN \
    rcy_scratch scratch; \
    rcy_machine machine, *const m = &machine; \
    rcy_pause *const r = state; \
    rcy_bytecode_registers held; \
    rcy_bytecode_frame f; \
    rcy_exit_reason left; \
    uint32_t bytecode; \
    rcy_machine_begin(m, &scratch, p, state); \
    if (r->kind == pause_choice) { \
        if (r->span | r->luck | r->pending | move >> 32) OTHERWISE
#define EXIT_NATIVE(why, n) \
    do { \
        left = exit_##why; \
        bytecode = n; \
        goto away; \
    } while (0)
#if RCY_USES_EXTENDED  // the machine is passed to functions all the time, so a copy gains nothing
#define END \
    away: \
    rcy_resume_from_native(m, &f, left, bytecode, move);
#else
#define END \
    away : { \
        m->cycle = m->team_cycle = NULL; /* whoever goes on finds out about these */ \
        held.who[owner_none] = held.who[owner_current] = 0; \
        rcy_machine whole = machine; \
        rcy_bytecode_registers still_held = held; \
        f.m = &whole; \
        f.held = &still_held; \
        rcy_bytecode_frame at_hand = f; \
        rcy_resume_from_native(&whole, &at_hand, left, bytecode, move); \
        return; \
    }
#endif

// Begins a choice with `count` alternatives. The `let`s around it are bound first.
#define CHOICE(number, count, lets, at, team_at) \
    m->cycle = m->state + at; \
    m->team_cycle = m->state + team_at; \
    if (lets && !rcy_bind_choice_lets(m, &c##number)) OTHERWISE \
    m->path_mode = path_run; \
    rcy_bytecode_frame_begin(&f, m, &held); \
    switch ((uint32_t)move % count##u) {
// Sets the rest of the option's number, for an option with an `any` in it.
#define PATH(count) m->path = (uint32_t)move / count##u;
// Continues after any other pause: chance has come in, or a row of scores was read.
#define AFTER_PAUSE \
    if (r->kind == pause_over || r->kind == pause_stopped) return; \
    if (r->span | r->luck | r->pending) OTHERWISE \
    if (r->kind == pause_round || r->kind == pause_round_and_chance) rcy_forget_row(m); \
    rcy_take_seed(m, move);
#define PAUSED_AT(at, team_at) \
    m->cycle = m->state + at; \
    m->team_cycle = m->state + team_at; \
    rcy_bytecode_frame_begin(&f, m, &held);

#define B(n, o, w, v, g, f, x, y, z, j, i) \
    (&(const rcy_bytecode){ .op = o, \
                            .who = w, \
                            .whose = v, \
                            .flag = g, \
                            .cost = f, \
                            .a = x, \
                            .b = y, \
                            .c = z, \
                            .jump = j, \
                            .pc = i, \
                            .node = n })
#define AT(at, team_at) \
    m->cycle = m->state + at; \
    m->team_cycle = m->state + team_at;
// Continues a loop over players, which is written once for each player, with the next
// player.
#define NEXT(fuels, owner, variable, player) \
    f.fuel += fuels; \
    held.who[owner] = player; \
    if (player < RCY_PLAYERS(p)) m->var[variable].value = player;
#define UNLESS(done) if (__builtin_expect(!(done), 0))
#define UNLESS_TRAPPED(n) UNLESS(m->trap == trap_none) EXIT_NATIVE(trapped, n);
#define ALWAYS(name, n, fuels, to, b) \
    f.fuel += fuels; \
    rcy_bytecode_##name(&f, b);
#define BRANCHES(name, n, fuels, to, b) \
    f.fuel += fuels; \
    if (rcy_bytecode_##name(&f, b)) goto L##to;
#define MAY_DEFER(name, n, fuels, to, b) \
    f.fuel += fuels; \
    UNLESS(rcy_bytecode_##name(&f, b)) EXIT_NATIVE(unusual, n);
#define MAY_OVERFLOW(name, n, fuels, to, b) \
    f.fuel += fuels; \
    UNLESS(rcy_bytecode_##name(&f, b)) EXIT_NATIVE(unfit, n);
#define PICKS_OPTION(name, n, fuels, to, b) \
    f.fuel += fuels; \
    UNLESS(rcy_bytecode_##name(&f, b)) EXIT_NATIVE(option, n);
#define NEEDS_CHANCE(name, n, fuels, to, b) \
    f.fuel += fuels; \
    if (!rcy_bytecode_##name(&f, b)) { \
        rcy_pause_for_chance(m, (b)->pc); \
        return; \
    }
#define MAY_TRAP(name, n, fuels, to, b) \
    f.fuel += fuels; \
    rcy_bytecode_##name(&f, b); \
    UNLESS_TRAPPED(n)
#define FLOW(name, n, fuels, to, b) FLOW_##name(n, fuels, to, b)

#define FLOW_round(n, fuels, to, b) \
    f.fuel += fuels; \
    if (rcy_bytecode_round(&f, b)) goto L##to; \
    EXIT_NATIVE(round, n);
#define FLOW_until(n, fuels, to, b) \
    f.fuel += fuels; \
    if (rcy_bytecode_until(&f, b)) { \
        if (rcy_bytecode_round(&f, b)) goto L##to; \
        EXIT_NATIVE(round, n); \
    }
#define FLOW_choose(n, fuels, to, b) \
    rcy_bytecode_choose(&f, b); \
    return;
#define FLOW_finish(n, fuels, to, b) \
    if (rcy_native_constants.placed) EXIT_NATIVE(to_take, n); \
    rcy_finish(m); \
    UNLESS_TRAPPED(n) \
    return;
#define FLOW_fall_back(n, fuels, to, b) EXIT_NATIVE(to_take, n);
#define FLOW_save(n, fuels, to, b) \
    f.fuel += fuels; \
    rcy_bytecode_save(&f, b); \
    goto L##to;
#define FLOW_row(n, fuels, to, b) \
    rcy_bytecode_row(&f, b); \
    return;
#define FLOW_row_and_luck(n, fuels, to, b) \
    rcy_bytecode_row_and_luck(&f, b); \
    return;
#define FLOW_step(n, fuels, to, b) \
    if ((b)->flag && !m->has_seed) EXIT_NATIVE(to_take, n); \
    MAY_TRAP(act, n, fuels, to, b)
#define FLOW_holds(n, fuels, to, b) \
    { \
        const rcy_bytecode *asked = b; \
        f.fuel += fuels; \
        bool so = rcy_holds(m, asked->node); \
        UNLESS_TRAPPED(n) \
        if (so == asked->flag) goto L##to; \
    }
#define FLOW_chosen(n, fuels, to, b) \
    f.fuel += fuels; \
    m->path_mode = path_none; \
    goto L##to;
#define FLOW_tally(n, fuels, to, b) EXIT_NATIVE(to_take, n);
#define FLOW_lap(n, fuels, to, b) EXIT_NATIVE(to_take, n);

// --- plans ---

// Binds the `let`s around a choice. If that fails, play stops when it continues.
#define LETS(number) \
    if (!rcy_bind_choice_lets(rcy_lister_machine(&l), &c##number)) { \
        moves[0] = 0; \
        return 1; \
    }
#define PLAN_STEP(j, alternatives, to, other, ...) \
    A##j : if (rcy_plan_step_run(&l, &(const rcy_plan_step){ __VA_ARGS__ }, \
                                 alternatives)) goto A##to; \
    goto A##other;
