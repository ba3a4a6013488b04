// dungeon.h - an opened dungeon, for the game itself and for agents made for it.
//
// An opened dungeon holds the map, the rules, and everything that follows from them
// alone: which cells see which, how far the exit is, the measures of the map. All matches
// share it, so the state of a match is small: the hero, the enemies, and a few bits per
// cell.
//
// The state and the view have the same layout. In a view, enemies out of sight have no
// cell. Agents use dado_dungeon_known_gold and similar functions, which report nothing
// for cells that the hero has not seen.
#pragma once

#include "core/game.h"
#include "worlds/dungeon/map.h"
#include "worlds/dungeon/field_of_view.h"

typedef struct dado_dungeon_rules {
    int hp, atk, def, cost;  // the hero's attributes; hp is also the maximum
    int max_turns;           // never 0: an automatic limit is already computed
    int neighbourhood;       // number of neighbours of a cell, 4 or 8
    int damage_floor;
    bool hp_cap, fog, enemy_los;
    int fov_radius;  // radius of sight in cells; 0 for no limit
    double seconds_per_turn;
    // For agents: the value of an item, and turns without progress before giving up.
    int item_value, patience;
} dado_dungeon_rules;

typedef enum dado_dungeon_end {
    DADO_DUNGEON_GOES_ON,
    DADO_DUNGEON_WIN,
    DADO_DUNGEON_DEATH,
    DADO_DUNGEON_TIMEOUT,
    DADO_DUNGEON_WALLED_IN,  // the hero cannot leave the start cell
} dado_dungeon_end;

enum { DADO_NOWHERE = 0 };  // bit 0 is a spare cell on which no creature stands

typedef struct dado_dungeon_enemy {
    int32_t cell;  // DADO_NOWHERE if dead or, in a view, out of sight
    int32_t hp;    // hit points; 0 if dead
    int32_t energy;
    int32_t spare;
} dado_dungeon_enemy;

// The head of a state. The arrays behind it begin at the offsets stored in
// `dado_dungeon`.
typedef struct dado_dungeon_state {
    int64_t gold;
    int64_t damage_taken, damage_dealt;
    int64_t hp, hp_min, mp, atk, def;
    int64_t overheal;
    int32_t cell;
    int32_t end;             // a dado_dungeon_end
    int32_t moves, attacks;  // the number of turns is their sum
    int32_t items_recover, items_attr;
    int32_t seen_enemies, defeated;
    int32_t back;           // steps onto a cell visited before
    int32_t exit_seen;      // the turn in which an exit was first seen; -1 if never
    int32_t idle, drought;  // turns without progress: the current run, and the longest
    int32_t new_cells;      // cells first seen in the last turn
    int32_t killer;         // index of the enemy that killed the hero, or -1
} dado_dungeon_state;
_Static_assert(sizeof(dado_dungeon_state) == 9 * 8 + 14 * 4, "no padding: states are bytes");

// Measures of the map that do not depend on play.
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
    dado_bit_grid board;
    int directions;       // 4 or 8, equal to the neighbourhood
    int step[8];          // what a step in each direction adds to a cell
    const uint8_t *kind;  // by cell: DADO_CELL_WALL, FLOOR or EXIT; spare cells are walls
    // By cell: index of the gold pile or item that starts there, or -1.
    const int32_t *gold_at, *item_at;
    const uint64_t *passable, *exits, *inside, *reachable;
    // By direction - 4: cells from which that diagonal step cuts no corner.
    const uint64_t *diagonal[4];
    // Bits seen from each passable cell, `words` each; NULL if too large.
    const uint64_t *sight;
    const int32_t *sight_at;
    int start, cells, reachable_count, passable_count;
    int shortest;  // steps from the start to the nearest exit; -1 if there is no way
    double fixed[DADO_MAP_MEASURES];
    // Byte offsets of the arrays in a state.
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

// Returns the distance that the rules use: the number of steps on open ground.
static inline int dado_dungeon_distance(const dado_dungeon *d, int a, int b)
{
    int dx = dado_dungeon_x(d, a) - dado_dungeon_x(d, b);
    int dy = dado_dungeon_y(d, a) - dado_dungeon_y(d, b);
    dx = dx < 0 ? -dx : dx;
    dy = dy < 0 ? -dy : dy;
    return d->directions == 4 ? dx + dy : dx > dy ? dx : dy;
}

// Finds the range of words that hold all cells visible from a cell. On very large maps
// with a limited sight this is a small part.
static inline void dado_dungeon_sight_words(const dado_dungeon *d, int cell, int *first, int *end)
{
    int rows = (d->rules.fov_radius + 1) * d->board.stride;
    *first = 0;
    *end = d->board.words;
    if (!d->rules.fog || d->rules.fov_radius == 0) return;
    if (cell > rows) *first = (cell - rows) >> 6;
    if ((cell + rows) >> 6 < *end) *end = ((cell + rows) >> 6) + 1;
}

// Returns the cells visible from a passable cell, if `sight` is stored.
static inline const uint64_t *dado_dungeon_kept_sight(const dado_dungeon *d, int cell)
{
    return d->sight + (size_t)d->sight_at[cell] * (size_t)d->board.words;
}

// Returns the cells visible from a passable cell, as bits. If `sight` is not stored, it
// computes them into `room`, which has `board.words` words, and returns `room`.
const uint64_t *dado_dungeon_sight(const dado_dungeon *d, int cell, uint64_t *room);

// A field of view that is computed only when it is first used, and touches only the words
// of `room` around the viewer. It suits code that asks about a few cells.
typedef struct dado_dungeon_fov {
    const dado_dungeon *d;
    uint64_t *room;
    const uint64_t *visible;  // NULL until the field of view is computed
    // The viewer's cell, and the range of words that may have bits.
    int cell, first, end;
} dado_dungeon_fov;

dado_dungeon_fov dado_dungeon_fov_from(const dado_dungeon *d, int cell, uint64_t *room);
void dado_dungeon_fov_compute(dado_dungeon_fov *eye);

static inline bool dado_dungeon_fov_sees(dado_dungeon_fov *eye, int cell)
{
    if (cell >> 6 < eye->first || cell >> 6 >= eye->end) return false;
    if (!eye->visible) dado_dungeon_fov_compute(eye);
    return dado_bit(eye->visible, cell);
}

// Return the index of the gold pile or item that lies on a cell, if the hero has seen it
// and it is still there; otherwise -1.
int dado_dungeon_known_gold(const dado_dungeon *d, const void *view, int cell);
int dado_dungeon_known_item(const dado_dungeon *d, const void *view, int cell);

// Returns the direction of a step between two neighbouring cells, or -1.
int dado_dungeon_direction(const dado_dungeon *d, int from, int to);

// "n" "e" "s" "w" "ne" "se" "sw" "nw".
extern const char *const dado_dungeon_direction_names[8];

int64_t dado_dungeon_damage(const dado_dungeon *d, int64_t atk, int64_t def);

// Returns the cell that a pursuing enemy moves to: a neighbour, or its own cell to wait.
// `enemies` are all enemies; `self` is the index of the one that moves.
int dado_dungeon_pursue(const dado_dungeon *d, const dado_dungeon_enemy *enemies, int self,
                        int player);

// Computes everything in `fixed`; returns false if memory runs out.
bool dado_dungeon_measure(dado_dungeon *d, dado_region *region);

// The map that opens if none is given; tests and pictures use it too.
extern const char dado_dungeon_example[];
