// block.c - see block.h.
#include "lab/block.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <zstd.h>

enum { level = 1, block_layout = 1, largest_block = 1 << 30, most_matches = 1 << 20 };

// How a column is written: the narrowest that holds all its numbers.
enum { all_none, all_same, as_int8, as_int16, as_int32, as_real };

bool dado_block_init(dado_block *block, int count, int players, int measures, dado_arena *arena)
{
    size_t n = (size_t)count, seats = n * (size_t)players;
    *block = (dado_block){ .count = count, .players = players, .measures = measures,
                           .broken = -1, .notes = "" };
    block->ends = dado_new(arena, uint8_t, n);
    block->scores = dado_new(arena, int32_t, seats);
    block->places = dado_new(arena, int32_t, seats);
    block->effort = dado_new(arena, uint64_t, seats);
    block->values = dado_new(arena, double, n *(size_t)measures);
    return block->ends && block->scores && block->places && block->effort && block->values;
}

bool dado_block_arrange(dado_block *block, const int *from, int measures, dado_arena *arena)
{
    if (block->players == 0) return true;
    double *values = dado_new(arena, double, (size_t)block->count *(size_t)measures);
    if (!values) return false;
    for (int64_t i = 0; i < block->count; i++) {
        for (int m = 0; m < measures; m++) {
            bool there = from[m] >= 0;
            values[i * measures + m] =
                there ? block->values[i * block->measures + from[m]] : DADO_NONE;
        }
    }
    block->values = values;
    block->measures = measures;
    return true;
}

void dado_packer_free(dado_packer *packer)
{
    ZSTD_freeCCtx(packer->context);
    free(packer->raw.bytes);
    free(packer->bytes);
    *packer = (dado_packer){ 0 };
}

bool dado_squeeze(dado_packer *packer, const unsigned char *bytes, size_t size, dado_error *err)
{
    size_t bound = ZSTD_compressBound(size);
    if (bound > packer->room) {
        unsigned char *larger = realloc(packer->bytes, bound);
        if (!larger) return dado_fail(err, DADO_LIMIT, "no memory left to pack results");
        packer->bytes = larger;
        packer->room = bound;
    }
    if (!packer->context) {
        packer->context = ZSTD_createCCtx();
        if (!packer->context) return dado_fail(err, DADO_LIMIT, "no memory left to pack results");
        ZSTD_CCtx_setParameter(packer->context, ZSTD_c_compressionLevel, level);
        ZSTD_CCtx_setParameter(packer->context, ZSTD_c_checksumFlag, 1);
    }
    size_t got = ZSTD_compress2(packer->context, packer->bytes, packer->room, bytes, size);
    if (ZSTD_isError(got)) {
        return dado_fail(err, DADO_LIMIT, "results could not be packed: %s",
                         ZSTD_getErrorName(got));
    }
    packer->size = got;
    return true;
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

// Whole, and not minus zero, which no whole number keeps.
static bool is_whole(double value)
{
    if (!(value >= INT32_MIN && value <= INT32_MAX)) return false;
    return (double)(int32_t)value == value && !(value == 0.0 && signbit(value));
}

// Whether all are one number, to the last bit: many columns are, and most of them hold none.
static bool all_alike(const double *values, int count)
{
    uint64_t first, other = 0;
    memcpy(&first, values, sizeof first);
    for (int i = 1; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, values + i, sizeof bits);
        other |= bits ^ first;
    }
    return other == 0;
}

