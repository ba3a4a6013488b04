// scene_public_view.c - see scene_public_view.h. The scenes of all seats list the same items in
// the same order, since the order depends only on the state (core/game_extras.h).
#include "report/scene_public_view.h"

#include <string.h>

#include "core/scope_cleanup.h"
#include "report/scene_changes_in_words.h"
#include "report/scene_svg.h"

static bool same_text(const dado_scene *a, int32_t at, const dado_scene *b, int32_t other)
{
    return strcmp(dado_text_string(&a->words) + at, dado_text_string(&b->words) + other) == 0;
}

static bool is_hidden(const dado_scene_item *item)
{
    return item->kind == DADO_ITEM_CARD && item->id == 0 && item->look == 0;
}

// Keeps of an item what another seat sees as well.
static void keep_common(dado_scene *scene, dado_scene_item *item, const dado_scene *other,
                        const dado_scene_item *seen)
{
    if (item->kind == DADO_ITEM_TEXT) {
        if (same_text(scene, item->value, other, seen->value)) return;
        item->value = (int32_t)scene->words.length;
        dado_text_char(&scene->words, '\0');
        return;
    }
    if (item->look != seen->look || item->id != seen->id || item->value != seen->value) {
        item->id = 0;
        item->look = 0;
        item->value = 0;
    }
    item->back = item->back || seen->back;
    item->lit = item->lit && seen->lit;
    item->dim = item->dim || seen->dim;
}

static bool merge(dado_scene *scene, const dado_scene *other)
{
    if (scene->count != other->count || scene->cut != other->cut) return false;
    for (int i = 0; i < scene->count; i++) {
        dado_scene_item *item = &scene->things[i];
        const dado_scene_item *seen = &other->things[i];
        if (item->parent != seen->parent || item->owner != seen->owner) return false;
        // Of a die under a cup others see a card's back.
        if (is_hidden(item)) continue;
        if (is_hidden(seen)) *item = *seen;
        else if (item->kind != seen->kind) return false;
        else keep_common(scene, item, other, seen);
    }
    return true;
}

bool dado_scene_capture_public(const dado_game *game, const void *state, dado_scene *scene)
{
    if (!dado_scene_capture(game, state, 0, scene)) return false;
    for (int seat = 1; seat < game->players; seat++) {
        DADO_CLEANUP(dado_scene_free) dado_scene other = { 0 };
        if (!dado_scene_capture(game, state, seat, &other) || !merge(scene, &other)) return false;
    }
    return !scene->words.cut;
}

// Returns whether a game prints the same words for all seats.
static bool prints_alike(const dado_game *game, const void *state)
{
    DADO_CLEANUP(dado_text_free) dado_text first = { 0 };
    game->rules->print(game, state, 0, &first);
    for (int seat = 1; seat < game->players; seat++) {
        DADO_CLEANUP(dado_text_free) dado_text other = { 0 };
        game->rules->print(game, state, seat, &other);
        if (strcmp(dado_text_string(&first), dado_text_string(&other)) != 0) return false;
    }
    return true;
}

bool dado_scene_public_svg(const dado_game *game, const void *state, double width, dado_text *out,
                           dado_error *err)
{
    if (!dado_game_extra(game, scene)) {
        return !prints_alike(game, state) || dado_scene_svg(game, state, 0, width, false, out, err);
    }
    DADO_CLEANUP(dado_scene_free) dado_scene scene = { 0 };
    if (!dado_scene_capture_public(game, state, &scene)) {
        return dado_fail(err, DADO_LIMIT, "this table cannot be shown to everybody");
    }
    return dado_scene_draw(game, &scene, DADO_NOBODY, width, false, out, err);
}
