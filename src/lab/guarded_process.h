// guarded_process.h - runs a program that is killed when dado ends, with everything it
// has started.
//
// A compiler driver starts other programs, so a signal to the driver alone would leave
// them running. A small process, the guard, stands between: it keeps them in a process
// group of their own, and kills the whole group once the program has ended, dado asks for
// it, or dado is dead for whatever reason.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

typedef struct dado_guarded {
    pid_t guard;  // 0: none
    int leash;    // pipe; the guard kills the program once it is closed
} dado_guarded;

// What to run, without input and output. The guard keeps the file `hold` open until the
// program and all it started are dead, so that a lock on it lasts as long; -1: no file.
typedef struct dado_guarded_program {
    char *const *words;  // the first is the path of the program
    char *const *environment;
    int folder;  // the folder in which it runs
    int hold;
} dado_guarded_program;

// Starts a program. Returns false, with errno set, if it cannot be started.
bool dado_guarded_start(dado_guarded *guarded, const dado_guarded_program *program);

// Returns whether the program has ended, and sets its exit code; -1 if a signal ended it.
// Does not wait.
bool dado_guarded_ended(dado_guarded *guarded, int *code);

// Kills the program if it is still running. On return nothing of it runs any more.
void dado_guarded_stop(dado_guarded *guarded);
