// equilibrium.c - the job `solve GAME equilibrium`: solves a small game with secrets.
#include "job/job_run.h"

#include <stdlib.h>
#include <string.h>

#include "agents/exploitability.h"
#include "job/sampled_equilibrium.h"
#include "lab/thread_pool.h"
#include "measure/number_format.h"
#include "report/report_functions.h"
#include "solve/equilibrium_search.h"
#include "solve/equilibrium_summary.h"
#include "solve/exact_equilibrium.h"
#include "solve/strategy_in_words.h"

typedef struct task {
    dado_job_run *job_run;
    dado_document *answer;
    dado_game game;
    dado_infosets sets;
    dado_strategy strategy;
    dado_equilibrium_gap proof;
    dado_equilibrium_search search;
    dado_exact_equilibrium exact;  // the value as a fraction, where that can be found
    uint64_t iterations;
    double gap, reached;  // the requested gap, and the gap last measured
} task;

// ---- finding it

static bool on_infosets(void *to, const dado_infosets_stats *stats)
{
    const task *t = to;
    dado_job_run_report_progress(t->job_run, (int64_t)(stats->bytes >> 20),
                                 (int64_t)(stats->limit >> 20), "MiB", "%s lines of play",
                                 dado_string_count(stats->lines).s);
    return !dado_job_run_is_stopped(t->job_run);
}

static bool on_look(void *to, uint64_t iterations, const dado_equilibrium_gap *proof)
{
    task *t = to;
    if (proof) t->reached = proof->gap;
    dado_job_run_report_progress(t->job_run, (int64_t)iterations,
                                 dado_job_run_int(t->job_run, "iterations"), "iterations",
                                 "a gap of %.3g, %g is wanted", t->reached, t->gap);
    return !dado_job_run_is_stopped(t->job_run);
}

static bool go_on(task *t, const char *journal)
{
    const unsigned char *bytes;
    size_t size, most = dado_regret_size(t->search.regret);
    if (!dado_file_exists(journal)) return true;
    return dado_file_read_bytes(journal, most, t->job_run->region, &bytes, &size,
                                t->job_run->err) &&
           dado_regret_load(t->search.regret, bytes, size, t->job_run->err);
}

static bool keep(const task *t, const char *journal)
{
    size_t size = dado_regret_size(t->search.regret);
    char *bytes = malloc(size);
    if (!bytes) return dado_fail(t->job_run->err, DADO_LIMIT, "no memory to keep what was found");
    dado_regret_save(t->search.regret, bytes);
    bool fine = dado_file_write(journal, bytes, size, t->job_run->err);
    free(bytes);
    return fine;
}

static bool iterate(task *t, const dado_parallel *parallel)
{
    dado_job_run *job_run = t->job_run;
    const char *journal = dado_job_run_text(job_run, "journal");
    dado_regret_method method = (dado_regret_method)dado_job_run_choice_index(job_run, "method");
    if (!dado_equilibrium_search_open(&t->search, &t->sets, method, parallel, job_run->err) ||
        (journal && !go_on(t, journal))) {
        return false;
    }
    uint64_t most = (uint64_t)dado_job_run_int(job_run, "iterations");
    if (!dado_equilibrium_search_run(&t->search, t->gap, most, on_look, t, &t->strategy, &t->proof,
                                     job_run->err)) {
        return false;
    }
    t->iterations = dado_regret_iterations(t->search.regret);
    if (journal && !keep(t, journal)) return false;
    if (dado_job_run_is_stopped(job_run)) {
        dado_job_run_record_stop(job_run, "after %s iterations",
                                 dado_string_count(t->iterations).s);
        job_run->kept = journal != NULL;
    }
    return true;
}

static bool find(task *t)
{
    dado_infosets_config plan = {
        .payoff = (dado_payoff)dado_job_run_choice_index(t->job_run, "payoff"),
        // players from outside look at their own turns
        .watch = !dado_job_run_is_given(t->job_run, "export"),
        .exact = true,
        .memory = (size_t)dado_job_run_int(t->job_run, "memory") << 20,
        .report = on_infosets,
        .to = t,
    };
    DADO_CLEANUP(dado_thread_pool_cleanup) dado_thread_pool *pool = NULL;
    if (!dado_infosets_make(&t->sets, &t->game, &plan, t->job_run->err) ||
        !dado_strategy_make(&t->strategy, &t->sets, t->job_run->err) ||
        !dado_thread_pool_open(&pool, dado_job_run_threads(t->job_run), t->job_run->err)) {
        return false;
    }
    dado_parallel parallel = dado_thread_pool_parallel(pool);
    dado_exact_limits limits = { .halt = t->job_run->stop };
    return iterate(t, &parallel) &&
           dado_exact_equilibrium_find(&t->exact, t->search.tables, NULL, &limits, t->job_run->err);
}

