// every_agent_test.c - every agent on the shelf keeps the contract, with the settings it has by
// default.
//
// Asked the same question with the same luck and the same memory it gives the
// same answer, which is a move of the list or -1, and it leaves what it was shown as it was.
#include "agents/agent.h"
#include "support/test.h"
#include "worlds/shelf.h"

enum { most_decisions = 24, most_steps = 400 };

typedef struct match_fixture {
    dado_region region;
    dado_game game;
    dado_agent *agents;
    unsigned char *state, *view, *shown, *scratch, *again;
    unsigned char **self;
    dado_move *moves, *listed;
    uint32_t *weights;
    dado_rng *luck;
} match_fixture;

// Seats the same kind everywhere. False if it does not play without being told more.
static bool seat(match_fixture *s, const dado_agent_kind *kind, const dado_rules *rules)
{
    *s = (match_fixture){ 0 };
    dado_region_init(&s->region, (size_t)1 << 32);
    dado_error err = { 0 };
    if (!dado_game_open(&s->game, rules, NULL, &s->region, &err)) fail_msg("%s", err.text);
    size_t players = (size_t)s->game.players, moves = (size_t)s->game.max_moves;
    size_t scratch = 1, self = 1;
    s->agents = dado_new(&s->region, dado_agent, players);
    s->self = dado_new(&s->region, unsigned char *, players);
    s->luck = dado_new(&s->region, dado_rng, players);
    for (size_t p = 0; p < players; p++) {
        if (!dado_agent_open(&s->agents[p], kind, &s->game, (int)p, NULL, &s->region, &err)) {
            assert_true(err.text[0] != '\0');
            return false;
        }
        assert_non_null(s->agents[p].options);
        s->self[p] = dado_new(&s->region, unsigned char, s->agents[p].self_size + 1);
        s->luck[p] = dado_rng_stream(7, 1, (uint16_t)(DADO_STREAM_SEAT + p));
        if (s->agents[p].scratch_size > scratch) scratch = s->agents[p].scratch_size;
        if (s->agents[p].self_size > self) self = s->agents[p].self_size;
    }
    s->state = dado_new(&s->region, unsigned char, s->game.state_size);
    s->view = dado_new(&s->region, unsigned char, s->game.view_size);
    s->shown = dado_new(&s->region, unsigned char, s->game.view_size);
    s->scratch = dado_new(&s->region, unsigned char, scratch);
    s->again = dado_new(&s->region, unsigned char, self);
    s->moves = dado_new(&s->region, dado_move, moves);
    s->listed = dado_new(&s->region, dado_move, moves);
    s->weights = dado_new(&s->region, uint32_t, moves);
    assert_non_null(s->weights);
    return true;
}

static int ask(match_fixture *s, int seat_at, int count, dado_rng *luck, void *self,
               uint64_t *effort)
{
    const dado_agent *agent = &s->agents[seat_at];
    dado_turn turn = {
        .game = &s->game,
        .seat = seat_at,
        .view = s->view,
        .moves = s->moves,
        .count = count,
        .luck = luck,
        .effort = effort,
        .self = self,
        .scratch = s->scratch,
    };
    return agent->kind->choose(agent, &turn);
}

// One question asked twice; answers the move that was chosen, or the last.
static dado_move decide(match_fixture *s, int actor, int count)
{
    const dado_agent *agent = &s->agents[actor];
    size_t view = s->game.view_size;
    dado_observe(&s->game, s->state, actor, s->view);
    memcpy(s->shown, s->view, view);
    memcpy(s->listed, s->moves, sizeof *s->moves * (size_t)count);
    memcpy(s->again, s->self[actor], agent->self_size);
    memset(s->scratch, 0xA5, agent->scratch_size);
    dado_rng luck = s->luck[actor];
    uint64_t effort = 0, same_effort = 0;
    int first = ask(s, actor, count, &luck, s->again, &effort);
    memset(s->scratch, 0x5A, agent->scratch_size);
    int second = ask(s, actor, count, &s->luck[actor], s->self[actor], &same_effort);
    if (first != second) {
        fail_msg("%s of %s chose %d, then %d", agent->kind->name, s->game.rules->name, first,
                 second);
    }
    assert_true(effort == same_effort);
    assert_in_range(first + 1, 0, count);
    assert_memory_equal(s->shown, s->view, view);
    assert_memory_equal(s->listed, s->moves, sizeof *s->moves * (size_t)count);
    return s->moves[first < 0 ? count - 1 : first];
}

