// two_keys_test.c - storages with two keys: what players owe to players, and what each spice costs
// and has left. Both games are judged by matrices in C, which follow the words of the moves.
#include "recycle/open_and_play.h"

enum { most_players = 6, spices = 3, most_options = 16, word_size = 40 };

typedef struct market {
    int players, turn, turns_left;
    int owes[most_players][most_players];
    int price[spices], left[spices], has[most_players][spices], coins[most_players];
} market;

static const char *const spice[] = { "PEPPER", "CLOVE", "SAFFRON" };

typedef struct rules {
    const char *file;
    int (*list)(const market *m, char out[most_options][word_size]);
    void (*play)(market *m, const char *words);
    int (*score)(const market *m, int player);
} rules;

// --- Favours ---

static int list_favours(const market *m, char out[most_options][word_size])
{
    int count = 0;
    for (int q = 0; q < m->players; q++) {
        if (q != m->turn) snprintf(out[count++], word_size, "help p%d", q);
    }
    return count;
}

static void help(market *m, const char *words)
{
    m->owes[atoi(words + strlen("help p"))][m->turn]++;
}

static int favour_score(const market *m, int p)
{
    int score = 0;
    for (int q = 0; q < m->players; q++) {
        int both = m->owes[p][q] < m->owes[q][p] ? m->owes[p][q] : m->owes[q][p];
        score += m->owes[p][q] + 2 * both;
    }
    return score;
}

// --- Spice Market ---

static int list_trades(const market *m, char out[most_options][word_size])
{
    int count = 0;
    for (int g = 0; g < spices; g++) {
        if (m->left[g] > 0 && m->coins[m->turn] >= m->price[g]) {
            snprintf(out[count++], word_size, "buy %s", spice[g]);
        }
    }
    for (int g = 0; g < spices; g++) {
        if (m->has[m->turn][g] > 0 && m->price[g] > 1) {
            snprintf(out[count++], word_size, "sell %s", spice[g]);
        }
    }
    snprintf(out[count++], word_size, "wait");
    return count;
}

static void trade(market *m, const char *words)
{
    int g = 0;
    if (strcmp(words, "wait") == 0) return;
    while (!strstr(words, spice[g])) g++;
    bool buys = words[0] == 'b';
    m->coins[m->turn] += buys ? -m->price[g] : m->price[g] - 1;
    m->price[g] += buys ? 1 : -1;
    m->left[g] += buys ? -1 : 1;
    m->has[m->turn][g] += buys ? 1 : -1;
}

static int trade_score(const market *m, int p)
{
    int score = m->coins[p];
    for (int g = 0; g < spices; g++) score += m->has[p][g] * m->price[g];
    return score;
}

// --- both against their descriptions ---

static void words_of(described *d, dado_move move, char *out)
{
    dado_text text = { 0 };
    d->game.rules->print_move(&d->game, d->state, move, &text);
    snprintf(out, word_size, "%s", dado_text_string(&text));
    dado_text_free(&text);
}

static void follow(const rules *r, const market *begin, const char *const *options, int matches)
{
    char *text = dado_test_read(r->file);
    described d = describe_with(r->file, text, options);
    const dado_game *g = &d.game;
    assert_true(d.opened);
    assert_int_equal(g->players, begin->players);
    for (int match = 0; match < matches; match++) {
        market m = *begin;
        dado_rng rng = dado_rng_stream(11, (uint64_t)match, DADO_STREAM_SEAT);
        g->rules->start(g, d.state);
        while (g->rules->actor(g, d.state) >= 0) {
            char wanted[most_options][word_size], words[word_size];
            int count = g->rules->legal(g, d.state, d.moves);
            assert_int_equal(g->rules->actor(g, d.state), m.turn);
            assert_int_equal(count, r->list(&m, wanted));
            for (int i = 0; i < count; i++) {
                words_of(&d, d.moves[i], words);
                assert_string_equal(words, wanted[i]);
            }
            int chosen = (int)dado_rng_below(&rng, (uint64_t)count);
            r->play(&m, wanted[chosen]);
            g->rules->apply(g, d.state, d.moves[chosen]);
            m.turn = (m.turn + 1) % m.players;
            m.turns_left--;
        }
        int32_t scores[most_players];
        assert_int_equal(m.turns_left, 0);
        g->rules->scores(g, d.state, scores);
        for (int p = 0; p < m.players; p++) assert_int_equal(scores[p], r->score(&m, p));
    }
    free_described(&d);
    free(text);
}

