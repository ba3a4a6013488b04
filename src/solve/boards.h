// boards.h - what the parts of the solver for Big Points boards share; bigpoints.h has the idea.
//
// A shape is one word: a bit for each disc on the path, then four bits for each
// pawn: 0 at the start, k on its k-th disc, discs + 1 + p on the ladder as p-th.
//
// A first hand h has h[c] discs of colour c. Their sum is known from the layer,
// so the last colour is left out, and h is the number h[0] + h[1] R + h[2] R^2
// ... with R = discs + 2. Blocks have a place for every such number; many hold
// hands that cannot occur, and what stands there is never looked at.
#pragma once

#include "solve/bigpoints.h"

enum {
    most_colours = DADO_BIGPOINTS_COLOURS,
    most_choices = 2 * most_colours,
    pawn_bits = 4,
    point_bits = 6,  // no player can get 64 points on a board that fits
    points_end = 1 << point_bits,
    turned = points_end - 1,  // by this points are turned round
    edge_shift = 3,           // an edge is a shape of the next layer, and the colour collected
    lanes = 8,                // blocks are padded to whole vectors of this many values
    most_parts = 64,
    most_layers = 64,
    worth_sharing = 4096,  // shapes in a layer, before its work is shared
    before_asking = 1024,  // shapes, whether to go on
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
    size_t from, to;  // its slice of the layer
    store fresh;      // children of its slice, in order: shape << 3 | colour collected
    size_t fresh_count;
    store table;  // of its share, by hash
    size_t seats;
    uint32_t layer;
    store shapes, reach;   // its share, as met
    size_t count, before;  // in its share; in those of the parts before it
    uint64_t states, finals;
    size_t allowance;  // bytes it may still take
    bool full, left;  // no room for more; it was told to leave off
} part;

struct dado_boards {
    dado_row_size size;
    dado_objective by;
    size_t memory;
    dado_hands hands;
    dado_leave leave;
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

    store reach;      // of the layer: which hands occur, as bits
    store blocks[2];  // of the layer and the next
    part part[most_parts];

    int16_t *ends;       // a block for each order of arrival
    int16_t *end_of;     // which of them, by the colours' steps as a number
    int16_t *liking[2];  // of each pair of points, by each player
};

// Bytes that may still be taken, and an array made to hold at least so many; false if that is
// more than is allowed.
size_t dado_boards_allowance(const dado_boards *b);
bool dado_boards_fit(store *s, size_t bytes, size_t *allowance);

// Calls `work` for every part, at once where the layer is large enough for it to pay.
void dado_boards_share(dado_boards *b, size_t shapes, void (*work)(void *job, int part));
// Gives each part its slice of a layer of so many shapes.
void dado_boards_slice(dado_boards *b, size_t count);

// Asked before shape i of a slice: every now and then whoever gives leave is.
static inline bool may_go_on(const dado_boards *b, part *p, size_t i)
{
    if (i % before_asking == 0 && !dado_leave_given(&b->leave)) p->left = true;
    return !p->left;
}

// Finds all shapes of the board, and which hands occur; then values them. False: no memory, or
// told to leave off.
bool dado_boards_find_shapes(dado_boards *b);
bool dado_boards_value_shapes(dado_boards *b);

// What valuing needs to know of the size and the objective.
bool dado_boards_prepare_values(dado_boards *b);

static inline size_t power(size_t base, int exponent)
{
    size_t result = 1;
    while (exponent-- > 0) result *= base;
    return result;
}

// Written out: without a machine's own instruction the compiler would call a function.
static inline unsigned count_bits(uint64_t bits)
{
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (unsigned)(bits * 0x0101010101010101u >> 56);
}
