// dungeon_fixture.h - maps drawn with signs, opened for play: for the tests of dungeons.
#pragma once

#include "core/game.h"
#include "worlds/dungeon/dungeon.h"

// Writes a `.map` from rows divided by '/': # wall, . floor, @ start, > exit.
// `rest` are entries as the format has them.
void dado_draw_map(const char *rows, const char *rest, dado_text *out);

typedef struct dado_dungeon_fixture {
    dado_region region;
    dado_game game;
    const dado_dungeon *dungeon;
    void *state;
} dado_dungeon_fixture;

// Opens a map's text with rules given as `name = value` lines; fails the test if it does not.
dado_dungeon_fixture dado_dungeon_fixture_open(const char *map, const char *rules);
void dado_dungeon_fixture_close(dado_dungeon_fixture *table);

// Plays steps named by letters, as "eess"; diagonals need dado_dungeon_fixture_step.
void dado_dungeon_fixture_play(dado_dungeon_fixture *table, const char *letters);
void dado_dungeon_fixture_step(dado_dungeon_fixture *table, const char *word);

static inline const dado_dungeon_state *dado_dungeon_fixture_state(
    const dado_dungeon_fixture *table)
{
    return table->state;
}

// Lets an agent play from the start to the end; answers how often it planned.
// `letters`, unless NULL, gets its steps in words, one after another with a blank between.
// True in `gave_up`, unless NULL, if it did.
uint64_t dado_dungeon_fixture_match(dado_dungeon_fixture *table, const char *agent,
                                    const char *options, uint64_t seed, uint64_t match,
                                    dado_text *letters, bool *gave_up);

double dado_dungeon_fixture_tally(const dado_dungeon_fixture *table, const char *name);
