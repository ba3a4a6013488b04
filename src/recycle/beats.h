// beats.h - what each beat does, said once.
//
// A beat is small and does what is usual. The loop in brisk.c goes through a
// program beat by beat; native code is the same functions with the operands of
// each beat as constants, from which the C compiler makes what it can. So
// there is one definition of every beat, and nothing to keep in step. What
// follows from an answer is the caller's: beats.def says of which kind it is.
#pragma once

#include "recycle/brisk.h"

static RCY_INLINE void rcy_pace_begin(rcy_pace *f, rcy_machine *m, rcy_held *held)
{
    f->m = m;
    f->held = held;
    f->fuel = 0;
    f->left = 0;
    f->held->who[owner_none] = 0;
    f->held->who[owner_current] = m->cycle[0];
}

// The machine counts on from here, and may have changed whose turn it is when it comes back.
static RCY_INLINE void rcy_pace_settle(rcy_pace *f, const rcy_beat *b)
{
    f->m->fuel += f->fuel + b->spent;
    f->fuel = -b->spent;
}

static RCY_INLINE void rcy_pace_look(rcy_pace *f)
{
    f->held->who[owner_current] = f->m->cycle[0];
}

// The slots a beat is about.
static RCY_INLINE int32_t rcy_one(const rcy_pace *f, const rcy_beat *b)
{
    return b->a + f->held->who[b->who];
}

static RCY_INLINE int32_t rcy_other(const rcy_pace *f, const rcy_beat *b)
{
    return b->b + f->held->who[b->whose];
}

// --- flow ---

static RCY_INLINE void rcy_beat_enter(rcy_pace *f, const rcy_beat *b)
{
    (void)b;
    uint8_t *cycle = f->m->cycle;
    cycle[2] = cycle[0];
    cycle[3] = rcy_nobody_queued;
    f->m->cycle = cycle + 2;
}

static RCY_INLINE void rcy_beat_leave(rcy_pace *f, const rcy_beat *b)
{
    (void)b;
    f->m->cycle[0] = f->m->cycle[1] = 0;
    f->m->cycle -= 2;
    rcy_pace_look(f);
}

// Whether the stage goes on.
static RCY_INLINE bool rcy_beat_until(rcy_pace *f, const rcy_beat *b)
{
    if ((f->m->sto[b->a] == b->c) != b->flag) return true;
    f->fuel--;
    return false;
}

// The next pass of a stage. False if so much fuel is burnt that the machine had better count.
static RCY_INLINE bool rcy_beat_round(rcy_pace *f, const rcy_beat *b)
{
    rcy_advance(f->m->cycle, RCY_PLAYERS(f->m->p));
    rcy_pace_look(f);
    return f->m->fuel + f->fuel + b->spent + RCY_P(f->m)->longest <= rcy_most_fuel;
}

static RCY_INLINE void rcy_beat_choose(rcy_pace *f, const rcy_beat *b)
{
    f->m->rest->kind = rest_choice;
    f->m->rest->pc = b->pc;
}

static RCY_INLINE void rcy_rest_for_luck(rcy_machine *m, uint32_t pc)
{
    m->rest->kind = rest_luck;
    m->rest->outcomes = 0;
    m->rest->pc = pc;
}

static RCY_INLINE void rcy_row_of(const rcy_machine *m, const int32_t *sto, int32_t *row)
{
    if (RCY_P(m)->lowest_wins) {
        for (int i = 0; i < RCY_PLAYERS(m->p); i++) {
            row[i] = sto[i] == INT32_MIN ? INT32_MAX : -sto[i];
        }
    } else {
        for (int i = 0; i < RCY_PLAYERS(m->p); i++) row[i] = sto[i];
    }
}

static RCY_INLINE void rcy_save_row(rcy_machine *m, int32_t slot)
{
    rcy_row_of(m, m->sto + slot, (int32_t *)(void *)(m->state + RCY_AT(m->p, score)));
    m->rest->rounds++;
    m->lucky = false;
    m->row = true;
}

