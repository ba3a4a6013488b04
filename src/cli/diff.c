// diff.c - dado diff: what a change did, to the play and to the text.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <string.h>

#include "cli/session.h"
#include "cli/tables.h"
#include "judge/contrast.h"
#include "judge/lines.h"
#include "lab/file.h"
#include "measure/words.h"
#include "report/contrast.h"

enum { most_kept = 1000000 };

typedef struct side {
    const char *name;
    int64_t run;           // a stored run, or 0: to be played
    dado_source source;
    dado_lineup lineup;
    dado_game game;
    dado_measures measures;
    dado_frame frame;
    dado_results loaded;   // of a stored run: the names of its measures live there
} side;

typedef struct question {
    dado_call *call;
    side before, after;
    dado_expect expect;
    bool expected, paired, interrupted;
    const char *sure_of;   // the measure to be sure of; or NULL
    int64_t matches, most;
    uint64_t seed;
    double level;
    int looks;
    dado_contrast_table table;
} question;

static void take_block(void *context, const dado_block *block)
{
    dado_frame_add(context, block);
}

// -D of both sides, or with --after of the second alone.
static bool read_options(dado_call *call, bool after, dado_options *options, dado_error *err)
{
    dado_options shared, own = { 0 };
    if (!dado_errand_options(&call->errand, &shared, err)) return false;
    dado_option *items = dado_new(call->arena, dado_option, call->given_count + 1);
    if (!items) return dado_fail(err, DADO_LIMIT, "no memory left for options");
    int count = 0;
    for (int i = 0; after && i < call->given_count; i++) {
        if (strcmp(call->given[i].param->name, "after") != 0) continue;
        if (!dado_option_parse(&items[count++], call->given[i].value, call->arena, err)) {
            return false;
        }
    }
    own = (dado_options){ items, count };
    return dado_options_join(options, &shared, &own, call->arena, err);
}

static bool open_side(question *q, side *s, bool after, dado_error *err)
{
    dado_call *call = q->call;
    dado_options options;
    if (strncmp(s->name, "run:", 4) == 0) {
        if (dado_read_int(s->name + 4, &s->run) && s->run > 0) return true;
        return dado_fail(err, DADO_MEANING, "a stored run is written run:NUMBER, not %.60s",
                         s->name);
    }
    if (!read_options(call, after, &options, err)) return false;
    if (!dado_source_find(&s->source, s->name, &options, call->arena, err)) return false;
    if (!dado_source_open(&s->source, &s->game, call->arena, err)) return false;
    const dado_measure *tallies = s->game.rules->tally ? s->game.tallies : NULL;
    if (!dado_measures_list(&s->measures, tallies, call->arena, err)) return false;
    const char *agents = after ? dado_given_text(call, "after-agents") : NULL;
    if (!agents) return dado_errand_lineup(&call->errand, s->game.players, NULL, &s->lineup, err);
    s->lineup.name = agents;
    if (!dado_players_parse(&s->lineup.players, &s->lineup.count, agents, call->arena, err)) {
        return false;
    }
    if (s->lineup.count != 1 && s->lineup.count != s->game.players) {
        return dado_fail(err, DADO_MEANING, "--after-agents names %d and %s has %d seats",
                         s->lineup.count, s->name, s->game.players);
    }
    return true;
}

// One sample of a side: a plan of its own, so that match i of both has the same luck.
static bool play_side(question *q, side *s, int64_t matches, dado_store *store, dado_error *err)
{
    dado_plan plan = {
        .instances = &s->source, .instance_count = 1, .lineups = &s->lineup, .lineup_count = 1,
        .matches = matches, .seed = q->seed, .command = q->call->command,
        .move_limit = (int)dado_given_int(q->call, "limit", DADO_MOVE_LIMIT, 1, 100000000),
    };
    dado_frame_free(&s->frame);
    s->frame = (dado_frame){ .most = most_kept };
    dado_results results;
    dado_experiment_how how = { .store = store, .context = &s->frame, .block = take_block };
    bool fine = dado_call_experiment(q->call, &plan, how, &results, err);
    if (fine && results.cells[0].error.status != DADO_OK) {
        *err = results.cells[0].error;
        fine = false;
    }
    q->interrupted = q->interrupted || (fine && results.interrupted);
    dado_results_free(&results);
    return fine;
}

