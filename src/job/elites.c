// elites.c - the best of every kind: what three jobs that illuminate share, and two of them.
//
// dado evolve --axis looks for elites of anything that can be bred, and keeps its run in a store;
// dado map illuminate and dado level elites are the same search over one generator's maps and over
// rows of patterns.
#include "job/breeding.h"

#include <stdio.h>

#include "evolve/maps.h"
#include "job/levels.h"
#include "job/maps.h"
#include "measure/words.h"
#include "report/report.h"

bool dado_errand_write_genome(dado_errand *errand, const dado_species *species, const void *genome,
                              const char *stem, const char *notation)
{
    dado_draft text = { 0 }, printed = { 0 }, path = { 0 };
    dado_text_addf(&path, "%s%s", stem ? stem : "", species->suffix);
    if (!stem) return false;
    if (dado_species_write(species, genome, &text) &&
        !dado_errand_write_text(errand, dado_text_string(&path), &text)) {
        return false;
    }
    if (!notation) return true;
    dado_text_clear(&path);
    dado_text_addf(&path, "%s%s", stem, notation);
    species->print(species, genome, &printed);
    if (!printed.length || printed.data[printed.length - 1] != '\n') dado_text_char(&printed, '\n');
    return dado_errand_write_text(errand, dado_text_string(&path), &printed);
}

// What is bred, as it is called and written.
typedef struct breed {
    const dado_species *species;
    const char *what;          // "maps"
    const char *file;          // its name before the number of the cell
    const char *const *usual;  // axes
    dado_farm *farm;           // of levels, whose rows of patterns are written too; or NULL
} breed;

static bool write_elites(dado_errand *errand, const breed *b, const dado_archive *a,
                         const char *folder)
{
    bool fine = errand->files || dado_folder_make(folder, errand->err);
    for (int i = 0; fine && i < a->filled_count; i++) {
        int cell = a->filled[i];
        if (b->farm) b->farm->breed.creatures = (uint64_t)cell;
        fine = dado_errand_write_genome(errand, a->species,
                                        a->genomes + (size_t)cell * a->species->size,
                                        dado_errand_copyf(errand, "%s/%s%05d", folder, b->file,
                                                          cell), b->farm ? ".genes" : NULL);
    }
    return fine;
}

bool dado_errand_write_parts(dado_errand *errand, const char *table, int first, const char *drawn)
{
    const char *csv = dado_errand_text(errand, "csv"), *svg = dado_errand_text(errand, "svg");
    const dado_part *lines = csv && *csv ? dado_document_part(errand->answer, table) : NULL;
    const dado_part *shown = svg ? dado_document_part(errand->answer, drawn) : NULL;
    dado_draft spread = { 0 }, drawing = { 0 };
    if (lines) dado_part_csv(lines, first, &spread);
    if (shown) dado_part_draw(shown, true, &drawing);
    return (!lines || dado_errand_write_text(errand, csv, &spread)) &&
           (!shown || dado_errand_write_text(errand, svg, &drawing));
}

static void answer_with(const breed *b, const dado_archive *archive, dado_document *answer)
{
    answer->title = dado_document_copyf(answer, "The best %s of every kind", b->what);
    answer->said =
        dado_document_copyf(answer, "%d of %d cells filled, %s tried", archive->filled_count,
                            archive->cells, dado_said_count(archive->offered).s);
    dado_report_archive(answer, archive);
    int best = dado_archive_best(archive);
    if (best < 0) return;
    dado_draft genome = { 0 };
    b->species->print(b->species, archive->genomes + (size_t)best * b->species->size, &genome);
    dado_document_textf(answer, "best", "best: %s", dado_text_string(&genome));
}

static bool search(dado_errand *errand, const breed *b)
{
    dado_document *answer = errand->answer;
    dado_archive archive;
    dado_illumination plan = {
        .first = (int)dado_errand_whole(errand, "first"),
        .batch = (int)dado_errand_whole(errand, "batch"),
        .batches = (int)dado_errand_whole(errand, "batches"),
        .seed = (uint64_t)dado_errand_whole(errand, "seed"),
    };
    plan.batch += plan.batch % 2;
    dado_breeding_run run = { .errand = errand };
    if (!dado_breeding_fill(&run, b->species, &plan, b->usual, &archive)) return false;
    answer_with(b, &archive, answer);
    const char *folder = dado_errand_text(errand, b->farm ? "output" : "out");
    // Cells by where they are, and not by their numbers.
    if (!dado_errand_write_parts(errand, "elites", 1, "kinds") ||
        (folder && !write_elites(errand, b, &archive, folder))) {
        return false;
    }
    if (dado_errand_stopped(errand)) {
        dado_errand_stop_at(errand, "after %s %s", dado_said_count(archive.offered).s,
                            b->what);
    }
    return true;
}

// ---- maps ----

