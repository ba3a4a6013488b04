// told_facts_test.c - what players are told of hidden cards binds redeals, and nothing else does.
//
// Cards are read off printed tables, which show all to nobody in particular. Counts of deals are
// worked out by hand.
#include "recycle/open_and_play.h"

// The cards of a place as printed: "p0 HAND: RED-1 BLUE-2".
static void cards_of(described *d, const void *state, const char *place, char *out, size_t size)
{
    dado_text text = { 0 };
    d->game.rules->print(&d->game, state, DADO_NOBODY, &text);
    const char *at = strstr(dado_text_string(&text), place);
    snprintf(out, size, "%.*s", at ? (int)strcspn(at, "\n") : 0, at ? at : "");
    dado_text_free(&text);
}

// Plays luck and `choices` first options, and gives the view of a player.
static unsigned char *view_after(described *d, uint64_t seed, int choices, int player)
{
    const dado_game *g = &d->game;
    dado_rng chance = dado_rng_stream(seed, 0, DADO_STREAM_CHANCE);
    unsigned char *view = malloc(g->view_size);
    g->rules->start(g, d->state);
    for (;;) {
        int actor = g->rules->actor(g, d->state);
        if (actor == DADO_CHANCE) {
            dado_move move = dado_draw_outcome(g, d->state, d->moves, d->weights, &chance, NULL);
            g->rules->apply(g, d->state, move);
            continue;
        }
        if (choices-- == 0) break;
        g->rules->legal(g, d->state, d->moves);
        g->rules->apply(g, d->state, d->moves[0]);
    }
    dado_observe(g, d->state, player, view);
    return view;
}

enum { most_deals = 64 };

// How often each deal of a place comes out of redeals; every redeal must have the same view.
static int count_deals(described *d, const unsigned char *view, int player, const char *place,
                       int redeals, char deals[most_deals][200], int counts[most_deals])
{
    const dado_game *g = &d->game;
    dado_rng rng = dado_rng_stream(7, 7, DADO_STREAM_SEAT);
    unsigned char *state = malloc(g->state_size), *again = malloc(g->view_size);
    int found = 0;
    for (int i = 0; i < redeals; i++) {
        char text[200];
        dado_redeal(g, view, player, &rng, state);
        dado_observe(g, state, player, again);
        assert_memory_equal(view, again, g->view_size);
        cards_of(d, state, place, text, sizeof text);
        int k = 0;
        while (k < found && strcmp(deals[k], text) != 0) k++;
        assert_true(k < most_deals);
        if (k == found) {
            snprintf(deals[found++], 200, "%s", text);
            counts[k] = 0;
        }
        counts[k]++;
    }
    free(state);
    free(again);
    return found;
}

#define GAME(deck, told) \
    "(game (setup (create players 2) (create deck (game hloc STOCK) " deck "))\n" \
    "(do ((shuffle (game hloc STOCK))\n" \
    "     (repeat 2 (move (top (game hloc STOCK)) (top ((0 player) oloc HAND))))\n" \
    "     " told "))\n" \
    "(choice ((label \"a\" (turn pass)) (label \"b\" (inc (game sto X) 1))))\n" \
    "(move (bottom ((0 player) oloc HAND)) (top ((0 player) hloc ASIDE)))\n" \
    "(choice ((label \"a\" (turn pass)) (label \"b\" (inc (game sto X) 1))))\n" \
    "(do ((move (top ((0 player) oloc HAND)) (top ((0 player) hloc ASIDE)))\n" \
    "     (shuffle ((0 player) hloc ASIDE))))\n" \
    "(choice ((label \"a\" (turn pass)) (label \"b\" (inc (game sto X) 1))))\n" \
    "(scoring max (+ (game sto X) ((current player) sto S))))"
#define TWO_RED "(deck (COLOUR (RED (CARD (A, B))) (BLUE (CARD (C))) (GREEN (CARD (D)))))"

// The reds are A and B, which are printed so.
static bool is_red(const char *cards, int which)
{
    const char *at = strchr(cards, ':');
    for (int i = 0; at && i <= which; i++) at = strchr(at + 1, ' ');
    return at && (at[1] == 'A' || (at[1] == 'B' && at[2] != 'L'));
}

// Of two reds, a blue and a green: who knows which of two cards are red has these deals left.
static void deals_are_those_that_answer_alike(void **state)
{
    (void)state;
    static char deals[most_deals][200];
    int counts[most_deals], kinds[3] = { 0 };
    described d = describe(GAME(TWO_RED, "(tell COLOUR RED ((0 player) oloc HAND) (0 player))"));
    if (!d.opened) fail_msg("%s", d.error.text);
    for (uint64_t seed = 0; seed < 30; seed++) {
        unsigned char *view = view_after(&d, seed, 0, 0);
        char truth[200];
        cards_of(&d, d.state, "p0 HAND", truth, sizeof truth);
        int found = count_deals(&d, view, 0, "p0 HAND", 1200, deals, counts);
        bool first = is_red(truth, 0), second = is_red(truth, 1);
        // Two of two reds in order; one red of two beside one of two others; two others in order.
        assert_int_equal(found, first && second ? 2 : first || second ? 4 : 2);
        for (int i = 0; i < found; i++) {
            assert_true(is_red(deals[i], 0) == first && is_red(deals[i], 1) == second);
            assert_in_range(counts[i], 1200 / found - 130, 1200 / found + 130);
        }
        kinds[first + second]++;
        free(view);
    }
    assert_true(kinds[0] && kinds[1] && kinds[2]);
    free_described(&d);
}

