// gen_prefab_chunks.c - builds dungeons from hand-drawn chunks, turned and mirrored.
//
// The openings of borders that face each other must be at the same places. Openings at
// the edge of the map are walled up. All chunks must be connected.
#include <string.h>

#include "worlds/dungeon/generator_layout.h"

enum { own_chunk = DADO_GEN_OWN, own_library };
enum { chunk_most = 24, library_most = 64, lattice_most = 400, rounds_most = 200 };

// The chunks are drawn one below the other, to be readable.
// clang-format off
static const char shipped[] =
    "####+####\n"
    "#.......#\n"
    "#.##.##.#\n"
    "#.#...#.#\n"
    "+...G...+\n"
    "#.#...#.#\n"
    "#.##.##.#\n"
    "#.......#\n"
    "####+####\n"
    "\n"
    "####+####\n"
    "#...E...#\n"
    "#.......#\n"
    "#..###..#\n"
    "+..###..+\n"
    "#..###..#\n"
    "#.......#\n"
    "#.......#\n"
    "####+####\n"
    "\n"
    "####+####\n"
    "###...###\n"
    "##..I..##\n"
    "#.......#\n"
    "+...#...+\n"
    "#.......#\n"
    "##.....##\n"
    "###...###\n"
    "#########\n"
    "\n"
    "#########\n"
    "#.......#\n"
    "#.#.#.#.#\n"
    "#.......#\n"
    "+.#.E.#.+\n"
    "#.......#\n"
    "#.#.#.#.#\n"
    "#.......#\n"
    "#########\n"
    "\n"
    "####+####\n"
    "####.####\n"
    "####.####\n"
    "####.####\n"
    "####....+\n"
    "#########\n"
    "#########\n"
    "#########\n"
    "#########\n"
    "\n"
    "####+####\n"
    "#.......#\n"
    "#.#####.#\n"
    "#.#...#.#\n"
    "#.#.H.#.#\n"
    "#.#...#.#\n"
    "#.##.##.#\n"
    "#.......#\n"
    "#########\n"
    "\n"
    "####+####\n"
    "####.####\n"
    "##.....##\n"
    "##.###.##\n"
    "+..#B#..+\n"
    "##.#.#.##\n"
    "##.....##\n"
    "####.####\n"
    "####+####\n"
    "\n"
    "#########\n"
    "####.####\n"
    "###...###\n"
    "##..G..##\n"
    "#.......+\n"
    "##.....##\n"
    "###...###\n"
    "####.####\n"
    "#########\n";
// clang-format on

static const dado_parameter parameters[] = {
    DADO_GEN_COMMON(8, 5, 8),
    { "chunk", "Side of a chunk.", DADO_PARAMETER_INTEGER, 9, 3, chunk_most, NULL },
    { "library",
      "Chunks as text, parted by empty lines: # wall, . floor, + opening, "
      "E enemy, B boss, H cure, I item, G gold.",
      DADO_PARAMETER_TEXT, 0, 0, 0, "" },
    { 0 },
};

typedef struct chunk {
    char cell[chunk_most][chunk_most];
    // Openings of each border as bits: N and S from the left, E and W from above.
    uint32_t open[4];
} chunk;

typedef struct assembly {
    dado_generator_layout *layout;
    chunk *chunks;  // including all turned and mirrored versions
    int count, side, cols, rows, tries;
    int16_t at[lattice_most];
    int16_t order[8 * library_most];
} assembly;

static void find_openings(chunk *c, int side)
{
    memset(c->open, 0, sizeof c->open);
    for (int i = 0; i < side; i++) {
        uint32_t bit = (uint32_t)1 << i;
        if (c->cell[0][i] == '+') c->open[0] |= bit;
        if (c->cell[i][side - 1] == '+') c->open[1] |= bit;
        if (c->cell[side - 1][i] == '+') c->open[2] |= bit;
        if (c->cell[i][0] == '+') c->open[3] |= bit;
    }
}

