// sandbox_mounts.c - see sandbox_mounts.h.
//
// No path is made available because the program asks for it: its first line may name any
// interpreter and its environment any home folder, and strangers wrote both. Files
// outside the system's folders are available only if the user named them. The program's
// first line is only read to tell the user what to name.
#define _GNU_SOURCE
#include "agents/sandbox_mounts.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <glob.h>
#include <linux/mount.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "agents/sandbox_landlock.h"
#include "core/confine.h"

// <sys/mount.h> conflicts with the kernel's own header over some names, so these
// functions are declared here.
int mount(const char *source, const char *target, const char *type, unsigned long flags,
          const void *data);
int umount2(const char *target, int flags);
enum { bind = 4096, recursive = 16384, private = 1 << 18, no_suid = 2, no_dev = 4, detach = 2 };

static const char system_search[] = "/usr/local/bin:/usr/bin:/bin";
// clang-format off
static const char *const system_paths[] = {
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache",
    "/etc/alternatives", "/etc/localtime", "/etc/ssl/openssl.cnf", NULL,
};
// clang-format on
const char *const dado_sandbox_devices[] = {
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", NULL,
};
static const char *const kits[] = { "dado.py", "dado.js", "dado.lua", NULL };

// ---- the plan ----

static const char *keep(dado_sandbox_mounts *world, const char *path)
{
    size_t size = strlen(path) + 1;
    if (size > sizeof world->room - world->used) return NULL;
    char *kept = memcpy(world->room + world->used, path, size);
    world->used += size;
    return kept;
}

static bool is_below(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

// Tells whether the file with this real path is available, by the plan so far.
static bool is_there(const dado_sandbox_mounts *world, const char *path)
{
    static const char *const folders[] = { "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64" };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        if (is_below(path, folders[i])) return true;
    }
    for (int i = 0; i < world->count; i++) {
        if (is_below(path, world->named[i].to)) return true;
    }
    return false;
}

static bool add(dado_sandbox_mounts *world, const char *from, const char *to, dado_error *err)
{
    if (is_there(world, to)) return true;
    dado_sandbox_path *path = &world->named[world->count];
    path->from = keep(world, from);
    path->to = keep(world, to);
    if (!path->from || !path->to) {
        return dado_fail(err, DADO_LIMIT, "the paths that %.100s needs are too long", to);
    }
    world->count++;
    return true;
}

// Makes the typed path absolute and removes its dots; symbolic links stay.
static bool absolute_path(const char *typed, char absolute[PATH_MAX])
{
    char here[PATH_MAX] = "", joined[2 * PATH_MAX];
    if (*typed != '/' && !getcwd(here, sizeof here)) return false;
    snprintf(joined, sizeof joined, "%s/%s", here, typed);
    size_t length = 0;
    for (char *rest, *part = strtok_r(joined, "/", &rest); part;
         part = strtok_r(NULL, "/", &rest)) {
        if (strcmp(part, ".") == 0) continue;
        if (strcmp(part, "..") == 0) {
            while (length > 0 && absolute[--length] != '/') {
            }
            continue;
        }
        int more = snprintf(absolute + length, PATH_MAX - length, "/%s", part);
        if (more < 0 || (size_t)more >= PATH_MAX - length) return false;
        length += (size_t)more;
    }
    absolute[length] = '\0';
    if (length == 0) strcpy(absolute, "/");
    return true;
}

// If programs come from requests, they and what they need must lie in the shared folder.
static bool may_open(const char *path, dado_error *err)
{
    return !dado_confined() || dado_kind_beneath(path) || dado_open_failed(path, err);
}

static bool not_plain(const char *path, dado_error *err)
{
    return dado_fail(err, DADO_INVALID,
                     "needs: %.140s is neither a file nor a folder; players could communicate "
                     "through it",
                     path);
}

