// platform_profile.c - people who play platform levels, each in their own way.
//
// They do not plan. They see what is right in front of them, a wall, a pit, a
// creature, and do what one does: jump, wait, run on. They differ in how fast
// they go, how late they notice, how often a finger slips, and what they cannot
// resist. Who of them gets through is what makes a level hard or easy.
#include <string.h>

#include "agents/agent.h"
#include "worlds/platform/platform.h"

enum { latest = 31 };  // ticks a reaction can take

typedef struct profile {
    bool runs;        // holds the run button
    bool careful;     // stops before creatures and pipes until it looks safe
    bool greedy;      // jumps for coins and blocks
    int delay;        // ticks from seeing to pressing
    double slip;      // chance, a tick, that a finger slips for a moment
} profile;

typedef struct memory {
    uint8_t pressed[latest + 1];  // what was decided in the last ticks, to be pressed later
    int32_t ticks;
    int32_t slipping;             // ticks the present slip still lasts
    int32_t stuck;                // ticks without getting on
    int32_t furthest;             // pixels
    int32_t backing;              // ticks of going back for a run-up
    uint8_t slip_buttons, spare[3];
} memory;

typedef struct sight {  // what lies ahead of the hero
    const dado_course *course;
    const dado_world_head *w;
    int column, row;
    float wall;      // pixels to the next wall; large if there is none
    int wall_height; // tiles
    float pit;       // pixels to the next pit
    int pit_width;   // columns
    float threat;    // ticks until a creature is met; large if none comes
    bool snapper;    // one is out of a pipe close ahead
    bool treat;      // coin or block right above
} sight;

static const float far_off = 1e6f;

static bool solid_at(const sight *s, int column, int row)
{
    return dado_world_stops(s->course, s->w, column, row, 0);
}

static bool ground_below(const sight *s, int column, int row)
{
    for (int r = row; r < DADO_LEVEL_ROWS; r++) {
        if (dado_world_stops(s->course, s->w, column, r, 1)) return true;
    }
    return false;
}

static void see_ground(sight *s)
{
    enum { horizon = 6 };
    float front = s->w->hero.x + 4;
    int head = s->w->hero.height > 16 ? s->row - 1 : s->row;
    for (int i = 1; i <= horizon; i++) {
        int column = s->column + i;
        float away = (float)(16 * column) - front;
        if (s->wall == far_off && (solid_at(s, column, s->row) || solid_at(s, column, head))) {
            s->wall = away;
            while (s->wall_height < 8 && solid_at(s, column, s->row - s->wall_height)) {
                s->wall_height++;
            }
        }
        if (s->pit == far_off && s->wall == far_off && !ground_below(s, column, s->row + 1)) {
            s->pit = away;
            while (s->pit_width < 12 && !ground_below(s, column + s->pit_width, s->row + 1)) {
                s->pit_width++;
            }
        }
    }
}

static void see_bodies(sight *s)
{
    const dado_body *bodies = dado_world_bodies(s->course, s->w), *hero = &s->w->hero;
    for (int i = 0; i < s->w->bodies; i++) {
        const dado_body *b = &bodies[i];
        bool harmful = b->kind <= DADO_BODY_SNAPPER || b->kind == DADO_BODY_BULLET ||
                       (b->kind == DADO_BODY_SHELL && b->facing != 0);
        float dx = b->x - hero->x, dy = b->y - hero->y;
        if (!harmful || dx < -8 || dx > 160) continue;
        if (b->kind == DADO_BODY_SNAPPER) {
            if (dx < 56 && dx > 0) s->snapper |= b->vy < 0 || b->count > 0 || dy < -40;
            continue;
        }
        if (dy < -44 || dy > 28) continue;
        float closing = hero->vx - b->vx;
        if (closing < 0.5f) closing = 0.5f;
        float ticks = (dx - 14) / closing;
        if (ticks < s->threat) s->threat = ticks;
    }
}

static void see_treats(sight *s)
{
    for (int up = 2; up <= 5; up++) {
        int row = s->row - up;
        if (row < 0) return;
        for (int side = 0; side <= 1; side++) {
            int column = s->column + side;
            if (column >= s->course->width) continue;
            int does = dado_tiles[dado_world_tile(s->course, s->w, column, row)].does;
            if (side == 0 && (does & DADO_TILE_BUMPS)) s->treat = true;
            if (does & DADO_TILE_TAKEN) s->treat = true;
        }
    }
}

static sight look(const dado_course *course, const dado_world_head *w)
{
    sight s = { .course = course, .w = w, .wall = far_off, .pit = far_off, .threat = far_off };
    s.column = (int)(w->hero.x / 16);
    s.row = (int)(w->hero.y / 16);
    see_ground(&s);
    see_bodies(&s);
    see_treats(&s);
    return s;
}

static bool wants_jump(const profile *p, const sight *s)
{
    float speed = s->w->hero.vx > 1 ? s->w->hero.vx : 1;
    if (s->pit < speed + 4) return true;
    if (s->wall < speed * (s->wall_height > 2 ? 5 : 3) + 4) return true;
    if (s->threat < 5) return true;
    return p->greedy && s->treat;
}

