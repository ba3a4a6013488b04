// sim.c - dado sim: plays a game many times and says what came of it.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <string.h>

#include "cli/session.h"
#include "cli/tables.h"

static int show(dado_call *call, const dado_results *results)
{
    dado_text out = { 0 };
    if (dado_given_flag(call, "json")) dado_results_json(results, &out);
    else dado_results_table(results, call->columns, call->colour, &out);
    bool printed = dado_call_print(call, &out);
    dado_text_free(&out);
    return printed ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

static int play(dado_call *call, const dado_plan *plan, dado_store *store)
{
    dado_error err = { 0 };
    dado_results results;
    int code;
    if (!dado_call_experiment(call, plan, (dado_experiment_how){ .store = store }, &results, &err)) {
        code = dado_call_fail(call, &err, dado_source_of_error(&plan->instances[0], &err));
    } else {
        code = show(call, &results);
        if (results.interrupted) code = DADO_EXIT_INTERRUPTED;
    }
    dado_results_free(&results);
    return code;
}

static bool seats_of(const dado_source *source, int *players, dado_arena *arena, dado_error *err)
{
    size_t mark = dado_arena_mark(arena);
    dado_game game;
    bool fine = dado_source_open(source, &game, arena, err);
    if (fine) *players = game.players;
    dado_arena_rewind(arena, mark);
    return fine;
}

static int run(dado_call *call)
{
    dado_source source;
    dado_lineup lineup;
    dado_store *store = NULL;
    dado_error err = { 0 };
    dado_plan plan = { .instances = &source, .instance_count = 1, .lineups = &lineup,
                       .lineup_count = 1 };
    dado_call_plan(call, &plan);
    dado_given_int(call, "threads", 0, 1, 1024);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    if (!dado_call_game(call, 0, &source)) return DADO_EXIT_FAILED;
    int players;
    if (!seats_of(&source, &players, call->arena, &err) ||
        !dado_call_lineup(call, players, NULL, &lineup, &err) ||
        !dado_call_store(call, DADO_STORE_WRITE, &store, &err)) {
        return dado_call_fail(call, &err, dado_source_of_error(&source, &err));
    }
    int code = play(call, &plan, store);
    dado_store_close(store);
    return code;
}

static const dado_example examples[] = {
    { "dado sim kuhn -n 10000", "Ten thousand matches of Kuhn poker between random players." },
    { "dado sim dicepoints -D ROUNDS=20 --report report.html",
      "A game of the library with one of its values changed, and a page with charts." },
    { "dado sim kuhn --seat 1=ismcts:iterations=200 -n 500 --seed 7",
      "A thinking player in the first seat." },
    { 0 },
};

const dado_verb dado_verb_sim = {
    .name = "sim",
    .words = "GAME",
    .about = "plays a game many times and measures what happened",
    .details =
        "GAME is the name of a game (see dado list games) or a file that describes one. Matches "
        "are played on all cores; the same seed gives the same result whatever their number.",
    .offer = DADO_OFFER_GAMES,
    .least = 1,
    .most = 1,
    .flags = { dado_flags_game, dado_flags_seats, dado_flags_play, dado_flags_store,
               dado_flags_json },
    .examples = examples,
    .run = run,
};
