// experiment_test.c - plans and what becomes of them: grids, pairs, threads, stops and stores.
#define _POSIX_C_SOURCE 200809L
#include "lab/experiment.h"

#include <sqlite3.h>
#include <unistd.h>

#include "support/match_fixture.h"
#include "support/test.h"

typedef struct bench {
    dado_region region;
    dado_game_source instances[4];
    dado_lineup lineups[3];
    dado_plan plan;
} bench;

static dado_game_source source(bench *b, const char *name, const char *set)
{
    dado_game_source found;
    dado_error err = { 0 };
    dado_option *option = dado_new(&b->region, dado_option, 1);
    if (set && !dado_option_parse(option, set, &b->region, &err)) fail_msg("%s", err.text);
    dado_options options = { option, set ? 1 : 0 };
    if (!dado_game_source_find(&found, name, &options, &b->region, &err)) fail_msg("%s", err.text);
    return found;
}

static dado_lineup lineup(bench *b, const char *typed)
{
    dado_lineup made = { .name = typed };
    dado_error err = { 0 };
    if (!dado_players_parse(&made.players, &made.count, typed, &b->region, &err))
        fail_msg("%s", err.text);
    return made;
}

// Two games of walking by two line-ups, and room for more.
static void lay(bench *b)
{
    *b = (bench){ 0 };
    dado_region_init(&b->region, (size_t)1 << 30);
    b->instances[0] = source(b, "walk", NULL);
    b->instances[1] = source(b, "walk", "width=6");
    b->instances[2] = source(b, "walk", "height=7");
    b->lineups[0] = lineup(b, "random");
    b->lineups[1] = lineup(b, "greedy");
    b->lineups[2] = lineup(b, "pimc:playouts=2");
    b->plan = (dado_plan){ .instances = b->instances,
                           .instance_count = 2,
                           .lineups = b->lineups,
                           .lineup_count = 2,
                           .matches = 70,
                           .seed = 5 };
}

static void run(const dado_plan *plan, dado_experiment_settings how, dado_results *results)
{
    dado_error err = { 0 };
    if (how.threads == 0) how.threads = 2;
    if (!dado_experiment_run(plan, &how, results, &err)) fail_msg("%s", err.text);
}

// All values of all matches, in order.
typedef struct tape {
    double *values;
    size_t count, room;
    int instance, lineup;  // only of this cell; -1 is all
    volatile sig_atomic_t *stop;
    int blocks_left;
} tape;

static void record(void *context, const dado_block *block)
{
    tape *t = context;
    if (t->stop && --t->blocks_left <= 0) *t->stop = 1;
    if (t->instance >= 0 && (block->instance != t->instance || block->lineup != t->lineup)) return;
    size_t more = (size_t)(block->count * block->measures);
    if (t->count + more > t->room) {
        t->room = (t->count + more) * 2;
        t->values = realloc(t->values, t->room * sizeof *t->values);
        assert_non_null(t->values);
    }
    for (size_t i = 0; i < more; i++) {
        int match = (int)i / block->measures, measure = (int)i % block->measures;
        double value = dado_block_value(block, match, measure);
        t->values[t->count++] = dado_is_none(value) ? -12345.0 : value;
    }
}

static tape recorded(const dado_plan *plan, int instance, int at)
{
    tape t = { .instance = instance, .lineup = at };
    dado_results results;
    run(plan, (dado_experiment_settings){ .taker = &t, .block = record }, &results);
    dado_results_free(&results);
    return t;
}

static void assert_same_tape(const tape *a, const tape *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->values, b->values, a->count * sizeof *a->values);
}

// A seat with a clock is asked; one without is drawn for, by the game itself where it can.
static void random_players_who_are_asked_play_as_those_who_are_not(void **state)
{
    (void)state;
    static const char *const games[] = { "hearts",     "library/cards/kuhn.rcy",
                                         "dicepoints", "kuhn",
                                         "race",       "noughts" };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        dado_region region;
        dado_region_init(&region, (size_t)1 << 28);
        dado_plan plan = { .instances = dado_test_game(games[i], NULL, &region),
                           .instance_count = 1,
                           .lineups = dado_test_lineup("random", &region),
                           .lineup_count = 1,
                           .matches = 100,
                           .seed = 3 };
        tape drawn = recorded(&plan, 0, 0);
        plan.timed = true;
        tape asked = recorded(&plan, 0, 0);
        assert_true(drawn.count > 0);
        assert_same_tape(&drawn, &asked);
        free(drawn.values);
        free(asked.values);
        dado_region_free(&region);
    }
}

