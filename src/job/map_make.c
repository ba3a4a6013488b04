// map_make.c - maps made, and what a generator's maps are like: three jobs about generators.
#include <stdio.h>
#include <string.h>

#include "evolve/maps.h"
#include "evolve/range.h"
#include "job/maps.h"
#include "report/ground.h"
#include "report/report.h"
#include "worlds/dungeon/open.h"

// ---- map gen ----

static void list_parameters(const dado_generator *g, dado_document *answer)
{
    answer->title = dado_document_copy(answer, g->name);
    answer->said = dado_document_copy(answer, g->about);
    dado_document_text(answer, "method", g->method);
    dado_part *part = dado_table(answer, "parameters",
        DADO_FIELD(WORDS, "name", ""),
        DADO_FIELD(WORDS, "usual", "usual"),
        DADO_FIELD(NUMBER, "least", "least"),
        DADO_FIELD(NUMBER, "most", "most"),
        DADO_FIELD(WORDS, "about", ""));
    for (int i = 0; g->parameters[i].name; i++) {
        const dado_parameter *p = &g->parameters[i];
        bool number = p->kind != DADO_WORDS && p->kind != DADO_SWITCH;
        dado_put(part, p->name);
        if (number) dado_put_wordsf(part, "%g", p->by_default);
        else
            dado_put(part, p->kind == DADO_WORDS ? "text" : p->by_default != 0  ? "yes" : "no");
        dado_put(part, number ? p->least : DADO_NONE, number ? p->most : DADO_NONE, p->about);
    }
}

// A map as its text, and drawn for those who see more than text.
static void add_map(dado_document *answer, const dado_map_case *c, int number, dado_arena *arena)
{
    enum { most_drawn = 24 };
    size_t mark = dado_arena_mark(arena);
    dado_ground ground;
    if (number < most_drawn && dado_ground_read(&ground, ".map", c->name, c->text, arena)) {
        dado_report_ground(answer, DADO_PART(dado_document_copyf(answer, "picture_%d", number),
                                             .caption = c->name, .reader = DADO_FOR_PAGES),
                           &ground, c->name, arena);
    }
    dado_arena_rewind(arena, mark);
    dado_document_source(answer, DADO_PART(dado_document_copyf(answer, "map_%d", number),
                                           .attached = true, .folded = true), c->text);
}

static bool write_maps(dado_errand *errand, const dado_map_case *cases, int count)
{
    dado_document *answer = errand->answer;
    const char *folder = dado_errand_text(errand, "out");
    int made = 0;
    dado_part *wrong =
        dado_document_diagnostics(answer, DADO_PART("diagnostics", .reader = DADO_FOR_PAGES));
    if (folder && !errand->files && !dado_folder_make(folder, errand->err)) return false;
    for (int i = 0; i < count; i++) {
        const dado_map_case *c = &cases[i];
        if (c->notes) dado_errand_say(errand, "%s: %s", c->name, c->notes);
        if (!c->text) {
            answer->lacking = true;
            dado_errand_say(errand, "%s: %s: %s", c->name, c->error.code, c->error.text);
            dado_put_remark(wrong, &c->error, false, NULL);
            continue;
        }
        made++;
        if (!folder) {
            add_map(answer, c, i, errand->arena);
            continue;
        }
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.map", folder, c->name);
        if (!dado_errand_write(errand, path, c->text, strlen(c->text))) return false;
    }
    if (folder) {
        dado_errand_say(errand, "wrote %d %s to %s", made, made == 1 ? "map" : "maps", folder);
    }
    return true;
}

static bool gen(dado_errand *errand)
{
    const char *word = dado_errand_text(errand, "generator");
    const dado_generator *g;
    dado_maps maps;
    if (!dado_map_generator(errand, word, &g)) return false;
    if (!g) return dado_errand_misused(errand, "%s is no generator", word);
    if (dado_errand_given(errand, "list")) {
        list_parameters(g, errand->answer);
        return true;
    }
    return dado_errand_maps(errand, &word, 1, &maps) &&
           write_maps(errand, maps.cases, maps.plan.instance_count);
}

