// survey_test.c - all boards of a size: the same for any number of threads, and after a kill.
#define _POSIX_C_SOURCE 200809L
#include "lab/survey.h"

#include "report/solution.h"
#include "support/test.h"

static dado_survey run(dado_survey_plan plan, int threads, const char *journal)
{
    dado_survey survey;
    dado_error err = { 0 };
    dado_survey_how how = { .threads = threads, .journal = journal };
    if (!dado_survey_run(&plan, &how, &survey, &err)) fail_msg("%s", err.text);
    return survey;
}

static bool add_piece(void *to, const dado_text *piece)
{
    dado_text_add_bytes(to, piece->data, piece->length);
    return true;
}

// Everything a survey says: a line a board, and the summary.
static char *said(const dado_survey *survey)
{
    dado_text out = { 0 };
    assert_true(dado_survey_csv(survey, add_piece, &out));
    dado_solution solution = dado_solution_of(survey);
    dado_solution_json(&solution, &out);
    char *text = malloc(out.length + 1);
    assert_non_null(text);
    memcpy(text, dado_text_string(&out), out.length + 1);
    dado_text_free(&out);
    return text;
}

static void threads_change_nothing(void **state)
{
    (void)state;
    static const dado_survey_plan plans[] = {
        { .size = { 3, 3, 0, 0 }, .players = 2, .by = DADO_BY_MARGIN },
        { .size = { 2, 3, 1, 0 }, .players = 3, .by = DADO_BY_MARGIN },
        { .size = { 3, 2, 0, 0 }, .players = 2, .by = DADO_BY_DRAFT },
        { .size = { 2, 4, 0, 0 }, .players = 2, .loose = true, .by = DADO_BY_OUTCOME },
    };
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        dado_survey alone = run(plans[i], 1, NULL);
        char *expected = said(&alone);
        for (int threads = 2; threads <= 7; threads += 5) {
            dado_survey many = run(plans[i], threads, NULL);
            char *found = said(&many);
            assert_string_equal(found, expected);
            free(found);
            dado_survey_free(&many);
        }
        free(expected);
        dado_survey_free(&alone);
    }
}

// Boards solved as members of a class have the values they would have by themselves.
static void classes_stand_for_all_their_boards(void **state)
{
    (void)state;
    dado_survey_plan plan = { .size = { 3, 2, 0, 0 }, .players = 2, .by = DADO_BY_MARGIN };
    dado_survey survey = run(plan, 2, NULL);
    assert_int_equal(survey.count, 15);
    dado_text csv = { 0 };
    assert_true(dado_survey_csv(&survey, add_piece, &csv));
    dado_error err = { 0 };
    dado_boards *boards = dado_boards_new(plan.size, DADO_BY_MARGIN, 0, NULL, &err);
    assert_non_null(boards);
    dado_row row = dado_row_first(plan.size);
    int rows = 0;
    do {
        char text[64], line[128];
        dado_board_value value;
        assert_true(dado_boards_solve(boards, &row, &value, &err));
        dado_row_write(&row, text);
        snprintf(line, sizeof line, "\n%s,%d,%d,%d\n", text, value.first, value.second,
                 (int)value.states);
        if (!strstr(dado_text_string(&csv), line)) fail_msg("not listed: %s", line + 1);
        rows++;
    } while (dado_row_next(&row));
    assert_int_equal(rows, 90);
    dado_boards_free(boards);
    dado_text_free(&csv);
    dado_survey_free(&survey);
}

static void the_summary_has_the_reference_figures(void **state)
{
    (void)state;
    dado_survey survey = run(
        (dado_survey_plan){ .size = { 2, 5, 0, 0 }, .players = 2, .by = DADO_BY_MARGIN }, 2, NULL);
    dado_survey_summary sum;
    dado_survey_sum(&survey, &sum);
    assert_true(sum.rows == 252 && sum.won[0] == 156 && sum.shared == 88 && sum.won[1] == 8);
    assert_true(sum.least == 692 && sum.most == 1860 && sum.total == 291136);
    assert_true(sum.margin > 0.63492 && sum.margin < 0.63493);
    dado_survey_free(&survey);
    survey = run((dado_survey_plan){ .size = { 2, 3, 0, 0 }, .players = 3 }, 2, NULL);
    dado_survey_sum(&survey, &sum);
    assert_true(sum.won[0] == 10 && sum.won[1] == 4 && sum.won[2] == 0 && sum.shared == 6);
    dado_survey_free(&survey);
}

