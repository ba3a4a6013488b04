// card_pairs.c - see card_pairs.h.
//
// An event serves two pairs. The match with s in d's place is as likely as the one that
// was played, and until d was drawn it is the same match. So what counts for (c, d) counts
// for (c, s) with the opposite sign, unless the seat had an s before. An event that serves
// one pair only has double weight, as in card_worth.c.
#include "judge/card_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "judge/exact_random_play_values.h"
#include "lab/thread_pool.h"
#include "measure/number_format.h"
#include "measure/ratio_estimate.h"

enum { batch = 128, most_events = 8, pick_stream = DADO_STREAM_SEAT + 1028 };

typedef struct pair_event {
    int seat, c, d, s;  // components
    bool both;          // it counts for (c, s), too
    double weight, value;
    dado_luck_change first, second, all;  // c exchanged, d exchanged, both
} pair_event;

typedef struct pair_match {
    bool ended;
    pair_event events[most_events];
    int count;
    int64_t replays;
    double moves;
} pair_match;

typedef struct pair_worker {
    dado_draw_room room;
    bool *event;  // per draw: whether it is the seat's first of its card, and can be exchanged
    int space;
} pair_worker;

typedef struct measurement {
    const dado_card_pairs_config *config;
    const volatile sig_atomic_t *stop;
    dado_draw_watcher watcher;
    dado_thread_pool *pool;
    pair_worker *workers;
    dado_error *errors;
    int cards;
    pair_match matches[batch];
    int64_t first;            // first match of the batch
    const bool *only;         // per pair: whether it is measured; NULL: all are
    dado_ratio *sums;         // per pair
    dado_card_pair *example;  // per pair: only its example is set
} measurement;

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left to measure pairs of cards");
}

static size_t pair_number(const measurement *a, int c, int d)
{
    size_t low = (size_t)(c < d ? c : d), high = (size_t)(c < d ? d : c);
    return low * (size_t)a->cards + high;
}

static bool is_wanted(const measurement *a, int c, int d)
{
    return c != d && (!a->only || a->only[pair_number(a, c, d)]);
}

// ---- one match ----

static bool had_before(const dado_watched_draw *draws, int at, int card)
{
    for (int i = 0; i < at; i++) {
        if (draws[i].seat == draws[at].seat && draws[i].card == card) return true;
    }
    return false;
}

static bool find_events(pair_worker *w)
{
    const dado_draw_room *room = &w->room;
    if (room->count > w->space) {
        bool *more = realloc(w->event, sizeof *more * (size_t)room->count);
        if (!more) return false;
        w->event = more;
        w->space = room->count;
    }
    for (int i = 0; i < room->count; i++) {
        const dado_watched_draw *d = &room->draws[i];
        w->event[i] = d->shuffle && d->others > 0 && !had_before(room->draws, i, d->card);
    }
    return true;
}

static void keep_event(const measurement *a, const dado_draw_room *room, int i, int k,
                       pair_event *e)
{
    const dado_watched_draw *c = &room->draws[i], *d = &room->draws[k];
    dado_exchange one = { c->shuffle, c->place, d->other_place[0] };
    dado_exchange other = { d->shuffle, d->place, d->other_place[1] };
    *e = (pair_event){ .seat = c->seat, .c = c->card, .d = d->card, .s = d->other[1] };
    e->first.exchanges[0] = one;
    e->second.exchanges[0] = other;
    e->all.exchanges[0] = one;
    e->all.exchanges[1] = other;
    e->both = e->s != e->d && !had_before(room->draws, k, e->s) && is_wanted(a, e->c, e->s);
}

// Picks at most `most_events` of all events of a match, each equally likely.
static void pick_events(const measurement *a, const pair_worker *w, int64_t match, pair_match *m)
{
    dado_rng luck = dado_rng_stream(a->watcher.plan.seed, (uint64_t)match, pick_stream);
    const dado_watched_draw *draws = w->room.draws;
    uint64_t met = 0;
    for (int k = 1; k < w->room.count; k++) {
        if (!w->event[k] || draws[k].others < 2) continue;
        for (int i = 0; i < k; i++) {
            bool pair = w->event[i] && draws[i].seat == draws[k].seat &&
                        draws[i].shuffle == draws[k].shuffle;
            if (!pair || !is_wanted(a, draws[i].card, draws[k].card)) continue;
            met++;
            uint64_t at = met <= most_events ? met - 1 : dado_rng_below(&luck, met);
            if (at < most_events) keep_event(a, &w->room, i, k, &m->events[at]);
        }
    }
    m->count = met < most_events ? (int)met : most_events;
    for (int i = 0; i < m->count; i++) {
        m->events[i].weight = (m->events[i].both ? 1 : 2) * (double)met / m->count;
    }
}

