// results_output.c - see results_output.h.
#include "job/results_output.h"

#include <inttypes.h>
#include <string.h>

#include "lab/replay.h"
#include "measure/number_format.h"
#include "report/report_functions.h"

const dado_param dado_params_results_output[] = {
    DADO_PARAM(OUTPUT, "csv", .beside = true,
               .about = "Writes a table with a line a match: scores, places, every measure. - is "
                        "standard output."),
    DADO_PARAM(FOLDER, "rounds", .rare = true, .beside = true,
               .about = "Writes the standings of every match round by round, a file each, in lines "
                        "of round;player;score."),
    DADO_PARAM(FILE, "expect", 't', .typed = "target", .value = "TARGET",
               .about = "Judges the measures by a target (a file, or casual, tense or "
                        "strategic), and gives a quality from 0 to 1."),
    DADO_PARAM(WHOLE, "match", 'm', .rare = true, .usual = "0",
               .about = "The match that a page shows round by round, counted from 0."),
    { 0 },
};

bool dado_results_output_begin(dado_results_output *o, dado_job_run *job_run, const dado_game *game,
                               bool files)
{
    *o = (dado_results_output){ .job_run = job_run };
    const char *expect = dado_job_run_text(job_run, "expect");
    const char *csv = files ? dado_job_run_text(job_run, "csv") : NULL;
    o->rounds = files ? dado_job_run_text(job_run, "rounds") : NULL;
    o->expected = expect != NULL;
    if (!dado_measures_of(&o->measures, game, job_run->region, job_run->err) ||
        (expect &&
         !dado_job_run_read_expect(job_run, expect, "expect/games", &o->measures, &o->expect)) ||
        (csv && !job_run->files && !dado_writer_begin(&o->writer, csv, job_run->err))) {
        return false;
    }
    o->csv = csv;
    if (o->rounds && !job_run->files && !dado_folder_make(o->rounds, job_run->err)) return false;
    dado_findings_collector_init(&o->gathering, &o->measures, expect ? &o->expect : NULL);
    o->gathering.stop = job_run->stop;
    return true;
}

void dado_results_output_block(void *context, const dado_block *block)
{
    dado_results_output *o = context;
    dado_findings_collect_block(&o->gathering, block);
    bool piecemeal = !o->job_run->files;
    if (!o->csv) return;
    if (piecemeal) dado_text_clear(&o->lines);
    o->csv_state.results = &o->results;
    dado_csv_block(&o->csv_state, block, o->job_run->region, &o->lines, &o->writer.error);
    if (piecemeal) dado_writer_add(&o->writer, dado_text_string(&o->lines), o->lines.length);
}

// Closes the CSV file. Unless `keep`, the file on disk stays as it was.
static bool end_csv(dado_results_output *o, bool keep)
{
    const char *name = o->csv;
    o->csv = NULL;
    if (!name) return true;
    if (!o->job_run->files) return dado_writer_end(&o->writer, keep, keep ? o->job_run->err : NULL);
    if (o->lines.cut && keep) {
        return dado_fail(o->job_run->err, DADO_LIMIT, "no memory left for %.100s", name);
    }
    return !keep || dado_job_run_write_text(o->job_run, name, &o->lines);
}

// Adds the name of the file without folders and suffix.
static void add_stem(dado_text *out, const char *name)
{
    name = dado_base_name(name);
    dado_text_add_bytes(out, name, strcspn(name, "."));
}

// Reads every match, or plays it again if the store has no moves of it.
static bool write_rounds(dado_results_output *o, const char *folder)
{
    const dado_plan *plan = o->results.plan;
    dado_job_run *job_run = o->job_run;
    DADO_CLEANUP(dado_round_reader_end) dado_round_reader reader = { 0 };
    dado_round_reader_begin(&reader, &o->results, job_run->stop);
    int64_t written = 0;
    for (int c = 0; c < o->results.cell_count; c++) {
        const dado_cell *cell = &o->results.cells[c];
        if (!cell->sums.totals) continue;
        if (!dado_round_reader_open(&reader, cell, job_run->err)) return false;
        for (int64_t i = 0; i < cell->sums.matches; i++) {
            DADO_CLEANUP(dado_text_free) dado_text path = { 0 }, text = { 0 };
            dado_text_addf(&path, "%s/", folder);
            add_stem(&path, plan->instances[cell->instance].name);
            if (o->results.cell_count > 1) dado_text_addf(&path, "-%d", c + 1);
            dado_text_addf(&path, "%s%" PRId64 ".csv", o->results.cell_count > 1 ? "-" : "", i);
            const dado_trace *trace = dado_round_reader_match(&reader, i, job_run->err);
            if (!trace && !dado_job_run_is_stopped(job_run)) return false;
            if (!trace) {
                dado_job_run_message(job_run, "stopped: %s has the rounds of %s matches", folder,
                                     dado_string_count(written).s);
                return true;
            }
            dado_csv_rounds(trace, o->results.game.lowest_wins, &text);
            written++;
            if (!dado_job_run_write_text(job_run, dado_text_string(&path), &text)) return false;
        }
    }
    return true;
}

