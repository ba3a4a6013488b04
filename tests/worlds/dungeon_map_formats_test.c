// dungeon_map_formats_test.c - maps from elsewhere: every form, what is lost, and what comes back.
#include <jansson.h>

#include "support/test.h"
#include "worlds/dungeon/map_formats/map_format.h"

typedef struct beside_it {
    const char *name, *text;
} beside_it;

typedef struct imported {
    bool fine;
    dado_text text;
    dado_import_losses losses;
    dado_error err;
} imported;

static bool fetch(void *self, const char *name, const char **bytes, size_t *length, dado_error *err)
{
    for (const beside_it *b = self; b->name; b++) {
        if (strcmp(b->name, name) != 0) continue;
        *bytes = b->text;
        *length = strlen(b->text);
        return true;
    }
    return dado_fail(err, DADO_MISSING, "there is no %s", name);
}

static imported import_bytes(const char *source, const char *bytes, size_t length,
                             const char *legend, int part, beside_it *files)
{
    static const beside_it none[1];
    imported i = { 0 };
    dado_templates templates;
    dado_templates_shipped(&templates);
    dado_import ask = { .source = source,
                        .bytes = bytes,
                        .length = length,
                        .legend = legend,
                        .templates = &templates,
                        .part = part,
                        .seed = 1,
                        .beside = fetch,
                        .self = files ? files : (void *)(uintptr_t)none };
    i.fine = dado_map_import(&ask, &i.text, &i.losses, &i.err);
    return i;
}

static imported import(const char *source, const char *text, const char *legend)
{
    return import_bytes(source, text, strlen(text), legend, 0, NULL);
}

static bool lost(const imported *i, const char *words)
{
    for (int k = 0; k < i->losses.count; k++) {
        if (strstr(i->losses.list[k].text, words)) return true;
    }
    return false;
}

// What every form below draws: a corridor with a rat, gold beside the exit.
static const char corridor[] = "0.0\n4-2\n1:1 1:1 1:1 2:4\n0:0 1:1 1:1 0:0\n"
                               "Enemy:\n2,1,4,3,0,4,150,2,0\n";

static void assert_corridor(imported i)
{
    if (!i.fine) print_error("%s\n", i.err.text);
    assert_true(i.fine);
    assert_string_equal(dado_text_string(&i.text), corridor);
    dado_text_free(&i.text);
}

static void letters_and_numbers_draw_a_map(void **state)
{
    (void)state;
    assert_corridor(import("a.txt", "@..>\n#.e#\n", NULL));
    assert_corridor(import("a.csv", "9,1,1,2\n0,1,7,0\n", "7 = 1 rat\n9 = floor start\n"));
}

static void a_sign_without_a_meaning_is_named_with_its_line(void **state)
{
    (void)state;
    imported i = import("a.txt", "@..>\n#?.#\n", NULL);
    assert_false(i.fine);
    assert_int_equal(i.err.place.line, 2);
    assert_non_null(strstr(i.err.text, "\"?\""));
    i = import("a.txt", "@..>\n#?e#\n", "* = floor");
    assert_true(i.fine);
    dado_text_free(&i.text);
}

static void a_mark_before_the_text_is_no_part_of_it(void **state)
{
    (void)state;
    assert_corridor(import("a.txt", "\xEF\xBB\xBF@..X\n#.e#\n", NULL));
    imported i = import("a.txt", "\xEF\xBB\xBF\r\n \n", NULL);
    assert_false(i.fine);
    assert_string_equal(i.err.text, "this file is empty");
}

static void what_a_legend_cannot_name_is_not_asked_of_it(void **state)
{
    (void)state;
    imported i = import("a.txt", "@..X\n#.\t#\n", NULL);
    assert_false(i.fine);
    assert_non_null(strstr(i.err.text, "byte 9 has no meaning"));
    assert_null(strstr(i.err.text, "byte 9 = "));
    i = import("a.txt", "@..X\n#.\t#\n", "* = floor\n");
    assert_true(i.fine);
    dado_text_free(&i.text);
}