static void add_images(assembly *a, const chunk *c)
{
    for (int image = 0; image < 8; image++) {
        chunk *out = &a->chunks[a->count];
        for (int y = 0; y < a->side; y++) {
            for (int x = 0; x < a->side; x++) {
                int sx = image & 1 ? a->side - 1 - x : x, sy = image & 2 ? a->side - 1 - y : y;
                out->cell[y][x] = image & 4 ? c->cell[sx][sy] : c->cell[sy][sx];
            }
        }
        find_openings(out, a->side);
        bool known = false;
        for (int i = 0; i < a->count && !known; i++) {
            known = memcmp(a->chunks[i].cell, out->cell, sizeof out->cell) == 0;
        }
        a->count += !known;
    }
}

static bool wrong(dado_error *err, int number, const char *why)
{
    dado_fail(err, DADO_INVALID, "library: chunk %d %s", number, why);
    return dado_fail_code(err, "G_PARAM");
}

static bool check_chunk(const assembly *a, const chunk *c, int number, dado_error *err)
{
    int8_t mark[chunk_most * chunk_most] = { 0 };
    int queue[chunk_most * chunk_most], head = 0, tail = 0, open = 0, side = a->side;
    for (int i = 0; i < side * side; i++) {
        int x = i % side, y = i / side;
        char sign = c->cell[y][x];
        bool border = x == 0 || y == 0 || x == side - 1 || y == side - 1;
        if (!strchr("#.+EBHIG", sign))
            return wrong(err, number, "has a sign other than # . + E B H I G");
        if (border && sign != '#' && sign != '+') {
            return wrong(err, number, "has a border with a sign other than # and +");
        }
        if (!border && sign == '+') return wrong(err, number, "has an opening inside");
        if (sign == '#') continue;
        open++;
        if (tail == 0) {
            queue[tail++] = i;
            mark[i] = 1;
        }
    }
    while (head < tail) {
        int cell = queue[head++], x = cell % side, y = cell / side;
        for (int d = 0; d < 4; d++) {
            int nx = x + dado_step_x[d], ny = y + dado_step_y[d];
            if (nx < 0 || ny < 0 || nx >= side || ny >= side || c->cell[ny][nx] == '#') continue;
            if (mark[ny * side + nx]) continue;
            mark[ny * side + nx] = 1;
            queue[tail++] = ny * side + nx;
        }
    }
    return (open > 0 && tail == open) ||
           wrong(err, number, "has floor cells that are not connected");
}

static bool read_library(assembly *a, const char *text, dado_error *err)
{
    int number = 0;
    while (*text) {
        while (*text == '\n' || *text == '\r') text++;
        if (!*text) break;
        chunk c;
        memset(&c, 0, sizeof c);
        if (++number > library_most) return wrong(err, number, "is one too many");
        for (int row = 0; row < a->side; row++) {
            int length = (int)strcspn(text, "\r\n");
            if (length != a->side)
                return wrong(err, number, "is not a square with sides of length `chunk`");
            memcpy(c.cell[row], text, (size_t)length);
            text += length;
            if (*text == '\r') text++;
            if (*text == '\n') text++;
        }
        if (!check_chunk(a, &c, number, err)) return false;
        add_images(a, &c);
    }
    return number > 0 || wrong(err, 1, "is missing; draw at least one chunk in the library");
}

static bool fits(const assembly *a, int place, int which)
{
    const chunk *c = &a->chunks[which];
    int x = place % a->cols, y = place / a->cols;
    if (x > 0 && a->chunks[a->at[place - 1]].open[1] != c->open[3]) return false;
    return y == 0 || a->chunks[a->at[place - a->cols]].open[2] == c->open[0];
}

// Fills the lattice from `place` on with chunks that fit, starting at a random chunk each
// time.
static bool fill(assembly *a, int place)
{
    if (place == a->cols * a->rows) return true;
    if (++a->tries > 20 * lattice_most) return false;
    int from = (int)dado_dungeon_rng_below(&a->layout->rng, (uint64_t)a->count);
    for (int i = 0; i < a->count; i++) {
        int which = a->order[(from + i) % a->count];
        if (!fits(a, place, which)) continue;
        a->at[place] = (int16_t)which;
        if (fill(a, place + 1)) return true;
    }
    return false;
}

