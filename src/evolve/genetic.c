// genetic.c - see genetic.h.
#include "evolve/genetic.h"

#include <math.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { together = 32 };  // genomes a thread takes at a time, at most

uint64_t dado_species_hash(const char *text)
{
    uint64_t hash = 14695981039346656037u;
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return hash;
}

bool dado_species_settle(dado_species *species, const dado_text *settings, dado_arena *arena,
                         dado_error *err)
{
    species->settings = dado_arena_copy(arena, dado_text_string(settings), settings->length);
    return species->settings ||
           dado_fail(err, DADO_LIMIT, "no memory left for the species %s", species->name);
}

bool dado_species_write(const dado_species *species, const void *genome, dado_text *out)
{
    if (species->write) return species->write(species, genome, out);
    if (species->print) species->print(species, genome, out);
    return species->print != NULL;
}

int dado_species_traits(const dado_species *species)
{
    int count = 0;
    while (species->traits && species->traits[count].name) count++;
    return count;
}

int dado_species_trait(const dado_species *species, const char *name)
{
    for (int i = 0; species->traits && species->traits[i].name; i++) {
        if (strcmp(species->traits[i].name, name) == 0) return i;
    }
    return -1;
}

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

static unsigned char *genome_at(const dado_evolution *e, unsigned char *all, int i)
{
    return all + (size_t)i * e->species->size;
}

static dado_quick luck_of(const dado_evolution *e, int generation, int part)
{
    uint64_t seed = dado_derive(e->plan.seed, (uint64_t)generation);
    return dado_quick_seed(dado_derive(seed, (uint64_t)part));
}

static bool stopped(const dado_evolution *e)
{
    return e->stop && *e->stop;
}

static void judge_one(void *context, int i, int hand)
{
    dado_evolution *e = context;
    if (e->judged[i] || stopped(e)) return;
    if (hand == 0 && e->judging.hear) {  // who begins the i-th has most of those before behind it
        e->judging.hear(e->judging.context, i, e->plan.population);
    }
    double fitness = e->species->fitness(e->species, genome_at(e, e->population, i),
                                         e->scratch + (size_t)hand * e->scratch_stride);
    if (stopped(e)) return;  // a species that looks at the same flag may have cut it short
    e->fitness[i] = fitness;
    e->judged[i] = true;
}

// Gives a fitness to those of the population that have none yet, or to some of them once
// somebody wants to stop.
static bool judge(dado_evolution *e, dado_error *err)
{
    if (e->unjudged == 0) return true;
    int n = e->plan.population;
    if (e->species->judge) {
        // Where it was stopped on the way nobody is judged, and whoever goes on begins anew.
        bool fine = e->species->judge(e->species, e->population, n, e->fitness, err);
        if (!fine && !stopped(e)) return false;
        if (fine) memset(e->judged, true, (size_t)n * sizeof *e->judged);
    } else {
        dado_crew_run(e->crew, n, together, judge_one, e);
    }
    int left = 0;
    for (int i = 0; i < n; i++) left += !e->judged[i];
    e->evaluations += e->unjudged - left;
    e->unjudged = left;
    return true;
}

static void create_one(void *context, int i, int hand)
{
    (void)hand;
    dado_evolution *e = context;
    dado_quick luck = luck_of(e, 0, i);
    e->species->create(e->species, &luck, genome_at(e, e->population, i));
}

// Of a population just made nothing is known.
static void forget(dado_evolution *e)
{
    e->unjudged = e->plan.population;
    for (int i = 0; i < e->plan.population; i++) {
        e->fitness[i] = DADO_NONE;
        e->judged[i] = false;
    }
}

