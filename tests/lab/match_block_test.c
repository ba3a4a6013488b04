// match_block_test.c - what is packed comes back to the bit, and damage is refused in words.
#include "lab/match_block.h"

#include "core/rng.h"
#include "lab/column_codec.h"
#include "support/test.h"

static double odd_value(uint64_t which)
{
    switch (which % 9) {
    case 0: return DADO_NONE;
    case 1: return 0.0;
    case 2: return -0.0;
    case 3: return 1.0 / 3.0;
    case 4: return (double)INT32_MAX + 1.0;
    case 5: return (double)INT32_MIN;
    case 6: return -129.0;
    case 7: return 5e-324;
    default: return 1e300;
    }
}

// Columns of every form: no value, one value, small and large numbers, with gaps and without.
static void fill(dado_block *block, uint64_t seed)
{
    dado_fast_rng q = dado_fast_rng_seed(seed);
    block->instance = 3;
    block->lineup = 5;
    block->first = 1234567890123;
    for (int i = 0; i < block->count; i++) {
        block->ends[i] = (uint8_t)dado_fast_rng_below(&q, 4);
        for (int p = 0; p < block->players; p++) {
            int at = i * block->players + p;
            block->scores[at] =
                p == 0 ? (int32_t)dado_fast_rng_next(&q) : (int32_t)dado_fast_rng_below(&q, 300);
            block->places[at] = (int32_t)dado_fast_rng_below(&q, 4);
            block->effort[at] = p == 1 ? dado_fast_rng_next(&q) : 7;
        }
        for (int m = 0; m < block->measures; m++) {
            double *value = &dado_block_column(block, m)[i];
            switch (m % 8) {
            case 0: *value = DADO_NONE; break;
            case 1: *value = 0.1; break;
            case 2: *value = (double)dado_fast_rng_below(&q, 200) - 100; break;
            case 3: *value = (double)dado_fast_rng_below(&q, 60000) - 30000; break;
            case 4: *value = (double)dado_fast_rng_below(&q, 4000000); break;
            case 5: *value = dado_fast_rng_unit(&q); break;
            case 6: *value = dado_fast_rng_below(&q, 3) ? 1.0 : DADO_NONE; break;
            default: *value = odd_value(dado_fast_rng_next(&q)); break;
            }
        }
    }
}

static bool same_bits(const double *a, const double *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (dado_is_none(a[i]) && dado_is_none(b[i])) continue;
        if (memcmp(&a[i], &b[i], sizeof *a) != 0) return false;
    }
    return true;
}

static void blocks_of_any_size_come_back_to_the_bit(void **state)
{
    (void)state;
    static const int sizes[][3] = {
        { 1, 1, 0 }, { 1, 2, 8 }, { 7, 3, 17 }, { 512, 4, 40 }, { 700, 2, 16 }
    };
    dado_compressor packer = { 0 };
    dado_byte_writer packed = { 0 };
    for (int s = 0; s < 5; s++) {
        dado_region region;
        dado_region_init(&region, (size_t)1 << 28);
        dado_block block, back;
        assert_true(dado_block_init(&block, sizes[s][0], sizes[s][1], sizes[s][2], &region));
        fill(&block, 42);
        static uint8_t sides[] = { 0, 1, 0, 1 };
        block.side = s == 3 ? sides : NULL;
        block.moves = (const unsigned char *)"moves";
        block.moves_size = s ? 5 : 0;
        block.broken = 17;
        dado_fail_at(&block.error, DADO_INVALID, (dado_place){ "a.rcy", 4, 5, 6 }, "no card");
        dado_fail_code(&block.error, "R610");
        dado_error err = { 0 };
        assert_true(dado_block_pack(&packer, &block, &packed, &err));
        if (!dado_block_unpack(&back, packed.bytes, packed.used, &region, &err))
            fail_msg("%s", err.text);
        size_t seats = (size_t)(block.count * block.players);
        assert_int_equal(back.instance, 3);
        assert_int_equal(back.lineup, 5);
        assert_int_equal(back.first, 1234567890123);
        assert_int_equal(back.count, block.count);
        assert_memory_equal(back.ends, block.ends, (size_t)block.count);
        assert_memory_equal(back.scores, block.scores, seats * sizeof(int32_t));
        assert_memory_equal(back.places, block.places, seats * sizeof(int32_t));
        assert_memory_equal(back.effort, block.effort, seats * sizeof(uint64_t));
        for (int m = 0; m < block.measures; m++) {
            assert_true(same_bits(dado_block_column(&back, m), dado_block_column(&block, m),
                                  (size_t)block.count));
        }
        assert_int_equal(back.moves_size, block.moves_size);
        assert_int_equal(back.broken, 17);
        assert_string_equal(back.error.text, "no card");
        assert_string_equal(back.error.code, "R610");
        assert_string_equal(back.error.place.source, "a.rcy");
        assert_true(!block.side == !back.side);
        if (block.side) assert_memory_equal(back.side, sides, 4);
        dado_region_free(&region);
    }
    dado_byte_writer_free(&packed);
    dado_compressor_free(&packer);
}

