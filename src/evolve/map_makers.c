// map_makers.c - what a generator of maps could make: its numbers and a seed as genome.
#include <string.h>

#include "evolve/maps.h"
#include "lab/open.h"
#include "worlds/dungeon/layout.h"
#include "worlds/dungeon/open.h"

_Static_assert((int)DADO_MAP_MEASURES <= (int)DADO_TRAITS_MOST, "all measures are traits");

typedef struct genome {
    uint64_t seed;
    double number[DADO_PARAMETERS_MOST];
} genome;

double dado_map_fitness(const dado_species *species, const void *of, void *scratch)
{
    (void)scratch;
    const dado_judge *judge = ((const dado_map_jurors *)species->data)->judge;
    dado_draft text = { 0 };
    double quality = DADO_NONE;
    bool fine = species->write(species, of, &text) &&
                judge->quality(judge->context, dado_text_string(&text), &quality, NULL);
    return fine ? quality : DADO_NONE;
}

void dado_map_describe(const dado_species *species, const void *of, void *scratch, double *traits)
{
    (void)scratch;
    const dado_map_jurors *jurors = species->data;
    DADO_ENDS(dado_arena_free) dado_arena arena = { 0 };
    dado_draft text = { 0 };
    dado_game game;
    dado_source source;
    dado_arena_init(&arena, (size_t)256 << 20);
    for (int i = 0; i < DADO_MAP_MEASURES; i++) traits[i] = DADO_NONE;
    if (species->write(species, of, &text) &&
        dado_source_text(&source, "bred.map", dado_text_string(&text), jurors->rules, &arena,
                         NULL) &&
        dado_source_open(&source, &game, &arena, NULL)) {
        memcpy(traits, dado_dungeon_of(&game)->fixed, sizeof(double) * DADO_MAP_MEASURES);
    }
}

const dado_measure *dado_map_traits(void)
{
    const dado_measure *traits = dado_dungeon_tallies;
    while (!traits->fixed) traits++;
    return traits;
}

static void settle(const dado_map_maker *b, int p, double *value)
{
    const dado_parameter *q = &b->generator->parameters[p];
    if (*value < b->least[p]) *value = b->least[p];
    if (*value > b->most[p]) *value = b->most[p];
    if (q->kind == DADO_WHOLE || q->kind == DADO_SWITCH) {
        *value = (double)(int64_t)(*value + (*value < 0 ? -0.5 : 0.5));
    }
}

static void create(const dado_species *species, dado_quick *luck, void *to)
{
    const dado_map_maker *b = species->data;
    genome *g = to;
    memset(g, 0, sizeof *g);
    g->seed = dado_quick_next(luck);
    for (int p = 0; b->generator->parameters[p].name; p++) {
        g->number[p] = b->usual.number[p];
        if (!b->varied[p]) continue;
        g->number[p] = b->least[p] + dado_quick_unit(luck) * (b->most[p] - b->least[p]);
        settle(b, p, &g->number[p]);
    }
}

static void cross(const dado_species *species, dado_quick *luck, void *first, void *second)
{
    const dado_map_maker *b = species->data;
    genome *g = first, *h = second;
    for (int p = 0; b->crossed && b->generator->parameters[p].name; p++) {
        if (!b->varied[p] || dado_quick_below(luck, 2) == 0) continue;
        double kept = g->number[p];
        g->number[p] = h->number[p];
        h->number[p] = kept;
    }
}

// Nearly normal: twelve uniform draws, added. Sums are the same on every machine.
static double normal(dado_quick *luck)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += dado_quick_unit(luck);
    return sum;
}

static void mutate(const dado_species *species, dado_quick *luck, void *of)
{
    const dado_map_maker *b = species->data;
    genome *g = of;
    if (dado_quick_unit(luck) < 0.3) g->seed = dado_quick_next(luck);
    for (int p = 0; b->generator->parameters[p].name; p++) {
        if (!b->varied[p] || dado_quick_unit(luck) >= 0.3) continue;
        g->number[p] += normal(luck) * 0.1 * (b->most[p] - b->least[p]);
        settle(b, p, &g->number[p]);
    }
}

