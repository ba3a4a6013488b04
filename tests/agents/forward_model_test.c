// forward_model_test.c - what a player may ask of the future: counted, repeatable, and blind to all
// that its view does not hold.
#include "support/test.h"

#include "agents/forward_model.h"
#include "worlds/shelf.h"

typedef struct place {  // a question somebody could be asked
    dado_region region;
    dado_game game;
    unsigned char *state, *view;
    dado_move *moves;
    dado_rng luck;
    dado_turn turn;
    dado_forward_model forward;
    dado_text said;
} place;

static void set_up(place *p, const char *world)
{
    dado_error err = { 0 };
    *p = (place){ 0 };
    dado_region_init(&p->region, (size_t)256 << 20);
    assert_true(dado_game_open(&p->game, dado_world_named(world), NULL, &p->region, &err));
    p->state = dado_new(&p->region, unsigned char, p->game.state_size);
    p->view = dado_new(&p->region, unsigned char, p->game.view_size);
    p->moves = dado_new(&p->region, dado_move, p->game.max_moves);
    p->game.rules->start(&p->game, p->state);
}

static void tear_down(place *p)
{
    dado_forward_model_free(&p->forward);
    dado_text_free(&p->said);
    dado_region_free(&p->region);
}

// Plays at random until somebody is to move after so many moves; false if the match ended first.
static bool walk_to(place *p, int moves, uint64_t seed)
{
    dado_rng luck = dado_rng_stream(seed, 0, DADO_STREAM_CHANCE);
    uint32_t *weights = dado_new(&p->region, uint32_t, p->game.max_moves);
    for (;;) {
        int actor = p->game.rules->actor(&p->game, p->state);
        if (actor == DADO_NOBODY) return false;
        if (actor >= 0 && moves-- <= 0) return true;
        dado_move move;
        if (actor == DADO_CHANCE) {
            move = dado_draw_outcome(&p->game, p->state, p->moves, weights, &luck, NULL);
        } else {
            int count = p->game.rules->legal(&p->game, p->state, p->moves);
            move = p->moves[dado_rng_below(&luck, (uint64_t)count)];
        }
        p->game.rules->apply(&p->game, p->state, move);
    }
}

// Opens the question in the state at hand.
static void ask(place *p, int64_t budget)
{
    int seat = p->game.rules->actor(&p->game, p->state);
    dado_observe(&p->game, p->state, seat, p->view);
    p->luck = dado_rng_stream(11, 3, (uint16_t)(DADO_STREAM_SEAT + seat));
    p->turn = (dado_turn){
        .game = &p->game, .seat = seat, .view = p->view, .moves = p->moves, .luck = &p->luck
    };
    p->turn.count = p->game.rules->legal(&p->game, p->state, p->moves);
    void *room = dado_region_alloc(&p->region, 1, dado_forward_model_size(&p->game));
    assert_non_null(room);
    dado_forward_model_begin(&p->forward, &p->turn, budget, room);
}

// Everything a question with this budget can be told: each move, in some worlds, and on from there.
static const char *all_answers(place *p)
{
    dado_text words = { 0 };
    dado_text_clear(&p->said);
    for (int64_t world = 0; world < 6; world++) {
        for (int m = 0; m < p->turn.count && m < 20; m++) {
            dado_text_clear(&words);
            p->game.rules->print_move(&p->game, p->state, p->moves[m], &words);
            dado_forward_model_sample(&p->forward, world);
            if (dado_forward_model_move(&p->forward, dado_text_string(&words))) {
                dado_forward_model_playout(&p->forward, m);
            }
            dado_forward_model_json(&p->forward, true, &p->said);
        }
    }
    dado_text_free(&words);
    return dado_text_string(&p->said);
}

// Another truth with the same view: dealt from it, by luck that nobody asked has.
static bool another_truth(place *p, const place *first, uint64_t seed)
{
    dado_rng luck = dado_rng_stream(seed, 0, DADO_STREAM_CHANCE);
    dado_redeal(&p->game, first->view, first->turn.seat, &luck, p->state);
    return memcmp(p->state, first->state, p->game.state_size) != 0;
}

static void truths_that_look_alike_have_the_same_future(void **state)
{
    (void)state;
    static const char *const worlds[] = { "kuhn", "territorio", "bigpoints" };
    for (size_t w = 0; w < sizeof worlds / sizeof *worlds; w++) {
        int others = 0, questions = 0;
        for (uint64_t seed = 1; seed <= 12; seed++) {
            place one, two;
            set_up(&one, worlds[w]);
            set_up(&two, worlds[w]);
            if (walk_to(&one, (int)seed % 4 * (w == 1 ? 30 : 1), seed)) {
                ask(&one, 400);
                questions++;
                others += another_truth(&two, &one, seed);
                ask(&two, 400);
                assert_int_equal(one.turn.seat, two.turn.seat);
                assert_memory_equal(one.view, two.view, one.game.view_size);
                all_answers(&one);
                assert_string_equal(dado_text_string(&one.said), all_answers(&two));
                assert_int_equal(one.forward.left, two.forward.left);
            }
            tear_down(&one);
            tear_down(&two);
        }
        assert_true(questions >= 6);
        // It shows something only where truths differ: in a game without secrets they cannot.
        if (w < 2) assert_true(others >= 4);
    }
}

