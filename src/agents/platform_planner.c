// platform_planner.c - see platform_planner.h.
//
// A* search over worlds, a few ticks per step. It is fast because worlds are simulated
// late: a child waits in the queue with an estimate from the hero's speed alone and is
// simulated only when it is taken from the queue. Most never are.
//
// A plan reaches some tiles ahead; its first ticks are carried out and then the next plan
// is made. If plans fail, the planner goes back along what it has done and searches with
// a larger budget.
#include "agents/platform_planner.h"

#include <math.h>
#include <string.h>

#include "agents/agent.h"
#include "worlds/platform/platform_game.h"

enum {
    hardest = 4,  // times the usual expansions, in harder searches
    children = 10,
    worlds_an_expansion = 4,
    lost_size_cost = 300,
    table_slack = 2,
    stamp_bits = 13,
    checkpoints = 900,
};

static const float top_speed = 10.909f, discount = 0.9f;

// Running right comes last, so that it is tried first among equals.
static const uint8_t button_sets[children] = {
    DADO_LEFT | DADO_RUN | DADO_JUMP,
    DADO_LEFT | DADO_JUMP,
    DADO_JUMP,
    DADO_LEFT | DADO_RUN,
    DADO_LEFT,
    0,
    DADO_RIGHT | DADO_JUMP,
    DADO_RIGHT,
    DADO_RIGHT | DADO_RUN | DADO_JUMP,
    DADO_RIGHT | DADO_RUN,
};

typedef struct node {
    uint32_t parent;
    uint32_t world;  // offset in the pool, in words of eight bytes
    float cost, left;
    uint8_t buttons;
} node;

typedef struct entry {  // in the queue: a simulated world, or one not simulated yet
    float total;
    uint32_t order;  // among equals the later one comes first
    uint32_t node;
    uint8_t buttons;
    bool made;
} entry;

typedef struct search {
    const dado_course *course;
    const dado_planner_settings *how;
    node *nodes;
    int node_most, node_count;
    entry *heap;
    int heap_most, heap_count;
    uint64_t *table;  // keys of worlds seen, each with the number of its plan
    uint32_t table_size, stamp;
    uint64_t *pool;
    size_t pool_words, pool_used;
    dado_world_head *trial;  // one world at full size
    dado_world_head *present;
    uint64_t *past;  // the worlds at each commitment, one after another
    size_t past_words;
    uint32_t order;
    uint64_t expansions;
} search;

dado_planner_settings dado_planner_defaults(void)
{
    return (dado_planner_settings){
        .expansions = 1500, .step = 2, .commit = 8, .ahead = 14, .retries = 8, .budget = 600000
    };
}

static size_t whole_words(size_t bytes)
{
    return (bytes + 7) / 8;
}

// Lays out the search in `room`. If `room` is NULL, only returns its size.
static size_t allocate_search(search *s, const dado_course *course,
                              const dado_planner_settings *how, void *room)
{
    size_t world = whole_words(dado_world_size(course));
    size_t slim = world < 64 ? world : 64;
    s->course = course;
    s->how = how;
    s->node_most = how->expansions * hardest * worlds_an_expansion + 64;
    s->heap_most = how->expansions * hardest * children + 64;
    s->table_size = 1024;
    while (s->table_size < (uint32_t)s->node_most * table_slack) s->table_size *= 2;
    s->pool_words = (size_t)s->node_most * slim + 4 * world;
    s->past_words = checkpoints * slim + world;
    size_t at = 0;
    unsigned char *base = room;
#define TAKE(field, type, count) \
    do { \
        if (base) s->field = (void *)(base + at); \
        at += whole_words((size_t)(count) * sizeof(type)) * 8; \
    } while (0)
    TAKE(nodes, node, s->node_most);
    TAKE(heap, entry, s->heap_most);
    TAKE(table, uint64_t, s->table_size);
    TAKE(trial, uint64_t, world);
    TAKE(present, uint64_t, world);
    TAKE(pool, uint64_t, s->pool_words);
    TAKE(past, uint64_t, s->past_words);
#undef TAKE
    return at;
}

