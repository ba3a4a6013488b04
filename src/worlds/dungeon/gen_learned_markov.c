// gen_learned_markov.c - makes dungeons with a Markov chain of cells, learned from
// example maps.
//
// The examples are drawings in which # is a wall and anything else is floor, separated by
// empty lines, or `.map` texts. Without examples the chain learns from maps of the
// generator `rooms`. Only walls are learned; enemies, items and gold are placed as in
// every generator.
#include <math.h>
#include <string.h>

#include "worlds/markov_chain.h"
#include "worlds/dungeon/generator_layout.h"
#include "worlds/dungeon/wall_style.h"

enum { own_order = DADO_GEN_OWN, own_least, own_connect, own_region, own_style, own_examples };
enum { examples_most = 256, usual_examples = 20 };

static const dado_parameter parameters[] = {
    DADO_GEN_COMMON(8, 5, 8),
    { "order", "Neighbours a cell is drawn after: 1 above it, 2 also left, 3 also between.",
      DADO_PARAMETER_INTEGER, 3, 0, 3, NULL },
    { "least", "Neighbours seen fewer times give way to fewer neighbours.", DADO_PARAMETER_INTEGER,
      2, 1, 1000, NULL },
    { "connect", "Joins all parts by tunnels; else all but the largest are filled.",
      DADO_PARAMETER_BOOL, 1, 0, 1, NULL },
    { "min_region", "Smaller parts are filled.", DADO_PARAMETER_INTEGER, 6, 1, 100000, NULL },
    { "style", "Walls are brought nearer to the examples, by windows of three by three cells.",
      DADO_PARAMETER_BOOL, 1, 0, 1, NULL },
    { "examples", "Maps to learn from, an empty line between; empty for maps of rooms.",
      DADO_PARAMETER_TEXT, 0, 0, 0, "" },
    { 0 },
};

// Copies the walls of a map row by row; the columns of the chain are the rows of the map.
static bool take_map(const char *text, size_t length, dado_markov_grid *grid, dado_region *region,
                     dado_error *err)
{
    dado_map map;
    if (!dado_map_read(&map, "examples", text, length, region, NULL, err)) return false;
    char *letters = dado_new(region, char, map.width *map.height);
    if (!letters)
        return dado_fail(err, DADO_LIMIT, "out of memory while learning from the example maps");
    for (int i = 0; i < map.width * map.height; i++) {
        letters[i] = map.id[i] == DADO_CELL_WALL ? '#' : '.';
    }
    *grid = (dado_markov_grid){ map.height, map.width, letters };
    return true;
}

static bool take_drawing(const char *text, size_t length, dado_markov_grid *grid,
                         dado_region *region, dado_error *err)
{
    int width = 0, height = 0;
    for (size_t i = 0; i < length; height++) {
        size_t wide = strcspn(text + i, "\r\n");
        if (wide > length - i) wide = length - i;
        if ((int)wide > width) width = (int)wide;
        i += wide;
        if (i < length && text[i] == '\r') i++;
        if (i < length && text[i] == '\n') i++;
    }
    bool fits = width > 0 && width <= DADO_MAP_SIDE_MOST && height <= DADO_MAP_SIDE_MOST;
    char *letters = fits ? dado_new(region, char, width *height) : NULL;
    if (!letters)
        return dado_fail(
            err, DADO_INVALID,
            "an example is not a drawing of a map; draw walls with #, one line per row");
    memset(letters, '#', (size_t)width * (size_t)height);
    size_t at = 0;
    for (int y = 0; y < height; y++) {
        size_t wide = strcspn(text + at, "\r\n");
        if (wide > length - at) wide = length - at;
        for (size_t x = 0; x < wide; x++) {
            char c = text[at + x];
            letters[(size_t)y * (size_t)width + x] = c == '#' || c == ' ' ? '#' : '.';
        }
        at += wide;
        if (at < length && text[at] == '\r') at++;
        if (at < length && text[at] == '\n') at++;
    }
    *grid = (dado_markov_grid){ height, width, letters };
    return true;
}

static bool read_examples(const char *text, dado_markov_grid *grids, int *count,
                          dado_region *region, dado_error *err)
{
    *count = 0;
    while (*text && *count < examples_most) {
        text += strspn(text, "\r\n");
        const char *end = strstr(text, "\n\n");
        size_t length = end ? (size_t)(end - text) + 1 : strlen(text);
        if (length == 0) break;
        bool map = *text >= '0' && *text <= '9';
        bool fine = map ? take_map(text, length, &grids[*count], region, err)
                        : take_drawing(text, length, &grids[*count], region, err);
        if (!fine) return false;
        ++*count;
        text += length;
    }
    return *count > 0 || dado_fail(err, DADO_INVALID,
                                   "the examples hold no map; draw walls with #, one line per row");
}

