// mcts.c - a tree that grows where it pays: UCT, and ISMCTS where hands are hidden.
//
// Both are one engine. Each iteration takes a state that fits the view, walks
// down the tree by upper confidence bounds, adds one node, plays on at random
// and credits every node on the way. With hidden hands each iteration guesses
// them anew, and since a move that one guess allows another may not, a node
// competes only over the visits in which it could have been chosen. Luck is
// drawn anew each time and has no nodes: the tree is one of decisions.
//
// The nodes are found through one hash table keyed by parent and move, so a
// node with a thousand moves costs no more than those that are looked at.
//
// Where nothing is hidden and nothing left to luck, what was found out about a
// move is as true when it has been made: with `reuse` the part of the tree
// below what was played is kept for the next decision. Nobody tells a player
// what the others did, so the node is looked for whose moves, made from the
// last position, lead to this one. Room for all of it is given with the match.
#include <string.h>

#include "agents/search.h"
#include "measure/special.h"

typedef struct node {
    dado_move move;
    uint32_t parent;
    uint32_t visits;
    uint32_t available;  // visits of the parent in which this move was legal
    int32_t actor;       // who chose the move
    double worth;        // sum, for that actor
} node;

typedef struct grower {
    dado_search how;
    double explore;
    uint32_t most_nodes;
    uint32_t buckets;      // a power of two
    bool reuse;            // keeps the tree from decision to decision
    const double *log_of;  // of whole numbers below most_logs
    uint32_t most_logs;
} grower;

typedef struct tree {
    const grower *g;
    node *nodes;
    uint32_t *table;  // node numbers, 0 where free: nothing leads to the root
    uint32_t count;
} tree;

// What is kept between two decisions: this, the position then and now, the nodes, the table.
typedef struct memory {
    bool planted;
    int decision;          // the question it was asked then
    uint32_t count;        // of nodes
    uint32_t chosen;       // the node of the move it made
    double least, most;    // scores seen
} memory;

enum { alignment = 16 };

static size_t rounded(size_t bytes)
{
    return (bytes + alignment - 1) / alignment * alignment;
}

static size_t before_nodes(const dado_game *game)
{
    return rounded(sizeof(memory)) + 2 * rounded(game->state_size);
}

static bool open_any(dado_agent *agent, const dado_options *options, dado_arena *arena,
                     dado_error *err)
{
    grower *g = dado_new(arena, grower, 1);
    if (!g) return dado_fail(err, DADO_LIMIT, "no memory left for the search player");
    dado_ask ask = dado_ask_begin(options);
    g->how = dado_search_ask(&ask, 1000);
    g->explore = dado_ask_real(&ask, "explore", 0.7, 0, 100);
    int64_t nodes = dado_ask_int(&ask, "nodes", 1 << 18, 16, 1 << 26);
    bool reuse = dado_ask_bool(&ask, "reuse", true);
    if (!dado_ask_end(&ask, arena, &agent->options, err)) return false;
    g->reuse = reuse && !agent->game->secrets && !agent->game->luck;
    // An iteration adds at most one node, so few iterations need little room; of what was kept
    // there may be as much again, and some.
    int64_t needed = (g->reuse ? 4 : 1) * g->how.iterations + 2;
    if (!g->how.ms && nodes > needed) nodes = needed;
    g->most_nodes = (uint32_t)nodes;
    g->buckets = 16;
    while (g->buckets < 2 * g->most_nodes) g->buckets *= 2;
    g->most_logs = g->most_nodes + 2;
    double *logs = dado_new(arena, double, g->most_logs);
    if (!logs) return dado_fail(err, DADO_LIMIT, "no memory left: use fewer nodes");
    for (uint32_t n = 2; n < g->most_logs; n++) logs[n] = dado_log(n);
    g->log_of = logs;
    agent->data = g;
    size_t room = g->most_nodes * sizeof(node) + g->buckets * sizeof(uint32_t) + alignment;
    agent->scratch_size = dado_bench_size(agent->game) + (g->reuse ? 0 : room);
    if (g->reuse) agent->self_size = before_nodes(agent->game) + room;
    return true;
}

static bool open_uct(dado_agent *agent, const dado_options *options, dado_arena *arena,
                     dado_error *err)
{
    if (agent->game->secrets) {
        return dado_fail(err, DADO_MEANING,
                         "uct needs open information and %s has secrets; use ismcts",
                         agent->game->rules->title);
    }
    return open_any(agent, options, arena, err);
}

