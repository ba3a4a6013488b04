// level_species.h - platform levels as a species: rows of patterns that go well together.
//
// There are three ways of breeding. The faithful one is that of the published research and
// never changes. The improved one may also insert, remove and swap patterns, cuts its
// parents anywhere, keeps the best, and can breed toward expectations on measures of
// levels. The varied one is the improved one that also wants variety, calm and danger in
// turns, and danger that grows.
#pragma once

#include "agents/platform_planner.h"
#include "core/region.h"
#include "evolve/genetic_algorithm.h"
#include "measure/expectations.h"
#include "worlds/platform/level.h"
#include "worlds/platform/level_measures.h"
#include "worlds/platform/pattern_score.h"

typedef struct dado_level_genome {  // the genome; its genes fill the species' size
    uint16_t count;                 // number of genes
    uint16_t width;                 // columns that the genes take
    uint8_t genes[];
} dado_level_genome;

typedef enum dado_level_cross {
    DADO_LEVEL_PREFIX,  // the method of the published research
    DADO_LEVEL_TAILS,
    DADO_LEVEL_STRETCH,
    DADO_LEVEL_UNIFORM,
} dado_level_cross;

// Finds which of `count` events happen, if each has the same small probability, with one
// draw per event that happens and not one per event. Powers are computed by
// multiplication, so the result does not depend on a machine's logarithm.
enum { DADO_GEOMETRIC_SKIP_MOST = 1024 };
typedef struct dado_geometric_skip {
    double chance;
    // Probability that none of the first n happens.
    double never[DADO_GEOMETRIC_SKIP_MOST + 1];
} dado_geometric_skip;
void dado_geometric_skip_prepare(dado_geometric_skip *rare, double chance);
// Returns the first event from `from` to `count` - 1 that happens, or `count` if none
// does.
int dado_geometric_skip_next(const dado_geometric_skip *rare, int from, int count,
                             dado_fast_rng *rng);

typedef struct dado_level_species_config {
    const dado_patterns *patterns;
    const dado_pattern_score *score;
    int width;         // most columns of a level
    int first_margin;  // columns at the end that the first genomes leave free
    // Columns that all other genomes leave free, including start and end platform.
    int trim_margin;
    double mutation;                       // mutation probability of each gene
    double inserting, removing, swapping;  // probabilities for each genome
    dado_level_cross cross;
    // Genomes that the reachability filter refuses are not viable.
    bool passable;
    const dado_expectations *toward;  // expectations on measures; or NULL
    // Fitness that a level loses if it meets no expectation.
    double toward_weight;
    bool toward_course;  // some expectation is about how a level goes
    // Fitness for full variety, for a pace of 1 and for a curve of 1; `course` if any counts.
    double variety, pace, curve;
    bool course;
    // Levels are played, and bred toward the difficulty `hard`.
    bool hard_given;
    double hard;
    int hard_matches;    // matches by each kind of player
    uint64_t creatures;  // seed of the creatures in levels that are played
    // Genes that the first genomes are made from; NULL: they are random.
    const uint8_t *ancestor;
    int ancestor_count;
    dado_geometric_skip rare;
    int room;       // most genes of a genome
    bool all_safe;  // every row of these patterns is passable by shape
    // [left * patterns + right]: these two alone are not passable.
    const uint8_t *doubtful_pairs;
    int widest;  // with fewer columns left than this, only patterns that fit are drawn
} dado_level_species_config;

// Reads how levels are bred from options: algorithm (faithful, improved or varied),
// mutation, width, first_margin, trim_margin, cross, insert, remove, swap, passable,
// variety, pace, curve, and all of dado_genetic_settings_ask. `algorithm` decides the
// defaults of the others.
void dado_level_species_ask(dado_option_reader *ask, dado_level_species_config *breed,
                            dado_genetic_settings *plan);

// Prepares the species; memory comes from `region`.
bool dado_level_species(dado_species *species, dado_level_species_config *breed,
                        dado_region *region, dado_error *err);

// ---- breeding levels from options, and selecting one ----

// The texts to breed from. NULL means the default; the sources are names for messages.
typedef struct dado_level_breeding_texts {
    const char *patterns, *patterns_source;
    const char *table, *table_source;
    const char *toward, *toward_source;  // expectations on measures of levels; NULL: none
    // A row of patterns to start from; NULL: random ones.
    const char *genes, *genes_source;
    // Fitness that a level loses if it meets none of them.
    double weight;
    bool hard_given;  // breed toward the difficulty `hard`, by playing
    double hard;
} dado_level_breeding_texts;

typedef struct dado_level_breeding {
    dado_patterns patterns;
    dado_pattern_score score;
    dado_expectations expect;
    dado_level_species_config breed;
    dado_genetic_settings plan;
    dado_species species;
    const char *settings;  // all settings, as they were understood
    // Ends the planner's search, which then fails; or NULL.
    const volatile sig_atomic_t *stop;
} dado_level_breeding;

bool dado_level_breeding_open(dado_level_breeding *level_breeding, const dado_options *options,
                              const dado_level_breeding_texts *texts, dado_region *region,
                              dado_error *err);

// A level that was selected, and the proof that it can be finished.
typedef struct dado_selected_level {
    uint64_t seed;
    double fitness;
    int tried;           // number of genomes that the planner tried before it
    bool finished;       // whether the planner finished it
    const void *genome;  // valid as long as its population is
    int gene_count;
    uint8_t genes[DADO_GENES_MOST];
    dado_level level;
    double measures[DADO_LEVEL_MEASURES];
    dado_route route;
} dado_selected_level;

// Selects the best genome of a population. If `insist`, it is the best one that the
// planner can finish, among the first `most` different ones. The level is allocated from
// `region`.
bool dado_level_breeding_select(const dado_level_breeding *level_breeding,
                                const dado_evolution *evolution, bool insist, int most,
                                dado_selected_level *kept, dado_region *region, dado_error *err);

// Runs the planner on a level; the route is the proof, or shows how far it came.
bool dado_level_prove(const dado_level *level, const dado_planner_settings *how, dado_route *route,
                      dado_region *region, dado_error *err);

// Replays the route that a level carries; `route` tells whether it wins and how far it
// comes. Returns false if memory is short.
bool dado_level_replay_route(const dado_level *level, dado_route *route, dado_region *region,
                             dado_error *err);

// Returns the positions of the hero on a route, two numbers per tick, allocated from
// `region`; NULL if memory is short.
float *dado_level_route_path(const dado_level *level, const dado_route *route, dado_region *region);

// ---- similarity of levels: by windows of tiles, and by compression ----

typedef struct dado_divergence {
    // Kullback-Leibler divergence in nats: of the first from the second, and the reverse.
    double there, back;
    double both;  // the mean of both
} dado_divergence;

// Compares all k x k windows of tiles of two sets of levels. Returns false if memory is
// short.
bool dado_levels_divergence(const dado_level *const *a, int a_count, const dado_level *const *b,
                            int b_count, int k, dado_divergence *divergence, dado_region *region);

// Returns the size of a text compressed by a small LZ77 coder, in bytes. The coder must
// never change.
int dado_lz77_size(const char *text, int length, dado_region *region);

// Returns the distance of two levels by compression: 0 for equal levels, about 1 for
// levels that have nothing in common, DADO_NONE if memory is short.
double dado_level_distance(const dado_level *a, const dado_level *b, dado_region *region);
