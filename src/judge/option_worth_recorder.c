// option_worth_recorder.c - see option_worth_recorder.h.
#include "judge/option_worth_recorder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/match_cursor.h"
#include "core/scope_cleanup.h"
#include "judge/exact_option_worth.h"
#include "judge/rollouts.h"
#include "lab/thread_pool.h"

enum { most_kinds = DADO_MOST_DECISION_KINDS, pick_stream = DADO_STREAM_SEAT + 1025 };
static const size_t exact_memory = (size_t)1 << 28;

// ---- recorded matches ----

typedef struct met_decision {
    int32_t at;     // number of moves before it
    int32_t kind;   // number of its kind, set after all matches are played
    int32_t count;  // number of options
    dado_decision_kind met;
    double weight;  // 0: it is not examined
} met_decision;

typedef struct played_match {
    bool ended;
    dado_step *path;
    int steps;
    met_decision *decisions;
    int decision_count;
    double *share;  // per seat
    bool looked_at;
    bool graphed;
    dado_recorded_variance variance;
    dado_byte_writer records, graph;  // packed decisions, and the packed graph
    int record_count;
} played_match;

// Working memory of one thread for the options of a decision, or for the chances of a
// position.
typedef struct workspace {
    dado_rollouts rollouts;
    double *shares, *margins;  // of all rollouts: indexed by rollout, option, seat
    dado_option_worth *worth[2];
    dado_recorded_option *options;
    dado_move *moves;
    dado_region words;
    size_t shares_room, worth_room;
} workspace;

typedef struct recorder {
    const dado_recorder_config *config;
    const dado_experiment_settings *how;  // receives progress
    const volatile sig_atomic_t *stop;
    dado_plan plan;  // a copy of the given plan, with the luck of its game listed
    dado_game_source source;
    dado_game game;
    dado_random_values *exact;  // exact values, or NULL
    dado_thread_pool *pool;
    workspace *workers;
    dado_error *errors;
    played_match *matches;
    int count;
    dado_decision_kinds kinds;
    double *mean;  // per seat: mean share of the win over all matches
} recorder;

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left to record decisions");
}

static workspace *workspace_of(recorder *r, int worker)
{
    workspace *w = &r->workers[worker];
    dado_error *err = &r->errors[worker];
    if (err->status != DADO_OK || (r->stop && *r->stop)) return NULL;
    if (w->rollouts.game) return w;
    if (!dado_rollouts_open(&w->rollouts, &r->plan, err)) return NULL;
    w->moves = malloc(sizeof *w->moves * (size_t)(r->game.max_moves + 1));
    w->options = malloc(sizeof *w->options * (size_t)(r->game.max_moves + 1));
    if (!w->moves || !w->options) no_memory(err);
    return err->status == DADO_OK ? w : NULL;
}

static void free_workspace(workspace *w)
{
    dado_rollouts_close(&w->rollouts);
    dado_region_free(&w->words);
    free(w->shares);
    free(w->margins);
    free(w->worth[0]);
    free(w->worth[1]);
    free(w->options);
    free(w->moves);
}

static bool make_room(workspace *w, size_t samples, size_t values)
{
    if (samples > w->shares_room) {
        free(w->shares);
        free(w->margins);
        w->shares = malloc(sizeof *w->shares * samples);
        w->margins = malloc(sizeof *w->margins * samples);
        w->shares_room = w->shares && w->margins ? samples : 0;
    }
    if (values > w->worth_room) {
        for (int i = 0; i < 2; i++) {
            free(w->worth[i]);
            w->worth[i] = malloc(sizeof **w->worth * values);
        }
        w->worth_room = w->worth[0] && w->worth[1] ? values : 0;
    }
    return samples <= w->shares_room && values <= w->worth_room;
}

// ---- playing the matches ----

