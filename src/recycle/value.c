// value.c - what an expression is worth: numbers, truth, strings, cards and owners.
//
// Expressions change nothing, so failing is cheap: the first thing that goes
// wrong, or finds no luck, is kept as the machine's trap, and the evaluation
// runs on with zeros that nobody uses. Acts look at the trap before they
// change anything.
#include "recycle/machine.h"

void rcy_fault(rcy_machine *m, int code, int token)
{
    if (m->trap != trap_none) return;
    m->trap = code;
    m->trap_token = token;
}

uint64_t rcy_draw(rcy_machine *m, uint64_t count, int token)
{
    if (count <= 1 || m->trap != trap_none || m->first_of_ties) return 0;
    m->drawn = true;
    if (m->walk == walk_list) {
        m->trap = trap_luck;  // listing never draws: the option is recorded here
        return 0;
    }
    if (m->left_span > 1) {
        uint64_t outcome = m->left_luck % count;
        m->left_luck /= count;
        m->left_span /= count;
        return outcome;
    }
    if (m->lucky) {
        if (count <= UINT32_MAX) return dado_quick_below(&m->luck, (uint32_t)count);
        uint64_t limit = UINT64_MAX - UINT64_MAX % count, word;
        do word = dado_quick_next(&m->luck);
        while (word >= limit);
        return word % count;
    }
    m->trap = trap_luck;
    m->trap_token = token;
    m->wanted = count <= (uint64_t)m->p->most_moves && m->p->listed ? (uint32_t)count : 0;
    return 0;
}

int32_t rcy_slot_slow(rcy_machine *m, const rcy_node *n, int kind)
{
    const rcy_program *p = m->p;
    int64_t owner = n->x ? rcy_value(m, n->x) : 0;
    if (owner == rcy_nobody) {
        rcy_fault(m, 609, n->token);
        return -1;
    }
    if (n->mode == mode_owner || n->mode == mode_checked) return n->a + (int32_t)owner;
    int64_t name = rcy_value(m, n->y);
    int32_t first = p->slot_of[(kind * p->strings + name) * class_count + n->class_];
    if (first < 0) {  // what has no name is empty, but nothing can be put there
        if (name != 0 || n->op >= OP_IF) rcy_fault(m, 612, n->token);
        return -1;
    }
    return first + (int32_t)owner;
}

rcy_scorer rcy_scorer_of(rcy_machine *m, const rcy_node *points)
{
    const rcy_program *p = m->p;
    if (points->op == OP_KEY) {
        return (rcy_scorer){ .fixed = points->a < 0 ? NULL : p->key_score[points->a] };
    }
    int32_t slot = rcy_slot(m, points, slot_points);
    rcy_scorer s = { .slot = slot };
    int set = slot < 0 ? 0 : rcy_maps(m)[slot];
    if (set == 0) return s;
    const rcy_map *map = &p->maps[set - 1];
    s.fixed = map->fixed;
    if (map->count == 0) return s;
    const rcy_award *a = map->awards;
    if (map->count > 1 || a->count != 1 || a->tests->key_word >= 0 || a->tests->key < 0 ||
        a->value_word >= 0) {
        s.map = map;
        return s;
    }
    const uint16_t *word = rcy_words(m, slot);
    s.attribute = p->attribute + a->tests->key * p->looks;
    s.string = a->tests->string_word >= 0 ? word[a->tests->string_word] : a->tests->string;
    s.value = a->value;
    return s;
}

int64_t rcy_score_computed(const rcy_machine *m, const rcy_map *map, int32_t slot, int32_t card)
{
    const rcy_program *p = m->p;
    int64_t score = map->fixed[rcy_look_of(m, card)];
    const uint16_t *word = rcy_words(m, slot);
    const int32_t *worth = rcy_awards(m, slot);
    for (int i = 0; i < map->count; i++) {
        const rcy_award *a = &map->awards[i];
        bool fits = true;
        for (int k = 0; k < a->count && fits; k++) {
            const rcy_test *t = &a->tests[k];
            int key = t->key_word >= 0 ? p->key_of[word[t->key_word]] : t->key;
            int string = t->string_word >= 0 ? word[t->string_word] : t->string;
            fits = (key < 0 ? 0 : rcy_attribute(m, key, card)) == string;
        }
        if (fits) score += a->value_word >= 0 ? worth[a->value_word] : a->value;
    }
    return score;
}

