// confined_folder.c - see confined_folder.h. Reads and writes files below one folder.
#define _GNU_SOURCE
#include "studio/confined_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "core/confine.h"
#include "lab/atomic_file.h"

enum { NAME_MOST = 400, DEPTH_MOST = 8 };

bool dado_confined_folder_open(dado_confined_folder *folder, const char *path, dado_error *err)
{
    folder->root = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (folder->root < 0) {
        return dado_fail(err, DADO_MISSING, "cannot open the folder %s: %s", path, strerror(errno));
    }
    pthread_mutex_init(&folder->writing, NULL);
    return true;
}

void dado_confined_folder_close(dado_confined_folder *folder)
{
    close(folder->root);
    pthread_mutex_destroy(&folder->writing);
}

// A valid name has parts separated by '/'. None is empty or begins with a dot, and there
// are no control characters.
static bool is_valid_name(const char *name, dado_error *err)
{
    size_t length = strlen(name);
    bool part_begins = true;
    bool good = length > 0 && length < NAME_MOST && name[length - 1] != '/';
    int depth = 0;
    for (const char *c = name; good && *c; c++) {
        if (part_begins && (*c == '.' || *c == '/')) good = false;
        if ((unsigned char)*c < 32 || *c == 127 || *c == '\\') good = false;
        part_begins = *c == '/';
        depth += part_begins;
    }
    if (good && depth <= DEPTH_MOST) return true;
    return dado_fail(
        err, DADO_INVALID,
        "name the file from the folder down, as in maps/cave.map; no part may be empty "
        "or begin with a dot");
}

static void tag_of(const char *bytes, size_t count, char *tag)
{
    snprintf(tag, DADO_TAG_SIZE, "%016llx", (unsigned long long)XXH3_64bits(bytes, count));
}

static bool read_all(int file, size_t most, dado_text *bytes, const char *name, dado_error *err)
{
    char buffer[16384];
    for (;;) {
        ssize_t got = read(file, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            return dado_fail(err, DADO_IO, "cannot read %s: %s", name, strerror(errno));
        }
        if (got == 0) return true;
        dado_text_add_bytes(bytes, buffer, (size_t)got);
        if (bytes->length > most || bytes->cut) {
            return dado_fail(err, DADO_LIMIT, "%s is longer than %zu bytes", name, most);
        }
    }
}

bool dado_confined_folder_escapes(const dado_confined_folder *folder, const char *name)
{
    int found = dado_open_beneath(folder->root, name, O_PATH, 0);
    bool left = found < 0 && (errno == EXDEV || errno == ELOOP);
    if (found >= 0) close(found);
    return left;
}

// Reads a file. Anything that is not a plain file counts as missing.
static bool read_file(int root, const char *name, size_t most, dado_text *bytes, dado_error *err)
{
    int file = dado_open_beneath(root, name, O_RDONLY | O_NONBLOCK, 0);
    struct stat about;
    if (file < 0 || fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
        if (file >= 0) close(file);
        return dado_fail(err, DADO_MISSING, "there is no file %s in this folder", name);
    }
    bool fine = read_all(file, most, bytes, name, err);
    close(file);
    return fine;
}

bool dado_confined_folder_read(dado_confined_folder *folder, const char *name, size_t most,
                               dado_text *bytes, char *tag, dado_error *err)
{
    if (!is_valid_name(name, err) || !read_file(folder->root, name, most, bytes, err)) return false;
    tag_of(bytes->data ? bytes->data : "", bytes->length, tag);
    return true;
}

// Opens the folder of `name` and makes it if necessary; `leaf` is set to the last part of
// the name.
static int parent_of(int root, const char *name, const char **leaf)
{
    int at = dado_open_beneath(root, ".", O_PATH | O_DIRECTORY, 0);
    *leaf = name;
    for (const char *slash; at >= 0 && (slash = strchr(*leaf, '/')); *leaf = slash + 1) {
        char part[NAME_MOST];
        snprintf(part, sizeof part, "%.*s", (int)(slash - *leaf), *leaf);
        if (mkdirat(at, part, 0777) != 0 && errno != EEXIST) {
            close(at);
            return -1;
        }
        close(at);
        char way[NAME_MOST];
        snprintf(way, sizeof way, "%.*s", (int)(slash - name), name);
        at = dado_open_beneath(root, way, O_PATH | O_DIRECTORY, 0);
    }
    return at;
}

static bool write_all(int file, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t put = write(file, bytes, count);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        bytes += put;
        count -= (size_t)put;
    }
    return fsync(file) == 0;
}

