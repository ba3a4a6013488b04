// court.h - what is said of a game, for tests of sentences.
#pragma once

#include "judge/checkup.h"

typedef struct dado_court {
    dado_arena arena;
    dado_verdict said[DADO_SYMPTOMS];
    int count;
    dado_checkup checkup;  // of the doctor
    dado_findings found;   // of sim
} dado_court;

// A group of tests enters the room and leaves it; games opened meanwhile stay in it.
extern dado_arena dado_court_room;
int dado_court_enter(void **state);
int dado_court_leave(void **state);
const dado_source *dado_court_game(const char *name);   // as typed
const dado_source *dado_court_text(const char *rules);  // of a description

// What `dado sim` says of so many matches; `limit` 0 is the lab's.
void dado_court_sim(dado_court *court, const dado_source *game, const char *players,
                    int64_t matches, uint64_t seed, int limit);

// What `dado doctor` says.
void dado_court_doctor(dado_court *court, const dado_source *game, dado_effort effort,
                       uint64_t seed);
void dado_court_close(dado_court *court);

// The first verdict about a topic, or NULL; and the first whose claim contains the words.
const dado_verdict *dado_court_about(const dado_court *court, const char *topic);
const dado_verdict *dado_court_says(const dado_court *court, const char *words);
