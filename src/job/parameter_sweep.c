// parameter_sweep.c - changes one or two options of a game step by step, and shows how the
// measures follow.
#include <string.h>

#include "job/job_run.h"
#include "measure/number_format.h"
#include "report/report_functions.h"

typedef struct request {
    dado_job_run *job_run;
    dado_sweep_config plan;
    dado_sweep_parameter dials[DADO_SWEEP_PARAMETERS];
    dado_options fixed;
    dado_lineup lineup;
    dado_sweep sweep;
    int *measures, measure_count;  // to show
} request;

// Options with one value are set. Options with several values are swept.
static bool read_dials(request *r)
{
    dado_job_run *job_run = r->job_run;
    int given = dado_job_run_arg_count(job_run, "set"), count = 0;
    dado_option *fixed = dado_job_run_new(job_run, dado_option, given + 1);
    if (!fixed) return false;
    for (int i = 0; i < given; i++) {
        const char *typed = dado_job_run_nth_arg(job_run, "set", i);
        bool is_dial;
        dado_sweep_parameter dial;
        if (!dado_sweep_parameter_parse(&dial, typed, &is_dial, job_run->region, job_run->err))
            return false;
        bool twice = false;
        for (int d = 0; d < r->plan.dial_count; d++) {
            twice = twice || strcmp(r->dials[d].name, dial.name) == 0;
        }
        for (int o = 0; o < count; o++) twice = twice || strcmp(fixed[o].name, dial.name) == 0;
        if (twice) return dado_job_run_usage_error(job_run, "%s is set twice", dial.name);
        if (!is_dial) {
            if (!dado_option_parse(&fixed[count++], typed, job_run->region, job_run->err))
                return false;
        } else if (r->plan.dial_count == DADO_SWEEP_PARAMETERS) {
            return dado_fail(job_run->err, DADO_INVALID,
                             "at most %d options can be swept at a "
                             "time",
                             DADO_SWEEP_PARAMETERS);
        } else {
            r->dials[r->plan.dial_count++] = dial;
        }
    }
    r->fixed = (dado_options){ fixed, count };
    return r->plan.dial_count > 0 ||
           dado_fail(job_run->err, DADO_INVALID,
                     "there is nothing to sweep: give an option several values, as in -D "
                     "ROUNDS=5..50:5 "
                     "or -D DIE=4,6,8");
}

// Returns true if one player takes every seat, however many there are.
static bool one_for_all(dado_job_run *job_run)
{
    const dado_player *named;
    int count = 1;
    return !dado_job_run_is_given(job_run, "seat") &&
           dado_players_parse(&named, &count, dado_job_run_text(job_run, "agents"), job_run->region,
                              NULL) &&
           count == 1;
}

// One player for all seats fits any number of seats. Otherwise the line-up is that of the first
// point, and the sweep may not change the number of seats.
static bool seat_players(request *r)
{
    dado_job_run *job_run = r->job_run;
    if (one_for_all(job_run)) return dado_job_run_lineup(job_run, 1, &r->lineup);
    dado_option first[DADO_SWEEP_PARAMETERS];
    for (int d = 0; d < r->plan.dial_count; d++) {
        first[d] = (dado_option){ .name = r->dials[d].name, .text = r->dials[d].values[0] };
    }
    dado_options dials = { first, r->plan.dial_count }, all;
    dado_game_source source;
    dado_game game;
    size_t mark = dado_region_mark(job_run->region);
    if (!dado_options_join(&all, &r->fixed, &dials, job_run->region, job_run->err) ||
        !dado_job_run_find_game_with(job_run, r->plan.game, &all, &source) ||
        !dado_job_run_open_game(job_run, &source, &game)) {
        return false;
    }
    int players = game.players;
    dado_region_rewind(job_run->region, mark);
    return dado_job_run_lineup(job_run, players, &r->lineup);
}

// Collects the measures of all --measures, each once. Without the flag, takes the six published
// ones.
static bool choose_measures(void *context, const dado_measures *list, dado_error *err)
{
    request *r = context;
    (void)err;  // the job_run's
    int given = dado_job_run_arg_count(r->job_run, "measures");
    bool *chosen = dado_job_run_new(r->job_run, bool, list->count);
    r->measures = dado_job_run_new(r->job_run, int, list->count + 1);
    if (!chosen || !r->measures) return false;
    while (!given && r->measure_count < list->count && r->measure_count < DADO_PUBLISHED_METRICS) {
        r->measures[r->measure_count] = r->measure_count;
        r->measure_count++;
    }
    for (int i = 0; i < given; i++) {
        const char *typed = dado_job_run_nth_arg(r->job_run, "measures", i);
        while (*typed) {
            const char *name = dado_region_next_word(r->job_run->region, &typed);
            if (!name) return dado_fail(r->job_run->err, DADO_LIMIT, "no memory left");
            int found = dado_measures_find(list, name);
            if (found < 0) {
                const char *near = dado_measures_nearest(list, name);
                return dado_job_run_usage_error(r->job_run, "there is no measure %s%s", name,
                                                dado_did_you_mean(near).s);
            }
            if (!chosen[found]) r->measures[r->measure_count++] = found;
            chosen[found] = true;
        }
    }
    return true;
}

