// confined_folder.h - gives access to the designer's folder and nothing outside it.
//
// File names are relative to the folder and opened below it (core/confine.h), so neither
// `..` nor a link leads out, whatever changes on the disk meanwhile. A file is written to
// a temporary file and then renamed. A tag, which depends on the content of a file,
// prevents overwriting changes that somebody else has made.
#pragma once

#include <pthread.h>

#include "core/error.h"
#include "core/text.h"

enum { DADO_TAG_SIZE = 17, DADO_CONFINED_FOLDER_FILES = 10000 };

typedef struct dado_confined_folder {
    int root;
    pthread_mutex_t writing;  // one writer at a time: checking the tag and renaming belong together
} dado_confined_folder;

typedef struct dado_confined_folder_file {
    const char *name;  // "maps/cave.map"
    long long size;
    long long changed;  // seconds since 1970
} dado_confined_folder_file;

bool dado_confined_folder_open(dado_confined_folder *folder, const char *path, dado_error *err);
void dado_confined_folder_close(dado_confined_folder *folder);

// Calls `each` for every plain file below the folder, sorted by name. Hidden files, links
// and files more than eight folders deep are skipped. Returns false if there are more
// than DADO_CONFINED_FOLDER_FILES.
bool dado_confined_folder_list(dado_confined_folder *folder, void *context,
                               void (*each)(void *context, const dado_confined_folder_file *file),
                               dado_error *err);

// Tells whether a name leads out of the folder, by a link on the way or at its end. A
// name that does not exist does not.
bool dado_confined_folder_escapes(const dado_confined_folder *folder, const char *name);

// Reads a whole file. `tag` receives DADO_TAG_SIZE bytes.
bool dado_confined_folder_read(dado_confined_folder *folder, const char *name, size_t most,
                               dado_text *bytes, char *tag, dado_error *err);

typedef enum dado_write_result {
    DADO_WRITE_DONE,
    DADO_WRITE_CONFLICT,
    DADO_WRITE_FAILED
} dado_write_result;

// Writes a whole file and makes the folders it is in. `expected` is the tag of the file
// to replace, or "" if there must be none. If that is not so, nothing is written and the
// result is DADO_WRITE_CONFLICT. `tag` receives the new tag.
dado_write_result dado_confined_folder_write(dado_confined_folder *folder, const char *name,
                                             const char *bytes, size_t count, const char *expected,
                                             char *tag, dado_error *err);

bool dado_confined_folder_remove(dado_confined_folder *folder, const char *name,
                                 const char *expected, dado_error *err);
