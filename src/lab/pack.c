// pack.c - see pack.h.
#include "lab/pack.h"

#include <stdlib.h>
#include <string.h>

static bool has_room(dado_packing *out, size_t more)
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

void dado_packing_free(dado_packing *packing)
{
    free(packing->bytes);
    *packing = (dado_packing){ 0 };
}

void dado_pack_bytes(dado_packing *out, const void *bytes, size_t count)
{
    if (!count || !has_room(out, count)) return;
    memcpy(out->bytes + out->used, bytes, count);
    out->used += count;
}

unsigned char *dado_pack_room(dado_packing *out, size_t most)
{
    return has_room(out, most) ? out->bytes + out->used : NULL;
}

void dado_pack_number(dado_packing *out, uint64_t number)
{
    enum { longest = 10 };
    if (out->room - out->used < longest || out->full) {  // by the byte, where there is room for few
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

void dado_pack_signed(dado_packing *out, int64_t number)
{
    uint64_t bits = (uint64_t)number;
    dado_pack_number(out, number < 0 ? ~(bits << 1) : bits << 1);
}

void dado_pack_real(dado_packing *out, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(bits >> (8 * i));
    dado_pack_bytes(out, bytes, sizeof bytes);
}

void dado_pack_text(dado_packing *out, const char *text)
{
    dado_pack_number(out, text ? strlen(text) + 1 : 0);
    if (text) dado_pack_bytes(out, text, strlen(text));
}

const unsigned char *dado_unpack_bytes(dado_unpacking *in, size_t count)
{
    if (in->broken || count > in->size - in->used) {
        in->broken = true;
        return NULL;
    }
    const unsigned char *bytes = in->bytes + in->used;
    in->used += count;
    return bytes;
}

uint64_t dado_unpack_number(dado_unpacking *in)
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

int64_t dado_unpack_signed(dado_unpacking *in)
{
    uint64_t bits = dado_unpack_number(in);
    return (int64_t)(bits & 1 ? ~(bits >> 1) : bits >> 1);
}

double dado_unpack_real(dado_unpacking *in)
{
    const unsigned char *bytes = dado_unpack_bytes(in, 8);
    uint64_t bits = 0;
    for (int i = 0; bytes && i < 8; i++) bits |= (uint64_t)bytes[i] << (8 * i);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

const char *dado_unpack_text(dado_unpacking *in, dado_arena *arena)
{
    uint64_t length = dado_unpack_number(in);
    if (length == 0) return NULL;
    const unsigned char *bytes = dado_unpack_bytes(in, (size_t)length - 1);
    char *text = bytes ? dado_arena_copy(arena, (const char *)bytes, (size_t)length - 1) : NULL;
    if (!text) in->broken = true;
    return text;
}
