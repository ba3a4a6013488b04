// run.c - the flow of a play, from one rest to the next.
//
// `apply` runs until somebody outside has to say something. Luck is asked for
// only when it is needed: the first draw that finds no generator puts the state
// back as it was before its instruction, rests, and the instruction is run
// again with the word that comes in. The generator lives in the machine and is
// gone at the next rest, so no luck waits in a state while a player thinks.
#include <string.h>

#include "recycle/brisk.h"
#include "recycle/machine.h"

void rcy_machine_on(rcy_machine *m, void *state)
{
    const rcy_program *p = m->p;
    unsigned char *s = state;
    m->state = s;
    m->rest = (rcy_rest *)state;
    m->sto = (int32_t *)(void *)(s + p->at_sto);
    m->die = (int32_t *)(void *)(s + p->at_die);
    m->str = (uint16_t *)(void *)(s + p->at_str);
    m->order = (uint16_t *)(void *)(s + p->at_order);
    m->from = (uint16_t *)(void *)(s + p->at_from);
    m->recall = (uint16_t *)(void *)(s + p->at_recall);
    m->recall_from = (uint16_t *)(void *)(s + p->at_recall_from);
    m->map = (uint16_t *)(void *)(s + p->at_map);
    int depth = 0, team_depth = 0;
    if (m->rest->kind != rest_stopped && m->rest->kind != rest_over) {
        const rcy_insn *i = &p->code[m->rest->pc];
        depth = i->depth;
        team_depth = i->team_depth;
    }
    m->cycle = s + p->at_cycle + depth * 2;
    m->team_cycle = s + p->at_team_cycle + team_depth * 2;
}

void rcy_machine_begin(rcy_machine *m, const rcy_program *p, void *state)
{
    m->p = p;
    m->trap = trap_none;
    m->trap_token = 0;
    m->wanted = 0;
    m->lucky = m->first_of_ties = m->drawn = m->saved = m->row = m->need_card = false;
    m->overfull = false;
    m->walk = walk_none;
    m->left_luck = 0;
    m->left_span = 0;
    m->fuel = m->loops = m->trail = 0;
    m->picked = 0;
    m->path = 0;
    m->picks = m->digits = 0;
    m->ear = NULL;
    m->pins = NULL;
    m->cards_out = m->groups_out = m->items_out = 0;
    rcy_machine_on(m, state);
}

// The trap becomes a rest: luck is asked for, or the play has stopped.
void rcy_give_up(rcy_machine *m)
{
    rcy_rest *r = m->rest;
    if (m->trap == trap_luck) {
        r->kind = rest_luck;
        r->outcomes = m->wanted;
        // A product that would not fit any more ends the listing of outcomes: a word serves.
        uint64_t span = r->span ? r->span : 1;
        if (r->outcomes && span > (uint64_t)INT64_MAX / r->outcomes) r->outcomes = 0;
        return;
    }
    r->kind = rest_stopped;
    r->fault = (uint16_t)m->trap;
    r->pc = (uint32_t)m->trap_token;
    r->pending = r->luck = r->span = 0;
    r->outcomes = 0;
}

static void spend_luck(rcy_rest *r)
{
    r->pending = r->luck = r->span = 0;
    r->outcomes = 0;
}

// Lets around a choice that draw have luck of their own, which stays as long as the choice does:
// a word, or the first of the listed outcomes.
bool rcy_lets(rcy_machine *m, const rcy_choice *c)
{
    if (c->lets == 0) return true;
    bool lucky = m->lucky, drawn = m->drawn;
    uint8_t walk = m->walk;
    dado_quick luck = m->luck;
    if (c->let_draws) {
        m->walk = walk_none;
        m->lucky = !m->p->listed;
        m->luck = dado_quick_seed(m->rest->luck);
    }
    for (int i = 0; i < c->lets && m->trap == trap_none; i++) rcy_bind_let(m, c->let[i]);
    m->walk = walk;
    m->lucky = lucky;
    m->luck = luck;
    m->drawn = drawn;
    return m->trap == trap_none;
}