// Buttons as somebody like this would press them on seeing that.
static int react(const profile *p, memory *m, const sight *s)
{
    const dado_world_head *w = s->w;
    bool ground = (w->hero.flags & DADO_BODY_GROUND) != 0;
    int buttons = DADO_RIGHT | (p->runs ? DADO_RUN : 0);
    // A wide pit or a high wall wants a run-up, even of those who would rather walk.
    if (s->pit_width > 3 && s->pit < 80) buttons |= DADO_RUN;
    bool held_back = p->careful && ground && s->pit > 40 &&
                     (s->snapper || (s->threat < 14 && s->threat > 6));
    if (held_back) buttons = w->hero.vx > 1 ? DADO_LEFT : 0;
    if (m->backing > 0) {
        m->backing--;
        buttons = DADO_LEFT | DADO_RUN;
    }
    if (ground && w->may_jump && m->backing == 0 && wants_jump(p, s)) buttons |= DADO_JUMP;
    if (!ground && w->jump > 0) {
        bool needs = s->wall < 40 || s->pit < 40 || s->pit_width > 0 || s->threat < 10 ||
                     (p->greedy && s->treat) || !ground_below(s, s->column, s->row);
        if (needs) buttons |= DADO_JUMP;
    }
    return buttons;
}

// Whoever has not got on for a while tries again from further back.
static void mind_progress(memory *m, const dado_world_head *w)
{
    enum { patience = 70, run_up = 14 };
    int32_t x = (int32_t)w->hero.x;
    if (x > m->furthest) {
        m->furthest = x;
        m->stuck = 0;
    } else if (++m->stuck > patience) {
        m->stuck = 0;
        m->backing = run_up;
    }
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
    const dado_platform *game = dado_platform_of(turn->game);
    const dado_world_head *w = turn->view;
    memory *m = turn->self;
    sight s = look(&game->course, w);
    mind_progress(m, w);
    ++*turn->effort;
    m->pressed[m->ticks % (latest + 1)] = (uint8_t)react(p, m, &s);
    int due = m->ticks - p->delay;
    int buttons = due < 0 ? 0 : m->pressed[due % (latest + 1)];
    // Fingers that hold a jump let go when the feet are down, or nobody would jump twice.
    bool ground = (w->hero.flags & DADO_BODY_GROUND) != 0;
    if (ground && !w->may_jump) buttons &= ~DADO_JUMP;
    m->ticks++;
    buttons = slip(p, m, turn->luck, buttons);
    for (int i = 0; i < turn->count; i++) {
        if ((int)turn->moves[i] == buttons) return i;
    }
    return turn->count - 1;
}

static bool open_as(dado_agent *agent, const dado_options *options, dado_arena *arena,
                    dado_error *err, profile usual)
{
    profile *p = dado_new(arena, profile, 1);
    if (!p) return dado_fail(err, DADO_LIMIT, "no memory left for a player");
    dado_ask ask = dado_ask_begin(options);
    p->runs = dado_ask_bool(&ask, "run", usual.runs);
    p->careful = dado_ask_bool(&ask, "careful", usual.careful);
    p->greedy = dado_ask_bool(&ask, "greedy", usual.greedy);
    p->delay = (int)dado_ask_int(&ask, "delay", usual.delay, 0, latest);
    p->slip = dado_ask_real(&ask, "slip", usual.slip, 0, 1);
    if (!dado_ask_end(&ask, arena, &agent->options, err)) return false;
    agent->data = p;
    agent->self_size = sizeof(memory);
    return true;
}

static bool open_cautious(dado_agent *agent, const dado_options *options, dado_arena *arena,
                          dado_error *err)
{
    return open_as(agent, options, arena, err, (profile){ .careful = true, .slip = 0.002 });
}

static bool open_runner(dado_agent *agent, const dado_options *options, dado_arena *arena,
                        dado_error *err)
{
    return open_as(agent, options, arena, err, (profile){ .runs = true, .slip = 0.002 });
}

static bool open_collector(dado_agent *agent, const dado_options *options, dado_arena *arena,
                           dado_error *err)
{
    return open_as(agent, options, arena, err, (profile){ .greedy = true, .slip = 0.002 });
}

static bool open_novice(dado_agent *agent, const dado_options *options, dado_arena *arena,
                        dado_error *err)
{
    return open_as(agent, options, arena, err, (profile){ .delay = 4, .slip = 0.01 });
}

const dado_agent_kind dado_agent_platform_cautious = {
    .name = "cautious",
    .title = "Cautious",
    .about = "Walks through a platform level, and waits where something looks dangerous.",
    .game = "platform",
    .open = open_cautious,
    .choose = choose,
};

const dado_agent_kind dado_agent_platform_runner = {
    .name = "runner",
    .title = "Runner",
    .about = "Runs through a platform level and jumps at the last moment.",
    .game = "platform",
    .open = open_runner,
    .choose = choose,
};

const dado_agent_kind dado_agent_platform_collector = {
    .name = "collector",
    .title = "Collector",
    .about = "Walks through a platform level and jumps for every coin and block.",
    .game = "platform",
    .open = open_collector,
    .choose = choose,
};

const dado_agent_kind dado_agent_platform_novice = {
    .name = "novice",
    .title = "Novice",
    .about = "Walks through a platform level, notices late and sometimes slips.",
    .game = "platform",
    .open = open_novice,
    .choose = choose,
};
