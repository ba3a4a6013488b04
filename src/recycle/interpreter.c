// interpreter.c - runs the flow of a match from one pause to the next.
//
// `apply` runs until a decision or a random word is needed from outside. Chance is
// requested only when it is needed: the first draw without a generator restores the state
// before its instruction and pauses, and the instruction runs again with the word that
// comes in. The generator lives in the machine and ends at the next pause, so no state
// contains hidden chance while a player thinks.
#include <string.h>

#include "recycle/bytecode_interpreter.h"
#include "recycle/native_codegen.h"

// Turns a trap into a pause: chance is needed, or play has stopped with an error.
void rcy_trap_to_pause(rcy_machine *m)
{
    rcy_pause *r = m->pause;
    if (m->trap == trap_needs_chance) {
        r->kind = pause_chance;
        r->outcomes = m->wanted;
        // If the product would overflow, outcomes are not listed, and a random word is
        // requested.
        uint64_t span = r->span ? r->span : 1;
        if (r->outcomes && span > (uint64_t)INT64_MAX / r->outcomes) r->outcomes = 0;
        return;
    }
    r->kind = pause_stopped;
    r->fault = (uint16_t)m->trap;
    r->pc = (uint32_t)m->trap_token;
    r->pending = r->luck = r->span = 0;
    r->outcomes = 0;
}

// Clears the numbers that the flow kept for levels that were left.
static void forget_kept(rcy_machine *m, int from)
{
    for (int i = from; i < m->p->kept; i++) rcy_kept(m)[i] = 0;
}

static void spend_chance(rcy_pause *r)
{
    r->pending = r->luck = r->span = 0;
    r->outcomes = 0;
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
    if (!rcy_bind_choice_lets(m, c)) return;
    m->path = move / (uint64_t)c->count;
    m->path_mode = path_run;
    m->drawn = false;
    if (m->hooks) m->hooks->fired(m->hooks, c->coverage + (int)alternative, true);
    rcy_act(m, c->acts[alternative]);
    m->path_mode = path_none;
}

// Saves the state before an instruction that may run out of random bits half way, so that
// it can be restored.
static void keep_state(const rcy_machine *m, unsigned char *before)
{
    memcpy(before, m->state, m->p->state_size);
    if (m->hooks && m->hooks->begins) m->hooks->begins(m->hooks);
}

static void step_back(rcy_machine *m, const unsigned char *before)
{
    if (m->trap != trap_needs_chance) return;
    memcpy(m->state, before, m->p->state_size);
    if (m->hooks && m->hooks->taken_back) m->hooks->taken_back(m->hooks);
}

// Pauses at a choice, unless the `let`s around it need random bits first.
static void begin_choice(rcy_machine *m, const rcy_choice *c)
{
    rcy_pause *r = m->pause;
    r->kind = pause_choice;
    if (!c->let_draws) return;
    if (!m->p->listed) {
        m->trap = trap_needs_chance;
        m->wanted = 0;
    } else {
        m->unused_outcome = r->luck;
        m->unused_span = r->span;
        rcy_bind_choice_lets(m, c);
        if (m->trap == trap_needs_chance && m->wanted == 0) m->trap = 610;
    }
    if (m->trap == trap_needs_chance) r->pending = RCY_LETS;
    else r->pending = 0;
}

typedef enum chosen { chosen_rests, chosen_done, chosen_none } chosen;

// Reaches a choice: finds who chooses, and whether there is anything to choose.
static chosen reach_choice(rcy_machine *m, const rcy_insn *i)
{
    const rcy_choice *c = &m->p->choices[i->choice];
    if (i->x) {
        rcy_mark mark = rcy_mark_of(m);
        // Who chooses may be said by a `let` around the choice.
        int64_t who = c->let_draws || rcy_bind_choice_lets(m, c) ? rcy_value(m, i->x) : 0;
        rcy_rewind(m, mark);
        if (who == rcy_nobody) rcy_fault(m, 609, i->token);
        if (m->trap != trap_none) return chosen_rests;
        m->state[m->p->at_chooser] = (uint8_t)who;
    }
    m->pause->pc = (uint32_t)(i - m->p->code);
    if (i->otherwise && !c->let_draws && !rcy_has_option(m)) return chosen_none;
    begin_choice(m, c);
    return chosen_rests;
}

