// search_beats_random_test.c - a player that searches is better than chance at games of the new
// edition.
//
// In every game the searcher takes each seat in turn, everybody else moves at random, and the same
// matches are played again with nobody who searches. What counts is the share of the first place;
// alone or together against the game, the score. It is better where the difference would come about
// by luck once in a hundred times or less. With DADO_LONG more matches are played, and longer
// thought about.
#include <math.h>

#include "support/test.h"

#include "lab/match.h"
#include "lab/game_source.h"

enum { most_seats = 8 };

typedef struct bout {
    dado_region region;
    dado_game game;
    dado_agent agents[most_seats];
    dado_match_workspace laid;
} bout;

static void open_bout(bout *b, const char *name, int searcher, const char *iterations)
{
    dado_error err = { 0 };
    dado_game_source source;
    dado_option given = { .name = "iterations", .text = iterations };
    dado_options thought = { &given, 1 };
    dado_region_init(&b->region, (size_t)256 << 20);
    bool fine = dado_game_source_find(&source, name, NULL, &b->region, &err) &&
                dado_game_source_open(&source, &b->game, &b->region, &err);
    if (!fine) fail_msg("%s: %s", name, err.text);
    assert_in_range(b->game.players, 1, most_seats);
    for (int seat = 0; seat < b->game.players; seat++) {
        bool searches = seat == searcher;
        if (!dado_agent_open(&b->agents[seat], dado_agent_named(searches ? "ismcts" : "random"),
                             &b->game, seat, searches ? &thought : NULL, &b->region, &err)) {
            fail_msg("%s: %s", name, err.text);
        }
    }
    if (!dado_match_workspace_init(&b->laid, &b->game, b->agents, (dado_match_settings){ 0 },
                                   &b->region, &err)) {
        fail_msg("%s: %s", name, err.text);
    }
}

static void close_bout(bout *b)
{
    for (int seat = 0; seat < b->game.players; seat++) dado_agent_close(&b->agents[seat]);
    dado_region_free(&b->region);
}

// What a seat got out of a match.
static double outcome(const bout *b, const dado_trace *trace, int seat, bool together)
{
    int first = 0, players = b->game.players;
    if (together || players == 1) return trace->result[seat];
    for (int i = 0; i < players; i++) first += trace->places[i] == 0;
    return trace->places[seat] == 0 ? 1.0 / first : 0;
}

typedef struct sample {
    double sum, squares;
    int count;
} sample;

static void add(sample *s, double x)
{
    s->sum += x;
    s->squares += x * x;
    s->count++;
}

static double mean(const sample *s)
{
    return s->sum / s->count;
}

static double error_squared(const sample *s)
{
    double m = mean(s), variance = (s->squares - s->count * m * m) / (s->count - 1);
    return (variance < 0 ? 0 : variance) / s->count;
}

static void play(const char *name, bool together, const char *iterations, int each, sample *with,
                 sample *without)
{
    for (int seat = 0, seats = 1; seat < seats; seat++) {
        bout thinks, guesses;
        open_bout(&thinks, name, seat, iterations);
        open_bout(&guesses, name, -1, NULL);
        seats = thinks.game.players;
        for (int match = 0; match < each; match++) {
            uint64_t number = (uint64_t)match;
            const dado_trace *one = dado_match_play(&thinks.laid, 5, 5, number);
            const dado_trace *other = dado_match_play(&guesses.laid, 5, 5, number);
            add(with, outcome(&thinks, one, seat, together));
            add(without, outcome(&guesses, other, seat, together));
        }
        close_bout(&thinks);
        close_bout(&guesses);
    }
}

static void ismcts_beats_random_at_ten_of_the_new_games(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool together;
    } games[] = {
        { "threeinarow", false }, { "fourinarow", false }, { "hops", false },
        { "bridges", false },     { "pipes", false },      { "sowing", false },
        { "workers", false },     { "provinces", false },  { "threesheets", false },
        { "underthecup", false }, { "plates", false },     { "pegs", false },
        { "lighthouse", true },
    };
    enum { game_count = sizeof games / sizeof *games, wanted = 10 };
    const bool all = getenv("DADO_LONG") != NULL;
    const double once_in_a_hundred = 2.326;
    int better = 0;
    for (int i = 0; i < game_count && (all || better < wanted); i++) {
        sample with = { 0 }, without = { 0 };
        play(games[i].name, games[i].together, all ? "200" : "40", all ? 60 : 12, &with, &without);
        double error = sqrt(error_squared(&with) + error_squared(&without));
        double by = mean(&with) - mean(&without), z = error > 0 ? by / error : 0;
        print_message("%-12s %7.3f searching, %7.3f at random: %5.1f standard errors\n",
                      games[i].name, mean(&with), mean(&without), z);
        better += z > once_in_a_hundred;
    }
    print_message("better at %d games\n", better);
    assert_true(better >= wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ismcts_beats_random_at_ten_of_the_new_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
