// kuhn_poker_test.c - the tree of Kuhn poker has the size and the value that are known of it.
#include "support/test.h"

#include "worlds/shelf.h"

static dado_game game;
static dado_region region;

static int set_up(void **state)
{
    (void)state;
    dado_region_init(&region, 1 << 16);
    return !dado_game_open(&game, dado_world_named("kuhn"), NULL, &region, NULL);
}

static int tear_down(void **state)
{
    (void)state;
    dado_region_free(&region);
    return 0;
}

typedef struct tree {
    int endings;
    int views[2];
    unsigned char seen[2][64][8];
} tree;

static void note_view(tree *t, int player, const void *state)
{
    unsigned char view[8];
    dado_observe(&game, state, player, view);
    for (int i = 0; i < t->views[player]; i++) {
        if (memcmp(t->seen[player][i], view, sizeof view) == 0) return;
    }
    memcpy(t->seen[player][t->views[player]++], view, sizeof view);
}

static void explore(tree *t, const void *state)
{
    int actor = game.rules->actor(&game, state);
    if (actor == DADO_NOBODY) {
        t->endings++;
        return;
    }
    if (actor >= 0) note_view(t, actor, state);
    dado_move moves[3];
    int count = game.rules->legal(&game, state, moves);
    for (int i = 0; i < count; i++) {
        unsigned char next[8];
        memcpy(next, state, sizeof next);
        game.rules->apply(&game, next, moves[i]);
        explore(t, next);
    }
}

static void there_are_thirty_endings_and_twelve_information_sets(void **state)
{
    (void)state;
    tree t = { 0 };
    unsigned char start[8];
    game.rules->start(&game, start);
    explore(&t, start);
    assert_int_equal(t.endings, 30);
    assert_int_equal(t.views[0], 6);
    assert_int_equal(t.views[1], 6);
}

// How often each puts a chip in at the known equilibrium whose first player never bluffs.
static double share_of_put_in(const unsigned char *h, int player)
{
    enum { queen = 2, king = 3 };
    int card = h[player], turns = h[3];
    bool facing_bet = h[4] != h[5];
    if (player == 0 && turns == 0) return 0;
    if (card == king) return 1;
    if (card == queen) return facing_bet ? 1.0 / 3 : 0;
    return facing_bet ? 0 : 1.0 / 3;
}

static double value(const void *state)
{
    int actor = game.rules->actor(&game, state);
    if (actor == DADO_NOBODY) {
        int32_t scores[2];
        game.rules->scores(&game, state, scores);
        assert_int_equal(scores[0], -scores[1]);
        return scores[0];
    }
    dado_move moves[3];
    int count = game.rules->legal(&game, state, moves);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        unsigned char next[8];
        memcpy(next, state, sizeof next);
        game.rules->apply(&game, next, moves[i]);
        double share = 1.0 / count;
        if (actor >= 0) {
            double put = share_of_put_in(state, actor);
            share = moves[i] == 1 ? put : 1 - put;
        }
        if (share > 0) sum += share * value(next);
    }
    return sum;
}

static void best_play_costs_the_first_player_an_eighteenth(void **state)
{
    (void)state;
    unsigned char start[8];
    game.rules->start(&game, start);
    assert_true(fabs(value(start) + 1.0 / 18) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_thirty_endings_and_twelve_information_sets),
        cmocka_unit_test(best_play_costs_the_first_player_an_eighteenth),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
