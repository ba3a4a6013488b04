// move_effects.c - see move_effects.h.
#include "judge/move_effects.h"

#include <stdlib.h>
#include <string.h>

#include "core/match_cursor.h"
#include "judge/move_stats.h"
#include "lab/thread_pool.h"
#include "solve/perfect_info_solver.h"

enum { most_others = 4, most_words = 120, enough = 12, brief_positions = 12, brief_times = 8 };
enum { at_a_time = 20 };  // positions per batch; after each batch hopeless moves are dropped
static const double min_brief_gain = 0.03;  // a brief look drops moves with a smaller gain

typedef struct kept_match {
    dado_step *path;
    int steps;
} kept_match;

typedef struct sampled_position {  // a match and a number of steps
    int match, at;
} sampled_position;

typedef struct position_effect {  // effect of a move in one position
    bool seen, ends;
    double gain, loss;
} position_effect;

typedef struct effects_run {
    const dado_move_effects_config *plan;
    const volatile sig_atomic_t *stop;
    dado_thread_pool *pool;
    dado_rollouts *workers;
    dado_error *errors;
    kept_match *matches;
    int32_t *places;  // per match
    int players;
    double widest;      // largest score, where points count
    int64_t decisions;  // in all matches together
    // The move being measured, in words.
    const char *words;
    const sampled_position *sampled_positions;
    int first_position;
    position_effect *position_effects;
    int times, first_time;  // number of rollouts per option, and the number of the first
} effects_run;

static dado_rollouts *rollouts_of_worker(effects_run *w, int worker)
{
    dado_rollouts *o = &w->workers[worker];
    if (w->errors[worker].status != DADO_OK || (w->stop && *w->stop)) return NULL;
    if (o->game) return o;
    return dado_rollouts_open(o, w->plan->play, &w->errors[worker]) ? o : NULL;
}

static void play_match(void *context, int match, int worker)
{
    effects_run *w = context;
    dado_rollouts *o = rollouts_of_worker(w, worker);
    const dado_trace *trace = o ? dado_rollouts_play_match(o, match, &w->errors[worker]) : NULL;
    if (!trace || !dado_end_has_result(trace->end)) return;
    kept_match *kept = &w->matches[match];
    kept->path = malloc(sizeof *kept->path * (size_t)(o->steps + 1));
    if (!kept->path) {
        dado_fail(&w->errors[worker], DADO_LIMIT, "no memory left to compare options");
        return;
    }
    memcpy(kept->path, o->path, sizeof *kept->path * (size_t)o->steps);
    kept->steps = o->steps;
    memcpy(w->places + (size_t)match * (size_t)w->players, trace->places,
           sizeof *trace->places * (size_t)w->players);
}

static double worth(const effects_run *w, const dado_game *game, const dado_trace *trace, int seat)
{
    if (!w->plan->points) return dado_seat_share(game, trace->places, seat);
    double part = trace->result[seat] / w->widest;
    return part < -1 ? 0 : part > 1 ? 1 : (part + 1) / 2;
}

// Returns the index of the move with those words, or -1.
static int place_of(const dado_game *game, const void *state, const dado_move *moves, int count,
                    const char *words)
{
    char room[most_words];
    for (int i = 0; i < count; i++) {
        dado_text said = dado_text_in_buffer(room, sizeof room);
        dado_move_words(game, state, moves[i], &said);
        if (strcmp(room, words) == 0) return i;
    }
    return -1;
}

// Chooses the move itself first, then some of the others, evenly spaced.
static int choose_options(dado_move *moves, int count, int mine, dado_move *chosen)
{
    int others = count - 1 < most_others ? count - 1 : most_others;
    chosen[0] = moves[mine];
    for (int i = 0; i < others; i++) {
        int at = (int)((int64_t)i * (count - 1) / others);
        chosen[i + 1] = moves[at < mine ? at : at + 1];
    }
    return others + 1;
}

