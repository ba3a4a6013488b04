// Sums over the matches of a unit; see match_sums.h. It follows the unit in one text, is
// compiled as C and as OpenCL C, and gives the same integers either way: scores and
// counts are whole numbers, and the six published metrics are worked out with the
// operations of measure/ in the same order, then rounded to multiples of 2^-32.
// CELLS, HISTOGRAM, the numbers of cells and the sizes of histograms are defined before it.
//
// Whatever has a bin of its own in a histogram is only counted there; match_sums.c works
// out the sums from the counts. So a work-item has few numbers to keep, and many can run.
#ifdef __OPENCL_VERSION__
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
#define ROOT(x) sqrt(x)
#define READ __global const

// What a group of work-items adds to: cells in two halves, and a histogram.
typedef struct unit_totals { __local u32 *low, *high, *histogram; } unit_totals;

FUNCTION void count_up(const unit_totals *to, i32 bin)
{
    atomic_inc(&to->histogram[bin]);
}

FUNCTION void count_cell(const unit_totals *to, i32 cell)
{
    atomic_inc(&to->low[cell]);
}

FUNCTION void add_to_cell(const unit_totals *to, i32 cell, u64 value)
{
    u32 lower = (u32)value, old = atomic_add(&to->low[cell], lower), carry = old + lower < old;
    u32 upper = (u32)(value >> 32) + carry;
    if (upper) atomic_add(&to->high[cell], upper);
}
#else
#define ROOT(x) __builtin_sqrt(x)
#define READ const

typedef struct unit_totals { u64 *cells, *histogram; } unit_totals;

FUNCTION void count_up(const unit_totals *to, i32 bin)
{
    to->histogram[bin]++;
}

FUNCTION void count_cell(const unit_totals *to, i32 cell)
{
    to->cells[cell]++;
}

FUNCTION void add_to_cell(const unit_totals *to, i32 cell, u64 value)
{
    to->cells[cell] += value;
}
#endif

// What one work-item, or one thread, adds up for itself.
typedef struct unit_own { u64 options, forced, fixed[6], rough[6], squares[6]; } unit_own;

// The tables of measure/standings.c, one after the other.
#define LOG_OF(n) tables[n]
#define N_LOG_N(n) tables[TABLE_SIZE + (n)]
#define ROOT_OF(n) tables[2 * TABLE_SIZE + (n)]
#define ONE_OVER(n) tables[3 * TABLE_SIZE + (n)]
#define ONE_OVER_ROOT(n) tables[4 * TABLE_SIZE + (n)]

FUNCTION i32 bin_of(i64 value, i64 low, i32 bins)
{
    i64 bin = value - low;
    return bin < 0 ? 0 : bin >= bins ? bins - 1 : (i32)bin;
}

typedef struct unit_metrics { double of[6]; } unit_metrics;

// The points of a seat in a round, from 1: the score less the lowest of the match.
#define POINTS(round, seat) ((u32)ROW(round, seat) - (u32)lowest)

// The seat that the metrics follow: the first in the best place.
FUNCTION i32 find_winner(ROWS const i32 *rows, i64 stride, i32 rounds, const i32 *result)
{
    i32 best = 0, last_best = 0, differs = 0;
    for (i32 p = 1; p < PLAYERS; p++) {
        best = result[p] > result[best] ? p : best;
        last_best = ROW(rounds, p) > ROW(rounds, last_best) ? p : last_best;
    }
    for (i32 p = 0; p < PLAYERS; p++) {
        differs |= (ROW(rounds, p) == ROW(rounds, last_best)) != (result[p] == result[best]);
    }
    return differs ? best : last_best;
}

