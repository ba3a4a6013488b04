// count_positions_test.c - plays counted level by level are those counted one by one.
#include "recycle/recycle.h"
#include "solve/count_positions.h"
#include "support/test.h"
#include "worlds/shelf.h"

typedef struct opened {
    dado_region region;
    dado_game game;
} opened;

static void open_text(opened *o, const char *text)
{
    dado_error err = { 0 };
    dado_option file = { "file", text, { "test.rcy", 1, 1, 1 } };
    dado_options options = { &file, 1 };
    dado_region_init(&o->region, (size_t)64 << 20);
    if (!dado_game_open(&o->game, &dado_recycle, &options, &o->region, &err))
        fail_msg("%s", err.text);
}

// Heaps of stones from which one or two are taken: many ways lead to one position.
static const char nim[] =
    "(game (setup (create players 2))"
    " (do ((set (game sto A) 4) (set (game sto B) 3)))"
    " (stage player (end (== (+ (game sto A) (game sto B)) 0))"
    "  (choice ((any (range 1 .. (min 2 (game sto A))) 'N (dec (game sto A) 'N))"
    "           (any (range 1 .. (min 2 (game sto B))) 'N (dec (game sto B) 'N)))))"
    " (scoring max ((current player) sto S)))";

static uint64_t plays(const dado_game *g, const unsigned char *state, int moves, uint64_t *over)
{
    dado_move list[4096];
    unsigned char copy[512];
    assert_true(g->state_size <= sizeof copy && g->max_moves <= 4096);
    bool ends = g->rules->actor(g, state) == DADO_NOBODY;
    if (moves == 0) {
        *over += ends;
        return 1;
    }
    if (ends) return 0;
    uint64_t sum = 0;
    int count = g->rules->legal(g, state, list);
    for (int i = 0; i < count; i++) {
        memcpy(copy, state, g->state_size);
        g->rules->apply(g, copy, list[i]);
        sum += plays(g, copy, moves - 1, over);
    }
    return sum;
}

static void levels_agree_with_one_by_one(void **state)
{
    (void)state;
    opened o;
    open_text(&o, nim);
    enum { most = 12 };
    dado_position_count_row rows[most + 1];
    dado_position_count count;
    dado_error err = { 0 };
    dado_position_count_config plan = { .most = most };
    assert_true(dado_count_positions(&o.game, &plan, rows, &count, &err));
    assert_true(count.complete);
    unsigned char start[512];
    o.game.rules->start(&o.game, start);
    uint64_t ended = 0;
    for (int n = 0; n <= count.moves; n++) {
        uint64_t over = 0;
        assert_int_equal(plays(&o.game, start, n, &over), rows[n].plays);
        assert_int_equal(over, rows[n].over);
        ended += over;
    }
    assert_int_equal(ended, count.ended);
    assert_true(count.positions < ended);
    dado_region_free(&o.region);
}

static void too_little_memory_is_told(void **state)
{
    (void)state;
    opened o;
    open_text(&o, nim);
    dado_position_count_row rows[13];
    dado_position_count count;
    dado_error err = { 0 };
    dado_position_count_config plan = { .most = 12, .memory = 4096 };
    assert_false(dado_count_positions(&o.game, &plan, rows, &count, &err));
    assert_int_equal(err.status, DADO_LIMIT);
    dado_region_free(&o.region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_agree_with_one_by_one),
        cmocka_unit_test(too_little_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
