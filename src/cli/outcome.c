// outcome.c - see outcome.h.
#include "cli/outcome.h"

#include <inttypes.h>
#include <string.h>

#include "cli/tables.h"
#include "lab/library.h"
#include "measure/words.h"
#include "report/report.h"
#include "report/rules.h"
#include "report/verdict_lines.h"

const dado_flag dado_flags_outcome[] = {
    { "csv", 0, "FILE",
      "Writes a table with a line a match: scores, places, every measure. - is "
      "standard output.",
      NULL, DADO_OFFER_FILES, false },
    { "rounds", 0, "FOLDER",
      "Writes the standings of every match round by round, a file each, in lines of "
      "round;player;score.",
      NULL, DADO_OFFER_FOLDERS, false },
    { "expect", 0, "FILE",
      "Judges the measures by what is wished for (a file, or casual, tense or strategic), and "
      "prints a quality from 0 to 1.",
      NULL, DADO_OFFER_FILES, false },
    { "report", 0, "FILE", "Writes a page with charts and verdicts that any browser shows.", NULL,
      DADO_OFFER_FILES, false },
    { "match", 0, "N", "The match the page shows round by round, counted from 0.", "0",
      DADO_OFFER_NOTHING, false },
    { 0 },
};

static bool read_expectations(dado_outcome *o, dado_error *err, const char **text)
{
    const char *name = dado_given_text(o->call, "expect");
    o->expected = name != NULL;
    return !name || dado_call_expect(o->call, name, "expect/games", &o->measures, &o->expect, text,
                                     err);
}

int dado_outcome_begin(dado_outcome *o, dado_call *call, const dado_game *game)
{
    *o = (dado_outcome){ .call = call };
    dado_error err = { 0 };
    const char *text = NULL;
    dado_given_int(call, "match", 0, 0, INT64_MAX);
    dado_given_int(call, "rules", 0, 0, 1000000);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    if (!dado_measures_list(&o->measures, game->rules->tally ? game->tallies : NULL, call->arena,
                            &err) ||
        !read_expectations(o, &err, &text)) {
        return dado_call_fail(call, &err, text);
    }
    const char *csv = dado_given_text(call, "csv"), *rounds = dado_given_text(call, "rounds");
    if (csv && !dado_writer_begin(&o->csv, csv, &err)) return dado_call_fail(call, &err, NULL);
    if (rounds && !dado_folder_make(rounds, &err)) return dado_call_fail(call, &err, NULL);
    o->quiet_table = csv && strcmp(csv, "-") == 0;
    dado_gathering_init(&o->gathering, &o->measures, o->expected ? &o->expect : NULL);
    return DADO_EXIT_FINE;
}

void dado_outcome_block(void *context, const dado_block *block)
{
    dado_outcome *o = context;
    dado_gather_block(&o->gathering, block);
    if (!o->csv.file) return;
    dado_text_clear(&o->lines);
    int players = o->results.game.players;
    if (!o->csv_begun) dado_csv_head(&o->results, players, &o->lines);
    o->csv_begun = true;
    dado_csv_block(&o->results, block, players, &o->lines);
    dado_writer_add(&o->csv, dado_text_string(&o->lines), o->lines.length);
}

// The file's name without folders and suffix.
static void add_stem(dado_text *out, const char *name)
{
    const char *slash = strrchr(name, '/');
    name = slash ? slash + 1 : name;
    dado_text_add_bytes(out, name, strcspn(name, "."));
}

// Every match is played again: what it takes to do so is in the plan.
static bool write_rounds(dado_outcome *o, const char *folder, dado_error *err)
{
    const dado_plan *plan = o->results.plan;
    dado_desk desk;
    dado_desk_init(&desk, plan);
    dado_text path = { 0 }, text = { 0 };
    bool fine = true;
    for (int c = 0; fine && c < o->results.cell_count; c++) {
        const dado_cell *cell = &o->results.cells[c];
        if (!cell->sums.totals || !dado_desk_open(&desk, cell->instance, cell->lineup, NULL))
            continue;
        for (int64_t i = 0; fine && i < cell->sums.matches; i++) {
            dado_text_clear(&path);
            dado_text_clear(&text);
            dado_text_addf(&path, "%s/", folder);
            add_stem(&path, plan->instances[cell->instance].name);
            if (o->results.cell_count > 1) dado_text_addf(&path, "-%d", c + 1);
            dado_text_addf(&path, "%s%" PRId64 ".csv", o->results.cell_count > 1 ? "-" : "", i);
            dado_csv_rounds(dado_desk_match(&desk, i), desk.game.lowest_wins, &text);
            fine =
                dado_file_write(dado_text_string(&path), dado_text_string(&text), text.length, err);
        }
    }
    dado_text_free(&path);
    dado_text_free(&text);
    dado_desk_free(&desk);
    return fine;
}

