// season.h - the tournaments of a store, one after the other.
//
// A tournament that was kept is a season. Each is rated by itself; then it is moved as a whole so
// that its players have, on average, the rating that all seasons together give them. So seasons of
// different fields can be compared, and somebody who got better stands out against the others.
#pragma once

#include "arena/rating.h"
#include "lab/store.h"

typedef struct dado_season {
    int64_t first, last;    // runs: a tournament in rounds has several
    int64_t started;        // seconds since 1970
    uint64_t seed;
    const char *command;
    int64_t matches;
    bool finished;
    int players;            // who took part
    dado_rating *ratings;   // of everybody in all seasons; those without matches were not there
} dado_season;

typedef struct dado_seasons {
    const char *game;
    dado_season *list;
    int count;
    const char **names;     // of players, as typed, in the order they are met
    int players;
    dado_rating *overall;   // as if nobody had changed
    int others;             // runs of that name under other rules or settings, left out
} dado_seasons;

// Of one game, by the name it was played under; NULL: that of the latest tournament. Only those
// count that were played by the same rules and settings as the latest. All is from `arena`; false,
// and why, where the store has none.
bool dado_seasons_read(dado_store *store, const char *game, dado_seasons *seasons,
                       dado_arena *arena, dado_error *err);
