// evaluate_collections.c - evaluates collections: places, and lists that are computed.
//
// A place is live: it is identified by its number, and its cards are looked up when they
// are needed. Everything else is written to the machine's stacks and released when the
// caller is done. Subsets are not stored: subset number k contains card j if bit j of k
// is set.
#include <string.h>

#include "recycle/machine_inlines.h"

uint16_t *rcy_take_cards(rcy_machine *m, int32_t count, int token)
{
    if (count > rcy_most_cards_out - m->cards_out) {
        rcy_fault(m, 610, token);
        m->cards_out = 0;  // after a trap, nothing is read any more
        count = 0;
    }
    uint16_t *cards = m->card + m->cards_out;
    m->cards_out += count;
    return cards;
}

rcy_group *rcy_take_group(rcy_machine *m, int token)
{
    if (m->groups_out == rcy_most_groups) {
        rcy_fault(m, 610, token);
        m->groups_out = 0;
    }
    return &m->group[m->groups_out++];
}

int32_t *rcy_take_items(rcy_machine *m, int32_t count, int token)
{
    if (count > rcy_most_items - m->items_out) {
        rcy_fault(m, 610, token);
        m->items_out = 0;
        count = 0;
    }
    int32_t *items = m->item + m->items_out;
    m->items_out += count;
    return items;
}

void rcy_element(rcy_machine *m, const rcy_coll *c, int32_t k, rcy_var *var)
{
    int32_t count;
    switch ((rcy_coll_kind)c->kind) {
    case coll_place:
    case coll_mem:
    case coll_cards: var->value = rcy_cards_of(m, c, &count)[k]; break;
    case coll_items: var->value = c->items[k]; break;
    case coll_range: var->value = c->first + k; break;
    case coll_groups: {
        rcy_group *g = &c->groups[k];
        var->coll = (rcy_coll){ .kind = coll_cards, .count = g->count, .cards = g->cards };
        break;
    }
    case coll_lists:
        var->coll = (rcy_coll){ .kind = coll_items,
                                .count = c->groups[k].count,
                                .items = c->groups[k].items };
        break;
    case coll_subsets: {
        int32_t size = rcy_popcount((uint64_t)k), at = 0;
        uint16_t *cards = rcy_take_cards(m, size, m->trap_token);
        for (int32_t j = 0; at < size && m->trap == trap_none; j++) {
            if (k >> j & 1) cards[at++] = c->cards[j];
        }
        var->coll = (rcy_coll){ .kind = coll_cards, .count = at, .cards = cards };
        break;
    }
    }
}

static void make_cards(rcy_coll *out, uint16_t *cards, int32_t count)
{
    out->kind = coll_cards;
    out->place = 0;
    out->count = count;
    out->first = 0;
    out->cards = cards;
}

// Copies the cards of a collection, or of all its groups, to the stack. Returns how many
// there are.
static int32_t copy_cards(rcy_machine *m, const rcy_coll *c, int token)
{
    int32_t count, total = 0;
    if (c->kind == coll_groups || c->kind == coll_subsets) {
        for (int32_t k = 0; k < c->count && m->trap == trap_none; k++) {
            if (c->kind == coll_subsets) {
                rcy_var subset;
                int32_t before = m->cards_out;
                rcy_element(m, c, k, &subset);
                total += m->cards_out - before;  // the subset is on the stack already
            } else {
                uint16_t *to = rcy_take_cards(m, c->groups[k].count, token);
                if (m->trap != trap_none) return 0;
                memmove(to, c->groups[k].cards, sizeof *to * (size_t)c->groups[k].count);
                total += c->groups[k].count;
            }
        }
        return m->trap == trap_none ? total : 0;
    }
    const uint16_t *cards = rcy_cards_of(m, c, &count);
    uint16_t *to = rcy_take_cards(m, count, token);
    if (m->trap != trap_none) return 0;
    memmove(to, cards, sizeof *to * (size_t)count);
    return count;
}

