// luck_test.c - games whose answer is known: who or what decides them is found out.
#include "support/test.h"

#include "judge/luck.h"
#include "support/play.h"

// A game is a row of events: 'c' is chance, 'p' and 'q' are choices of seat 0 and seat 1. Each
// yields a number below `options`; when all have, somebody wins.
typedef struct script {
    const char *events;
    int options;
    int (*winner)(const uint8_t *numbers);
} script;

typedef struct table {
    uint8_t done, numbers[7];
} table;
_Static_assert(sizeof(table) == 8, "no padding: states are compared as bytes");

static int first_number(const uint8_t *n) { return n[0] & 1; }
static int third_number(const uint8_t *n) { return n[2] & 1; }
static int mostly_the_first(const uint8_t *n) { return n[0] < 2 ? n[0] : n[3] & 1; }
static int who_differs(const uint8_t *n) { return (n[0] ^ n[1]) & 1; }
static int seat_0_if_it_can(const uint8_t *n) { return n[0] == 0; }
static int seat_0(const uint8_t *n) { return n[0] & 0; }

static const script scripts[] = {
    { "cpq", 4, first_number },       // 0: all is dealt
    { "pqc", 4, third_number },       // 1: all is thrown
    { "cpqc", 4, mostly_the_first },  // 2: half is dealt, and else it is thrown
    { "pq", 2, who_differs },         // 3: neither decides alone
    { "pc", 10, seat_0_if_it_can },   // 4: one seat is far better, and luck has no say
    { "pqc", 4, seat_0 },             // 5: one seat always wins
    { "cc", 4, first_number },        // 6: nobody chooses
};

static bool open(dado_game *game, const dado_options *options, dado_arena *arena, dado_error *err)
{
    dado_ask ask = dado_ask_begin(options);
    game->data = &scripts[dado_ask_int(&ask, "script", 0, 0, 6)];
    game->players = 2;
    game->max_moves = 10;
    game->luck = true;
    game->state_size = sizeof(table);
    return dado_ask_end(&ask, arena, &game->options, err);
}

static void start(const dado_game *game, void *state)
{
    (void)game;
    *(table *)state = (table){ 0 };
}

static int actor(const dado_game *game, const void *state)
{
    const script *s = game->data;
    char event = s->events[((const table *)state)->done];
    return event == 'c' ? DADO_CHANCE : event == 'p' ? 0 : event == 'q' ? 1 : DADO_NOBODY;
}

static int legal(const dado_game *game, const void *state, dado_move *moves)
{
    (void)state;
    const script *s = game->data;
    for (int i = 0; i < s->options; i++) moves[i] = (dado_move)i;
    return s->options;
}

static void apply(const dado_game *game, void *state, dado_move move)
{
    (void)game;
    table *t = state;
    t->numbers[t->done++] = (uint8_t)move;
}

static void scores(const dado_game *game, const void *state, int32_t *out)
{
    const script *s = game->data;
    const table *t = state;
    out[0] = out[1] = 0;
    if (actor(game, state) == DADO_NOBODY) out[s->winner(t->numbers)] = 1;
}

static void print(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    (void)game;
    (void)eyes;
    dado_text_addf(out, "%d\n", ((const table *)state)->done);
}

static void print_move(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    (void)game;
    (void)state;
    dado_text_addf(out, "%d", (int)move);
}

static const dado_rules rules = {
    .name = "scripted", .title = "Scripted", .open = open, .start = start, .actor = actor,
    .legal = legal, .apply = apply, .scores = scores, .print = print, .print_move = print_move,
};

static dado_luck_share measured(const dado_source *source, unsigned asked, int threads)
{
    dado_arena arena;
    dado_error err = { 0 };
    dado_luck_share share;
    dado_experiment_how how = { .threads = threads };
    dado_arena_init(&arena, (size_t)1 << 28);
    dado_plan plan = dado_play_plan(source, dado_play_lineup("random", &arena), 1500, 1);
    if (!dado_luck_measure(&plan, asked, &how, &arena, &share, &err)) {
        fail_msg("%s", err.text);
    }
    dado_arena_free(&arena);
    return share;
}

static dado_luck_share measured_script(const char *number, unsigned asked)
{
    const dado_option option = { .name = "script", .text = number };
    dado_source source = { .name = "scripted", .rules = &rules, .options = { &option, 1 } };
    return measured(&source, asked, 1);
}

static dado_luck_share measured_world(const char *name, unsigned asked, int threads)
{
    dado_arena arena;
    dado_error err = { 0 };
    dado_source source;
    dado_options none = { 0 };
    dado_arena_init(&arena, (size_t)1 << 26);
    if (!dado_source_find(&source, name, &none, &arena, &err)) fail_msg("%s", err.text);
    dado_luck_share share = measured(&source, asked, threads);
    dado_arena_free(&arena);
    return share;
}

