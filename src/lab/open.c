// open.c - see open.h.
#define _POSIX_C_SOURCE 200809L
#include "lab/open.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lab/file.h"
#include "recycle/recycle.h"
#include "worlds/shelf.h"

enum { most_names = 512, deepest_folder = 8 };

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left for the game");
}

static const dado_rules *rules_of_file(const char *name)
{
    if (dado_ends_with(name, ".rcy") || dado_ends_with(name, ".gdl")) return &dado_recycle;
    return dado_world_of_file(name);
}

const dado_rules *dado_rules_named(const char *name)
{
    if (strcmp(name, dado_recycle.name) == 0) return &dado_recycle;
    return dado_world_named(name);
}

bool dado_source_text(dado_source *source, const char *name, const char *text,
                      const dado_options *options, dado_arena *arena, dado_error *err)
{
    const dado_rules *rules = rules_of_file(name);
    if (!rules) {
        return dado_fail(err, DADO_MEANING,
                         "no game is read from files called like %.200s; see: dado list games",
                         name);
    }
    dado_option *file = dado_new(arena, dado_option, 1);
    if (!file) return no_memory(err);
    *file = (dado_option){ .name = "file", .text = text, .place = { .source = name } };
    dado_options its = { file, 1 };
    *source = (dado_source){ .name = name, .rules = rules, .path = name, .text = text };
    return dado_options_join(&source->options, options, &its, arena, err);
}

static void walk_below(const char *folder, int depth, void *context,
                       void (*each)(void *context, const char *path))
{
    struct dirent **entries;
    int count = depth < deepest_folder ? scandir(folder, &entries, NULL, alphasort) : -1;
    for (int i = 0; i < count; i++) {
        char below[4096];
        int length = snprintf(below, sizeof below, "%s/%s", folder, entries[i]->d_name);
        struct stat what;
        if (entries[i]->d_name[0] != '.' && length > 0 && (size_t)length < sizeof below &&
            stat(below, &what) == 0) {
            if (S_ISDIR(what.st_mode)) walk_below(below, depth + 1, context, each);
            else if (rules_of_file(below)) each(context, below);
        }
        free(entries[i]);
    }
    if (count >= 0) free(entries);
}

void dado_library_each(const char *folder, void *context,
                       void (*each)(void *context, const char *path))
{
    if (folder) walk_below(folder, 0, context, each);
}

typedef struct names {
    const char *all[most_names];  // that were met on the way, to tell what may be meant
    int count;
    const char *sought;
    char path[4096];  // of the first game in the library that is called so; or ""
    dado_arena *arena;
} names;

static void meet(void *context, const char *path)
{
    names *n = context;
    if (n->path[0]) return;
    const char *file = dado_base_name(path), *dot = strrchr(file, '.');
    size_t stem = dot ? (size_t)(dot - file) : strlen(file);
    bool same = stem == strlen(n->sought) && memcmp(file, n->sought, stem) == 0;
    if (same) memcpy(n->path, path, strlen(path) + 1);
    char *name = n->count < most_names ? dado_arena_copy(n->arena, file, stem) : NULL;
    if (name) n->all[n->count++] = name;
}

// `what` is "game" or "agent".
static bool no_such(const char *what, const char *name, const names *known, dado_error *err)
{
    const char *near = dado_nearest(name, known->all, known->count);
    return dado_fail(err, DADO_MISSING, "there is no %s called %.100s; %s%s%s", what, name,
                     near ? "did you mean " : "see: dado list ", near ? near : what,
                     near ? "?" : "s");
}

static bool looks_like_file(const char *name)
{
    return strchr(name, '/') || strchr(name, '.') || strcmp(name, "-") == 0;
}

// Names are printed in many places, some in colour: none may bring colours of its own.
static bool want_harmless(const char *name, dado_error *err)
{
    return dado_text_is_harmless(name) ||
           dado_fail(err, DADO_MEANING, "%.200s has control characters in its name: rename it",
                     name);
}