static void where_start_and_exit_are_missing_they_are_put_far_apart_and_it_is_said(void **state)
{
    (void)state;
    imported i = import("a.txt", "....\n", NULL);
    assert_true(i.fine);
    assert_string_equal(dado_text_string(&i.text), "0.0\n4-1\n1:1 1:1 1:1 2:4\n");
    assert_true(lost(&i, "no start"));
    assert_true(lost(&i, "no exit"));
    dado_text_free(&i.text);
}

static void a_file_with_several_drawings_gives_the_one_asked_for(void **state)
{
    (void)state;
    static const char two[] = "; 1\n@.>\n\n; 2\n>@\n";
    imported i = import_bytes("a.txt", two, strlen(two), NULL, 2, NULL);
    assert_true(i.fine);
    assert_string_equal(dado_text_string(&i.text), "1.0\n2-1\n2:4 1:1\n");
    dado_text_free(&i.text);
    i = import_bytes("a.txt", two, strlen(two), NULL, 3, NULL);
    assert_false(i.fine);
    assert_non_null(strstr(i.err.text, "2 maps"));
}

#define TMX_HEAD \
    "<?xml version=\"1.0\"?>\n<map width=\"4\" height=\"2\" tilewidth=\"16\" " \
    "tileheight=\"16\"><tileset firstgid=\"1\" name=\"t\"/>" \
    "<layer name=\"id\" width=\"4\" height=\"2\">"
#define TMX_TAIL \
    "</layer><objectgroup name=\"o\">" \
    "<object type=\"start\" x=\"0\" y=\"0\"/>" \
    "<object name=\"rat\" gid=\"5\" x=\"32\" y=\"32\"/>" \
    "<object name=\"lamp\" x=\"0\" y=\"0\"/></objectgroup></map>"

// The cells 2 2 2 3 1 2 2 1 in every way that TMX has.
static const char *const packed[] = {
    "<data encoding=\"csv\">2,2,2,3,\n1,2,2,1</data>",
    "<data><tile gid=\"2\"/><tile gid=\"2\"/><tile gid=\"2\"/><tile gid=\"3\"/><tile gid=\"1\"/>"
    "<tile gid=\"2\"/><tile gid=\"2\"/><tile gid=\"1\"/></data>",
    "<data encoding=\"base64\">AgAAAAIAAAACAAAAAwAAAAEAAAACAAAAAgAAAAEAAAA=</data>",
    "<data encoding=\"base64\" compression=\"zlib\">eJxjYmBgYIJiZiBmROKD2AABQAAQ</data>",
    "<data encoding=\"base64\" compression=\"gzip\">"
    "H4sIAAAAAAACA2NiYGBggmJmIGZE4oPYAFFM/OwgAAAA</data>",
    "<data encoding=\"base64\" compression=\"zstd\">"
    "KLUv/SQgrQAAaAIAAAADAAAAAQEAAAACADONnnBEjBH3BQ==</data>",
    // Flips are high bits of a number.
    "<data encoding=\"csv\">2147483650,1073741826,536870914,3,1,3758096386,2,1</data>",
};

static char *pack(const char *cells)
{
    static char text[2048];
    snprintf(text, sizeof text, "%s%s%s", TMX_HEAD, cells, TMX_TAIL);
    return text;
}

static void tmx_reads_its_cells_however_they_are_packed(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof packed / sizeof *packed; k++) {
        imported i = import("a.tmx", pack(packed[k]), NULL);
        assert_true(lost(&i, "lamp"));
        assert_corridor(i);
    }
}

static void damaged_cells_are_refused_with_a_line(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "<data encoding=\"csv\">2,2,2</data>",
        "<data encoding=\"base64\">AgAAAAIAAAA=</data>",
        "<data encoding=\"base64\">A?</data>",
        "<data encoding=\"base64\" compression=\"zlib\">AgAAAAIAAAA=</data>",
        "<data encoding=\"base64\" compression=\"zstd\">AgAAAAIAAAA=</data>",
        "<data encoding=\"base64\" compression=\"lzma\">AgAAAAIAAAA=</data>",
        "<data encoding=\"rot13\">2</data>",
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        imported i = import("a.tmx", pack(bad[k]), NULL);
        assert_false(i.fine);
        assert_true(i.err.text[0]);
    }
    assert_false(import("a.tmx", "<map width=\"4\" height=\"2\"><layer>", NULL).fine);
    assert_false(import("a.tsx", "<tileset name=\"t\"/>", NULL).fine);
}

