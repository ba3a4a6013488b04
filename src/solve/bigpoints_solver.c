// bigpoints_solver.c - opens the Big Points solver, manages its memory, and solves one
// board.
#include "solve/bigpoints_solver.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "solve/bigpoints_internal.h"
#include "solve/huge_pages.h"

bool dado_bigpoints_solver_supports(dado_bigpoints_row_size size, dado_error *err)
{
    int points = (size.discs + 1) * size.colours * (size.colours - 1) / 2;
    if (size.white || size.black) {
        return dado_fail(err, DADO_INVALID,
                         "this solver cannot do boards with special discs; "
                         "use the general solver");
    }
    if (size.discs < 2) {
        return dado_fail(err, DADO_INVALID,
                         "this solver needs at least two discs of each "
                         "colour; use the general solver");
    }
    if (size.discs + size.colours > 15 || points >= points_end ||
        size.colours * size.discs + pawn_bits * size.colours > 60) {
        return dado_fail(err, DADO_LIMIT,
                         "boards of %dx%d are too large for this solver: a "
                         "position does not fit into 64 bits",
                         size.colours, size.discs);
    }
    return true;
}

dado_bigpoints_solver *dado_bigpoints_solver_new(dado_bigpoints_row_size size, dado_objective by,
                                                 size_t memory, const dado_parallel *hands,
                                                 dado_error *err)
{
    if (!dado_bigpoints_solver_supports(size, err)) return NULL;
    dado_bigpoints_solver *b = calloc(1, sizeof *b);
    if (b) {
        b->size = size;
        b->by = by;
        b->memory = memory ? memory : (size_t)1 << 30;
        b->parts = 1;
        if (hands && hands->count > 1) {
            b->hands = *hands;
            b->parts = hands->count < most_parts ? hands->count : most_parts;
        }
        b->length = dado_bigpoints_row_length(size);
        b->full_path = ((uint64_t)1 << b->length) - 1;
        size_t radix = (size_t)size.discs + 2, numbers = power(radix, size.colours - 1);
        b->block = (numbers + lanes - 1) / lanes * lanes;
        b->words = (numbers + 63) / 64;
        for (int c = 0; c < size.colours - 1; c++) b->step[c] = power(radix, c);
    }
    if (!b || !dado_bigpoints_prepare_values(b)) {
        dado_bigpoints_solver_free(b);
        dado_fail(err, DADO_LIMIT,
                  "out of memory while opening the solver for boards of "
                  "%dx%d",
                  size.colours, size.discs);
        return NULL;
    }
    return b;
}

void dado_bigpoints_solver_free(dado_bigpoints_solver *b)
{
    if (!b) return;
    buffer *buffers[] = { &b->shapes, &b->choices,   &b->edges,
                          &b->reach,  &b->blocks[0], &b->blocks[1] };
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) free(buffers[i]->data);
    for (int p = 0; p < most_parts; p++) {
        free(b->part[p].fresh.data);
        free(b->part[p].table.data);
        free(b->part[p].shapes.data);
        free(b->part[p].reach.data);
    }
    free(b->preference[0]);
    free(b->preference[1]);
    free(b->ends);
    free(b->end_of);
    free(b);
}

void dado_bigpoints_solver_control(dado_bigpoints_solver *b, dado_work_control leave)
{
    b->leave = leave;
}

bool dado_bigpoints_solver_reserve(buffer *s, size_t bytes, size_t *allowance)
{
    if (bytes <= s->room) return true;
    size_t room = s->room ? s->room : 4096;
    while (room < bytes) room += room / 2;
    if (room - s->room > *allowance) room = bytes;
    if (room - s->room > *allowance) return false;
    void *moved = dado_huge_pages_grow(s->data, s->room, room);
    if (!moved) return false;
    *allowance -= room - s->room;
    s->data = moved;
    s->room = room;
    return true;
}

size_t dado_bigpoints_solver_allowance(const dado_bigpoints_solver *b)
{
    size_t used = b->shapes.room + b->choices.room + b->edges.room + b->reach.room +
                  b->blocks[0].room + b->blocks[1].room;
    for (int p = 0; p < b->parts; p++) {
        const part *q = &b->part[p];
        used += q->fresh.room + q->table.room + q->shapes.room + q->reach.room;
    }
    return b->memory > used ? b->memory - used : 0;
}

static void read_board(dado_bigpoints_solver *b, const dado_bigpoints_row *row)
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

void dado_bigpoints_solver_parallel(dado_bigpoints_solver *b, size_t shapes,
                                    void (*work)(void *job, int part))
{
    if (b->parts == 1 || shapes < worth_sharing) {
        for (int p = 0; p < b->parts; p++) work(b, p);
    } else {
        b->hands.share(b->hands.with, b->parts, work, b);
    }
}

void dado_bigpoints_solver_slice(dado_bigpoints_solver *b, size_t count)
{
    size_t parts = (size_t)b->parts;
    for (size_t p = 0; p < parts; p++) {
        b->part[p].from = count * p / parts;
        b->part[p].to = count * (p + 1) / parts;
    }
}

bool dado_bigpoints_solve(dado_bigpoints_solver *b, const dado_bigpoints_row *row,
                          dado_bigpoints_value *value, dado_error *err)
{
    read_board(b, row);
    for (int p = 0; p < b->parts; p++) {
        b->part[p].states = b->part[p].finals = 0;
        b->part[p].full = b->part[p].left = false;
    }
    if (!dado_bigpoints_find_shapes(b) || !dado_bigpoints_value_shapes(b)) {
        for (int p = 0; p < b->parts; p++) {
            if (b->part[p].left)
                return dado_fail(err, DADO_LIMIT,
                                 "stopped on request before "
                                 "the board was solved");
        }
        char text[DADO_BIGPOINTS_LONGEST + 1];
        dado_bigpoints_row_write(row, text);
        return dado_fail(err, DADO_LIMIT,
                         "board %s is too large for %zu MiB: %zu shapes of positions were found in "
                         "%d layers, and two layers need %zu bytes per shape; give more "
                         "with --memory, or solve a smaller board",
                         text, b->memory >> 20, b->first_of[b->layer + 1], b->layer + 1,
                         b->block * sizeof(int16_t));
    }
    *value = (dado_bigpoints_value){ .shapes = b->first_of[b->layers] };
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
