// position_value.c - see position_value.h.
#include "solve/position_value.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

const char *const dado_objective_names[] = { "margin", "outcome", "draft", "win", "points", NULL };

bool dado_fail_unlisted_chance(const dado_game *game, dado_error *err)
{
    if (game->options && strstr(game->options, "luck=word")) {
        return dado_fail(err, DADO_INVALID,
                         "the chance outcomes of %s are not listed, so it can be sampled but "
                         "not "
                         "solved; open it with -D luck=listed, or estimate it with dado sim",
                         game->rules->title);
    }
    return dado_fail(err, DADO_INVALID,
                     "the chance outcomes of %s cannot be listed (a whole deck has too many "
                     "orders), "
                     "so it can be sampled but not solved; try a smaller game, or "
                     "estimate it with dado sim",
                     game->rules->title);
}

void dado_value_of_end(const dado_game *game, const void *state, dado_value *value)
{
    int32_t scores[DADO_SOLVE_PLAYERS_MAX], places[DADO_SOLVE_PLAYERS_MAX];
    game->rules->scores(game, state, scores);
    dado_places_of(game, state, true, scores, places);
    for (int p = 0; p < game->players; p++) {
        value->score[p] = scores[p];
        value->margin[p] = dado_seat_margin(game, scores, p);
        value->share[p] = dado_seat_share(game, places, p);
    }
}

// Compares two expectations. Differences as small as rounding errors count as equal.
static int compare(double a, double b)
{
    const double slack = 1e-12;
    double size = (a < 0 ? -a : a) + (b < 0 ? -b : b) + 1;
    if (a - b > slack * size) return 1;
    return b - a > slack * size ? -1 : 0;
}

static int by_points(int players, int player, const dado_value *a, const dado_value *b)
{
    int order = compare(a->score[player], b->score[player]);
    for (int i = 1; i < players && order == 0; i++) {
        int rival = (player + i) % players;
        order = compare(b->score[rival], a->score[rival]);
    }
    return order;
}

static int by_margin(int players, int player, const dado_value *a, const dado_value *b)
{
    int order = compare(a->margin[player], b->margin[player]);
    return order ? order : by_points(players, player, a, b);
}

static int by_outcome(int player, bool draft, const dado_value *a, const dado_value *b)
{
    int rival = 1 - player;
    int order = compare(a->share[player], b->share[player]);
    if (order != 0) return order;
    int own = compare(a->score[player], b->score[player]);
    int his = compare(b->score[rival], a->score[rival]);
    bool lost = a->share[player] < 0.5;
    if (draft) return lost ? his : own;
    if (lost) return his ? his : own;
    return own ? own : his;
}

int dado_value_prefer(dado_objective by, int players, int player, const dado_value *a,
                      const dado_value *b)
{
    if (by == DADO_BY_MARGIN) return by_margin(players, player, a, b);
    if (by == DADO_BY_POINTS) return by_points(players, player, a, b);
    if (by == DADO_BY_WIN) return compare(a->share[player], b->share[player]);
    return by_outcome(player, by == DADO_BY_DRAFT, a, b);
}

void dado_value_pool_init(dado_value_pool *pool, int players)
{
    *pool = (dado_value_pool){ .players = players };
}

void dado_value_pool_free(dado_value_pool *pool)
{
    free(pool->numbers);
    free(pool->places);
    *pool = (dado_value_pool){ 0 };
}

static size_t value_bytes(const dado_value_pool *pool)
{
    return sizeof(double) * 3 * (size_t)pool->players;
}

size_t dado_value_pool_bytes(const dado_value_pool *pool)
{
    return pool->room * value_bytes(pool) + (pool->mask ? pool->mask + (size_t)1 : 0) * 4;
}

static double *numbers_of(const dado_value_pool *pool, uint32_t number)
{
    return pool->numbers + (size_t)number * 3 * (size_t)pool->players;
}

static uint32_t find_place(const dado_value_pool *pool, const double *numbers)
{
    uint32_t at = (uint32_t)XXH3_64bits(numbers, value_bytes(pool)) & pool->mask;
    while (pool->places[at] &&
           memcmp(numbers_of(pool, pool->places[at] - 1), numbers, value_bytes(pool)) != 0) {
        at = (at + 1) & pool->mask;
    }
    return at;
}

static bool grow(dado_value_pool *pool)
{
    uint32_t room = pool->room ? pool->room * 2 : 256;
    if (room > UINT32_MAX / 4) return false;
    double *numbers = realloc(pool->numbers, room * value_bytes(pool));
    if (numbers) pool->numbers = numbers;
    uint32_t *places = calloc((size_t)room * 2, sizeof *places);
    if (!numbers || !places) {
        free(places);
        return false;
    }
    free(pool->places);
    pool->places = places;
    pool->room = room;
    pool->mask = room * 2 - 1;
    for (uint32_t i = 0; i < pool->count; i++) {
        pool->places[find_place(pool, numbers_of(pool, i))] = i + 1;
    }
    return true;
}

int64_t dado_value_pool_add(dado_value_pool *pool, const dado_value *value)
{
    if (pool->count == pool->room && !grow(pool)) return DADO_VALUE_POOL_NONE;
    double *numbers = numbers_of(pool, pool->count);
    size_t players = (size_t)pool->players;
    for (size_t p = 0; p < players; p++) {
        // adding 0.0 turns -0 into 0, since values are compared as bytes
        numbers[p] = value->score[p] + 0.0;
        numbers[players + p] = value->margin[p] + 0.0;
        numbers[2 * players + p] = value->share[p] + 0.0;
    }
    uint32_t at = find_place(pool, numbers);
    if (!pool->places[at]) pool->places[at] = ++pool->count;
    return pool->places[at] - 1;
}

void dado_value_pool_get(const dado_value_pool *pool, uint32_t number, dado_value *value)
{
    const double *numbers = numbers_of(pool, number);
    size_t players = (size_t)pool->players;
    for (size_t p = 0; p < players; p++) {
        value->score[p] = numbers[p];
        value->margin[p] = numbers[players + p];
        value->share[p] = numbers[2 * players + p];
    }
}
