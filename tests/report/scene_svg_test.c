// scene_svg_test.c - the painter draws any game, and what it draws is well-formed and tells no
// secrets.
#include "support/test.h"

#include "core/rng.h"
#include "lab/game_source.h"
#include "report/scene_svg.h"
#include "report/scene_changes_in_words.h"
#include "report/svg.h"
#include "support/xml_well_formed.h"

static dado_region region;
static dado_game game;
static unsigned char *state;

static void open_and_play(const char *name, int steps)
{
    dado_game_source source;
    dado_error err = { 0 };
    dado_region_init_large(&region);
    if (!dado_game_source_find(&source, name, NULL, &region, &err) ||
        !dado_game_source_open(&source, &game, &region, &err)) {
        fail_msg("%s", err.text);
    }
    state = calloc(1, game.state_size);
    dado_move *moves = calloc((size_t)game.max_moves + 1, sizeof *moves);
    uint32_t *weights = calloc((size_t)game.max_moves + 1, sizeof *weights);
    dado_rng rng = dado_rng_stream(7, 0, 0);
    game.rules->start(&game, state);
    for (int i = 0; i < steps; i++) {
        int actor = game.rules->actor(&game, state);
        if (actor == DADO_NOBODY) break;
        dado_move move;
        if (actor == DADO_CHANCE) {
            move = dado_draw_outcome(&game, state, moves, weights, &rng, NULL);
        } else {
            int count = game.rules->legal(&game, state, moves);
            move = moves[dado_rng_below(&rng, (uint32_t)count)];
        }
        game.rules->apply(&game, state, move);
    }
    free(moves);
    free(weights);
}

static void clear(void)
{
    free(state);
    dado_region_free(&region);
}

static void every_kind_of_game_is_drawn_well_formed(void **unused)
{
    (void)unused;
    static const char *const names[] = { "hearts",     "pig",        "gofish",     "bigpoints",
                                         "noughts",    "territorio", "kuhn",       "dicepoints",
                                         "fourinarow", "bridges",    "hops",       "sowing",
                                         "provinces",  "pipes",      "lighthouse", "underthecup" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        open_and_play(names[i], 30);
        for (int eyes = -2; eyes < game.players; eyes++) {
            if (eyes == DADO_CHANCE) continue;
            dado_text svg = { 0 };
            assert_true(dado_scene_svg(&game, state, eyes, 700, true, &svg, NULL));
            assert_true(svg.length > 200);
            char why[200] = "";
            if (!dado_xml_is_well_formed(dado_text_string(&svg), why, sizeof why))
                fail_msg("%s: %s", names[i], why);
            dado_text_free(&svg);
        }
        clear();
    }
}

// What one seat is shown does not hang on what it may not see: dealt anew, the drawing is the same.
static void a_drawing_tells_nobody_elses_cards(void **unused)
{
    (void)unused;
    open_and_play("hearts", 20);
    void *view = calloc(1, game.view_size), *dealt = calloc(1, game.state_size);
    dado_rng rng = dado_rng_stream(9, 0, 0);
    int actor = game.rules->actor(&game, state);
    dado_observe(&game, state, actor, view);
    dado_redeal(&game, view, actor, &rng, dealt);
    assert_memory_not_equal(state, dealt, game.state_size);
    dado_text truth = { 0 }, other = { 0 }, open = { 0 };
    assert_true(dado_scene_svg(&game, state, actor, 700, false, &truth, NULL));
    assert_true(dado_scene_svg(&game, dealt, actor, 700, false, &other, NULL));
    assert_true(dado_scene_svg(&game, state, DADO_NOBODY, 700, false, &open, NULL));
    assert_string_equal(dado_text_string(&truth), dado_text_string(&other));
    assert_string_not_equal(dado_text_string(&truth), dado_text_string(&open));
    dado_text_free(&truth);
    dado_text_free(&other);
    dado_text_free(&open);
    free(view);
    free(dealt);
    clear();
}

// How many things of a kind there are, and of those how many stand on something of another.
static int count_things(const dado_scene *scene, dado_scene_item_kind kind, dado_scene_item_kind on,
                        int *stand)
{
    int count = 0;
    *stand = 0;
    for (int i = 0; i < scene->count; i++) {
        const dado_scene_item *thing = &scene->things[i];
        if (thing->kind != kind) continue;
        count++;
        *stand += thing->parent >= 0 && scene->things[thing->parent].kind == on;
    }
    return count;
}

static const dado_scene_item *thing_of(const dado_scene *scene, uint32_t id)
{
    for (int i = 0; i < scene->count; i++) {
        if (scene->things[i].id == id) return &scene->things[i];
    }
    return NULL;
}

// Every move of a board game takes hold of the space it is about, where nothing stands yet.
static void spaces_are_tiles_that_moves_take_hold_of(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        dado_scene_item_kind kind;
        int steps, spaces;
    } boards[] = { { "fourinarow", DADO_ITEM_TILE, 9, 42 }, { "bridges", DADO_ITEM_HEX, 9, 25 } };
    for (int b = 0; b < 2; b++) {
        open_and_play(boards[b].name, boards[b].steps);
        dado_scene scene;
        assert_true(dado_scene_capture(&game, state, DADO_NOBODY, &scene));
        int stand;
        assert_int_equal(count_things(&scene, boards[b].kind, DADO_ITEM_PLACE, &stand),
                         boards[b].spaces);
        assert_int_equal(count_things(&scene, DADO_ITEM_TOKEN, boards[b].kind, &stand),
                         boards[b].steps);
        assert_int_equal(stand, boards[b].steps);
        dado_move moves[64];
        int count = game.rules->legal(&game, state, moves);
        int (*touch)(const dado_game *, const void *, dado_move, uint32_t *, int) =
            dado_game_extra(&game, touch);
        for (int i = 0; i < count; i++) {
            uint32_t ids[4];
            dado_text word = { 0 }, name = { 0 };
            assert_int_equal(touch(&game, state, moves[i], ids, 4), 1);
            const dado_scene_item *tile = thing_of(&scene, ids[0]);
            assert_non_null(tile);
            assert_int_equal(tile->kind, boards[b].kind);
            game.rules->print_move(&game, state, moves[i], &word);
            dado_game_extra(&game, look)(&game, tile->look, &name);
            assert_non_null(strstr(dado_text_string(&word), dado_text_string(&name)));
            dado_text_free(&word);
            dado_text_free(&name);
        }
        dado_scene_free(&scene);
        clear();
    }
}

static void dice_with_sides_are_dice(void **unused)
{
    (void)unused;
    open_and_play("hops", 2);
    dado_scene scene;
    int stand;
    assert_true(dado_scene_capture(&game, state, DADO_NOBODY, &scene));
    assert_int_equal(count_things(&scene, DADO_ITEM_DIE, DADO_ITEM_PLACE, &stand), 1);
    dado_scene_free(&scene);
    clear();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_game_is_drawn_well_formed),
        cmocka_unit_test(a_drawing_tells_nobody_elses_cards),
        cmocka_unit_test(spaces_are_tiles_that_moves_take_hold_of),
        cmocka_unit_test(dice_with_sides_are_dice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
