// genetic.c - see genetic.h.
#include "evolve/genetic.h"

#include <string.h>

#include "measure/stats.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

dado_breeding dado_breeding_classic(void)
{
    return (dado_breeding){
        .population = 500,
        .generations = 500,
        .selection = DADO_ROULETTE,
        .tournament = 4,
        .crossover = 1,
        .seed = 1,
    };
}

dado_breeding dado_breeding_ask(dado_ask *ask, dado_breeding by_default)
{
    static const char *const selections[] = { "roulette", "tournament", NULL };
    dado_breeding b = by_default;
    b.population = (int)dado_ask_int(ask, "population", b.population, 2, 1000000);
    b.generations = (int)dado_ask_int(ask, "generations", b.generations, 0, 1000000);
    b.selection = (dado_selection)dado_ask_word(ask, "selection", selections, (int)b.selection);
    b.tournament = (int)dado_ask_int(ask, "tournament", b.tournament, 1, 1000);
    b.elite = (int)dado_ask_int(ask, "elite", b.elite, 0, 100000);
    b.crossover = dado_ask_real(ask, "crossover", b.crossover, 0, 1);
    if (dado_options_find(ask->options, "target")) b.target_given = true;
    b.target = dado_ask_real(ask, "target", b.target, -1e300, 1e300);
    b.stagnation = (int)dado_ask_int(ask, "stagnation", b.stagnation, 0, 1000000);
    b.seed = (uint64_t)dado_ask_int(ask, "seed", (int64_t)b.seed, 0, INT64_MAX);
    b.population += b.population % 2;
    if (b.elite > b.population) {
        dado_ask_wrong(ask, "elite", "the elite of %d does not fit a population of %d", b.elite,
                       b.population);
    }
    return b;
}

static bool judge(dado_evolution *e, dado_error *err)
{
    int left = dado_litter_unjudged(&e->population);
    bool fine = dado_litter_judge(&e->population, err);
    e->evaluations += left - dado_litter_unjudged(&e->population);
    return fine;
}

static bool make_room(dado_evolution *e, dado_crew *crew, dado_arena *arena, dado_error *err)
{
    size_t n = (size_t)e->plan.population;
    if (!dado_litter_make(&e->population, e->species, (int)n, false, crew, arena, err)) {
        return false;
    }
    e->parents = dado_arena_take(arena, n, e->species->size);
    e->parent_fitness = dado_new(arena, double, n);
    e->wheel = dado_new(arena, double, n + 1);
    e->guide = dado_new(arena, int32_t, n + 1);
    e->order = dado_new(arena, int, n);
    e->rows = dado_new(arena, dado_generation, e->plan.generations + 1);
    e->seen_size = 1;
    while (e->seen_size < 2 * n) e->seen_size *= 2;
    e->seen = dado_new(arena, uint64_t, e->seen_size);
    return (e->parents && e->parent_fitness && e->wheel && e->guide && e->order && e->rows &&
            e->seen) ||
           dado_fail(err, DADO_LIMIT, "no memory left for a population of %d", e->plan.population);
}

bool dado_evolution_begin(dado_evolution *e, const dado_species *species,
                          const dado_breeding *plan, dado_crew *crew, dado_arena *arena,
                          dado_error *err)
{
    *e = (dado_evolution){ .species = species, .plan = *plan, .best_ever = DADO_NONE };
    e->plan.population += e->plan.population % 2;
    if (!make_room(e, crew, arena, err)) return false;
    e->population.crossover = plan->crossover;
    dado_litter_create(&e->population, e->plan.population, plan->seed);
    dado_litter_forget(&e->population);
    return true;
}

// True if a is better; what is not viable is worse than anything.
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
    return dado_litter_genome(&e->population, place);
}

void dado_evolution_rank(const dado_evolution *e, int *places)
{
    dado_order(e->population.fitness, sizeof(double), e->plan.population, places);
}

// Genomes that differ, told apart by hash.
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
    dado_generation row = { .number = e->generation + 1, .best = DADO_NONE, .mean = DADO_NONE,
                            .sd = DADO_NONE, .length = DADO_NONE };
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

// Sums shares up along the wheel. What is above zero has its fitness; if nothing is, all that is
// viable have the same; and if nothing is viable, all have.
static void turn_wheel(dado_evolution *e)
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
    // The guide says where to begin for each n-th part of the way round.
    double whole = e->wheel[n - 1];
    int at = 0;
    for (int part = 0; part < n; part++) {
        while (at < n - 1 && e->wheel[at] <= whole * part / n) at++;
        e->guide[part] = at;
    }
}

