// play.h - games and players by name, for tests of what is made of matches.
#pragma once

#include "lab/experiment.h"
#include "measure/expect.h"

// Each fails the running test where it cannot be had; what it answers lives as long as `arena`.
const dado_source *dado_play_game(const char *name, const char *settings, dado_arena *arena);
const dado_source *dado_play_text(const char *name, const char *text, dado_arena *arena);
const dado_lineup *dado_play_lineup(const char *typed, dado_arena *arena);
const dado_expect *dado_play_wish(const char *text, const dado_source *game, dado_arena *arena);

// A plan of one cell.
dado_plan dado_play_plan(const dado_source *game, const dado_lineup *lineup, int64_t matches,
                         uint64_t seed);
