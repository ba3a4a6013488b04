// map_eval.c - the job `map eval`: how good maps are, and for which player types.
#include <string.h>

#include "job/map_inputs.h"
#include "job/assertion.h"
#include "report/map_picture.h"
#include "report/report_functions.h"

// Explains why a player gave up games: one such game is replayed and the player's notes are read.
static void explain_stall(dado_job_run *job_run, const dado_map_evaluation *e, int p,
                          dado_text *out)
{
    if (!e->plan->lineups[p].players[0].kind->notes) return;
    for (int m = 0; m < e->map_count; m++) {
        const dado_map_evaluation_cell *cell = dado_map_evaluation_at(e, m, p);
        const uint8_t *ends = e->ends + (cell - e->cells) * e->games;
        int g = 0;
        while (g < cell->played && ends[g] != 2) g++;
        DADO_CLEANUP(dado_engine_free) dado_engine worker = { 0 };
        if (g == cell->played ||
            !dado_experiment_replay(e->plan, m, p, g, job_run->stop, &worker, NULL)) {
            continue;
        }
        const char *notes = worker.agents[0].kind->notes(&worker.agents[0]);
        if (*notes) {
            dado_text_addf(out, "%s%s gave games up, first on %s: %s.", out->length ? " " : "",
                           e->plan->lineups[p].name, e->maps[m].name, notes);
        }
        return;
    }
}

// ---- --pictures ----

// A floor cell where nothing happened gets 0. A wall, and the cell of an item that no player found,
// get an empty field.
static void add_csv(const dado_map_heat *found, int kind, dado_text *out)
{
    for (int i = 0; i < found->width * found->height; i++) {
        double value = found->cells[kind][i];
        if (!dado_is_none(value)) dado_text_real(out, value);
        else if (kind != DADO_MAP_HEAT_FOUND && found->marks[i] != '#') dado_text_char(out, '0');
        dado_text_char(out, (i + 1) % found->width ? ',' : '\n');
    }
}

// Writes one heat map as a drawing with its scale, as a picture and as numbers.
static bool write_heat(dado_job_run *job_run, const char *stem, dado_map_picture *ground,
                       const dado_map_heat *found, int kind, dado_region *region)
{
    DADO_CLEANUP(dado_text_free) dado_text svg = { 0 }, png = { 0 }, csv = { 0 };
    const struct {
        const char *ending;
        dado_text *bytes;
    } files[] = { { "svg", &svg }, { "png", &png }, { "csv", &csv } };
    dado_heatmap heat = dado_map_heatmap(found, (dado_map_heat_kind)kind, dado_base_name(stem));
    ground->heat = found->cells[kind];
    heat.alone = true;
    dado_heatmap_draw(&heat, &svg);
    add_csv(found, kind, &csv);
    bool fine = dado_map_picture_write(ground, true, stem, &png, region, job_run->err);
    for (int i = 0; fine && i < 3; i++) {
        const char *path = dado_job_run_copyf(job_run, "%s.%s", stem, files[i].ending);
        fine = path && dado_job_run_write_text(job_run, path, files[i].bytes);
    }
    return fine;
}

static bool write_pictures(dado_job_run *job_run, const dado_map_evaluation *e, const char *folder)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init(&region, (size_t)1 << 30);
    bool fine = job_run->files || dado_folder_make(folder, job_run->err);
    for (int c = 0; fine && c < e->map_count * e->profile_count; c++) {
        int m = c / e->profile_count, p = c % e->profile_count;
        dado_map_picture ground;
        dado_map_heat found;
        dado_region_rewind(&region, 0);
        if (!e->cells[c].played) continue;
        fine = (dado_map_picture_read(&ground, ".map", e->maps[m].name, e->maps[m].text, &region) ||
                dado_fail(job_run->err, DADO_LIMIT, "no memory left for heat maps")) &&
               dado_map_heat_collect(&found, e->plan, m, p, &region, job_run->err);
        for (int k = 0; fine && k < DADO_MAP_HEAT_KINDS; k++) {
            const char *stem = dado_job_run_copyf(
                job_run, "%s/%.80s-%.80s-%s", folder, dado_base_name(e->maps[m].name),
                dado_base_name(e->plan->lineups[p].name), dado_map_heat_infos[k].name);
            fine = stem && write_heat(job_run, stem, &ground, &found, k, &region);
        }
    }
    if (fine) dado_job_run_message(job_run, "wrote heat maps to %s", folder);
    return fine;
}

// ---- playing and telling ----

