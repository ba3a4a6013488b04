// survey.c - see survey.h.
#define _POSIX_C_SOURCE 200809L
#include "lab/survey.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/clock.h"
#include "lab/crew.h"
#include "solve/solve.h"
#include "worlds/shelf.h"

extern const dado_rules dado_world_bigpoints;  // whose boards are surveyed

enum { disc_bits = 3, longest = 21 };  // discs that fit a word
enum { most_boards = 50000000 };       // that a survey lists
enum { at_a_time = 4 };                // boards a thread takes; a multiple divides evenly

static uint64_t pack(const dado_row *row)
{
    uint64_t board = 0;
    for (int i = 0; i < row->length; i++) board = board << disc_bits | row->disc[i];
    return board;
}

static void unpack(uint64_t board, dado_row *row)
{
    for (int i = row->length; i-- > 0; board >>= disc_bits) row->disc[i] = (uint8_t)(board & 7);
}

// The board of the same class that stands for it.
static uint64_t stand_in(const dado_row *row)
{
    int name[DADO_BIGPOINTS_KINDS] = { -1, -1, -1, -1, -1, 5, 6 }, seen = 0;
    uint64_t board = 0;
    for (int i = 0; i < row->length; i++) {
        int kind = row->disc[i];
        if (name[kind] < 0) name[kind] = seen++;
        board = board << disc_bits | (uint64_t)name[kind];
    }
    return board;
}

static bool every_row(const dado_survey_plan *plan)
{
    return plan->by == DADO_BY_DRAFT;
}

static uint64_t boards_to_solve(const dado_survey_plan *plan)
{
    if (plan->sample) return plan->sample;
    uint64_t rows = dado_row_count(plan->size);
    return every_row(plan) ? rows : rows / dado_row_class_size(plan->size);
}

bool dado_survey_able(const dado_survey_plan *plan, dado_error *err)
{
    bool countable = plan->sample || dado_row_count(plan->size) > 0;
    if (dado_row_length(plan->size) > longest || !countable ||
        boards_to_solve(plan) > most_boards) {
        return dado_fail(err, DADO_LIMIT,
                         "there are too many boards of this size to solve them all; draw some with "
                         "--sample, solve one with --board, or choose a smaller size");
    }
    bool for_two = plan->by == DADO_BY_OUTCOME || plan->by == DADO_BY_DRAFT;
    if (for_two && plan->players != 2) {
        return dado_fail(err, DADO_MEANING, "the objective %s is for two players; use margin",
                         dado_objective_names[plan->by]);
    }
    return true;
}

// Board i of a sample is shuffled by stream i of its seed, so a larger sample only adds boards.
static void draw_boards(dado_survey *s)
{
    for (uint64_t i = 0; i < s->count; i++) {
        dado_rng luck = dado_rng_stream(s->plan.seed, i, DADO_LANE_CHANCE);
        dado_row row = dado_row_first(s->plan.size);
        for (int k = row.length - 1; k > 0; k--) {
            int other = (int)dado_rng_below(&luck, (uint64_t)k + 1);
            uint8_t kept = row.disc[k];
            row.disc[k] = row.disc[other];
            row.disc[other] = kept;
        }
        s->boards[i].board = every_row(&s->plan) ? pack(&row) : stand_in(&row);
    }
}

static bool list_boards(dado_survey *s, dado_error *err)
{
    s->count = boards_to_solve(&s->plan);
    s->boards = calloc(s->count, sizeof *s->boards);
    if (!s->boards) return dado_fail(err, DADO_LIMIT, "no memory for a list of all boards");
    if (s->plan.sample) {
        draw_boards(s);
        return true;
    }
    dado_row row = dado_row_first(s->plan.size);
    uint64_t listed = 0;
    do {
        if (every_row(&s->plan) || dado_row_stands_for_class(&row)) {
            s->boards[listed++].board = pack(&row);
        }
    } while (listed < s->count && dado_row_next(&row));
    return true;
}

// ---- the journal

static void write_head(const dado_survey *s, char *line, size_t room)
{
    const dado_row_size *z = &s->plan.size;
    char sample[64] = "";
    if (s->plan.sample) snprintf(sample, sizeof sample, " seed=%" PRIu64, s->plan.seed);
    snprintf(
        line, room,
        "dado survey of bigpoints 1: colours=%d discs=%d white=%d black=%d players=%d loose=%s "
        "objective=%s%s\n",
        z->colours, z->discs, z->white, z->black, s->plan.players, s->plan.loose ? "yes" : "no",
        dado_objective_names[s->plan.by], sample);
}

