// evaluate_lists.c - evaluates lists beyond the base language: choices between values,
// lists of anything, elements and their indices, neighbouring players.
#include "recycle/machine_inlines.h"

static bool trapped(const rcy_machine *m)
{
    return m->trap != trap_none;
}

static void make_items(rcy_coll *out, const int32_t *items, int32_t count)
{
    *out = (rcy_coll){ .kind = coll_items, .count = count, .items = items };
}

static void make_nothing(rcy_machine *m, const rcy_coll *like, rcy_coll *out)
{
    *out =
        (rcy_coll){ .kind = like->kind == coll_groups || like->kind == coll_subsets ? coll_groups
                            : like->kind == coll_lists                              ? coll_lists
                            : like->kind == coll_items || like->kind == coll_range  ? coll_items
                                                                                    : coll_cards };
    out->cards = m->card;
}

// --- collecting elements ---

// A collection of the same kind as another, to which elements are added one by one.
typedef struct list_builder {
    rcy_machine *m;
    int token;
    rcy_coll made;
    uint16_t *cards;
    int32_t *items;
    int32_t first;  // first group, if it is a collection of groups
} list_builder;

static list_builder keep_like(rcy_machine *m, const rcy_coll *from, int token)
{
    list_builder k = { .m = m, .token = token };
    int32_t count = rcy_count(m, from);
    make_nothing(m, from, &k.made);
    switch ((rcy_coll_kind)k.made.kind) {
    case coll_items: k.items = rcy_take_items(m, count, token); break;
    case coll_cards: k.cards = rcy_take_cards(m, count, token); break;
    default: k.first = m->groups_out; break;
    }
    return k;
}

static void keep(list_builder *k, const rcy_var *element)
{
    rcy_machine *m = k->m;
    if (trapped(m)) return;
    switch ((rcy_coll_kind)k->made.kind) {
    case coll_items:
        if (element->value != (int32_t)element->value) rcy_fault(m, 607, k->token);
        k->items[k->made.count++] = (int32_t)element->value;
        break;
    case coll_cards: k->cards[k->made.count++] = (uint16_t)element->value; break;
    case coll_lists:
        *rcy_take_group(m, k->token) =
            (rcy_group){ .items = element->coll.items, .count = element->coll.count };
        k->made.count++;
        break;
    default:
        *rcy_take_group(m, k->token) =
            (rcy_group){ .cards = element->coll.cards, .count = element->coll.count };
        k->made.count++;
        break;
    }
}

// Drops everything collected so far, because a better element was found.
static void start_again(list_builder *k)
{
    k->made.count = 0;
    if (k->made.kind == coll_groups || k->made.kind == coll_lists) k->m->groups_out = k->first;
}

static void finish(list_builder *k, rcy_coll *out)
{
    if (trapped(k->m)) k->made.count = 0;
    *out = k->made;
    if (k->made.kind == coll_items) out->items = k->items;
    else if (k->made.kind == coll_cards) out->cards = k->cards;
    else out->groups = k->m->group + k->first;
}

// Tests each element of a collection, bound to the variable, and keeps some of them. What
// an element uses of the stacks is released if it is not kept; kept groups stay where
// they are.
static void sort_out(rcy_machine *m, const rcy_node *n, const rcy_coll *from, rcy_coll *out)
{
    list_builder k = keep_like(m, from, n->token);
    int32_t count = rcy_count(m, from);
    int64_t most = 0;
    for (int32_t i = 0; i < count && !trapped(m); i++) {
        rcy_mark before = rcy_mark_of(m);
        rcy_spend(m, 1);
        rcy_element(m, from, i, &m->var[n->var]);
        rcy_var element = m->var[n->var];
        rcy_mark held = rcy_mark_of(m);
        int64_t value = rcy_value(m, n->y);
        if (trapped(m)) break;
        bool kept = value != 0;
        if (n->op == OP_BEST_OF) {
            kept = k.made.count == 0 || value >= most;
            if (kept && k.made.count > 0 && value > most) start_again(&k);
            if (kept) most = value;
        }
        if (!kept) {
            rcy_rewind(m, before);
            if (n->op == OP_WHILE_OF) break;
            continue;
        }
        held.groups = m->groups_out < before.groups ? m->groups_out : before.groups;
        held.items = before.items;
        rcy_rewind(m, held);
        keep(&k, &element);
    }
    finish(&k, out);
}

