// batch_env_test.c - a hall plays the lab's matches, step by step, and keeps what dado.h promises.
#define _GNU_SOURCE
#include "lab/match.h"
#include "api/batch_env.h"
#include "support/count_allocations.h"
#include "support/test.h"

// ---- the lab's matches, step by step

enum { seed = 17, most_players = 16 };

typedef struct match {
    dado_region region;
    dado_game_source source;
    dado_game game;
    dado_agent agents[most_players];
    dado_match_workspace table;
    uint64_t cell;
} match;

static bool open_match(match *m, const char *name, const char *agent)
{
    dado_error err = { 0 };
    dado_player player;
    dado_options none = { 0 };
    dado_region_init_large(&m->region);
    m->cell = dado_derive_seed(dado_derive_seed(seed, 0), 0);
    if (!dado_game_source_find(&m->source, name, &none, &m->region, &err) ||
        !dado_game_source_open(&m->source, &m->game, &m->region, &err) ||
        !dado_player_parse(&player, agent, &m->region, &err)) {
        fail_msg("%s: %s", name, err.text);
    }
    assert_in_range(m->game.players, 1, most_players);
    for (int p = 0; p < m->game.players; p++) {
        assert_true(dado_agent_open(&m->agents[p], player.kind, &m->game, p, &player.options,
                                    &m->region, &err));
    }
    return dado_match_workspace_init(&m->table, &m->game, m->agents,
                                     (dado_match_settings){ .path = true }, &m->region, &err);
}

static void close_match(match *m)
{
    for (int p = 0; p < m->game.players; p++) dado_agent_close(&m->agents[p]);
    dado_region_free(&m->region);
}

// Follows one match of the lab in a hall of one place; both are at its beginning.
static void follow(match *m, dado_hall *hall, const dado_trace *trace, unsigned char *state)
{
    const dado_game *game = &m->game;
    int32_t actor, count, result[most_players], ranks[most_players];
    uint8_t ended = 0;
    game->rules->start(game, state);
    for (int i = 0; i < trace->steps; i++) {
        const dado_step *step = &trace->path[i];
        if (step->actor >= 0) {
            dado_hall_look(hall, &actor, &count);
            assert_int_equal(ended, 0);
            assert_int_equal(actor, step->actor);
            assert_int_equal(count, step->options);
            assert_int_equal(memcmp(state_of(hall, 0), state, game->state_size), 0);
            int32_t choice = 0;
            while (choice < count && moves_of(hall, 0)[choice] != step->move) choice++;
            assert_int_equal(dado_hall_step(hall, &choice, &ended, result, ranks), 0);
        }
        game->rules->apply(game, state, step->move);
    }
    assert_int_equal(ended, trace->end == DADO_FINISHED ? 1 : 2);
    for (int p = 0; p < game->players; p++) {
        assert_int_equal(result[p], trace->result[p]);
        assert_int_equal(ranks[p], trace->places[p]);
    }
}

static void check_game(const char *name, int matches)
{
    match *m = calloc(1, sizeof *m);
    char why[300];
    assert_true(open_match(m, name, "random"));
    dado_hall *hall = dado_hall_open(name, NULL, 0, 1, seed, why, sizeof why);
    if (!hall) {  // only where there is nothing to choose
        assert_non_null(strstr(why, "nobody chooses anything"));
        assert_int_equal(dado_match_play(&m->table, m->cell, m->cell, 0)->decisions, 0);
        close_match(m);
        free(m);
        return;
    }
    unsigned char *state = malloc(m->game.state_size);
    for (int i = 0; i < matches; i++) {
        uint64_t number;
        const dado_trace *trace = dado_match_play(&m->table, m->cell, m->cell, (uint64_t)i);
        if (trace->decisions == 0) continue;  // over before anybody was asked: the hall passes on
        dado_hall_matches(hall, &number);
        assert_int_equal(number, i);
        follow(m, hall, trace, state);
    }
    dado_hall_close(hall);
    close_match(m);
    free(state);
    free(m);
}

static void check_file(void *context, const char *path)
{
    const char *dot = strrchr(path, '.');
    if (!dot || strcmp(dot, ".rcy") != 0) return;
    print_message("  %s\n", path);
    check_game(path, dado_test_repeats(200, 10000));
    ++*(int *)context;
}

static void halls_play_the_labs_matches_of_every_described_game(void **context)
{
    (void)context;
    int files = 0;
    dado_library_foreach("library", &files, check_file);
    assert_true(files > 40);
}

