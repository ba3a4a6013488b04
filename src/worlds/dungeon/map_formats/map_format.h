// map_format.h - the list of file formats from which maps are imported and to which they
// are exported.
//
// A format is one file and one line in formats.def. It recognises its files, paints their
// contents on a canvas and, in some cases, writes a map. Contents that a dungeon cannot
// represent are losses; all losses are reported. The result of an import is the text of a
// `.map`, which has passed the same checks as any other.
#pragma once

#include "worlds/dungeon/enemy_item_templates.h"

typedef struct dado_import_canvas dado_import_canvas;

typedef struct dado_map_format {
    const char *name;   // the name that users type, such as "tmx"
    const char *about;  // one line, for help and reference
    // Suffixes of its files, separated by blanks, such as ".tmx"; or "".
    const char *suffixes;
    // The usual meaning of its signs, as lines of a legend; or NULL.
    const char *legend;
    // Returns how certain it is that these bytes have this format: 0 not at all, 9 by a
    // suffix that others share, 100 beyond doubt. A zero byte follows the `length` bytes.
    int (*sniff)(const char *source, const char *bytes, size_t length);
    bool (*read)(dado_import_canvas *canvas);
    void (*write)(const dado_map *map, dado_text *out);  // NULL if maps cannot be written
} dado_map_format;

extern const dado_map_format *const dado_map_formats[];  // the list ends with NULL
const dado_map_format *dado_map_format_named(const char *name);
const dado_map_format *dado_map_format_detect(const char *source, const char *bytes, size_t length);

// Returns whether a file name ends with a suffix.
bool dado_name_has_suffix(const char *name, const char *suffix);

enum { DADO_IMPORT_LOSSES_MOST = 64 };

// A sentence about what an import could not keep or had to decide, and how often that
// happened.
typedef struct dado_import_loss {
    char text[160];
    int times;
} dado_import_loss;

typedef struct dado_import_losses {
    dado_import_loss list[DADO_IMPORT_LOSSES_MOST];
    int count;
    int more;  // number of losses that the list has no room for
} dado_import_losses;

// Reads a file beside the imported one, such as a tile set or a level, by the name that
// the imported file uses.
typedef bool dado_sibling_file_reader(void *self, const char *name, const char **bytes,
                                      size_t *length, dado_error *err);

typedef struct dado_import {
    const char *source;  // the file as the user named it
    const char *bytes;   // followed by a zero byte that `length` does not count
    size_t length;
    const dado_map_format *form;  // NULL: recognise it by the file's name and content
    const char *legend;           // the text of the user's legend, or NULL
    const dado_templates *templates;
    int part;       // number of the map in a file with several, from 1; 0 for the first
    uint64_t seed;  // decides what a file leaves to chance
    dado_sibling_file_reader *beside;  // NULL if there are no files beside it
    void *self;
} dado_import;

// Imports a map as the text of a `.map`. Errors have a place if the file has lines.
bool dado_map_import(const dado_import *ask, dado_text *out, dado_import_losses *losses,
                     dado_error *err);
