// native_compiler.c - see native_compiler.h.
//
// Loading code means trusting it. The folder must be a real one that belongs to us and
// that nobody else can write to, and so must the one above it. An object must belong to
// us and contain the key by which it is looked for. The folder is opened once and
// everything in it is reached from there, so exchanging a folder on its path does not
// help an attacker. The compiler works in a folder of its own inside, which also holds
// its temporary files. Objects are moved out of it when they are complete, so that an
// incomplete one is never loaded, and the oldest are removed when there are many.
#define _GNU_SOURCE
#include "lab/native_compiler.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/fast_paths.h"
#include "core/scope_cleanup.h"
#include "core/shared_object.h"
#include "lab/file.h"
#include "lab/guarded_process.h"
#include "lab/work_folder.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

extern char **environ;

enum {
    most_objects = 64,
    most_path = 4096,
    key_length = 32,
    private_folder = 0700,
    others_write = 022,
    stale_after = 3600,  // seconds: what an older dado began and never finished is removed
};

static const char *const flags[] = {
    "-O2", "-w", "-std=c17", "-fPIC", "-shared", "-fvisibility=hidden", "-ffp-contract=off"
};
enum { flag_count = sizeof flags / sizeof *flags };

struct dado_native_build {
    const dado_game *game;
    const dado_text *text;  // other code than that of a game, with what it defines; or NULL
    const char *symbol;
    void *defined;
    int folder;
    dado_guarded compiler;
    dado_work_folder work;
    dado_native_build_state state;
    char path[most_path];  // path of the folder
    char cc[most_path];
    char key[key_length + 1];
    char made[64];  // name of the object in the folder
};

static const char source[] = "game.c", object[] = "game.so";  // in the work folder

bool dado_native_read(const char *word, dado_native *native)
{
    if (!word) word = getenv("DADO_NATIVE");
    if (!word || strcmp(word, "auto") == 0) *native = DADO_NATIVE_AUTO;
    else if (strcmp(word, "yes") == 0) *native = DADO_NATIVE_YES;
    else if (strcmp(word, "no") == 0) *native = DADO_NATIVE_NO;
    else return false;
    return true;
}

// --- the folder ---

static bool name_folder(char *path, dado_error *err)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (cache && cache[0] == '/') length = snprintf(path, most_path, "%s/dado/native", cache);
    else if (home && home[0] == '/') {
        length = snprintf(path, most_path, "%s/.cache/dado/native", home);
    }
    if (length > 0 && length < most_path - 80) return true;
    return dado_fail(err, DADO_MISSING,
                     "there is no folder for native code; set XDG_CACHE_HOME or HOME to one");
}

// Creates the missing folders on a path.
static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, private_folder);
        *slash = '/';
    }
}

// Returns whether only this user can write to a folder.
static bool is_private(int folder, mode_t forbidden)
{
    struct stat about;
    return fstat(folder, &about) == 0 && about.st_uid == geteuid() && !(about.st_mode & forbidden);
}

