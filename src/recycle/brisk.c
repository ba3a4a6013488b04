// brisk.c - the quick way through a play: beats, one after the other.
//
// Walking the trees of a program costs more than what most of them do. So a
// program has a second form, one flat list of small beats for flow and acts
// alike, with operands that are numbers already. A beat does only what is
// usual; at anything else, a pile that is empty or a sum that does not fit, it
// leaves the act to the machine, which knows what to say. Whatever is done
// here, the machine would do the same: it does so when somebody listens.
#include <string.h>

#include "recycle/beats.h"

// --- rounds of dice ---

static inline void save(rcy_machine *m, const rcy_node *n)
{
    const rcy_program *p = m->p;
    const int32_t *sto = m->sto + n->a;
    int32_t *score = (int32_t *)(void *)(m->state + p->at_score);
    if (p->lowest_wins) {
        for (int i = 0; i < p->players; i++) score[i] = sto[i] == INT32_MIN ? INT32_MAX : -sto[i];
    } else {
        for (int i = 0; i < p->players; i++) score[i] = sto[i];
    }
    m->rest->rounds++;
}

// The count of a round: sums and sets of storages, which need no luck.
static inline bool count_round(rcy_machine *m, const rcy_beat *b, const rcy_beat *end)
{
    for (; b < end; b++) {
        int32_t *slot = m->sto + b->a + (b->who == owner_current ? m->cycle[0] : 0);
        if (b->op == beat_set) {
            *slot = b->c;
        } else if (!rcy_add(slot, b->c)) {
            rcy_fault(m, 607, b->node->token);
            return false;
        }
        m->fuel += b->cost;
    }
    return true;
}

// Everyone throws, the round is counted and saved, and the next begins: games of nothing but rounds
// are this and no more, so what comes after the tally until the same tally is due again is gone
// through without a look at each beat. The play rests, or goes on with a row that was saved.
void rcy_come_round(rcy_machine *m, const rcy_beat *b)
{
    const rcy_insn *i = &m->p->code[b->pc];
    const rcy_beat *beats = m->p->beats;
    const rcy_node *over = i[lap_over].x, *skip = i[lap_skip].x, *turn = i[lap_turn].x;
    const int players = m->p->players;
    uint8_t *own = m->cycle;
    own[0] = own[1] = 0;
    m->cycle = own -= 2;
    if (!count_round(m, beats + i[lap_count].beat, beats + i[lap_save].beat)) {
        rcy_give_up(m);
        return;
    }
    save(m, i[lap_save].x);
    m->lucky = false;
    m->row = true;
    own[turn->flag ? 0 : 1] = rcy_named_player(turn->a, own, players);
    if ((m->sto[over->a] == over->value) != over->flag) {
        rcy_go_on(m, b->pc + lap_after, NULL);
        return;
    }
    rcy_advance(own, players);
    own[2] = own[0];
    own[3] = rcy_nobody_queued;
    m->cycle = own + 2;
    if ((m->sto[skip->a] == skip->value) != skip->flag) {
        rcy_go_on(m, (uint32_t)i[lap_skip].jump, NULL);
        return;
    }
    m->rest->kind = rest_round_and_luck;
    m->rest->pc = b->pc;
}

// --- beats ---

void rcy_option_plainly(rcy_machine *m, const rcy_beat *b, dado_move move)
{
    m->trap = trap_none;
    m->trap_token = 0;
    m->fuel = 0;
    rcy_go_on(m, b->pc, &move);
}

void rcy_beats_trapped(rcy_machine *m, const rcy_beat *b)
{
    if (m->trap == trap_stop) {
        m->walk = walk_none;
        rcy_go_on(m, rcy_stopped_at(m, &m->p->code[b->pc]), NULL);
        return;
    }
    m->rest->pc = b->pc;
    rcy_give_up(m);
}

void rcy_run_briskly(rcy_machine *m, const rcy_beat *at, dado_move move)
{
    const rcy_program *const p = m->p;
    rcy_pace f;
    rcy_pace_begin(&f, m);
    for (;;) {
        const rcy_beat *const b = at;
        f.fuel += b->cost;
        switch ((rcy_beat_op)b->op) {
#define SURE(name) case beat_##name: rcy_beat_##name(&f, b); break;
#define ASKS(name) case beat_##name: if (rcy_beat_##name(&f, b)) goto jump; break;
#define DARES(name) case beat_##name: if (!rcy_beat_##name(&f, b)) goto unusual; break;
#define PICKS(name) case beat_##name: if (!rcy_beat_##name(&f, b)) goto plain_option; break;
#define LUCKY(name) case beat_##name: if (!rcy_beat_##name(&f, b)) goto no_luck; break;
#define TRAPS(name) \
    case beat_##name: \
        rcy_beat_##name(&f, b); \
        if (m->trap != trap_none) goto trapped; \
        break;
#define FLOW(name)
#include "recycle/beats.def"
        case beat_until:
            if (!rcy_beat_until(&f, b)) break;
            // fall through
        case beat_round:
            if (rcy_beat_round(&f, b)) goto jump;
            rcy_go_on(m, (uint32_t)p->code[b->pc].jump, NULL);
            return;
        case beat_choose: rcy_beat_choose(&f, b); return;
        case beat_finish:
            rcy_finish(m);
            if (m->trap != trap_none) goto trapped;
            return;
        case beat_hand_over:
            rcy_pace_settle(&f);
            rcy_go_on(m, b->pc, NULL);
            return;
        case beat_holds: {
            bool held = rcy_holds(m, b->node);
            if (m->trap != trap_none) goto trapped;
            if (held == b->flag) goto jump;
            break;
        }
        case beat_chosen: m->walk = walk_none; goto jump;
        case beat_lap:
        case beat_tally:
            if (rcy_roll(&f, b)) goto jump;
            return;
        default: __builtin_unreachable();
        }
        at++;
        continue;
    unusual:
        rcy_beat_act(&f, b);
        if (m->trap != trap_none) goto trapped;
        at++;
        continue;
    jump:
        at = p->beats + b->jump;
        continue;
    no_luck:
        rcy_rest_for_luck(m, b->pc);
        return;
    plain_option:  // nothing was done yet
        rcy_option_plainly(m, b, move);
        return;
    trapped:
        rcy_beats_trapped(m, b);
        return;
    }
}
