// library.c - see library.h. The build tells this file, and no other, where the project lies.
#include "lab/library.h"

#include <stddef.h>
#include <stdlib.h>
#include <sys/stat.h>

const char dado_version[] = DADO_VERSION;

static int is_folder(const char *path)
{
    struct stat found;
    return path && stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

const char *dado_library(void)
{
    const char *named = getenv("DADO_LIBRARY");
    if (named && *named) return is_folder(named) ? named : NULL;
    if (is_folder(DADO_LIBRARY_INSTALLED)) return DADO_LIBRARY_INSTALLED;
    return is_folder(DADO_LIBRARY_SOURCE) ? DADO_LIBRARY_SOURCE : NULL;
}
