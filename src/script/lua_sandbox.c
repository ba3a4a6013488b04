// lua_sandbox.c - runs Lua with limits, reports errors, and passes values in and out; see
// lua_sandbox.h.
#define _POSIX_C_SOURCE 200809L
#include "script/lua_sandbox.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "script/lua_sandbox_internal.h"

enum { hook_period = 100, bytes_per_step = 16, longest_name = 50 };
// How often the clock is checked; time allowed per step; time allowed in addition.
enum { clock_check_period = 16, step_ns = 200, grace_ns = 500000000 };

// Returns the line that is running now. It is also called when memory is refused, so it
// must not allocate.
static int current_line(lua_State *L, const char **source)
{
    lua_Debug at;
    for (int level = 0; lua_getstack(L, level, &at); level++) {
        lua_getinfo(L, "Sl", &at);
        if (at.currentline <= 0) continue;
        if (source) *source = at.source;
        return at.currentline;
    }
    return 0;
}

static void *allocate(void *context, void *old, size_t old_size, size_t size)
{
    dado_script *s = context;
    if (size == 0) {
        if (old) s->used -= old_size;
        free(old);
        return NULL;
    }
    bool string = !old && old_size == LUA_TSTRING;
    size_t before = old ? old_size : 0;
    bool too_long = string && size > DADO_SCRIPT_TEXT_MOST;
    if (too_long || s->used - before + size > s->limit) {
        if (s->L && size > before) s->refused_line = current_line(s->L, NULL);
        return NULL;
    }
    void *new = realloc(old, size);
    if (!new) return NULL;
    s->used = s->used - before + size;
    if (size > before) s->allocated += size - before;
    return new;
}

// Returns the processor time of this thread, which does not depend on the load of the
// machine.
static int64_t thread_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void halt(dado_script *s, dado_script_halt why, const char *words)
{
    s->halt = why;
    luaL_error(s->L, "%s", words);
}

static void check_clock(dado_script *s)
{
    s->until_clock_check = clock_check_period;
    int64_t now = thread_ns();
    if (!s->began_ns) s->began_ns = now;
    if (now - s->began_ns > s->allowed_ns) halt(s, DADO_SCRIPT_HALT_CLOCK, "too much time");
}

void dado_script_charge_steps(dado_script *s, int64_t steps)
{
    s->left -= steps;
    if (s->left < 0) halt(s, DADO_SCRIPT_HALT_STEPS, "too many steps");
    if (s->stopped && s->stopped(s->flag)) halt(s, DADO_SCRIPT_HALT_STOP, "stopped");
    if (--s->until_clock_check <= 0) check_clock(s);
}

static void count(lua_State *L, lua_Debug *at)
{
    (void)at;
    dado_script *s = dado_script_of(L);
    int64_t cost = hook_period + (int64_t)(s->allocated / bytes_per_step);
    s->allocated = 0;
    dado_script_charge_steps(s, cost);
}

void dado_script_set_stop_check(dado_script *s, bool (*stopped)(const void *flag), const void *flag)
{
    s->stopped = stopped;
    s->flag = flag;
}

static const char *source_named(const dado_script *s, const char *chunk)
{
    if (!chunk || *chunk != '@') return s->source_count ? s->sources[s->source_count - 1] : NULL;
    for (int i = 0; i < s->source_count; i++) {
        size_t length = strlen(s->sources[i]);
        const char *tail = s->sources[i] + (length > longest_name ? length - longest_name : 0);
        if (strcmp(tail, chunk + 1) == 0) return s->sources[i];
    }
    return NULL;
}

// Removes the prefix "file:line: " that Lua puts before a message; the place is stored
// separately.
static const char *without_place(const char *message, const char *chunk, int line)
{
    char prefix[longest_name + 16];
    if (!chunk || *chunk != '@') return message;
    snprintf(prefix, sizeof prefix, "%s:%d: ", chunk + 1, line);
    size_t length = strlen(prefix);
    return strncmp(message, prefix, length) == 0 ? message + length : message;
}

static int explain(lua_State *L)
{
    dado_script *s = dado_script_of(L);
    const char *chunk = NULL;
    int line = current_line(L, &chunk);
    const char *message =
        lua_type(L, 1) == LUA_TSTRING || lua_type(L, 1) == LUA_TNUMBER ? lua_tostring(L, 1) : NULL;
    s->place = (dado_place){ source_named(s, chunk), line, 0, 0 };
    if (message) {
        snprintf(s->message, sizeof s->message, "%s", without_place(message, chunk, line));
    } else {
        snprintf(s->message, sizeof s->message, "the script raised a %s", luaL_typename(L, 1));
    }
    return 0;
}