static void adding_to_a_plan_changes_nothing_that_was_there(void **state)
{
    (void)state;
    bench b;
    lay(&b);
    for (int i = 0; i < 2; i++) {
        for (int l = 0; l < 2; l++) {
            tape before = recorded(&b.plan, i, l);
            dado_plan more = b.plan;
            more.instance_count = 3;
            more.lineup_count = 3;
            tape after = recorded(&more, i, l);
            assert_same_tape(&before, &after);
            more.matches = 200;
            tape longer = recorded(&more, i, l);
            assert_true(longer.count > before.count);
            assert_memory_equal(before.values, longer.values, before.count * sizeof *before.values);
            free(before.values);
            free(after.values);
            free(longer.values);
        }
    }
    dado_region_free(&b.region);
}

static void an_instance_that_does_not_open_is_a_cell_with_an_error(void **state)
{
    (void)state;
    bench b;
    lay(&b);
    b.instances[1] = source(&b, "walk", "width=99");
    dado_results results;
    run(&b.plan, (dado_experiment_settings){ 0 }, &results);
    assert_false(results.interrupted);
    for (int l = 0; l < 2; l++) {
        const dado_cell *cell = dado_results_cell(&results, 1, l);
        assert_non_null(strstr(cell->error.text, "width"));
        assert_null(cell->sums.totals);
        assert_int_equal(dado_results_cell(&results, 0, l)->sums.matches, 70);
    }
    dado_results_free(&results);
    b.instances[0] = b.instances[1];
    dado_error err = { 0 };
    assert_false(
        dado_experiment_run(&b.plan, &(dado_experiment_settings){ .threads = 1 }, &results, &err));
    assert_non_null(strstr(err.text, "width"));
    dado_results_free(&results);
    dado_region_free(&b.region);
}

static void paired_cells_share_the_luck_of_the_table(void **state)
{
    (void)state;
    bench b;
    lay(&b);
    b.instances[0] = source(&b, "kuhn", NULL);
    b.plan.instance_count = 1;
    for (int paired = 0; paired < 2; paired++) {
        b.plan.paired = paired;
        int alike = 0;
        for (int64_t match = 0; match < 40; match++) {
            dado_engine first, second;
            assert_true(dado_experiment_replay(&b.plan, 0, 0, match, NULL, &first, NULL));
            assert_true(dado_experiment_replay(&b.plan, 0, 1, match, NULL, &second, NULL));
            alike += first.table.on.path[0].move == second.table.on.path[0].move &&
                     first.table.on.path[1].move == second.table.on.path[1].move;
            dado_engine_free(&first);
            dado_engine_free(&second);
        }
        if (paired) assert_int_equal(alike, 40);
        else assert_in_range(alike, 1, 20);  // of six deals
    }
    dado_region_free(&b.region);
}

static void line_ups_of_the_wrong_size_are_refused(void **state)
{
    (void)state;
    bench b;
    lay(&b);
    b.instances[0] = source(&b, "kuhn", NULL);
    b.lineups[0] = lineup(&b, "random,random,random");
    dado_results results;
    dado_error err = { 0 };
    b.plan.instance_count = b.plan.lineup_count = 1;
    assert_false(
        dado_experiment_run(&b.plan, &(dado_experiment_settings){ .threads = 1 }, &results, &err));
    assert_non_null(strstr(err.text, "2 seats"));
    dado_results_free(&results);
    dado_region_free(&b.region);
}

// --- stores ---

static void path_for(char *path, size_t size, const char *name)
{
    const char *folder = getenv("TMPDIR");
    snprintf(path, size, "%s/dado-%ld-%s.db", folder ? folder : "/tmp", (long)getpid(), name);
}

static void forget(const char *path)
{
    char beside[600];
    unlink(path);
    snprintf(beside, sizeof beside, "%s-wal", path);
    unlink(beside);
    snprintf(beside, sizeof beside, "%s-shm", path);
    unlink(beside);
}

