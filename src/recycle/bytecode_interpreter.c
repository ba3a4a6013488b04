// bytecode_interpreter.c - executes moves by running bytecode.
//
// Most nodes of a program's tree do so little that walking the tree costs more than the
// work. So a program has a second form: one flat list of small bytecodes for flow and
// acts alike, with numbers as operands. A bytecode handles only the usual case. In any
// other case, such as an empty pile or a sum that overflows, it leaves the act to the
// machine, which reports errors. The machine defines the result, and bytecode must do the
// same. With hooks installed, only the machine runs.
#include "recycle/bytecode_op_functions.h"

// Lets the machine execute an option that differs from how it was listed; nothing was
// done yet.
static void option_plainly(rcy_machine *m, const rcy_bytecode *b, dado_move move)
{
    m->trap = trap_none;
    m->trap_token = 0;
    m->fuel = 0;
    rcy_run_from(m, b->pc, &move);
}

static void trapped_at(rcy_machine *m, const rcy_bytecode *b)
{
    if (m->trap == trap_stop) {
        m->path_mode = path_none;
        rcy_run_from(m, rcy_stopped_at(m, &m->p->code[b->pc]), NULL);
        return;
    }
    if (m->row) {
        rcy_pause_with_row(m, b->pc);
        return;
    }
    m->pause->pc = b->pc;
    rcy_trap_to_pause(m);
}

// Lets the machine execute a whole instruction that may have to be undone, because it can
// run out of random bits after it has changed something.
static inline void step_at(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    rcy_bytecode_frame_flush(f, b);
    rcy_step(f->m, &f->m->p->code[b->pc]);
    rcy_bytecode_frame_reload(f);
}

// Where execution continues within run(): at a bytecode, with a machine and its
// registers. With `codes` set, nothing is executed, and the caller gets the address of
// the code of every bytecode.
typedef struct resume_point {
    const rcy_bytecode *b;
    rcy_machine *m;
    const rcy_bytecode_frame *f;
    const void *const **codes;
} resume_point;

// Completes a machine that was set up only as far as light bytecodes need it.
static RCY_COLD void complete(rcy_machine *m, rcy_scratch *scratch)
{
    rcy_machine_begin_rest(m, scratch);
    // it is still the one of the last pause
    m->team_cycle = m->state + m->p->code[m->pause->pc].at_team_cycle;
}

// Returns the bytecodes of an option, or NULL if it has none or if a condition around it
// fails. Options with `let` need a complete machine.
static inline const rcy_bytecode *begin_option(rcy_machine *m, rcy_scratch *scratch, dado_move move,
                                               bool *whole)
{
    const rcy_choice *c = m->p->choice_at[m->pause->pc];
    uint64_t path = rcy_divide(move, c->inverse);
    if (move > UINT16_MAX) {
        if (move > UINT32_MAX) return NULL;
        path = c->inverse ? (uint32_t)move / (uint32_t)c->count : 0;
    }
    uint64_t which = move - path * (uint64_t)c->count;
    if (!c->first || which >= (uint64_t)c->count) return NULL;
    m->cycle = m->state + c->at_cycle;
    m->path = path;
    if (c->lets > 0) {
        complete(m, scratch);
        *whole = true;
        if (!rcy_bind_choice_lets(m, c)) return NULL;
    }
    return c->first[which];
}

// Returns the bytecode from which execution continues after any other pause, or NULL if
// the machine must do it: where chance outcomes are listed or random bits are left over.
static inline const rcy_bytecode *begin_rested(rcy_machine *m, dado_move move)
{
    const rcy_program *p = m->p;
    const rcy_pause *r = m->pause;
    if (!p->bytecodes || r->kind == pause_over || r->kind == pause_stopped) return NULL;
    if (r->span | r->luck | r->pending) return NULL;
    const rcy_insn *i = &p->code[r->pc];
    // it belongs to the chosen option, even if that is number 0
    if (i->op == OP_CHOOSE) return NULL;
    m->cycle = m->state + i->at_cycle;
    m->path = 0;
    if (r->kind != pause_chance) rcy_forget_row(m);
    rcy_take_seed(m, move);
    return p->bytecodes + i->bytecode;
}

