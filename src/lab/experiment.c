// experiment.c - see experiment.h.
#define _POSIX_C_SOURCE 200809L
#include "lab/experiment.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/fast_paths.h"
#include "core/scope_cleanup.h"
#include "lab/remote_matches.h"
#include "lab/worker_cpu_affinity.h"
#include "lab/thread_pool.h"
#include "lab/match_block_buffer.h"

enum { commit_bytes = 8 << 20 };
// Times in seconds. A run commits more often at its start, so that little is lost
// whenever it is killed.
static const double commit_every = 0.25, commit_share = 0.1, commit_least = 0.01;
static const double progress_every = 0.1;

typedef struct work {
    const dado_plan *plan;
    const dado_experiment_settings *how;
    dado_results *results;
    dado_store *store;       // or NULL
    int block;               // matches per block
    int64_t per_cell;        // blocks per cell
    int64_t offset, stride;  // block i of this part is block offset + i * stride of the plan
    int64_t taken, all;      // blocks taken in by the coordinator, and blocks to be played
    int stored;              // number of measures in stored blocks
    // for each of our measures its index among these, or -1; NULL if they are the same
    const int *from;
    dado_block_buffer *buffers;
    dado_block_request request;
    int buffer_count;
    dado_engine *first;  // the engine that opened the first cell, until a worker takes it; or NULL
    dado_engine **workers;  // one engine per worker
    int worker_count;
    bool own_cores;                   // every worker is bound to its share of the processors
    atomic_int halt;                  // set to stop all matches
    dado_native_build *native_build;  // builds native code of the game, or NULL
    int native_instance;  // the instance for which native code was made or tried; -1 at first
    bool kept_only;       // whether only existing native code was looked for
    dado_region region;   // for a block from the store or another process
    struct {
        double started, committed, told;
    } clock;
    dado_error *err;
} work;

static int64_t number_of(const work *w, int64_t place)
{
    return w->offset + place * w->stride;
}

// Finds the cell and the matches of a block of the plan.
static void locate(const work *w, int64_t number, dado_block *block)
{
    int64_t cell = number / w->per_cell, part = number % w->per_cell;
    block->instance = (int)(cell / w->plan->lineup_count);
    block->lineup = (int)(cell % w->plan->lineup_count);
    block->first = part * w->block;
    int64_t left = w->plan->matches - block->first;
    block->count = left < w->block ? (int)left : w->block;
}

static bool do_block(void *context, int64_t job, int place, int worker_number)
{
    work *w = context;
    dado_block where;
    locate(w, number_of(w, job), &where);
    if (w->own_cores) dado_thread_keep_to_share(worker_number, w->worker_count);
    // On the calling thread nobody could set `halt`, so the matches read the caller's flag.
    dado_stop_signal signal = { .told = w->how->stop };
    const atomic_int *halt = w->how->threads < 0 ? dado_stop_signal_flag(&signal) : &w->halt;
    return dado_block_buffer_play(&w->buffers[place], w->workers[worker_number], &where,
                                  &w->request, halt);
}

static bool name_agent(dado_results *results, int seat, const char *kind, const char *options)
{
    DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
    dado_text_add(&name, kind);
    if (options[0]) dado_text_addf(&name, " %s", options);
    results->agents[seat] =
        dado_region_copy(&results->region, dado_text_string(&name), name.length);
    return results->agents[seat] && !name.cut;
}

// Lists the players in the seats of an open engine, with their settings as understood.
static bool name_agents(dado_results *results, const dado_engine *worker, dado_error *err)
{
    int players = worker->game.players;
    bool fine = (results->agents = dado_new(&results->region, const char *, players)) != NULL;
    for (int p = 0; fine && p < players; p++) {
        const dado_agent *agent = &worker->agents[p];
        fine = name_agent(results, p, agent->kind->name, agent->options);
    }
    return fine || dado_fail(err, DADO_LIMIT, "no memory left for the names of agents");
}

// Lists the players of a line-up that must not be opened, because a stored plan names
// code from outside: every player keeps the name that was typed.
static bool name_stored_agents(dado_results *results, int players, const dado_lineup *lineup,
                               dado_error *err)
{
    bool fine = (results->agents = dado_new(&results->region, const char *, players)) != NULL;
    for (int p = 0; fine && p < players; p++) {
        const dado_player *player = dado_lineup_player(lineup, p < lineup->count ? p : 0);
        fine = name_agent(results, p, player->typed ? player->typed : player->kind->name, "");
    }
    return fine || dado_fail(err, DADO_LIMIT, "no memory left for the names of agents");
}