static void halls_play_the_labs_matches_of_every_world(void **context)
{
    (void)context;
    static const char *const worlds[] = {
        "bigpoints", "kuhn",  "nim",     "noughts",  "race",
        "walk",      "table", "dungeon", "platform", "territorio",
    };
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        print_message("  %s\n", worlds[i]);
        check_game(worlds[i], dado_test_repeats(200, 10000));
    }
}

// ---- agents

static void a_seat_against_agents_plays_the_labs_matches_too(void **context)
{
    (void)context;
    static const char *const games[] = { "kuhn", "hearts", "gofish", "leduc", "noughts" };
    char why[200];
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        enum { places = 4, matches = 40 };
        match *m = calloc(1, sizeof *m);
        assert_true(open_match(m, games[i], "greedy"));
        int players = m->game.players;
        dado_hall *hall = dado_hall_open(games[i], NULL, 0, places, seed, why, sizeof why);
        assert_non_null(hall);
        int greedy = dado_hall_agent(hall, "greedy", why, sizeof why);
        assert_int_equal(greedy, 0);
        for (int p = 1; p < players; p++) assert_int_equal(dado_hall_sit(hall, p, greedy), 0);
        assert_int_equal(dado_hall_sit(hall, 0, greedy), 1);  // somebody must be left to choose
        int32_t choices[places], actors[places], counts[places], result[places * most_players];
        uint8_t ended[places];
        uint64_t numbers[places];
        for (int left = matches; left > 0;) {
            dado_hall_look(hall, actors, counts);
            for (int k = 0; k < places; k++) assert_int_equal(actors[k], 0);
            dado_hall_matches(hall, numbers);
            dado_hall_ask(hall, greedy, choices);
            assert_int_equal(dado_hall_step(hall, choices, ended, result, NULL), 0);
            for (int k = 0; k < places; k++) {
                if (!ended[k]) continue;
                const dado_trace *trace = dado_match_play(&m->table, m->cell, m->cell, numbers[k]);
                for (int p = 0; p < players; p++) {
                    assert_int_equal(result[k * players + p], trace->result[p]);
                }
                left--;
            }
        }
        dado_hall_close(hall);
        close_match(m);
        free(m);
    }
}

static void agents_that_cannot_sit_are_turned_away(void **context)
{
    (void)context;
    char why[200];
    dado_hall *hall = dado_hall_open("kuhn", NULL, 0, 2, 1, why, sizeof why);
    assert_int_equal(dado_hall_agent(hall, "nobody_of_that_name", why, sizeof why), -1);
    assert_int_equal(dado_hall_agent(hall, "territorio_baseline", why, sizeof why), -1);
    assert_int_equal(dado_hall_agent(hall, "human", why, sizeof why), -1);
    assert_non_null(strstr(why, "one match at a time"));
    assert_int_equal(dado_hall_sit(hall, 0, 0), 1);
    assert_int_equal(dado_hall_sit(hall, 7, -1), 1);
    int32_t choices[2];
    dado_hall_ask(hall, 3, choices);
    assert_int_equal(choices[0], -1);
    dado_hall_close(hall);
}

// ---- masks, copies, allocations

enum { tried_places = 8 };

static void check_masks(const char *name)
{
    char why[200];
    dado_hall *hall = dado_hall_open(name, NULL, 0, tried_places, 5, why, sizeof why);
    if (!hall) return;
    int actions = dado_hall_actions(hall);
    int32_t actors[tried_places], counts[tried_places], chosen[tried_places], back[tried_places];
    uint8_t *mask = malloc((size_t)actions * tried_places + 1);
    dado_rng luck = dado_rng_stream(3, 0, 0);
    for (int step = 0; actions && step < 60; step++) {
        dado_hall_look(hall, actors, counts);
        dado_hall_see(hall, -1, NULL, mask);
        for (int k = 0; k < tried_places; k++) {
            const uint8_t *row = mask + (size_t)k * (size_t)actions;
            int legal = 0, last = 0;
            for (int a = 0; a < actions; a++) {
                legal += row[a];
                if (row[a] && dado_rng_below(&luck, (uint64_t)legal) == 0) last = a;
            }
            assert_int_equal(legal, counts[k]);
            chosen[k] = last;
        }
        int wrong = dado_hall_choices(hall, chosen, back);
        assert_int_equal(wrong, 0);
        assert_int_equal(dado_hall_step(hall, back, NULL, NULL, NULL), 0);
    }
    free(mask);
    dado_hall_close(hall);
}

static void check_masks_of_file(void *context, const char *path)
{
    const char *dot = strrchr(path, '.');
    (void)context;
    if (dot && strcmp(dot, ".rcy") == 0) check_masks(path);
}

