// mission_graph.c - grows, reads and writes mission graphs; see mission_graph.h.
#include "worlds/dungeon/mission_graph.h"

#include <ctype.h>
#include <string.h>

const char *const dado_mission_label_names[DADO_MISSION_LABELS] = {
    "Start", "End", "Enemy", "Boss", "Life", "Item", "Gold", "Hall", "Fork",
};

static int add(dado_mission_graph *t, int label, int parent)
{
    t->label[t->count] = label;
    t->parent[t->count] = parent;
    return t->count++;
}

// Inserts a new node between `child` and its parent.
static int put_before(dado_mission_graph *t, int child, int label)
{
    int node = add(t, label, t->parent[child]);
    t->parent[child] = node;
    return node;
}

static int draw_label(dado_dungeon_rng *rng)
{
    static const int labels[] = { DADO_MISSION_ENEMY, DADO_MISSION_HALL, DADO_MISSION_GOLD,
                                  DADO_MISSION_ITEM, DADO_MISSION_LIFE };
    static const int weights[] = { 5, 3, 2, 2, 2 };
    int left = (int)dado_dungeon_rng_below(rng, 14), i = 0;
    while (left >= weights[i]) left -= weights[i++];
    return labels[i];
}

// Draws a random edge, given by the node at its end; every node but Start has one.
static int draw_edge(const dado_mission_graph *t, dado_dungeon_rng *rng)
{
    return 1 + (int)dado_dungeon_rng_below(rng, (uint64_t)t->count - 1);
}

static bool is_leaf(const dado_mission_graph *t, int node)
{
    for (int i = 1; i < t->count; i++) {
        if (t->parent[i] == node) return false;
    }
    return true;
}

static void grow_fork(dado_mission_graph *t, dado_dungeon_rng *rng)
{
    int fork = put_before(t, draw_edge(t, rng), DADO_MISSION_FORK);
    int length = dado_dungeon_rng_between(rng, 1, 3), end = fork;
    for (int i = 1; i < length; i++) end = add(t, draw_label(rng), end);
    add(t, dado_dungeon_rng_below(rng, 2) ? DADO_MISSION_GOLD : DADO_MISSION_ITEM, end);
}

static bool grow_guard(dado_mission_graph *t, dado_dungeon_rng *rng)
{
    int rewards[DADO_MISSION_GRAPH_MOST], count = 0;
    for (int i = 1; i < t->count; i++) {
        bool reward = t->label[i] == DADO_MISSION_ITEM || t->label[i] == DADO_MISSION_GOLD ||
                      t->label[i] == DADO_MISSION_LIFE;
        if (reward && is_leaf(t, i)) rewards[count++] = i;
    }
    if (count == 0) return false;
    put_before(t, rewards[dado_dungeon_rng_below(rng, (uint64_t)count)], DADO_MISSION_ENEMY);
    return true;
}

static int depth_of(const dado_mission_graph *t, int node)
{
    int depth = 0;
    for (; t->parent[node] >= 0; node = t->parent[node]) depth++;
    return depth;
}

// Returns the number of edges between two nodes of the tree.
static int apart(const dado_mission_graph *t, int a, int b)
{
    int steps = 0, depth_a = depth_of(t, a), depth_b = depth_of(t, b);
    while (a != b) {
        if (depth_a >= depth_b) {
            a = t->parent[a];
            depth_a--;
        } else {
            b = t->parent[b];
            depth_b--;
        }
        steps++;
    }
    return steps;
}

static bool grow_loop(dado_mission_graph *t, dado_dungeon_rng *rng)
{
    int pairs[DADO_MISSION_GRAPH_MOST * 4][2], count = 0;
    if (t->loops == DADO_MISSION_GRAPH_LOOPS) return false;
    for (int a = 1; a < t->count; a++) {
        if (t->label[a] != DADO_MISSION_HALL && t->label[a] != DADO_MISSION_FORK) continue;
        for (int b = a + 1; b < t->count && count < DADO_MISSION_GRAPH_MOST * 4; b++) {
            if (t->label[b] != DADO_MISSION_HALL && t->label[b] != DADO_MISSION_FORK) continue;
            if (apart(t, a, b) < 3) continue;
            pairs[count][0] = a;
            pairs[count++][1] = b;
        }
    }
    if (count == 0) return false;
    const int *pair = pairs[dado_dungeon_rng_below(rng, (uint64_t)count)];
    t->loop[t->loops][0] = pair[0];
    t->loop[t->loops++][1] = pair[1];
    return true;
}

static bool grow_boss(dado_mission_graph *t)
{
    for (int i = 0; i < t->count; i++) {
        if (t->label[i] == DADO_MISSION_BOSS) return false;
    }
    for (int i = 0; i < t->count; i++) {
        if (t->label[i] != DADO_MISSION_END) continue;
        put_before(t, i, DADO_MISSION_BOSS);
        return true;
    }
    return false;
}

