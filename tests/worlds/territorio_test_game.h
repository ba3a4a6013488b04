// territorio_test_game.h - a Território opened for a test, from settings or a scenario.
#pragma once

#include "support/test.h"
#include "worlds/territorio/territorio.h"

typedef struct terr_test_game {
    dado_region region;
    dado_game game;
    dado_error err;
    const dado_terr *w;
    void *state;
    dado_terr_board b;
    dado_move *moves;
    dado_rng luck;
} terr_test_game;

static inline bool terr_open(terr_test_game *t, const char *settings, const char *scenario)
{
    memset(t, 0, sizeof *t);
    dado_region_init(&t->region, (size_t)1 << 28);
    dado_options read = { 0 }, all;
    if (settings && !dado_options_read(&read, "test", settings, &t->region, &t->err)) return false;
    dado_option file = { "file", scenario, { 0 } };
    dado_options more = { &file, scenario != NULL };
    if (!dado_options_join(&all, &read, &more, &t->region, &t->err)) return false;
    if (!dado_game_open(&t->game, &dado_world_territorio, &all, &t->region, &t->err)) return false;
    t->w = t->game.data;
    t->state = dado_region_alloc(&t->region, 1, t->game.state_size);
    t->moves = dado_new(&t->region, dado_move, t->game.max_moves);
    t->b = dado_terr_board_of(t->w, t->state);
    t->luck = dado_rng_stream(2012, 0, DADO_STREAM_CHANCE);
    t->game.rules->start(&t->game, t->state);
    return true;
}

static inline void terr_close(terr_test_game *t)
{
    dado_region_free(&t->region);
}

static inline terr_test_game terr_must_open(const char *settings, const char *scenario)
{
    terr_test_game t;
    if (!terr_open(&t, settings, scenario)) {
        fail_msg("%s:%d: %s", t.err.place.source, t.err.place.line, t.err.text);
    }
    return t;
}

// Lets chance act until somebody is to move, or nobody is.
static inline void terr_luck(terr_test_game *t)
{
    while (t->game.rules->actor(&t->game, t->state) == DADO_CHANCE) {
        dado_move word;
        int listed = t->game.rules->legal(&t->game, t->state, &word);
        t->game.rules->apply(&t->game, t->state, listed ? word : dado_rng_next(&t->luck));
    }
}

// Plays a command given in words, by whoever is on turn; answers the code.
static inline const char *terr_say(terr_test_game *t, const char *words)
{
    dado_terr_command c;
    terr_luck(t);
    if (!dado_terr_parse(words, &c)) return "MALFORMED";
    dado_terr_result code = dado_terr_check(&t->b, t->b.state->to_move, &c);
    if (code != DADO_TERR_OK) return dado_terr_result_name(code);
    dado_move move = dado_terr_encode(t->w, &c);
    int count = t->game.rules->legal(&t->game, t->state, t->moves);
    bool listed = false;
    for (int i = 0; i < count; i++) listed |= t->moves[i] == move;
    assert_true(listed);
    t->game.rules->apply(&t->game, t->state, move);
    terr_luck(t);
    return "OK";
}

#define terr_near(a, b) \
    do { \
        double a_ = (a), b_ = (b); \
        if (!(a_ - b_ < 1e-9 && b_ - a_ < 1e-9)) fail_msg("%s is %.12g, not %.12g", #a, a_, b_); \
    } while (0)
