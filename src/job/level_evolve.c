// level_evolve.c - breeds levels from patterns, one level per seed.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "evolve/generated_level_comparison.h"
#include "job/evolution_runner.h"
#include "job/level_inputs.h"
#include "judge/level_difficulty.h"
#include "report/map_picture.h"
#include "report/report_functions.h"
#include "worlds/platform/level_format.h"

enum { most_drawn = 60, most_curves = 12 };

typedef struct breeding {  // one run of the job
    dado_job_run *job_run;
    dado_level_breeding level_breeding;
    dado_selected_level *kept;
    int count;  // number of finished levels
    dado_evolution_runner run;
    dado_text training;  // what is written to --training
} breeding;

static void add_curve(breeding *b, const dado_evolution *e, uint64_t seed)
{
    dado_document *d = b->job_run->answer;
    if (b->job_run->brief || b->count > most_curves) return;
    dado_part *part =
        dado_report_fitness(d, dado_document_copyf(d, "fitness_%" PRIu64, seed),
                            dado_document_copyf(d, "Seed %" PRIu64, seed), e->rows, e->row_count);
    if (part && b->count == 1) part->heading = "Fitness";
}

// Writes a level with the route that finishes it, and its row of patterns beside it.
static bool write_level(breeding *b, const dado_selected_level *kept, const char *folder)
{
    dado_job_run *job_run = b->job_run;
    const char *stem = dado_job_run_copyf(job_run, "%s/level-%05" PRIu64, folder, kept->seed);
    const char *path = stem ? dado_job_run_copyf(job_run, "%s.level", stem) : NULL;
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    dado_level_write_with_route(&kept->level, &text);
    return path &&
           dado_job_run_write_genome(job_run, &b->level_breeding.species, kept->genome, stem,
                                     ".genes") &&
           dado_job_run_write_text(job_run, path, &text);
}

// Breeds with one seed. *stopped is set if the user wants to stop.
static bool breed_one(breeding *b, uint64_t seed, bool *stopped)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_job_run *job_run = b->job_run;
    const char *folder = dado_job_run_text(job_run, "output");
    dado_selected_level *kept = &b->kept[b->count];
    dado_evolution e;
    dado_genetic_settings plan = b->level_breeding.plan;
    plan.seed = seed;
    b->level_breeding.breed.creatures = seed;
    b->run.settings =
        dado_job_run_copyf(job_run, "levels %s run_seed=%" PRIu64 " %s", b->level_breeding.settings,
                           seed, b->level_breeding.species.settings);
    if (!b->run.settings ||
        !dado_evolution_runner_genetic(&b->run, &b->level_breeding.species, &plan, &region, &e)) {
        return false;
    }
    *stopped = e.halt == DADO_EVOLUTION_RUNNING;
    if (*stopped) return true;
    if (!dado_level_breeding_select(&b->level_breeding, &e, b->level_breeding.breed.passable, 50,
                                    kept, job_run->region, job_run->err)) {
        return *stopped = dado_job_run_is_stopped(job_run);
    }
    b->count++;
    if (dado_job_run_text(job_run, "training")) dado_training_data_write(&e, &b->training);
    add_curve(b, &e, seed);
    return !folder || write_level(b, kept, folder);
}

// ---- telling ----

