// story.h - what happened between two scenes, in words.
//
// The story is read off what one pair of eyes saw before and after: a card that
// left one place and lies in another, a die that shows something else, a count
// that changed. So it tells nothing that those eyes did not see, whatever the
// game, and it can be shown to the one person who may not know more.
#pragma once

#include "core/face.h"

// A scene with room of its own; free it in any case. False where there is no memory.
bool dado_scene_take(const dado_game *game, const void *state, int eyes, dado_scene *scene);
void dado_scene_free(dado_scene *scene);

// Adds sentences parted by "; ": "CLUBS-QUEEN from HAND of p1 to TRICK of p1; SCORE of p0 is 3".
// At most `most` of them, and then how many more there were. Nothing where nothing is seen to
// change. Answers how many there were.
int dado_scene_story(const dado_game *game, const dado_scene *before, const dado_scene *after,
                     int most, dado_text *out);

// Names a thing of a scene by its id: "CLUBS-QUEEN", "HAND of p1". False if it has no name.
bool dado_scene_name(const dado_game *game, const dado_scene *scene, uint32_t id, dado_text *out);
