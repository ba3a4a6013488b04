// json.c - reads JSON in the browser; see shim/jansson.h.
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { deepest = 200 };

typedef struct reader {
    const char *start, *at, *end;
    const char *wrong;  // what; NULL: nothing yet
} reader;

static json_t *read_value(reader *r, int depth);

static json_t *fail(reader *r, const char *what)
{
    if (!r->wrong) r->wrong = what;
    return NULL;
}

static int look(reader *r)  // the next letter that is no blank; 0 at the end
{
    while (r->at < r->end &&
           (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r')) {
        r->at++;
    }
    return r->at < r->end ? (unsigned char)*r->at : 0;
}

static bool take(reader *r, char wanted)
{
    bool there = look(r) == (unsigned char)wanted;
    if (there) r->at++;
    return there;
}

static json_t *make(reader *r, json_type type)
{
    json_t *made = calloc(1, sizeof *made);
    if (!made) return fail(r, "no memory left");
    made->type = type;
    return made;
}

static unsigned read_hex(reader *r)
{
    unsigned code = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        int c = r->at < r->end ? *r->at | 32 : 0;
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
            fail(r, "invalid escape");
            return 0;
        }
        code = code << 4 | (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    return code;
}

static char *put_letter(char *to, unsigned code)
{
    if (code < 0x80) {
        *to++ = (char)code;
        return to;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    *to++ = (char)((0xf0 << (3 - more) & 0xff) | code >> 6 * more);
    while (more--) *to++ = (char)(0x80 | (code >> 6 * more & 0x3f));
    return to;
}

static char *read_escape(reader *r, char *to)
{
    static const char letters[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    char c = r->at < r->end ? *r->at++ : 0;
    const char *found = c ? strchr(letters, c) : NULL;
    if (found) {
        *to++ = means[found - letters];
        return to;
    }
    if (c != 'u') {
        fail(r, "invalid escape");
        return to;
    }
    unsigned code = read_hex(r);
    if (code >= 0xd800 && code < 0xdc00 && r->end - r->at > 2 && r->at[0] == '\\' &&
        r->at[1] == 'u') {
        r->at += 2;
        unsigned low = read_hex(r);
        if (low >= 0xdc00 && low < 0xe000)
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    if (code == 0 || (code >= 0xd800 && code < 0xe000)) fail(r, "invalid Unicode escape");
    return put_letter(to, code);
}

// The text after an opening quote, without escapes; no letter becomes longer than it was written.
static const char *read_text(reader *r, size_t *size)
{
    char *text = malloc((size_t)(r->end - r->at) + 1), *to = text;
    if (!text) {
        fail(r, "no memory left");
        return NULL;
    }
    while (!r->wrong && r->at < r->end && *r->at != '"') {
        unsigned char c = (unsigned char)*r->at++;
        if (c == '\\') to = read_escape(r, to);
        else if (c < 32) fail(r, "control character in a text");
        else *to++ = (char)c;
    }
    if (!r->wrong && r->at == r->end) fail(r, "a text has no end");
    r->at++;
    *to = '\0';
    *size = (size_t)(to - text);
    char *kept = realloc(text, *size + 1);
    return r->wrong ? NULL : kept ? kept : text;
}

static json_t *read_number(reader *r)
{
    const char *from = r->at;
    char *stop;
    bool real = false;
    if (r->at < r->end && *r->at == '-') r->at++;
    const char *digits = r->at;
    while (r->at < r->end && strchr("0123456789.eE+-", *r->at)) {
        real = real || strchr(".eE", *r->at);
        r->at++;
    }
    double number = strtod(from, &stop);
    bool led = digits < r->at && digits[0] == '0' && digits + 1 < r->at && digits[1] >= '0' &&
               digits[1] <= '9';
    if (stop != r->at || digits == r->at || *digits < '0' || *digits > '9' || led ||
        number - number != 0) {
        return fail(r, "invalid token");
    }
    json_t *made = make(r, real ? JSON_REAL : JSON_INTEGER);
    if (made) made->number = number;
    return made;
}

static json_t *read_list(reader *r, bool object, int depth)
{
    json_t *list = make(r, object ? JSON_OBJECT : JSON_ARRAY), **last = list ? &list->first : NULL;
    char close = object ? '}' : ']';
    if (!list || take(r, close)) return list;
    do {
        const char *key = NULL;
        size_t size;
        if (object && (!take(r, '"') || !(key = read_text(r, &size)) || !take(r, ':'))) {
            return fail(r, "a key and ':' are wanted");
        }
        *last = read_value(r, depth + 1);
        if (!*last) return NULL;
        (*last)->key = key;
        last = &(*last)->next;
        list->size++;
    } while (take(r, ','));
    return take(r, close) ? list : fail(r, object ? "'}' expected" : "']' expected");
}

static json_t *read_word(reader *r, const char *word, json_type type)
{
    size_t length = strlen(word);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0) {
        return fail(r, "invalid token");
    }
    r->at += length;
    return make(r, type);
}

static json_t *read_value(reader *r, int depth)
{
    int c = look(r);
    if (depth > deepest) return fail(r, "maximum depth reached");
    if (c == '{' || c == '[') {
        r->at++;
        return read_list(r, c == '{', depth);
    }
    if (c == '"') {
        json_t *made = make(r, JSON_STRING);
        r->at++;
        if (made) made->text = read_text(r, &made->size);
        return r->wrong ? NULL : made;
    }
    if (c == 't') return read_word(r, "true", JSON_TRUE);
    if (c == 'f') return read_word(r, "false", JSON_FALSE);
    if (c == 'n') return read_word(r, "null", JSON_NULL);
    return c ? read_number(r) : fail(r, "the file ends too early");
}

static void tell_place(const reader *r, json_error_t *why)
{
    *why = (json_error_t){ .line = 1, .column = 1, .position = (int)(r->at - r->start) };
    for (const char *c = r->start; c < r->at && c < r->end; c++) {
        why->column = *c == '\n' ? 1 : why->column + 1;
        why->line += *c == '\n';
    }
    snprintf(why->text, sizeof why->text, "%s", r->wrong);
}

json_t *json_loadb(const char *text, size_t size, size_t flags, json_error_t *why)
{
    reader r = { text, text, text + size, NULL };
    int first = look(&r);
    if (first != '{' && first != '[' && !(flags & JSON_DECODE_ANY)) fail(&r, "'[' or '{' expected");
    json_t *root = r.wrong ? NULL : read_value(&r, 0);
    if (root && look(&r)) root = fail(&r, "end of file expected");
    if (!root && why) tell_place(&r, why);
    return root;
}

void json_decref(json_t *value)
{
    while (value) {
        json_t *next = value->next;
        json_decref(value->first);
        free((void *)value->key);
        free((void *)value->text);
        free(value);
        value = next;
    }
}

json_t *json_loads(const char *text, size_t flags, json_error_t *why)
{
    return json_loadb(text, strlen(text), flags, why);
}

json_t *json_object_get(const json_t *object, const char *key)
{
    json_t *found = NULL;  // the last of that name counts
    for (json_t *v = json_is_object(object) ? object->first : NULL; v; v = v->next) {
        if (strcmp(v->key, key) == 0) found = v;
    }
    return found;
}

json_t *json_array_get(const json_t *array, size_t place)
{
    json_t *value = json_is_array(array) ? array->first : NULL;
    while (value && place--) value = value->next;
    return value;
}

double json_number_value(const json_t *number)
{
    return json_is_number(number) ? number->number : 0;
}
