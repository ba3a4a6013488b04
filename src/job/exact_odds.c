// exact_odds.c - works out exact odds instead of sampling, and checks stored runs against them.
#include <inttypes.h>
#include <string.h>

#include "agents/agent.h"
#include "job/job_run.h"
#include "judge/exact_measures.h"
#include "measure/number_format.h"
#include "report/report_functions.h"
#include "solve/odds.h"
#include "solve/position_value.h"

typedef struct task {
    dado_job_run *job_run;
    dado_document *answer;
    dado_game game;
    dado_agent agents[DADO_SOLVE_PLAYERS_MAX];
    bool seated;
    bool tells_odds;  // the players can tell their odds, or remember what they saw
    unsigned char *view, *scratch;
    dado_odds *odds;
    dado_exact_measures measures;
} task;

// ---- who plays

// Gives all weight to the one move of a player who follows a fixed rule. A player who draws luck
// or remembers anything has no fixed rule.
static bool weigh(void *with, const void *state, int player, const dado_move *moves, int count,
                  uint32_t *weights, dado_error *err)
{
    task *t = with;
    const dado_agent *agent = &t->agents[player];
    dado_observe(&t->game, state, player, t->view);
    dado_rng luck = dado_rng_stream(1, 0, DADO_STREAM_SEAT);
    uint64_t effort = 0, before = luck.drawn;
    dado_turn turn = { .game = &t->game,
                       .seat = player,
                       .view = t->view,
                       .moves = moves,
                       .count = count,
                       .luck = &luck,
                       .effort = &effort,
                       .scratch = t->scratch };
    int chosen = agent->kind->choose(agent, &turn);
    if (luck.drawn != before) {
        return dado_fail(err, DADO_INVALID,
                         "%s draws luck when it chooses, so its odds are not known exactly; odds "
                         "are worked out for random players, for those with a fixed rule and for "
                         "those that can tell their odds, such as equilibrium",
                         agent->kind->title);
    }
    for (int i = 0; i < count; i++) weights[i] = i == chosen;
    return chosen >= 0 || dado_fail(err, DADO_INVALID, "%s gave up", agent->kind->title);
}

static bool seat_players(task *t)
{
    const char *typed = dado_job_run_text(t->job_run, "players");
    dado_player player;
    size_t scratch = 16;
    if (strcmp(typed, "random") == 0) return true;
    if (!dado_player_parse(&player, typed, t->job_run->region, t->job_run->err)) return false;
    for (int p = 0; p < t->game.players; p++) {
        if (!dado_agent_open(&t->agents[p], player.kind, &t->game, p, &player.options,
                             t->job_run->region, t->job_run->err)) {
            return false;
        }
        t->seated = true;
        if (t->agents[p].self_size > 0 || player.kind->odds) t->tells_odds = true;
        if (t->agents[p].scratch_size > scratch) scratch = t->agents[p].scratch_size;
    }
    t->view = dado_job_run_alloc(t->job_run, 1, t->game.view_size + 16);
    t->scratch = dado_job_run_alloc(t->job_run, 1, scratch);
    return t->view && t->scratch;
}

static bool on_layer(void *to, const dado_odds_stats *stats)
{
    const task *t = to;
    dado_job_run_report_progress(
        t->job_run, (int64_t)(stats->bytes >> 20), dado_job_run_int(t->job_run, "memory"), "MiB",
        "%s positions after %s moves", dado_string_count(stats->positions).s,
        dado_string_count(stats->layers).s);
    return !dado_job_run_is_stopped(t->job_run);
}

// ---- metrics

static bool on_lines(void *to, uint64_t lines, double walked)
{
    const task *t = to;
    dado_job_run_report_progress(t->job_run, (int64_t)(100 * walked), 100, "%", "%s lines of play",
                                 dado_string_count(lines).s);
    return !dado_job_run_is_stopped(t->job_run);
}

