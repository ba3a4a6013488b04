// questions_for_designer.h - what a description leaves open, or what seldom happens in play, as
// questions for its designer.
//
// Players who choose at random play matches. Where play stops, nobody has an option, players
// are equal at the end, a match does not end, or a rule is never, always or seldom used, a
// question names the clause and says what the description does there, and how often. What the
// check of the text warns of becomes a question, too.
#pragma once

#include "lab/rule_coverage.h"
#include "recycle/recycle.h"
#include "rulebook/rulebook.h"

typedef struct dado_question {
    const char *about;  // "stopped", "no_option", "tied", "endless", "never", "always", "seldom",
                        // "players", or the code of a warning
    int line;           // of the clause; 0: it is about the whole
    const char *words;
    int64_t matches;  // number of matches in which it happened; -1: not counted
} dado_question;

typedef struct dado_questions {
    const dado_question *items;
    int count;
    int64_t matches;  // number of matches played
} dado_questions;

// Collects the questions about a described game: the only instance of `plan`, whose players
// choose at random. `book` has its rules in words, `found` what the check of its text found. It
// uses `stop` and `progress` of `how`. Memory comes from `region`.
bool dado_questions_collect(const dado_plan *plan, const dado_rulebook *book,
                            const dado_recycle_diagnostics *found,
                            const dado_experiment_settings *how, dado_region *region,
                            dado_questions *questions, dado_error *err);
