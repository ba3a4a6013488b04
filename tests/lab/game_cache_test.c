// game_cache_test.c - the games of a plan: opened once however many play, and closed behind the
// last.
#define _POSIX_C_SOURCE 200809L
#include "lab/experiment_plan.h"

#include <pthread.h>
#include <stdatomic.h>

#include "lab/experiment.h"
#include "support/test.h"

static atomic_int opened;

static bool open(dado_game *game, const dado_options *options, dado_region *region, dado_error *err)
{
    atomic_fetch_add(&opened, 1);
    const dado_rules *real = dado_rules_named("race");
    return real->open(game, options, region, err);
}

static bool refuse(dado_game *game, const dado_options *options, dado_region *region,
                   dado_error *err)
{
    (void)game, (void)options, (void)region;
    atomic_fetch_add(&opened, 1);
    return dado_fail(err, DADO_INVALID, "it is not to be");
}

typedef struct setting {
    dado_rules rules;
    dado_game_source sources[3];
    dado_player player;
    dado_lineup lineup;
    dado_plan plan;
} setting;

static void lay(setting *s,
                bool (*how)(dado_game *, const dado_options *, dado_region *, dado_error *))
{
    *s = (setting){ .rules = *dado_rules_named("race") };
    s->rules.open = how;
    for (int i = 0; i < 3; i++)
        s->sources[i] = (dado_game_source){ .name = "race", .rules = &s->rules };
    s->player = (dado_player){ .typed = "random", .kind = dado_agent_named("random") };
    s->lineup = (dado_lineup){ .name = "random", .players = &s->player, .count = 1 };
    s->plan = (dado_plan){ .instances = s->sources,
                           .instance_count = 3,
                           .lineups = &s->lineup,
                           .lineup_count = 1,
                           .matches = 640,
                           .seed = 3 };
    atomic_store(&opened, 0);
}

static void an_experiment_opens_each_instance_once(void **state)
{
    (void)state;
    setting s;
    lay(&s, open);
    dado_results results;
    dado_error err = { 0 };
    dado_experiment_settings how = { .threads = 4 };
    if (!dado_experiment_run(&s.plan, &how, &results, &err)) fail_msg("%s", err.text);
    assert_int_equal(results.matches, 3 * 640);
    assert_int_equal(atomic_load(&opened), 3);
    dado_results_free(&results);
}

static void what_is_kept_open_is_opened_no_more(void **state)
{
    (void)state;
    setting s;
    lay(&s, open);
    s.plan.instance_count = 1;
    dado_region region;
    dado_region_init(&region, 1 << 20);
    dado_results results;
    dado_error err = { 0 };
    assert_true(dado_game_source_preopen(&s.sources[0], &region, &err));
    dado_game game;
    assert_true(dado_game_source_open(&s.sources[0], &game, &region, &err));
    assert_true(game.data == s.sources[0].opened->data);
    dado_experiment_settings how = { .threads = 2 };
    assert_true(dado_experiment_run(&s.plan, &how, &results, &err));
    assert_int_equal(atomic_load(&opened), 1);
    dado_results_free(&results);
    dado_region_free(&region);
}

static void who_comes_last_closes_and_the_next_opens_anew(void **state)
{
    (void)state;
    setting s;
    lay(&s, open);
    dado_game_cache *games;
    dado_error err = { 0 };
    assert_true(dado_game_cache_open(&games, &s.plan, &err));
    const dado_game *one = dado_game_cache_acquire(games, 0, &err),
                    *two = dado_game_cache_acquire(games, 0, &err);
    assert_true(one && one == two);
    dado_game_cache_release(games, 0);
    assert_ptr_equal(dado_game_cache_acquire(games, 0, &err), one);
    assert_int_equal(atomic_load(&opened), 1);
    dado_game_cache_release(games, 0);
    dado_game_cache_release(games, 0);
    assert_non_null(dado_game_cache_acquire(games, 0, &err));
    assert_int_equal(atomic_load(&opened), 2);
    dado_game_cache_release(games, 0);
    dado_game_cache_close(games);
}

static void *ask(void *context)
{
    dado_game_cache *games = context;
    dado_error err = { 0 };
    const dado_game *game = dado_game_cache_acquire(games, 1, &err);
    return game ? NULL : (void *)(err.status == DADO_INVALID ? "told why" : "silent");
}

// Refusing is asked for once too, and all who wait are told.
static void what_cannot_be_opened_says_so_to_everybody(void **state)
{
    (void)state;
    setting s;
    lay(&s, refuse);
    dado_game_cache *games;
    dado_error err = { 0 };
    assert_true(dado_game_cache_open(&games, &s.plan, &err));
    assert_null(dado_game_cache_acquire(games, 1, &err));
    enum { many = 8 };
    pthread_t threads[many];
    for (int i = 0; i < many; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, ask, games), 0);
    }
    for (int i = 0; i < many; i++) {
        void *said;
        pthread_join(threads[i], &said);
        assert_string_equal((const char *)said, "told why");
    }
    assert_int_equal(atomic_load(&opened), 1);
    for (int i = 0; i <= many; i++) dado_game_cache_release(games, 1);
    dado_game_cache_close(games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_experiment_opens_each_instance_once),
        cmocka_unit_test(what_is_kept_open_is_opened_no_more),
        cmocka_unit_test(who_comes_last_closes_and_the_next_opens_anew),
        cmocka_unit_test(what_cannot_be_opened_says_so_to_everybody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
