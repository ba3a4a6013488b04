// format_html.c - writes a document as a page: one file that any browser shows, without a
// network.
//
// The last section makes the page reproducible: the command and the parameters that
// produce it again. A page loads nothing from the network, and a content policy in its
// head enforces this. It can be read without scripts, follows the reader's choice of
// light or dark, and can be printed. Every name is escaped; only drawings are inserted as
// markup, and dado makes these itself.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/format.h"
#include "report/svg.h"

// The style of a page. Colours are the variables that drawings use.
static const char page_style[] = {
#include "page.css.h"
    0
};
static const char paper_style[] = {
#include "page_print.css.h"
    0
};

typedef struct page {
    dado_text contents, body;
    int sections;
} page;

static void element(dado_text *out, const char *open, const char *text, const char *close)
{
    dado_text_add(out, open);
    dado_text_html(out, text ? text : "");
    dado_text_add(out, close);
}

// A section has a heading that the table of contents links to; it ends where the next
// begins.
static void begin_section(page *p, const char *heading)
{
    if (p->sections++) dado_text_add(&p->body, "</section>\n");
    dado_text_addf(&p->contents, "<a href=\"#s%d\">", p->sections);
    element(&p->contents, "", heading, "</a>\n");
    dado_text_addf(&p->body, "<section id=\"s%d\">\n", p->sections);
    element(&p->body, "<h2>", heading, "</h2>\n");
}

// --- facts ---

static void write_fact(const char *name, const char *value, dado_text *out)
{
    element(out, "<dt>", name, "</dt>");
    element(out, "<dd>", value, "</dd>\n");
}

static void write_facts(const dado_part *part, dado_text *out)
{
    DADO_CLEANUP(dado_text_free) dado_text value = { 0 }, about = { 0 };
    dado_text_add(out, part->large ? "<div class=\"figures\">\n" : "<dl>");
    for (int i = 0; i < part->count; i++) {
        const dado_fact *fact = &part->facts[i];
        if (fact->entry.kind == DADO_ENTRY_NONE) continue;
        dado_text_clear(&value);
        dado_text_clear(&about);
        dado_entry_print(&fact->entry, &value);
        if (fact->about) dado_text_add(&about, fact->about);
        else if (fact->entry.kind == DADO_ENTRY_ESTIMATE) {
            dado_estimate_print_interval(fact->entry.figure, &about);
        }
        if (part->large) {
            bool words = fact->entry.kind == DADO_ENTRY_TEXT;  // smaller: names are long
            element(out, words ? "<div class=\"figure words\"><b>" : "<div class=\"figure\"><b>",
                    dado_text_string(&value), "</b>");
            element(out, "<span>", fact->label, "</span>");
            if (about.length) element(out, "<i>", about.data, "</i>");
            dado_text_add(out, "</div>\n");
            continue;
        }
        if (about.length) dado_text_addf(&value, " (%s)", about.data);
        write_fact(fact->label, dado_text_string(&value), out);
    }
    dado_text_add(out, part->large ? "</div>\n" : "</dl>\n");
}

// --- tables ---

typedef struct column {  // a column of a page: a field, or the interval of a field
    int field;
    const char *class;
    double level;  // level of the interval it shows; or 0
} column;

// Returns true if a claim rests on intervals. These stay on a narrow screen, and other columns
// go.
static bool rests_on_intervals(const dado_part *part)
{
    for (int f = 0; f < part->field_count; f++) {
        if (part->fields[f].steady) return true;
    }
    return false;
}

static int choose_columns(const dado_part *part, column *columns)
{
    static const char *const classes[2][2] = { { "", " class=\"minor\"" },
                                               { " class=\"n\"", " class=\"n minor\"" } };
    int count = 0;
    bool spare = rests_on_intervals(part);
    for (int f = 0; f < part->field_count; f++) {
        const dado_field *field = &part->fields[f];
        if (!dado_is_for(field->reader, DADO_FOR_PAGES)) continue;
        bool number = field->kind == DADO_FIELD_NUMBER || field->kind == DADO_FIELD_ESTIMATE;
        columns[count++] = (column){ f, classes[number][spare && field->rank > 0], 0 };
        double level = field->kind == DADO_FIELD_ESTIMATE ? dado_part_level(part, f) : 0;
        if (level > 0) columns[count++] = (column){ f, classes[1][0], level };
    }
    return count;
}

