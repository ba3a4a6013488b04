// server.h - dado for AI assistants: a server of the Model Context Protocol over two
// streams.
//
// A message is a line of JSON (JSON-RPC 2.0). Every job is a tool, the library's games
// and the manuals are resources, and a few prompts explain common tasks. A tool runs on a
// thread of its own, so the client may send other requests, or cancel it, meanwhile.
//
// The server opens files with the rights of its process. `dado mcp` first confines the
// process (core/confine.h): nothing outside one folder can be read, and nothing can be
// written unless that was allowed.
#pragma once

#include <stdbool.h>
#include <stdio.h>

typedef struct dado_mcp_how {
    FILE *in, *out;
    bool write;   // offer tools that write files
    int threads;  // threads per job; 0: one per core
} dado_mcp_how;

// Serves until `in` ends; then running tools are stopped. Returns false if `out` cannot
// be written.
bool dado_mcp_serve(const dado_mcp_how *how);
