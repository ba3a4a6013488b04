// card_worth.c - see report_functions.h.
#include "report/report_functions.h"

#include <math.h>

#include "core/scope_cleanup.h"
#include "measure/number_format.h"

static dado_estimate share(dado_interval i, int64_t count, double level)
{
    return dado_estimate_between(i, DADO_ESTIMATE_SHARE, count, level);
}

static dado_estimate difference(dado_interval i, int64_t count, double level)
{
    return dado_estimate_between(i, DADO_ESTIMATE_SHARE_DIFFERENCE, count, level);
}

static void add_card(dado_part *part, const dado_card_worths *w, int card,
                     const dado_cost_line *line)
{
    const dado_card_worth *c = &w->cards[card];
    int64_t exchanges = (int64_t)(c->exchanges + 0.5);
    dado_estimate none = dado_estimate_none();
    dado_put(part, c->name, c->copies, share(c->seen, w->matches, w->level),
             c->with_known ? difference(c->with, w->matches, w->level) : none,
             c->measured ? difference(c->worth, exchanges, w->level) : none,
             c->measured ? dado_estimate_between(c->points, DADO_ESTIMATE_REAL, exchanges, w->level)
                         : none,
             c->measured ? share(c->swing, exchanges, w->level) : none, exchanges);
    if (line) dado_put(part, line->cost[card], line->should_cost[card]);
}

static void add_table(dado_document *d, const dado_card_worths *w, const dado_cost_line *line,
                      const int *order)
{
    dado_part *part = dado_table(
        d, DADO_PART("cards", .heading = "What each card is worth"),
        DADO_FIELD(WORDS, "card", "Card"), DADO_FIELD(NUMBER, "copies", "Copies", .rank = 6),
        DADO_FIELD(NUMBER, "seen", "Seen", .rank = 3,
                   .about = "Share of matches in which it came to a seat"),
        DADO_FIELD(ESTIMATE, "win_rate_with", "Win rate with", .rank = 2,
                   .about = "Share of the win of seats that had it, less that of the same seats "
                            "without it: a correlation, not a cause"),
        DADO_FIELD(ESTIMATE, "worth", "Worth", .steady = true,
                   .about = "Share of the win with it, less with another card in its place, on the "
                            "same luck"),
        DADO_FIELD(ESTIMATE, "points", "Worth in points", .rank = 4,
                   .about = "The same of the margin: own score less the best other"),
        DADO_FIELD(NUMBER, "swing", "Swing", .rank = 1,
                   .about = "Share of exchanges that change who wins"),
        DADO_FIELD(NUMBER, "exchanges", "Exchanges", .rank = 5));
    if (line) {
        dado_column(part, NUMBER, "cost", "Cost");
        dado_column(part, NUMBER, "worth_as_cost", "Worth as a cost",
                    .about = "The cost at which the line of all cards has this worth");
    }
    for (int i = 0; i < w->count; i++) add_card(part, w, order[i], line);
}

static void add_chart(dado_document *d, const dado_card_worths *w, const int *order)
{
    enum { most = 60 };
    dado_chart chart = {
        .title = "Worth of each card",
        .about = "Share of the win with the card, less with another one in its place, on the same "
                 "luck. The intervals hold for all cards together.",
        .rules = &(dado_reference_line){ .at = 0, .label = "as good as another" },
        .rule_count = 1,
        .y = { .percent = true },
        .flat = true,
    };
    int measured = 0;
    for (int i = 0; i < w->count; i++) measured += w->cards[i].measured;
    if (measured == 0) return;
    dado_part *part =
        dado_document_estimates(d, "worth", DADO_DOTS, measured < most ? measured : most, chart);
    for (int i = 0, put = 0; i < w->count && put < most; i++) {
        const dado_card_worth *c = &w->cards[order[i]];
        if (!c->measured) continue;
        dado_put_estimate(part, c->worth, c->name);
        put++;
    }
}

// Returns the card with the lowest cost above `last`; the caller knows that there is one.
static int next_cost(const dado_card_worths *w, const dado_cost_line *line, double last)
{
    int found = -1;
    for (int i = 0; i < w->count; i++) {
        if (isnan(line->off[i]) || line->cost[i] <= last) continue;
        if (found < 0 || line->cost[i] < line->cost[found]) found = i;
    }
    return found;
}

