// column_codec.c - see column_codec.h.
#include "lab/column_codec.h"

#include <math.h>
#include <string.h>

#include "core/match_record.h"
#include "lab/match_block.h"

// How a column is stored. The first six forms are the oldest. `in_range` stores whole
// numbers as differences from the smallest. `of_few` stores indices into a list of the
// different numbers. `near_real` stores real numbers as differences of their bits from a
// base, with zero apart.
enum {
    all_none,
    all_same,
    as_int8,
    as_int16,
    as_int32,
    as_real,
    in_range,
    of_few,
    near_real,
    forms
};

enum { few = 256 };  // most numbers in a list

// Returns whether a value is a whole number; minus zero is not, since an integer cannot
// store it.
static bool is_whole(double value)
{
    if (!(value >= INT32_MIN && value <= INT32_MAX)) return false;
    return (double)(int32_t)value == value && !(value == 0.0 && signbit(value));
}

static int form_of_range(int64_t low, int64_t high)
{
    if (low >= INT8_MIN && high <= INT8_MAX) return as_int8;
    return low >= INT16_MIN && high <= INT16_MAX ? as_int16 : as_int32;
}

// Chooses the form for values that are not all equal. `gaps` is set if some are missing.
static int form_of(const double *values, int count, bool *gaps)
{
    *gaps = false;
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
    return whole ? form_of_range((int64_t)low, (int64_t)high) : as_real;
}

// The same for columns in which most values differ; few of these have only whole numbers.
static int form_of_many(const double *values, int count, bool *gaps)
{
    int none = 0, i = 0;
    for (int k = 0; k < count; k++) none += dado_is_none(values[k]);
    while (i < count && (dado_is_none(values[i]) || is_whole(values[i]))) i++;
    *gaps = none > 0;
    return i < count ? as_real : form_of(values, count, gaps);
}

enum { near_width = 7 };

static const int widths[] = { [all_same] = 8, [as_int8] = 1, [as_int16] = 2,
                              [as_int32] = 4, [as_real] = 8, [near_real] = near_width };

// Writes the lowest `width` bytes, the lowest first.
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

static inline uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static unsigned char *put_reals(unsigned char *to, const double *values, int count)
{
    for (int i = 0; i < count; i++) {
        if (dado_is_none(values[i])) continue;
        put_bytes(to, bits_of(values[i]), 8);
        to += 8;
    }
    return to;
}

// ---- real numbers of similar size

// Returns a base such that the bits of all values, less the base, fit into `near_width`
// bytes; 0 if there is none. The difference is at least 1 for every value but zero.
static uint64_t base_of(const double *values, int count)
{
    uint64_t low = UINT64_MAX, high = 0;
    for (int i = 0; i < count; i++) {
        uint64_t bits = bits_of(values[i]);
        uint64_t least = bits == 0 || dado_is_none(values[i]) ? low : bits;
        uint64_t most = dado_is_none(values[i]) ? 0 : bits;
        low = least < low ? least : low;
        high = most > high ? most : high;
    }
    return high > 0 && high - (low - 1) < (uint64_t)1 << 8 * near_width ? low - 1 : 0;
}

// Also writes one byte after the last.
static unsigned char *put_near(unsigned char *to, const double *values, int count, uint64_t base)
{
    for (int i = 0; i < count; i++) {
        uint64_t bits = bits_of(values[i]);
        if (dado_is_none(values[i])) continue;
        put_bytes(to, bits ? bits - base : 0, 8);
        to += near_width;
    }
    return to;
}

// ---- small numbers in a few bits each

// Returns the number of bits for numbers below `count`: 1, 2, 4 or 8.
static int bits_for(int64_t count)
{
    return count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8;
}

static size_t size_in_bits(int count, int bits)
{
    return ((size_t)count * (size_t)bits + 7) / 8;
}

// Packs codes of `bits` bits into bytes. `codes` has room up to a multiple of eight,
// which are read too.
static inline void put_codes(unsigned char *to, const uint8_t *codes, size_t size, const int bits)
{
    const int each = 8 / bits;
    for (size_t i = 0; i < size; i++) {
        unsigned byte = 0;
        for (int k = 0; k < each; k++) byte |= (unsigned)codes[k] << (k * bits);
        to[i] = (unsigned char)byte;
        codes += each;
    }
}

