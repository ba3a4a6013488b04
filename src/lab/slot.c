// slot.c - see slot.h.
#include "lab/slot.h"

#include <string.h>

enum { slot_room = 4 << 20 };  // bytes that 512 matches may take, of address space

void dado_slot_init(dado_slot *slot)
{
    *slot = (dado_slot){ .players = -1 };
    dado_arena_init(&slot->arena, slot_room);
}

void dado_slot_free(dado_slot *slot)
{
    dado_arena_free(&slot->arena);
    dado_packing_free(&slot->packed);
    dado_text_free(&slot->notes);
    dado_text_free(&slot->moves);
}

// Arrays for this many players and measures, kept if they are there already.
static bool fit(dado_slot *s, int room, const uint8_t *side, int players, int measures)
{
    size_t needed = (size_t)room * ((size_t)players * 16 + 2) +
                    (size_t)dado_block_stride(room) * (size_t)measures * 8 +
                    (size_t)(players + measures) * 256 + 4096;
    if (needed > s->arena.limit) {
        dado_arena_free(&s->arena);
        dado_arena_init(&s->arena, needed);
        s->players = -1;
    }
    if (s->players != players || s->measures != measures || side) {
        s->players = -1;
        dado_arena_rewind(&s->arena, 0);
        if (!dado_block_init(&s->block, room, players, measures, &s->arena)) return false;
        if (!dado_sums_init(&s->sums, players, side, measures, &s->arena)) return false;
        if (side) {
            s->block.side = dado_new(&s->arena, uint8_t, players);
            if (!s->block.side) return false;
            memcpy(s->block.side, side, (size_t)players);
        }
        s->players = players;
        s->measures = measures;
    }
    s->block.kinds = 0;
    s->block.error = (dado_error){ 0 };
    s->block.broken = -1;
    s->block.moves = NULL;
    s->block.moves_size = 0;
    s->block.notes = "";
    return true;
}

static bool no_room(dado_slot *s)
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

static void hold_source(dado_slot *s)
{
    dado_place *place = &s->block.error.place;
    if (!place->source) return;
    snprintf(s->source, sizeof s->source, "%s", place->source);
    place->source = s->source;
}

static void hold_notes(dado_slot *s)
{
    s->block.notes = dado_text_string(&s->notes);
    if (s->notes.cut) dado_fail(&s->error, DADO_LIMIT, "no memory left for what referees said");
}

static void hold_moves(dado_slot *s)
{
    s->block.moves = (const unsigned char *)s->moves.data;
    s->block.moves_size = s->moves.length;
    if (s->moves.cut) dado_fail(&s->error, DADO_LIMIT, "no memory left for the moves of a block");
}

void dado_slot_close(dado_slot *s, dado_packer *packer, const dado_slot_wish *wish)
{
    if (s->error.status != DADO_OK) return;
    if (wish->summed && s->block.players) dado_sums_of_block(&s->sums, &s->block);
    if (wish->packed) dado_block_pack(packer, &s->block, &s->packed, &s->error);
}

bool dado_slot_play(dado_slot *s, dado_desk *desk, const dado_block *where,
                    const dado_slot_wish *wish, const atomic_int *halt)
{
    dado_error err = { 0 };
    s->error = (dado_error){ 0 };
    desk->heed.stop = halt;
    bool opened = dado_desk_open(desk, where->instance, where->lineup, &err);
    if (!opened && dado_heed_stopped(&desk->heed)) return false;  // which is no fault of the cell
    if (opened && other_measures(&desk->measures, wish->measures)) {
        opened = dado_fail(&err, DADO_MEANING,
                           "this instance counts other things than the first of the plan");
    }
    int players = opened ? desk->game.players : 0, measures = opened ? desk->measures.count : 0;
    if (!fit(s, wish->room, opened ? desk->game.side : NULL, players, measures)) {
        no_room(s);
        return true;
    }
    s->block.instance = where->instance;
    s->block.lineup = where->lineup;
    s->block.first = where->first;
    s->block.count = where->count;
    if (!opened) s->block.error = err;
    else if (!dado_desk_play(desk, where->first, where->count, &s->block, halt)) return false;
    hold_source(s);
    dado_text_clear(&s->notes);
    dado_text_add(&s->notes, s->block.notes);
    hold_notes(s);
    if (opened && desk->plan->keep_moves && !s->block.moves_size) {
        dado_fail(&s->error, DADO_LIMIT, "no memory left for the moves of a block");
    }
    dado_slot_close(s, &desk->packer, wish);
    if (wish->moves) {
        dado_text_clear(&s->moves);
        dado_text_add_bytes(&s->moves, (const char *)s->block.moves, s->block.moves_size);
        hold_moves(s);
    }
    return true;
}

bool dado_slot_join(dado_slot *s, const dado_block *piece, bool first, const dado_slot_wish *wish)
{
    if (first) {
        s->error = (dado_error){ 0 };
        if (!fit(s, wish->room, piece->side, piece->players, piece->measures)) return no_room(s);
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
                b->count + piece->count <= wish->room &&
                (piece->players == 0 || piece->measures == b->measures);
    if (!fits) {
        return dado_fail(&s->error, DADO_SYNTAX, "a piece of a block is not where it should be");
    }
    if (piece->error.status != DADO_OK && b->error.status == DADO_OK) {
        b->error = piece->error;
        b->broken = piece->broken;
        hold_source(s);
    }
    if (piece->players) {
        int64_t at = (int64_t)b->count * b->players, more = (int64_t)piece->count * b->players;
        memcpy(b->ends + b->count, piece->ends, (size_t)piece->count);
        memcpy(b->scores + at, piece->scores, sizeof *b->scores * (size_t)more);
        memcpy(b->places + at, piece->places, sizeof *b->places * (size_t)more);
        memcpy(b->effort + at, piece->effort, sizeof *b->effort * (size_t)more);
        for (int m = 0; m < b->measures; m++) {
            b->alike[m] = 0;
            memcpy(dado_block_column(b, m) + b->count, dado_block_column(piece, m),
                   sizeof *b->values * (size_t)piece->count);
        }
    }
    b->count += piece->count;
    dado_text_add(&s->notes, piece->notes);
    dado_text_add_bytes(&s->moves, (const char *)piece->moves, piece->moves_size);
    hold_notes(s);
    hold_moves(s);
    return s->error.status == DADO_OK;
}
