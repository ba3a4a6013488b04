// scene_changes_in_words.c - see scene_changes_in_words.h.
#include "report/scene_changes_in_words.h"

#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "report/scene_svg.h"

bool dado_scene_capture(const dado_game *game, const void *state, int eyes, dado_scene *scene)
{
    *scene = (dado_scene){ .room = DADO_SCENE_THINGS_MAX };
    scene->things = calloc(DADO_SCENE_THINGS_MAX, sizeof *scene->things);
    if (!scene->things) return false;
    void (*scene_of)(const dado_game *, const void *, int, dado_scene *) =
        dado_game_extra(game, scene);
    if (scene_of) scene_of(game, state, eyes, scene);
    return true;
}

void dado_scene_free(dado_scene *scene)
{
    free(scene->things);
    dado_text_free(&scene->words);
    *scene = (dado_scene){ 0 };
}

typedef struct story {
    const dado_game *game;
    const dado_scene *before, *after;
    int told, most;
    dado_text *out;
} story;

static const dado_scene_item *by_id(const dado_scene *scene, uint32_t id)
{
    for (int i = 0; id && i < scene->count; i++) {
        if (scene->things[i].id == id) return &scene->things[i];
    }
    return NULL;
}

static uint32_t id_of_parent(const dado_scene *scene, const dado_scene_item *thing)
{
    return thing->parent < 0 ? 0 : scene->things[thing->parent].id;
}

static void name(const story *s, const dado_scene_item *thing)
{
    void (*look)(const dado_game *, int, dado_text *) = dado_game_extra(s->game, look);
    if (look && thing->look) {
        DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
        look(s->game, thing->look, &words);
        dado_text_add_renumbered(s->out, dado_text_string(&words), s->game->players);
    } else if (thing->kind == DADO_ITEM_DIE) dado_text_addf(s->out, "a die with %d", thing->value);
    else dado_text_add(s->out, "something");
}

// Writes a place and its owner: "HAND of P2".
static void name_place(const story *s, const dado_scene *scene, int place)
{
    const dado_scene_item *thing = &scene->things[place];
    name(s, thing);
    if (thing->parent < 0 || !scene->things[thing->parent].look) return;
    dado_text_add(s->out, " of ");
    name(s, &scene->things[thing->parent]);
}

// Moving between two tiles of the same name is not reported.
static bool same_place(const story *s, int was, int now)
{
    DADO_CLEANUP(dado_text_free) dado_text from = { 0 }, to = { 0 };
    story aside = *s;
    aside.out = &from;
    name_place(&aside, s->before, was);
    aside.out = &to;
    name_place(&aside, s->after, now);
    return strcmp(dado_text_string(&from), dado_text_string(&to)) == 0;
}

static bool sentence(story *s)
{
    if (s->told++ >= s->most) return false;
    if (s->told > 1) dado_text_add(s->out, "; ");
    return true;
}

static bool moves(const dado_scene_item *thing)
{
    return thing->kind == DADO_ITEM_CARD || thing->kind == DADO_ITEM_TOKEN ||
           thing->kind == DADO_ITEM_UNIT || thing->kind == DADO_ITEM_DIE;
}

// Describes a thing that shows something else in its place: a card was turned, or a space got a
// player's mark.
static void describe_turn(story *s, const dado_scene_item *now)
{
    if (now->kind == DADO_ITEM_CARD || now->parent < 0) {
        dado_text_add(s->out, now->kind == DADO_ITEM_CARD ? " is up" : " is there now");
        return;
    }
    dado_text_add(s->out, " is now at ");
    name_place(s, s->after, now->parent);
}

static int hidden_in(const dado_scene *scene, uint32_t place)
{
    int count = 0;
    for (int i = 0; i < scene->count; i++) {
        const dado_scene_item *thing = &scene->things[i];
        count += thing->back && id_of_parent(scene, thing) == place;
    }
    return count;
}

static int all_in(const dado_scene *scene, uint32_t place)
{
    int count = 0;
    for (int i = 0; i < scene->count; i++) {
        const dado_scene_item *thing = &scene->things[i];
        count += moves(thing) && id_of_parent(scene, thing) == place;
    }
    return count;
}

