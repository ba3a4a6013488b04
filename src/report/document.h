// document.h - the answer of a job, as data.
//
// A document is a title and parts in reading order: words, facts, verdicts, tables,
// charts, pictures, texts, diagnostics, links. It knows nothing of widths, colours, tags
// or commas; formats do (format.h), and every answer can be written in every format.
// Numbers are estimates (measure/estimate.h), so an interval appears in all formats or in
// none.
//
// A document owns everything it holds: what is added is copied. If memory runs out it is
// marked as `cut`, and the caller gets an error instead of half a document.
#pragma once

#include "core/region.h"
#include "core/foreach_macro.h"
#include "core/error.h"
#include "measure/estimate.h"
#include "report/chart.h"
#include "judge/verdicts_by_topic.h"

enum { DADO_DOCUMENT_VERSION = 1 };  // of the JSON format; see docs/reference/document.md

typedef enum dado_part_kind {
    DADO_PART_TEXT,         // a paragraph
    DADO_PART_FACTS,        // names with their values
    DADO_PART_VERDICTS,     // claims with their evidence
    DADO_PART_TABLE,        // rows of typed fields
    DADO_PART_CHART,        // one of two shapes, see below
    DADO_PART_PICTURE,      // a drawing, and the same in characters
    DADO_PART_SOURCE,       // text as written: a description, a map, a command
    DADO_PART_DIAGNOSTICS,  // what is wrong with a text, and where
    DADO_PART_LINKS,        // what to do next: commands, files
} dado_part_kind;

// Who gets a part. Programs (JSON, CSV) get all of them.
typedef enum dado_audience {
    DADO_FOR_ALL,
    DADO_FOR_PAGES,      // too much for a terminal
    DADO_FOR_TERMINALS,  // pages show it in another way
    DADO_FOR_PROGRAMS,   // no person reads it
} dado_audience;

static inline bool dado_is_for(dado_audience reader, dado_audience who)
{
    return reader == DADO_FOR_ALL || reader == who;
}

typedef enum dado_entry_kind {
    DADO_ENTRY_NONE,
    DADO_ENTRY_TEXT,
    DADO_ENTRY_ESTIMATE,
    DADO_ENTRY_FLAG,   // yes or no
    DADO_ENTRY_CURVE,  // several values as a curve, the size of a word
    DADO_ENTRY_LINK,   // words that link to a file beside the page
} dado_entry_kind;

typedef struct dado_entry {  // an entry of a table, or a fact
    dado_entry_kind kind;
    bool flag;
    bool aside;  // terminals leave out the row that it begins
    const char *words;
    const char *target;  // for links
    const char *about;   // an explanation that readers can open; or NULL
    dado_estimate figure;
    const double *curve;
    int curve_count;
} dado_entry;

typedef enum dado_field_kind {
    DADO_FIELD_WORDS,
    DADO_FIELD_NUMBER,    // a number whose interval, if any, is not shown
    DADO_FIELD_ESTIMATE,  // a number with its interval beside it
    DADO_FIELD_FLAG,
    DADO_FIELD_CURVE,
} dado_field_kind;

typedef struct dado_field {  // a column
    const char *name;        // for programs: "mean_score"
    const char *title;       // for people: "mean score"
    dado_field_kind kind;
    // 0 always stays; on a narrow terminal the highest is dropped first, intervals before
    // it
    int rank;
    bool steady;  // its interval is never dropped before it: a claim rests on it
    dado_audience reader;
    bool seat;      // its numbers are seats: people count them from 1, programs from 0
    bool measures;  // its entries name measures, which have explanations
    bool whole;     // its words are never cut short
    // Rows with the same value are grouped under it, if there are at least two groups.
    bool group;
    const char *about;  // a sentence, or NULL
} dado_field;

// Defines a column: its kind, name, title and other fields, as in DADO_FIELD(NUMBER,
// "low", "from", .rank = 1, .about = "Where the window begins").
#define DADO_FIELD(which, ...) \
    { \
        __VA_ARGS__, .kind = DADO_FIELD_##which \
    }
// Adds a column to a table that has no rows yet: dado_column(part, NUMBER, "low",
// "from").
#define dado_column(part, ...) dado_put_field(part, (dado_field)DADO_FIELD(__VA_ARGS__))

typedef struct dado_fact {
    const char *name, *label;  // for programs and for people
    dado_entry entry;
    const char *about;  // more about it, such as "seed 1"; or NULL
} dado_fact;

typedef struct dado_diagnostic {  // an error or warning about a text
    dado_error error;
    bool warning;
    const char *text;  // the text that contains the place; or NULL
} dado_diagnostic;

typedef struct dado_link {
    const char *label, *target;  // `target` is a command or a file
} dado_link;

typedef enum dado_chart_shape { DADO_SHAPE_CHART, DADO_SHAPE_HEATMAP } dado_chart_shape;

typedef struct dado_document dado_document;

