// temp_folder.h - a folder that a test fills, and empties again.
//
// nftw is asked for by whoever includes it: #define _GNU_SOURCE, or _XOPEN_SOURCE 700.
#pragma once

#include "support/test.h"

#include <ftw.h>
#include <sys/stat.h>

static inline void dado_test_write(const char *folder, const char *name, const char *text)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    chmod(path, 0755);
}

static inline int dado_test_remove_one(const char *path, const struct stat *what, int kind,
                                       struct FTW *where)
{
    (void)what;
    (void)kind;
    (void)where;
    return remove(path);
}

static inline void dado_test_remove(const char *folder)
{
    nftw(folder, dado_test_remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
