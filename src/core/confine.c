// confine.c - see confine.h.
#define _GNU_SOURCE
#include "core/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { path_most = 4096, tries = 100 };

// Written once by dado_confine, before there are threads; only read after that.
static struct {
    bool on, programs, read_only;
    int folder, shipped;
    char shipped_path[path_most], trusted[path_most];
    const char *refusal;
} confined;

// --- beneath a folder

// Opens one part of a path. O_PATH opens links themselves, so links are detected.
static int open_part(int folder, const char *part, int flags, mode_t mode)
{
    int file = openat(folder, part, flags | O_NOFOLLOW | O_CLOEXEC, mode);
    struct stat about;
    if (file < 0 || !(flags & O_PATH) || fstat(file, &about) != 0 || !S_ISLNK(about.st_mode)) {
        return file;
    }
    close(file);
    errno = ELOOP;
    return -1;
}

int dado_open_by_steps(int folder, const char *name, int flags, mode_t mode)
{
    char part[256];
    int at = -1;
    if (name[0] == '/' || !name[0]) {
        errno = name[0] ? EXDEV : ENOENT;
        return -1;
    }
    for (;;) {
        size_t length = strcspn(name, "/");
        const char *next = name + length + strspn(name + length, "/");
        bool last = !*next, up = length == 2 && memcmp(name, "..", 2) == 0;
        int found = -1;
        if (up) errno = EXDEV;
        else if (length >= sizeof part) errno = ENAMETOOLONG;
        else {
            snprintf(part, sizeof part, "%.*s", (int)length, name);
            bool slash = name[length] == '/';
            int how = !last ? O_PATH | O_DIRECTORY : slash ? flags | O_DIRECTORY : flags;
            found = open_part(at < 0 ? folder : at, part, how, last ? mode : 0);
            // A link in place of a folder fails like a file would; errno is set to tell
            // them apart.
            struct stat about;
            if (found < 0 && errno == ENOTDIR &&
                fstatat(at < 0 ? folder : at, part, &about, AT_SYMLINK_NOFOLLOW) == 0) {
                errno = S_ISLNK(about.st_mode) ? ELOOP : ENOTDIR;
            }
        }
        int why = errno;
        if (at >= 0) close(at);
        errno = why;
        if (found < 0 || last) return found;
        at = found;
        name = next;
    }
}

int dado_open_beneath(int folder, const char *name, int flags, mode_t mode)
{
    struct open_how how = {
        .flags = (unsigned long long)(flags | O_CLOEXEC),
        .mode = flags & O_CREAT ? mode : 0,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
    };
    int file = -1;
    for (int i = 0; i < tries; i++) {  // EAGAIN: something was renamed meanwhile
        file = (int)syscall(SYS_openat2, folder, name, &how, sizeof how);
        if (file >= 0 || (errno != EAGAIN && errno != EINTR)) break;
    }
    // The kernel has no such call, or a filter refuses it with EPERM. The other way is at
    // least as strict.
    if (file < 0 && (errno == ENOSYS || errno == EPERM)) {
        return dado_open_by_steps(folder, name, flags, mode);
    }
    return file;
}

// --- this process

