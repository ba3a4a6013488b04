// random_match_test.c - a match that the game plays alone is the match that asks everybody.
//
// Where all are random a game may play on without being asked, several rounds at a time if it can.
// The same table, told that somebody at it may think, asks at every step. Both must leave the same
// trace: rows, path, places, counts, and the state they end in.
#include "lab/match.h"

#include "core/text.h"
#include "lab/game_source.h"
#include "support/test.h"

typedef struct tables {
    dado_region region;
    dado_game game;
    dado_agent agents[64];
    dado_match_workspace alone, asking;
} tables;

// A name, or a text in brackets.
static void lay(tables *t, const char *name, const char *set, const char *to, int limit)
{
    dado_error err = { 0 };
    dado_game_source source;
    dado_option option = { .name = set, .text = to };
    dado_options options = { .items = &option, .count = set ? 1 : 0 };
    dado_region_init_large(&t->region);
    bool open = *name == '(' ? dado_game_source_from_text(&source, "text.rcy", name, &options,
                                                          &t->region, &err)
                             : dado_game_source_find(&source, name, &options, &t->region, &err);
    open = open && dado_game_source_open(&source, &t->game, &t->region, &err);
    if (!open) fail_msg("%s: %s", name, err.text);
    for (int p = 0; p < t->game.players; p++) {
        bool seated = dado_agent_open(&t->agents[p], &dado_agent_random, &t->game, p,
                                      &(dado_options){ 0 }, &t->region, &err);
        assert_true(seated);
    }
    dado_match_settings rules = { .move_limit = limit, .path = true };
    assert_true(dado_match_workspace_init(&t->alone, &t->game, t->agents, rules, &t->region, &err));
    assert_true(
        dado_match_workspace_init(&t->asking, &t->game, t->agents, rules, &t->region, &err));
    assert_true(t->alone.all_random);
    t->asking.all_random = false;
}

static void same_trace(const tables *t, const dado_trace *a, const dado_trace *b)
{
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->rounds, b->rounds);
    assert_int_equal(a->steps, b->steps);
    assert_int_equal(a->decisions, b->decisions);
    assert_int_equal(a->forced, b->forced);
    assert_int_equal(a->options, b->options);
    size_t row = sizeof *a->scores * (size_t)t->game.players;
    assert_memory_equal(a->scores, b->scores, row * (size_t)(a->rounds + 1));
    assert_memory_equal(a->result, b->result, row);
    assert_memory_equal(a->places, b->places, row);
    for (int i = 0; i < a->steps; i++) {
        assert_int_equal(a->path[i].move, b->path[i].move);
        assert_int_equal(a->path[i].actor, b->path[i].actor);
        assert_int_equal(a->path[i].options, b->path[i].options);
    }
    assert_memory_equal(t->alone.state, t->asking.state, t->game.state_size);
}

static void compare(const char *name, const char *set, const char *to, int limit)
{
    enum { matches = 40 };
    static tables t;
    lay(&t, name, set, to, limit);
    for (uint64_t match = 0; match < matches; match++) {
        const dado_trace *alone = dado_match_play(&t.alone, 7, 7, match);
        same_trace(&t, alone, dado_match_play(&t.asking, 7, 7, match));
    }
    dado_region_free(&t.region);
}

static void games_alone(void **state)
{
    (void)state;
    static const char *const names[] = {
        "dicepoints", "pig",
        "twodicepig", "craps",
        "hearts",     "library/cards/kuhn.rcy",
        "leduc",      "kuhn",
        "nim",        "library/boards/threeinarow.rcy",
        "blackjack",  "gofish",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) compare(names[i], NULL, NULL, 2000);
}

static void rounds_of_dice(void **state)
{
    (void)state;
    compare("dicepoints", "ROUNDS", "1", 2000);
    compare("dicepoints", "ROUNDS", "200", 2000);
    compare("dicepoints", "PLAYERS", "2", 2000);
    compare("dicepoints", "PLAYERS", "1", 2000);
    compare("dicepoints", "PLAYERS", "9", 2000);
    compare("dicepoints", "DICE", "3", 2000);
    compare("dicepoints", "FACES", "1", 2000);
    compare("dicepoints", "FACES", "100", 2000);
    compare("dicepoints", NULL, NULL, 1);
    compare("dicepoints", NULL, NULL, 9);
    compare("dicepoints", NULL, NULL, 10);
}

// Dice that are thrown on until this or that is so, and rounds that are counted in other ways.
static void other_rounds_of_dice(void **state)
{
    (void)state;
    static const char *const ends[] = {
        "(== (game sto ROUND) 30)",      "(!= (game sto ROUND) 0)",
        "(== (game sto ROUND) 31)",      "(== ((1 player) sto SCORE) 20)",
        "(!= ((0 player) sto SCORE) 0)", "(== (game sto OTHER) 5)",
        "(!= (game sto OTHER) 5)",       "(!= (game sto OTHER) 0)",
    };
    static const char *const counts[] = {
        "(inc (game sto ROUND) 1)",
        "(inc (game sto ROUND) 2) (inc (game sto ROUND) 1)",
        "(dec (game sto ROUND) 1)",
        "(set (game sto OTHER) 5) (inc (game sto ROUND) 3)",
        "(inc (game sto ROUND) 1) (set (game sto OTHER) 4) (inc (game sto OTHER) 1)",
        "(inc (game sto OTHER) 1) (inc (game sto ROUND) 1) (set (game sto ROUND) 30)",
        "(inc ((1 player) sto SCORE) 1)",
    };
    static const char *const saves[] = { "SCORE", "OTHER" }, *const who[] = { "max", "min" };
    for (size_t e = 0; e < sizeof ends / sizeof *ends; e++) {
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            for (int k = 0; k < 4; k++) {
                dado_text text = { 0 };
                dado_text_addf(&text,
                               "(game (setup (create players %d) (create dicestorage 'BAG (6)))"
                               " (stage player (end %s)"
                               "  (stage player (end (== (game sto THROWN) %d))"
                               "   (do ((throwalldice 'BAG)"
                               "        (inc ((current player) sto SCORE) (dievalue 'BAG))"
                               "        (inc (game sto THROWN) 1))))"
                               "  (do ((set (game sto THROWN) 0) %s"
                               "       (saveturnstats %s roundnumber ROUND)"
                               "       (cycle current previous))))"
                               " (scoring %s ((current player) sto SCORE)))",
                               2 + (k / 2) * 2, ends[e], 2 + (k / 2) * 2, counts[c],
                               saves[k % 3 == 2], who[k % 2]);
                compare(dado_text_string(&text), NULL, NULL, 50);
                dado_text_free(&text);
            }
        }
    }
}

// Totals that do not fit end the match where they would have otherwise.
static void totals_too_large(void **state)
{
    (void)state;
    compare("dicepoints", "FACES", "1000000000", 2000);
    compare("dicepoints", "FACES", "300000000", 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_alone),
        cmocka_unit_test(rounds_of_dice),
        cmocka_unit_test(other_rounds_of_dice),
        cmocka_unit_test(totals_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