RCY_SHARED void rcy_snapshot(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    rcy_gather(m, n, out);
    if (out->kind != coll_place && out->kind != coll_mem && out->kind != coll_cards) return;
    int32_t at = m->cards_out;
    int32_t count = copy_cards(m, out, n->token);
    if (m->trap == trap_none) make_cards(out, m->card + at, count);
}

// Gathers one operand of a set operation and moves it to the end of the list. Returns its
// number of cards.
static RCY_PART int32_t append_cards(rcy_machine *m, const rcy_node *n, int32_t end, int token)
{
    rcy_coll c;
    rcy_mark mark = rcy_mark_of(m);
    rcy_gather(m, n, &c);
    int32_t start = m->cards_out;
    int32_t count = copy_cards(m, &c, token);
    if (m->trap != trap_none) return 0;
    memmove(m->card + end, m->card + start, sizeof(uint16_t) * (size_t)count);
    rcy_rewind(m, mark);
    m->cards_out = end + count;
    return count;
}

// Gathers all operands of a set operation into one list on the stack.
static RCY_PART int32_t copy_all_cards(rcy_machine *m, const rcy_node *n, uint16_t **cards)
{
    // An operand may use the stack while it is evaluated, so each is moved down to the
    // end of the list.
    int32_t at = m->cards_out, total = 0;
#define POUR(i) \
    if (m->trap == trap_none) total += append_cards(m, n->list[i], at + total, n->token);
    RCY_UNROLL(n->count, POUR)
    *cards = m->card + at;
    return m->trap == trap_none ? total : 0;
}

static int32_t times_in(const uint16_t *cards, int32_t count, uint16_t card)
{
    int32_t times = 0;
    for (int32_t i = 0; i < count; i++) times += cards[i] == card;
    return times;
}

static RCY_OP void set_union(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    uint16_t *cards;
    int32_t count = copy_all_cards(m, n, &cards);
    make_cards(out, cards, count);
}

// Makes the union of the same place of every player, such as the cards of a trick.
static RCY_OP void union_of_places(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    int32_t count;
    const uint16_t *all = rcy_cards_of_all(m, n->a, &count);
    uint16_t *cards = rcy_take_cards(m, count, n->token);
    if (m->trap != trap_none) count = 0;
    memcpy(cards, all, sizeof *cards * (size_t)count);
    make_cards(out, cards, count);
}

static RCY_OP void disjunction(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    uint16_t *cards;
    int32_t count = copy_all_cards(m, n, &cards), kept = 0;
    rcy_spend(m, count);
    for (int32_t i = 0; i < count && RCY_PINS(m); i++) rcy_note_card_read(m, cards[i]);
    uint16_t *once = rcy_take_cards(m, count, n->token);
    for (int32_t i = 0; i < count && m->trap == trap_none; i++) {
        if (times_in(cards, count, cards[i]) == 1) once[kept++] = cards[i];
    }
    make_cards(out, once, kept);
}

// Finds the cards that are in every operand. An operand that is a list of groups stands
// for their members.
static RCY_OP void intersect(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    uint16_t *kept = NULL;
    int32_t count = 0;
    bool first = true;
    int32_t at = m->cards_out;
    for (int i = 0; i < n->count && m->trap == trap_none; i++) {
        rcy_coll c;
        rcy_gather(m, n->list[i], &c);
        bool groups = c.kind == coll_groups || c.kind == coll_subsets;
        int32_t sets = groups ? c.count : 1;
        for (int32_t k = 0; k < sets && m->trap == trap_none; k++) {
            rcy_var member = { .coll = c };
            if (groups) rcy_element(m, &c, k, &member);
            int32_t start = m->cards_out, size = copy_cards(m, &member.coll, n->token), left = 0;
            if (m->trap != trap_none) break;
            const uint16_t *set = m->card + start;
            for (int32_t j = 0; j < size && RCY_PINS(m); j++) rcy_note_card_read(m, set[j]);
            if (first) {
                kept = m->card + start;
                for (int32_t j = 0; j < size; j++) {
                    if (times_in(kept, left, set[j]) == 0) kept[left++] = set[j];
                }
                count = left;
                first = false;
                continue;
            }
            for (int32_t j = 0; j < count; j++) {
                if (times_in(set, size, kept[j]) > 0) kept[left++] = kept[j];
            }
            count = left;
        }
    }
    if (m->trap != trap_none || !kept) {
        make_cards(out, m->card, 0);
        return;
    }
    memmove(m->card + at, kept, sizeof *kept * (size_t)count);
    m->cards_out = at + count;
    make_cards(out, m->card + at, count);
}

