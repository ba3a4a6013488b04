// map_exchange.c - maps that come from other tools, and go to them.
#include <stdio.h>
#include <string.h>

#include "job/maps.h"
#include "report/ground.h"
#include "worlds/dungeon/exchange/form.h"
#include "worlds/dungeon/lua.h"

// Files beside another: tile sets, templates, levels, sheets of sprites.
typedef struct folder {
    dado_errand *errand;
    const char *source;
} folder;

static bool read_beside(void *self, const char *name, const char **bytes, size_t *length,
                        dado_error *err)
{
    const folder *f = self;
    const char *found;
    if (name[0] == '/' || strstr(name, "..")) {
        return dado_fail(err, DADO_MEANING, "%.200s is not beside the file", name);
    }
    const char *path = dado_errand_copyf(f->errand, "%.*s%s",
                                         (int)(dado_base_name(f->source) - f->source), f->source,
                                         name);
    return (path || dado_fail(err, DADO_LIMIT, "no memory left for a path")) &&
           dado_errand_read_file(f->errand, path, "", "", &found, bytes, length);
}

// ---- map export ----

// The sheet of --sprites: a legend, or the name of one in the library, and the PNG beside it.
static bool read_sprites(dado_errand *errand, dado_sprites *sprites)
{
    const char *word = dado_errand_text(errand, "sprites"), *path, *legend, *bytes;
    size_t size;
    if (!dado_errand_read_file(errand, word, "sprites", ".sprites", &path, &legend, &size)) {
        return false;
    }
    errand->blamed = legend;
    if (!dado_sprites_read(sprites, path, legend, errand->arena, errand->err)) return false;
    folder beside = { errand, path };
    return read_beside(&beside, sprites->file, &bytes, &size, errand->err) &&
           dado_sprites_sheet(sprites, bytes, size, errand->err);
}

static bool write_form(dado_errand *errand, const dado_ground *ground, const char *name,
                       const char *form, dado_text *out)
{
    const dado_map *map = ground->of;
    const dado_map_form *editor = dado_map_form_named(form);
    if (editor && editor->write) editor->write(map, out);
    else if (strcmp(form, "ascii") == 0) dado_map_ascii(map, out);
    else if (strcmp(form, "json") == 0) dado_map_json(map, out);
    else if (strcmp(form, "map") == 0) dado_map_write(map, out);
    else return dado_ground_write(ground, strcmp(form, "png") == 0, name, out, errand->arena,
                                  errand->err);
    return true;
}

static bool export(dado_errand *errand)
{
    const char *path = dado_errand_text(errand, "out");
    const char *form = dado_errand_form(errand, "to", path, "ascii");
    dado_maps maps;
    dado_map map;
    if (!form || !dado_errand_map(errand, &maps, &map)) return false;
    dado_draft out = { 0 };
    dado_sprites sheet, *sprites = dado_errand_given(errand, "sprites") ? &sheet : NULL;
    if (sprites && strcmp(form, "png") != 0 && strcmp(form, "svg") != 0) {
        return dado_errand_misused(errand, "sprites are for pictures: --to png, or svg");
    }
    if (sprites && !read_sprites(errand, sprites)) return false;
    dado_ground ground = { &dado_dungeon_ground, &map, .sprites = sprites };
    return write_form(errand, &ground, maps.cases->name, form, &out) &&
           dado_errand_put(errand, path, &out, strcmp(form, "png") == 0, "map");
}

const dado_job dado_job_map_export = {
    .name = "map export",
    .about = "writes a map as text, JSON, SVG, PNG, or for the editors Tiled and LDtk",
    .params = { dado_params_map, DADO_PARAMS(
        DADO_PARAM(CHOICE, "to", 't', .value = "FORM",
                   .choices = "ascii json svg png map tmx ldtk",
                   .unset = "by the name of the file, else ascii",
                   .about = "The form: tmx is Tiled's; map, tmx and ldtk keep all of a map, and "
                            "map import reads the two editors' again, and ascii. json is for "
                            "other programs and is not read again."),
        DADO_PARAM(FILE, "sprites", .value = "LEGEND",
                   .about = "Draws pictures with a sheet of sprites: a legend and the PNG it "
                            "names, or dungeon, which is ours."),
        DADO_PARAM(OUTPUT, "out", 'o', .beside = true, .unset = "standard output",
                   .about = "Where to write.")),
                dado_params_map_rules },
    .examples = DADO_EXAMPLES(
        { "dado map export library/maps/crossroads.map --out crossroads.png", "A picture." },
        { "dado map export library/maps/lair.map --sprites dungeon --out lair.png",
          "The same drawn with sprites." },
        { "dado map export caves --seed 3 --to json", "A generated map for another program." },
        { "dado map export caves --seed 3 --out cave.tmx",
          "A generated map for the Tiled editor." }),
    .run = export,
};

// ---- map import ----

