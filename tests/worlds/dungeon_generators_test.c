// dungeon_generators_test.c - every generator makes maps that load, whose exit can be reached.
#include "support/dungeon_fixture.h"
#include "support/test.h"
#include "worlds/generator.h"
#include "worlds/dungeon/lua_definitions.h"
#include "worlds/dungeon/mission_graph.h"

static bool is_dungeon(const dado_generator *g)
{
    return strcmp(g->world, "dungeon") == 0;
}

// Makes one map and checks it as the specification asks; answers its dungeon's table.
static void make_and_check(const dado_generator *g, const dado_parameter_values *v, uint64_t seed,
                           dado_generated *made, bool counts)
{
    dado_error err = { 0 };
    if (!dado_generator_make(g, v, seed, NULL, made, &err)) {
        fail_msg("%s, seed %llu: %s %s", g->name, (unsigned long long)seed, err.code, err.text);
    }
    dado_region region;
    dado_region_init(&region, (size_t)64 << 20);
    dado_map map;
    dado_map_warnings warnings;
    if (!dado_map_read(&map, g->name, made->text.data, made->text.length, &region, &warnings,
                       &err)) {
        fail_msg("%s, seed %llu: %s %s", g->name, (unsigned long long)seed, err.code, err.text);
    }
    if (warnings.count) {
        fail_msg("%s, seed %llu: %s", g->name, (unsigned long long)seed, warnings.list[0].code);
    }
    for (int i = 0; i < map.width * map.height; i++) {
        int x = i % map.width, y = i / map.width;
        bool ring = x == 0 || y == 0 || x == map.width - 1 || y == map.height - 1;
        if (ring) assert_int_equal(map.id[i], DADO_CELL_WALL);
    }
    if (counts && !strstr(dado_text_string(&made->notes), "placed")) {
        assert_true(map.enemy_count >= 8 && map.item_count >= 5 && map.golds >= 8);
    }
    dado_region_free(&region);
}

static void the_usual_maps_are_sound(void **state)
{
    (void)state;
    dado_generated made = { 0 };
    for (int i = 0; dado_generators[i]; i++) {
        const dado_generator *g = dado_generators[i];
        if (!is_dungeon(g)) continue;
        dado_parameter_values v;
        dado_generator_defaults(g, &v);
        bool counts = strcmp(g->name, "grammar") != 0;
        for (uint64_t seed = 0; seed < 100; seed++) make_and_check(g, &v, seed, &made, counts);
    }
    dado_generated_free(&made);
}

// Any numbers in range: maps may be odd, never unsound.
static void odd_numbers_make_sound_maps(void **state)
{
    (void)state;
    dado_generated made = { 0 };
    for (int i = 0; dado_generators[i]; i++) {
        const dado_generator *g = dado_generators[i];
        if (!is_dungeon(g) || strcmp(g->name, "gentest") == 0) continue;
        dado_dungeon_rng luck = 77;
        for (uint64_t seed = 0; seed < 60; seed++) {
            dado_parameter_values v;
            dado_generator_defaults(g, &v);
            for (int p = 0; g->parameters[p].name; p++) {
                const dado_parameter *q = &g->parameters[p];
                if (q->kind == DADO_PARAMETER_TEXT || dado_dungeon_rng_unit(&luck) < 0.3) continue;
                double most = q->most > 60 ? 60 : q->most;
                v.number[p] = q->least + dado_dungeon_rng_unit(&luck) * (most - q->least);
                if (q->kind == DADO_PARAMETER_INTEGER) v.number[p] = (double)(int)v.number[p];
                if (q->kind == DADO_PARAMETER_BOOL) v.number[p] = v.number[p] > 0.5;
            }
            dado_error err = { 0 };
            int chunk = dado_generator_find(g, "chunk");
            if (chunk >= 0) v.number[chunk] = 9;
            // A map smaller than one chunk is refused, with its code; all others are made.
            if (!dado_generator_make(g, &v, seed, NULL, &made, &err)) {
                assert_true(chunk >= 0 && strcmp(err.code, "G_PARAM") == 0);
                continue;
            }
            make_and_check(g, &v, seed, &made, false);
        }
    }
    dado_generated_free(&made);
}

static void equal_seeds_make_equal_maps_and_others_differ(void **state)
{
    (void)state;
    dado_generated a = { 0 }, b = { 0 };
    for (int i = 0; dado_generators[i]; i++) {
        const dado_generator *g = dado_generators[i];
        if (!is_dungeon(g)) continue;
        dado_parameter_values v;
        dado_error err = { 0 };
        dado_generator_defaults(g, &v);
        assert_true(dado_generator_make(g, &v, 5, NULL, &a, &err));
        assert_true(dado_generator_make(g, &v, 5, NULL, &b, &err));
        assert_string_equal(dado_text_string(&a.text), dado_text_string(&b.text));
        assert_true(dado_generator_make(g, &v, 6, NULL, &b, &err));
        assert_true(strcmp(dado_text_string(&a.text), dado_text_string(&b.text)) != 0);
    }
    dado_generated_free(&a);
    dado_generated_free(&b);
}

