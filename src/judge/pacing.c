// pacing.c - see pacing.h.
#include "judge/pacing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/match_cursor.h"
#include "core/scope_cleanup.h"
#include "judge/exact_random_play_values.h"
#include "judge/rollouts.h"
#include "lab/thread_pool.h"
#include "measure/ratio_estimate.h"

enum { snowball_groups = 32, most_shifts = 16 };
static const double as_good_as_won = 0.95, no_hope = 0.02;

// ---- counting in matches ----

typedef struct seat_count {
    int last_round;     // round of its last decision, from 1; 0: it never decided
    double waits;       // number of times it waited
    double waited_for;  // decisions of others during these waits
    double options;     // options in these decisions
} seat_count;

typedef struct counted_match {
    bool ended, has_half;
    int rounds, decisions, turns;
    double options, growth;
    seat_count *seats;
    double *share;
    int32_t *half, *final;  // scores at half time and at the end
} counted_match;

typedef struct counter {
    dado_plan plan;
    const volatile sig_atomic_t *stop;
    dado_rollouts *workers;
    dado_error *errors;
    dado_thread_pool *pool;
    counted_match *matches;
    dado_game game;
    int players;
} counter;

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left to measure the pace of a game");
}

static dado_rollouts *worker_of(counter *c, int worker)
{
    dado_rollouts *o = &c->workers[worker];
    dado_error *err = &c->errors[worker];
    if (err->status != DADO_OK || (c->stop && *c->stop)) return NULL;
    if (o->game) return o;
    return dado_rollouts_open(o, &c->plan, err) ? o : NULL;
}

// Returns the mean options of the second half of all decisions minus those of the first
// half.
static double growth_of(const dado_rollouts *o, int decisions)
{
    int half = decisions / 2, met = 0;
    double first = 0, last = 0;
    for (int i = 0; half > 0 && i < o->steps; i++) {
        const dado_step *s = &o->path[i];
        if (s->actor < 0 || s->options < 2) continue;
        if (met < half) first += s->options;
        if (met >= decisions - half) last += s->options;
        met++;
    }
    return half > 0 ? (last - first) / half : 0;
}

static void count_decision(counted_match *m, int players, int seat, uint32_t options, int round,
                           seat_count *since)
{
    m->decisions++;
    m->options += options;
    seat_count *own = &m->seats[seat];
    if (own->last_round > 0) {
        own->waits++;
        own->waited_for += since[seat].waited_for;
        own->options += since[seat].options;
    }
    own->last_round = round + 1;
    for (int p = 0; p < players; p++) {
        since[p].waited_for = p == seat ? 0 : since[p].waited_for + 1;
        since[p].options = p == seat ? 0 : since[p].options + options;
    }
}

static void count_along(const counter *c, dado_rollouts *o, counted_match *m)
{
    seat_count since[256] = { { 0 } };
    int last = -1;
    dado_match_cursor cursor = dado_match_cursor_begin(o->game, o->state, o->path, o->steps);
    const dado_step *step;
    while ((step = dado_match_cursor_next(&cursor))) {
        if (step->actor >= 0 && step->options > 1) {
            m->turns += step->actor != last;
            last = step->actor;
            count_decision(m, c->players, step->actor, step->options, cursor.rounds.rounds, since);
        }
        dado_match_cursor_step(&cursor);
    }
    m->growth = growth_of(o, m->decisions);
}

static void count_match(void *context, int match, int worker)
{
    counter *c = context;
    dado_rollouts *o = worker_of(c, worker);
    counted_match *m = &c->matches[match];
    const dado_trace *trace = o ? dado_rollouts_play_match(o, match, &c->errors[worker]) : NULL;
    if (!trace || !dado_end_has_result(trace->end)) return;
    size_t row = sizeof *m->half * (size_t)c->players;
    m->rounds = o->game->rules->round ? trace->rounds : 0;
    m->has_half = m->rounds >= 2;
    if (m->has_half) memcpy(m->half, dado_trace_row(trace, m->rounds / 2), row);
    memcpy(m->final, trace->result, row);
    for (int p = 0; p < c->players; p++) m->share[p] = dado_seat_share(&c->game, trace->places, p);
    count_along(c, o, m);
    m->ended = true;
}

// ---- half time ----

// Returns the seat that is ahead alone, or -1.
static int sole_leader(const int32_t *scores, int players)
{
    int best = 0, shared = 0;
    for (int p = 1; p < players; p++) {
        if (scores[p] > scores[best]) best = p;
    }
    for (int p = 0; p < players; p++) shared += scores[p] == scores[best];
    return shared == 1 ? best : -1;
}