// Writes the cards that a card_filter keeps.
static RCY_PART void filter_into(rcy_machine *m, const rcy_node *n, const uint16_t *cards,
                                 int32_t count, rcy_coll *out)
{
    uint64_t kept = 0;
    uint16_t *to = rcy_take_cards(m, count + 1, n->token);
    rcy_spend(m, count);
    if (m->trap != trap_none) count = 0;
    rcy_prepared_filter s;
    rcy_prepare_filter(m, n->card_filter, &s);
    if (n->card_filter->terms && !s.passing) count = 0;
    for (int32_t i = 0; i < count; i++) {
        to[kept] = cards[i];
        kept += rcy_filter_passes(&s, cards[i]);
    }
    make_cards(out, to, (int32_t)kept);
}

static RCY_PART void filter_cards(rcy_machine *m, const rcy_node *n, const rcy_coll *from,
                                  rcy_coll *out)
{
    int32_t count, kept = 0;
    const uint16_t *cards = rcy_cards_of(m, from, &count);
    if (n->card_filter && !RCY_PINS(m)) {
        filter_into(m, n, cards, count, out);
        return;
    }
    uint16_t *to = rcy_take_cards(m, count + 1, n->token);
    rcy_spend(m, count);
    for (int32_t i = 0; i < count && m->trap == trap_none; i++) {
        m->var[n->var].value = cards[i];
        if (rcy_holds(m, n->y)) to[kept++] = cards[i];
    }
    make_cards(out, to, kept);
}

static RCY_PART void filter_groups(rcy_machine *m, const rcy_node *n, const rcy_coll *from,
                                   rcy_coll *out)
{
    int32_t first = m->groups_out, kept = 0;
    for (int32_t k = 0; k < from->count && m->trap == trap_none; k++) {
        rcy_mark mark = rcy_mark_of(m);
        rcy_spend(m, 1);
        rcy_element(m, from, k, &m->var[n->var]);
        rcy_coll group = m->var[n->var].coll;
        if (group.count == 0) continue;
        int32_t held = m->cards_out;
        bool keep = rcy_value(m, n->y) != 0;
        if (keep && m->trap == trap_none) {
            m->cards_out = held;  // the subset itself stays on the stack
            m->groups_out = mark.groups;
            rcy_group *g = rcy_take_group(m, n->token);
            *g = (rcy_group){ .cards = group.cards, .count = group.count };
            kept++;
        } else {
            rcy_rewind(m, mark);
        }
    }
    *out = (rcy_coll){ .kind = coll_groups, .count = kept, .groups = m->group + first };
}

static RCY_PART void filter_spaces(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    const rcy_space_filter *s = n->spaces;
    unsigned bits = rcy_prepare_space_filter(m, s);
    int32_t *to = rcy_take_items(m, s->size, n->token), kept = 0;
    rcy_spend(m, s->size);
    for (int32_t k = 0; k < s->size && m->trap == trap_none; k++) {
        to[kept] = s->names[k];
        kept += rcy_space_passes(m, s, bits, k);
    }
    m->items_out -= s->size - kept;
    *out = (rcy_coll){ .kind = coll_items, .count = kept, .items = to };
}

