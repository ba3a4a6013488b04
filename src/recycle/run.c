// run.c - the flow of a play, from one rest to the next.
//
// `apply` runs until somebody outside has to say something. Luck is asked for
// only when it is needed: the first draw that finds no generator puts the state
// back as it was before its instruction, rests, and the instruction is run
// again with the word that comes in. The generator lives in the machine and is
// gone at the next rest, so no luck waits in a state while a player thinks.
#include <string.h>

#include "recycle/brisk.h"
#include "recycle/native.h"

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

// Numbers that flow kept inside of what was left are gone.
static void forget_kept(rcy_machine *m, int from)
{
    for (int i = from; i < m->p->kept; i++) rcy_kept(m)[i] = 0;
}

static void spend_luck(rcy_rest *r)
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
    if (!rcy_lets(m, c)) return;
    m->path = move / (uint64_t)c->count;
    m->walk = walk_run;
    m->drawn = false;
    if (m->ear) m->ear->fired(m->ear, c->cover + (int)alternative, true);
    rcy_act(m, c->acts[alternative]);
    m->walk = walk_none;
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

typedef enum chosen { chosen_rests, chosen_done, chosen_none } chosen;

// Comes to a choice: who chooses is found out, and whether there is anything to choose.
static chosen come_to(rcy_machine *m, const rcy_insn *i)
{
    const rcy_choice *c = &m->p->choices[i->choice];
    if (i->x) {
        int64_t who = rcy_value(m, i->x);
        if (who == rcy_nobody) rcy_fault(m, 609, i->token);
        if (m->trap != trap_none) return chosen_rests;
        m->state[m->p->at_chooser] = (uint8_t)who;
    }
    m->rest->pc = (uint32_t)(i - m->p->code);
    if (i->otherwise && !c->let_draws && !rcy_any_option(m)) return chosen_none;
    arrive(m, c);
    return chosen_rests;
}

static chosen choose(rcy_machine *m, const rcy_insn *i, const dado_move *move)
{
    const rcy_choice *c = &m->p->choices[i->choice];
    rcy_rest *r = m->rest;
    if (!move) return come_to(m, i);
    if (*move == RCY_NOTHING && i->otherwise) {
        if (i->x) m->state[m->p->at_chooser] = 0;
        return chosen_none;
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
    if (m->trap != trap_none && m->trap != trap_stop) return chosen_rests;
    if (i->x) m->state[m->p->at_chooser] = 0;
    return chosen_done;
}

// --- choices made together ---

static uint64_t *options_of(const rcy_machine *m)
{
    return (uint64_t *)(void *)(m->state + m->p->at_option);
}

// Asks one after the other, from the current player on, who has something to choose: each is the
// top of a cycle of its own while asked. True if the play rests.
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
        m->rest->pc = (uint32_t)(i - p->code);
        bool asked = !i->x || rcy_holds(m, i->x);
        if (m->trap != trap_none) return true;
        if (asked && rcy_any_option(m)) {
            m->rest->kind = rest_choice;
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
    if (i->copies && !m->lucky) {
        unsigned char before[rcy_most_state];
        memcpy(before, m->state, m->p->state_size);
        run_all(m, c);
        step_back(m, before);
    } else {
        run_all(m, c);
    }
}

void rcy_step(rcy_machine *m, const rcy_insn *i)
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
    if (!i->x) return false;
    bool over = rcy_holds(m, i->x);
    if (m->ear && m->trap == trap_none) m->ear->fired(m->ear, i->choice, over);
    return over;
}

// Passes over those who have no turn. False if nobody has one.
static bool admit(rcy_machine *m, const rcy_insn *i)
{
    uint8_t *cycle = i->flag ? m->team_cycle : m->cycle;
    int count = i->flag ? m->p->teams[m->rest->teams].count : m->p->players;
    for (int k = 0; k < count; k++) {
        bool has = rcy_holds(m, i->x);
        if (has || m->trap != trap_none) return has;
        cycle[0] = (uint8_t)(cycle[0] + 1 == count ? 0 : cycle[0] + 1);
    }
    return false;
}