static void tiles_mean_what_their_set_their_layer_or_the_legend_says(void **state)
{
    (void)state;
    static const char words[] =
        "<map width=\"4\" height=\"2\" tilewidth=\"16\" tileheight=\"16\">"
        "<tileset firstgid=\"1\" name=\"t\"><tile id=\"0\" class=\"Floor\"/>"
        "<tile id=\"7\"><properties><property name=\"solid\" type=\"bool\" value=\"true\"/>"
        "</properties></tile></tileset><tileset firstgid=\"101\" source=\"more.tsx\"/>"
        "<layer name=\"l\"><data encoding=\"csv\">1,1,1,1,8,1,1,101</data></layer>"
        "<objectgroup><object name=\"PlayerStart\" x=\"1\" y=\"1\"/>"
        "<object name=\"exit\" x=\"50\" y=\"3\"/><object name=\"big rat\" x=\"40\" y=\"20\"/>"
        "</objectgroup></map>";
    beside_it files[] = { { "more.tsx", "<tileset><tile id=\"0\" type=\"wall\"/></tileset>" },
                          { 0 } };
    assert_corridor(import_bytes("a.tmx", words, strlen(words), NULL, 0, files));
    imported i = import_bytes("a.tmx", words, strlen(words), NULL, 0, NULL);
    assert_true(i.fine);
    assert_true(lost(&i, "more.tsx"));
    dado_text_free(&i.text);
    static const char layers[] =
        "<map width=\"4\" height=\"2\" tilewidth=\"16\" tileheight=\"16\">"
        "<tileset firstgid=\"1\" name=\"t\"/>"
        "<layer name=\"Ground\"><data encoding=\"csv\">5,5,5,5,5,5,5,5</data></layer>"
        "<layer name=\"Walls\"><data encoding=\"csv\">0,0,0,0,6,0,0,6</data></layer>"
        "<layer name=\"clouds\"><data encoding=\"csv\">9,9,9,9,9,9,9,9</data></layer>"
        "<layer name=\"x\"><data encoding=\"csv\">77,0,0,78,0,0,79,0</data></layer></map>";
    i = import("a.tmx", layers, "76 = keep start\n77 = exit\nx:78 = floor rat\n");
    assert_true(lost(&i, "clouds"));
    assert_corridor(i);
}

static void an_infinite_map_is_cut_to_its_chunks(void **state)
{
    (void)state;
    static const char json[] =
        "{\"width\":9,\"height\":9,\"infinite\":true,\"tilewidth\":16,\"tileheight\":16,"
        "\"tilesets\":[{\"firstgid\":1}],\"layers\":[{\"type\":\"group\",\"layers\":["
        "{\"type\":\"tilelayer\",\"name\":\"id\",\"chunks\":["
        "{\"x\":-2,\"y\":-4,\"width\":2,\"height\":2,\"data\":[2,2,1,2]},"
        "{\"x\":0,\"y\":-4,\"width\":2,\"height\":2,\"data\":[2,3,2,1]}]}]},"
        "{\"type\":\"objectgroup\",\"objects\":[{\"type\":\"start\",\"x\":-32,\"y\":-64},"
        "{\"type\":\"rat\",\"x\":0,\"y\":-48}]}]}";
    assert_corridor(import("a.tmj", json, NULL));
}

