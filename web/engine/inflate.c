// inflate.c - unpacks what zlib and gzip packed, in the browser; see shim/zlib.h and RFC 1950 to 1952.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

enum { longest = 15, most_symbols = 288, most_distances = 30 };

typedef struct bits {
    const unsigned char *at, *end;
    uint32_t held;
    int count;
    bool wrong;
    unsigned char *start, *to, *stop;  // what was unpacked, and how far there is room
    bool full;
} bits;

static unsigned take(bits *b, int count)
{
    while (b->count < count) {
        if (b->at == b->end) {
            b->wrong = true;
            return 0;
        }
        b->held |= (uint32_t)*b->at++ << b->count;
        b->count += 8;
    }
    unsigned value = b->held & ((1u << count) - 1);
    b->held >>= count;
    b->count -= count;
    return value;
}

// How many codes of each length there are, and their symbols in order.
typedef struct codes {
    uint16_t count[longest + 1], symbol[most_symbols];
} codes;

static void build(codes *c, const uint8_t *lengths, int symbols)
{
    uint16_t from[longest + 1] = { 0 };
    memset(c, 0, sizeof *c);
    for (int i = 0; i < symbols; i++) c->count[lengths[i]]++;
    c->count[0] = 0;
    for (int i = 1; i < longest; i++) from[i + 1] = from[i] + c->count[i];
    for (int i = 0; i < symbols; i++) {
        if (lengths[i]) c->symbol[from[lengths[i]]++] = (uint16_t)i;
    }
}

static int decode(bits *b, const codes *c)
{
    int code = 0, first = 0, at = 0;
    for (int length = 1; length <= longest && !b->wrong; length++) {
        code |= (int)take(b, 1);
        int count = c->count[length];
        if (code - count < first) return c->symbol[at + code - first];
        at += count;
        first = (first + count) << 1;
        code <<= 1;
    }
    b->wrong = true;
    return 0;
}

static void put(bits *b, unsigned char byte)
{
    if (b->to == b->stop) b->full = true;
    else *b->to++ = byte;
}

static void copy_plain(bits *b)
{
    b->held = 0;
    b->count = 0;
    unsigned length = take(b, 16), check = take(b, 16);
    if (length != (~check & 0xffff) || (size_t)(b->end - b->at) < length) b->wrong = true;
    while (!b->wrong && !b->full && length--) put(b, *b->at++);
}

static void unpack_block(bits *b, const codes *letters, const codes *distances)
{
    static const uint16_t length_from[] = { 3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                            15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                            67, 83, 99, 115, 131, 163, 195, 227, 258 };
    static const uint8_t length_bits[] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                           2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0 };
    while (!b->wrong && !b->full) {
        int symbol = decode(b, letters);
        if (symbol == 256) return;
        if (symbol < 256) {
            put(b, (unsigned char)symbol);
            continue;
        }
        if ((symbol -= 257) >= 29) b->wrong = true;
        if (b->wrong) return;
        int length = length_from[symbol] + (int)take(b, length_bits[symbol]);
        int place = decode(b, distances);
        if (place >= most_distances) b->wrong = true;
        if (b->wrong) return;
        int more = place < 2 ? 0 : place / 2 - 1;
        ptrdiff_t back = (place < 2 ? place : (2 + place % 2) << more) + 1 + (int)take(b, more);
        if (back > b->to - b->start) b->wrong = true;
        while (!b->wrong && !b->full && length--) put(b, b->to[-back]);
    }
}

