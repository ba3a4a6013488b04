// xml_well_formed.c - see xml_well_formed.h.
#include "support/xml_well_formed.h"

#include <stdio.h>
#include <string.h>

enum { deepest = 64, name_size = 32 };

static bool name_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == ':' || c == '_';
}

static bool entity(const char *s)
{
    static const char *const known[] = { "&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#39;" };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strncmp(s, known[i], strlen(known[i])) == 0) return true;
    }
    return false;
}

static bool control(char c)
{
    return (unsigned char)c < 0x20 && c != '\n' && c != '\t' && c != '\r';
}

static bool wrong(const char *what, const char *text, const char *at, char *why, size_t size)
{
    snprintf(why, size, "%s at byte %zu: %.60s", what, (size_t)(at - text), at);
    return false;
}

// Reads the attributes of an open tag; answers where it ends, or NULL and what is wrong.
static const char *attributes(const char *s, const char **what)
{
    char seen[24][name_size];
    int count = 0;
    for (;;) {
        bool spaced = false;
        while (*s == ' ' || *s == '\n') s++, spaced = true;
        if (*s == '>' || (*s == '/' && s[1] == '>')) return s;
        const char *begin = s;
        while (name_letter(*s)) s++;
        size_t length = (size_t)(s - begin);
        *what = "no attribute where one is due";
        if (!spaced || length == 0 || length >= name_size || count == 24) return NULL;
        snprintf(seen[count], name_size, "%.*s", (int)length, begin);
        *what = "an attribute given twice";
        for (int i = 0; i < count; i++) {
            if (strcmp(seen[i], seen[count]) == 0) return NULL;
        }
        count++;
        *what = "an attribute without quotes";
        if (*s++ != '=' || *s++ != '"') return NULL;
        for (; *s != '"'; s++) {
            *what = "a stray letter in an attribute";
            if (!*s || *s == '<' || control(*s) || (*s == '&' && !entity(s))) return NULL;
        }
        s++;
    }
}

bool dado_xml_is_well_formed(const char *text, char *why, size_t size)
{
    char open[deepest][name_size];
    int depth = 0;
    bool begun = false;
    for (const char *s = text; *s;) {
        if (*s != '<') {
            bool blank = *s == ' ' || *s == '\n';
            if (depth == 0 && !blank) return wrong("text outside of the root", text, s, why, size);
            if (control(*s) || *s == '>') return wrong("a stray letter", text, s, why, size);
            if (*s == '&' && !entity(s)) return wrong("an unknown entity", text, s, why, size);
            s++;
            continue;
        }
        bool closes = s[1] == '/';
        const char *begin = s + 1 + closes, *end = begin;
        while (name_letter(*end)) end++;
        size_t length = (size_t)(end - begin);
        if (length == 0 || length >= name_size) return wrong("no tag", text, s, why, size);
        if (closes) {
            bool same = depth > 0 && strlen(open[depth - 1]) == length &&
                        strncmp(open[depth - 1], begin, length) == 0;
            if (!same || *end != '>') return wrong("a tag that closes another", text, s, why, size);
            depth--;
            s = end + 1;
            continue;
        }
        if (depth == 0 && begun) return wrong("a second root", text, s, why, size);
        begun = true;
        const char *what = "";
        const char *after = attributes(end, &what);
        if (!after) return wrong(what, text, s, why, size);
        if (*after == '/') {
            s = after + 2;
            continue;
        }
        if (depth == deepest) return wrong("too deep", text, s, why, size);
        snprintf(open[depth++], name_size, "%.*s", (int)length, begin);
        s = after + 1;
    }
    if (depth) return wrong("an open end", text, text + strlen(text), why, size);
    if (!begun) return wrong("nothing", text, text, why, size);
    return true;
}

int dado_occurrences(const char *text, const char *needle)
{
    int count = 0;
    for (const char *s = text; (s = strstr(s, needle)); s += strlen(needle)) count++;
    return count;
}
