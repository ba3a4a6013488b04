// odds.c - computes exact odds layer by layer; see odds.h.
//
// A layer is the set of positions after k moves. It is a table from a packed position to
// the number of ways to reach it, in units of one over the layer's denominator. The next
// denominator is this one times the least common multiple of the weights that occur. So
// every step is a whole number of ways, and it costs one multiplication of a long number
// by a short one.
#include "solve/odds_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "solve/position_value.h"

enum { default_memory = 1 << 30, default_layers = 100000 };
_Static_assert(GMP_NUMB_BITS == 64, "a limb has 64 bits: ways are kept in words");

// ---- classes of outcomes and the ways that lead to them

static mpz_t *class_of(dado_outcome_classes *c, dado_outcome_key key)
{
    size_t slot;
    if (c->count == c->room) {
        size_t room = c->room ? c->room * 2 : 256;
        dado_outcome_key *keys = realloc(c->key, room * sizeof *keys);
        if (keys) c->key = keys;
        mpz_t *ways = realloc(c->ways, room * sizeof *ways);
        if (ways) c->ways = ways;
        if (!keys || !ways) return NULL;
        c->room = room;
    }
    switch (dado_position_table_find(&c->index, sizeof key, &key, &slot)) {
    case DADO_LOOKUP_FULL: return NULL;
    case DADO_LOOKUP_OLD: return &c->ways[dado_position_table_get(&c->index, slot)];
    case DADO_LOOKUP_NEW: break;
    }
    dado_position_table_set(&c->index, slot, (uint32_t)c->count);
    c->key[c->count] = key;
    mpz_init(c->ways[c->count]);
    return &c->ways[c->count++];
}

// ---- a layer of positions

typedef struct layer {
    dado_position_table at;  // the positions of the layer, each with a number
    uint64_t *ways;          // for each position: the number of ways to it, in `limbs` words
    size_t limbs, count, room;
} layer;

static size_t layer_bytes(const layer *l)
{
    return l->at.slots_bytes + l->room * l->limbs * sizeof(uint64_t);
}

static void layer_free(layer *l)
{
    dado_position_table_free(&l->at);
    free(l->ways);
    *l = (layer){ 0 };
}

static bool fail_full(const dado_odds_workspace *w, dado_error *err)
{
    dado_odds_stats *s = &w->odds->stats;
    return dado_fail(err, DADO_LIMIT,
                     "after %" PRIu64 " moves %s can stand in more positions than fit into %zu "
                     "MiB, %" PRIu64 " of them in the widest layer before; give more with "
                     "--memory, or ask about a smaller game",
                     s->layers, w->game->rules->title, w->memory >> 20, s->widest);
}

// Returns the number of ways to the position in `w->child`, which is 0 if the position is
// new. NULL means that there is no room.
static uint64_t *ways_to(dado_odds_workspace *w, layer *next, size_t taken)
{
    size_t slot;
    next->at.charged = taken + next->room * next->limbs * sizeof(uint64_t);
    switch (dado_position_table_find(&next->at, w->key_size, w->child, &slot)) {
    case DADO_LOOKUP_FULL: return NULL;
    case DADO_LOOKUP_OLD:
        return next->ways + (size_t)dado_position_table_get(&next->at, slot) * next->limbs;
    case DADO_LOOKUP_NEW: break;
    }
    if (next->count == next->room) {
        size_t room = next->room ? next->room + next->room / 2 : 256;
        size_t bytes = room * next->limbs * sizeof(uint64_t);
        if (taken + next->at.slots_bytes + bytes > w->memory || room > UINT32_MAX / 2) return NULL;
        uint64_t *ways = realloc(next->ways, bytes);
        if (!ways) return NULL;
        next->ways = ways;
        next->room = room;
    }
    dado_position_table_set(&next->at, slot, (uint32_t)next->count);
    uint64_t *ways = next->ways + next->count++ * next->limbs;
    memset(ways, 0, next->limbs * sizeof *ways);
    return ways;
}

// ---- one position

bool dado_odds_may_continue(const dado_odds_workspace *w, size_t done, dado_error *err)
{
    enum { often = 64 };
    const dado_odds *o = w->odds;
    if (done % often || !w->plan->report || w->plan->report(w->plan->to, &o->stats)) return true;
    return dado_fail(err, DADO_LIMIT, "stopped on request after %" PRIu64 " moves",
                     o->stats.layers);
}

