// lua_sandbox_internal.h - the state of a sandbox, shared only by the files of this room.
#pragma once

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "script/lua_sandbox.h"

enum { DADO_SCRIPT_SOURCES = 8 };

typedef enum dado_script_halt {
    DADO_SCRIPT_HALT_NONE,
    DADO_SCRIPT_HALT_STEPS,
    DADO_SCRIPT_HALT_MEMORY,
    DADO_SCRIPT_HALT_CLOCK,
    DADO_SCRIPT_HALT_STOP,
} dado_script_halt;

struct dado_script {
    lua_State *L;
    size_t used, limit;  // bytes of memory
    int64_t left;        // steps left
    // Bytes allocated since the last hook; they are charged as steps.
    size_t allocated;
    int64_t allowed_ns;  // processor time allowed for these steps, in nanoseconds
    // Processor time at the first check of the clock; 0: not checked yet.
    int64_t began_ns;
    int until_clock_check;              // hooks to go until the clock is checked again
    bool (*stopped)(const void *flag);  // returns true to end the work; or NULL
    const void *flag;
    // Why the script was halted; pcall in scripts does not catch this.
    dado_script_halt halt;
    int refused_line;  // line at which memory was last refused
    // Code of the error that a registered function raised, or NULL.
    const char *raised;
    const char *sources[DADO_SCRIPT_SOURCES];
    int source_count;
    dado_place place;  // place of the error that is being reported
    char message[300];
    dado_text printed;
    char printed_buffer[4096];
};

static inline dado_script *dado_script_of(lua_State *L)
{
    return *(dado_script **)lua_getextraspace(L);
}

// lua_builtins.c: fills the table of globals with the functions that scripts may use.
void dado_lua_install_builtins(lua_State *L);

// lua_builtins.c: pushes a list of a table's keys in the order of `pairs`; returns how
// many.
int dado_script_sorted_keys(lua_State *L, int table);