// Walks through all matches, if there are not too many, and measures them.
static bool measure_lines(task *t)
{
    dado_exact_measures_config plan = {
        .agents = t->seated ? t->agents : NULL,
        .lines = (uint64_t)dado_job_run_int(t->job_run, "walk"),
        .report = on_lines,
        .to = t,
    };
    return dado_exact_measures_find(&t->measures, &t->game, &plan, t->job_run->region,
                                    t->job_run->err);
}

// ---- a run checked

static bool compare(const task *t, const dado_match_stats *sums)
{
    if (sums->players != t->game.players || sums->totals->ranked < 1) {
        return dado_fail(t->job_run->err, DADO_INVALID,
                         "that run is of another game, or none of its matches has ended");
    }
    t->answer->failed =
        dado_report_odds_check(t->answer, &t->game, t->odds, &t->measures, sums) >= 4;
    return true;
}

static bool check_run(task *t, const char *word)
{
    dado_results results;
    int64_t number;
    dado_experiment_settings how = { 0 };
    bool fine = dado_job_run_find_stored_run(t->job_run, word, &number) &&
                dado_results_load(t->job_run->opened, number, &how, &results, t->job_run->err);
    if (fine) {
        fine = results.cell_count == 1 ? compare(t, &results.cells[0].sums)
                                       : dado_fail(t->job_run->err, DADO_INVALID,
                                                   "run %" PRId64 " has several cells; "
                                                   "check a run of one game and one line-up",
                                                   number);
        dado_results_free(&results);
    }
    return fine;
}

// Reports that matches were not followed as far as wanted: the user stopped, or memory ran out.
static void report_cut(const task *t, const char *why)
{
    if (!why) return;
    if (dado_job_run_is_stopped(t->job_run)) {
        dado_job_run_record_stop(t->job_run, "after %s moves of each match",
                                 dado_string_count(dado_odds_stats_of(t->odds).layers).s);
        return;
    }
    dado_document_textf(t->answer, "cut", "Not all of it could be followed: %s.", why);
    t->answer->partly_failed = true;
}

// Reports the metrics, or says why they are missing. Without an end to play there is no
// list of all matches.
static void report_measures(task *t)
{
    if (t->measures.complete) {
        dado_report_exact_measures(t->answer, &t->measures);
        return;
    }
    dado_document_textf(t->answer, DADO_PART("measures_note", .attached = true),
                        "Metrics are not worked out: there are more than %s lines of play; "
                        "%swalk raises the limit, and dado sim estimates them.",
                        dado_string_count(dado_job_run_int(t->job_run, "walk")).s,
                        t->job_run->flag_prefix);
}

// Players who tell their odds, or remember: all matches are walked through.
static bool answer_by_lines(task *t)
{
    if (!measure_lines(t)) return false;
    if (!t->measures.complete) {
        return dado_fail(t->job_run->err, DADO_LIMIT,
                         "%s has more lines of play than %" PRIu64 " with these players; give "
                         "more with --walk, or estimate with dado sim",
                         t->game.rules->title, t->measures.lines);
    }
    if (dado_job_run_text(t->job_run, "against")) {
        return dado_fail(t->job_run->err, DADO_INVALID,
                         "a run is checked against random players and those with a fixed rule; "
                         "leave out --against");
    }
    t->answer->said = "odds worked out, players choose by odds that they tell";
    dado_report_walked_odds(t->answer, &t->game, &t->measures);
    return true;
}

static bool answer_by_layers(task *t)
{
    dado_job_run *job_run = t->job_run;
    dado_odds_config plan = {
        .memory = (size_t)dado_job_run_int(job_run, "memory") << 20,
        .rest = dado_job_run_real(job_run, "rest"),
        .no_lengths = dado_job_run_is_given(job_run, "no-lengths"),
        .weigh = t->seated ? weigh : NULL,
        .with = t,
        .report = on_layer,
        .to = t,
    };
    t->odds = dado_odds_compute(&t->game, &plan, job_run->err);
    if (!t->odds) return false;
    bool whole = dado_odds_exact(t->odds);
    if (whole && !dado_odds_stats_of(t->odds).loops && !measure_lines(t)) return false;
    t->answer->said = dado_document_copyf(t->answer, "%s, players choose %s",
                                          whole ? "exact odds" : "odds enclosed",
                                          t->seated ? "by a fixed rule" : "at random");
    report_cut(t, dado_odds_truncated(t->odds));
    dado_report_odds(t->answer, &t->game, t->odds, job_run->region);
    if (whole && !dado_odds_stats_of(t->odds).loops) report_measures(t);
    const char *against = dado_job_run_text(job_run, "against");
    return !against || dado_odds_truncated(t->odds) || check_run(t, against);
}

