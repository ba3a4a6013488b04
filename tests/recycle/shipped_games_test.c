// shipped_games_test.c - the games that are shipped: each is sound, ends, and keeps its own
// accounts.
#include <dirent.h>
#include <math.h>

#include "recycle/open_and_play.h"

static described open_library(const char *path, const char *const *more)
{
    char full[300];
    snprintf(full, sizeof full, "library/%s", path);
    char *text = dado_test_read(full);
    if (!text) fail_msg("cannot read %s", full);
    described d = describe_with(full, text, more);
    const dado_place *at = &d.error.place;
    if (!d.opened) fail_msg("%s:%d:%d %s", full, at->line, at->column, d.error.text);
    free(text);
    return d;
}

static bool tells_how_it_is_played(const char *text)
{
    int lines = 0;
    while (strncmp(text, ";;", 2) == 0) {
        lines++;
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return lines >= 5 && strncmp(text, "(game", 5) == 0;
}

static int check_one(const char *path)
{
    char *text = dado_test_read(path);
    dado_region region;
    dado_recycle_diagnostics found;
    int wrong = 0;
    dado_region_init(&region, (size_t)64 << 20);
    check_beside(path, text, &region, &found);
    for (int i = 0; i < found.count; i++) {
        print_error("%s:%d: %s %s\n", path, found.items[i].error.place.line,
                    found.items[i].error.code, found.items[i].error.text);
        wrong++;
    }
    if (!tells_how_it_is_played(text)) {
        print_error("%s does not begin by telling how it is played\n", path);
        wrong++;
    }
    dado_region_free(&region);
    described d = describe_with(path, text, NULL);
    if (d.opened) {
        int matches = dado_test_repeats(500, 20000), longest = 0;
        double choices = 0;
        for (int i = 0; i < matches; i++) {
            played r = play_random(&d, 11, (uint64_t)i, 5000);
            choices += r.choices;
            if (r.choices > longest) longest = r.choices;
            if (r.ended && r.sound && r.empty == 0) continue;
            print_error("%s match %d: ended %d, sound %d, empty %d: %d: %s\n", path, i, r.ended,
                        r.sound, r.empty, r.why.place.line, r.why.text);
            wrong++;
            break;
        }
        print_message("%-36s %d players, choices %7.1f, most %4d\n", path, d.game.players,
                      choices / matches, longest);
    }
    wrong += !d.opened;
    free_described(&d);
    free(text);
    return wrong;
}

static int check_folder(const char *path, int *games)
{
    DIR *dir = opendir(path);
    int wrong = 0;
    assert_non_null(dir);
    for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        if (!strstr(entry->d_name, ".rcy")) continue;
        char file[600];
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        wrong += check_one(file);
        ++*games;
    }
    closedir(dir);
    return wrong;
}

static void every_game_is_sound_and_ends(void **state)
{
    (void)state;
    int games = 0, wrong = check_folder("library/cards", &games);
    wrong += check_folder("library/dice", &games);
    wrong += check_folder("library/boards", &games);
    wrong += check_folder("library/small", &games);
    assert_int_equal(wrong, 0);
    assert_true(games >= 45);
}

// Everything in the public part of the state is the same, whichever card was laid, if it was
// believed: what is stored would tell a lie that nobody looked at.
static void a_lie_that_is_believed_stays_hidden(void **state)
{
    (void)state;
    described d = open_library("cards/bluff.rcy", NULL);
    const dado_game *g = &d.game;
    unsigned char *start = malloc(g->state_size);
    unsigned char *views[2] = { malloc(g->view_size), malloc(g->view_size) };
    int compared = 0;
    for (uint64_t match = 0; match < 40; match++) {
        dado_rng luck = dado_rng_stream(13, match, DADO_STREAM_CHANCE);
        g->rules->start(g, d.state);
        while (g->rules->actor(g, d.state) == DADO_CHANCE) {
            dado_move move = dado_draw_outcome(g, d.state, d.moves, d.weights, &luck, NULL);
            g->rules->apply(g, d.state, move);
        }
        memcpy(start, d.state, g->state_size);
        int count = g->rules->legal(g, start, d.moves);
        dado_move first[64];
        for (int i = 0; i < count; i++) first[i] = d.moves[i];
        for (int i = 0; i < count; i++) {
            memcpy(d.state, start, g->state_size);
            g->rules->apply(g, d.state, first[i]);
            assert_true(g->rules->legal(g, d.state, d.moves) == 2);
            g->rules->apply(g, d.state, d.moves[0]);  // believed
            dado_observe(g, d.state, 2, views[i > 0]);
            if (i > 0) assert_memory_equal(views[0], views[1], g->view_size);
            compared += i > 0;
        }
    }
    assert_true(compared > 100);
    free(start);
    free(views[0]);
    free(views[1]);
    free_described(&d);
}