// Plays the match again with a change, and returns the seat's share of the win. Clears
// the weight of the event if that match has no result.
static double play_again(const measurement *a, pair_worker *w, pair_match *m, pair_event *e,
                         const dado_luck_change *change, int64_t match)
{
    const dado_trace *trace = dado_play_changed(&w->room, change, match);
    m->replays++;
    m->moves += trace->steps;
    if (dado_end_has_result(trace->end)) {
        return dado_seat_share(&a->watcher.game, trace->places, e->seat);
    }
    e->weight = 0;
    return 0;
}

static void do_match(void *context, int i, int worker)
{
    measurement *a = context;
    pair_worker *w = &a->workers[worker];
    dado_error *err = &a->errors[worker];
    pair_match *m = &a->matches[i];
    int64_t match = a->first + i;
    *m = (pair_match){ .ended = false };
    if (err->status != DADO_OK || (a->stop && *a->stop) || match >= a->watcher.plan.matches) return;
    if (!dado_draw_room_open(&w->room, &a->watcher, err)) return;
    const dado_trace *trace = dado_watch_draws(&w->room, match, err);
    if (!trace || !dado_end_has_result(trace->end)) return;
    m->moves = trace->steps;
    if (!find_events(w)) {
        no_memory(err);
        return;
    }
    pick_events(a, w, match, m);
    for (int k = 0; k < m->count; k++) {  // shares first: the next match overwrites the trace
        m->events[k].value = dado_seat_share(&a->watcher.game, trace->places, m->events[k].seat);
    }
    for (int k = 0; k < m->count; k++) {
        pair_event *e = &m->events[k];
        if (a->stop && *a->stop) return;
        e->value += play_again(a, w, m, e, &e->all, match);
        e->value -= play_again(a, w, m, e, &e->first, match);
        e->value -= play_again(a, w, m, e, &e->second, match);
    }
    m->ended = true;
}

// ---- all matches ----

typedef struct pair_sum {  // sums of one pair in one match
    size_t pair;
    double value, weight;
} pair_sum;

static void add_to(pair_sum *sums, int *count, size_t pair, double value, double weight)
{
    int at = 0;
    while (at < *count && sums[at].pair != pair) at++;
    if (at == *count) sums[(*count)++] = (pair_sum){ .pair = pair };
    sums[at].value += value * weight;
    sums[at].weight += weight;
}

static void add_match(measurement *a, int64_t match, const pair_match *m)
{
    pair_sum sums[2 * most_events];
    int count = 0;
    for (int i = 0; i < m->count; i++) {
        const pair_event *e = &m->events[i];
        if (!(e->weight > 0)) continue;
        size_t pair = pair_number(a, e->c, e->d);
        add_to(sums, &count, pair, e->value, e->weight);
        if (e->both) add_to(sums, &count, pair_number(a, e->c, e->s), -e->value, e->weight);
        dado_card_pair *shown = &a->example[pair];
        if (fabs(e->value) <= fabs(shown->example_value)) continue;
        *shown = (dado_card_pair){ .example_match = match,
                                   .example = e->all,
                                   .example_value = e->value,
                                   .example_seat = e->seat };
    }
    for (int i = 0; i < count; i++) {
        dado_ratio_add(&a->sums[sums[i].pair], sums[i].value, sums[i].weight);
    }
}

static bool worked(const measurement *a, dado_error *err)
{
    for (int i = 0; i < dado_thread_pool_size(a->pool); i++) {
        if (a->errors[i].status == DADO_OK) continue;
        if (err) *err = a->errors[i];
        return false;
    }
    return true;
}