static void run_option(rcy_machine *m, const rcy_choice *c, dado_move move)
{
    if (move == RCY_NOTHING) {
        if (m->p->strict) rcy_fault(m, 611, c->token);
        return;
    }
    if (move == RCY_TOO_MANY || c->count == 0) {
        rcy_fault(m, 610, c->token);
        return;
    }
    uint64_t alternative = move % (uint64_t)c->count;
    if (!rcy_lets(m, c)) return;
    m->path = move / (uint64_t)c->count;
    m->walk = walk_run;
    m->drawn = false;
    const rcy_node *act = c->acts[alternative];
    if (m->ear) m->ear->fired(m->ear, c->cover + (int)alternative, true);
    // The option was listed, so the conditions it begins with hold; those that may fail are met
    // again, and so are all when somebody listens.
    while (act->op == OP_IF && act->x->safe && !m->ear) act = act->y;
    if (act->op == OP_ANY && !act->y->picks && !m->ear) rcy_pick_only(m, act);
    else rcy_act(m, act);
    m->walk = walk_none;
}

static void finish(rcy_machine *m)
{
    const rcy_program *p = m->p;
    int32_t row[64];
    uint8_t fresh[2] = { 0, rcy_nobody_queued };
    uint8_t *cycle = m->cycle;
    m->cycle = fresh;
    for (int i = 0; i < p->players && m->trap == trap_none; i++) {
        fresh[0] = (uint8_t)i;
        int64_t score = rcy_worth(m, p->scoring);
        if (p->lowest_wins) score = -score;
        if (m->trap == trap_none && score != (int32_t)score) rcy_fault(m, 607, p->scoring->token);
        row[i] = (int32_t)score;
    }
    m->cycle = cycle;
    if (m->trap != trap_none) return;
    memcpy(m->state + p->at_score, row, sizeof *row * (size_t)p->players);
    spend_luck(m->rest);
    m->rest->kind = rest_over;
    m->rest->pc = 0;
    memset(m->state + p->at_cycle, 0, (size_t)(p->depth + p->team_depth) * 2);
}

static void advance(uint8_t *cycle, int count)
{
    if (cycle[1] != rcy_nobody_queued) {
        cycle[0] = cycle[1];
        cycle[1] = rcy_nobody_queued;
    } else {
        cycle[0] = (uint8_t)(cycle[0] + 1 == count ? 0 : cycle[0] + 1);
    }
}

// Runs one instruction that may find itself without luck half way: on a copy it can go back to.
static void step_back(rcy_machine *m, const unsigned char *before)
{
    if (m->trap == trap_luck) memcpy(m->state, before, m->p->state_size);
}

// Comes to a choice: the play rests there, unless the lets around it have to be lucky first.
static void arrive(rcy_machine *m, const rcy_choice *c)
{
    rcy_rest *r = m->rest;
    r->kind = rest_choice;
    if (!c->let_draws) return;
    if (!m->p->listed) {
        m->trap = trap_luck;
        m->wanted = 0;
    } else {
        m->left_luck = r->luck;
        m->left_span = r->span;
        rcy_lets(m, c);
        if (m->trap == trap_luck && m->wanted == 0) m->trap = 610;
    }
    if (m->trap == trap_luck) r->pending = RCY_LETS;
    else r->pending = 0;
}

static bool choose(rcy_machine *m, const rcy_insn *i, const dado_move *move)
{
    const rcy_choice *c = &m->p->choices[i->choice];
    rcy_rest *r = m->rest;
    if (!move) {
        arrive(m, c);
        return false;
    }
    if (i->copies && !m->lucky) {
        unsigned char before[rcy_most_state];
        memcpy(before, m->state, m->p->state_size);
        run_option(m, c, *move);
        step_back(m, before);
    } else {
        run_option(m, c, *move);
    }
    if (m->trap == trap_luck) r->pending = *move;
    return m->trap == trap_none;
}

