// standings.c - see standings.h.
//
// The leader is found as a maximum, and a place by counting the seats ahead. That needs
// neither sorting nor branches that are hard to predict. Only the tie rules `incumbent`
// and `random` write a full order for every round.
#include "measure/standings.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "measure/special_functions.h"

#if defined(__GNUC__)
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE static inline
#endif

enum { most_by_four = 4 };                              // seats at most for the SIMD code
enum { most_small = INT32_MAX >> (most_by_four + 2) };  // points at most for the SIMD code

// Whether the target has SIMD instructions. A browser may have none; there the plain code
// is as fast and much smaller.
#if defined(__wasm__) && !defined(__wasm_simd128__)
enum { has_simd = 0 };
#else
enum { has_simd = 1 };
#endif

dado_metric_options dado_metric_options_ask(dado_option_reader *ask)
{
    static const char *const presets[] = { "formula", "reference", NULL };
    static const char *const ties[] = { "seat", "incumbent", "shared", "random", NULL };
    dado_metric_options how = { 0 };
    how.preset =
        (dado_metric_preset)dado_option_choice(ask, "metrics.preset", presets, DADO_PRESET_FORMULA);
    how.ties = (dado_tie_rule)dado_option_choice(ask, "metrics.ties", ties, DADO_TIES_SEAT);
    how.floor = (int32_t)dado_option_int(ask, "metrics.floor", 0, INT32_MIN, INT32_MAX);
    return how;
}

static const dado_root_tables *roots_new(dado_region *region)
{
    dado_root_tables *r = dado_new(region, dado_root_tables, 1);
    for (int n = 1; r && n < DADO_ROOT_TABLE_SIZE; n++) {
        r->log[n] = dado_log2(n);
        r->of[n][0] = n * r->log[n];
        r->of[n][1] = sqrt((double)n);
        r->inverse[n][0] = 1.0 / n;
        r->inverse[n][1] = 1.0 / r->of[n][1];
    }
    if (r) r->parts = dado_new(region, double, DADO_SHARE_ROOTS *DADO_SHARE_ROOTS);
    return r && r->parts ? r : NULL;
}

const double *dado_share_roots_fill(double *row, uint32_t whole)
{
    for (uint32_t k = 0; k <= whole; k++) row[k] = sqrt((double)k / whole);
    return row;
}

size_t dado_move_set_size(int moves)
{
    size_t room = 16;
    while (room < 2 * (size_t)moves) room *= 2;
    return room;
}

bool dado_meter_open(dado_meter *meter, const dado_metric_options *how, int most_players,
                     int most_rounds, int most_steps, dado_region *region, dado_error *err)
{
    *meter = (dado_meter){ .most_players = most_players,
                           .most_rounds = most_rounds,
                           .most_steps = most_steps };
    if (how) meter->how = *how;
    // rounds are processed in groups of four
    size_t rounds = most_rounds > 0 ? (size_t)most_rounds + 3 : 4;
    size_t players = most_players > 0 ? (size_t)most_players : 1;
    bool ordered = meter->how.ties == DADO_TIES_INCUMBENT || meter->how.ties == DADO_TIES_RANDOM;
    const dado_root_tables *roots = roots_new(region);
    meter->seat = dado_new(region, int32_t, players);
    meter->order = dado_new(region, int32_t, players);
    meter->scratch = dado_new(region, int32_t, players);
    meter->leader = dado_new(region, int32_t, rounds);
    meter->place = dado_new(region, int32_t, rounds);
    meter->top = dado_new(region, uint32_t, rounds);
    meter->gap = dado_new(region, uint32_t, rounds);
    meter->sum = dado_new(region, uint64_t, rounds);
    meter->points = dado_new(region, uint32_t, rounds * players);
    meter->places = ordered ? dado_new(region, int32_t, rounds * players) : meter->seat;
    meter->still = dado_new(region, int32_t, rounds);
    meter->descent.place = dado_new(region, int32_t, rounds);
    if (most_steps > 0) {
        meter->seen.room = dado_move_set_size(most_steps);
        meter->seen.slots = dado_region_alloc(region, meter->seen.room, sizeof *meter->seen.slots);
    }
    bool enough = roots && meter->seat && meter->order && meter->scratch && meter->leader &&
                  meter->place && meter->top && meter->gap && meter->sum && meter->points &&
                  meter->places && meter->still && meter->descent.place &&
                  (most_steps <= 0 || meter->seen.slots);
    meter->standings = (dado_standings){
        .how = meter->how,
        .roots = roots,
        .seat = meter->seat,
        .leader = meter->leader,
        .place = meter->place,
        .top = meter->top,
        .gap = meter->gap,
        .sum = meter->sum,
        .places = meter->places,
        .scratch = meter->scratch,
        .still = meter->still,
        .seen = meter->seen.slots ? &meter->seen : NULL,
        .evenness = &meter->evenness,
        .descent = &meter->descent,
    };
    return enough || dado_fail(err, DADO_LIMIT,
                               "out of memory for measuring matches of %d rounds with %d "
                               "players",
                               most_rounds, most_players);
}

