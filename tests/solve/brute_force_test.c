// brute_force_test.c - three ways to the same values: a plain walk of every play, the
// solver for any game, and the solver for Big Points alone.
#include "solve/bigpoints_solver.h"
#include "solve/perfect_info_solver.h"
#include "support/test.h"
#include "worlds/shelf.h"

typedef struct end {
    int score[5];
} end;

// The orders of the specification, written out once more.
static int compare_margin(int players, int me, const end *a, const end *b)
{
    int rest_a = -1000, rest_b = -1000;
    for (int p = 0; p < players; p++) {
        if (p == me) continue;
        if (a->score[p] > rest_a) rest_a = a->score[p];
        if (b->score[p] > rest_b) rest_b = b->score[p];
    }
    int order = (a->score[me] - rest_a) - (b->score[me] - rest_b);
    if (order == 0) order = a->score[me] - b->score[me];
    for (int p = me + 1; order == 0 && p < me + players; p++) {
        order = b->score[p % players] - a->score[p % players];
    }
    return order;
}

static int compare_points(int players, int me, const end *a, const end *b)
{
    int order = a->score[me] - b->score[me];
    for (int p = me + 1; order == 0 && p < me + players; p++) {
        order = b->score[p % players] - a->score[p % players];
    }
    return order;
}

static int compare_outcome(int me, bool draft, const end *a, const end *b)
{
    int mine_a = a->score[me], his_a = a->score[1 - me];
    int mine_b = b->score[me], his_b = b->score[1 - me];
    int class_a = (mine_a > his_a) - (mine_a < his_a),
        class_b = (mine_b > his_b) - (mine_b < his_b);
    if (class_a != class_b) return class_a - class_b;
    if (class_a < 0) return his_a != his_b || draft ? his_b - his_a : mine_a - mine_b;
    return mine_a != mine_b || draft ? mine_a - mine_b : his_b - his_a;
}

// Walks every play to its end and remembers nothing.
static end walk(const dado_game *game, const void *state, dado_objective by, uint64_t *plays)
{
    _Alignas(8) unsigned char child[256];
    int actor = game->rules->actor(game, state);
    end best = { { 0 } };
    if (actor == DADO_NOBODY) {
        int32_t scores[5];
        game->rules->scores(game, state, scores);
        for (int p = 0; p < game->players; p++) best.score[p] = scores[p];
        ++*plays;
        return best;
    }
    dado_move moves[32];
    int count = game->rules->legal(game, state, moves);
    for (int i = 0; i < count; i++) {
        memcpy(child, state, game->state_size);
        game->rules->apply(game, child, moves[i]);
        end found = walk(game, child, by, plays);
        int order = by == DADO_BY_MARGIN ? compare_margin(game->players, actor, &found, &best)
                    : by == DADO_BY_POINTS
                        ? compare_points(game->players, actor, &found, &best)
                        : compare_outcome(actor, by == DADO_BY_DRAFT, &found, &best);
        if (i == 0 || order > 0) best = found;
    }
    return best;
}

static dado_game open_board(const char *board, int players, bool loose, dado_region *region)
{
    char settings[128];
    dado_error err = { 0 };
    dado_options options;
    dado_game game;
    snprintf(settings, sizeof settings, "board = %s\nplayers = %d\nloose = %s", board, players,
             loose ? "yes" : "no");
    dado_region_init(region, (size_t)1 << 20);
    assert_true(dado_options_read(&options, "test", settings, region, &err));
    if (!dado_game_open(&game, dado_world_named("bigpoints"), &options, region, &err)) {
        fail_msg("%s", err.text);
    }
    return game;
}

static dado_value solve(const dado_game *game, dado_objective by, uint64_t *positions)
{
    dado_error err = { 0 };
    dado_solve_config plan = { .objective = by };
    dado_solver *solver = dado_solver_new(game, &plan, &err);
    if (!solver) fail_msg("%s", err.text);
    _Alignas(8) unsigned char state[256];
    dado_value value;
    game->rules->start(game, state);
    if (!dado_solve(solver, state, &value, &err)) fail_msg("%s", err.text);
    *positions = dado_solver_stats(solver).positions;
    dado_solver_free(solver);
    return value;
}

