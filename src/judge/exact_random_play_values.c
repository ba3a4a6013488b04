// exact_random_play_values.c - see exact_random_play_values.h.
#include "judge/exact_random_play_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/position_table.h"

enum { most_depth = 4000, most_players = 64 };
static const uint32_t in_progress = 0x7fffffff;  // marks a position whose value is being computed

struct dado_random_values {
    const dado_game *game;
    dado_position_table table;  // gives each position a number
    bool has_table;
    int width;       // numbers stored per position
    double *values;  // `width` per position; a position has a higher number than all that follow it
    uint32_t count, room;
    unsigned char *start;
    int most_options;  // largest number of options in any position
};

// The path of positions from the start to the current one.
typedef struct walk {
    dado_random_values *v;
    const dado_random_values_config *config;
    unsigned char *states;  // one per depth
    size_t depths;
    dado_move *moves;  // of all depths, one list after the other
    uint32_t *weights;
    size_t used, room;
    bool too_large, no_memory;
} walk;

static void value_of_end(const walk *w, const void *state, double *value)
{
    const dado_game *game = w->v->game;
    int32_t places[most_players], scores[most_players];
    game->rules->scores(game, state, scores);
    dado_places_of(game, state, true, scores, places);
    for (int p = 0; p < game->players; p++) {
        value[p] = dado_seat_share(game, places, p);
        value[game->players + p] =
            w->config->best_play ? value[p] : dado_seat_margin(game, scores, p);
    }
}

static bool grow(walk *w, void **memory, size_t size)
{
    void *more = realloc(*memory, size);
    if (more) *memory = more;
    w->no_memory = w->no_memory || !more;
    return more != NULL;
}

static bool make_room(walk *w, size_t depth)
{
    const dado_game *game = w->v->game;
    size_t moves = w->used + (size_t)game->max_moves;
    if (depth >= w->depths) {
        size_t depths = 2 * depth + 16;
        if (!grow(w, (void **)&w->states, depths * game->state_size)) return false;
        w->depths = depths;
    }
    if (moves > w->room) {
        size_t room = 2 * moves;
        if (!grow(w, (void **)&w->moves, room * sizeof *w->moves) ||
            !grow(w, (void **)&w->weights, room * sizeof *w->weights)) {
            return false;
        }
        w->room = room;
    }
    return true;
}

// Returns the sum of the weights of the listed moves: outcomes of luck have their own, a
// player's moves are equally likely.
static double weigh(const dado_game *game, const void *state, int actor, uint32_t *weights,
                    int count)
{
    double total = 0;
    bool weighed = actor == DADO_CHANCE && game->rules->weigh;
    if (weighed) game->rules->weigh(game, state, weights);
    for (int i = 0; i < count; i++) {
        if (!weighed) weights[i] = 1;
        total += weights[i];
    }
    return total;
}

static bool keep_value(walk *w, const void *state, const double *value, uint32_t *number)
{
    dado_random_values *v = w->v;
    size_t slot;
    if (v->count == v->room) {
        uint32_t room = v->room ? 2 * v->room : 1024;
        if (!grow(w, (void **)&v->values, room * (size_t)v->width * sizeof *v->values)) {
            return false;
        }
        v->room = room;
    }
    if (!dado_position_table_look(&v->table, v->game->state_size, state, &slot)) return false;
    memcpy(v->values + (size_t)v->count * (size_t)v->width, value,
           (size_t)v->width * sizeof *value);
    *number = v->count++;
    dado_position_table_set(&v->table, slot, *number);
    return true;
}

// Computes the range of each player's share if the player to move chooses a best option. An
// option may be best if its highest share is at least the lowest share of every other one.
// `next` has the number of the position after each option. `value` gets the lowest shares,
// then the highest.
static void range_of_best(const dado_random_values *v, int actor, const uint32_t *next, int count,
                          double *value)
{
    static const double slack = 1e-12;
    int players = v->game->players;
    double sure = 0;  // the best option gives at least this share
    for (int i = 0; i < count; i++)
        sure = fmax(sure, v->values[next[i] * (size_t)v->width + (size_t)actor]);
    for (int p = 0; p < players; p++) {
        value[p] = 1;
        value[players + p] = 0;
    }
    for (int i = 0; i < count; i++) {
        const double *low = v->values + next[i] * (size_t)v->width, *high = low + players;
        if (high[actor] < sure - slack) continue;
        for (int p = 0; p < players; p++) {
            value[p] = fmin(value[p], low[p]);
            value[players + p] = fmax(value[players + p], high[p]);
        }
    }
    value[actor] = sure;
}

// Replaces equivalent positions by one of them, unless the others are needed too.
static void unify(const walk *w, void *state)
{
    const dado_game *game = w->v->game;
    if (w->config->best_play && game->rules->canonicalize) game->rules->canonicalize(game, state);
}

