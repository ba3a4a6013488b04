// document.h - what dado answers, as data.
//
// A document is a title and parts in the order in which they are read: words, facts, verdicts,
// tables, charts, pictures, texts, diagnostics, links. It knows nothing of widths, colours, tags
// or commas; formats (format.h) do, and every answer can be had in every one of them. Numbers are
// figures (measure/figure.h), so that an interval is in all formats or in none.
//
// A document owns all it holds: what is added is copied. Where memory runs out it is `cut`, which
// whoever asked is told instead of being shown half of it.
#pragma once

#include "core/arena.h"
#include "core/each.h"
#include "core/error.h"
#include "measure/figure.h"
#include "report/chart.h"
#include "judge/verdict.h"

enum { DADO_DOCUMENT_VERSION = 1 };  // of its JSON; docs/reference/document.md says what is in it

typedef enum dado_part_kind {
    DADO_PART_TEXT,         // a paragraph
    DADO_PART_FACTS,        // names and what they are
    DADO_PART_VERDICTS,     // claims with their evidence
    DADO_PART_TABLE,        // rows of typed fields
    DADO_PART_CHART,        // of one of two shapes, see below
    DADO_PART_PICTURE,      // a drawing, and the same in characters
    DADO_PART_SOURCE,       // text as typed: a description, a map, a command
    DADO_PART_DIAGNOSTICS,  // what is wrong with a text, and where
    DADO_PART_LINKS,        // where to go on: commands, files
} dado_part_kind;

// Who is shown it. Programs (JSON, CSV) get everything.
typedef enum dado_reader {
    DADO_FOR_ALL,
    DADO_FOR_PAGES,      // too much for a terminal
    DADO_FOR_TERMINALS,  // pages say it another way
    DADO_FOR_PROGRAMS,   // nobody reads it
} dado_reader;

static inline bool dado_is_for(dado_reader reader, dado_reader who)
{
    return reader == DADO_FOR_ALL || reader == who;
}

typedef enum dado_entry_kind {
    DADO_ENTRY_NONE,
    DADO_ENTRY_WORDS,
    DADO_ENTRY_FIGURE,
    DADO_ENTRY_FLAG,   // yes or no
    DADO_ENTRY_CURVE,  // values in a row, the size of a word
    DADO_ENTRY_LINK,   // words that lead to a file beside the page
} dado_entry_kind;

typedef struct dado_entry {  // of a table or a fact
    dado_entry_kind kind;
    bool flag;
    bool aside;  // the row it begins goes without saying to people at a terminal
    const char *words;
    const char *target;  // of a link
    const char *about;   // what it is, for who asks; or NULL
    dado_figure figure;
    const double *curve;
    int curve_count;
} dado_entry;

typedef enum dado_field_kind {
    DADO_FIELD_WORDS,
    DADO_FIELD_NUMBER,    // a figure whose interval, if any, is not wanted
    DADO_FIELD_ESTIMATE,  // a figure with its interval beside it
    DADO_FIELD_FLAG,
    DADO_FIELD_CURVE,
} dado_field_kind;

typedef struct dado_field {  // a column
    const char *name;        // for programs: "mean_score"
    const char *title;       // for people: "mean score"
    dado_field_kind kind;
    int rank;  // 0 stays; where a terminal is narrow the highest goes first, intervals before it
    bool steady;  // its interval stays as long as it does itself: a claim rests on it
    dado_reader reader;
    bool measures;  // its entries are measures, of which more is to be said to who asks
    bool whole;     // its words are never cut short
    bool group;  // rows with the same value stand together under it, and only if there are two
    const char *about;  // a sentence, or NULL
} dado_field;

// A column of which kind, its name and title, and whatever else is to be said of it:
// DADO_FIELD(NUMBER, "low", "from", .rank = 1, .about = "Where the window begins").
#define DADO_FIELD(which, ...) { __VA_ARGS__, .kind = DADO_FIELD_##which }
// One more column of a table that has no rows yet: dado_column(part, NUMBER, "low", "from").
#define dado_column(part, ...) dado_put_field(part, (dado_field)DADO_FIELD(__VA_ARGS__))

typedef struct dado_fact {
    const char *name, *label;  // for programs and for people
    dado_entry entry;
    const char *about;  // "seed 1"; or NULL
} dado_fact;

typedef struct dado_remark {  // one of the diagnostics
    dado_error error;
    bool warning;
    const char *text;  // that the place is in; or NULL
} dado_remark;

typedef struct dado_link {
    const char *label, *target;  // target is a command, or a file
} dado_link;

typedef enum dado_chart_shape { DADO_SHAPE_CHART, DADO_SHAPE_HEAT } dado_chart_shape;

