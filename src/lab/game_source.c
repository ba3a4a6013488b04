// game_source.c - see game_source.h.
#define _POSIX_C_SOURCE 200809L
#include "lab/game_source.h"

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

// Adds the texts of files of cards that a description names and that were not given: they
// lie beside it. A file that cannot be read is left out; opening the description then
// fails.
static bool add_card_files(dado_options *its, const char *path, const char *text,
                           const dado_options *given, dado_region *region, dado_error *err)
{
    enum { most_files = 16, most_bytes = 1 << 20 };
    const char *names[most_files];
    int count = dado_recycle_card_files(text, names, most_files, region);
    dado_option *items = dado_new(region, dado_option, count + 1);
    if (!items) return no_memory(err);
    items[0] = its->items[0];
    its->items = items;
    size_t folder = (size_t)(dado_base_name(path) - path);
    for (int i = 0; i < count; i++) {
        dado_option *file = &items[its->count];
        if (given && dado_options_find(given, names[i])) continue;
        char *beside = dado_region_alloc(region, folder + strlen(names[i]) + 1, 1);
        if (!beside) return no_memory(err);
        memcpy(beside, path, folder);
        memcpy(beside + folder, names[i], strlen(names[i]) + 1);
        *file = (dado_option){ .name = names[i], .place = { .source = beside } };
        if (dado_options_find(its, names[i])) continue;
        if (dado_file_read(beside, most_bytes, region, &file->text, NULL)) its->count++;
    }
    return true;
}

static bool source_of_text(dado_game_source *source, const char *name, const char *text,
                           const dado_options *options, bool cards_beside, dado_region *region,
                           dado_error *err)
{
    const dado_rules *rules = rules_of_file(name);
    if (!rules) {
        return dado_fail(err, DADO_INVALID,
                         "no game is read from files called like %.200s; see: dado list games",
                         name);
    }
    dado_option *file = dado_new(region, dado_option, 1);
    if (!file) return no_memory(err);
    *file = (dado_option){ .name = "file", .text = text, .place = { .source = name } };
    dado_options its = { file, 1 };
    if (rules == &dado_recycle && cards_beside &&
        !add_card_files(&its, name, text, options, region, err)) {
        return false;
    }
    *source = (dado_game_source){ .name = name, .rules = rules, .path = name, .text = text };
    return dado_options_join(&source->options, options, &its, region, err);
}

bool dado_game_source_from_text(dado_game_source *source, const char *name, const char *text,
                                const dado_options *options, dado_region *region, dado_error *err)
{
    return source_of_text(source, name, text, options, true, region, err);
}

bool dado_game_source_from_text_alone(dado_game_source *source, const char *name, const char *text,
                                      const dado_options *options, dado_region *region,
                                      dado_error *err)
{
    return source_of_text(source, name, text, options, false, region, err);
}

static bool is_game_file(const char *path)
{
    return rules_of_file(path) && !dado_ends_with(path, ".csv");
}

static void walk_folder(const char *folder, int depth, bool all, void *context,
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
            if (S_ISDIR(what.st_mode)) walk_folder(below, depth + 1, all, context, each);
            else if (all || is_game_file(below)) each(context, below);
        }
        free(entries[i]);
    }
    if (count >= 0) free(entries);
}

void dado_library_foreach(const char *folder, void *context,
                          void (*each)(void *context, const char *path))
{
    if (folder) walk_folder(folder, 0, false, context, each);
}

void dado_folder_foreach(const char *folder, void *context,
                         void (*each)(void *context, const char *path))
{
    walk_folder(folder, 0, true, context, each);
}

typedef struct names {
    const char *all[most_names];  // names that were found on the way, for suggestions
    int count;
    const char *sought;
    char path[4096];  // path of the first game in the library with this name; or ""
    dado_region *region;
} names;

static void add_known_name(void *context, const char *path)
{
    names *n = context;
    if (n->path[0]) return;
    const char *file = dado_base_name(path), *dot = strrchr(file, '.');
    size_t stem = dot ? (size_t)(dot - file) : strlen(file);
    bool same = stem == strlen(n->sought) && memcmp(file, n->sought, stem) == 0;
    if (same) memcpy(n->path, path, strlen(path) + 1);
    char *name = n->count < most_names ? dado_region_copy(n->region, file, stem) : NULL;
    if (name) n->all[n->count++] = name;
}

