// errand.h - one time that a job is asked for: the values, and what it needs from outside.
//
// Whoever asks fills it in: files and a store, or none; how many threads; a flag that stops it; a
// watcher who hears of progress and may be shown the document so far. A job asks the errand and
// nobody else, so it runs the same at a terminal, behind a server and in a browser.
#pragma once

#include <signal.h>

#include "core/ends.h"
#include "job/job.h"
#include "lab/experiment.h"
#include "lab/file.h"
#include "measure/expect.h"
#include "report/document.h"

// Where named files are read from and written to, instead of the disk.
typedef struct dado_files {
    void *context;
    bool (*read)(void *context, const char *name, dado_arena *arena, const char **text,
                 dado_error *err);
    bool (*write)(void *context, const char *name, const char *bytes, size_t count,
                  dado_error *err);
} dado_files;

// Who hears what happens meanwhile, on the thread that runs the job; each may be NULL.
typedef struct dado_watcher {
    void *context;
    void (*progress)(void *context, const dado_progress *progress);
    void (*note)(void *context, const dado_note *note, const dado_player *who);  // of a referee
    void (*say)(void *context, const char *words);  // a line besides the answer
    // How far work is that is not counted in matches: 3 of 500 "generations", and a few words.
    void (*working)(void *context, int64_t done, int64_t all, const char *what, const char *words);
    void (*answer)(void *context, const dado_document *so_far);
} dado_watcher;

typedef struct dado_errand {
    const dado_job *job;
    const dado_given *given;  // in order; checked when it is run
    int given_count;
    dado_arena *arena;        // of the job's own, as long as it runs
    const dado_files *files;  // NULL: the disk
    const char *store;        // keeps results where none is named; NULL: nothing is kept
    int threads;              // where none are named; 0: one a core
    dado_fleet *fleet;          // the processes that play together; NULL: this one alone
    bool brief;               // what only pages and programs read need not be worked out
    const volatile sig_atomic_t *stop;  // or NULL
    const dado_watcher *watcher;        // or NULL
    // Before names of parameters: "--", or "" for those who do not type them. Complaints and words
    // besides the answer are written with dashes, which are left out where there is no mark.
    const char *mark;

    // What it finds, and why it cannot: both are there while it runs. What fails says why in
    // `err` and returns false, or NULL; what was tried and need not have been leaves it there.
    dado_document *answer;
    dado_error *err;

    dado_store *opened;  // by dado_errand_store; closed when the errand has been run
    bool writes;         // what is played is kept in it

    // What the job says of how it went.
    bool misused;        // it failed because what was asked makes no sense
    bool kept;           // stopped, and what is done was kept: --resume goes on from there
    const char *stopped_where;  // "after 3 of 9 matches"; NULL: it was not stopped
    const char *blamed;  // the text that an error's place is in; or NULL
    uint64_t found[2];   // hashes of the first games that were looked for; 0: none
} dado_errand;

// Checks the values, fills in who answers to what, and runs. `err` may not be NULL.
bool dado_errand_run(dado_errand *errand, dado_document *answer, dado_error *err);

// What was given, or what is usual; NULL where neither is. The last one given counts.
const char *dado_errand_text(const dado_errand *errand, const char *name);
bool dado_errand_given(const dado_errand *errand, const char *name);  // and not merely usual
int64_t dado_errand_whole(const dado_errand *errand, const char *name);  // 0 where there is none
double dado_errand_real(const dado_errand *errand, const char *name);
int dado_errand_choice(const dado_errand *errand, const char *name);  // its place, from 0
// Of those that may be given more than once: how many, and each.
int dado_errand_count(const dado_errand *errand, const char *name);
const char *dado_errand_nth(const dado_errand *errand, const char *name, int which);

// Fails because what was asked makes no sense.
bool dado_errand_misused(dado_errand *errand, const char *format, ...) DADO_PRINTF(2, 3);
// Keeps the name of the file an error is in, which dies with what was being read.
bool dado_errand_failed(dado_errand *errand);
// Memory of the errand's arena, zeroed, and a copy there; NULL, and why, where none is left.
void *dado_errand_take(const dado_errand *errand, size_t count, size_t size);
const char *dado_errand_copy(const dado_errand *errand, const char *text, size_t length);
const char *dado_errand_copyf(const dado_errand *errand, const char *format, ...) DADO_PRINTF(2, 3);
#define dado_errand_new(errand, type, count) \
    ((type *)dado_errand_take((errand), (size_t)(count), sizeof(type)))
// A line besides the answer: what was kept, what was written.
void dado_errand_say(const dado_errand *errand, const char *format, ...) DADO_PRINTF(2, 3);
void dado_errand_working(const dado_errand *errand, int64_t done, int64_t all, const char *what,
                         const char *format, ...) DADO_PRINTF(5, 6);
