// block_pack.c - blocks as bytes, see block.h; docs/reference/store.md has the layout.
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>
#include <zstd.h>

#include "lab/block.h"
#include "lab/column.h"
#include "lab/kinds.h"

// Of columns little is left to squeeze: thoroughness takes twice as long for a tenth of the bytes.
enum { thorough = 1, hasty = -1 };

// Where two fifths of a block are real numbers it is not squeezed at all: it would hardly shrink.
// It has this before it instead, and a hash of what follows.
static const unsigned char loose_mark[] = { 0xDA, 0xD0, 'b', 1 };
enum { loose_hash = 8, loose_head = sizeof loose_mark + loose_hash };

enum { block_layout = 4, largest_block = 1 << 30, most_matches = 1 << 20 };

void dado_packer_free(dado_packer *packer)
{
    ZSTD_freeCCtx(packer->context);
    dado_packing_free(&packer->raw);
    *packer = (dado_packer){ 0 };
}

static bool squeeze(dado_packer *packer, const unsigned char *bytes, size_t size, int level,
                    dado_packing *squeezed, dado_error *err)
{
    dado_pack_again(squeezed);
    unsigned char *to = dado_pack_room(squeezed, ZSTD_compressBound(size));
    if (!to) return dado_fail(err, DADO_LIMIT, "no memory left to pack results");
    if (!packer->context) {
        packer->context = ZSTD_createCCtx();
        if (!packer->context) return dado_fail(err, DADO_LIMIT, "no memory left to pack results");
        ZSTD_CCtx_setParameter(packer->context, ZSTD_c_checksumFlag, 1);
    }
    ZSTD_CCtx_setParameter(packer->context, ZSTD_c_compressionLevel, level);
    size_t got = ZSTD_compress2(packer->context, to, squeezed->room, bytes, size);
    if (ZSTD_isError(got)) {
        return dado_fail(err, DADO_LIMIT, "results could not be packed: %s",
                         ZSTD_getErrorName(got));
    }
    squeezed->used = got;
    return true;
}

bool dado_squeeze(dado_packer *packer, const unsigned char *bytes, size_t size,
                  dado_packing *squeezed, dado_error *err)
{
    return squeeze(packer, bytes, size, thorough, squeezed, err);
}

bool dado_unsqueeze(const unsigned char *bytes, size_t size, size_t most, dado_arena *arena,
                    const unsigned char **raw, size_t *raw_size, dado_error *err)
{
    unsigned long long said = ZSTD_getFrameContentSize(bytes, size);
    if (said == ZSTD_CONTENTSIZE_ERROR || said == ZSTD_CONTENTSIZE_UNKNOWN || said > most) {
        return dado_fail(err, DADO_SYNTAX, "what was packed is damaged");
    }
    unsigned char *room = dado_new(arena, unsigned char, said + 1);
    if (!room) return dado_fail(err, DADO_LIMIT, "no memory left to unpack results");
    size_t got = ZSTD_decompress(room, (size_t)said, bytes, size);
    if (ZSTD_isError(got) || got != said) {
        return dado_fail(err, DADO_SYNTAX, "what was packed is damaged: %s",
                         ZSTD_isError(got) ? ZSTD_getErrorName(got) : "it is cut short");
    }
    *raw = room;
    *raw_size = got;
    return true;
}

static void pack_head(dado_packing *out, const dado_block *block)
{
    dado_pack_number(out, block_layout);
    dado_pack_number(out, (uint64_t)block->instance);
    dado_pack_number(out, (uint64_t)block->lineup);
    dado_pack_number(out, (uint64_t)block->first);
    dado_pack_number(out, (uint64_t)block->count);
    dado_pack_number(out, (uint64_t)block->players);
    dado_pack_number(out, (uint64_t)block->measures);
    dado_pack_number(out, block->side != NULL);
    if (block->side) dado_pack_bytes(out, block->side, (size_t)block->players);
    dado_pack_number(out, block->error.status);
    if (block->error.status != DADO_OK) {
        dado_pack_signed(out, block->broken);
        dado_pack_text(out, block->error.code);
        dado_pack_text(out, block->error.text);
        dado_pack_text(out, block->error.place.source);
        dado_pack_number(out, (uint64_t)block->error.place.line);
        dado_pack_number(out, (uint64_t)block->error.place.column);
        dado_pack_number(out, (uint64_t)block->error.place.length);
    }
}

