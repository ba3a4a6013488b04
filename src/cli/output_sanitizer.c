// output_sanitizer.c - see output_sanitizer.h.
#define _GNU_SOURCE
#include "cli/output_sanitizer.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

enum { longest_escape = 32 };

typedef struct sanitizer {
    FILE *file;
    bool terminal;
    char held[longest_escape];  // the beginning of something whose end is still to come
    size_t count;
    dado_text text;
} sanitizer;

// Returns the length of a colour or cursor sequence of dado's own at `s`, which begins with an
// escape or a carriage return. Returns 0 if it is none, and more than `count` if its end is still
// to come.
static size_t escape_length(const char *s, size_t count)
{
    if (*s == '\r') return 1;
    if (count == 1) return 2;
    if (s[1] != '[') return 0;
    size_t digits = 2;
    while (digits < count && strchr("0123456789;", s[digits]) && s[digits]) digits++;
    if (digits >= longest_escape) return 0;
    if (digits == count) return count + 1;
    return strchr("mKJAH", s[digits]) && s[digits] ? digits + 1 : 0;
}

// Adds those of these bytes that may be shown. Returns how many bytes at the end must wait for
// more.
static size_t sanitize(sanitizer *d, const char *s, size_t count)
{
    for (size_t i = 0; i < count;) {
        size_t words = 0;
        while (i + words < count && s[i + words] != '\033' && s[i + words] != '\r') words++;
        size_t wait = i + words == count ? dado_text_partial_utf8(s + i, words) : 0;
        dado_text_add_escaped(&d->text, s + i, words - wait);
        i += words;
        if (i == count) return wait;
        size_t own = d->terminal ? escape_length(s + i, count - i) : 0;
        if (own > count - i) return count - i;
        if (own) dado_text_add_bytes(&d->text, s + i, own);
        else dado_text_add_escaped(&d->text, s + i, 1);
        i += own ? own : 1;
    }
    return 0;
}

static bool write_out(sanitizer *d)
{
    const char *text = dado_text_string(&d->text);
    bool written = fwrite(text, 1, d->text.length, d->file) == d->text.length &&
                   fflush(d->file) == 0 && !d->text.cut;
    dado_text_clear(&d->text);
    return written;
}

static ssize_t write_sanitized(void *cookie, const char *bytes, size_t count)
{
    sanitizer *d = cookie;
    const char *rest = bytes;
    size_t left = count;
    // Held bytes are finished one by one; that is rare, and they are few.
    while (d->count && left) {
        d->held[d->count++] = *rest++;
        left--;
        size_t wait = sanitize(d, d->held, d->count);
        memmove(d->held, d->held + d->count - wait, wait);
        d->count = wait;
    }
    size_t wait = left ? sanitize(d, rest, left) : 0;
    if (wait) {
        memcpy(d->held, rest + left - wait, wait);
        d->count = wait;
    }
    return write_out(d) ? (ssize_t)count : 0;
}

static int close_sanitizer(void *cookie)
{
    sanitizer *d = cookie;
    dado_text_add_escaped(&d->text, d->held, d->count);
    bool written = write_out(d);
    dado_text_free(&d->text);
    free(d);
    return written ? 0 : -1;
}

FILE *dado_output_sanitizer_open(FILE *file, bool terminal, bool buffered)
{
    sanitizer *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->file = file;
    d->terminal = terminal;
    FILE *shown = fopencookie(
        d, "w", (cookie_io_functions_t){ .write = write_sanitized, .close = close_sanitizer });
    if (!shown) free(d);
    else setvbuf(shown, NULL, !buffered ? _IONBF : terminal ? _IOLBF : _IOFBF, 1 << 16);
    return shown;
}
