// ground.h - where matches are played as a picture: maps and levels, with what happened on them.
#pragma once

#include "evolve/levels.h"
#include "report/document.h"
#include "report/sprites.h"

typedef struct dado_ground {
    const dado_ground_kind *kind;
    const void *of;               // what is of that kind: a dado_map, a dado_level
    const dado_sprites *sprites;  // a map in these instead of our own; or NULL
    const double *heat;           // drawn over it, pale: a number a square from 0 up, DADO_NONE
                                  // where there is none; or NULL
    const dado_route *route;      // the way through a level; or NULL
    float *ends;                  // x in pixels of the level where players ended that did not win
    int *end_players;             // which kind of player each was
    int end_count;
    int strip;  // columns of a level before the picture goes on below; 0: all side by side
} dado_ground;

// What the text of a file that ends so holds; false where it is nothing to look at.
bool dado_ground_read(dado_ground *ground, const char *suffix, const char *name, const char *text,
                     dado_arena *arena);

// A file of its own: a PNG, or an SVG.
bool dado_ground_write(const dado_ground *ground, bool png, const char *name, dado_text *out,
                      dado_arena *arena, dado_error *err);

// As a part of a document, in characters too.
dado_part *dado_report_ground(dado_document *document, const dado_part *asked,
                              const dado_ground *ground, const char *name, dado_arena *arena);
