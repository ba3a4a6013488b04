// abreast.c - see abreast.h.
//
// Rows are turned, so that what a seat has is eight numbers, one a match. A row that is as the one
// before in all eight matches is not put down again: it counts as often as it came. What stands in
// a row comes of whole numbers and is found for eight matches at a time; real numbers are four at
// a time.
#include "measure/abreast.h"

#if defined(__SSE2__) && defined(__GNUC__)
#include <immintrin.h>
#include <string.h>

#define WIDE __attribute__((target("avx2")))
#define AT_ONCE static inline __attribute__((always_inline, target("avx2")))

// Of a comparison, all bits or none. An arena gives what is aligned by sixteen.
typedef int32_t eight __attribute__((vector_size(32), aligned(16)));
typedef double four __attribute__((vector_size(32), aligned(16)));
typedef int64_t which __attribute__((vector_size(32), aligned(16)));
typedef double pair __attribute__((vector_size(16)));

enum { most_seats = 4, most_rounds = 128, halves = DADO_ABREAST / 4 };
enum { most_score = 1 << 24 };  // either way, so that no difference or rank overflows

struct dado_abreast {
    dado_meter *meter;  // has the tables, and measures what is not known here
    const dado_trace *traces;
    const dado_metric *metric;   // being measured
    int seats, rounds;
    int rows;                    // put down
    int from[most_rounds + 1];   // the first round of each; behind the last, how many rounds
    eight points[most_rounds][most_seats];  // from the floor
    eight leader[most_rounds], place[most_rounds], top[most_rounds], gap[most_rounds],
        sum[most_rounds];
    eight places[most_seats], result[most_seats], decisions;
    // As in dado_standings and dado_evenness; `tells` is where somebody was alone in front before
    // the last round.
    eight winner, behind, strictly, leaders, changes, highest, tells, level;
    eight placed[most_seats];
    four bits[halves], nearness[halves];
};

AT_ONCE eight all(int32_t number)
{
    return (eight)_mm256_set1_epi32(number);
}

AT_ONCE four all_real(double number)
{
    return (four){ number, number, number, number };
}

AT_ONCE eight larger(eight a, eight b)
{
    return (eight)_mm256_max_epi32((__m256i)a, (__m256i)b);
}

AT_ONCE eight smaller(eight a, eight b)
{
    return (eight)_mm256_min_epi32((__m256i)a, (__m256i)b);
}

AT_ONCE eight distance(eight a, eight b)
{
    return (eight)_mm256_abs_epi32((__m256i)(a - b));
}

AT_ONCE bool every(eight condition)
{
    return _mm256_movemask_epi8((__m256i)condition) == -1;
}

AT_ONCE __m128i half_of(eight numbers, const int half)
{
    return half ? _mm256_extracti128_si256((__m256i)numbers, 1)
                : _mm256_castsi256_si128((__m256i)numbers);
}

AT_ONCE four real(eight numbers, const int half)
{
    return (four)_mm256_cvtepi32_pd(half_of(numbers, half));
}

AT_ONCE which where(eight condition, const int half)
{
    return (which)_mm256_cvtepi32_epi64(half_of(condition, half));
}

AT_ONCE four root(four x)
{
    return (four)_mm256_sqrt_pd((__m256d)x);
}

AT_ONCE four if_so(which condition, four x)
{
    return (four)(condition & (which)x);
}

AT_ONCE four either(which condition, four x, four y)
{
    return (four)((condition & (which)x) | (~condition & (which)y));
}

AT_ONCE void put(double *values, const int half, four x)
{
    memcpy(values + 4 * half, &x, sizeof x);
}

// --- standings ---

