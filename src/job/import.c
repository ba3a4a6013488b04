// import.c - measures matches that were played elsewhere.
#include "core/face.h"
#include "job/outcome.h"

// What was done to the scores of a file is part of the answer.
static void add_remark(const dado_game *game, const char *name, dado_text *remarks)
{
    void (*remark)(const dado_game *, dado_text *) = dado_face_of(game, remark);
    dado_draft words = { 0 };
    if (remark) remark(game, &words);
    if (words.length) {
        dado_text_addf(remarks, "%s%s: %s.", remarks->length ? " " : "", name,
                       dado_text_string(&words));
    }
}

// Every file is a match, and all together are one run.
static bool open_all(dado_errand *errand, dado_source *sources, int count, dado_game *game,
                     dado_text *remarks)
{
    int players = 0;
    for (int i = 0; i < count; i++) {
        const char *name = dado_errand_nth(errand, "file", i);
        if (!dado_errand_game(errand, name, &sources[i]) ||
            !dado_errand_open(errand, &sources[i], game)) {
            return false;
        }
        if (!dado_face_of(game, played)) {
            return dado_errand_misused(errand, "%s is not a table: its name does not end in .csv",
                                       name);
        }
        if (i && game->players != players) {
            return dado_errand_misused(errand, "%s has %d players and %s has %d: import them apart",
                                       dado_errand_nth(errand, "file", 0), players, name,
                                       game->players);
        }
        players = game->players;
        add_remark(game, name, remarks);
    }
    return true;
}

static bool run(dado_errand *errand)
{
    int count = dado_errand_count(errand, "file");
    dado_source *sources = dado_errand_new(errand, dado_source, count);
    dado_player *everyone = dado_errand_new(errand, dado_player, 1);
    if (!sources || !everyone) return false;
    dado_game game;
    dado_draft remarks = { 0 };
    if (!open_all(errand, sources, count, &game, &remarks) ||
        !dado_player_parse(everyone, "random", errand->arena, errand->err)) {
        return false;
    }
    if (remarks.length) dado_document_text(errand->answer, "remarks", dado_text_string(&remarks));
    dado_lineup lineup = { .name = "as played", .players = everyone, .count = 1 };
    dado_plan plan = {
        .instances = sources, .instance_count = count, .lineups = &lineup, .lineup_count = 1,
        .matches = 1, .seed = 1, .command = errand->answer->command,
    };
    dado_errand_plan(errand, &plan);
    DADO_ENDS(dado_outcome_end) dado_outcome outcome = { 0 };
    return (dado_outcome_begin(&outcome, errand, &game, true) &&
            dado_errand_store(errand, DADO_STORE_WRITE) &&
            dado_errand_experiment(errand, &plan, &outcome, dado_outcome_block,
                                   &outcome.results) &&
            dado_outcome_tell(&outcome)) ||
           dado_errand_failed(errand);
}

const dado_job dado_job_import = {
    .name = "import",
    .about = "measures matches played elsewhere, from tables of scores",
    .details = "A file holds one match in lines of round;player;score, in any order; commas and "
               "tabs part fields as well, the same ones throughout, and a field may stand between "
               "quotes. A first line of headings, round;player;score in any order, says which "
               "field is which. Whatever else is not such a line is an error, as is a second line "
               "for a round and player. Scores have up to three decimals and lie between "
               "-1000000 and 1000000; there are at most 64 players and 100000 rounds. Scores are "
               "totals unless -D scores=gains is given. Who has no line in a round keeps the last "
               "total. The run is kept in the store, so that dado diff compares it with others.",
    .params = { DADO_PARAMS(
        DADO_PARAM(FILE, "file", .value = "FILE.csv", .word = true, .needed = true, .many = true,
                   .about = "Tables of scores, each of them one match.")),
                dado_params_game, dado_params_metrics, dado_params_store, dado_params_outcome },
    .examples = DADO_EXAMPLES(
        { "dado import league.csv", "a league table, round by round, as one match" },
        { "dado import night-*.csv --report nights.html", "several evenings, each by itself" },
        { "dado import race.csv -D scores=gains -D lowest_wins=yes",
          "points won in each round instead of totals, and the fewest win" }),
    .run = run,
};
