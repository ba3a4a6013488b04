// map_gen.c - dado map gen: makes maps; dado map range and compare: what a generator is like.
#include "cli/map.h"

#include <stdio.h>
#include <string.h>

#include "evolve/range.h"
#include "lab/file.h"
#include "report/chart.h"
#include "worlds/dungeon/open.h"
#include "worlds/shelf.h"

static const dado_param gen_flags[] = {
    { .name = "out", .letter = 'o', .kind = DADO_PARAM_FOLDER, .value = "FOLDER",
      .about = "Writes NAME-0.map, NAME-1.map ... there instead of printing." },
    { .name = "seed", .letter = 's', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "Where all luck comes from." },
    { .name = "games", .letter = 'n', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "20",
      .about = "Games of every profile where a map is tested by playing." },
    { .name = "list", .kind = DADO_PARAM_FLAG, .about = "Lists the generator's parameters." },
    { 0 },
};

static const dado_param maps_flag[] = {
    { .name = "maps", .letter = 'm', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "How many maps to make." },
    { 0 },
};

static int list_parameters(dado_call *call, const dado_generator *g)
{
    dado_text out = { 0 };
    dado_text_addf(&out, "%s: %s\n%s\n\n", g->name, g->about, g->method);
    for (int i = 0; g->parameters[i].name; i++) {
        const dado_parameter *p = &g->parameters[i];
        char range[80];
        if (p->kind == DADO_WORDS) snprintf(range, sizeof range, "text");
        else if (p->kind == DADO_SWITCH)
            snprintf(range, sizeof range, "%s", p->by_default != 0 ? "yes" : "no");
        else snprintf(range, sizeof range, "%g (%g to %g)", p->by_default, p->least, p->most);
        dado_text_addf(&out, "  %-14s %-22s %s\n", p->name, range, p->about);
    }
    dado_call_print(call, &out);
    dado_text_free(&out);
    return DADO_EXIT_FINE;
}

static int write_maps(dado_call *call, const dado_map_case *cases, int count)
{
    dado_error err = { 0 };
    const char *folder = dado_given_text(call, "out");
    int failed = 0;
    dado_text out = { 0 };
    if (folder && !dado_folder_make(folder, &err)) return dado_call_fail(call, &err, NULL);
    for (int i = 0; i < count; i++) {
        if (!cases[i].text) {
            failed++;
            dado_call_say(call, "%s: %s: %s", cases[i].name, cases[i].error.code,
                          cases[i].error.text);
            continue;
        }
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.map", folder ? folder : ".", cases[i].name);
        if (!folder) dado_text_add(&out, cases[i].text);
        else if (!dado_file_write(path, cases[i].text, strlen(cases[i].text), &err)) {
            return dado_call_fail(call, &err, NULL);
        }
    }
    if (folder) dado_call_say(call, "wrote %d maps to %s", count - failed, folder);
    bool printed = folder || dado_call_print(call, &out);
    dado_text_free(&out);
    return failed || !printed ? DADO_EXIT_FAILED : DADO_EXIT_FINE;
}