static void add_levels(const breeding *b, dado_document *d)
{
    static const int told[] = { DADO_GENES_FITNESS, DADO_LEVEL_GAPS, DADO_LEVEL_WALKERS,
                                DADO_LEVEL_LENIENCY };
    enum { tolds = sizeof told / sizeof *told };
    bool hard = b->level_breeding.breed.hard_given;
    dado_audience of_hard = hard ? DADO_FOR_ALL : DADO_FOR_PROGRAMS;
    dado_part *part = dado_table(
        d, DADO_PART("levels", .heading = "The levels"), DADO_FIELD(NUMBER, "seed", "seed"),
        DADO_FIELD(FLAG, "finished", "finished", .about = "By the planner"),
        DADO_FIELD(NUMBER, "ticks", "ticks", .rank = 3),
        DADO_FIELD(NUMBER, "gene_count", "patterns", .rank = 4),
        DADO_FIELD(NUMBER, "width", "columns", .rank = 4),
        DADO_FIELD(NUMBER, "difficulty", "difficulty", .reader = of_hard),
        DADO_FIELD(NUMBER, "asked_for", "asked for", .reader = of_hard),
        DADO_FIELD(NUMBER, "expansions", "worlds looked into", .reader = DADO_FOR_PROGRAMS));
    for (int m = 0; m < DADO_LEVEL_MEASURES; m++) {
        const dado_measure *measure = &dado_level_measures[m];
        bool shown = false;
        for (int i = 0; i < tolds; i++) shown = shown || told[i] == m;
        dado_column(part, NUMBER, measure->name, measure->name, .about = measure->about,
                    .rank = shown ? 2 : 0, .reader = shown ? DADO_FOR_ALL : DADO_FOR_PROGRAMS);
    }
    dado_column(part, WORDS, "genes", "patterns by number", .reader = DADO_FOR_PROGRAMS);
    DADO_CLEANUP(dado_text_free) dado_text genes = { 0 };
    for (int i = 0; i < b->count; i++) {
        const dado_selected_level *k = &b->kept[i];
        dado_put(part, (int64_t)k->seed, k->finished, k->route.ticks, k->gene_count, k->level.width,
                 hard ? dado_level_difficulty(&k->level, 20, k->seed) : DADO_NONE,
                 hard ? b->level_breeding.breed.hard : DADO_NONE, (int64_t)k->route.expansions);
        for (int m = 0; m < DADO_LEVEL_MEASURES; m++) dado_put(part, k->measures[m]);
        dado_text_clear(&genes);
        dado_genes_write(k->genes, k->gene_count, &genes);
        dado_text_trim(&genes, '\n');
        dado_put(part, dado_text_string(&genes));
    }
}

static void add_sum(const breeding *b, dado_document *d)
{
    dado_moments m = { 0 };
    int finished = 0;
    if (b->count < 2) return;
    for (int i = 0; i < b->count; i++) {
        dado_moments_add(&m, b->kept[i].fitness);
        finished += b->kept[i].finished;
    }
    dado_document_textf(d, DADO_PART("sum", .attached = true),
                        "%d levels: fitness %.2f, sd %.2f; the planner finishes %d (%.1f %%)",
                        b->count, m.mean, dado_moments_sd(&m), finished,
                        100.0 * finished / b->count);
}

static void add_gallery(const breeding *b, dado_document *d)
{
    for (int i = 0; i < b->count && i < most_drawn; i++) {
        const dado_selected_level *k = &b->kept[i];
        char part[40], name[64], caption[200];
        snprintf(part, sizeof part, "level_%d", i);
        snprintf(name, sizeof name, "Level of seed %" PRIu64, k->seed);
        snprintf(caption, sizeof caption,
                 "seed %" PRIu64 ": fitness %.1f, %d patterns, %.0f walkers, %.0f gaps, %s",
                 k->seed, k->fitness, k->gene_count, k->measures[DADO_LEVEL_WALKERS],
                 k->measures[DADO_LEVEL_GAPS],
                 k->finished ? "finished by the planner" : "not finished by the planner");
        dado_map_picture ground = { &dado_platform_ground, &k->level, .route = &k->route,
                                    .strip = 90 };
        dado_report_map_picture(
            d,
            DADO_PART(part, .caption = caption, .reader = DADO_FOR_PAGES,
                      .heading = i ? NULL : "Pictures, and the planner's way through"),
            &ground, name, b->job_run->region);
    }
    if (b->count < 10) return;
    double *values = dado_new(b->job_run->region, double, b->count *DADO_LEVEL_MEASURES);
    if (!values) return;
    for (int i = 0; i < b->count; i++) {
        memcpy(values + i * DADO_LEVEL_MEASURES, b->kept[i].measures, sizeof b->kept[i].measures);
    }
    dado_generator_sample sample = { "levels", dado_level_measures, DADO_LEVEL_MEASURES, b->count,
                                     values };
    dado_expressive_range range = {
        .x = DADO_LEVEL_LENIENCY, .y = DADO_LEVEL_LINEARITY, .across = 16, .down = 16
    };
    if (dado_expressive_range_measure(&range, &sample, b->job_run->region, NULL))
        dado_report_range(d, &range, &sample, "levels");
}

