// how_often_options_are_right.h - measures how often each option is right, and what it
// costs where it is wrong.
//
// Options are identified by their words. The options of an alternative with many values
// are also taken together. A decision is judged by what its chooser knows: values are
// averaged over what the chooser cannot know, with everybody playing on as recorded. In a
// sampled decision, an option is best only if every other one is worse beyond doubt, and
// it is worse only if the best one is better beyond doubt. All other options count as
// best together.
#pragma once

#include "judge/option_worth_recording_format.h"
#include "judge/verdicts_by_topic.h"

typedef struct dado_option_value {
    const char *name;
    bool whole;                           // all values of an alternative together
    double offered;                       // mean times per match
    int64_t decisions;                    // number of decisions examined
    dado_interval best, together, worse;  // shares of the decisions that offer it
    dado_interval gain;                   // this option minus the best other one
    bool cost_known;
    dado_interval cost;  // the best option minus this one, where this one is not best
    bool never_right;    // worse beyond doubt in every decision examined
    bool loses_at_once;  // and the share of the win after it is 0 in all of them
    // Set by judge/always_right_options.h: it is right wherever it is offered, and what
    // always taking it wins more than never taking it.
    bool always_right;
    dado_interval advantage;
} dado_option_value;

typedef struct dado_option_values {
    dado_option_value *options;
    int count;
    bool exact;
    const char *player;
    int64_t decisions;  // number of decisions examined
    bool more;          // there are more options than are listed
} dado_option_values;

enum { DADO_OPTION_VALUES = 400 };

bool dado_option_values_of(const dado_recording *recording, double level, dado_region *region,
                           dado_option_values *values, dado_error *err);

enum { DADO_OPTION_VERDICTS = 8, DADO_NEVER_RIGHT_DECISIONS = 200 };

int dado_option_verdicts(const dado_option_values *values,
                         dado_verdict verdicts[DADO_OPTION_VERDICTS]);