static RCY_INLINE void rcy_beat_save(rcy_pace *f, const rcy_beat *b)
{
    rcy_save_row(f->m, b->a);
}

static RCY_INLINE void rcy_beat_row(rcy_pace *f, const rcy_beat *b)
{
    f->m->rest->kind = rest_round;
    f->m->rest->pc = b->pc;
}

static RCY_INLINE void rcy_beat_row_and_luck(rcy_pace *f, const rcy_beat *b)
{
    rcy_rest_for_luck(f->m, b->pc);
    f->m->rest->kind = rest_round_and_luck;
}

// --- questions ---

static RCY_INLINE bool rcy_beat_sto_is(rcy_pace *f, const rcy_beat *b)
{
    return (f->m->sto[b->a] == b->c) == b->flag;
}

static RCY_INLINE bool rcy_beat_str_is(rcy_pace *f, const rcy_beat *b)
{
    return (f->m->str[rcy_one(f, b)] == b->c) == b->flag;
}

static RCY_INLINE bool rcy_beat_sto_against(rcy_pace *f, const rcy_beat *b)
{
    return rcy_compares(b->b, f->m->sto[rcy_one(f, b)], b->c) == b->flag;
}

static RCY_INLINE bool rcy_beat_sto_and_sto(rcy_pace *f, const rcy_beat *b)
{
    const int32_t *sto = f->m->sto;
    return rcy_compares(b->c, sto[rcy_one(f, b)], sto[rcy_other(f, b)]) == b->flag;
}

static RCY_INLINE bool rcy_beat_size(rcy_pace *f, const rcy_beat *b)
{
    return rcy_compares(b->b, rcy_place_size(f->m, rcy_one(f, b)), b->c) == b->flag;
}

static RCY_INLINE bool rcy_beat_size_bound(rcy_pace *f, const rcy_beat *b)
{
    return rcy_compares(b->b, rcy_count(f->m, &f->m->var[b->a].coll), b->c) == b->flag;
}

static RCY_INLINE bool rcy_beat_top_has(rcy_pace *f, const rcy_beat *b)
{
    int32_t top = rcy_top(f->m, rcy_one(f, b));
    int32_t string = top < 0 ? 0 : RCY_P(f->m)->attribute[b->b + top];
    return (string == b->c) == b->flag;
}

// --- storages ---

// False if a sum does not fit, and nothing was done about it.
static RCY_INLINE bool rcy_add(int32_t *slot, int32_t value)
{
    int32_t sum;
    if (__builtin_add_overflow(*slot, value, &sum)) return false;
    *slot = sum;
    return true;
}

static RCY_INLINE void rcy_beat_nothing(rcy_pace *f, const rcy_beat *b)
{
    (void)f;
    (void)b;
}

static RCY_INLINE void rcy_beat_set(rcy_pace *f, const rcy_beat *b)
{
    f->m->sto[rcy_one(f, b)] = b->c;
}

static RCY_INLINE void rcy_beat_set_sto(rcy_pace *f, const rcy_beat *b)
{
    f->m->sto[rcy_one(f, b)] = f->m->sto[rcy_other(f, b)];
}

static RCY_INLINE bool rcy_beat_add(rcy_pace *f, const rcy_beat *b)
{
    return rcy_add(&f->m->sto[rcy_one(f, b)], b->c);
}

static RCY_INLINE bool rcy_beat_add_sto(rcy_pace *f, const rcy_beat *b)
{
    int32_t value = f->m->sto[rcy_other(f, b)];
    if (value == INT32_MIN) return false;
    return rcy_add(&f->m->sto[rcy_one(f, b)], b->flag ? -value : value);
}

static RCY_INLINE bool rcy_beat_add_die(rcy_pace *f, const rcy_beat *b)
{
    return rcy_add(&f->m->sto[rcy_one(f, b)], f->m->die[b->c]);
}

