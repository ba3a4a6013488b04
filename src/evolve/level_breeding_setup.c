// level_breeding_setup.c - sets up the breeding of levels from options, and selects a level;
// see level_species.h.
#include "evolve/level_species.h"

#include <string.h>

#include "worlds/platform/level_format.h"
#include "worlds/platform/platform_game.h"

// Reads the expectations on levels; they may name any measure of levels.
static bool read_wishes(dado_level_breeding *level_breeding, const dado_level_breeding_texts *texts,
                        dado_region *region, dado_error *err)
{
    const dado_measure **items = dado_new(region, const dado_measure *, DADO_LEVEL_MEASURES);
    if (!items) return dado_fail(err, DADO_LIMIT, "out of memory while reading the expectations");
    for (int i = 0; i < DADO_LEVEL_MEASURES; i++) items[i] = &dado_level_measures[i];
    dado_measures names = { items, DADO_LEVEL_MEASURES, 0 };
    return dado_expectations_read(&level_breeding->expect,
                                  texts->toward_source ? texts->toward_source : "toward",
                                  texts->toward, &names, region, err) &&
           dado_expectations_check(&level_breeding->expect, err);
}

static bool read_ancestor(dado_level_breeding *level_breeding,
                          const dado_level_breeding_texts *texts, dado_region *region,
                          dado_error *err)
{
    uint8_t *genes = dado_new(region, uint8_t, DADO_GENES_MOST);
    int count = 0;
    if (!genes) return dado_fail(err, DADO_LIMIT, "out of memory while reading a row of patterns");
    if (!dado_genes_read(&level_breeding->patterns, texts->genes_source, texts->genes, genes,
                         DADO_GENES_MOST, &count, err)) {
        return false;
    }
    if (count == 0)
        return dado_fail(err, DADO_INVALID, "%s has no patterns; name at least one",
                         texts->genes_source);
    level_breeding->breed.ancestor = genes;
    level_breeding->breed.ancestor_count = count;
    return true;
}

bool dado_level_breeding_open(dado_level_breeding *level_breeding, const dado_options *options,
                              const dado_level_breeding_texts *texts, dado_region *region,
                              dado_error *err)
{
    memset(level_breeding, 0, sizeof *level_breeding);
    const char *patterns = texts->patterns ? texts->patterns : dado_patterns_classic;
    const char *table = texts->table ? texts->table : dado_score_table_classic;
    if (!dado_patterns_read(&level_breeding->patterns,
                            texts->patterns_source ? texts->patterns_source : "classic.patterns",
                            patterns, region, err) ||
        !dado_pattern_score_read(&level_breeding->score, &level_breeding->patterns,
                                 texts->table_source ? texts->table_source : "classic.table", table,
                                 region, err)) {
        return false;
    }
    level_breeding->breed = (dado_level_species_config){ .patterns = &level_breeding->patterns,
                                                         .score = &level_breeding->score };
    if (texts->toward) {
        if (!read_wishes(level_breeding, texts, region, err)) return false;
        level_breeding->breed.toward = &level_breeding->expect;
    }
    if (texts->genes && !read_ancestor(level_breeding, texts, region, err)) return false;
    level_breeding->breed.toward_weight = texts->weight;
    level_breeding->breed.hard_given = texts->hard_given;
    level_breeding->breed.hard = texts->hard;
    level_breeding->breed.hard_matches = 2;
    dado_option_reader ask = dado_option_reader_begin(options);
    dado_level_species_ask(&ask, &level_breeding->breed, &level_breeding->plan);
    return dado_option_reader_end(&ask, region, &level_breeding->settings, err) &&
           dado_level_species(&level_breeding->species, &level_breeding->breed, region, err);
}

bool dado_level_prove(const dado_level *level, const dado_planner_settings *how, dado_route *route,
                      dado_region *region, dado_error *err)
{
    size_t mark = dado_region_mark(region);
    dado_course course;
    if (!dado_course_init(&course, level, region, err)) return false;
    dado_world_head *world = dado_region_alloc(region, 1, dado_world_size(&course));
    void *room = dado_region_alloc(region, 1, dado_planner_workspace_size(&course, how));
    if (!world || !room) return dado_fail(err, DADO_LIMIT, "out of memory for the planner");
    dado_world_start(&course, world);
    dado_planner_route(&course, world, how, room, route);
    if (dado_stop_signal_raised(&how->stop_signal))
        return dado_fail(err, DADO_LIMIT, "the planner was stopped");
    // A route counts as won only after the simulator has replayed it.
    route->won = dado_route_play(&course, world, route->buttons, route->ticks, NULL);
    dado_region_rewind(region, mark);
    return true;
}