// Writes an explanation that opens on a click or by keyboard, without a script.
static void write_about(const char *text, const char *about, dado_text *out)
{
    element(out, "<details class=\"about\"><summary>", text, "</summary>");
    for (const char *at = about; *at; at += strspn(at, "\n")) {
        const char *end = strstr(at, "\n\n");
        DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
        dado_text_add_bytes(&words, at, end ? (size_t)(end - at) : strlen(at));
        element(out, "<p>", dado_text_string(&words), "</p>");
        at += words.length;
    }
    dado_text_add(out, "</details>");
}

static void write_head(const dado_part *part, const column *columns, int count, dado_text *out)
{
    dado_text_add(out, "<thead><tr>");
    for (int c = 0; c < count; c++) {
        const dado_field *field = &part->fields[columns[c].field];
        dado_text_addf(out, "<th scope=\"col\"%s>", columns[c].class);
        if (columns[c].level > 0) dado_text_addf(out, "%g %% interval", columns[c].level * 100);
        else if (field->about) write_about(field->title, field->about, out);
        else dado_text_html(out, field->title);
        dado_text_add(out, "</th>");
    }
    dado_text_add(out, "</tr></thead>\n<tbody>\n");
}

static void write_entry(const dado_field *field, const dado_entry *entry, bool interval,
                        dado_text *out)
{
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    if (entry->kind == DADO_ENTRY_CURVE) {
        dado_sparkline_draw(entry->curve, entry->curve_count, "small curve", out);
    } else if (entry->kind == DADO_ENTRY_LINK) {
        element(out, "<a href=\"", entry->target, "\">");
        element(out, "", entry->words, "</a>");
    } else if (entry->about) {
        write_about(entry->words, entry->about, out);
    } else if (!interval) {
        dado_cell_print(field, entry, &words);
    } else if (entry->kind == DADO_ENTRY_ESTIMATE) {
        dado_estimate_print_interval(entry->figure, &words);
    }
    dado_text_html(out, dado_text_string(&words));
}

static void write_table(const dado_part *part, dado_text *out)
{
    column *columns = calloc((size_t)part->field_count * 2 + 1, sizeof *columns);
    int count = columns ? choose_columns(part, columns) : 0;
    if (count) {
        dado_text_add(out, "<div class=\"wide\" tabindex=\"0\"><table>\n");
        if (part->caption) element(out, "<caption>", part->caption, "</caption>\n");
        write_head(part, columns, count, out);
        for (int row = 0; row < dado_part_rows(part); row++) {
            const dado_entry *entries = &part->entries[row * part->field_count];
            dado_text_add(out, "<tr>");
            for (int c = 0; c < count; c++) {
                dado_text_addf(out, "<td%s>", columns[c].class);
                const dado_field *field = &part->fields[columns[c].field];
                write_entry(field, &entries[columns[c].field], columns[c].level > 0, out);
                dado_text_add(out, "</td>");
            }
            dado_text_add(out, "</tr>\n");
        }
        dado_text_add(out, "</tbody></table></div>\n");
    }
    out->cut = out->cut || !columns;
    free(columns);
}

// --- the other parts ---

static void write_verdict(const dado_verdict *v, dado_text *out)
{
    const char *tone = dado_tone_name(v->tone);
    dado_text_addf(out,
                   "<li class=\"%s\" data-topic=\"%s\"><span class=\"mark\" role=\"img\" "
                   "aria-label=\"%s\">%s</span><div>",
                   tone, v->topic, tone, dado_tone_mark(v->tone));
    element(out, "<b>", v->claim, "</b>");
    element(out, "<small>", v->evidence, "</small>");
    if (v->line[0]) {
        dado_text_addf(out, "<code>%d | ", v->place.line);
        element(out, "", v->line, "</code>");
    }
    dado_text_add(out, "</div></li>\n");
}