static bool illuminate_maps(dado_errand *errand)
{
    const char *usual[] = { dado_errand_text(errand, "x"), dado_errand_text(errand, "y"), NULL };
    const char *word = dado_errand_text(errand, "generator");
    dado_map_jury jury;
    dado_judge judge = { dado_map_jury_quality, &jury };
    dado_options params;
    dado_map_maker maker = { .stop = errand->stop,
                             .jurors = { .judge = &judge, .settings = "", .rules = &jury.rules },
                             .given = &params };
    dado_species species;
    if (!dado_map_generator(errand, word, &maker.generator)) return false;
    if (!maker.generator) return dado_errand_misused(errand, "%s is no generator", word);
    return dado_map_jury_call(&jury, errand) &&
           dado_map_options(errand, maker.generator, &params, &jury.rules) &&
           dado_map_maker_species(&species, &maker, errand->arena, errand->err) &&
           search(errand, &(breed){ &species, "maps", "cell-", usual, NULL });
}

const dado_job dado_job_map_illuminate = {
    .name = "map illuminate",
    .about = "finds the best map of every kind that a generator can make (MAP-Elites)",
    .params = { DADO_PARAMS(
        DADO_PARAM(TEXT, "generator", .value = "GENERATOR", .word = true, .needed = true,
                   .about = "A generator of maps by name, or a Lua script."),
        DADO_PARAM(TEXT, "x", .value = "NAME:LEAST..MOST:CELLS", .usual = "linearity:0..0.6:12",
                   .about = "The measure across."),
        DADO_PARAM(TEXT, "y", .value = "NAME:LEAST..MOST:CELLS", .usual = "leniency:-1..1:12",
                   .about = "The measure downward."),
        DADO_PARAM(WHOLE, "games", 'n', .usual = "10", .least = 1, .most = 100000,
                   .about = "Games of every profile on a map."),
        DADO_PARAM(WHOLE, "first", .usual = "64", .least = 1, .most = 100000,
                   .about = "Random maps to begin with."),
        DADO_PARAM(WHOLE, "batch", .usual = "16", .least = 2, .most = 10000,
                   .about = "Children bred at a time."),
        DADO_PARAM(WHOLE, "batches", .usual = "20", .most = 1e6, .about = "How many times."),
        DADO_PARAM(FILE, "profiles", 'p', .value = "LIST", .usual = "all",
                   .about = "Who plays, as for dado map eval."),
        DADO_PARAM(FILE, "expect", 'e', .value = "WISH", .usual = "casual",
                   .about = "What a good map yields: casual, classic, hardcore, or a .expect "
                            "file."),
        DADO_PARAM_SEED,
        DADO_PARAM_THREADS,
        DADO_PARAM(OUTPUT, "csv", .beside = true, .about = "Writes a line for each elite."),
        DADO_PARAM(OUTPUT, "svg", .beside = true, .about = "Draws quality by the two measures."),
        DADO_PARAM(FOLDER, "out", 'o', .beside = true,
                   .about = "Writes the elites there, named by their cells.")),
                dado_params_map_rules },
    .examples = DADO_EXAMPLES(
        { "dado map illuminate caves --expect casual --svg kinds.svg",
          "The best map of every linearity and leniency." }),
    .run = illuminate_maps,
};

// ---- levels ----

static bool illuminate_levels(dado_errand *errand)
{
    static const char *const usual[] = { "leniency:-0.4..0.05:20", "linearity:0..2:20", NULL };
    dado_farm farm;
    return dado_errand_farm(errand, NULL, NULL, &farm) &&
           search(errand, &(breed){ &farm.species, "levels", "level-", usual, &farm });
}

const dado_job dado_job_level_elites = {
    .name = "level elites",
    .about = "finds the best level of every kind (MAP-Elites)",
    .params = { DADO_PARAMS(
        DADO_PARAM(TEXT, "axis", 'a', .value = "NAME:LEAST..MOST:CELLS",
                   .unset = "leniency:-0.4..0.05:20 and linearity:0..2:20", .many = true,
                   .about = "A measure the archive is laid out by; up to four."),
        DADO_PARAM(WHOLE, "first", .usual = "1000", .least = 1, .most = 1e6,
                   .about = "Random genomes to begin with."),
        DADO_PARAM(WHOLE, "batch", .usual = "500", .least = 2, .most = 100000,
                   .about = "Children bred at a time."),
        DADO_PARAM(WHOLE, "batches", .usual = "500", .most = 1e6, .about = "How many times."),
        DADO_PARAM_SEED,
        DADO_PARAM_THREADS,
        DADO_PARAM(FOLDER, "output", 'o', .beside = true,
                   .about = "Where the elites are written, named by their cells."),
        DADO_PARAM(FLAG, "csv", .about = "Prints a line for each elite.")),
                dado_params_farm, dado_params_patterns },
    .examples = DADO_EXAMPLES(
        { "dado level elites -D algorithm=improved -a gaps:0..20:20 -a walkers:0..80:20 --csv",
          "The best level for every number of gaps and walkers." }),
    .run = illuminate_levels,
};