// Every column of every row of a table, as one text.
static void dump(const char *path, const char *table, dado_text *out)
{
    sqlite3 *db;
    sqlite3_stmt *s;
    char sql[100];
    snprintf(sql, sizeof sql, "SELECT * FROM %s ORDER BY rowid", table);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK);
    while (sqlite3_step(s) == SQLITE_ROW) {
        for (int c = 0; c < sqlite3_column_count(s); c++) {
            const char *bytes = sqlite3_column_blob(s, c);
            int size = sqlite3_column_bytes(s, c);
            dado_text_addf(out, "%d:", size);
            dado_text_add_bytes(out, size ? bytes : "", (size_t)size);
        }
    }
    sqlite3_finalize(s);
    sqlite3_close(db);
}

static void keep(const dado_plan *plan, const char *path, dado_experiment_settings how, tape *t)
{
    dado_error err = { 0 };
    dado_store *store;
    if (!dado_store_open(&store, path, DADO_STORE_WRITE, &err)) fail_msg("%s", err.text);
    dado_results results;
    how.store = store;
    how.taker = t;
    how.block = t ? record : NULL;
    run(plan, how, &results);
    dado_results_free(&results);
    dado_store_close(store);
}

static void rows_of_the_store_do_not_tell_how_many_threads_there_were(void **state)
{
    (void)state;
    static const int threads[] = { 1, 2, 7, 16, -1 };
    bench b;
    lay(&b);
    b.plan.keep_moves = true;
    dado_text first = { 0 };
    for (int i = 0; i < 5; i++) {
        char path[500];
        path_for(path, sizeof path, "threads");
        forget(path);
        keep(&b.plan, path, (dado_experiment_settings){ .threads = threads[i] }, NULL);
        dado_text all = { 0 };
        dump(path, "run", &all);
        dump(path, "block", &all);
        assert_true(all.length > 10000);
        if (i == 0) {
            first = all;
        } else {
            assert_int_equal(all.length, first.length);
            assert_memory_equal(all.data, first.data, first.length);
            dado_text_free(&all);
        }
        forget(path);
    }
    dado_text_free(&first);
    dado_region_free(&b.region);
}

static void stopped_after_any_block_it_goes_on_to_the_same_end(void **state)
{
    (void)state;
    bench b;
    lay(&b);
    char path[500];
    path_for(path, sizeof path, "stops");
    tape whole = { .instance = -1 };
    forget(path);
    keep(&b.plan, path, (dado_experiment_settings){ 0 }, &whole);
    dado_text rows = { 0 };
    dump(path, "block", &rows);
    for (int stop_after = 1; stop_after < 280; stop_after += 31) {
        forget(path);
        volatile sig_atomic_t stop = 0;
        tape part = { .instance = -1, .stop = &stop, .blocks_left = stop_after };
        keep(&b.plan, path, (dado_experiment_settings){ .stop = &stop }, &part);
        assert_true(part.count <= whole.count);
        assert_memory_equal(part.values, whole.values, part.count * sizeof *part.values);
        tape rest = { .instance = -1 };
        keep(&b.plan, path, (dado_experiment_settings){ .resume = true }, &rest);
        assert_same_tape(&whole, &rest);
        dado_text again = { 0 };
        dump(path, "block", &again);
        assert_int_equal(again.length, rows.length);
        assert_memory_equal(again.data, rows.data, rows.length);
        dado_text_free(&again);
        free(part.values);
        free(rest.values);
    }
    forget(path);
    dado_text_free(&rows);
    free(whole.values);
    dado_region_free(&b.region);
}