static RCY_PART void filter_items(rcy_machine *m, const rcy_node *n, const rcy_coll *from,
                                  rcy_coll *out)
{
    int32_t first = m->items_out, kept = 0;
    for (int32_t k = 0; k < from->count && m->trap == trap_none; k++) {
        rcy_spend(m, 1);
        rcy_element(m, from, k, &m->var[n->var]);
        int64_t item = m->var[n->var].value;
        if (!rcy_value(m, n->y) || m->trap != trap_none) continue;
        if (item != (int32_t)item) rcy_fault(m, 607, n->token);
        *rcy_take_items(m, 1, n->token) = (int32_t)item;
        kept++;
    }
    *out = (rcy_coll){ .kind = coll_items, .count = kept, .items = m->item + first };
}

static RCY_OP void filter_collection(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    rcy_coll from;
    rcy_gather(m, n->x, &from);
    if (from.kind == coll_lists) rcy_filter_lists(m, n, &from, out);
    else if (from.kind == coll_groups || from.kind == coll_subsets) filter_groups(m, n, &from, out);
    else if (from.kind == coll_items || from.kind == coll_range) filter_items(m, n, &from, out);
    else filter_cards(m, n, &from, out);
}

// Its common case has no collection of its own, so that compilers guard no stack there.
static RCY_OP void filter(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    if (n->spaces) {
        filter_spaces(m, n, out);
    } else if (n->card_filter && n->x->op == OP_PLACE && n->x->safe && !RCY_PINS(m)) {
        int32_t place = rcy_slot(m, n->x, n->x->b), at = m->from[place];
        filter_into(m, n, m->order + at, m->from[place + 1] - at, out);
    } else {
        filter_collection(m, n, out);
    }
}

// Evaluates an `all` whose body is cards: it makes one group for each element.
static RCY_OP void groups(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    rcy_coll over;
    rcy_gather(m, n->x, &over);
    int32_t count = rcy_count(m, &over);
    if (m->trap != trap_none) count = 0;
    if (count > rcy_most_groups - m->groups_out) {
        rcy_fault(m, 610, n->token);
        count = 0;
    }
    rcy_group *made = m->group + m->groups_out;
    m->groups_out += count;
    for (int32_t k = 0; k < count && m->trap == trap_none; k++) {
        rcy_coll body;
        rcy_spend(m, 1);
        rcy_element(m, &over, k, &m->var[n->var]);
        int32_t at = m->cards_out;
        rcy_gather(m, n->y, &body);
        int32_t start = m->cards_out;
        int32_t size = copy_cards(m, &body, n->token);
        if (m->trap != trap_none) break;
        memmove(m->card + at, m->card + start, sizeof(uint16_t) * (size_t)size);
        m->cards_out = at + size;
        made[k] = (rcy_group){ .cards = m->card + at, .count = size };
    }
    *out = (rcy_coll){ .kind = coll_groups,
                       .count = m->trap == trap_none ? count : 0,
                       .groups = made };
}

static RCY_OP void ends(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    rcy_coll from;
    int32_t count;
    int64_t wanted = rcy_value(m, n->x);
    rcy_gather(m, n->y, &from);
    const uint16_t *cards = rcy_cards_of(m, &from, &count);
    if (wanted < 0) wanted = 0;
    if (wanted > count) wanted = count;
    uint16_t *to = rcy_take_cards(m, (int32_t)wanted, n->token);
    if (m->trap != trap_none) wanted = 0;
    memmove(to, cards + (n->flag ? 0 : count - wanted), sizeof *to * (size_t)wanted);
    make_cards(out, to, (int32_t)wanted);
}

