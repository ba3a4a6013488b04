// level.c - dado level: platform levels, made, measured, played and drawn.
#define _POSIX_C_SOURCE 200809L
#include "cli/level.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lab/file.h"
#include "lab/library.h"
#include "report/level_picture.h"
#include "worlds/platform/format.h"
#include "worlds/platform/reach.h"

// The text of the file a flag names; NULL where the flag is not given.
static bool read_flag(dado_call *call, const char *flag, const char **text, const char **source)
{
    dado_error err = { 0 };
    *text = NULL;
    *source = dado_given_text(call, flag);
    if (!*source || dado_file_read(*source, DADO_FILE_MOST, call->arena, text, &err)) return true;
    dado_call_fail(call, &err, NULL);
    return false;
}

static bool read_genes(dado_call *call, const char *path, const char *text, dado_kept_level *kept,
                       dado_error *err)
{
    const char *patterns_text, *source;
    dado_patterns patterns;
    dado_score score;
    if (!read_flag(call, "patterns", &patterns_text, &source)) {
        return dado_fail(err, DADO_MISSING, "without its patterns %s cannot be read", path);
    }
    uint64_t seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX);
    if (!dado_patterns_read(&patterns, source ? source : "classic.patterns",
                            patterns_text ? patterns_text : dado_patterns_classic, call->arena,
                            err) ||
        !dado_genes_read(&patterns, path, text, kept->genes, DADO_GENES_MOST, &kept->gene_count,
                         err) ||
        !dado_level_build(&kept->level, &patterns, kept->genes, kept->gene_count, seed,
                          call->arena, err)) {
        return false;
    }
    kept->seed = seed;
    if (dado_score_read(&score, &patterns, "classic.table", dado_table_classic, call->arena,
                        NULL)) {
        dado_genes_measure_all(&patterns, &score, kept->genes, kept->gene_count, kept->measures);
    }
    return true;
}

