// spec.h - the games of the language's specification, read from its fenced blocks, where it lies
// beside the project.
#pragma once

#include "recycle/play.h"

enum { spec_games = 14 };

// The whole text of the specification, or NULL where it is not there. For the caller to free.
static inline char *spec_text(void)
{
    char path[512];
    if (!dado_test_shared()) return NULL;
    snprintf(path, sizeof path, "%s/spec/recycle-next.md", dado_test_shared());
    return dado_test_read(path);
}

// The game whose title begins so, or the one of that number; NULL if there is none.
static inline char *spec_game(const char *title, int number)
{
    char *text = spec_text(), *found = NULL;
    if (!text) return NULL;
    char *at = strstr(text, "\n## 12 Games");
    for (int i = 0; at && !found; i++) {
        at = strstr(at, "```rcy\n");
        char *end = at ? strstr(at + 7, "```") : NULL;
        if (!end) break;
        *end = '\0';
        const char *named = strstr(at, "(TITLE \"");
        bool wanted = title ? named && strncmp(named + 8, title, strlen(title)) == 0 : i == number;
        if (wanted) {
            found = malloc(strlen(at + 7) + 1);
            if (found) strcpy(found, at + 7);
        }
        at = end + 1;
    }
    free(text);
    return found;
}

static inline void spec_or_skip(void)
{
    char *text = spec_text();
    if (!text) {
        print_message("skipped: the specification is not beside the project\n");
        skip();
    }
    free(text);
}

static inline described spec_described(const char *title, const char *const *more)
{
    char *text = spec_game(title, 0);
    assert_non_null(text);
    described d = describe_with(title, text, more);
    if (!d.opened) fail_msg("%s:%d: %s", title, d.error.place.line, d.error.text);
    free(text);
    return d;
}
