// format_csv.c - writes the tables of a document for spreadsheets.
//
// A field is a column; an estimate has two more, for the ends of its interval. A missing
// value is an empty field. If there are several tables, each begins with a line `# name`,
// and an empty line separates them.
#include "report/format.h"

static void write_real(double value, dado_text *out)
{
    if (!dado_is_none(value)) dado_text_real(out, value);
}

static void write_entry(const dado_entry *entry, dado_text *out)
{
    switch (entry->kind) {
    case DADO_ENTRY_NONE: break;
    case DADO_ENTRY_TEXT: dado_text_csv(out, entry->words); break;
    case DADO_ENTRY_LINK: dado_text_csv(out, entry->target); break;
    case DADO_ENTRY_ESTIMATE: write_real(entry->figure.value, out); break;
    case DADO_ENTRY_FLAG: dado_text_add(out, entry->flag ? "true" : "false"); break;
    case DADO_ENTRY_CURVE:
        for (int i = 0; i < entry->curve_count; i++) {
            if (i) dado_text_char(out, ' ');
            write_real(entry->curve[i], out);
        }
        break;
    }
}

void dado_part_csv(const dado_part *part, int first, dado_text *out)
{
    for (int f = first; f < part->field_count; f++) {
        const char *name = part->fields[f].name;
        if (f > first) dado_text_char(out, ',');
        dado_text_csv(out, name);
        if (part->fields[f].kind != DADO_FIELD_ESTIMATE) continue;
        dado_text_addf(out, ",%s_low,%s_high", name, name);
    }
    dado_text_char(out, '\n');
    for (int i = 0; i < part->entry_count; i++) {
        const dado_entry *entry = &part->entries[i];
        int f = i % part->field_count;
        if (f < first) continue;
        if (f > first) dado_text_char(out, ',');
        write_entry(entry, out);
        if (part->fields[f].kind == DADO_FIELD_ESTIMATE) {
            bool has = entry->kind == DADO_ENTRY_ESTIMATE;
            dado_text_char(out, ',');
            if (has) write_real(entry->figure.low, out);
            dado_text_char(out, ',');
            if (has) write_real(entry->figure.high, out);
        }
        if (f + 1 == part->field_count) dado_text_char(out, '\n');
    }
}

static bool is_written(const dado_part *part)
{
    return part->kind == DADO_PART_TABLE && !part->not_reproducible;
}

static void write_csv(const dado_document *document, const dado_terminal_style *look,
                      dado_text *out)
{
    (void)look;
    int tables = 0, written = 0;
    for (const dado_part *part = document->first; part; part = part->next) {
        tables += is_written(part);
    }
    for (const dado_part *part = document->first; part; part = part->next) {
        if (!is_written(part)) continue;
        if (tables > 1) dado_text_addf(out, "%s# %s\n", written++ ? "\n" : "", part->name);
        dado_part_csv(part, 0, out);
    }
}

const dado_format dado_format_csv = {
    .name = "csv",
    .ending = ".csv",
    .about = "tables, for spreadsheets",
    .write = write_csv,
};
