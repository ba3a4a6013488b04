// known_truths_test.c - small games whose truth is worked out here, and what is said of them.
//
// The truths are proved in a comment or enumerated by code that includes nothing of dado's.
#include "support/test.h"

#include <math.h>
#include <string.h>

#include "judge/contradictions.h"
#include "judge/example_matches.h"
#include "solve/odds.h"
#include "support/match_fixture.h"
#include "support/verdict_fixture.h"

static void said_of(dado_verdict_fixture *c, const char *text, uint64_t seed)
{
    dado_verdict_fixture_doctor(c, dado_verdict_fixture_text(text), DADO_QUICK, seed);
}

static void nothing_claims(const dado_verdict_fixture *c, const char *words)
{
    const dado_verdict *v = dado_verdict_fixture_claiming(c, words);
    if (v) fail_msg("false: %s %s", v->claim, v->evidence);
}

static const dado_verdict *something_claims(const dado_verdict_fixture *c, const char *words)
{
    const dado_verdict *v = dado_verdict_fixture_claiming(c, words);
    if (!v) fail_msg("nothing says: %s", words);
    return v;
}

// ---- luck and choice ----

// What is chosen decides nothing: every option leads to the same even lot. Luck is 100 %.
static const char idle_then_lot[] =
    "(game (setup (create players 2))"
    " (stage player (turns 2)"
    "  (choice ((label \"throw\" (set ((current player) sto IDLE) (random 5)))"
    "           (label \"pass\" (turn pass)))))"
    " (inc (((random 1) player) sto SUM) 1)"
    " (scoring max ((current player) sto SUM)))";

// The same with so many idle throws that it cannot be worked out, and is sampled.
static const char many_idle_then_lot[] =
    "(game (setup (create players 2))"
    " (repeat 12 (block (stage player (turns 2)"
    "  (choice ((label \"throw\" (set ((current player) sto IDLE)"
    "                            (+ (* 3 ((current player) sto IDLE)) (random 2))))"
    "           (label \"pass\" (turn pass)))))))"
    " (inc (((random 1) player) sto SUM) 1)"
    " (scoring max ((current player) sto SUM)))";

// Both options toss the same coin.
static const char coin[] =
    "(game (setup (create players 2))"
    " (choice (0 player) ((label \"left hand\" (inc (((random 1) player) sto SUM) 1))"
    "                     (label \"right hand\" (inc (((random 1) player) sto SUM) 1))))"
    " (scoring max ((current player) sto SUM)))";

static void luck_that_an_option_uses_is_luck(void **state)
{
    (void)state;
    static const char *const games[] = { idle_then_lot, many_idle_then_lot, coin };
    for (int g = 0; g < 3; g++) {
        for (uint64_t seed = 1; seed <= (uint64_t)dado_test_repeats(4, 30); seed++) {
            dado_verdict_fixture c;
            said_of(&c, games[g], seed);
            nothing_claims(&c, "What players choose");
            nothing_claims(&c, "weigh about the same");
            assert_true(c.checkup.recording.exact == (g != 1));
            dado_luck_and_choice l = dado_recording_luck(&c.checkup.recording, 0.999);
            assert_true(l.known && l.luck.high > 1 - 1e-9);
            if (g != 1) something_claims(&c, "Luck alone decides who wins.");
            dado_verdict_fixture_close(&c);
        }
    }
}

// ---- an option that is good, and not best wherever it is offered ----

