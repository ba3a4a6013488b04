// symmetry_test.c - positions that boards make equal are merged, and no others.
#include <stdlib.h>
#include <string.h>

#include "recycle/specification_games.h"
#include "recycle/symmetry.h"
#include "solve/perfect_info_solver.h"

static const rcy_program *program_of(const described *d)
{
    return d->game.data;
}

// The board as it lies counts.
static int symmetries_of(const described *d)
{
    return program_of(d)->symmetry_count + 1;
}

// --- what is played in the image of a state is the image of what is played in it ---

typedef struct children {
    unsigned char *states;
    int count;
} children;

static children children_of(described *d, const void *state)
{
    const dado_game *g = &d->game;
    children c = { .count = g->rules->legal(g, state, d->moves) };
    c.states = malloc((size_t)c.count * g->state_size + 1);
    assert_non_null(c.states);
    for (int i = 0; i < c.count; i++) {
        unsigned char *child = c.states + (size_t)i * g->state_size;
        memcpy(child, state, g->state_size);
        g->rules->apply(g, child, d->moves[i]);
    }
    return c;
}

static void takes_out(children *c, const void *state, size_t size)
{
    for (int i = 0; i < c->count; i++) {
        if (memcmp(c->states + (size_t)i * size, state, size) != 0) continue;
        memmove(c->states + (size_t)i * size, c->states + (size_t)--c->count * size, size);
        return;
    }
    fail_msg("an image is not among what follows the image");
}

static void follows_alike(described *d, const void *state)
{
    const dado_game *g = &d->game;
    const rcy_program *p = program_of(d);
    unsigned char *image = malloc(g->state_size), *first = malloc(g->state_size);
    assert_non_null(image);
    assert_non_null(first);
    children own = children_of(d, state);
    memcpy(first, state, g->state_size);
    g->rules->canonicalize(g, first);
    for (int way = 0; way < p->symmetry_count; way++) {
        rcy_symmetry_apply(p, way, state, image);
        assert_int_equal(g->rules->actor(g, image), g->rules->actor(g, state));
        int32_t scores[8], there[8];
        g->rules->scores(g, state, scores);
        g->rules->scores(g, image, there);
        assert_memory_equal(scores, there, sizeof *scores * (size_t)g->players);
        children theirs = children_of(d, image);
        assert_int_equal(theirs.count, own.count);
        for (int i = 0; i < own.count; i++) {
            unsigned char child[rcy_most_state];
            rcy_symmetry_apply(p, way, own.states + (size_t)i * g->state_size, child);
            takes_out(&theirs, child, g->state_size);
        }
        free(theirs.states);
        g->rules->canonicalize(g, image);
        assert_memory_equal(image, first, g->state_size);
    }
    free(own.states);
    free(image);
    free(first);
}

static void plays_alike(described *d, int matches)
{
    const dado_game *g = &d->game;
    if (symmetries_of(d) == 1) return;
    assert_false(g->luck);
    for (int match = 0; match < matches; match++) {
        dado_fast_rng luck = dado_fast_rng_seed((uint64_t)match + 1);
        g->rules->start(g, d->state);
        for (int move = 0; move < 200 && g->rules->actor(g, d->state) >= 0; move++) {
            follows_alike(d, d->state);
            int count = g->rules->legal(g, d->state, d->moves);
            g->rules->apply(g, d->state, d->moves[dado_fast_rng_below(&luck, (uint32_t)count)]);
        }
    }
}

// --- forms one by one: a space is marked, and then something happens ---

