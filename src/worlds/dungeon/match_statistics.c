// match_statistics.c - the tallies of a match in a dungeon, and the measures of its map.
//
// The lab counts wins and giving up for every game, and agents report how often they
// planned; everything else is counted here.
#include "worlds/dungeon/dungeon.h"
#include "worlds/dungeon/dungeon_internal.h"

const dado_measure dado_dungeon_tallies[] = {
    { "moves", "Moves", "Steps made; blows are not steps.", DADO_COUNT, false },
    { "attacks", "Attacks", "Blows dealt by the player.", DADO_COUNT, false },
    { "turns", "Turns", "Steps and blows.", DADO_COUNT, false },
    { "time_s", "Time", "Turns times seconds_per_turn.", DADO_REAL, false },
    { "items", "Items", "Items taken; gold is not an item.", DADO_COUNT, false },
    { "items_recover", "Recovery items", "Items taken that recover hp or mp.", DADO_COUNT, false },
    { "items_attr", "Attribute items", "Items taken that raise atk or def.", DADO_COUNT, false },
    { "gold", "Gold", "Gold taken.", DADO_COUNT, false },
    { "enemies_seen", "Enemies seen", "Different enemies that were visible.", DADO_COUNT, false },
    { "enemies_defeated", "Enemies defeated", "Enemies killed.", DADO_COUNT, false },
    { "seen_pct", "Share of enemies seen", "Of all on the map.", DADO_RATIO, false },
    { "defeated_pct", "Share of enemies defeated", "Of all on the map.", DADO_RATIO, false },
    { "explored", "Explored", "Reachable cells seen, of all reachable ones.", DADO_RATIO, false },
    { "damage_taken", "Damage taken", "Sum of all blows received.", DADO_COUNT, false },
    { "damage_dealt", "Damage dealt", "Sum of all blows dealt, overkill too.", DADO_COUNT, false },
    { "hp_end", "HP at the end", "Health when the game ended.", DADO_COUNT, false },
    { "hp_min", "Lowest HP", "Lowest health of the game.", DADO_COUNT, false },
    { "hp_exit", "HP at the exit", "Health when leaving; only if won.", DADO_COUNT, false },
    { "backtrack", "Backtracking", "Steps onto cells stood on before, of all.", DADO_RATIO, false },
    { "efficiency", "Efficiency", "Shortest way to the exit by moves; if won.", DADO_RATIO, false },
    { "overheal", "Overheal", "Recovery lost to the maximum.", DADO_COUNT, false },
    { "exit_seen_turn", "Exit seen", "Turn in which an exit came in sight.", DADO_COUNT, false },
    { "drought", "Drought", "Longest run of turns without progress.", DADO_COUNT, false },
    { "death", "Death", "The player was killed.", DADO_RATE, false },
    { "timeout", "Timeout", "The turns ran out.", DADO_RATE, false },
    { "floor_ratio", "Floor", "Passable cells, of all.", DADO_RATIO, true },
    { "reach_ratio", "Reachable", "Reachable cells, of the passable.", DADO_RATIO, true },
    { "regions", "Regions", "Connected parts of the floor.", DADO_COUNT, true },
    { "path", "Path", "Shortest way from start to exit.", DADO_COUNT, true },
    { "linearity", "Linearity", "Reachable cells on a shortest way.", DADO_RATIO, true },
    { "dead_ends", "Dead ends", "Reachable cells with one way in.", DADO_COUNT, true },
    { "openness", "Openness", "Free neighbours of a reachable cell.", DADO_RATIO, true },
    { "chokes", "Chokes", "Cells that every way to the exit crosses.", DADO_COUNT, true },
    { "enemy_density", "Enemy density", "Enemies by reachable cells.", DADO_RATIO, true },
    { "reward_density", "Reward density", "Items and piles by reachable cells.", DADO_RATIO, true },
    { "leniency", "Leniency", "Health left after every fight, of all.", DADO_RATIO, true },
    { "symmetry_x", "Symmetry left-right", "Cells alike their mirror image.", DADO_RATIO, true },
    { "symmetry_y", "Symmetry up-down", "Cells alike their mirror image.", DADO_RATIO, true },
    { "symmetry_turn", "Symmetry of a half turn", "Cells alike when turned.", DADO_RATIO, true },
    { "area_control", "Area control", "Cells safely start's or exit's.", DADO_RATIO, true },
    { "area_balance", "Balance of area", "How alike these two are.", DADO_RATIO, true },
    { "exploration", "Exploration", "Cells covered before the exit is found.", DADO_RATIO, true },
    { "exploration_balance", "Balance of exploration", "There and back.", DADO_RATIO, true },
    { "guarded", "Guarded rewards", "How much nearer rewards lie to enemies.", DADO_RATIO, true },
    { 0 },
};

static double share(double part, double whole)
{
    return whole > 0 ? part / whole : DADO_NONE;
}

static double explored(const dado_dungeon *d, const void *state)
{
    const uint64_t *seen = dado_dungeon_seen(d, state);
    int count = 0;
    for (int w = 0; w < d->board.words; w++) {
        count += __builtin_popcountll(seen[w] & d->reachable[w]);
    }
    return (double)count / d->reachable_count;
}

void dado_dungeon_tally(const dado_game *game, const void *state, int player, double *values)
{
    (void)player;
    const dado_dungeon *d = dado_dungeon_of(game);
    const dado_dungeon_state *s = state;
    int turns = dado_dungeon_turns(s);
    bool won = s->end == DADO_DUNGEON_WIN;
    double *v = values;
    *v++ = s->moves;
    *v++ = s->attacks;
    *v++ = turns;
    *v++ = turns * d->rules.seconds_per_turn;
    *v++ = s->items_recover + s->items_attr;
    *v++ = s->items_recover;
    *v++ = s->items_attr;
    *v++ = (double)s->gold;
    *v++ = s->seen_enemies;
    *v++ = s->defeated;
    *v++ = share(s->seen_enemies, d->map.enemy_count);
    *v++ = share(s->defeated, d->map.enemy_count);
    *v++ = explored(d, state);
    *v++ = (double)s->damage_taken;
    *v++ = (double)s->damage_dealt;
    *v++ = (double)s->hp;
    *v++ = (double)s->hp_min;
    *v++ = won ? (double)s->hp : DADO_NONE;
    *v++ = s->moves ? (double)s->back / s->moves : 0;
    *v++ = won ? (double)d->shortest / s->moves : DADO_NONE;
    *v++ = (double)s->overheal;
    *v++ = s->exit_seen >= 0 ? s->exit_seen : DADO_NONE;
    *v++ = s->drought;
    *v++ = s->end == DADO_DUNGEON_DEATH;
    *v++ = s->end == DADO_DUNGEON_TIMEOUT;
    for (int i = 0; i < DADO_MAP_MEASURES; i++) *v++ = d->fixed[i];
}