static int column_form(const double *values, int count, bool *gaps)
{
    *gaps = dado_is_none(values[0]);
    if (all_alike(values, count)) return *gaps ? all_none : all_same;
    double low = 0.0, high = 0.0, one = DADO_NONE;
    bool whole = true, same = true;
    for (int i = 0; i < count; i++) {
        double value = values[i];
        if (dado_is_none(value)) {
            *gaps = true;
            continue;
        }
        if (dado_is_none(one)) one = low = high = value;
        same = same && value == one && signbit(value) == signbit(one);
        whole = whole && is_whole(value);
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    if (dado_is_none(one)) return all_none;
    if (same) return all_same;
    if (!whole) return as_real;
    if (low >= INT8_MIN && high <= INT8_MAX) return as_int8;
    return low >= INT16_MIN && high <= INT16_MAX ? as_int16 : as_int32;
}

static const int widths[] = { [all_same] = 8, [as_int8] = 1, [as_int16] = 2, [as_int32] = 4,
                              [as_real] = 8 };

// The lowest `width` bytes, the lowest first.
static inline void put_bytes(unsigned char *to, uint64_t number, const int width)
{
    for (int i = 0; i < width; i++) to[i] = (unsigned char)(number >> (8 * i));
}

static inline unsigned char *put_wholes(unsigned char *to, const double *values, int count,
                                        const int width)
{
    for (int i = 0; i < count; i++) {
        if (dado_is_none(values[i])) continue;
        put_bytes(to, (uint64_t)(int64_t)values[i], width);
        to += width;
    }
    return to;
}

static unsigned char *put_reals(unsigned char *to, const double *values, int count)
{
    for (int i = 0; i < count; i++) {
        uint64_t bits;
        if (dado_is_none(values[i])) continue;
        memcpy(&bits, values + i, sizeof bits);
        put_bytes(to, bits, 8);
        to += 8;
    }
    return to;
}

// A form, a bit a match where some have no value, then the values there are.
static void pack_column(dado_packing *out, const double *values, int count)
{
    bool gaps;
    int form = column_form(values, count, &gaps);
    dado_pack_number(out, (uint64_t)form * 2 + gaps);
    if (form == all_none) return;
    for (int i = 0; gaps && i < count; i += 8) {
        unsigned char bits = 0;
        for (int j = i; j < i + 8 && j < count; j++) {
            bits |= (unsigned char)(!dado_is_none(values[j]) << (j - i));
        }
        dado_pack_bytes(out, &bits, 1);
    }
    unsigned char *to = dado_pack_room(out, (size_t)count * (size_t)widths[form]), *end = to;
    if (!to) return;
    switch (form) {
    case all_same: {
        int first = 0;
        while (dado_is_none(values[first])) first++;
        end = put_reals(to, values + first, 1);
        break;
    }
    case as_int8: end = put_wholes(to, values, count, 1); break;
    case as_int16: end = put_wholes(to, values, count, 2); break;
    case as_int32: end = put_wholes(to, values, count, 4); break;
    default: end = put_reals(to, values, count);
    }
    out->used += (size_t)(end - to);
}

// `width` bytes, the lowest first, as a whole number.
static inline double get_whole(const unsigned char *bytes, const int width)
{
    uint64_t number = 0;
    for (int i = 0; i < width; i++) number |= (uint64_t)bytes[i] << (8 * i);
    int spare = 64 - 8 * width;
    return (double)((int64_t)(number << spare) >> spare);
}

static inline double get_real(const unsigned char *bytes)
{
    uint64_t bits = 0;
    double number;
    for (int i = 0; i < 8; i++) bits |= (uint64_t)bytes[i] << (8 * i);
    memcpy(&number, &bits, sizeof number);
    return number;
}

static inline bool is_present(const unsigned char *present, int i)
{
    return !present || (present[i / 8] >> (i % 8) & 1);
}

// The values that are there, one behind another, each of `width` bytes.
static inline void get_values(const unsigned char *bytes, const unsigned char *present,
                              double *first, int stride, int count, const int width)
{
    for (int i = 0; i < count; i++) {
        double *value = &first[(int64_t)i * stride];
        if (!is_present(present, i)) {
            *value = DADO_NONE;
            continue;
        }
        *value = width == 8 ? get_real(bytes) : get_whole(bytes, width);
        bytes += width;
    }
}

static void unpack_column(dado_unpacking *in, double *first, int stride, int count)
{
    uint64_t head = dado_unpack_number(in);
    int form = (int)(head / 2), there = count;
    if (head > as_real * 2 + 1) in->broken = true;
    const unsigned char *present = NULL;
    if (head % 2 && form != all_none) present = dado_unpack_bytes(in, ((size_t)count + 7) / 8);
    if (in->broken) return;
    if (form == all_none || form == all_same) {
        double same = form == all_same ? dado_unpack_real(in) : DADO_NONE;
        for (int i = 0; i < count; i++) {
            first[(int64_t)i * stride] = is_present(present, i) ? same : DADO_NONE;
        }
        return;
    }
    for (int i = 0; present && i < count; i++) there -= !is_present(present, i);
    const unsigned char *bytes = dado_unpack_bytes(in, (size_t)there * (size_t)widths[form]);
    if (!bytes) return;
    switch (form) {
    case as_int8: get_values(bytes, present, first, stride, count, 1); break;
    case as_int16: get_values(bytes, present, first, stride, count, 2); break;
    case as_int32: get_values(bytes, present, first, stride, count, 4); break;
    default: get_values(bytes, present, first, stride, count, 8);
    }
}

// Whole numbers go the way of reals, through `room`, a few columns at most.
static void pack_ints(dado_packing *out, const int32_t *first, int stride, int count, double *room)
{
    for (int i = 0; i < count; i++) room[i] = first[(int64_t)i * stride];
    pack_column(out, room, count);
}

static void pack_numbers(dado_packing *out, const uint64_t *first, int stride, int count)
{
    for (int i = 0; i < count; i++) dado_pack_number(out, first[(int64_t)i * stride]);
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

void dado_block_write(dado_packing *out, const dado_block *block)
{
    double room[512];
    pack_head(out, block);
    for (int from = 0; from < block->count && block->players; from += 512) {
        int some = block->count - from < 512 ? block->count - from : 512;
        dado_pack_bytes(out, block->ends + from, (size_t)some);
        for (int p = 0; p < block->players; p++) {
            int64_t at = (int64_t)from * block->players + p;
            pack_ints(out, block->scores + at, block->players, some, room);
            pack_ints(out, block->places + at, block->players, some, room);
            pack_numbers(out, block->effort + at, block->players, some);
        }
        for (int m = 0; m < block->measures; m++) {
            const double *first = block->values + (int64_t)from * block->measures + m;
            for (int i = 0; i < some; i++) room[i] = first[(int64_t)i * block->measures];
            pack_column(out, room, some);
        }
    }
    dado_pack_number(out, block->moves_size);
    dado_pack_bytes(out, block->moves, block->moves_size);
}

bool dado_block_pack(dado_packer *packer, const dado_block *block, dado_error *err)
{
    dado_packing *out = &packer->raw;
    out->used = 0;
    out->full = false;
    out->grows = true;
    dado_block_write(out, block);
    if (out->full) return dado_fail(err, DADO_LIMIT, "no memory left to pack results");
    return dado_squeeze(packer, out->bytes, out->used, err);
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

static void unpack_ints(dado_unpacking *in, int32_t *first, int stride, int count, double *room)
{
    unpack_column(in, room, 1, count);
    for (int i = 0; i < count && !in->broken; i++) {
        if (!is_whole(room[i])) in->broken = true;
        else first[(int64_t)i * stride] = (int32_t)room[i];
    }
}

static void unpack_matches(dado_unpacking *in, dado_block *block)
{
    double room[512];
    for (int from = 0; from < block->count && block->players && !in->broken; from += 512) {
        int some = block->count - from < 512 ? block->count - from : 512;
        const unsigned char *ends = dado_unpack_bytes(in, (size_t)some);
        for (int i = 0; ends && i < some; i++) {
            block->ends[from + i] = ends[i];
            if (ends[i] > DADO_BROKEN) in->broken = true;
        }
        for (int p = 0; p < block->players && !in->broken; p++) {
            int64_t at = (int64_t)from * block->players + p;
            unpack_ints(in, block->scores + at, block->players, some, room);
            unpack_ints(in, block->places + at, block->players, some, room);
            for (int i = 0; i < some; i++) {
                block->effort[at + (int64_t)i * block->players] = dado_unpack_number(in);
            }
        }
        for (int m = 0; m < block->measures && !in->broken; m++) {
            unpack_column(in, block->values + (int64_t)from * block->measures + m, block->measures,
                          some);
        }
    }
}

bool dado_block_read(dado_block *block, dado_unpacking *in, dado_arena *arena, dado_error *err)
{
    if (dado_unpack_number(in) != block_layout) return damaged(err);
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
    unpack_matches(in, block);
    block->moves_size = (size_t)dado_unpack_number(in);
    block->moves = dado_unpack_bytes(in, block->moves_size);
    return in->broken ? damaged(err) : true;
}

bool dado_block_unpack(dado_block *block, const unsigned char *bytes, size_t size,
                       dado_arena *arena, dado_error *err)
{
    const unsigned char *raw = NULL;
    size_t raw_size = 0;
    if (!dado_unsqueeze(bytes, size, largest_block, arena, &raw, &raw_size, err)) return false;
    dado_unpacking in = { .bytes = raw, .size = raw_size };
    return dado_block_read(block, &in, arena, err) && (in.used == raw_size || damaged(err));
}
