// lex.c - splits text into tokens, and manages the names and notices of a text.
//
// Tokens are formed by longest match and remember their position. A character that starts
// no token becomes a bad token and is reported once, and reading goes on. So one pass
// finds every wrong character.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "recycle/syntax_tree.h"

static const char *const words[keyword_count] = { [keyword_none] = "",
#define W(word) [keyword_##word] = #word,
                                                  RCY_KEYWORDS(W)
#undef W
};

const char *rcy_keyword_text(rcy_keyword word)
{
    return words[word];
}

const char *rcy_text(const rcy_source *s, int name)
{
    return name >= 0 && name < s->names.count ? s->names.text[name] : "?";
}

static uint32_t hash(const char *text, size_t length)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < length; i++) h = (h ^ (unsigned char)text[i]) * 16777619u;
    return h;
}

static bool grow(rcy_names *n)
{
    int room = n->room ? n->room * 2 : 64;
    const char **text = dado_new(n->region, const char *, room);
    int slot_count = room * 2;
    int32_t *slots = dado_new(n->region, int32_t, slot_count);
    if (!text || !slots) return false;
    for (int i = 0; i < slot_count; i++) slots[i] = -1;
    for (int i = 0; i < n->count; i++) {
        text[i] = n->text[i];
        uint32_t at = hash(text[i], strlen(text[i])) % (uint32_t)slot_count;
        while (slots[at] >= 0) at = (at + 1) % (uint32_t)slot_count;
        slots[at] = i;
    }
    n->text = text;
    n->room = room;
    n->slots = slots;
    n->slot_count = slot_count;
    return true;
}

int rcy_name(rcy_names *n, const char *text, size_t length)
{
    if (n->count == n->room && !grow(n)) return -1;
    uint32_t at = hash(text, length) % (uint32_t)n->slot_count;
    while (n->slots[at] >= 0) {
        const char *known = n->text[n->slots[at]];
        if (strlen(known) == length && memcmp(known, text, length) == 0) return n->slots[at];
        at = (at + 1) % (uint32_t)n->slot_count;
    }
    char *copy = dado_region_copy(n->region, text, length);
    if (!copy) return -1;
    n->text[n->count] = copy;
    n->slots[at] = n->count;
    return n->count++;
}

dado_place rcy_source_location(const rcy_source *s, int from, int to)
{
    if (s->count == 0) return (dado_place){ .source = s->file };
    if (from >= s->count) from = s->count - 1;
    const rcy_token *a = &s->tokens[from], *b = &s->tokens[to >= s->count ? s->count - 1 : to];
    int length = a->length;
    if (b->line == a->line && b->column >= a->column) length = b->column + b->length - a->column;
    return (dado_place){ s->file, a->line, a->column, length ? length : 1 };
}

static bool is_lexical(const char *code)
{
    return strncmp(code, "E10", 3) == 0;
}

// Returns whether a problem only follows from one reported already: another error in
// parentheses with an unknown word, or something that is never used or set, where part of
// the text could not be read.
static bool hangs_on_another(const rcy_source *s, const char *code, int from)
{
    if (code[0] == 'E') return !is_lexical(code) && s->lexical > 0 && rcy_is_reported(s, from);
    bool never = strcmp(code, "W203") == 0 || strcmp(code, "W234") == 0 || code[1] == '2';
    return never && s->syntax > 0 && strcmp(code, "W202") != 0;
}

