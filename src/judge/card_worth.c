// card_worth.c - see card_worth.h.
//
// One exchange serves two cards. Suppose seat p drew card a, and the match is played
// again with card b in its place. The second match is as likely as the first, and in it p
// drew b while a was still in the pile. So the difference counts for a, and with the
// opposite sign for b. It does not count for b if p had drawn an equal card before,
// because only first draws count. An exchange that counts for one card only has double
// weight, so that every exchange of a card has the same weight.
#include "judge/card_worth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "judge/exact_random_play_values.h"
#include "lab/thread_pool.h"
#include "measure/ratio_estimate.h"

enum { batch = 128 };

// ---- one match ----

typedef struct card_event {  // a seat received a card, or threw a side
    int seat;
    int card, other;  // components; `other` is -1 if nothing could be in its place
    dado_luck_change change;
    double weight;  // 0: the event does not count
    bool both;      // it counts for the other card too
    double share, points;
    bool swung;
} card_event;

typedef struct watched_match {
    bool ended;
    card_event *events;
    int count, room;
    double *share, *margin;  // per seat
    int64_t replays;
    double moves;
} watched_match;

typedef struct card_sums {
    dado_ratio share, points, swing;
    double largest_points;
    int64_t seen;
} card_sums;

typedef struct match_sums {  // sums of one card in one match
    double weight, share, points, swing, largest_points;
} match_sums;

typedef struct measurement {
    const dado_card_worth_config *config;
    const volatile sig_atomic_t *stop;
    dado_draw_watcher watcher;
    dado_thread_pool *pool;
    dado_draw_room *rooms;  // per worker
    dado_error *errors;
    int players, cards;  // `cards` is the number of components
    watched_match matches[batch];
    int64_t first;  // first match of the batch
    card_sums *sums;
    match_sums *of_match;
    // Kept for every match: which seat had which card, and every seat's share of the win.
    unsigned char *had;
    double *shares;
    int64_t kept;
} measurement;

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left to measure what cards are worth");
}

static void take_result(const measurement *a, const dado_trace *trace, double *share,
                        double *margin)
{
    for (int p = 0; p < a->players; p++) {
        share[p] = dado_seat_share(&a->watcher.game, trace->places, p);
        margin[p] = dado_seat_margin(&a->watcher.game, trace->result, p);
    }
}

static bool list_events(const dado_draw_room *room, watched_match *m)
{
    if (room->count > m->room) {
        card_event *more = realloc(m->events, sizeof *more * (size_t)room->count);
        if (!more) return false;
        m->events = more;
        m->room = room->count;
    }
    m->count = room->count;
    for (int i = 0; i < m->count; i++) {
        const dado_watched_draw *d = &room->draws[i];
        m->events[i] = (card_event){ .seat = d->seat,
                                     .card = d->card,
                                     .other = d->others > 0 ? d->other[0] : -1,
                                     .change = dado_change_of_draw(d) };
    }
    return true;
}

// Sets the weights: only a seat's first draw of a card counts, and so does its exchange.
static void weigh_events(const measurement *a, watched_match *m, unsigned char *had)
{
    memset(had, 0, (size_t)a->players * (size_t)a->cards);
    for (int i = 0; i < m->count; i++) {
        card_event *e = &m->events[i];
        unsigned char *own = had + (size_t)e->seat * (size_t)a->cards;
        bool first = !own[e->card];
        own[e->card] = 1;
        if (!first || e->other < 0) continue;
        e->both = e->other != e->card && !own[e->other];
        e->weight = e->both ? 1 : 2;
    }
}

// Plays the match again with one piece of luck changed.
static void play_exchange(const measurement *a, dado_draw_room *room, watched_match *m,
                          card_event *e, int64_t match)
{
    const dado_game *game = &a->watcher.game;
    if (e->other == e->card) return;  // the cards are equal, so nothing changes
    const dado_trace *trace = dado_play_changed(room, &e->change, match);
    m->replays++;
    m->moves += trace->steps;
    if (!dado_end_has_result(trace->end)) {
        e->weight = 0;
        return;
    }
    e->share = m->share[e->seat] - dado_seat_share(game, trace->places, e->seat);
    e->points = m->margin[e->seat] - dado_seat_margin(game, trace->result, e->seat);
    for (int p = 0; p < a->players; p++) {
        bool won = dado_seat_share(game, trace->places, p) > 0;
        e->swung = e->swung || won != (m->share[p] > 0);
    }
}