bool dado_source_find(dado_source *source, const char *name, const dado_options *options,
                      dado_arena *arena, dado_error *err)
{
    if (!*name) return dado_fail(err, DADO_MEANING, "the name of the game is empty");
    if (!want_harmless(name, err)) return false;
    const dado_rules *world = dado_world_named(name);
    if (world) {
        *source = (dado_source){ .name = name, .rules = world };
        if (options) source->options = *options;
        return true;
    }
    const char *path = name, *library = dado_library();
    names found = { .sought = name, .arena = arena };
    bool file = looks_like_file(name) || (dado_file_exists(name) && rules_of_file(name));
    if (file && library && !dado_file_exists(name)) {  // "cards/kuhn.rcy" of the library
        int length = snprintf(found.path, sizeof found.path, "%s/%s", library, name);
        bool whole = length > 0 && (size_t)length < sizeof found.path;
        if (whole && dado_file_exists(found.path)) {
            path = dado_arena_copy(arena, found.path, (size_t)length);
        }
    } else if (!file) {
        for (; dado_worlds[found.count] && found.count < most_names; found.count++) {
            found.all[found.count] = dado_worlds[found.count]->name;
        }
        dado_library_each(library, &found, meet);
        if (!found.path[0]) {
            if (dado_file_exists(name)) {  // a folder, or a file whose name says nothing
                const char *text;
                if (!dado_file_read(name, DADO_FILE_MOST, arena, &text, err)) return false;
            }
            return no_such("game", name, &found, err);
        }
        path = dado_arena_copy(arena, found.path, strlen(found.path));
    }
    if (!path) return no_memory(err);
    const char *text;
    if (!dado_file_read(path, DADO_FILE_MOST, arena, &text, err)) return false;
    if (!dado_source_text(source, path, text, options, arena, err)) return false;
    source->name = name;
    return true;
}

bool dado_source_open(const dado_source *source, dado_game *game, dado_arena *arena,
                      dado_error *err)
{
    if (source->opened) *game = *source->opened;
    return source->opened || dado_game_open(game, source->rules, &source->options, arena, err);
}

bool dado_source_open_luck(const dado_source *source, const char *kind, dado_source *as,
                           dado_game *game, dado_arena *arena, dado_error *err)
{
    const dado_option luck = { .name = "luck", .text = kind };
    if (!dado_source_open(source, game, arena, err)) return false;
    if (game->luck && !dado_options_find(&source->options, "luck")) {
        dado_game plain = *game;
        dado_source with = *source;
        dado_options more = { &luck, 1 };
        with.opened = NULL;
        if (dado_options_join(&with.options, &source->options, &more, arena, NULL) &&
            dado_source_open(&with, game, arena, NULL)) {
            if (as) *as = with;
            return true;
        }
        *game = plain;
    }
    if (as) *as = *source;
    return true;
}

bool dado_source_keep(dado_source *source, dado_arena *arena, dado_error *err)
{
    dado_game *game = dado_new(arena, dado_game, 1);
    if (!game) return no_memory(err);
    if (!dado_source_open(source, game, arena, err)) return false;
    source->opened = game;
    return true;
}

const char *dado_source_of_error(const dado_source *source, const dado_error *err)
{
    if (!err->place.source) return NULL;
    for (int i = 0; i < source->options.count; i++) {
        const dado_option *option = &source->options.items[i];
        if (option->place.source && strcmp(option->place.source, err->place.source) == 0) {
            return option->text;
        }
    }
    return NULL;
}

bool dado_option_parse(dado_option *option, const char *typed, dado_arena *arena, dado_error *err)
{
    const char *equals = strchr(typed, '=');
    if (!equals || equals == typed) {
        return dado_fail(err, DADO_MEANING, "an option is written NAME=VALUE, not \"%.80s\"",
                         typed);
    }
    *option = (dado_option){ .text = equals + 1 };
    option->name = dado_arena_copy(arena, typed, (size_t)(equals - typed));
    if (!option->name) return no_memory(err);
    if (equals[1] != '@') return true;
    option->place.source = equals + 2;
    return dado_file_read(equals + 2, DADO_FILE_MOST, arena, &option->text, err);
}

