// page.h - one HTML file that holds all it needs.
//
// A page is assembled from sections: headings, tables, charts, verdicts, text
// as typed, galleries, parts that fold. It loads nothing from anywhere (a policy
// in its head makes browsers keep to that, whatever slipped in), needs no
// script to be read, follows the reader's choice of light or dark, and prints.
// Every name that passes through these functions is escaped; `dado_page_drawing`
// alone takes markup, which is ours.
#ifndef DADO_REPORT_PAGE_H
#define DADO_REPORT_PAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"
#include "judge/verdict.h"
#include "report/chart.h"

// Zeroed and begun, it grows on the heap; `dado_page_end` writes it out and frees it.
typedef struct dado_page {
    dado_text title, lead, contents, body;
    int sections;
    int cells;                          // written in the row at hand
    const struct dado_column *columns;  // of the table at hand
    int column_count;
} dado_page;

dado_page dado_page_begin(const char *title, const char *lead);
void dado_page_end(dado_page *page, dado_text *out);
// What was assembled alone, for a page of somebody else's that has our style; frees it too.
void dado_page_fragment(dado_page *page, dado_text *out);
void dado_page_style(dado_text *out);

// Sections have a heading that the contents at the top lead to; they end where the next begins.
void dado_page_section(dado_page *page, const char *heading);
void dado_page_paragraph(dado_page *page, const char *text);
void dado_page_note(dado_page *page, const char *text);  // small print
void dado_page_pre(dado_page *page, const char *text);   // as typed: commands, boards
void dado_page_code(dado_page *page, const char *label, const char *text);  // a line to copy

// A row of large figures: what to remember if nothing else is read.
void dado_page_figures_begin(dado_page *page);
void dado_page_figure(dado_page *page, const char *value, const char *label, const char *detail);
void dado_page_figures_end(dado_page *page);

// Name and value, one below the other.
void dado_page_facts_begin(dado_page *page);
void dado_page_fact(dado_page *page, const char *name, const char *value);
void dado_page_facts_end(dado_page *page);

typedef struct dado_column {
    const char *title;
    bool number;        // set to the right
    const char *about;  // opens below the title; or NULL
    bool minor;         // left out where a screen is narrow
} dado_column;

// Cells are given row by row; a row ends by itself with its last cell.
void dado_page_table_begin(dado_page *page, const char *caption, const dado_column *columns,
                           int count);
void dado_page_cell(dado_page *page, const char *text);
void dado_page_cell_about(dado_page *page, const char *text, const char *about);  // once asked
void dado_page_cell_link(dado_page *page, const char *text, const char *target);
void dado_page_cell_spark(dado_page *page, const double *values, int count);
void dado_page_table_end(dado_page *page);

// Charts and pictures stand in a gallery, as many abreast as there is room for:
// `wide` is about how wide one should be in pixels (0: as usual); there are three sizes.
void dado_page_gallery_begin(dado_page *page, int wide);
void dado_page_gallery_end(dado_page *page);
void dado_page_chart(dado_page *page, const dado_chart *chart);
void dado_page_heat(dado_page *page, const dado_heat *heat);
// A drawing already made, with words below it (or NULL).
void dado_page_drawing(dado_page *page, const char *svg, const char *caption);

// A part that opens and closes; of those with the same `group` (or NULL) one is open at a time.
void dado_page_fold_begin(dado_page *page, const char *heading, const char *group, bool open);
void dado_page_fold_end(dado_page *page);

void dado_page_verdicts(dado_page *page, const dado_verdict *verdicts, int count);


#endif
