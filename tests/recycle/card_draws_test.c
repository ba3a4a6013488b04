// card_draws_test.c - two cards of a shuffle exchanged, and the draws that are reported.
#include "recycle/open_and_play.h"

#include <string.h>

#include "core/game_extras.h"

static const char deal_text[] =
    "(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. 6)))))\n"
    "  (do ((shuffle (game hloc STOCK))\n"
    "       (all player 'P (repeat 2 (move (top (game hloc STOCK)) (top ('P iloc HELD)))))))\n"
    "  (do ((shuffle (game hloc STOCK))))\n"
    "  (choice ((move (top (game hloc STOCK)) (top ((current player) iloc HELD)))\n"
    "           (turn pass)))\n"
    "  (scoring max (sum ((current player) iloc HELD) using N)))\n";

// A card goes on the pile before the second player draws.
static const char refill_text[] =
    "(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. 6)))))\n"
    "  (do ((shuffle (game hloc STOCK))\n"
    "       (move (top (game hloc STOCK)) (top ((0 player) iloc HELD)))\n"
    "       (move (top ((0 player) iloc HELD)) (top (game hloc STOCK)))\n"
    "       (move (top (game hloc STOCK)) (top ((1 player) iloc HELD)))))\n"
    "  (scoring max (sum ((current player) iloc HELD) using N)))\n";

// Somebody looks into the pile.
static const char seen_text[] =
    "(game (setup (create players 2) (create deck (game vloc STOCK) (deck (N (1 .. 6)))))\n"
    "  (do ((shuffle (game vloc STOCK))\n"
    "       (all player 'P (move (top (game vloc STOCK)) (top ('P iloc HELD))))))\n"
    "  (scoring max (sum ((current player) iloc HELD) using N)))\n";

// A card is drawn before it turns out that luck is needed: the rule begins again.
static const char again_text[] =
    "(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. 6)))))\n"
    "  (do ((shuffle (game hloc STOCK))))\n"
    "  (choice ((do ((move (top (game hloc STOCK)) (top ((current player) iloc HELD)))\n"
    "                (inc ((current player) sto LUCK) (random 5))))\n"
    "           (turn pass)))\n"
    "  (scoring max (sum ((current player) iloc HELD) using N)))\n";

// The looks of all cards in the order in which they lie, as JSON has them.
static void play(described *d, uint64_t seed, dado_exchange *change, dado_text *table)
{
    const dado_rules *rules = d->game.rules;
    dado_rng luck = dado_rng_stream(seed, 0, 0);
    rules->start(&d->game, d->state);
    dado_luck_change asked = { .exchanges = { change ? *change : (dado_exchange){ 0 } } };
    if (change) dado_game_extra(&d->game, cards)->change_luck(&d->game, d->state, &asked);
    while (rules->actor(&d->game, d->state) == DADO_CHANCE) {
        dado_move word = dado_draw_outcome(&d->game, d->state, d->moves, d->weights, &luck, NULL);
        rules->apply(&d->game, d->state, word);
    }
    rules->print(&d->game, d->state, DADO_NOBODY, table);
}

static described open_with(const char *text, const char *exchange, const char *ways)
{
    const char *more[] = { "exchange", exchange, "ways", ways, NULL };
    described d = describe_with("game.rcy", text, more);
    if (!d.opened) fail_msg("%s", d.error.text);
    return d;
}

static void assert_same_table(const dado_text *a, const dado_text *b, bool same)
{
    bool equal = strcmp(dado_text_string(a), dado_text_string(b)) == 0;
    if (equal != same) fail_msg("%s\n--\n%s", dado_text_string(a), dado_text_string(b));
}

// Exchanging twice the same two cards is exchanging none; an option and a call are the same.
static void an_exchange_swaps_two_cards_in_every_way_of_play(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        described none = open_with(deal_text, "none", "short");
        described option = open_with(deal_text, "1:5:3", "short");
        described plain = open_with(deal_text, "1:5:3", "plain");
        dado_text a = { 0 }, b = { 0 }, c = { 0 }, e = { 0 }, f = { 0 };
        play(&none, seed, NULL, &a);
        play(&option, seed, NULL, &b);
        play(&plain, seed, NULL, &c);
        play(&none, seed, &(dado_exchange){ 1, 5, 3 }, &e);
        play(&none, seed, &(dado_exchange){ 3, 5, 3 }, &f);  // there is no third shuffle
        assert_same_table(&a, &b, false);
        assert_same_table(&b, &c, true);
        assert_same_table(&b, &e, true);
        assert_same_table(&a, &f, true);
        dado_text_free(&a);
        dado_text_free(&b);
        dado_text_free(&c);
        dado_text_free(&e);
        dado_text_free(&f);
        free_described(&none);
        free_described(&option);
        free_described(&plain);
    }
}

