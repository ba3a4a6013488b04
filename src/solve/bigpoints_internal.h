// bigpoints_internal.h - types and functions that the files of the Big Points solver
// share; bigpoints_solver.h explains the method.
//
// A shape is one 64-bit word: one bit for each disc left on the path, then four bits for
// each pawn. A pawn's four bits are 0 at the start, k on the k-th disc of its colour, and
// discs + 1 + p on the ladder when it arrived as number p, counted from 0.
//
// The first player's hand h has h[c] discs of colour c. The layer determines the sum of
// h, so the last colour is left out, and the hand is coded as the number h[0] + h[1] R +
// h[2] R^2 ... with R = discs + 2. Blocks have one entry for every such number. Many
// entries belong to hands that cannot occur; those entries are never read.
#pragma once

#include "solve/bigpoints_solver.h"

enum {
    most_colours = DADO_BIGPOINTS_COLOURS,
    most_choices = 2 * most_colours,
    pawn_bits = 4,
    point_bits = 6,  // no player can get 64 points on a board that fits
    points_end = 1 << point_bits,
    turned = points_end - 1,  // mask: XOR with it inverts the order of the points
    // an edge is the index of a shape in the next layer, shifted left, plus the colour
    // taken
    edge_shift = 3,
    lanes = 8,  // values per vector; blocks are padded to a multiple of it
    most_parts = 64,
    most_layers = 64,
    worth_sharing = 4096,  // shapes in a layer from which on the work is split over threads
    before_asking = 1024,  // shapes between two checks whether to go on
};

// An array that can grow. Its size counts against a memory allowance.
typedef struct buffer {
    void *data;
    size_t room;  // bytes
} buffer;

typedef struct table_slot {
    uint64_t shape;
    uint32_t place;  // index of the shape within this part's share of the layer
    uint32_t layer;  // layer that filled the slot; a slot of another layer counts as empty
} table_slot;

// The work space of one thread. The thread first makes the moves of its slice of the
// layer. Then it inserts its share of all children into the next layer; the hash of a
// child decides whose share it is in. So no two threads write to the same place.
typedef struct part {
    size_t from, to;  // its slice of the layer: indices of shapes
    buffer fresh;     // children of its slice, in order: shape << 3 | colour taken
    size_t fresh_count;
    buffer table;  // hash table of its share of the next layer
    size_t slot_count;
    uint32_t layer;
    // the shapes of its share, in the order of insertion, and their possible hands
    buffer shapes, reach;
    size_t count, before;  // shapes in its share; shapes in the shares of the parts before it
    uint64_t states, finals;
    size_t allowance;  // bytes that it may still allocate
    bool full, left;   // it ran out of memory; it was told to stop
} part;

struct dado_bigpoints_solver {
    dado_bigpoints_row_size size;
    dado_objective by;
    size_t memory;
    dado_parallel hands;
    dado_work_control leave;
    int parts;
    int length, layers;
    size_t block;               // values in a block
    size_t words;               // 64-bit words in a block of bits
    size_t step[most_colours];  // what one more disc of each colour adds to the number of a hand

    // The board:
    uint64_t full_path, mask[most_colours];
    // for each pawn's place: the bit of its disc, and the bits of the discs of its colour
    // beyond
    uint64_t at[most_colours][16], ahead[most_colours][16];
    // of each disc: its colour, and its number among the discs of that colour, from 1
    uint8_t colour[64], order[64];

    // All layers, one after the other:
    buffer shapes, choices, edges;
    size_t first_of[most_layers + 1];
    size_t edges_of[most_layers][most_parts + 1];  // where the edges of each thread's slice begin
    int layer;

    buffer reach;      // for each shape of the current layer, the hands that can occur, as bits
    buffer blocks[2];  // the values of the current layer and of the next one
    part part[most_parts];

    int16_t *ends;  // points of the first player by hand, one block for each order of arrival
    // index of a block in `ends`, by the pawns' steps on the ladder as one number
    int16_t *end_of;
    int16_t *preference[2];  // how much each player likes each pair of points
};

// Returns the bytes that the solver may still allocate.
size_t dado_bigpoints_solver_allowance(const dado_bigpoints_solver *b);
// Grows a buffer to at least `bytes`. Returns false if that exceeds the allowance.
bool dado_bigpoints_solver_reserve(buffer *s, size_t bytes, size_t *allowance);

// Calls `work` for every part, in parallel where the layer is large enough for that to
// pay.
void dado_bigpoints_solver_parallel(dado_bigpoints_solver *b, size_t shapes,
                                    void (*work)(void *job, int part));
// Splits the `count` shapes of a layer into one slice for each part.
void dado_bigpoints_solver_slice(dado_bigpoints_solver *b, size_t count);

// Returns false once the work shall stop. Called before shape `i` of a slice; it asks the
// caller's control only now and then.
static inline bool may_continue(const dado_bigpoints_solver *b, part *p, size_t i)
{
    if (i % before_asking == 0 && !dado_work_may_continue(&b->leave)) p->left = true;
    return !p->left;
}

// The first function finds all shapes of the board and the hands that occur in each; the
// second computes their values. Both return false if there is no memory or if they were
// stopped.
bool dado_bigpoints_find_shapes(dado_bigpoints_solver *b);
bool dado_bigpoints_value_shapes(dado_bigpoints_solver *b);

// Allocates and fills the tables that depend only on the board's size and the objective.
bool dado_bigpoints_prepare_values(dado_bigpoints_solver *b);

static inline size_t power(size_t base, int exponent)
{
    size_t result = 1;
    while (exponent-- > 0) result *= base;
    return result;
}

// Counts bits without a builtin: where the machine has no such instruction, the compiler
// would call a function.
static inline unsigned count_bits(uint64_t bits)
{
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (unsigned)(bits * 0x0101010101010101u >> 56);
}