static bool load_side(question *q, side *s, dado_error *err)
{
    dado_store *store = NULL;
    s->frame = (dado_frame){ .most = most_kept };
    dado_experiment_how how = { .context = &s->frame, .block = take_block };
    if (!dado_errand_store(&q->call->errand, DADO_STORE_READ, &store, err)) return false;
    bool fine = dado_results_load(store, s->run, &how, &s->loaded, err);
    if (fine) s->measures = s->loaded.measures;
    dado_store_close(store);
    return fine;
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

static bool compare(question *q, dado_error *err)
{
    double level = q->sure_of ? dado_level_at_look(q->level, q->looks) : q->level;
    return dado_contrast_compute(
        &q->table, (dado_sample_side){ &q->before.frame, &q->before.measures },
        (dado_sample_side){ &q->after.frame, &q->after.measures }, q->paired, level,
        q->expected ? &q->expect : NULL, q->call->arena, err);
}

// Plays and looks; with a measure to be sure of, twice as many each time until it is clear.
static bool find_out(question *q, dado_error *err)
{
    int64_t matches = q->matches;
    for (q->looks = 1;; q->looks++) {
        side *sides[2] = { &q->before, &q->after };
        for (int i = 0; i < 2; i++) {
            bool fine = sides[i]->run ? load_side(q, sides[i], err)
                                      : play_side(q, sides[i], matches, NULL, err);
            if (!fine) return false;
            if (q->interrupted && i == 0) return true;  // of one side alone nothing can be said
        }
        if (!compare(q, err)) return false;
        bool done = !q->sure_of || q->interrupted || sure_enough(q) || matches >= q->most;
        if (done) return true;
        matches = 2 * matches < q->most ? 2 * matches : q->most;
    }
}

static void print_text_change(const question *q, dado_text *out)
{
    if (!q->before.source.text || !q->after.source.text) return;
    dado_text changes = { 0 };
    bool fine = dado_lines_differ(q->before.source.text, q->after.source.text, 1, &changes);
    if (fine && changes.length) {
        dado_text_addf(out, "\nThe text, - before and + after:\n\n%s", dado_text_string(&changes));
    } else if (fine) {
        dado_text_add(out, "\nThe two texts are the same.\n");
    }
    dado_text_free(&changes);
}

static void print_table(const question *q, dado_text *out)
{
    static const dado_sheet_column columns[] = {
        { "measure", false, 0 }, { "before", true, 1 },     { "after", true, 1 },
        { "difference", true, 0 }, { "95 %", false, 2 },    { "p", true, 3 },
        { "verdict", false, 0 },
    };
    const dado_call *call = q->call;
    dado_text head = { 0 };
    dado_text_addf(&head, "%s against %s, ", q->before.name, q->after.name);
    dado_say_count(&head, q->before.frame.count);
    dado_text_add(&head, " and ");
    dado_say_count(&head, q->after.frame.count);
    dado_text_addf(&head, " matches%s\n\n", q->paired ? " on the same luck" : "");
    dado_text_wrap(out, dado_text_string(&head), 2, call->columns, 0);
    dado_text_free(&head);
    dado_sheet *sheet = dado_sheet_new(columns, 7);
    for (int i = 0; i < q->table.count; i++) {
        const dado_contrast_line *line = &q->table.lines[i];
        dado_sheet_cell(sheet, line->measure.title);
        dado_say_real(dado_sheet_begin(sheet), line->before.mean);
        dado_say_real(dado_sheet_begin(sheet), line->after.mean);
        dado_say_real(dado_sheet_begin(sheet), line->difference.value);
        dado_text *range = dado_sheet_begin(sheet);
        if (!dado_is_none(line->difference.low)) {
            dado_say_interval(range, line->difference.low, line->difference.high);
        }
        dado_say_probability(dado_sheet_begin(sheet), line->p);
        dado_sheet_cell(sheet, dado_contrast_words(line));
    }
    dado_sheet_print(sheet, call->columns, call->colour, out);
    dado_sheet_free(sheet);
    dado_text_addf(out, "\np is corrected for all %d measures; the level is %g.\n",
                   q->table.count, q->table.level);
    if (q->expected) {
        dado_text_addf(out, "Quality %.6f before, %.6f after.\n", q->table.before_quality,
                       q->table.after_quality);
    }
    print_text_change(q, out);
}

static void print_json(const question *q, dado_text *out)
{
    static const char *const changes[] = { "same", "higher", "lower", "too_few" };
    static const char *const bearings[] = { "neither", "better", "worse" };
    dado_text_add(out, "{\"before\":");
    dado_text_json(out, q->before.name);
    dado_text_add(out, ",\"after\":");
    dado_text_json(out, q->after.name);
    dado_text_addf(out, ",\"matches\":[%" PRId64 ",%" PRId64 "],\"paired\":%s,\"level\":",
                   q->before.frame.count, q->after.frame.count, q->paired ? "true" : "false");
    dado_text_json_real(out, q->table.level);
    dado_text_add(out, ",\"quality\":[");
    dado_text_json_real(out, q->table.before_quality);
    dado_text_char(out, ',');
    dado_text_json_real(out, q->table.after_quality);
    dado_text_add(out, "],\"measures\":[");
    for (int i = 0; i < q->table.count; i++) {
        const dado_contrast_line *line = &q->table.lines[i];
        dado_text_addf(out, "%s{\"name\":", i ? "," : "");
        dado_text_json(out, line->measure.name);
        const double numbers[] = { line->before.mean, line->after.mean, line->difference.value,
                                   line->difference.low, line->difference.high, line->p,
                                   line->effect, line->before_q, line->after_q };
        static const char *const names[] = { "before", "after", "difference", "low", "high", "p",
                                             "effect", "before_q", "after_q" };
        for (int k = 0; k < 9; k++) {
            dado_text_addf(out, ",\"%s\":", names[k]);
            dado_text_json_real(out, numbers[k]);
        }
        dado_text_addf(out, ",\"change\":\"%s\",\"bearing\":\"%s\"}", changes[line->change],
                       bearings[line->bearing]);
    }
    dado_text_add(out, "]}\n");
}

static bool write_page(const question *q, dado_error *err)
{
    const char *path = dado_given_text(q->call, "report");
    if (!path) return true;
    dado_text changes = { 0 }, page = { 0 };
    if (q->before.source.text && q->after.source.text) {
        dado_lines_differ(q->before.source.text, q->after.source.text, 1, &changes);
    }
    dado_contrast_story story = {
        .before = q->before.name, .after = q->after.name,
        .before_matches = q->before.frame.count, .after_matches = q->after.frame.count,
        .changes = dado_text_string(&changes), .command = q->call->command,
    };
    dado_contrast_page(&q->table, &story, &page);
    bool fine = dado_file_write(path, dado_text_string(&page), page.length, err);
    if (fine) dado_call_say(q->call, "the report is in %s", path);
    dado_text_free(&changes);
    dado_text_free(&page);
    return fine;
}

static bool read_expectations(question *q, dado_error *err)
{
    const char *name = dado_given_text(q->call, "expect");
    q->expected = name != NULL;
    return !name || dado_errand_expect(&q->call->errand, name, "expect/games",
                                       q->before.run ? NULL : &q->before.measures, &q->expect,
                                       err);
}

static int run(dado_call *call)
{
    question q = { .call = call };
    q.before.name = call->words[0];
    q.after.name = call->word_count > 1 ? call->words[1] : call->words[0];
    q.matches = dado_given_int(call, "matches", 2000, 2, most_kept);
    q.most = dado_given_int(call, "most", most_kept, 2, most_kept);
    q.seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX);
    q.level = dado_given_real(call, "level", 0.05, 1e-9, 0.5);
    q.sure_of = dado_given_text(call, "until-sure");
    dado_given_int(call, "threads", 0, 1, 1024);
    dado_given_int(call, "limit", DADO_MOVE_LIMIT, 1, 100000000);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    dado_error err = { 0 };
    bool fine = open_side(&q, &q.before, false, &err) && open_side(&q, &q.after, true, &err) &&
                read_expectations(&q, &err);
    q.paired = !q.before.run && !q.after.run;
    fine = fine && find_out(&q, &err);
    int code = DADO_EXIT_FAILED;
    if (fine && q.interrupted && !q.table.count) {
        code = dado_call_interrupted(call, false, "before there were two sides to compare");
    } else if (fine) {
        dado_text out = { 0 };
        if (dado_given_flag(call, "json")) print_json(&q, &out);
        else print_table(&q, &out);
        if (dado_call_print(call, &out)) code = DADO_EXIT_FINE;
        if (q.interrupted) code = dado_call_interrupted(call, false, "before all was played");
        dado_text_free(&out);
        if (!write_page(&q, &err)) code = dado_call_fail(call, &err, NULL);
    } else {
        const char *text = dado_source_of_error(&q.before.source, &err);
        if (!text) text = dado_source_of_error(&q.after.source, &err);
        code = dado_call_fail(call, &err, text);
    }
    side *sides[2] = { &q.before, &q.after };
    for (int i = 0; i < 2; i++) {
        dado_frame_free(&sides[i]->frame);
        if (sides[i]->run) dado_results_free(&sides[i]->loaded);
    }
    return code;
}