bool dado_call_level(dado_call *call, const char *path, dado_kept_level *kept)
{
    const char *text = NULL;
    dado_error err = { 0 };
    dado_level_notes notes = { 0 };
    *kept = (dado_kept_level){ 0 };
    for (int i = 0; i < DADO_LEVEL_MEASURES; i++) kept->measures[i] = DADO_NONE;
    const char *shipped = dado_library_file(path, "levels", ".level", call->arena, NULL);
    if (shipped) path = shipped;
    bool fine = dado_file_read(path, DADO_FILE_MOST, call->arena, &text, &err) &&
                (dado_ends_with(path, ".genes")
                     ? read_genes(call, path, text, kept, &err)
                     : dado_level_read_noting(&kept->level, path, text, call->arena, &notes,
                                              &err));
    if (!fine) {
        dado_call_fail(call, &err, text);
        return false;
    }
    for (int i = 0; i < notes.count && i < DADO_LEVEL_NOTES_MOST; i++) {
        const dado_level_note *n = &notes.list[i];
        dado_call_say(call, "%s:%d:%d: %s", path, n->line, n->column, n->text);
    }
    if (notes.count > DADO_LEVEL_NOTES_MOST) {
        dado_call_say(call, "%s: and %d more", path, notes.count - DADO_LEVEL_NOTES_MOST);
    }
    dado_level_measure_all(&kept->level, kept->measures);
    kept->fitness = kept->measures[DADO_GENES_FITNESS];
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool add_folder(dado_call *call, const char *folder, const char **list, int *count,
                       int most)
{
    DIR *open_folder = opendir(folder);
    if (!open_folder) return false;
    int first = *count;
    for (struct dirent *entry; (entry = readdir(open_folder)) != NULL;) {
        if (!dado_ends_with(entry->d_name, ".level") || *count == most) continue;
        dado_text path = { 0 };
        dado_text_addf(&path, "%s/%s", folder, entry->d_name);
        list[(*count)++] = dado_arena_copy(call->arena, dado_text_string(&path), path.length);
        dado_text_free(&path);
    }
    closedir(open_folder);
    qsort(list + first, (size_t)(*count - first), sizeof *list, by_name);
    return true;
}

bool dado_call_level_paths(dado_call *call, const char *const *words, int count,
                           const char *const **paths, int *found)
{
    enum { most = 10000 };
    const char **list = dado_new(call->arena, const char *, most);
    *found = 0;
    for (int i = 0; list && i < count; i++) {
        struct stat about;
        bool folder = stat(words[i], &about) == 0 && S_ISDIR(about.st_mode);
        if (folder) add_folder(call, words[i], list, found, most);
        else if (*found < most) {  // a file, or the name of a level that is shipped
            const char *path =
                dado_library_file(words[i], "levels", ".level", call->arena, NULL);
            list[(*found)++] = path ? path : words[i];
        }
    }
    *paths = list;
    if (list && *found) return true;
    dado_error err;
    dado_fail(&err, DADO_MISSING, "there is no level in %s: levels are files that end in .level",
              count ? words[0] : "nothing");
    dado_call_fail(call, &err, NULL);
    return false;
}

// ---- show ----

static void say_measures(const dado_kept_level *kept, dado_text *out)
{
    for (int i = 0; i < DADO_LEVEL_MEASURES; i++) {
        if (dado_is_none(kept->measures[i])) continue;
        if (i >= DADO_LEVEL_STRUCTURAL && kept->gene_count == 0) continue;
        dado_text_addf(out, "  %-18s %10.4g   %s\n", dado_level_measures[i].name,
                       kept->measures[i], dado_level_measures[i].title);
    }
}

static void say_proof(const dado_level *level, const dado_route *route, dado_text *out)
{
    if (route->won) {
        dado_text_addf(out, "finished by the planner in %d ticks (%.1f s), %d plans, %llu worlds "
                       "looked into\n", route->ticks, route->ticks * 0.03, route->plans,
                       (unsigned long long)route->expansions);
        return;
    }
    int column = (int)(route->furthest / 16), furthest = 0;
    bool passable = dado_level_passable(level, &furthest);
    dado_text_addf(out, "no way found within the budget (%llu worlds): the planner came as far as "
                   "column %d of %d; %s\n", (unsigned long long)route->expansions, column,
                   level->exit_column,
                   passable ? "its shape alone does not forbid it"
                            : "its shape forbids it: nothing beyond can be reached");
}

// The level in colour where there is any, in strips as wide as the terminal.
static void print_level(const dado_call *call, const dado_level *level, dado_text *out)
{
    dado_text plain = { 0 };
    dado_level_write(level, &plain);
    int wide = call->columns > 20 ? call->columns : 80;
    for (int from = 0; from < level->width; from += wide) {
        int columns = level->width - from < wide ? level->width - from : wide;
        for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
            const char *line = plain.data + (size_t)row * (size_t)(level->width + 1) + from;
            for (int i = 0; i < columns; i++) {
                char c = line[i] == '-' ? ' ' : line[i];
                if (!call->colour) {
                    dado_text_char(out, c);
                    continue;
                }
                const char *ink = strchr("X#", c)       ? "33"
                                  : strchr("S@!?QCUL", c) ? "35"
                                  : strchr("tT<>[]", c)   ? "32"
                                  : c == 'o'              ? "93"
                                  : strchr("gkryGKRY", c) ? "91"
                                  : strchr("MF", c)       ? "96"
                                                          : "37";
                dado_text_addf(out, "\033[%sm%c\033[0m", ink, c);
            }
            dado_text_char(out, '\n');
        }
        if (from + wide < level->width) dado_text_char(out, '\n');
    }
    dado_text_free(&plain);
}

static bool write_picture(dado_call *call, const dado_level *level, const dado_route *route,
                          const char *path, int strip)
{
    dado_error err = { 0 };
    dado_text bytes = { 0 };
    dado_level_path way = { .ink = 0xD6336CCCu };
    dado_level_drawing drawing = { .level = level, .strip = strip };
    if (route && route->ticks) {
        way.at = dado_level_trace(level, route, call->arena);
        way.count = way.at ? route->ticks : 0;
        drawing.paths = &way;
        drawing.path_count = 1;
    }
    dado_picture picture = dado_level_draw(&drawing);
    bool fine = true;
    if (dado_ends_with(path, ".png")) fine = dado_picture_png(&picture, 1.6, &bytes, &err);
    else dado_picture_svg(&picture, "A platform level", "Tiles, creatures, start and exit.", true,
                          &bytes);
    fine = fine && dado_file_write(path, dado_text_string(&bytes), bytes.length, &err);
    dado_text_free(&bytes);
    dado_picture_free(&picture);
    if (!fine) dado_call_fail(call, &err, NULL);
    return fine;
}