bool dado_errand_stopped(const dado_errand *errand);
// The same flag for players who think on this thread; or NULL.
const atomic_int *dado_errand_halt(const dado_errand *errand);
// Says where it was stopped: what is done is kept where a store is written to.
void dado_errand_stop_at(dado_errand *errand, const char *format, ...) DADO_PRINTF(2, 3);

// The same where so many matches of a plan were played.
void dado_errand_stop_matches(dado_errand *errand, const dado_results *results);
bool dado_errand_may_resume(dado_errand *errand);  // not without a store

bool dado_errand_read(dado_errand *errand, const char *name, const char **text);
// A file by its name, or by that of one in the library, see dado_library_file; as it is, zero bytes
// and all, with one behind the last. `path` is where it was found. With NULL for `size` it is text.
bool dado_errand_read_file(dado_errand *errand, const char *name, const char *shelf,
                           const char *ending, const char **path, const char **bytes, size_t *size);
// The files given under this name, and those with this ending in the folders given, in order of
// name. NULL, and why, where there is none.
const char *const *dado_errand_files(dado_errand *errand, const char *param, const char *ending,
                                     int *count);
bool dado_errand_write(dado_errand *errand, const char *name, const char *bytes, size_t count);

bool dado_errand_write_text(dado_errand *errand, const char *name, const dado_text *text);

// The form that this choice names, or the name of the file that is to be written; the usual where
// that is a text's, or has no ending. NULL, and why, where no form is called so.
const char *dado_errand_form(dado_errand *errand, const char *choice, const char *path,
                             const char *usual);
// What was made goes to a file, or, where none is named, is the answer itself: text under this
// name, and bytes that are none to standard output.
bool dado_errand_put(dado_errand *errand, const char *path, const dado_text *made, bool bytes,
                     const char *name);

// Writes a file of the library out under a name of its own; what is a program there is one here.
bool dado_errand_ship(dado_errand *errand, const char *from, const char *to);

// --- what jobs that play share ---

// The options given as -D, in order.
bool dado_errand_options(dado_errand *errand, dado_options *options);
bool dado_errand_options_of(dado_errand *errand, const char *param, dado_options *options);
// The game of that name, with -D. What is wrong with its text is blamed on it.
bool dado_errand_game(dado_errand *errand, const char *name, dado_source *source);
bool dado_errand_find(dado_errand *errand, const char *name, const dado_options *options,
                      dado_source *source);  // with these options instead
bool dado_errand_open(dado_errand *errand, const dado_source *source, dado_game *game);
// The same, once for everybody who opens that source later.
bool dado_errand_keep(dado_errand *errand, dado_source *source, dado_game *game);
// The game asked for, opened with its luck listed where it can be, so that one need not say so.
bool dado_errand_listed(dado_errand *errand, dado_source *source, dado_game *game);
// Who plays, by --agents and --seat, at a table of this many.
bool dado_errand_lineup(dado_errand *errand, int players, dado_lineup *lineup);
// One game and one line-up as they were given, and the plan to play them. It points into itself.
typedef struct dado_bout {
    dado_source source;
    dado_game game;
    dado_lineup lineup;
    dado_plan plan;
} dado_bout;
bool dado_errand_bout(dado_errand *errand, const char *command, dado_bout *bout);
bool dado_errand_trust(dado_errand *errand, dado_player *player);  // by --unsafe
// What --matches, --seed, --limit, --keep and those of metrics say, where the job has them.
void dado_errand_plan(const dado_errand *errand, dado_plan *plan);
// Expectations from a file, or by the name of one in the library: see dado_library_file.
bool dado_errand_expect(dado_errand *errand, const char *name, const char *shelf,
                        const dado_measures *measures, dado_expect *expect);
// Opens the store by --store and --no-store, or of --journal where the job has that; none where
// none is wanted.
bool dado_errand_store(dado_errand *errand, dado_store_mode mode);
const char *dado_errand_store_name(const dado_errand *errand);
// By --part: which part of how many, both 0 where the whole is wanted. The store is that of --out.
bool dado_errand_part(dado_errand *errand, int *part, int *parts);
// What a part answers: where it is, and how much of `what` was done of all there is. False where
// the whole is wanted, and nothing was said.
bool dado_errand_told_part(dado_errand *errand, int64_t done, int64_t all, const char *what,
                           bool stopped);
// Opens the store for reading, and finds the run that `word` names in it, the latest where that is
// NULL or "last".
bool dado_errand_run_named(dado_errand *errand, const char *word, int64_t *run);
int dado_errand_threads(const dado_errand *errand);
// How those play who ask the lab by themselves: threads, store, part, watcher as the errand says.
bool dado_errand_how(dado_errand *errand, dado_experiment_how *how);

// Runs a plan, watched, kept and stopped as the errand says; `block` may be NULL.
bool dado_errand_experiment(dado_errand *errand, const dado_plan *plan, void *taker,
                            void (*block)(void *taker, const dado_block *block),
                            dado_results *results);