// Measures until the limit on matches or on moves is reached, from match `a->first` on.
static bool measure_until(measurement *a, const dado_experiment_settings *how, int64_t matches,
                          double moves, dado_card_pairs *pairs, dado_error *err)
{
    for (double done = 0; a->first < matches && done < moves; a->first += batch) {
        dado_thread_pool_run(a->pool, batch, 1, do_match, a);
        if (!worked(a, err)) return false;
        pairs->interrupted = a->stop && *a->stop;
        if (pairs->interrupted) return true;
        for (int i = 0; i < batch; i++) {
            const pair_match *m = &a->matches[i];
            if (!m->ended) continue;
            add_match(a, a->first + i, m);
            pairs->matches++;
            pairs->replays += m->replays;
            done += m->moves;
        }
        if (!how->progress) continue;
        how->progress(how->context, &(dado_progress){ .done = pairs->matches,
                                                      .all = a->watcher.plan.matches,
                                                      .of = "matches",
                                                      .played = pairs->replays });
    }
    return true;
}

// ---- which pairs ----

static bool is_pair(const measurement *a, size_t pair)
{
    const dado_component *c = a->watcher.components;
    size_t first = pair / (size_t)a->cards, second = pair % (size_t)a->cards;
    return first < second && !c[first].side && !c[second].side;
}

// Returns how surely a pair differs from none, in standard errors; 0 if it was not seen.
static double surprise(const dado_ratio *sum)
{
    dado_interval i;
    if (!dado_ratio_interval(sum, 1, 0.9, &i)) return 0;
    return fabs(i.value) / (i.high - i.value);
}

// Marks the pairs that are measured: all, or those that differ most surely.
static void choose_pairs(const measurement *a, bool *chosen)
{
    size_t all = (size_t)a->cards * (size_t)a->cards;
    for (int k = 0; k < DADO_CARD_PAIRS; k++) {
        size_t best = all;
        double most = 0;
        for (size_t i = 0; i < all; i++) {
            if (!is_pair(a, i) || chosen[i]) continue;
            double own = surprise(&a->sums[i]);
            if (own <= most) continue;
            best = i;
            most = own;
        }
        if (best == all) return;
        chosen[best] = true;
    }
}

static int compare_size(const void *left, const void *right)
{
    const dado_card_pair *a = left, *b = right;
    double x = fabs(a->interaction.value), y = fabs(b->interaction.value);
    if (x != y) return x < y ? 1 : -1;
    if (a->first != b->first) return a->first < b->first ? -1 : 1;
    return a->second < b->second ? -1 : a->second > b->second;
}

static void fill_in(const measurement *a, int listed, dado_card_pairs *pairs)
{
    size_t all = (size_t)a->cards * (size_t)a->cards;
    double each = 1 - (1 - pairs->level) / (listed > 1 ? listed : 1);
    for (size_t i = 0; i < all && pairs->count < DADO_CARD_PAIRS; i++) {
        dado_interval value;
        if (!is_pair(a, i) || (a->only && !a->only[i])) continue;
        if (!dado_ratio_interval(&a->sums[i], 4, each, &value)) continue;
        dado_card_pair *p = &pairs->pairs[pairs->count++];
        bool shown = fabs(a->example[i].example_value) > 0;
        *p = a->example[i];
        if (!shown) p->example_match = -1;
        p->first = (int)(i / (size_t)a->cards);
        p->second = (int)(i % (size_t)a->cards);
        p->names[0] = a->watcher.components[p->first].name;
        p->names[1] = a->watcher.components[p->second].name;
        p->interaction = value;
        p->events = a->sums[i].weight;
    }
    qsort(pairs->pairs, (size_t)pairs->count, sizeof *pairs->pairs, compare_size);
}

// Measures all pairs if they are few; else finds those that could matter in half of the
// matches, and measures them in the other half.
static bool measure_pairs(measurement *a, const dado_experiment_settings *how, dado_region *region,
                          dado_card_pairs *pairs, dado_error *err)
{
    size_t all = (size_t)a->cards * (size_t)a->cards;
    int64_t matches = a->watcher.plan.matches;
    double moves = a->config->most_moves;
    for (size_t i = 0; i < all; i++) pairs->possible += is_pair(a, i);
    if (pairs->possible > DADO_CARD_PAIRS) {
        bool *chosen = dado_new(region, bool, all);
        if (!chosen) return no_memory(err);
        if (!measure_until(a, how, matches / 2, moves / 2, pairs, err)) return false;
        if (pairs->interrupted) return true;
        choose_pairs(a, chosen);
        a->only = chosen;
        moves /= 2;
        memset(a->sums, 0, sizeof *a->sums * all);
        memset(a->example, 0, sizeof *a->example * all);
    }
    if (!measure_until(a, how, matches, moves, pairs, err)) return false;
    int listed = pairs->possible < DADO_CARD_PAIRS ? (int)pairs->possible : DADO_CARD_PAIRS;
    fill_in(a, listed, pairs);
    return true;
}

