// territorio_technologies_test.c - technologies and a domain that matters: off unless asked for,
// paid from production, seen by who has them, and kept to by list and referee alike.
#include "worlds/territorio_test_game.h"

static const char advanced[] =
    "fog.enabled = no\n[tech.drill]\ncost = 4\nunits = soldier\nattack = 2\nsight = 1\n"
    "[tech.command]\ncost = 2\nneeds = drill\nunlocks = marshal\nrate = 5\n";

static uint32_t city_of(const terr_test_game *t, int seat)
{
    return dado_terr_building_at(&t->b, seat, 0)->id;
}

static const char *order(terr_test_game *t, const char *verb, const char *what)
{
    char words[80];
    terr_luck(t);
    snprintf(words, sizeof words, "%s %u %s", verb, (unsigned)city_of(t, t->b.state->to_move),
             what);
    return terr_say(t, words);
}

static void everyone_passes(terr_test_game *t, int rounds)
{
    for (int i = 0; i < 2 * rounds; i++) assert_string_equal(terr_say(t, "end"), "OK");
}

static void without_a_section_there_is_none(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open("", NULL);
    assert_int_equal(t.w->techs, 0);
    assert_null(strstr(t.game.options, "tech"));
    assert_null(strstr(t.game.options, "feeds"));
    assert_string_equal(order(&t, "research", "drill"), "UNKNOWN_TYPE");
    terr_close(&t);
}

static void what_is_researched_is_paid_from_production_and_changes_figures(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(advanced, NULL);
    terr_luck(&t);
    const dado_terr_unit *soldier = dado_terr_unit_at(&t.b, 0, 0);
    double attack = dado_terr_attack(t.w, soldier);
    int sight = soldier->sight;
    assert_string_equal(order(&t, "produce", "marshal"), "NEEDS_TECHNOLOGY");
    assert_string_equal(order(&t, "research", "command"), "NEEDS_TECHNOLOGY");
    assert_string_equal(order(&t, "research", "drill"), "OK");
    assert_string_equal(order(&t, "research", "drill"), "NO_EFFECT");
    everyone_passes(&t, 1);
    assert_int_equal(t.b.seats[0].techs, 0);  // four at two a round
    everyone_passes(&t, 1);
    assert_int_equal(t.b.seats[0].techs, 1);
    assert_int_equal(t.b.seats[1].techs, 0);
    soldier = dado_terr_unit_at(&t.b, 0, 0);
    terr_near(dado_terr_attack(t.w, soldier), attack + 2);
    assert_int_equal(soldier->sight, sight + 1);
    assert_int_equal(dado_terr_building_at(&t.b, 0, 0)->production, 0);
    terr_near(dado_terr_attack(t.w, dado_terr_unit_at(&t.b, 1, 0)), attack);
    // It is no item: nobody can put it on, and it is worth nothing by itself.
    assert_string_equal(order(&t, "research", "drill"), "NO_EFFECT");
    assert_string_equal(order(&t, "research", "command"), "OK");
    everyone_passes(&t, 1);
    assert_int_equal(t.b.seats[0].techs, 3);
    assert_string_equal(order(&t, "produce", "soldier"), "OK");
    everyone_passes(&t, 1);  // two for a soldier, and the city makes seven
    assert_int_equal(t.b.seats[0].units, 2);
    soldier = dado_terr_unit_at(&t.b, 0, 1);
    terr_near(dado_terr_attack(t.w, soldier), attack + 2);  // those made later have it too
    assert_string_equal(order(&t, "produce", "marshal"), "OK");
    terr_close(&t);
}

static void the_one_who_knows_is_told_and_nobody_else(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(advanced, NULL);
    order(&t, "research", "drill");
    everyone_passes(&t, 2);
    dado_text own = { 0 }, other = { 0 };
    dado_terr_view_json(&t.game, t.state, 0, &own);
    dado_terr_view_json(&t.game, t.state, 1, &other);
    assert_non_null(strstr(dado_text_string(&own), "\"techs\":{\"0\":[\"drill\"]}"));
    assert_non_null(strstr(dado_text_string(&other), "\"techs\":{\"1\":[]}"));
    void *view = dado_region_alloc(&t.region, 1, t.game.view_size);
    dado_terr_observe(&t.game, t.state, 1, view);
    dado_terr_board v = dado_terr_board_of(t.w, view);
    assert_int_equal(v.seats[0].techs, 0);
    dado_text_free(&own);
    dado_text_free(&other);
    terr_close(&t);
}

