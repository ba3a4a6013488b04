// sampled_regret_test.c - equilibria by samples, and best replies by a walk, beside the
// tables of all information sets, which find both in another way.
//
// With DADO_LONG a poker of eight million information sets is solved by the tables, to 1 % of
// what a player can lose, within four gibibytes and 1,200 seconds of processor time.
#include "infosets_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "lab/thread_pool.h"
#include "river_poker.h"
#include "solve/response_by_walk.h"
#include "solve/sampled_regret.h"

static void average(const void *with, int player, const dado_history_key *key, int count,
                    double *odds)
{
    (void)player;
    dado_sampled_odds(with, key, count, odds);
}

typedef struct proof {
    dado_walk_response by[2];
    double gap, stake;
} proof;

static proof prove(const dado_game *game, const dado_walk_config *config,
                   const dado_parallel *parallel)
{
    dado_error err = { 0 };
    proof p;
    for (int player = 0; player < 2; player++) {
        if (!dado_response_by_walk(game, player, config, parallel, &p.by[player], &err)) {
            fail_msg("%s", err.text);
        }
        assert_true(p.by[player].finished && p.by[player].constant);
    }
    p.gap = p.by[0].value + p.by[1].value - p.by[0].sum;
    p.stake = p.by[0].most - p.by[0].least;
    return p;
}

static dado_sampled *draw(const dado_game *game, uint64_t samples, uint64_t seed,
                          const dado_parallel *parallel)
{
    dado_error err = { 0 };
    dado_sampled_config config = { .payoff = DADO_PAY_POINTS, .seed = seed };
    dado_sampled *s = dado_sampled_new(game, &config, parallel, &err);
    assert_non_null(s);
    if (!dado_sampled_run(s, samples, &err)) fail_msg("%s", err.text);
    return s;
}

// ---- the walk beside the tables

// A strategy that is different in every set and known to both: odds that a hash of the key
// gives.
static void by_hash(const void *with, int player, const dado_history_key *key, int count,
                    double *odds)
{
    (void)with, (void)player;
    uint64_t h = key->low;
    double sum = 0;
    for (int m = 0; m < count; m++) {
        h = h * 6364136223846793005u + 1442695040888963407u;
        sum += odds[m] = (double)(h >> 60);
    }
    for (int m = 0; m < count; m++) odds[m] = sum > 0 ? odds[m] / sum : 1.0 / count;
}

enum { state_room = 4096, moves_room = 4096 };

typedef struct copier {
    const dado_infosets *sets;
    double *odds[2];
    uint32_t met;
} copier;

// The keys of both players at a position, by playing the match to it again.
typedef struct replayed {
    const dado_game *game;
    copier *to;
    unsigned char view[state_room];
} replayed;

static void walk_keys(replayed *r, const void *state, const dado_history_key *before,
                      dado_player_history *trails)
{
    const dado_game *game = r->game;
    const dado_infosets *sets = r->to->sets;
    unsigned char below[state_room];
    dado_move moves[moves_room];
    int actor = game->rules->actor(game, state);
    if (actor == DADO_NOBODY) return;
    int count = game->rules->legal(game, state, moves);
    dado_history_key keys[2] = { before[0], before[1] };
    dado_player_history at[2] = { trails[0], trails[1] };
    if (actor >= 0) {
        for (int p = 0; p < 2; p++) {
            memset(r->view, 0, sizeof r->view);
            dado_observe(game, state, p, r->view);
            dado_history_key_see(&keys[p], r->view, game->view_size);
            assert_true(dado_player_history_add_view(sets, &at[p], r->view));
        }
        if (count > 1) {
            int64_t set = dado_player_history_infoset(sets, &at[actor]);
            assert_true(set >= 0);
            by_hash(NULL, actor, &keys[actor], count,
                    r->to->odds[actor] + sets->sets[actor].first[set]);
            r->to->met++;
        }
    }
    for (int m = 0; m < count; m++) {
        dado_history_key after[2] = { keys[0], keys[1] };
        dado_player_history then[2] = { at[0], at[1] };
        if (actor >= 0 && count > 1) {
            dado_history_key_move(&after[actor], m);
            assert_true(dado_player_history_add_move(sets, &then[actor], m));
        }
        memcpy(below, state, game->state_size);
        game->rules->apply(game, below, moves[m]);
        walk_keys(r, below, after, then);
    }
}

