// gen_gentest.c - makes maps with another generator until one passes all tests.
#include <string.h>

#include "worlds/dungeon/dungeon.h"
#include "worlds/dungeon/layout.h"
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
    { "inner", "The generator that makes the maps; inner.NAME sets its parameters.", DADO_WORDS, 0,
      0, 0, "rooms" },
    { "max_attempts", "Maps made before giving up.", DADO_WHOLE, 100, 1, 100000, NULL },
    { "solvable", "The exit must be reachable.", DADO_SWITCH, 1, 0, 1, NULL },
    { "min_path", "Least steps from start to exit.", DADO_WHOLE, 0, 0, 1000000, NULL },
    { "max_path", "Most steps from start to exit; 0 is any.", DADO_WHOLE, 0, 0, 1000000, NULL },
    { "min_floor", "Least share of floor.", DADO_NUMBER, 0, 0, 1, NULL },
    { "max_dead_ends", "Most dead ends; -1 is any.", DADO_WHOLE, -1, -1, 1000000, NULL },
    { "min_quality", "Least quality, judged by playing; 0 is any.", DADO_NUMBER, 0, 0, 1, NULL },
    { 0 },
};

typedef struct exam {
    const dado_values *values;
    const dado_judge *judge;
    int rejected[tests];  // by each test, in the order of the table
} exam;

static bool open_map(const char *text, dado_game *game, dado_arena *arena, dado_error *err)
{
    dado_option file = { .name = "file", .text = text };
    dado_options options = { &file, 1 };
    return dado_game_open(game, dado_world_named("dungeon"), &options, arena, err);
}

// The first test the map fails, -1 if it passes all, -2 if it cannot be judged.
static int failed_test(const exam *e, const char *text, dado_arena *arena, dado_error *err)
{
    const double *wanted = e->values->number;
    dado_game game;
    if (!open_map(text, &game, arena, err)) return -2;
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
        dado_fail(err, DADO_MEANING, "min_quality needs players: use dado map gen");
        dado_fail_code(err, "G_PARAM");
        return -2;
    }
    if (!e->judge->quality(e->judge->context, text, &quality, err)) return -2;
    return quality < wanted[own_min_quality] ? own_min_quality : -1;
}

static void report(const exam *e, int attempts, dado_text *notes)
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

static bool try_seeds(exam *e, const dado_generator *inner, const dado_values *settings,
                      uint64_t seed, dado_arena *arena, dado_made *made, dado_error *err)
{
    int most = (int)e->values->number[own_attempts];
    size_t mark = dado_arena_mark(arena);
    dado_made map = { 0 };
    bool fine = true, passed = false;
    for (int i = 0; fine && !passed && i < most; i++) {
        fine =
            dado_generator_make(inner, settings, dado_derive(seed, (uint64_t)i), NULL, &map, err);
        if (!fine) break;
        made->attempts = i + 1;
        dado_arena_rewind(arena, mark);
        int test = failed_test(e, dado_text_string(&map.text), arena, err);
        fine = test != -2;
        passed = test == -1;
        if (test >= 0) e->rejected[test - tests_from]++;
    }
    if (passed) {
        dado_text_add(&made->text, dado_text_string(&map.text));
        dado_text_add(&made->notes, dado_text_string(&map.notes));
    }
    report(e, made->attempts, &made->notes);
    dado_made_free(&map);
    if (fine && !passed) {
        dado_text line = made->notes;
        dado_fail(err, DADO_LIMIT, "no map passed the tests: %.*s", (int)(line.length - 1),
                  line.data);
        return dado_fail_code(err, "G_EXHAUSTED");
    }
    return fine;
}

static bool make(const dado_generator *generator, const dado_values *v, uint64_t seed,
                 const dado_judge *judge, dado_made *made, dado_error *err)
{
    const dado_generator *inner = dado_generator_named(v->words[own_inner]);
    if (!inner || inner == generator || strcmp(inner->world, generator->world) != 0) {
        dado_fail(err, DADO_MEANING, "inner must be another generator of dungeons, not %.40s",
                  v->words[own_inner]);
        return dado_fail_code(err, "G_PARAM");
    }
    exam e = { .values = v, .judge = judge };
    dado_values settings;
    dado_arena arena;
    dado_arena_init(&arena, (size_t)64 << 20);
    bool fine = dado_generator_read(inner, &v->inner, &settings, &arena, NULL, err) &&
                try_seeds(&e, inner, &settings, seed, &arena, made, err);
    dado_arena_free(&arena);
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
