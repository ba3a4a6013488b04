// research.c - what research asks of a hall beyond steps: moves drawn by weights, luck that the
// caller plays, histories, and information states with perfect recall. See include/dado.h.
//
// An information state is made from the history: the match is played again from its
// beginning, and whatever the seat sees is noted when it changes.
#include "api/batch_env.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/match_cursor.h"
#include "core/scope_cleanup.h"

// ---- sampling

typedef struct sample_of_all {
    dado_hall *hall;
    const float *weights;
    uint64_t seed;
    int32_t *choices, *actions;
} sample_of_all;

// Returns a number from 0 to below 1 that depends only on the seed and the place.
static double draw(uint64_t seed, int k)
{
    return (double)(dado_derive_seed(seed, (uint64_t)k) >> 11) * 0x1p-53;
}

static double weight_of(const float *row, const int32_t *numbers, int i)
{
    float w = row[numbers ? numbers[i] : i];
    return w > 0 && isfinite(w) ? (double)w : 0.0;
}

// Draws one of `count` moves in proportion to their weights; uniformly if they have none.
static int draw_by_weights(double at, const float *row, const int32_t *numbers, int count)
{
    double sum = 0;
    for (int i = 0; row && i < count; i++) sum += weight_of(row, numbers, i);
    if (sum <= 0) return (int)(at * count);
    double left = at * sum;
    int last = 0;
    for (int i = 0; i < count; i++) {
        double w = weight_of(row, numbers, i);
        if (w <= 0) continue;
        last = i;
        left -= w;
        if (left < 0) break;
    }
    return last;
}

static int draw_luck(dado_hall *hall, int k, double at, const env_scratch *scratch)
{
    const dado_game *game = &hall->game;
    int count = hall->all[k].count;
    if (!game->rules->weigh) return (int)(at * count);
    game->rules->weigh(game, state_of(hall, k), scratch->weights);
    double sum = 0;
    for (int i = 0; i < count; i++) sum += scratch->weights[i];
    double left = at * sum;
    int i = 0;
    while (i < count - 1 && (left -= scratch->weights[i]) >= 0) i++;
    return i;
}

static void sample_place(void *context, int k, const env_scratch *scratch)
{
    const sample_of_all *s = context;
    dado_hall *hall = s->hall;
    const place *p = &hall->all[k];
    double at = draw(s->seed, k);
    if (p->actor < 0) {
        s->choices[k] = p->count > 0 ? draw_luck(hall, k, at, scratch) : -1;
        if (s->actions) s->actions[k] = -1;
        return;
    }
    bool numbered = hall->actions && (s->weights || s->actions);
    const int32_t *numbers = numbered ? env_action_numbers(hall, k, scratch) : NULL;
    size_t wide = (size_t)(hall->actions ? hall->actions : hall->game.max_moves);
    const float *row = s->weights ? s->weights + (size_t)k * wide : NULL;
    int chosen = draw_by_weights(at, row, numbers, p->count);
    s->choices[k] = chosen;
    if (s->actions) s->actions[k] = numbers ? numbers[chosen] : chosen;
}

void dado_hall_sample(dado_hall *hall, const float *weights, uint64_t seed, int32_t *choices,
                      int32_t *actions)
{
    sample_of_all all = { hall, weights, seed, choices, actions };
    env_each_place(hall, sample_place, &all);
}

// ---- luck that the caller plays

void dado_hall_play_luck(dado_hall *hall, int on)
{
    hall->luck_is_played = on != 0;
    env_begin_all(hall);
}

int dado_hall_odds(dado_hall *hall, int k, double *odds)
{
    const dado_game *game = &hall->game;
    if (k < 0 || k >= hall->places || hall->all[k].actor != DADO_CHANCE) return 0;
    int count = hall->all[k].count;
    double sum = 0;
    if (game->rules->weigh) {
        game->rules->weigh(game, state_of(hall, k), hall->scratch[0].weights);
    }
    for (int i = 0; i < count; i++) {
        odds[i] = game->rules->weigh ? hall->scratch[0].weights[i] : 1.0;
        sum += odds[i];
    }
    for (int i = 0; i < count; i++) odds[i] /= sum;
    return count;
}

// ---- histories

int dado_hall_record(dado_hall *hall, int most)
{
    if (most < 0 || most > DADO_MOVE_LIMIT) return 1;
    dado_step *histories =
        most ? env_alloc(hall, dado_step, hall->places, (size_t)most) : hall->histories;
    if (!histories) return most != 0;
    hall->histories = histories;
    hall->most_kept = most;
    env_begin_all(hall);
    return 0;
}

int dado_hall_history(const dado_hall *hall, int k, int32_t *actors, uint64_t *moves, int room)
{
    if (k < 0 || k >= hall->places || !hall->most_kept || hall->all[k].kept > hall->most_kept) {
        return -1;
    }
    const dado_step *history = history_of(hall, k);
    int count = hall->all[k].kept;
    for (int i = 0; i < count && i < room; i++) {
        if (actors) actors[i] = history[i].actor;
        if (moves) moves[i] = history[i].move;
    }
    return count;
}

