// platform_level_test.c - levels, patterns, scores and their texts are those of the specification.
#include "support/test.h"

#include "core/rng.h"
#include "worlds/platform/level_format.h"
#include "worlds/platform/building_patterns.h"
#include "worlds/platform/pattern_score.h"

typedef struct kit {
    dado_region region;
    dado_patterns patterns;
    dado_pattern_score score;
    dado_error err;
} kit;

static kit *unpack(void)
{
    kit *k = calloc(1, sizeof *k);
    assert_non_null(k);
    dado_region_init(&k->region, (size_t)64 << 20);
    if (!dado_patterns_read(&k->patterns, "classic", dado_patterns_classic, &k->region, &k->err) ||
        !dado_pattern_score_read(&k->score, &k->patterns, "classic", dado_score_table_classic,
                                 &k->region, &k->err)) {
        fail_msg("line %d: %s", k->err.place.line, k->err.text);
    }
    return k;
}

static void pack(kit *k)
{
    dado_region_free(&k->region);
    free(k);
}

static void the_shipped_files_are_what_the_program_knows(void **state)
{
    (void)state;
    char *patterns = dado_test_read("library/levels/classic.patterns");
    char *table = dado_test_read("library/levels/classic.table");
    assert_string_equal(patterns, dado_patterns_classic);
    assert_string_equal(table, dado_score_table_classic);
    free(patterns);
    free(table);
}

static void there_are_thirty_patterns_of_five_classes(void **state)
{
    (void)state;
    static const int widths[30] = { 3, 4, 5, 6, 6, 4, 5, 6, 4,  5, 6, 8, 9, 10, 5,
                                    6, 7, 7, 8, 9, 2, 2, 3, 11, 3, 3, 3, 3, 5,  7 };
    static const char *const classes[] = { "enemy", "pit", "valley", "former", "reward" };
    static const int first[] = { 0, 5, 14, 20, 26, 30 };
    kit *k = unpack();
    assert_int_equal(k->patterns.count, 30);
    assert_int_equal(k->patterns.class_count, 5);
    int sum = 0;
    for (int i = 0; i < 30; i++) {
        assert_int_equal(k->patterns.items[i].width, widths[i]);
        sum += k->patterns.items[i].width;
    }
    assert_int_equal(sum, 165);
    for (int c = 0; c < 5; c++) {
        assert_string_equal(k->patterns.classes[c], classes[c]);
        for (int i = first[c]; i < first[c + 1]; i++) {
            assert_int_equal(k->patterns.items[i].class_index, c);
        }
    }
    pack(k);
}

static int count_tiles(const dado_pattern *p, int tile)
{
    int count = 0;
    for (int i = 0; i < p->width * DADO_LEVEL_ROWS; i++) count += p->tiles[i] == tile;
    return count;
}

static void patterns_hold_what_the_table_says(void **state)
{
    (void)state;
    kit *k = unpack();
    const dado_pattern *p = k->patterns.items;
    static const int walkers[30] = { 1, 2, 3, 4, 4, [29] = 4 };
    static const int snappers[30] = { [17] = 1, 1, 1, [21] = 1 };
    static const int pits[30] = { [5] = 2, 3, 4, 2, 3, 4, 2, 3, 4 };
    static const int rocks[30] = { [8] = 2, 2, 2, 6, 6, 6, 6, 6, 6, [22] = 3, 12, 6, 6 };
    for (int i = 0; i < 30; i++) {
        assert_int_equal(p[i].walker_count, walkers[i]);
        assert_int_equal(p[i].lair_count, snappers[i]);
        assert_int_equal(count_tiles(&p[i], DADO_TILE_GROUND), 2 * (p[i].width - pits[i]));
        assert_int_equal(count_tiles(&p[i], DADO_TILE_ROCK), rocks[i]);
    }
    assert_int_equal(count_tiles(&p[27], DADO_TILE_COIN), 5);
    assert_int_equal(count_tiles(&p[28], DADO_TILE_COINS), 3);
    assert_int_equal(count_tiles(&p[4], DADO_TILE_POWER), 1);
    assert_int_equal(count_tiles(&p[4], DADO_TILE_BRICK), 3);
    assert_int_equal(p[18].lairs[0].choices, 2);
    assert_int_equal(p[18].lairs[0].choice[1], 6);
    // Roof: the block hangs at height 3, row 11 of 16, above column 1.
    assert_int_equal(p[4].tiles[1 * 16 + 11], DADO_TILE_POWER);
    pack(k);
}