static dado_error read_options(const char *name, const char *text)
{
    dado_region region;
    dado_region_init(&region, 1 << 22);
    dado_error err = { 0 };
    dado_options options;
    dado_parameter_values v;
    dado_generated made = { 0 };
    const dado_generator *g = dado_generator_named(name);
    assert_true(dado_options_read(&options, "o", text, &region, &err));
    if (dado_generator_read(g, &options, &v, &region, NULL, &err)) {
        dado_generator_make(g, &v, 3, NULL, &made, &err);
    }
    dado_generated_free(&made);
    dado_region_free(&region);
    return err;
}

static void wrong_parameters_are_refused_with_their_code(void **state)
{
    (void)state;
    static const struct {
        const char *name, *options, *code, *says;
    } wrong[] = {
        { "rooms", "colls = 3", "G_PARAM", "did you mean cols" },
        { "rooms", "gone = 2", "G_PARAM", "from 0 to 1" },
        { "caves", "rounds = many", "G_PARAM", "whole number" },
        { "rooms", "enemy_weights = \"cat:3\"", "G_PARAM", "no template is called" },
        { "rooms", "enemy_weights = rat", "G_PARAM", "no weight" },
        { "grammar", "topology = \"Start->Enmy->End\"", "G_PARAM", "character 8" },
        { "grammar", "topology = \"Start->Fork[Item->End\"", "G_PARAM", "bracket" },
        { "grammar", "topology = \"Start->Item\"", "G_PARAM", "one End" },
        { "prefab", "library = \"###\"\nchunk = 3", "G_PARAM", "chunk 1" },
        { "gentest", "min_path = 1000\nmax_attempts = 7", "G_EXHAUSTED",
          "7 attempts, 7 rejected, 7 by min_path" },
        { "gentest", "inner = nothing", "G_PARAM", "another generator" },
        { "gentest", "inner.colls = 3", "G_PARAM", "did you mean cols" },
        { "rooms", "templates = \"enemy { id = 'x' , hp = 0 }\"", "L_RUNTIME", "hp" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dado_error err = read_options(wrong[i].name, wrong[i].options);
        if (strcmp(err.code, wrong[i].code) != 0 || !strstr(err.text, wrong[i].says)) {
            fail_msg("%s: got %s %s", wrong[i].options, err.code, err.text);
        }
    }
}

static void a_topology_is_read_and_written(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "Start->Enemy->Enemy->Life->Enemy->Item->Boss->End",
        "Start->Enemy->Fork[Fork[Item->Item]->Enemy]->Boss->End",
        "Start->Fork[Gold;Life->Item]->Hall->End",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dado_mission_graph t;
        dado_error err = { 0 };
        dado_text out = { 0 };
        if (!dado_mission_graph_read(&t, texts[i], &err)) fail_msg("%s", err.text);
        dado_mission_graph_write(&t, &out);
        // What hangs on the inner fork and what goes on from it may be told in either order.
        if (i != 1) assert_string_equal(dado_text_string(&out), texts[i]);
        dado_text_free(&out);
    }
    dado_mission_graph round, square;
    assert_true(dado_mission_graph_read(&round, "Start->Fork(Item->Item)->End", NULL));
    assert_true(dado_mission_graph_read(&square, "Start->Fork[Item->Item]->End", NULL));
    assert_memory_equal(&round, &square, sizeof round);
}

// Places of a fixed topology are there: one boss, a cure, and the way from start to end.
static void a_fixed_topology_is_built(void **state)
{
    (void)state;
    const dado_generator *g = dado_generator_named("grammar");
    dado_parameter_values v;
    dado_generator_defaults(g, &v);
    v.words[dado_generator_find(g, "topology")] = "Start->Enemy->Fork[Gold]->Life->Boss->End";
    dado_generated made = { 0 };
    for (uint64_t seed = 0; seed < 30; seed++) {
        make_and_check(g, &v, seed, &made, false);
        dado_dungeon_fixture t = dado_dungeon_fixture_open(dado_text_string(&made.text), "");
        int bosses = 0, cures = 0;
        for (int i = 0; i < t.dungeon->map.enemy_count; i++) {
            bosses += t.dungeon->map.enemies[i].hp == 24;
        }
        for (int i = 0; i < t.dungeon->map.item_count; i++) {
            cures += t.dungeon->map.items[i].buff;
        }
        assert_int_equal(bosses, 1);
        assert_int_equal(cures, 1);
        assert_int_equal(t.dungeon->map.golds, 1);
        dado_dungeon_fixture_close(&t);
    }
    dado_generated_free(&made);
}

