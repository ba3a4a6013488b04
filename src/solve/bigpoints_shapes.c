// bigpoints_shapes.c - finds the shapes of a board, layer by layer, and the hands that
// can occur in each.
//
// Each layer is made in two passes, and threads share both. The first pass makes the
// moves of all shapes of a layer. The second pass inserts the children into hash tables;
// each thread has a table for its share of the hashes. The second pass knows which slots
// it will look up next, so it prefetches them when the table is larger than the cache.
#include <stdlib.h>
#include <string.h>

#include "solve/bigpoints_internal.h"
#include "solve/huge_pages.h"

static uint64_t child(uint64_t shape, int colour)
{
    return shape << edge_shift | (uint64_t)colour;
}

// Lists the shapes that one move leads to, and returns their number. Colours are in
// ascending order; for each colour, taking the disc behind comes before taking the one
// ahead.
static int make_moves(const dado_bigpoints_solver *b, uint64_t shape, uint64_t *children)
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
    dado_bigpoints_solver *b = job;
    part *p = &b->part[number];
    const uint64_t *shapes = b->shapes.data, *reach = b->reach.data;
    uint8_t *choices = b->choices.data;
    uint64_t *fresh = p->fresh.data;
    size_t first = b->first_of[b->layer], count = 0;
    uint64_t states = 0, finals = 0;
    for (size_t i = p->from; i < p->to && may_continue(b, p, i); i++) {
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
    size_t slot_count = p->slot_count ? p->slot_count * 2 : 512,
           bytes = slot_count * sizeof(table_slot);
    if (bytes > p->allowance) return false;
    table_slot *old = p->table.data, *table = dado_huge_pages_alloc(bytes);
    if (!table) return false;
    for (size_t i = 0; i < p->slot_count; i++) {
        if (old[i].layer != p->layer) continue;
        size_t at = hash(old[i].shape) & (slot_count - 1);
        while (table[at].layer == p->layer) at = (at + 1) & (slot_count - 1);
        table[at] = old[i];
    }
    free(old);
    p->allowance -= bytes - p->table.room;
    p->table = (buffer){ table, bytes };
    p->slot_count = slot_count;
    return true;
}

// Makes room for `more` shapes in the part's share of the next layer.
static bool make_room(part *p, size_t more, size_t words)
{
    while ((p->count + more) * 2 > p->slot_count) {
        if (!grow_table(p)) return false;
    }
    return dado_bigpoints_solver_reserve(&p->shapes, (p->count + more) * sizeof(uint64_t),
                                         &p->allowance) &&
           dado_bigpoints_solver_reserve(&p->reach, (p->count + more) * words * sizeof(uint64_t),
                                         &p->allowance);
}

// Returns the index of a shape in the part's share, and inserts the shape if it is new.
static inline uint32_t place_of(part *p, uint64_t shape, size_t words)
{
    table_slot *table = p->table.data;
    size_t mask = p->slot_count - 1, at = hash(shape) & mask;
    while (table[at].layer == p->layer) {
        if (table[at].shape == shape) return table[at].place;
        at = (at + 1) & mask;
    }
    uint32_t place = (uint32_t)p->count++;
    table[at] = (table_slot){ shape, place, p->layer };
    ((uint64_t *)p->shapes.data)[place] = shape;
    uint64_t *reach = (uint64_t *)p->reach.data + place * words;
    for (size_t w = 0; w < words; w++) reach[w] = 0;
    return place;
}

// Marks the hands of a child that arise from the hands of a parent: the number of each is
// larger by `step`.
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
// a table with at most this many slots stays in the cache, so prefetching does not pay
enum { cached_slots = 1 << 14 };

static int share_of(const dado_bigpoints_solver *b, uint64_t shape)
{
    return (int)((hash(shape) >> 48) * (uint64_t)b->parts >> 16);
}

// The position of a thread while it reads the children that another thread made.
typedef struct reader {
    size_t parent;  // index of the shape whose children are being read
    unsigned left;  // children of that shape not read yet
} reader;

// Inserts those of `count` children that are in this part's share. `words` equals
// b->words; it is a parameter so that the compiler makes a special version for one word.
static inline void place_chunk(const dado_bigpoints_solver *b, part *mine, int number,
                               const uint64_t *fresh, size_t count, size_t beyond, uint32_t *edges,
                               reader *at, size_t words)
{
    const uint64_t *reach = b->reach.data;
    const uint8_t *choices = (const uint8_t *)b->choices.data + b->first_of[b->layer];
    bool first_moves = b->layer % 2 == 0, look = mine->slot_count > cached_slots;
    for (size_t i = 0; i < count; i++, at->left--) {
        while (at->left == 0) at->left = choices[++at->parent];
        if (look && i + look_ahead < beyond) {
            uint64_t soon = hash(fresh[i + look_ahead] >> edge_shift);
            __builtin_prefetch((table_slot *)mine->table.data + (soon & (mine->slot_count - 1)));
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
    dado_bigpoints_solver *b = job;
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
            if (mine->full || !may_continue(b, mine, i)) return;
            if (b->words == 1) {
                place_chunk(b, mine, number, fresh + i, count, left, edges + i, &at, 1);
            } else {
                place_chunk(b, mine, number, fresh + i, count, left, edges + i, &at, b->words);
            }
        }
    }
}

