// dungeon.h - a dungeon open for play, for the game itself and for the players made for it.
//
// An opened dungeon is the map, the rules of the run, and everything that
// follows from these alone: which cells see which, how far the exit is, what
// the map is like. All games on it share that, so a game's own state is small:
// the hero, the enemies, and a few bits a cell.
//
// The state and the view have one layout. In a view, enemies that are out of
// sight are nowhere. Players go through dado_dungeon_known and its like, which
// say "unseen" where a player may not look.
#pragma once

#include "core/game.h"
#include "worlds/dungeon/map.h"
#include "worlds/dungeon/sight.h"

typedef struct dado_dungeon_rules {
    int hp, atk, def, cost;  // the player's; hp is also the maximum
    int max_turns;           // never 0: automatic has been worked out
    int neighbourhood;       // 4 or 8
    int damage_floor;
    bool hp_cap, fog, enemy_los;
    int fov_radius;  // 0: no limit
    double seconds_per_turn;
    int item_value, patience;  // for players that estimate, and that lose patience
} dado_dungeon_rules;

typedef enum dado_dungeon_end {
    DADO_DUNGEON_GOES_ON,
    DADO_DUNGEON_WIN,
    DADO_DUNGEON_DEATH,
    DADO_DUNGEON_TIMEOUT,
    DADO_DUNGEON_WALLED_IN,  // the start cell has no passable neighbour
} dado_dungeon_end;

enum { DADO_NOWHERE = 0 };  // bit 0 is a spare cell: no creature stands there

typedef struct dado_dungeon_enemy {
    int32_t cell;  // DADO_NOWHERE when dead or, in a view, out of sight
    int32_t hp;    // 0 when dead
    int32_t energy;
    int32_t spare;
} dado_dungeon_enemy;

// The head of a state; the arrays that `dado_dungeon` points out follow it.
typedef struct dado_dungeon_state {
    int64_t gold;
    int64_t damage_taken, damage_dealt;
    int64_t hp, hp_min, mp, atk, def;
    int64_t overheal;
    int32_t cell;
    int32_t end;             // a dado_dungeon_end
    int32_t moves, attacks;  // turns are both together
    int32_t items_recover, items_attr;
    int32_t seen_enemies, defeated;
    int32_t back;           // steps onto a cell stood on before
    int32_t exit_seen;      // the turn; -1 if never
    int32_t idle, drought;  // turns without progress: now, and at most
    int32_t new_cells;      // that the last turn showed
    int32_t killer;         // the enemy that dealt the last blow; -1
} dado_dungeon_state;
_Static_assert(sizeof(dado_dungeon_state) == 9 * 8 + 14 * 4, "no padding: states are bytes");

// Measures that are true of the map, whoever plays it.
typedef enum dado_dungeon_fixed {
    DADO_MAP_FLOOR_RATIO,
    DADO_MAP_REACH_RATIO,
    DADO_MAP_REGIONS,
    DADO_MAP_PATH,
    DADO_MAP_LINEARITY,
    DADO_MAP_DEAD_ENDS,
    DADO_MAP_OPENNESS,
    DADO_MAP_CHOKES,
    DADO_MAP_ENEMY_DENSITY,
    DADO_MAP_REWARD_DENSITY,
    DADO_MAP_LENIENCY,
    DADO_MAP_SYMMETRY_X,
    DADO_MAP_SYMMETRY_Y,
    DADO_MAP_SYMMETRY_TURN,
    DADO_MAP_AREA_CONTROL,
    DADO_MAP_AREA_BALANCE,
    DADO_MAP_EXPLORATION,
    DADO_MAP_EXPLORATION_BALANCE,
    DADO_MAP_GUARDED,
    DADO_MAP_MEASURES
} dado_dungeon_fixed;

typedef struct dado_dungeon {
    dado_map map;
    dado_dungeon_rules rules;
    dado_board board;
    int directions;       // as many as the neighbourhood
    int step[8];          // what a step in each direction adds to a cell
    const uint8_t *kind;  // by cell: DADO_CELL_WALL, FLOOR or EXIT; the spare ones are wall
    const int32_t *gold_at, *item_at;  // by cell: which pile or item began there; -1
    const uint64_t *passable, *exits, *inside, *reachable;
    const uint64_t *diagonal[4];  // by direction - 4: cells from which that step cuts no corner
    const uint64_t *sight;        // `words` a passable cell, at sight_at; NULL if too many
    const int32_t *sight_at;
    int start, cells, reachable_count, passable_count;
    int shortest;  // steps from start to the nearest exit; -1
    double fixed[DADO_MAP_MEASURES];
    // where the arrays of a state lie, in bytes
    size_t enemies, met, seen, stood, gold_taken, item_taken;
    int met_words, gold_words, item_words;
} dado_dungeon;

