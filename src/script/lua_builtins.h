// lua_builtins.h - helpers that the built-in functions share: reading arguments, charging
// steps.
#pragma once

#include "script/lua_sandbox_internal.h"

enum { DADO_LUA_VALUES_MOST = 255 };  // most values that one call may take or return

static inline void dado_lua_charge(lua_State *L, size_t work)
{
    dado_script_charge_steps(dado_script_of(L), 1 + (int64_t)(work / 8));
}

// Charges steps for a number given as a string, which is parsed byte by byte.
static inline void dado_lua_charge_parsing(lua_State *L, int place)
{
    if (lua_type(L, place) == LUA_TSTRING) dado_lua_charge(L, lua_rawlen(L, place));
}

static inline lua_Integer dado_lua_check_integer(lua_State *L, int place)
{
    dado_lua_charge_parsing(L, place);
    return luaL_checkinteger(L, place);
}

static inline lua_Integer dado_lua_optional_integer(lua_State *L, int place, lua_Integer otherwise)
{
    return lua_isnoneornil(L, place) ? otherwise : dado_lua_check_integer(L, place);
}

static inline double dado_lua_check_number(lua_State *L, int place)
{
    dado_lua_charge_parsing(L, place);
    return luaL_checknumber(L, place);
}

// Converts a value to text; for tables and functions this is only the name of the type.
const char *dado_lua_to_string(lua_State *L, int place, size_t *length);

// Sets the global `string`, and the methods of strings.
void dado_lua_install_strings(lua_State *L);
