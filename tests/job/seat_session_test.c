// seat_session_test.c - a person at the table is told what their seat sees, and may do what is
// allowed.
#define _GNU_SOURCE
#include "support/test.h"

#include "core/game_extras.h"
#include "job/seat_session.h"
#include "lab/game_source.h"
#include "lab/live_match.h"
#include "report/scene_svg.h"
#include "support/match_fixture.h"

typedef struct session_fixture {
    dado_region region;
    dado_game_source source;
    dado_seat_session *seat_session;
} session_fixture;

static session_fixture open_session(const char *game, const char *seats, uint64_t seed)
{
    session_fixture p = { 0 };
    dado_error err = { 0 };
    dado_region_init_large(&p.region);
    if (!dado_game_source_find(&p.source, game, NULL, &p.region, &err) ||
        !dado_seat_session_begin(&p.seat_session, &p.source, seats, seed, &err)) {
        fail_msg("%s", err.text);
    }
    return p;
}

static void leave(session_fixture *p)
{
    dado_seat_session_end(p->seat_session);
    dado_region_free(&p->region);
}

static void go_on(session_fixture *p)
{
    bool more = true;
    dado_error err = { 0 };
    if (!dado_seat_session_advance(p->seat_session, 10000, &more, &err)) fail_msg("%s", err.text);
    assert_false(more);
}

static void told(session_fixture *p, int seat, dado_text *out)
{
    dado_error err = { 0 };
    dado_text_clear(out);
    if (!dado_seat_session_json(p->seat_session, seat, 700, out, &err)) fail_msg("%s", err.text);
}

static bool is_over(const dado_text *told)
{
    return strstr(dado_text_string(told), "\"over\":true") != NULL;
}

// Plays the first move of the list until it is over; answers how many decisions that took.
static int play_through(session_fixture *p, int seat)
{
    dado_text now = { 0 };
    int decisions = 0;
    for (go_on(p), told(p, seat, &now); !is_over(&now); go_on(p), told(p, seat, &now)) {
        assert_true(dado_seat_session_play(p->seat_session, seat, 0, NULL));
        decisions++;
    }
    dado_text_free(&now);
    return decisions;
}