static int show(dado_call *call)
{
    dado_kept_level kept;
    dado_error err = { 0 };
    int strip = (int)dado_given_int(call, "strip", 0, 0, DADO_LEVEL_WIDEST);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    if (!dado_call_level(call, call->words[0], &kept)) return DADO_EXIT_FAILED;
    dado_planner_how how = dado_planner_usual();
    bool plan = !dado_given_flag(call, "no-plan");
    if (plan && !dado_level_prove(&kept.level, &how, &kept.route, call->arena, &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    const char *picture = dado_given_text(call, "picture");
    if (picture && !write_picture(call, &kept.level, plan ? &kept.route : NULL, picture, strip)) {
        return DADO_EXIT_FAILED;
    }
    dado_text out = { 0 };
    if (dado_given_flag(call, "json")) {
        dado_text_add(&out, "{\"measures\":{");
        bool first = true;
        for (int i = 0; i < DADO_LEVEL_MEASURES; i++) {
            if (i >= DADO_LEVEL_STRUCTURAL && kept.gene_count == 0) continue;
            dado_text_addf(&out, "%s\"%s\":", first ? "" : ",", dado_level_measures[i].name);
            dado_text_json_real(&out, kept.measures[i]);
            first = false;
        }
        dado_text_add(&out, "}");
        if (plan) {
            dado_text_addf(&out,
                           ",\"finished\":%s,\"ticks\":%d,\"plans\":%d,\"expansions\":%llu,"
                           "\"spent\":%s,\"furthest\":%d,\"record\":\"",
                           kept.route.won ? "true" : "false", kept.route.ticks, kept.route.plans,
                           (unsigned long long)kept.route.expansions,
                           kept.route.spent ? "true" : "false", (int)kept.route.furthest / 16);
            for (int i = 0; i < kept.route.ticks; i++) {
                int b = kept.route.buttons[i];
                dado_text_char(&out, (char)(b < 10 ? '0' + b : 'a' + b - 10));
            }
            dado_text_char(&out, '"');
        }
        dado_text_add(&out, "}\n");
    } else {
        print_level(call, &kept.level, &out);
        dado_text_char(&out, '\n');
        say_measures(&kept, &out);
        if (plan) say_proof(&kept.level, &kept.route, &out);
    }
    bool printed = dado_call_print(call, &out);
    dado_text_free(&out);
    return printed ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

static const dado_param show_flags[] = {
    { .name = "picture", .letter = 'o', .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "Draws it, with the planner's way through: FILE.svg or FILE.png." },
    { .name = "strip", .kind = DADO_PARAM_TEXT, .value = "COLUMNS", .unset = "0",
      .about = "Breaks the picture into strips of so many columns; 0 does not." },
    { .name = "no-plan", .kind = DADO_PARAM_FLAG, .about = "Does not let the planner at it." },
    { .name = "patterns", .kind = DADO_PARAM_FILE, .value = "FILE", .unset = "classic.patterns",
      .about = "The patterns a .genes file counts." },
    { .name = "seed", .letter = 's', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "Where the creatures of a .genes file are drawn from." },
    { 0 },
};

static const dado_example show_examples[] = {
    { "dado level show library/levels/first.level", "A level, its measures, and a way through." },
    { "dado level show library/levels/first.level -o first.svg --strip 80",
      "The same as a picture in strips." },
    { 0 },
};

const dado_verb dado_verb_level_show = {
    .name = "show",
    .words = "LEVEL",
    .about = "prints a level, its measures, and whether it can be finished",
    .details = "LEVEL is a file: the common text form with 16 rows, the corpus form with 14, JSON, "
               "or a row of patterns in a file that ends in .genes.",
    .offer = DADO_PARAM_FILE,
    .least = 1,
    .most = 1,
    .flags = { show_flags, dado_params_json },
    .examples = show_examples,
    .run = show,
};

// ---- export ----

static int export(dado_call *call)
{
    static const char *const forms[] = { "text", "corpus", "json", "svg", "png", NULL };
    enum { text, corpus, json, svg, png };
    const char *path = dado_given_text(call, "output");
    int by_default = path && dado_ends_with(path, ".json")  ? json
                     : path && dado_ends_with(path, ".svg") ? svg
                     : path && dado_ends_with(path, ".png") ? png
                                                       : text;
    int form = dado_given_word(call, "as", forms, by_default);
    int strip = (int)dado_given_int(call, "strip", 0, 0, DADO_LEVEL_WIDEST);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    dado_kept_level kept;
    if (!dado_call_level(call, call->words[0], &kept)) return DADO_EXIT_FAILED;
    dado_text out = { 0 };
    dado_error err = { 0 };
    bool fine = true;
    if (form == text) dado_level_write(&kept.level, &out);
    if (form == corpus) dado_level_write_corpus(&kept.level, &out);
    if (form == json) dado_level_write_json(&kept.level, &out);
    if (form == svg || form == png) {
        dado_level_drawing drawing = { .level = &kept.level, .strip = strip };
        dado_picture picture = dado_level_draw(&drawing);
        if (form == png) fine = dado_picture_png(&picture, 1.6, &out, &err);
        else dado_picture_svg(&picture, "A platform level", "Tiles, creatures, start and exit.",
                              true, &out);
        dado_picture_free(&picture);
    }
    fine = fine && dado_file_write(path ? path : "-", dado_text_string(&out), out.length, &err);
    dado_text_free(&out);
    return fine ? DADO_EXIT_FINE : dado_call_fail(call, &err, NULL);
}

static const dado_param export_flags[] = {
    { .name = "as", .kind = DADO_PARAM_TEXT, .value = "FORM", .unset = "by the name of the output",
      .about = "text (16 rows), corpus (14 rows), json, svg or png." },
    { .name = "output", .letter = 'o', .kind = DADO_PARAM_FILE, .value = "FILE",
      .unset = "standard output", .about = "Where to write it." },
    { .name = "strip", .kind = DADO_PARAM_TEXT, .value = "COLUMNS", .unset = "0",
      .about = "Breaks a picture into strips of so many columns; 0 does not." },
    { .name = "patterns", .kind = DADO_PARAM_FILE, .value = "FILE", .unset = "classic.patterns",
      .about = "The patterns a .genes file counts." },
    { .name = "seed", .letter = 's', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "Where the creatures of a .genes file are drawn from." },
    { 0 },
};

static const dado_example export_examples[] = {
    { "dado level export library/levels/first.level --as corpus", "In the corpus form." },
    { "dado level export library/levels/first.level -o first.png", "As a picture." },
    { 0 },
};

const dado_verb dado_verb_level_export = {
    .name = "export",
    .words = "LEVEL",
    .about = "writes a level in another form: text, corpus, JSON, SVG, PNG",
    .offer = DADO_PARAM_FILE,
    .least = 1,
    .most = 1,
    .flags = { export_flags },
    .examples = export_examples,
    .run = export,
};

static const dado_verb *const under[] = {
    &dado_verb_level_evolve, &dado_verb_level_eval,    &dado_verb_level_show,
    &dado_verb_level_export, &dado_verb_level_compare,
    &dado_verb_level_repair, NULL,
};

static const dado_example examples[] = {
    { "dado level evolve -D algorithm=improved -n 5 -o levels", "Five levels into a folder." },
    { "dado level eval levels", "Who gets through them." },
    { 0 },
};

const dado_verb dado_verb_level = {
    .name = "level",
    .words = "VERB",
    .about = "evolves, measures, draws and converts platform levels",
    .details = "A platform level is a grid of tiles with creatures waiting in it. dado puts levels "
               "together from patterns by evolution, lets a planner prove that they can be "
               "finished, and lets players of several kinds show how hard they are. dado play and "
               "dado sim take files that end in .level like any other game.",
    .most = -1,
    .examples = examples,
    .under = under,
};
