// ailments.h - what can be wrong with a game so that a change could mend it, and how bad it is.
//
// Each is a finding's topic with the quantity that the finding rests on, read off matches. The
// value of a sample is a statistic of its matches, so that two samples on the same luck can be
// compared match by match.
#pragma once

#include "judge/checkup.h"

typedef struct dado_probe dado_probe;
typedef struct dado_ward dado_ward;

typedef struct dado_ailment {
    const char *topic;  // of the verdict
    const char *what;   // is measured, in words
    const char *measure;  // that it is read from; NULL: none alone
    dado_figure_kind kind;
    bool more;          // of it is better
    bool occurs;        // how often it is not 0 counts
    bool length;        // mending it may make matches shorter or longer
    bool thinks;        // it takes players who think a little
    int cost;           // of what is looked at besides: matches for each match
    double (*value)(const dado_probe *probe, const int32_t *places, int count);
    // Looks at as many matches of the game in other ways, and fills probe->extra. Or NULL.
    bool (*look)(const dado_ward *ward, const dado_source *game, uint64_t seed, dado_probe *probe,
                 dado_arena *arena, dado_error *err);
} dado_ailment;

struct dado_ward {  // what all samples of one ailment share
    const dado_ailment *ailment;
    const dado_symptom *finding;
    bool breaks;  // some matches of the game run into a rule that cannot be carried out
    dado_player everyone;     // who plays in every seat
    dado_player little, none;  // who thinks a little, and who does not
    dado_hope hoped_rounds, hoped_decisions;
    const dado_measures *measures;
    int column, decisions, rounds;  // of measures
    int clause, clauses;      // of a dead rule: its place among so many; -1: it is about no rule
    const char *clause_kind;
    int limit;
    const volatile sig_atomic_t *stop;
};

struct dado_probe {  // a sample of matches
    const dado_ward *ward;
    bool refused;        // it is no game to compare
    dado_frame frame;
    double *extra;       // a value a match, or DADO_NONE
    int64_t extra_count;
    dado_totals *totals;  // room to work in, as is the next
    double *room;
    dado_verdict verdicts[DADO_VERDICTS];
    int verdict_count;
};

// The ailment that a finding is of; NULL if it is no alarm, or cannot be measured so.
const dado_ailment *dado_ailment_of(const dado_symptom *finding);

// Fills in a ward for a finding, from the checkup it comes from.
bool dado_ward_open(dado_ward *ward, const dado_symptom *finding, const dado_checkup *checkup,
                    const dado_measures *measures, int limit, dado_arena *arena, dado_error *err);

// Plays so many matches of a game, all on this thread, and gives verdicts on them where `judged`.
// To be freed in any case. A game that cannot be opened, breaks or, where others do, does not end
// is refused.
void dado_probe_play(dado_probe *probe, const dado_ward *ward, const dado_source *game,
                     int64_t matches, uint64_t seed, bool judged);
void dado_probe_free(dado_probe *probe);
double dado_probe_value(const dado_probe *probe);  // DADO_NONE: there is none
double dado_probe_length(const dado_probe *probe);  // decisions a match, or else rounds

// What the change from one to the other did, match by match on the same luck.
bool dado_probe_effect(const dado_probe *before, const dado_probe *after, double level,
                       uint64_t seed, dado_interval *effect, dado_arena *arena, dado_error *err);
