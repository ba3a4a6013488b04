// serialize.c - see serialize.h.
#include "lab/serialize.h"

#include <stdlib.h>
#include <string.h>

static bool has_room(dado_byte_writer *out, size_t more)
{
    if (out->full) return false;
    if (more <= out->room - out->used) return true;
    if (out->grows) {
        size_t room = out->room ? out->room : 256;
        while (room - out->used < more) room *= 2;
        unsigned char *larger = realloc(out->bytes, room);
        if (larger) {
            out->bytes = larger;
            out->room = room;
            return true;
        }
    }
    out->full = true;
    return false;
}

void dado_byte_writer_free(dado_byte_writer *packing)
{
    free(packing->bytes);
    *packing = (dado_byte_writer){ 0 };
}

void dado_pack_bytes(dado_byte_writer *out, const void *bytes, size_t count)
{
    if (!count || !has_room(out, count)) return;
    memcpy(out->bytes + out->used, bytes, count);
    out->used += count;
}

unsigned char *dado_pack_reserve(dado_byte_writer *out, size_t most)
{
    return has_room(out, most) ? out->bytes + out->used : NULL;
}

void dado_pack_number(dado_byte_writer *out, uint64_t number)
{
    enum { longest = 10 };
    // byte by byte, where there is little room
    if (out->room - out->used < longest || out->full) {
        for (; number >= 0x80; number >>= 7) {
            dado_pack_bytes(out, &(unsigned char){ (unsigned char)(number | 0x80) }, 1);
        }
        dado_pack_bytes(out, &(unsigned char){ (unsigned char)number }, 1);
        return;
    }
    unsigned char *to = out->bytes + out->used;
    for (; number >= 0x80; number >>= 7) *to++ = (unsigned char)(number | 0x80);
    *to++ = (unsigned char)number;
    out->used = (size_t)(to - out->bytes);
}

void dado_pack_signed(dado_byte_writer *out, int64_t number)
{
    uint64_t bits = (uint64_t)number;
    dado_pack_number(out, number < 0 ? ~(bits << 1) : bits << 1);
}

void dado_pack_real(dado_byte_writer *out, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(bits >> (8 * i));
    dado_pack_bytes(out, bytes, sizeof bytes);
}

void dado_pack_text(dado_byte_writer *out, const char *text)
{
    dado_pack_number(out, text ? strlen(text) + 1 : 0);
    if (text) dado_pack_bytes(out, text, strlen(text));
}

const unsigned char *dado_unpack_bytes(dado_byte_reader *in, size_t count)
{
    if (in->broken || count > in->size - in->used) {
        in->broken = true;
        return NULL;
    }
    const unsigned char *bytes = in->bytes + in->used;
    in->used += count;
    return bytes;
}

uint64_t dado_unpack_number(dado_byte_reader *in)
{
    uint64_t number = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const unsigned char *byte = dado_unpack_bytes(in, 1);
        if (!byte) return 0;
        number |= (uint64_t)(*byte & 0x7F) << shift;
        if (*byte < 0x80) return number;
    }
    in->broken = true;
    return 0;
}

int64_t dado_unpack_signed(dado_byte_reader *in)
{
    uint64_t bits = dado_unpack_number(in);
    return (int64_t)(bits & 1 ? ~(bits >> 1) : bits >> 1);
}

double dado_unpack_real(dado_byte_reader *in)
{
    const unsigned char *bytes = dado_unpack_bytes(in, 8);
    uint64_t bits = 0;
    for (int i = 0; bytes && i < 8; i++) bits |= (uint64_t)bytes[i] << (8 * i);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

const char *dado_unpack_text(dado_byte_reader *in, dado_region *region)
{
    uint64_t length = dado_unpack_number(in);
    if (length == 0) return NULL;
    const unsigned char *bytes = dado_unpack_bytes(in, (size_t)length - 1);
    if (!bytes) return NULL;  // the reader is broken now
    char *text = dado_region_copy(region, (const char *)bytes, (size_t)length - 1);
    if (!text) in->broken = in->no_memory = true;
    return text;
}

bool dado_unpack_fail(const dado_byte_reader *in, const char *what, dado_error *err)
{
    if (in->no_memory) return dado_fail(err, DADO_LIMIT, "no memory left for %s", what);
    return dado_fail(err, DADO_SYNTAX,
                     "%s is malformed: the processes may run different versions "
                     "of dado",
                     what);
}
