// verdict_lines.c - verdicts as lines of a terminal.
#include <string.h>

#include "report/verdict.h"

const char *dado_tone_mark(dado_tone tone)
{
    static const char *const marks[] = { "\xE2\x9C\x93", "\xC2\xB7", "?", "!", "\xE2\x9C\x97" };
    return marks[tone];
}

const char *dado_tone_name(dado_tone tone)
{
    static const char *const names[] = { "good", "plain", "unsure", "warn", "bad" };
    return names[tone];
}

static size_t letters(const char *text, size_t bytes)
{
    size_t count = 0;
    for (size_t i = 0; i < bytes; i++) count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

// Lays words out in lines of `columns`, each begun by `indent` spaces.
static void wrapped(const char *text, int columns, int indent, dado_text *out)
{
    int at = 0;
    while (*text) {
        size_t word = strcspn(text, " ");
        int needed = (int)letters(text, word);
        if (at == 0 || at + 1 + needed > columns) {
            if (at) dado_text_char(out, '\n');
            dado_text_addf(out, "%*s", indent, "");
            at = indent + needed;
        } else {
            dado_text_char(out, ' ');
            at += 1 + needed;
        }
        dado_text_add_bytes(out, text, word);
        text += word;
        text += strspn(text, " ");
    }
    dado_text_char(out, '\n');
}

void dado_verdicts_print(const dado_verdict *verdicts, int count, int columns, bool colour,
                         dado_text *out)
{
    static const char *const inks[] = { "32", "36", "90", "33", "31" };
    if (columns < 40) columns = 40;
    for (int i = 0; i < count; i++) {
        const dado_verdict *v = &verdicts[i];
        if (colour)
            dado_text_addf(out, "  \033[%sm%s\033[0m \033[1m%s\033[0m\n", inks[v->tone],
                           dado_tone_mark(v->tone), v->claim);
        else dado_text_addf(out, "  %s %s\n", dado_tone_mark(v->tone), v->claim);
        wrapped(v->evidence, columns, 4, out);
    }
}
