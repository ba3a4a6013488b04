// asked_test.c - what players give away to those who know them.
#include "agents/asked.h"

#include "../solve/plain.h"
#include "../solve/secrets.h"

static void near(double a, double b, double within)
{
    if (!(a - b <= within && b - a <= within)) fail_msg("%.12f is not %.12f", a, b);
}

typedef struct asked_table {
    table t;
    dado_asked asked[3];
    dado_given_away found;
} asked_table;

static void ask(asked_table *a, const char *name, const char *settings, const char *player,
                int times)
{
    dado_error err = { 0 };
    walked(&a->t, name, settings);
    dado_player parsed;
    if (!dado_player_parse(&parsed, player, &a->t.arena, &err)) fail_msg("%s", err.text);
    for (int p = 0; p < a->t.game.players; p++) {
        dado_agent agent = { 0 };
        if (!dado_agent_open(&agent, parsed.kind, &a->t.game, p, &parsed.options, &a->t.arena,
                             &err) ||
            !dado_ask_everywhere(&a->asked[p], &a->t.sets, &agent, times, 1, NULL, &err)) {
            fail_msg("%s: %s", player, err.text);
        }
        dado_agent_close(&agent);
    }
    assert_true(dado_asked_judge(&a->t.sets, a->asked, &a->found, &err));
}

static void rise(asked_table *a)
{
    for (int p = 0; p < a->t.game.players; p++) dado_asked_free(&a->asked[p]);
    done(&a->t);
}

static void the_best_against_random_is_that_of_the_textbook(void **state)
{
    (void)state;
    const struct {
        const char *name, *settings;
        plain_game game;
    } cases[] = {
        { "kuhn", "", plain_kuhn(3, 2) },
        { "library/cards/kuhn.rcy", "luck = listed", plain_kuhn(3, 2) },
        { "library/cards/leduc.rcy", "luck = listed", plain_leduc() },
        { "tests/solve/games/kuhn_four.rcy", "luck = listed\nPLAYERS = 3", plain_kuhn(4, 3) },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        asked_table a;
        ask(&a, cases[i].name, cases[i].settings, "random", 100);
        for (int p = 0; p < a.t.game.players; p++) {
            plain_solver plain = plain_open(cases[i].game);
            double value = plain_value(&plain, p), best = plain_best(&plain, p);
            assert_true(a.asked[p].exact);
            near(a.found.value[p].value, value, 1e-12);
            near(a.found.best[p].value, best, 1e-12);
            near(a.found.gain[p].value, best - value, 1e-12);
            assert_false(dado_figure_has_interval(a.found.best[p]));
            plain_close(&plain);
        }
        rise(&a);
    }
}

static void an_equilibrium_gives_nothing_away(void **state)
{
    (void)state;
    const char *const names[] = { "kuhn", "library/cards/leduc.rcy" };
    for (int i = 0; i < 2; i++) {
        asked_table a;
        ask(&a, names[i], i ? "luck = listed" : "", "equilibrium:gap=0.001", 1);
        assert_true(a.asked[0].exact && a.asked[1].exact);
        assert_true(a.found.gain[0].value + a.found.gain[1].value <= 0.001 + 1e-9);
        near(a.found.value[0].value, i ? -0.0856 : -1.0 / 18, 0.001);
        rise(&a);
    }
}

static int first_of(const dado_agent *agent, const dado_turn *turn)
{
    (void)agent;
    *(int *)turn->self += 1;  // it counts its moves, to be asked as one who remembers
    return *(int *)turn->self > 2 ? -1 : 0;
}

static bool open_first(dado_agent *agent, const dado_options *options, dado_arena *arena,
                       dado_error *err)
{
    (void)options;
    (void)arena;
    (void)err;
    agent->self_size = sizeof(int);
    return true;
}

// One who always bets and calls, in either seat. In the first, who knows it loses a chip with the
// jack and wins two with the king; with the queen he calls and breaks even: (-1 + 0 + 2) / 3.
static void one_who_draws_no_luck_is_known_exactly(void **state)
{
    (void)state;
    static const dado_agent_kind first = {
        .name = "first", .title = "First", .open = open_first, .choose = first_of
    };
    asked_table a;
    dado_error err = { 0 };
    walked(&a.t, "kuhn", "");
    for (int p = 0; p < 2; p++) {
        dado_agent agent = { 0 };
        assert_true(dado_agent_open(&agent, &first, &a.t.game, p, NULL, &a.t.arena, &err));
        assert_true(dado_ask_everywhere(&a.asked[p], &a.t.sets, &agent, 10, 1, NULL, &err));
        assert_true(a.asked[p].exact);
    }
    assert_int_equal(a.asked[0].sets, 3);  // it never checks, so it is never bet into
    assert_int_equal(a.asked[1].sets, 6);
    assert_true(dado_asked_judge(&a.t.sets, a.asked, &a.found, &err));
    near(a.found.best[1].value, 1.0 / 3, 1e-12);
    near(a.found.value[1].value, 0, 1e-12);
    rise(&a);
}

