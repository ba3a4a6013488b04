// odds_loops.c - odds of games that can come back to where they were.
//
// The positions are made a graph. Where it has no loops nothing is done here.
// Else positions that can reach each other are a knot, and knots have an order:
// what flows into a knot is known when its turn comes, how often each of its
// positions is visited solves as many linear equations as it has positions, and
// what flows out of it goes to later knots. Fractions all the way.
#include "solve/odds_work.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { most_positions = 1 << 17, most_knot = 400 };

typedef struct edge {
    uint32_t to, weight, longer;
} edge;

typedef struct graph {
    dado_odds_work *w;
    dado_memo known;
    unsigned char *keys;  // of each position, as met
    uint32_t *first;      // of each, its first edge; one more ends the last
    uint64_t *total;      // of the weights of its edges
    edge *edges;
    uint32_t count, edge_count, edge_room;
    // of the search for knots
    uint32_t *low, *order, *stack, *way, *next;
    uint32_t *knot_of;  // numbered from the last to the first
    uint32_t knots;
    mpq_t *flow;  // into each position; then how often it is visited
} graph;

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory to work out odds");
}

// The number of the position in `child`; most_positions if there are too many.
static uint32_t number_of(graph *g)
{
    size_t slot;
    switch (dado_memo_find(&g->known, g->w->key_size, g->w->child, &slot)) {
    case DADO_FOUND_OLD: return dado_memo_get(&g->known, slot);
    case DADO_FOUND_FULL: return most_positions;
    case DADO_FOUND_NEW: break;
    }
    if (g->count == most_positions) return most_positions;
    dado_memo_set(&g->known, slot, g->count);
    memcpy(g->keys + (size_t)g->count * g->w->key_size, g->w->child, g->w->key_size);
    return g->count++;
}

// Finds all positions and what may happen in each; `all` is false if they are too many.
static bool explore(graph *g, bool *all, dado_error *err)
{
    dado_odds_work *w = g->w;
    *all = true;
    w->game->rules->start(w->game, w->child);
    if (w->game->rules->canon) w->game->rules->canon(w->game, w->child);
    *dado_odds_length(w, w->child) = 0;
    number_of(g);
    for (uint32_t i = 0; i < g->count; i++) {
        if (!dado_odds_goes_on(g->w, i, err)) return false;
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

// Tarjan's way, on a stack of our own: low points, and knots numbered from the last to the first.
static void find_knots(graph *g)
{
    uint32_t met = 0, depth = 0, held = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        g->order[i] = 0;
        g->knot_of[i] = UINT32_MAX;
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
            if (g->knot_of[to] == UINT32_MAX && g->low[to] < g->low[at]) g->low[at] = g->low[to];
        }
        if (deeper) continue;
        if (g->low[at] == g->order[at]) {
            uint32_t member;
            do {
                member = g->stack[--held];
                g->knot_of[member] = g->knots;
            } while (member != at);
            g->knots++;
        }
        depth--;
    }
}

// Positions by knot, the first knot to be played first; `from` has an entry for each knot and one
// more. Answers the size of the largest.
static uint32_t sort_by_knot(const graph *g, uint32_t *members, uint32_t *from)
{
    uint32_t largest = 0;
    memset(from, 0, ((size_t)g->knots + 1) * sizeof *from);
    for (uint32_t i = 0; i < g->count; i++) from[g->knots - 1 - g->knot_of[i]]++;
    uint32_t before = 0;
    for (uint32_t k = 0; k <= g->knots; k++) {
        uint32_t here = k < g->knots ? from[k] : 0;
        if (here > largest) largest = here;
        from[k] = before;
        before += here;
    }
    uint32_t *at = g->low;  // its work is done
    for (uint32_t k = 0; k < g->knots; k++) at[k] = from[k];
    for (uint32_t i = 0; i < g->count; i++) members[at[g->knots - 1 - g->knot_of[i]]++] = i;
    return largest;
}

static bool is_loop(const graph *g, uint32_t i)
{
    for (uint32_t e = g->first[i]; e < g->first[i + 1]; e++) {
        if (g->edges[e].to == i) return true;
    }
    return false;
}

