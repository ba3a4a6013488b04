// box.h - what the files of this room share and show nobody: Lua, and what is counted.
#pragma once

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "script/script.h"

enum { DADO_SCRIPT_SOURCES = 8 };

typedef enum dado_script_halt {
    DADO_HALT_NONE,
    DADO_HALT_STEPS,
    DADO_HALT_MEMORY,
    DADO_HALT_CLOCK,
    DADO_HALT_STOP,
} dado_script_halt;

struct dado_script {
    lua_State *L;
    size_t used, limit;     // bytes
    int64_t left;           // steps
    size_t allocated;       // bytes asked for since the hook last looked: they cost steps too
    int64_t allowed_ns;     // of processor time, for these steps
    int64_t began_ns;       // when the clock was first looked at; 0: not yet
    int until_look;         // how often the counter moves before the clock is looked at again
    bool (*stopped)(const void *flag);  // true: end the work; or NULL
    const void *flag;
    dado_script_halt halt;              // what no pcall holds
    int refused_line;       // where memory was refused last
    const char *raised;     // the code of an error an offered function raised; or NULL
    const char *sources[DADO_SCRIPT_SOURCES];
    int source_count;
    dado_place place;  // of the error being reported
    char message[300];
    dado_text printed;
    char printed_room[4096];
};

static inline dado_script *dado_script_of(lua_State *L)
{
    return *(dado_script **)lua_getextraspace(L);
}

// library.c: fills the table of globals with what a script may use.
void dado_script_library(lua_State *L);

// library.c: leaves a list of keys in the order of `pairs` on top; how many.
int dado_script_sorted_keys(lua_State *L, int table);