static RCY_INLINE void rcy_beat_set_each(rcy_pace *f, const rcy_beat *b)
{
    int32_t *slot = f->m->sto + b->a;
    for (int32_t p = 0; p < RCY_PLAYERS(f->m->p); p++) {
        int32_t value = b->c;
        RCY_ONE_BY_ONE(value);
        slot[p] = value;
    }
}

// Numbers that are worked out before an act has them.
static RCY_INLINE void rcy_beat_sum(rcy_pace *f, const rcy_beat *b)
{
    int64_t x = f->m->sto[rcy_one(f, b)], y = f->m->sto[rcy_other(f, b)];
    f->held->value = b->flag ? x - y : x + y;
}

static RCY_INLINE void rcy_beat_work_out(rcy_pace *f, const rcy_beat *b)
{
    f->held->value = rcy_worth(f->m, b->node->z);
}

// False if it does not fit.
static RCY_INLINE bool rcy_beat_set_value(rcy_pace *f, const rcy_beat *b)
{
    if (f->held->value != (int32_t)f->held->value) return false;
    f->m->sto[rcy_one(f, b)] = (int32_t)f->held->value;
    return true;
}

static RCY_INLINE bool rcy_beat_add_value(rcy_pace *f, const rcy_beat *b)
{
    int32_t *slot = &f->m->sto[rcy_one(f, b)], sum;
    bool over = b->flag ? __builtin_sub_overflow(*slot, f->held->value, &sum)
                        : __builtin_add_overflow(*slot, f->held->value, &sum);
    if (!over) *slot = sum;
    return !over;
}

static RCY_INLINE void rcy_beat_say(rcy_pace *f, const rcy_beat *b)
{
    f->m->str[rcy_one(f, b)] = (uint16_t)b->c;
}

static RCY_INLINE void rcy_beat_say_attribute(rcy_pace *f, const rcy_beat *b)
{
    f->m->str[rcy_one(f, b)] = RCY_P(f->m)->attribute[b->b + f->m->var[b->c].value];
}

static RCY_INLINE void rcy_beat_say_value(rcy_pace *f, const rcy_beat *b)
{
    f->m->str[rcy_one(f, b)] = (uint16_t)f->held->value;
}

static RCY_INLINE void rcy_beat_map(rcy_pace *f, const rcy_beat *b)
{
    rcy_maps(f->m)[rcy_one(f, b)] = (uint16_t)b->c;
}

static RCY_INLINE void rcy_beat_map_words(rcy_pace *f, const rcy_beat *b)
{
    rcy_set_words(f->m, b->node, b->a);
}

// --- cards ---

static RCY_COLD void rcy_deal(rcy_machine *m, int32_t from, int32_t to, int32_t count)
{
    uint16_t *order = m->order;
    int32_t end = m->from[from + 1], target = m->from[to + 1];
    uint16_t held[rcy_most_dealt];
    for (int32_t i = 0; i < count; i++) held[i] = order[end - 1 - i];
    if (from < to) {
        rcy_slide_down(m, order + end - count, order + end, target - end);
        rcy_slide_down(m, order + target - count, held, count);
        for (int32_t p = from + 1; p <= to; p++) m->from[p] = (uint16_t)(m->from[p] - count);
    } else {
        rcy_slide_up(m, order + target + count, order + target, end - count - target);
        rcy_slide_down(m, order + target, held, count);
        for (int32_t p = to + 1; p <= from; p++) m->from[p] = (uint16_t)(m->from[p] + count);
    }
}

// The top cards of a place that every player has go to another, one after the other. In a trick
// everyone has played a card: then they lie next to each other, and go as they lie. False, and
// nothing was done, if it is not so.
static RCY_COLD bool rcy_sweep(rcy_machine *m, int32_t first, int32_t to)
{
    uint16_t *order = m->order, held[rcy_most_dealt];
    int32_t players = RCY_PLAYERS(m->p), from = m->from[first], target = m->from[to + 1];
    for (int32_t i = 1; i <= players; i++) {
        if (m->from[first + i] != from + i) return false;
    }
    int32_t between = target - from - players;
    if (between > 0) {
        memcpy(held, order + from, sizeof *order * (size_t)players);
        memmove(order + from, order + from + players, sizeof *order * (size_t)between);
        memcpy(order + target - players, held, sizeof *order * (size_t)players);
    }
    for (int32_t i = 1; i <= players; i++) m->from[first + i] = (uint16_t)from;
    for (int32_t p = first + players + 1; p <= to; p++) {
        m->from[p] = (uint16_t)(m->from[p] - players);
    }
    return true;
}

