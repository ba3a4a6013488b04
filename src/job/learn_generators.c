// learn_generators.c - level learn and map learn: makes generators from examples, and compares
// them.
#include <string.h>

#include "evolve/generated_level_comparison.h"
#include "evolve/level_repair.h"
#include "report/report_functions.h"
#include "job/job_run.h"
#include "lab/file.h"
#include "lab/game_source.h"
#include "worlds/dungeon/dungeon_internal.h"
#include "worlds/generator.h"
#include "worlds/platform/level_format.h"

enum {
    files_most = 512,
    // Worlds that the planner examines; most routes are found within a few thousand.
    worlds_a_level = 60000,
};

typedef struct examples {
    const char **paths;  // the path of each
    const char **texts;
    int count;
} examples;

// Finds the files and shipped names among these words, and the files in the folders among them.
static bool find(dado_job_run *job_run, const char *param, const char *shelf, const char *suffix,
                 examples *e)
{
    const char *const *words = dado_job_run_expand_files(job_run, param, suffix, &e->count);
    if (!words) return false;
    if (e->count > files_most) {
        return dado_job_run_usage_error(job_run,
                                        "%d files are more than the %d that can be learned from",
                                        e->count, files_most);
    }
    e->paths = dado_job_run_new(job_run, const char *, e->count);
    e->texts = dado_job_run_new(job_run, const char *, e->count);
    if (!e->paths || !e->texts) return false;
    for (int i = 0; i < e->count; i++) {
        if (!dado_job_run_read_file(job_run, words[i], shelf, suffix, &e->paths[i], &e->texts[i],
                                    NULL)) {
            return false;
        }
    }
    return true;
}

// Joins the texts of all examples, with an empty line between: a generator learns from this.
static void join(const examples *e, dado_text *all)
{
    for (int i = 0; i < e->count; i++) dado_text_addf(all, "%s\n\n", e->texts[i]);
}

static bool set_values(dado_job_run *job_run, const dado_generator *g, const char *texts,
                       dado_parameter_values *values)
{
    dado_option options[8];
    int count = 0;
    static const char *const named[] = { "width", "height", "order", "least" };
    options[count++] = (dado_option){ .name = "examples", .text = texts };
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        if (dado_generator_find(g, named[i]) < 0 || !dado_job_run_is_given(job_run, named[i]))
            continue;
        options[count++] =
            (dado_option){ .name = named[i], .text = dado_job_run_text(job_run, named[i]) };
    }
    if (dado_generator_find(g, "cells") >= 0 && dado_job_run_is_given(job_run, "cells")) {
        options[count++] = (dado_option){ .name = "cells", .text = "yes" };
    }
    dado_options all = { options, count };
    return dado_generator_read(g, &all, values, job_run->region, NULL, job_run->err);
}

// Whether what was made will do; it may be changed. Returns false if that cannot be found out.
typedef bool accept_made(dado_job_run *job_run, dado_text *text, bool last, bool *accepted);

// Makes so many, and writes them if a folder is named. `made_texts` gets each in turn. What
// `accept` does not take is drawn again, a few times.
static bool make_all(dado_job_run *job_run, const dado_generator *g, const char *texts,
                     const char *suffix, accept_made *accept, const char **made_texts)
{
    enum { draws = 12 };
    dado_parameter_values values;
    DADO_CLEANUP(dado_generated_free) dado_generated made = { 0 };
    uint64_t seed = dado_job_run_seed(job_run);
    int count = (int)dado_job_run_int(job_run, "count");
    const char *folder = dado_job_run_text(job_run, "out");
    bool fine = (!folder || job_run->files || dado_folder_make(folder, job_run->err)) &&
                set_values(job_run, g, texts, &values);
    for (int i = 0; fine && i < count; i++) {
        if (dado_job_run_is_stopped(job_run)) {
            fine =
                dado_fail(job_run->err, DADO_LIMIT, "stopped after %d of %d were made", i, count);
            break;
        }
        dado_job_run_report_progress(job_run, i, count, "made", "%s", g->name);
        uint64_t own = dado_derive_seed(seed, (uint64_t)i);
        bool accepted = false;
        for (int k = 0; fine && !accepted && k < draws; k++) {
            fine = dado_generator_make(g, &values, k ? dado_derive_seed(own, (uint64_t)k) : own,
                                       NULL, &made, job_run->err);
            accepted = !accept;
            if (fine && accept) fine = accept(job_run, &made.text, k == draws - 1, &accepted);
        }
        made_texts[i] =
            fine ? dado_region_copy(job_run->region, made.text.data, made.text.length) : NULL;
        char path[600];
        snprintf(path, sizeof path, "%.500s/learned-%04d%s", folder ? folder : "", i + 1, suffix);
        if (fine && folder) {
            fine = dado_job_run_write(job_run, path, made.text.data, made.text.length);
        }
    }
    return fine;
}