static void walk_agrees(const dado_game *game)
{
    dado_error err = { 0 };
    dado_infosets sets;
    dado_infosets_config plan = { .payoff = DADO_PAY_POINTS, .watch = true };
    dado_strategy strategy;
    dado_equilibrium_gap gap;
    assert_true(game->state_size <= state_room && game->view_size + 8 <= state_room &&
                game->max_moves <= moves_room);
    assert_true(dado_infosets_make(&sets, game, &plan, &err));
    assert_true(dado_strategy_make(&strategy, &sets, &err));
    copier to = { .sets = &sets };
    for (int p = 0; p < 2; p++) to.odds[p] = calloc(sets.sets[p].sequences, sizeof(double));
    replayed r = { .game = game, .to = &to };
    unsigned char start[state_room];
    game->rules->start(game, start);
    dado_history_key keys[2] = { dado_history_key_begin(0), dado_history_key_begin(1) };
    dado_player_history trails[2] = { dado_player_history_begin(0), dado_player_history_begin(1) };
    walk_keys(&r, start, keys, trails);
    for (int p = 0; p < 2; p++) dado_strategy_set(&sets, &strategy, p, to.odds[p]);
    assert_true(dado_equilibrium_gap_find(&sets, &strategy, &gap, &err));
    dado_walk_config config = { .payoff = DADO_PAY_POINTS, .odds = by_hash };
    proof found = prove(game, &config, NULL);
    for (int p = 0; p < 2; p++) {
        assert_true(fabs(found.by[p].value - gap.value[p] - gap.gain[p]) < 1e-9);
        free(to.odds[p]);
    }
    dado_strategy_free(&strategy);
    dado_infosets_free(&sets);
}

static void a_walk_finds_the_best_reply_that_the_tables_find(void **state)
{
    (void)state;
    static const char *const games[] = { "kuhn", "library/cards/leduc.rcy",
                                         "tests/solve/games/kuhn_four.rcy" };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        table t = { 0 };
        open_game(&t, games[i], strcmp(games[i], "kuhn") == 0 ? "" : "luck=listed");
        walk_agrees(&t.game);
        dado_region_free(&t.region);
    }
    river_size size = { .ranks = 3, .suits = 2, .rounds = 3, .raises = 1, .sizes = 2 };
    dado_game river = river_poker(&size);
    walk_agrees(&river);
}

static void a_walk_that_would_take_too_long_is_given_up(void **state)
{
    (void)state;
    dado_error err = { 0 };
    river_size size = { .ranks = 3, .suits = 2, .rounds = 3, .raises = 1, .sizes = 2 };
    dado_game river = river_poker(&size);
    dado_walk_config config = { .payoff = DADO_PAY_POINTS, .odds = by_hash };
    dado_walk_response found;
    assert_true(dado_response_by_walk(&river, 0, &config, NULL, &found, &err));
    assert_true(found.finished);
    config.most = found.positions;
    assert_true(dado_response_by_walk(&river, 0, &config, NULL, &found, &err));
    assert_true(found.finished);
    config.most--;
    assert_true(dado_response_by_walk(&river, 0, &config, NULL, &found, &err));
    assert_false(found.finished);
    int halted = 1;
    config = (dado_walk_config){ .payoff = DADO_PAY_POINTS, .odds = by_hash, .halt = &halted };
    assert_true(dado_response_by_walk(&river, 0, &config, NULL, &found, &err));
    assert_false(found.finished);
}

// ---- samples

