// import.h - maps from elsewhere: drawn with letters, grids of numbers, Tiled's JSON and TMX.
//
// What is read becomes a `.map` text, which then passes the same checks as any
// other. Things are named by templates; a legend says what a letter or a number means.
#ifndef DADO_WORLDS_DUNGEON_IMPORT_H
#define DADO_WORLDS_DUNGEON_IMPORT_H

#include "worlds/dungeon/template.h"

typedef enum dado_import_form {
    DADO_IMPORT_GUESS,  // by the name of the file, then by what is in it
    DADO_IMPORT_LETTERS,
    DADO_IMPORT_NUMBERS,
    DADO_IMPORT_TILED_JSON,
    DADO_IMPORT_TMX,
} dado_import_form;

// `legend` is text with lines `X = ID [TEMPLATE]`, X a letter or a number, TEMPLATE also start,
// exit or gold; or NULL. Errors have a place where the text has lines.
bool dado_map_import(const char *source, const char *text, dado_import_form form,
                     const char *legend, const dado_templates *templates, dado_text *out,
                     dado_error *err);

#endif
