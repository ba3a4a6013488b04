// glance.c - what an editor asks about a description while it is being written.
//
// A variable means the nearest form around it that binds its name before it; a NAME means the
// same wherever it stands, because the language lets one name be a value, a place and a storage at
// once, and a game stays the same if all of them are renamed together.
#include "recycle/glance.h"

#include <stdio.h>
#include <string.h>

#include "recycle/tree.h"

enum { most_looked_at = 20000 };  // tokens; no description has a tenth of that

struct dado_glance {
    rcy_source s;
    int32_t *around;  // of each token, the parenthesis that is open around it; -1: none
};

static const struct {
    const char *form, *about;
} words[word_count] = {
#define WORD(word, form, about) [word_##word] = { form, about },
#include "recycle/words.def"
#undef WORD
};

dado_glance *dado_glance_at(const char *text, dado_arena *arena)
{
    dado_glance *g = dado_new(arena, dado_glance, 1);
    if (!g) return NULL;
    g->s = (rcy_source){ .file = "", .text = text, .length = strlen(text), .arena = arena };
    g->s.names.arena = arena;
    if (!rcy_lex(&g->s)) return NULL;
    if (g->s.count > most_looked_at) g->s.count = most_looked_at;
    g->around = dado_new(arena, int32_t, g->s.count + 1);
    if (!g->around) return NULL;
    int open = -1;
    for (int i = 0; i < g->s.count; i++) {
        const rcy_token *t = &g->s.tokens[i];
        if (t->kind == TOKEN_CLOSE && t->match >= 0) open = g->around[t->match];
        g->around[i] = open;
        if (t->kind == TOKEN_OPEN) open = i;
    }
    return g;
}

static dado_stretch span_of(const rcy_token *t)
{
    return (dado_stretch){ t->line, t->column, t->length };
}

// A string may be a name, and braces in it may name variables; everything else lies as it stands.
static int token_at(const dado_glance *g, int line, int column)
{
    int best = -1;
    for (int i = 0; i + 1 < g->s.count; i++) {
        const rcy_token *t = &g->s.tokens[i];
        if (t->line != line || column < t->column || column > t->column + t->length) continue;
        bool word = t->kind == TOKEN_NAME || t->kind == TOKEN_VAR || t->kind == TOKEN_WORD ||
                    t->kind == TOKEN_STRING;
        if (word && (best < 0 || column < t->column + t->length)) best = i;
    }
    return best;
}

static int head_word(const dado_glance *g, int open)
{
    if (open < 0 || open + 1 >= g->s.count) return word_none;
    const rcy_token *t = &g->s.tokens[open + 1];
    return t->kind == TOKEN_WORD ? t->code : word_none;
}

static int end_of(const dado_glance *g, int open)
{
    int match = g->s.tokens[open].match;
    return match >= 0 && match < g->s.count ? match : g->s.count - 1;
}

// The token behind what begins at `at`.
static int behind(const dado_glance *g, int at)
{
    const rcy_token *t = &g->s.tokens[at];
    return t->kind == TOKEN_OPEN && t->match > at ? end_of(g, at) + 1 : at + 1;
}

static bool is_variable(const dado_glance *g, int at, int32_t name)
{
    return g->s.tokens[at].kind == TOKEN_VAR && (name < 0 || g->s.tokens[at].name == name);
}

// The token by which the list at `open` binds a name for what comes behind it; -1: it does not.
static int binder(const dado_glance *g, int open, int32_t name)
{
    int end = end_of(g, open), kids = 0, at[4] = { 0 }, last = -1, before = -1;
    int found = -1;
    int head = head_word(g, open);
    for (int i = open + 1; i < end; i = behind(g, i), kids++) {
        if (kids < 4) at[kids] = i;
        before = last;
        last = i;
        if (head == word_let && kids > 0 && kids % 2 == 0 && is_variable(g, i, name)) found = i;
    }
    switch (head) {
    case word_let: return found;
    case word_any: case word_all: case word_filter: case word_each: case word_best:
    case word_while: case word_reach:
        return kids >= 4 && is_variable(g, before, name) ? before : -1;
    case word_define:
        if (kids < 3 || g->s.tokens[at[2]].kind != TOKEN_OPEN) return -1;
        for (int i = at[2] + 1; i < end_of(g, at[2]); i++) {
            if (is_variable(g, i, name)) return i;
        }
        return -1;
    default: return -1;
    }
}

