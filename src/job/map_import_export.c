// map_import_export.c - converts maps from and to the formats of other tools.
#include <stdio.h>
#include <string.h>

#include "job/map_inputs.h"
#include "report/map_picture.h"
#include "worlds/dungeon/map_formats/map_format.h"
#include "worlds/dungeon/lua_definitions.h"

// ---- map export ----

// Reads the sprites of --sprites: a legend file, or a name in the library, and the PNG beside it.
static bool read_sprites(dado_job_run *job_run, dado_sprites *sprites)
{
    const char *word = dado_job_run_text(job_run, "sprites"), *path, *legend, *bytes;
    size_t size;
    if (!dado_job_run_read_file(job_run, word, "sprites", ".sprites", &path, &legend, &size)) {
        return false;
    }
    job_run->source_with_error = legend;
    if (!dado_sprites_read(sprites, path, legend, job_run->region, job_run->err)) return false;
    dado_file_beside beside = { job_run, path };
    return dado_job_run_read_beside(&beside, sprites->file, &bytes, &size, job_run->err) &&
           dado_sprites_sheet(sprites, bytes, size, job_run->err);
}

static bool write_form(dado_job_run *job_run, const dado_map_picture *ground, const char *name,
                       const char *form, dado_text *out)
{
    const dado_map *map = ground->of;
    const dado_map_format *editor = dado_map_format_named(form);
    if (editor && editor->write) editor->write(map, out);
    else if (strcmp(form, "ascii") == 0) dado_map_ascii(map, out);
    else if (strcmp(form, "json") == 0) dado_map_json(map, out);
    else if (strcmp(form, "map") == 0) dado_map_write(map, out);
    else
        return dado_map_picture_write(ground, strcmp(form, "png") == 0, name, out, job_run->region,
                                      job_run->err);
    return true;
}

static bool export(dado_job_run *job_run)
{
    const char *path = dado_job_run_text(job_run, "out");
    const char *form = dado_job_run_output_format(job_run, "to", path, "ascii");
    dado_maps maps;
    dado_map map;
    if (!form || !dado_job_run_read_map(job_run, &maps, &map)) return false;
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    dado_sprites sheet, *sprites = dado_job_run_is_given(job_run, "sprites") ? &sheet : NULL;
    if (sprites && strcmp(form, "png") != 0 && strcmp(form, "svg") != 0) {
        return dado_job_run_usage_error(job_run, "--sprites needs a picture: --to png, or --to "
                                                 "svg");
    }
    if (sprites && !read_sprites(job_run, sprites)) return false;
    dado_map_picture ground = { &dado_dungeon_ground, &map, .sprites = sprites };
    return write_form(job_run, &ground, maps.cases->name, form, &out) &&
           dado_job_run_output(job_run, path, &out, strcmp(form, "png") == 0, "map");
}

const dado_job dado_job_map_export = {
    .name = "map export",
    .about = "writes a map as text, JSON, SVG, PNG, or for the editors Tiled and LDtk",
    .params = { dado_params_map,
                DADO_PARAMS(
                    DADO_PARAM(
                        CHOICE, "to", .old_letter = 't', .value = "FORM",
                        .choices = "ascii json svg png map tmx ldtk",
                        .unset = "by the name of the file, else ascii",
                        .about =
                            "The form: tmx is Tiled's; map, tmx and ldtk keep all of a map, and "
                            "map import reads the two editors' again, and ascii. json is for "
                            "other programs and is not read again."),
                    DADO_PARAM(
                        FILE, "sprites", .value = "LEGEND",
                        .about = "Draws pictures with a sheet of sprites: a legend and the PNG it "
                                 "names, or dungeon, which is ours."),
                    DADO_PARAM(OUTPUT, "out", 'o', .typed = "output", .beside = true,
                               .unset = "standard output", .about = "Where to write.")),
                dado_params_map_rules },
    .examples = DADO_EXAMPLES(
        { "dado map export library/maps/crossroads.map -o crossroads.png", "A picture." },
        { "dado map export library/maps/lair.map --sprites dungeon -o lair.png",
          "The same drawn with sprites." },
        { "dado map export caves --seed 3 --to json", "A generated map for another program." },
        { "dado map export caves --seed 3 -o cave.tmx", "A generated map for the Tiled editor." }),
    .run = export,
};

// ---- map import ----

