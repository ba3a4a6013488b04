// verb_for_file.c - chooses the verb that `dado FILE` and `dado GAME` stand for, by the kind of
// file.
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command_line.h"
#include "lab/file.h"
#include "lab/game_source.h"

// A kind of file, known by its first bytes or by the end of its name, and the words of the
// command before and behind the file.
typedef struct file_kind {
    const char *begins;   // bytes it begins with; or NULL
    const char *endings;  // parted by blanks; or NULL
    const char *before[3], *behind[2];
} file_kind;

static const file_kind kinds[] = {
    { "SQLite format 3", NULL, { "runs", "--store" }, { 0 } },
    { "dado replay\n", NULL, { "replay" }, { 0 } },
    { NULL, ".rcy", { "doctor" }, { "--effort", "quick" } },
    { NULL, ".map", { "map", "eval" }, { 0 } },
    { NULL, ".level .genes", { "level", "eval" }, { 0 } },
    { NULL, ".csv", { "playtest", "import" }, { 0 } },
    { NULL, ".jsonl", { "playtest", "import" }, { 0 } },
    { NULL, ".tmx .tmj .ldtk", { "map", "import" }, { 0 } },
    { NULL, ".expect .profile .territorio", { "check" }, { 0 } },
    { NULL, ".lua .py .js .so", { "agent", "check" }, { 0 } },
};

static bool ends_in_one_of(const char *name, const char *endings)
{
    char ending[16];
    for (; *endings; endings += strspn(endings, " ")) {
        size_t length = strcspn(endings, " ");
        snprintf(ending, sizeof ending, "%.*s", (int)length, endings);
        if (dado_ends_with(name, ending)) return true;
        endings += length;
    }
    return false;
}

static const file_kind *kind_named(const char *name)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (kinds[k].endings && ends_in_one_of(name, kinds[k].endings)) return &kinds[k];
    }
    return NULL;
}

static const file_kind *kind_of_file(const char *path)
{
    char head[16] = "";
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(head, 1, sizeof head - 1, file) : 0;
    if (file) fclose(file);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const char *begins = kinds[k].begins;
        if (begins && length >= strlen(begins) && memcmp(head, begins, strlen(begins)) == 0) {
            return &kinds[k];
        }
    }
    return kind_named(path);
}

// A folder counts as the kind of the maps or levels in it.
static const file_kind *kind_of_folder(const char *path)
{
    const file_kind *found = NULL;
    DIR *folder = opendir(path);
    struct dirent *entry;
    while (folder && !found && (entry = readdir(folder))) {
        if (dado_ends_with(entry->d_name, ".map")) found = kind_named("x.map");
        if (dado_ends_with(entry->d_name, ".level")) found = kind_named("x.level");
    }
    if (folder) closedir(folder);
    return found;
}

typedef struct nearest_game {
    const char *typed, *near;
    dado_region *region;
} nearest_game;

// A game of the library has the name of its file.
static void compare_game(void *context, const char *path)
{
    nearest_game *n = context;
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *name = dado_region_copy(n->region, base, strcspn(base, "."));
    if (name) n->near = dado_nearer_name(n->typed, name, n->near);
}

// Reports that nothing has this name, with a name that is near.
static void say_missing(dado_call *call, const char *name)
{
    const char *near = NULL;
    for (int i = 0; call->verbs[i]; i++) near = dado_nearer_name(name, call->verbs[i]->name, near);
    nearest_game nearest = { name, near, call->job_run.region };
    const char *library = dado_library_folder();
    if (library) dado_library_foreach(library, &nearest, compare_game);
    near = nearest.near;
    dado_fail(&call->error, DADO_MISSING, "there is no verb, game or file %.60s%s", name,
              dado_did_you_mean(near).s);
}

static void say_unknown(dado_call *call, const char *name, bool folder)
{
    if (folder) {
        dado_fail(&call->error, DADO_INVALID,
                  "%.200s holds no maps and no levels; dado studio %.200s opens it in the browser",
                  name, name);
        return;
    }
    dado_fail(&call->error, DADO_INVALID,
              "%.200s is no file that dado knows: it knows games (.rcy), maps (.map, .tmx, .ldtk), "
              "levels (.level, .genes), stores, kept matches, tables of scores (.csv), scenarios "
              "(.territorio), targets (.expect), player types (.profile) and players (.lua, .py, "
              ".js, .so, or a program)",
              name);
}

static const file_kind *kind_of(dado_call *call, const char *name)
{
    struct stat about;
    const file_kind *found = NULL;
    bool there = stat(name, &about) == 0, folder = there && S_ISDIR(about.st_mode);
    if (folder) found = kind_of_folder(name);
    else if (there) found = kind_of_file(name);
    if (!found && there && !folder && access(name, X_OK) == 0) found = kind_named("x.lua");
    if (!found && !there) {
        dado_game_source source;
        dado_options none = { 0 };
        dado_error why = { 0 };
        if (dado_game_source_find(&source, name, &none, call->job_run.region, &why)) {
            // shipped maps can be named too
            found = kind_named(source.path ? source.path : "x.rcy");
            if (!found) found = kind_named("x.rcy");
        } else {
            say_missing(call, name);
        }
    } else if (!found) {
        say_unknown(call, name, folder);
    }
    return found;
}

// Returns the maps or levels in a folder, ordered by name; NULL if there is no memory.
static const char **files_in(const char *folder, const file_kind *kind, dado_region *region,
                             int *count)
{
    struct dirent **entries = NULL;
    int all = scandir(folder, &entries, NULL, alphasort);
    const char **files = dado_new(region, const char *, all > 0 ? all : 1);
    *count = 0;
    for (int i = 0; i < all; i++) {
        DADO_CLEANUP(dado_text_free) dado_text path = { 0 };
        dado_text_addf(&path, "%s/%s", folder, entries[i]->d_name);
        if (files && kind_named(entries[i]->d_name) == kind) {
            files[*count] = dado_region_copy(region, dado_text_string(&path), path.length);
            if (files[*count]) ++*count;
        }
        free(entries[i]);
    }
    free(entries);
    return files;
}

const char *const *dado_file_command(dado_call *call, const char *file)
{
    const file_kind *kind = kind_of(call, file);
    struct stat about;
    const char **files = &file;
    int file_count = 1, count = 0;
    if (kind && stat(file, &about) == 0 && S_ISDIR(about.st_mode)) {
        files = files_in(file, kind, call->job_run.region, &file_count);
    }
    const char **words =
        kind && files ? dado_new(call->job_run.region, const char *, file_count + 6) : NULL;
    for (size_t i = 0; words && i < 3 && kind->before[i]; i++) words[count++] = kind->before[i];
    for (int i = 0; words && i < file_count; i++) words[count++] = files[i];
    for (size_t i = 0; words && i < 2 && kind->behind[i]; i++) words[count++] = kind->behind[i];
    return words;
}
