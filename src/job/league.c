// league.c - the jobs `league new`, `team`, `submit`, `play` and `table`: a league in a
// folder.
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "job/job_run.h"
#include "job/league_season.h"
#include "report/report_functions.h"

#define PARAM_LEAGUE \
    DADO_PARAM(FOLDER, "folder", .word = true, .needed = true, .about = "The folder of the league.")

// ---- new

static bool draw_seed(dado_job_run *job_run, uint64_t *seed)
{
    *seed = dado_job_run_seed(job_run);
    if (dado_job_run_is_given(job_run, "seed")) return true;
    return getrandom(seed, sizeof *seed, 0) == (ssize_t)sizeof *seed ||
           dado_fail(job_run->err, DADO_IO, "the system gives no random numbers for the seed");
}

// Copies the file of a game into the league's folder. A game that is known by its name
// stays where it is.
static bool copy_game(dado_job_run *job_run, const char *folder, const char **game)
{
    const char *text;
    if (!dado_file_exists(*game)) return true;
    const char *base = dado_base_name(*game);
    const char *path = dado_job_run_copyf(job_run, "%s/%s", folder, base);
    if (!path || !dado_file_read(*game, DADO_FILE_MOST, job_run->region, &text, job_run->err)) {
        return false;
    }
    *game = base;
    return dado_file_write(path, text, strlen(text), job_run->err);
}

static bool keep_nothing(void *context, int submission, dado_error *err)
{
    (void)context, (void)submission, (void)err;
    return true;
}

// Adds a house player as a team whose submission is ready.
static bool add_house(dado_store *store, const char *typed, dado_region *region, dado_error *err)
{
    dado_player player;
    int team, submission;
    if (!dado_player_parse(&player, typed, region, err)) return false;
    if (player.kind->outside_code || player.kind->foreign) {
        return dado_fail(err, DADO_INVALID,
                         "%.80s cannot be a house player: those are agents of dado list agents",
                         typed);
    }
    return dado_league_add_team(store, typed, NULL, &team, err) &&
           dado_league_add_submission(store, team, 0, keep_nothing, NULL, &submission, err) &&
           dado_league_settle_submission(store, submission, DADO_SUBMISSION_READY, typed,
                                         "a player of dado\n", err);
}

static bool fill_store(dado_job_run *job_run, const char *folder, int seats, uint64_t seed)
{
    DADO_CLEANUP(dado_store_cleanup) dado_store *store = NULL;
    const char *path = dado_job_run_copyf(job_run, "%s/league.db", folder);
    const char *house = dado_job_run_text(job_run, "house");
    const dado_player *players = NULL;
    int count = 0;
    if (!path || (house && *house &&
                  !dado_players_parse(&players, &count, house, job_run->region, job_run->err))) {
        return false;
    }
    if (!dado_store_open(&store, path, DADO_STORE_WRITE, job_run->err) ||
        !dado_league_begin(store, seed, seats, job_run->err)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (!add_house(store, players[i].typed, job_run->region, job_run->err)) return false;
    }
    return true;
}

static bool make_folder(dado_job_run *job_run, const char *folder)
{
    const char *inner = dado_job_run_copyf(job_run, "%s/submissions", folder);
    const char *settings = dado_job_run_copyf(job_run, "%s/league.ini", folder);
    if (!inner || !settings) return false;
    if (dado_file_exists(settings)) {
        return dado_fail(job_run->err, DADO_INVALID, "there is a league in %.150s; name another",
                         folder);
    }
    return dado_folder_make(folder, job_run->err) && dado_folder_make(inner, job_run->err);
}

