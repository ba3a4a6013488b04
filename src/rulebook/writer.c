// writer.c - fills in sentence patterns, and adds numbered rules.
//
// Portuguese patterns have their articles apart, because a phrase does not know which
// preposition it will stand behind: "em a mão". The finished sentence is contracted: "na mão".
#include "rulebook/writer.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/array_grow.h"
#include "core/scope_cleanup.h"
#include "core/text.h"

static const char *const english[rulebook_patterns] = {
#define SAY(name, text) [say_##name] = text,
#include "rulebook/sentences_en.def"
#undef SAY
};

static const char *const portuguese[rulebook_patterns] = {
#define SAY(name, text) [say_##name] = text,
#include "rulebook/sentences_pt.def"
#undef SAY
};

const char *rulebook_copy(rulebook_writer *w, const char *text)
{
    const char *copy = dado_region_copy(w->region, text, strlen(text));
    if (!copy) w->no_memory = true;
    return copy ? copy : "";
}

const char *rulebook_number(rulebook_writer *w, int64_t number)
{
    char text[32];
    bool below = number < 0;
    snprintf(text, sizeof text, "%s%lld", below ? "\u2212" : "",
             (long long)(below ? -number : number));
    return rulebook_copy(w, text);
}

const char *rulebook_fill_with(rulebook_writer *w, rulebook_pattern pattern,
                               const char *const *parts)
{
    const char *at = (w->language == DADO_RULES_PORTUGUESE ? portuguese : english)[pattern];
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    for (; *at; at++) {
        if (at[0] == '{' && at[1] >= '1' && at[1] <= '4' && at[2] == '}') {
            dado_text_add(&out, parts[at[1] - '1']);
            at += 2;
        } else {
            dado_text_char(&out, *at);
        }
    }
    return rulebook_copy(w, dado_text_string(&out));
}

const char *rulebook_word(rulebook_writer *w, rulebook_pattern pattern)
{
    return rulebook_fill(w, pattern, "", "", "", "");
}

const char *rulebook_join(rulebook_writer *w, const char *const *parts, int count,
                          const char *between, const char *last)
{
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    for (int i = 0; i < count; i++) {
        if (i > 0) dado_text_add(&out, i == count - 1 ? last : between);
        dado_text_add(&out, parts[i]);
    }
    return rulebook_copy(w, dado_text_string(&out));
}

const char *rulebook_quote(rulebook_writer *w, const rcy_tree *t)
{
    const rcy_token *from = &w->s->tokens[t->token], *to = &w->s->tokens[t->last];
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    bool blank = false;
    w->unknown++;
    for (const char *at = w->s->text + from->offset; at < w->s->text + to->offset + to->length;
         at++) {
        if (*at == ';') at += strcspn(at, "\n");
        if (isspace((unsigned char)*at)) {
            blank = true;
            continue;
        }
        if (blank && out.length) dado_text_char(&out, ' ');
        blank = false;
        dado_text_char(&out, *at);
    }
    return rulebook_copy(w, dado_text_string(&out));
}

// --- contractions ---

typedef struct contraction {
    const char *apart, *joined;
} contraction;

static const contraction contractions[] = {
    { "de o ", "do " },
    { "de a ", "da " },
    { "de os ", "dos " },
    { "de as ", "das " },
    { "em o ", "no " },
    { "em a ", "na " },
    { "em os ", "nos " },
    { "em as ", "nas " },
    { "a o ", "ao " },
    { "a a ", "à " },
    { "a os ", "aos " },
    { "a as ", "às " },
    { "por o ", "pelo " },
    { "por a ", "pela " },
    { "por os ", "pelos " },
    { "por as ", "pelas " },
    { "de essa ", "dessa " },
    { "a aqueles ", "àqueles " },
    { "de aqueles ", "daqueles " },
    { "em aqueles ", "naqueles " },
};

// Adds the words with prepositions and articles joined, except what is quoted.
static void contract(const char *words, dado_text *out)
{
    bool begins = true, quoted = false;
    for (const char *at = words; *at;) {
        const contraction *found = NULL;
        for (size_t i = 0; begins && !quoted && i < sizeof contractions / sizeof *contractions;
             i++) {
            const char *apart = contractions[i].apart;
            if (strncmp(at, apart, strlen(apart)) == 0) found = &contractions[i];
        }
        if (found) {
            dado_text_add(out, found->joined);
            at += strlen(found->apart);
            continue;
        }
        if (strncmp(at, "\u201c", 3) == 0) quoted = true;
        if (strncmp(at, "\u201d", 3) == 0) quoted = false;
        begins = *at == ' ' || *at == '(';
        dado_text_char(out, *at++);
    }
}

static const char *finished(rulebook_writer *w, const char *words, bool opens)
{
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    if (w->language == DADO_RULES_PORTUGUESE) contract(words, &out);
    else dado_text_add(&out, words);
    if (out.length) out.data[0] = (char)toupper((unsigned char)out.data[0]);
    dado_text_add(&out, opens ? ":" : ".");
    return rulebook_copy(w, dado_text_string(&out));
}

// --- rules ---

static const char *rule_number(rulebook_writer *w)
{
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    for (int i = 0; i <= w->depth; i++) {
        dado_text_addf(&out, i ? ".%d" : "%d", w->number[i]);
    }
    return rulebook_copy(w, dado_text_string(&out));
}

void rulebook_add(rulebook_writer *w, const rcy_tree *t, const char *words, bool opens)
{
    if (w->count == w->room) {
        int room = w->room ? 2 * w->room : 64;
        dado_rulebook_sentence *grown = dado_new(w->region, dado_rulebook_sentence, room);
        if (!grown) {
            w->no_memory = true;
            return;
        }
        if (w->count) memcpy(grown, w->sentences, sizeof *grown * (size_t)w->count);
        w->sentences = grown;
        w->room = room;
    }
    w->number[w->depth]++;
    dado_rulebook_sentence *made = &w->sentences[w->count++];
    *made = (dado_rulebook_sentence){ .section = w->section,
                                      .number = rule_number(w),
                                      .words = finished(w, words, opens),
                                      .quoted = w->unknown > 0 };
    w->unknown = 0;
    if (!t) return;
    made->line = w->s->tokens[t->token].line;
    made->last_line = opens ? made->line : w->s->tokens[t->last].line;
}

void rulebook_deeper(rulebook_writer *w)
{
    if (w->depth + 1 < deepest_rule) w->depth++;
    w->number[w->depth] = 0;
}

void rulebook_higher(rulebook_writer *w)
{
    if (w->depth > 0) w->depth--;
}