// Returns how many more cards of a place are hidden although as many lie there as before: cards
// were turned, and none moved.
static int turned_over(const story *s, uint32_t place)
{
    if (all_in(s->before, place) != all_in(s->after, place)) return 0;
    return hidden_in(s->after, place) - hidden_in(s->before, place);
}

// Describes a thing that was somewhere else before, or that shows something else now.
static void describe_thing(story *s, const dado_scene_item *now)
{
    const dado_scene_item *was = by_id(s->before, now->id);
    uint32_t here = id_of_parent(s->after, now);
    if (was && id_of_parent(s->before, was) == here) {
        bool shows = now->kind == DADO_ITEM_DIE && was->value != now->value;
        if ((was->look != now->look || shows) && sentence(s)) {
            if (now->kind == DADO_ITEM_DIE && !now->look)
                dado_text_addf(s->out, "a die shows %d", now->value);
            else name(s, now);
            if (was->look != now->look) describe_turn(s, now);
        }
        return;
    }
    if (now->parent < 0 || (was && was->parent >= 0 && same_place(s, was->parent, now->parent))) {
        return;
    }
    if (!sentence(s)) return;
    name(s, now);
    if (!was && turned_over(s, here) < 0) {
        dado_text_add(s->out, " is seen in ");
        name_place(s, s->after, now->parent);
        return;
    }
    if (was && was->parent >= 0) {
        dado_text_add(s->out, " from ");
        name_place(s, s->before, was->parent);
    }
    dado_text_add(s->out, " to ");
    name_place(s, s->after, now->parent);
}

// Describes how many more or fewer hidden cards a place has.
static void describe_hidden(story *s, int place)
{
    uint32_t id = s->after->things[place].id;
    if (!id || !by_id(s->before, id)) return;
    int change = hidden_in(s->after, id) - hidden_in(s->before, id);
    int turned = turned_over(s, id);
    if (change == 0 || turned < 0 || !sentence(s)) return;
    if (turned > 0) {
        dado_text_addf(s->out, "%d card%s no longer seen in ", turned, turned == 1 ? "" : "s");
        name_place(s, s->after, place);
        return;
    }
    dado_text_addf(s->out, "%d hidden card%s %s ", abs(change), abs(change) == 1 ? "" : "s",
                   change > 0 ? "to" : "from");
    name_place(s, s->after, place);
}

static void describe_words(story *s, const dado_scene_item *now)
{
    const char *words = dado_text_string(&s->after->words) + now->value;
    const dado_scene_item *was = by_id(s->before, now->id);
    if (was && strcmp(dado_text_string(&s->before->words) + was->value, words) == 0) return;
    if (!sentence(s)) return;
    if (now->parent >= 0) {
        name(s, &s->after->things[now->parent]);
        dado_text_add(s->out, " has ");
    }
    dado_text_add(s->out, words);
}

int dado_scene_diff(const dado_game *game, const dado_scene *before, const dado_scene *after,
                    int most, dado_text *out)
{
    story s = { .game = game, .before = before, .after = after, .most = most, .out = out };
    for (int i = 0; i < after->count; i++) {
        const dado_scene_item *thing = &after->things[i];
        if (thing->id && moves(thing)) describe_thing(&s, thing);
    }
    for (int i = 0; i < after->count; i++) {
        if (after->things[i].kind == DADO_ITEM_PLACE) describe_hidden(&s, i);
    }
    for (int i = 0; i < after->count; i++) {
        const dado_scene_item *thing = &after->things[i];
        if (thing->id && thing->kind == DADO_ITEM_TEXT) describe_words(&s, thing);
    }
    if (s.told > most) dado_text_addf(out, "; and %d more", s.told - most);
    return s.told;
}

bool dado_scene_name(const dado_game *game, const dado_scene *scene, uint32_t id, dado_text *out)
{
    story s = { .game = game, .before = scene, .after = scene, .out = out };
    const dado_scene_item *thing = by_id(scene, id);
    if (!thing || !thing->look) return false;
    if (thing->kind == DADO_ITEM_PLACE) name_place(&s, scene, (int)(thing - scene->things));
    else if (moves(thing)) name(&s, thing);
    else return false;
    return true;
}
