// odds_cycles.c - computes exact odds of games in which positions can repeat.
//
// First it makes the graph of all positions. If the graph has no cycle, nothing more is
// done here. Otherwise it finds the strongly connected components, sets of positions that
// can reach each other, and visits them in order of play. What flows into a component is
// then known. The numbers of visits to its positions are the solution of a system of
// linear equations, and what flows out goes to later components. All numbers are
// fractions, so the result is exact.
#include "solve/odds_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { most_positions = 1 << 17, max_component_size = 400 };

typedef struct edge {
    uint32_t to, weight, longer;
} edge;

typedef struct graph {
    dado_odds_workspace *w;
    dado_position_table known;
    unsigned char *keys;  // the key of each position, in the order found
    uint32_t *first;      // of each position: its first edge; one more entry ends the last
    uint64_t *total;      // of each position: the sum of the weights of its edges
    edge *edges;
    uint32_t count, edge_count, edge_room;
    // Work space of the search for components:
    uint32_t *low, *order, *stack, *way, *next;
    uint32_t *component_of;  // the component of each position; the last in order of play is 0
    uint32_t components;
    mpq_t *flow;  // flow into each position; later, the expected number of visits to it
} graph;

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "out of memory while computing odds");
}

// Returns the number of the position in `w->child`, or most_positions if there are too
// many.
static uint32_t number_of(graph *g)
{
    size_t slot;
    switch (dado_position_table_find(&g->known, g->w->key_size, g->w->child, &slot)) {
    case DADO_LOOKUP_OLD: return dado_position_table_get(&g->known, slot);
    case DADO_LOOKUP_FULL: return most_positions;
    case DADO_LOOKUP_NEW: break;
    }
    if (g->count == most_positions) return most_positions;
    dado_position_table_set(&g->known, slot, g->count);
    memcpy(g->keys + (size_t)g->count * g->w->key_size, g->w->child, g->w->key_size);
    return g->count++;
}

// Finds all positions and the moves of each. `all` is set to false if there are too many
// positions.
static bool explore(graph *g, bool *all, dado_error *err)
{
    dado_odds_workspace *w = g->w;
    *all = true;
    w->game->rules->start(w->game, w->child);
    if (w->game->rules->canonicalize) w->game->rules->canonicalize(w->game, w->child);
    *dado_odds_length(w, w->child) = 0;
    number_of(g);
    for (uint32_t i = 0; i < g->count; i++) {
        if (!dado_odds_may_continue(g->w, i, err)) return false;
        memcpy(w->key, g->keys + (size_t)i * w->key_size, w->key_size);
        g->first[i] = g->edge_count;
        int count = dado_odds_list(w, &g->total[i], err);
        if (count < 0) return false;
        int actor = w->game->rules->actor(w->game, w->key);
        for (int m = 0; m < count; m++) {
            if (w->weights[m] == 0) continue;
            dado_odds_step(w, actor, w->moves[m]);
            uint32_t to = number_of(g);
            *all = to < most_positions;
            if (!*all) return true;
            if (g->edge_count == g->edge_room) {
                uint32_t room = g->edge_room ? g->edge_room * 2 : 1024;
                edge *edges = realloc(g->edges, room * sizeof *edges);
                if (!edges) return no_memory(err);
                g->edges = edges;
                g->edge_room = room;
            }
            g->edges[g->edge_count++] = (edge){ to, w->weights[m], w->longer };
        }
    }
    g->first[g->count] = g->edge_count;
    return true;
}

// Finds strongly connected components with Tarjan's algorithm, on a stack of its own. The
// component that is last in order of play gets the number 0.
static void find_components(graph *g)
{
    uint32_t met = 0, depth = 0, held = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        g->order[i] = 0;
        g->component_of[i] = UINT32_MAX;
    }
    g->way[depth++] = 0;
    while (depth > 0) {
        uint32_t at = g->way[depth - 1];
        if (g->order[at] == 0) {
            g->order[at] = g->low[at] = ++met;
            g->next[at] = g->first[at];
            g->stack[held++] = at;
        }
        bool deeper = false;
        for (; g->next[at] < g->first[at + 1]; g->next[at]++) {
            uint32_t to = g->edges[g->next[at]].to;
            if (g->order[to] == 0) {
                g->way[depth++] = to;
                deeper = true;
                break;
            }
            if (g->component_of[to] == UINT32_MAX && g->low[to] < g->low[at])
                g->low[at] = g->low[to];
        }
        if (deeper) continue;
        if (g->low[at] == g->order[at]) {
            uint32_t member;
            do {
                member = g->stack[--held];
                g->component_of[member] = g->components;
            } while (member != at);
            g->components++;
        }
        depth--;
    }
}

