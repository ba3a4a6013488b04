// keyed_hash_test.c - the hash is SipHash-2-4, as its authors published it.
#include "support/test.h"

#include "core/keyed_hash.h"

static void hashes_are_those_of_siphash(void **state)
{
    (void)state;
    static const struct {
        size_t size;
        uint64_t hash;
    } published[] = {
        { 0, 0x726fdb47dd0e0e31 }, { 1, 0x74f839c593dc67fd },  { 7, 0xab0200f58b01d137 },
        { 8, 0x93f5f5799a932462 }, { 15, 0xa129ca6149be45e5 },
    };
    unsigned char bytes[16];
    for (int i = 0; i < 16; i++) bytes[i] = (unsigned char)i;
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        uint64_t hash =
            dado_keyed_hash(0x0706050403020100, 0x0f0e0d0c0b0a0908, bytes, published[i].size);
        assert_true(hash == published[i].hash);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(hashes_are_those_of_siphash) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
