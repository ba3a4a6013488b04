// specification_games.h - the games that show the forms of the language: our own, and those of the
// public specification, read from its fenced blocks where it lies beside the project.
#pragma once

#include "recycle/open_and_play.h"

// Our own games: a name is a file of tests/recycle/specification.
static const char *const own_games[] = {
    "auction", "boxes",   "cups",        "fists",
    "flood",   "glance",  "mills",       "library/boards/bridges.rcy",
    "pawns",   "summits", "three_cards", "library/boards/fourinarow.rcy",
};
enum { own_game_count = sizeof own_games / sizeof *own_games, public_games = 14 };

// The text of one of our games, or of a file of the library. For the caller to free.
static inline char *own_game(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "tests/recycle/specification/%s.rcy", name);
    char *text = dado_test_read(strchr(name, '/') ? name : path);
    if (!text) fail_msg("there is no game %s", name);
    return text;
}

static inline described own_described(const char *name, const char *const *more)
{
    char *text = own_game(name);
    described d = describe_with(name, text, more);
    if (!d.opened) fail_msg("%s:%d: %s", name, d.error.place.line, d.error.text);
    free(text);
    return d;
}

// The whole text of the public specification, or NULL where it is not there. For the caller to
// free.
static inline char *public_text(void)
{
    char path[512];
    if (!dado_test_shared()) return NULL;
    snprintf(path, sizeof path, "%s/spec/recycle-next.md", dado_test_shared());
    return dado_test_read(path);
}

// The game of that number in the public specification, or NULL if there is none.
static inline char *public_game(int number)
{
    char *text = public_text(), *found = NULL;
    if (!text) return NULL;
    char *at = strstr(text, "\n## 12 Games");
    for (int i = 0; at && !found; i++) {
        at = strstr(at, "```rcy\n");
        char *end = at ? strstr(at + 7, "```") : NULL;
        if (!end) break;
        *end = '\0';
        if (i == number) {
            found = malloc(strlen(at + 7) + 1);
            if (found) strcpy(found, at + 7);
        }
        at = end + 1;
    }
    free(text);
    return found;
}