// Holding the queen, both of the other's cards come up in some world, whichever is true.
static void worlds_are_guesses_and_not_the_truth(void **state)
{
    (void)state;
    place p;
    set_up(&p, "kuhn");
    for (uint64_t seed = 1;; seed++) {  // until chance deals it
        p.game.rules->start(&p.game, p.state);
        assert_true(walk_to(&p, 0, seed));
        dado_text_clear(&p.said);
        p.game.rules->print(&p.game, p.state, 0, &p.said);
        if (strstr(dado_text_string(&p.said), "card Q")) break;
    }
    ask(&p, 1000);
    int won = 0, lost = 0;
    for (int64_t world = 0; world < 64; world++) {
        assert_true(dado_forward_model_sample(&p.forward, world));
        assert_true(dado_forward_model_move(&p.forward, "bet"));
        assert_true(dado_forward_model_move(&p.forward, "call"));
        dado_text_clear(&p.said);
        dado_forward_model_json(&p.forward, false, &p.said);
        won += strstr(dado_text_string(&p.said), "\"places\":[0,1]") != NULL;
        lost += strstr(dado_text_string(&p.said), "\"places\":[1,0]") != NULL;
    }
    assert_int_equal(won + lost, 64);
    assert_true(won > 10 && lost > 10);
    tear_down(&p);
}

static void the_budget_counts_every_move_and_then_says_so(void **state)
{
    (void)state;
    place p;
    set_up(&p, "noughts");
    ask(&p, 4);
    assert_true(dado_forward_model_sample(&p.forward, 0));
    assert_int_equal(p.forward.left, 3);
    assert_true(dado_forward_model_playout(&p.forward, 2));
    assert_int_equal(p.forward.left, 1);
    assert_false(dado_forward_model_playout(&p.forward, 5));
    assert_int_equal(p.forward.left, 0);
    assert_int_equal(p.forward.made, 3);
    assert_string_equal(p.forward.error, "BUDGET");
    assert_false(dado_forward_model_sample(&p.forward, 0));
    dado_forward_model_json(&p.forward, false, &p.said);
    assert_non_null(strstr(dado_text_string(&p.said), "\"error\":\"BUDGET\""));
    assert_non_null(strstr(dado_text_string(&p.said), "\"made\":0,\"left\":0"));
    tear_down(&p);
}

static void a_world_is_the_same_whenever_it_is_asked_for(void **state)
{
    (void)state;
    place p;
    set_up(&p, "territorio");
    assert_true(walk_to(&p, 20, 5));
    ask(&p, 100000);
    dado_text first = { 0 };
    for (int again = 0; again < 2; again++) {
        dado_text_clear(&p.said);
        dado_forward_model_sample(&p.forward, again ? 3 : 2);  // in between, another
        dado_forward_model_playout(&p.forward, 50);
        dado_forward_model_sample(&p.forward, 7);
        dado_forward_model_playout(&p.forward, 30);
        p.forward.left = 0;  // what is left is told, and differs
        dado_forward_model_json(&p.forward, true, &p.said);
        p.forward.left = 100000;
        if (!again) dado_text_add(&first, dado_text_string(&p.said));
    }
    assert_string_equal(dado_text_string(&first), dado_text_string(&p.said));
    dado_text_free(&first);
    tear_down(&p);
}

static void who_asks_draws_nothing_of_the_match(void **state)
{
    (void)state;
    place p;
    set_up(&p, "territorio");
    assert_true(walk_to(&p, 10, 2));
    unsigned char *before = dado_new(&p.region, unsigned char, p.game.state_size);
    memcpy(before, p.state, p.game.state_size);
    ask(&p, 500);
    dado_rng luck = p.luck;
    all_answers(&p);
    assert_memory_equal(&luck, &p.luck, sizeof luck);
    assert_memory_equal(before, p.state, p.game.state_size);
    tear_down(&p);
}

static void a_move_that_is_none_is_refused_where_it_stands(void **state)
{
    (void)state;
    place p;
    set_up(&p, "territorio");
    assert_true(walk_to(&p, 0, 1));
    ask(&p, 100);
    assert_true(dado_forward_model_sample(&p.forward, 0));
    assert_true(dado_forward_model_move(&p.forward, "end"));
    assert_false(dado_forward_model_move(&p.forward, "move 99999 0,0"));
    assert_int_equal(p.forward.made, 1);
    dado_forward_model_json(&p.forward, false, &p.said);
    assert_non_null(strstr(dado_text_string(&p.said), "\"error\":\"UNKNOWN_UNIT\""));
    tear_down(&p);
    set_up(&p, "noughts");
    ask(&p, 100);
    assert_true(dado_forward_model_sample(&p.forward, 0));
    assert_true(dado_forward_model_playout(&p.forward, 20));
    assert_false(dado_forward_model_move(&p.forward, "1"));
    assert_string_equal(p.forward.error, "OVER");
    tear_down(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(truths_that_look_alike_have_the_same_future),
        cmocka_unit_test(worlds_are_guesses_and_not_the_truth),
        cmocka_unit_test(the_budget_counts_every_move_and_then_says_so),
        cmocka_unit_test(a_world_is_the_same_whenever_it_is_asked_for),
        cmocka_unit_test(who_asks_draws_nothing_of_the_match),
        cmocka_unit_test(a_move_that_is_none_is_refused_where_it_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