// The worst verdicts come first: what is broken, what to look at, what is unclear, what
// is fine.
static int urgency(const dado_verdict *v)
{
    switch (v->tone) {
    case DADO_BAD: return 0;
    case DADO_WARN: return 1;
    case DADO_UNSURE: return 2;
    case DADO_PLAIN:
    case DADO_GOOD: break;
    }
    return 3;
}

// If there are many verdicts, those after the third are collapsed.
static void write_verdicts(const dado_part *part, dado_text *out)
{
    enum { first_seen = 3, few = 4 };
    int written = 0, all = part->count;
    dado_text_add(out, "<ul class=\"verdicts\">\n");
    for (int turn = 0; turn < 4; turn++) {
        for (int i = 0; i < all; i++) {
            if (urgency(&part->verdicts[i]) != turn) continue;
            if (written++ == first_seen && all > few) {
                dado_text_addf(
                    out,
                    "</ul>\n<details class=\"more\"><summary>%d more findings</summary>\n"
                    "<ul class=\"verdicts\">\n",
                    all - first_seen);
            }
            write_verdict(&part->verdicts[i], out);
        }
    }
    dado_text_add(out, all > few ? "</ul></details>\n" : "</ul>\n");
}

static void write_diagnostics(const dado_part *part, dado_text *out)
{
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    for (int i = 0; i < part->count; i++) {
        dado_text_add(&words, part->remarks[i].warning ? "warning: " : "error: ");
        dado_error_print(&part->remarks[i].error, part->remarks[i].text, &words);
        dado_text_end_line(&words);
    }
    if (words.length) element(out, "<pre>", dado_text_string(&words), "</pre>\n");
}

static void write_drawn(const dado_part *part, dado_text *out)
{
    bool chart = part->kind == DADO_PART_CHART && part->shape == DADO_SHAPE_CHART;
    dado_text_add(out, chart ? "<figure>" : "<figure class=\"natural\">");
    dado_part_draw(part, false, out);
    if (part->kind == DADO_PART_PICTURE && part->caption) {
        element(out, "<figcaption>", part->caption, "</figcaption>");
    }
    dado_text_add(out, "</figure>\n");
}

static void write_line(const char *label, const char *text, dado_text *out)  // a line to be copied
{
    if (label) element(out, "<p class=\"label\">", label, "</p>\n");
    element(out, "<pre class=\"line\"><code>", text, "</code></pre>\n");
}

static bool is_drawn(const dado_part *part)
{
    return part->kind == DADO_PART_CHART || (part->kind == DADO_PART_PICTURE && part->svg);
}

static void write_part(const dado_part *part, dado_text *out)
{
    switch (part->kind) {
    case DADO_PART_TEXT:
        element(out, part->small ? "<p class=\"note\">" : "<p>", part->words, "</p>\n");
        break;
    case DADO_PART_FACTS: write_facts(part, out); break;
    case DADO_PART_VERDICTS: write_verdicts(part, out); break;
    case DADO_PART_TABLE: write_table(part, out); break;
    case DADO_PART_CHART:
    case DADO_PART_PICTURE:
        if (is_drawn(part)) write_drawn(part, out);
        else if (part->words) element(out, "<pre>", part->words, "</pre>\n");
        break;
    case DADO_PART_SOURCE: element(out, "<pre>", part->words, "</pre>\n"); break;
    case DADO_PART_DIAGNOSTICS: write_diagnostics(part, out); break;
    case DADO_PART_LINKS:
        for (int i = 0; i < part->count; i++) {
            write_line(part->links[i].label, part->links[i].target, out);
        }
        break;
    }
}

static const dado_part *next_here(const dado_part *part)
{
    while (part && !dado_is_for(part->reader, DADO_FOR_PAGES)) part = part->next;
    return part;
}

