// card_verdicts.c - see card_verdicts.h.
#include "judge/card_verdicts.h"

#include <math.h>

#include "core/match_record.h"
#include "measure/number_format.h"

enum { most_named = 3 };
// in units of the cost: a difference that rounds to 0 is no fault
static const double half_unit = 0.5;

static const char *sign_of(double value)
{
    return value < 0 ? "\xE2\x88\x92" : "+";
}

// "+14.2 points (+12.0 to +16.4)"
static void add_points(dado_verdict *v, dado_interval i)
{
    dado_verdict_evidence(v, "%s%.1f points of the share of the win (%s%.1f to %s%.1f)",
                          sign_of(i.value), 100 * fabs(i.value), sign_of(i.low), 100 * fabs(i.low),
                          sign_of(i.high), 100 * fabs(i.high));
}

static int64_t whole(double count)
{
    return (int64_t)(count + 0.5);
}

static void judge_card(dado_verdicts *to, const dado_card_worths *w, const dado_card_worth *card,
                       bool strong)
{
    dado_verdict *v = dado_verdict_add(to, "cards", DADO_WARN);
    dado_verdict_claim(
        v, strong ? "%.80s wins too often by itself." : "%.80s is never worth having.", card->name);
    dado_verdict_evidence(v, "Drawing it rather than another card is worth ");
    add_points(v, card->worth);
    dado_verdict_evidence(
        v, " to its seat, in %s exchanges on the same luck; the line is %.0f points.",
        dado_string_count(whole(card->exchanges)).s, 100 * DADO_CARD_STANDS_OUT);
    dado_verdict_set_figure(v, card->worth, w->level, whole(card->exchanges));
}

// Returns the card whose interval lies furthest beyond the limit, without those already
// named; or -1.
static int next_beyond(const dado_card_worths *w, bool strong, const bool *named)
{
    int found = -1;
    for (int i = 0; i < w->count; i++) {
        const dado_card_worth *c = &w->cards[i];
        double bound = strong ? c->worth.low : -c->worth.high;
        if (!c->measured || named[i] || bound <= DADO_CARD_STANDS_OUT) continue;
        double best = found < 0 ? 0
                      : strong  ? w->cards[found].worth.low
                                : -w->cards[found].worth.high;
        if (found < 0 || bound > best) found = i;
    }
    return found;
}

static int judge_beyond(dado_verdicts *to, const dado_card_worths *w, bool strong)
{
    bool named[1024] = { false };
    int count = 0;
    if (w->count > 1024) return 0;
    for (int i = next_beyond(w, strong, named); i >= 0; i = next_beyond(w, strong, named)) {
        named[i] = true;
        if (count++ < most_named) judge_card(to, w, &w->cards[i], strong);
    }
    if (count > most_named) {
        dado_verdict_evidence(&to->list[to->count - 1], " So it is with %d more cards.",
                              count - most_named);
    }
    return count;
}

static void judge_none(dado_verdicts *to, const dado_card_worths *w)
{
    const dado_card_worth *first = NULL;
    int measured = 0;
    bool within = true;
    for (int i = 0; i < w->count; i++) {
        const dado_card_worth *c = &w->cards[i];
        if (!c->measured) continue;
        measured++;
        within = within && fmax(c->worth.high, -c->worth.low) < DADO_CARD_STANDS_OUT / 2;
        if (!first || fabs(c->worth.value) > fabs(first->worth.value)) first = c;
    }
    if (!first) {
        dado_verdict *v = dado_verdict_add(to, "cards", DADO_PLAIN);
        dado_verdict_claim(v, "What cards are worth is not measured.");
        dado_verdict_evidence(v, "No seat draws one straight from a shuffled pile that nobody has "
                                 "seen, sorted or refilled, with another card left in it.");
        return;
    }
    dado_verdict *v = dado_verdict_add(to, "cards", within ? DADO_GOOD : DADO_PLAIN);
    dado_verdict_claim(v, within ? "No card stands out."
                                 : "No card is seen to win or lose one match in ten by itself.");
    dado_verdict_evidence(v, "Of %d cards %s is furthest from none: ", measured, first->name);
    add_points(v, first->worth);
    dado_verdict_evidence(v, ".");
    dado_verdict_set_figure(v, first->worth, w->level, whole(first->exchanges));
}