DADO_PRINTF(5, 0)
static void notice(rcy_source *s, const char *code, int from, int to, const char *format,
                   va_list args)
{
    bool warning = code[0] == 'W';
    if (hangs_on_another(s, code, from)) return;
    // report each problem once per place
    for (int i = 0; s->define_count > 0 && i < s->notice_count; i++) {
        if (s->notice_at[i] == from && strcmp(s->notices[i].error.code, code) == 0) return;
    }
    if (warning) s->warnings++;
    else s->errors++;
    if (is_lexical(code)) s->lexical++;
    if (!warning && code[1] == '1') s->syntax++;
    if (s->notice_count == s->notice_room) {
        int room = s->notice_room ? s->notice_room * 2 : 16;
        enum { most_kept = 512 };
        dado_recycle_diagnostic *items =
            room <= most_kept ? dado_new(s->region, dado_recycle_diagnostic, room) : NULL;
        int32_t *at = items ? dado_new(s->region, int32_t, room) : NULL;
        if (!at) {
            s->more++;
            return;
        }
        if (s->notice_count) {
            memcpy(items, s->notices, sizeof *items * (size_t)s->notice_count);
            memcpy(at, s->notice_at, sizeof *at * (size_t)s->notice_count);
        }
        s->notices = items;
        s->notice_at = at;
        s->notice_room = room;
    }
    dado_recycle_diagnostic *n = &s->notices[s->notice_count];
    char text[400];
    vsnprintf(text, sizeof text, format, args);
    if (s->call_line > 0) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, " (called in line %d)", s->call_line);
    }
    bool syntax = code[1] == '1';
    dado_fail_at(&n->error, syntax ? DADO_SYNTAX : DADO_INVALID, rcy_source_location(s, from, to),
                 "%s", text);
    dado_fail_code(&n->error, code);
    n->warning = warning;
    s->notice_at[s->notice_count++] = from;
}

void rcy_diagnose(rcy_source *s, const char *code, int from, int to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    notice(s, code, from, to, format, args);
    va_end(args);
}

void rcy_diagnose_tree(rcy_source *s, const char *code, const rcy_tree *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    notice(s, code, t->token, t->last, format, args);
    va_end(args);
}

typedef struct lexer {
    rcy_source *s;
    size_t at, line_start;
    int line, room;
    int depth;  // number of open parentheses
    int look;   // depth of the open (look ...), or 0
} lexer;

static bool upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

static rcy_token *add(lexer *x, rcy_token_kind kind, size_t length)
{
    rcy_source *s = x->s;
    if (s->count == x->room) {
        int room = x->room ? x->room * 2 : 1024;
        rcy_token *tokens = dado_new(s->region, rcy_token, room);
        if (!tokens) {
            s->no_memory = true;
            return NULL;
        }
        if (s->count) memcpy(tokens, s->tokens, sizeof *tokens * (size_t)s->count);
        s->tokens = tokens;
        x->room = room;
    }
    rcy_token *t = &s->tokens[s->count++];
    *t = (rcy_token){ .kind = (uint8_t)kind,
                      .line = x->line,
                      .match = -1,
                      .column = (int32_t)(x->at - x->line_start) + 1,
                      .length = (int32_t)length,
                      .offset = (int32_t)x->at };
    x->at += length;
    return t;
}

static void skip(lexer *x)
{
    const rcy_source *s = x->s;
    while (x->at < s->length) {
        char c = s->text[x->at];
        if (c == '\n') {
            x->at++;
            x->line++;
            x->line_start = x->at;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            x->at++;
        } else if (c == ';' && x->at + 1 < s->length && s->text[x->at + 1] == ';') {
            while (x->at < s->length && s->text[x->at] != '\n') x->at++;
        } else {
            return;
        }
    }
}

static size_t span(const lexer *x, size_t at, bool (*fits)(char))
{
    size_t end = at;
    while (end < x->s->length && fits(x->s->text[end])) end++;
    return end - at;
}

static bool in_name(char c)
{
    return upper(c) || digit(c) || c == '_';
}

// Sets the name of a token. Names in (look ...) get their numbers later, after all
// others; see rcy_name_look_tokens.
static void name_token(lexer *x, rcy_token *t, const char *text, size_t length)
{
    t->name = -1;
    if (x->look) return;
    t->name = rcy_name(&x->s->names, text, length);
    if (t->name < 0) x->s->no_memory = true;
}

bool rcy_name_look_tokens(rcy_source *s)
{
    for (int i = 0; i < s->count; i++) {
        rcy_token *t = &s->tokens[i];
        bool string = t->kind == TOKEN_STRING, name = t->kind == TOKEN_NAME;
        if (t->name >= 0 || !(string || name || t->kind == TOKEN_VAR)) continue;
        int from = t->offset, length = t->length - string;
        for (; !name && (from == t->offset || (!string && !upper(s->text[from]))); from++) length--;
        t->name = rcy_name(&s->names, s->text + from, (size_t)length);
        if (t->name < 0) {
            s->no_memory = true;
            return false;
        }
    }
    return true;
}

