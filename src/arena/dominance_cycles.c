// dominance_cycles.c - finds cycles and upsets among players; see dominance_cycles.h.
#include "arena/dominance_cycles.h"

#include <stdlib.h>
#include <string.h>

// Returns the share of comparisons in one match that `a` won against `b`; below 0 if they
// were not compared.
static double share_of(const dado_match_result *r, int a, int b)
{
    double won = 0;
    int met = 0;
    for (int s = 0; s < r->seats; s++) {
        for (int q = 0; r->who[s] == a && q < r->seats; q++) {
            if (r->who[q] != b || !dado_are_compared(r, s, q)) continue;
            met++;
            won += dado_comparison_points(r->places[s], r->places[q]);
        }
    }
    return met ? won / met : -1;
}

static bool is_first_seat(const dado_match_result *r, int seat)
{
    for (int s = 0; s < seat; s++) {
        if (r->who[s] == r->who[seat]) return false;
    }
    return true;
}

void dado_head_to_head_count(const dado_match_result *results, int64_t count, int players,
                             dado_head_to_head *meetings)
{
    memset(meetings, 0, sizeof *meetings * (size_t)players * (size_t)players);
    for (int64_t m = 0; m < count; m++) {
        const dado_match_result *r = &results[m];
        for (int s = 0; s < r->seats; s++) {
            for (int q = 0; is_first_seat(r, s) && q < r->seats; q++) {
                if (r->who[q] == r->who[s] || !is_first_seat(r, q)) continue;
                dado_head_to_head *pair = &meetings[r->who[s] * players + r->who[q]];
                double won = share_of(r, r->who[s], r->who[q]);
                if (won < 0) continue;  // they were partners
                pair->won += won;
                pair->matches++;
            }
        }
    }
}

typedef struct cycle_search {
    int players;
    // Players x players: by how much the row's share surely exceeds a half; 0 if not
    // surely.
    double *edge;
    int *before, *queue;
    dado_cycles *found;
    double weakest[DADO_CYCLES_MOST];
} cycle_search;

static double edge(const cycle_search *h, int a, int b)
{
    return h->edge[a * h->players + b];
}

// Finds the shortest cycle of wins through `from`; returns false if there is none.
static bool shortest_cycle(cycle_search *h, int from, dado_cycle *cycle)
{
    int head = 0, tail = 0;
    for (int i = 0; i < h->players; i++) h->before[i] = -1;
    h->queue[tail++] = from;
    while (head < tail) {
        int at = h->queue[head++];
        if (edge(h, at, from) > 0) {
            cycle->length = 0;
            for (int i = at; i != -1; i = i == from ? -1 : h->before[i]) {
                if (cycle->length == DADO_CYCLE_LONGEST) return false;
                cycle->who[cycle->length++] = i;
            }
            // The cycle was found from its end, so it is reversed.
            for (int i = 0; i < cycle->length / 2; i++) {
                int other = cycle->length - 1 - i, held = cycle->who[i];
                cycle->who[i] = cycle->who[other];
                cycle->who[other] = held;
            }
            return true;
        }
        for (int next = 0; next < h->players; next++) {
            if (next == from || h->before[next] >= 0 || edge(h, at, next) <= 0) continue;
            h->before[next] = at;
            h->queue[tail++] = next;
        }
    }
    return false;
}

// Rotates a cycle so that its lowest player is first; then equal cycles are equal lists.
static void rotate_to_first(dado_cycle *cycle)
{
    dado_cycle as_found = *cycle;
    int least = 0;
    for (int i = 1; i < cycle->length; i++) {
        if (as_found.who[i] < as_found.who[least]) least = i;
    }
    for (int i = 0; i < cycle->length; i++) {
        cycle->who[i] = as_found.who[(least + i) % cycle->length];
    }
}

static double weakest_edge(const cycle_search *h, const dado_cycle *c)
{
    double weakest = 1;
    for (int i = 0; i < c->length; i++) {
        double e = edge(h, c->who[i], c->who[(i + 1) % c->length]);
        if (e < weakest) weakest = e;
    }
    return weakest;
}