// In tenths, as the specification prints them.
static void check_fitness(const dado_pattern_score *score, const uint8_t *genes, int count,
                          double expected)
{
    assert_true(dado_pattern_score_fitness(score, genes, count) ==
                (int64_t)(expected * 1000 + (expected < 0 ? -0.5 : 0.5)));
}

static int repeat(uint8_t *genes, const uint8_t *part, int length, int times)
{
    for (int i = 0; i < length * times; i++) genes[i] = part[i % length];
    return length * times;
}

static void fitness_is_that_of_the_worked_genomes(void **state)
{
    (void)state;
    kit *k = unpack();
    dado_pattern_score roof, plain;
    char *text = dado_test_read("library/levels/roof.table");
    assert_non_null(text);
    assert_true(dado_pattern_score_read(&roof, &k->patterns, "roof", text, &k->region, &k->err));
    free(text);
    plain = k->score;
    plain.penalty = 0;
    uint8_t up[30], down[30];
    for (int i = 0; i < 30; i++) {
        up[i] = (uint8_t)i;
        down[i] = (uint8_t)(29 - i);
    }
    uint8_t ten[20], three[24], eight[16];
    repeat(ten, (uint8_t[]){ 0, 20 }, 2, 10);
    repeat(three, (uint8_t[]){ 0, 20, 1, 21, 2, 22, 3, 24 }, 8, 3);
    repeat(eight, (uint8_t[]){ 5, 4 }, 2, 8);
    const struct {
        const uint8_t *genes;
        int count;
        double classes, roof, plain;
    } rows[] = {
        { up, 0, 0, 0, 0 },
        { (uint8_t[]){ 7 }, 1, -2, -2, 0 },
        { (uint8_t[]){ 0, 5, 1, 21 }, 4, -3.1, -3.1, 4.9 },
        { (uint8_t[]){ 0, 0, 1, 21, 2, 28, 29, 26, 16, 4 }, 10, 3.9, 3.9, 7.9 },
        { up, 30, 5.6, 6.5, 5.6 },
        { down, 30, 6.5, 6.5, 6.5 },
        { ten, 20, -2, -2, 38 },
        { three, 24, 46, 46, 46 },
        { eight, 16, -9.8, -9.8, 22.2 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_fitness(&k->score, rows[i].genes, rows[i].count, rows[i].classes);
        check_fitness(&roof, rows[i].genes, rows[i].count, rows[i].roof);
        check_fitness(&plain, rows[i].genes, rows[i].count, rows[i].plain);
    }
    pack(k);
}

// Twenty alleles: three of one kind are exactly 15 percent, and free of charge.
static void precisely_the_share_is_not_punished(void **state)
{
    (void)state;
    kit *k = unpack();
    uint8_t genes[20];
    for (int i = 0; i < 20; i++) genes[i] = (uint8_t)i;
    genes[18] = genes[19] = 0;
    assert_true(dado_pattern_score_penalty(&k->score, genes, 20) == 0);
    genes[17] = 0;
    assert_true(dado_pattern_score_penalty(&k->score, genes, 20) == 8000);
    pack(k);
}

static const uint8_t example[] = { 0, 5, 20, 4, 27 };

static void the_worked_level_prints_as_in_the_specification(void **state)
{
    (void)state;
    kit *k = unpack();
    dado_level level;
    assert_true(dado_level_build(&level, &k->patterns, example, 5, 1, &k->region, &k->err));
    assert_int_equal(level.width, 48);
    assert_int_equal(level.exit_column, 32);
    dado_text text = { 0 };
    dado_level_write(&level, &text);
    static const char *const lowest[] = {
        "--------------------------o---------------------",
        "-----------------tt-@SSS-ooo--------------------",
        "-----------------tt-------o---------------------",
        "--M--------~-----tt-~~~~--------F---------------",
        "XXXXXXXXXXXXXX--XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
        "XXXXXXXXXXXXXX--XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
    };
    assert_int_equal(text.length, 16 * 49);
    for (int row = 0; row < 16; row++) {
        const char *line = text.data + row * 49;
        for (int column = 0; column < 48; column++) {
            char expected = row < 10 ? '-' : lowest[row - 10][column];
            if (expected == '~') assert_non_null(strchr("gkrGKR", line[column]));
            else assert_int_equal(line[column], expected);
        }
        assert_int_equal(line[48], '\n');
    }
    dado_text_free(&text);
    pack(k);
}

static void random_genes(dado_rng *rng, uint8_t *genes, int count)
{
    for (int i = 0; i < count; i++) genes[i] = (uint8_t)dado_rng_below(rng, 30);
}

static void what_is_written_reads_back_the_same(void **state)
{
    (void)state;
    kit *k = unpack();
    dado_rng rng = dado_rng_stream(7, 0, 0);
    for (int i = 0; i < 50; i++) {
        size_t mark = dado_region_mark(&k->region);
        uint8_t genes[40], again[40];
        int count = 0;
        random_genes(&rng, genes, 40);
        dado_level level, copy;
        assert_true(
            dado_level_build(&level, &k->patterns, genes, 40, (uint64_t)i, &k->region, &k->err));
        dado_text text = { 0 }, json = { 0 }, line = { 0 };
        dado_level_write(&level, &text);
        assert_true(dado_level_read(&copy, "x", dado_text_string(&text), &k->region, &k->err));
        assert_true(dado_level_equal(&level, &copy));
        dado_level_write_json(&level, &json);
        assert_true(dado_level_read(&copy, "x", dado_text_string(&json), &k->region, &k->err));
        assert_true(dado_level_equal(&level, &copy));
        dado_genes_write(genes, 40, &line);
        assert_true(dado_genes_read(&k->patterns, "x", dado_text_string(&line), again, 40, &count,
                                    &k->err));
        assert_int_equal(count, 40);
        assert_memory_equal(genes, again, 40);
        dado_text_free(&text);
        dado_text_free(&json);
        dado_text_free(&line);
        dado_region_rewind(&k->region, mark);
    }
    pack(k);
}

static void every_tile_survives_the_text(void **state)
{
    (void)state;
    static const char odd[] =
        "----------------------\n----------------------\n----------------------\n"
        "----------------------\n----------------------\n----------------------\n"
        "----------------------\n----------------------\n--1-2--@-?-!-Q-C-U-L--\n"
        "--D-o-%--*------------\n------|--*--tttt<>----\n---------*--tTTT[]----\n"
        "----------------<>----\n-MgkryGKRYE-----[]-F--\nXXXXXXXXXXXXXXXXXXXXXX\n"
        "XXXXXXXXXXXXXXXXXXXXXX\n";
    kit *k = unpack();
    dado_level level, copy;
    if (!dado_level_read(&level, "odd", odd, &k->region, &k->err)) fail_msg("%s", k->err.text);
    assert_int_equal(level.spawn_count, 9);
    dado_text text = { 0 }, again = { 0 };
    dado_level_write(&level, &text);
    assert_true(dado_level_read(&copy, "odd", dado_text_string(&text), &k->region, &k->err));
    assert_true(dado_level_equal(&level, &copy));
    dado_level_write(&copy, &again);
    assert_string_equal(dado_text_string(&text), dado_text_string(&again));
    dado_text_free(&text);
    dado_text_free(&again);
    pack(k);
}

static void a_coin_where_the_hero_is_put_is_not_kept_where_it_cannot_be_written(void **state)
{
    (void)state;
    static const char *const texts[] = { "o\nXX\n\ni", "1--\nXXX\n-X-\nXXX\n",
                                         "2o-\nXXX\n---\n---\n" };
    dado_region region;
    dado_region_init(&region, (size_t)1 << 22);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dado_level level, copy;
        dado_error err = { 0 };
        dado_text out = { 0 };
        if (!dado_level_read(&level, "test", texts[i], &region, &err)) fail_msg("%s", err.text);
        dado_level_write(&level, &out);
        assert_true(dado_level_read(&copy, "again", dado_text_string(&out), &region, &err));
        assert_true(dado_level_equal(&level, &copy));
        dado_text_free(&out);
    }
    dado_region_free(&region);
}

