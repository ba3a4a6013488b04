// text.c - see text.h.
#include "core/text.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

dado_text dado_text_in_buffer(char *buffer, size_t size)
{
    if (size) buffer[0] = '\0';
    return (dado_text){ .data = buffer, .capacity = size, .borrowed = true };
}

void dado_text_free(dado_text *text)
{
    if (!text->borrowed) free(text->data);
    *text = (dado_text){ 0 };
}

void dado_text_clear(dado_text *text)
{
    text->length = 0;
    text->cut = false;
    if (text->capacity) text->data[0] = '\0';
}

void dado_text_truncate(dado_text *text, size_t length)
{
    if (length >= text->length) return;
    text->length = length;
    text->data[length] = '\0';
}

void dado_text_trim(dado_text *text, char sign)
{
    size_t length = text->length;
    while (length && text->data[length - 1] == sign) length--;
    dado_text_truncate(text, length);
}

void dado_text_end_line(dado_text *text)
{
    if (text->length && text->data[text->length - 1] != '\n') dado_text_char(text, '\n');
}

const char *dado_text_string(const dado_text *text)
{
    return text->capacity ? text->data : "";
}

// Makes room for `more` bytes and the final zero; returns how many of them fit.
static size_t make_room(dado_text *text, size_t more)
{
    size_t room = text->capacity ? text->capacity - 1 - text->length : 0;
    if (more <= room) return more;
    if (!text->borrowed) {
        size_t wanted = text->capacity ? text->capacity : 64;
        while (wanted - 1 - text->length < more) wanted *= 2;
        char *larger = realloc(text->data, wanted);
        if (larger) {
            text->data = larger;
            text->capacity = wanted;
            return more;
        }
    }
    text->cut = true;
    return room;
}

void dado_text_add_bytes(dado_text *text, const char *bytes, size_t count)
{
    count = make_room(text, count);
    if (text->capacity == 0) return;
    if (count) memcpy(text->data + text->length, bytes, count);
    text->length += count;
    text->data[text->length] = '\0';
}

void dado_text_add(dado_text *text, const char *string)
{
    dado_text_add_bytes(text, string, strlen(string));
}

void dado_text_char(dado_text *text, char c)
{
    dado_text_add_bytes(text, &c, 1);
}

void dado_text_addf(dado_text *text, const char *format, ...)
{
    char small[256];
    va_list args;
    va_start(args, format);
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (length >= 0 && (size_t)length < sizeof small) {
        dado_text_add_bytes(text, small, (size_t)length);
    } else if (length >= 0) {
        char *large = malloc((size_t)length + 1);
        if (large) {
            vsnprintf(large, (size_t)length + 1, format, again);
            dado_text_add_bytes(text, large, (size_t)length);
            free(large);
        } else {
            text->cut = true;
        }
    }
    va_end(again);
}

void dado_text_real(dado_text *text, double value)
{
    char digits[32];
    if (value == 0.0) value = 0.0;  // no minus zero in results
    for (int precision = 1; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        bool odd =
            // such as 1e+01 for ten
            strchr(digits, 'e') && fabs(value) >= 1e-4 && fabs(value) < 1e16;
        if (!odd && strtod(digits, NULL) == value) break;
    }
    dado_text_add(text, digits);
}

void dado_text_json_real(dado_text *text, double value)
{
    if (isfinite(value)) dado_text_real(text, value);
    else dado_text_add(text, "null");
}

// Returns the length in bytes of a UTF-8 character that begins with this byte; 0 if none
// does.
static size_t length_by_first(unsigned char first)
{
    if (first < 0x80) return 1;
    if (first < 0xC2 || first > 0xF4) return 0;
    return first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
}

// Returns the length of the valid UTF-8 character at `s`, or 0 if it is invalid.
static size_t character_length(const unsigned char *s)
{
    if (s[0] < 0x80) return 1;
    size_t length = length_by_first(s[0]);
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xC0) != 0x80) return 0;
    }
    bool overlong = (s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xF0 && s[1] < 0x90);
    bool surrogate = s[0] == 0xED && s[1] > 0x9F;
    bool too_high = s[0] == 0xF4 && s[1] > 0x8F;
    return overlong || surrogate || too_high ? 0 : length;
}