int dado_odds_list(dado_odds_workspace *w, uint64_t *total, dado_error *err)
{
    const dado_rules *rules = w->game->rules;
    int actor = rules->actor(w->game, w->key);
    if (actor == DADO_NOBODY) return 0;
    int count = rules->legal(w->game, w->key, w->moves);
    if (count <= 0) {
        dado_fail_unlisted_chance(w->game, err);
        return -1;
    }
    for (int i = 0; i < count; i++) w->weights[i] = 1;
    if (actor == DADO_CHANCE && rules->weigh) {
        rules->weigh(w->game, w->key, w->weights);
    } else if (actor >= 0 && w->plan->weigh &&
               !w->plan->weigh(w->plan->with, w->key, actor, w->moves, count, w->weights, err)) {
        return -1;
    }
    *total = 0;
    for (int i = 0; i < count; i++) *total += w->weights[i];
    if (*total > 0) return count;
    dado_fail(err, DADO_INVALID,
              "in %s all moves of a position have the weight 0, so none "
              "can be chosen; give at least one a larger weight",
              rules->title);
    return -1;
}

static bool add_ways(dado_odds_workspace *w, dado_odds_of what, int seat, int64_t value,
                     const mpz_t ways)
{
    dado_outcome_key key = { (uint32_t)what, (uint32_t)seat, value };
    mpz_t *sum = class_of(&w->odds->classes, key);
    if (!sum) return false;
    mpz_add(*sum, *sum, ways);
    return true;
}

// Adds `ways` to all outcomes that hold in the final position in `w->key`: length,
// scores, tie and winners.
bool dado_odds_count_end(dado_odds_workspace *w, const mpz_t ways, dado_error *err)
{
    const dado_game *game = w->game;
    if (game->rules->sound && !game->rules->sound(game, w->key, err)) return false;
    int32_t scores[DADO_SOLVE_PLAYERS_MAX], places[DADO_SOLVE_PLAYERS_MAX];
    game->rules->scores(game, w->key, scores);
    dado_places_of(game, w->key, true, scores, places);
    int front = dado_sides_in_front(game, places);
    // In a game with a goal, everyone who reaches it wins alone; otherwise the leaders
    // share the win.
    int sharing = game->goal ? 1 : front;
    bool fine = w->brief || add_ways(w, DADO_ODDS_LENGTH, 0, *dado_odds_length(w, w->key), ways);
    if (front > 1) fine = fine && add_ways(w, DADO_ODDS_TIE, 0, 0, ways);
    for (int p = 0; p < game->players && fine; p++) {
        fine = add_ways(w, DADO_ODDS_SCORE, p, scores[p], ways);
        if (places[p] != 0) continue;
        // The class also holds how many players share the win, so that the mean share can
        // be computed.
        dado_odds_of won = front == 1 ? DADO_ODDS_ALONE : DADO_ODDS_SHARED;
        fine = fine && add_ways(w, won, p, sharing, ways);
    }
    if (!fine) return fail_full(w, err);
    mpz_add(w->odds->ended, w->odds->ended, ways);
    return true;
}

// Makes the move, writes the canonical form of the new position to `w->child`, and notes
// how much longer the match got.
void dado_odds_step(dado_odds_workspace *w, int actor, dado_move move)
{
    const dado_rules *rules = w->game->rules;
    memcpy(w->child, w->key, w->key_size);
    rules->apply(w->game, w->child, move);
    int more = actor >= 0;
    if (rules->round) more = rules->round(w->game, w->child) - rules->round(w->game, w->key);
    w->longer = (uint32_t)more;
    *dado_odds_length(w, w->child) += w->brief ? 0 : w->longer;
    if (rules->canonicalize) rules->canonicalize(w->game, w->child);
}

// ---- layer by layer

