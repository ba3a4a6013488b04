// diff.c - what a change did, to the play and to the text.
#include <stdio.h>
#include <string.h>

#include "job/promise.h"
#include "report/report.h"

enum { most_kept = 1000000 };

typedef struct side {
    const char *name;
    int64_t run;  // a stored run, or 0: to be played
    const char *people;  // of the game of this name, what people played; or NULL
    dado_source source;
    dado_lineup lineup;
    dado_game game;
    dado_measures measures;
    dado_frame frame;
    dado_results loaded;  // of a stored run: the names of its measures live there
} side;

typedef struct question {
    dado_errand *errand;
    side sides[2];  // before, and after
    dado_expect expect;
    bool expected, paired, interrupted;
    const char *sure_of;  // the measure to be sure of; or NULL
    int looks;
    dado_contrast_table table;
} question;

static bool is_stored(const side *s)
{
    return s->run || s->people;
}

// -D of both sides, and -A of the second alone.
static bool read_options(dado_errand *errand, bool after, dado_options *options)
{
    dado_options shared, own = { 0 };
    return dado_errand_options(errand, &shared) &&
           (!after || dado_errand_options_of(errand, "after", &own)) &&
           dado_options_join(options, &shared, &own, errand->arena, errand->err);
}

static bool seat_players(question *q, side *s, bool after)
{
    dado_errand *errand = q->errand;
    const char *agents = after ? dado_errand_text(errand, "after-agents") : NULL;
    if (!agents) return dado_errand_lineup(errand, s->game.players, &s->lineup);
    s->lineup.name = agents;
    if (!dado_players_parse(&s->lineup.players, &s->lineup.count, agents, errand->arena,
                            errand->err)) {
        return false;
    }
    return s->lineup.count == 1 || s->lineup.count == s->game.players ||
           dado_fail(errand->err, DADO_MEANING, "--after-agents names %d and %s has %d seats",
                     s->lineup.count, s->name, s->game.players);
}

static bool open_side(question *q, side *s, bool after)
{
    dado_errand *errand = q->errand;
    dado_options options;
    if (strncmp(s->name, "people:", 7) == 0) {
        s->people = s->name + 7;
        return true;
    }
    if (strncmp(s->name, "run:", 4) == 0) {
        return (dado_read_int(s->name + 4, &s->run) && s->run > 0) ||
               dado_fail(errand->err, DADO_MEANING, "a stored run is written run:NUMBER, not %.60s",
                         s->name);
    }
    if (!read_options(errand, after, &options) ||
        !dado_errand_find(errand, s->name, &options, &s->source) ||
        !dado_errand_keep(errand, &s->source, &s->game)) {
        return false;
    }
    return dado_measures_of(&s->measures, &s->game, errand->arena, errand->err) &&
           seat_players(q, s, after);
}

// One sample of a side: a plan of its own, so that match i of both has the same luck.
static bool play_side(question *q, side *s, int64_t matches)
{
    dado_plan plan = {
        .instances = &s->source, .instance_count = 1, .lineups = &s->lineup, .lineup_count = 1,
        .command = q->errand->answer->command,
    };
    dado_errand_plan(q->errand, &plan);
    plan.matches = matches;
    dado_frame_free(&s->frame);
    s->frame = (dado_frame){ .most = most_kept };
    DADO_ENDS(dado_results_free) dado_results results = { 0 };
    if (!dado_errand_experiment(q->errand, &plan, &s->frame, dado_frame_add, &results)) {
        return dado_errand_failed(q->errand);
    }
    q->interrupted = q->interrupted || results.interrupted;
    if (results.cells[0].error.status == DADO_OK) return true;
    *q->errand->err = results.cells[0].error;
    return dado_errand_failed(q->errand);
}

