// board.c - see board.h.
#include "solve/board.h"

#include <stdlib.h>
#include <string.h>

#include "solve/bigpoints.h"

extern const dado_rules dado_world_bigpoints;

enum { small_board = 9 };  // discs up to which a board's first moves are shown unasked

struct dado_board_solver {
    dado_board_plan plan;
    dado_boards *boards;  // of `size`; NULL at first
    dado_row_size size;
    dado_arena arena;
};

// True if the shorter way gives the same answers.
static bool by_shapes(const dado_rules *rules, const dado_options *options, const char *board,
                      dado_row *row)
{
    const dado_option *players = dado_options_find(options, "players");
    const dado_option *loose = dado_options_find(options, "loose");
    return rules == &dado_world_bigpoints && (!players || strcmp(players->text, "2") == 0) &&
           (!loose || strcmp(loose->text, "no") == 0) && dado_row_read(row, board, NULL) &&
           dado_boards_able(row->size, NULL);
}

bool dado_board_is_large(const dado_rules *rules, const dado_options *options, const char *board)
{
    dado_row row;
    return by_shapes(rules, options, board, &row) && row.length > small_board &&
           row.size.colours > 2;
}

dado_board_solver *dado_board_solver_open(const dado_board_plan *plan, dado_error *err)
{
    dado_board_solver *s = calloc(1, sizeof *s);
    if (!s) {
        dado_fail(err, DADO_LIMIT, "no memory to solve boards");
        return NULL;
    }
    s->plan = *plan;
    dado_arena_init(&s->arena, (size_t)1 << 20);
    return s;
}

void dado_board_solver_close(dado_board_solver *s)
{
    if (!s) return;
    dado_boards_free(s->boards);
    dado_arena_free(&s->arena);
    free(s);
}

static bool solve_shapes(dado_board_solver *s, const dado_row *row, dado_leave leave,
                         dado_board_worth *worth, dado_error *err)
{
    if (!s->boards || memcmp(&s->size, &row->size, sizeof s->size) != 0) {
        dado_boards_free(s->boards);
        s->boards = dado_boards_new(row->size, s->plan.by, s->plan.memory, s->plan.hands, err);
        s->size = row->size;
        if (!s->boards) return false;
    }
    dado_board_value value;
    dado_boards_ask(s->boards, leave);
    if (!dado_boards_solve(s->boards, row, &value, err)) return false;
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
    return dado_leave_given(to);
}

static bool solve_any(dado_board_solver *s, const char *board, dado_leave leave,
                      dado_board_worth *worth, dado_error *err)
{
    dado_option item = { .name = s->plan.rules->face->boards->option, .text = board };
    dado_options one = { &item, 1 }, options;
    dado_game game;
    dado_arena_rewind(&s->arena, 0);
    if (!dado_options_join(&options, &s->plan.options, &one, &s->arena, err) ||
        !dado_game_open(&game, s->plan.rules, &options, &s->arena, err)) {
        return false;
    }
    void *state = dado_arena_take(&s->arena, 1, game.state_size);
    if (!state) return dado_fail(err, DADO_LIMIT, "no memory for a board");
    dado_solve_plan how = { .objective = s->plan.by, .memory = s->plan.memory,
                            .report = on_report, .to = &leave };
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

bool dado_board_solve(dado_board_solver *s, const char *board, dado_leave leave,
                      dado_board_worth *worth, dado_error *err)
{
    dado_row row;
    *worth = (dado_board_worth){ 0 };
    if (by_shapes(s->plan.rules, &s->plan.options, board, &row)) {
        return solve_shapes(s, &row, leave, worth, err);
    }
    return solve_any(s, board, leave, worth, err);
}
