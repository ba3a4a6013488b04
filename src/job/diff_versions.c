// diff_versions.c - compares two versions of a game: how they play, and how their texts differ.
#include <stdio.h>
#include <string.h>

#include "job/assertion.h"
#include "report/report_functions.h"

enum { most_kept = 1000000 };

typedef struct side {
    const char *name;
    int64_t run;         // number of a stored run, or 0: it is played
    const char *people;  // the game whose stored matches of people are used; or NULL
    dado_game_source source;
    dado_lineup lineup;
    dado_game game;
    dado_measures measures;
    dado_data_frame frame;
    dado_results loaded;  // a loaded run, which owns the names of its measures
} side;

typedef struct comparison {
    dado_job_run *job_run;
    side sides[2];  // before, and after
    dado_expectations expect;
    bool expected, paired, interrupted;
    const char *sure_of;  // the measure that must become clear; or NULL
    int looks;
    dado_comparison_table table;
} comparison;

static bool is_stored(const side *s)
{
    return s->run || s->people;
}

// Reads the options of a side: -D holds for both sides, -A for the second only.
static bool read_options(dado_job_run *job_run, bool after, dado_options *options)
{
    dado_options shared, own = { 0 };
    return dado_job_run_options(job_run, &shared) &&
           (!after || dado_job_run_options_of(job_run, "after", &own)) &&
           dado_options_join(options, &shared, &own, job_run->region, job_run->err);
}

static bool seat_players(comparison *q, side *s, bool after)
{
    dado_job_run *job_run = q->job_run;
    const char *agents = after ? dado_job_run_text(job_run, "after-agents") : NULL;
    if (!agents) return dado_job_run_lineup(job_run, s->game.players, &s->lineup);
    s->lineup.name = agents;
    if (!dado_players_parse(&s->lineup.players, &s->lineup.count, agents, job_run->region,
                            job_run->err)) {
        return false;
    }
    return s->lineup.count == 1 || s->lineup.count == s->game.players ||
           dado_fail(job_run->err, DADO_INVALID,
                     "--after-agents names %d players, but %s has %d "
                     "seats",
                     s->lineup.count, s->name, s->game.players);
}

static bool open_side(comparison *q, side *s, bool after)
{
    dado_job_run *job_run = q->job_run;
    dado_options options;
    if (strncmp(s->name, "people:", 7) == 0) {
        s->people = s->name + 7;
        return true;
    }
    if (strncmp(s->name, "run:", 4) == 0) {
        return (dado_read_int(s->name + 4, &s->run) && s->run > 0) ||
               dado_fail(job_run->err, DADO_INVALID, "write a stored run as run:NUMBER, not %.60s",
                         s->name);
    }
    if (!read_options(job_run, after, &options) ||
        !dado_job_run_find_game_with(job_run, s->name, &options, &s->source) ||
        !dado_job_run_open_shared_game(job_run, &s->source, &s->game)) {
        return false;
    }
    return dado_measures_of(&s->measures, &s->game, job_run->region, job_run->err) &&
           seat_players(q, s, after);
}

// Plays one sample of a side. Each side has its own plan, so match i of both has the same luck.
static bool play_side(comparison *q, side *s, int64_t matches)
{
    dado_plan plan = {
        .instances = &s->source,
        .instance_count = 1,
        .lineups = &s->lineup,
        .lineup_count = 1,
        .command = q->job_run->answer->command,
    };
    dado_job_run_fill_plan(q->job_run, &plan);
    plan.matches = matches;
    if (dado_plan_has_outside_code(&plan)) plan.keep_moves = true;
    dado_data_frame_free(&s->frame);
    s->frame = (dado_data_frame){ .most = most_kept };
    DADO_CLEANUP(dado_results_free) dado_results results = { 0 };
    if (!dado_job_run_experiment(q->job_run, &plan, &s->frame, dado_data_frame_add, &results)) {
        return dado_job_run_keep_error_path(q->job_run);
    }
    q->interrupted = q->interrupted || results.interrupted;
    if (results.cells[0].error.status == DADO_OK) return true;
    *q->job_run->err = results.cells[0].error;
    return dado_job_run_keep_error_path(q->job_run);
}

static bool load_run(dado_job_run *job_run, int64_t run, side *s)
{
    dado_results results;
    dado_experiment_settings how = { .taker = &s->frame, .block = dado_data_frame_add };
    bool fine = dado_results_load(job_run->opened, run, &how, &results, job_run->err);
    if (s->run || !fine) {  // the first of several runs gives the list of measures
        dado_results_free(&results);
        return fine;
    }
    s->run = run;
    s->loaded = results;
    s->measures = s->loaded.measures;
    return true;
}