bool dado_confine(const dado_confine_how *how, dado_error *err)
{
    const char *shipped = how->shipped && how->shipped[0] == '/' ? how->shipped : "";
    const char *trusted = how->trusted ? how->trusted : "";
    if (confined.on)
        return dado_fail(err, DADO_INVALID,
                         "this process is already confined to "
                         "a folder");
    if (strlen(shipped) >= path_most || strlen(trusted) >= path_most) {
        return dado_fail(err, DADO_LIMIT, "a path is too long");
    }
    int folder = open(how->folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 || fchdir(folder) != 0) {
        int why = errno;
        if (folder >= 0) close(folder);
        return dado_fail(err, DADO_MISSING, "cannot open the folder %.200s: %s", how->folder,
                         strerror(why));
    }
    confined.folder = folder;
    confined.shipped = *shipped ? open(shipped, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
    snprintf(confined.shipped_path, path_most, "%s", shipped);
    snprintf(confined.trusted, path_most, "%s", trusted);
    confined.programs = how->programs;
    confined.read_only = how->read_only;
    confined.refusal = how->refusal ? how->refusal : "no programs are started here";
    confined.on = true;
    return true;
}

bool dado_confined(void)
{
    return confined.on;
}

bool dado_may_run_programs(dado_error *err)
{
    return !confined.on || confined.programs ||
           dado_fail(err, DADO_INVALID, "%s", confined.refusal);
}

static bool is_trusted(const char *path)
{
    return !confined.on || (confined.trusted[0] && strcmp(path, confined.trusted) == 0);
}

// Returns the rest of a path below the shipped files; NULL if it is not there.
static const char *below_shipped(const char *path)
{
    size_t length = strlen(confined.shipped_path);
    if (confined.shipped < 0 || strncmp(path, confined.shipped_path, length) != 0) return NULL;
    if (!path[length]) return ".";
    if (path[length] != '/') return NULL;
    path += length + strspn(path + length, "/");
    return *path ? path : ".";
}

// Returns whether writing is allowed; if not, sets errno.
static bool may_write(void)
{
    if (!confined.on || !confined.read_only) return true;
    errno = EROFS;
    return false;
}

bool dado_may_write_name(const char *path)
{
    if (is_trusted(path)) return true;
    for (const char *part = path; *part; part += strcspn(part, "/")) {
        part += strspn(part, "/");
        size_t length = strcspn(part, "/");
        bool here = length == 1 || (length == 2 && part[1] == '.');  // "." and ".."
        if (part[0] != '.' || here) continue;
        errno = EACCES;
        return false;
    }
    return true;
}

int dado_open(const char *path, int flags, mode_t mode)
{
    bool reads = (flags & O_ACCMODE) == O_RDONLY && !(flags & (O_CREAT | O_TRUNC));
    if (!reads && (!may_write() || !dado_may_write_name(path))) return -1;
    if (is_trusted(path)) return open(path, flags | O_CLOEXEC, mode);
    const char *rest = reads ? below_shipped(path) : NULL;
    return rest ? dado_open_beneath(confined.shipped, rest, flags, mode)
                : dado_open_beneath(confined.folder, path, flags, mode);
}

int dado_open_folder_to_write(const char *path)
{
    const int flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
    if (!may_write() || !dado_may_write_name(path)) return -1;
    return confined.on ? dado_open_beneath(confined.folder, path, flags, 0) : open(path, flags);
}

mode_t dado_kind_beneath(const char *path)
{
    struct stat about;
    int file = dado_open(path, O_PATH, 0);
    bool there = file >= 0 && fstat(file, &about) == 0;
    if (file >= 0) close(file);
    return there ? about.st_mode & S_IFMT : 0;
}

bool dado_open_failed(const char *path, dado_error *err)
{
    if (confined.on && (errno == EXDEV || errno == ELOOP)) {
        return dado_fail(err, DADO_INVALID,
                         "%.200s leads out of the folder that is served; name files from there",
                         path);
    }
    if (confined.on && confined.read_only && errno == EROFS) {
        return dado_fail(err, DADO_INVALID,
                         "%.200s cannot be written: the server was started without --write", path);
    }
    if (confined.on && errno == EACCES && !dado_may_write_name(path)) {
        return dado_fail(err, DADO_INVALID,
                         "%.200s has a part that begins with a point; such files are not written",
                         path);
    }
    if (errno == ENOENT || errno == ENOTDIR) {
        return dado_fail(err, DADO_MISSING, "there is no file %.300s", path);
    }
    return dado_fail(err, DADO_IO, "%.200s could not be opened: %s", path, strerror(errno));
}

bool dado_pin_path(dado_pin *pin, const char *path)
{
    const char *slash = strrchr(path, '/'), *leaf = slash ? slash + 1 : path;
    char parent[path_most];
    int length = 0;
    pin->folder = -1;
    if (!may_write() || !dado_may_write_name(path)) return false;
    if (is_trusted(path)) {
        length = snprintf(pin->path, sizeof pin->path, "%s", path);
    } else if (!*leaf || strcmp(leaf, ".") == 0 || strcmp(leaf, "..") == 0) {
        errno = EXDEV;
        return false;
    } else if (slash && slash - path >= path_most) {
        errno = ENAMETOOLONG;
        return false;
    } else {
        int most = slash > path ? (int)(slash - path) : 1;
        snprintf(parent, sizeof parent, "%.*s", most, slash ? path : ".");
        pin->folder = dado_open_beneath(confined.folder, parent, O_PATH | O_DIRECTORY, 0);
        if (pin->folder < 0) return false;
        length = snprintf(pin->path, sizeof pin->path, "/proc/self/fd/%d/%s", pin->folder, leaf);
    }
    if (length > 0 && (size_t)length < sizeof pin->path) return true;
    dado_pin_free(pin);
    errno = ENAMETOOLONG;
    return false;
}

void dado_pin_free(dado_pin *pin)
{
    if (pin->folder >= 0) close(pin->folder);
    pin->folder = -1;
}

bool dado_pin_here(char path[4096], const char *name)
{
    int length;
    bool trusted = is_trusted(name);
    if (!may_write() || !dado_may_write_name(name)) return false;
    while (!trusted && strncmp(name, "./", 2) == 0) name += 2 + strspn(name + 2, "/");
    if (trusted) {
        length = snprintf(path, path_most, "%s", name);
    } else if (!*name || strchr(name, '/') || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
        errno = EXDEV;
        return false;
    } else {
        length = snprintf(path, path_most, "/proc/self/fd/%d/%s", confined.folder, name);
    }
    if (length > 0 && length < path_most) return true;
    errno = ENAMETOOLONG;
    return false;
}
