// evaluate_expressions.c - evaluates expressions: numbers, truth values, strings, cards
// and owners.
//
// Expressions change nothing, so failing is cheap. The first error, or lack of random
// bits, is stored as the machine's trap, and the evaluation continues with zeros that
// nobody uses. Acts check the trap before they change anything.
#include "recycle/machine_inlines.h"

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
    if (m->path_mode == path_list) {
        m->trap = trap_needs_chance;  // listing never draws; the option is listed as it is so far
        return 0;
    }
    if (m->unused_span > 1) {
        uint64_t outcome = m->unused_outcome % count;
        m->unused_outcome /= count;
        m->unused_span /= count;
        return outcome;
    }
    if (m->has_seed) {
        if (count <= UINT32_MAX) return dado_fast_rng_below(&m->luck, (uint32_t)count);
        uint64_t limit = UINT64_MAX - UINT64_MAX % count, word;
        do word = dado_fast_rng_next(&m->luck);
        while (word >= limit);
        return word % count;
    }
    m->trap = trap_needs_chance;
    m->trap_token = token;
    m->wanted = count <= (uint64_t)m->p->most_moves && m->p->listed ? (uint32_t)count : 0;
    return 0;
}

RCY_SHARED int32_t rcy_slot_slow(rcy_machine *m, const rcy_node *n, int kind)
{
    int64_t owner = n->x ? rcy_value(m, n->x) : 0;
    if (owner == rcy_nobody) {
        rcy_fault(m, 609, n->token);
        return -1;
    }
    if (n->mode == mode_owner || n->mode == mode_checked) return n->a + (int32_t)owner;
    int64_t name = rcy_value(m, n->y);
    int32_t first = RCY_P(m)->slot_of[(kind * RCY_P(m)->strings + name) * class_count + n->class_];
    if (first < 0) {  // a missing name reads as empty, but nothing can be stored there
        if (name != 0 || n->op >= OP_IF) rcy_fault(m, 612, n->token);
        return -1;
    }
    return first + (int32_t)owner;
}

RCY_SHARED rcy_scorer rcy_scorer_of(rcy_machine *m, const rcy_node *points)
{
    const rcy_program *p = m->p;
    if (points->op == OP_KEY) {
        return (rcy_scorer){ .fixed = points->a < 0 ? NULL : p->key_score[points->a] };
    }
    int32_t slot = rcy_slot(m, points, slot_points);
    rcy_scorer s = { .slot = slot };
    int set = slot < 0 ? 0 : rcy_maps(m)[slot];
    if (set == 0) return s;
    const rcy_map *map = &RCY_MAPS(m)[RCY_ONLY(points, set) - 1];
    s.fixed = map->fixed;
    s.simple = !RCY_P(m)->look_from;
    if (map->count == 0) return s;
    const rcy_award *a = map->awards;
    if (map->count > 1 || a->count != 1 || a->tests->key_word >= 0 || a->tests->key < 0 ||
        a->value_word >= 0) {
        s.map = map;
        s.simple = false;
        return s;
    }
    const uint16_t *word = rcy_map_strings(m, slot);
    s.attribute = RCY_P(m)->attribute + a->tests->key * RCY_P(m)->looks;
    s.string = a->tests->string_word >= 0 ? word[a->tests->string_word] : a->tests->string;
    s.value = a->value;
    return s;
}

// Returns what one award adds to the score of a card with this look.
static RCY_PART int64_t award(const rcy_machine *m, const rcy_award *a, const uint16_t *word,
                              const int32_t *worth, int32_t look)
{
    const rcy_test *t = a->tests;
#define FITS(i) \
    { \
        int key = t[i].key_word >= 0 ? RCY_P(m)->key_of[word[t[i].key_word]] : t[i].key; \
        int string = t[i].string_word >= 0 ? word[t[i].string_word] : t[i].string; \
        int has = key < 0 ? 0 : RCY_P(m)->attribute[key * RCY_P(m)->looks + look]; \
        if (has != string) return 0; \
    }
    RCY_UNROLL(a->count, FITS)
    return a->value_word >= 0 ? worth[a->value_word] : a->value;
}

