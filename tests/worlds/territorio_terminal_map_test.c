// territorio_terminal_map_test.c - hexes in a terminal: every tile drawn, nothing eyes may not see.
#include "support/test.h"

#include "core/game_extras.h"
#include "worlds/shelf.h"
#include "worlds/territorio/territorio.h"

typedef struct table {
    dado_region region;
    dado_game game;
    void *state;
} table;

static void begin(table *t)
{
    dado_error err = { 0 };
    dado_region_init(&t->region, (size_t)64 << 20);
    assert_true(dado_game_open(&t->game, &dado_world_territorio, NULL, &t->region, &err));
    t->state = dado_new(&t->region, unsigned char, t->game.state_size);
    t->game.rules->start(&t->game, t->state);
    t->game.rules->apply(&t->game, t->state, 12345);  // the world is drawn
}

static int count(const char *text, const char *what)
{
    int found = 0;
    for (const char *s = text; (s = strstr(s, what)); s++) found++;
    return found;
}

static void all_is_shown_to_open_eyes_and_little_to_a_seat(void **state)
{
    (void)state;
    table t;
    begin(&t);
    dado_text all = { 0 }, one = { 0 };
    assert_true(dado_draw_terminal(&t.game, t.state, DADO_NOBODY, &all));
    assert_true(dado_draw_terminal(&t.game, t.state, 0, &one));
    assert_int_equal(count(dado_text_string(&all), "48;5;238"), 0);  // no fog
    assert_true(count(dado_text_string(&one), "48;5;238") > 20);
    assert_int_equal(count(dado_text_string(&all), "So "), 2);  // both soldiers
    assert_int_equal(count(dado_text_string(&one), "So "), 1);
    assert_non_null(strstr(dado_text_string(&one), "seen by P1"));
    assert_non_null(strstr(dado_text_string(&all), "P2"));
    dado_text_free(&all);
    dado_text_free(&one);
    dado_region_free(&t.region);
}

// Equal views give equal bytes: what a seat cannot see does not change its picture.
static void what_is_hidden_does_not_show(void **state)
{
    (void)state;
    table t;
    begin(&t);
    dado_text before = { 0 }, after = { 0 };
    dado_terr_board b = dado_terr_board_of(t.game.data, t.state);
    dado_draw_terminal(&t.game, t.state, 0, &before);
    dado_terr_unit *unit = dado_terr_unit_at(&b, 1, 0);
    assert_false(dado_terr_sees(&b, 0, unit->cell));
    unit->health = 0.25;
    b.seats[1].kills = 7;
    dado_draw_terminal(&t.game, t.state, 0, &after);
    assert_string_equal(dado_text_string(&before), dado_text_string(&after));
    dado_text_free(&before);
    dado_text_free(&after);
    dado_region_free(&t.region);
}

static void other_games_have_their_printed_table(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 1 << 20);
    dado_game game;
    dado_error err = { 0 };
    dado_text out = { 0 };
    assert_true(dado_game_open(&game, dado_world_named("kuhn"), NULL, &region, &err));
    void *kuhn = dado_new(&region, unsigned char, game.state_size);
    game.rules->start(&game, kuhn);
    assert_false(dado_draw_terminal(&game, kuhn, DADO_NOBODY, &out));
    assert_int_equal(out.length, 0);
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_is_shown_to_open_eyes_and_little_to_a_seat),
        cmocka_unit_test(what_is_hidden_does_not_show),
        cmocka_unit_test(other_games_have_their_printed_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
