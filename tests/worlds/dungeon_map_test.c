// dungeon_map_test.c - the `.map` reader: what it takes, what it refuses, and on which line.
#include "support/test.h"
#include "worlds/dungeon/map.h"

typedef struct loaded {
    dado_region region;
    dado_map map;
    dado_map_warnings warnings;
    dado_error err;
    bool fine;
} loaded;

static loaded load_bytes(const char *text, size_t length)
{
    loaded l = { 0 };
    dado_region_init(&l.region, (size_t)64 << 20);
    l.fine = dado_map_read(&l.map, "t.map", text, length, &l.region, &l.warnings, &l.err);
    return l;
}

static loaded load(const char *text)
{
    return load_bytes(text, strlen(text));
}

static const char example[] =
    "1.0\n3-3\n0:0 1:1 0:0\n1:1 1:1 1:1\n1:1 1:1 2:4\nGold:\n0,1,10\nItem:\n1,2,1,5,0,0,0,1,2\n"
    "Item:\n0,1,0,0,0,1,0,0,1\nEnemy:\n0,2,5,2,1,3,200,2,0\n";

static void the_example_of_the_format_loads_without_a_word(void **state)
{
    (void)state;
    loaded l = load(example);
    assert_true(l.fine);
    assert_int_equal(l.warnings.count, 0);
    assert_int_equal(l.map.start_x, 1);
    assert_int_equal(l.map.start_y, 0);
    assert_int_equal(dado_map_id(&l.map, 0, 0), DADO_CELL_WALL);
    assert_int_equal(dado_map_id(&l.map, 2, 0), DADO_CELL_WALL);
    assert_int_equal(dado_map_id(&l.map, 2, 2), DADO_CELL_EXIT);
    assert_int_equal(l.map.type[8], 4);
    assert_int_equal(l.map.golds, 1);
    assert_int_equal(l.map.gold[0].amount, 10);
    assert_int_equal(l.map.item_count, 2);
    assert_int_equal(l.map.items[0].hp, 5);
    assert_int_equal(l.map.items[1].atk, 1);
    assert_int_equal(l.map.items[1].sprite_y, 1);
    assert_int_equal(l.map.enemies[0].cost, 200);
    assert_int_equal(l.map.enemies[0].sprite_x, 2);
    dado_region_free(&l.region);
}

static void what_is_written_reads_back_as_the_same_bytes(void **state)
{
    (void)state;
    loaded l = load(example);
    dado_text first = { 0 }, second = { 0 };
    dado_map_write(&l.map, &first);
    assert_string_equal(dado_text_string(&first), example);
    loaded again = load(dado_text_string(&first));
    assert_true(again.fine);
    dado_map_write(&again.map, &second);
    assert_string_equal(dado_text_string(&first), dado_text_string(&second));
    dado_text_free(&first);
    dado_text_free(&second);
    dado_region_free(&l.region);
    dado_region_free(&again.region);
}

static void the_separators_are_no_decimal_point_and_no_minus(void **state)
{
    (void)state;
    loaded l = load("0 . 1\r\n\t1-2 \r\n2:0\r\n1:0\r\n\r\n");
    assert_true(l.fine);
    assert_int_equal(l.map.start_x, 0);
    assert_int_equal(l.map.start_y, 1);
    assert_int_equal(l.map.width, 1);
    assert_int_equal(l.map.height, 2);
    dado_region_free(&l.region);
}

static void a_byte_order_mark_and_signs_are_understood(void **state)
{
    (void)state;
    loaded l = load("\xEF\xBB\xBF"
                    "0.0\n2-1\n1:0 2:0\n\n\nGold:\n +1 , 0,\t+7\n\n");
    assert_true(l.fine);
    assert_int_equal(l.map.gold[0].amount, 7);
    dado_region_free(&l.region);
}

typedef struct fault {
    const char *code;
    int line;
    const char *text;
} fault;

#define ROWS "0.0\n3-2\n1:0 1:0 0:0\n1:0 1:0 2:0\n"

