// match_sums.c - see match_sums.h.
#include "lab/match_sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/fast_paths.h"
#include "core/scope_cleanup.h"
#include "lab/compute_device.h"
#include "lab/engine.h"
#include "lab/native_compiler.h"
#include "lab/thread_pool.h"
#include "measure/special_functions.h"

enum {
    chunk = 4096,             // matches of one job of a thread
    tested = 256,             // matches of the self-test of a device
    fewest = 1 << 14,         // matches of the first launch
    most_launched = 1 << 27,  // sums of so many matches fit 64 bits
    most_given_up = 1 << 16,
    most_unit_players = 8,
};

typedef int unit_sums_function(uint64_t chance_key, uint64_t seat_key, uint64_t first,
                               uint32_t count, int32_t limit, int32_t *rows, int32_t room,
                               const double *tables, uint64_t *sums, uint32_t *given_up);

// What one thread plays with.
typedef struct worker {
    dado_engine engine;
    bool open;
    int32_t *rows;
    uint64_t *sums;
    uint32_t *given_up;
} worker;

typedef struct match_counter {
    dado_plan plan;  // the same, with the six metrics only
    const dado_match_sums_settings *how;
    dado_match_sums *sums;
    dado_thread_pool *pool;
    worker *workers;
    int worker_count;
    dado_unit_plan unit;
    unit_sums_function *compiled;  // the unit on the processor; or NULL
    dado_match_sums *chunks;       // one for each place of the window of the stream
    const uint32_t *list;          // of matches that a device gave up; or NULL
    uint64_t list_first;
    uint32_t list_count;
    atomic_int halt;
    atomic_llong evaluated;
    double *tables;
    int64_t began;
    dado_error error;
} match_counter;

void dado_match_sums_free(dado_match_sums *sums)
{
    dado_text_free(&sums->notes);
}

static bool is_told_to_stop(const match_counter *c)
{
    return c->how->stop && *c->how->stop;
}

// --- adding up ---

static int bin_of(int64_t value, int64_t low, int bins)
{
    int64_t bin = value - low;
    return bin < 0 ? 0 : bin >= bins ? bins - 1 : (int)bin;
}

static void add_with_square(dado_int128 *cell, int64_t value)
{
    cell[0] += value;
    cell[1] += (dado_int128)value * value;
}

static void add_metrics(dado_match_sums *to, const double *values)
{
    int players = to->players;
    dado_int128 *cell = to->cell + dado_sums_metrics(players);
    int64_t *bins = to->histogram + 2 * DADO_SUMS_LENGTH_BINS + players * DADO_SUMS_SCORE_BINS;
    for (int m = 0; m < DADO_SUMS_METRICS; m++, cell += 4, bins += DADO_SUMS_METRIC_BINS) {
        if (dado_is_none(values[m])) continue;
        uint64_t fixed = (uint64_t)(values[m] * 0x1p32 + 0.5), rough = fixed >> 16;
        cell[0]++;
        cell[1] += fixed;
        add_with_square(cell + 2, (int64_t)rough);
        bins[bin_of((int64_t)(fixed * DADO_SUMS_METRIC_BINS >> 32), 0, DADO_SUMS_METRIC_BINS)]++;
    }
}

// Adds a match that the evaluator played.
static void add_trace(dado_match_sums *to, const dado_game *game, const dado_trace *trace,
                      const double *values)
{
    int players = to->players;
    to->matches++;
    if (!dado_end_has_result(trace->end)) {
        to->cell[trace->end == DADO_STOPPED ? DADO_SUMS_STOPPED : DADO_SUMS_BROKEN]++;
        return;
    }
    to->cell[DADO_SUMS_FINISHED]++;
    add_with_square(to->cell + DADO_SUMS_DECISIONS, trace->decisions);
    add_with_square(to->cell + DADO_SUMS_ROUNDS, trace->rounds);
    to->cell[DADO_SUMS_OPTIONS] += trace->options;
    to->cell[DADO_SUMS_FORCED] += trace->forced;
    to->histogram[bin_of(trace->decisions, 0, DADO_SUMS_LENGTH_BINS)]++;
    to->histogram[DADO_SUMS_LENGTH_BINS + bin_of(trace->rounds, 0, DADO_SUMS_LENGTH_BINS)]++;
    int front = dado_sides_in_front(game, trace->places);
    for (int p = 0; p < players; p++) {
        add_with_square(to->cell + DADO_SUMS_SCORES + 2 * p, trace->result[p]);
        if (trace->places[p] == 0 && front > 0)
            to->cell[dado_sums_first(players) + p * players + front - 1]++;
        to->histogram[2 * DADO_SUMS_LENGTH_BINS + p * DADO_SUMS_SCORE_BINS +
                      bin_of(trace->result[p], DADO_SUMS_LOWEST_SCORE, DADO_SUMS_SCORE_BINS)]++;
    }
    add_metrics(to, values);
}

