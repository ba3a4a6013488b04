// work_folder.h - a folder for unfinished files, which the next start removes if
// necessary.
//
// It lies in a private folder and holds a locked file. The lock ends with the last
// process that has it open, however that process ends. A folder without a lock is no
// longer in use.
#pragma once

#include <stdbool.h>

typedef struct dado_work_folder {
    int parent;  // owned by the caller
    int folder;  // -1: there is none
    int lock;
    char name[64];
} dado_work_folder;

// Removes the work folders in `parent` that nobody holds.
void dado_work_folder_clean(int parent);

// Creates work-NAME in `parent` and locks it. Returns false, with errno set, on failure:
// EEXIST if somebody holds one of this name.
bool dado_work_folder_make(dado_work_folder *work, int parent, const char *name);

// Removes the folder and everything in it.
void dado_work_folder_remove(dado_work_folder *work);
