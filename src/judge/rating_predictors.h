// rating_predictors.h - finds out which measures of a match go with what people said
// about it.
//
// Every measure is correlated with the answers. Measures go along with each other, so a
// measure that goes with fun need not be what makes it: the one that explains most is
// taken first, then its part is removed from the answers and from all other measures, and
// so on, until nothing more is explained beyond doubt. A measure that is not needed once
// others were taken is dropped again. The measures that are left predict the answers. The
// tests are corrected for the number of measures.
#pragma once

#include "core/error.h"
#include "core/region.h"
#include "measure/stats.h"

enum { DADO_RATING_MATCHES = 8 };  // with fewer rated matches nothing is said

typedef struct dado_rating_column {
    const char *name, *title;
    const double *values;  // one per match; DADO_NONE where there is none
} dado_rating_column;

typedef struct dado_rating_row {
    const char *name, *title;
    dado_interval correlation;  // with the answers
    int order;                  // from 1, if it predicts them; else 0
    double explained;           // share of the answers' variance that it adds to the others'
} dado_rating_row;

typedef struct dado_rating_predictors {
    const char *question;
    int matches;            // rated ones
    dado_rating_row *rows;  // those that predict first, then by the size of the correlation
    int count;
} dado_rating_predictors;

// `ratings` has one value per match; DADO_NONE where it was not rated. Measures without a
// value in some rated match, or with the same value in all, are left out.
bool dado_rating_predictors_find(const double *ratings, int matches,
                                 const dado_rating_column *columns, int column_count, double level,
                                 dado_region *region, dado_rating_predictors *found,
                                 dado_error *err);
