// infosets_fixture.h - a game with secrets opened and walked, for the tests of what solves them.
#pragma once

#include "lab/game_source.h"
#include "solve/regret_minimisation.h"
#include "support/test.h"

typedef struct table {
    dado_region region;
    dado_game game;
    dado_infosets sets;
} table;

static inline void open_game(table *t, const char *name, const char *settings)
{
    dado_error err = { 0 };
    dado_options options;
    dado_game_source source;
    dado_region_init(&t->region, (size_t)1 << 26);
    assert_true(dado_options_read(&options, "test", settings, &t->region, &err));
    if (!dado_game_source_find(&source, name, &options, &t->region, &err) ||
        !dado_game_source_open(&source, &t->game, &t->region, &err)) {
        fail_msg("%s: %s", name, err.text);
    }
}

static inline void walk_game(table *t, dado_payoff payoff, bool watch)
{
    dado_error err = { 0 };
    dado_infosets_config plan = { .payoff = payoff, .watch = watch };
    if (!dado_infosets_make(&t->sets, &t->game, &plan, &err)) fail_msg("%s", err.text);
}

static inline void walked(table *t, const char *name, const char *settings)
{
    open_game(t, name, settings);
    walk_game(t, DADO_PAY_AUTO, true);
}

static inline void done(table *t)
{
    dado_infosets_free(&t->sets);
    dado_region_free(&t->region);
}
