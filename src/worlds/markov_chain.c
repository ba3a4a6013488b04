// markov_chain.c - learns and samples Markov chains; see markov_chain.h.
//
// A context is the run of symbols before a place. The chain keeps the hash of each
// context beside the symbol that followed it, sorted by hash, so that all successors of a
// context are neighbours in the list. There is one list per length of context. Drawing
// finds the context by binary search and picks a successor in proportion to its count.
#include "worlds/markov_chain.h"

#include <stdlib.h>
#include <string.h>

typedef struct transition {
    uint64_t context;
    int32_t symbol;
    int32_t times;
} transition;

struct dado_markov_chain {
    dado_markov_settings how;
    int height;
    const char *columns;  // the different columns, `height` letters each
    int column_count;
    // One list per length of context.
    transition *transitions[DADO_MARKOV_ORDER_MOST + 1];
    int link_count[DADO_MARKOV_ORDER_MOST + 1];
};

static int by_transition(const void *a, const void *b)
{
    const transition *x = a, *y = b;
    if (x->context != y->context) return x->context < y->context ? -1 : 1;
    return (x->symbol > y->symbol) - (x->symbol < y->symbol);
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash ^= value + 0x9E3779B97F4A7C15u + (hash << 6) + (hash >> 2);
    hash *= 0xBF58476D1CE4E5B9u;
    return hash ^ hash >> 29;
}

// Hashes the context of length n at a place: the symbols before it, nearest first.
static uint64_t context_of(const int32_t *near, int n)
{
    uint64_t hash = (uint64_t)n + 1;
    for (int i = 0; i < n; i++) hash = mix(hash, (uint64_t)(uint32_t)near[i]);
    return hash;
}

static int merge_equal(transition *transitions, int count)
{
    int kept = 0;
    qsort(transitions, (size_t)count, sizeof *transitions, by_transition);
    for (int i = 0; i < count; i++) {
        if (kept && by_transition(&transitions[kept - 1], &transitions[i]) == 0)
            transitions[kept - 1].times++;
        else transitions[kept++] = transitions[i];
    }
    return kept;
}

// Returns the index of a column among the different columns; adds it if it is new.
static int number_of(dado_markov_chain *c, char *columns, const char *column)
{
    for (int i = 0; i < c->column_count; i++) {
        if (memcmp(columns + (size_t)i * (size_t)c->height, column, (size_t)c->height) == 0)
            return i;
    }
    memcpy(columns + (size_t)c->column_count * (size_t)c->height, column, (size_t)c->height);
    return c->column_count++;
}

// Collects the neighbours of a cell, from the last to be dropped to the first: the cell
// in the column before, the cell before it in its own column, and the cell diagonally
// between the two. A neighbour outside the grid is -1.
static void near_cell(const char *letters, int height, int x, int y, int32_t *near)
{
    const char *here = letters + (size_t)x * (size_t)height;
    near[0] = x > 0 ? here[y - height] : -1;
    near[1] = y > 0 ? here[y - 1] : -1;
    near[2] = x > 0 && y > 0 ? here[y - 1 - height] : -1;
}

static void learn_cells(dado_markov_chain *c, const dado_markov_grid *g)
{
    for (int x = 0; x < g->width; x++) {
        for (int y = 0; y < g->height; y++) {
            int32_t near[3];
            near_cell(g->letters, g->height, x, y, near);
            int symbol = g->letters[(size_t)x * (size_t)g->height + (size_t)y];
            for (int n = 0; n <= c->how.order; n++) {
                c->transitions[n][c->link_count[n]++] =
                    (transition){ context_of(near, n), symbol, 1 };
            }
        }
    }
}

static void learn_columns(dado_markov_chain *c, char *columns, const dado_markov_grid *g)
{
    int32_t near[DADO_MARKOV_ORDER_MOST];
    int known = 0;
    for (int x = 0; x < g->width; x++) {
        int symbol = number_of(c, columns, g->letters + (size_t)x * (size_t)g->height);
        for (int n = 0; n <= c->how.order && n <= known; n++) {
            c->transitions[n][c->link_count[n]++] = (transition){ context_of(near, n), symbol, 1 };
        }
        memmove(near + 1, near, sizeof near - sizeof *near);
        near[0] = symbol;
        if (known < DADO_MARKOV_ORDER_MOST) known++;
    }
}

