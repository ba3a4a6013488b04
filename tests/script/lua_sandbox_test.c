// lua_sandbox_test.c - the box: what runs in it, what is stopped, and what nobody can see from
// inside.
#include "script/lua_sandbox.h"
#include "support/test.h"

static dado_error run_limited(const char *text, int64_t steps, size_t memory, char *printed,
                              size_t room)
{
    dado_error err = { 0 };
    dado_script *s = dado_script_new(memory, &err);
    if (!s) fail_msg("%s", err.text);
    if (dado_script_run(s, "t.lua", text, steps, &err)) err.status = DADO_OK;
    if (printed) snprintf(printed, room, "%s", dado_script_printed(s));
    dado_script_free(s);
    return err;
}

static void prints(const char *text, const char *expected)
{
    char printed[4096];
    dado_error err = run_limited(text, 10000000, DADO_SCRIPT_MEMORY, printed, sizeof printed);
    if (err.status != DADO_OK) fail_msg("line %d: %s", err.place.line, err.text);
    assert_string_equal(printed, expected);
}

static void fails(const char *text, const char *code, int line, const char *says)
{
    dado_error err = run_limited(text, 10000000, 4 << 20, NULL, 0);
    if (strcmp(err.code, code) != 0 || err.place.line != line || !strstr(err.text, says)) {
        fail_msg("%s\nexpected %s in line %d about %s, got %s in line %d: %s", text, code, line,
                 says, err.code, err.place.line, err.text);
    }
    assert_string_equal(err.place.source, "t.lua");
}

static void the_language_is_lua(void **state)
{
    (void)state;
    prints("print(1 + 2, 7 // 2, 7 / 2, 'a' .. 1, #'abc', 2^10, 7 % 3, not nil)",
           "3\t3\t3.5\ta1\t3\t1024.0\t1\ttrue\n");
    prints("local function f(...) return select('#', ...), ... end print(f(1, nil, 3))",
           "3\t1\tnil\t3\n");
    prints("local t = {3, 1, 2} table.sort(t) print(table.concat(t, ','), table.unpack(t))",
           "1,2,3\t1\t2\t3\n");
    prints("local t = {1, 2} table.insert(t, 3) table.insert(t, 1, 0) print(table.remove(t), "
           "table.remove(t, 1), #t)",
           "3\t0\t2\n");
    prints("local t = {5, 3, 9} table.sort(t, function(a, b) return a > b end) "
           "print(t[1], t[2], t[3])",
           "9\t5\t3\n");
    prints("print(('ab'):rep(3, '-'), ('hello'):sub(2, -2), ('x'):upper(), ('abc'):reverse())",
           "ab-ab-ab\tell\tX\tcba\n");
    prints("print(('hello'):find('ll'), ('a.b'):find('.', 1, true), ('aaa'):gsub('a', 'b', 2))",
           "3\t2\tbba\t2\n");
    prints("print(('x=%d y=%5.2f %s %-4s|%4s|'):format(3, 1.5, true, 'a', 'b'))",
           "x=3 y= 1.50 true a   |   b|\n");
    prints("print(('abc'):byte(1, 3), string.char(72, 105), tonumber('0x10'), tonumber('ff', 16), "
           "tonumber('x'))",
           "97\tHi\t16\t255\tnil\n");
    prints("print(math.floor(3.7), math.max(1, 5, 3), math.type(1), math.type(1.0), "
           "math.tointeger(3.0), math.sqrt(16))",
           "3\t5\tinteger\tfloat\t3\t4.0\n");
    prints("print(pcall(error, 'x', 0)) print(pcall(error, {}) == false) "
           "print(select(2, pcall(function() error('here') end)))",
           "false\tx\ntrue\nt.lua:1: here\n");
    prints("local c = {} c.__index = c function c.new(x) return setmetatable({x = x}, c) end "
           "function c:twice() return self.x * 2 end print(c.new(21):twice())",
           "42\n");
    prints("goto done print('no') ::done:: for i = 3, 1, -1 do print(i) end", "3\n2\n1\n");
}

static void tables_are_walked_in_one_order(void **state)
{
    (void)state;
    prints("local t = {10, 20, [0] = 'z', [-1] = 'm', b = 1, a = 2, [2.5] = 'h', [true] = 't', "
           "[false] = 'f', [7] = 's', ab = 3} "
           "local out = {} for k in pairs(t) do out[#out + 1] = tostring(k) end "
           "print(table.concat(out, ' '))",
           "1 2 -1 0 2.5 7 a ab b false true\n");
    prints("local t = {10, x = 1, y = 2} local k, out = nil, '' repeat k = next(t, k) "
           "out = out .. tostring(k) .. ' ' until k == nil print(out)",
           "1 x y nil \n");
    prints("local t = {a = 1, b = 2, c = 3} for k in pairs(t) do t[k] = nil end print(next(t))",
           "nil\n");
    fails("local t = {}\nt[t] = 1\nfor k in pairs(t) do end", "L_RUNTIME", 3,
          "cannot be visited in order");
    fails("next({}, 'x')", "L_RUNTIME", 1, "not in the table");
}

