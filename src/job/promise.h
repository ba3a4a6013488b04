// promise.h - what an answer must say, or the job fails: for continuous integration.
#pragma once

#include "job/errand.h"

extern const dado_param dado_params_promises[];  // --assert

// True if all that is asserted can be read. False, and why.
bool dado_promises_read(dado_errand *errand);

// Holds the answer to what was asserted, says what is not so, and lets the job fail by it. False
// where something asserted is not told of in this answer.
bool dado_promises_keep(dado_errand *errand);
