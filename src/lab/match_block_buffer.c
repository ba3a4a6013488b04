// match_block_buffer.c - see match_block_buffer.h.
#include "lab/match_block_buffer.h"

#include <string.h>

enum { buffer_room = 4 << 20 };  // address space for 512 matches, in bytes

void dado_block_buffer_init(dado_block_buffer *buffer)
{
    *buffer = (dado_block_buffer){ .players = -1 };
    dado_region_init(&buffer->region, buffer_room);
}

void dado_block_buffer_free(dado_block_buffer *buffer)
{
    dado_region_free(&buffer->region);
    dado_byte_writer_free(&buffer->packed);
    dado_text_free(&buffer->notes);
    dado_text_free(&buffer->moves);
}

// Allocates arrays for this many players and measures, unless they are there already.
static bool ensure_room(dado_block_buffer *s, int room, const uint8_t *side, int players,
                        int measures)
{
    size_t needed = (size_t)room * ((size_t)players * 16 + 2) +
                    (size_t)dado_block_stride(room) * (size_t)measures * 8 +
                    (size_t)(players + measures) * 256 + 4096;
    if (needed > s->region.limit) {
        dado_region_free(&s->region);
        dado_region_init(&s->region, needed);
        s->players = -1;
    }
    if (s->players != players || s->measures != measures || side) {
        s->players = -1;
        dado_region_rewind(&s->region, 0);
        if (!dado_block_init(&s->block, room, players, measures, &s->region)) return false;
        if (!dado_match_stats_init(&s->sums, players, side, measures, &s->region)) return false;
        if (side) {
            s->block.side = dado_new(&s->region, uint8_t, players);
            if (!s->block.side) return false;
            memcpy(s->block.side, side, (size_t)players);
        }
        s->players = players;
        s->measures = measures;
    }
    s->block.error = (dado_error){ 0 };
    s->block.broken = -1;
    s->block.moves = NULL;
    s->block.moves_size = 0;
    s->block.notes = "";
    return true;
}

static bool no_room(dado_block_buffer *s)
{
    return dado_fail(&s->error, DADO_LIMIT, "no memory left for the results of a block");
}

static bool other_measures(const dado_measures *a, const dado_measures *b)
{
    if (a->count != b->count) return true;
    for (int i = 0; i < a->count; i++) {
        if (strcmp(a->items[i]->name, b->items[i]->name) != 0) return true;
    }
    return false;
}

static void copy_source(dado_block_buffer *s)
{
    dado_place *place = &s->block.error.place;
    if (!place->source) return;
    snprintf(s->source, sizeof s->source, "%s", place->source);
    place->source = s->source;
}

static void copy_notes(dado_block_buffer *s)
{
    s->block.notes = dado_text_string(&s->notes);
    if (s->notes.cut) dado_fail(&s->error, DADO_LIMIT, "no memory left for what referees said");
}

static void copy_moves(dado_block_buffer *s)
{
    s->block.moves = (const unsigned char *)s->moves.data;
    s->block.moves_size = s->moves.length;
    if (s->moves.cut) dado_fail(&s->error, DADO_LIMIT, "no memory left for the moves of a block");
}

void dado_block_buffer_finish(dado_block_buffer *s, dado_compressor *packer,
                              const dado_block_request *request)
{
    if (s->error.status != DADO_OK) return;
    if (request->summed && s->block.players) dado_match_stats_of_block(&s->sums, &s->block);
    if (request->packed) dado_block_pack(packer, &s->block, &s->packed, &s->error);
}

bool dado_block_buffer_play(dado_block_buffer *s, dado_engine *worker, const dado_block *where,
                            const dado_block_request *request, const atomic_int *halt)
{
    dado_error err = { 0 };
    s->error = (dado_error){ 0 };
    worker->stop_signal.stop = halt;
    bool opened = dado_engine_open(worker, where->instance, where->lineup, &err);
    if (!opened && dado_stop_signal_raised(&worker->stop_signal))
        return false;  // stopped; the cell itself is fine
    if (opened && other_measures(&worker->measures, request->measures)) {
        opened = dado_fail(&err, DADO_INVALID,
                           "this instance has other tallies than the first one of the plan; "
                           "play it in a plan of its own");
    }
    int players = opened ? worker->game.players : 0, measures = opened ? worker->measures.count : 0;
    if (!ensure_room(s, request->room, opened ? worker->game.side : NULL, players, measures)) {
        no_room(s);
        return true;
    }
    s->block.instance = where->instance;
    s->block.lineup = where->lineup;
    s->block.first = where->first;
    s->block.count = where->count;
    if (!opened) s->block.error = err;
    else if (!dado_engine_play(worker, where->first, where->count, &s->block, halt)) return false;
    copy_source(s);
    dado_text_clear(&s->notes);
    dado_text_add(&s->notes, s->block.notes);
    copy_notes(s);
    if (opened && worker->plan->keep_moves && !s->block.moves_size) {
        dado_fail(&s->error, DADO_LIMIT, "no memory left for the moves of a block");
    }
    dado_block_buffer_finish(s, &worker->packer, request);
    if (request->moves) {
        dado_text_clear(&s->moves);
        dado_text_add_bytes(&s->moves, (const char *)s->block.moves, s->block.moves_size);
        copy_moves(s);
    }
    return true;
}

bool dado_block_buffer_append(dado_block_buffer *s, const dado_block *piece, bool first,
                              const dado_block_request *request)
{
    if (first) {
        s->error = (dado_error){ 0 };
        if (!ensure_room(s, request->room, piece->side, piece->players, piece->measures))
            return no_room(s);
        s->block.instance = piece->instance;
        s->block.lineup = piece->lineup;
        s->block.first = piece->first;
        s->block.count = 0;
        dado_text_clear(&s->notes);
        dado_text_clear(&s->moves);
    }
    dado_block *b = &s->block;
    bool fits = piece->players == b->players && piece->instance == b->instance &&
                piece->lineup == b->lineup && piece->first == b->first + b->count &&
                b->count + piece->count <= request->room &&
                (piece->players == 0 || piece->measures == b->measures);
    if (!fits) {
        return dado_fail(&s->error, DADO_SYNTAX,
                         "a piece of a block from another process "
                         "belongs to another place in the plan");
    }
    if (piece->error.status != DADO_OK && b->error.status == DADO_OK) {
        b->error = piece->error;
        b->broken = piece->broken;
        copy_source(s);
    }
    if (piece->players) {
        int64_t at = (int64_t)b->count * b->players, more = (int64_t)piece->count * b->players;
        memcpy(b->ends + b->count, piece->ends, (size_t)piece->count);
        memcpy(b->scores + at, piece->scores, sizeof *b->scores * (size_t)more);
        memcpy(b->places + at, piece->places, sizeof *b->places * (size_t)more);
        memcpy(b->effort + at, piece->effort, sizeof *b->effort * (size_t)more);
        for (int m = 0; m < b->measures; m++) {
            b->empty[m] = false;
            memcpy(dado_block_column(b, m) + b->count, dado_block_column(piece, m),
                   sizeof *b->values * (size_t)piece->count);
        }
    }
    b->count += piece->count;
    dado_text_add(&s->notes, piece->notes);
    dado_text_add_bytes(&s->moves, (const char *)piece->moves, piece->moves_size);
    copy_notes(s);
    copy_moves(s);
    return s->error.status == DADO_OK;
}