static void the_same_numbers_give_the_same_bytes(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 28);
    dado_block a, b;
    assert_true(dado_block_init(&a, 300, 3, 20, &region) &&
                dado_block_init(&b, 300, 3, 20, &region));
    fill(&a, 1);
    fill(&b, 1);
    dado_compressor packer = { 0 };
    dado_byte_writer first = { 0 }, second = { 0 };
    fill(&b, 2);
    assert_true(dado_block_pack(&packer, &a, &first, NULL));
    // What a packer packed before leaves no trace.
    assert_true(dado_block_pack(&packer, &b, &second, NULL));
    fill(&b, 1);
    assert_true(dado_block_pack(&packer, &b, &second, NULL));
    assert_int_equal(first.used, second.used);
    assert_memory_equal(first.bytes, second.bytes, first.used);
    dado_byte_writer_free(&first);
    dado_byte_writer_free(&second);
    dado_compressor_free(&packer);
    dado_region_free(&region);
}

static void damaged_blocks_are_refused_and_never_crash(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 28);
    dado_block block, back;
    assert_true(dado_block_init(&block, 40, 2, 10, &region));
    fill(&block, 3);
    dado_compressor packer = { 0 };
    dado_byte_writer packed = { 0 };
    assert_true(dado_block_pack(&packer, &block, &packed, NULL));
    size_t mark = dado_region_mark(&region);
    unsigned char *bytes = malloc(packed.used);
    assert_non_null(bytes);
    int refused = 0;
    for (size_t i = 0; i < packed.used * 4; i++) {
        dado_region_rewind(&region, mark);
        memcpy(bytes, packed.bytes, packed.used);
        bytes[i % packed.used] ^= (unsigned char)(1u << (i / packed.used * 2));
        dado_error err = { 0 };
        if (dado_block_unpack(&back, bytes, packed.used, &region, &err)) continue;
        assert_true(err.text[0] != '\0');
        refused++;
    }
    assert_true(refused > (int)packed.used * 3);
    for (size_t cut = 0; cut < packed.used; cut++) {
        dado_region_rewind(&region, mark);
        assert_false(dado_block_unpack(&back, packed.bytes, cut, &region, NULL));
    }
    // Damage below the squeezing, where no check sum helps.
    for (int round = 0; round < 3000; round++) {
        dado_fast_rng q = dado_fast_rng_seed((uint64_t)round);
        unsigned char raw[64];
        size_t size = 1 + dado_fast_rng_below(&q, sizeof raw);
        for (size_t i = 0; i < size; i++)
            raw[i] = (unsigned char)dado_fast_rng_below(&q, i < 8 ? 4 : 256);
        raw[0] = (unsigned char)(1 + round % 4);
        assert_true(dado_compress(&packer, raw, size, &packed, NULL));
        dado_region_rewind(&region, mark);
        dado_block_unpack(&back, packed.bytes, packed.used, &region, NULL);
    }
    free(bytes);
    dado_byte_writer_free(&packed);
    dado_compressor_free(&packer);
    dado_region_free(&region);
}