static bool list_decisions(workspace *w, played_match *m)
{
    dado_rollouts *o = &w->rollouts;
    const dado_game *game = o->game;
    int count = 0;
    for (int i = 0; i < m->steps; i++) count += m->path[i].actor >= 0 && m->path[i].options > 1;
    m->decisions = calloc((size_t)count + 1, sizeof *m->decisions);
    if (!m->decisions) return false;
    dado_match_cursor at = dado_match_cursor_begin(game, o->state, m->path, m->steps);
    do {
        const dado_step *step = dado_match_cursor_next(&at);
        if (!step || step->actor < 0 || step->options < 2) continue;
        met_decision *d = &m->decisions[m->decision_count++];
        d->at = at.at;
        d->count = game->rules->legal(game, o->state, w->moves);
        d->met = dado_decision_kind_find(game, o->state, w->moves, d->count);
    } while (dado_match_cursor_step(&at));
    return true;
}

static void play_match(void *context, int match, int worker)
{
    recorder *r = context;
    workspace *w = workspace_of(r, worker);
    played_match *m = &r->matches[match];
    dado_error *err = &r->errors[worker];
    const dado_trace *trace = w ? dado_rollouts_play_match(&w->rollouts, match, err) : NULL;
    if (!trace || !dado_end_has_result(trace->end)) return;
    m->steps = w->rollouts.steps;
    m->path = malloc(sizeof *m->path * (size_t)(m->steps + 1));
    m->share = malloc(sizeof *m->share * (size_t)r->game.players);
    if (!m->path || !m->share) {
        no_memory(err);
        return;
    }
    memcpy(m->path, w->rollouts.path, sizeof *m->path * (size_t)m->steps);
    for (int p = 0; p < r->game.players; p++) {
        m->share[p] = dado_seat_share(&r->game, trace->places, p);
    }
    if (!list_decisions(w, m)) no_memory(err);
    m->ended = true;
}

// ---- choosing the decisions to examine ----

// Picks decisions of each kind, each with equal probability, and weights each by the
// number of decisions it stands for.
static void pick_decisions(recorder *r, int match)
{
    played_match *m = &r->matches[match];
    // Looking up exact values costs nothing.
    int most = r->exact ? m->decision_count : r->config->per_kind;
    int left[most_kinds] = { 0 }, wanted[most_kinds], all[most_kinds];
    dado_rng luck = dado_rng_stream(r->plan.seed, (uint64_t)match, pick_stream);
    for (int i = 0; i < m->decision_count; i++) left[m->decisions[i].kind]++;
    for (int k = 0; k < r->kinds.count; k++) {
        all[k] = left[k];
        wanted[k] = left[k] < most ? left[k] : most;
    }
    for (int i = 0; i < m->decision_count; i++) {
        int k = m->decisions[i].kind;
        int taken = all[k] < most ? all[k] : most;
        bool picked = dado_rng_below(&luck, (uint64_t)left[k]) < (uint64_t)wanted[k];
        left[k]--;
        if (!picked) continue;
        wanted[k]--;
        m->decisions[i].weight = (double)all[k] / taken;
    }
}

// Estimates the moves that rollouts from these decisions take, if they are as long as
// this match.
static double cost_of(const recorder *r, const played_match *m)
{
    double moves = 0;
    int first = m->decision_count ? m->decisions[0].at : m->steps;
    int views = r->game.secrets ? 2 : 1;
    for (int i = 0; i < m->decision_count; i++) {
        const met_decision *d = &m->decisions[i];
        if (d->weight > 0) moves += (double)d->count * views * (m->steps - d->at);
    }
    return (moves + (m->steps - first)) * r->config->times;
}

static double cost_of_graph(const recorder *r, const played_match *m)
{
    return (double)m->steps * m->steps / 2 * r->config->times;
}

// Tells whether the remaining budget of moves allows a match to be examined. The first is
// always allowed.
static bool afford(double *left, double most, double cost)
{
    if (cost > *left && *left < most) return false;
    *left -= cost;
    return true;
}