static void compare(const double *picked, const double *held, int count, int times,
                    position_effect *r)
{
    double others = 0;
    int best = 1;
    for (int i = 1; i < count; i++) {
        others += (picked[i] + held[i]) / (count - 1);
        if (picked[i] > picked[best]) best = i;
    }
    r->seen = true;
    r->gain = (picked[0] + held[0] - others) / times;
    int held_times = times / 2;
    r->loss = picked[best] > picked[0] ? (held[best] - held[0]) / held_times : 0;
}

static void look_up(const effects_run *w, dado_rollouts *o, int seat, const dado_move *options,
                    int count, position_effect *r)
{
    dado_value values[most_others + 1];
    double worth_of[most_others + 1] = { 0 };
    if (dado_solve_best(w->plan->proof->solver, o->state, options, count, values, NULL) < 0) return;
    for (int i = 0; i < count; i++) worth_of[i] = values[i].share[seat];
    compare(worth_of, worth_of, count, 2, r);
}

static void measure_position(void *context, int place, int worker)
{
    effects_run *w = context;
    dado_rollouts *o = rollouts_of_worker(w, worker);
    int i = w->first_position + place;
    if (!o) return;
    const kept_match *kept = &w->matches[w->sampled_positions[i].match];
    const dado_game *game = o->game;
    dado_move options[most_others + 1];
    double halves[2][most_others + 1] = { { 0 } };
    int at = w->sampled_positions[i].at, seat = kept->path[at].actor;
    dado_rollouts_go_to(o, kept->path, at);
    int count = game->rules->legal(game, o->state, o->moves);
    int mine = place_of(game, o->state, o->moves, count, w->words);
    if (mine < 0 || count < 2) return;
    count = choose_options(o->moves, count, mine, options);
    memcpy(o->guess, o->state, game->state_size);
    game->rules->apply(game, o->guess, options[0]);
    w->position_effects[i].ends = game->rules->actor(game, o->guess) == DADO_NOBODY;
    if (w->plan->proof) {
        look_up(w, o, seat, options, count, &w->position_effects[i]);
        return;
    }
    for (int k = 0; k < w->times; k++) {
        for (int j = 0; j < count; j++) {
            const dado_trace *trace = dado_rollouts_play_on(
                o, seat, &options[j], w->sampled_positions[i].match, w->first_time + k);
            if (!dado_end_has_result(trace->end)) return;
            halves[k % 2][j] += worth(w, o->game, trace, seat);
        }
    }
    compare(halves[0], halves[1], count, w->times, &w->position_effects[i]);
}

// Finds up to `most` decisions in which the move is one of several, evenly spaced over
// all matches.
static int find_positions(effects_run *w, dado_rollouts *o, const char *words, int most,
                          sampled_position *all, int room)
{
    const dado_game *game = o->game;
    int count = 0;
    for (int m = 0; m < (int)w->plan->play->matches; m++) {
        const kept_match *kept = &w->matches[m];
        dado_match_cursor at = dado_match_cursor_begin(game, o->state, kept->path, kept->steps);
        do {
            const dado_step *step = dado_match_cursor_next(&at);
            if (!step || step->actor < 0 || step->options < 2 || count == room) continue;
            int options = game->rules->legal(game, o->state, o->moves);
            if (place_of(game, o->state, o->moves, options, words) >= 0) {
                all[count++] = (sampled_position){ m, at.at };
            }
        } while (dado_match_cursor_step(&at));
    }
    if (count <= most) return count;
    for (int i = 0; i < most; i++) all[i] = all[(int64_t)i * count / most];
    return most;
}

// Tells whether the positions examined so far make a claim about the move unlikely.
// Dropping a move this way can lose a claim but never makes a wrong one.
static bool is_hopeless(const dado_move_effect *e, int64_t decisions)
{
    static const double level = 0.99;
    if (e->positions < enough) return false;
    dado_interval gain = dado_mean_interval(&e->gain, level);
    dado_interval loss = dado_mean_interval(&e->loss, level);
    bool heavy = gain.high > DADO_EFFECT_TOO_LARGE;
    bool best = gain.high > DADO_EFFECT_DOMINANT_GAIN && loss.low < DADO_EFFECT_DOMINANT_LOSS &&
                (double)e->offered > DADO_EFFECT_DOMINANT_OFFERED * (double)decisions;
    return !heavy && !best;
}

