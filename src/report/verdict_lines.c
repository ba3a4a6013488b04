// verdict_lines.c - see verdict_lines.h.
#include "report/verdict_lines.h"

#include <string.h>

const char *dado_tone_mark(dado_tone tone)
{
    static const char *const marks[] = { "\xE2\x9C\x93", "\xC2\xB7", "?", "!", "\xE2\x9C\x97" };
    return marks[tone];
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
                           v->place.column);
            if (v->line[0]) dado_text_addf(out, "%*s%d | %s\n", indent, "", v->place.line, v->line);
        }
    }
}
