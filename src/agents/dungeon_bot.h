// dungeon_bot.h - the logic of a player who explores dungeons by what it has seen.
//
// Two agents use it: the profile agent, which is written in C, and the Lua bot, whose
// script calls the same searches and decides for itself. So a script that follows the
// same rules plays the same game, step by step.
//
// It plays from a view. It remembers what the view does not hold: where each enemy was
// last seen, its route, and its target.
#pragma once

#include <limits.h>

#include "agents/agent.h"
#include "worlds/dungeon/dungeon.h"
#include "worlds/dungeon/rng.h"

enum { DADO_GREED_NEVER = INT_MIN };
enum { DADO_EXIT_WEIGHED, DADO_EXIT_LAST, DADO_EXIT_SIGHT };
enum { DADO_AVOID_NONE, DADO_AVOID_RISKY, DADO_AVOID_ALL };
// The current profiles; those and the published ones.
enum { DADO_PROFILES = 6, DADO_PROFILES_ALL = 12 };

typedef struct dado_dungeon_profile {
    int extra;  // iterations of the search after the first that found something
    int greed_singlet, greed_item, greed_gold, greed_enemy, greed_tile, greed_exit;
    int exit_mode;
    double risk_max, reward_scale, risk_cap;
    int avoid, avoid_dist;
    double heal_below;
    int greed_heal;
    double noise;
    double risk_last;  // risk accepted as a last resort before leaving; 0: none
    double outward;    // extra steps it accepts for a target one step further from the start
    bool persist;      // never stalls while there is a way, and stops walking in circles
} dado_dungeon_profile;

// The current profiles, explorer first, then the published ones in the same order. The
// names end with NULL.
extern const char *const dado_dungeon_profile_names[DADO_PROFILES_ALL + 1];
extern const dado_dungeon_profile dado_dungeon_profiles[DADO_PROFILES_ALL];

// Reads all parameters of a profile; those that are not set are as in `base`.
void dado_dungeon_profile_ask(dado_option_reader *ask, const dado_dungeon_profile *base,
                              dado_dungeon_profile *profile);

// Reads the options of an agent that has a profile. `profile` names the profile to start
// from, `file` is the text of a profile file, `seed` is the game's seed, and the rest are
// parameters of the profile. `known` is as in dado_option_reader_end. An agent with more
// options lists them in `others`, ended by NULL; they are skipped.
typedef struct dado_dungeon_profile_choice {
    dado_dungeon_profile profile;
    bool seeded;
    uint64_t seed;
} dado_dungeon_profile_choice;

bool dado_dungeon_profile_read(const dado_options *options, const char *const *others,
                               dado_dungeon_profile_choice *choice, dado_region *region,
                               const char **known, dado_error *err);

// Kinds of targets, highest priority first.
typedef enum dado_bot_target_kind {
    DADO_BOT_TARGET_SINGLET,
    DADO_BOT_TARGET_ITEM,
    DADO_BOT_TARGET_ENEMY,
    DADO_BOT_TARGET_TILE,
    DADO_BOT_TARGET_EXIT,
    DADO_BOT_TARGET_KINDS
} dado_bot_target_kind;

typedef struct dado_bot_target {
    int32_t cell, dist;
    int32_t greed;
    int32_t kind, enemy;  // `enemy`: its number, or -1
} dado_bot_target;

// How to search. `zone`: keep out of cells near avoided enemies. `forced`: every known
// enemy is acceptable. `anything`: a greed of `never` counts as 0 for unseen cells and
// exits. `exits_only`: through known cells to the nearest exit; with `through` also
// through known enemies. `unseen_only`: to unseen cells, also through acceptable enemies,
// which are then fought on the way.
typedef struct dado_bot_search {
    int extra;
    bool zone, forced, anything, exits_only, unseen_only, through;
} dado_bot_search;

// What a bot with `persist` does after turns without progress.
typedef enum dado_bot_resolve {
    DADO_BOT_PLAYS_IN_CHARACTER,
    DADO_BOT_ACCEPTS_FIGHTS,  // up to risk_last, or any fight that it expects to survive
    DADO_BOT_LEAVES,          // by the nearest exit, through any enemy in the way
    DADO_BOT_GIVES_UP
} dado_bot_resolve;

