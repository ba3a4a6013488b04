// lua_agent_test.c - scripts play inside, and none of them can do more than lose.
#include "support/test.h"

#include "lab/match.h"
#include "worlds/shelf.h"

typedef struct outcome {
    dado_match_end end;
    int32_t places[2];
    uint32_t checks;
    char notes[65536];
    dado_error refused;
} outcome;

static outcome play_at(const char *world, const char *script, uint64_t matches)
{
    static outcome seen;
    seen = (outcome){ 0 };
    dado_region region;
    dado_region_init(&region, (size_t)512 << 20);
    dado_game game;
    dado_error err = { 0 };
    assert_true(dado_game_open(&game, dado_world_named(world), NULL, &region, &err));
    dado_option given[] = {
        { .name = "file", .text = script, .place = { .source = "bot.lua" } },
        { .name = "steps", .text = "200000" },
        { .name = "memory_mb", .text = "8" },
        { .name = "strikes", .text = "2" },
        { .name = "refusals", .text = "3" },
    };
    dado_options options = { given, 5 };
    dado_agent agents[2];
    bool opened = dado_agent_open(&agents[0], dado_agent_named("lua"), &game, 0, &options, &region,
                                  &seen.refused);
    if (!opened) {
        dado_agent_close(&agents[0]);
        dado_region_free(&region);
        return seen;
    }
    assert_true(
        dado_agent_open(&agents[1], dado_agent_named("random"), &game, 1, NULL, &region, &err));
    dado_match_workspace table;
    dado_match_settings rules = { .move_limit = 2000, .checks = true };
    assert_true(dado_match_workspace_init(&table, &game, agents, rules, &region, &err));
    for (uint64_t match = 0; match < matches; match++) {
        const dado_trace *trace = dado_match_play(&table, 7, 7, match);
        seen.end = trace->end;
        memcpy(seen.places, trace->places, sizeof seen.places);
        seen.checks = seen.checks * 31 + trace->checks[trace->rounds];
    }
    dado_test_notes(agents[0].kind->notes(&agents[0]), seen.notes, sizeof seen.notes);
    dado_agent_close(&agents[0]);
    dado_region_free(&region);
    return seen;
}

static outcome play(const char *script)
{
    return play_at("kuhn", script, 4);
}

#define SAID(seen, words) \
    do { \
        if (!strstr((seen).notes, words)) fail_msg("not said: %s, but: %s", words, (seen).notes); \
    } while (0)

static void a_script_plays_any_game_and_its_matches_repeat(void **state)
{
    (void)state;
    static const char *const worlds[] = { "kuhn", "bigpoints", "noughts", "territorio" };
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        const char *script = "function choose(t) return t.rng:pick(t.moves) end";
        uint32_t first = play_at(worlds[i], script, 2).checks;
        outcome again = play_at(worlds[i], script, 2);
        assert_int_equal(first, again.checks);
        assert_true(again.end == DADO_FINISHED || again.end == DADO_STOPPED);
        assert_string_equal(again.notes, "");
    }
}

static void the_view_is_a_table_and_moves_are_words(void **state)
{
    (void)state;
    outcome seen = play_at("territorio",
                           "function choose(t)\n"
                           "  assert(t.game == 'territorio' and t.seat == 0 and t.players == 2)\n"
                           "  assert(#t.view.terrain == 12 and #t.view.terrain[1] == 12)\n"
                           "  for _, u in ipairs(t.view.units) do assert(u.health > 0) end\n"
                           "  assert(t.moves[#t.moves] == 'end')\n"
                           "  return t.moves[1]\n"
                           "end",
                           1);
    assert_string_equal(seen.notes, "");
}

static void an_answer_may_be_a_place_in_the_list(void **state)
{
    (void)state;
    assert_int_equal(play("function choose(t) return 1 end").end, DADO_FINISHED);
    SAID(play("function choose(t) return #t.moves + 1 end"), "refused: BAD_PLACE");
    SAID(play("function choose(t) return 1.5 end"), "refused: BAD_PLACE");
    SAID(play("function choose(t) return {} end"), "refused: BAD_MESSAGE");
}

