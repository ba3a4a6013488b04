// qr_code_test.c - a reader of its own, which begins with the drawing, gets every text back.
//
// It shares no code with what it judges: formats and versions are looked up in the tables of the
// standard, fields are found by where the standard puts them, and the error correction of each
// block is checked by its syndromes, with logarithms.
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "core/scope_cleanup.h"
#include "report/qr_code.h"

enum { most = 57 };

typedef struct picture {
    int side;
    bool dark[most][most];
} picture;

// The fifteen bits of the format for level M and each mask, and eighteen of the version.
static const char *const formats[] = { "101010000010010", "101000100100101", "101111001111100",
                                       "101101101001011", "100010111111001", "100000011001110",
                                       "100111110010111", "100101010100000" };
static const char *const version_bits[] = { "000111110010010100", "001000010110111100",
                                            "001001101010011001", "001010010011010011" };
// Blocks, all codewords and data codewords of the shortest block, for level M.
static const int layout[][3] = { { 1, 26, 16 },  { 1, 44, 28 },  { 1, 70, 44 },  { 2, 100, 32 },
                                 { 2, 134, 43 }, { 4, 172, 27 }, { 4, 196, 31 }, { 4, 242, 38 },
                                 { 5, 292, 36 }, { 5, 346, 43 } };
static const int middles[][3] = { { -1, -1, -1 }, { 6, 18, -1 }, { 6, 22, -1 }, { 6, 26, -1 },
                                  { 6, 30, -1 },  { 6, 34, -1 }, { 6, 22, 38 }, { 6, 24, 42 },
                                  { 6, 26, 46 },  { 6, 28, 50 } };

static void look(const char *svg, picture *seen)
{
    int whole, x, y, run, used;
    assert_int_equal(sscanf(strstr(svg, "viewBox"), "viewBox=\"0 0 %d", &whole), 1);
    *seen = (picture){ .side = whole - 8 };
    const char *at = strstr(svg, " d=\"") + 4;
    while (sscanf(at, "M%d %dh%dv1h-%*dz%n", &x, &y, &run, &used) == 3) {
        for (int i = 0; i < run; i++) seen->dark[y - 4][x - 4 + i] = true;
        at += used;
    }
    assert_int_equal(*at, '"');
}

static void check_ring(const picture *seen, int y, int x, const char *rings)
{
    int reach = (int)strlen(rings) - 1;
    for (int dy = -reach; dy <= reach; dy++) {
        for (int dx = -reach; dx <= reach; dx++) {
            if (y + dy < 0 || x + dx < 0 || y + dy >= seen->side || x + dx >= seen->side) continue;
            char want = rings[abs(dy) > abs(dx) ? abs(dy) : abs(dx)];
            assert_int_equal(seen->dark[y + dy][x + dx], want == '#');
        }
    }
}

static bool near(int a, int b, int reach)
{
    return abs(a - b) <= reach;
}

static bool holds_data(const picture *seen, int version, int y, int x)
{
    int n = seen->side;
    if (y == 6 || x == 6) return false;
    if ((y < 9 && x < 9) || (y < 9 && x >= n - 8) || (y >= n - 8 && x < 9)) return false;
    if (version >= 7 && ((y < 6 && x >= n - 11) || (x < 6 && y >= n - 11))) return false;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            int a = middles[version - 1][i], b = middles[version - 1][k];
            if (a < 0 || b < 0 || (a == 6 && b == 6) || (a == 6 && b == n - 7) ||
                (a == n - 7 && b == 6)) {
                continue;
            }
            if (near(y, a, 2) && near(x, b, 2)) return false;
        }
    }
    return true;
}

static void check_patterns(const picture *seen, int version)
{
    int n = seen->side;
    check_ring(seen, 3, 3, "##.#.");
    check_ring(seen, 3, n - 4, "##.#.");
    check_ring(seen, n - 4, 3, "##.#.");
    for (int i = 8; i < n - 8; i++) {
        assert_int_equal(seen->dark[6][i], i % 2 == 0);
        assert_int_equal(seen->dark[i][6], i % 2 == 0);
    }
    assert_true(seen->dark[n - 8][8]);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            int a = middles[version - 1][i], b = middles[version - 1][k];
            bool corner = (a == 6 && b == 6) || (a == 6 && b == n - 7) || (a == n - 7 && b == 6);
            if (a >= 0 && b >= 0 && !corner) check_ring(seen, a, b, "#.#");
        }
    }
}

static int read_mask(const picture *seen)
{
    char one[16] = "", two[16] = "";
    int n = seen->side;
    for (int i = 0; i < 15; i++) {  // from the highest bit on
        int x = i < 6 ? i : i == 6 ? 7 : 8, y = i < 8 ? 8 : i == 8 ? 7 : 14 - i;
        one[i] = seen->dark[y][x] ? '1' : '0';
        two[i] = (i < 7 ? seen->dark[n - 1 - i][8] : seen->dark[8][n - 15 + i]) ? '1' : '0';
    }
    assert_string_equal(one, two);
    for (int mask = 0; mask < 8; mask++) {
        if (strcmp(formats[mask], one) == 0) return mask;
    }
    fail_msg("no format: %s", one);
    return -1;
}