RCY_SHARED int64_t rcy_score_computed(const rcy_machine *m, const rcy_map *map, int32_t slot,
                                      int32_t card)
{
    const int32_t look = rcy_look_of(m, card);
    int64_t score = map->fixed[look];
    const uint16_t *word = rcy_map_strings(m, slot);
    const int32_t *worth = rcy_map_values(m, slot);
#define AWARD(i) score += award(m, &map->awards[i], word, worth, look);
    RCY_UNROLL(map->count, AWARD)
    return score;
}

int32_t rcy_find_card(const rcy_machine *m, int32_t card, int32_t *place)
{
    const uint16_t *order = m->order;
    int32_t cards = RCY_P(m)->cards, at = 0;
    enum { block = 16 };
    for (; at + block <= cards; at += block) {
        unsigned found = 0;
        for (int i = 0; i < block; i++) found |= order[at + i] == card;
        if (found) break;
    }
    while (order[at] != card) at++;
    int32_t inside = 0;
    for (int32_t p = 0; p < RCY_P(m)->places; p++) inside += m->from[p] <= at;
    *place = inside - 1;
    return at;
}

static RCY_COLD int64_t overflow(rcy_machine *m, int token)
{
    rcy_fault(m, 607, token);
    return 0;
}

static RCY_OP int64_t divide(rcy_machine *m, const rcy_node *n)
{
    int64_t a = rcy_value(m, n->x), b = rcy_value(m, n->y), negated;
    if (m->trap != trap_none) return 0;
    if (b == 0) {
        rcy_fault(m, 606, n->token);
        return 0;
    }
    if (b == -1) {
        if (n->op == OP_MODULO) return 0;
        return __builtin_sub_overflow((int64_t)0, a, &negated) ? overflow(m, n->token) : negated;
    }
    return n->op == OP_DIVIDE ? a / b : a % b;
}

static RCY_OP int64_t power(rcy_machine *m, const rcy_node *n)
{
    int64_t base = rcy_value(m, n->x), exponent = rcy_value(m, n->y), result = 1;
    if (m->trap != trap_none) return 0;
    if (exponent < 0) return overflow(m, n->token);
    if (base == 0) return exponent == 0;
    if (base == 1) return 1;
    if (base == -1) return exponent % 2 ? -1 : 1;
    for (int64_t i = 0; i < exponent; i++) {
        if (__builtin_mul_overflow(result, base, &result)) return overflow(m, n->token);
    }
    return result;
}

static RCY_OP int64_t triangle(rcy_machine *m, const rcy_node *n)
{
    int64_t a = rcy_value(m, n->x), next, product;
    if (__builtin_add_overflow(a, (int64_t)1, &next)) return overflow(m, n->token);
    if (a % 2 == 0) a /= 2;
    else next /= 2;
    return __builtin_mul_overflow(a, next, &product) ? overflow(m, n->token) : product;
}

static RCY_OP int64_t fibonacci(rcy_machine *m, const rcy_node *n)
{
    enum { last_that_fits = 92 };
    int64_t a = rcy_value(m, n->x);
    if (a < 0 || a > last_that_fits) return overflow(m, n->token);
    uint64_t here = 0, next = 1;  // the number after the last does not fit a signed number
    for (; a > 0; a--) {
        uint64_t sum = here + next;
        here = next;
        next = sum;
    }
    return (int64_t)here;
}

static RCY_OP int64_t random_number(rcy_machine *m, const rcy_node *n)
{
    int64_t low = n->y ? rcy_value(m, n->x) : 0;
    int64_t high = rcy_value(m, n->y ? n->y : n->x);
    int64_t width;
    if (m->trap != trap_none) return 0;
    if (high < low || __builtin_sub_overflow(high, low, &width) || width == INT64_MAX) {
        return overflow(m, n->token);
    }
    return low + (int64_t)rcy_draw(m, (uint64_t)width + 1, n->token);
}

