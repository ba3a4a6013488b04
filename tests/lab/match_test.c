// match_test.c - one match: rows, giving up, stopping, and not a byte allocated.
#define _GNU_SOURCE
#include "lab/match.h"

#include "support/count_allocations.h"
#include "support/test.h"
#include "worlds/shelf.h"

// --- a tiny game with everything a match can run into ---

typedef struct tiny {
    int32_t moves, luck, score[3];
    int32_t broken;
} tiny;

enum { tiny_players = 3, tiny_end = 9 };

static int tiny_actor(const dado_game *game, const void *state)
{
    (void)game;
    const tiny *t = state;
    if (t->broken || t->moves == tiny_end) return DADO_NOBODY;
    return t->luck ? DADO_CHANCE : t->moves % tiny_players;
}

static void tiny_start(const dado_game *game, void *state)
{
    (void)game;
    memset(state, 0, sizeof(tiny));
}

static int tiny_legal(const dado_game *game, const void *state, dado_move *moves)
{
    (void)game;
    const tiny *t = state;
    if (t->luck) return 0;  // any word
    moves[0] = 2;
    moves[1] = 1;
    moves[2] = 0;
    return 3;
}

// A move of 2 asks for luck twice before the next player is asked.
static void tiny_apply(const dado_game *game, void *state, dado_move move)
{
    tiny *t = state;
    if (t->luck) {
        t->luck--;
        return;
    }
    t->score[t->moves % tiny_players] += (int32_t)move;
    t->moves++;
    t->luck = move == 2 && t->moves < tiny_end ? 2 : 0;
    t->broken = game->data && t->moves == 5;
}

static void tiny_scores(const dado_game *game, const void *state, int32_t *scores)
{
    (void)game;
    memcpy(scores, ((const tiny *)state)->score, sizeof(int32_t) * tiny_players);
}

static bool tiny_sound(const dado_game *game, const void *state, dado_error *err)
{
    (void)game;
    return !((const tiny *)state)->broken ||
           dado_fail(err, DADO_INVALID, "the rule cannot be kept");
}

static const dado_rules tiny_rules = {
    .size = sizeof(dado_rules),
    .name = "tiny",
    .title = "Tiny",
    .start = tiny_start,
    .actor = tiny_actor,
    .legal = tiny_legal,
    .apply = tiny_apply,
    .scores = tiny_scores,
    .sound = tiny_sound,
};

static dado_game tiny_game(bool breaks)
{
    return (dado_game){ .rules = &tiny_rules,
                        .data = breaks ? &tiny_rules : NULL,
                        .options = "",
                        .players = tiny_players,
                        .max_moves = 3,
                        .luck = true,
                        .state_size = sizeof(tiny),
                        .view_size = sizeof(tiny) };
}

// --- players who do as they are told: a list of answers by turn ---

typedef struct script {
    const int *answers;
    int count;
} script;

static int follow(const dado_agent *agent, const dado_turn *turn)
{
    const script *s = agent->data;
    int32_t *turns = turn->self;
    *turn->effort += 1;
    return *turns < s->count ? s->answers[(*turns)++] : 0;
}

static const dado_agent_kind scripted = {
    .size = sizeof(dado_agent_kind), .name = "scripted", .title = "Scripted", .choose = follow
};

typedef struct room {
    dado_region region;
    dado_game game;
    dado_agent agents[tiny_players];
    script scripts[tiny_players];
    dado_match_workspace table;
} room;

static void lay(room *r, bool breaks, dado_match_settings rules)
{
    dado_region_init(&r->region, (size_t)1 << 30);
    r->game = tiny_game(breaks);
    for (int p = 0; p < tiny_players; p++) {
        r->agents[p] = (dado_agent){ .kind = &scripted,
                                     .game = &r->game,
                                     .seat = p,
                                     .options = "",
                                     .data = &r->scripts[p],
                                     .self_size = sizeof(int32_t) };
    }
    dado_error err = { 0 };
    if (!dado_match_workspace_init(&r->table, &r->game, r->agents, rules, &r->region, &err))
        fail_msg("%s", err.text);
}

static void a_round_is_a_players_move_with_the_luck_that_follows(void **state)
{
    (void)state;
    room r = { 0 };
    lay(&r, false, (dado_match_settings){ .path = true, .checks = true });
    const dado_trace *t = dado_match_play(&r.table, 1, 1, 0);  // everyone plays 2 always
    assert_int_equal(t->end, DADO_FINISHED);
    assert_int_equal(t->rounds, 9);
    assert_int_equal(t->decisions, 9);
    assert_int_equal(t->steps, 9 + 8 * 2);
    assert_int_equal(t->forced, 0);
    assert_int_equal(t->options, 27);
    assert_int_equal(dado_trace_row(t, 0)[0], 0);
    assert_int_equal(dado_trace_row(t, 1)[0], 2);
    assert_int_equal(dado_trace_row(t, 9)[2], 6);
    assert_int_equal(t->path[0].actor, 0);
    assert_int_equal(t->path[1].actor, DADO_CHANCE);
    assert_int_equal(t->path[1].options, 0);
    assert_int_equal(t->path[3].actor, 1);
    assert_int_equal(t->effort[1], 3);
    for (int p = 0; p < tiny_players; p++) assert_int_equal(t->places[p], 0);
    dado_region_free(&r.region);
}

