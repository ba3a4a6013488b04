// map_generate_compare.c - three jobs about generators: make maps, and measure and compare what
// they make.
#include <stdio.h>
#include <string.h>

#include "evolve/map_species.h"
#include "evolve/expressive_range.h"
#include "job/map_inputs.h"
#include "report/map_picture.h"
#include "report/report_functions.h"
#include "worlds/dungeon/dungeon_internal.h"

// ---- map gen ----

static void list_parameters(const dado_generator *g, dado_document *answer)
{
    answer->title = dado_document_copy(answer, g->name);
    answer->said = dado_document_copy(answer, g->about);
    dado_document_text(answer, "method", g->method);
    dado_part *part =
        dado_table(answer, "parameters", DADO_FIELD(WORDS, "name", ""),
                   DADO_FIELD(WORDS, "usual", "usual"), DADO_FIELD(NUMBER, "least", "least"),
                   DADO_FIELD(NUMBER, "most", "most"), DADO_FIELD(WORDS, "about", ""));
    for (int i = 0; g->parameters[i].name; i++) {
        const dado_parameter *p = &g->parameters[i];
        bool number = p->kind != DADO_PARAMETER_TEXT && p->kind != DADO_PARAMETER_BOOL;
        dado_put(part, p->name);
        if (number) dado_put_textf(part, "%g", p->by_default);
        else
            dado_put(part, p->kind == DADO_PARAMETER_TEXT ? "text"
                           : p->by_default != 0           ? "yes"
                                                          : "no");
        dado_put(part, number ? p->least : DADO_NONE, number ? p->most : DADO_NONE, p->about);
    }
}

// Adds a map as text and, for pages, as a drawing.
static void add_map(dado_document *answer, const dado_map_case *c, int number, dado_region *region)
{
    enum { most_drawn = 24 };
    size_t mark = dado_region_mark(region);
    dado_map_picture ground;
    if (number < most_drawn && dado_map_picture_read(&ground, ".map", c->name, c->text, region)) {
        dado_report_map_picture(answer,
                                DADO_PART(dado_document_copyf(answer, "picture_%d", number),
                                          .caption = c->name, .reader = DADO_FOR_PAGES),
                                &ground, c->name, region);
    }
    dado_region_rewind(region, mark);
    dado_document_source(
        answer,
        DADO_PART(dado_document_copyf(answer, "map_%d", number), .attached = true, .folded = true),
        c->text);
}

static bool write_maps(dado_job_run *job_run, const dado_map_case *cases, int count)
{
    dado_document *answer = job_run->answer;
    const char *folder = dado_job_run_text(job_run, "out");
    int made = 0;
    dado_part *wrong =
        dado_document_diagnostics(answer, DADO_PART("diagnostics", .reader = DADO_FOR_PAGES));
    bool one_file = folder && count == 1 && dado_ends_with(folder, ".map");
    if (folder && !one_file && !job_run->files && !dado_folder_make(folder, job_run->err))
        return false;
    for (int i = 0; i < count; i++) {
        const dado_map_case *c = &cases[i];
        if (c->notes) dado_job_run_message(job_run, "%s: %s", c->name, c->notes);
        if (!c->text) {
            answer->partly_failed = true;
            dado_job_run_message(job_run, "%s: %s: %s", c->name, c->error.code, c->error.text);
            dado_put_diagnostic(wrong, &c->error, false, NULL);
            continue;
        }
        made++;
        if (!folder) {
            add_map(answer, c, i, job_run->region);
            continue;
        }
        char path[4096];
        if (one_file) snprintf(path, sizeof path, "%s", folder);
        else snprintf(path, sizeof path, "%s/%s.map", folder, c->name);
        if (!dado_job_run_write(job_run, path, c->text, strlen(c->text))) return false;
    }
    if (folder) {
        dado_job_run_message(job_run, "wrote %d %s to %s", made, made == 1 ? "map" : "maps",
                             folder);
    }
    return true;
}

static bool gen(dado_job_run *job_run)
{
    const char *word = dado_job_run_text(job_run, "generator");
    const dado_generator *g;
    dado_maps maps;
    if (!dado_map_generator(job_run, word, &g)) return false;
    if (!g) return dado_job_run_usage_error(job_run, "%s is no generator", word);
    if (dado_job_run_is_given(job_run, "list")) {
        list_parameters(g, job_run->answer);
        return true;
    }
    return dado_job_run_read_maps(job_run, &word, 1, &maps) &&
           write_maps(job_run, maps.cases, maps.plan.instance_count);
}

