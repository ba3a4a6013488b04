// map_illuminate.c - dado map illuminate: what a generator could make, and how good it gets there.
//
// The archive is the evolve engine's. Here a genome is a vector of a generator's
// numbers and a seed; its traits are what can be said of the map without
// playing, its fitness is the quality that playing finds.
#include "cli/map.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "evolve/archive.h"
#include "lab/file.h"
#include "report/chart.h"
#include "worlds/dungeon/layout.h"
#include "worlds/dungeon/open.h"
#include "worlds/shelf.h"

typedef struct genome {
    uint64_t seed;
    double number[DADO_PARAMETERS_MOST];
} genome;

typedef struct breeding {
    const dado_generator *generator;
    dado_values usual;
    double least[DADO_PARAMETERS_MOST], most[DADO_PARAMETERS_MOST];
    bool varied[DADO_PARAMETERS_MOST];
    const dado_options *rules;
    dado_plan players;  // of it, only who plays
    const char **names;
    int games;
    uint64_t seed;
    const char *wish;
} breeding;

static void settle(const breeding *b, int p, double *value)
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
    const breeding *b = species->data;
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
    (void)species;
    (void)luck;
    (void)first;
    (void)second;  // one parent is enough
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
    const breeding *b = species->data;
    genome *g = of;
    if (dado_quick_unit(luck) < 0.3) g->seed = dado_quick_next(luck);
    for (int p = 0; b->generator->parameters[p].name; p++) {
        if (!b->varied[p] || dado_quick_unit(luck) >= 0.3) continue;
        g->number[p] += normal(luck) * 0.1 * (b->most[p] - b->least[p]);
        settle(b, p, &g->number[p]);
    }
}

static bool build(const breeding *b, const genome *g, dado_made *made)
{
    dado_values values = b->usual;
    memcpy(values.number, g->number, sizeof values.number);
    return dado_generator_make(b->generator, &values, g->seed, NULL, made, NULL);
}

static double fitness(const dado_species *species, const void *of, void *scratch)
{
    (void)scratch;
    const breeding *b = species->data;
    dado_made made = { 0 };
    dado_eval eval;
    dado_expect *expect;
    const char *wish_text;
    dado_results results = { 0 };
    dado_source source;
    dado_arena arena;
    dado_plan plan = { .instances = &source,
                       .instance_count = 1,
                       .lineups = b->players.lineups,
                       .lineup_count = b->players.lineup_count,
                       .numbers = b->players.numbers,
                       .matches = b->games,
                       .seed = b->seed };
    dado_map_case map = { .name = "bred.map" };
    dado_experiment_how how = { .threads = 1, .context = &eval, .block = dado_eval_block };
    double quality = DADO_NONE;
    dado_arena_init(&arena, (size_t)256 << 20);
    bool listed = dado_eval_list(&eval, NULL);
    if (listed && build(b, of, &made)) {
        map.text = dado_text_string(&made.text);
        if (dado_map_wish(b->wish, &eval, &expect, &wish_text, &arena, NULL) &&
            dado_source_text(&source, map.name, map.text, b->rules, &arena, NULL) &&
            dado_eval_begin(&eval, &plan, &map, b->names, expect, NULL) &&
            dado_experiment_run(&plan, &how, &results, NULL)) {
            dado_eval_finish(&eval, &results);
            quality = eval.map_quality[0];
        }
        dado_results_free(&results);
    }
    if (listed) dado_eval_free(&eval);
    dado_made_free(&made);
    dado_arena_free(&arena);
    return quality;
}

static void describe(const dado_species *species, const void *of, void *scratch, double *traits)
{
    (void)scratch;
    const breeding *b = species->data;
    dado_made made = { 0 };
    dado_arena arena;
    dado_game game;
    dado_source source;
    dado_arena_init(&arena, (size_t)256 << 20);
    for (int i = 0; i < DADO_MAP_MEASURES; i++) traits[i] = DADO_NONE;
    if (build(b, of, &made) &&
        dado_source_text(&source, "bred.map", dado_text_string(&made.text), b->rules, &arena,
                         NULL) &&
        dado_source_open(&source, &game, &arena, NULL)) {
        memcpy(traits, dado_dungeon_of(&game)->fixed, sizeof(double) * DADO_MAP_MEASURES);
    }
    dado_made_free(&made);
    dado_arena_free(&arena);
}

