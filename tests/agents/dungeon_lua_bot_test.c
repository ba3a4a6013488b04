// dungeon_lua_bot_test.c - bots in Lua: the shipped one plays as the built-in, bad ones are
// stopped.
#include "agents/dungeon_bot.h"
#include "lab/match.h"
#include "support/dungeon_fixture.h"
#include "support/test.h"
#include "worlds/generator.h"

// Lets a script play one game; its notes go to `notes`. Answers whether it gave up.
static bool played(dado_dungeon_fixture *t, const char *script, const char *profile,
                   const char *noise, dado_text *steps, char *notes, size_t room, uint64_t *plans)
{
    dado_option items[] = {
        { .name = "script", .text = script, .place = { .source = "bot.lua" } },
        { .name = "profile", .text = profile },
        { .name = "noise", .text = noise },
        { .name = "seed", .text = "12345" },
        { .name = "persist", .text = "no" },
        { .name = "risk_last", .text = "0" },
        { .name = "outward", .text = "0" },
    };
    dado_options options = { items, sizeof items / sizeof *items };
    dado_error err = { 0 };
    dado_agent agent;
    dado_match_workspace table;
    size_t mark = dado_region_mark(&t->region);
    if (!dado_agent_open(&agent, dado_agent_named("dungeon_lua"), &t->game, 0, &options, &t->region,
                         &err)) {
        if (notes) snprintf(notes, room, "%s:%d: %s", err.place.source, err.place.line, err.code);
        dado_region_rewind(&t->region, mark);
        return true;
    }
    dado_match_settings rules = { .path = true };
    assert_true(dado_match_workspace_init(&table, &t->game, &agent, rules, &t->region, &err));
    const dado_trace *trace = dado_match_play(&table, 1, 1, 0);
    for (int i = 0; steps && i < trace->steps; i++) {
        if (i) dado_text_char(steps, ' ');
        dado_text_add(steps, dado_dungeon_direction_names[trace->path[i].move]);
    }
    if (plans) *plans = trace->effort[0];
    bool gave_up = trace->end == DADO_FORFEITED;
    if (notes) snprintf(notes, room, "%s", agent.kind->notes(&agent));
    dado_agent_close(&agent);
    dado_region_rewind(&t->region, mark);
    return gave_up;
}

// With the shipped script and with the built-in bot, games are identical, action by action: all
// characters by the published rules, which is to play without `persist`.
static void same_games(const char *map, const char *rules, const char *noise)
{
    char *script = dado_test_read("library/scripts/playerExplorer.lua");
    assert_non_null(script);
    dado_dungeon_fixture t = dado_dungeon_fixture_open(map, rules);
    for (int i = 0; i < DADO_PROFILES; i++) {
        char options[160], notes[600] = "";
        dado_text native = { 0 }, lua = { 0 };
        uint64_t plans = 0;
        snprintf(options, sizeof options,
                 "profile = %s\nseed = 12345\nnoise = %s\npersist = no\nrisk_last = 0\noutward = 0",
                 dado_dungeon_profile_names[i], noise);
        uint64_t native_plans =
            dado_dungeon_fixture_match(&t, "profile", options, 1, 0, &native, NULL);
        played(&t, script, dado_dungeon_profile_names[i], noise, &lua, notes, sizeof notes, &plans);
        if (strcmp(dado_text_string(&native), dado_text_string(&lua)) != 0) {
            fail_msg("%s\n%s\n%s\n%s", dado_dungeon_profile_names[i], dado_text_string(&native),
                     dado_text_string(&lua), notes);
        }
        assert_true(native_plans == plans);
        dado_text_free(&native);
        dado_text_free(&lua);
    }
    dado_dungeon_fixture_close(&t);
    free(script);
}

static void the_shipped_script_plays_as_the_built_in_bot(void **state)
{
    (void)state;
    same_games(dado_dungeon_example, "", "0");
    same_games(dado_dungeon_example, "neighbourhood = 8\nfov_radius = 2", "0");
    same_games(dado_dungeon_example, "neighbourhood = 8\nfov_radius = 3", "0.2");
    same_games(dado_dungeon_example, "fog = no", "0.1");
    static const char *const names[] = { "rooms", "caves", "grammar" };
    for (int i = 0; i < 3; i++) {
        const dado_generator *g = dado_generator_named(names[i]);
        dado_parameter_values v;
        dado_generated made = { 0 };
        dado_error err = { 0 };
        dado_generator_defaults(g, &v);
        for (uint64_t seed = 1; seed <= 4; seed++) {
            assert_true(dado_generator_make(g, &v, seed, NULL, &made, &err));
            same_games(dado_text_string(&made.text), seed % 2 ? "" : "damage_floor = 0", "0");
        }
        dado_generated_free(&made);
    }
}