// Declared for the whole text: (declare 5 'X), (create dicestorage 'X ...).
static int declared(const dado_glance *g, int32_t name)
{
    for (int i = 0; i + 1 < g->s.count; i++) {
        if (g->s.tokens[i].kind != TOKEN_OPEN) continue;
        int head = head_word(g, i);
        if (head == word_declare) {
            int at = i + 2 < end_of(g, i) ? behind(g, i + 2) : 0;
            if (at && at < end_of(g, i) && is_variable(g, at, name)) return at;
        } else if (head == word_create && i + 3 < end_of(g, i) &&
                   g->s.tokens[i + 2].kind == TOKEN_WORD &&
                   (g->s.tokens[i + 2].code == word_dicestorage ||
                    g->s.tokens[i + 2].code == word_diestorage) &&
                   is_variable(g, i + 3, name)) {
            return i + 3;
        }
    }
    return -1;
}

// Where the variable of that name is bound that is meant at a token; -1: nowhere.
static int bound_at(const dado_glance *g, int token, int32_t name)
{
    for (int open = g->around[token]; open >= 0; open = g->around[open]) {
        int by = binder(g, open, name);
        if (by >= 0 && by <= token) return by;
    }
    // A parameter is written in parentheses of its own.
    return declared(g, name);
}

static bool in_about(const dado_glance *g, int token)
{
    for (int open = g->around[token]; open >= 0; open = g->around[open]) {
        if (head_word(g, open) == word_about) return true;
    }
    return false;
}

static int definition_of(const dado_glance *g, int32_t name)
{
    for (int i = 0; i + 2 < g->s.count; i++) {
        const rcy_token *t = &g->s.tokens[i];
        if (t->kind == TOKEN_OPEN && head_word(g, i) == word_define &&
            t[2].kind == TOKEN_NAME && t[2].name == name) {
            return i + 2;
        }
    }
    return -1;
}

static bool is_name(const dado_glance *g, int at, int32_t name)
{
    const rcy_token *t = &g->s.tokens[at];
    bool named = t->kind == TOKEN_NAME || t->kind == TOKEN_STRING;
    return named && t->name == name && !in_about(g, at);
}

// The name alone: without a quote before it, or quotes around it.
static dado_stretch name_span(const dado_glance *g, int at)
{
    const rcy_token *t = &g->s.tokens[at];
    dado_stretch span = span_of(t);
    int own = (int)strlen(rcy_text(&g->s, t->name));
    if (t->kind == TOKEN_VAR) {
        span.column += span.length - own;
        span.length = own;
    } else if (t->kind == TOKEN_STRING) {
        span.column++;
        span.length -= 2;
    }
    return span;
}

bool dado_glance_find(const dado_glance *g, int line, int column, dado_stretch *span,
                      dado_glance_kind *kind)
{
    int at = token_at(g, line, column);
    if (at < 0) return false;
    const rcy_token *t = &g->s.tokens[at];
    *span = t->kind == TOKEN_WORD ? span_of(t) : name_span(g, at);
    *kind = t->kind == TOKEN_WORD ? DADO_GLANCE_WORD
            : t->kind == TOKEN_VAR ? DADO_GLANCE_VARIABLE
            : definition_of(g, t->name) >= 0 ? DADO_GLANCE_DEFINITION : DADO_GLANCE_NAME;
    return true;
}

// ---- where it comes from, and everywhere it is meant

static int origin(const dado_glance *g, int at)
{
    const rcy_token *t = &g->s.tokens[at];
    if (t->kind == TOKEN_VAR) return bound_at(g, at, t->name);
    if (t->kind != TOKEN_NAME && t->kind != TOKEN_STRING) return -1;
    int defined = definition_of(g, t->name);
    if (defined >= 0) return defined;
    for (int i = 0; i < g->s.count; i++) {
        if (is_name(g, i, t->name)) return i;
    }
    return -1;
}

bool dado_glance_origin(const dado_glance *g, int line, int column, dado_stretch *span)
{
    int at = token_at(g, line, column);
    int from = at >= 0 ? origin(g, at) : -1;
    if (from >= 0) *span = name_span(g, from);
    return from >= 0;
}

