// effects_test.c - effects of cards, and loops in which each player decides in turn.
//
// Charms is judged by a program of its own that counts charms and points. Effects are compared with
// the same rules written out, and loops with numbers of lines of play that are worked out by hand.
#include "recycle/open_and_play.h"

// --- Charms ---

enum { sun, dew, moon, star, wind, fire, charms };

typedef struct cloth {
    int left[charms];
    int points[2];
    int turn;
} cloth;

static int lying(const cloth *c)
{
    int sum = 0;
    for (int i = 0; i < charms; i++) sum += c->left[i];
    return sum;
}

static void take(cloth *c, int charm, int burnt)
{
    int *mine = &c->points[c->turn], *theirs = &c->points[1 - c->turn], kept = *mine;
    c->left[charm]--;
    if (charm == sun) *mine += 3;
    if (charm == dew) *mine += 1;
    if (charm == moon) *theirs -= 2;
    if (charm == star) *mine *= 2;
    if (charm == wind) *mine = *theirs;
    if (charm == wind) *theirs = kept;
    if (burnt >= 0) c->left[burnt]--;
    c->turn = 1 - c->turn;
}

typedef struct search {
    int margin;  // of the first player
    long lines;  // ways to play on to the end
} search;

static void better(search *best, bool any, search found, int turn)
{
    best->lines += found.lines;
    if (!any || (turn == 0 ? found.margin > best->margin : found.margin < best->margin)) {
        best->margin = found.margin;
    }
}

static search judge(const cloth *c)
{
    search best = { 0 };
    bool any = false;
    if (lying(c) == 0) return (search){ c->points[0] - c->points[1], 1 };
    for (int charm = 0; charm < charms; charm++) {
        if (c->left[charm] == 0) continue;
        for (int burnt = charm == fire && lying(c) > 1 ? 0 : -1; burnt < charms; burnt++) {
            if (burnt >= 0 && c->left[burnt] - (burnt == charm) <= 0) continue;
            cloth next = *c;
            take(&next, charm, burnt);
            better(&best, any, judge(&next), c->turn);
            any = true;
            if (burnt < 0) break;
        }
    }
    return best;
}

static search described_search(const dado_game *g, const unsigned char *state)
{
    dado_move moves[128];
    int actor = g->rules->actor(g, state);
    if (actor < 0) {
        int32_t scores[2];
        g->rules->scores(g, state, scores);
        return (search){ scores[0] - scores[1], 1 };
    }
    search best = { 0 };
    int count = g->rules->legal(g, state, moves);
    assert_in_range(count, 1, 128);
    for (int i = 0; i < count; i++) {
        unsigned char next[2048];
        memcpy(next, state, g->state_size);
        g->rules->apply(g, next, moves[i]);
        better(&best, i > 0, described_search(g, next), actor);
    }
    return best;
}

static void charms_are_worth_what_a_program_of_their_own_says(void **state)
{
    (void)state;
    const char *file = "library/cards/charms.rcy";
    char *text = dado_test_read(file);
    described d = describe_with(file, text, NULL);
    const dado_game *g = &d.game;
    cloth begin = { .left = { 2, 1, 2, 2, 1, 1 } };
    assert_true(d.opened && g->state_size <= 2048 && g->max_moves <= 128);
    g->rules->start(g, d.state);
    search own = described_search(g, d.state), wanted = judge(&begin);
    assert_int_equal(own.lines, wanted.lines);
    assert_int_equal(own.margin, wanted.margin);
    assert_int_equal(wanted.margin, 0);
    free_described(&d);
    free(text);
}

// --- the same rules, written out ---

#define WRITTEN(setup, does) \
    "(game (setup (create players 2) (create deck (game hloc S) (deck (KIND (A, B, C, D))\n" \
    "  (COPY (1 .. 3))) " setup "))\n" \
    "(do ((shuffle (game hloc S))\n" \
    "     (all player 'P (repeat 4 (move (top (game hloc S)) (top ('P iloc HAND)))))))\n" \
    "(stage player (turns 8)\n" \
    "  (choice ((any ((current player) iloc HAND) 'X\n" \
    "    (do ((move 'X (top (game vloc OUT))) " does ")))))) \n" \
    "(scoring max ((current player) sto P)))"
