// perfect_agent_test.c - the perfect player gets what the solver says, and more from those who err.
#include "agents/agent.h"
#include "solve/perfect_info_solver.h"
#include "support/test.h"
#include "worlds/shelf.h"

typedef struct seats {
    dado_region region;
    dado_game game;
    dado_agent agent[2];
} seats;

static bool sit(seats *s, const char *world, const char *settings, const char *first,
                const char *second, dado_error *err)
{
    dado_options options;
    dado_region_init(&s->region, (size_t)1 << 22);
    assert_true(dado_options_read(&options, "test", settings, &s->region, err));
    assert_true(dado_game_open(&s->game, dado_world_named(world), &options, &s->region, err));
    const char *names[2] = { first, second };
    for (int i = 0; i < 2; i++) {
        s->agent[i] = (dado_agent){ 0 };
        if (!dado_agent_open(&s->agent[i], dado_agent_named(names[i]), &s->game, i, NULL,
                             &s->region, err)) {
            dado_region_free(&s->region);
            return false;
        }
    }
    return true;
}

static void rise(seats *s)
{
    dado_agent_close(&s->agent[0]);
    dado_agent_close(&s->agent[1]);
    dado_region_free(&s->region);
}

// Plays a match and answers the margin of the first seat.
static int play(seats *s, uint64_t match)
{
    const dado_game *game = &s->game;
    _Alignas(16) unsigned char state[256], view[256], scratch[4096], self[2][256] = { { 0 } };
    dado_rng chance = dado_rng_stream(3, match, DADO_STREAM_CHANCE), luck[2];
    for (int i = 0; i < 2; i++)
        luck[i] = dado_rng_stream(3, match, (uint16_t)(DADO_STREAM_SEAT + i));
    game->rules->start(game, state);
    dado_move moves[64];
    uint32_t weights[64];
    uint64_t effort = 0;
    for (int who; (who = game->rules->actor(game, state)) != DADO_NOBODY;) {
        if (who == DADO_CHANCE) {
            game->rules->apply(game, state,
                               dado_draw_outcome(game, state, moves, weights, &chance, NULL));
            continue;
        }
        int count = game->rules->legal(game, state, moves);
        dado_observe(game, state, who, view);
        dado_turn turn = { .game = game,
                           .seat = who,
                           .view = view,
                           .moves = moves,
                           .count = count,
                           .luck = &luck[who],
                           .effort = &effort,
                           .self = self[who],
                           .scratch = scratch };
        int chosen = s->agent[who].kind->choose(&s->agent[who], &turn);
        assert_in_range(chosen, 0, count - 1);
        game->rules->apply(game, state, moves[chosen]);
    }
    int32_t scores[2];
    game->rules->scores(game, state, scores);
    return scores[0] - scores[1];
}

static void two_perfect_players_get_the_value_of_the_board(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        int margin;
    } boards[] = {
        { "board = 112233", 2 },  { "board = 121332", -1 }, { "board = 121233", 0 },
        { "board = K112122", 1 }, { "board = W1212", 2 },
    };
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        seats s;
        dado_error err = { 0 };
        assert_true(sit(&s, "bigpoints", boards[i].settings, "perfect", "perfect", &err));
        assert_int_equal(play(&s, 0), boards[i].margin);
        rise(&s);
    }
}

static void nobody_gets_more_than_the_value_from_a_perfect_player(void **state)
{
    (void)state;
    seats s;
    dado_error err = { 0 };
    assert_true(sit(&s, "bigpoints", "board = 123213", "random", "perfect", &err));
    int best = -100, sum = 0;
    for (uint64_t match = 0; match < 200; match++) {
        int margin = play(&s, match);
        if (margin > best) best = margin;
        sum += margin;
    }
    assert_true(best <= 1);  // the value of the board for the first player
    assert_true(sum < 0);
    rise(&s);
}

static void a_perfect_nim_player_wins_every_won_position(void **state)
{
    (void)state;
    seats s;
    dado_error err = { 0 };
    assert_true(sit(&s, "nim", "heaps = 3,4,5", "perfect", "random", &err));
    for (uint64_t match = 0; match < 100; match++) assert_int_equal(play(&s, match), 1);
    rise(&s);
}

static void luck_does_not_trouble_it(void **state)
{
    (void)state;
    seats s;
    dado_error err = { 0 };
    assert_true(sit(&s, "race", "length = 12", "perfect", "random", &err));
    int won = 0;
    for (uint64_t match = 0; match < 400; match++) won += play(&s, match) > 0;
    assert_true(won > 220);
    rise(&s);
}

static void what_cannot_be_solved_is_refused(void **state)
{
    (void)state;
    seats s;
    dado_error err = { 0 };
    assert_false(sit(&s, "kuhn", "", "perfect", "random", &err));
    assert_non_null(strstr(err.text, "hides"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_perfect_players_get_the_value_of_the_board),
        cmocka_unit_test(nobody_gets_more_than_the_value_from_a_perfect_player),
        cmocka_unit_test(a_perfect_nim_player_wins_every_won_position),
        cmocka_unit_test(luck_does_not_trouble_it),
        cmocka_unit_test(what_cannot_be_solved_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