const dado_job dado_job_map_gen = {
    .name = "map gen",
    .about = "makes maps",
    .details =
        "GENERATOR is one of dado list generators, or a Lua script with generate(map, p, rng). Map "
        "number m of base seed B is made from the seed derive(B, m), as in dado map eval.",
    .params = { DADO_PARAMS(
        DADO_PARAM(TEXT, "generator", .value = "GENERATOR", .word = true, .needed = true,
                   .about = "A generator by name, or a Lua script."),
        DADO_PARAM(WHOLE, "maps", 'm', .usual = "1", .least = 1, .most = 1e6,
                   .about = "How many maps to make."),
        DADO_PARAM(FOLDER, "out", 'o', .beside = true,
                   .about = "Writes NAME-0.map, NAME-1.map ... there instead of printing."),
        DADO_PARAM_SEED,
        DADO_PARAM(WHOLE, "games", 'n', .usual = "20", .least = 1, .most = 100000,
                   .about = "Games of every profile where a map is tested by playing."),
        DADO_PARAM(FLAG, "list", .about = "Lists the generator's parameters.")),
                dado_params_map_rules, dado_params_map_wish },
    .examples = DADO_EXAMPLES(
        { "dado map gen rooms --seed 7", "One map, printed." },
        { "dado map gen caves -D fill=0.42 -D width=60 --maps 10 --out caves",
          "Ten maps as files." },
        { "dado map gen grammar -D \"topology=Start->Enemy->Fork[Gold]->Boss->End\"",
          "A dungeon with a story." },
        { "dado map gen gentest -D inner=miners -D min_path=40", "Only maps with a long way." }),
    .run = gen,
};

// ---- many maps of one generator, a row each ----

// The mean of a measure over profiles.
static double mean_over_profiles(const dado_eval *e, int map, int measure)
{
    double sum = 0;
    int with = 0;
    for (int p = 0; p < e->profile_count; p++) {
        const dado_eval_cell *cell = dado_eval_at(e, map, p);
        if (!cell->played || cell->summary[measure].count == 0) continue;
        sum += cell->summary[measure].mean;
        with++;
    }
    return with ? sum / with : DADO_NONE;
}

// Plays the maps; the means of every measure go behind the static ones.
static bool play_maps(dado_errand *errand, dado_maps *maps, dado_eval *e, int columns,
                      double *values)
{
    DADO_ENDS(dado_results_free) dado_results results = { 0 };
    if (!dado_eval_begin(e, &maps->plan, maps->cases, NULL, errand->err) ||
        !dado_errand_experiment(errand, &maps->plan, e, dado_eval_block, &results)) {
        return false;
    }
    if (results.interrupted) return dado_fail(errand->err, DADO_LIMIT, "it was stopped");
    dado_eval_finish(e, &results);
    for (int m = 0; m < e->map_count; m++) {
        for (int k = 0; k < e->listed; k++) {
            values[m * columns + DADO_MAP_MEASURES + k] = mean_over_profiles(e, m, k);
        }
    }
    return true;
}

// What there is to say of maps: static measures, and means of played games if any are.
static bool sample_maps(dado_errand *errand, const char *word, dado_sample *sample)
{
    dado_maps maps;
    DADO_ENDS(dado_eval_free) dado_eval e = { 0 };
    if (!dado_errand_maps(errand, &word, 1, &maps) || !dado_eval_list(&e, errand->err)) {
        return false;
    }
    int columns = DADO_MAP_MEASURES + (maps.jury.games ? e.listed : 0);
    int count = maps.plan.instance_count, made = 0;
    dado_measure *measures = dado_errand_new(errand, dado_measure, columns);
    double *values = dado_errand_new(errand, double, count *columns);
    if (!measures || !values) return false;
    memcpy(measures, dado_map_traits(), DADO_MAP_MEASURES * sizeof *measures);
    for (int k = DADO_MAP_MEASURES; k < columns; k++) {
        measures[k] = *e.measures.items[k - DADO_MAP_MEASURES];
    }
    DADO_ENDS(dado_arena_free) dado_arena arena = { 0 };
    dado_arena_init(&arena, (size_t)1 << 30);
    for (int i = 0; i < count; i++) {
        dado_game game;
        double *row = values + i * columns;
        for (int k = 0; k < columns; k++) row[k] = DADO_NONE;
        dado_arena_rewind(&arena, 0);
        if (!maps.cases[i].text ||
            !dado_source_open(&maps.plan.instances[i], &game, &arena, errand->err)) {
            continue;
        }
        memcpy(row, dado_dungeon_of(&game)->fixed, sizeof(double) * DADO_MAP_MEASURES);
        made++;
    }
    if (made < 2)
        return dado_fail(errand->err, DADO_MEANING, "%.60s made fewer than two maps", word);
    *sample = (dado_sample){ word, measures, columns, count, values };
    return !maps.jury.games || play_maps(errand, &maps, &e, columns, values);
}