static void measure_batch(effects_run *w, dado_move_effect *e, int from, int count)
{
    w->first_position = from;
    // Each thread needs a solver of its own.
    if (w->plan->proof) {
        for (int i = 0; i < count; i++) measure_position(w, i, 0);
    } else {
        dado_thread_pool_run(w->pool, count, 1, measure_position, w);
    }
    for (int i = from; i < from + count; i++) {
        if (!w->position_effects[i].seen) continue;
        dado_moments_add(&e->gain, w->position_effects[i].gain);
        dado_moments_add(&e->loss, w->position_effects[i].loss);
        e->positions++;
        e->ending += w->position_effects[i].ends;
    }
}

// Returns how many positions were examined: fewer than all if no claim is to be expected.
static int measure_move(effects_run *w, dado_move_effect *e,
                        const sampled_position *sampled_positions, int count, int times,
                        int first_time)
{
    w->words = e->words;
    w->sampled_positions = sampled_positions;
    w->times = times;
    w->first_time = first_time;
    memset(w->position_effects, 0, sizeof *w->position_effects * (size_t)count);
    e->gain = e->loss = (dado_moments){ 0 };
    e->positions = e->ending = 0;
    int done = 0;
    while (done < count && !is_hopeless(e, w->decisions)) {
        int some = count - done < at_a_time ? count - done : at_a_time;
        measure_batch(w, e, done, some);
        done += some;
    }
    return done;
}

// Finds the moves that players take more often than random players would, the most
// preferred first.
static int find_preferred(const dado_move_stats *uses, int most, dado_move_effect *found)
{
    double liked[64];
    int count = 0;
    if (most > 64) most = 64;
    for (int i = 0; i < uses->count; i++) {
        const dado_move_stat *use = &uses->items[i];
        double more = ((double)use->taken - use->even) / sqrt(use->even + 1);
        if (use->offered < enough || more <= 0) continue;
        if (count == most && more <= liked[count - 1]) continue;
        int at = count < most ? count++ : most - 1;
        for (; at > 0 && liked[at - 1] < more; at--) {
            liked[at] = liked[at - 1];
            found[at] = found[at - 1];
        }
        liked[at] = more;
        found[at] = (dado_move_effect){ .words = use->words, .offered = use->offered };
    }
    return count;
}

static bool list_words(effects_run *w, dado_rollouts *o, dado_move_stats *uses, dado_region *region,
                       dado_error *err)
{
    const dado_game *game = o->game;
    if (!dado_move_stats_begin(uses, game, region, err)) return false;
    for (int m = 0; m < (int)w->plan->play->matches; m++) {
        if (!w->matches[m].path) continue;
        const kept_match *kept = &w->matches[m];
        dado_match_cursor at = dado_match_cursor_begin(game, o->state, kept->path, kept->steps);
        do {
            const dado_step *step = dado_match_cursor_next(&at);
            if (step) dado_move_stats_add_step(uses, game, o->state, step);
        } while (dado_match_cursor_step(&at));
        dado_trace log = { .players = w->players,
                           .places = w->places + (size_t)m * (size_t)w->players };
        dado_move_stats_end_match(uses, &log);
    }
    return dado_move_stats_finish(uses, err);
}