static inline const dado_dungeon *dado_dungeon_of(const dado_game *game)
{
    return game->data;
}

#define DADO_DUNGEON_PART(type, name) \
    static inline const type *dado_dungeon_##name(const dado_dungeon *d, const void *state) \
    { \
        return (const type *)(const void *)((const char *)state + d->name); \
    }
DADO_DUNGEON_PART(dado_dungeon_enemy, enemies)
DADO_DUNGEON_PART(uint64_t, met)
DADO_DUNGEON_PART(uint64_t, seen)
DADO_DUNGEON_PART(uint64_t, stood)
DADO_DUNGEON_PART(uint64_t, gold_taken)
DADO_DUNGEON_PART(uint64_t, item_taken)
#undef DADO_DUNGEON_PART

static inline int dado_dungeon_x(const dado_dungeon *d, int cell)
{
    return cell % d->board.stride;
}

static inline int dado_dungeon_y(const dado_dungeon *d, int cell)
{
    return cell / d->board.stride - 1;
}

static inline int dado_dungeon_turns(const dado_dungeon_state *s)
{
    return s->moves + s->attacks;
}

// The distance the rules use: steps over open ground.
static inline int dado_dungeon_distance(const dado_dungeon *d, int a, int b)
{
    int dx = dado_dungeon_x(d, a) - dado_dungeon_x(d, b);
    int dy = dado_dungeon_y(d, a) - dado_dungeon_y(d, b);
    dx = dx < 0 ? -dx : dx;
    dy = dy < 0 ? -dy : dy;
    return d->directions == 4 ? dx + dy : dx > dy ? dx : dy;
}

// The words of bits that hold all that may be seen from a cell, from `first` to before `end`: on a
// map of a million cells they are few.
static inline void dado_dungeon_sight_words(const dado_dungeon *d, int cell, int *first, int *end)
{
    int rows = (d->rules.fov_radius + 1) * d->board.stride;
    *first = 0;
    *end = d->board.words;
    if (!d->rules.fog || d->rules.fov_radius == 0) return;
    if (cell > rows) *first = (cell - rows) >> 6;
    if ((cell + rows) >> 6 < *end) *end = ((cell + rows) >> 6) + 1;
}

// What is seen from a passable cell, where `sight` is kept.
static inline const uint64_t *dado_dungeon_kept_sight(const dado_dungeon *d, int cell)
{
    return d->sight + (size_t)d->sight_at[cell] * (size_t)d->board.words;
}

// What is seen from a passable cell, as bits; may be computed into `room`, which
// has `board.words` words, and is then returned.
const uint64_t *dado_dungeon_sight(const dado_dungeon *d, int cell, uint64_t *room);

// The same for those who ask of a few cells: nothing is worked out before it is asked for, and of
// `room` only the words around the eye are touched.
typedef struct dado_dungeon_eye {
    const dado_dungeon *d;
    uint64_t *room;
    const uint64_t *visible;  // NULL: nobody has asked
    int cell, first, end;     // words of bits that may hold anything
} dado_dungeon_eye;

dado_dungeon_eye dado_dungeon_eye_at(const dado_dungeon *d, int cell, uint64_t *room);
void dado_dungeon_eye_open(dado_dungeon_eye *eye);

static inline bool dado_dungeon_eye_sees(dado_dungeon_eye *eye, int cell)
{
    if (cell >> 6 < eye->first || cell >> 6 >= eye->end) return false;
    if (!eye->visible) dado_dungeon_eye_open(eye);
    return dado_bit(eye->visible, cell);
}

// What lies on a cell now and has been seen: the pile or item, or -1.
int dado_dungeon_known_gold(const dado_dungeon *d, const void *view, int cell);
int dado_dungeon_known_item(const dado_dungeon *d, const void *view, int cell);

// The direction of a step between two neighbours, or -1.
int dado_dungeon_direction(const dado_dungeon *d, int from, int to);

extern const char *const dado_dungeon_words[8];  // "n" "e" "s" "w" "ne" "se" "sw" "nw"

int64_t dado_dungeon_damage(const dado_dungeon *d, int64_t atk, int64_t def);

// One step of an enemy's pursuit: the neighbour it moves to, or its own cell to
// wait. `enemies` are all, with their places; `self` is the one that moves.
int dado_dungeon_pursue(const dado_dungeon *d, const dado_dungeon_enemy *enemies, int self,
                        int player);

// Works out everything in `fixed`; false if memory runs out.
bool dado_dungeon_measure(dado_dungeon *d, dado_arena *arena);

// Made for tests and pictures: the map that opens when none is given.
extern const char dado_dungeon_example[];