static void choose_matches(recorder *r)
{
    const double part = r->config->graphs > 0 ? 0.5 : 0;  // share of the moves that is for graphs
    double most = r->exact ? HUGE_VAL : r->config->most_moves * (1 - part), left = most;
    double most_graphed = r->exact ? HUGE_VAL : r->config->most_moves * part;
    double left_graphed = most_graphed;
    bool more = true, more_graphs = true;
    int graphs = 0;
    for (int i = 0; i < r->count; i++) {
        played_match *m = &r->matches[i];
        if (!m->ended) continue;
        for (int d = 0; d < m->decision_count; d++) {
            m->decisions[d].kind = dado_decision_kinds_number(&r->kinds, &m->decisions[d].met);
            r->kinds.kinds[m->decisions[d].kind].met++;
        }
        if (more) pick_decisions(r, i);
        more = more && afford(&left, most, cost_of(r, m));
        m->looked_at = more;
        more_graphs = more_graphs && graphs < r->config->graphs &&
                      afford(&left_graphed, most_graphed, cost_of_graph(r, m));
        m->graphed = more_graphs;
        graphs += more_graphs;
    }
}

// ---- what options are worth ----

// Plays rollouts from the current position, once for each time and option. `first` may be
// NULL. Returns false if a match did not end.
static bool sample_options(const recorder *r, workspace *w, int eyes, const dado_move *options,
                           int count, int match)
{
    int players = r->game.players;
    for (int k = 0; k < r->config->times; k++) {
        for (int i = 0; i < count; i++) {
            const dado_trace *trace =
                dado_rollouts_play_on(&w->rollouts, eyes, options ? &options[i] : NULL, match, k);
            if (!dado_end_has_result(trace->end)) return false;
            size_t at = ((size_t)k * (size_t)count + (size_t)i) * (size_t)players;
            for (int p = 0; p < players; p++) {
                w->shares[at + (size_t)p] = dado_seat_share(&r->game, trace->places, p);
                w->margins[at + (size_t)p] = dado_seat_margin(&r->game, trace->result, p);
            }
        }
    }
    return true;
}

static void average_halves(const recorder *r, const workspace *w, int count,
                           dado_option_worth *worth)
{
    int times = r->config->times;
    size_t values = (size_t)count * (size_t)r->game.players;
    for (size_t v = 0; v < values; v++) {
        worth[v] = (dado_option_worth){ 0 };
        for (int k = 0; k < times; k++) {
            worth[v].share[k % 2] += w->shares[(size_t)k * values + v] * 2 / times;
            worth[v].margin[k % 2] += w->margins[(size_t)k * values + v] * 2 / times;
        }
    }
}

// Computes the error of the difference to the best option, from the second half alone.
static void find_errors(const recorder *r, const workspace *w, int count, dado_option_worth *worth)
{
    int players = r->game.players;
    size_t values = (size_t)count * (size_t)players;
    for (int p = 0; p < players; p++) {
        int best = dado_best_option(worth, count, players, p);
        for (int i = 0; i < count; i++) {
            dado_moments gap = { 0 };
            for (int k = 1; k < r->config->times; k += 2) {
                const double *row = w->shares + (size_t)k * values;
                dado_moments_add(&gap, row[best * players + p] - row[i * players + p]);
            }
            worth[i * players + p].error = dado_moments_error(&gap);
        }
    }
}

static bool estimate(const recorder *r, workspace *w, int eyes, const dado_move *moves, int count,
                     int match, dado_option_worth *worth)
{
    if (!sample_options(r, w, eyes, moves, count, match)) return false;
    average_halves(r, w, count, worth);
    find_errors(r, w, count, worth);
    return true;
}

static bool look_up(const recorder *r, workspace *w, const dado_move *moves, int count,
                    dado_option_worth *worth)
{
    dado_rollouts *o = &w->rollouts;
    for (int i = 0; i < count; i++) {
        memcpy(o->guess, o->state, o->game->state_size);
        o->game->rules->apply(o->game, o->guess, moves[i]);
        const double *value = dado_random_values_get(r->exact, o->guess);
        if (!value) return false;
        dado_option_worth_set_exact(value, r->game.players, worth + i * r->game.players);
    }
    return true;
}

// Returns the variance of a seat's chance over the options, each equally likely. One half
// is multiplied with the other, so noise cancels out on average.
static double variance_over_options(const dado_option_worth *worth, int count, int players,
                                    int seat)
{
    double mean[2] = { 0 }, sum = 0;
    for (int i = 0; i < count; i++) {
        for (int h = 0; h < 2; h++) mean[h] += worth[i * players + seat].share[h] / count;
    }
    for (int i = 0; i < count; i++) {
        const dado_option_worth *one = &worth[i * players + seat];
        sum += (one->share[0] - mean[0]) * (one->share[1] - mean[1]) / count;
    }
    return sum;
}