static void six_cornered_maps_are_refused_and_slanted_ones_noted(void **state)
{
    (void)state;
    imported i = import("a.tmx", "<map orientation=\"hexagonal\" width=\"2\" height=\"2\"/>", NULL);
    assert_false(i.fine);
    assert_non_null(strstr(i.err.text, "orthogonal"));
    i = import("a.tmx",
               "<map orientation=\"isometric\" width=\"3\" height=\"1\" tilewidth=\"4\" "
               "tileheight=\"2\"><layer name=\"floor\"><data encoding=\"csv\">1,1,1</data>"
               "</layer></map>",
               NULL);
    assert_true(i.fine);
    assert_true(lost(&i, "isometric"));
    dado_text_free(&i.text);
}

static void ogmo_writes_a_layer_in_six_ways(void **state)
{
    (void)state;
    static const char *const cells[] = {
        "\"data\":[1,1,1,2,0,1,1,0]",
        "\"data2D\":[[1,1,1,2],[0,1,1,0]]",
        "\"dataCoords\":[[1,0],[1,0],[1,0],[2,0],[0,0],[1,0],[1,0],[0,0]]",
        "\"dataCoords2D\":[[[1,0],[1,0],[1,0],[2,0]],[[0,0],[1,0],[1,0],[0,0]]]",
        "\"grid\":[\"f\",\"f\",\"f\",\"x\",\"0\",\"f\",\"f\",\"0\"]",
        "\"grid2D\":[[\"f\",\"f\",\"f\",\"x\"],[\"0\",\"f\",\"f\",\"0\"]]",
    };
    for (size_t k = 0; k < sizeof cells / sizeof *cells; k++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "{\"ogmoVersion\":\"3.4.0\",\"layers\":[{\"name\":\"things\",\"gridCellsX\":4,"
                 "\"gridCellsY\":2,\"gridCellWidth\":8,\"gridCellHeight\":8,\"entities\":["
                 "{\"name\":\"player\",\"x\":0,\"y\":0},{\"name\":\"rat\",\"x\":16,\"y\":8}]},"
                 "{\"name\":\"id\",\"gridCellsX\":4,\"gridCellsY\":2,%s}]}",
                 cells[k]);
        assert_corridor(import("a.json", text, k < 4 ? NULL : "f = floor\nx = exit\n"));
    }
    assert_false(import("a.ogmo", "{\"levelPaths\":[]}", NULL).fine);
}

static void ldtk_calls_values_by_name_and_keeps_levels_apart(void **state)
{
    (void)state;
    static const char level[] =
        "{\"identifier\":\"L\",\"pxWid\":64,\"layerInstances\":["
        "{\"__identifier\":\"E\",\"__type\":\"Entities\",\"entityInstances\":["
        "{\"__identifier\":\"Player\",\"px\":[8,8],\"__pivot\":[0.5,0.5],"
        "\"width\":16,\"height\":16},"
        "{\"__identifier\":\"rat\",\"px\":[32,16],\"__pivot\":[0,0],\"width\":16,\"height\":16}]},"
        "{\"__identifier\":\"G\",\"__cWid\":4,\"__cHei\":2,\"__gridSize\":16,"
        "\"layerDefUid\":3,\"intGridCsv\":[7,7,7,9,0,7,7,0]}]}";
    static const char defs[] = "\"defs\":{\"layers\":[{\"uid\":3,\"intGridValues\":["
                               "{\"value\":7,\"identifier\":\"stone_floor\"},"
                               "{\"value\":9,\"identifier\":\"goal\"}]}]}";
    char text[2048];
    snprintf(text, sizeof text, "{%s,\"levels\":[%s]}", defs, level);
    assert_corridor(import("a.ldtk", text, NULL));
    snprintf(text, sizeof text,
             "{%s,\"levels\":[{\"layerInstances\":null,\"externalRelPath\":"
             "\"a/b.ldtkl\"}]}",
             defs);
    beside_it files[] = { { "a/b.ldtkl", level }, { 0 } };
    assert_corridor(import_bytes("a.ldtk", text, strlen(text), NULL, 0, files));
    imported i = import_bytes("a.ldtk", text, strlen(text), NULL, 0, NULL);
    assert_false(i.fine);
    assert_non_null(strstr(i.err.text, "a/b.ldtkl"));
}