// Returns the cards of `from` in ascending order of score; equal ones keep their order.
// `scores` gets the score of each.
static RCY_PART uint16_t *sorted(rcy_machine *m, const rcy_coll *from, const rcy_node *points,
                                 int32_t *count, int32_t **scores, int token)
{
    int32_t at = m->cards_out;
    *count = copy_cards(m, from, token);
    uint16_t *cards = m->card + at;
    int32_t *score = rcy_take_items(m, *count, token);
    if (m->trap != trap_none) *count = 0;
    rcy_spend(m, *count);
    rcy_scorer scorer = rcy_scorer_of(m, points);
    for (int32_t i = 0; i < *count; i++) {
        uint16_t card = cards[i];
        rcy_note_card_read(m, card);
        int64_t wide = rcy_score(m, &scorer, card);
        int32_t worth = (int32_t)wide;
        if (wide != worth) rcy_fault(m, 607, token);
        int32_t k = i;
        for (; k > 0 && score[k - 1] > worth; k--) {
            score[k] = score[k - 1];
            cards[k] = cards[k - 1];
        }
        score[k] = worth;
        cards[k] = card;
    }
    *scores = score;
    return cards;
}

static RCY_OP void sort(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    rcy_coll from;
    int32_t count, *scores;
    rcy_gather(m, n->x, &from);
    uint16_t *cards = sorted(m, &from, n->y, &count, &scores, n->token);
    make_cards(out, cards, count);
}

static void add_group(rcy_machine *m, const uint16_t *cards, int32_t count, int token)
{
    uint16_t *to = rcy_take_cards(m, count, token);
    if (m->trap != trap_none) return;
    memmove(to, cards, sizeof *to * (size_t)count);
    *rcy_take_group(m, token) = (rcy_group){ .cards = to, .count = count };
}

static void made_groups(rcy_machine *m, int32_t first, rcy_coll *out)
{
    int32_t count = m->trap == trap_none ? m->groups_out - first : 0;
    *out = (rcy_coll){ .kind = coll_groups, .count = count, .groups = m->group + first };
}

// Makes all ways to take `pick` of the cards, in lexicographic order of their positions.
static void combinations(rcy_machine *m, const uint16_t *cards, int32_t count, int32_t pick,
                         int token)
{
    enum { most_picked = 64 };
    int32_t at[most_picked];
    uint16_t taken[most_picked];
    if (pick > count) return;
    if (pick > most_picked) {
        rcy_fault(m, 610, token);
        return;
    }
    for (int32_t i = 0; i < pick; i++) at[i] = i;
    while (m->trap == trap_none) {
        for (int32_t i = 0; i < pick; i++) taken[i] = cards[at[i]];
        add_group(m, taken, pick, token);
        int32_t i = pick - 1;
        while (i >= 0 && at[i] == count - pick + i) i--;
        if (i < 0) return;
        at[i]++;
        for (int32_t k = i + 1; k < pick; k++) at[k] = at[k - 1] + 1;
    }
}

static RCY_OP void tuples(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    rcy_coll from;
    int32_t count, *scores;
    int64_t pick = rcy_value(m, n->x);
    rcy_gather(m, n->y, &from);
    uint16_t *cards = sorted(m, &from, n->z, &count, &scores, n->token);
    int32_t first = m->groups_out;
    if (pick < 1) rcy_fault(m, 607, n->token);
    for (int32_t i = 0, end; i < count && m->trap == trap_none; i = end) {
        for (end = i + 1; end < count && scores[end] == scores[i]; end++) continue;
        if (pick <= end - i) combinations(m, cards + i, end - i, (int32_t)pick, n->token);
    }
    made_groups(m, first, out);
}

