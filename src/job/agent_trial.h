// agent_trial.h - plays a few matches with a player and collects what is wrong with it.
//
// The player sits in one seat, the others play at random. What the referee notes is
// counted by its subject, with an example, and explained in plain words.
#pragma once

#include "lab/game_source.h"
#include "lab/match.h"

enum { DADO_COMPLAINTS = 64, DADO_COMPLAINT_LENGTH = 480 };

typedef struct dado_complaint {
    char about[48];  // the subject: of a remark, "refused CODE", "strike REASON"
    char example[DADO_COMPLAINT_LENGTH];
    int decision;  // the decision before which the example was noted
    int count;
} dado_complaint;

typedef struct dado_agent_trial {
    double *seconds;  // thinking time of every question
    int questions, room;
    int matches, won, forfeited, stopped;
    char box[DADO_COMPLAINT_LENGTH];  // how a program is confined; or ""
    dado_complaint complaints[DADO_COMPLAINTS];
    int complaint_count;
} dado_agent_trial;

typedef struct dado_agent_trial_how {
    const dado_game *game;
    const dado_player *player;
    const dado_options *options;  // of the player
    int matches;                  // in the seat
    int move_limit;
    uint64_t seed;
    const atomic_int *stop;  // or NULL
    // Called before every match; or NULL.
    void *context;
    void (*progress)(void *context, int seat, int match);
    dado_region *region;
} dado_agent_trial_how;

// Plays the matches of one seat and adds what was seen. A stopped match does not count.
bool dado_agent_trial_play(dado_agent_trial *trial, const dado_agent_trial_how *how, int seat,
                           dado_error *err);
void dado_agent_trial_free(dado_agent_trial *trial);

// Explains the subject of a complaint to the author of a player.
const char *dado_complaint_meaning(const char *about);
bool dado_complaint_is_harmless(const char *about);
int dado_agent_trial_problems(const dado_agent_trial *trial);  // kinds of complaints with harm