// Opens the first game of a stored plan, without opening players.
static bool open_first_stored_game(dado_results *results, const dado_plan *plan, dado_error *err)
{
    const dado_game *game = NULL;
    for (int i = 0; i < plan->instance_count && !game; i++) {
        dado_error why = { 0 };
        game = dado_game_cache_acquire(results->games, i, &why);
        if (!game) dado_game_cache_release(results->games, i);
        if (!game && err && err->status == DADO_OK) *err = why;
    }
    if (!game) return false;
    if (err) *err = (dado_error){ 0 };
    results->game = *game;  // held as long as the results
    return dado_measures_of(&results->measures, &results->game, &results->region, err) &&
           name_stored_agents(results, game->players, plan->lineups, err);
}

// Makes an engine that shares the games of the results; NULL without memory.
static dado_engine *new_engine(dado_results *results)
{
    dado_engine *engine = malloc(sizeof *engine);
    if (!engine) return NULL;
    dado_engine_init(engine, results->plan);
    engine->games = results->games;
    return engine;
}

static void free_engine(dado_engine *engine)
{
    if (engine) dado_engine_free(engine);
    free(engine);
}

// Opens the first cell. Its game has the measures, its players have their settings as
// they understood them, and a plan that cannot be opened fails before anything is stored.
static bool open_first_cell(dado_results *results, dado_engine *engine, dado_error *err)
{
    bool open = false;
    for (int i = 0; i < results->plan->instance_count && !open; i++) {
        dado_error why = { 0 };
        open = dado_engine_open(engine, i, 0, &why);
        if (!open && err && err->status == DADO_OK) *err = why;
    }
    if (!open) return false;
    if (err) *err = (dado_error){ 0 };
    // Held as long as the results.
    results->game = *dado_game_cache_acquire(results->games, engine->instance, NULL);
    return dado_measures_of(&results->measures, &results->game, &results->region, err) &&
           name_agents(results, engine, err);
}

bool dado_results_prepare(dado_results *results, const dado_plan *plan,
                          const volatile sig_atomic_t *told, dado_engine **first, dado_error *err)
{
    if (first) *first = NULL;
    results->plan = plan;
    if (!dado_game_cache_open(&results->games, plan, err)) return false;
    results->cell_count = plan->instance_count * plan->lineup_count;
    results->all = plan->matches * results->cell_count;
    results->cells = dado_new(&results->region, dado_cell, results->cell_count + 1);
    if (!results->cells) return dado_fail(err, DADO_LIMIT, "no memory left for so many cells");
    for (int i = 0; i < results->cell_count; i++) {
        results->cells[i].instance = i / plan->lineup_count;
        results->cells[i].lineup = i % plan->lineup_count;
        results->cells[i].broken_match = -1;
    }
    if (dado_plan_blocked_player(plan, 0)) return open_first_stored_game(results, plan, err);
    dado_engine *engine = new_engine(results);
    if (!engine) return dado_fail(err, DADO_LIMIT, "no memory left to open a game");
    engine->stop_signal.told = told;
    bool fine = open_first_cell(results, engine, err);
    if (fine && first) *first = engine;
    else free_engine(engine);
    return fine;
}

// Copies an error into the results, with the text it points to, since results outlive
// workers and buffers.
static bool keep_error(dado_results *results, const dado_error *error, dado_error *kept,
                       dado_error *err)
{
    const char *source = error->place.source;
    *kept = *error;
    if (!source) return true;
    kept->place.source = dado_region_copy(&results->region, source, strlen(source));
    return kept->place.source || dado_fail(err, DADO_LIMIT,
                                           "out of memory for an error "
                                           "message");
}

