// gen_generate_and_test.c - makes maps with another generator until one passes all tests.
#include <string.h>

#include "worlds/dungeon/dungeon.h"
#include "worlds/dungeon/generator_layout.h"
#include "worlds/shelf.h"

enum {
    own_inner,
    own_attempts,
    own_solvable,
    own_min_path,
    own_max_path,
    own_min_floor,
    own_max_dead_ends,
    own_min_quality,
    tests_from = own_solvable,
    tests = 6
};

static const dado_parameter parameters[] = {
    { "inner", "The generator that makes the maps; inner.NAME sets its parameters.",
      DADO_PARAMETER_TEXT, 0, 0, 0, "rooms" },
    { "max_attempts", "Maps made before giving up.", DADO_PARAMETER_INTEGER, 100, 1, 100000, NULL },
    { "solvable", "The exit must be reachable.", DADO_PARAMETER_BOOL, 1, 0, 1, NULL },
    { "min_path", "Least steps from start to exit.", DADO_PARAMETER_INTEGER, 0, 0, 1000000, NULL },
    { "max_path", "Most steps from start to exit; 0 is any.", DADO_PARAMETER_INTEGER, 0, 0, 1000000,
      NULL },
    { "min_floor", "Least share of floor.", DADO_PARAMETER_REAL, 0, 0, 1, NULL },
    { "max_dead_ends", "Most dead ends; -1 is any.", DADO_PARAMETER_INTEGER, -1, -1, 1000000,
      NULL },
    { "min_quality", "Least quality, judged by playing; 0 is any.", DADO_PARAMETER_REAL, 0, 0, 1,
      NULL },
    { 0 },
};

typedef struct map_tests {
    const dado_parameter_values *values;
    const dado_quality_callback *judge;
    // Number of maps rejected by each test, in the order of the table.
    int rejected[tests];
} map_tests;

static bool open_map(const char *text, dado_game *game, dado_region *region, dado_error *err)
{
    dado_option file = { .name = "file", .text = text };
    dado_options options = { &file, 1 };
    return dado_game_open(game, dado_world_named("dungeon"), &options, region, err);
}

// Returns the first test that the map fails, -1 if it passes all, or -2 if it cannot be
// judged.
static int failed_test(const map_tests *e, const char *text, dado_region *region, dado_error *err)
{
    const double *wanted = e->values->number;
    dado_game game;
    if (!open_map(text, &game, region, err)) return -2;
    const dado_dungeon *d = dado_dungeon_of(&game);
    if (wanted[own_solvable] != 0 && d->shortest < 0) return own_solvable;
    if (d->shortest < wanted[own_min_path]) return own_min_path;
    if (wanted[own_max_path] > 0 && d->shortest > wanted[own_max_path]) return own_max_path;
    if (d->fixed[DADO_MAP_FLOOR_RATIO] < wanted[own_min_floor]) return own_min_floor;
    bool dead =
        wanted[own_max_dead_ends] >= 0 && d->fixed[DADO_MAP_DEAD_ENDS] > wanted[own_max_dead_ends];
    if (dead) return own_max_dead_ends;
    if (wanted[own_min_quality] <= 0) return -1;
    double quality = 0;
    if (!e->judge) {
        dado_fail(err, DADO_INVALID,
                  "min_quality needs agents that play the map; use dado map gen");
        dado_fail_code(err, "G_PARAM");
        return -2;
    }
    if (!e->judge->quality(e->judge->context, text, &quality, err)) return -2;
    return quality < wanted[own_min_quality] ? own_min_quality : -1;
}

static void report(const map_tests *e, int attempts, dado_text *notes)
{
    int all = 0;
    for (int i = 0; i < tests; i++) all += e->rejected[i];
    dado_text_addf(notes, "%d attempts, %d rejected", attempts, all);
    for (int i = 0; i < tests; i++) {
        if (e->rejected[i]) {
            dado_text_addf(notes, ", %d by %s", e->rejected[i], parameters[tests_from + i].name);
        }
    }
    dado_text_char(notes, '\n');
}

static bool try_seeds(map_tests *e, const dado_generator *inner,
                      const dado_parameter_values *settings, uint64_t seed, dado_region *region,
                      dado_generated *made, dado_error *err)
{
    int most = (int)e->values->number[own_attempts];
    size_t mark = dado_region_mark(region);
    dado_generated map = { 0 };
    bool fine = true, passed = false;
    for (int i = 0; fine && !passed && i < most; i++) {
        fine = dado_generator_make(inner, settings, dado_derive_seed(seed, (uint64_t)i), NULL, &map,
                                   err);
        if (!fine) break;
        made->attempts = i + 1;
        dado_region_rewind(region, mark);
        int test = failed_test(e, dado_text_string(&map.text), region, err);
        fine = test != -2;
        passed = test == -1;
        if (test >= 0) e->rejected[test - tests_from]++;
    }
    if (passed) {
        dado_text_add(&made->text, dado_text_string(&map.text));
        dado_text_add(&made->notes, dado_text_string(&map.notes));
    }
    report(e, made->attempts, &made->notes);
    dado_generated_free(&map);
    if (fine && !passed) {
        dado_text line = made->notes;
        dado_fail(err, DADO_LIMIT, "no map passed the tests: %.*s", (int)(line.length - 1),
                  line.data);
        return dado_fail_code(err, "G_EXHAUSTED");
    }
    return fine;
}

static bool make(const dado_generator *generator, const dado_parameter_values *v, uint64_t seed,
                 const dado_quality_callback *judge, dado_generated *made, dado_error *err)
{
    const dado_generator *inner = dado_generator_named(v->words[own_inner]);
    if (!inner || inner == generator || strcmp(inner->world, generator->world) != 0) {
        dado_fail(err, DADO_INVALID, "inner must be another generator of dungeons, not %.40s",
                  v->words[own_inner]);
        return dado_fail_code(err, "G_PARAM");
    }
    map_tests e = { .values = v, .judge = judge };
    dado_parameter_values settings;
    dado_region region;
    dado_region_init(&region, (size_t)64 << 20);
    bool fine = dado_generator_read(inner, &v->inner, &settings, &region, NULL, err) &&
                try_seeds(&e, inner, &settings, seed, &region, made, err);
    dado_region_free(&region);
    return fine;
}

const dado_generator dado_generator_gentest = {
    .name = "gentest",
    .title = "Generate and test",
    .about = "Runs another generator with one seed after another until a map passes all tests.",
    .world = "dungeon",
    .method = "generate-and-test",
    .parameters = parameters,
    .make = make,
};