static void add_cost_chart(dado_document *d, const dado_card_worths *w, const dado_cost_line *line,
                           const char *attribute)
{
    if (!line->known) return;
    dado_chart chart = {
        .title = "Worth against cost",
        .about = "Each point is a card with its interval; the line is that of the median slope.",
        .x = { .title = attribute },
        .y = { .title = "worth", .percent = true },
    };
    dado_part *part = dado_document_chart(d, "worth_against_cost", &chart);
    double most = -INFINITY;
    dado_put_series(part, w->count, (dado_series){ .mark = DADO_DOTS, .name = "cards" });
    for (int i = 0; i < w->count; i++) {
        if (isnan(line->off[i])) continue;
        dado_put_range(part, line->cost[i], w->cards[i].worth);
        most = fmax(most, line->cost[i]);
    }
    dado_put_series(part, w->count, (dado_series){ .mark = DADO_LINE, .name = "line" });
    for (double last = -INFINITY; last < most;) {
        int next = next_cost(w, line, last);
        double height = line->at_zero + line->slope * line->cost[next];
        last = line->cost[next];
        dado_put_range(
            part, last,
            (dado_interval){ height, height - line->band[next], height + line->band[next] });
    }
}

static void put_change(dado_part *part, const dado_luck_change *change)
{
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    dado_luck_change_print(change, &text);
    dado_put_textf(part, "%s", dado_text_string(&text));
}

void dado_report_card_pairs(dado_document *d, const dado_card_pairs *p, const char *const *show)
{
    dado_verdict verdicts[DADO_PAIR_VERDICTS];
    int count = dado_pair_verdicts(p, verdicts);
    dado_document_verdicts(d, DADO_PART("pair_verdicts", .heading = "Two cards together"), verdicts,
                           count);
    dado_part *part = dado_table(
        d, DADO_PART("pairs", .heading = "What two cards are worth beyond each"),
        DADO_FIELD(WORDS, "first", "Card"), DADO_FIELD(WORDS, "second", "and"),
        DADO_FIELD(ESTIMATE, "interaction", "More together than apart", .steady = true,
                   .about = "Share of the win with both, less with another in place of either, "
                            "plus with others in place of both"),
        DADO_FIELD(NUMBER, "events", "Exchanges", .rank = 1),
        DADO_FIELD(NUMBER, "match", "Match", .rank = 3),
        DADO_FIELD(WORDS, "exchange", "Exchange", .rank = 2),
        DADO_FIELD(WORDS, "show", "The match without both", .rank = 4, .whole = true));
    for (int i = 0; i < p->count; i++) {
        const dado_card_pair *pair = &p->pairs[i];
        int64_t events = (int64_t)(pair->events + 0.5);
        bool shown = pair->example_match >= 0;
        dado_put(part, pair->names[0], pair->names[1],
                 difference(pair->interaction, events, p->level), events,
                 shown ? (double)pair->example_match : DADO_NONE);
        put_change(part, &pair->example);
        dado_put(part, shown ? show[i] : "");
    }
    dado_document_textf(d, DADO_PART("pairs_note", .attached = true, .small = true),
                        "Of %s pairs these were measured. Intervals are of 95 %% and hold for all "
                        "of them together.",
                        dado_string_count(p->possible).s);
}

void dado_report_card_worth(dado_document *d, const dado_card_worths *w, const dado_cost_line *line,
                            const char *attribute, const char *const *show, dado_region *region)
{
    dado_verdict verdicts[DADO_CARD_VERDICTS];
    int count = dado_card_verdicts(w, line, attribute, verdicts);
    dado_document_verdicts(d, DADO_PART("verdicts", .large = true), verdicts, count);
    double *worth = dado_new(region, double, w->count + 1);
    int *order = dado_new(region, int, w->count + 1);
    if (!worth || !order) {
        d->cut = true;
        return;
    }
    for (int i = 0; i < w->count; i++) {
        worth[i] = w->cards[i].measured ? w->cards[i].worth.value : DADO_NONE;
    }
    dado_rank_descending(worth, sizeof *worth, w->count, order);
    add_table(d, w, line, order);
    dado_document_text(d, DADO_PART("note", .attached = true, .small = true),
                       "Intervals are of 95 % and hold for all cards together. Worth is a cause: "
                       "the match was played again with another card in its place. Win rate with "
                       "is a correlation.");
    add_chart(d, w, order);
    if (line) add_cost_chart(d, w, line, attribute);
    dado_part *part =
        dado_table(d, DADO_PART("examples", .heading = "Exchanges that show it", .detail = true),
                   DADO_FIELD(WORDS, "card", "Card"), DADO_FIELD(NUMBER, "match", "Match"),
                   DADO_FIELD(NUMBER, "seat", "Seat", .seat = true),
                   DADO_FIELD(NUMBER, "change", "Share of the win lost by the exchange"),
                   DADO_FIELD(WORDS, "exchange", "Exchange", .rank = 1),
                   DADO_FIELD(WORDS, "show", "The match with the other card", .whole = true));
    for (int i = 0; i < w->count; i++) {
        const dado_card_worth *c = &w->cards[order[i]];
        if (c->example_match < 0) continue;
        dado_put(part, c->name, c->example_match, c->example_seat, c->example_change);
        put_change(part, &c->example);
        dado_put(part, show[order[i]]);
    }
}
