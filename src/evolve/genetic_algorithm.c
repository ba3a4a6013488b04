// genetic_algorithm.c - selection, breeding and statistics of generations; see
// genetic_algorithm.h.
#include "evolve/genetic_algorithm.h"

#include <string.h>

#include "measure/stats.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

dado_genetic_settings dado_genetic_settings_classic(void)
{
    return (dado_genetic_settings){
        .population = 500,
        .generations = 500,
        .selection = DADO_SELECTION_ROULETTE,
        .tournament = 4,
        .crossover = 1,
        .seed = 1,
    };
}

dado_genetic_settings dado_genetic_settings_ask(dado_option_reader *ask,
                                                dado_genetic_settings by_default)
{
    static const char *const selections[] = { "roulette", "tournament", NULL };
    dado_genetic_settings b = by_default;
    b.population = (int)dado_option_int(ask, "population", b.population, 2, 1000000);
    b.generations = (int)dado_option_int(ask, "generations", b.generations, 0, 1000000);
    b.selection =
        (dado_selection)dado_option_choice(ask, "selection", selections, (int)b.selection);
    b.tournament = (int)dado_option_int(ask, "tournament", b.tournament, 1, 1000);
    b.elite = (int)dado_option_int(ask, "elite", b.elite, 0, 100000);
    b.crossover = dado_option_real(ask, "crossover", b.crossover, 0, 1);
    if (dado_options_find(ask->options, "target")) b.target_given = true;
    b.target = dado_option_real(ask, "target", b.target, -1e300, 1e300);
    b.stagnation = (int)dado_option_int(ask, "stagnation", b.stagnation, 0, 1000000);
    b.seed = (uint64_t)dado_option_int(ask, "seed", (int64_t)b.seed, 0, INT64_MAX);
    b.population += b.population % 2;
    if (b.elite > b.population) {
        dado_option_invalid(ask, "elite", "the elite of %d does not fit a population of %d",
                            b.elite, b.population);
    }
    return b;
}

static bool judge(dado_evolution *e, dado_error *err)
{
    int left = dado_genome_batch_unjudged(&e->population);
    bool fine = dado_genome_batch_judge(&e->population, err);
    e->evaluations += left - dado_genome_batch_unjudged(&e->population);
    return fine;
}

static bool make_room(dado_evolution *e, dado_thread_pool *pool, dado_region *region,
                      dado_error *err)
{
    size_t n = (size_t)e->plan.population;
    if (!dado_genome_batch_make(&e->population, e->species, (int)n, false, pool, region, err)) {
        return false;
    }
    e->parents = dado_region_alloc(region, n, e->species->size);
    e->parent_fitness = dado_new(region, double, n);
    e->wheel = dado_new(region, double, n + 1);
    e->guide = dado_new(region, int32_t, n + 1);
    e->order = dado_new(region, int, n);
    e->rows = dado_new(region, dado_generation, e->plan.generations + 1);
    e->seen_size = 1;
    while (e->seen_size < 2 * n) e->seen_size *= 2;
    e->seen = dado_new(region, uint64_t, e->seen_size);
    return (e->parents && e->parent_fitness && e->wheel && e->guide && e->order && e->rows &&
            e->seen) ||
           dado_fail(err, DADO_LIMIT, "out of memory for a population of %d", e->plan.population);
}

bool dado_evolution_begin(dado_evolution *e, const dado_species *species,
                          const dado_genetic_settings *plan, dado_thread_pool *pool,
                          dado_region *region, dado_error *err)
{
    *e = (dado_evolution){ .species = species, .plan = *plan, .best_ever = DADO_NONE };
    e->plan.population += e->plan.population % 2;
    if (!make_room(e, pool, region, err)) return false;
    e->population.crossover = plan->crossover;
    dado_genome_batch_create(&e->population, e->plan.population, plan->seed);
    dado_genome_batch_unjudge(&e->population);
    return true;
}