static double share_of_last(const counted_match *m, int players)
{
    int32_t least = m->half[0];
    double sum = 0;
    int count = 0;
    for (int p = 1; p < players; p++) least = m->half[p] < least ? m->half[p] : least;
    for (int p = 0; p < players; p++) {
        if (m->half[p] != least) continue;
        sum += m->share[p];
        count++;
    }
    return sum / count;
}

static double share_by_score(const double *scores, int players, int seat)
{
    int winners = 0;
    for (int p = 0; p < players; p++) {
        if (scores[p] > scores[seat]) return 0;
        winners += scores[p] == scores[seat];
    }
    return 1.0 / winners;
}

// Tells whether scores alone decide who wins. Only then can the halves of two matches be
// combined into a third.
static bool scores_decide(const counter *c)
{
    if (c->players < 2 || c->game.side) return false;
    for (int64_t i = 0; i < c->plan.matches; i++) {
        const counted_match *m = &c->matches[i];
        double scores[256];
        if (!m->ended) continue;
        for (int p = 0; p < c->players; p++) scores[p] = m->final[p];
        for (int p = 0; p < c->players; p++) {
            if (fabs(share_by_score(scores, c->players, p) - m->share[p]) > 1e-9) return false;
        }
    }
    return true;
}

// Returns the leader's share of the win if the second half is replaced by that of another
// match.
static double share_with_other_half(const counter *c, const counted_match *m, int leader,
                                    const counted_match *other)
{
    double scores[256];
    for (int p = 0; p < c->players; p++) {
        scores[p] = (double)m->half[p] + other->final[p] - other->half[p];
    }
    return share_by_score(scores, c->players, leader);
}

// Matches are paired within groups only, so groups are independent of each other.
static void find_snowball(const counter *c, dado_pacing *to)
{
    dado_moments groups = { 0 };
    int64_t each = c->plan.matches / snowball_groups, count = 0;
    for (int g = 0; g < snowball_groups; g++) {
        const counted_match *group = c->matches + g * each;
        double difference = 0;
        int64_t pairs = 0;
        for (int64_t i = 0; i < each; i++) {
            int leader =
                group[i].ended && group[i].has_half ? sole_leader(group[i].half, c->players) : -1;
            if (leader < 0) continue;
            double sum = 0;
            int shifts = 0;
            for (int64_t k = 1; k < each && shifts < most_shifts; k++) {
                const counted_match *other = &group[(i + k) % each];
                if (!other->ended || !other->has_half) continue;
                sum += share_with_other_half(c, &group[i], leader, other);
                shifts++;
            }
            if (shifts == 0) continue;
            difference += group[i].share[leader] - sum / shifts;
            pairs++;
        }
        if (pairs > 0) dado_moments_add(&groups, difference / (double)pairs);
        count += pairs;
    }
    if (groups.count < snowball_groups / 2) return;
    dado_interval value = dado_mean_interval(&groups, to->level);
    to->snowball = (dado_pacing_figure){ true, value, count };
}

// ---- summing up ----

static dado_pacing_figure count_of(const dado_ratio *r, double level)
{
    dado_pacing_figure f = { .count = r->clusters };
    f.known = dado_ratio_interval(r, 0, level, &f.value);
    return f;
}

// Estimates a mean of values from `least` to 1.
static dado_pacing_figure share_of(const dado_ratio *r, double least, double level)
{
    dado_pacing_figure f = { .count = r->clusters };
    f.known = dado_ratio_interval(r, 1, level, &f.value);
    f.value.low = fmax(f.value.low, least);
    f.value.high = fmin(f.value.high, 1);
    return f;
}

static void sum_half_time(const counter *c, dado_pacing *to)
{
    dado_ratio ahead = { 0 }, behind = { 0 }, lead = { 0 };
    for (int64_t i = 0; i < c->plan.matches; i++) {
        const counted_match *m = &c->matches[i];
        if (!m->ended || !m->has_half || c->players < 2 || c->game.side) continue;
        int leader = sole_leader(m->half, c->players);
        if (leader < 0) continue;
        double last = share_of_last(m, c->players);
        dado_ratio_add(&ahead, m->share[leader], 1);
        dado_ratio_add(&behind, last, 1);
        dado_ratio_add(&lead, m->share[leader] - last, 1);
    }
    to->ahead = share_of(&ahead, 0, to->level);
    to->behind = share_of(&behind, 0, to->level);
    to->lead = share_of(&lead, -1, to->level);
    if (to->ahead.known && scores_decide(c)) find_snowball(c, to);
}

