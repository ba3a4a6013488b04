// scene_test.c - the painter draws any game, and what it draws is well-formed and tells no secrets.
#include "support/test.h"

#include "core/rng.h"
#include "lab/open.h"
#include "report/scene.h"
#include "report/svg.h"
#include "support/xml.h"

static dado_arena arena;
static dado_game game;
static unsigned char *state;

static void open_and_play(const char *name, int steps)
{
    dado_source source;
    dado_error err = { 0 };
    dado_arena_init_generous(&arena);
    if (!dado_source_find(&source, name, NULL, &arena, &err) ||
        !dado_source_open(&source, &game, &arena, &err)) {
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
            move = dado_chance(&game, state, moves, weights, &rng, NULL);
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
    dado_arena_free(&arena);
}

static void every_kind_of_game_is_drawn_well_formed(void **unused)
{
    (void)unused;
    static const char *const names[] = { "hearts", "pig", "gofish", "bigpoints", "noughts",
                                         "territorio", "kuhn", "dicepoints" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        open_and_play(names[i], 30);
        for (int eyes = -2; eyes < game.players; eyes++) {
            if (eyes == DADO_CHANCE) continue;
            dado_text svg = { 0 };
            assert_true(dado_scene_svg(&game, state, eyes, 700, true, &svg, NULL));
            assert_true(svg.length > 200);
            char why[200] = "";
            if (!dado_xml_sound(dado_text_string(&svg), why, sizeof why)) fail_msg("%s: %s", names[i], why);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_game_is_drawn_well_formed),
        cmocka_unit_test(a_drawing_tells_nobody_elses_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
