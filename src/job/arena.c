// arena.c - lets players meet fairly, and says who is better and by how much.
#define _XOPEN_SOURCE 700
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "arena/tournament.h"
#include "job/replay.h"
#include "measure/words.h"
#include "report/report.h"

static bool read_players(dado_errand *errand, dado_tournament *t)
{
    t->count = dado_errand_count(errand, "player");
    dado_player *players = dado_errand_new(errand, dado_player, t->count);
    if (!players) return false;
    for (int i = 0; i < t->count; i++) {
        const char *typed = dado_errand_nth(errand, "player", i);
        if (!dado_player_parse(&players[i], typed, errand->arena, errand->err) ||
            !dado_errand_trust(errand, &players[i])) {
            return false;
        }
    }
    t->players = players;
    return true;
}

// ---- a page for every match

// Where the folder is, seen from the page that links to it: "" and why, where there is no way.
static bool way_to(const char *folder, const char *page, dado_text *way, dado_error *err)
{
    char to[PATH_MAX], from[PATH_MAX], typed[PATH_MAX];
    int length = snprintf(typed, sizeof typed, "%s", page ? page : "");
    char *slash = strrchr(typed, '/');
    if (slash) slash[slash == typed] = '\0';
    if (length < 0 || (size_t)length >= sizeof typed || !realpath(folder, to) ||
        !realpath(slash ? typed : ".", from)) {
        return dado_fail(err, DADO_IO, "%s and the folder of the page cannot be found", folder);
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

static bool write_replay(dado_errand *errand, const dado_played *played, const char *folder)
{
    dado_arena *arena = errand->arena;
    size_t mark = dado_arena_mark(arena);
    dado_replay replay;
    dado_which which = { .lineup = played->lineup, .match = played->match };
    bool kept;
    dado_draft path = { 0 };
    dado_text_addf(&path, "%s/", folder);
    dado_replay_name(played, &path);
    bool fine = dado_recall(errand->opened, played->run, which, errand->stop, arena, &replay, &kept,
                            errand->err) &&
                dado_replay_write_page(errand, &replay, dado_text_string(&path));
    dado_arena_rewind(arena, mark);
    return fine;
}

static bool write_replays(dado_errand *errand, const dado_league *league, const char *folder)
{
    for (int64_t m = 0; m < league->matches; m++) {
        if (dado_errand_stopped(errand)) break;
        dado_errand_working(errand, m, league->matches, "replays", "%s", "");
        if (!write_replay(errand, &league->played[m], folder)) return false;
    }
    dado_errand_say(errand, "wrote a page for each of %s matches into %s",
                    dado_said_count(league->matches).s, folder);
    return true;
}

static bool report(dado_errand *errand, const dado_tournament *t, const dado_league *league)
{
    const char *folder = dado_errand_text(errand, "replays");
    dado_draft way = { 0 };
    if (folder && (!way_to(folder, dado_errand_text(errand, "report"), &way, errand->err) ||
                   !write_replays(errand, league, folder))) {
        return false;
    }
    dado_report_league(errand->answer, t, league, folder ? dado_text_string(&way) : NULL);
    return true;
}

// ---- the tournament

static bool play(dado_errand *errand, const dado_tournament *t)
{
    DADO_ENDS(dado_league_free) dado_league league = { 0 };
    dado_experiment_how how;
    if (!dado_errand_how(errand, &how)) return false;
    if (how.parts && (t->swiss || t->until_sure || dado_errand_given(errand, "replays"))) {
        return dado_errand_misused(errand,
                                   "a part is one of everybody against everybody: what --swiss and "
                                   "--until-sure play hangs on who won, and pages of --replays are "
                                   "written of the whole");
    }
    if (!dado_tournament_play(t, &how, &league, errand->err)) {
        errand->blamed = dado_source_of_error(t->game, errand->err);
        return dado_errand_failed(errand);
    }
    if (dado_errand_told_part(errand, league.matches, league.planned, "matches",
                              league.interrupted)) {
        return true;
    }
    if (league.interrupted && league.matches == 0) {
        dado_errand_stop_at(errand, "before a match was over");
        return true;
    }
    if (!report(errand, t, &league)) return false;
    if (league.interrupted) {
        dado_errand_stop_at(errand, "after %s matches", dado_said_count(league.matches).s);
    }
    return true;
}

static bool run(dado_errand *errand)
{
    dado_source source;
    dado_game opened;
    dado_plan plan = { 0 };
    dado_errand_plan(errand, &plan);
    dado_tournament t = {
        .game = &source,
        .command = errand->answer->command,
        .until_sure = dado_errand_given(errand, "until-sure"),
        .seed = plan.seed,
        .swiss = (int)dado_errand_whole(errand, "swiss"),
        .level = dado_errand_real(errand, "level"),
        .most = dado_errand_whole(errand, "most"),
        .move_limit = plan.move_limit,
        .keep_moves = plan.keep_moves,
    };
    const char *replays = dado_errand_text(errand, "replays");
    if (replays) t.keep_moves = true;
    t.matches = dado_errand_given(errand, "matches") ? plan.matches : t.until_sure ? 50 : 100;
    if (!dado_errand_game(errand, dado_errand_text(errand, "game"), &source) ||
        !dado_errand_keep(errand, &source, &opened) || !read_players(errand, &t) ||
        (replays && !dado_folder_make(replays, errand->err)) ||
        !dado_errand_store(errand, DADO_STORE_WRITE)) {
        return false;
    }
    if (replays && !errand->opened) {
        return dado_errand_misused(errand,
                                   "pages of matches are written from the store: --replays does "
                                   "not go with --no-store");
    }
    errand->answer->rules = dado_source_hash(&source);
    return play(errand, &t);
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
        "told by the clock; dado seasons compares the tournaments of a store.\n\n"
        "A player is an agent (see dado list agents), a program that speaks JSON lines "
        "(./my_agent.py), a Lua script (./my_agent.lua) or a shared object (./my_agent.so). "
        "Programs run confined: no network, no files but their own.",
    .params = { DADO_PARAMS(
        DADO_PARAM_THE_GAME,
        DADO_PARAM(AGENT, "player", .value = "PLAYER", .word = true, .needed = true, .many = true,
                   .about = "Those who meet."),
        DADO_PARAM(WHOLE, "matches", 'n', .least = 1, .most = 1e9,
                   .unset = "100; 50 at a time with --until-sure",
                   .about = "How many matches each group plays in each order of seats."),
        DADO_PARAM_SEED,
        DADO_PARAM_THREADS,
        DADO_PARAM_LIMIT,
        DADO_PARAM(WHOLE, "swiss", .value = "ROUNDS", .usual = "0", .most = 1000,
                   .about = "Plays so many rounds between neighbours in the standing instead of "
                            "everybody against everybody; for tables of two."),
        DADO_PARAM(FLAG, "until-sure",
                   .about = "With two players: plays until it is clear who is better."),
        DADO_PARAM(REAL, "level", .value = "SHARE", .usual = "0.05", .least = 1e-9, .most = 0.5,
                   .about = "How often --until-sure may be wrong."),
        DADO_PARAM(WHOLE, "most", .usual = "100000", .least = 1, .most = 1e9,
                   .about = "Matches after which --until-sure gives up."),
        DADO_PARAM(FOLDER, "replays", .beside = true,
                   .about = "Writes a page for every match into this folder, and links to them "
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