// Real numbers near one another and far apart, with zeros and with gaps. They are not squeezed, and
// every damage to them is found all the same.
static void real_numbers_come_back_to_the_bit(void **state)
{
    (void)state;
    enum { matches = 512, measures = 8 };
    dado_region region;
    dado_region_init(&region, (size_t)1 << 28);
    dado_block block, back;
    assert_true(dado_block_init(&block, matches, 2, measures, &region));
    dado_fast_rng q = dado_fast_rng_seed(5);
    for (int i = 0; i < matches; i++) {
        double unit = dado_fast_rng_unit(&q), some = dado_fast_rng_below(&q, 3);
        double row[measures] = { 0.5 + unit / 2,
                                 some == 1 ? 0.0 : 0.1 + unit,
                                 some == 1   ? DADO_NONE
                                 : some == 2 ? 0.0
                                             : 0.1 + unit,
                                 some == 1 ? -0.0 : unit,
                                 unit - 0.5,
                                 ldexp(unit, i % 64),
                                 i == 77 ? 5e-324 : unit,
                                 1e6 * unit };
        for (int m = 0; m < measures; m++) dado_block_column(&block, m)[i] = row[m];
    }
    dado_compressor packer = { 0 };
    dado_byte_writer packed = { 0 };
    assert_true(dado_block_pack(&packer, &block, &packed, NULL));
    assert_int_equal(packed.bytes[0], 0xDA);
    assert_true(packed.used < matches * (4 * 7 + 4 * 8 + 2));
    assert_true(dado_block_unpack(&back, packed.bytes, packed.used, &region, NULL));
    for (int m = 0; m < measures; m++) {
        assert_true(same_bits(dado_block_column(&back, m), dado_block_column(&block, m), matches));
    }
    size_t mark = dado_region_mark(&region);
    for (size_t i = 0; i < packed.used; i++) {
        dado_error err = { 0 };
        dado_region_rewind(&region, mark);
        packed.bytes[i] ^= (unsigned char)(1u << i % 8);
        assert_false(dado_block_unpack(&back, packed.bytes, packed.used, &region, &err));
        assert_true(err.text[0] != '\0');
        packed.bytes[i] ^= (unsigned char)(1u << i % 8);
        assert_false(dado_block_unpack(&back, packed.bytes, i, &region, NULL));
    }
    dado_byte_writer_free(&packed);
    dado_compressor_free(&packer);
    dado_region_free(&region);
}