// Groups cards by the value of an attribute: first it finds the group of each card, then
// it makes the groups.
static RCY_OP void partition(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    enum { most_values = 4096 };
    int16_t group_of[most_values];
    uint16_t *cards;
    int32_t key = RCY_P(m)->key_of[rcy_value(m, n->x)], groups_made = 0;
    int32_t count = copy_all_cards(m, n, &cards), first = m->groups_out;
    const uint16_t *rank = key < 0 ? NULL : RCY_P(m)->rank + key * RCY_P(m)->looks;
    int32_t values = key < 0 ? 1 : RCY_P(m)->rank_count[key];
    int32_t *in = rcy_take_items(m, count, n->token);
    rcy_spend(m, count);
    if (values > most_values) rcy_fault(m, 610, n->token);
    if (m->trap != trap_none) count = values = 0;
    memset(group_of, 255, sizeof *group_of * (size_t)values);
    for (int32_t i = 0; i < count; i++) {
        int32_t value = rank ? rank[rcy_look_of(m, cards[i])] : 0;
        rcy_note_card_read(m, cards[i]);
        if (group_of[value] < 0) {
            group_of[value] = (int16_t)groups_made++;
            rcy_take_group(m, n->token)->count = 0;
        }
        in[i] = group_of[value];
        m->group[first + in[i]].count++;
        if (m->trap != trap_none) count = 0;
    }
    uint16_t *laid = rcy_take_cards(m, count, n->token);
    if (m->trap != trap_none) groups_made = count = 0;
    for (int32_t g = 0; g < groups_made; g++) {
        m->group[first + g].cards = laid;
        laid += m->group[first + g].count;
        m->group[first + g].count = 0;
    }
    for (int32_t i = 0; i < count; i++) {
        rcy_group *group = &m->group[first + in[i]];
        group->cards[group->count++] = cards[i];
    }
    made_groups(m, first, out);
}

// Returns whether a node groups one place by a constant attribute with few values. Then
// groups can be counted, and one of them made, without the others.
RCY_SHARED bool rcy_parts_are_plain(const rcy_machine *m, const rcy_node *n)
{
    if (n->op != OP_PARTITION || n->x->op != OP_CONST || n->count != 1) return false;
    if (RCY_PINS(m) || RCY_P(m)->plain || RCY_P(m)->look_from) return false;
    int32_t key = RCY_P(m)->key_of[n->x->value];
    bool few = key >= 0 && RCY_P(m)->rank_count[key] <= 64;
    return few && n->list[0]->op == OP_PLACE && n->list[0]->safe;
}

RCY_SHARED int32_t rcy_count_parts(rcy_machine *m, const rcy_node *n)
{
    const uint64_t *bit = RCY_P(m)->rank_bit + RCY_P(m)->key_of[n->x->value] * RCY_P(m)->looks;
    int32_t place = rcy_slot(m, n->list[0], n->list[0]->b), count = rcy_place_size(m, place);
    const uint16_t *cards = m->order + m->from[place];
    uint64_t seen = 0;
    for (int32_t i = 0; i < count; i++) {
        seen |= bit[cards[i]];
        RCY_NO_VECTORIZE_SUM(seen);
    }
    rcy_spend(m, count);
    return rcy_popcount(seen);
}

// Makes the group that the path names, in the order in which groups appear. Returns false
// if there is none.
RCY_SHARED bool rcy_pick_part(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    const uint64_t *bit = RCY_P(m)->rank_bit + RCY_P(m)->key_of[n->x->value] * RCY_P(m)->looks;
    int32_t place = rcy_slot(m, n->list[0], n->list[0]->b), count = rcy_place_size(m, place);
    const uint16_t *cards = m->order + m->from[place];
    // in the order in which they appear, and room for one that appeared before
    uint64_t ranks[65];
    uint64_t seen = 0, parts = 0;
    for (int32_t i = 0; i < count; i++) {
        uint64_t rank = bit[cards[i]];
        ranks[parts] = rank;
        parts += (seen & rank) == 0;
        seen |= rank;
    }
    rcy_spend(m, count);
    if (m->trap != trap_none || parts == 0) return false;
    uint64_t wanted = ranks[m->path % parts];
    m->path /= parts;
    uint16_t *to = rcy_take_cards(m, count + 1, n->token);
    if (m->trap != trap_none) return false;
    uint64_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        to[kept] = cards[i];
        kept += bit[cards[i]] == wanted;
    }
    make_cards(out, to, (int32_t)kept);
    return true;
}

