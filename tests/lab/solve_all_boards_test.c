// solve_all_boards_test.c - all boards of a size: the same for any number of threads, and after a
// kill.
#define _POSIX_C_SOURCE 200809L
#include "lab/solve_all_boards.h"

#include <unistd.h>

#include "judge/solved_boards.h"
#include "lab/merge_parts.h"
#include "solve/bigpoints_solver.h"
#include "support/match_fixture.h"
#include "support/test.h"

static dado_region region;

static dado_solve_all_plan plan_of(const char *settings, dado_objective by)
{
    return (dado_solve_all_plan){ .source = *dado_test_game("bigpoints", settings, &region),
                                  .by = by };
}

static dado_solve_all run(dado_solve_all_plan plan, int threads, dado_store *store)
{
    dado_solve_all survey;
    dado_error err = { 0 };
    dado_experiment_settings how = { .threads = threads, .store = store };
    if (!dado_solve_all_run(&plan, &how, &survey, &err)) fail_msg("%s", err.text);
    return survey;
}

static bool add_line(void *to, const char *board, const double *row)
{
    dado_text_addf(to, "%s,%g,%g,%g\n", board, row[0], row[1], row[2]);
    return true;
}

// Everything a survey says: a line a board, and the sums.
static char *said(const dado_solve_all *survey)
{
    dado_text out = { 0 };
    dado_solve_all_summary sum;
    assert_true(dado_solve_all_foreach(survey, add_line, &out));
    dado_solve_all_summarize(survey, &sum);
    dado_text_addf(&out, "%ju %ju %ju %.17g %.17g %ju %ju", (uintmax_t)sum.boards,
                   (uintmax_t)sum.won[0], (uintmax_t)sum.shared, sum.share, sum.margin,
                   (uintmax_t)sum.total, (uintmax_t)sum.shapes);
    return out.data;
}

static void threads_change_nothing(void **state)
{
    (void)state;
    const dado_solve_all_plan plans[] = {
        plan_of("colours = 3\ndiscs = 3", DADO_BY_MARGIN),
        plan_of("colours = 2\ndiscs = 3\nwhite = 1\nplayers = 3", DADO_BY_MARGIN),
        plan_of("colours = 3\ndiscs = 2", DADO_BY_DRAFT),
        plan_of("colours = 2\ndiscs = 4\nloose = yes", DADO_BY_OUTCOME),
    };
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        dado_solve_all alone = run(plans[i], 1, NULL);
        char *expected = said(&alone);
        for (int threads = 2; threads <= 7; threads += 5) {
            dado_solve_all many = run(plans[i], threads, NULL);
            char *found = said(&many);
            assert_string_equal(found, expected);
            free(found);
            dado_solve_all_free(&many);
        }
        free(expected);
        dado_solve_all_free(&alone);
    }
}

// Boards solved as members of a class have the values they would have by themselves.
static void classes_stand_for_all_their_boards(void **state)
{
    (void)state;
    dado_solve_all survey = run(plan_of("colours = 3\ndiscs = 2", DADO_BY_MARGIN), 2, NULL);
    assert_int_equal(survey.field.count, 15);
    dado_text lines = { 0 };
    dado_text_add(&lines, "\n");
    assert_true(dado_solve_all_foreach(&survey, add_line, &lines));
    dado_error err = { 0 };
    dado_bigpoints_row_size size = { 3, 2, 0, 0 };
    dado_bigpoints_solver *boards = dado_bigpoints_solver_new(size, DADO_BY_MARGIN, 0, NULL, &err);
    assert_non_null(boards);
    assert_int_equal(dado_bigpoints_row_count(size), 90);
    for (uint64_t i = 0; i < 90; i++) {
        char text[64], line[128];
        dado_bigpoints_value value;
        dado_bigpoints_row row = dado_bigpoints_row_numbered(size, false, i);
        assert_true(dado_bigpoints_solve(boards, &row, &value, &err));
        dado_bigpoints_row_write(&row, text);
        snprintf(line, sizeof line, "\n%s,%d,%d,%d\n", text, value.first, value.second,
                 (int)value.states);
        if (!strstr(dado_text_string(&lines), line)) fail_msg("not listed: %s", line + 1);
    }
    dado_bigpoints_solver_free(boards);
    dado_text_free(&lines);
    dado_solve_all_free(&survey);
}

