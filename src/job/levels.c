// levels.c - see levels.h.
#include "job/levels.h"

#include <string.h>

#include "worlds/platform/format.h"

const dado_param dado_params_genes[] = {
    DADO_PARAM(FILE, "patterns", .unset = "classic.patterns",
               .about = "The patterns a .genes file counts."),
    DADO_PARAM(WHOLE, "seed", 's', .usual = "1",
               .about = "Where all luck comes from; so the creatures of a .genes file."),
    { 0 },
};

static void measure_genes(const dado_patterns *patterns, dado_kept_level *kept, dado_arena *arena)
{
    dado_score score;
    if (dado_score_read(&score, patterns, "classic.table", dado_table_classic, arena, NULL)) {
        dado_genes_measure_all(patterns, &score, kept->genes, kept->gene_count, kept->measures);
    }
}

static bool read_genes(dado_errand *errand, const char *path, const char *text,
                       dado_kept_level *kept)
{
    const char *source = dado_errand_text(errand, "patterns"), *patterns_text = NULL;
    dado_patterns patterns;
    if (source && !dado_errand_read(errand, source, &patterns_text)) return false;
    kept->seed = (uint64_t)dado_errand_whole(errand, "seed");
    if (!dado_patterns_read(&patterns, source ? source : "classic.patterns",
                            patterns_text ? patterns_text : dado_patterns_classic, errand->arena,
                            errand->err) ||
        !dado_genes_read(&patterns, path, text, kept->genes, DADO_GENES_MOST, &kept->gene_count,
                         errand->err) ||
        !dado_level_build(&kept->level, &patterns, kept->genes, kept->gene_count, kept->seed,
                          errand->arena, errand->err)) {
        return false;
    }
    measure_genes(&patterns, kept, errand->arena);
    return true;
}

// A .genes file beside a level tells the row of patterns it was made from.
static void find_genes(dado_errand *errand, const char *level, dado_kept_level *kept)
{
    dado_draft path = { 0 };
    dado_patterns patterns;
    const char *text;
    if (dado_ends_with(level, ".level") && !errand->files) {
        dado_text_addf(&path, "%.*s.genes", (int)strlen(level) - 6, level);
    }
    if (path.length && dado_file_exists(path.data) && dado_errand_read(errand, path.data, &text) &&
        dado_patterns_read(&patterns, "classic", dado_patterns_classic, errand->arena, NULL) &&
        dado_genes_read(&patterns, "genes", text, kept->genes, DADO_GENES_MOST, &kept->gene_count,
                        NULL)) {
        measure_genes(&patterns, kept, errand->arena);
    }
}

bool dado_errand_level(dado_errand *errand, const char *name, dado_kept_level *kept,
                       const char **path)
{
    const char *text = NULL;
    dado_level_notes notes = { 0 };
    *kept = (dado_kept_level){ 0 };
    for (int i = 0; i < DADO_LEVEL_MEASURES; i++) kept->measures[i] = DADO_NONE;
    if (!dado_errand_read_file(errand, name, "levels", ".level", path, &text, NULL)) return false;
    bool genes = dado_ends_with(*path, ".genes");
    bool fine = genes ? read_genes(errand, *path, text, kept)
                      : dado_level_read_noting(&kept->level, *path, text, errand->arena, &notes,
                                               errand->err);
    if (!fine) {
        errand->blamed = text;
        return false;
    }
    for (int i = 0; i < notes.count && i < DADO_LEVEL_NOTES_MOST; i++) {
        const dado_level_note *n = &notes.list[i];
        dado_errand_say(errand, "%s:%d:%d: %s", *path, n->line, n->column, n->text);
    }
    if (notes.count > DADO_LEVEL_NOTES_MOST) {
        dado_errand_say(errand, "%s: and %d more", *path, notes.count - DADO_LEVEL_NOTES_MOST);
    }
    dado_level_measure_all(&kept->level, kept->measures);
    if (!genes) find_genes(errand, *path, kept);
    for (int m = DADO_LEVEL_STRUCTURAL; kept->gene_count == 0 && m < DADO_LEVEL_MEASURES; m++) {
        kept->measures[m] = DADO_NONE;  // what is known of patterns alone
    }
    kept->fitness = kept->measures[DADO_GENES_FITNESS];
    return true;
}

dado_planner_how dado_errand_planner(const dado_errand *errand)
{
    dado_planner_how how = dado_planner_usual();
    how.heed.told = errand->stop;
    return how;
}

// ---- breeding ----

const dado_param dado_params_farm[] = {
    DADO_PARAM(SET, "set", 'D', .many = true,
               .about = "Sets how levels are bred: algorithm (faithful or improved), population, "
                        "generations, mutation, selection, tournament, elite, crossover, cross, "
                        "insert, remove, swap, width, target, stagnation ..."),
    DADO_PARAM(FILE, "toward", .value = "FILE",
               .about = "Expectations on the measures of levels, to breed toward."),
    { 0 },
};

const dado_param dado_params_patterns[] = {
    DADO_PARAM(FILE, "patterns", .value = "FILE", .unset = "classic.patterns",
               .about = "The patterns levels are put together from."),
    DADO_PARAM(FILE, "table", .value = "FILE", .unset = "classic.table",
               .about = "How well a pattern of levels follows another, and what repetition costs."),
    DADO_PARAM(REAL, "weight", .value = "W", .usual = "1000", .most = 1e6,
               .about = "Fitness lost by a level that meets no expectation at all."),
    DADO_PARAM(REAL, "difficulty", .value = "SHARE", .most = 1,
               .about = "Breeds levels toward this difficulty, 0 to 1, by playing every one: use "
                        "small populations."),
    { 0 },
};

// The text of a file; NULL where there is no path.
static bool read_text(dado_errand *errand, const char *path, const char **text)
{
    *text = NULL;
    return !path || dado_errand_read(errand, path, text);
}

static bool read_texts(dado_errand *errand, const char *patterns, dado_farm_texts *texts)
{
    const char *toward = dado_errand_text(errand, "toward");
    texts->patterns_source = patterns ? patterns : dado_errand_text(errand, "patterns");
    texts->table_source = dado_errand_text(errand, "table");
    // Easy and hard are in the library.
    return (!toward || dado_errand_read_file(errand, toward, "levels", ".expect",
                                             &texts->toward_source, &texts->toward, NULL)) &&
           read_text(errand, texts->patterns_source, &texts->patterns) &&
           read_text(errand, texts->table_source, &texts->table) &&
           read_text(errand, texts->genes_source, &texts->genes);
}

bool dado_errand_farm(dado_errand *errand, const char *patterns, const char *genes, dado_farm *farm)
{
    dado_farm_texts texts = { .genes_source = genes };
    dado_options options;
    texts.weight = dado_errand_real(errand, "weight");
    texts.hard_given = dado_errand_given(errand, "difficulty");
    texts.hard = dado_errand_real(errand, "difficulty");
    if (!read_texts(errand, patterns, &texts)) return false;
    if (dado_errand_options(errand, &options) &&
        dado_farm_open(farm, &options, &texts, errand->arena, errand->err)) {
        farm->stop = errand->stop;
        return true;
    }
    const char *const named[][2] = { { texts.patterns_source, texts.patterns },
                                     { texts.table_source, texts.table },
                                     { texts.genes_source, texts.genes },
                                     { texts.toward_source, texts.toward } };
    for (int i = 0; errand->err->place.source && i < 4; i++) {
        if (named[i][0] && strcmp(errand->err->place.source, named[i][0]) == 0) {
            errand->blamed = named[i][1];
        }
    }
    return false;
}
