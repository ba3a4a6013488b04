// imported_score_table_test.c - a table of scores is a match like any other, and bad lines are
// named.
#include "support/test.h"

#include "core/game_extras.h"
#include "lab/match.h"
#include "measure/metric.h"
#include "worlds/shelf.h"

static bool opened(dado_game *game, const char *text, dado_region *region, dado_error *err)
{
    dado_option file = { .name = "file", .text = text, .place = { .source = "t.csv" } };
    dado_options options = { &file, 1 };
    return dado_game_open(game, dado_world_named("table"), &options, region, err);
}

static const dado_trace *played(dado_match_workspace *table, dado_game *game, dado_agent *agents,
                                dado_region *region)
{
    for (int p = 0; p < game->players; p++) {
        assert_true(
            dado_agent_open(&agents[p], dado_agent_named("random"), game, p, NULL, region, NULL));
    }
    assert_true(
        dado_match_workspace_init(table, game, agents, (dado_match_settings){ 0 }, region, NULL));
    return dado_match_play(table, 1, 1, 0);
}

static void rows_are_those_of_the_table_whatever_the_order_of_lines(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 256 << 20);
    dado_game game;
    dado_agent agents[2];
    dado_match_workspace table;
    assert_true(opened(&game, "round,player,score\n7,b,2.5\n3,a,1\n3,b,2\n9,a,4\n", &region, NULL));
    const dado_trace *trace = played(&table, &game, agents, &region);
    // The first name seen is b; who has no line keeps the last total; units are tenths.
    static const int32_t rows[] = { 0, 0, 20, 10, 25, 10, 25, 40 };
    assert_int_equal(trace->rounds, 3);
    assert_memory_equal(trace->scores, rows, sizeof rows);
    assert_int_equal(trace->places[1], 0);
    dado_region_free(&region);
}

// The worked example A of the metrics: its six values, by way of a file.
static void a_league_table_has_the_metrics_of_its_rows(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 256 << 20);
    dado_game game;
    dado_agent agents[4];
    dado_match_workspace table;
    assert_true(opened(&game,
                       "1;a;6\n1;b;5\n1;c;4\n1;d;1\n2;a;8\n2;b;9\n2;c;7\n2;d;3\n"
                       "3;a;12\n3;b;10\n3;c;11\n3;d;9\n4;a;13\n4;b;14\n4;c;12\n4;d;15\n",
                       &region, NULL));
    const dado_trace *trace = played(&table, &game, agents, &region);
    dado_meter meter;
    dado_metric_options how = { .preset = DADO_PRESET_REFERENCE };
    assert_true(dado_meter_open(&meter, &how, 4, 16, 16, &region, NULL));
    double values[DADO_PUBLISHED_METRICS];
    dado_meter_measure(&meter, trace, dado_metrics, DADO_PUBLISHED_METRICS, values);
    static const double expected[] = { 0.743123, 0.866025, 0.666667, 0.908248, 0.950375, 0.825664 };
    for (int i = 0; i < DADO_PUBLISHED_METRICS; i++)
        assert_true(fabs(values[i] - expected[i]) < 5e-7);
    dado_region_free(&region);
}

static void refused(const char *text, int line)
{
    dado_region region;
    dado_region_init(&region, 1 << 20);
    dado_game game;
    dado_error err = { 0 };
    assert_false(opened(&game, text, &region, &err));
    assert_int_equal(err.place.line, line);
    assert_string_equal(err.place.source, "t.csv");
    dado_region_free(&region);
}

static void malformed_lines_are_named(void **state)
{
    (void)state;
    refused("1;a;1\nnonsense\n", 2);
    refused("1;a;1\n2;a\n", 2);
    refused("1;a;1\n1.5;a;2\n", 2);
    refused("1;a;1\n2;;2\n", 2);
    refused("1;a;1\n2;a;2;3\n", 2);
    refused("1;a;1e300\n", 1);
    refused("", 0);
    // A first line that is wrong is no heading.
    refused("1;a;nan\n1;b;2\n", 1);
    refused("1;a;\n1;b;2\n", 1);
    refused("x;a;2\n1;b;2\n", 1);
    refused("round;player;goals\n1;b;2\n", 1);
    refused("round;round;score\n1;b;2\n", 1);
    refused("round;player;score\nround;player;score\n1;b;2\n", 2);
    // Nothing is rounded, nor said twice, nor lost behind a quote.
    refused("1;a;1.2345\n", 1);
    refused("1;a;1\n1;b;2\n2;a;1\n1;b;3\n", 4);
    refused("1;\"a;1\n", 1);
    refused("1;\"a\"b;1\n", 1);
    refused("1;a;0x10\n", 1);
    refused("1;a;1000000.001\n", 1);
}

static void headings_and_quotes_are_understood(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 256 << 20);
    dado_game game;
    dado_agent agents[2];
    dado_match_workspace table;
    assert_true(opened(&game,
                       "\xef\xbb\xbf\"Player\",Points,ROUND\r\n\"Lee, \"\"Bo\"\"\",1.50,1\r\n"
                       "  \r\nann , -2.25 ,1\r\n",
                       &region, NULL));
    const dado_trace *trace = played(&table, &game, agents, &region);
    static const int32_t rows[] = { 0, 0, 150, -225 };
    assert_int_equal(trace->rounds, 1);
    assert_memory_equal(trace->scores, rows, sizeof rows);
    dado_text words = { 0 };
    game.rules->print(&game, table.state, DADO_NOBODY, &words);
    assert_string_equal(dado_text_string(&words), "round 1 of 1\nLee, \"Bo\" 1.50\nann -2.25\n");
    dado_text_clear(&words);
    dado_game_extra(&game, remark)(&game, &words);
    assert_non_null(strstr(dado_text_string(&words), "hundredths"));
    dado_text_free(&words);
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_those_of_the_table_whatever_the_order_of_lines),
        cmocka_unit_test(a_league_table_has_the_metrics_of_its_rows),
        cmocka_unit_test(malformed_lines_are_named),
        cmocka_unit_test(headings_and_quotes_are_understood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
