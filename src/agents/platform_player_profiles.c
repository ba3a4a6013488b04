// platform_player_profiles.c - simulated people who play platform levels, each in their
// own way.
//
// They do not plan a route. Every few ticks they simulate what a handful of actions would
// lead to in the next moments: run on, jump short or long, stand, step back. They take
// the action that looks best to them, and press the buttons a little later. They differ
// in speed, in how far they look ahead, in how late they press, in how often a finger
// slips, and in what attracts them. How many of them get through shows how hard a level
// is.
#include <string.h>

#include "agents/agent.h"
#include "worlds/platform/platform_game.h"

enum { slowest_reaction = 31 };  // longest reaction time, in ticks

typedef struct profile {
    bool runs;       // holds the run button
    double fear;     // what avoiding a moment close to a creature is worth, in pixels
    double greed;    // what a coin is worth, in pixels
    int sight;       // ticks that it looks ahead on the ground
    bool foresight;  // also considers the action after the next
    int think;       // ticks between two decisions
    int delay;       // ticks from deciding to pressing
    double slip;     // probability per tick that a finger slips for a moment
} profile;

typedef struct memory {
    uint8_t pressed[slowest_reaction + 1];  // decisions of the last ticks, to be pressed later
    int32_t ticks;
    int32_t maneuver;  // the current action, and since when
    int32_t since;
    int32_t slipping;  // ticks that the current slip still lasts
    int32_t stuck;     // ticks without progress
    int32_t furthest;  // in pixels
    int32_t backing;   // ticks left of stepping back for a run-up
    int32_t daring;    // ticks left of trying random actions
    int32_t tries;     // how often that was needed since the last progress
    uint8_t slip_buttons, spare[3];
} memory;

typedef struct maneuver {
    uint8_t buttons;
    uint8_t hold;  // ticks that jump is held
    int8_t cost;   // in pixels: how much it dislikes this action
} maneuver;

enum { maneuver_count = 8 };
static const maneuver maneuvers[maneuver_count] = {
    { DADO_RIGHT | DADO_RUN, 0, 0 },
    { DADO_RIGHT | DADO_RUN | DADO_JUMP, 8, 3 },
    { DADO_RIGHT | DADO_RUN | DADO_JUMP, 4, 3 },
    { DADO_RIGHT | DADO_RUN | DADO_JUMP, 1, 3 },
    { DADO_RIGHT, 0, 1 },
    { 0, 0, 2 },
    { DADO_JUMP, 8, 6 },
    { DADO_LEFT, 0, 8 },
};

static int buttons_of(const profile *p, int which, int tick)
{
    const maneuver *d = &maneuvers[which];
    int buttons = d->buttons;
    if (tick >= d->hold) buttons &= ~DADO_JUMP;
    if (!p->runs) buttons &= ~DADO_RUN;
    return buttons;
}

static bool over_a_pit(const dado_course *course, const dado_world_head *w)
{
    int column = (int)(w->hero.x / 16);
    for (int row = (int)(w->hero.y / 16); row < DADO_LEVEL_ROWS; row++) {
        if (row >= 0 && dado_world_stops(course, w, column, row, 1)) return false;
    }
    return true;
}

// Returns how close the nearest creature is, from 0 to 1.
static double closeness(const dado_course *course, const dado_world_head *w)
{
    const dado_body *bodies = dado_world_bodies(course, w);
    float nearest = 48;
    for (int i = 0; i < w->bodies; i++) {
        const dado_body *b = &bodies[i];
        if (b->kind > DADO_BODY_SNAPPER && b->kind != DADO_BODY_BULLET) continue;
        float dx = b->x - w->hero.x, dy = b->y - w->hero.y;
        float away = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy) / 2;
        if (away < nearest) nearest = away;
    }
    return (double)(1 - nearest / 48);
}