// "games/pig.rcy" and "pig" are one name.
static bool same_name(const char *one, const char *other)
{
    const char *names[2] = { one, other };
    size_t lengths[2];
    for (int i = 0; i < 2; i++) {
        names[i] = dado_base_name(names[i]);
        lengths[i] = strlen(names[i]) - (dado_ends_with(names[i], ".rcy") ? strlen(".rcy") : 0);
    }
    return lengths[0] == lengths[1] && strncmp(names[0], names[1], lengths[0]) == 0;
}

// Returns true if a person played: people's moves are stored under this name.
static bool played_by_people(const dado_plan *plan)
{
    const dado_lineup *lineup = plan->lineups;
    for (int p = 0; p < lineup->count; p++) {
        const dado_option *who = dado_options_find(&lineup->players[p].options, "who");
        if (who && strcmp(who->text, "human") == 0) return true;
    }
    return false;
}

// Loads all stored matches of people under the rules of the latest one. Reports matches under
// other rules.
static bool load_people(comparison *q, side *s)
{
    dado_store *store = q->job_run->opened;
    const dado_run *runs;
    int count, others = 0;
    int64_t latest = 0;
    uint64_t rules = 0;
    dado_region *region = q->job_run->region;
    if (!dado_store_runs(store, &runs, &count, region, q->job_run->err)) return false;
    // First find the rules of the latest, then load all matches.
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count; i++) {
            dado_plan plan;
            if (!same_name(runs[i].game, s->people) || runs[i].matches == 0) continue;
            size_t mark = dado_region_mark(region);
            if (!dado_store_plan(store, runs[i].id, &plan, region, q->job_run->err)) return false;
            bool peoples = played_by_people(&plan);
            uint64_t here = dado_game_source_hash(plan.instances);
            dado_region_rewind(region, mark);
            if (!peoples) continue;
            if (pass == 0 && runs[i].id > latest) {
                latest = runs[i].id;
                rules = here;
            }
            if (pass == 0) continue;
            if (here != rules) others++;
            else if (!load_run(q->job_run, runs[i].id, s)) return false;
        }
    }
    if (others) {
        dado_job_run_message(q->job_run, "%d sitting%s under other rules left out", others,
                             others == 1 ? " is" : "s are");
    }
    return s->run || dado_fail(q->job_run->err, DADO_MISSING,
                               "the store has no finished match of "
                               "%.60s that people played",
                               s->people);
}

static bool load_side(comparison *q, side *s)
{
    int64_t run = s->run;
    if (s->loaded.plan) dado_results_free(&s->loaded);  // from the sample before
    dado_data_frame_free(&s->frame);
    s->run = 0;
    s->loaded = (dado_results){ 0 };
    s->frame = (dado_data_frame){ .most = most_kept };
    return dado_job_run_open_store(q->job_run, DADO_STORE_READ) &&
           (s->people ? load_people(q, s) : load_run(q->job_run, run, s));
}

static bool sure_enough(const comparison *q)
{
    for (int i = 0; i < q->table.count; i++) {
        if (strcmp(q->table.lines[i].measure.name, q->sure_of) != 0) continue;
        dado_comparison_change change = q->table.lines[i].change;
        return change == DADO_CHANGE_HIGHER || change == DADO_CHANGE_LOWER;
    }
    return false;
}

static bool compare(comparison *q)
{
    double level = dado_job_run_real(q->job_run, "level");
    if (q->sure_of) level = dado_level_at_interim_look(level, q->looks);
    return dado_comparison_compute(
        &q->table, (dado_comparison_side){ &q->sides[0].frame, &q->sides[0].measures },
        (dado_comparison_side){ &q->sides[1].frame, &q->sides[1].measures }, q->paired, level,
        q->expected ? &q->expect : NULL, q->job_run->region, q->job_run->err);
}

// Plays and compares. With --until-sure-of, plays twice as many matches each time until the
// measure is clear.
static bool play_and_compare(comparison *q)
{
    int64_t matches = dado_job_run_int(q->job_run, "matches");
    int64_t most = dado_job_run_int(q->job_run, "most");
    for (q->looks = 1;; q->looks++) {
        for (int i = 0; i < 2; i++) {
            side *s = &q->sides[i];
            if (!(is_stored(s) ? load_side(q, s) : play_side(q, s, matches))) return false;
            if (q->interrupted && i == 0) return true;  // one side alone cannot be compared
        }
        if (!compare(q)) return false;
        if (!q->sure_of || q->interrupted || sure_enough(q) || matches >= most) return true;
        matches = 2 * matches < most ? 2 * matches : most;
    }
}