static void fill_answer(const breeding *b, dado_document *d)
{
    d->title = "Evolved levels";
    dado_part *facts = dado_document_facts(d, DADO_PART("bred", .reader = DADO_FOR_PAGES));
    dado_fact(facts, "settings", "bred with", b->level_breeding.settings);
    add_levels(b, d);
    if (dado_job_run_is_given(b->job_run, "csv")) return;
    add_sum(b, d);
    if (!b->job_run->brief) add_gallery(b, d);
}

static bool evolve(dado_job_run *job_run)
{
    breeding b = { .job_run = job_run, .run.job_run = job_run };
    uint64_t seed = dado_job_run_seed(job_run);
    int levels = (int)dado_job_run_int(job_run, "levels");
    const char *folder = dado_job_run_text(job_run, "output");
    const char *training = dado_job_run_text(job_run, "training");
    if (!dado_job_run_can_resume(job_run) ||
        !dado_job_run_level_species(job_run, NULL, NULL, &b.level_breeding)) {
        return false;
    }
    b.kept = dado_job_run_new(job_run, dado_selected_level, levels);
    bool stopped = false;
    bool fine = b.kept && (!folder || job_run->files || dado_folder_make(folder, job_run->err)) &&
                dado_job_run_open_store(job_run, DADO_STORE_WRITE);
    for (int i = 0; fine && !stopped && i < levels; i++) {
        fine = breed_one(&b, seed + (uint64_t)i, &stopped);
    }
    if (fine && training) fine = dado_job_run_write_text(job_run, training, &b.training);
    dado_text_free(&b.training);
    if (fine) fill_answer(&b, job_run->answer);
    if (fine && stopped) dado_job_run_record_stop(job_run, "after %d of the levels", b.count);
    return fine;
}

const dado_job dado_job_level_evolve = {
    .name = "level evolve",
    .about = "breeds levels from patterns by a genetic algorithm",
    .details =
        "The faithful algorithm is that of the research: 500 genomes, 500 generations, one gene in "
        "a thousand mutated, a roulette wheel, no elite. The improved one may insert, remove and "
        "swap patterns, keeps the best, and keeps only levels that the planner finishes. The "
        "varied one also wants variety, calm and danger in turns, and danger that grows. A level "
        "that is written carries the route that finishes it: see dado level check.\n\n"
        "A row of statistics a generation goes to the store; Ctrl-C loses nothing, and the same "
        "command with --resume goes on. With --mpi the levels of a generation are judged by all "
        "processes, which pays where they are played, as with --difficulty.",
    .params = { DADO_PARAMS(
                    DADO_PARAM(WHOLE, "levels", 'n', .usual = "1", .least = 1, .most = 10000,
                               .about = "How many levels to breed, from as many seeds in a row."),
                    DADO_PARAM(WHOLE, "seed", 's', .usual = "1",
                               .about = "The first seed: the same seed gives the same level."),
                    DADO_PARAM_THREADS,
                    DADO_PARAM(FOLDER, "output", 'o', .beside = true,
                               .about = "Where levels are written, as .level and .genes files."),
                    DADO_PARAM(
                        OUTPUT, "training", .beside = true,
                        .about =
                            "Every genome of every last generation with its fitness, a line each: "
                            "fitness, a tab, patterns by number. For training models elsewhere."),
                    DADO_PARAM(FLAG, "csv", .typed = "lines",
                               .about = "Prints a line for each level.")),
                dado_params_resumable, dado_params_level_species, dado_params_patterns,
                dado_params_mpi },
    .whole = "what is judged next depends on what was judged before; with --mpi several processes "
             "judge together",
    .examples = DADO_EXAMPLES(
        { "dado level evolve -o levels", "A level as the research bred them: 500 by 500." },
        { "dado level evolve -D algorithm=improved -n 20 -o levels --report levels.html",
          "Twenty of the improved kind, all of which can be finished, and a gallery." },
        { "dado level evolve -D algorithm=improved --target easy.expect",
          "Levels whose measures come near a target." }),
    .run = evolve,
};
