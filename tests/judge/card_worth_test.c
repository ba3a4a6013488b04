// card_worth_test.c - what cards are worth, compared with an enumeration of all deals by code of
// its own; and what is said about them.
#include "support/test.h"

#include <math.h>
#include <string.h>

#include "core/match_record.h"
#include "judge/card_verdicts.h"
#include "support/match_fixture.h"

// ---- the oracle: a deck is dealt seat by seat, and the highest sum wins ----

enum { most_cards = 20, most_seats = 3 };

typedef struct deal {
    int cards, seats, hand;
    int kind[most_cards];   // of each card of the deck; equal cards have the same
    int value[most_cards];  // of each kind
} deal;

typedef struct oracle_card {
    double worth, points, swing, events, seen, with;
} oracle_card;

typedef struct oracle {
    const deal *d;
    oracle_card card[most_cards];  // by kind
    double had[most_cards][most_seats][2], sum[most_cards][most_seats][2];
    double deals;
} oracle;

static void result_of(const deal *d, const int *order, double *share, double *margin)
{
    int sum[most_seats] = { 0 }, best = 0, winners = 0;
    for (int i = 0; i < d->seats * d->hand; i++) sum[i / d->hand] += d->value[d->kind[order[i]]];
    for (int p = 0; p < d->seats; p++) best = sum[p] > best ? sum[p] : best;
    for (int p = 0; p < d->seats; p++) winners += sum[p] == best;
    for (int p = 0; p < d->seats; p++) {
        int other = -1000;
        for (int q = 0; q < d->seats; q++) {
            if (q != p && sum[q] > other) other = sum[q];
        }
        share[p] = sum[p] == best ? 1.0 / winners : 0;
        margin[p] = sum[p] - other;
    }
}

// Every draw of a deal against all exchanges of it.
static void look_at_deal(oracle *o, int *order)
{
    const deal *d = o->d;
    double share[most_seats], margin[most_seats], x[most_seats], y[most_seats];
    result_of(d, order, share, margin);
    o->deals++;
    for (int k = 0; k < most_cards; k++) {
        bool seen = false;
        for (int p = 0; p < d->seats; p++) {
            int had = 0;
            for (int i = p * d->hand; i < (p + 1) * d->hand; i++) had |= d->kind[order[i]] == k;
            o->had[k][p][had]++;
            o->sum[k][p][had] += share[p];
            seen = seen || had;
        }
        o->card[k].seen += seen;
    }
    for (int i = 0; i < d->seats * d->hand; i++) {
        int p = i / d->hand, kind = d->kind[order[i]], others = d->cards - 1 - i;
        bool again = false;
        for (int k = p * d->hand; k < i; k++) again = again || d->kind[order[k]] == kind;
        if (again || others == 0) continue;
        oracle_card *c = &o->card[kind];
        c->events++;
        for (int j = i + 1; j < d->cards; j++) {
            int card = order[i];
            order[i] = order[j];
            order[j] = card;
            result_of(d, order, x, y);
            order[j] = order[i];
            order[i] = card;
            bool changed = false;
            for (int q = 0; q < d->seats; q++) changed = changed || (x[q] > 0) != (share[q] > 0);
            c->worth += (share[p] - x[p]) / others;
            c->points += (margin[p] - y[p]) / others;
            c->swing += changed / (double)others;
        }
    }
}

// All orders of the first cards that matter: those that are dealt, before the rest in any order.
static void deal_all(oracle *o, int *order, int at)
{
    if (at == o->d->seats * o->d->hand) {
        look_at_deal(o, order);
        return;
    }
    for (int i = at; i < o->d->cards; i++) {
        int card = order[at];
        order[at] = order[i];
        order[i] = card;
        deal_all(o, order, at + 1);
        order[i] = order[at];
        order[at] = card;
    }
}

