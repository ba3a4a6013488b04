// value.h - what a position is worth, and by which order its mover chooses.
//
// A value has three numbers for each player: points, margin over the best
// rival, and share of the win (1 alone in front, 1/2 for two who share, else
// 0). Where no luck is left they are those of the final position that best
// play leads to; under luck they are expectations. A player without rivals has
// his points for a margin.
//
// Values repeat: a game of a million positions ends in a few hundred ways. So
// they are kept once each in a pool, and a position keeps a number into it.
#pragma once

#include "core/game.h"

enum { DADO_SOLVE_SEATS = 16 };  // players a solvable game may have

// Margin is a total order for any number of players. Outcome is one for two
// players. Draft is how an older study of Big Points chose; ties keep the first
// move listed, so its points depend on the order of moves. Win looks at the
// share alone: quickest, for it may stop at the first winning move.
typedef enum dado_objective {
    DADO_BY_MARGIN,
    DADO_BY_OUTCOME,
    DADO_BY_DRAFT,
    DADO_BY_WIN
} dado_objective;

extern const char *const dado_objective_names[];  // "margin" ..., ended by NULL

typedef struct dado_value {
    double score[DADO_SOLVE_SEATS];
    double margin[DADO_SOLVE_SEATS];
    double share[DADO_SOLVE_SEATS];
} dado_value;

// The value of a match that is over.
void dado_value_of_end(const dado_game *game, const void *state, dado_value *value);

// Above 0 if `player` likes `a` better than `b`, 0 if both alike, else below 0.
int dado_value_prefer(dado_objective by, int players, int player, const dado_value *a,
                      const dado_value *b);

// Refuses a game at whose luck no outcomes are listed.
bool dado_fail_unlisted(const dado_game *game, dado_error *err);

typedef struct dado_value_pool {  // a pool: values kept once each, numbered from 0
    int players;
    uint32_t count, room;
    double *numbers;   // 3 * players for each value
    uint32_t *places;  // open addressing; 1 + number, 0 is free
    uint32_t mask;
} dado_value_pool;

enum { DADO_VALUES_NONE = -1 };

void dado_values_init(dado_value_pool *pool, int players);
void dado_values_free(dado_value_pool *pool);
size_t dado_values_bytes(const dado_value_pool *pool);
int64_t dado_values_number(dado_value_pool *pool, const dado_value *value);  // or none: no memory
void dado_values_get(const dado_value_pool *pool, uint32_t number, dado_value *value);
