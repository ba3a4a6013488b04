// engine_test.c - a block holds the same matches however the matches of a cell are cut into
// blocks, and whether the game's own loop played them or the loop through its rules.
#include "lab/engine.h"

#include "core/fast_paths.h"
#include "support/test.h"

enum { MATCHES = 512 };

typedef struct bench {
    dado_region region;
    dado_game_source source;
    dado_player player;
    dado_lineup lineup;
    dado_plan plan;
    dado_engine blocks, single;
    dado_block block, one;
    dado_rules counting, slow;  // the game's rules: with a counted loop of its own, and with none
    dado_fast_paths fast;
} bench;

// The loop of the game that is played now, and how often it was used.
static dado_random_match_function *own_loop;
static int own_loop_used;

static void count_and_play(const dado_game *game, void *state, dado_match_loop *loop,
                           dado_random_players *players)
{
    own_loop_used++;
    own_loop(game, state, loop, players);
}

// Blocks are played by the game's own loop, which is counted; single matches without it.
static void part_ways(bench *b)
{
    const dado_rules *rules = b->blocks.game.rules;
    own_loop = dado_fast_path(&b->blocks.game, random_match);
    own_loop_used = 0;
    b->counting = b->slow = *rules;
    b->slow.fast = NULL;
    b->single.game.rules = &b->slow;
    if (!own_loop) return;
    memcpy(&b->fast, rules->fast,
           rules->fast->size < sizeof b->fast ? rules->fast->size : sizeof b->fast);
    b->fast.random_match = count_and_play;
    b->counting.fast = &b->fast;
    b->blocks.game.rules = &b->counting;
}

static void open_bench(bench *b, const char *name, const char *set, const char *to, bool six)
{
    dado_error err = { 0 };
    dado_option option = { .name = set, .text = to };
    dado_options options = { .items = &option, .count = set ? 1 : 0 };
    dado_region_init_large(&b->region);
    if (!dado_game_source_find(&b->source, name, &options, &b->region, &err) ||
        !dado_player_parse(&b->player, "random", &b->region, &err)) {
        fail_msg("%s: %s", name, err.text);
    }
    b->lineup = (dado_lineup){ .name = "random", .players = &b->player, .count = 1 };
    b->plan = (dado_plan){ .instances = &b->source,
                           .instance_count = 1,
                           .lineups = &b->lineup,
                           .lineup_count = 1,
                           .matches = MATCHES,
                           .seed = 5,
                           .six_metrics_only = six,
                           .move_limit = 60 };
    dado_engine_init(&b->blocks, &b->plan);
    dado_engine_init(&b->single, &b->plan);
    if (!dado_engine_open(&b->blocks, 0, 0, &err) || !dado_engine_open(&b->single, 0, 0, &err)) {
        fail_msg("%s: %s", name, err.text);
    }
    int players = b->single.game.players, measures = b->single.measures.count;
    assert_true(dado_block_init(&b->block, MATCHES, players, measures, &b->region));
    assert_true(dado_block_init(&b->one, 1, players, measures, &b->region));
    part_ways(b);
}

static void close_bench(bench *b)
{
    dado_engine_free(&b->blocks);
    dado_engine_free(&b->single);
    dado_region_free(&b->region);
}

// Row `i` of the block against a block of that match alone, and against its trace.
static void same_match(bench *b, const char *name, int64_t match, int i)
{
    const dado_block *all = &b->block, *one = &b->one;
    int players = one->players;
    size_t row = sizeof *one->scores * (size_t)players;
    assert_true(dado_engine_play(&b->single, match, 1, &b->one, NULL));
    assert_int_equal(all->ends[i], one->ends[0]);
    assert_memory_equal(all->scores + (int64_t)i * players, one->scores, row);
    assert_memory_equal(all->places + (int64_t)i * players, one->places, row);
    for (int m = 0; m < one->measures; m++) {
        if (memcmp(dado_block_column(all, m) + i, dado_block_column(one, m), sizeof(double)) != 0) {
            fail_msg("%s: measure %d of match %d differs", name, m, (int)match);
        }
    }
    const dado_trace *trace = dado_engine_match(&b->single, match);
    assert_non_null(trace);
    assert_int_equal(all->ends[i], trace->end);
    assert_memory_equal(all->scores + (int64_t)i * players, trace->result, row);
    assert_memory_equal(all->places + (int64_t)i * players, trace->places, row);
}

// Blocks of several sizes one after another in the same memory, as an experiment has them.
static void compare(const char *name, const char *set, const char *to, bool six)
{
    static const int sizes[] = { MATCHES, 8, 15, 3, 100 };
    static bench b;
    open_bench(&b, name, set, to, six);
    int64_t first = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; first += sizes[i++]) {
        b.block.count = sizes[i];
        assert_true(dado_engine_play(&b.blocks, first, sizes[i], &b.block, NULL));
        for (int k = 0; k < sizes[i]; k += sizes[i] / 3) same_match(&b, name, first + k, k);
        same_match(&b, name, first + sizes[i] - 1, sizes[i] - 1);
    }
    bool described = strcmp(b.source.rules->name, "recycle") == 0;
    if (described && own_loop_used != first) {
        fail_msg("%s: the game's own loop played %d of %d matches", name, own_loop_used,
                 (int)first);
    }
    close_bench(&b);
}

static void games_of_the_library(void **state)
{
    (void)state;
    static const char *const names[] = {
        "dicepoints",
        "pig",
        "craps",
        "hearts",
        "library/cards/kuhn.rcy",
        "leduc",
        "kuhn",
        "nim",
        "library/boards/threeinarow.rcy",
        "blackjack",
        "gofish",
        "euchre",
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
        { "ROUNDS", "1" }, { "ROUNDS", "61" }, { "PLAYERS", "1" },       { "PLAYERS", "5" },
        { "DICE", "2" },   { "FACES", "1" },   { "FACES", "300000000" },
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