static void step(rcy_machine *m, const rcy_insn *i)
{
    if (i->copies && !m->lucky) {
        unsigned char before[rcy_most_state];
        memcpy(before, m->state, m->p->state_size);
        rcy_act(m, i->x);
        step_back(m, before);
    } else {
        rcy_act(m, i->x);
    }
}

static bool end_of_stage(rcy_machine *m, const rcy_insn *i)
{
    bool over = rcy_holds(m, i->x);
    if (m->ear && m->trap == trap_none) m->ear->fired(m->ear, i->choice, over);
    return over;
}

// What may run between a saved row and its rest: nothing that saves, asks a player, or could fail
// half done. A throw may, for it finds no luck and does nothing.
bool rcy_runs_ahead(const rcy_insn *i)
{
    switch ((rcy_op)i->op) {
    case OP_STEP: return (i->quick_count > 0 && i->throws) || (i->x->op == OP_CYCLE && i->x->a != 0);
    case OP_UNLESS: case OP_ENTER: case OP_SKIP_IF: case OP_AGAIN: case OP_LEAVE: return true;
    default: return false;
    }
}

// After an instruction is through: luck that was listed for it is spent, and a saved row is read.
static bool rests_here(rcy_machine *m, uint32_t next)
{
    rcy_rest *r = m->rest;
    if (r->span | r->luck | r->pending) {
        spend_luck(r);
        m->left_span = 0;
    }
    if (m->p->listed) m->lucky = false;
    if (!m->saved) return false;
    m->saved = false;
    r->rounds++;
    if (!m->p->listed && m->p->code[next].ahead) {
        m->lucky = false;  // as at a rest
        m->row = true;
        return false;
    }
    r->kind = rest_round;
    r->pc = next;
    return true;
}

// The play goes no further with a saved row. Where luck is all it lacks, it asks for that too;
// what failed will fail again when it is run after the rest.
static void rest_with_row(rcy_machine *m, uint32_t pc)
{
    m->rest->pc = pc;
    if (m->trap == trap_luck && m->wanted == 0) {
        rcy_give_up(m);
        m->rest->kind = rest_round_and_luck;
    } else {
        m->rest->kind = rest_round;
        m->trap = trap_none;
    }
}

// Whether a step of quick acts can be run as such: nobody listens, and a throw has a generator.
static inline bool can_be_quick(const rcy_machine *m, const rcy_insn *i)
{
    return i->quick_count > 0 && !m->ear && (!i->throws || (m->lucky && m->left_span <= 1));
}

// The quick acts of a step. False, with a trap, if a sum does not fit.
static inline bool act_quickly(rcy_machine *m, const rcy_insn *i, dado_quick *luck,
                               const uint8_t *cycle)
{
    const rcy_quick *q = i->quick, *end = q + i->quick_count;
    if (i->throws) {
        m->die[q->slot] = 1 + (int32_t)dado_quick_below(luck, (uint32_t)q->value);
        q++;
    }
    for (; q < end; q++) {
        int32_t *slot = m->sto + q->slot + (cycle[0] & q->current);
        int32_t before = q->op == quick_set ? 0 : *slot, after;
        int32_t value = q->op == quick_add_die ? m->die[q->value] : q->value;
        if (__builtin_add_overflow(before, value, &after)) {
            rcy_fault(m, 607, q->act->token);
            return false;
        }
        *slot = after;
    }
    return true;
}

// A throw that finds no generator, in a game that is given words: `step` would find out the same.
static inline bool wants_luck(rcy_machine *m, const rcy_insn *i)
{
    if (i->quick_count == 0 || !i->throws || m->lucky || m->p->listed || m->left_span > 1) {
        return false;
    }
    m->drawn = true;
    m->trap = trap_luck;
    m->trap_token = i->quick->act->token;
    m->wanted = 0;
    return true;
}