static void do_match(void *context, int i, int worker)
{
    measurement *a = context;
    dado_draw_room *room = &a->rooms[worker];
    dado_error *err = &a->errors[worker];
    watched_match *m = &a->matches[i];
    int64_t match = a->first + i;
    m->ended = false;
    m->replays = 0;
    m->moves = 0;
    if (err->status != DADO_OK || (a->stop && *a->stop) || match >= a->watcher.plan.matches) return;
    if (!dado_draw_room_open(room, &a->watcher, err)) return;
    const dado_trace *trace = dado_watch_draws(room, match, err);
    if (!trace || !dado_end_has_result(trace->end)) return;
    take_result(a, trace, m->share, m->margin);
    m->moves = trace->steps;
    if (!list_events(room, m)) {
        no_memory(err);
        return;
    }
    weigh_events(a, m, a->had + (size_t)match * (size_t)a->players * (size_t)a->cards);
    for (int k = 0; k < m->count; k++) {
        if (a->stop && *a->stop) return;
        if (m->events[k].weight > 0) play_exchange(a, room, m, &m->events[k], match);
    }
    m->ended = true;
}

// ---- all matches ----

static void add_event(match_sums *s, const card_event *e, double sign)
{
    s->weight += e->weight;
    s->share += e->weight * sign * e->share;
    s->points += e->weight * sign * e->points;
    s->swing += e->weight * e->swung;
    s->largest_points = fmax(s->largest_points, fabs(e->points));
}

static void add_match(measurement *a, int64_t match, const watched_match *m,
                      dado_card_worths *worths)
{
    memset(a->of_match, 0, sizeof *a->of_match * (size_t)a->cards);
    for (int i = 0; i < m->count; i++) {
        const card_event *e = &m->events[i];
        if (!(e->weight > 0)) continue;
        add_event(&a->of_match[e->card], e, 1);
        if (e->both) add_event(&a->of_match[e->other], e, -1);
        dado_card_worth *c = &worths->cards[e->card];
        if (fabs(e->share) > fabs(c->example_change)) {
            c->example = e->change;
            c->example_match = match;
            c->example_change = e->share;
            c->example_seat = e->seat;
        }
    }
    const unsigned char *had = a->had + (size_t)match * (size_t)a->players * (size_t)a->cards;
    for (int c = 0; c < a->cards; c++) {
        const match_sums *one = &a->of_match[c];
        card_sums *all = &a->sums[c];
        bool seen = false;
        for (int p = 0; p < a->players; p++) seen = seen || had[p * a->cards + c];
        all->seen += seen;
        all->largest_points = fmax(all->largest_points, one->largest_points);
        dado_ratio_add(&all->share, one->share, one->weight);
        dado_ratio_add(&all->points, one->points, one->weight);
        dado_ratio_add(&all->swing, one->swing, one->weight);
    }
}

static double each_level(const measurement *a)
{
    return 1 - (1 - a->config->level) / (a->cards > 1 ? a->cards : 1);
}

// Returns half the width of the widest interval of a worth, or 0 if there is none yet.
static double widest_half(const measurement *a)
{
    double widest = 0;
    for (int c = 0; c < a->cards; c++) {
        dado_interval i;
        if (!dado_ratio_interval(&a->sums[c].share, 1, each_level(a), &i)) continue;
        widest = fmax(widest, i.high - i.value);
    }
    return widest;
}

// ---- win rate with a card ----

typedef struct seat_rate {
    double count[2], sum[2];  // [0] without the card, [1] with it
} seat_rate;

