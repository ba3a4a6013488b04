// xml_reader.h - reads the XML that map files need: elements in order, attributes, plain
// content.
//
// It supports no definitions and no external entities, so a malicious file cannot make it
// expand anything.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "core/error.h"

typedef struct dado_xml {
    const char *source, *text, *at;
    const char *name;  // name of the current element, and its length
    size_t name_length;
    const char *attributes, *end;  // the attributes and the end of its tag
    int depth;                     // depth of the current element; the root is 1
    int open;                      // number of elements that have begun but not ended
    dado_error error;
} dado_xml;

void dado_xml_begin(dado_xml *xml, const char *source, const char *text);
// Moves to the next opening tag; returns false at the end or on an error.
bool dado_xml_next(dado_xml *xml);
bool dado_xml_is(const dado_xml *xml, const char *name);
// Copies the value of an attribute, with the five entities resolved, cut to fit; returns
// false if there is none.
bool dado_xml_attribute(const dado_xml *xml, const char *name, char *value, size_t size);
// Returns the text behind the tag, up to the end of the file.
const char *dado_xml_content(const dado_xml *xml);
int dado_xml_line(const dado_xml *xml);
bool dado_xml_fine(const dado_xml *xml, dado_error *err);
