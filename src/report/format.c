// format.c - see format.h. And what formats that are read by people share.
#include "report/format.h"

#include <string.h>

#include "measure/words.h"

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
        dado_say_real(out, seconds);
        dado_text_add(out, " s");
    }
}

void dado_figure_say(dado_figure figure, dado_text *out)
{
    switch (figure.kind) {
    case DADO_FIGURE_REAL: dado_say_real(out, figure.value); break;
    case DADO_FIGURE_WHOLE: dado_say_fixed(out, figure.value, 0); break;
    case DADO_FIGURE_SHARE: dado_say_percent(out, figure.value); break;
    case DADO_FIGURE_CHANCE: dado_say_probability(out, figure.value); break;
    case DADO_FIGURE_SECONDS: say_seconds(figure.value, out); break;
    }
    if (figure.unit) dado_text_addf(out, " %s", figure.unit);
}

void dado_figure_say_interval(dado_figure figure, dado_text *out)
{
    if (!dado_figure_has_interval(figure)) return;
    if (figure.kind == DADO_FIGURE_SHARE) dado_say_percents(out, figure.low, figure.high);
    else if (figure.low == figure.high) dado_text_add(out, "always");
    else dado_say_interval(out, figure.low, figure.high);
}

void dado_entry_say(const dado_entry *entry, dado_text *out)
{
    switch (entry->kind) {
    case DADO_ENTRY_NONE: break;
    case DADO_ENTRY_LINK:
    case DADO_ENTRY_WORDS: dado_text_add(out, entry->words); break;
    case DADO_ENTRY_FIGURE: dado_figure_say(entry->figure, out); break;
    case DADO_ENTRY_FLAG: dado_text_add(out, entry->flag ? "yes" : "no"); break;
    case DADO_ENTRY_CURVE: break;
    }
}

double dado_part_level(const dado_part *part, int field)
{
    for (int i = field; i < part->entry_count; i += part->field_count) {
        const dado_entry *entry = &part->entries[i];
        if (entry->kind == DADO_ENTRY_FIGURE && dado_figure_has_interval(entry->figure)) {
            return entry->figure.level;
        }
    }
    return 0;
}