static bool run(dado_job_run *job_run)
{
    task t = { .job_run = job_run, .answer = job_run->answer };
    dado_game_source source;
    if (!dado_job_run_open_listed_game(job_run, &source, &t.game)) {
        return false;
    }
    if (t.game.players > DADO_SOLVE_PLAYERS_MAX) {
        return dado_fail(job_run->err, DADO_LIMIT, "odds are worked out for %d players at most",
                         DADO_SOLVE_PLAYERS_MAX);
    }
    bool fine = seat_players(&t);
    t.answer->title = dado_document_copy(t.answer, t.game.rules->title);
    fine = fine && (t.tells_odds ? answer_by_lines(&t) : answer_by_layers(&t));
    dado_odds_free(t.odds);
    for (int p = 0; p < t.game.players && t.seated; p++) {
        if (t.agents[p].kind) dado_agent_close(&t.agents[p]);
    }
    return fine;
}

const dado_job dado_job_exact = {
    .name = "exact",
    .verb = "solve",
    .aspect = "odds",
    .about = "works out the odds of a game exactly, as fractions",
    .details =
        "Where nobody decides anything, or everybody chooses at random or by a fixed rule, the "
        "odds of a game need not be sampled. All positions that can stand after so many moves are "
        "kept with the exact number of ways to them; positions that play alike are one.\n\n"
        "Positions that come round again are solved as linear equations, still in fractions. A "
        "game that need not end and has no end of positions is followed until almost no match is "
        "left playing; then each chance is a lower bound, and what is left says how far off it "
        "can be. So it is where it is stopped, or --memory is too little (exit code 1): what has "
        "ended until then is told.\n\n"
        "Where there are no more than --walk lines of play, every match is also measured like one "
        "that was played: the metrics of dado sim, without sampling.\n\n"
        "The luck of a described game is listed by itself.",
    .params = { DADO_PARAMS(
                    DADO_PARAM_THE_GAME,
                    DADO_PARAM(
                        AGENT, "players", .typed = "agent", .usual = "random",
                        .about =
                            "Who plays every seat: random, a player that follows a fixed rule, or "
                            "one that can tell its odds, such as equilibrium."),
                    DADO_PARAM(
                        RUN, "against",
                        .about =
                            "Checks this run of the store against the odds: z-values, and failure "
                            "where one is 4 or more."),
                    DADO_PARAM(
                        REAL, "rest", .usual = "1e-12", .least = 1e-30, .most = 0.5,
                        .about =
                            "A game that need not end is followed until less than this is still "
                            "playing."),
                    DADO_PARAM(
                        FLAG, "no-lengths",
                        .about =
                            "Leaves out how lengths are distributed, which takes much less room."),
                    DADO_PARAM(WHOLE, "walk", .usual = "200000", .least = 1, .most = 1e12,
                               .about = "Most lines of play to walk for metrics."),
                    DADO_PARAM(WHOLE, "memory", .usual = "1024", .least = 1, .most = 1048576,
                               .value = "MIB", .about = "Mebibytes that positions may take.")),
                dado_params_game, dado_params_store_file },
    .examples = DADO_EXAMPLES(
        { "dado solve dicepoints odds -D ROUNDS=3",
          "Who wins three rounds of dice, as fractions." },
        { "dado solve kuhn odds --json", "Kuhn poker between players who choose by coin." },
        { "dado solve dicepoints odds -D ROUNDS=2 --report odds.html",
          "A page with the distributions." }),
    .run = run,
};