#define SAMPLE_PARAMS \
    { .name = "maps", .letter = 'm', .kind = DADO_PARAM_WHOLE, .usual = "500", .least = 2, \
      .most = 1e6, .about = "How many maps to make." }, \
    { .name = "games", .letter = 'n', .kind = DADO_PARAM_WHOLE, .usual = "0", .most = 100000, \
      .about = "Plays so many games of every profile, whose means are measures too." }, \
    DADO_PARAM_SEED, DADO_PARAM_THREADS

// ---- map range ----

static bool range(dado_errand *errand)
{
    dado_sample sample;
    int bins = (int)dado_errand_whole(errand, "bins");
    if (!sample_maps(errand, dado_errand_text(errand, "generator"), &sample)) return false;
    dado_range r = { .x = dado_sample_column(&sample, dado_errand_text(errand, "x")),
                     .y = dado_sample_column(&sample, dado_errand_text(errand, "y")),
                     .across = bins,
                     .down = bins };
    if (r.x < 0 || r.y < 0) {
        return dado_errand_misused(errand, "there is no measure of maps called %s",
                                   dado_errand_text(errand, r.x < 0 ? "x" : "y"));
    }
    if (!dado_range_measure(&r, &sample, errand->arena, errand->err)) return false;
    dado_report_range(errand->answer, &r, &sample, "maps");
    return dado_errand_write_parts(errand, "range_cells", 0, "range");
}

const dado_job dado_job_map_range = {
    .name = "map range",
    .about = "what a generator's maps are like: two measures against each other",
    .params = { DADO_PARAMS(
        DADO_PARAM(TEXT, "generator", .value = "GENERATOR", .word = true, .needed = true,
                   .about = "A generator by name, or a Lua script."),
        DADO_PARAM(TEXT, "x", .value = "MEASURE", .usual = "linearity", .about = "Across."),
        DADO_PARAM(TEXT, "y", .value = "MEASURE", .usual = "leniency", .about = "Upward."),
        DADO_PARAM(WHOLE, "bins", .usual = "20", .least = 2, .most = 100, .about = "Cells a side."),
        DADO_PARAM(OUTPUT, "csv", .beside = true, .about = "Writes x, y and count of every cell."),
        DADO_PARAM(OUTPUT, "svg", .beside = true, .about = "Draws it."),
        SAMPLE_PARAMS),
                dado_params_map_rules, dado_params_map_wish },
    .examples = DADO_EXAMPLES(
        { "dado map range caves --x openness --y path",
          "Two measures of 500 caves against each other." }),
    .run = range,
};

// ---- map compare ----

static bool compare(dado_errand *errand)
{
    dado_document *answer = errand->answer;
    dado_sample a, b;
    if (!sample_maps(errand, dado_errand_text(errand, "first"), &a) ||
        !sample_maps(errand, dado_errand_text(errand, "second"), &b)) {
        return false;
    }
    dado_contrast *contrasts = dado_new(errand->arena, dado_contrast, a.columns + 1);
    int count = contrasts ? dado_samples_compare(&a, &b, 10000,
                                                 (uint64_t)dado_errand_whole(errand, "seed"),
                                                 contrasts, errand->arena)
                          : -1;
    if (count < 0) return dado_fail(errand->err, DADO_LIMIT, "no memory left to compare");
    answer->title = dado_document_copyf(answer, "%s and %s", a.name, b.name);
    answer->said = dado_document_copyf(answer, "%d maps of each", a.rows);
    dado_report_contrasts(answer, contrasts, count, &a, &b);
    return true;
}

const dado_job dado_job_map_compare = {
    .name = "map compare",
    .about = "how the maps of two generators differ, with significance",
    .params = { DADO_PARAMS(
        DADO_PARAM(TEXT, "first", .value = "GENERATOR", .word = true, .needed = true,
                   .about = "A generator by name, or a Lua script."),
        DADO_PARAM(TEXT, "second", .value = "GENERATOR", .word = true, .needed = true,
                   .about = "The other one."),
        SAMPLE_PARAMS),
                dado_params_map_rules, dado_params_map_wish },
    .examples = DADO_EXAMPLES(
        { "dado map compare rooms bsp",
          "All static measures, with p-values corrected for their number." }),
    .run = compare,
};
