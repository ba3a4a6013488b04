// desk_test.c - a block is the same bytes whether matches are measured side by side or not.
#include "lab/desk.h"

#include "support/test.h"

enum { MATCHES = 512 };

typedef struct bench {
    dado_arena arena;
    dado_source source;
    dado_player player;
    dado_lineup lineup;
    dado_plan plan;
    dado_desk abreast, alone;
    dado_block blocks[2];
} bench;

static bool open_bench(bench *b, const char *name, const char *set, const char *to, bool six)
{
    dado_error err = { 0 };
    dado_option option = { .name = set, .text = to };
    dado_options options = { .items = &option, .count = set ? 1 : 0 };
    dado_arena_init_generous(&b->arena);
    if (!dado_source_find(&b->source, name, &options, &b->arena, &err) ||
        !dado_player_parse(&b->player, "random", &b->arena, &err)) {
        fail_msg("%s: %s", name, err.text);
    }
    b->lineup = (dado_lineup){ .name = "random", .players = &b->player, .count = 1 };
    b->plan = (dado_plan){ .instances = &b->source, .instance_count = 1, .lineups = &b->lineup,
                           .lineup_count = 1, .matches = MATCHES, .seed = 5, .six_only = six,
                           .move_limit = 60 };
    dado_desk_init(&b->abreast, &b->plan);
    dado_desk_init(&b->alone, &b->plan);
    if (!dado_desk_open(&b->abreast, 0, 0, &err) || !dado_desk_open(&b->alone, 0, 0, &err)) {
        fail_msg("%s: %s", name, err.text);
    }
    b->alone.abreast = NULL;
    for (int k = 0; k < 2; k++) {
        assert_true(dado_block_init(&b->blocks[k], MATCHES, b->alone.game.players,
                                    b->alone.measures.count, &b->arena));
    }
    return b->abreast.abreast != NULL;
}

static void close_bench(bench *b)
{
    dado_desk_free(&b->abreast);
    dado_desk_free(&b->alone);
    dado_arena_free(&b->arena);
}

static void same_block(const char *name, const dado_block *a, const dado_block *b, int count)
{
    size_t n = (size_t)count, seats = n * (size_t)a->players;
    assert_memory_equal(a->ends, b->ends, n * sizeof *a->ends);
    assert_memory_equal(a->scores, b->scores, seats * sizeof *a->scores);
    assert_memory_equal(a->places, b->places, seats * sizeof *a->places);
    assert_memory_equal(a->effort, b->effort, seats * sizeof *a->effort);
    assert_int_equal(a->broken, b->broken);
    for (int m = 0; m < a->measures; m++) {
        const double *one = dado_block_column(a, m), *other = dado_block_column(b, m);
        if (memcmp(one, other, n * sizeof *one) != 0) fail_msg("%s: measure %d differs", name, m);
        for (int i = 0; i < a->alike[m] && i < count; i++) {
            if (memcmp(&one[i], one, sizeof *one) != 0) {
                fail_msg("%s: measure %d is not one number", name, m);
            }
        }
    }
}

// Blocks of several sizes one after another in the same memory, as an experiment has them.
static void compare(const char *name, const char *set, const char *to, bool six)
{
    static const int sizes[] = { MATCHES, 8, 15, 3, 100, MATCHES };
    static bench b;
    if (!open_bench(&b, name, set, to, six)) {
        close_bench(&b);
        skip();
    }
    int64_t first = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; first += sizes[i++]) {
        for (int k = 0; k < 2; k++) b.blocks[k].count = sizes[i];
        assert_true(dado_desk_play(&b.abreast, first, sizes[i], &b.blocks[0], NULL));
        assert_true(dado_desk_play(&b.alone, first, sizes[i], &b.blocks[1], NULL));
        same_block(name, &b.blocks[0], &b.blocks[1], sizes[i]);
    }
    close_bench(&b);
}

static void games_of_the_library(void **state)
{
    (void)state;
    static const char *const names[] = {
        "dicepoints", "pig", "craps", "hearts", "library/cards/kuhn.rcy", "leduc", "kuhn", "nim",
        "library/boards/threeinarow.rcy", "blackjack", "gofish", "euchre",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        compare(names[i], NULL, NULL, false);
        compare(names[i], NULL, NULL, true);
    }
}

static void rounds_of_dice(void **state)
{
    (void)state;
    static const struct {
        const char *set, *to;
    } games[] = {
        { "ROUNDS", "1" }, { "ROUNDS", "2" }, { "ROUNDS", "3" }, { "ROUNDS", "50" },
        { "ROUNDS", "61" }, { "PLAYERS", "1" }, { "PLAYERS", "2" }, { "PLAYERS", "3" },
        { "PLAYERS", "5" }, { "DICE", "2" }, { "FACES", "1" }, { "FACES", "100" },
        { "FACES", "300000000" },
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        compare("dicepoints", games[i].set, games[i].to, false);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_of_the_library),
        cmocka_unit_test(rounds_of_dice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
