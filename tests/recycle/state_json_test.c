// state_json_test.c - what described games write_json programs: tables, moves, and the rules that
// fired.
#include <jansson.h>

#include "core/game_extras.h"
#include "recycle/open_and_play.h"

static json_t *parse(dado_text *told)
{
    json_error_t err;
    assert_null(strchr(dado_text_string(told), '\n'));
    json_t *root = json_loads(dado_text_string(told), 0, &err);
    if (!root) fail_msg("%s in %.200s", err.text, dado_text_string(told));
    dado_text_clear(told);
    return root;
}

static const char game_text[] =
    ";; Told\n"
    "(game (setup (create players 2) (create deck (game hloc STOCK) (deck (V (A, B, C, D)))))\n"
    "  (do ((shuffle (game hloc STOCK))\n"
    "       (all player 'P (move (top (game hloc STOCK)) (top ('P iloc HAND))))))\n"
    "  (stage player (end (== (game sto ROUND) 2))\n"
    "    (choice ((inc ((current player) sto SCORE) 1)\n"
    "             (turn pass)))\n"
    "    (do (((== 1 2) (inc (game sto NEVER) 1))\n"
    "         (inc (game sto ROUND) 1)\n"
    "         (saveturnstats SCORE roundnumber ROUND))))\n"
    "  (scoring max ((current player) sto SCORE)))\n";

static void a_table_tells_its_rules_to_nobody_in_particular(void **state)
{
    (void)state;
    described d = describe(game_text);
    assert_true(d.opened);
    const dado_game *g = &d.game;
    dado_text told = { 0 };
    g->rules->start(g, d.state);
    g->rules->apply(g, d.state, 99);
    g->rules->write_json(g, d.state, 0, &told);
    json_t *mine = parse(&told);
    assert_null(json_object_get(mine, "rules"));
    assert_int_equal(json_integer_value(json_object_get(mine, "actor")), 0);
    size_t i;
    json_t *place;
    int seen = 0, hidden = 0;
    json_array_foreach(json_object_get(mine, "places"), i, place)
    {
        if (json_object_get(place, "cards")) seen++;
        else hidden++;
    }
    assert_int_equal(seen, 1);
    assert_int_equal(hidden, 2);
    json_decref(mine);
    g->rules->write_json(g, d.state, DADO_NOBODY, &told);
    json_t *all = parse(&told), *rule;
    int stages = 0, conditions = 0, options = 0, acts = 0;
    json_array_foreach(json_object_get(all, "rules"), i, rule)
    {
        const char *kind = json_string_value(json_object_get(rule, "kind"));
        assert_int_equal(json_integer_value(json_object_get(rule, "rule")), (json_int_t)i);
        assert_true(json_integer_value(json_object_get(rule, "line")) >= 2);
        stages += strcmp(kind, "stage") == 0;
        conditions += strcmp(kind, "condition") == 0;
        options += strcmp(kind, "option") == 0;
        acts += strcmp(kind, "act") == 0;
    }
    assert_int_equal(stages, 1);
    assert_int_equal(conditions, 2);
    assert_int_equal(options, 2);
    assert_int_equal(acts, 7);
    json_decref(all);
    dado_text_free(&told);
    free_described(&d);
}

static void a_move_tells_which_rules_fired_and_what_was_saved(void **state)
{
    (void)state;
    described d = describe(game_text);
    const dado_game *g = &d.game;
    dado_text told = { 0 };
    int rounds = 0, never = 0, failed = 0;
    unsigned char before[1024];
    g->rules->start(g, d.state);
    while (g->rules->actor(g, d.state) != DADO_NOBODY) {
        int count = g->rules->legal(g, d.state, d.moves);
        dado_move move = count ? d.moves[0] : 99;
        memcpy(before, d.state, g->state_size);
        g->rules->write_move_json(g, d.state, move, &told);
        assert_memory_equal(before, d.state, g->state_size);
        json_t *root = parse(&told), *fired, *row;
        size_t i;
        json_array_foreach(json_object_get(root, "fired"), i, fired)
        {
            failed += json_integer_value(json_object_get(fired, "failed")) > 0;
        }
        json_array_foreach(json_object_get(root, "acts"), i, row)
        {
            never += strstr(json_string_value(json_object_get(row, "words")), "NEVER") != NULL;
        }
        json_array_foreach(json_object_get(root, "saved"), i, row)
        {
            rounds++;
            assert_int_equal(json_integer_value(json_object_get(row, "round")), rounds);
            assert_int_equal(json_array_size(json_object_get(row, "scores")), 2);
        }
        json_decref(root);
        g->rules->apply(g, d.state, move);
    }
    assert_int_equal(rounds, 2);
    assert_int_equal(never, 0);
    assert_true(failed >= 2);
    dado_text_free(&told);
    free_described(&d);
}

