// qr_code.c - see qr_code.h. The numbers in the tables are those of ISO/IEC 18004.
#include "report/qr_code.h"

#include <stdlib.h>
#include <string.h>

enum { most_codewords = 346, most_correction = 26, masks = 8, margin = 4 };

// Versions 1 to 10 with error correction of level M.
static const struct version {
    int correction;    // codewords of error correction per block
    int blocks;        // blocks in all
    int data;          // data codewords of the first blocks
    int longer;        // number of blocks, at the end, with one data codeword more
    int alignment[3];  // where alignment patterns lie, in both directions; 0: none
} versions[] = {
    { 10, 1, 16, 0, { 0 } },         { 16, 1, 28, 0, { 6, 18 } },
    { 26, 1, 44, 0, { 6, 22 } },     { 18, 2, 32, 0, { 6, 26 } },
    { 24, 2, 43, 0, { 6, 30 } },     { 16, 4, 27, 0, { 6, 34 } },
    { 18, 4, 31, 0, { 6, 22, 38 } }, { 22, 4, 38, 2, { 6, 24, 42 } },
    { 22, 5, 36, 2, { 6, 26, 46 } }, { 26, 5, 43, 1, { 6, 28, 50 } },
};

// A code that is being made.
typedef struct maker {
    dado_qr_code *code;
    const struct version *version;
    int number;                                       // of the version
    unsigned char fixed[DADO_QR_SIDE][DADO_QR_SIDE];  // modules that carry no data
    unsigned char data[most_codewords], all[most_codewords];
    int data_count, all_count;
} maker;

// --- codewords

static int data_codewords(const struct version *v)
{
    return v->blocks * v->data + v->longer;
}

static void add_bits(maker *m, int *at, unsigned value, int count)
{
    for (int i = count - 1; i >= 0; i--, (*at)++) {
        if (value >> i & 1) m->data[*at / 8] |= (unsigned char)(0x80 >> *at % 8);
    }
}

// Mode (bytes), length, bytes, an end, and padding.
static void write_data(maker *m, const char *text, int length)
{
    int at = 0;
    add_bits(m, &at, 4, 4);
    add_bits(m, &at, (unsigned)length, m->number < 10 ? 8 : 16);
    for (int i = 0; i < length; i++) add_bits(m, &at, (unsigned char)text[i], 8);
    at += 4;
    int used = (at + 7) / 8;
    m->data_count = data_codewords(m->version);
    for (int i = used; i < m->data_count; i++) m->data[i] = (i - used) % 2 ? 0x11 : 0xec;
}

// Product in the field of 256 elements, modulo x^8 + x^4 + x^3 + x^2 + 1.
static unsigned char multiply(unsigned char a, unsigned char b)
{
    unsigned product = 0;
    for (int i = 7; i >= 0; i--) {
        product = product << 1 ^ (product >> 7 & 1) * 0x11d;
        if (b >> i & 1) product ^= a;
    }
    return (unsigned char)product;
}

// Codewords of error correction: the remainder of the data by (x - 1)(x - 2)(x - 4)...
static void correct(const unsigned char *data, int count, int degree, unsigned char *rest)
{
    unsigned char divisor[most_correction] = { 0 }, root = 1;
    divisor[degree - 1] = 1;
    for (int i = 0; i < degree; i++) {
        for (int k = 0; k < degree; k++) {
            divisor[k] = multiply(divisor[k], root);
            if (k + 1 < degree) divisor[k] ^= divisor[k + 1];
        }
        root = multiply(root, 2);
    }
    memset(rest, 0, (size_t)degree);
    for (int i = 0; i < count; i++) {
        unsigned char factor = data[i] ^ rest[0];
        memmove(rest, rest + 1, (size_t)degree - 1);
        rest[degree - 1] = 0;
        for (int k = 0; k < degree; k++) rest[k] ^= multiply(divisor[k], factor);
    }
}

// Blocks are interleaved, codeword by codeword: first all data, then all error correction.
static void interleave(maker *m)
{
    const struct version *v = m->version;
    unsigned char rest[5][most_correction];
    int starts[5], sizes[5], at = 0;
    for (int b = 0; b < v->blocks; b++) {
        starts[b] = at;
        sizes[b] = v->data + (b >= v->blocks - v->longer);
        correct(m->data + at, sizes[b], v->correction, rest[b]);
        at += sizes[b];
    }
    for (int i = 0; i <= v->data; i++) {
        for (int b = 0; b < v->blocks; b++) {
            if (i < sizes[b]) m->all[m->all_count++] = m->data[starts[b] + i];
        }
    }
    for (int i = 0; i < v->correction; i++) {
        for (int b = 0; b < v->blocks; b++) m->all[m->all_count++] = rest[b][i];
    }
}