static void merge(dado_match_sums *to, const dado_match_sums *from)
{
    to->matches += from->matches;
    for (int i = 0; i < dado_sums_cells(to->players); i++) to->cell[i] += from->cell[i];
    for (int i = 0; i < dado_sums_histogram(to->players); i++)
        to->histogram[i] += from->histogram[i];
}

// Adds what the counts of a histogram tell of a sum and a sum of squares: all but the
// values at its ends.
static void add_counted(dado_int128 *cell, const uint64_t *counts, int bins, int64_t low)
{
    for (int bin = 1; bin < bins - 1; bin++) {
        dado_int128 value = low + bin;
        cell[0] += value * (dado_int128)counts[bin];
        cell[1] += value * value * (dado_int128)counts[bin];
    }
}

static dado_int128 all_counted(const uint64_t *counts, int bins)
{
    dado_int128 all = 0;
    for (int bin = 0; bin < bins; bin++) all += counts[bin];
    return all;
}

// Adds what a unit has summed up; see match_sums.cl. Scores are signed.
static void add_unit_sums(dado_match_sums *to, const uint64_t *sums, int64_t matches)
{
    int cells = dado_sums_cells(to->players), players = to->players;
    const uint64_t *counts = sums + cells;
    to->matches += matches;
    for (int i = 0; i < cells; i++) {
        bool is_score = i >= DADO_SUMS_SCORES && i < dado_sums_first(players) &&
                        (i - DADO_SUMS_SCORES) % 2 == 0;
        to->cell[i] += is_score ? (dado_int128)(int64_t)sums[i] : (dado_int128)sums[i];
    }
    for (int i = 0; i < dado_sums_histogram(players); i++) to->histogram[i] += (int64_t)counts[i];
    to->cell[DADO_SUMS_FINISHED] += all_counted(counts, DADO_SUMS_LENGTH_BINS);
    add_counted(to->cell + DADO_SUMS_DECISIONS, counts, DADO_SUMS_LENGTH_BINS, 0);
    counts += DADO_SUMS_LENGTH_BINS;
    add_counted(to->cell + DADO_SUMS_ROUNDS, counts, DADO_SUMS_LENGTH_BINS, 0);
    counts += DADO_SUMS_LENGTH_BINS;
    for (int p = 0; p < players; p++, counts += DADO_SUMS_SCORE_BINS) {
        add_counted(to->cell + DADO_SUMS_SCORES + 2 * p, counts, DADO_SUMS_SCORE_BINS,
                    DADO_SUMS_LOWEST_SCORE);
    }
    for (int m = 0; m < DADO_SUMS_METRICS; m++, counts += DADO_SUMS_METRIC_BINS) {
        to->cell[dado_sums_metrics(players) + 4 * m] += all_counted(counts, DADO_SUMS_METRIC_BINS);
    }
}

// --- the unit ---

static const char sums_text[] = {
#include "match_sums.cl.h"
    0
};

static void define(dado_text *out, const char *name, int value)
{
    dado_text_addf(out, "#define %s (%d)\n", name, value);
}

