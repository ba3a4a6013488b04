// json_schema.h - whether JSON keeps to a schema.
//
// As much of JSON Schema as ours use: type, const, enum, required, properties,
// additionalProperties, items, minimum, maximum, oneOf and $ref within the file. A schema that uses
// anything else is refused, so that no rule goes unheard.
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

// False, and in `why` where and what, if `value` does not keep to `schema`.
bool dado_schema_holds(const json_t *schema, const json_t *value, char *why, size_t room);

// The same for text; the schema is read from the file at `path`.
bool dado_schema_file_holds(const char *path, const char *text, char *why, size_t room);
