// map_picture.h - draws maps and levels as pictures, with what happened on them.
#pragma once

#include "evolve/level_species.h"
#include "report/document.h"
#include "report/sprites.h"

typedef struct dado_map_picture {
    const dado_tileset *kind;
    const void *of;               // of that kind: a dado_map or a dado_level
    const dado_sprites *sprites;  // draws a map with these instead of dado's own shapes; or NULL
    const double *heat;           // drawn over it: a number per square, or DADO_NONE; or NULL
    const dado_route *route;      // the route through a level; or NULL
    float *ends;                  // where losing players ended: x in pixels of the level
    int *end_players;             // the kind of player of each
    int end_count;
    int strip;  // columns of a level per strip; strips lie below each other; 0: a single strip
} dado_map_picture;

// Reads the text of a file with this suffix. Returns false if it cannot be drawn.
bool dado_map_picture_read(dado_map_picture *ground, const char *suffix, const char *name,
                           const char *text, dado_region *region);

// Writes the picture as a file: a PNG or an SVG.
bool dado_map_picture_write(const dado_map_picture *ground, bool png, const char *name,
                            dado_text *out, dado_region *region, dado_error *err);

// Adds the picture to a document, also in characters.
dado_part *dado_report_map_picture(dado_document *document, const dado_part *asked,
                                   const dado_map_picture *ground, const char *name,
                                   dado_region *region);