void dado_text_json_bytes(dado_text *text, const char *bytes, size_t count)
{
    dado_text_char(text, '"');
    for (const char *end = bytes + count; bytes < end;) {
        const char *plain = bytes;
        while (bytes < end && *bytes >= 0x20 && *bytes < 0x7F && *bytes != '"' && *bytes != '\\') {
            bytes++;
        }
        dado_text_add_bytes(text, plain, (size_t)(bytes - plain));
        if (bytes == end) break;
        // A character that is cut off at the end is invalid; the copy is ended by a zero.
        unsigned char s[5] = { 0 };
        memcpy(s, bytes, (size_t)(end - bytes) < 4 ? (size_t)(end - bytes) : 4);
        size_t length = character_length(s);
        if (length == 0) {
            dado_text_add(text, "\\ufffd");
            bytes++;
            continue;
        }
        if (*s == '"' || *s == '\\') dado_text_addf(text, "\\%c", *s);
        else if (*s == '\n') dado_text_add(text, "\\n");
        else if (*s == '\t') dado_text_add(text, "\\t");
        else if (*s < 0x20 || *s == 0x7F) dado_text_addf(text, "\\u%04x", (unsigned)*s);
        else dado_text_add_bytes(text, bytes, length);
        bytes += length;
    }
    dado_text_char(text, '"');
}

void dado_text_json(dado_text *text, const char *string)
{
    dado_text_json_bytes(text, string, strlen(string));
}

void dado_text_csv(dado_text *text, const char *string)
{
    if (!strpbrk(string, ",;\"\r\n")) {
        dado_text_add(text, string);
        return;
    }
    dado_text_char(text, '"');
    for (; *string; string++) {
        if (*string == '"') dado_text_char(text, '"');
        dado_text_char(text, *string);
    }
    dado_text_char(text, '"');
}

void dado_text_html(dado_text *text, const char *string)
{
    for (const unsigned char *s = (const unsigned char *)string; *s;) {
        size_t length = character_length(s);
        if (length == 0) {
            dado_text_add(text, "\xEF\xBF\xBD");
            s++;
            continue;
        }
        switch (*s) {
        case '&': dado_text_add(text, "&amp;"); break;
        case '<': dado_text_add(text, "&lt;"); break;
        case '>': dado_text_add(text, "&gt;"); break;
        case '"': dado_text_add(text, "&quot;"); break;
        case '\'': dado_text_add(text, "&#39;"); break;
        default:
            if (*s >= 0x20 || *s == '\n' || *s == '\t') {
                dado_text_add_bytes(text, (const char *)s, length);
            }
        }
        s += length;
    }
}

size_t dado_text_partial_utf8(const char *bytes, size_t count)
{
    for (size_t back = 1; back <= 3 && back <= count; back++) {
        unsigned char byte = (unsigned char)bytes[count - back];
        if ((byte & 0xC0) == 0x80) continue;
        return length_by_first(byte) > back ? back : 0;
    }
    return 0;
}

