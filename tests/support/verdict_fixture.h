// verdict_fixture.h - what is said of a game, for tests of sentences.
#pragma once

#include "judge/doctor_checkup.h"

typedef struct dado_verdict_fixture {
    dado_region region;
    dado_verdict said[DADO_SYMPTOMS];
    int count;
    dado_checkup checkup;  // of the doctor
    dado_findings found;   // of sim
} dado_verdict_fixture;

// A group of tests enters the room and leaves it; games opened meanwhile stay in it.
extern dado_region dado_verdict_fixture_memory;
int dado_verdict_fixture_setup(void **state);
int dado_verdict_fixture_teardown(void **state);
const dado_game_source *dado_verdict_fixture_game(const char *name);   // as typed
const dado_game_source *dado_verdict_fixture_text(const char *rules);  // of a description

// What `dado sim` says of so many matches; `limit` 0 is the lab's.
void dado_verdict_fixture_sim(dado_verdict_fixture *verdict_fixture, const dado_game_source *game,
                              const char *players, int64_t matches, uint64_t seed, int limit);

// What `dado doctor` says.
void dado_verdict_fixture_doctor(dado_verdict_fixture *verdict_fixture,
                                 const dado_game_source *game, dado_effort effort, uint64_t seed);
void dado_verdict_fixture_close(dado_verdict_fixture *verdict_fixture);

// The first verdict about a topic, or NULL; and the first whose claim contains the words.
const dado_verdict *dado_verdict_fixture_about(const dado_verdict_fixture *verdict_fixture,
                                               const char *topic);
const dado_verdict *dado_verdict_fixture_claiming(const dado_verdict_fixture *verdict_fixture,
                                                  const char *words);
