// card_pairs_test.c - what two cards are worth together, compared with an enumeration of all deals
// by code of its own.
#include "support/test.h"

#include <math.h>
#include <string.h>

#include "judge/card_pairs.h"
#include "support/match_fixture.h"

// ---- the oracle: two hands of two of the numbers from 1 to `cards`; the higher sum wins ----

enum { most = 7 };

static double share_of(const int *deck, int seat)
{
    int own = deck[2 * seat] + deck[2 * seat + 1];
    int other = deck[2 - 2 * seat] + deck[3 - 2 * seat];
    return own > other ? 1 : own == other ? 0.5 : 0;
}

static double share_with(const int *deck, int seat, int a, int r, int b, int s)
{
    int changed[most];
    memcpy(changed, deck, sizeof changed);
    if (a >= 0) {
        changed[a] = deck[r];
        changed[r] = deck[a];
    }
    if (b >= 0) {
        int card = changed[b];
        changed[b] = changed[s];
        changed[s] = card;
    }
    return share_of(changed, seat);
}

typedef struct oracle {
    int cards;
    double sum[most + 1][most + 1], events;
} oracle;

// Both seats of one deal: the cards at 2 * seat and 2 * seat + 1, and all others after them.
static void look_at(oracle *o, const int *deck)
{
    for (int seat = 0; seat < 2; seat++) {
        int a = 2 * seat, b = a + 1, left = o->cards - b - 1;
        double sum = 0;
        for (int r = b + 1; r < o->cards; r++) {
            for (int s = b + 1; s < o->cards; s++) {
                if (r == s) continue;
                sum += share_of(deck, seat) - share_with(deck, seat, a, r, -1, 0) -
                       share_with(deck, seat, -1, 0, b, s) + share_with(deck, seat, a, r, b, s);
            }
        }
        int low = deck[a] < deck[b] ? deck[a] : deck[b], high = deck[a] + deck[b] - low;
        o->sum[low][high] += sum / left / (left - 1);
    }
}

static void deal_all(oracle *o, int *deck, int at)
{
    if (at == o->cards) {
        look_at(o, deck);
        o->events++;
        return;
    }
    for (int i = at; i < o->cards; i++) {
        int card = deck[at];
        deck[at] = deck[i];
        deck[i] = card;
        deal_all(o, deck, at + 1);
        deck[i] = deck[at];
        deck[at] = card;
    }
}

static oracle enumerate(int cards)
{
    oracle o = { .cards = cards };
    int deck[most] = { 0 };
    for (int i = 0; i < cards; i++) deck[i] = i + 1;
    deal_all(&o, deck, 0);
    // Each pair is in one of the two hands in 2 of all pairs of places.
    double each = o.events * 2 / (cards * (cards - 1) / 2.0);
    for (int c = 1; c <= cards; c++) {
        for (int d = 1; d <= cards; d++) o.sum[c][d] /= each;
    }
    return o;
}

// ---- measuring ----

typedef struct measured {
    dado_region region;
    dado_card_pairs p;
} measured;

static void measure(measured *to, int cards, int matches, int threads, uint64_t seed)
{
    char text[1000];
    dado_error err = { 0 };
    *to = (measured){ 0 };
    snprintf(
        text, sizeof text,
        "(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. %d)))))\n"
        "  (do ((shuffle (game hloc STOCK))\n"
        "       (all player 'P (repeat 2 (move (top (game hloc STOCK)) (top ('P iloc HELD)))))))\n"
        "  (scoring max (sum ((current player) iloc HELD) using N)))\n",
        cards);
    dado_region_init(&to->region, (size_t)1 << 28);
    const dado_game_source *source = dado_test_game_text("game.rcy", text, &to->region);
    dado_plan plan = dado_test_plan(source, dado_test_lineup("random", &to->region), matches, seed);
    dado_card_pairs_config config = { .play = &plan, .most_moves = 1e9, .level = 0.95 };
    dado_experiment_settings how = { .threads = threads };
    if (!dado_card_pairs_measure(&config, &how, &to->region, &to->p, &err)) {
        fail_msg("%s", err.text);
    }
}

static bool holds_all(const measured *m, const oracle *o)
{
    bool all = true;
    for (int i = 0; i < m->p.count; i++) {
        const dado_card_pair *p = &m->p.pairs[i];
        double wanted = o->sum[p->first + 1][p->second + 1];
        all = all && p->interaction.low <= wanted && wanted <= p->interaction.high;
    }
    return all;
}

// ---- tests ----

static void the_enumeration_is_as_worked_out(void **state)
{
    (void)state;
    oracle o = enumerate(6);
    assert_true(fabs(o.sum[5][6] + 77.0 / 288) < 1e-9);
    assert_true(fabs(o.sum[1][3] + 11.0 / 288) < 1e-9);
    assert_true(fabs(o.sum[1][6]) < 1e-9);
}

// Intervals of 95 % hold for all pairs at once in at least 90 % of runs.
static void intervals_hold_for_all_pairs_together(void **state)
{
    (void)state;
    int runs = dado_test_repeats(40, 200), all = 0;
    oracle o = enumerate(6);
    for (int seed = 1; seed <= runs; seed++) {
        measured m;
        measure(&m, 6, 512, 1, (uint64_t)seed);
        assert_int_equal(m.p.count, 15);
        all += holds_all(&m, &o);
        dado_region_free(&m.region);
    }
    if (all < runs * 9 / 10) fail_msg("all pairs are held in %d of %d runs", all, runs);
}

static bool is_listed(const measured *m, const oracle *o, double size)
{
    for (int i = 0; i < m->p.count; i++) {
        const dado_card_pair *p = &m->p.pairs[i];
        if (fabs(o->sum[p->first + 1][p->second + 1]) == size) return true;
    }
    return false;
}

// Of 21 pairs only 20 are measured, in other matches than those in which they were chosen.
static void pairs_that_could_matter_are_found_first(void **state)
{
    (void)state;
    oracle o = enumerate(7);
    int held = 0;
    double largest = 0;
    for (int c = 1; c <= 7; c++) {
        for (int d = 1; d <= 7; d++) largest = fmax(largest, fabs(o.sum[c][d]));
    }
    for (uint64_t seed = 1; seed <= 20; seed++) {
        measured m;
        measure(&m, 7, 1024, 1, seed);
        assert_int_equal(m.p.possible, 21);
        assert_int_equal(m.p.count, 20);
        assert_true(is_listed(&m, &o, largest));
        held += holds_all(&m, &o);
        dado_region_free(&m.region);
    }
    assert_true(held >= 18);
}

static void threads_do_not_show(void **state)
{
    (void)state;
    measured one, four;
    measure(&one, 7, 700, 1, 5);
    measure(&four, 7, 700, 4, 5);
    assert_int_equal(one.p.replays, four.p.replays);
    for (int i = 0; i < one.p.count; i++) {
        assert_string_equal(one.p.pairs[i].names[0], four.p.pairs[i].names[0]);
        assert_memory_equal(&one.p.pairs[i].interaction, &four.p.pairs[i].interaction,
                            sizeof one.p.pairs[i].interaction);
        assert_memory_equal(&one.p.pairs[i].example, &four.p.pairs[i].example,
                            sizeof one.p.pairs[i].example);
    }
    dado_region_free(&one.region);
    dado_region_free(&four.region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_enumeration_is_as_worked_out),
        cmocka_unit_test(intervals_hold_for_all_pairs_together),
        cmocka_unit_test(pairs_that_could_matter_are_found_first),
        cmocka_unit_test(threads_do_not_show),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
