// hands.h - a way to do several parts of a job at once; the lab makes one of its crews.
#ifndef DADO_SOLVE_HANDS_H
#define DADO_SOLVE_HANDS_H

// Calls work(job, part) for every part from 0 up and returns when all are done.
typedef struct dado_hands {
    int count;  // parts worth making
    void (*share)(void *with, int parts, void (*work)(void *job, int part), void *job);
    void *with;
} dado_hands;

#endif