static void who_gives_up_comes_last_and_passes_from_then_on(void **state)
{
    (void)state;
    static const int quits[] = { 0, -1 };
    room r = { .scripts = { [0] = { quits, 2 } } };
    lay(&r, false, (dado_match_settings){ 0 });
    const dado_trace *t = dado_match_play(&r.table, 1, 1, 0);
    assert_int_equal(t->end, DADO_FINISHED);
    assert_int_equal(t->result[0], 2);  // then the last of the list, which is 0
    assert_int_equal(t->places[0], 2);
    assert_int_equal(t->places[1], 0);
    assert_int_equal(t->places[2], 0);
    assert_int_equal(t->effort[0], 2);  // not asked again
    dado_region_free(&r.region);
}

static void with_one_seat_left_the_match_is_forfeited(void **state)
{
    (void)state;
    static const int at_once[] = { -1 }, later[] = { 0, 7 };  // 7 is no move
    room r = { .scripts = { [0] = { at_once, 1 }, [2] = { later, 2 } } };
    lay(&r, false, (dado_match_settings){ 0 });
    const dado_trace *t = dado_match_play(&r.table, 1, 1, 0);
    assert_int_equal(t->end, DADO_FORFEITED);
    assert_int_equal(t->rounds, 5);
    assert_int_equal(t->places[1], 0);
    assert_int_equal(t->places[2], 1);  // gave up later than seat 0
    assert_int_equal(t->places[0], 2);
    dado_region_free(&r.region);
}

static void the_move_limit_stops_a_match_cleanly_wherever_it_falls(void **state)
{
    (void)state;
    for (int limit = 1; limit <= 25; limit++) {
        room r = { 0 };
        lay(&r, false, (dado_match_settings){ .move_limit = limit, .path = true, .checks = true });
        const dado_trace *t = dado_match_play(&r.table, 1, 1, 0);
        assert_int_equal(t->steps, limit);
        assert_int_equal(t->end, limit < 25 ? DADO_STOPPED : DADO_FINISHED);
        dado_region_free(&r.region);
    }
}

static void a_rule_that_cannot_be_kept_breaks_the_match_and_says_why(void **state)
{
    (void)state;
    room r = { 0 };
    lay(&r, true, (dado_match_settings){ 0 });
    const dado_trace *t = dado_match_play(&r.table, 1, 1, 0);
    assert_int_equal(t->end, DADO_BROKEN);
    assert_string_equal(r.table.error.text, "the rule cannot be kept");
    dado_region_free(&r.region);
}

static void alone_giving_up_and_being_stopped_are_losing(void **state)
{
    (void)state;
    static const int quits[] = { 0, -1 };
    script s = { quits, 2 };
    dado_region region;
    dado_region_init(&region, (size_t)1 << 30);
    dado_game game;
    dado_error err = { 0 };
    assert_true(dado_game_open(&game, dado_world_named("walk"), NULL, &region, &err));
    dado_agent agent = {
        .kind = &scripted, .game = &game, .options = "", .data = &s, .self_size = sizeof(int32_t)
    };
    dado_match_workspace table;
    assert_true(dado_match_workspace_init(&table, &game, &agent, (dado_match_settings){ 0 },
                                          &region, &err));
    const dado_trace *t = dado_match_play(&table, 1, 1, 0);
    assert_int_equal(t->end, DADO_FORFEITED);
    assert_int_equal(t->places[0], 1);
    s.count = 0;
    assert_true(dado_match_workspace_init(&table, &game, &agent,
                                          (dado_match_settings){ .move_limit = 2 }, &region, &err));
    t = dado_match_play(&table, 1, 1, 0);
    assert_int_equal(t->end, DADO_STOPPED);
    assert_int_equal(t->places[0], 1);
    dado_region_free(&region);
}

// --- on every world ---

static void seat_kind(dado_agent *agents, const dado_agent_kind *kind, const dado_game *game,
                      dado_region *region)
{
    dado_error err = { 0 };
    for (int p = 0; p < game->players; p++) {
        if (!dado_agent_open(&agents[p], kind, game, p, NULL, region, &err))
            fail_msg("%s", err.text);
    }
}

