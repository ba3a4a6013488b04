// classic_pattern_pair_scores.c - a copy of library/levels/classic.table inside the
// program, so that it works without the file. A test checks that both are equal.
#include "worlds/platform/pattern_score.h"

const char dado_score_table_classic[] =
    "# How well a pattern follows another, by their classes: the row is the left one.\n"
    "classes  enemy  pit  valley  former  reward\n"
    "enemy    0.1    1    1       2       1.5\n"
    "pit      1.9    0.1  1       1       1\n"
    "valley   1      1    0.1     0.1     1\n"
    "former   2      1    0.1     0.1     1\n"
    "reward   1      1    1       1       0.1\n"
    "\n"
    "# A pattern that fills more than this share of a genome, in percent, costs the\n"
    "# penalty for each of its copies.\n"
    "share    15\n"
    "penalty  2\n";
