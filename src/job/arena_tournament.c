// arena_tournament.c - runs a tournament, and reports who is better and by how much.
#define _XOPEN_SOURCE 700
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "arena/tournament.h"
#include "core/confine.h"
#include "job/replay.h"
#include "measure/number_format.h"
#include "report/report_functions.h"

static bool read_players(dado_job_run *job_run, dado_tournament *t)
{
    t->count = dado_job_run_arg_count(job_run, "player");
    dado_player *players = dado_job_run_new(job_run, dado_player, t->count);
    if (!players) return false;
    for (int i = 0; i < t->count; i++) {
        const char *typed = dado_job_run_nth_arg(job_run, "player", i);
        if (!dado_player_parse(&players[i], typed, job_run->region, job_run->err) ||
            !dado_job_run_allow_unsafe(job_run, &players[i])) {
            return false;
        }
    }
    t->players = players;
    // Moves of such players are stored, so that the matches can be seen later without them.
    for (int i = 0; i < t->count; i++) {
        t->keep_moves = t->keep_moves || players[i].kind->outside_code;
    }
    return true;
}

// ---- a page for every match

// A path from the root. A server's paths begin at its folder, and are taken as they are named:
// to look where a link leads would tell of what lies outside.
static bool whole_path(const char *path, char whole[PATH_MAX])
{
    if (!dado_confined()) return realpath(path, whole) != NULL;
    while (strncmp(path, "./", 2) == 0) path += 2;
    int length = snprintf(whole, PATH_MAX, "/%s", strcmp(path, ".") == 0 ? "" : path);
    return length >= 0 && length < PATH_MAX;
}

// Writes the path from the page to the folder that it links to. Fails if there is no such path.
static bool relative_path(const char *folder, const char *page, dado_text *way, dado_error *err)
{
    char to[PATH_MAX], from[PATH_MAX], typed[PATH_MAX];
    int length = snprintf(typed, sizeof typed, "%s", page ? page : "");
    char *slash = strrchr(typed, '/');
    if (slash) slash[slash == typed] = '\0';
    if (length < 0 || (size_t)length >= sizeof typed || !whole_path(folder, to) ||
        !whole_path(slash ? typed : ".", from)) {
        return dado_fail(err, DADO_IO,
                         "there is no path from the page to the folder %s; choose "
                         "another folder",
                         folder);
    }
    size_t same = 0, split = 0;
    while (to[same] && to[same] == from[same]) same++;
    bool whole = (!to[same] || to[same] == '/') && (!from[same] || from[same] == '/');
    for (size_t i = 0; i < same; i++) {
        if (to[i] == '/') split = i;
    }
    if (whole) split = same;
    for (const char *c = from + split; *c; c++) {
        if (*c == '/' && c[1]) dado_text_add(way, "../");
    }
    for (const char *c = to + split + (to[split] == '/'); *c; c++) {
        if (isalnum((unsigned char)*c) || strchr("-_.~/", *c)) dado_text_char(way, *c);
        else dado_text_addf(way, "%%%02X", (unsigned char)*c);
    }
    if (to[split] && to[split + 1]) dado_text_char(way, '/');
    else if (!way->length) dado_text_add(way, "./");
    return true;
}

static bool write_replay(dado_job_run *job_run, const dado_tournament_match *played,
                         const char *folder)
{
    dado_region *region = job_run->region;
    size_t mark = dado_region_mark(region);
    dado_replay replay;
    dado_match_id which = { .lineup = played->lineup, .match = played->match };
    bool kept;
    DADO_CLEANUP(dado_text_free) dado_text path = { 0 };
    dado_text_addf(&path, "%s/", folder);
    dado_replay_name(played, &path);
    bool fine = dado_replay_from_store(job_run->opened, played->run, which, job_run->stop, region,
                                       &replay, &kept, job_run->err) &&
                dado_replay_write_page(job_run, &replay, dado_text_string(&path));
    dado_region_rewind(region, mark);
    return fine;
}

static bool write_replays(dado_job_run *job_run, const dado_tournament_result *league,
                          const char *folder)
{
    for (int64_t m = 0; m < league->matches; m++) {
        if (dado_job_run_is_stopped(job_run)) break;
        dado_job_run_report_progress(job_run, m, league->matches, "replays", "%s", "");
        if (!write_replay(job_run, &league->played[m], folder)) return false;
    }
    dado_job_run_message(job_run, "wrote a page for each of %s matches into %s",
                         dado_string_count(league->matches).s, folder);
    return true;
}

static bool report(dado_job_run *job_run, const dado_tournament *t,
                   const dado_tournament_result *league)
{
    const char *folder = dado_job_run_text(job_run, "replays");
    DADO_CLEANUP(dado_text_free) dado_text way = { 0 };
    if (folder &&
        (!relative_path(folder, dado_job_run_text(job_run, "report"), &way, job_run->err) ||
         !write_replays(job_run, league, folder))) {
        return false;
    }
    dado_report_tournament(job_run->answer, t, league, folder ? dado_text_string(&way) : NULL);
    return true;
}

// ---- the tournament