dado_markov_chain *dado_markov_chain_learn(const dado_markov_grid *grids, int count,
                                           dado_markov_settings how, dado_region *region)
{
    dado_markov_chain *c = dado_new(region, dado_markov_chain, 1);
    int most = how.cells ? 3 : DADO_MARKOV_ORDER_MOST, all = 0, wide = 0;
    if (!c || count < 1) return NULL;
    if (how.order > most) how.order = most;
    if (how.order < 0) how.order = 0;
    if (how.least < 1) how.least = 1;
    c->how = how;
    c->height = grids[0].height;
    for (int i = 0; i < count; i++) {
        if (!how.cells && grids[i].height != c->height) return NULL;
        wide += grids[i].width;
        all += how.cells ? grids[i].width * grids[i].height : grids[i].width;
    }
    char *columns = how.cells ? NULL : dado_region_alloc(region, (size_t)wide, (size_t)c->height);
    if (!how.cells && !columns) return NULL;
    for (int n = 0; n <= how.order; n++) {
        c->transitions[n] = dado_new(region, transition, all);
        if (!c->transitions[n]) return NULL;
    }
    for (int i = 0; i < count; i++) {
        if (how.cells) learn_cells(c, &grids[i]);
        else learn_columns(c, columns, &grids[i]);
    }
    for (int n = 0; n <= how.order; n++)
        c->link_count[n] = merge_equal(c->transitions[n], c->link_count[n]);
    c->columns = columns;
    return c;
}

// Draws a successor of a context of length n; returns -1 if the context was seen too
// rarely.
static int draw_after(const dado_markov_chain *c, int n, uint64_t context, dado_rng *rng)
{
    const transition *transitions = c->transitions[n];
    int low = 0, high = c->link_count[n], times = 0;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (transitions[middle].context < context) low = middle + 1;
        else high = middle;
    }
    for (int i = low; i < c->link_count[n] && transitions[i].context == context; i++)
        times += transitions[i].times;
    if (times == 0 || (n > 0 && times < c->how.least)) return -1;
    int64_t lot = (int64_t)dado_rng_below(rng, (uint64_t)times);
    int at = low;
    while (lot >= transitions[at].times) lot -= transitions[at++].times;
    return transitions[at].symbol;
}

static int draw(const dado_markov_chain *c, const int32_t *near, int known, dado_rng *rng)
{
    int longest = known < c->how.order ? known : c->how.order;
    for (int n = longest; n >= 0; n--) {
        int symbol = draw_after(c, n, context_of(near, n), rng);
        if (symbol >= 0) return symbol;
    }
    return c->transitions[0][0].symbol;
}

static int find_column(const dado_markov_chain *c, const char *column)
{
    for (int i = 0; i < c->column_count; i++) {
        if (memcmp(c->columns + (size_t)i * (size_t)c->height, column, (size_t)c->height) == 0)
            return i;
    }
    return -1;
}

static void make_columns(const dado_markov_chain *c, int width, int given, dado_rng *rng,
                         char *letters)
{
    int32_t near[DADO_MARKOV_ORDER_MOST];
    int known = 0;
    for (int x = 0; x < width; x++) {
        char *here = letters + (size_t)x * (size_t)c->height;
        int symbol = x < given ? find_column(c, here) : draw(c, near, known, rng);
        if (x >= given)
            memcpy(here, c->columns + (size_t)symbol * (size_t)c->height, (size_t)c->height);
        memmove(near + 1, near, sizeof near - sizeof *near);
        near[0] = symbol;
        if (known < DADO_MARKOV_ORDER_MOST) known++;
    }
}

void dado_markov_chain_generate(const dado_markov_chain *c, int width, int height, int given,
                                dado_rng *rng, char *letters)
{
    if (!c->how.cells) {
        make_columns(c, width, given, rng, letters);
        return;
    }
    for (int x = given; x < width; x++) {
        for (int y = 0; y < height; y++) {
            int32_t near[3];
            near_cell(letters, height, x, y, near);
            letters[(size_t)x * (size_t)height + (size_t)y] =
                (char)draw(c, near, c->how.order, rng);
        }
    }
}

int dado_markov_chain_columns(const dado_markov_chain *chain)
{
    return chain->column_count;
}
