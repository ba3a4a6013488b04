// dungeon_profile.c - players of dungeons by character: one bot, six vectors of numbers.
//
// Each keeps a promise: the explorer sees most, the greedy one carries most, the
// runner is fastest of those who arrive, the brave one kills most (a test holds
// them to it). Those that were published did not all; they are kept, under
// names that end in -2018. A profile is a text file of `name = value` lines;
// what it leaves out is the explorer's as published. The option `profile`
// starts from a named one instead, so that a character can be varied by a word.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agents/dungeon_bot.h"

enum { never = DADO_GREED_NEVER };
#define ANY ((double)INFINITY)

const char *const dado_profile_names[DADO_PROFILES_ALL + 1] = {
    "explorer",      "greedy",      "runner",      "brave",      "smart",      "gambler",
    "explorer-2018", "greedy-2018", "runner-2018", "brave-2018", "smart-2018", "gambler-2018",
    NULL,
};

const dado_profile dado_profiles[DADO_PROFILES_ALL] = {
    { 6, 4, never, never, 0, 0, 0, DADO_EXIT_LAST, 0.4, 0, 0.4, DADO_AVOID_RISKY, 1, 0.7, 30, 0 },
    { 12, never, 10, 20, -2, 0, 0, DADO_EXIT_LAST, 0.4, 0, 0.4, DADO_AVOID_RISKY, 1, 0.6, 30, 0 },
    { 0, never, never, never, never, 0, 0, DADO_EXIT_SIGHT, 0.5, 0, 0.5, DADO_AVOID_RISKY, 1, 0, 0,
      0 },
    { 8, never, 12, never, 8, 0, 0, DADO_EXIT_LAST, 0.7, 0, 0.7, DADO_AVOID_RISKY, 1, 0.9, 60, 0 },
    { 6, 2, 4, 2, 2, 0, 0, DADO_EXIT_WEIGHED, 0.5, 0, 0.5, DADO_AVOID_RISKY, 1, 0.6, 20, 0 },
    { 6, 1, 6, 6, 4, 0, -8, DADO_EXIT_WEIGHED, 0.5, 60, 1.2, DADO_AVOID_RISKY, 1, 0.25, 8, 0 },
    // As they were published.
    { 6, 4, 2, 2, 0, 0, 0, DADO_EXIT_LAST, ANY, 0, ANY, DADO_AVOID_NONE, 0, 0, 0, 0 },
    { 12, 0, 10, 10, -2, 0, 0, DADO_EXIT_LAST, ANY, 0, ANY, DADO_AVOID_NONE, 0, 0, 0, 0 },
    { 2, 0, -4, -4, never, 0, 0, DADO_EXIT_SIGHT, 0, 0, 0, DADO_AVOID_ALL, 2, 0, 0, 0 },
    { 8, 0, 0, 0, 12, 0, 0, DADO_EXIT_WEIGHED, ANY, 0, ANY, DADO_AVOID_NONE, 0, 0, 0, 0 },
    { 6, 2, 4, 4, 2, 0, 0, DADO_EXIT_WEIGHED, 0.5, 0, 0.5, DADO_AVOID_RISKY, 2, 0.5, 12, 0 },
    { 6, 1, 6, 6, 4, 0, -8, DADO_EXIT_WEIGHED, 0.5, 60, 1.2, DADO_AVOID_RISKY, 1, 0.25, 8, 0 },
};

static int ask_greed(dado_ask *ask, const char *name, int by_default)
{
    char usual[16];
    if (by_default == never) snprintf(usual, sizeof usual, "never");
    else snprintf(usual, sizeof usual, "%d", by_default);
    const char *text = dado_ask_text(ask, name, usual);
    int64_t value = by_default;
    if (strcmp(text, "never") == 0) return never;
    if (!dado_read_int(text, &value) || value < -1000000 || value > 1000000) {
        dado_ask_wrong(ask, name, "%s must be a whole number or never, not \"%.40s\"", name, text);
    }
    return (int)value;
}

static double ask_risk(dado_ask *ask, const char *name, double by_default)
{
    dado_text usual = { 0 };
    if (isinf(by_default)) dado_text_add(&usual, "inf");
    else dado_text_real(&usual, by_default);
    const char *text = dado_ask_text(ask, name, dado_text_string(&usual));
    double value = by_default;
    if (strcmp(text, "inf") == 0) {
        value = ANY;
    } else if (!dado_read_real(text, &value) || value < 0) {
        dado_ask_wrong(ask, name, "%s must be a number from 0 up or inf, not \"%.40s\"", name,
                       text);
    }
    dado_text_free(&usual);
    return value;
}