static int spin(const dado_evolution *e, dado_quick *luck)
{
    int n = e->plan.population;
    double u = dado_quick_unit(luck);
    double drawn = u * e->wheel[n - 1];
    int part = (int)(u * n);
    int at = e->guide[part > 0 ? part - 1 : 0];
    while (at < n - 1 && e->wheel[at] <= drawn) at++;
    return at;
}

// Where a whole round of contestants is not viable, others are drawn, if there are any.
static int contest(const dado_evolution *e, dado_quick *luck)
{
    const double *fitness = e->parent_fitness;
    int best = (int)dado_quick_below(luck, (uint32_t)e->plan.population);
    for (int i = 1; i < e->plan.tournament || (dado_is_none(fitness[best]) && e->any_viable); i++) {
        int other = (int)dado_quick_below(luck, (uint32_t)e->plan.population);
        if (better(fitness[other], fitness[best])) best = other;
    }
    return best;
}

static const void *choose_parent(const void *context, dado_quick *luck)
{
    const dado_evolution *e = context;
    int place = e->plan.selection == DADO_ROULETTE ? spin(e, luck) : contest(e, luck);
    return e->parents + (size_t)place * e->species->size;
}

// The next generation takes the place of this one.
static void breed(dado_evolution *e)
{
    dado_litter *young = &e->population;
    int n = e->plan.population;
    if (e->plan.elite > 0) dado_evolution_rank(e, e->order);
    if (e->plan.selection == DADO_ROULETTE) turn_wheel(e);
    e->any_viable = dado_evolution_best(e) >= 0;
    unsigned char *parents = young->genomes;
    double *parent_fitness = young->fitness;
    young->genomes = e->parents;
    young->fitness = e->parent_fitness;
    e->parents = parents;
    e->parent_fitness = parent_fitness;
    e->generation++;
    dado_litter_breed(young, n, e->plan.seed, e->generation, choose_parent, e);
    dado_litter_forget(young);
    // The elite takes the last places, and who was bred there makes way. Its fitness is known.
    for (int i = 0; i < e->plan.elite; i++) {
        int to = n - 1 - i, from = e->order[i];
        memcpy(dado_litter_genome(young, to), parents + (size_t)from * e->species->size,
               e->species->size);
        young->fitness[to] = parent_fitness[from];
        young->judged[to] = true;
        e->evaluations++;
    }
}

// Notes the row of the present population and whether it ends the run.
static void note_row(dado_evolution *e)
{
    dado_generation row = describe(e);
    e->rows[e->row_count++] = row;
    bool grew = better(row.best, e->best_ever);
    if (grew) e->best_ever = row.best;
    e->stale = grew ? 0 : e->stale + 1;
    if (e->plan.target_given && !dado_is_none(row.best) && row.best >= e->plan.target) {
        e->halt = DADO_HALT_TARGET;
    } else if (e->plan.stagnation > 0 && e->stale >= e->plan.stagnation) {
        e->halt = DADO_HALT_STAGNATION;
    }
}

bool dado_evolution_step(dado_evolution *e, dado_error *err)
{
    if (e->halt != DADO_BREEDING_ON) return true;
    if (!judge(e, err)) return false;
    if (dado_litter_unjudged(&e->population) > 0) return true;
    if (e->generation < e->plan.generations) {
        note_row(e);
        if (e->halt != DADO_BREEDING_ON) return true;
        breed(e);
        if (!judge(e, err)) return false;
        if (dado_litter_unjudged(&e->population) > 0) return true;
    }
    if (e->generation >= e->plan.generations) e->halt = DADO_HALT_GENERATIONS;
    return true;
}

bool dado_evolution_run(dado_evolution *e, dado_evolution_watcher *watch, void *context,
                        const volatile sig_atomic_t *stop, dado_error *err)
{
    e->population.stop = stop;
    bool fine = true, on = true;
    while (fine && on && e->halt == DADO_BREEDING_ON && !(stop && *stop)) {
        int rows = e->row_count;
        fine = dado_evolution_step(e, err);
        if (fine && watch && e->row_count > rows) on = watch(context, e, &e->rows[rows]);
    }
    e->population.stop = NULL;
    return fine;
}
