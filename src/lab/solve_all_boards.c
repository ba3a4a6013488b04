// solve_all_boards.c - see solve_all_boards.h.
#include "lab/solve_all_boards.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/clock.h"
#include "core/scope_cleanup.h"
#include "lab/thread_pool.h"
#include "lab/merge_parts.h"

enum { most_boards = 50000000 };  // most boards that can be solved in one run

// ---- which boards

void dado_solve_all_write_board(const dado_solve_all_boards *f, uint64_t number, dado_text *out)
{
    if (!f->plan.sample) {
        f->extras->write(&f->list, f->alike, number, out);
        return;
    }
    // Board i of a sample comes from stream i of its seed, so a larger sample only adds
    // boards.
    dado_rng luck = dado_rng_stream(f->plan.seed, number, DADO_STREAM_CHANCE);
    f->extras->draw(&f->list, f->alike, &luck, out);
}

// Opens the first board, to find out the number of players.
static bool open_one(dado_solve_all_boards *f, dado_region *region, dado_error *err)
{
    DADO_CLEANUP(dado_text_free) dado_text board = { 0 };
    dado_options options;
    dado_solve_all_write_board(f, 0, &board);
    dado_option item = { .name = f->extras->option, .text = dado_text_string(&board) };
    dado_options one = { &item, 1 };
    if (!dado_options_join(&options, &f->plan.source.options, &one, region, err) ||
        !dado_game_open(&f->game, f->plan.source.rules, &options, region, err)) {
        return false;
    }
    bool for_two = f->plan.by == DADO_BY_OUTCOME || f->plan.by == DADO_BY_DRAFT;
    return !for_two || f->game.players == 2 ||
           dado_fail(err, DADO_INVALID, "the objective %s is for two players; use margin",
                     dado_objective_names[f->plan.by]);
}

bool dado_solve_all_prepare(dado_solve_all_boards *f, const dado_solve_all_plan *plan,
                            dado_region *region, dado_error *err)
{
    const dado_rules *rules = plan->source.rules;
    bool has = dado_game_extras_reach(rules, offsetof(dado_game_extras, boards) +
                                                 sizeof rules->extras->boards);
    *f = (dado_solve_all_boards){ .plan = *plan, .extras = has ? rules->extras->boards : NULL };
    if (!f->extras) {
        return dado_fail(err, DADO_INVALID, "%s does not list boards; it can be solved as it is",
                         rules->title);
    }
    if (!f->extras->list(&f->list, &plan->source.options, region, err)) return false;
    f->alike = plan->by != DADO_BY_DRAFT;
    f->count = plan->sample ? plan->sample : f->alike ? f->list.classes : f->list.count;
    if (f->count == 0 || f->count > most_boards) {
        char about[40] = "";
        if (f->list.about > 0) snprintf(about, sizeof about, ", about %.2g", f->list.about);
        return dado_fail(err, DADO_LIMIT,
                         "there are too many boards of this size to solve them all%s; draw some "
                         "with --sample, solve one with --board, or choose a smaller size",
                         about);
    }
    return open_one(f, region, err);
}

// ---- solving, as a task

static dado_byte_writer pack_order(const dado_solve_all_plan *plan)
{
    dado_byte_writer order = { .grows = true }, *out = &order;
    dado_game_source_pack(&plan->source, out);
    dado_pack_number(out, plan->by);
    dado_pack_number(out, plan->memory);
    dado_pack_number(out, plan->sample);
    dado_pack_number(out, plan->seed);
    return order;
}

static bool begin(void **shared, dado_byte_reader *in, dado_region *region, dado_error *err)
{
    dado_solve_all_plan plan = { 0 };
    if (!dado_game_source_unpack(&plan.source, in, region, err)) return false;
    plan.by = (dado_objective)dado_unpack_number(in);
    plan.memory = (size_t)dado_unpack_number(in);
    plan.sample = dado_unpack_number(in);
    plan.seed = dado_unpack_number(in);
    if (in->broken) return dado_unpack_fail(in, "a request to solve boards", err);
    *shared = dado_new(region, dado_solve_all_boards, 1);
    if (!*shared) return dado_fail(err, DADO_LIMIT, "no memory left for a plan");
    return dado_solve_all_prepare(*shared, &plan, region, err);
}