// Consecutive drawings are put into one gallery.
static void write_parts(page *p, const dado_document *document)
{
    bool gallery = false;
    for (const dado_part *part = next_here(document->first); part; part = next_here(part->next)) {
        bool joins = gallery && is_drawn(part) && !part->heading;
        if (gallery && !joins) {
            dado_text_add(&p->body, "</div>\n");
            gallery = false;
        }
        if (part->heading && part->folded) {
            element(&p->body, "<details><summary>", part->heading, "</summary>\n");
            write_part(part, &p->body);
            dado_text_add(&p->body, "</details>\n");
            continue;
        }
        if (part->heading) begin_section(p, part->heading);
        if (is_drawn(part) && !gallery) {
            dado_text_add(&p->body, "<div class=\"gallery\">\n");
            gallery = true;
        }
        write_part(part, &p->body);
    }
    if (gallery) dado_text_add(&p->body, "</div>\n");
}

static void write_provenance(page *p, const dado_document *document)
{
    dado_text *out = &p->body;
    char name[80];
    begin_section(p, "How this was made");
    if (document->command) write_line("The same again:", document->command, out);
    dado_text_add(out, "<dl>");
    for (int i = 0; i < document->setting_count; i++) {
        snprintf(name, sizeof name, "%s", document->settings[i].name);
        if (name[0] >= 'a' && name[0] <= 'z') name[0] = (char)(name[0] - 'a' + 'A');
        write_fact(name, document->settings[i].value, out);
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
        write_fact(hashes[i].name, digits, out);
    }
    if (document->version) write_fact("dado", document->version, out);
    dado_text_add(out, "</dl>\n");
}

static void end_page(page *p, dado_text *out)
{
    if (p->sections) dado_text_add(&p->body, "</section>\n");
    dado_text_add_bytes(out, dado_text_string(&p->body), p->body.length);
    out->cut = out->cut || p->body.cut || p->contents.cut;
    dado_text_free(&p->contents);
    dado_text_free(&p->body);
}

void dado_page_style(dado_text *out)
{
    dado_svg_style(out);
    dado_text_add(out, page_style);
}

void dado_page_parts(const dado_document *document, dado_text *out)
{
    page p = { 0 };
    write_parts(&p, document);
    end_page(&p, out);
}

void dado_page_head(const char *allowed, const char *title, const char *more, dado_text *out)
{
    dado_text_addf(out,
                   "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                   "style-src 'unsafe-inline'; %s; base-uri 'none'; form-action 'none'\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                   "<meta name=\"referrer\" content=\"no-referrer\">\n"
                   "<meta name=\"generator\" content=\"dado\">\n",
                   allowed);
    element(out, "<title>", title, more);
    dado_text_add(out, "</title>\n<style>\n");
}

static void write_html(const dado_document *document, const dado_terminal_style *look,
                       dado_text *out)
{
    (void)look;
    const char *title = *document->title ? document->title : document->job;
    page p = { 0 };
    write_parts(&p, document);
    write_provenance(&p, document);
    dado_page_head("img-src data:", title, "", out);
    dado_page_style(out);
    dado_text_add(out, paper_style);
    element(out, "</style>\n</head>\n<body>\n<header>\n<h1>", title, "</h1>\n");
    element(out, "<p class=\"lead\">", document->about ? document->about : document->said,
            "</p>\n");
    if (p.sections > 1) {
        dado_text_addf(out, "<nav aria-label=\"Contents\">\n%s</nav>\n",
                       dado_text_string(&p.contents));
    }
    dado_text_add(out, "</header>\n<main>\n");
    end_page(&p, out);
    dado_text_add(out, "</main>\n<footer>Made by dado. This page is one file: it needs no network "
                       "and no script.</footer>\n</body>\n</html>\n");
}

const dado_format dado_format_html = {
    .name = "html",
    .ending = ".html",
    .about = "a page for browsers, all in one file",
    .write = write_html,
};