// Every bytecode jumps to the next by a jump of its own. Processors predict these better
// than one shared jump.
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"  // labels as values
#endif

// Executes bytecodes until the next pause, from the last pause or from `from`. The
// registers are local, so that the compiler keeps them in machine registers. The machine
// is completed at the first bytecode that is not light, or when anything unusual happens.
static void run(const rcy_program *p, void *state, dado_move move, const resume_point *from)
{
    static const void *const codes[] = {
#define LIGHT(kind, name) &&on_##name,
#define HEAVY(kind, name) &&on_##name,
#include "recycle/bytecode_opcodes.def"
    };
    rcy_machine machine, *const m = from ? from->m : &machine;
    rcy_scratch scratch;
    rcy_bytecode_registers held;
    rcy_bytecode_frame f;
    const rcy_bytecode *b;
    bool whole = false;
    if (!from) {
        rcy_machine_begin_light(m, &scratch, p, state);
        b = m->pause->kind == pause_choice ? begin_option(m, &scratch, move, &whole)
                                           : begin_rested(m, move);
        if (!b) goto long_way;
        rcy_bytecode_frame_begin(&f, m, &held);
    } else if (from->codes) {
        *from->codes = codes;
        return;
    } else {
        f = *from->f;
        f.m = m;
        b = from->b;
        whole = true;
    }
    f.fuel += b->cost - b->spent;
// The comment in the assembly makes the jumps differ, or the compiler would merge them
// into one.
#define GO(here) \
    do { \
        const void *on = b->on; \
        __asm__ volatile("# " here : "+r"(on)); \
        goto *on; \
    } while (0)
#define NEXT(here) \
    do { \
        b++; \
        GO(here " goes on"); \
    } while (0)
#define JUMP(here) \
    do { \
        f.fuel += b->jump_fuel; \
        b = b->to; \
        GO(here " jumps"); \
    } while (0)
#define COMPLETE() \
    do { \
        if (!whole) complete(m, &scratch); \
        whole = true; \
    } while (0)
    GO("first");
#define LIGHT(kind, name) on_##name : kind(name)
#define HEAVY(kind, name) \
    on_##name : COMPLETE(); \
    kind(name)
#define ALWAYS(name) \
    rcy_bytecode_##name(&f, b); \
    NEXT(#name);
#define BRANCHES(name) \
    if (rcy_bytecode_##name(&f, b)) JUMP(#name); \
    NEXT(#name);
#define MAY_DEFER(name) \
    if (!rcy_bytecode_##name(&f, b)) goto unusual; \
    NEXT(#name);
#define PICKS_OPTION(name) \
    if (!rcy_bytecode_##name(&f, b)) goto plain_option; \
    NEXT(#name);
#define NEEDS_CHANCE(name) \
    if (!rcy_bytecode_##name(&f, b)) goto no_luck; \
    NEXT(#name);
#define MAY_OVERFLOW(name) \
    if (!rcy_bytecode_##name(&f, b)) goto unfit; \
    NEXT(#name);
#define MAY_TRAP(name) \
    rcy_bytecode_##name(&f, b); \
    if (m->trap != trap_none) goto trapped; \
    NEXT(#name);
#define FLOW(name) goto flow_##name;
#include "recycle/bytecode_opcodes.def"
flow_until:
    if (!rcy_bytecode_until(&f, b)) NEXT("until");
flow_round:
    if (rcy_bytecode_round(&f, b)) JUMP("round");
    COMPLETE();
    rcy_bytecode_frame_flush(&f, b);
    rcy_run_from(m, (uint32_t)p->code[b->pc].jump, NULL);
    return;
flow_choose:
    rcy_bytecode_choose(&f, b);
    return;
flow_finish:
    if (rcy_finish_by_storages(m)) return;
    COMPLETE();
    rcy_finish(m);
    if (m->trap != trap_none) goto trapped;
    return;
flow_fall_back:
    rcy_bytecode_frame_flush(&f, b);
    rcy_run_from(m, b->pc, NULL);
    return;
flow_save:
    rcy_bytecode_save(&f, b);
    JUMP("save");
flow_row:
    rcy_bytecode_row(&f, b);
    return;
flow_row_and_luck:
    rcy_bytecode_row_and_luck(&f, b);
    return;
flow_holds : {
    bool so = rcy_holds(m, b->node);
    if (m->trap != trap_none) goto trapped;
    if (so == b->flag) JUMP("holds");
    NEXT("holds");
}
flow_chosen:
    m->path_mode = path_none;
    JUMP("chosen");
flow_step:
    if (b->flag && !m->has_seed) step_at(&f, b);
    else rcy_bytecode_act(&f, b);
    if (m->trap != trap_none) goto trapped;
    NEXT("step");
unusual:
    COMPLETE();
    rcy_bytecode_act(&f, b);
    if (m->trap != trap_none) goto trapped;
    JUMP("unusual");
unfit:
    COMPLETE();
    rcy_fault(m, 607, b->node->token);
    trapped_at(m, b);
    return;
no_luck:
    rcy_pause_for_chance(m, b->pc);
    return;
plain_option:  // nothing was done yet
    COMPLETE();
    option_plainly(m, b, move);
    return;
trapped:
    trapped_at(m, b);
    return;
long_way:
    rcy_apply_interpreted(p, state, move, NULL);
#undef ALWAYS
#undef BRANCHES
#undef MAY_DEFER
#undef PICKS_OPTION
#undef NEEDS_CHANCE
#undef MAY_OVERFLOW
#undef MAY_TRAP
#undef FLOW
#undef GO
#undef NEXT
#undef JUMP
#undef COMPLETE
}

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

void rcy_apply_bytecode(const rcy_program *p, void *state, dado_move move)
{
    run(p, state, move, NULL);
}

void rcy_bytecode_link(rcy_bytecode *bytecodes, int count)
{
    const void *const *codes;
    uint32_t spent = 0;
    run(NULL, NULL, 0, &(resume_point){ .codes = &codes });
    for (int i = 0; i < count; i++) bytecodes[i].spent = spent += bytecodes[i].cost;
    for (int i = 0; i < count; i++) {
        rcy_bytecode *b = &bytecodes[i];
        b->on = codes[b->op];
        b->to = bytecodes + (b->jump < count ? b->jump : i);  // the last bytecode never continues
        b->jump_fuel = b->spent - (b->to->spent - b->to->cost);
    }
}

void rcy_resume_from_native(rcy_machine *m, rcy_bytecode_frame *f, rcy_exit_reason left,
                            uint32_t bytecode, dado_move move)
{
    const rcy_bytecode *b = &m->p->bytecodes[bytecode];
    const rcy_insn *i = &m->p->code[b->pc];
    // two bytes more while players choose simultaneously
    m->cycle = m->state + i->at_cycle - (i->op == OP_TOGETHER ? 2 : 0);
    m->team_cycle = m->state + i->at_team_cycle;
    f->held->who[owner_none] = 0;
    f->fuel -= b->spent;  // native code counts the fuel of every bytecode itself
    rcy_bytecode_frame_reload(f);
    switch (left) {
    case exit_option: option_plainly(m, b, move); return;
    case exit_round:
        rcy_bytecode_frame_flush(f, b);
        rcy_run_from(m, (uint32_t)m->p->code[b->pc].jump, NULL);
        return;
    case exit_unusual: rcy_bytecode_act(f, b); break;
    case exit_unfit: rcy_fault(m, 607, b->node->token); break;
    case exit_trapped:
    case exit_to_take: break;
    }
    if (m->trap != trap_none) {
        trapped_at(m, b);
        return;
    }
    f->fuel += b->spent;
    resume_point here = { .b = left == exit_unusual ? b->to : b, .m = m, .f = f };
    run(m->p, m->state, move, &here);
}
