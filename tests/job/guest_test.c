// guest_test.c - a person at the table is told what their seat sees, and may do what is allowed.
#include "support/test.h"

#include "core/face.h"
#include "job/guest.h"
#include "lab/open.h"
#include "lab/sitting.h"
#include "report/scene.h"
#include "support/play.h"

typedef struct party {
    dado_arena arena;
    dado_source source;
    dado_guest *guest;
} party;

static party sit_down(const char *game, const char *seats, uint64_t seed)
{
    party p = { 0 };
    dado_error err = { 0 };
    dado_arena_init_generous(&p.arena);
    if (!dado_source_find(&p.source, game, NULL, &p.arena, &err) ||
        !dado_guest_begin(&p.guest, &p.source, seats, seed, &err)) {
        fail_msg("%s", err.text);
    }
    return p;
}

static void leave(party *p)
{
    dado_guest_end(p->guest);
    dado_arena_free(&p->arena);
}

static void go_on(party *p)
{
    bool more = true;
    dado_error err = { 0 };
    if (!dado_guest_advance(p->guest, 10000, &more, &err)) fail_msg("%s", err.text);
    assert_false(more);
}

static void told(party *p, int seat, dado_text *out)
{
    dado_error err = { 0 };
    dado_text_clear(out);
    if (!dado_guest_tell(p->guest, seat, 700, out, &err)) fail_msg("%s", err.text);
}

static bool is_over(const dado_text *told)
{
    return strstr(dado_text_string(told), "\"over\":true") != NULL;
}

// Plays the first move of the list until it is over; answers how many decisions that took.
static int play_through(party *p, int seat)
{
    dado_text now = { 0 };
    int decisions = 0;
    for (go_on(p), told(p, seat, &now); !is_over(&now); go_on(p), told(p, seat, &now)) {
        assert_true(dado_guest_play(p->guest, seat, 0, NULL));
        decisions++;
    }
    dado_text_free(&now);
    return decisions;
}

// Commands of Território name units by numbers, which programs need; people read who does what.
static void moves_are_told_as_people_read_them(void **unused)
{
    (void)unused;
    party p = sit_down("territorio", "human,random", 5);
    dado_text now = { 0 };
    go_on(&p);
    told(&p, 0, &now);
    const char *moves = strstr(dado_text_string(&now), "\"moves\":[");
    const char *end = moves ? strstr(moves, "],\"log\"") : NULL;
    assert_non_null(end);
    int seen = 0;
    for (const char *at = moves; (at = strstr(at, "\"words\":\"")) && at < end; seen++) {
        at += strlen("\"words\":\"");
        int digits = 0;
        for (const char *c = at; *c != '"'; c++) {
            digits = *c >= '0' && *c <= '9' ? digits + 1 : 0;
            if (digits > 3) fail_msg("a number in %.40s", at);
        }
    }
    assert_true(seen > 10);
    assert_non_null(strstr(moves, "city "));
    assert_non_null(strstr(moves, ": produce soldier"));
    dado_text_free(&now);
    leave(&p);
}

static void a_match_is_played_to_its_end(void **unused)
{
    (void)unused;
    static const char *const games[] = { "hearts", "pig", "noughts", "bigpoints" };
    for (int i = 0; i < 4; i++) {
        const char *seats = i == 0 ? "human,random,random,random" : "human,random";
        party p = sit_down(games[i], seats, 5);
        assert_true(play_through(&p, 0) > 0);
        leave(&p);
    }
}

// A rival's card is in nothing that arrives until the cards are shown.
static void hidden_cards_are_in_nothing_that_is_told(void **unused)
{
    (void)unused;
    static const char *const names[] = { "jack", "queen", "king" };
    int looks = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        party p = sit_down("kuhn", "human,random", seed);
        dado_text now = { 0 };
        go_on(&p);
        told(&p, 0, &now);
        int named = 0;
        for (int i = 0; i < 3 && !is_over(&now); i++) {
            named += strstr(dado_text_string(&now), names[i]) != NULL;
        }
        if (!is_over(&now)) {
            assert_int_equal(named, 1);
            looks++;
        }
        dado_text_free(&now);
        leave(&p);
    }
    assert_true(looks > 10);
}