// Reads files once for all points, as dado_job_run_find_game_with does. Of the target only the
// text is kept: it is parsed again for the measures of every instance.
static bool read_texts(request *r)
{
    dado_job_run *job_run = r->job_run;
    const char *game = r->plan.game, *wish = dado_job_run_text(job_run, "expect");
    bool file = job_run->files && strchr(game, '.');
    if (file && !dado_job_run_read(job_run, game, &r->plan.text)) r->plan.text = NULL;
    return !wish || dado_job_run_read_file(job_run, wish, "expect/games", ".expect",
                                           &r->plan.expect_path, &r->plan.expect_text, NULL);
}

static bool turn(request *r)
{
    dado_experiment_settings how;
    if (!dado_job_run_experiment_how(r->job_run, &how)) return false;
    if (how.parts && r->plan.adaptive) {
        return dado_job_run_usage_error(r->job_run, "--adaptive cannot be split into parts: its "
                                                    "later points depend on the results");
    }
    if (!dado_sweep_play(&r->plan, &how, &r->sweep, r->job_run->err)) {
        r->job_run->source_with_error = r->plan.expect_text;
        return dado_job_run_keep_error_path(r->job_run);
    }
    int64_t matches = 0;
    for (int i = 0; i < r->sweep.count; i++) matches += r->sweep.points[i].matches;
    if (dado_job_run_report_part(r->job_run, matches, r->sweep.planned, "matches",
                                 r->sweep.interrupted)) {
        return true;
    }
    dado_report_sweep(r->job_run->answer, &r->sweep, r->plan.game, r->measures, r->measure_count);
    dado_game_source source;  // the game with its fixed options; the swept ones are separate
    if (dado_job_run_find_game_with(r->job_run, r->plan.game, &r->fixed, &source)) {
        r->job_run->answer->rules = dado_game_source_hash(&source);
    }
    if (!r->sweep.interrupted) return true;
    dado_job_run_record_stop(r->job_run, "after %s matches", dado_string_count(matches).s);
    return true;
}

static bool run(dado_job_run *job_run)
{
    request r = { .job_run = job_run };
    r.plan = (dado_sweep_config){
        .game = dado_job_run_text(job_run, "game"),
        .options = &r.fixed,
        .dials = r.dials,
        .adaptive = dado_job_run_is_given(job_run, "adaptive"),
        .context = &r,
        .ready = choose_measures,
        .play = { .lineups = &r.lineup, .lineup_count = 1, .command = job_run->answer->command },
    };
    dado_job_run_fill_plan(job_run, &r.plan.play);
    bool fine = read_dials(&r) && seat_players(&r) && read_texts(&r) &&
                dado_job_run_open_store(job_run, DADO_STORE_WRITE) && turn(&r);
    dado_sweep_free(&r.sweep);
    return fine;
}

const dado_job dado_job_sweep = {
    .name = "sweep",
    .about = "turns one or two dials of a game and shows what the measures do",
    .details = "An option with several values is a dial: -D ROUNDS=5..50, -D ROUNDS=5..50:5 or "
               "-D DIE=4,6,8. One or two dials may be turned; the rest stays as it is set.",
    .params = { DADO_PARAMS(
                    DADO_PARAM_THE_GAME,
                    DADO_PARAM(METRIC, "measures", .old_letter = 'm', .value = "LIST", .many = true,
                               .unset = "the six published ones",
                               .about =
                                   "Which measures to show, parted by commas or given one by one."),
                    DADO_PARAM(FILE, "expect", 't', .typed = "target", .value = "TARGET",
                               .about =
                                   "Finds the point that comes nearest to this target: a file, or "
                                   "casual, tense or strategic."),
                    DADO_PARAM(
                        FLAG, "adaptive",
                        .about = "With --target: plays a little everywhere, then more where it is "
                                 "good.")),
                dado_params_game, dado_params_seats, dado_params_play, dado_params_metrics,
                dado_params_store, dado_params_parts },
    .examples = DADO_EXAMPLES(
        { "dado sweep dicepoints -D ROUNDS=2..20 --measures drama_points --report drama.html",
          "drama against the number of rounds, with a chart" },
        { "dado sweep dicepoints -D ROUNDS=5,10,20 -D FACES=4,6,8,10 --target tense --adaptive",
          "two dials, and the best point of them" }),
    .ordered = true,
    .run = run,
};
