// bigpoints.c - see bigpoints.h.
//
// A shape is one word: a bit for each disc on the path, then four bits for each
// pawn: 0 at the start, k on its k-th disc, discs + 1 + p on the ladder as p-th.
//
// A first hand h has h[c] discs of colour c. Their sum is known from the layer,
// so the last colour is left out, and h is the number h[0] + h[1] R + h[2] R^2
// ... with R = discs + 2. Blocks have a place for every such number; many hold
// hands that cannot occur, and what stands there is never looked at.
//
// By margin a value is margin * 64 + points of the first player: the first
// takes the largest. The second takes the smallest margin, yet also the most
// points where margins are equal, so for him the points stand turned round.
// The other objectives keep both players' points, and compare them by a table.
#include "solve/bigpoints.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "solve/pages.h"

enum {
    most_colours = DADO_BIGPOINTS_COLOURS,
    most_choices = 2 * most_colours,
    pawn_bits = 4,
    point_bits = 6,  // no player can get 64 points on a board that fits
    points_end = 1 << point_bits,
    turned = points_end - 1,  // by this points are turned round
    edge_shift = 3,  // an edge is a shape of the next layer, and the colour collected
    lanes = 8,       // blocks are padded to whole vectors of this many values
    most_parts = 64,
    most_layers = 64,
    worth_sharing = 4096,  // shapes in a layer, before its work is shared
};

// An array that grows; what it may take is counted against an allowance.
typedef struct store {
    void *data;
    size_t room;  // bytes
} store;

typedef struct seat {
    uint64_t shape;
    uint32_t place;  // in the part's share of the layer
    uint32_t layer;  // when it was taken: seats of other layers are free
} seat;

// What one part of the work has. It makes the moves of a slice of the
// layer, and then finds places in the next layer for its share of all children:
// those whose hash says so. No two parts ever write to the same place.
typedef struct part {
    size_t from, to;      // its slice of the layer
    store fresh;          // children of its slice, in order: shape << 3 | colour collected
    size_t fresh_count;
    store table;          // of its share, by hash
    size_t seats;
    uint32_t layer;
    store shapes, reach;  // its share, as met
    size_t count, before; // in its share; in those of the parts before it
    uint64_t states, finals;
    size_t allowance;     // bytes it may still take
    bool full;
} part;

struct dado_boards {
    dado_row_size size;
    dado_objective by;
    size_t memory;
    dado_hands hands;
    int parts;
    int length, layers;
    size_t block;               // values in a block
    size_t words;               // of bits in a block
    size_t step[most_colours];  // what one more disc of a colour adds to a hand's number

    // of the board
    uint64_t full_path, mask[most_colours];
    uint64_t at[most_colours][16], ahead[most_colours][16];  // by place: its disc, those beyond it
    uint8_t colour[64], order[64];  // of each disc; its place among those of its colour, from 1

    // of all layers, one after the other
    store shapes, choices, edges;
    size_t first_of[most_layers + 1];
    size_t edges_of[most_layers][most_parts + 1];  // where the edges of each slice begin
    int layer;

    store reach;       // of the layer: which hands occur, as bits
    store blocks[2];   // of the layer and the next
    part part[most_parts];

    int16_t *ends;       // a block for each order of arrival
    int16_t *end_of;     // which of them, by the colours' steps as a number
    int16_t *liking[2];  // of each pair of points, by each player
};

bool dado_boards_able(dado_row_size size, dado_error *err)
{
    int points = (size.discs + 1) * size.colours * (size.colours - 1) / 2;
    if (size.white || size.black) {
        return dado_fail(err, DADO_MEANING, "boards with special discs take the general solver");
    }
    if (size.discs < 2) {
        return dado_fail(err, DADO_MEANING, "boards of one disc a colour take the general solver");
    }
    if (size.discs + size.colours > 15 || points >= points_end ||
        size.colours * size.discs + pawn_bits * size.colours > 60) {
        return dado_fail(err, DADO_LIMIT, "boards of %dx%d are too long for a key of one word",
                         size.colours, size.discs);
    }
    return true;
}