// What a person is shown of a state: its drawing, and the points.
static void shown(const dado_game *game, const void *state, int seat, dado_text *out)
{
    int32_t scores[16];
    assert_true(game->players <= 16);
    dado_text_clear(out);
    assert_true(dado_scene_svg(game, state, seat, 700, false, out, NULL));
    game->rules->scores(game, state, scores);
    for (int p = 0; p < game->players; p++) dado_text_addf(out, " %d", scores[p]);
}

// Deals what a seat cannot see anew: all that it is shown stays the same.
static void what_is_shown_hangs_on_what_is_seen_alone(void **unused)
{
    (void)unused;
    static const char *const games[] = { "hearts", "gofish", "oldmaid", "agram", "bluff",
                                         "cribbage", "gops", "leduc", "euchre", "casino",
                                         "underthecup", "concentration", "golf", "blackjack" };
    int looks = 0, differed = 0;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        dado_arena arena;
        dado_arena_init_generous(&arena);
        const dado_source *source = dado_play_game(games[i], NULL, &arena);
        dado_game game;
        assert_true(dado_source_open(source, &game, &arena, NULL));
        dado_player *people = dado_new(&arena, dado_player, game.players);
        for (int p = 0; p < game.players; p++) {
            assert_true(dado_player_parse(&people[p], "human", &arena, NULL));
        }
        dado_sitting *sitting;
        dado_error err = { 0 };
        if (!dado_sitting_begin(&sitting, source, people, 7, &err)) fail_msg("%s", err.text);
        const dado_game *g = &sitting->game;
        void *view = dado_new(&arena, char, g->view_size + 1);
        void *other = dado_new(&arena, char, g->state_size + 1);
        dado_rng luck = dado_rng_stream(3, i, 0);
        dado_text is = { 0 }, would_be = { 0 };
        for (int step = 0; step < 120 && dado_sitting_actor(sitting) != DADO_NOBODY; step++) {
            const void *state = dado_sitting_state(sitting);
            int actor = dado_sitting_actor(sitting);
            for (int p = 0; actor >= 0 && p < g->players; p++) {
                dado_observe(g, state, p, view);
                dado_redeal(g, view, p, &luck, other);
                shown(g, state, p, &is);
                shown(g, other, p, &would_be);
                if (strcmp(dado_text_string(&is), dado_text_string(&would_be)) != 0) {
                    fail_msg("%s, step %d: seat %d is shown what it may not see", games[i], step,
                             p);
                }
                looks++;
                differed += memcmp(state, other, g->state_size) != 0;
            }
            const dado_move *moves;
            int count = actor >= 0 ? dado_sitting_moves(sitting, &moves) : 0;
            assert_true(count ? dado_sitting_play(sitting, (int)dado_rng_below(&luck, (uint64_t)
                                                                               count), &err)
                              : dado_sitting_advance(sitting, &err));
        }
        dado_text_free(&is);
        dado_text_free(&would_be);
        dado_sitting_end(sitting);
        dado_arena_free(&arena);
    }
    assert_true(looks > 500 && differed > looks / 2);
}

static void only_people_are_told_and_only_at_their_turn_asked(void **unused)
{
    (void)unused;
    party p = sit_down("hearts", "human,random,human,random", 3);
    dado_text now = { 0 };
    dado_error err = { 0 };
    assert_false(dado_guest_tell(p.guest, 1, 700, &now, &err));
    assert_false(dado_guest_tell(p.guest, -2, 700, &now, &err));
    assert_false(dado_guest_tell(p.guest, 4, 700, &now, &err));
    go_on(&p);
    told(&p, 0, &now);
    bool mine = strstr(dado_text_string(&now), "\"actor\":0") != NULL;
    assert_false(dado_guest_play(p.guest, mine ? 2 : 0, 0, &err));
    assert_false(dado_guest_play(p.guest, mine ? 0 : 2, 999, &err));
    assert_false(dado_guest_play(p.guest, mine ? 0 : 2, -1, &err));
    told(&p, mine ? 2 : 0, &now);
    assert_non_null(strstr(dado_text_string(&now), "\"moves\":[]"));
    dado_text_free(&now);
    leave(&p);
}

