// level_evolve.c - dado level evolve and dado level elites: levels bred from patterns.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <string.h>

#include "job/breeding.h"
#include "cli/level.h"
#include "evolve/archive.h"
#include "evolve/learned.h"
#include "lab/clock.h"
#include "judge/level_play.h"
#include "lab/file.h"
#include "report/level_page.h"
#include "worlds/platform/format.h"

typedef struct breeding {  // one run of the verb
    dado_call *call;
    dado_farm farm;
    dado_crew *crew;
    const volatile sig_atomic_t *stop;
    dado_kept_level *kept;
    int count;             // of those finished
    dado_breeding_run run;
    dado_text training;    // what --training gets
} breeding;

// What names the run of one seed in the store.
static bool name_run(breeding *b, const dado_evolution *e, dado_error *err)
{
    dado_text settings = { 0 };
    dado_text_addf(&settings, "levels %s run_seed=%" PRIu64 " %s", b->farm.settings, e->plan.seed,
                   b->farm.species.settings);
    b->run.settings = dado_arena_copy(b->call->arena, dado_text_string(&settings), settings.length);
    dado_text_free(&settings);
    return b->run.settings || dado_fail(err, DADO_LIMIT, "no memory left for settings");
}

static bool write_level(const char *folder, const dado_kept_level *kept, dado_error *err)
{
    char path[600];
    dado_text text = { 0 };
    dado_level_write(&kept->level, &text);
    snprintf(path, sizeof path, "%s/level-%05" PRIu64 ".level", folder, kept->seed);
    bool fine = dado_file_write(path, dado_text_string(&text), text.length, err);
    dado_text_clear(&text);
    dado_genes_write(kept->genes, kept->gene_count, &text);
    snprintf(path, sizeof path, "%s/level-%05" PRIu64 ".genes", folder, kept->seed);
    fine = fine && dado_file_write(path, dado_text_string(&text), text.length, err);
    dado_text_free(&text);
    return fine;
}

// Breeds with one seed; *stopped once somebody wants to leave.
static bool breed_one(breeding *b, uint64_t seed, dado_page *page, bool *stopped, dado_error *err)
{
    dado_arena arena;
    dado_arena_init_generous(&arena);
    dado_evolution e;
    dado_breeding plan = b->farm.plan;
    plan.seed = seed;
    b->farm.breed.creatures = seed;
    dado_kept_level *kept = &b->kept[b->count];
    bool insist = b->farm.breed.passable;
    bool fine = dado_evolution_begin(&e, &b->farm.species, &plan, b->crew, &arena, err) &&
                name_run(b, &e, err) && dado_breeding_open(&b->run, &e, err) &&
                dado_evolution_run(&e, dado_breeding_watch, &b->run, b->stop, err);
    *stopped = fine && e.halt == DADO_BREEDING_ON;
    fine = fine && dado_breeding_keep(&b->run, &e, !*stopped, err);
    if (fine && !*stopped) {
        fine = dado_farm_keep(&b->farm, &e, insist, 50, kept, b->call->arena, err);
        b->count += fine;
        if (fine && dado_given_text(b->call, "training")) dado_training_write(&e, &b->training);
        char title[64];
        snprintf(title, sizeof title, "Seed %" PRIu64, seed);
        if (fine && page) dado_level_page_curve(page, title, e.rows, e.row_count);
    }
    dado_arena_free(&arena);
    return fine;
}

