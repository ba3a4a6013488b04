// file_archive_fuzz.c - any bytes as an archive: it is refused with a message, or its files are
// such that they can be written below a folder.
//
// The first byte chooses: a .zip or .tar.gz as it is; or one whose check sums are put right first,
// which would keep a fuzzer out. Of a .tar.gz the input is then what is to be packed.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "lab/file_archive.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const dado_file_archive_limits limits = { .files = 20, .bytes = 100000 };

static uint32_t little(const uint8_t *at, int bytes)
{
    uint32_t number = 0;
    while (bytes--) number = number << 8 | at[bytes];
    return number;
}

// Returns the check sum of what is packed at `from`, if it can be unpacked.
static uint32_t sum_of(const uint8_t *from, size_t size, bool deflated)
{
    static uint8_t out[1 << 17];
    if (!deflated) return (uint32_t)crc32(0, from, (unsigned)size);
    z_stream stream = { .next_in = (uint8_t *)(uintptr_t)from,
                        .avail_in = (unsigned)size,
                        .next_out = out,
                        .avail_out = sizeof out };
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) abort();
    inflate(&stream, Z_FINISH);
    size_t count = sizeof out - stream.avail_out;
    inflateEnd(&stream);
    return (uint32_t)crc32(0, out, (unsigned)count);
}

static void mend_zip(uint8_t *bytes, size_t size)
{
    for (size_t at = 0; at + 46 <= size; at++) {
        if (memcmp(bytes + at, "PK\1\2", 4) != 0) continue;
        size_t packed = little(bytes + at + 20, 4), local = little(bytes + at + 42, 4);
        if (local + 30 > size) continue;
        size_t from = local + 30 + little(bytes + local + 26, 2) + little(bytes + local + 28, 2);
        if (from > size || packed > size - from) continue;
        uint32_t sum = sum_of(bytes + from, packed, little(bytes + at + 10, 2) == 8);
        for (int i = 0; i < 4; i++) bytes[at + 16 + (size_t)i] = (uint8_t)(sum >> 8 * i);
    }
}

// Every block that names itself a head gets its check sum.
static void mend_tar(uint8_t *bytes, size_t size)
{
    for (size_t at = 0; at + 512 <= size; at += 512) {
        uint8_t *head = bytes + at;
        unsigned sum = 0;
        if (memcmp(head + 257, "ustar", 5) != 0) continue;
        memset(head + 148, ' ', 8);
        for (int i = 0; i < 512; i++) sum += head[i];
        for (int i = 5; i >= 0; i--, sum /= 8) head[148 + i] = (uint8_t)('0' + sum % 8);
        head[154] = '\0';
    }
}

static uint8_t *gzip(uint8_t *bytes, size_t *size)
{
    z_stream stream = { .next_in = bytes, .avail_in = (unsigned)*size };
    if (deflateInit2(&stream, 1, Z_DEFLATED, MAX_WBITS + 16, 8, 0) != Z_OK) abort();
    size_t most = deflateBound(&stream, *size);
    uint8_t *packed = malloc(most);
    if (!packed) abort();
    stream.next_out = packed;
    stream.avail_out = (unsigned)most;
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END) abort();
    *size = most - stream.avail_out;
    deflateEnd(&stream);
    free(bytes);
    return packed;
}

// Aborts if the files could not be written below an empty folder, or are too many or too large.
static void check(const dado_file_archive *archive)
{
    size_t all = 0;
    unsigned long sum = 0;
    if (archive->count < 1 || archive->count > limits.files) abort();
    for (int i = 0; i < archive->count; i++) {
        const dado_file_archive_file *file = &archive->files[i];
        size_t length = strlen(file->name);
        if (!length || file->name[0] == '/' || file->name[0] == '.') abort();
        if (strstr(file->name, "/.") || strstr(file->name, "//")) abort();
        for (size_t c = 0; c < length; c++) {
            if (file->name[c] <= ' ' || file->name[c] > '~') abort();
        }
        for (int k = 0; k < archive->count; k++) {
            const char *other = archive->files[k].name;
            if (k == i || strncmp(other, file->name, length) != 0) continue;
            if (other[length] == '\0' || other[length] == '/') abort();
        }
        sum = crc32(sum, file->bytes, (unsigned)file->size);  // every byte can be read
        all += file->size;
    }
    if (all > limits.bytes) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    bool zip = data[0] & 1, mended = data[0] & 2;
    uint8_t *bytes = malloc(--size);
    if (!bytes) abort();
    memcpy(bytes, data + 1, size);
    if (mended && zip) {
        mend_zip(bytes, size);
    } else if (mended) {
        mend_tar(bytes, size);
        bytes = gzip(bytes, &size);
    }
    dado_region region;
    dado_file_archive archive;
    dado_error err = { 0 };
    dado_region_init(&region, (size_t)1 << 24);
    if (dado_file_archive_read(&archive, zip ? "a.zip" : "a.tar.gz", bytes, size, &limits, &region,
                               &err)) {
        check(&archive);
    } else if (!err.text[0]) {
        abort();
    }
    dado_region_free(&region);
    free(bytes);
    return 0;
}
