// map_eval.c - dado map eval: how good maps are, and for whom.
#include "cli/map.h"

#include <inttypes.h>
#include <string.h>

#include "lab/file.h"
#include "report/dungeon_picture.h"

static const dado_param own_flags[] = {
    { .name = "games", .letter = 'n', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "50",
      .about = "Games of every profile on every map." },
    { .name = "seed", .letter = 's', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "Where all luck comes from." },
    { .name = "threads", .letter = 'j', .kind = DADO_PARAM_TEXT, .value = "N",
      .unset = "$DADO_THREADS, or one a core",
      .about = "How many to play at a time; results do not depend on it." },
    { .name = "campaign", .kind = DADO_PARAM_FLAG,
      .about = "Judges the maps in their order as a progression too." },
    { .name = "csv", .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "Writes a line for every game." },
    { .name = "report", .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "Writes a page with tables, heat maps and a gallery of maps." },
    { .name = "pictures", .kind = DADO_PARAM_FOLDER, .value = "FOLDER",
      .about = "Writes heat maps of every map and profile as SVG, PNG and CSV files." },
    { 0 },
};

// Why a script gave games up: one of them is played again and its notes are read.
static void say_why_stalled(dado_call *call, const dado_plan *plan, const dado_eval *e)
{
    for (int p = 0; p < e->profile_count; p++) {
        if (strcmp(plan->lineups[p].players[0].kind->name, "dungeon_lua") != 0) continue;
        bool said = false;
        for (int64_t row = 0; row < (int64_t)e->map_count * e->games && !said; row++) {
            int m = (int)(row / e->games), g = (int)(row % e->games);
            int64_t cell = (int64_t)m * e->profile_count + p;
            if (g >= e->played[cell] || e->ends[cell * e->games + g] != 2) continue;
            dado_desk desk;
            dado_error err = { 0 };
            if (dado_experiment_replay(plan, m, p, g, &desk, &err)) {
                const char *notes = desk.agents[0].kind->notes(&desk.agents[0]);
                if (*notes)
                    dado_call_say(call, "%s gave games up, first on %s: %s", e->profiles[p],
                                  e->maps[m].name, notes);
                said = true;
            }
            dado_desk_free(&desk);
        }
    }
}

static bool write_text(const char *path, const dado_text *text, dado_error *err)
{
    return dado_file_write(path, dado_text_string(text), text->length, err);
}

static int show(dado_call *call, const dado_plan *plan, const dado_eval *e,
                const dado_results *results)
{
    dado_error err = { 0 };
    dado_text out = { 0 };
    const char *csv = dado_given_text(call, "csv"), *page = dado_given_text(call, "report");
    const char *folder = dado_given_text(call, "pictures");
    bool fine = true;
    if (dado_given_flag(call, "json")) {
        dado_eval_json(e, plan, results->game.options, &out);
    } else {
        dado_eval_table(e, call->columns, call->colour, &out);
        if (dado_given_flag(call, "campaign")) {
            dado_eval_campaign(e, call->columns, call->colour, &out);
        }
    }
    fine = dado_call_print(call, &out);
    if (fine && csv) {
        dado_text_clear(&out);
        dado_eval_csv(e, &out);
        fine = write_text(csv, &out, &err);
    }
    if (fine && page) {
        dado_text_clear(&out);
        fine = dado_eval_page(e, plan, call->command, &out, &err) && write_text(page, &out, &err);
        if (fine) dado_call_say(call, "wrote %s", page);
    }
    if (fine && folder) {
        fine = dado_eval_pictures(e, plan, folder, &err);
        if (fine) dado_call_say(call, "wrote heat maps to %s", folder);
    }
    dado_text_free(&out);
    if (!fine) return err.status != DADO_OK ? dado_call_fail(call, &err, NULL) : DADO_EXIT_FAILED;
    say_why_stalled(call, plan, e);
    return DADO_EXIT_FINE;
}