static void print_sheet(const breeding *b, dado_text *out)
{
    dado_text_addf(out, "%8s %9s %9s %8s %9s %7s %6s %9s %9s\n", "seed", "fitness", "patterns",
                   "columns", "finished", "ticks", "gaps", "walkers", "leniency");
    double sum = 0, squares = 0;
    int finished = 0;
    for (int i = 0; i < b->count; i++) {
        const dado_kept_level *k = &b->kept[i];
        dado_text_addf(out, "%8" PRIu64 " %9.1f %9d %8d %9s %7d %6.0f %9.0f %9.3f\n", k->seed,
                       k->fitness, k->gene_count, k->level.width, k->finished ? "yes" : "NO",
                       k->route.ticks, k->measures[DADO_LEVEL_GAPS],
                       k->measures[DADO_LEVEL_WALKERS], k->measures[DADO_LEVEL_LENIENCY]);
        sum += k->fitness;
        finished += k->finished;
    }
    for (int i = 0; b->farm.breed.hard_given && i < b->count; i++) {
        const dado_kept_level *k = &b->kept[i];
        if (i == 0) dado_text_addf(out, "\n%8s %10s %9s\n", "seed", "difficulty", "asked for");
        dado_text_addf(out, "%8" PRIu64 " %10.3f %9.3f\n", k->seed,
                       dado_level_difficulty(&k->level, 20, k->seed), b->farm.breed.hard);
    }
    if (b->count < 2) return;
    double mean = sum / b->count;
    dado_moments m = { 0 };
    for (int i = 0; i < b->count; i++) dado_moments_add(&m, b->kept[i].fitness);
    squares = dado_moments_sd(&m);
    dado_text_addf(out, "%d levels: fitness %.2f, sd %.2f; the planner finishes %d (%.1f %%)\n",
                   b->count, mean, squares, finished, 100.0 * finished / b->count);
}

static void print_csv(const breeding *b, dado_text *out)
{
    dado_text_add(out, "seed,finished,ticks,expansions");
    for (int i = 0; i < DADO_LEVEL_MEASURES; i++) {
        dado_text_addf(out, ",%s", dado_level_measures[i].name);
    }
    dado_text_add(out, ",genes\n");
    for (int i = 0; i < b->count; i++) {
        const dado_kept_level *k = &b->kept[i];
        dado_text_addf(out, "%" PRIu64 ",%d,%d,%" PRIu64, k->seed, k->finished, k->route.ticks,
                       k->route.expansions);
        for (int m = 0; m < DADO_LEVEL_MEASURES; m++) {
            dado_text_char(out, ',');
            if (!dado_is_none(k->measures[m])) dado_text_real(out, k->measures[m]);
        }
        dado_text_char(out, ',');
        dado_genes_write(k->genes, k->gene_count, out);
    }
}

static void print_json(const breeding *b, dado_text *out)
{
    dado_text_add(out, "{\"settings\":");
    dado_text_json(out, b->farm.settings);
    dado_text_add(out, ",\"levels\":[");
    for (int i = 0; i < b->count; i++) {
        const dado_kept_level *k = &b->kept[i];
        dado_text_addf(out, "%s{\"seed\":%" PRIu64 ",\"finished\":%s,\"ticks\":%d,\"measures\":{",
                       i ? "," : "", k->seed, k->finished ? "true" : "false", k->route.ticks);
        for (int m = 0; m < DADO_LEVEL_MEASURES; m++) {
            dado_text_addf(out, "%s\"%s\":", m ? "," : "", dado_level_measures[m].name);
            dado_text_json_real(out, k->measures[m]);
        }
        if (b->farm.breed.hard_given) {
            dado_text_add(out, ",\"difficulty\":");
            dado_text_json_real(out, dado_level_difficulty(&k->level, 20, k->seed));
        }
        dado_text_add(out, "},\"genes\":[");
        for (int g = 0; g < k->gene_count; g++) {
            dado_text_addf(out, "%s%d", g ? "," : "", k->genes[g]);
        }
        dado_text_add(out, "]}");
    }
    dado_text_add(out, "]}\n");
}

