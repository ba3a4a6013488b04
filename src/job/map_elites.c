// map_elites.c - the best of every kind: what three jobs with MAP-Elites share, and two of them.
//
// dado evolve --axis searches anything that can be bred, and stores its run. dado map illuminate
// and dado level elites run the same search over the maps of one generator and over rows of
// patterns.
#include "job/evolution_runner.h"

#include <stdio.h>

#include "evolve/map_species.h"
#include "job/level_inputs.h"
#include "job/map_inputs.h"
#include "measure/number_format.h"
#include "report/report_functions.h"

bool dado_job_run_write_genome(dado_job_run *job_run, const dado_species *species,
                               const void *genome, const char *stem, const char *notation)
{
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 }, printed = { 0 }, path = { 0 };
    dado_text_addf(&path, "%s%s", stem ? stem : "", species->suffix);
    if (!stem) return false;
    if (dado_species_write(species, genome, &text) &&
        !dado_job_run_write_text(job_run, dado_text_string(&path), &text)) {
        return false;
    }
    if (!notation) return true;
    dado_text_clear(&path);
    dado_text_addf(&path, "%s%s", stem, notation);
    species->print(species, genome, &printed);
    if (!printed.length || printed.data[printed.length - 1] != '\n') dado_text_char(&printed, '\n');
    return dado_job_run_write_text(job_run, dado_text_string(&path), &printed);
}

// What is bred: what it is called, and how it is written.
typedef struct breed {
    const dado_species *species;
    const char *what;                     // "maps"
    const char *file;                     // begins file names, before the number of the cell
    const char *const *usual;             // axes
    dado_level_breeding *level_breeding;  // of levels: writes their patterns too; or NULL
} breed;

static bool write_elites(dado_job_run *job_run, const breed *b, const dado_archive *a,
                         const char *folder)
{
    bool fine = job_run->files || dado_folder_make(folder, job_run->err);
    for (int i = 0; fine && i < a->filled_count; i++) {
        int cell = a->filled[i];
        if (b->level_breeding) b->level_breeding->breed.creatures = (uint64_t)cell;
        fine = dado_job_run_write_genome(
            job_run, a->species, a->genomes + (size_t)cell * a->species->size,
            dado_job_run_copyf(job_run, "%s/%s%05d", folder, b->file, cell),
            b->level_breeding ? ".genes" : NULL);
    }
    return fine;
}

bool dado_job_run_write_csv_svg(dado_job_run *job_run, const char *table, int first,
                                const char *drawn)
{
    const char *csv = dado_job_run_text(job_run, "csv"), *svg = dado_job_run_text(job_run, "svg");
    const dado_part *lines = csv && *csv ? dado_document_part(job_run->answer, table) : NULL;
    const dado_part *shown = svg ? dado_document_part(job_run->answer, drawn) : NULL;
    DADO_CLEANUP(dado_text_free) dado_text spread = { 0 }, drawing = { 0 };
    if (lines) dado_part_csv(lines, first, &spread);
    if (shown) dado_part_draw(shown, true, &drawing);
    return (!lines || dado_job_run_write_text(job_run, csv, &spread)) &&
           (!shown || dado_job_run_write_text(job_run, svg, &drawing));
}

static void answer_with(const breed *b, const dado_archive *archive, dado_document *answer)
{
    answer->title = dado_document_copyf(answer, "The best %s of every kind", b->what);
    answer->said =
        dado_document_copyf(answer, "%d of %d cells filled, %s tried", archive->filled_count,
                            archive->cells, dado_string_count(archive->offered).s);
    dado_report_archive(answer, archive);
    int best = dado_archive_best(archive);
    if (best < 0) return;
    DADO_CLEANUP(dado_text_free) dado_text genome = { 0 };
    b->species->print(b->species, archive->genomes + (size_t)best * b->species->size, &genome);
    dado_document_textf(answer, "best", "best: %s", dado_text_string(&genome));
}

static bool search(dado_job_run *job_run, const breed *b)
{
    dado_document *answer = job_run->answer;
    dado_archive archive;
    dado_illumination plan = {
        .first = (int)dado_job_run_int(job_run, "first"),
        .batch = (int)dado_job_run_int(job_run, "batch"),
        .batches = (int)dado_job_run_int(job_run, "batches"),
        .seed = dado_job_run_seed(job_run),
    };
    plan.batch += plan.batch % 2;
    dado_evolution_runner run = { .job_run = job_run };
    if (!dado_evolution_runner_elites(&run, b->species, &plan, b->usual, &archive)) return false;
    answer_with(b, &archive, answer);
    const char *folder = dado_job_run_text(job_run, b->level_breeding ? "output" : "out");
    // Cells are written by their place on the axes, not by their number.
    if (!dado_job_run_write_csv_svg(job_run, "elites", 1, "kinds") ||
        (folder && !write_elites(job_run, b, &archive, folder))) {
        return false;
    }
    if (dado_job_run_is_stopped(job_run)) {
        dado_job_run_record_stop(job_run, "after %s %s", dado_string_count(archive.offered).s,
                                 b->what);
    }
    return true;
}

// ---- maps ----

