// box_world.c - see box_world.h.
//
// Nothing is opened because the program asks for it: its first line may name
// any interpreter, an environment any home, and strangers wrote both. What lies
// outside the system's folders is there only if the user named it; the program's
// first line is read to tell the user what to name.
#define _GNU_SOURCE
#include "agents/box_world.h"

#include <errno.h>
#include <fcntl.h>
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

// <sys/mount.h> quarrels with the kernel's own header over some names, so these are told here.
int mount(const char *source, const char *target, const char *type, unsigned long flags,
          const void *data);
int umount2(const char *target, int flags);
enum { bind = 4096, recursive = 16384, private = 1 << 18, no_suid = 2, no_dev = 4, detach = 2 };

static const char system_search[] = "/usr/local/bin:/usr/bin:/bin";
static const char *const system_paths[] = {
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache",
    "/etc/alternatives", "/etc/localtime", "/etc/ssl/openssl.cnf", NULL,
};
static const char *const devices[] = {
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", NULL,
};
static const char *const kits[] = { "dado.py", "dado.js", "dado.lua", NULL };

// ---- the plan

static const char *keep(dado_box_world *world, const char *path)
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

// Is the file of this true path in the world, as planned so far?
static bool is_there(const dado_box_world *world, const char *path)
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

static bool add(dado_box_world *world, const char *from, const char *to, dado_error *err)
{
    if (is_there(world, to)) return true;
    dado_box_path *path = &world->named[world->count];
    path->from = keep(world, from);
    path->to = keep(world, to);
    if (!path->from || !path->to) {
        return dado_fail(err, DADO_LIMIT, "the paths of what %.100s needs are too long", to);
    }
    world->count++;
    return true;
}

// The path as typed, made absolute, with its dots left out; symbolic links stay.
static bool as_typed(const char *typed, char absolute[PATH_MAX])
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

