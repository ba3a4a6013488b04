// format.c - see format.h. Also contains what the formats for people share.
#include "report/format.h"

#include <string.h>

#include "measure/number_format.h"

#define FORMAT(name) extern const dado_format dado_format_##name;
#include "report/formats.def"
#undef FORMAT

#define FORMAT(name) &dado_format_##name,
const dado_format *const dado_formats[] = {
#include "report/formats.def"
    NULL,
};
#undef FORMAT

const dado_format *dado_format_named(const char *name)
{
    for (int i = 0; dado_formats[i]; i++) {
        if (strcmp(dado_formats[i]->name, name) == 0) return dado_formats[i];
    }
    return NULL;
}

const dado_format *dado_format_of_file(const char *path)
{
    for (int i = 0; dado_formats[i]; i++) {
        if (dado_ends_with(path, dado_formats[i]->ending)) return dado_formats[i];
    }
    return NULL;
}

const char *dado_tone_mark(dado_tone tone)
{
    static const char *const marks[] = { "\xE2\x9C\x93", "\xC2\xB7", "?", "!", "\xE2\x9C\x97" };
    return marks[tone];
}

static void say_seconds(double seconds, dado_text *out)
{
    if (seconds > 0 && seconds < 1e-3) dado_text_addf(out, "%.3g us", 1e6 * seconds);
    else if (seconds > 0 && seconds < 1) dado_text_addf(out, "%.3g ms", 1e3 * seconds);
    else {
        dado_print_real(out, seconds);
        dado_text_add(out, " s");
    }
}

void dado_estimate_print(dado_estimate figure, dado_text *out)
{
    switch (figure.kind) {
    case DADO_ESTIMATE_REAL: dado_print_real(out, figure.value); break;
    case DADO_ESTIMATE_INTEGER: dado_print_fixed(out, figure.value, 0); break;
    case DADO_ESTIMATE_SHARE:
    case DADO_ESTIMATE_SHARE_DIFFERENCE: dado_print_percent(out, figure.value); break;
    case DADO_ESTIMATE_P_VALUE: dado_print_probability(out, figure.value); break;
    case DADO_ESTIMATE_SECONDS: say_seconds(figure.value, out); break;
    }
    if (figure.unit) dado_text_addf(out, " %s", figure.unit);
}

void dado_estimate_print_interval(dado_estimate figure, dado_text *out)
{
    if (!dado_estimate_has_interval(figure)) return;
    bool percent =
        figure.kind == DADO_ESTIMATE_SHARE || figure.kind == DADO_ESTIMATE_SHARE_DIFFERENCE;
    if (percent) dado_print_percents(out, figure.low, figure.high);
    else if (figure.low == figure.high) dado_text_add(out, "always");
    else dado_print_interval(out, figure.low, figure.high);
}

void dado_entry_print(const dado_entry *entry, dado_text *out)
{
    switch (entry->kind) {
    case DADO_ENTRY_NONE: break;
    case DADO_ENTRY_LINK:
    case DADO_ENTRY_TEXT: dado_text_add(out, entry->words); break;
    case DADO_ENTRY_ESTIMATE: dado_estimate_print(entry->figure, out); break;
    case DADO_ENTRY_FLAG: dado_text_add(out, entry->flag ? "yes" : "no"); break;
    case DADO_ENTRY_CURVE: break;
    }
}

void dado_cell_print(const dado_field *field, const dado_entry *entry, dado_text *out)
{
    dado_entry shown = *entry;
    if (field->seat) shown.figure.value += 1;
    dado_entry_print(&shown, out);
}

double dado_part_level(const dado_part *part, int field)
{
    for (int i = field; i < part->entry_count; i += part->field_count) {
        const dado_entry *entry = &part->entries[i];
        if (entry->kind == DADO_ENTRY_ESTIMATE && dado_estimate_has_interval(entry->figure)) {
            return entry->figure.level;
        }
    }
    return 0;
}
