// rating_seasons.c - shows how ratings changed from tournament to tournament.
#include "arena/season_ratings.h"
#include "job/job_run.h"
#include "report/report_functions.h"

static bool run(dado_job_run *job_run)
{
    dado_seasons seasons;
    if (!dado_job_run_open_store(job_run, DADO_STORE_READ) ||
        !dado_seasons_read(job_run->opened, dado_job_run_text(job_run, "game"), &seasons,
                           job_run->region, job_run->err)) {
        return false;
    }
    dado_report_seasons(job_run->answer, &seasons);
    return true;
}

const dado_job dado_job_seasons = {
    .name = "seasons",
    .verb = "arena history",
    .about = "shows how ratings went from tournament to tournament",
    .details =
        "Every tournament that dado arena kept in the store is a season; play the next with "
        "another seed, other players, or programs that were changed. Each season is rated by "
        "itself and then moved as a whole, so that its players have on average the rating that "
        "all seasons together give them: seasons of different fields can be compared, and who "
        "got better stands out. Tournaments by other rules or settings than the latest are left "
        "out.",
    .params = { DADO_PARAMS(DADO_PARAM(
                    TEXT, "game", .value = "GAME", .word = true,
                    .unset = "that of the latest tournament",
                    .about = "The game, named as it was when the tournaments were played.")),
                dado_params_store_file },
    .examples = DADO_EXAMPLES(
        { "dado arena history", "How ratings went over the tournaments of the store." },
        { "dado arena history --report seasons.html", "The same as a page with a chart." }),
    .run = run,
};
