// sandbox_landlock.c - see sandbox_landlock.h.
#define _GNU_SOURCE
#include "agents/sandbox_landlock.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// The right to move a file to another folder; the headers of the first version lack it.
enum { move_elsewhere = 1 << 13 };

static bool allow(int rules, const char *path, uint64_t access)
{
    int place = open(path, O_PATH | O_CLOEXEC);
    if (place < 0) return true;  // a path that does not exist needs no permission
    struct landlock_path_beneath_attr rule = { .allowed_access = access, .parent_fd = place };
    bool fine = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0u) == 0;
    close(place);
    return fine;
}

static long version_here(void)
{
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

bool dado_landlock_is_there(void)
{
    return version_here() >= 1;
}

bool dado_landlock_restrict(const char *scratch, const char *const *devices,
                            const char *const *readable)
{
    enum { reading = LANDLOCK_ACCESS_FS_READ_FILE, writing = LANDLOCK_ACCESS_FS_WRITE_FILE };
    long version = version_here();
    if (version < 1) return false;
    uint64_t handled = reading | writing | (version > 1 ? move_elsewhere : 0);
    struct landlock_ruleset_attr all = { .handled_access_fs = handled };
    int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all.handled_access_fs, 0u);
    if (rules < 0) return false;
    bool fine = allow(rules, scratch, handled);
    for (int i = 0; fine && devices[i]; i++) fine = allow(rules, devices[i], reading | writing);
    for (int i = 0; fine && readable[i]; i++) fine = allow(rules, readable[i], reading);
    fine = fine && syscall(SYS_landlock_restrict_self, rules, 0u) == 0;
    close(rules);
    return fine;
}