static chosen choose(rcy_machine *m, const rcy_insn *i, const dado_move *move)
{
    const rcy_choice *c = &m->p->choices[i->choice];
    rcy_pause *r = m->pause;
    if (!move) return reach_choice(m, i);
    if (*move == RCY_NOTHING && i->otherwise) {
        if (i->x) m->state[m->p->at_chooser] = 0;
        return chosen_none;
    }
    if (i->copies && !m->has_seed) {
        unsigned char before[rcy_most_state];
        keep_state(m, before);
        run_option(m, c, *move);
        step_back(m, before);
    } else {
        run_option(m, c, *move);
    }
    if (m->trap == trap_needs_chance) r->pending = *move;
    if (m->trap != trap_none && m->trap != trap_stop) return chosen_rests;
    if (i->x) m->state[m->p->at_chooser] = 0;
    return chosen_done;
}

// --- simultaneous choices ---

static uint64_t *options_of(const rcy_machine *m)
{
    return (uint64_t *)(void *)(m->state + m->p->at_option);
}

// Asks all players who have something to choose, one after the other from the current
// player on. A cycle of its own holds who is asked. Returns true if play pauses.
static bool ask_all(rcy_machine *m, const rcy_insn *i, const dado_move *move)
{
    const rcy_program *p = m->p;
    uint8_t *count = m->state + p->at_chosen, *own = m->cycle;
    if (move) {
        options_of(m)[own[0]] = *move;
        ++*count;
    } else {
        m->cycle = own += 2;
    }
    for (; *count < p->players; ++*count) {
        own[0] = (uint8_t)((own[-2] + *count) % p->players);
        own[1] = rcy_nobody_queued;
        m->pause->pc = (uint32_t)(i - p->code);
        bool asked = !i->x || rcy_holds(m, i->x);
        if (m->trap != trap_none) return true;
        if (asked && rcy_has_option(m)) {
            m->pause->kind = pause_choice;
            return true;
        }
        options_of(m)[own[0]] = RCY_NOTHING;
    }
    return false;
}

static void run_all(rcy_machine *m, const rcy_choice *c)
{
    const rcy_program *p = m->p;
    uint8_t *own = m->cycle;
    for (int k = 0; k < p->players && m->trap == trap_none; k++) {
        own[0] = (uint8_t)((own[-2] + k) % p->players);
        own[1] = rcy_nobody_queued;
        uint64_t option = options_of(m)[own[0]];
        if (option != RCY_NOTHING) run_option(m, c, option);
    }
    if (m->trap != trap_none) return;
    memset(options_of(m), 0, sizeof(uint64_t) * (size_t)p->players);
    m->state[p->at_chosen] = 0;
    own[0] = own[1] = 0;
    m->cycle = own - 2;
}

static void carry_out(rcy_machine *m, const rcy_insn *i)
{
    const rcy_choice *c = &m->p->choices[i->choice];
    if (i->copies && !m->has_seed) {
        unsigned char before[rcy_most_state];
        keep_state(m, before);
        run_all(m, c);
        step_back(m, before);
    } else {
        run_all(m, c);
    }
}

void rcy_step(rcy_machine *m, const rcy_insn *i)
{
    if (i->copies && !m->has_seed) {
        unsigned char before[rcy_most_state];
        keep_state(m, before);
        rcy_act(m, i->x);
        step_back(m, before);
    } else {
        rcy_act(m, i->x);
    }
}

static bool end_of_stage(rcy_machine *m, const rcy_insn *i)
{
    if (!i->x) return false;
    bool over = rcy_holds(m, i->x);
    if (m->hooks && m->trap == trap_none) m->hooks->fired(m->hooks, i->choice, over);
    return over;
}

// Skips players who have no turn. Returns false if nobody has one.
static bool admit(rcy_machine *m, const rcy_insn *i)
{
    uint8_t *cycle = i->flag ? m->team_cycle : m->cycle;
    int count = i->flag ? m->p->teams[m->pause->teams].count : m->p->players;
    for (int k = 0; k < count; k++) {
        bool has = rcy_holds(m, i->x);
        if (has || m->trap != trap_none) return has;
        cycle[0] = (uint8_t)(cycle[0] + 1 == count ? 0 : cycle[0] + 1);
    }
    return false;
}

