// board_solver.c - see board_solver.h.
#include "solve/board_solver.h"

#include <stdlib.h>
#include <string.h>

#include "solve/bigpoints_solver.h"

extern const dado_rules dado_world_bigpoints;

// discs up to which a board's first moves are shown without being asked for
enum { small_board = 9 };

struct dado_board_solver {
    dado_board_solver_config plan;
    dado_bigpoints_solver *boards;  // the solver for boards of `size`; NULL at first
    dado_bigpoints_row_size size;
    dado_region region;
};

// Returns whether the fast solver for Big Points can solve this board with the same
// answers.
static bool can_use_bigpoints(const dado_rules *rules, const dado_options *options,
                              const char *board, dado_bigpoints_row *row)
{
    const dado_option *players = dado_options_find(options, "players");
    const dado_option *loose = dado_options_find(options, "loose");
    return rules == &dado_world_bigpoints && (!players || strcmp(players->text, "2") == 0) &&
           (!loose || strcmp(loose->text, "no") == 0) &&
           dado_bigpoints_row_read(row, board, NULL) &&
           dado_bigpoints_solver_supports(row->size, NULL);
}

bool dado_board_is_large(const dado_rules *rules, const dado_options *options, const char *board)
{
    dado_bigpoints_row row;
    return can_use_bigpoints(rules, options, board, &row) && row.length > small_board &&
           row.size.colours > 2;
}

dado_board_solver *dado_board_solver_open(const dado_board_solver_config *plan, dado_error *err)
{
    dado_board_solver *s = calloc(1, sizeof *s);
    if (!s) {
        dado_fail(err, DADO_LIMIT, "out of memory while opening the solver");
        return NULL;
    }
    s->plan = *plan;
    dado_region_init(&s->region, (size_t)1 << 20);
    return s;
}

void dado_board_solver_close(dado_board_solver *s)
{
    if (!s) return;
    dado_bigpoints_solver_free(s->boards);
    dado_region_free(&s->region);
    free(s);
}

static bool solve_bigpoints(dado_board_solver *s, const dado_bigpoints_row *row,
                            dado_work_control leave, dado_board_solution *worth, dado_error *err)
{
    if (!s->boards || memcmp(&s->size, &row->size, sizeof s->size) != 0) {
        dado_bigpoints_solver_free(s->boards);
        s->boards =
            dado_bigpoints_solver_new(row->size, s->plan.by, s->plan.memory, s->plan.hands, err);
        s->size = row->size;
        if (!s->boards) return false;
    }
    dado_bigpoints_value value;
    dado_bigpoints_solver_control(s->boards, leave);
    if (!dado_bigpoints_solve(s->boards, row, &value, err)) return false;
    worth->score[0] = value.first;
    worth->score[1] = value.second;
    worth->states = value.states;
    worth->finals = value.finals;
    worth->shapes = value.shapes;
    return true;
}

static bool on_report(void *to, const dado_solve_stats *stats)
{
    (void)stats;
    return dado_work_may_continue(to);
}

static bool solve_general(dado_board_solver *s, const char *board, dado_work_control leave,
                          dado_board_solution *worth, dado_error *err)
{
    dado_option item = { .name = s->plan.rules->extras->boards->option, .text = board };
    dado_options one = { &item, 1 }, options;
    dado_game game;
    dado_region_rewind(&s->region, 0);
    if (!dado_options_join(&options, &s->plan.options, &one, &s->region, err) ||
        !dado_game_open(&game, s->plan.rules, &options, &s->region, err)) {
        return false;
    }
    void *state = dado_region_alloc(&s->region, 1, game.state_size);
    if (!state) return dado_fail(err, DADO_LIMIT, "out of memory while opening a board");
    dado_solve_config how = {
        .objective = s->plan.by, .memory = s->plan.memory, .report = on_report, .to = &leave
    };
    dado_solver *solver = dado_solver_new(&game, &how, err);
    if (!solver) return false;
    dado_value value;
    game.rules->start(&game, state);
    bool fine = dado_solve(solver, state, &value, err);
    if (fine) memcpy(worth->score, value.score, sizeof *worth->score * (size_t)game.players);
    worth->states = dado_solver_stats(solver).positions;
    dado_solver_free(solver);
    return fine;
}

bool dado_board_solve(dado_board_solver *s, const char *board, dado_work_control leave,
                      dado_board_solution *worth, dado_error *err)
{
    dado_bigpoints_row row;
    *worth = (dado_board_solution){ 0 };
    if (can_use_bigpoints(s->plan.rules, &s->plan.options, board, &row)) {
        return solve_bigpoints(s, &row, leave, worth, err);
    }
    return solve_general(s, board, leave, worth, err);
}