// One card of ten is open. Running wins 3 of 4 throws, or 1 of 4 if the card is the ten; waiting
// wins 2 of 4; falling loses. Always running wins (9 * 3/4 + 1/4) / 10 = 7/10; best play waits at
// the ten and wins (9 * 3/4 + 2/4) / 10 = 29/40.
static const char ninety[] =
    "(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. 10)))))"
    " (do ((shuffle (game hloc STOCK)) (move (top (game hloc STOCK)) (top (game vloc OPEN)))))"
    " (choice ((label \"run\" (set (game sto ODDS)"
    "            (if (== (value N (top (game vloc OPEN))) 10) 1 3)))"
    "          (label \"wait\" (set (game sto ODDS) 2)) (label \"fall\" (stop game))))"
    " (set (game sto LEFT) (- (game sto ODDS) (random 3)))"
    " (scoring win (== (== (current player) (0 player)) (> (game sto LEFT) 0))))";

static void nothing_is_called_best_wherever_it_is_offered(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (uint64_t)dado_test_repeats(3, 20); seed++) {
        dado_verdict_fixture c;
        said_of(&c, ninety, seed);
        nothing_claims(&c, "is best wherever it is offered");
        nothing_claims(&c, "best wherever");
        dado_verdict_fixture_close(&c);
    }
}

// ---- random play does not speak for the game ----

// Seat 0 tosses for it, or gives it away. At random seat 1 wins 3/4. Who thinks tosses: 1/2 each.
static const char give_away[] =
    "(game (setup (create players 2))"
    " (choice (0 player) ((label \"toss\" (inc (((random 1) player) sto SUM) 1))"
    "                     (label \"give\" (inc ((1 player) sto SUM) 1))))"
    " (scoring max ((current player) sto SUM)))";

static int place_of(const dado_verdict_fixture *c, const char *words)
{
    for (int i = 0; i < c->count; i++) {
        if (strstr(c->said[i].claim, words)) return i;
    }
    return -1;
}

static void better_players_come_before_random_ones(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (uint64_t)dado_test_repeats(3, 20); seed++) {
        dado_verdict_fixture c;
        said_of(&c, give_away, seed);
        int random =
            place_of(&c, "Between players who choose at random: The second player wins too often");
        int proved = place_of(&c, "With best play");
        assert_true(random >= 0 && proved >= 0 && proved < random);
        assert_int_equal(c.said[random].tone, DADO_PLAIN);
        for (int i = 0; i < c.count; i++) {
            if (strcmp(c.said[i].topic, "fairness") != 0) continue;
            assert_true(strncmp(c.said[i].claim, "Between players who ", 20) == 0);
        }
        dado_verdict_fixture_close(&c);
    }
    // Every sentence about matches says who played them.
    dado_verdict_fixture c;
    dado_verdict_fixture_sim(&c, dado_verdict_fixture_text(give_away), "random", 200, 1, 0);
    assert_non_null(strstr(dado_verdict_fixture_about(&c, "fairness")->evidence,
                           "200 matches between random players"));
    dado_verdict_fixture_close(&c);
}

// The third seat gives a point to one of two who are level or two points apart, and never wins. It
// does not matter to it who does, so every way to give is best play. The other two are level in
// half of the matches, and one of them is ahead for good in a quarter each: 1/4 to 3/4.
static const char any_gift_is_best[] =
    "(game (setup (create players 3))"
    " (do ((inc ((0 player) sto SUM) (* 2 (random 1)))"
    "      (inc ((1 player) sto SUM) (* 2 (random 1)))))"
    " (choice (2 player) ((any (list (0 player) (1 player)) 'P (inc ('P sto SUM) 1))))"
    " (scoring max ((current player) sto SUM)))";