// Sorts positions by component, in order of play. `from` gets the first index of each
// component and an end mark. Returns the size of the largest component.
static uint32_t sort_by_component(const graph *g, uint32_t *members, uint32_t *from)
{
    uint32_t largest = 0;
    memset(from, 0, ((size_t)g->components + 1) * sizeof *from);
    for (uint32_t i = 0; i < g->count; i++) from[g->components - 1 - g->component_of[i]]++;
    uint32_t before = 0;
    for (uint32_t k = 0; k <= g->components; k++) {
        uint32_t here = k < g->components ? from[k] : 0;
        if (here > largest) largest = here;
        from[k] = before;
        before += here;
    }
    uint32_t *at = g->low;  // reused as work space: the search is over
    for (uint32_t k = 0; k < g->components; k++) at[k] = from[k];
    for (uint32_t i = 0; i < g->count; i++)
        members[at[g->components - 1 - g->component_of[i]]++] = i;
    return largest;
}

static bool is_loop(const graph *g, uint32_t i)
{
    for (uint32_t e = g->first[i]; e < g->first[i + 1]; e++) {
        if (g->edges[e].to == i) return true;
    }
    return false;
}

// Solves the linear equations of one component by elimination with fractions: visits =
// inflow + flow from within. Returns false if it was stopped. `solved` is false if there
// is no unique solution.
static bool solve_component(graph *g, const uint32_t *members, uint32_t count, mpq_t *rows,
                            bool *solved, dado_error *err)
{
    uint32_t wide = count + 1;
    mpq_t part;
    mpq_init(part);
    *solved = true;
    // reused as work space: the search is over
    for (uint32_t i = 0; i < count; i++) g->order[members[i]] = i;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < count; j++) mpq_set_ui(rows[i * wide + j], i == j, 1);
        mpq_set(rows[i * wide + count], g->flow[members[i]]);
    }
    for (uint32_t j = 0; j < count; j++) {
        uint32_t from = members[j];
        for (uint32_t e = g->first[from]; e < g->first[from + 1]; e++) {
            uint32_t to = g->edges[e].to;
            if (g->component_of[to] != g->component_of[from]) continue;
            mpq_set_ui(part, g->edges[e].weight, g->total[from]);
            mpq_canonicalize(part);
            mpq_t *cell = &rows[g->order[to] * wide + j];
            mpq_sub(*cell, *cell, part);
        }
    }
    bool fine = true;
    for (uint32_t j = 0; j < count && fine; j++) {
        uint32_t pivot = j;
        while (pivot < count && mpq_sgn(rows[pivot * wide + j]) == 0) pivot++;
        *solved = pivot < count;
        if (!*solved) break;
        for (uint32_t k = j; k < wide && pivot != j; k++) {
            mpq_swap(rows[pivot * wide + k], rows[j * wide + k]);
        }
        for (uint32_t i = 0; i < count && fine; i++) {
            if (i == j || mpq_sgn(rows[i * wide + j]) == 0) continue;
            fine = dado_odds_may_continue(g->w, 0, err);
            mpq_div(part, rows[i * wide + j], rows[j * wide + j]);
            for (uint32_t k = j; k < wide; k++) {
                if (mpq_sgn(rows[j * wide + k]) == 0) continue;
                mpq_t off;
                mpq_init(off);
                mpq_mul(off, part, rows[j * wide + k]);
                mpq_sub(rows[i * wide + k], rows[i * wide + k], off);
                mpq_clear(off);
            }
        }
    }
    for (uint32_t i = 0; i < count && fine && *solved; i++) {
        mpq_div(g->flow[members[i]], rows[i * wide + count], rows[i * wide + i]);
    }
    mpq_clear(part);
    return fine;
}

// Passes the visits of a position on to later components, and adds the rounds of its
// moves to the mean length.
static void flow_on(graph *g, uint32_t at)
{
    mpq_t part;
    mpq_init(part);
    for (uint32_t e = g->first[at]; e < g->first[at + 1]; e++) {
        const edge *by = &g->edges[e];
        mpq_set_ui(part, by->weight, g->total[at]);
        mpq_canonicalize(part);
        mpq_mul(part, part, g->flow[at]);
        if (g->component_of[by->to] != g->component_of[at]) {
            mpq_add(g->flow[by->to], g->flow[by->to], part);
        }
        if (by->longer == 0) continue;
        mpz_mul_ui(mpq_numref(part), mpq_numref(part), by->longer);
        mpq_canonicalize(part);
        mpq_add(g->w->odds->length, g->w->odds->length, part);
    }
    mpq_clear(part);
}

