// file_archive.c - see file_archive.h.
#define _POSIX_C_SOURCE 200809L
#include "lab/file_archive.h"

#include <limits.h>
#include <string.h>
#include <zlib.h>

#include "core/text.h"

typedef struct unpacker {
    dado_file_archive *archive;
    const dado_file_archive_limits *limits;
    size_t left;  // bytes that may still be unpacked
    dado_region *region;
    dado_error *err;
} unpacker;

static bool refuse(const unpacker *u, const char *why)
{
    return dado_fail(u->err, DADO_INVALID, "the archive is refused: %s", why);
}

bool dado_file_archive_is(const char *name)
{
    return dado_ends_with(name, ".zip") || dado_ends_with(name, ".tar.gz") ||
           dado_ends_with(name, ".tgz");
}

bool dado_file_archive_name_is_plain(const char *name)
{
    enum { most_folders = 8, most_length = 200 };
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "._-+/";
    int folders = 0;
    size_t length = strlen(name);
    if (length == 0 || length > most_length || name[length - 1] == '/') return false;
    if (name[strspn(name, allowed)] != '\0') return false;
    for (const char *part = name; part; part = strchr(part, '/')) {
        if (part != name) part++;
        // An empty part, `.`, `..` or a hidden file.
        if (*part == '/' || *part == '\0' || *part == '.') return false;
        folders++;
    }
    return folders <= most_folders + 1;
}

// Returns whether `name` lies in a folder called `folder`.
static bool is_beneath(const char *name, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(name, folder, length) == 0 && name[length] == '/';
}

// Adds a file that was unpacked. Returns false if the archive is refused for it.
static bool add_file(unpacker *u, const char *name, size_t name_length, const unsigned char *bytes,
                     size_t size, bool program)
{
    if (memchr(name, 0, name_length)) return refuse(u, "a name in it contains a zero byte");
    char *copy = dado_region_copy(u->region, name, name_length);
    if (!copy) return dado_fail(u->err, DADO_LIMIT, "no memory left for the archive");
    // `./` at the beginning is what tar writes.
    while (strncmp(copy, "./", 2) == 0) copy += 2;
    if (!dado_file_archive_name_is_plain(copy)) {
        return refuse(u, "a name in it is not plain: letters, digits and ._-+ in folders, without "
                         ".. and hidden files");
    }
    for (int i = 0; i < u->archive->count; i++) {
        const char *other = u->archive->files[i].name;
        if (strcmp(other, copy) == 0) return refuse(u, "it has two files of one name");
        if (is_beneath(other, copy) || is_beneath(copy, other)) {
            return refuse(u, "it has a file and a folder of one name");
        }
    }
    if (u->archive->count == u->limits->files) return refuse(u, "it has too many files");
    u->archive->files[u->archive->count++] =
        (dado_file_archive_file){ .name = copy, .bytes = bytes, .size = size, .program = program };
    return true;
}

// ---- zip

