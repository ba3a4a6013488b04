// match_sums.c - shows sums over very many matches, of which none was kept. Every figure
// is worked out from whole numbers, so it is the same wherever the matches were played.
#include <math.h>

#include "measure/metric.h"
#include "report/report_functions.h"

// The moments of values of which a number, a sum and a sum of squares are known exactly.
static dado_moments moments_of(int64_t count, dado_int128 sum, dado_int128 squares)
{
    dado_moments m = { .count = count };
    if (count == 0) return m;
    m.mean = (double)sum / (double)count;
    m.squares = (double)(count * squares - sum * sum) / (double)count;
    return m;
}

static dado_moments moments_of_metric(const dado_match_sums *sums, int metric)
{
    const dado_int128 *cell = sums->cell + dado_sums_metrics(sums->players) + 4 * metric;
    dado_moments m = moments_of((int64_t)cell[0], cell[2], cell[3]);
    m.squares *= 0x1p-32;  // of units of 2^-16
    m.mean = m.count ? (double)cell[1] * 0x1p-32 / (double)m.count : 0.0;
    return m;
}

static int64_t cell_of(const dado_match_sums *sums, int cell)
{
    return (int64_t)sums->cell[cell];
}

static void put_ends(dado_document *d, const dado_match_sums *sums)
{
    dado_part *part = dado_document_facts(d, DADO_PART("matches", .large = true));
    dado_fact(part, "matches", "matches", sums->matches);
    dado_fact(part, "finished", "finished", cell_of(sums, DADO_SUMS_FINISHED));
    int64_t stopped = cell_of(sums, DADO_SUMS_STOPPED), broken = cell_of(sums, DADO_SUMS_BROKEN);
    if (stopped) dado_fact(part, "stopped", "stopped by the move limit", stopped);
    if (broken) dado_fact(part, "broken", "broken", broken);
    dado_fact(part, "decisions", "decisions", cell_of(sums, DADO_SUMS_DECISIONS));
}

// A seat's share of the win: 1 alone, a half with one other, and so on.
static dado_estimate share_of(const dado_match_sums *sums, int seat, double level)
{
    int players = sums->players;
    const dado_int128 *first = sums->cell + dado_sums_first(players) + seat * players;
    double n = (double)cell_of(sums, DADO_SUMS_FINISHED), share = 0.0;
    for (int k = 0; k < players; k++) share += (double)first[k] / (k + 1);
    return dado_estimate_proportion(share, n, level);
}

static void put_seats(dado_document *d, const dado_match_sums *sums, bool lowest_wins, double level)
{
    int players = sums->players;
    int64_t n = cell_of(sums, DADO_SUMS_FINISHED);
    dado_part *part = dado_table(d, DADO_PART("seats", .heading = "Seats"),
                                 DADO_FIELD(NUMBER, "seat", "seat", .seat = true),
                                 DADO_FIELD(NUMBER, "alone", "first alone"),
                                 DADO_FIELD(NUMBER, "shared", "first with others", .rank = 1),
                                 DADO_FIELD(ESTIMATE, "share", "share of the win", .steady = true),
                                 DADO_FIELD(ESTIMATE, "mean_score", "mean score"),
                                 DADO_FIELD(NUMBER, "sd_score", "sd", .rank = 1));
    for (int p = 0; p < players; p++) {
        const dado_int128 *first = sums->cell + dado_sums_first(players) + p * players;
        const dado_int128 *score = sums->cell + DADO_SUMS_SCORES + 2 * p;
        int64_t shared = 0;
        for (int k = 1; k < players; k++) shared += (int64_t)first[k];
        dado_moments m = moments_of(n, lowest_wins ? -score[0] : score[0], score[1]);
        dado_put(part, p, (int64_t)first[0], shared, share_of(sums, p, level),
                 dado_estimate_mean(&m, level), n ? dado_moments_sd(&m) : DADO_NONE);
    }
}

static void put_measure(dado_part *part, const char *name, dado_measure_kind kind,
                        const dado_moments *m, double level)
{
    dado_put(part, name, dado_estimate_measure(kind, m, level),
             m->count ? dado_moments_sd(m) : DADO_NONE, m->count);
}