// As they were written before ends and efforts were columns and few numbers a list.
static void blocks_of_the_first_layout_are_read(void **state)
{
    (void)state;
    enum { matches = 3 };
    unsigned char bytes[256];
    dado_byte_writer out = { .bytes = bytes, .room = sizeof bytes };
    static const int head[] = { 1, 0, 0, 0, matches, 1, 2, 0, DADO_OK };
    for (size_t i = 0; i < sizeof head / sizeof *head; i++) {
        dado_pack_number(&out, (uint64_t)head[i]);
    }
    static const unsigned char ends[] = { DADO_FINISHED, DADO_STOPPED, DADO_FORFEITED };
    dado_pack_bytes(&out, ends, matches);
    dado_pack_number(&out, 2 * 2);  // scores of a byte
    dado_pack_bytes(&out, (unsigned char[]){ 7, 0xFF, 9 }, matches);
    dado_pack_number(&out, 1 * 2);  // all in one place
    dado_pack_real(&out, 0.0);
    for (uint64_t i = 0; i < matches; i++) dado_pack_number(&out, 300 + i);
    dado_pack_number(&out, 0 * 2 + 1);  // nobody has the first measure
    dado_pack_number(&out, 5 * 2 + 1);  // and two have the second
    dado_pack_bytes(&out, (unsigned char[]){ 5 }, 1);
    dado_pack_real(&out, 0.25);
    dado_pack_real(&out, 0.75);
    dado_pack_number(&out, 0);  // no moves
    dado_region region;
    dado_block back;
    dado_error err = { 0 };
    dado_region_init(&region, (size_t)1 << 20);
    dado_byte_reader in = { .bytes = bytes, .size = out.used };
    if (!dado_block_read(&back, &in, &region, &err)) fail_msg("%s", err.text);
    assert_memory_equal(back.ends, ends, matches);
    assert_int_equal(back.scores[1], -1);
    assert_int_equal(back.places[2], 0);
    assert_int_equal(back.effort[2], 302);
    assert_true(dado_is_none(dado_block_value(&back, 0, 0)));
    assert_true(dado_block_value(&back, 0, 1) == 0.25);
    assert_true(dado_is_none(dado_block_value(&back, 1, 1)));
    assert_true(dado_block_value(&back, 2, 1) == 0.75);
    dado_region_free(&region);
}

// Two hundred and fifty-six different numbers still make a list, one more does not.
static void few_numbers_are_listed_and_many_are_not(void **state)
{
    (void)state;
    static const int different[] = { 2, 3, 4, 5, 16, 17, 255, 256, 257, 512 };
    size_t sizes[sizeof different / sizeof *different];
    for (size_t k = 0; k < sizeof different / sizeof *different; k++) {
        double values[DADO_COLUMN_MOST], back[DADO_COLUMN_MOST];
        unsigned char bytes[DADO_COLUMN_MOST * 16];
        for (int i = 0; i < DADO_COLUMN_MOST; i++) {
            int which = i % different[k];
            values[i] = which == 1 ? DADO_NONE : which / 7.0;
        }
        dado_byte_writer out = { .bytes = bytes, .room = sizeof bytes };
        dado_column_pack(&out, values, DADO_COLUMN_MOST);
        dado_byte_reader in = { .bytes = bytes, .size = out.used };
        dado_column_unpack(&in, back, DADO_COLUMN_MOST);
        assert_false(out.full || in.broken);
        assert_int_equal(in.used, out.used);
        assert_true(same_bits(values, back, DADO_COLUMN_MOST));
        sizes[k] = out.used;
    }
    assert_true(sizes[4] < DADO_COLUMN_MOST && sizes[7] < sizes[8]);
}

static void assert_same_matches(const dado_block *a, const dado_block *b)
{
    size_t n = (size_t)a->count, seats = n * (size_t)a->players;
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->ends, b->ends, n);
    assert_memory_equal(a->scores, b->scores, seats * sizeof *a->scores);
    assert_memory_equal(a->places, b->places, seats * sizeof *a->places);
    assert_memory_equal(a->effort, b->effort, seats * sizeof *a->effort);
    for (int m = 0; m < a->measures; m++) {
        assert_true(same_bits(dado_block_column(a, m), dado_block_column(b, m), n));
    }
}

enum { rows = 200, kinds = 5 };

// Row i is of kind i at first, and then of any.
static int kind_of_row(int i)
{
    return i < kinds ? i : i * 7 % kinds;
}

static void fill_with_kinds(dado_block *block)
{
    for (int i = 0; i < block->count; i++) {
        int kind = kind_of_row(i);
        block->ends[i] = kind % 2 ? DADO_FORFEITED : DADO_FINISHED;
        for (int p = 0; p < block->players; p++) {
            block->scores[i * block->players + p] = kind % 3 - p;
            block->places[i * block->players + p] = (kind + p) % 2;
            block->effort[i * block->players + p] = (uint64_t)kind * 1000;
        }
        for (int m = 0; m < block->measures; m++) {
            dado_block_column(block, m)[i] = m == 0 ? DADO_NONE : kind / (1.0 + m);
        }
    }
}