static void insert_cycle(cycle_search *h, const dado_cycle *cycle)
{
    dado_cycles *f = h->found;
    for (int i = 0; i < f->count; i++) {
        if (f->cycles[i].length == cycle->length &&
            memcmp(f->cycles[i].who, cycle->who, sizeof *cycle->who * (size_t)cycle->length) == 0) {
            return;
        }
    }
    f->more = f->more || f->count == DADO_CYCLES_MOST;
    double weakest = weakest_edge(h, cycle);
    int at = f->count < DADO_CYCLES_MOST ? f->count++ : DADO_CYCLES_MOST;
    while (at > 0) {
        const dado_cycle *above = &f->cycles[at - 1];
        bool clearer = cycle->length < above->length ||
                       (cycle->length == above->length && weakest > h->weakest[at - 1]);
        if (!clearer) break;
        if (at < DADO_CYCLES_MOST) {
            f->cycles[at] = *above;
            h->weakest[at] = h->weakest[at - 1];
        }
        at--;
    }
    if (at == DADO_CYCLES_MOST) return;
    f->cycles[at] = *cycle;
    h->weakest[at] = weakest;
}

static bool in_a_cycle(const dado_cycles *f, int winner, int loser)
{
    for (int c = 0; c < f->count; c++) {
        for (int i = 0; i < f->cycles[c].length; i++) {
            if (f->cycles[c].who[i] == winner &&
                f->cycles[c].who[(i + 1) % f->cycles[c].length] == loser) {
                return true;
            }
        }
    }
    return false;
}

static void find_upsets(cycle_search *h, const dado_rating *ratings)
{
    dado_cycles *f = h->found;
    double clear[DADO_UPSETS_MOST];
    for (int i = 0; i < h->players * h->players; i++) {
        int winner = i / h->players, loser = i % h->players;
        if (h->edge[i] <= 0 || ratings[winner].points >= ratings[loser].points) continue;
        if (in_a_cycle(f, winner, loser)) continue;
        f->all_upsets++;
        int at = f->upset_count < DADO_UPSETS_MOST ? f->upset_count++ : DADO_UPSETS_MOST;
        for (; at > 0 && clear[at - 1] < h->edge[i]; at--) {
            if (at == DADO_UPSETS_MOST) continue;
            clear[at] = clear[at - 1];
            f->upsets[at] = f->upsets[at - 1];
        }
        if (at == DADO_UPSETS_MOST) continue;
        clear[at] = h->edge[i];
        f->upsets[at] = (dado_upset){ winner, loser };
    }
}

bool dado_cycles_find(const dado_head_to_head *meetings, const dado_rating *ratings, int players,
                      dado_cycles *found, dado_error *err)
{
    size_t n = (size_t)players;
    cycle_search h = { .players = players,
                       .edge = calloc(n * n, sizeof *h.edge),
                       .before = calloc(n, sizeof *h.before),
                       .queue = calloc(n, sizeof *h.queue),
                       .found = found };
    *found = (dado_cycles){ 0 };
    bool fine = h.edge && h.before && h.queue;
    int pairs = 0;
    for (int i = 0; i < players * players; i++) {
        pairs += i / players < i % players && meetings[i].matches > 0;
    }
    // All pairs share a chance of 5 % for a false alarm (Bonferroni correction).
    found->level = 1 - 0.05 / (pairs ? pairs : 1);
    for (int i = 0; fine && i < players * players; i++) {
        if (i / players == i % players || meetings[i].matches == 0) continue;
        dado_interval share =
            dado_share_interval(meetings[i].won, (double)meetings[i].matches, found->level);
        h.edge[i] = share.low > 0.5 ? share.low - 0.5 : 0;
    }
    for (int i = 0; fine && i < players; i++) {
        dado_cycle cycle;
        if (!shortest_cycle(&h, i, &cycle)) continue;
        rotate_to_first(&cycle);
        insert_cycle(&h, &cycle);
    }
    if (fine) find_upsets(&h, ratings);
    free(h.edge);
    free(h.before);
    free(h.queue);
    return fine || dado_fail(err, DADO_LIMIT, "out of memory while looking for cycles of players");
}