static void the_corpus_form_keeps_the_shape(void **state)
{
    (void)state;
    kit *k = unpack();
    dado_level level, copy;
    assert_true(dado_level_build(&level, &k->patterns, (uint8_t[]){ 0, 21, 8, 28 }, 4, 3,
                                 &k->region, &k->err));
    dado_text text = { 0 };
    dado_level_write_corpus(&level, &text);
    assert_int_equal(text.length, 14 * (level.width + 1));
    if (!dado_level_read(&copy, "c", dado_text_string(&text), &k->region, &k->err)) {
        fail_msg("%d:%d %s", k->err.place.line, k->err.place.column, k->err.text);
    }
    assert_int_equal(copy.width, level.width);
    assert_int_equal(copy.start_column, 0);
    assert_int_equal(copy.start_row, 13);
    assert_int_equal(copy.exit_column, level.width - 1);
    assert_int_equal(copy.spawn_count, 1);  // the walker, as a crawler; the snapper is lost
    assert_int_equal(copy.spawns[0].creature, DADO_CRAWLER);
    for (int i = 0; i < level.width * 16; i++) {
        int before = level.tiles[i] == DADO_TILE_ROCK ? DADO_TILE_GROUND : level.tiles[i];
        assert_int_equal(copy.tiles[i], before);
    }
    dado_text_free(&text);
    pack(k);
}