static void enumerate(oracle *o, const deal *d)
{
    int order[most_cards];
    *o = (oracle){ .d = d };
    for (int i = 0; i < d->cards; i++) order[i] = i;
    deal_all(o, order, 0);
    for (int k = 0; k < most_cards; k++) {
        oracle_card *c = &o->card[k];
        double pairs = 0;
        c->seen /= o->deals;
        c->worth /= c->events;
        c->points /= c->events;
        c->swing /= c->events;
        for (int p = 0; p < d->seats; p++) pairs += o->had[k][p][1];
        for (int p = 0; p < d->seats; p++) {
            c->with += o->had[k][p][1] / pairs *
                       (o->sum[k][p][1] / o->had[k][p][1] - o->sum[k][p][0] / o->had[k][p][0]);
        }
    }
}

// ---- measuring ----

static const char hand_text[] =
    "(game (declare 2 'HAND) (declare 6 'CARDS)\n"
    "  (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. 'CARDS)))))\n"
    "  (do ((shuffle (game hloc STOCK))\n"
    "       (all player 'P (repeat 'HAND (move (top (game hloc STOCK)) (top ('P iloc HELD)))))))\n"
    "  (scoring max (sum ((current player) iloc HELD) using N)))\n";

static const char gold_text[] =
    "(game (setup (create players 3)\n"
    "  (create deck (game hloc STOCK) (deck (K (GOLD, STONE, STONE, STONE, STONE, STONE)))))\n"
    "  (do ((set (game points WORTH) (((K : GOLD) 1)))\n"
    "       (shuffle (game hloc STOCK))\n"
    "       (all player 'P (move (top (game hloc STOCK)) (top ('P iloc HELD))))))\n"
    "  (scoring max (sum ((current player) iloc HELD) using (game points WORTH))))\n";

static const char market_text[] =
    "(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. 4)))))\n"
    "  (do ((shuffle (game hloc STOCK)) (move (top (game hloc STOCK)) (top (game vloc SHOP)))))\n"
    "  (stage player (turns 2)\n"
    "    (move (top (game hloc STOCK)) (top (game vloc SHOP)))\n"
    "    (choice ((any (game vloc SHOP) 'C (move 'C (top ((current player) vloc HELD)))))))\n"
    "  (scoring max (sum ((current player) vloc HELD) using N)))\n";

static const char push_text[] =
    "(game (setup (create players 2) (create dice (game vloc CUP) 1 (sides (FACE (1 .. 4)))))\n"
    "  (stage player (turns 2)\n"
    "    (throw (game vloc CUP))\n"
    "    (set ((current player) sto SUM) (value FACE (top (game vloc CUP))))\n"
    "    (choice ((label \"again\" (do ((throw (game vloc CUP))\n"
    "               (inc ((current player) sto SUM) (value FACE (top (game vloc CUP)))))))\n"
    "             (label \"stop\" (turn pass))))\n"
    "    ((> ((current player) sto SUM) 5) (set ((current player) sto SUM) 0)))\n"
    "  (scoring max ((current player) sto SUM)))\n";

typedef struct measured {
    dado_region region;
    dado_card_worths w;
} measured;

static void measure(measured *to, const char *text, int matches, int threads, uint64_t seed)
{
    dado_error err = { 0 };
    *to = (measured){ 0 };
    dado_region_init(&to->region, (size_t)1 << 28);
    const dado_game_source *source = dado_test_game_text("game.rcy", text, &to->region);
    dado_plan plan = dado_test_plan(source, dado_test_lineup("random", &to->region), matches, seed);
    dado_card_worth_config config = { .play = &plan, .most_moves = 1e9, .level = 0.95 };
    dado_experiment_settings how = { .threads = threads };
    if (!dado_card_worth_measure(&config, &how, &to->region, &to->w, &err)) {
        fail_msg("%s", err.text);
    }
}

static const char *hand_of(int hand, int cards, char *text, size_t room)
{
    snprintf(text, room, "(game (declare %d 'HAND) (declare %d 'CARDS)\n%s", hand, cards,
             strchr(hand_text, '\n') + 1);
    return text;
}

static deal hand_deal(int hand, int cards)
{
    deal d = { .cards = cards, .seats = 2, .hand = hand };
    for (int i = 0; i < cards; i++) {
        d.kind[i] = i;
        d.value[i] = i + 1;
    }
    return d;
}

