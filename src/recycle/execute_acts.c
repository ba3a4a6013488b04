// execute_acts.c - executes acts, which are all that changes a state.
//
// Each act evaluates its operands first, checks the trap, and only then writes. So an act
// that fails, or finds no random bits, has done nothing.
#include <string.h>

#include "recycle/machine_inlines.h"

static bool trapped(const rcy_machine *m)
{
    return m->trap != trap_none;
}

RCY_SHARED void rcy_act_done(rcy_machine *m, const rcy_node *n)
{
    m->acts_done++;
    if (RCY_HOOKS(m)) RCY_HOOKS(m)->act(RCY_HOOKS(m), m, n);
}

static RCY_PART void set_int(rcy_machine *m, const rcy_node *n)
{
    int32_t slot = rcy_slot(m, n, slot_sto);
    int64_t value = rcy_value_inline(m, n->z);
    if (trapped(m)) return;
    if (value != (int32_t)value) {
        rcy_fault(m, 607, n->token);
        return;
    }
    m->sto[slot] = (int32_t)value;
    rcy_act_done(m, n);
}

static RCY_PART void increase(rcy_machine *m, const rcy_node *n)
{
    int32_t slot = rcy_slot(m, n, slot_sto);
    int64_t value = rcy_value_inline(m, n->z), sum = 0;
    if (trapped(m)) return;
    bool over = n->flag ? __builtin_sub_overflow((int64_t)m->sto[slot], value, &sum)
                        : __builtin_add_overflow((int64_t)m->sto[slot], value, &sum);
    if (over || sum != (int32_t)sum) {
        rcy_fault(m, 607, n->token);
        return;
    }
    m->sto[slot] = (int32_t)sum;
    rcy_act_done(m, n);
}

static RCY_PART void set_str(rcy_machine *m, const rcy_node *n)
{
    int32_t slot = rcy_slot(m, n, slot_str);
    int64_t value = rcy_value(m, n->z);
    if (trapped(m)) return;
    m->str[slot] = (uint16_t)value;
    rcy_act_done(m, n);
}

// Sets a map whose words are storages of the game, which cannot fail, and that has no
// awards.
RCY_SHARED void rcy_set_words(rcy_machine *m, const rcy_node *n, int32_t slot)
{
    const rcy_map *map = &RCY_MAPS(m)[n->value];
    uint16_t *word = rcy_map_strings(m, slot);
#define STORE(i) word[i] = i < map->words ? m->str[map->word[i]->a] : 0;
    RCY_UNROLL(RCY_P(m)->words, STORE)
    rcy_maps(m)[slot] = (uint16_t)(n->value + 1);
}

static RCY_OP void set_map(rcy_machine *m, const rcy_node *n)
{
    const rcy_map *map = &RCY_MAPS(m)[n->value];
    const int words = RCY_P(m)->words, awards = RCY_P(m)->awards;
    int32_t slot = rcy_slot(m, n, slot_points);
    if (n->quick && awards == 0) {
        rcy_set_words(m, n, slot);
        rcy_act_done(m, n);
        return;
    }
    // Computed strings and values may read the map that is being replaced, so they are
    // evaluated first.
    int32_t at = m->items_out;
    int32_t needed = map->words + map->values;
    if (needed > rcy_most_items - at) {
        rcy_fault(m, 610, n->token);
        return;
    }
    int32_t *made = m->item + at;
    m->items_out += needed;
#define MAKE(i) made[i] = (int32_t)rcy_value(m, map->word[i]);
    RCY_UNROLL(map->words, MAKE)
    for (int i = 0; i < map->values; i++) {
        int64_t value = rcy_value(m, map->worth[i]);
        if (value != (int32_t)value) rcy_fault(m, 607, n->token);
        made[map->words + i] = (int32_t)value;
    }
    m->items_out = at;
    if (trapped(m)) return;
    uint16_t *word = rcy_map_strings(m, slot);
    int32_t *worth = rcy_map_values(m, slot);
    for (int i = 0; i < words; i++) word[i] = (uint16_t)(i < map->words ? made[i] : 0);
    for (int i = 0; i < awards; i++) worth[i] = i < map->values ? made[map->words + i] : 0;
    rcy_maps(m)[slot] = (uint16_t)(n->value + 1);
    rcy_act_done(m, n);
}

