// gen_grammar.c - grows a mission graph by a grammar, then draws it as a dungeon.
//
// Each node of the graph is placed on a coarse lattice, beside the node it follows. Rooms
// and corridors are then drawn inside the lattice, so the way through the map is the way
// through the graph.
#include <string.h>

#include "worlds/dungeon/generator_layout.h"
#include "worlds/dungeon/mission_graph.h"

enum {
    own_steps = DADO_GEN_OWN,
    own_room_max,
    own_chain,
    own_fork,
    own_guard,
    own_loop,
    own_boss,
    own_topology
};
enum { lattice_most = 2048, tries_most = 4000 };

static const dado_parameter parameters[] = {
    DADO_GEN_COMMON(0, 0, 0),
    { "steps", "Rules applied.", DADO_PARAMETER_INTEGER, 10, 0, 40, NULL },
    { "room_max", "Largest side of a room; lattice cells are two more.", DADO_PARAMETER_INTEGER, 3,
      2, 20, NULL },
    { "chain", "Weight of the rule that puts a place on a way.", DADO_PARAMETER_REAL, 6, 0, 100,
      NULL },
    { "fork", "Weight of the rule that hangs a side branch on a way.", DADO_PARAMETER_REAL, 2, 0,
      100, NULL },
    { "guard", "Weight of the rule that guards a reward.", DADO_PARAMETER_REAL, 2, 0, 100, NULL },
    { "loop", "Weight of the rule that joins two halls or forks.", DADO_PARAMETER_REAL, 1, 0, 100,
      NULL },
    { "boss", "Weight of the rule that puts a boss before the end.", DADO_PARAMETER_REAL, 1, 0, 100,
      NULL },
    { "topology", "The graph itself, as Start->Enemy->End, instead of the rules.",
      DADO_PARAMETER_TEXT, 0, 0, 0, "" },
    { 0 },
};

typedef struct lattice {
    dado_generator_layout *layout;
    const dado_mission_graph *topology;
    int cols, rows, side;
    int at[DADO_MISSION_GRAPH_MOST];     // lattice cell of each node
    int order[DADO_MISSION_GRAPH_MOST];  // nodes in breadth-first order
    int16_t holds[lattice_most];         // node on each lattice cell, or -1
    int tries;
    // A cell in each node's room.
    int x[DADO_MISSION_GRAPH_MOST], y[DADO_MISSION_GRAPH_MOST];
} lattice;

static void breadth_first(lattice *g)
{
    int count = 0;
    g->order[count++] = 0;
    for (int head = 0; head < count; head++) {
        for (int i = 1; i < g->topology->count; i++) {
            if (g->topology->parent[i] == g->order[head]) g->order[count++] = i;
        }
    }
}

static bool inside(const lattice *g, int x, int y)
{
    return x >= 0 && y >= 0 && x < g->cols && y < g->rows;
}

// Places node `number` of the order and all nodes after it; returns false if that is
// impossible.
static bool place(lattice *g, int number)
{
    if (number == g->topology->count) return true;
    if (++g->tries > tries_most) return false;
    int node = g->order[number], parent = g->at[g->topology->parent[node]];
    int directions[4] = { 0, 1, 2, 3 };
    for (int i = 3; i > 0; i--) {
        int other = (int)dado_dungeon_rng_below(&g->layout->rng, (uint64_t)i + 1),
            held = directions[i];
        directions[i] = directions[other];
        directions[other] = held;
    }
    for (int i = 0; i < 4; i++) {
        int x = parent % g->cols + dado_step_x[directions[i]];
        int y = parent / g->cols + dado_step_y[directions[i]];
        if (!inside(g, x, y) || g->holds[y * g->cols + x] >= 0) continue;
        g->at[node] = y * g->cols + x;
        g->holds[g->at[node]] = (int16_t)node;
        if (place(g, number + 1)) return true;
        g->holds[g->at[node]] = -1;
    }
    return false;
}