static bool begin(dado_job_run *job_run)
{
    const char *folder = dado_job_run_text(job_run, "folder");
    const char *game = dado_job_run_text(job_run, "game"), *name;
    dado_game_source source;
    dado_game opened;
    dado_options options;
    uint64_t seed;
    if (!draw_seed(job_run, &seed) || !dado_job_run_options(job_run, &options) ||
        !dado_job_run_find_game(job_run, game, &source) ||
        !dado_job_run_open_game(job_run, &source, &opened)) {
        return false;
    }
    if (opened.players < 2 || opened.players > DADO_LEAGUE_SEATS) {
        return dado_fail(job_run->err, DADO_INVALID,
                         "a league needs a game for 2 to %d players, and %.80s has %d",
                         DADO_LEAGUE_SEATS, game, opened.players);
    }
    name = dado_job_run_text(job_run, "name");
    if (!name) name = dado_job_run_copyf(job_run, "%s league", opened.rules->title);
    if (!name) return false;
    if (strpbrk(name, "\"\n\\") || !dado_text_is_printable(name)) {
        return dado_job_run_usage_error(job_run, "the name of a league has no quotes in it");
    }
    if (!make_folder(job_run, folder) || !copy_game(job_run, folder, &game) ||
        !fill_store(job_run, folder, opened.players, seed) ||
        !dado_league_write_settings(folder, name, game, &options, job_run->err)) {
        return false;
    }
    job_run->answer->title = dado_document_copy(job_run->answer, name);
    dado_part *facts = dado_document_facts(job_run->answer, "league");
    dado_fact(facts, "folder", "folder", folder);
    dado_fact(facts, "game", "game", opened.rules->title);
    dado_fact(facts, "seats", "seats", opened.players);
    dado_job_run_message(job_run, "now: dado league team %s NAME", folder);
    return true;
}

// ---- team

static bool add_team(dado_job_run *job_run)
{
    dado_league_season season;
    char key[DADO_LEAGUE_KEY_SIZE];
    int team;
    const char *name = dado_job_run_text(job_run, "name");
    bool fine =
        dado_league_season_open(&season, dado_job_run_text(job_run, "folder"), job_run->err) &&
        dado_league_add_team(season.store, name, key, &team, job_run->err);
    if (fine) {
        job_run->answer->title = dado_document_copy(job_run->answer, name);
        dado_part *facts = dado_document_facts(job_run->answer, "team");
        dado_fact(facts, "team", "team", name);
        dado_fact(facts, "key", "key", (const char *)key);
        dado_fact_about(facts, "shown once: only a hash of it is kept");
    }
    return dado_league_season_end(&season, job_run, fine);
}

// ---- submit

static bool report_submission(dado_job_run *job_run, dado_league_season *season, int submission)
{
    dado_league_log log;
    if (!dado_league_season_log(season, &log, job_run->region, job_run->err)) return false;
    const dado_league_submission *one = &log.submissions[submission];
    const char *state = dado_submission_states[one->state];
    job_run->answer->title = dado_document_copyf(job_run->answer, "%s, submission %d",
                                                 log.teams[one->team].name, one->number);
    dado_part *facts = dado_document_facts(job_run->answer, "submission");
    dado_fact(facts, "team", "team", log.teams[one->team].name);
    dado_fact(facts, "number", "submission", one->number);
    dado_fact(facts, "state", "state", state);
    if (*one->said) dado_document_source(job_run->answer, "said", one->said);
    job_run->answer->failed = one->state == DADO_SUBMISSION_REFUSED;
    return true;
}

static bool submit_to(dado_job_run *job_run, dado_league_season *season)
{
    dado_league_log log;
    dado_file_archive files;
    int submission;
    if (!dado_league_season_log(season, &log, job_run->region, job_run->err)) return false;
    int team = dado_league_season_team(&log, dado_job_run_text(job_run, "team"), job_run->err);
    if (team < 0 ||
        !dado_league_read_files(&files, dado_job_run_text(job_run, "path"), job_run->region,
                                job_run->err) ||
        !dado_league_submit(season, team, &files, &submission, job_run->err)) {
        return false;
    }
    dado_job_run_report_progress(job_run, 0, 1, "submissions", "%s", "built and tried");
    return dado_league_settle(season, submission, dado_job_run_stop_flag(job_run), job_run->err) &&
           report_submission(job_run, season, submission);
}

static bool submit(dado_job_run *job_run)
{
    dado_league_season season;
    if (!dado_may_run_programs(job_run->err)) return false;
    bool fine =
        dado_league_season_open(&season, dado_job_run_text(job_run, "folder"), job_run->err) &&
        submit_to(job_run, &season);
    return dado_league_season_end(&season, job_run, fine);
}