typedef struct dado_bot_known_enemy {
    int32_t cell;  // DADO_NOWHERE if unknown
    int32_t hp;
} dado_bot_known_enemy;

// What is kept between two decisions, at the start of the agent's `self`; arrays follow
// it.
typedef struct dado_bot_memory {
    dado_dungeon_rng luck;
    int64_t damage_before;   // damage received before the last decision
    int32_t enemies_before;  // enemies met before the last decision
    int32_t route_length;    // steps left; the last entry is the next step
    int32_t target, target_kind, target_enemy;
    // Distance of the farthest target chosen since the last progress, in steps.
    int32_t farthest;
    int32_t idle_before;  // the hero's idle turns when `resolve` last grew
    uint16_t epoch;
    bool begun;
    bool new_enemy, hurt;  // in the last turn
    uint8_t resolve;       // a dado_bot_resolve
    uint8_t spare[2];
} dado_bot_memory;

// The sizes and offsets of a bot's memory in one dungeon, and its initial content;
// computed in open.
typedef struct dado_bot_layout {
    const dado_dungeon *dungeon;
    const uint8_t *blank;  // what is known of each cell before anything was seen
    size_t self_size, scratch_size;
    size_t known, enemies, route, look, from, marks;  // offsets in self
    size_t queue, targets, zone, held, sight;         // offsets in scratch
} dado_bot_layout;

bool dado_bot_layout_make(dado_bot_layout *plan, const dado_dungeon *dungeon, dado_region *region);

// A bot at one decision: pointers into the agent's memory.
typedef struct dado_bot {
    const dado_dungeon *d;
    const dado_dungeon_profile *profile;
    const void *view;
    const dado_dungeon_state *hero;
    dado_bot_memory *memory;
    uint64_t *known;  // cells whose look is up to date
    dado_bot_known_enemy *enemies;
    int32_t *route;
    uint8_t *look, *from;
    uint16_t *marks;
    int32_t *queue;
    dado_bot_target *targets;
    uint64_t *zone, *held, *sight;  // `held`: cells where a known enemy stands
    dado_dungeon_fov eye;
    int queued;
    double least_limit;  // risk that is always accepted, even above the profile's limit
} dado_bot;

// Begins a decision: updates the memory from the view. `seed` is used in the first turn
// of a match.
void dado_bot_begin(dado_bot *bot, const dado_bot_layout *plan, const dado_dungeon_profile *profile,
                    const dado_turn *turn, const uint64_t *seed);

// Searches; fills `targets` in the order found and returns how many.
int dado_bot_find_targets(dado_bot *bot, dado_bot_search how);

// Marks the cells near avoided enemies in `zone`. Returns false if there are no such
// enemies.
bool dado_bot_mark_avoided(dado_bot *bot);

double dado_bot_risk(const dado_bot *bot, int enemy);
double dado_bot_risk_limit(const dado_bot *bot, int enemy);

// Sets the route to the best of the first `count` targets: by distance adjusted by greed,
// then by kind, then at random. Returns false if there are none.
bool dado_bot_choose_target(dado_bot *bot, int count);

// Sets the route to a cell of the last search. Returns false if the search did not reach
// it.
bool dado_bot_set_route(dado_bot *bot, int cell, int kind, int enemy);
void dado_bot_clear_route(dado_bot *bot);

// Returns the direction of the route's next step, or -1. The step is removed from the
// route unless it is an attack.
int dado_bot_next_step(dado_bot *bot);

// Tells whether a new plan must be made, by the rules R1 to R8.
bool dado_bot_must_plan(dado_bot *bot);

// Makes a new plan; returns false if there is nothing to do. The second makes the whole
// decision and returns a direction, or -1.
bool dado_bot_replan(dado_bot *bot);
int dado_bot_decide(dado_bot *bot, uint64_t *plans);

// Writes why the bot, which has just found nothing to do, cannot go on.
void dado_bot_explain_stall(dado_bot *bot, char *out, size_t size);