// Opens the folder; refuses one that others could have written to or exchanged.
static int open_folder(char *path, dado_error *err)
{
    char *name = strrchr(path, '/');
    int folder = -1;
    make_folders(path);
    *name = '\0';
    int above = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool ours = above >= 0 && is_private(above, others_write);
    if (ours) {
        *name = '/';
        mkdirat(above, name + 1, private_folder);
        folder = openat(above, name + 1, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        ours = folder >= 0 && is_private(folder, 077);
    }
    int why = errno;
    if (ours) {
        close(above);
        return folder;
    }
    if (above < 0 || (*name == '/' && folder < 0)) {
        dado_fail(err, DADO_IO, "%.150s: %s", path, strerror(why));
    } else {
        dado_fail(err, DADO_IO,
                  "%.100s belongs to another user or others may write to it, so no code is "
                  "loaded from it; try: chmod 700",
                  path);
    }
    *name = '/';
    if (above >= 0) close(above);
    if (folder >= 0) close(folder);
    return -1;
}

typedef struct kept {
    char name[64];
    time_t age;
} kept;

static int by_age(const void *a, const void *b)
{
    time_t x = ((const kept *)a)->age, y = ((const kept *)b)->age;
    return x < y ? -1 : x > y;
}

static bool is_object(const char *name)
{
    return strspn(name, "0123456789abcdef") == key_length && strcmp(name + key_length, ".so") == 0;
}

// Removes the oldest objects if there are too many, and incomplete ones that an older
// dado left long ago.
static void evict_oldest(int folder)
{
    kept found[4 * most_objects];
    int count = 0, most = 4 * most_objects;
    DIR *entries = fdopendir(dup(folder));
    if (!entries) return;
    rewinddir(entries);
    for (struct dirent *e; count < most && (e = readdir(entries));) {
        struct stat about;
        if (e->d_name[0] == '.' || strlen(e->d_name) >= sizeof found->name) continue;
        if (fstatat(folder, e->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0) continue;
        if (strncmp(e->d_name, "new-", 4) == 0) {
            if (time(NULL) - about.st_mtime > stale_after) unlinkat(folder, e->d_name, 0);
            continue;
        }
        if (!is_object(e->d_name)) continue;
        memcpy(found[count].name, e->d_name, strlen(e->d_name) + 1);
        found[count++].age = about.st_mtime;
    }
    closedir(entries);
    qsort(found, (size_t)count, sizeof *found, by_age);
    for (int i = 0; i < count - most_objects; i++) unlinkat(folder, found[i].name, 0);
}

// --- the key ---

static bool find_compiler(char *cc)
{
    const char *path = getenv("PATH");
    for (const char *at = path ? path : ""; *at;) {
        size_t length = strcspn(at, ":");
        if (length > 0 && at[0] == '/' && length + 4 < most_path) {
            memcpy(cc, at, length);
            memcpy(cc + length, "/cc", 4);
            if (access(cc, X_OK) == 0) return true;
        }
        at += length + (at[length] == ':');
    }
    return false;
}

// Computes the key from the text, dado's version and the compiler.
static void compute_key(dado_native_build *f, const dado_text *text)
{
    struct stat about = { 0 };
    char maker[most_path + 200];
    stat(f->cc, &about);
    snprintf(maker, sizeof maker, "%s %s %lld %lld", dado_version, f->cc, (long long)about.st_size,
             (long long)about.st_mtime);
    for (int i = 0; i < flag_count; i++) {
        size_t used = strlen(maker);
        snprintf(maker + used, sizeof maker - used, " %s", flags[i]);
    }
    XXH64_hash_t seed = XXH3_64bits(maker, strlen(maker));
    XXH128_hash_t hash = XXH3_128bits_withSeed(text->data, text->length, seed);
    snprintf(f->key, sizeof f->key, "%016llx%016llx", (unsigned long long)hash.high64,
             (unsigned long long)hash.low64);
    snprintf(f->made, sizeof f->made, "%s.so", f->key);
}

// --- loading ---

static bool is_trusted(int folder, const char *name)
{
    struct stat about;
    return fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(about.st_mode) &&
           about.st_uid == geteuid() && !(about.st_mode & others_write);
}

static bool load_object(dado_native_build *f, dado_error *err)
{
    char path[120];
    if (!is_trusted(f->folder, f->made)) {
        return dado_fail(err, DADO_MISSING, "there is no native code for this game yet");
    }
    // The object is loaded from the folder that was checked, whatever its path leads to
    // now. The loader knows objects by name, so the name must contain the key.
    snprintf(path, sizeof path, "/proc/self/fd/%d/%s", f->folder, f->made);
    // It stays loaded as long as the program runs, since nobody knows who still uses it.
    void *code = dado_shared_object_open(path, false, err);
    if (!code) return false;
    const char *key = dlsym(code, "dado_native_key");
    const void *native = f->symbol ? NULL : dlsym(code, "dado_native");
    f->defined = f->symbol ? dlsym(code, f->symbol) : NULL;
    bool right = key && strcmp(key, f->key) == 0 &&
                 (f->symbol ? f->defined != NULL
                            : native && f->game->rules->fast->load_native(f->game, native, err));
    if (right) return true;
    dlclose(code);
    unlinkat(f->folder, f->made, 0);
    return dado_fail(err, DADO_INVALID,
                     "the stored native code belongs to another game or "
                     "version; delete it");
}

// --- compiling ---

static bool make_work_folder(dado_native_build *f, dado_error *err)
{
    char name[40];
    snprintf(name, sizeof name, "%ld-%.8s", (long)getpid(), f->key);
    if (dado_work_folder_make(&f->work, f->folder, name)) return true;
    if (errno == EEXIST) {
        return dado_fail(err, DADO_LIMIT, "native code of this game is already being compiled");
    }
    return dado_fail(err, DADO_IO, "native code could not be written to %.100s: %s", f->path,
                     strerror(errno));
}

static bool write_source(dado_native_build *f, dado_text *text, dado_error *err)
{
    dado_text_addf(text,
                   "__attribute__((visibility(\"default\"))) const char dado_native_key[] = "
                   "\"%s\";\n",
                   f->key);
    int file =
        openat(f->work.folder, source, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool fine = file >= 0 && !text->cut;
    for (size_t done = 0; fine && done < text->length;) {
        ssize_t more = write(file, text->data + done, text->length - done);
        if (more <= 0) fine = false;
        else done += (size_t)more;
    }
    if (file >= 0) close(file);
    return fine || dado_fail(err, DADO_IO, "native code could not be written to %.100s", f->path);
}

// Returns our environment with another folder for temporary files, the one in which the
// compiler runs. Only the list is new; NULL means that there is no memory.
static char **make_environment(char *temporary)
{
    size_t count = 0, used = 0;
    while (environ[count]) count++;
    char **list = calloc(count + 2, sizeof *list);
    if (!list) return NULL;
    for (size_t i = 0; i < count; i++) {
        if (strncmp(environ[i], "TMPDIR=", 7) != 0) list[used++] = environ[i];
    }
    list[used] = temporary;
    return list;
}

static bool start_compiler(dado_native_build *f, dado_error *err)
{
    char *words[flag_count + 5], temporary[] = "TMPDIR=.";
    int count = 0;
    words[count++] = f->cc;
    for (int i = 0; i < flag_count; i++) words[count++] = (char *)(uintptr_t)flags[i];
    words[count++] = (char *)(uintptr_t) "-o";
    words[count++] = (char *)(uintptr_t)object;
    words[count++] = (char *)(uintptr_t)source;
    words[count] = NULL;
    char **environment = make_environment(temporary);
    if (!environment) return dado_fail(err, DADO_LIMIT, "no memory left for native code");
    bool started =
        dado_guarded_start(&f->compiler, &(dado_guarded_program){ .words = words,
                                                                  .environment = environment,
                                                                  .folder = f->work.folder,
                                                                  .hold = f->work.lock });
    free(environment);
    return started || dado_fail(err, DADO_IO, "%.100s: %s", f->cc, strerror(errno));
}

static bool begin(dado_native_build *f, bool only_kept, dado_error *err)
{
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    if (f->text) dado_text_add(&text, dado_text_string(f->text));
    bool fine = f->text ? !text.cut
                        : dado_fast_path(f->game, write_native) &&
                              f->game->rules->fast->write_native(f->game, &text);
    if (!fine) dado_fail(err, DADO_INVALID, "this game cannot be compiled to native code");
    fine = fine && dado_shared_object_supported(err);
    if (fine && !find_compiler(f->cc)) {
        fine = dado_fail(err, DADO_MISSING, "there is no compiler: PATH has no cc");
    }
    fine = fine && name_folder(f->path, err) && (f->folder = open_folder(f->path, err)) >= 0;
    if (fine) {
        dado_work_folder_clean(f->folder);
        compute_key(f, &text);
        bool there = is_trusted(f->folder, f->made);
        if (there || only_kept) {
            fine = load_object(f, err);
            f->state = DADO_NATIVE_BUILD_DONE;
        } else {
            evict_oldest(f->folder);
            fine =
                make_work_folder(f, err) && write_source(f, &text, err) && start_compiler(f, err);
        }
    }
    return fine;
}

static dado_native_build *build_begin(dado_native_build what, bool only_kept, dado_error *err)
{
    dado_native_build *f = calloc(1, sizeof *f);
    if (!f) {
        dado_fail(err, DADO_LIMIT, "no memory left for native code");
        return NULL;
    }
    *f = what;
    f->folder = f->work.folder = f->work.lock = -1;
    if (begin(f, only_kept, err)) return f;
    dado_native_build_end(f);
    return NULL;
}

dado_native_build *dado_native_build_begin(const dado_game *game, bool only_kept, dado_error *err)
{
    return build_begin((dado_native_build){ .game = game }, only_kept, err);
}

dado_native_build_state dado_native_build_poll(dado_native_build *f, dado_error *err)
{
    int code;
    if (!f->compiler.guard) return f->state;
    if (!dado_guarded_ended(&f->compiler, &code)) return DADO_NATIVE_BUILD_RUNNING;
    f->state = DADO_NATIVE_BUILD_FAILED;
    if (code != 0) {
        dado_fail(err, DADO_IO, "%.100s could not compile this game", f->cc);
        return f->state;
    }
    if (fchmodat(f->work.folder, object, private_folder, 0) != 0 ||
        renameat(f->work.folder, object, f->folder, f->made) != 0) {
        dado_fail(err, DADO_IO, "%.100s: %s", f->path, strerror(errno));
        return f->state;
    }
    if (load_object(f, err)) f->state = DADO_NATIVE_BUILD_DONE;
    evict_oldest(f->folder);
    return f->state;
}

void dado_native_build_end(dado_native_build *f)
{
    if (!f) return;
    dado_guarded_stop(&f->compiler);
    dado_work_folder_remove(&f->work);
    if (f->folder >= 0) close(f->folder);
    free(f);
}

bool dado_native_build_wait(dado_native_build *f, const volatile sig_atomic_t *stop,
                            dado_error *err)
{
    const struct timespec moment = { .tv_nsec = 2000000 };
    dado_native_build_state state;
    while ((state = dado_native_build_poll(f, err)) == DADO_NATIVE_BUILD_RUNNING &&
           !(stop && *stop)) {
        nanosleep(&moment, NULL);
    }
    if (state == DADO_NATIVE_BUILD_RUNNING)
        dado_fail(err, DADO_LIMIT, "stopped on request while native code was being compiled");
    return state == DADO_NATIVE_BUILD_DONE;
}

bool dado_native_build_now(const dado_game *game, const volatile sig_atomic_t *stop,
                           dado_error *err)
{
    dado_native_build *f = dado_native_build_begin(game, false, err);
    if (!f) return false;
    bool done = dado_native_build_wait(f, stop, err);
    dado_native_build_end(f);
    return done;
}

void *dado_native_build_text(const dado_text *text, const char *symbol,
                             const volatile sig_atomic_t *stop, dado_error *err)
{
    dado_native_build *f =
        build_begin((dado_native_build){ .text = text, .symbol = symbol }, false, err);
    if (!f) return NULL;
    void *defined = dado_native_build_wait(f, stop, err) ? f->defined : NULL;
    dado_native_build_end(f);
    return defined;
}
