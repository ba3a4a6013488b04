// level_compare.c - level compare: how two sets of levels differ.
#include "evolve/expressive_range.h"
#include "job/level_inputs.h"
#include "report/report_functions.h"

// Returns the mean distance of pairs: each level of one set with each of the other, or
// all pairs within a set.
static double mean_distance(const dado_level_evaluation *a, const dado_level_evaluation *b,
                            dado_region *region)
{
    enum { most_pairs = 400 };
    double sum = 0;
    int pairs = 0;
    for (int i = 0; i < a->level_count; i++) {
        for (int j = a == b ? i + 1 : 0; j < b->level_count && pairs < most_pairs; j++) {
            sum += dado_level_distance(a->levels[i], b->levels[j], region);
            pairs++;
        }
    }
    return pairs ? sum / pairs : DADO_NONE;
}

static void report_windows(dado_job_run *job_run, const dado_level_evaluation *a,
                           const dado_level_evaluation *b)
{
    enum { least = 2, most = 4 };
    dado_divergence found[most - least + 1];
    int count = 0;
    while (least + count <= most &&
           dado_levels_divergence(a->levels, a->level_count, b->levels, b->level_count,
                                  least + count, &found[count], job_run->region)) {
        count++;
    }
    dado_report_level_windows(job_run->answer, found, least, count);
}

static bool compare(dado_job_run *job_run)
{
    static const char *const params[] = { "first", "second" };
    dado_document *answer = job_run->answer;
    dado_part *wrong = dado_document_diagnostics(answer, "diagnostics");
    dado_level_set *sets = dado_job_run_new(job_run, dado_level_set, 2);
    for (int i = 0; i < 2; i++) {
        if (!sets || !dado_job_run_read_levels(&sets[i], job_run, params[i], wrong)) return false;
    }
    const dado_level_evaluation *a = &sets[0].eval, *b = &sets[1].eval;
    answer->partly_failed = wrong->count > 0;
    answer->title = "Two sets of levels";
    dado_part *sizes = dado_document_facts(answer, "sets");
    for (int i = 0; i < 2; i++) {
        dado_fact(sizes, params[i], dado_job_run_text(job_run, params[i]),
                  sets[i].eval.level_count);
        dado_fact_about(sizes, i ? "levels of the second set" : "levels of the first set");
    }
    dado_region *region = job_run->region;
    dado_measure_difference contrasts[DADO_LEVEL_EVAL_COLUMNS];
    dado_generator_sample first = dado_level_evaluation_sample(a, params[0]);
    dado_generator_sample second = dado_level_evaluation_sample(b, params[1]);
    int count = dado_generator_samples_compare(&first, &second, 5000, 1, contrasts, region);
    if (count > 0) dado_report_sample_differences(answer, contrasts, count, &first, &second);
    report_windows(job_run, a, b);
    dado_part *facts = dado_document_facts(answer, "distance");
    dado_fact(facts, "first", "compression distance within the first", mean_distance(a, a, region));
    dado_fact(facts, "second", "within the second", mean_distance(b, b, region));
    dado_fact(facts, "between", "between them", mean_distance(a, b, region));
    return true;
}

const dado_job dado_job_level_compare = {
    .name = "level compare",
    .about = "says how two sets of levels differ",
    .details = "Each measure of the two sets stands side by side with Welch's interval of the "
               "difference, a permutation p corrected by Holm for the number of measures, and "
               "Cliff's delta; then how alike the tiles are.",
    .params = { DADO_PARAMS(DADO_PARAM(FILE, "first", .value = "FOLDER", .word = true,
                                       .needed = true, .about = "A folder of levels, or one."),
                            DADO_PARAM(FILE, "second", .value = "FOLDER", .word = true,
                                       .needed = true, .about = "Another.")),
                dado_params_genes },
    .examples = DADO_EXAMPLES(
        { "dado level compare faithful improved", "Two folders of levels, measure by measure." }),
    .run = compare,
};