// ---- exploitability of players ----

static bool ask_player(task *t, const char *typed, dado_agent_policy *asked,
                       dado_exploitability *found)
{
    dado_player player;
    dado_job_run *job_run = t->job_run;
    if (!dado_player_parse(&player, typed, job_run->region, job_run->err) ||
        !dado_job_run_allow_unsafe(job_run, &player)) {
        return false;
    }
    if (strcmp(player.kind->name, "human") == 0) {
        return dado_fail(job_run->err, DADO_INVALID,
                         "a person cannot be asked in every information set; name another player");
    }
    int times = (int)dado_job_run_int(job_run, "times");
    uint64_t seed = dado_job_run_seed(job_run);
    for (int p = 0; p < t->game.players; p++) {
        dado_agent agent = { 0 };
        if (!dado_agent_open(&agent, player.kind, &t->game, p, &player.options, job_run->region,
                             job_run->err)) {
            return false;
        }
        bool fine = dado_agent_policy_query(&asked[p], &t->sets, &agent, times, seed, job_run->stop,
                                            job_run->err);
        dado_agent_close(&agent);
        if (!fine) return false;
    }
    return dado_exploitability_measure(&t->sets, asked, found, job_run->err);
}

static bool report_players(task *t, const dado_equilibrium_found *found)
{
    int count = dado_job_run_arg_count(t->job_run, "player");
    if (count == 0) return true;
    dado_exploited_player *players = dado_job_run_new(t->job_run, dado_exploited_player, count);
    bool fine = players != NULL;
    for (int i = 0; i < count && fine; i++) {
        players[i].typed = dado_job_run_nth_arg(t->job_run, "player", i);
        dado_agent_policy asked[DADO_SOLVE_PLAYERS_MAX] = { 0 };
        fine = ask_player(t, players[i].typed, asked, &players[i].found);
        for (int p = 0; p < t->game.players; p++) {
            players[i].exact[p] = asked[p].exact;
            dado_agent_policy_free(&asked[p]);
        }
    }
    if (fine) dado_report_exploited_players(t->answer, found, players, count);
    return fine;
}

static bool export_strategy(task *t, const dado_equilibrium_found *found)
{
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    dado_strategy_form form = (dado_strategy_form)dado_job_run_choice_index(t->job_run, "export");
    if (!dado_strategy_export(found, form, &text, t->job_run->err)) return false;
    t->answer->title = "";
    dado_document_source(t->answer, "strategy", dado_text_string(&text));
    return true;
}

static bool report(task *t)
{
    enum { most_sets = 200000 };  // limit for programs and pages; a terminal shows --rows
    dado_job_run *job_run = t->job_run;
    dado_strategy_table sheet;
    dado_equilibrium_summary summary;
    uint32_t sets = dado_infosets_count(&t->sets);
    int most = sets < most_sets ? (int)sets : most_sets;
    if (!dado_strategy_table_make(&sheet, &t->sets, &t->search.merged, &t->strategy, most,
                                  job_run->stop, job_run->region, job_run->err) ||
        !dado_equilibrium_summary_make(&summary, &t->sets, &t->strategy, &sheet, job_run->stop,
                                       job_run->region, job_run->err)) {
        return false;
    }
    dado_equilibrium_found found = { .game = &t->game,
                                     .sets = &t->sets,
                                     .proof = &t->proof,
                                     .exact = &t->exact,
                                     .merged = &t->search.merged,
                                     .summary = &summary,
                                     .iterations = t->iterations,
                                     .strategy = &sheet,
                                     .rows = (int)dado_job_run_int(job_run, "rows"),
                                     .flag_prefix = job_run->flag_prefix };
    if (dado_job_run_is_given(job_run, "export")) return export_strategy(t, &found);
    if (dado_job_run_is_given(job_run, "drill")) {
        dado_rng luck = dado_rng_stream(dado_job_run_seed(job_run), 0, DADO_STREAM_SEAT);
        return dado_report_drill(t->answer, &found, dado_rng_unit(&luck),
                                 dado_job_run_text(job_run, "choose"), job_run->err);
    }
    dado_report_equilibrium(t->answer, &found);
    return report_players(t, &found);
}

static bool run(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    task t = { .job_run = job_run, .answer = answer, .gap = dado_job_run_real(job_run, "gap") };
    dado_game_source source;
    if (!dado_job_run_open_listed_game(job_run, &source, &t.game)) {
        return false;
    }
    answer->title = dado_document_copy(answer, t.game.rules->title);
    if (dado_job_run_is_given(job_run, "sample")) {
        return dado_equilibrium_by_samples(job_run, &t.game);
    }
    bool fine = find(&t) && report(&t);
    if (fine && t.proof.gap > t.gap && !dado_job_run_is_stopped(job_run)) {
        dado_job_run_message(job_run, "--iterations were used up before the gap of %g was reached",
                             t.gap);
    }
    dado_exact_equilibrium_free(&t.exact);
    dado_equilibrium_search_close(&t.search);
    dado_strategy_free(&t.strategy);
    dado_infosets_free(&t.sets);
    return fine;
}

