// league_season.h - a league as a folder: its settings, its log, its submissions.
//
//     league.ini       the settings, which the organiser may change
//     league.db        the log (lab/league_store.h)
//     submissions/7    the files of submission 7, and the program that was built of them
//
// The folder is the league: it can be stopped at any moment, copied, moved and started
// again. Jobs and the server of the league share the functions below. The log is read and
// written under a lock, so several threads may play.
#pragma once

#include <pthread.h>

#include "arena/league.h"
#include "job/job_run.h"
#include "lab/file_archive.h"
#include "lab/game_source.h"

typedef struct dado_league_settings {
    const char *name;  // of the league
    const char *game;
    int64_t time_ms, memory_mb;  // of a player: processor time per turn, and memory
    int64_t build_seconds;
    int64_t moves;        // after so many a match is stopped
    int64_t pause_after;  // matches given up in a row, after which a submission sits out
    int64_t submissions_a_day;
} dado_league_settings;

typedef struct dado_league_season {
    const char *folder;
    dado_league_settings settings;
    dado_game_source source;
    dado_game game;
    dado_store *store;
    pthread_mutex_t lock;
    dado_region region;
    bool has_lock;
} dado_league_season;

// What a new league.ini says.
bool dado_league_write_settings(const char *folder, const char *name, const char *game,
                                const dado_options *options, dado_error *err);

// Opens a league. Must be closed in either case.
bool dado_league_season_open(dado_league_season *season, const char *folder, dado_error *err);
void dado_league_season_close(dado_league_season *season);

// Closes it at the end of a job that succeeded or failed; returns `fine`. The name of a
// file in the error outlives the season.
bool dado_league_season_end(dado_league_season *season, dado_job_run *job_run, bool fine);

// Reads the log as it is now.
bool dado_league_season_log(dado_league_season *season, dado_league_log *log, dado_region *region,
                            dado_error *err);

// Returns the number of the team of that name; -1, with the reason, if there is none.
int dado_league_season_team(const dado_league_log *log, const char *name, dado_error *err);

// ---- submissions

enum { DADO_SUBMISSION_FILES = 500, DADO_SUBMISSION_BYTES = 32 << 20 };

// Reads what a team wants to submit: an archive, a folder or a single file.
bool dado_league_read_files(dado_file_archive *files, const char *path, dado_region *region,
                            dado_error *err);
// The same for bytes that were sent under a name.
bool dado_league_read_bytes(dado_file_archive *files, const char *name, const unsigned char *bytes,
                            size_t size, dado_region *region, dado_error *err);

// Takes a submission in. Refuses one if the team has made too many since a day ago.
bool dado_league_submit(dado_league_season *season, int team, const dado_file_archive *files,
                        int *submission, dado_error *err);

// Builds a submission that waits, lets it play its trial, and writes down whether it is
// ready. Returns false if that could not be done; a submission that is refused returns
// true. If `stop` is raised it still waits.
bool dado_league_settle(dado_league_season *season, int submission, const atomic_int *stop,
                        dado_error *err);

// Finds the player of a submission that is ready, with the limits of the league.
bool dado_league_player(const dado_league_season *season, int submission, const char *typed,
                        dado_player *player, dado_region *region, dado_error *err);

// ---- matches

typedef struct dado_league_play_how {
    int threads;             // matches at once; 0: one per core
    const atomic_int *stop;  // or NULL
} dado_league_play_how;

// Plays what is left of the last round, or begins the next and plays that. `*whole` is
// whether the round is over.
bool dado_league_play_round(dado_league_season *season, const dado_league_play_how *how,
                            bool *whole, dado_error *err);