static bool value_of(walk *w, size_t depth, uint32_t *number);

// Computes the mean over everything that can follow the position at `depth`, or its range
// by best play.
static bool value_of_next(walk *w, size_t depth, int actor, double *value)
{
    dado_random_values *v = w->v;
    const dado_game *game = v->game;
    size_t size = game->state_size, from = w->used;
    int count = game->rules->legal(game, w->states + depth * size, w->moves + from);
    double total = weigh(game, w->states + depth * size, actor, w->weights + from, count);
    bool chosen = actor >= 0 && w->config->best_play;
    w->too_large = w->too_large || count == 0;  // the outcomes are not listed: any word is one
    if (count > v->most_options) v->most_options = count;
    w->used += (size_t)count;
    for (int i = 0; i < count && !w->too_large; i++) {
        uint32_t next;
        memcpy(w->states + (depth + 1) * size, w->states + depth * size, size);
        game->rules->apply(game, w->states + (depth + 1) * size, w->moves[from + (size_t)i]);
        unify(w, w->states + (depth + 1) * size);
        if (!value_of(w, depth + 1, &next)) return false;
        if (chosen)
            // The weights are all equal and not needed, so the array is reused.
            w->weights[from + (size_t)i] = next;
        double odds = chosen ? 0 : w->weights[from + (size_t)i] / total;
        for (int k = 0; k < v->width; k++) {
            value[k] += odds * v->values[(size_t)next * (size_t)v->width + (size_t)k];
        }
    }
    if (chosen && !w->too_large) range_of_best(v, actor, w->weights + from, count, value);
    w->used = from;
    return !w->too_large;
}

// Returns false if the walk must be given up.
static bool value_of(walk *w, size_t depth, uint32_t *number)
{
    dado_random_values *v = w->v;
    const dado_game *game = v->game;
    double value[2 * most_players] = { 0 };
    size_t slot;
    if (!make_room(w, depth + 1)) return false;
    const void *state = w->states + depth * game->state_size;
    dado_position_lookup met = dado_position_table_find(&v->table, game->state_size, state, &slot);
    if (met == DADO_LOOKUP_OLD) {
        *number = dado_position_table_get(&v->table, slot);
        // The position occurs again below itself.
        w->too_large = w->too_large || *number == in_progress;
        return !w->too_large;
    }
    // Positions on the way are not counted yet, and all of them are different.
    w->too_large = met == DADO_LOOKUP_FULL || depth >= most_depth ||
                   v->count + depth >= w->config->positions ||
                   (w->config->stop && *w->config->stop);
    if (w->too_large) return false;
    dado_position_table_set(&v->table, slot, in_progress);
    int actor = game->rules->actor(game, state);
    if (actor == DADO_NOBODY) {
        w->too_large = game->rules->sound && !game->rules->sound(game, state, NULL);
        value_of_end(w, state, value);
    } else {
        value_of_next(w, depth, actor, value);
    }
    if (w->too_large || w->no_memory) return false;
    return keep_value(w, w->states + depth * game->state_size, value, number);
}

static bool walk_all(walk *w)
{
    dado_random_values *v = w->v;
    const dado_game *game = v->game;
    uint32_t number;
    v->start = malloc(game->state_size);
    w->no_memory = !v->start || !make_room(w, 0);
    if (w->no_memory) return false;
    game->rules->start(game, v->start);
    unify(w, v->start);
    memcpy(w->states, v->start, game->state_size);
    v->has_table =
        dado_position_table_init(&v->table, game->state_size, v->start, w->config->memory);
    w->no_memory = !v->has_table;
    return v->has_table && value_of(w, 0, &number);
}

bool dado_random_values_find(const dado_game *game, const dado_random_values_config *config,
                             dado_random_values **values, dado_error *err)
{
    *values = NULL;
    if (game->players > most_players) return true;
    dado_random_values *v = calloc(1, sizeof *v);
    if (!v) return dado_fail(err, DADO_LIMIT, "no memory left to work out chances");
    v->game = game;
    v->width = 2 * game->players;
    walk w = { .v = v, .config = config };
    bool found = walk_all(&w);
    free(w.states);
    free(w.moves);
    free(w.weights);
    if (found) *values = v;
    else dado_random_values_free(v);
    return !w.no_memory || dado_fail(err, DADO_LIMIT, "no memory left to work out chances");
}

void dado_random_values_free(dado_random_values *values)
{
    if (!values) return;
    if (values->has_table) dado_position_table_free(&values->table);
    free(values->values);
    free(values->start);
    free(values);
}

uint64_t dado_random_values_positions(const dado_random_values *values)
{
    return values->count;
}

static bool number_of(const dado_random_values *v, const void *state, uint32_t *number)
{
    size_t slot;
    if (!dado_position_table_look(&v->table, v->game->state_size, state, &slot)) return false;
    *number = dado_position_table_get(&v->table, slot);
    return true;
}

