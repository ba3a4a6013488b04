// bytecode_op_functions.h - implements each bytecode.
//
// A bytecode does the usual case of an act, with numbers as operands. The loop in
// bytecode_interpreter.c calls these functions one after the other; compiled native code
// calls the same functions with constant operands. So both share one definition of every
// bytecode. The plain evaluator (execute_acts.c, evaluate_expressions.c) defines what an
// act does, and tests play all three side by side. bytecode_opcodes.def says how the
// caller continues after each.
#pragma once

#include "recycle/bytecode_interpreter.h"

static RCY_INLINE void rcy_bytecode_frame_begin(rcy_bytecode_frame *f, rcy_machine *m,
                                                rcy_bytecode_registers *held)
{
    f->m = m;
    f->held = held;
    f->fuel = 0;
    f->left = 0;
    f->held->who[owner_none] = 0;
    f->held->who[owner_current] = m->cycle[0];
}

// Adds the counted fuel to the machine's before the machine takes over. The machine may
// change whose turn it is, so the frame must be reloaded afterwards.
static RCY_INLINE void rcy_bytecode_frame_flush(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    f->m->fuel += f->fuel + b->spent;
    f->fuel = -b->spent;
}

static RCY_INLINE void rcy_bytecode_frame_reload(rcy_bytecode_frame *f)
{
    f->held->who[owner_current] = f->m->cycle[0];
}

// Returns the slot that operand a, or b, of a bytecode refers to.
static RCY_INLINE int32_t rcy_slot_a(const rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    return b->a + f->held->who[b->who];
}

static RCY_INLINE int32_t rcy_slot_b(const rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    return b->b + f->held->who[b->whose];
}

// --- flow ---

static RCY_INLINE void rcy_bytecode_enter(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    (void)b;
    uint8_t *cycle = f->m->cycle;
    cycle[2] = cycle[0];
    cycle[3] = rcy_nobody_queued;
    f->m->cycle = cycle + 2;
}

static RCY_INLINE void rcy_bytecode_leave(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    (void)b;
    f->m->cycle[0] = f->m->cycle[1] = 0;
    f->m->cycle -= 2;
    rcy_bytecode_frame_reload(f);
}

// Returns whether the stage continues.
static RCY_INLINE bool rcy_bytecode_until(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    if ((f->m->sto[b->a] == b->c) != b->flag) return true;
    f->fuel--;
    return false;
}

// Begins the next pass of a stage. Returns false if so much fuel is used that the machine
// must do the counting.
static RCY_INLINE bool rcy_bytecode_round(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    rcy_advance(f->m->cycle, RCY_PLAYERS(f->m->p));
    rcy_bytecode_frame_reload(f);
    return f->m->fuel + f->fuel + b->spent + RCY_P(f->m)->longest <= rcy_most_fuel;
}

static RCY_INLINE void rcy_bytecode_choose(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    f->m->pause->kind = pause_choice;
    f->m->pause->pc = b->pc;
}

static RCY_INLINE void rcy_pause_for_chance(rcy_machine *m, uint32_t pc)
{
    m->pause->kind = pause_chance;
    m->pause->outcomes = 0;
    m->pause->pc = pc;
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
    m->pause->rounds++;
    m->has_seed = false;
    m->row = true;
}

static RCY_INLINE void rcy_bytecode_save(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    rcy_save_row(f->m, b->a);
}

static RCY_INLINE void rcy_bytecode_row(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    f->m->pause->kind = pause_round;
    f->m->pause->pc = b->pc;
}

static RCY_INLINE void rcy_bytecode_row_and_luck(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    rcy_pause_for_chance(f->m, b->pc);
    f->m->pause->kind = pause_round_and_chance;
}

// --- conditions ---

static RCY_INLINE bool rcy_bytecode_sto_is(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    return (f->m->sto[b->a] == b->c) == b->flag;
}

static RCY_INLINE bool rcy_bytecode_str_is(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    return (f->m->str[rcy_slot_a(f, b)] == b->c) == b->flag;
}

static RCY_INLINE bool rcy_bytecode_sto_against(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    return rcy_compares(b->b, f->m->sto[rcy_slot_a(f, b)], b->c) == b->flag;
}

static RCY_INLINE bool rcy_bytecode_sto_and_sto(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    const int32_t *sto = f->m->sto;
    return rcy_compares(b->c, sto[rcy_slot_a(f, b)], sto[rcy_slot_b(f, b)]) == b->flag;
}