static void write_file(const char *path, const char *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

// A kill may fall anywhere: the journal is cut at every length that could be left.
static void a_journal_cut_anywhere_is_gone_on_with(void **state)
{
    (void)state;
    char path[] = "/tmp/dado-survey-XXXXXX";
    int handle = mkstemp(path);
    assert_true(handle >= 0);
    fclose(fdopen(handle, "w"));
    remove(path);
    dado_survey_plan plan = { .size = { 3, 2, 0, 0 }, .players = 2, .by = DADO_BY_OUTCOME };
    dado_survey whole = run(plan, 2, path);
    char *expected = said(&whole), *journal = dado_test_read(path);
    assert_non_null(journal);
    size_t length = strlen(journal), head = strcspn(journal, "\n") + 1;
    for (size_t cut = head; cut <= length; cut += 7) {
        write_file(path, journal, cut);
        dado_survey again = run(plan, 2, path);
        size_t lines = 0;
        for (size_t i = head; i < cut; i++) lines += journal[i] == '\n';
        assert_int_equal(again.found, lines);
        char *found = said(&again), *now = dado_test_read(path);
        assert_string_equal(found, expected);
        assert_string_equal(now, journal);
        free(found);
        free(now);
        dado_survey_free(&again);
    }
    plan.by = DADO_BY_MARGIN;
    dado_error err = { 0 };
    dado_survey other;
    dado_survey_how how = { .threads = 1, .journal = path };
    assert_false(dado_survey_run(&plan, &how, &other, &err));
    assert_non_null(strstr(err.text, "something else"));
    dado_survey_free(&other);
    remove(path);
    free(journal);
    free(expected);
    dado_survey_free(&whole);
}

static void a_survey_too_large_says_so(void **state)
{
    (void)state;
    dado_error err = { 0 };
    dado_survey survey;
    dado_survey_how how = { .threads = 2 };
    dado_survey_plan plan = { .size = { 5, 9, 5, 5 }, .players = 2 };
    assert_false(dado_survey_run(&plan, &how, &survey, &err));
    assert_non_null(strstr(err.text, "too many boards"));
    dado_survey_free(&survey);
    plan = (dado_survey_plan){ .size = { 4, 3, 0, 0 }, .players = 2, .memory = 1 << 18 };
    assert_false(dado_survey_run(&plan, &how, &survey, &err));
    assert_non_null(strstr(err.text, "too large for 0 MiB"));
    dado_survey_free(&survey);
}

static void a_board_alone_is_the_same_for_any_number_of_threads(void **state)
{
    (void)state;
    dado_error err = { 0 };
    dado_row row;
    assert_true(dado_row_read(&row, "1425352431", &err));
    dado_board_value one, some;
    assert_true(dado_survey_board(&row, DADO_BY_MARGIN, 0, 1, &one, &err));
    for (int threads = 2; threads <= 5; threads += 3) {
        assert_true(dado_survey_board(&row, DADO_BY_MARGIN, 0, threads, &some, &err));
        assert_memory_equal(&one, &some, sizeof one);
    }
}

static void a_sample_is_the_beginning_of_a_larger_one(void **state)
{
    (void)state;
    dado_survey_plan plan = { .size = { 3, 2, 0, 0 }, .players = 2, .sample = 60, .seed = 4 };
    dado_survey some = run(plan, 1, NULL), again = run(plan, 3, NULL);
    plan.sample = 200;
    dado_survey more = run(plan, 2, NULL);
    char *a = said(&some), *b = said(&again);
    assert_string_equal(a, b);
    dado_text csv = { 0 }, longer = { 0 };
    assert_true(dado_survey_csv(&some, add_piece, &csv));
    assert_true(dado_survey_csv(&more, add_piece, &longer));
    assert_true(longer.length > csv.length);
    assert_memory_equal(csv.data, longer.data, csv.length);
    dado_solution solution = dado_solution_of(&more);
    double low, high;
    dado_solution_bounds(&solution, &low, &high);
    assert_true(solution.sum.rows == 200 && low < 0.7667 && high > 0.7666);  // all boards: 0.7667
    dado_verdict verdicts[DADO_VERDICTS];
    dado_solution_judge(&solution, verdicts);
    assert_non_null(strstr(verdicts[0].evidence, "estimated"));
    assert_null(strstr(verdicts[0].evidence, "not sampled"));
    free(a);
    free(b);
    dado_text_free(&csv);
    dado_text_free(&longer);
    dado_survey_free(&some);
    dado_survey_free(&again);
    dado_survey_free(&more);
}

static void verdicts_follow_the_figures(void **state)
{
    (void)state;
    dado_verdict verdicts[DADO_VERDICTS];
    dado_solution s = { .plan = { .size = { 2, 2, 0, 0 }, .players = 2 }, .boards = 3 };
    s.sum = (dado_survey_summary){ .rows = 10, .won = { 5, 5 }, .share = 0.5 };
    assert_int_equal(dado_solution_judge(&s, verdicts), 2);
    assert_int_equal(verdicts[0].tone, DADO_GOOD);
    assert_non_null(strstr(verdicts[0].claim, "exactly fair"));
    s.sum.share = 0.9;
    dado_solution_judge(&s, verdicts);
    assert_int_equal(verdicts[0].tone, DADO_BAD);
    assert_non_null(strstr(verdicts[0].claim, "moving first pays"));
    s.sum.share = 0.4;
    dado_solution_judge(&s, verdicts);
    assert_int_equal(verdicts[0].tone, DADO_WARN);
    assert_non_null(strstr(verdicts[0].claim, "moving first costs"));
    dado_solution two[2] = { s, s };
    two[1].plan.size.discs = 3;
    two[1].sum.share = 0.45;
    assert_int_equal(dado_solution_trend(two, 2, verdicts), 1);
    assert_non_null(strstr(verdicts[0].claim, "fairer"));
    dado_solution three[3] = { s, s, s };
    three[1].plan.size.colours = 3;
    three[1].sum.share = 0.7;
    three[2].plan.size.colours = 4;
    three[2].sum.share = 0.6;
    assert_int_equal(dado_solution_trend(three, 3, verdicts), 1);
    assert_non_null(strstr(verdicts[0].claim, "no one direction"));
    three[1].sum.share = 0.6;
    three[2].sum.share = 0.7;
    dado_solution_trend(three, 3, verdicts);
    assert_non_null(strstr(verdicts[0].claim, "more colours make it less fair"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(classes_stand_for_all_their_boards),
        cmocka_unit_test(the_summary_has_the_reference_figures),
        cmocka_unit_test(a_journal_cut_anywhere_is_gone_on_with),
        cmocka_unit_test(a_survey_too_large_says_so),
        cmocka_unit_test(a_board_alone_is_the_same_for_any_number_of_threads),
        cmocka_unit_test(a_sample_is_the_beginning_of_a_larger_one),
        cmocka_unit_test(verdicts_follow_the_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
