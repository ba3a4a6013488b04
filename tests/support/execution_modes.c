// execution_modes.c - see execution_modes.h.
#define _GNU_SOURCE
#include "support/execution_modes.h"

#include <dirent.h>
#include <fnmatch.h>
#include <time.h>

#include "lab/native_compiler.h"
#include "lab/game_source.h"
#include "support/test.h"

static char cache[64];

int dado_test_cache_make(void **state)
{
    (void)state;
    snprintf(cache, sizeof cache, "/tmp/dado-forge-XXXXXX");
    if (!mkdtemp(cache)) return -1;
    return setenv("XDG_CACHE_HOME", cache, 1);
}

int dado_test_cache_remove(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", cache);
    return system(command);
}

const char *dado_test_cache(void)
{
    return cache;
}

void dado_test_skip_without_compiler(void)
{
    if (system("command -v cc > /dev/null 2>&1") == 0) return;
    print_message("skipped: there is no C compiler\n");
    skip();
}

void dado_test_open(dado_test_opened *o, const char *name, const char *text, bool plainly)
{
    dado_error err = { 0 };
    dado_game_source source;
    dado_option plain = { .name = "ways", .text = "plain" };
    dado_options options = { &plain, plainly ? 1 : 0 };
    dado_region_init(&o->region, (size_t)256 << 20);
    bool found = text ? dado_game_source_from_text(&source, name, text, &options, &o->region, &err)
                      : dado_game_source_find(&source, name, &options, &o->region, &err);
    if (!found || !dado_game_source_open(&source, &o->game, &o->region, &err)) {
        fail_msg("%s: %s", name, err.text);
    }
    o->state = dado_new(&o->region, unsigned char, o->game.state_size);
    o->moves = dado_new(&o->region, dado_move, o->game.max_moves);
    o->weights = dado_new(&o->region, uint32_t, o->game.max_moves);
}

static int list(const dado_test_opened *o)
{
    return o->game.rules->legal(&o->game, o->state, o->moves);
}

static void play_all(dado_test_opened *native, dado_test_opened *brisk, dado_test_opened *judge,
                     uint64_t match)
{
    const dado_game *g = &native->game;
    dado_rng luck = dado_rng_stream(7, match, DADO_STREAM_CHANCE);
    g->rules->start(g, native->state);
    g->rules->start(&brisk->game, brisk->state);
    g->rules->start(&judge->game, judge->state);
    for (int step = 0; step < 2000; step++) {
        assert_memory_equal(native->state, judge->state, g->state_size);
        assert_memory_equal(brisk->state, judge->state, g->state_size);
        int actor = g->rules->actor(g, native->state);
        if (actor == DADO_NOBODY) break;
        dado_move move;
        if (actor == DADO_CHANCE) {
            move = dado_draw_outcome(g, native->state, native->moves, native->weights, &luck, NULL);
        } else {
            int count = list(native);
            size_t size = sizeof(dado_move) * (size_t)count;
            assert_int_equal(list(judge), count);
            assert_int_equal(list(brisk), count);
            assert_memory_equal(native->moves, judge->moves, size);
            assert_memory_equal(brisk->moves, judge->moves, size);
            move = native->moves[dado_rng_below(&luck, (uint64_t)count)];
        }
        g->rules->apply(g, native->state, move);
        g->rules->apply(&brisk->game, brisk->state, move);
        g->rules->apply(&judge->game, judge->state, move);
    }
}

void dado_test_execution_modes(const char *name, const char *text, int matches)
{
    dado_test_opened native, brisk, judge;
    dado_error err = { 0 };
    dado_test_open(&native, name, text, false);
    dado_test_open(&brisk, name, text, false);
    dado_test_open(&judge, name, text, true);
    if (!dado_native_build_now(&native.game, NULL, &err)) fail_msg("%s: %s", name, err.text);
    for (int match = 0; match < matches; match++) {
        play_all(&native, &brisk, &judge, (uint64_t)match);
    }
    dado_region_free(&native.region);
    dado_region_free(&brisk.region);
    dado_region_free(&judge.region);
}

static bool is_broken(const char *file, const char *const *broken)
{
    for (; broken && *broken; broken++) {
        if (strcmp(file, *broken) == 0) return true;
    }
    return false;
}

// Compiling takes most of the time, so the quick dose has a third of the games, always the same.
static bool is_in_this_dose(const char *name)
{
    unsigned sum = 0;
    for (; *name; name++) sum += (unsigned char)*name;
    return sum % (unsigned)dado_test_repeats(3, 1) == 0;
}

int dado_test_execution_modes_in(const char *path, const char *ending, const char *const *broken,
                                 int matches)
{
    const char *wanted = getenv("DADO_GAMES");
    int games = 0;
    DIR *dir = opendir(path);
    assert_non_null(dir);
    for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
        char file[600];
        const char *last = strrchr(e->d_name, '.');
        if (!last || strcmp(last, ending) != 0 || is_broken(e->d_name, broken)) continue;
        games++;
        if (wanted ? fnmatch(wanted, e->d_name, 0) != 0 : !is_in_this_dose(e->d_name)) continue;
        snprintf(file, sizeof file, "%s/%s", path, e->d_name);
        clock_t begun = clock();
        dado_test_execution_modes(file, NULL, matches);
        print_message("%s: %d matches, %.1f s of playing\n", e->d_name, matches,
                      (double)(clock() - begun) / CLOCKS_PER_SEC);
    }
    closedir(dir);
    return games;
}
