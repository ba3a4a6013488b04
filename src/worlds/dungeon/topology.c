// topology.c - see topology.h.
#include "worlds/dungeon/topology.h"

#include <ctype.h>
#include <string.h>

const char *const dado_place_words[DADO_PLACE_LABELS] = {
    "Start", "End", "Enemy", "Boss", "Life", "Item", "Gold", "Hall", "Fork",
};

static int add(dado_topology *t, int label, int parent)
{
    t->label[t->count] = label;
    t->parent[t->count] = parent;
    return t->count++;
}

// Puts a new node between `child` and its parent.
static int put_before(dado_topology *t, int child, int label)
{
    int node = add(t, label, t->parent[child]);
    t->parent[child] = node;
    return node;
}

static int draw_label(dado_luck *luck)
{
    static const int labels[] = { DADO_PLACE_ENEMY, DADO_PLACE_HALL, DADO_PLACE_GOLD,
                                  DADO_PLACE_ITEM, DADO_PLACE_LIFE };
    static const int weights[] = { 5, 3, 2, 2, 2 };
    int left = (int)dado_luck_below(luck, 14), i = 0;
    while (left >= weights[i]) left -= weights[i++];
    return labels[i];
}

// Any node but Start stands for the edge that leads to it.
static int draw_edge(const dado_topology *t, dado_luck *luck)
{
    return 1 + (int)dado_luck_below(luck, (uint64_t)t->count - 1);
}

static bool is_leaf(const dado_topology *t, int node)
{
    for (int i = 1; i < t->count; i++) {
        if (t->parent[i] == node) return false;
    }
    return true;
}

static void grow_fork(dado_topology *t, dado_luck *luck)
{
    int fork = put_before(t, draw_edge(t, luck), DADO_PLACE_FORK);
    int length = dado_luck_between(luck, 1, 3), end = fork;
    for (int i = 1; i < length; i++) end = add(t, draw_label(luck), end);
    add(t, dado_luck_below(luck, 2) ? DADO_PLACE_GOLD : DADO_PLACE_ITEM, end);
}

static bool grow_guard(dado_topology *t, dado_luck *luck)
{
    int rewards[DADO_TOPOLOGY_MOST], count = 0;
    for (int i = 1; i < t->count; i++) {
        bool reward = t->label[i] == DADO_PLACE_ITEM || t->label[i] == DADO_PLACE_GOLD ||
                      t->label[i] == DADO_PLACE_LIFE;
        if (reward && is_leaf(t, i)) rewards[count++] = i;
    }
    if (count == 0) return false;
    put_before(t, rewards[dado_luck_below(luck, (uint64_t)count)], DADO_PLACE_ENEMY);
    return true;
}

static int depth_of(const dado_topology *t, int node)
{
    int depth = 0;
    for (; t->parent[node] >= 0; node = t->parent[node]) depth++;
    return depth;
}

// Edges between two nodes of the tree.
static int apart(const dado_topology *t, int a, int b)
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

static bool grow_loop(dado_topology *t, dado_luck *luck)
{
    int pairs[DADO_TOPOLOGY_MOST * 4][2], count = 0;
    if (t->loops == DADO_TOPOLOGY_LOOPS) return false;
    for (int a = 1; a < t->count; a++) {
        if (t->label[a] != DADO_PLACE_HALL && t->label[a] != DADO_PLACE_FORK) continue;
        for (int b = a + 1; b < t->count && count < DADO_TOPOLOGY_MOST * 4; b++) {
            if (t->label[b] != DADO_PLACE_HALL && t->label[b] != DADO_PLACE_FORK) continue;
            if (apart(t, a, b) < 3) continue;
            pairs[count][0] = a;
            pairs[count++][1] = b;
        }
    }
    if (count == 0) return false;
    const int *pair = pairs[dado_luck_below(luck, (uint64_t)count)];
    t->loop[t->loops][0] = pair[0];
    t->loop[t->loops++][1] = pair[1];
    return true;
}

