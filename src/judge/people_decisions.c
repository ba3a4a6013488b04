// people_decisions.c - see people_decisions.h.
#include "judge/people_decisions.h"

#include <math.h>
#include <string.h>

#include "core/match_cursor.h"
#include "core/scope_cleanup.h"
#include "measure/special_functions.h"

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left for the decisions of people");
}

static bool is_observed(const dado_observed_match *match, const dado_step *step)
{
    return dado_step_is_decision(step) && step->options > 1 &&
           (!match->watched || match->watched[step->actor]);
}

// Copies the words of a move into `region`; NULL if it is full.
static const char *words_of(const dado_game *game, const void *state, dado_move move,
                            dado_region *region)
{
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    dado_move_words(game, state, move, &words);
    return dado_region_copy(region, dado_text_string(&words), words.length);
}

// --- time

typedef struct timed_decision {
    int match, step;
    double load, time;  // logarithms: of the number of options to base 2, of the seconds
} timed_decision;

// A straight line through the decisions.
typedef struct time_line {
    double at_mean, mean_load, slope;
    dado_interval slope_interval;
} time_line;

static time_line fit_line(const timed_decision *d, int64_t count, double level)
{
    time_line line = { 0 };
    double loads = 0, both = 0, squares = 0;
    for (int64_t i = 0; i < count; i++) {
        line.mean_load += d[i].load / (double)count;
        line.at_mean += d[i].time / (double)count;
    }
    for (int64_t i = 0; i < count; i++) {
        double x = d[i].load - line.mean_load;
        loads += x * x;
        both += x * (d[i].time - line.at_mean);
    }
    line.slope = loads > 0 ? both / loads : 0;
    for (int64_t i = 0; i < count; i++) {
        double miss = d[i].time - line.at_mean - line.slope * (d[i].load - line.mean_load);
        squares += miss * miss;
    }
    line.slope_interval = (dado_interval){ line.slope, -INFINITY, INFINITY };
    if (count > 2 && loads > 0) {
        double freedom = (double)count - 2, error = sqrt(squares / freedom / loads);
        double wide = dado_t_quantile((1 + level) / 2, freedom) * error;
        line.slope_interval = (dado_interval){ line.slope, line.slope - wide, line.slope + wide };
    }
    return line;
}

static double excess(const time_line *line, const timed_decision *d)
{
    return d->time - line->at_mean - line->slope * (d->load - line->mean_load);
}

// Keeps the decisions that took longest for their number of options: at least three times
// as long as usual.
static bool keep_slow(const dado_game *game, const dado_observed_match *matches,
                      const timed_decision *all, int64_t count, const time_line *line,
                      dado_region *region, dado_hesitation *h, dado_error *err)
{
    unsigned char *state = dado_new(region, unsigned char, game->state_size);
    bool *listed = dado_new(region, bool, (size_t)count + 1);
    if (!state || !listed) return no_memory(err);
    while (h->slow_count < DADO_PEOPLE_EXAMPLES) {
        int64_t best = -1;
        for (int64_t i = 0; i < count; i++) {
            if (listed[i] || excess(line, &all[i]) < dado_log(3)) continue;
            if (best < 0 || excess(line, &all[i]) > excess(line, &all[best])) best = i;
        }
        if (best < 0) break;
        listed[best] = true;
        const timed_decision *d = &all[best];
        const dado_observed_match *match = &matches[d->match];
        const dado_step *step = &match->path[d->step];
        dado_match_cursor at = dado_match_cursor_begin(game, state, match->path, match->steps);
        dado_match_cursor_go_to(&at, d->step);
        dado_slow_decision *slow = &h->slow[h->slow_count++];
        *slow = (dado_slow_decision){ .match = d->match,
                                      .step = d->step,
                                      .seat = step->actor,
                                      .options = (int)step->options,
                                      .seconds = dado_exp(d->time),
                                      .usual = dado_exp(d->time - excess(line, d)),
                                      .words = words_of(game, state, step->move, region) };
        if (!slow->words) return no_memory(err);
    }
    return true;
}

static int64_t collect_times(const dado_observed_match *matches, int count,
                             const double *const *seconds, timed_decision *out)
{
    int64_t found = 0;
    for (int m = 0; m < count; m++) {
        for (int i = 0; i < matches[m].steps; i++) {
            const dado_step *step = &matches[m].path[i];
            double time = seconds[m][i];
            if (!is_observed(&matches[m], step) || dado_is_none(time)) continue;
            // A tenth of a second is the shortest time that anybody measures.
            if (out) {
                out[found] = (timed_decision){ m, i, dado_log2((double)step->options),
                                               dado_log(time > 0.1 ? time : 0.1) };
            }
            found++;
        }
    }
    return found;
}

bool dado_hesitation_measure(const dado_game *game, const dado_observed_match *matches, int count,
                             const double *const *seconds, double level, dado_region *region,
                             dado_hesitation *h, dado_error *err)
{
    *h = (dado_hesitation){ .decisions = collect_times(matches, count, seconds, NULL) };
    if (h->decisions == 0) return true;
    timed_decision *all = dado_new(region, timed_decision, (size_t)h->decisions);
    double *sorted = dado_new(region, double, (size_t)h->decisions);
    if (!all || !sorted) return no_memory(err);
    collect_times(matches, count, seconds, all);
    for (int64_t i = 0; i < h->decisions; i++) sorted[i] = all[i].time;
    dado_values_sort(sorted, (size_t)h->decisions);
    h->median = dado_exp(dado_quantile(sorted, (size_t)h->decisions, 0.5));
    time_line line = fit_line(all, h->decisions, level);
    h->doubled = (dado_interval){ dado_exp(line.slope), 0, INFINITY };
    if (line.slope_interval.high < 700) {
        h->doubled.low = dado_exp(line.slope_interval.low);
        h->doubled.high = dado_exp(line.slope_interval.high);
    }
    return keep_slow(game, matches, all, h->decisions, &line, region, h, err);
}