// Computes the win rate of seats that had the card minus that of the same seats without
// it. The error is computed from how much each match, with all its seats, moves the
// difference.
static bool win_rate_with(const measurement *a, int card, double level, dado_interval *with)
{
    seat_rate rate[256] = { { { 0 }, { 0 } } };
    if (a->players > 256) return false;
    double pairs = 0, difference = 0, squares = 0;
    for (int64_t m = 0; m < a->kept; m++) {
        for (int p = 0; p < a->players; p++) {
            double share = a->shares[m * a->players + p];
            int had = a->had[((size_t)m * (size_t)a->players + (size_t)p) * (size_t)a->cards +
                             (size_t)card];
            if (isnan(share)) continue;
            rate[p].count[had]++;
            rate[p].sum[had] += share;
        }
    }
    for (int p = 0; p < a->players; p++) {
        if (rate[p].count[0] > 0 && rate[p].count[1] > 0) pairs += rate[p].count[1];
    }
    if (!(pairs > 0)) return false;
    for (int p = 0; p < a->players; p++) {
        const seat_rate *r = &rate[p];
        if (!(r->count[0] > 0) || !(r->count[1] > 0)) continue;
        difference += r->count[1] / pairs * (r->sum[1] / r->count[1] - r->sum[0] / r->count[0]);
    }
    for (int64_t m = 0; m < a->kept; m++) {
        double pull = 0;
        for (int p = 0; p < a->players; p++) {
            const seat_rate *r = &rate[p];
            double share = a->shares[m * a->players + p];
            int had = a->had[((size_t)m * (size_t)a->players + (size_t)p) * (size_t)a->cards +
                             (size_t)card];
            if (isnan(share) || !(r->count[0] > 0) || !(r->count[1] > 0)) continue;
            double off = (share - r->sum[had] / r->count[had]) / r->count[had];
            pull += r->count[1] / pairs * (had ? off : -off);
        }
        squares += pull * pull;
    }
    double half = dado_normal_quantile(0.5 + level / 2) * sqrt(squares + 1 / (pairs * pairs));
    *with = (dado_interval){ difference, difference - half, difference + half };
    return true;
}

// ---- opening and closing ----

static bool name_cards(measurement *a, dado_card_worths *worths, dado_region *region)
{
    worths->count = a->cards = a->watcher.count;
    worths->cards = dado_new(region, dado_card_worth, a->cards + 1);
    for (int i = 0; worths->cards && i < a->cards; i++) {
        const dado_component *c = &a->watcher.components[i];
        worths->cards[i] = (dado_card_worth){ .look = c->look,
                                              .name = c->name,
                                              .copies = c->copies,
                                              .side = c->side,
                                              .example_match = -1 };
    }
    return worths->cards;
}

static bool open_measurement(measurement *a, dado_region *region, dado_card_worths *worths,
                             dado_error *err)
{
    if (!dado_draw_watcher_open(&a->watcher, a->config->play, region, err)) return false;
    a->players = a->watcher.game.players;
    int workers = dado_thread_pool_size(a->pool);
    a->rooms = dado_new(region, dado_draw_room, workers);
    a->errors = dado_new(region, dado_error, workers);
    if (!a->rooms || !a->errors || !name_cards(a, worths, region)) return no_memory(err);
    a->sums = dado_new(region, card_sums, a->cards);
    a->of_match = dado_new(region, match_sums, a->cards);
    for (int i = 0; i < batch; i++) {
        a->matches[i].share = dado_new(region, double, a->players);
        a->matches[i].margin = dado_new(region, double, a->players);
        if (!a->matches[i].share || !a->matches[i].margin) return no_memory(err);
    }
    return (a->sums && a->of_match) || no_memory(err);
}

static void close_measurement(measurement *a)
{
    int workers = a->rooms ? dado_thread_pool_size(a->pool) : 0;
    for (int i = 0; i < workers; i++) dado_draw_room_close(&a->rooms[i]);
    for (int i = 0; i < batch; i++) free(a->matches[i].events);
    free(a->had);
    free(a->shares);
}