static void sorted_out(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    rcy_coll from;
    rcy_gather(m, n->x, &from);
    sort_out(m, n, &from, out);
}

void rcy_filter_lists(rcy_machine *m, const rcy_node *n, const rcy_coll *from, rcy_coll *out)
{
    sort_out(m, n, from, out);
}

// --- duplicates ---

enum { most_kept = 4096 };  // most different groups

// Returns the kind of a card: the value of an attribute, or a number that equal cards
// share.
static int32_t kind_of(rcy_machine *m, int32_t key, uint16_t card)
{
    int32_t look = rcy_look_of(m, card);
    rcy_note_card_read(m, card);
    return key == -2 ? m->p->look_kind[look]
           : key < 0 ? 0
                     : m->p->attribute[key * m->p->looks + look];
}

static bool same_kinds(const int32_t *a, const int32_t *b, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (a[i] != b[i]) return false;
    }
    return true;
}

// Keeps one of each set of subsets that contain the same kinds of cards: the one that
// takes the first cards of each kind. So subsets need not be compared: a subset is kept
// if, for each of its cards, the previous card of the same kind is in it too. These
// previous cards are stored as bits. The result and its cost are as in the general code
// below.
static void distinct_subsets(rcy_machine *m, const rcy_node *n, int32_t key, const rcy_coll *from,
                             rcy_coll *out)
{
    list_builder k = keep_like(m, from, n->token);
    // the previous card of the same kind, as a bit; the set of cards that have one
    uint32_t before[rcy_most_subsets], later = 0;
    int32_t kinds[rcy_most_subsets], cards = 0, base = m->items_out;
    for (; from->count >> cards > 1; cards++) {
        before[cards] = 0;
        kinds[cards] = kind_of(m, key, from->cards[cards]);
        for (int32_t j = 0; j < cards; j++) {
            if (kinds[j] == kinds[cards]) before[cards] = (uint32_t)1 << j;
        }
        later |= (uint32_t)(before[cards] != 0) << cards;
    }
    for (int32_t i = 0; i < from->count && !trapped(m); i++) {
        rcy_mark mark = rcy_mark_of(m);
        rcy_var element;
        uint32_t lacks = 0;
        for (uint32_t left = (uint32_t)i & later; left; left &= left - 1) {
            lacks |= before[__builtin_ctz(left)] & ~(uint32_t)i;
        }
        const bool known = lacks != 0;
        int32_t size = rcy_popcount((uint64_t)i);
        rcy_spend(m, 1);
        if (known) rcy_take_cards(m, size, m->trap_token);
        else rcy_element(m, from, i, &element);
        rcy_take_items(m, size + 1, n->token);
        if (trapped(m)) break;
        rcy_spend(m, k.made.count);
        if (known) {
            rcy_rewind(m, mark);
            continue;
        }
        if (k.made.count == most_kept) rcy_fault(m, 610, n->token);
        keep(&k, &element);
    }
    m->items_out = base;
    finish(&k, out);
}

static void distinct_groups(rcy_machine *m, const rcy_node *n, int32_t key, const rcy_coll *from,
                            rcy_coll *out)
{
    list_builder k = keep_like(m, from, n->token);
    int32_t starts[most_kept], base = m->items_out;
    for (int32_t i = 0; i < from->count && !trapped(m); i++) {
        rcy_mark before = rcy_mark_of(m);
        rcy_var element;
        rcy_spend(m, 1);
        rcy_element(m, from, i, &element);
        int32_t size = element.coll.count;
        int32_t *kinds = rcy_take_items(m, size + 1, n->token);
        if (trapped(m)) break;
        kinds[0] = size;
        for (int32_t j = 0; j < size; j++) {  // sorted, so that equal multisets have one order
            int32_t kind = kind_of(m, key, element.coll.cards[j]), at = j;
            for (; at > 0 && kinds[at] > kind; at--) kinds[at + 1] = kinds[at];
            kinds[at + 1] = kind;
        }
        bool known = false;
        for (int32_t j = 0; j < k.made.count && !known; j++) {
            known = same_kinds(m->item + starts[j], kinds, size + 1);
        }
        rcy_spend(m, k.made.count);
        if (known) {
            rcy_rewind(m, before);
            continue;
        }
        if (k.made.count == most_kept) rcy_fault(m, 610, n->token);
        else starts[k.made.count] = (int32_t)(kinds - m->item);
        keep(&k, &element);
    }
    m->items_out = base;
    finish(&k, out);
}