static dado_bigpoints_row shuffled(dado_bigpoints_row_size size, dado_rng *luck)
{
    dado_bigpoints_row row = dado_bigpoints_row_first(size);
    for (int i = row.length - 1; i > 0; i--) {
        int j = (int)dado_rng_below(luck, (uint64_t)i + 1);
        uint8_t kept = row.disc[i];
        row.disc[i] = row.disc[j];
        row.disc[j] = kept;
    }
    return row;
}

static void the_solver_agrees_with_a_walk_of_every_play(void **state)
{
    (void)state;
    static const dado_bigpoints_row_size sizes[] = {
        { 3, 2, 1, 1 }, { 2, 3, 0, 2 }, { 2, 2, 0, 1 }, { 2, 2, 1, 1 }, { 2, 1, 2, 2 },
        { 3, 2, 1, 0 }, { 3, 2, 0, 0 }, { 2, 3, 1, 1 }, { 2, 2, 0, 2 }, { 3, 1, 0, 2 },
    };
    uint64_t plays = 0;
    for (int i = 0; i < 200; i++) {
        dado_rng luck = dado_rng_stream(11, (uint64_t)i, 0);
        dado_bigpoints_row row = shuffled(sizes[i % 10], &luck);
        char board[64];
        dado_bigpoints_row_write(&row, board);
        int players = 2 + (int)dado_rng_below(&luck, 3) / 2;
        bool loose = dado_rng_below(&luck, 4) == 0;
        dado_objective by =
            players == 2 ? (dado_objective)dado_rng_below(&luck, 3) : DADO_BY_MARGIN;
        if (i % 5 == 4) by = DADO_BY_POINTS;
        dado_region region;
        dado_game game = open_board(board, players, loose, &region);
        _Alignas(8) unsigned char begin[256];
        game.rules->start(&game, begin);
        end plain = walk(&game, begin, by, &plays);
        uint64_t positions;
        dado_value value = solve(&game, by, &positions);
        for (int p = 0; p < players; p++) {
            if ((int)value.score[p] != plain.score[p]) {
                fail_msg("%s, %d players, %s: player %d has %g, not %d", board, players,
                         dado_objective_names[by], p + 1, value.score[p], plain.score[p]);
            }
        }
        dado_region_free(&region);
    }
    print_message("  %d plays walked\n", (int)plays);
    assert_true(plays > 100000);
}

// Parts are done in turn, the last first: what is right then is right at once, too.
static void in_turn(void *with, int parts, void (*work)(void *job, int part), void *job)
{
    (void)with;
    for (int part = parts; part-- > 0;) work(job, part);
}

static void same_as_general(dado_bigpoints_solver *boards, const dado_bigpoints_row *row,
                            dado_objective by)
{
    char board[64];
    dado_error err = { 0 };
    dado_bigpoints_value fast;
    dado_bigpoints_row_write(row, board);
    if (!dado_bigpoints_solve(boards, row, &fast, &err)) fail_msg("%s", err.text);
    dado_region region;
    dado_game game = open_board(board, 2, false, &region);
    uint64_t positions;
    dado_value value = solve(&game, by, &positions);
    bool same = by == DADO_BY_WIN
                    ? (fast.first > fast.second) == (value.share[0] == 1.0)
                    : (int)value.score[0] == fast.first && (int)value.score[1] == fast.second;
    if (!same || (by != DADO_BY_WIN && positions != fast.states)) {
        fail_msg("%s by %s: %d-%d in %d states, not %g-%g in %d", board, dado_objective_names[by],
                 fast.first, fast.second, (int)fast.states, value.score[0], value.score[1],
                 (int)positions);
    }
    dado_region_free(&region);
}

static void boards_solved_by_shape_equal_those_of_the_general_solver(void **state)
{
    (void)state;
    static const struct {
        dado_bigpoints_row_size size;
        int boards;
    } some[] = {
        { { 2, 2, 0, 0 }, 6 },  { { 2, 3, 0, 0 }, 20 }, { { 2, 4, 0, 0 }, 30 },
        { { 2, 6, 0, 0 }, 10 }, { { 3, 2, 0, 0 }, 60 }, { { 3, 3, 0, 0 }, 20 },
        { { 4, 2, 0, 0 }, 6 },  { { 2, 9, 0, 0 }, 1 },
    };
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        for (int by = DADO_BY_MARGIN; by <= DADO_BY_POINTS; by++) {
            dado_parallel hands = { .count = by == DADO_BY_MARGIN ? 3 : 1, .share = in_turn };
            dado_error err = { 0 };
            dado_bigpoints_solver *boards =
                dado_bigpoints_solver_new(some[i].size, (dado_objective)by, 0, &hands, &err);
            if (!boards) fail_msg("%s", err.text);
            for (int k = 0; k < some[i].boards; k++) {
                dado_rng luck = dado_rng_stream(5, (uint64_t)k, (uint16_t)i);
                dado_bigpoints_row row = shuffled(some[i].size, &luck);
                same_as_general(boards, &row, (dado_objective)by);
            }
            dado_bigpoints_solver_free(boards);
        }
    }
}