typedef struct dado_document dado_document;

typedef struct dado_part {
    dado_part_kind kind;
    const char *name;     // no other part has it: "seats"
    const char *heading;  // begins a section; NULL goes on with the one before
    const char *caption;  // of a table or picture; or NULL
    dado_reader reader;
    bool attached;  // to the part before it: a remark below a table
    bool folded;    // pages show it once it is asked for
    bool large;     // facts to remember if nothing else is read; verdicts to be read first
    bool small;     // of a text: small print
    bool fleeting;  // of the clock, or of where results are kept: never for programs, whose answers
                    // are the same bytes whenever they ask
    dado_document *document;
    struct dado_part *next;

    const char *words;  // text and source; a picture in characters
    const char *svg;    // a picture as a drawing of ours
    const char *const *inks;  // of its characters at a terminal: "33X#" is X and # in colour 33
    union {  // by its kind
        void *items;
        dado_verdict *verdicts;
        dado_fact *facts;
        dado_remark *remarks;
        dado_link *links;
        dado_field *fields;
    };
    union {
        int count, field_count;
    };
    int room;  // for items
    dado_entry *entries;  // row by row
    int entry_count, entry_room;

    dado_chart_shape shape;
    union {
        dado_chart chart;
        dado_heat heat;
    } drawn;
} dado_part;

typedef struct dado_setting {  // a parameter as it was understood
    const char *name, *value;  // of one that has many values each is a setting, side by side
    bool many;
} dado_setting;

struct dado_document {
    dado_arena arena;
    const char *title;  // "Kuhn poker"
    const char *said;   // in a phrase, what was done: "100 matches, seed 1"; or NULL
    const char *about;  // a sentence on what it is about; or NULL

    const char *job, *command, *version;  // who answered, and what to type to be told again
    dado_setting *settings;
    int setting_count;
    uint64_t rules, plan;  // hashes of what was played; 0: nothing was
    uint64_t against;      // of the rules it is compared with; 0: of none, or the same

    bool unfinished;  // stopped before its end
    bool failed;      // what was asked about does not hold: a command ends with 3
    bool lacking;     // a part of what was asked for could not be done: a command ends with 1
    bool cut;         // memory ran out
    dado_part *first, *last;
    dado_part lost;  // takes what there was no memory for
};

void dado_document_init(dado_document *document);
void dado_document_free(dado_document *document);

// Copies into the document; NULL stays NULL, and is what is answered once memory has run out.
const char *dado_document_copy(dado_document *document, const char *text);
const char *dado_document_copyf(dado_document *document, const char *format, ...)
    DADO_PRINTF(2, 3);

// The part of that name, or NULL.
const dado_part *dado_document_part(const dado_document *document, const char *name);

// New parts go to the end. Never NULL: where memory ran out, what is put there is lost. What makes
// them takes a name, or with it whatever else is to be said of a part:
// DADO_PART("seats", .heading = "Seats", .reader = DADO_FOR_PAGES).
#define DADO_PART(...) (&(const dado_part){ .name = __VA_ARGS__ })
#define DADO_ASKED(part)                                                              \
    _Generic((part), const dado_part *: dado_part_asked, default: dado_part_named)( \
        part, &(dado_part){ 0 })
const dado_part *dado_part_asked(const dado_part *part, dado_part *room);
const dado_part *dado_part_named(const char *name, dado_part *room);

dado_part *dado_document_add(dado_document *document, const dado_part *asked, dado_part_kind kind,
                             const char *words);
#define dado_document_add(d, part, ...) dado_document_add(d, DADO_ASKED(part), __VA_ARGS__)
#define dado_document_text(d, part, words) dado_document_add(d, part, DADO_PART_TEXT, words)
#define dado_document_textf(d, part, ...) \
    dado_document_text(d, part, dado_document_copyf(d, __VA_ARGS__))
#define dado_document_source(d, part, text) dado_document_add(d, part, DADO_PART_SOURCE, text)
#define dado_document_facts(d, part) dado_document_add(d, part, DADO_PART_FACTS, NULL)
#define dado_document_diagnostics(d, part) dado_document_add(d, part, DADO_PART_DIAGNOSTICS, NULL)
#define dado_document_links(d, part) dado_document_add(d, part, DADO_PART_LINKS, NULL)
dado_part *dado_document_verdicts(dado_document *document, const dado_part *asked,
                                  const dado_verdict *verdicts, int count);
dado_part *dado_document_table(dado_document *document, const dado_part *asked,
                               const dado_field *fields, int count);
dado_part *dado_document_chart(dado_document *document, const dado_part *asked,
                               const dado_chart *chart);