static void sum_seats(const counter *c, dado_pacing *to)
{
    for (int p = 0; p < c->players; p++) {
        dado_ratio out = { 0 }, waiting = { 0 }, options = { 0 };
        for (int64_t i = 0; i < c->plan.matches; i++) {
            const counted_match *m = &c->matches[i];
            const seat_count *s = m->seats ? &m->seats[p] : NULL;
            if (!m->ended || s->last_round == 0) continue;
            int left = m->rounds - s->last_round;
            if (m->rounds > 0) dado_ratio_add(&out, left > 0 ? left : 0, 1);
            dado_ratio_add(&waiting, s->waited_for, s->waits);
            dado_ratio_add(&options, s->options, s->waited_for);
        }
        to->seats[p].sitting_out = count_of(&out, to->level);
        to->seats[p].waiting = count_of(&waiting, to->level);
        to->seats[p].waiting_options = count_of(&options, to->level);
    }
}

static void sum_matches(const counter *c, dado_pacing *to)
{
    dado_ratio options = { 0 }, per_turn = { 0 }, growth = { 0 }, rounds = { 0 };
    for (int64_t i = 0; i < c->plan.matches; i++) {
        const counted_match *m = &c->matches[i];
        if (!m->ended) continue;
        to->matches++;
        dado_ratio_add(&options, m->options, m->decisions);
        dado_ratio_add(&per_turn, m->decisions, m->turns);
        if (m->decisions > 1) dado_ratio_add(&growth, m->growth, 1);
        dado_ratio_add(&rounds, m->rounds, 1);
    }
    to->options = count_of(&options, to->level);
    to->per_turn = count_of(&per_turn, to->level);
    to->growth = count_of(&growth, to->level);
    to->rounds = rounds.weight > 0 ? rounds.value / rounds.weight : 0;
    sum_seats(c, to);
    sum_half_time(c, to);
}

static bool make_room(counter *c, dado_region *region)
{
    int workers = dado_thread_pool_size(c->pool);
    size_t seats = (size_t)c->players;
    c->workers = dado_new(region, dado_rollouts, workers);
    c->errors = dado_new(region, dado_error, workers);
    c->matches = dado_new(region, counted_match, c->plan.matches + 1);
    if (!c->workers || !c->errors || !c->matches) return false;
    for (int64_t i = 0; i < c->plan.matches; i++) {
        counted_match *m = &c->matches[i];
        m->seats = dado_new(region, seat_count, seats);
        m->share = dado_new(region, double, seats);
        m->half = dado_new(region, int32_t, seats);
        m->final = dado_new(region, int32_t, seats);
        if (!m->seats || !m->share || !m->half || !m->final) return false;
    }
    return true;
}

static bool count_matches(const dado_pacing_config *config, const dado_experiment_settings *how,
                          dado_region *region, dado_pacing *to, dado_error *err)
{
    DADO_CLEANUP(dado_thread_pool_cleanup) dado_thread_pool *pool = NULL;
    counter c = { .plan = *config->play, .stop = how->stop };
    c.plan.six_metrics_only = false;  // so that the path of every match is kept
    if (!dado_thread_pool_open(&pool, how->threads < 0 ? 1 : how->threads, err) ||
        !dado_game_source_open(c.plan.instances, &c.game, region, err)) {
        return false;
    }
    c.pool = pool;
    c.players = to->players = c.game.players;
    to->seats = dado_new(region, dado_seat_pacing, c.players);
    if (c.players > 256 || !to->seats || !make_room(&c, region)) return no_memory(err);
    dado_thread_pool_run(pool, (int)c.plan.matches, 1, count_match, &c);
    bool fine = true;
    for (int i = 0; i < dado_thread_pool_size(pool); i++) {
        if (fine && c.errors[i].status != DADO_OK) {
            *err = c.errors[i];
            fine = false;
        }
        dado_rollouts_close(&c.workers[i]);
    }
    to->can_be_won = dado_game_can_be_won(&c.game);
    if (fine) sum_matches(&c, to);
    return fine;
}

// ---- win-chance graphs ----

// Returns a seat's chance after `step` steps; 0 is before the first step. `half` is 0 or 1: which
// of the two recorded estimates is read.
static double chance_at(const dado_recorded_graph *g, int step, int seat, int half)
{
    return step == 0 ? g->before[half][seat] : g->steps[step - 1].half[half][seat];
}