static bool fill_answer(dado_job_run *job_run, const dado_map_evaluation *e)
{
    const char *csv = dado_job_run_text(job_run, "csv");
    const char *folder = dado_job_run_text(job_run, "pictures");
    dado_map_report_options asked = { .campaign = dado_job_run_is_given(job_run, "campaign"),
                                      .brief = job_run->brief };
    for (int i = 0; i < dado_job_run_arg_count(job_run, "heat"); i++) {
        for (int k = 0; k < DADO_MAP_HEAT_KINDS; k++) {
            if (strcmp(dado_job_run_nth_arg(job_run, "heat", i), dado_map_heat_infos[k].name) == 0)
                asked.heats |= 1u << k;
        }
    }
    DADO_CLEANUP(dado_text_free) dado_text lines = { 0 };
    if (csv) dado_map_evaluation_csv(e, &lines);
    bool fine = (!csv || dado_job_run_write_text(job_run, csv, &lines)) &&
                dado_report_map_evaluation(job_run->answer, e, &asked, job_run->err) &&
                (!folder || write_pictures(job_run, e, folder));
    DADO_CLEANUP(dado_text_free) dado_text stalls = { 0 };
    for (int p = 0; fine && p < e->profile_count; p++) explain_stall(job_run, e, p, &stalls);
    if (stalls.length) {
        dado_document_text(job_run->answer, "gave_up",
                           dado_document_copyf(job_run->answer, "%s", dado_text_string(&stalls)));
    }
    for (int m = 0; m < e->map_count; m++) {
        if (e->maps[m].error.status != DADO_OK) job_run->answer->partly_failed = true;
    }
    return fine;
}

static bool play(dado_job_run *job_run, dado_map_evaluation *e)
{
    DADO_CLEANUP(dado_results_free) dado_results results = { 0 };
    if (!dado_job_run_open_store(job_run, DADO_STORE_WRITE) ||
        !dado_job_run_experiment(job_run, e->plan, e, dado_map_evaluation_add_block, &results)) {
        return dado_job_run_keep_error_path(job_run);
    }
    if (dado_job_run_report_part(job_run, results.matches, results.all, "matches",
                                 results.interrupted)) {
        return true;
    }
    dado_map_evaluation_finish(e, &results);
    job_run->answer->plan = dado_plan_hash(e->plan);
    if (!fill_answer(job_run, e)) return dado_job_run_keep_error_path(job_run);
    dado_job_run_record_match_stop(job_run, &results);
    return true;
}

static bool run(dado_job_run *job_run)
{
    DADO_CLEANUP(dado_map_evaluation_free) dado_map_evaluation e = { 0 };
    dado_maps maps;
    int count = dado_job_run_arg_count(job_run, "map");
    const char **words = dado_job_run_new(job_run, const char *, count);
    for (int i = 0; words && i < count; i++) words[i] = dado_job_run_nth_arg(job_run, "map", i);
    return words && dado_job_run_read_maps(job_run, words, count, &maps) &&
           dado_map_evaluation_begin(&e, &maps.plan, maps.cases, maps.jury.expect, job_run->err) &&
           play(job_run, &e);
}

const dado_job dado_job_map_eval = {
    .name = "map eval",
    .about = "plays maps with six player types and judges them by a target",
    .details =
        "A word is a .map file, a map of the library (dado list games), the name of a generator "
        "(dado list generators) or a Lua script that generates maps. Every player type "
        "plays every map. With --target each measure has a quality from 0 to 1, and so have "
        "player types and maps.\n\n"
        "Q of a map is the mean over maps, Q pooled judges all games together, so that differences "
        "between maps count as spread. A map that nobody can win says so first, and is worth "
        "little.\n\n"
        "A file that is wrong costs that file alone; the exit code is 1 then.",
    .params = { DADO_PARAMS(
                    DADO_PARAM(
                        FILE, "map", .value = "MAP|GENERATOR", .word = true, .needed = true,
                        .many = true,
                        .about =
                            "Maps: files, those of the library by name, generators, Lua scripts "
                            "that make them."),
                    DADO_PARAM(WHOLE, "games", 'n', .usual = "50", .least = 1, .most = 1e6,
                               .about = "Games of every player type on every map."),
                    DADO_PARAM_SEED, DADO_PARAM_THREADS,
                    DADO_PARAM(FLAG, "campaign",
                               .about = "Judges the maps in their order as a progression too."),
                    DADO_PARAM(
                        CHOICE, "heat", .value = "KIND", .many = true, .beside = true,
                        .choices = "visits deaths damage found replans",
                        .about =
                            "Draws heat maps of the best map in the terminal too: where players "
                            "walk, die, are hurt, when they find what, where they think again."),
                    DADO_PARAM(OUTPUT, "csv", .beside = true,
                               .about = "Writes a line for every game."),
                    DADO_PARAM(
                        FOLDER, "pictures", .beside = true,
                        .about =
                            "Writes heat maps of every map and player type as SVG, PNG and CSV "
                            "files.")),
                dado_params_map_rules,
                DADO_PARAMS(DADO_PARAM(WHOLE, "maps", .old_letter = 'm', .usual = "20", .least = 1,
                                       .most = 100000,
                                       .about = "How many maps a generator makes.")),
                dado_params_map_expect, dado_params_store, dado_params_parts, dado_params_assert },
    .examples = DADO_EXAMPLES(
        { "dado map eval rooms --maps 20 -n 50 --target casual",
          "Twenty maps of a generator, all six player types, judged as a casual game." },
        { "dado map eval cave.map --types smart,brave --report cave.html",
          "One map, two player types, and a page with heat maps." },
        { "dado map eval islands --types greedy --heat deaths",
          "A map of the library, and where the greedy die on it." },
        { "dado map eval caves -D fill=0.42 --maps 50 --csv games.csv",
          "A generator with a parameter changed, a line a game for a statistics program." }),
    .run = run,
};