// --- modules

static void put(maker *m, int row, int column, bool dark)
{
    m->code->dark[row][column] = dark;
    m->fixed[row][column] = 1;
}

// A finder pattern around its middle, with the light border that parts it from the rest.
static void draw_finder(maker *m, int row, int column)
{
    for (int dy = -4; dy <= 4; dy++) {
        for (int dx = -4; dx <= 4; dx++) {
            int y = row + dy, x = column + dx;
            if (y < 0 || x < 0 || y >= m->code->side || x >= m->code->side) continue;
            int ring = abs(dy) > abs(dx) ? abs(dy) : abs(dx);
            put(m, y, x, ring != 2 && ring != 4);
        }
    }
}

static void draw_alignment(maker *m)
{
    const int *at = m->version->alignment;
    int count = at[0] == 0 ? 0 : at[2] == 0 ? 2 : 3;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < count; k++) {
            bool finder =
                (i == 0 && k == 0) || (i == 0 && k == count - 1) || (i == count - 1 && k == 0);
            for (int dy = -2; !finder && dy <= 2; dy++) {
                for (int dx = -2; dx <= 2; dx++) {
                    int ring = abs(dy) > abs(dx) ? abs(dy) : abs(dx);
                    put(m, at[i] + dy, at[k] + dx, ring != 1);
                }
            }
        }
    }
}

// Appends the remainder by a generator of `degree` bits to a value.
static unsigned with_remainder(unsigned value, unsigned generator, int degree)
{
    unsigned rest = value;
    for (int i = 0; i < degree; i++) rest = rest << 1 ^ (rest >> (degree - 1)) * generator;
    return value << degree | rest;
}

// Which mask, twice; level M is 0.
static void draw_format(maker *m, int mask)
{
    int side = m->code->side;
    unsigned bits = with_remainder((unsigned)mask, 0x537, 10) ^ 0x5412;
    for (int i = 0; i < 15; i++) {
        bool dark = bits >> i & 1;
        int row = i < 6 ? i : i < 8 ? i + 1 : 8;
        int column = i < 8 ? 8 : i == 8 ? 7 : 14 - i;
        put(m, row, column, dark);
        if (i < 8) put(m, 8, side - 1 - i, dark);
        else put(m, side - 15 + i, 8, dark);
    }
    put(m, side - 8, 8, true);
}

static void draw_version(maker *m)
{
    int side = m->code->side;
    if (m->number < 7) return;
    unsigned bits = with_remainder((unsigned)m->number, 0x1f25, 12);
    for (int i = 0; i < 18; i++) {
        put(m, side - 11 + i % 3, i / 3, bits >> i & 1);
        put(m, i / 3, side - 11 + i % 3, bits >> i & 1);
    }
}

static void draw_patterns(maker *m)
{
    int side = m->code->side;
    for (int i = 0; i < side; i++) {
        put(m, 6, i, i % 2 == 0);
        put(m, i, 6, i % 2 == 0);
    }
    draw_finder(m, 3, 3);
    draw_finder(m, 3, side - 4);
    draw_finder(m, side - 4, 3);
    draw_alignment(m);
    draw_format(m, 0);
    draw_version(m);
}

// Data goes up and down in columns of two, from the right; column 6 has the timing pattern.
static void draw_data(maker *m)
{
    int side = m->code->side, at = 0;
    bool up = true;
    for (int right = side - 1; right > 0; right -= 2) {
        if (right == 6) right--;
        for (int i = 0; i < side; i++) {
            int row = up ? side - 1 - i : i;
            for (int column = right; column > right - 2; column--) {
                if (m->fixed[row][column]) continue;
                bool dark = at < 8 * m->all_count && m->all[at / 8] >> (7 - at % 8) & 1;
                m->code->dark[row][column] = dark;
                at++;
            }
        }
        up = !up;
    }
}