bool dado_level_replay_route(const dado_level *level, dado_route *route, dado_region *region,
                             dado_error *err)
{
    *route = (dado_route){ .ticks = (int)strlen(level->route) };
    for (int i = 0; i < route->ticks; i++) {
        route->buttons[i] = (uint8_t)dado_buttons_of_digit(level->route[i]);
    }
    size_t mark = dado_region_mark(region);
    dado_course course;
    if (!dado_course_init(&course, level, region, err)) return false;
    dado_world_head *world = dado_region_alloc(region, 1, dado_world_size(&course));
    float *at = dado_new(region, float, 2 * route->ticks + 2);
    if (!world || !at) return dado_fail(err, DADO_LIMIT, "out of memory to replay a route");
    dado_world_start(&course, world);
    route->won = dado_route_play(&course, world, route->buttons, route->ticks, at);
    for (int i = 0; i < route->ticks; i++) {
        if (at[2 * i] > route->furthest) route->furthest = at[2 * i];
    }
    dado_region_rewind(region, mark);
    return true;
}

float *dado_level_route_path(const dado_level *level, const dado_route *route, dado_region *region)
{
    dado_course course;
    if (!dado_course_init(&course, level, region, NULL)) return NULL;
    dado_world_head *world = dado_region_alloc(region, 1, dado_world_size(&course));
    float *at = dado_new(region, float, 2 * route->ticks + 2);
    if (!world || !at) return NULL;
    dado_world_start(&course, world);
    dado_route_play(&course, world, route->buttons, route->ticks, at);
    return at;
}

static bool keep_place(const dado_level_breeding *level_breeding, const dado_evolution *e,
                       int place, dado_selected_level *kept, dado_region *region, dado_error *err)
{
    const dado_level_genome *g = dado_evolution_genome(e, place);
    kept->seed = e->plan.seed;
    kept->fitness = e->population.fitness[place];
    kept->genome = g;
    kept->gene_count = g->count;
    memcpy(kept->genes, g->genes, g->count);
    if (!dado_level_build(&kept->level, &level_breeding->patterns, g->genes, g->count, kept->seed,
                          region, err)) {
        return false;
    }
    dado_level_measure_all(&kept->level, kept->measures);
    dado_level_measure_course(&kept->level, kept->measures);
    dado_genes_measure_all(&level_breeding->patterns, &level_breeding->score, g->genes, g->count,
                           kept->measures);
    dado_planner_settings how = dado_planner_defaults();
    how.stop_signal.told = level_breeding->stop;
    if (!dado_level_prove(&kept->level, &how, &kept->route, region, err)) return false;
    kept->finished = kept->route.won;
    kept->tried++;
    return !kept->finished ||
           dado_level_set_route(&kept->level, kept->route.buttons, kept->route.ticks, region) ||
           dado_fail(err, DADO_LIMIT, "out of memory for the route of a level");
}

bool dado_level_breeding_select(const dado_level_breeding *level_breeding, const dado_evolution *e,
                                bool insist, int most, dado_selected_level *kept,
                                dado_region *region, dado_error *err)
{
    *kept = (dado_selected_level){ 0 };
    int *order = dado_new(region, int, e->plan.population);
    if (!order) return dado_fail(err, DADO_LIMIT, "out of memory while choosing a level");
    dado_evolution_rank(e, order);
    if (dado_is_none(e->population.fitness[order[0]])) {
        return dado_fail(err, DADO_INVALID,
                         "no level of the last generation can be crossed; try other patterns");
    }
    for (int i = 0; i < e->plan.population; i++) {
        const void *genome = dado_evolution_genome(e, order[i]);
        bool again = i > 0 && memcmp(genome, dado_evolution_genome(e, order[i - 1]),
                                     level_breeding->species.size) == 0;
        if (again || dado_is_none(e->population.fitness[order[i]])) continue;
        if (!keep_place(level_breeding, e, order[i], kept, region, err)) return false;
        if (kept->finished || !insist || kept->tried >= most) break;
    }
    return true;
}
