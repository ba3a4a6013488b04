// farm.c - see farm.h.
#include "job/farm.h"

#include <string.h>

#include "lab/library.h"

const dado_param dado_params_farm[] = {
    DADO_PARAM(SET, "set", 'D', .many = true,
               .about = "Sets how levels are bred: algorithm (faithful or improved), population, "
                        "generations, mutation, selection, tournament, elite, crossover, cross, "
                        "insert, remove, swap, width, target, stagnation ..."),
    DADO_PARAM(FILE, "patterns", .value = "FILE", .unset = "classic.patterns",
               .about = "The patterns levels are put together from."),
    DADO_PARAM(FILE, "table", .value = "FILE", .unset = "classic.table",
               .about = "How well a pattern follows another, and what repetition costs."),
    DADO_PARAM(FILE, "toward", .value = "FILE",
               .about = "Expectations on the measures of levels, to breed toward."),
    DADO_PARAM(REAL, "weight", .value = "W", .usual = "1000", .most = 1e6,
               .about = "Fitness lost by a level that meets no expectation at all."),
    DADO_PARAM(REAL, "difficulty", .value = "SHARE", .most = 1,
               .about = "Breeds toward this difficulty, 0 to 1, by playing every genome: use small "
                        "populations."),
    { 0 },
};

// The text of a file; NULL where there is no path.
static bool read_text(dado_errand *errand, const char *path, const char **text, dado_error *err)
{
    *text = NULL;
    return !path || dado_errand_read(errand, path, text, err);
}

static bool read_texts(dado_errand *errand, const char *patterns, dado_farm_texts *texts,
                       dado_error *err)
{
    const char *toward = dado_errand_text(errand, "toward");
    texts->patterns_source = patterns ? patterns : dado_errand_text(errand, "patterns");
    texts->table_source = dado_errand_text(errand, "table");
    if (toward) {  // may be named: easy and hard are in the library
        texts->toward_source = dado_library_file(toward, "levels", ".expect", errand->arena, err);
        if (!texts->toward_source) return false;
    }
    return read_text(errand, texts->patterns_source, &texts->patterns, err) &&
           read_text(errand, texts->table_source, &texts->table, err) &&
           read_text(errand, texts->genes_source, &texts->genes, err) &&
           read_text(errand, texts->toward_source, &texts->toward, err);
}

bool dado_errand_farm(dado_errand *errand, const char *patterns, const char *genes,
                      dado_farm *farm, dado_error *err)
{
    dado_farm_texts texts = { .genes_source = genes };
    dado_options options;
    texts.weight = dado_errand_real(errand, "weight");
    texts.hard_given = dado_errand_given(errand, "difficulty");
    texts.hard = dado_errand_real(errand, "difficulty");
    if (!read_texts(errand, patterns, &texts, err)) return false;
    if (dado_errand_options(errand, &options, err) &&
        dado_farm_open(farm, &options, &texts, errand->arena, err)) {
        farm->stop = errand->stop;
        return true;
    }
    const char *const named[][2] = { { texts.patterns_source, texts.patterns },
                                     { texts.table_source, texts.table },
                                     { texts.genes_source, texts.genes },
                                     { texts.toward_source, texts.toward } };
    for (int i = 0; err->place.source && i < 4; i++) {
        if (named[i][0] && strcmp(err->place.source, named[i][0]) == 0) {
            errand->blamed = named[i][1];
        }
    }
    return false;
}
