// map_elites.c - the MAP-Elites search; see map_elites.h.
//
// Children are bred and judged in batches, on all threads, from the archive as it was
// before the batch. Once all are judged they are offered in order. So neither threads nor
// timing decide which of two equal genomes stays: the first one does.
#include "evolve/map_elites.h"

#include <string.h>

bool dado_trait_axis_parse(dado_trait_axis *axis, const dado_species *species, const char *typed,
                           dado_error *err)
{
    char name[64], range[64], *dots = NULL;
    int64_t cells = 0;
    int end = 0;
    if (sscanf(typed, "%63[^:]:%63[^:]:%n", name, range, &end) == 2 && end) {
        dots = strstr(range, "..");
    }
    if (dots) *dots = '\0';
    if (!dots || !dado_read_real(range, &axis->least) || !dado_read_real(dots + 2, &axis->most) ||
        !dado_read_int(typed + end, &cells) || !(axis->least < axis->most) || cells < 1 ||
        cells > 1000) {
        return dado_fail(err, DADO_SYNTAX,
                         "an axis is NAME:LEAST..MOST:CELLS, as in density:0.5..1.5:20, not "
                         "\"%.60s\"",
                         typed);
    }
    axis->cells = (int)cells;
    axis->trait = dado_species_trait(species, name);
    if (axis->trait >= 0) return true;
    const char *near = NULL;
    for (int i = 0; i < dado_species_traits(species); i++) {
        near = dado_nearer_name(name, species->traits[i].name, near);
    }
    return dado_fail(err, DADO_MISSING, "%s has no measure %s%s", species->name, name,
                     dado_did_you_mean(near).s);
}

static int children_of(const dado_illumination *plan)
{
    return plan->batch + plan->batch % 2;
}

bool dado_archive_begin(dado_archive *a, const dado_species *species, const dado_trait_axis *axes,
                        int count, const dado_illumination *plan, dado_thread_pool *pool,
                        dado_region *region, dado_error *err)
{
    int children = children_of(plan);
    *a = (dado_archive){ .species = species, .plan = *plan, .axis_count = count, .cells = 1 };
    if (count < 1 || count > DADO_AXES_MOST || !species->describe) {
        return dado_fail(err, DADO_INVALID, "an archive needs 1 to %d axes, each a measure of %s",
                         DADO_AXES_MOST, species->name);
    }
    for (int i = 0; i < count; i++) {
        a->axes[i] = axes[i];
        if (a->cells > DADO_ARCHIVE_MOST / axes[i].cells) {
            return dado_fail(err, DADO_LIMIT, "this archive has too many cells; %d is the most",
                             DADO_ARCHIVE_MOST);
        }
        a->cells *= axes[i].cells;
    }
    a->genomes = dado_region_alloc(region, (size_t)a->cells, species->size);
    a->fitness = dado_new(region, double, a->cells);
    a->filled = dado_new(region, int, a->cells);
    if (!a->genomes || !a->fitness || !a->filled) {
        return dado_fail(err, DADO_LIMIT, "out of memory for an archive of %d cells", a->cells);
    }
    for (int i = 0; i < a->cells; i++) a->fitness[i] = DADO_NONE;
    return dado_genome_batch_make(&a->current_batch, species,
                                  children > plan->first ? children : plan->first, true, pool,
                                  region, err);
}

int dado_archive_cell(const dado_archive *a, const double *traits)
{
    int cell = 0;
    for (int i = 0; i < a->axis_count; i++) {
        const dado_trait_axis *axis = &a->axes[i];
        double value = traits[axis->trait];
        if (dado_is_none(value)) return -1;
        double share = (value - axis->least) / (axis->most - axis->least);
        int at = share <= 0 ? 0 : share >= 1 ? axis->cells - 1 : (int)(share * axis->cells);
        cell = cell * axis->cells + at;
    }
    return cell;
}

double dado_archive_coverage(const dado_archive *a)
{
    return (double)a->filled_count / a->cells;
}

double dado_archive_sum(const dado_archive *a)
{
    double sum = 0;
    for (int i = 0; i < a->cells; i++) {
        if (!dado_is_none(a->fitness[i])) sum += a->fitness[i];
    }
    return sum;
}

int dado_archive_best(const dado_archive *a)
{
    int best = -1;
    for (int i = 0; i < a->cells; i++) {
        if (dado_is_none(a->fitness[i])) continue;
        if (best < 0 || a->fitness[i] > a->fitness[best]) best = i;
    }
    return best;
}

static const void *any_elite(const void *context, dado_fast_rng *rng)
{
    const dado_archive *a = context;
    int cell = a->filled[dado_fast_rng_below(rng, (uint32_t)a->filled_count)];
    return a->genomes + (size_t)cell * a->species->size;
}

// Fills current_batch with the genomes of this batch; repeated calls give the same
// genomes. Returns false if there is nothing viable to breed from.
static bool breed_batch(dado_archive *a)
{
    const dado_illumination *plan = &a->plan;
    if (a->batch == 0) {
        dado_genome_batch_create(&a->current_batch, plan->first, plan->seed);
    } else if (a->filled_count > 0) {
        dado_genome_batch_breed(&a->current_batch, children_of(plan), plan->seed, a->batch,
                                any_elite, a);
    }
    return a->batch == 0 || a->filled_count > 0;
}

// Offers the judged genomes to the archive; each is kept if its cell is empty or has a
// worse one.
static void offer_judged(dado_archive *a)
{
    for (int i = 0; i < a->current_batch.count; i++) {
        if (!a->current_batch.judged[i]) continue;
        double fitness = a->current_batch.fitness[i];
        const double *traits = a->current_batch.traits + (size_t)i * DADO_TRAITS_MOST;
        int cell = dado_is_none(fitness) ? -1 : dado_archive_cell(a, traits);
        a->current_batch.judged[i] = false;
        a->offered++;
        if (cell < 0 || fitness <= a->fitness[cell]) continue;
        if (dado_is_none(a->fitness[cell])) a->filled[a->filled_count++] = cell;
        a->fitness[cell] = fitness;
        memcpy(a->genomes + (size_t)cell * a->species->size,
               dado_genome_batch_at(&a->current_batch, i), a->species->size);
    }
}

bool dado_archive_run(dado_archive *a, dado_archive_watcher *watch, void *context,
                      const volatile sig_atomic_t *stop, dado_error *err)
{
    bool fine = true, on = true;
    a->current_batch.stop = stop;
    while (fine && on && a->batch <= a->plan.batches && !(stop && *stop) && breed_batch(a)) {
        fine = dado_genome_batch_judge(&a->current_batch, err);
        if (!fine || dado_genome_batch_unjudged(&a->current_batch) > 0) break;
        offer_judged(a);
        int done = a->batch++;
        on = !watch || watch(context, a, done);
    }
    a->current_batch.stop = NULL;
    return fine;
}

void dado_archive_flush(dado_archive *a)
{
    bool waiting = false;
    for (int i = 0; i < a->current_batch.room; i++) waiting = waiting || a->current_batch.judged[i];
    if (waiting && breed_batch(a)) offer_judged(a);
}

// Computes the lower bound of a cell on each axis.
void dado_archive_corner(const dado_archive *a, int cell, double *corner)
{
    for (int i = a->axis_count - 1; i >= 0; i--) {
        const dado_trait_axis *axis = &a->axes[i];
        corner[i] = axis->least + (axis->most - axis->least) / axis->cells * (cell % axis->cells);
        cell /= axis->cells;
    }
}