static const struct {
    const char *board, *then;
    int images;
} cases[] = {
    { "(grid 3 3)", "", 8 },
    { "(grid 3 2)", "", 4 },
    { "(grid 5 1)", "", 2 },
    { "(grid 3 3) (without (B2))", "", 8 },
    { "(grid 3 3) (without (A1))", "", 2 },
    { "(grid 3 3) (without (A2))", "", 2 },
    { "(line (A1, B1, C1)) (line (A1, A2, A3)) (line (C1, C2, C3)) (line (A3, B3, C3))", "", 8 },
    { "(line (A1, B1, C1)) (line (A1, A2, A3)) (line (C1, C2, C3))", "", 2 },
    { "(grid 2 2) (grid 2 2 X)", "", 1 },
    // names
    { "(grid 3 3)", "((== 'S A1) (inc ((current player) sto WON) 1))", 2 },
    { "(grid 3 3)", "((== 'S B2) (inc ((current player) sto WON) 1))", 8 },
    { "(grid 3 3)", "((in 'S (A1, C1, A3, C3)) (inc ((current player) sto WON) 1))", 8 },
    { "(grid 3 3)", "((in 'S (A1, C1)) (inc ((current player) sto WON) 1))", 2 },
    { "(grid 3 3)", "((== (game who A2) nobody) (inc ((current player) sto WON) 1))", 2 },
    { "(grid 3 3)", "(set (game str LAST) 'S)", 8 },
    { "(grid 3 3)", "(do ((inc (game sto 'S) 2) (set (game flag 'S) true)))", 8 },
    // rows, columns, directions
    { "(grid 3 3)", "((== (row 'S) 2) (inc ((current player) sto WON) 1))", 2 },
    { "(grid 3 3)", "((> (column 'S) 2) (inc ((current player) sto WON) 1))", 2 },
    { "(grid 3 3)", "((== (row 'S) (column 'S)) (inc ((current player) sto WON) 1))", 1 },
    { "(grid 3 3)", "((== (game who (step N 'S)) nobody) (inc ((current player) sto WON) 1))", 2 },
    { "(grid 3 3)", "((== (game who (step NE 'S)) nobody) (inc ((current player) sto WON) 1))", 2 },
    { "(grid 3 3)",
      "((any (N, E, S, W) 'D (== (game who (step 'D 'S)) (current player)))"
      " (inc ((current player) sto WON) 1))",
      8 },
    { "(grid 3 3)",
      "((any (N, S) 'D (== (game who (step 'D 'S)) (current player)))"
      " (inc ((current player) sto WON) 1))",
      4 },
    { "(grid 3 3)",
      "((any (near 'S (NE, SW)) 'T (== (game who 'T) (current player)))"
      " (inc ((current player) sto WON) 1))",
      4 },
    { "(grid 3 3)", "((== (game who (step (N, E) 'S)) nobody) (stop game))", 1 },
    { "(grid 4 3)",
      "(all (E, W) 'D (all (while (ray 'D 'S) 'T (!= (game who 'T) nobody)) 'T"
      " (inc (game sto 'T) 1)))",
      2 },
    { "(grid 4 3)", "(any (list 1 2) 'N (all (ray E 'N 'S) 'T (inc (game sto 'T) 'N)))", 2 },
    // lists
    { "(grid 3 3)",
      "((any (lines 3 'S) 'L (all 'L 'T (== (game who 'T) (current player))))"
      " (stop game))",
      8 },
    { "(grid 3 3)", "((> (size (reach 'S 'T (== (game who 'T) (current player)))) 2) (stop game))",
      8 },
    { "(grid 3 3)",
      "((> (size (reach 'S 2 'T (== (game who 'T) nobody))) 2)"
      " (inc ((current player) sto WON) 1))",
      8 },
    { "(grid 3 3)",
      "((> (size (groups (filter (spaces B) 'T (== (game who 'T) nobody)))) 1)"
      " (stop game))",
      8 },
    { "(grid 3 3)", "(inc ((current player) sto WON) (distance 'S B2))", 8 },
    { "(grid 3 3)", "(inc ((current player) sto WON) (max (each (spaces B) 'T (distance 'S 'T))))",
      8 },
    { "(grid 3 3)",
      "(inc ((current player) sto WON)"
      " (size (distinct (each (near 'S) 'T (game who 'T)))))",
      8 },
    { "(grid 3 3)", "((== (game who (top (near 'S))) nobody) (stop game))", 1 },
    { "(grid 3 3)", "((== (index 'S (spaces B)) 3) (stop game))", 1 },
    { "(grid 3 3)", "((== (top (best (near 'S) 'T (distance 'T B2))) B2) (stop game))", 1 },
    { "(grid 3 3)",
      "(any (filter (near 'S) 'T (== (game who 'T) nobody)) 'T"
      " (set (game who 'T) (next player)))",
      8 },
    // what is done for each
    { "(grid 3 3)", "(all (near 'S) 'T (set (game who 'T) (current player)))", 8 },
    { "(grid 3 3)", "(all (near 'S) 'T ((> (game sto 'T) 1) (set (game who 'T) nobody)))", 8 },
    { "(grid 3 3)", "(all (near 'S) 'T ((== (game who 'T) nobody) (inc (game sto 'T) 1)))", 8 },
    { "(grid 3 3)", "(all (near 'S) 'T (set (game str LAST) 'T))", 1 },
    { "(grid 3 3)",
      "(all (near 'S) 'T ((< (size (filter (spaces B) 'U (!= (game who 'U) nobody)))"
      " 4) (set (game who 'T) (current player))))",
      1 },
    { "(grid 3 3)", "(all player 'P (inc ('P sto WON) (size (near 'S))))", 8 },
    // luck
    { "(grid 3 3)", "(inc ((current player) sto WON) (random 3))", 1 },
};