static int place_of(const dado_move *moves, int count, dado_move move)
{
    int i = 0;
    while (i < count && moves[i] != move) i++;
    return i < count ? i : -1;
}

static bool look_at_decision(recorder *r, workspace *w, int match, const met_decision *met,
                             dado_error *err)
{
    played_match *m = &r->matches[match];
    dado_rollouts *o = &w->rollouts;
    int players = r->game.players, seat = m->path[met->at].actor;
    dado_rollouts_go_to(o, m->path, met->at);
    int count = o->game->rules->legal(o->game, o->state, w->moves);
    size_t values = (size_t)count * (size_t)players;
    dado_region_rewind(&w->words, 0);
    if (!make_room(w, values * (size_t)r->config->times, values) ||
        !dado_recorded_options_name(o->game, o->state, w->moves, count, w->options, &w->words)) {
        return no_memory(err);
    }
    dado_recorded_decision d = { .match = match,
                                 .step = met->at,
                                 .seat = seat,
                                 .kind = met->kind,
                                 .count = count,
                                 .taken = place_of(w->moves, count, m->path[met->at].move),
                                 .weight = met->weight,
                                 .options = w->options,
                                 .actual = w->worth[0] };
    bool fine = r->exact ? look_up(r, w, w->moves, count, w->worth[0])
                         : estimate(r, w, DADO_NOBODY, w->moves, count, match, w->worth[0]);
    if (!fine) return true;  // leave this decision out
    if (!r->game.secrets) d.known = d.actual;
    else if (!r->exact && estimate(r, w, seat, w->moves, count, match, w->worth[1])) {
        d.known = w->worth[1];
    }
    for (int p = 0; p < players; p++) {
        double moved = met->weight * variance_over_options(d.actual, count, players, p);
        *(p == seat ? &m->variance.own : &m->variance.others) += moved;
    }
    dado_recorded_decision_pack(&d, players, &m->records);
    m->record_count++;
    return !m->records.full || no_memory(err);
}

// ---- chances along a match ----

// Computes every seat's chance in the current position, by both halves: 2 * players
// numbers.
static bool chances_here(const recorder *r, workspace *w, int match, double *chances)
{
    int players = r->game.players;
    dado_rollouts *o = &w->rollouts;
    const double *exact = r->exact ? dado_random_values_get(r->exact, o->state) : NULL;
    if (r->exact && !exact) return false;
    if (!exact && !estimate(r, w, DADO_NOBODY, NULL, 1, match, w->worth[0])) return false;
    for (int p = 0; p < players; p++) {
        for (int h = 0; h < 2; h++) {
            chances[h * players + p] = exact ? exact[p] : w->worth[0][p].share[h];
        }
    }
    return true;
}

// Measures the luck before the first decision: how far the chances there are from the
// mean.
static void look_at_first_luck(recorder *r, workspace *w, int match)
{
    played_match *m = &r->matches[match];
    int players = r->game.players;
    double chances[512];
    if (m->decision_count == 0) {
        m->variance.first_luck = m->variance.total;
        return;
    }
    dado_rollouts_go_to(&w->rollouts, m->path, m->decisions[0].at);
    if (2 * players > 512 || !chances_here(r, w, match, chances)) return;
    for (int p = 0; p < players; p++) {
        m->variance.first_luck += (chances[p] - r->mean[p]) * (chances[players + p] - r->mean[p]);
    }
}

// Tells whether a step ends here: a player is to choose, a round is over, or the match
// is.
static bool is_rest(const dado_match_cursor *at)
{
    const dado_rules *rules = at->game->rules;
    bool round_over = rules->round && at->round_ended;
    return rules->actor(at->game, at->state) != DADO_CHANCE || round_over;
}

typedef struct graph_builder {
    dado_recorded_step *steps;
    double *chances;  // 2 * players numbers per point
    int count;
} graph_builder;

static void add_step(graph_builder *b, int players, dado_recorded_step step)
{
    double *at = b->chances + (size_t)(b->count + 1) * (size_t)players * 2;
    step.half[0] = at;
    step.half[1] = at + players;
    b->steps[b->count++] = step;
}

