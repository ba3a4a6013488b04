// dungeon_player_profiles.c - six kinds of dungeon players: one bot with six sets of
// parameters.
//
// Each kind has a property that tests check, on shipped maps and on new ones: the
// explorer sees most, the greedy one carries most, the runner is the fastest of those who
// arrive, the brave one kills most, the smart one dies no more often than the brave one.
// They also finish: none stalls or walks in circles while there is a way to the exit. The
// published profiles do not have all of these properties; they keep their numbers, under
// names that end in -2018.
//
// A profile is a text file of `name = value` lines; missing values are those of the
// published explorer. The option `profile` starts from a named profile instead, so that a
// single value can be changed.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agents/dungeon_bot.h"

enum { never = DADO_GREED_NEVER };
#define ANY ((double)INFINITY)

const char *const dado_dungeon_profile_names[DADO_PROFILES_ALL + 1] = {
    "explorer",   "greedy",        "runner",      "brave",       "smart",
    "gambler",    "explorer-2018", "greedy-2018", "runner-2018", "brave-2018",
    "smart-2018", "gambler-2018",  NULL,
};

const dado_dungeon_profile dado_dungeon_profiles[DADO_PROFILES_ALL] = {
    { 4, 4, 12, never, 0, 0, 0, DADO_EXIT_LAST, 0.2, 0, 0.2, DADO_AVOID_RISKY, 2, 0.9, 60, 0, 0.9,
      0, true },
    { 12, never, 10, 20, -2, 0, 0, DADO_EXIT_LAST, 0.4, 0, 0.4, DADO_AVOID_RISKY, 1, 0.6, 30, 0, 0,
      0, true },
    { 8, never, never, never, never, 0, 0, DADO_EXIT_SIGHT, 0.5, 0, 0.5, DADO_AVOID_RISKY, 1, 0, 0,
      0, 0, 1, true },
    { 8, never, 12, never, 8, 0, 0, DADO_EXIT_LAST, 0.9, 0, 0.9, DADO_AVOID_RISKY, 1, 0.4, 60, 0, 0,
      0, true },
    { 6, 2, 8, 2, 4, 0, 0, DADO_EXIT_WEIGHED, 0.3, 0, 0.3, DADO_AVOID_RISKY, 1, 0.8, 60, 0, 0, 0,
      true },
    { 6, 1, 6, 4, 4, 0, -2, DADO_EXIT_WEIGHED, 0.5, 60, 1.2, DADO_AVOID_RISKY, 1, 0.25, 8, 0, 0, 0,
      true },
    // The published profiles.
    { 6, 4, 2, 2, 0, 0, 0, DADO_EXIT_LAST, ANY, 0, ANY, DADO_AVOID_NONE, 0, 0, 0, 0, 0, 0, false },
    { 12, 0, 10, 10, -2, 0, 0, DADO_EXIT_LAST, ANY, 0, ANY, DADO_AVOID_NONE, 0, 0, 0, 0, 0, 0,
      false },
    { 2, 0, -4, -4, never, 0, 0, DADO_EXIT_SIGHT, 0, 0, 0, DADO_AVOID_ALL, 2, 0, 0, 0, 0, 0,
      false },
    { 8, 0, 0, 0, 12, 0, 0, DADO_EXIT_WEIGHED, ANY, 0, ANY, DADO_AVOID_NONE, 0, 0, 0, 0, 0, 0,
      false },
    { 6, 2, 4, 4, 2, 0, 0, DADO_EXIT_WEIGHED, 0.5, 0, 0.5, DADO_AVOID_RISKY, 2, 0.5, 12, 0, 0, 0,
      false },
    { 6, 1, 6, 6, 4, 0, -8, DADO_EXIT_WEIGHED, 0.5, 60, 1.2, DADO_AVOID_RISKY, 1, 0.25, 8, 0, 0, 0,
      false },
};