// The number an instruction keeps in the state: false if it does not fit.
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
        value++;  // nothing kept is 0
    } else {
        value = rcy_value(m, i->x);
        if (value != (int32_t)value) rcy_fault(m, 607, i->token);
    }
    if (m->trap != trap_none) return false;
    rcy_kept(m)[i->kept] = (int32_t)value;
    return true;
}

// Where a `stop` leads from an instruction.
uint32_t rcy_stopped_at(rcy_machine *m, const rcy_insn *i)
{
    m->trap = trap_none;
    if (m->stop == word_game) return (uint32_t)m->p->code_count - 1;
    return (uint32_t)(m->stop == word_turn ? i->stop_turn : i->stop_stage);
}

static bool burn(rcy_machine *m, const rcy_insn *i)
{
    if (++m->fuel <= rcy_most_fuel) return true;
    rcy_fault(m, 610, i->token);
    return false;
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
void rcy_rest_with_row(rcy_machine *m, uint32_t pc)
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

// `move` is the option taken at the choice the play is at, or NULL.
void rcy_go_on(rcy_machine *m, uint32_t pc, const dado_move *move)
{
    const rcy_program *p = m->p;
    const rcy_rest *rest = m->rest;
    bool spends = p->listed || (rest->span | rest->luck | rest->pending);  // luck at the next rest
    for (;;) {
        const rcy_insn *i = &p->code[pc];
        if (m->row && !i->ahead) {
            rcy_rest_with_row(m, pc);
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
            forget_kept(m, i->level);
            bool over = i->kept >= 0 && --rcy_kept(m)[i->kept] == 0;
            over = over || end_of_stage(m, i);
            if (m->trap != trap_none) goto trapped;
            if (over) {
                pc++;
                break;
            }
            if (!burn(m, i)) goto trapped;
            if (i->flag) rcy_advance(m->team_cycle, p->teams[m->rest->teams].count);
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
                m->rest->pc = pc;
                if (m->trap != trap_none) rcy_give_up(m);
                return;
            case chosen_none: pc = (uint32_t)i->jump; break;
            case chosen_done: pc = m->trap == trap_stop ? rcy_stopped_at(m, i) : pc + 1; break;
            }
            move = NULL;
            break;
        case OP_TOGETHER:
            if (ask_all(m, i, move)) {
                m->rest->pc = pc;
                if (m->trap != trap_none) rcy_give_up(m);
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
        case OP_COUNT: case OP_TURNS:
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
            rcy_rest_with_row(m, pc);
            return;
        }
        m->rest->pc = pc;
        rcy_give_up(m);
        return;
    }
}

void rcy_run(rcy_machine *m)
{
    rcy_go_on(m, m->rest->pc, NULL);
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
    rcy_go_on(m, r->pc, i->op == OP_CHOOSE && !for_lets ? &pending : NULL);
}

void rcy_apply_plainly(const rcy_program *p, void *state, dado_move move, rcy_ear *ear)
{
    rcy_machine m;
    rcy_scratch scratch;
    const rcy_rest *r = state;
    if (r->kind == rest_over || r->kind == rest_stopped) return;
    rcy_machine_begin(&m, &scratch, p, state);
    if (r->kind == rest_round || r->kind == rest_round_and_luck) rcy_forget_row(&m);
    m.ear = ear;
    m.left_luck = r->luck;
    m.left_span = r->span;
    switch ((rcy_rest_kind)r->kind) {
    case rest_choice: rcy_go_on(&m, r->pc, &move); break;
    case rest_luck: case rest_round_and_luck: be_lucky(&m, move); break;
    default: rcy_run(&m); break;
    }
    if (ear) ear->work += m.fuel + m.loops;
}

void rcy_apply(const rcy_program *p, void *state, dado_move move, rcy_ear *ear)
{
    if (ear) rcy_apply_plainly(p, state, move, ear);
    else rcy_apply_briskly(p, state, move);
}
