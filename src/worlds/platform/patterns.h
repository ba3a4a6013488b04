// patterns.h - the pieces levels are put together from, read from text.
//
// A line is a pattern: its name, its class, its columns from left to right, and
// who waits in it.
//
//     roof  enemy  = =..P =..B =..B =..B =  walk 1 2 3 4
//
// A column begins with = for ground or _ for a pit, and goes on with the cells
// above it, from height 1 up. `walk 2` puts a walking creature on the ground of
// column 2, `walk 2@4` at height 4, `fly 2@4` one that has wings for certain;
// `snap 0|5` puts a snapper in one of two pipes, each as often as the other.
#pragma once

#include "worlds/platform/level.h"

enum {
    DADO_PATTERNS_MOST = 128,
    DADO_CLASSES_MOST = 12,
    DADO_PATTERN_WIDEST = 40,
    DADO_PATTERN_TALLEST = 12,
    DADO_PATTERN_WAITING = 12,  // creatures of each sort in one pattern
};

typedef struct dado_waiting {
    uint8_t column, height;
    bool flies;
} dado_waiting;

typedef struct dado_lair {  // of a snapper: one of these pipes, by left column
    uint8_t choice[4];
    uint8_t choices;
} dado_lair;

typedef struct dado_pattern {
    const char *name;
    int class_index;
    int width;
    const uint8_t *tiles;  // columns of 16, as in a level
    dado_waiting walkers[DADO_PATTERN_WAITING];
    int walker_count;
    dado_lair lairs[DADO_PATTERN_WAITING];
    int lair_count;
    int line;  // where it was written
} dado_pattern;

typedef struct dado_patterns {
    dado_pattern *items;
    int count;
    const char *classes[DADO_CLASSES_MOST];
    int class_count;
} dado_patterns;

// The 30 patterns of the research, in this notation.
extern const char dado_patterns_classic[];

bool dado_patterns_read(dado_patterns *patterns, const char *source, const char *text,
                        dado_arena *arena, dado_error *err);

int dado_patterns_find(const dado_patterns *patterns, const char *name);        // or -1
int dado_patterns_class(const dado_patterns *patterns, const char *name);       // or -1
int dado_patterns_width(const dado_patterns *patterns, const uint8_t *genes, int count);

// Puts a level together. The draws of creatures come from a stream of their own
// that `seed` begins; the tiles depend on the genes alone.
bool dado_level_build(dado_level *level, const dado_patterns *patterns, const uint8_t *genes,
                      int count, uint64_t seed, dado_arena *arena, dado_error *err);

// A genome as text: indices, or names, parted by blanks and line ends.
bool dado_genes_read(const dado_patterns *patterns, const char *source, const char *text,
                     uint8_t *genes, int most, int *count, dado_error *err);
void dado_genes_write(const uint8_t *genes, int count, dado_text *out);
