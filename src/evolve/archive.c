// archive.c - see archive.h.
//
// Children are bred and judged in batches, on all threads, from the archive as
// it was before the batch, and offered in their order once all are judged. So neither threads nor
// chance of timing decide which of two equals stays: the one that was first does.
#include "evolve/archive.h"

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
                         "\"%.60s\"", typed);
    }
    axis->cells = (int)cells;
    axis->trait = dado_species_trait(species, name);
    if (axis->trait >= 0) return true;
    const char *near = NULL;
    for (int i = 0; i < dado_species_traits(species); i++) {
        near = dado_nearer(name, species->traits[i].name, near);
    }
    return dado_fail(err, DADO_MISSING, "%s has no measure %s%s", species->name, name,
                     dado_did_you_mean(near).s);
}

static int children_of(const dado_illumination *plan)
{
    return plan->batch + plan->batch % 2;
}

bool dado_archive_begin(dado_archive *a, const dado_species *species, const dado_trait_axis *axes,
                        int count, const dado_illumination *plan, dado_crew *crew,
                        dado_arena *arena, dado_error *err)
{
    int children = children_of(plan);
    *a = (dado_archive){ .species = species, .plan = *plan, .axis_count = count, .cells = 1 };
    if (count < 1 || count > DADO_AXES_MOST || !species->describe) {
        return dado_fail(err, DADO_MEANING, "an archive has 1 to %d axes, each a measure of %s",
                         DADO_AXES_MOST, species->name);
    }
    for (int i = 0; i < count; i++) {
        a->axes[i] = axes[i];
        if (a->cells > DADO_ARCHIVE_MOST / axes[i].cells) {
            return dado_fail(err, DADO_LIMIT, "an archive may have %d cells", DADO_ARCHIVE_MOST);
        }
        a->cells *= axes[i].cells;
    }
    a->genomes = dado_arena_take(arena, (size_t)a->cells, species->size);
    a->fitness = dado_new(arena, double, a->cells);
    a->filled = dado_new(arena, int, a->cells);
    if (!a->genomes || !a->fitness || !a->filled) {
        return dado_fail(err, DADO_LIMIT, "no memory left for an archive of %d cells", a->cells);
    }
    for (int i = 0; i < a->cells; i++) a->fitness[i] = DADO_NONE;
    return dado_litter_make(&a->hand, species, children > plan->first ? children : plan->first,
                            true, crew, arena, err);
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

static const void *any_elite(const void *context, dado_quick *luck)
{
    const dado_archive *a = context;
    int cell = a->filled[dado_quick_below(luck, (uint32_t)a->filled_count)];
    return a->genomes + (size_t)cell * a->species->size;
}

// The genomes of the batch in hand, the same whenever they are asked for. False if there is
// nothing viable to breed from.
static bool breed_batch(dado_archive *a)
{
    const dado_illumination *plan = &a->plan;
    if (a->batch == 0) {
        dado_litter_create(&a->hand, plan->first, plan->seed);
    } else if (a->filled_count > 0) {
        dado_litter_breed(&a->hand, children_of(plan), plan->seed, a->batch, any_elite, a);
    }
    return a->batch == 0 || a->filled_count > 0;
}

// Keeps those that are judged, each if its cell is empty or holds a worse one.
static void offer_judged(dado_archive *a)
{
    for (int i = 0; i < a->hand.count; i++) {
        if (!a->hand.judged[i]) continue;
        double fitness = a->hand.fitness[i];
        const double *traits = a->hand.traits + (size_t)i * DADO_TRAITS_MOST;
        int cell = dado_is_none(fitness) ? -1 : dado_archive_cell(a, traits);
        a->hand.judged[i] = false;
        a->offered++;
        if (cell < 0 || fitness <= a->fitness[cell]) continue;
        if (dado_is_none(a->fitness[cell])) a->filled[a->filled_count++] = cell;
        a->fitness[cell] = fitness;
        memcpy(a->genomes + (size_t)cell * a->species->size, dado_litter_genome(&a->hand, i),
               a->species->size);
    }
}

bool dado_archive_run(dado_archive *a, dado_archive_watcher *watch, void *context,
                      const volatile sig_atomic_t *stop, dado_error *err)
{
    bool fine = true, on = true;
    a->hand.stop = stop;
    while (fine && on && a->batch <= a->plan.batches && !(stop && *stop) && breed_batch(a)) {
        fine = dado_litter_judge(&a->hand, err);
        if (!fine || dado_litter_unjudged(&a->hand) > 0) break;
        offer_judged(a);
        int done = a->batch++;
        on = !watch || watch(context, a, done);
    }
    a->hand.stop = NULL;
    return fine;
}

void dado_archive_settle(dado_archive *a)
{
    bool waiting = false;
    for (int i = 0; i < a->hand.room; i++) waiting = waiting || a->hand.judged[i];
    if (waiting && breed_batch(a)) offer_judged(a);
}

// Where a cell begins on each axis.
void dado_archive_corner(const dado_archive *a, int cell, double *corner)
{
    for (int i = a->axis_count - 1; i >= 0; i--) {
        const dado_trait_axis *axis = &a->axes[i];
        corner[i] = axis->least + (axis->most - axis->least) / axis->cells * (cell % axis->cells);
        cell /= axis->cells;
    }
}