static void des_settles_chance_by_the_seed_alone(void **state)
{
    (void)state;
    static const char des[] =
        "MAZE: \"m\", ' '\nMAP\n-------\n|..L..|\n|.....|\n-------\nENDMAP\n"
        "$left = selection:fillrect (1,1,2,2)\nBRANCH:(1,1,1,1),(0,0,0,0)\n"
        "IF [0%] {\n  MONSTER:('r',\"rat\"),(5,2)\n} ELSE {\n  GOLD: 25,(5,2)\n}\n"
        "LOOP [2] {\n  OBJECT:('%',\"apple\"),rndcoord($left)\n}\nTRAP:\"pit\",(2,2)\n"
        "STAIR:(5,1),down\n";
    imported a = import("a.des", des, NULL), b = import("a.des", des, NULL);
    assert_true(a.fine);
    assert_string_equal(dado_text_string(&a.text), dado_text_string(&b.text));
    assert_non_null(strstr(dado_text_string(&a.text), "Gold:\n5,2,25\n"));
    assert_null(strstr(dado_text_string(&a.text), "Enemy:"));
    assert_true(lost(&a, "TRAP"));
    const char *item = strstr(dado_text_string(&a.text), "Item:");
    assert_non_null(item);
    assert_non_null(strstr(item + 1, "Item:"));
    dado_text_free(&a.text);
    dado_text_free(&b.text);
    static const char rooms[] =
        "LEVEL: \"m\"\nROOM: \"ordinary\", lit, (1,1), (center,center), (3,2) {\n"
        "  STAIR: (0,0), up\n}\nROOM: \"ordinary\", lit, random, random, "
        "random {\n  STAIR: random, down\n}\nRANDOM_CORRIDORS\n";
    a = import("a.des", rooms, NULL);
    assert_true(a.fine);
    assert_false(lost(&a, "cannot be reached"));
    assert_true(lost(&a, "left to chance"));
    dado_text_free(&a.text);
    a = import("a.des", "MAZE: \"m\", ' '\nFLAGS: noteleport\n", NULL);
    assert_false(a.fine);
    assert_non_null(strstr(a.err.text, "neither a MAP nor a ROOM"));
}

static void rexpaint_is_read_column_by_column_and_by_colour(void **state)
{
    (void)state;
    static const char drawing[] = "@..>#.r#";
    char xp[16 + 8 * 10] = { -1, -1, -1, -1, 1, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0 };
    for (int x = 0; x < 4; x++) {
        for (int y = 0; y < 2; y++) {
            char *cell = xp + 16 + (x * 2 + y) * 10;
            cell[0] = drawing[y * 4 + x];
            cell[4] = drawing[y * 4 + x] == 'r' ? (char)0xFF : 0x22;
        }
    }
    assert_corridor(import_bytes("a.xp", xp, sizeof xp, "r:#ff0000 = floor rat\n", 0, NULL));
    imported i = import_bytes("a.xp", xp, sizeof xp - 5, NULL, 0, NULL);
    assert_false(i.fine);
    for (int k = 0; k < 8; k++) xp[16 + k * 10] = (char)219;
    i = import_bytes("a.xp", xp, sizeof xp, NULL, 0, NULL);
    assert_false(i.fine);
    assert_non_null(strstr(i.err.text, "colours"));
}