static bool make_room(dado_evolution *e, dado_arena *arena, dado_error *err)
{
    size_t n = (size_t)e->plan.population;
    e->population = dado_arena_take(arena, n, e->species->size);
    e->children = dado_arena_take(arena, n, e->species->size);
    e->fitness = dado_new(arena, double, n);
    e->judged = dado_new(arena, bool, n);
    e->child_fitness = dado_new(arena, double, n);
    e->wheel = dado_new(arena, double, n + 1);
    e->guide = dado_new(arena, int32_t, n + 1);
    e->order = dado_new(arena, int, n);
    e->rows = dado_new(arena, dado_generation, e->plan.generations + 1);
    e->seen_size = 1;
    while (e->seen_size < 2 * n) e->seen_size *= 2;
    e->seen = dado_new(arena, uint64_t, e->seen_size);
    e->scratch_stride = (e->species->scratch + 127) & ~(size_t)63;
    e->scratch = dado_arena_take(arena, (size_t)dado_crew_size(e->crew), e->scratch_stride);
    if (e->population && e->children && e->fitness && e->judged && e->child_fitness && e->wheel &&
        e->guide && e->order && e->rows && e->seen && e->scratch) {
        return true;
    }
    return dado_fail(err, DADO_LIMIT, "no memory left for a population of %d", e->plan.population);
}

bool dado_evolution_begin(dado_evolution *e, const dado_species *species,
                          const dado_breeding *plan, dado_crew *crew, dado_arena *arena,
                          dado_error *err)
{
    *e = (dado_evolution){ .species = species, .plan = *plan, .crew = crew,
                           .best_ever = DADO_NONE };
    e->plan.population += e->plan.population % 2;
    if (!make_room(e, arena, err)) return false;
    dado_crew_run(crew, e->plan.population, together, create_one, e);
    forget(e);
    return true;
}

// True if a is better; what is not viable is worse than anything.
static bool better(double a, double b)
{
    return !dado_is_none(a) && (dado_is_none(b) || a > b);
}

int dado_evolution_best(const dado_evolution *e)
{
    int best = -1;
    for (int i = 0; i < e->plan.population; i++) {
        if (better(e->fitness[i], best < 0 ? DADO_NONE : e->fitness[best])) best = i;
    }
    return best;
}

const void *dado_evolution_genome(const dado_evolution *e, int place)
{
    return e->population + (size_t)place * e->species->size;
}

// Sorts places by fitness by merging, so that equals stay in their order.
static void merge_sort(const double *fitness, int *places, int *room, int count)
{
    for (int width = 1; width < count; width *= 2) {
        for (int left = 0; left < count; left += 2 * width) {
            int middle = left + width < count ? left + width : count;
            int end = middle + width < count ? middle + width : count;
            int a = left, b = middle;
            for (int k = left; k < end; k++) {
                bool take_b = a == middle ||
                              (b < end && better(fitness[places[b]], fitness[places[a]]));
                room[k] = take_b ? places[b++] : places[a++];
            }
        }
        memcpy(places, room, (size_t)count * sizeof *places);
    }
}

void dado_evolution_rank(const dado_evolution *e, int *places)
{
    for (int i = 0; i < e->plan.population; i++) places[i] = i;
    merge_sort(e->fitness, places, (int *)e->guide, e->plan.population);
}

