// learn.c - level learn and map learn: generators made from examples, and how they compare.
#include <string.h>

#include "evolve/learned.h"
#include "job/errand.h"
#include "lab/file.h"
#include "lab/open.h"
#include "worlds/dungeon/map.h"
#include "worlds/generator.h"
#include "worlds/platform/format.h"

enum {
    files_most = 512,
    worlds_a_level = 60000,  // the planner looks into: most ways are found within a few thousand
};

typedef struct examples {
    const char **paths;  // where each was found
    const char **texts;
    int count;
} examples;

// The files and shipped names among these words, and what is in the folders among them.
static bool find(dado_errand *errand, const char *param, const char *shelf, const char *suffix,
                 examples *e)
{
    const char *const *words = dado_errand_files(errand, param, suffix, &e->count);
    if (!words) return false;
    if (e->count > files_most) {
        return dado_errand_misused(errand, "%d files are more than the %d that can be learned from",
                                   e->count, files_most);
    }
    e->paths = dado_errand_new(errand, const char *, e->count);
    e->texts = dado_errand_new(errand, const char *, e->count);
    if (!e->paths || !e->texts) return false;
    for (int i = 0; i < e->count; i++) {
        if (!dado_errand_read_file(errand, words[i], shelf, suffix, &e->paths[i], &e->texts[i],
                                   NULL)) {
            return false;
        }
    }
    return true;
}

// The texts of all examples, an empty line between: what a generator learns from.
static void join(const examples *e, dado_text *all)
{
    for (int i = 0; i < e->count; i++) dado_text_addf(all, "%s\n\n", e->texts[i]);
}

static bool set_values(dado_errand *errand, const dado_generator *g, const char *texts,
                       dado_values *values)
{
    dado_option options[8];
    int count = 0;
    static const char *const named[] = { "width", "height", "order", "least" };
    options[count++] = (dado_option){ .name = "examples", .text = texts };
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        if (dado_generator_find(g, named[i]) < 0 || !dado_errand_given(errand, named[i])) continue;
        options[count++] =
            (dado_option){ .name = named[i], .text = dado_errand_text(errand, named[i]) };
    }
    if (dado_generator_find(g, "cells") >= 0 && dado_errand_given(errand, "cells")) {
        options[count++] = (dado_option){ .name = "cells", .text = "yes" };
    }
    dado_options all = { options, count };
    return dado_generator_read(g, &all, values, errand->arena, NULL, errand->err);
}

// Makes so many and writes them, if a folder is named; `text` gets each in turn.
static bool make_all(dado_errand *errand, const dado_generator *g, const char *texts,
                     const char *suffix, const char **made_texts)
{
    dado_values values;
    DADO_ENDS(dado_made_free) dado_made made = { 0 };
    uint64_t seed = (uint64_t)dado_errand_whole(errand, "seed");
    int count = (int)dado_errand_whole(errand, "count");
    const char *folder = dado_errand_text(errand, "out");
    bool fine = (!folder || errand->files || dado_folder_make(folder, errand->err)) &&
                set_values(errand, g, texts, &values);
    for (int i = 0; fine && i < count; i++) {
        if (dado_errand_stopped(errand)) {
            fine = dado_fail(errand->err, DADO_LIMIT, "stopped after %d of %d were made", i, count);
            break;
        }
        dado_errand_working(errand, i, count, "made", "%s", g->name);
        fine = dado_generator_make(g, &values, dado_derive(seed, (uint64_t)i), NULL, &made,
                                   errand->err);
        made_texts[i] =
            fine ? dado_arena_copy(errand->arena, made.text.data, made.text.length) : NULL;
        char path[600];
        snprintf(path, sizeof path, "%.500s/learned-%04d%s", folder ? folder : "", i + 1, suffix);
        if (fine && folder) {
            fine = dado_errand_write(errand, path, made.text.data, made.text.length);
        }
    }
    return fine;
}

static void put_set(dado_part *table, const char *name, const dado_learned_set *s)
{
    static const int shown[] = { DADO_LEVEL_GAPS, DADO_LEVEL_LINEARITY, DADO_LEVEL_LENIENCY,
                                 DADO_LEVEL_DENSITY };
    dado_put(table, name, s->levels, dado_figure_hits(s->finished, s->levels, 0.95),
             dado_figure_measure(DADO_RATIO, &s->novelty, 0.95));
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        dado_put(table, dado_figure_mean(&s->measures[shown[i]], 0.95));
    }
}

