// survey.c - see survey.h.
#include "lab/survey.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/clock.h"
#include "core/ends.h"
#include "lab/crew.h"
#include "lab/merge.h"

enum { most_boards = 50000000 };  // that a survey solves

// ---- which boards

void dado_survey_write(const dado_survey_field *f, uint64_t number, dado_text *out)
{
    if (!f->plan.sample) {
        f->face->write(&f->list, f->alike, number, out);
        return;
    }
    // Board i of a sample comes from stream i of its seed, so a larger sample only adds boards.
    dado_rng luck = dado_rng_stream(f->plan.seed, number, DADO_LANE_CHANCE);
    f->face->draw(&f->list, f->alike, &luck, out);
}

// Who plays is known once a board is open.
static bool open_one(dado_survey_field *f, dado_arena *arena, dado_error *err)
{
    dado_draft board = { 0 };
    dado_options options;
    dado_survey_write(f, 0, &board);
    dado_option item = { .name = f->face->option, .text = dado_text_string(&board) };
    dado_options one = { &item, 1 };
    if (!dado_options_join(&options, &f->plan.source.options, &one, arena, err) ||
        !dado_game_open(&f->game, f->plan.source.rules, &options, arena, err)) {
        return false;
    }
    bool for_two = f->plan.by == DADO_BY_OUTCOME || f->plan.by == DADO_BY_DRAFT;
    return !for_two || f->game.players == 2 ||
           dado_fail(err, DADO_MEANING, "the objective %s is for two players; use margin",
                     dado_objective_names[f->plan.by]);
}

bool dado_survey_look(dado_survey_field *f, const dado_survey_plan *plan, dado_arena *arena,
                      dado_error *err)
{
    const dado_rules *rules = plan->source.rules;
    bool has = dado_face_reaches(rules, offsetof(dado_face, boards) + sizeof rules->face->boards);
    *f = (dado_survey_field){ .plan = *plan, .face = has ? rules->face->boards : NULL };
    if (!f->face) {
        return dado_fail(err, DADO_MEANING, "%s does not list boards; it can be solved as it is",
                         rules->title);
    }
    if (!f->face->list(&f->list, &plan->source.options, arena, err)) return false;
    f->alike = plan->by != DADO_BY_DRAFT;
    f->count = plan->sample ? plan->sample : f->alike ? f->list.classes : f->list.count;
    if (f->count == 0 || f->count > most_boards) {
        return dado_fail(err, DADO_LIMIT,
                         "there are too many boards of this size to solve them all; draw some with "
                         "--sample, solve one with --board, or choose a smaller size");
    }
    return open_one(f, arena, err);
}

// ---- solving, as a trade

static dado_packing pack_order(const dado_survey_plan *plan)
{
    dado_packing order = { .grows = true }, *out = &order;
    dado_source_pack(&plan->source, out);
    dado_pack_number(out, plan->by);
    dado_pack_number(out, plan->memory);
    dado_pack_number(out, plan->sample);
    dado_pack_number(out, plan->seed);
    return order;
}

static bool begin(void **shared, dado_unpacking *in, dado_arena *arena, dado_error *err)
{
    dado_survey_plan plan = { 0 };
    if (!dado_source_unpack(&plan.source, in, arena, err)) return false;
    plan.by = (dado_objective)dado_unpack_number(in);
    plan.memory = (size_t)dado_unpack_number(in);
    plan.sample = dado_unpack_number(in);
    plan.seed = dado_unpack_number(in);
    if (in->broken) return dado_fail(err, DADO_SYNTAX, "an order makes no sense");
    *shared = dado_new(arena, dado_survey_field, 1);
    if (!*shared) return dado_fail(err, DADO_LIMIT, "no memory left for a plan");
    return dado_survey_look(*shared, &plan, arena, err);
}

static void rise(void *own)
{
    dado_board_solver_close(own);
}

static bool not_halted(void *halt)
{
    return !atomic_load_explicit((const atomic_int *)halt, memory_order_relaxed);
}

static bool work(void *shared, void **own, int64_t from, int64_t to, const atomic_int *halt,
                 dado_packing *answer, dado_error *err)
{
    const dado_survey_field *f = shared;
    if (!*own) {
        dado_board_plan plan = { .rules = f->plan.source.rules,
                                 .options = f->plan.source.options,
                                 .by = f->plan.by,
                                 .memory = f->plan.memory };
        *own = dado_board_solver_open(&plan, err);
        if (!*own) return false;
    }
    dado_draft board = { 0 };
    dado_error why = { 0 };
    dado_leave leave = { .given = not_halted, .to = (void *)(uintptr_t)halt };
    bool fine = true;
    for (int64_t i = from; fine && i < to; i++) {
        dado_board_worth worth = { 0 };
        dado_text_clear(&board);
        dado_survey_write(f, (uint64_t)i, &board);
        fine = dado_leave_given(&leave) &&
               dado_board_solve(*own, dado_text_string(&board), leave, &worth, &why);
        for (int p = 0; p < f->game.players; p++) dado_pack_real(answer, worth.score[p]);
        dado_pack_real(answer, (double)worth.states);
        dado_pack_real(answer, (double)worth.shapes);
    }
    // What is left undone is no failure.
    if (!fine && err && dado_leave_given(&leave)) *err = why;
    return fine;
}

