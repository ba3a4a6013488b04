// arena.c - lets players meet fairly, and says who is better and by how much.
#include <inttypes.h>

#include "arena/tournament.h"
#include "job/errand.h"
#include "report/league.h"

static bool read_players(dado_errand *errand, dado_tournament *t, dado_error *err)
{
    t->count = dado_errand_count(errand, "player");
    dado_player *players = dado_new(errand->arena, dado_player, t->count);
    if (!players) return dado_fail(err, DADO_LIMIT, "no memory left for the players");
    for (int i = 0; i < t->count; i++) {
        const char *typed = dado_errand_nth(errand, "player", i);
        if (!dado_player_parse(&players[i], typed, errand->arena, err) ||
            !dado_errand_trust(errand, &players[i], err)) {
            return false;
        }
    }
    t->players = players;
    return true;
}

static bool play(dado_errand *errand, const dado_tournament *t, dado_store *store,
                 dado_document *answer, dado_error *err)
{
    dado_relay relay;
    dado_league league;
    dado_experiment_how how = dado_errand_how(errand, &relay);
    how.store = store;
    bool fine = dado_tournament_play(t, &how, &league, err);
    if (fine) {
        dado_report_league(answer, t, &league);
        if (league.interrupted) {
            dado_errand_stop_at(errand, answer, store != NULL, "after %" PRId64 " matches",
                                league.matches);
        }
    } else {
        errand->blamed = dado_source_of_error(t->game, err);
        dado_errand_failed(errand, err);
    }
    dado_league_free(&league);
    return fine;
}

static bool run(dado_errand *errand, dado_document *answer, dado_error *err)
{
    dado_source source;
    dado_game opened;
    dado_plan plan = { 0 };
    dado_errand_plan(errand, &plan);
    dado_tournament t = {
        .game = &source,
        .command = answer->command,
        .until_sure = dado_errand_flag(errand, "until-sure"),
        .seed = plan.seed,
        .swiss = (int)dado_errand_whole(errand, "swiss"),
        .level = dado_errand_real(errand, "level"),
        .most = dado_errand_whole(errand, "most"),
        .move_limit = plan.move_limit,
        .keep_moves = plan.keep_moves,
    };
    t.matches = dado_errand_given(errand, "matches") ? plan.matches : t.until_sure ? 50 : 100;
    dado_store *store = NULL;
    if (!dado_errand_game(errand, dado_errand_text(errand, "game"), &source, err) ||
        !dado_errand_keep(errand, &source, &opened, err) || !read_players(errand, &t, err) ||
        !dado_errand_store(errand, DADO_STORE_WRITE, &store, err)) {
        return false;
    }
    answer->rules = dado_source_hash(&source);
    bool fine = play(errand, &t, store, answer, err);
    dado_store_close(store);
    return fine;
}

static const dado_param params[] = {
    { .name = "game", .kind = DADO_PARAM_GAME, .word = true, .needed = true,
      .about = "The name of a game, or a file that describes one." },
    { .name = "player", .kind = DADO_PARAM_AGENT, .value = "PLAYER", .word = true, .needed = true,
      .many = true, .about = "Those who meet." },
    { .name = "matches", .letter = 'n', .kind = DADO_PARAM_WHOLE, .least = 1, .most = 1e9,
      .unset = "100; 50 at a time with --until-sure",
      .about = "How many matches each group plays in each order of seats." },
    DADO_PARAM_SEED,
    DADO_PARAM_THREADS,
    DADO_PARAM_LIMIT,
    { .name = "swiss", .kind = DADO_PARAM_WHOLE, .value = "ROUNDS", .usual = "0", .most = 1000,
      .about = "Plays so many rounds between neighbours in the standing instead of everybody "
               "against everybody; for tables of two." },
    { .name = "until-sure", .kind = DADO_PARAM_FLAG,
      .about = "With two players: plays until it is clear who is better." },
    { .name = "level", .kind = DADO_PARAM_REAL, .value = "SHARE", .usual = "0.05", .least = 1e-9,
      .most = 0.5, .about = "How often --until-sure may be wrong." },
    { .name = "most", .kind = DADO_PARAM_WHOLE, .usual = "100000", .least = 1, .most = 1e9,
      .about = "Matches after which --until-sure gives up." },
    DADO_PARAM_UNSAFE,
    { 0 },
};

static const dado_example examples[] = {
    { "dado arena kuhn random greedy ismcts:iterations=200 -n 200",
      "Everybody against everybody, both ways round, 200 matches each." },
    { "dado arena kuhn random greedy ismcts --report arena.html",
      "The same as a page with charts." },
    { "dado arena kuhn ./my_agent.py random --until-sure",
      "Is my program better than chance? Stops once that is clear." },
    { "dado arena bigpoints random pimc uct:iterations=500 --swiss 3 --json",
      "Three Swiss rounds, as JSON." },
    { 0 },
};

const dado_job dado_job_arena = {
    .name = "arena",
    .about = "lets players meet in a tournament and rates them",
    .details =
        "Every group of players that fits the table meets in every order of seats, on the same "
        "luck. Ratings are a Bradley-Terry fit over all matches, so their order does not matter; "
        "400 points are odds of ten to one and the mean is 1500. Elo, played through in order, "
        "stands beside it.\n\n"
        "A player is an agent (see dado list agents), a program that speaks JSON lines "
        "(./my_agent.py), a Lua script (./my_agent.lua) or a shared object (./my_agent.so). "
        "Programs run confined: no network, no files but their own.",
    .params = { params, dado_params_game, dado_params_store, dado_params_mpi },
    .whole = "ratings are of all matches at once, and who meets may hang on who won; with --mpi "
             "several processes play one tournament",
    .examples = examples,
    .run = run,
};