// Returns the code of a character of up to three bytes that controls a terminal; or 0.
static unsigned is_control_character(const unsigned char *s, size_t length)
{
    unsigned code = length == 1   ? s[0]
                    : length == 2 ? (s[0] & 0x1Fu) << 6 | (s[1] & 0x3Fu)
                    : length == 3 ? (s[0] & 0x0Fu) << 12 | (s[1] & 0x3Fu) << 6 | (s[2] & 0x3Fu)
                                  : 0;
    bool control = (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7F && code < 0xA0);
    bool turns = code == 0x061C || code == 0x200E || code == 0x200F ||
                 (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    return control || turns ? code : 0;
}

void dado_text_add_escaped(dado_text *text, const char *bytes, size_t count)
{
    const unsigned char *s = (const unsigned char *)bytes;
    size_t plain = 0;  // valid bytes before `i` that are not added yet
    for (size_t i = 0; i < count;) {
        if (s[i] >= 0x20 && s[i] < 0x7F) {
            i++;
            plain++;
            continue;
        }
        size_t length = i + length_by_first(s[i]) <= count ? character_length(s + i) : 0;
        if (length && s[i] && !is_control_character(s + i, length)) {
            i += length;
            plain += length;
            continue;
        }
        dado_text_add_bytes(text, bytes + i - plain, plain);
        plain = 0;
        if (length) dado_text_addf(text, "\\u%04x", is_control_character(s + i, length));
        else dado_text_addf(text, "\\x%02x", (unsigned)s[i]);
        i += length ? length : 1;
    }
    dado_text_add_bytes(text, bytes + count - plain, plain);
}

bool dado_text_is_printable(const char *string)
{
    dado_text shown = { 0 };
    size_t length = strlen(string);
    dado_text_add_escaped(&shown, string, length);
    bool same = shown.length == length;  // escaped characters make it longer
    dado_text_free(&shown);
    return same;
}

int dado_text_width(const char *bytes, size_t count)
{
    int width = 0;
    for (size_t i = 0; i < count; i++) width += ((unsigned char)bytes[i] & 0xC0) != 0x80;
    return width;
}

void dado_text_wrap(dado_text *text, const char *words, int indent, int columns, int at)
{
    bool first = at <= indent;  // the first word of a line has no blank before it
    while (*words) {
        if (*words == '\n') {
            dado_text_char(text, '\n');
            words++;
            if (*words && *words != '\n') dado_text_addf(text, "%*s", indent, "");
            at = indent;
            first = true;
            continue;
        }
        size_t length = strcspn(words, " \n");
        if (words[length] == ' ' && words[length + 1] == '%') {
            length += 1 + strcspn(words + length + 1, " \n");
        }
        int width = dado_text_width(words, length);
        if (!first && at + 1 + width > columns) {
            dado_text_addf(text, "\n%*s", indent, "");
            at = indent;
            first = true;
        }
        if (!first) dado_text_char(text, ' ');
        dado_text_add_escaped(text, words, length);
        at += width + !first;
        first = false;
        words += length + strspn(words + length, " ");
    }
}

void dado_text_add_command(dado_text *text, const char *command, int columns)
{
    int at = 2;
    dado_text_add(text, "  ");
    while (*command) {
        int length = (int)strcspn(command, " ");
        bool last = !command[length];
        if (at > 6 && at + length + (last ? 0 : 2) > columns) {
            dado_text_add(text, "\\\n      ");
            at = 6;
        }
        dado_text_add_bytes(text, command, (size_t)length);
        if (!last) dado_text_char(text, ' ');
        at += length + !last;
        command += length + !last;
    }
}

const char *dado_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool dado_ends_with(const char *word, const char *ending)
{
    size_t length = strlen(word), tail = strlen(ending);
    return length > tail && strcmp(word + length - tail, ending) == 0;
}

// Returns the number of edits between two short words; swapping neighbours is one edit.
static int edit_distance(const char *a, const char *b)
{
    enum { longest = 48 };
    int n = (int)strlen(a), m = (int)strlen(b);
    if (n > longest || m > longest) return longest;
    int row[3][longest + 1];
    for (int j = 0; j <= m; j++) row[0][j] = j;
    for (int i = 1; i <= n; i++) {
        int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= m; j++) {
            int best = last[j - 1] + (a[i - 1] != b[j - 1]);
            if (last[j] + 1 < best) best = last[j] + 1;
            if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && before[j - 2] + 1 < best) best = before[j - 2] + 1;
            now[j] = best;
        }
    }
    return row[n % 3][m];
}

const char *dado_nearer_name(const char *typed, const char *name, const char *nearest)
{
    int length = (int)strlen(typed), needed = edit_distance(typed, name);
    if (needed >= length) return nearest;  // nothing of it stays: X is not similar to Y
    if (!nearest) return needed <= 1 + length / 3 ? name : NULL;
    return needed < edit_distance(typed, nearest) ? name : nearest;
}

