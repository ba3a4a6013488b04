// recording_effort.h - sets how much is recorded for questions about options or chances,
// by effort.
#pragma once

#include "judge/option_worth_recorder.h"

// Sets everything except the plan, for quick, normal or long effort; `matches` is set to
// the number of matches to record. Questions that can share a recording get the same
// settings.
dado_recorder_config dado_recording_effort(int effort, int64_t *matches);
