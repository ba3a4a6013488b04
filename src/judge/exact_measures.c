// exact_measures.c - see exact_measures.h.
#include "judge/exact_measures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/round_counter.h"
#include "solve/position_value.h"

enum { most_depth = 10000, default_lines = 2000000, report_every = 1 << 12 };

// A sum that keeps what rounding drops (Neumaier).
typedef struct exact_sum {
    double sum, rest;
} exact_sum;

static void add(exact_sum *s, double value)
{
    double sum = s->sum + value;
    s->rest += fabs(s->sum) >= fabs(value) ? s->sum - sum + value : value - sum + s->sum;
    s->sum = sum;
}

static double total(const exact_sum *s)
{
    return s->sum + s->rest;
}

typedef struct frame {
    int32_t actor, count, next;
    int decisions, forced;
    uint64_t options;
    dado_round_counter rounds;
    bool row_is_last;
    double odds;
} frame;

typedef struct walk {
    const dado_game *game;
    const dado_exact_measures_config *plan;
    dado_exact_measures *found;
    dado_meter meter;
    const dado_metric **metrics;
    double *values;
    exact_sum *shares, *means, *squares, *wins, *scores, tie, walked;
    unsigned char *frames;
    size_t frame_size, state_at, moves_at, odds_at, self_at, self_size;
    size_t depth, room;
    int32_t *rows, *result, *places;
    dado_step *path;
    unsigned char *view, *scratch;
    uint32_t *weights;
    uint64_t most;
} walk;

static size_t rounded(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

static frame *frame_at(const walk *w, size_t depth)
{
    return (frame *)(void *)(w->frames + depth * w->frame_size);
}

static void *state_of(const walk *w, frame *f)
{
    return (unsigned char *)f + w->state_at;
}

static dado_move *moves_of(const walk *w, frame *f)
{
    return (dado_move *)(void *)((unsigned char *)f + w->moves_at);
}

static double *odds_of(const walk *w, frame *f)
{
    return (double *)(void *)((unsigned char *)f + w->odds_at);
}

static void *self_of(const walk *w, frame *f, int seat)
{
    return (unsigned char *)f + w->self_at + (size_t)seat * w->self_size;
}

static bool full(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "out of memory while walking through all matches");
}

// Makes room for one more frame, row and step.
static bool deepen(walk *w, dado_error *err)
{
    if (w->depth < w->room) return true;
    size_t room = w->room ? w->room * 2 : 64, players = (size_t)w->game->players;
    unsigned char *frames = realloc(w->frames, room * w->frame_size);
    if (frames) w->frames = frames;
    int32_t *rows = realloc(w->rows, (room + 1) * players * sizeof *rows);
    if (rows) w->rows = rows;
    dado_step *path = realloc(w->path, (room + 1) * sizeof *path);
    if (path) w->path = path;
    if (!frames || !rows || !path) return full(err);
    w->room = room;
    return true;
}

// ---- players

// Fills in the turn of the player who acts in a frame.
static dado_turn turn_of(walk *w, frame *f, dado_rng *luck, uint64_t *effort)
{
    dado_observe(w->game, state_of(w, f), f->actor, w->view);
    return (dado_turn){ .game = w->game,
                        .seat = f->actor,
                        .view = w->view,
                        .moves = moves_of(w, f),
                        .count = f->count,
                        .luck = luck,
                        .self = self_of(w, f, f->actor),
                        .effort = effort,
                        .scratch = w->scratch };
}

static bool ask(walk *w, frame *f, dado_error *err)
{
    const dado_agent *agent = &w->plan->agents[f->actor];
    double *odds = odds_of(w, f);
    dado_rng luck = dado_rng_stream(1, 0, DADO_STREAM_SEAT);
    uint64_t effort = 0, before = luck.drawn;
    dado_turn turn = turn_of(w, f, &luck, &effort);
    if (agent->kind->odds) {
        agent->kind->odds(agent, &turn, odds, -1);
        return true;
    }
    int chosen = agent->kind->choose(agent, &turn);
    if (luck.drawn != before) {
        return dado_fail(err, DADO_INVALID,
                         "%s draws luck when it chooses and cannot tell its odds, so they are not "
                         "known exactly; name random players, those with a fixed rule, or "
                         "equilibrium",
                         agent->kind->title);
    }
    if (chosen < 0) return dado_fail(err, DADO_INVALID, "%s gave up", agent->kind->title);
    for (int i = 0; i < f->count; i++) odds[i] = i == chosen;
    return true;
}

// Lets the player who acted remember the move, in the memory of the frame below.
static void remember(walk *w, frame *f, frame *below, int move)
{
    if (!w->plan->agents || f->actor < 0) return;
    const dado_agent *agent = &w->plan->agents[f->actor];
    if (!agent->kind->odds || agent->self_size == 0) return;
    dado_rng luck = dado_rng_stream(1, 0, DADO_STREAM_SEAT);
    uint64_t effort = 0;
    dado_turn turn = turn_of(w, f, &luck, &effort);
    turn.self = self_of(w, below, f->actor);
    double *odds = odds_of(w, below);  // not in use yet
    agent->kind->odds(agent, &turn, odds, move);
}

