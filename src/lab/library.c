// library.c - see library.h. The build tells this file, and no other, where the project lies.
#define _POSIX_C_SOURCE 200809L
#include "lab/library.h"

#include <dirent.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/ends.h"
#include "core/text.h"
#include "lab/file.h"

const char dado_version[] = DADO_VERSION;
const char dado_commit[] = DADO_COMMIT;
const char dado_mpi_installed[] = DADO_MPI_INSTALLED;

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

// The names a shelf holds, without their ending, in order.
static void list_shelf(const char *folder, const char *ending, dado_text *out)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        size_t length = strlen(entries[i]->d_name), tail = strlen(ending);
        if (length > tail && strcmp(entries[i]->d_name + length - tail, ending) == 0) {
            dado_text_addf(out, "%s%.*s", out->length ? ", " : "", (int)(length - tail),
                           entries[i]->d_name);
        }
        free(entries[i]);
    }
    free(entries);
}

const char *dado_library_file(const char *name, const char *shelf, const char *ending,
                              dado_arena *arena, dado_error *err)
{
    const char *library = dado_library();
    if (!library || strpbrk(name, "/.") || strcmp(name, "-") == 0 || dado_file_exists(name)) {
        return name;
    }
    dado_draft path = { 0 };
    dado_text_addf(&path, "%s/%s/%s%s", library, shelf, name, ending);
    const char *found = NULL;
    if (dado_file_exists(dado_text_string(&path))) {
        found = dado_arena_copy(arena, dado_text_string(&path), path.length);
        if (!found) dado_fail(err, DADO_LIMIT, "no memory left for a path");
    } else {
        dado_text_clear(&path);
        dado_text_addf(&path, "%s/%s", library, shelf);
        dado_draft names = { 0 };
        list_shelf(dado_text_string(&path), ending, &names);
        dado_fail(err, DADO_MEANING, "there is no file %.200s, and the library has only %.200s",
                  name, dado_text_string(&names));
    }
    return found;
}
