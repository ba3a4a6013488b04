// level_eval.c - level eval: who finishes levels.
#include <string.h>

#include "evolve/level_species.h"
#include "job/level_inputs.h"
#include "report/report_functions.h"
#include "worlds/platform/level_format.h"

static const char usual_players[] = "planner,cautious,runner,collector,novice";

static bool make_sources(dado_job_run *job_run, const dado_level_evaluation *e,
                         dado_game_source *sources)
{
    for (int i = 0; i < e->level_count; i++) {
        DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
        dado_level_write(e->levels[i], &text);
        const char *kept = dado_job_run_copy(job_run, dado_text_string(&text), text.length);
        const char *called = dado_job_run_copyf(job_run, "%s%s", e->paths[i],
                                                strstr(e->paths[i], ".level") ? "" : ".level");
        if (!kept || !called ||
            !dado_game_source_from_text(&sources[i], called, kept, NULL, job_run->region,
                                        job_run->err)) {
            return false;
        }
    }
    return true;
}

static bool read_players(dado_job_run *job_run, const dado_player **players, int *count,
                         dado_lineup *lineups)
{
    if (!dado_players_parse(players, count, dado_job_run_text(job_run, "agents"), job_run->region,
                            job_run->err)) {
        return false;
    }
    if (*count > DADO_LEVEL_PLAYERS_MAX) {
        return dado_fail(job_run->err, DADO_LIMIT, "at most %d kinds of players, not %d",
                         DADO_LEVEL_PLAYERS_MAX, *count);
    }
    for (int i = 0; i < *count; i++) {
        const dado_player *player = &(*players)[i];
        lineups[i] = (dado_lineup){ .name = player->typed, .players = player, .count = 1 };
    }
    return true;
}

static bool play_levels(dado_job_run *job_run, dado_level_evaluation *e, const dado_plan *plan)
{
    DADO_CLEANUP(dado_results_free) dado_results results = { 0 };
    if (!dado_job_run_open_store(job_run, DADO_STORE_WRITE) ||
        !dado_job_run_experiment(job_run, plan, e, dado_level_evaluation_add_block, &results)) {
        return dado_job_run_keep_error_path(job_run);
    }
    if (dado_job_run_report_part(job_run, results.matches, results.all, "matches",
                                 results.interrupted)) {
        return true;
    }
    dado_level_evaluation_finish(e, &results);
    job_run->answer->plan = dado_plan_hash(plan);
    dado_level_report_options asked = { .only_levels = dado_job_run_is_given(job_run, "csv"),
                                        .brief = job_run->brief,
                                        .planner = dado_job_run_planner(job_run) };
    dado_report_level_evaluation(job_run->answer, e, &asked, job_run->region);
    dado_job_run_record_match_stop(job_run, &results);
    return true;
}

static bool eval(dado_job_run *job_run)
{
    dado_level_set *set = dado_job_run_new(job_run, dado_level_set, 1);
    const dado_player *players;
    int player_count;
    dado_lineup lineups[DADO_LEVEL_PLAYERS_MAX];
    dado_part *wrong = dado_document_diagnostics(job_run->answer, "diagnostics");
    if (!set || !read_players(job_run, &players, &player_count, lineups) ||
        !dado_job_run_read_levels(set, job_run, "level", wrong)) {
        return false;
    }
    dado_level_evaluation *e = &set->eval;
    dado_game_source *sources = dado_job_run_new(job_run, dado_game_source, e->level_count);
    dado_plan plan = { .instances = sources,
                       .instance_count = e->level_count,
                       .lineups = lineups,
                       .lineup_count = player_count,
                       .matches = dado_job_run_int(job_run, "matches"),
                       .seed = dado_job_run_seed(job_run),
                       .command = job_run->answer->command };
    if (!sources || !make_sources(job_run, e, sources) ||
        !dado_level_evaluation_begin(e, players, player_count, plan.matches, job_run->region,
                                     job_run->err) ||
        !play_levels(job_run, e, &plan)) {
        return false;
    }
    if (set->refused) {
        job_run->answer->partly_failed = true;
        dado_job_run_message(job_run, "%d of %d levels could not be read and are left out",
                             set->refused, set->refused + e->level_count);
    }
    return true;
}

const dado_job dado_job_level_eval = {
    .name = "level eval",
    .about = "plays levels with players of several kinds and says how hard they are",
    .details =
        "LEVEL is a file, a folder of .level files, or the name of one in the library. Each kind "
        "of player plays each level so many times. The planner tells whether a level can be "
        "finished; the others are people of different habits, and the share of the way they do not "
        "get to see is the difficulty.\n\n"
        "Where a .genes file lies beside a level its fitness is known, and with ten levels or more "
        "it is said what goes with fitness and what does not.\n\n"
        "A file that is wrong costs that file alone; the exit code is 1 then.",
    .params = { DADO_PARAMS(
                    DADO_PARAM(FILE, "level", .value = "LEVEL", .word = true, .needed = true,
                               .many = true, .about = "Levels, and folders of them."),
                    DADO_PARAM(AGENT, "agents", .value = "LIST", .usual = usual_players,
                               .about = "Who plays, parted by commas."),
                    DADO_PARAM(WHOLE, "matches", 'n', .usual = "20", .least = 1, .most = 100000,
                               .about = "How often each plays each level."),
                    DADO_PARAM_THREADS,
                    DADO_PARAM(FLAG, "csv", .typed = "lines",
                               .about = "Prints a line for each level."),
                    DADO_PARAM(
                        FILE, "journal", .beside = true,
                        .about =
                            "Keeps what is played in this store as it comes, and goes on from what "
                            "it holds.")),
                dado_params_genes, dado_params_parts },
    .examples = DADO_EXAMPLES(
        { "dado level eval library/levels", "Who gets through the levels of the library." },
        { "dado level eval levels --report levels.html",
          "A folder of levels, and a page about them." }),
    .run = eval,
};