static bool play(dado_job_run *job_run, const dado_tournament *t)
{
    DADO_CLEANUP(dado_tournament_result_free) dado_tournament_result league = { 0 };
    dado_experiment_settings how;
    if (!dado_job_run_experiment_how(job_run, &how)) return false;
    if (how.parts && (t->swiss || t->until_sure || dado_job_run_is_given(job_run, "replays"))) {
        return dado_job_run_usage_error(
            job_run,
            "--part needs a tournament of everybody against everybody: it does not go "
            "with --swiss or --until-sure, whose matches depend on results, nor with --replays");
    }
    if (!dado_tournament_play(t, &how, &league, job_run->err)) {
        job_run->source_with_error = dado_game_source_error_text(t->game, job_run->err);
        return dado_job_run_keep_error_path(job_run);
    }
    if (dado_job_run_report_part(job_run, league.matches, league.planned, "matches",
                                 league.interrupted)) {
        return true;
    }
    if (league.interrupted && league.matches == 0) {
        dado_job_run_record_stop(job_run, "before a match was over");
        return true;
    }
    if (!report(job_run, t, &league)) return false;
    if (league.interrupted) {
        dado_job_run_record_stop(job_run, "after %s matches", dado_string_count(league.matches).s);
    }
    return true;
}

static bool run(dado_job_run *job_run)
{
    dado_game_source source;
    dado_game opened;
    dado_plan plan = { 0 };
    dado_job_run_fill_plan(job_run, &plan);
    dado_tournament t = {
        .game = &source,
        .command = job_run->answer->command,
        .until_sure = dado_job_run_is_given(job_run, "until-sure"),
        .seed = plan.seed,
        .swiss = (int)dado_job_run_int(job_run, "swiss"),
        .level = dado_job_run_real(job_run, "level"),
        .most = dado_job_run_int(job_run, "most"),
        .move_limit = plan.move_limit,
    };
    const char *replays = dado_job_run_text(job_run, "replays");
    t.keep_moves = plan.keep_moves || replays;
    t.matches = dado_job_run_is_given(job_run, "matches") ? plan.matches : t.until_sure ? 50 : 100;
    if (!dado_job_run_find_game(job_run, dado_job_run_text(job_run, "game"), &source) ||
        !dado_job_run_open_shared_game(job_run, &source, &opened) || !read_players(job_run, &t) ||
        (replays && !dado_folder_make(replays, job_run->err)) ||
        !dado_job_run_open_store(job_run, DADO_STORE_WRITE)) {
        return false;
    }
    if (replays && !job_run->opened) {
        return dado_job_run_usage_error(
            job_run, "--replays does not go with --no-store: the pages are made from the store");
    }
    job_run->answer->rules = dado_game_source_hash(&source);
    return play(job_run, &t);
}

const dado_job dado_job_arena = {
    .name = "arena",
    .about = "lets players meet in a tournament and rates them",
    .details =
        "Every group of players that fits the table meets in every order of seats, on the same "
        "luck. Ratings are a Bradley-Terry fit over all matches, so their order does not matter; "
        "400 points are odds of ten to one and the mean is 1500. Elo, played through in order, "
        "stands beside it. Where players beat each other in a circle, or the lower rated of two "
        "wins their meetings, no number a player can tell, and they are named. Thinking time is "
        "told by the clock; dado arena history compares the tournaments of a store.\n\n"
        "A player is an agent (see dado list agents), a program that speaks JSON lines "
        "(./my_agent.py), a Lua script (./my_agent.lua) or a shared object (./my_agent.so). "
        "Programs run confined: no network, no files but their own.",
    .params = { DADO_PARAMS(
                    DADO_PARAM_THE_GAME,
                    DADO_PARAM(AGENT, "player", .value = "PLAYER", .word = true, .needed = true,
                               .many = true, .about = "Those who meet."),
                    DADO_PARAM(WHOLE, "matches", 'n', .least = 1, .most = 1e9,
                               .unset = "100; 50 at a time with --until-sure",
                               .about =
                                   "How many matches each group plays in each order of seats."),
                    DADO_PARAM_SEED, DADO_PARAM_THREADS, DADO_PARAM_LIMIT,
                    DADO_PARAM(
                        WHOLE, "swiss", .value = "ROUNDS", .usual = "0", .most = 1000,
                        .about =
                            "Plays so many rounds between neighbours in the standing instead of "
                            "everybody against everybody; for tables of two."),
                    DADO_PARAM(FLAG, "until-sure",
                               .about = "With two players: plays until it is clear who is better."),
                    DADO_PARAM(REAL, "level", .value = "SHARE", .usual = "0.05", .least = 1e-9,
                               .most = 0.5, .about = "How often --until-sure may be wrong."),
                    DADO_PARAM(WHOLE, "most", .usual = "100000", .least = 1, .most = 1e9,
                               .about = "Matches after which --until-sure gives up."),
                    DADO_PARAM(
                        FOLDER, "replays", .beside = true,
                        .about =
                            "Writes a page for every match into this folder, and links to them "
                            "from the page of --report. Moves are kept, as with --keep moves."),
                    DADO_PARAM_UNSAFE),
                dado_params_game, dado_params_store, dado_params_parts },
    .examples = DADO_EXAMPLES(
        { "dado arena kuhn random greedy ismcts:iterations=200 -n 200",
          "Everybody against everybody, both ways round, 200 matches each." },
        { "dado arena kuhn random greedy ismcts --report arena.html",
          "The same as a page with charts." },
        { "dado arena kuhn random greedy -n 5 --report arena.html --replays matches",
          "Every match on the page leads to a page where it can be stepped through." },
        { "dado arena kuhn ./my_agent.py random --until-sure",
          "Is my program better than chance? Stops once that is clear." },
        { "dado arena bigpoints random pimc uct:iterations=500 --swiss 3 --json",
          "Three Swiss rounds, as JSON." }),
    .run = run,
};
