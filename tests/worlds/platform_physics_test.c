// platform_physics_test.c - bodies move as the specification says, to the tick.
#include "support/test.h"

#include <math.h>

#include "worlds/platform/level_format.h"
#include "worlds/platform/building_patterns.h"
#include "worlds/platform/physics.h"

typedef struct stage {
    dado_region region;
    dado_level level;
    dado_course course;
    dado_world_head *w;
    dado_error err;
} stage;

static stage *set(void)
{
    stage *s = calloc(1, sizeof *s);
    assert_non_null(s);
    dado_region_init(&s->region, (size_t)16 << 20);
    return s;
}

static stage *begin(stage *s)
{
    assert_true(dado_course_init(&s->course, &s->level, &s->region, &s->err));
    s->w = dado_region_alloc(&s->region, 1, dado_world_size(&s->course));
    dado_world_start(&s->course, s->w);
    return s;
}

static void strike(stage *s)
{
    dado_region_free(&s->region);
    free(s);
}

// A level of `width` columns of ground, on which `rows` may draw more: each is
// "height column letters".
typedef struct drawn {
    int height, column;
    const char *letters;
} drawn;

static stage *flat(int width, const drawn *more, int count)
{
    stage *s = set();
    dado_text text = { 0 };
    for (int row = 0; row < 16; row++) {
        for (int column = 0; column < width; column++) {
            char c = row >= 14 ? 'X' : row == 13 && column == 2 ? 'M' : '-';
            if (row == 13 && column == width - 2) c = 'F';
            for (int i = 0; i < count; i++) {
                int at = column - more[i].column;
                if (14 - more[i].height == row && at >= 0 && at < (int)strlen(more[i].letters)) {
                    c = more[i].letters[at];
                }
            }
            dado_text_char(&text, c);
        }
        dado_text_char(&text, '\n');
    }
    if (!dado_level_read(&s->level, "flat", dado_text_string(&text), &s->region, &s->err)) {
        fail_msg("%s", s->err.text);
    }
    dado_text_free(&text);
    return begin(s);
}

static void ticks(stage *s, int count, int buttons)
{
    for (int i = 0; i < count; i++) dado_world_tick(&s->course, s->w, buttons);
}

static void near(float value, double expected, double by)
{
    if (!(fabs((double)value - expected) <= by)) {
        fail_msg("%.6f is not %.6f", (double)value, expected);
    }
}

static const int run_right = DADO_RIGHT | DADO_RUN;

static void the_hero_comes_to_rest_at_223(void **state)
{
    (void)state;
    stage *s = flat(300, NULL, 0);
    assert_int_equal(s->w->tick, 1);
    assert_int_equal(s->w->clock, 200000 - 30);
    ticks(s, 4, 0);
    assert_true(s->w->hero.y == 223.0f && s->w->hero.x == 40.0f);
    assert_true(s->w->hero.flags & DADO_BODY_GROUND);
    strike(s);
}

static void running_gathers_speed(void **state)
{
    (void)state;
    stage *s = flat(300, NULL, 0);
    ticks(s, 4, 0);
    static const struct {
        int tick;
        double x;
    } table[] = {
        { 1, 41.2 },
        { 2, 43.468 },
        { 3, 46.6865 },
        { 8, 73.7544 },
    };
    int done = 0;
    for (int i = 0; i < 4; i++) {
        ticks(s, table[i].tick - done, run_right);
        done = table[i].tick;
        near(s->w->hero.x, table[i].x, 0.00006);
    }
    ticks(s, 150, run_right);
    float before = s->w->hero.x;
    ticks(s, 1, run_right);
    near(s->w->hero.x - before, 10.909, 0.001);
    strike(s);
    s = flat(300, NULL, 0);
    ticks(s, 150, DADO_RIGHT);
    before = s->w->hero.x;
    ticks(s, 1, DADO_RIGHT);
    near(s->w->hero.x - before, 5.4545, 0.0005);
    strike(s);
}

// Ticks until the hero stands again; `top` gets the highest rise.
static int jump(stage *s, int held, int with, float *top)
{
    float ground = s->w->hero.y, highest = ground;
    *top = 0;
    for (int i = 1; i < 60; i++) {
        ticks(s, 1, with | (i <= held ? DADO_JUMP : 0));
        if (s->w->hero.y < highest) highest = s->w->hero.y;
        if (s->w->hero.flags & DADO_BODY_GROUND) {
            *top = ground - highest;
            return i;
        }
    }
    return -1;
}