// Counts which rules fired, over replayed matches. Skipped if players think, because that would
// take as long again.
static bool measure_rule_coverage(dado_results_output *o, dado_findings *f)
{
    enum { matches_covered = 100 };
    dado_job_run *job_run = o->job_run;
    const dado_plan *plan = o->results.plan;
    const dado_lineup *lineup = &plan->lineups[0];
    for (int p = 0; p < lineup->count; p++) {
        if (strcmp(lineup->players[p].kind->name, "random") != 0) return true;
    }
    dado_rule_coverage *coverage = dado_job_run_new(job_run, dado_rule_coverage, 1);
    if (!coverage) return false;
    int64_t matches = o->results.matches < matches_covered ? o->results.matches : matches_covered;
    if (matches == 0) return true;
    f->coverage = coverage;
    f->rules_text = plan->instances[0].text;
    dado_experiment_settings how = { .stop = job_run->stop };
    return dado_rule_coverage_collect(plan, 0, 0, matches, &how, job_run->region, coverage,
                                      job_run->err);
}

// Collects the findings of every cell with matches. Distributions and the target are those of the
// first cell.
static bool gather_findings(dado_results_output *o, int64_t match, dado_findings **findings)
{
    const dado_results *results = &o->results;
    int found = 0;
    *findings = dado_job_run_new(o->job_run, dado_findings, results->cell_count + 1);
    if (!*findings) return false;
    bool one = results->cell_count == 1;
    for (int c = 0; c < results->cell_count; c++) {
        const dado_cell *cell = &results->cells[c];
        if (!cell->sums.totals) continue;
        dado_findings_collector sums_only = { .instance = cell->instance,
                                              .lineup = cell->lineup,
                                              .measures = &o->measures };
        if (!dado_findings_collect(&(*findings)[found++], results, one ? &o->gathering : &sums_only,
                                   one ? match : -1, o->job_run->region, o->job_run->err)) {
            return false;
        }
    }
    return !one || found == 0 || measure_rule_coverage(o, *findings);
}

bool dado_results_output_write(dado_results_output *o)
{
    dado_job_run *job_run = o->job_run;
    int64_t match = dado_job_run_int(job_run, "match"), all = o->results.cells[0].sums.matches;
    bool given = dado_job_run_is_given(job_run, "match"), wanted = given || !job_run->brief;
    // A page leaves out its match if only outside code could play it again.
    const dado_plan *plan = o->results.plan;
    bool shown = plan->keep_moves || !dado_plan_blocked_player(plan, o->results.cells[0].lineup);
    wanted = wanted && (given || shown);
    if (given && match >= all) {
        return dado_job_run_usage_error(
            job_run, "there is no match %" PRId64 ": they are 0 to %" PRId64, match, all - 1);
    }
    dado_findings *findings;
    if (!gather_findings(o, wanted && match < all ? match : -1, &findings) || !end_csv(o, true)) {
        return false;
    }
    dado_report_experiment(job_run->answer, &o->results, findings);
    return !o->rounds || write_rounds(o, o->rounds);
}

void dado_results_output_end(dado_results_output *o)
{
    end_csv(o, false);
    dado_findings_collector_free(&o->gathering);
    dado_text_free(&o->lines);
    dado_results_free(&o->results);
}

static bool report_stored(dado_job_run *job_run)
{
    int64_t run;
    dado_plan plan;
    dado_game game = { 0 };
    if (!dado_job_run_find_stored_run(job_run, dado_job_run_text(job_run, "run"), &run) ||
        !dado_store_plan(job_run->opened, run, &plan, job_run->region, job_run->err)) {
        return false;
    }
    bool opened = false;
    for (int i = 0; i < plan.instance_count && !opened; i++) {
        opened = dado_job_run_open_game(job_run, &plan.instances[i], &game);
    }
    if (!opened) return false;
    DADO_CLEANUP(dado_results_output_end) dado_results_output results_output = { 0 };
    dado_experiment_settings how = { .taker = &results_output, .block = dado_results_output_block };
    bool loaded =
        dado_results_output_begin(&results_output, job_run, &game, true) &&
        dado_results_load(job_run->opened, run, &how, &results_output.results, job_run->err);
    if (loaded && results_output.results.matches == 0) {
        return dado_fail(job_run->err, DADO_MISSING, "run %" PRId64 " has no matches yet", run);
    }
    // The place of an error may point into the results, so they are freed afterwards.
    if (!loaded || !dado_results_output_write(&results_output))
        return dado_job_run_keep_error_path(job_run);
    if (plan.command) job_run->answer->command = dado_document_copy(job_run->answer, plan.command);
    return true;
}

bool dado_results_output_of_stored(dado_job_run *job_run)
{
    return report_stored(job_run) || dado_job_run_keep_error_path(job_run);
}