static void print(const dado_species *species, const void *of, dado_text *out)
{
    const breeding *b = species->data;
    const genome *g = of;
    dado_text_addf(out, "seed=%llu", (unsigned long long)g->seed);
    for (int p = 0; b->generator->parameters[p].name; p++) {
        if (!b->varied[p]) continue;
        dado_text_addf(out, " %s=", b->generator->parameters[p].name);
        dado_text_real(out, g->number[p]);
    }
}

// The generator's own numbers, and how many things there are: sizes stay as they are.
static void choose_varied(breeding *b)
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
}

static bool write_elites(const dado_archive *archive, const breeding *b, const char *folder,
                         dado_error *err)
{
    dado_made made = { 0 };
    bool fine = dado_folder_make(folder, err);
    for (int i = 0; fine && i < archive->filled_count; i++) {
        int cell = archive->filled[i];
        char path[4096];
        const void *elite = archive->genomes + (size_t)cell * archive->species->size;
        if (!build(b, elite, &made)) continue;
        snprintf(path, sizeof path, "%s/cell-%d.map", folder, cell);
        fine = dado_file_write(path, made.text.data, made.text.length, err);
    }
    dado_made_free(&made);
    return fine;
}

// Quality by the two traits, the second growing downward; empty where nothing fell.
static bool draw_archive(dado_call *call, const dado_archive *archive, const char *path,
                         dado_error *err)
{
    int across = archive->axes[0].cells, down = archive->axes[1].cells;
    double *values = dado_new(call->arena, double, archive->cells);
    double traits[DADO_MAP_MEASURES] = { 0 };
    if (!values) return dado_fail(err, DADO_LIMIT, "no memory left for a picture");
    for (int y = 0; y < down; y++) {
        for (int x = 0; x < across; x++) {
            // Asked by a point in the middle of the cell, so that how cells are numbered is not our affair.
            const dado_trait_axis *a = &archive->axes[0], *b = &archive->axes[1];
            traits[a->trait] = a->least + (a->most - a->least) * (x + 0.5) / across;
            traits[b->trait] = b->least + (b->most - b->least) * (y + 0.5) / down;
            values[y * across + x] = archive->fitness[dado_archive_cell(archive, traits)];
        }
    }
    dado_text out = { 0 };
    dado_heat_draw(
        &(dado_heat){ .title = "Quality of the best map of every kind",
                      .about = "An archive of elites.",
                      .rows = down,
                      .columns = across,
                      .values = values,
                      .row_title = archive->species->traits[archive->axes[1].trait].title,
                      .column_title = archive->species->traits[archive->axes[0].trait].title,
                      .value_title = "Q",
                      .least = 0,
                      .most = 1,
                      .alone = true },
        &out);
    bool fine = dado_file_write(path, out.data, out.length, err);
    dado_text_free(&out);
    return fine;
}