static void who_was_not_told_knows_nothing(void **state)
{
    (void)state;
    static char deals[most_deals][200];
    int counts[most_deals];
    described d = describe(GAME(TWO_RED, "(tell COLOUR RED ((0 player) oloc HAND) (1 player))"));
    assert_true(d.opened);
    unsigned char *view = view_after(&d, 3, 0, 0);
    assert_int_equal(count_deals(&d, view, 0, "p0 HAND", 3000, deals, counts), 4 * 3);
    free(view);
    free_described(&d);
}

// It stays with a card that is moved, and goes when cards are shuffled.
static void facts_move_with_the_card(void **state)
{
    (void)state;
    static char deals[most_deals][200];
    int counts[most_deals];
    described d = describe(GAME(TWO_RED, "(tell COLOUR ((0 player) oloc HAND) (0 player))"));
    assert_true(d.opened);
    for (uint64_t seed = 0; seed < 20; seed++) {
        char truth[200];
        unsigned char *view = view_after(&d, seed, 1, 0);
        cards_of(&d, d.state, "p0 ASIDE", truth, sizeof truth);
        int found = count_deals(&d, view, 0, "p0 ASIDE", 200, deals, counts);
        assert_int_equal(found, is_red(truth, 0) ? 2 : 1);
        for (int i = 0; i < found; i++) {
            if (is_red(truth, 0)) assert_true(is_red(deals[i], 0));
            else assert_string_equal(deals[i], truth);
        }
        free(view);
        view = view_after(&d, seed, 2, 0);
        assert_int_equal(count_deals(&d, view, 0, "p0 ASIDE", 3000, deals, counts), 4 * 3);
        free(view);
    }
    free_described(&d);
}

// Six cards, each of a colour that is known: two ways for each colour, eight in all, and few of
// 720.
static void deals_that_few_shuffles_hit_are_as_likely_as_each_other(void **state)
{
    (void)state;
    static char deals[most_deals][200];
    int counts[most_deals];
    described d =
        describe("(game (setup (create players 2) (create deck (game hloc STOCK)\n"
                 "  (deck (COLOUR (RED, BLUE, GREEN)) (RANK (1, 2)))))\n"
                 "(do ((shuffle (game hloc STOCK)) (tell COLOUR (game hloc STOCK) player)))\n"
                 "(choice ((label \"a\" (turn pass)) (label \"b\" (inc (game sto X) 1))))\n"
                 "(scoring max (+ (game sto X) ((current player) sto S))))");
    if (!d.opened) fail_msg("%s", d.error.text);
    unsigned char *view = view_after(&d, 5, 0, 0);
    assert_int_equal(count_deals(&d, view, 0, "STOCK", 8000, deals, counts), 8);
    for (int i = 0; i < 8; i++) assert_in_range(counts[i], 1000 - 160, 1000 + 160);
    free(view);
    free_described(&d);
}

// The views of two deals that agree in what was told are the same bytes.
static void views_tell_no_more_than_was_told(void **state)
{
    (void)state;
    described d = describe(GAME(TWO_RED, "(tell COLOUR RED ((0 player) oloc HAND) (0 player))"));
    assert_true(d.opened);
    unsigned char *seen[4] = { NULL };
    for (uint64_t seed = 0; seed < 60; seed++) {
        unsigned char *view = view_after(&d, seed, 0, 0);
        char truth[200];
        cards_of(&d, d.state, "p0 HAND", truth, sizeof truth);
        int kind = is_red(truth, 0) + 2 * is_red(truth, 1);
        if (seen[kind]) assert_memory_equal(seen[kind], view, d.game.view_size);
        if (seen[kind]) free(view);
        else seen[kind] = view;
    }
    for (int i = 0; i < 4; i++) {
        assert_non_null(seen[i]);
        for (int k = 0; k < i; k++) {
            assert_int_not_equal(memcmp(seen[i], seen[k], d.game.view_size), 0);
        }
    }
    for (int i = 0; i < 4; i++) free(seen[i]);
    free_described(&d);
}

static void people_read_what_they_know(void **state)
{
    (void)state;
    described d = describe(GAME(TWO_RED, "(tell COLOUR RED ((0 player) oloc HAND) (0 player))"));
    int yes = 0, no = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        dado_text text = { 0 };
        free(view_after(&d, seed, 0, 0));
        d.game.rules->print(&d.game, d.state, 0, &text);
        yes += strstr(text.data, "hidden(RED)") != NULL;
        no += strstr(text.data, "hidden(not RED)") != NULL;
        dado_text_free(&text);
    }
    assert_true(yes > 0 && no > 0);
    free_described(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deals_are_those_that_answer_alike),
        cmocka_unit_test(who_was_not_told_knows_nothing),
        cmocka_unit_test(facts_move_with_the_card),
        cmocka_unit_test(deals_that_few_shuffles_hit_are_as_likely_as_each_other),
        cmocka_unit_test(views_tell_no_more_than_was_told),
        cmocka_unit_test(people_read_what_they_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