static void write_matches(dado_packing *out, const dado_block *block)
{
    for (int from = 0; from < block->count && block->players; from += DADO_COLUMN) {
        int some = block->count - from < DADO_COLUMN ? block->count - from : DADO_COLUMN;
        int32_t ends[DADO_COLUMN];
        for (int i = 0; i < some; i++) ends[i] = block->ends[from + i];
        dado_column_pack_ints(out, ends, 1, some);
        for (int p = 0; p < block->players; p++) {
            int64_t at = (int64_t)from * block->players + p;
            dado_column_pack_ints(out, block->scores + at, block->players, some);
            dado_column_pack_ints(out, block->places + at, block->players, some);
            dado_column_pack_counts(out, block->effort + at, block->players, some);
        }
        for (int m = 0; m < block->measures; m++) {
            const double *values = dado_block_column(block, m) + from;
            if (dado_block_is_alike(block, m)) dado_column_pack_alike(out, *values);
            else dado_column_pack(out, values, some);
        }
    }
}

// One match of each kind, and then the kind of every match.
static void write_kinds(dado_packing *out, const dado_block *block, const uint8_t *kind,
                        const int *first_of, int kinds)
{
    int32_t room[DADO_COLUMN];
    uint64_t efforts[DADO_KINDS_MOST];
    double values[DADO_KINDS_MOST];
    for (int k = 0; k < kinds; k++) room[k] = block->ends[first_of[k]];
    dado_column_pack_ints(out, room, 1, kinds);
    for (int p = 0; p < block->players; p++) {
#define OF_KIND(numbers) (numbers)[(int64_t)first_of[k] * block->players + p]
        for (int k = 0; k < kinds; k++) room[k] = OF_KIND(block->scores);
        dado_column_pack_ints(out, room, 1, kinds);
        for (int k = 0; k < kinds; k++) room[k] = OF_KIND(block->places);
        dado_column_pack_ints(out, room, 1, kinds);
        for (int k = 0; k < kinds; k++) efforts[k] = OF_KIND(block->effort);
        dado_column_pack_counts(out, efforts, 1, kinds);
#undef OF_KIND
    }
    for (int m = 0; m < block->measures; m++) {
        for (int k = 0; k < kinds; k++) values[k] = dado_block_value(block, first_of[k], m);
        dado_column_pack(out, values, kinds);
    }
    for (int i = 0; i < block->count; i++) room[i] = kind[i];
    dado_column_pack_ints(out, room, 1, block->count);
}

void dado_block_write(dado_packing *out, const dado_block *block)
{
    uint8_t kind[DADO_COLUMN];
    int first_of[DADO_KINDS_MOST], kinds = dado_kinds_find(block, kind, first_of);
    pack_head(out, block);
    dado_pack_number(out, (uint64_t)kinds);
    if (kinds) write_kinds(out, block, kind, first_of, kinds);
    else write_matches(out, block);
    dado_pack_number(out, block->moves_size);
    dado_pack_bytes(out, block->moves, block->moves_size);
}

static uint64_t hash_of(const unsigned char *bytes, size_t size)
{
    return (uint64_t)XXH3_64bits(bytes, size);
}

// What stands before bytes that are kept as they are.
static void write_loose_head(dado_packing *out)
{
    uint64_t hash = hash_of(out->bytes + loose_head, out->used - loose_head);
    memcpy(out->bytes, loose_mark, sizeof loose_mark);
    for (int i = 0; i < loose_hash; i++) {
        out->bytes[sizeof loose_mark + (size_t)i] = (unsigned char)(hash >> (8 * i));
    }
}