static void sharing_the_work_changes_nothing(void **state)
{
    (void)state;
    dado_error err = { 0 };
    dado_bigpoints_row row;
    assert_true(dado_bigpoints_row_read(&row, "1234554321", &err));
    dado_bigpoints_value alone, many;
    for (int count = 2; count <= 5; count += 3) {
        dado_parallel hands = { .count = count, .share = in_turn };
        dado_bigpoints_solver *one =
            dado_bigpoints_solver_new(row.size, DADO_BY_MARGIN, 0, NULL, &err);
        dado_bigpoints_solver *more =
            dado_bigpoints_solver_new(row.size, DADO_BY_MARGIN, 0, &hands, &err);
        assert_true(one && more);
        assert_true(dado_bigpoints_solve(one, &row, &alone, &err));
        assert_true(dado_bigpoints_solve(more, &row, &many, &err));
        assert_memory_equal(&alone, &many, sizeof alone);
        dado_bigpoints_solver_free(one);
        dado_bigpoints_solver_free(more);
    }
}

static void final_positions_are_counted_as_the_reference_has_them(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        int finals;
    } rows[] = {
        { "1122", 6 },
        { "1212", 12 },
        { "1221", 12 },
    };
    for (int i = 0; i < 3; i++) {
        dado_error err = { 0 };
        dado_bigpoints_row row;
        assert_true(dado_bigpoints_row_read(&row, rows[i].board, &err));
        dado_bigpoints_solver *boards =
            dado_bigpoints_solver_new(row.size, DADO_BY_MARGIN, 0, NULL, &err);
        assert_non_null(boards);
        dado_bigpoints_value value;
        assert_true(dado_bigpoints_solve(boards, &row, &value, &err));
        assert_int_equal(value.finals, rows[i].finals);
        dado_bigpoints_solver_free(boards);
    }
}

static void a_board_too_large_for_its_memory_says_so(void **state)
{
    (void)state;
    for (size_t memory = 1 << 10; memory < (size_t)1 << 25; memory *= 4) {
        dado_error err = { 0 };
        dado_bigpoints_row row;
        assert_true(dado_bigpoints_row_read(&row, "1234512345", &err));
        dado_bigpoints_solver *boards =
            dado_bigpoints_solver_new(row.size, DADO_BY_MARGIN, memory, NULL, &err);
        assert_non_null(boards);
        dado_bigpoints_value value;
        assert_false(dado_bigpoints_solve(boards, &row, &value, &err));
        assert_true(err.status == DADO_LIMIT && strstr(err.text, "too large") != NULL);
        dado_bigpoints_solver_free(boards);
    }
}

static void boards_it_cannot_hold_are_sent_to_the_general_solver(void **state)
{
    (void)state;
    dado_error err = { 0 };
    assert_false(dado_bigpoints_solver_supports((dado_bigpoints_row_size){ 2, 2, 1, 0 }, &err));
    assert_false(dado_bigpoints_solver_supports((dado_bigpoints_row_size){ 2, 1, 0, 0 }, &err));
    assert_false(dado_bigpoints_solver_supports((dado_bigpoints_row_size){ 5, 9, 0, 0 }, &err));
    assert_true(dado_bigpoints_solver_supports((dado_bigpoints_row_size){ 5, 4, 0, 0 }, &err));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_solver_agrees_with_a_walk_of_every_play),
        cmocka_unit_test(boards_solved_by_shape_equal_those_of_the_general_solver),
        cmocka_unit_test(sharing_the_work_changes_nothing),
        cmocka_unit_test(final_positions_are_counted_as_the_reference_has_them),
        cmocka_unit_test(a_board_too_large_for_its_memory_says_so),
        cmocka_unit_test(boards_it_cannot_hold_are_sent_to_the_general_solver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
