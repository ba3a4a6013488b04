// game_opinions.h - what people said about several games: how much each is liked.
//
// The table is a CSV file with a heading, in one of two forms. Either each line is what one
// person answered about one game: `game`, `player`, and a column per question. Or each line is
// an answer to "which of the two?": `better`, `worse`, and perhaps `player` and `question`.
//
// People use scales differently, so answers of one person are only compared with each other: a
// person who rated three games has ordered three pairs. All these comparisons are fitted at
// once (Bradley and Terry, arena/rating.h). Where nobody rated two games, means are used.
#pragma once

#include "core/error.h"
#include "core/region.h"
#include "measure/stats.h"

enum { DADO_OPINION_GAMES = 200, DADO_OPINION_QUESTIONS = 12 };

typedef struct dado_game_opinion {
    dado_moments answers;    // empty where games were compared by pairs
    int64_t comparisons;     // with other games
    dado_interval strength;  // on Elo's scale, of 95 %; DADO_NONE without comparisons
} dado_game_opinion;

typedef struct dado_opinion_question {
    const char *name;
    dado_game_opinion *games;  // as many as there are games, in their order
    bool compared;             // every game was compared with another
    int64_t comparisons;
} dado_opinion_question;

typedef struct dado_game_opinions {
    const char **games;  // as the table names them, in the order of their first line
    int game_count;
    dado_opinion_question *questions;
    int question_count;
    int people;  // different ones; 0: the table does not say
    int64_t lines;
} dado_game_opinions;

// Reads a table. `source` is its name, for errors, which say the line. `seed` is for intervals.
bool dado_game_opinions_read(dado_game_opinions *opinions, const char *source, const char *text,
                             uint64_t seed, dado_region *region, dado_error *err);

// Returns how much a game is liked: its strength where all games were compared, else the mean of
// the answers. DADO_NONE: nobody said anything.
double dado_game_liking(const dado_opinion_question *question, int game);