const dado_trade dado_trade_boards = {
    .name = "boards", .begin = begin, .work = work, .rise = rise,
};

// ---- what the conductor does with them

typedef struct desk {
    dado_survey *survey;
    const dado_experiment_how *how;
    int64_t trail;
    uint64_t kept;  // rows up to here are in the store
    char state[DADO_BOARDS_PART];  // of the trail
    double told;
    dado_error *err;
} desk;

static bool keep_rows(desk *d, bool finished)
{
    const dado_survey *s = d->survey;
    if (!d->how->store) return true;
    uint64_t first = d->kept;
    d->kept = s->solved;
    return dado_store_trail_put(d->how->store, d->trail, (int64_t)first, dado_survey_row(s, first),
                                (int)(s->solved - first), s->width, *d->state ? d->state : NULL,
                                finished, d->err);
}

static bool take(void *context, int64_t from, int64_t to, const unsigned char *bytes, size_t size)
{
    desk *d = context;
    dado_survey *s = d->survey;
    dado_unpacking in = { .bytes = bytes, .size = size };
    double *row = s->rows + from * s->width;
    for (int64_t i = 0; i < (to - from) * s->width; i++) row[i] = dado_unpack_real(&in);
    if (in.broken || in.used != in.size) {
        return dado_fail(d->err, DADO_SYNTAX, "an answer about boards makes no sense");
    }
    s->solved = (uint64_t)to;
    return true;
}

static bool watch(void *context)
{
    static const double every = 0.2;
    desk *d = context;
    if (d->how->stop && *d->how->stop) return false;
    double now = dado_seconds();
    if (now - d->told < every) return true;
    d->told = now;
    if (d->how->progress) {
        const dado_survey *s = d->survey;
        dado_progress progress = { .done = (int64_t)(s->solved - s->first),
                                   .all = (int64_t)(s->end - s->first) };
        d->how->progress(d->how->context, &progress);
    }
    return keep_rows(d, false);
}

// The state of a trail says which part of the boards it has, and nothing where it has all.
static bool is_the_part(const desk *d, const dado_trail *kept)
{
    int part = 0, parts = 0;
    uint64_t count;
    if (*kept->state && !dado_boards_part_read(kept->state, &part, &parts, &count)) {
        return dado_fail(d->err, DADO_SYNTAX, "what is kept of these boards makes no sense");
    }
    if (part == d->how->part && parts == d->how->parts) return true;
    return parts ? dado_fail(d->err, DADO_MEANING,
                             "the file has part %d/%d of these boards: give another, or put parts "
                             "together with dado merge",
                             part, parts)
                 : dado_fail(d->err, DADO_MEANING,
                             "the file is a journal of all boards: give another");
}

// Finds the trail of these boards, and takes in what it has; or begins one.
static bool open_trail(desk *d)
{
    dado_survey *s = d->survey;
    const dado_survey_plan *plan = &s->field.plan;
    dado_draft settings = { 0 }, columns = { 0 };
    dado_text_addf(&settings, "boards of %s %016" PRIx64 " by %s", plan->source.rules->name,
                   dado_source_hash(&plan->source), dado_objective_names[plan->by]);
    if (plan->sample) dado_text_addf(&settings, ", drawn by seed %" PRIu64, plan->seed);
    for (int p = 0; p < s->field.game.players; p++) dado_text_addf(&columns, "score%d ", p + 1);
    dado_text_add(&columns, "states shapes");
    dado_trail kept = { 0 };
    const char *name = dado_text_string(&settings);
    dado_store *store = d->how->store;
    if (!dado_store_trail_find(store, name, 0, &kept, &s->arena, d->err)) return false;
    d->trail = kept.id;
    if (!kept.id) {
        return dado_store_trail_begin(store, name, dado_text_string(&columns), NULL, &d->trail,
                                      d->err);
    }
    int read = 0;
    bool fine = is_the_part(d, &kept) &&
                dado_store_trail_read(store, d->trail, (int64_t)s->first,
                                      s->rows + s->first * (uint64_t)s->width,
                                      (int)(s->end - s->first), s->width, &read, d->err);
    s->found = (uint64_t)read;
    d->kept = s->solved = s->first + s->found;
    return fine;
}