static void a_game_without_exchanges_is_as_it_was(void **state)
{
    (void)state;
    described plain = describe_with("game.rcy", deal_text, NULL);
    described with = open_with(deal_text, "none", "short");
    assert_true(plain.opened);
    assert_null(strstr(plain.game.options, "exchange"));
    assert_true(plain.game.state_size < with.game.state_size);
    assert_false(dado_game_extra(&plain.game, cards)->can_change_luck(&plain.game));
    dado_text a = { 0 }, b = { 0 };
    play(&plain, 3, NULL, &a);
    play(&with, 3, NULL, &b);
    assert_same_table(&a, &b, true);
    dado_text_free(&a);
    dado_text_free(&b);
    free_described(&plain);
    free_described(&with);
}

static void what_cannot_be_read_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = { "1",         "0:1:2",  "1:2:x",   "1:2:3:4",          "",
                                         "1:70000:2", "1:0:1+", "1:0:1+x", "1:0:1+1:2:3+1:0:1" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *more[] = { "exchange", wrong[i], NULL };
        described d = describe_with("game.rcy", deal_text, more);
        assert_false(d.opened);
        assert_non_null(strstr(d.error.text, "SHUFFLE:PLACE:PLACE"));
        free_described(&d);
    }
    static const char *const no_sides[] = { "1", "0:1", "1:x", "1:2:3", "" };
    for (size_t i = 0; i < sizeof no_sides / sizeof *no_sides; i++) {
        const char *more[] = { "side", no_sides[i], NULL };
        described d = describe_with("game.rcy", deal_text, more);
        assert_false(d.opened);
        assert_non_null(strstr(d.error.text, "THROW:SIDE"));
        free_described(&d);
    }
    const char *listed[] = { "exchange", "1:2:3", "luck", "listed", NULL };
    described d = describe_with("game.rcy", deal_text, listed);
    assert_false(d.opened);
    assert_non_null(strstr(d.error.text, "luck=listed"));
    free_described(&d);
}

// Two exchanges are done one after the other: the second undoes the first.
static void two_exchanges_follow_each_other(void **state)
{
    (void)state;
    described none = open_with(deal_text, "none", "short");
    described back = open_with(deal_text, "1:5:3+1:3:5", "short");
    described two = open_with(deal_text, "1:5:3+1:4:0", "plain");
    dado_text a = { 0 }, b = { 0 }, c = { 0 };
    play(&none, 2, NULL, &a);
    play(&back, 2, NULL, &b);
    play(&two, 2, NULL, &c);
    assert_same_table(&a, &b, true);
    assert_same_table(&a, &c, false);
    dado_text_free(&a);
    dado_text_free(&b);
    dado_text_free(&c);
    free_described(&none);
    free_described(&back);
    free_described(&two);
}

// Three dice are thrown; one shows what the option says, and the others what they did.
static void a_throw_can_be_made_to_show_a_side(void **state)
{
    (void)state;
    static const char dice_text[] =
        "(game (setup (create players 2) (create dice (game vloc CUP) 3 (sides (FACE (1 .. 6)))))\n"
        "  (do ((throw (game vloc CUP))))\n"
        "  (do ((set ((0 player) sto SUM) (sum (game vloc CUP) using FACE))))\n"
        "  (scoring max ((current player) sto SUM)))\n";
    static const char *const ways[] = { "short", "plain" };
    for (uint64_t seed = 1; seed <= 20; seed++) {
        for (int way = 0; way < 2; way++) {
            int changed = 0;
            described as_it_was = open_with(dice_text, "none", ways[way]);
            dado_text before = { 0 };
            play(&as_it_was, seed, NULL, &before);
            for (int side = 0; side < 6; side++) {
                char words[16];
                snprintf(words, sizeof words, "2:%d", side);
                const char *more[] = { "side", words, "ways", ways[way], NULL };
                described d = describe_with("game.rcy", dice_text, more);
                assert_true(d.opened);
                dado_text after = { 0 };
                play(&d, seed, NULL, &after);
                changed += strcmp(dado_text_string(&before), dado_text_string(&after)) != 0;
                dado_text_free(&after);
                free_described(&d);
            }
            assert_int_equal(changed, 5);  // one side is the one that it showed
            dado_text_free(&before);
            free_described(&as_it_was);
        }
    }
}

