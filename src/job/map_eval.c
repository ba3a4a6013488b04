// map_eval.c - how good maps are, and for whom.
#include <string.h>

#include "job/maps.h"
#include "job/promise.h"
#include "report/ground.h"
#include "report/report.h"

// Why a script gave games up: one of them is played again and its notes are read.
static void say_why_stalled(dado_errand *errand, const dado_eval *e, int p)
{
    if (!e->plan->lineups[p].players[0].kind->notes) return;
    for (int m = 0; m < e->map_count; m++) {
        const dado_eval_cell *cell = dado_eval_at(e, m, p);
        const uint8_t *ends = e->ends + (cell - e->cells) * e->games;
        int g = 0;
        while (g < cell->played && ends[g] != 2) g++;
        DADO_ENDS(dado_desk_free) dado_desk desk = { 0 };
        if (g == cell->played ||
            !dado_experiment_replay(e->plan, m, p, g, errand->stop, &desk, NULL)) {
            continue;
        }
        const char *notes = desk.agents[0].kind->notes(&desk.agents[0]);
        if (*notes) {
            dado_errand_say(errand, "%s gave games up, first on %s: %s", e->plan->lineups[p].name,
                            e->maps[m].name, notes);
        }
        return;
    }
}

// ---- --pictures ----

// Where nothing happened is a zero, stone and what was never found are nothing.
static void add_csv(const dado_heat_maps *found, int kind, dado_text *out)
{
    for (int i = 0; i < found->width * found->height; i++) {
        double value = found->cells[kind][i];
        if (!dado_is_none(value)) dado_text_real(out, value);
        else if (kind != DADO_HEAT_FOUND && found->marks[i] != '#') dado_text_char(out, '0');
        dado_text_char(out, (i + 1) % found->width ? ',' : '\n');
    }
}

// One heat map as a drawing with its scale, as a picture and as numbers.
static bool write_heat(dado_errand *errand, const char *stem, dado_ground *ground,
                       const dado_heat_maps *found, int kind, dado_arena *arena)
{
    dado_draft svg = { 0 }, png = { 0 }, csv = { 0 };
    const struct {
        const char *ending;
        dado_text *bytes;
    } files[] = { { "svg", &svg }, { "png", &png }, { "csv", &csv } };
    dado_heat heat = dado_maps_heat(found, (dado_heat_kind)kind, dado_base_name(stem));
    ground->heat = found->cells[kind];
    heat.alone = true;
    dado_heat_draw(&heat, &svg);
    add_csv(found, kind, &csv);
    bool fine = dado_ground_write(ground, true, stem, &png, arena, errand->err);
    for (int i = 0; fine && i < 3; i++) {
        const char *path = dado_errand_copyf(errand, "%s.%s", stem, files[i].ending);
        fine = path && dado_errand_write_text(errand, path, files[i].bytes);
    }
    return fine;
}

static bool write_pictures(dado_errand *errand, const dado_eval *e, const char *folder)
{
    DADO_ENDS(dado_arena_free) dado_arena arena = { 0 };
    dado_arena_init(&arena, (size_t)1 << 30);
    bool fine = errand->files || dado_folder_make(folder, errand->err);
    for (int c = 0; fine && c < e->map_count * e->profile_count; c++) {
        int m = c / e->profile_count, p = c % e->profile_count;
        dado_ground ground;
        dado_heat_maps found;
        dado_arena_rewind(&arena, 0);
        if (!e->cells[c].played) continue;
        fine = (dado_ground_read(&ground, ".map", e->maps[m].name, e->maps[m].text, &arena) ||
                dado_fail(errand->err, DADO_LIMIT, "no memory left for heat maps")) &&
               dado_heat_gather(&found, e->plan, m, p, &arena, errand->err);
        for (int k = 0; fine && k < DADO_HEAT_KINDS; k++) {
            const char *stem = dado_errand_copyf(errand, "%s/%.80s-%.80s-%s", folder,
                                                 dado_base_name(e->maps[m].name),
                                                 dado_base_name(e->plan->lineups[p].name),
                                                 dado_heats[k].name);
            fine = stem && write_heat(errand, stem, &ground, &found, k, &arena);
        }
    }
    if (fine) dado_errand_say(errand, "wrote heat maps to %s", folder);
    return fine;
}

// ---- playing and telling ----