static void write_line(const dado_survey *s, const dado_surveyed *b, char *line, size_t room)
{
    int used =
        snprintf(line, room, "%" PRIx64 " %" PRIu64 " %" PRIu64, b->board, b->states, b->shapes);
    for (int p = 0; p < s->plan.players; p++) {
        used += snprintf(line + used, room - (size_t)used, " %d", b->score[p]);
    }
    snprintf(line + used, room - (size_t)used, " .\n");
}

static bool read_line(const dado_survey *s, const char *line, dado_surveyed *b)
{
    uint64_t board;
    int used = 0;
    dado_surveyed read = *b;
    if (sscanf(line, "%" SCNx64 " %" SCNu64 " %" SCNu64 "%n", &board, &read.states, &read.shapes,
               &used) != 3 ||
        board != b->board) {
        return false;
    }
    for (int p = 0; p < s->plan.players; p++) {
        int score, more = 0;
        if (sscanf(line + used, " %d%n", &score, &more) != 1) return false;
        read.score[p] = (int16_t)score;
        used += more;
    }
    if (strcmp(line + used, " .\n") != 0) return false;
    *b = read;
    return true;
}

// Reads what a journal has, and leaves it ready to be added to.
static FILE *open_journal(dado_survey *s, const char *path, dado_error *err)
{
    char head[256], line[256];
    write_head(s, head, sizeof head);
    FILE *file = fopen(path, "r+");
    if (!file) {
        file = errno == ENOENT ? fopen(path, "w+") : NULL;
        if (!file || fputs(head, file) < 0 || fflush(file) != 0) {
            if (file) fclose(file);
            dado_fail(err, DADO_IO, "cannot write %s: %s", path, strerror(errno));
            return NULL;
        }
        return file;
    }
    long whole = 0;
    if (!fgets(line, sizeof line, file) || strcmp(line, head) != 0) {
        fclose(file);
        dado_fail(err, DADO_MEANING,
                  "%s holds something else than these boards; name another "
                  "file, or delete it",
                  path);
        return NULL;
    }
    do {
        whole = ftell(file);
        if (s->solved == s->count || !fgets(line, sizeof line, file)) break;
    } while (read_line(s, line, &s->boards[s->solved]) && ++s->solved);
    s->found = s->solved;
    if (fseek(file, whole, SEEK_SET) != 0 || ftruncate(fileno(file), whole) != 0) {
        fclose(file);
        dado_fail(err, DADO_IO, "cannot write %s: %s", path, strerror(errno));
        return NULL;
    }
    return file;
}

// ---- solving

typedef struct bench {  // of one hand
    bool ready;
    dado_boards *boards;  // NULL: the solver for any game
    dado_arena arena;
} bench;

typedef struct work {
    dado_survey *survey;
    const dado_survey_how *how;
    FILE *journal;
    double began, told;
    bench *benches;
    dado_error *errors;  // of each place in the window
    bool unflushed;
    dado_error *err;
} work;

// One board with the solver for any game.
static bool solve_any(const dado_survey_plan *plan, const dado_row *row, dado_surveyed *b,
                      dado_arena *arena, dado_error *err)
{
    char board[DADO_BIGPOINTS_LONGEST + 1], players[8];
    dado_row_write(row, board);
    snprintf(players, sizeof players, "%d", plan->players);
    dado_option items[] = {
        { .name = "board", .text = board },
        { .name = "players", .text = players },
        { .name = "loose", .text = plan->loose ? "yes" : "no" },
    };
    dado_options options = { items, 3 };
    dado_game game;
    dado_arena_rewind(arena, 0);
    if (!dado_game_open(&game, &dado_world_bigpoints, &options, arena, err)) return false;
    void *state = dado_arena_take(arena, 1, game.state_size);
    if (!state) return dado_fail(err, DADO_LIMIT, "no memory for a board");
    dado_solve_plan how = { .objective = plan->by, .memory = plan->memory };
    dado_solver *solver = dado_solver_new(&game, &how, err);
    if (!solver) return false;
    dado_value value;
    game.rules->start(&game, state);
    bool fine = dado_solve(solver, state, &value, err);
    for (int p = 0; fine && p < plan->players; p++) b->score[p] = (int16_t)value.score[p];
    b->states = dado_solver_stats(solver).positions;
    dado_solver_free(solver);
    return fine;
}

static bool solve_board(const dado_survey_plan *plan, dado_boards *boards, dado_surveyed *b,
                        dado_arena *arena, dado_error *err)
{
    dado_row row = { .size = plan->size, .length = dado_row_length(plan->size) };
    unpack(b->board, &row);
    if (!boards) return solve_any(plan, &row, b, arena, err);
    dado_board_value value;
    if (!dado_boards_solve(boards, &row, &value, err)) return false;
    b->score[0] = (int16_t)value.first;
    b->score[1] = (int16_t)value.second;
    b->states = value.states;
    b->shapes = value.shapes;
    return true;
}