// Braces in the string at a token that name a variable.
static void braces(const dado_glance *g, int at, int32_t name, dado_glance_each *each,
                   void *context)
{
    const rcy_token *t = &g->s.tokens[at];
    const char *text = g->s.text + t->offset, *own = rcy_text(&g->s, name);
    int length = (int)strlen(own);
    for (int i = 0; i + length + 1 < t->length; i++) {
        if (text[i] == '{' && text[i + length + 1] == '}' &&
            memcmp(text + i + 1, own, (size_t)length) == 0) {
            each(context, (dado_stretch){ t->line, t->column + i + 1, length });
        }
    }
}

void dado_glance_uses(const dado_glance *g, int line, int column, dado_glance_each *each,
                      void *context)
{
    int at = token_at(g, line, column);
    if (at < 0 || g->s.tokens[at].kind == TOKEN_WORD || in_about(g, at)) return;
    int32_t name = g->s.tokens[at].name;
    bool variable = g->s.tokens[at].kind == TOKEN_VAR;
    int from = variable ? bound_at(g, at, name) : -1;
    for (int i = 0; i + 1 < g->s.count; i++) {
        if (variable && is_variable(g, i, name) && bound_at(g, i, name) == from) {
            each(context, name_span(g, i));
        } else if (variable && g->s.tokens[i].kind == TOKEN_STRING &&
                   head_word(g, g->around[i]) == word_label && bound_at(g, i, name) == from) {
            braces(g, i, name, each, context);
        } else if (!variable && is_name(g, i, name)) {
            each(context, name_span(g, i));
        }
    }
}

bool dado_glance_rename(const dado_glance *g, int line, int column, const char *name,
                        dado_error *err)
{
    int at = token_at(g, line, column);
    if (at < 0 || g->s.tokens[at].kind == TOKEN_WORD) {
        return dado_fail(err, DADO_MEANING, "only names can be changed, and here is none");
    }
    if (in_about(g, at)) {
        return dado_fail(err, DADO_MEANING, "what (about ...) says is read by tools and keeps its "
                         "names");
    }
    size_t length = strlen(name);
    bool fits = length > 0 && name[0] >= 'A' && name[0] <= 'Z' &&
                strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == length;
    if (!fits) {
        return dado_fail(err, DADO_MEANING, "a name is of capitals, digits and _, and begins with "
                         "a capital; \"%.40s\" does not fit", name);
    }
    bool variable = g->s.tokens[at].kind == TOKEN_VAR;
    for (int i = 0; i + 1 < g->s.count; i++) {
        const rcy_token *t = &g->s.tokens[i];
        bool same_kind = variable ? t->kind == TOKEN_VAR
                                  : t->kind == TOKEN_NAME || t->kind == TOKEN_STRING;
        if (same_kind && t->name != g->s.tokens[at].name &&
            strcmp(rcy_text(&g->s, t->name), name) == 0) {
            return dado_fail(err, DADO_MEANING, "%s is used already, in line %d", name, t->line);
        }
    }
    return true;
}

// ---- words about it

static void count_use(void *context, dado_stretch span)
{
    (void)span;
    ++*(int *)context;
}

// The text of a list on one line, cut where it grows long.
static void quote(const dado_glance *g, int open, dado_text *out)
{
    enum { most = 120 };
    const rcy_token *from = &g->s.tokens[open], *to = &g->s.tokens[end_of(g, open)];
    bool blank = false;
    int length = 0;
    for (int i = from->offset; i < to->offset + to->length && length < most; i++) {
        char c = g->s.text[i];
        if (c == ';' && g->s.text[i + 1] == ';') {
            while (g->s.text[i] && g->s.text[i] != '\n') i++;
            c = '\n';
        }
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
            blank = true;
            continue;
        }
        if (blank && length) dado_text_char(out, ' ');
        blank = false;
        dado_text_char(out, c);
        length++;
    }
    if (length == most) dado_text_add(out, " …");
}