int32_t rcy_where(const rcy_machine *m, int32_t card, int32_t *place)
{
    const uint16_t *order = m->order;
    int32_t cards = m->p->cards, at = 0;
    enum { block = 16 };
    for (; at + block <= cards; at += block) {
        unsigned found = 0;
        for (int i = 0; i < block; i++) found |= order[at + i] == card;
        if (found) break;
    }
    while (order[at] != card) at++;
    int32_t inside = 0;
    for (int32_t p = 0; p < m->p->places; p++) inside += m->from[p] <= at;
    *place = inside - 1;
    return at;
}

static RCY_COLD int64_t overflow(rcy_machine *m, const rcy_node *n)
{
    rcy_fault(m, 607, n->token);
    return 0;
}

static RCY_COLD int64_t divide(rcy_machine *m, const rcy_node *n, int64_t a, int64_t b)
{
    if (b == 0) {
        rcy_fault(m, 606, n->token);
        return 0;
    }
    if (b == -1) {
        int64_t negated;
        if (n->op == OP_MODULO) return 0;
        return __builtin_sub_overflow((int64_t)0, a, &negated) ? overflow(m, n) : negated;
    }
    return n->op == OP_DIVIDE ? a / b : a % b;
}

static RCY_COLD int64_t power(rcy_machine *m, const rcy_node *n, int64_t base, int64_t exponent)
{
    if (exponent < 0) return overflow(m, n);
    if (base == 0) return exponent == 0;
    if (base == 1) return 1;
    if (base == -1) return exponent % 2 ? -1 : 1;
    int64_t result = 1;
    for (int64_t i = 0; i < exponent; i++) {
        if (__builtin_mul_overflow(result, base, &result)) return overflow(m, n);
    }
    return result;
}

static RCY_COLD int64_t triangle(rcy_machine *m, const rcy_node *n, int64_t a)
{
    int64_t next, product;
    if (__builtin_add_overflow(a, (int64_t)1, &next)) return overflow(m, n);
    if (a % 2 == 0) a /= 2;
    else next /= 2;
    return __builtin_mul_overflow(a, next, &product) ? overflow(m, n) : product;
}

static RCY_COLD int64_t fibonacci(rcy_machine *m, const rcy_node *n, int64_t a)
{
    enum { last_that_fits = 92 };
    if (a < 0 || a > last_that_fits) return overflow(m, n);
    uint64_t here = 0, next = 1;  // one past the last does not fit a signed number
    for (; a > 0; a--) {
        uint64_t sum = here + next;
        here = next;
        next = sum;
    }
    return (int64_t)here;
}

static RCY_COLD int64_t random_number(rcy_machine *m, const rcy_node *n)
{
    int64_t low = n->y ? rcy_value(m, n->x) : 0;
    int64_t high = rcy_value(m, n->y ? n->y : n->x);
    int64_t width;
    if (m->trap != trap_none) return 0;
    if (high < low || __builtin_sub_overflow(high, low, &width) || width == INT64_MAX) {
        return overflow(m, n);
    }
    return low + (int64_t)rcy_draw(m, (uint64_t)width + 1, n->token);
}

// The cards of a collection that is only looked at: a union of places need not be made for that.
static const uint16_t *look_at(rcy_machine *m, const rcy_node *n, int32_t *count)
{
    rcy_coll c;
    if (n->op == OP_UNION_PLACES) return rcy_cards_of_all(m, n->a, count);
    rcy_gather(m, n, &c);
    return rcy_cards_of(m, &c, count);
}

