// match_cursor_test.c - a cursor goes through the states of a match, and knows where rounds end.
#include "core/match_cursor.h"

#include "lab/game_source.h"
#include "lab/match.h"
#include "support/test.h"

typedef struct played {
    dado_region region;
    dado_game game;
    dado_agent agents[16];
    dado_match_workspace table;
    const dado_trace *trace;
    unsigned char *states;  // before every step, and the last; by the rules alone
    unsigned char *state;   // of the cursor
} played;

static void play(played *t, const char *name)
{
    dado_error err = { 0 };
    dado_game_source source;
    *t = (played){ 0 };
    dado_region_init_large(&t->region);
    if (!dado_game_source_find(&source, name, &(dado_options){ 0 }, &t->region, &err) ||
        !dado_game_source_open(&source, &t->game, &t->region, &err)) {
        fail_msg("%s: %s", name, err.text);
    }
    for (int p = 0; p < t->game.players; p++) {
        assert_true(dado_agent_open(&t->agents[p], &dado_agent_random, &t->game, p,
                                    &(dado_options){ 0 }, &t->region, &err));
    }
    dado_match_settings settings = { .move_limit = 2000, .path = true };
    assert_true(
        dado_match_workspace_init(&t->table, &t->game, t->agents, settings, &t->region, &err));
    t->trace = dado_match_play(&t->table, 3, 3, 1);
    assert_int_equal(t->trace->end, DADO_FINISHED);
    size_t size = t->game.state_size;
    t->states = dado_new(&t->region, unsigned char, size *(size_t)(t->trace->steps + 1));
    t->state = dado_new(&t->region, unsigned char, size);
    t->game.rules->start(&t->game, t->states);
    for (int i = 0; i < t->trace->steps; i++) {
        unsigned char *next = t->states + (size_t)(i + 1) * size;
        memcpy(next, next - size, size);
        t->game.rules->apply(&t->game, next, t->trace->path[i].move);
    }
}

static void stands_at(const played *t, const dado_match_cursor *at, int step)
{
    assert_int_equal(at->at, step);
    assert_memory_equal(at->state, t->states + (size_t)step * t->game.state_size,
                        t->game.state_size);
}

// From the list of steps alone: a move of a player and the luck behind it are a round, unless the
// game counts.
static bool ends_round(const played *t, int step, bool *moved)
{
    const dado_trace *trace = t->trace;
    const unsigned char *before = t->states + (size_t)step * t->game.state_size;
    if (t->game.rules->round) {
        return t->game.rules->round(&t->game, before + t->game.state_size) >
               t->game.rules->round(&t->game, before);
    }
    bool luck_follows = step + 1 < trace->steps && trace->path[step + 1].actor == DADO_CHANCE;
    *moved = *moved || trace->path[step].actor >= 0;
    if (!*moved || luck_follows) return false;
    *moved = false;
    return true;
}

static const char *const games[] = {
    "hearts", "kuhn", "leduc", "noughts", "library/dice/pig.rcy", "library/dice/dicepoints.rcy",
    "gofish",
};

static void it_goes_through_every_state(void **state)
{
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        played t;
        play(&t, games[g]);
        const dado_trace *trace = t.trace;
        dado_match_cursor at = dado_match_cursor_begin(&t.game, t.state, trace->path, trace->steps);
        int rounds = 0, scores_row[16];
        bool moved = false;
        assert_int_equal(at.rounds.rounds, 0);
        for (int i = 0; i < trace->steps; i++) {
            stands_at(&t, &at, i);
            assert_ptr_equal(dado_match_cursor_next(&at), &trace->path[i]);
            assert_true(dado_match_cursor_step(&at));
            bool ended = ends_round(&t, i, &moved);
            rounds += ended;
            assert_int_equal(at.round_ended, ended);
            assert_int_equal(at.rounds.rounds, rounds);
            if (!ended) continue;
            dado_match_cursor_standings(&at, scores_row, NULL);
            assert_memory_equal(scores_row, dado_trace_row(trace, rounds),
                                sizeof *scores_row * (size_t)t.game.players);
        }
        stands_at(&t, &at, trace->steps);
        assert_int_equal(rounds, trace->rounds);
        assert_null(dado_match_cursor_next(&at));
        assert_false(dado_match_cursor_step(&at));
        int32_t scores[16], places[16];
        dado_match_cursor_standings(&at, scores, places);
        assert_memory_equal(scores, trace->result, sizeof *scores * (size_t)t.game.players);
        assert_memory_equal(places, trace->places, sizeof *places * (size_t)t.game.players);
        dado_region_free(&t.region);
    }
}

static void it_goes_to_any_step_and_round(void **state)
{
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        played t;
        play(&t, games[g]);
        int steps = t.trace->steps;
        dado_match_cursor at = dado_match_cursor_begin(&t.game, t.state, t.trace->path, steps);
        for (int i = 0; i < 40; i++) {
            int to = i * 31 % (steps + 1);
            dado_match_cursor_go_to(&at, to);
            stands_at(&t, &at, to);
        }
        dado_match_cursor_go_to(&at, steps + 5);
        stands_at(&t, &at, steps);
        int rounds = 0;
        bool moved = false;
        for (int i = 0; i < steps; i++) {
            if (!ends_round(&t, i, &moved)) continue;
            dado_match_cursor_go_to_round(&at, ++rounds);
            stands_at(&t, &at, i + 1);
        }
        dado_match_cursor_go_to_round(&at, rounds + 1);
        stands_at(&t, &at, steps);
        dado_match_cursor_go_to_round(&at, 0);
        stands_at(&t, &at, 0);
        dado_region_free(&t.region);
    }
}

// Who plays alone and has not come to the end has not won.
static void an_unfinished_match_is_ranked_by_scores(void **state)
{
    (void)state;
    played t;
    play(&t, "hearts");
    dado_match_cursor at = dado_match_cursor_begin(&t.game, t.state, t.trace->path, t.trace->steps);
    dado_match_cursor_go_to(&at, t.trace->steps * 2 / 3);
    int32_t scores[4], places[4], one = 7, place = -1;
    dado_match_cursor_standings(&at, scores, places);
    for (int p = 0; p < 4; p++) {
        int better = 0;
        for (int q = 0; q < 4; q++) better += scores[q] > scores[p];
        assert_int_equal(places[p], better);
    }
    dado_game alone = t.game;
    alone.players = 1;
    dado_places_of(&alone, t.state, false, &one, &place);
    assert_int_equal(place, 1);
    dado_region_free(&t.region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_goes_through_every_state),
        cmocka_unit_test(it_goes_to_any_step_and_round),
        cmocka_unit_test(an_unfinished_match_is_ranked_by_scores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
