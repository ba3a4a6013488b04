// dungeon_player_profiles_test.c - the bot of the dungeon: what it goes for, and when it thinks
// again.
#include "agents/dungeon_bot.h"
#include "lab/match.h"
#include "support/dungeon_fixture.h"
#include "support/test.h"

static dado_dungeon_fixture drawn(const char *rows, const char *rest, const char *rules)
{
    dado_text text = { 0 };
    dado_draw_map(rows, rest, &text);
    dado_dungeon_fixture t = dado_dungeon_fixture_open(dado_text_string(&text), rules);
    dado_text_free(&text);
    return t;
}

static void plays(dado_dungeon_fixture *t, const char *options, const char *expected)
{
    dado_text steps = { 0 };
    dado_dungeon_fixture_match(t, "profile", options, 1, 0, &steps, NULL);
    assert_string_equal(dado_text_string(&steps), expected);
    dado_text_free(&steps);
}

static void luck_is_that_of_the_specification(void **state)
{
    (void)state;
    static const int drawn_below[] = { 4, 7, 5, 0, 3, 6, 6, 8 };
    static const double units[] = { 0.133080, 0.204817, 0.119543 };
    dado_dungeon_rng luck = 12345;
    for (int i = 0; i < 8; i++) assert_int_equal(dado_dungeon_rng_below(&luck, 10), drawn_below[i]);
    luck = 12345;
    for (int i = 0; i < 3; i++) {
        double apart = dado_dungeon_rng_unit(&luck) - units[i];
        assert_true(apart < 5e-7 && apart > -5e-7);
    }
    uint64_t zero = 0;
    assert_true(dado_splitmix(&zero) == 0xE220A8397B1DCDAFu);
    assert_true(dado_splitmix(&zero) == 0x6E789E6AA1B965F4u);
    assert_true(dado_splitmix(&zero) == 0x06C45D188009454Fu);
}

static void the_worked_game_is_played_step_by_step(void **state)
{
    (void)state;
    dado_dungeon_fixture t = drawn("@.......>", "Enemy:\n5,0,9,3,0,6,150,0,0\n", "");
    plays(&t, "profile = brave-2018", "e e e e e e e e e e");
    assert_int_equal(dado_dungeon_fixture_state(&t)->end, DADO_DUNGEON_WIN);
    assert_int_equal(dado_dungeon_fixture_state(&t)->moves, 8);
    assert_int_equal(dado_dungeon_fixture_state(&t)->attacks, 2);
    assert_int_equal(dado_dungeon_fixture_state(&t)->hp, 28);
    dado_dungeon_fixture_close(&t);
}

// On a map with one way, every profile ends alike: what it meets, it must pass.
static void where_one_play_is_possible_all_profiles_make_it(void **state)
{
    (void)state;
    dado_dungeon_fixture t = drawn("@....>", "Gold:\n2,0,9\n", "");
    for (int i = 0; i < DADO_PROFILES; i++) {
        char options[64];
        snprintf(options, sizeof options, "profile = %s", dado_dungeon_profile_names[i]);
        plays(&t, options, "e e e e e");
        assert_int_equal(dado_dungeon_fixture_state(&t)->gold, 9);
    }
    dado_dungeon_fixture_close(&t);
    t = drawn("@....>", "Enemy:\n3,0,9,3,0,0,100,0,0\n", "");
    for (int i = 0; i < DADO_PROFILES; i++) {
        char options[64];
        snprintf(options, sizeof options, "profile = %s", dado_dungeon_profile_names[i]);
        plays(&t, options, "e e e e e e e");
        assert_int_equal(dado_dungeon_fixture_state(&t)->defeated, 1);
    }
    dado_dungeon_fixture_close(&t);
}

// Lets the bot choose among `count` targets on an open corridor; answers the kind it took.
static int chosen_of(const dado_bot_target *targets, int count, uint64_t seed, int *cell)
{
    dado_dungeon_fixture t = drawn("@........>", "", "");
    dado_bot_layout plan;
    assert_true(dado_bot_layout_make(&plan, t.dungeon, &t.region));
    void *self = dado_region_alloc(&t.region, 1, plan.self_size);
    void *scratch = dado_region_alloc(&t.region, 1, plan.scratch_size);
    dado_turn turn = { .game = &t.game, .view = t.state, .self = self, .scratch = scratch };
    dado_bot bot;
    dado_bot_begin(&bot, &plan, &dado_dungeon_profiles[DADO_PROFILES], &turn, &seed);
    dado_bot_find_targets(&bot, (dado_bot_search){ .extra = 20 });
    memcpy(bot.targets, targets, sizeof *targets * (size_t)count);
    for (int i = 0; i < count; i++) bot.targets[i].cell += bot.hero->cell;
    assert_true(dado_bot_choose_target(&bot, count));
    int kind = bot.memory->target_kind;
    if (cell) *cell = bot.memory->target - bot.hero->cell;
    dado_dungeon_fixture_close(&t);
    return kind;
}