static bool keep_more(measurement *a, dado_error *err)
{
    size_t matches = (size_t)a->first + batch, seats = (size_t)a->players;
    unsigned char *had = realloc(a->had, matches * seats * (size_t)a->cards);
    if (had) a->had = had;
    double *shares = realloc(a->shares, sizeof *shares * matches * seats);
    if (shares) a->shares = shares;
    return (had && shares) || no_memory(err);
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

static void report_progress(const measurement *a, const dado_experiment_settings *how, double moves,
                            const dado_card_worths *worths)
{
    if (!how->progress) return;
    double share = moves / a->config->most_moves;
    double matches = (double)a->kept / (double)a->watcher.plan.matches;
    double widest = a->config->precision > 0 ? widest_half(a) : 0;
    if (widest > 0) share = fmax(share, pow(a->config->precision / widest, 2));
    share = fmin(fmax(share, matches), 1);
    int64_t all = share > 0 ? (int64_t)((double)worths->exchanges / share) : 0;
    how->progress(how->context, &(dado_progress){ .done = worths->exchanges,
                                                  .all = all,
                                                  .of = "exchanges",
                                                  .played = worths->exchanges });
}

static bool measure_batches(measurement *a, const dado_experiment_settings *how,
                            dado_card_worths *worths, dado_error *err)
{
    double moves = 0;
    for (a->first = 0; a->first < a->watcher.plan.matches && moves < a->config->most_moves;
         a->first += batch) {
        if (!keep_more(a, err)) return false;
        dado_thread_pool_run(a->pool, batch, 1, do_match, a);
        if (!worked(a, err)) return false;
        if (a->stop && *a->stop) {
            worths->interrupted = true;
            return true;
        }
        for (int i = 0; i < batch && a->first + i < a->watcher.plan.matches; i++) {
            const watched_match *m = &a->matches[i];
            double *shares = a->shares + (a->first + i) * a->players;
            for (int p = 0; p < a->players; p++) shares[p] = m->ended ? m->share[p] : DADO_NONE;
            a->kept = a->first + i + 1;
            if (!m->ended) continue;
            add_match(a, a->first + i, m, worths);
            worths->matches++;
            worths->exchanges += m->replays;
            moves += m->moves;
        }
        report_progress(a, how, moves, worths);
        double widest = a->config->precision > 0 ? widest_half(a) : 0;
        worths->precise = widest > 0 && widest <= a->config->precision;
        if (worths->precise) break;
    }
    return true;
}

static void fill_in(const measurement *a, dado_card_worths *worths)
{
    double level = each_level(a);
    worths->level = a->config->level;
    for (int c = 0; c < a->cards; c++) {
        dado_card_worth *w = &worths->cards[c];
        const card_sums *s = &a->sums[c];
        if (worths->matches > 0) {
            w->seen = dado_share_interval((double)s->seen, (double)worths->matches, level);
            w->with_known = win_rate_with(a, c, level, &w->with);
        }
        w->measured = dado_ratio_interval(&s->share, 1, level, &w->worth);
        if (!w->measured) continue;
        dado_ratio_interval(&s->points, s->largest_points, level, &w->points);
        dado_ratio_interval(&s->swing, 1, level, &w->swing);
        w->swing.low = fmax(w->swing.low, 0);
        w->swing.high = fmin(w->swing.high, 1);
        w->exchanges = s->share.weight;
    }
}

bool dado_card_worth_measure(const dado_card_worth_config *config,
                             const dado_experiment_settings *how, dado_region *region,
                             dado_card_worths *worths, dado_error *err)
{
    DADO_CLEANUP(dado_thread_pool_cleanup) dado_thread_pool *pool = NULL;
    *worths = (dado_card_worths){ 0 };
    if (!dado_thread_pool_open(&pool, how->threads < 0 ? 1 : how->threads, err)) return false;
    measurement *a = calloc(1, sizeof *a);
    if (!a) return no_memory(err);
    a->config = config;
    a->stop = how->stop;
    a->pool = pool;
    bool fine = open_measurement(a, region, worths, err) && measure_batches(a, how, worths, err);
    if (fine) fill_in(a, worths);
    close_measurement(a);
    free(a);
    return fine;
}
