// sandbox_cgroup.c - see sandbox_cgroup.h.
//
// A control group is a folder, and its limits are files in it. Process 1 of a sandbox
// must notice when dado ends, so it is never frozen: the program has a group of its own
// below the first.
#define _GNU_SOURCE
#include "core/text.h"
#include "agents/sandbox_cgroup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// ---- finding the place ----

// Returns the next word of a line, which is changed; NULL at its end.
static char *next_word(char **rest)
{
    return strtok_r(NULL, " ", rest);
}

// Reads one line of mountinfo: "36 35 0:30 ROOT MOUNT OPTIONS [TAGS] - TYPE SOURCE
// OPTIONS".
static bool read_mount(char *line, char **root, char **mount)
{
    char *rest;
    if (!strtok_r(line, " ", &rest) || !next_word(&rest) || !next_word(&rest)) return false;
    *root = next_word(&rest);
    *mount = next_word(&rest);
    char *word = *mount;
    while (word && strcmp(word, "-") != 0) word = next_word(&rest);
    const char *type = word ? next_word(&rest) : NULL;
    return type && strcmp(type, "cgroup2") == 0;
}

// Finds the path of our own group in the tree of version 2: its line begins with "0::".
static bool read_own(const char *cgroup, char own[4096])
{
    const char *line = strncmp(cgroup, "0::", 3) == 0 ? cgroup : strstr(cgroup, "\n0::");
    if (!line) return false;
    line += *line == '\n' ? 4 : 3;
    size_t length = strcspn(line, "\n");
    if (length == 0 || length >= 4096 || line[0] != '/') return false;
    memcpy(own, line, length);
    own[length] = '\0';
    return strncmp(own, "/..", 3) != 0;  // the group lies outside what is mounted
}

bool dado_cgroup_find(const char *mountinfo, const char *cgroup, char mount[4096], char own[4096])
{
    char group[4096], line[8192];
    if (!read_own(cgroup, group)) return false;
    while (*mountinfo) {
        size_t length = strcspn(mountinfo, "\n");
        char *root, *at;
        snprintf(line, sizeof line, "%.*s", (int)length, mountinfo);
        mountinfo += length + (mountinfo[length] == '\n');
        if (!read_mount(line, &root, &at)) continue;
        size_t above = strcmp(root, "/") == 0 ? 0 : strlen(root);
        bool ours = strncmp(group, root, above) == 0 && (group[above] == '/' || !group[above]);
        if (!ours || strlen(at) >= 4096) continue;
        strcpy(mount, at);
        strcpy(own, group[above] ? group + above : "/");
        return true;
    }
    return false;
}

// ---- files of a group ----

static bool read_small(int folder, const char *name, char *text, size_t size)
{
    int file = openat(folder, name, O_RDONLY | O_CLOEXEC);
    size_t held = 0;
    for (ssize_t got; file >= 0 && held + 1 < size; held += (size_t)got) {
        got = read(file, text + held, size - 1 - held);
        if (got <= 0) break;
    }
    text[held] = '\0';
    if (file >= 0) close(file);
    return file >= 0;
}

static bool write_small(int folder, const char *name, const char *text)
{
    int file = openat(folder, name, O_WRONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t written = write(file, text, strlen(text));
    close(file);
    return written == (ssize_t)strlen(text);
}

static bool write_number(int folder, const char *name, int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    return write_small(folder, name, text);
}

static bool has_word(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at += length) {
        bool begins = at == words || at[-1] == ' ';
        if (begins && strchr(" \n", at[length])) return true;
    }
    return false;
}

// Tells whether we may make a group here and move our own processes into it.
static bool may_write(int folder)
{
    return faccessat(folder, ".", W_OK, AT_EACCESS) == 0 &&
           faccessat(folder, "cgroup.procs", W_OK, AT_EACCESS) == 0;
}

// Opens the group in which ours is made; returns -1 and sets `missing` to the reason if
// there is none.
static int open_above(const char **missing)
{
    char mount[4096], own[4096], path[8300], handed[512];
    char mounts[65536], groups[8192];
    *missing = "this system has no control groups of version 2";
    if (!read_small(AT_FDCWD, "/proc/self/mountinfo", mounts, sizeof mounts) ||
        !read_small(AT_FDCWD, "/proc/self/cgroup", groups, sizeof groups) ||
        !dado_cgroup_find(mounts, groups, mount, own)) {
        return -1;
    }
    int freezer_only = -1;
    *missing = "dado may make no control group here";
    for (size_t length = strlen(own);; length = (size_t)(strrchr(own, '/') - own)) {
        own[length] = '\0';
        snprintf(path, sizeof path, "%s%s", mount, own);
        int folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
        bool fits = folder >= 0 && may_write(folder) &&
                    read_small(folder, "cgroup.subtree_control", handed, sizeof handed);
        bool counts = fits && has_word(handed, "memory") && has_word(handed, "pids");
        if (fits && !counts) *missing = "no control group above dado's hands its counters down";
        if (counts || (fits && freezer_only < 0)) {
            if (counts && freezer_only >= 0) close(freezer_only);
            freezer_only = folder;
        } else if (folder >= 0) close(folder);
        if (counts) *missing = NULL;
        if (counts || length == 0 || !strrchr(own, '/')) return freezer_only;
    }
}