static bool same_list(const rcy_group *a, const rcy_coll *b)
{
    return a->count == b->count && same_kinds(a->items, b->items, b->count);
}

static void distinct(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    rcy_coll from;
    int32_t key = n->y ? (n->a == -2 ? m->p->key_of[rcy_value(m, n->y)] : n->a) : -2;
    rcy_gather(m, n->x, &from);
    if (from.kind == coll_subsets && !m->p->plain && !m->pins) {
        distinct_subsets(m, n, key, &from, out);
        return;
    }
    if (from.kind == coll_groups || from.kind == coll_subsets) {
        distinct_groups(m, n, key, &from, out);
        return;
    }
    list_builder k = keep_like(m, &from, n->token);
    int32_t count = rcy_count(m, &from);
    for (int32_t i = 0; i < count && !trapped(m); i++) {
        rcy_var element;
        bool known = false;
        rcy_spend(m, 1 + k.made.count);
        rcy_element(m, &from, i, &element);
        if (k.made.kind == coll_lists) {
            const rcy_group *groups = m->group + k.first;
            for (int32_t j = 0; j < k.made.count && !known; j++) {
                known = same_list(&groups[j], &element.coll);
            }
        } else if (k.made.kind == coll_items) {
            for (int32_t j = 0; j < k.made.count && !known; j++)
                known = k.items[j] == element.value;
        } else {
            int32_t kind = kind_of(m, key, (uint16_t)element.value);
            for (int32_t j = 0; j < k.made.count && !known; j++) {
                known = kind_of(m, key, k.cards[j]) == kind;
            }
        }
        if (!known) keep(&k, &element);
    }
    finish(&k, out);
}

// --- building lists ---

static void list(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    if (n->flag) {  // a list of cards
        int32_t at = m->cards_out;
        uint16_t *cards = rcy_take_cards(m, n->count, n->token);
        for (int32_t i = 0; i < n->count && !trapped(m); i++) {
            int64_t card = rcy_card(m, n->list[i]);
            if (card < 0) rcy_fault(m, 602, n->token);
            else cards[i] = (uint16_t)card;
        }
        *out = (rcy_coll){ .kind = coll_cards,
                           .count = trapped(m) ? 0 : n->count,
                           .cards = m->card + at };
        return;
    }
    int32_t *items = rcy_take_items(m, n->count, n->token);
    for (int32_t i = 0; i < n->count && !trapped(m); i++) {
        int64_t value = rcy_value(m, n->list[i]);
        if (value != (int32_t)value) rcy_fault(m, 607, n->token);
        items[i] = (int32_t)value;
    }
    make_items(out, items, trapped(m) ? 0 : n->count);
}

// Evaluates `each` with a body that is a number, a string, an owner or a card.
static void each(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    rcy_coll from;
    rcy_gather(m, n->x, &from);
    int32_t count = rcy_count(m, &from);
    uint16_t *cards = n->flag ? rcy_take_cards(m, count, n->token) : NULL;
    int32_t *items = n->flag ? NULL : rcy_take_items(m, count, n->token);
    for (int32_t i = 0; i < count && !trapped(m); i++) {
        rcy_mark mark = rcy_mark_of(m);
        rcy_spend(m, 1);
        rcy_element(m, &from, i, &m->var[n->var]);
        int64_t value = n->flag ? rcy_card(m, n->y) : rcy_value(m, n->y);
        rcy_rewind(m, mark);
        if (n->flag && value < 0) rcy_fault(m, 602, n->token);
        if (value != (int32_t)value) rcy_fault(m, 607, n->token);
        if (trapped(m)) break;
        if (cards) cards[i] = (uint16_t)value;
        else items[i] = (int32_t)value;
    }
    if (trapped(m)) count = 0;
    if (cards) *out = (rcy_coll){ .kind = coll_cards, .count = count, .cards = cards };
    else make_items(out, items, count);
}

