// sandbox_landlock.h - restricts which existing files a program in a sandbox may open.
//
// Mounts decide which files exist, and make them read-only. Landlock refuses two things
// that mounts allow. A named pipe in a read-only folder can be written to, so two players
// who share the folder could communicate through it. And files of /proc show how many
// processes have mapped a page of a shared file (smaps, pagemap), which carries messages
// just as well: so nothing in /proc may be read.
#pragma once

#include <stdbool.h>

bool dado_landlock_is_there(void);

// Restricts the calling process, which must have given up gaining privileges. It may read
// the `readable` paths and everything below them, and the devices; it may write to the
// devices and in the scratch folder. The lists end with NULL. Returns false if the kernel
// cannot do this. Allocates nothing.
bool dado_landlock_restrict(const char *scratch, const char *const *devices,
                            const char *const *readable);