static const fault faults[] = {
    { "E_EMPTY", 1, "" },
    { "E_EMPTY", 1, " \n\t\n\n" },
    { "E_ENCODING", 2, "0.0\n2\x01-1\n1:0 2:0\n" },
    { "E_ENCODING", 3, "0.0\n2-1\n1:0 2:0\x7f\n" },
    { "E_ENCODING", 4, "bad\n2-1\n1:0 2:0\n\xC3\xA9\n" },
    { "E_START_SYNTAX", 1, "00\n2-1\n1:0 2:0\n" },
    { "E_START_SYNTAX", 1, "0.0.0\n2-1\n1:0 2:0\n" },
    { "E_START_SYNTAX", 1, "-1.0\n2-1\n1:0 2:0\n" },
    { "E_START_SYNTAX", 1, "0.1234567890\n2-1\n1:0 2:0\n" },
    { "E_START_SYNTAX", 1, "\n0.0\n2-1\n1:0 2:0\n" },
    { "E_SIZE_SYNTAX", 2, "0.0\n" },
    { "E_SIZE_SYNTAX", 2, "0.0\n2x1\n1:0 2:0\n" },
    { "E_SIZE_SYNTAX", 2, "0.0\n2-\n1:0 2:0\n" },
    { "E_SIZE_RANGE", 2, "0.0\n0-1\n1:0 2:0\n" },
    { "E_SIZE_RANGE", 2, "0.0\n2-1025\n1:0 2:0\n" },
    { "E_ROW_MISSING", 4, "0.0\n2-2\n1:0 2:0\n" },
    { "E_ROW_MISSING", 4, "0.0\n2-2\n1:0 2:0\n\n\n" },
    { "E_ROW_MISSING", 4, "0.0\n2-2\n1:0 2:0\nGold:\n0,0,1\n" },
    { "E_ROW_WIDTH", 3, "0.0\n2-1\n1:0\n" },
    { "E_ROW_WIDTH", 3, "0.0\n2-1\n1:0 1:0 2:0\n" },
    { "E_ROW_WIDTH", 4, "0.0\n2-2\n1:0 2:0\n\n1:0 1:0\n" },
    { "E_CELL_SYNTAX", 3, "0.0\n2-1\n1:0 2;0\n" },
    { "E_CELL_SYNTAX", 3, "0.0\n2-1\n1: 2:0\n" },
    { "E_CELL_SYNTAX", 3, "0.0\n2-1\n70000:0 2;0\n" },
    { "E_CELL_RANGE", 3, "0.0\n2-1\n1:65536 2:0\n" },
    { "E_CELL_RANGE", 4, "0.0\n2-2\n1:0 2:0\n70000:0 1:1\n" },
    { "E_START_OUTSIDE", 1, "2.0\n2-1\n1:0 2:0\n" },
    { "E_START_OUTSIDE", 1, "0.1\n2-1\n1:0 2:0\n" },
    { "E_START_BLOCKED", 1, "0.0\n2-1\n0:0 2:0\n" },
    { "E_START_ON_EXIT", 1, "1.0\n2-1\n0:0 2:0\n" },
    { "E_NO_EXIT", 4, "0.0\n2-2\n1:0 1:0\n1:0 1:0\nGold:\nx\n" },
    { "E_ROW_EXTRA", 5, ROWS "1:0 1:0 1:0\n" },
    { "E_SECTION_UNKNOWN", 5, ROWS "gold:\n0,0,1\n" },
    { "E_SECTION_UNKNOWN", 6, ROWS "\nEnemies:\n" },
    { "E_SECTION_UNKNOWN", 7, ROWS "Gold:\n0,0,1\n0,1,1\n" },
    { "E_ENTITY_MISSING", 5, ROWS "Gold:\n" },
    { "E_ENTITY_MISSING", 5, ROWS "Gold:\n\n0,0,1\n" },
    { "E_ENTITY_MISSING", 5, ROWS "Gold:\nItem:\n" },
    { "E_FIELD_COUNT", 6, ROWS "Gold:\n0,0\n" },
    { "E_FIELD_COUNT", 6, ROWS "Item:\n0,0,1,2,3,4,5,6\n" },
    { "E_FIELD_COUNT", 6, ROWS "Enemy:\n0,1,1,1,1,1,1,1,1,1\n" },
    { "E_FIELD_SYNTAX", 6, ROWS "Gold:\n0,0,1.5\n" },
    { "E_FIELD_SYNTAX", 6, ROWS "Gold:\n0,,5\n" },
    { "E_FIELD_SYNTAX", 6, ROWS "Gold:\n0,0,1234567890\n" },
    { "E_BUFF_VALUE", 6, ROWS "Item:\n0,0,2,0,0,0,0,0,-1\n" },
    { "E_FIELD_RANGE", 6, ROWS "Gold:\n0,0,0\n" },
    { "E_FIELD_RANGE", 6, ROWS "Gold:\n-1,0,1\n" },
    { "E_FIELD_RANGE", 6, ROWS "Gold:\n0,0,1000000\n" },
    { "E_FIELD_RANGE", 6, ROWS "Enemy:\n0,1,0,1,1,1,1,0,0\n" },
    { "E_FIELD_RANGE", 6, ROWS "Enemy:\n0,1,1,1,1,1,0,0,0\n" },
    { "E_ENTITY_OUTSIDE", 6, ROWS "Gold:\n3,0,1\n" },
    { "E_ENTITY_OUTSIDE", 6, ROWS "Gold:\n0,2,1\n" },
    { "E_ENTITY_BLOCKED", 6, ROWS "Gold:\n2,0,1\n" },
    { "E_DUPLICATE", 8, ROWS "Gold:\n0,1,1\nGold:\n0,1,2\n" },
    { "E_DUPLICATE", 8, ROWS "Enemy:\n0,1,1,1,1,1,1,0,0\nEnemy:\n0,1,1,1,1,1,1,0,0\n" },
    { "E_OVERLAP", 8, ROWS "Gold:\n0,1,1\nEnemy:\n0,1,1,1,1,1,1,0,0\n" },
    { "E_OVERLAP", 8, ROWS "Enemy:\n0,1,1,1,1,1,1,0,0\nItem:\n0,1,1,1,0,0,0,0,0\n" },
    { "E_ENEMY_ON_START", 6, ROWS "Enemy:\n0,0,1,1,1,1,1,0,0\n" },
};