// Commands of Território name units by numbers, which programs need; people read who does what.
static void moves_are_told_as_people_read_them(void **unused)
{
    (void)unused;
    session_fixture p = open_session("territorio", "human,random", 5);
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
        session_fixture p = open_session(games[i], seats, 5);
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
        session_fixture p = open_session("kuhn", "human,random", seed);
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

// What a person is shown of a state: its drawing, and the points that may be known there.
static void shown(const dado_game *game, const void *state, int seat, dado_text *out)
{
    int32_t scores[16];
    assert_true(game->players <= 16);
    dado_text_clear(out);
    assert_true(dado_scene_svg(game, state, seat, 700, false, out, NULL));
    game->rules->scores(game, state, scores);
    for (int p = 0; p < game->players; p++) {
        if (dado_game_score_is_known(game, state, p, seat)) dado_text_addf(out, " %d", scores[p]);
        else dado_text_addf(out, " -");
    }
}

// Where a choice is open, the same moves have the same words however hidden cards are dealt.
// Returns whether it is open.
static bool words_are_open(const dado_game *g, const void *state, const void *other,
                           const char *name)
{
    if (!dado_game_choice_is_open(g, state)) return false;
    dado_move *moves = calloc((size_t)g->max_moves, 2 * sizeof *moves);
    assert_non_null(moves);
    dado_move *others = moves + g->max_moves;
    int count = g->rules->legal(g, state, moves), here = g->rules->legal(g, other, others);
    assert_true(dado_game_choice_is_open(g, other));
    for (int i = 0; i < count; i++) {
        dado_text is = { 0 }, would_be = { 0 };
        g->rules->print_move(g, state, moves[i], &is);
        for (int k = 0; k < here; k++) {
            if (others[k] != moves[i]) continue;
            g->rules->print_move(g, other, others[k], &would_be);
            if (strcmp(dado_text_string(&is), dado_text_string(&would_be)) != 0) {
                fail_msg("%s: %s would be %s", name, dado_text_string(&is),
                         dado_text_string(&would_be));
            }
        }
        dado_text_free(&is);
        dado_text_free(&would_be);
    }
    free(moves);
    return true;
}

// Deals what a seat cannot see anew: all that it is shown stays the same, and so do the words of
// what others choose openly.
static void what_is_shown_hangs_on_what_is_seen_alone(void **unused)
{
    (void)unused;
    static const char *const games[] = { "hearts",  "gofish",    "oldmaid",     "agram",
                                         "bluff",   "cribbage",  "gops",        "leduc",
                                         "euchre",  "casino",    "underthecup", "concentration",
                                         "golf",    "blackjack", "crazyeights", "tinker",
                                         "caravan", "melds",     "pairs",       "president" };
    int looks = 0, differed = 0, opened = 0;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        dado_region region;
        dado_region_init_large(&region);
        const dado_game_source *source = dado_test_game(games[i], NULL, &region);
        dado_game game;
        assert_true(dado_game_source_open(source, &game, &region, NULL));
        dado_player *people = dado_new(&region, dado_player, game.players);
        for (int p = 0; p < game.players; p++) {
            assert_true(dado_player_parse(&people[p], "human", &region, NULL));
        }
        dado_live_match *sitting;
        dado_error err = { 0 };
        if (!dado_live_match_begin(&sitting, source, people, 7, &err)) fail_msg("%s", err.text);
        const dado_game *g = &sitting->game;
        void *view = dado_new(&region, char, g->view_size + 1);
        void *other = dado_new(&region, char, g->state_size + 1);
        dado_rng luck = dado_rng_stream(3, i, 0);
        dado_text is = { 0 }, would_be = { 0 };
        for (int step = 0; step < 120 && dado_live_match_actor(sitting) != DADO_NOBODY; step++) {
            const void *state = dado_live_match_state(sitting);
            int actor = dado_live_match_actor(sitting);
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
                if (p != actor) opened += words_are_open(g, state, other, games[i]);
            }
            const dado_move *moves;
            int count = actor >= 0 ? dado_live_match_moves(sitting, &moves) : 0;
            assert_true(count ? dado_live_match_play(
                                    sitting, (int)dado_rng_below(&luck, (uint64_t)count), &err)
                              : dado_live_match_advance(sitting, &err));
        }
        dado_text_free(&is);
        dado_text_free(&would_be);
        dado_live_match_end(sitting);
        dado_region_free(&region);
    }
    assert_true(looks > 500 && differed > looks / 2 && opened > 20);
}

// Returns how often a seat is told, in words, what another seat chose.
static int told_of_others(const dado_text *told, int seat, const char *words)
{
    char actor[24], label[64];
    int found = 0;
    snprintf(actor, sizeof actor, "\"actor\":%d,", seat);
    snprintf(label, sizeof label, "\"label\":\"%s", words);
    const char *log = strstr(dado_text_string(told), "\"log\":[");
    assert_non_null(log);
    for (const char *at = log; (at = strstr(at, label)); at++) {
        const char *entry = at;
        while (*entry != '{') entry--;
        const char *by = strstr(entry, actor);
        found += !by || by > at;
    }
    return found;
}

// What another player says openly is told in words, although cards are hidden: a bet, a doubt, a
// bid. What is laid face down, or chosen by all at the same time, is not.
static void open_choices_of_others_are_told(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *seats, *told, *untold;
    } tables[] = {
        { "bluff", "human,random,random", "BELIEVE", "move" },
        { "underthecup", "human,random", "at least ", "throw" },
        { "nightwatch", "human,random", "watch with p", "lay " },
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        session_fixture p = open_session(tables[i].game, tables[i].seats, 3);
        dado_text now = { 0 };
        int told_openly = 0;
        for (int decisions = 0; decisions < 12; decisions++) {
            go_on(&p);
            told(&p, 0, &now);
            if (is_over(&now)) break;
            told_openly += told_of_others(&now, 0, tables[i].told);
            assert_int_equal(told_of_others(&now, 0, tables[i].untold), 0);
            assert_int_equal(told_of_others(&now, 0, "agree"), 0);
            assert_true(dado_seat_session_play(p.seat_session, 0, 0, NULL));
        }
        if (told_openly == 0) fail_msg("%s: nothing was told of others", tables[i].game);
        dado_text_free(&now);
        leave(&p);
    }
}

// Returns the list of scores in what a seat is told.
static const char *scores_in(const dado_text *told)
{
    const char *at = strstr(dado_text_string(told), "\"scores\":[");
    assert_non_null(at);
    return at + strlen("\"scores\":");
}