static const dado_param flags[] = {
    { .name = "after", .letter = 'A', .kind = DADO_PARAM_TEXT, .value = "NAME=VALUE", .many = true,
      .about = "Sets an option of the second side alone." },
    { .name = "after-agents", .kind = DADO_PARAM_AGENT, .value = "LIST",
      .about = "Who plays on the second side; as --agents otherwise." },
    { .name = "expect", .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "Calls a change better or worse by what is wished for: a file, or casual, tense or "
               "" "strategic." },
    { .name = "until-sure", .kind = DADO_PARAM_METRIC, .value = "MEASURE",
      .about = "Doubles the matches until it is clear whether this measure has changed." },
    { .name = "most", .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1000000",
      .about = "Matches after which --until-sure gives up." },
    { .name = "report", .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "Writes a page with a chart of what changed." },
    { .name = "level", .kind = DADO_PARAM_TEXT, .value = "SHARE", .unset = "0.05",
      .about = "How often equal games may be told apart by mistake." },
    { 0 },
};

static const dado_example examples[] = {
    { "dado diff before.rcy after.rcy", "what a change of the rules did" },
    { "dado diff dicepoints -A ROUNDS=20", "one game, one value changed" },
    { "dado diff kuhn --agents random --after-agents ismcts:iterations=200",
      "the same rules under other players" },
    { "dado diff run:3 run:5", "two runs of the store: people against agents, for instance" },
    { 0 },
};

const dado_verb dado_verb_diff = {
    .name = "diff",
    .words = "BEFORE [AFTER]",
    .about = "says what a change did, measure by measure, and how sure that is",
    .details =
        "Both sides are played on the same luck, match by match, and every measure is judged by "
        "the differences of its pairs. p is corrected for looking at many measures (Holm), so "
        "two copies of one game are called different in no more than the stated level. A side "
        "written run:NUMBER is a run of the store, and is compared as a sample of its own.",
    .offer = DADO_PARAM_GAME,
    .least = 1,
    .most = 2,
    .flags = { flags, dado_params_game, dado_params_seats, dado_params_play, dado_params_metrics,
               dado_params_store_file, dado_params_json },
    .examples = examples,
    .run = run,
};