// Adds a block to its cell. Blocks come in order.
static bool take_block(dado_results *results, const dado_block *block, const dado_match_stats *sums,
                       dado_error *err)
{
    dado_cell *cell = dado_results_cell(results, block->instance, block->lineup);
    results->matches += block->count;
    if (block->players == 0) {
        return keep_error(results, &block->error, &cell->error, err);
    }
    if (!cell->sums.totals && !dado_match_stats_init(&cell->sums, block->players, block->side,
                                                     block->measures, &results->region)) {
        return dado_fail(err, DADO_LIMIT, "no memory left for the results of a cell");
    }
    if (block->broken >= 0 && cell->broken_match < 0) {
        if (!keep_error(results, &block->error, &cell->broken, err)) return false;
        cell->broken_match = block->broken;
    }
    dado_match_stats_merge(&cell->sums, sums);
    return true;
}

// Passes a block to the callbacks, and then the referees' notes on it.
static void pass_to_listeners(const dado_results *results, const dado_experiment_settings *how,
                              const dado_block *block)
{
    if (how->block) how->block(how->taker, block);
    if (!how->note) return;
    const dado_lineup *lineup = &results->plan->lineups[block->lineup];
    for (const char *lines = block->notes; *lines;) {
        dado_note note;
        lines = dado_note_read(lines, &note);
        bool seated = note.seat >= 0 && note.seat < block->players;
        if (seated) how->note(how->context, block, &note, dado_lineup_player(lineup, note.seat));
    }
}

// Loads a block from the store, and adds it up as if it had just been played.
static bool load_block(void *context, int64_t number, const unsigned char *packed, size_t size,
                       dado_error *err)
{
    work *w = context;
    dado_region *region = &w->region;
    // What comes after a gap is played again.
    if (w->taken >= w->all || number != number_of(w, w->taken)) return true;
    dado_region_rewind(region, 0);
    dado_block block, where;
    if (!dado_block_unpack(&block, packed, size, region, err)) return false;
    locate(w, number, &where);
    bool ours = block.instance == where.instance && block.lineup == where.lineup &&
                block.first == where.first && block.count == where.count &&
                (block.players == 0 || block.measures == w->stored);
    if (!ours)
        return dado_fail(err, DADO_SYNTAX,
                         "a stored block belongs to another place in "
                         "the plan: the store is damaged");
    dado_match_stats sums = { 0 };
    bool room =
        !w->from || dado_block_select_columns(&block, w->from, w->results->measures.count, region);
    if (room && block.players) {
        room = dado_match_stats_init(&sums, block.players, block.side, block.measures, region);
        if (room) dado_match_stats_of_block(&sums, &block);
    }
    if (!room) return dado_fail(err, DADO_LIMIT, "no memory left to read stored results");
    if (!take_block(w->results, &block, &sums, err) ||
        !dado_store_notes(w->store, w->results->run, number, &block.notes, region, err)) {
        return false;
    }
    pass_to_listeners(w->results, w->how, &block);
    w->results->found += block.count;
    w->taken++;
    return true;
}

static bool load_blocks(work *w)
{
    bool fine = dado_store_blocks(w->store, w->results->run, load_block, w, w->err);
    dado_region_free(&w->region);
    return fine;
}

// Finds the index of each of our measures among the stored ones, whose names are
// separated by blanks. Stored measures that no longer exist are left out; new ones have
// no value there.
static bool match_columns(work *w, const char *stored)
{
    const dado_measures *ours = &w->results->measures;
    int *from = dado_new(&w->results->region, int, ours->count + 1);
    if (!from) return dado_fail(w->err, DADO_LIMIT, "out of memory for the names of measures");
    for (int i = 0; i < ours->count; i++) from[i] = -1;
    bool same = true;
    for (w->stored = 0; *stored; w->stored++) {
        size_t length = strcspn(stored, " ");
        const char *name = dado_region_copy(&w->results->region, stored, length);
        if (!name) return dado_fail(w->err, DADO_LIMIT, "no memory left for a measure's name");
        int i = dado_measures_find(ours, name);
        if (i >= 0) from[i] = w->stored;
        same = same && i == w->stored;
        stored += length + (stored[length] == ' ');
    }
    w->from = same && w->stored == ours->count ? NULL : from;
    return true;
}

// Resumes a stored run, unless its blocks have other columns than ours.
static bool go_on(work *w, int64_t run)
{
    dado_plan kept;
    dado_run about;
    int part, parts;
    size_t mark = dado_region_mark(&w->results->region);
    if (!dado_store_plan(w->store, run, &kept, &w->results->region, w->err) ||
        !dado_store_run(w->store, run, &about, &w->results->region, w->err) ||
        !match_columns(w, about.measures) ||
        !dado_store_part(w->store, run, &part, &parts, w->err)) {
        return false;
    }
    dado_region_rewind(&w->results->region, mark);
    if (w->from || part != w->how->part || parts != w->how->parts) return true;
    w->results->run = run;
    return load_blocks(w);
}

