// effects.c - see effects.h.
#include "judge/effects.h"

#include <stdlib.h>
#include <string.h>

#include "judge/uses.h"
#include "lab/crew.h"
#include "solve/solve.h"

enum { most_others = 4, most_words = 120, enough = 12, brief_positions = 12, brief_times = 8 };
enum { at_a_time = 20 };  // positions, between looks whether there is anything to find out
static const double worth_a_look = 0.03;  // gain, in a brief look

typedef struct kept_match {
    dado_step *path;
    int steps;
} kept_match;

typedef struct spot {  // a position: a match, and the steps before it
    int match, at;
} spot;

typedef struct reading {  // of one position
    bool seen, ends;
    double gain, loss;
} reading;

typedef struct weighing {
    const dado_effects_plan *plan;
    const volatile sig_atomic_t *stop;
    dado_crew *crew;
    dado_onward *hands;
    dado_error *errors;
    kept_match *matches;
    int32_t *places;      // of each match
    int players;
    double widest;        // of results, where points count
    int64_t decisions;    // in all matches
    // The move in hand.
    const char *words;
    const spot *spots;
    int first_spot;
    reading *readings;
    int times, first_time;  // ways to play on, and the number of the first
} weighing;

static dado_onward *hand_of(weighing *w, int hand)
{
    dado_onward *o = &w->hands[hand];
    if (w->errors[hand].status != DADO_OK || (w->stop && *w->stop)) return NULL;
    if (o->game) return o;
    return dado_onward_open(o, w->plan->play, &w->errors[hand]) ? o : NULL;
}

static void play_match(void *context, int match, int hand)
{
    weighing *w = context;
    dado_onward *o = hand_of(w, hand);
    const dado_trace *trace = o ? dado_onward_match(o, match, &w->errors[hand]) : NULL;
    if (!trace || !dado_ended(trace->end)) return;
    kept_match *kept = &w->matches[match];
    kept->path = malloc(sizeof *kept->path * (size_t)(o->steps + 1));
    if (!kept->path) {
        dado_fail(&w->errors[hand], DADO_LIMIT, "no memory left to compare options");
        return;
    }
    memcpy(kept->path, o->path, sizeof *kept->path * (size_t)o->steps);
    kept->steps = o->steps;
    memcpy(w->places + (size_t)match * (size_t)w->players, trace->places,
           sizeof *trace->places * (size_t)w->players);
}

static double worth(const weighing *w, const dado_trace *trace, int seat)
{
    if (!w->plan->points) return dado_credit_of(trace, seat);
    double part = trace->result[seat] / w->widest;
    return part < -1 ? 0 : part > 1 ? 1 : (part + 1) / 2;
}

// The place of the move with those words among `count`, or -1.
static int place_of(const dado_game *game, const void *state, const dado_move *moves, int count,
                    const char *words)
{
    char room[most_words];
    for (int i = 0; i < count; i++) {
        dado_text said = dado_text_over(room, sizeof room);
        game->rules->print_move(game, state, moves[i], &said);
        if (strcmp(room, words) == 0) return i;
    }
    return -1;
}

// The move first, and some of the others, spread evenly.
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

static void compare(const double *picked, const double *held, int count, int times, reading *r)
{
    double others = 0;
    int best = 1;
    for (int i = 1; i < count; i++) {
        others += (picked[i] + held[i]) / (count - 1);
        if (picked[i] > picked[best]) best = i;
    }
    r->seen = true;
    r->gain = (picked[0] + held[0] - others) / times;
    r->loss = picked[best] > picked[0] ? (held[best] - held[0]) / (times / 2) : 0;
}

static void look_up(const weighing *w, dado_onward *o, int seat, const dado_move *options,
                    int count, reading *r)
{
    dado_value values[most_others + 1];
    double worth_of[most_others + 1] = { 0 };
    if (dado_solve_best(w->plan->proof->solver, o->state, options, count, values, NULL) < 0) return;
    for (int i = 0; i < count; i++) worth_of[i] = values[i].share[seat];
    compare(worth_of, worth_of, count, 2, r);
}

static void weigh_spot(void *context, int place, int hand)
{
    weighing *w = context;
    dado_onward *o = hand_of(w, hand);
    int i = w->first_spot + place;
    if (!o) return;
    const kept_match *kept = &w->matches[w->spots[i].match];
    const dado_game *game = o->game;
    dado_move options[most_others + 1];
    double halves[2][most_others + 1] = { { 0 } };
    int at = w->spots[i].at, seat = kept->path[at].actor;
    dado_onward_go_to(o, kept->path, at);
    int count = game->rules->legal(game, o->state, o->moves);
    int mine = place_of(game, o->state, o->moves, count, w->words);
    if (mine < 0 || count < 2) return;
    count = choose_options(o->moves, count, mine, options);
    memcpy(o->guess, o->state, game->state_size);
    game->rules->apply(game, o->guess, options[0]);
    w->readings[i].ends = game->rules->actor(game, o->guess) == DADO_NOBODY;
    if (w->plan->proof) {
        look_up(w, o, seat, options, count, &w->readings[i]);
        return;
    }
    for (int k = 0; k < w->times; k++) {
        for (int j = 0; j < count; j++) {
            const dado_trace *trace = dado_onward_play(o, seat, &options[j], w->spots[i].match,
                                                       w->first_time + k);
            if (!dado_ended(trace->end)) return;
            halves[k % 2][j] += worth(w, trace, seat);
        }
    }
    compare(halves[0], halves[1], count, w->times, &w->readings[i]);
}