// Takes a level that the planner finishes, and gives it the route as its certificate. The last
// level drawn is repaired if it can be; otherwise it stays as it is, without one.
static bool accept_level(dado_job_run *job_run, dado_text *text, bool last, bool *accepted)
{
    enum { repairs = 300 };
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init(&region, (size_t)1 << 30);
    dado_planner_settings how = dado_planner_defaults();
    how.budget = worlds_a_level;
    how.stop_signal.told = job_run->stop;
    dado_level level;
    dado_route *route = dado_new(&region, dado_route, 1);
    dado_repair *repair = dado_new(&region, dado_repair, 1);
    if (!route || !repair) return dado_fail(job_run->err, DADO_LIMIT, "no memory left for levels");
    if (!dado_level_read(&level, "learned", dado_text_string(text), &region, job_run->err) ||
        !dado_level_prove(&level, &how, route, &region, job_run->err)) {
        return false;
    }
    if (!route->won && last) {
        if (!dado_level_repair(&level, &how, repairs, (dado_judging_progress){ 0 }, repair, &region,
                               job_run->err)) {
            return false;
        }
        *route = repair->route;
    }
    *accepted = route->won;
    if (!route->won) return true;
    if (!dado_level_set_route(&level, route->buttons, route->ticks, &region))
        return dado_fail(job_run->err, DADO_LIMIT, "no memory left for levels");
    dado_text_clear(text);
    dado_level_write_with_route(&level, text);
    return true;
}

static bool read_levels(dado_job_run *job_run, const char *const *texts, const char *const *names,
                        int count, const dado_level ***levels)
{
    *levels = dado_new(job_run->region, const dado_level *, count + 1);
    for (int i = 0; *levels && i < count; i++) {
        dado_level *level = dado_new(job_run->region, dado_level, 1);
        if (!level) break;
        if (!dado_level_read(level, names ? names[i] : "learned", texts[i], job_run->region,
                             job_run->err)) {
            job_run->source_with_error = texts[i];
            return false;
        }
        (*levels)[i] = level;
        if (i + 1 == count) return true;
    }
    return dado_fail(job_run->err, DADO_LIMIT, "no memory left for levels");
}

static void on_levels_judged(void *context, int judged, int all)
{
    dado_job_run_report_progress(context, judged, all, "levels", "the planner tries them");
}

static bool report_folder(dado_job_run *job_run, dado_part *table, const char *param,
                          const dado_level *const *known, int known_count, dado_region *region)
{
    examples e = { 0 };
    const dado_level **levels;
    dado_level_set_metrics set;
    dado_planner_settings how = dado_planner_defaults();
    how.budget = worlds_a_level;
    how.stop_signal.told = job_run->stop;
    if (!find(job_run, param, "levels", ".level", &e) ||
        !read_levels(job_run, e.texts, e.paths, e.count, &levels) ||
        !dado_level_set_measure(levels, e.count, known, known_count, &how,
                                (dado_judging_progress){ on_levels_judged, job_run }, &set, region,
                                job_run->err)) {
        return false;
    }
    dado_report_level_set(table, dado_job_run_nth_arg(job_run, param, 0), &set);
    return true;
}

