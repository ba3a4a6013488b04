// merged_infosets.c - see merged_infosets.h.
#include "solve/merged_infosets.h"

#include <stdlib.h>
#include <string.h>

#include "solve/modular.h"

static bool full(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "out of memory while merging equal information sets");
}

static uint64_t scramble(uint64_t x)
{
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

static uint64_t combine(uint64_t a, uint64_t b)
{
    return scramble(a ^ scramble(b));
}

// ---- colours of sequences and sets

typedef struct colouring {
    const dado_infosets *sets;
    uint32_t *sequence[DADO_SOLVE_PLAYERS_MAX], *set[DADO_SOLVE_PLAYERS_MAX];
    uint64_t colours;  // different ones, of sequences and sets of all players
    uint64_t *sign, *children;
    uint64_t *slot;   // hash table of signatures
    uint32_t *named;  // the colour of each slot
    size_t mask;
} colouring;

static void colouring_free(colouring *c)
{
    for (int p = 0; p < c->sets->players; p++) {
        free(c->sequence[p]);
        free(c->set[p]);
    }
    free(c->sign);
    free(c->children);
    free(c->slot);
    free(c->named);
}

static size_t most_sequences(const dado_infosets *sets)
{
    size_t most = 1;
    for (int p = 0; p < sets->players; p++) {
        if (sets->sets[p].sequences > most) most = sets->sets[p].sequences;
    }
    return most;
}

// Returns how many bytes merging takes at most, with the tables that it makes.
static size_t bytes_needed(const dado_infosets *sets)
{
    size_t sequences = 0, players = (size_t)sets->players;
    for (int p = 0; p < sets->players; p++) sequences += sets->sets[p].sequences;
    size_t rows = (size_t)sets->ends * players * (4 * (players - 1) + 16);
    return sequences * 40 + most_sequences(sets) * 64 + rows + (size_t)sets->ends * 40;
}

static bool colouring_open(colouring *c, const dado_infosets *sets)
{
    *c = (colouring){ .sets = sets };
    size_t most = most_sequences(sets);
    c->mask = 63;
    while (c->mask < 2 * most) c->mask = c->mask * 2 + 1;
    c->sign = calloc(most, sizeof *c->sign);
    c->children = calloc(most, sizeof *c->children);
    c->slot = calloc(c->mask + 1, sizeof *c->slot);
    c->named = calloc(c->mask + 1, sizeof *c->named);
    bool fine = c->sign && c->children && c->slot && c->named;
    for (int p = 0; p < sets->players; p++) {
        c->sequence[p] = calloc(sets->sets[p].sequences, sizeof *c->sequence[p]);
        c->set[p] = calloc(sets->sets[p].count + (size_t)1, sizeof *c->set[p]);
        fine = fine && c->sequence[p] && c->set[p];
    }
    return fine;
}

// Gives equal signatures equal colours, numbered in the order in which they are met, and
// returns how many there are.
static uint32_t name_colours(colouring *c, uint32_t *colour, size_t count)
{
    uint32_t names = 0;
    memset(c->slot, 0, (c->mask + 1) * sizeof *c->slot);
    for (size_t i = 0; i < count; i++) {
        uint64_t sign = c->sign[i] | 1;
        size_t at = (sign >> 8) & c->mask;
        while (c->slot[at] && c->slot[at] != sign) at = (at + 1) & c->mask;
        if (!c->slot[at]) {
            c->slot[at] = sign;
            c->named[at] = names++;
        }
        colour[i] = c->named[at];
    }
    return names;
}

// Returns the sum of the payoffs that directly follow a sequence, each times a random
// number that belongs to the colours of the others there.
static uint64_t sign_ends(const colouring *c, int player, uint32_t sequence)
{
    const dado_terminal_rows *rows = &c->sets->rows[player];
    int players = c->sets->players;
    uint64_t sum = 0;
    for (uint32_t e = rows->from[sequence]; e < rows->from[sequence + 1]; e++) {
        const uint32_t *other = rows->other + (size_t)e * (size_t)(players - 1);
        uint64_t weight = 0;
        for (int p = 0; p < players; p++) {
            if (p != player) weight = combine(weight, c->sequence[p][*other++]);
        }
        weight = (weight >> 3) % dado_modulus;
        sum = dado_mod_add(sum, dado_mod_mul(rows->exact[e], weight));
    }
    return sum;
}

static uint32_t colour_sequences(colouring *c, int player)
{
    const dado_player_infosets *of = &c->sets->sets[player];
    memset(c->children, 0, of->sequences * sizeof *c->children);
    for (uint32_t i = 0; i < of->count; i++) {
        c->children[of->parent[i]] += scramble(c->set[player][i]);
    }
    c->sign[0] = combine(1, 2);
    for (uint32_t i = 0; i < of->count; i++) {
        for (uint32_t s = of->first[i]; s < of->first[i + 1]; s++) {
            uint64_t own = combine(c->sequence[player][s], c->set[player][i] + (uint64_t)3);
            c->sign[s] = combine(combine(own, sign_ends(c, player, s)), c->children[s]);
        }
    }
    return name_colours(c, c->sequence[player], of->sequences);
}

static uint32_t colour_sets(colouring *c, int player)
{
    const dado_player_infosets *of = &c->sets->sets[player];
    for (uint32_t i = 0; i < of->count; i++) {
        uint64_t moves = 0;
        for (uint32_t s = of->first[i]; s < of->first[i + 1]; s++) {
            moves += scramble(c->sequence[player][s]);
        }
        uint64_t own = combine(c->set[player][i], c->sequence[player][of->parent[i]]);
        c->sign[i] = combine(own, moves);
    }
    return name_colours(c, c->set[player], of->count);
}

// Refines the colours until no colour is split any more.
static void refine(colouring *c)
{
    uint64_t before;
    do {
        before = c->colours;
        c->colours = 0;
        for (int p = 0; p < c->sets->players; p++) c->colours += colour_sequences(c, p);
        for (int p = 0; p < c->sets->players; p++) c->colours += colour_sets(c, p);
    } while (c->colours > before);
}

// ---- the merged tables

// Gives each sequence its merged one and its part of it. The sets of one colour are
// represented by the first of them, so merged sets come after the sets above them.
static bool merge_player(dado_merged_infosets *m, const colouring *c, int player,
                         uint64_t *exact_share)
{
    const dado_player_infosets *of = &c->sets->sets[player];
    const uint32_t *colour = c->sequence[player];
    uint32_t *first = calloc(of->count + (size_t)2, 4), *parent = calloc(of->count + (size_t)1, 4);
    uint32_t *merged = calloc(of->sequences, 4), *named = calloc(of->sequences, 4);
    uint32_t *times = calloc(of->sequences, 4);
    dado_move *move = calloc(of->sequences, sizeof *move);
    double *share = calloc(of->sequences, sizeof *share);
    m->set[player] = calloc(of->count + (size_t)1, 4);
    m->sequence[player] = merged;
    m->share[player] = share;
    dado_player_infosets *to = &m->sets.sets[player];
    *to = (dado_player_infosets){ 0, 1, first, parent, move };
    bool fine = first && parent && merged && named && times && move && share && m->set[player];
    if (fine) {
        first[0] = 1;
        share[0] = 1;
        exact_share[0] = 1;
    }
    for (uint32_t i = 0; i < of->count && fine; i++) {
        uint32_t begin = of->first[i], end = of->first[i + 1], set = c->set[player][i];
        bool fresh = set == to->count;
        m->set[player][i] = set;
        if (fresh) parent[to->count++] = merged[of->parent[i]];
        for (uint32_t s = begin; s < end; s++) times[colour[s]] = 0;
        for (uint32_t s = begin; s < end; s++) {
            if (times[colour[s]]++ || !fresh) continue;
            move[to->sequences] = of->move[s];
            named[colour[s]] = to->sequences++;
        }
        if (fresh) first[to->count] = to->sequences;
        for (uint32_t s = begin; s < end; s++) {
            merged[s] = named[colour[s]];
            share[s] = share[of->parent[i]] / times[colour[s]];
            exact_share[s] =
                dado_mod_mul(exact_share[of->parent[i]], dado_mod_inverse(times[colour[s]]));
        }
    }
    free(named);
    free(times);
    return fine;
}

typedef struct rows_builder {
    const dado_infosets *sets;
    dado_merged_infosets *to;
    uint64_t *exact_share[DADO_SOLVE_PLAYERS_MAX];
    uint32_t *index;  // hash table to 1 + row
    size_t mask;
    uint32_t *own, *other;  // of each merged row: the sequences
    double *pay;
    uint64_t *exact;
    uint32_t count;
} rows_builder;

static void rows_free(rows_builder *b)
{
    free(b->index);
    free(b->own);
    free(b->other);
    free(b->pay);
    free(b->exact);
    b->count = 0;
}

static bool rows_open(rows_builder *b)
{
    size_t ends = (size_t)b->sets->ends + 1, others = (size_t)b->sets->players - 1;
    b->mask = 63;
    while (b->mask < 2 * ends) b->mask = b->mask * 2 + 1;
    b->index = calloc(b->mask + 1, sizeof *b->index);
    b->own = malloc(ends * sizeof *b->own);
    b->other = malloc((ends * others + 1) * sizeof *b->other);
    b->pay = malloc(ends * sizeof *b->pay);
    b->exact = malloc(ends * sizeof *b->exact);
    return b->index && b->own && b->other && b->pay && b->exact;
}

// Returns the row with these merged sequences; a new one begins at 0.
static uint32_t row_of(rows_builder *b, uint32_t own, const uint32_t *other)
{
    size_t others = (size_t)b->sets->players - 1;
    uint64_t hash = own;
    for (size_t i = 0; i < others; i++) hash = combine(hash, other[i]);
    size_t at = (scramble(hash) >> 8) & b->mask;
    for (; b->index[at]; at = (at + 1) & b->mask) {
        uint32_t row = b->index[at] - 1;
        if (b->own[row] == own && memcmp(b->other + row * others, other, others * 4) == 0) {
            return row;
        }
    }
    uint32_t row = b->count++;
    b->index[at] = b->count;
    b->own[row] = own;
    memcpy(b->other + row * others, other, others * 4);
    b->pay[row] = 0;
    b->exact[row] = 0;
    return row;
}

static void add_rows(rows_builder *b, int player)
{
    const dado_terminal_rows *rows = &b->sets->rows[player];
    const dado_merged_infosets *m = b->to;
    int players = b->sets->players;
    uint32_t others[DADO_SOLVE_PLAYERS_MAX] = { 0 };
    for (uint32_t s = 0; s < b->sets->sets[player].sequences; s++) {
        for (uint32_t e = rows->from[s]; e < rows->from[s + 1]; e++) {
            const uint32_t *other = rows->other + (size_t)e * (size_t)(players - 1);
            double share = m->share[player][s];
            uint64_t exact = b->exact_share[player][s];
            for (int p = 0, i = 0; p < players; p++) {
                if (p == player) continue;
                share *= m->share[p][other[i]];
                exact = dado_mod_mul(exact, b->exact_share[p][other[i]]);
                others[i] = m->sequence[p][other[i]];
                i++;
            }
            uint32_t row = row_of(b, m->sequence[player][s], others);
            b->pay[row] += rows->pay[e] * share;
            b->exact[row] = dado_mod_add(b->exact[row], dado_mod_mul(rows->exact[e], exact));
        }
    }
}

// Sorts the merged rows by the player's own sequence.
static bool lay_rows(rows_builder *b, int player)
{
    size_t others = (size_t)b->sets->players - 1;
    uint32_t sequences = b->to->sets.sets[player].sequences;
    uint32_t *from = calloc(sequences + (size_t)2, 4);
    uint32_t *other = malloc((b->count * others + 1) * sizeof *other);
    double *pay = malloc(((size_t)b->count + 1) * sizeof *pay);
    uint64_t *exact = malloc(((size_t)b->count + 1) * sizeof *exact);
    b->to->sets.rows[player] = (dado_terminal_rows){ from, other, pay, exact };
    if (!from || !other || !pay || !exact) return false;
    for (uint32_t row = 0; row < b->count; row++) from[b->own[row] + 2]++;
    for (uint32_t s = 1; s < sequences + 1; s++) from[s + 1] += from[s];
    for (uint32_t row = 0; row < b->count; row++) {
        uint32_t at = from[b->own[row] + 1]++;
        memcpy(other + at * others, b->other + row * others, others * 4);
        pay[at] = b->pay[row];
        exact[at] = b->exact[row];
    }
    return true;
}

static bool merge_rows(rows_builder *b)
{
    for (int p = 0; p < b->sets->players; p++) {
        bool fine = rows_open(b);
        if (fine) {
            add_rows(b, p);
            fine = lay_rows(b, p);
        }
        b->to->sets.ends = b->count;
        rows_free(b);
        if (!fine) return false;
    }
    return true;
}

static bool merge(dado_merged_infosets *m, const dado_infosets *sets, const colouring *c)
{
    m->sets = (dado_infosets){ .game = sets->game,
                               .payoff = sets->payoff,
                               .watch = sets->watch,
                               .constant = sets->constant,
                               .sum = sets->sum,
                               .players = sets->players,
                               .stats = sets->stats };
    rows_builder b = { .sets = sets, .to = m };
    bool fine = true;
    for (int p = 0; p < sets->players && fine; p++) {
        b.exact_share[p] = calloc(sets->sets[p].sequences, sizeof(uint64_t));
        fine = b.exact_share[p] && merge_player(m, c, p, b.exact_share[p]);
    }
    fine = fine && merge_rows(&b);
    for (int p = 0; p < sets->players; p++) free(b.exact_share[p]);
    return fine;
}

bool dado_infosets_merge(dado_merged_infosets *m, const dado_infosets *sets, dado_error *err)
{
    colouring c;
    *m = (dado_merged_infosets){ 0 };
    m->sets.players = sets->players;
    if (!sets->rows[0].exact) return true;
    if (sets->stats.limit && sets->stats.bytes + bytes_needed(sets) > sets->stats.limit)
        return true;
    bool fine = colouring_open(&c, sets);
    if (fine) {
        refine(&c);
        uint64_t all = 0;
        for (int p = 0; p < sets->players; p++) {
            all += (uint64_t)sets->sets[p].sequences + sets->sets[p].count;
        }
        m->any = c.colours < all;
        fine = !m->any || merge(m, sets, &c);
    }
    colouring_free(&c);
    if (!fine) dado_merged_infosets_free(m);
    return fine || full(err);
}

void dado_merged_infosets_free(dado_merged_infosets *m)
{
    for (int p = 0; p < m->sets.players; p++) {
        free(m->set[p]);
        free(m->sequence[p]);
        free(m->share[p]);
    }
    dado_infosets_free(&m->sets);
    *m = (dado_merged_infosets){ 0 };
}

void dado_merged_strategy_expand(const dado_merged_infosets *m, const dado_infosets *sets,
                                 const dado_strategy *from, dado_strategy *to)
{
    for (int p = 0; p < sets->players; p++) {
        for (uint32_t s = 0; s < sets->sets[p].sequences; s++) {
            to->reach[p][s] = from->reach[p][m->sequence[p][s]] * m->share[p][s];
        }
    }
}