const char *dado_nearest_name(const char *typed, const char *const *names, int count)
{
    const char *nearest = NULL;
    for (int i = 0; i < count; i++) nearest = dado_nearer_name(typed, names[i], nearest);
    return nearest;
}

dado_suggestion dado_did_you_mean(const char *near)
{
    dado_suggestion meant = { "" };
    if (near) snprintf(meant.s, sizeof meant.s, "; did you mean %.80s?", near);
    return meant;
}

const char *dado_scan_int(const char *string, int64_t *value)
{
    const char *at = string + strspn(string, " ");
    bool minus = *at == '-';
    at += minus;
    if (*at < '0' || *at > '9') return NULL;
    int64_t sum = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        int digit = *at - '0';
        if (sum < (INT64_MIN + digit) / 10) return NULL;
        sum = 10 * sum - digit;  // below 0, where there is room for one more number
    }
    if (!minus && sum == INT64_MIN) return NULL;
    *value = minus ? sum : -sum;
    return at;
}

const char *dado_scan_ints(const char *string, char between, int count, int most, int *values)
{
    const char *at = string;
    for (int i = 0; i < count; i++) {
        int64_t value;
        if (i > 0 && *at != between && !(between == ' ' && *at == '\t')) return NULL;
        at = dado_scan_int(at + (i > 0) + strspn(at + (i > 0), " \t"), &value);
        if (!at || value < 0 || value > most) return NULL;
        values[i] = (int)value;
    }
    return at;
}

int dado_leading_int(const char *string)
{
    const char *at = string + strspn(string, " ");
    bool minus = *at == '-';
    if (at[minus] < '0' || at[minus] > '9') return 0;
    int64_t value;
    if (!dado_scan_int(at, &value)) value = minus ? INT_MIN : INT_MAX;
    return value > INT_MAX ? INT_MAX : value < INT_MIN ? INT_MIN : (int)value;
}

bool dado_read_int(const char *string, int64_t *value)
{
    int64_t read;
    const char *end = *string == ' ' ? NULL : dado_scan_int(string, &read);
    if (!end || *end) return false;
    *value = read;
    return true;
}

bool dado_read_bits(const char *string, uint64_t *value)
{
    if (!(*string >= '0' && *string <= '9')) return false;
    char *end;
    errno = 0;
    uintmax_t read = strtoumax(string, &end, 10);
    if (end == string || *end || errno == ERANGE) return false;
    *value = (uint64_t)read;
    return true;
}

bool dado_read_real(const char *string, double *value)
{
    bool plain = *string && strspn(string, "+-.0123456789eE") == strlen(string);
    if (!plain) return false;
    char *end;
    double read = strtod(string, &end);
    if (end == string || *end || !isfinite(read)) return false;
    *value = read;
    return true;
}

dado_seat_string dado_seat_words(int seat)
{
    static const char *const names[] = { "first", "second",  "third",  "fourth", "fifth",
                                         "sixth", "seventh", "eighth", "ninth",  "tenth" };
    static const char *const endings[] = { "th", "st", "nd", "rd" };
    dado_seat_string said;
    int number = seat + 1, last = number % 10;
    bool teen = number % 100 / 10 == 1;
    if (seat >= 0 && seat < 10) {
        snprintf(said.s, sizeof said.s, "%s player", names[seat]);
    } else {
        snprintf(said.s, sizeof said.s, "%d%s player", number,
                 endings[teen || last > 3 ? 0 : last]);
    }
    return said;
}

void dado_text_add_renumbered(dado_text *out, const char *words, int seats)
{
    char before = ' ';
    while (*words) {
        char *end = NULL;
        bool begins = *words == 'p' && isdigit((unsigned char)words[1]) &&
                      !isalnum((unsigned char)before) && before != '_';
        long seat = begins ? strtol(words + 1, &end, 10) : -1;
        if (seat >= 0 && seat < seats && !isalnum((unsigned char)*end) && *end != '_') {
            dado_text_addf(out, "P%ld", seat + 1);
            words = end;
            before = '0';
        } else {
            before = *words;
            dado_text_char(out, *words++);
        }
    }
}