// Every need must be a plain file or a folder. Landlock keeps other files in a folder,
// such as named pipes, from being written to. It cannot do so in the folder of scratch
// files, where writing is allowed, so such a folder is searched.
static bool check_plain(const char *real, const char *absolute, dado_error *err)
{
    struct stat kind;
    if (stat(real, &kind) != 0 || !(S_ISREG(kind.st_mode) || S_ISDIR(kind.st_mode))) {
        return not_plain(real, err);
    }
    bool closed =
        dado_landlock_is_there() && !is_below(real, "/tmp") && !is_below(absolute, "/tmp");
    if (closed || S_ISREG(kind.st_mode)) return true;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s", real);
    FTS *walk = fts_open((char *[]){ path, NULL }, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    if (!walk) return dado_fail(err, DADO_IO, "needs: cannot read all of the folder %.200s", real);
    bool fine = true;
    for (const FTSENT *one; fine && (one = fts_read(walk));) {
        bool odd = one->fts_info == FTS_DEFAULT &&
                   (S_ISFIFO(one->fts_statp->st_mode) || S_ISSOCK(one->fts_statp->st_mode));
        if (odd) fine = not_plain(one->fts_path, err);
    }
    fts_close(walk);
    return fine;
}

// Adds one need: the file or folder itself and, if it is named by a link, the link too.
static bool add_need(dado_sandbox_mounts *world, const char *typed, dado_error *err)
{
    static const char *const too_much[] = { "/", "/tmp", "/proc", "/sys", "/dev", "/etc" };
    char real[PATH_MAX], absolute[PATH_MAX];
    if (!may_open(typed, err)) return false;
    if (!realpath(typed, real) || !absolute_path(typed, absolute)) {
        return dado_fail(err, DADO_MISSING, "needs: there is no %.200s", typed);
    }
    for (size_t i = 0; i < sizeof too_much / sizeof *too_much; i++) {
        if (strcmp(real, too_much[i]) == 0 || strcmp(absolute, too_much[i]) == 0) {
            return dado_fail(
                err, DADO_INVALID,
                "needs: %s would open too much to a player; name a file or folder in it",
                too_much[i]);
        }
    }
    if (world->needs == DADO_SANDBOX_NEEDS_MOST) {
        return dado_fail(err, DADO_LIMIT, "needs: too many paths (at most %d)",
                         DADO_SANDBOX_NEEDS_MOST);
    }
    if (!check_plain(real, absolute, err)) return false;
    world->needs++;
    if (!add(world, real, real, err) || !add(world, real, absolute, err)) return false;
    size_t length = strlen(world->search);
    char programs[PATH_MAX + 8];
    struct stat found;
    snprintf(programs, sizeof programs, "%s/bin", absolute);
    if (stat(programs, &found) == 0 && S_ISDIR(found.st_mode)) {
        snprintf(world->search + length, sizeof world->search - length, "%s:", programs);
    }
    return true;
}

static bool add_needs(dado_sandbox_mounts *world, const char *needs, dado_error *err)
{
    char one[PATH_MAX];
    while (needs && *needs) {
        size_t length = strcspn(needs, ":");
        if (length >= sizeof one) return dado_fail(err, DADO_LIMIT, "needs: a path is too long");
        memcpy(one, needs, length);
        one[length] = '\0';
        if (length && !add_need(world, one, err)) return false;
        needs += length + (needs[length] == ':');
    }
    return true;
}

// Adds the kit that dado gave the author, if it lies beside the program. A link with its
// name does not count, because it may lead anywhere.
static bool add_kit(dado_sandbox_mounts *world, dado_error *err)
{
    char beside[PATH_MAX + 16];
    int folder = (int)(strrchr(world->program, '/') - world->program);
    for (int i = 0; kits[i]; i++) {
        struct stat found;
        snprintf(beside, sizeof beside, "%.*s/%s", folder, world->program, kits[i]);
        if (lstat(beside, &found) != 0 || !S_ISREG(found.st_mode)) continue;
        if (!add(world, beside, beside, err)) return false;
    }
    return true;
}

// ---- advice on what to name ----

// Reads the first line of a script: its interpreter, and the program that `env` should
// look for.
static bool read_first_line(const char *program, char interpreter[PATH_MAX], char sought[256])
{
    char line[PATH_MAX] = "";
    interpreter[0] = sought[0] = '\0';
    int file = open(program, O_RDONLY | O_CLOEXEC);
    ssize_t got = file >= 0 ? read(file, line, sizeof line - 1) : 0;
    if (file >= 0) close(file);
    if (got < 2 || line[0] != '#' || line[1] != '!') return false;
    line[strcspn(line, "\r\n")] = '\0';
    char *rest, *first = strtok_r(line + 2, " \t", &rest);
    if (!first) return false;
    snprintf(interpreter, PATH_MAX, "%s", first);
    const char *name = strrchr(first, '/');
    if (strcmp(name ? name + 1 : first, "env") != 0) return true;
    char *word = strtok_r(NULL, " \t", &rest);
    while (word && (*word == '-' || strchr(word, '='))) word = strtok_r(NULL, " \t", &rest);
    if (word) snprintf(sought, 256, "%s", word);
    return true;
}

// Finds a program in a list of folders, as a shell does.
static bool find_in(const char *folders, const char *name, char found[PATH_MAX])
{
    while (folders && *folders) {
        size_t length = strcspn(folders, ":");
        int size = snprintf(found, PATH_MAX, "%.*s/%s", (int)length, folders, name);
        if (length && size < PATH_MAX && access(found, X_OK) == 0) return true;
        folders += length + (folders[length] == ':');
    }
    return false;
}

static bool has(const char *folder, const char *what)
{
    char path[PATH_MAX + 32];
    struct stat found;
    snprintf(path, sizeof path, "%s/%s", folder, what);
    return stat(path, &found) == 0;
}

// Returns the folder that an interpreter was installed to, two levels above it; or the
// interpreter itself if that is no such folder.
static void installed_at(const char *interpreter, char folder[PATH_MAX])
{
    snprintf(folder, PATH_MAX, "%s", interpreter);
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(folder, '/');
        if (slash && slash != folder) *slash = '\0';
    }
    const char *home = getenv("HOME");
    bool home_itself = home && is_below(home, folder);
    bool fits = !home_itself && (has(folder, "pyvenv.cfg") || has(folder, "lib"));
    if (!fits) snprintf(folder, PATH_MAX, "%s", interpreter);
}

