// map_generator_species.c - the maps of a generator as a species: its parameters and a
// seed are the genome.
#include <string.h>

#include "evolve/map_species.h"
#include "lab/game_source.h"
#include "worlds/dungeon/generator_layout.h"
#include "worlds/dungeon/dungeon_internal.h"

_Static_assert((int)DADO_MAP_MEASURES <= (int)DADO_TRAITS_MOST, "all measures are traits");

typedef struct genome {
    uint64_t seed;
    double number[DADO_PARAMETERS_MOST];
} genome;

double dado_map_fitness(const dado_species *species, const void *of, void *scratch)
{
    (void)scratch;
    const dado_quality_callback *judge = ((const dado_map_evaluator *)species->data)->judge;
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    double quality = DADO_NONE;
    bool fine = species->write(species, of, &text) &&
                judge->quality(judge->context, dado_text_string(&text), &quality, NULL);
    return fine ? quality : DADO_NONE;
}

void dado_map_describe(const dado_species *species, const void *of, void *scratch, double *traits)
{
    (void)scratch;
    const dado_map_evaluator *evaluator = species->data;
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    dado_game game;
    dado_game_source source;
    dado_region_init(&region, (size_t)256 << 20);
    for (int i = 0; i < DADO_MAP_MEASURES; i++) traits[i] = DADO_NONE;
    if (species->write(species, of, &text) &&
        dado_game_source_from_text(&source, "bred.map", dado_text_string(&text), evaluator->rules,
                                   &region, NULL) &&
        dado_game_source_open(&source, &game, &region, NULL)) {
        memcpy(traits, dado_dungeon_of(&game)->fixed, sizeof(double) * DADO_MAP_MEASURES);
    }
}

const dado_measure *dado_map_traits(void)
{
    const dado_measure *traits = dado_dungeon_tallies;
    while (!traits->fixed) traits++;
    return traits;
}

static void settle(const dado_generator_species_config *b, int p, double *value)
{
    const dado_parameter *q = &b->generator->parameters[p];
    if (*value < b->least[p]) *value = b->least[p];
    if (*value > b->most[p]) *value = b->most[p];
    if (q->kind == DADO_PARAMETER_INTEGER || q->kind == DADO_PARAMETER_BOOL) {
        *value = (double)(int64_t)(*value + (*value < 0 ? -0.5 : 0.5));
    }
}

static void create(const dado_species *species, dado_fast_rng *rng, void *to)
{
    const dado_generator_species_config *b = species->data;
    genome *g = to;
    memset(g, 0, sizeof *g);
    g->seed = dado_fast_rng_next(rng);
    for (int p = 0; b->generator->parameters[p].name; p++) {
        g->number[p] = b->usual.number[p];
        if (!b->varied[p]) continue;
        g->number[p] = b->least[p] + dado_fast_rng_unit(rng) * (b->most[p] - b->least[p]);
        settle(b, p, &g->number[p]);
    }
}

static void cross(const dado_species *species, dado_fast_rng *rng, void *first, void *second)
{
    const dado_generator_species_config *b = species->data;
    genome *g = first, *h = second;
    for (int p = 0; b->crossed && b->generator->parameters[p].name; p++) {
        if (!b->varied[p] || dado_fast_rng_below(rng, 2) == 0) continue;
        double kept = g->number[p];
        g->number[p] = h->number[p];
        h->number[p] = kept;
    }
}

// Draws an approximately normal number as a sum of twelve uniform draws, which is the
// same on every machine.
static double normal(dado_fast_rng *rng)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += dado_fast_rng_unit(rng);
    return sum;
}

static void mutate(const dado_species *species, dado_fast_rng *rng, void *of)
{
    const dado_generator_species_config *b = species->data;
    genome *g = of;
    if (dado_fast_rng_unit(rng) < 0.3) g->seed = dado_fast_rng_next(rng);
    for (int p = 0; b->generator->parameters[p].name; p++) {
        if (!b->varied[p] || dado_fast_rng_unit(rng) >= 0.3) continue;
        g->number[p] += normal(rng) * 0.1 * (b->most[p] - b->least[p]);
        settle(b, p, &g->number[p]);
    }
}

static bool valid(const dado_species *species, const void *of)
{
    const dado_generator_species_config *b = species->data;
    const genome *g = of;
    for (int p = 0; b->generator->parameters[p].name; p++) {
        bool inside = b->varied[p] ? g->number[p] >= b->least[p] && g->number[p] <= b->most[p]
                                   : g->number[p] == b->usual.number[p];
        if (!inside) return false;
    }
    return true;
}

static void print(const dado_species *species, const void *of, dado_text *out)
{
    const dado_generator_species_config *b = species->data;
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
    const dado_generator_species_config *b = species->data;
    const genome *g = of;
    dado_parameter_values values = b->usual;
    DADO_CLEANUP(dado_generated_free) dado_generated made = { .stop = b->stop };
    memcpy(values.number, g->number, sizeof values.number);
    bool fine = dado_generator_make(b->generator, &values, g->seed, NULL, &made, NULL);
    if (fine) dado_text_add_bytes(out, dado_text_string(&made.text), made.text.length);
    return fine;
}

// Chooses the parameters that evolution varies: the generator's own and the numbers of
// things. Sizes, and parameters that the user set, stay fixed.
static void choose_varied(dado_generator_species_config *b)
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
        b->varied[p] = q->kind != DADO_PARAMETER_TEXT && !size && (!shelf || p >= DADO_GEN_OWN);
    }
    for (size_t i = 0; shelf && i < sizeof things / sizeof *things; i++) {
        b->varied[things[i].parameter] = true;
        b->most[things[i].parameter] = things[i].most;
    }
    for (int p = 0; b->given && b->generator->parameters[p].name; p++) {
        if (dado_options_find(b->given, b->generator->parameters[p].name)) b->varied[p] = false;
    }
}

// Checks that the generator works with its usual parameters. If it fails there it will
// hardly work elsewhere, so its error is reported at once; otherwise the archive would
// just stay empty.
static bool try_out(const dado_generator_species_config *b, dado_error *err)
{
    enum { tries = 5 };
    DADO_CLEANUP(dado_generated_free) dado_generated made = { .stop = b->stop };
    bool fine = false;
    for (uint64_t seed = 1; seed <= tries && !fine; seed++) {
        fine = dado_generator_make(b->generator, &b->usual, seed, NULL, &made, err);
    }
    return fine || (b->stop && *b->stop);  // a stop is reported elsewhere
}

bool dado_generator_species(dado_species *species, dado_generator_species_config *b,
                            dado_region *region, dado_error *err)
{
    if (!dado_generator_read(b->generator, b->given, &b->usual, region, &b->known, err) ||
        !try_out(b, err)) {
        return false;
    }
    choose_varied(b);
    DADO_CLEANUP(dado_text_free) dado_text said = { 0 };
    dado_text_addf(&said, "maker %s crossed=%d varied=", b->generator->name, b->crossed);
    for (int p = 0; b->generator->parameters[p].name; p++) {
        dado_text_char(&said, b->varied[p] ? '1' : '0');
    }
    dado_text_addf(&said, " %s %s", b->known, b->evaluator.settings);
    *species = (dado_species){
        .name = b->generator->name,
        .data = b,
        .size = sizeof(genome),
        .create = create,
        .cross = cross,
        .mutate = mutate,
        .fitness = dado_map_fitness,
        .describe = dado_map_describe,
        .traits = dado_map_traits(),
        .valid = valid,
        .print = print,
        .write = write,
        .suffix = ".map",
    };
    return dado_species_set_settings(species, &said, region, err);
}