static bool tell(dado_errand *errand, const dado_eval *e)
{
    const char *csv = dado_errand_text(errand, "csv");
    const char *folder = dado_errand_text(errand, "pictures");
    dado_maps_asked asked = { .campaign = dado_errand_given(errand, "campaign"),
                              .brief = errand->brief };
    for (int i = 0; i < dado_errand_count(errand, "heat"); i++) {
        for (int k = 0; k < DADO_HEAT_KINDS; k++) {
            if (strcmp(dado_errand_nth(errand, "heat", i), dado_heats[k].name) == 0)
                asked.heats |= 1u << k;
        }
    }
    dado_draft lines = { 0 };
    if (csv) dado_maps_csv(e, &lines);
    bool fine = (!csv || dado_errand_write_text(errand, csv, &lines)) &&
                dado_report_maps(errand->answer, e, &asked, errand->err) &&
                (!folder || write_pictures(errand, e, folder));
    for (int p = 0; fine && p < e->profile_count; p++) say_why_stalled(errand, e, p);
    for (int m = 0; m < e->map_count; m++) {
        if (e->maps[m].error.status != DADO_OK) errand->answer->lacking = true;
    }
    return fine;
}

static bool play(dado_errand *errand, dado_eval *e)
{
    DADO_ENDS(dado_results_free) dado_results results = { 0 };
    if (!dado_errand_store(errand, DADO_STORE_WRITE) ||
        !dado_errand_experiment(errand, e->plan, e, dado_eval_block, &results)) {
        return dado_errand_failed(errand);
    }
    if (dado_errand_told_part(errand, results.matches, results.all, "matches",
                              results.interrupted)) {
        return true;
    }
    dado_eval_finish(e, &results);
    errand->answer->plan = dado_plan_hash(e->plan);
    if (!tell(errand, e)) return dado_errand_failed(errand);
    dado_errand_stop_matches(errand, &results);
    return true;
}

static bool run(dado_errand *errand)
{
    DADO_ENDS(dado_eval_free) dado_eval e = { 0 };
    dado_maps maps;
    int count = dado_errand_count(errand, "map");
    const char **words = dado_errand_new(errand, const char *, count);
    for (int i = 0; words && i < count; i++) words[i] = dado_errand_nth(errand, "map", i);
    return words && dado_errand_maps(errand, words, count, &maps) &&
           dado_eval_list(&e, errand->err) &&
           dado_eval_begin(&e, &maps.plan, maps.cases, maps.jury.expect, errand->err) &&
           play(errand, &e);
}

const dado_job dado_job_map_eval = {
    .name = "map eval",
    .about = "plays maps with profiles and judges them by a wish",
    .details =
        "A word is a .map file, a map of the library (dado list games), the name of a generator "
        "(dado list generators) or a Lua script that generates maps. Every profile plays every "
        "map. With --expect each measure has a quality from 0 to 1, and so have profiles and "
        "maps.\n\n"
        "Q of a map is the mean over maps, Q pooled judges all games together, so that differences "
        "between maps count as spread. A map that nobody can win says so first, and is worth "
        "little.\n\n"
        "A file that is wrong costs that file alone; the exit code is 1 then.",
    .params = { DADO_PARAMS(
        DADO_PARAM(FILE, "map", .value = "MAP|GENERATOR", .word = true, .needed = true,
                   .many = true,
                   .about = "Maps: files, those of the library by name, generators, Lua scripts "
                            "that make them."),
        DADO_PARAM(WHOLE, "games", 'n', .usual = "50", .least = 1, .most = 1e6,
                   .about = "Games of every profile on every map."),
        DADO_PARAM_SEED,
        DADO_PARAM_THREADS,
        DADO_PARAM(FLAG, "campaign",
                   .about = "Judges the maps in their order as a progression too."),
        DADO_PARAM(CHOICE, "heat", .value = "KIND", .many = true, .beside = true,
                   .choices = "visits deaths damage found replans",
                   .about = "Draws heat maps of the best map in the terminal too: where profiles "
                            "walk, die, are hurt, when they find what, where they think again."),
        DADO_PARAM(OUTPUT, "csv", .beside = true, .about = "Writes a line for every game."),
        DADO_PARAM(FOLDER, "pictures", .beside = true,
                   .about = "Writes heat maps of every map and profile as SVG, PNG and CSV "
                            "files.")),
                dado_params_map_rules, DADO_PARAMS(
        DADO_PARAM(WHOLE, "maps", 'm', .usual = "20", .least = 1, .most = 100000,
                   .about = "How many maps a generator makes.")), dado_params_map_wish,
                dado_params_store, dado_params_parts, dado_params_promises },
    .examples = DADO_EXAMPLES(
        { "dado map eval rooms --maps 20 -n 50 --expect casual",
          "Twenty maps of a generator, all six profiles, against the wish for a casual game." },
        { "dado map eval cave.map --profiles smart,brave --report cave.html",
          "One map, two profiles, and a page with heat maps." },
        { "dado map eval islands --profiles greedy --heat deaths",
          "A map of the library, and where the greedy die on it." },
        { "dado map eval caves -D fill=0.42 --maps 50 --csv games.csv",
          "A generator with a parameter changed, a line a game for a statistics program." }),
    .run = run,
};
