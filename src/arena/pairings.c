// pairings.c - makes the pairings of a tournament; see tournament.h.
#include "arena/tournament.h"

#include <string.h>

enum { most_seats = 64, most_permuted = 4 };

typedef struct pairing_list {
    int32_t *who;
    int players, seats, count;
    bool full;
} pairing_list;

static void add_pairing(pairing_list *m, const int32_t *table)
{
    if (m->count == DADO_PAIRINGS_MOST) {
        m->full = true;
        return;
    }
    memcpy(m->who + (size_t)m->count * (size_t)m->seats, table, sizeof *table * (size_t)m->seats);
    m->count++;
}

// Advances to the next order of seats in lexicographic order; returns false after the
// last.
static bool next_order(int32_t *table, int seats)
{
    int i = seats - 2;
    while (i >= 0 && table[i] >= table[i + 1]) i--;
    if (i < 0) return false;
    int j = seats - 1;
    while (table[j] <= table[i]) j--;
    int32_t other = table[i];
    table[i] = table[j];
    table[j] = other;
    for (int a = i + 1, b = seats - 1; a < b; a++, b--) {
        other = table[a];
        table[a] = table[b];
        table[b] = other;
    }
    return true;
}

static void add_orders(pairing_list *m, const int32_t *group)
{
    int32_t table[most_seats];
    memcpy(table, group, sizeof *group * (size_t)m->seats);
    if (m->seats <= most_permuted) {
        do add_pairing(m, table);
        while (next_order(table, m->seats) && !m->full);
        return;
    }
    for (int turn = 0; turn < m->seats && !m->full; turn++) {
        for (int s = 0; s < m->seats; s++) table[s] = group[(s + turn) % m->seats];
        add_pairing(m, table);
    }
}

static bool everyone_plays(const int32_t *group, int seats, int players)
{
    for (int p = 0; p < players; p++) {
        bool there = false;
        for (int s = 0; s < seats; s++) there = there || group[s] == p;
        if (!there) return false;
    }
    return true;
}

// Adds all groups of players in ascending order. Each player is in a group at most once
// if there are enough players.
static void add_groups(pairing_list *m, int32_t *group, int filled, int from)
{
    bool enough = m->players >= m->seats;
    if (filled == m->seats) {
        if (enough || everyone_plays(group, m->seats, m->players)) add_orders(m, group);
        return;
    }
    for (int p = from; p < m->players && !m->full; p++) {
        group[filled] = p;
        add_groups(m, group, filled + 1, enough ? p + 1 : p);
    }
}

bool dado_pairings_all(dado_pairings *fixtures, int players, int seats, dado_region *region,
                       dado_error *err)
{
    if (seats > most_seats)
        return dado_fail(err, DADO_LIMIT,
                         "this game has too many seats for a tournament; %d is the most",
                         most_seats);
    pairing_list m = { .players = players, .seats = seats };
    m.who = dado_new(region, int32_t, (size_t)DADO_PAIRINGS_MOST * (size_t)seats);
    if (!m.who) return dado_fail(err, DADO_LIMIT, "out of memory while making the pairings");
    int32_t group[most_seats];
    add_groups(&m, group, 0, 0);
    if (m.full) {
        return dado_fail(err, DADO_LIMIT,
                         "%d players at tables of %d make more than %d pairings; use fewer "
                         "players, or --swiss",
                         players, seats, DADO_PAIRINGS_MOST);
    }
    *fixtures = (dado_pairings){ m.who, seats, m.count };
    return true;
}

bool dado_pairings_swiss(dado_pairings *fixtures, int players, const double *points,
                         const uint8_t *met, dado_region *region, int *idle, dado_error *err)
{
    int *order = dado_new(region, int, players);
    uint8_t *paired = dado_new(region, uint8_t, players);
    int32_t *who = dado_new(region, int32_t, 2 * players + 2);
    if (!order || !paired || !who) {
        return dado_fail(err, DADO_LIMIT, "out of memory while making the pairings");
    }
    dado_rank_descending(points, sizeof *points, players, order);
    *idle = -1;
    if (players % 2) {
        *idle = order[players - 1];
        for (int i = players - 1; i >= 0 && met[*idle * players + *idle]; i--) *idle = order[i];
        // Every player has been idle before.
        if (met[*idle * players + *idle]) *idle = order[players - 1];
        paired[*idle] = 1;
    }
    int count = 0;
    for (int i = 0; i < players; i++) {
        if (paired[order[i]]) continue;
        int partner = -1, nearest = -1;
        for (int j = i + 1; j < players && partner < 0; j++) {
            if (paired[order[j]]) continue;
            if (nearest < 0) nearest = order[j];
            if (!met[order[i] * players + order[j]]) partner = order[j];
        }
        // This player has met everybody, so the nearest one is met again.
        if (partner < 0) partner = nearest;
        paired[order[i]] = paired[partner] = 1;
        int32_t pair[4] = { order[i], partner, partner, order[i] };
        memcpy(who + (size_t)count * 2, pair, sizeof pair);
        count += 2;
    }
    *fixtures = (dado_pairings){ who, 2, count };
    return true;
}
