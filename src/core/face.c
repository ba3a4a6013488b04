// face.c - see face.h.
#include "core/face.h"

bool dado_paint(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    bool (*paint)(const dado_game *, const void *, int, dado_text *) = dado_face_of(game, paint);
    return paint && paint(game, state, eyes, out);
}