// Returns true if fitness a is better than b. A fitness of DADO_NONE (not viable) is
// worse than any other.
static bool better(double a, double b)
{
    return !dado_is_none(a) && (dado_is_none(b) || a > b);
}

int dado_evolution_best(const dado_evolution *e)
{
    const double *fitness = e->population.fitness;
    int best = -1;
    for (int i = 0; i < e->plan.population; i++) {
        if (better(fitness[i], best < 0 ? DADO_NONE : fitness[best])) best = i;
    }
    return best;
}

const void *dado_evolution_genome(const dado_evolution *e, int place)
{
    return dado_genome_batch_at(&e->population, place);
}

void dado_evolution_rank(const dado_evolution *e, int *places)
{
    dado_rank_descending(e->population.fitness, sizeof(double), e->plan.population, places);
}

// Counts the different genomes, by their hashes.
static int count_distinct(dado_evolution *e)
{
    size_t mask = e->seen_size - 1;
    memset(e->seen, 0, e->seen_size * sizeof *e->seen);
    int distinct = 0;
    for (int i = 0; i < e->plan.population; i++) {
        uint64_t hash = XXH3_64bits(dado_evolution_genome(e, i), e->species->size);
        if (hash == 0) hash = 1;
        size_t at = (size_t)hash & mask;
        while (e->seen[at] && e->seen[at] != hash) at = (at + 1) & mask;
        distinct += e->seen[at] == 0;
        e->seen[at] = hash;
    }
    return distinct;
}

static dado_generation describe(dado_evolution *e)
{
    dado_generation row = { .number = e->generation + 1,
                            .best = DADO_NONE,
                            .mean = DADO_NONE,
                            .sd = DADO_NONE,
                            .length = DADO_NONE };
    const double *fitness = e->population.fitness;
    double sum = 0, squares = 0;
    int64_t length = 0;
    int n = e->plan.population;
    for (int i = 0; i < n; i++) {
        if (e->species->length) {
            length += e->species->length(e->species, dado_evolution_genome(e, i));
        }
        if (dado_is_none(fitness[i])) continue;
        row.viable++;
        sum += fitness[i];
        if (better(fitness[i], row.best)) row.best = fitness[i];
    }
    if (e->species->length) row.length = (double)length / n;
    if (row.viable) {
        row.mean = sum / row.viable;
        for (int i = 0; i < n; i++) {
            if (dado_is_none(fitness[i])) continue;
            double off = fitness[i] - row.mean;
            squares += off * off;
        }
        row.sd = sqrt(squares / row.viable);
    }
    row.distinct = count_distinct(e);
    return row;
}

// Sums up the selection weights. Genomes with a positive fitness get it as weight; if
// there is none, all viable genomes get equal weights; if none is viable, all get equal
// weights.
static void build_roulette_wheel(dado_evolution *e)
{
    const double *fitness = e->population.fitness;
    int n = e->plan.population;
    double sum = 0;
    for (int way = 0; way < 3 && !(sum > 0); way++) {
        for (int i = 0; i < n; i++) {
            double share = fitness[i] > 0 ? fitness[i] : 0;
            sum += way == 0 ? share : way == 2 || !dado_is_none(fitness[i]);
            e->wheel[i] = sum;
        }
    }
    // The guide tells for each n-th part of the wheel where to start searching.
    double whole = e->wheel[n - 1];
    int at = 0;
    for (int part = 0; part < n; part++) {
        while (at < n - 1 && e->wheel[at] <= whole * part / n) at++;
        e->guide[part] = at;
    }
}

static int select_by_roulette(const dado_evolution *e, dado_fast_rng *rng)
{
    int n = e->plan.population;
    double u = dado_fast_rng_unit(rng);
    double drawn = u * e->wheel[n - 1];
    int part = (int)(u * n);
    int at = e->guide[part > 0 ? part - 1 : 0];
    while (at < n - 1 && e->wheel[at] <= drawn) at++;
    return at;
}

