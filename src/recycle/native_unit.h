// native_unit.h - what a program written out as C is made of.
//
// This is never compiled with dado. native.c writes it out together with the
// headers it includes, then a line for each node and each beat of a program and for
// each entry of a plan. The lines are the macros below: what a node is worth is in
// value.c, gather.c and act.c, what a beat does in beats.h, what an entry asks in
// plans.h, and here is what follows from the answer, as jumps.
#pragma once

#include "recycle/native.h"
#include "recycle/beats.h"

// --- what is left to the machine ---

#define REAL(m, n) ((m)->p->forged->node[(n)->number])
#define AID(type, name, params, args) \
    type name params { return m->p->forged->aid.name args; }
#include "recycle/aids.def"
#undef AID

void rcy_play_paths(rcy_lister *l, const rcy_node *n, uint64_t path, uint64_t scale)
{
    l->p->forged->aid.rcy_play_paths(l, l->p->forged->node[n->number], path, scale);
}

// --- nodes ---

static const rcy_map rcy_maps_here[RCY_MAP_COUNT];
static const rcy_node *const rcy_scoring_here;
#include "recycle/value.c"
#include "recycle/gather.c"
#include "recycle/act.c"
#include "recycle/finish.c"
#include "recycle/walk.c"

#define NODE(k) \
    static const rcy_node n##k; \
    static int64_t v##k(rcy_machine *m); \
    static void g##k(rcy_machine *m, rcy_coll *out); \
    static void a##k(rcy_machine *m); \
    static void o##k(rcy_lister *l, uint64_t path, uint64_t scale);
