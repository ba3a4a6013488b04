// job_run.h - one run of a job: the values of its parameters, and what it needs from outside.
//
// The caller fills it in: files and a store, or none; the number of threads; a flag that stops
// the job; callbacks for progress and for the document so far. A job gets everything from its
// job_run, so it runs the same at a terminal, behind a server and in a browser.
#pragma once

#include <signal.h>

#include "core/scope_cleanup.h"
#include "job/job.h"
#include "lab/experiment.h"
#include "lab/file.h"
#include "measure/expectations.h"
#include "report/document.h"

// Named files that are read and written instead of files on disk.
typedef struct dado_virtual_files {
    void *context;
    bool (*read)(void *context, const char *name, dado_region *region, const char **text,
                 dado_error *err);
    bool (*write)(void *context, const char *name, const char *bytes, size_t count,
                  dado_error *err);
} dado_virtual_files;

// What is called while the job runs, on the same thread. Each may be NULL.
typedef struct dado_job_callbacks {
    void *context;
    void (*progress)(void *context, const dado_progress *progress);
    void (*note)(void *context, const dado_note *note, const dado_player *who);  // from a referee
    void (*say)(void *context, const char *words);  // a message besides the answer
    // Progress that is not counted in matches: 3 of 500 "generations", and a few words.
    void (*work_progress)(void *context, int64_t done, int64_t all, const char *what,
                          const char *words);
    void (*answer)(void *context, const dado_document *so_far);
} dado_job_callbacks;

typedef struct dado_job_run {
    const dado_job *job;
    const dado_argument *given;  // in order; checked when the job runs
    int given_count;
    dado_region *region;                  // memory for the job, valid while it runs
    const dado_virtual_files *files;      // NULL: files on the disk
    const char *store;                    // default store; NULL: nothing is stored
    int threads;                          // default number; 0: one per core
    dado_cluster *cluster;                // processes that play together; NULL: only this one
    bool brief;                           // what only pages and programs read need not be computed
    const volatile sig_atomic_t *stop;    // or NULL
    const dado_job_callbacks *callbacks;  // or NULL
    // What stands before names of parameters: "--", or "" for callers that do not type flags.
    // Messages are written with dashes, which are removed if there is no flag_prefix.
    const char *flag_prefix;

    // The answer and the error of the run. A function that fails leaves the reason in `err` and
    // returns false or NULL. Optional attempts may leave `err` set.
    dado_document *answer;
    dado_error *err;

    dado_store *opened;  // opened by dado_job_run_open_store; closed when the job has run
    bool writes;         // results are stored in it

    // How the run went.
    bool is_usage_error;            // it failed because the request makes no sense
    bool kept;                      // it was stopped and stored, so --resume can continue it
    const char *stopped_where;      // "after 3 of 9 matches"; NULL: it was not stopped
    const char *source_with_error;  // the text that contains an error's place; or NULL
    uint64_t found[2];              // hashes of the first two games found; 0: none
} dado_job_run;

// Checks the values and runs the job. `err` may not be NULL.
bool dado_job_run_execute(dado_job_run *job_run, dado_document *answer, dado_error *err);

// Returns the given value, or the default, or NULL. If it is given more than once, the last one
// counts.
const char *dado_job_run_text(const dado_job_run *job_run, const char *name);
// Given by the caller, not the default.
bool dado_job_run_is_given(const dado_job_run *job_run, const char *name);
// 0 if there is no value
int64_t dado_job_run_int(const dado_job_run *job_run, const char *name);
uint64_t dado_job_run_seed(const dado_job_run *job_run);  // the value of --seed
double dado_job_run_real(const dado_job_run *job_run, const char *name);
int dado_job_run_choice_index(const dado_job_run *job_run, const char *name);  // index from 0
// For parameters that may be given more than once: how many values there are, and each of them.
int dado_job_run_arg_count(const dado_job_run *job_run, const char *name);
const char *dado_job_run_nth_arg(const dado_job_run *job_run, const char *name, int which);

// Returns true if a person typed the request. Then flags have dashes and seats count from 1.
bool dado_job_run_is_typed(const dado_job_run *job_run);
// Fails with a message that the request makes no sense.
bool dado_job_run_usage_error(dado_job_run *job_run, const char *format, ...) DADO_PRINTF(2, 3);
// Copies the file name of an error into the job_run's region, so that it outlives the file's
// text.
bool dado_job_run_keep_error_path(dado_job_run *job_run);
// Zeroed memory from the job_run's region, and a copy there. NULL, with the reason, if none is
// left.
void *dado_job_run_alloc(const dado_job_run *job_run, size_t count, size_t size);
const char *dado_job_run_copy(const dado_job_run *job_run, const char *text, size_t length);
const char *dado_job_run_copyf(const dado_job_run *job_run, const char *format, ...)
    DADO_PRINTF(2, 3);
#define dado_job_run_new(job_run, type, count) \
    ((type *)dado_job_run_alloc((job_run), (size_t)(count), sizeof(type)))
// Prints a line besides the answer, such as what was stored or written.
void dado_job_run_message(const dado_job_run *job_run, const char *format, ...) DADO_PRINTF(2, 3);
void dado_job_run_report_progress(const dado_job_run *job_run, int64_t done, int64_t all,
                                  const char *what, const char *format, ...) DADO_PRINTF(5, 6);
