// format_text.c - prints a document at a terminal, in its width and colours.
#include <stdio.h>
#include <string.h>

#include "report/format.h"
#include "report/column_layout.h"
#include "measure/number_format.h"

static void bold(dado_text *out, const dado_terminal_style *look, const char *words)
{
    dado_text_addf(out, look->colour ? "\033[1m%s\033[0m" : "%s", words);
}

static void write_words(const dado_part *part, const dado_terminal_style *look, dado_text *out)
{
    int indent = part->attached ? 2 : 0;
    dado_text_addf(out, "%*s", indent, "");
    dado_text_wrap(out, part->words, indent ? 4 : 2, look->columns, indent);
    dado_text_end_line(out);
}

static void write_facts(const dado_part *part, const dado_terminal_style *look, dado_text *out)
{
    static const dado_layout_column heads[] = { { .title = "" }, { .title = "" } };
    DADO_CLEANUP(dado_column_layout_free)
    dado_column_layout sheet = { .columns = heads, .count = 2 };
    for (int i = 0; i < part->count; i++) {
        const dado_fact *fact = &part->facts[i];
        if (fact->entry.kind == DADO_ENTRY_NONE) continue;
        dado_column_layout_cell(&sheet, fact->label);
        dado_text *cell = dado_column_layout_begin_cell(&sheet);
        dado_entry_print(&fact->entry, cell);
        if (fact->entry.kind == DADO_ENTRY_ESTIMATE &&
            dado_estimate_has_interval(fact->entry.figure)) {
            dado_text_add(cell, " (");
            dado_estimate_print_interval(fact->entry.figure, cell);
            dado_text_char(cell, ')');
        }
        if (fact->about) dado_text_addf(cell, ", %s", fact->about);
    }
    dado_column_layout_print(&sheet, look->columns, look->colour, !look->seen, out);
}

// --- tables ---

// Lists the columns for the terminal: each field, and each interval of a field.
static int choose_columns(const dado_part *part, dado_layout_column *columns)
{
    int count = 0;
    for (int f = 0; f < part->field_count && count + 2 <= DADO_LAYOUT_COLUMNS_MAX; f++) {
        const dado_field *field = &part->fields[f];
        bool here = dado_is_for(field->reader, DADO_FOR_TERMINALS) && !field->group;
        if (!here || field->kind == DADO_FIELD_CURVE) continue;
        bool right = field->kind == DADO_FIELD_NUMBER || field->kind == DADO_FIELD_ESTIMATE;
        columns[count++] = (dado_layout_column){ field->title, right, field->rank, .field = f };
        double level = field->kind == DADO_FIELD_ESTIMATE ? dado_part_level(part, f) : 0;
        if (level == 0) continue;
        dado_layout_column *interval = &columns[count++];
        *interval = (dado_layout_column){ interval->level, true, field->rank + !field->steady, true,
                                          .field = f };
        dado_number_string said = dado_string_real(level * 100);
        snprintf(interval->level, sizeof interval->level, "%.12s %%", said.s);
    }
    return count;
}

static bool same_entry(const dado_entry *a, const dado_entry *b)
{
    if (a->kind != b->kind) return false;
    if (a->kind == DADO_ENTRY_TEXT) return strcmp(a->words, b->words) == 0;
    return a->kind != DADO_ENTRY_ESTIMATE || a->figure.value == b->figure.value;
}

static bool same_group(const dado_part *part, int row, int other)
{
    for (int f = 0; f < part->field_count; f++) {
        if (part->fields[f].group && !same_entry(&part->entries[row * part->field_count + f],
                                                 &part->entries[other * part->field_count + f])) {
            return false;
        }
    }
    return true;
}