static void tests_of_gentest_hold(void **state)
{
    (void)state;
    const dado_generator *g = dado_generator_named("gentest");
    dado_parameter_values v;
    dado_generator_defaults(g, &v);
    v.number[dado_generator_find(g, "min_path")] = 50;
    dado_generated made = { 0 };
    for (uint64_t seed = 0; seed < 10; seed++) {
        make_and_check(g, &v, seed, &made, false);
        dado_dungeon_fixture t = dado_dungeon_fixture_open(dado_text_string(&made.text), "");
        assert_true(dado_dungeon_fixture_tally(&t, "path") >= 50);
        dado_dungeon_fixture_close(&t);
    }
    dado_generated_free(&made);
}

static const char script[] =
    "params { width = {42, 8, 200}, height = {27, 8, 200}, rats = {5, 0, 50} }\n"
    "function generate(map, p, rng)\n"
    "  map:resize(p.width, p.height)\n"
    "  map:rect(1, 1, p.width - 2, p.height - 2, 1)\n"
    "  map:start(1, 1)\n"
    "  map:exit(p.width - 2, p.height - 2)\n"
    "  map:gold(2, 1, rng:int(1, 40))\n"
    "  for i = 1, p.rats do\n"
    "    local x, y = map:random_free(rng)\n"
    "    if x then map:put('rat', x, y) end\n"
    "  end\n"
    "end\n";

static void the_generator_of_the_specification_runs(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 1 << 20);
    dado_generator g;
    dado_error err = { 0 };
    if (!dado_lua_generator(&g, "box", "box.lua", script, NULL, &region, &err)) {
        fail_msg("%s", err.text);
    }
    assert_int_equal(dado_generator_parameters(&g), 3);
    dado_parameter_values v;
    dado_generator_defaults(&g, &v);
    assert_true(v.number[dado_generator_find(&g, "rats")] == 5);
    dado_generated made = { 0 };
    for (uint64_t seed = 0; seed < 20; seed++) make_and_check(&g, &v, seed, &made, false);
    dado_generated_free(&made);
    dado_region_free(&region);
}

// The shipped generators that are there as scripts too make maps as sound as the built-in ones.
static void the_shipped_scripts_make_sound_maps(void **state)
{
    (void)state;
    static const char *const names[] = { "rooms", "bsp", "caves", "miners", "noise" };
    for (int i = 0; i < 5; i++) {
        char path[80];
        snprintf(path, sizeof path, "library/scripts/%s.lua", names[i]);
        char *text = dado_test_read(path);
        if (!text) fail_msg("%s is missing", path);
        dado_region region;
        dado_region_init(&region, 1 << 20);
        dado_generator g;
        dado_error err = { 0 };
        if (!dado_lua_generator(&g, names[i], path, text, NULL, &region, &err)) {
            fail_msg("%s:%d: %s", path, err.place.line, err.text);
        }
        dado_parameter_values v;
        dado_generated made = { 0 };
        dado_generator_defaults(&g, &v);
        for (uint64_t seed = 0; seed < 12; seed++) make_and_check(&g, &v, seed, &made, true);
        dado_generated_free(&made);
        dado_region_free(&region);
        free(text);
    }
}

