// format.h - documents as bytes: for terminals, for programs, for browsers.
//
// A format is one file and one line in formats.def. It is handed a document and never asks where
// that came from; so every answer of dado can be had in every format.
#pragma once

#include "report/document.h"

typedef struct dado_look {  // of a terminal; other formats do not care
    int columns;
    bool colour;
    bool seen;  // by somebody; else an entry of a list is a line, however long
} dado_look;

typedef struct dado_format {
    const char *name;    // as typed: "json"
    const char *ending;  // of files: ".json"
    const char *about;
    void (*write)(const dado_document *document, const dado_look *look, dado_text *out);
} dado_format;

extern const dado_format *const dado_formats[];  // ended by NULL

const dado_format *dado_format_named(const char *name);   // or NULL
const dado_format *dado_format_of_file(const char *path); // by its ending; or NULL

// A hash of all a document says, but for the version of dado and the command.
uint64_t dado_document_hash(const dado_document *document);

// The parts alone as HTML, on a page of somebody else's that has our style.
void dado_page_parts(const dado_document *document, dado_text *out);
void dado_page_style(dado_text *out);
// The beginning of one, up to its style; `allowed` is what a policy lets it use besides that.
void dado_page_head(const char *allowed, const char *title, const char *more, dado_text *out);

// The level of the intervals in a field of a table; 0 where it has none.
double dado_part_level(const dado_part *part, int field);

// Whether it has verdicts that the answer gives; what a page tells besides is told before.
static inline bool dado_part_judges(const dado_part *part)
{
    return part->kind == DADO_PART_VERDICTS && part->reader != DADO_FOR_PAGES;
}

// Verdicts as lines of a terminal `columns` wide; their marks are for pages too.
const char *dado_tone_mark(dado_tone tone);
void dado_verdicts_print(const dado_verdict *verdicts, int count, int columns, bool colour,
                         dado_text *out);

// An entry as people read it; nothing where there is none.
void dado_entry_say(const dado_entry *entry, dado_text *out);
void dado_figure_say(dado_figure figure, dado_text *out);           // 27.4 %
void dado_figure_say_interval(dado_figure figure, dado_text *out);  // 26.5 to 28.3 %; or nothing
