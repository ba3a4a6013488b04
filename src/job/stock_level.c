// stock_level.c - platform levels as dado evolve breeds them: rows of patterns.
//
// The word is a file of patterns, `platform` for those that are shipped, or a
// row of patterns to begin with. The species is that of dado level evolve, and
// so, with the same seed and the same settings, are the levels.
#include <string.h>

#include "job/levels.h"
#include "job/stock.h"

static bool open(dado_stable *s)
{
    dado_errand *errand = s->errand;
    const char *word = s->word;
    dado_farm *farm = dado_errand_new(errand, dado_farm, 1);
    if (!farm) return false;
    bool patterns = dado_ends_with(word, ".patterns"), genes = dado_ends_with(word, ".genes");
    if (patterns && dado_errand_text(errand, "patterns")) {
        return dado_fail(errand->err, DADO_MEANING, "%s are the patterns; --patterns names others",
                         word);
    }
    if (!dado_errand_farm(errand, patterns ? word : NULL, genes ? word : NULL, farm)) return false;
    farm->breed.creatures = s->seed;
    s->species = farm->species;
    s->plan = farm->plan;
    s->name = word;
    s->own = farm;
    if (!genes) return true;
    dado_level_genome *ancestor = dado_errand_take(errand, 1, farm->species.size);
    if (!ancestor) return false;
    ancestor->count = (uint16_t)farm->breed.ancestor_count;
    ancestor->width = (uint16_t)dado_patterns_width(&farm->patterns, farm->breed.ancestor,
                                                    farm->breed.ancestor_count);
    memcpy(ancestor->genes, farm->breed.ancestor, ancestor->count);
    s->ancestor = ancestor;
    return true;
}

// Where levels are to be passable, those that the planner does not finish are not shown.
static bool worthy(const dado_stable *s, const void *genome)
{
    const dado_farm *farm = s->own;
    const dado_level_genome *g = genome;
    if (!farm->breed.passable) return true;
    DADO_ENDS(dado_arena_free) dado_arena arena = { 0 };
    dado_route *route = dado_new(&arena, dado_route, 1);
    dado_planner_how how = dado_planner_usual();
    how.heed.told = farm->stop;
    dado_level level;
    bool won = route &&
               dado_level_build(&level, &farm->patterns, g->genes, g->count, farm->breed.creatures,
                                &arena, NULL) &&
               dado_level_prove(&level, &how, route, &arena, NULL) && route->won;
    return won;
}

static void again(const dado_stable *s, const char *file, dado_text *out)
{
    (void)s;
    dado_text_addf(out, "dado level show %s", file);
}

static void look(const dado_stable *s, const char *file, dado_text *out)
{
    (void)s;
    dado_text_addf(out, "dado level eval %s shows who gets through.", file);
}

const dado_stock dado_stock_level = {
    .name = "level",
    .endings = DADO_NAMES(".patterns", ".genes"),
    .names = "levels",
    .columns = DADO_NAMES("columns", "gaps", "walkers", "leniency", "linearity"),
    .flags = DADO_NAMES("patterns", "table", "weight", "difficulty"),
    .notation = ".genes",
    .open = open,
    .again = again,
    .look = look,
    .worthy = worthy,
};
