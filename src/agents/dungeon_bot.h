// dungeon_bot.h - the mind of a player who explores dungeons by what it has seen.
//
// One mind serves two bodies: the profile agent, which is all of it in C, and
// the Lua bot, whose script calls the same searches and decides for itself. So
// a script that follows the same rules plays the same game, step by step.
//
// It plays from a view. What the view does not hold, it remembers: where each
// enemy was last seen, the route, and what it was after.
#pragma once

#include <limits.h>

#include "agents/agent.h"
#include "worlds/dungeon/dungeon.h"
#include "worlds/dungeon/luck.h"

enum { DADO_GREED_NEVER = INT_MIN };
enum { DADO_EXIT_WEIGHED, DADO_EXIT_LAST, DADO_EXIT_SIGHT };
enum { DADO_AVOID_NONE, DADO_AVOID_RISKY, DADO_AVOID_ALL };
enum { DADO_PROFILES = 6, DADO_PROFILES_ALL = 12 };  // of today; with those published

typedef struct dado_profile {
    int extra;  // iterations of the search beyond the first that found something
    int greed_singlet, greed_item, greed_gold, greed_enemy, greed_tile, greed_exit;
    int exit_mode;
    double risk_max, reward_scale, risk_cap;
    int avoid, avoid_dist;
    double heal_below;
    int greed_heal;
    double noise;
} dado_profile;

// Those of today, explorer first, then the published ones in the same order; NULL ends the names.
extern const char *const dado_profile_names[DADO_PROFILES_ALL + 1];
extern const dado_profile dado_profiles[DADO_PROFILES_ALL];

// Asks for all parameters of a profile; what is not set is as in `base`.
void dado_profile_ask(dado_ask *ask, const dado_profile *base, dado_profile *profile);

// Reads the options of an agent that has a profile: `profile` names the one to start from,
// `file` is the text of a profile file, the rest are its parameters, and `seed` is the game's
// seed. `known` as with dado_ask_end. An agent with more options of its own lists them in
// `others`, ended by NULL, and they are left alone.
typedef struct dado_profile_choice {
    dado_profile profile;
    bool seeded;
    uint64_t seed;
} dado_profile_choice;

bool dado_profile_read(const dado_options *options, const char *const *others,
                       dado_profile_choice *choice, dado_arena *arena, const char **known,
                       dado_error *err);

// What a search may find, in the order of priority.
typedef enum dado_target_kind {
    DADO_TARGET_SINGLET,
    DADO_TARGET_ITEM,
    DADO_TARGET_ENEMY,
    DADO_TARGET_TILE,
    DADO_TARGET_EXIT,
    DADO_TARGET_KINDS
} dado_target_kind;

typedef struct dado_target {
    int32_t cell, dist;
    int32_t greed;
    int32_t kind, enemy;  // enemy: which, or -1
} dado_target;

// How to search. `zone`: stay out of the cells near avoided enemies. `forced`:
// every known enemy is acceptable. `exits_only`: over known cells to the nearest exit.
typedef struct dado_search {
    int extra;
    bool zone, forced, exits_only;
} dado_search;

typedef struct dado_known_enemy {
    int32_t cell;  // DADO_NOWHERE if not known
    int32_t hp;
} dado_known_enemy;

// What is kept between two decisions, at the head of an agent's `self`; arrays follow.
typedef struct dado_memory {
    dado_luck luck;
    int64_t damage_before;   // taken up to the last decision
    int32_t enemies_before;  // met up to then
    int32_t route_length;    // steps left; the next is the last of the route
    int32_t target, target_kind, target_enemy;
    uint16_t epoch;
    bool begun;
    bool new_enemy, hurt;  // in the last turn
    uint8_t spare[3];
} dado_memory;

// The sizes of a bot's memory on one dungeon, and what it starts from; made in open.
typedef struct dado_bot_plan {
    const dado_dungeon *dungeon;
    const uint8_t *blank;  // what each cell looks like to one who has seen nothing
    size_t self_size, scratch_size;
    size_t known, enemies, route, look, from, marks;  // in self
    size_t queue, targets, zone, held, sight;         // in scratch
} dado_bot_plan;

bool dado_bot_plan_make(dado_bot_plan *plan, const dado_dungeon *dungeon, dado_arena *arena);

// A bot at one decision: pointers into what the agent was handed.
typedef struct dado_bot {
    const dado_dungeon *d;
    const dado_profile *profile;
    const void *view;
    const dado_dungeon_state *hero;
    dado_memory *memory;
    uint64_t *known;  // cells whose look is up to date
    dado_known_enemy *enemies;
    int32_t *route;
    uint8_t *look, *from;
    uint16_t *marks;
    int32_t *queue;
    dado_target *targets;
    uint64_t *zone, *held, *sight;  // held: cells where a known enemy stands
    dado_dungeon_eye eye;
    int queued;
} dado_bot;

// Sits down to decide: takes in what the view shows. `seed` is used in the first turn of a match.
void dado_bot_begin(dado_bot *bot, const dado_bot_plan *plan, const dado_profile *profile,
                    const dado_turn *turn, const uint64_t *seed);

// Searches; fills `targets` in the order found and answers how many.
int dado_bot_expand(dado_bot *bot, dado_search how);

// True if there are avoided enemies; `zone` then holds the cells near them.
bool dado_bot_zone(dado_bot *bot);

double dado_bot_risk(const dado_bot *bot, int enemy);
double dado_bot_limit(const dado_bot *bot, int enemy);

// Goes for the best of the first `count` targets: nearest after greed, then by kind, then by
// lot; false if there are none.
bool dado_bot_choose(dado_bot *bot, int count);

// Makes the way to a cell of the last search the route; false if it was not reached.
bool dado_bot_go(dado_bot *bot, int cell, int kind, int enemy);
void dado_bot_drop(dado_bot *bot);

// The direction of the route's next step, which is then off the route unless it is a blow; or -1.
int dado_bot_next(dado_bot *bot);

// The rules R1 to R8: must a new plan be made?
bool dado_bot_must_plan(dado_bot *bot);

// Plans anew; false if there is nothing to do. Then the whole decision: a direction, or -1.
bool dado_bot_plan_route(dado_bot *bot);
int dado_bot_decide(dado_bot *bot, uint64_t *plans);
