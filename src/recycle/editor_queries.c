// editor_queries.c - answers an editor's questions about a description while it is
// written.
//
// A variable refers to the nearest form around it that binds its name before it. A NAME
// refers to the same thing everywhere, because the language lets one name be a value, a
// place and a storage at once, and a game stays the same if all of them are renamed
// together.
#include "recycle/editor_queries.h"

#include <stdio.h>
#include <string.h>

#include "recycle/syntax_tree.h"

// most tokens that are examined; no real description has a tenth of that
enum { most_looked_at = 20000 };

struct dado_editor_index {
    rcy_source s;
    int32_t *around;  // of each token: the innermost open parenthesis around it; -1: none
};

static const struct {
    const char *form, *about;
} words[keyword_count] = {
#define WORD(word, form, about) [keyword_##word] = { form, about },
#include "recycle/keyword_help.def"
#undef WORD
};

dado_editor_index *dado_editor_index_make(const char *text, dado_region *region)
{
    dado_editor_index *g = dado_new(region, dado_editor_index, 1);
    if (!g) return NULL;
    g->s = (rcy_source){ .file = "", .text = text, .length = strlen(text), .region = region };
    g->s.names.region = region;
    if (!rcy_lex(&g->s) || !rcy_name_look_tokens(&g->s)) return NULL;
    if (g->s.count > most_looked_at) g->s.count = most_looked_at;
    g->around = dado_new(region, int32_t, g->s.count + 1);
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

static dado_span span_of(const rcy_token *t)
{
    return (dado_span){ t->line, t->column, t->length };
}

// Returns the token at a position. A string may be a name, and braces in it may name
// variables.
static int token_at(const dado_editor_index *g, int line, int column)
{
    int best = -1;
    for (int i = 0; i + 1 < g->s.count; i++) {
        const rcy_token *t = &g->s.tokens[i];
        if (t->line != line || column < t->column || column > t->column + t->length) continue;
        bool word = t->kind == TOKEN_NAME || t->kind == TOKEN_VAR || t->kind == TOKEN_KEYWORD ||
                    t->kind == TOKEN_STRING;
        if (word && (best < 0 || column < t->column + t->length)) best = i;
    }
    return best;
}

static int head_word(const dado_editor_index *g, int open)
{
    if (open < 0 || open + 1 >= g->s.count) return keyword_none;
    const rcy_token *t = &g->s.tokens[open + 1];
    return t->kind == TOKEN_KEYWORD ? t->code : keyword_none;
}

static int end_of(const dado_editor_index *g, int open)
{
    int match = g->s.tokens[open].match;
    return match >= 0 && match < g->s.count ? match : g->s.count - 1;
}

// Returns the token after the form that begins at `at`.
static int behind(const dado_editor_index *g, int at)
{
    const rcy_token *t = &g->s.tokens[at];
    return t->kind == TOKEN_OPEN && t->match > at ? end_of(g, at) + 1 : at + 1;
}

static bool is_variable(const dado_editor_index *g, int at, int32_t name)
{
    return g->s.tokens[at].kind == TOKEN_VAR && (name < 0 || g->s.tokens[at].name == name);
}

// Returns the token by which the list at `open` binds a name for what follows; -1 if it
// does not.
static int binder(const dado_editor_index *g, int open, int32_t name)
{
    int end = end_of(g, open), kids = 0, at[4] = { 0 }, last = -1, before = -1;
    int found = -1;
    int head = head_word(g, open);
    for (int i = open + 1; i < end; i = behind(g, i), kids++) {
        if (kids < 4) at[kids] = i;
        before = last;
        last = i;
        if (head == keyword_let && kids > 0 && kids % 2 == 0 && is_variable(g, i, name)) found = i;
    }
    switch (head) {
    case keyword_let: return found;
    case keyword_any:
    case keyword_all:
    case keyword_filter:
    case keyword_each:
    case keyword_best:
    case keyword_while:
    case keyword_reach: return kids >= 4 && is_variable(g, before, name) ? before : -1;
    case keyword_effects: return kids >= 4 && is_variable(g, at[2], name) ? at[2] : -1;
    case keyword_define:
        if (kids < 3 || g->s.tokens[at[2]].kind != TOKEN_OPEN) return -1;
        for (int i = at[2] + 1; i < end_of(g, at[2]); i++) {
            if (is_variable(g, i, name)) return i;
        }
        return -1;
    default: return -1;
    }
}

// Finds a declaration for the whole text, like (declare 5 'X) or (create dicestorage 'X
// ...).
static int declared(const dado_editor_index *g, int32_t name)
{
    for (int i = 0; i + 1 < g->s.count; i++) {
        if (g->s.tokens[i].kind != TOKEN_OPEN) continue;
        int head = head_word(g, i);
        if (head == keyword_declare) {
            int at = i + 2 < end_of(g, i) ? behind(g, i + 2) : 0;
            if (at && at < end_of(g, i) && is_variable(g, at, name)) return at;
        } else if (head == keyword_create && i + 3 < end_of(g, i) &&
                   g->s.tokens[i + 2].kind == TOKEN_KEYWORD &&
                   (g->s.tokens[i + 2].code == keyword_dicestorage ||
                    g->s.tokens[i + 2].code == keyword_diestorage) &&
                   is_variable(g, i + 3, name)) {
            return i + 3;
        }
    }
    return -1;
}

// Returns the token that binds the variable to which a token refers; -1 if there is none.
static int bound_at(const dado_editor_index *g, int token, int32_t name)
{
    for (int open = g->around[token]; open >= 0; open = g->around[open]) {
        int by = binder(g, open, name);
        if (by >= 0 && by <= token) return by;
    }
    // No list around it binds the name, so it may be declared for the whole text.
    return declared(g, name);
}

static bool in_about(const dado_editor_index *g, int token)
{
    for (int open = g->around[token]; open >= 0; open = g->around[open]) {
        if (head_word(g, open) == keyword_about) return true;
    }
    return false;
}

// Returns the parenthesis of the (look ...) entry around a token, like (COLOUR HEARTS
// RED); or -1.
static int look_entry(const dado_editor_index *g, int token)
{
    int entry = -1;
    for (int open = g->around[token]; open >= 0; open = g->around[open]) {
        if (head_word(g, open) == keyword_look) return entry >= 0 ? entry : open;
        entry = open;
    }
    return -1;
}

// Returns whether a word in a (look ...) form is not a name of the game, such as COLOUR,
// RED or "hearts".
static bool belongs_to_look(const dado_editor_index *g, int at)
{
    int entry = look_entry(g, at);
    if (entry < 0) return false;
    const rcy_token *t = &g->s.tokens[at];
    if (t->kind == TOKEN_STRING || at == entry + 1) return true;
    const char *word = rcy_text(&g->s, g->s.tokens[entry + 1].name);
    bool with_word = strcmp(word, "COLOUR") == 0 || strcmp(word, "PLACE") == 0;
    return with_word && at + 1 == g->s.tokens[entry].match && at > entry + 2;
}

static int definition_of(const dado_editor_index *g, int32_t name)
{
    for (int i = 0; i + 2 < g->s.count; i++) {
        const rcy_token *t = &g->s.tokens[i];
        if (t->kind == TOKEN_OPEN && head_word(g, i) == keyword_define && t[2].kind == TOKEN_NAME &&
            t[2].name == name) {
            return i + 2;
        }
    }
    return -1;
}

static bool is_name(const dado_editor_index *g, int at, int32_t name)
{
    const rcy_token *t = &g->s.tokens[at];
    bool named = t->kind == TOKEN_NAME || t->kind == TOKEN_STRING;
    return named && t->name == name && !in_about(g, at) && !belongs_to_look(g, at);
}

// Returns the span of the name alone, without a quote before it or quotes around it.
static dado_span name_span(const dado_editor_index *g, int at)
{
    const rcy_token *t = &g->s.tokens[at];
    dado_span span = span_of(t);
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

bool dado_editor_symbol_at(const dado_editor_index *g, int line, int column, dado_span *span,
                           dado_editor_kind *kind)
{
    int at = token_at(g, line, column);
    if (at < 0) return false;
    const rcy_token *t = &g->s.tokens[at];
    *span = t->kind == TOKEN_KEYWORD ? span_of(t) : name_span(g, at);
    *kind = t->kind == TOKEN_KEYWORD         ? DADO_EDITOR_KEYWORD
            : t->kind == TOKEN_VAR           ? DADO_EDITOR_VARIABLE
            : definition_of(g, t->name) >= 0 ? DADO_EDITOR_DEFINITION
                                             : DADO_EDITOR_NAME;
    return true;
}

// ---- definition and references

static int origin(const dado_editor_index *g, int at)
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

bool dado_editor_definition(const dado_editor_index *g, int line, int column, dado_span *span)
{
    int at = token_at(g, line, column);
    int from = at >= 0 ? origin(g, at) : -1;
    if (from >= 0) *span = name_span(g, from);
    return from >= 0;
}

// Reports the braces in the string at a token that name a variable.
static void braces(const dado_editor_index *g, int at, int32_t name, dado_editor_on_reference *each,
                   void *context)
{
    const rcy_token *t = &g->s.tokens[at];
    const char *text = g->s.text + t->offset, *own = rcy_text(&g->s, name);
    int length = (int)strlen(own);
    for (int i = 0; i + length + 1 < t->length; i++) {
        if (text[i] == '{' && text[i + length + 1] == '}' &&
            memcmp(text + i + 1, own, (size_t)length) == 0) {
            each(context, (dado_span){ t->line, t->column + i + 1, length });
        }
    }
}

void dado_editor_references(const dado_editor_index *g, int line, int column,
                            dado_editor_on_reference *each, void *context)
{
    int at = token_at(g, line, column);
    if (at < 0 || g->s.tokens[at].kind == TOKEN_KEYWORD || in_about(g, at)) return;
    if (belongs_to_look(g, at)) return;
    int32_t name = g->s.tokens[at].name;
    bool variable = g->s.tokens[at].kind == TOKEN_VAR;
    int from = variable ? bound_at(g, at, name) : -1;
    for (int i = 0; i + 1 < g->s.count; i++) {
        if (variable && is_variable(g, i, name) && bound_at(g, i, name) == from) {
            each(context, name_span(g, i));
        } else if (variable && g->s.tokens[i].kind == TOKEN_STRING &&
                   head_word(g, g->around[i]) == keyword_label && bound_at(g, i, name) == from) {
            braces(g, i, name, each, context);
        } else if (!variable && is_name(g, i, name)) {
            each(context, name_span(g, i));
        }
    }
}

bool dado_editor_check_rename(const dado_editor_index *g, int line, int column, const char *name,
                              dado_error *err)
{
    int at = token_at(g, line, column);
    if (at < 0 || g->s.tokens[at].kind == TOKEN_KEYWORD) {
        return dado_fail(err, DADO_INVALID, "only names can be renamed, and there is no name here");
    }
    if (in_about(g, at)) {
        return dado_fail(err, DADO_INVALID,
                         "names in (about ...) are read by tools and cannot be renamed");
    }
    if (belongs_to_look(g, at)) {
        return dado_fail(err, DADO_INVALID, "this is a word of (look ...), not a name of the game");
    }
    size_t length = strlen(name);
    bool fits = length > 0 && name[0] >= 'A' && name[0] <= 'Z' &&
                strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == length;
    if (!fits) {
        return dado_fail(err, DADO_INVALID,
                         "a name has only capitals, digits and _, and begins with a capital; "
                         "\"%.40s\" does not",
                         name);
    }
    bool variable = g->s.tokens[at].kind == TOKEN_VAR;
    for (int i = 0; i + 1 < g->s.count; i++) {
        const rcy_token *t = &g->s.tokens[i];
        bool same_kind =
            variable ? t->kind == TOKEN_VAR : t->kind == TOKEN_NAME || t->kind == TOKEN_STRING;
        if (same_kind && t->name != g->s.tokens[at].name &&
            strcmp(rcy_text(&g->s, t->name), name) == 0) {
            return dado_fail(err, DADO_INVALID, "%s is used already, in line %d", name, t->line);
        }
    }
    return true;
}

// ---- hover texts

static void count_use(void *context, dado_span span)
{
    (void)span;
    ++*(int *)context;
}

// Writes the text of a list on one line, cut off if it is long.
static void quote(const dado_editor_index *g, int open, dado_text *out)
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

bool dado_editor_hover(const dado_editor_index *g, int line, int column, dado_text *out)
{
    int at = token_at(g, line, column);
    if (at < 0) return false;
    const rcy_token *t = &g->s.tokens[at];
    if (t->kind == TOKEN_KEYWORD) {
        if (!words[t->code].form) return false;
        dado_text_addf(out, "```\n%s\n```\n%s", words[t->code].form, words[t->code].about);
        return true;
    }
    int uses = 0, from = origin(g, at);
    dado_editor_references(g, line, column, count_use, &uses);
    if (uses == 0) return false;
    const char *name = rcy_text(&g->s, t->name);
    if (from < 0) {
        dado_text_addf(out, "`'%s` is bound nowhere.", name);
        return true;
    }
    int shown = g->around[from];
    bool variable = t->kind == TOKEN_VAR;
    if (variable && shown >= 0 && head_word(g, g->around[shown]) == keyword_define) {
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

// Offers completions inside (look ...): after a parenthesis the words that begin an
// entry, elsewhere the words that may end one.
static void complete_look(const dado_editor_index *g, int near, dado_editor_on_completion *offer,
                          void *context)
{
    if (g->s.tokens[near].kind == TOKEN_OPEN || near == look_entry(g, near) + 1) {
        for (int i = 0; i < DADO_LOOK_KINDS; i++) {
            char word[16];
            snprintf(word, sizeof word, "%s", dado_look_kinds[i]);
            for (char *c = word; *c; c++) *c = (char)(*c - 'a' + 'A');
            offer(context, word, DADO_EDITOR_NAME, "word of a look", "");
        }
        return;
    }
    for (int i = 0; dado_look_colours[i]; i++) {
        offer(context, dado_look_colours[i], DADO_EDITOR_NAME, "colour", "");
    }
    for (int i = 0; dado_look_places[i]; i++) {
        offer(context, dado_look_places[i], DADO_EDITOR_NAME, "where it lies", "");
    }
}

void dado_editor_complete(const dado_editor_index *g, int line, int column,
                          dado_editor_on_completion *offer, void *context)
{
    int near = 0;  // the last token that begins before the position
    for (int i = 0; i + 1 < g->s.count; i++) {
        const rcy_token *t = &g->s.tokens[i];
        if (t->line < line || (t->line == line && t->column < column)) near = i;
    }
    const rcy_token *t = &g->s.tokens[near];
    bool quoted = t->line == line && column > t->column && column <= t->column + t->length &&
                  g->s.text[t->offset] == '\'';
    bool look = look_entry(g, near) >= 0 || (near > 0 && head_word(g, near) == keyword_look);
    if (look) complete_look(g, near, offer, context);
    for (int w = 1; !quoted && !look && w < keyword_count; w++) {
        if (!words[w].form) continue;
        offer(context, rcy_keyword_text((rcy_keyword)w), DADO_EDITOR_KEYWORD, words[w].form,
              words[w].about);
    }
    enum { plain = 1, variable = 2 };
    unsigned char *used = dado_new(g->s.region, unsigned char, g->s.names.count);
    for (int i = 0; used && i + 1 < g->s.count; i++) {
        const rcy_token *k = &g->s.tokens[i];
        if (i == near) continue;
        if (k->kind == TOKEN_NAME && !in_about(g, i) && !belongs_to_look(g, i)) {
            used[k->name] |= plain;
        }
        if (k->kind == TOKEN_VAR) used[k->name] |= variable;
    }
    for (int32_t name = 1; used && name < g->s.names.count; name++) {
        const char *text = rcy_text(&g->s, name);
        int by = used[name] & variable ? bound_at(g, near, name) : -1;
        char label[80];
        snprintf(label, sizeof label, "%s%.70s", quoted ? "" : "'", text);
        if (by >= 0 && by != near) offer(context, label, DADO_EDITOR_VARIABLE, "variable", "");
        if (quoted || !(used[name] & plain)) continue;
        bool defined = definition_of(g, name) >= 0;
        offer(context, text, defined ? DADO_EDITOR_DEFINITION : DADO_EDITOR_NAME,
              defined ? "definition" : "name", "");
    }
}

// ---- outline

void dado_editor_outline(const dado_editor_index *g, dado_editor_on_symbol *see, void *context)
{
    int depth = 0;
    int32_t ends[64] = { 0 };
    for (int i = 0; i + 1 < g->s.count; i++) {
        const rcy_token *t = &g->s.tokens[i];
        while (depth > 0 && i > ends[depth - 1]) depth--;
        if (t->kind != TOKEN_OPEN) continue;
        int head = head_word(g, i);
        bool part = (head == keyword_game && g->around[i] < 0) || head == keyword_declare ||
                    head == keyword_define || head == keyword_setup || head == keyword_stage ||
                    head == keyword_create || head == keyword_choice || head == keyword_scoring ||
                    head == keyword_together || head == keyword_about || head == keyword_look;
        if (!part || depth == 64) continue;
        dado_text name = { 0 };
        char told[90];
        quote(g, i, &name);
        const char *word = rcy_keyword_text((rcy_keyword)head);
        const char *rest = strstr(dado_text_string(&name), word);
        rest = rest ? rest + strlen(word) : "";
        if (*rest == ' ') rest++;
        int length = head == keyword_game ? 0 : (int)strlen(rest);
        if (length && rest[length - 1] == ')') length--;  // the list's own closing parenthesis
        snprintf(told, sizeof told, "%.*s", length < 80 ? length : 80, rest);
        size_t cut = dado_text_partial_utf8(told, strlen(told));
        told[strlen(told) - cut] = '\0';
        const rcy_token *last = &g->s.tokens[end_of(g, i)];
        see(context, &(dado_editor_symbol){ word, told, depth, span_of(t), last->line,
                                            last->column + last->length });
        ends[depth++] = end_of(g, i);
        dado_text_free(&name);
    }
}

// ---- tokens, folds, forms

void dado_editor_tokens(const dado_editor_index *g, dado_editor_on_token *see, void *context)
{
    for (int i = 0; i + 1 < g->s.count; i++) {
        const rcy_token *t = &g->s.tokens[i];
        dado_editor_token kind = DADO_EDITOR_TOKEN_KEYWORD;
        switch (t->kind) {
        case TOKEN_KEYWORD: break;
        case TOKEN_VAR: kind = DADO_EDITOR_TOKEN_VARIABLE; break;
        case TOKEN_INT: kind = DADO_EDITOR_TOKEN_NUMBER; break;
        case TOKEN_STRING: kind = DADO_EDITOR_TOKEN_TEXT; break;
        case TOKEN_NAME:
            kind = definition_of(g, t->name) >= 0 ? DADO_EDITOR_TOKEN_DEFINITION
                                                  : DADO_EDITOR_TOKEN_NAME;
            break;
        default: continue;
        }
        see(context, span_of(t), kind);
    }
}

void dado_editor_folds(const dado_editor_index *g, dado_editor_on_fold *see, void *context)
{
    int folded = 0;  // the last line on which a list to be folded begins: one per line
    for (int i = 0; i + 1 < g->s.count; i++) {
        const rcy_token *t = &g->s.tokens[i];
        if (t->kind != TOKEN_OPEN || t->match < 0 || t->line == folded) continue;
        int last = g->s.tokens[end_of(g, i)].line;
        if (last <= t->line) continue;
        folded = t->line;
        see(context, t->line, last);
    }
}

// Returns the innermost list around a position; -1 if there is none.
static int list_around(const dado_editor_index *g, int line, int column)
{
    int open = -1;
    for (int i = 0; i + 1 < g->s.count; i++) {
        const rcy_token *t = &g->s.tokens[i];
        if (t->line > line || (t->line == line && t->column >= column)) break;
        if (t->kind == TOKEN_OPEN) open = i;
        if (t->kind == TOKEN_CLOSE) open = t->match >= 0 ? g->around[t->match] : open;
    }
    return open;
}

bool dado_editor_form_at(const dado_editor_index *g, int line, int column, dado_editor_form *form)
{
    for (int open = list_around(g, line, column); open >= 0; open = g->around[open]) {
        int head = head_word(g, open), end = end_of(g, open), argument = -1;
        if (head == keyword_none || !words[head].form) continue;
        for (int i = open + 2; i < end; i = behind(g, i)) {
            const rcy_token *t = &g->s.tokens[i];
            if (t->line > line || (t->line == line && t->column > column)) break;
            argument++;
        }
        *form =
            (dado_editor_form){ words[head].form, words[head].about, argument < 0 ? 0 : argument };
        return true;
    }
    return false;
}
