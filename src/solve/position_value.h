// position_value.h - the value of a position, and how players compare values.
//
// A value has three numbers for each player: points, margin over the best rival, and
// share of the win, as core/game.h defines them: partners are not rivals, and a side's
// win counts whole for each of its players. Without chance ahead they are those of the
// final position that best play leads to; with chance they are expectations.
//
// Values repeat: a game of a million positions may have a few hundred different values.
// So each value is kept once in a pool, and a position stores its number.
#pragma once

#include "core/game.h"

enum { DADO_SOLVE_PLAYERS_MAX = 16 };  // most players of a game that can be solved

// What players try to achieve. `margin` compares the margin, then the points; it orders
// values for any number of players. `outcome` compares wins first; it is for two players.
// `draft` is the rule of an older study of Big Points; it keeps the first of equal moves,
// so points depend on the order of moves. `win` compares only the share of the win and is
// the fastest, since the search may stop at the first winning move. `points` compares a
// player's own points, whoever wins, and then prefers fewer for the rivals.
typedef enum dado_objective {
    DADO_BY_MARGIN,
    DADO_BY_OUTCOME,
    DADO_BY_DRAFT,
    DADO_BY_WIN,
    DADO_BY_POINTS
} dado_objective;

// names of the objectives, "margin" first; a NULL ends the list
extern const char *const dado_objective_names[];

typedef struct dado_value {
    double score[DADO_SOLVE_PLAYERS_MAX];
    double margin[DADO_SOLVE_PLAYERS_MAX];
    double share[DADO_SOLVE_PLAYERS_MAX];
} dado_value;

// Computes the value of a final position.
void dado_value_of_end(const dado_game *game, const void *state, dado_value *value);

// Returns a positive number if `player` prefers `a` to `b`, a negative one for the
// opposite, and 0 if both are equally good.
int dado_value_prefer(dado_objective by, int players, int player, const dado_value *a,
                      const dado_value *b);

// Always fails, with the reason that the game does not list its chance outcomes.
bool dado_fail_unlisted_chance(const dado_game *game, dado_error *err);

typedef struct dado_value_pool {  // values, each kept once, numbered from 0
    int players;
    uint32_t count, room;
    double *numbers;   // 3 * players numbers for each value
    uint32_t *places;  // hash table: 1 + the number of a value; 0 marks a free slot
    uint32_t mask;
} dado_value_pool;

enum { DADO_VALUE_POOL_NONE = -1 };

void dado_value_pool_init(dado_value_pool *pool, int players);
void dado_value_pool_free(dado_value_pool *pool);
size_t dado_value_pool_bytes(const dado_value_pool *pool);
// or DADO_VALUE_POOL_NONE: no memory
int64_t dado_value_pool_add(dado_value_pool *pool, const dado_value *value);
void dado_value_pool_get(const dado_value_pool *pool, uint32_t number, dado_value *value);
