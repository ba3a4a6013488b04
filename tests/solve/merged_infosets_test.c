// merged_infosets_test.c - information sets that the game cannot tell apart are one, and what is
// proved in the merged tables holds in the whole game.
#include "infosets_fixture.h"

#include <math.h>
#include <stdlib.h>

#include "solve/equilibrium_search.h"
#include "solve/exact_equilibrium.h"
#include "solve/modular.h"
#include "solve/strategy_in_words.h"

static const struct {
    const char *game, *settings;
    uint32_t sets, merged;  // counted by hand or by the words of the sets
} games[] = {
    { "kuhn", "", 12, 12 },
    { "library/cards/kuhn.rcy", "luck=listed", 12, 12 },
    { "library/cards/leduc.rcy", "luck=listed", 936, 288 },
    { "tests/solve/games/kuhn_four.rcy", "luck=listed", 16, 16 },
    { "tests/solve/games/kuhn_four.rcy", "luck=listed\nPLAYERS=3", 48, 48 },
    { "tests/solve/games/guess.rcy", "luck=listed", 2, 2 },
    { "tests/solve/games/gops_four.rcy", "luck=listed", 0, 0 },
    { "library/boards/pegs.rcy", "luck=listed", 21, 0 },
};
enum { game_count = sizeof games / sizeof *games };

static void open_exactly(table *t, int g)
{
    dado_error err = { 0 };
    dado_infosets_config plan = { .watch = true, .exact = true };
    open_game(t, games[g].game, games[g].settings);
    if (!dado_infosets_make(&t->sets, &t->game, &plan, &err)) fail_msg("%s", err.text);
}

static void close_to(double a, double b, double slack, const char *what)
{
    if (fabs(a - b) > slack) fail_msg("%s: %.17g, not %.17g", what, a, b);
}

// A strategy of the merged tables that is not an equilibrium: any moves, by a fixed pattern.
static void any_strategy(const dado_infosets *sets, dado_strategy *strategy)
{
    for (int p = 0; p < sets->players; p++) {
        const dado_player_infosets *of = &sets->sets[p];
        double *odds = calloc(of->sequences, sizeof *odds);
        for (uint32_t i = 0; i < of->count; i++) {
            double sum = 0;
            for (uint32_t s = of->first[i]; s < of->first[i + 1]; s++) {
                odds[s] = 1 + (s * 7 + i * 3) % 5;
                sum += odds[s];
            }
            for (uint32_t s = of->first[i]; s < of->first[i + 1]; s++) odds[s] /= sum;
        }
        dado_strategy_set(sets, strategy, p, odds);
        free(odds);
    }
}

// Values and best responses are the same in both tables, for any strategy, so nothing is lost.
static void a_strategy_is_worth_the_same_in_merged_tables(void **state)
{
    (void)state;
    for (int g = 0; g < game_count; g++) {
        table t;
        dado_error err = { 0 };
        dado_merged_infosets merged;
        open_exactly(&t, g);
        assert_true(dado_infosets_merge(&merged, &t.sets, &err));
        if (games[g].sets) assert_int_equal(dado_infosets_count(&t.sets), games[g].sets);
        uint32_t left = dado_infosets_count(merged.any ? &merged.sets : &t.sets);
        if (games[g].merged) assert_int_equal(left, games[g].merged);
        if (merged.any) {
            dado_strategy brief, whole;
            dado_equilibrium_gap in_brief, in_whole;
            assert_true(dado_strategy_make(&brief, &merged.sets, &err));
            assert_true(dado_strategy_make(&whole, &t.sets, &err));
            any_strategy(&merged.sets, &brief);
            dado_merged_strategy_expand(&merged, &t.sets, &brief, &whole);
            assert_true(dado_equilibrium_gap_find(&merged.sets, &brief, &in_brief, &err));
            assert_true(dado_equilibrium_gap_find(&t.sets, &whole, &in_whole, &err));
            for (int p = 0; p < t.sets.players; p++) {
                close_to(in_brief.value[p], in_whole.value[p], 1e-9, games[g].game);
                close_to(in_brief.gain[p], in_whole.gain[p], 1e-9, games[g].game);
            }
            dado_strategy_free(&brief);
            dado_strategy_free(&whole);
        }
        dado_merged_infosets_free(&merged);
        done(&t);
    }
}

