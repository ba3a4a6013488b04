// file_archive_test.c - archives of strangers: plain ones are read, hostile ones refused.
#define _XOPEN_SOURCE 700
#include "support/test.h"

#include <zlib.h>

#include "core/rng.h"
#include "lab/file_archive.h"

static const dado_file_archive_limits limits = { .files = 20, .bytes = 100000 };

// ---- making archives, byte by byte

typedef struct bytes {
    unsigned char at[1 << 20];
    size_t count;
} bytes;

static bytes made, packed;

static void put(bytes *b, const void *from, size_t count)
{
    assert_true(b->count + count <= sizeof b->at);
    memcpy(b->at + b->count, from, count);
    b->count += count;
}

static void add_to_tar(const char *name, char kind, const char *link, const char *text, size_t size)
{
    unsigned char head[512] = { 0 };
    snprintf((char *)head, 100, "%s", name);
    memcpy(head + 100, "0000644", 8);
    snprintf((char *)head + 124, 12, "%011o", (unsigned)size);
    head[156] = (unsigned char)kind;
    snprintf((char *)head + 157, 100, "%s", link);
    memcpy(head + 257,
           "ustar\0"
           "00",
           8);
    memset(head + 148, ' ', 8);
    unsigned sum = 0;
    for (int i = 0; i < 512; i++) sum += head[i];
    snprintf((char *)head + 148, 8, "%06o", sum);
    put(&made, head, 512);
    put(&made, text, size);
    static const unsigned char zeros[512];
    if (size % 512) put(&made, zeros, 512 - size % 512);
}

static void gzip_it(void)
{
    static const unsigned char zeros[1024];
    put(&made, zeros, 1024);
    z_stream stream = { .next_in = made.at,
                        .avail_in = (unsigned)made.count,
                        .next_out = packed.at,
                        .avail_out = sizeof packed.at };
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, 0), Z_OK);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    packed.count = sizeof packed.at - stream.avail_out;
    deflateEnd(&stream);
}

static bool is_read(const char *name, dado_file_archive *archive, dado_region *region, char *why)
{
    dado_error err = { 0 };
    bool fine =
        dado_file_archive_read(archive, name, packed.at, packed.count, &limits, region, &err);
    snprintf(why, 400, "%s", err.text);
    return fine;
}

static void refused_for(const char *name, const char *words)
{
    dado_region region = { 0 };
    dado_file_archive archive;
    char why[400];
    if (is_read(name, &archive, &region, why)) fail_msg("it was read; wanted: %s", words);
    if (!strstr(why, words)) fail_msg("refused for \"%s\", not for \"%s\"", why, words);
    dado_region_free(&region);
}

static void two_bytes(bytes *b, unsigned n)
{
    put(b, (unsigned char[]){ n & 255, n >> 8 & 255 }, 2);
}

static void four_bytes(bytes *b, unsigned long n)
{
    two_bytes(b, (unsigned)(n & 65535));
    two_bytes(b, (unsigned)(n >> 16 & 65535));
}

// A zip file with one stored file; `claimed` is the size that it claims to have.
static void make_zip(const char *name, unsigned mode, const char *text, size_t claimed)
{
    unsigned length = (unsigned)strlen(name), size = (unsigned)strlen(text);
    unsigned long crc = crc32(0, (const unsigned char *)text, size);
    packed.count = 0;
    put(&packed, "PK\3\4", 4);
    for (int i = 0; i < 5; i++) two_bytes(&packed, 0);
    four_bytes(&packed, crc);
    four_bytes(&packed, size);
    four_bytes(&packed, claimed);
    two_bytes(&packed, length);
    two_bytes(&packed, 0);
    put(&packed, name, length);
    put(&packed, text, size);
    size_t directory = packed.count;
    put(&packed, "PK\1\2", 4);
    put(&packed, (unsigned char[]){ 20, 3 }, 2);
    for (int i = 0; i < 5; i++) two_bytes(&packed, 0);
    four_bytes(&packed, crc);
    four_bytes(&packed, size);
    four_bytes(&packed, claimed);
    two_bytes(&packed, length);
    for (int i = 0; i < 4; i++) two_bytes(&packed, 0);
    four_bytes(&packed, (unsigned long)mode << 16);
    four_bytes(&packed, 0);
    put(&packed, name, length);
    size_t end = packed.count;
    put(&packed, "PK\5\6", 4);
    four_bytes(&packed, 0);
    two_bytes(&packed, 1);
    two_bytes(&packed, 1);
    four_bytes(&packed, end - directory);
    four_bytes(&packed, directory);
    two_bytes(&packed, 0);
}

