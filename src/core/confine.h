// confine.h - limits which files a server process may open.
//
// A program at a terminal opens whatever its user may. A server must not, since the names
// it opens come from requests. So before its first request it confines itself to one
// folder, and cannot undo that. From then on every path is resolved below that folder or,
// for reading, below the files that dado ships. Neither `..` nor a link leads out,
// whatever happens on the disk meanwhile. No program is started and no shared object
// loaded, unless that was allowed.
//
// This is a property of the process, like its user and its working directory, and not of
// a job, so that no job can forget to check.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "core/error.h"

typedef struct dado_confine_how {
    const char *folder;   // where relative paths begin
    const char *shipped;  // another folder that may be read, by its absolute path; or NULL
    const char *trusted;  // one file that the user named, wherever it is; or NULL
    bool programs;        // whether programs may be started and plug-ins loaded
    bool read_only;       // whether nothing may be written
    const char *refusal;  // the message when a program is refused
} dado_confine_how;

// Confines the process. May be called once, before there are threads. The folder also
// becomes the working directory.
bool dado_confine(const dado_confine_how *how, dado_error *err);
bool dado_confined(void);

// Returns whether code from outside may run; if not, `err` says which flag allows it.
bool dado_may_run_programs(dado_error *err);

// Opens a name below a folder, with the flags of open(2). Names that lead out fail with
// EXDEV or ELOOP. Links that stay below are followed if the kernel can check that
// (openat2).
int dado_open_beneath(int folder, const char *name, int flags, mode_t mode);
// The same for kernels without openat2: it opens part by part, and follows no link.
int dado_open_by_steps(int folder, const char *name, int flags, mode_t mode);

// Opens a path as this process may: any path, or one below its folder.
int dado_open(const char *path, int flags, mode_t mode);

// Returns false, with errno EACCES, if a confined process may not write a file of this name:
// a part of it begins with a point, as in .git/config.
bool dado_may_write_name(const char *path);

// Opens a folder for writing files into it (O_PATH); never one that dado ships.
int dado_open_folder_to_write(const char *path);

// Returns the type of what is at a path that may be opened, such as S_IFREG; 0 if there
// is nothing.
mode_t dado_kind_beneath(const char *path);

// Reports a failure of dado_open or dado_pin_path by errno, with a message of its own for
// paths that lead out.
bool dado_open_failed(const char *path, dado_error *err);

// A path for functions that take only paths: the folder is held open, and `path` goes
// through that open folder. The last part of the path may be a link, which must not be
// followed.
typedef struct dado_pin {
    int folder;  // -1: none is held
    char path[4096];
} dado_pin;
bool dado_pin_path(dado_pin *pin, const char *path);  // on failure errno says why
void dado_pin_free(dado_pin *pin);
// The same for a file that stays in use, such as a store: it must lie in the confined
// folder itself, and nothing is held open. The path is unchanged if this process is not
// confined, or if the file is the trusted one.
bool dado_pin_here(char path[4096], const char *name);
