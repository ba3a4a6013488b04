// level_show_export_repair.c - jobs about one level: show it, write it in another format, repair
// it.
#include <string.h>

#include "evolve/level_repair.h"
#include "job/level_inputs.h"
#include "report/map_picture.h"
#include "worlds/platform/level_format.h"
#include "worlds/platform/platform_game.h"
#include "worlds/platform/reachability.h"

static const dado_param level_word[] = {
    DADO_PARAM(FILE, "level", .value = "LEVEL", .word = true, .needed = true,
               .about = "A level: a file, or the name of one in the library."),
    { 0 },
};

// Reads the level that the user named. Returns NULL, with an error, if that fails. `path` gets
// where it was found.
static dado_selected_level *the_level(dado_job_run *job_run, const char **path)
{
    dado_selected_level *kept = dado_job_run_new(job_run, dado_selected_level, 1);
    const char *name = dado_job_run_text(job_run, "level");
    return kept && dado_job_run_read_level(job_run, name, kept, path) ? kept : NULL;
}

// ---- level show ----

static void add_measures(const dado_selected_level *kept, dado_document *answer)
{
    dado_part *part = dado_table(answer, DADO_PART("measures", .heading = "Its measures"),
                                 DADO_FIELD(WORDS, "name", ""), DADO_FIELD(NUMBER, "value", ""),
                                 DADO_FIELD(WORDS, "title", ""));
    for (int i = 0; i < DADO_LEVEL_MEASURES; i++) {
        if (dado_is_none(kept->measures[i])) continue;
        dado_put(part, dado_level_measures[i].name, kept->measures[i],
                 dado_level_measures[i].title);
    }
}

static void add_proof(const dado_level *level, const dado_route *route, dado_document *answer)
{
    int column = (int)(route->furthest / 16), furthest = 0;
    if (route->won) {
        dado_document_textf(answer, "said",
                            "finished by the planner in %d ticks (%.1f s), %d plans, %llu worlds "
                            "looked into",
                            route->ticks, route->ticks * 0.03, route->plans,
                            (unsigned long long)route->expansions);
    } else {
        bool passable = dado_level_passable(level, &furthest);
        dado_document_textf(answer, "said",
                            route->spent ? "no way found within the budget of %llu worlds: the "
                                           "planner came as far as column %d of %d; %s"
                                         : "no way found: the planner gave up after %llu worlds, "
                                           "within its budget; it came as far as column %d of %d; "
                                           "%s",
                            (unsigned long long)route->expansions, column, level->exit_column,
                            passable ? "its shape alone does not forbid it"
                                     : "its shape forbids it: nothing beyond can be reached");
    }
    DADO_CLEANUP(dado_text_free) dado_text record = { 0 };
    for (int i = 0; i < route->ticks; i++)
        dado_text_char(&record, dado_buttons_digit(route->buttons[i]));
    dado_part *facts = dado_document_facts(answer, DADO_PART("proof", .reader = DADO_FOR_PAGES));
    dado_fact(facts, "finished", "finished by the planner", route->won);
    dado_fact(facts, "ticks", "ticks", route->ticks);
    dado_fact(facts, "plans", "plans", route->plans);
    dado_fact(facts, "expansions", "worlds looked into", (int64_t)route->expansions);
    dado_fact(facts, "spent", "its budget was used up", route->spent);
    dado_fact(facts, "furthest", "columns seen", column);
    dado_fact(facts, "record", "buttons, a digit a tick", dado_text_string(&record));
}

static bool show(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    const char *path, *picture = dado_job_run_text(job_run, "picture");
    bool plan = !dado_job_run_is_given(job_run, "no-plan");
    dado_planner_settings how = dado_job_run_planner(job_run);
    dado_selected_level *kept = the_level(job_run, &path);
    if (!kept || (plan && !dado_level_prove(&kept->level, &how, &kept->route, job_run->region,
                                            job_run->err))) {
        return false;
    }
    dado_map_picture ground = { &dado_platform_ground, &kept->level,
                                .route = plan ? &kept->route : NULL,
                                .strip = (int)dado_job_run_int(job_run, "strip") };
    DADO_CLEANUP(dado_text_free) dado_text bytes = { 0 };
    if (picture && (!dado_map_picture_write(&ground, dado_ends_with(picture, ".png"), path, &bytes,
                                            job_run->region, job_run->err) ||
                    !dado_job_run_write_text(job_run, picture, &bytes))) {
        return false;
    }
    if (!ground.strip) ground.strip = 90;  // the width of a page
    dado_report_map_picture(answer, DADO_PART("level"), &ground, path, job_run->region);
    add_measures(kept, answer);
    if (plan) add_proof(&kept->level, &kept->route, answer);
    return true;
}