// ---- the tests

static void plain_ones_are_read(void **state)
{
    (void)state;
    dado_region region = { 0 };
    dado_file_archive archive;
    char why[400];
    made.count = 0;
    add_to_tar("./mine/", '5', "", "", 0);
    add_to_tar("./mine/bot.py", '0', "", "print(1)\n", 9);
    add_to_tar("./mine/lib/a.py", '0', "", "", 0);
    gzip_it();
    if (!is_read("mine.tar.gz", &archive, &region, why)) fail_msg("%s", why);
    assert_int_equal(archive.count, 2);
    assert_string_equal(archive.files[0].name, "bot.py");
    assert_string_equal(archive.files[1].name, "lib/a.py");
    assert_int_equal(archive.files[0].size, 9);
    assert_memory_equal(archive.files[0].bytes, "print(1)\n", 9);
    make_zip("bot.py", 0100755, "print(2)\n", 9);
    if (!is_read("mine.zip", &archive, &region, why)) fail_msg("%s", why);
    assert_int_equal(archive.count, 1);
    assert_true(archive.files[0].program);
    assert_memory_equal(archive.files[0].bytes, "print(2)\n", 9);
    dado_region_free(&region);
}

static void names_that_lead_elsewhere_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = { "../bot.py", "/etc/passwd",   "a/../../b",
                                         "a//b",      ".hidden",       "a/.git/b",
                                         "a\\b",      "bot\n.py",      "<script>.py",
                                         "a/./b",     "b\303\266t.py", "1/2/3/4/5/6/7/8/9/deep.py",
                                         "..." };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        made.count = 0;
        add_to_tar(names[i], '0', "", "x", 1);
        gzip_it();
        refused_for("a.tgz", "not plain");
        make_zip(names[i], 0100644, "x", 1);
        refused_for("a.zip", "not plain");
    }
}

static void links_and_devices_are_refused(void **state)
{
    (void)state;
    for (const char *kind = "123467L"; *kind; kind++) {
        made.count = 0;
        add_to_tar("bot.py", *kind, "/etc/passwd", "", 0);
        gzip_it();
        refused_for("a.tar.gz", "a link or a device");
    }
    make_zip("bot.py", 0120777, "/etc/passwd", 11);
    refused_for("a.zip", "a link or a device");
}

static void bombs_are_refused(void **state)
{
    (void)state;
    static char zeros[200000];
    made.count = 0;
    add_to_tar("big", '0', "", zeros, sizeof zeros);
    gzip_it();
    assert_true(packed.count < 2000);
    refused_for("a.tar.gz", "too large");
    made.count = 0;
    for (int i = 0; i < 30; i++) {
        char name[20];
        snprintf(name, sizeof name, "f%d", i);
        add_to_tar(name, '0', "", "", 0);
    }
    gzip_it();
    refused_for("a.tar.gz", "too many files");
    make_zip("big", 0100644, "x", 4000000000u);
    refused_for("a.zip", "");
    made.count = 0;
    add_to_tar("twice", '0', "", "a", 1);
    add_to_tar("twice", '0', "", "b", 1);
    gzip_it();
    refused_for("a.tar.gz", "two files of one name");
}