// Solves the equations of one knot: visits = inflow + what comes back. Row by row, in fractions.
// False: stopped. Not `solved`: they have no one solution.
static bool solve_knot(graph *g, const uint32_t *members, uint32_t count, mpq_t *rows,
                       bool *solved, dado_error *err)
{
    uint32_t wide = count + 1;
    mpq_t part;
    mpq_init(part);
    *solved = true;
    for (uint32_t i = 0; i < count; i++) g->order[members[i]] = i;  // its work is done, too
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < count; j++) mpq_set_ui(rows[i * wide + j], i == j, 1);
        mpq_set(rows[i * wide + count], g->flow[members[i]]);
    }
    for (uint32_t j = 0; j < count; j++) {
        uint32_t from = members[j];
        for (uint32_t e = g->first[from]; e < g->first[from + 1]; e++) {
            uint32_t to = g->edges[e].to;
            if (g->knot_of[to] != g->knot_of[from]) continue;
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
            fine = dado_odds_goes_on(g->w, 0, err);
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

// What is visited so often flows on to later knots, and takes its time.
static void flow_on(graph *g, uint32_t at)
{
    mpq_t part;
    mpq_init(part);
    for (uint32_t e = g->first[at]; e < g->first[at + 1]; e++) {
        const edge *by = &g->edges[e];
        mpq_set_ui(part, by->weight, g->total[at]);
        mpq_canonicalize(part);
        mpq_mul(part, part, g->flow[at]);
        if (g->knot_of[by->to] != g->knot_of[at]) {
            mpq_add(g->flow[by->to], g->flow[by->to], part);
        }
        if (by->longer == 0) continue;
        mpz_mul_ui(mpq_numref(part), mpq_numref(part), by->longer);
        mpq_canonicalize(part);
        mpq_add(g->w->odds->length, g->w->odds->length, part);
    }
    mpq_clear(part);
}

// Counts the ends, over the common denominator of all that flows into them.
static bool count_ends(graph *g, dado_error *err)
{
    dado_odds_work *w = g->w;
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
    uint32_t *from = malloc(sizeof *from * ((size_t)g->knots + 1));
    if (!members || !from) {
        free(members);
        free(from);
        return no_memory(err);
    }
    uint32_t largest = sort_by_knot(g, members, from);
    size_t cells = (size_t)largest * (largest + 1);
    bool loops = largest > 1;
    for (uint32_t i = 0; i < g->count && !loops; i++) loops = is_loop(g, i);
    bool fine = true;
    g->w->ends = !loops;
    mpq_t *rows = loops && largest <= most_knot ? malloc(sizeof *rows * cells) : NULL;
    g->flow = rows ? malloc(sizeof *g->flow * g->count) : NULL;
    if (g->flow) {
        for (size_t i = 0; i < cells; i++) mpq_init(rows[i]);
        for (uint32_t i = 0; i < g->count; i++) mpq_init(g->flow[i]);
        mpq_set_ui(g->flow[0], 1, 1);
        *solved = true;
        for (uint32_t k = 0; k < g->knots && *solved && fine; k++) {
            uint32_t count = from[k + 1] - from[k];
            bool knot = count > 1 || is_loop(g, members[from[k]]);
            fine = knot ? solve_knot(g, members + from[k], count, rows, solved, err)
                        : dado_odds_goes_on(g->w, k, err);
            if (knot) o->stats.loops += count;
            for (uint32_t i = from[k]; i < from[k + 1]; i++) flow_on(g, members[i]);
        }
        if (*solved && fine) {
            o->stats.positions = o->stats.widest = g->count;
            fine = count_ends(g, err);
        } else {
            o->stats.loops = 0;  // play can get stuck: it is followed instead
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

bool dado_odds_by_loops(dado_odds_work *w, bool *solved, dado_error *err)
{
    graph g = { .w = w };
    *solved = false;
    w->brief = w->odds->brief = true;
    size_t most = most_positions + 1;
    // only what memory allows, beside the graph itself
    if (most * w->key_size + (size_t)256 * most > w->memory / 2) most = 0;
    bool fine = true, all = false;
    if (most) {
        g.keys = malloc(most * w->key_size);
        g.first = malloc(most * sizeof *g.first * 7);
        g.total = malloc(most * sizeof *g.total);
        fine = (g.keys && g.first && g.total &&
                dado_memo_init(&g.known, w->key_size, w->child, w->memory / 2)) ||
               no_memory(err);
    }
    if (most && fine) {
        uint32_t **parts[] = { &g.low, &g.order, &g.stack, &g.way, &g.next, &g.knot_of };
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            *parts[i] = g.first + (i + 1) * most;
        }
        fine = explore(&g, &all, err);
    }
    if (fine && all) {
        find_knots(&g);
        fine = solve(&g, solved, err);
    }
    dado_memo_free(&g.known);
    free(g.keys);
    free(g.first);
    free(g.total);
    free(g.edges);
    w->brief = w->odds->brief = *solved || w->plan->no_lengths;
    w->game->rules->start(w->game, w->child);
    if (w->game->rules->canon) w->game->rules->canon(w->game, w->child);
    *dado_odds_length(w, w->child) = 0;
    return fine;
}
