// dungeon.h - maps drawn with signs, opened for play: for the tests of dungeons.
#ifndef DADO_TESTS_SUPPORT_DUNGEON_H
#define DADO_TESTS_SUPPORT_DUNGEON_H

#include "core/game.h"
#include "worlds/dungeon/dungeon.h"

// Writes a `.map` from rows divided by '/': # wall, . floor, @ start, > exit.
// `rest` are entries as the format has them.
void dado_draw_map(const char *rows, const char *rest, dado_text *out);

typedef struct dado_table {
    dado_arena arena;
    dado_game game;
    const dado_dungeon *dungeon;
    void *state;
} dado_table;

// Opens a map's text with rules given as `name = value` lines; fails the test if it does not.
dado_table dado_table_open(const char *map, const char *rules);
void dado_table_close(dado_table *table);

// Plays steps named by letters, as "eess"; diagonals need dado_table_step.
void dado_table_play(dado_table *table, const char *letters);
void dado_table_step(dado_table *table, const char *word);

static inline const dado_dungeon_state *dado_table_hero(const dado_table *table)
{
    return table->state;
}

// Lets an agent play from the start to the end; answers how often it planned.
// `letters`, unless NULL, gets its steps in words, one after another with a blank between.
// True in `gave_up`, unless NULL, if it did.
uint64_t dado_table_match(dado_table *table, const char *agent, const char *options,
                          uint64_t seed, uint64_t match, dado_text *letters, bool *gave_up);

double dado_table_tally(const dado_table *table, const char *name);

#endif
