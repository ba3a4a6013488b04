// contradictions.h - lists pairs of claims that exclude each other.
//
// Verdicts come from different measurements of the same game, and each may be right about
// what it measured. Two of them can still contradict each other when read together. This
// table lists such pairs by words that the claims contain. The first claim of a pair
// stays, because it is measured more directly.
#pragma once

#include "judge/verdicts_by_topic.h"

typedef struct dado_contradiction {
    const char *stays, *goes;  // words that the two claims contain
} dado_contradiction;

extern const dado_contradiction dado_contradictions[];  // the last entry has no words

// Finds the first pair of verdicts that exclude each other and sets their indexes.
// Returns NULL if there is none.
const dado_contradiction *dado_verdicts_find_contradiction(const dado_verdict *list, int count,
                                                           int *stays, int *goes);

// Removes the verdicts that are to be dropped. Returns how many are left; their order
// stays.
int dado_verdicts_drop_contradictions(dado_verdict *list, int count);
