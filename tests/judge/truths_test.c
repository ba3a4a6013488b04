// truths_test.c - games whose truth is known, over many seeds: no false claim, and flaws are found.
//
// A game is without fault, or has one that was planted. Of those without, alarms are counted over
// all seeds together: a claim is made at 95 %, so one run in twenty may give one. What was planted is
// to be found in four runs of five. Two seeds by default, twenty with DADO_LONG (./dev long judge).
#include "support/test.h"

#include "support/court.h"
#include "support/play.h"

#define CASES "tests/judge/cases/"

typedef struct truth {
    const char *name;    // of a game; or NULL
    const char *rules;   // or its text
    const char *flaw;    // words of the claim that tells it, or of two parted by |; NULL: no fault
} truth;

// A race of dice for `players`; `more` stands in every turn, `end` before the scoring.
#define RACE(players, more, end)                                                          \
    "(game (setup (create players " players ") (create dicestorage 'D (6)))"              \
    " (stage player (end (== (game sto N) 24))"                                           \
    "  (choice ((do ((throwalldice 'D) (inc ((current player) sto S) (dievalue 'D))))"    \
    "           (inc ((current player) sto S) 3)))"                                       \
    "  (do (" more " (inc (game sto N) 1)))) " end                                        \
    " (scoring max ((current player) sto S)))"

static const truth truths[] = {
    // Nobody is favoured, every match ends, every rule fires.
    { NULL, RACE("2", "", ""), NULL },
    { NULL, RACE("3", "", ""), NULL },
    { NULL, RACE("4", "", ""), NULL },
    { CASES "skill.rcy", NULL, NULL },
    { "kuhn", NULL, NULL },
    { "library/cards/leduc.rcy", NULL, NULL },
    { "noughts", NULL, NULL },
    // Planted.
    { NULL, RACE("2", "", "(do ((inc ((0 player) sto S) 9)))"), "eat 0 wins too often" },
    { NULL, RACE("2", "", "(do ((inc ((1 player) sto S) 9)))"), "eat 1 wins too often" },
    { NULL, RACE("3", "", "(do ((inc ((2 player) sto S) 9)))"), "eat 2 wins too often" },
    { NULL, RACE("4", "", "(do ((inc ((3 player) sto S) 12)))"), "eat 3 wins too often" },
    { NULL, RACE("2", "((> (dievalue 'D) 6) (inc ((current player) sto S) 9))", ""), "never" },
    { CASES "first-seat.rcy", NULL, "eat 0 wins too often|hardly matters" },
    { CASES "dead-rule.rcy", NULL, "never" },
    { CASES "one-card.rcy", NULL, "decides too much" },
    { CASES "endless.rcy", NULL, "No match ends|never" },
    { "library/dice/dicepoints.rcy", NULL, "nothing to decide" },
    { "library/cards/war.rcy", NULL, "nothing to decide" },
};

static bool tells(const char *claim, const char *flaw)
{
    char words[80];
    for (const char *at = flaw; at && *at;) {
        size_t length = strcspn(at, "|");
        snprintf(words, sizeof words, "%.*s", (int)length, at);
        if (strstr(claim, words)) return true;
        at += length + (at[length] == '|');
    }
    return false;
}

static void no_false_claim_and_flaws_are_found(void **state)
{
    (void)state;
    int seeds = dado_test_dose(2, 20), sound_runs = 0, alarms = 0;
    for (size_t g = 0; g < sizeof truths / sizeof *truths; g++) {
        const truth *t = &truths[g];
        int found = 0;
        for (int seed = 1; seed <= seeds; seed++) {
            dado_arena arena;
            dado_arena_init_generous(&arena);
            const dado_source *game = t->name ? dado_play_game(t->name, NULL, &arena)
                                              : dado_play_text("case.rcy", t->rules, &arena);
            dado_court c;
            dado_court_doctor(&c, game, DADO_QUICK, (uint64_t)seed);
            bool told = false, alarm = false;
            for (int i = 0; i < c.count; i++) {
                bool bad = c.said[i].tone == DADO_BAD || c.said[i].tone == DADO_WARN;
                if (bad && t->flaw && tells(c.said[i].claim, t->flaw)) told = true;
                if (bad && !t->flaw) {
                    print_message("%s, seed %d: %s\n", t->name ? t->name : "race", seed,
                                  c.said[i].claim);
                    alarm = true;
                }
            }
            found += told;
            alarms += alarm;
            sound_runs += !t->flaw;
            dado_court_close(&c);
            dado_arena_free(&arena);
        }
        if (t->flaw && 5 * found < 4 * seeds) {
            fail_msg("%s: found in %d of %d: %s", t->name ? t->name : "race", found, seeds, t->flaw);
        }
    }
    print_message("alarms in %d of %d runs of games without fault\n", alarms, sound_runs);
    dado_interval share = dado_share_interval(alarms, sound_runs, 0.95);
    assert_true(share.low <= 0.05);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_false_claim_and_flaws_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
