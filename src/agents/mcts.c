// mcts.c - Monte Carlo tree search: UCT, and ISMCTS for games with hidden information.
//
// Both are one engine. Each iteration takes a state that fits the view, walks down the
// tree by upper confidence bounds, adds one node, plays on at random, and updates every
// node on the way. With hidden information each iteration guesses it anew. A move that
// one guess allows may not be legal in another, so a node counts only the visits in which
// it could have been chosen. Luck is drawn anew each time and has no nodes: all nodes are
// decisions.
//
// Nodes are found through one hash table with parent and move as key, so a node with a
// thousand moves costs no more than the moves that are tried.
//
// In a game without hidden information and luck, what was found out about a move is still
// true after it is made: `reuse` keeps the part of the tree below the moves played for
// the next decision. An agent does not get the moves of others, so it looks for the node
// whose moves lead from the last position to the current one. Memory for all of it is
// allocated with the match.
#include <string.h>

#include "agents/search_common.h"
#include "measure/special_functions.h"

typedef struct node {
    dado_move move;
    uint32_t parent;
    uint32_t visits;
    uint32_t available;  // visits of the parent in which this move was legal
    int32_t actor;       // the player that chose the move
    double worth;        // sum of results for that player
} node;

typedef struct mcts_settings {
    dado_search_settings how;
    double explore;
    uint32_t most_nodes;
    uint32_t buckets;      // a power of two
    bool reuse;            // keep the tree from one decision to the next
    const double *log_of;  // logarithms of whole numbers below most_logs
    uint32_t most_logs;
} mcts_settings;

typedef struct tree {
    const mcts_settings *g;
    node *nodes;
    uint32_t *table;  // node numbers; 0 if free, because the root is nobody's child
    uint32_t count;
} tree;

