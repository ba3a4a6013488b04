// lua_strings.c - the string functions of scripts; searches are plain, without Lua's
// patterns.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script/lua_builtins.h"
#include "core/text.h"

// Converts a value to text; for tables and functions this is only the name of the type.
const char *dado_lua_to_string(lua_State *L, int place, size_t *length)
{
    switch (lua_type(L, place)) {
    case LUA_TNUMBER:
        lua_pushvalue(L, place);
        lua_tostring(L, -1);
        break;
    case LUA_TSTRING: lua_pushvalue(L, place); break;
    case LUA_TBOOLEAN: lua_pushstring(L, lua_toboolean(L, place) ? "true" : "false"); break;
    default: lua_pushstring(L, luaL_typename(L, place));
    }
    return lua_tolstring(L, -1, length);
}

static size_t place_in(lua_Integer at, size_t length)
{
    if (at > 0) return (size_t)at;
    if (at == 0) return 1;
    return at < -(lua_Integer)length ? 1 : length + (size_t)(at + 1);
}

static size_t end_in(lua_Integer at, size_t length)
{
    if (at > (lua_Integer)length) return length;
    if (at >= 0) return (size_t)at;
    return at < -(lua_Integer)length ? 0 : length + (size_t)(at + 1);
}

static int string_byte(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    lua_Integer from = dado_lua_optional_integer(L, 2, 1);
    size_t begin = place_in(from, length);
    size_t end = end_in(dado_lua_optional_integer(L, 3, (lua_Integer)begin), length);
    if (begin > end) return 0;
    if (end - begin >= DADO_LUA_VALUES_MOST)
        return luaL_error(L, "byte returns at most %d bytes; use a smaller range",
                          DADO_LUA_VALUES_MOST);
    int count = (int)(end - begin) + 1;
    luaL_checkstack(L, count, NULL);
    for (int i = 0; i < count; i++) {
        lua_pushinteger(L, (unsigned char)text[begin - 1 + (size_t)i]);
    }
    return count;
}

static int string_char(lua_State *L)
{
    char bytes[DADO_LUA_VALUES_MOST];
    int count = lua_gettop(L);
    if (count > DADO_LUA_VALUES_MOST)
        return luaL_error(L, "char takes at most %d bytes; call it several times",
                          DADO_LUA_VALUES_MOST);
    for (int i = 1; i <= count; i++) {
        lua_Integer code = dado_lua_check_integer(L, i);
        luaL_argcheck(L, code >= 0 && code <= 255, i, "value out of range");
        bytes[i - 1] = (char)code;
    }
    lua_pushlstring(L, bytes, (size_t)count);
    return 1;
}

static void want_plain(lua_State *L, int place)
{
    size_t length;
    const char *pattern = luaL_checklstring(L, place, &length);
    dado_lua_charge(L, length);
    if (strpbrk(pattern, "^$*+?.([%")) {
        luaL_error(L,
                   "patterns are not supported here, and \"%s\" looks like one; "
                   "give true as fourth argument of find to search for it as it is",
                   pattern);
    }
}

static const char *find_plain(lua_State *L, const char *text, size_t length, const char *what,
                              size_t size)
{
    if (size == 0) return text;
    for (; length >= size; text++, length--) {
        const char *first = memchr(text, what[0], length - size + 1);
        if (!first) return NULL;
        length -= (size_t)(first - text);
        text = first;
        dado_lua_charge(L, size);
        if (memcmp(text, what, size) == 0) return text;
    }
    return NULL;
}

static int string_find(lua_State *L)
{
    size_t length, size;
    const char *text = luaL_checklstring(L, 1, &length), *what = luaL_checklstring(L, 2, &size);
    size_t from = place_in(dado_lua_optional_integer(L, 3, 1), length);
    if (!lua_toboolean(L, 4)) want_plain(L, 2);
    dado_lua_charge(L, length);
    if (from > length + 1) return 0;
    const char *found = find_plain(L, text + from - 1, length - (from - 1), what, size);
    if (!found) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushinteger(L, (lua_Integer)(found - text) + 1);
    lua_pushinteger(L, (lua_Integer)(found - text) + (lua_Integer)size);
    return 2;
}