// ---- information states

// A walk through the history of a place, as one seat sees it.
typedef struct recall {
    dado_hall *hall;
    int k, seat;
    dado_match_cursor cursor;
    unsigned char *state, *view, *before;  // in one block of memory
    size_t view_size;
} recall;

static bool begin_recall(recall *r, dado_hall *hall, int k, int seat)
{
    const dado_game *game = &hall->game;
    bool kept = dado_hall_history(hall, k, NULL, NULL, 0) >= 0;
    *r = (recall){ .hall = hall, .k = k, .seat = seat };
    if (!kept || seat < 0 || seat >= game->players) return false;
    r->view_size = hall->observes ? game->view_size : game->state_size;
    size_t state_room = (game->state_size + 15) / 16 * 16;
    size_t view_room = (r->view_size + 15) / 16 * 16;
    r->state = calloc(1, state_room + 2 * view_room);
    if (!r->state) return false;
    r->view = r->state + state_room;
    r->before = r->view + view_room;
    r->cursor = dado_match_cursor_begin(game, r->state, history_of(hall, k), hall->all[k].kept);
    return true;
}

static void free_recall(recall *r)
{
    free(r->state);
}

// Looks at the table. Returns whether it has changed since the last look.
static bool look_again(recall *r, bool first)
{
    const dado_game *game = &r->hall->game;
    memcpy(r->before, r->view, r->view_size);
    if (r->hall->observes) game->rules->observe(game, r->state, r->seat, r->view);
    else memcpy(r->view, r->state, r->view_size);
    return first || memcmp(r->before, r->view, r->view_size) != 0;
}

// Everybody looks where a seat must choose, and not between the events of luck.
static bool is_time_to_look(const recall *r)
{
    return r->hall->game.rules->actor(&r->hall->game, r->state) != DADO_CHANCE;
}

size_t dado_hall_recall_words(dado_hall *hall, int k, int seat, char *out, size_t room)
{
    const dado_game *game = &hall->game;
    DADO_CLEANUP(free_recall) recall r = { 0 };
    dado_text text = { 0 };
    if (!begin_recall(&r, hall, k, seat)) return 0;
    bool first = true;
    const dado_step *made;
    do {
        if (is_time_to_look(&r) && look_again(&r, first)) {
            game->rules->print(game, r.state, seat, &text);
            if (text.length && text.data[text.length - 1] != '\n') dado_text_add(&text, "\n");
            first = false;
        }
        made = dado_match_cursor_next(&r.cursor);
        if (made && made->actor == seat) {
            dado_text_add(&text, "> ");
            game->rules->print_move(game, r.state, made->move, &text);
            dado_text_add(&text, "\n");
        }
    } while (dado_match_cursor_step(&r.cursor));
    size_t length = text.length;
    if (out && room) snprintf(out, room, "%s", dado_text_string(&text));
    dado_text_free(&text);
    return length;
}

// Returns the action number of a move that a seat made, as it saw the table then.
static int action_of(const recall *r, dado_move made, dado_move *moves, int32_t *numbers)
{
    const dado_game *game = &r->hall->game;
    int count = game->rules->legal(game, r->state, moves), i = 0;
    dado_action_numbers(game, r->view, r->seat, moves, count, numbers);
    while (i < count - 1 && moves[i] != made) i++;
    return count > 0 ? numbers[i] : 0;
}

// Moves the rows up by one and begins a new one at the end.
static float *next_row(float *out, int rows, size_t wide)
{
    memmove(out, out + wide, (size_t)(rows - 1) * wide * sizeof *out);
    float *row = out + (size_t)(rows - 1) * wide;
    memset(row, 0, wide * sizeof *row);
    return row;
}

int dado_hall_recall(dado_hall *hall, int k, int seat, int rows, float *out)
{
    const dado_game *game = &hall->game;
    size_t wide = (size_t)hall->features + (size_t)hall->actions, most = (size_t)game->max_moves;
    DADO_CLEANUP(free_recall) recall r = { 0 };
    if (rows < 1 || !begin_recall(&r, hall, k, seat)) return -1;
    dado_move *moves = calloc(most + 1, sizeof *moves + sizeof(int32_t));
    if (!moves) return -1;
    int32_t *numbers = (int32_t *)(void *)(moves + most + 1);
    memset(out, 0, (size_t)rows * wide * sizeof *out);
    float *row = out;
    int count = 0;
    bool acted = true;  // a row has at most one action
    const dado_step *made;
    do {
        if (is_time_to_look(&r) && look_again(&r, acted)) {
            acted = false;
            row = next_row(out, rows, wide);
            if (hall->features) game->rules->extras->features(game, r.view, seat, row);
            count++;
        }
        made = dado_match_cursor_next(&r.cursor);
        if (made && made->actor == seat && hall->actions) {
            row[hall->features + action_of(&r, made->move, moves, numbers)] = 1;
            acted = true;
        }
    } while (dado_match_cursor_step(&r.cursor));
    free(moves);
    return count;
}