// Estimates the worth of an action, in pixels per twenty ticks. On the ground it
// simulates as far as the player looks ahead, a jump until it lands: what comes then is
// another decision.
static double simulate(const profile *p, const dado_course *course, const dado_world_head *now,
                       int which, dado_world_head *w)
{
    enum { flight = 40, paid = 20 };
    memcpy(w, now, dado_world_used(course, now));
    double worth = -maneuvers[which].cost, scare = 0;
    int ticks = 0;
    bool flew = false;
    while (w->status == DADO_PLAYING && ticks < flight) {
        dado_world_tick(course, w, buttons_of(p, which, ticks));
        ticks++;
        if (p->fear > 0) scare += closeness(course, w);
        bool ground = (w->hero.flags & DADO_BODY_GROUND) != 0;
        flew |= !ground;
        if (ground && (flew || ticks >= p->sight)) break;
    }
    worth += paid * (double)(w->hero.x - now->hero.x) / ticks;
    worth += p->greed * (w->coins - now->coins) - p->fear * scare / ticks;
    worth += 40 * ((int)w->size - (int)now->size);
    if (w->status == DADO_LOST) worth -= 1000 - 10 * ticks;
    if (w->status == DADO_WON) worth += 200;
    if (w->status == DADO_PLAYING && flew && over_a_pit(course, w)) worth -= 500;
    return worth;
}

// Returns the worth of the best next action: an action that looks good now may leave no
// way out.
static double best_next(const profile *p, const dado_course *course, const dado_world_head *then,
                        dado_world_head *w)
{
    static const uint8_t next[] = { 0, 1, 6, 7 };
    double best = 0;
    for (size_t i = 0; i < sizeof next; i++) {
        double worth = simulate(p, course, then, next[i], w);
        if (i == 0 || worth > best) best = worth;
    }
    return best;
}

// `whim` is the largest random bonus of an action, in pixels: 0 for a careful decision.
static int decide(const profile *p, const dado_course *course, const dado_world_head *now,
                  double whim, dado_rng *luck, unsigned char *scratch)
{
    dado_world_head *first = (dado_world_head *)(void *)scratch;
    dado_world_head *second = (dado_world_head *)(void *)(scratch + dado_world_size(course));
    int best = 0;
    double best_worth = 0;
    for (int which = 0; which < maneuver_count; which++) {
        // A player that does not run has only one way to walk: skip the second.
        if (which == 4 && !p->runs) continue;
        double worth = simulate(p, course, now, which, first);
        if (p->foresight && first->status == DADO_PLAYING) {
            worth += best_next(p, course, first, second) / 2;
        }
        if (whim > 0) worth += whim * dado_rng_unit(luck);
        if (which == 0 || worth > best_worth) {
            best = which;
            best_worth = worth;
        }
    }
    return best;
}

// A player without progress for a while steps back a little and tries something else,
// sooner each time.
static void track_progress(memory *m, const dado_world_head *w, dado_rng *luck)
{
    enum { patience = 50, least_run_up = 6, most_run_up = 24, daring = 70 };
    int32_t x = (int32_t)w->hero.x;
    if (x > m->furthest + 8) {
        m->furthest = x;
        m->stuck = m->tries = 0;
    } else if (++m->stuck > patience) {
        m->stuck = -daring;
        m->tries++;
        m->backing = least_run_up + (int32_t)dado_rng_below(luck, most_run_up - least_run_up);
        m->daring = m->backing + daring;
    }
    if (m->daring > 0) m->daring--;
}

static int slip(const profile *p, memory *m, dado_rng *luck, int buttons)
{
    if (p->slip <= 0) return buttons;
    if (m->slipping == 0 && dado_rng_unit(luck) < p->slip) {
        m->slipping = 2 + (int32_t)dado_rng_below(luck, 6);
        m->slip_buttons = (uint8_t)dado_rng_below(luck, DADO_BUTTON_SETS);
    }
    if (m->slipping == 0) return buttons;
    m->slipping--;
    return m->slip_buttons;
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    const profile *p = agent->data;
    const dado_course *course = &dado_platform_of(turn->game)->course;
    const dado_world_head *w = turn->view;
    memory *m = turn->self;
    track_progress(m, w, turn->luck);
    if (m->ticks - m->since >= p->think || m->ticks == 0) {
        double whim = m->daring > 0 ? 60.0 * (m->tries < 8 ? m->tries : 8) : 0;
        m->maneuver = decide(p, course, w, whim, turn->luck, turn->scratch);
        m->since = m->ticks;
        *turn->effort += maneuver_count;
    }
    int wanted = buttons_of(p, m->maneuver, m->ticks - m->since);
    if (m->backing > 0) {
        m->backing--;
        wanted = DADO_LEFT | DADO_RUN;
    }
    m->pressed[m->ticks % (slowest_reaction + 1)] = (uint8_t)wanted;
    int due = m->ticks - p->delay;
    int buttons = due < 0 ? 0 : m->pressed[due % (slowest_reaction + 1)];
    // The jump button is released on landing; otherwise nobody could jump twice.
    bool ground = (w->hero.flags & DADO_BODY_GROUND) != 0;
    if (ground && !w->may_jump) buttons &= ~DADO_JUMP;
    m->ticks++;
    buttons = slip(p, m, turn->luck, buttons);
    for (int i = 0; i < turn->count; i++) {
        if ((int)turn->moves[i] == buttons) return i;
    }
    return turn->count - 1;
}