static void free_own(void *own)
{
    dado_board_solver_close(own);
}

static bool not_halted(void *halt)
{
    return !atomic_load_explicit((const atomic_int *)halt, memory_order_relaxed);
}

static bool work(void *shared, void **own, int64_t from, int64_t to, const atomic_int *halt,
                 dado_byte_writer *answer, dado_error *err)
{
    const dado_solve_all_boards *f = shared;
    if (!*own) {
        dado_board_solver_config plan = { .rules = f->plan.source.rules,
                                          .options = f->plan.source.options,
                                          .by = f->plan.by,
                                          .memory = f->plan.memory };
        *own = dado_board_solver_open(&plan, err);
        if (!*own) return false;
    }
    DADO_CLEANUP(dado_text_free) dado_text board = { 0 };
    dado_error why = { 0 };
    dado_work_control leave = { .given = not_halted, .to = (void *)(uintptr_t)halt };
    bool fine = true;
    for (int64_t i = from; fine && i < to; i++) {
        dado_board_solution worth = { 0 };
        dado_text_clear(&board);
        dado_solve_all_write_board(f, (uint64_t)i, &board);
        fine = dado_work_may_continue(&leave) &&
               dado_board_solve(*own, dado_text_string(&board), leave, &worth, &why);
        for (int p = 0; p < f->game.players; p++) dado_pack_real(answer, worth.score[p]);
        dado_pack_real(answer, (double)worth.states);
        dado_pack_real(answer, (double)worth.shapes);
    }
    // Being stopped is not a failure.
    if (!fine && err && dado_work_may_continue(&leave)) *err = why;
    return fine;
}

const dado_remote_task dado_remote_task_boards = {
    .name = "boards",
    .begin = begin,
    .work = work,
    .free_own = free_own,
};

// ---- what the coordinator does with the results

typedef struct board_collector {
    dado_solve_all *survey;
    const dado_experiment_settings *how;
    int64_t trail;
    uint64_t kept;                 // rows up to here are in the store
    char state[DADO_BOARDS_PART];  // state of the log
    double told;
    dado_error *err;
} board_collector;

static bool keep_rows(board_collector *d, bool finished)
{
    const dado_solve_all *s = d->survey;
    if (!d->how->store) return true;
    uint64_t first = d->kept;
    d->kept = s->solved;
    return dado_store_search_log_put(d->how->store, d->trail, (int64_t)first,
                                     dado_solve_all_row(s, first), (int)(s->solved - first),
                                     s->width, *d->state ? d->state : NULL, finished, d->err);
}

static bool take(void *context, int64_t from, int64_t to, const unsigned char *bytes, size_t size)
{
    board_collector *d = context;
    dado_solve_all *s = d->survey;
    dado_byte_reader in = { .bytes = bytes, .size = size };
    double *row = s->rows + from * s->width;
    for (int64_t i = 0; i < (to - from) * s->width; i++) row[i] = dado_unpack_real(&in);
    if (in.broken || in.used != in.size) {
        return dado_unpack_fail(&in, "a reply about solved boards", d->err);
    }
    s->solved = (uint64_t)to;
    return true;
}

static bool watch(void *context)
{
    static const double every = 0.2;
    board_collector *d = context;
    if (d->how->stop && *d->how->stop) return false;
    double now = dado_seconds();
    if (now - d->told < every) return true;
    d->told = now;
    if (d->how->progress) {
        const dado_solve_all *s = d->survey;
        dado_progress progress = { .done = (int64_t)(s->solved - s->first),
                                   .all = (int64_t)(s->end - s->first) };
        d->how->progress(d->how->context, &progress);
    }
    return keep_rows(d, false);
}

