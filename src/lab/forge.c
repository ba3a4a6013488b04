// forge.c - see forge.h.
//
// Loading code is trusting it. The folder must be a real one, ours, and closed
// to everybody else; an object must be ours and carry the key it is looked for
// by. Objects are written under another name and renamed when they are whole,
// so that half of one is never loaded, and the oldest go when there are many.
#define _GNU_SOURCE
#include "lab/forge.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/ends.h"
#include "core/object.h"
#include "lab/file.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

extern char **environ;

enum {
    most_objects = 64,
    most_path = 4096,
    key_length = 32,
    private_folder = 0700,
    others_write = 022,
    stale_after = 3600,  // seconds: what somebody began and never finished
};

static const char *const flags[] = { "-O2", "-w", "-std=c17", "-fPIC", "-shared",
                                     "-fvisibility=hidden", "-ffp-contract=off" };
enum { flag_count = sizeof flags / sizeof *flags };

struct dado_forge {
    const dado_game *game;
    int folder;
    pid_t compiler;  // 0: none is at work
    dado_forged state;
    char path[most_path];  // of the folder
    char cc[most_path];
    char key[key_length + 1];
    char source[64], object[64], made[64];  // names in the folder: C, what cc writes, and at last
    bool begun;  // the first two are its own to remove
};

bool dado_native_read(const char *word, dado_native *native)
{
    if (!word) word = getenv("DADO_NATIVE");
    if (!word || strcmp(word, "auto") == 0) *native = DADO_NATIVE_AUTO;
    else if (strcmp(word, "yes") == 0) *native = DADO_NATIVE_YES;
    else if (strcmp(word, "no") == 0) *native = DADO_NATIVE_NO;
    else return false;
    return true;
}

// --- where it is kept ---

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

static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, private_folder);
        *slash = '/';
    }
    mkdir(path, private_folder);
}

// Opens the folder; refuses one that others could have put something into.
static int open_folder(char *path, dado_error *err)
{
    struct stat about;
    make_folders(path);
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) {
        dado_fail(err, DADO_IO, "%.150s: %s", path, strerror(errno));
        return -1;
    }
    bool ours = fstat(folder, &about) == 0 && about.st_uid == geteuid() &&
                (about.st_mode & 0777) == private_folder;
    if (ours) return folder;
    close(folder);
    dado_fail(err, DADO_IO,
              "%.110s is open to others, and code is not loaded from there; chmod 700 it", path);
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

// Removes the oldest where there are too many, and what was left half made long ago.
static void tidy(int folder)
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
        memcpy(found[count].name, e->d_name, strlen(e->d_name) + 1);
        found[count++].age = about.st_mtime;
    }
    closedir(entries);
    qsort(found, (size_t)count, sizeof *found, by_age);
    for (int i = 0; i < count - most_objects; i++) unlinkat(folder, found[i].name, 0);
}

// --- what it is called ---

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

// Worked out from the text, from dado, and from which compiler it is.
static void work_out_key(dado_forge *f, const dado_text *text)
{
    struct stat about = { 0 };
    char maker[most_path + 200];
    stat(f->cc, &about);
    snprintf(maker, sizeof maker, "%s %s %lld %lld", dado_version, f->cc,
             (long long)about.st_size, (long long)about.st_mtime);
    for (int i = 0; i < flag_count; i++) {
        size_t used = strlen(maker);
        snprintf(maker + used, sizeof maker - used, " %s", flags[i]);
    }
    XXH64_hash_t seed = XXH3_64bits(maker, strlen(maker));
    XXH128_hash_t hash = XXH3_128bits_withSeed(text->data, text->length, seed);
    snprintf(f->key, sizeof f->key, "%016llx%016llx", (unsigned long long)hash.high64,
             (unsigned long long)hash.low64);
    snprintf(f->made, sizeof f->made, "%s.so", f->key);
    snprintf(f->source, sizeof f->source, "new-%ld-%.8s.c", (long)getpid(), f->key);
    snprintf(f->object, sizeof f->object, "new-%ld-%.8s.so", (long)getpid(), f->key);
}

// --- taking it in ---

static bool is_trusted(int folder, const char *name)
{
    struct stat about;
    return fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(about.st_mode) &&
           about.st_uid == geteuid() && !(about.st_mode & others_write);
}

static bool take_in(dado_forge *f, dado_error *err)
{
    char path[most_path + 80];
    if (!is_trusted(f->folder, f->made)) {
        return dado_fail(err, DADO_MISSING, "there is no native code for this game yet");
    }
    snprintf(path, sizeof path, "%s/%s", f->path, f->made);
    // It stays loaded as long as the program runs: nobody can tell who is still playing in it.
    void *object = dado_object_open(path, false, err);
    if (!object) return false;
    const char *key = dlsym(object, "dado_native_key");
    const void *native = dlsym(object, "dado_native");
    bool right = key && native && strcmp(key, f->key) == 0 &&
                 f->game->rules->take_native(f->game, native, err);
    if (right) return true;
    dlclose(object);
    unlinkat(f->folder, f->made, 0);
    return dado_fail(err, DADO_MEANING, "the native code kept for this game is not for it");
}

// --- making it ---