// Singlet at 6, item at 5, enemy at 3, tile at 2; greeds 4, 2, 0, 0: the singlet is chosen.
static void greed_and_priority_choose_the_target(void **state)
{
    (void)state;
    dado_bot_target found[] = {
        { 2, 2, 0, DADO_BOT_TARGET_TILE, -1 },
        { 3, 3, 0, DADO_BOT_TARGET_ENEMY, 0 },
        { 5, 5, 2, DADO_BOT_TARGET_ITEM, -1 },
        { 6, 6, 4, DADO_BOT_TARGET_SINGLET, -1 },
    };
    assert_int_equal(chosen_of(found, 4, 1, NULL), DADO_BOT_TARGET_SINGLET);
    assert_int_equal(chosen_of(found, 3, 1, NULL), DADO_BOT_TARGET_TILE);
    found[0].dist = 3;  // now tile, enemy and item are level, and the item is first in rank
    assert_int_equal(chosen_of(found, 3, 1, NULL), DADO_BOT_TARGET_ITEM);
}

static void between_equals_the_lot_falls_in_found_order(void **state)
{
    (void)state;
    dado_bot_target found[] = {
        { 2, 2, 0, DADO_BOT_TARGET_TILE, -1 },
        { 3, 2, 0, DADO_BOT_TARGET_TILE, -1 },
        { 4, 2, 0, DADO_BOT_TARGET_TILE, -1 },
        { 5, 2, 0, DADO_BOT_TARGET_TILE, -1 },
    };
    for (uint64_t seed = 0; seed < 20; seed++) {
        dado_dungeon_rng luck = seed;
        int cell;
        chosen_of(found, 4, seed, &cell);
        assert_int_equal(cell, 2 + (int)dado_dungeon_rng_below(&luck, 4));
    }
}

static void the_greedy_goes_for_gold_and_the_runner_for_the_exit(void **state)
{
    (void)state;
    dado_dungeon_fixture t = drawn("....@>...", "Gold:\n0,0,9\n", "");
    plays(&t, "profile = greedy-2018", "w w w w e e e e e");
    assert_int_equal(dado_dungeon_fixture_state(&t)->gold, 9);
    plays(&t, "profile = runner-2018", "e");
    plays(&t, "profile = brave-2018", "e");
    dado_dungeon_fixture_close(&t);
}

static void the_exit_is_left_for_last_by_the_explorer(void **state)
{
    (void)state;
    // Beyond the exit lie cells out of sight: radius 2.
    dado_dungeon_fixture t = drawn("@>......./.........", "", "fov_radius = 2");
    dado_text steps = { 0 };
    dado_dungeon_fixture_match(&t, "profile", "profile = explorer-2018", 1, 0, &steps, NULL);
    assert_true(dado_dungeon_fixture_tally(&t, "explored") == 1);
    assert_int_equal(dado_dungeon_fixture_state(&t)->end, DADO_DUNGEON_WIN);
    dado_text_free(&steps);
    dado_dungeon_fixture_close(&t);
}

static void the_smart_goes_round_what_it_cannot_beat(void **state)
{
    (void)state;
    // A killer that never notices anyone stands on the short way; there is a long one.
    const char *rows = "@.....>/.#####./.#####./.......";
    dado_dungeon_fixture t = drawn(rows, "Enemy:\n3,0,99,30,3,0,100,0,0\n", "");
    dado_dungeon_fixture_match(&t, "profile", "profile = smart-2018", 1, 0, NULL, NULL);
    assert_int_equal(dado_dungeon_fixture_state(&t)->end, DADO_DUNGEON_WIN);
    assert_int_equal(dado_dungeon_fixture_state(&t)->attacks, 0);
    dado_dungeon_fixture_match(&t, "profile", "profile = runner-2018", 1, 0, NULL, NULL);
    assert_int_equal(dado_dungeon_fixture_state(&t)->end, DADO_DUNGEON_WIN);
    assert_int_equal(dado_dungeon_fixture_state(&t)->attacks, 0);
    dado_dungeon_fixture_match(&t, "profile", "profile = brave-2018", 1, 0, NULL, NULL);
    assert_true(dado_dungeon_fixture_state(&t)->attacks > 0);
    dado_dungeon_fixture_close(&t);
}