static described marks(const char *board, const char *then)
{
    char text[2000];
    snprintf(text, sizeof text,
             "(game (setup (create players 2) (create board B %s))\n"
             " (stage player (turns 5)\n"
             "  (choice ((any (filter (spaces B) 'S (== (game who 'S) nobody)) 'S\n"
             "   (do ((set (game who 'S) (current player)) %s))))))\n"
             " (scoring max ((current player) sto WON)))",
             board, then);
    described d = describe(text);
    if (!d.opened) fail_msg("%s: %s", text, d.error.text);
    return d;
}

static void a_form_keeps_the_symmetries_it_cannot_tell_apart(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        described d = marks(cases[i].board, cases[i].then);
        if (symmetries_of(&d) != cases[i].images) {
            print_error("%s %s: %d images, not %d\n", cases[i].board, cases[i].then,
                        symmetries_of(&d), cases[i].images);
            wrong++;
        }
        plays_alike(&d, 6);
        free_described(&d);
    }
    assert_int_equal(wrong, 0);
}

// --- whole games ---

static described from_library(const char *path)
{
    char *text = dado_test_read(path);
    assert_non_null(text);
    described d = describe_with(path, text, NULL);
    if (!d.opened) fail_msg("%s: %s", path, d.error.text);
    free(text);
    return d;
}

static int count_positions(described *d)
{
    enum { most = 8192 };
    const dado_game *g = &d->game;
    unsigned char *known = malloc(most * g->state_size), *child = malloc(g->state_size);
    assert_non_null(known);
    assert_non_null(child);
    int count = 1;
    g->rules->start(g, known);
    if (g->rules->canonicalize) g->rules->canonicalize(g, known);
    for (int at = 0; at < count; at++) {
        unsigned char *from = known + (size_t)at * g->state_size;
        int moves = g->rules->actor(g, from) < 0 ? 0 : g->rules->legal(g, from, d->moves);
        for (int i = 0; i < moves; i++) {
            memcpy(child, from, g->state_size);
            g->rules->apply(g, child, d->moves[i]);
            if (g->rules->canonicalize) g->rules->canonicalize(g, child);
            bool met = false;
            for (int k = count - 1; k > at && !met; k--) {
                met = memcmp(known + (size_t)k * g->state_size, child, g->state_size) == 0;
            }
            if (met) continue;
            assert_true(count < most);
            memcpy(known + (size_t)count++ * g->state_size, child, g->state_size);
        }
    }
    free(known);
    free(child);
    return count;
}