static void the_sums_are_the_reference_figures(void **state)
{
    (void)state;
    dado_solve_all survey = run(plan_of("colours = 2\ndiscs = 5", DADO_BY_MARGIN), 2, NULL);
    dado_solve_all_summary sum;
    dado_solve_all_summarize(&survey, &sum);
    assert_true(sum.boards == 252 && sum.won[0] == 156 && sum.shared == 88 && sum.won[1] == 8);
    assert_true(sum.least == 692 && sum.most == 1860 && sum.total == 291136);
    assert_true(sum.margin > 0.63492 && sum.margin < 0.63493);
    dado_solve_all_free(&survey);
    survey = run(plan_of("colours = 2\ndiscs = 3\nplayers = 3", DADO_BY_MARGIN), 2, NULL);
    dado_solve_all_summarize(&survey, &sum);
    assert_true(sum.won[0] == 10 && sum.won[1] == 4 && sum.won[2] == 0 && sum.shared == 6);
    dado_solve_all_free(&survey);
}

// ---- another game that lists boards: the smaller pile wins, and nobody does anything

static bool open_piles(dado_game *game, const dado_options *options, dado_region *of,
                       dado_error *err)
{
    dado_option_reader ask = dado_option_reader_begin(options);
    int *piles = dado_new(of, int, 2);
    assert_non_null(piles);
    dado_option_int(&ask, "most", 2, 1, 9);
    const char *text = dado_option_text(&ask, "piles", "10");
    if (!dado_option_reader_end(&ask, of, &game->options, err)) return false;
    piles[0] = text[0] - '0';
    piles[1] = text[1] - '0';
    game->data = piles;
    game->players = 2;
    game->max_moves = 1;
    game->state_size = 1;
    game->lowest_wins = true;
    return true;
}

static void start_piles(const dado_game *game, void *state)
{
    (void)game;
    *(char *)state = 0;
}

static int actor_of_piles(const dado_game *game, const void *state)
{
    (void)game;
    return *(const char *)state ? DADO_NOBODY : 0;
}

static int legal_of_piles(const dado_game *game, const void *state, dado_move *moves)
{
    (void)game;
    (void)state;
    moves[0] = 0;
    return 1;
}

static void apply_to_piles(const dado_game *game, void *state, dado_move move)
{
    (void)game;
    (void)move;
    *(char *)state = 1;
}

static void scores_of_piles(const dado_game *game, const void *state, int32_t *scores)
{
    (void)state;
    for (int p = 0; p < 2; p++) scores[p] = -((const int *)game->data)[p];
}

static bool list_piles(dado_board_list *list, const dado_options *options, dado_region *of,
                       dado_error *err)
{
    dado_option_reader ask = dado_option_reader_begin(options);
    int *most = dado_new(of, int, 1);
    assert_non_null(most);
    *most = (int)dado_option_int(&ask, "most", 2, 1, 9);
    *list = (dado_board_list){ .self = most };
    list->count = list->classes = (uint64_t)(*most + 1) * (uint64_t)(*most + 1);
    return dado_option_reader_end(&ask, of, NULL, err);
}

static void write_piles(const dado_board_list *list, bool alike, uint64_t number, dado_text *out)
{
    (void)alike;
    uint64_t base = (uint64_t)(*(const int *)list->self + 1);
    dado_text_addf(out, "%d%d", (int)(number / base), (int)(number % base));
}