static void pack_codes(dado_byte_writer *out, uint8_t *codes, int count, int bits)
{
    size_t size = size_in_bits(count, bits);
    memset(codes + count, 0, 8);
    unsigned char *to = dado_pack_reserve(out, size);
    if (!to) return;
    switch (bits) {
    case 1: put_codes(to, codes, size, 1); break;
    case 2: put_codes(to, codes, size, 2); break;
    case 4: put_codes(to, codes, size, 4); break;
    default: memcpy(to, codes, size);
    }
    out->used += size;
}

static void unpack_codes(dado_byte_reader *in, uint8_t *codes, int count, int bits)
{
    const unsigned char *bytes = dado_unpack_bytes(in, size_in_bits(count, bits));
    for (int i = 0; bytes && i < count; i++) {
        int at = i * bits;
        codes[i] = (uint8_t)(bytes[at / 8] >> (at % 8) & ((1 << bits) - 1));
    }
}

// ---- lists of few numbers

typedef struct list {
    int count;  // number of different numbers; more than `few`: there are too many
    uint64_t bits[few];
    double numbers[few];  // the same as doubles
    uint8_t codes[DADO_COLUMN_MOST + 8];
} list;

// Returns whether 64 numbers sampled from a long column are nearly all different. Then a
// list would not hold them, and finding that out would take longer than all else.
static bool hardly_comes_again(const double *values, int count)
{
    enum { sampled = 64, slots = 4 * sampled, enough = 48 };
    uint64_t met[slots] = { 0 };
    int different = 0;
    if (count < 4 * sampled) return false;
    for (int i = 0; i < sampled; i++) {
        double value = values[i * (count / sampled)];
        uint64_t bits = bits_of(value);
        if (bits == 0 || dado_is_none(value)) continue;
        size_t slot = (size_t)((bits ^ bits >> 29) * 0x9E3779B97F4A7C15u >> 56);
        for (; met[slot]; slot = (slot + 1) % slots) {
            if (met[slot] == bits) return false;
        }
        met[slot] = bits;
        different++;
    }
    return different >= enough;
}

// Lists the different numbers in the order in which they occur, and the index of each
// value.
static void list_values(list *l, const double *values, int count)
{
    enum { slots = 8 * few };    // so many that two numbers rarely collide
    uint16_t at[slots] = { 0 };  // index in the list, from 1
    l->count = 0;
    for (int i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, values + i, sizeof bits);
        size_t slot = (size_t)((bits ^ bits >> 29) * 0x9E3779B97F4A7C15u >> 53);
        while (at[slot] && l->bits[at[slot] - 1] != bits) slot = (slot + 1) % slots;
        if (!at[slot]) {
            if (l->count == few) {
                l->count++;
                return;
            }
            l->numbers[l->count] = values[i];
            l->bits[l->count++] = bits;
            at[slot] = (uint16_t)l->count;
        }
        l->codes[i] = (uint8_t)(at[slot] - 1);
    }
}

static void pack_list(dado_byte_writer *out, list *l, int count)
{
    dado_pack_number(out, of_few * 2);
    dado_pack_number(out, (uint64_t)l->count);
    unsigned char *to = dado_pack_reserve(out, (size_t)l->count * 8);
    if (!to) return;
    for (int i = 0; i < l->count; i++) put_bytes(to + 8 * i, l->bits[i], 8);
    out->used += (size_t)l->count * 8;
    pack_codes(out, l->codes, count, bits_for(l->count));
}

// ---- measures

// Writes a form, one bit per match if values are missing, and then the values.
static void pack_one_by_one(dado_byte_writer *out, const double *values, int count, int form,
                            bool gaps)
{
    uint64_t base = form == as_real ? base_of(values, count) : 0;
    if (base) form = near_real;
    dado_pack_number(out, (uint64_t)form * 2 + gaps);
    if (form == all_none) return;
    for (int i = 0; gaps && i < count; i += 8) {
        unsigned char bits = 0;
        for (int j = i; j < i + 8 && j < count; j++) {
            bits |= (unsigned char)(!dado_is_none(values[j]) << (j - i));
        }
        dado_pack_bytes(out, &bits, 1);
    }
    if (form == near_real) dado_pack_number(out, base);
    unsigned char *to = dado_pack_reserve(out, (size_t)count * (size_t)widths[form] + 1), *end = to;
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
    case near_real: end = put_near(to, values, count, base); break;
    default: end = put_reals(to, values, count);
    }
    out->used += (size_t)(end - to);
    if (form == as_real || form == near_real) out->reals += (size_t)(end - to);
}