// --- mistakes

typedef struct examiner {
    const dado_mistakes_config *config;
    dado_rollouts rollouts;
    double *shares;  // by option and rollout: the chooser's share of the win
    dado_move *moves;
    dado_moments costs;
    dado_mistakes *found;
    dado_region *region;
    dado_error *err;
} examiner;

static bool is_stopped(const examiner *e)
{
    return e->config->stop && *e->config->stop;
}

// Plays on from every option, each time on the same luck for all.
static void play_options(examiner *e, int match, int seat, int count)
{
    const dado_game *game = e->rollouts.game;
    int times = e->config->times;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < times && !is_stopped(e); k++) {
            const dado_trace *trace =
                dado_rollouts_play_on(&e->rollouts, seat, &e->moves[i], match, k);
            bool ended = dado_end_has_result(trace->end);
            e->shares[i * times + k] = ended ? dado_seat_share(game, trace->places, seat) : 0;
        }
    }
}

// Returns the option with the highest share by the first half of the rollouts.
static int best_option(const examiner *e, int count)
{
    int half = e->config->times / 2, best = 0;
    double most = -1;
    for (int i = 0; i < count; i++) {
        double sum = 0;
        for (int k = 0; k < half; k++) sum += e->shares[i * e->config->times + k];
        if (sum <= most) continue;
        most = sum;
        best = i;
    }
    return best;
}

// Returns what the taken option cost, by the second half of the rollouts.
static dado_interval cost_of(const examiner *e, int best, int taken)
{
    int times = e->config->times;
    dado_moments apart = { 0 };
    for (int k = times / 2; k < times; k++) {
        dado_moments_add(&apart, e->shares[best * times + k] - e->shares[taken * times + k]);
    }
    return dado_mean_interval(&apart, 0.999);
}

static bool note_mistake(examiner *e, const dado_mistake *mistake, dado_move taken,
                         dado_move better)
{
    dado_mistakes *f = e->found;
    int at = f->worst_count;
    while (at > 0 && f->worst[at - 1].cost.low < mistake->cost.low) at--;
    if (at == DADO_PEOPLE_EXAMPLES) return true;
    int last = f->worst_count < DADO_PEOPLE_EXAMPLES ? f->worst_count++ : DADO_PEOPLE_EXAMPLES - 1;
    for (int i = last; i > at; i--) f->worst[i] = f->worst[i - 1];
    f->worst[at] = *mistake;
    f->worst[at].taken = words_of(e->rollouts.game, e->rollouts.state, taken, e->region);
    f->worst[at].better = words_of(e->rollouts.game, e->rollouts.state, better, e->region);
    return (f->worst[at].taken && f->worst[at].better) || no_memory(e->err);
}

static bool examine(examiner *e, int match, int step_number)
{
    const dado_observed_match *observed = &e->config->matches[match];
    const dado_step *step = &observed->path[step_number];
    const dado_game *game = e->rollouts.game;
    dado_rollouts_go_to(&e->rollouts, observed->path, step_number);
    int count = game->rules->legal(game, e->rollouts.state, e->moves), taken = 0;
    while (taken < count && e->moves[taken] != step->move) taken++;
    if (taken == count) return true;
    play_options(e, match, step->actor, count);
    if (is_stopped(e)) return true;
    int best = best_option(e, count);
    dado_interval cost = cost_of(e, best, taken);
    e->found->decisions++;
    dado_moments_add(&e->costs, cost.value);
    if (cost.low <= 0) return true;
    e->found->clear++;
    dado_mistake mistake = { .match = match, .step = step_number, .seat = step->actor };
    mistake.cost = cost;
    return note_mistake(e, &mistake, step->move, e->moves[best]);
}

static bool examine_all(examiner *e)
{
    const dado_mistakes_config *c = e->config;
    int64_t all = 0, met = 0;
    for (int m = 0; m < c->match_count; m++) {
        for (int i = 0; i < c->matches[m].steps; i++) {
            all += is_observed(&c->matches[m], &c->matches[m].path[i]);
        }
    }
    int64_t most = c->most_decisions < all ? c->most_decisions : all;
    for (int m = 0; m < c->match_count; m++) {
        for (int i = 0; i < c->matches[m].steps && !is_stopped(e); i++) {
            if (!is_observed(&c->matches[m], &c->matches[m].path[i])) continue;
            bool chosen = met * most / all != (met + 1) * most / all;
            met++;
            if (chosen && !examine(e, m, i)) return false;
        }
    }
    return true;
}

bool dado_mistakes_measure(const dado_mistakes_config *config, dado_region *region,
                           dado_mistakes *mistakes, dado_error *err)
{
    examiner e = { .config = config, .found = mistakes, .region = region, .err = err };
    *mistakes = (dado_mistakes){ 0 };
    bool fine = dado_rollouts_open(&e.rollouts, config->players, err);
    if (fine) {
        size_t most = (size_t)e.rollouts.game->max_moves + 1;
        e.moves = dado_new(region, dado_move, most);
        e.shares = dado_new(region, double, most *(size_t)config->times);
        fine = (e.moves && e.shares) || no_memory(err);
    }
    fine = fine && examine_all(&e);
    dado_rollouts_close(&e.rollouts);
    mistakes->interrupted = is_stopped(&e);
    mistakes->cost = dado_mean_interval(&e.costs, config->level);
    return fine;
}