static bool read_levels(dado_errand *errand, const char *const *texts, const char *const *names,
                        int count, const dado_level ***levels)
{
    *levels = dado_new(errand->arena, const dado_level *, count + 1);
    for (int i = 0; *levels && i < count; i++) {
        dado_level *level = dado_new(errand->arena, dado_level, 1);
        if (!level) break;
        if (!dado_level_read(level, names ? names[i] : "learned", texts[i], errand->arena,
                             errand->err)) {
            errand->blamed = texts[i];
            return false;
        }
        (*levels)[i] = level;
        if (i + 1 == count) return true;
    }
    return dado_fail(errand->err, DADO_LIMIT, "no memory left for levels");
}

static void hear_of_levels(void *context, int judged, int all)
{
    dado_errand_working(context, judged, all, "levels", "the planner tries them");
}

static bool tell_folder(dado_errand *errand, dado_part *table, const char *param,
                        const dado_level *const *known, int known_count, dado_arena *arena)
{
    examples e = { 0 };
    const dado_level **levels;
    dado_learned_set set;
    dado_planner_how how = dado_planner_usual();
    how.budget = worlds_a_level;
    how.heed.told = errand->stop;
    if (!find(errand, param, "levels", ".level", &e) ||
        !read_levels(errand, e.texts, e.paths, e.count, &levels) ||
        !dado_learned_measure(levels, e.count, known, known_count, &how,
                              (dado_judging){ hear_of_levels, errand }, &set, arena, errand->err)) {
        return false;
    }
    put_set(table, dado_errand_nth(errand, param, 0), &set);
    return true;
}

static bool run_levels(dado_errand *errand)
{
    dado_document *answer = errand->answer;
    examples e = { 0 };
    int count = (int)dado_errand_whole(errand, "count");
    const char **made = dado_errand_new(errand, const char *, count);
    const dado_level **known, **learned;
    dado_learned_set set;
    dado_planner_how how = dado_planner_usual();
    how.budget = worlds_a_level;
    how.heed.told = errand->stop;
    dado_draft all = { 0 };
    DADO_ENDS(dado_arena_free) dado_arena arena = { 0 };
    if (!made) return false;
    dado_arena_init(&arena, (size_t)4 << 30);
    bool fine = find(errand, "level", "levels", ".level", &e) &&
                read_levels(errand, e.texts, e.paths, e.count, &known);
    if (fine) join(&e, &all);
    fine = fine &&
           make_all(errand, dado_generator_named("learned-row"), dado_text_string(&all), ".level",
                    made) &&
           read_levels(errand, made, NULL, count, &learned);
    answer->title = "Levels in the manner of others";
    dado_part *table = dado_table(answer, "sets",
        DADO_FIELD(WORDS, "set", "set"),
        DADO_FIELD(NUMBER, "levels", "levels"),
        DADO_FIELD(ESTIMATE, "finished", "finished",
                   .about = "Share that the planner finishes within 60,000 worlds."),
        DADO_FIELD(ESTIMATE, "novelty", "novelty",
                   .about = "Share of windows of four by four tiles that no (other) example has."),
        DADO_FIELD(ESTIMATE, "gaps", "gaps"),
        DADO_FIELD(ESTIMATE, "linearity", "linearity"),
        DADO_FIELD(ESTIMATE, "leniency", "leniency"),
        DADO_FIELD(ESTIMATE, "density", "density"));
    dado_judging judging = { hear_of_levels, errand };
    fine = fine && dado_learned_measure(known, e.count, known, e.count, &how, judging, &set, &arena,
                                        errand->err);
    if (fine) put_set(table, "examples", &set);
    fine = fine && dado_learned_measure(learned, count, known, e.count, &how, judging, &set, &arena,
                                        errand->err);
    if (fine) put_set(table, "learned", &set);
    if (fine && dado_errand_count(errand, "beside")) {
        fine = tell_folder(errand, table, "beside", known, e.count, &arena);
    }
    if (fine && !dado_errand_text(errand, "out")) {
        dado_document_source(answer, "first", made[0]);
    }
    return fine;
}

static const dado_field map_fields[] = {
    DADO_FIELD(NUMBER, "maps", "maps"),
    DADO_FIELD(ESTIMATE, "floor", "floor"),
    DADO_FIELD(ESTIMATE, "novelty", "novelty",
               .about = "Share of windows of four by four cells that no (other) example has."),
};

static bool walls_of(const char *source, const char *text, dado_letters *grid, dado_arena *arena,
                     dado_error *err)
{
    dado_map map;
    if (!dado_map_read(&map, source, text, strlen(text), arena, NULL, err)) return false;
    uint8_t *cells = dado_new(arena, uint8_t, map.width * map.height);
    if (!cells) return dado_fail(err, DADO_LIMIT, "no memory left for maps");
    for (int i = 0; i < map.width * map.height; i++) cells[i] = map.id[i] != DADO_CELL_WALL;
    *grid = (dado_letters){ map.height, map.width, cells };
    return true;
}