static void put_measures(dado_document *d, const dado_match_sums *sums, double level)
{
    int64_t n = cell_of(sums, DADO_SUMS_FINISHED);
    dado_part *part =
        dado_table(d, DADO_PART("measures", .heading = "Measures"),
                   DADO_FIELD(WORDS, "measure", "measure", .measures = true),
                   DADO_FIELD(ESTIMATE, "mean", "mean"), DADO_FIELD(NUMBER, "sd", "sd", .rank = 1),
                   DADO_FIELD(NUMBER, "matches", "matches", .rank = 2));
    for (int i = 0; i < DADO_SUMS_METRICS; i++) {
        dado_moments m = moments_of_metric(sums, i);
        put_measure(part, dado_metrics[i]->head.name, dado_metrics[i]->head.kind, &m, level);
    }
    static const struct {
        const char *name;
        int cell;
    } lengths[] = { { "decisions", DADO_SUMS_DECISIONS }, { "rounds", DADO_SUMS_ROUNDS } };
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const dado_int128 *cell = sums->cell + lengths[i].cell;
        dado_moments m = moments_of(n, cell[0], cell[1]);
        put_measure(part, lengths[i].name, DADO_COUNT, &m, level);
    }
}

// Adds the bins of a histogram that are not empty.
static void put_bins(dado_part *part, const char *of, int seat, const int64_t *bins, int count,
                     double low, double width)
{
    for (int i = 0; i < count; i++) {
        if (bins[i] == 0) continue;
        dado_put(part, of);
        if (seat < 0) dado_put(part, DADO_NONE);
        else dado_put(part, seat);
        dado_put(part, low + width * i, (bool)(i == count - 1), bins[i]);
    }
}

static void put_histograms(dado_document *d, const dado_match_sums *sums)
{
    const int64_t *bins = sums->histogram;
    dado_part *part = dado_table(
        d, DADO_PART("histograms", .reader = DADO_FOR_PROGRAMS), DADO_FIELD(WORDS, "of", "of"),
        DADO_FIELD(NUMBER, "seat", "seat", .seat = true), DADO_FIELD(NUMBER, "from", "from"),
        DADO_FIELD(FLAG, "and_more", "and more"), DADO_FIELD(NUMBER, "matches", "matches"));
    put_bins(part, "decisions", -1, bins, DADO_SUMS_LENGTH_BINS, 0, 1);
    bins += DADO_SUMS_LENGTH_BINS;
    put_bins(part, "rounds", -1, bins, DADO_SUMS_LENGTH_BINS, 0, 1);
    bins += DADO_SUMS_LENGTH_BINS;
    for (int p = 0; p < sums->players; p++, bins += DADO_SUMS_SCORE_BINS)
        put_bins(part, "score", p, bins, DADO_SUMS_SCORE_BINS, DADO_SUMS_LOWEST_SCORE, 1);
    for (int m = 0; m < DADO_SUMS_METRICS; m++, bins += DADO_SUMS_METRIC_BINS) {
        put_bins(part, dado_metrics[m]->head.name, -1, bins, DADO_SUMS_METRIC_BINS, 0,
                 1.0 / DADO_SUMS_METRIC_BINS);
    }
}

// A whole number of up to 128 bits in digits.
static void put_number(dado_part *part, dado_int128 value)
{
    char digits[48];
    int at = (int)sizeof digits - 1;
    bool negative = value < 0;
    dado_uint128 left = negative ? 0 - (dado_uint128)value : (dado_uint128)value;
    digits[at] = '\0';
    do digits[--at] = (char)('0' + (int)(left % 10));
    while (left /= 10);
    if (negative) digits[--at] = '-';
    dado_put_textf(part, "%s", digits + at);
}

static void put_sums(dado_document *d, const dado_match_sums *sums)
{
    dado_part *part = dado_table(d, DADO_PART("sums", .reader = DADO_FOR_PROGRAMS),
                                 DADO_FIELD(NUMBER, "cell", "cell"),
                                 DADO_FIELD(WORDS, "sum", "sum", .whole = true));
    for (int i = 0; i < dado_sums_cells(sums->players); i++) {
        dado_put(part, i);
        put_number(part, sums->cell[i]);
    }
}

void dado_report_match_sums(dado_document *d, const dado_match_sums *sums, bool lowest_wins)
{
    const double level = 0.95;
    put_ends(d, sums);
    put_seats(d, sums, lowest_wins, level);
    put_measures(d, sums, level);
    put_histograms(d, sums);
    put_sums(d, sums);
}