// Lists the seats that score: all of them, or the first of each side. Returns how many
// there are.
static int choose_seats(dado_meter *meter, const dado_trace *trace)
{
    if (!trace->side && trace->players == meter->seated) return meter->seated;
    int seats = 0;
    for (int p = 0; p < trace->players; p++) {
        bool first = true;
        for (int q = 0; trace->side && q < p && first; q++)
            first = trace->side[q] != trace->side[p];
        if (first) meter->seat[seats++] = p;
    }
    meter->seated = trace->side ? 0 : seats;
    return seats;
}

// Returns the bitwise OR of all numbers: negative if one of them is negative, and small
// only if all are small.
static int32_t bits_of_all(const int32_t *numbers, int64_t count)
{
    int32_t bits = 0;
    for (int64_t i = 0; i < count; i++) bits |= numbers[i];
    return bits;
}

// Returns the scores from round 1 on, less the floor. If nothing needs to be subtracted,
// these are the trace's own rows: no score is negative, so they read the same as unsigned
// numbers.
static const uint32_t *choose_points(dado_meter *meter, const dado_trace *trace, int seats)
{
    const int32_t *scores = dado_trace_row(trace, 1);
    int64_t count = (int64_t)trace->rounds * trace->players;
    int32_t floor = meter->how.floor;
    bool all = seats == trace->players;
    meter->bits = bits_of_all(scores, count);
    if (all && meter->bits >= 0 && floor == 0) return (const uint32_t *)scores;
    uint32_t *points = meter->points;
    if (all) {
        int32_t bits = 0;
        for (int64_t i = 0; i < count; i++) floor = scores[i] < floor ? scores[i] : floor;
        for (int64_t i = 0; i < count; i++) {
            points[i] = (uint32_t)scores[i] - (uint32_t)floor;
            bits |= (int32_t)points[i];
        }
        meter->bits = bits;
        return points;
    }
    for (int m = 1; m <= trace->rounds; m++) {
        const int32_t *row = dado_trace_row(trace, m);
        for (int p = 0; p < seats; p++) {
            if (row[meter->seat[p]] < floor) floor = row[meter->seat[p]];
        }
    }
    for (int m = 1; m <= trace->rounds; m++) {
        const int32_t *row = dado_trace_row(trace, m);
        for (int p = 0; p < seats; p++) {
            *points++ = (uint32_t)row[meter->seat[p]] - (uint32_t)floor;
        }
    }
    meter->bits = bits_of_all((const int32_t *)meter->points, (int64_t)trace->rounds * seats);
    return meter->points;
}

// Returns the first seat in the best place, if the places that the game declares name
// other winners than the last row of scores. Otherwise returns -1, and the scores decide.
static int declared_winner(const dado_trace *trace, const dado_standings *s)
{
    if (!trace->places) return -1;
    const uint32_t *last = dado_standings_row(s, s->rounds - 1);
    uint32_t most = last[0];
    int32_t best = trace->places[s->seat[0]];
    int declared = 0;
    for (int p = 1; p < s->seats; p++) {
        int32_t place = trace->places[s->seat[p]];
        most = last[p] > most ? last[p] : most;
        declared = place < best ? p : declared;
        best = place < best ? place : best;
    }
    for (int p = 0; p < s->seats; p++) {
        if ((last[p] == most) != (trace->places[s->seat[p]] == best)) return declared;
    }
    return -1;
}

static int first_of_the_best(const uint32_t *row, int seats)
{
    int best = 0;
    for (int p = 1; p < seats; p++) best = row[p] > row[best] ? p : best;
    return best;
}