static void add_quality(const dado_findings *f, int columns, bool colour, dado_text *out)
{
    static const dado_sheet_column heads[] = {
        { "expected of", false, 0 }, { "target", true, 1 },  { "window", true, 2 },
        { "mean", true, 1 },         { "quality", true, 0 },
    };
    if (!f->judged) return;
    dado_sheet *sheet = dado_sheet_new(heads, 5);
    if (!sheet) return;
    for (int m = 0; m < f->measure_count; m++) {
        const dado_finding *finding = &f->measures[m];
        if (!finding->expected) continue;
        dado_sheet_cell(sheet, finding->name);
        dado_say_real(dado_sheet_begin(sheet), finding->target);
        dado_say_interval(dado_sheet_begin(sheet), finding->window_low, finding->window_high);
        dado_say_real(dado_sheet_begin(sheet),
                      dado_is_none(finding->across) ? finding->mean : finding->across);
        dado_say_fixed(dado_sheet_begin(sheet), finding->quality, 3);
    }
    dado_text_char(out, '\n');
    dado_sheet_print(sheet, columns, colour, out);
    dado_sheet_free(sheet);
    dado_text_addf(out, "  quality by %s: ", f->expectations);
    dado_say_fixed(out, f->quality, 3);
    dado_text_char(out, '\n');
}

static void add_json(const dado_findings *f, const dado_verdict *verdicts, int count,
                     dado_text *out)
{
    while (out->length &&
           (out->data[out->length - 1] == '\n' || out->data[out->length - 1] == '}')) {
        bool brace = out->data[out->length - 1] == '}';
        out->data[--out->length] = '\0';
        if (brace) break;
    }
    if (f->judged) {
        dado_text_add(out, ",\"quality\":");
        dado_text_json_real(out, f->quality);
        dado_text_add(out, ",\"expected\":[");
        bool first = true;
        for (int m = 0; m < f->measure_count; m++) {
            const dado_finding *finding = &f->measures[m];
            if (!finding->expected) continue;
            dado_text_add(out, first ? "{\"name\":" : ",{\"name\":");
            first = false;
            dado_text_json(out, finding->name);
            dado_text_add(out, ",\"target\":");
            dado_text_json_real(out, finding->target);
            dado_text_add(out, ",\"window\":[");
            dado_text_json_real(out, finding->window_low);
            dado_text_char(out, ',');
            dado_text_json_real(out, finding->window_high);
            dado_text_add(out, "],\"quality\":");
            dado_text_json_real(out, finding->quality);
            dado_text_char(out, '}');
        }
        dado_text_char(out, ']');
    }
    dado_text_add(out, ",\"verdicts\":[");
    for (int i = 0; i < count; i++) {
        dado_text_addf(out, "%s{\"topic\":\"%s\",\"tone\":\"%s\",\"claim\":", i ? "," : "",
                       verdicts[i].topic, dado_tone_name(verdicts[i].tone));
        dado_text_json(out, verdicts[i].claim);
        dado_text_add(out, ",\"evidence\":");
        dado_text_json(out, verdicts[i].evidence);
        dado_text_char(out, '}');
    }
    dado_text_char(out, ']');
    if (f->coverage && f->coverage->count) {
        dado_text_add(out, ",\"rules\":");
        dado_rules_json(f->coverage, out);
    }
    dado_text_add(out, "}\n");
}

// Which rules fired, over matches played again. Players that think would take
// as long again, so with them it is done only when asked for.
static bool cover_rules(dado_outcome *o, dado_findings *f, dado_error *err)
{
    const dado_plan *plan = o->results.plan;
    const dado_lineup *lineup = &plan->lineups[0];
    bool random = true;
    for (int p = 0; p < lineup->count; p++) {
        random = random && strcmp(lineup->players[p].kind->name, "random") == 0;
    }
    int64_t matches = dado_given_int(o->call, "rules", random ? 100 : 0, 0, 1000000);
    dado_coverage *coverage = dado_new(o->call->arena, dado_coverage, 1);
    if (!coverage) return dado_fail(err, DADO_LIMIT, "no memory left for rules");
    if (matches > o->results.matches) matches = o->results.matches;
    if (matches == 0 || o->results.interrupted) return true;
    f->coverage = coverage;
    f->rules_text = plan->instances[0].text;
    dado_experiment_how how = { 0 };
    dado_watch watch;
    dado_watch_begin(&watch, o->call, &how);
    bool fine = dado_coverage_gather(plan, 0, 0, matches, &how, o->call->arena, coverage, err);
    dado_watch_end(&watch);
    return fine;
}

// Where a page is wanted; NULL if none is.
static const char *page_path(const dado_outcome *o)
{
    if (!o->page_only) return dado_given_text(o->call, "report");
    const char *path = dado_given_text(o->call, "output");
    return path ? path : "report.html";
}

