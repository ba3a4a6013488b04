// outcome.c - see outcome.h.
#include "job/outcome.h"

#include <inttypes.h>
#include <string.h>

#include "measure/words.h"
#include "report/report.h"

const dado_param dado_params_outcome[] = {
    DADO_PARAM(OUTPUT, "csv", .beside = true,
               .about = "Writes a table with a line a match: scores, places, every measure. - is "
                        "standard output."),
    DADO_PARAM(FOLDER, "rounds", .beside = true,
               .about = "Writes the standings of every match round by round, a file each, in lines "
                        "of round;player;score."),
    DADO_PARAM(FILE, "expect",
               .about = "Judges the measures by what is wished for (a file, or casual, tense or "
                        "strategic), and gives a quality from 0 to 1."),
    DADO_PARAM(WHOLE, "match", .usual = "0",
               .about = "The match that a page shows round by round, counted from 0."),
    { 0 },
};

bool dado_outcome_begin(dado_outcome *o, dado_errand *errand, const dado_game *game, bool files)
{
    *o = (dado_outcome){ .errand = errand };
    const char *expect = dado_errand_text(errand, "expect");
    const char *csv = files ? dado_errand_text(errand, "csv") : NULL;
    o->rounds = files ? dado_errand_text(errand, "rounds") : NULL;
    o->expected = expect != NULL;
    if (!dado_measures_of(&o->measures, game, errand->arena, errand->err) ||
        (expect && !dado_errand_expect(errand, expect, "expect/games", &o->measures, &o->expect)) ||
        (csv && !errand->files && !dado_writer_begin(&o->writer, csv, errand->err))) {
        return false;
    }
    o->csv = csv;
    if (o->rounds && !errand->files && !dado_folder_make(o->rounds, errand->err)) return false;
    dado_gathering_init(&o->gathering, &o->measures, expect ? &o->expect : NULL);
    o->gathering.stop = errand->stop;
    return true;
}

void dado_outcome_block(void *context, const dado_block *block)
{
    dado_outcome *o = context;
    dado_gather_block(&o->gathering, block);
    bool piecemeal = !o->errand->files;
    if (!o->csv) return;
    if (piecemeal) dado_text_clear(&o->lines);
    o->sheet.results = &o->results;
    dado_csv_block(&o->sheet, block, o->errand->arena, &o->lines, &o->writer.error);
    if (piecemeal) dado_writer_add(&o->writer, dado_text_string(&o->lines), o->lines.length);
}

// The lines are kept, or the file is left as it was.
static bool end_csv(dado_outcome *o, bool keep)
{
    const char *name = o->csv;
    o->csv = NULL;
    if (!name) return true;
    if (!o->errand->files) return dado_writer_end(&o->writer, keep, keep ? o->errand->err : NULL);
    if (o->lines.cut && keep) {
        return dado_fail(o->errand->err, DADO_LIMIT, "no memory left for %.100s", name);
    }
    return !keep || dado_errand_write_text(o->errand, name, &o->lines);
}

// The file's name without folders and suffix.
static void add_stem(dado_text *out, const char *name)
{
    name = dado_base_name(name);
    dado_text_add_bytes(out, name, strcspn(name, "."));
}

// Every match is played again: what it takes to do so is in the plan.
static bool write_rounds(dado_outcome *o, const char *folder)
{
    const dado_plan *plan = o->results.plan;
    DADO_ENDS(dado_desk_free) dado_desk desk = { 0 };
    dado_desk_init(&desk, plan);
    desk.heed.told = o->errand->stop;
    int64_t written = 0;
    for (int c = 0; c < o->results.cell_count; c++) {
        const dado_cell *cell = &o->results.cells[c];
        if (!cell->sums.totals || !dado_desk_open(&desk, cell->instance, cell->lineup, NULL))
            continue;
        for (int64_t i = 0; i < cell->sums.matches; i++) {
            dado_draft path = { 0 }, text = { 0 };
            dado_text_addf(&path, "%s/", folder);
            add_stem(&path, plan->instances[cell->instance].name);
            if (o->results.cell_count > 1) dado_text_addf(&path, "-%d", c + 1);
            dado_text_addf(&path, "%s%" PRId64 ".csv", o->results.cell_count > 1 ? "-" : "", i);
            const dado_trace *trace = dado_desk_match(&desk, i);
            if (!trace) {
                dado_errand_say(o->errand, "stopped: %s has the rounds of %s matches",
                                folder, dado_said_count(written).s);
                return true;
            }
            dado_csv_rounds(trace, desk.game.lowest_wins, &text);
            written++;
            if (!dado_errand_write_text(o->errand, dado_text_string(&path), &text)) return false;
        }
    }
    return true;
}

