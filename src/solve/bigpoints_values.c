// bigpoints_values.c - computes the values of all shapes of a board, from the last layer
// to the first.
//
// With the objective `margin` a value is margin * 64 + points of the first player. The
// first player takes the largest value. The second player takes the smallest margin but,
// among equal margins, the most points; so the points are stored inverted (63 - points)
// where he chooses. The other objectives store the points of both players and compare
// them with a table.
#include <stdlib.h>
#include <string.h>

#include "solve/bigpoints_internal.h"

// Returns a number that is the larger the better a player with `own` points likes a
// result in which the rival has `his` points; solve/position_value.h explains the
// objectives.
static int16_t likes(dado_objective by, int own, int his)
{
    if (by == DADO_BY_POINTS) return (int16_t)(own * points_end + points_end - 1 - his);
    int class = own > his ? 2 : own == his ? 1 : 0;
    int major = class ? own : points_end - 1 - his;
    int minor = class ? points_end - 1 - his : own;
    if (by == DADO_BY_DRAFT) minor = 0;
    if (by == DADO_BY_WIN) major = minor = 0;
    return (int16_t)(class * points_end * points_end + major * points_end + minor);
}

static bool prepare_preferences(dado_bigpoints_solver *b)
{
    if (b->by == DADO_BY_MARGIN) return true;
    size_t pairs = (size_t)points_end * points_end;
    for (int player = 0; player < 2; player++) {
        b->preference[player] = malloc(pairs * sizeof(int16_t));
        if (!b->preference[player]) return false;
        for (size_t pair = 0; pair < pairs; pair++) {
            int first = (int)(pair / points_end), second = (int)(pair % points_end);
            b->preference[player][pair] =
                player == 0 ? likes(b->by, first, second) : likes(b->by, second, first);
        }
    }
    return true;
}

// Fills `ends`: for each order in which the pawns can arrive, the points of the first
// player for each hand. The discs of the last colour are not included; count_points adds
// them.
static bool prepare_ends(dado_bigpoints_solver *b)
{
    int n = b->size.colours;
    size_t ways = power((size_t)n, n), orders = (size_t)dado_bigpoints_row_class_size(b->size);
    b->end_of = calloc(ways, sizeof *b->end_of);
    b->ends = calloc(orders * b->block, sizeof *b->ends);
    if (!b->end_of || !b->ends) return false;
    int16_t found = 0;
    for (size_t way = 0; way < ways; way++) {
        int step[most_colours], seen = 0;
        size_t rest = way;
        for (int c = 0; c < n; c++, rest /= (size_t)n)
            seen |= 1 << (step[c] = (int)(rest % (size_t)n));
        if (seen != (1 << n) - 1) continue;
        int16_t *points = b->ends + (size_t)found * b->block;
        size_t radix = (size_t)b->size.discs + 2;
        for (size_t hand = 0; hand < power(radix, n - 1); hand++) {
            size_t left = hand;
            int sum = 0;
            for (int c = 0; c < n - 1; c++, left /= radix) {
                sum += (step[n - 1] - step[c]) * (int)(left % radix);
            }
            points[hand] = (int16_t)sum;
        }
        b->end_of[way] = found++;
    }
    return true;
}

bool dado_bigpoints_prepare_values(dado_bigpoints_solver *b)
{
    return prepare_preferences(b) && prepare_ends(b);
}

static int16_t larger(int16_t a, int16_t b)
{
    return a > b ? a : b;
}

static int16_t smaller(int16_t a, int16_t b)
{
    return a < b ? a : b;
}

// Writes the maximum of up to four blocks, which is the first player's choice, with the
// points inverted for the second player to read. The inner loop has a fixed length, so
// the compiler can use vectors without a remainder.
static void take_larger(int16_t *restrict to, const int16_t *const *from, int blocks, size_t count)
{
    const int16_t *a = from[0], *b = from[1], *c = from[2], *d = from[3];
    for (size_t v = 0; v < count; v += lanes) {
        if (blocks <= 2) {
            for (size_t i = v; i < v + lanes; i++) to[i] = larger(a[i], b[i]) ^ turned;
        } else {
            for (size_t i = v; i < v + lanes; i++) {
                to[i] = larger(larger(a[i], b[i]), larger(c[i], d[i])) ^ turned;
            }
        }
    }
}

// Writes the minimum of up to four blocks, which is the second player's choice, with the
// points inverted for the first player to read.
static void take_smaller(int16_t *restrict to, const int16_t *const *from, int blocks, size_t count)
{
    const int16_t *a = from[0], *b = from[1], *c = from[2], *d = from[3];
    for (size_t v = 0; v < count; v += lanes) {
        if (blocks <= 2) {
            for (size_t i = v; i < v + lanes; i++) to[i] = smaller(a[i], b[i]) ^ turned;
        } else {
            for (size_t i = v; i < v + lanes; i++) {
                to[i] = smaller(smaller(a[i], b[i]), smaller(c[i], d[i])) ^ turned;
            }
        }
    }
}

// Computes the block of a shape that has moves, for the objective `margin`.
static void choose_by_margin(const dado_bigpoints_solver *b, const int16_t *next,
                             const uint32_t *edges, int choices, bool first_moves, int16_t *block)
{
    const int16_t *from[most_choices];
    for (int i = 0; i < choices; i++) {
        size_t step = first_moves ? b->step[edges[i] & ((1 << edge_shift) - 1)] : 0;
        from[i] = next + (edges[i] >> edge_shift) * b->block + step;
    }
    for (int i = choices; i < 4; i++) from[i] = from[0];
    if (first_moves) take_larger(block, from, choices, b->block);
    else take_smaller(block, from, choices, b->block);
    // more than four moves: compare with the points as they were before they were
    // inverted
    for (int i = 4; i < choices; i++) {
        for (size_t h = 0; h < b->block; h++) {
            int16_t so_far = block[h] ^ turned;
            block[h] =
                turned ^ (first_moves ? larger(so_far, from[i][h]) : smaller(so_far, from[i][h]));
        }
    }
}