static void nothing_to_do_is_giving_up(void **state)
{
    (void)state;
    dado_dungeon_fixture t = drawn("@.#>", "", "");
    bool gave_up = false;
    dado_dungeon_fixture_match(&t, "profile", "", 1, 0, NULL, &gave_up);
    assert_true(gave_up);
    assert_int_equal(dado_dungeon_turns(dado_dungeon_fixture_state(&t)), 0);
    dado_dungeon_fixture_close(&t);
}

// The only way on is a lone unseen cell, in which the runner has no interest.
static void who_persists_goes_on_and_who_does_not_says_why(void **state)
{
    (void)state;
    static const struct {
        const char *rows, *options, *says;  // says: NULL where it arrives
    } cases[] = {
        { "@.#####/#.#..>#/#....##/#######", "profile = runner", NULL },
        { "@.#>", "profile = runner", "no exit in it" },
        { "@.#>", "profile = smart-2018", "no exit in it" },
        { "@..>",
          "profile = brave\npersist = no\ngreed_tile = never\nexit_mode = weighed\n"
          "greed_exit = never",
          "persist = yes" },
        { "@..>",
          "profile = brave\ngreed_tile = never\nexit_mode = weighed\n"
          "greed_exit = never",
          NULL },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dado_dungeon_fixture t = drawn(cases[i].rows, "", "fov_radius = 1");
        dado_options options;
        dado_error err = { 0 };
        dado_agent agent;
        dado_match_workspace table;
        if (!dado_options_read(&options, "p", cases[i].options, &t.region, &err) ||
            !dado_agent_open(&agent, dado_agent_named("profile"), &t.game, 0, &options, &t.region,
                             &err)) {
            fail_msg("%s", err.text);
        }
        assert_true(dado_match_workspace_init(&table, &t.game, &agent, (dado_match_settings){ 0 },
                                              &t.region, &err));
        const dado_trace *trace = dado_match_play(&table, 1, 1, 0);
        const char *notes = agent.kind->notes(&agent);
        if (!cases[i].says) {
            assert_int_equal(trace->end, DADO_FINISHED);
            assert_int_equal(trace->places[0], 0);
            assert_string_equal(notes, "");
        } else if (!strstr(notes, cases[i].says)) {
            fail_msg("case %zu: \"%s\"", i, notes);
        }
        dado_dungeon_fixture_close(&t);
    }
}

static void an_unknown_way_in_the_dark_is_found(void **state)
{
    (void)state;
    for (int i = 0; i < DADO_PROFILES; i++) {
        char options[64];
        snprintf(options, sizeof options, "profile = %s", dado_dungeon_profile_names[i]);
        for (int rules = 0; rules < 2; rules++) {
            dado_dungeon_fixture t = dado_dungeon_fixture_open(
                dado_dungeon_example, rules ? "neighbourhood = 8\nfov_radius = 2" : "");
            bool gave_up = true;
            dado_dungeon_fixture_match(&t, "profile", options, 7, (uint64_t)rules, NULL, &gave_up);
            assert_false(gave_up);
            assert_true(dado_dungeon_fixture_state(&t)->end == DADO_DUNGEON_WIN ||
                        dado_dungeon_fixture_state(&t)->end == DADO_DUNGEON_DEATH);
            dado_dungeon_fixture_close(&t);
        }
    }
}

static void the_same_seed_gives_the_same_game_and_another_may_not(void **state)
{
    (void)state;
    dado_dungeon_fixture t =
        drawn("......./.#.#.#./......./.#.@.#./......./.#.#.#./......>", "", "fov_radius = 2");
    dado_text first = { 0 }, again = { 0 }, other = { 0 };
    bool differs = false;
    dado_dungeon_fixture_match(&t, "profile", "seed = 99", 1, 0, &first, NULL);
    dado_dungeon_fixture_match(&t, "profile", "seed = 99", 2, 5, &again, NULL);
    assert_string_equal(dado_text_string(&first), dado_text_string(&again));
    for (int i = 0; i < 8 && !differs; i++) {
        char options[32];
        snprintf(options, sizeof options, "seed = 0x%d", i);
        dado_text_clear(&other);
        dado_dungeon_fixture_match(&t, "profile", options, 1, 0, &other, NULL);
        differs = strcmp(dado_text_string(&first), dado_text_string(&other)) != 0;
    }
    assert_true(differs);
    // The first draw of the seat's lane is the seed where none is given.
    dado_rng lane = dado_rng_stream(11, 4, DADO_STREAM_SEAT);
    char options[48];
    snprintf(options, sizeof options, "seed = %llu", (unsigned long long)dado_rng_next(&lane));
    dado_text_clear(&first);
    dado_text_clear(&again);
    dado_dungeon_fixture_match(&t, "profile", "", 11, 4, &first, NULL);
    dado_dungeon_fixture_match(&t, "profile", options, 1, 0, &again, NULL);
    assert_string_equal(dado_text_string(&first), dado_text_string(&again));
    dado_text_free(&first);
    dado_text_free(&again);
    dado_text_free(&other);
    dado_dungeon_fixture_close(&t);
}