static bool apply(dado_mission_graph *t, int rule, dado_dungeon_rng *rng)
{
    switch (rule) {
    case 0: put_before(t, draw_edge(t, rng), draw_label(rng)); return true;
    case 1: grow_fork(t, rng); return true;
    case 2: return grow_guard(t, rng);
    case 3: return grow_loop(t, rng);
    default: return grow_boss(t);
    }
}

void dado_mission_graph_grow(dado_mission_graph *t, int steps, const dado_grammar_weights *weights,
                             dado_dungeon_rng *rng)
{
    double weight[5] = { weights->chain, weights->fork, weights->guard, weights->loop,
                         weights->boss };
    double total = 0;
    *t = (dado_mission_graph){ 0 };
    add(t, DADO_MISSION_END, add(t, DADO_MISSION_START, -1));
    for (int i = 0; i < 5; i++) total += weight[i];
    // If a rule does not fit, another is drawn, up to 20 times per step.
    for (int step = 0; step < steps && total > 0 && t->count < DADO_MISSION_GRAPH_MOST - 6;
         step++) {
        for (int tries = 0; tries < 20; tries++) {
            double left = dado_dungeon_rng_unit(rng) * total;
            int rule = 0;
            while (rule < 4 && left >= weight[rule]) left -= weight[rule++];
            if (apply(t, rule, rng)) break;
        }
    }
}

typedef struct reader {
    dado_mission_graph *topology;
    const char *text, *at;
    dado_error *err;
    int depth;
} reader;

static bool wrong(reader *r, const char *why)
{
    dado_fail(r->err, DADO_SYNTAX, "topology, at character %d: %s", (int)(r->at - r->text) + 1,
              why);
    return dado_fail_code(r->err, "G_PARAM");
}

static void skip(reader *r)
{
    while (isspace((unsigned char)*r->at)) r->at++;
}

static bool read_chain(reader *r, int parent);

static bool read_branches(reader *r, int node)
{
    char close = *r->at == '[' ? ']' : ')';
    if (++r->depth > 20) return wrong(r, "brackets are nested too deeply");
    do {
        r->at++;
        if (!read_chain(r, node)) return false;
        skip(r);
    } while (*r->at == ';');
    r->depth--;
    if (*r->at != close) return wrong(r, "a closing bracket is missing here");
    r->at++;
    return true;
}

static bool read_node(reader *r, int parent, int *node)
{
    skip(r);
    size_t length = 0;
    while (isalpha((unsigned char)r->at[length])) length++;
    for (int label = 0; label < DADO_MISSION_LABELS; label++) {
        const char *word = dado_mission_label_names[label];
        if (strlen(word) != length || strncmp(word, r->at, length) != 0) continue;
        if (r->topology->count == DADO_MISSION_GRAPH_MOST)
            return wrong(r, "there are too many places");
        if ((label == DADO_MISSION_START) != (r->topology->count == 0)) {
            return wrong(r, "Start must come first, and only once");
        }
        *node = add(r->topology, label, parent);
        r->at += length;
        skip(r);
        return *r->at != '[' && *r->at != '(' ? true : read_branches(r, *node);
    }
    return wrong(r, "expected Start, End, Enemy, Boss, Life, Item, Gold, Hall or Fork");
}

static bool read_chain(reader *r, int parent)
{
    int node = parent;
    for (;;) {
        if (!read_node(r, node, &node)) return false;
        skip(r);
        if (strncmp(r->at, "->", 2) != 0) return true;
        r->at += 2;
    }
}

bool dado_mission_graph_read(dado_mission_graph *t, const char *text, dado_error *err)
{
    *t = (dado_mission_graph){ 0 };
    reader r = { t, text, text, err, 0 };
    if (!read_chain(&r, -1)) return false;
    if (*r.at) return wrong(&r, "expected -> or the end");
    int ends = 0;
    for (int i = 0; i < t->count; i++) ends += t->label[i] == DADO_MISSION_END && is_leaf(t, i);
    for (int i = 0; i < t->count; i++) ends -= t->label[i] == DADO_MISSION_END && !is_leaf(t, i);
    return ends == 1 || wrong(&r, "there must be exactly one End, with nothing after it");
}

static bool leads_to_end(const dado_mission_graph *t, int node)
{
    for (int i = 0; i < t->count; i++) {
        if (t->label[i] != DADO_MISSION_END) continue;
        for (int at = i; at >= 0; at = t->parent[at]) {
            if (at == node) return true;
        }
    }
    return false;
}

static void write_from(const dado_mission_graph *t, int node, dado_text *out)
{
    dado_text_add(out, dado_mission_label_names[t->label[node]]);
    int next = -1, branches = 0;
    for (int i = 1; i < t->count; i++) {
        if (t->parent[i] == node && (next < 0 || leads_to_end(t, i))) next = i;
    }
    for (int i = 1; i < t->count; i++) {
        if (t->parent[i] != node || i == next) continue;
        dado_text_char(out, branches++ ? ';' : '[');
        write_from(t, i, out);
    }
    if (branches) dado_text_char(out, ']');
    if (next < 0) return;
    dado_text_add(out, "->");
    write_from(t, next, out);
}

void dado_mission_graph_write(const dado_mission_graph *t, dado_text *out)
{
    write_from(t, 0, out);
}
