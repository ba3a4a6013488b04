// work_folder.c - see work_folder.h.
//
// A second lock, on a file in the parent, is held while folders are created or cleaned.
// So nobody finds a folder that exists but is not locked yet.
#define _GNU_SOURCE
#include "lab/work_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char prefix[] = "work-", lock_name[] = "lock";

static int open_lock(int folder, int flags)
{
    return openat(folder, lock_name, O_RDWR | O_NOFOLLOW | O_CLOEXEC | flags, 0600);
}

static int open_folder(int parent, const char *name)
{
    return openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

// Opens the entries of a folder; the folder itself stays open.
static DIR *read_folder(int folder)
{
    int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = copy >= 0 ? fdopendir(copy) : NULL;
    if (!entries && copy >= 0) close(copy);
    return entries;
}

static void remove_folder(int parent, const char *name, int folder)
{
    DIR *entries = read_folder(folder);
    for (struct dirent *e; entries && (e = readdir(entries));) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
        if (unlinkat(folder, e->d_name, 0) != 0) unlinkat(folder, e->d_name, AT_REMOVEDIR);
    }
    if (entries) closedir(entries);
    unlinkat(parent, name, AT_REMOVEDIR);
}

// Locks the parent; returns -1 if that fails.
static int lock_parent(int parent)
{
    int lock = open_lock(parent, O_CREAT);
    int failed;
    if (lock < 0) return -1;
    while ((failed = flock(lock, LOCK_EX)) != 0 && errno == EINTR) continue;
    if (!failed) return lock;
    close(lock);
    return -1;
}

// Removes a folder unless somebody holds its lock. The parent must be locked.
static void clean_one(int parent, const char *name)
{
    int folder = open_folder(parent, name);
    if (folder < 0) return;
    int lock = open_lock(folder, 0);
    bool free = lock >= 0 ? flock(lock, LOCK_EX | LOCK_NB) == 0 : errno == ENOENT;
    if (free) remove_folder(parent, name, folder);
    if (lock >= 0) close(lock);
    close(folder);
}

static void clean_all(int parent)
{
    DIR *entries = read_folder(parent);
    for (struct dirent *e; entries && (e = readdir(entries));) {
        if (strncmp(e->d_name, prefix, sizeof prefix - 1) == 0) clean_one(parent, e->d_name);
    }
    if (entries) closedir(entries);
}

static bool is_any_there(int parent)
{
    DIR *entries = read_folder(parent);
    bool found = false;
    for (struct dirent *e; !found && entries && (e = readdir(entries));) {
        found = strncmp(e->d_name, prefix, sizeof prefix - 1) == 0;
    }
    if (entries) closedir(entries);
    return found;
}

void dado_work_folder_clean(int parent)
{
    if (!is_any_there(parent)) return;
    int lock = lock_parent(parent);
    if (lock < 0) return;
    clean_all(parent);
    close(lock);
}

static bool make_locked(dado_work_folder *w)
{
    clean_all(w->parent);
    if (mkdirat(w->parent, w->name, 0700) != 0) return false;
    w->folder = open_folder(w->parent, w->name);
    w->lock = w->folder >= 0 ? open_lock(w->folder, O_CREAT | O_EXCL) : -1;
    if (w->lock >= 0 && flock(w->lock, LOCK_EX | LOCK_NB) == 0) return true;
    int why = errno;
    dado_work_folder_remove(w);
    errno = why;
    return false;
}

bool dado_work_folder_make(dado_work_folder *w, int parent, const char *name)
{
    *w = (dado_work_folder){ .parent = parent, .folder = -1, .lock = -1 };
    int length = snprintf(w->name, sizeof w->name, "%s%s", prefix, name);
    if (length < 0 || (size_t)length >= sizeof w->name) {
        errno = ENAMETOOLONG;
        return false;
    }
    int lock = lock_parent(parent);
    if (lock < 0) return false;
    bool made = make_locked(w);
    int why = errno;
    close(lock);
    errno = why;
    return made;
}

void dado_work_folder_remove(dado_work_folder *w)
{
    if (w->folder >= 0) {
        remove_folder(w->parent, w->name, w->folder);
        close(w->folder);
    }
    if (w->lock >= 0) close(w->lock);
    w->folder = w->lock = -1;
}
