// format_html.c - a document as a page: one file that any browser shows, without a network.
//
// It is read from the top. The last section is what makes it science: the command and the
// parameters that give the same page again.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/format.h"

static bool is_read_here(dado_reader reader)
{
    return reader == DADO_FOR_ALL || reader == DADO_FOR_PAGES;
}

static bool is_drawn(const dado_part *part)
{
    return part->kind == DADO_PART_CHART || (part->kind == DADO_PART_PICTURE && part->svg);
}

static void write_facts(dado_page *page, const dado_part *part)
{
    dado_text value = { 0 }, about = { 0 };
    if (part->large) dado_page_figures_begin(page);
    else dado_page_facts_begin(page);
    for (int i = 0; i < part->count; i++) {
        const dado_fact *fact = &part->facts[i];
        if (fact->entry.kind == DADO_ENTRY_NONE) continue;
        dado_text_clear(&value);
        dado_text_clear(&about);
        dado_entry_say(&fact->entry, &value);
        if (fact->about) dado_text_add(&about, fact->about);
        else if (fact->entry.kind == DADO_ENTRY_FIGURE) {
            dado_figure_say_interval(fact->entry.figure, &about);
        }
        if (part->large) {
            dado_page_figure(page, dado_text_string(&value), fact->label,
                             about.length ? about.data : NULL);
            continue;
        }
        if (about.length) dado_text_addf(&value, " (%s)", about.data);
        dado_page_fact(page, fact->label, dado_text_string(&value));
    }
    if (part->large) dado_page_figures_end(page);
    else dado_page_facts_end(page);
    dado_text_free(&value);
    dado_text_free(&about);
}

// What a page shows of a table: its fields, those with intervals twice.
typedef struct column {
    int field;
    bool interval;
    char title[24];
} column;

// Where a claim rests on intervals, those stay however narrow the screen is, and others go.
static bool rests_on_intervals(const dado_part *part)
{
    for (int f = 0; f < part->field_count; f++) {
        if (part->fields[f].steady) return true;
    }
    return false;
}

static int choose_columns(const dado_part *part, column *chosen, dado_column *columns)
{
    int count = 0;
    bool spare = rests_on_intervals(part);
    for (int f = 0; f < part->field_count; f++) {
        const dado_field *field = &part->fields[f];
        if (!is_read_here(field->reader)) continue;
        bool number = field->kind == DADO_FIELD_NUMBER || field->kind == DADO_FIELD_ESTIMATE;
        chosen[count] = (column){ .field = f };
        columns[count++] = (dado_column){ .title = field->title, .number = number,
                                          .about = field->about,
                                          .minor = spare && field->rank > 0 };
        double level = field->kind == DADO_FIELD_ESTIMATE ? dado_part_level(part, f) : 0;
        if (level == 0) continue;
        chosen[count] = (column){ .field = f, .interval = true };
        snprintf(chosen[count].title, sizeof chosen[count].title, "%g %% interval", level * 100);
        columns[count] = (dado_column){ .title = chosen[count].title, .number = true };
        count++;
    }
    return count;
}

static void write_rows(dado_page *page, const dado_part *part, const column *chosen, int count)
{
    dado_text words = { 0 };
    for (int i = 0; i < dado_part_rows(part) * count; i++) {
        const column *c = &chosen[i % count];
        const dado_entry *entry = &part->entries[i / count * part->field_count + c->field];
        dado_text_clear(&words);
        if (entry->kind == DADO_ENTRY_CURVE) {
            dado_page_cell_spark(page, entry->curve, entry->curve_count);
            continue;
        }
        if (entry->kind == DADO_ENTRY_LINK) {
            dado_page_cell_link(page, entry->words, entry->target);
            continue;
        }
        if (entry->about) {
            dado_page_cell_about(page, entry->words, entry->about);
            continue;
        }
        if (!c->interval) dado_entry_say(entry, &words);
        else if (entry->kind == DADO_ENTRY_FIGURE) dado_figure_say_interval(entry->figure, &words);
        dado_page_cell(page, dado_text_string(&words));
    }
    dado_text_free(&words);
}

static void write_table(dado_page *page, const dado_part *part)
{
    size_t room = (size_t)part->field_count * 2 + 1;
    dado_column *columns = calloc(room, sizeof *columns);
    column *chosen = calloc(room, sizeof *chosen);
    int count = columns && chosen ? choose_columns(part, chosen, columns) : 0;
    if (count) {
        dado_page_table_begin(page, part->caption, columns, count);
        write_rows(page, part, chosen, count);
        dado_page_table_end(page);
    }
    free(columns);
    free(chosen);
}

