// bigpoints_solver_bench.c - all boards of a size against a plain solver, on one core.
//
// The reference is what one would write first, written with care: depth first,
// a hash table that starts small and doubles, and the full key of a position in
// one word (path, pawns, arrivals, first hand). It shares nothing with the
// solver under test but the rules. Both solve the same boards, in turns, in the
// same run, and must agree on every value and on the number of positions.
//
// Renaming colours is left out on both sides: it would multiply the result by
// the number of orders of the colours, and says nothing about the solver.
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "solve/bigpoints_solver.h"

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---- the plain solver

typedef struct plain {
    int colours, discs, length;
    uint64_t mask[5];
    uint8_t colour[32], order[32], disc[5][16];
    uint64_t *keys;  // 0 is free; keys are kept plus one
    int16_t *values;
    uint64_t room, used, probes;
} plain;

typedef struct place {
    uint64_t path;
    uint8_t pawn[5];  // 0 start, k on its k-th disc, discs + 1 + p on the ladder as p-th
    uint8_t hand[5];  // the first player's
    uint8_t climbed, turn;
} place;

static uint64_t key_of(const plain *s, const place *p)
{
    uint64_t key = p->path;
    int at = s->length;
    for (int c = 0; c < s->colours; c++, at += 8) {
        key |= (uint64_t)p->pawn[c] << at | (uint64_t)p->hand[c] << (at + 4);
    }
    return key + 1;
}

static uint64_t slot_of(const plain *s, uint64_t key)
{
    uint64_t h = key * 0x9E3779B97F4A7C15u;
    return (h ^ h >> 29) & (s->room - 1);
}

static uint64_t seek(plain *s, uint64_t key)
{
    uint64_t at = slot_of(s, key);
    while (s->keys[at] && s->keys[at] != key) at = (at + 1) & (s->room - 1);
    return at;
}

static void start_table(plain *s)
{
    free(s->keys);
    free(s->values);
    s->room = 1024;
    s->used = 0;
    s->keys = calloc(s->room, sizeof *s->keys);
    s->values = malloc(s->room * sizeof *s->values);
    if (!s->keys || !s->values) abort();
}

static void insert(plain *s, uint64_t key, int16_t value)
{
    if (++s->used * 2 > s->room) {
        uint64_t *keys = s->keys, old = s->room;
        int16_t *values = s->values;
        s->room *= 2;
        s->keys = calloc(s->room, sizeof *s->keys);
        s->values = malloc(s->room * sizeof *s->values);
        if (!s->keys || !s->values) abort();
        for (uint64_t i = 0; i < old; i++) {
            if (!keys[i]) continue;
            uint64_t at = seek(s, keys[i]);
            s->keys[at] = keys[i];
            s->values[at] = values[i];
        }
        free(keys);
        free(values);
    }
    uint64_t at = seek(s, key);
    s->keys[at] = key;
    s->values[at] = value;
}

// Values are margin * 64 + points of the first player; see which the mover likes.
static bool better(int turn, int16_t a, int16_t b)
{
    if (turn % 2 == 0) return a > b;
    return (a ^ 63) < (b ^ 63);
}

static int16_t count_points(const plain *s, const place *p)
{
    int first = 0, total = 0;
    for (int c = 0; c < s->colours; c++) {
        int worth = s->colours - 1 - (p->pawn[c] - s->discs - 1);
        int taken = s->discs + 1 - __builtin_popcountll(p->path & s->mask[c]);
        first += worth * p->hand[c];
        total += worth * taken;
    }
    return (int16_t)((2 * first - total) * 64 + first);
}

static int16_t search(plain *s, const place *p);

static void try_child(plain *s, place child, int taken_colour, int16_t *best, bool *any)
{
    if (child.turn % 2 == 0) child.hand[taken_colour]++;
    int mover = child.turn++;
    int16_t value = search(s, &child);
    if (!*any || better(mover, value, *best)) *best = value;
    *any = true;
}