// Copies the elements of a list, or of all its lists, to the stack. Returns how many
// there are.
static int32_t copy_items(rcy_machine *m, const rcy_coll *c, int token)
{
    int32_t total = 0, parts = c->kind == coll_lists ? c->count : 1;
    for (int32_t i = 0; i < parts && !trapped(m); i++) {
        rcy_var part = { .coll = *c };
        if (c->kind == coll_lists) rcy_element(m, c, i, &part);
        int32_t count = part.coll.count;
        int32_t *to = rcy_take_items(m, count, token);
        for (int32_t k = 0; k < count && !trapped(m); k++) {
            rcy_var item;
            rcy_element(m, &part.coll, k, &item);
            to[k] = (int32_t)item.value;
        }
        total += count;
    }
    rcy_spend(m, total);
    return trapped(m) ? 0 : total;
}

// Evaluates `each` with a body that is a list of strings.
static void each_list(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    rcy_coll from;
    rcy_gather(m, n->x, &from);
    int32_t count = rcy_count(m, &from);
    if (count > rcy_most_groups - m->groups_out) rcy_fault(m, 610, n->token);
    if (trapped(m)) count = 0;
    rcy_group *made = m->group + m->groups_out;
    m->groups_out += count;
    for (int32_t i = 0; i < count && !trapped(m); i++) {
        rcy_coll body;
        int32_t at = m->items_out;
        rcy_spend(m, 1);
        rcy_element(m, &from, i, &m->var[n->var]);
        rcy_gather(m, n->y, &body);
        int32_t start = m->items_out, size = copy_items(m, &body, n->token);
        if (trapped(m)) break;
        memmove(m->item + at, m->item + start, sizeof *m->item * (size_t)size);
        m->items_out = at + size;
        made[i] = (rcy_group){ .items = m->item + at, .count = size };
    }
    *out = (rcy_coll){ .kind = coll_lists, .count = trapped(m) ? 0 : count, .groups = made };
}

static int32_t times_in(const int32_t *items, int32_t count, int32_t item)
{
    int32_t times = 0;
    for (int32_t i = 0; i < count; i++) times += items[i] == item;
    return times;
}

// Keeps those of `items` that are in `set`, and returns how many there are.
static int32_t in_all(int32_t *items, int32_t count, const int32_t *set, int32_t size)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        if (times_in(set, size, items[i]) > 0) items[kept++] = items[i];
    }
    return kept;
}

// Evaluates union, intersect and disjunction of lists. A list of lists stands for all
// elements in them.
static void join(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    int32_t at = m->items_out, total = 0;
    bool first = true;
    for (int i = 0; i < n->count && !trapped(m); i++) {
        rcy_coll c;
        rcy_gather(m, n->list[i], &c);
        int32_t parts = c.kind == coll_lists && n->a == keyword_intersect ? c.count : 1;
        for (int32_t k = 0; k < parts && !trapped(m); k++) {
            rcy_var part = { .coll = c };
            if (parts > 1 || (c.kind == coll_lists && n->a == keyword_intersect)) {
                rcy_element(m, &c, k, &part);
            }
            int32_t start = m->items_out, size = copy_items(m, &part.coll, n->token);
            if (trapped(m)) break;
            if (n->a == keyword_intersect && !first) {
                total = in_all(m->item + at, total, m->item + start, size);
            } else if (n->a == keyword_intersect) {
                int32_t kept = 0;
                for (int32_t j = 0; j < size; j++) {
                    int32_t item = m->item[start + j];
                    if (times_in(m->item + at, kept, item) == 0) m->item[at + kept++] = item;
                }
                total = kept;
            } else {
                memmove(m->item + at + total, m->item + start, sizeof *m->item * (size_t)size);
                total += size;
            }
            first = false;
            if (parts == 1) m->items_out = at + total;
        }
        m->items_out = at + total;
    }
    if (n->a == keyword_disjunction && !trapped(m)) {
        int32_t *once = rcy_take_items(m, total, n->token), kept = 0;
        rcy_spend(m, total);
        for (int32_t i = 0; i < total && !trapped(m); i++) {
            if (times_in(m->item + at, total, m->item[at + i]) == 1) once[kept++] = m->item[at + i];
        }
        if (!trapped(m)) memmove(m->item + at, once, sizeof *once * (size_t)kept);
        total = kept;
        m->items_out = at + total;
    }
    make_items(out, m->item + at, trapped(m) ? 0 : total);
}

