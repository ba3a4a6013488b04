// format.h - writes documents as bytes: for terminals, for programs, for browsers.
//
// A format is one file and one line in formats.def. It gets a document and nothing else,
// so every answer of dado can be written in every format.
#pragma once

#include "report/document.h"

typedef struct dado_terminal_style {  // for terminals; other formats ignore it
    int columns;
    bool colour;
    bool all;   // show everything, not only what matters most
    bool seen;  // a person reads it; otherwise an entry of a list is one line, however long
} dado_terminal_style;

typedef struct dado_format {
    const char *name;    // as typed: "json"
    const char *ending;  // of file names: ".json"
    const char *about;
    void (*write)(const dado_document *document, const dado_terminal_style *look, dado_text *out);
} dado_format;

extern const dado_format *const dado_formats[];  // the last is NULL

const dado_format *dado_format_named(const char *name);  // or NULL
// By the ending of the file name; or NULL.
const dado_format *dado_format_of_file(const char *path);

// Returns a hash of everything in a document except the version of dado and the command.
uint64_t dado_document_hash(const dado_document *document);

// Writes the parts alone as HTML, for another page that has dado's style.
void dado_page_parts(const dado_document *document, dado_text *out);
void dado_page_style(dado_text *out);
// Writes the beginning of a page, up to its style. `allowed` is what its content policy allows
// besides that.
void dado_page_head(const char *allowed, const char *title, const char *more, dado_text *out);

// Returns the confidence level of the intervals in a field of a table; 0 if it has none.
double dado_part_level(const dado_part *part, int field);

// Returns true if the part has verdicts of the answer itself. Verdicts that only pages show do
// not count.
static inline bool dado_part_has_verdicts(const dado_part *part)
{
    return part->kind == DADO_PART_VERDICTS && part->reader != DADO_FOR_PAGES;
}

// Returns the sign that marks a verdict of this tone, in terminals and on pages.
const char *dado_tone_mark(dado_tone tone);
// Writes verdicts as lines for a terminal that is `columns` wide.
void dado_verdicts_print(const dado_verdict *verdicts, int count, int columns, bool colour,
                         dado_text *out);

// Writes an entry for people; nothing if it is empty.
void dado_entry_print(const dado_entry *entry, dado_text *out);
// The same for a table: seats are counted from 1.
void dado_cell_print(const dado_field *field, const dado_entry *entry, dado_text *out);
void dado_estimate_print(dado_estimate figure, dado_text *out);  // 27.4 %
void dado_estimate_print_interval(dado_estimate figure,
                                  dado_text *out);  // writes "26.5 to 28.3 %", or nothing
