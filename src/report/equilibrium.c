// equilibrium.c - shows an equilibrium: its value, how to play
// it, what players give away.
#include <math.h>
#include <string.h>

#include "measure/number_format.h"
#include "report/report_functions.h"

// Returns true if the game has one value: two players whose payoffs always have the same sum.
static bool two_sides(const dado_equilibrium_found *e)
{
    return e->game->players == 2 && e->sets->constant;
}

static const char *unit_of(const dado_equilibrium_found *e)
{
    switch (e->sets->payoff) {
    case DADO_PAY_MARGIN: return "points of margin";
    case DADO_PAY_WIN: return "of the win";
    default: return "points";
    }
}

// Formats what could be gained. Below this limit rounding errors are larger than the
// gain.
static double within(const dado_equilibrium_found *e)
{
    return fmax(e->proof->gap, 1e-12);
}

static double end_of(double value)
{
    return fabs(value) < 1e-12 ? 0 : value;
}

static const char *better_off(double low, double high)
{
    if (low > 0) return "The first player is better off";
    if (high < 0) return "The second player is better off";
    if (low == 0 && high == 0) return "Neither player is better off";
    return "Neither player is better off, as far as this was worked out";
}

// Says what the game is worth to the first of two players: a fraction, or an interval.
static void say_value_of_two(dado_document *d, const dado_equilibrium_found *e)
{
    const dado_equilibrium_gap *proof = e->proof;
    double even = e->sets->sum / 2;
    if (e->exact->found) {
        double value = e->exact->value - even;
        bool whole = !strchr(e->exact->text, '/');
        dado_document_textf(d, "value",
                            "%s: with best play by both, the first gets exactly %s %s a match%s. "
                            "This is proved in whole numbers, not estimated: whoever plays as "
                            "below is sure of it against anybody, up to %.2g.",
                            better_off(value, value), e->exact->text, unit_of(e),
                            whole ? "" : dado_document_copyf(d, " (%.6f)", end_of(e->exact->value)),
                            within(e));
        return;
    }
    dado_document_textf(d, "value",
                        "%s: with best play by both, the first gets between %.6f and %.6f %s "
                        "a match. This is proved, not estimated: whoever plays as below is "
                        "sure of it against anybody, up to %.2g.",
                        better_off(proof->low - even, proof->high - even), end_of(proof->low),
                        end_of(proof->high), unit_of(e), within(e));
}

static void say_value(dado_document *d, const dado_equilibrium_found *e)
{
    if (two_sides(e)) {
        say_value_of_two(d, e);
        return;
    }
    if (e->game->players == 1) {
        dado_document_textf(d, "value",
                            "Played as below, the player gets %.6f %s a match, and no way of "
                            "playing gets more than %.2g beyond that, which is proved.",
                            end_of(e->proof->value[0]), unit_of(e), within(e));
        return;
    }
    dado_document_textf(d, "value",
                        "Played as below, nobody could win more than %.2g %s a match by changing "
                        "alone, and that is proved. %s So other ways of playing may be as stable "
                        "and share out the %s differently, and two who change together may do "
                        "better: these are not the values of the game.",
                        within(e), unit_of(e),
                        e->game->players > 2 ? "With more than two players that is all that can be "
                                               "promised."
                                             : "What one wins the other need not lose here.",
                        e->sets->payoff == DADO_PAY_WIN ? "win" : "points");
}

