// species_source_level.c - breeds platform levels for dado evolve: rows of patterns.
//
// The word is a file of patterns, `platform` for the shipped ones, or a row of patterns
// to begin with. The species is that of dado level evolve, so the same seed and settings
// give the same levels.
#include <string.h>

#include "job/level_inputs.h"
#include "job/species_source.h"

static bool open(dado_breeding_setup *s)
{
    dado_job_run *job_run = s->job_run;
    const char *word = s->word;
    dado_level_breeding *level_breeding = dado_job_run_new(job_run, dado_level_breeding, 1);
    if (!level_breeding) return false;
    bool patterns = dado_ends_with(word, ".patterns"), genes = dado_ends_with(word, ".genes");
    if (patterns && dado_job_run_text(job_run, "patterns")) {
        return dado_fail(job_run->err, DADO_INVALID,
                         "%s already names the patterns; leave out "
                         "--patterns",
                         word);
    }
    if (!dado_job_run_level_species(job_run, patterns ? word : NULL, genes ? word : NULL,
                                    level_breeding))
        return false;
    level_breeding->breed.creatures = s->seed;
    s->species = level_breeding->species;
    s->plan = level_breeding->plan;
    s->name = word;
    s->own = level_breeding;
    if (!genes) return true;
    dado_level_genome *ancestor = dado_job_run_alloc(job_run, 1, level_breeding->species.size);
    if (!ancestor) return false;
    ancestor->count = (uint16_t)level_breeding->breed.ancestor_count;
    ancestor->width =
        (uint16_t)dado_patterns_width(&level_breeding->patterns, level_breeding->breed.ancestor,
                                      level_breeding->breed.ancestor_count);
    memcpy(ancestor->genes, level_breeding->breed.ancestor, ancestor->count);
    s->ancestor = ancestor;
    return true;
}

// If levels must be passable, those that the planner does not finish are not shown.
static bool is_presentable(const dado_breeding_setup *s, const void *genome)
{
    const dado_level_breeding *level_breeding = s->own;
    const dado_level_genome *g = genome;
    if (!level_breeding->breed.passable) return true;
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_route *route = dado_new(&region, dado_route, 1);
    dado_planner_settings how = dado_planner_defaults();
    how.stop_signal.told = level_breeding->stop;
    dado_level level;
    bool won = route &&
               dado_level_build(&level, &level_breeding->patterns, g->genes, g->count,
                                level_breeding->breed.creatures, &region, NULL) &&
               dado_level_prove(&level, &how, route, &region, NULL) && route->won;
    return won;
}

static void again(const dado_breeding_setup *s, const char *file, dado_text *out)
{
    (void)s;
    dado_text_addf(out, "dado level show %s", file);
}

static void inspect_command(const dado_breeding_setup *s, const char *file, dado_text *out)
{
    (void)s;
    dado_text_addf(out, "dado level eval %s shows who gets through.", file);
}

const dado_species_source dado_species_source_level = {
    .name = "level",
    .endings = DADO_NAMES(".patterns", ".genes"),
    .names = "levels",
    .columns = DADO_NAMES("columns", "gaps", "walkers", "leniency", "linearity"),
    .flags = DADO_NAMES("patterns", "table", "weight", "difficulty"),
    .notation = ".genes",
    .open = open,
    .again = again,
    .inspect_command = inspect_command,
    .is_presentable = is_presentable,
};
