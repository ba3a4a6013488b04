// asked.c - see asked.h.
#include "agents/asked.h"

#include <stdlib.h>
#include <string.h>

enum { most_tries = 1000 };  // to hear the answer that a line of play takes

// A decision of his on the line of play in hand; behind it lie the view he had and what he
// remembered before he chose.
typedef struct stop {
    size_t depth;
    uint32_t set;
    int decision;
    bool never;  // by himself he would not have come here
} stop;

typedef struct asking {
    const dado_infosets *sets;
    const dado_agent *agent;
    dado_asked *asked;
    int each;  // questions a batch
    uint64_t seed;
    const volatile int *halt;
    unsigned char *known;  // of each set: was asked
    unsigned char *scratch, *self;
    double *odds;  // room for those of a turn
    unsigned char *line;  // stops, each with view and memory
    size_t stop_size, view_at, self_at;
    size_t length, room;
} asking;

void dado_asked_free(dado_asked *asked)
{
    free(asked->memory);
    *asked = (dado_asked){ 0 };
}

static stop *stop_at(const asking *a, size_t i)
{
    return (stop *)(void *)(a->line + i * a->stop_size);
}

static unsigned char *view_of(const asking *a, stop *s)
{
    return (unsigned char *)s + a->view_at;
}

static unsigned char *memory_of(const asking *a, stop *s)
{
    return (unsigned char *)s + a->self_at;
}

static bool lengthen(asking *a, dado_error *err)
{
    if (a->length < a->room) return true;
    size_t room = a->room ? a->room * 2 : 64;
    unsigned char *line = realloc(a->line, room * a->stop_size);
    if (!line) return dado_fail(err, DADO_LIMIT, "no memory to ask a player");
    a->line = line;
    a->room = room;
    return true;
}

static dado_turn turn_of(const asking *a, stop *s)
{
    const dado_sets *of = &a->sets->sets[a->agent->seat];
    return (dado_turn){ .game = a->agent->game,
                        .seat = a->agent->seat,
                        .view = view_of(a, s),
                        .moves = of->move + of->first[s->set],
                        .count = (int)(of->first[s->set + 1] - of->first[s->set]),
                        .decision = s->decision,
                        .scratch = a->scratch };
}

// One answer, below 0 if it gives up; true in `drew` if it took luck to find. What he then
// remembers is in `self`.
static int answer(asking *a, stop *s, uint64_t number, bool *drew)
{
    uint64_t effort = 0;
    dado_turn turn = turn_of(a, s);
    dado_rng luck = dado_rng_stream(a->seed, number, (uint16_t)(DADO_LANE_SEAT + turn.seat));
    uint64_t before = luck.drawn;
    turn.luck = &luck;
    turn.effort = &effort;
    turn.self = a->self;
    memcpy(a->self, memory_of(a, s), a->agent->self_size);
    int move = a->agent->kind->choose(a->agent, &turn);
    *drew = luck.drawn != before;
    return move < turn.count ? move : -1;
}

static bool fail_asking(const asking *a, dado_error *err)
{
    return dado_fail(err, DADO_MEANING,
                     "%s gave up when it was asked what it would do, so how it plays is not known",
                     a->agent->kind->title);
}

static bool ask_set(asking *a, stop *s, dado_error *err)
{
    dado_asked *asked = a->asked;
    const dado_sets *of = &a->sets->sets[a->agent->seat];
    uint32_t first = of->first[s->set];
    bool drew = false;
    asked->sets++;
    if (a->agent->kind->odds) {
        dado_turn turn = turn_of(a, s);
        turn.self = memory_of(a, s);
        a->agent->kind->odds(a->agent, &turn, asked->odds + first, -1);
        return true;
    }
    uint64_t number = (uint64_t)s->set * DADO_ASKED_BATCHES * (uint64_t)a->each;
    int move = answer(a, s, number, &drew);
    if (move < 0) return fail_asking(a, err);
    if (!drew) {
        asked->odds[first + (uint32_t)move] = 1;
        for (int b = 0; b < DADO_ASKED_BATCHES; b++) asked->batch[b][first + (uint32_t)move] = 1;
        return true;
    }
    asked->exact = false;
    asked->uncertain++;
    for (int b = 0; b < DADO_ASKED_BATCHES; b++) {
        for (int i = 0; i < a->each; i++) {
            move = answer(a, s, number++, &drew);
            if (move < 0) return fail_asking(a, err);
            asked->batch[b][first + (uint32_t)move] += 1.0 / a->each;
        }
    }
    for (uint32_t q = first; q < of->first[s->set + 1]; q++) {
        for (int b = 0; b < DADO_ASKED_BATCHES; b++) {
            asked->odds[q] += asked->batch[b][q] / DADO_ASKED_BATCHES;
        }
    }
    return true;
}

