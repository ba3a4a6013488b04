// species.c - what species have in common, and litters of any; see species.h.
#include "evolve/species.h"

#include <string.h>

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

// ---- litters ----

enum { together = 32 };  // genomes a thread takes at a time, at most

bool dado_litter_make(dado_litter *l, const dado_species *species, int room, bool traits,
                      dado_crew *crew, dado_arena *arena, dado_error *err)
{
    size_t traits_room = traits ? (size_t)room * DADO_TRAITS_MOST : 0;
    *l = (dado_litter){ .species = species, .room = room, .crossover = 1, .crew = crew,
                        .stride = (species->scratch + 127) & ~(size_t)63 };
    l->genomes = dado_arena_take(arena, (size_t)room, species->size);
    l->fitness = dado_new(arena, double, room);
    l->traits = traits ? dado_new(arena, double, traits_room) : NULL;
    l->judged = dado_new(arena, bool, room);
    l->scratch = dado_arena_take(arena, (size_t)dado_crew_size(crew), l->stride);
    return (l->genomes && l->fitness && (l->traits || !traits) && l->judged && l->scratch) ||
           dado_fail(err, DADO_LIMIT, "no memory left for %d of %s", room, species->name);
}

void *dado_litter_genome(const dado_litter *l, int place)
{
    return l->genomes + (size_t)place * l->species->size;
}

void dado_litter_forget(dado_litter *l)
{
    for (int i = 0; i < l->count; i++) {
        l->fitness[i] = DADO_NONE;
        l->judged[i] = false;
    }
}

int dado_litter_unjudged(const dado_litter *l)
{
    int left = 0;
    for (int i = 0; i < l->count; i++) left += !l->judged[i];
    return left;
}

static dado_quick luck_of(const dado_litter *l, int part)
{
    return dado_quick_seed(dado_derive(l->seed, (uint64_t)part));
}

static void create_one(void *context, int i, int hand)
{
    (void)hand;
    const dado_litter *l = context;
    dado_quick luck = luck_of(l, i);
    l->species->create(l->species, &luck, dado_litter_genome(l, i));
}

static void breed_pair(void *context, int pair, int hand)
{
    (void)hand;
    const dado_litter *l = context;
    const dado_species *s = l->species;
    dado_quick luck = luck_of(l, pair);
    void *first = dado_litter_genome(l, 2 * pair), *second = dado_litter_genome(l, 2 * pair + 1);
    memcpy(first, l->parent(l->context, &luck), s->size);
    memcpy(second, l->parent(l->context, &luck), s->size);
    bool crossed = l->crossover >= 1 || dado_quick_unit(&luck) < l->crossover;
    if (crossed) s->cross(s, &luck, first, second);
    s->mutate(s, &luck, first);
    s->mutate(s, &luck, second);
}

void dado_litter_create(dado_litter *l, int count, uint64_t seed)
{
    l->count = count;
    l->seed = dado_derive(seed, 0);
    dado_crew_run(l->crew, count, together, create_one, l);
}

void dado_litter_breed(dado_litter *l, int count, uint64_t seed, int number,
                       const void *(*parent)(const void *context, dado_quick *luck),
                       const void *context)
{
    l->count = count;
    l->seed = dado_derive(seed, (uint64_t)number);
    l->parent = parent;
    l->context = context;
    dado_crew_run(l->crew, count / 2, together, breed_pair, l);
}

static bool stopped(const dado_litter *l)
{
    return l->stop && *l->stop;
}

static void judge_one(void *context, int i, int hand)
{
    dado_litter *l = context;
    const dado_species *s = l->species;
    if (l->judged[i] || stopped(l)) return;
    if (hand == 0 && l->judging.hear && !s->judge) {  // who begins the i-th has most before behind
        l->judging.hear(l->judging.context, i, l->count);
    }
    const void *genome = dado_litter_genome(l, i);
    void *scratch = l->scratch + (size_t)hand * l->stride;
    double *traits = l->traits ? l->traits + (size_t)i * DADO_TRAITS_MOST : NULL;
    bool at_once = traits && s->measure && !s->judge;
    double fitness = s->judge  ? l->fitness[i]
                     : at_once ? s->measure(s, genome, scratch, traits)
                               : s->fitness(s, genome, scratch);
    if (traits && !at_once) s->describe(s, genome, scratch, traits);
    if (stopped(l)) return;  // a species that looks at the same flag may have cut it short
    l->fitness[i] = fitness;
    l->judged[i] = true;
}

bool dado_litter_judge(dado_litter *l, dado_error *err)
{
    if (dado_litter_unjudged(l) == 0) return true;
    // Where this was stopped on the way nobody is judged, and whoever goes on begins anew.
    bool fine = !l->species->judge ||
                l->species->judge(l->species, l->genomes, l->count, l->fitness, err);
    if (fine) dado_crew_run(l->crew, l->count, together, judge_one, l);
    return fine || stopped(l);
}