// Returns the cards of a collection that is only read, so that a union of places need not
// be copied.
static RCY_INLINE const uint16_t *look_at(rcy_machine *m, const rcy_node *n, int32_t *count)
{
    rcy_coll c;
    if (n->op == OP_UNION_PLACES) return rcy_cards_of_all(m, n->a, count);
    rcy_gather(m, n, &c);
    return rcy_cards_of(m, &c, count);
}

static RCY_OP RCY_NO_ARRAYS int64_t sum(rcy_machine *m, const rcy_node *n)
{
    int32_t count;
    rcy_mark mark = rcy_mark_of(m);
    const uint16_t *cards = look_at(m, n->x, &count);
    rcy_scorer scorer = rcy_scorer_of(m, n->y);
    int64_t total = 0;
    for (int32_t i = 0; i < count && RCY_PINS(m); i++) rcy_note_card_read(m, cards[i]);
    for (int32_t i = 0; i < count; i++) total += rcy_score(m, &scorer, cards[i]);
    rcy_rewind(m, mark);
    return total;
}

// Returns the table of what every card scores by a map, if play cannot change it; else
// NULL.
static RCY_INLINE const int64_t *table_of(rcy_machine *m, const rcy_node *points)
{
    if (points->op == OP_KEY || points->mode != mode_fixed || RCY_P(m)->look_from) return NULL;
    int set = rcy_maps(m)[points->a];
    if (set == 0) return NULL;
    const rcy_map *map = &RCY_MAPS(m)[RCY_ONLY(points, set) - 1];
    return map->count == 0 ? map->fixed : NULL;
}

// Finds the first of the best cards, by a table or a scorer. It also sets the best score,
// and how many other cards have it.
static RCY_INLINE int32_t first_best(rcy_machine *m, const int64_t *table, const rcy_scorer *scorer,
                                     const bool least, const uint16_t *cards, int32_t count,
                                     int64_t *best, int32_t *others)
{
    int32_t found = 0, as_good = 0;
    int64_t most = table ? table[cards[0]] : rcy_score(m, scorer, cards[0]);
    if (least) most = -most;
    for (int32_t i = 1; i < count; i++) {
        int64_t score = table ? table[cards[i]] : rcy_score(m, scorer, cards[i]);
        if (least) score = -score;
        // Which card is better is hard to predict, so this code has no branch.
        int64_t better = -(int64_t)(score > most);  // all bits set, or none
        RCY_NO_VECTORIZE(better);
        as_good = (as_good & ~(int32_t)better) + (score == most);
        found ^= (found ^ i) & (int32_t)better;
        most ^= (most ^ score) & better;
    }
    *best = most;
    *others = as_good;
    return found;
}

// Returns the index of the best card; of equal ones, one is drawn at random. -1 if there
// is none.
static RCY_OP int32_t best_by_scorer(rcy_machine *m, const rcy_node *n, const uint16_t *cards,
                                     int32_t count)
{
    rcy_scorer scorer = rcy_scorer_of(m, n->y);
    for (int32_t i = 0; i < count && RCY_PINS(m); i++) rcy_note_card_read(m, cards[i]);
    if (count == 0) {
        rcy_fault(m, 603, n->token);
        return -1;
    }
    int32_t as_good, found;
    int64_t most;
    if (scorer.simple && scorer.attribute && !n->flag) {  // as in most trick-taking games
        found = first_best(m, NULL, &scorer, false, cards, count, &most, &as_good);
    } else {
        found = first_best(m, NULL, &scorer, n->flag, cards, count, &most, &as_good);
    }
    if (as_good == 0) return found;
    int64_t drawn = (int64_t)rcy_draw(m, (uint64_t)as_good + 1, n->token);
    for (int32_t i = 0; i < count; i++) {
        int64_t score = rcy_score(m, &scorer, cards[i]);
        if ((n->flag ? -score : score) == most && drawn-- == 0) return i;
    }
    return found;
}

