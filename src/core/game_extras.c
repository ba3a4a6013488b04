// game_extras.c - see game_extras.h.
#include "core/game_extras.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int dado_scene_add(dado_scene *scene, dado_scene_item thing)
{
    if (scene->count == scene->room) {
        scene->cut = true;
        return -1;
    }
    scene->things[scene->count] = thing;
    return scene->count++;
}

void dado_scene_add_text(dado_scene *scene, uint32_t id, int parent, int at, const char *format,
                         ...)
{
    char words[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    dado_scene_add(scene, (dado_scene_item){ .id = id,
                                             .kind = DADO_ITEM_TEXT,
                                             .parent = parent,
                                             .at = at,
                                             .value = (int32_t)scene->words.length });
    dado_text_add(&scene->words, words);
    dado_text_char(&scene->words, '\0');
}

bool dado_draw_terminal(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    bool (*paint)(const dado_game *, const void *, int, dado_text *) = dado_game_extra(game, paint);
    return paint && paint(game, state, eyes, out);
}

const char *const dado_look_kinds[DADO_LOOK_KINDS] = { "name", "show",  "hide",  "colour",
                                                       "icon", "image", "place", "title",
                                                       "cost", "art",   "text" };
const char *const dado_look_colours[] = { "RED",   "ORANGE", "YELLOW", "GREEN", "MINT",
                                          "BLUE",  "PLUM",   "PINK",   "BROWN", "GREY",
                                          "BLACK", "WHITE",  NULL };
const char *const dado_look_places[] = { "MIDDLE", "LEFT",  "RIGHT", "TOP", "BOTTOM",
                                         "HAND",   "FRONT", "SIDE",  NULL };

dado_game_look dado_game_look_of(const dado_game *game)
{
    dado_game_look (*look)(const dado_game *) = dado_game_extra(game, described_look);
    return look ? look(game) : (dado_game_look){ 0 };
}

const char *dado_play_text(const dado_rules *rules, const char *text, dado_text *room)
{
    bool (*play_text)(const char *, dado_text *) = NULL;
    size_t end = offsetof(dado_game_extras, play_text) + sizeof play_text;
    if (dado_game_extras_reach(rules, end)) play_text = rules->extras->play_text;
    return play_text && play_text(text, room) ? dado_text_string(room) : text;
}

// A storage or place with two keys, "KNOWS RED", is shown, hidden and placed by its first.
static bool is_called(const dado_look_entry *e, dado_look_kind kind, const char *name)
{
    size_t length = strlen(e->name);
    if (strcmp(e->name, name) == 0) return true;
    bool by_first = kind == DADO_LOOK_HIDE || kind == DADO_LOOK_SHOW || kind == DADO_LOOK_PLACE;
    return by_first && strncmp(e->name, name, length) == 0 && name[length] == ' ';
}

const dado_look_entry *dado_look_find(const dado_game_look *look, dado_look_kind kind,
                                      const char *attribute, const char *name)
{
    const dado_look_entry *found = NULL;
    for (int i = 0; i < look->count; i++) {
        const dado_look_entry *e = &look->entries[i];
        if (e->kind != kind || !is_called(e, kind, name)) continue;
        if (!e->attribute) found = e;
        else if (attribute && strcmp(e->attribute, attribute) == 0) return e;
    }
    return found;
}

void dado_look_json(const dado_game_look *look, const char *key, dado_json *json)
{
    static const char *const things[] = { "attribute", "value", "place", "storage",
                                          "board",     "space", "string" };
    dado_json_array(json, key);
    for (int i = 0; i < look->count; i++) {
        const dado_look_entry *e = &look->entries[i];
        dado_json_object(json, NULL);
        dado_json_string(json, "kind", dado_look_kinds[e->kind]);
        dado_json_string(json, "name", e->name);
        dado_json_put_nonempty(json, "attribute", e->attribute, "text", e->text, "plural",
                               e->plural);
        dado_json_array(json, "of");
        for (int bit = 0; bit < 7; bit++) {
            if (e->of >> bit & 1) dado_json_string(json, NULL, things[bit]);
        }
        dado_json_end(json);
        dado_json_end(json);
    }
    dado_json_end(json);
}

int dado_feature_size(const dado_feature *feature)
{
    int size = 1;
    for (int a = 0; a < feature->axes; a++) size *= feature->shape[a];
    return size;
}

int dado_features_size(const dado_game *game)
{
    bool (*feature)(const dado_game *, int, dado_feature *) = dado_game_extra(game, feature);
    dado_feature block;
    int size = 0;
    for (int i = 0; feature && feature(game, i, &block); i++) size += dado_feature_size(&block);
    return size;
}

bool dado_feature_at(const dado_feature *blocks, int count, int which, dado_feature *out)
{
    if (which < 0 || which >= count) return false;
    *out = blocks[which];
    return true;
}

int dado_action_count(const dado_game *game)
{
    int (*actions)(const dado_game *) = dado_game_extra(game, actions);
    return actions ? actions(game) : 0;
}

void dado_action_numbers(const dado_game *game, const void *view, int seat, const dado_move *moves,
                         int count, int32_t *out)
{
    void (*action)(const dado_game *, const void *, int, const dado_move *, int, int32_t *) =
        dado_game_extra(game, action);
    if (action) {
        action(game, view, seat, moves, count, out);
        return;
    }
    for (int i = 0; i < count; i++) out[i] = (int32_t)moves[i];
}

bool dado_game_expects(const dado_game *game, const char *what, int64_t *low, int64_t *high)
{
    bool (*expects)(const dado_game *, const char *, int64_t *, int64_t *) =
        dado_game_extra(game, expects);
    return expects && expects(game, what, low, high);
}

bool dado_game_score_is_known(const dado_game *game, const void *state, int seat, int eyes)
{
    bool (*known)(const dado_game *, const void *, int, int) =
        dado_game_extra(game, score_is_known);
    if (!game->secrets || eyes == DADO_NOBODY) return true;
    return known && known(game, state, seat, eyes);
}

bool dado_game_choice_is_open(const dado_game *game, const void *state)
{
    bool (*open)(const dado_game *, const void *) = dado_game_extra(game, choice_is_open);
    return !game->secrets || (open && open(game, state));
}

void dado_add_move_events(const dado_game *game, const void *state, dado_move move, int eyes,
                          const char *between, dado_text *out)
{
    void (*said)(const dado_game *, const void *, dado_move, int, dado_text *) =
        dado_game_extra(game, said);
    dado_text words = { 0 };
    if (said) said(game, state, move, eyes, &words);
    if (words.length > 0) {
        dado_text_add(out, between);
        dado_text_add(out, dado_text_string(&words));
    }
    dado_text_free(&words);
}