// As earlier versions wrote blocks of few different matches: one row of each kind, and then the
// kind of every match. `last` is the kind of the last match.
static void write_kinds(dado_byte_writer *out, dado_block *block, int last)
{
    int32_t column[rows];
    dado_byte_writer whole = { .grows = true };
    block->count = kinds;
    dado_block_write(&whole, block);
    block->count = rows;
    dado_byte_reader in = { .bytes = whole.bytes, .size = whole.used };
    for (int i = 0; i < 10; i++) {  // the head, with the count of matches and that of kinds
        uint64_t number = dado_unpack_number(&in);
        dado_pack_number(out, i == 4 ? rows : i == 9 ? kinds : number);
    }
    dado_pack_bytes(out, whole.bytes + in.used, whole.used - in.used - 1);  // but for the moves
    for (int i = 0; i < rows; i++) column[i] = kind_of_row(i);
    column[rows - 1] = last;
    dado_column_pack_ints(out, column, 1, rows);
    dado_pack_number(out, 0);
    dado_byte_writer_free(&whole);
}

static void blocks_that_keep_equal_matches_once_are_read(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 28);
    dado_block block, back;
    assert_true(dado_block_init(&block, rows, 2, 9, &region));
    fill_with_kinds(&block);
    dado_byte_writer out = { .grows = true };
    write_kinds(&out, &block, kind_of_row(rows - 1));
    dado_error err = { 0 };
    dado_byte_reader in = { .bytes = out.bytes, .size = out.used };
    if (!dado_block_read(&back, &in, &region, &err)) fail_msg("%s", err.text);
    assert_int_equal(in.used, out.used);
    assert_same_matches(&block, &back);
    // A kind that no row is of is damage.
    dado_byte_writer_reset(&out);
    write_kinds(&out, &block, kinds);
    in = (dado_byte_reader){ .bytes = out.bytes, .size = out.used };
    assert_false(dado_block_read(&back, &in, &region, &err));
    dado_byte_writer_free(&out);
    dado_region_free(&region);
}

// As they were written before a block could keep equal matches once.
static void blocks_of_the_third_layout_are_read(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 28);
    dado_block block, back;
    assert_true(dado_block_init(&block, 200, 2, 17, &region));
    fill(&block, 11);
    dado_byte_writer out = { .grows = true };
    dado_block_write(&out, &block);
    dado_byte_reader in = { .bytes = out.bytes, .size = out.used };
    for (int i = 0; i < 9; i++) dado_unpack_number(&in);  // the head
    assert_int_equal(out.bytes[0], 4);
    assert_int_equal(out.bytes[in.used], 0);  // no kinds
    out.bytes[0] = 3;
    memmove(out.bytes + in.used, out.bytes + in.used + 1, out.used - in.used - 1);
    dado_error err = { 0 };
    in = (dado_byte_reader){ .bytes = out.bytes, .size = out.used - 1 };
    if (!dado_block_read(&back, &in, &region, &err)) fail_msg("%s", err.text);
    assert_int_equal(in.used, out.used - 1);
    assert_same_matches(&block, &back);
    dado_byte_writer_free(&out);
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_of_any_size_come_back_to_the_bit),
        cmocka_unit_test(the_same_numbers_give_the_same_bytes),
        cmocka_unit_test(damaged_blocks_are_refused_and_never_crash),
        cmocka_unit_test(real_numbers_come_back_to_the_bit),
        cmocka_unit_test(blocks_of_the_first_layout_are_read),
        cmocka_unit_test(blocks_of_the_third_layout_are_read),
        cmocka_unit_test(few_numbers_are_listed_and_many_are_not),
        cmocka_unit_test(blocks_that_keep_equal_matches_once_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