static RCY_COLD int64_t sum(rcy_machine *m, const rcy_node *n)
{
    int32_t count;
    rcy_mark mark = rcy_mark_of(m);
    const uint16_t *cards = look_at(m, n->x, &count);
    rcy_scorer scorer = rcy_scorer_of(m, n->y);
    int64_t total = 0;
    for (int32_t i = 0; i < count && m->pins; i++) rcy_look(m, cards[i]);
    for (int32_t i = 0; i < count; i++) total += rcy_score(m, &scorer, cards[i]);
    rcy_rewind(m, mark);
    return total;
}

// Which of the cards is the best; among equals one is drawn. -1 if there is none.
static int32_t best_of(rcy_machine *m, const rcy_node *n, const uint16_t *cards, int32_t count)
{
    rcy_scorer scorer = rcy_scorer_of(m, n->y);
    if (count == 0) rcy_fault(m, 603, n->token);
    int64_t most = 0;
    int32_t found = -1, tied = 0;
    for (int32_t i = 0; i < count && m->pins; i++) rcy_look(m, cards[i]);
    for (int32_t i = 0; i < count; i++) {
        int64_t score = rcy_score(m, &scorer, cards[i]);
        if (n->flag) score = -score;
        if (found < 0 || score > most) {
            most = score;
            found = i;
            tied = 1;
        } else if (score == most) {
            tied++;
        }
    }
    if (tied <= 1) return found;
    int64_t drawn = (int64_t)rcy_draw(m, (uint64_t)tied, n->token);
    for (int32_t i = 0; i < count; i++) {
        int64_t score = rcy_score(m, &scorer, cards[i]);
        if ((n->flag ? -score : score) == most && drawn-- == 0) return i;
    }
    return found;
}

static RCY_COLD int64_t best(rcy_machine *m, const rcy_node *n)
{
    int32_t count;
    rcy_mark mark = rcy_mark_of(m);
    const uint16_t *cards = look_at(m, n->x, &count);
    int32_t found = best_of(m, n, cards, count);
    int64_t card = found < 0 ? -1 : cards[found];
    rcy_rewind(m, mark);
    return card;
}

// Whose the best card is of a place that every player has.
static RCY_COLD int64_t owner_of_best(rcy_machine *m, const rcy_node *n)
{
    int32_t count, first = n->x->x->a;
    const uint16_t *cards = rcy_cards_of_all(m, first, &count);
    int32_t found = best_of(m, n->x, cards, count);
    if (found < 0) rcy_fault(m, 602, n->token);
    if (m->trap != trap_none) return 0;
    int32_t at = m->from[first] + found, who = 0;
    while (m->from[first + who + 1] <= at) who++;
    return who;
}

static RCY_COLD int64_t end_card(rcy_machine *m, const rcy_node *n)
{
    rcy_coll c;
    int32_t count;
    rcy_mark mark = rcy_mark_of(m);
    int64_t index = 0;
    if (n->op == OP_INDEX) index = rcy_value(m, n->y);
    rcy_gather(m, n->x, &c);
    const uint16_t *cards = rcy_cards_of(m, &c, &count);
    int64_t card = -1;
    if (n->op == OP_TOP) {
        if (count > 0) card = cards[count - 1];
    } else if (index >= 0 && index < count) {
        card = cards[index];
    } else if (n->op == OP_INDEX && m->need_card) {
        rcy_fault(m, 605, n->token);
    }
    rcy_rewind(m, mark);
    return card;
}

void rcy_ready_sieve(rcy_machine *m, const rcy_sieve *sieve, rcy_sifter *s)
{
    s->sieve = sieve;
    s->bits = 0;
    for (int i = 0; i < sieve->count; i++) {
        const rcy_trait *t = &sieve->trait[i];
        if (t->condition) s->bits |= (unsigned)rcy_holds(m, t->condition) << i;
        else if (t->attribute) s->strings[i] = m->str[t->string];
    }
}