// What the scores of a finished match must add up to, within bounds.
static void accounts(const char *path, const char *const *more, int least, int most)
{
    described d = open_library(path, more);
    for (uint64_t match = 0; match < 100; match++) {
        int sum = 0;
        played r = play_random(&d, 12, match, 5000);
        assert_true(r.ended && r.sound);
        for (int p = 0; p < d.game.players; p++) sum += r.scores[p];
        if (sum < least || sum > most) fail_msg("%s: scores add up to %d", path, sum);
    }
    free_described(&d);
}

static void scores_add_up(void **state)
{
    (void)state;
    accounts("cards/kuhn.rcy", NULL, 0, 0);
    accounts("cards/leduc.rcy", NULL, 0, 0);
    accounts("cards/gops.rcy", NULL, 0, 91);
    accounts("cards/hearts.rcy", NULL, -78, -26);
    accounts("cards/whist.rcy", NULL, 2, 14);
    accounts("cards/euchre.rcy", NULL, 2, 4);
    accounts("cards/gofish.rcy", NULL, 13, 13);
    accounts("cards/war.rcy", NULL, 52, 52);
    accounts("cards/oldmaid.rcy", NULL, -1, -1);
    accounts("cards/president.rcy", NULL, 6, 6);
    accounts("cards/concentration.rcy", NULL, 12, 12);
    accounts("cards/agram.rcy", NULL, 1, 1);
    accounts("cards/inbetween.rcy", NULL, 0, 88);
    accounts("cards/casino.rcy", NULL, 40 + 10 + 5 - 4, 40 + 10 + 5);
    accounts("dice/throwdicematchcard.rcy", NULL, 4, 4 + 20);
    accounts("dice/throwdicematchcard.rcy",
             (const char *const[]){ "ROUNDS", "20", "COPIES", "20", NULL }, 4, 4 + 80);
    accounts("dice/dicepoints.rcy", (const char *const[]){ "DICE", "2", "FACES", "5", NULL }, 80,
             400);
}

static void dicepoints_meets_its_exact_chances(void **state)
{
    (void)state;
    enum { matches = 40000 };
    described d = open_library("dice/dicepoints.rcy", NULL);
    int alone = 0, tied = 0;
    for (uint64_t match = 0; match < matches; match++) {
        played r = play_random(&d, 13, match, 10);
        int best = 0;
        for (int p = 0; p < 4; p++) best += r.places[p] == 0;
        alone += best == 1 && r.places[0] == 0;
        tied += best > 1;
    }
    double p = 0.2270788082, q = 0.0916847670;
    assert_true(fabs(alone - matches * p) < 4 * sqrt(matches * p * (1 - p)));
    assert_true(fabs(tied - matches * q) < 4 * sqrt(matches * q * (1 - q)));
    free_described(&d);
}

static void partners_are_one_side(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "cards/spades.rcy",
        "cards/whist.rcy",
        "cards/euchre.rcy",
    };
    for (int i = 0; i < 3; i++) {
        described d = open_library(paths[i], NULL);
        assert_non_null(d.game.side);
        assert_int_equal(d.game.side[0], d.game.side[2]);
        assert_int_equal(d.game.side[1], d.game.side[3]);
        assert_int_not_equal(d.game.side[0], d.game.side[1]);
        free_described(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_sound_and_ends),
        cmocka_unit_test(a_lie_that_is_believed_stays_hidden),
        cmocka_unit_test(scores_add_up),
        cmocka_unit_test(dicepoints_meets_its_exact_chances),
        cmocka_unit_test(partners_are_one_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