static RCY_COLD void rcy_shuffle(rcy_machine *m, uint16_t *cards, int32_t count)
{
    dado_quick luck = m->luck;
    for (int32_t i = count - 1; i >= 1; i--) {
        uint32_t k = dado_quick_below(&luck, (uint32_t)i + 1);
        uint16_t card = cards[i];
        cards[i] = cards[k];
        cards[k] = card;
    }
    m->luck = luck;
}

static RCY_COLD void rcy_throw(rcy_machine *m, int32_t which)
{
    const rcy_dice *dice = &m->p->dice[which];
    int32_t sum = 0;
    for (int i = 0; i < dice->count; i++) {
        uint32_t faces = (uint32_t)dice->faces[i];
        sum += 1 + (faces > 1 ? (int32_t)dado_quick_below(&m->luck, faces) : 0);
    }
    m->die[which] = sum;
}

// From wherever it is to the top of a place.
static RCY_INLINE void rcy_put_on_top(rcy_machine *m, int32_t at, int32_t from, int32_t to)
{
    rcy_transfer(m, at, from, to, rcy_place_size(m, to) - (from == to));
}

// The top card of a place goes to the top of another, past many cards.
static RCY_COLD bool rcy_move_far(rcy_machine *m, int32_t from, int32_t to)
{
    rcy_put_on_top(m, m->from[from + 1] - 1, from, to);
    return true;
}

// The same past any number of them. False if there is none. Where they are few, nothing is called.
static RCY_COLD bool rcy_move_top(rcy_machine *m, int32_t from, int32_t to)
{
    uint16_t *begins = m->from, *order = m->order;
    int32_t at = begins[from + 1] - 1, target = begins[to + 1];
    if (at < begins[from]) return false;
    uint16_t *here = order + at, card = *here;
    if (from < to) {
        uint16_t *there = order + target - 1;
        if (rcy_is_far(m, (int32_t)(there - here))) return rcy_move_far(m, from, to);
        for (; here < there; here++) {
            RCY_PLAINLY(here);
            here[0] = here[1];
        }
        *here = card;
        rcy_shift(begins, from + 1, to, -1);
    } else if (from > to) {
        uint16_t *there = order + target;
        if (rcy_is_far(m, (int32_t)(here - there))) return rcy_move_far(m, from, to);
        for (; here > there; here--) {
            RCY_PLAINLY(here);
            here[0] = here[-1];
        }
        *here = card;
        rcy_shift(begins, to + 1, from, 1);
    }
    return true;
}

static RCY_INLINE bool rcy_beat_move(rcy_pace *f, const rcy_beat *b)
{
    return rcy_move_top(f->m, rcy_one(f, b), rcy_other(f, b));
}

// Cards that were taken from below a place of everyone's go to the tops of these, one to each: what
// lies from `from` on, as far as these places reach, goes to `to`, which is as many cards lower.
static RCY_INLINE void rcy_hand_out(rcy_machine *m, uint16_t *to, int32_t from, int32_t place,
                                    const uint16_t *taken)
{
    const int32_t players = RCY_PLAYERS(m->p);
    const uint16_t *order = m->order;
    for (int32_t p = 0; p < players; p++) {
        int32_t end = m->from[place + p + 1];
        for (; from < end; from++) {
            uint16_t card = order[from];
            RCY_ONE_BY_ONE(card);
            *to++ = card;
        }
        *to++ = taken[p];
        m->from[place + p + 1] = (uint16_t)(end - (players - 1 - p));
    }
}