static bool place_all(lattice *g)
{
    breadth_first(g);
    if (g->topology->count > g->cols * g->rows) return false;
    for (int round = 0; round < 30; round++) {
        for (int i = 0; i < g->cols * g->rows; i++) g->holds[i] = -1;
        g->at[0] =
            (int)dado_dungeon_rng_below(&g->layout->rng, (uint64_t)g->cols * (uint64_t)g->rows);
        g->holds[g->at[0]] = 0;
        g->tries = 0;
        if (place(g, 1)) return true;
    }
    return false;
}

static void tag_room(lattice *g, int node, int x, int y, int width, int height)
{
    static const int tags[DADO_MISSION_LABELS] = {
        [DADO_MISSION_ENEMY] = DADO_TAG_ENEMY, [DADO_MISSION_BOSS] = DADO_TAG_BOSS,
        [DADO_MISSION_LIFE] = DADO_TAG_HEAL,   [DADO_MISSION_ITEM] = DADO_TAG_ITEM,
        [DADO_MISSION_GOLD] = DADO_TAG_GOLD,
    };
    dado_generator_layout *l = g->layout;
    int label = g->topology->label[node], tag = tags[label];
    int count = label == DADO_MISSION_ENEMY ? dado_dungeon_rng_between(&l->rng, 1, 2) : 1;
    for (int i = 0; i < count && tag != DADO_TAG_NONE; i++) {
        int cell =
            dado_generator_layout_at(l, x + (int)dado_dungeon_rng_below(&l->rng, (uint64_t)width),
                                     y + (int)dado_dungeon_rng_below(&l->rng, (uint64_t)height));
        l->tag[cell] = (uint8_t)tag;
    }
    int here = dado_generator_layout_at(l, g->x[node], g->y[node]);
    if (label == DADO_MISSION_START) l->start = here;
    if (label == DADO_MISSION_END) l->exit = here;
}

static void dig_room(lattice *g, int node)
{
    dado_generator_layout *l = g->layout;
    int left = 1 + g->at[node] % g->cols * g->side, top = 1 + g->at[node] / g->cols * g->side;
    int most = g->side - 2, width = 1, height = 1;
    if (g->topology->label[node] != DADO_MISSION_HALL) {
        width = dado_dungeon_rng_between(&l->rng, 2, most);
        height = dado_dungeon_rng_between(&l->rng, 2, most);
    }
    int x = left + (int)dado_dungeon_rng_below(&l->rng, (uint64_t)(g->side - 1 - width));
    int y = top + (int)dado_dungeon_rng_below(&l->rng, (uint64_t)(g->side - 1 - height));
    dado_generator_layout_rect(l, x, y, width, height);
    g->x[node] = x + (int)dado_dungeon_rng_below(&l->rng, (uint64_t)width);
    g->y[node] = y + (int)dado_dungeon_rng_below(&l->rng, (uint64_t)height);
    tag_room(g, node, x, y, width, height);
}

static int cell_of(const lattice *g, int node)
{
    return dado_generator_layout_at(g->layout, g->x[node], g->y[node]);
}

// Joins two nodes through unused lattice cells; returns false if there is no way.
static bool dig_loop(lattice *g, int from, int to)
{
    int16_t came[lattice_most];
    int queue[lattice_most], head = 0, tail = 0;
    for (int i = 0; i < g->cols * g->rows; i++) came[i] = -1;
    queue[tail++] = g->at[from];
    came[g->at[from]] = (int16_t)g->at[from];
    while (head < tail && came[g->at[to]] < 0) {
        int cell = queue[head++];
        for (int d = 0; d < 4; d++) {
            int x = cell % g->cols + dado_step_x[d], y = cell / g->cols + dado_step_y[d];
            if (!inside(g, x, y)) continue;
            int next = y * g->cols + x;
            bool free = g->holds[next] < 0 || next == g->at[to];
            if (!free || came[next] >= 0) continue;
            came[next] = (int16_t)cell;
            queue[tail++] = next;
        }
    }
    if (came[g->at[to]] < 0) return false;
    int last = cell_of(g, to);
    for (int cell = came[g->at[to]];; cell = came[cell]) {
        int x = 1 + cell % g->cols * g->side + (g->side - 1) / 2;
        int y = 1 + cell / g->cols * g->side + (g->side - 1) / 2;
        int here =
            cell == g->at[from] ? cell_of(g, from) : dado_generator_layout_at(g->layout, x, y);
        dado_generator_layout_corridor(g->layout, last, here);
        last = here;
        if (cell != g->at[from]) g->holds[cell] = (int16_t)from;
        else return true;
    }
}