// Removes a card that was drawn through a collection from that collection, if a variable
// owns it.
static RCY_PART void leave_collection(rcy_machine *m, const rcy_node *n, int32_t card)
{
    const rcy_node *end = n->x;
    rcy_coll *owner = NULL;
    rcy_group *group = NULL;
    if (n->mode == through_bound) {
        owner = &m->var[end->x->var].coll;
        if (owner->kind != coll_cards) return;
    } else {
        rcy_coll *all = &m->var[end->x->x->var].coll;
        if (all->kind != coll_groups || all->count == 0) return;
        int64_t k = end->x->op == OP_GROUP_TOP      ? 0
                    : end->x->op == OP_GROUP_BOTTOM ? all->count - 1
                                                    : rcy_value(m, end->x->y);
        if (k < 0 || k >= all->count) return;
        group = &all->groups[k];
    }
    uint16_t *cards = owner ? owner->cards : group->cards;
    int32_t *count = owner ? &owner->count : &group->count;
    int32_t at = -1;
    if (end->op == OP_BOTTOM) at = 0;
    else if (end->op != OP_INDEX) at = *count - 1;
    for (int32_t i = 0; at < 0 && i < *count; i++) {
        if (cards[i] == card) at = i;
    }
    if (at < 0 || at >= *count) return;
    memmove(cards + at, cards + at + 1, sizeof *cards * (size_t)(*count - at - 1));
    --*count;
}

// Makes the most common move: from the top of a place, or a card in a variable, to the
// top of another place.
static RCY_PART bool move_quickly(rcy_machine *m, const rcy_node *n)
{
    int32_t from, at, to = rcy_slot(m, n->y, n->y->b);
    if (n->x->op == OP_VAR) {
        at = rcy_find_moved_card(m, n, (int32_t)m->var[n->x->var].value, &from);
    } else {
        from = rcy_slot(m, n->x->x, n->x->x->b);
        at = from < 0 ? 0 : n->x->op == OP_BOTTOM ? m->from[from] : m->from[from + 1] - 1;
        if (!trapped(m) && m->from[from] == m->from[from + 1]) rcy_fault(m, 601, n->token);
    }
    if (trapped(m)) return false;
    if (RCY_ANY_LAZY_PILE(m)) rcy_lazy_pile_remove(m, at, from);
    rcy_hide(m, m->order[at]);
    rcy_transfer(m, at, from, to, rcy_place_size(m, to) - (from == to));
    return true;
}

static RCY_OP void move(rcy_machine *m, const rcy_node *n)
{
    if (RCY_ANY_LAZY_PILE(m) && n->lazy_pile && !rcy_lazy_draw(m, n)) return;
    if (n->quick) {
        if (move_quickly(m, n)) rcy_act_done(m, n);
        return;
    }
    rcy_mark mark = rcy_mark_of(m);
    int32_t from = -1, to = -1, at;
    int64_t card = rcy_card(m, n->x);
    int64_t index = 0;
    if (card < 0) {
        rcy_fault(m, 601, n->token);
        return;
    }
    if (n->flag == to_card) {
        int64_t mark_card = rcy_card(m, n->z);
        if (trapped(m)) return;
        int32_t where = rcy_find_card(m, (int32_t)mark_card, &to);
        index = where - m->from[to];
    } else {
        rcy_coll c;
        if (n->flag == to_index) index = rcy_value(m, n->z);
        rcy_gather(m, n->y, &c);
        to = c.kind == coll_place ? c.place : -1;
        if (to < 0) rcy_fault(m, 612, n->token);
    }
    rcy_rewind(m, mark);
    if (trapped(m)) return;
    at = rcy_find_moved_card(m, n, (int32_t)card, &from);
    int32_t size = rcy_place_size(m, to) - (from == to);
    if (n->flag == to_top) index = size;
    if (n->flag == to_bottom) index = 0;
    if (n->flag == to_card && index > size) index = size;
    if (index < 0 || index > size) {
        rcy_fault(m, 605, n->token);
        return;
    }
    if (RCY_ANY_LAZY_PILE(m)) rcy_lazy_pile_remove(m, at, from);
    rcy_hide(m, (int32_t)card);
    rcy_transfer(m, at, from, to, (int32_t)index);
    if (n->mode != through_none) leave_collection(m, n, (int32_t)card);
    rcy_act_done(m, n);
}