// Everyone has one card there, the first of them at `at`, and places before, from `first` on, none.
static RCY_INLINE void rcy_begin_one_by_one(rcy_machine *m, int32_t first, int32_t place,
                                            int32_t at)
{
    uint16_t *begins = m->from + first, *end = m->from + place;
    for (; begins <= end; begins++) {
        RCY_ONE_BY_ONE(begins);
        *begins = (uint16_t)at;
    }
    for (end += RCY_PLAYERS(m->p); begins < end; begins++) {
        RCY_ONE_BY_ONE(begins);
        *begins = (uint16_t)++at;
    }
}

// The top cards of a place go to the tops of another that everyone has, one to each. False, and
// nothing was done, if there are too few.
static RCY_COLD bool rcy_deal_each(rcy_machine *m, int32_t from, int32_t place)
{
    const int32_t players = RCY_PLAYERS(m->p), end = m->from[from + 1];
    uint16_t taken[rcy_most_dealt];
    if (end - m->from[from] < players) return false;
    if (m->from[place + players] == end) {  // none lies between or there: they are turned round
        uint16_t *low = m->order + end - players, *high = m->order + end - 1;
        for (; low < high; low++, high--) {
            uint16_t card = *low;
            RCY_ONE_BY_ONE(card);
            *low = *high;
            *high = card;
        }
        rcy_begin_one_by_one(m, from + 1, place, end - players);
        return true;
    }
    for (int32_t p = 0; p < players; p++) {
        uint16_t card = m->order[end - 1 - p];
        RCY_ONE_BY_ONE(card);
        taken[p] = card;
    }
    rcy_shift(m->from, from + 1, place, -players);
    rcy_hand_out(m, m->order + end - players, end, place, taken);
    return true;
}

// Everyone's top card of one place goes to the top of their own other one. False, and nothing was
// done, if somebody has none.
static RCY_COLD bool rcy_move_each(rcy_machine *m, int32_t first, int32_t place)
{
    const int32_t players = RCY_PLAYERS(m->p);
    uint16_t *begins = m->from + first, *order = m->order, taken[rcy_most_dealt];
    for (int32_t p = 0; p < players; p++) {
        if (begins[p] == begins[p + 1]) return false;
    }
    int32_t from = begins[0], to = from;
    if (m->from[place + players] == from + players) {  // these are all there are: they stay
        rcy_begin_one_by_one(m, first + 1, place, from);
        return true;
    }
    for (int32_t p = 0; p < players; p++) {
        int32_t top = begins[p + 1] - 1;
        for (; from < top; from++) {
            uint16_t card = order[from];
            RCY_ONE_BY_ONE(card);
            order[to++] = card;
        }
        taken[p] = order[from++];
        begins[p + 1] = (uint16_t)to;
    }
    rcy_shift(m->from, first + players + 1, place, -players);
    rcy_hand_out(m, order + to, from, place, taken);
    return true;
}

static RCY_INLINE bool rcy_beat_deal_each(rcy_pace *f, const rcy_beat *b)
{
    if (rcy_deal_each(f->m, b->a, b->b)) return true;
    f->fuel -= (uint32_t)b->c;  // the act counts its own
    return false;
}

static RCY_INLINE bool rcy_beat_move_each(rcy_pace *f, const rcy_beat *b)
{
    if (rcy_move_each(f->m, b->a, b->b)) return true;
    f->fuel -= (uint32_t)b->c;
    return false;
}

static RCY_INLINE void rcy_beat_move_picked(rcy_pace *f, const rcy_beat *b)
{
    rcy_put_on_top(f->m, f->m->picked, rcy_one(f, b), rcy_other(f, b));
}

static RCY_INLINE void rcy_beat_move_var(rcy_pace *f, const rcy_beat *b)
{
    int32_t from, card = (int32_t)f->m->var[b->c].value;
    int32_t at = rcy_find(f->m, b->node, card, &from);
    rcy_put_on_top(f->m, at, from, rcy_other(f, b));
}