static bool solve_rest(desk *d)
{
    dado_survey *s = d->survey;
    static const dado_trade *const trades[] = { &dado_trade_boards, NULL };
    DADO_ENDS(dado_fleet_end) dado_fleet *alone = NULL;
    bool fine = true;
    if (s->solved < s->end &&
        (fine = d->how->fleet || dado_fleet_alone(&alone, d->how->threads, trades, d->err))) {
        dado_fleet_job job = { .trade = &dado_trade_boards,
                               .order = pack_order(&s->field.plan),
                               .from = (int64_t)s->solved,
                               .to = (int64_t)s->end,
                               .context = d,
                               .take = take,
                               .watch = watch };
        fine = dado_fleet_run(alone ? alone : d->how->fleet, &job, d->err) ||
               d->err->status == DADO_OK;
    }
    s->interrupted = s->solved < s->end;
    return keep_rows(d, fine && !s->interrupted) && fine;
}

bool dado_survey_run(const dado_survey_plan *plan, const dado_experiment_how *how, dado_survey *s,
                     dado_error *err)
{
    *s = (dado_survey){ 0 };
    if (!dado_survey_look(&s->field, plan, &s->arena, err)) return false;
    s->width = s->field.game.players + 2;
    s->rows = calloc(s->field.count, sizeof *s->rows * (size_t)s->width);
    if (!s->rows) return dado_fail(err, DADO_LIMIT, "no memory for a list of all boards");
    dado_error why = { 0 };
    dado_boards_part_range(how->part, how->parts, s->field.count, &s->first, &s->end);
    s->solved = s->first;
    desk d = { .survey = s, .how = how, .err = &why, .told = dado_seconds(), .kept = s->first };
    if (how->parts) dado_boards_part_write(d.state, how->part, how->parts, s->field.count);
    bool fine = (!how->store || open_trail(&d)) && solve_rest(&d);
    if (!fine && err) *err = why;
    return fine;
}

void dado_survey_free(dado_survey *s)
{
    free(s->rows);
    dado_arena_free(&s->arena);
    *s = (dado_survey){ 0 };
}

bool dado_survey_board(const dado_board_plan *plan, const char *board, int threads,
                       dado_leave leave, dado_board_worth *worth, dado_error *err)
{
    DADO_ENDS(dado_crew_end) dado_crew *crew = NULL;
    if (!dado_crew_open(&crew, threads, err)) return false;
    dado_hands hands = dado_crew_hands(crew);
    dado_board_plan shared = *plan;
    shared.hands = &hands;
    dado_board_solver *solver = dado_board_solver_open(&shared, err);
    bool fine = solver && dado_board_solve(solver, board, leave, worth, err);
    dado_board_solver_close(solver);
    return fine;
}

// ---- what came of it

// Adds a board that stands for `boards` of them.
static void add_board(const dado_survey *s, const double *row, uint64_t boards,
                      dado_survey_sum *sum)
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
    double margin = row[0] - rival, most = DADO_SURVEY_MARGIN;
    sum->margin += margin * (double)boards;
    margin = margin > most ? most : margin < -most ? -most : round(margin);
    sum->by_margin[DADO_SURVEY_MARGIN + (int)margin] += boards;
    uint64_t states = (uint64_t)row[players];
    sum->boards += boards;
    sum->total += states * boards;
    sum->shapes += (uint64_t)row[players + 1] * boards;
    if (states < sum->least) sum->least = states;
    if (states > sum->most) sum->most = states;
}

void dado_survey_add_up(const dado_survey *s, dado_survey_sum *sum)
{
    const dado_survey_field *f = &s->field;
    *sum = (dado_survey_sum){ .least = UINT64_MAX };
    uint64_t each = f->alike && !f->plan.sample ? f->list.count / f->list.classes : 1;
    for (uint64_t i = 0; i < s->solved; i++) add_board(s, dado_survey_row(s, i), each, sum);
    if (sum->boards == 0) {
        sum->least = 0;
        return;
    }
    sum->share /= (double)sum->boards;
    sum->margin /= (double)sum->boards;
}

bool dado_survey_each(const dado_survey *s, dado_survey_reader *read, void *to)
{
    const dado_survey_field *f = &s->field;
    uint64_t count = f->plan.sample ? s->solved : f->list.count;
    dado_draft board = { 0 };
    bool on = true;
    for (uint64_t i = 0; on && i < count; i++) {
        dado_text_clear(&board);
        if (f->plan.sample) dado_survey_write(f, i, &board);
        else f->face->write(&f->list, false, i, &board);
        const char *text = dado_text_string(&board);
        uint64_t number = f->plan.sample || !f->alike ? i : f->face->class_of(&f->list, text);
        if (number < s->solved) on = read(to, text, dado_survey_row(s, number));
    }
    return on;
}