static RCY_INLINE bool rcy_bytecode_size(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    return rcy_compares(b->b, rcy_place_size(f->m, rcy_slot_a(f, b)), b->c) == b->flag;
}

static RCY_INLINE bool rcy_bytecode_size_bound(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    return rcy_compares(b->b, rcy_count(f->m, &f->m->var[b->a].coll), b->c) == b->flag;
}

static RCY_INLINE bool rcy_bytecode_top_has(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    int32_t top = rcy_top(f->m, rcy_slot_a(f, b));
    int32_t string = top < 0 ? 0 : RCY_P(f->m)->attribute[b->b + top];
    return (string == b->c) == b->flag;
}

// --- storages ---

// Adds to a slot. Returns false, and changes nothing, if the sum overflows.
static RCY_INLINE bool rcy_add(int32_t *slot, int32_t value)
{
    int32_t sum;
    if (__builtin_add_overflow(*slot, value, &sum)) return false;
    *slot = sum;
    return true;
}

static RCY_INLINE void rcy_bytecode_nothing(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    (void)f;
    (void)b;
}

static RCY_INLINE void rcy_bytecode_set(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    f->m->sto[rcy_slot_a(f, b)] = b->c;
}

static RCY_INLINE void rcy_bytecode_set_sto(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    f->m->sto[rcy_slot_a(f, b)] = f->m->sto[rcy_slot_b(f, b)];
}

static RCY_INLINE bool rcy_bytecode_add(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    return rcy_add(&f->m->sto[rcy_slot_a(f, b)], b->c);
}

static RCY_INLINE bool rcy_bytecode_add_sto(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    int32_t value = f->m->sto[rcy_slot_b(f, b)];
    if (value == INT32_MIN) return false;
    return rcy_add(&f->m->sto[rcy_slot_a(f, b)], b->flag ? -value : value);
}

static RCY_INLINE bool rcy_bytecode_add_die(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    return rcy_add(&f->m->sto[rcy_slot_a(f, b)], f->m->die[b->c]);
}

static RCY_INLINE void rcy_bytecode_set_each(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    int32_t *slot = f->m->sto + b->a;
    for (int32_t p = 0; p < RCY_PLAYERS(f->m->p); p++) {
        int32_t value = b->c;
        RCY_NO_VECTORIZE_SUM(value);
        slot[p] = value;
    }
}

// Computes a number that a following act uses.
static RCY_INLINE void rcy_bytecode_sum(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    int64_t x = f->m->sto[rcy_slot_a(f, b)], y = f->m->sto[rcy_slot_b(f, b)];
    f->held->value = b->flag ? x - y : x + y;
}

static RCY_INLINE void rcy_bytecode_work_out(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    f->held->value = rcy_value_inline(f->m, b->node->z);
}

// Stores the computed number in a slot. Returns false if it does not fit.
static RCY_INLINE bool rcy_bytecode_set_value(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    if (f->held->value != (int32_t)f->held->value) return false;
    f->m->sto[rcy_slot_a(f, b)] = (int32_t)f->held->value;
    return true;
}

static RCY_INLINE bool rcy_bytecode_add_value(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    int32_t *slot = &f->m->sto[rcy_slot_a(f, b)], sum;
    bool over = b->flag ? __builtin_sub_overflow(*slot, f->held->value, &sum)
                        : __builtin_add_overflow(*slot, f->held->value, &sum);
    if (!over) *slot = sum;
    return !over;
}

static RCY_INLINE void rcy_bytecode_set_string(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    f->m->str[rcy_slot_a(f, b)] = (uint16_t)b->c;
}

static RCY_INLINE void rcy_bytecode_set_string_attribute(rcy_bytecode_frame *f,
                                                         const rcy_bytecode *b)
{
    f->m->str[rcy_slot_a(f, b)] = RCY_P(f->m)->attribute[b->b + f->m->var[b->c].value];
}

static RCY_INLINE void rcy_bytecode_set_string_value(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    f->m->str[rcy_slot_a(f, b)] = (uint16_t)f->held->value;
}

static RCY_INLINE void rcy_bytecode_map(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    rcy_maps(f->m)[rcy_slot_a(f, b)] = (uint16_t)b->c;
}

static RCY_INLINE void rcy_bytecode_map_words(rcy_bytecode_frame *f, const rcy_bytecode *b)
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