static void the_worked_game_is_played_by_the_script(void **state)
{
    (void)state;
    dado_text map = { 0 }, steps = { 0 };
    char *script = dado_test_read("library/scripts/playerExplorer.lua");
    dado_draw_map("@.......>", "Enemy:\n5,0,9,3,0,6,150,0,0\n", &map);
    dado_dungeon_fixture t = dado_dungeon_fixture_open(dado_text_string(&map), "");
    assert_false(played(&t, script, "brave", "0", &steps, NULL, 0, NULL));
    assert_string_equal(dado_text_string(&steps), "e e e e e e e e e e");
    dado_dungeon_fixture_close(&t);
    dado_text_free(&map);
    dado_text_free(&steps);
    free(script);
}

// The bot of the specification, word for word.
static void the_example_of_the_specification_runs(void **state)
{
    (void)state;
    static const char script[] =
        "function decide(bot, view, rng)\n"
        "  if not bot.route or bot.events.new_enemy or bot.events.hurt then\n"
        "    local f = bot:expand(bot.param.extra)\n"
        "    local t = f.items[1] or f.tiles[1] or f.exits[1]\n"
        "    if not t then return nil end\n"
        "    bot:go(t.x, t.y)\n"
        "  end\n"
        "  return bot:next()\n"
        "end\n";
    dado_dungeon_fixture t = dado_dungeon_fixture_open(dado_dungeon_example, "");
    char notes[600] = "";
    dado_text steps = { 0 };
    played(&t, script, "gambler", "0", &steps, notes, sizeof notes, NULL);
    assert_string_equal(notes, "");
    assert_true(steps.length > 40);
    dado_text_free(&steps);
    dado_dungeon_fixture_close(&t);
}

static void bad_bots_give_up_and_say_why(void **state)
{
    (void)state;
    static const struct {
        const char *script, *says;
    } bad[] = {
        { "function decide() return 'up' end", "bot.lua:1: L_RETURN" },
        { "function decide() return 7 end", "bot.lua:1: L_RETURN" },
        { "function decide() return 'n' end", "L_RETURN" },
        { "function decide()\nwhile true do end end", "bot.lua:2: L_BUDGET" },
        { "function decide()\nlocal t = {}\nfor i = 1, 1e9 do\nt[i] = {} end end", "bot.lua:" },
        { "function decide()\n\nreturn os.time() end", "bot.lua:3: L_RUNTIME" },
        { "function decide(bot)\nbot:go(99, 0) end", "bot.lua:2: L_OUTSIDE" },
        { "function decide(bot)\nreturn bot:risk({id = 0}) end", "bot.lua:2: L_RUNTIME" },
        { "x = 1", "no function decide" },
        { "function decide(", "bot.lua:1: L_SYNTAX" },
    };
    dado_dungeon_fixture t = dado_dungeon_fixture_open(dado_dungeon_example, "");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char notes[600] = "";
        assert_true(played(&t, bad[i].script, "explorer", "0", NULL, notes, sizeof notes, NULL));
        if (!strstr(notes, bad[i].says)) fail_msg("case %zu: %s", i, notes);
    }
    // Giving up is no fault.
    char notes[600] = "x";
    assert_true(played(&t, "function decide() return nil end", "explorer", "0", NULL, notes,
                       sizeof notes, NULL));
    assert_string_equal(notes, "");
    dado_dungeon_fixture_close(&t);
}

// A script that remembers in a global starts each match without that memory.
static void matches_do_not_know_of_each_other(void **state)
{
    (void)state;
    static const char script[] = "n = 0\n"
                                 "function decide(bot, view)\n"
                                 "  n = n + 1\n"
                                 "  if n > 3 then return nil end\n"
                                 "  return view:id(bot.x + 1, bot.y) == 1 and 'e' or 's'\n"
                                 "end\n";
    dado_dungeon_fixture t = dado_dungeon_fixture_open(dado_dungeon_example, "");
    dado_option items[] = { { .name = "script", .text = script } };
    dado_options options = { items, 1 };
    dado_error err = { 0 };
    dado_agent agent;
    dado_match_workspace table;
    dado_match_settings rules = { 0 };
    assert_true(dado_agent_open(&agent, dado_agent_named("dungeon_lua"), &t.game, 0, &options,
                                &t.region, &err));
    assert_true(dado_match_workspace_init(&table, &t.game, &agent, rules, &t.region, &err));
    for (uint64_t match = 0; match < 3; match++) {
        assert_int_equal(dado_match_play(&table, 1, 1, match)->decisions, 4);
    }
    dado_agent_close(&agent);
    dado_dungeon_fixture_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shipped_script_plays_as_the_built_in_bot),
        cmocka_unit_test(the_worked_game_is_played_by_the_script),
        cmocka_unit_test(the_example_of_the_specification_runs),
        cmocka_unit_test(bad_bots_give_up_and_say_why),
        cmocka_unit_test(matches_do_not_know_of_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