// Checks which part of the boards a log has, by its state; an empty state means all.
static bool is_the_part(const board_collector *d, const dado_search_log *kept)
{
    int part = 0, parts = 0;
    uint64_t count;
    if (*kept->state && !dado_bigpoints_solver_part_read(kept->state, &part, &parts, &count)) {
        return dado_fail(d->err, DADO_SYNTAX,
                         "the store's record of these boards is damaged: remove the run with "
                         "dado runs delete, and solve again");
    }
    if (part == d->how->part && parts == d->how->parts) return true;
    return parts ? dado_fail(d->err, DADO_INVALID,
                             "the file has part %d/%d of these boards: give another file, or "
                             "merge the parts with dado runs merge",
                             part, parts)
                 : dado_fail(d->err, DADO_INVALID,
                             "the file is a journal of all boards, not of a part; give another "
                             "file");
}

// Finds the log of these boards and takes in what it has; or begins one.
static bool open_trail(board_collector *d)
{
    dado_solve_all *s = d->survey;
    const dado_solve_all_plan *plan = &s->field.plan;
    DADO_CLEANUP(dado_text_free) dado_text settings = { 0 }, columns = { 0 };
    dado_text_addf(&settings, "boards of %s %016" PRIx64 " by %s", plan->source.rules->name,
                   dado_game_source_hash(&plan->source), dado_objective_names[plan->by]);
    if (plan->sample) dado_text_addf(&settings, ", drawn by seed %" PRIu64, plan->seed);
    for (int p = 0; p < s->field.game.players; p++) dado_text_addf(&columns, "score%d ", p + 1);
    dado_text_add(&columns, "states shapes");
    dado_search_log kept = { 0 };
    const char *name = dado_text_string(&settings);
    dado_store *store = d->how->store;
    if (!dado_store_search_log_find(store, name, 0, &kept, &s->region, d->err)) return false;
    d->trail = kept.id;
    if (!kept.id) {
        return dado_store_search_log_begin(store, name, dado_text_string(&columns), NULL, &d->trail,
                                           d->err);
    }
    int read = 0;
    bool fine = is_the_part(d, &kept) &&
                dado_store_search_log_read(store, d->trail, (int64_t)s->first,
                                           s->rows + s->first * (uint64_t)s->width,
                                           (int)(s->end - s->first), s->width, &read, d->err);
    s->found = (uint64_t)read;
    d->kept = s->solved = s->first + s->found;
    return fine;
}

static bool solve_rest(board_collector *d)
{
    dado_solve_all *s = d->survey;
    static const dado_remote_task *const tasks[] = { &dado_remote_task_boards, NULL };
    DADO_CLEANUP(dado_cluster_cleanup) dado_cluster *alone = NULL;
    bool fine = true;
    if (s->solved < s->end &&
        (fine =
             d->how->cluster || dado_cluster_open_local(&alone, d->how->threads, tasks, d->err))) {
        dado_cluster_job job = { .task = &dado_remote_task_boards,
                                 .order = pack_order(&s->field.plan),
                                 .from = (int64_t)s->solved,
                                 .to = (int64_t)s->end,
                                 .context = d,
                                 .take = take,
                                 .watch = watch };
        fine = dado_cluster_run(alone ? alone : d->how->cluster, &job, d->err) ||
               d->err->status == DADO_OK;
    }
    s->interrupted = s->solved < s->end;
    return keep_rows(d, fine && !s->interrupted) && fine;
}

bool dado_solve_all_run(const dado_solve_all_plan *plan, const dado_experiment_settings *how,
                        dado_solve_all *s, dado_error *err)
{
    *s = (dado_solve_all){ 0 };
    if (!dado_solve_all_prepare(&s->field, plan, &s->region, err)) return false;
    s->width = s->field.game.players + 2;
    s->rows = calloc(s->field.count, sizeof *s->rows * (size_t)s->width);
    if (!s->rows) return dado_fail(err, DADO_LIMIT, "no memory for a list of all boards");
    dado_error why = { 0 };
    dado_bigpoints_solver_part_range(how->part, how->parts, s->field.count, &s->first, &s->end);
    s->solved = s->first;
    board_collector d = {
        .survey = s, .how = how, .err = &why, .told = dado_seconds(), .kept = s->first
    };
    if (how->parts)
        dado_bigpoints_solver_part_write(d.state, how->part, how->parts, s->field.count);
    bool fine = (!how->store || open_trail(&d)) && solve_rest(&d);
    if (!fine && err) *err = why;
    return fine;
}