static uint64_t class_of_piles(const dado_board_list *list, const char *board)
{
    uint64_t base = (uint64_t)(*(const int *)list->self + 1);
    return (uint64_t)(board[0] - '0') * base + (uint64_t)(board[1] - '0');
}

static void draw_piles(const dado_board_list *list, bool alike, dado_rng *luck, dado_text *out)
{
    write_piles(list, alike, dado_rng_below(luck, list->count), out);
}

static const dado_board_enumerator boards_of_piles = { .option = "piles",
                                                       .size = { "most" },
                                                       .list = list_piles,
                                                       .write = write_piles,
                                                       .class_of = class_of_piles,
                                                       .draw = draw_piles };
static const dado_game_extras face_of_piles = { .size = sizeof(dado_game_extras),
                                                .boards = &boards_of_piles };
static const dado_rules piles = { .size = sizeof(dado_rules),
                                  .name = "piles",
                                  .title = "Piles",
                                  .open = open_piles,
                                  .start = start_piles,
                                  .actor = actor_of_piles,
                                  .legal = legal_of_piles,
                                  .apply = apply_to_piles,
                                  .scores = scores_of_piles,
                                  .extras = &face_of_piles };

// A survey on this thread alone: the order that travels names rules that are on a shelf.
static void any_game_that_lists_boards_is_looked_at(void **state)
{
    (void)state;
    dado_error err = { 0 };
    dado_option most = { .name = "most", .text = "3" };
    dado_solve_all_plan plan = { .source = {
                                     .name = "piles", .rules = &piles, .options = { &most, 1 } } };
    dado_solve_all survey = { .width = 4 };
    assert_true(dado_solve_all_prepare(&survey.field, &plan, &region, &err));
    assert_true(survey.field.count == 16 && survey.field.game.players == 2);
    assert_true(survey.field.game.lowest_wins);
    double rows[16][4];
    dado_board_solver_config how = { .rules = &piles, .options = plan.source.options };
    dado_board_solver *solver = dado_board_solver_open(&how, &err);
    assert_non_null(solver);
    for (uint64_t i = 0; i < 16; i++) {
        dado_text board = { 0 };
        dado_board_solution worth;
        dado_solve_all_write_board(&survey.field, i, &board);
        assert_true(dado_board_solve(solver, dado_text_string(&board), (dado_work_control){ 0 },
                                     &worth, &err));
        rows[i][0] = worth.score[0];
        rows[i][1] = worth.score[1];
        rows[i][2] = (double)worth.states;
        rows[i][3] = 0;
        dado_text_free(&board);
    }
    dado_board_solver_close(solver);
    survey.rows = rows[0];
    survey.solved = 16;
    dado_solved_boards solution = dado_solved_boards_of(&survey);
    assert_string_equal(solution.name, "3");
    assert_true(solution.sum.boards == 16 && solution.sum.won[0] == 6 && solution.sum.shared == 4);
    assert_true(rows[1][0] == 0 && rows[1][1] == -1);  // 0 against 1: few points are good
    plan.source.rules = dado_rules_named("nim");
    plan.source.options.count = 0;
    assert_false(dado_solve_all_prepare(&survey.field, &plan, &region, &err));
    assert_non_null(strstr(err.text, "does not list boards"));
}

// ---- kept and gone on with

static volatile sig_atomic_t enough;

static void stop_soon(void *context, const dado_progress *progress)
{
    (void)context;
    enough = progress->done > 0;
}

