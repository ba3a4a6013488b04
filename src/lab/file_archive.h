// file_archive.h - reads .zip and .tar.gz archives that strangers made.
//
// Nothing is written here: every file is handed to the caller with its name and bytes.
// Only plain files with plain relative names are accepted. Links, devices, absolute
// names, `..`, hidden files, names that occur twice and files that are folders of others
// refuse the whole archive, so that what is read can be written into an empty folder. Sizes
// are counted while the bytes are unpacked, so that an archive that claims less than it
// holds gains nothing.
#pragma once

#include "core/error.h"
#include "core/region.h"

typedef struct dado_file_archive_limits {
    int files;     // most files
    size_t bytes;  // most bytes of all files together, unpacked
} dado_file_archive_limits;

typedef struct dado_file_archive_file {
    const char *name;  // "src/bot.c"
    const unsigned char *bytes;
    size_t size;
    bool program;  // may be executed
} dado_file_archive_file;

typedef struct dado_file_archive {
    dado_file_archive_file *files;
    int count;
} dado_file_archive;

// Returns whether a file of this name is read as an archive: .zip, .tar.gz or .tgz.
bool dado_file_archive_is(const char *name);

// Returns whether a name may be one of a submission: relative, parts of letters, digits
// and "._-+" that begin with no point, at most 8 folders deep.
bool dado_file_archive_name_is_plain(const char *name);

// Unpacks an archive into `region`. If all files lie in one folder, that folder is left
// out of their names.
bool dado_file_archive_read(dado_file_archive *archive, const char *name,
                            const unsigned char *bytes, size_t size,
                            const dado_file_archive_limits *limits, dado_region *region,
                            dado_error *err);