static void no_address_shows(void **state)
{
    (void)state;
    prints("print(tostring({}), tostring(print), tostring(function() end), {}, "
           "('%s'):format({}))",
           "table\tfunction\tfunction\ttable\ttable\n");
    fails("print(('%p'):format({}))", "L_RUNTIME", 1, "format %p is not supported");
}

static void nothing_of_the_machine_can_be_reached(void **state)
{
    (void)state;
    static const char *const absent[] = { "io",
                                          "os",
                                          "require",
                                          "load",
                                          "loadstring",
                                          "dofile",
                                          "loadfile",
                                          "debug",
                                          "coroutine",
                                          "package",
                                          "collectgarbage",
                                          "rawset",
                                          "getmetatable",
                                          "_G",
                                          "math.random",
                                          "math.randomseed",
                                          "string.dump",
                                          "string.pack",
                                          "utf8" };
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
        char text[64];
        snprintf(text, sizeof text, "print(%s)", absent[i]);
        prints(text, "nil\n");
    }
    fails("local f = 1\nos.exit(1)", "L_RUNTIME", 2, "os");
    fails("io.open('/etc/passwd')", "L_RUNTIME", 1, "io");
    fails("\x1bLua", "L_SYNTAX", 0, "binary chunk");
    fails("setmetatable({}, {__gc = print})", "L_RUNTIME", 1, "may only have __index");
}

static void what_does_not_parse_has_its_line(void **state)
{
    (void)state;
    fails("local x = 1\nlocal y = = 2\n", "L_SYNTAX", 2, "unexpected symbol");
    fails("for i = 1, 3 do\n\n", "L_SYNTAX", 3, "'end' expected");
    fails("error('mine')", "L_RUNTIME", 1, "mine");
    fails("local t = nil\n\nlocal x = t.field", "L_RUNTIME", 3, "index a nil value");
    fails("error({})", "L_RUNTIME", 1, "raised a table");
    fails("print(('x'):find('a+'))", "L_RUNTIME", 1, "patterns are not supported");
}

static void what_never_ends_is_stopped(void **state)
{
    (void)state;
    fails("local n = 0\nwhile true do n = n + 1 end", "L_BUDGET", 2, "steps");
    fails("while true do pcall(function() while true do end end) end", "L_BUDGET", 1, "steps");
    fails("local function f() return pcall(f) end\nwhile true do f() end", "L_BUDGET", 1, "steps");
    fails("local t = {} for i = 1, 50000 do t[i] = i end\nwhile true do table.insert(t, 1, 0) "
          "table.remove(t, 1) end",
          "L_BUDGET", 2, "steps");
    fails("local s = ('a'):rep(200000)\nwhile true do local t = s .. 'b' end", "L_BUDGET", 2,
          "steps");
    fails("local s = ('a'):rep(200000)\nwhile true do s:find(('a'):rep(1000) .. 'b') end",
          "L_BUDGET", 2, "steps");
    fails("local t = {} for i = 1, 1000 do t['k' .. i] = i end\n"
          "while true do for k in pairs(t) do break end end",
          "L_BUDGET", 2, "steps");
    fails("local t = {}\ntable.sort({3, 1, 2}, function() while true do end end)", "L_BUDGET", 2,
          "steps");
}

static void what_wants_too_much_is_stopped(void **state)
{
    (void)state;
    fails("local t = {}\nfor i = 1, 1e9 do\nt[i] = 'x' .. i end", "L_MEMORY", 3, "memory");
    fails("local s = 'x'\nwhile true do\ns = s .. s end", "L_MEMORY", 3, "memory");
    fails("local t = {}\nwhile true do\npcall(function() for i = 1, 1e9 do t[#t + 1] = {} end end)"
          " end",
          "L_MEMORY", 3, "memory");
    fails("local function f() return 1 + f() end\nf()", "L_MEMORY", 1, "memory");
    fails("('x'):rep(1e9)", "L_RUNTIME", 1, "bytes");
}