#define VALUE_OF(k, how) static int64_t v##k(rcy_machine *m) { return how(m, &n##k); }
#define GATHER_OF(k, how) static void g##k(rcy_machine *m, rcy_coll *out) { how(m, &n##k, out); }
#define LIST_OF(k) \
    static void o##k(rcy_lister *l, uint64_t path, uint64_t scale) \
    { list_of_node(l, &n##k, path, scale); }
#define ACT_OF(k, how) static void a##k(rcy_machine *m) { if (burn(m, &n##k)) how(m, &n##k); }

// --- beats ---

// All that such a function calls becomes part of it, unless that is so much that a compiler would
// not be done with it in a while.
#if RCY_NODE_COUNT <= 1000
#define WHOLE __attribute__((flatten))
#else
#define WHOLE
#endif

// The machine stays in the function, and no more is left of it than what is asked for: where the
// play is not as usual, the loop of beats goes on with a machine that is a copy. Luck that is
// listed or left over is not for beats, nor are options of enormous numbers.
#define OTHERWISE { p->forged->aid.rcy_apply(p, state, move, NULL); return; }
#define BEGIN \
    rcy_scratch scratch; \
    rcy_machine machine, *const m = &machine; \
    rcy_rest *const r = state; \
    rcy_held held; \
    rcy_pace f; \
    rcy_left left; \
    uint32_t beat; \
    rcy_machine_begin(m, &scratch, p, state); \
    if (r->kind == rest_choice) { \
        if (r->span | r->luck | r->pending | move >> 32) OTHERWISE
#define LEAVE_OFF(why, n) do { left = left_##why; beat = n; goto away; } while (0)
#if RCY_ASKS_MORE  // the machine is given away all the time, and then a copy gains nothing
#define END away: rcy_leave_off(m, &f, left, beat, move);
#else
#define END \
    away: { \
        m->cycle = m->team_cycle = NULL; /* whoever goes on finds out about these */ \
        held.who[owner_none] = held.who[owner_current] = 0; \
        rcy_machine whole = machine; \
        rcy_held still_held = held; \
        f.m = &whole; \
        f.held = &still_held; \
        rcy_pace at_hand = f; \
        rcy_leave_off(&whole, &at_hand, left, beat, move); \
        return; \
    }
#endif

// A choice, with how many alternatives: where lets stand around it they are bound first.
#define CHOICE(number, count, lets, at, team_at) \
    m->cycle = m->state + at; \
    m->team_cycle = m->state + team_at; \
    if (lets && !rcy_lets(m, &c##number)) OTHERWISE \
    m->walk = walk_run; \
    rcy_pace_begin(&f, m, &held); \
    switch ((uint32_t)move % count##u) {
// What is left of the option's number, for one with an `any` in it.
#define PATH(count) m->path = (uint32_t)move / count##u;
// Any other rest: luck has come in, or a row was read.
#define RESTED \
    if (r->kind == rest_over || r->kind == rest_stopped) return; \
    if (r->span | r->luck | r->pending) OTHERWISE \
    if (r->kind == rest_round || r->kind == rest_round_and_luck) rcy_forget_row(m); \
    rcy_take_luck(m, move);
#define REST(at, team_at) \
    m->cycle = m->state + at; \
    m->team_cycle = m->state + team_at; \
    rcy_pace_begin(&f, m, &held);

#define B(n, o, w, v, g, f, x, y, z, j, i) \
    (&(const rcy_beat){ .op = o, .who = w, .whose = v, .flag = g, .cost = f, .a = x, .b = y, \
                        .c = z, .jump = j, .pc = i, .node = n })
#define AT(at, team_at) m->cycle = m->state + at; m->team_cycle = m->state + team_at;
// A loop over players, which is written once for each, goes on to the next of them.
#define NEXT(fuels, owner, variable, player) \
    f.fuel += fuels; \
    held.who[owner] = player; \
    if (player < RCY_PLAYERS(p)) m->var[variable].value = player;
#define UNLESS(done) if (__builtin_expect(!(done), 0))
#define UNLESS_TRAPPED(n) UNLESS(m->trap == trap_none) LEAVE_OFF(trapped, n);
#define SURE(name, n, fuels, to, b) f.fuel += fuels; rcy_beat_##name(&f, b);
#define ASKS(name, n, fuels, to, b) f.fuel += fuels; if (rcy_beat_##name(&f, b)) goto L##to;
#define DARES(name, n, fuels, to, b) \
    f.fuel += fuels; \
    UNLESS(rcy_beat_##name(&f, b)) LEAVE_OFF(unusual, n);
#define FITS(name, n, fuels, to, b) \
    f.fuel += fuels; \
    UNLESS(rcy_beat_##name(&f, b)) LEAVE_OFF(unfit, n);
#define PICKS(name, n, fuels, to, b) \
    f.fuel += fuels; \
    UNLESS(rcy_beat_##name(&f, b)) LEAVE_OFF(option, n);
#define LUCKY(name, n, fuels, to, b) \
    f.fuel += fuels; \
    if (!rcy_beat_##name(&f, b)) { \
        rcy_rest_for_luck(m, (b)->pc); \
        return; \
    }
#define TRAPS(name, n, fuels, to, b) \
    f.fuel += fuels; \
    rcy_beat_##name(&f, b); \
    UNLESS_TRAPPED(n)
#define FLOW(name, n, fuels, to, b) FLOW_##name(n, fuels, to, b)

#define FLOW_round(n, fuels, to, b) \
    f.fuel += fuels; \
    if (rcy_beat_round(&f, b)) goto L##to; \
    LEAVE_OFF(round, n);
#define FLOW_until(n, fuels, to, b) \
    f.fuel += fuels; \
    if (rcy_beat_until(&f, b)) { \
        if (rcy_beat_round(&f, b)) goto L##to; \
        LEAVE_OFF(round, n); \
    }
#define FLOW_choose(n, fuels, to, b) rcy_beat_choose(&f, b); return;
#define FLOW_finish(n, fuels, to, b) \
    if (rcy_here.placed) LEAVE_OFF(to_take, n); \
    rcy_finish(m); \
    UNLESS_TRAPPED(n) \
    return;
#define FLOW_hand_over(n, fuels, to, b) LEAVE_OFF(to_take, n);
#define FLOW_save(n, fuels, to, b) f.fuel += fuels; rcy_beat_save(&f, b); goto L##to;
#define FLOW_row(n, fuels, to, b) rcy_beat_row(&f, b); return;
#define FLOW_row_and_luck(n, fuels, to, b) rcy_beat_row_and_luck(&f, b); return;
#define FLOW_step(n, fuels, to, b) \
    if ((b)->flag && !m->lucky) LEAVE_OFF(to_take, n); \
    TRAPS(act, n, fuels, to, b)
#define FLOW_holds(n, fuels, to, b) { \
        const rcy_beat *asked = b; \
        f.fuel += fuels; \
        bool so = rcy_holds(m, asked->node); \
        UNLESS_TRAPPED(n) \
        if (so == asked->flag) goto L##to; \
    }
#define FLOW_chosen(n, fuels, to, b) f.fuel += fuels; m->walk = walk_none; goto L##to;
#define FLOW_tally(n, fuels, to, b) LEAVE_OFF(to_take, n);
#define FLOW_lap(n, fuels, to, b) LEAVE_OFF(to_take, n);

// --- plans ---

// What stands around a choice comes first; where it fails, the play stops when it goes on.
#define LETS(number) \
    if (!rcy_lets(rcy_lister_machine(&l), &c##number)) { \
        moves[0] = 0; \
        return 1; \
    }
#define ASK(j, alternatives, to, other, ...) \
    A##j: if (rcy_follow(&l, &(const rcy_ask){ __VA_ARGS__ }, alternatives)) goto A##to; \
    goto A##other;