// Kuhn poker is worth -1/18 to the first. Leduc poker with equal suits has 288 sets, and is
// worth -0.0856.
static void samples_come_near_the_known_values(void **state)
{
    (void)state;
    table t = { 0 };
    open_game(&t, "kuhn", "");
    dado_sampled *s = draw(&t.game, 200000, 1, NULL);
    dado_walk_config config = { .payoff = DADO_PAY_POINTS, .odds = average, .with = s };
    proof found = prove(&t.game, &config, NULL);
    assert_int_equal(dado_sampled_stats_of(s).sets, 12);
    assert_true(-found.by[1].value <= -1.0 / 18 && -1.0 / 18 <= found.by[0].value);
    assert_true(found.gap < 0.02);
    dado_sampled_free(s);
    dado_region_free(&t.region);

    river_size size = { .ranks = 3, .suits = 2, .rounds = 2, .raises = 2, .sizes = 1 };
    dado_game river = river_poker(&size);
    s = draw(&river, 400000, 1, NULL);
    config.with = s;
    found = prove(&river, &config, NULL);
    assert_int_equal(dado_sampled_stats_of(s).sets, 288);
    assert_true(found.gap < 0.01 * found.stake);
    dado_sampled_free(s);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    dado_error err = { 0 };
    river_size size = { .ranks = 4, .suits = 4, .rounds = 3, .raises = 2, .sizes = 1 };
    dado_game river = river_poker(&size);
    dado_thread_pool *pool = NULL;
    assert_true(dado_thread_pool_open(&pool, 3, &err));
    dado_parallel parallel = dado_thread_pool_parallel(pool);
    dado_sampled *alone = draw(&river, 20000, 5, NULL);
    dado_sampled *shared = draw(&river, 20000, 5, &parallel);
    dado_sampled *other = draw(&river, 20000, 6, NULL);
    dado_walk_config config = { .payoff = DADO_PAY_POINTS, .odds = average, .with = alone };
    proof one = prove(&river, &config, NULL);
    config.with = shared;
    proof two = prove(&river, &config, &parallel);
    config.with = other;
    proof three = prove(&river, &config, NULL);
    for (int p = 0; p < 2; p++) {
        assert_true(one.by[p].value == two.by[p].value);
        assert_int_equal(one.by[p].positions, two.by[p].positions);
        assert_true(one.by[p].value != three.by[p].value);
    }
    assert_int_equal(dado_sampled_stats_of(alone).sets, dado_sampled_stats_of(shared).sets);
    dado_sampled_free(alone);
    dado_sampled_free(shared);
    dado_sampled_free(other);
    dado_thread_pool_close(pool);
}

static void sets_beyond_the_memory_are_refused(void **state)
{
    (void)state;
    dado_error err = { 0 };
    river_size size = { .ranks = 4, .suits = 4, .rounds = 3, .raises = 2, .sizes = 2 };
    dado_game river = river_poker(&size);
    dado_sampled_config config = { .payoff = DADO_PAY_POINTS, .memory = (size_t)1 << 20 };
    dado_sampled *s = dado_sampled_new(&river, &config, NULL, &err);
    assert_non_null(s);
    assert_false(dado_sampled_run(s, 1000000, &err));
    assert_non_null(strstr(err.text, "too large for 1 MiB"));
    assert_true(dado_sampled_stats_of(s).bytes <= (size_t)1 << 20);
    dado_sampled_free(s);
}

// ---- a large poker by tables

static void a_poker_of_eight_million_sets_is_solved(void **state)
{
    (void)state;
    enum { most_chips = 61, most_iterations = 256 };  // a chip, and twice 2 of 1, 2, 4 and 8
    dado_error err = { 0 };
    bool whole = dado_test_repeats(0, 1) == 1;
    river_size size = { .ranks = 4, .suits = 4, .rounds = whole ? 4 : 3, .raises = 2, .sizes = 2 };
    dado_game river = river_poker(&size);
    dado_infosets sets;
    dado_infosets_config plan = { .payoff = DADO_PAY_POINTS,
                                  .watch = true,
                                  .memory = (size_t)4 << 30 };
    dado_thread_pool *pool = NULL;
    assert_true(dado_thread_pool_open(&pool, 2, &err));
    dado_parallel parallel = dado_thread_pool_parallel(pool);
    if (!dado_infosets_make(&sets, &river, &plan, &err)) fail_msg("%s", err.text);
    assert_int_equal(dado_infosets_count(&sets), whole ? 8028440 : 154392);
    dado_strategy strategy;
    dado_equilibrium_gap found;
    dado_regret *r = dado_regret_new(&sets, DADO_REGRET_DISCOUNTED, &parallel, &err);
    assert_true(r && dado_strategy_make(&strategy, &sets, &err));
    double wanted = 0.01 * (whole ? most_chips : 29);
    assert_true(dado_regret_run(r, wanted, most_iterations, NULL, NULL, &strategy, &found, &err));
    assert_true(found.gap <= wanted);
    struct rusage used;
    assert_int_equal(getrusage(RUSAGE_SELF, &used), 0);
    long seconds = (long)(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
    print_message("gap %g after %d iterations, %ld s of processor time, %ld MiB\n", found.gap,
                  (int)dado_regret_iterations(r), seconds, used.ru_maxrss >> 10);
    assert_true(used.ru_maxrss <= 4L << 20);
    assert_true(seconds <= 1200);
    dado_regret_free(r);
    dado_strategy_free(&strategy);
    dado_infosets_free(&sets);
    dado_thread_pool_close(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walk_finds_the_best_reply_that_the_tables_find),
        cmocka_unit_test(a_walk_that_would_take_too_long_is_given_up),
        cmocka_unit_test(samples_come_near_the_known_values),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(sets_beyond_the_memory_are_refused),
        cmocka_unit_test(a_poker_of_eight_million_sets_is_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