static void what_was_kept_is_gone_on_with(void **state)
{
    (void)state;
    char path[] = "/tmp/dado-survey-XXXXXX";
    int handle = mkstemp(path);
    assert_true(handle >= 0);
    close(handle);
    remove(path);
    dado_error err = { 0 };
    dado_store *store;
    assert_true(dado_store_open(&store, path, DADO_STORE_WRITE, &err));
    dado_solve_all_plan plan = plan_of("colours = 4\ndiscs = 2\nloose = yes", DADO_BY_OUTCOME);
    dado_solve_all whole = run(plan, 2, NULL), part;
    char *expected = said(&whole);
    dado_experiment_settings how = {
        .threads = 1, .store = store, .stop = &enough, .progress = stop_soon
    };
    assert_true(dado_solve_all_run(&plan, &how, &part, &err));
    assert_true(part.interrupted && part.solved > 0 && part.solved < whole.solved);
    dado_solve_all again = run(plan, 2, store);
    assert_int_equal(again.found, part.solved);
    char *found = said(&again);
    assert_string_equal(found, expected);
    dado_solve_all third = run(plan, 2, store);
    assert_int_equal(third.found, whole.solved);
    // another order of choosing is another survey, in the same store
    plan.by = DADO_BY_MARGIN;
    plan.sample = 3;
    dado_solve_all other = run(plan, 1, store);
    assert_int_equal(other.found, 0);
    plan.sample = 5;  // a larger sample only adds boards
    dado_solve_all larger = run(plan, 1, store);
    assert_int_equal(larger.found, 3);
    dado_store_close(store);
    remove(path);
    free(expected);
    free(found);
    dado_solve_all_free(&whole);
    dado_solve_all_free(&part);
    dado_solve_all_free(&again);
    dado_solve_all_free(&third);
    dado_solve_all_free(&other);
    dado_solve_all_free(&larger);
}

// Solves one of two parts into a file; stopped before it has anything if `stopped`.
static void solve_part(dado_solve_all_plan plan, const char *path, int part, bool stopped)
{
    dado_error err = { 0 };
    dado_store *store;
    dado_solve_all survey;
    enough = stopped;
    dado_experiment_settings how = { .threads = 1, .part = part, .parts = 2, .stop = &enough };
    assert_true(dado_store_open(&store, path, DADO_STORE_WRITE, &err));
    how.store = store;
    if (!dado_solve_all_run(&plan, &how, &survey, &err)) fail_msg("%s", err.text);
    assert_true(survey.interrupted == stopped);
    enough = 0;
    dado_solve_all_free(&survey);
    dado_store_close(store);
}

static void parts_are_gone_on_with_and_put_together(void **state)
{
    (void)state;
    char paths[3][64];
    dado_error err = { 0 };
    dado_store *store;
    int64_t boards;
    for (int i = 0; i < 3; i++) {
        snprintf(paths[i], sizeof paths[i], "/tmp/dado-survey-%d-%d.db", (int)getpid(), i);
        remove(paths[i]);
    }
    const char *const files[] = { paths[2], paths[1] };  // in any order
    dado_solve_all_plan plan = plan_of("colours = 4\ndiscs = 2\nloose = yes", DADO_BY_OUTCOME);
    dado_solve_all whole = run(plan, 2, NULL);
    char *expected = said(&whole);
    solve_part(plan, paths[1], 1, true);
    solve_part(plan, paths[2], 2, false);
    assert_true(dado_merge_is_boards(paths[1]) && dado_merge_is_boards(paths[2]));
    assert_true(dado_store_open(&store, paths[0], DADO_STORE_WRITE, &err));
    assert_false(dado_merge_boards(store, files, 2, &boards, &err));
    assert_non_null(strstr(err.text, "part 1 in"));
    assert_non_null(strstr(err.text, "is not finished"));
    solve_part(plan, paths[1], 1, false);
    if (!dado_merge_boards(store, files, 2, &boards, &err)) fail_msg("%s", err.text);
    assert_int_equal(boards, whole.solved);
    dado_solve_all merged = run(plan, 1, store);
    assert_int_equal(merged.found, whole.solved);
    char *found = said(&merged);
    assert_string_equal(found, expected);
    dado_store_close(store);
    free(expected);
    free(found);
    dado_solve_all_free(&whole);
    dado_solve_all_free(&merged);
    for (int i = 0; i < 3; i++) remove(paths[i]);
}

