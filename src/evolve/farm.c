// farm.c - levels from settings; see levels.h.
#include "evolve/levels.h"

#include <string.h>

// What may be wished of a level: all its measures.
static bool read_wishes(dado_farm *farm, const dado_farm_texts *texts, dado_arena *arena,
                        dado_error *err)
{
    const dado_measure **items = dado_new(arena, const dado_measure *, DADO_LEVEL_MEASURES);
    if (!items) return dado_fail(err, DADO_LIMIT, "no memory left for expectations");
    for (int i = 0; i < DADO_LEVEL_MEASURES; i++) items[i] = &dado_level_measures[i];
    dado_measures names = { items, DADO_LEVEL_MEASURES, 0 };
    return dado_expect_read(&farm->expect, texts->toward_source ? texts->toward_source : "toward",
                            texts->toward, &names, arena, err) &&
           dado_expect_check(&farm->expect, err);
}

static bool read_ancestor(dado_farm *farm, const dado_farm_texts *texts, dado_arena *arena,
                          dado_error *err)
{
    uint8_t *genes = dado_new(arena, uint8_t, DADO_GENES_MOST);
    int count = 0;
    if (!genes) return dado_fail(err, DADO_LIMIT, "no memory left for a row of patterns");
    if (!dado_genes_read(&farm->patterns, texts->genes_source, texts->genes, genes,
                         DADO_GENES_MOST, &count, err)) {
        return false;
    }
    if (count == 0) return dado_fail(err, DADO_MEANING, "%s is empty", texts->genes_source);
    farm->breed.ancestor = genes;
    farm->breed.ancestor_count = count;
    return true;
}

bool dado_farm_open(dado_farm *farm, const dado_options *options, const dado_farm_texts *texts,
                    dado_arena *arena, dado_error *err)
{
    memset(farm, 0, sizeof *farm);
    const char *patterns = texts->patterns ? texts->patterns : dado_patterns_classic;
    const char *table = texts->table ? texts->table : dado_table_classic;
    if (!dado_patterns_read(&farm->patterns,
                            texts->patterns_source ? texts->patterns_source : "classic.patterns",
                            patterns, arena, err) ||
        !dado_score_read(&farm->score, &farm->patterns,
                         texts->table_source ? texts->table_source : "classic.table", table,
                         arena, err)) {
        return false;
    }
    farm->breed = (dado_level_breed){ .patterns = &farm->patterns, .score = &farm->score };
    if (texts->toward) {
        if (!read_wishes(farm, texts, arena, err)) return false;
        farm->breed.toward = &farm->expect;
    }
    if (texts->genes && !read_ancestor(farm, texts, arena, err)) return false;
    farm->breed.toward_weight = texts->weight;
    farm->breed.hard_given = texts->hard_given;
    farm->breed.hard = texts->hard;
    farm->breed.hard_matches = 2;
    dado_ask ask = dado_ask_begin(options);
    dado_level_breed_ask(&ask, &farm->breed, &farm->plan);
    return dado_ask_end(&ask, arena, &farm->settings, err) &&
           dado_level_species(&farm->species, &farm->breed, arena, err);
}

bool dado_level_prove(const dado_level *level, const dado_planner_how *how, dado_route *route,
                      dado_arena *arena, dado_error *err)
{
    size_t mark = dado_arena_mark(arena);
    dado_course course;
    if (!dado_course_init(&course, level, arena, err)) return false;
    dado_world_head *world = dado_arena_take(arena, 1, dado_world_size(&course));
    void *room = dado_arena_take(arena, 1, dado_planner_room(&course, how));
    if (!world || !room) return dado_fail(err, DADO_LIMIT, "no memory left for the planner");
    dado_world_start(&course, world);
    dado_planner_route(&course, world, how, room, route);
    if (dado_heed_stopped(&how->heed)) return dado_fail(err, DADO_LIMIT, "the planner was stopped");
    // A route counts as a win only once the simulator has played it.
    route->won = dado_route_play(&course, world, route->buttons, route->ticks, NULL);
    dado_arena_rewind(arena, mark);
    return true;
}

float *dado_level_trace(const dado_level *level, const dado_route *route, dado_arena *arena)
{
    dado_course course;
    if (!dado_course_init(&course, level, arena, NULL)) return NULL;
    dado_world_head *world = dado_arena_take(arena, 1, dado_world_size(&course));
    float *at = dado_new(arena, float, 2 * route->ticks + 2);
    if (!world || !at) return NULL;
    dado_world_start(&course, world);
    dado_route_play(&course, world, route->buttons, route->ticks, at);
    return at;
}

static bool keep_place(const dado_farm *farm, const dado_evolution *e, int place,
                       dado_kept_level *kept, dado_arena *arena, dado_error *err)
{
    const dado_level_genome *g = dado_evolution_genome(e, place);
    kept->seed = e->plan.seed;
    kept->fitness = e->population.fitness[place];
    kept->genome = g;
    kept->gene_count = g->count;
    memcpy(kept->genes, g->genes, g->count);
    if (!dado_level_build(&kept->level, &farm->patterns, g->genes, g->count, kept->seed, arena,
                          err)) {
        return false;
    }
    dado_level_measure_all(&kept->level, kept->measures);
    dado_genes_measure_all(&farm->patterns, &farm->score, g->genes, g->count, kept->measures);
    dado_planner_how how = dado_planner_usual();
    how.heed.told = farm->stop;
    if (!dado_level_prove(&kept->level, &how, &kept->route, arena, err)) return false;
    kept->finished = kept->route.won;
    kept->tried++;
    return true;
}

bool dado_farm_keep(const dado_farm *farm, const dado_evolution *e, bool insist, int most,
                    dado_kept_level *kept, dado_arena *arena, dado_error *err)
{
    *kept = (dado_kept_level){ 0 };
    int *order = dado_new(arena, int, e->plan.population);
    if (!order) return dado_fail(err, DADO_LIMIT, "no memory left to choose a level");
    dado_evolution_rank(e, order);
    if (dado_is_none(e->population.fitness[order[0]])) {
        return dado_fail(err, DADO_MEANING,
                         "no level of the last generation can be crossed; try other patterns");
    }
    for (int i = 0; i < e->plan.population; i++) {
        const void *genome = dado_evolution_genome(e, order[i]);
        bool again = i > 0 && memcmp(genome, dado_evolution_genome(e, order[i - 1]),
                                     farm->species.size) == 0;
        if (again || dado_is_none(e->population.fitness[order[i]])) continue;
        if (!keep_place(farm, e, order[i], kept, arena, err)) return false;
        if (kept->finished || !insist || kept->tried >= most) break;
    }
    return true;
}