static void put_maps(dado_part *table, const char *name, const dado_letters *maps, int count,
                     const dado_letters *known, int known_count, dado_arena *arena)
{
    dado_moments floor = { 0 }, fresh = { 0 };
    for (int i = 0; i < count; i++) {
        int open = 0, cells = maps[i].width * maps[i].height;
        for (int c = 0; c < cells; c++) open += maps[i].cells[c];
        dado_moments_add(&floor, (double)open / cells);
        double value = dado_novelty(&maps[i], known, known_count, maps == known ? i : -1,
                                    DADO_LEARNED_WINDOW, arena);
        if (!dado_is_none(value)) dado_moments_add(&fresh, value);
    }
    dado_put(table, name, count, dado_figure_measure(DADO_RATIO, &floor, 0.95),
             dado_figure_measure(DADO_RATIO, &fresh, 0.95));
}

static bool run_maps(dado_errand *errand)
{
    dado_document *answer = errand->answer;
    examples e = { 0 };
    int count = (int)dado_errand_whole(errand, "count");
    const char **made = dado_errand_new(errand, const char *, count);
    dado_letters *known = dado_errand_new(errand, dado_letters, files_most);
    dado_letters *learned = dado_errand_new(errand, dado_letters, count);
    dado_draft all = { 0 };
    if (!made || !known || !learned) return false;
    bool fine = find(errand, "map", "maps", ".map", &e);
    for (int i = 0; fine && i < e.count; i++) {
        fine = walls_of(e.paths[i], e.texts[i], &known[i], errand->arena, errand->err);
        if (!fine) errand->blamed = e.texts[i];
    }
    if (fine) join(&e, &all);
    fine = fine &&
           make_all(errand, dado_generator_named("learned"), dado_text_string(&all), ".map", made);
    for (int i = 0; fine && i < count; i++) {
        fine = walls_of("learned", made[i], &learned[i], errand->arena, errand->err);
    }
    answer->title = "Maps in the manner of others";
    dado_field fields[4] = { { .name = "set", .title = "set", .kind = DADO_FIELD_WORDS } };
    memcpy(fields + 1, map_fields, sizeof map_fields);
    dado_part *table = dado_document_table(answer, "sets", fields, 4);
    if (fine) {
        put_maps(table, "examples", known, e.count, known, e.count, errand->arena);
        put_maps(table, "learned", learned, count, known, e.count, errand->arena);
        if (!dado_errand_text(errand, "out")) dado_document_source(answer, "first", made[0]);
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
    DADO_PARAM(FOLDER, "out", 'o', .value = "FOLDER",
               .about = "Writes what is made there: learned-0001, learned-0002 ..."),
    { 0 },
};

const dado_job dado_job_level_learn = {
    .name = "level learn",
    .about = "makes levels in the manner of examples, and says how they compare",
    .details =
        "Learns Markov chains from levels: over whole columns, looking back so many of them, or "
        "over cells by their neighbours; a context that was seen too rarely gives way to a shorter "
        "one. What is made is compared with the examples: how much of it the planner finishes, how "
        "much of it they do not have, where its measures lie. As a generator it is called "
        "learned-row.",
    .params = { DADO_PARAMS(
        DADO_PARAM(FILE, "level", .value = "FOLDER|LEVEL", .word = true, .needed = true,
                   .many = true,
                   .about = "Levels to learn from, shipped ones by name, and folders of them."),
        DADO_PARAM(FLAG, "cells",
                   .about = "Learns cells by their neighbours; else whole columns by those before "
                            "them."),
        DADO_PARAM(FILE, "beside", .value = "FOLDER", .many = true,
                   .about = "Other levels to compare with, such as evolved ones.")),
                shared },
    .examples = DADO_EXAMPLES(
        { "dado level learn levels -n 20 --beside evolved",
          "Twenty levels in the manner of a folder, beside another." }),
    .run = run_levels,
};

const dado_job dado_job_map_learn = {
    .name = "map learn",
    .about = "makes maps in the manner of examples, and says how they compare",
    .details = "Learns from the walls of maps which cells stand beside which; start, exit and "
               "things are put as every generator does. As a generator it is called learned, and "
               "takes part in map eval, compare and range.",
    .params = { DADO_PARAMS(
        DADO_PARAM(FILE, "map", .value = "FOLDER|MAP", .word = true, .needed = true, .many = true,
                   .about = "Maps to learn from, shipped ones by name, and folders of them."),
        DADO_PARAM(WHOLE, "height", .least = 8, .most = 200, .unset = "as the generator has it",
                   .about = "Rows of what is made.")),
                shared },
    .examples = DADO_EXAMPLES(
        { "dado map learn library/maps -n 5 --width 40 --height 25",
          "Five maps like the shipped." }),
    .run = run_maps,
};