static bool read_wishes(comparison *q)
{
    const char *name = dado_job_run_text(q->job_run, "expect");
    q->expected = name != NULL;
    const dado_measures *known = is_stored(&q->sides[0]) ? NULL : &q->sides[0].measures;
    return !name || dado_job_run_read_expect(q->job_run, name, "expect/games", known, &q->expect);
}

// Refuses a measure that is never compared: it would never be clear, and every match would be
// played.
static bool find_significant(comparison *q)
{
    const char *name = q->sure_of;
    if (!name || dado_measures_find(&q->sides[0].measures, name) >= 0) return true;
    for (int p = 0; p < q->sides[0].game.players; p++) {
        char seat[32];
        snprintf(seat, sizeof seat, "win_seat_%d", p);
        if (strcmp(seat, name) == 0) return true;
    }
    const char *near = dado_measures_nearest(&q->sides[0].measures, name);
    return dado_job_run_usage_error(q->job_run, "there is no measure %.60s%s", name,
                                    dado_did_you_mean(near).s);
}

// Refuses to compare a game with itself: no match is needed to know the answer.
static bool is_a_change(comparison *q, bool against)
{
    if (against || dado_job_run_arg_count(q->job_run, "after") ||
        dado_job_run_is_given(q->job_run, "after-agents")) {
        return true;
    }
    return dado_job_run_usage_error(q->job_run,
                                    "both sides are the same: name a second game, or change this "
                                    "one with -A NAME=VALUE or --after-agents");
}

static void fail_if_worse(comparison *q)
{
    for (int i = 0; i < q->table.count; i++) {
        const dado_comparison_row *line = &q->table.lines[i];
        if (line->bearing != DADO_CHANGE_WORSE) continue;
        q->job_run->answer->failed = true;
        dado_job_run_message(q->job_run, "worse than before: %s", line->measure.name);
    }
}

// Adds the winners: "P2", or "P1, P3" if several share the first place. Returns false if there is
// none.
static bool say_first(const dado_data_frame *f, int64_t match, dado_text *out)
{
    const int32_t *places = f->places + match * f->players;
    dado_text_clear(out);
    for (int p = 0; p < f->players; p++) {
        if (places[p] == 0) dado_text_addf(out, "%sP%d", out->length ? ", " : "", p + 1);
    }
    return out->length > 0;
}

// Adds the first matches that another player wins after the change, on the same luck, to be
// viewed side by side.
static void add_turned(const comparison *q)
{
    enum { most_turned = 3 };
    const dado_data_frame *before = &q->sides[0].frame, *after = &q->sides[1].frame;
    if (!q->paired || before->players != after->players || before->players < 2) return;
    dado_part *part = dado_table(
        q->job_run->answer,
        DADO_PART("turned", .heading = "The first matches that somebody else wins",
                  .reader = DADO_FOR_PAGES),
        DADO_FIELD(NUMBER, "match", "match"), DADO_FIELD(WORDS, "before", "first before"),
        DADO_FIELD(WORDS, "after", "first after"));
    DADO_CLEANUP(dado_text_free) dado_text was = { 0 }, is = { 0 };
    for (int64_t i = 0, found = 0; i < before->count && i < after->count && found < most_turned;
         i++) {
        if (!say_first(before, i, &was) || !say_first(after, i, &is) ||
            strcmp(dado_text_string(&was), dado_text_string(&is)) == 0) {
            continue;
        }
        dado_put(part, i, dado_text_string(&was), dado_text_string(&is));
        found++;
    }
}

// Returns the name of the second side with its own settings: "pig with GOAL=50, played by
// greedy".
static const char *after_said(const comparison *q)
{
    const char *agents = dado_job_run_text(q->job_run, "after-agents");
    DADO_CLEANUP(dado_text_free) dado_text said = { 0 };
    dado_text_add(&said, q->sides[1].name);
    for (int i = 0; i < dado_job_run_arg_count(q->job_run, "after"); i++) {
        dado_text_addf(&said, "%s%s", i ? ", " : " with ",
                       dado_job_run_nth_arg(q->job_run, "after", i));
    }
    if (agents) dado_text_addf(&said, ", played by %s", agents);
    return dado_job_run_copyf(q->job_run, "%s", dado_text_string(&said));
}

static void answer_with(comparison *q)
{
    if (q->table.count) {
        dado_comparison_sides story = {
            .before = q->sides[0].name,
            .after = after_said(q),
            .before_matches = q->sides[0].frame.count,
            .after_matches = q->sides[1].frame.count,
            .before_text = q->sides[0].source.text,
            .after_text = q->sides[1].source.text,
        };
        dado_report_comparison(q->job_run->answer, &q->table, &story);
        add_turned(q);
        if (dado_job_run_is_given(q->job_run, "fail-if")) fail_if_worse(q);
    }
    if (!q->interrupted) return;
    dado_job_run_record_stop(q->job_run, "%s",
                             q->table.count ? "before all was played"
                                            : "before there were two sides to compare");
}

