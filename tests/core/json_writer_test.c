// json_writer_test.c - whatever is written, a reader that is not ours takes it back.
#include "support/test.h"

#include <jansson.h>

#include "core/json_writer.h"
#include "core/match_record.h"

static void pieces_are_parted_and_closed_by_the_writer(void **state)
{
    (void)state;
    dado_text out = { 0 };
    dado_json json = dado_json_to(&out);
    dado_json_object(&json, NULL);
    dado_json_string(&json, "game", "kuhn");
    dado_json_array(&json, "empty");
    dado_json_end(&json);
    dado_json_array(&json, "rows");
    for (int i = 0; i < 2; i++) {
        dado_json_array(&json, NULL);
        dado_json_int(&json, NULL, i - 1);
        dado_json_bool(&json, NULL, i == 0);
        dado_json_object(&json, NULL);
        dado_json_end(&json);
        dado_json_end(&json);
    }
    dado_json_end(&json);
    dado_json_uint(&json, "seed", UINT64_MAX);
    dado_json_null(&json, "winner");
    dado_json_string(&json, "unnamed", NULL);
    dado_json_raw(&json, "told", "{\"hand\":[1]}");
    dado_json_pair(&json, "interval", 0.1, 1.0 / 3);
    dado_json_end(&json);
    assert_string_equal(dado_text_string(&out),
                        "{\"game\":\"kuhn\",\"empty\":[],\"rows\":[[-1,true,{}],[0,false,{}]],"
                        "\"seed\":18446744073709551615,\"winner\":null,\"unnamed\":null,"
                        "\"told\":{\"hand\":[1]},\"interval\":[0.1,0.3333333333333333]}");
    assert_int_equal(json.depth, 0);
    dado_text_free(&out);
}

static void no_value_is_null(void **state)
{
    (void)state;
    dado_text out = { 0 };
    dado_json json = dado_json_to(&out);
    dado_json_array(&json, NULL);
    dado_json_real(&json, NULL, DADO_NONE);
    dado_json_real(&json, NULL, 1e308 * 10);
    dado_json_real(&json, NULL, -0.0);
    dado_json_end(&json);
    assert_string_equal(dado_text_string(&out), "[null,null,0]");
    dado_text_free(&out);
}

static void outer_levels_may_begin_lines(void **state)
{
    (void)state;
    dado_text out = { 0 };
    dado_json json = dado_json_to(&out);
    json.lines = 2;
    dado_json_object(&json, NULL);
    dado_json_array(&json, "rows");
    dado_json_pair(&json, NULL, 1, 2);
    dado_json_pair(&json, NULL, 3, 4);
    dado_json_end(&json);
    dado_json_array(&json, "none");
    dado_json_end(&json);
    dado_json_end(&json);
    assert_string_equal(dado_text_string(&out), "{\n\"rows\":[\n[1,2],\n[3,4]\n],\n\"none\":[]\n}");
    dado_text_free(&out);
}

// Every byte, alone and behind the beginning of a longer character, in keys and in values.
static void any_bytes_come_back_as_text(void **state)
{
    (void)state;
    static const char *const before[] = { "", "a", "\xC3", "\xE2\x82", "\xF0\x9F\x8E", "\xED\xA0" };
    for (size_t b = 0; b < sizeof before / sizeof *before; b++) {
        for (int byte = 0; byte < 256; byte++) {
            char bytes[8];
            int count = snprintf(bytes, sizeof bytes, "%s", before[b]);
            bytes[count++] = (char)byte;
            dado_text out = { 0 };
            dado_json json = dado_json_to(&out);
            dado_json_object(&json, NULL);
            dado_json_bytes(&json, "value", bytes, (size_t)count);
            dado_json_end(&json);
            json_error_t error;
            json_t *read = json_loadb(out.data, out.length, JSON_ALLOW_NUL, &error);
            assert_non_null(read);
            json_t *value = json_object_get(read, "value");
            assert_true(json_string_length(value) > 0);
            if (b < 2 && byte < 0x80) {
                assert_int_equal(json_string_length(value), (size_t)count);
                assert_memory_equal(json_string_value(value), bytes, (size_t)count);
            }
            json_decref(read);
            dado_text_free(&out);
        }
    }
}

static void numbers_read_back_as_they_were(void **state)
{
    (void)state;
    static const double values[] = { 0.1, 1e-300, 123456789012345680, 5e-324, -2.5, 1e16 };
    dado_text out = { 0 };
    dado_json json = dado_json_to(&out);
    dado_json_array(&json, NULL);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        dado_json_real(&json, NULL, values[i]);
    }
    dado_json_int(&json, NULL, INT64_MIN);
    dado_json_end(&json);
    json_t *read = json_loads(dado_text_string(&out), 0, NULL);
    assert_non_null(read);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        assert_true(json_number_value(json_array_get(read, i)) == values[i]);
    }
    assert_true(json_integer_value(json_array_get(read, 6)) == INT64_MIN);
    json_decref(read);
    dado_text_free(&out);
}

static void members_are_written_by_their_type_and_unknown_ones_left_out(void **state)
{
    (void)state;
    const char *none = NULL;
    dado_text out = { 0 };
    dado_json json = dado_json_to(&out);
    dado_json_object(&json, NULL);
    dado_json_put(&json, "text", "a\"b", "none", none, "seed", UINT64_MAX, "share", 0.5, "so",
                  (bool)true);
    dado_json_put_nonempty(&json, "about", none, "zero", 0, "not", (bool)false, "count", (int64_t)3,
                           "name", "kuhn");
    dado_json_end(&json);
    assert_string_equal(dado_text_string(&out),
                        "{\"text\":\"a\\\"b\",\"none\":null,\"seed\":18446744073709551615,"
                        "\"share\":0.5,\"so\":true,\"count\":3,\"name\":\"kuhn\"}");
    dado_text_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_parted_and_closed_by_the_writer),
        cmocka_unit_test(no_value_is_null),
        cmocka_unit_test(outer_levels_may_begin_lines),
        cmocka_unit_test(any_bytes_come_back_as_text),
        cmocka_unit_test(numbers_read_back_as_they_were),
        cmocka_unit_test(members_are_written_by_their_type_and_unknown_ones_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
