// face.c - see face.h.
#include "core/face.h"

#include <stdarg.h>
#include <stdio.h>

int dado_scene_add(dado_scene *scene, dado_thing thing)
{
    if (scene->count == scene->room) {
        scene->cut = true;
        return -1;
    }
    scene->things[scene->count] = thing;
    return scene->count++;
}

void dado_scene_say(dado_scene *scene, uint32_t id, int parent, int at, const char *format, ...)
{
    char words[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    dado_scene_add(scene, (dado_thing){ .id = id, .kind = DADO_THING_WORDS, .parent = parent,
                                        .at = at, .value = (int32_t)scene->words.length });
    dado_text_add(&scene->words, words);
    dado_text_char(&scene->words, '\0');
}

bool dado_paint(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    bool (*paint)(const dado_game *, const void *, int, dado_text *) = dado_face_of(game, paint);
    return paint && paint(game, state, eyes, out);
}

int dado_feature_size(const dado_feature *feature)
{
    int size = 1;
    for (int a = 0; a < feature->axes; a++) size *= feature->shape[a];
    return size;
}

int dado_features_size(const dado_game *game)
{
    bool (*feature)(const dado_game *, int, dado_feature *) = dado_face_of(game, feature);
    dado_feature block;
    int size = 0;
    for (int i = 0; feature && feature(game, i, &block); i++) size += dado_feature_size(&block);
    return size;
}

bool dado_feature_of(const dado_feature *blocks, int count, int which, dado_feature *out)
{
    if (which < 0 || which >= count) return false;
    *out = blocks[which];
    return true;
}

int dado_actions(const dado_game *game)
{
    int (*actions)(const dado_game *) = dado_face_of(game, actions);
    return actions ? actions(game) : 0;
}

void dado_action(const dado_game *game, const void *view, int seat, const dado_move *moves,
                 int count, int32_t *out)
{
    void (*action)(const dado_game *, const void *, int, const dado_move *, int, int32_t *) =
        dado_face_of(game, action);
    if (action) {
        action(game, view, seat, moves, count, out);
        return;
    }
    for (int i = 0; i < count; i++) out[i] = (int32_t)moves[i];
}

bool dado_game_expects(const dado_game *game, const char *what, int64_t *low, int64_t *high)
{
    bool (*expects)(const dado_game *, const char *, int64_t *, int64_t *) =
        dado_face_of(game, expects);
    return expects && expects(game, what, low, high);
}

void dado_add_said(const dado_game *game, const void *state, dado_move move, int eyes,
                   const char *between, dado_text *out)
{
    void (*said)(const dado_game *, const void *, dado_move, int, dado_text *) =
        dado_face_of(game, said);
    dado_text words = { 0 };
    if (said) said(game, state, move, eyes, &words);
    if (words.length > 0) {
        dado_text_add(out, between);
        dado_text_add(out, dado_text_string(&words));
    }
    dado_text_free(&words);
}