const dado_job dado_job_map_gen = {
    .name = "map gen",
    .about = "makes maps",
    .details =
        "GENERATOR is one of dado list generators, or a Lua script with generate(map, p, rng). Map "
        "number m of base seed B is made from the seed derive(B, m), as in dado map eval.",
    .params = { DADO_PARAMS(
                    DADO_PARAM(TEXT, "generator", .value = "GENERATOR", .word = true,
                               .needed = true, .about = "A generator by name, or a Lua script."),
                    DADO_PARAM(WHOLE, "maps", .old_letter = 'm', .usual = "1", .least = 1,
                               .most = 1e6, .about = "How many maps to make."),
                    DADO_PARAM(FOLDER, "out", 'o', .typed = "output", .beside = true,
                               .about =
                                   "Writes NAME-0.map, NAME-1.map ... there instead of printing."),
                    DADO_PARAM_SEED,
                    DADO_PARAM(WHOLE, "games", 'n', .usual = "20", .least = 1, .most = 100000,
                               .about =
                                   "Games of every player type where a map is tested by playing."),
                    DADO_PARAM(FLAG, "list", .about = "Lists the generator's parameters.")),
                dado_params_map_rules, dado_params_map_expect },
    .examples = DADO_EXAMPLES(
        { "dado map gen rooms --seed 7", "One map, printed." },
        { "dado map gen caves -D fill=0.42 -D width=60 --maps 10 -o caves", "Ten maps as files." },
        { "dado map gen grammar -D \"topology=Start->Enemy->Fork[Gold]->Boss->End\"",
          "A dungeon with a story." },
        { "dado map gen gentest -D inner=miners -D min_path=40", "Only maps with a long way." }),
    .run = gen,
};

// ---- many maps of one generator, a row each ----

// The mean of a measure over player types.
static double mean_over_profiles(const dado_map_evaluation *e, int map, int measure)
{
    double sum = 0;
    int with = 0;
    for (int p = 0; p < e->profile_count; p++) {
        const dado_map_evaluation_cell *cell = dado_map_evaluation_at(e, map, p);
        if (!cell->played || cell->summary[measure].count == 0) continue;
        sum += cell->summary[measure].mean;
        with++;
    }
    return with ? sum / with : DADO_NONE;
}

// Plays the maps. The means of all measures are put behind the static measures.
static bool play_maps(dado_job_run *job_run, dado_maps *maps, dado_map_evaluation *e, int columns,
                      double *values)
{
    DADO_CLEANUP(dado_results_free) dado_results results = { 0 };
    if (!dado_map_evaluation_begin(e, &maps->plan, maps->cases, NULL, job_run->err) ||
        !dado_job_run_experiment(job_run, &maps->plan, e, dado_map_evaluation_add_block,
                                 &results)) {
        return false;
    }
    if (results.interrupted) return dado_fail(job_run->err, DADO_LIMIT, "it was stopped");
    dado_map_evaluation_finish(e, &results);
    for (int m = 0; m < e->map_count; m++) {
        for (int k = 0; k < e->listed; k++) {
            values[m * columns + DADO_MAP_MEASURES + k] = mean_over_profiles(e, m, k);
        }
    }
    return true;
}

// Samples a generator: static measures of its maps, and means of played games if any were played.
static bool sample_maps(dado_job_run *job_run, const char *word, dado_generator_sample *sample)
{
    dado_maps maps;
    DADO_CLEANUP(dado_map_evaluation_free) dado_map_evaluation e = { 0 };
    dado_measures played;
    int listed;
    bool folder = !job_run->files && dado_folder_exists(word);
    if (!(folder ? dado_job_run_read_map_corpus(job_run, word, &maps)
                 : dado_job_run_read_maps(job_run, &word, 1, &maps)) ||
        !dado_map_measures(&played, &listed, job_run->region, job_run->err)) {
        return false;
    }
    int columns = DADO_MAP_MEASURES + (maps.jury.games ? listed : 0);
    int count = maps.plan.instance_count, made = 0;
    dado_measure *measures = dado_job_run_new(job_run, dado_measure, columns);
    double *values = dado_job_run_new(job_run, double, (count * columns));
    if (!measures || !values) return false;
    memcpy(measures, dado_map_traits(), DADO_MAP_MEASURES * sizeof *measures);
    for (int k = DADO_MAP_MEASURES; k < columns; k++) {
        measures[k] = *played.items[k - DADO_MAP_MEASURES];
    }
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init(&region, (size_t)1 << 30);
    for (int i = 0; i < count; i++) {
        dado_game game;
        double *row = values + i * columns;
        for (int k = 0; k < columns; k++) row[k] = DADO_NONE;
        dado_region_rewind(&region, 0);
        if (!maps.cases[i].text ||
            !dado_game_source_open(&maps.plan.instances[i], &game, &region, job_run->err)) {
            continue;
        }
        memcpy(row, dado_dungeon_of(&game)->fixed, sizeof(double) * DADO_MAP_MEASURES);
        made++;
    }
    if (made < 2)
        return dado_fail(job_run->err, DADO_INVALID, "%.60s %s fewer than two maps", word,
                         folder ? "has" : "made");
    const char *name = folder ? dado_job_run_copyf(job_run, "%s", dado_base_name(word)) : word;
    *sample =
        (dado_generator_sample){ name && *name ? name : word, measures, columns, count, values };
    return !maps.jury.games || play_maps(job_run, &maps, &e, columns, values);
}