// Returns whether a player's behaviour is not fully determined by the plan; such runs are
// never treated as the same.
static bool is_foreign(const dado_plan *plan)
{
    for (int i = 0; i < plan->lineup_count; i++) {
        for (int p = 0; p < plan->lineups[i].count; p++) {
            if (plan->lineups[i].players[p].kind->foreign) return true;
        }
    }
    return false;
}

// Finds the run to resume, or begins a new one.
static bool begin_run(work *w)
{
    const dado_experiment_settings *how = w->how;
    dado_results *results = w->results;
    if (!w->store) return true;
    bool reuse = how->reuse && !how->parts && !is_foreign(w->plan);
    if (how->resume || reuse) {
        int64_t run = 0;
        if (!dado_store_find(w->store, dado_plan_hash(w->plan), !how->resume, &run, w->err) ||
            (run && !go_on(w, run))) {
            return false;
        }
        if (results->run)
            return how->resume || dado_store_mark_latest(w->store, results->run, w->err);
    }
    DADO_CLEANUP(dado_text_free) dado_text names = { 0 };
    for (int i = 0; i < results->measures.count; i++) {
        dado_text_addf(&names, "%s%s", i ? " " : "", results->measures.items[i]->name);
    }
    if (names.cut) return dado_fail(w->err, DADO_LIMIT, "no memory left for names of measures");
    return dado_store_begin(w->store, w->plan, dado_text_string(&names), &results->run, w->err) &&
           (how->parts == 0 ||
            dado_store_part_set(w->store, results->run, how->part, how->parts, w->err));
}

static void report_progress(work *w, bool always)
{
    double time = dado_seconds();
    if (!w->how->progress || (!always && time - w->clock.told < progress_every)) return;
    w->clock.told = time;
    dado_progress progress = { .done = w->results->matches,
                               .all = w->results->all,
                               .found = w->results->found,
                               .seconds = time - w->clock.started };
    for (int i = 0; i < w->worker_count; i++) {
        progress.played += atomic_load_explicit(&w->workers[i]->played, memory_order_relaxed);
        progress.stopped += atomic_load_explicit(&w->workers[i]->stopped, memory_order_relaxed);
    }
    w->how->progress(w->how->context, &progress);
}

static bool commit(work *w, bool finished)
{
    if (!w->store) return true;
    double time = dado_seconds(), more = time - w->clock.committed;
    w->clock.committed = time;
    return dado_store_commit(w->store, w->results->run, more, finished, w->err);
}

static bool commit_is_due(const work *w)
{
    if (!w->store) return false;
    double time = dado_seconds(), due = (time - w->clock.started) * commit_share;
    due = due < commit_least ? commit_least : due > commit_every ? commit_every : due;
    return time - w->clock.committed >= due || dado_store_pending_bytes(w->store) >= commit_bytes;
}

// ---- what the coordinator does with blocks that were played

static bool take_whole(work *w, int64_t number, const dado_block *block,
                       const dado_match_stats *sums, const unsigned char *packed, size_t size)
{
    if (!take_block(w->results, block, sums, w->err) ||
        (w->store &&
         !dado_store_put(w->store, number, block->count, packed, size, block->notes, w->err))) {
        return false;
    }
    pass_to_listeners(w->results, w->how, block);
    w->taken++;
    return !commit_is_due(w) || commit(w, false);
}

static bool take_buffer(void *context, int64_t job, int place)
{
    work *w = context;
    dado_block_buffer *s = &w->buffers[place];
    if (s->error.status != DADO_OK) {
        *w->err = s->error;
        return false;
    }
    return take_whole(w, number_of(w, job), &s->block, &s->sums, s->packed.bytes, s->packed.used);
}