void dado_column_pack_constant(dado_byte_writer *out, double value)
{
    bool none = dado_is_none(value);
    pack_one_by_one(out, &value, 1, none ? all_none : all_same, none);
}

// Writes a column. If that takes fewer bytes, it writes each different number once, and
// then an index for each value; otherwise it writes the values one by one.
static void pack_listed(dado_byte_writer *out, list *l, const double *values, int count)
{
    bool listed = l->count <= few, gaps;
    // The form of the numbers in the list is the form of all values.
    int form = listed ? form_of(l->numbers, l->count, &gaps) : form_of_many(values, count, &gaps);
    size_t with_list = (size_t)l->count * 8 + size_in_bits(count, bits_for(l->count));
    size_t without = (size_t)count * (size_t)widths[form];
    if (listed && form > all_same && with_list < without) pack_list(out, l, count);
    else pack_one_by_one(out, values, count, form, gaps);
}

void dado_column_pack(dado_byte_writer *out, const double *values, int count)
{
    if (dado_all_equal(values[0], values, count)) {
        dado_column_pack_constant(out, values[0]);
        return;
    }
    list l;
    if (hardly_comes_again(values, count)) l.count = few + 1;
    else list_values(&l, values, count);
    pack_listed(out, &l, values, count);
}

// Reads `width` bytes, the lowest first.
static inline uint64_t get_bits(const unsigned char *bytes, const int width)
{
    uint64_t bits = 0;
    for (int i = 0; i < width; i++) bits |= (uint64_t)bytes[i] << (8 * i);
    return bits;
}

// Reads `width` bytes as a signed whole number.
static inline double get_whole(const unsigned char *bytes, const int width)
{
    uint64_t number = get_bits(bytes, width);
    int spare = 64 - 8 * width;
    return (double)((int64_t)(number << spare) >> spare);
}

