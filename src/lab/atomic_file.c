// atomic_file.c - see atomic_file.h.
#define _GNU_SOURCE
#include "lab/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/confine.h"

enum { most_tries = 100, permissions = 0777, may_run = 0111 };

int dado_atomic_folder(const char *path, const char **leaf)
{
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX] = ".";
    *leaf = slash ? slash + 1 : path;
    if (!dado_may_write_name(path)) return -1;
    if (slash) {
        size_t length = slash == path ? 1 : (size_t)(slash - path);
        if (length >= sizeof folder) {
            errno = ENAMETOOLONG;
            return -1;
        }
        memcpy(folder, path, length);
        folder[length] = '\0';
    }
    return dado_open_folder_to_write(folder);
}

// Creates a file under a random name that nobody can guess.
static int create(int folder, char name[32], mode_t mode)
{
    for (int i = 0; i < most_tries; i++) {
        uint64_t number;
        if (getentropy(&number, sizeof number) != 0) return -1;
        snprintf(name, 32, ".dado-%016llx.part", (unsigned long long)number);
        int file = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

// Copies the permissions of the old file, but only if this user owns it, since another
// user may have made it.
static bool pass_permissions_on(int file, const struct stat *old)
{
    struct stat made;
    if (!S_ISREG(old->st_mode) || old->st_uid != geteuid()) return true;
    if (fstat(file, &made) != 0) return false;
    mode_t mode = (old->st_mode & permissions) | (made.st_mode & may_run);
    return mode == (made.st_mode & permissions) || fchmod(file, mode) == 0;
}

bool dado_atomic_begin(dado_atomic_file *a, int folder, const char *leaf, mode_t mode)
{
    struct stat old;
    *a = (dado_atomic_file){ .folder = folder, .file = -1, .leaf = leaf };
    bool there = fstatat(folder, leaf, &old, AT_SYMLINK_NOFOLLOW) == 0;
    if (!there && errno != ENOENT) return false;  // such as a name that is too long
    a->file = create(folder, a->name, mode);
    if (a->file < 0) return false;
    if (!there || pass_permissions_on(a->file, &old)) return true;
    int why = errno;
    close(a->file);
    unlinkat(folder, a->name, 0);
    errno = why;
    return false;
}

static void end(dado_atomic_file *a, bool remove)
{
    int why = errno;
    if (a->file >= 0) close(a->file);
    if (remove) unlinkat(a->folder, a->name, 0);
    close(a->folder);
    errno = why;
}

bool dado_atomic_keep(dado_atomic_file *a)
{
    bool fine = a->file < 0 || close(a->file) == 0;
    a->file = -1;
    fine = fine && renameat(a->folder, a->name, a->folder, a->leaf) == 0;
    end(a, !fine);
    return fine;
}

void dado_atomic_drop(dado_atomic_file *a)
{
    end(a, true);
}