static bool report(dado_script *s, int status, dado_error *err)
{
    dado_place place = s->place;
    if (status == LUA_ERRMEM || s->halt == DADO_SCRIPT_HALT_MEMORY) {
        place.source = source_named(s, NULL);
        place.line = s->refused_line;
        dado_fail_at(err, DADO_LIMIT, place,
                     "the script needs more memory than its limit of %zu KiB, or a string of "
                     "more than %d KiB",
                     s->limit >> 10, DADO_SCRIPT_TEXT_MOST >> 10);
        return dado_fail_code(err, "L_MEMORY");
    }
    if (s->halt == DADO_SCRIPT_HALT_STEPS) {
        dado_fail_at(err, DADO_LIMIT, place,
                     "the script reached its limit of steps; check that this loop ends");
        return dado_fail_code(err, "L_BUDGET");
    }
    if (s->halt == DADO_SCRIPT_HALT_CLOCK) {
        dado_fail_at(err, DADO_LIMIT, place,
                     "the script was stopped by the clock: this line takes far longer than "
                     "its number of steps suggests, as work on very long strings can");
        return dado_fail_code(err, "L_CLOCK");
    }
    if (s->halt == DADO_SCRIPT_HALT_STOP) {
        dado_fail_at(err, DADO_LIMIT, place, "the script was stopped");
        return dado_fail_code(err, "L_STOP");
    }
    const char *code = s->raised ? s->raised : "L_RUNTIME";
    dado_fail_at(err, DADO_INVALID, place, "%s", s->message);
    return dado_fail_code(err, code);
}

typedef struct protected_call {
    void (*work)(dado_script *script, void *context);
    void *context;
} protected_call;

static int run_protected_call(lua_State *L)
{
    protected_call *e = lua_touserdata(L, 1);
    lua_settop(L, 0);
    e->work(dado_script_of(L), e->context);
    return 0;
}

bool dado_script_pcall(dado_script *s, void (*work)(dado_script *, void *), void *context,
                       int64_t steps, dado_error *err)
{
    lua_State *L = s->L;
    protected_call e = { work, context };
    s->left = steps;
    s->allocated = 0;
    s->allowed_ns = grace_ns + (steps < INT64_MAX / step_ns / 2 ? steps * step_ns : INT64_MAX / 2);
    s->began_ns = 0;
    s->until_clock_check = clock_check_period;
    s->halt = DADO_SCRIPT_HALT_NONE;
    s->raised = NULL;
    s->place = (dado_place){ 0 };
    s->message[0] = '\0';
    lua_settop(L, 0);
    // None of these three calls allocates: the stack always has room for a C call.
    lua_pushcfunction(L, explain);
    lua_pushcfunction(L, run_protected_call);
    lua_pushlightuserdata(L, &e);
    int status = lua_pcall(L, 1, 0, 1);
    lua_settop(L, 0);
    return status == LUA_OK || report(s, status, err);
}

static void set_up(dado_script *s, void *context)
{
    (void)context;
    dado_lua_install_builtins(s->L);
}

dado_script *dado_script_new(size_t memory, dado_error *err)
{
    dado_script *s = calloc(1, sizeof *s);
    if (!s) {
        dado_fail(err, DADO_LIMIT, "out of memory while starting a script");
        return NULL;
    }
    s->limit = memory;
    s->printed = dado_text_in_buffer(s->printed_buffer, sizeof s->printed_buffer);
    s->L = lua_newstate(allocate, s);
    if (!s->L) {
        free(s);
        dado_fail(err, DADO_LIMIT, "out of memory while starting a script");
        return NULL;
    }
    *(dado_script **)lua_getextraspace(s->L) = s;
    lua_sethook(s->L, count, LUA_MASKCOUNT, hook_period);
    if (!dado_script_pcall(s, set_up, NULL, 1000000, err)) {
        dado_script_free(s);
        return NULL;
    }
    return s;
}

void dado_script_free(dado_script *s)
{
    if (!s) return;
    lua_close(s->L);
    free(s);
}

const char *dado_script_printed(const dado_script *s)
{
    return dado_text_string(&s->printed);
}

typedef struct chunk {
    const char *name, *text;
    int syntax_line;
    bool refused;
} chunk;

static void load_chunk(dado_script *s, void *context)
{
    chunk *c = context;
    char name[longest_name + 2];
    size_t length = strlen(c->name);
    snprintf(name, sizeof name, "@%s",
             c->name + (length > longest_name ? length - longest_name : 0));
    int status = luaL_loadbufferx(s->L, c->text, strlen(c->text), name, "t");
    if (status == LUA_ERRSYNTAX) {
        const char *message = lua_tostring(s->L, -1);
        size_t prefix = strlen(name + 1);
        int line = 0;
        const char *end = NULL;
        if (strstr(message, name + 1) == message && message[prefix] == ':') {
            end = dado_scan_ints(message + prefix + 1, ' ', 1, INT_MAX, &line);
        }
        if (end) message = end + strspn(end, ": ");
        c->syntax_line = line;
        c->refused = true;
        snprintf(s->message, sizeof s->message, "%s", message);
        return;
    }
    if (status != LUA_OK) lua_error(s->L);
    lua_call(s->L, 0, 0);
}