// The six published metrics. Returns 0 if there is no value, -1 if the evaluator must
// measure this match, since its points are many.
FUNCTION i32 measure(ROWS const i32 *rows, i64 stride, i32 rounds, const i32 *result,
                     READ double *tables, unit_metrics *out)
{
    if (PLAYERS < 2 || rounds < 2) return 0;
    i32 lowest = 0;
    u32 highest = 0;
    for (i32 m = 1; m <= rounds; m++) {
        for (i32 p = 0; p < PLAYERS; p++) lowest = ROW(m, p) < lowest ? ROW(m, p) : lowest;
    }
    const i32 winner = find_winner(rows, stride, rounds, result);
    i32 strictly = 0, changes = 0, leaders = 0, led_by = -1, placed[PLAYERS], levels = 0;
    i32 path = PLAYERS, left = 0, leader = 0, place = 0, level = 0, ahead = 0;
    u32 before[PLAYERS];
    i64 off = 0;
    double bits = 0.0, nearness = 0.0, entropy = 0.0, near = 0.0;
    const double even = 1.0 / ROOT((double)PLAYERS), most = 1.0 / (1.0 - even);
    for (i32 p = 0; p < PLAYERS; p++) placed[p] = 0;
    for (i32 m = 1; m <= rounds; m++) {
        // In a round in which nobody's points changed, all is as in the one before.
        i32 still = m > 1;
        for (i32 p = 0; p < PLAYERS; p++) {
            u32 points = POINTS(m, p);
            still = still && points == before[p];
            before[p] = points;
        }
        if (!still) {
            u32 own = POINTS(m, winner), top = 0;
            u64 sum = 0;
            leader = place = 0;
            for (i32 p = 0; p < PLAYERS; p++) {
                sum += before[p];
                if (p == 0 || before[p] > top) {
                    top = before[p];
                    leader = p;
                }
                place += (u64)before[p] + (p < winner) > own;
            }
            if (sum >= TABLE_SIZE) return -1;
            highest = top > highest ? top : highest;
            ahead = top > own;
            level = (u64)top * PLAYERS == sum;
            entropy = 0.0;
            double squared = !level && top == sum ? 1.0 : 0.0;
            if (!level && top != sum) {
                double logs = 0.0, roots = 0.0;
                for (i32 p = 0; p < PLAYERS; p++) {
                    logs += N_LOG_N(before[p]);
                    roots += ROOT_OF(before[p]);
                }
                entropy = LOG_OF(sum) - logs * 1.0 * ONE_OVER(sum);
                squared = (1.0 - roots * even * ONE_OVER_ROOT(sum)) * most;
            }
            near = 1.0 - ROOT(squared > 0.0 ? squared : 0.0);
            near = near > 0.0 ? near : 0.0;
        }
        placed[place]++;
        strictly += ahead;
        changes += led_by >= 0 && leader != led_by;
        led_by = leader;
        leaders |= 1 << leader;
        off += place + 1 > path ? place + 1 - path : path - place - 1;
        for (left += PLAYERS - 1; left >= rounds - 1; left -= rounds - 1) path--;
        if (m == rounds) continue;
        levels += level;
        bits += entropy;
        nearness += near;
    }
    const i32 behind = rounds - placed[0];
    double sum_of_gaps = 0.0, sum_of_places = 0.0;
    i32 led = 0;
    u32 gap = 0;
    double root_of_gap = 0.0;
    for (i32 m = 1; m <= rounds && behind; m++) {
        u32 own = POINTS(m, winner), top = 0;
        for (i32 p = 0; p < PLAYERS; p++) top = POINTS(m, p) > top ? POINTS(m, p) : top;
        if (top - own != gap) {
            gap = top - own;
            root_of_gap = ROOT((double)gap / (double)(highest ? highest : 1));
        }
        sum_of_gaps += root_of_gap;
    }
    for (i32 k = 1; k < PLAYERS; k++) {
        sum_of_places += placed[k] * ROOT((double)k / (double)(PLAYERS - 1));
    }
    for (i32 p = 0; p < PLAYERS; p++) led += leaders >> p & 1;
    out->of[0] = behind && strictly ? sum_of_gaps / strictly : 0.0;
    out->of[1] = behind ? sum_of_places / behind : 0.0;
    i64 over = rounds - 1, whole = (PLAYERS - 1) * over, late = behind < over ? behind : over;
    out->of[2] = behind && off <= whole
                     ? (double)late / (double)over * ((double)(whole - off) / (double)whole)
                     : 0.0;
    double who = ROOT((double)(led - 1) / (double)(PLAYERS - 1));
    double when = ROOT((double)changes / (double)over);
    out->of[3] = changes ? (who + when) / 2.0 : 0.0;
    double evenness = (levels + bits / LOG_OF(PLAYERS)) / (rounds - 1);
    out->of[4] = evenness > 1.0 ? 1.0 : evenness;
    out->of[5] = nearness / (rounds - 1);
    return 1;
}

// Counts a value in its bin. At the open ends of a histogram, where the bin does not tell
// the value, it is added to its cells.
FUNCTION void count_value(const unit_totals *to, i64 value, i64 low, i32 bins, i32 first_bin, i32 cell)
{
    i32 bin = bin_of(value, low, bins);
    count_up(to, first_bin + bin);
    if (bin > 0 && bin < bins - 1) return;
    add_to_cell(to, cell, (u64)value);
    add_to_cell(to, cell + 1, (u64)(value * value));
}