// Puts into `s` what he remembers when he comes there from the stop before it, and whether he
// ever would.
static void remember(asking *a, stop *s)
{
    const dado_sets *of = &a->sets->sets[a->agent->seat];
    size_t size = a->agent->self_size;
    memset(memory_of(a, s), 0, size);
    if (a->length == 0) return;
    stop *last = stop_at(a, a->length - 1);
    uint32_t came_by = of->parent[s->set];
    int made = (int)(came_by - of->first[last->set]);
    s->never = last->never || a->asked->odds[came_by] <= 0;
    if (a->agent->kind->odds && !s->never) {
        dado_turn turn = turn_of(a, last);
        turn.self = a->self;
        memcpy(a->self, memory_of(a, last), size);
        a->agent->kind->odds(a->agent, &turn, a->odds, made);
        memcpy(memory_of(a, s), a->self, size);
        return;
    }
    for (uint64_t i = 0; i < most_tries && !s->never; i++) {
        bool drew;
        uint64_t number = UINT64_MAX - ((uint64_t)last->set * most_tries + i);
        if (answer(a, last, number, &drew) != made) continue;
        memcpy(memory_of(a, s), a->self, size);
        return;
    }
    s->never = true;
}

static void answer_anything(asking *a, uint32_t set)
{
    const dado_sets *of = &a->sets->sets[a->agent->seat];
    uint32_t first = of->first[set], last = of->first[set + 1];
    for (uint32_t q = first; q < last; q++) {
        a->asked->odds[q] = 1.0 / (last - first);
        for (int b = 0; b < DADO_ASKED_BATCHES; b++) a->asked->batch[b][q] = a->asked->odds[q];
    }
}

// Stops of lines that were walked before may still lie there: the one that leads here has the
// choice by which this set is reached.
static bool leads_to(const asking *a, const stop *s, const dado_met *met)
{
    const dado_sets *of = &a->sets->sets[met->player];
    uint32_t came_by = of->parent[met->set];
    return s->depth < met->depth && came_by >= of->first[s->set] && came_by < of->first[s->set + 1];
}

static bool meet(void *to, const dado_met *met, dado_error *err)
{
    asking *a = to;
    const dado_agent *agent = a->agent;
    if (met->player != agent->seat) return true;
    bool remembers = agent->self_size > 0;
    if (a->known[met->set] && !remembers) return true;
    if (a->halt && *a->halt) return dado_fail(err, DADO_LIMIT, "stopped while asking a player");
    while (a->length > 0 && !leads_to(a, stop_at(a, a->length - 1), met)) a->length--;
    if (!lengthen(a, err)) return false;
    stop *s = stop_at(a, a->length);
    *s = (stop){ .depth = met->depth, .set = met->set, .decision = met->decision };
    dado_observe(agent->game, met->state, met->player, view_of(a, s));
    if (remembers) remember(a, s);
    if (!a->known[met->set]) {
        a->known[met->set] = 1;
        if (s->never) answer_anything(a, met->set);
        else if (!ask_set(a, s, err)) return false;
    }
    a->length += remembers;
    return true;
}