static void fill_gallery(const breeding *b, dado_page *page)
{
    enum { most_shown = 60 };
    dado_page_section(page, "Levels");
    dado_page_paragraph(page, "The line is the planner's way through.");
    dado_page_gallery_begin(page, 700);
    for (int i = 0; i < b->count && i < most_shown; i++) {
        const dado_kept_level *k = &b->kept[i];
        char name[64], caption[200];
        snprintf(name, sizeof name, "Level of seed %" PRIu64, k->seed);
        snprintf(caption, sizeof caption,
                 "seed %" PRIu64 ": fitness %.1f, %d patterns, %.0f walkers, %.0f gaps, %s",
                 k->seed, k->fitness, k->gene_count, k->measures[DADO_LEVEL_WALKERS],
                 k->measures[DADO_LEVEL_GAPS],
                 k->finished ? "finished by the planner" : "not finished by the planner");
        dado_level_show show = { .kept = k, .name = name, .caption = caption };
        dado_level_page_picture(page, &show, b->call->arena);
    }
    dado_page_gallery_end(page);
    if (b->count < 10) return;
    double *values = dado_new(b->call->arena, double, b->count * DADO_LEVEL_MEASURES);
    if (!values) return;
    for (int i = 0; i < b->count; i++) {
        memcpy(values + i * DADO_LEVEL_MEASURES, b->kept[i].measures, sizeof b->kept[i].measures);
    }
    dado_sample sample = { "levels", dado_level_measures, DADO_LEVEL_MEASURES, b->count, values };
    dado_range range = { .x = DADO_LEVEL_LENIENCY, .y = DADO_LEVEL_LINEARITY, .across = 16,
                         .down = 16 };
    if (!dado_range_measure(&range, &sample, b->call->arena, NULL)) return;
    dado_page_section(page, "Expressive range");
    dado_level_page_range(page, &range, &sample);
}

static int finish(breeding *b, dado_page *page, bool stopped)
{
    dado_text out = { 0 };
    dado_error err = { 0 };
    bool fine = true;
    if (dado_given_flag(b->call, "json")) print_json(b, &out);
    else if (dado_given_flag(b->call, "csv")) print_csv(b, &out);
    else print_sheet(b, &out);
    fine = dado_call_print(b->call, &out);
    dado_text_clear(&out);
    const char *report = dado_given_text(b->call, "report");
    if (page) {
        dado_page_gallery_end(page);
        fill_gallery(b, page);
        dado_page_section(page, "Made by");
        dado_page_code(page, "command", b->call->command);
        dado_page_end(page, &out);
        if (!dado_file_write(report, dado_text_string(&out), out.length, &err)) {
            fine = false;
            dado_call_fail(b->call, &err, NULL);
        }
    }
    dado_text_free(&out);
    if (stopped) {
        return dado_call_interrupted(b->call, b->run.store != NULL, "after %d of the levels",
                                     b->count);
    }
    return fine ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

static int evolve(dado_call *call)
{
    dado_watch guard = { .call = call };
    dado_watcher watcher = { .context = &guard, .working = dado_watch_working };
    breeding b = { .call = call, .run.errand = &call->errand, .run.command = call->command };
    dado_error err = { 0 };
    uint64_t seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX / 2);
    int levels = (int)dado_given_int(call, "levels", 1, 1, 10000);
    int threads = dado_errand_threads(&call->errand);
    const char *folder = dado_given_text(call, "output"), *report = dado_given_text(call, "report");
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    if (dado_given_flag(call, "resume") && dado_given_flag(call, "no-store")) {
        return dado_call_misused(call, "--resume needs the store that --no-store does without");
    }
    if (!dado_errand_farm(&call->errand, NULL, NULL, &b.farm, &err)) {
        return dado_call_fail(call, &err, call->errand.blamed);
    }
    if (!dado_given_flag(call, "quiet")) call->errand.watcher = &watcher;
    b.kept = dado_new(call->arena, dado_kept_level, levels);
    bool fine = (b.kept || dado_fail(&err, DADO_LIMIT, "no memory left for %d levels", levels)) &&
                (!folder || dado_folder_make(folder, &err)) &&
                dado_errand_store(&call->errand, DADO_STORE_WRITE, &b.run.store, &err) &&
                dado_crew_open(&b.crew, threads, &err);
    dado_page page;
    if (report) {
        page = dado_page_begin("Evolved levels", b.farm.settings);
        dado_page_section(&page, "Fitness");
        dado_page_gallery_begin(&page, 0);
    }
    b.stop = dado_interrupt_catch();
    bool stopped = false;
    for (int i = 0; fine && !stopped && i < levels; i++) {
        fine = breed_one(&b, seed + (uint64_t)i, report && i < 12 ? &page : NULL, &stopped, &err);
        if (fine && !stopped && folder) fine = write_level(folder, &b.kept[b.count - 1], &err);
    }
    dado_interrupt_release();
    dado_watch_clear(&guard);
    dado_crew_close(b.crew);
    const char *training = dado_given_text(call, "training");
    if (fine && training) {
        fine = dado_file_write(training, dado_text_string(&b.training), b.training.length, &err);
    }
    dado_text_free(&b.training);
    int code = fine ? finish(&b, report ? &page : NULL, stopped) : dado_call_fail(call, &err, NULL);
    dado_store_close(b.run.store);
    return code;
}

