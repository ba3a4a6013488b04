// equilibrium.h - what `solve` answers about a game that hides something.
#ifndef DADO_JOB_EQUILIBRIUM_H
#define DADO_JOB_EQUILIBRIUM_H

#include "job/errand.h"

// Opens the game with its luck listed where it can be, so that one need not say so.
bool dado_errand_listed(dado_errand *errand, const char *name, dado_source *source,
                        dado_game *game);

#endif
