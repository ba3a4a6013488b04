// level_format.h - levels as text: the common form of 16 rows, the corpus form of 14, and
// JSON.
#pragma once

#include "worlds/platform/level.h"

// A remark about an oddity in a level that could be read all the same.
typedef struct dado_level_note {
    int line, column;
    char text[120];
} dado_level_note;

enum { DADO_LEVEL_NOTES_MOST = 32, DADO_LEVEL_ROWS_LEAST = 4 };

typedef struct dado_level_notes {
    dado_level_note list[DADO_LEVEL_NOTES_MOST];
    int count;  // number of notes; may be larger than DADO_LEVEL_NOTES_MOST
} dado_level_notes;

// Reads a level. Sixteen rows are the common text form, fifteen the same without the row
// of air on top, fourteen the corpus form. A text that begins with { is JSON. A line
// `route DIGITS` may follow after an empty line. Missing and
// misplaced parts are repaired and noted; errors have a line and a column. `notes` may be
// NULL.
bool dado_level_read_noting(dado_level *level, const char *source, const char *text,
                            dado_region *region, dado_level_notes *notes, dado_error *err);
bool dado_level_read(dado_level *level, const char *source, const char *text, dado_region *region,
                     dado_error *err);

// Writes the common form, which reads back as the same level.
void dado_level_write(const dado_level *level, dado_text *out);

// Gives the level a route, a set of buttons per tick; returns false if memory is short.
bool dado_level_set_route(dado_level *level, const uint8_t *buttons, int ticks,
                          dado_region *region);

// Writes the common form and, after an empty line, the route of the level, if it has one.
void dado_level_write_with_route(const dado_level *level, dado_text *out);

// Writes the corpus form, which loses the lowest row, the start, the exit, and the kinds
// of creatures.
void dado_level_write_corpus(const dado_level *level, dado_text *out);

// Adds what the corpus form of this level cannot hold, in words.
void dado_level_corpus_losses(const dado_level *level, dado_text *out);

// Writes a JSON object: the rows of the common form, the contents by name, and the route
// of the level, if it has one.
void dado_level_write_json(const dado_level *level, dado_text *out);

// Writes a map of the editor Tiled (TMX). `sheet` is the name of the picture of tiles
// beside it, which shows dado_level_sheet. Creatures, start, exit and route are kept as
// objects and as a property.
void dado_level_write_tiled(const dado_level *level, const char *sheet, dado_text *out);

// Makes a level of one column per tile and creature, whose picture is the sheet of tiles.
bool dado_level_sheet(dado_level *level, dado_region *region, dado_error *err);