static tree ground(const dado_turn *turn, const grower *g)
{
    unsigned char *room = g->reuse ? (unsigned char *)turn->self + before_nodes(turn->game)
                                   : (unsigned char *)turn->scratch + dado_bench_size(turn->game);
    tree t = { .g = g, .nodes = (node *)room };
    t.table = (uint32_t *)(t.nodes + g->most_nodes);
    return t;
}

static void plant(tree *t)
{
    memset(t->table, 0, t->g->buckets * sizeof *t->table);
    t->nodes[0] = (node){ .actor = DADO_NOBODY };
    t->count = 1;
}

static uint32_t bucket_of(const tree *t, uint32_t parent, dado_move move)
{
    uint64_t mixed = (move ^ (uint64_t)parent << 40) * 0x9E3779B97F4A7C15u;
    mixed ^= mixed >> 29;
    mixed *= 0xBF58476D1CE4E5B9u;
    return (uint32_t)(mixed >> 32) & (t->g->buckets - 1);
}

// The node of that move, or the free place in the table where it would stand.
static uint32_t find(const tree *t, uint32_t parent, dado_move move, uint32_t *place)
{
    uint32_t b = bucket_of(t, parent, move);
    while (t->table[b]) {
        const node *n = &t->nodes[t->table[b]];
        if (n->parent == parent && n->move == move) return t->table[b];
        b = (b + 1) & (t->g->buckets - 1);
    }
    *place = b;
    return 0;
}

// --- what was found out before ---

// Whether the moves that lead to the node, made from the position then, lead to the position now.
static bool leads_here(const tree *t, dado_bench *bench, uint32_t to, int steps,
                       const unsigned char *then, const unsigned char *now)
{
    enum { most_steps = 32 };
    const dado_game *game = bench->game;
    dado_move path[most_steps];
    if (steps > most_steps) return false;
    for (int i = steps - 1; i >= 0; i--, to = t->nodes[to].parent) path[i] = t->nodes[to].move;
    memcpy(bench->state, then, game->state_size);
    for (int i = 0; i < steps; i++) {
        game->rules->apply(game, bench->state, path[i]);
        if (dado_bench_settle(bench) == DADO_NOBODY) return false;
    }
    return memcmp(bench->state, now, game->state_size) == 0;
}

static bool is_below(const tree *t, uint32_t at, uint32_t above, int steps)
{
    for (; steps > 0 && at > above; steps--) at = t->nodes[at].parent;
    return steps == 0 && at == above;
}

// The node the play has come to since the last decision; 0 if there is none.
static uint32_t find_played(const tree *t, dado_bench *bench, const memory *m, int others,
                            const unsigned char *then, const unsigned char *now)
{
    int64_t left = bench->how.ms ? t->g->most_nodes : bench->how.iterations;  // moves to try
    for (uint32_t at = m->chosen; at < m->count && left > 0; at++) {
        if (!is_below(t, at, m->chosen, others)) continue;
        if (leads_here(t, bench, at, others + 1, then, now)) return at;
        left -= others + 1;
    }
    return 0;
}

// What hangs from the node is moved to the front, and the node itself is the root. Who hangs from a
// node comes after it, so that one pass will do; where each went is written into the table, which
// is laid out anew afterwards. The last node may have been made as time ran out, and tells nothing.
static void cut_down(tree *t, uint32_t root, uint32_t count)
{
    uint32_t *moved = t->table;
    memset(moved, 0, count * sizeof *moved);
    t->nodes[0] = (node){ .actor = DADO_NOBODY };
    t->count = 1;
    for (uint32_t at = root + 1; at < count; at++) {
        node n = t->nodes[at];
        if ((n.parent != root && !moved[n.parent]) || n.visits == 0) continue;
        n.parent = n.parent == root ? 0 : moved[n.parent];
        moved[at] = t->count;
        t->nodes[t->count++] = n;
    }
    memset(t->table, 0, t->g->buckets * sizeof *t->table);
    for (uint32_t at = 1; at < t->count; at++) {
        uint32_t place = 0;
        find(t, t->nodes[at].parent, t->nodes[at].move, &place);
        t->table[place] = at;
    }
}

// Takes up the tree where the play has come to, or plants another.
static void take_up(tree *t, dado_bench *bench, const dado_turn *turn)
{
    memory *m = turn->self;
    unsigned char *now = (unsigned char *)turn->self + rounded(sizeof *m);
    unsigned char *then = now + rounded(turn->game->state_size);
    int others = turn->decision - m->decision - 1;
    uint32_t root = 0;
    memcpy(then, now, turn->game->state_size);
    dado_bench_guess(bench, turn);
    memcpy(now, bench->state, turn->game->state_size);
    if (m->planted && others >= 0) root = find_played(t, bench, m, others, then, now);
    if (root) {
        cut_down(t, root, m->count);
        bench->least = m->least;
        bench->most = m->most;
    } else {
        plant(t);
    }
}

