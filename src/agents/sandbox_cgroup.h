// sandbox_cgroup.h - makes a control group for a sandbox, where Linux allows it (cgroup
// v2).
//
// Limits of a process count what it maps. A control group counts what all its processes
// hold together, including the kernel's memory for them: page tables, pipes, sockets. It
// can also freeze all threads at once. Not every user may make one, so a sandbox can do
// without: `missing` says why.
//
// The group is made in the nearest group above our own that we may write to and that
// passes on the memory controller. If there is none, it is made in the nearest one that
// we may write to, and then it can only freeze. It is removed when the sandbox ends. The
// groups of a dado that was killed are removed by the next dado that makes one in the
// same place.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {  // what a group can do
    DADO_CGROUP_MEMORY = 1,
    DADO_CGROUP_PROCESSES = 2,
    DADO_CGROUP_FREEZER = 4,
};

typedef struct dado_sandbox_cgroup {
    int above;    // the folder it is made in; -1 if there is no group
    int folder;   // of the group: the sandbox's first process is in it and is never frozen
    int program;  // of the group below it: the program is in it
    int freezer;  // the file that freezes the program; -1 if there is none
    unsigned powers;
    const char *missing;  // why it does not count memory and processes; NULL if it does
    char name[40];
} dado_sandbox_cgroup;

static const dado_sandbox_cgroup dado_no_cgroup = {
    .above = -1, .folder = -1, .program = -1, .freezer = -1
};

typedef struct dado_cgroup_limits {
    int64_t memory_mb;  // all memory, including the kernel's for it
    int64_t processes;  // processes and threads together
    bool background;    // it yields the processors to all other programs
} dado_cgroup_limits;

// Makes a group, as far as this is possible here.
void dado_sandbox_cgroup_open(dado_sandbox_cgroup *group, const dado_cgroup_limits *limits);
// Removes the group, which must be empty.
void dado_sandbox_cgroup_close(dado_sandbox_cgroup *group);
// Freezes the program with all its threads, or lets it continue. Returns false if the
// group cannot freeze.
bool dado_sandbox_cgroup_freeze(const dado_sandbox_cgroup *group, bool frozen);

// Finds where groups are made, from the texts of /proc/self/mountinfo and
// /proc/self/cgroup. `mount` is where control groups are mounted, `own` is our group
// below it. Returns false if there are none.
bool dado_cgroup_find(const char *mountinfo, const char *cgroup, char mount[4096], char own[4096]);
