// experiment.c - see experiment.h.
#define _POSIX_C_SOURCE 200809L
#include "lab/experiment.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/ends.h"
#include "lab/afield.h"
#include "lab/crew.h"
#include "lab/slot.h"

enum { commit_bytes = 8 << 20 };
// Seconds. Young runs commit more often, so that little is lost whenever they are killed.
static const double commit_every = 0.25, commit_share = 0.1, commit_least = 0.01;
static const double progress_every = 0.1;

typedef struct work {
    const dado_plan *plan;
    const dado_experiment_how *how;
    dado_results *results;
    dado_store *store;         // or NULL
    int block;                 // matches in one
    int64_t per_cell;          // blocks in a cell
    int64_t offset, stride;    // block i of this part is number offset + i * stride of the plan
    int64_t taken, all;        // blocks taken in by the conductor, and to be played
    int stored;                // measures that stored blocks have
    const int *from;           // which of them each of ours is, or -1; NULL where they are the same
    dado_slot *ring;
    dado_slot_wish wish;
    int ring_size;
    dado_desk *desks;  // of each hand
    int desk_count;
    atomic_int halt;   // leave what is being played
    dado_forge *forge;  // that makes native code of the game, or NULL
    int forging;        // for which instance it did, or tried to; -1 at first
    bool kept_only;     // and only looked for what was there
    dado_arena arena;   // of a block from elsewhere: the store, or another process
    struct {
        double started, committed, told;
    } clock;
    dado_error *err;
} work;

static int64_t number_of(const work *w, int64_t place)
{
    return w->offset + place * w->stride;
}

// What a block of the plan stands for.
static void locate(const work *w, int64_t number, dado_block *block)
{
    int64_t cell = number / w->per_cell, part = number % w->per_cell;
    block->instance = (int)(cell / w->plan->lineup_count);
    block->lineup = (int)(cell % w->plan->lineup_count);
    block->first = part * w->block;
    int64_t left = w->plan->matches - block->first;
    block->count = left < w->block ? (int)left : w->block;
}

static bool do_block(void *context, int64_t job, int place, int hand)
{
    work *w = context;
    dado_block where;
    locate(w, number_of(w, job), &where);
    return dado_slot_play(&w->ring[place], &w->desks[hand], &where, &w->wish, &w->halt);
}

// Who sits where at an open desk, with settings as understood.
static bool name_agents(dado_results *results, const dado_desk *desk, dado_error *err)
{
    int players = desk->game.players;
    dado_draft name = { 0 };
    bool fine = (results->agents = dado_new(&results->arena, const char *, players)) != NULL;
    for (int p = 0; fine && p < players; p++) {
        dado_text_clear(&name);
        dado_text_add(&name, desk->agents[p].kind->name);
        if (desk->agents[p].options[0]) dado_text_addf(&name, " %s", desk->agents[p].options);
        results->agents[p] = dado_arena_copy(&results->arena, dado_text_string(&name), name.length);
        fine = results->agents[p] && !name.cut;
    }
    return fine || dado_fail(err, DADO_LIMIT, "no memory left for the names of agents");
}

// Opens the first cell to learn what there is to measure, and who plays.
static bool survey(dado_results *results, const dado_plan *plan,
                   const volatile sig_atomic_t *told, dado_error *err)
{
    dado_desk desk;
    dado_desk_init(&desk, plan);
    desk.games = results->games;
    desk.heed.told = told;
    bool open = false, fine = false;
    for (int i = 0; i < plan->instance_count && !open; i++) {
        dado_error why = { 0 };
        open = dado_desk_open(&desk, i, 0, &why);
        if (!open && err && err->status == DADO_OK) *err = why;
    }
    if (open) {
        if (err) *err = (dado_error){ 0 };
        // Held as long as the results are.
        results->game = *dado_games_take(results->games, desk.instance, NULL);
        fine = dado_measures_of(&results->measures, &results->game, &results->arena, err) &&
               name_agents(results, &desk, err);
    }
    dado_desk_free(&desk);
    return fine;
}

bool dado_results_prepare(dado_results *results, const dado_plan *plan,
                          const volatile sig_atomic_t *told, dado_error *err)
{
    results->plan = plan;
    if (!dado_games_begin(&results->games, plan, err)) return false;
    results->cell_count = plan->instance_count * plan->lineup_count;
    results->all = plan->matches * results->cell_count;
    results->cells = dado_new(&results->arena, dado_cell, results->cell_count + 1);
    if (!results->cells) return dado_fail(err, DADO_LIMIT, "no memory left for so many cells");
    for (int i = 0; i < results->cell_count; i++) {
        results->cells[i].instance = i / plan->lineup_count;
        results->cells[i].lineup = i % plan->lineup_count;
        results->cells[i].broken_match = -1;
    }
    return survey(results, plan, told, err);
}