static void creatures_are_drawn_in_thirds_and_one_in_twenty_flies(void **state)
{
    (void)state;
    kit *k = unpack();
    int kinds[DADO_CREATURES] = { 0 }, winged = 0, all = 0, left = 0;
    for (uint64_t seed = 0; seed < 500; seed++) {
        size_t mark = dado_region_mark(&k->region);
        dado_level level;
        assert_true(dado_level_build(&level, &k->patterns, (uint8_t[]){ 3, 3, 3, 3, 3, 17 }, 6,
                                     seed, &k->region, &k->err));
        for (int i = 0; i < level.spawn_count; i++) {
            if (level.spawns[i].creature == DADO_SNAPPER) {
                left += level.spawns[i].column == 40;
                continue;
            }
            kinds[level.spawns[i].creature]++;
            winged += level.spawns[i].winged;
            all++;
        }
        dado_region_rewind(&k->region, mark);
    }
    assert_int_equal(all, 10000);
    for (int i = 0; i < 3; i++) assert_in_range(kinds[i], 3333 - 190, 3333 + 190);  // 4 sigma
    assert_int_equal(kinds[DADO_SPIKER], 0);
    assert_in_range(winged, 500 - 88, 500 + 88);
    assert_in_range(left, 250 - 45, 250 + 45);
    pack(k);
}

typedef bool reading(kit *k, const char *text);

static bool as_patterns(kit *k, const char *text)
{
    dado_patterns p;
    return dado_patterns_read(&p, "f", text, &k->region, &k->err);
}

static bool as_table(kit *k, const char *text)
{
    dado_pattern_score s;
    return dado_pattern_score_read(&s, &k->patterns, "f", text, &k->region, &k->err);
}

static bool as_level(kit *k, const char *text)
{
    dado_level l;
    return dado_level_read(&l, "f", text, &k->region, &k->err);
}

static bool as_genes(kit *k, const char *text)
{
    uint8_t genes[8];
    int count;
    return dado_genes_read(&k->patterns, "f", text, genes, 8, &count, &k->err);
}

#define CLASSES "classes enemy pit valley former reward\n"
#define AIR5 "-----\n-----\n-----\n-----\n-----\n"