// A storage of every player's: whether some have the value, or all.
static RCY_COLD int64_t ask_seats(rcy_machine *m, const rcy_node *n)
{
    int32_t players = m->p->players, same = 0;
    if (n->b) {
        for (int32_t i = 0; i < players; i++) same += m->str[n->a + i] == n->value;
    } else {
        for (int32_t i = 0; i < players; i++) same += m->sto[n->a + i] == n->value;
    }
    return (n->op == OP_SOME_SEAT ? same > 0 : same == players) != n->flag;
}

static RCY_COLD int64_t size_of(rcy_machine *m, const rcy_node *n)
{
    rcy_coll c;
    rcy_mark mark = rcy_mark_of(m);
    rcy_gather(m, n->x, &c);
    int64_t count = rcy_count(m, &c);
    rcy_rewind(m, mark);
    return count;
}

// Counts what a filter of cards would keep, without keeping it; `most` may end the count early.
int64_t rcy_count_filtered(rcy_machine *m, const rcy_node *filter, int64_t most)
{
    if (filter->spaces) return rcy_count_spaces(m, filter->spaces);
    bool quick = filter->sieve && !m->pins;
    if (quick && filter->x->op == OP_PLACE) return rcy_count_in_place(m, filter);
    int32_t count;
    rcy_mark mark = rcy_mark_of(m);
    const uint16_t *cards = look_at(m, filter->x, &count);
    int64_t kept = 0;
    if (quick) {
        kept = rcy_count_quickly(m, filter, cards, count);
        rcy_rewind(m, mark);
        return kept;
    }
    rcy_spend(m, count);
    for (int32_t i = 0; i < count && kept < most && m->trap == trap_none; i++) {
        m->var[filter->var].value = cards[i];
        kept += rcy_holds(m, filter->y);
    }
    rcy_rewind(m, mark);
    return kept;
}

// all and any over truth values, which stop early, and the sum over numbers.
static RCY_COLD int64_t quantify(rcy_machine *m, const rcy_node *n)
{
    rcy_coll c;
    rcy_mark mark = rcy_mark_of(m);
    int64_t total = 0;
    bool stop_at = n->op == OP_ANY_TRUE;
    if (n->x->op == OP_PLAYERS) {
        for (int p = 0; p < m->p->players; p++) {
            m->var[n->var].value = p;
            int64_t value = rcy_value(m, n->y);
            if (n->op == OP_ALL_SUM) {
                if (__builtin_add_overflow(total, value, &total)) return overflow(m, n);
            } else if ((value != 0) == stop_at) {
                return stop_at;
            }
        }
        return n->op == OP_ALL_SUM ? total : !stop_at;
    }
    rcy_gather(m, n->x, &c);
    int32_t count = rcy_count(m, &c);
    int64_t result = n->op == OP_ALL_TRUE;
    for (int32_t k = 0; k < count && m->trap == trap_none; k++) {
        rcy_mark inner = rcy_mark_of(m);
        rcy_spend(m, 1);
        rcy_element(m, &c, k, &m->var[n->var]);
        int64_t value = rcy_value(m, n->y);
        rcy_rewind(m, inner);
        if (n->op == OP_ALL_SUM) {
            if (__builtin_add_overflow(total, value, &total)) overflow(m, n);
        } else if ((value != 0) == stop_at) {
            result = stop_at;
            break;
        }
    }
    rcy_rewind(m, mark);
    return n->op == OP_ALL_SUM ? total : result;
}

void rcy_bind_let(rcy_machine *m, const rcy_node *n)
{
    rcy_var *var = &m->var[n->var];
    if (n->flag) {
        int64_t value = n->mode ? rcy_card(m, n->x) : rcy_value(m, n->x);
        if (n->mode && value < 0) rcy_fault(m, 602, n->token);
        var->value = value;
        return;
    }
    rcy_coll c;
    rcy_gather(m, n->x, &c);
    if (n->class_ && c.kind == coll_cards) {
        uint16_t *copy = rcy_take_cards(m, c.count, n->token);
        for (int32_t i = 0; i < c.count && m->trap == trap_none; i++) copy[i] = c.cards[i];
        c.cards = copy;
    }
    var->coll = c;
}