static void the_corpus_and_the_benchmark_have_their_legends(void **state)
{
    (void)state;
    imported i = import("tloz1.txt", "WWWW\nWFMD\nWSFW\nWWWW\n", NULL);
    assert_true(i.fine);
    assert_non_null(strstr(dado_text_string(&i.text), "Enemy:\n2,1,8,4,1,5,150,1,0\n"));
    assert_non_null(strstr(dado_text_string(&i.text), "0:0 2:4 1:1 0:0\n"));
    dado_text_free(&i.text);
    i = import("zelda.txt", "WWWW\nWF?D\n", NULL);
    assert_false(i.fine);
    i = import("a.txt", "QQ\nQs\n",
               "{\"tiles\":{\"Q\":[\"passable\",\"floor\"],\"s\":[\"stairs\"]}}");
    assert_true(i.fine);
    assert_string_equal(dado_text_string(&i.text), "0.0\n2-2\n1:1 1:1\n1:1 2:4\n");
    dado_text_free(&i.text);

    static const char content[] = "{\"problem\":\"mdungeon-v0\",\"content\":[[2,1,6],[5,4,3]]}";
    i = import("a.json", content, NULL);
    assert_true(i.fine);
    assert_string_equal(dado_text_string(&i.text),
                        "1.1\n5-4\n0:0 0:0 0:0 0:0 0:0\n0:0 1:1 1:1 1:1 0:0\n0:0 1:1 1:1 2:4 0:0\n"
                        "0:0 0:0 0:0 0:0 0:0\nGold:\n1,2,10\nItem:\n2,2,1,8,0,0,0,1,2\n"
                        "Enemy:\n3,1,8,4,1,5,150,1,0\n");
    dado_text_free(&i.text);
    i = import("zelda_3.json", "[[2,1,4],[5,1,3]]", NULL);
    assert_true(i.fine);
    dado_text_free(&i.text);
    i = import("a.json", "[[2,1,4],[5,1,3]]", NULL);
    assert_false(i.fine);
    assert_non_null(strstr(i.err.text, "problem"));
}

static void grids_of_other_games_are_drawings_with_a_head(void **state)
{
    (void)state;
    imported i = import("a.map", "type octile\nheight 1\nwidth 4\nmap\n.T.G\n", "T = floor");
    assert_true(i.fine);
    dado_text_free(&i.text);
    static const char yaml[] =
        "Environment:\n  Levels:\n    - |\n      @w.\n    - |\n      A..g\n      w.sw\nObjects:\n"
        "  - Name: avatar\n    MapCharacter: A\n  - Name: wall\n    MapCharacter: w\n"
        "  - Name: goal\n    MapCharacter: g\n  - Name: spider\n    MapCharacter: s\n";
    i = import_bytes("a.yaml", yaml, strlen(yaml), NULL, 2, NULL);
    assert_corridor(i);
    i = import("a.layout", "{\n \"grid\": \"\"\"XXXX\n   X1 P\n   XXXX\"\"\" }", NULL);
    assert_true(i.fine);
    dado_text_free(&i.text);
}

// --- out and back -------------------------------------------------------------------------------

static void what_is_written_for_an_editor_comes_back_as_the_same_map(void **state)
{
    (void)state;
    static const char *const maps[] = {
        "arena",   "cloister", "corridor", "crossroads", "gauntlet",
        "islands", "lair",     "spiral",   "treasury",   "warrens"
    };
    static const char odd[] = "0.0\n3-1\n7:9 5:5 2:4\nGold:\n1,0,777\nItem:\n1,0,0,1,2,3,4,5,6\n";
    for (size_t k = 0; k <= sizeof maps / sizeof *maps; k++) {
        char path[64];
        bool shipped = k < sizeof maps / sizeof *maps;
        snprintf(path, sizeof path, "library/maps/%s.map", shipped ? maps[k] : "");
        char *file = shipped ? dado_test_read(path) : NULL;
        const char *text = shipped ? file : odd;
        assert_non_null(text);
        dado_region region;
        dado_map map;
        dado_region_init(&region, (size_t)64 << 20);
        assert_true(dado_map_read(&map, path, text, strlen(text), &region, NULL, NULL));
        for (int f = 0; dado_map_formats[f]; f++) {
            if (!dado_map_formats[f]->write) continue;
            dado_text out = { 0 };
            dado_map_formats[f]->write(&map, &out);
            char name[32];
            snprintf(name, sizeof name, "a.%s", dado_map_formats[f]->name);
            imported i = import(name, dado_text_string(&out), NULL);
            if (!i.fine) print_error("%s: %s\n", name, i.err.text);
            assert_true(i.fine);
            assert_int_equal(i.losses.count, 0);
            assert_string_equal(dado_text_string(&i.text), text);
            dado_text_free(&i.text);
            dado_text_free(&out);
        }
        dado_region_free(&region);
        free(file);
    }
}