static void three_in_a_row_has_765_positions(void **state)
{
    (void)state;
    described d = from_library("library/boards/threeinarow.rcy");
    assert_int_equal(symmetries_of(&d), 8);
    assert_int_equal(count_positions(&d), 765);
    dado_rules as_they_are = *d.game.rules;
    as_they_are.canonicalize = NULL;
    d.game.rules = &as_they_are;
    assert_int_equal(count_positions(&d), 5478);
    free_described(&d);
}

static dado_value value_of(described *d, uint64_t *positions)
{
    dado_error err = { 0 };
    dado_solve_config plan = { .objective = DADO_BY_WIN };
    dado_value value = { 0 };
    dado_solver *solver = dado_solver_new(&d->game, &plan, &err);
    assert_non_null(solver);
    d->game.rules->start(&d->game, d->state);
    if (!dado_solve(solver, d->state, &value, &err)) fail_msg("%s", err.text);
    *positions = dado_solver_stats(solver).positions;
    dado_solver_free(solver);
    return value;
}

static void a_game_is_worth_the_same_with_and_without(void **state)
{
    (void)state;
    static const struct {
        const char *board, *then;
    } games[] = {
        { "(grid 3 3)", "((any (lines 3 'S) 'L (all 'L 'T (== (game who 'T) (current player))))"
                        " (do ((inc ((current player) sto WON) 1) (stop game))))" },
        { "(grid 4 2)", "((== (game who (step N 'S)) (current player))"
                        " (do ((inc ((current player) sto WON) 1) (stop game))))" },
        { "(grid 3 3)", "(all (near 'S) 'T ((== (game who 'T) (next player))"
                        " (inc ((current player) sto WON) 1)))" },
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        uint64_t merged, all;
        described d = marks(games[i].board, games[i].then);
        dado_value with = value_of(&d, &merged);
        dado_rules as_they_are = *d.game.rules;
        as_they_are.canonicalize = NULL;
        d.game.rules = &as_they_are;
        dado_value without = value_of(&d, &all);
        assert_memory_equal(&with, &without, sizeof with);
        assert_true(merged < all);
        free_described(&d);
    }
}

static void shipped_games_play_alike_in_their_images(void **state)
{
    (void)state;
    int wrong = 0;
    static const struct {
        const char *path;
        int images;
    } games[] = {
        { "library/boards/threeinarow.rcy", 8 }, { "library/boards/fourinarow.rcy", 2 },
        { "library/boards/bridges.rcy", 1 },     { "library/boards/lighthouse.rcy", 1 },
        { "library/boards/hops.rcy", 1 },        { "library/boards/pegs.rcy", 8 },
        { "library/boards/pipes.rcy", 1 },       { "library/boards/provinces.rcy", 1 },
        { "library/boards/sowing.rcy", 1 },      { "library/boards/workers.rcy", 1 },
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        described d = from_library(games[i].path);
        if (symmetries_of(&d) != games[i].images) {
            print_error("%s has %d images, not %d\n", games[i].path, symmetries_of(&d),
                        games[i].images);
            wrong++;
        }
        plays_alike(&d, 10);
        free_described(&d);
    }
    assert_int_equal(wrong, 0);
}

static void games_of_the_specification_play_alike_in_their_images(void **state)
{
    (void)state;
    static const struct {
        const char *title;
        int images;
    } games[] = { { "mills", 8 }, { "pawns", 1 }, { "flood", 1 } };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        described d = own_described(games[i].title, NULL);
        if (symmetries_of(&d) != games[i].images) {
            fail_msg("%s has %d images, not %d", games[i].title, symmetries_of(&d),
                     games[i].images);
        }
        plays_alike(&d, 2);
        free_described(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_form_keeps_the_symmetries_it_cannot_tell_apart),
        cmocka_unit_test(three_in_a_row_has_765_positions),
        cmocka_unit_test(a_game_is_worth_the_same_with_and_without),
        cmocka_unit_test(shipped_games_play_alike_in_their_images),
        cmocka_unit_test(games_of_the_specification_play_alike_in_their_images),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