// ---- the walk

static bool measure_end(walk *w, frame *f, dado_error *err)
{
    const dado_game *game = w->game;
    int players = game->players;
    const void *state = state_of(w, f);
    if (game->rules->sound && !game->rules->sound(game, state, err)) return false;
    game->rules->scores(game, state, w->result);
    dado_places_of(game, state, true, w->result, w->places);
    dado_trace trace = { .players = players,
                         .rounds = f->rounds.rounds,
                         .steps = (int)w->depth - 1,
                         .end = DADO_FINISHED,
                         .decisions = f->decisions,
                         .forced = f->forced,
                         .options = f->options,
                         .side = game->side,
                         .scores = w->rows,
                         .result = w->result,
                         .places = w->places,
                         .path = w->path };
    dado_meter_measure(&w->meter, &trace, w->metrics, w->found->count, w->values);
    for (int i = 0; i < w->found->count; i++) {
        double value = w->values[i];
        if (dado_is_none(value)) continue;
        add(&w->shares[i], f->odds);
        add(&w->means[i], f->odds * value);
        add(&w->squares[i], f->odds * value * value);
    }
    for (int p = 0; p < players; p++) {
        add(&w->wins[p], f->odds * dado_seat_share(game, w->places, p));
        add(&w->scores[p], f->odds * w->result[p]);
    }
    if (dado_sides_in_front(game, w->places) > 1) add(&w->tie, f->odds);
    add(&w->walked, f->odds);
    w->found->lines++;
    return true;
}

// Examines the position of the top frame: the moves and their odds, or the end.
static bool arrive(walk *w, dado_error *err)
{
    const dado_rules *rules = w->game->rules;
    frame *f = frame_at(w, w->depth - 1);
    void *state = state_of(w, f);
    f->count = f->next = 0;
    if (f->actor == DADO_NOBODY) return measure_end(w, f, err);
    f->count = rules->legal(w->game, state, moves_of(w, f));
    if (f->count <= 0) return dado_fail_unlisted_chance(w->game, err);
    double *odds = odds_of(w, f);
    if (f->actor >= 0) {
        if (w->plan->agents) return ask(w, f, err);
        for (int i = 0; i < f->count; i++) odds[i] = 1.0 / f->count;
        return true;
    }
    uint64_t sum = 0;
    for (int i = 0; i < f->count; i++) w->weights[i] = 1;
    if (rules->weigh) rules->weigh(w->game, state, w->weights);
    for (int i = 0; i < f->count; i++) sum += w->weights[i];
    for (int i = 0; i < f->count; i++) odds[i] = (double)w->weights[i] / (double)sum;
    return true;
}

static void note_step(walk *w, const frame *f, frame *below, dado_move move)
{
    const dado_rules *rules = w->game->rules;
    dado_step step = { .move = move, .actor = f->actor, .options = (uint32_t)f->count };
    w->path[w->depth - 2] = step;
    if (f->actor >= 0 && (f->count > 1 || move != DADO_NO_CHOICE)) {
        below->decisions++;
        below->options += (uint64_t)f->count;
        below->forced += f->count == 1;
    }
    void *state = state_of(w, below);
    below->actor = rules->actor(w->game, state);
    below->row_is_last = dado_round_counter_step(&below->rounds, w->game, state, rules->round,
                                                 f->actor, below->actor);
    if (below->row_is_last) {
        rules->scores(w->game, state,
                      w->rows + (size_t)below->rounds.rounds * (size_t)w->game->players);
    }
}

// Plays the next move of the top frame.
static bool descend(walk *w, dado_error *err)
{
    if (w->depth > most_depth) {
        return dado_fail(err, DADO_LIMIT, "a match of %s can take more than %d moves",
                         w->game->rules->title, most_depth);
    }
    if (!deepen(w, err)) return false;
    frame *f = frame_at(w, w->depth - 1);
    int move = f->next++;
    double odds = odds_of(w, f)[move];
    if (!(odds > 0)) return true;
    frame *below = frame_at(w, w->depth++);
    *below = *f;
    below->odds = f->odds * odds;
    memcpy(state_of(w, below), state_of(w, f), w->game->state_size);
    memcpy(self_of(w, below, 0), self_of(w, f, 0), w->self_size * (size_t)w->game->players);
    remember(w, f, below, move);
    dado_move made = moves_of(w, f)[move];
    w->game->rules->apply(w->game, state_of(w, below), made);
    note_step(w, f, below, made);
    return arrive(w, err);
}

static bool may_go_on(const walk *w)
{
    if (w->found->lines >= w->most) return false;
    if (!w->plan->report || w->found->lines % report_every) return true;
    return w->plan->report(w->plan->to, w->found->lines, total(&w->walked));
}

