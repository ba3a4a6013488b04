// chain.c - see chain.h.
//
// A context is a run of symbols and is kept as a hash beside what followed it,
// sorted, so that everything seen after it lies in one stretch. One list for
// each length of context; drawing is finding the stretch and counting off.
#include "worlds/chain.h"

#include <stdlib.h>
#include <string.h>

typedef struct link {
    uint64_t context;
    int32_t symbol;
    int32_t times;
} link;

struct dado_chain {
    dado_chain_how how;
    int height;
    const char *columns;  // the different ones, `height` letters each
    int column_count;
    link *links[DADO_CHAIN_ORDER_MOST + 1];  // by length of context
    int link_count[DADO_CHAIN_ORDER_MOST + 1];
};

static int by_link(const void *a, const void *b)
{
    const link *x = a, *y = b;
    if (x->context != y->context) return x->context < y->context ? -1 : 1;
    return (x->symbol > y->symbol) - (x->symbol < y->symbol);
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash ^= value + 0x9E3779B97F4A7C15u + (hash << 6) + (hash >> 2);
    hash *= 0xBF58476D1CE4E5B9u;
    return hash ^ hash >> 29;
}

// The context of length n at a place: the symbols that come before it, nearest first.
static uint64_t context_of(const int32_t *near, int n)
{
    uint64_t hash = (uint64_t)n + 1;
    for (int i = 0; i < n; i++) hash = mix(hash, (uint64_t)(uint32_t)near[i]);
    return hash;
}

static int squeeze(link *links, int count)
{
    int kept = 0;
    qsort(links, (size_t)count, sizeof *links, by_link);
    for (int i = 0; i < count; i++) {
        if (kept && by_link(&links[kept - 1], &links[i]) == 0) links[kept - 1].times++;
        else links[kept++] = links[i];
    }
    return kept;
}

// The number of a column among the different ones; a new one gets a new number.
static int number_of(dado_chain *c, char *columns, const char *column)
{
    for (int i = 0; i < c->column_count; i++) {
        if (memcmp(columns + (size_t)i * (size_t)c->height, column, (size_t)c->height) == 0)
            return i;
    }
    memcpy(columns + (size_t)c->column_count * (size_t)c->height, column, (size_t)c->height);
    return c->column_count++;
}

// What stands near a cell, in the order in which it is left out last: beside it, before it in its
// own column, and between the two. Outside there is -1.
static void near_cell(const char *letters, int height, int x, int y, int32_t *near)
{
    const char *here = letters + (size_t)x * (size_t)height;
    near[0] = x > 0 ? here[y - height] : -1;
    near[1] = y > 0 ? here[y - 1] : -1;
    near[2] = x > 0 && y > 0 ? here[y - 1 - height] : -1;
}

static void learn_cells(dado_chain *c, const dado_grid *g)
{
    for (int x = 0; x < g->width; x++) {
        for (int y = 0; y < g->height; y++) {
            int32_t near[3];
            near_cell(g->letters, g->height, x, y, near);
            int symbol = g->letters[(size_t)x * (size_t)g->height + (size_t)y];
            for (int n = 0; n <= c->how.order; n++) {
                c->links[n][c->link_count[n]++] = (link){ context_of(near, n), symbol, 1 };
            }
        }
    }
}

static void learn_columns(dado_chain *c, char *columns, const dado_grid *g)
{
    int32_t near[DADO_CHAIN_ORDER_MOST];
    int known = 0;
    for (int x = 0; x < g->width; x++) {
        int symbol = number_of(c, columns, g->letters + (size_t)x * (size_t)g->height);
        for (int n = 0; n <= c->how.order && n <= known; n++) {
            c->links[n][c->link_count[n]++] = (link){ context_of(near, n), symbol, 1 };
        }
        memmove(near + 1, near, sizeof near - sizeof *near);
        near[0] = symbol;
        if (known < DADO_CHAIN_ORDER_MOST) known++;
    }
}

dado_chain *dado_chain_learn(const dado_grid *grids, int count, dado_chain_how how,
                             dado_arena *arena)
{
    dado_chain *c = dado_new(arena, dado_chain, 1);
    int most = how.cells ? 3 : DADO_CHAIN_ORDER_MOST, all = 0, wide = 0;
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
    char *columns = how.cells ? NULL : dado_arena_take(arena, (size_t)wide, (size_t)c->height);
    if (!how.cells && !columns) return NULL;
    for (int n = 0; n <= how.order; n++) {
        c->links[n] = dado_new(arena, link, all);
        if (!c->links[n]) return NULL;
    }
    for (int i = 0; i < count; i++) {
        if (how.cells) learn_cells(c, &grids[i]);
        else learn_columns(c, columns, &grids[i]);
    }
    for (int n = 0; n <= how.order; n++) c->link_count[n] = squeeze(c->links[n], c->link_count[n]);
    c->columns = columns;
    return c;
}

// Draws what follows a context of length n; -1 if it was seen too rarely.
static int draw_after(const dado_chain *c, int n, uint64_t context, dado_rng *rng)
{
    const link *links = c->links[n];
    int low = 0, high = c->link_count[n], times = 0;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (links[middle].context < context) low = middle + 1;
        else high = middle;
    }
    for (int i = low; i < c->link_count[n] && links[i].context == context; i++)
        times += links[i].times;
    if (times == 0 || (n > 0 && times < c->how.least)) return -1;
    int64_t lot = (int64_t)dado_rng_below(rng, (uint64_t)times);
    int at = low;
    while (lot >= links[at].times) lot -= links[at++].times;
    return links[at].symbol;
}

static int draw(const dado_chain *c, const int32_t *near, int known, dado_rng *rng)
{
    int longest = known < c->how.order ? known : c->how.order;
    for (int n = longest; n >= 0; n--) {
        int symbol = draw_after(c, n, context_of(near, n), rng);
        if (symbol >= 0) return symbol;
    }
    return c->links[0][0].symbol;
}

static int find_column(const dado_chain *c, const char *column)
{
    for (int i = 0; i < c->column_count; i++) {
        if (memcmp(c->columns + (size_t)i * (size_t)c->height, column, (size_t)c->height) == 0)
            return i;
    }
    return -1;
}

static void make_columns(const dado_chain *c, int width, int given, dado_rng *rng, char *letters)
{
    int32_t near[DADO_CHAIN_ORDER_MOST];
    int known = 0;
    for (int x = 0; x < width; x++) {
        char *here = letters + (size_t)x * (size_t)c->height;
        int symbol = x < given ? find_column(c, here) : draw(c, near, known, rng);
        if (x >= given)
            memcpy(here, c->columns + (size_t)symbol * (size_t)c->height, (size_t)c->height);
        memmove(near + 1, near, sizeof near - sizeof *near);
        near[0] = symbol;
        if (known < DADO_CHAIN_ORDER_MOST) known++;
    }
}

void dado_chain_make(const dado_chain *c, int width, int height, int given, dado_rng *rng,
                     char *letters)
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

int dado_chain_columns(const dado_chain *chain)
{
    return chain->column_count;
}