static bool write_source(dado_forge *f, dado_text *text, dado_error *err)
{
    dado_text_addf(text, "__attribute__((visibility(\"default\"))) const char dado_native_key[] = "
                   "\"%s\";\n", f->key);
    int file = openat(f->folder, f->source, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                      0600);
    if (file < 0 && errno == EEXIST) {
        return dado_fail(err, DADO_LIMIT, "native code of this game is being made already");
    }
    f->begun = file >= 0;
    bool fine = file >= 0 && !text->cut;
    for (size_t done = 0; fine && done < text->length;) {
        ssize_t more = write(file, text->data + done, text->length - done);
        if (more <= 0) fine = false;
        else done += (size_t)more;
    }
    if (file >= 0) close(file);
    return fine || dado_fail(err, DADO_IO, "native code could not be written to %.100s", f->path);
}

static bool start_compiler(dado_forge *f, dado_error *err)
{
    char source[most_path + 80], object[most_path + 80];
    char *words[flag_count + 5];
    int count = 0;
    snprintf(source, sizeof source, "%s/%s", f->path, f->source);
    snprintf(object, sizeof object, "%s/%s", f->path, f->object);
    words[count++] = f->cc;
    for (int i = 0; i < flag_count; i++) words[count++] = (char *)(uintptr_t)flags[i];
    words[count++] = (char *)(uintptr_t)"-o";
    words[count++] = object;
    words[count++] = source;
    words[count] = NULL;
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_t apart;  // a group of its own, so that all of it can be ended
    posix_spawnattr_init(&apart);
    posix_spawnattr_setpgroup(&apart, 0);
    posix_spawnattr_setflags(&apart, POSIX_SPAWN_SETPGROUP);
    int failed = posix_spawn(&f->compiler, f->cc, &quiet, &apart, words, environ);
    posix_spawnattr_destroy(&apart);
    posix_spawn_file_actions_destroy(&quiet);
    if (failed) f->compiler = 0;
    return !failed || dado_fail(err, DADO_IO, "%.100s: %s", f->cc, strerror(failed));
}

static bool begin(dado_forge *f, bool only_kept, dado_error *err)
{
    dado_draft text = { 0 };
    bool fine = f->game->rules->write_native &&
                f->game->rules->write_native(f->game, &text);
    if (!fine) dado_fail(err, DADO_MEANING, "this game cannot be written as C");
    fine = fine && dado_object_can(err);
    if (fine && !find_compiler(f->cc)) {
        fine = dado_fail(err, DADO_MISSING, "there is no compiler: no cc is in PATH");
    }
    fine = fine && name_folder(f->path, err) && (f->folder = open_folder(f->path, err)) >= 0;
    if (fine) {
        work_out_key(f, &text);
        bool there = is_trusted(f->folder, f->made);
        if (there || only_kept) {
            fine = take_in(f, err);
            f->state = DADO_FORGE_DONE;
        } else {
            tidy(f->folder);  // what somebody left long ago may have this name
            fine = write_source(f, &text, err) && start_compiler(f, err);
        }
    }
    return fine;
}

dado_forge *dado_forge_begin(const dado_game *game, bool only_kept, dado_error *err)
{
    dado_forge *f = calloc(1, sizeof *f);
    if (!f) {
        dado_fail(err, DADO_LIMIT, "no memory left for native code");
        return NULL;
    }
    f->game = game;
    f->folder = -1;
    if (begin(f, only_kept, err)) return f;
    dado_forge_end(f);
    return NULL;
}

dado_forged dado_forge_look(dado_forge *f, dado_error *err)
{
    int status;
    if (!f->compiler) return f->state;
    pid_t ended = waitpid(f->compiler, &status, WNOHANG);
    if (ended == 0) return DADO_FORGE_WORKS;
    f->compiler = 0;
    f->state = DADO_FORGE_FAILED;
    if (ended < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        dado_fail(err, DADO_IO, "%.100s could not compile this game", f->cc);
        return f->state;
    }
    fchmodat(f->folder, f->object, private_folder, 0);
    if (renameat(f->folder, f->object, f->folder, f->made) != 0) {
        dado_fail(err, DADO_IO, "%.100s: %s", f->path, strerror(errno));
        return f->state;
    }
    if (take_in(f, err)) f->state = DADO_FORGE_DONE;
    tidy(f->folder);
    return f->state;
}

void dado_forge_end(dado_forge *f)
{
    if (!f) return;
    if (f->compiler) {
        kill(-f->compiler, SIGKILL);
        while (waitpid(f->compiler, NULL, 0) < 0 && errno == EINTR) continue;
    }
    if (f->folder >= 0) {
        if (f->begun) unlinkat(f->folder, f->source, 0);
        if (f->begun) unlinkat(f->folder, f->object, 0);
        close(f->folder);
    }
    free(f);
}

bool dado_forge_wait(dado_forge *f, const volatile sig_atomic_t *stop, dado_error *err)
{
    const struct timespec moment = { .tv_nsec = 2000000 };
    dado_forged state;
    while ((state = dado_forge_look(f, err)) == DADO_FORGE_WORKS && !(stop && *stop)) {
        nanosleep(&moment, NULL);
    }
    if (state == DADO_FORGE_WORKS) dado_fail(err, DADO_LIMIT, "native code was not waited for");
    return state == DADO_FORGE_DONE;
}

bool dado_forge_now(const dado_game *game, const volatile sig_atomic_t *stop, dado_error *err)
{
    dado_forge *f = dado_forge_begin(game, false, err);
    if (!f) return false;
    bool done = dado_forge_wait(f, stop, err);
    dado_forge_end(f);
    return done;
}
