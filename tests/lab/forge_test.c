// forge_test.c - native code is made once, and loaded from nowhere but where it is kept.
#define _GNU_SOURCE
#include "support/test.h"
#include "support/ways.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lab/forge.h"
#include "lab/open.h"

typedef dado_test_opened opened;

// Sums that do not fit, piles that are empty and options that cannot be carried out.
static void what_is_unusual_stops_native_code_at_the_same_act(void **state)
{
    (void)state;
    dado_test_skip_without_compiler();
    dado_test_ways(
        "huge.rcy",
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
    dado_test_ways(
        "each.rcy",
        "(game (setup (create players 3) (create teams (0, 1) (2))\n"
        "    (create deck (game hloc STOCK) (deck (K (X, Y)) (R (A, B, C, D, E, F)))))\n"
        "  (do ((set (game points PTS) (((K : X) 2) ((R : A) 2)))\n"
        "       (shuffle (game hloc STOCK))\n"
        "       (all player 'P (do ((set ('P sto S) 7)\n"
        "                           (move (top (game hloc STOCK)) (top ('P iloc HAND))))))))\n"
        "  (stage player (end (== (game sto N) 9))\n"
        "    (choice ((all player 'P (move (top ('P iloc HAND)) (top ('P vloc SHOWN))))\n"
        "             (inc ((team (next player)) sto T) (+ (game sto N) 500000000))\n"
        "             (all player 'P (do ((move (top (game hloc STOCK)) (top ('P iloc HAND)))\n"
        "                                 (set ('P sto S) 8))))\n"
        "             (set ((current player) sto S) ((0 team) sto T))))\n"
        "    (do ((inc (game sto N) 1)\n"
        "         (inc ((owner (max (union (all player 'P ('P iloc HAND)))\n"
        "                           using (game points PTS))) sto S)\n"
        "              (+ ((0 player) sto S) ((next player) sto S))))))\n"
        "  (scoring max (- ((current player) sto S) ((current player) sto W))))\n",
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
    dado_test_skip_without_compiler();
    char cache[200], object[600] = "";
    snprintf(cache, sizeof cache, "%s/dado/native", dado_test_cache());
    opened o;
    dado_error err;
    dado_test_open(&o, "library/dice/pig.rcy", NULL, false);
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
    dado_test_skip_without_compiler();
    opened o;
    dado_error err = { 0 };
    dado_test_open(&o, "library/dice/twodicepig.rcy", NULL, false);
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
    dado_test_open(&o, "kuhn", NULL, false);
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
        cmocka_unit_test(what_is_unusual_stops_native_code_at_the_same_act),
        cmocka_unit_test(a_second_who_would_make_it_does_not_spoil_it_for_the_first),
        cmocka_unit_test(a_game_in_c_and_one_with_listed_luck_cannot_be_made),
        cmocka_unit_test(words_for_it_are_read),
    };
    return cmocka_run_group_tests(tests, dado_test_cache_make, dado_test_cache_remove);
}
