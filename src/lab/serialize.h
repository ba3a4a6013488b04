// serialize.h - writes numbers and texts as bytes, the same on every machine, and reads
// them back.
//
// Whole numbers take as few bytes as they need, with seven bits in each. Reading never
// goes beyond the end: what is missing reads as zero and sets `broken`, so that a reader
// can check once at the end.
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/region.h"

typedef struct dado_byte_writer {
    unsigned char *bytes;
    size_t used, room;
    size_t reals;  // how many of these bytes are columns of real numbers, which do not compress
    bool full;     // something did not fit, or there was no memory
    bool grows;    // the bytes are on the heap, and the caller frees them
} dado_byte_writer;

// Empties a writer; its memory is kept and can grow.
static inline void dado_byte_writer_reset(dado_byte_writer *out)
{
    *out = (dado_byte_writer){ .bytes = out->bytes, .room = out->room, .grows = true };
}
void dado_byte_writer_free(dado_byte_writer *packing);  // for one that grows, or is zeroed

void dado_pack_bytes(dado_byte_writer *out, const void *bytes, size_t count);
// Returns room for `most` bytes, which the caller writes and adds to `used`; NULL if
// there is none.
unsigned char *dado_pack_reserve(dado_byte_writer *out, size_t most);
void dado_pack_number(dado_byte_writer *out, uint64_t number);
void dado_pack_signed(dado_byte_writer *out,
                      int64_t number);  // small numbers of either sign are short
void dado_pack_real(dado_byte_writer *out, double number);     // 8 bytes, the lowest first
void dado_pack_text(dado_byte_writer *out, const char *text);  // NULL and "" are different

typedef struct dado_byte_reader {
    const unsigned char *bytes;
    size_t used, size;
    bool broken;
    bool no_memory;  // broken, because there was no memory for a copy
} dado_byte_reader;

// NULL if there are too few
const unsigned char *dado_unpack_bytes(dado_byte_reader *in, size_t count);
uint64_t dado_unpack_number(dado_byte_reader *in);
int64_t dado_unpack_signed(dado_byte_reader *in);
double dado_unpack_real(dado_byte_reader *in);
const char *dado_unpack_text(dado_byte_reader *in, dado_region *region);  // a copy
// Fails because `what`, which another process sent, cannot be read.
bool dado_unpack_fail(const dado_byte_reader *in, const char *what, dado_error *err);