static void only_the_same_plan_is_resumed(void **state)
{
    (void)state;
    bench b;
    lay(&b);
    uint64_t hash = dado_plan_hash(&b.plan);
    dado_plan other = b.plan;
    other.command = "dado something";
    assert_true(dado_plan_hash(&other) == hash);
    other.seed++;
    assert_false(dado_plan_hash(&other) == hash);
    other = b.plan;
    other.matches++;
    assert_false(dado_plan_hash(&other) == hash);
    other = b.plan;
    other.lineup_count--;
    assert_false(dado_plan_hash(&other) == hash);
    other = b.plan;
    other.move_limit = 10;
    assert_false(dado_plan_hash(&other) == hash);
    other = b.plan;
    other.reading.preset = DADO_PRESET_REFERENCE;
    assert_false(dado_plan_hash(&other) == hash);
    dado_option swapped[] = { { "height", "3", { 0 } }, { "width", "4", { 0 } } };
    dado_option straight[] = { { "width", "4", { 0 } }, { "height", "3", { 0 } } };
    b.instances[0].options = (dado_options){ swapped, 2 };
    hash = dado_plan_hash(&b.plan);
    b.instances[0].options = (dado_options){ straight, 2 };
    assert_true(dado_plan_hash(&b.plan) == hash);
    dado_region_free(&b.region);
}

static void ask_to_stop(void *context, const dado_progress *progress)
{
    (void)progress;
    *(volatile sig_atomic_t *)context = 1;
}

// It would think for hours, and the test would be ended for taking too long.
static void a_player_deep_in_thought_is_not_waited_for(void **state)
{
    (void)state;
    bench b;
    lay(&b);
    dado_error err = { 0 };
    dado_player thinker;
    assert_true(dado_player_parse(&thinker, "ismcts:iterations=100000000", &b.region, &err));
    dado_lineup lineup = { .name = "thinker", .players = &thinker, .count = 1 };
    dado_plan plan = b.plan;
    plan.lineups = &lineup;
    plan.lineup_count = 1;
    volatile sig_atomic_t stop = 0;
    dado_results results;
    run(&plan,
        (dado_experiment_settings){
            .stop = &stop, .context = (void *)&stop, .progress = ask_to_stop },
        &results);
    assert_true(results.interrupted);
    dado_results_free(&results);
    dado_region_free(&b.region);
}

static atomic_int times_opened, times_closed;

static bool open_counted(dado_agent *agent, const dado_options *options, dado_region *region,
                         dado_error *err)
{
    atomic_fetch_add(&times_opened, 1);
    return dado_agent_random.open(agent, options, region, err);
}

static void close_counted(dado_agent *agent)
{
    (void)agent;
    atomic_fetch_add(&times_closed, 1);
}

// Some players work for minutes while they are opened.
static void every_worker_opens_its_players_once_and_nobody_else_does(void **state)
{
    (void)state;
    dado_agent_kind counted = dado_agent_random;
    counted.name = "counted";
    counted.open = open_counted;
    counted.close = close_counted;
    bench b;
    lay(&b);
    dado_player player = b.lineups[0].players[0];
    player.kind = &counted;
    dado_lineup counted_lineup = { .name = "counted", .players = &player, .count = 1 };
    dado_plan plan = b.plan;
    plan.instance_count = plan.lineup_count = 1;
    plan.lineups = &counted_lineup;
    plan.matches = 5000;
    for (int threads = -1; threads <= 3; threads++) {
        if (threads == 0) continue;
        int workers = threads < 0 ? 1 : threads;
        dado_results results;
        times_opened = times_closed = 0;
        run(&plan, (dado_experiment_settings){ .threads = threads }, &results);
        int players = results.game.players;
        assert_string_equal(results.agents[0], "counted");
        assert_int_equal(results.matches, 5000);
        dado_results_free(&results);
        // A worker for whom no block was left opened nobody.
        assert_in_range(times_opened, players, workers * players);
        assert_int_equal(times_closed, times_opened);
    }
    dado_region_free(&b.region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_players_who_are_asked_play_as_those_who_are_not),
        cmocka_unit_test(adding_to_a_plan_changes_nothing_that_was_there),
        cmocka_unit_test(an_instance_that_does_not_open_is_a_cell_with_an_error),
        cmocka_unit_test(paired_cells_share_the_luck_of_the_table),
        cmocka_unit_test(line_ups_of_the_wrong_size_are_refused),
        cmocka_unit_test(rows_of_the_store_do_not_tell_how_many_threads_there_were),
        cmocka_unit_test(stopped_after_any_block_it_goes_on_to_the_same_end),
        cmocka_unit_test(a_player_deep_in_thought_is_not_waited_for),
        cmocka_unit_test(only_the_same_plan_is_resumed),
        cmocka_unit_test(every_worker_opens_its_players_once_and_nobody_else_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