static int16_t search(plain *s, const place *p)
{
    if (p->climbed == s->colours) return count_points(s, p);
    uint64_t key = key_of(s, p), at = seek(s, key);
    s->probes++;
    if (s->keys[at]) return s->values[at];
    uint64_t occupied = 0;
    for (int c = 0; c < s->colours; c++) {
        if (p->pawn[c] && p->pawn[c] <= s->discs) occupied |= (uint64_t)1 << s->disc[c][p->pawn[c]];
    }
    int16_t best = 0;
    bool any = false;
    for (int c = 0; c < s->colours; c++) {
        if (p->pawn[c] > s->discs) continue;
        uint64_t here = p->pawn[c] ? (uint64_t)1 << s->disc[c][p->pawn[c]] : 0;
        uint64_t own = p->path & s->mask[c] & (here ? ~(2 * here - 1) : ~(uint64_t)0);
        place child = *p;
        if (!own) {
            child.pawn[c] = (uint8_t)(s->discs + 1 + p->climbed);
            child.climbed++;
            try_child(s, child, c, &best, &any);
            continue;
        }
        int target = __builtin_ctzll(own);
        uint64_t bit = (uint64_t)1 << target, free_discs = p->path & ~((occupied ^ here) | bit);
        uint64_t behind = free_discs & (bit - 1), ahead = free_discs & ~(bit - 1);
        child.pawn[c] = s->order[target];
        if (behind) {
            int taken = 63 - __builtin_clzll(behind);
            child.path = p->path & ~((uint64_t)1 << taken);
            try_child(s, child, s->colour[taken], &best, &any);
        }
        if (ahead) {
            int taken = __builtin_ctzll(ahead);
            child.path = p->path & ~((uint64_t)1 << taken);
            try_child(s, child, s->colour[taken], &best, &any);
        }
    }
    insert(s, key, best);
    return best;
}

static int16_t plain_solve(plain *s, const dado_bigpoints_row *row)
{
    uint8_t met[5] = { 0 };
    s->colours = row->size.colours;
    s->discs = row->size.discs;
    s->length = row->length;
    memset(s->mask, 0, sizeof s->mask);
    for (int i = 0; i < row->length; i++) {
        int c = row->disc[i];
        s->mask[c] |= (uint64_t)1 << i;
        s->colour[i] = (uint8_t)c;
        s->order[i] = ++met[c];
        s->disc[c][met[c]] = (uint8_t)i;
    }
    start_table(s);
    place start = { .path = ((uint64_t)1 << row->length) - 1 };
    return search(s, &start);
}

// ---- measuring

