// xml_reader.c - a reader of simple XML; see xml_reader.h.
#include "worlds/dungeon/map_formats/xml_reader.h"

#include <ctype.h>
#include <string.h>

void dado_xml_begin(dado_xml *xml, const char *source, const char *text)
{
    *xml = (dado_xml){ .source = source, .text = text, .at = text };
}

int dado_xml_line(const dado_xml *xml)
{
    int line = 1;
    const char *stop = xml->name ? xml->name : xml->at;
    for (const char *s = xml->text; s < stop; s++) line += *s == '\n';
    return line;
}

static bool wrong(dado_xml *xml, const char *why)
{
    xml->name = NULL;
    return dado_fail_at(&xml->error, DADO_SYNTAX,
                        (dado_place){ xml->source, dado_xml_line(xml), 0, 0 }, "%s", why);
}

static bool skip_past(dado_xml *xml, const char *end)
{
    const char *found = strstr(xml->at, end);
    if (!found) return wrong(xml, "this comment or instruction is not closed");
    xml->at = found + strlen(end);
    return true;
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-' || c == ':' || c == '.';
}

// Returns the end of a tag, skipping quoted values, or NULL.
static const char *tag_end(const char *s)
{
    for (char quote = 0; *s; s++) {
        if (quote) quote = *s == quote ? 0 : quote;
        else if (*s == '"' || *s == '\'') quote = *s;
        else if (*s == '>') return s;
        else if (*s == '<') return NULL;
    }
    return NULL;
}

bool dado_xml_next(dado_xml *xml)
{
    while (xml->error.status == DADO_OK && (xml->at = strchr(xml->at, '<'))) {
        bool skipped = true;
        if (strncmp(xml->at, "<!--", 4) == 0) skipped = skip_past(xml, "-->");
        else if (xml->at[1] == '?') skipped = skip_past(xml, "?>");
        else if (xml->at[1] == '!')
            skipped = wrong(xml, "XML definitions (<!...>) are not supported; remove them");
        else if (xml->at[1] == '/') {
            xml->open -= xml->open > 0;
            skipped = skip_past(xml, ">");
        } else {
            xml->name = xml->at + 1;
            xml->name_length = 0;
            while (is_name(xml->name[xml->name_length])) xml->name_length++;
            xml->attributes = xml->name + xml->name_length;
            xml->end = tag_end(xml->attributes);
            if (xml->name_length == 0 || !xml->end) return wrong(xml, "this is not a valid tag");
            xml->at = xml->end + 1;
            xml->depth = xml->open + 1;
            xml->open += xml->end[-1] != '/';
            return true;
        }
        if (!skipped) return false;
    }
    if (!xml->at) xml->at = xml->text + strlen(xml->text);
    xml->name = NULL;
    return false;
}

bool dado_xml_is(const dado_xml *xml, const char *name)
{
    return strlen(name) == xml->name_length && strncmp(xml->name, name, xml->name_length) == 0;
}

static void resolve(const char *from, const char *end, char *value, size_t size)
{
    static const struct {
        const char *word;
        char sign;
    } entities[] = {
        { "&lt;", '<' }, { "&gt;", '>' }, { "&amp;", '&' }, { "&quot;", '"' }, { "&apos;", '\'' }
    };
    size_t used = 0;
    while (from < end && used + 1 < size) {
        char sign = *from;
        size_t length = 1;
        for (int i = 0; sign == '&' && i < 5; i++) {
            size_t word = strlen(entities[i].word);
            if ((size_t)(end - from) < word || strncmp(from, entities[i].word, word) != 0) continue;
            value[used] = entities[i].sign;
            length = word;
        }
        if (length == 1) value[used] = sign;
        used++;
        from += length;
    }
    value[used] = '\0';
}

bool dado_xml_attribute(const dado_xml *xml, const char *name, char *value, size_t size)
{
    const char *s = xml->attributes;
    while (s < xml->end) {
        while (s < xml->end && !is_name(*s)) s++;
        const char *word = s;
        while (s < xml->end && is_name(*s)) s++;
        size_t length = (size_t)(s - word);
        while (s < xml->end && isspace((unsigned char)*s)) s++;
        if (s >= xml->end || *s != '=') continue;
        s++;
        while (s < xml->end && isspace((unsigned char)*s)) s++;
        if (s >= xml->end || (*s != '"' && *s != '\'')) continue;
        const char *from = s + 1, *stop = memchr(from, *s, (size_t)(xml->end - from));
        if (!stop) return false;
        if (length == strlen(name) && strncmp(word, name, length) == 0) {
            resolve(from, stop, value, size);
            return true;
        }
        s = stop + 1;
    }
    return false;
}

const char *dado_xml_content(const dado_xml *xml)
{
    return xml->end + 1;
}

bool dado_xml_fine(const dado_xml *xml, dado_error *err)
{
    if (xml->error.status == DADO_OK) return true;
    if (err) *err = xml->error;
    return false;
}