// A stage whose whole body is one quick step, and which ends when a storage has a value: it is
// run here pass by pass, with the generator at hand. Answers where to go on.
static uint32_t stage_quickly(rcy_machine *m, uint32_t pc)
{
    const rcy_insn *body = &m->p->code[pc], *again = body + 1;
    const rcy_node *ends = again->x;
    const int32_t *watched = &m->sto[ends->a];
    int32_t wanted = (int32_t)ends->value;
    bool until = !ends->flag;
    uint8_t *cycle = m->cycle;
    int players = m->p->players;
    uint32_t fuel = m->fuel, each = (uint32_t)body->quick_count + 1;
    dado_quick luck = m->luck;
    for (;;) {
        if (!act_quickly(m, body, &luck, cycle)) break;
        if ((*watched == wanted) == until) {
            pc += 2;
            break;
        }
        fuel += each;
        if (fuel > rcy_most_fuel) {
            rcy_fault(m, 610, again->token);
            pc++;
            break;
        }
        advance(cycle, players);
    }
    m->fuel = fuel;
    m->drawn = m->drawn || body->throws;
    m->luck = luck;
    return pc;
}

// `move` is the option taken at the choice the state rests at, or NULL.
static void run(rcy_machine *m, const dado_move *move)
{
    const rcy_program *p = m->p;
    const rcy_rest *rest = m->rest;
    uint32_t pc = rest->pc;
    bool spends = p->listed || (rest->span | rest->luck | rest->pending);  // luck at the next rest
    for (;;) {
        const rcy_insn *i = &p->code[pc];
        if (m->row && !i->ahead) {
            rest_with_row(m, pc);
            return;
        }
        // Most instructions are steps, and a test that is foreseen is cheaper than a jump.
        if (i->op == OP_STEP) {
            if (!can_be_quick(m, i)) {
                if (!wants_luck(m, i)) step(m, i);
                pc += m->trap == trap_none;
            } else if (i->alone) {
                pc = stage_quickly(m, pc);
            } else {
                m->fuel += (uint32_t)i->quick_count;
                m->drawn = m->drawn || i->throws;
                pc += act_quickly(m, i, &m->luck, m->cycle);
            }
            if (m->trap != trap_none) goto trapped;
        } else switch ((rcy_op)i->op) {
        case OP_UNLESS: {
            bool holds = rcy_holds(m, i->x);
            if (m->trap != trap_none) goto trapped;
            if (m->ear) m->ear->fired(m->ear, i->choice, holds);
            pc = holds ? pc + 1 : (uint32_t)i->jump;
            break;
        }
        case OP_ENTER: {
            uint8_t **top = i->flag ? &m->team_cycle : &m->cycle;
            (*top)[2] = (*top)[0];
            (*top)[3] = rcy_nobody_queued;
            *top += 2;
            if (m->ear) m->ear->fired(m->ear, i->choice, true);
            pc++;
            break;
        }
        case OP_SKIP_IF: {
            bool over = end_of_stage(m, i);
            if (m->trap != trap_none) goto trapped;
            pc = over ? (uint32_t)i->jump : pc + 1;
            break;
        }
        case OP_AGAIN: {
            bool over = end_of_stage(m, i);
            if (m->trap != trap_none) goto trapped;
            if (over) {
                pc++;
                break;
            }
            if (++m->fuel > rcy_most_fuel) {
                rcy_fault(m, 610, i->token);
                goto trapped;
            }
            if (i->flag) advance(m->team_cycle, p->teams[m->rest->teams].count);
            else advance(m->cycle, p->players);
            pc = (uint32_t)i->jump;
            break;
        }
        case OP_LEAVE: {
            uint8_t **top = i->flag ? &m->team_cycle : &m->cycle;
            (*top)[0] = (*top)[1] = 0;
            *top -= 2;
            pc++;
            break;
        }
        case OP_CHOOSE:
            if (!choose(m, i, move)) {
                m->rest->pc = pc;
                if (m->trap != trap_none) rcy_give_up(m);
                return;
            }
            move = NULL;
            pc++;
            break;
        case OP_FINISH:
            finish(m);
            if (m->trap != trap_none) goto trapped;
            return;
        default: return;
        }
        if ((spends || m->saved) && rests_here(m, pc)) return;
        spends = p->listed;
        continue;
    trapped:
        if (m->row) {
            rest_with_row(m, pc);
            return;
        }
        m->rest->pc = pc;
        rcy_give_up(m);
        return;
    }
}

