// tools.h - offers jobs as tools: lists them with their schemas, and runs them.
#pragma once

#include <jansson.h>
#include <signal.h>
#include <stdbool.h>

#include "core/error.h"
#include "core/json_writer.h"

// Writes the array of all tools as the member "tools".
void dado_mcp_write_tools(dado_json *json, bool may_write);

typedef struct dado_mcp_call {
    const char *name;         // name of the tool
    const json_t *arguments;  // an object, or NULL
    bool may_write;
    int threads;
    const volatile sig_atomic_t *stop;
    void *context;
    // Called now and then while the tool runs, on its thread. `all` is 0 if the total is
    // unknown.
    void (*progress)(void *context, double done, double all, const char *words);
} dado_mcp_call;

// Runs a tool and writes its result as an object. Returns false and the error if there is
// no such tool. A failure of the tool itself is a result with "isError".
bool dado_mcp_run_tool(const dado_mcp_call *call, dado_text *result, dado_error *err);