// With an equilibrium of few iterations: lines of merged sets differ in their words, and each set
// belongs to a line with the same moves as often.
static void merged_lines_have_words_of_their_own(void **state)
{
    (void)state;
    for (int g = 0; g < game_count; g++) {
        table t;
        dado_error err = { 0 };
        dado_region region;
        dado_equilibrium_search search;
        dado_strategy strategy;
        dado_equilibrium_gap proof;
        dado_strategy_table sheet;
        open_exactly(&t, g);
        dado_region_init_large(&region);
        assert_true(
            dado_equilibrium_search_open(&search, &t.sets, DADO_REGRET_PREDICTIVE, NULL, &err));
        assert_true(dado_strategy_make(&strategy, &t.sets, &err));
        assert_true(
            dado_equilibrium_search_run(&search, 0, 3, NULL, NULL, &strategy, &proof, &err));
        assert_true(dado_strategy_table_make(&sheet, &t.sets, &search.merged, &strategy, 100000,
                                             NULL, &region, &err));
        assert_int_equal(sheet.set_count, dado_infosets_count(&t.sets));
        int stands_for = 0;
        for (int i = 0; i < sheet.count; i++) {
            stands_for += sheet.lines[i].like;
            for (int k = 0; k < i; k++) {
                if (sheet.lines[k].player != sheet.lines[i].player) continue;
                if (strcmp(sheet.lines[k].sees, sheet.lines[i].sees) == 0) {
                    fail_msg("%s: %s", games[g].game, sheet.lines[i].sees);
                }
            }
        }
        assert_int_equal(stands_for, sheet.set_count);
        for (int i = 0; i < sheet.set_count; i++) {
            const dado_strategy_row *set = &sheet.sets[i], *line = &sheet.lines[set->line];
            assert_int_equal(set->player, line->player);
            if (set->count != line->count) continue;
            for (int m = 0; m < set->count; m++) {
                double other = line->odds[m], best = fabs(set->odds[m] - other);
                for (int k = 0; k < line->count; k++) {
                    best = fmin(best, fabs(set->odds[m] - line->odds[k]));
                }
                if (best > 1e-9) fail_msg("%s: %s", games[g].game, set->sees);
            }
        }
        dado_strategy_free(&strategy);
        dado_equilibrium_search_close(&search);
        dado_region_free(&region);
        done(&t);
    }
}

// A card is told without its suit where suits make no difference.
static void equal_cards_are_told_without_what_makes_no_difference(void **state)
{
    (void)state;
    table t;
    dado_error err = { 0 };
    dado_region region;
    dado_merged_infosets merged;
    dado_strategy strategy;
    dado_strategy_table sheet;
    open_exactly(&t, 2);
    dado_region_init_large(&region);
    assert_true(dado_infosets_merge(&merged, &t.sets, &err));
    assert_true(dado_strategy_make(&strategy, &t.sets, &err));
    assert_true(
        dado_strategy_table_make(&sheet, &t.sets, &merged, &strategy, 100000, NULL, &region, &err));
    assert_int_equal(sheet.count, 288);
    for (int i = 0; i < sheet.count; i++) {
        const char *sees = sheet.lines[i].sees;
        if (strstr(sees, "HEARTS") || strstr(sees, "SPADES")) fail_msg("%s", sees);
        if (!strstr(sees, "JACK") && !strstr(sees, "QUEEN") && !strstr(sees, "KING")) {
            fail_msg("%s", sees);
        }
    }
    dado_strategy_free(&strategy);
    dado_merged_infosets_free(&merged);
    dado_region_free(&region);
    done(&t);
}

// Fractions come back from the field they are summed in, whatever the order of the sum.
static void fractions_survive_modular_sums(void **state)
{
    (void)state;
    for (int64_t bottom = 1; bottom < 400; bottom += 7) {
        uint64_t part = dado_mod_inverse((uint64_t)bottom), up = 0, down = 0;
        for (int i = 1; i <= 30; i++) {
            up = dado_mod_add(up, dado_mod_mul(part, dado_mod_int(i * (i % 2 ? -3 : 2))));
            int k = 31 - i;
            down = dado_mod_add(down, dado_mod_mul(part, dado_mod_int(k * (k % 2 ? -3 : 2))));
        }
        int64_t top, under;
        assert_true(up == down);
        assert_true(dado_mod_fraction(up, &top, &under));
        // -3 (1 + 3 + ... + 29) + 2 (2 + 4 + ... + 30) = -675 + 480
        assert_true(top * bottom == -195 * under);
    }
}

// The plans that the simplex method finds leave nothing to gain, and a limit is kept.
static void an_equilibrium_of_fractions_has_no_gap(void **state)
{
    (void)state;
    table t;
    dado_error err = { 0 };
    dado_exact_equilibrium exact;
    dado_exact_limits limits = { 0 };
    dado_equilibrium_gap proof;
    open_exactly(&t, 3);
    assert_true(dado_exact_equilibrium_find(&exact, &t.sets, NULL, &limits, &err));
    assert_true(exact.found);
    assert_string_equal(exact.text, "-1/24");
    assert_true(dado_equilibrium_gap_find(&t.sets, &exact.strategy, &proof, &err));
    close_to(proof.gap, 0, 1e-12, "gap");
    close_to(proof.low, -1.0 / 24, 1e-12, "low");
    dado_exact_equilibrium_free(&exact);
    limits.cells = 10;
    assert_true(dado_exact_equilibrium_find(&exact, &t.sets, NULL, &limits, &err));
    assert_false(exact.found);
    dado_exact_equilibrium_free(&exact);
    done(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_strategy_is_worth_the_same_in_merged_tables),
        cmocka_unit_test(merged_lines_have_words_of_their_own),
        cmocka_unit_test(equal_cards_are_told_without_what_makes_no_difference),
        cmocka_unit_test(fractions_survive_modular_sums),
        cmocka_unit_test(an_equilibrium_of_fractions_has_no_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