// Decisions in which the move is one of several, `most` of them, spread evenly over all.
static int find_spots(weighing *w, dado_onward *o, const char *words, int most, spot *all,
                      int room)
{
    const dado_game *game = o->game;
    int count = 0;
    for (int m = 0; m < (int)w->plan->play->matches; m++) {
        game->rules->start(game, o->state);
        for (int i = 0; i < w->matches[m].steps; i++) {
            const dado_step *step = &w->matches[m].path[i];
            if (step->actor >= 0 && step->options > 1 && count < room) {
                int options = game->rules->legal(game, o->state, o->moves);
                if (place_of(game, o->state, o->moves, options, words) >= 0) {
                    all[count++] = (spot){ m, i };
                }
            }
            game->rules->apply(game, o->state, step->move);
        }
    }
    if (count <= most) return count;
    for (int i = 0; i < most; i++) all[i] = all[(int64_t)i * count / most];
    return most;
}

// Whether nothing will be said of the move, as far as positions looked at can tell: what is left
// out by that is never a claim that would be wrong.
static bool is_hopeless(const dado_effect *e, int64_t decisions)
{
    static const double level = 0.99;
    if (e->positions < enough) return false;
    dado_interval gain = dado_mean_interval(&e->gain, level);
    dado_interval loss = dado_mean_interval(&e->loss, level);
    bool heavy = gain.high > DADO_DECIDES_TOO_MUCH;
    bool best = gain.high > DADO_BEST_BY && loss.low < DADO_NOTHING_LOST &&
                (double)e->offered > DADO_MAIN_CHOICE * (double)decisions;
    return !heavy && !best;
}

static void weigh_some(weighing *w, dado_effect *e, int from, int count)
{
    w->first_spot = from;
    // A solver belongs to one thread.
    if (w->plan->proof) {
        for (int i = 0; i < count; i++) weigh_spot(w, i, 0);
    } else {
        dado_crew_run(w->crew, count, 1, weigh_spot, w);
    }
    for (int i = from; i < from + count; i++) {
        if (!w->readings[i].seen) continue;
        dado_moments_add(&e->gain, w->readings[i].gain);
        dado_moments_add(&e->loss, w->readings[i].loss);
        e->positions++;
        e->ending += w->readings[i].ends;
    }
}

// How many of the positions it took: not all of them where there is nothing to find out.
static int weigh(weighing *w, dado_effect *e, const spot *spots, int count, int times,
                 int first_time)
{
    w->words = e->words;
    w->spots = spots;
    w->times = times;
    w->first_time = first_time;
    memset(w->readings, 0, sizeof *w->readings * (size_t)count);
    e->gain = e->loss = (dado_moments){ 0 };
    e->positions = e->ending = 0;
    int done = 0;
    while (done < count && !is_hopeless(e, w->decisions)) {
        int some = count - done < at_a_time ? count - done : at_a_time;
        weigh_some(w, e, done, some);
        done += some;
    }
    return done;
}

// Moves that players take more often than chance would, the most preferred first.
static int find_preferred(const dado_uses *uses, int most, dado_effect *found)
{
    double liked[64];
    int count = 0;
    if (most > 64) most = 64;
    for (int i = 0; i < uses->count; i++) {
        const dado_use *use = &uses->items[i];
        double more = ((double)use->taken - use->even) / sqrt(use->even + 1);
        if (use->offered < enough || more <= 0) continue;
        if (count == most && more <= liked[count - 1]) continue;
        int at = count < most ? count++ : most - 1;
        for (; at > 0 && liked[at - 1] < more; at--) {
            liked[at] = liked[at - 1];
            found[at] = found[at - 1];
        }
        liked[at] = more;
        found[at] = (dado_effect){ .words = use->words, .offered = use->offered };
    }
    return count;
}