typedef struct dado_part {
    dado_part_kind kind;
    const char *name;     // unique in the document: "seats"
    const char *heading;  // begins a section; NULL continues the section before
    const char *caption;  // of a table or picture; or NULL
    dado_audience reader;
    bool attached;  // belongs to the part before it: a remark below a table
    bool folded;    // pages show it only when it is opened
    bool large;     // for facts: the main points; for verdicts: read first
    bool small;     // for texts: small print
    bool wrapped;   // for pictures: made of words; lines that are too long are wrapped
    bool detail;    // terminals show it only if the user asks for everything
    // For verdicts: how many a terminal shows unless the user asks for all, the lines
    // below each (NULL: none), and the command that shows the rest.
    int worst;
    const char *const *hints;
    const char *rest;
    // It depends on the clock or on where results are stored. Programs do not get it, so
    // that their answers are the same bytes at any time.
    bool not_reproducible;
    dado_document *document;
    struct dado_part *next;

    const char *words;        // text and source; a picture in characters
    const char *svg;          // a drawing made by dado
    const char *const *inks;  // terminal colours of its characters: "33X#" is X and # in colour 33
    union {                   // depends on its kind
        void *items;
        dado_verdict *verdicts;
        dado_fact *facts;
        dado_diagnostic *remarks;
        dado_link *links;
        dado_field *fields;
    };
    union {
        int count, field_count;
    };
    int room;             // for items
    dado_entry *entries;  // row by row
    int entry_count, entry_room;

    dado_chart_shape shape;
    union {
        dado_chart chart;
        dado_heatmap heat;
    } drawn;
} dado_part;

typedef struct dado_setting {  // a parameter with its final value
    // A parameter with several values has one setting for each, side by side.
    const char *name, *value;
    const char *json;  // its type in a request: "integer", "number", "boolean"; or NULL
    bool many;
} dado_setting;

struct dado_document {
    dado_region region;
    const char *title;  // "Kuhn poker"
    const char *said;   // what was done, as a phrase: "100 matches, seed 1"; or NULL
    const char *about;  // a sentence about the subject; or NULL

    // The job, the command that gives the same answer, the version of dado.
    const char *job, *command, *version;
    dado_setting *settings;
    int setting_count;
    uint64_t rules, plan;  // hashes of what was played; 0: nothing was
    uint64_t against;      // hash of the rules it is compared with; 0: none, or the same

    bool unfinished;     // it was stopped before its end
    bool failed;         // an assertion does not hold: the command exits with 3
    bool partly_failed;  // a part of the request could not be done: the command exits with 1
    bool cut;            // memory ran out
    dado_part *first, *last;
    dado_part lost;  // receives what there was no memory for
};

void dado_document_init(dado_document *document);
void dado_document_free(dado_document *document);

// Copies a text into the document. NULL stays NULL; NULL is also returned if memory has run out.
const char *dado_document_copy(dado_document *document, const char *text);
const char *dado_document_copyf(dado_document *document, const char *format, ...) DADO_PRINTF(2, 3);

// Returns the part with that name, or NULL.
const dado_part *dado_document_part(const dado_document *document, const char *name);

// Functions that add a part to the end of a document. They return it, and never NULL:
// where memory ran out, what is put into the part is lost. `spec` holds the part's name,
// and may hold more: DADO_PART("seats", .heading = "Seats", .reader = DADO_FOR_PAGES).
#define DADO_PART(...) (&(const dado_part){ .name = __VA_ARGS__ })
dado_part *dado_add_part(dado_document *document, const dado_part *spec, dado_part_kind kind,
                         const char *words);
dado_part *dado_add_verdicts(dado_document *document, const dado_part *spec,
                             const dado_verdict *verdicts, int count);
dado_part *dado_add_table(dado_document *document, const dado_part *spec, const dado_field *fields,
                          int count);
dado_part *dado_add_chart(dado_document *document, const dado_part *spec, const dado_chart *chart);
// Adds a chart of estimates with their intervals, as bars or dots. They are put one by
// one, at most `most`; `chart` is everything except its series.
dado_part *dado_add_estimates(dado_document *document, const dado_part *spec, dado_mark mark,
                              int most, dado_chart chart);
dado_part *dado_add_heatmap(dado_document *document, const dado_part *spec,
                            const dado_heatmap *heat);
// `svg` is a drawing made by dado. `words` shows the same at a terminal, or is NULL.
dado_part *dado_add_picture(dado_document *document, const dado_part *spec, const char *svg,
                            const char *words);

// Macros for these functions, in which `part` is a name or a DADO_PART:
// dado_document_facts(answer, "settings").
#define DADO_PART_SPEC(part) \
    _Generic((part), const dado_part *: dado_part_from_spec, default: dado_part_from_name)( \
        part, &(dado_part){ 0 })
const dado_part *dado_part_from_spec(const dado_part *part, dado_part *room);
const dado_part *dado_part_from_name(const char *name, dado_part *room);
#define dado_document_add(d, part, ...) dado_add_part(d, DADO_PART_SPEC(part), __VA_ARGS__)
#define dado_document_text(d, part, words) dado_document_add(d, part, DADO_PART_TEXT, words)
#define dado_document_textf(d, part, ...) \
    dado_document_text(d, part, dado_document_copyf(d, __VA_ARGS__))
