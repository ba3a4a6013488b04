// season_ratings.h - ratings of all tournaments in a store, season by season.
//
// Each stored tournament is a season. Each is rated by itself; then all its ratings are
// shifted so that its players have, on average, the ratings that all seasons together
// give them. So seasons with different players can be compared, and a player who improved
// stands out.
#pragma once

#include "arena/rating.h"
#include "lab/results_store.h"

typedef struct dado_season {
    int64_t first, last;  // ids of its runs; a tournament in rounds has several
    int64_t started;      // start time, in seconds since 1970
    uint64_t seed;
    const char *command;
    int64_t matches;
    bool finished;
    int players;  // number of players who took part
    // One per player of all seasons; players without matches did not take part.
    dado_rating *ratings;
} dado_season;

typedef struct dado_seasons {
    const char *game;
    dado_season *list;
    int count;
    const char **names;  // names of players as typed, in the order of first appearance
    int players;
    dado_rating *overall;  // ratings over all seasons, as if nobody had changed
    // Runs of this game under other rules or settings, which are left out.
    int others;
} dado_seasons;

// Reads the seasons of a game, by the name it was played under; NULL means the game of
// the latest tournament. Only tournaments with the same rules and settings as the latest
// count. Everything is allocated from `region`. Fails if the store has no tournament.
bool dado_seasons_read(dado_store *store, const char *game, dado_seasons *seasons,
                       dado_region *region, dado_error *err);
