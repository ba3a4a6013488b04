// native_compiler_test.c - native code is made once, and loaded from nowhere but where it is kept.
#define _GNU_SOURCE
#include "support/test.h"
#include "support/execution_modes.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lab/native_compiler.h"
#include "lab/game_source.h"

typedef dado_test_opened opened;

// Sums that do not fit, piles that are empty and options that cannot be carried out.
static void what_is_unusual_stops_native_code_at_the_same_act(void **state)
{
    (void)state;
    dado_test_skip_without_compiler();
    dado_test_execution_modes(
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
    dado_test_execution_modes(
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

static dado_native_build *look_for(opened *o, dado_error *err)
{
    *err = (dado_error){ 0 };
    return dado_native_build_begin(&o->game, true, err);
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
    assert_true(dado_native_build_now(&o.game, NULL, &err));
    dado_native_build *kept = look_for(&o, &err);
    assert_non_null(kept);
    assert_int_equal(dado_native_build_poll(kept, &err), DADO_NATIVE_BUILD_DONE);
    dado_native_build_end(kept);

    assert_int_equal(chmod(cache, 0777), 0);
    assert_null(look_for(&o, &err));
    assert_non_null(strstr(err.text, "others may write to it"));
    assert_int_equal(chmod(cache, 0700), 0);

    // Nothing is left of what it was made from.
    DIR *dir = opendir(cache);
    assert_non_null(dir);
    for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
        if (e->d_name[0] == '.') continue;
        if (strcmp(e->d_name, "lock") == 0) continue;
        assert_non_null(strstr(e->d_name, ".so"));
        snprintf(object, sizeof object, "%s/%s", cache, e->d_name);
        assert_int_equal(chmod(object, 0777), 0);
    }
    closedir(dir);
    assert_true(object[0]);
    assert_null(look_for(&o, &err));  // others could have written it
    dado_region_free(&o.region);
}

// Whoever can write to the folder above can put another in its place.
static void a_folder_below_one_that_others_write_to_is_refused(void **state)
{
    (void)state;
    dado_test_skip_without_compiler();
    char above[200], cache[220];
    snprintf(above, sizeof above, "%s/dado", dado_test_cache());
    snprintf(cache, sizeof cache, "%s/native", above);
    opened o;
    dado_error err;
    dado_test_open(&o, "library/dice/craps.rcy", NULL, false);
    assert_true(dado_native_build_now(&o.game, NULL, &err));
    for (mode_t mode = 0720; mode != 0; mode = mode == 0720 ? 0702 : 0) {
        assert_int_equal(chmod(above, mode), 0);
        assert_null(look_for(&o, &err));
        assert_non_null(strstr(err.text, "others may write to it"));
    }
    assert_int_equal(chmod(above, 0755), 0);  // they may look
    dado_native_build *kept = look_for(&o, &err);
    assert_non_null(kept);
    dado_native_build_end(kept);
    if (geteuid() == 0) {  // somebody else's
        const char *const folders[] = { above, cache };
        for (int i = 0; i < 2; i++) {
            assert_int_equal(chown(folders[i], 65534, 65534), 0);
            assert_null(look_for(&o, &err));
            assert_non_null(strstr(err.text, "another user"));
            assert_int_equal(chown(folders[i], 0, 0), 0);
        }
    }
    char moved[240];
    snprintf(moved, sizeof moved, "%s-moved", cache);
    assert_int_equal(rename(cache, moved), 0);
    assert_int_equal(symlink(moved, cache), 0);
    assert_null(look_for(&o, &err));  // a link, wherever it leads
    assert_int_equal(unlink(cache), 0);
    assert_int_equal(rename(moved, cache), 0);
    dado_region_free(&o.region);
}

// The object is loaded from the folder that was looked at, not from what has its name by then.
static void a_folder_that_is_exchanged_meanwhile_is_not_used(void **state)
{
    (void)state;
    dado_test_skip_without_compiler();
    char cache[200], moved[220];
    snprintf(cache, sizeof cache, "%s/dado/native", dado_test_cache());
    snprintf(moved, sizeof moved, "%s-moved", cache);
    opened o;
    dado_error err = { 0 };
    dado_test_open(&o, "library/dice/dicepoints.rcy", NULL, false);
    dado_native_build *forge = dado_native_build_begin(&o.game, false, &err);
    assert_non_null(forge);
    assert_int_equal(rename(cache, moved), 0);
    assert_int_equal(mkdir(cache, 0700), 0);
    bool made = dado_native_build_wait(forge, NULL, &err);
    dado_native_build_end(forge);
    assert_int_equal(rmdir(cache), 0);  // nothing came there
    assert_int_equal(rename(moved, cache), 0);
    assert_true(made);
    dado_region_free(&o.region);
}

// Whoever comes while it is being made leaves what it is made from alone.
static void a_second_who_would_make_it_does_not_spoil_it_for_the_first(void **state)
{
    (void)state;
    dado_test_skip_without_compiler();
    opened o;
    dado_error err = { 0 };
    dado_test_open(&o, "library/dice/twodicepig.rcy", NULL, false);
    dado_native_build *first = dado_native_build_begin(&o.game, false, &err);
    assert_non_null(first);
    assert_null(dado_native_build_begin(&o.game, false, &err));
    assert_non_null(strstr(err.text, "already being compiled"));
    assert_true(dado_native_build_wait(first, NULL, &err));
    dado_native_build_end(first);
    dado_region_free(&o.region);
}

static void a_game_in_c_and_one_with_listed_luck_cannot_be_made(void **state)
{
    (void)state;
    dado_error err = { 0 };
    opened o;
    dado_test_open(&o, "kuhn", NULL, false);
    assert_false(dado_native_build_now(&o.game, NULL, &err));
    assert_non_null(strstr(err.text, "cannot be compiled to native code"));
    dado_region_free(&o.region);
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
        cmocka_unit_test(a_folder_below_one_that_others_write_to_is_refused),
        cmocka_unit_test(a_folder_that_is_exchanged_meanwhile_is_not_used),
        cmocka_unit_test(what_is_unusual_stops_native_code_at_the_same_act),
        cmocka_unit_test(a_second_who_would_make_it_does_not_spoil_it_for_the_first),
        cmocka_unit_test(a_game_in_c_and_one_with_listed_luck_cannot_be_made),
        cmocka_unit_test(words_for_it_are_read),
    };
    return cmocka_run_group_tests(tests, dado_test_cache_make, dado_test_cache_remove);
}