// Tells whether the file at `name` still has the expected tag.
static bool tag_matches(int root, const char *name, const char *expected)
{
    dado_text now = { 0 };
    char tag[DADO_TAG_SIZE] = "";
    if (read_file(root, name, SIZE_MAX / 2, &now, NULL)) {
        tag_of(now.data ? now.data : "", now.length, tag);
    }
    dado_text_free(&now);
    return strcmp(tag, expected) == 0;
}

// Replaces a whole file. Links and folders are not replaced.
static bool replace(int parent, const char *leaf, const char *bytes, size_t count)
{
    struct stat there;
    if (fstatat(parent, leaf, &there, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISREG(there.st_mode)) {
        errno = EEXIST;
        return false;
    }
    dado_atomic_file file;
    int folder = fcntl(parent, F_DUPFD_CLOEXEC, 3);
    if (folder < 0) return false;
    if (!dado_atomic_begin(&file, folder, leaf, 0666)) {
        int why = errno;
        close(folder);
        errno = why;
        return false;
    }
    if (write_all(file.file, bytes, count)) return dado_atomic_keep(&file);
    dado_atomic_drop(&file);
    return false;
}

dado_write_result dado_confined_folder_write(dado_confined_folder *folder, const char *name,
                                             const char *bytes, size_t count, const char *expected,
                                             char *tag, dado_error *err)
{
    if (!is_valid_name(name, err)) return DADO_WRITE_FAILED;
    pthread_mutex_lock(&folder->writing);
    dado_write_result answer = DADO_WRITE_CONFLICT;
    if (tag_matches(folder->root, name, expected)) {
        const char *leaf;
        int parent = parent_of(folder->root, name, &leaf);
        bool fine = parent >= 0 && replace(parent, leaf, bytes, count);
        if (!fine) dado_fail(err, DADO_IO, "cannot write %s: %s", name, strerror(errno));
        if (parent >= 0) close(parent);
        answer = fine ? DADO_WRITE_DONE : DADO_WRITE_FAILED;
        if (fine) tag_of(bytes, count, tag);
    } else {
        dado_fail(err, DADO_INVALID, "%s has been changed by somebody else meanwhile", name);
    }
    pthread_mutex_unlock(&folder->writing);
    return answer;
}

bool dado_confined_folder_remove(dado_confined_folder *folder, const char *name,
                                 const char *expected, dado_error *err)
{
    if (!is_valid_name(name, err)) return false;
    pthread_mutex_lock(&folder->writing);
    const char *leaf;
    bool fine = tag_matches(folder->root, name, expected);
    if (!fine) dado_fail(err, DADO_INVALID, "%s has been changed by somebody else meanwhile", name);
    if (fine) {
        int parent = parent_of(folder->root, name, &leaf);
        fine = parent >= 0 && unlinkat(parent, leaf, 0) == 0;
        if (!fine) dado_fail(err, DADO_IO, "cannot remove %s: %s", name, strerror(errno));
        if (parent >= 0) close(parent);
    }
    pthread_mutex_unlock(&folder->writing);
    return fine;
}

typedef struct listing {
    dado_confined_folder *folder;
    void *context;
    void (*each)(void *context, const dado_confined_folder_file *file);
    int left;
} listing;

static int visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool list_below(listing *walk, const char *way, int depth)
{
    int folder = dado_open_beneath(walk->folder->root, *way ? way : ".", O_RDONLY | O_DIRECTORY, 0);
    if (folder < 0) return true;  // it was removed meanwhile, or we may not read it
    struct dirent **entries;
    int count = scandirat(folder, ".", &entries, visible, alphasort);
    bool fine = true;
    for (int i = 0; i < count; i++) {
        char name[NAME_MOST];
        struct stat about;
        int length =
            snprintf(name, sizeof name, "%s%s%s", way, *way ? "/" : "", entries[i]->d_name);
        bool seen = length < NAME_MOST &&
                    fstatat(folder, entries[i]->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0;
        if (seen && fine && S_ISDIR(about.st_mode) && depth < DEPTH_MOST) {
            fine = list_below(walk, name, depth + 1);
        } else if (seen && fine && S_ISREG(about.st_mode)) {
            fine = walk->left-- > 0;
            dado_confined_folder_file file = { name, about.st_size, about.st_mtim.tv_sec };
            if (fine) walk->each(walk->context, &file);
        }
        free(entries[i]);
    }
    if (count >= 0) free(entries);
    close(folder);
    return fine;
}

bool dado_confined_folder_list(dado_confined_folder *folder, void *context,
                               void (*each)(void *context, const dado_confined_folder_file *file),
                               dado_error *err)
{
    listing walk = { folder, context, each, DADO_CONFINED_FOLDER_FILES };
    if (list_below(&walk, "", 0)) return true;
    return dado_fail(err, DADO_LIMIT,
                     "this folder holds more than %d files; the studio needs a smaller one",
                     DADO_CONFINED_FOLDER_FILES);
}