static int play(dado_call *call, dado_plan *plan, dado_eval *e, const char *const *texts)
{
    (void)texts;
    dado_error err = { 0 };
    dado_store *store = NULL;
    dado_results results = { 0 };
    int code = DADO_EXIT_FAILED;
    if (!dado_errand_store(&call->errand, DADO_STORE_WRITE, &store, &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    dado_experiment_how how = { .store = store, .context = e, .block = dado_eval_block };
    if (!dado_call_experiment(call, plan, how, &results, &err)) {
        code = dado_call_fail(call, &err, dado_source_of_error(&plan->instances[0], &err));
    } else if (results.interrupted) {
        code = dado_call_interrupted(call, store != NULL,
                                     "after %" PRId64 " of %" PRId64 " matches", results.matches,
                                     results.all);
    } else {
        dado_eval_finish(e, &results);
        code = show(call, plan, e, &results);
        bool none = true;
        for (int m = 0; m < e->map_count; m++) none &= e->maps[m].error.status != DADO_OK;
        if (none) code = DADO_EXIT_FAILED;
    }
    dado_results_free(&results);
    dado_store_close(store);
    return code;
}

static int run(dado_call *call)
{
    dado_eval e;
    dado_error err = { 0 };
    dado_plan plan = { .command = call->command };
    int per = (int)dado_given_int(call, "maps", 20, 1, 100000);
    plan.matches = dado_given_int(call, "games", 50, 1, 1000000);
    plan.seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX);
    dado_errand_threads(&call->errand);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    const char *wish_text = NULL, **names;
    dado_expect *expect = NULL;
    dado_map_case *cases;
    dado_source *sources;
    dado_map_jury jury = { .games = (int)plan.matches, .seed = plan.seed };
    dado_judge judge = { dado_map_jury_quality, &jury };
    int code;
    if (!dado_eval_list(&e, &err) ||
        !dado_map_wish(dado_given_text(call, "expect"), &e, &expect, &wish_text, call->arena,
                       &err) ||
        !dado_map_lineups(dado_given_text(call, "profiles"), &plan, &names, call->arena, &err) ||
        !dado_map_rules(&call->errand, call->words, call->word_count, &jury.rules, &err) ||
        !dado_map_jury_open(&jury, &call->errand, dado_given_text(call, "profiles"),
                            dado_given_text(call, "expect"), NULL, &err) ||
        !dado_map_cases(&call->errand, call->words, call->word_count, per, plan.seed, &judge,
                        &cases, &plan.instance_count, &err) ||
        !dado_map_sources(&call->errand, &jury.rules, cases, plan.instance_count, &sources, &err)) {
        code = dado_call_fail(call, &err, wish_text);
    } else {
        plan.instances = sources;
        code = dado_eval_begin(&e, &plan, cases, names, expect, &err)
                   ? play(call, &plan, &e, NULL)
                   : dado_call_fail(call, &err, NULL);
    }
    dado_eval_free(&e);
    return code;
}

static const dado_example examples[] = {
    { "dado map eval rooms --maps 20 -n 50 --expect casual",
      "Twenty maps of a generator, all six profiles, against the wish for a casual game." },
    { "dado map eval cave.map --profiles smart,brave --report cave.html",
      "One map, two profiles, and a page with heat maps." },
    { "dado map eval caves -D fill=0.42 --maps 50 --csv games.csv",
      "A generator with a parameter changed, a line a game for a statistics program." },
    { 0 },
};

const dado_verb dado_verb_map_eval = {
    .name = "eval",
    .words = "MAP|GENERATOR ...",
    .about = "plays maps with profiles and judges them by a wish",
    .details =
        "A word is a .map file, the name of a generator (rooms, bsp, caves, miners, noise, "
        "grammar, prefab, gentest, learned) or a Lua script that generates maps. Every profile "
        "plays every map. With "
        "--expect each measure has a quality from 0 to 1 and so have profiles and maps; the tables "
        "are coloured by it.\n\nQ of a map is the mean over maps, Q pooled judges all games "
        "together, so that differences between maps count as spread.",
    .offer = DADO_PARAM_FILE,
    .least = 1,
    .most = -1,
    .flags = { dado_params_map_rules, dado_params_map_make, dado_params_map_wish, own_flags,
               dado_params_store, dado_params_json },
    .examples = examples,
    .run = run,
};