bool dado_script_run(dado_script *s, const char *source, const char *text, int64_t steps,
                     dado_error *err)
{
    chunk c = { source, text, 0, false };
    if (s->source_count == DADO_SCRIPT_SOURCES) {
        return dado_fail(err, DADO_LIMIT, "this script has too many files; %d is the most",
                         DADO_SCRIPT_SOURCES);
    }
    s->sources[s->source_count++] = source;
    if (!dado_script_pcall(s, load_chunk, &c, steps, err)) return false;
    if (!c.refused) return true;
    dado_fail_at(err, DADO_SYNTAX, (dado_place){ source, c.syntax_line, 0, 0 }, "%s", s->message);
    return dado_fail_code(err, "L_SYNTAX");
}

void dado_script_raise(dado_script *s, const char *code, const char *format, ...)
{
    char message[300];
    DADO_FORMAT_ARGS(message, format);
    luaL_where(s->L, 1);
    lua_pushstring(s->L, message);
    lua_concat(s->L, 2);
    s->raised = code;
    lua_error(s->L);
    abort();  // lua_error does not return
}

void dado_script_call(dado_script *s, const char *function, int given, int results)
{
    luaL_checkstack(s->L, results + 2, NULL);
    lua_getglobal(s->L, function);
    if (lua_type(s->L, -1) != LUA_TFUNCTION) {
        dado_script_raise(s, "L_RUNTIME", "the script has no function %s", function);
    }
    lua_insert(s->L, -1 - given);
    lua_call(s->L, given, results);
}

bool dado_script_has_function(dado_script *s, const char *function)
{
    bool has = lua_getglobal(s->L, function) == LUA_TFUNCTION;
    lua_pop(s->L, 1);
    return has;
}

int dado_script_function_line(dado_script *s, const char *function)
{
    lua_Debug at = { 0 };
    luaL_checkstack(s->L, 2, NULL);
    if (lua_getglobal(s->L, function) != LUA_TFUNCTION) {
        lua_pop(s->L, 1);
        return 0;
    }
    lua_getinfo(s->L, ">S", &at);
    return at.linedefined > 0 ? at.linedefined : 0;
}

// Calls a registered C function. The upvalues are the function, its context, and whether
// it is a method, in which case the object is removed from the arguments.
static int call_registered(lua_State *L)
{
    dado_script_function function = *(dado_script_function *)lua_touserdata(L, lua_upvalueindex(1));
    void *context = lua_touserdata(L, lua_upvalueindex(2));
    if (lua_toboolean(L, lua_upvalueindex(3))) {
        if (lua_type(L, 1) != LUA_TTABLE) {
            return luaL_error(L, "call this with a colon, as object:name(...)");
        }
        lua_remove(L, 1);
    }
    return function(dado_script_of(L), context);
}

static void push_function(dado_script *s, dado_script_function function, void *context, bool method)
{
    luaL_checkstack(s->L, 4, NULL);
    // A function pointer may not fit into a data pointer, so it is stored in a block of
    // memory.
    dado_script_function *block = lua_newuserdatauv(s->L, sizeof function, 0);
    *block = function;
    lua_pushlightuserdata(s->L, context);
    lua_pushboolean(s->L, method);
    lua_pushcclosure(s->L, call_registered, 3);
}

void dado_script_register(dado_script *s, const char *name, dado_script_function function,
                          void *context)
{
    push_function(s, function, context, false);
    lua_setglobal(s->L, name);
}

void dado_script_push_nil(dado_script *s)
{
    luaL_checkstack(s->L, 1, NULL);
    lua_pushnil(s->L);
}

void dado_script_push_bool(dado_script *s, bool value)
{
    luaL_checkstack(s->L, 1, NULL);
    lua_pushboolean(s->L, value);
}

void dado_script_push_int(dado_script *s, int64_t value)
{
    luaL_checkstack(s->L, 1, NULL);
    lua_pushinteger(s->L, (lua_Integer)value);
}

void dado_script_push_real(dado_script *s, double value)
{
    luaL_checkstack(s->L, 1, NULL);
    lua_pushnumber(s->L, value);
}

void dado_script_push_text(dado_script *s, const char *text)
{
    luaL_checkstack(s->L, 1, NULL);
    lua_pushstring(s->L, text);
}

void dado_script_push_table(dado_script *s)
{
    luaL_checkstack(s->L, 1, NULL);
    lua_newtable(s->L);
}

void dado_script_push_copy(dado_script *s, int place)
{
    luaL_checkstack(s->L, 1, NULL);
    lua_pushvalue(s->L, place);
}