static inline double real_of(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static inline double get_real(const unsigned char *bytes)
{
    return real_of(get_bits(bytes, 8));
}

static inline bool is_present(const unsigned char *present, int i)
{
    return !present || (present[i / 8] >> (i % 8) & 1);
}

// Reads the values that are present, each of `width` bytes.
static inline void get_values(const unsigned char *bytes, const unsigned char *present,
                              double *column, int count, const int width)
{
    for (int i = 0; i < count; i++) {
        if (!is_present(present, i)) {
            column[i] = DADO_NONE;
            continue;
        }
        column[i] = width == 8 ? get_real(bytes) : get_whole(bytes, width);
        bytes += width;
    }
}

static void get_near(const unsigned char *bytes, const unsigned char *present, double *column,
                     int count, uint64_t base)
{
    for (int i = 0; i < count; i++) {
        if (!is_present(present, i)) {
            column[i] = DADO_NONE;
            continue;
        }
        uint64_t above = get_bits(bytes, near_width);
        column[i] = real_of(above ? base + above : 0);
        bytes += near_width;
    }
}

static void unpack_list(dado_byte_reader *in, double *values, int count)
{
    uint64_t length = dado_unpack_number(in);
    const unsigned char *bytes = length <= few ? dado_unpack_bytes(in, (size_t)length * 8) : NULL;
    uint8_t codes[DADO_COLUMN_MOST];
    if (bytes) unpack_codes(in, codes, count, bits_for((int64_t)length));
    else in->broken = true;
    for (int i = 0; i < count && !in->broken; i++) {
        if (codes[i] >= length) in->broken = true;
        else values[i] = get_real(bytes + 8 * codes[i]);
    }
}

static void unpack_range(dado_byte_reader *in, double *values, int count)
{
    int64_t low = dado_unpack_signed(in);
    uint64_t bits = dado_unpack_number(in);
    uint8_t codes[DADO_COLUMN_MOST];
    if (bits == 1 || bits == 2 || bits == 4 || bits == 8) unpack_codes(in, codes, count, (int)bits);
    else in->broken = true;
    if (low < INT32_MIN || low > INT32_MAX) in->broken = true;
    for (int i = 0; i < count && !in->broken; i++) values[i] = (double)(low + codes[i]);
}

void dado_column_unpack(dado_byte_reader *in, double *column, int count)
{
    uint64_t head = dado_unpack_number(in);
    int form = head < 2 * forms ? (int)(head / 2) : forms, there = count;
    if (form == forms || ((form == in_range || form == of_few) && head % 2)) in->broken = true;
    const unsigned char *present = NULL;
    if (head % 2 && form != all_none) present = dado_unpack_bytes(in, ((size_t)count + 7) / 8);
    if (in->broken) return;
    if (form == of_few) {
        unpack_list(in, column, count);
        return;
    }
    if (form == in_range) {
        unpack_range(in, column, count);
        return;
    }
    if (form == all_none || form == all_same) {
        double same = form == all_same ? dado_unpack_real(in) : DADO_NONE;
        for (int i = 0; i < count; i++) {
            column[i] = is_present(present, i) ? same : DADO_NONE;
        }
        return;
    }
    for (int i = 0; present && i < count; i++) there -= !is_present(present, i);
    uint64_t base = form == near_real ? dado_unpack_number(in) : 0;
    const unsigned char *bytes = dado_unpack_bytes(in, (size_t)there * (size_t)widths[form]);
    if (!bytes) return;
    switch (form) {
    case as_int8: get_values(bytes, present, column, count, 1); break;
    case as_int16: get_values(bytes, present, column, count, 2); break;
    case as_int32: get_values(bytes, present, column, count, 4); break;
    case near_real: get_near(bytes, present, column, count, base); break;
    default: get_values(bytes, present, column, count, 8);
    }
}

// ---- whole numbers

void dado_column_pack_ints(dado_byte_writer *out, const int32_t *first, int stride, int count)
{
    int32_t numbers[DADO_COLUMN_MOST];
    for (int i = 0; i < count; i++) numbers[i] = first[(int64_t)i * stride];
    int32_t low = *first, high = *first;
    for (int i = 0; i < count; i++) {
        low = numbers[i] < low ? numbers[i] : low;
        high = numbers[i] > high ? numbers[i] : high;
    }
    if (low == high) {
        dado_pack_number(out, all_same * 2);
        dado_pack_real(out, low);
        return;
    }
    int64_t range = (int64_t)high - low + 1;
    if (range <= few) {
        uint8_t codes[DADO_COLUMN_MOST + 8];
        for (int i = 0; i < count; i++) codes[i] = (uint8_t)(numbers[i] - low);
        dado_pack_number(out, in_range * 2);
        dado_pack_signed(out, low);
        dado_pack_number(out, (uint64_t)bits_for(range));
        pack_codes(out, codes, count, bits_for(range));
        return;
    }
    int form = form_of_range(low, high);
    dado_pack_number(out, (uint64_t)form * 2);
    unsigned char *to = dado_pack_reserve(out, (size_t)count * (size_t)widths[form]);
    if (!to) return;
    for (int i = 0; i < count; i++, to += widths[form]) {
        put_bytes(to, (uint64_t)numbers[i], widths[form]);
    }
    out->used += (size_t)count * (size_t)widths[form];
}

void dado_column_unpack_ints(dado_byte_reader *in, int32_t *first, int stride, int count)
{
    double room[DADO_COLUMN_MOST];
    dado_column_unpack(in, room, count);
    for (int i = 0; i < count && !in->broken; i++) {
        if (!is_whole(room[i])) in->broken = true;
        else first[(int64_t)i * stride] = (int32_t)room[i];
    }
}

void dado_column_pack_counts(dado_byte_writer *out, const uint64_t *first, int stride, int count)
{
    uint64_t other = 0;
    for (int i = 1; i < count; i++) other |= first[(int64_t)i * stride] ^ *first;
    dado_pack_number(out, other == 0);
    for (int i = 0; i < (other ? count : 1); i++) dado_pack_number(out, first[(int64_t)i * stride]);
}

void dado_column_unpack_counts(dado_byte_reader *in, bool together, uint64_t *first, int stride,
                               int count)
{
    bool alike = together && dado_unpack_number(in);
    uint64_t same = alike ? dado_unpack_number(in) : 0;
    for (int i = 0; i < count; i++) {
        first[(int64_t)i * stride] = alike ? same : dado_unpack_number(in);
    }
}