// Numbers of each seat, `lists` having one a match.
AT_ONCE void turn_round(const int32_t *const *lists, int64_t at, const int seats, eight *of_seat)
{
    if (seats != 4) {
        for (int p = 0; p < seats; p++) {
            for (int k = 0; k < DADO_ABREAST; k++) of_seat[p][k] = lists[k][at + p];
        }
        return;
    }
    __m256i x[4];
    for (int k = 0; k < 4; k++) {
        __m128i low = _mm_loadu_si128((const __m128i *)(const void *)(lists[k] + at));
        __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(lists[k + 4] + at));
        x[k] = _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
    }
    __m256i first = _mm256_unpacklo_epi32(x[0], x[1]), second = _mm256_unpackhi_epi32(x[0], x[1]);
    __m256i third = _mm256_unpacklo_epi32(x[2], x[3]), fourth = _mm256_unpackhi_epi32(x[2], x[3]);
    of_seat[0] = (eight)_mm256_unpacklo_epi64(first, third);
    of_seat[1] = (eight)_mm256_unpackhi_epi64(first, third);
    of_seat[2] = (eight)_mm256_unpacklo_epi64(second, fourth);
    of_seat[3] = (eight)_mm256_unpackhi_epi64(second, fourth);
}

AT_ONCE bool are_small(const eight low, const eight high)
{
    return every(low > -most_score) && every(high < most_score);
}

// Puts down rows that differ, counted from the floor.
AT_ONCE bool lay_rows(dado_abreast *a, const int seats)
{
    const int32_t *rows[DADO_ABREAST], *places[DADO_ABREAST], *results[DADO_ABREAST];
    for (int k = 0; k < DADO_ABREAST; k++) {
        a->decisions[k] = a->traces[k].decisions;
        rows[k] = a->traces[k].scores;
        places[k] = a->traces[k].places;
        results[k] = a->traces[k].result;
    }
    eight floor = all(a->meter->how.floor), low = floor, high = all(0);
    int count = 0;
    for (int m = 0; m < a->rounds; m++) {
        eight *row = a->points[count], still = all(count ? -1 : 0);
        turn_round(rows, (int64_t)(m + 1) * seats, seats, row);
        for (int p = 0; count && p < seats; p++) still &= row[p] == a->points[count - 1][p];
        if (every(still)) continue;
        for (int p = 0; p < seats; p++) {
            low = smaller(low, row[p]);
            high = larger(high, row[p]);
        }
        a->from[count++] = m;
    }
    a->from[count] = a->rounds;
    a->rows = count;
    if (!are_small(low, high)) return false;
    for (int r = 0; r < count && !every(low == 0); r++) {
        for (int p = 0; p < seats; p++) a->points[r][p] -= low;
    }
    turn_round(places, 0, seats, a->places);
    turn_round(results, 0, seats, a->result);
    low = high = all(0);
    for (int p = 0; p < seats; p++) {
        low = smaller(low, a->result[p]);
        high = larger(high, a->result[p]);
    }
    return are_small(low, high);
}

// The first in the best place: where the places of the game and the last row name the same winners,
// that is the first of these as well.
AT_ONCE void find_winner(dado_abreast *a, const int seats)
{
    eight best = a->places[0], winner = all(0);
    for (int p = 1; p < seats; p++) {
        winner += (p - winner) & (a->places[p] < best);
        best = smaller(best, a->places[p]);
    }
    a->winner = winner;
}

// Points with a bit for the seat below them: whoever is ahead has the larger number.
AT_ONCE eight rank_of(eight points, eight seat_bit)
{
    return (points << most_seats) + seat_bit;
}

AT_ONCE eight alone_in_front(const eight *row, eight top, const int seats)
{
    eight others = all(1);
    for (int p = 0; p < seats; p++) others += row[p] == top;
    return others == 0;
}