static void check_version(const picture *seen, int version)
{
    for (int i = 0; version >= 7 && i < 18; i++) {
        bool want = version_bits[version - 7][17 - i] == '1';
        assert_int_equal(seen->dark[i / 3][seen->side - 11 + i % 3], want);
        assert_int_equal(seen->dark[seen->side - 11 + i % 3][i / 3], want);
    }
}

static bool flipped(int mask, int i, int j)
{
    int sum = i + j, product = i * j;
    const bool by[] = { sum % 2 == 0,
                        i % 2 == 0,
                        j % 3 == 0,
                        sum % 3 == 0,
                        (i / 2 + j / 3) % 2 == 0,
                        product % 6 == 0,
                        (product % 2 + product % 3) % 2 == 0,
                        (sum % 2 + product % 3) % 2 == 0 };
    return by[mask];
}

static int read_codewords(const picture *seen, int version, int mask, unsigned char *words)
{
    int bits = 0, n = seen->side, lane = 0;
    for (int x = n - 1; x >= 1; x -= x == 8 ? 3 : 2, lane++) {
        for (int step = 0; step < 2 * n; step++) {
            int y = lane % 2 ? step / 2 : n - 1 - step / 2, at = x - step % 2;
            if (!holds_data(seen, version, y, at)) continue;
            if (bits % 8 == 0) words[bits / 8] = 0;
            bool bit = seen->dark[y][at] != flipped(mask, y, at);
            words[bits / 8] = (unsigned char)(words[bits / 8] << 1 | bit);
            bits++;
        }
    }
    return bits / 8;
}

// Every power of 2 up to the number of correcting codewords is a root of a block.
static void check_block(const unsigned char *block, int count, int correction)
{
    int power[255], logarithm[256] = { 0 };
    for (int i = 0, value = 1; i < 255; i++) {
        power[i] = value;
        logarithm[value] = i;
        value = value * 2 > 255 ? (value * 2) ^ 285 : value * 2;
    }
    for (int root = 0; root < correction; root++) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            if (block[i]) sum ^= power[(logarithm[block[i]] + root * (count - 1 - i)) % 255];
        }
        assert_int_equal(sum, 0);
    }
}

static void read_text(const picture *seen, char *text)
{
    unsigned char words[400], block[200], data[400];
    int version = (seen->side - 17) / 4, mask, all = 0;
    assert_true(version >= 1 && version <= 10 && 17 + 4 * version == seen->side);
    check_patterns(seen, version);
    check_version(seen, version);
    mask = read_mask(seen);
    const int *how = layout[version - 1];
    assert_int_equal(read_codewords(seen, version, mask, words), how[1]);
    // Every block has as many correcting codewords; the last blocks may have a data codeword more.
    int blocks = how[0], least = how[2], correction = how[1] / blocks - least;
    int longer = how[1] - blocks * (least + correction);
    for (int b = 0; b < blocks; b++) {
        int size = least + (b >= blocks - longer);
        for (int i = 0; i < size; i++) {
            int at = i < least ? i * blocks + b : least * blocks + b - (blocks - longer);
            block[i] = data[all++] = words[at];
        }
        for (int i = 0; i < correction; i++) {
            block[size + i] = words[least * blocks + longer + i * blocks + b];
        }
        check_block(block, size + correction, correction);
    }
    assert_int_equal(data[0] >> 4, 4);  // bytes
    int half = 1, length = data[0] & 15;
    length = length << 4 | data[half] >> 4;
    if (version == 10) {
        length = length << 8 | (data[1] & 15) << 4 | data[2] >> 4;
        half = 2;
    }
    for (int i = 0; i < length; i++) {
        text[i] = (char)((data[half + i] & 15) << 4 | data[half + i + 1] >> 4);
    }
    text[length] = '\0';
}

static void check(const char *text)
{
    dado_qr_code code;
    picture seen;
    char back[300];
    DADO_CLEANUP(dado_text_free) dado_text svg = { 0 };
    assert_true(dado_qr_code_make(&code, text, NULL));
    dado_qr_code_svg(&code, &svg);
    look(dado_text_string(&svg), &seen);
    read_text(&seen, back);
    assert_string_equal(text, back);
}

static void links_are_read_back(void **state)
{
    (void)state;
    check("http://192.168.1.5:8467/seat#0123456789abcdef0123456789abcdef");
    check("https://play.example.org/seat#ffffffffffffffffffffffffffffffff");
    check("");
}

static void texts_of_every_length_are_read_back(void **state)
{
    (void)state;
    dado_rng luck = dado_rng_stream(1, 0, 0);
    for (int length = 1; length <= DADO_QR_TEXT; length++) {
        char text[DADO_QR_TEXT + 1] = { 0 };
        for (int i = 0; i < length; i++) text[i] = (char)(1 + dado_rng_below(&luck, 255));
        check(text);
    }
}

static void a_text_that_is_too_long_is_refused(void **state)
{
    (void)state;
    dado_qr_code code;
    dado_error err = { 0 };
    char text[DADO_QR_TEXT + 2];
    memset(text, 'a', sizeof text);
    text[sizeof text - 1] = '\0';
    assert_false(dado_qr_code_make(&code, text, &err));
    assert_non_null(strstr(err.text, "up to 213 bytes"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_are_read_back),
        cmocka_unit_test(texts_of_every_length_are_read_back),
        cmocka_unit_test(a_text_that_is_too_long_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