static bool usual(dado_markov_grid *grids, int *count, dado_region *region, dado_error *err)
{
    const dado_generator *rooms = dado_generator_named("rooms");
    dado_parameter_values values;
    dado_generated made = { 0 };
    bool fine = true;
    dado_generator_defaults(rooms, &values);
    for (*count = 0; fine && *count < usual_examples; ++*count) {
        fine = dado_generator_make(rooms, &values, (uint64_t)*count + 1, NULL, &made, err) &&
               take_map(made.text.data, made.text.length, &grids[*count], region, err);
    }
    dado_generated_free(&made);
    return fine;
}

static void dig_letters(dado_generator_layout *l, const char *letters)
{
    memset(l->floor, 0, (size_t)l->width * (size_t)l->height);
    for (int i = 0; i < l->width * l->height; i++) {
        if (letters[i] == '.') dado_generator_layout_dig(l, i % l->width, i / l->width);
    }
}

// What the examples are like, and the drawing that is like one of them.
typedef struct styled {
    dado_wall_style style;
    double traits[examples_most][DADO_WALL_TRAITS];
    int examples;
} styled;

// Draws several times, now more and now less strictly, and digs the drawing that is most like an
// example drawn by lot.
static bool draw_in_style(const dado_markov_chain *chain, const styled *s, dado_rng *rng,
                          dado_generator_layout *l, char *letters)
{
    static const int strictness[] = { 0, 1, 2, 3, 4, 6, 8, 12, 16, 24 };
    enum { drawings = sizeof strictness / sizeof *strictness };
    size_t cells = (size_t)l->width * (size_t)l->height;
    char *best = dado_new(&l->region, char, (int)cells);
    if (!best) return false;
    const double *like = s->traits[dado_rng_below(rng, (uint64_t)s->examples)];
    double least = HUGE_VAL;
    for (int i = 0; i < drawings; i++) {
        double traits[DADO_WALL_TRAITS];
        dado_markov_chain_generate(chain, l->height, l->width, 0, rng, letters);
        dado_wall_style_apply(&s->style, like[DADO_WALL_FLOOR], strictness[i], l->width, l->height,
                              letters, rng);
        if (!dado_wall_traits(letters, l->width, l->height, traits, &l->region)) return false;
        double away = dado_wall_traits_distance(&s->style, traits, like);
        if (away >= least) continue;
        least = away;
        memcpy(best, letters, cells);
    }
    dig_letters(l, best);
    return true;
}

static bool make(const dado_generator *generator, const dado_parameter_values *v, uint64_t seed,
                 const dado_quality_callback *judge, dado_generated *made, dado_error *err)
{
    (void)generator;
    (void)judge;
    dado_generator_layout l;
    dado_region region;
    dado_region_init(&region, (size_t)512 << 20);
    bool fine = dado_generator_layout_begin(&l, v, seed, err);
    dado_markov_grid *grids = dado_new(&region, dado_markov_grid, examples_most);
    const char *text = v->words[own_examples];
    dado_markov_settings how = { true, (int)v->number[own_order], (int)v->number[own_least] };
    int count = 0;
    fine = fine && grids &&
           (text && *text ? read_examples(text, grids, &count, &region, err)
                          : usual(grids, &count, &region, err));
    dado_markov_chain *chain = fine ? dado_markov_chain_learn(grids, count, how, &region) : NULL;
    char *letters = fine ? dado_new(&region, char, l.width *l.height) : NULL;
    styled *style = fine ? dado_new(&region, styled, 1) : NULL;
    if (fine && (!chain || !letters || !style)) {
        fine = dado_fail(err, DADO_LIMIT, "out of memory while learning from the example maps");
    }
    dado_rng rng = dado_rng_stream(seed, 2, DADO_STREAM_CHANCE);
    if (fine && v->number[own_style] != 0) {
        style->examples = count;
        fine = (dado_wall_style_learn(&style->style, grids, count, style->traits, &region) &&
                draw_in_style(chain, style, &rng, &l, letters)) ||
               dado_fail(err, DADO_LIMIT, "out of memory while drawing a map");
    } else if (fine) {
        dado_markov_chain_generate(chain, l.height, l.width, 0, &rng, letters);
        dig_letters(&l, letters);
    }
    if (fine) {
        // Too little floor: digs a room in the middle.
        if (dado_generator_layout_count(&l) < 8) {
            dado_generator_layout_rect(&l, l.width / 2 - 2, l.height / 2 - 1, 4, 3);
        }
        dado_generator_layout_unite(&l, (int)v->number[own_region], v->number[own_connect] != 0);
        fine = dado_generator_layout_finish(&l, v, made, err);
    }
    dado_generator_layout_free(&l);
    dado_region_free(&region);
    return fine;
}

const dado_generator dado_generator_learned = {
    .name = "learned",
    .title = "In the manner of other maps",
    .about = "Walls by a chain of neighbouring cells, learned from examples; maps of rooms without "
             "any.",
    .world = "dungeon",
    .method = "learned",
    .parameters = parameters,
    .make = make,
};