static bool hangs_together(const assembly *a)
{
    int queue[lattice_most], head = 0, tail = 0, cells = a->cols * a->rows;
    bool mark[lattice_most] = { true };
    queue[tail++] = 0;
    while (head < tail) {
        int cell = queue[head++], x = cell % a->cols, y = cell / a->cols;
        for (int d = 0; d < 4; d++) {
            int nx = x + dado_step_x[d], ny = y + dado_step_y[d];
            if (nx < 0 || ny < 0 || nx >= a->cols || ny >= a->rows) continue;
            int next = ny * a->cols + nx;
            if (mark[next] || a->chunks[a->at[cell]].open[d] == 0) continue;
            mark[next] = true;
            queue[tail++] = next;
        }
    }
    return tail == cells;
}

static void stamp(assembly *a)
{
    static const char signs[] = "EBHIG";
    static const uint8_t tags[] = { DADO_TAG_ENEMY, DADO_TAG_BOSS, DADO_TAG_HEAL, DADO_TAG_ITEM,
                                    DADO_TAG_GOLD };
    dado_generator_layout *l = a->layout;
    for (int place = 0; place < a->cols * a->rows; place++) {
        const chunk *c = &a->chunks[a->at[place]];
        for (int i = 0; i < a->side * a->side; i++) {
            char sign = c->cell[i / a->side][i % a->side];
            if (sign == '#') continue;
            int x = place % a->cols * a->side + i % a->side;
            int y = place / a->cols * a->side + i / a->side;
            const char *tagged = strchr(signs, sign);
            dado_generator_layout_dig(l, x, y);
            if (tagged) l->tag[dado_generator_layout_at(l, x, y)] = tags[tagged - signs];
        }
    }
}

static bool assemble(dado_generator_layout *l, const dado_parameter_values *v, dado_generated *made,
                     dado_error *err)
{
    const char *library =
        v->words[own_library] && *v->words[own_library] ? v->words[own_library] : shipped;
    assembly *a = dado_new(&l->region, assembly, 1);
    chunk *chunks = dado_new(&l->region, chunk, 8 * library_most + 1);
    if (!a || !chunks) return dado_fail(err, DADO_LIMIT, "out of memory while generating a map");
    a->layout = l;
    a->chunks = chunks;
    a->side = (int)v->number[own_chunk];
    a->cols = l->width / a->side;
    a->rows = l->height / a->side;
    if (a->cols < 1 || a->rows < 1) {
        dado_fail(err, DADO_INVALID,
                  "chunks of %d cells a side do not fit on a map of %d by %d; make the map larger",
                  a->side, l->width, l->height);
        return dado_fail_code(err, "G_PARAM");
    }
    while (a->cols * a->rows > lattice_most) a->rows--;
    if (!read_library(a, library, err)) return false;
    for (int i = 0; i < a->count; i++) a->order[i] = (int16_t)i;
    for (made->attempts = 1; made->attempts <= rounds_most; made->attempts++) {
        for (int i = a->count - 1; i > 0; i--) {
            int other = (int)dado_dungeon_rng_below(&l->rng, (uint64_t)i + 1);
            int16_t held = a->order[i];
            a->order[i] = a->order[other];
            a->order[other] = held;
        }
        a->tries = 0;
        if (!fill(a, 0) || !hangs_together(a)) continue;
        stamp(a);
        return true;
    }
    dado_fail(err, DADO_LIMIT,
              "no way to join these chunks was found in %d tries; add chunks with other openings",
              rounds_most);
    return dado_fail_code(err, "G_EXHAUSTED");
}

static bool make(const dado_generator *generator, const dado_parameter_values *v, uint64_t seed,
                 const dado_quality_callback *judge, dado_generated *made, dado_error *err)
{
    (void)generator;
    (void)judge;
    dado_generator_layout l;
    bool fine = dado_generator_layout_begin(&l, v, seed, err) && assemble(&l, v, made, err) &&
                dado_generator_layout_finish(&l, v, made, err);
    dado_generator_layout_free(&l);
    return fine;
}

const dado_generator dado_generator_prefab = {
    .name = "prefab",
    .title = "Prefabricated chunks",
    .about = "Puts hand-made chunks together, turned and mirrored, so that their openings meet.",
    .world = "dungeon",
    .method = "constructive with backtracking",
    .parameters = parameters,
    .make = make,
};