static int ask_greed(dado_option_reader *ask, const char *name, int by_default)
{
    char usual[16];
    if (by_default == never) snprintf(usual, sizeof usual, "never");
    else snprintf(usual, sizeof usual, "%d", by_default);
    const char *text = dado_option_text(ask, name, usual);
    int64_t value = by_default;
    if (strcmp(text, "never") == 0) return never;
    if (!dado_read_int(text, &value) || value < -1000000 || value > 1000000) {
        dado_option_invalid(ask, name, "%s must be a whole number or never, not \"%.40s\"", name,
                            text);
    }
    return (int)value;
}

static double ask_risk(dado_option_reader *ask, const char *name, double by_default)
{
    dado_text usual = { 0 };
    if (isinf(by_default)) dado_text_add(&usual, "inf");
    else dado_text_real(&usual, by_default);
    const char *text = dado_option_text(ask, name, dado_text_string(&usual));
    double value = by_default;
    if (strcmp(text, "inf") == 0) {
        value = ANY;
    } else if (!dado_read_real(text, &value) || value < 0) {
        dado_option_invalid(ask, name, "%s must be a number from 0 up or inf, not \"%.40s\"", name,
                            text);
    }
    dado_text_free(&usual);
    return value;
}

void dado_dungeon_profile_ask(dado_option_reader *ask, const dado_dungeon_profile *base,
                              dado_dungeon_profile *p)
{
    static const char *const exits[] = { "weighed", "last", "sight", NULL };
    static const char *const avoids[] = { "none", "risky", "all", NULL };
    p->extra = (int)dado_option_int(ask, "extra", base->extra, 0, 1000000);
    p->greed_singlet = ask_greed(ask, "greed_singlet", base->greed_singlet);
    p->greed_item = ask_greed(ask, "greed_item", base->greed_item);
    p->greed_gold = ask_greed(ask, "greed_gold", base->greed_gold);
    p->greed_enemy = ask_greed(ask, "greed_enemy", base->greed_enemy);
    p->greed_tile = ask_greed(ask, "greed_tile", base->greed_tile);
    p->greed_exit = ask_greed(ask, "greed_exit", base->greed_exit);
    p->exit_mode = dado_option_choice(ask, "exit_mode", exits, base->exit_mode);
    p->risk_max = ask_risk(ask, "risk_max", base->risk_max);
    p->reward_scale = dado_option_real(ask, "reward_scale", base->reward_scale, 0, 1e9);
    p->risk_cap = ask_risk(ask, "risk_cap", base->risk_cap);
    p->avoid = dado_option_choice(ask, "avoid", avoids, base->avoid);
    p->avoid_dist = (int)dado_option_int(ask, "avoid_dist", base->avoid_dist, 0, 64);
    p->heal_below = dado_option_real(ask, "heal_below", base->heal_below, 0, 1);
    p->greed_heal = ask_greed(ask, "greed_heal", base->greed_heal);
    p->noise = dado_option_real(ask, "noise", base->noise, 0, 1);
    p->risk_last = ask_risk(ask, "risk_last", base->risk_last);
    p->outward = dado_option_real(ask, "outward", base->outward, 0, 100);
    p->persist = dado_option_bool(ask, "persist", base->persist);
}

// Reads a seed of 64 bits, in decimal or as 0x and hexadecimal digits.
static bool read_seed(const char *text, uint64_t *seed)
{
    char *end;
    if (*text < '0' || *text > '9') return false;
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    uint64_t value = 0;
    for (end = (char *)(uintptr_t)(text + (hex ? 2 : 0)); *end; end++) {
        int digit = *end >= '0' && *end <= '9'          ? *end - '0'
                    : hex && *end >= 'a' && *end <= 'f' ? *end - 'a' + 10
                    : hex && *end >= 'A' && *end <= 'F' ? *end - 'A' + 10
                                                        : -1;
        uint64_t base = hex ? 16 : 10;
        if (digit < 0 || value > (UINT64_MAX - (uint64_t)digit) / base) return false;
        value = value * base + (uint64_t)digit;
    }
    *seed = value;
    return !hex || text[2];
}