bool dado_match_sums_write_unit(const dado_game_source *source, const dado_game *game,
                                dado_text *out, dado_text *reasons)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init_large(&region);
    dado_option items[64];
    dado_game plain;
    int count = source->options.count, players = game->players;
    if (game->side) dado_text_add(reasons, "its players play in sides\n");
    if (players > most_unit_players) dado_text_add(reasons, "it has more than 8 players\n");
    if (!dado_fast_path(game, write_match_unit)) dado_text_add(reasons, "it is written in C\n");
    if (reasons->length || count >= 60) return false;
    for (int i = 0; i < count; i++) items[i] = source->options.items[i];
    items[count] = (dado_option){ .name = "ways", .text = "plain" };
    dado_game_source plainly = *source;
    plainly.options = (dado_options){ items, count + 1 };
    plainly.opened = NULL;
    if (!dado_game_source_open(&plainly, &plain, &region, NULL)) return false;
    if (!plain.rules->fast->write_match_unit(&plain, out, reasons)) return false;
    define(out, "TABLE_SIZE", DADO_SUMS_ROOTS);
    define(out, "MOST_SCORE", DADO_SUMS_MOST_SCORE);
    define(out, "LOWEST_SCORE", DADO_SUMS_LOWEST_SCORE);
    define(out, "LENGTH_BINS", DADO_SUMS_LENGTH_BINS);
    define(out, "SCORE_BINS", DADO_SUMS_SCORE_BINS);
    define(out, "METRIC_BINS", DADO_SUMS_METRIC_BINS);
    define(out, "CELL_DECISIONS", DADO_SUMS_DECISIONS);
    define(out, "CELL_ROUNDS", DADO_SUMS_ROUNDS);
    define(out, "CELL_OPTIONS", DADO_SUMS_OPTIONS);
    define(out, "CELL_FORCED", DADO_SUMS_FORCED);
    define(out, "CELL_SCORES", DADO_SUMS_SCORES);
    define(out, "CELL_FIRST", dado_sums_first(players));
    define(out, "CELL_METRICS", dado_sums_metrics(players));
    define(out, "CELLS", dado_sums_cells(players));
    define(out, "HISTOGRAM", dado_sums_histogram(players));
    dado_text_add(out, sums_text);
    return !out->cut;
}

// --- the evaluator ---

static bool play_one(match_counter *c, worker *w, int64_t match, dado_match_sums *to)
{
    double values[DADO_SUMS_METRICS];
    const dado_trace *trace = dado_engine_match(&w->engine, match);
    if (!trace) return false;
    dado_meter_measure(&w->engine.meter, trace, dado_metrics, DADO_SUMS_METRICS, values);
    add_trace(to, &w->engine.game, trace, values);
    atomic_fetch_add_explicit(&c->evaluated, 1, memory_order_relaxed);
    return true;
}

static bool open_worker(match_counter *c, worker *w)
{
    size_t sums = dado_sums_all(c->unit.players);
    if (w->open) return true;
    dado_engine_init(&w->engine, &c->plan);
    w->open = true;
    dado_engine_stop_by(&w->engine, &c->halt);
    if (!dado_engine_open(&w->engine, 0, 0, &c->error)) return false;
    w->sums = calloc(sums, sizeof *w->sums);
    w->given_up = calloc(chunk, sizeof *w->given_up);
    w->rows = calloc((size_t)(c->unit.room + 1) * (size_t)c->unit.players, sizeof *w->rows);
    if (w->sums && w->given_up && w->rows) return true;
    return dado_fail(&c->error, DADO_LIMIT, "no memory left for the sums of matches");
}

static void close_workers(match_counter *c)
{
    for (int i = 0; i < c->worker_count; i++) {
        worker *w = &c->workers[i];
        if (w->open) dado_engine_free(&w->engine);
        free(w->rows);
        free(w->sums);
        free(w->given_up);
    }
    free(c->workers);
}

// Plays matches with the compiled unit, and what that gives up with the evaluator.
static bool play_unit(match_counter *c, worker *w, int64_t first, int count, dado_match_sums *to)
{
    const dado_unit_plan *u = &c->unit;
    size_t sums = dado_sums_all(u->players);
    memset(w->sums, 0, sums * sizeof *w->sums);
    int left = c->compiled(u->chance_key, u->seat_key, (uint64_t)first, (uint32_t)count, u->limit,
                           w->rows, u->room, u->tables, w->sums, w->given_up);
    add_unit_sums(to, w->sums, count - left);
    for (int i = 0; i < left; i++) {
        if (!play_one(c, w, first + w->given_up[i], to)) return false;
    }
    return true;
}