// Adds what replaces a match: a string, a field of a table, or the result of a function.
static void add_replacement(lua_State *L, luaL_Buffer *buffer, const char *match, size_t size)
{
    int kind = lua_type(L, 3);
    if (kind == LUA_TTABLE || kind == LUA_TFUNCTION) {
        if (kind == LUA_TFUNCTION) lua_pushvalue(L, 3);
        lua_pushlstring(L, match, size);
        if (kind == LUA_TFUNCTION) lua_call(L, 1, 1);
        else lua_gettable(L, 3);
        if (!lua_toboolean(L, -1)) {
            lua_pop(L, 1);
            lua_pushlstring(L, match, size);
        } else if (!lua_isstring(L, -1)) {
            luaL_error(L, "a replacement must be a string, not a %s", luaL_typename(L, -1));
        }
    } else {
        lua_pushvalue(L, 3);
    }
    dado_lua_charge(L, size + (lua_type(L, -1) == LUA_TSTRING ? lua_rawlen(L, -1) : 24));
    luaL_addvalue(buffer);
}

static int string_gsub(lua_State *L)
{
    size_t length, size;
    const char *text = luaL_checklstring(L, 1, &length), *what = luaL_checklstring(L, 2, &size);
    want_plain(L, 2);
    lua_Integer most = dado_lua_optional_integer(L, 4, (lua_Integer)length + 1), made = 0;
    int kind = lua_type(L, 3);
    luaL_argcheck(L,
                  kind == LUA_TSTRING || kind == LUA_TNUMBER || kind == LUA_TTABLE ||
                      kind == LUA_TFUNCTION,
                  3, "string, table or function expected");
    luaL_argcheck(L, size > 0, 2, "there is nothing to look for");
    dado_lua_charge(L, length);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    const char *end = text + length;
    while (made < most) {
        const char *found = find_plain(L, text, (size_t)(end - text), what, size);
        if (!found) break;
        luaL_addlstring(&buffer, text, (size_t)(found - text));
        add_replacement(L, &buffer, found, size);
        text = found + size;
        made++;
    }
    luaL_addlstring(&buffer, text, (size_t)(end - text));
    luaL_pushresult(&buffer);
    lua_pushinteger(L, made);
    return 2;
}

// Copies one format item such as %5.2, at most 20 bytes, into `one`; returns its end.
static const char *read_format(lua_State *L, const char *at, char one[24])
{
    size_t length = strspn(at, "-+ #0123456789.");
    if (length > 18) luaL_error(L, "a format item has too many flags and digits; 18 is the most");
    one[0] = '%';
    memcpy(one + 1, at, length);
    one[length + 1] = '\0';
    const char *dot = strchr(one, '.');
    if (dado_leading_int(one + strcspn(one, "123456789")) > 99 ||
        (dot && dado_leading_int(dot + 1) > 99)) {
        luaL_error(L, "widths and precisions in a format go up to 99");
    }
    return at + length;
}

// Formats one argument. The format comes from the script, but at this point consists only
// of flags, digits and a known letter.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void add_formatted(lua_State *L, luaL_Buffer *buffer, char one[24], char kind, int arg)
{
    char digits[512];
    size_t end = strlen(one), length;
    switch (kind) {
    case 'd':
    case 'i':
    case 'x':
    case 'X':
    case 'o':
    case 'c': {
        lua_Integer value = dado_lua_check_integer(L, arg);
        if (kind == 'c') {
            luaL_addchar(buffer, (char)value);
            return;
        }
        snprintf(one + end, 24 - end, "ll%c", kind == 'i' ? 'd' : kind);
        length = (size_t)snprintf(digits, sizeof digits, one, (long long)value);
        break;
    }
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A': {
        double value = dado_lua_check_number(L, arg);
        snprintf(one + end, 24 - end, "%c", kind);
        length = (size_t)snprintf(digits, sizeof digits, one, value);
        break;
    }
    default: luaL_error(L, "the format %%%c is not supported", kind); return;
    }
    luaL_addlstring(buffer, digits, length < sizeof digits ? length : sizeof digits - 1);
}
#pragma GCC diagnostic pop