static void begins_with(const char *text, const char *wanted)
{
    if (strncmp(text, wanted, strlen(wanted)) != 0) fail_msg("%.40s, not %s", text, wanted);
}

// In Crazy Eights the score is what is in a hand: everybody is told their own alone, until the
// end. Where scores lie open, or nothing is hidden, everybody is told all of them.
static void scores_tell_nothing_hidden(void **unused)
{
    (void)unused;
    session_fixture p = open_session("crazyeights", "human", 3);
    dado_text now = { 0 };
    go_on(&p);
    told(&p, 0, &now);
    assert_null(strstr(dado_text_string(&now), "\"scores\":[null"));
    assert_non_null(strstr(scores_in(&now), ",null"));
    told(&p, 1, &now);
    begins_with(scores_in(&now), "[null,");
    leave(&p);
    p = open_session("crazyeights", "human,random", 3);
    play_through(&p, 0);
    told(&p, 0, &now);
    assert_true(strchr(scores_in(&now), ']') < strstr(scores_in(&now), "\"places\""));
    assert_null(memmem(scores_in(&now), (size_t)(strchr(scores_in(&now), ']') - scores_in(&now)),
                       "null", 4));
    leave(&p);
    p = open_session("hearts", "human", 3);
    go_on(&p);
    told(&p, 2, &now);
    begins_with(scores_in(&now), "[0,0,0,0]");
    leave(&p);
    p = open_session("kuhn", "human", 3);
    go_on(&p);
    told(&p, 1, &now);
    begins_with(scores_in(&now), "[0,0]");
    leave(&p);
    p = open_session("territorio", "human,random", 5);  // under fog
    go_on(&p);
    told(&p, 0, &now);
    const char *others = strchr(scores_in(&now), ',');
    assert_non_null(others);
    begins_with(others, ",null");
    leave(&p);
    dado_text_free(&now);
}

static void only_people_are_told_and_only_at_their_turn_asked(void **unused)
{
    (void)unused;
    session_fixture p = open_session("hearts", "human,random,human,random", 3);
    dado_text now = { 0 };
    dado_error err = { 0 };
    assert_false(dado_seat_session_json(p.seat_session, 1, 700, &now, &err));
    assert_false(dado_seat_session_json(p.seat_session, -2, 700, &now, &err));
    assert_false(dado_seat_session_json(p.seat_session, 4, 700, &now, &err));
    go_on(&p);
    told(&p, 0, &now);
    bool mine = strstr(dado_text_string(&now), "\"actor\":0") != NULL;
    assert_false(dado_seat_session_play(p.seat_session, mine ? 2 : 0, 0, &err));
    assert_false(dado_seat_session_play(p.seat_session, mine ? 0 : 2, 999, &err));
    assert_false(dado_seat_session_play(p.seat_session, mine ? 0 : 2, -1, &err));
    told(&p, mine ? 2 : 0, &now);
    assert_non_null(strstr(dado_text_string(&now), "\"moves\":[]"));
    dado_text_free(&now);
    leave(&p);
}

static void taking_back_keeps_the_luck(void **unused)
{
    (void)unused;
    session_fixture p = open_session("pig", "human,random", 11);
    dado_text first = { 0 }, again = { 0 };
    go_on(&p);
    for (int i = 0; i < 3; i++) {
        if (i == 2) told(&p, 0, &first);  // what is told next begins here
        assert_true(dado_seat_session_play(p.seat_session, 0, 0, NULL));
        go_on(&p);
    }
    told(&p, 0, &first);
    assert_true(dado_seat_session_undo(p.seat_session, NULL));
    assert_true(dado_seat_session_play(p.seat_session, 0, 0, NULL));
    go_on(&p);
    told(&p, 0, &again);
    assert_string_equal(dado_text_string(&first), dado_text_string(&again));
    while (dado_seat_session_undo(p.seat_session, NULL)) continue;
    dado_text_free(&first);
    dado_text_free(&again);
    leave(&p);
}