// A vector of four rounds. A comparison gives all bits set, or none.
typedef int32_t four __attribute__((vector_size(16)));

static inline four all_four(int32_t number)
{
    return (four){ number, number, number, number };
}

static inline four larger(four a, four b)
{
    four which = a > b;
    return (which & a) | (~which & b);
}

static inline int sum_of(four numbers)
{
    return numbers[0] + numbers[1] + numbers[2] + numbers[3];
}

// Shifts by one round: returns the last element of `before` followed by the first three
// of `these`. It takes two shuffles, since processors have instructions for these.
static inline four one_before(four before, four these)
{
    four middle = __builtin_shufflevector(before, these, 3, 3, 4, 4);
    return __builtin_shufflevector(middle, these, 0, 2, 5, 6);
}

// Transposes four rows, of which `row` is the first: `of_seat` gets the points of each
// seat in these rounds.
static inline void transpose_rows(const uint32_t *row, const int seats, four *of_seat)
{
    if (seats != 4) {
        const int32_t *points = (const int32_t *)row;
        for (int p = 0; p < seats; p++, points++) {
            of_seat[p] = (four){ points[0], points[seats], points[2 * seats], points[3 * seats] };
        }
        return;
    }
    four a, b, c, d;
    memcpy(&a, row, sizeof a);
    memcpy(&b, row + 4, sizeof b);
    memcpy(&c, row + 8, sizeof c);
    memcpy(&d, row + 12, sizeof d);
    four first = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    four second = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    four third = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    four fourth = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    of_seat[0] = __builtin_shufflevector(first, third, 0, 1, 4, 5);
    of_seat[1] = __builtin_shufflevector(first, third, 2, 3, 6, 7);
    of_seat[2] = __builtin_shufflevector(second, fourth, 0, 1, 4, 5);
    of_seat[3] = __builtin_shufflevector(second, fourth, 2, 3, 6, 7);
}

// Returns four rows from round `from` on. If fewer are left, it copies them to `room` and
// repeats the last one.
static inline const uint32_t *four_rows(const dado_standings *s, int from, const int seats,
                                        uint32_t *room)
{
    const uint32_t *rows = s->points + (int64_t)from * seats;
    int there = s->rounds - from;
    if (there >= 4) return rows;
    for (int k = 0; k < 4; k++) {
        const uint32_t *row = rows + (k < there ? k : there - 1) * seats;
        for (int p = 0; p < seats; p++) room[k * seats + p] = row[p];
    }
    return room;
}

// Returns a rank: the points of a seat followed by four bits, of which one marks the
// seat: 8 for seat 0, 4 for seat 1, and so on. The larger of two ranks is ahead by the
// tie rule `seat`.
static inline four rank_of(four points, int seat)
{
    return (points << most_by_four) + (8 >> seat);
}

static inline four points_in(four rank)
{
    return rank >> most_by_four;
}

static inline four bit_in(four rank)
{
    return rank & 15;
}

static inline four seat_of_bit(four bit)
{
    return 3 - (bit >> 1) + (bit >> 3);
}