// --- a stream of chunks ---

static bool work(void *context, int64_t job, int place, int which)
{
    match_counter *c = context;
    worker *w = &c->workers[which];
    dado_match_sums *to = &c->chunks[place];
    int64_t all = c->list ? (int64_t)c->list_count : c->plan.matches, first = job * chunk;
    int count = (int)(all - first < chunk ? all - first : chunk);
    *to = (dado_match_sums){ .players = c->unit.players };
    if (!open_worker(c, w)) return false;
    if (c->compiled && !c->list) return play_unit(c, w, first, count, to);
    for (int i = 0; i < count; i++) {
        int64_t match = first + i;
        if (c->list) match = (int64_t)(c->list_first + c->list[match]);
        if (!play_one(c, w, match, to)) return false;
    }
    return true;
}

static void tell_progress(const match_counter *c)
{
    if (!c->how->progress) return;
    c->how->progress(c->how->context, c->sums->matches, c->plan.matches,
                     (double)(dado_nanoseconds() - c->began) / 1e9);
}

static bool take(void *context, int64_t job, int place)
{
    match_counter *c = context;
    (void)job;
    merge(c->sums, &c->chunks[place]);
    return true;
}

static bool watch(void *context)
{
    const match_counter *c = context;
    tell_progress(c);
    return !is_told_to_stop(c);
}

// Plays jobs from `next` on. Returns false if it could not be played to its end.
static bool play_stream(match_counter *c, int64_t next, int64_t all)
{
    dado_job_stream stream = { .next = next,
                               .end = (all + chunk - 1) / chunk,
                               .window = 4 * dado_thread_pool_size(c->pool),
                               .context = c,
                               .work = work,
                               .take = take,
                               .watch = watch,
                               .halt = &c->halt };
    dado_error err = { 0 };
    atomic_store(&c->halt, 0);
    bool done = dado_thread_pool_stream(c->pool, &stream, &err);
    if (err.status != DADO_OK) c->error = err;
    return done && c->error.status == DADO_OK;
}

// --- a device ---

static void note(match_counter *c, const char *words)
{
    dado_text_addf(&c->sums->notes, "%s\n", words);
}

// Plays matches `first` to `first + count - 1` on the device, and what it gave up here.
// Returns false if the device failed, or if matches were given up and the user stopped;
// then nothing was added.
static bool play_launch(match_counter *c, dado_device *device, int64_t first, uint32_t *count,
                        uint64_t *sums, uint32_t *given_up, dado_error *err)
{
    size_t cells = dado_sums_all(c->unit.players);
    uint32_t left;
    for (;;) {
        memset(sums, 0, cells * sizeof *sums);
        if (!dado_device_play(device, (uint64_t)first, *count, sums, given_up, most_given_up, &left,
                              err)) {
            return false;
        }
        if (left <= most_given_up) break;
        *count = most_given_up;  // so many can be given up at once
    }
    dado_match_sums before = *c->sums;
    c->list = given_up;
    c->list_first = (uint64_t)first;
    c->list_count = left;
    bool fine = left == 0 || play_stream(c, 0, left);
    c->list = NULL;
    if (!fine) *c->sums = before;
    else add_unit_sums(c->sums, sums, (int64_t)*count - left);
    if (fine) c->sums->by_device += (int64_t)*count - left;
    return fine;
}

// Compares some matches of the device with those of the evaluator.
static bool passes_self_test(match_counter *c, dado_device *device, uint64_t *sums,
                             uint32_t *given_up, dado_error *err)
{
    dado_match_sums played = { .players = c->unit.players }, judged = played;
    uint32_t count = c->plan.matches < tested ? (uint32_t)c->plan.matches : tested, left;
    size_t cells = dado_sums_all(c->unit.players);
    memset(sums, 0, cells * sizeof *sums);
    if (!open_worker(c, &c->workers[0]) ||
        !dado_device_play(device, 0, count, sums, given_up, most_given_up, &left, err)) {
        return false;
    }
    add_unit_sums(&played, sums, (int64_t)count - left);
    for (uint32_t i = 0; i < left; i++) {
        if (!play_one(c, &c->workers[0], given_up[i], &played)) return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!play_one(c, &c->workers[0], i, &judged)) return false;
    }
    if (memcmp(played.cell, judged.cell, sizeof played.cell) == 0 &&
        memcmp(played.histogram, judged.histogram, sizeof played.histogram) == 0) {
        return true;
    }
    return dado_fail(err, DADO_INVALID, "its self-test gave other results than the evaluator");
}

