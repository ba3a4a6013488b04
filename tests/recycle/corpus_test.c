// corpus_test.c - every public description plays as an independent implementation plays it.
//
// The games lie beside the project, not in it. Each is played at random and its
// mean number of choices and of options compared with what is expected; a mean
// off by more than four combined standard errors says that a rule is misread.
// DADO_CORPUS=20 plays that many matches of each game instead of a thousand.
#include <math.h>

#include "recycle/open_and_play.h"

enum { longest_match = 20000 };

typedef struct expected {
    char name[64];
    int players, plays, most;
    double choices, error, options;
} expected;

static int matches_wanted(void)
{
    const char *wanted = getenv("DADO_CORPUS");
    return wanted && atoi(wanted) > 0 ? atoi(wanted) : 1000;
}

static bool read_expected(const char *line, expected *e)
{
    memset(e, 0, sizeof *e);
    int found = sscanf(line, "%63[^\t]\t%d\t%d\t%lf\t%lf\t%lf\t%d", e->name, &e->players, &e->plays,
                       &e->choices, &e->error, &e->options, &e->most);
    return found >= 3 && strcmp(e->name, "game") != 0;
}

static described open_file(const char *folder, const char *name, const char *suffix)
{
    char path[512];
    snprintf(path, sizeof path, "%s/corpus/%s/%s%s", dado_test_shared(), folder, name, suffix);
    char *text = dado_test_read(path);
    if (!text) fail_msg("cannot read %s", path);
    described d = describe_with(path, text, NULL);
    free(text);
    return d;
}

static bool compare(const expected *e, int matches)
{
    described d = open_file("recycle", e->name, ".rcy");
    if (!d.opened) {
        print_error("%s: %s:%d:%d %s\n", e->name, e->name, d.error.place.line, d.error.place.column,
                    d.error.text);
        free_described(&d);
        return false;
    }
    bool endless = e->plays == 0;
    double sum = 0, squares = 0, options = 0;
    int stopped = 0, empty = 0, most = 0;
    bool sound = true;
    dado_error why = { 0 };
    for (int i = 0; i < matches; i++) {
        played r = play_random(&d, 2016, (uint64_t)i, endless ? 400 : longest_match);
        stopped += !r.ended;
        if (r.ended && !r.sound && sound) {
            sound = false;
            why = r.why;
        }
        sum += r.choices;
        squares += (double)r.choices * r.choices;
        options += (double)r.options;
        empty += r.empty;
        if (r.most_options > most) most = r.most_options;
    }
    double mean = sum / matches, variance = squares / matches - mean * mean;
    double error = sqrt((variance > 0 ? variance : 0) / matches);
    double combined = sqrt(error * error + e->error * e->error);
    double z = combined > 0 ? (mean - e->choices) / combined : mean == e->choices ? 0 : 99;
    double off = e->options > 0 ? options / sum / e->options - 1 : 0;
    // Options are averaged over choices; with few matches their own spread counts too.
    double slack = matches >= 1000 ? 0.03 : 0.03 + 0.6 / sqrt(matches);
    bool fine =
        sound && empty == 0 && (endless || (stopped == 0 && fabs(z) <= 4 && fabs(off) <= slack));
    print_message("%-18s %8.3f expected %8.3f  z %6.2f  options %8.4f (%+.2f %%)  most %3d (%d)"
                  "%s%s%s\n",
                  e->name, mean, e->choices, z, options / sum, 100 * off, most, e->most,
                  endless ? "  does not end, limit reached" : "", fine ? "" : "  WRONG ",
                  sound ? "" : why.text);
    free_described(&d);
    return fine;
}

static void every_public_game_plays_as_expected(void **state)
{
    (void)state;
    if (!dado_test_shared()) {
        print_message("the public games are not here: skipped\n");
        skip();
    }
    char path[512];
    snprintf(path, sizeof path, "%s/corpus/recycle/EXPECTED.tsv", dado_test_shared());
    char *table = dado_test_read(path);
    assert_non_null(table);
    int games = 0, wrong = 0;
    const char *only = getenv("DADO_GAME");
    for (char *line = strtok(table, "\n"); line; line = strtok(NULL, "\n")) {
        expected e;
        if (!read_expected(line, &e) || (only && strcmp(only, e.name) != 0)) continue;
        games++;
        wrong += !compare(&e, matches_wanted());
    }
    free(table);
    if (!only) assert_int_equal(games, 57);
    assert_int_equal(wrong, 0);
}

static void the_games_of_the_dice_fork_play(void **state)
{
    (void)state;
    if (!dado_test_shared()) skip();
    static const char *const names[] = {
        "Agram",       "Blackjack",
        "BustedWar",   "ContinuousPairs",
        "CrazyEights", "GOPS",
        "Golf",        "Hearts",
        "Pairs",       "SaneEights",
        "Simon'sCat",  "Spades",
        "SpiteMalice", "ThrowDiceMatchCard",
        "Whist",       "diceGame",
    };
    int wrong = 0, matches = matches_wanted();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        described d = open_file("recycle-2018", names[i], ".gdl");
        if (!d.opened) {
            print_error("%s:%d:%d: %s\n", names[i], d.error.place.line, d.error.place.column,
                        d.error.text);
            wrong++;
            free_described(&d);
            continue;
        }
        bool endless = strcmp(names[i], "BustedWar") == 0;
        int ended = 0, unsound = 0;
        double choices = 0;
        dado_error why = { 0 };
        for (int k = 0; k < matches; k++) {
            played r = play_random(&d, 2018, (uint64_t)k, endless ? 2000 : longest_match);
            ended += r.ended;
            choices += r.choices;
            bool limit = r.ended && !r.sound && r.why.status == DADO_LIMIT;
            if (r.ended && !r.sound && !(endless && limit)) {
                unsound++;
                why = r.why;
            }
        }
        bool fine = unsound == 0 && (endless || ended == matches);
        print_message("%-20s choices %8.2f ended %d of %d%s %s\n", names[i], choices / matches,
                      ended, matches, fine ? "" : "  WRONG", why.text);
        wrong += !fine;
        free_described(&d);
    }
    assert_int_equal(wrong, 0);
}

static void the_two_broken_ones_are_refused_with_a_place(void **state)
{
    (void)state;
    if (!dado_test_shared()) skip();
    static const char *const names[] = { "generated2", "teste" };
    for (int i = 0; i < 2; i++) {
        described d = open_file("recycle-2018", names[i], ".gdl");
        assert_false(d.opened);
        assert_true(d.error.place.line > 0 && d.error.place.column > 0);
        assert_true(d.error.text[0] && d.error.code[0] == 'E');
        free_described(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_public_game_plays_as_expected),
        cmocka_unit_test(the_games_of_the_dice_fork_play),
        cmocka_unit_test(the_two_broken_ones_are_refused_with_a_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
