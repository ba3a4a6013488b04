// worker_cpu_affinity.h - which processors a worker, and what it starts, may use.
//
// A program that plays may keep every processor busy that it is given. Where each worker is kept to
// its share, the programs that it starts are too, and cannot slow down those of other workers.
#pragma once

// Keeps the calling thread, one of so many workers from 0 on, to its share of the processors. Where
// processors are too few for one each, nobody is kept to anything.
void dado_thread_keep_to_share(int number, int workers);
