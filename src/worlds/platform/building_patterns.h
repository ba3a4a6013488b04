// building_patterns.h - the patterns that levels are built from, read from text.
//
// Each line is a pattern: its name, its class, its columns from left to right, and the
// creatures in it.
//
//     roof  enemy  = =..P =..B =..B =..B =  walk 1 2 3 4
//
// A column begins with = for ground or _ for a pit, and goes on with the tiles above it,
// from height 1 up. `walk 2` puts a walking creature on the ground of column 2, `walk
// 2@4` at height 4. `fly 2@4` puts one there that always has wings. `snap 0|5` puts a
// snapper into one of two pipes, with equal probability.
#pragma once

#include "worlds/platform/level.h"

enum {
    DADO_PATTERNS_MOST = 128,
    DADO_CLASSES_MOST = 12,
    DADO_PATTERN_WIDEST = 40,
    DADO_PATTERN_TALLEST = 12,
    DADO_PATTERN_CREATURES = 12,  // most walkers, and most snappers, in one pattern
};

typedef struct dado_pattern_creature {
    uint8_t column, height;
    bool flies;
} dado_pattern_creature;

typedef struct dado_lair {  // the pipes one of which gets a snapper, by their left columns
    uint8_t choice[4];
    uint8_t choices;
} dado_lair;

typedef struct dado_pattern {
    const char *name;
    int class_index;
    int width;
    const uint8_t *tiles;  // columns of 16 tiles, as in a level
    dado_pattern_creature walkers[DADO_PATTERN_CREATURES];
    int walker_count;
    dado_lair lairs[DADO_PATTERN_CREATURES];
    int lair_count;
    int line;  // line of the file that defines it
} dado_pattern;

typedef struct dado_patterns {
    dado_pattern *items;
    int count;
    const char *classes[DADO_CLASSES_MOST];
    int class_count;
} dado_patterns;

// The 30 patterns of the published research, in this notation.
extern const char dado_patterns_classic[];

bool dado_patterns_read(dado_patterns *patterns, const char *source, const char *text,
                        dado_region *region, dado_error *err);

// Return the index of the pattern, or of the class, with this name; -1 if there is none.
int dado_patterns_find(const dado_patterns *patterns, const char *name);
int dado_patterns_class(const dado_patterns *patterns, const char *name);
int dado_patterns_width(const dado_patterns *patterns, const uint8_t *genes, int count);

// Builds a level from a row of patterns. The kinds of creatures are drawn from their own
// random stream, seeded by `seed`; the tiles depend on the genes alone.
bool dado_level_build(dado_level *level, const dado_patterns *patterns, const uint8_t *genes,
                      int count, uint64_t seed, dado_region *region, dado_error *err);

// A genome as text: indices or names of patterns, separated by blanks and line ends.
bool dado_genes_read(const dado_patterns *patterns, const char *source, const char *text,
                     uint8_t *genes, int most, int *count, dado_error *err);
void dado_genes_write(const uint8_t *genes, int count, dado_text *out);
