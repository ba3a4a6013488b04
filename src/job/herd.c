// herd.c - see herd.h.
#include "job/herd.h"

#include <stdlib.h>
#include <string.h>

#include "job/levels.h"
#include "job/stock.h"

enum { most_given = 1 << 16 };

typedef struct yard {  // what the threads of a process share
    dado_errand errand;
    dado_stable stable;
    dado_farm farm;
    const dado_species *species;  // of one of these two
    const unsigned char *genomes;
} yard;

// ---- who conducts

// Where it is kept and how it is shown does not change what is bred.
static bool has_a_say(const dado_errand *errand, int which)
{
    const dado_param *param = errand->given[which].param;
    return !param->beside && dado_job_param_named(errand->job, param->name);
}

static dado_packing pack_order(const dado_herd *h, const void *genomes, int count)
{
    dado_packing order = { .grows = true }, *out = &order;
    const dado_errand *errand = h->errand;
    dado_pack_text(out, h->own->settings);
    dado_pack_text(out, errand->job->name);
    int telling = 0;
    for (int i = 0; i < errand->given_count; i++) telling += has_a_say(errand, i);
    dado_pack_number(out, (uint64_t)telling);
    for (int i = 0; i < errand->given_count; i++) {
        if (!has_a_say(errand, i)) continue;
        dado_pack_text(out, errand->given[i].param->name);
        dado_pack_text(out, errand->given[i].value);
    }
    dado_pack_number(out, h->creatures);
    dado_pack_number(out, (uint64_t)count);
    dado_pack_bytes(out, genomes, (size_t)count * h->own->size);
    return order;
}

typedef struct tally {
    const dado_errand *errand;
    double *fitness;
    int count, taken;
    bool broken;
} tally;

static bool take(void *context, int64_t from, int64_t to, const unsigned char *bytes, size_t size)
{
    tally *t = context;
    dado_unpacking in = { .bytes = bytes, .size = size };
    for (int64_t i = from; i < to; i++) t->fitness[i] = dado_unpack_real(&in);
    t->broken = in.broken || in.used != in.size;
    t->taken += (int)(to - from);
    dado_errand_working(t->errand, t->taken, t->count, "variants", "judged");
    return !t->broken;
}

static bool watch(void *context)
{
    const tally *t = context;
    return !dado_errand_stopped(t->errand);
}

static bool judge(const dado_species *species, const void *genomes, int count, double *fitness,
                  dado_error *err)
{
    const dado_herd *h = (const dado_herd *)species;
    tally t = { .errand = h->errand, .fitness = fitness, .count = count };
    dado_fleet_job job = { .trade = &dado_trade_variants, .order = pack_order(h, genomes, count),
                           .to = count, .context = &t, .take = take, .watch = watch };
    bool fine = dado_fleet_run(h->errand->fleet, &job, err);
    if (t.broken) dado_fail(err, DADO_SYNTAX, "an answer about variants makes no sense");
    return fine;
}

void dado_herd_gather(dado_herd *herd, const dado_species *own, dado_errand *errand,
                      uint64_t creatures)
{
    *herd = (dado_herd){ .species = *own, .own = own, .errand = errand, .creatures = creatures };
    if (errand->fleet) herd->species.judge = judge;
}

// ---- who judges

static bool read_errand(yard *y, dado_unpacking *in, dado_arena *arena, dado_error *err)
{
    const char *name = dado_unpack_text(in, arena);
    const dado_job *job = name ? dado_job_named(name) : NULL;
    uint64_t count = dado_unpack_number(in);
    dado_given *given = count < most_given ? dado_new(arena, dado_given, count + 1) : NULL;
    for (uint64_t i = 0; job && given && i < count; i++) {
        const char *param = dado_unpack_text(in, arena);
        given[i].param = param ? dado_job_param_named(job, param) : NULL;
        given[i].value = dado_unpack_text(in, arena);
        if (!given[i].param || !given[i].value) in->broken = true;
    }
    if (!job || !given || in->broken) return dado_fail(err, DADO_SYNTAX, "an order makes no sense");
    y->errand = (dado_errand){ .job = job, .given = given, .given_count = (int)count,
                               .arena = arena, .mark = "--", .threads = 1, .err = err };
    return true;
}

// Makes of the errand what it breeds.
static bool open_species(yard *y, uint64_t creatures)
{
    if (y->errand.job != &dado_job_level_evolve) {
        y->species = &y->stable.species;
        return dado_stable_open(&y->stable, &y->errand);
    }
    y->species = &y->farm.species;
    if (!dado_errand_farm(&y->errand, NULL, NULL, &y->farm)) return false;
    y->farm.breed.creatures = creatures;
    return true;
}

static bool begin(void **shared, dado_unpacking *in, dado_arena *arena, dado_error *err)
{
    yard *y = *shared = dado_new(arena, yard, 1);
    if (!y) return dado_fail(err, DADO_LIMIT, "no memory left for an order");
    const char *settings = dado_unpack_text(in, arena);
    if (!read_errand(y, in, arena, err)) return false;
    if (!open_species(y, dado_unpack_number(in))) return false;
    const dado_species *species = y->species;
    if (!settings || strcmp(settings, species->settings) != 0) {
        return dado_fail(err, DADO_MEANING,
                         "what is bred is not the same here: a file that is named in the command "
                         "differs from that of the process that conducts");
    }
    uint64_t count = dado_unpack_number(in);
    if (count > in->size) return dado_fail(err, DADO_SYNTAX, "an order makes no sense");
    unsigned char *kept = dado_arena_take(arena, (size_t)count + 1, species->size);
    const unsigned char *bytes = dado_unpack_bytes(in, (size_t)count * species->size);
    if (!kept || !bytes) return dado_fail(err, DADO_SYNTAX, "an order makes no sense");
    memcpy(kept, bytes, (size_t)count * species->size);
    y->genomes = kept;
    y->errand.err = NULL;  // which is gone by the time that there is work
    return true;
}

static bool work(void *shared, void **own, int64_t from, int64_t to, const atomic_int *halt,
                 dado_packing *answer, dado_error *err)
{
    const yard *y = shared;
    const dado_species *species = y->species;
    if (!*own) *own = aligned_alloc(64, (species->scratch + 64) / 64 * 64);
    if (!*own) return dado_fail(err, DADO_LIMIT, "no memory left to judge variants");
    for (int64_t i = from; i < to; i++) {
        if (atomic_load_explicit(halt, memory_order_relaxed)) return false;
        const void *genome = y->genomes + (size_t)i * species->size;
        dado_pack_real(answer, species->fitness(species, genome, *own));
    }
    return true;
}

const dado_trade dado_trade_variants = {
    .name = "variants", .begin = begin, .work = work, .rise = free,
};