static bool write_report(dado_outcome *o, const dado_findings *f, dado_error *err)
{
    const char *path = page_path(o);
    if (!path) return true;
    dado_text page = { 0 };
    dado_report_write(f, &page);
    bool fine = dado_file_write(path, dado_text_string(&page), page.length, err);
    dado_text_free(&page);
    if (fine && strcmp(path, "-") != 0) dado_call_say(o->call, "the report is in %s", path);
    return fine;
}

static bool print_results(dado_outcome *o, const dado_findings *f)
{
    dado_call *call = o->call;
    dado_verdict verdicts[DADO_VERDICTS];
    int count = f ? dado_judge(f, verdicts) : 0;
    dado_text out = { 0 };
    if (dado_given_flag(call, "json")) {
        dado_results_json(&o->results, &out);
        if (f) add_json(f, verdicts, count, &out);
    } else {
        dado_results_table(&o->results, call->columns, call->colour, &out);
        if (f) add_quality(f, call->columns, call->colour, &out);
        if (f && f->coverage && f->coverage->never + f->coverage->always) {
            dado_text_char(&out, '\n');
            dado_rules_print(f->coverage, f->rules_text, &out);
        }
        if (count) dado_text_char(&out, '\n');
        dado_verdicts_print(verdicts, count, call->columns, call->colour, &out);
    }
    bool printed = o->quiet_table || dado_call_print(call, &out);
    dado_text_free(&out);
    return printed;
}

int dado_outcome_show(dado_outcome *o)
{
    dado_call *call = o->call;
    dado_error err = { 0 };
    const dado_cell *cell = &o->results.cells[0];
    const char *rounds = dado_given_text(call, "rounds");
    int64_t match = dado_given_int(call, "match", 0, 0, INT64_MAX);
    bool wants_match = page_path(o) || dado_given_text(call, "match");
    if (wants_match && match >= cell->sums.matches) {
        return dado_call_misused(call, "there is no match %" PRId64 ": they are 0 to %" PRId64,
                                 match, cell->sums.matches - 1);
    }
    dado_findings findings;
    // Verdicts are about one cell; a grid is shown cell by cell without them.
    bool judged = o->results.cell_count == 1 && cell->sums.totals;
    if (judged && !dado_gather(&findings, &o->results, &o->gathering, wants_match ? match : -1,
                               call->arena, &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    if (judged && !cover_rules(o, &findings, &err)) return dado_call_fail(call, &err, NULL);
    if (o->csv.file && !dado_writer_end(&o->csv, true, &err))
        return dado_call_fail(call, &err, NULL);
    if (!o->page_only && !print_results(o, judged ? &findings : NULL)) return DADO_EXIT_FAILED;
    if (page_path(o) && !judged) {
        dado_fail(&err, DADO_MEANING, "a page is about one game and one line-up; this has more");
        return dado_call_fail(call, &err, NULL);
    }
    if (judged && !write_report(o, &findings, &err)) return dado_call_fail(call, &err, NULL);
    if (rounds && !write_rounds(o, rounds, &err)) return dado_call_fail(call, &err, NULL);
    return DADO_EXIT_FINE;
}

void dado_outcome_end(dado_outcome *o)
{
    dado_writer_end(&o->csv, false, NULL);
    dado_gathering_free(&o->gathering);
    dado_text_free(&o->lines);
}

int dado_outcome_stored(dado_call *call, dado_store *store, int64_t run, bool page_only)
{
    dado_error err = { 0 };
    dado_plan plan;
    const char *measures;
    dado_game game = { 0 };
    if (!dado_store_plan(store, run, &plan, &measures, call->arena, &err)) {
        return dado_call_fail(call, &err, NULL);
    }
    bool opened = false;
    for (int i = 0; i < plan.instance_count && !opened; i++) {
        opened = dado_source_open(&plan.instances[i], &game, call->arena, &err);
    }
    if (!opened) {
        return dado_call_fail(call, &err, dado_source_of_error(&plan.instances[0], &err));
    }
    dado_outcome outcome;
    int code = dado_outcome_begin(&outcome, call, &game);
    outcome.page_only = page_only;
    if (code == DADO_EXIT_FINE) {
        dado_experiment_how how = { .context = &outcome, .block = dado_outcome_block };
        if (!dado_results_load(store, run, &how, &outcome.results, &err)) {
            code = dado_call_fail(call, &err, NULL);
        } else if (outcome.results.matches == 0) {
            dado_fail(&err, DADO_MISSING, "run %" PRId64 " has no matches yet", run);
            code = dado_call_fail(call, &err, NULL);
        } else {
            code = dado_outcome_show(&outcome);
        }
        dado_results_free(&outcome.results);
    }
    dado_outcome_end(&outcome);
    return code;
}