static bool list_words(weighing *w, dado_onward *o, dado_uses *uses, dado_arena *arena,
                       dado_error *err)
{
    const dado_game *game = o->game;
    if (!dado_uses_begin(uses, game, arena, err)) return false;
    for (int m = 0; m < (int)w->plan->play->matches; m++) {
        if (!w->matches[m].path) continue;
        game->rules->start(game, o->state);
        for (int i = 0; i < w->matches[m].steps; i++) {
            dado_uses_step(uses, game, o->state, &w->matches[m].path[i]);
            game->rules->apply(game, o->state, w->matches[m].path[i].move);
        }
        dado_trace log = { .players = w->players,
                           .places = w->places + (size_t)m * (size_t)w->players };
        dado_uses_end(uses, &log);
    }
    return dado_uses_finish(uses, err);
}

static bool measure(weighing *w, dado_effects *effects, dado_arena *arena, dado_error *err)
{
    enum { room_for_spots = 1 << 14 };
    const dado_effects_plan *p = w->plan;
    dado_onward *o = hand_of(w, 0);
    dado_uses uses;
    if (!o) return true;
    if (!list_words(w, o, &uses, arena, err)) return false;
    effects->matches = uses.matches;
    effects->decisions = w->decisions = uses.decisions;
    effects->times = p->proof ? 0 : p->times;
    int positions = p->positions > brief_positions ? p->positions : brief_positions;
    effects->items = dado_new(arena, dado_effect, p->moves);
    spot *spots = dado_new(arena, spot, room_for_spots);
    w->readings = dado_new(arena, reading, positions);
    if (!effects->items || !spots || !w->readings) {
        return dado_fail(err, DADO_LIMIT, "no memory left to compare options");
    }
    effects->asked = find_preferred(&uses, p->moves, effects->items);
    double left = p->proof ? HUGE_VAL : p->most_plays;
    for (int i = 0; i < effects->asked; i++) {
        dado_effect e = effects->items[i];
        double brief = (double)brief_times * (most_others + 1);  // plays of a position
        double whole = (double)p->times * (most_others + 1);
        if (left < brief * brief_positions + whole * positions) break;
        int count = find_spots(w, o, e.words, brief_positions, spots, room_for_spots);
        left -= brief * weigh(w, &e, spots, count, brief_times, 0);
        if (e.positions < enough || e.gain.mean < worth_a_look || is_hopeless(&e, w->decisions)) {
            continue;
        }
        count = find_spots(w, o, e.words, positions, spots, room_for_spots);
        int done = weigh(w, &e, spots, count, p->times, brief_times);
        left -= whole * done;
        if (done < count) continue;
        if (e.positions >= enough) effects->items[effects->count++] = e;
    }
    return true;
}

// The widest result, by which points become shares.
static double widest_of(const weighing *w, dado_onward *o)
{
    int32_t *scores = malloc(sizeof *scores * (size_t)w->players);
    double widest = 1;
    for (int m = 0; scores && m < (int)w->plan->play->matches; m++) {
        if (!w->matches[m].path) continue;
        dado_onward_go_to(o, w->matches[m].path, w->matches[m].steps);
        o->game->rules->scores(o->game, o->state, scores);
        for (int s = 0; s < w->players; s++) {
            double size = scores[s] < 0 ? -(double)scores[s] : scores[s];
            if (size > widest) widest = size;
        }
    }
    free(scores);
    return widest;
}

static bool work(weighing *w, dado_effects *effects, dado_arena *arena, dado_error *err)
{
    int hands = dado_crew_size(w->crew), matches = (int)w->plan->play->matches;
    dado_game game;
    if (!dado_source_open(w->plan->play->instances, &game, arena, err)) return false;
    w->players = game.players;
    w->hands = dado_new(arena, dado_onward, hands);
    w->errors = dado_new(arena, dado_error, hands);
    w->matches = dado_new(arena, kept_match, matches);
    w->places = dado_new(arena, int32_t, (size_t)matches * (size_t)game.players);
    if (!w->hands || !w->errors || !w->matches || !w->places) {
        return dado_fail(err, DADO_LIMIT, "no memory left to compare options");
    }
    dado_crew_run(w->crew, matches, 1, play_match, w);
    dado_onward *o = hand_of(w, 0);
    if (o && w->plan->points) w->widest = widest_of(w, o);
    bool fine = measure(w, effects, arena, err);
    for (int h = 0; h < hands; h++) {
        dado_onward_close(&w->hands[h]);
        if (fine && w->errors[h].status != DADO_OK) {
            if (err) *err = w->errors[h];
            fine = false;
        }
    }
    for (int m = 0; m < matches; m++) free(w->matches[m].path);
    return fine;
}

bool dado_effects_measure(const dado_effects_plan *plan, const dado_experiment_how *how,
                          dado_arena *arena, dado_effects *effects, dado_error *err)
{
    *effects = (dado_effects){ 0 };
    weighing w = { .plan = plan, .stop = how->stop };
    if (!dado_crew_open(&w.crew, how->threads < 0 ? 1 : how->threads, err)) return false;
    bool fine = work(&w, effects, arena, err);
    dado_crew_close(w.crew);
    return fine;
}