static void jumps_rise_and_last_as_long_as_they_are_held(void **state)
{
    (void)state;
    static const struct {
        int held;
        double rise;
        int ticks;
    } table[] = {
        { 1, 26.11, 9 }, { 2, 39.41, 11 }, { 4, 53.89, 13 }, { 8, 66.5, 16 }, { 12, 66.5, 16 },
    };
    for (int i = 0; i < 5; i++) {
        stage *s = flat(60, NULL, 0);
        ticks(s, 4, 0);
        float rise;
        assert_int_equal(jump(s, table[i].held, 0, &rise), table[i].ticks);
        near(rise, table[i].rise, 0.006);
        assert_int_equal(s->w->jumps, 1);
        strike(s);
    }
}

static void a_held_jump_passes_these_heights(void **state)
{
    (void)state;
    static const double y[8] = { 209.7, 196.4, 185, 175.5, 167.9, 162.2, 158.4, 156.5 };
    stage *s = flat(60, NULL, 0);
    ticks(s, 4, 0);
    for (int i = 0; i < 8; i++) {
        ticks(s, 1, DADO_JUMP);
        near(s->w->hero.y, y[i], 0.0006);
    }
    strike(s);
}

static void running_jumps_carry_this_far(void **state)
{
    (void)state;
    stage *s = flat(300, NULL, 0);
    ticks(s, 4, 0);
    ticks(s, 30, run_right);
    float from = s->w->hero.x, rise;
    assert_int_equal(jump(s, 8, run_right, &rise), 16);
    near(s->w->hero.x - from, 172.28, 0.006);
    strike(s);
    s = flat(300, NULL, 0);
    ticks(s, 4, 0);
    from = s->w->hero.x;
    assert_int_equal(jump(s, 8, run_right, &rise), 16);
    near(s->w->hero.x - from, 99.96, 0.006);
    strike(s);
}

// Does some moment to jump get the hero past `column`?
static bool clears(const drawn *more, int count, int beyond)
{
    for (int wait = 0; wait < 90; wait++) {
        stage *s = flat(120, more, count);
        ticks(s, 4, 0);
        ticks(s, wait, run_right);
        ticks(s, 8, run_right | DADO_JUMP);
        ticks(s, 40, run_right);
        bool past = s->w->status == DADO_PLAYING && s->w->hero.x > (float)(16 * beyond);
        strike(s);
        if (past) return true;
    }
    return false;
}

static void walls_of_four_are_climbed_and_walls_of_five_are_not(void **state)
{
    (void)state;
    drawn wall[5];
    for (int i = 0; i < 5; i++) wall[i] = (drawn){ 1 + i, 20, "#" };
    assert_true(clears(wall, 4, 21));
    assert_false(clears(wall, 5, 21));
}

static void pits_of_eleven_are_cleared_and_pits_of_twelve_are_not(void **state)
{
    (void)state;
    drawn eleven[2] = { { 0, 40, "-----------" }, { -1, 40, "-----------" } };
    drawn twelve[2] = { { 0, 40, "------------" }, { -1, 40, "------------" } };
    assert_true(clears(eleven, 2, 52));
    assert_false(clears(twelve, 2, 53));
}

static void right_of_the_exit_is_won(void **state)
{
    (void)state;
    stage *s = flat(40, NULL, 0);
    for (int i = 0; i < 200 && s->w->status == DADO_PLAYING; i++) ticks(s, 1, run_right);
    assert_int_equal(s->w->status, DADO_WON);
    assert_true(s->w->hero.x == 16.0f * 38);
    assert_true(dado_world_completion(&s->course, s->w) == 1);
    int32_t clock = s->w->clock;
    ticks(s, 3, run_right);
    assert_int_equal(s->w->clock, clock);
    strike(s);
}

static void time_runs_out_after_200_seconds(void **state)
{
    (void)state;
    stage *s = flat(40, NULL, 0);
    int count = 1;
    while (s->w->status == DADO_PLAYING) {
        ticks(s, 1, 0);
        count++;
    }
    assert_int_equal(s->w->status, DADO_TIMED_OUT);
    assert_int_equal(count, (200000 + 29) / 30);
    strike(s);
}

static void a_pit_is_the_end(void **state)
{
    (void)state;
    drawn pit[2] = { { 0, 6, "----" }, { -1, 6, "----" } };
    stage *s = flat(40, pit, 2);
    ticks(s, 120, DADO_RIGHT);
    assert_int_equal(s->w->status, DADO_LOST);
    strike(s);
}