#define dado_document_source(d, part, text) dado_document_add(d, part, DADO_PART_SOURCE, text)
#define dado_document_facts(d, part) dado_document_add(d, part, DADO_PART_FACTS, NULL)
#define dado_document_diagnostics(d, part) dado_document_add(d, part, DADO_PART_DIAGNOSTICS, NULL)
#define dado_document_links(d, part) dado_document_add(d, part, DADO_PART_LINKS, NULL)
#define dado_document_verdicts(d, part, ...) dado_add_verdicts(d, DADO_PART_SPEC(part), __VA_ARGS__)
#define dado_document_table(d, part, ...) dado_add_table(d, DADO_PART_SPEC(part), __VA_ARGS__)
#define dado_document_chart(d, part, ...) dado_add_chart(d, DADO_PART_SPEC(part), __VA_ARGS__)
#define dado_document_estimates(d, part, ...) \
    dado_add_estimates(d, DADO_PART_SPEC(part), __VA_ARGS__)
#define dado_document_heatmap(d, part, ...) dado_add_heatmap(d, DADO_PART_SPEC(part), __VA_ARGS__)
#define dado_document_picture(d, part, ...) dado_add_picture(d, DADO_PART_SPEC(part), __VA_ARGS__)

// Adds a table with its columns: dado_table(answer, "seats", DADO_FIELD(NUMBER, "seat",
// "seat"), ...).
#define dado_table(document, asked, ...) \
    dado_document_table(document, asked, (const dado_field[]){ __VA_ARGS__ }, \
                        (int)(sizeof(const dado_field[]){ __VA_ARGS__ } / sizeof(dado_field)))

// Draws the part as SVG: as a piece of a page, or as a complete file if `alone`.
void dado_part_draw(const dado_part *part, bool alone, dado_text *out);
// Writes a table as CSV, beginning with this field.
void dado_part_csv(const dado_part *part, int first, dado_text *out);

// Functions that fill a part. The entries of a table are put one by one, and a full row ends by
// itself.
void dado_put_field(dado_part *part, dado_field field);
void dado_put_curve(dado_part *part, const double *values, int count);
void dado_put_link_to(dado_part *part, const char *words, const char *target);
void dado_put_entries(dado_part *part, const dado_entry *entries, int count);

// Puts one entry or many, each by its C type: words (NULL: none), whole numbers, reals
// (DADO_NONE: none), figures, flags. In C, `true` and a comparison are whole numbers; write
// (bool)(a > b) for a flag.
#define dado_put(part, ...) \
    dado_put_entries(part, (const dado_entry[]){ DADO_FOREACH(DADO_ENTRY, __VA_ARGS__) }, \
                     DADO_COUNT_ARGS(__VA_ARGS__))
#define dado_put_textf(part, ...) dado_put(part, dado_document_copyf((part)->document, __VA_ARGS__))
#define DADO_ENTRY(value) \
    _Generic((value), char *: dado_entry_text, const char *: dado_entry_text, \
             bool: dado_entry_flag, int: dado_entry_integer, unsigned: dado_entry_integer, \
             long: dado_entry_integer, long long: dado_entry_integer, double: dado_entry_real, \
             dado_estimate: dado_entry_estimate)(value)
dado_entry dado_entry_text(const char *words);  // texts are borrowed until the entry is put
dado_entry dado_entry_flag(bool flag);
dado_entry dado_entry_integer(int64_t value);
dado_entry dado_entry_real(double value);
dado_entry dado_entry_estimate(dado_estimate figure);
void dado_put_row_hidden(dado_part *part);  // terminals leave out the row just begun

// Begins a row whose entries name their columns. Columns that are not put stay empty.
void dado_put_row(dado_part *part);
#define dado_put_named(part, column, value) dado_put_in_column(part, column, DADO_ENTRY(value))
void dado_put_in_column(dado_part *part, const char *column, dado_entry entry);
int dado_part_rows(const dado_part *part);

// Adds a series to a chart, then its points, at most so many. Points without an x (DADO_NONE) get
// 0, 1, 2, ...; estimates have a label there.
void dado_put_series(dado_part *part, int most, dado_series series);
void dado_put_point(dado_part *part, double x, double y);
void dado_put_range(dado_part *part, double x, dado_interval y);
void dado_put_estimate(dado_part *part, dado_interval estimate, const char *label);

// Adds a fact; the C type of the value decides its kind, as for entries of a row.
#define dado_fact(part, name, label, value) dado_put_fact(part, name, label, DADO_ENTRY(value))
void dado_put_fact(dado_part *part, const char *name, const char *label, dado_entry entry);
void dado_fact_about(dado_part *part, const char *about);  // for the fact put last
#define dado_fact_aboutf(part, ...) \
    dado_fact_about(part, dado_document_copyf((part)->document, __VA_ARGS__))

void dado_put_diagnostic(dado_part *part, const dado_error *error, bool warning, const char *text);
void dado_put_link(dado_part *part, const char *label, const char *target);