size_t dado_planner_workspace_size(const dado_course *course, const dado_planner_settings *how)
{
    search s;
    return allocate_search(&s, course, how, NULL);
}

static bool before(const entry *a, const entry *b)
{
    return a->total < b->total || (a->total == b->total && a->order > b->order);
}

static void push(search *s, float total, uint32_t index, uint8_t buttons, bool made)
{
    if (s->heap_count == s->heap_most) return;
    entry e = { total, s->order++, index, buttons, made };
    int at = s->heap_count++;
    while (at > 0 && before(&e, &s->heap[(at - 1) / 2])) {
        s->heap[at] = s->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    s->heap[at] = e;
}

static entry pop(search *s)
{
    entry top = s->heap[0], last = s->heap[--s->heap_count];
    int at = 0;
    for (;;) {
        int child = 2 * at + 1;
        if (child >= s->heap_count) break;
        if (child + 1 < s->heap_count && before(&s->heap[child + 1], &s->heap[child])) child++;
        if (!before(&s->heap[child], &last)) break;
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    return top;
}

static uint64_t rounded(float value, int offset, int most)
{
    int v = (int)floorf(value + 0.5f) + offset;
    return (uint64_t)(v < 0 ? 0 : v > most ? most : v);
}

// Worlds with equal keys count as the same.
static uint64_t key_of(const dado_world_head *w)
{
    uint64_t key = (uint64_t)(w->hero.x / 2) & 0x1FFF;
    key = key << 8 | ((uint64_t)((int)(w->hero.y / 2) + 64) & 0xFF);
    key = key << 5 | rounded(w->hero.vx, 15, 31);
    key = key << 6 | rounded(w->hero.vy, 24, 63);
    key = key << 4 | w->jump;
    key = key << 2 | (uint64_t)((w->hero.flags & DADO_BODY_GROUND) * 2 + (w->may_jump != 0));
    return key << 11 | (uint64_t)(w->tick / 6);
}

// Tells whether this world is new in this plan, and marks it as seen.
static bool is_new(search *s, const dado_world_head *w)
{
    uint64_t value = key_of(w) << stamp_bits | s->stamp;
    uint32_t at = (uint32_t)((value * 0x9E3779B97F4A7C15u) >> 32) & (s->table_size - 1);
    while ((s->table[at] & ((1u << stamp_bits) - 1)) == s->stamp) {
        if (s->table[at] == value) return false;
        at = (at + 1) & (s->table_size - 1);
    }
    s->table[at] = value;
    return true;
}

// Estimates the least number of ticks to the goal from x, with displacement `vx` in the
// last tick.
static float remaining(const search *s, float x, float vx)
{
    return (s->course->goal - x) / top_speed + (top_speed - 1.2f - vx) * (1 / 0.11f / top_speed);
}

static dado_world_head *world_at(const search *s, uint32_t index)
{
    return (dado_world_head *)(void *)(s->pool + s->nodes[index].world);
}

// Stores the trial world as a node; returns -1 if there is no room.
static int keep(search *s, uint32_t parent, uint8_t buttons, float cost)
{
    size_t words = whole_words(dado_world_used(s->course, s->trial));
    if (s->node_count == s->node_most || s->pool_used + words > s->pool_words) return -1;
    int index = s->node_count++;
    s->nodes[index] = (node){ parent, (uint32_t)s->pool_used, cost,
                              remaining(s, s->trial->hero.x, s->trial->hero.vx), buttons };
    memcpy(s->pool + s->pool_used, s->trial, words * 8);
    s->pool_used += words;
    return index;
}

static void load(const search *s, dado_world_head *to, const dado_world_head *from)
{
    memcpy(to, from, dado_world_used(s->course, from));
}

static bool is_lost(const dado_world_head *w)
{
    return w->status == DADO_LOST || w->status == DADO_TIMED_OUT ||
           w->hero.y > 16 * DADO_LEVEL_ROWS - 8;
}

// Simulates a child; returns -1 if the hero dies or the world was seen before.
static int make_child(search *s, uint32_t parent, uint8_t buttons)
{
    const node *p = &s->nodes[parent];
    load(s, s->trial, world_at(s, parent));
    int size = s->trial->size;
    for (int i = 0; i < s->how->step; i++) dado_world_tick(s->course, s->trial, buttons);
    if (is_lost(s->trial)) return -1;
    if (s->trial->status == DADO_PLAYING && !is_new(s, s->trial)) return -1;
    float cost = p->cost + discount * (float)s->how->step;
    if (s->trial->size < size) cost += lost_size_cost;
    return keep(s, parent, buttons, cost);
}

// Adds a node's children to the queue, with estimates from the hero's speed.
static void expand(search *s, uint32_t index)
{
    const node *n = &s->nodes[index];
    const dado_world_head *w = world_at(s, index);
    bool can_jump = ((w->hero.flags & DADO_BODY_GROUND) && w->may_jump) || w->jump > 0;
    float cost = n->cost + discount * (float)s->how->step;
    s->expansions++;
    for (int i = 0; i < children; i++) {
        uint8_t buttons = button_sets[i];
        if ((buttons & DADO_JUMP) && !can_jump) continue;
        float push_by = buttons & DADO_RUN ? 1.2f : 0.6f;
        if (!(buttons & (DADO_LEFT | DADO_RIGHT))) push_by = 0;
        if (buttons & DADO_LEFT) push_by = -push_by;
        float x = w->hero.x, vx = w->hero.vx;
        for (int t = 0; t < s->how->step; t++) {
            vx += push_by;
            x += vx;
            vx *= 0.89f;
        }
        push(s, cost + remaining(s, x, vx), index, buttons, false);
    }
}

static bool stands(const dado_world_head *w)
{
    return (w->hero.flags & DADO_BODY_GROUND) != 0;
}

typedef struct plan {
    bool complete;  // the hero won, or stands safely where the plan aimed
    int steps;
    uint8_t buttons[512];
} plan;

static void write_plan(const search *s, uint32_t end, plan *out)
{
    enum { most = (int)(sizeof out->buttons) };
    int depth = 0;
    for (uint32_t i = end; i != 0; i = s->nodes[i].parent) depth++;
    out->steps = depth < most ? depth : most;
    for (uint32_t i = end; i != 0; i = s->nodes[i].parent) {
        depth--;
        if (depth < most) out->buttons[depth] = s->nodes[i].buttons;
    }
}

static void begin_plan(search *s)
{
    s->node_count = s->heap_count = 0;
    s->pool_used = 0;
    s->order = 0;
    s->stamp = (s->stamp + 1) & ((1u << stamp_bits) - 1);
    if (s->stamp <= 1) {
        memset(s->table, 0, s->table_size * sizeof *s->table);
        s->stamp = 1;
    }
    load(s, s->trial, s->present);
    is_new(s, s->trial);
    keep(s, 0, 0, 0);
}

static void make_plan(search *s, int budget, plan *out)
{
    begin_plan(s);
    float wanted = s->present->hero.x + 16.0f * (float)s->how->ahead;
    uint32_t best = 0;
    float best_left = INFINITY;
    uint64_t limit = s->expansions + (uint64_t)budget;
    if (limit > (uint64_t)s->how->budget) limit = (uint64_t)s->how->budget;
    *out = (plan){ 0 };
    expand(s, 0);
    while (s->heap_count > 0 && s->expansions < limit &&
           !dado_stop_signal_raised(&s->how->stop_signal)) {
        entry e = pop(s);
        uint32_t index = e.node;
        if (!e.made) {
            int made = make_child(s, e.node, e.buttons);
            if (made < 0) continue;
            index = (uint32_t)made;
            float total = s->nodes[index].cost + s->nodes[index].left;
            if (total > e.total + 0.01f && world_at(s, index)->status == DADO_PLAYING) {
                push(s, total, index, 0, true);
                continue;
            }
        }
        const dado_world_head *w = world_at(s, index);
        bool footing = stands(w);
        if (w->status == DADO_WON || (footing && w->hero.x >= wanted)) {
            out->complete = true;
            best = index;
            break;
        }
        if (footing && s->nodes[index].left + 0.02f * s->nodes[index].cost < best_left) {
            best_left = s->nodes[index].left + 0.02f * s->nodes[index].cost;
            best = index;
        }
        expand(s, index);
    }
    write_plan(s, best, out);
}

typedef struct checkpoint {
    size_t world;  // its offset in the past
    int ticks;
} checkpoint;

typedef struct route_search {
    search s;
    dado_route *route;
    checkpoint marks[checkpoints];
    int mark_count;
    size_t past_used;
} route_search;

static void save_checkpoint(route_search *j)
{
    search *s = &j->s;
    size_t words = whole_words(dado_world_used(s->course, s->present));
    if (j->mark_count == checkpoints || j->past_used + words > s->past_words) return;
    memcpy(s->past + j->past_used, s->present, words * 8);
    j->marks[j->mark_count++] = (checkpoint){ j->past_used, j->route->ticks };
    j->past_used += words;
}

// Goes back by `marks` commitments, or to the start.
static void go_back(route_search *j, int marks)
{
    int to = j->mark_count - marks;
    if (to < 1) to = 1;
    const checkpoint *mark = &j->marks[to - 1];
    load(&j->s, j->s.present, (const dado_world_head *)(const void *)(j->s.past + mark->world));
    j->route->ticks = mark->ticks;
    j->mark_count = to;
    j->past_used = mark->world + whole_words(dado_world_used(j->s.course, j->s.present));
}

// Carries out some ticks of a plan; returns false if the hero dies.
static bool carry_out(route_search *j, const plan *p, int from, int ticks)
{
    search *s = &j->s;
    for (int i = 0; i < ticks; i++) {
        int step = (from + i) / s->how->step;
        if (step >= p->steps || j->route->ticks == DADO_ROUTE_MOST) break;
        uint8_t buttons = p->buttons[step];
        dado_world_tick(s->course, s->present, buttons);
        j->route->buttons[j->route->ticks++] = buttons;
        if (s->present->hero.x > j->route->furthest) j->route->furthest = s->present->hero.x;
        if (s->present->status != DADO_PLAYING) break;
    }
    return s->present->status == DADO_PLAYING || s->present->status == DADO_WON;
}

// Makes plan after plan and carries them out. The rest of a plan that reached its aim is
// kept in reserve while newer plans do not reach theirs. If a plan ends without footing,
// or too many plans miss their aim, the planner goes back.
static void find_route(route_search *j)
{
    enum { patience = 40 };  // consecutive plans that may miss their aim
    search *s = &j->s;
    const dado_planner_settings *how = s->how;
    plan in_hand = { 0 }, fresh;
    int used = 0, trouble = 0, missed = 0, calm = 0;
    save_checkpoint(j);
    while (s->present->status == DADO_PLAYING && j->route->ticks < DADO_ROUTE_MOST) {
        if (dado_stop_signal_raised(&how->stop_signal)) break;
        if (s->expansions >= (uint64_t)how->budget) {
            j->route->spent = true;
            break;
        }
        make_plan(s, how->expansions * (trouble ? hardest : 1), &fresh);
        j->route->plans++;
        bool has_rest = in_hand.complete && used / how->step < in_hand.steps;
        if (fresh.complete || !has_rest) {
            in_hand = fresh;
            used = 0;
        }
        bool went = in_hand.steps > 0 && carry_out(j, &in_hand, used, how->commit);
        used += how->commit;
        missed = fresh.complete ? 0 : missed + 1;
        calm = fresh.complete ? calm + 1 : 0;
        if (calm > 8) trouble = 0;
        if (went && missed <= patience) {
            save_checkpoint(j);
            continue;
        }
        if (++trouble > how->retries) break;
        go_back(j, 2 << (trouble < 6 ? trouble : 6));
        in_hand.steps = missed = calm = 0;
        in_hand.complete = false;
    }
}

void dado_planner_route(const dado_course *course, const dado_world_head *world,
                        const dado_planner_settings *how, void *room, dado_route *route)
{
    route_search j = { .route = route, .mark_count = 0, .past_used = 0 };
    allocate_search(&j.s, course, how, room);
    j.s.stamp = 0;
    j.s.expansions = 0;
    route->ticks = route->plans = 0;
    route->spent = false;
    route->furthest = world->hero.x;
    memcpy(j.s.present, world, dado_world_used(course, world));
    find_route(&j);
    route->won = j.s.present->status == DADO_WON;
    route->expansions = j.s.expansions;
}

bool dado_route_play(const dado_course *course, dado_world_head *world, const uint8_t *buttons,
                     int count, float *at)
{
    for (int i = 0; i < count; i++) {
        dado_world_tick(course, world, buttons[i]);
        if (at) {
            at[2 * i] = world->hero.x;
            at[2 * i + 1] = world->hero.y;
        }
    }
    return world->status == DADO_WON;
}

// The planner as an agent: it finds its route at the first question and follows it.
typedef struct memory {
    int32_t at;       // ticks of the route already played
    int32_t planned;  // 1 if there is a route
    dado_route route;
} memory;

static bool open_agent(dado_agent *agent, const dado_options *options, dado_region *region,
                       dado_error *err)
{
    const dado_platform *p = dado_platform_of(agent->game);
    dado_planner_settings usual = dado_planner_defaults();
    dado_option_reader ask = dado_option_reader_begin(options);
    dado_planner_settings *how = dado_new(region, dado_planner_settings, 1);
    if (!how) return dado_fail(err, DADO_LIMIT, "no memory left for the planner");
    how->expansions = (int)dado_option_int(&ask, "expansions", usual.expansions, 1, 100000);
    how->commit = (int)dado_option_int(&ask, "commit", usual.commit, 1, 400);
    how->ahead = (int)dado_option_int(&ask, "ahead", usual.ahead, 1, 100);
    how->retries = (int)dado_option_int(&ask, "retries", usual.retries, 0, 100);
    how->budget = (int)dado_option_int(&ask, "budget", usual.budget, 1, 100000000);
    if (!dado_option_reader_end(&ask, region, &agent->options, err)) return false;
    // If a move lasts several ticks, a step lasts a multiple of that.
    how->step = p->hold > usual.step ? p->hold : usual.step - usual.step % p->hold;
    how->commit += (how->step - how->commit % how->step) % how->step;
    agent->data = how;
    agent->self_size = sizeof(memory);
    agent->scratch_size = dado_planner_workspace_size(&p->course, how);
    return true;
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    const dado_platform *p = dado_platform_of(turn->game);
    memory *m = turn->self;
    if (!m->planned) {
        dado_planner_settings how = *(const dado_planner_settings *)agent->data;
        how.stop_signal.stop = turn->stop;
        dado_planner_route(&p->course, turn->view, &how, turn->scratch, &m->route);
        *turn->effort += m->route.expansions;
        m->planned = 1;
    }
    // After the end of a route that does not win, it only waits for the end.
    int buttons = m->at < m->route.ticks ? m->route.buttons[m->at] : 0;
    if (m->at >= m->route.ticks && !m->route.won) return -1;
    m->at += p->hold;
    for (int i = 0; i < turn->count; i++) {
        if ((int)turn->moves[i] == buttons) return i;
    }
    return turn->count - 1;
}

const dado_agent_kind dado_agent_platform_planner = {
    .size = sizeof(dado_agent_kind),
    .name = "planner",
    .title = "Planner",
    .about = "Looks ahead in exact worlds and finds a way through a platform level, if it can.",
    .game = "platform",
    .open = open_agent,
    .choose = choose,
};