// Computes the standings of all rounds and their sums by the tie rule `seat`, the
// published and most common one, in one pass over the rows, four at a time. `seats` is a
// constant in every call, so that loops over it unroll. A true comparison is -1, so
// counters subtract it. `repeats` is how many rows of the last group only repeat the last
// round.
ALWAYS_INLINE void pass_by_four(dado_meter *meter, dado_standings *s, const int seats)
{
    uint32_t ends[4 * most_by_four];
    const int rounds = s->rounds, winner = s->winner, repeats = (4 - rounds % 4) % 4;
    four led = all_four(-1), none = all_four(0), strictly = none, changes = none;
    four highest = none, seen = none, behind[most_by_four] = { none, none, none, none };
    four before[most_by_four] = { led, led, led, led };  // -1, which no seat's points equal
    for (int m = 0; m < rounds; m += 4) {
        const uint32_t *rows = four_rows(s, m, seats, ends);
        const int32_t *of_winner = (const int32_t *)rows + winner;
        four own = { of_winner[0], of_winner[seats], of_winner[2 * seats], of_winner[3 * seats] };
        four of_seat[most_by_four];
        transpose_rows(rows, seats, of_seat);
        four own_rank = rank_of(own, winner);
        four sum = none, best = none, place = all_four(1), still = all_four(-1);
        for (int p = 0; p < seats; p++) {
            four rank = rank_of(of_seat[p], p);
            sum += of_seat[p];
            best = larger(rank, best);
            place -= rank > own_rank;
            still &= one_before(before[p], of_seat[p]) == of_seat[p];
            before[p] = of_seat[p];
        }
        four bit = bit_in(best), leader = seat_of_bit(bit);
        four top = points_in(best), gap = top - own;
        changes -= one_before(led, leader) != leader;
        led = leader;
        for (int k = 1; k < seats; k++) behind[k] -= place > k;
        strictly -= gap > 0;
        highest = larger(top, highest);
        seen |= bit;
        memcpy(meter->leader + m, &leader, sizeof leader);
        memcpy(meter->place + m, &place, sizeof place);
        memcpy(meter->top + m, &top, sizeof top);
        memcpy(meter->gap + m, &gap, sizeof gap);
        memcpy(meter->still + m, &still, sizeof still);
        for (int k = 0; k < 4; k++) meter->sum[m + k] = (uint32_t)sum[k];
    }
    four most = larger(highest, __builtin_shufflevector(highest, highest, 2, 3, 0, 1));
    s->highest = (uint32_t)(most[0] > most[1] ? most[0] : most[1]);
    // rounds in which the winner was behind the place in question
    int further = 0, last = meter->place[rounds - 1];
    for (int k = seats - 1; k > 0; k--) {
        int so_far = sum_of(behind[k]) - (last > k ? repeats : 0);
        s->placed[k] = so_far - further;
        further = so_far;
    }
    s->placed[0] = rounds - further;
    s->behind = further;
    s->strictly = sum_of(strictly) - (meter->gap[rounds - 1] > 0 ? repeats : 0);
    s->changes = sum_of(changes) - 1;  // less 1: the first round is no change
    int leaders = seen[0] | seen[1] | seen[2] | seen[3];
    s->leaders = (leaders & 1) + (leaders >> 1 & 1) + (leaders >> 2 & 1) + (leaders >> 3);
}

static inline void pass_simd(dado_meter *meter, dado_standings *s)
{
    switch (s->seats) {
    case 1: pass_by_four(meter, s, 1); break;
    case 2: pass_by_four(meter, s, 2); break;
    case 3: pass_by_four(meter, s, 3); break;
    default: pass_by_four(meter, s, 4);
    }
}

#if defined(__SSE2__) && defined(__GNUC__)
// The same code compiled for processors with AVX2.
__attribute__((target("avx2"))) static void pass_newly(dado_meter *meter, dado_standings *s)
{
    if (s->seats == 4) pass_by_four(meter, s, 4);
    else if (s->seats == 2) pass_by_four(meter, s, 2);
    else pass_simd(meter, s);
}
#endif

static void pass_few_seats(dado_meter *meter, dado_standings *s)
{
#if defined(__SSE2__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx2")) {
        pass_newly(meter, s);
        return;
    }
#endif
    pass_simd(meter, s);
}

static inline bool same_row(const uint32_t *a, const uint32_t *b, const int seats)
{
    return memcmp(a, b, sizeof *a * (size_t)seats) == 0;
}

// Computes the standings by the tie rule `seat` for any number of seats and points, one
// round at a time.
static void pass_by_seat(dado_meter *meter, const dado_standings *s)
{
    const uint32_t *row = s->points;
    for (int m = 0; m < s->rounds; m++, row += s->seats) {
        uint64_t own = row[s->winner], sum = 0;
        int leader = first_of_the_best(row, s->seats), place = 1;
        for (int p = 0; p < s->seats; p++) {
            sum += row[p];
            place += (uint64_t)row[p] + (p < s->winner) > own;
        }
        meter->leader[m] = leader;
        meter->place[m] = place;
        meter->top[m] = row[leader];
        meter->sum[m] = sum;
    }
}

// Marks the rounds in which nobody's points changed.
static void find_still(dado_meter *meter, const dado_standings *s)
{
    const uint32_t *row = s->points;
    meter->still[0] = 0;
    for (int m = 1; m < s->rounds; m++, row += s->seats) {
        meter->still[m] = same_row(row, row + s->seats, s->seats);
    }
}