static RCY_COLD int64_t let(rcy_machine *m, const rcy_node *n)
{
    rcy_mark mark = rcy_mark_of(m);
    rcy_bind_let(m, n);
    int64_t value = m->trap == trap_none ? rcy_value(m, n->y) : 0;
    rcy_rewind(m, mark);
    return value;
}

int64_t rcy_card(rcy_machine *m, const rcy_node *n)
{
    bool before = m->need_card;
    m->need_card = true;
    int64_t card = rcy_value(m, n);
    m->need_card = before;
    return card;
}

static RCY_COLD int64_t owner(rcy_machine *m, const rcy_node *n)
{
    int32_t place;
    int64_t card = rcy_card(m, n->x);
    if (card < 0) {
        rcy_fault(m, 602, n->token);
        return 0;
    }
    if (m->trap != trap_none) return 0;
    rcy_look(m, (int32_t)card);
    rcy_where(m, (int32_t)card, &place);
    int who = m->p->place[place].owner;
    if (who < 0) {
        rcy_fault(m, 608, n->token);
        return 0;
    }
    return who;
}

static RCY_COLD int64_t score_of(rcy_machine *m, const rcy_node *n)
{
    int64_t card = rcy_card(m, n->x);
    rcy_scorer scorer = rcy_scorer_of(m, n->y);
    if (card < 0) {
        rcy_fault(m, 602, n->token);
        return 0;
    }
    rcy_look(m, (int32_t)card);
    return rcy_score(m, &scorer, (int32_t)card);
}

static RCY_COLD int64_t attribute(rcy_machine *m, const rcy_node *n)
{
    int32_t key = n->a;
    if (key >= 0 && n->y->op == OP_TOP_PLACE) {
        int32_t top = rcy_top(m, rcy_slot(m, n->y->x, n->y->x->b));
        if (top < 0) return 0;
        rcy_look(m, top);
        return rcy_attribute(m, key, top);
    }
    if (key == -2) key = m->p->key_of[rcy_value(m, n->x)];
    bool before = m->need_card;
    m->need_card = false;
    int64_t card = rcy_value(m, n->y);
    m->need_card = before;
    if (card < 0 || key < 0) return 0;
    rcy_look(m, (int32_t)card);
    return rcy_attribute(m, key, (int32_t)card);
}

static RCY_COLD int64_t nth(rcy_machine *m, const rcy_node *n)
{
    int64_t number = rcy_value(m, n->x);
    int most = n->flag ? m->p->teams[m->rest->teams].count : m->p->players;
    if (number >= 0 && number < most) return number;
    rcy_fault(m, 609, n->token);
    return 0;
}

static RCY_COLD bool same_card(rcy_machine *m, const rcy_node *n)
{
    bool before = m->need_card;
    m->need_card = false;
    int64_t a = rcy_value(m, n->x), b = rcy_value(m, n->y);
    m->need_card = before;
    if (m->pins && a >= 0) rcy_look(m, (int32_t)a);
    if (m->pins && b >= 0) rcy_look(m, (int32_t)b);
    return a >= 0 && a == b;
}

static int64_t neighbour(const uint8_t *cycle, int by, int count)
{
    int to = cycle[0] + by;
    return to < 0 ? count - 1 : to >= count ? 0 : to;
}

static RCY_COLD int64_t add(rcy_machine *m, const rcy_node *n)
{
    int64_t a = rcy_worth(m, n->x), b = rcy_worth(m, n->y), result;
    bool over = n->op == OP_ADD_        ? __builtin_add_overflow(a, b, &result)
                : n->op == OP_SUBTRACT ? __builtin_sub_overflow(a, b, &result)
                                       : __builtin_mul_overflow(a, b, &result);
    return over ? overflow(m, n) : result;
}

