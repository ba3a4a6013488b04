// names.c - what things are called: as (look ...) says, or else by their name in lower case.
//
// In Portuguese a name from the description stands behind a noun of ours, in quotes, so that
// its gender does not matter: o contador “steps”. A few usual English names are translated.
#include <ctype.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "core/text.h"
#include "rulebook/writer.h"

typedef struct translation {
    const char *name, *words;
    bool feminine;
} translation;

static const translation piles[] = {
    { "HAND", "mão", true },          { "STOCK", "monte", false }, { "DECK", "baralho", false },
    { "DISCARD", "descarte", false }, { "TABLE", "mesa", true },   { "TRICK", "vaza", true },
    { "MARKET", "mercado", false },   { "CUP", "copo", false },    { "SUPPLY", "reserva", true },
};

static const translation keys[] = {
    { "RANK", "valor", false },
    { "SUIT", "naipe", false },
    { "FACE", "lado", false },
    { "NUMBER", "número", false },
};

static const translation values[] = {
    { "CLUBS", "paus", false },     { "DIAMONDS", "ouros", false }, { "HEARTS", "copas", false },
    { "SPADES", "espadas", false }, { "ACE", "ás", false },         { "JACK", "valete", false },
    { "QUEEN", "dama", true },      { "KING", "rei", false },       { "ONE", "um", false },
    { "TWO", "dois", false },       { "THREE", "três", false },     { "FOUR", "quatro", false },
    { "FIVE", "cinco", false },     { "SIX", "seis", false },       { "SEVEN", "sete", false },
    { "EIGHT", "oito", false },     { "NINE", "nove", false },      { "TEN", "dez", false },
    { "NONE", "nenhum", false },    { "YES", "sim", false },        { "NO", "não", false },
    { "RED", "vermelho", false },   { "GREEN", "verde", false },    { "BLUE", "azul", false },
};

static const translation *translated(const rulebook_writer *w, const translation *list,
                                     size_t count, const char *name)
{
    for (size_t i = 0; w->language == DADO_RULES_PORTUGUESE && i < count; i++) {
        if (strcmp(list[i].name, name) == 0) return &list[i];
    }
    return NULL;
}
#define TRANSLATED(w, list, name) translated(w, list, sizeof(list) / sizeof *(list), name)

// The name of a look, or the name of the description in lower case. Names with a digit are
// spaces or the like, and stay as they are.
static const char *plain_name(rulebook_writer *w, const char *key, const char *name)
{
    const dado_look_entry *look = dado_look_find(&w->s->looks, DADO_LOOK_NAME, key, name);
    if (look && look->text) return look->text;
    if (strpbrk(name, "0123456789") || strlen(name) < 2) return name;
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    for (const char *at = name; *at; at++) {
        dado_text_char(&out, *at == '_' ? ' ' : (char)tolower((unsigned char)*at));
    }
    return rulebook_copy(w, dado_text_string(&out));
}

static bool has_look(const rulebook_writer *w, const char *name)
{
    const dado_look_entry *look = dado_look_find(&w->s->looks, DADO_LOOK_NAME, NULL, name);
    return look && look->text;
}

static const char *in_quotes(rulebook_writer *w, const char *name)
{
    if (w->language == DADO_RULES_ENGLISH) return name;
    return rulebook_fill(w, say_labelled, name);
}

const char *rulebook_name(rulebook_writer *w, int32_t name)
{
    return in_quotes(w, plain_name(w, NULL, rcy_text(w->s, name)));
}

const char *rulebook_value_name(rulebook_writer *w, const char *key, int32_t name)
{
    const char *text = rcy_text(w->s, name);
    if (!*text) return rulebook_word(w, say_empty_word);
    const translation *known = TRANSLATED(w, values, text);
    if (known && !has_look(w, text)) return known->words;
    const char *plain = plain_name(w, key, text);
    return plain == text ? plain : in_quotes(w, plain);
}

const char *rulebook_key_name(rulebook_writer *w, int32_t name)
{
    const char *text = rcy_text(w->s, name);
    const translation *known = TRANSLATED(w, keys, text);
    if (known && !has_look(w, text)) return known->words;
    return rulebook_fill(w, say_worth_key, rulebook_name(w, name));
}

const char *rulebook_pile_name(rulebook_writer *w, int32_t name, bool *feminine)
{
    static const char *const no_pile[] = { "HAND", "STOCK",   "DECK", "TABLE", "MARKET",
                                           "CUP",  "KITCHEN", "CRIB", "BAG" };
    const char *text = rcy_text(w->s, name);
    const translation *known = TRANSLATED(w, piles, text);
    *feminine = known ? known->feminine : true;
    if (known && !has_look(w, text)) return known->words;
    bool plain = false;
    for (size_t i = 0; i < sizeof no_pile / sizeof *no_pile; i++) {
        plain = plain || (w->language == DADO_RULES_ENGLISH && strcmp(no_pile[i], text) == 0);
    }
    *feminine = true;
    return rulebook_fill(w, plain ? say_pile_plain : say_pile_f, rulebook_name(w, name));
}
