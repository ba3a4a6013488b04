// information_sets_test.c - what players can know, counted, and found again.
#include "liars_dice.h"
#include "infosets_fixture.h"

static void kuhn_has_twelve_sets_in_c_and_described(void **state)
{
    (void)state;
    const char *const names[] = { "kuhn", "library/cards/kuhn.rcy" };
    const char *const settings[] = { "", "luck = listed" };
    for (int i = 0; i < 2; i++) {
        table t;
        walked(&t, names[i], settings[i]);
        assert_int_equal(dado_infosets_count(&t.sets), 12);
        assert_int_equal(t.sets.sets[0].count, 6);
        assert_int_equal(t.sets.ends, 30);
        assert_int_equal(t.sets.payoff, DADO_PAY_POINTS);
        assert_true(t.sets.constant && t.sets.sum == 0);
        done(&t);
    }
}

// Of six cards two or three are drawn, and no other is luck's business.
static void leduc_has_936_sets_and_as_many_lines_as_ends(void **state)
{
    (void)state;
    table t;
    walked(&t, "library/cards/leduc.rcy", "luck = listed");
    assert_int_equal(dado_infosets_count(&t.sets), 936);
    assert_int_equal(t.sets.ends, 5520);
    assert_int_equal(t.sets.stats.lines, 5520);
    done(&t);
}

// Each of the 12 bids was made or not: 2^12 histories for each of 6 faces, half of them with the
// highest bid made, where nothing but "liar" is left to say.
static void liars_dice_has_a_set_for_every_die_and_history(void **state)
{
    (void)state;
    int faces = 6;
    table t = { .game = liar_game(&faces) };
    dado_region_init(&t.region, 1 << 20);
    walk_game(&t, DADO_PAY_AUTO, true);
    assert_int_equal(dado_infosets_count(&t.sets), 6 * 2048);
    done(&t);
}

static void points_that_do_not_sum_up_give_way_to_the_margin(void **state)
{
    (void)state;
    table t;
    walked(&t, "tests/solve/games/gops_four.rcy", "luck = listed");
    assert_int_equal(t.sets.payoff, DADO_PAY_MARGIN);
    assert_true(t.sets.constant);
    done(&t);
    open_game(&t, "tests/solve/games/gops_four.rcy", "luck = listed");
    walk_game(&t, DADO_PAY_WIN, true);
    assert_true(t.sets.constant && t.sets.sum == 1);
    done(&t);
}

static void sets_hang_from_sequences_above_them(void **state)
{
    (void)state;
    table t;
    walked(&t, "library/cards/leduc.rcy", "luck = listed");
    for (int p = 0; p < 2; p++) {
        const dado_player_infosets *of = &t.sets.sets[p];
        assert_int_equal(of->first[0], 1);
        assert_int_equal(of->first[of->count], of->sequences);
        for (uint32_t i = 0; i < of->count; i++) {
            assert_true(of->parent[i] < of->first[i]);
            assert_true(of->first[i + 1] - of->first[i] >= 2);
        }
        // the odds of luck alone, over all ends of a way of playing, are 1: ask by paying 1
        const dado_terminal_rows *rows = &t.sets.rows[p];
        assert_int_equal(rows->from[0], 0);
        assert_int_equal(rows->from[of->sequences], t.sets.ends);
    }
    done(&t);
}

typedef struct meeting {
    table *t;
    uint32_t met[2];
    int visits;
} meeting;

static bool meet(void *to, const dado_infoset_visit *met, dado_error *err)
{
    meeting *m = to;
    (void)err;
    assert_int_equal(m->t->game.rules->actor(&m->t->game, met->state), met->player);
    assert_true(met->decision >= 0 && (size_t)met->decision <= met->depth);
    if (met->set >= m->met[met->player]) {
        assert_int_equal(met->set, m->met[met->player]);  // new ones in order
        m->met[met->player]++;
    }
    m->visits++;
    return true;
}

static void a_later_walk_meets_every_set_in_the_same_order(void **state)
{
    (void)state;
    table t;
    walked(&t, "library/cards/leduc.rcy", "luck = listed");
    meeting m = { .t = &t };
    dado_error err = { 0 };
    assert_true(dado_infosets_visit(&t.sets, meet, &m, &err));
    assert_int_equal(m.met[0], 468);
    assert_int_equal(m.met[1], 468);
    assert_true(m.visits > 936);
    done(&t);
}