// Adds up the outcomes of all final positions, over the common denominator of the flows
// into them.
static bool count_ends(graph *g, dado_error *err)
{
    dado_odds_workspace *w = g->w;
    for (uint32_t i = 0; i < g->count; i++) {
        if (g->first[i] != g->first[i + 1]) continue;
        mpz_lcm(w->odds->all, w->odds->all, mpq_denref(g->flow[i]));
    }
    mpz_t ways;
    mpz_init(ways);
    bool fine = true;
    for (uint32_t i = 0; i < g->count && fine; i++) {
        if (g->first[i] != g->first[i + 1]) continue;
        memcpy(w->key, g->keys + (size_t)i * w->key_size, w->key_size);
        mpz_divexact(ways, w->odds->all, mpq_denref(g->flow[i]));
        mpz_mul(ways, ways, mpq_numref(g->flow[i]));
        fine = dado_odds_count_end(w, ways, err);
    }
    mpz_clear(ways);
    return fine;
}

static bool solve(graph *g, bool *solved, dado_error *err)
{
    dado_odds *o = g->w->odds;
    uint32_t *members = malloc(sizeof *members * (size_t)g->count);
    uint32_t *from = malloc(sizeof *from * ((size_t)g->components + 1));
    if (!members || !from) {
        free(members);
        free(from);
        return no_memory(err);
    }
    uint32_t largest = sort_by_component(g, members, from);
    size_t cells = (size_t)largest * (largest + 1);
    bool loops = largest > 1;
    for (uint32_t i = 0; i < g->count && !loops; i++) loops = is_loop(g, i);
    bool fine = true;
    g->w->ends = !loops;
    mpq_t *rows = loops && largest <= max_component_size ? malloc(sizeof *rows * cells) : NULL;
    g->flow = rows ? malloc(sizeof *g->flow * g->count) : NULL;
    if (g->flow) {
        for (size_t i = 0; i < cells; i++) mpq_init(rows[i]);
        for (uint32_t i = 0; i < g->count; i++) mpq_init(g->flow[i]);
        mpq_set_ui(g->flow[0], 1, 1);
        *solved = true;
        for (uint32_t k = 0; k < g->components && *solved && fine; k++) {
            uint32_t count = from[k + 1] - from[k];
            bool component = count > 1 || is_loop(g, members[from[k]]);
            fine = component ? solve_component(g, members + from[k], count, rows, solved, err)
                             : dado_odds_may_continue(g->w, k, err);
            if (component) o->stats.loops += count;
            for (uint32_t i = from[k]; i < from[k + 1]; i++) flow_on(g, members[i]);
        }
        if (*solved && fine) {
            o->stats.positions = o->stats.widest = g->count;
            fine = count_ends(g, err);
        } else {
            o->stats.loops = 0;  // no unique solution: matches are followed layer by layer instead
            mpq_set_ui(o->length, 0, 1);
        }
        for (size_t i = 0; i < cells; i++) mpq_clear(rows[i]);
        for (uint32_t i = 0; i < g->count; i++) mpq_clear(g->flow[i]);
    }
    free(rows);
    free(g->flow);
    free(members);
    free(from);
    return fine;
}

bool dado_odds_by_cycles(dado_odds_workspace *w, bool *solved, dado_error *err)
{
    graph g = { .w = w };
    *solved = false;
    w->brief = w->odds->brief = true;
    size_t most = most_positions + 1;
    // The graph may take up to half of the memory limit; if it might need more, this
    // method is skipped.
    if (most * w->key_size + (size_t)256 * most > w->memory / 2) most = 0;
    bool fine = true, all = false;
    if (most) {
        g.keys = malloc(most * w->key_size);
        g.first = malloc(most * sizeof *g.first * 7);
        g.total = malloc(most * sizeof *g.total);
        fine = (g.keys && g.first && g.total &&
                dado_position_table_init(&g.known, w->key_size, w->child, w->memory / 2)) ||
               no_memory(err);
    }
    if (most && fine) {
        uint32_t **parts[] = { &g.low, &g.order, &g.stack, &g.way, &g.next, &g.component_of };
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            *parts[i] = g.first + (i + 1) * most;
        }
        fine = explore(&g, &all, err);
    }
    if (fine && all) {
        find_components(&g);
        fine = solve(&g, solved, err);
    }
    dado_position_table_free(&g.known);
    free(g.keys);
    free(g.first);
    free(g.total);
    free(g.edges);
    w->brief = w->odds->brief = *solved || w->plan->no_lengths;
    w->game->rules->start(w->game, w->child);
    if (w->game->rules->canonicalize) w->game->rules->canonicalize(w->game, w->child);
    *dado_odds_length(w, w->child) = 0;
    return fine;
}
