// kuhn_poker_test.c - Kuhn poker from its description, to the end of the tree.
//
// With every draw listed the game is a small tree. It has thirty endings and
// twelve information sets, and its value is known: with best play the first
// player loses 1/18 of a chip. If chance or a view were wrong in any way, the
// regrets would settle somewhere else.
#include <math.h>

#include "recycle/open_and_play.h"

enum { most_sets = 64, most_actions = 2 };

typedef struct info_set {
    unsigned char view[1024];
    int seat, actions;
    double regret[most_actions], sum[most_actions];
} info_set;

typedef struct solver {
    const dado_game *game;
    info_set sets[most_sets];
    int count;
    long endings;
} solver;

static info_set *set_of(solver *s, const void *state, int seat, int actions)
{
    unsigned char view[1024] = { 0 };
    assert_true(s->game->view_size <= sizeof view);
    dado_observe(s->game, state, seat, view);
    for (int i = 0; i < s->count; i++) {
        if (s->sets[i].seat == seat && memcmp(s->sets[i].view, view, sizeof view) == 0) {
            return &s->sets[i];
        }
    }
    assert_true(s->count < most_sets && actions <= most_actions);
    info_set *set = &s->sets[s->count++];
    memcpy(set->view, view, sizeof view);
    set->seat = seat;
    set->actions = actions;
    return set;
}

static void strategy_of(const info_set *set, double *strategy)
{
    double total = 0;
    for (int a = 0; a < set->actions; a++) {
        strategy[a] = set->regret[a] > 0 ? set->regret[a] : 0;
        total += strategy[a];
    }
    for (int a = 0; a < set->actions; a++) {
        strategy[a] = total > 0 ? strategy[a] / total : 1.0 / set->actions;
    }
}

// One pass of counterfactual regret minimisation; answers the value for seat 0.
static double walk(solver *s, const unsigned char *state, double reach0, double reach1, double luck,
                   double weight)
{
    const dado_game *g = s->game;
    unsigned char next[1024];
    dado_move moves[256];
    int actor = g->rules->actor(g, state);
    if (actor == DADO_NOBODY) {
        int32_t scores[2];
        g->rules->scores(g, state, scores);
        assert_int_equal(scores[0], -scores[1]);
        s->endings++;
        return scores[0];
    }
    int count = g->rules->legal(g, state, moves);
    double value = 0;
    if (actor == DADO_CHANCE) {
        assert_true(count > 0);
        for (int i = 0; i < count; i++) {
            memcpy(next, state, g->state_size);
            g->rules->apply(g, next, moves[i]);
            value += walk(s, next, reach0, reach1, luck / count, weight) / count;
        }
        return value;
    }
    info_set *set = set_of(s, state, actor, count);
    double strategy[most_actions], of[most_actions];
    strategy_of(set, strategy);
    for (int a = 0; a < count; a++) {
        memcpy(next, state, g->state_size);
        g->rules->apply(g, next, moves[a]);
        of[a] = walk(s, next, actor == 0 ? reach0 * strategy[a] : reach0,
                     actor == 1 ? reach1 * strategy[a] : reach1, luck, weight);
        value += strategy[a] * of[a];
    }
    double others = luck * (actor == 0 ? reach1 : reach0);
    for (int a = 0; a < count; a++) {
        double better = actor == 0 ? of[a] - value : value - of[a];
        set->regret[a] += others * better;
        set->sum[a] += weight * (actor == 0 ? reach0 : reach1) * strategy[a];
    }
    return value;
}

// The value when both keep to their average strategies.
static double value_of_average(solver *s, const unsigned char *state)
{
    const dado_game *g = s->game;
    unsigned char next[1024];
    dado_move moves[256];
    int actor = g->rules->actor(g, state);
    if (actor == DADO_NOBODY) {
        int32_t scores[2];
        g->rules->scores(g, state, scores);
        return scores[0];
    }
    int count = g->rules->legal(g, state, moves);
    double value = 0, total = 0;
    info_set *set = actor == DADO_CHANCE ? NULL : set_of(s, state, actor, count);
    for (int a = 0; set && a < count; a++) total += set->sum[a];
    for (int a = 0; a < count; a++) {
        memcpy(next, state, g->state_size);
        g->rules->apply(g, next, moves[a]);
        value += (set ? set->sum[a] / total : 1.0 / count) * value_of_average(s, next);
    }
    return value;
}

static void solve(const char *path)
{
    char *text = dado_test_read(path);
    assert_non_null(text);
    described d = describe_with(path, text, (const char *const[]){ "luck", "listed", NULL });
    assert_true(d.opened);
    solver *s = calloc(1, sizeof *s);
    s->game = &d.game;
    unsigned char start[1024];
    d.game.rules->start(&d.game, start);
    walk(s, start, 1, 1, 1, 1);
    assert_int_equal(s->endings, 30);
    assert_int_equal(s->count, 12);
    for (int i = 2; i <= 3000; i++) walk(s, start, 1, 1, 1, i);
    double value = value_of_average(s, start);
    print_message("%s: value %.5f, %d information sets\n", path, value, s->count);
    assert_true(fabs(value + 1.0 / 18) < 0.002);
    assert_int_equal(s->count, 12);
    free(s);
    free_described(&d);
    free(text);
}

static void our_kuhn_poker_is_worth_an_eighteenth(void **state)
{
    (void)state;
    solve("library/cards/kuhn.rcy");
}

static void the_public_kuhn_poker_is_worth_the_same(void **state)
{
    (void)state;
    if (!dado_test_shared()) skip();
    char path[512];
    snprintf(path, sizeof path, "%s/corpus/recycle/KuhnPoker2.rcy", dado_test_shared());
    solve(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(our_kuhn_poker_is_worth_an_eighteenth),
        cmocka_unit_test(the_public_kuhn_poker_is_worth_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
