// contract.c - see contract.h.
#include "support/contract.h"

#include "support/test.h"

typedef struct table {
    const dado_game *game;
    unsigned char *state, *copy, *view, *other_view;
    dado_move *moves, *again;
    uint32_t *weights;
    double *tallies;
    int32_t *scores;
    dado_text first, second;
} table;

static void *room(size_t bytes)
{
    void *memory = malloc(bytes ? bytes : 1);
    assert_non_null(memory);
    return memory;
}

static table lay_table(const dado_game *game)
{
    return (table){
        .game = game,
        .state = room(game->state_size),
        .copy = room(game->state_size),
        .view = room(game->view_size),
        .other_view = room(game->view_size),
        .moves = room(sizeof(dado_move) * (size_t)game->max_moves),
        .again = room(sizeof(dado_move) * (size_t)game->max_moves),
        .weights = room(sizeof(uint32_t) * (size_t)game->max_moves),
        .tallies = room(sizeof(double) * (size_t)(dado_game_tallies(game) + 1)),
        .scores = room(sizeof(int32_t) * (size_t)game->players),
    };
}

static void clear_table(table *t)
{
    free(t->state);
    free(t->copy);
    free(t->view);
    free(t->other_view);
    free(t->moves);
    free(t->again);
    free(t->weights);
    free(t->tallies);
    free(t->scores);
    dado_text_free(&t->first);
    dado_text_free(&t->second);
}

static void starts_write_every_byte(table *t)
{
    memset(t->state, 0xAA, t->game->state_size);
    memset(t->copy, 0x55, t->game->state_size);
    t->game->rules->start(t->game, t->state);
    t->game->rules->start(t->game, t->copy);
    assert_memory_equal(t->state, t->copy, t->game->state_size);
}

static void moves_read_apart(table *t, int count)
{
    enum { most_compared = 64 };
    if (count > most_compared) return;
    for (int i = 0; i < count; i++) {
        dado_text_clear(&t->first);
        t->game->rules->print_move(t->game, t->state, t->moves[i], &t->first);
        assert_true(t->first.length > 0);
        dado_move found = ~t->moves[i];
        assert_true(
            dado_find_move(t->game, t->state, dado_text_string(&t->first), t->again, &found));
        if (found != t->moves[i]) fail_msg("two moves read: %s", dado_text_string(&t->first));
    }
}

static void redeals_keep_what_is_known(table *t, int actor, int count, dado_rng *rng)
{
    const dado_game *game = t->game;
    memset(t->view, 0xAA, game->view_size);
    dado_observe(game, t->state, actor, t->view);
    memset(t->copy, 0x55, game->state_size);
    dado_redeal(game, t->view, actor, rng, t->copy);
    assert_int_equal(game->rules->actor(game, t->copy), actor);
    memset(t->other_view, 0x55, game->view_size);
    dado_observe(game, t->copy, actor, t->other_view);
    assert_memory_equal(t->view, t->other_view, game->view_size);
    assert_int_equal(game->rules->legal(game, t->copy, t->again), count);
    assert_memory_equal(t->moves, t->again, sizeof(dado_move) * (size_t)count);
    dado_text_clear(&t->first);
    dado_text_clear(&t->second);
    game->rules->print(game, t->state, actor, &t->first);
    game->rules->print(game, t->copy, actor, &t->second);
    assert_string_equal(dado_text_string(&t->first), dado_text_string(&t->second));
    dado_text_clear(&t->first);
    dado_text_clear(&t->second);
    dado_tell(game, t->state, actor, &t->first);
    dado_tell(game, t->copy, actor, &t->second);
    assert_string_equal(dado_text_string(&t->first), dado_text_string(&t->second));
    assert_null(strchr(dado_text_string(&t->first), '\n'));
}

static void moves_repeat(table *t, dado_move move)
{
    memcpy(t->copy, t->state, t->game->state_size);
    t->game->rules->apply(t->game, t->copy, move);
    t->game->rules->apply(t->game, t->state, move);
    assert_memory_equal(t->copy, t->state, t->game->state_size);
}

static void answers_are_in_order(table *t)
{
    const dado_game *game = t->game;
    uint64_t before = dado_state_hash(game, t->state);
    game->rules->scores(game, t->state, t->scores);
    for (int p = 0; game->rules->tally && p < game->players; p++) {
        game->rules->tally(game, t->state, p, t->tallies);
        for (int i = 0; i < dado_game_tallies(game); i++) assert_false(isinf(t->tallies[i]));
    }
    dado_text_clear(&t->first);
    game->rules->print(game, t->state, DADO_NOBODY, &t->first);
    assert_true(dado_state_hash(game, t->state) == before);
}

static bool play(table *t, dado_contract how, uint64_t match)
{
    const dado_game *game = t->game;
    const dado_rules *rules = game->rules;
    dado_rng chance = dado_rng_stream(how.seed, match, DADO_LANE_CHANCE);
    dado_rng choice = dado_rng_stream(how.seed, match, DADO_LANE_SEAT);
    starts_write_every_byte(t);
    int round = rules->round ? rules->round(game, t->state) : 0;
    assert_int_equal(round, 0);
    for (int step = 0; step < how.most_steps; step++) {
        int actor = rules->actor(game, t->state);
        if (step % 16 == 0 || actor == DADO_NOBODY) answers_are_in_order(t);
        if (actor == DADO_NOBODY) return true;
        assert_in_range(actor + 1, 0, game->players);
        uint64_t before = dado_state_hash(game, t->state);
        int count = rules->legal(game, t->state, t->moves);
        assert_in_range(count, actor == DADO_CHANCE ? 0 : 1, game->max_moves);
        assert_int_equal(rules->legal(game, t->state, t->again), count);
        assert_memory_equal(t->moves, t->again, sizeof(dado_move) * (size_t)count);
        dado_move move;
        if (actor == DADO_CHANCE) {
            assert_true(game->luck || count == 1);
            move = dado_chance(game, t->state, t->moves, t->weights, &chance, NULL);
        } else {
            if (step % 8 == 0 || game->max_moves <= 64) moves_read_apart(t, count);
            redeals_keep_what_is_known(t, actor, count, &choice);
            move = t->moves[dado_rng_below(&choice, (uint64_t)count)];
        }
        assert_true(dado_state_hash(game, t->state) == before);
        moves_repeat(t, move);
        int now = rules->round ? rules->round(game, t->state) : 0;
        assert_in_range(now, round, round + 1);
        round = now;
    }
    return rules->actor(game, t->state) == DADO_NOBODY;
}

void dado_contract_check(const dado_game *game, dado_contract how)
{
    assert_non_null(game->rules->name);
    assert_non_null(game->rules->title);
    assert_non_null(game->options);
    table t = lay_table(game);
    for (int match = 0; match < how.matches; match++) {
        bool ended = play(&t, how, (uint64_t)match);
        if (how.must_end && !ended) fail_msg("match %d has not ended", match);
    }
    clear_table(&t);
}
