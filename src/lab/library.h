// library.h - where the games, maps, levels and scripts that dado ships are found.
#ifndef DADO_LAB_LIBRARY_H
#define DADO_LAB_LIBRARY_H

extern const char dado_version[];

// The folder of shipped files: $DADO_LIBRARY if set, else as installed, else
// beside the sources the program was built from. NULL if none is there.
const char *dado_library(void);

#endif