// The bytes of a block that is not squeezed; NULL if it is, or is damaged.
static const unsigned char *open_loose(const unsigned char *bytes, size_t size)
{
    if (size < loose_head || memcmp(bytes, loose_mark, sizeof loose_mark) != 0) return NULL;
    uint64_t hash = 0;
    for (int i = 0; i < loose_hash; i++) {
        hash |= (uint64_t)bytes[sizeof loose_mark + (size_t)i] << (8 * i);
    }
    bytes += loose_head;
    return hash == hash_of(bytes, size - loose_head) ? bytes : NULL;
}

bool dado_block_pack(dado_packer *packer, const dado_block *block, dado_packing *packed,
                     dado_error *err)
{
    dado_packing *raw = &packer->raw;
    dado_pack_again(raw);
    dado_pack_bytes(raw, (unsigned char[loose_head]){ 0 }, loose_head);
    dado_block_write(raw, block);
    if (raw->full) return dado_fail(err, DADO_LIMIT, "no memory left to pack results");
    size_t size = raw->used - loose_head;
    if (block->moves_size || raw->reals <= size / 5 * 2) {
        return squeeze(packer, raw->bytes + loose_head, size, block->moves_size ? thorough : hasty,
                       packed, err);
    }
    write_loose_head(raw);
    dado_packing before = *packed;
    *packed = *raw;
    *raw = before;
    return true;
}

static bool damaged(dado_error *err)
{
    return dado_fail(err, DADO_SYNTAX, "what was packed is damaged: it does not add up");
}

static void copy_text(char *into, size_t size, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    if (length >= size) length = size - 1;
    if (length) memcpy(into, text, length);
    into[length] = '\0';
}

static void unpack_error(dado_unpacking *in, dado_block *block, dado_arena *arena)
{
    uint64_t status = dado_unpack_number(in);
    if (status == DADO_OK) return;
    if (status > DADO_IO) in->broken = true;
    block->error.status = (dado_status)status;
    block->broken = dado_unpack_signed(in);
    copy_text(block->error.code, sizeof block->error.code, dado_unpack_text(in, arena));
    copy_text(block->error.text, sizeof block->error.text, dado_unpack_text(in, arena));
    block->error.place.source = dado_unpack_text(in, arena);
    block->error.place.line = (int)dado_unpack_number(in);
    block->error.place.column = (int)dado_unpack_number(in);
    block->error.place.length = (int)dado_unpack_number(in);
}

// Blocks of the first layout have ends and effort one by one, not as columns.
static void unpack_ends(dado_unpacking *in, uint64_t layout, uint8_t *ends, int count)
{
    int32_t room[DADO_COLUMN] = { 0 };
    const unsigned char *bytes = layout == 1 ? dado_unpack_bytes(in, (size_t)count) : NULL;
    if (layout != 1) dado_column_unpack_ints(in, room, 1, count);
    for (int i = 0; i < count && !in->broken; i++) {
        int32_t end = bytes ? bytes[i] : room[i];
        if (end < 0 || end > DADO_BROKEN) in->broken = true;
        ends[i] = (uint8_t)end;
    }
}

static void unpack_matches(dado_unpacking *in, uint64_t layout, dado_block *block)
{
    for (int from = 0; from < block->count && block->players && !in->broken; from += DADO_COLUMN) {
        int some = block->count - from < DADO_COLUMN ? block->count - from : DADO_COLUMN;
        unpack_ends(in, layout, block->ends + from, some);
        for (int p = 0; p < block->players && !in->broken; p++) {
            int64_t at = (int64_t)from * block->players + p;
            dado_column_unpack_ints(in, block->scores + at, block->players, some);
            dado_column_unpack_ints(in, block->places + at, block->players, some);
            dado_column_unpack_counts(in, layout > 1, block->effort + at, block->players, some);
        }
        for (int m = 0; m < block->measures && !in->broken; m++) {
            dado_column_unpack(in, dado_block_column(block, m) + from, some);
        }
    }
}