static void write_group(const dado_part *part, int row, const dado_terminal_style *look,
                        dado_text *to)
{
    bool first = true;
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    dado_text *out = &words;
    for (int f = 0; f < part->field_count; f++) {
        if (!part->fields[f].group) continue;
        if (!first) dado_text_add(out, ", ");
        bool number = part->fields[f].kind == DADO_FIELD_NUMBER;
        if (number) dado_text_addf(out, "%s ", part->fields[f].title);
        dado_cell_print(&part->fields[f], &part->entries[row * part->field_count + f], out);
        first = false;
    }
    dado_text_wrap(to, dado_text_string(&words), 2, look->columns, 0);
    dado_text_char(to, '\n');
}

// Writes one cell. Words before the last column are cut short unless they must stay whole, so
// that one long name does not take all the room.
static void write_cell(const dado_field *field, const dado_entry *entry, bool interval, bool whole,
                       dado_text *out)
{
    enum { most_words = 40 };
    if (interval) {
        if (entry->kind == DADO_ENTRY_ESTIMATE) dado_estimate_print_interval(entry->figure, out);
    } else if (entry->kind == DADO_ENTRY_TEXT && !whole && strlen(entry->words) > most_words) {
        size_t length = most_words - 3;
        while (length && ((unsigned char)entry->words[length] & 0xC0) == 0x80) length--;
        dado_text_add_bytes(out, entry->words, length);
        dado_text_add(out, "...");
    } else {
        dado_cell_print(field, entry, out);
    }
}

static void write_rows(const dado_part *part, int from, int to, const dado_terminal_style *look,
                       dado_text *out)
{
    dado_layout_column columns[DADO_LAYOUT_COLUMNS_MAX];
    int count = choose_columns(part, columns);
    if (!count) return;
    DADO_CLEANUP(dado_column_layout_free)
    dado_column_layout sheet = { .columns = columns, .count = count };
    for (int row = from; row < to; row++) {
        if (part->entries[row * part->field_count].aside) continue;
        for (int c = 0; c < count; c++) {
            const dado_entry *entry = &part->entries[row * part->field_count + columns[c].field];
            bool whole = c + 1 == count || part->fields[columns[c].field].whole;
            write_cell(&part->fields[columns[c].field], entry, columns[c].rests, whole,
                       dado_column_layout_begin_cell(&sheet));
        }
    }
    dado_column_layout_print(&sheet, look->columns, look->colour, !look->seen, out);
}

static void write_table(const dado_part *part, const dado_terminal_style *look, dado_text *out)
{
    int rows = dado_part_rows(part);
    if (part->caption) {
        dado_text_wrap(out, part->caption, 2, look->columns, 0);
        dado_text_end_line(out);
    }
    bool groups = rows > 0 && !same_group(part, 0, rows - 1);
    for (int from = 0, to; from < rows; from = to) {
        for (to = from + 1; to < rows && same_group(part, from, to);) to++;
        if (groups) {
            if (from) dado_text_char(out, '\n');
            write_group(part, from, look, out);
        }
        write_rows(part, from, to, look, out);
    }
}

// --- the rest ---

static void write_diagnostics(const dado_part *part, const dado_terminal_style *look,
                              dado_text *out)
{
    for (int i = 0; i < part->count; i++) {
        const dado_diagnostic *remark = &part->remarks[i];
        const char *word = remark->warning ? "warning:" : "error:";
        if (look->colour) dado_text_addf(out, "\033[%dm%s\033[0m", remark->warning ? 33 : 31, word);
        else dado_text_add(out, word);
        if (look->seen) {
            dado_error_print_wrapped(&remark->error, remark->text, look->columns, (int)strlen(word),
                                     out);
        } else {
            dado_text_char(out, ' ');
            dado_error_print(&remark->error, remark->text, out);
        }
        dado_text_end_line(out);
    }
}