void dado_profile_ask(dado_ask *ask, const dado_profile *base, dado_profile *p)
{
    static const char *const exits[] = { "weighed", "last", "sight", NULL };
    static const char *const avoids[] = { "none", "risky", "all", NULL };
    p->extra = (int)dado_ask_int(ask, "extra", base->extra, 0, 1000000);
    p->greed_singlet = ask_greed(ask, "greed_singlet", base->greed_singlet);
    p->greed_item = ask_greed(ask, "greed_item", base->greed_item);
    p->greed_gold = ask_greed(ask, "greed_gold", base->greed_gold);
    p->greed_enemy = ask_greed(ask, "greed_enemy", base->greed_enemy);
    p->greed_tile = ask_greed(ask, "greed_tile", base->greed_tile);
    p->greed_exit = ask_greed(ask, "greed_exit", base->greed_exit);
    p->exit_mode = dado_ask_word(ask, "exit_mode", exits, base->exit_mode);
    p->risk_max = ask_risk(ask, "risk_max", base->risk_max);
    p->reward_scale = dado_ask_real(ask, "reward_scale", base->reward_scale, 0, 1e9);
    p->risk_cap = ask_risk(ask, "risk_cap", base->risk_cap);
    p->avoid = dado_ask_word(ask, "avoid", avoids, base->avoid);
    p->avoid_dist = (int)dado_ask_int(ask, "avoid_dist", base->avoid_dist, 0, 64);
    p->heal_below = dado_ask_real(ask, "heal_below", base->heal_below, 0, 1);
    p->greed_heal = ask_greed(ask, "greed_heal", base->greed_heal);
    p->noise = dado_ask_real(ask, "noise", base->noise, 0, 1);
}

// A seed may be any of 64 bits, in decimal or as 0x and hexadecimal digits.
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

// The lines of a profile file, which what is set beside it overrides.
static bool with_file(const dado_options *options, dado_options *all, dado_arena *arena,
                      dado_error *err)
{
    const dado_option *file = dado_options_find(options, "file");
    *all = options ? *options : (dado_options){ 0 };
    if (!file) return true;
    const char *source = file->place.source ? file->place.source : "profile";
    dado_options lines;
    return dado_options_read(&lines, source, file->text, arena, err) &&
           dado_options_join(all, &lines, options, arena, err);
}

bool dado_profile_read(const dado_options *options, const char *const *others,
                       dado_profile_choice *choice, dado_arena *arena, const char **known,
                       dado_error *err)
{
    dado_options all;
    if (!with_file(options, &all, arena, err)) return false;
    dado_ask ask = dado_ask_begin(&all);
    int base = dado_ask_word(&ask, "profile", dado_profile_names, 0);
    bool own = dado_options_find(&all, "file") && !dado_options_find(&all, "profile");
    dado_profile_ask(&ask, &dado_profiles[own ? DADO_PROFILES : base], &choice->profile);
    const char *seed = dado_ask_text(&ask, "seed", NULL);
    choice->seeded = seed != NULL;
    if (seed && !read_seed(seed, &choice->seed)) {
        dado_ask_wrong(&ask, "seed",
                       "seed must be a whole number of at most 64 bits, not \"%.40s\"", seed);
    }
    for (; others && *others; others++) dado_ask_text(&ask, *others, NULL);
    return dado_ask_end(&ask, arena, known, err);
}

typedef struct player {
    dado_bot_plan plan;
    dado_profile_choice choice;
} player;

static bool open(dado_agent *agent, const dado_options *options, dado_arena *arena, dado_error *err)
{
    static const char *const others[] = { "file", NULL };
    player *p = dado_new(arena, player, 1);
    if (!p) return dado_fail(err, DADO_LIMIT, "no memory left for the profile");
    if (!dado_profile_read(options, others, &p->choice, arena, &agent->options, err)) return false;
    if (!dado_bot_plan_make(&p->plan, dado_dungeon_of(agent->game), arena)) {
        return dado_fail(err, DADO_LIMIT, "no memory left for the profile");
    }
    agent->data = p;
    agent->self_size = p->plan.self_size;
    agent->scratch_size = p->plan.scratch_size;
    return true;
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    const player *p = agent->data;
    dado_bot bot;
    const dado_profile_choice *c = &p->choice;
    dado_bot_begin(&bot, &p->plan, &c->profile, turn, c->seeded ? &c->seed : NULL);
    int direction = dado_bot_decide(&bot, turn->effort);
    for (int i = 0; i < turn->count; i++) {
        if (direction >= 0 && turn->moves[i] == (dado_move)direction) return i;
    }
    return -1;
}

const dado_agent_kind dado_agent_profile = {
    .name = "profile",
    .title = "Dungeon profile",
    .about = "Explores a dungeon as explorer, greedy, runner, brave, smart or gambler; with -2018 "
             "behind the name as published.",
    .game = "dungeon",
    .open = open,
    .choose = choose,
};