static void write_remarks(dado_page *page, const dado_part *part)
{
    dado_text words = { 0 };
    for (int i = 0; i < part->count; i++) {
        dado_text_add(&words, part->remarks[i].warning ? "warning: " : "error: ");
        dado_error_print(&part->remarks[i].error, part->remarks[i].text, &words);
        if (words.length && words.data[words.length - 1] != '\n') dado_text_char(&words, '\n');
    }
    if (words.length) dado_page_pre(page, dado_text_string(&words));
    dado_text_free(&words);
}

static void write_drawn(dado_page *page, const dado_part *part)
{
    if (part->kind == DADO_PART_PICTURE) dado_page_drawing(page, part->svg, part->caption);
    else if (part->shape == DADO_SHAPE_CHART) dado_page_chart(page, &part->drawn.chart);
    else dado_page_heat(page, &part->drawn.heat);
}

static void write_part(dado_page *page, const dado_part *part)
{
    switch (part->kind) {
    case DADO_PART_TEXT:
        if (part->small) dado_page_note(page, part->words);
        else dado_page_paragraph(page, part->words);
        break;
    case DADO_PART_FACTS: write_facts(page, part); break;
    case DADO_PART_VERDICTS: dado_page_verdicts(page, part->verdicts, part->count); break;
    case DADO_PART_TABLE: write_table(page, part); break;
    case DADO_PART_CHART: write_drawn(page, part); break;
    case DADO_PART_PICTURE:
        if (part->svg) write_drawn(page, part);
        else if (part->words) dado_page_pre(page, part->words);
        break;
    case DADO_PART_SOURCE: dado_page_pre(page, part->words); break;
    case DADO_PART_DIAGNOSTICS: write_remarks(page, part); break;
    case DADO_PART_LINKS:
        for (int i = 0; i < part->count; i++) {
            dado_page_code(page, part->links[i].label, part->links[i].target);
        }
        break;
    }
}

static const dado_part *next_here(const dado_part *part)
{
    while (part && !is_read_here(part->reader)) part = part->next;
    return part;
}

// Drawings that follow one another stand in one gallery.
void dado_page_parts(dado_page *page, const dado_document *document)
{
    bool gallery = false;
    for (const dado_part *part = next_here(document->first); part; part = next_here(part->next)) {
        bool joins = gallery && is_drawn(part) && !part->heading;
        if (gallery && !joins) {
            dado_page_gallery_end(page);
            gallery = false;
        }
        if (part->heading && part->folded) {
            dado_page_fold_begin(page, part->heading, NULL, false);
            write_part(page, part);
            dado_page_fold_end(page);
            continue;
        }
        if (part->heading) dado_page_section(page, part->heading);
        if (is_drawn(part) && !gallery) {
            dado_page_gallery_begin(page, part->small ? 360 : 0);
            gallery = true;
        }
        write_part(page, part);
    }
    if (gallery) dado_page_gallery_end(page);
}

static void provenance(dado_page *page, const dado_document *document)
{
    char name[80];
    dado_page_section(page, "How this was made");
    if (document->command) dado_page_code(page, "The same again:", document->command);
    dado_page_facts_begin(page);
    for (int i = 0; i < document->setting_count; i++) {
        snprintf(name, sizeof name, "%s", document->settings[i].name);
        if (name[0] >= 'a' && name[0] <= 'z') name[0] = (char)(name[0] - 'a' + 'A');
        dado_page_fact(page, name, document->settings[i].value);
    }
    const struct {
        const char *name;
        uint64_t hash;
    } hashes[] = { { "Hash of the rules", document->rules },
                   { "Hash of the other rules", document->against },
                   { "Hash of the plan", document->plan } };
    for (int i = 0; i < 3; i++) {
        if (!hashes[i].hash) continue;
        char digits[20];
        snprintf(digits, sizeof digits, "%016" PRIx64, hashes[i].hash);
        dado_page_fact(page, hashes[i].name, digits);
    }
    if (document->version) dado_page_fact(page, "dado", document->version);
    dado_page_facts_end(page);
}

static void write_html(const dado_document *document, const dado_look *look, dado_text *out)
{
    (void)look;
    const char *title = *document->title ? document->title : document->job;
    dado_page page = dado_page_begin(title, document->about ? document->about : document->said);
    dado_page_parts(&page, document);
    provenance(&page, document);
    dado_page_end(&page, out);
}

const dado_format dado_format_html = {
    .name = "html",
    .ending = ".html",
    .about = "a page for browsers, all in one file",
    .write = write_html,
};