static int search(dado_call *call, breeding *b, dado_species *species)
{
    dado_error err = { 0 };
    dado_archive archive;
    dado_trait_axis axes[2];
    dado_crew *crew = NULL;
    const char *x = dado_given_text(call, "x"), *y = dado_given_text(call, "y");
    dado_illumination plan = { .first = (int)dado_given_int(call, "first", 64, 1, 100000),
                               .batch = (int)dado_given_int(call, "batch", 16, 2, 10000),
                               .batches = (int)dado_given_int(call, "batches", 20, 0, 1000000),
                               .seed = b->seed };
    plan.batch += plan.batch % 2;
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    const volatile sig_atomic_t *stop = dado_interrupt_catch();
    bool fine = dado_trait_axis_parse(&axes[0], species, x ? x : "linearity:0..0.6:12", &err) &&
                dado_trait_axis_parse(&axes[1], species, y ? y : "leniency:-1..1:12", &err) &&
                dado_archive_init(&archive, species, axes, 2, call->arena, &err) &&
                dado_crew_open(&crew, dado_call_threads(call), &err) &&
                dado_archive_run(&archive, &plan, crew, NULL, NULL, stop, call->arena, &err);
    dado_interrupt_release();
    dado_crew_close(crew);
    if (!fine) return dado_call_fail(call, &err, NULL);
    dado_text out = { 0 };
    int best = dado_archive_best(&archive);
    dado_text_addf(&out,
                   "%" PRId64 " maps tried, %d of %d cells filled (%.1f %%), best Q %.3f, sum of Q %.2f\n",
                   archive.offered, archive.filled_count, archive.cells,
                   100 * dado_archive_coverage(&archive), best < 0 ? 0 : archive.fitness[best],
                   dado_archive_sum(&archive));
    if (best >= 0) {
        dado_text_add(&out, "best: ");
        print(species, archive.genomes + (size_t)best * species->size, &out);
        dado_text_char(&out, '\n');
    }
    bool printed = dado_call_print(call, &out);
    const char *csv = dado_given_text(call, "csv"), *folder = dado_given_text(call, "out");
    dado_text_clear(&out);
    dado_archive_csv(&archive, &out);
    const char *svg = dado_given_text(call, "svg");
    fine = (!csv || dado_file_write(csv, out.data, out.length, &err)) &&
           (!svg || draw_archive(call, &archive, svg, &err)) &&
           (!folder || write_elites(&archive, b, folder, &err));
    dado_text_free(&out);
    if (!fine) return dado_call_fail(call, &err, NULL);
    if (*stop) {
        return dado_call_interrupted(call, false, "after %" PRId64 " maps", archive.offered);
    }
    return printed ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

static int run(dado_call *call)
{
    dado_error err = { 0 };
    breeding b = { .games = (int)dado_given_int(call, "games", 10, 1, 100000),
                   .seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX),
                   .wish = dado_given_text(call, "expect") };
    dado_options params, rules;
    int fixed = 0;
    while (!dado_dungeon_tallies[fixed].fixed) fixed++;
    if (!b.wish) b.wish = "casual";
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    if (!dado_map_generator(call->words[0], &b.generator, call->arena, &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    if (!b.generator) return dado_call_misused(call, "%s is no generator", call->words[0]);
    if (!dado_map_options(call, b.generator, &params, &rules, &err) ||
        !dado_generator_read(b.generator, &params, &b.usual, call->arena, NULL, &err) ||
        !dado_map_lineups(dado_given_text(call, "profiles"), &b.players, &b.names, call->arena,
                          &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    b.rules = &rules;
    choose_varied(&b);
    dado_species species = {
        .name = b.generator->name,
        .settings = "",
        .data = &b,
        .size = sizeof(genome),
        .create = create,
        .cross = cross,
        .mutate = mutate,
        .fitness = fitness,
        .describe = describe,
        .traits = &dado_dungeon_tallies[fixed],
        .print = print,
    };
    return search(call, &b, &species);
}

static const dado_flag own_flags[] = {
    { "x", 0, "TRAIT", "NAME:LEAST..MOST:CELLS of a static measure, across.", "linearity:0..0.6:12",
      DADO_OFFER_NOTHING, false },
    { "y", 0, "TRAIT", "The same, up.", "leniency:-1..1:12", DADO_OFFER_NOTHING, false },
    { "first", 0, "N", "Random maps to begin with.", "64", DADO_OFFER_NOTHING, false },
    { "batch", 0, "N", "Maps bred at a time.", "16", DADO_OFFER_NOTHING, false },
    { "batches", 0, "N", "How often.", "20", DADO_OFFER_NOTHING, false },
    { "games", 'n', "N", "Games of every profile on every map.", "10", DADO_OFFER_NOTHING, false },
    { "seed", 's', "N", "Where all luck comes from.", "1", DADO_OFFER_NOTHING, false },
    { "threads", 'j', "N", "How many at a time; results do not depend on it.",
      "$DADO_THREADS, or one a core", DADO_OFFER_NOTHING, false },
    { "csv", 0, "FILE", "Writes the archive.", NULL, DADO_OFFER_FILES, false },
    { "svg", 0, "FILE", "Draws the archive.", NULL, DADO_OFFER_FILES, false },
    { "out", 'o', "FOLDER", "Writes the best map of every cell.", NULL, DADO_OFFER_FOLDERS, false },
    { 0 },
};

static const dado_example examples[] = {
    { "dado map illuminate caves --expect casual --out elites",
      "The best cave of every degree of linearity and leniency." },
    { 0 },
};

const dado_verb dado_verb_map_illuminate = {
    .name = "illuminate",
    .words = "GENERATOR",
    .about = "searches a generator's parameters for the best map of every kind (MAP-Elites)",
    .least = 1,
    .most = 1,
    .flags = { dado_flags_map_rules, dado_flags_map_wish, own_flags },
    .examples = examples,
    .run = run,
};
