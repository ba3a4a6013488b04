// shapes.c - finds the shapes of a board, layer by layer, and which hands occur in each.
//
// Every layer is made in two passes, which the parts share: first the moves of
// a slice of the layer, then places for a share of the children, dealt out by
// hash. The second pass knows what it will look up next, so a table larger than
// the cache is asked for ahead of time.
#include <stdlib.h>
#include <string.h>

#include "solve/boards.h"
#include "solve/pages.h"

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
            children[count++] =
                child(shape + ((uint64_t)(discs + 1 + climbed - place) << shift), c);
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

static void make_slice(void *job, int number)
{
    dado_boards *b = job;
    part *p = &b->part[number];
    const uint64_t *shapes = b->shapes.data, *reach = b->reach.data;
    uint8_t *choices = b->choices.data;
    uint64_t *fresh = p->fresh.data;
    size_t first = b->first_of[b->layer], count = 0;
    uint64_t states = 0, finals = 0;
    for (size_t i = p->from; i < p->to && may_go_on(b, p, i); i++) {
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
    size_t seats = p->seats ? p->seats * 2 : 512, bytes = seats * sizeof(seat);
    if (bytes > p->allowance) return false;
    seat *old = p->table.data, *table = dado_pages_take(bytes);
    if (!table) return false;
    for (size_t i = 0; i < p->seats; i++) {
        if (old[i].layer != p->layer) continue;
        size_t at = hash(old[i].shape) & (seats - 1);
        while (table[at].layer == p->layer) at = (at + 1) & (seats - 1);
        table[at] = old[i];
    }
    free(old);
    p->allowance -= bytes - p->table.room;
    p->table = (store){ table, bytes };
    p->seats = seats;
    return true;
}

// Room for `more` in the part's share of the next layer.
static bool make_room(part *p, size_t more, size_t words)
{
    while ((p->count + more) * 2 > p->seats) {
        if (!grow_table(p)) return false;
    }
    return dado_boards_fit(&p->shapes, (p->count + more) * sizeof(uint64_t), &p->allowance) &&
           dado_boards_fit(&p->reach, (p->count + more) * words * sizeof(uint64_t), &p->allowance);
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
            if (!make_room(mine, count, b->words)) mine->full = true;
            if (mine->full || !may_go_on(b, mine, i)) return;
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

// The next layer's shapes and hands, from the shares of all parts.
static bool gather(dado_boards *b, size_t end)
{
    size_t total = 0, row = b->words * sizeof(uint64_t);
    for (int p = 0; p < b->parts; p++) {
        b->part[p].before = total;
        total += b->part[p].count;
    }
    size_t left = dado_boards_allowance(b);
    if (!dado_boards_fit(&b->shapes, (end + total) * sizeof(uint64_t), &left)) return false;
    if (!dado_boards_fit(&b->choices, end + total, &left)) return false;
    if (b->parts > 1 && !dado_boards_fit(&b->reach, total * row, &left)) return false;
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

static bool was_left(const dado_boards *b)
{
    bool left = false;
    for (int p = 0; p < b->parts; p++) left = left || b->part[p].left;
    return left;
}

// Makes layer + 1 out of layer.
static bool advance(dado_boards *b)
{
    size_t first = b->first_of[b->layer], end = b->first_of[b->layer + 1], count = end - first;
    size_t left = dado_boards_allowance(b);
    dado_boards_slice(b, count);
    for (int p = 0; p < b->parts; p++) {
        part *q = &b->part[p];
        size_t most = (q->to - q->from) * most_choices;
        if (!dado_boards_fit(&q->fresh, (most + 1) * sizeof(uint64_t), &left)) return false;
    }
    dado_boards_share(b, count, make_slice);
    if (was_left(b)) return false;
    size_t edges = b->edges_of[b->layer][0];
    for (int p = 0; p < b->parts; p++) {
        edges += b->part[p].fresh_count;
        b->edges_of[b->layer][p + 1] = edges;
    }
    b->edges_of[b->layer + 1][0] = edges;
    if (!dado_boards_fit(&b->edges, edges * sizeof(uint32_t), &left)) return false;
    for (int p = 0; p < b->parts; p++) {
        part *q = &b->part[p];
        q->count = 0;
        if (++q->layer == 0)
            memset(q->table.data, 0, q->table.room);  // once in four thousand million
        q->allowance = left / (size_t)b->parts;
    }
    dado_boards_share(b, count, place_share);
    for (int p = 0; p < b->parts; p++) {
        if (b->part[p].full) return false;
    }
    if (was_left(b)) return false;
    if (!gather(b, end)) return false;
    if (b->parts > 1) dado_boards_share(b, count, settle_edges);
    return true;
}

bool dado_boards_find_shapes(dado_boards *b)
{
    size_t left = dado_boards_allowance(b);
    if (!dado_boards_fit(&b->shapes, sizeof(uint64_t), &left) ||
        !dado_boards_fit(&b->choices, 1, &left) ||
        !dado_boards_fit(&b->reach, b->words * sizeof(uint64_t), &left)) {
        return false;
    }
    *(uint64_t *)b->shapes.data = b->full_path;
    memset(b->reach.data, 0, b->words * sizeof(uint64_t));
    *(uint64_t *)b->reach.data = 1;
    b->first_of[0] = 0;
    b->first_of[1] = 1;
    b->edges_of[0][0] = 0;
    for (b->layer = 0; b->first_of[b->layer] < b->first_of[b->layer + 1]; b->layer++) {
        dado_leave_hear(&b->leave, b->layer, 2 * (b->length + 1));
        if (!advance(b)) return false;
    }
    b->layers = b->layer;
    return true;
}