static void what_is_malformed_is_refused_with_line_and_reason(void **state)
{
    (void)state;
    static const struct {
        reading *read;
        const char *text;
        int line, column;
        const char *why;
    } cases[] = {
        { as_patterns, "", 1, 1, "no pattern" },
        { as_patterns, "# only\n\na b\n", 3, 1, "a name, a class and its columns" },
        { as_patterns, "a b = =\nc b = walk 1\n", 2, 12, "column from 0 to 0" },
        { as_patterns, "a b =z\n", 1, 6, "no tile 'z'" },
        { as_patterns, "a b =.............\n", 1, 18, "largest height is 12" },
        { as_patterns, "a b = =\na b =\n", 2, 1, "in line 1" },
        { as_patterns, "a b =[ =\n", 1, 5, "half a pipe" },
        { as_patterns, "a b =# walk 0\n", 1, 13, "has a tile" },
        { as_patterns, "a b = walk 0 0\n", 1, 14, "already" },
        { as_patterns, "a b = snap 0\n", 1, 12, "no left mouth" },
        { as_patterns, "a b = hop 0\n", 1, 7, "walk, fly or snap" },
        { as_patterns, "3 b =\n", 1, 1, "digit" },
        { as_table, "", 1, 1, "no scores" },
        { as_table, "classes enemy pit\n", 1, 1, "5 classes" },
        { as_table, "classes enemy pitt\n", 1, 15, "did you mean pit" },
        { as_table, CLASSES "enemy 1 2 3 4\n", 2, 1, "expected a number" },
        { as_table, CLASSES "enemy 1 2 3 4 five\n", 2, 15, "not five" },
        { as_table, CLASSES "enemy 1 2 3 4 5 6\n", 2, 17, "unexpected text at the end" },
        { as_table, CLASSES "enemy 1 2 3 4 0.0001\n", 2, 15, "three decimals" },
        { as_table, CLASSES "enemy 1 2 3 4 5\n", 2, 1, "no row for the class pit" },
        { as_table, CLASSES "cell walker roof 1\n", 2, 1, "must come after all scores" },
        { as_table, "share 120\n", 1, 7, "0 to 100" },
        { as_table, "shore 12\n", 1, 1, "did you mean share" },
        { as_table, "matrix\n1 2\n", 2, 1, "expected a number" },
        { as_level, "", 1, 1, "16 rows" },
        { as_level, "-\n-\nX\n", 3, 1, "this one has 3" },
        { as_level, AIR5 AIR5 AIR5 "--\001--\n", 16, 3, "byte 1 has no meaning" },
        { as_level, AIR5 AIR5 AIR5 "-----\n", 1, 1, "no start" },
        { as_level, AIR5 AIR5 "-----\n-----\n-----\n----M\nXXXXX\nXXXXX\n", 1, 5, "no exit" },
        { as_level, "X----\n" AIR5 AIR5 AIR5 "-----\n", 17, 1, "one too many" },
        { as_level, "{\"rows\":[1]}", 1, 1, "list of strings" },
        { as_level, "{\"rows\":", 1, 8, "not JSON" },
        { as_genes, "0 1\n30\n", 2, 1, "from 0 to 29" },
        { as_genes, "walker pipes\n", 1, 8, "did you mean pipe?" },
        { as_genes, "0 1 2 3 4 5 6 7 8\n", 1, 17, "at most 8" },
    };
    kit *k = unpack();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        k->err = (dado_error){ 0 };
        if (cases[i].read(k, cases[i].text)) fail_msg("case %zu was taken", i);
        if (k->err.place.line != cases[i].line || k->err.place.column != cases[i].column ||
            !strstr(k->err.text, cases[i].why)) {
            fail_msg("case %zu: %d:%d: %s", i, k->err.place.line, k->err.place.column, k->err.text);
        }
    }
    pack(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shipped_files_are_what_the_program_knows),
        cmocka_unit_test(there_are_thirty_patterns_of_five_classes),
        cmocka_unit_test(patterns_hold_what_the_table_says),
        cmocka_unit_test(fitness_is_that_of_the_worked_genomes),
        cmocka_unit_test(precisely_the_share_is_not_punished),
        cmocka_unit_test(the_worked_level_prints_as_in_the_specification),
        cmocka_unit_test(what_is_written_reads_back_the_same),
        cmocka_unit_test(every_tile_survives_the_text),
        cmocka_unit_test(a_coin_where_the_hero_is_put_is_not_kept_where_it_cannot_be_written),
        cmocka_unit_test(the_corpus_form_keeps_the_shape),
        cmocka_unit_test(creatures_are_drawn_in_thirds_and_one_in_twenty_flies),
        cmocka_unit_test(what_is_malformed_is_refused_with_line_and_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