// Moves the top card of each player's place, from `first` on, to the place `to`. It works
// only if each of these places has exactly one card, as in a trick: the cards then lie next
// to each other and keep their order. In other cases it returns false and changes nothing.
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
    dado_fast_rng luck = m->luck;
    for (int32_t i = count - 1; i >= 1; i--) {
        uint32_t k = dado_fast_rng_below(&luck, (uint32_t)i + 1);
        uint16_t card = cards[i];
        cards[i] = cards[k];
        cards[k] = card;
    }
    m->luck = luck;
    rcy_count_shuffle(m, cards, count);
}

static RCY_COLD void rcy_throw(rcy_machine *m, int32_t which)
{
    const rcy_dice *dice = &m->p->dice[which];
    int32_t sum = 0;
    for (int i = 0; i < dice->count; i++) {
        uint32_t faces = (uint32_t)dice->faces[i];
        sum += 1 + (faces > 1 ? (int32_t)dado_fast_rng_below(&m->luck, faces) : 0);
    }
    m->die[which] = sum;
}

// Moves a card from wherever it is to the top of a place.
static RCY_INLINE void rcy_put_on_top(rcy_machine *m, int32_t at, int32_t from, int32_t to)
{
    rcy_transfer(m, at, from, to, rcy_place_size(m, to) - (from == to));
}

// Moves the top card of a place to the top of another, where many cards lie between.
static RCY_COLD bool rcy_move_far(rcy_machine *m, int32_t from, int32_t to)
{
    rcy_put_on_top(m, m->from[from + 1] - 1, from, to);
    return true;
}

// Moves the top card of a place to the top of another. Returns false if there is none. If
// few cards lie between, they are shifted here without a call.
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
            RCY_NO_VECTORIZE(here);
            here[0] = here[1];
        }
        *here = card;
        rcy_shift(begins, from + 1, to, -1);
    } else if (from > to) {
        uint16_t *there = order + target;
        if (rcy_is_far(m, (int32_t)(here - there))) return rcy_move_far(m, from, to);
        for (; here > there; here--) {
            RCY_NO_VECTORIZE(here);
            here[0] = here[-1];
        }
        *here = card;
        rcy_shift(begins, to + 1, from, 1);
    }
    return true;
}

static RCY_INLINE bool rcy_bytecode_move(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    return rcy_move_top(f->m, rcy_slot_a(f, b), rcy_slot_b(f, b));
}

// Puts one card from `taken` on top of each player's place. The cards of these places,
// from the index `from` on, move down to `to`, which lies as many cards lower as were
// taken.
static RCY_INLINE void rcy_deal_one_each(rcy_machine *m, uint16_t *to, int32_t from, int32_t place,
                                         const uint16_t *taken)
{
    const int32_t players = RCY_PLAYERS(m->p);
    const uint16_t *order = m->order;
    for (int32_t p = 0; p < players; p++) {
        int32_t end = m->from[place + p + 1];
        for (; from < end; from++) {
            uint16_t card = order[from];
            RCY_NO_VECTORIZE_SUM(card);
            *to++ = card;
        }
        *to++ = taken[p];
        m->from[place + p + 1] = (uint16_t)(end - (players - 1 - p));
    }
}

// Sets the bounds of places after a deal: every player has one card, the first of them at
// `at`, and the places from `first` up to them are empty.
static RCY_INLINE void rcy_set_one_card_places(rcy_machine *m, int32_t first, int32_t place,
                                               int32_t at)
{
    uint16_t *begins = m->from + first, *end = m->from + place;
    for (; begins <= end; begins++) {
        RCY_NO_VECTORIZE_SUM(begins);
        *begins = (uint16_t)at;
    }
    for (end += RCY_PLAYERS(m->p); begins < end; begins++) {
        RCY_NO_VECTORIZE_SUM(begins);
        *begins = (uint16_t)++at;
    }
}

// Deals the top cards of a place to everyone's place, one to each. Returns false, and
// does nothing, if there are too few.
static RCY_COLD bool rcy_deal_each(rcy_machine *m, int32_t from, int32_t place)
{
    const int32_t players = RCY_PLAYERS(m->p), end = m->from[from + 1];
    uint16_t taken[rcy_most_dealt];
    if (end - m->from[from] < players) return false;
    // the cards are next to where they go: only their order is reversed
    if (m->from[place + players] == end) {
        uint16_t *low = m->order + end - players, *high = m->order + end - 1;
        for (; low < high; low++, high--) {
            uint16_t card = *low;
            RCY_NO_VECTORIZE_SUM(card);
            *low = *high;
            *high = card;
        }
        rcy_set_one_card_places(m, from + 1, place, end - players);
        return true;
    }
    for (int32_t p = 0; p < players; p++) {
        uint16_t card = m->order[end - 1 - p];
        RCY_NO_VECTORIZE_SUM(card);
        taken[p] = card;
    }
    rcy_shift(m->from, from + 1, place, -players);
    rcy_deal_one_each(m, m->order + end - players, end, place, taken);
    return true;
}