static void every_fault_has_its_code_and_its_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        loaded l = load(faults[i].text);
        if (l.fine || strcmp(l.err.code, faults[i].code) != 0 ||
            l.err.place.line != faults[i].line) {
            fail_msg("case %zu: expected %s in line %d, got %s in line %d: %s", i, faults[i].code,
                     faults[i].line, l.err.code, l.err.place.line, l.err.text);
        }
        assert_string_equal(l.err.place.source, "t.map");
        dado_region_free(&l.region);
    }
}

static void a_zero_byte_is_an_encoding_fault(void **state)
{
    (void)state;
    static const char text[] = "0.0\n2-1\n1:0 \0 2:0\n";
    loaded l = load_bytes(text, sizeof text - 1);
    assert_false(l.fine);
    assert_string_equal(l.err.code, "E_ENCODING");
    assert_int_equal(l.err.place.line, 3);
    dado_region_free(&l.region);
}

static void gold_may_lie_with_an_item_and_on_the_start(void **state)
{
    (void)state;
    loaded l = load(ROWS "Gold:\n0,0,1\nItem:\n0,0,1,5,0,0,0,0,0\n");
    assert_true(l.fine);
    assert_int_equal(l.warnings.count, 0);
    dado_region_free(&l.region);
}

static void oddities_are_warned_of_and_load(void **state)
{
    (void)state;
    loaded l = load("0.0\n4-1\n1:0 7:0 0:0 2:0\nItem:\n1,0,1,5,0,1,0,0,0\nGold:\n3,0,4\n");
    assert_true(l.fine);
    assert_int_equal(l.warnings.count, 4);
    assert_string_equal(l.warnings.list[0].code, "W_EXIT_UNREACHABLE");  // the worst comes first
    assert_string_equal(l.warnings.list[1].code, "W_RESERVED_ID");
    assert_int_equal(l.warnings.list[1].line, 3);
    assert_string_equal(l.warnings.list[2].code, "W_UNUSED_FIELD");
    assert_int_equal(l.warnings.list[2].line, 5);
    assert_string_equal(l.warnings.list[3].code, "W_ENTITY_UNREACHABLE");
    dado_region_free(&l.region);
}

static void gold_has_six_pictures(void **state)
{
    (void)state;
    static const int amounts[] = { 1, 5, 6, 15, 16, 30, 31, 50, 51, 100, 101, 999999 };
    static const int classes[] = { 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5 };
    for (int i = 0; i < 12; i++) assert_int_equal(dado_gold_class(amounts[i]), classes[i]);
}

static void a_map_of_the_largest_size_loads(void **state)
{
    (void)state;
    dado_text text = { 0 };
    dado_text_add(&text, "0.0\n1024-1024\n");
    for (int y = 0; y < 1024; y++) {
        for (int x = 0; x < 1024; x++) dado_text_add(&text, x == 9 && y == 9 ? "2:0 " : "1:0 ");
        dado_text_char(&text, '\n');
    }
    loaded l = load_bytes(text.data, text.length);
    assert_true(l.fine);
    dado_region_free(&l.region);
    dado_region_init(&l.region, 1024 * 1024);
    assert_false(dado_map_read(&l.map, "t.map", text.data, text.length, &l.region, NULL, &l.err));
    assert_int_equal(l.err.status, DADO_LIMIT);
    dado_text_free(&text);
    dado_region_free(&l.region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_format_loads_without_a_word),
        cmocka_unit_test(what_is_written_reads_back_as_the_same_bytes),
        cmocka_unit_test(the_separators_are_no_decimal_point_and_no_minus),
        cmocka_unit_test(a_byte_order_mark_and_signs_are_understood),
        cmocka_unit_test(every_fault_has_its_code_and_its_line),
        cmocka_unit_test(a_zero_byte_is_an_encoding_fault),
        cmocka_unit_test(gold_may_lie_with_an_item_and_on_the_start),
        cmocka_unit_test(oddities_are_warned_of_and_load),
        cmocka_unit_test(gold_has_six_pictures),
        cmocka_unit_test(a_map_of_the_largest_size_loads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