static void a_survey_too_large_says_so(void **state)
{
    (void)state;
    dado_error err = { 0 };
    dado_solve_all survey;
    dado_experiment_settings how = { .threads = 2 };
    dado_solve_all_plan plan =
        plan_of("colours = 5\ndiscs = 9\nwhite = 5\nblack = 5", DADO_BY_MARGIN);
    assert_false(dado_solve_all_run(&plan, &how, &survey, &err));
    assert_non_null(strstr(err.text, "too many boards"));
    assert_non_null(strstr(err.text, "about 1.4e+41"));  // 55! / (9!^5 5! 5!)
    dado_solve_all_free(&survey);
    plan = plan_of("colours = 4\ndiscs = 3", DADO_BY_MARGIN);
    plan.memory = 1 << 18;
    assert_false(dado_solve_all_run(&plan, &how, &survey, &err));
    assert_non_null(strstr(err.text, "too large for 0 MiB"));
    dado_solve_all_free(&survey);
    plan = plan_of("colours = 2\ndiscs = 2\nplayers = 3", DADO_BY_OUTCOME);
    assert_false(dado_solve_all_run(&plan, &how, &survey, &err));
    assert_non_null(strstr(err.text, "for two players"));
    dado_solve_all_free(&survey);
}

static void a_board_alone_is_the_same_for_any_number_of_threads(void **state)
{
    (void)state;
    dado_error err = { 0 };
    dado_board_solver_config plan = { .rules = dado_rules_named("bigpoints"),
                                      .by = DADO_BY_MARGIN };
    dado_board_solution one, some;
    assert_true(dado_board_is_large(plan.rules, &plan.options, "1425352431"));
    assert_true(
        dado_solve_all_one_board(&plan, "1425352431", 1, (dado_work_control){ 0 }, &one, &err));
    for (int threads = 2; threads <= 5; threads += 3) {
        assert_true(dado_solve_all_one_board(&plan, "1425352431", threads, (dado_work_control){ 0 },
                                             &some, &err));
        assert_memory_equal(&one, &some, sizeof one);
    }
}

static void a_sample_is_the_beginning_of_a_larger_one(void **state)
{
    (void)state;
    dado_solve_all_plan plan = plan_of("colours = 3\ndiscs = 2", DADO_BY_MARGIN);
    plan.sample = 60;
    plan.seed = 4;
    dado_solve_all some = run(plan, 1, NULL), again = run(plan, 3, NULL);
    plan.sample = 200;
    dado_solve_all more = run(plan, 2, NULL);
    char *a = said(&some), *b = said(&again);
    assert_string_equal(a, b);
    dado_text lines = { 0 }, longer = { 0 };
    assert_true(dado_solve_all_foreach(&some, add_line, &lines));
    assert_true(dado_solve_all_foreach(&more, add_line, &longer));
    assert_true(longer.length > lines.length);
    assert_memory_equal(lines.data, longer.data, lines.length);
    free(a);
    free(b);
    dado_text_free(&lines);
    dado_text_free(&longer);
    dado_solve_all_free(&some);
    dado_solve_all_free(&again);
    dado_solve_all_free(&more);
}

static int open_arena(void **state)
{
    (void)state;
    dado_region_init(&region, (size_t)16 << 20);
    return 0;
}

static int close_arena(void **state)
{
    (void)state;
    dado_region_free(&region);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(classes_stand_for_all_their_boards),
        cmocka_unit_test(the_sums_are_the_reference_figures),
        cmocka_unit_test(any_game_that_lists_boards_is_looked_at),
        cmocka_unit_test(what_was_kept_is_gone_on_with),
        cmocka_unit_test(parts_are_gone_on_with_and_put_together),
        cmocka_unit_test(a_survey_too_large_says_so),
        cmocka_unit_test(a_board_alone_is_the_same_for_any_number_of_threads),
        cmocka_unit_test(a_sample_is_the_beginning_of_a_larger_one),
    };
    return cmocka_run_group_tests(tests, open_arena, close_arena);
}