// Makes all ways to pick one card for each score of a run. The cards are sorted, and
// `edge` has the index where each score begins, from `low` to before `high`.
static void extend_run(rcy_machine *m, const uint16_t *cards, const int32_t *edge, int32_t low,
                       int32_t high, int token)
{
    enum { longest = 256 };
    int32_t at[longest], length = high - low;
    uint16_t taken[longest];
    if (length > longest) {
        rcy_fault(m, 610, token);
        return;
    }
    for (int32_t i = 0; i < length; i++) at[i] = edge[low + i];
    while (m->trap == trap_none) {
        for (int32_t i = 0; i < length; i++) taken[i] = cards[at[i]];
        add_group(m, taken, length, token);
        int32_t i = length - 1;
        while (i >= 0 && at[i] + 1 == edge[low + i + 1]) {
            at[i] = edge[low + i];
            i--;
        }
        if (i < 0) return;
        at[i]++;
    }
}

static RCY_OP void runs(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    rcy_coll from;
    int32_t count, *scores, scored = 0;
    int64_t least = rcy_value(m, n->x);
    rcy_gather(m, n->y, &from);
    uint16_t *cards = sorted(m, &from, n->z, &count, &scores, n->token);
    int32_t *edge = rcy_take_items(m, count + 1, n->token);
    int32_t first = m->groups_out;
    if (least < 1) least = 1;
    if (m->trap != trap_none) count = 0;
    for (int32_t i = 0; i < count; i++) {
        if (i == 0 || scores[i] != scores[i - 1]) edge[scored++] = i;
    }
    if (count > 0) edge[scored] = count;
    for (int32_t low = 0; low < scored && m->trap == trap_none; low++) {
        int32_t high = low + 1;
        while (high < scored && scores[edge[high]] == scores[edge[high - 1]] + 1) high++;
        if (!n->flag) {
            if (high - low >= least) extend_run(m, cards, edge, low, high, n->token);
            low = high - 1;
            continue;
        }
        for (int32_t end = low + 1; end <= high && m->trap == trap_none; end++) {
            if (end - low >= least) extend_run(m, cards, edge, low, end, n->token);
        }
    }
    made_groups(m, first, out);
}

// Finds the longest series of cards from one end whose scores, in any order, are
// consecutive.
static RCY_OP void run(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    rcy_coll from;
    int32_t count, best = 0;
    int64_t least = rcy_value(m, n->x);
    rcy_gather(m, n->y, &from);
    const uint16_t *cards = rcy_cards_of(m, &from, &count);
    int64_t low = 0, high = 0;
    bool repeats = false;
    rcy_scorer scorer = rcy_scorer_of(m, n->z);
    int32_t *score = rcy_take_items(m, count, n->token);
    for (int32_t i = 0; i < count && !repeats && m->trap == trap_none; i++) {
        uint16_t card = cards[n->flag ? i : count - 1 - i];
        rcy_note_card_read(m, card);
        score[i] = (int32_t)rcy_score(m, &scorer, card);
        for (int32_t k = 0; k < i && !repeats; k++) repeats = score[k] == score[i];
        if (repeats) break;
        low = i == 0 || score[i] < low ? score[i] : low;
        high = i == 0 || score[i] > high ? score[i] : high;
        if (high - low == i && i + 1 >= least) best = i + 1;
    }
    rcy_coll ended = { .kind = coll_cards, .count = best, .cards = m->card + m->cards_out };
    uint16_t *to = rcy_take_cards(m, best, n->token);
    if (m->trap != trap_none) best = ended.count = 0;
    memmove(to, cards + (n->flag ? 0 : count - best), sizeof *to * (size_t)best);
    int32_t sorted_count, *scores;
    uint16_t *ascending = sorted(m, &ended, n->z, &sorted_count, &scores, n->token);
    make_cards(out, ascending, sorted_count);
}

static RCY_OP void subsets(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    rcy_snapshot(m, n->x, out);
    if (m->trap == trap_none && out->count > rcy_most_subsets) rcy_fault(m, 610, n->token);
    if (m->trap != trap_none) {
        make_cards(out, m->card, 0);
        return;
    }
    out->kind = coll_subsets;
    out->count = 1 << out->count;
}