void rcy_gather_extended(rcy_machine *m, const rcy_node *n, rcy_coll *out)
{
    switch ((rcy_op)n->op) {
    case OP_LIST: list(m, n, out); break;
    case OP_EACH: each(m, n, out); break;
    case OP_EACH_LIST: each_list(m, n, out); break;
    case OP_BEST_OF:
    case OP_WHILE_OF: sorted_out(m, n, out); break;
    case OP_DISTINCT: distinct(m, n, out); break;
    case OP_JOIN: join(m, n, out); break;
    case OP_KEPT_PLACE: *out = (rcy_coll){ .kind = coll_place, .place = rcy_kept(m)[n->a] }; break;
    default: rcy_board_gather(m, n, out); break;
    }
}

// --- values ---

// Returns an element of a list that is not a list of cards.
static int64_t item(rcy_machine *m, const rcy_node *n)
{
    rcy_coll c;
    rcy_mark mark = rcy_mark_of(m);
    int64_t index = n->flag == to_index ? rcy_value(m, n->y) : 0;
    rcy_gather(m, n->x, &c);
    int32_t count = rcy_count(m, &c);
    if (n->flag == to_bottom) index = count - 1;
    if (!trapped(m) && (index < 0 || index >= count)) rcy_fault(m, 604, n->token);
    rcy_var element = { .value = 0 };
    if (!trapped(m)) rcy_element(m, &c, (int32_t)index, &element);
    rcy_rewind(m, mark);
    return trapped(m) ? 0 : element.value;
}

static bool same_element(rcy_machine *m, const rcy_coll *c, int32_t k, const rcy_var *wanted)
{
    rcy_var element;
    rcy_element(m, c, k, &element);
    if (c->kind == coll_lists) {
        rcy_group list = { .items = element.coll.items, .count = element.coll.count };
        return same_list(&list, &wanted->coll);
    }
    if (c->kind != coll_groups && c->kind != coll_subsets) return element.value == wanted->value;
    int32_t count, other;
    const uint16_t *a = rcy_cards_of(m, &element.coll, &count);
    const uint16_t *b = rcy_cards_of(m, &wanted->coll, &other);
    return count == other && memcmp(a, b, sizeof *a * (size_t)count) == 0;
}

// Returns the index of an element in a collection, from 0; -1 if it is not there.
static int64_t index_of(rcy_machine *m, const rcy_node *n)
{
    rcy_coll c;
    rcy_var wanted;
    rcy_mark mark = rcy_mark_of(m);
    bool before = m->need_card;
    m->need_card = false;
    if (n->flag) rcy_gather(m, n->x, &wanted.coll);
    else wanted.value = rcy_value(m, n->x);
    m->need_card = before;
    rcy_gather(m, n->y, &c);
    int32_t count = trapped(m) ? 0 : rcy_count(m, &c), found = -1;
    bool cards = c.kind == coll_place || c.kind == coll_mem || c.kind == coll_cards;
    rcy_spend(m, count);
    if (m->pins && cards && wanted.value >= 0) {
        int32_t size;
        const uint16_t *all = rcy_cards_of(m, &c, &size);
        rcy_note_card_read(m, (int32_t)wanted.value);
        for (int32_t i = 0; i < size; i++) rcy_note_card_read(m, all[i]);
    }
    for (int32_t k = 0; k < count && found < 0 && !trapped(m); k++) {
        rcy_mark inner = rcy_mark_of(m);
        if (same_element(m, &c, k, &wanted)) found = k;
        rcy_rewind(m, inner);
    }
    rcy_rewind(m, mark);
    return found;
}