static void a_witness_counts_what_a_move_tells_and_plays_it(void **state)
{
    (void)state;
    enum { most_clauses = 64 };
    described d = describe(game_text);
    const dado_game *g = &d.game;
    int64_t held[most_clauses] = { 0 }, failed[most_clauses] = { 0 };
    int64_t told_held[most_clauses] = { 0 }, told_failed[most_clauses] = { 0 };
    unsigned char after[1024];
    dado_move *moves = calloc((size_t)g->max_moves, sizeof *moves);
    dado_clause_counts apply_counting = { held, failed, moves };
    dado_text told = { 0 };
    dado_clause clause;
    int clauses = 0;
    while (g->rules->clause(g, clauses, &clause)) clauses++;
    assert_int_equal(clauses, 12);
    g->rules->start(g, d.state);
    while (g->rules->actor(g, d.state) != DADO_NOBODY) {
        int count = g->rules->legal(g, d.state, d.moves);
        dado_move move = count ? d.moves[count - 1] : 99;
        g->rules->write_move_json(g, d.state, move, &told);
        json_t *root = parse(&told), *fired;
        size_t i;
        json_array_foreach(json_object_get(root, "fired"), i, fired)
        {
            json_int_t which = json_integer_value(json_object_get(fired, "rule"));
            told_held[which] += json_integer_value(json_object_get(fired, "held"));
            told_failed[which] += json_integer_value(json_object_get(fired, "failed"));
        }
        json_decref(root);
        memcpy(after, d.state, g->state_size);
        g->rules->apply(g, after, move);
        g->rules->apply_counting(g, d.state, move, &apply_counting);
        assert_memory_equal(after, d.state, g->state_size);
    }
    assert_memory_equal(held, told_held, sizeof held);
    assert_memory_equal(failed, told_failed, sizeof failed);
    assert_true(held[clauses - 1] > 0);
    dado_text_free(&told);
    free(moves);
    free_described(&d);
}

// A label in an option is its name; behind luck, and outside choices, it is told as an event.
static void labels_met_in_play_are_said(void **state)
{
    (void)state;
    described d = describe(
        "(game (setup (create players 2) (create dice (game vloc CUP) 1 (sides (FACE (1 .. 2)))))\n"
        "(stage player (turns 2)\n"
        "  (choice ((label \"throw\" (do ((throw (game vloc CUP))\n"
        "    (let (value FACE (top (game vloc CUP))) 'N (label \"it shows {N}\"\n"
        "      (inc ((current player) sto S) 'N))))))))\n"
        "  (label \"the turn ends\" (inc (game sto T) 1)))\n"
        "(scoring max ((current player) sto S)))");
    if (!d.opened) fail_msg("%s", d.error.text);
    const dado_game *g = &d.game;
    dado_text out = { 0 };
    g->rules->start(g, d.state);
    assert_int_equal(g->rules->legal(g, d.state, d.moves), 1);
    g->rules->print_move(g, d.state, d.moves[0], &out);
    assert_string_equal(dado_text_string(&out), "throw");
    g->rules->apply(g, d.state, d.moves[0]);
    assert_int_equal(g->rules->actor(g, d.state), DADO_CHANCE);
    dado_text_clear(&out);
    dado_game_extra(g, said)(g, d.state, 1, DADO_NOBODY, &out);
    bool one = strcmp(dado_text_string(&out), "it shows 1; the turn ends") == 0;
    bool two = strcmp(dado_text_string(&out), "it shows 2; the turn ends") == 0;
    if (!one && !two) fail_msg("%s", dado_text_string(&out));
    dado_text_free(&out);
    free_described(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_met_in_play_are_said),
        cmocka_unit_test(a_table_tells_its_rules_to_nobody_in_particular),
        cmocka_unit_test(a_move_tells_which_rules_fired_and_what_was_saved),
        cmocka_unit_test(a_witness_counts_what_a_move_tells_and_plays_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