// Computes the block of a shape that has moves, for the other objectives. Of equal moves
// the first is kept.
static void choose_by_preference(const dado_bigpoints_solver *b, const int16_t *next,
                                 const uint32_t *edges, int choices, bool first_moves,
                                 int16_t *block)
{
    const int16_t *preference = b->preference[first_moves ? 0 : 1];
    for (int i = 0; i < choices; i++) {
        size_t step = first_moves ? b->step[edges[i] & ((1 << edge_shift) - 1)] : 0;
        const int16_t *from = next + (edges[i] >> edge_shift) * b->block + step;
        for (size_t h = 0; h < b->block; h++) {
            if (i == 0 || preference[from[h]] > preference[block[h]]) block[h] = from[h];
        }
    }
}

// Computes the block of a shape in which all pawns have arrived, by counting points.
static void count_points(const dado_bigpoints_solver *b, uint64_t shape, int layer, int16_t *block)
{
    int n = b->size.colours, total = 0, last_worth = 0;
    size_t way = 0, unit = 1;
    for (int c = 0; c < n; c++, unit *= (size_t)n) {
        int step = (int)(shape >> (b->length + pawn_bits * c) & 15) - b->size.discs - 1;
        int taken = b->size.discs + 1 - (int)count_bits(shape & b->mask[c]);
        way += (size_t)step * unit;
        last_worth = n - 1 - step;
        total += last_worth * taken;
    }
    const int16_t *end = b->ends + (size_t)b->end_of[way] * b->block;
    int held =
        last_worth * ((layer + 1) / 2);  // as if all discs of the first player had the last colour
    if (b->by == DADO_BY_MARGIN) {
        // inverted if the first player would be next to move
        int way_round = layer % 2 ? 0 : turned;
        for (size_t h = 0; h < b->block; h++) {
            int points = end[h] + held;
            block[h] = (int16_t)(((2 * points - total) * points_end + points) ^ way_round);
        }
        return;
    }
    for (size_t h = 0; h < b->block; h++) {  // hands that cannot occur may get any value
        unsigned points = (unsigned)(end[h] + held) % points_end;
        unsigned others = (unsigned)total - points;
        block[h] = (int16_t)(points * points_end + others % points_end);
    }
}

static void value_slice(void *job, int number)
{
    dado_bigpoints_solver *b = job;
    part *p = &b->part[number];
    size_t first = b->first_of[b->layer];
    const uint64_t *shapes = (const uint64_t *)b->shapes.data + first;
    const uint8_t *choices = (const uint8_t *)b->choices.data + first;
    const uint32_t *edges = (const uint32_t *)b->edges.data + b->edges_of[b->layer][number];
    const int16_t *next = b->blocks[(b->layer + 1) % 2].data;
    int16_t *block = (int16_t *)b->blocks[b->layer % 2].data + p->from * b->block;
    bool first_moves = b->layer % 2 == 0;
    for (size_t i = p->from; i < p->to && may_continue(b, p, i); i++, block += b->block) {
        if (choices[i] == 0) {
            count_points(b, shapes[i], b->layer, block);
        } else if (b->by == DADO_BY_MARGIN) {
            choose_by_margin(b, next, edges, choices[i], first_moves, block);
        } else {
            choose_by_preference(b, next, edges, choices[i], first_moves, block);
        }
        edges += choices[i];
    }
}

// Makes room for the blocks of the largest layers. The old contents are not kept.
static bool allocate_blocks(dado_bigpoints_solver *b, size_t beyond)
{
    size_t most[2] = { 0, 0 };
    for (int layer = 0; layer < b->layers; layer++) {
        size_t count = b->first_of[layer + 1] - b->first_of[layer];
        if (count > most[layer % 2]) most[layer % 2] = count;
    }
    for (int i = 0; i < 2; i++) {
        size_t bytes = (most[i] * b->block + beyond) * sizeof(int16_t);
        if (bytes <= b->blocks[i].room) continue;
        free(b->blocks[i].data);
        b->blocks[i] = (buffer){ 0 };
        size_t left = dado_bigpoints_solver_allowance(b);
        if (!dado_bigpoints_solver_reserve(&b->blocks[i], bytes, &left)) return false;
    }
    return true;
}

bool dado_bigpoints_value_shapes(dado_bigpoints_solver *b)
{
    size_t beyond = b->step[b->size.colours - 2] + lanes;  // a shifted block reads past its end
    if (!allocate_blocks(b, beyond)) return false;
    for (b->layer = b->layers - 1; b->layer >= 0; b->layer--) {
        size_t count = b->first_of[b->layer + 1] - b->first_of[b->layer];
        int16_t *blocks = b->blocks[b->layer % 2].data;
        memset(blocks + count * b->block, 0, beyond * sizeof(int16_t));
        dado_work_progress(&b->leave, 2 * (b->length + 1) - b->layer - 1, 2 * (b->length + 1));
        dado_bigpoints_solver_slice(b, count);
        dado_bigpoints_solver_parallel(b, count, value_slice);
        for (int p = 0; p < b->parts; p++) {
            if (b->part[p].left) return false;
        }
    }
    return true;
}