static void masks_are_the_legal_moves(void **context)
{
    (void)context;
    static const char *const worlds[] = { "bigpoints", "kuhn", "nim",     "noughts",
                                          "race",      "walk", "dungeon", "platform" };
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) check_masks(worlds[i]);
    dado_library_foreach("library", NULL, check_masks_of_file);
    char why[200];
    dado_hall *hall = dado_hall_open("noughts", NULL, 0, 1, 1, why, sizeof why);
    int32_t centre = 4, choice;
    assert_int_equal(dado_hall_choices(hall, &centre, &choice), 0);
    assert_int_equal(dado_hall_step(hall, &choice, NULL, NULL, NULL), 0);
    assert_int_equal(dado_hall_choices(hall, &centre, &choice), 1);  // it is taken
    dado_hall_close(hall);
}

static void copies_do_not_interfere(void **context)
{
    (void)context;
    char why[200], before[9000], after[9000];
    dado_hall *hall = dado_hall_open("hearts", NULL, 0, 2, 3, why, sizeof why);
    dado_hall *other = dado_hall_open("spades", NULL, 0, 2, 3, why, sizeof why);
    int random = dado_hall_agent(hall, "random", why, sizeof why);
    size_t size = dado_hall_state_size(hall);
    unsigned char *saved = malloc(size), *again = malloc(size);
    dado_hall_save(hall, 0, saved);
    dado_hall_words(hall, 0, -2, before, sizeof before);
    int32_t first[2], second[2];
    dado_hall_ask(hall, random, first);
    for (int i = 0; i < 8; i++) {
        dado_hall_step(hall, i ? second : first, NULL, NULL, NULL);
        dado_hall_ask(hall, random, second);
    }
    dado_hall_words(hall, 0, -2, after, sizeof after);
    assert_string_not_equal(before, after);
    assert_int_equal(dado_hall_restore(hall, 0, saved), 0);
    dado_hall_words(hall, 0, -2, after, sizeof after);
    assert_string_equal(before, after);
    dado_hall_save(hall, 0, again);
    assert_memory_equal(saved, again, size);
    dado_hall_ask(hall, random, second);  // with the luck it had
    assert_int_equal(first[0], second[0]);
    // At another place it is the same match; what is not this hall's is refused.
    assert_int_equal(dado_hall_restore(hall, 1, saved), 0);
    dado_hall_words(hall, 1, -2, after, sizeof after);
    assert_string_equal(before, after);
    saved[size / 2] ^= 1;
    assert_int_equal(dado_hall_restore(hall, 0, saved), 1);
    if (dado_hall_state_size(other) <= size) {
        dado_hall_save(other, 0, again);
        assert_int_equal(dado_hall_restore(hall, 0, again), 1);
    }
    dado_hall_close(hall);
    dado_hall_close(other);
    free(saved);
    free(again);
}

static void nothing_is_allocated_in_a_step(void **context)
{
    (void)context;
    if (!counted) skip();
    count_allocations();
    static const char *const games[] = { "kuhn",      "hearts", "noughts", "fourinarow",
                                         "bigpoints", "gofish", "dungeon" };
    char why[200];
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        enum { places = 32 };
        dado_hall *hall = dado_hall_open(games[i], NULL, 0, places, 1, why, sizeof why);
        assert_non_null(hall);
        int random = dado_hall_agent(hall, "random", why, sizeof why);
        int players = dado_hall_players(hall);
        for (int p = 1; p < players; p++) assert_int_equal(dado_hall_sit(hall, p, random), 0);
        float *features = malloc(sizeof(float) * places * (size_t)dado_hall_features(hall));
        uint8_t *mask = malloc(places * (size_t)dado_hall_actions(hall) + 1);
        int32_t actors[places], counts[places], choices[places], points[places * 8];
        uint8_t ended[places];
        unsigned long before = allocations;
        for (int step = 0; step < 200; step++) {
            dado_hall_look(hall, actors, counts);
            dado_hall_see(hall, -1, features, mask);
            dado_hall_ask(hall, random, choices);
            dado_hall_step(hall, choices, ended, points, NULL);
            dado_hall_scores(hall, points);
        }
        assert_int_equal(allocations, before);
        free(features);
        free(mask);
        dado_hall_close(hall);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halls_play_the_labs_matches_of_every_described_game),
        cmocka_unit_test(halls_play_the_labs_matches_of_every_world),
        cmocka_unit_test(a_seat_against_agents_plays_the_labs_matches_too),
        cmocka_unit_test(agents_that_cannot_sit_are_turned_away),
        cmocka_unit_test(masks_are_the_legal_moves),
        cmocka_unit_test(copies_do_not_interfere),
        cmocka_unit_test(nothing_is_allocated_in_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