// ---- table

static bool report_table(dado_job_run *job_run, dado_league_season *season)
{
    dado_league_log log;
    dado_league_row *rows;
    if (!dado_league_season_log(season, &log, job_run->region, job_run->err)) return false;
    dado_rating *ratings = dado_job_run_new(job_run, dado_rating, log.submission_count + 1);
    if (!ratings || !dado_league_rate(&log, ratings, job_run->region, job_run->err) ||
        !dado_league_table(&log, (int)season->settings.pause_after, ratings, &rows, job_run->region,
                           job_run->err)) {
        return false;
    }
    dado_report_league(job_run->answer, season->settings.name, &log, rows, false);
    return true;
}

static bool show_table(dado_job_run *job_run)
{
    dado_league_season season;
    dado_league_log log;
    bool fine =
        dado_league_season_open(&season, dado_job_run_text(job_run, "folder"), job_run->err);
    if (fine && dado_job_run_is_given(job_run, "verify")) {
        fine = dado_league_season_log(&season, &log, job_run->region, job_run->err) &&
               dado_league_verify(&log, job_run->err);
        if (fine) {
            dado_job_run_message(job_run, "all %d rounds are those that the seed leads to",
                                 log.round_count);
        }
    }
    fine = fine && report_table(job_run, &season);
    return dado_league_season_end(&season, job_run, fine);
}

// ---- play

// Settles what was submitted and waits, as a command that was killed leaves it.
static bool settle_all(dado_job_run *job_run, dado_league_season *season)
{
    dado_league_log log;
    if (!dado_league_season_log(season, &log, job_run->region, job_run->err)) return false;
    for (int i = 0; i < log.submission_count && !dado_job_run_is_stopped(job_run); i++) {
        if (log.submissions[i].state == DADO_SUBMISSION_WAITING &&
            !dado_league_settle(season, i, dado_job_run_stop_flag(job_run), job_run->err)) {
            return false;
        }
    }
    return true;
}

static bool play_rounds(dado_job_run *job_run, dado_league_season *season)
{
    int done = 0, all = (int)dado_job_run_int(job_run, "more");
    dado_league_play_how how = { .threads = dado_job_run_threads(job_run),
                                 .stop = dado_job_run_stop_flag(job_run) };
    if (!settle_all(job_run, season)) return false;
    for (; done < all; done++) {
        bool whole;
        dado_job_run_report_progress(job_run, done, all, "rounds", "%s", "");
        if (dado_job_run_is_stopped(job_run)) break;
        if (!dado_league_play_round(season, &how, &whole, job_run->err)) return false;
        if (!whole) break;
    }
    if (done < all) dado_job_run_record_stop(job_run, "after %d of %d rounds", done, all);
    return report_table(job_run, season);
}

static bool play(dado_job_run *job_run)
{
    dado_league_season season;
    if (!dado_may_run_programs(job_run->err)) return false;
    bool fine =
        dado_league_season_open(&season, dado_job_run_text(job_run, "folder"), job_run->err) &&
        play_rounds(job_run, &season);
    return dado_league_season_end(&season, job_run, fine);
}

// ---- the jobs

const dado_job dado_job_league = {
    .name = "league",
    .about = "holds a league of programs that stays open",
    .details = "A league is a folder. Teams submit programs, which are built and tried in a "
               "sandbox; rounds of matches are played as long as it is open, and the table has "
               "ratings with intervals. It may be stopped, killed, copied and moved at any "
               "moment, and goes on where it was.",
    .examples = DADO_EXAMPLES(
        { "dado league new autumn kuhn --house random", "Begins a league in the folder autumn." },
        { "dado league team autumn Lemurs", "Adds a team, and prints its key." },
        { "dado league submit autumn Lemurs bot.py", "Builds and tries what the team submits." },
        { "dado league play autumn -n 5", "Plays five rounds." },
        { "dado league table autumn", "Prints the table." }),
};

