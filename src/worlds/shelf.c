// shelf.c - lists all games written in C and finds them by name; see shelf.h.
#include "worlds/shelf.h"

#include <string.h>

#define GAME(name) extern const dado_rules dado_world_##name;
#include "worlds/shelf.def"
#undef GAME

#define GAME(name) &dado_world_##name,
const dado_rules *const dado_worlds[] = {
#include "worlds/shelf.def"
    NULL,
};
#undef GAME

const dado_rules *dado_world_named(const char *name)
{
    for (int i = 0; dado_worlds[i]; i++) {
        if (strcmp(dado_worlds[i]->name, name) == 0) return dado_worlds[i];
    }
    return NULL;
}

const dado_rules *dado_world_of_file(const char *filename)
{
    size_t length = strlen(filename);
    for (int i = 0; dado_worlds[i]; i++) {
        const char *suffix = dado_worlds[i]->suffix;
        if (!suffix || strlen(suffix) >= length) continue;
        if (strcmp(filename + length - strlen(suffix), suffix) == 0) return dado_worlds[i];
    }
    return NULL;
}