// What is asked less often, or takes long anyway.
static RCY_COLD int64_t value_slowly(rcy_machine *m, const rcy_node *n)
{
    const rcy_program *p = m->p;
    int64_t a, b;
    int32_t slot;
    switch ((rcy_op)n->op) {
    case OP_STO: slot = rcy_slot(m, n, slot_sto); return slot < 0 ? 0 : m->sto[slot];
    case OP_STR: slot = rcy_slot(m, n, slot_str); return slot < 0 ? 0 : m->str[slot];
    case OP_DIVIDE: case OP_MODULO:
        a = rcy_value(m, n->x);
        b = rcy_value(m, n->y);
        return m->trap == trap_none ? divide(m, n, a, b) : 0;
    case OP_POWER:
        a = rcy_value(m, n->x);
        b = rcy_value(m, n->y);
        return m->trap == trap_none ? power(m, n, a, b) : 0;
    case OP_TRI: return triangle(m, n, rcy_value(m, n->x));
    case OP_FIB: return fibonacci(m, n, rcy_value(m, n->x));
    case OP_RANDOM: return random_number(m, n);
    case OP_SIZE: return size_of(m, n);
    case OP_SOME_SEAT: case OP_EVERY_SEAT: return ask_seats(m, n);
    case OP_SIZE_FILTER: return rcy_count_filtered(m, n->x, INT64_MAX);
    case OP_SOME_LEFT: return rcy_count_filtered(m, n->x, 1) > 0;
    case OP_NONE_LEFT: return rcy_count_filtered(m, n->x, 1) == 0;
    case OP_SUM: return sum(m, n);
    case OP_SCORE: return score_of(m, n);
    case OP_ALL_SUM: case OP_ALL_TRUE: case OP_ANY_TRUE: return quantify(m, n);
    case OP_LET_VALUE: return let(m, n);
    case OP_DIE: return m->die[n->a];
    case OP_SAME_CARD: return same_card(m, n);
    case OP_OTHER_CARD: return !same_card(m, n);
    case OP_ATTRIBUTE: return attribute(m, n);
    case OP_TOP: case OP_BOTTOM: case OP_INDEX: return end_card(m, n);
    case OP_BEST: return best(m, n);
    case OP_NEXT:
        return m->cycle[1] != rcy_nobody_queued ? m->cycle[1] : neighbour(m->cycle, 1, p->players);
    case OP_PREVIOUS: return neighbour(m->cycle, -1, p->players);
    case OP_CURRENT_TEAM: return m->team_cycle[0];
    case OP_NEXT_TEAM:
        return m->team_cycle[1] != rcy_nobody_queued
                   ? m->team_cycle[1]
                   : neighbour(m->team_cycle, 1, p->teams[m->rest->teams].count);
    case OP_PREVIOUS_TEAM: return neighbour(m->team_cycle, -1, p->teams[m->rest->teams].count);
    case OP_NTH: return nth(m, n);
    case OP_OWNER: return owner(m, n);
    case OP_OWNER_OF_BEST: return owner_of_best(m, n);
    case OP_TEAM_OF:
        a = rcy_value(m, n->x);
        if (a == rcy_nobody) rcy_fault(m, 609, n->token);
        return a == rcy_nobody ? 0 : p->teams[m->rest->teams].of[a];
    default: return rcy_value_more(m, n);
    }
}

bool rcy_all_hold(rcy_machine *m, const rcy_node *n)
{
    for (int32_t i = 0; i < n->count; i++) {
        if (!rcy_holds(m, n->list[i])) return false;
    }
    return true;
}

static RCY_COLD int64_t some_hold(rcy_machine *m, const rcy_node *n)
{
    for (int32_t i = 0; i < n->count; i++) {
        if (rcy_holds(m, n->list[i])) return 1;
    }
    return 0;
}

static RCY_COLD int64_t fails(rcy_machine *m, const rcy_node *n)
{
    return !rcy_holds(m, n->x);
}

static RCY_COLD int64_t compare(rcy_machine *m, const rcy_node *n)
{
    int64_t a = rcy_worth(m, n->x), b = rcy_worth(m, n->y);
    switch ((rcy_op)n->op) {
    case OP_LESS: return a < b;
    case OP_MORE: return a > b;
    case OP_MOST: return a <= b;
    case OP_LEAST: return a >= b;
    case OP_EQUAL: return a == b;
    default: return a != b;
    }
}