static bool valid(const dado_species *species, const void *of)
{
    const dado_map_maker *b = species->data;
    const genome *g = of;
    for (int p = 0; b->generator->parameters[p].name; p++) {
        bool inside = b->varied[p]
                          ? g->number[p] >= b->least[p] && g->number[p] <= b->most[p]
                          : memcmp(&g->number[p], &b->usual.number[p], sizeof(double)) == 0;
        if (!inside) return false;
    }
    return true;
}

static void print(const dado_species *species, const void *of, dado_text *out)
{
    const dado_map_maker *b = species->data;
    const genome *g = of;
    dado_text_addf(out, "seed=%llu", (unsigned long long)g->seed);
    for (int p = 0; b->generator->parameters[p].name; p++) {
        if (!b->varied[p]) continue;
        dado_text_addf(out, " %s=", b->generator->parameters[p].name);
        dado_text_real(out, g->number[p]);
    }
}

static bool write(const dado_species *species, const void *of, dado_text *out)
{
    const dado_map_maker *b = species->data;
    const genome *g = of;
    dado_values values = b->usual;
    DADO_ENDS(dado_made_free) dado_made made = { .stop = b->stop };
    memcpy(values.number, g->number, sizeof values.number);
    bool fine = dado_generator_make(b->generator, &values, g->seed, NULL, &made, NULL);
    if (fine) dado_text_add_bytes(out, dado_text_string(&made.text), made.text.length);
    return fine;
}

// The generator's own numbers, and how many things there are: sizes stay as
// they are, and so does what somebody set.
static void choose_varied(dado_map_maker *b)
{
    static const struct {
        int parameter;
        double most;
    } things[] = { { DADO_GEN_ENEMIES, 20 }, { DADO_GEN_ITEMS, 12 }, { DADO_GEN_GOLD_PILES, 20 } };
    bool shelf = dado_generator_named(b->generator->name) == b->generator &&
                 dado_generator_find(b->generator, "templates") >= 0;
    for (int p = 0; b->generator->parameters[p].name; p++) {
        const dado_parameter *q = &b->generator->parameters[p];
        b->least[p] = q->least;
        b->most[p] = q->most;
        bool size = strcmp(q->name, "width") == 0 || strcmp(q->name, "height") == 0 ||
                    strcmp(q->name, "chunk") == 0;
        b->varied[p] = q->kind != DADO_WORDS && !size && (!shelf || p >= DADO_GEN_OWN);
    }
    for (size_t i = 0; shelf && i < sizeof things / sizeof *things; i++) {
        b->varied[things[i].parameter] = true;
        b->most[things[i].parameter] = things[i].most;
    }
    for (int p = 0; b->given && b->generator->parameters[p].name; p++) {
        if (dado_options_find(b->given, b->generator->parameters[p].name)) b->varied[p] = false;
    }
}

// A generator that fails as it is set will hardly do better elsewhere: what it says is said at
// once, not hidden behind an archive that stays empty.
static bool try_out(const dado_map_maker *b, dado_error *err)
{
    enum { tries = 5 };
    DADO_ENDS(dado_made_free) dado_made made = { .stop = b->stop };
    bool fine = false;
    for (uint64_t seed = 1; seed <= tries && !fine; seed++) {
        fine = dado_generator_make(b->generator, &b->usual, seed, NULL, &made, err);
    }
    return fine || (b->stop && *b->stop);  // who stops it is told so elsewhere
}

bool dado_map_maker_species(dado_species *species, dado_map_maker *b, dado_arena *arena,
                            dado_error *err)
{
    if (!dado_generator_read(b->generator, b->given, &b->usual, arena, &b->known, err) ||
        !try_out(b, err)) {
        return false;
    }
    choose_varied(b);
    dado_draft said = { 0 };
    dado_text_addf(&said, "maker %s crossed=%d varied=", b->generator->name, b->crossed);
    for (int p = 0; b->generator->parameters[p].name; p++) {
        dado_text_char(&said, b->varied[p] ? '1' : '0');
    }
    dado_text_addf(&said, " %s %s", b->known, b->jurors.settings);
    *species = (dado_species){
        .name = b->generator->name, .data = b, .size = sizeof(genome), .create = create,
        .cross = cross, .mutate = mutate, .fitness = dado_map_fitness,
        .describe = dado_map_describe, .traits = dado_map_traits(), .valid = valid, .print = print,
        .write = write, .suffix = ".map",
    };
    return dado_species_settle(species, &said, arena, err);
}
