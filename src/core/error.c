// error.c - writing failures down, and showing them once.
#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"

static void write_down(dado_error *err, dado_status status, dado_place place, const char *format,
                       va_list args) DADO_PRINTF(4, 0);

static void write_down(dado_error *err, dado_status status, dado_place place, const char *format,
                       va_list args)
{
    if (!err) return;
    err->status = status;
    err->place = place;
    err->code[0] = '\0';
    char words[sizeof err->text];
    vsnprintf(words, sizeof words, format, args);
    for (char *c = words; *c; c++) {
        if (*c == '\n' || *c == '\r') *c = ' ';
    }
    // Names, lines and remarks of others are quoted in it: they must not steer a terminal.
    dado_text shown = dado_text_over(err->text, sizeof err->text);
    dado_text_shown(&shown, words, strlen(words));
}

bool dado_fail(dado_error *err, dado_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    write_down(err, status, (dado_place){ 0 }, format, args);
    va_end(args);
    return false;
}

bool dado_fail_at(dado_error *err, dado_status status, dado_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    write_down(err, status, place, format, args);
    va_end(args);
    return false;
}

bool dado_fail_code(dado_error *err, const char *code)
{
    if (err) snprintf(err->code, sizeof err->code, "%s", code);
    return false;
}

// The start of line `number` in `text`, and its length without the line end.
static const char *find_line(const char *text, int number, int *length)
{
    for (int line = 1; line < number; line++) {
        text = strchr(text, '\n');
        if (!text) return NULL;
        text++;
    }
    *length = (int)strcspn(text, "\r\n");
    return text;
}

const char *dado_words_of_line(const char *text, int number, int *length)
{
    const char *line = text ? find_line(text, number, length) : NULL;
    int blanks = line ? (int)strspn(line, " \t") : 0;
    *length = line ? *length - blanks : 0;
    return line ? line + blanks : "";
}

// Bytes that do not begin a character take no column of their own on screen.
static bool continues_character(char byte)
{
    return ((unsigned char)byte & 0xC0u) == 0x80u;
}

// As wide as the first `count` bytes of a line are shown.
static void skip(const char *line, int count, dado_text *out)
{
    dado_text before = { 0 };
    dado_text_shown(&before, line, (size_t)count);
    for (size_t i = 0; i < before.length; i++) {
        char c = before.data[i];
        if (!continues_character(c)) dado_text_char(out, c == '\t' ? '\t' : ' ');
    }
    dado_text_free(&before);
}

// The words of a line around a spot that fit into `room`.
static void choose_words(const char *line, int length, int spot, int room, int *from, int *until)
{
    *from = spot > room / 2 ? spot - room / 2 : 0;
    while (*from > 0 && line[*from - 1] != ' ') --*from;
    if (spot - *from >= room) *from = spot;
    *until = *from + room < length ? *from + room : length;
    while (*until < length && *until > spot + 1 && line[*until] != ' ') --*until;
    while (*until < length && continues_character(line[*until])) ++*until;
}

static void print_spot(dado_place place, const char *source_text, int columns, dado_text *out)
{
    enum { longest_shown = 160, margin = 8, left_out = 4, least_room = 8 };
    int length = 0, from = 0;
    const char *line = find_line(source_text, place.line, &length);
    if (!line || length > longest_shown || place.column < 1) return;
    int before = place.column - 1 < length ? place.column - 1 : length, until = length;
    if (columns > 0 && length > columns - margin) {
        int room = columns - margin - 2 * left_out;
        choose_words(line, length, before, room > least_room ? room : least_room, &from, &until);
    }
    dado_text_addf(out, "%5d | %s", place.line, from ? "... " : "");
    dado_text_shown(out, line + from, (size_t)(until - from));
    dado_text_addf(out, "%s\n      | %s", until < length ? " ..." : "", from ? "    " : "");
    skip(line + from, before - from, out);
    dado_text_char(out, '^');
    for (int i = 1; i < place.length && before + i < until; i++) {
        if (!continues_character(line[before + i])) dado_text_char(out, '~');
    }
    dado_text_char(out, '\n');
}

static void print_sentence(const dado_error *err, dado_text *out)
{
    if (err->place.source) dado_text_shown(out, err->place.source, strlen(err->place.source));
    if (err->place.line) {
        dado_text_addf(out, err->place.source ? ":%d" : "line %d", err->place.line);
    }
    if (err->place.column) dado_text_addf(out, ":%d", err->place.column);
    if (err->place.source || err->place.line) dado_text_add(out, ": ");
    if (err->code[0]) dado_text_addf(out, "%s: ", err->code);
    dado_text_addf(out, "%s", err->text);
}

void dado_error_print(const dado_error *err, const char *source_text, dado_text *out)
{
    print_sentence(err, out);
    dado_text_char(out, '\n');
    if (source_text && err->place.line) print_spot(err->place, source_text, 0, out);
}

void dado_error_print_in(const dado_error *err, const char *source_text, int columns, int at,
                         dado_text *out)
{
    enum { indent = 2 };
    dado_text sentence = { 0 };
    print_sentence(err, &sentence);
    dado_text_wrap(out, dado_text_string(&sentence), indent, columns, at);
    dado_text_free(&sentence);
    dado_text_char(out, '\n');
    if (source_text && err->place.line) print_spot(err->place, source_text, columns, out);
}