static void walkers_go_at_1_75_and_red_ones_turn_at_the_edge(void **state)
{
    (void)state;
    drawn drawing[] = { { 1, 12, "r" }, { 0, 6, "----" }, { -1, 6, "----" } };
    stage *s = flat(40, drawing, 3);
    assert_int_equal(s->w->bodies, 1);
    dado_body *red = dado_world_bodies(&s->course, s->w);
    // Its first tick was taken when it was made, facing the hero.
    assert_true(red->x == 16.0f * 12 + 8 - 1.75f);
    assert_int_equal(red->facing, -1);
    ticks(s, 1, 0);
    assert_true(red->x == 16.0f * 12 + 8 - 3.5f);
    float least = red->x;
    for (int i = 0; i < 60; i++) {
        ticks(s, 1, 0);
        if (red->x < least) least = red->x;
    }
    assert_int_equal(s->w->bodies, 1);
    assert_true(least >= 16.0f * 10 && red->facing == 1);
    strike(s);
    drawing[0].letters = "k";
    s = flat(40, drawing, 3);
    ticks(s, 120, 0);
    assert_int_equal(s->w->bodies, 0);
    assert_int_equal(s->w->fall_kills, 1);
    strike(s);
}

// Puts the hero right above the first body, falling.
static void drop_on(stage *s)
{
    dado_body *b = dado_world_bodies(&s->course, s->w);
    s->w->hero.x = b->x;
    s->w->hero.y = b->y - (float)b->height;
    s->w->hero.vy = 4;
    s->w->hero.flags = 0;
}

static void stomping_removes_leaves_shells_and_bounces(void **state)
{
    (void)state;
    drawn drawing[] = { { 1, 8, "g" } };
    stage *s = flat(60, drawing, 1);
    ticks(s, 3, 0);
    drop_on(s);
    ticks(s, 1, 0);
    assert_int_equal(s->w->stomps, 1);
    assert_int_equal(s->w->bodies, 0);
    assert_true(s->w->hero.vy == 8 * -1.9f);
    assert_int_equal(s->w->jump, 8);
    strike(s);
    drawing[0].letters = "k";
    s = flat(60, drawing, 1);
    ticks(s, 3, 0);
    drop_on(s);
    ticks(s, 1, 0);
    assert_int_equal(s->w->bodies, 1);
    dado_body *shell = dado_world_bodies(&s->course, s->w);
    assert_int_equal(shell->kind, DADO_BODY_SHELL);
    assert_int_equal(shell->facing, 0);
    assert_int_equal(shell->point, 0);
    strike(s);
    drawing[0].letters = "G";
    s = flat(60, drawing, 1);
    ticks(s, 3, 0);
    drop_on(s);
    ticks(s, 1, 0);
    dado_body *crawler = dado_world_bodies(&s->course, s->w);
    assert_int_equal(s->w->stomps, 0);
    assert_false(crawler->flags & DADO_BODY_WINGED);
    strike(s);
    drawing[0].letters = "y";
    s = flat(60, drawing, 1);
    ticks(s, 3, 0);
    drop_on(s);
    ticks(s, 1, 0);
    assert_int_equal(s->w->status, DADO_LOST);
    assert_int_equal(s->w->hurts, 1);
    strike(s);
}

static void a_hurt_costs_a_size_a_pause_and_grants_32_ticks(void **state)
{
    (void)state;
    drawn drawing[] = { { 1, 6, "y" } };
    stage *s = flat(60, drawing, 1);
    s->w->size = DADO_FIERY;
    while (s->w->hurts == 0) ticks(s, 1, 0);
    assert_int_equal(s->w->size, DADO_LARGE);
    assert_int_equal(s->w->pause, 9);
    assert_int_equal(s->w->safe, 32);
    int32_t tick = s->w->tick, clock = s->w->clock;
    ticks(s, 9, 0);
    assert_int_equal(s->w->tick, tick);
    assert_int_equal(s->w->clock, clock);
    ticks(s, 3, 0);
    assert_int_equal(s->w->size, DADO_LARGE);
    assert_true(s->w->hurts > 1);  // counted all the same
    strike(s);
}

