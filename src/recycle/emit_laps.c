// emit_laps.c - rounds of nothing but dice, found among the beats of a program.
#include "recycle/brisk.h"
#include "recycle/emit.h"

// A stage that is one die thrown, added to a storage, and another storage counted up to the end.
static bool is_tally(const rcy_insn *i, int at, int left)
{
    if (left < 2 || i->op != OP_STEP || !i->throws) return false;
    if (i[1].op != OP_AGAIN || i[1].flag) return false;
    const rcy_node *n = i->x, *end = i[1].x;
    if (i[1].jump != at) return false;
    if (n->op != OP_DO || n->count != 3 || end->op != OP_STO_EQUALS || end->flag) return false;
    const rcy_node *sum = n->list[1], *count = n->list[2];
    return sum->op == OP_ADD && sum->z->op == OP_DIE && sum->z->a == n->list[0]->a &&
           count->op == OP_ADD && count->mode == mode_fixed && count->z->op == OP_CONST &&
           count->a == end->a && sum->a != count->a && end->value == (int32_t)end->value;
}

static void make_tally(const emitter *e, rcy_beat *beats, const rcy_insn *i)
{
    const rcy_node *n = i->x, *sum = n->list[1], *count = n->list[2];
    rcy_beat *b = &beats[i->beat];
    b->op = beat_tally;
    b->cost = 0;
    b->a = n->list[0]->a;
    b->who = sum->mode == mode_current ? owner_current : owner_none;
    b->b = (int32_t)(count->flag ? -count->z->value : count->z->value);
    b->c = e->dice[n->list[0]->a].faces[0];
    b->jump = i[2].beat;
}

static bool only_counts(const rcy_beat *beats, const rcy_insn *i)
{
    for (int b = i->beat; b < i[1].beat; b++) {
        if (beats[b].op != beat_set && beats[b].op != beat_add) return false;
    }
    return true;
}

// A tally with a stage around it that counts and saves the round and passes the turn on.
static bool is_lap(const rcy_beat *beats, const rcy_insn *i, int before, int left)
{
    static const uint8_t form[] = { OP_ENTER, OP_SKIP_IF, OP_STEP, OP_AGAIN, OP_LEAVE, OP_STEP,
                                    OP_STEP, OP_STEP, OP_AGAIN };
    _Static_assert(sizeof form == lap_after - lap_enter, "one for each instruction of a lap");
    if (before < -lap_enter || left < lap_after) return false;
    for (int k = lap_enter; k < lap_after; k++) {
        if (i[k].op != form[k - lap_enter] || i[k].flag) return false;
    }
    const rcy_insn *count = &i[lap_count], *turn = &i[lap_turn];
    return count->quick && !count->throws && only_counts(beats, count) &&
           i[lap_save].x->op == OP_SAVE && turn->x->op == OP_CYCLE &&
           turn->x->a != turn_worked_out && turn->ahead &&
           i[lap_over].jump == before + lap_enter && i[lap_skip].x->op == OP_STO_EQUALS &&
           i[lap_over].x->op == OP_STO_EQUALS;
}

void rcy_emit_laps(const emitter *e, rcy_beat *beats)
{
    const rcy_program *p = e->p;
    for (int k = 0; k < p->code_count; k++) {
        const rcy_insn *i = &e->code[k];
        if (!is_tally(i, k, p->code_count - k)) continue;
        make_tally(e, beats, i);
        if (is_lap(beats, i, k, p->code_count - k)) beats[i->beat].op = beat_lap;
    }
}
