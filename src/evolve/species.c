// species.c - functions that work for all species, and batches of genomes; see species.h.
#include "evolve/species.h"

#include <string.h>

uint64_t dado_species_hash(const char *text)
{
    uint64_t hash = 14695981039346656037u;
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return hash;
}

bool dado_species_set_settings(dado_species *species, const dado_text *settings,
                               dado_region *region, dado_error *err)
{
    species->settings = dado_region_copy(region, dado_text_string(settings), settings->length);
    return species->settings ||
           dado_fail(err, DADO_LIMIT, "out of memory while preparing the species %s",
                     species->name);
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

// ---- batches of genomes ----

enum { together = 32 };  // most genomes that a thread takes at a time

bool dado_genome_batch_make(dado_genome_batch *l, const dado_species *species, int room,
                            bool traits, dado_thread_pool *pool, dado_region *region,
                            dado_error *err)
{
    size_t traits_room = traits ? (size_t)room * DADO_TRAITS_MOST : 0;
    *l = (dado_genome_batch){ .species = species,
                              .room = room,
                              .crossover = 1,
                              .pool = pool,
                              .stride = (species->scratch + 127) & ~(size_t)63 };
    l->genomes = dado_region_alloc(region, (size_t)room, species->size);
    l->fitness = dado_new(region, double, room);
    l->traits = traits ? dado_new(region, double, traits_room) : NULL;
    l->judged = dado_new(region, bool, room);
    l->scratch = dado_region_alloc(region, (size_t)dado_thread_pool_size(pool), l->stride);
    return (l->genomes && l->fitness && (l->traits || !traits) && l->judged && l->scratch) ||
           dado_fail(err, DADO_LIMIT, "out of memory for %d genomes of %s", room, species->name);
}

void *dado_genome_batch_at(const dado_genome_batch *l, int place)
{
    return l->genomes + (size_t)place * l->species->size;
}

void dado_genome_batch_unjudge(dado_genome_batch *l)
{
    for (int i = 0; i < l->count; i++) {
        l->fitness[i] = DADO_NONE;
        l->judged[i] = false;
    }
}

int dado_genome_batch_unjudged(const dado_genome_batch *l)
{
    int left = 0;
    for (int i = 0; i < l->count; i++) left += !l->judged[i];
    return left;
}

static dado_fast_rng rng_of(const dado_genome_batch *l, int part)
{
    return dado_fast_rng_seed(dado_derive_seed(l->seed, (uint64_t)part));
}

static void create_one(void *context, int i, int worker)
{
    (void)worker;
    const dado_genome_batch *l = context;
    dado_fast_rng rng = rng_of(l, i);
    l->species->create(l->species, &rng, dado_genome_batch_at(l, i));
}

static void breed_pair(void *context, int pair, int worker)
{
    (void)worker;
    const dado_genome_batch *l = context;
    const dado_species *s = l->species;
    dado_fast_rng rng = rng_of(l, pair);
    void *first = dado_genome_batch_at(l, 2 * pair),
         *second = dado_genome_batch_at(l, 2 * pair + 1);
    memcpy(first, l->parent(l->context, &rng), s->size);
    memcpy(second, l->parent(l->context, &rng), s->size);
    bool crossed = l->crossover >= 1 || dado_fast_rng_unit(&rng) < l->crossover;
    if (crossed) s->cross(s, &rng, first, second);
    s->mutate(s, &rng, first);
    s->mutate(s, &rng, second);
}

void dado_genome_batch_create(dado_genome_batch *l, int count, uint64_t seed)
{
    l->count = count;
    l->seed = dado_derive_seed(seed, 0);
    dado_thread_pool_run(l->pool, count, together, create_one, l);
}

void dado_genome_batch_breed(dado_genome_batch *l, int count, uint64_t seed, int number,
                             const void *(*parent)(const void *context, dado_fast_rng *rng),
                             const void *context)
{
    l->count = count;
    l->seed = dado_derive_seed(seed, (uint64_t)number);
    l->parent = parent;
    l->context = context;
    dado_thread_pool_run(l->pool, count / 2, together, breed_pair, l);
}

static bool stopped(const dado_genome_batch *l)
{
    return l->stop && *l->stop;
}

static void judge_one(void *context, int i, int worker)
{
    dado_genome_batch *l = context;
    const dado_species *s = l->species;
    if (l->judged[i] || stopped(l)) return;
    // When genome i begins, most of those before it are done.
    if (worker == 0 && l->judging.hear && !s->judge) {
        l->judging.hear(l->judging.context, i, l->count);
    }
    const void *genome = dado_genome_batch_at(l, i);
    void *scratch = l->scratch + (size_t)worker * l->stride;
    double *traits = l->traits ? l->traits + (size_t)i * DADO_TRAITS_MOST : NULL;
    bool at_once = traits && s->measure && !s->judge;
    double fitness = s->judge  ? l->fitness[i]
                     : at_once ? s->measure(s, genome, scratch, traits)
                               : s->fitness(s, genome, scratch);
    if (traits && !at_once) s->describe(s, genome, scratch, traits);
    // The species may check the same flag and have stopped halfway.
    if (stopped(l)) return;
    l->fitness[i] = fitness;
    l->judged[i] = true;
}

bool dado_genome_batch_judge(dado_genome_batch *l, dado_error *err)
{
    if (dado_genome_batch_unjudged(l) == 0) return true;
    // If the species' `judge` was stopped, no genome counts as judged; the next call
    // starts over.
    bool fine =
        !l->species->judge || l->species->judge(l->species, l->genomes, l->count, l->fitness, err);
    if (fine) dado_thread_pool_run(l->pool, l->count, together, judge_one, l);
    return fine || stopped(l);
}