// Reports what an import could not keep, a line each, in the answer and on the log.
static void report_losses(dado_job_run *job_run, const dado_import_losses *losses)
{
    dado_part *part = dado_table(
        job_run->answer,
        DADO_PART("losses", .heading = "What could not be kept, and what had to be decided",
                  .reader = DADO_FOR_PAGES),
        DADO_FIELD(WORDS, "loss", "what could not be kept"), DADO_FIELD(NUMBER, "times", "times"));
    // A loss that spoils the whole map is noticed last, but reported first.
    int worst = losses->count - 1;
    while (worst > 0 && strncmp(losses->list[worst].text, "nobody can win", 14) != 0) worst--;
    for (int k = 0; k < losses->count; k++) {
        const dado_import_loss *loss = &losses->list[k == 0 ? worst : k <= worst ? k - 1 : k];
        dado_put(part, loss->text, loss->times);
        if (loss->times > 1)
            dado_job_run_message(job_run, "%s (%d times)", loss->text, loss->times);
        else dado_job_run_message(job_run, "%s", loss->text);
    }
    if (losses->more) dado_job_run_message(job_run, "and %d more losses", losses->more);
}

static bool read_all(dado_job_run *job_run, dado_import *ask, dado_templates *templates)
{
    const char *legend = dado_job_run_text(job_run, "legend"), *found, *scripts;
    const char *given = dado_job_run_text(job_run, "templates");
    dado_templates_shipped(templates);
    ask->templates = templates;
    return dado_job_run_read_file(job_run, ask->source, "", "", &found, &ask->bytes,
                                  &ask->length) &&
           (!legend || dado_job_run_read(job_run, legend, &ask->legend)) &&
           (!given || (dado_job_run_read(job_run, given, &scripts) &&
                       dado_lua_templates(scripts, given, templates, job_run->err)));
}

static bool import(dado_job_run *job_run)
{
    dado_file_beside beside = { job_run, dado_job_run_text(job_run, "file") };
    const char *form = dado_job_run_text(job_run, "from"),
               *path = dado_job_run_text(job_run, "out");
    dado_import ask = { .source = beside.source,
                        .beside = dado_job_run_read_beside,
                        .self = &beside };
    if (strcmp(form, "json") == 0) form = "tiled";  // an older name for Tiled's format
    ask.form = strcmp(form, "guess") == 0 ? NULL : dado_map_format_named(form);
    ask.part = (int)dado_job_run_int(job_run, "part");
    ask.seed = dado_job_run_seed(job_run);
    dado_templates *templates = dado_job_run_new(job_run, dado_templates, 1);
    dado_import_losses *losses = dado_job_run_new(job_run, dado_import_losses, 1);
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    if (!templates || !losses || !read_all(job_run, &ask, templates) ||
        !dado_map_import(&ask, &out, losses, job_run->err)) {
        return false;
    }
    report_losses(job_run, losses);
    return dado_job_run_output(job_run, path, &out, false, "map");
}

static const dado_param import_params[] = {
    DADO_PARAM(FILE, "file", .word = true, .needed = true,
               .about = "What another tool or game keeps a map in."),
    { .name = "from",
      .letter = 'f',
      .kind = DADO_PARAM_CHOICE,
      .value = "FORM",
      .usual = "guess",
      .choices = "guess ascii numbers tmx tiled ldtk ogmo des xp vglc pcg octile griddly "
                 "overcooked json",
      .about = "What it is; tiled, or json, is Tiled's JSON." },
    DADO_PARAM(FILE, "legend", 'l',
               .about = "What signs, tiles, layers and objects mean, a line each: o = 1 ogre, "
                        "Walls = wall, * = skip."),
    DADO_PARAM(WHOLE, "part", .typed = "which", .least = 0, .most = 1e6, .unset = "the first",
               .about = "Which map of a file that holds several, from 1."),
    DADO_PARAM(WHOLE, "seed", 's', .usual = "1", .about = "Settles what a file leaves to chance."),
    DADO_PARAM(FILE, "templates", .unset = "the shipped ones",
               .about = "Lua definitions of enemies and items."),
    DADO_PARAM(OUTPUT, "out", 'o', .typed = "output", .beside = true, .unset = "standard output",
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
        { "dado map import drawing.txt -o mine.map", "A map drawn with letters." },
        { "dado map import level.tmx -o level.map", "A map from the Tiled editor." },
        { "dado map import quest.des --seed 3 -o quest.map", "A level of MiniHack." }),
    .run = import,
};
