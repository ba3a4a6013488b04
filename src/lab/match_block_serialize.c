// match_block_serialize.c - stores blocks as bytes; see match_block.h.
// docs/reference/store.md describes the layout.
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>
#include <zstd.h>

#include "lab/match_block.h"
#include "lab/column_codec.h"

// Compression levels. Little is left to compress in columns; a thorough level takes twice
// as long to save a tenth of the bytes.
enum { level_thorough = 1, level_fast = -1 };

// A block of which two fifths are real numbers is not compressed, since it would hardly
// shrink. Instead it begins with this mark and a hash of what follows.
static const unsigned char raw_mark[] = { 0xDA, 0xD0, 'b', 1 };
enum { raw_hash = 8, raw_head = sizeof raw_mark + raw_hash };

enum { block_layout = 4, largest_block = 1 << 30, most_matches = 1 << 20, most_kinds = 64 };

void dado_compressor_free(dado_compressor *packer)
{
    ZSTD_freeCCtx(packer->context);
    dado_byte_writer_free(&packer->raw);
    *packer = (dado_compressor){ 0 };
}

static bool squeeze(dado_compressor *packer, const unsigned char *bytes, size_t size, int level,
                    dado_byte_writer *squeezed, dado_error *err)
{
    dado_byte_writer_reset(squeezed);
    unsigned char *to = dado_pack_reserve(squeezed, ZSTD_compressBound(size));
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

bool dado_compress(dado_compressor *packer, const unsigned char *bytes, size_t size,
                   dado_byte_writer *squeezed, dado_error *err)
{
    return squeeze(packer, bytes, size, level_thorough, squeezed, err);
}

bool dado_decompress(const unsigned char *bytes, size_t size, size_t most, dado_region *region,
                     const unsigned char **raw, size_t *raw_size, dado_error *err)
{
    unsigned long long said = ZSTD_getFrameContentSize(bytes, size);
    if (said == ZSTD_CONTENTSIZE_ERROR || said == ZSTD_CONTENTSIZE_UNKNOWN || said > most) {
        return dado_fail(err, DADO_SYNTAX, "the packed data is damaged");
    }
    unsigned char *room = dado_new(region, unsigned char, said + 1);
    if (!room) return dado_fail(err, DADO_LIMIT, "no memory left to unpack results");
    size_t got = ZSTD_decompress(room, (size_t)said, bytes, size);
    if (ZSTD_isError(got) || got != said) {
        return dado_fail(err, DADO_SYNTAX, "the packed data is damaged: %s",
                         ZSTD_isError(got) ? ZSTD_getErrorName(got) : "it is cut short");
    }
    *raw = room;
    *raw_size = got;
    return true;
}

static void pack_head(dado_byte_writer *out, const dado_block *block)
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

static void write_matches(dado_byte_writer *out, const dado_block *block)
{
    for (int from = 0; from < block->count && block->players; from += DADO_COLUMN_MOST) {
        int some = block->count - from < DADO_COLUMN_MOST ? block->count - from : DADO_COLUMN_MOST;
        int32_t ends[DADO_COLUMN_MOST];
        for (int i = 0; i < some; i++) ends[i] = block->ends[from + i];
        dado_column_pack_ints(out, ends, 1, some);
        for (int p = 0; p < block->players; p++) {
            int64_t at = (int64_t)from * block->players + p;
            dado_column_pack_ints(out, block->scores + at, block->players, some);
            dado_column_pack_ints(out, block->places + at, block->players, some);
            dado_column_pack_counts(out, block->effort + at, block->players, some);
        }
        for (int m = 0; m < block->measures; m++) {
            if (block->empty[m]) dado_column_pack_constant(out, DADO_NONE);
            else dado_column_pack(out, dado_block_column(block, m) + from, some);
        }
    }
}

void dado_block_write(dado_byte_writer *out, const dado_block *block)
{
    pack_head(out, block);
    dado_pack_number(out, 0);  // no distinct rows: see unpack_distinct
    write_matches(out, block);
    dado_pack_number(out, block->moves_size);
    dado_pack_bytes(out, block->moves, block->moves_size);
}

static uint64_t hash_of(const unsigned char *bytes, size_t size)
{
    return (uint64_t)XXH3_64bits(bytes, size);
}

// Writes the mark and hash before bytes that are not compressed.
static void write_raw_head(dado_byte_writer *out)
{
    uint64_t hash = hash_of(out->bytes + raw_head, out->used - raw_head);
    memcpy(out->bytes, raw_mark, sizeof raw_mark);
    for (int i = 0; i < raw_hash; i++) {
        out->bytes[sizeof raw_mark + (size_t)i] = (unsigned char)(hash >> (8 * i));
    }
}

// Returns the bytes of a block that is not compressed; NULL if it is compressed or
// damaged.
static const unsigned char *open_raw(const unsigned char *bytes, size_t size)
{
    if (size < raw_head || memcmp(bytes, raw_mark, sizeof raw_mark) != 0) return NULL;
    uint64_t hash = 0;
    for (int i = 0; i < raw_hash; i++) {
        hash |= (uint64_t)bytes[sizeof raw_mark + (size_t)i] << (8 * i);
    }
    bytes += raw_head;
    return hash == hash_of(bytes, size - raw_head) ? bytes : NULL;
}

bool dado_block_pack(dado_compressor *packer, const dado_block *block, dado_byte_writer *packed,
                     dado_error *err)
{
    dado_byte_writer *raw = &packer->raw;
    dado_byte_writer_reset(raw);
    dado_pack_bytes(raw, (unsigned char[raw_head]){ 0 }, raw_head);
    dado_block_write(raw, block);
    if (raw->full) return dado_fail(err, DADO_LIMIT, "no memory left to pack results");
    size_t size = raw->used - raw_head;
    if (block->moves_size || raw->reals <= size / 5 * 2) {
        return squeeze(packer, raw->bytes + raw_head, size,
                       block->moves_size ? level_thorough : level_fast, packed, err);
    }
    write_raw_head(raw);
    dado_byte_writer before = *packed;
    *packed = *raw;
    *raw = before;
    return true;
}

static bool damaged(dado_error *err)
{
    return dado_fail(err, DADO_SYNTAX,
                     "the packed data is damaged: its contents are "
                     "inconsistent");
}

static void copy_text(char *into, size_t size, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    if (length >= size) length = size - 1;
    if (length) memcpy(into, text, length);
    into[length] = '\0';
}

static void unpack_error(dado_byte_reader *in, dado_block *block, dado_region *region)
{
    uint64_t status = dado_unpack_number(in);
    if (status == DADO_OK) return;
    if (status > DADO_IO) in->broken = true;
    block->error.status = (dado_status)status;
    block->broken = dado_unpack_signed(in);
    copy_text(block->error.code, sizeof block->error.code, dado_unpack_text(in, region));
    copy_text(block->error.text, sizeof block->error.text, dado_unpack_text(in, region));
    block->error.place.source = dado_unpack_text(in, region);
    block->error.place.line = (int)dado_unpack_number(in);
    block->error.place.column = (int)dado_unpack_number(in);
    block->error.place.length = (int)dado_unpack_number(in);
}

// Reads how matches ended. Blocks of the first layout store this one by one, not as a
// column.
static void unpack_ends(dado_byte_reader *in, uint64_t layout, uint8_t *ends, int count)
{
    int32_t room[DADO_COLUMN_MOST] = { 0 };
    const unsigned char *bytes = layout == 1 ? dado_unpack_bytes(in, (size_t)count) : NULL;
    if (layout != 1) dado_column_unpack_ints(in, room, 1, count);
    for (int i = 0; i < count && !in->broken; i++) {
        int32_t end = bytes ? bytes[i] : room[i];
        if (end < 0 || end > DADO_BROKEN) in->broken = true;
        ends[i] = (uint8_t)end;
    }
}

static void unpack_matches(dado_byte_reader *in, uint64_t layout, dado_block *block)
{
    for (int from = 0; from < block->count && block->players && !in->broken;
         from += DADO_COLUMN_MOST) {
        int some = block->count - from < DADO_COLUMN_MOST ? block->count - from : DADO_COLUMN_MOST;
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

// Copies each match's row from the row of its kind. Kinds are numbered in the order of
// their first match, so row k never comes after a match of kind k. Going from the last
// match to the first, no row is overwritten before it was copied.
static void expand_distinct(dado_block *b, const int32_t *kind)
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

// Reads blocks of earlier versions in which equal matches are stored once: one row per
// kind of match, then the kind of every match. They are no longer written.
static void unpack_distinct(dado_byte_reader *in, uint64_t layout, dado_block *block,
                            uint64_t kinds)
{
    int32_t kind[DADO_COLUMN_MOST] = { 0 };
    int count = block->count, met = 0;
    if (kinds > most_kinds || kinds > (uint64_t)count || count > DADO_COLUMN_MOST) {
        in->broken = true;
        return;
    }
    block->count = (int)kinds;
    unpack_matches(in, layout, block);
    block->count = count;
    if (!in->broken) dado_column_unpack_ints(in, kind, 1, count);
    for (int i = 0; i < count && !in->broken; i++) {
        if (kind[i] < 0 || kind[i] > met || kind[i] >= (int32_t)kinds) in->broken = true;
        else if (kind[i] == met) met++;
    }
    if (met != (int)kinds) in->broken = true;
    if (!in->broken) expand_distinct(block, kind);
}

bool dado_block_read(dado_block *block, dado_byte_reader *in, dado_region *region, dado_error *err)
{
    uint64_t layout = dado_unpack_number(in);
    if (layout < 1 || layout > block_layout) return damaged(err);
    uint64_t instance = dado_unpack_number(in), lineup = dado_unpack_number(in);
    uint64_t first = dado_unpack_number(in), count = dado_unpack_number(in);
    uint64_t players = dado_unpack_number(in), measures = dado_unpack_number(in);
    bool sane = !in->broken && instance <= INT32_MAX && lineup <= INT32_MAX && first <= INT64_MAX &&
                count >= 1 && count <= most_matches && players <= 4096 && measures <= 65536;
    if (!sane) return damaged(err);
    if (!dado_block_init(block, (int)count, (int)players, (int)measures, region)) {
        return dado_fail(err, DADO_LIMIT, "no memory left to unpack results");
    }
    block->instance = (int)instance;
    block->lineup = (int)lineup;
    block->first = (int64_t)first;
    if (dado_unpack_number(in)) {
        const unsigned char *side = dado_unpack_bytes(in, (size_t)players);
        block->side = dado_new(region, uint8_t, players + 1);
        if (!side || !block->side) return damaged(err);
        memcpy(block->side, side, (size_t)players);
    }
    unpack_error(in, block, region);
    uint64_t kinds = layout < 4 ? 0 : dado_unpack_number(in);
    if (kinds) unpack_distinct(in, layout, block, kinds);
    else unpack_matches(in, layout, block);
    block->moves_size = (size_t)dado_unpack_number(in);
    block->moves = dado_unpack_bytes(in, block->moves_size);
    return in->broken ? damaged(err) : true;
}

bool dado_block_unpack(dado_block *block, const unsigned char *bytes, size_t size,
                       dado_region *region, dado_error *err)
{
    const unsigned char *raw = open_raw(bytes, size);
    size_t raw_size = size - raw_head;
    if (!raw && !dado_decompress(bytes, size, largest_block, region, &raw, &raw_size, err)) {
        return false;
    }
    dado_byte_reader in = { .bytes = raw, .size = raw_size };
    return dado_block_read(block, &in, region, err) && (in.used == raw_size || damaged(err));
}
