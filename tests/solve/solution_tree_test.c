// solution_tree_test.c - lines of best play and graphs say what the solver knows.
#include "solve/solution_tree.h"

#include <math.h>

#include "support/test.h"
#include "worlds/shelf.h"

typedef struct solved {
    dado_region region;
    dado_game game;
    dado_solver *solver;
    void *state;
    dado_text out;
} solved;

static solved *solve(const char *world, const char *settings)
{
    solved *s = calloc(1, sizeof *s);
    assert_non_null(s);
    dado_error err = { 0 };
    dado_options options;
    dado_region_init(&s->region, (size_t)1 << 20);
    assert_true(dado_options_read(&options, "test", settings, &s->region, &err));
    assert_true(dado_game_open(&s->game, dado_world_named(world), &options, &s->region, &err));
    s->solver = dado_solver_new(&s->game, &(dado_solve_config){ 0 }, &err);
    assert_non_null(s->solver);
    s->state = dado_region_alloc(&s->region, 1, s->game.state_size);
    assert_non_null(s->state);
    s->game.rules->start(&s->game, s->state);
    return s;
}

static void done(solved *s)
{
    dado_solver_free(s->solver);
    dado_text_free(&s->out);
    dado_region_free(&s->region);
    free(s);
}

static void say(void *to, const dado_solution_tree_step *step)
{
    dado_solution_tree_print(step, to);
}

static int count_of(const char *text, const char *words)
{
    int count = 0;
    for (const char *s = strstr(text, words); s; s = strstr(s + 1, words)) count++;
    return count;
}

static void the_line_of_best_play_shows_every_alternative(void **state)
{
    (void)state;
    solved *s = solve("bigpoints", "board = 1212");
    dado_error err = { 0 };
    assert_true(dado_solution_tree_walk(s->solver, s->state, 100, say, &s->out, &err));
    const char *text = dado_text_string(&s->out);
    assert_non_null(strstr(text, "    1>            1-2\n"));
    assert_non_null(strstr(text, "  > 2<            2-1\n"));
    assert_non_null(strstr(text, "    2>            1-2\n"));
    assert_non_null(strstr(text, "The end: 2-1"));
    done(s);
}

static void luck_is_followed_where_it_is_likeliest(void **state)
{
    (void)state;
    solved *s = solve("bigpoints", "colours = 2\ndiscs = 2\nblack = 1");
    dado_error err = { 0 };
    assert_true(dado_solution_tree_walk(s->solver, s->state, 2, say, &s->out, &err));
    const char *text = dado_text_string(&s->out);
    assert_non_null(strstr(text, "1. luck decides"));
    assert_non_null(strstr(text, "> deal 1         40.0 %"));
    assert_non_null(strstr(text, "  deal K         20.0 %"));
    assert_non_null(strstr(text, "2. luck decides"));
    assert_null(strstr(text, "3. "));
    done(s);
}

static void the_graph_has_a_node_for_every_position(void **state)
{
    (void)state;
    solved *s = solve("bigpoints", "board = 1122");
    dado_error err = { 0 };
    assert_true(dado_solution_tree_dot(s->solver, s->state, 100, &s->out, &err));
    const char *text = dado_text_string(&s->out);
    assert_int_equal(count_of(text, "shape=ellipse"), 17);
    assert_int_equal(strncmp(text, "digraph game {", 14), 0);
    assert_true(count_of(text, "style=bold") > 0);
    dado_text_clear(&s->out);
    assert_false(dado_solution_tree_dot(s->solver, s->state, 16, &s->out, &err));
    assert_non_null(strstr(err.text, "--tree"));
    done(s);
}

static void count_the_followed(void *to, const dado_solution_tree_step *step)
{
    int *met = to;
    (*met)++;
    dado_text words = { 0 };
    assert_int_equal(step->number, 1);
    assert_int_equal(step->actor, 0);
    assert_null(step->chances);
    step->game->rules->print_move(step->game, step->state, step->moves[step->followed], &words);
    assert_string_equal(dado_text_string(&words), "1 from 2");
    assert_true(dado_value_points(step->game, &step->values[step->followed], 0) == 1);
    for (int i = 0; i < step->count; i++) assert_int_equal(step->as_good[i], i == step->followed);
    dado_text_free(&words);
}

static void a_step_tells_what_every_move_leads_to(void **state)
{
    (void)state;
    solved *s = solve("nim", "heaps = 1,2");
    dado_error err = { 0 };
    int met = 0;
    assert_true(dado_solution_tree_walk(s->solver, s->state, 1, count_the_followed, &met, &err));
    assert_int_equal(met, 1);
    done(s);
}

static void sums_of_chances_are_set_right_and_others_left_alone(void **state)
{
    (void)state;
    assert_true(dado_value_round_off(2.11e-15) == 0);
    assert_false(signbit(dado_value_round_off(-2.11e-15)));
    assert_true(dado_value_round_off(0.1 + 0.2) == 0.3);
    assert_true(dado_value_round_off(1.0 / 3) == 1.0 / 3);
    assert_true(dado_value_round_off(11.43603515625) == 11.43603515625);
    dado_game few = { .players = 2, .lowest_wins = true };
    dado_value value = { .score = { -3, 0 } };
    assert_true(dado_value_points(&few, &value, 0) == 3);
    assert_false(signbit(dado_value_points(&few, &value, 1)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_line_of_best_play_shows_every_alternative),
        cmocka_unit_test(luck_is_followed_where_it_is_likeliest),
        cmocka_unit_test(the_graph_has_a_node_for_every_position),
        cmocka_unit_test(a_step_tells_what_every_move_leads_to),
        cmocka_unit_test(sums_of_chances_are_set_right_and_others_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
