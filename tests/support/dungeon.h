// dungeon.h - maps drawn with signs, opened for play: for the tests of dungeons.
#pragma once

#include "core/game.h"
#include "worlds/dungeon/dungeon.h"

// Writes a `.map` from rows divided by '/': # wall, . floor, @ start, > exit.
// `rest` are entries as the format has them.
void dado_draw_map(const char *rows, const char *rest, dado_text *out);

typedef struct dado_den {
    dado_arena arena;
    dado_game game;
    const dado_dungeon *dungeon;
    void *state;
} dado_den;

// Opens a map's text with rules given as `name = value` lines; fails the test if it does not.
dado_den dado_den_open(const char *map, const char *rules);
void dado_den_close(dado_den *table);

// Plays steps named by letters, as "eess"; diagonals need dado_den_step.
void dado_den_play(dado_den *table, const char *letters);
void dado_den_step(dado_den *table, const char *word);

static inline const dado_dungeon_state *dado_den_hero(const dado_den *table)
{
    return table->state;
}

// Lets an agent play from the start to the end; answers how often it planned.
// `letters`, unless NULL, gets its steps in words, one after another with a blank between.
// True in `gave_up`, unless NULL, if it did.
uint64_t dado_den_match(dado_den *table, const char *agent, const char *options, uint64_t seed,
                        uint64_t match, dado_text *letters, bool *gave_up);

double dado_den_tally(const dado_den *table, const char *name);
