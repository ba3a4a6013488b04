// sampled_equilibrium.c - see sampled_equilibrium.h.
#include "job/sampled_equilibrium.h"

#include <stdlib.h>
#include <string.h>

#include "job/random_moves.h"
#include "lab/thread_pool.h"
#include "measure/number_format.h"
#include "report/report_functions.h"
#include "solve/response_by_walk.h"
#include "solve/sampled_regret.h"

enum { slice = 4096 };  // samples between two reports of progress

typedef struct task {
    dado_job_run *job_run;
    const dado_game *game;
    dado_parallel parallel;
    dado_sampled *sampled;
    dado_sampled_found found;
    dado_sampled_row *rows;
    int player, most_rows;
    bool fine;
} task;

// ---- what is played for

// Plays some matches at random. Returns whether the points of both always had the same sum.
static bool points_are_constant(const dado_game *game, uint64_t seed, dado_region *region)
{
    enum { matches = 1000, most_decisions = 20000 };
    unsigned char *state = dado_new(region, unsigned char, game->state_size);
    dado_move *moves = dado_new(region, dado_move, (size_t)game->max_moves);
    uint32_t *weights = dado_new(region, uint32_t, (size_t)game->max_moves);
    int64_t sum = 0;
    for (int i = 0; i < matches && state && moves && weights; i++) {
        dado_rng luck = dado_rng_stream(seed, (uint64_t)i, DADO_STREAM_CHANCE);
        game->rules->start(game, state);
        dado_play_random_moves(game, state, most_decisions, &luck, moves, weights);
        int32_t scores[2];
        game->rules->scores(game, state, scores);
        int64_t here = (int64_t)scores[0] + scores[1];
        if (i > 0 && here != sum) return false;
        sum = here;
    }
    return true;
}

static dado_payoff payoff_of(task *t)
{
    dado_payoff asked = (dado_payoff)dado_job_run_choice_index(t->job_run, "payoff");
    if (asked != DADO_PAY_AUTO) return asked;
    bool constant = points_are_constant(t->game, dado_job_run_seed(t->job_run), t->job_run->region);
    return constant ? DADO_PAY_POINTS : DADO_PAY_MARGIN;
}

// ---- samples

static bool draw_samples(task *t)
{
    dado_job_run *job_run = t->job_run;
    uint64_t wanted = (uint64_t)dado_job_run_int(job_run, "sample");
    for (uint64_t next = slice;; next += slice) {
        if (!dado_sampled_run(t->sampled, next < wanted ? next : wanted, job_run->err)) {
            return false;
        }
        t->found.stats = dado_sampled_stats_of(t->sampled);
        dado_job_run_report_progress(job_run, (int64_t)t->found.stats.samples, (int64_t)wanted,
                                     "samples", "%s information sets",
                                     dado_string_count((int64_t)t->found.stats.sets).s);
        if (dado_job_run_is_stopped(job_run)) {
            dado_job_run_record_stop(job_run, "after %s samples",
                                     dado_string_count((int64_t)t->found.stats.samples).s);
            return true;
        }
        if (t->found.stats.samples >= wanted) return true;
    }
}

// ---- how good it is

static void average_odds(const void *with, int player, const dado_history_key *key, int count,
                         double *odds)
{
    (void)player;
    dado_sampled_odds(with, key, count, odds);
}

static dado_walk_config walk_of(const task *t)
{
    return (dado_walk_config){ .payoff = t->found.payoff,
                               .odds = average_odds,
                               .with = t->sampled,
                               .most = (uint64_t)dado_job_run_int(t->job_run, "walk"),
                               .halt = t->job_run->stop };
}

static bool prove(task *t)
{
    dado_job_run *job_run = t->job_run;
    dado_walk_config config = walk_of(t);
    t->found.why_not = "it was stopped";
    for (int p = 0; p < 2; p++) {
        if (dado_job_run_is_stopped(job_run)) return true;
        dado_walk_response *by = &t->found.by[p];
        if (!dado_response_by_walk(t->game, p, &config, &t->parallel, by, job_run->err)) {
            return false;
        }
        if (by->finished && !by->constant) {
            return dado_fail(job_run->err, DADO_INVALID,
                             "what the players of %s get does not always sum to the same, and "
                             "samples find nothing then; give --payoff margin",
                             t->game->rules->title);
        }
        if (by->finished) continue;
        if (!dado_job_run_is_stopped(job_run)) {
            t->found.why_not = dado_document_copyf(
                job_run->answer,
                "more than %s positions would be walked for it; %swalk allows more",
                dado_string_count(dado_job_run_int(job_run, "walk")).s, job_run->flag_prefix);
        }
        return true;
    }
    t->found.proved = true;
    return true;
}

