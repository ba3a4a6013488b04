// library_files.c - finds the files that dado ships; see file.h. Only this file knows
// where the project lies.
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "lab/file.h"

const char dado_version[] = DADO_VERSION;
const char dado_commit[] = DADO_COMMIT;
const char dado_mpi_installed[] = DADO_MPI_INSTALLED;

const char *dado_library_folder(void)
{
    const char *named = getenv("DADO_LIBRARY");
    if (named && *named) return dado_folder_exists(named) ? named : NULL;
    if (dado_folder_exists(DADO_LIBRARY_INSTALLED)) return DADO_LIBRARY_INSTALLED;
    return dado_folder_exists(DADO_LIBRARY_SOURCE) ? DADO_LIBRARY_SOURCE : NULL;
}

// Lists the names in a folder of the library, without their ending, in order.
static void list_shelf(const char *folder, const char *ending, dado_text *out)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        // length of the name without the ending
        int length = (int)(strlen(name) - strlen(ending));
        bool fits = length > 0 && dado_ends_with(name, ending);
        if (fits) dado_text_addf(out, "%s%.*s", out->length ? ", " : "", length, name);
        free(entries[i]);
    }
    free(entries);
}

const char *dado_library_find_file(const char *name, const char *shelf, const char *ending,
                                   dado_region *region, dado_error *err)
{
    const char *library = dado_library_folder();
    if (!library || strpbrk(name, "/.") || strcmp(name, "-") == 0 || dado_file_exists(name)) {
        return name;
    }
    DADO_CLEANUP(dado_text_free) dado_text path = { 0 };
    dado_text_addf(&path, "%s/%s/%s%s", library, shelf, name, ending);
    const char *found = NULL;
    if (dado_file_exists(dado_text_string(&path))) {
        found = dado_region_copy(region, dado_text_string(&path), path.length);
        if (!found) dado_fail(err, DADO_LIMIT, "no memory left for a path");
    } else {
        dado_text_clear(&path);
        dado_text_addf(&path, "%s/%s", library, shelf);
        DADO_CLEANUP(dado_text_free) dado_text names = { 0 };
        list_shelf(dado_text_string(&path), ending, &names);
        dado_fail(err, DADO_INVALID, "there is no file %.200s, and the library has only %.200s",
                  name, dado_text_string(&names));
    }
    return found;
}