static void best_play_that_is_not_unique_is_a_range(void **state)
{
    (void)state;
    dado_verdict_fixture c;
    said_of(&c, any_gift_is_best, 1);
    const dado_perfect_play *p = &c.checkup.proof;
    assert_true(p->known);
    for (int seat = 0; seat < 3; seat++) {
        double low = seat == 2 ? 0 : 0.25, high = seat == 2 ? 0 : 0.75;
        assert_true(fabs(p->low[seat] - low) < 1e-12 && fabs(p->high[seat] - high) < 1e-12);
    }
    nothing_claims(&c, "With best play the first player");
    nothing_claims(&c, "With best play the second player");
    const dado_verdict *v = something_claims(&c, "With best play the third player wins too rarely");
    assert_int_equal(v->tone, DADO_BAD);
    assert_non_null(strstr(v->evidence, "the first player 25.0 to 75.0 %"));
    dado_verdict_fixture_close(&c);
    // Between two who cannot both win there is no range: tossing gives each a half.
    said_of(&c, give_away, 1);
    for (int seat = 0; seat < 2; seat++) {
        assert_true(c.checkup.proof.low[seat] == 0.5 && c.checkup.proof.high[seat] == 0.5);
    }
    dado_verdict_fixture_close(&c);
}

// Every sentence says whose play it is about, or is about the rules alone.
static void every_verdict_names_its_players(void **state)
{
    (void)state;
    static const char *const names[] = { "random", "think",  "ismcts",
                                         "roved",  "chance", "Nobody has a decision" };
    const dado_game_source *games[] = { dado_verdict_fixture_text(give_away),
                                        dado_verdict_fixture_text(any_gift_is_best),
                                        dado_verdict_fixture_text(idle_then_lot),
                                        dado_verdict_fixture_game("library/dice/pig.rcy"),
                                        dado_verdict_fixture_game(
                                            "tests/judge/cases/dead-rule.rcy"),
                                        dado_verdict_fixture_game("kuhn") };
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        dado_verdict_fixture c;
        dado_verdict_fixture_doctor(&c, games[g], DADO_QUICK, 1);
        for (int i = 0; i < c.count; i++) {
            bool named = false;
            for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
                named = named || strstr(c.said[i].claim, names[n]) ||
                        strstr(c.said[i].evidence, names[n]);
            }
            if (!named) fail_msg("nobody is named: %s %s", c.said[i].claim, c.said[i].evidence);
        }
        dado_verdict_fixture_close(&c);
    }
}

// ---- ties ----

// Four rounds in which each of two players gets a point or none.
static const char race[] =
    "(game (declare 0 'AHEAD) (declare 0 'BEHIND)"
    " (setup (create players 2))"
    " (repeat 4 (block"
    "  ((== (game sto ROUND) 2)"
    "   (let (- ((0 player) sto SUM) ((1 player) sto SUM)) 'D"
    "    (do ((inc ((0 player) sto SUM) (if (> 'D 0) 'AHEAD (< 'D 0) 'BEHIND 0))"
    "         (inc ((1 player) sto SUM) (if (< 'D 0) 'AHEAD (> 'D 0) 'BEHIND 0))))))"
    "  (all player 'P (inc ('P sto SUM) (random 1)))"
    "  (inc (game sto ROUND) 1)"
    "  (saveturnstats SUM roundnumber ROUND)))"
    " (scoring max ((current player) sto SUM)))";

typedef struct race_truth {
    double leads, wins, decided, told;  // of all 256 ways
} race_truth;

// All ways that four rounds can go: eight points, one each or none.
static race_truth enumerate_race(int ahead, int behind)
{
    race_truth t = { 0 };
    for (int way = 0; way < 256; way++) {
        int a = 0, b = 0, early = 0;
        bool told = false;
        for (int round = 0; round < 4; round++) {
            int lead = a - b;
            if (round == 2) a += lead > 0 ? ahead : lead < 0 ? behind : 0;
            if (round == 2) b += lead < 0 ? ahead : lead > 0 ? behind : 0;
            a += way >> (2 * round) & 1;
            b += way >> (2 * round + 1) & 1;
            if (round == 0) early = a - b;
            if (round < 3) told = told || a != b;
        }
        t.leads += early != 0;
        t.wins += (early > 0 && a > b) || (early < 0 && b > a);
        t.decided += a != b;
        t.told += a != b && told;
    }
    return t;
}

