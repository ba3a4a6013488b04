// level_check.c - level check: replays the routes that levels carry.
#include "job/level_inputs.h"
#include "report/report_functions.h"

static bool check(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    dado_part *wrong = dado_document_diagnostics(answer, "diagnostics");
    dado_level_set *set = dado_job_run_new(job_run, dado_level_set, 1);
    dado_route *route = dado_job_run_new(job_run, dado_route, 1);
    if (!route || !set || !dado_job_run_read_levels(set, job_run, "level", wrong)) return false;
    answer->title = "Certificates of levels";
    dado_part *table = dado_report_certificates(answer);
    int holding = 0, missing = 0;
    for (int i = 0; i < set->eval.level_count; i++) {
        const dado_level *level = set->eval.levels[i];
        if (level->route && !dado_level_replay_route(level, route, job_run->region, job_run->err))
            return false;
        holding += level->route && route->won;
        missing += !level->route;
        dado_report_certificate(table, set->eval.paths[i], level, level->route ? route : NULL);
    }
    int count = set->eval.level_count;
    answer->said = dado_document_copyf(
        answer, "%d of %d %s carr%s a route that finishes %s%s", holding, count,
        count == 1 ? "level" : "levels", count == 1 ? "ies" : "y", count == 1 ? "it" : "them",
        missing ? "; dado level export LEVEL --certificate -o FILE makes one" : "");
    answer->partly_failed = holding < count || set->refused > 0;
    return true;
}

const dado_job dado_job_level_check = {
    .name = "level check",
    .about = "replays the routes that levels carry, tick by tick",
    .details =
        "A certificate is a route that finishes a level: a line at the end of its file, route and "
        "a digit a tick. Levels that dado evolves, learns and repairs carry one; dado level export "
        "--certificate makes one for any that the planner finishes. It is replayed by the rules of "
        "the game and by nothing else, so whoever changes a level finds out. The exit code is 1 "
        "where a certificate does not hold or is missing.",
    .params = { DADO_PARAMS(DADO_PARAM(FILE, "level", .value = "FOLDER|LEVEL", .word = true,
                                       .needed = true, .many = true,
                                       .about = "Levels, and folders of them.")),
                dado_params_genes },
    .examples = DADO_EXAMPLES({ "dado level check levels", "Every level of a folder." }),
    .run = check,
};
