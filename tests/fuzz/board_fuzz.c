// Boards of Big Points: whatever is read plays to its end, and both solvers value small ones alike.
#include <stdlib.h>
#include <string.h>

#include "solve/bigpoints_solver.h"
#include "solve/perfect_info_solver.h"
#include "worlds/shelf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The first bytes choose moves, the rest is the board.
static void play(const dado_game *game, const uint8_t *luck, size_t size)
{
    _Alignas(16) unsigned char state[256];
    dado_move moves[32];
    game->rules->start(game, state);
    for (size_t step = 0; game->rules->actor(game, state) != DADO_NOBODY; step++) {
        if (step > 1000) abort();
        int count = game->rules->legal(game, state, moves);
        if (count < 1 || count > game->max_moves) abort();
        game->rules->apply(game, state, moves[(size ? luck[step % size] : step) % (size_t)count]);
    }
}

static void compare(const dado_game *game, const dado_bigpoints_row *row)
{
    dado_error err = { 0 };
    dado_value value;
    dado_bigpoints_value fast;
    _Alignas(16) unsigned char state[256];
    dado_bigpoints_solver *boards =
        dado_bigpoints_solver_new(row->size, DADO_BY_MARGIN, (size_t)64 << 20, NULL, &err);
    dado_solver *solver =
        dado_solver_new(game, &(dado_solve_config){ .memory = (size_t)64 << 20 }, &err);
    if (!boards || !solver) abort();
    game->rules->start(game, state);
    if (!dado_solve(solver, state, &value, &err)) abort();
    if (!dado_bigpoints_solve(boards, row, &fast, &err)) abort();
    if (fast.first != (int)value.score[0] || fast.second != (int)value.score[1]) abort();
    if (fast.states != dado_solver_stats(solver).positions) abort();
    dado_bigpoints_solver_free(boards);
    dado_solver_free(solver);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 128 || size < 4) return 0;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 20);
    dado_error err = { 0 };
    dado_bigpoints_row row;
    dado_game game;
    char *text = dado_region_copy(&region, (const char *)data + 4, size - 4);
    char players[2] = { (char)('2' + data[0] % 4), '\0' };
    dado_option items[] = { { .name = "board", .text = text },
                            { .name = "players", .text = players },
                            { .name = "loose", .text = data[1] % 2 ? "yes" : "no" } };
    dado_options options = { items, 3 };
    if (dado_game_open(&game, dado_world_named("bigpoints"), &options, &region, &err)) {
        play(&game, data, 4);
        bool small = dado_bigpoints_row_read(&row, text, &err) && row.length <= 8 &&
                     dado_bigpoints_solver_supports(row.size, &err);
        if (small && game.players == 2 && data[1] % 2 == 0) compare(&game, &row);
    } else if (err.text[0] == '\0') {
        abort();
    }
    dado_region_free(&region);
    return 0;
}
