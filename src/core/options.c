// options.c - see options.h.
#include "core/options.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct reader {
    const char *source;
    dado_region *region;
    dado_error *err;
    char section[64];
    int line;
} reader;

static dado_place place_of(const reader *r, const char *line, const char *at, int length)
{
    return (dado_place){ r->source, r->line, (int)(at - line) + 1, length };
}

static const char *skip_blanks(const char *s)
{
    while (*s == ' ' || *s == '\t') s++;
    return s;
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '-';
}

static int name_length(const char *s)
{
    int length = 0;
    while (is_name(s[length])) length++;
    return length;
}

// Returns whether only a comment or nothing follows a value.
static bool ends_line(const char *s)
{
    s = skip_blanks(s);
    return *s == '\0' || *s == '\r' || *s == '#' || *s == ';';
}

static bool read_section(reader *r, const char *line, const char *s)
{
    const char *name = skip_blanks(s + 1);
    int length = name_length(name);
    const char *close = skip_blanks(name + length);
    if (length == 0 || *close != ']' || !ends_line(close + 1)) {
        return dado_fail_at(r->err, DADO_SYNTAX, place_of(r, line, s, 1),
                            "a section is a name in brackets, alone on its line: [name]");
    }
    if ((size_t)length >= sizeof r->section) {
        return dado_fail_at(r->err, DADO_LIMIT, place_of(r, line, name, length),
                            "the name of a section may have at most %zu letters",
                            sizeof r->section - 1);
    }
    snprintf(r->section, sizeof r->section, "%.*s", length, name);
    return true;
}

// Returns the length of a value; a semicolon inside a word does not end it.
static size_t plain_length(const char *s)
{
    size_t length = 0;
    while (s[length] && s[length] != '#' && s[length] != '\r') {
        bool word_begins = length == 0 || s[length - 1] == ' ' || s[length - 1] == '\t';
        if (s[length] == ';' && word_begins) break;
        length++;
    }
    return length;
}

static bool read_value(reader *r, const char *line, const char *s, dado_option *option)
{
    const char *end;
    if (*s == '"') {
        const char *start = ++s;
        end = strchr(s, '"');
        if (!end || !ends_line(end + 1)) {
            return dado_fail_at(r->err, DADO_SYNTAX, place_of(r, line, start - 1, 1),
                                "a quoted value must end with a quote, with nothing after it");
        }
    } else {
        end = s + plain_length(s);
        while (end > s && (end[-1] == ' ' || end[-1] == '\t')) end--;
    }
    option->text = dado_region_copy(r->region, s, (size_t)(end - s));
    return option->text ||
           dado_fail(r->err, DADO_LIMIT, "no memory left for the options of %s", r->source);
}

static bool read_option(reader *r, const char *line, const char *s, dado_option *option)
{
    int length = name_length(s);
    const char *equals = skip_blanks(s + length);
    if (length == 0 || *equals != '=') {
        return dado_fail_at(r->err, DADO_SYNTAX, place_of(r, line, s, length ? length : 1),
                            "expected a line of the form: name = value");
    }
    char full[256];
    int written =
        snprintf(full, sizeof full, "%s%s%.*s", r->section, r->section[0] ? "." : "", length, s);
    option->place = place_of(r, line, s, length);
    if ((size_t)written >= sizeof full) {
        return dado_fail_at(r->err, DADO_LIMIT, option->place, "this name is too long");
    }
    option->name = dado_region_copy(r->region, full, (size_t)written);
    if (!option->name) return dado_fail(r->err, DADO_LIMIT, "no memory left for options");
    return read_value(r, line, skip_blanks(equals + 1), option);
}

static bool refuse_doubles(const dado_option *items, int count, dado_error *err)
{
    const dado_option *last = &items[count - 1];
    for (int i = 0; i < count - 1; i++) {
        if (strcmp(items[i].name, last->name) == 0) {
            return dado_fail_at(err, DADO_INVALID, last->place, "%s was set before, in line %d",
                                last->name, items[i].place.line);
        }
    }
    return true;
}

