// species.h - the interface of everything that can be evolved.
//
// A species is a table of functions on genomes. A genome is a run of bytes of a fixed
// size that may be copied, compared and kept in an array, like the state of a game: no
// pointers, no padding, unused bytes zero. Only the species knows what the bytes mean: a
// row of level patterns, the parameters of a map generator, the rules of a game.
//
// Random numbers come from outside, with one generator per new genome, so results are the
// same on any number of threads.
#pragma once

#include <signal.h>

#include "core/scope_cleanup.h"
#include "core/error.h"
#include "core/rng.h"
#include "core/match_record.h"
#include "lab/thread_pool.h"

enum { DADO_TRAITS_MOST = 32 };

typedef struct dado_species dado_species;
struct dado_species {
    const char *name;  // the name that users type, such as "platform-level"
    // Everything that decides a fitness, as one line; compared when a run is resumed.
    const char *settings;
    const void *data;  // private data of the species
    size_t size;       // size of a genome in bytes
    // Bytes of work space that `fitness` and `describe` need per thread.
    size_t scratch;

    // Writes a random genome, all of its bytes.
    void (*create)(const dado_species *species, dado_fast_rng *rng, void *genome);

    // Turns two copies of the parents into two children.
    void (*cross)(const dado_species *species, dado_fast_rng *rng, void *first, void *second);

    // Changes a child a little, or not at all.
    void (*mutate)(const dado_species *species, dado_fast_rng *rng, void *genome);

    // Returns the fitness; more is better. DADO_NONE means not viable: such a genome has
    // no children while others are viable. Called from several threads at once.
    double (*fitness)(const dado_species *species, const void *genome, void *scratch);

    // The functions below may be NULL; the text in brackets says what happens then.

    // Computes the fitness of many genomes at once, for species whose matches are played
    // by the lab on all cores. [`fitness` is called for each.]
    bool (*judge)(const dado_species *species, const void *genomes, int count, double *fitness,
                  dado_error *err);

    // Computes the traits of a genome, for archives and expressive range: one number per
    // entry of `traits`, whose end is marked as in all lists of measures. [There are no
    // traits.]
    void (*describe)(const dado_species *species, const void *genome, void *scratch,
                     double *traits);
    const dado_measure *traits;

    // Computes fitness and traits together, if that costs no more than one of them. [Both
    // functions are called.]
    double (*measure)(const dado_species *species, const void *genome, void *scratch,
                      double *traits);

    // Returns the length of a genome, for the statistics. [There is no length.]
    int (*length)(const dado_species *species, const void *genome);

    // Returns whether these bytes are a valid genome; used for genomes read from a file.
    // [They are.]
    bool (*valid)(const dado_species *species, const void *genome);

    // Writes a genome as people write it. [As bytes.]
    void (*print)(const dado_species *species, const void *genome, dado_text *out);

    // Writes what a genome stands for, as the text of a file that other commands read;
    // returns false if there is none. [As `print` does.]
    bool (*write)(const dado_species *species, const void *genome, dado_text *out);
    const char *suffix;  // suffix of such files, such as ".map"
};

// Copies the settings into `region`; fails if memory is short.
bool dado_species_set_settings(dado_species *species, const dado_text *settings,
                               dado_region *region, dado_error *err);
// Hash of a long text, to be used in `settings`.
uint64_t dado_species_hash(const char *text);
bool dado_species_write(const dado_species *species, const void *genome, dado_text *out);

int dado_species_traits(const dado_species *species);  // number of traits
// Index of a trait, or -1.
int dado_species_trait(const dado_species *species, const char *name);

// A callback that reports, on the calling thread, about how many of a population are
// judged.
typedef struct dado_judging_progress {
    void (*hear)(void *context, int judged, int all);  // may be NULL
    void *context;
} dado_judging_progress;

// Genomes that are made and judged together, on all threads: a generation, or a batch of
// an archive. Each genome has its own random stream, and a batch is a function of its
// seed.
typedef struct dado_genome_batch {
    const dado_species *species;
    int room, count;   // most genomes it may have, and how many it has
    double crossover;  // probability that a pair is crossed; 1 unless the caller sets it
    unsigned char *genomes;
    double *fitness;  // DADO_NONE also if it is not known yet
    double *traits;   // DADO_TRAITS_MOST per genome; NULL if not needed
    bool *judged;     // whether the fitness is known
    uint64_t seed;
    dado_judging_progress judging;  // set by the caller
    // Once not 0, genomes not judged yet stay so; or NULL.
    const volatile sig_atomic_t *stop;
    dado_thread_pool *pool;  // belongs to the caller
    unsigned char *scratch;  // work space of each thread
    size_t stride;
    // Chooses a parent, for batches that are bred.
    const void *(*parent)(const void *context, dado_fast_rng *rng);
    const void *context;
} dado_genome_batch;

// Allocates a batch of at most `room` genomes from `region`.
bool dado_genome_batch_make(dado_genome_batch *litter, const dado_species *species, int room,
                            bool traits, dado_thread_pool *pool, dado_region *region,
                            dado_error *err);

// Fill a batch with `count` genomes, random or bred from pairs of parents. `number` is
// the number of the batch in a run with this seed. `parent` is called from several
// threads at once.
void dado_genome_batch_create(dado_genome_batch *litter, int count, uint64_t seed);
void dado_genome_batch_breed(dado_genome_batch *litter, int count, uint64_t seed, int number,
                             const void *(*parent)(const void *context, dado_fast_rng *rng),
                             const void *context);
// Marks all genomes as not judged.
void dado_genome_batch_unjudge(dado_genome_batch *litter);

// Judges all genomes that are not judged yet, unless it is stopped.
bool dado_genome_batch_judge(dado_genome_batch *litter, dado_error *err);
int dado_genome_batch_unjudged(const dado_genome_batch *litter);
void *dado_genome_batch_at(const dado_genome_batch *litter, int place);