static int gen(dado_call *call)
{
    dado_error err = { 0 };
    int count, maps = (int)dado_given_int(call, "maps", 1, 1, 1000000);
    uint64_t seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX);
    int games = (int)dado_given_int(call, "games", 20, 1, 100000);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    const dado_generator *g;
    if (!dado_map_generator(call->words[0], &g, call->arena, &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    if (!g) return dado_call_misused(call, "%s is no generator", call->words[0]);
    if (dado_given_flag(call, "list")) return list_parameters(call, g);
    dado_map_jury jury = { .games = games, .seed = seed };
    dado_judge judge = { dado_map_jury_quality, &jury };
    dado_map_case *cases;
    if (!dado_map_rules(&call->errand, call->words, call->word_count, &jury.rules, &err) ||
        !dado_map_jury_open(&jury, &call->errand, dado_given_text(call, "profiles"),
                            dado_given_text(call, "expect"), NULL, &err) ||
        !dado_map_cases(&call->errand, call->words, 1, maps, seed, &judge, &cases, &count, &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    for (int i = 0; i < count; i++) {
        if (cases[i].notes) dado_call_say(call, "%s: %s", cases[i].name, cases[i].notes);
    }
    return write_maps(call, cases, count);
}

static const dado_example gen_examples[] = {
    { "dado map gen rooms --seed 7", "One map, printed." },
    { "dado map gen caves -D fill=0.42 -D width=60 --maps 10 --out caves", "Ten maps as files." },
    { "dado map gen grammar -D \"topology=Start->Enemy->Fork[Gold]->Boss->End\"",
      "A dungeon with a story." },
    { "dado map gen gentest -D inner=miners -D min_path=40", "Only maps with a long way." },
    { 0 },
};

const dado_verb dado_verb_map_gen = {
    .name = "gen",
    .words = "GENERATOR",
    .about = "makes maps",
    .details =
        "GENERATOR is rooms, bsp, caves, miners, noise, grammar, prefab, gentest, learned, "
        "or a Lua script with generate(map, p, rng). Map number m of base seed B is made from the "
        "seed derive(B, m), as in dado map eval.",
    .least = 1,
    .most = 1,
    .flags = { dado_params_map_rules, maps_flag, gen_flags, dado_params_map_wish },
    .examples = gen_examples,
    .run = gen,
};

// What there is to say of maps: static measures, and means of played games if any are.
typedef struct columns {
    dado_measure *measures;
    int count;
} columns;

static bool list_columns(dado_call *call, int games, columns *c, dado_error *err)
{
    dado_eval eval;
    int fixed = 0;
    while (!dado_dungeon_tallies[fixed].fixed) fixed++;
    bool fine = dado_eval_list(&eval, err);
    c->measures = dado_new(call->arena, dado_measure, DADO_MAP_MEASURES + eval.measures.games);
    if (fine && !c->measures) fine = dado_fail(err, DADO_LIMIT, "no memory left for the sample");
    for (int i = 0; fine && i < DADO_MAP_MEASURES; i++) {
        c->measures[c->count++] = dado_dungeon_tallies[fixed + i];
    }
    for (int i = 0; fine && games > 0 && i < eval.measures.games; i++) {
        c->measures[c->count++] = *eval.measures.items[i];
    }
    dado_eval_free(&eval);
    return fine;
}

// Plays the maps; the means of every measure over profiles go behind the static ones.
static bool play_columns(dado_call *call, dado_map_case *cases, const dado_source *sources,
                         int count, int games, uint64_t seed, const columns *c, double *values,
                         dado_error *err)
{
    dado_eval e;
    dado_results results = { 0 };
    const char **names;
    dado_plan plan = {
        .instances = sources, .instance_count = count, .matches = games, .seed = seed
    };
    if (!dado_eval_list(&e, err)) return false;
    dado_experiment_how how = { .context = &e, .block = dado_eval_block };
    bool fine =
        dado_map_lineups(dado_given_text(call, "profiles"), &plan, &names, call->arena, err) &&
        dado_eval_begin(&e, &plan, cases, names, NULL, err) &&
        dado_call_experiment(call, &plan, how, &results, err);
    if (fine) dado_eval_finish(&e, &results);
    for (int m = 0; fine && m < count; m++) {
        for (int k = 0; k < e.measures.games; k++) {
            double sum = 0;
            int with = 0;
            for (int p = 0; p < e.profile_count; p++) {
                const dado_eval_cell *cell = &e.cells[(int64_t)m * e.profile_count + p];
                if (!cell->open || cell->summary[k].count == 0) continue;
                sum += cell->summary[k].mean;
                with++;
            }
            values[m * c->count + DADO_MAP_MEASURES + k] = with ? sum / with : DADO_NONE;
        }
    }
    dado_results_free(&results);
    dado_eval_free(&e);
    return fine;
}

// Many maps of one generator as a sample: a row a map.
static bool sample_maps(dado_call *call, const char *word, int maps, uint64_t seed,
                        dado_sample *sample, dado_error *err)
{
    dado_map_case *cases;
    dado_source *sources;
    dado_options rules;
    columns c = { 0 };
    int count, games = (int)dado_given_int(call, "games", 0, 0, 100000), made = 0;
    if (!dado_map_cases(&call->errand, &word, 1, maps, seed, NULL, &cases, &count, err) ||
        !dado_map_rules(&call->errand, call->words, call->word_count, &rules, err) ||
        !dado_map_sources(&call->errand, &rules, cases, count, &sources, err) ||
        !list_columns(call, games, &c, err)) {
        return false;
    }
    double *values = dado_new(call->arena, double, count *c.count);
    if (!values) return dado_fail(err, DADO_LIMIT, "no memory left for the sample");
    dado_arena arena;
    dado_arena_init(&arena, (size_t)1 << 30);
    for (int i = 0; i < count; i++) {
        dado_game game;
        double *row = values + i * c.count;
        for (int k = 0; k < c.count; k++) row[k] = DADO_NONE;
        dado_arena_rewind(&arena, 0);
        if (!cases[i].text || !dado_source_open(&sources[i], &game, &arena, err)) continue;
        memcpy(row, dado_dungeon_of(&game)->fixed, sizeof(double) * DADO_MAP_MEASURES);
        made++;
    }
    dado_arena_free(&arena);
    if (made < 2) return dado_fail(err, DADO_MEANING, "%.60s made fewer than two maps", word);
    *sample = (dado_sample){ word, c.measures, c.count, count, values };
    return games == 0 || play_columns(call, cases, sources, count, games, seed, &c, values, err);
}

static const dado_param range_flags[] = {
    { .name = "x", .kind = DADO_PARAM_TEXT, .value = "MEASURE", .unset = "linearity",
      .about = "Across." },
    { .name = "y", .kind = DADO_PARAM_TEXT, .value = "MEASURE", .unset = "leniency",
      .about = "Up." },
    { .name = "bins", .kind = DADO_PARAM_TEXT, .value = "N", .unset = "20",
      .about = "Cells a side." },
    { .name = "games", .letter = 'n', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "0",
      .about = "Plays so many games of every profile, whose means are measures too." },
    { .name = "seed", .letter = 's', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "Where all luck comes from." },
    { .name = "csv", .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "Writes x, y and count of every cell." },
    { .name = "svg", .kind = DADO_PARAM_FILE, .value = "FILE", .about = "Draws it." },
    { 0 },
};

static const dado_param range_maps[] = {
    { .name = "maps", .letter = 'm', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "500",
      .about = "How many maps to make." },
    { 0 },
};

// The range as a picture: how often each pair of values came, y growing downward.
static bool draw_range(dado_call *call, const dado_range *r, const dado_sample *sample,
                       const char *path, dado_error *err)
{
    double *values = dado_new(call->arena, double, r->across * r->down);
    char about[160];
    if (!values) return dado_fail(err, DADO_LIMIT, "no memory left for a picture");
    for (int y = 0; y < r->down; y++) {
        for (int x = 0; x < r->across; x++) {
            int32_t count = r->counts[y * r->across + x];
            values[y * r->across + x] = count ? count : DADO_NONE;
        }
    }
    snprintf(about, sizeof about, "%d maps of %.40s: %d of %d cells filled", r->rows, sample->name,
             r->filled, r->across * r->down);
    dado_text out = { 0 };
    dado_heat_draw(&(dado_heat){ .title = about,
                                 .about = about,
                                 .rows = r->down,
                                 .columns = r->across,
                                 .values = values,
                                 .row_title = sample->measures[r->y].title,
                                 .column_title = sample->measures[r->x].title,
                                 .value_title = "maps",
                                 .alone = true },
                   &out);
    bool fine = dado_file_write(path, out.data, out.length, err);
    dado_text_free(&out);
    return fine;
}

static int range(dado_call *call)
{
    dado_error err = { 0 };
    dado_sample sample;
    const char *x = dado_given_text(call, "x"), *y = dado_given_text(call, "y");
    int bins = (int)dado_given_int(call, "bins", 20, 2, 100);
    int maps = (int)dado_given_int(call, "maps", 500, 2, 1000000);
    uint64_t seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    if (!sample_maps(call, call->words[0], maps, seed, &sample, &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    dado_range r = { .x = dado_sample_column(&sample, x ? x : "linearity"),
                     .y = dado_sample_column(&sample, y ? y : "leniency"),
                     .across = bins,
                     .down = bins };
    if (r.x < 0 || r.y < 0) return dado_call_misused(call, "there is no such measure of maps");
    if (!dado_range_measure(&r, &sample, call->arena, &err))
        return dado_call_fail(call, &err, NULL);
    dado_text out = { 0 };
    dado_range_print(&r, &sample, &out);
    dado_call_print(call, &out);
    const char *csv = dado_given_text(call, "csv");
    dado_text_clear(&out);
    dado_range_csv(&r, &sample, &out);
    const char *svg = dado_given_text(call, "svg");
    bool fine = (!csv || dado_file_write(csv, out.data, out.length, &err)) &&
                (!svg || draw_range(call, &r, &sample, svg, &err));
    dado_text_free(&out);
    return fine ? DADO_EXIT_FINE : dado_call_fail(call, &err, NULL);
}

static const dado_example range_examples[] = {
    { "dado map range caves --x openness --y path",
      "Two measures of 500 caves against each other." },
    { 0 },
};

const dado_verb dado_verb_map_range = {
    .name = "range",
    .words = "GENERATOR",
    .about = "what a generator's maps are like: two measures against each other",
    .least = 1,
    .most = 1,
    .flags = { dado_params_map_rules, range_maps, range_flags, dado_params_map_wish },
    .examples = range_examples,
    .run = range,
};

static int compare(dado_call *call)
{
    dado_error err = { 0 };
    dado_sample a, b;
    dado_contrast contrasts[DADO_MAP_MEASURES + 32];
    int maps = (int)dado_given_int(call, "maps", 500, 2, 1000000);
    uint64_t seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    if (!sample_maps(call, call->words[0], maps, seed, &a, &err) ||
        !sample_maps(call, call->words[1], maps, seed, &b, &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    int count = dado_samples_compare(&a, &b, 10000, seed, contrasts, call->arena);
    if (count < 0) {
        dado_fail(&err, DADO_LIMIT, "no memory left to compare");
        return dado_call_fail(call, &err, NULL);
    }
    dado_text out = { 0 };
    dado_contrasts_print(contrasts, count, &a, &b, &out);
    dado_call_print(call, &out);
    dado_text_free(&out);
    return DADO_EXIT_FINE;
}

static const dado_param compare_flags[] = {
    { .name = "games", .letter = 'n', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "0",
      .about = "Plays so many games of every profile and compares their means too." },
    { .name = "seed", .letter = 's', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "Where all luck comes from." },
    { 0 },
};

static const dado_example compare_examples[] = {
    { "dado map compare rooms bsp",
      "All static measures, with p-values corrected for their number." },
    { 0 },
};

const dado_verb dado_verb_map_compare = {
    .name = "compare",
    .words = "GENERATOR GENERATOR",
    .about = "how the maps of two generators differ, with significance",
    .least = 2,
    .most = 2,
    .flags = { dado_params_map_rules, range_maps, compare_flags, dado_params_map_wish },
    .examples = compare_examples,
    .run = compare,
};