static const double *value_at(const dado_random_values *v, uint32_t number)
{
    return v->values + (size_t)number * (size_t)v->width;
}

const double *dado_random_values_get(const dado_random_values *values, const void *state)
{
    uint32_t number;
    return number_of(values, state, &number) ? value_at(values, number) : NULL;
}

// ---- forward pass: how often each position is reached ----

typedef struct forward {
    const dado_random_values *v;
    dado_variance_parts *parts;
    dado_random_values_visit *visit;
    void *context;
    size_t *slots;           // per position
    double *reached;         // expected times per match
    double *reached_before;  // the same before the first decision
    unsigned char *state, *next;
    dado_move *moves;
    uint32_t *weights, *numbers;
    const double **after;
} forward;

static bool begin_forward(forward *f, dado_region *region)
{
    const dado_random_values *v = f->v;
    size_t size = v->game->state_size, most = (size_t)v->most_options + 1;
    f->slots = dado_new(region, size_t, v->count);
    f->reached = dado_new(region, double, v->count);
    f->reached_before = dado_new(region, double, v->count);
    f->state = dado_new(region, unsigned char, size);
    f->next = dado_new(region, unsigned char, size);
    f->moves = dado_new(region, dado_move, v->game->max_moves);
    f->weights = dado_new(region, uint32_t, v->game->max_moves);
    f->numbers = dado_new(region, uint32_t, most);
    f->after = dado_region_alloc(region, most, sizeof *f->after);
    return f->slots && f->reached && f->reached_before && f->state && f->next && f->moves &&
           f->weights && f->numbers && f->after;
}

static void add_moves_of_chance(forward *f, uint32_t at, int actor, int count, double total)
{
    const dado_random_values *v = f->v;
    const double *before = value_at(v, at);
    for (int p = 0; p < v->game->players; p++) {
        dado_variance_parts *parts = &f->parts[p];
        double squares = 0;
        for (int i = 0; i < count; i++) {
            double move = f->after[i][p] - before[p];
            squares += f->weights[i] / total * move * move;
        }
        if (actor == DADO_CHANCE) {
            parts->first_luck += f->reached_before[at] * squares;
            parts->later_luck += (f->reached[at] - f->reached_before[at]) * squares;
        } else {
            *(actor == p ? &parts->own_choices : &parts->others_choices) +=
                f->reached[at] * squares;
        }
    }
}

static bool go_forward(forward *f, uint32_t at)
{
    const dado_random_values *v = f->v;
    const dado_game *game = v->game;
    dado_position_table_state(&v->table, f->slots[at], game->state_size, f->state);
    int actor = game->rules->actor(game, f->state);
    if (actor == DADO_NOBODY) return true;
    int count = game->rules->legal(game, f->state, f->moves);
    double total = weigh(game, f->state, actor, f->weights, count);
    bool decision = actor >= 0 && count > 1;
    for (int i = 0; i < count; i++) {
        memcpy(f->next, f->state, game->state_size);
        game->rules->apply(game, f->next, f->moves[i]);
        if (!number_of(v, f->next, &f->numbers[i])) return false;
        double odds = f->weights[i] / total;
        f->after[i] = value_at(v, f->numbers[i]);
        f->reached[f->numbers[i]] += odds * f->reached[at];
        if (!decision) f->reached_before[f->numbers[i]] += odds * f->reached_before[at];
    }
    if (f->parts && count > 1) add_moves_of_chance(f, at, actor, count, total);
    if (decision && f->visit) {
        f->visit(f->context, f->state, actor, f->moves, count, f->reached[at], f->after);
    }
    return true;
}

bool dado_random_values_walk(const dado_random_values *values, dado_variance_parts *parts,
                             dado_random_values_visit *visit, void *context, dado_error *err)
{
    forward f = { .v = values, .parts = parts, .visit = visit, .context = context };
    dado_region region;
    dado_region_init(&region, (size_t)64 << 20);
    bool fine = begin_forward(&f, &region) ||
                dado_fail(err, DADO_LIMIT, "no memory left to work out chances");
    for (int p = 0; fine && parts && p < values->game->players; p++) {
        parts[p] = (dado_variance_parts){ 0 };
    }
    for (size_t slot = 0; fine && slot < values->table.slot_count; slot++) {
        if (!dado_position_table_state(&values->table, slot, values->game->state_size, f.state)) {
            continue;
        }
        f.slots[dado_position_table_get(&values->table, slot)] = slot;
    }
    if (fine) f.reached[values->count - 1] = f.reached_before[values->count - 1] = 1;
    for (uint32_t at = values->count; fine && at-- > 0;) {
        fine =
            go_forward(&f, at) ||
            dado_fail(err, DADO_LIMIT, "a move leads to a position that was not computed before");
    }
    dado_region_free(&region);
    return fine;
}