void dado_verdicts_print(const dado_verdict *verdicts, int count, int columns, bool colour,
                         dado_text *out)
{
    enum { indent = 4 };
    static const char *const inks[] = { "32", "36", "90", "33", "31" };
    for (int i = 0; i < count; i++) {
        const dado_verdict *v = &verdicts[i];
        const char *mark = dado_tone_mark(v->tone);
        if (colour) dado_text_addf(out, "  \033[%sm%s\033[0m \033[1m", inks[v->tone], mark);
        else dado_text_addf(out, "  %s ", mark);
        dado_text_wrap(out, v->claim, indent, columns, indent);
        dado_text_addf(out, "%s\n%*s", colour ? "\033[0m" : "", indent, "");
        dado_text_wrap(out, v->evidence, indent, columns, indent);
        dado_text_char(out, '\n');
        if (v->place.line) {
            dado_text_addf(out, "%*s%s:%d:%d\n", indent, "", v->place.source, v->place.line,
                           v->characters.begin);
            if (v->line[0]) dado_text_addf(out, "%*s%d | %s\n", indent, "", v->place.line, v->line);
        }
    }
}

// Writes the worst verdicts with the hints below each, or all of them.
static void write_verdicts(const dado_part *part, const dado_terminal_style *look, dado_text *out)
{
    bool few = part->worst > 0 && part->worst < part->count && !look->all;
    int count = few ? part->worst : part->count;
    for (int i = 0; i < count; i++) {
        dado_verdicts_print(&part->verdicts[i], 1, look->columns, look->colour, out);
        const char *hint = part->hints && i < part->worst ? part->hints[i] : NULL;
        while (hint && *hint) {
            DADO_CLEANUP(dado_text_free) dado_text line = { 0 };
            size_t length = strcspn(hint, "\n");
            dado_text_add_bytes(&line, hint, length);
            dado_text_add(out, "      ");
            dado_text_wrap(out, dado_text_string(&line), 8, look->columns, 6);
            dado_text_char(out, '\n');
            hint += length + (hint[length] == '\n');
        }
    }
    if (!few) return;
    int left = part->count - count;
    DADO_CLEANUP(dado_text_free) dado_text line = { 0 };
    dado_text_addf(&line, "%d more finding%s:", left, left == 1 ? "" : "s");
    dado_text_addf(out, "\n%s", dado_text_string(&line));
    dado_text_addf(&line, " %s", part->rest);
    if (dado_text_width(dado_text_string(&line), line.length) <= look->columns) {
        dado_text_addf(out, " %s\n", part->rest);
        return;
    }
    dado_text_char(out, '\n');
    dado_text_add_command(out, part->rest, look->columns);
    dado_text_char(out, '\n');
}

static void write_links(const dado_part *part, dado_text *out)
{
    for (int i = 0; i < part->count; i++) {
        dado_text_addf(out, "  %s: %s\n", part->links[i].label, part->links[i].target);
    }
}

static const char *ink_of(const dado_part *part, char sign)
{
    for (int i = 0; part->inks && part->inks[i]; i++) {
        if (sign != ' ' && strchr(part->inks[i] + 2, sign)) return part->inks[i];
    }
    return NULL;
}

// Writes a picture in characters. One that is wider than the terminal is cut into strips.
static void write_picture(const dado_part *part, const dado_terminal_style *look, dado_text *out)
{
    size_t widest = 0, wide = look->columns > 20 ? (size_t)look->columns : 80;
    bool plain = true;
    for (const char *at = part->words; *at; at += strspn(at, "\n")) {
        size_t length = strcspn(at, "\n");
        for (size_t i = 0; i < length; i++) plain = plain && (unsigned char)at[i] < 0x80;
        if (length > widest) widest = length;
        at += length;
    }
    if (!plain || widest <= wide) wide = widest;
    for (size_t from = 0; from < widest; from += wide) {
        if (from) dado_text_char(out, '\n');
        for (const char *line = part->words; *line;) {
            size_t length = strcspn(line, "\n");
            for (size_t i = from; i < length && i < from + wide; i++) {
                const char *ink = look->colour ? ink_of(part, line[i]) : NULL;
                if (ink) dado_text_addf(out, "\033[%.2sm%c\033[0m", ink, line[i]);
                else dado_text_char(out, line[i]);
            }
            dado_text_char(out, '\n');
            line += length + (line[length] == '\n');
        }
    }
}