// Searching players decide differently each time: what is known of them has an interval, and the
// interval holds what many more answers say.
static void a_searching_player_is_known_within_an_interval(void **state)
{
    (void)state;
    asked_table few, many;
    ask(&few, "kuhn", "", "ismcts:iterations=50", 200);
    ask(&many, "kuhn", "", "ismcts:iterations=50", dado_test_dose(2000, 20000));
    for (int p = 0; p < 2; p++) {
        assert_false(few.asked[p].exact);
        assert_true(few.asked[p].uncertain > 0);
        dado_figure best = few.found.best[p], better = many.found.best[p];
        assert_true(best.value >= (p ? 1 : -1) / 18.0 - 1e-9);
        // in the second seat nothing that it does uncertainly matters to who knows it
        assert_int_equal(dado_figure_has_interval(best), p == 0);
        assert_int_equal(dado_figure_has_interval(better), p == 0);
        if (p == 1) near(best.value, better.value, 1e-9);
        if (p == 1) continue;
        assert_true(best.low <= better.value && better.value <= best.high);
        assert_true(better.high - better.low < best.high - best.low);
    }
    rise(&few);
    rise(&many);
}

// Matches against it come out as the tables say: it loses no more than its gap to anyone.
static void in_matches_it_gets_the_value_of_the_game(void **state)
{
    (void)state;
    table t;
    dado_error err = { 0 };
    open_game(&t, "library/cards/leduc.rcy", "luck = listed");
    dado_agent agents[2] = { { 0 } };
    const char *const names[] = { "random", "equilibrium" };
    for (int p = 0; p < 2; p++) {
        assert_true(dado_agent_open(&agents[p], dado_agent_named(names[p]), &t.game, p, NULL,
                                    &t.arena, &err));
    }
    const dado_rules *rules = t.game.rules;
    unsigned char *at = dado_arena_take(&t.arena, 1, t.game.state_size);
    unsigned char *view = dado_arena_take(&t.arena, 1, t.game.view_size);
    unsigned char *self = dado_arena_take(&t.arena, 1, agents[1].self_size);
    dado_move *moves = dado_new(&t.arena, dado_move, t.game.max_moves);
    uint32_t *weights = dado_new(&t.arena, uint32_t, t.game.max_moves);
    double won = 0;
    enum { matches = 20000 };
    for (uint64_t match = 0; match < matches; match++) {
        dado_rng chance = dado_rng_stream(5, match, DADO_LANE_CHANCE);
        dado_rng luck[2] = { dado_rng_stream(5, match, 1), dado_rng_stream(5, match, 2) };
        memset(self, 0, agents[1].self_size);
        rules->start(&t.game, at);
        for (int who; (who = rules->actor(&t.game, at)) != DADO_NOBODY;) {
            if (who == DADO_CHANCE) {
                rules->apply(&t.game, at, dado_chance(&t.game, at, moves, weights, &chance, NULL));
                continue;
            }
            uint64_t effort = 0;
            dado_observe(&t.game, at, who, view);
            dado_turn turn = { .game = &t.game,
                               .seat = who,
                               .view = view,
                               .moves = moves,
                               .count = rules->legal(&t.game, at, moves),
                               .luck = &luck[who],
                               .effort = &effort,
                               .self = self };
            int chosen = agents[who].kind->choose(&agents[who], &turn);
            assert_in_range(chosen, 0, turn.count - 1);
            rules->apply(&t.game, at, moves[chosen]);
        }
        int32_t scores[2];
        rules->scores(&t.game, at, scores);
        won += scores[1];
    }
    // at least 0.0856 a match; a match strays by about 3
    assert_true(won / matches > 0.0856 + 0.1);
    for (int p = 0; p < 2; p++) dado_agent_close(&agents[p]);
    dado_arena_free(&t.arena);
}

static void what_is_too_large_is_refused_at_the_door(void **state)
{
    (void)state;
    table t;
    dado_error err = { 0 };
    open_game(&t, "library/cards/leduc.rcy", "luck = listed");
    dado_player player;
    dado_agent agent = { 0 };
    assert_true(dado_player_parse(&player, "equilibrium:gap=1e-9,iterations=10", &t.arena, &err));
    assert_false(dado_agent_open(&agent, player.kind, &t.game, 0, &player.options, &t.arena, &err));
    assert_non_null(strstr(err.text, "more iterations"));
    dado_arena_free(&t.arena);
    open_game(&t, "library/cards/leduc.rcy", "");
    assert_false(dado_agent_open(&agent, dado_agent_named("equilibrium"), &t.game, 0, NULL,
                                 &t.arena, &err));
    assert_non_null(strstr(err.text, "luck=listed"));
    dado_arena_free(&t.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_against_random_is_that_of_the_textbook),
        cmocka_unit_test(an_equilibrium_gives_nothing_away),
        cmocka_unit_test(one_who_draws_no_luck_is_known_exactly),
        cmocka_unit_test(a_searching_player_is_known_within_an_interval),
        cmocka_unit_test(in_matches_it_gets_the_value_of_the_game),
        cmocka_unit_test(what_is_too_large_is_refused_at_the_door),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