static void read_name(lexer *x, rcy_token_kind kind, size_t lead)
{
    size_t length = span(x, x->at + lead, in_name);
    const char *text = x->s->text + x->at + lead;
    rcy_token *t = add(x, kind, lead + length);
    if (t) name_token(x, t, text, length);
}

static void read_int(lexer *x)
{
    bool below = x->s->text[x->at] == '-';
    size_t length = span(x, x->at + below, digit) + below;
    const char *text = x->s->text + x->at;
    rcy_token *t = add(x, TOKEN_INT, length);
    if (!t) return;
    for (size_t i = below; i < length; i++) {
        if (t->value > (INT64_MAX - 9) / 10) {
            rcy_diagnose(x->s, "E101", x->s->count - 1, x->s->count - 1,
                         "this number is too large; the largest is 9223372036854775799");
            return;
        }
        t->value = t->value * 10 + (text[i] - '0');
    }
    if (below) t->value = -t->value;
}

// Returns whether a minus is a sign: a digit follows at once, and it is not the first
// token in parentheses.
static bool at_sign(const lexer *x)
{
    const rcy_source *s = x->s;
    if (s->text[x->at] != '-' || x->at + 1 >= s->length || !digit(s->text[x->at + 1])) return false;
    return s->count > 0 && s->tokens[s->count - 1].kind != TOKEN_OPEN;
}

static void read_string(lexer *x)
{
    rcy_source *s = x->s;
    size_t from = x->at + 1, end = from;
    while (end < s->length && s->text[end] != '"' && s->text[end] != '\n') end++;
    bool ends = end < s->length && s->text[end] == '"';
    rcy_token *t = add(x, ends ? TOKEN_STRING : TOKEN_BAD, end + (ends ? 1 : 0) - x->at);
    if (!t) return;
    if (!ends) {
        rcy_diagnose(s, "E104", s->count - 1, s->count - 1,
                     "this string does not end on its line; close it with another \"");
        return;
    }
    name_token(x, t, s->text + from, end - from);
}

// Returns the keyword that was probably meant: one with the same beginning, or one that
// differs only in its first letter.
static const char *likely(const char *typed)
{
    const char *near = dado_nearest_name(typed, words + 1, keyword_count - 1);
    if (!near || *near == *typed) return near;
    bool first = strcmp(near + 1, typed) == 0 || strcmp(near, typed + 1) == 0 ||
                 strcmp(near + 1, typed + 1) == 0;
    return first && strlen(typed) > 3 ? near : NULL;
}

static void read_word(lexer *x)
{
    rcy_source *s = x->s;
    size_t length = span(x, x->at, lower);
    const char *text = s->text + x->at;
    rcy_token *t = add(x, TOKEN_KEYWORD, length);
    if (!t) return;
    for (int w = 1; w < keyword_count; w++) {
        bool same = words[w][0] == text[0] && strncmp(words[w], text, length) == 0;
        if (same && words[w][length] == '\0') t->code = (uint8_t)w;
    }
    if (t->code == keyword_look && !x->look && x->depth == 2 && s->count > 1 &&
        s->tokens[s->count - 2].kind == TOKEN_OPEN) {
        x->look = x->depth;
    }
    if (t->code) return;
    char typed[40];
    snprintf(typed, sizeof typed, "%.*s", (int)(length < 39 ? length : 39), text);
    const char *meant = rcy_hint_for_word(typed);
    const char *near = meant ? NULL : likely(typed);
    int at = s->count - 1;
    const rcy_token *before = at > 0 ? &s->tokens[at - 1] : NULL;
    if (before && before->kind == TOKEN_NAME && before->offset + before->length == t->offset) {
        near = NULL;
        rcy_diagnose(s, "E103", at - 1, at,
                     "%.*s%s has capital and small letters; a name of your own has capitals only, "
                     "a word of the language none",
                     before->length, s->text + before->offset, typed);
        s->tokens[at - 1].kind = TOKEN_BAD;
    } else if (meant) {
        rcy_diagnose(s, "E103", at, at, "%s is no word of the language; %s", typed, meant);
    } else if (near) {
        rcy_diagnose(s, "E103", at, at, "%s is no word of the language; did you mean %s?", typed,
                     near);
    } else {
        rcy_diagnose(s, "E103", at, at,
                     "%s is no word of the language; names of your own are in capitals", typed);
    }
    s->tokens[at].kind = TOKEN_BAD;
    // A word that was almost certainly meant is read as that word, so that the rest of
    // the text can be checked too.
    for (int w = 1; near && w < keyword_count; w++) {
        if (words[w] == near) {
            s->tokens[at].kind = TOKEN_KEYWORD;
            s->tokens[at].code = (uint8_t)w;
            s->tokens[at].guessed = true;
        }
    }
}

