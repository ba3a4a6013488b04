// form.h - the shelf of forms in which maps come from elsewhere and go there.
//
// A form is one file and one line in forms.def: how to recognise it, how to
// paint what it holds on a canvas, and, for some, how to write a map in it.
// Whatever it holds that a dungeon has no word for is a loss, and losses are
// listed, never swallowed. What comes out is the text of a `.map`, which has
// passed the same checks as any other.
#pragma once

#include "worlds/dungeon/template.h"

typedef struct dado_canvas dado_canvas;

typedef struct dado_map_form {
    const char *name;      // as typed: "tmx"
    const char *about;     // one line, for help and reference
    const char *suffixes;  // of its files, parted by blanks: ".tmx"; or ""
    const char *legend;    // what its signs usually mean, as lines of a legend; or NULL
    // How sure it is that these bytes are of its form: 0 not at all, 9 by a name that others share,
    // 100 beyond doubt. `bytes` are ended by a zero that does not count.
    int (*sniff)(const char *source, const char *bytes, size_t length);
    bool (*read)(dado_canvas *canvas);
    void (*write)(const dado_map *map, dado_text *out);  // or NULL
} dado_map_form;

extern const dado_map_form *const dado_map_forms[];  // ended by NULL
const dado_map_form *dado_map_form_named(const char *name);
const dado_map_form *dado_map_form_guess(const char *source, const char *bytes, size_t length);

// Does the name of a file end like this?
bool dado_name_ends(const char *name, const char *suffix);

enum { DADO_LOSSES_MOST = 64 };

// What an import could not keep, or had to decide: a sentence, and how often.
typedef struct dado_loss {
    char text[160];
    int times;
} dado_loss;

typedef struct dado_losses {
    dado_loss list[DADO_LOSSES_MOST];
    int count;
    int more;  // kinds of losses that the list has no room for
} dado_losses;

// A file beside the one that is imported, by the name that one gives: a tile set, a level.
typedef bool dado_beside(void *self, const char *name, const char **bytes, size_t *length,
                         dado_error *err);

typedef struct dado_import {
    const char *source;  // the file as the user named it
    const char *bytes;   // ended by a zero that does not count
    size_t length;
    const dado_map_form *form;  // NULL: by the name of the file and what is in it
    const char *legend;         // its text, or NULL
    const dado_templates *templates;
    int part;             // of a file that holds several maps, from 1; 0 is the first
    uint64_t seed;        // settles what a file leaves to chance
    dado_beside *beside;  // NULL: nothing is beside it
    void *self;
} dado_import;

// Makes a `.map` text of it. Errors have a place where the file has lines.
bool dado_map_import(const dado_import *ask, dado_text *out, dado_losses *losses, dado_error *err);
