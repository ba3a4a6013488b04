// platform_handmade_levels_test.c - levels as people write them: they load, with a word where
// something is odd, and the planner finishes them or gives up after a fixed number of worlds.
#include "support/test.h"

#include "evolve/level_species.h"
#include "worlds/platform/level_format.h"
#include "worlds/platform/level_measures.h"

typedef struct public_level {
    const char *name;
    int notes;
    bool finished;
} public_level;

// clang-format off
static const public_level levels[] = {
    { "blocked-1", 0, false },        { "blocked-2", 0, false },
    { "blocked-3", 0, false },        { "blocked-4", 0, false },
    { "blocked-5", 0, false },        { "blocked-6", 0, false },
    { "blocks-1", 0, true },          { "blocks-2", 0, true },
    { "blocks-3", 0, true },          { "blocks-4", 0, true },
    { "cannons-1", 0, true },         { "cannons-2", 0, true },
    { "cannons-3", 0, true },         { "corpus-with-start", 0, true },
    { "crowds-1", 0, true },          { "crowds-2", 0, true },
    { "crowds-3", 0, true },          { "crowds-4", 0, true },
    { "exit-before-start", 1, true }, { "ground-moved-up", 0, true },
    { "half-pipes-1", 20, true },     { "half-pipes-2", 14, true },
    { "half-pipes-3", 20, true },     { "half-pipes-4", 14, true },
    { "no-exit", 1, true },           { "no-start", 1, true },
    { "no-start-no-ground", 2, true }, { "odd-creatures-1", 0, true },
    { "odd-creatures-2", 0, true },   { "odd-creatures-3", 0, true },
    { "odd-creatures-4", 0, true },   { "odd-creatures-5", 0, true },
    { "one-ways-1", 0, true },        { "one-ways-2", 0, true },
    { "one-ways-3", 0, true },        { "one-ways-4", 0, true },
    { "ragged", 12, true },           { "stairs-1", 0, true },
    { "stairs-2", 0, true },          { "stairs-3", 0, true },
    { "stairs-4", 0, true },          { "strange-letters", 10, true },
    { "ten-rows", 1, true },          { "twenty-rows", 1, true },
    { "two-of-each", 2, true },
};
// clang-format on

enum { level_count = sizeof levels / sizeof *levels };

static void load(const char *name, dado_level *level, dado_level_notes *notes, dado_region *region)
{
    char path[128];
    dado_error err = { 0 };
    snprintf(path, sizeof path, "tests/worlds/levels/%s.level", name);
    char *text = dado_test_read(path);
    assert_non_null(text);
    if (!dado_level_read_noting(level, path, text, region, notes, &err)) {
        fail_msg("%s:%d: %s", path, err.place.line, err.text);
    }
    free(text);
}

static void what_is_odd_is_noted_and_what_is_written_reads_back_without_a_note(void **state)
{
    (void)state;
    for (int i = 0; i < level_count; i++) {
        dado_region region;
        dado_level level, again;
        dado_level_notes notes;
        dado_error err = { 0 };
        dado_region_init(&region, (size_t)64 << 20);
        load(levels[i].name, &level, &notes, &region);
        if (notes.count != levels[i].notes) fail_msg("%s: %d notes", levels[i].name, notes.count);
        dado_text text = { 0 };
        dado_level_write(&level, &text);
        assert_true(
            dado_level_read_noting(&again, "x", dado_text_string(&text), &region, &notes, &err));
        assert_int_equal(notes.count, 0);
        assert_true(dado_level_equal(&level, &again));
        dado_text_free(&text);
        dado_region_free(&region);
    }
}

// Those nobody finishes take the whole budget, so all of them are tried in full doses only.
static void the_planner_finishes_or_ends_within_its_budget(void **state)
{
    (void)state;
    int blocked = 0;
    for (int i = 0; i < level_count; i++) {
        if (!levels[i].finished && ++blocked > dado_test_repeats(2, level_count)) continue;
        dado_region region;
        dado_level level;
        dado_level_notes notes;
        static dado_route route;
        dado_error err = { 0 };
        dado_planner_settings how = dado_planner_defaults();
        dado_region_init(&region, (size_t)1 << 30);
        load(levels[i].name, &level, &notes, &region);
        assert_true(dado_level_prove(&level, &how, &route, &region, &err));
        if (route.won != levels[i].finished) fail_msg("%s: won %d", levels[i].name, route.won);
        assert_true(route.expansions <= (uint64_t)how.budget);
        assert_true(!route.spent || route.expansions == (uint64_t)how.budget);
        dado_region_free(&region);
    }
}

static void a_smaller_budget_ends_sooner_and_says_so(void **state)
{
    (void)state;
    dado_region region;
    dado_level level;
    dado_level_notes notes;
    static dado_route route;
    dado_planner_settings how = dado_planner_defaults();
    dado_region_init(&region, (size_t)1 << 30);
    load("crowds-3", &level, &notes, &region);
    how.budget = 200;
    assert_true(dado_level_prove(&level, &how, &route, &region, NULL));
    assert_false(route.won);
    assert_true(route.spent);
    assert_int_equal(route.expansions, 200);
    dado_region_free(&region);
}

static void one_way_platforms_bridge_gaps_and_are_surfaces(void **state)
{
    (void)state;
    double values[DADO_LEVEL_MEASURES];
    dado_region region;
    dado_level level;
    dado_level_notes notes;
    dado_region_init(&region, (size_t)64 << 20);
    load("one-ways-1", &level, &notes, &region);  // five pits of ten columns, eight of them bridged
    dado_level_measure_all(&level, values);
    assert_int_equal((int)values[DADO_LEVEL_GAPS], 10);
    assert_int_equal((int)values[DADO_LEVEL_LONGEST_GAP], 1);
    // 110 columns, 50 of them pit, 40 bridged.
    assert_true(values[DADO_LEVEL_DENSITY] > 99.5 / 110 &&
                values[DADO_LEVEL_DENSITY] < 100.5 / 110);
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_odd_is_noted_and_what_is_written_reads_back_without_a_note),
        cmocka_unit_test(the_planner_finishes_or_ends_within_its_budget),
        cmocka_unit_test(a_smaller_budget_ends_sooner_and_says_so),
        cmocka_unit_test(one_way_platforms_bridge_gaps_and_are_surfaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
