// import_matches.c - measures matches that were played elsewhere.
#include "core/game_extras.h"
#include "job/playtest_logs.h"
#include "job/results_output.h"

// Adds to the answer how the scores of a file were changed on import.
static void add_remark(const dado_game *game, const char *name, dado_text *remarks)
{
    void (*remark)(const dado_game *, dado_text *) = dado_game_extra(game, remark);
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    if (remark) remark(game, &words);
    if (words.length) {
        dado_text_addf(remarks, "%s%s: %s.", remarks->length ? " " : "", name,
                       dado_text_string(&words));
    }
}

// Opens all files: each is a match, and together they are one run.
static bool open_all(dado_job_run *job_run, dado_game_source *sources, int count, dado_game *game,
                     dado_text *remarks)
{
    int players = 0;
    for (int i = 0; i < count; i++) {
        const char *name = dado_job_run_nth_arg(job_run, "file", i);
        if (!dado_job_run_find_game(job_run, name, &sources[i]) ||
            !dado_job_run_open_game(job_run, &sources[i], game)) {
            return false;
        }
        if (!dado_game_extra(game, played)) {
            return dado_job_run_usage_error(
                job_run, "%s is not a table: its name does not end in .csv", name);
        }
        if (i && game->players != players) {
            return dado_job_run_usage_error(
                job_run, "%s has %d players, but %s has %d: import them separately",
                dado_job_run_nth_arg(job_run, "file", 0), players, name, game->players);
        }
        players = game->players;
        add_remark(game, name, remarks);
    }
    return true;
}

// Logs with moves and tables of scores are read in different ways.
static bool check_kinds(dado_job_run *job_run, int count)
{
    const char *first = dado_job_run_nth_arg(job_run, "file", 0);
    bool logs = dado_playtest_is_log(first);
    for (int i = 1; i < count; i++) {
        const char *name = dado_job_run_nth_arg(job_run, "file", i);
        if (dado_playtest_is_log(name) == logs) continue;
        return dado_job_run_usage_error(
            job_run, "%s and %s are files of two kinds: import them separately", first, name);
    }
    if (!logs && dado_job_run_is_given(job_run, "game")) {
        return dado_job_run_usage_error(job_run, "--game is for logs with moves (.jsonl)");
    }
    return true;
}

static bool run(dado_job_run *job_run)
{
    int count = dado_job_run_arg_count(job_run, "file");
    if (!check_kinds(job_run, count)) return false;
    if (dado_playtest_is_log(dado_job_run_nth_arg(job_run, "file", 0))) {
        return dado_playtest_log_import(job_run);
    }
    dado_game_source *sources = dado_job_run_new(job_run, dado_game_source, count);
    dado_player *everyone = dado_job_run_new(job_run, dado_player, 1);
    if (!sources || !everyone) return false;
    dado_game game;
    DADO_CLEANUP(dado_text_free) dado_text remarks = { 0 };
    if (!open_all(job_run, sources, count, &game, &remarks) ||
        !dado_player_parse(everyone, "random", job_run->region, job_run->err)) {
        return false;
    }
    if (remarks.length) dado_document_text(job_run->answer, "remarks", dado_text_string(&remarks));
    dado_lineup lineup = { .name = "as played", .players = everyone, .count = 1 };
    dado_plan plan = {
        .instances = sources,
        .instance_count = count,
        .lineups = &lineup,
        .lineup_count = 1,
        .matches = 1,
        .seed = 1,
        .command = job_run->answer->command,
    };
    dado_job_run_fill_plan(job_run, &plan);
    DADO_CLEANUP(dado_results_output_end) dado_results_output results_output = { 0 };
    return (dado_results_output_begin(&results_output, job_run, &game, true) &&
            dado_job_run_open_store(job_run, DADO_STORE_WRITE) &&
            dado_job_run_experiment(job_run, &plan, &results_output, dado_results_output_block,
                                    &results_output.results) &&
            dado_results_output_write(&results_output)) ||
           dado_job_run_keep_error_path(job_run);
}

const dado_job dado_job_import = {
    .name = "import",
    .verb = "playtest import",
    .about = "measures matches played elsewhere: tables of scores, or logs of moves",
    .details =
        "A .jsonl file is a log: one JSON object per line, one match each, with all its moves "
        "in words. They are played by the rules, and the first one that the rules do not "
        "allow is shown with the table as it stood. docs/reference/playtest-log.md "
        "describes logs.\n\n"
        "A .csv file holds one match in lines of round;player;score, in any order; commas and "
        "tabs part fields as well, the same ones throughout, and a field may stand between "
        "quotes. A first line of headings, round;player;score in any order, says which "
        "field is which. Whatever else is not such a line is an error, as is a second line "
        "for a round and player. Scores have up to three decimals and lie between "
        "-1000000 and 1000000; there are at most 64 players and 100000 rounds. Scores are "
        "totals unless -D scores=gains is given. Who has no line in a round keeps the last "
        "total. The run is kept in the store, so that dado diff compares it with others.",
    .params = { DADO_PARAMS(DADO_PARAM(FILE, "file", .value = "FILE", .word = true, .needed = true,
                                       .many = true,
                                       .about = "Tables of scores (.csv), each of them one match, "
                                                "or logs of moves (.jsonl)."),
                            DADO_PARAM(GAME, "game", .unset = "the one that the log names",
                                       .about = "The rules by which a log is played.")),
                dado_params_game, dado_params_metrics, dado_params_store,
                dado_params_results_output },
    .examples = DADO_EXAMPLES(
        { "dado playtest import league.csv", "a league table, round by round, as one match" },
        { "dado playtest import night-*.csv --report nights.html",
          "several evenings, each by itself" },
        { "dado playtest import evening.jsonl --game mine.rcy",
          "a log of moves, played by the rules of mine.rcy" },
        { "dado playtest import race.csv -D scores=gains -D lowest_wins=yes",
          "points won in each round instead of totals, and the fewest win" }),
    .run = run,
};