static void noise_makes_slips(void **state)
{
    (void)state;
    dado_dungeon_fixture t = drawn("@.......>", "", "");
    dado_text steps = { 0 };
    bool slipped = false;
    for (uint64_t match = 0; match < 10; match++) {
        dado_text_clear(&steps);
        dado_dungeon_fixture_match(&t, "profile", "profile = runner-2018\nnoise = 0.5", 1, match,
                                   &steps, NULL);
        assert_int_equal(dado_dungeon_fixture_state(&t)->end, DADO_DUNGEON_WIN);
        slipped |= strchr(dado_text_string(&steps), 'w') != NULL;
    }
    assert_true(slipped);
    dado_text_free(&steps);
    dado_dungeon_fixture_close(&t);
}

static void a_profile_file_says_what_is_wrong_with_it(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line;
        const char *says;
    } wrong[] = {
        { "extra = 3\ngreed_gol = 4\n", 2, "did you mean greed_gold" },
        { "greed_item = lots\n", 1, "whole number or never" },
        { "\n\nrisk_max = -1\n", 3, "number from 0 up or inf" },
        { "exit_mode = soon\n", 1, "weighed, last or sight" },
        { "noise = 2\n", 1, "from 0 to 1" },
        { "seed = x\n", 1, "64 bits" },
    };
    dado_dungeon_fixture t = drawn("@.>", "", "");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dado_options options;
        dado_error err = { 0 };
        dado_agent agent;
        assert_true(dado_options_read(&options, "p", wrong[i].text, &t.region, &err));
        assert_false(dado_agent_open(&agent, dado_agent_named("profile"), &t.game, 0, &options,
                                     &t.region, &err));
        assert_int_equal(err.place.line, wrong[i].line);
        if (!strstr(err.text, wrong[i].says)) fail_msg("%s", err.text);
    }
    dado_dungeon_fixture_close(&t);
}

// The shipped files are the vectors: reading one over any base gives the built-in numbers.
static void the_shipped_files_are_the_vectors(void **state)
{
    (void)state;
    for (int i = 0; i < DADO_PROFILES_ALL; i++) {
        char path[64];
        snprintf(path, sizeof path, "library/profiles/%s.profile", dado_dungeon_profile_names[i]);
        char *text = dado_test_read(path);
        if (!text) fail_msg("%s is missing", path);
        dado_region region;
        dado_region_init(&region, 1 << 20);
        dado_options options;
        dado_error err = { 0 };
        dado_dungeon_profile read = { 0 };
        assert_true(dado_options_read(&options, path, text, &region, &err));
        dado_option_reader ask = dado_option_reader_begin(&options);
        dado_dungeon_profile_ask(&ask, &dado_dungeon_profiles[(i + 1) % DADO_PROFILES_ALL], &read);
        if (!dado_option_reader_end(&ask, &region, NULL, &err)) fail_msg("%s", err.text);
        assert_memory_equal(&read, &dado_dungeon_profiles[i], sizeof read);
        dado_region_free(&region);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(luck_is_that_of_the_specification),
        cmocka_unit_test(the_worked_game_is_played_step_by_step),
        cmocka_unit_test(where_one_play_is_possible_all_profiles_make_it),
        cmocka_unit_test(greed_and_priority_choose_the_target),
        cmocka_unit_test(between_equals_the_lot_falls_in_found_order),
        cmocka_unit_test(the_greedy_goes_for_gold_and_the_runner_for_the_exit),
        cmocka_unit_test(the_exit_is_left_for_last_by_the_explorer),
        cmocka_unit_test(the_smart_goes_round_what_it_cannot_beat),
        cmocka_unit_test(nothing_to_do_is_giving_up),
        cmocka_unit_test(who_persists_goes_on_and_who_does_not_says_why),
        cmocka_unit_test(an_unknown_way_in_the_dark_is_found),
        cmocka_unit_test(the_same_seed_gives_the_same_game_and_another_may_not),
        cmocka_unit_test(noise_makes_slips),
        cmocka_unit_test(a_profile_file_says_what_is_wrong_with_it),
        cmocka_unit_test(the_shipped_files_are_the_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