// Moves everyone's top card from one place to the top of another place of the same
// player. Returns false, and does nothing, if somebody has none.
static RCY_COLD bool rcy_move_each(rcy_machine *m, int32_t first, int32_t place)
{
    const int32_t players = RCY_PLAYERS(m->p);
    uint16_t *begins = m->from + first, *order = m->order, taken[rcy_most_dealt];
    for (int32_t p = 0; p < players; p++) {
        if (begins[p] == begins[p + 1]) return false;
    }
    int32_t from = begins[0], to = from;
    // these are all cards there are: they stay where they are
    if (m->from[place + players] == from + players) {
        rcy_set_one_card_places(m, first + 1, place, from);
        return true;
    }
    for (int32_t p = 0; p < players; p++) {
        int32_t top = begins[p + 1] - 1;
        for (; from < top; from++) {
            uint16_t card = order[from];
            RCY_NO_VECTORIZE_SUM(card);
            order[to++] = card;
        }
        taken[p] = order[from++];
        begins[p + 1] = (uint16_t)to;
    }
    rcy_shift(m->from, first + players + 1, place, -players);
    rcy_deal_one_each(m, order + to, from, place, taken);
    return true;
}

static RCY_INLINE bool rcy_bytecode_deal_each(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    if (rcy_deal_each(f->m, b->a, b->b)) return true;
    f->fuel -= (uint32_t)b->c;  // the act counts its own fuel
    return false;
}

static RCY_INLINE bool rcy_bytecode_move_each(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    if (rcy_move_each(f->m, b->a, b->b)) return true;
    f->fuel -= (uint32_t)b->c;
    return false;
}

static RCY_INLINE void rcy_bytecode_move_picked(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    rcy_put_on_top(f->m, f->m->picked, rcy_slot_a(f, b), rcy_slot_b(f, b));
}

static RCY_INLINE void rcy_bytecode_move_var(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    int32_t from, card = (int32_t)f->m->var[b->c].value;
    int32_t at = rcy_find_moved_card(f->m, b->node, card, &from);
    rcy_put_on_top(f->m, at, from, rcy_slot_b(f, b));
}

static RCY_INLINE bool rcy_bytecode_deal(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    int32_t from = rcy_slot_a(f, b), to = rcy_slot_b(f, b);
    if (rcy_place_size(f->m, from) >= b->c && from != to) {
        rcy_deal(f->m, from, to, b->c);
        return true;
    }
    f->fuel -= 1 + (uint32_t)b->c;  // the act counts its own fuel
    return false;
}