// ---- removing groups that were left behind ----

static void remove_group(int above, const char *name)
{
    char below[64];
    snprintf(below, sizeof below, "%.40s/program", name);
    unlinkat(above, below, AT_REMOVEDIR);
    unlinkat(above, name, AT_REMOVEDIR);
}

// Removes the groups of dado processes that have ended. A group in use cannot be removed.
static void sweep(int above)
{
    int copy = openat(above, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *groups = copy >= 0 ? fdopendir(copy) : NULL;
    if (!groups && copy >= 0) close(copy);
    for (const struct dirent *one; groups && (one = readdir(groups));) {
        int64_t process;
        const char *number = one->d_name + strlen("dado-");
        if (strncmp(one->d_name, "dado-", strlen("dado-")) != 0 || strlen(one->d_name) > 40 ||
            !dado_scan_int(number, &process) || process < 1 || process > INT32_MAX) {
            continue;
        }
        if (kill((pid_t)process, 0) != 0 && errno == ESRCH) remove_group(above, one->d_name);
    }
    if (groups) closedir(groups);
}

// ---- making a group ----

static void set_limits(dado_sandbox_cgroup *group, const dado_cgroup_limits *limits)
{
    int folder = group->folder;
    bool memory = write_number(folder, "memory.max", limits->memory_mb << 20);
    bool processes = write_number(folder, "pids.max", limits->processes);
    if (memory) {
        group->powers |= DADO_CGROUP_MEMORY;
        write_number(folder, "memory.swap.max", 0);  // this file is absent without swap
        write_number(folder, "memory.oom.group", 1);
    }
    if (processes) group->powers |= DADO_CGROUP_PROCESSES;
    if (limits->background) write_number(folder, "cpu.weight", 10);
    if ((!memory || !processes) && !group->missing) group->missing = "its limits were refused";
}

void dado_sandbox_cgroup_open(dado_sandbox_cgroup *group, const dado_cgroup_limits *limits)
{
    *group = dado_no_cgroup;
    uint32_t luck;
    group->above = open_above(&group->missing);
    if (group->above < 0 || getrandom(&luck, sizeof luck, 0) != (ssize_t)sizeof luck) {
        dado_sandbox_cgroup_close(group);
        return;
    }
    sweep(group->above);
    snprintf(group->name, sizeof group->name, "dado-%d-%08x", (int)getpid(), (unsigned)luck);
    enum { folder_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC };
    if (mkdirat(group->above, group->name, 0755) == 0) {
        group->folder = openat(group->above, group->name, folder_flags);
    }
    if (group->folder >= 0 && mkdirat(group->folder, "program", 0755) == 0) {
        group->program = openat(group->folder, "program", folder_flags);
    }
    if (group->program < 0) {
        if (!group->missing) group->missing = "dado could make no control group here";
        dado_sandbox_cgroup_close(group);
        return;
    }
    set_limits(group, limits);
    group->freezer = openat(group->program, "cgroup.freeze", O_WRONLY | O_CLOEXEC);
    if (group->freezer >= 0) group->powers |= DADO_CGROUP_FREEZER;
}

// Tries to remove the group several times, because the kernel takes a moment to release
// an ended process.
static void remove_patiently(const dado_sandbox_cgroup *group)
{
    for (int i = 0; i < 50; i++) {
        remove_group(group->above, group->name);
        if (faccessat(group->above, group->name, F_OK, 0) != 0) return;
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    }
}

void dado_sandbox_cgroup_close(dado_sandbox_cgroup *group)
{
    const char *missing = group->missing;
    int *const files[] = { &group->freezer, &group->program, &group->folder };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (*files[i] >= 0) close(*files[i]);
    }
    if (group->above >= 0 && group->name[0]) remove_patiently(group);
    if (group->above >= 0) close(group->above);
    *group = dado_no_cgroup;
    group->missing = missing;
}

bool dado_sandbox_cgroup_freeze(const dado_sandbox_cgroup *group, bool frozen)
{
    return group->freezer >= 0 && pwrite(group->freezer, frozen ? "1" : "0", 1, 0) == 1;
}