static void domain_feeds_production_and_bounds_units(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open("fog.enabled = no\ndomain.feeds = 3\n", NULL);
    terr_luck(&t);
    const dado_terr_building *city = dado_terr_building_at(&t.b, 0, 0);
    double domain = dado_terr_domain(&t.b, 0);
    assert_int_equal(dado_terr_rate(&t.b, 0, city),
                     t.w->house[city->type].rate + (int)(3 * domain));
    terr_close(&t);
    t = terr_must_open("fog.enabled = no\ndomain.units_per_tile = 0.001\ndomain.units_base = 2\n",
                       NULL);
    terr_luck(&t);
    order(&t, "produce", "soldier");
    everyone_passes(&t, 2);
    assert_int_equal(t.b.seats[0].units, 2);
    order(&t, "produce", "soldier");
    everyone_passes(&t, 3);
    assert_int_equal(t.b.seats[0].units, 2);  // it waits
    assert_int_not_equal(dado_terr_building_at(&t.b, 0, 0)->production, 0);
    terr_close(&t);
}

static void what_makes_no_sense_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *settings, *why;
    } wrong[] = {
        { "[tech.a]\nattack = 1\n", "needs cost" },
        { "[tech.a]\ncost = 1\nneeds = b\n", "no meaning" },
        { "[tech.a]\ncost = 1\nneeds = a\n", "itself" },
        { "[tech.a]\ncost = 1\nunlocks = dragon\n", "no meaning" },
        { "[tech.soldier]\ncost = 1\n", "both named" },
        { "[tech.a1]\ncost=1\n[tech.a2]\ncost=1\n[tech.a3]\ncost=1\n[tech.a4]\ncost=1\n"
          "[tech.a5]\ncost=1\n[tech.a6]\ncost=1\n[tech.a7]\ncost=1\n[tech.a8]\ncost=1\n"
          "[tech.a9]\ncost=1\n",
          "together" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        terr_test_game t;
        assert_false(terr_open(&t, wrong[i].settings, NULL));
        if (!strstr(t.err.text, wrong[i].why)) fail_msg("case %zu: %s", i, t.err.text);
        terr_close(&t);
    }
}

// Random play on the shipped settings: whatever is listed is accepted and understood from its
// words, and what is refused is not listed.
static void list_and_referee_agree_on_the_shipped_settings(void **state)
{
    (void)state;
    static const char *const files[] = { "library/territorio/advanced.ini",
                                         "library/territorio/sixteen.ini" };
    for (int f = 0; f < 2; f++) {
        char *settings = dado_test_read(files[f]);
        assert_non_null(settings);
        terr_test_game t = terr_must_open(settings, NULL);
        for (int move = 0; move < dado_test_repeats(3000, 30000); move++) {
            terr_luck(&t);
            if (t.game.rules->actor(&t.game, t.state) == DADO_NOBODY) break;
            int count = t.game.rules->legal(&t.game, t.state, t.moves);
            assert_true(count <= t.game.max_moves);
            dado_move chosen = t.moves[dado_rng_below(&t.luck, (uint64_t)count)];
            dado_text words = { 0 };
            dado_terr_command c;
            dado_terr_print_move(t.w, chosen, &words);
            assert_true(dado_terr_parse(dado_text_string(&words), &c));
            assert_int_equal(dado_terr_check(&t.b, t.b.state->to_move, &c), DADO_TERR_OK);
            assert_true(dado_terr_encode(t.w, &c) == chosen);
            // And any technology by name: accepted exactly if it is listed.
            for (int k = 0; k < t.b.seats[t.b.state->to_move].buildings && t.w->techs; k++) {
                uint32_t id = dado_terr_building_at(&t.b, t.b.state->to_move, k)->id;
                for (int tech = 0; tech < t.w->techs; tech++) {
                    dado_terr_command r = { DADO_TERR_PRODUCE, id, 0, 0, "" };
                    snprintf(r.type, sizeof r.type, "%s", t.w->item[t.w->items + tech].name);
                    bool listed = false;
                    dado_move wanted = dado_terr_encode(t.w, &r);
                    for (int i = 0; i < count; i++) listed |= t.moves[i] == wanted;
                    bool fine = dado_terr_check(&t.b, t.b.state->to_move, &r) == DADO_TERR_OK;
                    assert_int_equal(listed, fine);
                }
            }
            t.game.rules->apply(&t.game, t.state, chosen);
            dado_text_free(&words);
        }
        if (f == 0) assert_int_equal(t.w->techs, 5);
        if (f == 1) {
            assert_int_equal(t.w->terrains, 16);
            assert_int_equal(t.w->units, 16);
        }
        terr_close(&t);
        free(settings);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_section_there_is_none),
        cmocka_unit_test(what_is_researched_is_paid_from_production_and_changes_figures),
        cmocka_unit_test(the_one_who_knows_is_told_and_nobody_else),
        cmocka_unit_test(domain_feeds_production_and_bounds_units),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(list_and_referee_agree_on_the_shipped_settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