static size_t power(size_t base, int exponent)
{
    size_t result = 1;
    while (exponent-- > 0) result *= base;
    return result;
}

// How much `player` likes to end with these points, as a number: see solve/value.h.
static int16_t likes(dado_objective by, int own, int his)
{
    int class = own > his ? 2 : own == his ? 1 : 0;
    int major = class ? own : points_end - 1 - his;
    int minor = class ? points_end - 1 - his : own;
    if (by == DADO_BY_DRAFT) minor = 0;
    if (by == DADO_BY_WIN) major = minor = 0;
    return (int16_t)(class * points_end * points_end + major * points_end + minor);
}

static bool prepare_likings(dado_boards *b)
{
    if (b->by == DADO_BY_MARGIN) return true;
    size_t pairs = (size_t)points_end * points_end;
    for (int player = 0; player < 2; player++) {
        b->liking[player] = malloc(pairs * sizeof(int16_t));
        if (!b->liking[player]) return false;
        for (size_t pair = 0; pair < pairs; pair++) {
            int first = (int)(pair / points_end), second = (int)(pair % points_end);
            b->liking[player][pair] =
                player == 0 ? likes(b->by, first, second) : likes(b->by, second, first);
        }
    }
    return true;
}

// For each order of arrival, points of the first player for each hand, but for
// what the last colour's discs bring, which depends on how many there are.
static bool prepare_ends(dado_boards *b)
{
    int n = b->size.colours;
    size_t ways = power((size_t)n, n), orders = (size_t)dado_row_class_size(b->size);
    b->end_of = calloc(ways, sizeof *b->end_of);
    b->ends = calloc(orders * b->block, sizeof *b->ends);
    if (!b->end_of || !b->ends) return false;
    int16_t found = 0;
    for (size_t way = 0; way < ways; way++) {
        int step[most_colours], seen = 0;
        size_t rest = way;
        for (int c = 0; c < n; c++, rest /= (size_t)n) seen |= 1 << (step[c] = (int)(rest % (size_t)n));
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

dado_boards *dado_boards_new(dado_row_size size, dado_objective by, size_t memory,
                             const dado_hands *hands, dado_error *err)
{
    if (!dado_boards_able(size, err)) return NULL;
    dado_boards *b = calloc(1, sizeof *b);
    if (b) {
        b->size = size;
        b->by = by;
        b->memory = memory ? memory : (size_t)1 << 30;
        b->parts = 1;
        if (hands && hands->count > 1) {
            b->hands = *hands;
            b->parts = hands->count < most_parts ? hands->count : most_parts;
        }
        b->length = dado_row_length(size);
        b->full_path = ((uint64_t)1 << b->length) - 1;
        size_t radix = (size_t)size.discs + 2, numbers = power(radix, size.colours - 1);
        b->block = (numbers + lanes - 1) / lanes * lanes;
        b->words = (numbers + 63) / 64;
        for (int c = 0; c < size.colours - 1; c++) b->step[c] = power(radix, c);
    }
    if (!b || !prepare_likings(b) || !prepare_ends(b)) {
        dado_boards_free(b);
        dado_fail(err, DADO_LIMIT, "no memory to solve boards of %dx%d", size.colours, size.discs);
        return NULL;
    }
    return b;
}

void dado_boards_free(dado_boards *b)
{
    if (!b) return;
    store *stores[] = { &b->shapes, &b->choices, &b->edges, &b->reach, &b->blocks[0],
                        &b->blocks[1] };
    for (size_t i = 0; i < sizeof stores / sizeof *stores; i++) free(stores[i]->data);
    for (int p = 0; p < most_parts; p++) {
        free(b->part[p].fresh.data);
        free(b->part[p].table.data);
        free(b->part[p].shapes.data);
        free(b->part[p].reach.data);
    }
    free(b->liking[0]);
    free(b->liking[1]);
    free(b->ends);
    free(b->end_of);
    free(b);
}

// Makes an array hold at least `bytes`; false if that is more than is allowed.
static bool fit(store *s, size_t bytes, size_t *allowance)
{
    if (bytes <= s->room) return true;
    size_t room = s->room ? s->room : 4096;
    while (room < bytes) room += room / 2;
    if (room - s->room > *allowance) room = bytes;
    if (room - s->room > *allowance) return false;
    void *moved = dado_pages_enlarge(s->data, s->room, room);
    if (!moved) return false;
    *allowance -= room - s->room;
    s->data = moved;
    s->room = room;
    return true;
}

static size_t allowance(const dado_boards *b)
{
    size_t used = b->shapes.room + b->choices.room + b->edges.room + b->reach.room +
                  b->blocks[0].room + b->blocks[1].room;
    for (int p = 0; p < b->parts; p++) {
        const part *q = &b->part[p];
        used += q->fresh.room + q->table.room + q->shapes.room + q->reach.room;
    }
    return b->memory > used ? b->memory - used : 0;
}

static void read_board(dado_boards *b, const dado_row *row)
{
    uint8_t met[most_colours] = { 0 };
    memset(b->mask, 0, sizeof b->mask);
    for (int i = 0; i < b->length; i++) {
        int c = row->disc[i];
        b->mask[c] |= (uint64_t)1 << i;
        b->at[c][++met[c]] = (uint64_t)1 << i;
        b->colour[i] = (uint8_t)c;
        b->order[i] = met[c];
    }
    for (int c = 0; c < b->size.colours; c++) {
        b->ahead[c][0] = b->mask[c];
        for (int k = 1; k <= b->size.discs; k++) b->ahead[c][k] = b->mask[c] & -(b->at[c][k] << 1);
    }
}

static uint64_t child(uint64_t shape, int colour)
{
    return shape << edge_shift | (uint64_t)colour;
}

// The children of a shape: colours ascending, behind before ahead.
static int make_moves(const dado_boards *b, uint64_t shape, uint64_t *children)
{
    const unsigned discs = (unsigned)b->size.discs;
    uint64_t path = shape & b->full_path, pawns = shape >> b->length, occupied = 0;
    unsigned climbed = 0;
    int count = 0;
    for (int c = 0; c < b->size.colours; c++) {
        unsigned place = pawns >> pawn_bits * c & 15;
        climbed += place > discs;
        occupied |= b->at[c][place];
    }
    for (int c = 0; c < b->size.colours; c++) {
        unsigned place = pawns >> pawn_bits * c & 15;
        if (place > discs) continue;
        int shift = b->length + pawn_bits * c;
        uint64_t own = path & b->ahead[c][place];
        if (!own) {
            children[count++] = child(shape + ((uint64_t)(discs + 1 + climbed - place) << shift), c);
            continue;
        }
        uint64_t target = own & -own;
        uint64_t available = path & ~((occupied ^ b->at[c][place]) | target);
        uint64_t behind = available & (target - 1), ahead = available & -target;
        uint64_t moved = shape + ((uint64_t)(b->order[__builtin_ctzll(target)] - place) << shift);
        if (behind) {
            int taken = 63 - __builtin_clzll(behind);
            children[count++] = child(moved ^ (uint64_t)1 << taken, b->colour[taken]);
        }
        if (ahead) {
            int taken = __builtin_ctzll(ahead);
            children[count++] = child(moved ^ (uint64_t)1 << taken, b->colour[taken]);
        }
    }
    return count;
}

// Written out: without a machine's own instruction the compiler would call a function.
static inline unsigned count_bits(uint64_t bits)
{
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (unsigned)(bits * 0x0101010101010101u >> 56);
}

static void make_slice(void *job, int number)
{
    dado_boards *b = job;
    part *p = &b->part[number];
    const uint64_t *shapes = b->shapes.data, *reach = b->reach.data;
    uint8_t *choices = b->choices.data;
    uint64_t *fresh = p->fresh.data;
    size_t first = b->first_of[b->layer], count = 0;
    uint64_t states = 0, finals = 0;
    for (size_t i = p->from; i < p->to; i++) {
        int made = make_moves(b, shapes[first + i], fresh + count);
        uint64_t positions = 0;
        for (size_t w = 0; w < b->words; w++) {
            positions += count_bits(reach[i * b->words + w]);
        }
        if (made) states += positions;
        else finals += positions;
        choices[first + i] = (uint8_t)made;
        count += (size_t)made;
    }
    p->fresh_count = count;
    p->states += states;
    p->finals += finals;
}

static uint64_t hash(uint64_t shape)
{
    uint64_t h = shape * 0x9E3779B97F4A7C15u;
    return h ^ h >> 32;
}

static bool grow_table(part *p)
{
    size_t seats = p->seats ? p->seats * 2 : 512;
    if (seats > p->seats && seats * sizeof(seat) > p->table.room) {
        seat *old = p->table.data;
        size_t old_seats = p->seats;
        size_t bytes = seats * sizeof(seat);
        if (bytes > p->allowance) return false;
        seat *table = dado_pages_take(bytes);
        if (!table) return false;
        for (size_t i = 0; i < old_seats; i++) {
            if (old[i].layer != p->layer) continue;
            size_t at = hash(old[i].shape) & (seats - 1);
            while (table[at].layer == p->layer) at = (at + 1) & (seats - 1);
            table[at] = old[i];
        }
        free(old);
        p->allowance -= bytes - p->table.room;
        p->table = (store){ table, bytes };
        p->seats = seats;
    }
    return true;
}

// Room for `more` in the part's share of the next layer.
static bool make_room(part *p, size_t more, size_t words)
{
    while ((p->count + more) * 2 > p->seats) {
        if (!grow_table(p)) return false;
    }
    return fit(&p->shapes, (p->count + more) * sizeof(uint64_t), &p->allowance) &&
           fit(&p->reach, (p->count + more) * words * sizeof(uint64_t), &p->allowance);
}

// The place of a shape in the part's share; a new one if it was not met before.
static inline uint32_t place_of(part *p, uint64_t shape, size_t words)
{
    seat *table = p->table.data;
    size_t mask = p->seats - 1, at = hash(shape) & mask;
    while (table[at].layer == p->layer) {
        if (table[at].shape == shape) return table[at].place;
        at = (at + 1) & mask;
    }
    uint32_t place = (uint32_t)p->count++;
    table[at] = (seat){ shape, place, p->layer };
    ((uint64_t *)p->shapes.data)[place] = shape;
    uint64_t *reach = (uint64_t *)p->reach.data + place * words;
    for (size_t w = 0; w < words; w++) reach[w] = 0;
    return place;
}

// Adds the hands of a parent, each with `step` more, to those of a child.
static inline void reach_child(uint64_t *to, const uint64_t *from, size_t words, size_t step)
{
    if (words == 1) {
        *to |= *from << step;
        return;
    }
    size_t jump = step / 64, shift = step % 64;
    for (size_t w = words; w-- > jump;) {
        uint64_t bits = from[w - jump] << shift;
        if (shift && w > jump) bits |= from[w - jump - 1] >> (64 - shift);
        to[w] |= bits;
    }
}

enum { chunk = 256, look_ahead = 12 };
enum { cached_seats = 1 << 14 };  // a table of no more needs no looking ahead

static int share_of(const dado_boards *b, uint64_t shape)
{
    return (int)((hash(shape) >> 48) * (uint64_t)b->parts >> 16);
}

// Where one part stands among the children of another: which parent is at hand.
typedef struct reader {
    size_t parent;
    unsigned left;  // of its children
} reader;

// Finds places for a chunk of children, as far as they are this part's share.
// `words` is b->words, said apart so that the usual case of one is made for itself.
static inline void place_chunk(const dado_boards *b, part *mine, int number, const uint64_t *fresh,
                               size_t count, size_t beyond, uint32_t *edges, reader *at,
                               size_t words)
{
    const uint64_t *reach = b->reach.data;
    const uint8_t *choices = (const uint8_t *)b->choices.data + b->first_of[b->layer];
    bool first_moves = b->layer % 2 == 0, look = mine->seats > cached_seats;
    for (size_t i = 0; i < count; i++, at->left--) {
        while (at->left == 0) at->left = choices[++at->parent];
        if (look && i + look_ahead < beyond) {
            uint64_t soon = hash(fresh[i + look_ahead] >> edge_shift);
            __builtin_prefetch((seat *)mine->table.data + (soon & (mine->seats - 1)));
        }
        uint64_t shape = fresh[i] >> edge_shift;
        if (b->parts > 1 && share_of(b, shape) != number) continue;
        unsigned colour = fresh[i] & ((1 << edge_shift) - 1);
        uint32_t place = place_of(mine, shape, words);
        edges[i] = place << edge_shift | colour;
        reach_child((uint64_t *)mine->reach.data + place * words, reach + at->parent * words, words,
                    first_moves ? b->step[colour] : 0);
    }
}

static void place_share(void *job, int number)
{
    dado_boards *b = job;
    part *mine = &b->part[number];
    const uint8_t *choices = (const uint8_t *)b->choices.data + b->first_of[b->layer];
    for (int q = 0; q < b->parts; q++) {
        const part *p = &b->part[q];
        const uint64_t *fresh = p->fresh.data;
        uint32_t *edges = (uint32_t *)b->edges.data + b->edges_of[b->layer][q];
        reader at = { p->from, p->from < p->to ? choices[p->from] : 0 };
        for (size_t i = 0; i < p->fresh_count; i += chunk) {
            size_t left = p->fresh_count - i, count = left < chunk ? left : chunk;
            if (!make_room(mine, count, b->words)) {
                mine->full = true;
                return;
            }
            if (b->words == 1) {
                place_chunk(b, mine, number, fresh + i, count, left, edges + i, &at, 1);
            } else {
                place_chunk(b, mine, number, fresh + i, count, left, edges + i, &at, b->words);
            }
        }
    }
}

// Edges were written as places within a share; now they are places within the layer.
static void settle_edges(void *job, int number)
{
    dado_boards *b = job;
    const part *p = &b->part[number];
    const uint64_t *fresh = p->fresh.data;
    uint32_t *edges = (uint32_t *)b->edges.data + b->edges_of[b->layer][number];
    for (size_t i = 0; i < p->fresh_count; i++) {
        size_t before = b->part[share_of(b, fresh[i] >> edge_shift)].before;
        edges[i] += (uint32_t)before << edge_shift;
    }
}

static void all_parts(dado_boards *b, size_t shapes, void (*work)(void *job, int part))
{
    if (b->parts == 1 || shapes < worth_sharing) {
        for (int p = 0; p < b->parts; p++) work(b, p);
    } else {
        b->hands.share(b->hands.with, b->parts, work, b);
    }
}

static void slice_layer(dado_boards *b, size_t count)
{
    size_t parts = (size_t)b->parts;
    for (size_t p = 0; p < parts; p++) {
        b->part[p].from = count * p / parts;
        b->part[p].to = count * (p + 1) / parts;
    }
}

// The next layer's shapes and hands, from the shares of all parts.
static bool gather(dado_boards *b, size_t end)
{
    size_t total = 0, row = b->words * sizeof(uint64_t);
    for (int p = 0; p < b->parts; p++) {
        b->part[p].before = total;
        total += b->part[p].count;
    }
    size_t left = allowance(b);
    if (!fit(&b->shapes, (end + total) * sizeof(uint64_t), &left)) return false;
    if (!fit(&b->choices, end + total, &left)) return false;
    if (b->parts > 1 && !fit(&b->reach, total * row, &left)) return false;
    for (int p = 0; p < b->parts; p++) {
        part *q = &b->part[p];
        if (q->count == 0) continue;
        memcpy((uint64_t *)b->shapes.data + end + q->before, q->shapes.data,
               q->count * sizeof(uint64_t));
        if (b->parts > 1) {
            memcpy((uint64_t *)b->reach.data + q->before * b->words, q->reach.data, q->count * row);
        }
    }
    if (b->parts == 1) {
        store kept = b->reach;
        b->reach = b->part[0].reach;
        b->part[0].reach = kept;
    }
    b->first_of[b->layer + 2] = end + total;
    return true;
}

// Makes layer + 1 out of layer.
static bool advance(dado_boards *b)
{
    size_t first = b->first_of[b->layer], end = b->first_of[b->layer + 1], count = end - first;
    size_t left = allowance(b);
    slice_layer(b, count);
    for (int p = 0; p < b->parts; p++) {
        part *q = &b->part[p];
        size_t most = (q->to - q->from) * most_choices;
        if (!fit(&q->fresh, (most + 1) * sizeof(uint64_t), &left)) return false;
    }
    all_parts(b, count, make_slice);
    size_t edges = b->edges_of[b->layer][0];
    for (int p = 0; p < b->parts; p++) {
        edges += b->part[p].fresh_count;
        b->edges_of[b->layer][p + 1] = edges;
    }
    b->edges_of[b->layer + 1][0] = edges;
    if (!fit(&b->edges, edges * sizeof(uint32_t), &left)) return false;
    for (int p = 0; p < b->parts; p++) {
        part *q = &b->part[p];
        q->count = 0;
        q->layer++;
        q->allowance = left / (size_t)b->parts;
    }
    all_parts(b, count, place_share);
    for (int p = 0; p < b->parts; p++) {
        if (b->part[p].full) return false;
    }
    if (!gather(b, end)) return false;
    if (b->parts > 1) all_parts(b, count, settle_edges);
    return true;
}

static int16_t larger(int16_t a, int16_t b)
{
    return a > b ? a : b;
}

static int16_t smaller(int16_t a, int16_t b)
{
    return a < b ? a : b;
}

// The best of up to four blocks for the first player, in one pass, ready for the second to read:
// with the points turned round. Blocks are whole vectors, and saying so spares the loose ends.
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

// For the second player.
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

// The block of a shape with choices, by margin.
static void choose_by_margin(const dado_boards *b, const int16_t *next, const uint32_t *edges,
                             int choices, bool first_moves, int16_t *block)
{
    const int16_t *from[most_choices];
    for (int i = 0; i < choices; i++) {
        size_t step = first_moves ? b->step[edges[i] & ((1 << edge_shift) - 1)] : 0;
        from[i] = next + (edges[i] >> edge_shift) * b->block + step;
    }
    for (int i = choices; i < 4; i++) from[i] = from[0];
    if (first_moves) take_larger(block, from, choices, b->block);
    else take_smaller(block, from, choices, b->block);
    for (int i = 4; i < choices; i++) {  // blocks turned round compare the other way in points
        for (size_t h = 0; h < b->block; h++) {
            int16_t so_far = block[h] ^ turned;
            block[h] = turned ^ (first_moves ? larger(so_far, from[i][h])
                                             : smaller(so_far, from[i][h]));
        }
    }
}

// The same where players compare by a table; the first of equals is kept.
static void choose_by_liking(const dado_boards *b, const int16_t *next, const uint32_t *edges,
                             int choices, bool first_moves, int16_t *block)
{
    const int16_t *liking = b->liking[first_moves ? 0 : 1];
    for (int i = 0; i < choices; i++) {
        size_t step = first_moves ? b->step[edges[i] & ((1 << edge_shift) - 1)] : 0;
        const int16_t *from = next + (edges[i] >> edge_shift) * b->block + step;
        for (size_t h = 0; h < b->block; h++) {
            if (i == 0 || liking[from[h]] > liking[block[h]]) block[h] = from[h];
        }
    }
}

// The block of a shape where all pawns have arrived.
static void count_points(const dado_boards *b, uint64_t shape, int layer, int16_t *block)
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
    int held = last_worth * ((layer + 1) / 2);  // as if all discs of the first were of the last colour
    if (b->by == DADO_BY_MARGIN) {
        int way_round = layer % 2 ? 0 : turned;  // for the player who moved here
        for (size_t h = 0; h < b->block; h++) {
            int points = end[h] + held;
            block[h] = (int16_t)(((2 * points - total) * points_end + points) ^ way_round);
        }
        return;
    }
    for (size_t h = 0; h < b->block; h++) {  // hands that cannot occur may have any pair
        unsigned points = (unsigned)(end[h] + held) % points_end;
        unsigned others = (unsigned)total - points;
        block[h] = (int16_t)(points * points_end + others % points_end);
    }
}

static void value_slice(void *job, int number)
{
    dado_boards *b = job;
    const part *p = &b->part[number];
    size_t first = b->first_of[b->layer];
    const uint64_t *shapes = (const uint64_t *)b->shapes.data + first;
    const uint8_t *choices = (const uint8_t *)b->choices.data + first;
    const uint32_t *edges = (const uint32_t *)b->edges.data + b->edges_of[b->layer][number];
    const int16_t *next = b->blocks[(b->layer + 1) % 2].data;
    int16_t *block = (int16_t *)b->blocks[b->layer % 2].data + p->from * b->block;
    bool first_moves = b->layer % 2 == 0;
    for (size_t i = p->from; i < p->to; i++, block += b->block) {
        if (choices[i] == 0) {
            count_points(b, shapes[i], b->layer, block);
        } else if (b->by == DADO_BY_MARGIN) {
            choose_by_margin(b, next, edges, choices[i], first_moves, block);
        } else {
            choose_by_liking(b, next, edges, choices[i], first_moves, block);
        }
        edges += choices[i];
    }
}

static bool find_shapes(dado_boards *b)
{
    size_t left = allowance(b);
    if (!fit(&b->shapes, sizeof(uint64_t), &left) || !fit(&b->choices, 1, &left) ||
        !fit(&b->reach, b->words * sizeof(uint64_t), &left)) {
        return false;
    }
    *(uint64_t *)b->shapes.data = b->full_path;
    memset(b->reach.data, 0, b->words * sizeof(uint64_t));
    *(uint64_t *)b->reach.data = 1;
    b->first_of[0] = 0;
    b->first_of[1] = 1;
    b->edges_of[0][0] = 0;
    for (b->layer = 0; b->first_of[b->layer] < b->first_of[b->layer + 1]; b->layer++) {
        if (!advance(b)) return false;
    }
    b->layers = b->layer;
    return true;
}

// Room for the blocks of the largest layers; what blocks held before is of no use.
static bool lay_blocks(dado_boards *b, size_t beyond)
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
        b->blocks[i] = (store){ 0 };
        size_t left = allowance(b);
        if (!fit(&b->blocks[i], bytes, &left)) return false;
    }
    return true;
}

