// scene_before_cards_are_taken.c - see scene_before_cards_are_taken.h.
#include "report/scene_before_cards_are_taken.h"

static int index_of(const dado_scene *scene, uint32_t id)
{
    for (int i = 0; id && i < scene->count; i++) {
        if (scene->things[i].id == id) return i;
    }
    return -1;
}

// Returns a hidden card in a hand of the owner of `place`; -1 if there is none.
static int hidden_in_hand(const dado_scene *scene, int place)
{
    int area = scene->things[place].parent;
    for (int i = 0; i < scene->count; i++) {
        const dado_scene_item *card = &scene->things[i];
        if (card->kind != DADO_ITEM_CARD || !card->back || card->parent < 0) continue;
        const dado_scene_item *hand = &scene->things[card->parent];
        if (hand->own && hand->parent == area) return i;
    }
    return -1;
}

// Puts a card where it was played; it leaves the hand it was in, visible or not.
static void put_down(dado_scene *scene, dado_scene_item card, int place)
{
    int from = index_of(scene, card.id);
    if (from < 0) from = hidden_in_hand(scene, place);
    card.parent = place;
    if (from >= 0) scene->things[from] = card;
    else dado_scene_add(scene, card);
}

bool dado_scene_reveal(const dado_game *game, const void *state, dado_move move, dado_scene *before,
                       const dado_scene *after)
{
    enum { touch_most = 16 };
    int (*touch)(const dado_game *, const void *, dado_move, uint32_t *, int) =
        dado_game_extra(game, touch);
    uint32_t ids[touch_most];
    int count = touch ? touch(game, state, move, ids, touch_most) : 0, place = -1;
    bool revealed = false;
    for (int i = 0; i < count && i < touch_most; i++) {
        int at = index_of(before, ids[i]);
        if (at >= 0 && before->things[at].kind == DADO_ITEM_PLACE) place = at;
    }
    for (int i = 0; place >= 0 && i < count && i < touch_most; i++) {
        int now = index_of(after, ids[i]);
        const dado_scene_item *card = now < 0 ? NULL : &after->things[now];
        if (!card || card->kind != DADO_ITEM_CARD || card->back || card->parent < 0) continue;
        if (after->things[card->parent].id == before->things[place].id) continue;
        put_down(before, *card, place);
        revealed = true;
    }
    return revealed;
}