// Launches are made larger until one takes a fifth of a second, so that Ctrl-C is quick.
static void play_on(match_counter *c, dado_device *device, uint64_t *sums, uint32_t *given_up,
                    dado_error *err)
{
    uint32_t count = fewest;
    while (c->sums->matches < c->plan.matches && !is_told_to_stop(c)) {
        int64_t left = c->plan.matches - c->sums->matches, began = dado_nanoseconds();
        uint32_t now = left < count ? (uint32_t)left : count;
        if (!play_launch(c, device, c->sums->matches, &now, sums, given_up, err)) return;
        double took = (double)(dado_nanoseconds() - began) / 1e9;
        if (took < 0.1 && now == count && count < most_launched) count *= 2;
        if (took > 0.3 && count > fewest) count /= 2;
        tell_progress(c);
    }
}

static bool use_device(match_counter *c, const dado_text *unit, dado_device *device,
                       dado_error *err)
{
    size_t cells = dado_sums_all(c->unit.players);
    uint64_t *sums = calloc(cells, sizeof *sums);
    uint32_t *given_up = calloc(most_given_up, sizeof *given_up);
    bool fine = sums && given_up;
    if (!fine) dado_fail(err, DADO_LIMIT, "no memory left for the sums of matches");
    fine = fine && dado_device_load(device, dado_text_string(unit), &c->unit, err) &&
           passes_self_test(c, device, sums, given_up, err);
    if (fine) play_on(c, device, sums, given_up, err);
    free(sums);
    free(given_up);
    return fine && err->status == DADO_OK;
}

// Plays on a device, if one is wanted and there. What it has not played is left.
static bool play_on_device(match_counter *c, const dado_text *unit, const char *reasons,
                           dado_error *err)
{
    const char *wanted = c->how->device ? c->how->device : "none";
    bool named = strcmp(wanted, "auto") != 0;
    dado_device_info info;
    dado_error why = { 0 };
    if (strcmp(wanted, "none") == 0) return true;
    dado_device *device = dado_device_open(wanted, &info, &why);
    if (!device) {
        if (named && err) *err = why;
        return !named;
    }
    char words[400];
    if (!unit) {
        snprintf(words, sizeof words, "%.100s is not used: %.200s", info.name, reasons);
        note(c, words);
    } else {
        snprintf(c->sums->device, sizeof c->sums->device, "%s", info.name);
        if (!use_device(c, unit, device, &why)) {
            snprintf(words, sizeof words,
                     "%.100s is not used any more, the processor goes on: "
                     "%.200s",
                     info.name, why.text);
            note(c, words);
        }
    }
    dado_device_close(device);
    return true;
}

// --- all ---

// Finds out how many rounds a match may have, with some room to spare.
static bool find_room(match_counter *c, dado_error *err)
{
    enum { probes = 64, spare = 16 };
    worker *w = &c->workers[0];
    int most = 0;
    if (!open_worker(c, w)) {
        *err = c->error;
        return false;
    }
    for (int i = 0; i < probes && i < c->plan.matches; i++) {
        const dado_trace *trace = dado_engine_match(&w->engine, i);
        if (!trace) break;
        most = trace->rounds > most ? trace->rounds : most;
    }
    c->unit.room = most * 3 + spare < c->unit.limit ? most * 3 + spare : c->unit.limit;
    free(w->rows);
    w->rows = calloc((size_t)(c->unit.room + 1) * (size_t)c->unit.players, sizeof *w->rows);
    return w->rows || dado_fail(err, DADO_LIMIT, "no memory left for the sums of matches");
}