void dado_script_push_object(dado_script *s, const dado_script_method *methods, void *context)
{
    dado_script_push_table(s);
    for (; methods->name; methods++) {
        push_function(s, methods->call, context, true);
        lua_setfield(s->L, -2, methods->name);
    }
}

void dado_script_push_global(dado_script *s, const char *name)
{
    luaL_checkstack(s->L, 1, NULL);
    lua_getglobal(s->L, name);
}

void dado_script_set_field(dado_script *s, const char *field)
{
    lua_setfield(s->L, -2, field);
}

void dado_script_set_item(dado_script *s, int64_t item)
{
    lua_rawseti(s->L, -2, (lua_Integer)item);
}

void dado_script_set_global(dado_script *s, const char *name)
{
    lua_setglobal(s->L, name);
}

void dado_script_pop(dado_script *s, int number)
{
    lua_pop(s->L, number);
}

int dado_script_ref(dado_script *s)
{
    return luaL_ref(s->L, LUA_REGISTRYINDEX);
}

void dado_script_push_ref(dado_script *s, int kept)
{
    luaL_checkstack(s->L, 1, NULL);
    lua_rawgeti(s->L, LUA_REGISTRYINDEX, kept);
}

void dado_script_unref(dado_script *s, int kept)
{
    if (kept > 0) luaL_unref(s->L, LUA_REGISTRYINDEX, kept);
}

int dado_script_argument_count(dado_script *s)
{
    return lua_gettop(s->L);
}

dado_script_type dado_script_type_of(dado_script *s, int place)
{
    switch (lua_type(s->L, place)) {
    case LUA_TBOOLEAN: return DADO_SCRIPT_BOOL;
    case LUA_TNUMBER: return DADO_SCRIPT_NUMBER;
    case LUA_TSTRING: return DADO_SCRIPT_STRING;
    case LUA_TTABLE: return DADO_SCRIPT_TABLE;
    case LUA_TFUNCTION: return DADO_SCRIPT_FUNCTION;
    default: return DADO_SCRIPT_NIL;
    }
}

bool dado_script_is_true(dado_script *s, int place)
{
    return lua_toboolean(s->L, place);
}

bool dado_script_get_int(dado_script *s, int place, int64_t *value)
{
    if (lua_type(s->L, place) != LUA_TNUMBER) return false;
    int whole = 0;
    lua_Integer read = lua_tointegerx(s->L, place, &whole);
    if (whole) *value = (int64_t)read;
    return whole;
}

bool dado_script_get_real(dado_script *s, int place, double *value)
{
    if (lua_type(s->L, place) != LUA_TNUMBER) return false;
    *value = lua_tonumber(s->L, place);
    return true;
}

const char *dado_script_get_text(dado_script *s, int place)
{
    return lua_type(s->L, place) == LUA_TSTRING ? lua_tostring(s->L, place) : NULL;
}

size_t dado_script_length(dado_script *s, int place)
{
    return (size_t)lua_rawlen(s->L, place);
}

bool dado_script_push_field(dado_script *s, int place, const char *name)
{
    luaL_checkstack(s->L, 2, NULL);
    return lua_getfield(s->L, place, name) != LUA_TNIL;
}

bool dado_script_push_item(dado_script *s, int place, int64_t item)
{
    luaL_checkstack(s->L, 2, NULL);
    return lua_rawgeti(s->L, place, (lua_Integer)item) != LUA_TNIL;
}

int dado_script_push_keys(dado_script *s, int place)
{
    return dado_script_sorted_keys(s->L, lua_absindex(s->L, place));
}

int64_t dado_script_check_int(dado_script *s, int place, const char *what, int64_t least,
                              int64_t most)
{
    int64_t value = 0;
    if (!dado_script_get_int(s, place, &value)) {
        dado_script_raise(s, "L_RUNTIME", "%s must be a whole number, not %s", what,
                          luaL_typename(s->L, place));
    }
    if (value < least || value > most) {
        dado_script_raise(s, "L_RUNTIME", "%s must be from %lld to %lld, not %lld", what,
                          (long long)least, (long long)most, (long long)value);
    }
    return value;
}

double dado_script_check_real(dado_script *s, int place, const char *what)
{
    double value = 0;
    if (!dado_script_get_real(s, place, &value) || isnan(value)) {
        dado_script_raise(s, "L_RUNTIME", "%s must be a number, not %s", what,
                          luaL_typename(s->L, place));
    }
    return value;
}

const char *dado_script_check_text(dado_script *s, int place, const char *what)
{
    const char *text = dado_script_get_text(s, place);
    if (!text) {
        dado_script_raise(s, "L_RUNTIME", "%s must be a string, not %s", what,
                          luaL_typename(s->L, place));
    }
    return text;
}