static uint64_t greatest_common(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// Finds the factor by which the denominator must grow so that all weights of this layer
// become whole numbers of ways. `playing` is set if some match is not over yet.
static bool find_factor(dado_odds_workspace *w, const layer *now, uint64_t *factor, bool *playing,
                        dado_error *err)
{
    *factor = 1;
    *playing = false;
    for (size_t slot = 0; slot < now->at.slot_count; slot++) {
        if (!dado_odds_may_continue(w, slot, err)) return false;
        if (!dado_position_table_state(&now->at, slot, w->key_size, w->key)) continue;
        uint64_t total;
        int count = dado_odds_list(w, &total, err);
        if (count < 0) return false;
        if (count == 0) continue;
        *playing = true;
        uint64_t more = total / greatest_common(*factor, total);
        if (*factor > UINT32_MAX / more) {
            return dado_fail(err, DADO_LIMIT,
                             "after %" PRIu64 " moves the odds of %s have no common denominator "
                             "of 32 bits; estimate it with dado sim",
                             w->odds->stats.layers, w->game->rules->title);
        }
        *factor *= more;
    }
    return true;
}

// Adds `times` times the ways to one position to the ways to another.
static void flow(uint64_t *to, size_t to_limbs, const uint64_t *from, size_t from_limbs,
                 uint64_t times)
{
    mp_limb_t carry =
        mpn_addmul_1((mp_limb_t *)to, (const mp_limb_t *)from, (mp_size_t)from_limbs, times);
    if (to_limbs > from_limbs) {
        mpn_add_1((mp_limb_t *)to + from_limbs, (mp_limb_t *)to + from_limbs,
                  (mp_size_t)(to_limbs - from_limbs), carry);
    }
}

static bool spread(dado_odds_workspace *w, const layer *now, layer *next, uint64_t factor,
                   dado_error *err)
{
    size_t taken = layer_bytes(now);
    for (size_t slot = 0; slot < now->at.slot_count; slot++) {
        if (!dado_odds_may_continue(w, slot, err)) return false;
        if (!dado_position_table_state(&now->at, slot, w->key_size, w->key)) continue;
        const uint64_t *ways =
            now->ways + (size_t)dado_position_table_get(&now->at, slot) * now->limbs;
        uint64_t total;
        int count = dado_odds_list(w, &total, err);
        if (count < 0) return false;
        int actor = w->game->rules->actor(w->game, w->key);
        for (int i = 0; i < count; i++) {
            if (w->weights[i] == 0) continue;
            dado_odds_step(w, actor, w->moves[i]);
            uint64_t *to = ways_to(w, next, taken);
            if (!to) return fail_full(w, err);
            if (w->brief && w->longer) {
                mpz_t number;
                mpz_roinit_n(number, (const mp_limb_t *)ways, (mp_size_t)now->limbs);
                mpz_addmul_ui(mpq_numref(w->odds->length), number,
                              factor / total * w->weights[i] * w->longer);
            }
            flow(to, next->limbs, ways, now->limbs, factor / total * w->weights[i]);
        }
    }
    return true;
}

static bool count_ends(dado_odds_workspace *w, const layer *now, dado_error *err)
{
    for (size_t slot = 0; slot < now->at.slot_count; slot++) {
        if (!dado_odds_may_continue(w, slot, err)) return false;
        if (!dado_position_table_state(&now->at, slot, w->key_size, w->key)) continue;
        if (w->game->rules->actor(w->game, w->key) != DADO_NOBODY) continue;
        const uint64_t *ways =
            now->ways + (size_t)dado_position_table_get(&now->at, slot) * now->limbs;
        mpz_t number;
        mpz_roinit_n(number, (const mp_limb_t *)ways, (mp_size_t)now->limbs);
        if (!dado_odds_count_end(w, number, err)) return false;
    }
    return true;
}

static double ratio(const mpz_t part, const mpz_t all)
{
    if (mpz_sgn(part) == 0) return 0;
    mpq_t q;
    mpq_init(q);
    mpq_set_num(q, part);
    mpq_set_den(q, all);
    mpq_canonicalize(q);
    double value = mpq_get_d(q);
    mpq_clear(q);
    return value;
}

static void note_playing(dado_odds *o)
{
    mpz_t playing;
    mpz_init(playing);
    mpz_sub(playing, o->all, o->ended);
    o->stats.playing = ratio(playing, o->all);
    mpz_clear(playing);
}

static void note_layer(dado_odds *o, const layer *now)
{
    o->stats.positions += now->at.used;
    if (now->at.used > o->stats.widest) o->stats.widest = now->at.used;
    note_playing(o);
}

// Makes the unit of all counts finer by `factor`, by multiplying all of them with it.
static void refine(dado_odds *o, uint64_t factor)
{
    mpz_mul_ui(o->all, o->all, factor);
    mpz_mul_ui(o->ended, o->ended, factor);
    mpz_mul_ui(mpq_numref(o->length), mpq_numref(o->length), factor);
    for (size_t i = 0; i < o->classes.count; i++) {
        mpz_mul_ui(o->classes.ways[i], o->classes.ways[i], factor);
    }
}

static bool follow(dado_odds_workspace *w, layer *now, dado_error *err)
{
    dado_odds *o = w->odds;
    double rest = w->plan->rest > 0 ? w->plan->rest : 1e-12;
    uint64_t most = w->plan->layers ? w->plan->layers : default_layers;
    for (;; o->stats.layers++) {
        uint64_t factor;
        bool playing;
        if (!count_ends(w, now, err) || !find_factor(w, now, &factor, &playing, err)) return false;
        note_layer(o, now);
        if (!playing || (o->stats.playing < rest && !w->ends)) return true;
        if (!dado_odds_may_continue(w, 0, err)) return false;
        if (o->stats.layers == most) {
            return dado_fail(err, DADO_LIMIT,
                             "after %" PRIu64 " moves %.3g of all matches of %s are still going "
                             "on; limit its rounds or turns",
                             most, o->stats.playing, w->game->rules->title);
        }
        refine(o, factor);
        layer next = { .limbs = mpz_size(o->all) };
        bool fine = dado_position_table_init_like(&next.at, &now->at) || fail_full(w, err);
        fine = fine && spread(w, now, &next, factor, err);
        size_t bytes = layer_bytes(now) + layer_bytes(&next);
        if (bytes > o->stats.bytes) o->stats.bytes = bytes;
        layer_free(now);
        *now = next;
        if (!fine) return false;
    }
}

// Follows matches until the limits. If a limit stops it after some matches have ended,
// the result is kept: what has ended gives lower bounds.
static bool follow_far(dado_odds_workspace *w, layer *first, dado_error *err)
{
    dado_odds *o = w->odds;
    dado_error why = { 0 };
    if (follow(w, first, &why)) return true;
    if (why.status != DADO_LIMIT || mpz_sgn(o->ended) == 0) {
        if (err) *err = why;
        return false;
    }
    o->cut = why;
    note_playing(o);
    return true;
}

dado_odds *dado_odds_compute(const dado_game *game, const dado_odds_config *plan, dado_error *err)
{
    if (game->players > DADO_SOLVE_PLAYERS_MAX) {
        dado_fail(err, DADO_LIMIT,
                  "odds can be computed for at most %d players, and this game has "
                  "%d",
                  DADO_SOLVE_PLAYERS_MAX, game->players);
        return NULL;
    }
    dado_odds_workspace w = { .game = game, .plan = plan };
    w.memory = plan->memory ? plan->memory : default_memory;
    w.length_at = (game->state_size + 7) / 8 * 8;
    w.key_size = w.length_at + sizeof(uint64_t);
    w.key = calloc(2, w.key_size);
    w.child = w.key ? w.key + w.key_size : NULL;
    w.moves = calloc((size_t)game->max_moves, sizeof *w.moves);
    w.weights = calloc((size_t)game->max_moves, sizeof *w.weights);
    dado_odds *o = w.odds = calloc(1, sizeof *o);
    layer first = { .limbs = 1 };
    dado_outcome_key none = { 0 };
    bool fine = w.key && w.moves && w.weights && o;
    if (fine) {
        o->game = game;
        mpz_init_set_ui(o->all, 1);
        mpz_init(o->ended);
        mpq_init(o->length);
        game->rules->start(game, w.child);
        if (game->rules->canonicalize) game->rules->canonicalize(game, w.child);
        fine = dado_position_table_init(&o->classes.index, sizeof none, &none, SIZE_MAX / 4) &&
               dado_position_table_init(&first.at, w.key_size, w.child, w.memory);
        uint64_t *ways = fine ? ways_to(&w, &first, 0) : NULL;
        fine = ways != NULL;
        if (fine) *ways = 1;
    }
    bool solved = false;
    if (!fine) dado_fail(err, DADO_LIMIT, "out of memory while computing odds");
    else fine = dado_odds_by_cycles(&w, &solved, err) && (solved || follow_far(&w, &first, err));
    layer_free(&first);
    free(w.key);
    free(w.moves);
    free(w.weights);
    // `length` holds a sum until here; now it becomes the mean
    if (fine && o->brief && !o->stats.loops) {
        mpz_set(mpq_denref(o->length), o->all);
        mpq_canonicalize(o->length);
    }
    if (fine) return o;
    dado_odds_free(o);
    return NULL;
}

void dado_odds_free(dado_odds *o)
{
    if (!o) return;
    for (size_t i = 0; i < o->classes.count; i++) mpz_clear(o->classes.ways[i]);
    free(o->classes.key);
    free(o->classes.ways);
    dado_position_table_free(&o->classes.index);
    mpz_clear(o->all);
    mpz_clear(o->ended);
    mpq_clear(o->length);
    free(o);
}

dado_odds_stats dado_odds_stats_of(const dado_odds *o)
{
    return o->stats;
}

bool dado_odds_exact(const dado_odds *o)
{
    return mpz_cmp(o->all, o->ended) == 0;
}

const char *dado_odds_truncated(const dado_odds *o)
{
    return o->cut.status == DADO_OK ? NULL : o->cut.text;
}

// ---- reading the result

static bool has_values(dado_odds_of what)
{
    return what == DADO_ODDS_SCORE || what == DADO_ODDS_LENGTH;
}

static bool fits(const dado_outcome_key *key, dado_odds_of what, int seat)
{
    return key->what == (uint32_t)what && key->seat == (uint32_t)seat;
}

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

int dado_odds_values(const dado_odds *o, dado_odds_of what, int seat, int64_t *values)
{
    int count = 0;
    for (size_t i = 0; i < o->classes.count; i++) {
        if (!fits(&o->classes.key[i], what, seat)) continue;
        if (values) values[count] = o->classes.key[i].value;
        count++;
    }
    if (values) qsort(values, (size_t)count, sizeof *values, ascending);
    return count;
}

// Adds up the ways of all classes that match. `value` is ignored for outcomes without
// values, such as ALONE and SHARED.
static void sum_ways(const dado_odds *o, dado_odds_of what, int seat, int64_t value, mpz_t sum)
{
    mpz_init(sum);
    for (size_t i = 0; i < o->classes.count; i++) {
        const dado_outcome_key *key = &o->classes.key[i];
        if (fits(key, what, seat) && (!has_values(what) || key->value == value)) {
            mpz_add(sum, sum, o->classes.ways[i]);
        }
    }
}

double dado_odds_chance(const dado_odds *o, dado_odds_of what, int seat, int64_t value)
{
    mpz_t sum;
    sum_ways(o, what, seat, value, sum);
    double chance = ratio(sum, o->all);
    mpz_clear(sum);
    return chance;
}

static void write_fraction(const mpz_t part, const mpz_t all, dado_text *out)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_num(q, part);
    mpq_set_den(q, all);
    mpq_canonicalize(q);
    char *text = mpq_get_str(NULL, 10, q);
    dado_text_add(out, text);
    free(text);
    mpq_clear(q);
}

