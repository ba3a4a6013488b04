// herd.h - variants judged by a fleet: what `evolve` and `level evolve` breed, on many machines.
//
// Breeding is done by who conducts; what others do is judge. An order names the errand word for
// word, so that every process makes the same species of it, and has the variants of a generation;
// the answers are their fitness. Files the errand names must be found on every machine.
#pragma once

#include "evolve/species.h"
#include "job/errand.h"
#include "lab/fleet.h"

extern const dado_trade dado_trade_variants;
extern const dado_job dado_job_level_evolve;  // whose species is a farm's; others' is a stable's

// A species whose variants a fleet judges; `own` is the one that is bred here.
typedef struct dado_herd {
    dado_species species;  // first: the rest is found from it
    const dado_species *own;
    dado_errand *errand;
    uint64_t creatures;  // seed of the creatures in levels that are played
} dado_herd;

void dado_herd_gather(dado_herd *herd, const dado_species *own, dado_errand *errand,
                      uint64_t creatures);