// Results outlive desks and slots, so what an error points at is kept with them.
static bool keep_error(dado_results *results, const dado_error *error, dado_error *kept,
                       dado_error *err)
{
    const char *source = error->place.source;
    *kept = *error;
    if (!source) return true;
    kept->place.source = dado_arena_copy(&results->arena, source, strlen(source));
    return kept->place.source || dado_fail(err, DADO_LIMIT, "no memory left for what went wrong");
}

// Adds a block to its cell. Blocks come in order.
static bool take_block(dado_results *results, const dado_block *block, const dado_sums *sums,
                       dado_error *err)
{
    dado_cell *cell = dado_results_cell(results, block->instance, block->lineup);
    results->matches += block->count;
    if (block->players == 0) {
        return keep_error(results, &block->error, &cell->error, err);
    }
    if (!cell->sums.totals && !dado_sums_init(&cell->sums, block->players, block->side,
                                              block->measures, &results->arena)) {
        return dado_fail(err, DADO_LIMIT, "no memory left for the results of a cell");
    }
    if (block->broken >= 0 && cell->broken_match < 0) {
        if (!keep_error(results, &block->error, &cell->broken, err)) return false;
        cell->broken_match = block->broken;
    }
    dado_sums_merge(&cell->sums, sums);
    return true;
}

