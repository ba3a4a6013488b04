// error.c - writes errors, and prints them for people.
#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"

static void set_error(dado_error *err, dado_status status, dado_place place, const char *format,
                      va_list args) DADO_PRINTF(4, 0);

static void set_error(dado_error *err, dado_status status, dado_place place, const char *format,
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
    // The message may quote names and text from outside, which must not control a
    // terminal.
    dado_text shown = dado_text_in_buffer(err->text, sizeof err->text);
    dado_text_add_escaped(&shown, words, strlen(words));
}

bool dado_fail(dado_error *err, dado_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set_error(err, status, (dado_place){ 0 }, format, args);
    va_end(args);
    return false;
}

bool dado_fail_at(dado_error *err, dado_status status, dado_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set_error(err, status, place, format, args);
    va_end(args);
    return false;
}

bool dado_fail_code(dado_error *err, const char *code)
{
    if (err) snprintf(err->code, sizeof err->code, "%s", code);
    return false;
}

// Returns the start of line `number` in `text`, and sets its length without the line end.
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

const char *dado_line_text(const char *text, int number, int *length)
{
    const char *line = text ? find_line(text, number, length) : NULL;
    int blanks = line ? (int)strspn(line, " \t") : 0;
    *length = line ? *length - blanks : 0;
    return line ? line + blanks : "";
}

// Returns whether a byte continues a UTF-8 character, so that it takes no column of its
// own.
static bool continues_character(char byte)
{
    return ((unsigned char)byte & 0xC0u) == 0x80u;
}

// Returns how many characters, or UTF-16 units, the first `count` bytes of a line are.
static int count_units(const char *line, int count, dado_column_unit unit)
{
    int units = 0;
    for (int i = 0; i < count; i++) {
        if (continues_character(line[i])) continue;
        bool is_pair = unit == DADO_UTF16 && (unsigned char)line[i] >= 0xF0u;
        units += is_pair ? 2 : 1;
    }
    return units;
}

dado_columns dado_place_columns(const dado_place *place, const char *source_text,
                                dado_column_unit unit)
{
    int column = place->column > 0 ? place->column : 1, length = 0;
    int underlined = place->length > 0 ? place->length : 1;
    const char *line = source_text ? find_line(source_text, place->line, &length) : NULL;
    if (!line) return (dado_columns){ column, column + underlined };
    int before = column - 1 < length ? column - 1 : length;
    int until = underlined < length - before ? before + underlined : length;
    dado_columns found = { 1 + count_units(line, before, unit),
                           1 + count_units(line, until, unit) };
    if (found.end <= found.begin) found.end = found.begin + 1;
    return found;
}

// Writes as many blanks as the first `count` bytes of a line are wide on the screen.
static void skip(const char *line, int count, dado_text *out)
{
    dado_text before = { 0 };
    dado_text_add_escaped(&before, line, (size_t)count);
    for (size_t i = 0; i < before.length; i++) {
        char c = before.data[i];
        if (!continues_character(c)) dado_text_char(out, c == '\t' ? '\t' : ' ');
    }
    dado_text_free(&before);
}

// Chooses the part of a line around a spot that fits into `room` bytes, from the
// beginning of a word.
static void choose_excerpt(const char *line, int length, int spot, int room, int *from, int *until)
{
    *from = spot > room / 2 ? spot - room / 2 : 0;
    while (*from > 0 && line[*from - 1] != ' ') --*from;
    if (spot - *from >= room) *from = spot;
    *until = *from + room < length ? *from + room : length;
    while (*until<length && * until> spot + 1 && line[*until] != ' ') --*until;
    while (*until < length && continues_character(line[*until])) ++*until;
}

static void print_spot(dado_place place, const char *source_text, int columns, dado_text *out)
{
    enum { longest_shown = 160, margin = 8, left_out = 4, least_room = 8 };
    int length = 0, from = 0;
    const char *line = find_line(source_text, place.line, &length);
    if (!line || place.column < 1) return;
    if (columns == 0) columns = longest_shown + margin;
    int before = place.column - 1 < length ? place.column - 1 : length, until = length;
    if (columns > 0 && length > columns - margin) {
        int room = columns - margin - 2 * left_out;
        choose_excerpt(line, length, before, room > least_room ? room : least_room, &from, &until);
    }
    dado_text_addf(out, "%5d | %s", place.line, from ? "... " : "");
    dado_text_add_escaped(out, line + from, (size_t)(until - from));
    dado_text_addf(out, "%s\n      | %s", until < length ? " ..." : "", from ? "    " : "");
    skip(line + from, before - from, out);
    dado_text_char(out, '^');
    for (int i = 1; i < place.length && before + i < until; i++) {
        if (!continues_character(line[before + i])) dado_text_char(out, '~');
    }
    dado_text_char(out, '\n');
}

void dado_error_print_sentence(const dado_error *err, const char *source_text, dado_text *out)
{
    if (err->place.source) dado_text_add_escaped(out, err->place.source, strlen(err->place.source));
    if (err->place.line) {
        dado_text_addf(out, err->place.source ? ":%d" : "line %d", err->place.line);
    }
    if (err->place.column) {
        dado_text_addf(out, ":%d",
                       dado_place_columns(&err->place, source_text, DADO_CODE_POINTS).begin);
    }
    if (err->place.source || err->place.line) dado_text_add(out, ": ");
    if (err->code[0]) dado_text_addf(out, "%s: ", err->code);
    dado_text_addf(out, "%s", err->text);
}

void dado_error_print(const dado_error *err, const char *source_text, dado_text *out)
{
    dado_error_print_sentence(err, source_text, out);
    dado_text_char(out, '\n');
    if (source_text && err->place.line) print_spot(err->place, source_text, 0, out);
}

void dado_error_print_wrapped(const dado_error *err, const char *source_text, int columns, int at,
                              dado_text *out)
{
    enum { indent = 2 };
    dado_text sentence = { 0 };
    dado_error_print_sentence(err, source_text, &sentence);
    dado_text_wrap(out, dado_text_string(&sentence), indent, columns, at);
    dado_text_free(&sentence);
    dado_text_char(out, '\n');
    if (source_text && err->place.line) print_spot(err->place, source_text, columns, out);
}