bool dado_glance_tell(const dado_glance *g, int line, int column, dado_text *out)
{
    int at = token_at(g, line, column);
    if (at < 0) return false;
    const rcy_token *t = &g->s.tokens[at];
    if (t->kind == TOKEN_WORD) {
        if (!words[t->code].form) return false;
        dado_text_addf(out, "```\n%s\n```\n%s", words[t->code].form, words[t->code].about);
        return true;
    }
    int uses = 0, from = origin(g, at);
    dado_glance_uses(g, line, column, count_use, &uses);
    if (uses == 0) return false;
    const char *name = rcy_text(&g->s, t->name);
    if (from < 0) {
        dado_text_addf(out, "`'%s` is bound nowhere.", name);
        return true;
    }
    int shown = g->around[from];
    bool variable = t->kind == TOKEN_VAR;
    if (variable && shown >= 0 && head_word(g, g->around[shown]) == word_define) {
        shown = g->around[shown];
    }
    if (shown >= 0 && (variable || definition_of(g, t->name) >= 0)) {
        dado_text_add(out, "```\n");
        quote(g, shown, out);
        dado_text_add(out, "\n```\n");
    }
    dado_text_addf(out, "`%s%s`, from line %d; %d %s in this text.", variable ? "'" : "", name,
                   g->s.tokens[from].line, uses, uses == 1 ? "place" : "places");
    return true;
}

void dado_glance_complete(const dado_glance *g, int line, int column, dado_glance_offer *offer,
                          void *context)
{
    int near = 0;  // the last token that begins before the place
    for (int i = 0; i + 1 < g->s.count; i++) {
        const rcy_token *t = &g->s.tokens[i];
        if (t->line < line || (t->line == line && t->column < column)) near = i;
    }
    const rcy_token *t = &g->s.tokens[near];
    bool quoted = t->line == line && column > t->column && column <= t->column + t->length &&
                  g->s.text[t->offset] == '\'';
    for (int w = 1; !quoted && w < word_count; w++) {
        if (!words[w].form) continue;
        offer(context, rcy_word_text((rcy_word)w), DADO_GLANCE_WORD, words[w].form,
              words[w].about);
    }
    enum { plain = 1, variable = 2 };
    unsigned char *used = dado_new(g->s.arena, unsigned char, g->s.names.count);
    for (int i = 0; used && i + 1 < g->s.count; i++) {
        const rcy_token *k = &g->s.tokens[i];
        if (i == near) continue;
        if (k->kind == TOKEN_NAME && !in_about(g, i)) used[k->name] |= plain;
        if (k->kind == TOKEN_VAR) used[k->name] |= variable;
    }
    for (int32_t name = 1; used && name < g->s.names.count; name++) {
        const char *text = rcy_text(&g->s, name);
        int by = used[name] & variable ? bound_at(g, near, name) : -1;
        char label[80];
        snprintf(label, sizeof label, "%s%.70s", quoted ? "" : "'", text);
        if (by >= 0 && by != near) offer(context, label, DADO_GLANCE_VARIABLE, "variable", "");
        if (quoted || !(used[name] & plain)) continue;
        bool defined = definition_of(g, name) >= 0;
        offer(context, text, defined ? DADO_GLANCE_DEFINITION : DADO_GLANCE_NAME,
              defined ? "definition" : "name", "");
    }
}

// ---- outline

void dado_glance_outline(const dado_glance *g, dado_glance_see *see, void *context)
{
    int depth = 0;
    int32_t ends[64] = { 0 };
    for (int i = 0; i + 1 < g->s.count; i++) {
        const rcy_token *t = &g->s.tokens[i];
        while (depth > 0 && i > ends[depth - 1]) depth--;
        if (t->kind != TOKEN_OPEN) continue;
        int head = head_word(g, i);
        bool part = (head == word_game && g->around[i] < 0) || head == word_declare ||
                    head == word_define || head == word_setup || head == word_stage ||
                    head == word_create || head == word_choice || head == word_scoring ||
                    head == word_together || head == word_about;
        if (!part || depth == 64) continue;
        dado_text name = { 0 };
        char told[90];
        quote(g, i, &name);
        const char *word = rcy_word_text((rcy_word)head);
        const char *rest = strstr(dado_text_string(&name), word);
        rest = rest ? rest + strlen(word) : "";
        if (*rest == ' ') rest++;
        int length = head == word_game ? 0 : (int)strlen(rest);
        if (length && rest[length - 1] == ')') length--;  // its own
        snprintf(told, sizeof told, "%.*s", length < 80 ? length : 80, rest);
        size_t cut = dado_text_unfinished(told, strlen(told));
        told[strlen(told) - cut] = '\0';
        const rcy_token *last = &g->s.tokens[end_of(g, i)];
        see(context, &(dado_glance_part){ word, told, depth, span_of(t),
                                          last->line, last->column + last->length });
        ends[depth++] = end_of(g, i);
        dado_text_free(&name);
    }
}