static bool read_operator(lexer *x)
{
    static const struct {
        const char *text;
        uint8_t code;
    } operators[] = {
        { "//", op_divide },  { "<=", op_most }, { ">=", op_least },   { "==", op_equal },
        { "!=", op_unequal }, { "+", op_add },   { "-", op_subtract }, { "*", op_multiply },
        { "%", op_modulo },   { "^", op_power }, { "<", op_less },     { ">", op_more },
    };
    const rcy_source *s = x->s;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        size_t length = strlen(operators[i].text);
        if (x->at + length > s->length || memcmp(s->text + x->at, operators[i].text, length) != 0) {
            continue;
        }
        rcy_token *t = add(x, TOKEN_OPERATOR, length);
        if (t) t->code = operators[i].code;
        return true;
    }
    return false;
}

static void read_quote(lexer *x)
{
    rcy_source *s = x->s;
    size_t at = x->at + 1;
    while (at < s->length && (s->text[at] == ' ' || s->text[at] == '\t')) at++;
    if (at < s->length && upper(s->text[at])) {
        read_name(x, TOKEN_VAR, at - x->at);
        return;
    }
    if (add(x, TOKEN_BAD, 1)) {
        rcy_diagnose(s, "E102", s->count - 1, s->count - 1,
                     "a quote begins the name of a variable, in capitals: 'CARD");
    }
}

static void read_bad(lexer *x)
{
    rcy_source *s = x->s;
    unsigned char c = (unsigned char)s->text[x->at];
    size_t length = 1;
    while (c >= 0x80 && x->at + length < s->length &&
           ((unsigned char)s->text[x->at + length] & 0xC0) == 0x80) {
        length++;
    }
    size_t sign;
    const char *meant = rcy_hint_for_sign(s->text + x->at, s->length - x->at, &sign);
    if (!add(x, TOKEN_BAD, meant ? sign : length)) return;
    int at = s->count - 1;
    if ((c == ']' || c == '}') && s->lexical > 0) {
        return;  // its partner was reported
    } else if (meant) {
        rcy_diagnose(s, "E101", at, at, "%.*s is no sign of the language; %s", (int)sign,
                     s->text + s->tokens[at].offset, meant);
        return;
    } else if (c == ';') {
        rcy_diagnose(s, "E101", at, at, "a comment begins with two semicolons: ;;");
        while (x->at < s->length && s->text[x->at] != '\n') x->at++;
        s->count--;  // it was meant as a comment, and is skipped like one
        return;
    } else if (c == '_') {
        rcy_diagnose(s, "E101", at, at, "a name begins with a capital letter, not with _");
    } else if (c == '/') {
        rcy_diagnose(s, "E101", at, at, "/ alone means nothing here; whole division is //");
    } else if (c == '=' || c == '!') {
        rcy_diagnose(s, "E101", at, at,
                     "%c alone means nothing here; to compare, write == or !=", c);
    } else if (c == '.' && at > 0 && s->tokens[at - 1].kind == TOKEN_INT && x->at < s->length &&
               digit(s->text[x->at])) {
        rcy_diagnose(s, "E101", at, at, "numbers are whole; count in halves or hundredths instead");
    } else if (c == '.') {
        rcy_diagnose(s, "E101", at, at, "a single point means nothing; a range has two: 1 .. 5");
    } else if (c > 32 && c < 127) {
        rcy_diagnose(s, "E101", at, at, "%c has no meaning in this language", c);
    } else {
        rcy_diagnose(s, "E101", at, at, "this character (byte %d) has no meaning here", c);
    }
    // A run of wrong characters is reported once.
    while (x->at < s->length && (unsigned char)s->text[x->at] >= 0x80) x->at++;
    while (x->at < s->length && (unsigned char)s->text[x->at] == c && c != '\n') x->at++;
}