static deal gold_deal(void)
{
    return (
        deal){ .cards = 6, .seats = 3, .hand = 1, .kind = { 0, 1, 1, 1, 1, 1 }, .value = { 1, 0 } };
}

static bool holds(dado_interval i, double value)
{
    return i.low <= value + 1e-9 && value <= i.high + 1e-9;
}

static void near(double found, double wanted, const char *what)
{
    if (!(fabs(found - wanted) < 1e-9)) fail_msg("%s: %.9g, and not %.9g", what, found, wanted);
}

// ---- tests ----

static void the_enumeration_agrees_with_the_page(void **state)
{
    (void)state;
    oracle o;
    deal one = hand_deal(1, 6), two = hand_deal(2, 6), gold = gold_deal();
    enumerate(&o, &one);
    near(o.card[5].worth, 11.0 / 20, "6 of one card");
    near(o.card[4].swing, 37.0 / 100, "swing of 5 of one card");
    near(o.card[3].with, 3.0 / 25, "4 of one card, with");
    near(o.card[5].points, 33.0 / 25 * 2.5, "6 of one card in points");
    enumerate(&o, &two);
    near(o.card[5].worth, 131.0 / 360, "6 of two cards");
    near(o.card[4].worth, 1441.0 / 7200, "5 of two cards");
    near(o.card[3].swing, 827.0 / 2400, "swing of 4 of two cards");
    near(o.card[5].seen, 2.0 / 3, "6 seen");
    enumerate(&o, &gold);
    near(o.card[0].worth, 133.0 / 180, "gold");
    near(o.card[1].worth, -133.0 / 900, "stone");
    near(o.card[1].swing, 1.0 / 5, "stone's swing");
    near(o.card[0].with, 4.0 / 5, "gold, with");
}

static void check_all(const char *text, const deal *d, const char *what)
{
    enum { seeds = 12 };
    oracle o;
    int held = 0, asked = 0;
    enumerate(&o, d);
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        measured m;
        measure(&m, text, 2000, 1, seed);
        for (int i = 0; i < m.w.count; i++) {
            const dado_card_worth *c = &m.w.cards[i];
            const oracle_card *wanted = &o.card[i];
            assert_true(c->measured && c->with_known);
            asked += 5;
            held += holds(c->worth, wanted->worth) + holds(c->points, wanted->points) +
                    holds(c->swing, wanted->swing) + holds(c->seen, wanted->seen) +
                    holds(c->with, wanted->with);
            if (!(c->worth.high - c->worth.low < 0.12)) fail_msg("%s: too wide", what);
        }
        dado_region_free(&m.region);
    }
    if (held < asked - asked / 20) fail_msg("%s: %d of %d hold the truth", what, held, asked);
}

static void figures_hold_what_an_enumeration_finds(void **state)
{
    (void)state;
    char text[1000];
    deal one = hand_deal(1, 6), two = hand_deal(2, 6), gold = gold_deal();
    check_all(hand_of(1, 6, text, sizeof text), &one, "one card each");
    check_all(hand_of(2, 6, text, sizeof text), &two, "two cards each");
    check_all(gold_text, &gold, "gold");
}

// Of 200 runs, 180 and more hold the worth of all of twenty cards at once; and the intervals are
// hardly wider than those of somebody who knows how far estimates spread.
static void intervals_hold_for_twenty_cards_together(void **state)
{
    (void)state;
    enum { runs = 200, cards = 20 };
    char text[1000];
    deal d = hand_deal(1, cards);
    oracle o;
    double width[cards] = { 0 }, square[cards] = { 0 };
    int all = 0, first = 0;
    enumerate(&o, &d);
    hand_of(1, cards, text, sizeof text);
    for (uint64_t seed = 1; seed <= runs; seed++) {
        measured m;
        bool held = true;
        measure(&m, text, 512, 1, seed);
        for (int i = 0; i < cards; i++) {
            dado_interval w = m.w.cards[i].worth;
            held = held && holds(w, o.card[i].worth);
            width[i] += (w.high - w.low) / 2 / runs;
            square[i] += (w.value - o.card[i].worth) * (w.value - o.card[i].worth) / runs;
        }
        all += held;
        first += holds(m.w.cards[0].worth, o.card[0].worth);
        dado_region_free(&m.region);
    }
    assert_true(all >= 180);
    assert_true(first >= 180);
    double ratio = 0, quantile = 3.016;  // of the largest of 20 independent normal deviates
    for (int i = 0; i < cards; i++) ratio += width[i] / (quantile * sqrt(square[i])) / cards;
    if (ratio > 1.3) fail_msg("intervals are %.3f times as wide as need be", ratio);
}

