// best_response.c - see best_response.h.
#include "solve/best_response.h"

#include <stdlib.h>
#include <string.h>

enum { worth_sharing = 1 << 15 };  // ends of play from which on the sums are split over threads

bool dado_strategy_make(dado_strategy *strategy, const dado_infosets *sets, dado_error *err)
{
    size_t total = 0;
    for (int p = 0; p < sets->players; p++) total += sets->sets[p].sequences;
    *strategy = (dado_strategy){ .memory = calloc(total, sizeof(double)) };
    if (!strategy->memory) return dado_fail(err, DADO_LIMIT, "no memory for a strategy");
    double *next = strategy->memory;
    for (int p = 0; p < sets->players; p++) {
        const dado_player_infosets *of = &sets->sets[p];
        double *reach = strategy->reach[p] = next;
        next += of->sequences;
        reach[0] = 1;
        for (uint32_t i = 0; i < of->count; i++) {
            uint32_t first = of->first[i], last = of->first[i + 1];
            double each = reach[of->parent[i]] / (last - first);
            for (uint32_t s = first; s < last; s++) reach[s] = each;
        }
    }
    return true;
}

void dado_strategy_free(dado_strategy *strategy)
{
    free(strategy->memory);
    *strategy = (dado_strategy){ 0 };
}

void dado_strategy_odds(const dado_infosets *sets, const dado_strategy *strategy, int player,
                        uint32_t set, double *odds)
{
    const dado_player_infosets *of = &sets->sets[player];
    uint32_t first = of->first[set], count = of->first[set + 1] - first;
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) sum += strategy->reach[player][first + i];
    for (uint32_t i = 0; i < count; i++) {
        odds[i] = sum > 0 ? strategy->reach[player][first + i] / sum : 1.0 / count;
    }
}

void dado_strategy_set(const dado_infosets *sets, dado_strategy *strategy, int player,
                       const double *odds)
{
    const dado_player_infosets *of = &sets->sets[player];
    double *reach = strategy->reach[player];
    reach[0] = 1;
    for (uint32_t i = 0; i < of->count; i++) {
        double above = reach[of->parent[i]];
        for (uint32_t s = of->first[i]; s < of->first[i + 1]; s++) reach[s] = above * odds[s];
    }
}

typedef struct gain_sum {
    const dado_infosets *sets;
    const dado_strategy *strategy;
    double *gain;
    int player, parts;
} gain_sum;

// Computes the gains of the sequences from `from` to `to`. Each sum is added up in the
// order of the rows, so the result does not depend on the number of threads.
static void sum_gains(const gain_sum *g, uint32_t from, uint32_t to)
{
    const dado_terminal_rows *rows = &g->sets->rows[g->player];
    int players = g->sets->players;
    if (players == 2) {
        const double *reach = g->strategy->reach[1 - g->player];
        for (uint32_t s = from; s < to; s++) {
            double sum = 0;
            for (uint32_t e = rows->from[s]; e < rows->from[s + 1]; e++) {
                sum += rows->pay[e] * reach[rows->other[e]];
            }
            g->gain[s] = sum;
        }
        return;
    }
    for (uint32_t s = from; s < to; s++) {
        double sum = 0;
        for (uint32_t e = rows->from[s]; e < rows->from[s + 1]; e++) {
            double odds = rows->pay[e];
            const uint32_t *other = rows->other + (size_t)e * (size_t)(players - 1);
            for (int p = 0; p < players; p++) {
                if (p != g->player) odds *= g->strategy->reach[p][*other++];
            }
            sum += odds;
        }
        g->gain[s] = sum;
    }
}

// Returns the first sequence of the slice that thread `part` works on. Slices have about
// equally many ends of play.
static uint32_t share_begins(const gain_sum *g, int part)
{
    const dado_terminal_rows *rows = &g->sets->rows[g->player];
    uint32_t low = 0, high = g->sets->sets[g->player].sequences;
    uint64_t from = (uint64_t)g->sets->ends * (uint64_t)part / (uint64_t)g->parts;
    if (part == g->parts) return high;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (rows->from[middle] < from) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void sum_gains_part(void *job, int part)
{
    const gain_sum *g = job;
    sum_gains(g, share_begins(g, part), share_begins(g, part + 1));
}

void dado_strategy_gain(const dado_infosets *sets, const dado_strategy *strategy, int player,
                        double *gain, const dado_parallel *parallel)
{
    gain_sum g = { sets, strategy, gain, player, 1 };
    if (parallel && parallel->count > 1 && sets->ends >= worth_sharing) {
        g.parts = parallel->count;
        parallel->share(parallel->with, g.parts, sum_gains_part, &g);
    } else {
        sum_gains(&g, 0, sets->sets[player].sequences);
    }
}

void dado_strategy_value(const dado_infosets *sets, const dado_strategy *strategy, double *value)
{
    for (int player = 0; player < sets->players; player++) {
        const dado_terminal_rows *rows = &sets->rows[player];
        double sum = 0;
        for (uint32_t s = 0; s < sets->sets[player].sequences; s++) {
            double own = strategy->reach[player][s];
            for (uint32_t e = rows->from[s]; e < rows->from[s + 1]; e++) {
                double odds = own * rows->pay[e];
                const uint32_t *other = rows->other + (size_t)e * (size_t)(sets->players - 1);
                for (int p = 0; p < sets->players; p++) {
                    if (p != player) odds *= strategy->reach[p][*other++];
                }
                sum += odds;
            }
        }
        value[player] = sum;
    }
}

double dado_best_response(const dado_infosets *sets, const dado_strategy *strategy, int player,
                          double *gain, uint32_t *best)
{
    const dado_player_infosets *of = &sets->sets[player];
    dado_strategy_gain(sets, strategy, player, gain, NULL);
    for (uint32_t i = of->count; i-- > 0;) {
        uint32_t first = of->first[i], top = first;
        for (uint32_t s = first + 1; s < of->first[i + 1]; s++) {
            if (gain[s] > gain[top]) top = s;
        }
        gain[of->parent[i]] += gain[top];
        if (best) best[i] = top - first;
    }
    return gain[0];
}

bool dado_equilibrium_gap_find(const dado_infosets *sets, const dado_strategy *strategy,
                               dado_equilibrium_gap *proof, dado_error *err)
{
    uint32_t most = 0;
    for (int p = 0; p < sets->players; p++) {
        if (sets->sets[p].sequences > most) most = sets->sets[p].sequences;
    }
    double *gain = malloc(sizeof *gain * most);
    if (!gain) return dado_fail(err, DADO_LIMIT, "no memory to prove a strategy");
    double response[DADO_SOLVE_PLAYERS_MAX];
    dado_strategy_value(sets, strategy, proof->value);
    proof->gap = 0;
    for (int p = 0; p < sets->players; p++) {
        response[p] = dado_best_response(sets, strategy, p, gain, NULL);
        proof->gain[p] = response[p] - proof->value[p];
        // rounding: the two sums are added up in different orders
        if (proof->gain[p] < 0) proof->gain[p] = 0;
        proof->gap += proof->gain[p];
    }
    bool two = sets->players == 2 && sets->constant;
    proof->high = response[0];
    proof->low = two ? sets->sum - response[1] : proof->value[0];
    free(gain);
    return true;
}
