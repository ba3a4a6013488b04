// library.h - what the files of a script's library share: arguments read, and work that is counted.
#pragma once

#include "script/box.h"

enum { DADO_LUA_UNPACKED = 255 };  // values that one call may take or give

static inline void dado_lua_charge(lua_State *L, size_t work)
{
    dado_script_charge(dado_script_of(L), 1 + (int64_t)(work / 8));
}

// Numbers given as strings are read letter by letter.
static inline void dado_lua_charge_reading(lua_State *L, int place)
{
    if (lua_type(L, place) == LUA_TSTRING) dado_lua_charge(L, lua_rawlen(L, place));
}

static inline lua_Integer dado_lua_whole(lua_State *L, int place)
{
    dado_lua_charge_reading(L, place);
    return luaL_checkinteger(L, place);
}

static inline lua_Integer dado_lua_whole_or(lua_State *L, int place, lua_Integer otherwise)
{
    return lua_isnoneornil(L, place) ? otherwise : dado_lua_whole(L, place);
}

static inline double dado_lua_real(lua_State *L, int place)
{
    dado_lua_charge_reading(L, place);
    return luaL_checknumber(L, place);
}

// The word or number a value is written as; tables and functions give only their type.
const char *dado_lua_words(lua_State *L, int place, size_t *length);

void dado_script_strings(lua_State *L);  // leaves `string`, and methods of strings