// Estimates with their intervals, as bars or dots, put one by one and at most so many; `chart` is
// all but its series.
dado_part *dado_document_estimates(dado_document *document, const dado_part *asked, dado_mark mark,
                                   int most, dado_chart chart);
dado_part *dado_document_heat(dado_document *document, const dado_part *asked,
                              const dado_heat *heat);
// `svg` is a drawing of ours; `words`, or NULL, is the same for a terminal.
dado_part *dado_document_picture(dado_document *document, const dado_part *asked, const char *svg,
                                 const char *words);
#define dado_document_verdicts(d, part, ...) \
    dado_document_verdicts(d, DADO_ASKED(part), __VA_ARGS__)
#define dado_document_table(d, part, ...) dado_document_table(d, DADO_ASKED(part), __VA_ARGS__)
#define dado_document_chart(d, part, ...) dado_document_chart(d, DADO_ASKED(part), __VA_ARGS__)
#define dado_document_estimates(d, part, ...) \
    dado_document_estimates(d, DADO_ASKED(part), __VA_ARGS__)
#define dado_document_heat(d, part, ...) dado_document_heat(d, DADO_ASKED(part), __VA_ARGS__)
#define dado_document_picture(d, part, ...) dado_document_picture(d, DADO_ASKED(part), __VA_ARGS__)

// A table with its columns: dado_table(answer, "seats", DADO_FIELD(NUMBER, "seat", "seat"), ...).
#define dado_table(document, asked, ...) \
    dado_document_table(document, asked, (const dado_field[]){ __VA_ARGS__ }, \
                        (int)(sizeof(const dado_field[]){ __VA_ARGS__ } / sizeof(dado_field)))

// What it shows as SVG, as a part of a page, or as a file of its own where it stands `alone`.
void dado_part_draw(const dado_part *part, bool alone, dado_text *out);
// A table for spreadsheets, from this field on.
void dado_part_csv(const dado_part *part, int first, dado_text *out);

// What fills them. A table's rows are put entry by entry, and a row ends by itself.
void dado_put_field(dado_part *part, dado_field field);
void dado_put_curve(dado_part *part, const double *values, int count);
void dado_put_link_to(dado_part *part, const char *words, const char *target);
void dado_put_entries(dado_part *part, const dado_entry *entries, int count);

// One or many, each by its type: words (NULL: none), whole numbers, reals (DADO_NONE: none),
// figures, flags. To C `true` and a comparison are whole numbers: (bool)(a > b) is a flag.
#define dado_put(part, ...) \
    dado_put_entries(part, (const dado_entry[]){ DADO_EACH(DADO_ENTRY, __VA_ARGS__) }, \
                     DADO_HOW_MANY(__VA_ARGS__))
#define dado_put_wordsf(part, ...) \
    dado_put(part, dado_document_copyf((part)->document, __VA_ARGS__))
#define DADO_ENTRY(value) \
    _Generic((value), char *: dado_entry_words, const char *: dado_entry_words, \
             bool: dado_entry_flag, int: dado_entry_whole, unsigned: dado_entry_whole, \
             long: dado_entry_whole, long long: dado_entry_whole, double: dado_entry_real, \
             dado_figure: dado_entry_figure)(value)
dado_entry dado_entry_words(const char *words);  // these are borrowed until they are put
dado_entry dado_entry_flag(bool flag);
dado_entry dado_entry_whole(int64_t value);
dado_entry dado_entry_real(double value);
dado_entry dado_entry_figure(dado_figure figure);
void dado_put_aside(dado_part *part);  // the row just begun goes without saying
int dado_part_rows(const dado_part *part);

// One more series of a chart, all but its numbers, and its points, at most so many. Without an x
// (DADO_NONE) they are 0, 1, 2, ...; estimates have a label there.
void dado_put_series(dado_part *part, int most, dado_series series);
void dado_put_point(dado_part *part, double x, double y);
void dado_put_range(dado_part *part, double x, dado_interval y);
void dado_put_estimate(dado_part *part, dado_interval estimate, const char *label);

// A fact by the type of its value, as an entry of a row.
#define dado_fact(part, name, label, value) dado_put_fact(part, name, label, DADO_ENTRY(value))
void dado_put_fact(dado_part *part, const char *name, const char *label, dado_entry entry);
void dado_fact_about(dado_part *part, const char *about);  // the fact just put
#define dado_fact_aboutf(part, ...) \
    dado_fact_about(part, dado_document_copyf((part)->document, __VA_ARGS__))

void dado_put_remark(dado_part *part, const dado_error *error, bool warning, const char *text);
void dado_put_link(dado_part *part, const char *label, const char *target);