static void players_owe_players_what_was_done_for_them(void **state)
{
    (void)state;
    static const rules favours = { "library/small/favours.rcy", list_favours, help, favour_score };
    market begin = { .players = 4, .turns_left = 20 }, six = { .players = 6, .turns_left = 30 };
    static const char *const plain[] = { "ways", "plain", NULL };
    static const char *const more[] = { "PLAYERS", "6", NULL };
    int matches = getenv("DADO_LONG") ? 20000 : 100;
    follow(&favours, &begin, NULL, matches);
    follow(&favours, &begin, plain, matches / 4);
    follow(&favours, &six, more, matches / 4);
}

static void spices_have_a_price_and_sacks_left(void **state)
{
    (void)state;
    static const rules spices_bought = { "library/small/spicemarket.rcy", list_trades, trade,
                                         trade_score };
    market begin = { .players = 2,
                     .turns_left = 16,
                     .price = { 2, 4, 6 },
                     .left = { 4, 4, 4 },
                     .coins = { 12, 12 } };
    static const char *const plain[] = { "ways", "plain", NULL };
    int matches = getenv("DADO_LONG") ? 20000 : 100;
    follow(&spices_bought, &begin, NULL, matches);
    follow(&spices_bought, &begin, plain, matches / 4);
}

// A second key need not have been written as one: whatever string is possible has a slot of its
// own, for places, marks, words and players alike, and no two keys share one.
static void all_kinds_of_storage_take_two_keys(void **state)
{
    (void)state;
    static const char text[] =
        "(game (setup (create players 2)\n"
        "  (create deck (game vloc A) (deck (SUIT (SUN, MOON)) (N (1 .. 3)))))\n"
        "(do ((all (game vloc A) 'C (move 'C (top (game vloc ROW (cardatt SUIT 'C)))))\n"
        "     (set (game flag OPEN SUN) true) (set ((1 player) str MARK (0 player)) HIGH)\n"
        "     (set (game who BEST MOON) (1 player)) (set (game who BEST SUN) (0 player))\n"
        "     (set ((0 player) sto S)\n"
        "       (+ (size (game vloc ROW SUN)) (* 10 (size (game vloc ROW MOON)))\n"
        "          (if (and (game flag OPEN SUN) (not (game flag OPEN MOON))) 100 0)\n"
        "          (if (== (game who BEST MOON) (1 player)) 1000 0)\n"
        "          (if (== (game who BEST SUN) (0 player)) 2000 0)))\n"
        "     (set ((1 player) sto S)\n"
        "       (if (and (== ((1 player) str MARK (0 player)) HIGH)\n"
        "                (== ((0 player) str MARK (1 player)) \"\")\n"
        "                (== ((1 player) str MARK (1 player)) \"\")) 7 0))))\n"
        "(scoring max ((current player) sto S)))";
    described d = describe(text);
    assert_true(d.opened);
    played r = play_random(&d, 1, 0, 10);
    assert_true(r.ended && r.sound);
    assert_int_equal(r.scores[0], 3133);
    assert_int_equal(r.scores[1], 7);
    free_described(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_owe_players_what_was_done_for_them),
        cmocka_unit_test(spices_have_a_price_and_sacks_left),
        cmocka_unit_test(all_kinds_of_storage_take_two_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
