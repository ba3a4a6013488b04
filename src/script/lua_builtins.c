// lua_builtins.c - the built-in functions that scripts may call.
//
// Most of Lua's own library is left out or rewritten. Lua's pattern matching can run for
// ever inside one call, so scripts search text without patterns. `pairs` visits the keys
// of a table in a fixed order. Functions that do much work in one call charge steps for
// it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script/lua_builtins.h"

static const char copies_of_metatables[] = "copies";

// Charges steps for comparing two values: long strings are compared byte by byte.
static void charge_comparing(lua_State *L, int a, int b)
{
    if (lua_type(L, a) != LUA_TSTRING || lua_type(L, b) != LUA_TSTRING) return;
    size_t length_a = lua_rawlen(L, a), length_b = lua_rawlen(L, b);
    size_t shorter = length_a < length_b ? length_a : length_b;
    if (shorter >= 64) dado_lua_charge(L, shorter);
}

static int base_assert(lua_State *L)
{
    luaL_checkany(L, 1);
    if (lua_toboolean(L, 1)) return lua_gettop(L);
    lua_remove(L, 1);
    lua_pushliteral(L, "assertion failed!");
    lua_settop(L, 1);
    if (lua_type(L, 1) == LUA_TSTRING) {
        luaL_where(L, 1);
        lua_insert(L, 1);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

static int base_error(lua_State *L)
{
    int level = (int)dado_lua_optional_integer(L, 2, 1);
    lua_settop(L, 1);
    if (lua_type(L, 1) == LUA_TSTRING && level > 0) {
        luaL_where(L, level);
        lua_pushvalue(L, 1);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

// Catches errors that the script itself raised. Errors of a limit (steps, memory, clock)
// pass through.
static int base_pcall(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_pushboolean(L, 1);
    lua_insert(L, 1);
    int status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 0);
    dado_script *s = dado_script_of(L);
    if (status == LUA_ERRMEM || s->halt == DADO_SCRIPT_HALT_MEMORY) {
        s->halt = DADO_SCRIPT_HALT_MEMORY;
        return luaL_error(L, "not enough memory");
    }
    if (s->halt) return lua_error(L);
    if (status == LUA_OK) return lua_gettop(L);
    s->raised = NULL;
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
}

static int ipairs_step(lua_State *L)
{
    lua_Integer next = dado_lua_check_integer(L, 2) + 1;
    lua_pushinteger(L, next);
    return lua_geti(L, 1, next) == LUA_TNIL ? 1 : 2;
}

static int base_ipairs(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_pushcfunction(L, ipairs_step);
    lua_pushvalue(L, 1);
    lua_pushinteger(L, 0);
    return 3;
}

// Returns the rank of a key in the order of `pairs`: numbers, then strings, then false
// and true; -1 for other types.
static int rank_of(lua_State *L, int place)
{
    switch (lua_type(L, place)) {
    case LUA_TNUMBER: return 0;
    case LUA_TSTRING: return 1;
    case LUA_TBOOLEAN: return 2 + lua_toboolean(L, place);
    default: return -1;
    }
}

static bool key_before(lua_State *L, int a, int b)
{
    int rank_a = rank_of(L, a), rank_b = rank_of(L, b);
    if (rank_a != rank_b) return rank_a < rank_b;
    if (rank_a == 0) return lua_compare(L, a, b, LUA_OPLT);
    if (rank_a > 1) return false;
    charge_comparing(L, a, b);
    size_t length_a, length_b;
    const char *text_a = lua_tolstring(L, a, &length_a), *text_b = lua_tolstring(L, b, &length_b);
    int apart = memcmp(text_a, text_b, length_a < length_b ? length_a : length_b);
    return apart < 0 || (apart == 0 && length_a < length_b);
}

// Restores the heap below `root` in the list of `count` keys at stack index `list`.
static void sift(lua_State *L, int list, lua_Integer root, lua_Integer count)
{
    for (;;) {
        lua_Integer child = 2 * root;
        if (child > count) return;
        lua_rawgeti(L, list, child);
        if (child < count) {
            lua_rawgeti(L, list, child + 1);
            if (key_before(L, -2, -1)) {
                child++;
                lua_remove(L, -2);
            } else {
                lua_pop(L, 1);
            }
        }
        lua_rawgeti(L, list, root);
        if (!key_before(L, -1, -2)) {
            lua_pop(L, 2);
            return;
        }
        lua_rawseti(L, list, child);
        lua_rawseti(L, list, root);
        root = child;
    }
}

static void sort_keys(lua_State *L, int list, lua_Integer count)
{
    for (lua_Integer root = count / 2; root >= 1; root--) sift(L, list, root, count);
    for (lua_Integer last = count; last > 1; last--) {
        lua_rawgeti(L, list, 1);
        lua_rawgeti(L, list, last);
        lua_rawseti(L, list, 1);
        lua_rawseti(L, list, last);
        sift(L, list, 1, last - 1);
    }
}

int dado_script_sorted_keys(lua_State *L, int table)
{
    luaL_checkstack(L, 8, NULL);
    lua_newtable(L);
    int list = lua_gettop(L);
    lua_Integer row = 0, count;
    while (lua_rawgeti(L, table, row + 1) != LUA_TNIL) {
        lua_pop(L, 1);
        if (++row % 64 == 0) dado_lua_charge(L, 128);
    }
    lua_pop(L, 1);
    for (lua_Integer i = 1; i <= row; i++) {
        lua_pushinteger(L, i);
        lua_rawseti(L, list, i);
    }
    // Collects the keys outside 1 to `row` in a list of their own, sorts it, and appends
    // it.
    lua_newtable(L);
    count = 0;
    lua_pushnil(L);
    while (lua_next(L, table)) {
        lua_pop(L, 1);
        int whole = 0;
        lua_Integer at = lua_type(L, -1) == LUA_TNUMBER ? lua_tointegerx(L, -1, &whole) : 0;
        if (whole && at >= 1 && at <= row) continue;
        if (rank_of(L, -1) < 0) {
            luaL_error(L, "this table has a %s as a key, so its keys cannot be visited in order",
                       luaL_typename(L, -1));
        }
        lua_pushvalue(L, -1);
        lua_rawseti(L, list + 1, ++count);
        dado_lua_charge(L, 56);
    }
    dado_lua_charge(L, 0);
    sort_keys(L, list + 1, count);
    for (lua_Integer i = 1; i <= count; i++) {
        lua_rawgeti(L, list + 1, i);
        lua_rawseti(L, list, row + i);
    }
    lua_pop(L, 1);
    return (int)(row + count);
}

// Its upvalues are the list of keys and the index of the last key returned.
static int pairs_step(lua_State *L)
{
    lua_Integer at = lua_tointeger(L, lua_upvalueindex(2));
    for (;;) {
        if (lua_rawgeti(L, lua_upvalueindex(1), ++at) == LUA_TNIL) return 1;
        lua_pushvalue(L, -1);
        if (lua_rawget(L, 1) != LUA_TNIL) break;
        lua_pop(L, 2);
    }
    lua_pushinteger(L, at);
    lua_replace(L, lua_upvalueindex(2));
    return 2;
}

static int base_pairs(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    dado_script_sorted_keys(L, 1);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, pairs_step, 2);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

static int base_next(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    int count = dado_script_sorted_keys(L, 1);
    lua_Integer at = 1;
    if (!lua_isnil(L, 2)) {
        for (; at <= count; at++) {
            lua_rawgeti(L, 3, at);
            charge_comparing(L, -1, 2);
            bool same = lua_rawequal(L, -1, 2);
            lua_pop(L, 1);
            if (same) break;
        }
        if (at++ > count)
            return luaL_error(L, "next was called with a key that is not in the table");
    }
    if (lua_rawgeti(L, 3, at) == LUA_TNIL) return 1;
    lua_pushvalue(L, -1);
    lua_rawget(L, 1);
    return 2;
}

static int base_select(lua_State *L)
{
    int count = lua_gettop(L);
    if (lua_type(L, 1) == LUA_TSTRING && *lua_tostring(L, 1) == '#') {
        lua_pushinteger(L, count - 1);
        return 1;
    }
    dado_lua_charge(L, (size_t)count);
    lua_Integer from = dado_lua_check_integer(L, 1);
    if (from < 0) from = count + from;
    else if (from > count) from = count;
    luaL_argcheck(L, 1 <= from, 1, "index out of range");
    return count - (int)from;
}

static int base_tonumber(lua_State *L)
{
    luaL_checkany(L, 1);
    if (lua_isnoneornil(L, 2)) {
        size_t length;
        if (lua_type(L, 1) == LUA_TNUMBER) {
            lua_settop(L, 1);
            return 1;
        }
        if (lua_type(L, 1) != LUA_TSTRING) {
            lua_pushnil(L);
            return 1;
        }
        const char *text = lua_tolstring(L, 1, &length);
        dado_lua_charge(L, length);
        if (lua_stringtonumber(L, text) != length + 1) lua_pushnil(L);
        return 1;
    }
    lua_Integer base = dado_lua_check_integer(L, 2);
    luaL_argcheck(L, base >= 2 && base <= 36, 2, "base out of range");
    char *end;
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    dado_lua_charge(L, length);
    long long value = strtoll(text, &end, (int)base);
    while (*end == ' ') end++;
    if (end == text || *end) lua_pushnil(L);
    else lua_pushinteger(L, (lua_Integer)value);
    return 1;
}

static int base_tostring(lua_State *L)
{
    luaL_checkany(L, 1);
    dado_lua_to_string(L, 1, NULL);
    return 1;
}

static int base_type(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_pushstring(L, luaL_typename(L, 1));
    return 1;
}

static int base_print(lua_State *L)
{
    dado_text *out = &dado_script_of(L)->printed;
    int count = lua_gettop(L);
    for (int i = 1; i <= count; i++) {
        size_t length;
        const char *words = dado_lua_to_string(L, i, &length);
        dado_lua_charge(L, length);
        if (i > 1) dado_text_char(out, '\t');
        dado_text_add_bytes(out, words, length);
        lua_pop(L, 1);
    }
    dado_text_char(out, '\n');
    return 0;
}

// Allows metatables with __index only, since other metamethods would run code in
// unexpected places. The metatable is copied into a table that the script never sees, so
// it cannot be changed later. There is one copy per metatable, kept as long as the
// original lives.
static int base_setmetatable(lua_State *L)
{
    static const char *const others[] = {
        "__add",      "__band",      "__bnot", "__bor",  "__bxor", "__call",     "__close",
        "__concat",   "__div",       "__eq",   "__gc",   "__idiv", "__le",       "__len",
        "__lt",       "__metatable", "__mod",  "__mode", "__mul",  "__name",     "__pow",
        "__newindex", "__pairs",     "__shl",  "__shr",  "__sub",  "__tostring", "__unm",
    };
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_argcheck(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table expected");
    lua_settop(L, 2);
    dado_lua_charge(L, sizeof others / sizeof *others);
    if (lua_istable(L, 2)) {
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
            lua_pushstring(L, others[i]);
            if (lua_rawget(L, 2) != LUA_TNIL) {
                return luaL_error(L, "metatables may only have __index here, not %s", others[i]);
            }
            lua_pop(L, 1);
        }
        luaL_getsubtable(L, LUA_REGISTRYINDEX, copies_of_metatables);
        lua_pushvalue(L, 2);
        if (lua_rawget(L, 3) != LUA_TTABLE) {
            lua_pop(L, 1);
            lua_createtable(L, 0, 1);
            lua_pushvalue(L, 2);
            lua_pushvalue(L, -2);
            lua_rawset(L, 3);
        }
        lua_pushliteral(L, "__index");
        lua_rawget(L, 2);
        lua_setfield(L, -2, "__index");
    }
    lua_setmetatable(L, 1);
    lua_settop(L, 1);
    return 1;
}

static int table_concat(lua_State *L)
{
    size_t gap;
    luaL_checktype(L, 1, LUA_TTABLE);
    const char *between = luaL_optlstring(L, 2, "", &gap);
    lua_Integer from = dado_lua_optional_integer(L, 3, 1);
    lua_Integer to = dado_lua_optional_integer(L, 4, (lua_Integer)lua_rawlen(L, 1));
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (lua_Integer i = from; i <= to; i++) {
        lua_rawgeti(L, 1, i);
        if (!lua_isstring(L, -1)) {
            return luaL_error(L, "concat needs strings and numbers, but found a %s at index %d",
                              luaL_typename(L, -1), (int)i);
        }
        dado_lua_charge(L, 8 + gap + (lua_type(L, -1) == LUA_TSTRING ? lua_rawlen(L, -1) : 16));
        luaL_addvalue(&buffer);
        if (i < to) luaL_addlstring(&buffer, between, gap);
        if (i == LUA_MAXINTEGER) break;
    }
    luaL_pushresult(&buffer);
    return 1;
}

static int table_insert(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_Integer end = (lua_Integer)lua_rawlen(L, 1) + 1, at = end;
    if (lua_gettop(L) == 3) {
        at = dado_lua_check_integer(L, 2);
        luaL_argcheck(L, at >= 1 && at <= end, 2, "position out of bounds");
        dado_lua_charge(L, (size_t)(end - at) * 8);
        for (lua_Integer i = end; i > at; i--) {
            lua_rawgeti(L, 1, i - 1);
            lua_rawseti(L, 1, i);
        }
    } else if (lua_gettop(L) != 2) {
        return luaL_error(L, "insert needs a table, optionally an index, and a value");
    }
    lua_rawseti(L, 1, at);
    return 0;
}

static int table_remove(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_Integer size = (lua_Integer)lua_rawlen(L, 1), at = dado_lua_optional_integer(L, 2, size);
    if (lua_gettop(L) >= 2) {
        luaL_argcheck(L, (at >= 1 && at <= size + 1) || (size == 0 && at == 0), 2,
                      "position out of bounds");
    }
    lua_rawgeti(L, 1, at);
    if (size > at) dado_lua_charge(L, (size_t)(size - at) * 8);
    for (; at < size; at++) {
        lua_rawgeti(L, 1, at + 1);
        lua_rawseti(L, 1, at);
    }
    if (at >= 1 && at <= size) {
        lua_pushnil(L);
        lua_rawseti(L, 1, at);
    }
    return 1;
}

static bool value_before(lua_State *L, int a, int b)
{
    if (lua_isnil(L, 2)) {
        charge_comparing(L, a, b);
        return lua_compare(L, a, b, LUA_OPLT);
    }
    a = lua_absindex(L, a);
    b = lua_absindex(L, b);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, a);
    lua_pushvalue(L, b);
    lua_call(L, 2, 1);
    bool before = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return before;
}

// Merges the sorted runs [from, middle) and [middle, to) of table 1 into table 3.
static void merge(lua_State *L, lua_Integer from, lua_Integer middle, lua_Integer to)
{
    lua_Integer a = from, b = middle;
    for (lua_Integer out = from; out < to; out++) {
        bool second = a == middle;
        if (a < middle && b < to) {
            lua_rawgeti(L, 1, a);
            lua_rawgeti(L, 1, b);
            second = value_before(L, -1, -2);
            lua_pop(L, 2);
        }
        lua_rawgeti(L, 1, second ? b++ : a++);
        lua_rawseti(L, 3, out);
    }
    for (lua_Integer i = from; i < to; i++) {
        lua_rawgeti(L, 3, i);
        lua_rawseti(L, 1, i);
    }
}

// Sorts by merging, which is stable and ends even if the comparison is inconsistent.
static int table_sort(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    lua_newtable(L);
    luaL_checkstack(L, 8, NULL);
    lua_Integer size = (lua_Integer)lua_rawlen(L, 1);
    for (lua_Integer run = 1; run < size; run *= 2) {
        dado_lua_charge(L, (size_t)size * 16);
        for (lua_Integer from = 1; from + run <= size; from += 2 * run) {
            lua_Integer to = from + 2 * run;
            merge(L, from, from + run, to < size + 1 ? to : size + 1);
        }
    }
    return 0;
}

static int table_unpack(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_Integer from = dado_lua_optional_integer(L, 2, 1);
    lua_Integer to = dado_lua_optional_integer(L, 3, (lua_Integer)lua_rawlen(L, 1));
    if (from > to) return 0;
    if ((lua_Unsigned)to - (lua_Unsigned)from >= DADO_LUA_VALUES_MOST) {
        return luaL_error(L, "unpack returns at most %d values; unpack a smaller range",
                          DADO_LUA_VALUES_MOST);
    }
    int count = (int)(to - from) + 1;
    dado_lua_charge(L, (size_t)count);
    luaL_checkstack(L, count, NULL);
    for (int i = 0; i < count; i++) lua_rawgeti(L, 1, from + i);
    return count;
}

// Calls one of Lua's own math functions; charges for arguments that are numbers in
// strings.
static int call_math(lua_State *L)
{
    int count = lua_gettop(L);
    for (int i = 1; i <= count; i++) dado_lua_charge_parsing(L, i);
    dado_lua_charge(L, (size_t)count);
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static void copy_math(lua_State *L)
{
    static const char *const names[] = { "abs",  "ceil",       "floor", "fmod",       "huge",
                                         "max",  "maxinteger", "min",   "mininteger", "pi",
                                         "sqrt", "tointeger",  "type",  "ult" };
    lua_pushcfunction(L, luaopen_math);
    lua_call(L, 0, 1);
    lua_newtable(L);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (lua_getfield(L, -2, names[i]) == LUA_TFUNCTION) lua_pushcclosure(L, call_math, 1);
        lua_setfield(L, -2, names[i]);
    }
    lua_setglobal(L, "math");
    lua_pop(L, 1);
}

void dado_lua_install_builtins(lua_State *L)
{
    static const luaL_Reg base[] = {
        { "assert", base_assert },
        { "error", base_error },
        { "pcall", base_pcall },
        { "ipairs", base_ipairs },
        { "pairs", base_pairs },
        { "next", base_next },
        { "select", base_select },
        { "tonumber", base_tonumber },
        { "tostring", base_tostring },
        { "type", base_type },
        { "print", base_print },
        { "setmetatable", base_setmetatable },
        { NULL, NULL },
    };
    static const luaL_Reg table[] = {
        { "concat", table_concat }, { "insert", table_insert }, { "remove", table_remove },
        { "sort", table_sort },     { "unpack", table_unpack }, { NULL, NULL },
    };
    for (const luaL_Reg *r = base; r->name; r++) lua_register(L, r->name, r->func);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, copies_of_metatables);
    lua_newtable(L);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
    copy_math(L);
    luaL_newlib(L, table);
    lua_setglobal(L, "table");
    dado_lua_install_strings(L);
}