static RCY_INLINE bool rcy_beat_deal(rcy_pace *f, const rcy_beat *b)
{
    int32_t from = rcy_one(f, b), to = rcy_other(f, b);
    if (rcy_place_size(f->m, from) >= b->c && from != to) {
        rcy_deal(f->m, from, to, b->c);
        return true;
    }
    f->fuel -= 1 + (uint32_t)b->c;  // the act counts its own
    return false;
}

static RCY_INLINE bool rcy_beat_drain(rcy_pace *f, const rcy_beat *b)
{
    int32_t from = rcy_one(f, b), to = rcy_other(f, b), all;
    if (from == to) {
        f->fuel--;
        return false;
    }
    while ((all = rcy_place_size(f->m, from)) > 0) {
        int32_t now = all < rcy_most_dealt ? all : rcy_most_dealt;
        rcy_deal(f->m, from, to, now);
        f->fuel += (uint32_t)now;
    }
    return true;
}

static RCY_INLINE bool rcy_beat_sweep(rcy_pace *f, const rcy_beat *b)
{
    if (rcy_sweep(f->m, b->a, rcy_other(f, b))) return true;
    f->fuel -= 1 + (uint32_t)RCY_PLAYERS(f->m->p);  // the act counts its own
    return false;
}

// --- luck ---

static RCY_INLINE bool rcy_beat_shuffle(rcy_pace *f, const rcy_beat *b)
{
    const uint16_t *begins = f->m->from + rcy_one(f, b);
    uint16_t *cards = f->m->order + begins[0];
    int32_t count = begins[1] - begins[0];
    if (count < 2) return true;
    if (!f->m->lucky) return false;
    if (f->m->p->fresh) rcy_straighten(cards, count);
    rcy_shuffle(f->m, cards, count);
    return true;
}

static RCY_INLINE bool rcy_beat_luck(rcy_pace *f, const rcy_beat *b)
{
    (void)b;
    return f->m->lucky;
}

static RCY_INLINE void rcy_beat_throw(rcy_pace *f, const rcy_beat *b)
{
    rcy_throw(f->m, b->a);
}

// --- turns, loops, lets ---

static RCY_INLINE void rcy_beat_cycle(rcy_pace *f, const rcy_beat *b)
{
    int64_t player = rcy_value(f->m, b->node->x);
    if (player == rcy_nobody) rcy_fault(f->m, 609, b->node->token);
    if (f->m->trap != trap_none) return;
    f->m->cycle[b->flag ? 0 : 1] = (uint8_t)player;
    rcy_pace_look(f);
}

static RCY_INLINE void rcy_beat_cycle_best(rcy_pace *f, const rcy_beat *b)
{
    int64_t player = rcy_owner_of_best(f->m, b->node->x);
    if (f->m->trap != trap_none) return;
    f->m->cycle[b->flag ? 0 : 1] = (uint8_t)player;
    rcy_pace_look(f);
}

static RCY_INLINE void rcy_beat_cycle_named(rcy_pace *f, const rcy_beat *b)
{
    f->m->cycle[b->flag ? 0 : 1] = rcy_named_player(b->a, f->m->cycle, RCY_PLAYERS(f->m->p));
    rcy_pace_look(f);
}

static RCY_INLINE void rcy_beat_next(rcy_pace *f, const rcy_beat *b)
{
    (void)b;
    f->held->who[owner_next] = rcy_named_player(turn_next, f->m->cycle, RCY_PLAYERS(f->m->p));
}

static RCY_INLINE void rcy_beat_find_best(rcy_pace *f, const rcy_beat *b)
{
    f->held->who[owner_found] = (int32_t)rcy_owner_of_best(f->m, b->node);
}

static RCY_INLINE void rcy_beat_find_team(rcy_pace *f, const rcy_beat *b)
{
    f->held->who[owner_found] = rcy_teams_now(f->m)->of[f->held->who[b->who]];
}

static RCY_INLINE void rcy_beat_each(rcy_pace *f, const rcy_beat *b)
{
    f->held->who[b->who] = 0;
    f->m->var[b->c].value = 0;
}