static void fill_tables(match_counter *c)
{
    for (int n = 1; n < DADO_SUMS_ROOTS; n++) {
        double root = sqrt((double)n);
        c->tables[n] = dado_log2(n);
        c->tables[DADO_SUMS_ROOTS + n] = n * c->tables[n];
        c->tables[2 * DADO_SUMS_ROOTS + n] = root;
        c->tables[3 * DADO_SUMS_ROOTS + n] = 1.0 / n;
        c->tables[4 * DADO_SUMS_ROOTS + n] = 1.0 / root;
    }
    c->unit.tables = c->tables;
}

static bool prepare(match_counter *c, const dado_game *game, dado_error *err)
{
    dado_match_seeds luck = dado_plan_match_seeds(&c->plan, 0, 0);
    c->unit =
        (dado_unit_plan){ .chance_key = luck.seeds[DADO_LUCK_START],
                          .seat_key = luck.seeds[DADO_LUCK_OWN],
                          .players = game->players,
                          .limit = c->plan.move_limit ? c->plan.move_limit : DADO_MOVE_LIMIT };
    if (game->players > DADO_SUMS_PLAYERS_MAX)
        return dado_fail(err, DADO_INVALID, "sums are kept of games with at most %d players",
                         DADO_SUMS_PLAYERS_MAX);
    if (!dado_thread_pool_open(&c->pool, c->how->threads, err)) return false;
    c->worker_count = dado_thread_pool_size(c->pool);
    c->workers = calloc((size_t)c->worker_count, sizeof *c->workers);
    c->chunks = calloc(4 * (size_t)c->worker_count, sizeof *c->chunks);
    c->tables = calloc(5 * DADO_SUMS_ROOTS, sizeof *c->tables);
    if (!c->workers || !c->chunks || !c->tables)
        return dado_fail(err, DADO_LIMIT, "no memory left for the sums of matches");
    fill_tables(c);
    return find_room(c, err);
}

static bool play_all(match_counter *c, const dado_game *game, dado_error *err)
{
    enum { worth_compiling = 100000 };
    DADO_CLEANUP(dado_text_free) dado_text unit = { 0 };
    DADO_CLEANUP(dado_text_free) dado_text reasons = { 0 };
    bool written = dado_match_sums_write_unit(&c->plan.instances[0], game, &unit, &reasons);
    dado_text_trim(&reasons, '\n');
    if (!play_on_device(c, written ? &unit : NULL, dado_text_string(&reasons), err)) return false;
    int64_t done = c->sums->matches, left = c->plan.matches - done;
    if (left == 0 || is_told_to_stop(c)) return true;
    if (written && c->how->native && left >= worth_compiling) {
        dado_error why = { 0 };
        void *defined = dado_native_build_text(&unit, "dado_unit_sums", c->how->stop, &why);
        memcpy(&c->compiled, &defined, sizeof defined);
        if (!defined && !is_told_to_stop(c)) note(c, why.text);
    }
    // Chunks begin at their multiples; what a device has played beyond one is made up first.
    for (; done % chunk != 0 && done < c->plan.matches; done++) {
        if (!play_one(c, &c->workers[0], done, c->sums)) return true;
    }
    play_stream(c, done / chunk, c->plan.matches);
    if (c->error.status != DADO_OK) *err = c->error;
    return c->error.status == DADO_OK;
}

bool dado_match_sums_play(const dado_plan *plan, const dado_match_sums_settings *how,
                          dado_match_sums *sums, dado_error *err)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_game game;
    match_counter c = { .plan = *plan, .how = how, .sums = sums, .began = dado_nanoseconds() };
    dado_region_init_large(&region);
    *sums = (dado_match_sums){ 0 };
    c.plan.six_metrics_only = true;
    c.plan.keep_moves = false;
    atomic_init(&c.halt, 0);
    if (!dado_game_source_open(&plan->instances[0], &game, &region, err)) return false;
    sums->players = game.players;
    bool fine = prepare(&c, &game, err);
    c.began = dado_nanoseconds();
    fine = fine && play_all(&c, &game, err);
    sums->seconds = (double)(dado_nanoseconds() - c.began) / 1e9;
    sums->interrupted = sums->matches < plan->matches;
    sums->by_evaluator = atomic_load(&c.evaluated);
    close_workers(&c);
    dado_thread_pool_close(c.pool);
    free(c.chunks);
    free(c.tables);
    return fine;
}