// ---- cost ----

static void list_slopes(const dado_card_worths *w, const double *cost, double *slopes,
                        size_t *count)
{
    for (int i = 0; i < w->count; i++) {
        for (int k = 0; k < i; k++) {
            if (!w->cards[i].measured || !w->cards[k].measured || isnan(cost[i]) ||
                isnan(cost[k]) || cost[i] == cost[k]) {
                continue;
            }
            slopes[(*count)++] =
                (w->cards[i].worth.value - w->cards[k].worth.value) / (cost[i] - cost[k]);
        }
    }
}

// Fits a line through the cards that have both a cost and a worth. The slope and the
// height are medians.
static void fit(const dado_card_worths *w, const double *cost, double *room, dado_cost_line *line)
{
    size_t slopes = 0, count = 0;
    list_slopes(w, cost, room, &slopes);
    if (slopes > 0) {
        dado_values_sort(room, slopes);
        line->slope = dado_quantile(room, slopes, 0.5);
    }
    for (int i = 0; i < w->count; i++) {
        if (!w->cards[i].measured || isnan(cost[i])) continue;
        room[count++] = w->cards[i].worth.value - line->slope * cost[i];
    }
    line->count = (int)count;
    line->known = count >= 3 && slopes > 0;
    if (!line->known) return;
    dado_values_sort(room, count);
    line->at_zero = dado_quantile(room, count, 0.5);
}

// Returns half the width of the confidence band of the line at cost x. The error of each
// worth is taken to be the median error of all cards. A median is taken to be a quarter
// less sure than a mean.
static double half_band(const dado_card_worths *w, const double *cost, double *room, double x)
{
    size_t count = 0;
    double mean = 0, squares = 0;
    for (int i = 0; i < w->count; i++) {
        const dado_card_worth *c = &w->cards[i];
        if (!c->measured || isnan(cost[i])) continue;
        room[count++] = (c->worth.high - c->worth.low) / 2;
        mean += cost[i];
    }
    mean /= (double)count;
    for (int i = 0; i < w->count; i++) {
        if (w->cards[i].measured && !isnan(cost[i])) squares += pow(cost[i] - mean, 2);
    }
    dado_values_sort(room, count);
    return 1.25 * dado_quantile(room, count, 0.5) *
           sqrt(1 / (double)count + pow(x - mean, 2) / squares);
}

bool dado_cost_line_fit(const dado_card_worths *w, const double *cost, dado_region *region,
                        dado_cost_line *line, dado_error *err)
{
    size_t cards = (size_t)w->count;
    double *room = dado_new(region, double, cards *(cards + 1) / 2 + 1);
    double *off = dado_new(region, double, cards + 1), *band = dado_new(region, double, cards + 1);
    double *should = dado_new(region, double, cards + 1);
    int *side = dado_new(region, int, cards + 1);
    *line = (dado_cost_line){
        .cost = cost, .off = off, .band = band, .should_cost = should, .side = side
    };
    if (!room || !off || !band || !should || !side) {
        return dado_fail(err, DADO_LIMIT, "no memory left to compare worth with cost");
    }
    fit(w, cost, room, line);
    for (int i = 0; i < w->count; i++) {
        const dado_card_worth *c = &w->cards[i];
        off[i] = band[i] = should[i] = DADO_NONE;
        if (!line->known || !c->measured || isnan(cost[i])) continue;
        double own = (c->worth.high - c->worth.low) / 2;
        band[i] = half_band(w, cost, room, cost[i]);
        off[i] = c->worth.value - (line->at_zero + line->slope * cost[i]);
        double sure = fabs(off[i]) - sqrt(own * own + band[i] * band[i]);
        if (sure > half_unit * fabs(line->slope)) side[i] = off[i] > 0 ? 1 : -1;
        if (line->slope > 0) should[i] = (c->worth.value - line->at_zero) / line->slope;
    }
    return true;
}