static void a_refused_script_hears_why_and_may_try_again(void **state)
{
    (void)state;
    outcome seen = play("function choose(t)\n"
                        "  if not t.error then return 'take everything' end\n"
                        "  assert(t.error == 'ILLEGAL: take everything')\n"
                        "  return t.moves[1]\n"
                        "end");
    assert_int_equal(seen.end, DADO_FINISHED);
    assert_null(strstr(seen.notes, "strike"));
    SAID(seen, "refused: ILLEGAL: take everything");
    SAID(play("function choose(t) return 'nonsense' end"), "strike: no legal answer, 1 so far");
}

static void failing_looping_and_hoarding_scripts_are_struck_with_the_line(void **state)
{
    (void)state;
    SAID(play("function choose(t)\n  error('oh')\nend"), "bot.lua:2: L_RUNTIME: oh");
    SAID(play("function choose(t)\n\n  while true do end\nend"), "bot.lua:3: L_BUDGET");
    SAID(play("function choose(t)\n  local x = {}\n"
              "  while true do x[#x + 1] = ('x'):rep(100000) .. #x end\nend"),
         "strike: crashed");
    SAID(play("function choose(t)\n  pcall(function() while true do end end)\n  return 1\nend"),
         "L_BUDGET");
    SAID(play("function choose(t) return t.nothing.here end"), "bot.lua:1: L_RUNTIME");
}

static void out_of_strikes_the_seat_gives_up(void **state)
{
    (void)state;
    outcome seen = play_at("bigpoints", "function choose(t) error('always') end", 1);
    SAID(seen, "forfeit: out of strikes");
    assert_int_equal(seen.end, DADO_FORFEITED);
    assert_int_equal(seen.places[0], 1);
    SAID(play("function choose(t) return nil end"), "forfeit: resigned");
}

static void what_does_not_load_is_refused_at_once(void **state)
{
    (void)state;
    outcome seen = play("function choose(t)\n  return +\nend");
    assert_int_equal(seen.refused.place.line, 2);
    assert_string_equal(seen.refused.code, "L_SYNTAX");
    assert_non_null(strstr(play("x = 1").refused.text, "no function choose"));
    assert_non_null(strstr(play("while true do end").refused.code, "L_BUDGET"));
    assert_int_not_equal(play("io.open('/etc/passwd')").refused.status, DADO_OK);
    assert_int_not_equal(play("os.execute('true')").refused.status, DADO_OK);
    assert_int_not_equal(play("require 'socket'").refused.status, DADO_OK);
}

static void words_of_moves_are_split_for_scripts_that_have_no_patterns(void **state)
{
    (void)state;
    outcome seen = play("function choose(t)\n"
                        "  local w = split('move 4711 3,-4')\n"
                        "  assert(#w == 4 and w[1] == 'move' and w[2] == 4711 and w[4] == -4)\n"
                        "  assert(#split('') == 0 and split(' end ')[1] == 'end')\n"
                        "  return 1\n"
                        "end");
    assert_string_equal(seen.notes, "");
}

static void no_match_depends_on_the_one_before(void **state)
{
    (void)state;
    outcome seen = play("local asked = 0\n"
                        "function choose(t)\n"
                        "  asked = asked + 1\n"
                        "  assert(asked < 4, 'remembered another match')\n"
                        "  return 1\n"
                        "end");
    assert_string_equal(seen.notes, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_script_plays_any_game_and_its_matches_repeat),
        cmocka_unit_test(the_view_is_a_table_and_moves_are_words),
        cmocka_unit_test(an_answer_may_be_a_place_in_the_list),
        cmocka_unit_test(a_refused_script_hears_why_and_may_try_again),
        cmocka_unit_test(failing_looping_and_hoarding_scripts_are_struck_with_the_line),
        cmocka_unit_test(out_of_strikes_the_seat_gives_up),
        cmocka_unit_test(what_does_not_load_is_refused_at_once),
        cmocka_unit_test(words_of_moves_are_split_for_scripts_that_have_no_patterns),
        cmocka_unit_test(no_match_depends_on_the_one_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
