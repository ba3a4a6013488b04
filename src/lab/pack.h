// pack.h - numbers and texts as bytes, the same on every machine, and back.
//
// Whole numbers take as few bytes as they need, seven bits in each. Reading
// never passes the end: what is missing reads as zero and leaves `broken` set, so
// that a reader may read on and look once.
#pragma once

#include <stdint.h>

#include "core/arena.h"

typedef struct dado_packing {
    unsigned char *bytes;
    size_t used, room;
    size_t reals;  // of the bytes used, those of columns of real numbers: squeezing gains nothing
    bool full;   // something did not fit, or there was no memory for it
    bool grows;  // bytes are the heap's, and are the caller's to free
} dado_packing;

// Ready for other bytes, in memory that grows.
static inline void dado_pack_again(dado_packing *out)
{
    *out = (dado_packing){ .bytes = out->bytes, .room = out->room, .grows = true };
}
void dado_packing_free(dado_packing *packing);  // of one that grows, or is zeroed

void dado_pack_bytes(dado_packing *out, const void *bytes, size_t count);
// Room for so many bytes, to be written and added to `used`; NULL if there is none.
unsigned char *dado_pack_room(dado_packing *out, size_t most);
void dado_pack_number(dado_packing *out, uint64_t number);
void dado_pack_signed(dado_packing *out, int64_t number);  // small ones of either sign are short
void dado_pack_real(dado_packing *out, double number);     // 8 bytes, the lowest first
void dado_pack_text(dado_packing *out, const char *text);  // NULL is kept apart from ""

typedef struct dado_unpacking {
    const unsigned char *bytes;
    size_t used, size;
    bool broken;
} dado_unpacking;

const unsigned char *dado_unpack_bytes(dado_unpacking *in, size_t count);  // NULL if not there
uint64_t dado_unpack_number(dado_unpacking *in);
int64_t dado_unpack_signed(dado_unpacking *in);
double dado_unpack_real(dado_unpacking *in);
const char *dado_unpack_text(dado_unpacking *in, dado_arena *arena);  // a copy