const dado_job dado_job_level_show = {
    .name = "level show",
    .about = "prints a level, its measures, and whether it can be finished",
    .details = "LEVEL is a file: the common text form with 16 rows, the corpus form with 14, JSON, "
               "or a row of patterns in a file that ends in .genes; or the name of one in the "
               "library.",
    .params = { level_word,
                DADO_PARAMS(
                    DADO_PARAM(
                        OUTPUT, "picture", 'o', .typed = "output", .beside = true,
                        .about = "Draws it, with the planner's way through: FILE.svg or FILE.png."),
                    DADO_PARAM(
                        WHOLE, "strip", .value = "COLUMNS", .usual = "0", .most = DADO_LEVEL_WIDEST,
                        .beside = true,
                        .about = "Breaks the picture into strips of so many columns; 0 does not."),
                    DADO_PARAM(FLAG, "no-plan", .about = "Does not let the planner at it.")),
                dado_params_genes },
    .examples =
        DADO_EXAMPLES({ "dado level show library/levels/first.level",
                        "A level, its measures, and a way through." },
                      { "dado level show library/levels/first.level -o first.svg --strip 80",
                        "The same as a picture in strips." }),
    .run = show,
};

// ---- level export ----

// Has the planner find the route that the level is to carry.
static bool certify(dado_job_run *job_run, dado_selected_level *kept)
{
    dado_planner_settings how = dado_job_run_planner(job_run);
    if (!dado_level_prove(&kept->level, &how, &kept->route, job_run->region, job_run->err))
        return false;
    if (!kept->route.won) {
        return dado_fail(job_run->err, DADO_LIMIT,
                         "the planner finds no way through %s, so there is no certificate; it "
                         "comes as far as column %d of %d",
                         dado_job_run_text(job_run, "level"), (int)(kept->route.furthest / 16),
                         kept->level.exit_column);
    }
    return dado_level_set_route(&kept->level, kept->route.buttons, kept->route.ticks,
                                job_run->region) ||
           dado_fail(job_run->err, DADO_LIMIT, "no memory left for the certificate");
}

static void write_corpus(dado_job_run *job_run, const dado_level *level, dado_text *out)
{
    DADO_CLEANUP(dado_text_free) dado_text lost = { 0 };
    dado_level_corpus_losses(level, &lost);
    dado_job_run_message(job_run, "the corpus form cannot hold: %s", dado_text_string(&lost));
    dado_level_write_corpus(level, out);
}

// Writes a map for Tiled, and beside its file the sheet of tiles.
static bool write_tiled(dado_job_run *job_run, const dado_level *level, const char *path,
                        dado_text *out)
{
    const char *sheet = "level-tiles.png";
    dado_level_write_tiled(level, sheet, out);
    if (!path) return true;
    DADO_CLEANUP(dado_text_free) dado_text bytes = { 0 }, beside = { 0 };
    dado_level tiles;
    dado_map_picture ground = { &dado_platform_ground, &tiles, .strip = 0 };
    dado_text_add_bytes(&beside, path, (size_t)(dado_base_name(path) - path));
    dado_text_add(&beside, sheet);
    return dado_level_sheet(&tiles, job_run->region, job_run->err) &&
           dado_map_picture_write(&ground, true, "tiles", &bytes, job_run->region, job_run->err) &&
           dado_job_run_write_text(job_run, dado_text_string(&beside), &bytes);
}

static bool export(dado_job_run *job_run)
{
    const char *path = dado_job_run_text(job_run, "output"), *found;
    const char *form = dado_job_run_output_format(job_run, "as", path, "text");
    dado_selected_level *kept = form ? the_level(job_run, &found) : NULL;
    if (!kept) return false;
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    bool png = strcmp(form, "png") == 0;
    bool holds_route = strcmp(form, "svg") != 0 && !png && strcmp(form, "corpus") != 0;
    if (dado_job_run_is_given(job_run, "certificate") && !holds_route)
        return dado_job_run_usage_error(job_run, "the form %s cannot hold a certificate", form);
    if (dado_job_run_is_given(job_run, "certificate") && !certify(job_run, kept)) return false;
    if (strcmp(form, "text") == 0) dado_level_write_with_route(&kept->level, &out);
    else if (strcmp(form, "corpus") == 0) write_corpus(job_run, &kept->level, &out);
    else if (strcmp(form, "json") == 0) dado_level_write_json(&kept->level, &out);
    else if (strcmp(form, "tmx") == 0) {
        if (!write_tiled(job_run, &kept->level, path, &out)) return false;
    } else {
        dado_map_picture ground = { &dado_platform_ground, &kept->level,
                                    .strip = (int)dado_job_run_int(job_run, "strip") };
        if (!dado_map_picture_write(&ground, png, found, &out, job_run->region, job_run->err))
            return false;
    }
    return dado_job_run_output(job_run, path, &out, png, "level");
}