static void blocks_give_what_they_hold_once(void **state)
{
    (void)state;
    drawn drawing[] = { { 4, 2, "@" }, { 4, 10, "!" }, { 5, 10, "o" } };
    stage *s = flat(60, drawing, 3);
    ticks(s, 4, 0);
    ticks(s, 10, DADO_JUMP);
    assert_int_equal(dado_world_tile(&s->course, s->w, 2, 10), DADO_TILE_USED);
    assert_int_equal(s->w->bodies, 1);
    assert_int_equal(dado_world_bodies(&s->course, s->w)->kind, DADO_BODY_CAP);
    s->w->hero.x = 16 * 10 + 8;
    ticks(s, 20, 0);
    ticks(s, 20, DADO_JUMP);
    assert_int_equal(s->w->coins, 2);  // the one inside, and the one that lay on top
    ticks(s, 20, 0);
    ticks(s, 20, DADO_JUMP);
    assert_int_equal(s->w->coins, 2);
    strike(s);
}

static void bricks_break_for_the_large_only(void **state)
{
    (void)state;
    drawn drawing[] = { { 4, 2, "S" } };
    for (int size = DADO_SMALL; size <= DADO_LARGE; size++) {
        stage *s = flat(60, drawing, 1);
        s->w->size = (uint8_t)size;
        ticks(s, 4, 0);
        ticks(s, 12, DADO_JUMP);
        assert_int_equal(dado_world_tile(&s->course, s->w, 2, 10),
                         size == DADO_SMALL ? DADO_TILE_BRICK : DADO_TILE_AIR);
        strike(s);
    }
}

static void every_hundredth_coin_is_a_life(void **state)
{
    (void)state;
    drawn drawing[] = { { 1, 4, "oooo" } };
    stage *s = flat(60, drawing, 1);
    s->w->coins = 97;
    ticks(s, 40, DADO_RIGHT);
    assert_int_equal(s->w->coins, 101);
    assert_int_equal(s->w->lives, 1);
    strike(s);
}

static void a_cap_makes_large_and_an_ember_fiery(void **state)
{
    (void)state;
    drawn drawing[] = { { 4, 2, "@" } };
    stage *s = flat(60, drawing, 1);
    ticks(s, 4, 0);
    ticks(s, 10, DADO_JUMP);
    dado_body *cap = dado_world_bodies(&s->course, s->w);
    float y = cap->y;
    assert_int_equal(cap->count < 9, 1);
    ticks(s, 1, 0);
    assert_true(cap->y == y - 1 || cap->count == 9);
    s->w->hero.x = cap->x;
    s->w->hero.y = cap->y;
    ticks(s, 1, 0);
    assert_int_equal(s->w->size, DADO_LARGE);
    assert_int_equal(s->w->pause, 9);
    assert_int_equal(s->w->bodies, 0);
    strike(s);
}

static void fire_burns_all_but_spikers(void **state)
{
    (void)state;
    static const char *const who[2] = { "g", "y" };
    for (int i = 0; i < 2; i++) {
        drawn drawing[] = { { 1, 8, who[i] } };
        stage *s = flat(60, drawing, 1);
        s->w->size = DADO_FIERY;
        s->w->safe = 200;
        ticks(s, 2, 0);
        for (int t = 0; t < 40; t++) ticks(s, 1, t % 2 ? 0 : DADO_RUN);
        assert_int_equal(s->w->fire_kills, i == 0);
        strike(s);
    }
}

static void a_sliding_shell_mows_them_down(void **state)
{
    (void)state;
    drawn drawing[] = { { 1, 8, "k" }, { 1, 12, "ggg" } };
    stage *s = flat(60, drawing, 2);
    ticks(s, 3, 0);
    dado_body *bodies = dado_world_bodies(&s->course, s->w);
    int green = 0;
    while (bodies[green].kind != DADO_BODY_GREEN) green++;
    s->w->hero.x = bodies[green].x;
    s->w->hero.y = bodies[green].y - 20;
    s->w->hero.vy = 4;
    s->w->hero.flags = 0;
    ticks(s, 1, 0);
    assert_int_equal(s->w->stomps, 1);
    // Down again upon the shell, which slides off the way the hero faces.
    for (int i = 0; i < 40 && s->w->shell_kills == 0; i++) ticks(s, 1, 0);
    ticks(s, 20, 0);
    assert_true(s->w->shell_kills >= 2);
    strike(s);
}