static void put_facts(dado_document *d, const dado_equilibrium_found *e)
{
    dado_part *facts = dado_document_facts(d, "facts");
    const dado_infosets *sets = e->sets;
    if (two_sides(e)) {
        dado_interval proved = { e->proof->value[0], e->proof->low, e->proof->high };
        if (e->exact->found) {
            dado_fact(facts, "value", "value to the first", e->exact->value);
            dado_fact(facts, "exact_value", "as a fraction", (const char *)e->exact->text);
        } else {
            dado_estimate value = dado_estimate_between(proved, DADO_ESTIMATE_REAL, 0, 1);
            dado_fact(facts, "value", "value to the first", value);
        }
    }
    dado_fact(facts, "gap", "could be gained, in all", e->proof->gap);
    if (e->summary->stake > 0) {
        dado_fact(facts, "stake", "at stake in a match", e->summary->stake);
        dado_fact(facts, "gap_share", "gap as a share of the stake",
                  dado_estimate_share(e->proof->gap / e->summary->stake));
    }
    dado_fact(facts, "exploitability", "a player, on average", e->proof->gap / e->game->players);
    dado_fact(facts, "payoff", "played for", dado_payoff_names[sets->payoff]);
    dado_fact(facts, "information_sets", "information sets", dado_infosets_count(sets));
    if (e->merged->any) {
        dado_fact(facts, "merged_sets", "of which differ", dado_infosets_count(&e->merged->sets));
    }
    dado_fact(facts, "ends", "ends that differ", sets->ends);
    dado_fact(facts, "lines", "lines of play", (int64_t)sets->stats.lines);
    dado_fact(facts, "iterations", "iterations", (int64_t)e->iterations);
    dado_fact(facts, "kib", "KiB of tables", (int64_t)(sets->stats.bytes >> 10));
}

static void put_seats(dado_document *d, const dado_equilibrium_found *e)
{
    const dado_equilibrium_summary *sum = e->summary;
    dado_part *part = dado_table(
        d, "seats", DADO_FIELD(NUMBER, "seat", "seat"), DADO_FIELD(NUMBER, "value", "gets"),
        DADO_FIELD(NUMBER, "wins", "wins", .about = "Matches in which this seat comes first alone"),
        DADO_FIELD(NUMBER, "shares", "shares the win", .rank = 2,
                   .about = "Matches in which this seat comes first with others"),
        DADO_FIELD(NUMBER, "gain", "could gain",
                   .about = "By changing alone, knowing what the others play"),
        DADO_FIELD(NUMBER, "sets", "information sets", .rank = 1));
    for (int p = 0; p < e->game->players; p++) {
        double alone = sum->known ? sum->alone[p] : DADO_NONE;
        double shared = sum->known ? sum->shared[p] : DADO_NONE;
        dado_put(part, p + 1, e->proof->value[p], dado_estimate_share(alone),
                 dado_estimate_share(shared), e->proof->gain[p], (int64_t)e->sets->sets[p].count);
    }
}

static void put_strategy_table(dado_document *d, const dado_equilibrium_found *e)
{
    const dado_strategy_table *sheet = e->strategy;
    int rows = e->rows / e->game->players;
    dado_part *part = dado_table(
        d, DADO_PART("strategy", .heading = "How to play it"),
        DADO_FIELD(NUMBER, "seat", "seat", .group = true),
        DADO_FIELD(WORDS, "sees", "sees", .whole = true),
        DADO_FIELD(NUMBER, "reach", "comes here",
                   .about = "Share of matches in which this player leaves the way here open"),
        DADO_FIELD(WORDS, "does", "does"),
        DADO_FIELD(NUMBER, "like", "sets", .reader = DADO_FOR_PAGES,
                   .about = "Information sets that the game cannot tell apart and that share "
                            "this line"));
    int64_t hidden = 0;
    for (int i = 0, of_player = 0; i < sheet->count; i++) {
        const dado_strategy_row *line = &sheet->lines[i];
        of_player = i > 0 && line->player == sheet->lines[i - 1].player ? of_player + 1 : 0;
        dado_put(part, line->player + 1, *line->sees ? line->sees : "nothing that differs",
                 dado_estimate_share(line->reach), line->does, line->like);
        if (of_player >= rows) {
            dado_put_row_hidden(part);
            hidden++;
        }
    }
    if (hidden) {
        dado_document_textf(
            d, DADO_PART("rows_hidden", .attached = true, .reader = DADO_FOR_TERMINALS),
            "%s more lines are not shown; %srows shows more.", dado_string_count(hidden).s,
            e->flag_prefix);
    }
    if (sheet->left_out) {
        dado_document_textf(d, DADO_PART("left_out", .attached = true),
                            "%s more information sets are left out of this answer.",
                            dado_string_count(sheet->left_out).s);
    }
}