static const dado_game_source *race_with(const char *setting)
{
    static char text[2000];
    snprintf(text, sizeof text, "%s", race);
    if (setting) {
        char *at = strstr(text, strncmp(setting, "AHEAD", 5) == 0 ? "(declare 0 'AHEAD"
                                                                  : "(declare 0 'BEHIND");
        at[9] = setting[strlen(setting) - 1];
    }
    return dado_verdict_fixture_text(text);
}

static void a_tie_has_no_winner(void **state)
{
    (void)state;
    enum { matches = 4000 };
    race_truth t = enumerate_race(0, 0);
    dado_verdict_fixture c;
    dado_verdict_fixture_sim(&c, race_with(NULL), "random", matches, 3, 0);
    const dado_finding *early = dado_finding_named(&c.found, "early_lead");
    double truth = t.wins / t.leads, found = (double)early->nonzero / (double)early->count;
    double error = sqrt(truth * (1 - truth) / (double)early->count);
    if (fabs(found - truth) > 4 * error) fail_msg("early lead: %g, and not %g", found, truth);
    static const char *const of_winners[] = { "from_behind", "time_of_decision" };
    for (int i = 0; i < 2; i++) {
        const dado_finding *m = dado_finding_named(&c.found, of_winners[i]);
        double share = (double)m->count / matches, wanted = t.told / 256;
        if (fabs(share - wanted) > 4 * sqrt(wanted * (1 - wanted) / matches)) {
            fail_msg("%s has a value in %g of matches, and not in %g", of_winners[i], share,
                     wanted);
        }
    }
    dado_verdict_fixture_close(&c);
}

// Both always end with 35 points.
static const char level[] = "(game (setup (create players 2))"
                            " (repeat 3 (block (all player 'P (inc ('P sto SUM) (random 1)))"
                            "  (inc (game sto ROUND) 1) (saveturnstats SUM roundnumber ROUND)))"
                            " (all player 'P (set ('P sto SUM) 35))"
                            " (inc (game sto ROUND) 1) (saveturnstats SUM roundnumber ROUND)"
                            " (scoring max ((current player) sto SUM)))";

typedef struct gathering {
    dado_data_frame frame;
} gathering;

static void gather(void *context, const dado_block *block)
{
    dado_data_frame_add(&((gathering *)context)->frame, block);
}

static void examples_of_ties_name_no_winner(void **state)
{
    (void)state;
    enum { matches = 40 };
    dado_region region;
    dado_error err = { 0 };
    dado_region_init(&region, (size_t)1 << 26);
    dado_plan plan = dado_test_plan(dado_test_game_text("level.rcy", level, &region),
                                    dado_test_lineup("random", &region), matches, 1);
    gathering g = { .frame = { .most = matches } };
    dado_experiment_settings how = { .threads = 1, .taker = &g, .block = gather };
    dado_results results;
    if (!dado_experiment_run(&plan, &how, &results, &err)) fail_msg("%s", err.text);
    dado_example_match shown[DADO_EXAMPLE_MATCHES_MAX];
    int count = 0;
    if (!dado_example_matches_find(&plan, &g.frame, &results.measures, &how, shown, &count, &err)) {
        fail_msg("%s", err.text);
    }
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        bool names = strstr(shown[i].words, "wins") && !strstr(shown[i].words, "not win");
        if (names) fail_msg("35 to 35: %s", shown[i].words);
    }
    dado_data_frame_free(&g.frame);
    dado_results_free(&results);
    dado_region_free(&region);
}

// ---- leads that do harm, and leads that mean nothing ----

static void a_lead_that_loses_is_no_race(void **state)
{
    (void)state;
    race_truth t = enumerate_race(0, 3);
    assert_true(t.wins / t.leads < 0.4 * t.decided / 256);  // far less than an even chance
    for (uint64_t seed = 1; seed <= (uint64_t)dado_test_repeats(3, 20); seed++) {
        dado_verdict_fixture c;
        dado_verdict_fixture_sim(&c, race_with("BEHIND=3"), "random", 2000, seed, 0);
        nothing_claims(&c, "An early lead is not the end");
        nothing_claims(&c, "there is drama");
        const dado_verdict *v = something_claims(&c, "Who leads early seldom wins");
        assert_int_equal(v->tone, DADO_WARN);
        dado_verdict_fixture_close(&c);
    }
}

