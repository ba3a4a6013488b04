// resources.h - what assistants may read: the language, the manual, games of the library
// and files of the folder. Also prompts, which explain how to do common tasks.
#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "core/error.h"
#include "core/json_writer.h"

void dado_mcp_write_resources(dado_json *json);           // writes the member "resources"
void dado_mcp_write_resource_templates(dado_json *json);  // writes the member "resourceTemplates"
// Writes the content of a resource as an object. Returns false and the error if there is
// none with that name.
bool dado_mcp_read_resource(const char *uri, dado_text *result, dado_error *err);

void dado_mcp_write_prompts(dado_json *json);  // writes the member "prompts"
bool dado_mcp_get_prompt(const char *name, const json_t *arguments, dado_text *result,
                         dado_error *err);
