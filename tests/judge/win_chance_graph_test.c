// win_chance_graph_test.c - chances along single matches whose course is known.
#include "support/test.h"

#include <math.h>
#include <string.h>

#include "core/match_cursor.h"
#include "judge/rollouts.h"
#include "judge/win_chance_graph.h"
#include "support/match_fixture.h"

// Who wins is thrown before the third of four rounds; then both go on choosing.
static const char half_text[] =
    "(game (setup (create players 2))\n"
    "  (repeat 4 (block\n"
    "    ((== (game sto ROUND) 2) (inc (((random 1) player) sto SUM) 100))\n"
    "    (stage player (turns 2)\n"
    "      (choice ((label \"one\" (inc ((current player) sto SUM) 1))\n"
    "               (label \"two\" (inc ((current player) sto SUM) 2)))))\n"
    "    (inc (game sto ROUND) 1)\n"
    "    (saveturnstats SUM roundnumber ROUND)))\n"
    "  (scoring max ((current player) sto SUM)))\n";

// Nobody can win: both always have the same.
static const char tie_text[] =
    "(game (setup (create players 2))\n"
    "  (stage player (turns 4) (choice ((label \"wave\" (set (game sto IDLE) 1))\n"
    "                                   (label \"nod\" (set (game sto IDLE) 2)))))\n"
    "  (scoring max ((current player) sto SUM)))\n";

static void follow(const char *text, uint64_t seed, dado_region *region, dado_replay *replay,
                   dado_win_chances *chances)
{
    dado_error err = { 0 };
    dado_rollouts rollouts = { 0 };
    dado_region_init(region, (size_t)1 << 28);
    const dado_game_source *source = dado_test_game_text("game.rcy", text, region);
    dado_plan plan = dado_test_plan(source, dado_test_lineup("random", region), 4, seed);
    assert_true(dado_rollouts_open(&rollouts, &plan, &err));
    const dado_trace *trace = dado_rollouts_play_match(&rollouts, 1, &err);
    assert_non_null(trace);
    *replay = (dado_replay){ .source = *source, .seed = seed, .match = 1, .log = *trace };
    dado_step *path = dado_new(region, dado_step, trace->steps);
    int32_t *places = dado_new(region, int32_t, trace->players);
    memcpy(path, rollouts.path, sizeof *path * (size_t)trace->steps);
    memcpy(places, trace->places, sizeof *places * (size_t)trace->players);
    replay->log.path = path;
    replay->log.places = places;
    if (!dado_win_chances_follow(replay, region, chances, &err)) fail_msg("%s", err.text);
    dado_rollouts_close(&rollouts);
}

// Eight decisions and the end. Before the throw nobody is far ahead; after it all is settled.
static void a_match_is_decided_by_the_throw(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        dado_region region;
        dado_replay replay;
        dado_win_chances c;
        follow(half_text, seed, &region, &replay, &c);
        assert_int_equal(c.count, 9);
        assert_int_equal(c.step[8], replay.log.steps);
        for (int i = 0; i < 4; i++) {
            assert_true(fabs(c.chance[2 * i] - 0.5) < 0.25);
            assert_true(fabs(c.chance[2 * i] + c.chance[2 * i + 1] - 1) < 1e-9);
        }
        int winner = replay.log.places[0] == 0 ? 0 : 1;
        for (int i = 4; i < 9; i++) assert_true(c.chance[2 * i + winner] == 1);
        assert_int_equal(c.decided, 4);
        assert_int_equal(c.winner, winner);
        dado_region_free(&region);
    }
}

static void a_tie_is_never_decided(void **state)
{
    (void)state;
    dado_region region;
    dado_replay replay;
    dado_win_chances c;
    follow(tie_text, 1, &region, &replay, &c);
    assert_true(c.count > 1);
    assert_int_equal(c.decided, -1);
    for (int i = 0; i < 2 * c.count; i++) assert_true(c.chance[i] == 0.5);
    dado_region_free(&region);
}

static void the_same_match_has_the_same_graph(void **state)
{
    (void)state;
    dado_region regions[2];
    dado_replay replays[2];
    dado_win_chances c[2];
    for (int i = 0; i < 2; i++) follow(half_text, 7, &regions[i], &replays[i], &c[i]);
    assert_memory_equal(c[0].chance, c[1].chance, sizeof *c[0].chance * 2 * (size_t)c[0].count);
    for (int i = 0; i < 2; i++) dado_region_free(&regions[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_is_decided_by_the_throw),
        cmocka_unit_test(a_tie_is_never_decided),
        cmocka_unit_test(the_same_match_has_the_same_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
