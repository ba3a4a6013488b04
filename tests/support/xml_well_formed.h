// xml_well_formed.h - a strict little reader of markup, for tests of what we draw.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Whether `text` is one well-formed XML element: tags that close in order,
// attributes that are quoted and not doubled, no stray < or &, only entities
// that XML knows. If not, `why` says what is wrong and where.
bool dado_xml_is_well_formed(const char *text, char *why, size_t size);

// How often a needle occurs.
int dado_occurrences(const char *text, const char *needle);