// Takes one piece of a block from another process. The buffer joins the pieces of a
// block; a block that came in one packed piece is stored as it is.
static bool take_piece(work *w, const dado_remote_matches_piece *piece, const dado_block *block,
                       const unsigned char *packed, size_t size)
{
    dado_block_buffer *s = &w->buffers[0];
    dado_block_request request = w->request;
    request.packed = request.packed && !packed;
    if (dado_block_buffer_append(s, block, piece->begins, &request) && piece->ends) {
        dado_block_buffer_finish(s, &w->workers[0]->packer, &request);
    }
    if (s->error.status != DADO_OK) {
        *w->err = s->error;
        return false;
    }
    if (!piece->ends) return true;
    return take_whole(w, piece->block, &s->block, &s->sums, packed ? packed : s->packed.bytes,
                      packed ? size : s->packed.used);
}

static bool take_answer(void *context, int64_t from, int64_t to, const unsigned char *bytes,
                        size_t size)
{
    work *w = context;
    dado_byte_reader in = { .bytes = bytes, .size = size };
    bool fine = true;
    while (fine && from < to) {
        dado_remote_matches_piece piece = dado_remote_matches_locate(w->plan, from, to);
        const unsigned char *packed;
        size_t packed_size;
        dado_block block;
        bool kept = w->store && piece.begins && piece.ends;
        dado_region_rewind(&w->region, 0);
        fine = dado_remote_matches_read(&in, kept, &block, &packed, &packed_size, &w->region,
                                        w->err) &&
               take_piece(w, &piece, &block, packed, packed_size);
        from += piece.where.count;
    }
    return fine;
}

static void end_native_build(work *w)
{
    if (!w->native_build) return;
    dado_native_build_end(w->native_build);
    dado_game_cache_release(w->results->games, w->native_instance);
    w->native_build = NULL;
}

// Decides on native code for the current instance: existing code is loaded if enough
// matches are left, and new code is compiled if so many are left that compiling pays. It
// changes only how fast results come.
static void consider_native(work *w)
{
    static const double worth_loading = 0.3, worth_making = 8.0;  // seconds of one worker
    if (w->native_build &&
        dado_native_build_poll(w->native_build, NULL) != DADO_NATIVE_BUILD_RUNNING)
        end_native_build(w);
    int64_t played = w->results->matches - w->results->found;
    if (w->native_build || w->how->native != DADO_NATIVE_AUTO || played < 1 || w->taken >= w->all)
        return;
    dado_block at;
    locate(w, number_of(w, w->taken), &at);
    if (w->native_instance == at.instance && !w->kept_only) return;
    int64_t left = (w->plan->lineup_count - at.lineup) * w->plan->matches - at.first;
    double rate = (dado_seconds() - w->clock.started) * w->worker_count / (double)played;
    bool make = rate * (double)left > worth_making;
    if ((!make && w->native_instance == at.instance) || rate * (double)left < worth_loading) return;
    w->native_instance = at.instance;
    w->kept_only = !make;
    const dado_game *game = dado_game_cache_acquire(w->results->games, at.instance, NULL);
    if (game && dado_fast_path(game, write_native))
        w->native_build = dado_native_build_begin(game, !make, NULL);
    if (!w->native_build) dado_game_cache_release(w->results->games, at.instance);
}

// Makes native code before anything is played, if the user asked for it. The games stay
// open as long as the results, since a closed game loses its native code.
static bool make_native(work *w)
{
    if (w->how->native != DADO_NATIVE_YES) return true;
    bool fine = true;
    for (int i = 0; fine && i < w->plan->instance_count; i++) {
        const dado_game *game = dado_game_cache_acquire(w->results->games, i, NULL);
        if (game && dado_fast_path(game, write_native))
            fine = dado_native_build_now(game, w->how->stop, w->err);
    }
    return fine;
}

// Reports progress, and returns false once the caller wants to stop. Workers never read
// the caller's flag, which a signal may write at any time.
static bool watch(void *context)
{
    work *w = context;
    report_progress(w, false);
    if (!w->how->cluster) consider_native(w);
    if (w->how->enough && w->how->enough(w->how->taker)) return false;
    return !w->how->stop || !*w->how->stop;
}

static void free_buffers(work *w)
{
    for (int i = 0; w->buffers && i < w->buffer_count; i++) dado_block_buffer_free(&w->buffers[i]);
    free(w->buffers);
    for (int i = 0; w->workers && i < w->worker_count; i++) free_engine(w->workers[i]);
    free(w->workers);
    w->buffers = NULL;
    w->workers = NULL;
    w->worker_count = 0;  // callbacks must not look at the workers any more
}