// Goes through the match once and measures the chances after each step.
static bool build_graph(const recorder *r, workspace *w, int match, graph_builder *b)
{
    const played_match *m = &r->matches[match];
    dado_rollouts *o = &w->rollouts;
    const dado_game *game = o->game;
    int players = r->game.players;
    dado_recorded_step step = { .actor = DADO_NOBODY };
    dado_match_cursor cursor = dado_match_cursor_begin(game, o->state, m->path, m->steps);
    o->at = 0;
    if (!chances_here(r, w, match, b->chances)) return false;
    const dado_step *move;
    while ((move = dado_match_cursor_next(&cursor))) {
        int i = cursor.at, round = game->rules->round ? cursor.rounds.rounds : 0;
        bool decision = move->actor >= 0 && move->options > 1;
        // A single outcome is no luck.
        bool luck = move->actor == DADO_CHANCE && move->options != 1;
        if (step.actor == DADO_NOBODY && (decision || luck)) {
            step = (dado_recorded_step){ .actor = move->actor, .at = i, .round = round };
        }
        dado_match_cursor_step(&cursor);
        o->at = i + 1;
        bool ends = decision || is_rest(&cursor);
        if (step.actor == DADO_NOBODY || !ends) continue;
        add_step(b, players, step);
        step.actor = DADO_NOBODY;
        double *at = b->chances + (size_t)b->count * (size_t)players * 2;
        if (game->rules->actor(game, o->state) == DADO_NOBODY) {
            for (int p = 0; p < players; p++) at[p] = at[players + p] = m->share[p];
        } else if (!chances_here(r, w, match, at)) {
            return false;
        }
    }
    return true;
}

static bool look_at_graph(recorder *r, workspace *w, int match, dado_error *err)
{
    played_match *m = &r->matches[match];
    size_t players = (size_t)r->game.players, most = (size_t)m->steps + 2;
    graph_builder b = { .steps = malloc(sizeof *b.steps * most),
                        .chances = malloc(sizeof *b.chances * most * players * 2) };
    bool fine = b.steps && b.chances;
    if (fine && build_graph(r, w, match, &b)) {
        dado_recorded_graph graph = { .match = match,
                                      .before = { b.chances, b.chances + players },
                                      .steps = b.steps,
                                      .count = b.count };
        dado_recorded_graph_pack(&graph, r->game.players, &m->graph);
        fine = !m->graph.full;
    }
    free(b.steps);
    free(b.chances);
    return fine || no_memory(err);
}

static void look_at_match(void *context, int match, int worker)
{
    recorder *r = context;
    played_match *m = &r->matches[match];
    workspace *w = workspace_of(r, worker);
    dado_error *err = &r->errors[worker];
    if (!w || !m->ended) return;
    for (int p = 0; p < r->game.players; p++) {
        double off = m->share[p] - r->mean[p];
        m->variance.total += off * off;
    }
    if (!m->looked_at && !m->graphed) return;
    if (!make_room(w, (size_t)r->game.players * (size_t)r->config->times,
                   (size_t)r->game.players)) {
        no_memory(err);
        return;
    }
    bool fine = true;
    if (m->looked_at && !r->exact) look_at_first_luck(r, w, match);
    for (int i = 0; fine && m->looked_at && i < m->decision_count; i++) {
        if (m->decisions[i].weight > 0) {
            fine = look_at_decision(r, w, match, &m->decisions[i], err);
        }
    }
    m->variance.looked_at = m->looked_at;
    if (fine && m->graphed) look_at_graph(r, w, match, err);
}

// ---- the whole recording ----

typedef struct match_batch {
    recorder *recorder;
    dado_thread_pool_job *job;
    int first;  // first match of the batch
} match_batch;

static void do_match_of_batch(void *context, int i, int worker)
{
    const match_batch *batch = context;
    batch->job(batch->recorder, batch->first + i, worker);
}

