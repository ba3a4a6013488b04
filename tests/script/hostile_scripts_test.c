// hostile_scripts_test.c - scripts that would run for hours, eat the machine or get out: each is
// stopped.
#define _GNU_SOURCE
#include "script/lua_sandbox.h"
#include "support/test.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>

enum { steps = 1000000 };

#define LONG "local s = ('a'):rep(250000) "
#define BLANKS "local s = (' '):rep(250000) .. '1' "
#define FOREVER(what) "while true do " what " end"

static const struct {
    const char *name, *text, *code, *says;
} scripts[] = {
    // that never end
    { "loop", FOREVER(""), "L_BUDGET", "steps" },
    { "jump", "::top:: goto top", "L_BUDGET", "steps" },
    { "held errors", FOREVER("pcall(error, 'x')"), "L_BUDGET", "steps" },
    { "held loops", FOREVER("pcall(function() while true do end end)"), "L_BUDGET", "steps" },
    { "errors in errors",
      "local function f() error(setmetatable({}, {__index = f})) end " FOREVER("pcall(f)"),
      "L_BUDGET", "steps" },
    { "endless list",
      "local t = setmetatable({}, {__index = function(_, k) return k end}) "
      "for i, v in ipairs(t) do end",
      "L_BUDGET", "steps" },
    { "no order",
      "local t = {} for i = 1, 5000 do t[i] = i end " FOREVER(
          "table.sort(t, function() return true end)"),
      "L_BUDGET", "steps" },
    // that do much in one call
    { "number in base", BLANKS FOREVER("tonumber(s, 36)"), "L_BUDGET", "steps" },
    { "number", BLANKS FOREVER("tonumber(s)"), "L_BUDGET", "steps" },
    { "numbers of the library", BLANKS FOREVER("math.max(s, s, s, s, s, s, s, s)"), "L_BUDGET",
      "steps" },
    { "rounding", BLANKS FOREVER("math.floor(s)"), "L_BUDGET", "steps" },
    { "times as text", BLANKS FOREVER("('x'):rep(s)"), "L_BUDGET", "steps" },
    { "place as text", BLANKS FOREVER("('x'):byte(s)"), "L_BUDGET", "steps" },
    { "format as text", BLANKS FOREVER("('%d'):format(s)"), "L_BUDGET", "steps" },
    { "find", LONG "local p = ('a'):rep(1000) .. 'b' " FOREVER("s:find(p, 1, true)"), "L_BUDGET",
      "steps" },
    { "find with a long pattern", LONG FOREVER("('a'):find(s)"), "L_BUDGET", "steps" },
    { "replace", LONG FOREVER("s:gsub('a', 'b')"), "L_BUDGET", "steps" },
    { "replace by a table", LONG "local t = {a = 'b'} " FOREVER("s:gsub('a', t)"), "L_BUDGET",
      "steps" },
    { "replace and grow", LONG "local r = ('b'):rep(1000) " FOREVER("pcall(s.gsub, s, 'a', r)"),
      "L_MEMORY", "memory" },
    { "reverse", LONG FOREVER("s:reverse()"), "L_BUDGET", "steps" },
    { "upper", LONG FOREVER("s:upper()"), "L_BUDGET", "steps" },
    { "sub", LONG FOREVER("s:sub(2)"), "L_BUDGET", "steps" },
    { "repeat", FOREVER("('ab'):rep(100000)"), "L_BUDGET", "steps" },
    { "join", LONG FOREVER("table.concat({s, ''})"), "L_BUDGET", "steps" },
    { "join by operator", LONG FOREVER("local t = s .. 'x'"), "L_BUDGET", "steps" },
    { "format", LONG FOREVER("('%s'):format(s)"), "L_BUDGET", "steps" },
    { "print", LONG FOREVER("print(s)"), "L_BUDGET", "steps" },
    { "sort long strings",
      "local t = {} for i = 1, 8 do t[i] = ('a'):rep(200000) .. i end " FOREVER("table.sort(t)"),
      "L_BUDGET", "steps" },
    { "walk long keys",
      "local t = {} for i = 1, 8 do t[('a'):rep(200000) .. i] = i end " FOREVER(
          "for k in pairs(t) do break end"),
      "L_BUDGET", "steps" },
    { "insert in front",
      "local t = {} for i = 1, 20000 do t[i] = i end " FOREVER(
          "table.insert(t, 1, 0) table.remove(t, 1)"),
      "L_BUDGET", "steps" },
    { "walk",
      "local t = {} for i = 1, 5000 do t['k' .. i] = i end " FOREVER(
          "for k in pairs(t) do break end"),
      "L_BUDGET", "steps" },
    { "next", "local t = {} for i = 1, 5000 do t[i] = i end " FOREVER("next(t, 4000)"), "L_BUDGET",
      "steps" },
    { "spread",
      "local t = {} for i = 1, 250 do t[i] = i end " FOREVER("select(1, table.unpack(t))"),
      "L_BUDGET", "steps" },
    { "large class",
      "local c = {} for i = 1, 50000 do c['m' .. i] = i end " FOREVER("setmetatable({}, c)"),
      "L_BUDGET", "steps" },
    // that are slow where nothing can be counted: the clock ends them, and it is said
    { "same letters",
      LONG "local t = ('a'):rep(250000) " FOREVER(
          "local x = s == t x = s == t x = s == t x = s == t x = s == t "
          "x = s == t x = s == t x = s == t x = s == t x = s == t"),
      "L_CLOCK", "clock" },
    { "order of letters",
      LONG "local t = ('a'):rep(250000) " FOREVER(
          "local x = s < t x = s < t x = s < t x = s < t x = s < t "
          "x = s < t x = s < t x = s < t x = s < t x = s < t"),
      "L_CLOCK", "clock" },
    { "long keys",
      LONG "local k = ('a'):rep(250000) local t = {[k] = 1} " FOREVER(
          "local x = t[s] x = t[s] x = t[s] x = t[s] x = t[s] x = t[s] x = t[s]"),
      "L_CLOCK", "clock" },
    { "loop to a text", BLANKS FOREVER("for i = 2, s do end for i = 2, s do end"), "L_CLOCK",
      "clock" },
    { "a thousand parents",
      "local t = {} for i = 1, 1500 do t = setmetatable({}, {__index = t}) "
      "end " FOREVER("local x = t.x x = t.x x = t.x x = t.x x = t.x x = t.x"),
      "L_CLOCK", "clock" },
    // that want too much
    { "tables", "local t = {} for i = 1, 1e9 do t[i] = {} end", "L_MEMORY", "memory" },
    { "doubled", "local s = 'x' " FOREVER("s = s .. s"), "L_MEMORY", "memory" },
    { "held hunger",
      "local t = {} " FOREVER("pcall(function() for i = 1, 1e9 do "
                              "t[#t + 1] = {} end end)"),
      "L_MEMORY", "memory" },
    { "deep", "local function f() return 1 + f() end f()", "L_MEMORY", "memory" },
    { "one large text", "local s = ('x'):rep(1e9)", "L_RUNTIME", "bytes" },
    { "grown in a buffer", LONG "local t = {} for i = 1, 100 do t[i] = s end table.concat(t)",
      "L_MEMORY", "memory" },
    // that want out
    { "called later",
      "local m = {} local t = setmetatable({}, m) "
      "m.__call = function() while true do end end t()",
      "L_RUNTIME", "call a table" },
    { "joined later",
      "local m = {} local t = setmetatable({}, m) "
      "m.__concat = function() return 'x' end local s = t .. 'a'",
      "L_RUNTIME", "concatenate a table" },
    { "added later",
      "local m = {} local t = setmetatable({}, m) "
      "m.__add = function() return 1 end local s = t + 1",
      "L_RUNTIME", "arithmetic on a table" },
    { "length later",
      "local m = {} local t = setmetatable({}, m) "
      "m.__len = function() return error('ran') end "
      "error(#t == 0 and 'held' or 'ran')",
      "L_RUNTIME", "held" },
    { "equal later",
      "local m = {} local t, u = setmetatable({}, m), setmetatable({}, m) "
      "m.__eq = function() return true end error(t == u and 'ran' or 'held')",
      "L_RUNTIME", "held" },
    { "collected", "setmetatable({}, {__gc = print})", "L_RUNTIME", "may only have __index" },
    { "closed", "local x <close> = setmetatable({}, {__close = print})", "L_RUNTIME",
      "may only have __index" },
    { "strings changed", "string.rep = nil local s = ('x'):rep(2)", "L_RUNTIME", "nil value" },
    { "files", "io.open('/etc/passwd')", "L_RUNTIME", "io" },
    { "system", "os.execute('true')", "L_RUNTIME", "os" },
    { "code", "load('return 1')()", "L_RUNTIME", "load" },
    { "bytes as code", "\x1bLua", "L_SYNTAX", "binary chunk" },
    { "coroutines", "coroutine.wrap(print)()", "L_RUNTIME", "coroutine" },
    { "what is below", "debug.getregistry()", "L_RUNTIME", "debug" },
    { "a pattern", "local s = ('a'):rep(30) s:find(('a?'):rep(30) .. ('a'):rep(30))", "L_RUNTIME",
      "patterns are not supported" },
};

