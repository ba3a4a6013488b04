// remote_fitness.c - see remote_fitness.h.
#include "job/remote_fitness.h"

#include <stdlib.h>
#include <string.h>

#include "job/level_inputs.h"
#include "job/species_source.h"

enum { most_given = 1 << 16 };

typedef struct worker {  // what the threads of a process share
    dado_job_run job_run;
    dado_breeding_setup setup;
    dado_level_breeding level_breeding;
    const dado_species *species;  // points into one of these two
    const unsigned char *genomes;
} worker;

// ---- the coordinator ----

// Where results are stored and how they are shown does not affect what is bred.
static bool affects_answer(const dado_job_run *job_run, int which)
{
    const dado_param *param = job_run->given[which].param;
    return !param->beside && dado_job_param_named(job_run->job, param->name);
}

static dado_byte_writer pack_order(const dado_remote_fitness *h, const void *genomes, int count)
{
    dado_byte_writer order = { .grows = true }, *out = &order;
    const dado_job_run *job_run = h->job_run;
    dado_pack_text(out, h->own->settings);
    dado_pack_text(out, job_run->job->name);
    int telling = 0;
    for (int i = 0; i < job_run->given_count; i++) telling += affects_answer(job_run, i);
    dado_pack_number(out, (uint64_t)telling);
    for (int i = 0; i < job_run->given_count; i++) {
        if (!affects_answer(job_run, i)) continue;
        dado_pack_text(out, job_run->given[i].param->name);
        dado_pack_text(out, job_run->given[i].value);
    }
    dado_pack_number(out, h->creatures);
    dado_pack_number(out, (uint64_t)count);
    dado_pack_bytes(out, genomes, (size_t)count * h->own->size);
    return order;
}

typedef struct fitness_results {
    const dado_job_run *job_run;
    double *fitness;
    int count, taken;
    bool broken;
} fitness_results;

static bool take(void *context, int64_t from, int64_t to, const unsigned char *bytes, size_t size)
{
    fitness_results *t = context;
    dado_byte_reader in = { .bytes = bytes, .size = size };
    for (int64_t i = from; i < to; i++) t->fitness[i] = dado_unpack_real(&in);
    t->broken = in.broken || in.used != in.size;
    t->taken += (int)(to - from);
    dado_job_run_report_progress(t->job_run, t->taken, t->count, "variants", "judged");
    return !t->broken;
}

static bool watch(void *context)
{
    const fitness_results *t = context;
    return !dado_job_run_is_stopped(t->job_run);
}

static bool judge(const dado_species *species, const void *genomes, int count, double *fitness,
                  dado_error *err)
{
    const dado_remote_fitness *h = (const dado_remote_fitness *)species;
    fitness_results t = { .job_run = h->job_run, .fitness = fitness, .count = count };
    dado_cluster_job job = { .task = &dado_remote_task_variants,
                             .order = pack_order(h, genomes, count),
                             .to = count,
                             .context = &t,
                             .take = take,
                             .watch = watch };
    bool fine = dado_cluster_run(h->job_run->cluster, &job, err);
    if (t.broken) dado_fail(err, DADO_SYNTAX, "malformed reply about judged variants");
    return fine;
}

void dado_remote_fitness_init(dado_remote_fitness *remote_fitness, const dado_species *own,
                              dado_job_run *job_run, uint64_t creatures)
{
    *remote_fitness = (dado_remote_fitness){
        .species = *own, .own = own, .job_run = job_run, .creatures = creatures
    };
    if (job_run->cluster) remote_fitness->species.judge = judge;
}

// ---- the workers ----

static bool read_job_run(worker *y, dado_byte_reader *in, dado_region *region, dado_error *err)
{
    const char *name = dado_unpack_text(in, region);
    const dado_job *job = name ? dado_job_named(name) : NULL;
    uint64_t count = dado_unpack_number(in);
    dado_argument *given = count < most_given ? dado_new(region, dado_argument, count + 1) : NULL;
    for (uint64_t i = 0; job && given && i < count; i++) {
        const char *param = dado_unpack_text(in, region);
        given[i].param = param ? dado_job_param_named(job, param) : NULL;
        given[i].value = dado_unpack_text(in, region);
        if (!given[i].param || !given[i].value) in->broken = true;
    }
    if (count < most_given && !given) {
        return dado_fail(err, DADO_LIMIT, "no memory left for the settings of a remote job");
    }
    if (!job || !given || in->broken) {
        return dado_fail(err, DADO_SYNTAX, "a request for variants is damaged");
    }
    y->job_run = (dado_job_run){ .job = job,
                                 .given = given,
                                 .given_count = (int)count,
                                 .region = region,
                                 .flag_prefix = "--",
                                 .threads = 1,
                                 .err = err };
    return true;
}

// Opens the species that the request breeds.
static bool open_species(worker *y, uint64_t creatures)
{
    if (y->job_run.job != &dado_job_level_evolve) {
        y->species = &y->setup.species;
        return dado_breeding_setup_open(&y->setup, &y->job_run);
    }
    y->species = &y->level_breeding.species;
    if (!dado_job_run_level_species(&y->job_run, NULL, NULL, &y->level_breeding)) return false;
    y->level_breeding.breed.creatures = creatures;
    return true;
}

static bool begin(void **shared, dado_byte_reader *in, dado_region *region, dado_error *err)
{
    worker *y = *shared = dado_new(region, worker, 1);
    if (!y) return dado_fail(err, DADO_LIMIT, "no memory left for an order");
    const char *settings = dado_unpack_text(in, region);
    if (!read_job_run(y, in, region, err)) return false;
    if (!open_species(y, dado_unpack_number(in))) return false;
    const dado_species *species = y->species;
    if (!settings || strcmp(settings, species->settings) != 0) {
        return dado_fail(err, DADO_INVALID,
                         "a file that the command names is different on this machine; copy it "
                         "from the machine of the coordinator");
    }
    uint64_t count = dado_unpack_number(in);
    if (count > in->size) return dado_fail(err, DADO_SYNTAX, "a request for variants is damaged");
    unsigned char *kept = dado_region_alloc(region, (size_t)count + 1, species->size);
    const unsigned char *bytes = dado_unpack_bytes(in, (size_t)count * species->size);
    if (!bytes) return dado_fail(err, DADO_SYNTAX, "a request for variants is incomplete");
    if (!kept) return dado_fail(err, DADO_LIMIT, "no memory left for the variants to judge");
    memcpy(kept, bytes, (size_t)count * species->size);
    y->genomes = kept;
    y->job_run.err = NULL;  // the error variable no longer exists when work comes
    return true;
}

static bool work(void *shared, void **own, int64_t from, int64_t to, const atomic_int *halt,
                 dado_byte_writer *answer, dado_error *err)
{
    const worker *y = shared;
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

const dado_remote_task dado_remote_task_variants = {
    .name = "variants",
    .begin = begin,
    .work = work,
    .free_own = free,
};