// What is kept between two decisions: this struct, the positions of the last and the
// current decision, the nodes, the table.
typedef struct memory {
    bool has_tree;
    int decision;        // number of that decision
    uint32_t count;      // number of nodes
    uint32_t chosen;     // the node of the move it made
    double least, most;  // lowest and highest score seen
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

static bool open_any(dado_agent *agent, const dado_options *options, dado_region *region,
                     dado_error *err)
{
    mcts_settings *g = dado_new(region, mcts_settings, 1);
    if (!g) return dado_fail(err, DADO_LIMIT, "no memory left for the search player");
    dado_option_reader ask = dado_option_reader_begin(options);
    g->how = dado_search_settings_ask(&ask, 1000);
    g->explore = dado_option_real(&ask, "explore", 0.7, 0, 100);
    int64_t nodes = dado_option_int(&ask, "nodes", 1 << 18, 16, 1 << 26);
    bool reuse = dado_option_bool(&ask, "reuse", true);
    if (!dado_option_reader_end(&ask, region, &agent->options, err)) return false;
    g->reuse = reuse && !agent->game->secrets && !agent->game->luck;
    // An iteration adds at most one node, so few iterations need little memory. The kept
    // part may be as large again, and somewhat more.
    int64_t needed = (g->reuse ? 4 : 1) * g->how.iterations + 2;
    if (!g->how.ms && nodes > needed) nodes = needed;
    g->most_nodes = (uint32_t)nodes;
    g->buckets = 16;
    while (g->buckets < 2 * g->most_nodes) g->buckets *= 2;
    g->most_logs = g->most_nodes + 2;
    double *logs = dado_new(region, double, g->most_logs);
    if (!logs) return dado_fail(err, DADO_LIMIT, "no memory left: use fewer nodes");
    for (uint32_t n = 2; n < g->most_logs; n++) logs[n] = dado_log(n);
    g->log_of = logs;
    agent->data = g;
    size_t room = g->most_nodes * sizeof(node) + g->buckets * sizeof(uint32_t) + alignment;
    agent->scratch_size = dado_search_run_size(agent->game) + (g->reuse ? 0 : room);
    if (g->reuse) agent->self_size = before_nodes(agent->game) + room;
    return true;
}

static bool open_uct(dado_agent *agent, const dado_options *options, dado_region *region,
                     dado_error *err)
{
    if (agent->game->secrets) {
        return dado_fail(err, DADO_INVALID,
                         "uct needs open information and %s has secrets; use ismcts",
                         agent->game->rules->title);
    }
    return open_any(agent, options, region, err);
}

static tree tree_at(const dado_turn *turn, const mcts_settings *g)
{
    unsigned char *room = g->reuse
                              ? (unsigned char *)turn->self + before_nodes(turn->game)
                              : (unsigned char *)turn->scratch + dado_search_run_size(turn->game);
    tree t = { .g = g, .nodes = (node *)room };
    t.table = (uint32_t *)(t.nodes + g->most_nodes);
    return t;
}

static void reset_tree(tree *t)
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

// Returns the node of that move; if there is none, sets `place` to the free table entry
// for it.
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

// --- reusing the tree ---

// Tells whether the moves that lead to the node, made from the last position, give the
// current position.
static bool leads_here(const tree *t, dado_search_run *run, uint32_t to, int steps,
                       const unsigned char *then, const unsigned char *now)
{
    enum { most_steps = 32 };
    const dado_game *game = run->game;
    dado_move path[most_steps];
    if (steps > most_steps) return false;
    for (int i = steps - 1; i >= 0; i--, to = t->nodes[to].parent) path[i] = t->nodes[to].move;
    memcpy(run->state, then, game->state_size);
    for (int i = 0; i < steps; i++) {
        game->rules->apply(game, run->state, path[i]);
        if (dado_search_run_chance(run) == DADO_NOBODY) return false;
    }
    return memcmp(run->state, now, game->state_size) == 0;
}

static bool is_below(const tree *t, uint32_t at, uint32_t above, int steps)
{
    for (; steps > 0 && at > above; steps--) at = t->nodes[at].parent;
    return steps == 0 && at == above;
}

// Returns the node that the match has reached since the last decision; 0 if there is
// none.
static uint32_t find_reached_node(const tree *t, dado_search_run *run, const memory *m, int others,
                                  const unsigned char *then, const unsigned char *now)
{
    // Number of moves that may be tried.
    int64_t left = run->how.ms ? t->g->most_nodes : run->how.iterations;
    for (uint32_t at = m->chosen; at < m->count && left > 0; at++) {
        if (!is_below(t, at, m->chosen, others)) continue;
        if (leads_here(t, run, at, others + 1, then, now)) return at;
        left -= others + 1;
    }
    return 0;
}

// Moves the subtree below the node to the front and makes the node the root. Children
// come after their parents, so one pass is enough. The new index of each node is noted in
// the table, which is rebuilt afterwards. The last node may be from an iteration that ran
// out of time; it has no visits and is dropped.
static void keep_subtree(tree *t, uint32_t root, uint32_t count)
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

// Continues with the part of the tree that the match has reached, or starts a new tree.
static void reuse_tree(tree *t, dado_search_run *run, const dado_turn *turn)
{
    memory *m = turn->self;
    unsigned char *now = (unsigned char *)turn->self + rounded(sizeof *m);
    unsigned char *then = now + rounded(turn->game->state_size);
    int others = turn->decision - m->decision - 1;
    uint32_t root = 0;
    memcpy(then, now, turn->game->state_size);
    dado_search_run_determinize(run, turn);
    memcpy(now, run->state, turn->game->state_size);
    if (m->has_tree && others >= 0) root = find_reached_node(t, run, m, others, then, now);
    if (root) {
        keep_subtree(t, root, m->count);
        run->least = m->least;
        run->most = m->most;
    } else {
        reset_tree(t);
    }
}

static void keep(const tree *t, const dado_search_run *run, const dado_turn *turn, int made)
{
    uint32_t place;
    memory *m = turn->self;
    m->chosen = find(t, 0, turn->moves[made], &place);
    m->has_tree = m->chosen != 0;
    m->decision = turn->decision;
    m->count = t->count;
    m->least = run->least;
    m->most = run->most;
}

// --- search ---

static double log_of(const mcts_settings *g, uint32_t n)
{
    return g->log_of[n < g->most_logs ? n : g->most_logs - 1];
}

// Chooses among the moves listed in `run`. Returns the child's number and sets `move`; 0
// if the move has no node and there is no room for one.
static uint32_t descend(tree *t, dado_search_run *run, uint32_t parent, int actor, int count,
                        dado_move *move, bool *grown)
{
    const mcts_settings *g = t->g;
    uint32_t best = 0, place = 0, free_place = 0;
    double best_bound = -1;
    int unknown = 0;
    for (int i = 0; i < count; i++) {
        uint32_t child = find(t, parent, run->moves[i], &place);
        if (!child) {
            unknown++;  // picks each new move with equal probability
            if (unknown == 1 || dado_fast_rng_below(&run->quick, (uint32_t)unknown) == 0) {
                *move = run->moves[i];
                free_place = place;
            }
            continue;
        }
        node *n = &t->nodes[child];
        n->available++;
        if (unknown) continue;
        double bound =
            n->worth / n->visits + g->explore * sqrt(log_of(g, n->available) / n->visits);
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

static void iterate(tree *t, dado_search_run *run)
{
    const dado_game *game = run->game;
    uint32_t at = 0;
    int steps = 0;
    int actor;
    bool grown = false;
    while (!grown && (actor = dado_search_run_chance(run)) != DADO_NOBODY &&
           steps < run->how.depth) {
        int count = game->rules->legal(game, run->state, run->moves);
        dado_move move = run->moves[0];
        uint32_t child = descend(t, run, at, actor, count, &move, &grown);
        game->rules->apply(game, run->state, move);
        steps++;
        if (!child) break;
        at = child;
    }
    if (!dado_search_run_playout(run, steps)) return;
    for (; at; at = t->nodes[at].parent) {
        t->nodes[at].visits++;
        t->nodes[at].worth += run->worth[t->nodes[at].actor];
    }
}

// The value of a move is its share of all visits, for the move visited most is chosen.
static void value_moves(const dado_agent *agent, const dado_turn *turn, double *values)
{
    const mcts_settings *g = agent->data;
    dado_search_run run = dado_search_run_begin(turn, &g->how);
    tree t = tree_at(turn, g);
    double all = 0;
    reset_tree(&t);
    while (dado_search_run_continue(&run)) {
        dado_search_run_determinize(&run, turn);
        iterate(&t, &run);
    }
    for (int i = 0; i < turn->count; i++) {
        uint32_t place, child = find(&t, 0, turn->moves[i], &place);
        values[i] = child ? t.nodes[child].visits : 0;
        all += values[i];
    }
    for (int i = 0; all > 0 && i < turn->count; i++) values[i] /= all;
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    if (turn->count == 1) return 0;
    const mcts_settings *g = agent->data;
    dado_search_run run = dado_search_run_begin(turn, &g->how);
    tree t = tree_at(turn, g);
    if (g->reuse) reuse_tree(&t, &run, turn);
    else reset_tree(&t);
    while (dado_search_run_continue(&run)) {
        dado_search_run_determinize(&run, turn);
        iterate(&t, &run);
    }
    *turn->effort += run.done;
    // Chooses at random among moves with equal results. Otherwise a player without a
    // preference would seem to have one.
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
    if (g->reuse) keep(&t, &run, turn, best);
    return best;
}

const dado_agent_kind dado_agent_uct = {
    .size = sizeof(dado_agent_kind),
    .name = "uct",
    .title = "UCT",
    .about = "Grows a tree of moves where it pays; for games without secrets.",
    .open = open_uct,
    .choose = choose,
    .values = value_moves,
};

const dado_agent_kind dado_agent_ismcts = {
    .size = sizeof(dado_agent_kind),
    .name = "ismcts",
    .title = "ISMCTS",
    .about = "Grows a tree over guesses of what is hidden; plays any game.",
    .open = open_any,
    .choose = choose,
    .values = value_moves,
};
