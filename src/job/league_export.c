// league_export.c - the job `league export`: a league as pages that need no server.
#define _GNU_SOURCE
#include <string.h>

#include "core/scope_cleanup.h"
#include "job/job_run.h"
#include "job/league_season.h"
#include "lab/replay.h"
#include "report/format.h"
#include "report/replay.h"
#include "report/report_functions.h"

typedef struct site {
    dado_job_run *job_run;
    dado_league_season *season;
    const char *folder;  // where the pages go
    dado_league_log log;
    dado_rating *ratings;
    dado_league_row *rows;
    int matches;  // pages of matches written
} site;

static bool write_document(site *s, const dado_document *document, const char *name)
{
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    dado_terminal_style look = { .columns = 100, .all = true };
    const char *path = dado_job_run_copyf(s->job_run, "%s/%s", s->folder, name);
    if (!path) return false;
    dado_format_of_file(name)->write(document, &look, &text);
    if (document->cut || text.cut) {
        return dado_fail(s->job_run->err, DADO_LIMIT, "no memory left for the page %s", name);
    }
    return dado_job_run_write_text(s->job_run, path, &text);
}

static bool write_table(site *s)
{
    static const char *const names[] = { "index.html", "table.json", "table.csv" };
    bool fine = true;
    for (size_t i = 0; fine && i < sizeof names / sizeof *names; i++) {
        dado_document page;
        dado_document_init(&page);
        page.version = dado_version;
        page.job = "league table";
        dado_report_league(&page, s->season->settings.name, &s->log, s->rows, i == 0);
        fine = write_document(s, &page, names[i]);
        dado_document_free(&page);
    }
    return fine;
}

static bool write_teams(site *s)
{
    bool fine = true;
    for (int t = 0; fine && t < s->log.team_count; t++) {
        char name[40];
        dado_document page;
        snprintf(name, sizeof name, "team-%d.html", t + 1);
        dado_document_init(&page);
        page.version = dado_version;
        dado_report_league_team(&page, &s->log, s->ratings, t);
        fine = write_document(s, &page, name);
        dado_document_free(&page);
    }
    return fine;
}

// Writes the page of a match. One that could not begin has nothing to show.
static bool write_match(site *s, int match)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    const unsigned char *bytes;
    size_t size;
    dado_replay replay;
    dado_error *err = s->job_run->err;
    if (!dado_league_replay(s->season->store, match, &bytes, &size, &region, err)) return false;
    if (size == 0) {
        dado_text_add(&text, "<!doctype html><title>Not played</title><p>This match was given up "
                             "before its first move.\n");
    } else if (!dado_replay_unpack(&replay, "a match", bytes, size, &region, err) ||
               !dado_replay_page(&replay, NULL, &region, &text, err)) {
        return false;
    }
    const char *path = dado_job_run_copyf(s->job_run, "%s/match-%d.html", s->folder, match + 1);
    s->matches++;
    return path && dado_job_run_write_text(s->job_run, path, &text);
}

static bool write_matches(site *s)
{
    for (int m = 0; m < s->log.match_count && !dado_job_run_is_stopped(s->job_run); m++) {
        if (!s->log.matches[m].played) continue;
        dado_job_run_report_progress(s->job_run, m, s->log.match_count, "matches", "%s", "");
        if (!write_match(s, m)) return false;
    }
    if (dado_job_run_is_stopped(s->job_run)) {
        dado_job_run_record_stop(s->job_run, "after %d of %d matches", s->matches,
                                 s->log.match_count);
    }
    return true;
}

static bool write_site(site *s)
{
    dado_job_run *job_run = s->job_run;
    dado_region *region = job_run->region;
    if (!dado_league_season_log(s->season, &s->log, region, job_run->err)) return false;
    s->ratings = dado_job_run_new(job_run, dado_rating, s->log.submission_count + 1);
    if (!s->ratings || !dado_league_rate(&s->log, s->ratings, region, job_run->err) ||
        !dado_league_table(&s->log, (int)s->season->settings.pause_after, s->ratings, &s->rows,
                           region, job_run->err) ||
        !dado_folder_make(s->folder, job_run->err) || !write_table(s) || !write_teams(s) ||
        !write_matches(s)) {
        return false;
    }
    job_run->answer->title = dado_document_copy(job_run->answer, s->season->settings.name);
    dado_part *facts = dado_document_facts(job_run->answer, "pages");
    dado_fact(facts, "folder", "folder", s->folder);
    dado_fact(facts, "teams", "pages of teams", s->log.team_count);
    dado_fact(facts, "matches", "pages of matches", s->matches);
    return true;
}

static bool export_league(dado_job_run *job_run)
{
    dado_league_season season;
    site s = { .job_run = job_run, .season = &season, .folder = dado_job_run_text(job_run, "to") };
    bool fine =
        dado_league_season_open(&season, dado_job_run_text(job_run, "folder"), job_run->err) &&
        write_site(&s);
    return dado_league_season_end(&season, job_run, fine);
}

const dado_job dado_job_league_export = {
    .name = "league export",
    .about = "writes the pages of a league: the table, teams and matches",
    .details = "index.html has the table, with a link to the page of each team; that has its "
               "submissions, its opponents and all its matches, each with a page where it can be "
               "stepped through. table.csv and table.json are for programs. The pages need no "
               "server, and have neither keys nor files of teams in them, nor what programs "
               "printed.",
    .params = { DADO_PARAMS(DADO_PARAM(FOLDER, "folder", .word = true, .needed = true,
                                       .about = "The folder of the league."),
                            DADO_PARAM(FOLDER, "to", .word = true, .needed = true,
                                       .about = "Where the pages go. It is made if there is "
                                                "none.")) },
    .examples = DADO_EXAMPLES({ "dado league export autumn site", "Writes site/index.html." }),
    .run = export_league,
};
