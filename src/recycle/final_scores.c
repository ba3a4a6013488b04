// final_scores.c - computes the scores of all players and their ranking at the end of a
// match.
#include <string.h>

#include "recycle/bytecode_interpreter.h"

#ifndef RCY_NATIVE_UNIT
// Compares two players by their scoring keys, of which the first counts most. Returns a
// positive number if `a` ranks before `b`.
static int compare_keys(const rcy_program *p, const int64_t *a, const int64_t *b)
{
    for (int k = 0; k < p->key_count; k++) {
        if (a[k] == b[k]) continue;
        return (a[k] < b[k]) == (p->least_first >> k & 1) ? 1 : -1;
    }
    return 0;
}

// Computes the places of all players by several keys, or by who wins: all winners share
// the first place.
void rcy_find_ranking(rcy_machine *m)
{
    enum { most_keys = 32 };
    const rcy_program *p = m->p;
    int64_t key[64][most_keys];
    bool won[64];
    uint8_t fresh[2] = { 0, rcy_nobody_queued }, *cycle = m->cycle, *place = m->state + p->at_place;
    int winners = 0;
    m->cycle = fresh;
    for (int i = 0; i < p->players && m->trap == trap_none; i++) {
        fresh[0] = (uint8_t)i;
        for (int k = 0; k < p->key_count; k++) key[i][k] = rcy_value(m, p->ranked_by[k]);
        won[i] = p->win && rcy_value(m, p->win);
        winners += won[i];
    }
    m->cycle = cycle;
    if (m->trap != trap_none) return;
    for (int i = 0; i < p->players; i++) {
        int better = p->win && winners == 0 ? 1 : winners;
        for (int k = 0; k < p->players && !p->one_side; k++) {
            better += !won[k] && compare_keys(p, key[k], key[i]) > 0;
        }
        place[i] = (uint8_t)(won[i] ? 0 : p->one_side ? 1 : better);
    }
}
#endif

// Computes scores that are not plain storages.
static RCY_PART void work_out_scores(rcy_machine *m, int64_t *score)
{
    const rcy_node *scoring = RCY_SCORING(m);
    uint8_t fresh[2] = { 0, rcy_nobody_queued }, *cycle = m->cycle;
    m->cycle = fresh;
    for (int i = 0; i < RCY_P(m)->players && m->trap == trap_none; i++) {
        fresh[0] = (uint8_t)i;
        score[i] = rcy_value_inline(m, scoring);
    }
    m->cycle = cycle;
}

// Reads scores that are plain storages.
static RCY_PART void read_scores(const rcy_machine *m, int64_t *score)
{
    for (int i = 0; i < RCY_PLAYERS(m->p); i++) {
        int64_t own = rcy_storage_score(RCY_P(m), m->sto, i);
        RCY_NO_VECTORIZE_SUM(own);
        score[i] = own;
    }
}

// Turns scores into the form in which they are ranked. Returns false if one does not fit.
static RCY_PART bool rank_scores(const rcy_machine *m, int64_t *score)
{
    int64_t beyond = 0;
    for (int i = 0; i < RCY_PLAYERS(m->p); i++) {
        int64_t ranked = rcy_ranked(RCY_P(m), score[i]);
        RCY_NO_VECTORIZE_SUM(ranked);
        score[i] = ranked;
        beyond |= ranked ^ (int32_t)ranked;
    }
    return beyond == 0;
}

// Ends the match for good, and clears what the flow kept in the state.
static RCY_INLINE void end_flow(rcy_machine *m)
{
    for (int i = 0; i < RCY_P(m)->kept; i++) rcy_kept(m)[i] = 0;
    rcy_pause *r = m->pause;
    r->pending = r->luck = r->span = 0;
    r->outcomes = 0;
    r->kind = pause_over;
    r->pc = 0;
    const int cycles = RCY_P(m)->depth + RCY_P(m)->team_depth;
    uint8_t *cycle = m->state + RCY_P(m)->at_cycle, none[2] = { 0, 0 };
    for (int i = 0; i < cycles; i++, cycle += sizeof none) {
        RCY_NO_VECTORIZE_SUM(cycle);
        memcpy(cycle, none, sizeof none);
    }
}

static RCY_INLINE void end_with(rcy_machine *m, const int64_t *score)
{
    int32_t *row = (int32_t *)(void *)(m->state + RCY_AT(m->p, score));
    for (int i = 0; i < RCY_PLAYERS(m->p); i++) {
        int32_t own = (int32_t)score[i];
        RCY_NO_VECTORIZE_SUM(own);
        row[i] = own;
    }
    end_flow(m);
}

#ifndef RCY_NATIVE_UNIT
static RCY_COLD bool finish_with_storages(rcy_machine *m)
{
    int64_t score[64];
    read_scores(m, score);
    if (!rank_scores(m, score)) return false;
    end_with(m, score);
    return true;
}

bool rcy_finish_by_storages(rcy_machine *m)
{
    const rcy_program *p = m->p;
    if (p->score_slot < 0 || p->placed) return false;
    if (p->minus_slot < 0 || p->lowest_wins) return finish_with_storages(m);
    const int32_t *own = m->sto + p->score_slot, *minus = m->sto + p->minus_slot;
    int32_t *row = (int32_t *)(void *)(m->state + p->at_score);
    const int players = p->players;
    bool over = false;
    for (int i = 0; i < players; i++) {  // as in rcy_storage_score and rcy_ranked
        int32_t score;
        over |= __builtin_sub_overflow(own[i], minus[i], &score);
        RCY_NO_VECTORIZE(score);
        row[i] = score;
    }
    if (over) {  // at the end of a match, no row of scores waits to be read
        for (int i = 0; i < players; i++) row[i] = 0;
        return false;
    }
    end_flow(m);
    return true;
}
#endif

RCY_SHARED void rcy_finish(rcy_machine *m)
{
    int64_t score[64];
    if (RCY_P(m)->score_slot >= 0) read_scores(m, score);
    else work_out_scores(m, score);
    if (m->trap != trap_none) return;
    if (!rank_scores(m, score)) {
        rcy_fault(m, 607, RCY_SCORING(m)->token);
        return;
    }
#ifndef RCY_NATIVE_UNIT  // native code stops before this
    if (m->p->placed) rcy_find_ranking(m);
#endif
    if (m->trap != trap_none) return;
    end_with(m, score);
}
