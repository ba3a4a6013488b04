// playtest_ratings.c - the job `playtest ratings`: which measures go with what people said about
// several games.
#include <string.h>

#include "judge/verdicts_by_topic.h"
#include "job/job_run.h"
#include "report/report_functions.h"

enum { most_columns = 128, top_share = 3 };

// Everything that one run of the job needs.
typedef struct ratings {
    dado_job_run *job_run;
    dado_game_opinions opinions;
    dado_rating_column columns[most_columns];  // by measure and verdict: a value per game
    int column_count;
    dado_rating_predictors *predictors;  // by question
    int predictor_count;
} ratings;

// --- what the games measure

// Returns the values of a column, one per game; a new one is DADO_NONE everywhere.
static double *column_named(ratings *r, const char *name, const char *title)
{
    for (int i = 0; i < r->column_count; i++) {
        if (strcmp(r->columns[i].name, name) == 0) return (double *)r->columns[i].values;
    }
    if (r->column_count == most_columns) return NULL;
    double *values = dado_job_run_new(r->job_run, double, r->opinions.game_count);
    for (int g = 0; values && g < r->opinions.game_count; g++) values[g] = DADO_NONE;
    if (values) r->columns[r->column_count++] = (dado_rating_column){ name, title, values };
    return values;
}

// A verdict counts as a number: 1 where all is well, -1 where something is wrong, else 0.
static bool take_verdicts(ratings *r, const dado_findings *findings, int game)
{
    dado_verdict verdicts[DADO_VERDICTS];
    int count = dado_verdicts_of(findings, verdicts);
    for (int i = 0; i < count; i++) {
        const dado_verdict *v = &verdicts[i];
        const char *name = dado_job_run_copyf(r->job_run, "verdict_%s", v->topic);
        const char *title = dado_job_run_copyf(r->job_run, "Verdict on %s", v->topic);
        double *values = name && title ? column_named(r, name, title) : NULL;
        if (!values) return false;
        bool wrong = v->tone == DADO_WARN || v->tone == DADO_BAD;
        values[game] = v->tone == DADO_GOOD ? 1 : wrong ? -1 : 0;
    }
    return true;
}

static bool take_measures(ratings *r, const dado_findings *findings, int game)
{
    for (int i = 0; i < findings->measure_count; i++) {
        const dado_finding *f = &findings->measures[i];
        if (f->moments.count == 0) continue;
        double *values = column_named(r, f->name, f->title);
        if (!values) return true;  // more than anybody can look at
        values[game] = f->moments.mean;
    }
    return take_verdicts(r, findings, game);
}

typedef struct measured_game {
    dado_findings_collector collector;
    dado_results results;
} measured_game;

static void free_measured(measured_game *m)
{
    dado_findings_collector_free(&m->collector);
    dado_results_free(&m->results);
}

static void take_block(void *context, const dado_block *block)
{
    measured_game *m = context;
    dado_findings_collect_block(&m->collector, block);
}

// Plays one of the games, and takes its measures and verdicts.
static bool measure_game(ratings *r, int number)
{
    dado_job_run *job_run = r->job_run;
    DADO_CLEANUP(free_measured) measured_game m = { 0 };
    dado_game_source *source = dado_job_run_new(job_run, dado_game_source, 1);
    dado_game *game = dado_job_run_new(job_run, dado_game, 1);
    dado_measures *measures = dado_job_run_new(job_run, dado_measures, 1);
    dado_lineup lineup;
    dado_experiment_settings how;
    dado_findings findings;
    if (!source || !game || !measures ||
        !dado_job_run_find_game(job_run, r->opinions.games[number], source) ||
        !dado_job_run_open_shared_game(job_run, source, game) ||
        !dado_job_run_lineup(job_run, game->players, &lineup) ||
        !dado_measures_of(measures, game, job_run->region, job_run->err) ||
        !dado_job_run_experiment_how(job_run, &how)) {
        return false;
    }
    dado_plan plan = { .instances = source,
                       .instance_count = 1,
                       .lineups = &lineup,
                       .lineup_count = 1,
                       .matches = dado_job_run_int(job_run, "matches"),
                       .seed = dado_job_run_seed(job_run),
                       .command = job_run->answer->command };
    dado_findings_collector_init(&m.collector, measures, NULL);
    how.store = NULL;
    how.block = take_block;
    how.taker = &m;
    if (!dado_experiment_run(&plan, &how, &m.results, job_run->err)) return false;
    if (m.results.interrupted) {
        dado_job_run_record_stop(job_run, "before all games were played");
        return true;
    }
    return dado_findings_collect(&findings, &m.results, &m.collector, -1, job_run->region,
                                 job_run->err) &&
           take_measures(r, &findings, number);
}

// --- which measures go with the answers

static bool find_predictors(ratings *r)
{
    dado_job_run *job_run = r->job_run;
    int games = r->opinions.game_count;
    double *liked = dado_job_run_new(job_run, double, games);
    r->predictors = dado_job_run_new(job_run, dado_rating_predictors, r->opinions.question_count);
    if (!liked || !r->predictors) return false;
    for (int q = 0; q < r->opinions.question_count; q++) {
        dado_rating_predictors *found = &r->predictors[r->predictor_count];
        for (int g = 0; g < games; g++) liked[g] = dado_game_liking(&r->opinions.questions[q], g);
        found->question = r->opinions.questions[q].name;
        if (!dado_rating_predictors_find(liked, games, r->columns, r->column_count, 0.95,
                                         job_run->region, found, job_run->err)) {
            return false;
        }
        r->predictor_count += found->count > 0;
    }
    return true;
}