bool dado_options_read(dado_options *options, const char *source, const char *text,
                       dado_region *region, dado_error *err)
{
    reader r = { .source = source, .region = region, .err = err };
    int lines = 1;
    for (const char *s = text; *s; s++) lines += *s == '\n';
    dado_option *items = dado_new(region, dado_option, lines);
    if (!items) return dado_fail(err, DADO_LIMIT, "no memory left for the options of %s", source);
    int count = 0;
    while (*text) {
        size_t length = strcspn(text, "\n");
        char *line = dado_region_copy(region, text, length);
        if (!line) return dado_fail(err, DADO_LIMIT, "no memory left for options");
        text += length + (text[length] == '\n');
        r.line++;
        const char *s = skip_blanks(line);
        if (ends_line(s)) continue;
        if (*s == '[') {
            if (!read_section(&r, line, s)) return false;
        } else {
            if (!read_option(&r, line, s, &items[count])) return false;
            if (!refuse_doubles(items, ++count, err)) return false;
        }
    }
    *options = (dado_options){ items, count };
    return true;
}

const dado_option *dado_options_find(const dado_options *options, const char *name)
{
    for (int i = 0; options && i < options->count; i++) {
        if (strcmp(options->items[i].name, name) == 0) return &options->items[i];
    }
    return NULL;
}

bool dado_options_join(dado_options *options, const dado_options *first, const dado_options *second,
                       dado_region *region, dado_error *err)
{
    int most = (first ? first->count : 0) + (second ? second->count : 0);
    dado_option *items = dado_new(region, dado_option, most ? most : 1);
    if (!items) return dado_fail(err, DADO_LIMIT, "no memory left for options");
    int count = 0;
    for (int i = 0; first && i < first->count; i++) {
        if (!dado_options_find(second, first->items[i].name)) items[count++] = first->items[i];
    }
    for (int i = 0; second && i < second->count; i++) items[count++] = second->items[i];
    *options = (dado_options){ items, count };
    return true;
}

dado_option_reader dado_option_reader_begin(const dado_options *options)
{
    return (dado_option_reader){ .options = options };
}

// Records that the option `name` exists, and returns what the user set.
static const dado_option *ask(dado_option_reader *a, const char *name)
{
    if (a->count < DADO_OPTION_READER_MOST) a->asked[a->count++] = name;
    return dado_options_find(a->options, name);
}

static void mark_asked(dado_option_reader *a, const char *name)
{
    dado_text_addf(&a->known, "%s%s=", a->known.length ? " " : "", name);
}

static bool fail_option(dado_option_reader *a, const dado_option *option, const char *format, ...)
    DADO_PRINTF(3, 4);

static bool fail_option(dado_option_reader *a, const dado_option *option, const char *format, ...)
{
    if (a->error.status != DADO_OK) return false;
    char why[300];
    DADO_FORMAT_ARGS(why, format);
    dado_place place = option ? option->place : (dado_place){ 0 };
    return dado_fail_at(&a->error, DADO_INVALID, place, "%s", why);
}

int64_t dado_option_int(dado_option_reader *a, const char *name, int64_t by_default, int64_t least,
                        int64_t most)
{
    int64_t value = by_default;
    const dado_option *option = ask(a, name);
    if (option && (!dado_read_int(option->text, &value) || value < least || value > most)) {
        fail_option(a, option,
                    "%s must be a whole number from %" PRId64 " to %" PRId64 ", not \"%.40s\"",
                    name, least, most, option->text);
        value = by_default;
    }
    mark_asked(a, name);
    dado_text_addf(&a->known, "%" PRId64, value);
    return value;
}

double dado_option_real(dado_option_reader *a, const char *name, double by_default, double least,
                        double most)
{
    double value = by_default;
    const dado_option *option = ask(a, name);
    if (option && (!dado_read_real(option->text, &value) || value < least || value > most)) {
        fail_option(a, option, "%s must be a number from %g to %g, not \"%.40s\"", name, least,
                    most, option->text);
        value = by_default;
    }
    mark_asked(a, name);
    dado_text_real(&a->known, value);
    return value;
}