// Fails because nothing has this name, with a suggestion. `what` is "game" or "agent".
static bool fail_unknown(const char *what, const char *name, const names *known, dado_error *err)
{
    const char *near = dado_nearest_name(name, known->all, known->count);
    return dado_fail(err, DADO_MISSING, "there is no %s called %.100s; %s%s%s", what, name,
                     near ? "did you mean " : "see: dado list ", near ? near : what,
                     near ? "?" : "s");
}

static bool looks_like_file(const char *name)
{
    return strchr(name, '/') || strchr(name, '.') || strcmp(name, "-") == 0;
}

// Refuses names with control characters, since names are printed in many places, some in
// colour.
static bool require_printable(const char *name, dado_error *err)
{
    return dado_text_is_printable(name) ||
           dado_fail(err, DADO_INVALID, "%.200s has control characters in its name: rename it",
                     name);
}

bool dado_game_source_find(dado_game_source *source, const char *name, const dado_options *options,
                           dado_region *region, dado_error *err)
{
    if (!*name) return dado_fail(err, DADO_INVALID, "the name of the game is empty");
    if (!require_printable(name, err)) return false;
    const dado_rules *world = dado_world_named(name);
    if (world) {
        *source = (dado_game_source){ .name = name, .rules = world };
        if (options) source->options = *options;
        return true;
    }
    const char *path = name, *library = dado_library_folder();
    names found = { .sought = name, .region = region };
    bool file = looks_like_file(name) || (dado_file_exists(name) && rules_of_file(name));
    if (file && library && !dado_file_exists(name)) {  // such as "cards/kuhn.rcy" in the library
        int length = snprintf(found.path, sizeof found.path, "%s/%s", library, name);
        bool whole = length > 0 && (size_t)length < sizeof found.path;
        if (whole && dado_file_exists(found.path)) {
            path = dado_region_copy(region, found.path, (size_t)length);
        }
    } else if (!file) {
        for (; dado_worlds[found.count] && found.count < most_names; found.count++) {
            found.all[found.count] = dado_worlds[found.count]->name;
        }
        dado_library_foreach(library, &found, add_known_name);
        if (!found.path[0]) {
            if (dado_file_exists(name)) {  // a folder, or a file with an unknown ending
                const char *text;
                if (!dado_file_read(name, DADO_FILE_MOST, region, &text, err)) return false;
            }
            return fail_unknown("game", name, &found, err);
        }
        path = dado_region_copy(region, found.path, strlen(found.path));
    }
    if (!path) return no_memory(err);
    const char *text;
    if (!dado_file_read(path, DADO_FILE_MOST, region, &text, err)) return false;
    if (!dado_game_source_from_text(source, path, text, options, region, err)) return false;
    source->name = name;
    return true;
}

bool dado_game_source_open(const dado_game_source *source, dado_game *game, dado_region *region,
                           dado_error *err)
{
    if (source->opened) *game = *source->opened;
    return source->opened || dado_game_open(game, source->rules, &source->options, region, err);
}

bool dado_game_source_open_chance(const dado_game_source *source, const char *kind,
                                  dado_game_source *as, dado_game *game, dado_region *region,
                                  dado_error *err)
{
    const dado_option luck = { .name = "luck", .text = kind };
    if (!dado_game_source_open(source, game, region, err)) return false;
    if (game->luck && !dado_options_find(&source->options, "luck")) {
        dado_game plain = *game;
        dado_game_source with = *source;
        dado_options more = { &luck, 1 };
        with.opened = NULL;
        if (dado_options_join(&with.options, &source->options, &more, region, NULL) &&
            dado_game_source_open(&with, game, region, NULL)) {
            if (as) *as = with;
            return true;
        }
        *game = plain;
    }
    if (as) *as = *source;
    return true;
}

bool dado_game_source_preopen(dado_game_source *source, dado_region *region, dado_error *err)
{
    dado_game *game = dado_new(region, dado_game, 1);
    if (!game) return no_memory(err);
    if (!dado_game_source_open(source, game, region, err)) return false;
    source->opened = game;
    return true;
}

const char *dado_game_source_error_text(const dado_game_source *source, const dado_error *err)
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