static void read_codes(bits *b, codes *letters, codes *distances)
{
    static const uint8_t order[] = { 16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                     11, 4,  12, 3, 13, 2, 14, 1, 15 };
    uint8_t lengths[most_symbols + 32] = { 0 };
    int count = (int)take(b, 5) + 257, far = (int)take(b, 5) + 1, coded = (int)take(b, 4) + 4;
    for (int i = 0; i < coded; i++) lengths[order[i]] = (uint8_t)take(b, 3);
    build(letters, lengths, 19);
    memset(lengths, 0, sizeof lengths);
    if (count > 286 || far > most_distances) b->wrong = true;
    for (int at = 0; at < count + far && !b->wrong;) {
        int symbol = decode(b, letters), times = 1;
        uint8_t value = symbol < 16 ? (uint8_t)symbol : 0;
        if (symbol == 16 && at == 0) b->wrong = true;
        if (b->wrong) return;
        if (symbol == 16) {
            value = lengths[at - 1];
            times = 3 + (int)take(b, 2);
        } else if (symbol == 17) {
            times = 3 + (int)take(b, 3);
        } else if (symbol == 18) {
            times = 11 + (int)take(b, 7);
        }
        if (at + times > count + far) b->wrong = true;
        while (!b->wrong && times--) lengths[at++] = value;
    }
    if (b->wrong) return;
    build(letters, lengths, count);
    build(distances, lengths + count, far);
}

static void fixed_codes(codes *letters, codes *distances)
{
    uint8_t lengths[most_symbols];
    for (int i = 0; i < most_symbols; i++) {
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    }
    build(letters, lengths, most_symbols);
    memset(lengths, 5, most_distances);
    build(distances, lengths, most_distances);
}

static void skip_word(bits *b)  // of gzip's head, to its zero
{
    while (!b->wrong && take(b, 8)) {
    }
}

static bool skip_head(bits *b)  // whether it is gzip's
{
    unsigned first = take(b, 8), second = take(b, 8);
    if (first != 0x1f || second != 0x8b) {
        if ((first & 15) != 8 || (first << 8 | second) % 31 || second & 32) b->wrong = true;
        return false;
    }
    if (take(b, 8) != 8) b->wrong = true;
    unsigned flags = take(b, 8);
    for (int i = 0; i < 6; i++) take(b, 8);
    if (flags & 4) {
        for (unsigned length = take(b, 16); length && !b->wrong; length--) take(b, 8);
    }
    if (flags & 8) skip_word(b);
    if (flags & 16) skip_word(b);
    if (flags & 2) take(b, 16);
    return true;
}

static uint32_t crc_of(const unsigned char *from, const unsigned char *to)
{
    uint32_t crc = ~0u;
    for (; from < to; from++) {
        crc ^= *from;
        for (int i = 0; i < 8; i++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

static uint32_t adler_of(const unsigned char *from, const unsigned char *to)
{
    uint32_t a = 1, b = 0;
    for (; from < to; from++) {
        a = (a + *from) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

// What stands behind the packed bytes is as it should be.
static void check(bits *b, bool gzip)
{
    unsigned char sum[4];
    b->held = 0;
    b->count = 0;
    for (int i = 0; i < 4; i++) sum[i] = (unsigned char)take(b, 8);
    uint32_t told = gzip ? (uint32_t)sum[0] | (uint32_t)sum[1] << 8 | (uint32_t)sum[2] << 16 |
                               (uint32_t)sum[3] << 24
                         : (uint32_t)sum[3] | (uint32_t)sum[2] << 8 | (uint32_t)sum[1] << 16 |
                               (uint32_t)sum[0] << 24;
    if (told != (gzip ? crc_of : adler_of)(b->start, b->to)) b->wrong = true;
}

int inflate(z_stream *stream, int flush)
{
    (void)flush;
    bits b = { .at = stream->next_in,
               .end = stream->next_in + stream->avail_in,
               .start = stream->next_out - stream->done,
               .stop = stream->next_out + stream->avail_out };
    b.to = b.start;
    codes letters, distances;
    bool gzip = skip_head(&b);
    for (bool last = false; !last && !b.wrong && !b.full;) {
        last = take(&b, 1);
        unsigned kind = take(&b, 2);
        if (kind == 0) {
            copy_plain(&b);
            continue;
        }
        if (kind == 1) fixed_codes(&letters, &distances);
        else if (kind == 2) read_codes(&b, &letters, &distances);
        else b.wrong = true;
        if (!b.wrong) unpack_block(&b, &letters, &distances);
    }
    if (!b.wrong && !b.full) check(&b, gzip);
    stream->next_out = b.to;
    stream->avail_out = (unsigned)(b.stop - b.to);
    stream->done = (unsigned)(b.to - b.start);
    return b.wrong ? Z_DATA_ERROR : b.full ? Z_OK : Z_STREAM_END;
}
