// xml.h - as much XML as a map file needs: elements one after another, attributes, plain content.
//
// There are no definitions, no outside entities and nothing to expand, so
// there is nothing to be tricked with.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "core/error.h"

typedef struct dado_xml {
    const char *source, *text, *at;
    const char *name;  // of the element at hand, and how long it is
    size_t name_length;
    const char *attributes, *end;  // of its tag
    int depth;                     // how deep it stands: 1 is the root
    int open;                      // elements that have begun and not ended
    dado_error error;
} dado_xml;

void dado_xml_begin(dado_xml *xml, const char *source, const char *text);
bool dado_xml_next(
    dado_xml *xml);  // the next opening tag; false at the end, or if something is wrong
bool dado_xml_is(const dado_xml *xml, const char *name);
// The value of an attribute, the five entities resolved, cut to fit; false if there is none.
bool dado_xml_attribute(const dado_xml *xml, const char *name, char *value, size_t size);
const char *dado_xml_content(
    const dado_xml *xml);  // what follows the tag, up to the end of the file
int dado_xml_line(const dado_xml *xml);
bool dado_xml_fine(const dado_xml *xml, dado_error *err);
