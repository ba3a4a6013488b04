// lines_test.c - matches that are known by their line are those that are played.
//
// Two desks play the same blocks. One notes lines of play and knows matches again; the other keeps
// a record of every match, and so plays them all. What they keep must be the same to the last bit,
// for every game of the library and the worlds, with native code as without.
#define _GNU_SOURCE
#include "support/test.h"

#include <stdlib.h>
#include <unistd.h>

#include "lab/desk.h"
#include "lab/forge.h"
#include "lab/sums.h"
#include "lab/file.h"

enum { PER_BLOCK = 256 };

typedef struct pair {
    dado_arena arena;
    dado_source source;
    dado_lineup lineup;
    dado_plan plan;
    dado_desk knowing, playing;
} pair;

static void seat(pair *p, const char *name, int64_t matches, bool six_only)
{
    dado_error err = { 0 };
    dado_arena_init_generous(&p->arena);
    p->lineup = (dado_lineup){ .name = "random" };
    bool found = dado_source_find(&p->source, name, NULL, &p->arena, &err) &&
                 dado_players_parse(&p->lineup.players, &p->lineup.count, "random", &p->arena,
                                    &err) &&
                 dado_source_keep(&p->source, &p->arena, &err);
    if (!found) fail_msg("%s: %s", name, err.text);
    p->plan = (dado_plan){ .instances = &p->source, .instance_count = 1, .lineups = &p->lineup,
                           .lineup_count = 1, .matches = matches, .seed = 11, .move_limit = 3000,
                           .six_only = six_only };
    dado_desk_init(&p->knowing, &p->plan);
    dado_desk_init(&p->playing, &p->plan);
    p->playing.record = true;
    bool open = dado_desk_open(&p->knowing, 0, 0, &err) && dado_desk_open(&p->playing, 0, 0, &err);
    if (!open) fail_msg("%s: %s", name, err.text);
    assert_non_null(p->knowing.lines);
    assert_null(p->playing.lines);
}

static void leave(pair *p)
{
    dado_desk_free(&p->knowing);
    dado_desk_free(&p->playing);
    dado_arena_free(&p->arena);
}

static void same_block(const dado_block *a, const dado_block *b, int count)
{
    size_t n = (size_t)count, seats = n * (size_t)a->players;
    assert_memory_equal(a->ends, b->ends, n);
    assert_memory_equal(a->scores, b->scores, sizeof *a->scores * seats);
    assert_memory_equal(a->places, b->places, sizeof *a->places * seats);
    assert_memory_equal(a->effort, b->effort, sizeof *a->effort * seats);
    for (int m = 0; m < a->measures; m++) {
        const double *column = dado_block_column(a, m);
        assert_memory_equal(column, dado_block_column(b, m), sizeof(double) * n);
        for (int i = 1; dado_block_is_alike(a, m) && i < count; i++) {
            assert_memory_equal(&column[i], &column[0], sizeof *column);
        }
    }
    assert_int_equal(a->broken, b->broken);
}

static void same_moments(const dado_moments *a, const dado_moments *b, int count)
{
    for (int i = 0; i < count; i++) assert_memory_equal(&a[i], &b[i], sizeof *a);
}

// What is known of kinds and columns is a short way to the same sums and the same bytes.
static void same_when_closed(const dado_block *a, const dado_block *b, dado_arena *arena)
{
    size_t mark = dado_arena_mark(arena);
    dado_sums one, other;
    assert_true(dado_sums_init(&one, a->players, a->side, a->measures, arena));
    assert_true(dado_sums_init(&other, b->players, b->side, b->measures, arena));
    dado_sums_of_block(&one, a);
    dado_sums_of_block(&other, b);
    same_moments(one.scores, other.scores, a->players);
    same_moments(one.effort, other.effort, a->players);
    same_moments(one.values, other.values, a->measures);
    assert_memory_equal(&one.totals->margin, &other.totals->margin, sizeof one.totals->margin);
    dado_packing bytes = { .grows = true }, others = { .grows = true };
    dado_block_write(&bytes, a);
    dado_block_write(&others, b);
    assert_int_equal(bytes.used, others.used);
    assert_memory_equal(bytes.bytes, others.bytes, bytes.used);
    free(bytes.bytes);
    free(others.bytes);
    dado_arena_rewind(arena, mark);
}