static void assert_part(const dado_luck_share *share, int source, double wanted)
{
    const dado_interval *part = &share->sources[source];
    if (part->value < wanted - 0.05 || part->value > wanted + 0.05 || part->low > part->value ||
        part->high < part->value || part->high - part->low > 0.15) {
        fail_msg("source %d has %g (%g to %g), and not %g", source, part->value, part->low,
                 part->high, wanted);
    }
}

static void assert_parts(const dado_luck_share *share, double start_part, double way, double own,
                         double others)
{
    assert_true(share->known);
    const double wanted[] = { start_part, way, own, others };
    double sum = 0;
    for (int i = 0; i < DADO_LUCK_SOURCES; i++) {
        assert_part(share, i, wanted[i]);
        sum += share->sources[i].value;
    }
    assert_true(sum > 0.999 && sum < 1.001);
}

enum { everything = DADO_LUCK_TABLE | DADO_LUCK_CHOICES };

static void what_is_dealt_is_the_deals_and_nobody_elses(void **state)
{
    (void)state;
    dado_luck_share share = measured_script("0", everything);
    assert_true(share.sources[DADO_LUCK_START].value == 1 && share.chance.value == 1);
    assert_true(share.sources[DADO_LUCK_WAY].high == 0 && share.sources[DADO_LUCK_OWN].high == 0);
    share = measured_world("war", DADO_LUCK_TABLE, 1);
    assert_true(share.sources[DADO_LUCK_START].value == 1);
}

static void what_is_thrown_on_the_way_is_not_the_deals(void **state)
{
    (void)state;
    dado_luck_share share = measured_script("1", everything);
    assert_true(share.sources[DADO_LUCK_WAY].value == 1 && share.chance.value == 1);
    assert_true(share.sources[DADO_LUCK_START].high == 0);
    share = measured_world("dicepoints", DADO_LUCK_TABLE, 1);
    assert_true(share.sources[DADO_LUCK_WAY].value > 0.75);
    assert_true(share.sources[DADO_LUCK_START].value > 0.05);  // the first round's throws
}

// Dealt alone: half. Thrown alone: a quarter. The quarter that takes both is split.
static void what_two_decide_together_is_split(void **state)
{
    (void)state;
    dado_luck_share share = measured_script("2", everything);
    assert_parts(&share, 0.625, 0.375, 0, 0);
    assert_true(share.chance.value == 1);
    share = measured_script("3", everything);
    assert_parts(&share, 0, 0, 0.5, 0.5);
    assert_true(share.chance.value == 0);
}

// Two hands from a deck that is shuffled before either, of which only the second counts.
static void a_second_shuffle_is_luck_on_the_way(void **state)
{
    (void)state;
    dado_luck_share share = measured_world("tests/judge/games/two-hands.rcy", everything, 1);
    assert_true(share.known);
    assert_true(share.sources[DADO_LUCK_WAY].value > 0.95);
    assert_true(share.sources[DADO_LUCK_START].value < 0.05);
}

static void a_better_seat_is_no_luck(void **state)
{
    (void)state;
    dado_luck_share share = measured_script("4", everything);
    assert_parts(&share, 0, 0, 0.5, 0.5);
    assert_true(share.chance.high < 0.05);
    assert_false(measured_script("5", everything).known);
}

static void a_game_without_choices_is_all_luck(void **state)
{
    (void)state;
    dado_luck_share share = measured_script("6", DADO_LUCK_TABLE);
    assert_true(share.known && share.chance.value == 1);
    assert_int_equal(share.variations, 3);
    assert_false(measured_script("6", 0).known);
}

static void games_of_skill_belong_to_both_players_alike(void **state)
{
    (void)state;
    static const char *const games[] = { "noughts", "nim" };
    for (int i = 0; i < 2; i++) {
        dado_luck_share share = measured_world(games[i], everything, 1);
        assert_parts(&share, 0, 0, 0.5, 0.5);
    }
}

static void threads_change_nothing(void **state)
{
    (void)state;
    dado_luck_share one = measured_world("kuhn", everything, 1);
    dado_luck_share three = measured_world("kuhn", everything, 3);
    assert_memory_equal(one.sources, three.sources, sizeof one.sources);
    assert_true(one.sources[DADO_LUCK_WAY].value == 0);  // all cards are dealt before the first bet
    assert_true(one.sources[DADO_LUCK_START].value > 0.3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_dealt_is_the_deals_and_nobody_elses),
        cmocka_unit_test(what_is_thrown_on_the_way_is_not_the_deals),
        cmocka_unit_test(what_two_decide_together_is_split),
        cmocka_unit_test(a_second_shuffle_is_luck_on_the_way),
        cmocka_unit_test(a_better_seat_is_no_luck),
        cmocka_unit_test(a_game_without_choices_is_all_luck),
        cmocka_unit_test(games_of_skill_belong_to_both_players_alike),
        cmocka_unit_test(threads_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