// ---- draws ----

typedef struct heard {
    int count, seat[16], look[16], others[16];
    uint32_t shuffle[16];
    uint16_t place[16];
} heard;

static void hear(void *context, const dado_card_draw *draw)
{
    heard *h = context;
    h->seat[h->count] = draw->seat;
    h->look[h->count] = draw->look;
    h->others[h->count] = draw->others;
    h->shuffle[h->count] = draw->shuffle;
    h->place[h->count] = draw->place;
    h->count++;
}

static void forget(void *context, int count)
{
    ((heard *)context)->count -= count;
}

// The first option is taken wherever there is a choice.
static void watch(const char *text, heard *h)
{
    described d = open_with(text, "none", "short");
    const dado_card_rules *cards = dado_game_extra(&d.game, cards);
    dado_card_watch w;
    dado_rng luck = dado_rng_stream(1, 0, 0);
    *h = (heard){ 0 };
    assert_true(dado_card_watch_init(&w, cards->count(&d.game), &d.region));
    w.context = h;
    w.drawn = hear;
    w.forget = forget;
    d.game.rules->start(&d.game, d.state);
    cards->watch_begin(&d.game, d.state, &w);
    int who;
    while ((who = d.game.rules->actor(&d.game, d.state)) != DADO_NOBODY) {
        dado_move move;
        if (who == DADO_CHANCE) {
            move = dado_draw_outcome(&d.game, d.state, d.moves, d.weights, &luck, NULL);
        } else {
            d.game.rules->legal(&d.game, d.state, d.moves);
            move = d.moves[0];
        }
        cards->watch_apply(&d.game, d.state, move, &w);
    }
    free_described(&d);
}

static void draws_are_reported_with_what_is_left(void **state)
{
    (void)state;
    heard h;
    watch(deal_text, &h);
    assert_int_equal(h.count, 5);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(h.seat[i], i / 2);
        assert_int_equal(h.shuffle[i], 1);
        assert_int_equal(h.place[i], 5 - i);
        assert_int_equal(h.others[i], 5 - i);
    }
    assert_int_equal(h.shuffle[4], 2);  // the pile was shuffled again
    assert_int_equal(h.place[4], 1);
    assert_int_equal(h.others[4], 1);
}

static void a_refilled_or_seen_pile_cannot_be_exchanged(void **state)
{
    (void)state;
    heard h;
    watch(refill_text, &h);
    assert_int_equal(h.count, 2);
    assert_int_equal(h.shuffle[0], 1);
    assert_int_equal(h.shuffle[1], 0);
    watch(seen_text, &h);
    assert_int_equal(h.count, 2);
    assert_int_equal(h.shuffle[0], 0);
    assert_int_equal(h.shuffle[1], 0);
}

static void a_rule_that_begins_again_is_reported_once(void **state)
{
    (void)state;
    heard h;
    watch(again_text, &h);
    assert_int_equal(h.count, 1);
    assert_int_equal(h.shuffle[0], 1);
    assert_int_equal(h.others[0], 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_exchange_swaps_two_cards_in_every_way_of_play),
        cmocka_unit_test(a_game_without_exchanges_is_as_it_was),
        cmocka_unit_test(two_exchanges_follow_each_other),
        cmocka_unit_test(a_throw_can_be_made_to_show_a_side),
        cmocka_unit_test(what_cannot_be_read_is_refused),
        cmocka_unit_test(draws_are_reported_with_what_is_left),
        cmocka_unit_test(a_refilled_or_seen_pile_cannot_be_exchanged),
        cmocka_unit_test(a_rule_that_begins_again_is_reported_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