static uint32_t two(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static uint32_t four(const unsigned char *at)
{
    return two(at) | two(at + 2) << 16;
}

// Unpacks exactly `size` bytes of a raw deflate stream.
static bool inflate_exactly(const unsigned char *packed, size_t packed_size, unsigned char *out,
                            size_t size)
{
    z_stream stream = { .next_in = (unsigned char *)(uintptr_t)packed,
                        .avail_in = (unsigned)packed_size,
                        .next_out = out,
                        .avail_out = (unsigned)size };
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return false;
    int code = inflate(&stream, Z_FINISH);
    bool fine = code == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    return fine;
}

// Reads one entry of the central directory at `at`, which has at least 46 bytes.
static bool read_zip_entry(unpacker *u, const unsigned char *bytes, size_t size,
                           const unsigned char *at, const char *name, size_t name_length)
{
    enum { local_head = 30 };
    uint32_t flags = two(at + 8), method = two(at + 10), crc = four(at + 16);
    size_t packed = four(at + 20), whole = four(at + 24), local = four(at + 42);
    uint32_t mode = four(at + 38) >> 16;
    bool unix_host = at[5] == 3;
    if (name_length && name[name_length - 1] == '/') return true;  // a folder
    if (unix_host && (mode & 0170000) && (mode & 0170000) != 0100000) {
        return refuse(u, "it has a link or a device");
    }
    if (flags & 1) return refuse(u, "it is encrypted");
    if (method != 0 && method != 8) return refuse(u, "its files are packed in an unknown way");
    if (local > size || size - local < local_head || memcmp(bytes + local, "PK\3\4", 4) != 0) {
        return refuse(u, "it is damaged");
    }
    size_t data = local + local_head + two(bytes + local + 26) + two(bytes + local + 28);
    if (data > size || packed > size - data || (method == 0 && packed != whole)) {
        return refuse(u, "it is damaged");
    }
    if (whole > u->left || whole > UINT_MAX) return refuse(u, "its files are too large");
    unsigned char *out = dado_region_alloc(u->region, whole + 1, 1);
    if (!out) return dado_fail(u->err, DADO_LIMIT, "no memory left for the archive");
    u->left -= whole;
    if (method == 0) memcpy(out, bytes + data, whole);
    else if (!inflate_exactly(bytes + data, packed, out, whole)) return refuse(u, "it is damaged");
    if (crc32(0, out, (unsigned)whole) != crc) return refuse(u, "it is damaged");
    return add_file(u, name, name_length, out, whole, unix_host && (mode & 0100));
}

static bool read_zip(unpacker *u, const unsigned char *bytes, size_t size)
{
    enum { end_size = 22, entry_size = 46, most_comment = 65535 };
    size_t end = 0;
    bool found = false;
    for (size_t back = end_size; back <= size && back <= end_size + most_comment && !found;
         back++) {
        end = size - back;
        found = memcmp(bytes + end, "PK\5\6", 4) == 0 && two(bytes + end + 20) == back - end_size;
    }
    if (!found) return refuse(u, "it is no zip file");
    size_t entries = two(bytes + end + 10), at = four(bytes + end + 16);
    for (size_t i = 0; i < entries; i++) {
        if (at > end || end - at < entry_size || memcmp(bytes + at, "PK\1\2", 4) != 0) {
            return refuse(u, "it is damaged");
        }
        size_t name_length = two(bytes + at + 28);
        size_t next = at + entry_size + name_length + two(bytes + at + 30) + two(bytes + at + 32);
        if (next > end) return refuse(u, "it is damaged");
        if (!read_zip_entry(u, bytes, size, bytes + at, (const char *)bytes + at + entry_size,
                            name_length)) {
            return false;
        }
        at = next;
    }
    return true;
}

// ---- tar.gz

enum { tar_block = 512 };

// Unpacks the whole stream, at most `most` bytes. Returns NULL and the reason if it is
// longer or damaged.
static unsigned char *gunzip(unpacker *u, const unsigned char *bytes, size_t size, size_t most,
                             size_t *unpacked)
{
    unsigned char *out = dado_region_alloc(u->region, most + 1, 1);
    if (!out || size > UINT_MAX || most >= UINT_MAX) {
        dado_fail(u->err, DADO_LIMIT, "no memory left for the archive");
        return NULL;
    }
    z_stream stream = { .next_in = (unsigned char *)(uintptr_t)bytes,
                        .avail_in = (unsigned)size,
                        .next_out = out,
                        .avail_out = (unsigned)most + 1 };
    if (inflateInit2(&stream, MAX_WBITS + 16) != Z_OK) {
        refuse(u, "it cannot be unpacked");
        return NULL;
    }
    int code = inflate(&stream, Z_FINISH);
    *unpacked = most + 1 - stream.avail_out;
    inflateEnd(&stream);
    if (*unpacked > most) refuse(u, "its files are too large");
    else if (code != Z_STREAM_END) refuse(u, "it is damaged");
    else return out;
    return NULL;
}

// Reads an octal number; SIZE_MAX if it is none.
static size_t octal(const unsigned char *at, int digits)
{
    size_t number = 0;
    int i = 0;
    while (i < digits && at[i] == ' ') i++;
    if (i == digits || at[i] < '0' || at[i] > '7') return SIZE_MAX;
    for (; i < digits && at[i] >= '0' && at[i] <= '7'; i++)
        number = number * 8 + (size_t)(at[i] - '0');
    return i == digits || at[i] == '\0' || at[i] == ' ' ? number : SIZE_MAX;
}

static bool right_checksum(const unsigned char *head)
{
    size_t sum = 0;
    for (int i = 0; i < tar_block; i++) sum += i >= 148 && i < 156 ? ' ' : head[i];
    return octal(head + 148, 8) == sum;
}

// Writes the name of an entry, of at most 256 bytes: a prefix and a name.
static size_t tar_name(const unsigned char *head, char name[260])
{
    bool ustar = memcmp(head + 257, "ustar", 5) == 0;
    size_t prefix = ustar ? strnlen((const char *)head + 345, 155) : 0;
    size_t length = strnlen((const char *)head, 100);
    size_t at = 0;
    if (prefix) {
        memcpy(name, head + 345, prefix);
        name[prefix] = '/';
        at = prefix + 1;
    }
    memcpy(name + at, head, length);
    return at + length;
}

// Returns whether a remark gives the next file another name or size than its head has.
static bool remark_overrules(const unsigned char *remark, size_t length)
{
    enum { key = 6 };
    for (size_t i = 0; i + key <= length; i++) {
        if (memcmp(remark + i, " path=", key) == 0 || memcmp(remark + i, " size=", key) == 0) {
            return true;
        }
    }
    return false;
}

static bool read_tar(unpacker *u, const unsigned char *bytes, size_t size)
{
    // Each file takes up to a block for its head and one to fill up.
    size_t most = u->left + ((size_t)u->limits->files + 2) * 2 * tar_block, all;
    unsigned char *tar = gunzip(u, bytes, size, most, &all);
    if (!tar) return false;
    for (size_t at = 0; at + tar_block <= all && tar[at];) {
        const unsigned char *head = tar + at;
        size_t length = octal(head + 124, 12);
        char name[260];
        if (!right_checksum(head) || length > all - at - tar_block) {
            return refuse(u, "it is no tar file, or damaged");
        }
        size_t name_length = tar_name(head, name);
        unsigned char kind = head[156];
        if (kind == '0' || kind == '\0') {
            if (length > u->left) return refuse(u, "its files are too large");
            u->left -= length;
            if (!add_file(u, name, name_length, head + tar_block, length,
                          octal(head + 100, 8) & 0100)) {
                return false;
            }
        } else if ((kind != '5' && kind != 'g' && kind != 'x') ||
                   (kind != '5' && remark_overrules(head + tar_block, length))) {
            // Folders and remarks are passed over. A name that a head does not hold comes in
            // a remark, and the head then has only a part of it.
            return refuse(u, "it has a link or a device, or names that are too long");
        }
        at += tar_block + (length + tar_block - 1) / tar_block * tar_block;
    }
    return true;
}

// If all files lie in one folder, leaves that folder out.
static void drop_common_folder(dado_file_archive *archive)
{
    const char *slash = archive->count ? strchr(archive->files[0].name, '/') : NULL;
    if (!slash) return;
    size_t length = (size_t)(slash - archive->files[0].name) + 1;
    for (int i = 1; i < archive->count; i++) {
        if (strncmp(archive->files[i].name, archive->files[0].name, length) != 0) return;
    }
    for (int i = 0; i < archive->count; i++) archive->files[i].name += length;
}

bool dado_file_archive_read(dado_file_archive *archive, const char *name,
                            const unsigned char *bytes, size_t size,
                            const dado_file_archive_limits *limits, dado_region *region,
                            dado_error *err)
{
    *archive =
        (dado_file_archive){ .files = dado_new(region, dado_file_archive_file, limits->files + 1) };
    if (!archive->files) return dado_fail(err, DADO_LIMIT, "no memory left for the archive");
    unpacker u = { archive, limits, limits->bytes, region, err };
    bool fine =
        dado_ends_with(name, ".zip") ? read_zip(&u, bytes, size) : read_tar(&u, bytes, size);
    if (fine && archive->count == 0) fine = refuse(&u, "it has no files");
    if (fine) drop_common_folder(archive);
    return fine;
}
