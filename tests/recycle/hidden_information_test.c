// hidden_information_test.c - what a player may know of a described game, and what stays the same
// without it.
#include <dirent.h>
#include <math.h>

#include "recycle/open_and_play.h"

static described open_path(const char *path, const char *const *more)
{
    char *text = dado_test_read(path);
    if (!text) fail_msg("cannot read %s", path);
    described d = describe_with(path, text, more);
    if (!d.opened) fail_msg("%s: %s", path, d.error.text);
    free(text);
    return d;
}

// The cards of a table as everyone-sees-all prints it: sorted, so that piles may differ.
static int card_letters(const dado_game *g, const void *state, char *letters)
{
    dado_text table = { 0 };
    int count = 0;
    g->rules->print(g, state, DADO_NOBODY, &table);
    for (const char *c = dado_text_string(&table); *c; c++) {
        if (*c == '-' || (*c >= 'A' && *c <= 'Z')) letters[count++] = *c;
    }
    for (int i = 1; i < count; i++) {
        char letter = letters[i];
        int k = i;
        for (; k > 0 && letters[k - 1] > letter; k--) letters[k] = letters[k - 1];
        letters[k] = letter;
    }
    dado_text_free(&table);
    return count;
}

static void redeal_often(const char *path, int matches, int redeals)
{
    described d = open_path(path, NULL);
    const dado_game *g = &d.game;
    unsigned char *view = malloc(g->view_size), *other = malloc(g->view_size);
    unsigned char *dealt = malloc(g->state_size);
    dado_move *again = malloc(sizeof *again * (size_t)g->max_moves);
    static char before[20000], after[20000];
    int differing = 0;
    for (uint64_t match = 0; match < (uint64_t)matches; match++) {
        dado_rng rng = dado_rng_stream(3, match, 5);
        g->rules->start(g, d.state);
        for (int step = 0; step < 60; step++) {
            int actor = g->rules->actor(g, d.state);
            if (actor == DADO_NOBODY) break;
            int count = g->rules->legal(g, d.state, d.moves);
            dado_move move =
                count ? d.moves[dado_rng_below(&rng, (uint64_t)count)] : dado_rng_next(&rng);
            if (actor >= 0) {
                dado_observe(g, d.state, actor, view);
                int cards = card_letters(g, d.state, before);
                for (int i = 0; i < redeals; i++) {
                    dado_redeal(g, view, actor, &rng, dealt);
                    differing += memcmp(dealt, d.state, g->state_size) != 0;
                    dado_observe(g, dealt, actor, other);
                    assert_memory_equal(view, other, g->view_size);
                    assert_int_equal(g->rules->legal(g, dealt, again), count);
                    assert_memory_equal(again, d.moves, sizeof *again * (size_t)count);
                    assert_int_equal(card_letters(g, dealt, after), cards);
                    assert_memory_equal(before, after, (size_t)cards);
                }
            }
            g->rules->apply(g, d.state, move);
        }
    }
    assert_true(differing > 0 || !g->secrets);
    free(view);
    free(other);
    free(dealt);
    free(again);
    free_described(&d);
}

static void redeals_keep_the_view_the_moves_and_every_card(void **state)
{
    (void)state;
    redeal_often("library/cards/hearts.rcy", 2, 20);
    redeal_often("library/cards/gofish.rcy", 2, 20);
    redeal_often("library/cards/oldmaid.rcy", 2, 20);
    redeal_often("library/cards/bluff.rcy", 2, 20);
    redeal_often("library/cards/gops.rcy", 2, 20);
    redeal_often("library/cards/concentration.rcy", 1, 10);
    redeal_often("library/cards/leduc.rcy", 5, 20);
}

// A rival's hand is dealt anew fairly: in Kuhn poker each of the two other cards half the time.
static void a_rivals_card_is_either_of_the_other_two(void **state)
{
    (void)state;
    described d = open_path("library/cards/kuhn.rcy", NULL);
    const dado_game *g = &d.game;
    unsigned char view[1024], dealt[1024];
    dado_rng rng = dado_rng_stream(9, 0, 1);
    g->rules->start(g, d.state);
    while (g->rules->actor(g, d.state) == DADO_CHANCE) {
        g->rules->apply(g, d.state, dado_rng_next(&rng));
    }
    dado_observe(g, d.state, 0, view);
    int same = 0, times = 4000;
    for (int i = 0; i < times; i++) {
        dado_redeal(g, view, 0, &rng, dealt);
        same += memcmp(dealt, d.state, g->state_size) == 0;
    }
    assert_true(fabs(same - times / 2.0) < 4 * sqrt(times / 4.0));
    free_described(&d);
}