static void scripts_that_fail_say_where_and_how(void **state)
{
    (void)state;
    static const struct {
        const char *text, *code;
        int line;
        const char *says;
    } wrong[] = {
        { "function generate(map)\nmap:resize(9, 9)\nmap:set(9, 0, 1)\nend", "L_OUTSIDE", 3,
          "(9, 0)" },
        { "function generate(map)\nmap:set(0, 0, 1)\nend", "L_OUTSIDE", 2, "resize" },
        { "function generate(map)\nmap:resize(9, 9)\nmap:put('cat', 1, 1)\nend", "L_TEMPLATE", 3,
          "cat" },
        { "function generate(map)\nwhile true do end\nend", "L_BUDGET", 2, "steps" },
        { "function generate(map)\nlocal t = {}\nwhile true do\nt[#t + 1] = {1, 2, 3} end end",
          "L_MEMORY", 4, "memory" },
        { "function generate(map)\nos.execute('x')\nend", "L_RUNTIME", 2, "os" },
        { "function generate(map)\nmap:resize(5, 5)\nend", "G_INVALID", 0, "E_START_BLOCKED" },
        { "function generate(map)\nend", "G_INVALID", 0, "resize" },
        { "x = 1", "L_RUNTIME", 0, "no function generate" },
        { "function generate(map) map:resize(9, 9)\nmap:rect(1, 1, 7, 7, 1) map:start(1, 1) "
          "map:exit(3, 3) map:put('rat', 2, 2) map:put('ogre', 2, 2) end",
          "G_INVALID", 0, "E_DUPLICATE" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dado_region region;
        dado_region_init(&region, 1 << 20);
        dado_generator g;
        dado_error err = { 0 };
        dado_generated made = { 0 };
        dado_parameter_values v;
        assert_true(dado_lua_generator(&g, "g", "g.lua", wrong[i].text, NULL, &region, &err));
        dado_generator_defaults(&g, &v);
        assert_false(dado_generator_make(&g, &v, 1, NULL, &made, &err));
        if (strcmp(err.code, wrong[i].code) != 0 || err.place.line != wrong[i].line ||
            !strstr(err.text, wrong[i].says)) {
            fail_msg("case %zu: got %s, line %d: %s", i, err.code, err.place.line, err.text);
        }
        dado_generated_free(&made);
        dado_region_free(&region);
    }
}

static void templates_are_read_and_refused(void **state)
{
    (void)state;
    static const char fine[] =
        "enemy { id = \"rat\", hp = 4, atk = 3, def = 0, range = 4, cost = 150,\n"
        "        sprite = {2, 0} }\n"
        "enemy { id = \"ogre\", hp = 14, atk = 6, def = 2, range = 5, cost = 200,\n"
        "        sprite = {3, 0} }\n"
        "item  { id = \"potion\", kind = \"recover\",   hp = 8, mp = 0, sprite = {1, 2} }\n"
        "item  { id = \"sword\",  kind = \"attribute\", atk = 1, def = 0, sprite = {0, 1} }\n";
    dado_templates t;
    dado_error err = { 0 };
    dado_templates_shipped(&t);
    if (!dado_lua_templates(fine, "t.lua", &t, &err)) fail_msg("%s", err.text);
    assert_int_equal(t.enemy_count, 2);
    assert_int_equal(t.item_count, 2);
    assert_int_equal(t.enemies[1].enemy.cost, 200);
    assert_int_equal(t.items[0].item.buff, 1);
    assert_int_equal(t.items[1].item.sprite_y, 1);
    static const struct {
        const char *text;
        const char *code;
        int line;
    } wrong[] = {
        { "enemy { id = 'rat' }\nenemy { id = 'rat' }", "L_TEMPLATE", 2 },
        { "enemy { hp = 3 }", "L_TEMPLATE", 1 },
        { "\nenemy { id = 'a', strength = 3 }", "L_TEMPLATE", 2 },
        { "item { id = 'a', kind = 'odd' }", "L_TEMPLATE", 1 },
        { "enemy { id = 'a', hp = 0 }", "L_RUNTIME", 1 },
        { "enemy { id = 'a', sprite = 3 }", "L_TEMPLATE", 1 },
        { "enemy 3", "L_SYNTAX", 1 },
        { "monster { id = 'a' }", "L_RUNTIME", 1 },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (dado_lua_templates(wrong[i].text, "t.lua", &t, &err) ||
            strcmp(err.code, wrong[i].code) != 0 || err.place.line != wrong[i].line) {
            fail_msg("case %zu: %s, line %d: %s", i, err.code, err.place.line, err.text);
        }
    }
}

// The shipped scripts define the shipped templates, number by number.
static void the_shipped_scripts_define_the_shipped_templates(void **state)
{
    (void)state;
    dado_templates built_in, read;
    dado_error err = { 0 };
    dado_templates_shipped(&built_in);
    dado_templates_shipped(&read);
    char *enemies = dado_test_read("library/scripts/enemies.lua");
    char *items = dado_test_read("library/scripts/items.lua");
    assert_true(enemies && items);
    if (!dado_lua_templates(enemies, "enemies.lua", &read, &err) ||
        !dado_lua_templates(items, "items.lua", &read, &err)) {
        fail_msg("line %d: %s", err.place.line, err.text);
    }
    assert_memory_equal(&built_in, &read, sizeof read);
    free(enemies);
    free(items);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_usual_maps_are_sound),
        cmocka_unit_test(odd_numbers_make_sound_maps),
        cmocka_unit_test(equal_seeds_make_equal_maps_and_others_differ),
        cmocka_unit_test(wrong_parameters_are_refused_with_their_code),
        cmocka_unit_test(a_topology_is_read_and_written),
        cmocka_unit_test(a_fixed_topology_is_built),
        cmocka_unit_test(tests_of_gentest_hold),
        cmocka_unit_test(the_generator_of_the_specification_runs),
        cmocka_unit_test(the_shipped_scripts_make_sound_maps),
        cmocka_unit_test(scripts_that_fail_say_where_and_how),
        cmocka_unit_test(templates_are_read_and_refused),
        cmocka_unit_test(the_shipped_scripts_define_the_shipped_templates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
