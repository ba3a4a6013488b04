// translate_verdicts.c - see translate_verdicts.h.
#include "cli/translate_verdicts.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/scope_cleanup.h"

enum { holes_most = 4, depth_most = 3 };

static const unsigned char catalogue[] = {
#include "verdicts_pt.txt.h"
    0
};

typedef struct piece {
    const char *from;
    size_t length;
} piece;

bool dado_wants_portuguese(const char *dado_lang, const char *lang)
{
    if (!dado_lang) return false;
    if (strcmp(dado_lang, "auto") == 0) return lang && strncmp(lang, "pt", 2) == 0;
    return strncmp(dado_lang, "pt", 2) == 0;
}

// Whether `pattern` fits all of `text`; what each {} stands for goes to `holes`. A
// hole takes as little as it can.
static bool fits(piece pattern, piece text, piece *holes, int count)
{
    while (pattern.length && *pattern.from != '{') {
        if (!text.length || *pattern.from != *text.from) return false;
        pattern = (piece){ pattern.from + 1, pattern.length - 1 };
        text = (piece){ text.from + 1, text.length - 1 };
    }
    if (!pattern.length) return text.length == 0;
    if (count == holes_most) return false;
    piece rest = { pattern.from + 2, pattern.length - 2 };
    for (size_t taken = 0; taken <= text.length; taken++) {
        piece after = { text.from + taken, text.length - taken };
        holes[count] = (piece){ text.from, taken };
        if (fits(rest, after, holes, count + 1)) return true;
    }
    return false;
}

static void translate(piece text, int depth, dado_text *out);

static void fill_in(piece words, const piece *holes, int depth, dado_text *out)
{
    for (size_t i = 0; i < words.length; i++) {
        int hole = words.from[i] == '{' && i + 2 < words.length ? words.from[i + 1] - '1' : -1;
        if (hole < 0 || hole >= holes_most || words.from[i + 2] != '}') {
            dado_text_char(out, words.from[i]);
            continue;
        }
        translate(holes[hole], depth + 1, out);
        i += 2;
    }
}

// The part of a sentence behind a colon begins with a small letter;
// the catalogue has a capital.
static bool translate_as(piece text, bool raised, int depth, dado_text *out)
{
    DADO_CLEANUP(dado_text_free) dado_text tried = { 0 };
    dado_text_add_bytes(&tried, text.from, text.length);
    if (raised && tried.length) tried.data[0] = (char)toupper((unsigned char)tried.data[0]);
    text.from = dado_text_string(&tried);
    for (const char *line = (const char *)catalogue; *line;) {
        size_t length = strcspn(line, "\n");
        const char *parted = strstr(line, " = ");
        piece holes[holes_most] = { { "", 0 } };
        bool entry = *line != '#' && parted && parted < line + length;
        if (entry && fits((piece){ line, (size_t)(parted - line) }, text, holes, 0)) {
            size_t begun = out->length;
            fill_in((piece){ parted + 3, (size_t)(line + length - parted - 3) }, holes, depth, out);
            if (raised && out->length > begun) {
                out->data[begun] = (char)tolower((unsigned char)out->data[begun]);
            }
            return true;
        }
        line += length + (line[length] == '\n');
    }
    return false;
}

static void translate(piece text, int depth, dado_text *out)
{
    if (depth < depth_most && text.length) {
        if (translate_as(text, false, depth, out)) return;
        bool small = islower((unsigned char)*text.from) != 0;
        if (depth > 0 && small && translate_as(text, true, depth, out)) return;
    }
    dado_text_add_bytes(out, text.from, text.length);
}

void dado_translate_sentence(const char *sentence, dado_text *out)
{
    translate((piece){ sentence, strlen(sentence) }, 0, out);
}

void dado_translate_verdicts(dado_document *document)
{
    for (dado_part *part = document->first; part; part = part->next) {
        for (int i = 0; part->kind == DADO_PART_VERDICTS && i < part->count; i++) {
            DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
            dado_verdict *verdict = &part->verdicts[i];
            dado_translate_sentence(verdict->claim, &words);
            if (words.length < sizeof verdict->claim) {
                snprintf(verdict->claim, sizeof verdict->claim, "%s", dado_text_string(&words));
            }
        }
    }
}