static const dado_param evolve_flags[] = {
    { .name = "levels", .letter = 'n', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "How many levels to breed, from as many seeds in a row." },
    { .name = "seed", .letter = 's', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "The first seed: the same seed gives the same level." },
    { .name = "threads", .letter = 'j', .kind = DADO_PARAM_TEXT, .value = "N",
      .unset = "one a core",
      .about = "How many genomes to judge at a time; results do not depend on it." },
    { .name = "output", .letter = 'o', .kind = DADO_PARAM_FOLDER, .value = "FOLDER",
      .about = "Where levels are written, as .level and .genes files." },
    { .name = "report", .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "A page with curves of fitness and a gallery of the levels." },
    { .name = "training", .kind = DADO_PARAM_OUTPUT, .value = "FILE",
      .about = "Every genome of every last generation with its fitness, a line each: fitness, a "
               "tab, patterns by number. For training models elsewhere." },
    { .name = "csv", .kind = DADO_PARAM_FLAG, .about = "Prints the result as CSV." },
    { .name = "json", .kind = DADO_PARAM_FLAG, .about = "Prints the result as JSON." },
    { 0 },
};

static const dado_param trail_flags[] = {
    { .name = "store", .kind = DADO_PARAM_FILE, .value = "FILE",
      .unset = "$DADO_STORE, or dado.db here",
      .about = "The file statistics are kept in, a row a generation." },
    { .name = "no-store", .kind = DADO_PARAM_FLAG, .about = "Keeps nothing." },
    { .name = "resume", .kind = DADO_PARAM_FLAG,
      .about = "Goes on with the same run where it was left." },
    { 0 },
};

static const dado_example evolve_examples[] = {
    { "dado level evolve -o levels", "A level as the research bred them: 500 by 500." },
    { "dado level evolve -D algorithm=improved -n 20 -o levels --report levels.html",
      "Twenty of the improved kind, all of which can be finished, and a gallery." },
    { "dado level evolve -D algorithm=improved --toward easy.expect",
      "Levels whose measures are as wished." },
    { 0 },
};

const dado_verb dado_verb_level_evolve = {
    .name = "evolve",
    .words = "",
    .about = "breeds levels from patterns by a genetic algorithm",
    .details =
        "The faithful algorithm is that of the research: 500 genomes, 500 generations, one gene in "
        "a thousand mutated, a roulette wheel, no elite. The improved one may insert, remove and "
        "swap patterns, keeps the best, and keeps only levels that the planner finishes.\n\n"
        "A row of statistics a generation goes to the store; Ctrl-C loses nothing, and the same "
        "command with --resume goes on.",
    .most = 0,
    .flags = { dado_params_farm, evolve_flags, trail_flags },
    .examples = evolve_examples,
    .run = evolve,
};
