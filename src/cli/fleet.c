// fleet.c - see fleet.h.
#define _POSIX_C_SOURCE 200809L
#include "cli/fleet.h"

#include <unistd.h>

#include "job/herd.h"
#include "lab/afield.h"
#include "lab/survey.h"

static const dado_trade *const trades[] = { &dado_trade_matches, &dado_trade_boards,
                                           &dado_trade_variants, NULL };

static int thread_count(const dado_call *call)
{
    int threads = dado_errand_threads(&call->errand);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return threads > 0 ? threads : cores > 0 ? (int)cores : 1;
}

void dado_voyage_end(dado_voyage *v)
{
    if (!v->module) return;
    dado_fleet_close(v->fleet);
    v->module->end(&v->wire);
    *v = (dado_voyage){ 0 };
}

bool dado_voyage_begin(dado_voyage *v, dado_call *call, int *code)
{
    dado_error *err = &call->error;
    *v = (dado_voyage){ 0 };
    if (!dado_errand_given(&call->errand, "mpi")) return true;
    if (!dado_mpi_begin(&v->wire, &v->module, err)) {
        v->module = NULL;
        *code = dado_call_fail(call, NULL);
        return false;
    }
    bool fine = dado_fleet_open(&v->fleet, &v->wire, thread_count(call), trades, err);
    if (fine && v->wire.rank == 0) {
        call->errand.fleet = v->fleet;
        return true;
    }
    // Ctrl-C is for who conducts, who sends the others home.
    signal(SIGINT, SIG_IGN);
    fine = fine && dado_fleet_serve(v->fleet, err);
    *code = fine ? DADO_EXIT_FINE : dado_call_fail(call, NULL);
    dado_voyage_end(v);
    return false;
}
