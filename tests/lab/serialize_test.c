// serialize_test.c - bytes between processes: what goes in comes out, and why reading failed.
#include "lab/serialize.h"

#include "core/scope_cleanup.h"
#include "support/test.h"

static void what_is_packed_is_unpacked(void **state)
{
    (void)state;
    dado_byte_writer out = { .grows = true };
    dado_pack_number(&out, 300);
    dado_pack_signed(&out, -7);
    dado_pack_real(&out, 0.1);
    dado_pack_text(&out, "words");
    dado_pack_text(&out, NULL);
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_byte_reader in = { .bytes = out.bytes, .size = out.used };
    assert_int_equal(dado_unpack_number(&in), 300);
    assert_int_equal(dado_unpack_signed(&in), -7);
    assert_true(dado_unpack_real(&in) == 0.1);
    assert_string_equal(dado_unpack_text(&in, &region), "words");
    assert_null(dado_unpack_text(&in, &region));
    assert_false(in.broken);
    assert_int_equal(in.used, in.size);
    dado_byte_writer_free(&out);
}

// A text that is cut short is malformed; one that there is no room for is not.
static void no_memory_is_not_called_malformed(void **state)
{
    (void)state;
    char long_text[70000];
    memset(long_text, 'a', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    dado_byte_writer out = { .grows = true };
    dado_pack_text(&out, long_text);

    DADO_CLEANUP(dado_region_free) dado_region small = { 0 };
    dado_region_init(&small, 4096);
    dado_byte_reader in = { .bytes = out.bytes, .size = out.used };
    dado_error err = { 0 };
    assert_null(dado_unpack_text(&in, &small));
    assert_true(in.broken);
    assert_false(dado_unpack_fail(&in, "a reply", &err));
    assert_int_equal(err.status, DADO_LIMIT);
    assert_string_equal(err.text, "no memory left for a reply");

    dado_byte_reader cut = { .bytes = out.bytes, .size = out.used - 1 };
    err = (dado_error){ 0 };
    assert_null(dado_unpack_text(&cut, &small));
    assert_true(cut.broken);
    assert_false(dado_unpack_fail(&cut, "a reply", &err));
    assert_int_equal(err.status, DADO_SYNTAX);
    assert_non_null(strstr(err.text, "a reply is malformed"));
    dado_byte_writer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_packed_is_unpacked),
        cmocka_unit_test(no_memory_is_not_called_malformed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
