// import.c - dado import: measures matches that were played elsewhere.
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "cli/outcome.h"

// Every file is a match, and all together are one run.
static int run(dado_call *call)
{
    dado_error err = { 0 };
    dado_options options;
    dado_source *sources = dado_new(call->arena, dado_source, call->word_count);
    if (!sources || !dado_call_options(call, &options, &err))
        return dado_call_fail(call, &err, NULL);
    dado_game game;
    int players = 0;
    for (int i = 0; i < call->word_count; i++) {
        bool fine = dado_source_find(&sources[i], call->words[i], &options, call->arena, &err) &&
                    dado_source_open(&sources[i], &game, call->arena, &err);
        if (!fine) return dado_call_fail(call, &err, dado_source_of_error(&sources[i], &err));
        if (strcmp(game.rules->name, "table") != 0) {
            return dado_call_misused(call, "%s is not a table: its name does not end in .csv",
                                     call->words[i]);
        }
        if (i && game.players != players) {
            return dado_call_misused(call, "%s has %d players and %s has %d: import them apart",
                                     call->words[0], players, call->words[i], game.players);
        }
        players = game.players;
    }
    dado_player *everyone = dado_new(call->arena, dado_player, 1);
    if (!everyone || !dado_player_parse(everyone, "random", call->arena, &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    dado_lineup lineup = { .name = "as played", .players = everyone, .count = 1 };
    dado_plan plan = {
        .instances = sources, .instance_count = call->word_count, .lineups = &lineup,
        .lineup_count = 1, .matches = 1, .seed = 1, .command = call->command,
    };
    dado_call_metrics(call, &plan);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    dado_outcome outcome;
    int code = dado_outcome_begin(&outcome, call, &game);
    dado_store *store = NULL;
    if (code == DADO_EXIT_FINE && !dado_call_store(call, DADO_STORE_WRITE, &store, &err)) {
        code = dado_call_fail(call, &err, NULL);
    }
    if (code == DADO_EXIT_FINE) {
        dado_experiment_how how = { .store = store, .context = &outcome,
                                    .block = dado_outcome_block };
        if (dado_call_experiment(call, &plan, how, &outcome.results, &err)) {
            code = dado_outcome_show(&outcome);
        } else {
            code = dado_call_fail(call, &err, NULL);
        }
        dado_results_free(&outcome.results);
    }
    dado_store_close(store);
    dado_outcome_end(&outcome);
    return code;
}

static const dado_example examples[] = {
    { "dado import league.csv", "a league table, round by round, as one match" },
    { "dado import night-*.csv --report nights.html", "several evenings, each by itself" },
    { "dado import race.csv -D scores=gains -D lowest_wins=yes",
      "points won in each round instead of totals, and the fewest win" },
    { 0 },
};

const dado_verb dado_verb_import = {
    .name = "import",
    .words = "FILE.csv...",
    .about = "measures matches played elsewhere, from tables of scores",
    .details = "A file holds one match in lines of round;player;score, in any order; commas and "
               "tabs part fields as well, and a first line of headings is skipped. Scores are "
               "totals unless -D scores=gains is given. Who has no line in a round keeps the last "
               "total. The run is kept in the store, so that dado diff compares it with others.",
    .offer = DADO_OFFER_FILES,
    .least = 1,
    .most = -1,
    .flags = { dado_flags_game, dado_flags_metrics, dado_flags_store, dado_flags_outcome,
               dado_flags_json },
    .examples = examples,
    .run = run,
};