static void taking_back_keeps_the_luck(void **unused)
{
    (void)unused;
    party p = sit_down("pig", "human,random", 11);
    dado_text first = { 0 }, again = { 0 };
    go_on(&p);
    for (int i = 0; i < 3; i++) {
        assert_true(dado_guest_play(p.guest, 0, 0, NULL));
        go_on(&p);
    }
    told(&p, 0, &first);
    assert_true(dado_guest_undo(p.guest, NULL));
    assert_true(dado_guest_play(p.guest, 0, 0, NULL));
    go_on(&p);
    told(&p, 0, &again);
    assert_string_equal(dado_text_string(&first), dado_text_string(&again));
    while (dado_guest_undo(p.guest, NULL)) continue;
    dado_text_free(&first);
    dado_text_free(&again);
    leave(&p);
}

static void a_hint_is_one_of_the_moves(void **unused)
{
    (void)unused;
    party p = sit_down("noughts", "human,random", 2);
    int place = -1;
    dado_error err = { 0 };
    go_on(&p);
    assert_true(dado_guest_hint(p.guest, 0, "uct:iterations=200", &place, &err));
    assert_in_range(place, 0, 8);
    assert_false(dado_guest_hint(p.guest, 0, "nosuchagent", &place, &err));
    // Who never errs says what every move is worth: here all nine draw. It goes with the next move.
    dado_text now = { 0 };
    assert_true(dado_guest_hint(p.guest, 0, "perfect", &place, &err));
    told(&p, 0, &now);
    int draws = 0;
    const char *at = dado_text_string(&now);
    while ((at = strstr(at, "\"worth\":0.5,"))) draws++, at++;
    assert_int_equal(draws, 9);
    assert_true(dado_guest_play(p.guest, 0, 0, &err));
    go_on(&p);
    told(&p, 0, &now);
    assert_null(strstr(dado_text_string(&now), "worth"));
    dado_text_free(&now);
    leave(&p);
    p = sit_down("kuhn", "human,random", 2);  // something is hidden there
    go_on(&p);
    assert_false(dado_guest_hint(p.guest, 0, "perfect", &place, &err));
    leave(&p);
}

static void a_wrong_table_is_refused(void **unused)
{
    (void)unused;
    party p = { 0 };
    dado_error err = { 0 };
    dado_arena_init_generous(&p.arena);
    assert_true(dado_source_find(&p.source, "hearts", NULL, &p.arena, &err));
    assert_false(dado_guest_begin(&p.guest, &p.source, "human,random", 1, &err));
    assert_non_null(strstr(err.text, "table of 4"));
    leave(&p);
}

// The lab's match of that number, step by step, is what is seen at the table.
static void a_match_of_a_plan_is_seen_again(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *seats;
    } cases[] = { { "pig", "random" },
                  { "hearts", "random" },
                  { "noughts", "uct:iterations=20,greedy" },
                  { "kuhn", "ismcts:iterations=20,random" } };
    for (int i = 0; i < 4; i++) {
        party p = sit_down(cases[i].game, cases[i].seats, 5);
        dado_plan plan =
            dado_play_plan(&p.source, dado_play_lineup(cases[i].seats, &p.arena), 40, 5);
        dado_guest_match which = { .seed = 5, .match = 31 };
        dado_guest_deal(p.guest, &which);
        go_on(&p);
        dado_desk desk;
        dado_error err = { 0 };
        if (!dado_experiment_replay(&plan, 0, 0, 31, NULL, &desk, &err)) fail_msg("%s", err.text);
        dado_text now = { 0 }, wanted = { 0 };
        told(&p, DADO_NOBODY, &now);
        dado_text_addf(&wanted, "\"steps\":%d,", desk.table.trace.steps);
        assert_non_null(strstr(dado_text_string(&now), dado_text_string(&wanted)));
        dado_text_clear(&wanted);
        dado_text_add(&wanted, "\"scores\":[");
        for (int s = 0; s < desk.table.trace.players; s++) {
            int32_t score = desk.table.trace.result[s];
            dado_text_addf(&wanted, "%s%d", s ? "," : "", desk.game.lowest_wins ? -score : score);
        }
        assert_non_null(strstr(dado_text_string(&now), dado_text_string(&wanted)));
        dado_text_free(&now);
        dado_text_free(&wanted);
        dado_desk_free(&desk);
        leave(&p);
    }
}

