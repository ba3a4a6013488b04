// format_github.c - prints findings as annotations, which the log of a workflow shows beside the
// text.
#include <string.h>

#include "report/format.h"

// Writes a value of an annotation. Characters that would end it are written as numbers.
static void put_value(dado_text *out, const char *words, bool property)
{
    for (; *words; words++) {
        bool special = *words == '%' || *words == '\r' || *words == '\n' ||
                       (property && (*words == ':' || *words == ','));
        if (special) dado_text_addf(out, "%%%02X", (unsigned char)*words);
        else dado_text_char(out, *words);
    }
}

// Columns are counted in code points.
static void put_line(dado_text *out, bool error, const dado_place *place, dado_columns columns,
                     const char *title, const char *words)
{
    dado_text_addf(out, "::%s ", error ? "error" : "warning");
    if (place->source && *place->source) {
        dado_text_add(out, "file=");
        put_value(out, place->source, true);
        dado_text_addf(out, ",line=%d,col=%d,", place->line > 0 ? place->line : 1, columns.begin);
    }
    dado_text_add(out, "title=");
    put_value(out, title, true);
    dado_text_add(out, "::");
    put_value(out, words, false);
    dado_text_char(out, '\n');
}

static void put_promises(dado_text *out, const dado_part *part)
{
    static const dado_place nowhere = { 0 };
    for (int row = 0; row < dado_part_rows(part); row++) {
        const dado_entry *entry = &part->entries[row * part->field_count];
        if (entry[1].flag) continue;
        DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
        dado_text_addf(&words, "asserted, and not so: %s: %s", entry[0].words, entry[2].words);
        put_line(out, true, &nowhere, (dado_columns){ 1, 2 }, "dado", dado_text_string(&words));
    }
}

static void write_github(const dado_document *document, const dado_terminal_style *look,
                         dado_text *out)
{
    (void)look;
    for (const dado_part *part = document->first; part; part = part->next) {
        for (int i = 0; part->kind == DADO_PART_DIAGNOSTICS && i < part->count; i++) {
            const dado_diagnostic *r = &part->remarks[i];
            put_line(out, !r->warning, &r->error.place,
                     dado_place_columns(&r->error.place, r->text, DADO_CODE_POINTS),
                     r->error.code[0] ? r->error.code : "dado", r->error.text);
        }
        for (int i = 0; dado_part_has_verdicts(part) && i < part->count; i++) {
            const dado_verdict *v = &part->verdicts[i];
            if (v->tone != DADO_WARN && v->tone != DADO_BAD) continue;
            DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
            dado_text_addf(&words, "%s %s", v->claim, v->evidence);
            put_line(out, v->tone == DADO_BAD, &v->place, v->characters,
                     v->topic ? v->topic : "dado", dado_text_string(&words));
        }
        if (part->kind == DADO_PART_TABLE && strcmp(part->name, "asserted") == 0) {
            put_promises(out, part);
        }
    }
}

const dado_format dado_format_github = {
    .name = "github",
    .ending = ".annotations",
    .about = "annotations, for the log of a workflow",
    .write = write_github,
};
