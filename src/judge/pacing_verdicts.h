// pacing_verdicts.h - says what the pace of a game means. docs/reference/pacing.md gives
// every limit that is used here, with its reason.
#pragma once

#include "judge/pacing.h"
#include "judge/verdicts_by_topic.h"

enum { DADO_PACING_VERDICTS = 12 };

int dado_pacing_verdicts(const dado_pacing *pacing, dado_verdict verdicts[DADO_PACING_VERDICTS]);