static bool solve_some(void *context, int64_t job, int place, int hand)
{
    work *w = context;
    dado_survey *s = w->survey;
    bench *b = &w->benches[hand];
    dado_error *err = &w->errors[place];
    if (!b->ready) {
        bool by_shape = s->plan.players == 2 && !s->plan.loose &&
                        dado_boards_able(s->plan.size, NULL);
        dado_arena_init(&b->arena, (size_t)1 << 20);
        b->ready = true;
        if (by_shape) {
            b->boards = dado_boards_new(s->plan.size, s->plan.by, s->plan.memory, NULL, err);
            if (!b->boards) return true;  // told when it is taken
        }
    }
    uint64_t from = s->found + (uint64_t)job * at_a_time, to = from + at_a_time;
    for (uint64_t i = from; i < to && i < s->count; i++) {
        if (!solve_board(&s->plan, b->boards, &s->boards[i], &b->arena, err)) break;
    }
    return true;
}

static bool note_solved(void *context, int64_t job, int place)
{
    work *w = context;
    dado_survey *s = w->survey;
    (void)job;
    if (w->errors[place].status != DADO_OK) {
        *w->err = w->errors[place];
        return false;
    }
    bool written = true;
    for (int i = 0; i < at_a_time && s->solved < s->count && written; i++, s->solved++) {
        char line[256];
        write_line(s, &s->boards[s->solved], line, sizeof line);
        written = !w->journal || fputs(line, w->journal) >= 0;
    }
    w->unflushed = true;
    return written || dado_fail(w->err, DADO_IO, "the journal could not be written");
}

static bool watch(void *context)
{
    static const double tell_every = 0.2;
    work *w = context;
    if (w->how->stop && *w->how->stop) return false;
    double now = dado_seconds();
    if (now - w->told < tell_every) return true;
    w->told = now;
    if (w->journal && w->unflushed && fflush(w->journal) != 0) {
        return dado_fail(w->err, DADO_IO, "the journal could not be written");
    }
    w->unflushed = false;
    dado_survey_progress so_far = { w->survey->solved, w->survey->count, w->survey->found,
                                    now - w->began };
    if (w->how->progress) w->how->progress(w->how->to, &so_far);
    return true;
}

static void halt(void *context)
{
    (void)context;  // a few boards are soon done
}

static bool solve_all(work *w, dado_crew *crew)
{
    dado_survey *s = w->survey;
    int hands = dado_crew_size(crew);
    dado_stream stream = { .end = (int64_t)((s->count - s->found + at_a_time - 1) / at_a_time),
                           .window = 64 * hands,
                           .context = w,
                           .work = solve_some,
                           .take = note_solved,
                           .watch = watch,
                           .halt = halt };
    w->benches = calloc((size_t)hands, sizeof *w->benches);
    w->errors = calloc((size_t)stream.window, sizeof *w->errors);
    bool fine = w->benches && w->errors;
    if (!fine) dado_fail(w->err, DADO_LIMIT, "no memory for a list of all boards");
    if (fine) dado_crew_stream(crew, &stream, w->err);
    for (int i = 0; w->benches && i < hands; i++) {
        if (!w->benches[i].ready) continue;
        dado_boards_free(w->benches[i].boards);
        dado_arena_free(&w->benches[i].arena);
    }
    free(w->benches);
    free(w->errors);
    return w->err->status == DADO_OK;
}

bool dado_survey_run(const dado_survey_plan *plan, const dado_survey_how *how, dado_survey *survey,
                     dado_error *err)
{
    *survey = (dado_survey){ .plan = *plan };
    if (!dado_survey_able(plan, err) || !list_boards(survey, err)) return false;
    dado_error why = { 0 };
    dado_crew *crew = NULL;
    work w = { .survey = survey, .how = how, .began = dado_seconds(), .err = &why };
    bool fine = !how->journal || (w.journal = open_journal(survey, how->journal, &why));
    fine = fine && dado_crew_open(&crew, how->threads, &why);
    if (fine) {
        survey->threads = dado_crew_size(crew);
        fine = solve_all(&w, crew);
    }
    dado_crew_close(crew);
    if (w.journal && fclose(w.journal) != 0 && fine) {
        fine = dado_fail(&why, DADO_IO, "the journal could not be written");
    }
    survey->seconds = dado_seconds() - w.began;
    survey->interrupted = survey->solved < survey->count;
    if (!fine && err) *err = why;
    return fine;
}

void dado_survey_free(dado_survey *survey)
{
    free(survey->boards);
    *survey = (dado_survey){ 0 };
}

typedef struct shared_job {
    void (*part)(void *job, int number);
    void *job;
} shared_job;