void dado_odds_fraction(const dado_odds *o, dado_odds_of what, int seat, int64_t value,
                        dado_text *out)
{
    mpz_t sum;
    sum_ways(o, what, seat, value, sum);
    write_fraction(sum, o->all, out);
    mpz_clear(sum);
}

// Computes the exact mean of an outcome's values. For ALONE it is the mean share of the
// win.
static void mean_of(const dado_odds *o, dado_odds_of what, int seat, mpq_t mean)
{
    mpq_t part;
    mpq_init(mean);
    if (what == DADO_ODDS_LENGTH && o->brief) {
        mpq_set(mean, o->length);
        return;
    }
    mpq_init(part);
    for (size_t i = 0; i < o->classes.count; i++) {
        const dado_outcome_key *key = &o->classes.key[i];
        bool shared = what == DADO_ODDS_ALONE && fits(key, DADO_ODDS_SHARED, seat);
        if (!fits(key, what, seat) && !shared) continue;
        mpq_set_num(part, o->classes.ways[i]);
        mpz_set_ui(mpq_denref(part), 1);
        if (has_values(what)) mpz_mul_si(mpq_numref(part), mpq_numref(part), (long)key->value);
        else mpz_set_si(mpq_denref(part), (long)key->value);
        mpq_canonicalize(part);
        mpq_add(mean, mean, part);
    }
    mpq_set_z(part, o->all);
    mpq_div(mean, mean, part);
    mpq_clear(part);
}