static void judge_off_line(dado_verdicts *to, const dado_card_worths *w, const dado_cost_line *line,
                           const char *attribute, int card)
{
    const dado_card_worth *c = &w->cards[card];
    double by = line->should_cost[card] - line->cost[card];
    dado_verdict *v = dado_verdict_add(to, "cost", DADO_WARN);
    dado_verdict_claim(v, by > 0 ? "%.80s is %.1f too cheap." : "%.80s is %.1f too dear.", c->name,
                       fabs(by));
    dado_verdict_evidence(
        v, "Its %s is %g, and its worth is that of %.1f on the line of all cards: ", attribute,
        line->cost[card], line->should_cost[card]);
    add_points(v, c->worth);
    dado_verdict_evidence(v, ", where the line has %s%.1f.",
                          sign_of(c->worth.value - line->off[card]),
                          100 * fabs(c->worth.value - line->off[card]));
    dado_verdict_set_figure(v, c->worth, w->level, whole(c->exchanges));
}

static int next_off(const dado_card_worths *w, const dado_cost_line *line, const bool *named)
{
    int found = -1;
    for (int i = 0; i < w->count; i++) {
        if (named[i] || line->side[i] == 0) continue;
        if (found < 0 || fabs(line->off[i]) > fabs(line->off[found])) found = i;
    }
    return found;
}

static void judge_cost(dado_verdicts *to, const dado_card_worths *w, const dado_cost_line *line,
                       const char *attribute)
{
    bool named[1024] = { false };
    int off = 0;
    if (!line->known || w->count > 1024) {
        dado_verdict *v = dado_verdict_add(to, "cost", DADO_PLAIN);
        dado_verdict_claim(v, "There is no line of worth against %.60s.", attribute);
        dado_verdict_evidence(v,
                              "%d cards have that number and a worth that was measured; it takes "
                              "three, and two different numbers.",
                              line->count);
        return;
    }
    if (line->slope <= 0) {
        dado_verdict *v = dado_verdict_add(to, "cost", DADO_WARN);
        dado_verdict_claim(v, "Cost does not follow worth.");
        dado_verdict_evidence(v, "One more of %s goes with %s%.1f points of worth, over %d cards.",
                              attribute, sign_of(line->slope), 100 * fabs(line->slope),
                              line->count);
        return;
    }
    for (int i = next_off(w, line, named); i >= 0; i = next_off(w, line, named)) {
        named[i] = true;
        if (off++ < most_named) judge_off_line(to, w, line, attribute, i);
    }
    if (off > 0) return;
    dado_verdict *v = dado_verdict_add(to, "cost", DADO_GOOD);
    dado_verdict_claim(v, "No card is seen to cost too much or too little.");
    dado_verdict_evidence(v, "One more of %s goes with %s%.1f points of worth, over %d cards.",
                          attribute, sign_of(line->slope), 100 * fabs(line->slope), line->count);
}

int dado_card_verdicts(const dado_card_worths *w, const dado_cost_line *line, const char *attribute,
                       dado_verdict verdicts[DADO_CARD_VERDICTS])
{
    dado_verdicts to = { .list = verdicts, .most = DADO_CARD_VERDICTS };
    if (line) {  // a strong card is no flaw if it costs a lot
        judge_cost(&to, w, line, attribute);
        return to.count;
    }
    int beyond = judge_beyond(&to, w, true);
    beyond += judge_beyond(&to, w, false);
    if (beyond == 0) judge_none(&to, w);
    return to.count;
}