// Adds the probability of every move in every information set, for programs. `line` is the
// row of the strategy that the set belongs to, counted from 1.
static void put_odds(dado_document *d, const dado_equilibrium_found *e)
{
    const dado_strategy_table *sheet = e->strategy;
    dado_part *odds = dado_table(
        d, DADO_PART("odds", .reader = DADO_FOR_PROGRAMS), DADO_FIELD(NUMBER, "seat", "seat"),
        DADO_FIELD(NUMBER, "set", "set"), DADO_FIELD(NUMBER, "line", "line"),
        DADO_FIELD(WORDS, "sees", "sees"), DADO_FIELD(WORDS, "move", "move"),
        DADO_FIELD(NUMBER, "odds", "odds"),
        DADO_FIELD(NUMBER, "cost", "cost",
                   .about = "How much less than the best move there, against the others' play"));
    for (int i = 0; i < sheet->set_count; i++) {
        const dado_strategy_row *set = &sheet->sets[i];
        const double *cost = e->summary->cost[set->player];
        uint32_t first = e->sets->sets[set->player].first[set->set];
        for (int m = 0; m < set->count; m++) {
            dado_put(odds, set->player + 1, (int64_t)set->set, set->line + 1, set->sees,
                     set->moves[m], set->odds[m], cost ? cost[first + (uint32_t)m] : DADO_NONE);
        }
    }
}

void dado_report_equilibrium(dado_document *d, const dado_equilibrium_found *e)
{
    d->said = dado_document_copyf(d, "an equilibrium, to within %.2g %s", within(e), unit_of(e));
    say_value(d, e);
    dado_report_equilibrium_meaning(d, e);
    put_facts(d, e);
    put_seats(d, e);
    dado_report_equilibrium_charts(d, e);
    put_strategy_table(d, e);
    put_odds(d, e);
}

// ---- exploitability of players ----

static void put_exploited(dado_part *part, const dado_equilibrium_found *e,
                          const dado_exploited_player *player)
{
    const dado_exploitability *found = &player->found;
    for (int p = 0; p < e->game->players; p++) {
        dado_put(part, player->typed, p + 1, found->value[p], found->best[p]);
        if (two_sides(e)) {
            // What the other player gains by a best response is what this player loses,
            // compared with the value of its seat.
            dado_estimate worst = found->best[1 - p];
            double own = p == 0 ? e->proof->value[0] : e->sets->sum - e->proof->value[0];
            double shift = own - e->sets->sum;
            worst.value += shift;
            if (dado_estimate_has_interval(worst)) {
                worst.low += shift;
                worst.high += shift;
            }
            dado_put(part, worst);
        } else {
            dado_put(part, found->gain[p]);
        }
        dado_put(part, player->exact[p]);
    }
}

void dado_report_exploited_players(dado_document *d, const dado_equilibrium_found *e,
                                   const dado_exploited_player *players, int count)
{
    dado_part *part = dado_table(
        d, DADO_PART("players", .heading = "What players give away"),
        DADO_FIELD(WORDS, "player", "player"), DADO_FIELD(NUMBER, "seat", "seat"),
        DADO_FIELD(ESTIMATE, "value", "gets among its like", .reader = DADO_FOR_PAGES),
        DADO_FIELD(ESTIMATE, "best", "one who knows it gets here", .reader = DADO_FOR_PAGES,
                   .about = "In this seat, against that player in all others"),
        { .name = "gives_away",
          .title = "gives away",
          .kind = DADO_FIELD_ESTIMATE,
          .about = "In this seat, against somebody who knows it: how much less than best play "
                   "would be sure of; where values are not known, what its like could gain here" },
        DADO_FIELD(FLAG, "exact", "exact", .rank = 3));
    for (int i = 0; i < count; i++) put_exploited(part, e, &players[i]);
}