static bool value_shapes(dado_boards *b)
{
    size_t beyond = b->step[b->size.colours - 2] + lanes;  // a shifted block reads past its end
    if (!lay_blocks(b, beyond)) return false;
    for (b->layer = b->layers - 1; b->layer >= 0; b->layer--) {
        size_t count = b->first_of[b->layer + 1] - b->first_of[b->layer];
        int16_t *blocks = b->blocks[b->layer % 2].data;
        memset(blocks + count * b->block, 0, beyond * sizeof(int16_t));
        slice_layer(b, count);
        all_parts(b, count, value_slice);
    }
    return true;
}

bool dado_boards_solve(dado_boards *b, const dado_row *row, dado_board_value *value,
                       dado_error *err)
{
    read_board(b, row);
    for (int p = 0; p < b->parts; p++) b->part[p].states = b->part[p].finals = 0;
    if (!find_shapes(b) || !value_shapes(b)) {
        char text[DADO_BIGPOINTS_LONGEST + 1];
        dado_row_write(row, text);
        return dado_fail(err, DADO_LIMIT,
                         "board %s is too large for %zu MiB: %zu shapes of positions were found in "
                         "%d layers, and to be valued two layers want %zu bytes a shape; give more "
                         "with --memory, or solve a smaller board", text, b->memory >> 20,
                         b->first_of[b->layer + 1], b->layer + 1, b->block * sizeof(int16_t));
    }
    *value = (dado_board_value){ .shapes = b->first_of[b->layers] };
    for (int p = 0; p < b->parts; p++) {
        value->states += b->part[p].states;
        value->finals += b->part[p].finals;
    }
    int root = *(int16_t *)b->blocks[0].data;
    if (b->by == DADO_BY_MARGIN) {
        root ^= turned;
        int points = root & (points_end - 1), margin = (root - points) / points_end;
        value->first = points;
        value->second = points - margin;
    } else {
        value->first = root / points_end;
        value->second = root % points_end;
    }
    return true;
}