const dado_job dado_job_league_new = {
    .name = "league new",
    .about = "begins a league in a folder",
    .details = "Writes league.ini, the settings, and league.db, the log of the league. The file "
               "of a game is copied into the folder. The seed of all pairings and luck is in the "
               "log, and never shown.",
    .params = { DADO_PARAMS(
                    DADO_PARAM(FOLDER, "folder", .word = true, .needed = true,
                               .about = "The folder of the league. It is made if there is none."),
                    DADO_PARAM_THE_GAME,
                    DADO_PARAM(TEXT, "name", .value = "NAME", .unset = "after the game",
                               .about = "What the league is called."),
                    DADO_PARAM(TEXT, "house", .value = "AGENTS", .unset = "none",
                               .about = "Agents of dado that play along, separated by commas, so "
                                        "that ratings have something to be measured by."),
                    DADO_PARAM(WHOLE, "seed", 's', .bits64 = true, .unset = "drawn by the system",
                               .about = "Where pairings and luck come from.")),
                dado_params_game },
    .examples = DADO_EXAMPLES({ "dado league new autumn kuhn --house random,greedy",
                                "A league of Kuhn poker with two players of dado." }),
    .run = begin,
};

const dado_job dado_job_league_team = {
    .name = "league team",
    .about = "adds a team to a league, and prints its key",
    .details = "The key is what the team submits with over HTTP. Only a hash of it is kept, so "
               "it cannot be shown again.",
    .params = { DADO_PARAMS(PARAM_LEAGUE, DADO_PARAM(TEXT, "name", .word = true, .needed = true,
                                                     .about = "What the team is called.")) },
    .examples = DADO_EXAMPLES({ "dado league team autumn Lemurs", "Adds the team Lemurs." }),
    .run = add_team,
};

const dado_job dado_job_league_submit = {
    .name = "league submit",
    .about = "takes in a program of a team, builds it and lets it play a trial",
    .details =
        "A submission is a folder, an archive (.zip, .tar.gz) or one file. A folder with a "
        "build.sh, Makefile or Cargo.toml is built by it, and must leave the program bot; "
        "otherwise the one file that ends in .py, .js, .lua, .c or .cpp plays, or the one called "
        "bot or agent. The kit of its language is put beside it if it is missing.\n\n"
        "It is built in a sandbox, without network, and then plays three matches against random "
        "players. One that is late, dies or gives up is refused, with the reason in words. The "
        "exit code is 3 then.",
    .params = { DADO_PARAMS(
        PARAM_LEAGUE,
        DADO_PARAM(TEXT, "team", .word = true, .needed = true, .about = "Whose program it is."),
        DADO_PARAM(FILE, "path", .word = true, .needed = true,
                   .about = "The file, the archive or the folder.")) },
    .examples = DADO_EXAMPLES({ "dado league submit autumn Lemurs bot.py", "One file." },
                              { "dado league submit autumn Lemurs bot.zip", "An archive." }),
    .run = submit,
};

const dado_job dado_job_league_play = {
    .name = "league play",
    .about = "plays rounds of a league",
    .details = "Who meets whom depends on the seed of the league and on the matches so far, and "
               "on nothing else. On each board as many players meet as there are seats, in every "
               "seat once, on the same luck. A round that was cut off is finished first.",
    .params = { DADO_PARAMS(PARAM_LEAGUE,
                            DADO_PARAM(WHOLE, "more", 'n', .usual = "1", .least = 1, .most = 1e6,
                                       .about = "How many more rounds to play."),
                            DADO_PARAM_THREADS) },
    .examples = DADO_EXAMPLES({ "dado league play autumn -n 5", "Plays five rounds." }),
    .run = play,
};

const dado_job dado_job_league_table = {
    .name = "league table",
    .about = "prints the table of a league",
    .details = "Ratings are a Bradley-Terry fit over all matches with a result, so their order "
               "does not show; 400 points are odds of ten to one and the mean is 1500.",
    .params = { DADO_PARAMS(PARAM_LEAGUE,
                            DADO_PARAM(FLAG, "verify",
                                       .about = "Checks first that every pairing in the log is "
                                                "the one that the seed leads to.")) },
    .examples = DADO_EXAMPLES({ "dado league table autumn", "Prints the table." },
                              { "dado league table autumn -o table.html", "The same as a page." }),
    .run = show_table,
};
