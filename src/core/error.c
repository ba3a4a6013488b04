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

static void print_spot(dado_place place, const char *source_text, dado_text *out)
{
    enum { longest_shown = 160 };
    int length = 0;
    const char *line = find_line(source_text, place.line, &length);
    if (!line || length > longest_shown || place.column < 1) return;
    dado_text_addf(out, "%5d | ", place.line);
    dado_text_shown(out, line, (size_t)length);
    dado_text_add(out, "\n      | ");
    int before = place.column - 1 < length ? place.column - 1 : length;
    skip(line, before, out);
    dado_text_char(out, '^');
    for (int i = 1; i < place.length && before + i < length; i++) {
        if (!continues_character(line[before + i])) dado_text_char(out, '~');
    }
    dado_text_char(out, '\n');
}

void dado_error_print(const dado_error *err, const char *source_text, dado_text *out)
{
    if (err->place.source) dado_text_shown(out, err->place.source, strlen(err->place.source));
    if (err->place.line) {
        dado_text_addf(out, err->place.source ? ":%d" : "line %d", err->place.line);
    }
    if (err->place.column) dado_text_addf(out, ":%d", err->place.column);
    if (err->place.source || err->place.line) dado_text_add(out, ": ");
    if (err->code[0]) dado_text_addf(out, "%s: ", err->code);
    dado_text_addf(out, "%s\n", err->text);
    if (source_text && err->place.line) print_spot(err->place, source_text, out);
}