static RCY_INLINE bool rcy_bytecode_drain(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    int32_t from = rcy_slot_a(f, b), to = rcy_slot_b(f, b), all;
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

static RCY_INLINE bool rcy_bytecode_sweep(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    if (rcy_sweep(f->m, b->a, rcy_slot_b(f, b))) return true;
    f->fuel -= 1 + (uint32_t)RCY_PLAYERS(f->m->p);  // the act counts its own fuel
    return false;
}

// --- chance ---

static RCY_INLINE bool rcy_bytecode_shuffle(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    const uint16_t *begins = f->m->from + rcy_slot_a(f, b);
    uint16_t *cards = f->m->order + begins[0];
    int32_t count = begins[1] - begins[0];
    if (count < 2) return true;
    if (!f->m->has_seed) return false;
    if (f->m->p->fresh) rcy_sort_cards(cards, count);
    rcy_shuffle(f->m, cards, count);
    return true;
}

static RCY_INLINE bool rcy_bytecode_luck(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    (void)b;
    return f->m->has_seed;
}

static RCY_INLINE void rcy_bytecode_throw(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    rcy_throw(f->m, b->a);
}

// --- turns, loops, lets ---

static RCY_INLINE void rcy_bytecode_cycle(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    int64_t player = rcy_value(f->m, b->node->x);
    if (player == rcy_nobody) rcy_fault(f->m, 609, b->node->token);
    if (f->m->trap != trap_none) return;
    f->m->cycle[b->flag ? 0 : 1] = (uint8_t)player;
    rcy_bytecode_frame_reload(f);
}

static RCY_INLINE void rcy_bytecode_cycle_best(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    int64_t player = rcy_owner_of_best(f->m, b->node->x);
    if (f->m->trap != trap_none) return;
    f->m->cycle[b->flag ? 0 : 1] = (uint8_t)player;
    rcy_bytecode_frame_reload(f);
}

static RCY_INLINE void rcy_bytecode_cycle_named(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    f->m->cycle[b->flag ? 0 : 1] = rcy_named_player(b->a, f->m->cycle, RCY_PLAYERS(f->m->p));
    rcy_bytecode_frame_reload(f);
}

static RCY_INLINE void rcy_bytecode_next(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    (void)b;
    f->held->who[owner_next] = rcy_named_player(turn_next, f->m->cycle, RCY_PLAYERS(f->m->p));
}

static RCY_INLINE void rcy_bytecode_find_best(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    f->held->who[owner_found] = (int32_t)rcy_owner_of_best(f->m, b->node);
}

static RCY_INLINE void rcy_bytecode_find_team(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    f->held->who[owner_found] = rcy_teams_now(f->m)->of[f->held->who[b->who]];
}

static RCY_INLINE void rcy_bytecode_each(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    f->held->who[b->who] = 0;
    f->m->var[b->c].value = 0;
}

static RCY_INLINE bool rcy_bytecode_next_each(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    if (++f->held->who[b->who] == RCY_PLAYERS(f->m->p)) return false;
    f->m->var[b->c].value = f->held->who[b->who];
    return true;
}

static RCY_INLINE void rcy_bytecode_repeat(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    f->left = b->c;
}

static RCY_INLINE bool rcy_bytecode_next_repeat(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    (void)b;
    return --f->left > 0;
}

static RCY_INLINE void rcy_bytecode_let(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    f->held->marks[b->a] = rcy_mark_of(f->m);
    rcy_bind_let(f->m, b->node);
}

static RCY_INLINE void rcy_bytecode_end_let(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    rcy_rewind(f->m, f->held->marks[b->a]);
}

// Lets the machine execute an act that is unusual or may need random bits.
static RCY_INLINE void rcy_bytecode_act(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    rcy_bytecode_frame_flush(f, b);
    rcy_act(f->m, b->node);
    rcy_bytecode_frame_reload(f);
}

// --- the option that was chosen ---

// Sets the variable to the element that an option names. Returns false if there is none,
// or if evaluating it failed.
static RCY_OP bool rcy_pick(rcy_machine *m, const rcy_bytecode *b)
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
    // no further choice follows
    if (over->spaces && over->op == OP_FILTER && !b->node->y->picks) {
        var->value = rcy_nth_space(m, over->spaces, m->path);
        return var->value >= 0;
    }
    if (rcy_parts_are_plain(m, over)) return rcy_pick_part(m, over, &var->coll);
    rcy_gather(m, over, &c);
    int32_t count = rcy_count(m, &c);
    if (m->trap != trap_none || count == 0) return false;
    int32_t k = (int32_t)(m->path % (uint64_t)count);
    m->path /= (uint64_t)count;
    rcy_element(m, &c, k, var);
    return m->trap == trap_none;
}

static RCY_INLINE bool rcy_bytecode_pick_place(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    rcy_machine *m = f->m;
    int32_t place = rcy_slot_a(f, b), at = m->from[place] + (int32_t)m->path;
    if (m->path >= (uint64_t)rcy_place_size(m, place)) return false;
    m->picked = at;
    m->var[b->c].value = m->order[at];
    return true;
}

static RCY_OP bool rcy_pick_filtered(rcy_machine *m, const rcy_bytecode *b)
{
    int32_t at = rcy_nth_of_filter(m, b->node->x, m->path);
    if (at < 0) return false;
    m->picked = at;
    m->var[b->c].value = m->order[at];
    return true;
}

static RCY_INLINE bool rcy_bytecode_pick_filter(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    return rcy_pick_filtered(f->m, b);
}

// Picks an element where the filter compares only the look of a card with a string.
static RCY_INLINE bool rcy_bytecode_pick_by_look(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    return rcy_pick_filtered(f->m, b);
}

// Lets the machine execute the rest of an option, which has more elements to pick.
static RCY_INLINE void rcy_bytecode_walk(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    (void)b;
    f->m->path_mode = path_run;
}

static RCY_INLINE bool rcy_bytecode_pick(rcy_bytecode_frame *f, const rcy_bytecode *b)
{
    if (!rcy_pick(f->m, b)) return false;
    if (b->flag) f->held->who[b->who] = (int32_t)f->m->var[b->c].value;
    return true;
}
