// level_inputs.c - see level_inputs.h.
#include "job/level_inputs.h"

#include <string.h>

#include "worlds/platform/level_format.h"

const dado_param dado_params_genes[] = {
    DADO_PARAM(FILE, "patterns", .unset = "classic.patterns",
               .about = "The patterns a .genes file counts: a file, or classic or more."),
    DADO_PARAM(WHOLE, "seed", 's', .usual = "1",
               .about = "Where all luck comes from; so the creatures of a .genes file."),
    { 0 },
};

static void measure_genes(const dado_patterns *patterns, dado_selected_level *kept,
                          dado_region *region)
{
    dado_pattern_score score;
    if (dado_pattern_score_read(&score, patterns, "classic.table", dado_score_table_classic, region,
                                NULL)) {
        dado_genes_measure_all(patterns, &score, kept->genes, kept->gene_count, kept->measures);
    }
}

static bool read_genes(dado_job_run *job_run, const char *path, const char *text,
                       dado_selected_level *kept)
{
    const char *source = dado_job_run_text(job_run, "patterns"), *patterns_text = NULL;
    dado_patterns patterns;
    if (source && !dado_job_run_read_file(job_run, source, "levels", ".patterns", &source,
                                          &patterns_text, NULL)) {
        return false;
    }
    kept->seed = dado_job_run_seed(job_run);
    if (!dado_patterns_read(&patterns, source ? source : "classic.patterns",
                            patterns_text ? patterns_text : dado_patterns_classic, job_run->region,
                            job_run->err) ||
        !dado_genes_read(&patterns, path, text, kept->genes, DADO_GENES_MOST, &kept->gene_count,
                         job_run->err) ||
        !dado_level_build(&kept->level, &patterns, kept->genes, kept->gene_count, kept->seed,
                          job_run->region, job_run->err)) {
        return false;
    }
    measure_genes(&patterns, kept, job_run->region);
    return true;
}

// Reads the .genes file beside a level, which has the row of patterns that the level was made
// from.
static void find_genes(dado_job_run *job_run, const char *level, dado_selected_level *kept)
{
    DADO_CLEANUP(dado_text_free) dado_text path = { 0 };
    dado_patterns patterns;
    const char *text;
    if (dado_ends_with(level, ".level") && !job_run->files) {
        dado_text_addf(&path, "%.*s.genes", (int)strlen(level) - 6, level);
    }
    if (path.length && dado_file_exists(path.data) &&
        dado_job_run_read(job_run, path.data, &text) &&
        dado_patterns_read(&patterns, "classic", dado_patterns_classic, job_run->region, NULL) &&
        dado_genes_read(&patterns, "genes", text, kept->genes, DADO_GENES_MOST, &kept->gene_count,
                        NULL)) {
        measure_genes(&patterns, kept, job_run->region);
    }
}

bool dado_job_run_read_level(dado_job_run *job_run, const char *name, dado_selected_level *kept,
                             const char **path)
{
    const char *text = NULL;
    dado_level_notes notes = { 0 };
    *kept = (dado_selected_level){ 0 };
    for (int i = 0; i < DADO_LEVEL_MEASURES; i++) kept->measures[i] = DADO_NONE;
    if (!dado_job_run_read_file(job_run, name, "levels", ".level", path, &text, NULL)) return false;
    bool genes = dado_ends_with(*path, ".genes");
    bool fine = genes ? read_genes(job_run, *path, text, kept)
                      : dado_level_read_noting(&kept->level, *path, text, job_run->region, &notes,
                                               job_run->err);
    if (!fine) {
        job_run->source_with_error = text;
        return false;
    }
    for (int i = 0; i < notes.count && i < DADO_LEVEL_NOTES_MOST; i++) {
        const dado_level_note *n = &notes.list[i];
        dado_job_run_message(job_run, "%s:%d:%d: %s", *path, n->line, n->column, n->text);
    }
    if (notes.count > DADO_LEVEL_NOTES_MOST) {
        dado_job_run_message(job_run, "%s: and %d more", *path,
                             notes.count - DADO_LEVEL_NOTES_MOST);
    }
    dado_level_measure_all(&kept->level, kept->measures);
    dado_level_measure_course(&kept->level, kept->measures);
    if (!genes) find_genes(job_run, *path, kept);
    for (int m = 0; kept->gene_count == 0 && m < DADO_LEVEL_MEASURES; m++) {
        if (dado_level_measure_needs_genes(m)) kept->measures[m] = DADO_NONE;
    }
    kept->fitness = kept->measures[DADO_GENES_FITNESS];
    return true;
}

dado_planner_settings dado_job_run_planner(const dado_job_run *job_run)
{
    dado_planner_settings how = dado_planner_defaults();
    how.stop_signal.told = job_run->stop;
    return how;
}