static void pass_shared(dado_meter *meter, dado_standings *s)
{
    int leader = 0;
    for (int m = 0; m < s->rounds; m++) {
        const uint32_t *row = dado_standings_row(s, m);
        int best = first_of_the_best(row, s->seats);
        if (m == 0 || row[leader] < row[best]) leader = best;
        int place = 1;
        uint64_t sum = 0;
        for (int p = 0; p < s->seats; p++) {
            place += row[p] > row[s->winner];
            sum += row[p];
        }
        meter->leader[m] = leader;
        meter->top[m] = row[leader];
        meter->sum[m] = sum;
        meter->place[m] = place;
    }
}

// Returns a random generator for the tie rule `random`. Its seed depends only on the
// match, so measuring again gives the same result.
static dado_fast_rng tie_break_random(const dado_standings *s)
{
    uint64_t mixed = 0;
    for (int64_t i = 0; i < (int64_t)s->rounds * s->seats; i++) {
        mixed ^= s->points[i];
        mixed = dado_splitmix(&mixed);
    }
    return dado_fast_rng_seed(mixed);
}

// Sorts seats by points, most first; equal seats keep their order.
static void order_by_points(int32_t *order, const uint32_t *row, int seats)
{
    for (int i = 1; i < seats; i++) {
        int32_t moving = order[i];
        int j = i;
        for (; j > 0 && row[order[j - 1]] < row[moving]; j--) order[j] = order[j - 1];
        order[j] = moving;
    }
}

static void order_rounds(dado_meter *meter, dado_standings *s)
{
    dado_fast_rng luck = { { 0 } };
    if (s->how.ties == DADO_TIES_RANDOM) luck = tie_break_random(s);
    for (int p = 0; p < s->seats; p++) meter->order[p] = p;
    for (int m = 0; m < s->rounds; m++) {
        const uint32_t *row = dado_standings_row(s, m);
        for (int p = s->seats; s->how.ties == DADO_TIES_RANDOM && p > 1; p--) {
            uint32_t other = dado_fast_rng_below(&luck, (uint32_t)p);
            int32_t held = meter->order[p - 1];
            meter->order[p - 1] = meter->order[other];
            meter->order[other] = held;
        }
        order_by_points(meter->order, row, s->seats);
        int32_t *places = meter->places + (int64_t)m * s->seats;
        meter->sum[m] = 0;
        for (int i = 0; i < s->seats; i++) {
            places[meter->order[i]] = i + 1;
            meter->sum[m] += row[i];
        }
        meter->leader[m] = meter->order[0];
        meter->top[m] = row[meter->order[0]];
    }
}

static void follow_winner(dado_meter *meter, dado_standings *s)
{
    for (int m = 0; m < s->rounds; m++) {
        meter->place[m] = meter->places[(int64_t)m * s->seats + s->winner];
    }
}

static int count_leaders(const dado_standings *s)
{
    if (s->seats <= 64) {
        uint64_t seen = 0;
        for (int m = 0; m < s->rounds; m++) seen |= (uint64_t)1 << s->leader[m];
        int leaders = 0;
        for (; seen; seen &= seen - 1) leaders++;
        return leaders;
    }
    memset(s->scratch, 0, (size_t)s->seats * sizeof *s->scratch);
    int leaders = 0;
    for (int m = 0; m < s->rounds; m++) leaders += !s->scratch[s->leader[m]]++;
    return leaders;
}

// Computes the sums over all rounds, where the pass itself has not done so.
static void count_up(dado_meter *meter, dado_standings *s)
{
    const uint32_t *own = s->points + s->winner;
    memset(s->placed, 0, sizeof s->placed);
    for (int m = 0; m < s->rounds; m++, own += s->seats) {
        s->behind += s->place[m] > 1;
        if (s->seats <= DADO_FEW_SEATS) s->placed[s->place[m] - 1]++;
        s->changes += m > 0 && s->leader[m] != s->leader[m - 1];
        s->highest = s->top[m] > s->highest ? s->top[m] : s->highest;
        meter->gap[m] = s->top[m] - *own;
        s->strictly += s->gap[m] > 0;
    }
    s->leaders = s->changes ? count_leaders(s) : 1;
}