bool dado_option_parse(dado_option *option, const char *typed, dado_region *region, dado_error *err)
{
    const char *equals = strchr(typed, '=');
    if (!equals || equals == typed) {
        return dado_fail(err, DADO_INVALID, "an option is written NAME=VALUE, not \"%.80s\"",
                         typed);
    }
    *option = (dado_option){ .text = equals + 1 };
    option->name = dado_region_copy(region, typed, (size_t)(equals - typed));
    if (!option->name) return no_memory(err);
    if (equals[1] != '@') return true;
    option->place.source = equals + 2;
    return dado_file_read(equals + 2, DADO_FILE_MOST, region, &option->text, err);
}

static bool fail_unknown_agent(const char *name, dado_error *err)
{
    names known = { .count = 0 };
    for (int i = 0; dado_agents[i] && known.count < most_names; i++) {
        known.all[known.count++] = dado_agents[i]->name;
    }
    return fail_unknown("agent", name, &known, err);
}

// Reads the options after the colon: a=1,b=2.
static bool parse_settings(dado_player *player, const char *typed, int used, dado_option *items,
                           dado_region *region, dado_error *err)
{
    while (*typed) {
        const char *one = dado_region_next_word(region, &typed);
        if (!one) return no_memory(err);
        if (!dado_option_parse(&items[used++], one, region, err)) return false;
    }
    player->options = (dado_options){ items, used };
    return true;
}

// Makes a player from a file: a script becomes the agent of its language, a shared object
// a plug-in, and any other file a program to start.
static bool player_of_file(dado_player *player, const char *name, dado_option *option,
                           dado_region *region, dado_error *err)
{
    const char *dot = strrchr(name, '.');
    bool object = dot && strcmp(dot, ".so") == 0;
    if (!dado_file_exists(name)) {
        return strchr(name, '/') ? dado_fail(err, DADO_MISSING, "there is no file %.200s", name)
                                 : fail_unknown_agent(name, err);
    }
    const dado_agent_kind *language = dot && dot[1] ? dado_agent_named(dot + 1) : NULL;
    if (language) {
        player->kind = language;
        *option = (dado_option){ .name = "file", .place = { .source = name } };
        return dado_file_read(name, DADO_FILE_MOST, region, &option->text, err);
    }
    player->kind = dado_agent_named(object ? "plugin" : "process");
    if (!player->kind) return fail_unknown_agent(name, err);
    *option = (dado_option){ .name = object ? "object" : "program", .text = name };
    return true;
}

bool dado_player_may_run(const dado_player *player, dado_error *err)
{
    if (!player->stored || !player->kind->outside_code) return true;
    const char *name = player->typed ? player->typed : player->kind->name;
    return dado_fail(err, DADO_INVALID,
                     "a stored match has the player %.80s, which runs code from outside dado; to "
                     "let it play again, name it: --player %.80s",
                     name, name);
}

bool dado_player_parse(dado_player *player, const char *typed, dado_region *region, dado_error *err)
{
    if (!require_printable(typed, err)) return false;
    size_t length = strcspn(typed, ":");
    const char *settings = typed[length] ? typed + length + 1 : "";
    char *name = dado_region_copy(region, typed, length);
    int most = 2;
    for (const char *s = settings; *s; s++) most += *s == ',';
    dado_option *items = dado_new(region, dado_option, most);
    if (!name || !items) return no_memory(err);
    *player = (dado_player){ .typed = typed, .kind = dado_agent_named(name) };
    int used = 0;
    if (!player->kind && !player_of_file(player, name, &items[used++], region, err)) return false;
    return parse_settings(player, settings, used, items, region, err);
}

// Returns the length of the agent that begins at `typed`: it ends at a comma that no
// NAME=VALUE follows.
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
                        dado_region *region, dado_error *err)
{
    int most = 1;
    for (const char *s = typed; *s; s++) most += *s == ',';
    dado_player *list = dado_new(region, dado_player, most);
    if (!list) return no_memory(err);
    int used = 0;
    do {
        size_t length = agent_length(typed);
        const char *one = dado_region_copy(region, typed, length);
        if (!one) return no_memory(err);
        if (!dado_player_parse(&list[used++], one, region, err)) return false;
        typed += length + (typed[length] == ',');
    } while (*typed);
    *players = list;
    *count = used;
    return true;
}