// Every key of `theirs` is in `ours`; lists are compared by their first members.
static void assert_fields(const json_t *theirs, const json_t *ours, const char *where)
{
    const char *key;
    json_t *value;
    if (json_is_array(theirs) && json_is_array(ours)) {
        size_t at;
        json_array_foreach((json_t *)(uintptr_t)theirs, at, value)
        {
            if (json_array_size(ours)) assert_fields(value, json_array_get(ours, 0), where);
        }
        return;
    }
    if (!json_is_object(theirs) || !json_is_object(ours)) return;
    json_object_foreach((json_t *)(uintptr_t)theirs, key, value)
    {
        const json_t *mine = json_object_get(ours, key);
        if (!mine) print_error("%s has no \"%s\"\n", where, key);
        assert_non_null(mine);
        assert_fields(value, mine, key);
    }
}

static void an_ldtk_export_has_every_field_of_the_editors_own_files(void **state)
{
    (void)state;
    const char *shared = dado_test_shared();
    if (!shared) {
        print_message("[ SKIPPED  ] ../shared is not here\n");
        skip();
    }
    char path[512];
    snprintf(path, sizeof path, "%s/corpus/maps/ldtk/Test_file_for_API_showing_all_features.ldtk",
             shared);
    char *theirs = dado_test_read(path), *text = dado_test_read("library/maps/treasury.map");
    assert_non_null(theirs);
    dado_region region;
    dado_map map;
    dado_text out = { 0 };
    dado_region_init(&region, (size_t)64 << 20);
    assert_true(dado_map_read(&map, "t", text, strlen(text), &region, NULL, NULL));
    dado_map_format_named("ldtk")->write(&map, &out);
    json_t *a = json_loads(theirs, 0, NULL), *b = json_loads(dado_text_string(&out), 0, NULL);
    assert_non_null(a);
    assert_non_null(b);
    // The first entity of each is compared below; a start has no fields of its own.
    json_t *things = json_object_get(
        json_array_get(
            json_object_get(json_array_get(json_object_get(b, "levels"), 0), "layerInstances"), 0),
        "entityInstances");
    json_array_remove(things, 0);
    json_array_remove(json_object_get(json_object_get(b, "defs"), "entities"), 0);
    assert_fields(a, b, "the project");
    json_decref(a);
    json_decref(b);
    dado_text_free(&out);
    dado_region_free(&region);
    free(theirs);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_and_numbers_draw_a_map),
        cmocka_unit_test(a_sign_without_a_meaning_is_named_with_its_line),
        cmocka_unit_test(a_mark_before_the_text_is_no_part_of_it),
        cmocka_unit_test(what_a_legend_cannot_name_is_not_asked_of_it),
        cmocka_unit_test(where_start_and_exit_are_missing_they_are_put_far_apart_and_it_is_said),
        cmocka_unit_test(a_file_with_several_drawings_gives_the_one_asked_for),
        cmocka_unit_test(tmx_reads_its_cells_however_they_are_packed),
        cmocka_unit_test(damaged_cells_are_refused_with_a_line),
        cmocka_unit_test(tiles_mean_what_their_set_their_layer_or_the_legend_says),
        cmocka_unit_test(an_infinite_map_is_cut_to_its_chunks),
        cmocka_unit_test(six_cornered_maps_are_refused_and_slanted_ones_noted),
        cmocka_unit_test(ogmo_writes_a_layer_in_six_ways),
        cmocka_unit_test(ldtk_calls_values_by_name_and_keeps_levels_apart),
        cmocka_unit_test(des_settles_chance_by_the_seed_alone),
        cmocka_unit_test(rexpaint_is_read_column_by_column_and_by_colour),
        cmocka_unit_test(the_corpus_and_the_benchmark_have_their_legends),
        cmocka_unit_test(grids_of_other_games_are_drawings_with_a_head),
        cmocka_unit_test(what_is_written_for_an_editor_comes_back_as_the_same_map),
        cmocka_unit_test(an_ldtk_export_has_every_field_of_the_editors_own_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