static bool grow_boss(dado_topology *t)
{
    for (int i = 0; i < t->count; i++) {
        if (t->label[i] == DADO_PLACE_BOSS) return false;
    }
    for (int i = 0; i < t->count; i++) {
        if (t->label[i] != DADO_PLACE_END) continue;
        put_before(t, i, DADO_PLACE_BOSS);
        return true;
    }
    return false;
}

static bool apply(dado_topology *t, int rule, dado_luck *luck)
{
    switch (rule) {
    case 0: put_before(t, draw_edge(t, luck), draw_label(luck)); return true;
    case 1: grow_fork(t, luck); return true;
    case 2: return grow_guard(t, luck);
    case 3: return grow_loop(t, luck);
    default: return grow_boss(t);
    }
}

void dado_topology_grow(dado_topology *t, int steps, const dado_grammar_weights *weights,
                        dado_luck *luck)
{
    double weight[5] = { weights->chain, weights->fork, weights->guard, weights->loop,
                         weights->boss };
    double total = 0;
    *t = (dado_topology){ 0 };
    add(t, DADO_PLACE_END, add(t, DADO_PLACE_START, -1));
    for (int i = 0; i < 5; i++) total += weight[i];
    // A rule that does not fit is drawn again, and is given up for this step after a while.
    for (int step = 0; step < steps && total > 0 && t->count < DADO_TOPOLOGY_MOST - 6; step++) {
        for (int tries = 0; tries < 20; tries++) {
            double left = dado_luck_unit(luck) * total;
            int rule = 0;
            while (rule < 4 && left >= weight[rule]) left -= weight[rule++];
            if (apply(t, rule, luck)) break;
        }
    }
}

typedef struct reader {
    dado_topology *topology;
    const char *text, *at;
    dado_error *err;
    int depth;
} reader;

static bool wrong(reader *r, const char *why)
{
    dado_fail(r->err, DADO_SYNTAX, "topology, at letter %d: %s", (int)(r->at - r->text) + 1, why);
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
    if (++r->depth > 20) return wrong(r, "brackets nest too deep");
    do {
        r->at++;
        if (!read_chain(r, node)) return false;
        skip(r);
    } while (*r->at == ';');
    r->depth--;
    if (*r->at != close) return wrong(r, "a bracket is not closed");
    r->at++;
    return true;
}

static bool read_node(reader *r, int parent, int *node)
{
    skip(r);
    size_t length = 0;
    while (isalpha((unsigned char)r->at[length])) length++;
    for (int label = 0; label < DADO_PLACE_LABELS; label++) {
        const char *word = dado_place_words[label];
        if (strlen(word) != length || strncmp(word, r->at, length) != 0) continue;
        if (r->topology->count == DADO_TOPOLOGY_MOST) return wrong(r, "there are too many places");
        if ((label == DADO_PLACE_START) != (r->topology->count == 0)) {
            return wrong(r, "Start comes first, and once");
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

bool dado_topology_read(dado_topology *t, const char *text, dado_error *err)
{
    *t = (dado_topology){ 0 };
    reader r = { t, text, text, err, 0 };
    if (!read_chain(&r, -1)) return false;
    if (*r.at) return wrong(&r, "expected -> or the end");
    int ends = 0;
    for (int i = 0; i < t->count; i++) ends += t->label[i] == DADO_PLACE_END && is_leaf(t, i);
    for (int i = 0; i < t->count; i++) ends -= t->label[i] == DADO_PLACE_END && !is_leaf(t, i);
    return ends == 1 || wrong(&r, "there is one End, and nothing after it");
}

static bool leads_to_end(const dado_topology *t, int node)
{
    for (int i = 0; i < t->count; i++) {
        if (t->label[i] != DADO_PLACE_END) continue;
        for (int at = i; at >= 0; at = t->parent[at]) {
            if (at == node) return true;
        }
    }
    return false;
}

static void write_from(const dado_topology *t, int node, dado_text *out)
{
    dado_text_add(out, dado_place_words[t->label[node]]);
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

void dado_topology_write(const dado_topology *t, dado_text *out)
{
    write_from(t, 0, out);
}