static bool open_measurement(measurement *a, dado_region *region, dado_error *err)
{
    if (!dado_draw_watcher_open(&a->watcher, a->config->play, region, err)) return false;
    size_t workers = (size_t)dado_thread_pool_size(a->pool);
    a->cards = a->watcher.count;
    size_t all = (size_t)a->cards * (size_t)a->cards;
    a->workers = dado_new(region, pair_worker, workers);
    a->errors = dado_new(region, dado_error, workers);
    a->sums = dado_new(region, dado_ratio, all);
    a->example = dado_new(region, dado_card_pair, all);
    return (a->workers && a->errors && a->sums && a->example) || no_memory(err);
}

bool dado_card_pairs_measure(const dado_card_pairs_config *config,
                             const dado_experiment_settings *how, dado_region *region,
                             dado_card_pairs *pairs, dado_error *err)
{
    DADO_CLEANUP(dado_thread_pool_cleanup) dado_thread_pool *pool = NULL;
    *pairs = (dado_card_pairs){ .level = config->level };
    if (!dado_thread_pool_open(&pool, how->threads < 0 ? 1 : how->threads, err)) return false;
    measurement *a = calloc(1, sizeof *a);
    if (!a) return no_memory(err);
    a->config = config;
    a->stop = how->stop;
    a->pool = pool;
    bool fine = open_measurement(a, region, err) && measure_pairs(a, how, region, pairs, err);
    for (int i = 0; a->workers && i < dado_thread_pool_size(pool); i++) {
        dado_draw_room_close(&a->workers[i].room);
        free(a->workers[i].event);
    }
    free(a);
    return fine;
}

// ---- verdicts ----

static void judge_pair(dado_verdicts *to, const dado_card_pairs *all, const dado_card_pair *p)
{
    bool more = p->interaction.value > 0;
    int64_t events = (int64_t)(p->events + 0.5);
    dado_verdict *v = dado_verdict_add(to, "pairs", DADO_PLAIN);
    dado_verdict_claim(v,
                       more ? "%.60s and %.60s are worth more together than apart."
                            : "%.60s and %.60s are worth less together than apart.",
                       p->names[0], p->names[1]);
    dado_verdict_evidence(v,
                          "Both together are worth %.1f points of the share of the win %s than the "
                          "two one by one (%.1f to %.1f), in %s exchanges on the same luck.",
                          100 * fabs(p->interaction.value), more ? "more" : "less",
                          100 * (more ? p->interaction.low : -p->interaction.high),
                          100 * (more ? p->interaction.high : -p->interaction.low),
                          dado_string_count(events).s);
    dado_verdict_set_figure(v, p->interaction, all->level, events);
}

int dado_pair_verdicts(const dado_card_pairs *pairs, dado_verdict verdicts[DADO_PAIR_VERDICTS])
{
    dado_verdicts to = { .list = verdicts, .most = DADO_PAIR_VERDICTS };
    for (int i = 0; i < pairs->count && to.count < DADO_PAIR_VERDICTS - 1; i++) {
        const dado_card_pair *p = &pairs->pairs[i];
        bool beyond = p->interaction.low > DADO_PAIR_STANDS_OUT ||
                      p->interaction.high < -DADO_PAIR_STANDS_OUT;
        if (beyond) judge_pair(&to, pairs, p);
    }
    if (to.count > 0) return to.count;
    dado_verdict *v = dado_verdict_add(&to, "pairs", DADO_PLAIN);
    if (pairs->count == 0) {
        dado_verdict_claim(v, "What cards are worth together is not measured.");
        dado_verdict_evidence(v, "No seat draws two of them from one shuffled pile that nobody has "
                                 "seen, with two other cards left in it.");
        return to.count;
    }
    dado_verdict_claim(v, "No two cards are seen to matter to each other.");
    dado_verdict_evidence(
        v, "Of %s pairs none is seen to win or lose one match in ten beyond what each card does.",
        dado_string_count(pairs->possible).s);
    return to.count;
}