// A shim chooses a version when it is run, which is too late here: the last version
// installed is named.
static void resolve_shims(char interpreter[PATH_MAX])
{
    const char *shims = strstr(interpreter, "/shims/");
    if (!shims) return;
    char pattern[PATH_MAX + 32];
    snprintf(pattern, sizeof pattern, "%.*s/versions/*/bin/%s", (int)(shims - interpreter),
             interpreter, shims + strlen("/shims/"));
    glob_t found = { 0 };
    if (glob(pattern, 0, NULL, &found) == 0 && found.gl_pathc > 0) {
        snprintf(interpreter, PATH_MAX, "%s", found.gl_pathv[found.gl_pathc - 1]);
    }
    globfree(&found);
}

static void add_missing(const dado_sandbox_mounts *world, const char *path, dado_text *missing)
{
    char folder[PATH_MAX];
    if (is_there(world, path)) return;
    installed_at(path, folder);
    if (strstr(dado_text_string(missing), folder)) return;
    if (missing->length) dado_text_char(missing, ':');
    dado_text_add(missing, folder);
}

// Tells whether the interpreter of a script is available, by its name and by its real
// path.
static bool check_interpreter(const dado_sandbox_mounts *world, const char *typed,
                              const char *needs, dado_error *err)
{
    char interpreter[PATH_MAX], sought[256], real[PATH_MAX];
    if (!read_first_line(world->program, interpreter, sought)) return true;
    if (sought[0] && !find_in(world->search + strlen("PATH="), sought, interpreter)) {
        if (!find_in(getenv("PATH"), sought, interpreter)) {
            return dado_fail(
                err, DADO_MISSING,
                "cannot run %.100s: its first line asks for %.60s, which was not found in %s",
                typed, sought, system_search);
        }
        resolve_shims(interpreter);
    }
    if (!realpath(interpreter, real)) {
        return dado_fail(err, DADO_MISSING,
                         "cannot run %.100s: its first line names %.200s, which does not exist",
                         typed, interpreter);
    }
    char room[2 * PATH_MAX];
    dado_text missing = dado_text_in_buffer(room, sizeof room);
    add_missing(world, interpreter, &missing);
    add_missing(world, real, &missing);
    if (missing.length == 0) return true;
    return dado_fail(err, DADO_INVALID,
                     "%.80s is run by %.100s, which the sandbox does not contain; if you trust it: "
                     "%.80s:needs=%s%s%s",
                     typed, interpreter, typed, needs ? needs : "", needs ? ":" : "",
                     dado_text_string(&missing));
}

// Checks that the program can be run at all; the error says what to do if not.
static bool find_program(const char *program, char full[PATH_MAX], dado_error *err)
{
    struct stat found;
    if (!may_open(program, err)) return false;
    if (!realpath(program, full)) {
        return dado_fail(err, DADO_MISSING, "there is no program %s", program);
    }
    if (stat(full, &found) != 0 || !S_ISREG(found.st_mode)) {
        return dado_fail(err, DADO_INVALID, "%s is not a program", program);
    }
    if (access(full, X_OK) != 0) {
        return dado_fail(err, DADO_INVALID, "%s may not be executed; try: chmod +x %s", program,
                         program);
    }
    return true;
}

static void list_readable(dado_sandbox_mounts *world)
{
    int count = 0;
    for (int i = 0; system_paths[i]; i++) world->readable[count++] = system_paths[i];
    for (int i = 0; i < world->count; i++) world->readable[count++] = world->named[i].to;
    world->readable[count] = NULL;
}

bool dado_sandbox_mounts_prepare(dado_sandbox_mounts *world, const char *program, const char *needs,
                                 int64_t files_mb, dado_error *err)
{
    memset(world, 0, offsetof(dado_sandbox_mounts, room));
    world->used = 0;
    world->files_mb = files_mb;
    strcpy(world->search, "PATH=");
    if (!find_program(program, world->program, err) || !add_needs(world, needs, err)) return false;
    size_t length = strlen(world->search);
    snprintf(world->search + length, sizeof world->search - length, "%s", system_search);
    if (!add(world, world->program, world->program, err) || !add_kit(world, err)) return false;
    list_readable(world);
    return check_interpreter(world, program, needs, err);
}