#define SAMPLE_PARAMS \
    { .name = "maps", \
      .old_letter = 'm', \
      .kind = DADO_PARAM_WHOLE, \
      .usual = "500", \
      .least = 2, \
      .most = 1e6, \
      .about = "How many maps to make." }, \
        { .name = "games", \
          .letter = 'n', \
          .kind = DADO_PARAM_WHOLE, \
          .usual = "0", \
          .most = 100000, \
          .about = "Plays so many games of every player type, whose means are measures too." }, \
        DADO_PARAM_SEED, DADO_PARAM_THREADS

// ---- map range ----

static bool range(dado_job_run *job_run)
{
    dado_generator_sample sample;
    int bins = (int)dado_job_run_int(job_run, "bins");
    if (!sample_maps(job_run, dado_job_run_text(job_run, "generator"), &sample)) return false;
    dado_expressive_range r = {
        .x = dado_generator_sample_column(&sample, dado_job_run_text(job_run, "x")),
        .y = dado_generator_sample_column(&sample, dado_job_run_text(job_run, "y")),
        .across = bins,
        .down = bins
    };
    if (r.x < 0 || r.y < 0) {
        return dado_job_run_usage_error(job_run, "there is no measure of maps called %s",
                                        dado_job_run_text(job_run, r.x < 0 ? "x" : "y"));
    }
    if (!dado_expressive_range_measure(&r, &sample, job_run->region, job_run->err)) return false;
    dado_report_range(job_run->answer, &r, &sample, "maps");
    return dado_job_run_write_csv_svg(job_run, "range_cells", 0, "range");
}

const dado_job dado_job_map_range = {
    .name = "map range",
    .about = "what a generator's maps are like: two measures against each other",
    .params = { DADO_PARAMS(
                    DADO_PARAM(TEXT, "generator", .value = "GENERATOR", .word = true,
                               .needed = true, .about = "A generator by name, or a Lua script."),
                    DADO_PARAM(TEXT, "x", .value = "MEASURE", .usual = "linearity",
                               .about = "Across."),
                    DADO_PARAM(TEXT, "y", .value = "MEASURE", .usual = "leniency",
                               .about = "Upward."),
                    DADO_PARAM(WHOLE, "bins", .usual = "20", .least = 2, .most = 100,
                               .about = "Cells a side."),
                    DADO_PARAM(OUTPUT, "csv", .beside = true,
                               .about = "Writes x, y and count of every cell."),
                    DADO_PARAM(OUTPUT, "svg", .beside = true, .about = "Draws it."), SAMPLE_PARAMS),
                dado_params_map_rules, dado_params_map_expect },
    .examples = DADO_EXAMPLES({ "dado map range caves --x openness --y path",
                                "Two measures of 500 caves against each other." }),
    .run = range,
};

// ---- map compare ----

static bool compare(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    dado_generator_sample a, b;
    if (!sample_maps(job_run, dado_job_run_text(job_run, "first"), &a) ||
        !sample_maps(job_run, dado_job_run_text(job_run, "second"), &b)) {
        return false;
    }
    if (strcmp(a.name, b.name) == 0) {  // two folders of one name
        a.name = dado_job_run_text(job_run, "first");
        b.name = dado_job_run_text(job_run, "second");
    }
    dado_measure_difference *contrasts =
        dado_new(job_run->region, dado_measure_difference, a.columns + 1);
    int count = contrasts
                    ? dado_generator_samples_compare(&a, &b, 10000, dado_job_run_seed(job_run),
                                                     contrasts, job_run->region)
                    : -1;
    if (count < 0) return dado_fail(job_run->err, DADO_LIMIT, "no memory left to compare");
    answer->title = dado_document_copyf(answer, "%s and %s", a.name, b.name);
    answer->said = a.rows == b.rows ? dado_document_copyf(answer, "%d maps of each", a.rows)
                                    : dado_document_copyf(answer, "%d and %d maps", a.rows, b.rows);
    dado_report_sample_differences(answer, contrasts, count, &a, &b);
    return true;
}

const dado_job dado_job_map_compare = {
    .name = "map compare",
    .about = "how the maps of two generators or folders differ, with significance",
    .details = "A folder is a collection: .map files, and what map import reads without a legend. "
               "Each measure stands with Welch's interval of the difference, a permutation p "
               "corrected by Holm for the number of measures, and Cliff's delta; a chart shows the "
               "differences in standard deviations.",
    .params = { DADO_PARAMS(DADO_PARAM(TEXT, "first", .value = "GENERATOR|FOLDER", .word = true,
                                       .needed = true,
                                       .about = "A generator by name, a Lua script, or a folder "
                                                "of maps."),
                            DADO_PARAM(TEXT, "second", .value = "GENERATOR|FOLDER", .word = true,
                                       .needed = true, .about = "The other one."),
                            SAMPLE_PARAMS),
                dado_params_map_rules, dado_params_map_expect },
    .examples = DADO_EXAMPLES({ "dado map compare rooms bsp",
                                "All static measures, with p-values corrected for their number." },
                              { "dado map compare mine caves --report mine.html",
                                "Maps made by hand against generated ones, with a chart." }),
    .run = compare,
};