static RCY_OP void remember(rcy_machine *m, const rcy_node *n)
{
    const rcy_program *p = m->p;
    rcy_mark mark = rcy_mark_of(m);
    rcy_coll c;
    int64_t card = rcy_card(m, n->x), index = 0;
    if (card < 0) {
        rcy_fault(m, 601, n->token);
        return;
    }
    if (n->flag == to_index) index = rcy_value(m, n->z);
    rcy_gather(m, n->y, &c);
    rcy_rewind(m, mark);
    if (!trapped(m) && (c.kind != coll_mem || c.place < 0)) rcy_fault(m, 612, n->token);
    if (trapped(m)) return;
    uint16_t *from = rcy_recall_from(m), *recall = rcy_recall(m);
    int32_t size = from[c.place + 1] - from[c.place], used = from[p->mems];
    if (n->flag == to_top) index = size;
    if (n->flag == to_bottom) index = 0;
    if (index < 0 || index > size) rcy_fault(m, 605, n->token);
    if (used == p->recall_room) rcy_fault(m, 610, n->token);
    if (trapped(m)) return;
    int32_t at = from[c.place] + (int32_t)index;
    memmove(recall + at + 1, recall + at, sizeof *recall * (size_t)(used - at));
    recall[at] = (uint16_t)card;
    for (int32_t i = c.place + 1; i <= p->mems; i++) from[i]++;
    rcy_act_done(m, n);
}

static RCY_OP void forget(rcy_machine *m, const rcy_node *n)
{
    const rcy_program *p = m->p;
    rcy_mark mark = rcy_mark_of(m);
    rcy_coll c;
    const rcy_node *end = n->x;
    int64_t index = end->op == OP_INDEX ? rcy_value(m, end->y) : 0;
    rcy_gather(m, end->x, &c);
    rcy_rewind(m, mark);
    if (!trapped(m) && (c.kind != coll_mem || c.place < 0)) rcy_fault(m, 612, n->token);
    if (trapped(m)) return;
    uint16_t *from = rcy_recall_from(m), *recall = rcy_recall(m);
    int32_t size = from[c.place + 1] - from[c.place], used = from[p->mems];
    if (end->op != OP_INDEX && end->op != OP_BOTTOM) index = size - 1;
    if (index < 0 || index >= size) {
        rcy_fault(m, end->op == OP_INDEX ? 605 : 601, n->token);
        return;
    }
    int32_t at = from[c.place] + (int32_t)index;
    memmove(recall + at, recall + at + 1, sizeof *recall * (size_t)(used - at - 1));
    recall[used - 1] = 0;
    for (int32_t i = c.place + 1; i <= p->mems; i++) from[i]--;
    rcy_act_done(m, n);
}