static void keep(const tree *t, const dado_bench *bench, const dado_turn *turn, int made)
{
    uint32_t place;
    memory *m = turn->self;
    m->chosen = find(t, 0, turn->moves[made], &place);
    m->planted = m->chosen != 0;
    m->decision = turn->decision;
    m->count = t->count;
    m->least = bench->least;
    m->most = bench->most;
}

// --- thinking ---

static double log_of(const grower *g, uint32_t n)
{
    return g->log_of[n < g->most_logs ? n : g->most_logs - 1];
}

// Chooses among the moves listed in the bench. Answers the child's number and
// sets `move`; 0 if the move has no node and there is no room to make one.
static uint32_t descend(tree *t, dado_bench *bench, uint32_t parent, int actor, int count,
                        dado_move *move, bool *grown)
{
    const grower *g = t->g;
    uint32_t best = 0, place = 0, free_place = 0;
    double best_bound = -1;
    int unknown = 0;
    for (int i = 0; i < count; i++) {
        uint32_t child = find(t, parent, bench->moves[i], &place);
        if (!child) {
            unknown++;  // each new move is as likely as the next
            if (unknown == 1 || dado_quick_below(&bench->quick, (uint32_t)unknown) == 0) {
                *move = bench->moves[i];
                free_place = place;
            }
            continue;
        }
        node *n = &t->nodes[child];
        n->available++;
        if (unknown) continue;
        double bound = n->worth / n->visits +
                       g->explore * sqrt(log_of(g, n->available) / n->visits);
        if (bound > best_bound) {
            best_bound = bound;
            best = child;
        }
    }
    if (unknown == 0) {
        *move = t->nodes[best].move;
        return best;
    }
    if (t->count == g->most_nodes) return 0;
    *grown = true;
    uint32_t made = t->count++;
    t->nodes[made] =
        (node){ .move = *move, .parent = parent, .available = 1, .actor = (int32_t)actor };
    t->table[free_place] = made;
    return made;
}

static void iterate(tree *t, dado_bench *bench)
{
    const dado_game *game = bench->game;
    uint32_t at = 0;
    int steps = 0;
    int actor;
    bool grown = false;
    while (!grown && (actor = dado_bench_settle(bench)) != DADO_NOBODY &&
           steps < bench->how.depth) {
        int count = game->rules->legal(game, bench->state, bench->moves);
        dado_move move = bench->moves[0];
        uint32_t child = descend(t, bench, at, actor, count, &move, &grown);
        game->rules->apply(game, bench->state, move);
        steps++;
        if (!child) break;
        at = child;
    }
    if (!dado_bench_playout(bench, steps)) return;
    for (; at; at = t->nodes[at].parent) {
        t->nodes[at].visits++;
        t->nodes[at].worth += bench->worth[t->nodes[at].actor];
    }
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    if (turn->count == 1) return 0;
    const grower *g = agent->data;
    dado_bench bench = dado_bench_begin(turn, &g->how);
    tree t = ground(turn, g);
    if (g->reuse) take_up(&t, &bench, turn);
    else plant(&t);
    while (dado_bench_more(&bench)) {
        dado_bench_guess(&bench, turn);
        iterate(&t, &bench);
    }
    *turn->effort += bench.done;
    // Moves that came out alike are taken as often one as the other, or a
    // player without a preference would look as if it had one.
    int best = 0, level = 0;
    uint32_t most_visits = 0, place;
    double best_worth = 0;
    for (int i = 0; i < turn->count; i++) {
        uint32_t child = find(&t, 0, turn->moves[i], &place);
        if (!child) continue;
        const node *n = &t.nodes[child];
        bool more = n->visits > most_visits;
        bool alike = n->visits == most_visits && n->worth == best_worth;
        if (more || (n->visits == most_visits && n->worth > best_worth)) level = 0;
        else if (!alike) continue;
        level++;
        if (level > 1 && dado_rng_below(turn->luck, (uint64_t)level) != 0) continue;
        best = i;
        most_visits = n->visits;
        best_worth = n->worth;
    }
    if (g->reuse) keep(&t, &bench, turn, best);
    return best;
}

const dado_agent_kind dado_agent_uct = {
    .name = "uct",
    .title = "UCT",
    .about = "Grows a tree of moves where it pays; for games without secrets.",
    .open = open_uct,
    .choose = choose,
};

const dado_agent_kind dado_agent_ismcts = {
    .name = "ismcts",
    .title = "ISMCTS",
    .about = "Grows a tree over guesses of what is hidden; plays any game.",
    .open = open_any,
    .choose = choose,
};