// One need: the thing itself, and, named by a link, the name it goes by.
static bool add_need(dado_box_world *world, const char *typed, dado_error *err)
{
    static const char *const too_much[] = { "/", "/tmp", "/proc", "/sys", "/dev", "/etc" };
    char real[PATH_MAX], absolute[PATH_MAX];
    if (!realpath(typed, real) || !as_typed(typed, absolute)) {
        return dado_fail(err, DADO_MISSING, "needs: there is no %.200s", typed);
    }
    for (size_t i = 0; i < sizeof too_much / sizeof *too_much; i++) {
        if (strcmp(real, too_much[i]) == 0 || strcmp(absolute, too_much[i]) == 0) {
            return dado_fail(err, DADO_MEANING,
                             "needs: %s is more than a player needs; name something in it",
                             too_much[i]);
        }
    }
    if (world->needs == DADO_BOX_NEEDS_MOST) {
        return dado_fail(err, DADO_LIMIT, "needs: at most %d paths", DADO_BOX_NEEDS_MOST);
    }
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

static bool add_needs(dado_box_world *world, const char *needs, dado_error *err)
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

// The kit that dado gave the author stands beside the program; a link by its name does not count,
// for it may lead anywhere.
static bool add_kit(dado_box_world *world, dado_error *err)
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

// ---- what to name

// The first line of a script: its interpreter, and the program that `env` is to look for.
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

// Finds a program in a list of folders, as a shell would.
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

// The folder an interpreter was installed to, two up from it; itself where that is no such folder.
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

// A shim chooses a version when it is run, which is too late here: the last one installed is named.
static void past_shims(char interpreter[PATH_MAX])
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

static void add_missing(const dado_box_world *world, const char *path, dado_text *missing)
{
    char folder[PATH_MAX];
    if (is_there(world, path)) return;
    installed_at(path, folder);
    if (strstr(dado_text_string(missing), folder)) return;
    if (missing->length) dado_text_char(missing, ':');
    dado_text_add(missing, folder);
}

// Is the interpreter of a script in the world, by its name and by its true path?
static bool check_interpreter(const dado_box_world *world, const char *typed, const char *needs,
                              dado_error *err)
{
    char interpreter[PATH_MAX], sought[256], real[PATH_MAX];
    if (!read_first_line(world->program, interpreter, sought)) return true;
    if (sought[0] && !find_in(world->search + strlen("PATH="), sought, interpreter)) {
        if (!find_in(getenv("PATH"), sought, interpreter)) {
            return dado_fail(err, DADO_MISSING,
                             "cannot run %.100s: its first line asks for %.60s, which is not in %s",
                             typed, sought, system_search);
        }
        past_shims(interpreter);
    }
    if (!realpath(interpreter, real)) {
        return dado_fail(err, DADO_MISSING,
                         "cannot run %.100s: its first line names %.200s, which is not there",
                         typed, interpreter);
    }
    char room[2 * PATH_MAX];
    dado_text missing = dado_text_over(room, sizeof room);
    add_missing(world, interpreter, &missing);
    add_missing(world, real, &missing);
    if (missing.length == 0) return true;
    return dado_fail(err, DADO_MEANING,
                     "%.80s is run by %.100s, which is not in the box; if you trust what is there: "
                     "%.80s:needs=%s%s%s",
                     typed, interpreter, typed, needs ? needs : "", needs ? ":" : "",
                     dado_text_string(&missing));
}

// Is it a program we could run at all? Says what to do if not.
static bool find_program(const char *program, char full[PATH_MAX], dado_error *err)
{
    struct stat found;
    if (!realpath(program, full)) {
        return dado_fail(err, DADO_MISSING, "there is no program %s", program);
    }
    if (stat(full, &found) != 0 || !S_ISREG(found.st_mode)) {
        return dado_fail(err, DADO_MEANING, "%s is not a program", program);
    }
    if (access(full, X_OK) != 0) {
        return dado_fail(err, DADO_MEANING, "%s may not be executed; try: chmod +x %s", program,
                         program);
    }
    return true;
}

bool dado_box_world_plan(dado_box_world *world, const char *program, const char *needs,
                         int64_t files_mb, dado_error *err)
{
    memset(world, 0, offsetof(dado_box_world, room));
    world->used = 0;
    world->files_mb = files_mb;
    strcpy(world->search, "PATH=");
    if (!find_program(program, world->program, err) || !add_needs(world, needs, err)) return false;
    size_t length = strlen(world->search);
    snprintf(world->search + length, sizeof world->search - length, "%s", system_search);
    return add(world, world->program, world->program, err) && add_kit(world, err) &&
           check_interpreter(world, program, needs, err);
}

// ---- the building, in a process that may not allocate

static bool join(char into[DADO_BOX_PATH_MOST], const char *before, const char *path)
{
    size_t head = strlen(before), tail = strlen(path);
    if (head + tail >= DADO_BOX_PATH_MOST) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(into, before, head);
    memcpy(into + head, path, tail + 1);
    return true;
}

static bool set_attributes(const char *path, uint64_t attributes, unsigned flags)
{
    struct mount_attr wanted = { .attr_set = attributes };
    return syscall(SYS_mount_setattr, -1, path, flags, &wanted, sizeof wanted) == 0;
}

// Makes the folders above `path`, which is left as it was.
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

// Puts one thing of the old world into the new one, read-only; a link stays a link.
static bool put(dado_box_world *world, const char *from, const char *to, uint64_t attributes)
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

static bool put_all(dado_box_world *world)
{
    uint64_t harmless = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID;
    for (int i = 0; system_paths[i]; i++) {
        if (!put(world, system_paths[i], system_paths[i], harmless | MOUNT_ATTR_NODEV) &&
            errno != ENOENT) {
            return false;
        }
    }
    for (int i = 0; devices[i]; i++) {
        if (!put(world, devices[i], devices[i], harmless | MOUNT_ATTR_NOEXEC)) return false;
    }
    for (int i = 0; i < world->count; i++) {
        const dado_box_path *named = &world->named[i];
        if (!put(world, named->from, named->to, harmless | MOUNT_ATTR_NODEV)) return false;
    }
    return true;
}

// Of processes it sees itself: not process 1, which knows all that we know. Some programs look
// there for their own name; where it cannot be had, as in some containers, they go without.
static void show_itself(void)
{
    if (mkdir("/new/proc", 0555) != 0) return;
    if (mount("itself", "/new/proc", "proc", no_suid | no_dev, "subset=pid,hidepid=4") != 0) return;
    uint64_t closed = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOEXEC;
    if (!set_attributes("/new/proc", closed, 0)) umount2("/new/proc", detach);
}

static bool turn_to(const char *root, const char *old)
{
    return syscall(SYS_pivot_root, root, old) == 0;
}

bool dado_box_world_build(dado_box_world *world, const char *scratch)
{
    // The old root is first moved below a new one, so that both can be named; then it is let go.
    bool fine =
        prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 &&
        mount(NULL, "/", NULL, private | recursive, NULL) == 0 &&
        mount("box", "/tmp", "tmpfs", no_suid | no_dev, "size=64k,nr_inodes=4096,mode=0755") == 0 &&
        mkdir("/tmp/new", 0755) == 0 && mkdir("/tmp/old", 0755) == 0 &&
        turn_to("/tmp", "/tmp/old") && chdir("/") == 0 &&
        mount("/new", "/new", NULL, bind, NULL) == 0 && mkdir("/new/tmp", 0700) == 0 &&
        mount("scratch", "/new/tmp", "tmpfs", no_suid | no_dev, scratch) == 0 &&
        put_all(world);
    if (fine) show_itself();
    fine = fine && umount2("/old", detach) == 0 && chdir("/new") == 0 &&
        turn_to(".", ".") && umount2(".", detach) == 0 && chdir("/") == 0;
    uint64_t closed = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
    return fine && set_attributes("/", closed, 0) &&
           (world->files_mb > 0 || set_attributes("/tmp", closed, 0));
}