static bool go(walk *w, dado_error *err)
{
    const dado_rules *rules = w->game->rules;
    if (!deepen(w, err)) return false;
    frame *f = frame_at(w, 0);
    memset(f, 0, w->frame_size);
    w->depth = 1;
    f->odds = 1;
    rules->start(w->game, state_of(w, f));
    f->actor = rules->actor(w->game, state_of(w, f));
    f->rounds.before = rules->round ? rules->round(w->game, state_of(w, f)) : 0;
    rules->scores(w->game, state_of(w, f), w->rows);
    if (!arrive(w, err)) return false;
    uint64_t last = 0;
    while (w->depth > 0) {
        f = frame_at(w, w->depth - 1);
        if (f->next == f->count) w->depth--;
        else if (!descend(w, err)) return false;
        if (w->found->lines == last) continue;
        last = w->found->lines;
        if (!may_go_on(w)) return true;
    }
    w->found->complete = true;
    return true;
}

// ---- sums and results

static bool list_metrics(walk *w, dado_region *region)
{
    int count = 0;
    for (int i = 0; dado_metrics[i]; i++) count += dado_metrics[i]->measure != NULL;
    size_t players = (size_t)w->game->players, all = (size_t)count;
    w->metrics = dado_new(region, const dado_metric *, all);
    w->values = dado_new(region, double, all);
    w->shares = dado_new(region, exact_sum, all);
    w->means = dado_new(region, exact_sum, all);
    w->squares = dado_new(region, exact_sum, all);
    w->wins = dado_new(region, exact_sum, players);
    w->scores = dado_new(region, exact_sum, players);
    w->found->measures = dado_new(region, dado_exact_measure, all);
    w->found->share = dado_new(region, double, players);
    w->found->score = dado_new(region, double, players);
    if (!w->metrics || !w->values || !w->shares || !w->means || !w->squares || !w->wins ||
        !w->scores || !w->found->measures || !w->found->share || !w->found->score) {
        return false;
    }
    for (int i = 0; dado_metrics[i]; i++) {
        if (dado_metrics[i]->measure) w->metrics[w->found->count++] = dado_metrics[i];
    }
    return true;
}

static bool open_walk(walk *w, dado_region *region, dado_error *err)
{
    const dado_game *game = w->game;
    size_t players = (size_t)game->players, most = (size_t)game->max_moves, scratch = 16;
    for (size_t p = 0; w->plan->agents && p < players; p++) {
        const dado_agent *agent = &w->plan->agents[p];
        if (rounded(agent->self_size) > w->self_size) w->self_size = rounded(agent->self_size);
        if (agent->scratch_size > scratch) scratch = agent->scratch_size;
    }
    w->state_at = rounded(sizeof(frame));
    w->moves_at = w->state_at + rounded(game->state_size);
    w->odds_at = rounded(w->moves_at + sizeof(dado_move) * most);
    w->self_at = rounded(w->odds_at + sizeof(double) * most);
    w->frame_size = rounded(w->self_at + w->self_size * players);
    w->result = dado_new(region, int32_t, players);
    w->places = dado_new(region, int32_t, players);
    w->weights = dado_new(region, uint32_t, most);
    w->view = dado_region_alloc(region, 1, game->view_size + 16);
    w->scratch = dado_region_alloc(region, 1, scratch);
    if (!w->result || !w->places || !w->weights || !w->view || !w->scratch ||
        !list_metrics(w, region)) {
        return full(err);
    }
    return dado_meter_open(&w->meter, &w->plan->options, game->players, most_depth, most_depth,
                           region, err);
}

static void settle(walk *w)
{
    dado_exact_measures *found = w->found;
    found->walked = total(&w->walked);
    found->tie = total(&w->tie);
    for (int p = 0; p < w->game->players; p++) {
        found->share[p] = total(&w->wins[p]);
        found->score[p] = total(&w->scores[p]);
    }
    for (int i = 0; i < found->count; i++) {
        dado_exact_measure *m = &found->measures[i];
        double share = total(&w->shares[i]), of = total(&w->walked);
        double mean = share > 0 ? total(&w->means[i]) / share : DADO_NONE;
        double variance = share > 0 ? total(&w->squares[i]) / share - mean * mean : DADO_NONE;
        // A variance that is only rounding is none.
        if (variance < 1e-13 * (1 + mean * mean)) variance = 0;
        *m = (dado_exact_measure){ w->metrics[i], of > 0 ? share / of : 0, mean, sqrt(variance) };
    }
}

bool dado_exact_measures_find(dado_exact_measures *found, const dado_game *game,
                              const dado_exact_measures_config *plan, dado_region *region,
                              dado_error *err)
{
    *found = (dado_exact_measures){ 0 };
    walk w = { .game = game,
               .plan = plan,
               .found = found,
               .most = plan->lines ? plan->lines : default_lines };
    bool fine = open_walk(&w, region, err) && go(&w, err);
    if (fine) settle(&w);
    free(w.frames);
    free(w.rows);
    free(w.path);
    return fine;
}