#define EFFECT_A "(inc ((current player) sto P) 2)"
#define EFFECT_B "(all (other player) 'O (dec ('O sto P) (size ('O iloc HAND))))"
#define EFFECT_C(card) \
    "(any (RED, BLUE) 'K (do ((set (game str LAST) 'K) (move " card \
    " (bottom (game vloc OUT))) (inc ((current player) sto P) 1))))"

static void performing_a_card_is_its_effect_written_out(void **state)
{
    (void)state;
    static const char with[] =
        WRITTEN("(effects KIND 'CARD (A " EFFECT_A ") (B " EFFECT_B ") (C " EFFECT_C("'CARD") "))",
                "(perform 'X)");
    static const char without[] =
        WRITTEN("", "(if (== (cardatt KIND 'X) A) " EFFECT_A " (== (cardatt KIND 'X) B) " EFFECT_B
                    " (== (cardatt KIND 'X) C) " EFFECT_C("'X") " (do (((== 1 2) (turn pass)))))");
    described a = describe(with), b = describe(without);
    assert_true(a.opened);
    assert_true(b.opened);
    for (uint64_t match = 0; match < 400; match++) {
        played x = play_random(&a, 3, match, 100), y = play_random(&b, 3, match, 100);
        assert_true(x.ended && x.sound && y.sound);
        assert_int_equal(x.options, y.options);
        assert_int_equal(x.scores[0], y.scores[0]);
        assert_int_equal(x.scores[1], y.scores[1]);
    }
    free_described(&a);
    free_described(&b);
}

// --- each player decides in turn ---

// Plays all lines, and notes in `seen` the order in which players were asked.
static long lines(const dado_game *g, const unsigned char *state, char *asked, int deep)
{
    dado_move moves[128];
    int actor = g->rules->actor(g, state);
    asked[deep] = 0;
    if (actor < 0) return 1;
    asked[deep] = (char)('0' + actor);
    long sum = 0;
    int count = g->rules->legal(g, state, moves);
    for (int i = 0; i < count; i++) {
        unsigned char next[2048];
        memcpy(next, state, g->state_size);
        g->rules->apply(g, next, moves[i]);
        sum += lines(g, next, asked, deep + 1);
    }
    return sum;
}

static void expect_lines(const char *element, long wanted, const char *order)
{
    char text[1000], asked[64];
    snprintf(text, sizeof text,
             "(game (declare (X, Y) 'NAMES) (setup (create players 3)) (stage player (turns 2) %s)"
             " (scoring max ((current player) sto P)))",
             element);
    described d = describe(text);
    if (!d.opened) fail_msg("%s cannot be opened", element);
    d.game.rules->start(&d.game, d.state);
    assert_int_equal(lines(&d.game, d.state, asked, 0), wanted);
    assert_string_equal(asked, order);
    free_described(&d);
}

#define YES_OR_NO "((label \"no\" (turn pass)) (label \"yes\" (inc ('P sto P) 1)))"

static void each_player_decides_in_turn(void **state)
{
    (void)state;
    // Two turns in which three, or the two others, say yes or no: 2^6 and 2^4 lines.
    expect_lines("(all player 'P (choice 'P " YES_OR_NO "))", 64, "012012");
    expect_lines("(all (other player) 'P (choice 'P " YES_OR_NO "))", 16, "1202");
    // Whoever has said yes is not asked again: after s yeses in the first turn the others have
    // 2^(3 - s) lines, so there are (1 + 2)^3.
    expect_lines("(all player 'P ((== ('P sto P) 0) (choice 'P " YES_OR_NO ")))", 27, "012012");
    // Loops in loops: for each name all three are asked.
    expect_lines("(all 'NAMES 'N (all player 'P (choice 'P ((label \"no\" (turn pass))"
                 "(label \"{N}\" (inc ('P sto 'N) 1))))))",
                 4096, "012012012012");
    // What stands behind the choice belongs to the pass.
    expect_lines("(all player 'P (block (choice 'P " YES_OR_NO ") (inc ('P sto P) 1)))", 64,
                 "012012");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(charms_are_worth_what_a_program_of_their_own_says),
        cmocka_unit_test(performing_a_card_is_its_effect_written_out),
        cmocka_unit_test(each_player_decides_in_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