static void the_box_can_be_used_again_after_a_stop(void **state)
{
    (void)state;
    dado_error err = { 0 };
    dado_script *s = dado_script_new(1 << 20, &err);
    assert_non_null(s);
    assert_false(dado_script_run(s, "a.lua", "while true do end", 100000, &err));
    assert_false(dado_script_run(s, "b.lua", "local t = {} while true do t[#t + 1] = {} end",
                                 100000000, &err));
    assert_string_equal(err.code, "L_MEMORY");
    assert_string_equal(err.place.source, "b.lua");
    assert_true(dado_script_run(s, "c.lua", "x = 1 print('fine')", 100000, &err));
    assert_string_equal(dado_script_printed(s), "fine\n");
    dado_script_free(s);
}

static int add(dado_script *s, void *context)
{
    int *calls = context;
    (*calls)++;
    dado_script_push_int(s, dado_script_check_int(s, 1, "the first", -100, 100) +
                                dado_script_check_int(s, 2, "the second", -100, 100));
    return 1;
}

static const dado_script_method adder[] = { { "add", add }, { NULL, NULL } };

typedef struct errand {
    int calls;
    int64_t sum;
    char text[32];
} errand;

static void offer(dado_script *s, void *context)
{
    errand *e = context;
    dado_script_register(s, "add", add, &e->calls);
    dado_script_push_object(s, adder, &e->calls);
    dado_script_set_global(s, "adder");
}

static void ask(dado_script *s, void *context)
{
    errand *e = context;
    assert_true(dado_script_has_function(s, "f"));
    assert_false(dado_script_has_function(s, "g"));
    dado_script_push_int(s, 40);
    dado_script_call(s, "f", 1, 1);
    assert_int_equal(dado_script_type_of(s, -1), DADO_SCRIPT_TABLE);
    assert_true(dado_script_push_field(s, -1, "sum"));
    assert_true(dado_script_get_int(s, -1, &e->sum));
    dado_script_pop(s, 1);
    assert_int_equal(dado_script_push_keys(s, -1), 2);
    dado_script_push_item(s, -1, 2);
    snprintf(e->text, sizeof e->text, "%s", dado_script_get_text(s, -1));
}

static void functions_are_offered_and_asked(void **state)
{
    (void)state;
    dado_error err = { 0 };
    errand e = { 0 };
    dado_script *s = dado_script_new(1 << 20, &err);
    assert_true(dado_script_pcall(s, offer, &e, 1000, &err));
    assert_true(dado_script_run(
        s, "t.lua", "function f(x)\nreturn {sum = add(x, 1) + adder:add(1, 0), name = 'n'} end",
        1000, &err));
    assert_true(dado_script_pcall(s, ask, &e, 1000, &err));
    assert_int_equal(e.sum, 42);
    assert_int_equal(e.calls, 2);
    assert_string_equal(e.text, "sum");
    assert_false(dado_script_run(s, "u.lua", "\nadd(1, 1000)", 1000, &err));
    assert_string_equal(err.code, "L_RUNTIME");
    assert_int_equal(err.place.line, 2);
    assert_non_null(strstr(err.text, "the second must be from -100 to 100"));
    assert_false(dado_script_run(s, "v.lua", "adder.add(1, 2)", 1000, &err));
    assert_non_null(strstr(err.text, "colon"));
    dado_script_free(s);
}

// Whatever the limit, a box is made or refused, and a script ends: nothing falls over.
static void every_amount_of_memory_ends_well(void **state)
{
    (void)state;
    int made = 0, ran = 0;
    for (size_t memory = 100; memory < 60000; memory += 199) {
        dado_error err = { 0 };
        dado_script *s = dado_script_new(memory, &err);
        if (!s) continue;
        made++;
        errand e = { 0 };
        ran += dado_script_pcall(s, offer, &e, 1000, &err) &&
               dado_script_run(s, "t.lua",
                               "local t = {} for i = 1, 200 do t['k' .. i] = {i} end "
                               "for k in pairs(t) do t[k] = nil end",
                               100000, &err);
        dado_script_free(s);
    }
    assert_true(made > 0 && ran > 0 && ran < made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_language_is_lua),
        cmocka_unit_test(tables_are_walked_in_one_order),
        cmocka_unit_test(no_address_shows),
        cmocka_unit_test(nothing_of_the_machine_can_be_reached),
        cmocka_unit_test(what_does_not_parse_has_its_line),
        cmocka_unit_test(what_never_ends_is_stopped),
        cmocka_unit_test(what_wants_too_much_is_stopped),
        cmocka_unit_test(the_box_can_be_used_again_after_a_stop),
        cmocka_unit_test(functions_are_offered_and_asked),
        cmocka_unit_test(every_amount_of_memory_ends_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