// Returns the index of the best card, by a table where there is one.
static RCY_INLINE int32_t best_of(rcy_machine *m, const rcy_node *n, const uint16_t *cards,
                                  int32_t count)
{
    int32_t as_good, found;
    int64_t most;
    const int64_t *table = table_of(m, n->y);
    if (table && count > 0 && !n->flag && !RCY_PINS(m)) {
        found = first_best(m, table, NULL, false, cards, count, &most, &as_good);
        if (as_good == 0) return found;
    }
    return best_by_scorer(m, n, cards, count);
}

static RCY_OP int64_t best(rcy_machine *m, const rcy_node *n)
{
    int32_t count;
    rcy_mark mark = rcy_mark_of(m);
    const uint16_t *cards = look_at(m, n->x, &count);
    int32_t found = best_of(m, n, cards, count);
    int64_t card = found < 0 ? -1 : cards[found];
    rcy_rewind(m, mark);
    return card;
}

// Returns the owner of the best card in a place that every player has.
RCY_SHARED int64_t rcy_owner_of_best(rcy_machine *m, const rcy_node *n)
{
    int32_t count, first = n->x->x->a;
    const uint16_t *cards = rcy_cards_of_all(m, first, &count);
    int32_t found = best_of(m, n->x, cards, count);
    if (found < 0) rcy_fault(m, 602, n->token);
    if (m->trap != trap_none) return 0;
    int32_t at = m->from[first] + found, who = 0;
    for (int32_t i = 1; i < RCY_P(m)->players; i++) {
        who += m->from[first + i] <= at;
        RCY_NO_VECTORIZE_SUM(who);
    }
    return who;
}

static RCY_OP int64_t end_card(rcy_machine *m, const rcy_node *n)
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

static RCY_PART uint64_t cards_passing(rcy_machine *m, const rcy_card_filter *card_filter)
{
    const rcy_card_test *t = card_filter->card_test;
    uint64_t has[rcy_most_filter_tests], passing = 0;
#define HAS(i) \
    has[i] = t[i].condition ? (uint64_t)0 - (uint64_t)rcy_holds(m, t[i].condition) \
             : t[i].masks   ? t[i].masks[m->str[t[i].string]] \
                            : t[i].mask;
    RCY_UNROLL(card_filter->count, HAS)
#define OF_TERM(i) passing |= rcy_of_term(card_filter->count, card_filter->term[i], has);
    RCY_UNROLL(card_filter->terms, OF_TERM)
    return passing;
}

RCY_SHARED void rcy_prepare_filter(rcy_machine *m, const rcy_card_filter *card_filter,
                                   rcy_prepared_filter *s)
{
    s->card_filter = card_filter;
    s->bits = 0;
    if (card_filter->terms) {
        s->passing = cards_passing(m, card_filter);
        return;
    }
    const rcy_card_test *t = card_filter->card_test;
#define READY(i) \
    if (t[i].condition) s->bits |= (unsigned)rcy_holds(m, t[i].condition) << i; \
    else if (t[i].attribute) s->strings[i] = m->str[t[i].string];
    RCY_UNROLL(card_filter->count, READY)
}

// Compares a storage of every player with a value: whether some have it, or all.
static RCY_OP int64_t ask_seats(rcy_machine *m, const rcy_node *n)
{
    int32_t players = RCY_P(m)->players, same = 0;
    if (n->b) {
        for (int32_t i = 0; i < players; i++) same += m->str[n->a + i] == n->value;
    } else {
        for (int32_t i = 0; i < players; i++) same += m->sto[n->a + i] == n->value;
    }
    return (n->op == OP_SOME_SEAT ? same > 0 : same == players) != n->flag;
}

static RCY_OP int64_t size_of(rcy_machine *m, const rcy_node *n)
{
    rcy_coll c;
    rcy_mark mark = rcy_mark_of(m);
    rcy_gather(m, n->x, &c);
    int64_t count = rcy_count(m, &c);
    rcy_rewind(m, mark);
    return count;
}