// False where points are too many for the tables.
AT_ONCE bool pass(dado_abreast *a, const int seats)
{
    eight none = all(0), winner_bit = none, is_winner[most_seats], led = none, seen = none;
    eight most_together = none;
    a->strictly = a->changes = a->highest = a->tells = none;
    for (int p = 0; p < seats; p++) {
        a->placed[p] = none;
        is_winner[p] = a->winner == p;
        winner_bit |= is_winner[p] & (8 >> p);
    }
    for (int r = 0; r < a->rows; r++) {
        const eight *row = a->points[r], times = all(a->from[r + 1] - a->from[r]);
        eight own = none, sum = none, best = none, place = all(1);
        for (int p = 0; p < seats; p++) {
            own |= row[p] & is_winner[p];
            sum += row[p];
            best = larger(best, rank_of(row[p], all(8 >> p)));
        }
        eight own_rank = rank_of(own, winner_bit);
        for (int p = 0; p < seats; p++) place -= rank_of(row[p], all(8 >> p)) > own_rank;
        eight bit = best & 15, leader = 3 - (bit >> 1) + (bit >> 3), top = best >> most_seats;
        eight gap = top - own;
        if (r > 0) a->changes -= led != leader;
        led = leader;
        for (int k = 1; k < seats; k++) a->placed[k] += times & (place == k + 1);
        a->strictly += times & (gap > 0);
        a->highest = larger(top, a->highest);
        if (a->from[r] < a->rounds - 1) a->tells |= alone_in_front(row, top, seats);
        seen |= bit;
        most_together = larger(most_together, sum);
        a->leader[r] = leader;
        a->place[r] = place;
        a->top[r] = top;
        a->gap[r] = gap;
        a->sum[r] = sum;
    }
    a->behind = a->leaders = none;
    for (int k = 1; k < seats; k++) a->behind += a->placed[k];
    for (int p = 0; p < seats; p++) a->leaders += seen >> (3 - p) & 1;
    return every(most_together < DADO_ROOTS);
}

// --- how evenly points are shared: see evenness.c ---

AT_ONCE pair pair_at(const double two[2])
{
    pair both;
    memcpy(&both, two, sizeof both);
    return both;
}

// What the tables have of the points of four matches, summed over the seats.
AT_ONCE void look_up(const dado_abreast *a, int row, const int half, const int seats, four *logs,
                     four *roots)
{
    const dado_roots *tables = a->meter->standings.roots;
    pair sums[4];
    for (int k = 0; k < 4; k++) {
        sums[k] = pair_at(tables->of[a->points[row][0][4 * half + k]]);
        for (int p = 1; p < seats; p++) {
            sums[k] += pair_at(tables->of[a->points[row][p][4 * half + k]]);
        }
    }
    *logs = (four){ sums[0][0], sums[1][0], sums[2][0], sums[3][0] };
    *roots = (four){ sums[0][1], sums[1][1], sums[2][1], sums[3][1] };
}

AT_ONCE four above_zero(four x)
{
    return if_so(x > 0.0, x);
}

// Of all rounds but the last.
AT_ONCE void share(dado_abreast *a, const int seats)
{
    const dado_roots *tables = a->meter->standings.roots;
    const double even = 1.0 / sqrt((double)seats), most = 1.0 / (1.0 - even);
    four bits[halves] = { all_real(0.0), all_real(0.0) };
    four nearness[halves] = { all_real(0.0), all_real(0.0) };
    eight levels = all(0);
    for (int r = 0; r < a->rows; r++) {
        int end = a->from[r + 1], times = (end < a->rounds ? end : end - 1) - a->from[r];
        eight sum = a->sum[r], level = a->top[r] * seats == sum, alone = a->top[r] == sum;
        levels += level & times;
        for (int h = 0; h < halves; h++) {
            four logs, roots, log, of_log, of_root;
            look_up(a, r, h, seats, &logs, &roots);
            for (int k = 0; k < 4; k++) {
                int32_t n = sum[4 * h + k];
                log[k] = tables->log[n];
                of_log[k] = tables->inverse[n][0];
                of_root[k] = tables->inverse[n][1];
            }
            which is_level = where(level, h), is_alone = where(alone, h);
            four entropy = if_so(~(is_level | is_alone), log - logs * of_log);
            four squared = (1.0 - roots * even * of_root) * most;
            squared = if_so(~is_level, either(is_alone, all_real(1.0), squared));
            four near = above_zero(1.0 - root(above_zero(squared)));
            for (int t = 0; t < times; t++) {
                bits[h] += entropy;
                nearness[h] += near;
            }
        }
    }
    a->level = levels;
    memcpy(a->bits, bits, sizeof bits);
    memcpy(a->nearness, nearness, sizeof nearness);
}

AT_ONCE bool read_of(dado_abreast *a, const int seats)
{
    if (!lay_rows(a, seats)) return false;
    find_winner(a, seats);
    if (!pass(a, seats)) return false;
    share(a, seats);
    return true;
}

WIDE static bool read_four_seats(dado_abreast *a)
{
    return read_of(a, 4);
}

