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