bool dado_job_run_is_stopped(const dado_job_run *job_run);
// Returns the same flag for players that think on this thread, or NULL.
const atomic_int *dado_job_run_stop_flag(const dado_job_run *job_run);
// Records where the run was stopped. What was done is kept if there is a store.
void dado_job_run_record_stop(dado_job_run *job_run, const char *format, ...) DADO_PRINTF(2, 3);

// The same for a plan, by the number of matches played.
void dado_job_run_record_match_stop(dado_job_run *job_run, const dado_results *results);
bool dado_job_run_can_resume(dado_job_run *job_run);  // false without a store

bool dado_job_run_read(dado_job_run *job_run, const char *name, const char **text);
// Reads a file by its name, or by its name in the library (see dado_library_find_file). The bytes
// are unchanged, with a zero behind the last. `path` gets where it was found. If `size` is NULL,
// the file must be text.
bool dado_job_run_read_file(dado_job_run *job_run, const char *name, const char *shelf,
                            const char *ending, const char **path, const char **bytes,
                            size_t *size);
// Returns the files given for this parameter, and the files with this ending in the given
// folders, ordered by name. Returns NULL, with the reason, if there is none.
const char *const *dado_job_run_expand_files(dado_job_run *job_run, const char *param,
                                             const char *ending, int *count);
bool dado_job_run_write(dado_job_run *job_run, const char *name, const char *bytes, size_t count);

bool dado_job_run_write_text(dado_job_run *job_run, const char *name, const dado_text *text);

// Returns the format that this choice or the ending of the output file names. Returns the default
// if the file has no ending or that of a text; NULL, with the reason, if there is no such format.
const char *dado_job_run_output_format(dado_job_run *job_run, const char *choice, const char *path,
                                       const char *usual);
// Writes the result to a file. Without a file, text becomes a part of the answer under this name,
// and binary data goes to standard output.
bool dado_job_run_output(dado_job_run *job_run, const char *path, const dado_text *made, bool bytes,
                         const char *name);

// Copies a file of the library to a new name. Programs stay executable.
bool dado_job_run_copy_shipped(dado_job_run *job_run, const char *from, const char *to);

// --- what jobs that play share ---

// Reads the options given by -D, in order.
bool dado_job_run_options(dado_job_run *job_run, dado_options *options);
bool dado_job_run_options_of(dado_job_run *job_run, const char *param, dado_options *options);
// Finds the game of that name with the options of -D. source_with_error gets its text if that has
// an error.
bool dado_job_run_find_game(dado_job_run *job_run, const char *name, dado_game_source *source);
bool dado_job_run_find_game_with(dado_job_run *job_run, const char *name,
                                 const dado_options *options,
                                 dado_game_source *source);  // with these options instead
bool dado_job_run_open_game(dado_job_run *job_run, const dado_game_source *source, dado_game *game);
// The same, opened once and shared by everybody who opens this source later.
bool dado_job_run_open_shared_game(dado_job_run *job_run, dado_game_source *source,
                                   dado_game *game);
// Opens the requested game with its luck listed if it can be, so that users need not ask for
// that.
bool dado_job_run_open_listed_game(dado_job_run *job_run, dado_game_source *source,
                                   dado_game *game);
// Reads who plays, by --agents and --seat, in a game with this many seats. In jobs without
// --agents all choose at random.
bool dado_job_run_lineup(dado_job_run *job_run, int players, dado_lineup *lineup);
// One game, one line-up and the plan to play them. The struct points into itself.
typedef struct dado_matchup {
    dado_game_source source;
    dado_game game;
    dado_lineup lineup;
    dado_plan plan;
} dado_matchup;
bool dado_job_run_matchup(dado_job_run *job_run, const char *command, dado_matchup *bout);
bool dado_job_run_allow_unsafe(dado_job_run *job_run, dado_player *player);  // by --unsafe
// Fills in what --matches, --seed, --limit, --keep and the metric options say, if the job has
// them.
void dado_job_run_fill_plan(const dado_job_run *job_run, dado_plan *plan);
// Reads a target from a file, or by its name in the library (see dado_library_find_file).
bool dado_job_run_read_expect(dado_job_run *job_run, const char *name, const char *shelf,
                              const dado_measures *measures, dado_expectations *expect);
// Opens the store of --store and --no-store, or of --journal if the job has that. Opens none if
// none is wanted.
bool dado_job_run_open_store(dado_job_run *job_run, dado_store_mode mode);
const char *dado_job_run_store_name(const dado_job_run *job_run);
// Reads --part: which part of how many; both are 0 if the whole is wanted. The store is that of
// --part-file.
bool dado_job_run_parse_part(dado_job_run *job_run, int *part, int *parts);
// Fills in the answer of a part: where it is stored, and how much of all `what` was done. Returns
// false, and adds nothing, if the whole is wanted.
bool dado_job_run_report_part(dado_job_run *job_run, int64_t done, int64_t all, const char *what,
                              bool stopped);
// Opens the store for reading and finds the run that `word` names; NULL or "last" names the
// latest.
bool dado_job_run_find_stored_run(dado_job_run *job_run, const char *word, int64_t *run);
int dado_job_run_threads(const dado_job_run *job_run);
// Fills in how to play: threads, store, part and callbacks as the job_run says. For jobs that
// call the lab themselves.
bool dado_job_run_experiment_how(dado_job_run *job_run, dado_experiment_settings *how);

// Runs a plan with the job_run's progress, store and stop flag. `block` may be NULL.
bool dado_job_run_experiment(dado_job_run *job_run, const dado_plan *plan, void *taker,
                             void (*block)(void *taker, const dado_block *block),
                             dado_results *results);