static void add_string(lua_State *L, luaL_Buffer *buffer, const char *one, int arg)
{
    size_t length;
    dado_lua_to_string(L, arg, &length);
    dado_lua_charge(L, length);
    const char *dot = strchr(one, '.');
    if (dot && (size_t)dado_leading_int(dot + 1) < length) {
        length = (size_t)dado_leading_int(dot + 1);
        lua_pushlstring(L, lua_tostring(L, -1), length);
        lua_remove(L, -2);
    }
    size_t width = (size_t)abs(dado_leading_int(one + 1 + (one[1] == '-')));
    bool left = one[1] == '-';
    // The value is on top of the stack and must be added as a whole, so the padding is
    // joined to it first.
    char blanks[100];
    size_t gap = width > length ? width - length : 0;
    memset(blanks, ' ', sizeof blanks);
    if (gap) {
        lua_pushlstring(L, blanks, gap);
        if (!left) lua_insert(L, -2);
        lua_concat(L, 2);
    }
    luaL_addvalue(buffer);
}

static int string_format(lua_State *L)
{
    size_t length;
    const char *format = luaL_checklstring(L, 1, &length), *end = format + length;
    int arg = 1, top = lua_gettop(L);
    dado_lua_charge(L, length);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    while (format < end) {
        if (*format != '%') {
            luaL_addchar(&buffer, *format++);
            continue;
        }
        if (*++format == '%') {
            luaL_addchar(&buffer, *format++);
            continue;
        }
        char one[24];
        dado_lua_charge(L, 64);
        format = read_format(L, format, one);
        if (++arg > top) return luaL_error(L, "the format needs more values than were given");
        if (*format == 's') add_string(L, &buffer, one, arg);
        else add_formatted(L, &buffer, one, *format, arg);
        format++;
    }
    luaL_pushresult(&buffer);
    return 1;
}

static int string_len(lua_State *L)
{
    size_t length;
    luaL_checklstring(L, 1, &length);
    lua_pushinteger(L, (lua_Integer)length);
    return 1;
}

static int change_letters(lua_State *L, char from, char to)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    dado_lua_charge(L, length);
    luaL_Buffer buffer;
    char *out = luaL_buffinitsize(L, &buffer, length);
    for (size_t i = 0; i < length; i++) {
        bool letter = text[i] >= from && text[i] <= from + 25;
        out[i] = letter ? (char)(text[i] - from + to) : text[i];
    }
    luaL_pushresultsize(&buffer, length);
    return 1;
}

static int string_lower(lua_State *L)
{
    return change_letters(L, 'A', 'a');
}

static int string_upper(lua_State *L)
{
    return change_letters(L, 'a', 'A');
}

static int string_rep(lua_State *L)
{
    size_t length, gap = 0;
    const char *text = luaL_checklstring(L, 1, &length);
    lua_Integer times = dado_lua_check_integer(L, 2);
    const char *between = luaL_optlstring(L, 3, "", &gap);
    if (times <= 0 || length + gap == 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    if ((size_t)times > DADO_SCRIPT_TEXT_MOST / (length + gap) + 1) {
        return luaL_error(L, "this string would be too long; %d bytes is the most",
                          DADO_SCRIPT_TEXT_MOST);
    }
    dado_lua_charge(L, (size_t)times * (length + gap));
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    while (times-- > 0) {
        luaL_addlstring(&buffer, text, length);
        if (times > 0) luaL_addlstring(&buffer, between, gap);
    }
    luaL_pushresult(&buffer);
    return 1;
}

static int string_reverse(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    dado_lua_charge(L, length);
    luaL_Buffer buffer;
    char *out = luaL_buffinitsize(L, &buffer, length);
    for (size_t i = 0; i < length; i++) out[i] = text[length - 1 - i];
    luaL_pushresultsize(&buffer, length);
    return 1;
}

static int string_sub(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    size_t begin = place_in(dado_lua_check_integer(L, 2), length);
    size_t end = end_in(dado_lua_optional_integer(L, 3, -1), length);
    dado_lua_charge(L, end > begin ? end - begin : 0);
    if (begin > end) lua_pushliteral(L, "");
    else lua_pushlstring(L, text + begin - 1, end - begin + 1);
    return 1;
}

void dado_lua_install_strings(lua_State *L)
{
    static const luaL_Reg string[] = {
        { "byte", string_byte },     { "char", string_char },   { "find", string_find },
        { "format", string_format }, { "gsub", string_gsub },   { "len", string_len },
        { "lower", string_lower },   { "rep", string_rep },     { "reverse", string_reverse },
        { "sub", string_sub },       { "upper", string_upper }, { NULL, NULL },
    };
    luaL_newlib(L, string);
    // Makes the functions available as methods of strings, such as ("x"):rep(3).
    lua_pushliteral(L, "");
    lua_newtable(L);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
    lua_setglobal(L, "string");
}