static RCY_OP void shuffle(rcy_machine *m, const rcy_node *n)
{
    rcy_coll c;
    int32_t count;
    rcy_gather(m, n->x, &c);
    if (!trapped(m) && (c.kind != coll_place || c.place < 0)) rcy_fault(m, 612, n->token);
    if (trapped(m)) return;
    uint16_t *cards = rcy_cards_of(m, &c, &count);
    bool lazy_pile = RCY_ANY_LAZY_PILE(m) && rcy_lazy_shuffle(m, c.place);
    for (int32_t i = lazy_pile ? 0 : count - 1; i >= 1; i--) {
        uint64_t j = rcy_draw(m, (uint64_t)i + 1, n->token);
        if (trapped(m)) return;
        if (m->p->fresh && i == count - 1) rcy_sort_cards(cards, count);
        uint16_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
    if (count > 1) rcy_count_shuffle(m, cards, count);
    for (int32_t i = 0; RCY_P(m)->shows && i < count; i++) {
        rcy_hide(m, cards[i]);
        rcy_forget_facts(m, cards[i]);
    }
    rcy_act_done(m, n);
}

static RCY_OP void faro(rcy_machine *m, const rcy_node *n)
{
    rcy_coll a, b;
    int32_t count_a, count_b, at = m->cards_out;
    rcy_gather(m, n->x, &a);
    rcy_gather(m, n->y, &b);
    bool places = a.kind == coll_place && a.place >= 0 && b.kind == coll_place && b.place >= 0;
    if (!trapped(m) && (!places || a.place == b.place)) rcy_fault(m, 612, n->token);
    if (trapped(m)) return;
    const uint16_t *cards_a = rcy_cards_of(m, &a, &count_a);
    const uint16_t *cards_b = rcy_cards_of(m, &b, &count_b);
    uint16_t *woven = rcy_take_cards(m, count_a + count_b, n->token);
    if (trapped(m)) return;
    int32_t k = 0;
    for (int32_t i = 0; i < count_a || i < count_b; i++) {
        if (i < count_a) woven[k++] = cards_a[i];
        if (i < count_b) woven[k++] = cards_b[i];
    }
    while (rcy_place_size(m, b.place) > 0) {
        rcy_transfer(m, m->from[b.place], b.place, a.place, rcy_place_size(m, a.place));
    }
    memcpy(m->order + m->from[a.place], woven, sizeof *woven * (size_t)k);
    for (int32_t i = 0; RCY_P(m)->shows && i < k; i++) rcy_hide(m, woven[i]);
    m->cards_out = at;
    rcy_act_done(m, n);
}

static RCY_OP void cycle(rcy_machine *m, const rcy_node *n)
{
    int64_t player = n->a == turn_worked_out ? rcy_value(m, n->x)
                                             : rcy_named_player(n->a, m->cycle, RCY_P(m)->players);
    if (player == rcy_nobody) rcy_fault(m, 609, n->token);
    if (trapped(m)) return;
    m->cycle[n->flag ? 0 : 1] = (uint8_t)player;
    rcy_act_done(m, n);
}

static RCY_PART void throw(rcy_machine * m, const rcy_node *n)
{
    const rcy_dice *dice = &m->p->dice[n->a];
    int64_t sum = 0;
    for (int i = 0; i < dice->count; i++) {
        sum += 1 + (int64_t)rcy_draw(m, (uint64_t)dice->faces[i], n->token);
    }
    if (trapped(m)) return;
    if (sum > INT32_MAX) {
        rcy_fault(m, 607, n->token);
        return;
    }
    m->die[n->a] = (int32_t)sum;
    rcy_act_done(m, n);
}

static RCY_OP void save(rcy_machine *m, const rcy_node *n)
{
    const rcy_program *p = m->p;
    int32_t *score = (int32_t *)(void *)(m->state + p->at_score);
    for (int i = 0; i < p->players; i++) {
        int32_t value = m->sto[n->a + i];
        score[i] = p->lowest_wins ? (value == INT32_MIN ? INT32_MAX : -value) : value;
    }
    m->saved = true;
    rcy_act_done(m, n);
}

static RCY_OP void make_deck(rcy_machine *m, const rcy_node *n)
{
    const rcy_program *p = m->p;
    const rcy_deck *deck = &p->decks[n->a];
    uint8_t *made = m->state + p->at_made + n->a;
    rcy_coll c;
    rcy_gather(m, n->x, &c);
    if (!trapped(m) && (c.kind != coll_place || c.place < 0)) rcy_fault(m, 612, n->token);
    if (*made == rcy_deck_runs) rcy_fault(m, 610, n->token);
    if (trapped(m)) return;
    for (int32_t i = 0; i < deck->each; i++) {
        int32_t from, at = rcy_find_card(m, deck->first + *made * deck->each + i, &from);
        rcy_transfer(m, at, from, c.place, rcy_place_size(m, c.place));
    }
    ++*made;
    rcy_act_done(m, n);
}

static RCY_OP void make_teams(rcy_machine *m, const rcy_node *n)
{
    const rcy_program *p = m->p;
    m->pause->teams = (uint8_t)n->a;
    for (int i = 0; i < p->stos; i++) {
        if (p->sto_info[i].owner < -1) m->sto[i] = 0;
    }
    for (int i = 0; i < p->strs; i++) {
        if (p->str_info[i].owner < -1) m->str[i] = 0;
    }
    m->team_cycle[0] = 0;
    m->team_cycle[1] = rcy_nobody_queued;
    rcy_act_done(m, n);
}

static RCY_OP void all(rcy_machine *m, const rcy_node *n)
{
    rcy_coll c;
    rcy_mark mark = rcy_mark_of(m);
    rcy_snapshot(m, n->x, &c);
    int32_t count = c.count;
    for (int32_t k = 0; k < count && !trapped(m); k++) {
        rcy_mark inner = rcy_mark_of(m);
        rcy_element(m, &c, k, &m->var[n->var]);
        if (!trapped(m)) rcy_act(m, n->y);
        rcy_rewind(m, inner);
    }
    rcy_rewind(m, mark);
}

// Executes an `any`. In an option, the path says which element; after a draw, chance
// does. Outside of options, `any` means all.
static RCY_OP void any(rcy_machine *m, const rcy_node *n)
{
    if (m->path_mode == path_none) {
        all(m, n);
        return;
    }
    rcy_coll c;
    rcy_mark mark = rcy_mark_of(m);
    rcy_gather(m, n->x, &c);
    int32_t count = rcy_count(m, &c), k;
    if (trapped(m) || count == 0) return;
    if (m->path_mode == path_list) {
        if (m->picks == rcy_most_picks) {
            m->overfull = true;
            rcy_fault(m, 610, n->token);
            return;
        }
        int d = m->picks++;
        m->radix[d] = count;
        k = d < m->digits ? m->digit[d] : 0;
        m->digit[d] = k;
    } else if (m->drawn) {
        k = (int32_t)rcy_draw(m, (uint64_t)count, n->token);
        if (trapped(m)) return;
    } else {
        k = (int32_t)(m->path % (uint64_t)count);
        m->path /= (uint64_t)count;
    }
    rcy_element(m, &c, k, &m->var[n->var]);
    if (RCY_HOOKS(m) && !trapped(m) && !m->drawn) {
        RCY_HOOKS(m)->picked(RCY_HOOKS(m), m, n, &c, k);
    }
    if (!trapped(m)) rcy_act(m, n->y);
    rcy_rewind(m, mark);
}

static RCY_OP void act_in_let(rcy_machine *m, const rcy_node *n)
{
    rcy_mark mark = rcy_mark_of(m);
    rcy_bind_let(m, n);
    if (!trapped(m)) rcy_act(m, n->y);
    rcy_rewind(m, mark);
}

static RCY_OP void repeat(rcy_machine *m, const rcy_node *n)
{
    int64_t times = rcy_value_inline(m, n->x);
    for (int64_t i = 0; i < times && !trapped(m); i++) rcy_act(m, n->y);
}

static RCY_OP void drain(rcy_machine *m, const rcy_node *n)
{
    rcy_coll c;
    rcy_mark mark = rcy_mark_of(m);
    rcy_gather(m, n->x, &c);
    int32_t times = rcy_count(m, &c);
    rcy_rewind(m, mark);
    for (int32_t i = 0; i < times && !trapped(m); i++) {
        rcy_gather(m, n->x, &c);
        int32_t left = rcy_count(m, &c);
        rcy_rewind(m, mark);
        if (left == 0) break;
        rcy_act(m, n->y);
    }
}

// --- acts made of acts ---

static RCY_PART void act_if(rcy_machine *m, const rcy_node *n)
{
    bool holds = rcy_holds(m, n->x);
    if (trapped(m)) return;
    if (RCY_HOOKS(m)) RCY_HOOKS(m)->fired(RCY_HOOKS(m), n->coverage, holds);
    if (holds) rcy_act(m, n->y);
}

static RCY_PART void either_act(rcy_machine *m, const rcy_node *n)
{
    bool holds = rcy_holds(m, n->x);
    if (trapped(m)) return;
    if (RCY_HOOKS(m)) RCY_HOOKS(m)->fired(RCY_HOOKS(m), n->coverage, holds);
    if (holds) rcy_act(m, n->y);
    else if (n->z) rcy_act(m, n->z);
}

static RCY_PART void act_in_order(rcy_machine *m, const rcy_node *n)
{
#define DONE(i) \
    if (!trapped(m)) rcy_act(m, n->list[i]);
    RCY_UNROLL(n->count, DONE)
}

static RCY_PART void act_labelled(rcy_machine *m, const rcy_node *n)
{
    if (RCY_HOOKS(m) && RCY_HOOKS(m)->label) RCY_HOOKS(m)->label(RCY_HOOKS(m), m, n);
    if (!trapped(m)) rcy_act(m, n->y);
}

static RCY_PART void pass(rcy_machine *m, const rcy_node *n)
{
    rcy_act_done(m, n);
}

// --- flags and owners ---

static RCY_PART void set_byte(rcy_machine *m, const rcy_node *n)
{
    int32_t slot = rcy_slot(m, n, n->b);
    int64_t value = rcy_value(m, n->z);
    if (trapped(m)) return;
    m->byte[slot] = (uint8_t)value;
    rcy_act_done(m, n);
}

// Counts one unit of fuel for an act, so that no description can run for ever. Returns
// whether the act may go on.
static inline bool burn(rcy_machine *m, const rcy_node *n)
{
    if (++m->fuel <= rcy_most_fuel) return true;
    rcy_fault(m, 610, n->token);
    return false;
}

#ifndef RCY_NATIVE_UNIT
void rcy_act(rcy_machine *m, const rcy_node *n)
{
    if (!burn(m, n)) return;
    switch ((rcy_op)n->op) {
#define LEAF(name, how)
#define VALUE(name, how)
#define GATHER(name, how)
#define ACT(name, how) \
    case OP_##name: \
        how(m, n); \
        break;
#define FLOW(name)
#include "recycle/machine_operations.def"
    default: __builtin_unreachable();
    }
}
#endif
