// grid_walk_game.c - one player walks over a small grid to its far corner.
//
// This game shows that games of one player fit the game interface too. The score is the
// number of coins collected, and the player wins by reaching the corner in time. Every
// third cell has a coin.
#include <string.h>

#include "core/game_extras.h"
#include "worlds/shelf.h"

enum { widest = 8, north = 0, east, south, west };

typedef struct grid {
    uint8_t width, height;
    uint16_t steps;  // number of steps the player may take
} grid;

typedef struct walker {
    uint64_t taken;  // one bit per cell: its coin has been collected
    uint16_t steps, coins, back;
    uint8_t x, y;
} walker;
_Static_assert(sizeof(walker) == 16, "no padding: states are compared as bytes");

static const dado_measure tallies[] = {
    { "coins", "Coins", "Coins picked up.", DADO_COUNT, false },
    { "steps", "Steps", "Steps taken.", DADO_COUNT, false },
    { "arrived", "Arrived", "The far corner was reached in time.", DADO_RATE, false },
    { "detour", "Detour", "Steps beyond the shortest way; only if arrived.", DADO_COUNT, false },
    { "shortest", "Shortest way", "Steps of the shortest way.", DADO_COUNT, true },
    { 0 },
};

static bool open(dado_game *game, const dado_options *options, dado_region *region, dado_error *err)
{
    dado_option_reader ask = dado_option_reader_begin(options);
    int64_t width = dado_option_int(&ask, "width", 4, 1, widest);
    int64_t height = dado_option_int(&ask, "height", 3, 1, widest);
    int64_t steps = dado_option_int(&ask, "steps", 40, 1, 1000);
    if (width * height == 1)
        dado_option_invalid(&ask, "width",
                            "a grid of one cell has no room to walk; make it wider or higher");
    if (!dado_option_reader_end(&ask, region, &game->options, err)) return false;
    grid *g = dado_new(region, grid, 1);
    if (!g) return dado_fail(err, DADO_LIMIT, "out of memory while setting up the grid");
    *g = (grid){ (uint8_t)width, (uint8_t)height, (uint16_t)steps };
    game->data = g;
    game->tallies = tallies;
    game->players = 1;
    game->goal = true;
    game->max_moves = 4;
    game->state_size = sizeof(walker);
    return true;
}

static void start(const dado_game *game, void *state)
{
    (void)game;
    *(walker *)state = (walker){ 0 };
}

static bool arrived(const grid *g, const walker *w)
{
    return w->x == g->width - 1 && w->y == g->height - 1;
}

static int actor(const dado_game *game, const void *state)
{
    const grid *g = game->data;
    const walker *w = state;
    return arrived(g, w) || w->steps == g->steps ? DADO_NOBODY : 0;
}

static int legal(const dado_game *game, const void *state, dado_move *moves)
{
    const grid *g = game->data;
    const walker *w = state;
    int count = 0;
    if (w->x + 1 < g->width) moves[count++] = east;
    if (w->y + 1 < g->height) moves[count++] = south;
    if (w->x > 0) moves[count++] = west;
    if (w->y > 0) moves[count++] = north;
    return count;
}

static bool has_coin(int x, int y)
{
    return (x + y) % 3 == 2;
}

static void apply(const dado_game *game, void *state, dado_move move)
{
    (void)game;
    walker *w = state;
    if (move == east) w->x++;
    if (move == south) w->y++;
    if (move == west) w->x--;
    if (move == north) w->y--;
    if (move == west || move == north) w->back++;
    w->steps++;
    uint64_t here = (uint64_t)1 << (w->y * widest + w->x);
    if (has_coin(w->x, w->y) && !(w->taken & here)) {
        w->taken |= here;
        w->coins++;
    }
}

static void scores(const dado_game *game, const void *state, int32_t *scores)
{
    (void)game;
    scores[0] = ((const walker *)state)->coins;
}

static void rank(const dado_game *game, const void *state, int32_t *places)
{
    places[0] = !arrived(game->data, state);
}

static void tally(const dado_game *game, const void *state, int player, double *values)
{
    (void)player;
    const grid *g = game->data;
    const walker *w = state;
    int shortest = g->width - 1 + g->height - 1;
    values[0] = w->coins;
    values[1] = w->steps;
    values[2] = arrived(g, w);
    values[3] = arrived(g, w) ? w->steps - shortest : DADO_NONE;
    values[4] = shortest;
}

static void print(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    (void)eyes;
    const grid *g = game->data;
    const walker *w = state;
    for (int y = 0; y < g->height; y++) {
        for (int x = 0; x < g->width; x++) {
            bool coin = has_coin(x, y) && !(w->taken >> (y * widest + x) & 1);
            bool exit = x == g->width - 1 && y == g->height - 1;
            dado_text_char(out, x == w->x && y == w->y ? '@' : exit ? '>' : coin ? '$' : '.');
        }
        dado_text_char(out, '\n');
    }
    dado_text_addf(out, "coins %d, steps left %d\n", w->coins, g->steps - w->steps);
}

static void print_move(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    (void)game;
    (void)state;
    static const char *const words[] = { "north", "east", "south", "west" };
    dado_text_add(out, words[move]);
}

static bool feature(const dado_game *game, int which, dado_feature *out)
{
    const grid *g = game->data;
    const dado_feature blocks[] = {
        { "grid",
          "the walker, coins that are left, the far corner",
          DADO_FEATURE_FLAG,
          3,
          { 3, g->height, g->width },
          0,
          1 },
        { "left", "steps that may still be taken", DADO_FEATURE_WHOLE, 1, { 1 }, 0, g->steps },
    };
    return dado_feature_at(blocks, 2, which, out);
}

static void features(const dado_game *game, const void *view, int seat, float *values)
{
    (void)seat;
    const grid *g = game->data;
    const walker *w = view;
    int cells = g->width * g->height;
    for (int i = 0; i < cells; i++) {
        int x = i % g->width, y = i / g->width;
        values[i] = x == w->x && y == w->y;
        values[cells + i] = has_coin(x, y) && !(w->taken >> (y * widest + x) & 1);
        values[2 * cells + i] = i == cells - 1;
    }
    values[3 * cells] = (float)(g->steps - w->steps);
}

static int actions(const dado_game *game)
{
    (void)game;
    return west + 1;
}

static const dado_game_extras extras = {
    .size = sizeof(dado_game_extras), .feature = feature, .features = features, .actions = actions
};

const dado_rules dado_world_walk = {
    .size = sizeof(dado_rules),
    .name = "walk",
    .title = "A walk",
    .about = "One player crosses a small grid and picks up coins on the way.",
    .open = open,
    .start = start,
    .actor = actor,
    .legal = legal,
    .apply = apply,
    .scores = scores,
    .print = print,
    .print_move = print_move,
    .rank = rank,
    .tally = tally,
    .extras = &extras,
};
