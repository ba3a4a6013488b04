// survey.h - the half of `solve` that solves all boards of a game.
#ifndef DADO_JOB_SURVEY_H
#define DADO_JOB_SURVEY_H

#include "job/errand.h"
#include "lab/survey.h"

// Surveys the sizes that --sizes or the game's options name, with `memory` bytes a thread.
bool dado_errand_survey(dado_errand *errand, const dado_source *source, dado_objective by,
                        size_t memory);

#endif