static void do_part(void *context, int i, int hand)
{
    (void)hand;
    const shared_job *s = context;
    s->part(s->job, i);
}

static void share(void *with, int parts, void (*part)(void *job, int number), void *job)
{
    shared_job context = { part, job };
    dado_crew_run(with, parts, 1, do_part, &context);
}

bool dado_survey_board(const dado_row *row, dado_objective by, size_t memory, int threads,
                       dado_board_value *value, dado_error *err)
{
    dado_crew *crew;
    if (!dado_crew_open(&crew, threads, err)) return false;
    dado_hands hands = { .count = dado_crew_size(crew), .share = share, .with = crew };
    dado_boards *boards = dado_boards_new(row->size, by, memory, &hands, err);
    bool fine = boards && dado_boards_solve(boards, row, value, err);
    dado_boards_free(boards);
    dado_crew_close(crew);
    return fine;
}

// ---- what came of it

static const dado_surveyed *find_board(const dado_survey *s, uint64_t board)
{
    uint64_t low = 0, high = s->count;
    while (low + 1 < high) {
        uint64_t middle = low + (high - low) / 2;
        if (s->boards[middle].board <= board) low = middle;
        else high = middle;
    }
    return &s->boards[low];
}

// Adds a board that stands for `rows` rows.
static void add_board(const dado_survey *s, const dado_surveyed *b, uint64_t rows,
                      dado_survey_summary *sum)
{
    int best = b->score[0], rival = b->score[1], sharing = 0, winner = 0;
    for (int p = 1; p < s->plan.players; p++) {
        if (b->score[p] > best) best = b->score[p];
        if (b->score[p] > rival) rival = b->score[p];
    }
    for (int p = 0; p < s->plan.players; p++) {
        if (b->score[p] != best) continue;
        sharing++;
        winner = p;
    }
    if (sharing == 1) sum->won[winner] += rows;
    else sum->shared += rows;
    if (b->score[0] == best) sum->share += (double)rows / sharing;
    int margin = b->score[0] - rival;
    sum->margin += (double)margin * (double)rows;
    sum->by_margin[DADO_SURVEY_MARGIN + margin] += rows;
    sum->rows += rows;
    sum->total += b->states * rows;
    sum->shapes += b->shapes * rows;
    if (b->states < sum->least) sum->least = b->states;
    if (b->states > sum->most) sum->most = b->states;
}

void dado_survey_sum(const dado_survey *s, dado_survey_summary *sum)
{
    *sum = (dado_survey_summary){ .least = UINT64_MAX };
    bool each_alone = every_row(&s->plan) || s->plan.sample;
    uint64_t rows = each_alone ? 1 : dado_row_class_size(s->plan.size);
    for (uint64_t i = 0; i < s->solved; i++) add_board(s, &s->boards[i], rows, sum);
    if (sum->rows == 0) {
        sum->least = 0;
        return;
    }
    sum->share /= (double)sum->rows;
    sum->margin /= (double)sum->rows;
}

static void write_board(const dado_survey *s, const dado_row *row, const dado_surveyed *b,
                        dado_text *out)
{
    char text[DADO_BIGPOINTS_LONGEST + 1];
    dado_row_write(row, text);
    dado_text_add(out, text);
    for (int p = 0; p < s->plan.players; p++) dado_text_addf(out, ",%d", b->score[p]);
    dado_text_addf(out, ",%" PRIu64 "\n", b->states);
}

// The next row to write, and the board that stands for it; false after the last.
static bool next_board(const dado_survey *s, uint64_t number, dado_row *row,
                       const dado_surveyed **b)
{
    if (s->plan.sample) {
        if (number >= s->solved) return false;
        *b = &s->boards[number];
        unpack((*b)->board, row);
        return true;
    }
    if (number > 0 && !dado_row_next(row)) return false;
    *b = find_board(s, every_row(&s->plan) ? pack(row) : stand_in(row));
    return true;
}

bool dado_survey_csv(const dado_survey *s, dado_survey_writer *write, void *to)
{
    enum { piece = 1 << 16 };
    dado_text out = { 0 };
    dado_text_add(&out, "board");
    for (int p = 0; p < s->plan.players; p++) dado_text_addf(&out, ",score%d", p + 1);
    dado_text_add(&out, ",states\n");
    dado_row row = dado_row_first(s->plan.size);
    const dado_surveyed *b;
    bool fine = true;
    for (uint64_t i = 0; fine && next_board(s, i, &row, &b); i++) {
        if ((uint64_t)(b - s->boards) < s->solved) write_board(s, &row, b, &out);
        if (out.length < piece) continue;
        fine = write(to, &out);
        dado_text_clear(&out);
    }
    if (fine) fine = write(to, &out);
    dado_text_free(&out);
    return fine;
}