// ---- mounting, in a process that must not allocate ----

static bool join(char into[DADO_SANDBOX_PATH_MOST], const char *before, const char *path)
{
    size_t head = strlen(before), tail = strlen(path);
    if (head + tail >= DADO_SANDBOX_PATH_MOST) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(into, before, head + 1);
    memcpy(into + head, path, tail + 1);
    return true;
}

static bool set_attributes(const char *path, uint64_t attributes, unsigned flags)
{
    struct mount_attr wanted = { .attr_set = attributes };
    return syscall(SYS_mount_setattr, -1, path, flags, &wanted, sizeof wanted) == 0;
}

// Makes the folders above `path`, which is unchanged afterwards.
static bool make_parents(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool made = mkdir(path, 0755) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made) return false;
    }
    return true;
}

static bool make_file(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0444);
    if (file >= 0) close(file);
    return file >= 0;
}

// Makes one path of the host available, read-only; a link stays a link.
static bool bind_mount(dado_sandbox_mounts *world, const char *from, const char *to,
                       uint64_t attributes)
{
    struct stat found;
    if (!join(world->from, "/old", from) || !join(world->to, "/new", to)) return false;
    if (lstat(world->from, &found) != 0 || !make_parents(world->to)) return false;
    if (S_ISLNK(found.st_mode)) {
        char target[256];
        ssize_t length = readlink(world->from, target, sizeof target - 1);
        if (length < 0) return false;
        target[length] = '\0';
        return symlink(target, world->to) == 0;
    }
    bool made = S_ISDIR(found.st_mode) ? mkdir(world->to, 0755) == 0 || errno == EEXIST
                                       : make_file(world->to);
    return made && mount(world->from, world->to, NULL, bind | recursive, NULL) == 0 &&
           set_attributes(world->to, attributes, AT_RECURSIVE);
}

static bool bind_mount_all(dado_sandbox_mounts *world)
{
    uint64_t harmless = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID;
    for (int i = 0; system_paths[i]; i++) {
        if (!bind_mount(world, system_paths[i], system_paths[i], harmless | MOUNT_ATTR_NODEV) &&
            errno != ENOENT) {
            return false;
        }
    }
    for (int i = 0; dado_sandbox_devices[i]; i++) {
        const char *device = dado_sandbox_devices[i];
        if (!bind_mount(world, device, device, harmless | MOUNT_ATTR_NOEXEC)) return false;
    }
    for (int i = 0; i < world->count; i++) {
        const dado_sandbox_path *named = &world->named[i];
        if (!bind_mount(world, named->from, named->to, harmless | MOUNT_ATTR_NODEV)) return false;
    }
    return true;
}

// Mounts a /proc that shows only the program's own processes, not process 1, which has
// all that we have in memory. Some programs look there for their own name; in some
// containers it cannot be mounted, and they do without. Its files must not be read
// (sandbox_landlock.h), so without Landlock there is no /proc.
static void mount_proc(void)
{
    if (!dado_landlock_is_there()) return;
    if (mkdir("/new/proc", 0555) != 0) return;
    if (mount("itself", "/new/proc", "proc", no_suid | no_dev, "subset=pid,hidepid=4") != 0) return;
    uint64_t closed = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOEXEC;
    if (!set_attributes("/new/proc", closed, 0)) umount2("/new/proc", detach);
}

static bool pivot_root_to(const char *root, const char *old)
{
    return syscall(SYS_pivot_root, root, old) == 0;
}

bool dado_sandbox_mounts_apply(dado_sandbox_mounts *world, const char *scratch)
{
    // The old root is first moved below the new one, so that both can be named; then it
    // is unmounted.
    bool fine =
        prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 &&
        mount(NULL, "/", NULL, private | recursive, NULL) == 0 &&
        mount("box", "/tmp", "tmpfs", no_suid | no_dev, "size=64k,nr_inodes=4096,mode=0755") == 0 &&
        mkdir("/tmp/new", 0755) == 0 && mkdir("/tmp/old", 0755) == 0 &&
        pivot_root_to("/tmp", "/tmp/old") && chdir("/") == 0 &&
        mount("/new", "/new", NULL, bind, NULL) == 0 && mkdir("/new/tmp", 0700) == 0 &&
        mount("scratch", "/new/tmp", "tmpfs", no_suid | no_dev, scratch) == 0 &&
        bind_mount_all(world);
    if (fine) mount_proc();
    fine = fine && umount2("/old", detach) == 0 && chdir("/new") == 0 && pivot_root_to(".", ".") &&
           umount2(".", detach) == 0 && chdir("/") == 0;
    uint64_t closed = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
    return fine && set_attributes("/", closed, 0) &&
           (world->files_mb > 0 || set_attributes("/tmp", closed, 0));
}