// Returns the engine with the first cell for the first worker, so that its players are opened only
// once; NULL if there is none to give. The players of a cluster play elsewhere.
static dado_engine *take_first_engine(work *w)
{
    dado_engine *engine = w->first;
    bool elsewhere = w->how->cluster && w->how->threads >= 0;
    if (!engine || elsewhere) return NULL;
    w->first = NULL;
    // Another thread plays now: it reads the flag of the workers, and never the caller's.
    if (w->how->threads >= 0) dado_engine_stop_by(engine, &w->halt);
    return engine;
}

static bool allocate_buffers(work *w, int worker_total, int places)
{
    w->buffer_count = places ? places : 4 * worker_total + 16;
    w->buffers = calloc((size_t)w->buffer_count, sizeof *w->buffers);
    w->workers = calloc((size_t)worker_total, sizeof *w->workers);
    if (!w->buffers || !w->workers) {
        return dado_fail(w->err, DADO_LIMIT, "no memory left for results");
    }
    for (int i = 0; i < w->buffer_count; i++) dado_block_buffer_init(&w->buffers[i]);
    w->request = (dado_block_request){ .measures = &w->results->measures,
                                       .room = w->block,
                                       .summed = true,
                                       .packed = w->store != NULL,
                                       .moves = w->how->block && w->plan->keep_moves };
    // An outside player may use all processors that it is given.
    w->own_cores = is_foreign(w->plan);
    for (w->worker_count = 0; w->worker_count < worker_total; w->worker_count++) {
        dado_engine *engine = w->worker_count == 0 ? take_first_engine(w) : NULL;
        if (!engine) engine = new_engine(w->results);
        if (!engine) return dado_fail(w->err, DADO_LIMIT, "no memory left for a worker");
        w->workers[w->worker_count] = engine;
    }
    return true;
}

static int workers_wanted(const work *w)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int64_t count = w->how->threads > 0 ? w->how->threads : cores > 0 ? cores : 1;
    return (int)(count < w->all - w->taken ? count : w->all - w->taken);
}

// Plays on the calling thread, block by block.
static void play_alone(work *w, dado_job_stream *stream)
{
    for (; stream->next < stream->end; stream->next++) {
        if (!watch(w) || !do_block(w, stream->next, 0, 0) || !take_buffer(w, stream->next, 0))
            return;
    }
}

// Plays with all processes of a cluster.
static bool play_on_cluster(work *w)
{
    if (w->how->parts > 1) {
        return dado_fail(w->err, DADO_INVALID,
                         "a part of a plan is played by one process; "
                         "leave out the cluster, or the part");
    }
    bool native = w->how->native != DADO_NATIVE_NO, stored = w->store != NULL;
    dado_cluster_job job = { .task = &dado_remote_task_matches,
                             .order = dado_remote_matches_request(w->plan, native, stored),
                             .from = w->results->matches,
                             .to = w->results->all,
                             .context = w,
                             .take = take_answer,
                             .watch = watch };
    bool fine = dado_cluster_run(w->how->cluster, &job, w->err);
    dado_region_free(&w->region);
    return fine;
}

static bool play_rest(work *w)
{
    DADO_CLEANUP(dado_thread_pool_cleanup) dado_thread_pool *pool = NULL;
    bool afield = w->how->cluster && w->how->threads >= 0, alone = afield || w->how->threads < 0;
    if ((alone || dado_thread_pool_open(&pool, workers_wanted(w), w->err)) &&
        allocate_buffers(w, alone ? 1 : dado_thread_pool_size(pool), alone ? 1 : 0)) {
        dado_job_stream stream = { w->taken, w->all,      w->buffer_count, w,
                                   do_block, take_buffer, watch,           &w->halt };
        if (afield) play_on_cluster(w);
        else if (alone) play_alone(w, &stream);
        else dado_thread_pool_stream(pool, &stream, w->err);
        w->results->interrupted = w->taken < w->all;
    }
    end_native_build(w);
    free_buffers(w);
    return w->err->status == DADO_OK;
}

static bool play_all(work *w)
{
    w->clock.started = w->clock.committed = w->clock.told = dado_seconds();
    bool fine = (w->taken == w->all || play_rest(w)) && commit(w, !w->results->interrupted);
    if (fine) report_progress(w, true);
    w->results->seconds = dado_seconds() - w->clock.started;
    return fine;
}