static bool illuminate_maps(dado_job_run *job_run)
{
    const char *usual[] = { dado_job_run_text(job_run, "x"), dado_job_run_text(job_run, "y"),
                            NULL };
    const char *word = dado_job_run_text(job_run, "generator");
    dado_map_quality_judge jury;
    dado_quality_callback judge = { dado_map_quality_judge_rate, &jury };
    dado_options params;
    dado_generator_species_config maker = {
        .stop = job_run->stop,
        .evaluator = { .judge = &judge, .settings = "", .rules = &jury.rules },
        .given = &params
    };
    dado_species species;
    if (!dado_map_generator(job_run, word, &maker.generator)) return false;
    if (!maker.generator) return dado_job_run_usage_error(job_run, "%s is no generator", word);
    return dado_map_jury_from_params(&jury, job_run) &&
           dado_map_options(job_run, maker.generator, &params, &jury.rules) &&
           dado_generator_species(&species, &maker, job_run->region, job_run->err) &&
           search(job_run, &(breed){ &species, "maps", "cell-", usual, NULL });
}

const dado_job dado_job_map_illuminate = {
    .name = "map illuminate",
    .about = "finds the best map of every kind that a generator can make (MAP-Elites)",
    .params = { DADO_PARAMS(
                    DADO_PARAM(TEXT, "generator", .value = "GENERATOR", .word = true,
                               .needed = true,
                               .about = "A generator of maps by name, or a Lua script."),
                    DADO_PARAM(TEXT, "x", .value = "NAME:LEAST..MOST:CELLS",
                               .usual = "linearity:0..0.6:12", .about = "The measure across."),
                    DADO_PARAM(TEXT, "y", .value = "NAME:LEAST..MOST:CELLS",
                               .usual = "leniency:-1..1:12", .about = "The measure downward."),
                    DADO_PARAM(WHOLE, "games", 'n', .usual = "10", .least = 1, .most = 100000,
                               .about = "Games of every player type on a map."),
                    DADO_PARAM(WHOLE, "first", .usual = "64", .least = 1, .most = 100000,
                               .about = "Random maps to begin with."),
                    DADO_PARAM(WHOLE, "batch", .usual = "16", .least = 2, .most = 10000,
                               .about = "Children bred at a time."),
                    DADO_PARAM(WHOLE, "batches", .usual = "20", .most = 1e6,
                               .about = "How many times."),
                    DADO_PARAM(FILE, "profiles", 'p', .typed = "types", .value = "LIST",
                               .usual = "all", .about = "Who plays, as for dado map eval."),
                    DADO_PARAM(
                        FILE, "expect", 't', .typed = "target", .old_letter = 'e',
                        .value = "TARGET", .usual = "casual",
                        .about = "What a good map yields: casual, classic, hardcore, or a .expect "
                                 "file."),
                    DADO_PARAM_SEED, DADO_PARAM_THREADS,
                    DADO_PARAM(OUTPUT, "csv", .beside = true,
                               .about = "Writes a line for each elite."),
                    DADO_PARAM(OUTPUT, "svg", .beside = true,
                               .about = "Draws quality by the two measures."),
                    DADO_PARAM(FOLDER, "out", 'o', .typed = "output", .beside = true,
                               .about = "Writes the elites there, named by their cells.")),
                dado_params_map_rules },
    .examples = DADO_EXAMPLES({ "dado map illuminate caves --target casual --svg kinds.svg",
                                "The best map of every linearity and leniency." }),
    .run = illuminate_maps,
};

// ---- levels ----

static bool illuminate_levels(dado_job_run *job_run)
{
    static const char *const usual[] = { "leniency:-0.4..0.05:20", "linearity:0..2:20", NULL };
    dado_level_breeding level_breeding;
    return dado_job_run_level_species(job_run, NULL, NULL, &level_breeding) &&
           search(job_run,
                  &(breed){ &level_breeding.species, "levels", "level-", usual, &level_breeding });
}

const dado_job dado_job_level_elites = {
    .name = "level elites",
    .about = "finds the best level of every kind (MAP-Elites)",
    .params = { DADO_PARAMS(
                    DADO_PARAM(TEXT, "axis", .old_letter = 'a', .value = "NAME:LEAST..MOST:CELLS",
                               .unset = "leniency:-0.4..0.05:20 and linearity:0..2:20",
                               .many = true,
                               .about = "A measure the archive is laid out by; up to four."),
                    DADO_PARAM(WHOLE, "first", .usual = "1000", .least = 1, .most = 1e6,
                               .about = "Random genomes to begin with."),
                    DADO_PARAM(WHOLE, "batch", .usual = "500", .least = 2, .most = 100000,
                               .about = "Children bred at a time."),
                    DADO_PARAM(WHOLE, "batches", .usual = "500", .most = 1e6,
                               .about = "How many times."),
                    DADO_PARAM_SEED, DADO_PARAM_THREADS,
                    DADO_PARAM(FOLDER, "output", 'o', .beside = true,
                               .about = "Where the elites are written, named by their cells."),
                    DADO_PARAM(FLAG, "csv", .typed = "lines",
                               .about = "Prints a line for each elite.")),
                dado_params_level_species, dado_params_patterns },
    .examples = DADO_EXAMPLES({ "dado level elites -D algorithm=improved --axis gaps:0..20:20 "
                                "--axis walkers:0..80:20 --lines",
                                "The best level for every number of gaps and walkers." }),
    .run = illuminate_levels,
};