static void snappers_wait_for_those_who_stand_near(void **state)
{
    (void)state;
    drawn drawing[] = { { 3, 8, "TT" }, { 2, 8, "TT" }, { 1, 8, "TT" } };
    stage *s = flat(60, drawing, 3);
    assert_int_equal(s->w->bodies, 1);
    dado_body *b = dado_world_bodies(&s->course, s->w);
    assert_int_equal(b->kind, DADO_BODY_SNAPPER);
    float home = 16 * 11 + 18;
    assert_true(b->x == 16 * 8 + 17 && b->y == home - 1);
    float highest = home;
    for (int i = 0; i < 200; i++) {
        ticks(s, 1, 0);
        if (b->y < highest) highest = b->y;
    }
    assert_true(highest == home - 21);
    while (!(b->vy > 0 && b->y >= home)) ticks(s, 1, 0);
    s->w->hero.x = b->x - 20;
    ticks(s, 100, 0);
    assert_true(b->vy > 0);  // still in
    s->w->hero.x = b->x - 60;
    ticks(s, 2, 0);
    assert_true(b->vy < 0);
    strike(s);
}

static void cannons_fire_at_every_hundredth_tick(void **state)
{
    (void)state;
    drawn drawing[] = { { 1, 12, "*" }, { 2, 12, "*" } };
    stage *s = flat(60, drawing, 2);
    assert_int_equal(s->course.cannons, 1);
    while (s->w->tick < 99) ticks(s, 1, 0);
    assert_int_equal(s->w->bodies, 0);
    ticks(s, 1, 0);
    assert_int_equal(s->w->bodies, 1);
    dado_body *b = dado_world_bodies(&s->course, s->w);
    assert_int_equal(b->kind, DADO_BODY_BULLET);
    assert_true(b->x == 16.0f * 12 + 8 - 8 - 4 && b->y == 16.0f * 12 + 15);
    strike(s);
}

static void one_way_platforms_let_through_from_below(void **state)
{
    (void)state;
    drawn drawing[] = { { 3, 0, "%%%%%%" } };
    stage *s = flat(60, drawing, 1);
    ticks(s, 4, 0);
    ticks(s, 8, DADO_JUMP);
    ticks(s, 30, 0);
    assert_true(s->w->hero.y == 16.0f * 11 - 1);
    assert_true(s->w->hero.flags & DADO_BODY_GROUND);
    strike(s);
}

static void hidden_blocks_stop_heads_only(void **state)
{
    (void)state;
    drawn drawing[] = { { 4, 2, "2" } };
    stage *s = flat(60, drawing, 1);
    ticks(s, 4, 0);
    ticks(s, 12, DADO_JUMP);
    assert_int_equal(s->w->coins, 1);
    assert_int_equal(dado_world_tile(&s->course, s->w, 2, 10), DADO_TILE_USED);
    strike(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hero_comes_to_rest_at_223),
        cmocka_unit_test(running_gathers_speed),
        cmocka_unit_test(jumps_rise_and_last_as_long_as_they_are_held),
        cmocka_unit_test(a_held_jump_passes_these_heights),
        cmocka_unit_test(running_jumps_carry_this_far),
        cmocka_unit_test(walls_of_four_are_climbed_and_walls_of_five_are_not),
        cmocka_unit_test(pits_of_eleven_are_cleared_and_pits_of_twelve_are_not),
        cmocka_unit_test(right_of_the_exit_is_won),
        cmocka_unit_test(time_runs_out_after_200_seconds),
        cmocka_unit_test(a_pit_is_the_end),
        cmocka_unit_test(walkers_go_at_1_75_and_red_ones_turn_at_the_edge),
        cmocka_unit_test(stomping_removes_leaves_shells_and_bounces),
        cmocka_unit_test(a_hurt_costs_a_size_a_pause_and_grants_32_ticks),
        cmocka_unit_test(blocks_give_what_they_hold_once),
        cmocka_unit_test(bricks_break_for_the_large_only),
        cmocka_unit_test(every_hundredth_coin_is_a_life),
        cmocka_unit_test(a_cap_makes_large_and_an_ember_fiery),
        cmocka_unit_test(fire_burns_all_but_spikers),
        cmocka_unit_test(a_sliding_shell_mows_them_down),
        cmocka_unit_test(snappers_wait_for_those_who_stand_near),
        cmocka_unit_test(cannons_fire_at_every_hundredth_tick),
        cmocka_unit_test(one_way_platforms_let_through_from_below),
        cmocka_unit_test(hidden_blocks_stop_heads_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
