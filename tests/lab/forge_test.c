// forge_test.c - native code and beats play what the plain machine plays, and native code is loaded
// from nowhere else.
#define _GNU_SOURCE
#include "support/test.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lab/forge.h"
#include "lab/open.h"

static char folder[64];

static int set_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/dado-forge-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    return setenv("XDG_CACHE_HOME", folder, 1);
}

static int remove_folder(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static void skip_without_compiler(void)
{
    if (system("command -v cc > /dev/null 2>&1") == 0) return;
    print_message("skipped: there is no C compiler\n");
    skip();
}

typedef struct opened {
    dado_arena arena;
    dado_game game;
    unsigned char *state;
    dado_move *moves;
    uint32_t *weights;
} opened;

static void open_text(opened *o, const char *name, const char *text, bool plainly)
{
    dado_error err = { 0 };
    dado_source source;
    dado_option plain = { .name = "ways", .text = "plain" };
    dado_options options = { &plain, plainly ? 1 : 0 };
    dado_arena_init(&o->arena, (size_t)256 << 20);
    bool found = text ? dado_source_text(&source, name, text, &options, &o->arena, &err)
                      : dado_source_find(&source, name, &options, &o->arena, &err);
    if (!found || !dado_source_open(&source, &o->game, &o->arena, &err)) {
        fail_msg("%s: %s", name, err.text);
    }
    o->state = dado_new(&o->arena, unsigned char, o->game.state_size);
    o->moves = dado_new(&o->arena, dado_move, o->game.max_moves);
    o->weights = dado_new(&o->arena, uint32_t, o->game.max_moves);
}

static int list(const opened *o)
{
    return o->game.rules->legal(&o->game, o->state, o->moves);
}

static void play_all(opened *native, opened *brisk, opened *judge, uint64_t match)
{
    const dado_game *g = &native->game;
    dado_rng luck = dado_rng_stream(7, match, DADO_LANE_CHANCE);
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
            move = dado_chance(g, native->state, native->moves, native->weights, &luck, NULL);
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

static void check(const char *name, const char *text, uint64_t matches)
{
    opened native, brisk, judge;
    dado_error err = { 0 };
    open_text(&native, name, text, false);
    open_text(&brisk, name, text, false);
    open_text(&judge, name, text, true);
    if (!dado_forge_now(&native.game, NULL, &err)) fail_msg("%s: %s", name, err.text);
    for (uint64_t match = 0; match < matches; match++) {
        play_all(&native, &brisk, &judge, match);
    }
    dado_arena_free(&native.arena);
    dado_arena_free(&brisk.arena);
    dado_arena_free(&judge.arena);
}

// Every game of a folder; answers how many there are.
static int check_folder(const char *path, uint64_t matches)
{
    int games = 0;
    DIR *dir = opendir(path);
    assert_non_null(dir);
    for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
        char file[600];
        if (!strstr(e->d_name, ".rcy")) continue;
        snprintf(file, sizeof file, "%s/%s", path, e->d_name);
        check(file, NULL, matches);
        games++;
    }
    closedir(dir);
    return games;
}

static void native_code_lists_and_leaves_what_the_plain_machine_does(void **state)
{
    (void)state;
    skip_without_compiler();
    static const char *const some[] = { "hearts", "gofish", "dicepoints", "library/cards/kuhn.rcy",
                                        "crazyeights", "library/boards/fourinarow.rcy" };
    static const char *const folders[] = { "library/cards", "library/dice", "library/small",
                                           "library/boards", "library/tutorial" };
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) check(some[i], NULL, 100);
    for (size_t f = 0; dado_test_dose(0, 1) && f < sizeof folders / sizeof *folders; f++) {
        assert_true(check_folder(folders[f], 10000) > 1);
    }
}

static void the_same_holds_for_the_public_games(void **state)
{
    (void)state;
    skip_without_compiler();
    if (!dado_test_dose(0, 1)) {
        print_message("skipped: public games are compiled by ./dev long\n");
        skip();
    }
    if (!dado_test_shared()) {
        print_message("skipped: the public games are not beside the project\n");
        skip();
    }
    char path[512];
    snprintf(path, sizeof path, "%s/corpus/recycle", dado_test_shared());
    assert_true(check_folder(path, 10000) >= 50);
}