// Kinds are numbered as they come, so the match that a kind was read into is never behind those of
// its kind: from the last on, each is written over what nobody needs any more.
static void spread_kinds(dado_block *b, const int32_t *kind)
{
    for (int i = b->count - 1; i >= 0; i--) {
        int64_t to = (int64_t)i * b->players, from = (int64_t)kind[i] * b->players;
        b->ends[i] = b->ends[kind[i]];
        for (int p = 0; p < b->players; p++) {
            b->scores[to + p] = b->scores[from + p];
            b->places[to + p] = b->places[from + p];
            b->effort[to + p] = b->effort[from + p];
        }
    }
    for (int m = 0; m < b->measures; m++) {
        double *column = dado_block_column(b, m);
        for (int i = b->count - 1; i >= 0; i--) column[i] = column[kind[i]];
    }
}

static void unpack_kinds(dado_unpacking *in, uint64_t layout, dado_block *block, uint64_t kinds)
{
    int32_t kind[DADO_COLUMN] = { 0 };
    int count = block->count, met = 0;
    if (kinds > DADO_KINDS_MOST || kinds > (uint64_t)count || count > DADO_COLUMN) {
        in->broken = true;
        return;
    }
    block->count = (int)kinds;
    unpack_matches(in, layout, block);
    block->count = count;
    if (!in->broken) dado_column_unpack_ints(in, kind, 1, count);
    for (int i = 0; i < count && !in->broken; i++) {
        if (kind[i] < 0 || kind[i] > met || kind[i] >= (int32_t)kinds) in->broken = true;
        else if (kind[i] == met) block->first_of[met++] = i;
        block->kind[i] = (uint8_t)kind[i];
    }
    if (met != (int)kinds) in->broken = true;
    if (in->broken) return;
    spread_kinds(block, kind);
    block->kinds = met;
}

bool dado_block_read(dado_block *block, dado_unpacking *in, dado_arena *arena, dado_error *err)
{
    uint64_t layout = dado_unpack_number(in);
    if (layout < 1 || layout > block_layout) return damaged(err);
    uint64_t instance = dado_unpack_number(in), lineup = dado_unpack_number(in);
    uint64_t first = dado_unpack_number(in), count = dado_unpack_number(in);
    uint64_t players = dado_unpack_number(in), measures = dado_unpack_number(in);
    bool sane = !in->broken && instance <= INT32_MAX && lineup <= INT32_MAX && first <= INT64_MAX &&
                count >= 1 && count <= most_matches && players <= 4096 && measures <= 65536;
    if (!sane) return damaged(err);
    if (!dado_block_init(block, (int)count, (int)players, (int)measures, arena)) {
        return dado_fail(err, DADO_LIMIT, "no memory left to unpack results");
    }
    block->instance = (int)instance;
    block->lineup = (int)lineup;
    block->first = (int64_t)first;
    if (dado_unpack_number(in)) {
        const unsigned char *side = dado_unpack_bytes(in, (size_t)players);
        block->side = dado_new(arena, uint8_t, players + 1);
        if (!side || !block->side) return damaged(err);
        memcpy(block->side, side, (size_t)players);
    }
    unpack_error(in, block, arena);
    uint64_t kinds = layout < 4 ? 0 : dado_unpack_number(in);
    if (kinds) unpack_kinds(in, layout, block, kinds);
    else unpack_matches(in, layout, block);
    block->moves_size = (size_t)dado_unpack_number(in);
    block->moves = dado_unpack_bytes(in, block->moves_size);
    return in->broken ? damaged(err) : true;
}

bool dado_block_unpack(dado_block *block, const unsigned char *bytes, size_t size,
                       dado_arena *arena, dado_error *err)
{
    const unsigned char *raw = open_loose(bytes, size);
    size_t raw_size = size - loose_head;
    if (!raw && !dado_unsqueeze(bytes, size, largest_block, arena, &raw, &raw_size, err)) {
        return false;
    }
    dado_unpacking in = { .bytes = raw, .size = raw_size };
    return dado_block_read(block, &in, arena, err) && (in.used == raw_size || damaged(err));
}