static bool open_as(dado_agent *agent, const dado_options *options, dado_region *region,
                    dado_error *err, profile usual)
{
    profile *p = dado_new(region, profile, 1);
    if (!p) return dado_fail(err, DADO_LIMIT, "no memory left for a player");
    dado_option_reader ask = dado_option_reader_begin(options);
    p->runs = dado_option_bool(&ask, "run", usual.runs);
    p->fear = dado_option_real(&ask, "fear", usual.fear, 0, 10000);
    p->greed = dado_option_real(&ask, "greed", usual.greed, 0, 10000);
    p->sight = (int)dado_option_int(&ask, "sight", usual.sight, 1, 200);
    p->foresight = dado_option_bool(&ask, "foresight", usual.foresight);
    p->think = (int)dado_option_int(&ask, "think", usual.think, 1, 60);
    p->delay = (int)dado_option_int(&ask, "delay", usual.delay, 0, slowest_reaction);
    p->slip = dado_option_real(&ask, "slip", usual.slip, 0, 1);
    if (!dado_option_reader_end(&ask, region, &agent->options, err)) return false;
    agent->data = p;
    agent->self_size = sizeof(memory);
    agent->scratch_size = 2 * dado_world_size(&dado_platform_of(agent->game)->course);
    return true;
}

static bool open_cautious(dado_agent *agent, const dado_options *options, dado_region *region,
                          dado_error *err)
{
    return open_as(
        agent, options, region, err,
        (profile){ .sight = 4, .foresight = true, .think = 2, .fear = 30, .slip = 0.002 });
}

static bool open_runner(dado_agent *agent, const dado_options *options, dado_region *region,
                        dado_error *err)
{
    return open_as(
        agent, options, region, err,
        (profile){ .sight = 4, .foresight = true, .think = 2, .runs = true, .slip = 0.002 });
}

static bool open_collector(dado_agent *agent, const dado_options *options, dado_region *region,
                           dado_error *err)
{
    return open_as(
        agent, options, region, err,
        (profile){
            .sight = 4, .foresight = true, .think = 2, .runs = true, .greed = 60, .slip = 0.002 });
}

static bool open_novice(dado_agent *agent, const dado_options *options, dado_region *region,
                        dado_error *err)
{
    return open_as(
        agent, options, region, err,
        (profile){ .sight = 5, .foresight = true, .think = 3, .delay = 1, .slip = 0.003 });
}

const dado_agent_kind dado_agent_platform_cautious = {
    .size = sizeof(dado_agent_kind),
    .name = "cautious",
    .title = "Cautious",
    .about = "Walks through a platform level, and waits where something looks dangerous.",
    .game = "platform",
    .open = open_cautious,
    .choose = choose,
};

const dado_agent_kind dado_agent_platform_runner = {
    .size = sizeof(dado_agent_kind),
    .name = "runner",
    .title = "Runner",
    .about = "Runs through a platform level and jumps at the last moment.",
    .game = "platform",
    .open = open_runner,
    .choose = choose,
};

const dado_agent_kind dado_agent_platform_collector = {
    .size = sizeof(dado_agent_kind),
    .name = "collector",
    .title = "Collector",
    .about = "Runs through a platform level and goes out of the way for coins and blocks.",
    .game = "platform",
    .open = open_collector,
    .choose = choose,
};

const dado_agent_kind dado_agent_platform_novice = {
    .size = sizeof(dado_agent_kind),
    .name = "novice",
    .title = "Novice",
    .about = "Walks through a platform level, notices late and sometimes slips.",
    .game = "platform",
    .open = open_novice,
    .choose = choose,
};