// Sums that do not fit, piles that are empty and options that cannot be carried out.
static void what_is_unusual_stops_native_code_at_the_same_act(void **state)
{
    (void)state;
    skip_without_compiler();
    check("huge.rcy",
          "(game (setup (create players 2) (create deck (game iloc STOCK) (deck (R (A, B, C)))))\n"
          "  (do ((shuffle (game iloc STOCK))))\n"
          "  (stage player (end (== (game sto N) 9))\n"
          "    (choice ((inc (game sto BIG) 900000000)\n"
          "             (move (top (game iloc STOCK)) (top ((current player) iloc HAND)))\n"
          "             (any ((current player) iloc HAND) 'C\n"
          "                  (move 'C (top (game iloc STOCK))))))\n"
          "    (do ((inc (game sto N) 1))))\n"
          "  (scoring max ((current player) sto S)))\n",
          200);
}

static dado_forge *look_for(opened *o, dado_error *err)
{
    *err = (dado_error){ 0 };
    return dado_forge_begin(&o->game, true, err);
}

static void it_is_made_once_and_only_taken_from_a_folder_that_is_closed_to_others(void **state)
{
    (void)state;
    skip_without_compiler();
    char cache[200], object[600] = "";
    snprintf(cache, sizeof cache, "%s/dado/native", folder);
    opened o;
    dado_error err;
    open_text(&o, "library/dice/pig.rcy", NULL, false);
    assert_null(look_for(&o, &err));
    assert_true(dado_forge_now(&o.game, NULL, &err));
    dado_forge *kept = look_for(&o, &err);
    assert_non_null(kept);
    assert_int_equal(dado_forge_look(kept, &err), DADO_FORGE_DONE);
    dado_forge_end(kept);

    assert_int_equal(chmod(cache, 0777), 0);
    assert_null(look_for(&o, &err));
    assert_non_null(strstr(err.text, "open to others"));
    assert_int_equal(chmod(cache, 0700), 0);

    // Nothing is left of what it was made from.
    DIR *dir = opendir(cache);
    assert_non_null(dir);
    for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
        if (e->d_name[0] == '.') continue;
        assert_null(strstr(e->d_name, "new-"));
        snprintf(object, sizeof object, "%s/%s", cache, e->d_name);
        assert_int_equal(chmod(object, 0777), 0);
    }
    closedir(dir);
    assert_true(object[0]);
    assert_null(look_for(&o, &err));  // others could have written it
    dado_arena_free(&o.arena);
}

// Whoever comes while it is being made leaves what it is made from alone.
static void a_second_who_would_make_it_does_not_spoil_it_for_the_first(void **state)
{
    (void)state;
    skip_without_compiler();
    opened o;
    dado_error err = { 0 };
    open_text(&o, "library/dice/twodicepig.rcy", NULL, false);
    dado_forge *first = dado_forge_begin(&o.game, false, &err);
    assert_non_null(first);
    assert_null(dado_forge_begin(&o.game, false, &err));
    assert_non_null(strstr(err.text, "being made already"));
    assert_true(dado_forge_wait(first, NULL, &err));
    dado_forge_end(first);
    dado_arena_free(&o.arena);
}

static void a_game_in_c_and_one_with_listed_luck_cannot_be_made(void **state)
{
    (void)state;
    dado_error err = { 0 };
    opened o;
    open_text(&o, "kuhn", NULL, false);
    assert_false(dado_forge_now(&o.game, NULL, &err));
    assert_non_null(strstr(err.text, "cannot be written as C"));
    dado_arena_free(&o.arena);
}

static void words_for_it_are_read(void **state)
{
    (void)state;
    dado_native native;
    assert_true(dado_native_read("no", &native));
    assert_int_equal(native, DADO_NATIVE_NO);
    setenv("DADO_NATIVE", "yes", 1);
    assert_true(dado_native_read(NULL, &native));
    assert_int_equal(native, DADO_NATIVE_YES);
    assert_false(dado_native_read("perhaps", &native));
    unsetenv("DADO_NATIVE");
    assert_true(dado_native_read(NULL, &native));
    assert_int_equal(native, DADO_NATIVE_AUTO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_made_once_and_only_taken_from_a_folder_that_is_closed_to_others),
        cmocka_unit_test(native_code_lists_and_leaves_what_the_plain_machine_does),
        cmocka_unit_test(the_same_holds_for_the_public_games),
        cmocka_unit_test(what_is_unusual_stops_native_code_at_the_same_act),
        cmocka_unit_test(a_second_who_would_make_it_does_not_spoil_it_for_the_first),
        cmocka_unit_test(a_game_in_c_and_one_with_listed_luck_cannot_be_made),
        cmocka_unit_test(words_for_it_are_read),
    };
    return cmocka_run_group_tests(tests, set_folder, remove_folder);
}