static bool measure(effects_run *w, dado_move_effects *effects, dado_region *region,
                    dado_error *err)
{
    enum { room_for_spots = 1 << 14 };
    const dado_move_effects_config *p = w->plan;
    dado_rollouts *o = rollouts_of_worker(w, 0);
    dado_move_stats uses;
    if (!o) return true;
    if (!list_words(w, o, &uses, region, err)) return false;
    effects->matches = uses.matches;
    effects->decisions = w->decisions = uses.decisions;
    effects->times = p->proof ? 0 : p->times;
    int positions = p->positions > brief_positions ? p->positions : brief_positions;
    effects->items = dado_new(region, dado_move_effect, p->moves);
    sampled_position *sampled_positions = dado_new(region, sampled_position, room_for_spots);
    w->position_effects = dado_new(region, position_effect, positions);
    if (!effects->items || !sampled_positions || !w->position_effects) {
        return dado_fail(err, DADO_LIMIT, "no memory left to compare options");
    }
    effects->asked = find_preferred(&uses, p->moves, effects->items);
    double left = p->proof ? HUGE_VAL : p->most_plays;
    for (int i = 0; i < effects->asked; i++) {
        dado_move_effect e = effects->items[i];
        double brief = (double)brief_times * (most_others + 1);  // rollouts per position
        double whole = (double)p->times * (most_others + 1);
        if (left < brief * brief_positions + whole * positions) break;
        int count =
            find_positions(w, o, e.words, brief_positions, sampled_positions, room_for_spots);
        left -= brief * measure_move(w, &e, sampled_positions, count, brief_times, 0);
        if (e.positions < enough || e.gain.mean < min_brief_gain || is_hopeless(&e, w->decisions)) {
            continue;
        }
        count = find_positions(w, o, e.words, positions, sampled_positions, room_for_spots);
        int done = measure_move(w, &e, sampled_positions, count, p->times, brief_times);
        left -= whole * done;
        if (done < count) continue;
        if (e.positions >= enough) effects->items[effects->count++] = e;
    }
    return true;
}

// Returns the largest absolute score; points are divided by it to become shares.
static double widest_of(const effects_run *w, dado_rollouts *o)
{
    int32_t *scores = malloc(sizeof *scores * (size_t)w->players);
    double widest = 1;
    for (int m = 0; scores && m < (int)w->plan->play->matches; m++) {
        if (!w->matches[m].path) continue;
        dado_rollouts_go_to(o, w->matches[m].path, w->matches[m].steps);
        o->game->rules->scores(o->game, o->state, scores);
        for (int s = 0; s < w->players; s++) {
            double size = scores[s] < 0 ? -(double)scores[s] : scores[s];
            if (size > widest) widest = size;
        }
    }
    free(scores);
    return widest;
}

static bool work(effects_run *w, dado_move_effects *effects, dado_region *region, dado_error *err)
{
    int workers = dado_thread_pool_size(w->pool), matches = (int)w->plan->play->matches;
    dado_game game;
    if (!dado_game_source_open(w->plan->play->instances, &game, region, err)) return false;
    w->players = game.players;
    w->workers = dado_new(region, dado_rollouts, workers);
    w->errors = dado_new(region, dado_error, workers);
    w->matches = dado_new(region, kept_match, matches);
    w->places = dado_new(region, int32_t, (size_t)matches * (size_t)game.players);
    if (!w->workers || !w->errors || !w->matches || !w->places) {
        return dado_fail(err, DADO_LIMIT, "no memory left to compare options");
    }
    dado_thread_pool_run(w->pool, matches, 1, play_match, w);
    dado_rollouts *o = rollouts_of_worker(w, 0);
    if (o && w->plan->points) w->widest = widest_of(w, o);
    bool fine = measure(w, effects, region, err);
    for (int h = 0; h < workers; h++) {
        dado_rollouts_close(&w->workers[h]);
        if (fine && w->errors[h].status != DADO_OK) {
            if (err) *err = w->errors[h];
            fine = false;
        }
    }
    for (int m = 0; m < matches; m++) free(w->matches[m].path);
    return fine;
}

bool dado_move_effects_measure(const dado_move_effects_config *plan,
                               const dado_experiment_settings *how, dado_region *region,
                               dado_move_effects *effects, dado_error *err)
{
    *effects = (dado_move_effects){ 0 };
    effects_run w = { .plan = plan, .stop = how->stop };
    if (!dado_thread_pool_open(&w.pool, how->threads < 0 ? 1 : how->threads, err)) return false;
    bool fine = work(&w, effects, region, err);
    dado_thread_pool_close(w.pool);
    return fine;
}
