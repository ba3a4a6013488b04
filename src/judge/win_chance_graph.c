// win_chance_graph.c - see win_chance_graph.h.
#include "judge/win_chance_graph.h"

#include "agents/agent.h"
#include "core/scope_cleanup.h"
#include "judge/exact_random_play_values.h"
#include "judge/rollouts.h"

enum { fewest_times = 20 };
static const double most_moves = 1e6;
static const double as_good_as_won = 0.95;

static bool is_decision(const dado_step *step)
{
    return step->actor >= 0 && step->options > 1;
}

// Chooses the positions: at most DADO_CHANCE_POSITIONS - 1 decisions, and the end.
static int choose_positions(const dado_trace *log, int *step)
{
    int decisions = 0, count = 0, met = 0;
    for (int i = 0; i < log->steps; i++) decisions += is_decision(&log->path[i]);
    int stride = 1 + decisions / (DADO_CHANCE_POSITIONS - 1);
    for (int i = 0; i < log->steps; i++) {
        if (is_decision(&log->path[i]) && met++ % stride == 0) step[count++] = i;
    }
    step[count++] = log->steps;
    return count;
}

static int affordable_times(const dado_trace *log, int positions)
{
    double each = (double)positions * (log->steps + 1) / 2;
    double times = most_moves / each;
    return times > DADO_CHANCE_TIMES ? DADO_CHANCE_TIMES : (int)times;
}

static void measure_position(dado_rollouts *o, const dado_trace *log, int at, int times,
                             double *chance)
{
    int counted = 0;
    for (int p = 0; p < log->players; p++) chance[p] = 0;
    dado_rollouts_go_to(o, log->path, at);
    for (int k = 0; k < times; k++) {
        const dado_trace *trace = dado_rollouts_play_on(o, DADO_NOBODY, NULL, 0, k);
        if (!dado_end_has_result(trace->end)) continue;
        counted++;
        for (int p = 0; p < log->players; p++) {
            chance[p] += dado_seat_share(o->game, trace->places, p);
        }
    }
    for (int p = 0; p < log->players && counted > 0; p++) chance[p] /= counted;
}

static void find_decided(dado_win_chances *c)
{
    c->decided = c->winner = -1;
    for (int p = 0; p < c->players; p++) {
        int from = c->count;
        while (from > 0 && c->chance[(from - 1) * c->players + p] > as_good_as_won) from--;
        if (from == c->count || (c->decided >= 0 && from >= c->decided)) continue;
        c->decided = from;
        c->winner = p;
    }
}

bool dado_win_chances_follow(const dado_replay *replay, dado_region *region, dado_win_chances *c,
                             dado_error *err)
{
    const dado_trace *log = &replay->log;
    int *step = dado_new(region, int, DADO_CHANCE_POSITIONS + 1);
    double *chance = dado_new(region, double, (DADO_CHANCE_POSITIONS + 1) * log->players);
    *c = (dado_win_chances){ .players = log->players, .step = step, .chance = chance };
    if (!step || !chance) return dado_fail(err, DADO_LIMIT, "no memory left for chances to win");
    if (!dado_end_has_result(log->end) || log->players < 2 || log->steps == 0) return true;
    int count = choose_positions(log, step), times = affordable_times(log, count);
    if (times < fewest_times || count < 2) return true;
    const dado_player random = { .typed = "random", .kind = dado_agent_named("random") };
    const dado_lineup lineup = { "random", &random, 1 };
    dado_plan plan = { .instances = &replay->source,
                       .instance_count = 1,
                       .lineups = &lineup,
                       .lineup_count = 1,
                       .matches = 1,
                       .seed = replay->seed,
                       .move_limit = 4 * log->steps + 1000 };
    dado_rollouts rollouts = { 0 };
    bool fine = dado_rollouts_open(&rollouts, &plan, err);
    for (int i = 0; fine && i + 1 < count; i++) {
        measure_position(&rollouts, log, step[i], times, chance + (size_t)i * (size_t)c->players);
    }
    for (int p = 0; fine && p < c->players; p++) {
        chance[(count - 1) * c->players + p] = dado_seat_share(rollouts.game, log->places, p);
    }
    dado_rollouts_close(&rollouts);
    c->count = count;
    c->times = times;
    if (fine) find_decided(c);
    return fine;
}