WIDE static bool read_few_seats(dado_abreast *a)
{
    return read_of(a, a->seats);
}

// --- metrics, as each is in its own file ---

// The value where there is one.
AT_ONCE void put_where(double *values, const int half, eight there, four x)
{
    put(values, half, either(where(there, half), x, all_real(DADO_NONE)));
}

WIDE static void drama_points(const dado_abreast *a, double *values)
{
    eight whole = larger(a->highest, all(1));
    four sum[halves] = { all_real(0.0), all_real(0.0) };
    for (int r = 0; r < a->rows; r++) {
        int times = a->from[r + 1] - a->from[r];
        for (int h = 0; h < halves; h++) {
            four term = root(real(a->gap[r], h) / real(whole, h));
            for (int t = 0; t < times; t++) sum[h] += term;
        }
    }
    for (int h = 0; h < halves; h++) {
        put(values, h, if_so(where(a->strictly > 0, h), sum[h] / real(a->strictly, h)));
    }
}

WIDE static void drama_position(const dado_abreast *a, double *values)
{
    for (int h = 0; h < halves; h++) {
        four sum = all_real(0.0);
        for (int k = 1; k < a->seats; k++) {
            double of_place = dado_root_of_part(a->meter->standings.roots, (uint32_t)k,
                                                (uint32_t)a->seats - 1);
            sum += real(a->placed[k], h) * of_place;
        }
        put(values, h, if_so(where(a->behind > 0, h), sum / real(a->behind, h)));
    }
}

WIDE static void drama_path(const dado_abreast *a, double *values)
{
    const int32_t *path =
        dado_descent_of(&a->meter->descent, a->seats, a->rounds, a->meter->how.preset);
    int rounds = a->rounds - 1;
    eight whole = all((a->seats - 1) * rounds), off = all(0);
    for (int r = 0; r < a->rows; r++) {
        for (int m = a->from[r]; m < a->from[r + 1]; m++) {
            off += distance(a->place[r], all(path[m]));
        }
    }
    eight behind = smaller(a->behind, all(rounds));
    for (int h = 0; h < halves; h++) {
        four near = real(whole - off, h) / real(whole, h);
        put(values, h, if_so(where(off <= whole, h), real(behind, h) / (double)rounds * near));
    }
}

WIDE static void lead_change(const dado_abreast *a, double *values)
{
    for (int h = 0; h < halves; h++) {
        four who = root(real(a->leaders - 1, h) / (double)(a->seats - 1));
        four when = root(real(a->changes, h) / (double)(a->rounds - 1));
        put(values, h, if_so(where(a->changes > 0, h), (who + when) / 2.0));
    }
}

WIDE static void uncertainty_entropy(const dado_abreast *a, double *values)
{
    const double most = a->meter->standings.roots->log[a->seats];
    for (int h = 0; h < halves; h++) {
        four value = (real(a->level, h) + a->bits[h] / most) / (double)(a->rounds - 1);
        put(values, h, either(value > 1.0, all_real(1.0), value));
    }
}

WIDE static void uncertainty_pdd(const dado_abreast *a, double *values)
{
    for (int h = 0; h < halves; h++) put(values, h, a->nearness[h] / (double)(a->rounds - 1));
}

// Seats in the best place.
AT_ONCE eight count_winners(const dado_abreast *a, eight *best)
{
    eight count = all(0);
    *best = a->places[0];
    for (int p = 1; p < a->seats; p++) *best = smaller(*best, a->places[p]);
    for (int p = 0; p < a->seats; p++) count -= a->places[p] == *best;
    return count;
}

WIDE static void win(const dado_abreast *a, double *values)
{
    eight best, count = count_winners(a, &best);
    for (int h = 0; h < halves; h++) {
        put(values, h, if_so(where(a->places[0] == 0, h), 1.0 / real(count, h)));
    }
}

WIDE static void tied(const dado_abreast *a, double *values)
{
    eight best, count = count_winners(a, &best);
    for (int h = 0; h < halves; h++) put(values, h, real(-((count > 1) & (best == 0)), h));
}

AT_ONCE void put_all(double *values, double number)
{
    for (int h = 0; h < halves; h++) put(values, h, all_real(number));
}

