// level_generate.c - level gen: makes levels with a generator of the shelf.
#include <stdio.h>
#include <string.h>

#include "core/game_extras.h"
#include "job/level_inputs.h"
#include "worlds/generator.h"
#include "worlds/platform/level_format.h"

// Returns true if the generator's world calls what it is played on a level.
static bool makes_levels(const dado_generator *g)
{
    dado_game game = { .rules = dado_rules_named(g->world) };
    const char *made = game.rules ? dado_game_extra(&game, bred_of_generator) : NULL;
    return made && strcmp(made, "level") == 0;
}

static const dado_generator *find_generator(dado_job_run *job_run)
{
    const char *word = dado_job_run_text(job_run, "generator"), *near = NULL;
    const dado_generator *g = dado_generator_named(word);
    if (g && makes_levels(g)) return g;
    DADO_CLEANUP(dado_text_free) dado_text all = { 0 };
    for (int i = 0; dado_generators[i]; i++) {
        if (!makes_levels(dado_generators[i])) continue;
        near = dado_nearer_name(word, dado_generators[i]->name, near);
        dado_text_addf(&all, "%s%s", all.length ? ", " : "", dado_generators[i]->name);
    }
    dado_fail(job_run->err, DADO_MISSING, "there is no generator of levels called %.60s%s%s%s",
              word, near ? "; did you mean " : "; there are ", near ? near : dado_text_string(&all),
              near ? "?" : "");
    return NULL;
}

// Reads what was made and has the planner find a route for it. A level that it does not finish
// stays without one.
static bool certify(dado_job_run *job_run, const char *text, dado_text *out, bool *finished)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init(&region, (size_t)1 << 30);
    dado_planner_settings how = dado_job_run_planner(job_run);
    dado_route *route = dado_new(&region, dado_route, 1);
    dado_level level;
    if (!route) return dado_fail(job_run->err, DADO_LIMIT, "no memory left for a route");
    if (!dado_level_read(&level, "generated", text, &region, job_run->err) ||
        !dado_level_prove(&level, &how, route, &region, job_run->err)) {
        return false;
    }
    *finished = route->won;
    if (route->won && !dado_level_set_route(&level, route->buttons, route->ticks, &region))
        return dado_fail(job_run->err, DADO_LIMIT, "no memory left for a route");
    dado_level_write_with_route(&level, out);
    return true;
}

static bool make_one(dado_job_run *job_run, const dado_generator *g,
                     const dado_parameter_values *values, int i, int *finished)
{
    DADO_CLEANUP(dado_generated_free) dado_generated made = { .stop = job_run->stop };
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    const char *folder = dado_job_run_text(job_run, "output");
    uint64_t seed = dado_derive_seed(dado_job_run_seed(job_run), (uint64_t)i);
    bool won = false;
    if (!dado_generator_make(g, values, seed, NULL, &made, job_run->err) ||
        !certify(job_run, dado_text_string(&made.text), &text, &won)) {
        return false;
    }
    *finished += won;
    if (!folder) {
        dado_document *answer = job_run->answer;
        dado_document_source(answer, dado_document_copyf(answer, "level_%d", i),
                             dado_text_string(&text));
        return true;
    }
    const char *path = dado_job_run_copyf(job_run, "%s/%s-%04d.level", folder, g->name, i + 1);
    return path && dado_job_run_write_text(job_run, path, &text);
}

static bool generate(dado_job_run *job_run)
{
    const dado_generator *g = find_generator(job_run);
    const char *folder = dado_job_run_text(job_run, "output");
    int count = (int)dado_job_run_int(job_run, "levels"), finished = 0;
    dado_options options;
    dado_parameter_values values;
    if (!g || !dado_job_run_options(job_run, &options) ||
        !dado_generator_read(g, &options, &values, job_run->region, NULL, job_run->err) ||
        (folder && !job_run->files && !dado_folder_make(folder, job_run->err))) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (dado_job_run_is_stopped(job_run))
            return dado_fail(job_run->err, DADO_LIMIT, "stopped after %d of %d levels", i, count);
        dado_job_run_report_progress(job_run, i, count, "levels", "%s", g->name);
        if (!make_one(job_run, g, &values, i, &finished)) return false;
    }
    dado_job_run_message(job_run, "the planner finishes %d of %d", finished, count);
    return true;
}

const dado_job dado_job_level_gen = {
    .name = "level gen",
    .about = "makes levels with a generator",
    .details =
        "GENERATOR is one of dado list generators that makes platform levels: primitives puts "
        "together short stretches that pass a test, random-row draws patterns, learned-row keeps "
        "to examples. A level carries the route of the planner, where it finds one.",
    .params = { DADO_PARAMS(
        DADO_PARAM(TEXT, "generator", .value = "GENERATOR", .word = true, .needed = true,
                   .about = "A generator of levels, by name."),
        DADO_PARAM(WHOLE, "levels", 'n', .usual = "1", .least = 1, .most = 10000,
                   .about = "How many levels to make."),
        DADO_PARAM(WHOLE, "seed", 's', .usual = "1", .about = "Where all luck comes from."),
        DADO_PARAM(SET, "set", 'D', .many = true, .about = "Sets a parameter of the generator."),
        DADO_PARAM(FOLDER, "output", 'o', .beside = true,
                   .about = "Writes NAME-0001.level ... there instead of printing.")) },
    .examples = DADO_EXAMPLES({ "dado level gen primitives -n 20 -o built",
                                "Twenty levels put together from tested stretches." }),
    .run = generate,
};
