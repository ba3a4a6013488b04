// search_four_in_a_row_test.c - a player that searches sees a win in one and a loss in two, in a
// described game.
//
// Positions come from random play of Four in a Row. In half of them whoever is to move has a move
// that wins; in the others there is none, the opponent threatens to win in one space only, and
// filling it leaves no other threat. The player must find that move in each of them.
#include "support/test.h"

#include "agents/agent.h"
#include "lab/game_source.h"

typedef struct four_game {
    dado_region region;
    dado_game game;
    unsigned char *state, *next;
    dado_move moves[16];
    int count, actor;
} four_game;

static void open_four_game(four_game *r)
{
    dado_error err = { 0 };
    dado_game_source source;
    dado_region_init(&r->region, (size_t)256 << 20);
    if (!dado_game_source_find(&source, "fourinarow", NULL, &r->region, &err) ||
        !dado_game_source_open(&source, &r->game, &r->region, &err)) {
        fail_msg("%s", err.text);
    }
    assert_true(r->game.max_moves >= 7);
    r->state = malloc(r->game.state_size);
    r->next = malloc(r->game.state_size);
}

// Whether `seat` has won in `state`.
static bool has_won(const four_game *r, const unsigned char *state, int seat)
{
    int32_t row[2];
    if (r->game.rules->actor(&r->game, state) != DADO_NOBODY) return false;
    r->game.rules->scores(&r->game, state, row);
    return row[seat] > row[1 - seat];
}

// How many moves of whoever is to move in `state` win at once.
static int wins_in(const four_game *r, const unsigned char *state)
{
    dado_move moves[64];
    unsigned char after[512];
    const dado_game *g = &r->game;
    assert_true(g->state_size <= sizeof after && g->max_moves <= 64);
    int actor = g->rules->actor(g, state), wins = 0;
    if (actor < 0) return 0;
    int count = g->rules->legal(g, state, moves);
    for (int i = 0; i < count; i++) {
        memcpy(after, state, g->state_size);
        g->rules->apply(g, after, moves[i]);
        wins += has_won(r, after, actor);
    }
    return wins;
}

// The moves that are right here: those that win; or, if there is none and the opponent would win
// after every move but one, that one. A bit each, 0 where neither is so.
static unsigned right_moves(four_game *r, bool *block)
{
    const dado_game *g = &r->game;
    unsigned winning = 0, safe = 0;
    for (int i = 0; i < r->count; i++) {
        memcpy(r->next, r->state, g->state_size);
        g->rules->apply(g, r->next, r->moves[i]);
        if (has_won(r, r->next, r->actor)) winning |= 1u << i;
        else if (wins_in(r, r->next) == 0) safe |= 1u << i;
    }
    *block = winning == 0;
    if (winning) return winning;
    bool one = safe != 0 && (safe & (safe - 1)) == 0 && r->count > 2;
    return one ? safe : 0;
}

static void uct_wins_in_one_and_blocks_in_one(void **state)
{
    (void)state;
    enum { wanted = 100 };
    four_game r;
    open_four_game(&r);
    const dado_game *g = &r.game;
    dado_option given = { .name = "iterations", .text = "1000" };
    dado_options options = { &given, 1 };
    dado_agent agents[2];
    dado_error err = { 0 };
    for (int seat = 0; seat < 2; seat++) {
        assert_true(dado_agent_open(&agents[seat], dado_agent_named("uct"), g, seat, &options,
                                    &r.region, &err));
    }
    size_t self = agents[0].self_size, scratch = agents[0].scratch_size;
    void *own = calloc(1, self + 1), *work = malloc(scratch + 1), *view = malloc(g->view_size);
    int met[2] = { 0 }, right[2] = { 0 };
    for (uint64_t match = 0; met[0] < wanted || met[1] < wanted; match++) {
        dado_rng luck = dado_rng_stream(21, match, DADO_STREAM_CHANCE);
        g->rules->start(g, r.state);
        for (int decision = 0; (r.actor = g->rules->actor(g, r.state)) >= 0; decision++) {
            bool block;
            r.count = g->rules->legal(g, r.state, r.moves);
            unsigned good = right_moves(&r, &block);
            if (good && met[block] < wanted) {
                uint64_t effort = 0;
                dado_rng own_luck = dado_rng_stream(22, match, DADO_STREAM_SEAT);
                memset(own, 0, self);
                dado_observe(g, r.state, r.actor, view);
                dado_turn turn = { .game = g,
                                   .seat = r.actor,
                                   .view = view,
                                   .moves = r.moves,
                                   .count = r.count,
                                   .decision = decision,
                                   .luck = &own_luck,
                                   .effort = &effort,
                                   .self = own,
                                   .scratch = work };
                int chosen = agents[r.actor].kind->choose(&agents[r.actor], &turn);
                assert_in_range(chosen, 0, r.count - 1);
                met[block]++;
                right[block] += (good >> chosen) & 1;
                break;  // one position of each match
            }
            g->rules->apply(g, r.state, r.moves[dado_rng_below(&luck, (uint64_t)r.count)]);
        }
    }
    print_message("wins in one: %d of %d, blocks in one: %d of %d\n", right[0], met[0], right[1],
                  met[1]);
    assert_int_equal(right[0], wanted);
    assert_int_equal(right[1], wanted);
    for (int seat = 0; seat < 2; seat++) dado_agent_close(&agents[seat]);
    free(own);
    free(work);
    free(view);
    free(r.state);
    free(r.next);
    dado_region_free(&r.region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uct_wins_in_one_and_blocks_in_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
