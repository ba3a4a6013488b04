// stock.h - what `dado evolve` breeds: described games, maps, generators of maps, levels.
//
// The loop is one for all of them: engine, store, progress, table, files and
// page. What differs is how a word and its flags become a species, and what
// people do next with a file that was bred. That much is a stock.
#pragma once

#include "job/errand.h"
#include "evolve/genetic.h"
#include "report/report.h"

typedef struct dado_stock dado_stock;

typedef struct dado_stable {
    dado_errand *errand;
    const char *word;      // that names what is to be bred
    const dado_stock *stock;
    dado_source source;    // of a described game or a drawn map
    uint64_t seed;
    dado_species species;  // from here on filled in by `open`
    dado_breeding plan;    // as usual for this stock; flags are read over it
    const char *name;      // of what is bred
    const void *ancestor;  // its genome; or NULL where the first are random
    void *own;             // the stock's
} dado_stable;

struct dado_stock {
    const char *name;            // of one, as faces of worlds call it: see bred_of_file in face.h
    const char *names;           // of several: "games"
    const char *const *columns;  // traits that the table shows; ended by NULL
    const char *const *flags;    // that it takes and others may not; ended by NULL
    bool wished;                 // fitness is a quality from 0 to 1, as wished
    const char *notation;        // suffix of a file with the genome as it prints; or NULL
    const char *const *endings;  // of files that are this stock whatever is in them; or NULL

    // Reads the word and the parameters.
    bool (*open)(dado_stable *stable);

    // A command for one that was written to `file`: what gives its figures again, and what shows
    // more of it.
    void (*again)(const dado_stable *stable, const char *file, dado_text *out);
    void (*look)(const dado_stable *stable, const char *file, dado_text *out);

    // From here on NULL is an answer too, the one in brackets.

    // From now on what is being judged may be cut short once *stop is not 0; NULL ends that.
    // [It never is.]
    void (*heed)(dado_stable *stable, const volatile sig_atomic_t *stop);

    // May it be shown? [It may.]
    bool (*worthy)(const dado_stable *stable, const void *genome);

    // The steps that led to it, a line each. [Nobody knows.]
    const char *(*steps)(const void *genome);
};

#define DADO_NAMES(...) (const char *const[]){ __VA_ARGS__, NULL }

#define STOCK(name) extern const dado_stock dado_stock_##name;
#include "job/stocks.def"
#undef STOCK

// What an errand wants bred, opened: its stock, its species, and how it is bred.
bool dado_stable_open(dado_stable *stable, dado_errand *errand);

// A number whose usual value is the stock's own.
int64_t dado_stock_whole(const dado_errand *errand, const char *name, int64_t usual);