// Selects the best of `tournament` random genomes. If all drawn are not viable, it draws
// more, provided that a viable one exists.
static int select_by_tournament(const dado_evolution *e, dado_fast_rng *rng)
{
    const double *fitness = e->parent_fitness;
    int best = (int)dado_fast_rng_below(rng, (uint32_t)e->plan.population);
    for (int i = 1; i < e->plan.tournament || (dado_is_none(fitness[best]) && e->any_viable); i++) {
        int other = (int)dado_fast_rng_below(rng, (uint32_t)e->plan.population);
        if (better(fitness[other], fitness[best])) best = other;
    }
    return best;
}

static const void *choose_parent(const void *context, dado_fast_rng *rng)
{
    const dado_evolution *e = context;
    int place = e->plan.selection == DADO_SELECTION_ROULETTE ? select_by_roulette(e, rng)
                                                             : select_by_tournament(e, rng);
    return e->parents + (size_t)place * e->species->size;
}

// Replaces the population by the next generation.
static void breed(dado_evolution *e)
{
    dado_genome_batch *young = &e->population;
    int n = e->plan.population;
    if (e->plan.elite > 0) dado_evolution_rank(e, e->order);
    if (e->plan.selection == DADO_SELECTION_ROULETTE) build_roulette_wheel(e);
    e->any_viable = dado_evolution_best(e) >= 0;
    unsigned char *parents = young->genomes;
    double *parent_fitness = young->fitness;
    young->genomes = e->parents;
    young->fitness = e->parent_fitness;
    e->parents = parents;
    e->parent_fitness = parent_fitness;
    e->generation++;
    dado_genome_batch_breed(young, n, e->plan.seed, e->generation, choose_parent, e);
    dado_genome_batch_unjudge(young);
    // The elite replaces the last children. Its fitness is already known.
    for (int i = 0; i < e->plan.elite; i++) {
        int to = n - 1 - i, from = e->order[i];
        memcpy(dado_genome_batch_at(young, to), parents + (size_t)from * e->species->size,
               e->species->size);
        young->fitness[to] = parent_fitness[from];
        young->judged[to] = true;
        e->evaluations++;
    }
}

// Records the statistics of the current population and decides whether the run ends.
static void record_generation(dado_evolution *e)
{
    dado_generation row = describe(e);
    e->rows[e->row_count++] = row;
    bool grew = better(row.best, e->best_ever);
    if (grew) e->best_ever = row.best;
    e->stale = grew ? 0 : e->stale + 1;
    if (e->plan.target_given && !dado_is_none(row.best) && row.best >= e->plan.target) {
        e->halt = DADO_EVOLUTION_END_TARGET;
    } else if (e->plan.stagnation > 0 && e->stale >= e->plan.stagnation) {
        e->halt = DADO_EVOLUTION_END_STAGNATION;
    }
}

bool dado_evolution_step(dado_evolution *e, dado_error *err)
{
    if (e->halt != DADO_EVOLUTION_RUNNING) return true;
    if (!judge(e, err)) return false;
    if (dado_genome_batch_unjudged(&e->population) > 0) return true;
    if (e->generation < e->plan.generations) {
        record_generation(e);
        if (e->halt != DADO_EVOLUTION_RUNNING) return true;
        breed(e);
        if (!judge(e, err)) return false;
        if (dado_genome_batch_unjudged(&e->population) > 0) return true;
    }
    if (e->generation >= e->plan.generations) e->halt = DADO_EVOLUTION_END_GENERATIONS;
    return true;
}

bool dado_evolution_run(dado_evolution *e, dado_evolution_watcher *watch, void *context,
                        const volatile sig_atomic_t *stop, dado_error *err)
{
    e->population.stop = stop;
    bool fine = true, on = true;
    while (fine && on && e->halt == DADO_EVOLUTION_RUNNING && !(stop && *stop)) {
        int rows = e->row_count;
        fine = dado_evolution_step(e, err);
        if (fine && watch && e->row_count > rows) on = watch(context, e, &e->rows[rows]);
    }
    e->population.stop = NULL;
    return fine;
}