void dado_solve_all_free(dado_solve_all *s)
{
    free(s->rows);
    dado_region_free(&s->region);
    *s = (dado_solve_all){ 0 };
}

bool dado_solve_all_one_board(const dado_board_solver_config *plan, const char *board, int threads,
                              dado_work_control leave, dado_board_solution *worth, dado_error *err)
{
    DADO_CLEANUP(dado_thread_pool_cleanup) dado_thread_pool *pool = NULL;
    if (!dado_thread_pool_open(&pool, threads, err)) return false;
    dado_parallel hands = dado_thread_pool_parallel(pool);
    dado_board_solver_config shared = *plan;
    shared.hands = &hands;
    dado_board_solver *solver = dado_board_solver_open(&shared, err);
    bool fine = solver && dado_board_solve(solver, board, leave, worth, err);
    dado_board_solver_close(solver);
    return fine;
}

// ---- summing up

// Adds a board that stands for `boards` equivalent ones.
static void add_board(const dado_solve_all *s, const double *row, uint64_t boards,
                      dado_solve_all_summary *sum)
{
    int players = s->field.game.players, sharing = 0, winner = 0;
    double best = row[0], rival = players > 1 ? row[1] : 0;
    for (int p = 1; p < players; p++) {
        if (row[p] > best) best = row[p];
        if (row[p] > rival) rival = row[p];
    }
    for (int p = 0; p < players; p++) {
        if (row[p] != best) continue;
        sharing++;
        winner = p;
    }
    if (sharing == 1) sum->won[winner] += boards;
    else sum->shared += boards;
    if (row[0] == best) sum->share += (double)boards / sharing;
    double margin = row[0] - rival, most = DADO_SOLVE_ALL_MARGIN;
    sum->margin += margin * (double)boards;
    margin = margin > most ? most : margin < -most ? -most : round(margin);
    sum->by_margin[DADO_SOLVE_ALL_MARGIN + (int)margin] += boards;
    uint64_t states = (uint64_t)row[players];
    sum->boards += boards;
    sum->total += states * boards;
    sum->shapes += (uint64_t)row[players + 1] * boards;
    if (states < sum->least) sum->least = states;
    if (states > sum->most) sum->most = states;
}

void dado_solve_all_summarize(const dado_solve_all *s, dado_solve_all_summary *sum)
{
    const dado_solve_all_boards *f = &s->field;
    *sum = (dado_solve_all_summary){ .least = UINT64_MAX };
    uint64_t each = f->alike && !f->plan.sample ? f->list.count / f->list.classes : 1;
    for (uint64_t i = 0; i < s->solved; i++) add_board(s, dado_solve_all_row(s, i), each, sum);
    if (sum->boards == 0) {
        sum->least = 0;
        return;
    }
    sum->share /= (double)sum->boards;
    sum->margin /= (double)sum->boards;
}

bool dado_solve_all_foreach(const dado_solve_all *s, dado_solve_all_visitor *read, void *to)
{
    const dado_solve_all_boards *f = &s->field;
    uint64_t count = f->plan.sample ? s->solved : f->list.count;
    DADO_CLEANUP(dado_text_free) dado_text board = { 0 };
    bool on = true;
    for (uint64_t i = 0; on && i < count; i++) {
        dado_text_clear(&board);
        if (f->plan.sample) dado_solve_all_write_board(f, i, &board);
        else f->extras->write(&f->list, false, i, &board);
        const char *text = dado_text_string(&board);
        uint64_t number = f->plan.sample || !f->alike ? i : f->extras->class_of(&f->list, text);
        if (number < s->solved) on = read(to, text, dado_solve_all_row(s, number));
    }
    return on;
}