static bool no_such_agent(const char *name, dado_error *err)
{
    names known = { .count = 0 };
    for (int i = 0; dado_agents[i] && known.count < most_names; i++) {
        known.all[known.count++] = dado_agents[i]->name;
    }
    return no_such("agent", name, &known, err);
}

// The options behind the colon: a=1,b=2.
static bool parse_settings(dado_player *player, const char *typed, int used, dado_option *items,
                           dado_arena *arena, dado_error *err)
{
    while (*typed) {
        const char *one = dado_arena_word(arena, &typed);
        if (!one) return no_memory(err);
        if (!dado_option_parse(&items[used++], one, arena, err)) return false;
    }
    player->options = (dado_options){ items, used };
    return true;
}

// A script is the agent of that language with its text, an object a plug-in,
// and any other file a program to be started.
static bool player_of_file(dado_player *player, const char *name, dado_option *option,
                           dado_arena *arena, dado_error *err)
{
    const char *dot = strrchr(name, '.');
    bool object = dot && strcmp(dot, ".so") == 0;
    if (!dado_file_exists(name)) {
        return strchr(name, '/') ? dado_fail(err, DADO_MISSING, "there is no file %.200s", name)
                                 : no_such_agent(name, err);
    }
    const dado_agent_kind *language = dot && dot[1] ? dado_agent_named(dot + 1) : NULL;
    if (language) {
        player->kind = language;
        *option = (dado_option){ .name = "file", .place = { .source = name } };
        return dado_file_read(name, DADO_FILE_MOST, arena, &option->text, err);
    }
    player->kind = dado_agent_named(object ? "plugin" : "process");
    if (!player->kind) return no_such_agent(name, err);
    *option = (dado_option){ .name = object ? "object" : "program", .text = name };
    return true;
}

bool dado_player_parse(dado_player *player, const char *typed, dado_arena *arena, dado_error *err)
{
    if (!want_harmless(typed, err)) return false;
    size_t length = strcspn(typed, ":");
    const char *settings = typed[length] ? typed + length + 1 : "";
    char *name = dado_arena_copy(arena, typed, length);
    int most = 2;
    for (const char *s = settings; *s; s++) most += *s == ',';
    dado_option *items = dado_new(arena, dado_option, most);
    if (!name || !items) return no_memory(err);
    *player = (dado_player){ .typed = typed, .kind = dado_agent_named(name) };
    int used = 0;
    if (!player->kind && !player_of_file(player, name, &items[used++], arena, err)) return false;
    return parse_settings(player, settings, used, items, arena, err);
}

// Where the agent that begins at `typed` ends: at a comma that no NAME=VALUE follows.
static size_t agent_length(const char *typed)
{
    size_t length = 0;
    for (;;) {
        length += strcspn(typed + length, ",");
        if (!typed[length]) return length;
        size_t next = strcspn(typed + length + 1, ",:=");
        if (typed[length + 1 + next] != '=') return length;
        length++;
    }
}

bool dado_players_parse(const dado_player **players, int *count, const char *typed,
                        dado_arena *arena, dado_error *err)
{
    int most = 1;
    for (const char *s = typed; *s; s++) most += *s == ',';
    dado_player *list = dado_new(arena, dado_player, most);
    if (!list) return no_memory(err);
    int used = 0;
    do {
        size_t length = agent_length(typed);
        const char *one = dado_arena_copy(arena, typed, length);
        if (!one) return no_memory(err);
        if (!dado_player_parse(&list[used++], one, arena, err)) return false;
        typed += length + (typed[length] == ',');
    } while (*typed);
    *players = list;
    *count = used;
    return true;
}