WIDE static void rounds(const dado_abreast *a, double *values)
{
    put_all(values, a->rounds);
}

WIDE static void decisions(const dado_abreast *a, double *values)
{
    for (int h = 0; h < halves; h++) put(values, h, real(a->decisions, h));
}

WIDE static void always(const dado_abreast *a, double *values)
{
    (void)a;
    put_all(values, 1.0);
}

WIDE static void never(const dado_abreast *a, double *values)
{
    (void)a;
    put_all(values, 0.0);
}

WIDE static void time_of_decision(const dado_abreast *a, double *values)
{
    eight last = all(0);
    for (int r = 0; r < a->rows; r++) {
        last = larger(last, all(a->from[r + 1]) & (a->place[r] > 1));
    }
    for (int h = 0; h < halves; h++) {
        put_where(values, h, a->tells, real(last, h) / (double)a->rounds);
    }
}

// The row at the end of the first quarter, and where somebody was alone in front then.
AT_ONCE int find_early(const dado_abreast *a, eight *alone)
{
    int early = (a->rounds + 3) / 4 - 1, r = 0;
    while (a->from[r + 1] <= early) r++;
    *alone = alone_in_front(a->points[r], a->top[r], a->seats);
    return r;
}

WIDE static void runaway(const dado_abreast *a, double *values)
{
    eight alone, stayed = all(1);
    int early = find_early(a, &alone);
    for (int r = early + 1; r < a->rows; r++) stayed &= a->leader[r] == a->leader[early];
    for (int h = 0; h < halves; h++) put_where(values, h, alone, real(stayed, h));
}

WIDE static void early_lead(const dado_abreast *a, double *values)
{
    eight alone, won = all(0);
    int early = find_early(a, &alone);
    for (int p = 0; p < a->seats; p++) won -= (a->leader[early] == p) & (a->places[p] == 0);
    for (int h = 0; h < halves; h++) put_where(values, h, alone, real(won, h));
}

WIDE static void from_behind(const dado_abreast *a, double *values)
{
    eight was = -(a->strictly > -(a->gap[a->rows - 1] > 0));  // the last round does not count
    for (int h = 0; h < halves; h++) put_where(values, h, a->tells, real(was, h));
}

AT_ONCE eight moved_of(const dado_abreast *a, const int seats)
{
    eight before[most_seats], moved = all(0);
    for (int r = 0; r < a->rows; r++) {
        eight rank[most_seats], place[most_seats];
        for (int p = 0; p < seats; p++) {
            rank[p] = rank_of(a->points[r][p], all(8 >> p));
            place[p] = all(p);  // all before are ahead
        }
        for (int p = 0; p < seats; p++) {
            for (int q = p + 1; q < seats; q++) {
                eight ahead = rank[q] > rank[p];
                place[p] -= ahead;
                place[q] += ahead;
            }
        }
        for (int p = 0; p < seats; p++) {
            if (r > 0) moved += distance(place[p], before[p]);
            before[p] = place[p];
        }
    }
    return moved;
}

WIDE static void place_mobility(const dado_abreast *a, double *values)
{
    eight moved = a->seats == 4 ? moved_of(a, 4) : moved_of(a, a->seats);
    int whole = (a->rounds - 1) * a->seats * (a->seats - 1);
    for (int h = 0; h < halves; h++) put(values, h, real(moved, h) / (double)whole);
}

// Final scores, best first.
AT_ONCE void final_scores(const dado_abreast *a, eight *best, eight *second, eight *worst)
{
    *best = *worst = a->result[0];
    *second = all(INT32_MIN);
    for (int p = 1; p < a->seats; p++) {
        *second = larger(*second, smaller(*best, a->result[p]));
        *best = larger(*best, a->result[p]);
        *worst = smaller(*worst, a->result[p]);
    }
}

WIDE static void final_spread(const dado_abreast *a, double *values)
{
    eight best, second, worst;
    final_scores(a, &best, &second, &worst);
    eight floor = smaller(worst, all(a->meter->how.floor));
    for (int h = 0; h < halves; h++) {
        four spread = real(best - worst, h) / real(best - floor, h);
        put(values, h, if_so(where(best > floor, h), spread));
    }
}