static RCY_INLINE bool rcy_beat_next_each(rcy_pace *f, const rcy_beat *b)
{
    if (++f->held->who[b->who] == RCY_PLAYERS(f->m->p)) return false;
    f->m->var[b->c].value = f->held->who[b->who];
    return true;
}

static RCY_INLINE void rcy_beat_repeat(rcy_pace *f, const rcy_beat *b)
{
    f->left = b->c;
}

static RCY_INLINE bool rcy_beat_next_repeat(rcy_pace *f, const rcy_beat *b)
{
    (void)b;
    return --f->left > 0;
}

static RCY_INLINE void rcy_beat_let(rcy_pace *f, const rcy_beat *b)
{
    f->held->marks[b->a] = rcy_mark_of(f->m);
    rcy_bind_let(f->m, b->node);
}

static RCY_INLINE void rcy_beat_end_let(rcy_pace *f, const rcy_beat *b)
{
    rcy_rewind(f->m, f->held->marks[b->a]);
}

// Whatever is unusual, or may draw.
static RCY_INLINE void rcy_beat_act(rcy_pace *f, const rcy_beat *b)
{
    rcy_pace_settle(f, b);
    rcy_act(f->m, b->node);
    rcy_pace_look(f);
}

// --- the option that was chosen ---

// The element an option names. False if there is none, or it could not be found out.
static RCY_OP bool rcy_pick(rcy_machine *m, const rcy_beat *b)
{
    const rcy_node *over = b->node->x;
    rcy_var *var = &m->var[b->node->var];
    rcy_coll c;
    if (over->op == OP_OTHERS) {
        uint64_t others = (uint64_t)RCY_PLAYERS(m->p) - 1;
        if (others == 0) return false;
        var->value = (int64_t)(m->path % others);
        var->value += var->value >= m->cycle[0];
        m->path /= others;
        return true;
    }
    if (over->spaces && over->op == OP_FILTER && !b->node->y->picks) {  // no path is left behind it
        var->value = rcy_nth_space(m, over->spaces, m->path);
        return var->value >= 0;
    }
    if (rcy_parts_plainly(m, over)) return rcy_pick_part(m, over, &var->coll);
    rcy_gather(m, over, &c);
    int32_t count = rcy_count(m, &c);
    if (m->trap != trap_none || count == 0) return false;
    int32_t k = (int32_t)(m->path % (uint64_t)count);
    m->path /= (uint64_t)count;
    rcy_element(m, &c, k, var);
    return m->trap == trap_none;
}

static RCY_INLINE bool rcy_beat_pick_place(rcy_pace *f, const rcy_beat *b)
{
    rcy_machine *m = f->m;
    int32_t place = rcy_one(f, b), at = m->from[place] + (int32_t)m->path;
    if (m->path >= (uint64_t)rcy_place_size(m, place)) return false;
    m->picked = at;
    m->var[b->c].value = m->order[at];
    return true;
}

static RCY_OP bool rcy_pick_filtered(rcy_machine *m, const rcy_beat *b)
{
    int32_t at = rcy_nth_of_filter(m, b->node->x, m->path);
    if (at < 0) return false;
    m->picked = at;
    m->var[b->c].value = m->order[at];
    return true;
}

static RCY_INLINE bool rcy_beat_pick_filter(rcy_pace *f, const rcy_beat *b)
{
    return rcy_pick_filtered(f->m, b);
}

// The same where a filter asks nothing but what a look at a card and a string tells.
static RCY_INLINE bool rcy_beat_pick_by_look(rcy_pace *f, const rcy_beat *b)
{
    return rcy_pick_filtered(f->m, b);
}

// What is left of an option asks for elements of its own.
static RCY_INLINE void rcy_beat_walk(rcy_pace *f, const rcy_beat *b)
{
    (void)b;
    f->m->walk = walk_run;
}

static RCY_INLINE bool rcy_beat_pick(rcy_pace *f, const rcy_beat *b)
{
    if (!rcy_pick(f->m, b)) return false;
    if (b->flag) f->held->who[b->who] = (int32_t)f->m->var[b->c].value;
    return true;
}