// Nobody could write such files into one folder.
static void files_that_are_folders_of_others_are_refused(void **state)
{
    (void)state;
    static const char *const pairs[][2] = { { "a", "a/b" }, { "a/b", "a" }, { "x/a/b/c", "x/a" } };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        made.count = 0;
        add_to_tar(pairs[i][0], '0', "", "1", 1);
        add_to_tar(pairs[i][1], '0', "", "2", 1);
        gzip_it();
        refused_for("a.tgz", "a file and a folder of one name");
    }
    dado_region region = { 0 };
    dado_file_archive archive;
    char why[400];
    made.count = 0;
    add_to_tar("a", '0', "", "1", 1);
    add_to_tar("a.d/b", '0', "", "2", 1);
    add_to_tar("ab", '0', "", "3", 1);
    gzip_it();
    if (!is_read("a.tgz", &archive, &region, why)) fail_msg("%s", why);
    assert_int_equal(archive.count, 3);
    dado_region_free(&region);
}

// The head after such a remark has a part of the name only, or another size.
static void remarks_that_overrule_a_head_are_refused(void **state)
{
    (void)state;
    static const char *const remarks[] = { "18 path=long.name\n",
                                           "20 mtime=1700000000\n9 size=9\n" };
    for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++) {
        made.count = 0;
        add_to_tar("remark", 'x', "", remarks[i], strlen(remarks[i]));
        add_to_tar("long", '0', "", "1", 1);
        gzip_it();
        refused_for("a.tgz", "names that are too long");
    }
    dado_region region = { 0 };
    dado_file_archive archive;
    char why[400];
    made.count = 0;
    add_to_tar("remark", 'x', "", "20 mtime=1700000000\n", 20);
    add_to_tar("bot.py", '0', "", "1", 1);
    gzip_it();
    if (!is_read("a.tgz", &archive, &region, why)) fail_msg("%s", why);
    assert_int_equal(archive.count, 1);
    dado_region_free(&region);
}

// Whatever bytes are changed or cut off: it is read or refused, and never more than allowed.
static void damage_does_no_harm(void **state)
{
    (void)state;
    dado_fast_rng luck = dado_fast_rng_seed(4);
    for (int kind = 0; kind < 2; kind++) {
        made.count = 0;
        add_to_tar("bot.py", '0', "", "print(1)\n", 9);
        gzip_it();
        if (kind) make_zip("bot.py", 0100644, "print(1)\n", 9);
        bytes *whole = malloc(sizeof *whole);
        assert_non_null(whole);
        *whole = packed;
        for (int i = 0; i < dado_test_repeats(2000, 200000); i++) {
            packed.count = whole->count;
            memcpy(packed.at, whole->at, whole->count);
            for (int k = 0; k < 3; k++) {
                packed.at[dado_fast_rng_below(&luck, (uint32_t)whole->count)] =
                    (unsigned char)dado_fast_rng_below(&luck, 256);
            }
            if (i % 3 == 0) packed.count = dado_fast_rng_below(&luck, (uint32_t)whole->count);
            dado_region region = { 0 };
            dado_file_archive archive;
            char why[400];
            size_t all = 0;
            if (is_read(kind ? "a.zip" : "a.tgz", &archive, &region, why)) {
                for (int f = 0; f < archive.count; f++) all += archive.files[f].size;
            }
            assert_true(all <= limits.bytes);
            dado_region_free(&region);
        }
        free(whole);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_ones_are_read),
        cmocka_unit_test(names_that_lead_elsewhere_are_refused),
        cmocka_unit_test(links_and_devices_are_refused),
        cmocka_unit_test(bombs_are_refused),
        cmocka_unit_test(files_that_are_folders_of_others_are_refused),
        cmocka_unit_test(remarks_that_overrule_a_head_are_refused),
        cmocka_unit_test(damage_does_no_harm),
    };
    return cmocka_run_group_tests_name("file_archive", tests, NULL, NULL);
}