static RCY_OP void range(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    int64_t low = rcy_value(m, n->x), high = rcy_value(m, n->y), width = 0;
    if (high >= low) {
        if (__builtin_sub_overflow(high, low, &width) || width >= INT32_MAX) {
            rcy_fault(m, 610, n->token);
            width = -1;
        }
        width++;
    }
    *out = (rcy_coll){ .kind = coll_range, .count = (int32_t)width, .first = low };
}

static RCY_OP void group_pick(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    rcy_coll all;
    int64_t index = n->op == OP_GROUP_INDEX ? rcy_value(m, n->y) : 0;
    rcy_gather(m, n->x, &all);
    int32_t count = rcy_count(m, &all);
    if (n->op == OP_GROUP_BOTTOM) index = count - 1;
    if (m->trap == trap_none && (index < 0 || index >= count)) rcy_fault(m, 604, n->token);
    if (m->trap != trap_none) {
        make_cards(out, m->card, 0);
        return;
    }
    rcy_var member;
    rcy_element(m, &all, (int32_t)index, &member);
    *out = member.coll;
}

static RCY_OP void numbers(rcy_machine *m, int count, int without, rcy_coll *out, int token)
{
    int32_t *items = rcy_take_items(m, count, token), kept = 0;
    if (m->trap != trap_none) count = 0;
    for (int i = 0; i < count; i++) {
        if (i != without) items[kept++] = i;
    }
    *out = (rcy_coll){ .kind = coll_items, .count = kept, .items = items };
}

static RCY_OP void members(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    const rcy_teams *teams = rcy_teams_now(m);
    int64_t team = rcy_value(m, n->x);
    int32_t count = team < teams->count ? teams->from[team + 1] - teams->from[team] : 0;
    int32_t *items = rcy_take_items(m, count, n->token);
    if (m->trap != trap_none) count = 0;
    for (int32_t i = 0; i < count; i++) items[i] = teams->members[teams->from[team] + i];
    *out = (rcy_coll){ .kind = coll_items, .count = count, .items = items };
}

#define GATHERS(name) static RCY_PART void name(rcy_machine *m, const rcy_node *n, rcy_coll *out)

GATHERS(place)
{
    *out = (rcy_coll){ .kind = coll_place, .place = rcy_slot(m, n, n->b) };
}

GATHERS(memory)
{
    *out = (rcy_coll){ .kind = coll_mem, .place = rcy_slot(m, n, n->b) };
}

GATHERS(bound)
{
    rcy_keep_coll(out, &m->var[n->var].coll);
}

GATHERS(strings)
{
    (void)m;
    *out = (rcy_coll){ .kind = coll_items,
                       .count = n->a,
                       .items = (const int32_t *)(const void *)n->list };
}

GATHERS(all_players)
{
    (void)n;
    *out = (rcy_coll){ .kind = coll_range, .count = RCY_P(m)->players };
}

GATHERS(all_teams)
{
    (void)n;
    *out = (rcy_coll){ .kind = coll_range, .count = rcy_teams_now(m)->count };
}

GATHERS(others)
{
    numbers(m, RCY_P(m)->players, m->cycle[0], out, n->token);
}

GATHERS(other_teams)
{
    numbers(m, rcy_teams_now(m)->count, m->team_cycle[0], out, n->token);
}

GATHERS(gather_in_let)
{
    rcy_bind_let(m, n);
    if (m->trap == trap_none) rcy_gather(m, n->y, out);
    else make_cards(out, m->card, 0);
}

GATHERS(either_gather)
{
    if (rcy_holds(m, n->x)) rcy_gather(m, n->y, out);
    else rcy_gather(m, n->z, out);
}

#ifndef RCY_NATIVE_UNIT
void rcy_gather(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    switch ((rcy_op)n->op) {
#define LEAF(name, how)
#define VALUE(name, how)
#define GATHER(name, how) \
    case OP_##name: \
        how(m, n, out); \
        break;
#define ACT(name, how)
#define FLOW(name)
#include "recycle/machine_operations.def"
    default: __builtin_unreachable();
    }
}
#endif