static bool load_run(dado_errand *errand, int64_t run, side *s)
{
    dado_results results;
    dado_experiment_how how = { .taker = &s->frame, .block = dado_frame_add };
    bool fine = dado_results_load(errand->opened, run, &how, &results, errand->err);
    if (s->run || !fine) {  // the first of several says what was measured
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

// Somebody at the table was a person: the moves were written down under that name.
static bool is_peoples(const dado_plan *plan)
{
    const dado_lineup *lineup = plan->lineups;
    for (int p = 0; p < lineup->count; p++) {
        const dado_option *who = dado_options_find(&lineup->players[p].options, "who");
        if (who && strcmp(who->text, "human") == 0) return true;
    }
    return false;
}

// All sittings of the game, under the rules of the latest: those under other rules are told.
static bool load_people(question *q, side *s)
{
    dado_store *store = q->errand->opened;
    const dado_run *runs;
    int count, others = 0;
    int64_t latest = 0;
    uint64_t rules = 0;
    dado_arena *arena = q->errand->arena;
    if (!dado_store_runs(store, &runs, &count, arena, q->errand->err)) return false;
    for (int pass = 0; pass < 2; pass++) {  // which rules the latest has; then all of them
        for (int i = 0; i < count; i++) {
            dado_plan plan;
            if (!same_name(runs[i].game, s->people) || runs[i].matches == 0) continue;
            size_t mark = dado_arena_mark(arena);
            if (!dado_store_plan(store, runs[i].id, &plan, arena, q->errand->err)) return false;
            bool peoples = is_peoples(&plan);
            uint64_t here = dado_source_hash(plan.instances);
            dado_arena_rewind(arena, mark);
            if (!peoples) continue;
            if (pass == 0 && runs[i].id > latest) {
                latest = runs[i].id;
                rules = here;
            }
            if (pass == 0) continue;
            if (here != rules) others++;
            else if (!load_run(q->errand, runs[i].id, s)) return false;
        }
    }
    if (others) {
        dado_errand_say(q->errand, "%d sitting%s under other rules left out", others,
                        others == 1 ? " is" : "s are");
    }
    return s->run || dado_fail(q->errand->err, DADO_MISSING, "the store has no finished match of "
                               "%.60s that people played", s->people);
}

static bool load_side(question *q, side *s)
{
    int64_t run = s->run;
    if (s->loaded.plan) dado_results_free(&s->loaded);  // of a look before
    dado_frame_free(&s->frame);
    s->run = 0;
    s->loaded = (dado_results){ 0 };
    s->frame = (dado_frame){ .most = most_kept };
    return dado_errand_store(q->errand, DADO_STORE_READ) &&
           (s->people ? load_people(q, s) : load_run(q->errand, run, s));
}

static bool sure_enough(const question *q)
{
    for (int i = 0; i < q->table.count; i++) {
        if (strcmp(q->table.lines[i].measure.name, q->sure_of) != 0) continue;
        dado_change change = q->table.lines[i].change;
        return change == DADO_HIGHER || change == DADO_LOWER;
    }
    return false;
}

static bool compare(question *q)
{
    double level = dado_errand_real(q->errand, "level");
    if (q->sure_of) level = dado_level_at_look(level, q->looks);
    return dado_contrast_compute(
        &q->table, (dado_sample_side){ &q->sides[0].frame, &q->sides[0].measures },
        (dado_sample_side){ &q->sides[1].frame, &q->sides[1].measures }, q->paired, level,
        q->expected ? &q->expect : NULL, q->errand->arena, q->errand->err);
}

// Plays and looks; with a measure to be sure of, twice as many each time until it is clear.
static bool find_out(question *q)
{
    int64_t matches = dado_errand_whole(q->errand, "matches");
    int64_t most = dado_errand_whole(q->errand, "most");
    for (q->looks = 1;; q->looks++) {
        for (int i = 0; i < 2; i++) {
            side *s = &q->sides[i];
            if (!(is_stored(s) ? load_side(q, s) : play_side(q, s, matches))) return false;
            if (q->interrupted && i == 0) return true;  // of one side alone nothing can be said
        }
        if (!compare(q)) return false;
        if (!q->sure_of || q->interrupted || sure_enough(q) || matches >= most) return true;
        matches = 2 * matches < most ? 2 * matches : most;
    }
}

static bool read_wishes(question *q)
{
    const char *name = dado_errand_text(q->errand, "expect");
    q->expected = name != NULL;
    const dado_measures *known = is_stored(&q->sides[0]) ? NULL : &q->sides[0].measures;
    return !name || dado_errand_expect(q->errand, name, "expect/games", known, &q->expect);
}

// One that is never compared would never be sure, and play to the last match.
static bool find_sure_of(question *q)
{
    const char *name = q->sure_of;
    if (!name || dado_measures_find(&q->sides[0].measures, name) >= 0) return true;
    for (int p = 0; p < q->sides[0].game.players; p++) {
        char seat[32];
        snprintf(seat, sizeof seat, "win_seat_%d", p);
        if (strcmp(seat, name) == 0) return true;
    }
    const char *near = dado_measures_nearest(&q->sides[0].measures, name);
    return dado_errand_misused(q->errand, "there is no measure %.60s%s", name,
                               dado_did_you_mean(near).s);
}

// A game and itself are the same, which takes no matches to say.
static bool is_a_change(question *q, bool against)
{
    if (against || dado_errand_count(q->errand, "after") ||
        dado_errand_given(q->errand, "after-agents")) {
        return true;
    }
    return dado_errand_misused(q->errand,
                               "nothing is different: name a second side, or change something "
                               "of it by -A NAME=VALUE or --after-agents");
}

static void fail_if_worse(question *q)
{
    for (int i = 0; i < q->table.count; i++) {
        const dado_contrast_line *line = &q->table.lines[i];
        if (line->bearing != DADO_WORSE) continue;
        q->errand->answer->failed = true;
        dado_errand_say(q->errand, "worse than before: %s", line->measure.name);
    }
}

// "p1", or "p0, p2" where several are first; false if nobody was left to be.
static bool say_first(const dado_frame *f, int64_t match, dado_text *out)
{
    const int32_t *places = f->places + match * f->players;
    dado_text_clear(out);
    for (int p = 0; p < f->players; p++) {
        if (places[p] == 0) dado_text_addf(out, "%sp%d", out->length ? ", " : "", p);
    }
    return out->length > 0;
}

// The first matches that somebody else wins on the same luck, to be looked at side by side.
static void add_turned(const question *q)
{
    enum { most_turned = 3 };
    const dado_frame *before = &q->sides[0].frame, *after = &q->sides[1].frame;
    if (!q->paired || before->players != after->players || before->players < 2) return;
    dado_part *part = dado_table(
        q->errand->answer,
        DADO_PART("turned", .heading = "The first matches that somebody else wins",
                  .reader = DADO_FOR_PAGES),
        DADO_FIELD(NUMBER, "match", "match"),
        DADO_FIELD(WORDS, "before", "first before"),
        DADO_FIELD(WORDS, "after", "first after"));
    dado_draft was = { 0 }, is = { 0 };
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

// The second side, with what was set for it alone: "pig with GOAL=50, played by greedy".
static const char *after_said(const question *q)
{
    const char *agents = dado_errand_text(q->errand, "after-agents");
    dado_draft said = { 0 };
    dado_text_add(&said, q->sides[1].name);
    for (int i = 0; i < dado_errand_count(q->errand, "after"); i++) {
        dado_text_addf(&said, "%s%s", i ? ", " : " with ", dado_errand_nth(q->errand, "after", i));
    }
    if (agents) dado_text_addf(&said, ", played by %s", agents);
    return dado_errand_copyf(q->errand, "%s", dado_text_string(&said));
}

static void answer_with(question *q)
{
    if (q->table.count) {
        dado_contrast_story story = {
            .before = q->sides[0].name, .after = after_said(q),
            .before_matches = q->sides[0].frame.count, .after_matches = q->sides[1].frame.count,
            .before_text = q->sides[0].source.text, .after_text = q->sides[1].source.text,
        };
        dado_report_contrast(q->errand->answer, &q->table, &story);
        add_turned(q);
        if (dado_errand_given(q->errand, "fail-if")) fail_if_worse(q);
    }
    if (!q->interrupted) return;
    dado_errand_stop_at(q->errand, "%s",
                        q->table.count ? "before all was played"
                                       : "before there were two sides to compare");
}

static bool run(dado_errand *errand)
{
    question q = { .errand = errand };
    const char *against = dado_errand_text(errand, "against");
    q.sides[0].name = dado_errand_text(errand, "before");
    q.sides[1].name = against ? against : q.sides[0].name;
    q.sure_of = dado_errand_text(errand, "until-sure");
    bool fine = is_a_change(&q, against != NULL) && open_side(&q, &q.sides[0], false) &&
                open_side(&q, &q.sides[1], true) && read_wishes(&q) && find_sure_of(&q);
    if (fine && dado_errand_given(errand, "fail-if") && !dado_errand_given(errand, "expect")) {
        fine = dado_errand_misused(errand, "what is worse depends on what is wished for: "
                                           "--fail-if worse needs --expect");
    }
    q.paired = !is_stored(&q.sides[0]) && !is_stored(&q.sides[1]);
    fine = fine && find_out(&q);
    if (fine) answer_with(&q);
    for (int i = 0; i < 2; i++) {
        dado_frame_free(&q.sides[i].frame);
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
        DADO_PARAM(GAME, "before", .value = "BEFORE", .word = true, .needed = true,
                   .about = "A game, run:NUMBER, or people:GAME for all that people played of it."),
        DADO_PARAM(GAME, "against", .value = "AFTER", .word = true, .unset = "as before",
                   .about = "A game, run:NUMBER, or people:GAME."),
        DADO_PARAM(SET, "after", 'A', .many = true,
                   .about = "Sets an option of the second side alone."),
        DADO_PARAM(AGENT, "after-agents", .value = "LIST",
                   .about = "Who plays on the second side; as --agents otherwise."),
        DADO_PARAM(FILE, "expect",
                   .about = "Calls a change better or worse by what is wished for: a file, or "
                            "casual, tense or strategic."),
        DADO_PARAM(CHOICE, "fail-if", .value = "WHEN", .choices = "worse",
                   .about = "Fails (exit code 3) where the change makes something worse by what is "
                            "wished for: needs --expect."),
        DADO_PARAM(METRIC, "until-sure", .value = "MEASURE",
                   .about = "Doubles the matches until it is clear whether this measure has "
                            "changed."),
        DADO_PARAM(WHOLE, "most", .usual = "1000000", .least = 2, .most = most_kept,
                   .about = "Matches after which --until-sure gives up."),
        DADO_PARAM(REAL, "level", .value = "SHARE", .usual = "0.05", .least = 1e-9, .most = 0.5,
                   .about = "How often equal games may be told apart by mistake."),
        DADO_PARAM(WHOLE, "matches", 'n', .usual = "2000", .least = 2, .most = most_kept,
                   .about = "How many matches to play on each side."),
        DADO_PARAM_SEED,
        DADO_PARAM_THREADS,
        DADO_PARAM_LIMIT),
                dado_params_game, dado_params_seats, dado_params_metrics, dado_params_store_file,
                dado_params_mpi, dado_params_promises },
    .examples = DADO_EXAMPLES(
        { "dado diff before.rcy after.rcy", "what a change of the rules did" },
        { "dado diff dicepoints -A ROUNDS=20", "one game, one value changed" },
        { "dado diff kuhn --agents random --after-agents ismcts:iterations=200",
          "the same rules under other players" },
        { "dado diff run:3 run:5", "two runs of the store" },
        { "dado diff people:pig pig --after-agents greedy",
          "all that people played of a game, against agents" }),
    .run = run,
};