double dado_odds_mean(const dado_odds *o, dado_odds_of what, int seat)
{
    mpq_t mean;
    mean_of(o, what, seat, mean);
    double value = mpq_get_d(mean);
    mpq_clear(mean);
    return value;
}

void dado_odds_mean_fraction(const dado_odds *o, dado_odds_of what, int seat, dado_text *out)
{
    mpq_t mean;
    mean_of(o, what, seat, mean);
    char *text = mpq_get_str(NULL, 10, mean);
    dado_text_add(out, text);
    free(text);
    mpq_clear(mean);
}

double dado_odds_variance(const dado_odds *o, dado_odds_of what, int seat)
{
    double mean = dado_odds_mean(o, what, seat), sum = 0;
    for (size_t i = 0; i < o->classes.count; i++) {
        const dado_outcome_key *key = &o->classes.key[i];
        if (!fits(key, what, seat)) continue;
        double off = (double)key->value - mean;
        sum += ratio(o->classes.ways[i], o->all) * off * off;
    }
    return sum;
}

void dado_odds_rest(const dado_odds *o, dado_text *out)
{
    mpz_t rest;
    mpz_init(rest);
    mpz_sub(rest, o->all, o->ended);
    write_fraction(rest, o->all, out);
    mpz_clear(rest);
}