// ---- first choices

// Writes what the player sees in one line.
static const char *view_in_words(task *t, const void *state)
{
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 }, line = { 0 };
    dado_table_words(t->game, state, t->player, &text);
    const char *from = dado_text_string(&text);
    for (size_t i = 0; i < text.length; i++) {
        bool more = i + 1 < text.length;
        if (from[i] == '\n') {
            if (more) dado_text_add(&line, "; ");
        } else if (from[i] != ' ' || (more && from[i + 1] != ' ')) {
            dado_text_addf(&line, "%c", from[i]);
        }
    }
    return dado_document_copy(t->job_run->answer, dado_text_string(&line));
}

static bool add_first_choice(void *to, const void *state, const dado_history_key *key,
                             const dado_move *moves, int count, double reach)
{
    task *t = to;
    if (t->found.row_count >= t->most_rows / 2 * (t->player + 1)) {
        t->found.left_out++;
        return true;
    }
    DADO_CLEANUP(dado_text_free) dado_text does = { 0 };
    double *odds = dado_new(t->job_run->region, double, (size_t)count);
    t->fine = odds != NULL;
    if (!odds) return false;
    dado_sampled_odds(t->sampled, key, count, odds);
    for (int m = 0; m < count; m++) {
        if (odds[m] < 0.0005) continue;
        if (does.length) dado_text_add(&does, ", ");
        dado_move_words(t->game, state, moves[m], &does);
        dado_text_addf(&does, " %.1f %%", 100 * odds[m]);
    }
    t->rows[t->found.row_count++] = (dado_sampled_row){
        .player = t->player,
        .sees = view_in_words(t, state),
        .does = dado_document_copy(t->job_run->answer, dado_text_string(&does)),
        .reach = reach,
    };
    return true;
}

static int by_seat_and_words(const void *a, const void *b)
{
    const dado_sampled_row *x = a, *y = b;
    return x->player != y->player ? x->player - y->player : strcmp(x->sees, y->sees);
}

static bool list_first_choices(task *t)
{
    dado_walk_config config = walk_of(t);
    t->fine = true;
    t->most_rows = (int)dado_job_run_int(t->job_run, "rows");
    t->rows = dado_job_run_new(t->job_run, dado_sampled_row, t->most_rows + 2);
    if (!t->rows) return false;
    t->found.rows = t->rows;
    for (t->player = 0; t->player < 2; t->player++) {
        if (!dado_first_choices(t->game, t->player, &config, add_first_choice, t,
                                t->job_run->err)) {
            return false;
        }
    }
    qsort(t->rows, (size_t)t->found.row_count, sizeof *t->rows, by_seat_and_words);
    return t->fine;
}

bool dado_equilibrium_by_samples(dado_job_run *job_run, const dado_game *game)
{
    static const char *const others[] = { "drill", "export", "journal", "player" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (dado_job_run_is_given(job_run, others[i])) {
            return dado_fail(job_run->err, DADO_INVALID,
                             "--%s needs a strategy that is kept whole, and --sample keeps none; "
                             "leave one of them out",
                             strcmp(others[i], "player") == 0 ? "ask" : others[i]);
        }
    }
    task t = { .job_run = job_run, .game = game };
    t.found = (dado_sampled_found){ .game = game, .flag_prefix = job_run->flag_prefix };
    DADO_CLEANUP(dado_thread_pool_cleanup) dado_thread_pool *pool = NULL;
    if (game->players == 2) t.found.payoff = payoff_of(&t);
    dado_sampled_config config = { .payoff = t.found.payoff,
                                   .seed = dado_job_run_seed(job_run),
                                   .memory = (size_t)dado_job_run_int(job_run, "memory") << 20,
                                   .halt = job_run->stop };
    if (!dado_thread_pool_open(&pool, dado_job_run_threads(job_run), job_run->err)) return false;
    t.parallel = dado_thread_pool_parallel(pool);
    t.sampled = dado_sampled_new(game, &config, &t.parallel, job_run->err);
    bool fine = t.sampled && draw_samples(&t) && prove(&t) && list_first_choices(&t);
    if (fine) dado_report_sampled_equilibrium(job_run->answer, &t.found);
    dado_sampled_free(t.sampled);
    return fine;
}
