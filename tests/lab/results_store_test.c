// results_store_test.c - a store that is damaged, foreign, shared or gone: told in words, never a
// crash.
#define _POSIX_C_SOURCE 200809L
#include "lab/results_store.h"

#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lab/experiment.h"
#include "support/test.h"

typedef struct box {
    dado_region region;
    dado_game_source source;
    dado_lineup lineup;
    dado_plan plan;
    char path[500];
} box;

static void forget(const char *path)
{
    char beside[600];
    unlink(path);
    snprintf(beside, sizeof beside, "%s-wal", path);
    unlink(beside);
    snprintf(beside, sizeof beside, "%s-shm", path);
    unlink(beside);
}

static void lay(box *b, const char *name)
{
    *b = (box){ 0 };
    dado_region_init(&b->region, (size_t)1 << 30);
    dado_error err = { 0 };
    if (!dado_game_source_find(&b->source, "kuhn", NULL, &b->region, &err))
        fail_msg("%s", err.text);
    b->lineup.name = "random";
    if (!dado_players_parse(&b->lineup.players, &b->lineup.count, "random", &b->region, &err)) {
        fail_msg("%s", err.text);
    }
    b->plan = (dado_plan){ .instances = &b->source,
                           .instance_count = 1,
                           .lineups = &b->lineup,
                           .lineup_count = 1,
                           .matches = 640,
                           .seed = 3,
                           .command = "dado sim kuhn" };
    const char *folder = getenv("TMPDIR");
    snprintf(b->path, sizeof b->path, "%s/dado-%ld-%s.db", folder ? folder : "/tmp", (long)getpid(),
             name);
    forget(b->path);
}

static void clear(box *b)
{
    forget(b->path);
    dado_region_free(&b->region);
}

static bool play(box *b, bool resume, int64_t *run, dado_error *err)
{
    dado_store *store;
    if (!dado_store_open(&store, b->path, DADO_STORE_WRITE, err)) return false;
    dado_results results;
    dado_experiment_settings how = { .threads = 1, .store = store, .resume = resume };
    bool fine = dado_experiment_run(&b->plan, &how, &results, err);
    if (run) *run = results.run;
    dado_results_free(&results);
    dado_store_close(store);
    return fine;
}

static void play_well(box *b, bool resume)
{
    dado_error err = { 0 };
    if (!play(b, resume, NULL, &err)) fail_msg("%s", err.text);
}

// Lists and reads everything; false and why, naming the file, if it cannot.
static bool read_all(box *b, dado_error *err)
{
    dado_store *store;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 28);
    bool fine = dado_store_open(&store, b->path, DADO_STORE_READ, err);
    const dado_run *runs;
    int count = 0;
    fine = fine && dado_store_runs(store, &runs, &count, &region, err);
    for (int i = 0; fine && i < count; i++) {
        uint64_t hash;
        dado_results results;
        fine = dado_store_fingerprint(store, runs[i].id, &hash, err);
        if (!fine) break;
        fine = dado_results_load(store, runs[i].id, NULL, &results, err);
        dado_results_free(&results);
    }
    dado_store_close(store);
    dado_region_free(&region);
    return fine;
}