// Counts the cards that a filter would keep, without storing them. The count may stop at
// `most`.
RCY_SHARED int64_t rcy_count_filtered(rcy_machine *m, const rcy_node *filter, int64_t most)
{
    if (filter->spaces) return rcy_count_spaces(m, filter->spaces);
    bool quick = filter->card_filter && !RCY_PINS(m);
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

// Evaluates `all` and `any` over truth values, which stop early, and sums over numbers.
static RCY_OP int64_t quantify(rcy_machine *m, const rcy_node *n)
{
    rcy_coll c;
    rcy_mark mark = rcy_mark_of(m);
    int64_t total = 0;
    bool stop_at = n->op == OP_ANY_TRUE;
    if (n->x->op == OP_PLAYERS) {
        for (int p = 0; p < RCY_P(m)->players; p++) {
            m->var[n->var].value = p;
            int64_t value = rcy_value(m, n->y);
            if (n->op == OP_ALL_SUM) {
                if (__builtin_add_overflow(total, value, &total)) return overflow(m, n->token);
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
            if (__builtin_add_overflow(total, value, &total)) overflow(m, n->token);
        } else if ((value != 0) == stop_at) {
            result = stop_at;
            break;
        }
    }
    rcy_rewind(m, mark);
    return n->op == OP_ALL_SUM ? total : result;
}

static RCY_OP RCY_NO_ARRAYS void bind_collection(rcy_machine *m, const rcy_node *n)
{
    rcy_coll c;
    rcy_gather(m, n->x, &c);
    if (n->class_ && c.kind == coll_cards) {
        uint16_t *copy = rcy_take_cards(m, c.count, n->token);
        for (int32_t i = 0; i < c.count && m->trap == trap_none; i++) copy[i] = c.cards[i];
        c.cards = copy;
    }
    rcy_keep_coll(&m->var[n->var].coll, &c);
}

RCY_SHARED void rcy_bind_let(rcy_machine *m, const rcy_node *n)
{
    if (!n->flag) {
        bind_collection(m, n);
        return;
    }
    int64_t value = n->mode ? rcy_card(m, n->x) : rcy_value(m, n->x);
    if (n->mode && value < 0) rcy_fault(m, 602, n->token);
    m->var[n->var].value = value;
}

// Binds the `let`s around a choice. Those that need chance have random bits of their own,
// which stay the same as long as the choice does: a random word, or the first of the
// listed outcomes.
RCY_SHARED bool rcy_bind_choice_lets(rcy_machine *m, const rcy_choice *c)
{
#define BIND(i) \
    if (m->trap == trap_none) rcy_bind_let(m, c->let[i]);
    if (!c->let_draws) {
        RCY_UNROLL(c->lets, BIND)
        return m->trap == trap_none;
    }
    bool has_seed = m->has_seed, drawn = m->drawn;
    uint8_t path_mode = m->path_mode;
    dado_fast_rng luck = m->luck;
    m->path_mode = path_none;
    m->has_seed = !m->p->listed;
    m->luck = dado_fast_rng_seed(m->pause->luck);
    RCY_UNROLL(c->lets, BIND)
    m->path_mode = path_mode;
    m->has_seed = has_seed;
    m->luck = luck;
    m->drawn = drawn;
    return m->trap == trap_none;
}

static RCY_OP int64_t value_in_let(rcy_machine *m, const rcy_node *n)
{
    rcy_mark mark = rcy_mark_of(m);
    rcy_bind_let(m, n);
    int64_t value = m->trap == trap_none ? rcy_value(m, n->y) : 0;
    rcy_rewind(m, mark);
    return value;
}

RCY_SHARED int64_t rcy_card(rcy_machine *m, const rcy_node *n)
{
    bool before = m->need_card;
    m->need_card = true;
    int64_t card = rcy_value(m, n);
    m->need_card = before;
    return card;
}

static RCY_OP int64_t owner(rcy_machine *m, const rcy_node *n)
{
    int32_t place;
    int64_t card = rcy_card(m, n->x);
    if (card < 0) {
        rcy_fault(m, 602, n->token);
        return 0;
    }
    if (m->trap != trap_none) return 0;
    rcy_note_card_read(m, (int32_t)card);
    rcy_find_card(m, (int32_t)card, &place);
    int who = m->p->place[place].owner;
    if (who < 0) {
        rcy_fault(m, 608, n->token);
        return 0;
    }
    return who;
}

static RCY_OP int64_t score_of(rcy_machine *m, const rcy_node *n)
{
    int64_t card = rcy_card(m, n->x);
    rcy_scorer scorer = rcy_scorer_of(m, n->y);
    if (card < 0) {
        rcy_fault(m, 602, n->token);
        return 0;
    }
    rcy_note_card_read(m, (int32_t)card);
    return rcy_score(m, &scorer, (int32_t)card);
}

static RCY_OP int64_t attribute(rcy_machine *m, const rcy_node *n)
{
    int32_t key = n->a;
    if (key >= 0 && n->y->op == OP_TOP_PLACE) {
        int32_t top = rcy_top(m, rcy_slot(m, n->y->x, n->y->x->b));
        if (top < 0) return 0;
        rcy_note_card_read(m, top);
        return rcy_attribute(m, key, top);
    }
    if (key == -2) key = RCY_P(m)->key_of[rcy_value(m, n->x)];
    bool before = m->need_card;
    m->need_card = false;
    int64_t card = rcy_value(m, n->y);
    m->need_card = before;
    if (card < 0 || key < 0) return 0;
    rcy_note_card_read(m, (int32_t)card);
    return rcy_attribute(m, key, (int32_t)card);
}

static RCY_OP int64_t nth(rcy_machine *m, const rcy_node *n)
{
    int64_t number = rcy_value(m, n->x);
    int most = n->flag ? rcy_teams_now(m)->count : RCY_P(m)->players;
    if (number >= 0 && number < most) return number;
    rcy_fault(m, 609, n->token);
    return 0;
}

static RCY_OP bool same_card(rcy_machine *m, const rcy_node *n)
{
    bool before = m->need_card;
    m->need_card = false;
    int64_t a = rcy_value(m, n->x), b = rcy_value(m, n->y);
    m->need_card = before;
    if (RCY_PINS(m) && a >= 0) rcy_note_card_read(m, (int32_t)a);
    if (RCY_PINS(m) && b >= 0) rcy_note_card_read(m, (int32_t)b);
    return a >= 0 && a == b;
}

static RCY_OP int64_t other_card(rcy_machine *m, const rcy_node *n)
{
    return !same_card(m, n);
}

// --- turns ---

static int64_t beside(const uint8_t *cycle, int by, int count)
{
    int to = cycle[0] + by;
    return to < 0 ? count - 1 : to >= count ? 0 : to;
}

static RCY_OP int64_t next(rcy_machine *m, const rcy_node *n)
{
    (void)n;
    bool queued = m->cycle[1] != rcy_nobody_queued;
    return queued ? m->cycle[1] : beside(m->cycle, 1, RCY_P(m)->players);
}

static RCY_OP int64_t previous(rcy_machine *m, const rcy_node *n)
{
    (void)n;
    return beside(m->cycle, -1, RCY_P(m)->players);
}

static RCY_OP int64_t current_team(rcy_machine *m, const rcy_node *n)
{
    (void)n;
    return m->team_cycle[0];
}

static RCY_OP int64_t next_team(rcy_machine *m, const rcy_node *n)
{
    (void)n;
    bool queued = m->team_cycle[1] != rcy_nobody_queued;
    return queued ? m->team_cycle[1] : beside(m->team_cycle, 1, rcy_teams_now(m)->count);
}

static RCY_OP int64_t previous_team(rcy_machine *m, const rcy_node *n)
{
    (void)n;
    return beside(m->team_cycle, -1, rcy_teams_now(m)->count);
}

static RCY_OP int64_t team_of(rcy_machine *m, const rcy_node *n)
{
    int64_t who = rcy_value(m, n->x);
    if (who == rcy_nobody) rcy_fault(m, 609, n->token);
    return who == rcy_nobody ? 0 : rcy_teams_now(m)->of[who];
}

// --- counts and sums over filters ---

static RCY_OP int64_t size_of_filter(rcy_machine *m, const rcy_node *n)
{
    return rcy_count_filtered(m, n->x, INT64_MAX);
}

static RCY_OP int64_t some_left(rcy_machine *m, const rcy_node *n)
{
    return rcy_count_filtered(m, n->x, 1) > 0;
}

static RCY_OP int64_t none_left(rcy_machine *m, const rcy_node *n)
{
    return rcy_count_filtered(m, n->x, 1) == 0;
}

static RCY_OP int64_t either_value(rcy_machine *m, const rcy_node *n)
{
    return rcy_holds(m, n->x) ? rcy_value(m, n->y) : rcy_value(m, n->z);
}

// --- conditions and sums ---

static RCY_OP int64_t sum_of_two(rcy_machine *m, const rcy_node *n)
{
    int64_t a = rcy_value_inline(m, n->x), b = rcy_value_inline(m, n->y), result;
    bool over = n->op == OP_ADD_       ? __builtin_add_overflow(a, b, &result)
                : n->op == OP_SUBTRACT ? __builtin_sub_overflow(a, b, &result)
                                       : __builtin_mul_overflow(a, b, &result);
    return over ? overflow(m, n->token) : result;
}

RCY_SHARED bool rcy_all_hold(rcy_machine *m, const rcy_node *n)
{
#define HOLD(i) \
    if (!rcy_holds(m, n->list[i])) return false;
    RCY_UNROLL(n->count, HOLD)
    return true;
}

static RCY_PART int64_t all_hold(rcy_machine *m, const rcy_node *n)
{
    return rcy_all_hold(m, n);
}

static RCY_OP int64_t some_hold(rcy_machine *m, const rcy_node *n)
{
#define HOLDS(i) \
    if (rcy_holds(m, n->list[i])) return 1;
    RCY_UNROLL(n->count, HOLDS)
    return 0;
}

static RCY_OP int64_t fails(rcy_machine *m, const rcy_node *n)
{
    return !rcy_holds(m, n->x);
}

// Returns whether a node is a fixed string storage of the game.
static RCY_PART bool is_plain_string(const rcy_node *n)
{
    return n->op == OP_STR && n->mode == mode_fixed;
}

static RCY_OP int64_t compare(rcy_machine *m, const rcy_node *n)
{
    if (n->op >= OP_EQUAL && is_plain_string(n->x) && is_plain_string(n->y)) {
        return (m->str[n->x->a] == m->str[n->y->a]) == (n->op == OP_EQUAL);
    }
    int64_t a = rcy_value_inline(m, n->x), b = rcy_value_inline(m, n->y);
    switch ((rcy_op)n->op) {
    case OP_LESS: return a < b;
    case OP_MORE: return a > b;
    case OP_MOST: return a <= b;
    case OP_LEAST: return a >= b;
    case OP_EQUAL: return a == b;
    default: return a != b;
    }
}

// Evaluates the size or the top card of a place.
static RCY_OP int64_t ask_place(rcy_machine *m, const rcy_node *n)
{
    int32_t place = rcy_slot(m, n->x, n->x->b);
    switch ((rcy_op)n->op) {
    case OP_TOP_PLACE: return rcy_top(m, place);
    case OP_SIZE_PLACE: return rcy_place_size(m, place);
    case OP_SIZE_EQUALS: return (rcy_place_size(m, place) == n->value) != n->flag;
    default: {
        int32_t top = rcy_top(m, place);
        if (top >= 0) rcy_note_card_read(m, top);
        int64_t string = top < 0 ? 0 : rcy_attribute(m, n->a, top);
        return (string == n->value) != n->flag;
    }
    }
}

// Evaluates the size or the top card of a collection that a variable holds.
static RCY_OP int64_t ask_bound(rcy_machine *m, const rcy_node *n)
{
    int32_t count;
    const rcy_coll *c = &m->var[n->x->var].coll;
    if (n->op == OP_SIZE_BOUND) return rcy_count(m, c);
    const uint16_t *cards = rcy_cards_of(m, c, &count);
    return count > 0 ? cards[count - 1] : -1;
}

static RCY_OP int64_t ask_pinned(rcy_machine *m, const rcy_node *n)
{
    int32_t card = (int32_t)m->var[n->var].value;
    rcy_note_card_read(m, card);
    if (n->op == OP_HAS_ATTRIBUTE) return rcy_has(m, n, card);
    return rcy_attribute(m, n->a, card);
}

// --- leaves ---

static RCY_OP int64_t storage_slowly(rcy_machine *m, const rcy_node *n)
{
    int32_t slot = rcy_slot(m, n, n->op == OP_STO ? slot_sto : slot_str);
    return slot < 0 ? 0 : n->op == OP_STO ? m->sto[slot] : m->str[slot];
}

#define LEAF_OF(name) static inline int64_t name(rcy_machine *m, const rcy_node *n)

LEAF_OF(constant)
{
    (void)m;
    return n->value;
}
LEAF_OF(variable)
{
    return m->var[n->var].value;
}
LEAF_OF(storage_fixed)
{
    return m->sto[n->a];
}
LEAF_OF(storage_of_current)
{
    return m->sto[n->a + m->cycle[0]];
}
LEAF_OF(storage_equals)
{
    return (m->sto[n->a] == n->value) != n->flag;
}
LEAF_OF(string_equals)
{
    return (m->str[n->a] == n->value) != n->flag;
}
LEAF_OF(current)
{
    (void)n;
    return m->cycle[0];
}
LEAF_OF(die)
{
    return m->die[n->a];
}

LEAF_OF(storage)
{
    if (n->mode == mode_var) return m->sto[n->a + m->var[n->var].value];
    return storage_slowly(m, n);
}

LEAF_OF(string)
{
    if (n->mode == mode_fixed) return m->str[n->a];
    return storage_slowly(m, n);
}

LEAF_OF(byte)
{
    if (n->mode == mode_fixed) return m->byte[n->a];
    if (n->slots) {
        int32_t slot = n->slots[m->var[n->y->var].value * class_count];
        return slot >= 0 ? m->byte[slot] : n->b == slot_who ? rcy_nobody : 0;
    }
    return rcy_value_extended(m, n);
}

LEAF_OF(ask_variable)
{
    if (RCY_PINS(m)) return ask_pinned(m, n);
    int32_t card = (int32_t)m->var[n->var].value;
    return n->op == OP_HAS_ATTRIBUTE ? rcy_has(m, n, card) : rcy_attribute(m, n->a, card);
}

#ifndef RCY_NATIVE_UNIT
// Evaluates nodes that are less common, or slow anyway.
static RCY_COLD int64_t value_slowly(rcy_machine *m, const rcy_node *n)
{
    switch ((rcy_op)n->op) {
#define LEAF(name, how)
#define VALUE(name, how) \
    case OP_##name: \
        return how(m, n);
#define GATHER(name, how)
#define ACT(name, how)
#define FLOW(name)
#include "recycle/machine_operations.def"
    default: __builtin_unreachable();
    }
}

// Evaluates leaves directly, and everything else by a tail call. So no register has to be
// saved for the many expressions that are leaves.
int64_t rcy_value(rcy_machine *m, const rcy_node *n)
{
    switch ((rcy_op)n->op) {
#define LEAF(name, how) \
    case OP_##name: \
        return how(m, n);
#define VALUE(name, how)
#define GATHER(name, how)
#define ACT(name, how)
#define FLOW(name)
#include "recycle/machine_operations.def"
    default: return value_slowly(m, n);
    }
}
#endif