// Which rules fired, over matches played again. Players that think would take as long again, so
// with them it is not done.
static bool cover_rules(dado_outcome *o, dado_findings *f)
{
    enum { matches_covered = 100 };
    dado_errand *errand = o->errand;
    const dado_plan *plan = o->results.plan;
    const dado_lineup *lineup = &plan->lineups[0];
    for (int p = 0; p < lineup->count; p++) {
        if (strcmp(lineup->players[p].kind->name, "random") != 0) return true;
    }
    dado_coverage *coverage = dado_errand_new(errand, dado_coverage, 1);
    if (!coverage) return false;
    int64_t matches = o->results.matches < matches_covered ? o->results.matches : matches_covered;
    if (matches == 0) return true;
    f->coverage = coverage;
    f->rules_text = plan->instances[0].text;
    dado_experiment_how how = { .stop = errand->stop };
    return dado_coverage_gather(plan, 0, 0, matches, &how, errand->arena, coverage, errand->err);
}

// What there is to say of every cell that has matches; distributions and wishes of the first.
static bool find_all(dado_outcome *o, int64_t match, dado_findings **findings)
{
    const dado_results *results = &o->results;
    int found = 0;
    *findings = dado_errand_new(o->errand, dado_findings, results->cell_count + 1);
    if (!*findings) return false;
    bool one = results->cell_count == 1;
    for (int c = 0; c < results->cell_count; c++) {
        const dado_cell *cell = &results->cells[c];
        if (!cell->sums.totals) continue;
        dado_gathering sums_only = { .instance = cell->instance, .lineup = cell->lineup,
                                     .measures = &o->measures };
        if (!dado_gather(&(*findings)[found++], results, one ? &o->gathering : &sums_only,
                         one ? match : -1, o->errand->arena, o->errand->err)) {
            return false;
        }
    }
    return !one || found == 0 || cover_rules(o, *findings);
}

bool dado_outcome_tell(dado_outcome *o)
{
    dado_errand *errand = o->errand;
    int64_t match = dado_errand_whole(errand, "match"), all = o->results.cells[0].sums.matches;
    bool given = dado_errand_given(errand, "match"), wanted = given || !errand->brief;
    if (given && match >= all) {
        return dado_errand_misused(errand, "there is no match %" PRId64 ": they are 0 to %" PRId64,
                                   match, all - 1);
    }
    dado_findings *findings;
    if (!find_all(o, wanted && match < all ? match : -1, &findings) ||
        !end_csv(o, true)) {
        return false;
    }
    dado_report_experiment(errand->answer, &o->results, findings);
    return !o->rounds || write_rounds(o, o->rounds);
}

void dado_outcome_end(dado_outcome *o)
{
    end_csv(o, false);
    dado_gathering_free(&o->gathering);
    dado_text_free(&o->lines);
    dado_results_free(&o->results);
}

static bool tell_stored(dado_errand *errand)
{
    int64_t run;
    dado_plan plan;
    dado_game game = { 0 };
    if (!dado_errand_run_named(errand, dado_errand_text(errand, "run"), &run) ||
        !dado_store_plan(errand->opened, run, &plan, errand->arena, errand->err)) {
        return false;
    }
    bool opened = false;
    for (int i = 0; i < plan.instance_count && !opened; i++) {
        opened = dado_errand_open(errand, &plan.instances[i], &game);
    }
    if (!opened) return false;
    DADO_ENDS(dado_outcome_end) dado_outcome outcome = { 0 };
    dado_experiment_how how = { .taker = &outcome, .block = dado_outcome_block };
    bool loaded = dado_outcome_begin(&outcome, errand, &game, true) &&
                  dado_results_load(errand->opened, run, &how, &outcome.results, errand->err);
    if (loaded && outcome.results.matches == 0) {
        return dado_fail(errand->err, DADO_MISSING, "run %" PRId64 " has no matches yet", run);
    }
    // An error's place may name what goes with the results.
    if (!loaded || !dado_outcome_tell(&outcome)) return dado_errand_failed(errand);
    if (plan.command) errand->answer->command = dado_document_copy(errand->answer, plan.command);
    return true;
}

bool dado_outcome_stored(dado_errand *errand)
{
    return tell_stored(errand) || dado_errand_failed(errand);
}