static int play(match_fixture *s)
{
    const dado_rules *rules = s->game.rules;
    dado_rng chance = dado_rng_stream(7, 1, DADO_STREAM_CHANCE);
    int decisions = 0;
    rules->start(&s->game, s->state);
    for (int step = 0; step < most_steps && decisions < most_decisions; step++) {
        int actor = rules->actor(&s->game, s->state);
        if (actor == DADO_NOBODY) break;
        dado_move move;
        if (actor == DADO_CHANCE) {
            move = dado_draw_outcome(&s->game, s->state, s->moves, s->weights, &chance, NULL);
        } else {
            move = decide(s, actor, rules->legal(&s->game, s->state, s->moves));
            decisions++;
        }
        rules->apply(&s->game, s->state, move);
    }
    return decisions;
}

static void leave(match_fixture *s)
{
    for (int p = 0; p < s->game.players; p++) dado_agent_close(&s->agents[p]);
    dado_region_free(&s->region);
}

static void every_agent_repeats_itself_and_keeps_to_the_list(void **state)
{
    (void)state;
    static const char *const games[] = { "kuhn", "walk", "noughts", NULL };
    for (int i = 0; dado_agents[i]; i++) {
        const dado_agent_kind *kind = dado_agents[i];
        assert_int_equal(kind->size, sizeof *kind);  // plug-ins and programs rely on it
        assert_true(kind->name && kind->title && kind->about);
        const char *one[] = { kind->game, NULL };
        const char *const *plays = kind->game ? one : games;
        for (int g = 0; plays[g]; g++) {
            const dado_rules *rules = dado_world_named(plays[g]);
            if (!rules)
                fail_msg("agent %s plays %s, which is not on the shelf", kind->name, plays[g]);
            match_fixture s;
            bool seated = seat(&s, kind, rules);
            int decisions = seated ? play(&s) : 0;
            print_message("  %-10s %-10s %s%d decisions\n", kind->name, plays[g],
                          seated ? "" : "does not sit, ", decisions);
            leave(&s);
        }
    }
}

static void agents_made_for_one_game_sit_at_no_other(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 30);
    dado_game game;
    assert_true(dado_game_open(&game, dado_world_named("kuhn"), NULL, &region, NULL));
    for (int i = 0; dado_agents[i]; i++) {
        if (!dado_agents[i]->game || strcmp(dado_agents[i]->game, "kuhn") == 0) continue;
        dado_agent agent;
        dado_error err = { 0 };
        assert_false(dado_agent_open(&agent, dado_agents[i], &game, 0, NULL, &region, &err));
        assert_non_null(strstr(err.text, dado_agents[i]->game));
    }
    dado_region_free(&region);
}

static void settings_that_no_agent_knows_are_refused(void **state)
{
    (void)state;
    dado_option odd = { .name = "no_such_option", .text = "1" };
    dado_options options = { &odd, 1 };
    for (int i = 0; dado_agents[i]; i++) {
        const char *name = dado_agents[i]->game ? dado_agents[i]->game : "kuhn";
        dado_region region;
        dado_region_init(&region, (size_t)1 << 32);
        dado_game game;
        dado_agent agent;
        dado_error err = { 0 };
        assert_true(dado_game_open(&game, dado_world_named(name), NULL, &region, &err));
        if (dado_agent_open(&agent, dado_agents[i], &game, 0, &options, &region, &err)) {
            fail_msg("agent %s takes any option", dado_agents[i]->name);
        }
        assert_true(err.text[0] != '\0');
        dado_region_free(&region);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_agent_repeats_itself_and_keeps_to_the_list),
        cmocka_unit_test(agents_made_for_one_game_sit_at_no_other),
        cmocka_unit_test(settings_that_no_agent_knows_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