// Genomes that differ, told apart by hash.
static int count_distinct(dado_evolution *e)
{
    size_t mask = e->seen_size - 1;
    memset(e->seen, 0, e->seen_size * sizeof *e->seen);
    int distinct = 0;
    for (int i = 0; i < e->plan.population; i++) {
        uint64_t hash = XXH3_64bits(genome_at(e, e->population, i), e->species->size);
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
    double sum = 0, squares = 0;
    int64_t length = 0;
    int n = e->plan.population;
    for (int i = 0; i < n; i++) {
        if (e->species->length) {
            length += e->species->length(e->species, genome_at(e, e->population, i));
        }
        if (dado_is_none(e->fitness[i])) continue;
        row.viable++;
        sum += e->fitness[i];
        if (better(e->fitness[i], row.best)) row.best = e->fitness[i];
    }
    if (e->species->length) row.length = (double)length / n;
    if (row.viable) {
        row.mean = sum / row.viable;
        for (int i = 0; i < n; i++) {
            if (dado_is_none(e->fitness[i])) continue;
            double off = e->fitness[i] - row.mean;
            squares += off * off;
        }
        row.sd = sqrt(squares / row.viable);
    }
    row.distinct = count_distinct(e);
    return row;
}

// Sums fitness up along the wheel. What is not above zero has no share, unless
// nothing is: then all have the same.
static void turn_wheel(dado_evolution *e)
{
    int n = e->plan.population;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        if (e->fitness[i] > 0) sum += e->fitness[i];
        e->wheel[i] = sum;
    }
    if (!(sum > 0)) {
        for (int i = 0; i < n; i++) {
            if (!dado_is_none(e->fitness[i])) sum += 1;
            e->wheel[i] = sum;
        }
    }
    if (!(sum > 0)) {
        for (int i = 0; i < n; i++) e->wheel[i] = i + 1;
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
    int best = (int)dado_quick_below(luck, (uint32_t)e->plan.population);
    for (int i = 1; i < e->plan.tournament || (dado_is_none(e->fitness[best]) && e->any_viable);
         i++) {
        int other = (int)dado_quick_below(luck, (uint32_t)e->plan.population);
        if (better(e->fitness[other], e->fitness[best])) best = other;
    }
    return best;
}

static int choose_parent(const dado_evolution *e, dado_quick *luck)
{
    return e->plan.selection == DADO_ROULETTE ? spin(e, luck) : contest(e, luck);
}

// Two parents, two children; the fitness of a copy is known.
static void breed_pair(void *context, int pair, int hand)
{
    (void)hand;
    dado_evolution *e = context;
    const dado_species *s = e->species;
    dado_quick luck = luck_of(e, e->generation + 1, pair);
    unsigned char *first = genome_at(e, e->children, 2 * pair);
    unsigned char *second = genome_at(e, e->children, 2 * pair + 1);
    int a = choose_parent(e, &luck), b = choose_parent(e, &luck);
    memcpy(first, genome_at(e, e->population, a), s->size);
    memcpy(second, genome_at(e, e->population, b), s->size);
    bool crossed = e->plan.crossover >= 1 || dado_quick_unit(&luck) < e->plan.crossover;
    if (crossed) s->cross(s, &luck, first, second);
    s->mutate(s, &luck, first);
    s->mutate(s, &luck, second);
}

// The next generation takes the place of this one.
static void breed(dado_evolution *e)
{
    int n = e->plan.population;
    if (e->plan.selection == DADO_ROULETTE) turn_wheel(e);
    e->any_viable = dado_evolution_best(e) >= 0;
    dado_crew_run(e->crew, n / 2, together, breed_pair, e);
    if (e->plan.elite > 0) dado_evolution_rank(e, e->order);
    unsigned char *parents = e->population;
    double *parent_fitness = e->fitness;
    e->population = e->children;
    e->fitness = e->child_fitness;
    e->children = parents;
    e->child_fitness = parent_fitness;
    e->generation++;
    forget(e);
    // The elite takes the last places, and who was bred there makes way. Its fitness is known.
    for (int i = 0; i < e->plan.elite; i++) {
        int to = n - 1 - i, from = e->order[i];
        memcpy(genome_at(e, e->population, to), genome_at(e, parents, from), e->species->size);
        e->fitness[to] = parent_fitness[from];
        e->judged[to] = true;
        e->unjudged--;
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
    if (e->unjudged > 0) return true;
    if (e->generation < e->plan.generations) {
        note_row(e);
        if (e->halt != DADO_BREEDING_ON) return true;
        breed(e);
        if (!judge(e, err)) return false;
        if (e->unjudged > 0) return true;
    }
    if (e->generation >= e->plan.generations) e->halt = DADO_HALT_GENERATIONS;
    return true;
}

bool dado_evolution_run(dado_evolution *e, dado_evolution_watcher *watch, void *context,
                        const volatile sig_atomic_t *stop, dado_error *err)
{
    e->stop = stop;
    bool fine = true, on = true;
    while (fine && on && e->halt == DADO_BREEDING_ON && !stopped(e)) {
        int rows = e->row_count;
        fine = dado_evolution_step(e, err);
        if (fine && watch && e->row_count > rows) on = watch(context, e, &e->rows[rows]);
    }
    e->stop = NULL;
    return fine;
}