static void execute(const char *path, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void a_run_is_kept_listed_found_and_deleted(void **state)
{
    (void)state;
    box b;
    lay(&b, "kept");
    play_well(&b, false);
    play_well(&b, true);   // finished: nothing to add
    play_well(&b, false);  // played again on purpose
    dado_store *store;
    dado_error err = { 0 };
    const dado_run *runs;
    int count;
    assert_true(dado_store_open(&store, b.path, DADO_STORE_READ, &err));
    assert_true(dado_store_runs(store, &runs, &count, &b.region, &err));
    assert_int_equal(count, 2);
    assert_true(runs[0].finished && runs[1].finished);
    assert_int_equal(runs[0].matches, 640);
    assert_int_equal(runs[0].all, 640);
    assert_string_equal(runs[0].game, "kuhn");
    assert_string_equal(runs[0].command, "dado sim kuhn");
    uint64_t first, second;
    assert_true(dado_store_fingerprint(store, 1, &first, &err));
    assert_true(dado_store_fingerprint(store, 2, &second, &err));
    assert_true(first == second);
    assert_true(dado_store_delete(store, 1, &err));
    assert_false(dado_store_delete(store, 1, &err));
    assert_non_null(strstr(err.text, "no run 1"));
    assert_true(dado_store_runs(store, &runs, &count, &b.region, &err));
    assert_int_equal(count, 1);
    dado_store_close(store);
    clear(&b);
}

static void a_byte_changed_anywhere_is_told_or_harmless(void **state)
{
    (void)state;
    box b;
    lay(&b, "damage");
    play_well(&b, false);
    FILE *file = fopen(b.path, "rb");
    assert_non_null(file);
    static unsigned char bytes[1 << 20];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(size > 8192);
    int told = 0;
    dado_fast_rng q = dado_fast_rng_seed(99);
    for (int i = 0; i < 150; i++) {
        size_t at = i < 40 ? (size_t)i * 2 : dado_fast_rng_below(&q, (uint32_t)size);
        unsigned char before = bytes[at];
        bytes[at] ^= (unsigned char)(1 + dado_fast_rng_below(&q, 255));
        forget(b.path);
        file = fopen(b.path, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(bytes, 1, size, file), size);
        fclose(file);
        dado_error err = { 0 };
        if (!read_all(&b, &err)) {
            assert_true(err.text[0] != '\0');
            told++;
        }
        bytes[at] = before;
    }
    print_message("  %d of 150 changes were told\n", told);
    assert_true(told > 20);
    // Cut short at any page it is told, or is an older state that reads well.
    enum { page = 8192 };
    for (size_t cut = 0; cut < size; cut += page / 4) {
        forget(b.path);
        file = fopen(b.path, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(bytes, 1, cut, file), cut);
        fclose(file);
        dado_error err = { 0 };
        if (cut < size - page) assert_false(read_all(&b, &err));
    }
    clear(&b);
}

static void files_that_are_no_stores_are_named_with_a_remedy(void **state)
{
    (void)state;
    box b;
    lay(&b, "foreign");
    dado_error err = { 0 };
    assert_false(read_all(&b, &err));
    assert_int_equal(err.status, DADO_MISSING);

    FILE *file = fopen(b.path, "wb");
    assert_non_null(file);
    for (int i = 0; i < 3000; i++) fputc("not a database "[i % 15], file);
    fclose(file);
    assert_false(play(&b, false, NULL, &err));
    assert_non_null(strstr(err.text, b.path));
    assert_non_null(strstr(err.text, "--store FILE"));

    forget(b.path);
    execute(b.path, "CREATE TABLE somebody_elses (x)");
    assert_false(play(&b, false, NULL, &err));
    assert_non_null(strstr(err.text, "some other program"));

    forget(b.path);
    play_well(&b, false);
    execute(b.path, "PRAGMA user_version = 99");
    assert_false(play(&b, false, NULL, &err));
    assert_non_null(strstr(err.text, "newer dado"));

    forget(b.path);
    play_well(&b, false);
    execute(b.path, "DROP TABLE block");
    assert_false(play(&b, false, NULL, &err));
    assert_non_null(strstr(err.text, "tables are missing"));
    clear(&b);
}

static void a_damaged_run_is_named_and_can_be_deleted(void **state)
{
    (void)state;
    box b;
    lay(&b, "run");
    play_well(&b, false);
    execute(b.path, "UPDATE block SET data = zeroblob(length(data)) WHERE slot = 7");
    dado_error err = { 0 };
    assert_false(play(&b, true, NULL, &err));
    assert_non_null(strstr(err.text, "dado runs delete 1"));
    dado_store *store;
    assert_true(dado_store_open(&store, b.path, DADO_STORE_READ, &err));
    assert_true(dado_store_delete(store, 1, &err));
    dado_store_close(store);
    play_well(&b, true);
    assert_true(read_all(&b, &err));
    clear(&b);
}

static void a_gap_is_played_again_and_nothing_is_doubled(void **state)
{
    (void)state;
    box b;
    lay(&b, "gap");
    play_well(&b, false);
    dado_store *store;
    dado_error err = { 0 };
    uint64_t whole, mended;
    assert_true(dado_store_open(&store, b.path, DADO_STORE_READ, &err));
    assert_true(dado_store_fingerprint(store, 1, &whole, &err));
    dado_store_close(store);
    execute(b.path, "DELETE FROM block WHERE slot = 20; UPDATE run SET finished = 0");
    play_well(&b, true);
    assert_true(dado_store_open(&store, b.path, DADO_STORE_READ, &err));
    assert_true(dado_store_fingerprint(store, 1, &mended, &err));
    dado_store_close(store);
    assert_true(whole == mended);
    clear(&b);
}

static void two_processes_write_to_one_store_at_once(void **state)
{
    (void)state;
    box b;
    lay(&b, "two");
    b.plan.matches = 20000;
    pid_t children[3];
    for (int i = 0; i < 3; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) {
            dado_error err = { 0 };
            b.plan.seed = (uint64_t)(i / 2);  // two of them the very same
            bool fine = play(&b, i == 1, NULL, &err);
            if (!fine) fprintf(stderr, "%s\n", err.text);
            _exit(fine ? 0 : 1);
        }
    }
    for (int i = 0; i < 3; i++) {
        int status;
        assert_true(waitpid(children[i], &status, 0) == children[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    dado_store *store;
    dado_error err = { 0 };
    const dado_run *runs;
    int count;
    assert_true(dado_store_open(&store, b.path, DADO_STORE_READ, &err));
    assert_true(dado_store_runs(store, &runs, &count, &b.region, &err));
    assert_in_range(count, 2, 3);
    uint64_t prints[3];
    for (int i = 0; i < count; i++) {
        assert_true(runs[i].finished);
        assert_int_equal(runs[i].matches, 20000);
        assert_true(dado_store_fingerprint(store, runs[i].id, &prints[i], &err));
        for (int j = 0; j < i; j++)
            assert_true((prints[i] == prints[j]) == (runs[i].seed == runs[j].seed));
    }
    dado_store_close(store);
    clear(&b);
}

static void a_run_deleted_while_it_is_played_does_not_come_to_life_again(void **state)
{
    (void)state;
    box b;
    lay(&b, "deleted");
    dado_store *store, *other;
    dado_error err = { 0 };
    int64_t run;
    assert_true(dado_store_open(&store, b.path, DADO_STORE_WRITE, &err));
    assert_true(dado_store_begin(store, &b.plan, "win", &run, &err));
    assert_true(dado_store_open(&other, b.path, DADO_STORE_WRITE, &err));
    assert_true(dado_store_delete(other, run, &err));
    dado_store_close(other);
    assert_true(dado_store_put(store, 0, 10, (const unsigned char *)"x", 1, "", &err));
    assert_false(dado_store_commit(store, run, 0.0, false, &err));
    assert_non_null(strstr(err.text, "was deleted"));
    dado_store_close(store);
    clear(&b);
}

static void notes_of_referees_are_kept_beside_the_blocks_and_are_no_result(void **state)
{
    (void)state;
    box b;
    lay(&b, "notes");
    play_well(&b, false);
    dado_store *store;
    dado_error err = { 0 };
    uint64_t before, after;
    const char *notes;
    assert_true(dado_store_open(&store, b.path, DADO_STORE_WRITE, &err));
    assert_true(dado_store_fingerprint(store, 1, &before, &err));
    assert_true(dado_store_notes(store, 1, 0, &notes, &b.region, &err));
    assert_string_equal(notes, "");

    static const char said[] = "0 1 4 strike time 1 30012 \n";
    int64_t run;
    assert_true(dado_store_begin(store, &b.plan, "win", &run, &err));
    assert_true(dado_store_put(store, 0, 10, (const unsigned char *)"x", 1, said, &err));
    assert_true(dado_store_put(store, 1, 10, (const unsigned char *)"y", 1, "", &err));
    assert_true(dado_store_commit(store, run, 0.0, false, &err));
    assert_true(dado_store_notes(store, run, 0, &notes, &b.region, &err));
    assert_string_equal(notes, said);
    assert_true(dado_store_notes(store, run, 1, &notes, &b.region, &err));
    assert_string_equal(notes, "");
    // The first run knows nothing of them.
    assert_true(dado_store_notes(store, 1, 0, &notes, &b.region, &err));
    assert_string_equal(notes, "");
    assert_true(dado_store_fingerprint(store, 1, &after, &err));
    assert_true(before == after);

    // A block that is played again has the notes of the last time.
    assert_true(dado_store_put(store, 0, 10, (const unsigned char *)"x", 1, "", &err));
    assert_true(dado_store_commit(store, run, 0.0, false, &err));
    assert_true(dado_store_notes(store, run, 0, &notes, &b.region, &err));
    assert_string_equal(notes, "");
    assert_true(dado_store_put(store, 0, 10, (const unsigned char *)"x", 1, said, &err));
    assert_true(dado_store_commit(store, run, 0.0, false, &err));

    // Damage in them is told, by whose run they are.
    execute(b.path, "INSERT INTO note (run, slot, data) VALUES (1, 0, x'28B52FFD00')");
    assert_false(dado_store_fingerprint(store, 1, &after, &err));
    assert_non_null(strstr(err.text, "run 1 in the store"));
    assert_true(dado_store_delete(store, run, &err));
    assert_true(dado_store_notes(store, run, 0, &notes, &b.region, &err));
    assert_string_equal(notes, "");
    dado_store_close(store);
    clear(&b);
}

static double mean_of(const dado_results *results, const char *name)
{
    int measure = dado_measures_find(&results->measures, name);
    assert_true(measure >= 0);
    return dado_cell_value(results, &results->cells[0], measure);
}

// Another dado measured one thing we do not and lacked one that we have: the rest is as it was.
static void measures_are_found_by_their_names(void **state)
{
    (void)state;
    box b;
    lay(&b, "names");
    play_well(&b, false);
    dado_store *store;
    dado_results before, after;
    dado_error err = { 0 };
    assert_true(dado_store_open(&store, b.path, DADO_STORE_READ, &err));
    assert_true(dado_results_load(store, 1, NULL, &before, &err));
    dado_store_close(store);
    execute(b.path, "UPDATE run SET measures = replace(' ' || measures || ' ', ' rounds ', "
                    "' bygone ')");
    execute(b.path, "UPDATE run SET measures = trim(measures)");
    assert_true(dado_store_open(&store, b.path, DADO_STORE_READ, &err));
    if (!dado_results_load(store, 1, NULL, &after, &err)) fail_msg("%s", err.text);
    dado_store_close(store);
    assert_int_equal(after.matches, before.matches);
    for (int m = 0; m < before.measures.count; m++) {
        const char *name = before.measures.items[m]->name;
        double was = mean_of(&before, name), is = mean_of(&after, name);
        if (strcmp(name, "rounds") == 0) assert_true(!dado_is_none(was) && dado_is_none(is));
        else assert_true(was == is || (dado_is_none(was) && dado_is_none(is)));
    }
    dado_results_free(&before);
    dado_results_free(&after);

    // Nothing is added to a run that has other columns: the plan is played anew beside it.
    int64_t run;
    assert_true(play(&b, true, &run, &err));
    assert_int_equal(run, 2);
    clear(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_is_kept_listed_found_and_deleted),
        cmocka_unit_test(a_byte_changed_anywhere_is_told_or_harmless),
        cmocka_unit_test(files_that_are_no_stores_are_named_with_a_remedy),
        cmocka_unit_test(a_damaged_run_is_named_and_can_be_deleted),
        cmocka_unit_test(a_gap_is_played_again_and_nothing_is_doubled),
        cmocka_unit_test(two_processes_write_to_one_store_at_once),
        cmocka_unit_test(notes_of_referees_are_kept_beside_the_blocks_and_are_no_result),
        cmocka_unit_test(measures_are_found_by_their_names),
        cmocka_unit_test(a_run_deleted_while_it_is_played_does_not_come_to_life_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