static int64_t extreme_of(rcy_machine *m, const rcy_node *n)
{
    rcy_coll c;
    rcy_mark mark = rcy_mark_of(m);
    rcy_gather(m, n->x, &c);
    int32_t count = rcy_count(m, &c);
    int64_t best = 0;
    if (!trapped(m) && count == 0) rcy_fault(m, 603, n->token);
    rcy_spend(m, count);
    for (int32_t i = 0; i < count && !trapped(m); i++) {
        rcy_var element;
        rcy_element(m, &c, i, &element);
        if (i == 0 || (n->flag ? element.value < best : element.value > best)) best = element.value;
    }
    rcy_rewind(m, mark);
    return best;
}

static int64_t chain(rcy_machine *m, const rcy_node *n)
{
    int64_t before = rcy_value(m, n->list[0]);
    for (int32_t i = 1; i < n->count && !trapped(m); i++) {
        int64_t next = rcy_value(m, n->list[i]);
        bool holds = rcy_holds_for[n->a - OP_LESS] >> ((before >= next) + (before > next)) & 1;
        if (!holds) return 0;
        before = next;
    }
    return 1;
}

// Evaluates a card that may be missing.
static int64_t card_or_none(rcy_machine *m, const rcy_node *n)
{
    bool before = m->need_card;
    m->need_card = false;
    int64_t card = rcy_value(m, n);
    m->need_card = before;
    return card;
}

static int64_t number(rcy_machine *m, const rcy_node *n)
{
    int32_t key = n->a == -2 ? m->p->key_of[rcy_value(m, n->x)] : n->a;
    int64_t card = card_or_none(m, n->y);
    if (card < 0 || key < 0 || trapped(m)) return 0;
    rcy_note_card_read(m, (int32_t)card);
    return m->p->number_of[rcy_attribute(m, key, (int32_t)card)];
}

static int64_t neighbour(rcy_machine *m, const rcy_node *n)
{
    int64_t who = rcy_value(m, n->x);
    int count = n->a ? m->p->teams[m->pause->teams].count : m->p->players;
    if (who == rcy_nobody) rcy_fault(m, 609, n->token);
    if (trapped(m)) return 0;
    if (n->flag) return who == 0 ? count - 1 : who - 1;
    return who + 1 == count ? 0 : who + 1;
}

int64_t rcy_value_extended(rcy_machine *m, const rcy_node *n)
{
    int64_t a, b;
    int32_t slot, place;
    switch ((rcy_op)n->op) {
    case OP_BYTE:
        slot = rcy_slot(m, n, n->b);
        return slot >= 0 ? m->byte[slot] : n->b == slot_who ? rcy_nobody : 0;
    case OP_KEPT: return rcy_kept(m)[n->a] - n->flag;
    case OP_CHAIN: return chain(m, n);
    case OP_EXTREME:
        a = rcy_value(m, n->x);
        b = rcy_value(m, n->y);
        return (a < b) == (n->flag != 0) ? a : b;
    case OP_EXTREME_OF: return extreme_of(m, n);
    case OP_ITEM: return item(m, n);
    case OP_INDEX_OF: return index_of(m, n);
    case OP_IN: return index_of(m, n) >= 0;
    case OP_NUMBER: return number(m, n);
    case OP_WHERE:
        a = card_or_none(m, n->x);
        if (a < 0 || trapped(m)) return 0;
        rcy_note_card_read(m, (int32_t)a);
        rcy_find_card(m, (int32_t)a, &place);
        return m->p->place[place].name;
    case OP_WHOSE:
        a = card_or_none(m, n->x);
        return a < 0 || trapped(m) ? rcy_nobody : m->p->whose[a];
    case OP_NEIGHBOUR: return neighbour(m, n);
    case OP_AFTER: return rcy_try_act(m, n);
    case OP_PAIRED:
        a = rcy_value(m, n->x);
        if (n->b && a == rcy_nobody) rcy_fault(m, 609, n->token);
        return trapped(m) ? 0 : m->p->joined[n->a][a];
    default: return rcy_board_value(m, n);
    }
}