static void options_that_hang_on_a_hidden_card_pin_it(void **state)
{
    (void)state;
    described d =
        describe("(game (setup (create players 2)"
                 "             (create deck (game iloc STOCK) (deck (V (A, B, C, D, E)))))"
                 " (do ((shuffle (game iloc STOCK))))"
                 " (choice ((turn pass)"
                 "   ((== (cardatt V (top (game iloc STOCK))) A) (inc (game sto N) 1))"
                 "   ((!= (cardatt V (top (game iloc STOCK))) A) (inc (game sto N) 2))))"
                 " (scoring max ((current player) sto W)))");
    assert_true(d.opened);
    const dado_game *g = &d.game;
    unsigned char view[1024], dealt[1024];
    dado_move again[8];
    dado_rng rng = dado_rng_stream(9, 0, 1);
    for (int match = 0; match < 20; match++) {
        g->rules->start(g, d.state);
        g->rules->apply(g, d.state, dado_rng_next(&rng));
        int count = g->rules->legal(g, d.state, d.moves), moved = 0;
        dado_observe(g, d.state, 0, view);
        for (int i = 0; i < 50; i++) {
            dado_redeal(g, view, 0, &rng, dealt);
            assert_int_equal(g->rules->legal(g, dealt, again), count);
            assert_memory_equal(again, d.moves, sizeof *again * (size_t)count);
            moved += memcmp(dealt, d.state, g->state_size) != 0;
        }
        assert_true(moved > 0);
    }
    free_described(&d);
}

static double first_seat_wins(const char *path, const char *const *more, int matches)
{
    described d = open_path(path, more);
    double won = 0;
    for (uint64_t match = 0; match < (uint64_t)matches; match++) {
        played r = play_random(&d, more ? 21 : 22, match, 5000);
        int best = 0;
        for (int p = 0; p < d.game.players; p++) best += r.places[p] == 0;
        won += r.places[0] == 0 ? 1.0 / best : 0;
    }
    free_described(&d);
    return won / matches;
}

static void luck_by_words_and_listed_luck_are_the_same_luck(void **state)
{
    (void)state;
    static const char *const games[] = { "library/cards/kuhn.rcy", "library/dice/pig.rcy",
                                         "library/cards/agram.rcy", "library/cards/pairs.rcy",
                                         "library/dice/dicepoints.rcy" };
    static const char *const listed[] = { "luck", "listed", NULL };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        enum { matches = 3000 };
        double a = first_seat_wins(games[i], NULL, matches);
        double b = first_seat_wins(games[i], listed, matches);
        double error = sqrt((a * (1 - a) + b * (1 - b)) / matches);
        if (fabs(a - b) > 4 * error) fail_msg("%s: %.4f and %.4f", games[i], a, b);
    }
}

// Two cards that nothing tells apart, taken in either order: one position, one hash.
static void two_ways_to_one_position_have_one_hash(void **state)
{
    (void)state;
    described d = describe(
        "(game (setup (create players 2) (repeat 3 (create deck (game vloc P) (deck (V (A))))))"
        " (stage player (end (== (size (game vloc P)) 1))"
        "  (choice ((any (game vloc P) 'C (move 'C (top ((current player) vloc GOT)))))))"
        " (choice ((turn pass)))"
        " (scoring max (size ((current player) vloc GOT))))");
    assert_true(d.opened);
    const dado_game *g = &d.game;
    assert_non_null(g->rules->canonicalize);
    uint64_t hashes[6];
    int count = 0;
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 2; b++) {
            g->rules->start(g, d.state);
            assert_int_equal(g->rules->legal(g, d.state, d.moves), 3);
            g->rules->apply(g, d.state, d.moves[a]);
            assert_int_equal(g->rules->legal(g, d.state, d.moves), 2);
            g->rules->apply(g, d.state, d.moves[b]);
            g->rules->canonicalize(g, d.state);
            hashes[count++] = dado_state_hash(g, d.state);
        }
    }
    for (int i = 1; i < count; i++) assert_true(hashes[i] == hashes[0]);
    free_described(&d);
}

// Whatever the limit of the region, a game opens or is refused; it never falls over.
static void small_arenas_refuse_and_do_not_fall_over(void **state)
{
    (void)state;
    static const char *const games[] = { "library/cards/euchre.rcy", "library/dice/pig.rcy",
                                         "library/cards/expedition.rcy" };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char *text = dado_test_read(games[i]);
        int refused = 0;
        bool opened = false;
        for (size_t limit = 512; !opened && limit < ((size_t)8 << 20); limit += limit / 24) {
            dado_region region;
            dado_game game;
            dado_error err = { 0 };
            dado_option file = { "file", text, { games[i], 1, 1, 1 } };
            dado_options options = { &file, 1 };
            dado_region_init(&region, limit);
            opened = dado_game_open(&game, &dado_recycle, &options, &region, &err);
            if (!opened) {
                refused++;
                assert_int_equal(err.status, DADO_LIMIT);
                assert_true(err.text[0]);
            }
            dado_region_free(&region);
            dado_recycle_diagnostics found;
            dado_region_init(&region, limit);
            dado_recycle_check(games[i], text, NULL, &region, &found);
            assert_true(opened || found.errors > 0 || found.count >= 0);
            dado_region_free(&region);
        }
        assert_true(opened && refused > 20);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(redeals_keep_the_view_the_moves_and_every_card),
        cmocka_unit_test(a_rivals_card_is_either_of_the_other_two),
        cmocka_unit_test(options_that_hang_on_a_hidden_card_pin_it),
        cmocka_unit_test(luck_by_words_and_listed_luck_are_the_same_luck),
        cmocka_unit_test(two_ways_to_one_position_have_one_hash),
        cmocka_unit_test(small_arenas_refuse_and_do_not_fall_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