// Answers of how many kinds the last matches were, or 0.
static int play_both(pair *p)
{
    const dado_desk *desk = &p->knowing;
    dado_arena arena;
    dado_arena_init_generous(&arena);
    dado_block knowing, playing;
    int players = desk->game.players, measures = desk->measures.count;
    assert_true(dado_block_init(&knowing, PER_BLOCK, players, measures, &arena));
    assert_true(dado_block_init(&playing, PER_BLOCK, players, measures, &arena));
    for (int64_t first = 0; first < p->plan.matches; first += PER_BLOCK) {
        knowing.broken = playing.broken = -1;
        assert_true(dado_desk_play(&p->knowing, first, PER_BLOCK, &knowing, NULL));
        assert_true(dado_desk_play(&p->playing, first, PER_BLOCK, &playing, NULL));
        same_block(&knowing, &playing, PER_BLOCK);
        same_when_closed(&knowing, &playing, &arena);
    }
    assert_int_equal(p->knowing.played, p->playing.played);
    assert_int_equal(p->knowing.stopped, p->playing.stopped);
    dado_arena_free(&arena);
    return knowing.kinds;
}

static void compare(const char *name, int64_t matches, bool six_only)
{
    static pair p;
    seat(&p, name, matches, six_only);
    play_both(&p);
    leave(&p);
}

static void compare_file(void *context, const char *path)
{
    int *games = context;
    const char *ending = strrchr(path, '.');
    if (!ending || strcmp(ending, ".rcy") != 0) return;
    compare(path, 4 * PER_BLOCK, *games % 2 == 0);
    ++*games;
}

static void games_of_the_library(void **state)
{
    (void)state;
    static const char *const worlds[] = { "kuhn", "leduc", "nim", "goofspiel" };
    int games = 0;
    dado_library_each(dado_library(), &games, compare_file);
    assert_true(games > 10);
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        if (dado_rules_named(worlds[i])) compare(worlds[i], 4 * PER_BLOCK, false);
    }
}

// Kuhn poker has six deals of five lines each. All but those that come first are known.
static void a_small_game_is_known(void **state)
{
    (void)state;
    static pair p;
    for (int six_only = 0; six_only < 2; six_only++) {
        seat(&p, "library/cards/kuhn.rcy", 8 * PER_BLOCK, six_only);
        assert_in_range(play_both(&p), 20, 30);
        assert_int_equal(p.knowing.lines->count, 30);
        assert_true(p.knowing.lines->found > 8 * PER_BLOCK - 30 - 2 * DADO_LINES_BATCH);
        leave(&p);
    }
}

static void native_code_knows_the_same(void **state)
{
    (void)state;
    static pair p;
    dado_error err = { 0 };
    char folder[] = "/tmp/dado-lines-XXXXXX", command[80];
    if (system("command -v cc > /dev/null 2>&1") != 0) {
        print_message("skipped: there is no C compiler\n");
        skip();
    }
    assert_non_null(mkdtemp(folder));
    setenv("XDG_CACHE_HOME", folder, 1);
    seat(&p, "library/cards/kuhn.rcy", 4 * PER_BLOCK, false);
    if (!dado_forge_now(&p.knowing.game, NULL, &err)) fail_msg("%s", err.text);
    play_both(&p);
    assert_int_equal(p.knowing.lines->count, 30);
    leave(&p);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

// Where hardly any match comes again nobody goes on looking, and where luck is as wide as a deck
// that is so from the first.
static void a_large_game_is_given_up(void **state)
{
    (void)state;
    static pair p;
    static const struct { const char *name; int asked; } games[] = {
        { "hearts", DADO_LINES_BATCH }, { "library/boards/threeinarow.rcy", 64 }, { "leduc", 128 },
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        seat(&p, games[i].name, 6 * PER_BLOCK, false);
        assert_int_equal(play_both(&p), 0);
        assert_true(p.knowing.lines->given_up);
        assert_true(p.knowing.lines->asked <= games[i].asked);
        leave(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_of_the_library),
        cmocka_unit_test(a_small_game_is_known),
        cmocka_unit_test(native_code_knows_the_same),
        cmocka_unit_test(a_large_game_is_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