static bool sum_across(dado_results *results, dado_error *err)
{
    for (int c = 0; c < results->cell_count; c++) {
        dado_cell *cell = &results->cells[c];
        if (!cell->sums.totals) continue;
        cell->across = dado_new(&results->region, double, results->measures.count + 1);
        if (!cell->across) return dado_fail(err, DADO_LIMIT, "no memory left for the measures");
        for (int m = 0; m < results->measures.count; m++) {
            bool asks = m < results->measures.metrics && dado_metrics[m]->across;
            cell->across[m] = asks ? dado_metrics[m]->across(cell->sums.totals) : DADO_NONE;
        }
    }
    return true;
}

static void close_first_engine(work *w)
{
    free_engine(w->first);
    w->first = NULL;
}

// Opens the games of the plan, and counts its blocks.
static bool begin(work *w)
{
    if (!dado_results_prepare(w->results, w->plan, w->how->stop, &w->first, w->err)) return false;
    // Outside players are started by the workers, each on its own processors.
    if (is_foreign(w->plan)) close_first_engine(w);
    w->block = dado_plan_block_size(w->plan);
    w->per_cell = (w->plan->matches + w->block - 1) / w->block;
    int64_t blocks = w->per_cell * w->results->cell_count;
    bool parted = w->how->parts > 1;
    w->stride = parted ? w->how->parts : 1;
    w->offset = parted ? w->how->part - 1 : 0;
    w->all = blocks > w->offset ? (blocks - w->offset + w->stride - 1) / w->stride : 0;
    if (!parted) return true;
    w->results->all = 0;
    for (int64_t i = 0; i < w->all; i++) {
        dado_block block;
        locate(w, number_of(w, i), &block);
        w->results->all += block.count;
    }
    return true;
}

bool dado_experiment_run(const dado_plan *plan, const dado_experiment_settings *how,
                         dado_results *results, dado_error *err)
{
    dado_error why = { 0 };
    work w = { .plan = plan,
               .how = how,
               .results = results,
               .store = how->store,
               .native_instance = -1,
               .err = &why };
    *results = (dado_results){ 0 };
    bool fine =
        begin(&w) && begin_run(&w) && make_native(&w) && play_all(&w) && sum_across(results, &why);
    close_first_engine(&w);
    if (!fine && err) *err = why;
    return fine;
}

bool dado_results_load(dado_store *store, int64_t run, const dado_experiment_settings *how,
                       dado_results *results, dado_error *err)
{
    static const dado_experiment_settings plain = { 0 };
    *results = (dado_results){ .run = run, .store = store };
    dado_run about;
    dado_plan *plan = dado_new(&results->region, dado_plan, 1);
    if (!plan) return dado_fail(err, DADO_LIMIT, "no memory left for a stored run");
    work w = {
        .plan = plan, .how = how ? how : &plain, .results = results, .store = store, .err = err
    };
    bool fine = dado_store_plan(store, run, plan, &results->region, err) &&
                dado_store_run(store, run, &about, &results->region, err) && begin(&w) &&
                match_columns(&w, about.measures) && load_blocks(&w);
    close_first_engine(&w);
    if (!fine) return false;
    results->interrupted = w.taken < w.all;
    results->seconds = about.seconds;
    return sum_across(results, err);
}

void dado_results_free(dado_results *results)
{
    dado_game_cache_close(results->games);
    results->games = NULL;
    dado_region_free(&results->region);
}

double dado_cell_value(const dado_results *results, const dado_cell *cell, int measure)
{
    if (!cell->sums.totals) return DADO_NONE;
    bool across = measure < results->measures.metrics && dado_metrics[measure]->across;
    if (across) return cell->across ? cell->across[measure] : DADO_NONE;
    const dado_moments *m = &cell->sums.values[measure];
    return m->count ? m->mean : DADO_NONE;
}

bool dado_experiment_replay(const dado_plan *plan, int instance, int lineup, int64_t match,
                            const volatile sig_atomic_t *stop, dado_engine *worker, dado_error *err)
{
    dado_engine_init(worker, plan);
    worker->record = true;
    worker->stop_signal.told = stop;
    if (!dado_engine_open(worker, instance, lineup, err)) return false;
    return dado_engine_match(worker, match) ||
           dado_fail(err, DADO_LIMIT, "stopped on request while a match was replayed");
}