// Runs the job for every match, in batches, and reports after each how many matches are
// done.
static void for_each_match(recorder *r, dado_thread_pool_job *job)
{
    int most = 8 * dado_thread_pool_size(r->pool);
    match_batch batch = { .recorder = r, .job = job };
    for (; batch.first < r->count && !(r->stop && *r->stop); batch.first += most) {
        int count = r->count - batch.first < most ? r->count - batch.first : most;
        // The table of exact values must be used by one thread only.
        if (!r->exact) dado_thread_pool_run(r->pool, count, 1, do_match_of_batch, &batch);
        for (int i = 0; r->exact && i < count; i++) job(r, batch.first + i, 0);
        if (!r->how->progress) continue;
        r->how->progress(r->how->context, &(dado_progress){ .done = batch.first + count,
                                                            .all = r->count,
                                                            .of = "matches recorded",
                                                            .played = batch.first + count });
    }
}

static bool worked(const recorder *r, dado_error *err)
{
    for (int h = 0; h < dado_thread_pool_size(r->pool); h++) {
        if (r->errors[h].status == DADO_OK) continue;
        if (err) *err = r->errors[h];
        return false;
    }
    return true;
}

static int64_t find_means(recorder *r)
{
    int64_t ended = 0;
    for (int i = 0; i < r->count; i++) ended += r->matches[i].ended;
    for (int i = 0; i < r->count; i++) {
        for (int p = 0; r->matches[i].ended && p < r->game.players; p++) {
            r->mean[p] += r->matches[i].share[p] / (double)ended;
        }
    }
    return ended;
}

static bool plays_at_random(const dado_plan *plan, int players)
{
    for (int p = 0; p < players; p++) {
        if (dado_lineup_player(&plan->lineups[0], p)->kind != &dado_agent_random) return false;
    }
    return true;
}

// Joins the packed matches. The bytes are the same as those of dado_recording_pack.
static void join(const recorder *r, const dado_recording *head,
                 const dado_exact_option_worth *exact, dado_byte_writer *out)
{
    int decisions = exact ? exact->decision_count : 0, graphs = 0, ended = 0;
    dado_byte_writer_reset(out);
    dado_recording_pack_head(head, out);
    for (int i = 0; i < r->count; i++) {
        decisions += r->matches[i].record_count;
        graphs += r->matches[i].graph.used > 0;
        ended += r->matches[i].ended;
    }
    dado_pack_number(out, (uint64_t)decisions);
    if (exact && exact->decisions->used) {
        dado_pack_bytes(out, exact->decisions->bytes, exact->decisions->used);
    }
    for (int i = 0; i < r->count; i++) {
        const dado_byte_writer *records = &r->matches[i].records;
        if (records->used) dado_pack_bytes(out, records->bytes, records->used);
    }
    dado_pack_number(out, (uint64_t)graphs);
    for (int i = 0; i < r->count; i++) {
        const dado_byte_writer *graph = &r->matches[i].graph;
        if (graph->used) dado_pack_bytes(out, graph->bytes, graph->used);
    }
    dado_pack_number(out, exact ? 1 : (uint64_t)ended);
    if (exact) dado_recorded_variance_pack(&exact->variance, out);
    for (int i = 0; !exact && i < r->count; i++) {
        if (r->matches[i].ended) dado_recorded_variance_pack(&r->matches[i].variance, out);
    }
}

static bool record(recorder *r, bool random, dado_byte_writer *bytes, dado_error *err)
{
    DADO_CLEANUP(dado_byte_writer_free) dado_byte_writer sets = { .grows = true };
    dado_exact_option_worth exact = { .decisions = &sets };
    for_each_match(r, play_match);
    if (!worked(r, err)) return false;
    int64_t ended = find_means(r);
    choose_matches(r);
    for_each_match(r, look_at_match);
    if (!worked(r, err)) return false;
    if (r->exact &&
        !dado_exact_option_worth_find(&r->game, r->exact, &r->kinds, exact_memory, &exact, err)) {
        return false;
    }
    dado_recording head = { .players = r->game.players,
                            .exact = r->exact != NULL,
                            .random = random,
                            .player = dado_lineup_player(&r->plan.lineups[0], 0)->typed,
                            .times = r->exact ? 0 : r->config->times,
                            .matches = ended,
                            .positions = r->exact ? dado_random_values_positions(r->exact) : 0,
                            .kinds = r->kinds.kinds,
                            .kind_count = r->kinds.count };
    join(r, &head, r->exact ? &exact : NULL, bytes);
    return !bytes->full || no_memory(err);
}

