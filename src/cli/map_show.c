// map_show.c - dado map import and export: maps exchanged.
#include "cli/map.h"

#include <stdio.h>
#include <string.h>

#include "lab/file.h"
#include "report/dungeon_picture.h"
#include "worlds/dungeon/exchange/form.h"
#include "worlds/dungeon/lua.h"
#include "worlds/dungeon/open.h"

// The map a word names: a file, or map number --number of a generator.
static int one_map(dado_call *call, dado_map_case *found)
{
    dado_error err = { 0 };
    dado_map_case *cases;
    int count;
    uint64_t seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    if (!dado_map_cases(&call->errand, call->words, 1, 1, seed, NULL, &cases, &count, &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    if (!cases[0].text) return dado_call_fail(call, &cases[0].error, NULL);
    *found = cases[0];
    return DADO_EXIT_FINE;
}

static int read_one(dado_call *call, dado_map *map, dado_map_case *found)
{
    dado_error err = { 0 };
    int code = one_map(call, found);
    if (code != DADO_EXIT_FINE) return code;
    if (!dado_map_read(map, found->path ? found->path : found->name, found->text,
                       strlen(found->text), call->arena, NULL, &err)) {
        return dado_call_fail(call, &err, found->text);
    }
    return DADO_EXIT_FINE;
}

static bool write_form(const dado_map *map, const char *path, const char *form, dado_text *out,
                       dado_error *err)
{
    dado_picture picture;
    const dado_map_form *editor = dado_map_form_named(form);
    if (editor && editor->write) editor->write(map, out);
    else if (strcmp(form, "ascii") == 0) dado_map_ascii(map, out);
    else if (strcmp(form, "json") == 0) dado_map_json(map, out);
    else if (strcmp(form, "map") == 0) dado_map_write(map, out);
    else {
        bool fine = true;
        dado_map_picture(map, &picture);
        if (strcmp(form, "svg") == 0) dado_picture_svg(&picture, path, "A dungeon map.", true, out);
        else fine = dado_picture_png(&picture, 2, out, err);
        dado_picture_free(&picture);
        return fine;
    }
    return true;
}

static const dado_param seed_flag[] = {
    { .name = "seed", .letter = 's', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "Where a generator's luck comes from." },
    { 0 },
};

static int export(dado_call *call)
{
    static const char *const forms[] = { "ascii", "json", "svg",  "png",
                                         "map",   "tmx",  "ldtk", NULL };
    dado_map map;
    dado_map_case found = { 0 };
    dado_error err = { 0 };
    const char *path = dado_given_text(call, "out");
    int form = dado_given_word(call, "to", forms, -1 + 1);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    for (int i = 1; path && !dado_given_text(call, "to") && forms[i]; i++) {
        char suffix[8];
        snprintf(suffix, sizeof suffix, ".%s", forms[i]);
        if (dado_ends_with(path, suffix)) form = i;
    }
    int code = read_one(call, &map, &found);
    if (code != DADO_EXIT_FINE) return code;
    dado_text out = { 0 };
    bool fine = write_form(&map, found.name, forms[form], &out, &err) &&
                dado_file_write(path ? path : "-", out.data, out.length, &err);
    dado_text_free(&out);
    return fine ? DADO_EXIT_FINE : dado_call_fail(call, &err, NULL);
}

static const dado_param export_flags[] = {
    { .name = "to", .letter = 't', .kind = DADO_PARAM_TEXT, .value = "FORM",
      .unset = "by the name of the file, else ascii",
      .about = "ascii, json, svg, png, map, tmx (Tiled) or ldtk." },
    { .name = "out", .letter = 'o', .kind = DADO_PARAM_FILE, .value = "FILE",
      .unset = "standard output", .about = "Where to write." },
    { 0 },
};

static const dado_example export_examples[] = {
    { "dado map export library/maps/crossroads.map --out crossroads.png", "A picture." },
    { "dado map export caves --seed 3 --to json", "A generated map for another program." },
    { "dado map export caves --seed 3 --out cave.tmx", "A generated map for the Tiled editor." },
    { 0 },
};

const dado_verb dado_verb_map_export = {
    .name = "export",
    .words = "MAP|GENERATOR",
    .about = "writes a map as text, JSON, SVG, PNG, or for the editors Tiled and LDtk",
    .offer = DADO_PARAM_FILE,
    .least = 1,
    .most = 1,
    .flags = { dado_params_map_rules, export_flags, seed_flag },
    .examples = export_examples,
    .run = export,
};

// Files beside the one that is imported: tile sets, templates, levels.
typedef struct folder {
    dado_arena *arena;
    const char *source;
} folder;

static bool read_beside(void *self, const char *name, const char **bytes, size_t *length,
                        dado_error *err)
{
    const folder *f = self;
    const char *slash = strrchr(f->source, '/');
    const unsigned char *read;
    char path[1024];
    if (name[0] == '/' || strstr(name, "..")) {
        return dado_fail(err, DADO_MEANING, "%.200s is not beside the file", name);
    }
    snprintf(path, sizeof path, "%.*s%.500s", slash ? (int)(slash + 1 - f->source) : 0, f->source,
             name);
    if (!dado_file_read_bytes(path, DADO_FILE_MOST, f->arena, &read, length, err)) return false;
    *bytes = (const char *)read;
    return true;
}

static const dado_map_form *form_given(dado_call *call)
{
    const char *names[32] = { "guess", "json" };  // json is what Tiled's was called first
    int count = 2;
    for (int i = 0; dado_map_forms[i] && count < 31; i++) names[count++] = dado_map_forms[i]->name;
    int form = dado_given_word(call, "from", names, 0);
    return form == 0 ? NULL : dado_map_form_named(form == 1 ? "tiled" : names[form]);
}

static int import(dado_call *call)
{
    dado_error err = { 0 };
    const char *legend = NULL, *scripts = NULL;
    const unsigned char *bytes;
    const char *legend_path = dado_given_text(call, "legend");
    const char *templates_path = dado_given_text(call, "templates");
    const char *path = dado_given_text(call, "out");
    folder beside = { call->arena, call->words[0] };
    dado_import ask = { .source = call->words[0], .form = form_given(call), .beside = read_beside,
                        .self = &beside };
    ask.part = (int)dado_given_int(call, "part", 0, 0, 1000000);
    ask.seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    dado_templates *templates = dado_new(call->arena, dado_templates, 1);
    dado_losses *losses = dado_new(call->arena, dado_losses, 1);
    dado_text out = { 0 };
    if (!templates || !losses) return DADO_EXIT_FAILED;
    dado_templates_shipped(templates);
    bool fine =
        dado_file_read_bytes(ask.source, DADO_FILE_MOST, call->arena, &bytes, &ask.length, &err) &&
        (!legend_path || dado_file_read(legend_path, DADO_FILE_MOST, call->arena, &legend, &err)) &&
        (!templates_path ||
         (dado_file_read(templates_path, DADO_FILE_MOST, call->arena, &scripts, &err) &&
          dado_lua_templates(scripts, templates_path, templates, &err)));
    if (fine) {
        ask.bytes = (const char *)bytes;
        ask.legend = legend;
        ask.templates = templates;
        fine = dado_map_import(&ask, &out, losses, &err);
    }
    for (int i = 0; fine && i < losses->count; i++) {
        const dado_loss *loss = &losses->list[i];
        if (loss->times > 1) dado_call_say(call, "%s (%d times)", loss->text, loss->times);
        else dado_call_say(call, "%s", loss->text);
    }
    if (fine && losses->more) dado_call_say(call, "and %d more losses", losses->more);
    fine = fine && dado_file_write(path ? path : "-", out.data, out.length, &err);
    dado_text_free(&out);
    return fine ? DADO_EXIT_FINE : dado_call_fail(call, &err, NULL);
}

static const dado_param import_flags[] = {
    { .name = "from", .letter = 'f', .kind = DADO_PARAM_TEXT, .value = "FORM", .unset = "guess",
      .about = "ascii, numbers, tmx, tiled (its JSON), ldtk, ogmo, des, xp, vglc, pcg, octile, "
               "griddly, " "overcooked, or guess." },
    { .name = "legend", .letter = 'l', .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "What signs, tiles, layers and objects mean, a line each: o = 1 ogre, Walls = wall, "
               "" "* = skip." },
    { .name = "part", .kind = DADO_PARAM_TEXT, .value = "N", .unset = "the first",
      .about = "Which map of a file that holds several, from 1." },
    { .name = "seed", .letter = 's', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "Settles what a file leaves to chance." },
    { .name = "templates", .kind = DADO_PARAM_FILE, .value = "FILE", .unset = "the shipped ones",
      .about = "Lua definitions of enemies and items." },
    { .name = "out", .letter = 'o', .kind = DADO_PARAM_FILE, .value = "FILE",
      .unset = "standard output", .about = "Where to write the .map." },
    { 0 },
};

static const dado_example import_examples[] = {
    { "dado map import drawing.txt --out mine.map", "A map drawn with letters." },
    { "dado map import level.tmx --out level.map", "A map from the Tiled editor." },
    { "dado map import quest.des --seed 3 --out quest.map", "A level of MiniHack." },
    { 0 },
};

const dado_verb dado_verb_map_import = {
    .name = "import",
    .words = "FILE",
    .about = "makes a .map of what other tools and games keep their maps in",
    .details =
        "Knows drawings in letters, grids of numbers, Tiled, LDtk, Ogmo, REXPaint, NetHack's and "
        "MiniHack's .des and more; docs/reference/map-forms.md has them all, and what becomes of "
        "each part of a file.\n\n"
        "In letters: # wall, . floor, @ or E start, X or > exit, $ gold, ! potion, + sword, "
        "e rat, o ogre; a legend says otherwise. Tiles mean what the legend, their own words or "
        "their layer's name say; where none of these speaks, their number is the id (0 wall, "
        "1 floor, 2 exit). What could not be kept, and what had to be decided, is said, a line "
        "each.",
    .offer = DADO_PARAM_FILE,
    .least = 1,
    .most = 1,
    .flags = { import_flags },
    .examples = import_examples,
    .run = import,
};
