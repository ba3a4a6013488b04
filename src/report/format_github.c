// format_github.c - what is wrong as annotations: lines that a workflow's log turns into remarks
// beside the text.
#include <string.h>

#include "report/format.h"

// A value of an annotation: what would end it is written as its number.
static void put_value(dado_text *out, const char *words, bool property)
{
    for (; *words; words++) {
        bool special = *words == '%' || *words == '\r' || *words == '\n' ||
                       (property && (*words == ':' || *words == ','));
        if (special) dado_text_addf(out, "%%%02X", (unsigned char)*words);
        else dado_text_char(out, *words);
    }
}

static void put_line(dado_text *out, bool error, const dado_place *place, const char *title,
                     const char *words)
{
    dado_text_addf(out, "::%s ", error ? "error" : "warning");
    if (place->source && *place->source) {
        dado_text_add(out, "file=");
        put_value(out, place->source, true);
        dado_text_addf(out, ",line=%d,col=%d,", place->line > 0 ? place->line : 1,
                       place->column > 0 ? place->column : 1);
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
        dado_draft words = { 0 };
        dado_text_addf(&words, "asserted, and not so: %s: %s", entry[0].words, entry[2].words);
        put_line(out, true, &nowhere, "dado", dado_text_string(&words));
    }
}

static void write_github(const dado_document *document, const dado_look *look, dado_text *out)
{
    (void)look;
    for (const dado_part *part = document->first; part; part = part->next) {
        for (int i = 0; part->kind == DADO_PART_DIAGNOSTICS && i < part->count; i++) {
            const dado_remark *r = &part->remarks[i];
            put_line(out, !r->warning, &r->error.place, r->error.code[0] ? r->error.code : "dado",
                     r->error.text);
        }
        for (int i = 0; dado_part_judges(part) && i < part->count; i++) {
            const dado_verdict *v = &part->verdicts[i];
            if (v->tone != DADO_WARN && v->tone != DADO_BAD) continue;
            dado_draft words = { 0 };
            dado_text_addf(&words, "%s %s", v->claim, v->evidence);
            put_line(out, v->tone == DADO_BAD, &v->place, v->topic ? v->topic : "dado",
                     dado_text_string(&words));
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