static void a_hint_is_one_of_the_moves(void **unused)
{
    (void)unused;
    session_fixture p = open_session("noughts", "human,random", 2);
    int place = -1;
    dado_error err = { 0 };
    go_on(&p);
    assert_true(dado_seat_session_hint(p.seat_session, 0, "uct:iterations=200", &place, &err));
    assert_in_range(place, 0, 8);
    assert_false(dado_seat_session_hint(p.seat_session, 0, "nosuchagent", &place, &err));
    // Who never errs says what every move is worth: here all nine draw. It goes with the next move.
    dado_text now = { 0 };
    assert_true(dado_seat_session_hint(p.seat_session, 0, "perfect", &place, &err));
    told(&p, 0, &now);
    int draws = 0;
    const char *at = dado_text_string(&now);
    while ((at = strstr(at, "\"worth\":0.5,"))) draws++, at++;
    assert_int_equal(draws, 9);
    assert_true(dado_seat_session_play(p.seat_session, 0, 0, &err));
    go_on(&p);
    told(&p, 0, &now);
    assert_null(strstr(dado_text_string(&now), "worth"));
    dado_text_free(&now);
    leave(&p);
    p = open_session("kuhn", "human,random", 2);  // something is hidden there
    go_on(&p);
    assert_false(dado_seat_session_hint(p.seat_session, 0, "perfect", &place, &err));
    leave(&p);
}

static void a_wrong_table_is_refused(void **unused)
{
    (void)unused;
    session_fixture p = { 0 };
    dado_error err = { 0 };
    dado_region_init_large(&p.region);
    assert_true(dado_game_source_find(&p.source, "hearts", NULL, &p.region, &err));
    assert_false(dado_seat_session_begin(&p.seat_session, &p.source,
                                         "human,random,random,random,random", 1, &err));
    assert_non_null(strstr(err.text, "table has 4"));
    leave(&p);
}

// The last of a short list sits in the seats that are left.
static void a_short_list_of_players_fills_the_table(void **unused)
{
    (void)unused;
    session_fixture p = open_session("hearts", "human,random", 1);
    assert_int_equal(dado_seat_session_first_person(p.seat_session), 0);
    assert_true(play_through(&p, 0) > 0);
    dado_text now = { 0 };
    dado_error err = { 0 };
    assert_false(dado_seat_session_json(p.seat_session, 3, 700, &now, &err));  // a program's seat
    dado_text_free(&now);
    leave(&p);
}

// The words of a move are for whoever made it; others are told what they saw.
static void the_words_of_a_move_are_for_its_maker(void **unused)
{
    (void)unused;
    session_fixture p = open_session("kuhn", "human", 3);
    dado_text mine = { 0 }, theirs = { 0 };
    go_on(&p);
    assert_true(dado_seat_session_play(p.seat_session, 0, 0, NULL));
    told(&p, 0, &mine);
    told(&p, 1, &theirs);
    assert_non_null(strstr(dado_text_string(&mine), "\"label\":"));
    assert_null(strstr(dado_text_string(&theirs), "\"label\":"));
    dado_text_free(&mine);
    dado_text_free(&theirs);
    leave(&p);
}

// Where nothing is hidden, everybody reads the words of every move.
static void open_moves_are_named_for_all(void **unused)
{
    (void)unused;
    session_fixture p = open_session("threeinarow", "human,random", 3);
    dado_text now = { 0 };
    go_on(&p);
    assert_true(dado_seat_session_play(p.seat_session, 0, 0, NULL));
    go_on(&p);
    told(&p, 0, &now);
    const char *theirs = strstr(dado_text_string(&now), "\"actor\":1,\"label\":\"mark ");
    assert_non_null(theirs);
    dado_text_free(&now);
    leave(&p);
}

// Steps on a map are words, and the map says what happened.
static void steps_on_a_map_are_words(void **unused)
{
    (void)unused;
    session_fixture p = open_session("corridor", "profile", 3);
    dado_text now = { 0 };
    go_on(&p);
    told(&p, DADO_NOBODY, &now);
    const char *text = dado_text_string(&now);
    assert_non_null(strstr(text, "\"world\":\"dungeon\""));
    assert_non_null(strstr(text, "\"label\":\"go east\""));
    assert_non_null(strstr(text, "\"events\":\""));
    assert_null(strstr(text, "\"label\":\"e\""));
    dado_text_free(&now);
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
        session_fixture p = open_session(cases[i].game, cases[i].seats, 5);
        dado_plan plan =
            dado_test_plan(&p.source, dado_test_lineup(cases[i].seats, &p.region), 40, 5);
        dado_seat_session_match which = { .seed = 5, .match = 31 };
        dado_seat_session_set_match(p.seat_session, &which);
        go_on(&p);
        dado_engine worker;
        dado_error err = { 0 };
        if (!dado_experiment_replay(&plan, 0, 0, 31, NULL, &worker, &err)) fail_msg("%s", err.text);
        dado_text now = { 0 }, wanted = { 0 };
        told(&p, DADO_NOBODY, &now);
        dado_text_addf(&wanted, "\"steps\":%d,", worker.table.trace.steps);
        assert_non_null(strstr(dado_text_string(&now), dado_text_string(&wanted)));
        dado_text_clear(&wanted);
        dado_text_add(&wanted, "\"scores\":[");
        for (int s = 0; s < worker.table.trace.players; s++) {
            int32_t score = worker.table.trace.result[s];
            dado_text_addf(&wanted, "%s%d", s ? "," : "", worker.game.lowest_wins ? -score : score);
        }
        assert_non_null(strstr(dado_text_string(&now), dado_text_string(&wanted)));
        dado_text_free(&now);
        dado_text_free(&wanted);
        dado_engine_free(&worker);
        leave(&p);
    }
}