// Stores the number that an instruction keeps in the state. Returns false if it does not
// fit.
static bool keep(rcy_machine *m, const rcy_insn *i)
{
    int64_t value;
    if (i->op == OP_KEEP && i->holds == type_cards) {
        rcy_coll c;
        rcy_mark mark = rcy_mark_of(m);
        rcy_gather(m, i->x, &c);
        rcy_rewind(m, mark);
        value = c.place;
    } else if (i->op == OP_KEEP && i->holds == type_card) {
        value = rcy_card(m, i->x);
        if (value < 0) rcy_fault(m, 602, i->token);
        value++;  // plus 1, since 0 means that nothing is kept
    } else {
        value = rcy_value(m, i->x);
        if (value != (int32_t)value) rcy_fault(m, 607, i->token);
    }
    if (m->trap != trap_none) return false;
    rcy_kept(m)[i->kept] = (int32_t)value;
    return true;
}

// Returns the instruction to which a `stop` leads.
uint32_t rcy_stopped_at(rcy_machine *m, const rcy_insn *i)
{
    m->trap = trap_none;
    if (m->stop == keyword_game) return (uint32_t)m->p->code_count - 1;
    return (uint32_t)(m->stop == keyword_turn ? i->stop_turn : i->stop_stage);
}

static bool burn(rcy_machine *m, const rcy_insn *i)
{
    if (++m->fuel <= rcy_most_fuel) return true;
    rcy_fault(m, 610, i->token);
    return false;
}

// Called after an instruction: drops the listed outcomes that it used, and pauses if a
// row of scores was saved.
static bool rests_here(rcy_machine *m, uint32_t next)
{
    rcy_pause *r = m->pause;
    if (r->span | r->luck | r->pending) {
        spend_chance(r);
        m->unused_span = 0;
    }
    if (m->p->listed) m->has_seed = false;
    if (!m->saved) return false;
    m->saved = false;
    r->rounds++;
    if (!m->p->listed && m->p->code[next].ahead) {
        m->has_seed = false;  // as at a pause
        m->row = true;
        return false;
    }
    r->kind = pause_round;
    r->pc = next;
    return true;
}

// Pauses with a saved row of scores. If only random bits are missing, it requests them
// too; if something failed, it will fail again after the pause.
void rcy_pause_with_row(rcy_machine *m, uint32_t pc)
{
    m->pause->pc = pc;
    if (m->trap == trap_needs_chance && m->wanted == 0) {
        rcy_trap_to_pause(m);
        m->pause->kind = pause_round_and_chance;
    } else {
        m->pause->kind = pause_round;
        m->trap = trap_none;
    }
}