static void threads_do_not_show(void **state)
{
    (void)state;
    measured one, four;
    measure(&one, hand_text, 700, 1, 5);
    measure(&four, hand_text, 700, 4, 5);
    assert_int_equal(one.w.exchanges, four.w.exchanges);
    for (int i = 0; i < one.w.count; i++) {
        dado_card_worth a = one.w.cards[i], b = four.w.cards[i];
        assert_string_equal(a.name, b.name);
        a.name = b.name = NULL;
        assert_memory_equal(&a.worth, &b.worth, sizeof a.worth);
        assert_memory_equal(&a.with, &b.with, sizeof a.with);
        assert_memory_equal(&a.points, &b.points, sizeof a.points);
        assert_memory_equal(&a.swing, &b.swing, sizeof a.swing);
        assert_int_equal(a.example_match, b.example_match);
        assert_memory_equal(&a.example, &b.example, sizeof a.example);
    }
    dado_region_free(&one.region);
    dado_region_free(&four.region);
}

static void cards_that_come_by_choice_have_no_worth(void **state)
{
    (void)state;
    measured m;
    measure(&m, market_text, 2000, 1, 1);
    static const double with[] = { -2.0 / 3, -2.0 / 9, 2.0 / 9, 2.0 / 3 };
    for (int i = 0; i < m.w.count; i++) {
        assert_false(m.w.cards[i].measured);
        assert_true(holds(m.w.cards[i].with, with[i]));
    }
    dado_verdict verdicts[DADO_CARD_VERDICTS];
    assert_int_equal(dado_card_verdicts(&m.w, NULL, NULL, verdicts), 1);
    assert_string_equal(verdicts[0].claim, "What cards are worth is not measured.");
    dado_region_free(&m.region);
}

// What each side is worth by an enumeration; question_truths/exact.py finds the same.
static void sides_of_dice_hold_the_worked_values(void **state)
{
    (void)state;
    static const double worth[] = { 71.0 / 1408, 19.0 / 2816, 97.0 / 2816, -41.0 / 1408 };
    static const double with[] = { 9.0 / 154, 1.0 / 462, 2.0 / 33, -1.0 / 77 };
    int seeds = 200, all = 0, rates = 0, seen = 0;
    for (int seed = 1; seed <= seeds; seed++) {
        measured m;
        bool held = true, rate = true, often = true;
        measure(&m, push_text, 1000, 1, (uint64_t)seed);
        assert_int_equal(m.w.count, 4);
        for (int i = 0; i < 4; i++) {
            const dado_card_worth *c = &m.w.cards[i];
            assert_true(c->measured && c->side);
            held = held && holds(c->worth, worth[i]);
            often = often && holds(c->seen, 583.0 / 1024);
            rate = rate && holds(c->with, with[i]);
            assert_true(c->worth.high - c->worth.low < 0.09);
        }
        all += held;
        rates += rate;
        seen += often;
        dado_region_free(&m.region);
    }
    int least = seeds * 9 / 10;
    if (all < least || rates < least || seen < least) {
        fail_msg("worths are held in %d of %d runs, rates in %d, seen in %d", all, seeds, rates,
                 seen);
    }
}

// ---- verdicts ----

static const char same_text[] =
    "(game (setup (create players 2) (create deck (game hloc STOCK)\n"
    "         (deck (SUIT (A, B)) (N (1 .. 6)))))\n"
    "  (do ((shuffle (game hloc STOCK))\n"
    "       (all player 'P (repeat 2 (move (top (game hloc STOCK)) (top ('P iloc HELD)))))))\n"
    "  (do ((inc (((random 1) player) sto LUCK) 1)))\n"
    "  (scoring max ((current player) sto LUCK)))\n";