// Whoever watches sees any step; whoever sits down there plays on, and sees their own hand alone.
static void one_sits_down_in_the_middle_of_a_match(void **unused)
{
    (void)unused;
    session_fixture p = open_session("hearts", "random", 5);
    dado_text now = { 0 };
    dado_error err = { 0 };
    go_on(&p);
    dado_seat_session_view_step(p.seat_session, 0);
    told(&p, DADO_NOBODY, &now);
    assert_non_null(strstr(dado_text_string(&now), "\"step\":0,"));
    assert_non_null(strstr(dado_text_string(&now), "\"log\":[]"));
    dado_seat_session_view_step(p.seat_session, 30);
    told(&p, DADO_NOBODY, &now);
    assert_true(dado_seat_session_take_seat(p.seat_session, 2, &err));
    go_on(&p);
    assert_false(dado_seat_session_is_watched(p.seat_session));
    assert_false(dado_seat_session_json(p.seat_session, DADO_NOBODY, 700, &now, &err));
    assert_false(dado_seat_session_json(p.seat_session, 0, 700, &now, &err));
    told(&p, 2, &now);
    assert_non_null(strstr(dado_text_string(&now), "\"actor\":2"));
    assert_non_null(strstr(dado_text_string(&now), "\"moves\":[{"));
    assert_false(dado_seat_session_undo(p.seat_session, &err));
    assert_false(dado_seat_session_take_seat(p.seat_session, 1, &err));
    while (!is_over(&now)) {
        assert_true(dado_seat_session_play(p.seat_session, 2, 0, &err));
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
    session_fixture p = open_session("hearts", "random", 5);
    dado_text then = { 0 }, now = { 0 };
    dado_error err = { 0 };
    go_on(&p);
    dado_seat_session_view_step(p.seat_session, steps);
    told(&p, DADO_NOBODY, &then);
    dado_live_match *sitting = NULL;
    dado_player player;
    assert_true(dado_player_parse(&player, "random", &p.region, &err));
    dado_player four[] = { player, player, player, player };
    assert_true(dado_live_match_begin(&sitting, &p.source, four, 5, &err));
    for (int i = 0; i < steps; i++) assert_true(dado_live_match_advance(sitting, &err));
    session_fixture again = open_session("hearts", "random", 6);
    dado_seat_session_replay(again.seat_session, &sitting->path[0], steps);
    go_on(&again);
    told(&again, DADO_NOBODY, &now);
    const char *drawn = strstr(dado_text_string(&now), "\"scores\"");
    assert_non_null(strstr(dado_text_string(&now), "\"steps\":40,"));
    assert_string_equal(drawn, strstr(dado_text_string(&then), "\"scores\""));
    assert_false(dado_seat_session_take_seat(again.seat_session, 1, &err));
    dado_live_match_end(sitting);
    dado_text_free(&then);
    dado_text_free(&now);
    leave(&again);
    leave(&p);
}

// Pages of address space that this process has.
static long mapped_pages(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld", &pages) != 1) pages = -1;
    if (file) fclose(file);
    return pages;
}

// A studio holds many tables, and a container may limit its address space.
static void a_table_reserves_less_than_a_gigabyte(void **state)
{
    (void)state;
    static const char *const games[] = { "hearts", "kuhn", "dungeon", "platform", "territorio" };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        dado_error err = { 0 };
        dado_region region;
        dado_game_source source;
        dado_seat_session *session;
        dado_region_init_large(&region);
        if (!dado_game_source_find(&source, games[i], NULL, &region, &err))
            fail_msg("%s", err.text);
        long before = mapped_pages();
        if (before < 0) skip();
        if (!dado_seat_session_begin(&session, &source, "random", 3, &err))
            fail_msg("%s", err.text);
        long more = (mapped_pages() - before) / 256;  // pages of 4 KiB, in MiB
        if (more > 1024) fail_msg("a table of %s reserves %ld MiB", games[i], more);
        dado_seat_session_end(session);
        dado_region_free(&region);
    }
}

