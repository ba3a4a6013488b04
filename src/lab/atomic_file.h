// atomic_file.h - a file that appears whole or not at all.
//
// The bytes go to a new file in the same folder, which takes the place of the old one
// at the end. The name of the new file is random, and a file or link that somebody
// else left under that name is never opened. The folder is opened once: renaming it
// half-way moves nothing elsewhere.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

typedef struct dado_atomic_file {
    int folder;        // the folder of both names
    int file;          // the new file, open for writing; -1 once somebody else closes it
    const char *leaf;  // the final name in the folder; the caller keeps the text
    char name[32];     // the name until then
} dado_atomic_file;

// Opens the folder of a path, and sets `leaf` to the last part of the path. Returns -1,
// with errno set, on failure.
int dado_atomic_folder(const char *path, const char **leaf);

// Creates the new file. `mode` is 0666, or 0777 for a program; the umask applies. If a
// plain file of the same user exists already, its permissions are copied. On success
// `keep` or `drop` closes the folder. On failure the folder stays open, errno says why,
// and no file is left.
bool dado_atomic_begin(dado_atomic_file *file, int folder, const char *leaf, mode_t mode);

// Gives the file its final name. A link of that name is replaced, not followed. On
// failure errno says why, and no new file is left.
bool dado_atomic_keep(dado_atomic_file *file);

// Removes the new file; the old one stays as it was.
void dado_atomic_drop(dado_atomic_file *file);