// ---- breeding ----

const dado_param dado_params_level_species[] = {
    DADO_PARAM(SET, "set", 'D', .many = true,
               .about = "Sets how levels are bred: algorithm (faithful, improved or varied), "
                        "population, generations, mutation, selection, tournament, elite, "
                        "crossover, cross, insert, remove, swap, variety, pace, curve, width, "
                        "target, stagnation ..."),
    DADO_PARAM(FILE, "toward", 't', .typed = "target", .value = "TARGET",
               .about = "Expectations on the measures of levels, to breed toward."),
    { 0 },
};

const dado_param dado_params_patterns[] = {
    DADO_PARAM(FILE, "patterns", .value = "FILE", .unset = "classic.patterns",
               .about = "The patterns levels are put together from: a file, or classic or more."),
    DADO_PARAM(FILE, "table", .value = "FILE", .unset = "classic.table",
               .about = "How well a pattern of levels follows another, and what repetition costs: "
                        "a file, or classic, more or roof."),
    DADO_PARAM(REAL, "weight", .value = "W", .usual = "1000", .most = 1e6,
               .about = "Fitness lost by a level that meets no expectation at all."),
    DADO_PARAM(REAL, "difficulty", .value = "SHARE", .most = 1,
               .about = "Breeds levels toward this difficulty, 0 to 1, by playing every one: use "
                        "small populations."),
    { 0 },
};

bool dado_job_run_read_levels(dado_level_set *set, dado_job_run *job_run, const char *param,
                              dado_part *wrong)
{
    int count;
    const char *const *words = dado_job_run_expand_files(job_run, param, ".level", &count);
    if (!words) return false;
    dado_selected_level *levels = dado_job_run_new(job_run, dado_selected_level, count);
    dado_error *why = job_run->err;
    if (!levels || !dado_level_evaluation_init(&set->eval, count, job_run->region, why))
        return false;
    for (int k = 0; k < count; k++) {
        dado_selected_level *read = &levels[k];
        const char *path;
        job_run->source_with_error = NULL;
        if (dado_job_run_read_level(job_run, words[k], read, &path)) {
            dado_level_evaluation_add(&set->eval, &read->level, path, read->measures,
                                      read->gene_count > 0);
            continue;
        }
        set->refused++;
        if (!why->place.source) why->place.source = words[k];
        dado_put_diagnostic(wrong, why, false, job_run->source_with_error);
    }
    return set->eval.level_count > 0;
}

// Reads a file, or one of the library by its name without the ending. *path gets where it was
// found; the text is NULL if none is named.
static bool read_text(dado_job_run *job_run, const char **path, const char *ending,
                      const char **text)
{
    *text = NULL;
    return !*path || dado_job_run_read_file(job_run, *path, "levels", ending, path, text, NULL);
}

static bool read_texts(dado_job_run *job_run, const char *patterns,
                       dado_level_breeding_texts *texts)
{
    const char *toward = dado_job_run_text(job_run, "toward");
    texts->patterns_source = patterns ? patterns : dado_job_run_text(job_run, "patterns");
    texts->table_source = dado_job_run_text(job_run, "table");
    // The targets "easy" and "hard" are in the library.
    return (!toward || dado_job_run_read_file(job_run, toward, "levels", ".expect",
                                              &texts->toward_source, &texts->toward, NULL)) &&
           read_text(job_run, &texts->patterns_source, ".patterns", &texts->patterns) &&
           read_text(job_run, &texts->table_source, ".table", &texts->table) &&
           read_text(job_run, &texts->genes_source, ".genes", &texts->genes);
}

bool dado_job_run_level_species(dado_job_run *job_run, const char *patterns, const char *genes,
                                dado_level_breeding *level_breeding)
{
    dado_level_breeding_texts texts = { .genes_source = genes };
    dado_options options;
    texts.weight = dado_job_run_real(job_run, "weight");
    texts.hard_given = dado_job_run_is_given(job_run, "difficulty");
    texts.hard = dado_job_run_real(job_run, "difficulty");
    if (!read_texts(job_run, patterns, &texts)) return false;
    if (dado_job_run_options(job_run, &options) &&
        dado_level_breeding_open(level_breeding, &options, &texts, job_run->region, job_run->err)) {
        level_breeding->stop = job_run->stop;
        return true;
    }
    const char *const named[][2] = { { texts.patterns_source, texts.patterns },
                                     { texts.table_source, texts.table },
                                     { texts.genes_source, texts.genes },
                                     { texts.toward_source, texts.toward } };
    for (int i = 0; job_run->err->place.source && i < 4; i++) {
        if (named[i][0] && strcmp(job_run->err->place.source, named[i][0]) == 0) {
            job_run->source_with_error = named[i][1];
        }
    }
    return false;
}
