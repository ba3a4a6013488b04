// scene_diff_test.c - what happened, told from what one pair of eyes saw.
#include "support/test.h"

#include "lab/game_source.h"
#include "report/scene_changes_in_words.h"

static dado_region region;
static dado_game game;

static unsigned char *begin(const char *name)
{
    dado_game_source source;
    dado_error err = { 0 };
    dado_region_init_large(&region);
    if (!dado_game_source_find(&source, name, NULL, &region, &err) ||
        !dado_game_source_open(&source, &game, &region, &err)) {
        fail_msg("%s", err.text);
    }
    unsigned char *state = calloc(1, game.state_size);
    game.rules->start(&game, state);
    return state;
}

// What `eyes` sees of one more step, played at random.
static void step(unsigned char *state, int eyes, dado_rng *rng, dado_text *told)
{
    dado_scene before, after;
    dado_move *moves = calloc((size_t)game.max_moves + 1, sizeof *moves), move;
    uint32_t *weights = calloc((size_t)game.max_moves + 1, sizeof *weights);
    assert_true(dado_scene_capture(&game, state, eyes, &before));
    if (game.rules->actor(&game, state) == DADO_CHANCE) {
        move = dado_draw_outcome(&game, state, moves, weights, rng, NULL);
    } else {
        int count = game.rules->legal(&game, state, moves);
        move = moves[dado_rng_below(rng, (uint64_t)count)];
    }
    game.rules->apply(&game, state, move);
    assert_true(dado_scene_capture(&game, state, eyes, &after));
    dado_text_clear(told);
    dado_scene_diff(&game, &before, &after, 6, told);
    dado_scene_free(&before);
    dado_scene_free(&after);
    free(moves);
    free(weights);
}

static void a_mark_on_the_board_is_told(void **unused)
{
    (void)unused;
    unsigned char *state = begin("noughts");
    dado_rng rng = dado_rng_stream(1, 0, 0);
    dado_text told = { 0 };
    step(state, DADO_NOBODY, &rng, &told);
    assert_true(strstr(dado_text_string(&told), "cross to ") != NULL);
    dado_text_free(&told);
    free(state);
    dado_region_free(&region);
}

// The rival's card is never named while it is hidden, and one's own is.
static void nothing_is_told_that_was_not_seen(void **unused)
{
    (void)unused;
    unsigned char *state = begin("kuhn");
    dado_rng rng = dado_rng_stream(3, 0, 0);
    dado_text told = { 0 };
    step(state, 1, &rng, &told);  // the first card goes to seat 0
    for (int i = 0; i < 3; i++) {
        static const char *const cards[] = { "jack", "queen", "king" };
        assert_null(strstr(dado_text_string(&told), cards[i]));
    }
    assert_non_null(strstr(dado_text_string(&told), "hidden card"));
    step(state, 1, &rng, &told);
    assert_null(strstr(dado_text_string(&told), "hidden"));
    assert_non_null(strstr(dado_text_string(&told), "to P2"));
    dado_text_free(&told);
    free(state);
    dado_region_free(&region);
}

static void long_stories_are_cut_and_say_so(void **unused)
{
    (void)unused;
    unsigned char *state = begin("hearts");
    dado_rng rng = dado_rng_stream(3, 0, 0);
    dado_text told = { 0 };
    bool cut = false, card = false;
    for (int i = 0; i < 60; i++) {
        if (game.rules->actor(&game, state) == DADO_NOBODY) break;
        step(state, 0, &rng, &told);
        cut = cut || strstr(dado_text_string(&told), " more") != NULL;
        card = card || strstr(dado_text_string(&told), "to TRICK of P2") != NULL;
    }
    assert_true(cut);
    assert_true(card);
    dado_text_free(&told);
    free(state);
    dado_region_free(&region);
}

// A space whose owner changes is told by its name, and is not called a card that was turned.
static void a_space_that_changes_hands_is_named(void **unused)
{
    (void)unused;
    unsigned char *state = begin("tests/report/flip.rcy");
    dado_rng rng = dado_rng_stream(3, 0, 0);
    dado_text told = { 0 };
    bool changed = false;
    for (int i = 0; i < 40 && game.rules->actor(&game, state) != DADO_NOBODY; i++) {
        step(state, 0, &rng, &told);
        if (strstr(dado_text_string(&told), " is up")) fail_msg("%s", told.data);
        changed = changed || strstr(dado_text_string(&told), " is now at ") != NULL;
        if (changed) break;
    }
    print_message("%s\n", dado_text_string(&told));
    assert_true(changed);
    dado_text_free(&told);
    free(state);
    dado_region_free(&region);
}

// A die that moves is named by what it shows, as it has no name of its own.
static void a_die_that_moves_is_told_by_what_it_shows(void **unused)
{
    (void)unused;
    unsigned char *state = begin("tests/report/keep.rcy");
    dado_rng rng = dado_rng_stream(3, 0, 0);
    dado_text told = { 0 };
    bool moved = false;
    while (game.rules->actor(&game, state) != DADO_NOBODY) {
        step(state, 1, &rng, &told);
        if (strstr(dado_text_string(&told), "something")) fail_msg("%s", told.data);
        moved = moved || strstr(dado_text_string(&told), "a die with ") != NULL;
    }
    assert_true(moved);
    dado_text_free(&told);
    free(state);
    dado_region_free(&region);
}

// A card that is shown where it lies has not moved.
static void a_card_that_is_shown_has_not_moved(void **unused)
{
    (void)unused;
    unsigned char *state = begin("tests/report/ask.rcy");
    dado_rng rng = dado_rng_stream(3, 0, 0);
    dado_text told = { 0 };
    bool seen = false;
    while (game.rules->actor(&game, state) != DADO_NOBODY) {
        bool asks = game.rules->actor(&game, state) == 0;
        step(state, 0, &rng, &told);
        if (!asks) continue;
        if (strstr(dado_text_string(&told), "hidden")) fail_msg("%s", told.data);
        seen = seen || strstr(dado_text_string(&told), " is seen in HAND of P2") != NULL;
    }
    assert_true(seen);
    dado_text_free(&told);
    free(state);
    dado_region_free(&region);
}

// A map has no name of its own, so what comes to one of its tiles comes to that tile.
static void a_place_without_a_name_is_not_called_something(void **unused)
{
    (void)unused;
    unsigned char *state = begin("territorio");
    dado_rng rng = dado_rng_stream(1, 0, 0);
    dado_text told = { 0 };
    step(state, 0, &rng, &told);
    if (strstr(dado_text_string(&told), "something")) fail_msg("%s", told.data);
    assert_non_null(strstr(dado_text_string(&told), "units 1, buildings 1"));
    dado_text_free(&told);
    free(state);
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mark_on_the_board_is_told),
        cmocka_unit_test(nothing_is_told_that_was_not_seen),
        cmocka_unit_test(long_stories_are_cut_and_say_so),
        cmocka_unit_test(a_space_that_changes_hands_is_named),
        cmocka_unit_test(a_card_that_is_shown_has_not_moved),
        cmocka_unit_test(a_die_that_moves_is_told_by_what_it_shows),
        cmocka_unit_test(a_place_without_a_name_is_not_called_something),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