static bool open_recorder(recorder *r, dado_region *region, bool random, dado_error *err)
{
    const dado_recorder_config *config = r->config;
    if (!dado_game_source_open_chance(config->play->instances, "listed", &r->source, &r->game,
                                      region, err)) {
        return false;
    }
    r->plan = *config->play;
    r->plan.instances = &r->source;
    r->plan.six_metrics_only = false;  // so that the path of every match is kept
    r->count = (int)r->plan.matches;
    int workers = dado_thread_pool_size(r->pool);
    r->workers = dado_new(region, workspace, workers);
    r->errors = dado_new(region, dado_error, workers);
    r->matches = dado_new(region, played_match, r->count + 1);
    r->mean = dado_new(region, double, r->game.players);
    if (!r->workers || !r->errors || !r->matches || !r->mean) return no_memory(err);
    for (int i = 0; i < r->count; i++) {
        r->matches[i].records.grows = r->matches[i].graph.grows = true;
    }
    dado_random_values_config exact = { .positions = config->exact,
                                        .memory = exact_memory,
                                        .stop = r->stop };
    return !random || config->exact == 0 ||
           dado_random_values_find(&r->game, &exact, &r->exact, err);
}

static void close_recorder(recorder *r)
{
    int workers = r->workers ? dado_thread_pool_size(r->pool) : 0;
    for (int h = 0; h < workers; h++) free_workspace(&r->workers[h]);
    for (int i = 0; r->matches && i < r->count; i++) {
        played_match *m = &r->matches[i];
        free(m->path);
        free(m->decisions);
        free(m->share);
        dado_byte_writer_free(&m->records);
        dado_byte_writer_free(&m->graph);
    }
    dado_random_values_free(r->exact);
}

bool dado_decision_recorder_run(const dado_recorder_config *config,
                                const dado_experiment_settings *how, dado_byte_writer *bytes,
                                dado_error *err)
{
    recorder r = { .config = config, .how = how, .stop = how->stop };
    DADO_CLEANUP(dado_thread_pool_cleanup) dado_thread_pool *pool = NULL;
    dado_region region;
    if (!dado_thread_pool_open(&pool, how->threads < 0 ? 1 : how->threads, err)) return false;
    r.pool = pool;
    dado_region_init_large(&region);
    dado_game game;
    bool fine = dado_game_source_open(config->play->instances, &game, &region, err);
    bool random = fine && plays_at_random(config->play, game.players);
    fine = fine && open_recorder(&r, &region, random, err) && record(&r, random, bytes, err);
    close_recorder(&r);
    dado_region_free(&region);
    return fine;
}

// Writes the key of a recording: its plan, which includes game, players and seed, and all
// its limits.
static void write_settings(const dado_recorder_config *c, char *text, size_t room)
{
    snprintf(text, room, "decisions %016llx per_kind=%d times=%d graphs=%d moves=%.0f exact=%llu",
             (unsigned long long)dado_plan_hash(c->play), c->per_kind, c->times, c->graphs,
             c->most_moves, (unsigned long long)c->exact);
}

bool dado_decision_recorder_load(const dado_recorder_config *config,
                                 const dado_experiment_settings *how, dado_region *region,
                                 dado_recording *recording, dado_error *err)
{
    char settings[160];
    const unsigned char *kept = NULL;
    size_t size = 0;
    write_settings(config, settings, sizeof settings);
    if (how->store && !dado_store_recording_get(how->store, settings, &kept, &size, region, err)) {
        return false;
    }
    DADO_CLEANUP(dado_byte_writer_free) dado_byte_writer made = { .grows = true };
    if (!kept) {
        if (!dado_decision_recorder_run(config, how, &made, err)) return false;
        kept = made.bytes;
        size = made.used;
        bool whole = !how->stop || !*how->stop;
        if (how->store && whole &&
            !dado_store_recording_put(how->store, settings, kept, size, err)) {
            return false;
        }
    }
    dado_byte_reader in = { .bytes = kept, .size = size };
    return dado_recording_unpack(recording, &in, region, err);
}