// One card each, and the higher wins: the match is one piece of luck.
static void one_draw_is_not_open_for_long(void **state)
{
    (void)state;
    const char *text =
        "(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. 6)))))"
        " (do ((shuffle (game hloc STOCK))"
        "      (all player 'P (move (top (game hloc STOCK)) (top ('P iloc HELD))))))"
        " (scoring max (sum ((current player) iloc HELD) using N)))";
    dado_verdict_fixture c;
    said_of(&c, text, 1);
    nothing_claims(&c, "stays open");
    nothing_claims(&c, "settled");
    something_claims(&c, "Luck alone decides who wins.");
    dado_verdict_fixture_close(&c);
}

// Three players, six turns each, and no round is saved: there are turns and no rounds.
static void turns_are_not_called_rounds(void **state)
{
    (void)state;
    const char *text = "(game (setup (create players 3))"
                       " (repeat 6 (block (stage player (turns 3)"
                       "  (choice ((label \"one\" (inc ((current player) sto SUM) 1))"
                       "           (label \"two\" (inc ((current player) sto SUM) 2)))))))"
                       " (scoring max ((current player) sto SUM)))";
    dado_verdict_fixture c;
    dado_verdict_fixture_sim(&c, dado_verdict_fixture_text(text), "random", 200, 1, 0);
    something_claims(&c, "Every match lasts 18 turns.");
    dado_verdict_fixture_close(&c);
    dado_verdict_fixture_sim(&c, race_with(NULL), "random", 200, 1, 0);
    something_claims(&c, "Every match lasts 4 rounds.");
    dado_verdict_fixture_close(&c);
}

// ---- what is rare ----

// Ten idle choices, then the third seat, who never scores, gives the match to one of the others.
static const char gift[] =
    "(game (setup (create players 3))"
    " (repeat 10 (block (choice (0 player)"
    "  ((label \"left\" (inc (game sto IDLE) 1)) (label \"right\" (inc (game sto IDLE) 1))))))"
    " (choice (2 player) ((any (list (0 player) (1 player)) 'P (inc ('P sto SUM) 1))))"
    " (scoring max ((current player) sto SUM)))";

// The same, too large to be worked out.
static const char sampled_gift[] =
    "(game (setup (create players 3))"
    " (repeat 12 (block (choice (0 player)"
    "  ((label \"left\" (set (game sto IDLE) (+ (* 3 (game sto IDLE)) (random 2))))"
    "   (label \"right\" (set (game sto IDLE) (+ (* 3 (game sto IDLE)) (random 2))))))))"
    " (choice (2 player) ((any (list (0 player) (1 player)) 'P (inc ('P sto SUM) 1))))"
    " (scoring max ((current player) sto SUM)))";

// As the first, but the third seat scores as well, so that it makes nobody king.
static const char own_goal[] =
    "(game (setup (create players 3))"
    " (repeat 20 (block (choice (0 player)"
    "  ((label \"left\" (inc (game sto IDLE) 1)) (label \"right\" (inc (game sto IDLE) 1))))))"
    " (choice (2 player) ((any (list (0 player) (1 player) (2 player)) 'P (inc ('P sto SUM) 1))))"
    " (scoring max ((current player) sto SUM)))";