// Adds the lines of a profile file. Options that are set beside the file override them.
static bool with_file(const dado_options *options, dado_options *all, dado_region *region,
                      dado_error *err)
{
    const dado_option *file = dado_options_find(options, "file");
    *all = options ? *options : (dado_options){ 0 };
    if (!file) return true;
    const char *source = file->place.source ? file->place.source : "profile";
    dado_options lines;
    return dado_options_read(&lines, source, file->text, region, err) &&
           dado_options_join(all, &lines, options, region, err);
}

bool dado_dungeon_profile_read(const dado_options *options, const char *const *others,
                               dado_dungeon_profile_choice *choice, dado_region *region,
                               const char **known, dado_error *err)
{
    dado_options all;
    if (!with_file(options, &all, region, err)) return false;
    dado_option_reader ask = dado_option_reader_begin(&all);
    int base = dado_option_choice(&ask, "profile", dado_dungeon_profile_names, 0);
    bool own = dado_options_find(&all, "file") && !dado_options_find(&all, "profile");
    dado_dungeon_profile_ask(&ask, &dado_dungeon_profiles[own ? DADO_PROFILES : base],
                             &choice->profile);
    const char *seed = dado_option_text(&ask, "seed", NULL);
    choice->seeded = seed != NULL;
    if (seed && !read_seed(seed, &choice->seed)) {
        dado_option_invalid(&ask, "seed",
                            "seed must be a whole number of at most 64 bits, not \"%.40s\"", seed);
    }
    for (; others && *others; others++) dado_option_text(&ask, *others, NULL);
    return dado_option_reader_end(&ask, region, known, err);
}

typedef struct player {
    dado_bot_layout plan;
    dado_dungeon_profile_choice choice;
    char notes[256];  // why it gave up the last match; empty if it did not
} player;

static bool open(dado_agent *agent, const dado_options *options, dado_region *region,
                 dado_error *err)
{
    static const char *const others[] = { "file", NULL };
    player *p = dado_new(region, player, 1);
    if (!p) return dado_fail(err, DADO_LIMIT, "no memory left for the player type");
    if (!dado_dungeon_profile_read(options, others, &p->choice, region, &agent->options, err))
        return false;
    if (!dado_bot_layout_make(&p->plan, dado_dungeon_of(agent->game), region)) {
        return dado_fail(err, DADO_LIMIT, "no memory left for the player type");
    }
    agent->data = p;
    agent->self_size = p->plan.self_size;
    agent->scratch_size = p->plan.scratch_size;
    return true;
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    player *p = agent->data;
    dado_bot bot;
    const dado_dungeon_profile_choice *c = &p->choice;
    if (!((const dado_bot_memory *)turn->self)->begun) p->notes[0] = 0;
    dado_bot_begin(&bot, &p->plan, &c->profile, turn, c->seeded ? &c->seed : NULL);
    int direction = dado_bot_decide(&bot, turn->effort);
    if (direction < 0) dado_bot_explain_stall(&bot, p->notes, sizeof p->notes);
    for (int i = 0; i < turn->count; i++) {
        if (direction >= 0 && turn->moves[i] == (dado_move)direction) return i;
    }
    return -1;
}

static const char *notes(const dado_agent *agent)
{
    const player *p = agent->data;
    return p->notes;
}

const dado_agent_kind dado_agent_profile = {
    .size = sizeof(dado_agent_kind),
    .name = "profile",
    .title = "Dungeon player type",
    .about = "Explores a dungeon as explorer, greedy, runner, brave, smart or gambler; with -2018 "
             "behind the name as published.",
    .game = "dungeon",
    .open = open,
    .choose = choose,
    .notes = notes,
};