static double mean_chance(const dado_recorded_graph *g, int step, int seat)
{
    return (chance_at(g, step, seat, 0) + chance_at(g, step, seat, 1)) / 2;
}

// Returns the first step from which a seat's chance stays above (or below) a limit, or
// steps + 1.
static int stays_from(const dado_recorded_graph *g, int seat, double line, bool above)
{
    int from = g->count + 1;
    for (int t = g->count; t >= 0; t--) {
        double v = mean_chance(g, t, seat);
        if (above ? !(v > line) : !(v < line)) break;
        from = t;
    }
    return from;
}

static double decided_at(const dado_recorded_graph *g, int players)
{
    int from = g->count;
    for (int p = 0; p < players; p++) {
        int own = stays_from(g, p, as_good_as_won, true);
        if (own < from) from = own;
    }
    return g->count ? (double)from / g->count : 1;
}

// Returns the share of the match in which the seat plays on without hope; negative if it
// never decides.
static double hopeless_share(const dado_recorded_graph *g, int seat)
{
    int last = -1, from = stays_from(g, seat, no_hope, false);
    for (int t = 0; t < g->count; t++) {
        if (g->steps[t].actor == seat) last = t + 1;
    }
    if (last < 0) return -1;
    return last > from ? (double)(last - from) / g->count : 0;
}

// Returns the square of what the last luck moves, summed over seats. One half is
// multiplied with the other, so noise cancels out on average.
static double last_luck_of(const dado_recorded_graph *g, int players)
{
    int t = g->count;
    while (t > 0 && g->steps[t - 1].actor >= 0) t--;
    double sum = 0;
    for (int p = 0; t > 0 && p < players; p++) {
        sum += (chance_at(g, t, p, 0) - chance_at(g, t - 1, p, 0)) *
               (chance_at(g, t, p, 1) - chance_at(g, t - 1, p, 1));
    }
    return sum;
}

static double total_variance(const dado_recording *r)
{
    double sum = 0;
    for (int i = 0; i < r->variance_count; i++) sum += r->variances[i].total;
    return r->variance_count ? sum / r->variance_count : 0;
}

static void read_graphs(const dado_recording *r, dado_pacing *to)
{
    dado_ratio decided = { 0 }, last = { 0 };
    double total = total_variance(r);
    for (int i = 0; i < r->graph_count; i++) {
        const dado_recorded_graph *g = &r->graphs[i];
        double at = decided_at(g, r->players);
        dado_ratio_add(&decided, at, 1);
        if (total > 1e-9) dado_ratio_add(&last, last_luck_of(g, r->players) / total, 1);
        if (to->decided_match < 0 || at < to->decided_at) {
            to->decided_match = g->match;
            to->decided_at = at;
        }
    }
    to->decided = share_of(&decided, 0, to->level);
    to->last_luck = share_of(&last, 0, to->level);
    for (int p = 0; p < r->players; p++) {
        dado_ratio hopeless = { 0 };
        for (int i = 0; i < r->graph_count; i++) {
            double share = hopeless_share(&r->graphs[i], p);
            if (share < 0) continue;
            dado_ratio_add(&hopeless, share, 1);
            if (share <= to->hopeless_share) continue;
            to->hopeless_share = share;
            to->hopeless_match = r->graphs[i].match;
            to->hopeless_seat = p;
        }
        to->seats[p].no_hope = share_of(&hopeless, 0, to->level);
    }
}

bool dado_pacing_measure(const dado_pacing_config *config, const dado_experiment_settings *how,
                         dado_region *region, dado_pacing *to, dado_error *err)
{
    *to = (dado_pacing){ .level = config->level, .decided_match = -1, .hopeless_match = -1 };
    if (!count_matches(config, how, region, to, err)) return false;
    dado_recording recording;
    bool stopped = how->stop && *how->stop;
    if (!stopped && to->can_be_won) {
        if (!dado_decision_recorder_load(&config->recorder, how, region, &recording, err)) {
            return false;
        }
        to->exact = recording.exact;
        to->player = recording.player;
        to->graphs = recording.graph_count;
        to->recorded = true;
        read_graphs(&recording, to);
        to->stakes = dado_summarize_stakes(&recording, to->level);
        to->kingmaking = dado_summarize_kingmaking(&recording, to->level);
    }
    to->interrupted = how->stop && *how->stop;
    return true;
}