// Whoever watches sees any step; whoever sits down there plays on, and sees their own hand alone.
static void one_sits_down_in_the_middle_of_a_match(void **unused)
{
    (void)unused;
    party p = sit_down("hearts", "random", 5);
    dado_text now = { 0 };
    dado_error err = { 0 };
    go_on(&p);
    dado_guest_look(p.guest, 0);
    told(&p, DADO_NOBODY, &now);
    assert_non_null(strstr(dado_text_string(&now), "\"step\":0,"));
    assert_non_null(strstr(dado_text_string(&now), "\"log\":[]"));
    dado_guest_look(p.guest, 30);
    told(&p, DADO_NOBODY, &now);
    assert_true(dado_guest_take(p.guest, 2, &err));
    go_on(&p);
    assert_false(dado_guest_is_watched(p.guest));
    assert_false(dado_guest_tell(p.guest, DADO_NOBODY, 700, &now, &err));
    assert_false(dado_guest_tell(p.guest, 0, 700, &now, &err));
    told(&p, 2, &now);
    assert_non_null(strstr(dado_text_string(&now), "\"actor\":2"));
    assert_non_null(strstr(dado_text_string(&now), "\"moves\":[{"));
    assert_false(dado_guest_undo(p.guest, &err));
    assert_false(dado_guest_take(p.guest, 1, &err));
    while (!is_over(&now)) {
        assert_true(dado_guest_play(p.guest, 2, 0, &err));
        go_on(&p);
        told(&p, 2, &now);
    }
    dado_text_free(&now);
    leave(&p);
}

// The steps of a match that was played stand on another table as they were, also where it ends
// before the game does; nobody plays on there.
static void a_kept_match_is_watched_step_by_step(void **unused)
{
    (void)unused;
    enum { steps = 40 };
    party p = sit_down("hearts", "random", 5);
    dado_text then = { 0 }, now = { 0 };
    dado_error err = { 0 };
    go_on(&p);
    dado_guest_look(p.guest, steps);
    told(&p, DADO_NOBODY, &then);
    dado_sitting *sitting = NULL;
    dado_player player;
    assert_true(dado_player_parse(&player, "random", &p.arena, &err));
    dado_player four[] = { player, player, player, player };
    assert_true(dado_sitting_begin(&sitting, &p.source, four, 5, &err));
    for (int i = 0; i < steps; i++) assert_true(dado_sitting_advance(sitting, &err));
    party again = sit_down("hearts", "random", 6);
    dado_guest_follow(again.guest, &sitting->path[0], steps);
    go_on(&again);
    told(&again, DADO_NOBODY, &now);
    const char *drawn = strstr(dado_text_string(&now), "\"scores\"");
    assert_non_null(strstr(dado_text_string(&now), "\"steps\":40,"));
    assert_string_equal(drawn, strstr(dado_text_string(&then), "\"scores\""));
    assert_false(dado_guest_take(again.guest, 1, &err));
    dado_sitting_end(sitting);
    dado_text_free(&then);
    dado_text_free(&now);
    leave(&again);
    leave(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_is_played_to_its_end),
        cmocka_unit_test(moves_are_told_as_people_read_them),
        cmocka_unit_test(hidden_cards_are_in_nothing_that_is_told),
        cmocka_unit_test(what_is_shown_hangs_on_what_is_seen_alone),
        cmocka_unit_test(only_people_are_told_and_only_at_their_turn_asked),
        cmocka_unit_test(taking_back_keeps_the_luck),
        cmocka_unit_test(a_hint_is_one_of_the_moves),
        cmocka_unit_test(a_wrong_table_is_refused),
        cmocka_unit_test(a_match_of_a_plan_is_seen_again),
        cmocka_unit_test(one_sits_down_in_the_middle_of_a_match),
        cmocka_unit_test(a_kept_match_is_watched_step_by_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