static void read_token(lexer *x)
{
    rcy_source *s = x->s;
    char c = s->text[x->at];
    if (c == '(') x->depth++;
    if (c == ')' && x->depth == x->look) x->look = 0;
    if (c == ')' && x->depth > 0) x->depth--;
    if (upper(c)) read_name(x, TOKEN_NAME, 0);
    else if (digit(c) || at_sign(x)) read_int(x);
    else if (c == '"') read_string(x);
    else if (lower(c)) read_word(x);
    else if (c == '(') add(x, TOKEN_OPEN, 1);
    else if (c == ')') add(x, TOKEN_CLOSE, 1);
    else if (c == ',') add(x, TOKEN_COMMA, 1);
    else if (c == ':') add(x, TOKEN_COLON, 1);
    else if (c == '\'') read_quote(x);
    else if (c == '.' && x->at + 1 < s->length && s->text[x->at + 1] == '.') add(x, TOKEN_DOTS, 2);
    else if (!read_operator(x)) read_bad(x);
}

// Finds the partner of each parenthesis, so that the parser can continue after a form
// with errors.
static bool pair_up(rcy_source *s)
{
    int32_t *open = dado_new(s->region, int32_t, s->count + 1);
    if (!open) return false;
    int depth = 0;
    for (int i = 0; i < s->count; i++) {
        rcy_token *t = &s->tokens[i];
        if (t->kind == TOKEN_OPEN) {
            open[depth++] = i;
        } else if (t->kind == TOKEN_CLOSE && depth > 0) {
            t->match = open[--depth];
            s->tokens[t->match].match = i;
        }
    }
    return true;
}

bool rcy_lex(rcy_source *s)
{
    enum { longest = 8 << 20, most_errors = 200, most_tokens = 60000 };
    lexer x = { .s = s, .line = 1 };
    if (rcy_name(&s->names, "", 0) != 0) return false;
    if (s->length >= 3 && memcmp(s->text, "\xEF\xBB\xBF", 3) == 0) x.at = x.line_start = 3;
    if (s->length > longest) {
        if (!add(&x, TOKEN_END, 0)) return false;
        rcy_diagnose(s, "E110", 0, 0,
                     "this text is larger than 8 MiB, the most a description may have");
        return true;
    }
    for (skip(&x); x.at < s->length && !s->no_memory; skip(&x)) {
        if (s->errors > most_errors) break;  // this is not a description
        if (s->count == most_tokens) {
            rcy_diagnose(s, "E110", s->count - 1, s->count - 1,
                         "this text has more than %d words and signs, the most a description may "
                         "have",
                         most_tokens);
            break;
        }
        read_token(&x);
    }
    if (!add(&x, TOKEN_END, 0)) return false;
    return !s->no_memory && pair_up(s);
}

dado_token *dado_recycle_tokens(const char *text, int *count, dado_region *region)
{
    rcy_source s = {
        .file = "", .text = text, .length = strlen(text), .region = region, .names.region = region
    };
    dado_token *tokens = rcy_lex(&s) ? dado_new(region, dado_token, s.count) : NULL;
    *count = s.count - 1;  // without the end token
    for (int i = 0; tokens && i < *count; i++) {
        const rcy_token *t = &s.tokens[i];
        tokens[i] = (dado_token){ t->offset, t->length, t->line, t->match };
        if ((t->kind == TOKEN_OPEN || t->kind == TOKEN_CLOSE) && t->match < 0) return NULL;
    }
    return tokens;
}