int dado_option_choice(dado_option_reader *a, const char *name, const char *const *words,
                       int by_default)
{
    int value = by_default;
    const dado_option *option = ask(a, name);
    if (option) {
        int found = -1;
        for (int i = 0; words[i]; i++) {
            if (strcmp(words[i], option->text) == 0) found = i;
        }
        if (found >= 0) {
            value = found;
        } else {
            char list[160];
            dado_text all = dado_text_in_buffer(list, sizeof list);
            for (int i = 0; words[i]; i++) {
                dado_text_addf(&all, "%s%s", i == 0 ? "" : words[i + 1] ? ", " : " or ", words[i]);
            }
            fail_option(a, option, "%s must be %s, not \"%.40s\"", name, list, option->text);
        }
    }
    mark_asked(a, name);
    dado_text_add(&a->known, words[value]);
    return value;
}

bool dado_option_bool(dado_option_reader *a, const char *name, bool by_default)
{
    static const char *const words[] = { "no", "yes", "false", "true", "off", "on", NULL };
    int known = (int)a->known.length;
    bool value = dado_option_choice(a, name, words, by_default) % 2 == 1;
    a->known.length = (size_t)known;  // only one spelling of each, or equal settings would differ
    mark_asked(a, name);
    dado_text_add(&a->known, words[value]);
    return value;
}

const char *dado_option_text(dado_option_reader *a, const char *name, const char *by_default)
{
    enum { longest_shown = 64 };
    const dado_option *option = ask(a, name);
    const char *value = option ? option->text : by_default;
    if (!value) return NULL;
    mark_asked(a, name);
    size_t length = strlen(value);
    if (length > longest_shown || strpbrk(value, "\t\r\n\"#")) {
        dado_text_addf(&a->known, "#%016" PRIx64, (uint64_t)XXH3_64bits(value, length));
    } else if (strchr(value, ' ')) {  // in quotes, as in a file of settings
        dado_text_addf(&a->known, "\"%s\"", value);
    } else {
        dado_text_add(&a->known, value);
    }
    return value;
}

void dado_options_words(const char *known, dado_text *out)
{
    size_t before = out->length;
    while (*known) {
        size_t length = strcspn(known, " ");
        const char *value = memchr(known, '=', length);
        if (value && value[1] == '"') {
            const char *end = strchr(value + 2, '"');
            length = end ? (size_t)(end + 1 - known) : strlen(known);
        }
        if (!value || value[1] != '#') {
            dado_text_addf(out, "%s%.*s", out->length > before ? " " : "", (int)length, known);
        }
        known += length + strspn(known + length, " ");
    }
}

void dado_option_invalid(dado_option_reader *a, const char *name, const char *format, ...)
{
    char why[300];
    DADO_FORMAT_ARGS(why, format);
    fail_option(a, dado_options_find(a->options, name), "%s", why);
}

static bool was_asked(const dado_option_reader *a, const char *name)
{
    for (int i = 0; i < a->count; i++) {
        if (strcmp(a->asked[i], name) == 0) return true;
    }
    return false;
}

static void fail_unknown(dado_option_reader *a, const dado_option *option)
{
    const char *near = dado_nearest_name(option->name, a->asked, a->count);
    char all[160] = "";
    size_t used = 0;
    for (int i = 0; i < a->count && !near; i++) {
        size_t need = strlen(a->asked[i]) + 2;
        if (used + need + sizeof ", ..." > sizeof all) {
            memcpy(all + used, ", ...", sizeof ", ...");
            break;
        }
        used +=
            (size_t)snprintf(all + used, sizeof all - used, "%s%s", used ? ", " : "", a->asked[i]);
    }
    if (near) {
        fail_option(a, option, "there is no option %s here; did you mean %s?", option->name, near);
    } else if (a->count == 0) {
        fail_option(a, option, "there is no option %s here: nothing can be set", option->name);
    } else {
        fail_option(a, option, "there is no option %s here; there are %s", option->name, all);
    }
}

bool dado_option_reader_end(dado_option_reader *a, dado_region *region, const char **known,
                            dado_error *err)
{
    for (int i = 0; a->options && i < a->options->count; i++) {
        const dado_option *option = &a->options->items[i];
        if (was_asked(a, option->name)) continue;
        fail_unknown(a, option);
    }
    bool fine = a->error.status == DADO_OK;
    if (!fine && err) *err = a->error;
    if (fine && known) {
        *known = dado_region_copy(region, dado_text_string(&a->known), a->known.length);
        if (!*known) fine = dado_fail(err, DADO_LIMIT, "no memory left for options");
    }
    dado_text_free(&a->known);
    return fine;
}