// A block to those who wait for it, and then what referees said of it.
static void hand_on(const dado_results *results, const dado_experiment_how *how,
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

// A block from the store, summed as if it had just been played.
static bool load_block(void *context, int64_t number, const unsigned char *packed, size_t size,
                       dado_error *err)
{
    work *w = context;
    dado_arena *arena = &w->arena;
    // What is beyond a gap is to be played again.
    if (w->taken >= w->all || number != number_of(w, w->taken)) return true;
    dado_arena_rewind(arena, 0);
    dado_block block, where;
    if (!dado_block_unpack(&block, packed, size, arena, err)) return false;
    locate(w, number, &where);
    bool ours = block.instance == where.instance && block.lineup == where.lineup &&
                block.first == where.first && block.count == where.count &&
                (block.players == 0 || block.measures == w->stored);
    if (!ours) return dado_fail(err, DADO_SYNTAX, "a stored block is not where it should be");
    dado_sums sums = { 0 };
    bool room = !w->from ||
                dado_block_arrange(&block, w->from, w->results->measures.count, arena);
    if (room && block.players) {
        room = dado_sums_init(&sums, block.players, block.side, block.measures, arena);
        if (room) dado_sums_of_block(&sums, &block);
    }
    if (!room) return dado_fail(err, DADO_LIMIT, "no memory left to read stored results");
    if (!take_block(w->results, &block, &sums, err) ||
        !dado_store_notes(w->store, w->results->run, number, &block.notes, arena, err)) {
        return false;
    }
    hand_on(w->results, w->how, &block);
    w->results->found += block.count;
    w->taken++;
    return true;
}

static bool load_blocks(work *w)
{
    bool fine = dado_store_blocks(w->store, w->results->run, load_block, w, w->err);
    dado_arena_free(&w->arena);
    return fine;
}

// Where each of our measures stands among the stored ones, whose names are parted by blanks. What
// was measured then and is not now is left out; what is new has no value there.
static bool match_columns(work *w, const char *stored)
{
    const dado_measures *ours = &w->results->measures;
    int *from = dado_new(&w->results->arena, int, ours->count + 1);
    if (!from) return dado_fail(w->err, DADO_LIMIT, "no memory left for the names of measures");
    for (int i = 0; i < ours->count; i++) from[i] = -1;
    bool same = true;
    for (w->stored = 0; *stored; w->stored++) {
        size_t length = strcspn(stored, " ");
        const char *name = dado_arena_copy(&w->results->arena, stored, length);
        if (!name) return dado_fail(w->err, DADO_LIMIT, "no memory left for a measure's name");
        int i = dado_measures_find(ours, name);
        if (i >= 0) from[i] = w->stored;
        same = same && i == w->stored;
        stored += length + (stored[length] == ' ');
    }
    w->from = same && w->stored == ours->count ? NULL : from;
    return true;
}

// Goes on with a stored run, unless it was measured otherwise: its blocks have the same columns.
static bool go_on(work *w, int64_t run)
{
    dado_plan kept;
    dado_run about;
    int part, parts;
    size_t mark = dado_arena_mark(&w->results->arena);
    if (!dado_store_plan(w->store, run, &kept, &w->results->arena, w->err) ||
        !dado_store_run(w->store, run, &about, &w->results->arena, w->err) ||
        !match_columns(w, about.measures) ||
        !dado_store_part(w->store, run, &part, &parts, w->err)) {
        return false;
    }
    dado_arena_rewind(&w->results->arena, mark);
    if (w->from || part != w->how->part || parts != w->how->parts) return true;
    w->results->run = run;
    return load_blocks(w);
}

// Whether somebody plays of whom the plan does not say all there is: such runs are never the same.
static bool is_foreign(const dado_plan *plan)
{
    for (int i = 0; i < plan->lineup_count; i++) {
        for (int p = 0; p < plan->lineups[i].count; p++) {
            if (plan->lineups[i].players[p].kind->foreign) return true;
        }
    }
    return false;
}

// Finds the run to go on with, or begins one.
static bool begin_run(work *w)
{
    const dado_experiment_how *how = w->how;
    dado_results *results = w->results;
    if (!w->store) return true;
    bool reuse = how->reuse && !how->parts && !is_foreign(w->plan);
    if (how->resume || reuse) {
        int64_t run = 0;
        if (!dado_store_find(w->store, dado_plan_hash(w->plan), !how->resume, &run, w->err) ||
            (run && !go_on(w, run))) {
            return false;
        }
        if (results->run) return how->resume || dado_store_sign(w->store, results->run, w->err);
    }
    dado_draft names = { 0 };
    for (int i = 0; i < results->measures.count; i++) {
        dado_text_addf(&names, "%s%s", i ? " " : "", results->measures.items[i]->name);
    }
    if (names.cut) return dado_fail(w->err, DADO_LIMIT, "no memory left for names of measures");
    return dado_store_begin(w->store, w->plan, dado_text_string(&names), &results->run, w->err) &&
           (how->parts == 0 ||
            dado_store_part_set(w->store, results->run, how->part, how->parts, w->err));
}

static void tell(work *w, bool always)
{
    double time = dado_seconds();
    if (!w->how->progress || (!always && time - w->clock.told < progress_every)) return;
    w->clock.told = time;
    dado_progress progress = { .done = w->results->matches,
                               .all = w->results->all,
                               .found = w->results->found,
                               .seconds = time - w->clock.started };
    for (int i = 0; i < w->desk_count; i++) {
        progress.played += atomic_load_explicit(&w->desks[i].played, memory_order_relaxed);
        progress.stopped += atomic_load_explicit(&w->desks[i].stopped, memory_order_relaxed);
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
    return time - w->clock.committed >= due ||
           dado_store_waiting(w->store) >= commit_bytes;
}

// ---- what the conductor does with what was played

static bool take_whole(work *w, int64_t number, const dado_block *block, const dado_sums *sums,
                       const unsigned char *packed, size_t size)
{
    if (!take_block(w->results, block, sums, w->err) ||
        (w->store &&
         !dado_store_put(w->store, number, block->count, packed, size, block->notes, w->err))) {
        return false;
    }
    hand_on(w->results, w->how, block);
    w->taken++;
    return !commit_is_due(w) || commit(w, false);
}

static bool take_slot(void *context, int64_t job, int place)
{
    work *w = context;
    dado_slot *s = &w->ring[place];
    if (s->error.status != DADO_OK) {
        *w->err = s->error;
        return false;
    }
    return take_whole(w, number_of(w, job), &s->block, &s->sums, s->packed.bytes, s->packed.used);
}

// One piece of a block from afield. The slot puts together what came in several; one that came
// packed is kept in these bytes.
static bool take_piece(work *w, const dado_afield_piece *piece, const dado_block *block,
                       const unsigned char *packed, size_t size)
{
    dado_slot *s = &w->ring[0];
    dado_slot_wish wish = w->wish;
    wish.packed = wish.packed && !packed;
    if (dado_slot_join(s, block, piece->begins, &wish) && piece->ends) {
        dado_slot_close(s, &w->desks[0].packer, &wish);
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
    dado_unpacking in = { .bytes = bytes, .size = size };
    bool fine = true;
    while (fine && from < to) {
        dado_afield_piece piece = dado_afield_locate(w->plan, from, to);
        const unsigned char *packed;
        size_t packed_size;
        dado_block block;
        bool kept = w->store && piece.begins && piece.ends;
        dado_arena_rewind(&w->arena, 0);
        fine = dado_afield_read(&in, kept, &block, &packed, &packed_size, &w->arena, w->err) &&
               take_piece(w, &piece, &block, packed, packed_size);
        from += piece.where.count;
    }
    return fine;
}

static void leave_forge(work *w)
{
    if (!w->forge) return;
    dado_forge_end(w->forge);
    dado_games_give(w->results->games, w->forging);
    w->forge = NULL;
}

// Native code of the instance at hand: what is there already if that much is left to play, new
// where so much is left that compiling pays. It changes how soon results come and nothing else.
static void consider_native(work *w)
{
    static const double worth_loading = 0.3, worth_making = 8.0;  // seconds of one hand
    if (w->forge && dado_forge_look(w->forge, NULL) != DADO_FORGE_WORKS) leave_forge(w);
    int64_t played = w->results->matches - w->results->found;
    if (w->forge || w->how->native != DADO_NATIVE_AUTO || played < 1 || w->taken >= w->all) return;
    dado_block at;
    locate(w, number_of(w, w->taken), &at);
    if (w->forging == at.instance && !w->kept_only) return;
    int64_t left = (w->plan->lineup_count - at.lineup) * w->plan->matches - at.first;
    double rate = (dado_seconds() - w->clock.started) * w->desk_count / (double)played;
    bool make = rate * (double)left > worth_making;
    if ((!make && w->forging == at.instance) || rate * (double)left < worth_loading) return;
    w->forging = at.instance;
    w->kept_only = !make;
    const dado_game *game = dado_games_take(w->results->games, at.instance, NULL);
    if (game && game->rules->write_native) w->forge = dado_forge_begin(game, !make, NULL);
    if (!w->forge) dado_games_give(w->results->games, at.instance);
}

// Where native code was asked for, it is made before anything is played. The games stay held, as
// long as the results are: one that is closed has none any more.
static bool make_native(work *w)
{
    if (w->how->native != DADO_NATIVE_YES) return true;
    bool fine = true;
    for (int i = 0; fine && i < w->plan->instance_count; i++) {
        const dado_game *game = dado_games_take(w->results->games, i, NULL);
        if (game && game->rules->write_native) fine = dado_forge_now(game, w->how->stop, w->err);
    }
    return fine;
}

// Workers never look at the caller's flag, which a signal may write at any time.
static bool watch(void *context)
{
    work *w = context;
    tell(w, false);
    if (!w->how->fleet) consider_native(w);
    return !w->how->stop || !*w->how->stop;
}

static void clear_away(work *w)
{
    for (int i = 0; w->ring && i < w->ring_size; i++) dado_slot_free(&w->ring[i]);
    free(w->ring);
    for (int i = 0; w->desks && i < w->desk_count; i++) dado_desk_free(&w->desks[i]);
    free(w->desks);
    w->ring = NULL;
    w->desks = NULL;
    w->desk_count = 0;  // whoever tells how it went has no desks to look at any more
}

static bool lay(work *w, int hands, int places)
{
    w->ring_size = places ? places : 4 * hands + 16;
    w->ring = calloc((size_t)w->ring_size, sizeof *w->ring);
    w->desks = calloc((size_t)hands, sizeof *w->desks);
    if (!w->ring || !w->desks) {
        return dado_fail(w->err, DADO_LIMIT, "no memory left for results");
    }
    for (int i = 0; i < w->ring_size; i++) dado_slot_init(&w->ring[i]);
    w->wish = (dado_slot_wish){ .measures = &w->results->measures,
                                .room = w->block,
                                .summed = true,
                                .packed = w->store != NULL,
                                .moves = w->how->block && w->plan->keep_moves };
    for (w->desk_count = 0; w->desk_count < hands; w->desk_count++) {
        dado_desk_init(&w->desks[w->desk_count], w->plan);
        w->desks[w->desk_count].games = w->results->games;
    }
    return true;
}

static int hands_wanted(const work *w)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int64_t count = w->how->threads > 0 ? w->how->threads : cores > 0 ? cores : 1;
    return (int)(count < w->all - w->taken ? count : w->all - w->taken);
}

// On the calling thread, block by block.
static void play_alone(work *w, dado_stream *stream)
{
    for (; stream->next < stream->end; stream->next++) {
        if (!watch(w) || !do_block(w, stream->next, 0, 0) || !take_slot(w, stream->next, 0)) return;
    }
}

// With all processes of a fleet.
static bool play_afield(work *w)
{
    if (w->how->parts > 1) {
        return dado_fail(w->err, DADO_MEANING, "a part is played by one process, not by a fleet");
    }
    bool native = w->how->native != DADO_NATIVE_NO, stored = w->store != NULL;
    dado_fleet_job job = { .trade = &dado_trade_matches,
                           .order = dado_afield_order(w->plan, native, stored),
                           .from = w->results->matches,
                           .to = w->results->all,
                           .context = w,
                           .take = take_answer,
                           .watch = watch };
    bool fine = dado_fleet_run(w->how->fleet, &job, w->err);
    dado_arena_free(&w->arena);
    return fine;
}

static bool play_rest(work *w)
{
    DADO_ENDS(dado_crew_end) dado_crew *crew = NULL;
    bool afield = w->how->fleet && w->how->threads >= 0, alone = afield || w->how->threads < 0;
    if ((alone || dado_crew_open(&crew, hands_wanted(w), w->err)) &&
        lay(w, alone ? 1 : dado_crew_size(crew), alone ? 1 : 0)) {
        dado_stream stream = { w->taken, w->all, w->ring_size, w, do_block, take_slot, watch,
                               &w->halt };
        if (afield) play_afield(w);
        else if (alone) play_alone(w, &stream);
        else dado_crew_stream(crew, &stream, w->err);
        w->results->interrupted = w->taken < w->all;
    }
    leave_forge(w);
    clear_away(w);
    return w->err->status == DADO_OK;
}

static bool play_all(work *w)
{
    w->clock.started = w->clock.committed = w->clock.told = dado_seconds();
    bool fine = (w->taken == w->all || play_rest(w)) && commit(w, !w->results->interrupted);
    if (fine) tell(w, true);
    w->results->seconds = dado_seconds() - w->clock.started;
    return fine;
}

static bool sum_across(dado_results *results, dado_error *err)
{
    for (int c = 0; c < results->cell_count; c++) {
        dado_cell *cell = &results->cells[c];
        if (!cell->sums.totals) continue;
        cell->across = dado_new(&results->arena, double, results->measures.count + 1);
        if (!cell->across) return dado_fail(err, DADO_LIMIT, "no memory left for the measures");
        for (int m = 0; m < results->measures.count; m++) {
            bool asks = m < results->measures.metrics && dado_metrics[m]->across;
            cell->across[m] = asks ? dado_metrics[m]->across(cell->sums.totals) : DADO_NONE;
        }
    }
    return true;
}

// Opens what the plan is of, and counts its blocks.
static bool begin(work *w)
{
    if (!dado_results_prepare(w->results, w->plan, w->how->stop, w->err)) return false;
    w->block = dado_plan_block(w->plan);
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

bool dado_experiment_run(const dado_plan *plan, const dado_experiment_how *how,
                         dado_results *results, dado_error *err)
{
    dado_error why = { 0 };
    work w = { .plan = plan, .how = how, .results = results, .store = how->store, .forging = -1,
               .err = &why };
    *results = (dado_results){ 0 };
    bool fine = begin(&w) && begin_run(&w) && make_native(&w) && play_all(&w) &&
                sum_across(results, &why);
    if (!fine && err) *err = why;
    return fine;
}

bool dado_results_load(dado_store *store, int64_t run, const dado_experiment_how *how,
                       dado_results *results, dado_error *err)
{
    static const dado_experiment_how plain = { 0 };
    *results = (dado_results){ .run = run };
    dado_run about;
    dado_plan *plan = dado_new(&results->arena, dado_plan, 1);
    if (!plan) return dado_fail(err, DADO_LIMIT, "no memory left for a stored run");
    work w = { .plan = plan, .how = how ? how : &plain, .results = results, .store = store,
               .err = err };
    if (!dado_store_plan(store, run, plan, &results->arena, err) ||
        !dado_store_run(store, run, &about, &results->arena, err) || !begin(&w) ||
        !match_columns(&w, about.measures) || !load_blocks(&w)) {
        return false;
    }
    results->interrupted = w.taken < w.all;
    results->seconds = about.seconds;
    return sum_across(results, err);
}

void dado_results_free(dado_results *results)
{
    dado_games_end(results->games);
    results->games = NULL;
    dado_arena_free(&results->arena);
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
                            const volatile sig_atomic_t *stop, dado_desk *desk, dado_error *err)
{
    dado_desk_init(desk, plan);
    desk->record = true;
    desk->heed.told = stop;
    if (!dado_desk_open(desk, instance, lineup, err)) return false;
    return dado_desk_match(desk, match) ||
           dado_fail(err, DADO_LIMIT, "stopped while a match was played again");
}