// ---- a drill ----

// Returns the set that a number from 0 to 1 draws: sets are as likely as matches come there.
static const dado_strategy_row *draw_set(const dado_equilibrium_found *e, double drawn)
{
    const dado_strategy_table *sheet = e->strategy;
    const dado_strategy_row *last = NULL;
    double sum = 0;
    for (int i = 0; i < sheet->set_count; i++) {
        sum += e->summary->visits[sheet->sets[i].player][sheet->sets[i].set];
    }
    drawn *= sum;
    for (int i = 0; i < sheet->set_count && drawn >= 0; i++) {
        double visits = e->summary->visits[sheet->sets[i].player][sheet->sets[i].set];
        if (visits <= 0) continue;
        last = &sheet->sets[i];
        drawn -= visits;
    }
    return last;
}

// Lists the moves; once one is chosen, with what each costs.
static void put_drill_moves(dado_document *d, const dado_equilibrium_found *e,
                            const dado_strategy_row *set, int chosen)
{
    const double *cost = e->summary->cost[set->player];
    uint32_t first = e->sets->sets[set->player].first[set->set];
    if (chosen < 0) {
        dado_part *part = dado_table(d, "moves", DADO_FIELD(WORDS, "move", "move"));
        for (int m = 0; m < set->count; m++) dado_put(part, set->moves[m]);
        return;
    }
    dado_part *part = dado_table(
        d, "moves", DADO_FIELD(WORDS, "move", "move"), DADO_FIELD(FLAG, "chosen", "chosen"),
        DADO_FIELD(NUMBER, "odds", "best play makes it"), DADO_FIELD(NUMBER, "cost", "costs"));
    for (int m = 0; m < set->count; m++) {
        dado_put(part, set->moves[m], (bool)(m == chosen), dado_estimate_share(set->odds[m]),
                 cost[first + (uint32_t)m]);
    }
}

bool dado_report_drill(dado_document *d, const dado_equilibrium_found *e, double drawn,
                       const char *choice, dado_error *err)
{
    if (!e->summary->known) return dado_fail(err, DADO_LIMIT, "stopped before the drill began");
    const dado_strategy_row *set = draw_set(e, drawn);
    int chosen = -1;
    if (!set) return dado_fail(err, DADO_INVALID, "nobody has anything to choose in this game");
    for (int m = 0; choice && m < set->count; m++) {
        if (dado_text_equal_loosely(set->moves[m], choice)) chosen = m;
    }
    if (choice && chosen < 0) {
        return dado_fail(err, DADO_INVALID, "\"%s\" is not a move here; there are: %s, %s%s",
                         choice, set->moves[0], set->moves[1], set->count > 2 ? ", ..." : "");
    }
    dado_document_textf(d, "position", "You are seat %d. You see: %s.", set->player + 1,
                        *set->sees ? set->sees : "nothing yet");
    put_drill_moves(d, e, set, chosen);
    if (chosen < 0) {
        dado_document_textf(d, "question", "What do you do? Answer with %schoose MOVE.",
                            e->flag_prefix);
        return true;
    }
    uint32_t first = e->sets->sets[set->player].first[set->set];
    double cost = e->summary->cost[set->player][first + (uint32_t)chosen];
    // Costs below the gap are those of a strategy that is not quite an equilibrium.
    bool good = cost <= 4 * within(e) || set->odds[chosen] > 0.01;
    const char *price = good ? "nothing" : dado_document_copyf(d, "%.3f %s", cost, unit_of(e));
    dado_document_textf(d, "answer",
                        "The move %s costs %s against players who play best; best play makes it "
                        "%.1f %% of the time.",
                        set->moves[chosen], price, 100 * set->odds[chosen]);
    return true;
}