// One who looks at his own turns only finds his set by his own views and moves.
static void a_trail_finds_its_set_in_a_match(void **state)
{
    (void)state;
    table t;
    open_game(&t, "library/cards/leduc.rcy", "luck = listed");
    walk_game(&t, DADO_PAY_AUTO, false);
    assert_int_equal(dado_infosets_count(&t.sets), 936);
    const dado_rules *rules = t.game.rules;
    unsigned char *at = dado_region_alloc(&t.region, 1, t.game.state_size);
    unsigned char *view = dado_region_alloc(&t.region, 1, t.game.view_size);
    dado_move *moves = dado_new(&t.region, dado_move, t.game.max_moves);
    for (uint64_t match = 0; match < 200; match++) {
        dado_player_history trails[2] = { dado_player_history_begin(0),
                                          dado_player_history_begin(1) };
        dado_rng luck = dado_rng_stream(1, match, 0);
        rules->start(&t.game, at);
        int actor;
        while ((actor = rules->actor(&t.game, at)) != DADO_NOBODY) {
            int count = rules->legal(&t.game, at, moves);
            int chosen = (int)dado_rng_below(&luck, (uint64_t)count);
            if (actor >= 0) {
                dado_observe(&t.game, at, actor, view);
                assert_true(dado_player_history_add_view(&t.sets, &trails[actor], view));
                int64_t set = dado_player_history_infoset(&t.sets, &trails[actor]);
                const dado_player_infosets *of = &t.sets.sets[actor];
                assert_true(set >= 0 && set < of->count);
                assert_int_equal(of->first[set + 1] - of->first[set], count);
                size_t bytes = sizeof *moves * (size_t)count;
                assert_memory_equal(of->move + of->first[set], moves, bytes);
                assert_true(dado_player_history_add_move(&t.sets, &trails[actor], chosen));
            }
            rules->apply(&t.game, at, moves[chosen]);
        }
    }
    memset(view, 0xEE, t.game.view_size);
    dado_player_history nowhere = dado_player_history_begin(0);
    assert_false(dado_player_history_add_view(&t.sets, &nowhere, view));
    done(&t);
}

static void what_cannot_be_walked_is_refused_with_a_reason(void **state)
{
    (void)state;
    table t;
    dado_error err = { 0 };
    open_game(&t, "library/cards/kuhn.rcy", "");  // luck as words
    dado_infosets_config plan = { .watch = true };
    assert_false(dado_infosets_make(&t.sets, &t.game, &plan, &err));
    assert_non_null(strstr(err.text, "luck=listed"));
    done(&t);
    open_game(&t, "library/cards/leduc.rcy", "luck = listed");
    plan.memory = 100000;
    assert_false(dado_infosets_make(&t.sets, &t.game, &plan, &err));
    assert_int_equal(err.status, DADO_LIMIT);
    assert_non_null(strstr(err.text, "--memory"));
    plan = (dado_infosets_config){ .lines = 1000 };
    assert_false(dado_infosets_make(&t.sets, &t.game, &plan, &err));
    assert_non_null(strstr(err.text, "1000 lines of play"));
    done(&t);
    open_game(&t, "library/dice/pig.rcy", "luck = listed");
    plan = (dado_infosets_config){ .watch = true };
    assert_false(dado_infosets_make(&t.sets, &t.game, &plan, &err));
    assert_non_null(strstr(err.text, "for ever"));
    done(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kuhn_has_twelve_sets_in_c_and_described),
        cmocka_unit_test(leduc_has_936_sets_and_as_many_lines_as_ends),
        cmocka_unit_test(liars_dice_has_a_set_for_every_die_and_history),
        cmocka_unit_test(points_that_do_not_sum_up_give_way_to_the_margin),
        cmocka_unit_test(sets_hang_from_sequences_above_them),
        cmocka_unit_test(a_later_walk_meets_every_set_in_the_same_order),
        cmocka_unit_test(a_trail_finds_its_set_in_a_match),
        cmocka_unit_test(what_cannot_be_walked_is_refused_with_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
