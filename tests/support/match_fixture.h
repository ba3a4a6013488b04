// match_fixture.h - games and players by name, for tests of what is made of matches.
#pragma once

#include "lab/experiment.h"
#include "measure/expectations.h"

// Each fails the running test where it cannot be had; what it answers lives as long as `region`.
const dado_game_source *dado_test_game(const char *name, const char *settings, dado_region *region);
const dado_game_source *dado_test_game_text(const char *name, const char *text,
                                            dado_region *region);
const dado_lineup *dado_test_lineup(const char *typed, dado_region *region);
const dado_expectations *dado_test_expect(const char *text, const dado_game_source *game,
                                          dado_region *region);

// A plan of one cell.
dado_plan dado_test_plan(const dado_game_source *game, const dado_lineup *lineup, int64_t matches,
                         uint64_t seed);
