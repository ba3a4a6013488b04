// map_illuminate.c - dado map illuminate: what a generator could make, and how good it gets there.
//
// The archive and the species are the evolve room's, and `dado evolve` breeds
// the same: its traits are what can be said of a map without playing, its
// fitness is the quality that playing finds.
#include "cli/map.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "evolve/archive.h"
#include "evolve/maps.h"
#include "lab/file.h"
#include "report/chart.h"

static bool write_elites(const dado_archive *archive, const char *folder, dado_error *err)
{
    dado_text text = { 0 };
    bool fine = dado_folder_make(folder, err);
    for (int i = 0; fine && i < archive->filled_count; i++) {
        int cell = archive->filled[i];
        char path[4096];
        const void *elite = archive->genomes + (size_t)cell * archive->species->size;
        dado_text_clear(&text);
        if (!dado_species_write(archive->species, elite, &text)) continue;
        snprintf(path, sizeof path, "%s/cell-%d.map", folder, cell);
        fine = dado_file_write(path, dado_text_string(&text), text.length, err);
    }
    dado_text_free(&text);
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
            // Asked by a point in the middle of the cell: how cells are numbered is not our
            // affair.
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

static int search(dado_call *call, const dado_species *species, uint64_t seed)
{
    dado_error err = { 0 };
    dado_archive archive;
    dado_trait_axis axes[2];
    dado_crew *crew = NULL;
    const char *x = dado_given_text(call, "x"), *y = dado_given_text(call, "y");
    dado_illumination plan = { .first = (int)dado_given_int(call, "first", 64, 1, 100000),
                               .batch = (int)dado_given_int(call, "batch", 16, 2, 10000),
                               .batches = (int)dado_given_int(call, "batches", 20, 0, 1000000),
                               .seed = seed };
    plan.batch += plan.batch % 2;
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    const volatile sig_atomic_t *stop = dado_interrupt_catch();
    bool fine = dado_trait_axis_parse(&axes[0], species, x ? x : "linearity:0..0.6:12", &err) &&
                dado_trait_axis_parse(&axes[1], species, y ? y : "leniency:-1..1:12", &err) &&
                dado_archive_init(&archive, species, axes, 2, call->arena, &err) &&
                dado_crew_open(&crew, dado_errand_threads(&call->errand), &err) &&
                dado_archive_run(&archive, &plan, crew, NULL, NULL, stop, call->arena, &err);
    dado_interrupt_release();
    dado_crew_close(crew);
    if (!fine) return dado_call_fail(call, &err, NULL);
    dado_archive_settle(&archive, &plan, call->arena);
    dado_text out = { 0 };
    int best = dado_archive_best(&archive);
    dado_text_addf(&out,
                   "%" PRId64 " maps tried, %d of %d cells filled (%.1f %%), best Q %.3f, "
                   "sum of Q %.2f\n",
                   archive.offered, archive.filled_count, archive.cells,
                   100 * dado_archive_coverage(&archive), best < 0 ? 0 : archive.fitness[best],
                   dado_archive_sum(&archive));
    if (best >= 0) {
        dado_text_add(&out, "best: ");
        species->print(species, archive.genomes + (size_t)best * species->size, &out);
        dado_text_char(&out, '\n');
    }
    bool printed = dado_call_print(call, &out);
    const char *csv = dado_given_text(call, "csv"), *folder = dado_given_text(call, "out");
    dado_text_clear(&out);
    dado_archive_csv(&archive, &out);
    const char *svg = dado_given_text(call, "svg");
    fine = (!csv || dado_file_write(csv, out.data, out.length, &err)) &&
           (!svg || draw_archive(call, &archive, svg, &err)) &&
           (!folder || write_elites(&archive, folder, &err));
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
    dado_map_jury jury = { .games = (int)dado_given_int(call, "games", 10, 1, 100000),
                           .seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX) };
    dado_judge judge = { dado_map_jury_quality, &jury };
    dado_map_maker maker = { .jurors = { .judge = &judge, .settings = "", .rules = &jury.rules } };
    dado_species species;
    dado_options params;
    const char *wish = dado_given_text(call, "expect"), *wish_text = NULL;
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    if (!dado_map_generator(call->words[0], &maker.generator, call->arena, &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    if (!maker.generator) return dado_call_misused(call, "%s is no generator", call->words[0]);
    maker.given = &params;
    if (!dado_map_options(call, maker.generator, &params, &jury.rules, &err) ||
        !dado_generator_read(maker.generator, &params, &maker.usual, call->arena, &maker.known,
                             &err) ||
        !dado_map_jury_open(&jury, call, dado_given_text(call, "profiles"), wish ? wish : "casual",
                            &wish_text, &err) ||
        !dado_map_maker_species(&species, &maker, call->arena, &err)) {
        return dado_call_fail(call, &err, wish_text);
    }
    return search(call, &species, jury.seed);
}

static const dado_param own_flags[] = {
    { .name = "x", .kind = DADO_PARAM_TEXT, .value = "TRAIT", .unset = "linearity:0..0.6:12",
      .about = "NAME:LEAST..MOST:CELLS of a static measure, across." },
    { .name = "y", .kind = DADO_PARAM_TEXT, .value = "TRAIT", .unset = "leniency:-1..1:12",
      .about = "The same, up." },
    { .name = "first", .kind = DADO_PARAM_TEXT, .value = "N", .unset = "64",
      .about = "Random maps to begin with." },
    { .name = "batch", .kind = DADO_PARAM_TEXT, .value = "N", .unset = "16",
      .about = "Maps bred at a time." },
    { .name = "batches", .kind = DADO_PARAM_TEXT, .value = "N", .unset = "20",
      .about = "How often." },
    { .name = "games", .letter = 'n', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "10",
      .about = "Games of every profile on every map." },
    { .name = "seed", .letter = 's', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "Where all luck comes from." },
    { .name = "threads", .letter = 'j', .kind = DADO_PARAM_TEXT, .value = "N",
      .unset = "$DADO_THREADS, or one a core",
      .about = "How many at a time; results do not depend on it." },
    { .name = "csv", .kind = DADO_PARAM_FILE, .value = "FILE", .about = "Writes the archive." },
    { .name = "svg", .kind = DADO_PARAM_FILE, .value = "FILE", .about = "Draws the archive." },
    { .name = "out", .letter = 'o', .kind = DADO_PARAM_FOLDER, .value = "FOLDER",
      .about = "Writes the best map of every cell." },
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