static size_t rounded(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

bool dado_ask_everywhere(dado_asked *asked, const dado_infosets *sets, const dado_agent *agent,
                         int times, uint64_t seed, const volatile int *halt, dado_error *err)
{
    size_t sequences = sets->sets[agent->seat].sequences;
    asking a = { .sets = sets, .agent = agent, .asked = asked, .seed = seed, .halt = halt };
    a.each = (times + DADO_ASKED_BATCHES - 1) / DADO_ASKED_BATCHES;
    if (a.each < 1) a.each = 1;
    a.view_at = rounded(sizeof(stop));
    a.self_at = a.view_at + rounded(agent->game->view_size);
    a.stop_size = a.self_at + rounded(agent->self_size);
    *asked = (dado_asked){ .exact = true };
    asked->memory = calloc(sequences * (DADO_ASKED_BATCHES + 1), sizeof(double));
    asked->odds = asked->memory;
    a.known = calloc(sets->sets[agent->seat].count + (size_t)1, 1);
    a.scratch = calloc(1, agent->scratch_size + 16);
    a.self = calloc(1, agent->self_size + 16);
    a.odds = calloc((size_t)agent->game->max_moves, sizeof(double));
    bool fine = asked->memory && a.known && a.scratch && a.self && a.odds;
    if (fine) {
        for (int b = 0; b < DADO_ASKED_BATCHES; b++) {
            asked->batch[b] = asked->memory + (size_t)(b + 1) * sequences;
        }
        fine = dado_infosets_visit(sets, meet, &a, err);
    } else {
        dado_fail(err, DADO_LIMIT, "no memory to ask a player");
    }
    free(a.known);
    free(a.scratch);
    free(a.self);
    free(a.odds);
    free(a.line);
    if (!fine) dado_asked_free(asked);
    return fine;
}

// ---- what it gives away

typedef struct judging {
    const dado_infosets *sets;
    const dado_asked *asked;
    dado_strategy strategy, answers;
    double *gain, *odds;
    uint32_t *best;
} judging;

// Makes everybody but `player` play as one batch of answers says, or as all but that one do.
static void seat_batch(judging *j, dado_strategy *to, int player, int batch, bool without)
{
    for (int p = 0; p < j->sets->players; p++) {
        if (p == player) continue;
        const dado_asked *asked = &j->asked[p];
        const double *odds = asked->exact ? asked->odds : asked->batch[batch];
        if (without && !asked->exact) {
            double n = DADO_ASKED_BATCHES;
            for (uint32_t s = 0; s < j->sets->sets[p].sequences; s++) {
                j->odds[s] = (n * asked->odds[s] - asked->batch[batch][s]) / (n - 1);
            }
            odds = j->odds;
        }
        dado_strategy_set(j->sets, to, p, odds);
    }
}

// Makes `player` play his best moves.
static void seat_best(judging *j, dado_strategy *to, int player)
{
    const dado_sets *of = &j->sets->sets[player];
    memset(j->odds, 0, sizeof *j->odds * of->sequences);
    for (uint32_t i = 0; i < of->count; i++) j->odds[of->first[i] + j->best[i]] = 1;
    dado_strategy_set(j->sets, to, player, j->odds);
}

static dado_figure from_low_to_high(double value, double low, double high)
{
    dado_figure f = dado_figure_real(value);
    if (high - low < 1e-9) return f;  // none of what matters here is uncertain
    f.low = low;
    f.high = high;
    f.level = 0.95;
    f.count = DADO_ASKED_BATCHES;
    return f;
}

static void judge_estimate(judging *j, int player, double value, double best,
                           dado_given_away *found)
{
    dado_moments values = { 0 }, bests = { 0 }, gains = { 0 };
    double row[DADO_SOLVE_SEATS], all[DADO_SOLVE_SEATS];
    for (int b = 0; b < DADO_ASKED_BATCHES; b++) {
        seat_batch(j, &j->answers, player, b, true);
        dado_respond(j->sets, &j->answers, player, j->gain, j->best);
        seat_batch(j, &j->answers, player, b, false);
        const dado_asked *own = &j->asked[player];
        dado_strategy_set(j->sets, &j->answers, player, own->exact ? own->odds : own->batch[b]);
        dado_strategy_value(j->sets, &j->answers, all);
        seat_best(j, &j->answers, player);
        dado_strategy_value(j->sets, &j->answers, row);
        dado_moments_add(&values, all[player]);
        dado_moments_add(&bests, row[player]);
        dado_moments_add(&gains, row[player] - all[player]);
    }
    dado_figure v = dado_figure_mean(&values, 0.95), w = dado_figure_mean(&bests, 0.95);
    dado_figure g = dado_figure_mean(&gains, 0.95);
    double off = value - v.value;
    found->value[player] = from_low_to_high(value, v.low + off, v.high + off);
    found->best[player] = from_low_to_high(best, w.low, best + (w.high - w.value));
    found->gain[player] = from_low_to_high(best - value, g.low, best - value + (g.high - g.value));
}

bool dado_asked_judge(const dado_infosets *sets, const dado_asked *asked, dado_given_away *found,
                      dado_error *err)
{
    judging j = { .sets = sets, .asked = asked };
    size_t most = 0;
    bool exact = true;
    for (int p = 0; p < sets->players; p++) {
        if (sets->sets[p].sequences > most) most = sets->sets[p].sequences;
        exact = exact && asked[p].exact;
    }
    j.gain = malloc(sizeof(double) * most);
    j.odds = malloc(sizeof(double) * most);
    j.best = malloc(sizeof(uint32_t) * most);
    bool fine = j.gain && j.odds && j.best && dado_strategy_make(&j.strategy, sets, NULL) &&
                dado_strategy_make(&j.answers, sets, NULL);
    if (fine) {
        double value[DADO_SOLVE_SEATS];
        for (int p = 0; p < sets->players; p++) {
            dado_strategy_set(sets, &j.strategy, p, asked[p].odds);
        }
        dado_strategy_value(sets, &j.strategy, value);
        for (int p = 0; p < sets->players; p++) {
            double best = dado_respond(sets, &j.strategy, p, j.gain, NULL);
            found->value[p] = dado_figure_real(value[p]);
            found->best[p] = dado_figure_real(best);
            found->gain[p] = dado_figure_real(best > value[p] ? best - value[p] : 0);
            if (!exact) judge_estimate(&j, p, value[p], best, found);
        }
    } else {
        dado_fail(err, DADO_LIMIT, "no memory to find what a player gives away");
    }
    dado_strategy_free(&j.strategy);
    dado_strategy_free(&j.answers);
    free(j.gain);
    free(j.odds);
    free(j.best);
    return fine;
}
