// scene_public_view_test.c - the screen that everybody sees shows what every seat sees: no card
// that is hidden from one, and every card that is hidden from none. All games of the library, at
// random.
#define _XOPEN_SOURCE 700
#include "support/test.h"

#include <ftw.h>
#include <stdio.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "lab/game_source.h"
#include "report/scene_changes_in_words.h"
#include "report/scene_public_view.h"

enum { steps = 60 };

static int64_t games, shown_cards, hidden_cards;

// Whether an item is a card or a die that lies open.
static bool is_open_thing(const dado_scene_item *item)
{
    return item->id && (item->kind == DADO_ITEM_DIE ||
                        (item->kind == DADO_ITEM_CARD && item->look && !item->back));
}

static bool has_open(const dado_scene *scene, uint32_t id)
{
    for (int i = 0; i < scene->count; i++) {
        if (scene->things[i].id == id && is_open_thing(&scene->things[i])) return true;
    }
    return false;
}

static void check_state(const dado_game *game, const void *state, const char *name)
{
    DADO_CLEANUP(dado_scene_free) dado_scene all = { 0 };
    dado_scene seats[16] = { 0 };
    if (!dado_scene_capture_public(game, state, &all)) fail_msg("%s cannot be shown", name);
    for (int p = 0; p < game->players; p++) {
        assert_true(dado_scene_capture(game, state, p, &seats[p]));
    }
    for (int p = 0; p < game->players; p++) {
        for (int i = 0; i < seats[p].count; i++) {
            const dado_scene_item *card = &seats[p].things[i];
            if (!is_open_thing(card)) continue;
            int see_it = 0;
            for (int q = 0; q < game->players; q++) see_it += has_open(&seats[q], card->id);
            bool is_open = has_open(&all, card->id);
            if (is_open != (see_it == game->players)) {
                fail_msg("%s: card %u is seen by %d of %d, and %s", name, card->id, see_it,
                         game->players, is_open ? "shown" : "hidden");
            }
            if (is_open) shown_cards++;
            else hidden_cards++;
        }
    }
    for (int p = 0; p < game->players; p++) dado_scene_free(&seats[p]);
}

static void check_game(const char *name)
{
    dado_region region;
    dado_game_source source;
    dado_game game;
    dado_error err = { 0 };
    dado_region_init_large(&region);
    if (!dado_game_source_find(&source, name, NULL, &region, &err) ||
        !dado_game_source_open(&source, &game, &region, &err)) {
        fail_msg("%s: %s", name, err.text);
    }
    unsigned char *state = calloc(1, game.state_size);
    dado_move *moves = calloc((size_t)game.max_moves + 1, sizeof *moves), move;
    uint32_t *weights = calloc((size_t)game.max_moves + 1, sizeof *weights);
    dado_rng rng = dado_rng_stream(7, 0, 0);
    game.rules->start(&game, state);
    for (int i = 0; i < steps && game.players <= 16; i++) {
        int actor = game.rules->actor(&game, state);
        if (actor == DADO_NOBODY) break;
        check_state(&game, state, name);
        if (actor == DADO_CHANCE) {
            move = dado_draw_outcome(&game, state, moves, weights, &rng, NULL);
        } else {
            int count = game.rules->legal(&game, state, moves);
            move = moves[dado_rng_below(&rng, (uint64_t)count)];
        }
        game.rules->apply(&game, state, move);
    }
    games++;
    free(weights);
    free(moves);
    free(state);
    dado_region_free(&region);
}

static int visit(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about, (void)where;
    size_t length = strlen(path);
    bool game = kind == FTW_F && length > 4 && strcmp(path + length - 4, ".rcy") == 0 &&
                !strstr(path, "/templates/");
    if (game) check_game(path);
    return 0;
}

static void everybody_sees_what_every_seat_sees(void **state)
{
    (void)state;
    assert_int_equal(nftw("library", visit, 8, FTW_PHYS), 0);
    check_game("kuhn");
    check_game("bigpoints");
    check_game("nim");
    print_message("%lld games: %lld open cards and dice, %lld that one sees and another does not\n",
                  (long long)games, (long long)shown_cards, (long long)hidden_cards);
    assert_true(games > 50 && shown_cards > 1000 && hidden_cards > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(everybody_sees_what_every_seat_sees) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