const dado_job dado_job_equilibrium = {
    .name = "equilibrium",
    .verb = "solve",
    .aspect = "equilibrium",
    .about = "solves a small game with secrets: its value, how to play it, what players give away",
    .details =
        "Where something is hidden a position has no single value, but the game has: an "
        "equilibrium is a way of playing for everybody that nobody has a reason to leave. All "
        "lines of play are walked once, players learn from regret until what they could still "
        "gain is below --gap, and that bound is proved by the best response to each.\n\n"
        "For two players whose payoffs sum to the same this is the value of the game, and whoever "
        "plays so is sure of it. For more players, or other payoffs, it is a way of playing that "
        "is stable, and no more is promised.\n\n"
        "The luck of a described game is listed by itself. With --ask, a player is asked in "
        "every information set, and the best against its answers says what it gives away: exactly "
        "if it draws no luck or can tell its odds, else with an interval.",
    .params = { DADO_PARAMS(
                    DADO_PARAM_THE_GAME,
                    DADO_PARAM(
                        AGENT, "player", .typed = "ask", .old_letter = 'p', .many = true,
                        .about =
                            "Asks this player what it would do everywhere, and says what it gives "
                            "away to somebody who knows that."),
                    DADO_PARAM(REAL, "gap", .usual = "0.0001", .least = 0, .most = 1e9,
                               .about =
                                   "Stops once all players together could gain no more than this."),
                    DADO_PARAM(WHOLE, "iterations", .usual = "100000", .least = 1, .most = 1e12,
                               .about = "Stops after this many, whatever the gap."),
                    DADO_PARAM(WHOLE, "sample", .least = 1, .most = 1e12,
                               .about =
                                   "Draws this many samples of play instead of walking every line, "
                                   "for two players of a game that is too large for tables."),
                    DADO_PARAM(WHOLE, "walk", .usual = "200000000", .least = 1, .most = 1e15,
                               .about = "With --sample: most positions to walk for each player's "
                                        "best reply, which proves how good the strategy is."),
                    DADO_PARAM(
                        CHOICE, "payoff", .choices = "fit points margin win", .usual = "fit",
                        .about =
                            "What players play for: points, the margin over the best rival, or "
                            "their share of the win. fit takes points where they always sum to the "
                            "same, else the margin."),
                    DADO_PARAM(CHOICE, "method", .choices = "predictive plus discounted",
                               .usual = "predictive", .about = "How regret is counted."),
                    DADO_PARAM(
                        WHOLE, "rows", .usual = "60", .least = 1, .most = 20000,
                        .about = "Information sets to show at a terminal, of all players together; "
                                 "pages, JSON and CSV have all."),
                    DADO_PARAM(WHOLE, "times", .usual = "1000", .least = 20, .most = 1000000,
                               .about = "How often a player who draws luck is asked in each set."),
                    DADO_PARAM(
                        WHOLE, "seed", 's', .usual = "1", .least = 0, .most = 9e15,
                        .about =
                            "Of the luck that players draw when they are asked, and of --drill."),
                    DADO_PARAM(WHOLE, "memory", .usual = "1024", .least = 1, .most = 1048576,
                               .value = "MIB", .about = "Mebibytes that the tables may take."),
                    DADO_PARAM(
                        FILE, "journal", .beside = true,
                        .about =
                            "Keeps the work in this file, and goes on from it where it is there."),
                    DADO_PARAM(FLAG, "drill",
                               .about = "Shows a position that best play comes to, drawn by "
                                        "--seed, and asks what you would do."),
                    DADO_PARAM(TEXT, "choose", .value = "MOVE",
                               .about = "With --drill: says what this move costs there."),
                    DADO_PARAM(CHOICE, "export", .value = "FORM", .choices = "json lua python",
                               .about = "Answers with the strategy alone, in JSON or as a player "
                                        "in Lua or Python that needs nothing else."),
                    DADO_PARAM_THREADS, DADO_PARAM_UNSAFE),
                dado_params_game },
    .examples = DADO_EXAMPLES(
        { "dado solve kuhn equilibrium", "What Kuhn poker is worth, and how to play it." },
        { "dado solve leduc equilibrium --gap 0.001 --rows 20",
          "Leduc poker, its first twenty sets shown." },
        { "dado solve kuhn equilibrium --ask ismcts:iterations=200 --ask random --times 100",
          "What two players give away to one who knows them." }),
    .run = run,
};