static bool run(dado_job_run *job_run)
{
    comparison q = { .job_run = job_run };
    const char *against = dado_job_run_text(job_run, "against");
    q.sides[0].name = dado_job_run_text(job_run, "before");
    q.sides[1].name = against ? against : q.sides[0].name;
    q.sure_of = dado_job_run_text(job_run, "until-sure");
    bool fine = is_a_change(&q, against != NULL) && open_side(&q, &q.sides[0], false) &&
                open_side(&q, &q.sides[1], true) && read_wishes(&q) && find_significant(&q);
    if (fine && dado_job_run_is_given(job_run, "fail-if") &&
        !dado_job_run_is_given(job_run, "expect")) {
        fine = dado_job_run_usage_error(job_run, "--fail-if worse needs --target, which says "
                                                 "what is better");
    }
    q.paired = !is_stored(&q.sides[0]) && !is_stored(&q.sides[1]);
    fine = fine && play_and_compare(&q);
    if (fine) answer_with(&q);
    for (int i = 0; i < 2; i++) {
        dado_data_frame_free(&q.sides[i].frame);
        if (q.sides[i].loaded.plan) dado_results_free(&q.sides[i].loaded);
    }
    return fine;
}

const dado_job dado_job_diff = {
    .name = "diff",
    .about = "says what a change did, measure by measure, and how sure that is",
    .details =
        "Both sides are played on the same luck, match by match, and every measure is judged by "
        "the differences of its pairs. p is corrected for looking at many measures (Holm), so "
        "two copies of one game are called different in no more than the stated level. A side "
        "written run:NUMBER is a run of the store, and is compared as a sample of its own; so are "
        "all sittings of a game that dado play and the studio have kept, written people:GAME, "
        "under the rules of the latest of them.",
    .whole =
        "how much is played hangs on how clear the difference is; with --mpi several processes "
        "play",
    .params = { DADO_PARAMS(
                    DADO_PARAM(
                        GAME, "before", .value = "BEFORE", .word = true, .needed = true,
                        .about =
                            "A game, run:NUMBER, or people:GAME for all that people played of it."),
                    DADO_PARAM(GAME, "against", .value = "AFTER", .word = true,
                               .unset = "as before",
                               .about = "A game, run:NUMBER, or people:GAME."),
                    DADO_PARAM(SET, "after", 'A', .many = true,
                               .about = "Sets an option of the second side alone."),
                    DADO_PARAM(AGENT, "after-agents", .value = "LIST",
                               .about = "Who plays on the second side; as --agents otherwise."),
                    DADO_PARAM(FILE, "expect", 't', .typed = "target", .value = "TARGET",
                               .about = "Calls a change better or worse by a target: a file, or "
                                        "casual, tense or strategic."),
                    DADO_PARAM(
                        CHOICE, "fail-if", .value = "WHEN", .choices = "worse",
                        .about =
                            "Fails (exit code 3) where the change makes something worse by the "
                            "target: needs --target."),
                    DADO_PARAM(METRIC, "until-sure", .typed = "until-sure-of", .value = "MEASURE",
                               .about =
                                   "Doubles the matches until it is clear whether this measure has "
                                   "changed."),
                    DADO_PARAM(WHOLE, "most", .usual = "1000000", .least = 2, .most = most_kept,
                               .about = "Matches after which --until-sure-of gives up."),
                    DADO_PARAM(REAL, "level", .value = "SHARE", .usual = "0.05", .least = 1e-9,
                               .most = 0.5,
                               .about = "How often equal games may be told apart by mistake."),
                    DADO_PARAM(WHOLE, "matches", 'n', .usual = "2000", .least = 2,
                               .most = most_kept,
                               .about = "How many matches to play on each side."),
                    DADO_PARAM_SEED, DADO_PARAM_THREADS, DADO_PARAM_LIMIT),
                dado_params_game, dado_params_seats, dado_params_metrics, dado_params_store_file,
                dado_params_mpi, dado_params_assert },
    .examples =
        DADO_EXAMPLES({ "dado diff before.rcy after.rcy", "what a change of the rules did" },
                      { "dado diff dicepoints -A ROUNDS=20", "one game, one value changed" },
                      { "dado diff kuhn --agents random --after-agents ismcts:iterations=200",
                        "the same rules under other players" },
                      { "dado diff run:3 run:5", "two runs of the store" },
                      { "dado diff people:pig pig --after-agents greedy",
                        "all that people played of a game, against agents" }),
    .run = run,
};