// Nanoseconds of one load that must wait for the one before, over so many bytes.
static double latency(size_t bytes)
{
    size_t count = bytes / 64;
    uint64_t *cells = NULL;
    if (posix_memalign((void **)&cells, 2 << 20, bytes) != 0) return 0;
    madvise(cells, bytes, MADV_HUGEPAGE);
    for (size_t i = 0; i < count; i++) cells[i * 8] = i;
    uint64_t luck = 1;
    for (size_t i = count - 1; i > 0; i--) {  // Sattolo: one ring through all of them
        luck = luck * 6364136223846793005u + 1442695040888963407u;
        size_t j = (size_t)((luck >> 33) % i);
        uint64_t kept = cells[i * 8];
        cells[i * 8] = cells[j * 8];
        cells[j * 8] = kept;
    }
    enum { loads = 2000000 };
    uint64_t at = 0;
    double began = seconds();
    for (int i = 0; i < loads; i++) at = cells[at * 8];
    double took = seconds() - began;
    if (at == UINT64_MAX) puts("");
    free(cells);
    return took * 1e9 / loads;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool bench_size(dado_bigpoints_row_size size)
{
    enum { runs = 5 };
    double ours[runs], theirs[runs], ratio[runs];
    uint64_t boards = 0, states = 0, shapes = 0, probes = 0;
    dado_error err = { 0 };
    for (int r = 0; r < runs; r++) {
        dado_bigpoints_solver *solver =
            dado_bigpoints_solver_new(size, DADO_BY_MARGIN, 0, NULL, &err);
        if (!solver) return false;
        plain reference = { 0 };
        uint64_t agreed = 0;
        double time_ours = 0, time_theirs = 0;
        boards = states = shapes = 0;
        dado_bigpoints_row row = dado_bigpoints_row_first(size);
        for (bool more = true; more;) {
            enum { in_turns = 64 };
            dado_bigpoints_value values[in_turns];
            dado_bigpoints_row rows[in_turns];
            int count = 0;
            for (; more && count < in_turns; more = dado_bigpoints_row_next(&row)) {
                rows[count++] = row;
            }
            double began = seconds();
            for (int i = 0; i < count; i++) {
                if (!dado_bigpoints_solve(solver, &rows[i], &values[i], &err)) return false;
            }
            double between = seconds();
            int16_t plain_values[in_turns];
            uint64_t plain_states[in_turns];
            for (int i = 0; i < count; i++) {
                plain_values[i] = plain_solve(&reference, &rows[i]);
                plain_states[i] = reference.used;
            }
            time_theirs += seconds() - between;
            time_ours += between - began;
            for (int i = 0; i < count; i++) {
                int margin = values[i].first - values[i].second;
                bool same = plain_values[i] == margin * 64 + values[i].first &&
                            plain_states[i] == values[i].states;
                agreed += same;
                states += values[i].states;
                shapes += values[i].shapes;
            }
            boards += (uint64_t)count;
        }
        probes = reference.probes;
        free(reference.keys);
        free(reference.values);
        dado_bigpoints_solver_free(solver);
        if (agreed != boards) {
            printf("%dx%d: the two solvers DIFFER on %" PRIu64 " boards\n", size.colours,
                   size.discs, boards - agreed);
            return false;
        }
        ours[r] = (double)boards / time_ours;
        theirs[r] = (double)boards / time_theirs;
        ratio[r] = ours[r] / theirs[r];
    }
    qsort(ours, runs, sizeof *ours, compare);
    qsort(theirs, runs, sizeof *theirs, compare);
    qsort(ratio, runs, sizeof *ratio, compare);
    double each = (double)states / (double)boards;
    printf("solve %dx%d: %.0f boards/s, %.2f x the plain solver's %.0f (%.2f to %.2f in %d runs); "
           "bar 2.00\n",
           size.colours, size.discs, ours[runs / 2], ratio[runs / 2], theirs[runs / 2], ratio[0],
           ratio[runs - 1], runs);
    printf("solve %dx%d: %.1f M states/s by the full key against %.1f M (%.0f states a board, "
           "%.0f shapes walked; the plain solver probes %.2f times a state)\n",
           size.colours, size.discs, ours[runs / 2] * each / 1e6, theirs[runs / 2] * each / 1e6,
           each, (double)shapes / (double)boards, (double)probes / (double)states);
    return ratio[runs / 2] >= 2;
}

int main(void)
{
    static const struct {
        const char *where;
        size_t bytes;
    } depths[] = {
        { "256 KiB", 256 << 10 },
        { "8 MiB", 8 << 20 },
        { "512 MiB", 512 << 20 },
    };
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        double ns = latency(depths[i].bytes);
        printf("memory: a load that waits for another takes %.1f ns in %s, so one probe a state "
               "allows %.0f M states/s at most\n",
               ns, depths[i].where, 1e3 / ns);
    }
    bool fine = bench_size((dado_bigpoints_row_size){ 3, 3, 0, 0 });
    fine = bench_size((dado_bigpoints_row_size){ 4, 2, 0, 0 }) && fine;
    puts("bound: shapes of a board stay in the cache, so what counts is making moves and laying "
         "blocks over each other, not memory");
    return fine ? 0 : 1;
}