static void a_rare_choice_that_decides_is_seen(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (uint64_t)dado_test_repeats(2, 20); seed++) {
        dado_verdict_fixture c;
        said_of(&c, gift, seed);
        assert_true(c.checkup.recording.exact);
        nothing_claims(&c, "hardly matters");
        const dado_verdict *v = something_claims(&c, "Players who cannot win decide");
        assert_true(v->figure.value == 1);
        dado_verdict_fixture_close(&c);
        said_of(&c, own_goal, seed);
        nothing_claims(&c, "hardly matters");
        nothing_claims(&c, "Players who cannot win decide");
        something_claims(&c, "Much hangs on some choices");
        dado_verdict_fixture_close(&c);
    }
    dado_verdict_fixture c;
    said_of(&c, sampled_gift, 1);
    assert_false(c.checkup.recording.exact);
    nothing_claims(&c, "hardly matters");
    dado_verdict_fixture_close(&c);
}

// ---- winning together ----

// Two players of one side. They win if a die of ten shows the first face, or one of five does:
// (1/10 + 1/5) / 2 = 3/20 of matches at random, both of them or none. Nobody ties.
static void partners_win_one_win(void **state)
{
    (void)state;
    const char *text = "(game (setup (create players 2) (create teams (0, 1)))"
                       " (choice (0 player) ((label \"ten\" (set (game sto W) (random 9)))"
                       "                     (label \"five\" (set (game sto W) (random 4)))))"
                       " (scoring win (== (game sto W) 0)))";
    dado_error err = { 0 };
    dado_game_source listed;
    dado_game game;
    dado_odds_config plan = { 0 };
    assert_true(dado_game_source_open_chance(dado_verdict_fixture_text(text), "listed", &listed,
                                             &game, &dado_verdict_fixture_memory, &err));
    dado_odds *odds = dado_odds_compute(&game, &plan, &err);
    assert_non_null(odds);
    for (int p = 0; p < 2; p++) {
        assert_true(fabs(dado_odds_mean(odds, DADO_ODDS_ALONE, p) - 3.0 / 20) < 1e-12);
        assert_true(fabs(dado_odds_chance(odds, DADO_ODDS_ALONE, p, 0) - 3.0 / 20) < 1e-12);
    }
    assert_true(dado_odds_chance(odds, DADO_ODDS_TIE, 0, 0) == 0);
    dado_odds_free(odds);
    dado_verdict_fixture c;
    dado_verdict_fixture_sim(&c, dado_verdict_fixture_text(text), "random", 4000, 2, 0);
    const dado_verdict *v = dado_verdict_fixture_about(&c, "success");
    assert_non_null(v);
    assert_true(fabs(v->figure.value - 3.0 / 20) < 4 * sqrt(0.15 * 0.85 / 4000));
    dado_verdict_fixture_close(&c);
}

// Lost in 199 of 200 matches: an alarm. Won in all of few matches: not \"some\".
static void hardly_ever_winning_is_an_alarm(void **state)
{
    (void)state;
    dado_verdict_fixture c;
    const char *lost = "(game (setup (create players 2) (create teams (0, 1)))"
                       " (set (game sto LEFT) (random 199)) (scoring win (== (game sto LEFT) 0)))";
    const char *won = "(game (setup (create players 1))"
                      " (set (game sto LEFT) (random 9)) (scoring win (< (game sto LEFT) 99)))";
    dado_verdict_fixture_sim(&c, dado_verdict_fixture_text(lost), "random", 1000, 1, 0);
    const dado_verdict *v = something_claims(&c, "hardly ever succeed");
    assert_int_equal(v->tone, DADO_WARN);
    dado_verdict_fixture_close(&c);
    dado_verdict_fixture_sim(&c, dado_verdict_fixture_text(won), "random", 20, 1, 0);
    nothing_claims(&c, "in some matches");
    something_claims(&c, "The player succeeds in each of these matches.");
    dado_verdict_fixture_close(&c);
}

// ---- contradictions ----

