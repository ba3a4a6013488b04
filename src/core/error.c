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
    vsnprintf(err->text, sizeof err->text, format, args);
    for (char *c = err->text; *c; c++) {
        if (*c == '\n' || *c == '\r') *c = ' ';
    }
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

static void print_spot(dado_place place, const char *source_text, dado_text *out)
{
    enum { longest_shown = 160 };
    int length = 0;
    const char *line = find_line(source_text, place.line, &length);
    if (!line || length > longest_shown || place.column < 1) return;
    dado_text_addf(out, "%5d | %.*s\n      | ", place.line, length, line);
    for (int i = 0; i < place.column - 1 && i < length; i++) {
        if (!continues_character(line[i])) dado_text_char(out, line[i] == '\t' ? '\t' : ' ');
    }
    dado_text_char(out, '^');
    for (int i = 1; i < place.length && place.column - 1 + i < length; i++) {
        if (!continues_character(line[place.column - 1 + i])) dado_text_char(out, '~');
    }
    dado_text_char(out, '\n');
}

void dado_error_print(const dado_error *err, const char *source_text, dado_text *out)
{
    if (err->place.source) dado_text_add(out, err->place.source);
    if (err->place.line) {
        dado_text_addf(out, err->place.source ? ":%d" : "line %d", err->place.line);
    }
    if (err->place.column) dado_text_addf(out, ":%d", err->place.column);
    if (err->place.source || err->place.line) dado_text_add(out, ": ");
    if (err->code[0]) dado_text_addf(out, "%s: ", err->code);
    dado_text_addf(out, "%s\n", err->text);
    if (source_text && err->place.line) print_spot(err->place, source_text, out);
}