static bool run_levels(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    examples e = { 0 };
    int count = (int)dado_job_run_int(job_run, "count");
    const char **made = dado_job_run_new(job_run, const char *, count);
    const dado_level **known, **learned;
    dado_level_set_metrics set;
    dado_planner_settings how = dado_planner_defaults();
    how.budget = worlds_a_level;
    how.stop_signal.told = job_run->stop;
    DADO_CLEANUP(dado_text_free) dado_text all = { 0 };
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    if (!made) return false;
    dado_region_init(&region, (size_t)4 << 30);
    bool fine = find(job_run, "level", "levels", ".level", &e) &&
                read_levels(job_run, e.texts, e.paths, e.count, &known);
    if (fine) join(&e, &all);
    fine = fine &&
           make_all(job_run, dado_generator_named("learned-row"), dado_text_string(&all), ".level",
                    dado_job_run_is_given(job_run, "keep-all") ? NULL : accept_level, made) &&
           read_levels(job_run, made, NULL, count, &learned);
    answer->title = "Levels in the manner of others";
    dado_part *table = dado_report_level_sets(answer);
    dado_judging_progress judging = { on_levels_judged, job_run };
    fine = fine && dado_level_set_measure(known, e.count, known, e.count, &how, judging, &set,
                                          &region, job_run->err);
    if (fine) dado_report_level_set(table, "examples", &set);
    fine = fine && dado_level_set_measure(learned, count, known, e.count, &how, judging, &set,
                                          &region, job_run->err);
    if (fine) dado_report_level_set(table, "learned", &set);
    if (fine && dado_job_run_arg_count(job_run, "beside")) {
        fine = report_folder(job_run, table, "beside", known, e.count, &region);
    }
    if (fine && !dado_job_run_text(job_run, "out")) {
        dado_document_source(answer, "first", made[0]);
    }
    return fine;
}

static bool walls_of(const char *source, const char *text, dado_letter_grid *grid,
                     dado_region *region, dado_error *err)
{
    dado_map map;
    if (!dado_map_read(&map, source, text, strlen(text), region, NULL, err)) return false;
    uint8_t *cells = dado_new(region, uint8_t, map.width * map.height);
    if (!cells) return dado_fail(err, DADO_LIMIT, "no memory left for maps");
    for (int i = 0; i < map.width * map.height; i++) cells[i] = map.id[i] != DADO_CELL_WALL;
    *grid = (dado_letter_grid){ map.height, map.width, cells };
    return true;
}

// The measures that say whether maps are of one style.
static const int style_measures[DADO_MAP_STYLE_MEASURES] = {
    DADO_MAP_FLOOR_RATIO, DADO_MAP_PATH,     DADO_MAP_LINEARITY,
    DADO_MAP_DEAD_ENDS,   DADO_MAP_OPENNESS, DADO_MAP_CHOKES,
};

static bool report_maps(dado_job_run *job_run, dado_part *table, const char *name,
                        const char *const *texts, const dado_letter_grid *maps, int count,
                        const dado_letter_grid *known, int known_count)
{
    dado_moments fresh = { 0 }, style[DADO_MAP_STYLE_MEASURES] = { { 0 } };
    for (int i = 0; i < count; i++) {
        size_t mark = dado_region_mark(job_run->region);
        dado_options none = { 0 };
        dado_game_source source;
        dado_game game;
        if (!dado_game_source_from_text(&source, "learned.map", texts[i], &none, job_run->region,
                                        job_run->err) ||
            !dado_game_source_open(&source, &game, job_run->region, job_run->err)) {
            return false;
        }
        for (int m = 0; m < DADO_MAP_STYLE_MEASURES; m++) {
            double value = dado_dungeon_of(&game)->fixed[style_measures[m]];
            if (!dado_is_none(value)) dado_moments_add(&style[m], value);
        }
        dado_region_rewind(job_run->region, mark);
        double value = dado_novelty(&maps[i], known, known_count, maps == known ? i : -1,
                                    DADO_NOVELTY_WINDOW, job_run->region);
        if (!dado_is_none(value)) dado_moments_add(&fresh, value);
    }
    dado_report_map_set(table, name, count, style, &fresh);
    return true;
}