const dado_job dado_job_level_export = {
    .name = "level export",
    .about = "writes a level in another form: text, corpus, JSON, Tiled, SVG, PNG",
    .details = "Text, JSON and Tiled's TMX keep every tile and creature, and the route of a level "
               "that carries one; what the corpus form cannot hold is said. Beside a TMX file its "
               "sheet of tiles is written, level-tiles.png.",
    .params = { level_word,
                DADO_PARAMS(
                    DADO_PARAM(CHOICE, "as", .typed = "to", .value = "FORM",
                               .choices = "text corpus json tmx svg png",
                               .unset = "by the name of the output",
                               .about = "The form: text has 16 rows, corpus 14; tmx is Tiled's."),
                    DADO_PARAM(FLAG, "certificate",
                               .about = "Has the planner find a way through, and keeps it with "
                                        "the level: dado level check replays it."),
                    DADO_PARAM(OUTPUT, "output", 'o', .beside = true, .unset = "standard output",
                               .about = "Where to write it."),
                    DADO_PARAM(
                        WHOLE, "strip", .value = "COLUMNS", .usual = "0", .most = DADO_LEVEL_WIDEST,
                        .about = "Breaks a picture into strips of so many columns; 0 does not.")),
                dado_params_genes },
    .examples = DADO_EXAMPLES(
        { "dado level export library/levels/first.level --to corpus", "In the corpus form." },
        { "dado level export library/levels/first.level -o first.png", "As a picture." }),
    .run = export,
};

// ---- level repair ----

static void on_tries(void *context, int judged, int all)
{
    dado_job_run_report_progress(context, judged, all, "changed levels", "the planner tries them");
}

static bool repair(dado_job_run *job_run)
{
    const char *word = dado_job_run_text(job_run, "level"), *found;
    dado_repair *r = dado_job_run_new(job_run, dado_repair, 1);
    dado_planner_settings how = dado_job_run_planner(job_run);
    if (!r) return false;
    dado_selected_level *kept = the_level(job_run, &found);
    if (!kept || !dado_level_repair(&kept->level, &how, (int)dado_job_run_int(job_run, "tries"),
                                    (dado_judging_progress){ on_tries, job_run }, r,
                                    job_run->region, job_run->err)) {
        return false;
    }
    if (!r->needed) dado_job_run_message(job_run, "%s can be won as it is", word);
    dado_part *part =
        dado_table(job_run->answer,
                   DADO_PART("changes", .heading = "What was changed", .reader = DADO_FOR_PAGES),
                   DADO_FIELD(NUMBER, "column", "column"), DADO_FIELD(NUMBER, "row", "row"),
                   DADO_FIELD(WORDS, "from", "was"), DADO_FIELD(WORDS, "to", "is"));
    for (int i = 0; i < r->count; i++) {
        const dado_repair_change *c = &r->changes[i];
        dado_put(part, c->column + 1, c->row + 1, dado_tiles[c->from].name, dado_tiles[c->to].name);
        dado_job_run_message(job_run, "column %d, row %d: %s becomes %s", c->column + 1, c->row + 1,
                             dado_tiles[c->from].name, dado_tiles[c->to].name);
    }
    if (!r->won) {
        return dado_fail(job_run->err, DADO_LIMIT,
                         "%s could not be repaired: after %d runs of the planner it can be "
                         "passed up to column %d of %d",
                         word, r->tried, (int)(r->route.furthest / 16), kept->level.exit_column);
    }
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    if (!dado_level_set_route(&kept->level, r->route.buttons, r->route.ticks, job_run->region))
        return dado_fail(job_run->err, DADO_LIMIT, "no memory left for the certificate");
    dado_level_write_with_route(&kept->level, &text);
    return dado_job_run_output(job_run, dado_job_run_text(job_run, "out"), &text, false, "level");
}

const dado_job dado_job_level_repair = {
    .name = "level repair",
    .about = "makes a level that cannot be won one that can, with the smallest change",
    .details =
        "Where the planner gets stuck every change of one tile nearby is tried, then of two, then "
        "of three: a solid tile taken away, or a rock put down. What was changed is said, a line "
        "each, and the level that is written is one the planner finishes.",
    .params = { level_word,
                DADO_PARAMS(
                    DADO_PARAM(OUTPUT, "out", 'o', .typed = "output", .beside = true,
                               .unset = "standard output", .about = "Where to write the level."),
                    DADO_PARAM(WHOLE, "tries", .usual = "2000", .least = 1, .most = 1e6,
                               .about = "Changed levels the planner is asked about at most.")),
                dado_params_genes },
    .examples = DADO_EXAMPLES(
        { "dado level repair broken.level -o mended.level", "As few tiles changed as it takes." }),
    .run = repair,
};

// ---- the head ----

const dado_job dado_job_level = {
    .name = "level",
    .about = "evolves, measures, draws and converts platform levels",
    .details = "A platform level is a grid of tiles with creatures waiting in it. dado puts levels "
               "together from patterns by evolution, lets a planner prove that they can be "
               "finished, and lets players of several kinds show how hard they are. dado play and "
               "dado sim take files that end in .level like any other game.",
    .examples = DADO_EXAMPLES(
        { "dado level evolve -D algorithm=improved -n 5 -o levels", "Five levels into a folder." },
        { "dado level eval levels", "Who gets through them." }),
};