static void no_world_allocates_between_the_first_move_and_the_last(void **state)
{
    (void)state;
    if (!counted) {
        print_message("skipped: this build cannot count allocations\n");
        skip();
    }
    static const char *const kinds[] = { "random", "greedy" };
    count_allocations();
    void *volatile probe = malloc(1);
    free(probe);
    assert_true(allocations > 0);  // or the count would prove nothing
    for (int i = 0; dado_worlds[i]; i++) {
        for (int k = 0; k < 2; k++) {
            dado_region region;
            dado_region_init(&region, (size_t)1 << 32);
            dado_game game;
            dado_error err = { 0 };
            if (!dado_game_open(&game, dado_worlds[i], NULL, &region, &err))
                fail_msg("%s", err.text);
            dado_agent agents[64];
            assert_in_range(game.players, 1, 64);
            seat_kind(agents, dado_agent_named(kinds[k]), &game, &region);
            dado_match_workspace table;
            dado_match_settings rules = { .move_limit = k ? 60 : 2000,
                                          .path = true,
                                          .checks = true };
            assert_true(dado_match_workspace_init(&table, &game, agents, rules, &region, &err));
            size_t used = dado_region_mark(&region);
            unsigned long before = allocations;
            for (int match = 0; match < (k ? 2 : 10); match++) {
                dado_match_play(&table, 11, 11, (uint64_t)match);
            }
            if (allocations != before) {
                fail_msg("%s, played by %s, allocated %lu times", dado_worlds[i]->name, kinds[k],
                         allocations - before);
            }
            assert_true(dado_region_mark(&region) == used);
            dado_region_free(&region);
        }
    }
}

static void every_world_stops_cleanly_at_any_limit(void **state)
{
    (void)state;
    for (int i = 0; dado_worlds[i]; i++) {
        for (int limit = 1; limit < 60; limit += limit < 6 ? 1 : 13) {
            dado_region region;
            dado_region_init(&region, (size_t)1 << 32);
            dado_game game;
            dado_error err = { 0 };
            if (!dado_game_open(&game, dado_worlds[i], NULL, &region, &err))
                fail_msg("%s", err.text);
            dado_agent agents[64];
            seat_kind(agents, dado_agent_named("random"), &game, &region);
            dado_match_workspace table;
            dado_match_settings rules = { .move_limit = limit };
            assert_true(dado_match_workspace_init(&table, &game, agents, rules, &region, &err));
            const dado_trace *t = dado_match_play(&table, 3, 3, 0);
            assert_in_range(t->steps, 0, limit);
            assert_in_range(t->rounds, 0, t->steps);
            assert_true(t->steps < limit || t->end == DADO_STOPPED || t->end == DADO_FINISHED);
            dado_region_free(&region);
        }
    }
}

// From a position in the middle the rest is played, and the position stays as it was.
static void a_match_can_be_played_on_from_a_position(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 24);
    dado_options none = { 0 };
    dado_error err = { 0 };
    dado_game game;
    dado_agent agents[2];
    dado_match_workspace table;
    assert_true(dado_game_open(&game, dado_world_named("noughts"), &none, &region, &err));
    for (int p = 0; p < 2; p++) {
        assert_true(dado_agent_open(&agents[p], dado_agent_named("random"), &game, p, &none,
                                    &region, &err));
    }
    dado_match_settings rules = { .path = true };
    assert_true(dado_match_workspace_init(&table, &game, agents, rules, &region, &err));
    unsigned char *middle = dado_region_alloc(&region, 1, game.state_size);
    unsigned char *kept = dado_region_alloc(&region, 1, game.state_size);
    dado_move moves[16];
    game.rules->start(&game, middle);
    for (int i = 0; i < 4; i++) {
        game.rules->legal(&game, middle, moves);
        game.rules->apply(&game, middle, moves[0]);
    }
    memcpy(kept, middle, game.state_size);
    int lengths = 0;
    for (uint64_t match = 0; match < 20; match++) {
        dado_match_seeds luck = { .seeds = { 1, 1, 1, 1 } };
        const dado_trace *trace = dado_match_play_from(&table, middle, &luck, match);
        assert_int_equal(trace->end, DADO_FINISHED);
        assert_in_range(trace->steps, 1, 5);
        assert_int_equal(trace->rounds, trace->steps);
        lengths |= 1 << trace->steps;
        assert_memory_equal(middle, kept, game.state_size);
    }
    assert_true(lengths & (lengths - 1));  // not always the same
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_is_a_players_move_with_the_luck_that_follows),
        cmocka_unit_test(who_gives_up_comes_last_and_passes_from_then_on),
        cmocka_unit_test(with_one_seat_left_the_match_is_forfeited),
        cmocka_unit_test(the_move_limit_stops_a_match_cleanly_wherever_it_falls),
        cmocka_unit_test(a_rule_that_cannot_be_kept_breaks_the_match_and_says_why),
        cmocka_unit_test(alone_giving_up_and_being_stopped_are_losing),
        cmocka_unit_test(no_world_allocates_between_the_first_move_and_the_last),
        cmocka_unit_test(every_world_stops_cleanly_at_any_limit),
        cmocka_unit_test(a_match_can_be_played_on_from_a_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
