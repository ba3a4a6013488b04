// finding_severity.h - findings that a change of the rules may fix, and how severe they
// are.
//
// Each entry links the topic of a finding to the quantity that the finding is based on,
// measured in matches. The value of a sample is a statistic of its matches, so two
// samples with the same random draws can be compared match by match.
#pragma once

#include "judge/doctor_checkup.h"

typedef struct dado_match_sample dado_match_sample;
typedef struct dado_fix_context dado_fix_context;

typedef struct dado_fixable_finding {
    const char *topic;  // topic of the verdict
    const char *what;   // what is measured, in words
    // Name of the measure it is read from; NULL if it needs more than one.
    const char *measure;
    dado_estimate_kind kind;
    bool more;      // a larger value is better
    bool occurs;    // the share of matches in which the measure is not 0 counts
    bool length;    // fixing it may make matches shorter or longer
    bool thinks;    // it needs agents that think a little
    int cost;       // additional matches played per match
    double enough;  // a value beyond this one is no better; 0: there is no such value
    double (*value)(const dado_match_sample *sample, const int32_t *places, int count);
    // Plays additional matches of the game and fills sample->extra; or NULL.
    bool (*look)(const dado_fix_context *fix_context, const dado_game_source *game, uint64_t seed,
                 dado_match_sample *sample, dado_region *region, dado_error *err);
} dado_fixable_finding;

struct dado_fix_context {  // data that all samples for one finding share
    const dado_fixable_finding *fixable_finding;
    const dado_symptom *finding;
    bool breaks;               // in some matches a rule cannot be carried out
    dado_player everyone;      // the player in every seat
    dado_player little, none;  // one player who thinks a little, one who does not
    dado_designer_range designed_rounds, designed_decisions;
    const dado_measures *measures;
    int column, decisions, rounds;  // indices: of the measure, of decisions, of rounds
    // Index of a dead rule, and the number of rules; -1 if it is not about a rule.
    int clause, clauses;
    const char *clause_kind;
    int limit;
    const volatile sig_atomic_t *stop;
};

struct dado_match_sample {  // a sample of matches
    const dado_fix_context *fix_context;
    bool refused;  // the game cannot be compared
    dado_data_frame frame;
    double *extra;  // one value per match, or DADO_NONE
    int64_t extra_count;
    dado_totals *totals;  // work space, as is `room`
    double *room;
    dado_verdict verdicts[DADO_VERDICTS];
    int verdict_count;
};

// Returns the entry for a finding; NULL if it is not an alarm or cannot be measured this
// way.
const dado_fixable_finding *dado_fixable_finding_of(const dado_symptom *finding);

// Fills in the context of a finding, from the checkup that it comes from.
bool dado_fix_context_open(dado_fix_context *fix_context, const dado_symptom *finding,
                           const dado_checkup *checkup, const dado_measures *measures, int limit,
                           dado_region *region, dado_error *err);

// Plays `matches` matches of a game on this thread and, if `judged`, computes verdicts on
// them. The caller frees the sample in any case. The sample is refused if the
// game cannot be opened, if a match does not end (unless that is the finding), or if a
// match breaks although none of the original game does.
void dado_match_sample_play(dado_match_sample *sample, const dado_fix_context *fix_context,
                            const dado_game_source *game, int64_t matches, uint64_t seed,
                            bool judged);
void dado_match_sample_free(dado_match_sample *sample);
// DADO_NONE if there is none.
double dado_match_sample_value(const dado_match_sample *sample);
// Returns the mean decisions per match, or the mean rounds if there are no decisions.
double dado_match_sample_length(const dado_match_sample *sample);

// Computes the effect of a change, match by match with the same random draws.
bool dado_match_sample_effect(const dado_match_sample *before, const dado_match_sample *after,
                              double level, uint64_t seed, dado_interval *effect,
                              dado_region *region, dado_error *err);