// Runs from an instruction to the next pause. `move` is the option chosen at this
// instruction, or NULL.
void rcy_run_from(rcy_machine *m, uint32_t pc, const dado_move *move)
{
    const rcy_program *p = m->p;
    const rcy_pause *pause = m->pause;
    bool spends =
        // whether random bits end at the next pause
        p->listed || (pause->span | pause->luck | pause->pending);
    for (;;) {
        const rcy_insn *i = &p->code[pc];
        if (m->row && !i->ahead) {
            rcy_pause_with_row(m, pc);
            return;
        }
        switch ((rcy_op)i->op) {
        case OP_STEP:
            rcy_step(m, i);
            if (m->trap == trap_stop) {
                pc = rcy_stopped_at(m, i);
                break;
            }
            if (m->trap != trap_none) goto trapped;
            pc++;
            break;
        case OP_UNLESS: {
            bool holds = rcy_holds(m, i->x);
            if (m->trap != trap_none) goto trapped;
            if (m->hooks) m->hooks->fired(m->hooks, i->choice, holds);
            pc = holds ? pc + 1 : (uint32_t)i->jump;
            break;
        }
        case OP_ENTER: {
            uint8_t **top = i->flag ? &m->team_cycle : &m->cycle;
            (*top)[2] = (*top)[0];
            (*top)[3] = rcy_nobody_queued;
            *top += 2;
            if (m->hooks) m->hooks->fired(m->hooks, i->choice, true);
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
            forget_kept(m, i->level);
            bool over = i->kept >= 0 && --rcy_kept(m)[i->kept] == 0;
            over = over || end_of_stage(m, i);
            if (m->trap != trap_none) goto trapped;
            if (over) {
                pc++;
                break;
            }
            if (!burn(m, i)) goto trapped;
            if (i->flag) rcy_advance(m->team_cycle, p->teams[m->pause->teams].count);
            else rcy_advance(m->cycle, p->players);
            pc = (uint32_t)i->jump;
            break;
        }
        case OP_LEAVE: {
            uint8_t **top = i->flag ? &m->team_cycle : &m->cycle;
            forget_kept(m, i->level);
            (*top)[0] = (*top)[1] = 0;
            *top -= 2;
            pc++;
            break;
        }
        case OP_CHOOSE:
            switch (choose(m, i, move)) {
            case chosen_rests:
                m->pause->pc = pc;
                if (m->trap != trap_none) rcy_trap_to_pause(m);
                return;
            case chosen_none: pc = (uint32_t)i->jump; break;
            case chosen_done: pc = m->trap == trap_stop ? rcy_stopped_at(m, i) : pc + 1; break;
            }
            move = NULL;
            break;
        case OP_TOGETHER:
            if (ask_all(m, i, move)) {
                m->pause->pc = pc;
                if (m->trap != trap_none) rcy_trap_to_pause(m);
                return;
            }
            move = NULL;
            pc++;
            break;
        case OP_CARRY_OUT:
            carry_out(m, i);
            if (m->trap != trap_none) goto trapped;
            pc++;
            break;
        case OP_JUMP:
            if (!burn(m, i)) goto trapped;
            pc = (uint32_t)i->jump;
            break;
        case OP_KEEP:
            if (!keep(m, i)) goto trapped;
            pc++;
            break;
        case OP_DROP:
            rcy_kept(m)[i->kept] = 0;
            pc++;
            break;
        case OP_COUNT:
        case OP_TURNS:
            if (!keep(m, i)) goto trapped;
            if (rcy_kept(m)[i->kept] > 0) {
                pc++;
            } else {
                rcy_kept(m)[i->kept] = 0;
                pc = (uint32_t)i->jump;
            }
            break;
        case OP_COUNT_DOWN:
            forget_kept(m, i->level);
            if (!burn(m, i)) goto trapped;
            pc = --rcy_kept(m)[i->kept] > 0 ? (uint32_t)i->jump : pc + 1;
            break;
        case OP_ADMIT: {
            bool has = admit(m, i);
            if (m->trap != trap_none) goto trapped;
            pc = has ? pc + 1 : (uint32_t)i->jump;
            break;
        }
        case OP_FINISH:
            rcy_finish(m);
            if (m->trap != trap_none) goto trapped;
            return;
        default: return;
        }
        if ((spends || m->saved) && rests_here(m, pc)) return;
        spends = p->listed;
        continue;
    trapped:
        if (m->row) {
            rcy_pause_with_row(m, pc);
            return;
        }
        m->pause->pc = pc;
        rcy_trap_to_pause(m);
        return;
    }
}

void rcy_run(rcy_machine *m)
{
    rcy_run_from(m, m->pause->pc, NULL);
}

// Takes the outcome of chance that was requested, and runs the instruction again.
static void draw_chance(rcy_machine *m, dado_move outcome)
{
    rcy_pause *r = m->pause;
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
        r->kind = pause_choice;
        return;
    } else {
        m->has_seed = true;
        m->luck = dado_fast_rng_seed(outcome);
    }
    m->unused_outcome = r->luck;
    m->unused_span = r->span;
    dado_move pending = r->pending;
    rcy_run_from(m, r->pc, i->op == OP_CHOOSE && !for_lets ? &pending : NULL);
}

void rcy_apply_interpreted(const rcy_program *p, void *state, dado_move move, rcy_hooks *hooks)
{
    rcy_machine m;
    rcy_scratch scratch;
    const rcy_pause *r = state;
    if (r->kind == pause_over || r->kind == pause_stopped) return;
    rcy_machine_begin(&m, &scratch, p, state);
    if (r->kind == pause_round || r->kind == pause_round_and_chance) rcy_forget_row(&m);
    m.hooks = hooks;
    m.unused_outcome = r->luck;
    m.unused_span = r->span;
    switch ((rcy_pause_kind)r->kind) {
    case pause_choice: rcy_run_from(&m, r->pc, &move); break;
    case pause_chance:
    case pause_round_and_chance: draw_chance(&m, move); break;
    default: rcy_run(&m); break;
    }
    if (hooks) hooks->work += m.fuel + m.loops;
}

void rcy_apply(const rcy_program *p, void *state, dado_move move, rcy_hooks *hooks)
{
    if (hooks) rcy_apply_interpreted(p, state, move, hooks);
    else rcy_apply_bytecode(p, state, move);
}