// Writes a picture whose characters are words: lines that are too long go on below, indented.
static void write_wrapped_picture(const dado_part *part, int columns, dado_text *out)
{
    for (const char *line = part->words; *line;) {
        size_t length = strcspn(line, "\n");
        DADO_CLEANUP(dado_text_free) dado_text one = { 0 };
        dado_text_add_bytes(&one, line, length);
        // Lines that fit may be aligned by blanks, so they stay as they are.
        if (length <= (size_t)columns) dado_text_add(out, dado_text_string(&one));
        else dado_text_wrap(out, dado_text_string(&one), 4, columns, 0);
        dado_text_char(out, '\n');
        line += length + (line[length] == '\n');
    }
}

static void write_part(const dado_part *part, const dado_terminal_style *look, dado_text *out)
{
    switch (part->kind) {
    case DADO_PART_TEXT: write_words(part, look, out); break;
    case DADO_PART_FACTS: write_facts(part, look, out); break;
    case DADO_PART_VERDICTS: write_verdicts(part, look, out); break;
    case DADO_PART_TABLE: write_table(part, look, out); break;
    case DADO_PART_CHART:
        if (part->shape == DADO_SHAPE_HEATMAP)
            dado_heatmap_text(&part->drawn.heat, look->columns, out);
        break;
    case DADO_PART_PICTURE:
        if (part->caption) dado_text_addf(out, "%s\n", part->caption);
        if (part->words && part->wrapped)
            write_wrapped_picture(part, look->columns > 20 ? look->columns : 80, out);
        else if (part->words) write_picture(part, look, out);
        break;
    case DADO_PART_SOURCE:
        if (part->caption) dado_text_addf(out, "%s\n", part->caption);
        if (part->words) dado_text_add(out, part->words);
        dado_text_end_line(out);
        break;
    case DADO_PART_DIAGNOSTICS: write_diagnostics(part, look, out); break;
    case DADO_PART_LINKS: write_links(part, out); break;
    }
}

static void write_parts(const dado_document *document, bool verdicts,
                        const dado_terminal_style *look, dado_text *out)
{
    for (const dado_part *part = document->first; part; part = part->next) {
        bool last = part->kind == DADO_PART_VERDICTS && !part->large;
        if (!dado_is_for(part->reader, DADO_FOR_TERMINALS) || verdicts != last) continue;
        if (part->detail && !look->all) continue;
        size_t before = out->length;
        if (before && !part->attached) dado_text_char(out, '\n');
        size_t begun = out->length;
        write_part(part, look, out);
        // An empty part leaves no empty line.
        if (out->length == begun) dado_text_truncate(out, before);
    }
}

// At a terminal the end stays visible, so verdicts come last. Verdicts on which all
// figures depend come first.
static void write_text(const dado_document *document, const dado_terminal_style *look,
                       dado_text *out)
{
    enum { usual = 80 };
    if (*document->title) {
        int width = dado_text_width(document->title, strlen(document->title));
        bool narrow = look->columns < usual;
        if (narrow && width > look->columns) {
            dado_text_wrap(out, document->title, 2, look->columns, 0);
            width = look->columns;
        } else {
            bold(out, look, document->title);
        }
        if (document->said) dado_text_char(out, ',');
        if (document->said && narrow) {
            dado_text_wrap(out, document->said, 2, look->columns, width + 1);
        } else if (document->said) {
            dado_text_addf(out, " %s", document->said);
        }
        dado_text_char(out, '\n');
    }
    write_parts(document, false, look, out);
    write_parts(document, true, look, out);
}

const dado_format dado_format_text = {
    .name = "text",
    .ending = ".txt",
    .about = "for people at a terminal",
    .write = write_text,
};