// Adds a match that was played to the sums. Returns 0 if the evaluator must play it.
FUNCTION i32 add_match(const unit_result *r, ROWS const i32 *rows, i64 stride,
                       READ double *tables, unit_own *own, const unit_totals *to)
{
    unit_metrics metrics;
    i32 first = 0, best = 0;
    i32 measured = measure(rows, stride, r->rounds, r->result, tables, &metrics);
    if (measured < 0) return 0;
    for (i32 p = 0; p < PLAYERS; p++) {
        if (r->result[p] > MOST_SCORE || r->result[p] < -MOST_SCORE) return 0;
        best = r->result[p] > r->result[best] ? p : best;
    }
    const i32 most = r->result[best];
    for (i32 p = 0; p < PLAYERS; p++) first += r->result[p] == most;
    own->options += r->options;
    own->forced += (u64)r->forced;
    count_value(to, r->decisions, 0, LENGTH_BINS, 0, CELL_DECISIONS);
    count_value(to, r->rounds, 0, LENGTH_BINS, LENGTH_BINS, CELL_ROUNDS);
    for (i32 p = 0; p < PLAYERS; p++) {
        count_value(to, r->result[p], LOWEST_SCORE, SCORE_BINS, 2 * LENGTH_BINS + p * SCORE_BINS,
                    CELL_SCORES + 2 * p);
        if (r->result[p] == most) count_cell(to, CELL_FIRST + p * PLAYERS + first - 1);
    }
    for (i32 m = 0; m < 6 && measured; m++) {
        u64 fixed = (u64)(metrics.of[m] * 4294967296.0 + 0.5), rough = fixed >> 16;
        own->fixed[m] += fixed;
        own->rough[m] += rough;
        own->squares[m] += rough * rough;
        count_up(to, 2 * LENGTH_BINS + PLAYERS * SCORE_BINS + m * METRIC_BINS +
                         bin_of((i64)(fixed * METRIC_BINS >> 32), 0, METRIC_BINS));
    }
    return 1;
}

FUNCTION void add_own(const unit_own *own, const unit_totals *to)
{
    add_to_cell(to, CELL_OPTIONS, own->options);
    add_to_cell(to, CELL_FORCED, own->forced);
    for (i32 m = 0; m < 6; m++) {
        add_to_cell(to, CELL_METRICS + 4 * m + 1, own->fixed[m]);
        add_to_cell(to, CELL_METRICS + 4 * m + 2, own->rough[m]);
        add_to_cell(to, CELL_METRICS + 4 * m + 3, own->squares[m]);
    }
}

#ifdef __OPENCL_VERSION__
// Plays matches first to first + count - 1. Every group of work-items writes one row of
// sums; matches given up are listed by their numbers less `first`.
__kernel void unit_sums(u64 chance_key, u64 seat_key, u64 first, u32 count, i32 limit,
                        __global i32 *rows, i32 room, READ double *tables, __global u64 *sums,
                        __global u32 *given_up, u32 most_given_up,
                        __global const unit_tables *all_tables)
{
    __local u32 low[CELLS], high[CELLS], histogram[HISTOGRAM];
    NEAR_MEMORY();
    HELD_MEMORY();
    const u32 item = (u32)get_local_id(0), items = (u32)get_local_size(0);
    const i64 stride = (i64)get_global_size(0);
    for (u32 i = item; i < CELLS; i += items) low[i] = high[i] = 0;
    for (u32 i = item; i < HISTOGRAM; i += items) histogram[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const unit_totals to = { low, high, histogram };
    unit_own own = { 0, 0, { 0 }, { 0 }, { 0 } };
    rows += get_global_id(0);
    for (u32 m = (u32)get_global_id(0); m < count; m += (u32)stride) {
        unit_result result;
        i32 fine = !unit_play(chance_key, seat_key, first + m, limit, rows, room, stride,
                              &result HELD NEAR_PLACE);
        fine = fine && add_match(&result, rows, stride, tables, &own, &to);
        if (fine) continue;
        u32 at = atomic_inc(&given_up[0]);
        if (at < most_given_up) given_up[1 + at] = m;
    }
    add_own(&own, &to);
    barrier(CLK_LOCAL_MEM_FENCE);
    sums += (u64)get_group_id(0) * (CELLS + HISTOGRAM);
    for (u32 i = item; i < CELLS; i += items) sums[i] = (u64)high[i] << 32 | low[i];
    for (u32 i = item; i < HISTOGRAM; i += items) sums[CELLS + i] = histogram[i];
}

// Adds up the rows of all groups, column by column, into the first row.
__kernel void unit_add_up(__global u64 *sums, u32 groups)
{
    const u32 i = (u32)get_global_id(0);
    u64 total = 0;
    if (i >= CELLS + HISTOGRAM) return;
    for (u32 g = 0; g < groups; g++) total += sums[(u64)g * (CELLS + HISTOGRAM) + i];
    sums[i] = total;
}
#else
// The same on a processor: adds to `sums`, and lists the matches given up. Returns how
// many these are.
__attribute__((visibility("default"))) int dado_unit_sums(
    u64 chance_key, u64 seat_key, u64 first, u32 count, i32 limit, i32 *rows, i32 room,
    const double *tables, u64 *sums, u32 *given_up)
{
    int left = 0;
    const unit_totals to = { sums, sums + CELLS };
    unit_own own = { 0, 0, { 0 }, { 0 }, { 0 } };
    for (u32 m = 0; m < count; m++) {
        unit_result result;
        i32 fine = !unit_play(chance_key, seat_key, first + m, limit, rows, room, 1, &result);
        fine = fine && add_match(&result, rows, 1, tables, &own, &to);
        if (!fine) given_up[left++] = m;
    }
    add_own(&own, &to);
    return left;
}
#endif