// The list is used: two claims of a pair do not stand side by side.
static void of_a_pair_one_claim_stays(void **state)
{
    (void)state;
    dado_verdict list[3] = { { .topic = "drama" },
                             { .topic = "openness" },
                             { .topic = "runaway" } };
    snprintf(list[0].claim, sizeof list[0].claim, "Winners have usually been behind.");
    snprintf(list[1].claim, sizeof list[1].claim, "The outcome is hard to say.");
    snprintf(list[2].claim, sizeof list[2].claim, "Who leads early mostly wins.");
    int stays, goes;
    assert_non_null(dado_verdicts_find_contradiction(list, 3, &stays, &goes));
    assert_int_equal(stays, 2);
    assert_int_equal(goes, 0);
    assert_int_equal(dado_verdicts_drop_contradictions(list, 3), 2);
    assert_string_equal(list[0].topic, "openness");
    assert_string_equal(list[1].topic, "runaway");
    assert_null(dado_verdicts_find_contradiction(list, 2, &stays, &goes));
}

// The words are those of claims that are made: what no source says could contradict nothing.
static void pairs_are_of_words_that_are_said(void **state)
{
    (void)state;
    static const char *const sources[] = { "src/judge/verdicts_by_topic.c",
                                           "src/judge/doctor_diagnosis.c" };
    static char text[2][1 << 17];
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(sources[i], "rb");
        assert_non_null(file);
        size_t size = fread(text[i], 1, sizeof text[i] - 1, file);
        assert_true(size > 1000 && size < sizeof text[i] - 1);
        fclose(file);
    }
    for (const dado_contradiction *c = dado_contradictions; c->stays; c++) {
        for (int side = 0; side < 2; side++) {
            const char *words = side ? c->goes : c->stays;
            if (!strstr(text[0], words) && !strstr(text[1], words)) {
                fail_msg("nobody says: %s", words);
            }
        }
    }
}

static void look_for_contradictions(void *context, const char *path)
{
    int *looked = context;
    if (!strstr(path, ".rcy") || strstr(path, "/kits/") || strstr(path, "/templates/")) return;
    if (++*looked % dado_test_repeats(12, 1) != 0) return;
    dado_verdict_fixture c;
    int stays, goes;
    dado_verdict_fixture_doctor(&c, dado_verdict_fixture_game(path), DADO_QUICK, 1);
    if (dado_verdicts_find_contradiction(c.said, c.count, &stays, &goes)) {
        fail_msg("%s: \"%s\" and \"%s\"", path, c.said[stays].claim, c.said[goes].claim);
    }
    dado_verdict_fixture_close(&c);
}

static void no_game_of_the_library_is_contradicted(void **state)
{
    (void)state;
    int looked = 0;
    dado_library_foreach("library", &looked, look_for_contradictions);
    assert_true(looked > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(luck_that_an_option_uses_is_luck),
        cmocka_unit_test(nothing_is_called_best_wherever_it_is_offered),
        cmocka_unit_test(better_players_come_before_random_ones),
        cmocka_unit_test(best_play_that_is_not_unique_is_a_range),
        cmocka_unit_test(every_verdict_names_its_players),
        cmocka_unit_test(a_tie_has_no_winner),
        cmocka_unit_test(examples_of_ties_name_no_winner),
        cmocka_unit_test(a_lead_that_loses_is_no_race),
        cmocka_unit_test(one_draw_is_not_open_for_long),
        cmocka_unit_test(turns_are_not_called_rounds),
        cmocka_unit_test(a_rare_choice_that_decides_is_seen),
        cmocka_unit_test(partners_win_one_win),
        cmocka_unit_test(hardly_ever_winning_is_an_alarm),
        cmocka_unit_test(of_a_pair_one_claim_stays),
        cmocka_unit_test(pairs_are_of_words_that_are_said),
        cmocka_unit_test(no_game_of_the_library_is_contradicted),
    };
    return cmocka_run_group_tests(tests, dado_verdict_fixture_setup, dado_verdict_fixture_teardown);
}