const dado_standings *dado_meter_read(dado_meter *meter, const dado_trace *trace)
{
    assert(trace->players <= meter->most_players && trace->rounds <= meter->most_rounds);
    dado_standings *s = &meter->standings;
    s->seats = choose_seats(meter, trace);
    s->rounds = trace->scores && s->seats > 0 ? trace->rounds : 0;
    s->winner = s->behind = s->strictly = s->leaders = s->changes = 0;
    s->highest = 0;
    s->evenness->known = false;
    if (s->rounds < 1) return s;
    s->points = choose_points(meter, trace, s->seats);
    int declared = declared_winner(trace, s);
    s->winner = declared >= 0 ? declared
                              : first_of_the_best(dado_standings_row(s, s->rounds - 1), s->seats);
    bool small = has_simd && meter->bits >= 0 && meter->bits < most_small;
    if (s->how.ties == DADO_TIES_SEAT && small && s->seats <= most_by_four) {
        pass_few_seats(meter, s);
        return s;
    }
    if (s->how.ties == DADO_TIES_SEAT) {
        pass_by_seat(meter, s);
    } else if (s->how.ties == DADO_TIES_SHARED) {
        pass_shared(meter, s);
    } else {
        order_rounds(meter, s);
        if (declared < 0) s->winner = meter->leader[s->rounds - 1];
        follow_winner(meter, s);
    }
    find_still(meter, s);
    count_up(meter, s);
    return s;
}

// Computes all places by comparing every pair, without branches that are hard to predict.
// With `lent` 1 the lower seat is ahead at equal points; with 0 neither is.
static inline void place_all(const uint32_t *row, const int seats, int lent, int32_t *places)
{
    for (int p = 0; p < seats; p++) places[p] = 1;
    for (int p = 0; p < seats; p++) {
        uint64_t own = row[p], raised = own + (uint64_t)lent;
        for (int q = p + 1; q < seats; q++) {
            uint64_t other = row[q];
            places[p] += other > own;
            places[q] += raised > other;
        }
    }
}

void dado_standings_places(const dado_standings *s, int round, int32_t *places)
{
    if (s->how.ties == DADO_TIES_INCUMBENT || s->how.ties == DADO_TIES_RANDOM) {
        memcpy(places, s->places + (int64_t)round * s->seats, (size_t)s->seats * sizeof *places);
        return;
    }
    const uint32_t *row = dado_standings_row(s, round);
    int lent = s->how.ties == DADO_TIES_SEAT;
    if (s->seats == 4) place_all(row, 4, lent, places);
    else place_all(row, s->seats, lent, places);
}

// Computes dado_standings_moved by the tie rule `seat` for small points, four rounds at a
// time.
static inline int64_t moved_by_four(const dado_standings *s, const int seats)
{
    uint32_t ends[4 * most_by_four];
    four before[most_by_four] = { all_four(0) }, moved = all_four(0);
    for (int m = 0; m < s->rounds; m += 4) {
        four rank[most_by_four], place[most_by_four];
        transpose_rows(four_rows(s, m, seats, ends), seats, rank);
        for (int p = 0; p < seats; p++) {
            rank[p] = rank_of(rank[p], p);
            place[p] = all_four(0);
        }
        for (int p = 0; p < seats; p++) {
            for (int q = p + 1; q < seats; q++) {
                four ahead = rank[q] > rank[p];
                place[p] -= ahead;
                place[q] += ahead + 1;
            }
        }
        for (int p = 0; p < seats; p++) {
            if (m == 0) before[p] = all_four(place[p][0]);
            four by = place[p] - one_before(before[p], place[p]), back = by >> 31;
            moved += (by ^ back) - back;
            before[p] = place[p];
        }
    }
    return (int64_t)moved[0] + moved[1] + moved[2] + moved[3];
}

int64_t dado_standings_moved(const dado_standings *s)
{
    if (has_simd && s->how.ties == DADO_TIES_SEAT && s->highest < most_small) {
        if (s->seats == 2) return moved_by_four(s, 2);
        if (s->seats == 3) return moved_by_four(s, 3);
        if (s->seats == 4) return moved_by_four(s, 4);
    }
    int32_t rows[2][DADO_MOVED_SEATS_MAX];
    int64_t moved = 0;
    int in_use = 0;
    bool drawn = s->how.ties == DADO_TIES_RANDOM;  // then places can change though points do not
    dado_standings_places(s, 0, rows[0]);
    for (int m = 1; m < s->rounds; m++) {
        if (s->still[m] && !drawn) continue;
        int32_t *before = rows[in_use], *now = rows[!in_use];
        dado_standings_places(s, m, now);
        for (int p = 0; p < s->seats; p++) moved += abs(now[p] - before[p]);
        in_use = !in_use;
    }
    return moved;
}
