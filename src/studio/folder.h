// folder.h - the designer's folder, and nothing beside it.
//
// Files are named from the folder down. The kernel itself is asked to resolve
// names beneath the folder (openat2), so that neither `..` nor a link leads
// out of it, whatever happens on the disk meanwhile. A file is written whole
// beside its place and then renamed; a tag, which changes with what is in the
// file, refuses to write over what somebody else has changed.
#pragma once

#include <pthread.h>

#include "core/error.h"
#include "core/text.h"

enum { DADO_TAG_SIZE = 17, DADO_FOLDER_FILES = 10000 };

typedef struct dado_folder {
    int root;
    pthread_mutex_t writing;  // one at a time: looking at the tag and renaming belong together
} dado_folder;

typedef struct dado_folder_file {
    const char *name;  // "maps/cave.map"
    long long size;
    long long changed;  // seconds since 1970
} dado_folder_file;

bool dado_folder_open(dado_folder *folder, const char *path, dado_error *err);
void dado_folder_close(dado_folder *folder);

// Calls `each` for every plain file below, in order of name; hidden ones, links and what lies more
// than eight folders deep are passed over. False where there are more than DADO_FOLDER_FILES.
bool dado_folder_list(dado_folder *folder, void *context,
                      void (*each)(void *context, const dado_folder_file *file), dado_error *err);

// Whether a name leads out of the folder, by a link on the way or at its end. One that is not there
// leads nowhere.
bool dado_folder_is_left(const dado_folder *folder, const char *name);

// Reads a file whole. `tag` gets DADO_TAG_SIZE bytes.
bool dado_folder_read(dado_folder *folder, const char *name, size_t most, dado_text *bytes,
                      char *tag, dado_error *err);

typedef enum dado_written { DADO_WRITTEN, DADO_WRITTEN_ELSEWHERE, DADO_NOT_WRITTEN } dado_written;

// Writes a file whole, making folders on the way. `expected` is the tag of what is to be replaced,
// "" where no file is; where that is not so nothing is written and the answer is
// DADO_WRITTEN_ELSEWHERE. `tag` gets the new one.
dado_written dado_folder_write(dado_folder *folder, const char *name, const char *bytes,
                               size_t count, const char *expected, char *tag, dado_error *err);

bool dado_folder_remove(dado_folder *folder, const char *name, const char *expected,
                        dado_error *err);