static int times(const char *text, const char *end, const char *words)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, words)) && at < end; at++) count++;
    return count;
}

// The fourth card of a trick is seen with the other three before all are taken away: the first such
// frame has the twelve cards of the hand and the four of the trick face up. Of the others, one hand
// is fanned, and the two at the sides are piles, of which the top is drawn.
static void a_whole_trick_is_shown_before_it_is_collected(void **unused)
{
    (void)unused;
    session_fixture p = open_session("hearts", "human,random", 3);
    dado_text now = { 0 };
    const char *reveal = NULL;
    go_on(&p);
    told(&p, 0, &now);
    assert_null(strstr(dado_text_string(&now), "\"frames\""));  // nothing was told before
    for (int i = 0; i < 2 && !reveal; i++) {
        assert_true(dado_seat_session_play(p.seat_session, 0, 0, NULL));
        go_on(&p);
        told(&p, 0, &now);
        reveal = strstr(dado_text_string(&now), "{\"reveal\":true");
    }
    assert_non_null(reveal);
    const char *end = strstr(reveal, "</svg>");
    assert_int_equal(times(reveal, end, "piece face-up"), 12 + 4);
    assert_int_equal(times(reveal, end, "piece face-down"), 12 + 2);
    dado_text_free(&now);
    leave(&p);
}

// Every step that a seat saw has a frame, in order, and the present is not among them.
static void steps_since_the_last_answer_have_frames(void **unused)
{
    (void)unused;
    session_fixture p = open_session("threeinarow", "human,random", 3);
    dado_text now = { 0 };
    go_on(&p);
    told(&p, 0, &now);
    assert_true(dado_seat_session_play(p.seat_session, 0, 0, NULL));
    go_on(&p);
    told(&p, 0, &now);
    const char *text = dado_text_string(&now), *frames = strstr(text, "\"frames\":[");
    assert_non_null(frames);
    const char *end = strstr(frames, "\"}],\"svg\"");
    assert_non_null(end);
    assert_int_equal(times(frames, end, "\"reveal\":false"), 1);       // the person's own move
    assert_int_equal(times(frames, end, "class=\\\"disc s1"), 1 + 1);  // the plate and the piece
    assert_int_equal(times(frames, end, "class=\\\"disc s2"), 1);      // the program has not moved
    dado_text_free(&now);
    leave(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_reserves_less_than_a_gigabyte),
        cmocka_unit_test(a_match_is_played_to_its_end),
        cmocka_unit_test(moves_are_told_as_people_read_them),
        cmocka_unit_test(hidden_cards_are_in_nothing_that_is_told),
        cmocka_unit_test(what_is_shown_hangs_on_what_is_seen_alone),
        cmocka_unit_test(scores_tell_nothing_hidden),
        cmocka_unit_test(open_choices_of_others_are_told),
        cmocka_unit_test(only_people_are_told_and_only_at_their_turn_asked),
        cmocka_unit_test(taking_back_keeps_the_luck),
        cmocka_unit_test(a_hint_is_one_of_the_moves),
        cmocka_unit_test(a_whole_trick_is_shown_before_it_is_collected),
        cmocka_unit_test(steps_since_the_last_answer_have_frames),
        cmocka_unit_test(a_wrong_table_is_refused),
        cmocka_unit_test(a_short_list_of_players_fills_the_table),
        cmocka_unit_test(the_words_of_a_move_are_for_its_maker),
        cmocka_unit_test(open_moves_are_named_for_all),
        cmocka_unit_test(steps_on_a_map_are_words),
        cmocka_unit_test(a_match_of_a_plan_is_seen_again),
        cmocka_unit_test(one_sits_down_in_the_middle_of_a_match),
        cmocka_unit_test(a_kept_match_is_watched_step_by_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