// Turns the indices in edges from those within a share into those within the whole layer.
static void settle_edges(void *job, int number)
{
    dado_bigpoints_solver *b = job;
    const part *p = &b->part[number];
    const uint64_t *fresh = p->fresh.data;
    uint32_t *edges = (uint32_t *)b->edges.data + b->edges_of[b->layer][number];
    for (size_t i = 0; i < p->fresh_count; i++) {
        size_t before = b->part[share_of(b, fresh[i] >> edge_shift)].before;
        edges[i] += (uint32_t)before << edge_shift;
    }
}

// Copies the shares of all parts into the arrays of the next layer.
static bool gather(dado_bigpoints_solver *b, size_t end)
{
    size_t total = 0, row = b->words * sizeof(uint64_t);
    for (int p = 0; p < b->parts; p++) {
        b->part[p].before = total;
        total += b->part[p].count;
    }
    size_t left = dado_bigpoints_solver_allowance(b);
    if (!dado_bigpoints_solver_reserve(&b->shapes, (end + total) * sizeof(uint64_t), &left))
        return false;
    if (!dado_bigpoints_solver_reserve(&b->choices, end + total, &left)) return false;
    if (b->parts > 1 && !dado_bigpoints_solver_reserve(&b->reach, total * row, &left)) return false;
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
        buffer kept = b->reach;
        b->reach = b->part[0].reach;
        b->part[0].reach = kept;
    }
    b->first_of[b->layer + 2] = end + total;
    return true;
}

static bool was_left(const dado_bigpoints_solver *b)
{
    bool left = false;
    for (int p = 0; p < b->parts; p++) left = left || b->part[p].left;
    return left;
}

// Makes layer + 1 from the current layer. Returns false if there is no memory or if it
// was stopped.
static bool advance(dado_bigpoints_solver *b)
{
    size_t first = b->first_of[b->layer], end = b->first_of[b->layer + 1], count = end - first;
    size_t left = dado_bigpoints_solver_allowance(b);
    dado_bigpoints_solver_slice(b, count);
    for (int p = 0; p < b->parts; p++) {
        part *q = &b->part[p];
        size_t most = (q->to - q->from) * most_choices;
        if (!dado_bigpoints_solver_reserve(&q->fresh, (most + 1) * sizeof(uint64_t), &left))
            return false;
    }
    dado_bigpoints_solver_parallel(b, count, make_slice);
    if (was_left(b)) return false;
    size_t edges = b->edges_of[b->layer][0];
    for (int p = 0; p < b->parts; p++) {
        edges += b->part[p].fresh_count;
        b->edges_of[b->layer][p + 1] = edges;
    }
    b->edges_of[b->layer + 1][0] = edges;
    if (!dado_bigpoints_solver_reserve(&b->edges, edges * sizeof(uint32_t), &left)) return false;
    for (int p = 0; p < b->parts; p++) {
        part *q = &b->part[p];
        q->count = 0;
        if (++q->layer == 0)
            // the layer counter wrapped round to 0, so old slots would look filled
            memset(q->table.data, 0, q->table.room);
        q->allowance = left / (size_t)b->parts;
    }
    dado_bigpoints_solver_parallel(b, count, place_share);
    for (int p = 0; p < b->parts; p++) {
        if (b->part[p].full) return false;
    }
    if (was_left(b)) return false;
    if (!gather(b, end)) return false;
    if (b->parts > 1) dado_bigpoints_solver_parallel(b, count, settle_edges);
    return true;
}

bool dado_bigpoints_find_shapes(dado_bigpoints_solver *b)
{
    size_t left = dado_bigpoints_solver_allowance(b);
    if (!dado_bigpoints_solver_reserve(&b->shapes, sizeof(uint64_t), &left) ||
        !dado_bigpoints_solver_reserve(&b->choices, 1, &left) ||
        !dado_bigpoints_solver_reserve(&b->reach, b->words * sizeof(uint64_t), &left)) {
        return false;
    }
    *(uint64_t *)b->shapes.data = b->full_path;
    memset(b->reach.data, 0, b->words * sizeof(uint64_t));
    *(uint64_t *)b->reach.data = 1;
    b->first_of[0] = 0;
    b->first_of[1] = 1;
    b->edges_of[0][0] = 0;
    for (b->layer = 0; b->first_of[b->layer] < b->first_of[b->layer + 1]; b->layer++) {
        dado_work_progress(&b->leave, b->layer, 2 * (b->length + 1));
        if (!advance(b)) return false;
    }
    b->layers = b->layer;
    return true;
}
