// species.h - what can be evolved, to everything that evolves.
//
// A species is a table of functions over genomes. A genome is a run of bytes of
// one size that may be copied, compared and kept in an array, as states of games
// are: no pointers, no padding, unused bytes zero. What the bytes mean is known
// to the species alone, be it a row of level patterns, the numbers of a map
// generator or a game's rules.
//
// Luck comes from outside, one generator for each genome that is made, so a
// species that keeps to it is the same on any number of threads.
#pragma once

#include <signal.h>

#include "core/ends.h"
#include "core/error.h"
#include "core/rng.h"
#include "core/trace.h"
#include "lab/crew.h"

enum { DADO_TRAITS_MOST = 32 };

typedef struct dado_species dado_species;
struct dado_species {
    const char *name;      // as typed: "platform-level"
    const char *settings;  // everything that decides a fitness, as one line; resuming compares it
    const void *data;      // the species' own
    size_t size;           // bytes of a genome
    size_t scratch;        // bytes of work space `fitness` and `describe` want, of each thread

    // Writes a random genome, all of it.
    void (*create)(const dado_species *species, dado_quick *luck, void *genome);

    // Two copies of the parents become two children.
    void (*cross)(const dado_species *species, dado_quick *luck, void *first, void *second);

    // Changes a child a little, or not at all.
    void (*mutate)(const dado_species *species, dado_quick *luck, void *genome);

    // How good it is; more is better. DADO_NONE: it is not viable, and has no
    // children while others are. Called from several threads at once.
    double (*fitness)(const dado_species *species, const void *genome, void *scratch);

    // From here on NULL is an answer too, the one in brackets.

    // The fitness of many at once, for those that have a lab play matches and
    // keep all cores busy themselves. [Asks `fitness` for each.]
    bool (*judge)(const dado_species *species, const void *genomes, int count, double *fitness,
                  dado_error *err);

    // What it is like, in numbers, for archives and expressive range: one for
    // each of `traits`, which ends as lists of measures do. [It has no traits.]
    void (*describe)(const dado_species *species, const void *genome, void *scratch,
                     double *traits);
    const dado_measure *traits;

    // Fitness and traits at once, where that costs no more than one of them. [Asks for both.]
    double (*measure)(const dado_species *species, const void *genome, void *scratch,
                      double *traits);

    // How long it is, for the statistics. [It has no length.]
    int (*length)(const dado_species *species, const void *genome);

    // Could these bytes be a genome? Asked of what was read from a file. [They could.]
    bool (*valid)(const dado_species *species, const void *genome);

    // As people write it. [As bytes.]
    void (*print)(const dado_species *species, const void *genome, dado_text *out);

    // What it stands for, as the text of a file that other verbs read; false if it makes
    // none. [As it prints.]
    bool (*write)(const dado_species *species, const void *genome, dado_text *out);
    const char *suffix;  // of such files: ".map"
};

// Keeps its settings in `arena`; false where there is no memory for them.
bool dado_species_settle(dado_species *species, const dado_text *settings, dado_arena *arena,
                         dado_error *err);
uint64_t dado_species_hash(const char *text);  // of a text that `settings` stand for
bool dado_species_write(const dado_species *species, const void *genome, dado_text *out);

int dado_species_traits(const dado_species *species);                  // how many
int dado_species_trait(const dado_species *species, const char *name);  // its place, or -1

// Hears, on the thread that called, how many of a population, about, were judged.
typedef struct dado_judging {
    void (*hear)(void *context, int judged, int all);  // or NULL
    void *context;
} dado_judging;

// Genomes that are made together and judged together, on all threads: a generation, or a batch of
// an archive. Each has luck of its own, and a litter is a function of its seed.
typedef struct dado_litter {
    const dado_species *species;
    int room, count;         // genomes that it may have, and has
    double crossover;        // chance that a pair is crossed; 1 unless the caller sets it
    unsigned char *genomes;
    double *fitness;         // DADO_NONE where it is not known, too
    double *traits;          // DADO_TRAITS_MOST a genome; NULL where nobody asks for them
    bool *judged;            // those that are known
    uint64_t seed;
    dado_judging judging;    // for the caller to set
    const volatile sig_atomic_t *stop;  // not 0: who is not judged yet stays so; or NULL
    dado_crew *crew;         // the caller's
    unsigned char *scratch;  // of each thread
    size_t stride;
    const void *(*parent)(const void *context, dado_quick *luck);  // of those that are bred
    const void *context;
} dado_litter;

// Room for so many, from `arena`.
bool dado_litter_make(dado_litter *litter, const dado_species *species, int room, bool traits,
                      dado_crew *crew, dado_arena *arena, dado_error *err);

// So many, at random or by pairs of parents: the `number`-th litter of a run of that seed.
// `parent` is asked from several threads at once.
void dado_litter_create(dado_litter *litter, int count, uint64_t seed);
void dado_litter_breed(dado_litter *litter, int count, uint64_t seed, int number,
                       const void *(*parent)(const void *context, dado_quick *luck),
                       const void *context);
void dado_litter_forget(dado_litter *litter);  // nobody is judged any more

// Judges those that are not: all of them, unless somebody wants to stop.
bool dado_litter_judge(dado_litter *litter, dado_error *err);
int dado_litter_unjudged(const dado_litter *litter);
void *dado_litter_genome(const dado_litter *litter, int place);