void rcy_run(rcy_machine *m)
{
    run(m, NULL);
}

// The luck asked for has come: the instruction that wanted it runs again.
static void be_lucky(rcy_machine *m, dado_move outcome)
{
    rcy_rest *r = m->rest;
    const rcy_insn *i = &m->p->code[r->pc];
    bool for_lets = i->op == OP_CHOOSE && r->pending == RCY_LETS;
    if (r->outcomes) {
        uint64_t span = r->span ? r->span : 1;
        r->luck += outcome * span;
        r->span = span * r->outcomes;
        r->outcomes = 0;
    } else if (for_lets) {
        r->luck = outcome;
        r->pending = 0;
        r->kind = rest_choice;
        return;
    } else {
        m->lucky = true;
        m->luck = dado_quick_seed(outcome);
    }
    m->left_luck = r->luck;
    m->left_span = r->span;
    dado_move pending = r->pending;
    run(m, i->op == OP_CHOOSE && !for_lets ? &pending : NULL);
}

// Goes on without a machine where that can be done, from a rest that is not a choice. False, with
// the machine made ready, where it must take over.
static bool go_briskly(const rcy_program *p, void *state, dado_move word, rcy_machine *m)
{
    unsigned char *s = state;
    rcy_rest *r = state;
    rcy_brisk b;
    b.p = p;
    b.state = s;
    b.rest = r;
    b.score = (int32_t *)(void *)(s + p->at_score);
    b.sto = (int32_t *)(void *)(s + p->at_sto);
    b.die = (int32_t *)(void *)(s + p->at_die);
    b.lucky = r->kind != rest_round;
    if (b.lucky) b.luck = dado_quick_seed(word);
    b.row = false;
    b.stale = r->kind != rest_luck;
    b.fuel = 0;
    if (rcy_run_briskly(&b)) return true;
    rcy_machine_begin(m, p, state);
    m->lucky = b.lucky;
    if (b.lucky) m->luck = b.luck;
    m->row = b.row;
    m->fuel = b.fuel;
    return false;
}

static inline bool rests_briskly(const rcy_rest *r)
{
    return (r->kind == rest_luck || r->kind == rest_round || r->kind == rest_round_and_luck) &&
           !(r->span | r->luck | r->pending);
}

void rcy_apply(const rcy_program *p, void *state, dado_move move, rcy_ear *ear)
{
    rcy_machine m;
    rcy_rest *r = state;
    if (!ear && rests_briskly(r) && p->code[r->pc].brisk) {
        if (!go_briskly(p, state, move, &m)) run(&m, NULL);
        return;
    }
    rcy_machine_begin(&m, p, state);
    m.ear = ear;
    m.left_luck = r->luck;
    m.left_span = r->span;
    switch ((rcy_rest_kind)r->kind) {
    case rest_choice: run(&m, &move); break;
    case rest_luck: be_lucky(&m, move); break;
    case rest_round_and_luck:
        memset(m.state + p->at_score, 0, sizeof(int32_t) * (size_t)p->players);
        be_lucky(&m, move);
        break;
    case rest_round:
        memset(m.state + p->at_score, 0, sizeof(int32_t) * (size_t)p->players);
        run(&m, NULL);
        break;
    default: break;
    }
}
