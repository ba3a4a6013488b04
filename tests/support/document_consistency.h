// document_consistency.h - what every figure, sentence and chart of every document keeps to.
#pragma once

#include "report/document.h"

// A figure lies in its interval; a share, and its interval, lie between none and all, and a share
// that was counted has an interval with a width; nothing is as small as a rounding error; a
// sentence ends, and says nothing of matches that last no rounds; whole numbers have whole ticks;
// a heat has a scale. False, and why.
bool dado_document_is_consistent(const dado_document *document, char *why, size_t room);