static bool run_maps(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    examples e = { 0 };
    int count = (int)dado_job_run_int(job_run, "count");
    const char **made = dado_job_run_new(job_run, const char *, count);
    dado_letter_grid *known = dado_job_run_new(job_run, dado_letter_grid, files_most);
    dado_letter_grid *learned = dado_job_run_new(job_run, dado_letter_grid, count);
    DADO_CLEANUP(dado_text_free) dado_text all = { 0 };
    if (!made || !known || !learned) return false;
    bool fine = find(job_run, "map", "maps", ".map", &e);
    for (int i = 0; fine && i < e.count; i++) {
        fine = walls_of(e.paths[i], e.texts[i], &known[i], job_run->region, job_run->err);
        if (!fine) job_run->source_with_error = e.texts[i];
    }
    if (fine) join(&e, &all);
    fine = fine && make_all(job_run, dado_generator_named("learned"), dado_text_string(&all),
                            ".map", NULL, made);
    for (int i = 0; fine && i < count; i++) {
        fine = walls_of("learned", made[i], &learned[i], job_run->region, job_run->err);
    }
    answer->title = "Maps in the manner of others";
    dado_part *table = dado_report_map_sets(answer);
    if (fine) {
        fine = report_maps(job_run, table, "examples", e.texts, known, e.count, known, e.count) &&
               report_maps(job_run, table, "learned", made, learned, count, known, e.count);
        if (!dado_job_run_text(job_run, "out")) dado_document_source(answer, "first", made[0]);
    }
    return fine;
}

static const dado_param shared[] = {
    DADO_PARAM(WHOLE, "count", 'n', .usual = "10", .least = 1, .most = 1000,
               .about = "How many to make."),
    DADO_PARAM(WHOLE, "order", .least = 0, .most = 6, .unset = "2 columns, 3 neighbours",
               .about = "How far a chain looks back."),
    DADO_PARAM(WHOLE, "least", .least = 1, .most = 1000, .unset = "2",
               .about = "A context seen fewer times gives way to a shorter one."),
    DADO_PARAM(WHOLE, "width", .least = 8, .most = 1024, .unset = "as the generator has it",
               .about = "Columns of what is made."),
    DADO_PARAM(WHOLE, "seed", 's', .usual = "1", .about = "Where all luck comes from."),
    DADO_PARAM(FOLDER, "out", 'o', .typed = "output", .value = "FOLDER",
               .about = "Writes what is made there: learned-0001, learned-0002 ..."),
    { 0 },
};

const dado_job dado_job_level_learn = {
    .name = "level learn",
    .about = "makes levels in the manner of examples, and says how they compare",
    .details =
        "Learns Markov chains from levels: over whole columns, looking back so many of them, or "
        "over cells by their neighbours; a context that was seen too rarely gives way to a shorter "
        "one. A level that the planner does not finish is drawn again, the twelfth one repaired; "
        "what is written carries the route that finishes it (dado level check). What is made is "
        "compared with the examples: how much of it the planner finishes, how much of it they do "
        "not have, where its measures lie. As a generator it is called learned-row.",
    .params = { DADO_PARAMS(
                    DADO_PARAM(
                        FILE, "level", .value = "FOLDER|LEVEL", .word = true, .needed = true,
                        .many = true,
                        .about =
                            "Levels to learn from, shipped ones by name, and folders of them."),
                    DADO_PARAM(
                        FLAG, "cells",
                        .about =
                            "Learns cells by their neighbours; else whole columns by those before "
                            "them."),
                    DADO_PARAM(FLAG, "keep-all",
                               .about = "Keeps levels as they are drawn, finished or not."),
                    DADO_PARAM(FILE, "beside", .value = "FOLDER", .many = true,
                               .about = "Other levels to compare with, such as evolved ones.")),
                shared },
    .examples = DADO_EXAMPLES({ "dado level learn levels -n 20 --beside evolved",
                                "Twenty levels in the manner of a folder, beside another." }),
    .run = run_levels,
};

const dado_job dado_job_map_learn = {
    .name = "map learn",
    .about = "makes maps in the manner of examples, and says how they compare",
    .details =
        "Learns from the walls of maps which cells stand beside which; start, exit and "
        "things are put as every generator does. The answer has six measures of both, with "
        "intervals: where they overlap, nothing tells the two apart. As a generator it is called "
        "learned, and takes part in map eval, compare and range.",
    .params = { DADO_PARAMS(
                    DADO_PARAM(
                        FILE, "map", .value = "FOLDER|MAP", .word = true, .needed = true,
                        .many = true,
                        .about = "Maps to learn from, shipped ones by name, and folders of them."),
                    DADO_PARAM(WHOLE, "height", .least = 8, .most = 200,
                               .unset = "as the generator has it",
                               .about = "Rows of what is made.")),
                shared },
    .examples = DADO_EXAMPLES({ "dado map learn library/maps -n 5 --width 40 --height 25",
                                "Five maps like the shipped." }),
    .run = run_maps,
};
