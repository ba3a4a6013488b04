// sample_findings.c - see sample_findings.h.
#include "support/sample_findings.h"

#include <assert.h>
#include <string.h>

#include "core/rng.h"
#include "measure/metric.h"

const char dado_hostile_text[] =
    "<script>document.title='pwned'</script><img src=\"http://192.0.2.1/x.png\" "
    "onerror='document.title=1'>\"'&<!-- ]]> \x01\x1b[31m\xff\xc3";

enum { faces = 6 };

static void play(dado_rng *luck, int players, int rounds, int bonus, int32_t *rows)
{
    for (int p = 0; p < players; p++) rows[p] = 0;
    for (int r = 1; r <= rounds; r++) {
        for (int p = 0; p < players; p++) {
            int32_t thrown = 1 + (int32_t)dado_rng_below(luck, faces) + (p == 0 ? bonus : 0);
            rows[r * players + p] = rows[(r - 1) * players + p] + thrown;
        }
    }
}

static void sum_up_seats(dado_findings *f, const dado_totals *totals, dado_region *region)
{
    dado_seat_finding *seats = dado_new(region, dado_seat_finding, totals->seats);
    assert(seats);
    for (int p = 0; p < totals->seats; p++) {
        seats[p] = (dado_seat_finding){
            .agent = f->title == dado_hostile_text ? dado_hostile_text : "random",
            .alone = totals->seat[p].alone,
            .shared = totals->seat[p].shared,
            .share = dado_win_share(totals, p, f->level),
            .mean_score = totals->seat[p].score / (double)f->matches,
            .sd_score = 1,
        };
    }
    f->seats = seats;
    f->ties = totals->tied;
    f->credit_squares = totals->squares;
    memcpy(f->ended, totals->ended, sizeof f->ended);
}

dado_findings dado_sample_findings(int matches, int players, int rounds, int bonus, uint64_t seed,
                                   bool hostile, dado_region *region)
{
    dado_findings f = {
        .game = hostile ? dado_hostile_text : "dice.rcy",
        .title = hostile ? dado_hostile_text : "Dice race",
        .about = hostile ? dado_hostile_text : "Throw, add, compare.",
        .seed = seed,
        .level = 0.95,
        .matches = matches,
        .players = players,
        .seat_count = players,
    };
    int count = 0;
    while (dado_metrics[count]) count++;
    dado_meter meter;
    dado_error err = { 0 };
    dado_metric_options how = { 0 };
    bool open = dado_meter_open(&meter, &how, players, rounds, 0, region, &err);
    double *values = dado_new(region, double, (size_t)matches *(size_t)count);
    double *column = dado_new(region, double, matches);
    int32_t *rows = dado_new(region, int32_t, (rounds + 1) * players);
    int32_t *places = dado_new(region, int32_t, players);
    dado_finding *findings = dado_new(region, dado_finding, count);
    dado_totals *totals = dado_totals_new(players, region);
    assert(open && values && column && rows && places && findings && totals);
    (void)open;
    for (int i = matches - 1; i >= 0; i--) {  // so that match 0 is the one left to look at
        dado_rng luck = dado_rng_stream(seed, (uint64_t)i, DADO_STREAM_CHANCE);
        play(&luck, players, rounds, bonus, rows);
        const int32_t *last = rows + rounds * players;
        for (int p = 0; p < players; p++) {
            places[p] = 0;
            for (int q = 0; q < players; q++) places[p] += last[q] > last[p];
        }
        dado_trace trace = {
            .players = players, .rounds = rounds, .scores = rows, .result = last, .places = places
        };
        dado_totals_add(totals, &trace);
        dado_meter_measure(&meter, &trace, dado_metrics, count, values + (size_t)i * (size_t)count);
    }
    for (int m = 0; m < count; m++) {
        for (int i = 0; i < matches; i++) column[i] = values[(size_t)i * (size_t)count + (size_t)m];
        bool made = dado_finding_make(&findings[m], &dado_metrics[m]->head, column, matches, 0.95,
                                      true, region);
        assert(made);
        (void)made;
        if (hostile) findings[m].title = dado_hostile_text;
    }
    sum_up_seats(&f, totals, region);
    f.measures = findings;
    f.measure_count = count;
    f.match = 0;
    f.rounds = rounds;
    f.rows = rows;
    return f;
}