// What is asked of places: their size and their top card.
static RCY_COLD int64_t ask_place(rcy_machine *m, const rcy_node *n)
{
    int32_t place = rcy_slot(m, n->x, n->x->b);
    switch ((rcy_op)n->op) {
    case OP_TOP_PLACE: return rcy_top(m, place);
    case OP_SIZE_PLACE: return rcy_place_size(m, place);
    case OP_SIZE_EQUALS: return (rcy_place_size(m, place) == n->value) != n->flag;
    default: {
        int32_t top = rcy_top(m, place);
        if (top >= 0) rcy_look(m, top);
        int64_t string = top < 0 ? 0 : rcy_attribute(m, n->a, top);
        return (string == n->value) != n->flag;
    }
    }
}

// A collection that a variable holds: its size, and its top card.
static RCY_COLD int64_t ask_bound(rcy_machine *m, const rcy_node *n)
{
    int32_t count;
    const rcy_coll *c = &m->var[n->x->var].coll;
    if (n->op == OP_SIZE_BOUND) return rcy_count(m, c);
    const uint16_t *cards = rcy_cards_of(m, c, &count);
    return count > 0 ? cards[count - 1] : -1;
}

static RCY_COLD int64_t ask_pinned(rcy_machine *m, const rcy_node *n)
{
    int32_t card = (int32_t)m->var[n->var].value;
    rcy_look(m, card);
    if (n->op == OP_HAS_ATTRIBUTE) return rcy_has(m, n, card);
    return rcy_attribute(m, n->a, card);
}

// Leaves are answered here, and all else by a call at the very end: so no register is saved for
// the many expressions that are a leaf.
int64_t rcy_value(rcy_machine *m, const rcy_node *n)
{
    switch ((rcy_op)n->op) {
    case OP_CONST: return n->value;
    case OP_VAR: return m->var[n->var].value;
    case OP_STO_FIXED: return m->sto[n->a];
    case OP_STO_CURRENT: return m->sto[n->a + m->cycle[0]];
    case OP_STO_EQUALS: return (m->sto[n->a] == n->value) != n->flag;
    case OP_STR_EQUALS: return (m->str[n->a] == n->value) != n->flag;
    case OP_CURRENT: return m->cycle[0];
    case OP_TOP_PLACE: case OP_SIZE_PLACE: case OP_SIZE_EQUALS: case OP_TOP_HAS:
        return ask_place(m, n);
    case OP_SIZE_BOUND: case OP_TOP_BOUND: return ask_bound(m, n);
    case OP_STR:
        if (n->mode == mode_fixed) return m->str[n->a];
        return value_slowly(m, n);
    case OP_BYTE:
        if (n->mode == mode_fixed) return m->byte[n->a];
        if (n->slots) {
            int32_t slot = n->slots[m->var[n->y->var].value * class_count];
            return slot >= 0 ? m->byte[slot] : n->b == slot_who ? rcy_nobody : 0;
        }
        return value_slowly(m, n);
    case OP_STO:
        if (n->mode == mode_var) return m->sto[n->a + m->var[n->var].value];
        return value_slowly(m, n);
    case OP_HAS_ATTRIBUTE:
        if (m->pins) return ask_pinned(m, n);
        return rcy_has(m, n, (int32_t)m->var[n->var].value);
    case OP_ATTRIBUTE_VAR:
        if (m->pins) return ask_pinned(m, n);
        return rcy_attribute(m, n->a, (int32_t)m->var[n->var].value);
    case OP_LESS: case OP_MORE: case OP_MOST: case OP_LEAST: case OP_EQUAL: case OP_UNEQUAL:
        return compare(m, n);
    case OP_ADD_: case OP_SUBTRACT: case OP_MULTIPLY: return add(m, n);
    case OP_AND: return rcy_all_hold(m, n);
    case OP_OR: return some_hold(m, n);
    case OP_NOT: return fails(m, n);
    default: return value_slowly(m, n);
    }
}
