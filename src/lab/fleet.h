// fleet.h - several processes at one long row of work, on one machine or many.
//
// One of them conducts: it says what is to be done, hands out pieces as they
// are asked for (deal.h) and takes the answers in order, so that what it does
// with them cannot depend on who worked how fast. It works too, as do all the
// threads of all others. What work is, is a trade: an order that travels as
// bytes, units by number, and answers as bytes.
//
// Processes are joined by wires; mpi.h makes one of MPI, tests of queues, and
// the simulated cluster of a queue with a clock of its own. One process can do it alone.
#pragma once

#include <stdatomic.h>

#include "core/error.h"
#include "lab/pack.h"

// A way to send bytes between processes numbered from 0, who conducts.
typedef struct dado_wire {
    void *self;
    int rank, ranks;
    const char *place;  // the machine, for complaints
    bool (*send)(void *self, int to, const unsigned char *bytes, size_t size, dado_error *err);
    // The next message, good until the next call, and who sent it; waits for so many seconds, less
    // than one, where there is none yet.
    // -1: none came. -2: the wire is broken, and why.
    int (*receive)(void *self, double seconds, const unsigned char **bytes, size_t *size,
                   dado_error *err);
    double (*now)(void *self);  // seconds since some moment
} dado_wire;

typedef struct dado_trade {
    const char *name;
    // What all threads of a process share while they work on an order, the rest of what is there
    // to read. `arena` lasts as long; `end`, unless NULL, puts away what is elsewhere.
    bool (*begin)(void **shared, dado_unpacking *order, dado_arena *arena, dado_error *err);
    void (*end)(void *shared);
    // Does units from..to; a thread's own things are made on first need and are in *own. The
    // answer is added to `answer`. False: it was left on the way, or failed, and `err` says why.
    bool (*work)(void *shared, void **own, int64_t from, int64_t to, const atomic_int *halt,
                 dado_packing *answer, dado_error *err);
    void (*rise)(void *own);
} dado_trade;

// What is said over a wire: a kind and the number of the order, then as told here.
enum {
    DADO_FLEET_ORDER,    // to all: dado's version, the name of the trade, the order's bytes
    DADO_FLEET_HELLO,    // back: ready, with so many threads
    DADO_FLEET_TASK,     // to one: a thread's number, units from, to
    DADO_FLEET_ANSWER,   // back: the same three, how long it took in ns, the answer's bytes
    DADO_FLEET_TROUBLE,  // back: it cannot, a status and a sentence
    DADO_FLEET_END,      // to all: leave what you do
    DADO_FLEET_LEAVE,    // to all: go home
};

typedef struct dado_fleet dado_fleet;

// `threads` of this process work; 0: none. The others' are told by themselves. `trades` is a
// list ended by NULL, the same in every process.
bool dado_fleet_open(dado_fleet **fleet, const dado_wire *wire, int threads,
                     const dado_trade *const *trades, dado_error *err);

// The same of this process alone, which has nobody to speak to; 0 threads are as many as there are
// cores, and fewer than asked for give the same answers, later.
bool dado_fleet_alone(dado_fleet **fleet, int threads, const dado_trade *const *trades,
                      dado_error *err);
void dado_fleet_close(dado_fleet *fleet);  // the conductor's sends the others home; NULL is fine
static inline void dado_fleet_end(dado_fleet **fleet)  // for DADO_ENDS
{
    dado_fleet_close(*fleet);
}

// What all but the conductor do until they are sent home.
bool dado_fleet_serve(dado_fleet *fleet, dado_error *err);

typedef struct dado_fleet_job {
    const dado_trade *trade;
    dado_packing order;  // grown; the run frees it
    int64_t from, to;    // units
    void *context;
    // Takes an answer, in order; false ends it, and so does `watch`, which is asked often.
    bool (*take)(void *context, int64_t from, int64_t to, const unsigned char *bytes, size_t size);
    bool (*watch)(void *context);
} dado_fleet_job;

// True if all answers were taken. `err` is for the fleet's own failures and those of its workers:
// it stays as it was where take or watch ended it.
bool dado_fleet_run(dado_fleet *fleet, const dado_fleet_job *job, dado_error *err);