// What could not be kept, a line each, besides the answer and in it.
static void tell_losses(dado_errand *errand, const dado_losses *losses)
{
    dado_part *part = dado_table(
        errand->answer,
        DADO_PART("losses", .heading = "What could not be kept, and what had to be decided",
                  .reader = DADO_FOR_PAGES),
        DADO_FIELD(WORDS, "loss", "what could not be kept"), DADO_FIELD(NUMBER, "times", "times"));
    int worst = losses->count - 1;  // what spoils the whole map was noticed last, and is said first
    while (worst > 0 && strncmp(losses->list[worst].text, "nobody can win", 14) != 0) worst--;
    for (int k = 0; k < losses->count; k++) {
        const dado_loss *loss = &losses->list[k == 0 ? worst : k <= worst ? k - 1 : k];
        dado_put(part, loss->text, loss->times);
        if (loss->times > 1) dado_errand_say(errand, "%s (%d times)", loss->text, loss->times);
        else dado_errand_say(errand, "%s", loss->text);
    }
    if (losses->more) dado_errand_say(errand, "and %d more losses", losses->more);
}

static bool read_all(dado_errand *errand, dado_import *ask, dado_templates *templates)
{
    const char *legend = dado_errand_text(errand, "legend"), *found, *scripts;
    const char *given = dado_errand_text(errand, "templates");
    dado_templates_shipped(templates);
    ask->templates = templates;
    return dado_errand_read_file(errand, ask->source, "", "", &found, &ask->bytes, &ask->length) &&
           (!legend || dado_errand_read(errand, legend, &ask->legend)) &&
           (!given || (dado_errand_read(errand, given, &scripts) &&
                       dado_lua_templates(scripts, given, templates, errand->err)));
}

static bool import(dado_errand *errand)
{
    folder beside = { errand, dado_errand_text(errand, "file") };
    const char *form = dado_errand_text(errand, "from"), *path = dado_errand_text(errand, "out");
    dado_import ask = { .source = beside.source, .beside = read_beside, .self = &beside };
    if (strcmp(form, "json") == 0) form = "tiled";  // as Tiled's was called first
    ask.form = strcmp(form, "guess") == 0 ? NULL : dado_map_form_named(form);
    ask.part = (int)dado_errand_whole(errand, "part");
    ask.seed = (uint64_t)dado_errand_whole(errand, "seed");
    dado_templates *templates = dado_errand_new(errand, dado_templates, 1);
    dado_losses *losses = dado_errand_new(errand, dado_losses, 1);
    dado_draft out = { 0 };
    if (!templates || !losses || !read_all(errand, &ask, templates) ||
        !dado_map_import(&ask, &out, losses, errand->err)) {
        return false;
    }
    tell_losses(errand, losses);
    return dado_errand_put(errand, path, &out, false, "map");
}

static const dado_param import_params[] = {
    DADO_PARAM(FILE, "file", .word = true, .needed = true,
               .about = "What another tool or game keeps a map in."),
    { .name = "from", .letter = 'f', .kind = DADO_PARAM_CHOICE, .value = "FORM", .usual = "guess",
      .choices = "guess ascii numbers tmx tiled ldtk ogmo des xp vglc pcg octile griddly "
                 "overcooked json",
      .about = "What it is; tiled, or json, is Tiled's JSON." },
    DADO_PARAM(FILE, "legend", 'l',
               .about = "What signs, tiles, layers and objects mean, a line each: o = 1 ogre, "
                        "Walls = wall, * = skip."),
    DADO_PARAM(WHOLE, "part", .least = 0, .most = 1e6, .unset = "the first",
               .about = "Which map of a file that holds several, from 1."),
    DADO_PARAM(WHOLE, "seed", 's', .usual = "1", .about = "Settles what a file leaves to chance."),
    DADO_PARAM(FILE, "templates", .unset = "the shipped ones",
               .about = "Lua definitions of enemies and items."),
    DADO_PARAM(OUTPUT, "out", 'o', .beside = true, .unset = "standard output",
               .about = "Where to write the .map."),
    { 0 },
};

const dado_job dado_job_map_import = {
    .name = "map import",
    .about = "makes a .map of what other tools and games keep their maps in",
    .details =
        "Knows drawings in letters, grids of numbers, Tiled, LDtk, Ogmo, REXPaint, NetHack's and "
        "MiniHack's .des and more; docs/reference/map-forms.md has them all, and what becomes of "
        "each part of a file.\n\n"
        "In letters: # wall, . floor, @ or E start, X or > exit, $ gold, ! potion, + sword, "
        "e rat, o ogre; a legend says otherwise. Tiles mean what the legend, their own words or "
        "their layer's name say; where none of these speaks, their number is the id (0 wall, "
        "1 floor, 2 exit). What could not be kept, and what had to be decided, is said, a line "
        "each; so is it where nobody can win what became of it.",
    .params = { import_params },
    .examples = DADO_EXAMPLES(
        { "dado map import drawing.txt --out mine.map", "A map drawn with letters." },
        { "dado map import level.tmx --out level.map", "A map from the Tiled editor." },
        { "dado map import quest.des --seed 3 --out quest.map", "A level of MiniHack." }),
    .run = import,
};