static double seconds_had(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// A million steps may take two tenths of a second, and half a second is given on top.
static void each_is_stopped_for_its_own_reason_and_in_time(void **state)
{
    (void)state;
    int failed = 0;
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        dado_error err = { 0 };
        dado_script *s = dado_script_new(4 << 20, &err);
        assert_non_null(s);
        double before = seconds_had();
        bool ran = dado_script_run(s, "t.lua", scripts[i].text, steps, &err);
        double took = seconds_had() - before;
        dado_script_free(s);
        if (ran || strcmp(err.code, scripts[i].code) != 0 || !strstr(err.text, scripts[i].says)) {
            print_error("%s: %s: %s\n", scripts[i].name, ran ? "ran" : err.code, err.text);
            failed++;
        }
        if (took > 1.7) {
            print_error("%s took %.1f seconds\n", scripts[i].name, took);
            failed++;
        }
    }
    assert_int_equal(failed, 0);
}

static volatile sig_atomic_t stop;

static bool is_set(const void *flag)
{
    return *(const volatile sig_atomic_t *)flag != 0;
}

static void set_stop(int number)
{
    (void)number;
    stop = 1;
}

// Ctrl-C sets a flag; a script with all the steps in the world hears of it.
static void stopping_is_heard_inside(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "while true do end",
        "while true do pcall(function() while true do end end) end",
        LONG "local t = ('a'):rep(250000) while true do local x = s == t end",
        "local t = {} for i = 1, 100000 do t[i] = i end while true do table.sort(t) end",
        LONG "while true do s:gsub('a', 'b') end",
        BLANKS "while true do tonumber(s, 36) end",
    };
    signal(SIGALRM, set_stop);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dado_error err = { 0 };
        dado_script *s = dado_script_new(DADO_SCRIPT_MEMORY, &err);
        assert_non_null(s);
        stop = 0;
        dado_script_set_stop_check(s, is_set, (const void *)(uintptr_t)&stop);
        struct itimerval soon = { .it_value = { .tv_usec = 100000 } };
        setitimer(ITIMER_REAL, &soon, NULL);
        double before = seconds_had();
        assert_false(dado_script_run(s, "t.lua", texts[i], INT64_C(1) << 40, &err));
        double took = seconds_had() - before;
        assert_string_equal(err.code, "L_STOP");
        if (took > 1) fail_msg("%s went on for %.1f seconds", texts[i], took);
        dado_script_free(s);
    }
    signal(SIGALRM, SIG_DFL);
}

// A metatable is copied when it is set; what it holds then works, and its class may still grow.
static void classes_work_as_ever(void **state)
{
    (void)state;
    dado_error err = { 0 };
    dado_script *s = dado_script_new(DADO_SCRIPT_MEMORY, &err);
    bool ran = dado_script_run(
        s, "t.lua",
        "local base = {} base.__index = base function base:name() return 'base' end "
        "local class = setmetatable({}, base) class.__index = class "
        "local one = setmetatable({}, class) function class:twice() return self:name() .. '2' end "
        "print(one:twice(), setmetatable(one, nil).name)",
        steps, &err);
    if (!ran) fail_msg("%s", err.text);
    assert_string_equal(dado_script_printed(s), "base2\tnil\n");
    dado_script_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_stopped_for_its_own_reason_and_in_time),
        cmocka_unit_test(stopping_is_heard_inside),
        cmocka_unit_test(classes_work_as_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