WIDE static void margin(const dado_abreast *a, double *values)
{
    eight best, second, worst;
    final_scores(a, &best, &second, &worst);
    for (int h = 0; h < halves; h++) put(values, h, real(best - second, h));
}

// Of metrics that look at nothing but what was decided, and have no value where that is nothing.
WIDE static void of_choices(const dado_abreast *a, double *values)
{
    if (every(a->decisions == 0)) {
        put_all(values, DADO_NONE);
        return;
    }
    for (int k = 0; k < DADO_ABREAST; k++) {
        values[k] = a->metric->measure(&a->traces[k], &a->meter->standings);
    }
}

// Of metrics that are not known here.
static void one_by_one(const dado_abreast *a, double *values)
{
    for (int k = 0; k < DADO_ABREAST; k++) {
        dado_meter_measure(a->meter, &a->traces[k], &a->metric, 1, &values[k]);
    }
}

#define METRIC(name) at_##name,
enum {
#include "measure/shelf.def"
    on_shelf
};
#undef METRIC

static void (*const known[on_shelf])(const dado_abreast *a, double *values) = {
    [at_drama_points] = drama_points,
    [at_drama_position] = drama_position,
    [at_drama_path] = drama_path,
    [at_lead_change] = lead_change,
    [at_uncertainty_entropy] = uncertainty_entropy,
    [at_uncertainty_pdd] = uncertainty_pdd,
    [at_win] = win,
    [at_tied] = tied,
    [at_rounds] = rounds,
    [at_decisions] = decisions,
    [at_finished] = always,
    [at_stopped] = never,
    [at_forfeited] = never,
    [at_broken] = never,
    [at_time_of_decision] = time_of_decision,
    [at_runaway] = runaway,
    [at_early_lead] = early_lead,
    [at_from_behind] = from_behind,
    [at_place_mobility] = place_mobility,
    [at_final_spread] = final_spread,
    [at_margin] = margin,
    [at_branching] = of_choices,
    [at_decision_share] = of_choices,
    [at_convergence] = of_choices,
    [at_variety] = of_choices,
};

dado_abreast *dado_abreast_new(dado_meter *meter, dado_arena *arena)
{
    const dado_reading *how = &meter->how;
    if (!__builtin_cpu_supports("avx2")) return NULL;
    if (how->preset != DADO_FORMULA || how->ties != DADO_TIES_SEAT) return NULL;
    if (how->floor <= -most_score || how->floor >= most_score) return NULL;
    dado_abreast *a = dado_new(arena, dado_abreast, 1);
    if (a) a->meter = meter;
    return a;
}

static bool are_of_a_kind(const dado_trace *traces)
{
    int seats = traces->players, length = traces->rounds;
    bool fit = seats > 1 && seats <= most_seats && length > 1 && length <= most_rounds;
    for (int k = 0; fit && k < DADO_ABREAST; k++) {
        const dado_trace *t = &traces[k];
        fit = t->players == seats && t->rounds == length && t->end == DADO_FINISHED && !t->side &&
              t->scores && t->places && t->result;
    }
    return fit;
}

bool dado_abreast_measure(dado_abreast *a, const dado_trace traces[DADO_ABREAST], int count,
                          double *values)
{
    if (!are_of_a_kind(traces)) return false;
    a->traces = traces;
    a->seats = traces->players;
    a->rounds = traces->rounds;
    if (!(a->seats == 4 ? read_four_seats(a) : read_few_seats(a))) return false;
    for (int i = 0; i < count; i++, values += DADO_ABREAST) {
        a->metric = dado_metrics[i];
        if (known[i]) known[i](a, values);
        else if (a->metric->measure) one_by_one(a, values);
        else for (int k = 0; k < DADO_ABREAST; k++) values[k] = DADO_NONE;
    }
    return true;
}

#else

dado_abreast *dado_abreast_new(dado_meter *meter, dado_arena *arena)
{
    (void)meter;
    (void)arena;
    return NULL;
}

bool dado_abreast_measure(dado_abreast *a, const dado_trace traces[DADO_ABREAST], int count,
                          double *values)
{
    (void)a;
    (void)traces;
    (void)count;
    (void)values;
    return false;
}

#endif