static bool is_masked(int mask, int y, int x)
{
    switch (mask) {
    case 0: return (y + x) % 2 == 0;
    case 1: return y % 2 == 0;
    case 2: return x % 3 == 0;
    case 3: return (y + x) % 3 == 0;
    case 4: return (y / 2 + x / 3) % 2 == 0;
    case 5: return y * x % 2 + y * x % 3 == 0;
    case 6: return (y * x % 2 + y * x % 3) % 2 == 0;
    default: return ((y + x) % 2 + y * x % 3) % 2 == 0;
    }
}

static void toggle_mask(maker *m, int mask)
{
    for (int y = 0; y < m->code->side; y++) {
        for (int x = 0; x < m->code->side; x++) {
            if (!m->fixed[y][x] && is_masked(mask, y, x)) m->code->dark[y][x] ^= 1;
        }
    }
    draw_format(m, mask);
}

// --- which mask is easiest to read

static bool dark_at(const dado_qr_code *code, bool down, int line, int i)
{
    return down ? code->dark[i][line] : code->dark[line][i];
}

// Long runs of one colour, and what looks like a finder pattern, in one line.
static int line_penalty(const dado_qr_code *code, bool down, int line)
{
    static const char like_finder[2][12] = { "10111010000", "00001011101" };
    int penalty = 0, run = 0;
    for (int i = 0; i < code->side; i++) {
        bool same = i > 0 && dark_at(code, down, line, i) == dark_at(code, down, line, i - 1);
        run = same ? run + 1 : 1;
        if (run == 5) penalty += 3;
        if (run > 5) penalty++;
        for (int k = 0; k < 2 && i + 11 <= code->side; k++) {
            int fits = 0;
            while (fits < 11 &&
                   dark_at(code, down, line, i + fits) == (like_finder[k][fits] == '1'))
                fits++;
            if (fits == 11) penalty += 40;
        }
    }
    return penalty;
}

static int penalty_of(const dado_qr_code *code)
{
    int penalty = 0, dark = 0, side = code->side;
    for (int i = 0; i < side; i++) {
        penalty += line_penalty(code, false, i) + line_penalty(code, true, i);
        for (int k = 0; k < side; k++) {
            dark += code->dark[i][k];
            if (i == 0 || k == 0) continue;
            int four = code->dark[i][k] + code->dark[i - 1][k] + code->dark[i][k - 1] +
                       code->dark[i - 1][k - 1];
            if (four == 0 || four == 4) penalty += 3;
        }
    }
    int off = abs(20 * dark - 10 * side * side);
    return penalty + 10 * (off / (side * side));
}

static void choose_mask(maker *m)
{
    int best = 0, least = 0;
    for (int mask = 0; mask < masks; mask++) {
        toggle_mask(m, mask);
        int penalty = penalty_of(m->code);
        if (mask == 0 || penalty < least) {
            best = mask;
            least = penalty;
        }
        toggle_mask(m, mask);
    }
    toggle_mask(m, best);
}

// --- in public

bool dado_qr_code_make(dado_qr_code *code, const char *text, dado_error *err)
{
    size_t length = strlen(text);
    int number = 1;
    if (length > DADO_QR_TEXT) {
        return dado_fail(err, DADO_LIMIT, "a QR code has up to %d bytes, not %zu", DADO_QR_TEXT,
                         length);
    }
    while (data_codewords(&versions[number - 1]) < (int)length + (number < 10 ? 2 : 3)) number++;
    maker m = { .code = code, .version = &versions[number - 1], .number = number };
    *code = (dado_qr_code){ .side = 17 + 4 * number };
    write_data(&m, text, (int)length);
    interleave(&m);
    draw_patterns(&m);
    draw_data(&m);
    choose_mask(&m);
    return true;
}

void dado_qr_code_svg(const dado_qr_code *code, dado_text *out)
{
    int whole = code->side + 2 * margin;
    dado_text_addf(out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                   "shape-rendering=\"crispEdges\" role=\"img\"><rect width=\"%d\" height=\"%d\" "
                   "fill=\"#fff\"/><path fill=\"#000\" d=\"",
                   whole, whole, whole, whole);
    for (int y = 0; y < code->side; y++) {
        for (int x = 0; x < code->side; x++) {
            int run = 0;
            while (x + run < code->side && code->dark[y][x + run]) run++;
            if (!run) continue;
            dado_text_addf(out, "M%d %dh%dv1h-%dz", x + margin, y + margin, run, run);
            x += run;
        }
    }
    dado_text_add(out, "\"/></svg>");
}
