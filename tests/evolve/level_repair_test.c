// level_repair_test.c - levels that cannot be won are changed in as few tiles as it takes.
#include "support/test.h"

#include "evolve/level_repair.h"
#include "worlds/platform/level_format.h"

static void read_level(const char *name, dado_level *level, dado_region *region)
{
    char path[128];
    dado_error err = { 0 };
    snprintf(path, sizeof path, "tests/worlds/levels/%s.level", name);
    char *text = dado_test_read(path);
    assert_non_null(text);
    assert_true(dado_level_read(level, path, text, region, &err));
    free(text);
}

static dado_repair *mend(const char *name, dado_level *level, dado_region *region)
{
    static dado_repair repair;
    dado_error err = { 0 };
    dado_planner_settings how = dado_planner_defaults();
    how.budget = 60000;
    read_level(name, level, region);
    assert_true(
        dado_level_repair(level, &how, 400, (dado_judging_progress){ 0 }, &repair, region, &err));
    return &repair;
}

static void one_tile_opens_a_wall_and_bridges_a_pit(void **state)
{
    (void)state;
    static const char *const names[] = { "blocked-1", "blocked-2", "blocked-3", "blocked-6" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        dado_region region;
        dado_level level, before;
        dado_region_init(&region, (size_t)1 << 30);
        read_level(names[i], &before, &region);
        const dado_repair *r = mend(names[i], &level, &region);
        assert_true(r->needed);
        if (!r->won) fail_msg("%s is not repaired after %d questions", names[i], r->tried);
        assert_int_equal(r->count, 1);
        // What was changed is what is told, and nothing else.
        int differ = 0;
        for (int k = 0; k < level.width * DADO_LEVEL_ROWS; k++) {
            differ += level.tiles[k] != before.tiles[k];
        }
        assert_int_equal(differ, 1);
        const dado_repair_change *c = &r->changes[0];
        assert_int_equal(dado_level_tile(&before, c->column, c->row), c->from);
        assert_int_equal(dado_level_tile(&level, c->column, c->row), c->to);
        // And the route is a proof.
        dado_route route;
        dado_planner_settings how = dado_planner_defaults();
        assert_true(dado_level_prove(&level, &how, &route, &region, NULL));
        assert_true(route.won);
        dado_region_free(&region);
    }
}

static void a_level_that_can_be_won_is_left_alone(void **state)
{
    (void)state;
    dado_region region;
    dado_level level, before;
    dado_region_init(&region, (size_t)1 << 30);
    read_level("stairs-1", &before, &region);
    const dado_repair *r = mend("stairs-1", &level, &region);
    assert_true(r->won);
    assert_false(r->needed);
    assert_int_equal(r->count, 0);
    assert_true(dado_level_equal(&level, &before));
    dado_region_free(&region);
}

static void what_cannot_be_mended_within_the_bound_is_given_up(void **state)
{
    (void)state;
    dado_region region;
    dado_level level;
    static dado_repair repair;
    dado_planner_settings how = dado_planner_defaults();
    how.budget = 20000;
    dado_region_init(&region, (size_t)1 << 30);
    read_level("blocked-4", &level, &region);  // seventy columns without ground
    assert_true(
        dado_level_repair(&level, &how, 20, (dado_judging_progress){ 0 }, &repair, &region, NULL));
    assert_false(repair.won);
    assert_true(repair.tried <= 20);
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_tile_opens_a_wall_and_bridges_a_pit),
        cmocka_unit_test(a_level_that_can_be_won_is_left_alone),
        cmocka_unit_test(what_cannot_be_mended_within_the_bound_is_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