static void a_card_that_wins_by_itself_is_named(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        measured m;
        dado_verdict verdicts[DADO_CARD_VERDICTS];
        measure(&m, gold_text, 1000, 1, seed);
        int count = dado_card_verdicts(&m.w, NULL, NULL, verdicts);
        assert_true(count >= 1);
        assert_string_equal(verdicts[0].claim, "GOLD wins too often by itself.");
        assert_int_equal(verdicts[0].tone, DADO_WARN);
        dado_region_free(&m.region);
    }
}

static void exchangeable_cards_do_not_stand_out(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        measured m;
        dado_verdict verdicts[DADO_CARD_VERDICTS];
        measure(&m, same_text, 2000, 1, seed);
        assert_int_equal(dado_card_verdicts(&m.w, NULL, NULL, verdicts), 1);
        assert_string_equal(verdicts[0].claim, "No card stands out.");
        for (int i = 0; i < m.w.count; i++) assert_true(holds(m.w.cards[i].worth, 0));
        dado_region_free(&m.region);
    }
}

// Twenty cards from 1 to 20: each costs what it gives, but for one.
static int priced_cards(measured *m, double *cost, int wrong, double off, uint64_t seed,
                        dado_verdict *verdicts)
{
    char text[1000];
    dado_error err = { 0 };
    dado_cost_line line;
    measure(m, hand_of(3, 20, text, sizeof text), 6000, 1, seed);
    for (int i = 0; i < 20; i++) cost[i] = i + 1 + (i == wrong ? off : 0);
    assert_true(dado_cost_line_fit(&m->w, cost, &m->region, &line, &err));
    assert_true(line.known && line.count == 20);
    return dado_card_verdicts(&m->w, &line, "COST", verdicts);
}

static void a_mispriced_card_among_twenty_is_found(void **state)
{
    (void)state;
    int found = 0, silent = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        measured m;
        double cost[20];
        dado_verdict verdicts[DADO_CARD_VERDICTS];
        int count = priced_cards(&m, cost, 14, -9, seed, verdicts);  // 15 costs 6
        found += count >= 1 && strncmp(verdicts[0].claim, "15 is ", 6) == 0 &&
                 strstr(verdicts[0].claim, "too cheap") && count == 1;
        dado_region_free(&m.region);
        priced_cards(&m, cost, -1, 0, seed, verdicts);
        silent += strcmp(verdicts[0].claim, "No card is seen to cost too much or too little.") == 0;
        dado_region_free(&m.region);
    }
    if (found < 19 || silent < 20) fail_msg("found in %d of 20, silent in %d", found, silent);
}

static void a_cost_that_runs_against_worth_is_told(void **state)
{
    (void)state;
    measured m;
    double cost[6];
    dado_error err = { 0 };
    dado_cost_line line;
    dado_verdict verdicts[DADO_CARD_VERDICTS];
    measure(&m, hand_text, 1000, 1, 1);
    for (int i = 0; i < 6; i++) cost[i] = 6 - i;
    assert_true(dado_cost_line_fit(&m.w, cost, &m.region, &line, &err));
    dado_card_verdicts(&m.w, &line, "COST", verdicts);
    assert_string_equal(verdicts[0].claim, "Cost does not follow worth.");
    dado_region_free(&m.region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_enumeration_agrees_with_the_page),
        cmocka_unit_test(figures_hold_what_an_enumeration_finds),
        cmocka_unit_test(intervals_hold_for_twenty_cards_together),
        cmocka_unit_test(threads_do_not_show),
        cmocka_unit_test(cards_that_come_by_choice_have_no_worth),
        cmocka_unit_test(sides_of_dice_hold_the_worked_values),
        cmocka_unit_test(a_card_that_wins_by_itself_is_named),
        cmocka_unit_test(exchangeable_cards_do_not_stand_out),
        cmocka_unit_test(a_mispriced_card_among_twenty_is_found),
        cmocka_unit_test(a_cost_that_runs_against_worth_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
