// generated_level_comparison.c - compares sets of levels; see
// generated_level_comparison.h.
#include "evolve/generated_level_comparison.h"

#include <stdlib.h>

#include "worlds/platform/reachability.h"

static uint64_t window_hash(const dado_letter_grid *g, int x, int y, int side)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < side; i++) {
        for (int k = 0; k < side; k++) {
            hash ^= g->cells[(size_t)(x + i) * (size_t)g->height + (size_t)(y + k)];
            hash *= 0x100000001b3u;
        }
    }
    return hash;
}

static int windows_of(const dado_letter_grid *g, int side)
{
    return g->width < side || g->height < side ? 0 : (g->width - side + 1) * (g->height - side + 1);
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

double dado_novelty(const dado_letter_grid *grid, const dado_letter_grid *others, int count,
                    int skip, int window, dado_region *region)
{
    size_t mark = dado_region_mark(region);
    int all = 0, used = 0, fresh = 0, seen = windows_of(grid, window);
    for (int i = 0; i < count; i++) all += i == skip ? 0 : windows_of(&others[i], window);
    uint64_t *known = dado_new(region, uint64_t, all + 1);
    if (!known || seen == 0 || all == 0) return DADO_NONE;
    for (int i = 0; i < count; i++) {
        if (i == skip) continue;
        for (int x = 0; x + window <= others[i].width; x++) {
            for (int y = 0; y + window <= others[i].height; y++) {
                known[used++] = window_hash(&others[i], x, y, window);
            }
        }
    }
    qsort(known, (size_t)used, sizeof *known, by_value);
    for (int x = 0; x + window <= grid->width; x++) {
        for (int y = 0; y + window <= grid->height; y++) {
            uint64_t hash = window_hash(grid, x, y, window);
            fresh += !bsearch(&hash, known, (size_t)used, sizeof hash, by_value);
        }
    }
    dado_region_rewind(region, mark);
    return (double)fresh / seen;
}

static dado_letter_grid letters_of(const dado_level *level)
{
    return (dado_letter_grid){ level->width, DADO_LEVEL_ROWS, level->tiles };
}

bool dado_level_set_measure(const dado_level *const *levels, int count,
                            const dado_level *const *examples, int example_count,
                            const dado_planner_settings *how, dado_judging_progress judging,
                            dado_level_set_metrics *set, dado_region *region, dado_error *err)
{
    *set = (dado_level_set_metrics){ .levels = count };
    dado_letter_grid *others = dado_new(region, dado_letter_grid, example_count + 1);
    dado_route *route = dado_new(region, dado_route, 1);
    if (!others || !route)
        return dado_fail(err, DADO_LIMIT, "out of memory while comparing levels");
    for (int i = 0; i < example_count; i++) others[i] = letters_of(examples[i]);
    for (int i = 0; i < count; i++) {
        double values[DADO_LEVEL_MEASURES];
        if (judging.hear) judging.hear(judging.context, i, count);
        dado_letter_grid grid = letters_of(levels[i]);
        dado_level_measure_all(levels[i], values);
        dado_level_measure_course(levels[i], values);
        for (int m = 0; m < DADO_LEVEL_MEASURES; m++) {
            if (dado_level_measure_needs_genes(m) || dado_is_none(values[m])) continue;
            dado_moments_add(&set->measures[m], values[m]);
        }
        double fresh = dado_novelty(&grid, others, example_count, levels == examples ? i : -1,
                                    DADO_NOVELTY_WINDOW, region);
        if (!dado_is_none(fresh)) dado_moments_add(&set->novelty, fresh);
        bool open = dado_level_passable(levels[i], NULL);
        set->passable += open;
        if (!open) continue;
        if (!dado_level_prove(levels[i], how, route, region, err)) return false;
        set->finished += route->won;
    }
    return true;
}

void dado_training_data_write(const dado_evolution *e, dado_text *out)
{
    for (int i = 0; i < e->plan.population; i++) {
        const dado_level_genome *g = dado_evolution_genome(e, i);
        if (dado_is_none(e->population.fitness[i])) continue;
        dado_text_real(out, e->population.fitness[i]);
        for (int k = 0; k < g->count; k++) dado_text_addf(out, "%c%d", k ? ' ' : '\t', g->genes[k]);
        dado_text_char(out, '\n');
    }
}