// --- a target for evolve

// Returns the mean of a column over the third of the games that are liked best; `spread` gets
// their standard deviation.
static double mean_of_best(const ratings *r, const dado_opinion_question *question,
                           const double *values, double *spread)
{
    int games = r->opinions.game_count, wanted = (games + top_share - 1) / top_share;
    dado_moments best = { 0 };
    for (int g = 0; g < games; g++) {
        int better = 0;
        for (int k = 0; k < games; k++) {
            better += dado_game_liking(question, k) > dado_game_liking(question, g);
        }
        if (better < wanted && !dado_is_none(values[g])) dado_moments_add(&best, values[g]);
    }
    *spread = best.count > 1 ? dado_moments_sd(&best) : 0;
    return best.mean;
}

// Writes what predicts the first question as expectations: the values of the games that are liked
// best, weighted by what each measure explains.
static bool write_target(ratings *r, const char *path)
{
    dado_job_run *job_run = r->job_run;
    const dado_opinion_question *question = &r->opinions.questions[0];
    const dado_rating_predictors *found = r->predictor_count ? &r->predictors[0] : NULL;
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    int written = 0;
    dado_text_addf(&out, "# What goes with \"%s\": learned from %d games.\nname = liked\n",
                   question->name, r->opinions.game_count);
    for (int i = 0; found && found->question == question->name && i < found->count; i++) {
        const dado_rating_row *row = &found->rows[i];
        const double *values = column_named(r, row->name, row->title);
        if (row->order == 0 || strncmp(row->name, "verdict_", 8) == 0) continue;
        double spread, target = mean_of_best(r, question, values, &spread);
        dado_text_addf(&out, "metric %s = %.6g abs=%.6g weight=%.3g\n", row->name, target,
                       spread > 0 ? spread : 0.01, row->explained > 0.01 ? row->explained : 0.01);
        written++;
    }
    if (written == 0) {
        return dado_fail(job_run->err, DADO_INVALID,
                         "no measure predicts \"%s\" beyond doubt, so there is no target to write; "
                         "more games are needed",
                         question->name);
    }
    return dado_job_run_write(job_run, path, out.data, out.length);
}

static bool run(dado_job_run *job_run)
{
    const char *text, *file = dado_job_run_text(job_run, "file");
    const char *learn = dado_job_run_text(job_run, "learn");
    ratings *r = dado_job_run_new(job_run, ratings, 1);
    if (!r) return false;
    r->job_run = job_run;
    if (!dado_job_run_read(job_run, file, &text) ||
        !dado_game_opinions_read(&r->opinions, file, text, dado_job_run_seed(job_run),
                                 job_run->region, job_run->err)) {
        return false;
    }
    for (int g = 0; g < r->opinions.game_count; g++) {
        if (!measure_game(r, g)) return false;
        if (dado_job_run_is_stopped(job_run)) return true;
    }
    if (!find_predictors(r)) return false;
    dado_document *answer = job_run->answer;
    answer->title =
        dado_document_copyf(answer, "What people said about %d games", r->opinions.game_count);
    dado_report_game_opinions(answer, &r->opinions, r->predictors, r->predictor_count);
    return !learn || write_target(r, learn);
}

const dado_job dado_job_playtest_ratings = {
    .name = "playtest ratings",
    .about = "finds out which measures go with what people said about games",
    .details =
        "FILE is a CSV table with a heading. Either each line is what a person answered about a "
        "game: game, player, and a column per question, such as fun. Or each line says which of "
        "two games was better: better, worse, and perhaps player and question. Games are names of "
        "the library, or files.\n\n"
        "Answers of a person are only compared with each other, and all comparisons are fitted at "
        "once (Bradley-Terry). Every game is played, and every measure and verdict is correlated "
        "with how much the games are liked. --learn writes what predicts it as a target for dado "
        "evolve.",
    .params = { DADO_PARAMS(
        DADO_PARAM(FILE, "file", .word = true, .needed = true, .value = "FILE",
                   .about = "The table of what people said."),
        DADO_PARAM(WHOLE, "matches", 'n', .usual = "200", .least = 2, .most = 1e8,
                   .about = "How many matches of each game are played."),
        DADO_PARAM(AGENT, "agents", .value = "LIST", .usual = "random",
                   .about = "Who plays them, in every seat."),
        DADO_PARAM(OUTPUT, "learn", .value = "FILE", .beside = true,
                   .unset = "no target is written",
                   .about = "Writes a target for dado evolve, by what predicts the "
                            "first question."),
        DADO_PARAM_UNSAFE, DADO_PARAM_SEED, DADO_PARAM_THREADS) },
    .examples = DADO_EXAMPLES({ "dado playtest ratings evenings.csv --learn liked.expect",
                                "Which measures go with fun, and a target for dado evolve." }),
    .run = run,
};