static void draw(lattice *g, dado_generated *made)
{
    const dado_mission_graph *t = g->topology;
    for (int i = 0; i < t->count; i++) dig_room(g, i);
    for (int i = 1; i < t->count; i++) {
        dado_generator_layout_corridor(g->layout, cell_of(g, t->parent[i]), cell_of(g, i));
    }
    int dropped = 0;
    for (int i = 0; i < t->loops; i++) dropped += !dig_loop(g, t->loop[i][0], t->loop[i][1]);
    dado_text_add(&made->notes, "topology ");
    dado_mission_graph_write(t, &made->notes);
    dado_text_char(&made->notes, '\n');
    if (dropped) {
        dado_text_addf(&made->notes, "%d of %d loops dropped: no free way on the lattice\n",
                       dropped, t->loops);
    }
}

static bool shape(dado_generator_layout *l, const dado_parameter_values *v, dado_generated *made,
                  dado_error *err)
{
    dado_mission_graph topology;
    const char *fixed = v->words[own_topology];
    dado_grammar_weights weights = { v->number[own_chain], v->number[own_fork],
                                     v->number[own_guard], v->number[own_loop],
                                     v->number[own_boss] };
    l->besides = true;
    lattice *g = dado_new(&l->region, lattice, 1);
    if (!g) return dado_fail(err, DADO_LIMIT, "out of memory while generating a map");
    g->layout = l;
    g->topology = &topology;
    g->side = (int)v->number[own_room_max] + 2;
    g->cols = (l->width - 2) / g->side;
    g->rows = (l->height - 2) / g->side;
    if (g->cols < 1) g->cols = 1;
    if (g->rows < 1) g->rows = 1;
    if (g->cols * g->rows > lattice_most) g->rows = lattice_most / g->cols;
    if (fixed && *fixed) {
        if (!dado_mission_graph_read(&topology, fixed, err)) return false;
        if (!place_all(g)) {
            dado_fail(err, DADO_INVALID,
                      "this topology does not fit on a lattice of %d by %d; make the map larger or "
                      "room_max smaller",
                      g->cols, g->rows);
            return dado_fail_code(err, "G_EXHAUSTED");
        }
    } else {
        int steps = (int)v->number[own_steps], asked = steps;
        for (;; steps--) {
            dado_mission_graph_grow(&topology, steps, &weights, &l->rng);
            if (place_all(g)) break;
            made->attempts++;
            if (steps == 0) break;
        }
        if (steps < asked) {
            dado_text_addf(&made->notes, "%d of %d rules applied: no room for more\n", steps,
                           asked);
        }
        if (g->cols * g->rows < 2) {
            dado_generator_layout_rect(l, 1, 1, l->width - 2, l->height - 2);
            return true;
        }
    }
    draw(g, made);
    return true;
}

static bool make(const dado_generator *generator, const dado_parameter_values *v, uint64_t seed,
                 const dado_quality_callback *judge, dado_generated *made, dado_error *err)
{
    (void)generator;
    (void)judge;
    dado_generator_layout l;
    bool fine = dado_generator_layout_begin(&l, v, seed, err) && shape(&l, v, made, err) &&
                dado_generator_layout_finish(&l, v, made, err);
    dado_generator_layout_free(&l);
    return fine;
}

const dado_generator dado_generator_grammar = {
    .name = "grammar",
    .title = "Graph grammar",
    .about = "Grows a graph of places by rules, then lays rooms and corridors out along it.",
    .world = "dungeon",
    .method = "constructive",
    .parameters = parameters,
    .make = make,
};
