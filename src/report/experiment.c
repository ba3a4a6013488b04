// experiment.c - adds the results of an experiment to a document; see report_functions.h.
//
// The parts are in reading order: first the main points, then their meaning, then the
// figures. Terminals get tables and verdicts; distributions are for pages and programs.
#include "report/report_functions.h"

#include <inttypes.h>

#include "measure/number_format.h"

enum { most_points = 600 };  // points of a curve by round; longer matches are thinned
enum { most_seats = 32 };    // seats that are drawn; a table has all of them

static bool varies(const dado_finding *f)
{
    return f->count > 0 && f->most > f->least;
}

static void put_instance(dado_part *part, const dado_plan *plan, int instance)
{
    DADO_CLEANUP(dado_text_free) dado_text label = { 0 };
    dado_plan_label(plan, instance, &label);
    dado_put(part, dado_text_string(&label));
}

// --- what was measured ---

// Returns true if this end of a match needs no line because all matches ended so.
static bool is_expected_value(const char *name, double value)
{
    static const char *const never[] = { "stopped", "forfeited", "broken" };
    for (int i = 0; i < 3; i++) {
        if (strcmp(name, never[i]) == 0) return value == 0.0;
    }
    return strcmp(name, "finished") == 0 && value == 1.0;
}

static dado_estimate mean_of(const dado_finding *m, double level)
{
    if (!dado_is_none(m->across)) return dado_estimate_real(m->across);
    if (m->count == 0) return dado_estimate_none();
    dado_estimate_kind kind = m->kind == DADO_RATE ? DADO_ESTIMATE_SHARE : DADO_ESTIMATE_REAL;
    dado_interval mean = { m->mean, m->low, m->high };
    if (m->count == 1 && m->kind != DADO_RATE) mean.low = mean.high = DADO_NONE;
    return dado_estimate_between(mean, kind, m->count, level);
}

static void put_measures(dado_part *part, const dado_findings *f, const dado_plan *plan,
                         const dado_cell *cell)
{
    static const char *const kinds[] = { "count", "real", "ratio", "rate" };
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        bool some = m->count > 0;
        if (plan) put_instance(part, plan, cell->instance);
        else dado_put(part, f->game);
        dado_put(part, plan ? plan->lineups[cell->lineup].name : "", m->name, m->title,
                 kinds[m->kind]);
        dado_estimate mean = mean_of(m, f->level);
        dado_put(part, mean);
        if (dado_estimate_is_none(mean) || is_expected_value(m->name, mean.value)) {
            dado_put_row_hidden(part);
        }
        dado_put(part, m->count > 1 ? m->sd : DADO_NONE, m->count > 1 ? m->se : DADO_NONE,
                 some ? m->least : DADO_NONE, some ? m->most : DADO_NONE);
        dado_put(part,
                 dado_is_none(m->across) ? dado_estimate_integer(m->count) : dado_estimate_none(),
                 some ? dado_estimate_integer(m->nonzero) : dado_estimate_none(),
                 m->nonzero ? m->mean_nonzero : DADO_NONE);
    }
}

// Prints in one line what went wrong in a game, and where.
static void print_why(const dado_error *err, const dado_game_source *source, dado_text *out)
{
    dado_error_print_sentence(err, dado_game_source_error_text(source, err), out);
}

// --- what was played ---

static void add_ends(dado_document *d, const dado_results *results)
{
    dado_part *part =
        dado_table(d, "cells", DADO_FIELD(WORDS, "instance", "instance"),
                   DADO_FIELD(WORDS, "lineup", "line-up"), DADO_FIELD(NUMBER, "matches", "matches"),
                   DADO_FIELD(NUMBER, "finished", "finished", .rank = 4),
                   DADO_FIELD(NUMBER, "forfeited", "given up", .rank = 3),
                   DADO_FIELD(NUMBER, "stopped", "stopped", .rank = 3),
                   DADO_FIELD(NUMBER, "broken", "broken off", .rank = 2),
                   DADO_FIELD(NUMBER, "tied", "tied", .rank = 2,
                              .about = "Matches with more than one in first place"),
                   DADO_FIELD(NUMBER, "nobody", "won by nobody", .reader = DADO_FOR_PROGRAMS,
                              .about = "Matches that came to an end without a winner"),
                   DADO_FIELD(NUMBER, "first_broken", "first broken", .reader = DADO_FOR_PROGRAMS),
                   DADO_FIELD(WORDS, "why", "why", .rank = 1));
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init(&region, 1 << 20);
    int options = 0;
    const char **names = dado_plan_options(results->plan, &options, &region);
    if (!names) options = 0;
    int own = part->field_count;
    for (int i = 0; i < options; i++) {  // for people, the label of the instance contains them
        const char *name = names[i];
        for (int k = 0; k < own; k++) {
            if (strcmp(part->fields[k].name, name) != 0) continue;
            name = dado_document_copyf(d, "option_%s", name);
        }
        dado_column(part, WORDS, name, names[i], .reader = DADO_FOR_PROGRAMS);
    }
    if (results->cell_count == 1) part->reader = DADO_FOR_PROGRAMS;
    else part->heading = "What was played";
    DADO_CLEANUP(dado_text_free) dado_text why = { 0 };
    for (int c = 0; c < results->cell_count; c++) {
        const dado_cell *cell = &results->cells[c];
        const dado_totals *totals = cell->sums.totals;
        put_instance(part, results->plan, cell->instance);
        dado_put(part, results->plan->lineups[cell->lineup].name, cell->sums.matches);
        for (int e = DADO_FINISHED; e <= DADO_BROKEN; e++) {
            dado_put(part, totals ? totals->ended[e] : 0);
        }
        dado_put(part, totals ? totals->tied : 0, totals ? dado_won_by_nobody(totals) : 0);
        bool broke = cell->broken_match >= 0;
        dado_put(part, broke ? dado_estimate_integer(cell->broken_match) : dado_estimate_none());
        dado_text_clear(&why);
        const dado_game_source *source = &results->plan->instances[cell->instance];
        if (cell->error.status != DADO_OK) print_why(&cell->error, source, &why);
        else if (broke) print_why(&cell->broken, source, &why);
        dado_put(part, why.length ? why.data : NULL);
        for (int i = 0; i < options; i++) {
            dado_put(part, dado_plan_option(results->plan, cell->instance, names[i]));
        }
    }
}

// Adds all options if they fit into two lines, otherwise only those that the user set.
static void add_options(dado_document *d, const dado_results *results)
{
    enum { fits = 160 };
    const char *all = results->game.options;
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    const dado_options *set = &results->plan->instances[0].options;
    if (strlen(all) <= fits) dado_options_words(all, &words);
    for (int i = 0; strlen(all) > fits && i < set->count; i++) {
        if (strlen(set->items[i].text) > 60 || strchr(set->items[i].text, '\n')) continue;
        dado_text_addf(&words, "%s%s=%s", words.length ? " " : "", set->items[i].name,
                       set->items[i].text);
    }
    if (words.length) {
        dado_document_text(d, DADO_PART("options", .attached = true, .small = true), words.data);
    }
}

static void add_subtitle(dado_document *d, const dado_results *results)
{
    bool all = results->matches >= results->all;
    d->said =
        dado_document_copyf(d, "%s%s%s %s, seed %" PRIu64, dado_string_count(results->matches).s,
                            all ? "" : " of ", all ? "" : dado_string_count(results->all).s,
                            results->all == 1 ? "match" : "matches", results->plan->seed);
}

// --- main points ---

static void add_figures(dado_document *d, const dado_findings *f)
{
    dado_part *part =
        dado_document_facts(d, DADO_PART("remember", .large = true, .reader = DADO_FOR_PAGES));
    dado_fact(part, "matches", f->matches == 1 ? "match" : "matches", f->matches);
    dado_fact_aboutf(part, "seed %" PRIu64, f->seed);
    if (f->judged) {
        dado_fact(part, "quality", "quality", f->quality);
        dado_fact_about(part, f->expectations);
    }
    const dado_finding *rounds = dado_finding_named(f, "rounds");
    if (rounds && rounds->count) {
        dado_fact(part, "rounds", "rounds a match", rounds->mean);
        if (!varies(rounds)) dado_fact_about(part, "always");
        else
            dado_fact_aboutf(part, "%s to %s", dado_string_real(rounds->least).s,
                             dado_string_real(rounds->most).s);
    }
    if (f->seat_count > 1 && f->matches > f->left_out) {
        double best = 0, worst = 1, ended = (double)(f->matches - f->left_out);
        for (int p = 0; p < f->seat_count; p++) {
            double share = f->goal ? f->seats[p].won.value : f->seats[p].share.value;
            best = fmax(best, share);
            worst = fmin(worst, share);
        }
        dado_fact(part, "wins", f->goal ? "matches won, by seat" : "share of wins by seat",
                  dado_string_percents(worst, best).s);
        if (f->goal) dado_fact_about(part, "several may win, or nobody");
        else dado_fact_aboutf(part, "%.1f %% would be even", 100.0 / f->seat_count);
        dado_fact(part, f->goal ? "nobody" : "ties", f->goal ? "won by nobody" : "ties",
                  dado_estimate_share((double)(f->goal ? f->nobody : f->ties) / ended));
        dado_fact_about(part, f->goal ? "of matches" : "first place shared");
    } else {
        const dado_finding *win = dado_finding_named(f, "win");
        if (win && win->count) {
            dado_fact(part, "won", "won", dado_estimate_share(win->mean));
        }
    }
}

static void add_verdicts(dado_document *d, const dado_findings *f)
{
    dado_verdict list[DADO_VERDICTS];
    int count = dado_verdicts_of(f, list);
    if (count == 0) return;
    dado_document_verdicts(d, DADO_PART("verdicts", .heading = "What to know first"), list, count);
    dado_document_textf(
        d, DADO_PART("verdicts_note", .small = true, .reader = DADO_FOR_PAGES),
        "Intervals in brackets are at %.1f %% each, so that all claims together are right "
        "in 95 runs of 100. A claim is made only if its whole interval lies on one side.",
        list[0].level * 100);
}

// --- who wins ---

static void add_wins(dado_document *d, const dado_findings *f)
{
    if (f->seat_count < 2 || f->seat_count > most_seats || f->matches <= f->left_out) return;
    dado_chart chart = {
        .title = f->goal ? "Share of matches won" : "Share of wins",
        .about = f->goal ? "Share of matches that each seat wins, and that nobody does, with "
                           "intervals; several may win one."
                         : "Share of wins of each seat, ties split, with intervals.",
        .y = { .title = f->goal ? "of matches, with intervals" : "ties split, with intervals",
               .percent = true },
        .rules = &(dado_reference_line){ .at = 1.0 / f->seat_count, .label = "even" },
        .rule_count = f->goal ? 0 : 1,
    };
    dado_part *part = dado_document_estimates(d, DADO_PART("wins", .heading = "Who wins"),
                                              DADO_BARS, f->seat_count + 1, chart);
    for (int p = 0; p < f->seat_count; p++) {
        const dado_seat_finding *seat = &f->seats[p];
        dado_put_estimate(part, f->goal ? seat->won : seat->share,
                          dado_document_copyf(d, "%s %d", dado_findings_seat_label(f), p + 1));
    }
    if (!f->goal) return;
    double ended = (double)(f->matches - f->left_out);
    dado_put_estimate(part, dado_share_interval((double)f->nobody, ended, f->level), "nobody");
}

// The titles of columns say what they count. In a race, a win is split among those who
// share it, so shares add up to one. In a game with a goal, each player has won or has
// not. If there are only points, nobody wins.
typedef enum winning { BY_LEAD, BY_GOAL, BY_NOBODY } winning;

static winning way_to_win(bool goal, bool only_points)
{
    return only_points ? BY_NOBODY : goal ? BY_GOAL : BY_LEAD;
}

static const dado_field fields_of_wins[][3] = {
    [BY_LEAD] = {
        DADO_FIELD(NUMBER, "alone", "won alone", .rank = 3, .about = "Matches won alone"),
        DADO_FIELD(NUMBER, "shared", "shared", .rank = 4,
                   .about = "First place shared with others"),
        DADO_FIELD(ESTIMATE, "share", "share of wins",
                   .about = "Of all wins; shared ones are split evenly"),
    },
    [BY_GOAL] = {
        DADO_FIELD(NUMBER, "alone", "won alone", .rank = 3,
                   .about = "Matches that nobody else won"),
        DADO_FIELD(NUMBER, "shared", "with others", .rank = 4,
                   .about = "Matches that others won too"),
        DADO_FIELD(ESTIMATE, "won", "matches won",
                   .about = "Share of all matches; several may win one, or nobody"),
    },
};

// Fields about sharing are left out if there is only one player.
static void add_win_fields(dado_part *part, winning how, int seats)
{
    for (int i = 0; how != BY_NOBODY && i < 3; i++) {
        dado_field field = fields_of_wins[how][i];
        if (seats == 1 && i < 2) field.reader = DADO_FOR_PROGRAMS;
        dado_put_field(part, field);
    }
}

static void put_wins(dado_part *part, winning how, int64_t alone, int64_t shared,
                     dado_interval share, int64_t matches, double level)
{
    if (how == BY_NOBODY) return;
    dado_put(part, alone, shared,
             dado_estimate_between(share, DADO_ESTIMATE_SHARE, matches, level));
}

static void add_seats(dado_document *d, const dado_results *results)
{
    dado_part *part = dado_table(
        d, "seats",
        DADO_FIELD(WORDS, "instance", "instance", .group = true, .reader = DADO_FOR_TERMINALS),
        DADO_FIELD(WORDS, "lineup", "line-up", .group = true, .reader = DADO_FOR_TERMINALS),
        DADO_FIELD(NUMBER, "seat", "seat", .seat = true),
        DADO_FIELD(NUMBER, "side", "side", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "agent", "agent", .rank = 1),
        DADO_FIELD(WORDS, "settings", "settings", .reader = DADO_FOR_PROGRAMS,
                   .about = "All of the agent's, as understood"));
    const winning how = way_to_win(results->game.goal, !dado_game_can_be_won(&results->game));
    // Several instances may have different seats.
    const char *(*seat_name)(const dado_game *, int) =
        results->plan->instance_count == 1 ? dado_game_extra(&results->game, seat_name) : NULL;
    bool played = dado_game_extra(&results->game, played);
    double sign = results->game.lowest_wins ? -1.0 : 1.0;
    add_win_fields(part, how, dado_scoring_seats(results->game.players, results->game.side));
    dado_column(part, NUMBER, "mean_score", "mean score", .rank = 2);
    dado_column(part, NUMBER, "sd_score", "sd", .rank = 5,
                .about = "Sample standard deviation of the score");
    dado_column(part, NUMBER, "mean_effort", "effort", .reader = DADO_FOR_PROGRAMS,
                .about = "What the agent says it took");
    for (int c = 0; c < results->cell_count; c++) {
        const dado_cell *cell = &results->cells[c];
        const dado_match_stats *sums = &cell->sums;
        const dado_lineup *lineup = &results->plan->lineups[cell->lineup];
        for (int p = 0; sums->totals && p < sums->players; p++) {
            int seat = dado_scoring_seat_of(results->game.side, p);  // partners win together
            const dado_seat_totals *wins = &sums->totals->seat[seat];
            put_instance(part, results->plan, cell->instance);
            dado_put(part, lineup->name, p,
                     results->game.side ? dado_estimate_integer(seat) : dado_estimate_none());
            dado_put(part,
                     seat_name ? seat_name(&results->game, p)
                     : played  ? "as played"
                               : dado_lineup_player(lineup, p)->typed,
                     results->cell_count == 1 ? results->agents[p] : NULL);
            put_wins(part, how, wins->alone, wins->shared,
                     how == BY_GOAL ? dado_won_share(sums->totals, seat, 0.95)
                                    : dado_win_share(sums->totals, seat, 0.95),
                     sums->totals->ranked, 0.95);
            dado_put(part, sums->scores[p].count ? sign * sums->scores[p].mean : DADO_NONE,
                     sums->scores[p].count > 1 ? dado_moments_sd(&sums->scores[p]) : DADO_NONE,
                     sums->effort[p].mean);
        }
    }
}

static void add_found_seats(dado_document *d, const dado_findings *f)
{
    if (f->seat_count < 2) return;
    const winning how = way_to_win(f->goal, f->only_points);
    dado_part *part = dado_table(
        d, "seats", DADO_FIELD(NUMBER, "seat", dado_findings_seat_label(f), .seat = true),
        DADO_FIELD(WORDS, "agent", "Player"));
    add_win_fields(part, how, f->seat_count);
    dado_column(part, NUMBER, "mean_score", "Score");
    dado_column(part, NUMBER, "sd_score", "SD");
    for (int p = 0; p < f->seat_count; p++) {
        const dado_seat_finding *seat = &f->seats[p];
        dado_put(part, p, seat->agent);
        put_wins(part, how, seat->alone, seat->shared, how == BY_GOAL ? seat->won : seat->share,
                 f->matches - f->left_out, f->level);
        dado_put(part, f->lowest_wins ? -seat->mean_score : seat->mean_score, seat->sd_score);
    }
}

// Adds a remark with a count below the table of seats.
static void add_remark(dado_document *d, const char *name, int64_t count, const char *words)
{
    dado_document_textf(d, DADO_PART(name, .attached = true, .reader = DADO_FOR_TERMINALS),
                        "%s %s%s", dado_string_count(count).s, count == 1 ? "match " : "matches ",
                        words);
}

static void add_remarks(dado_document *d, const dado_results *results, const dado_cell *cell)
{
    static const char *const names[] = { "", "given_up", "stopped", "broken_off" };
    static const char *const words[] = { "", "ended by giving up", "stopped at the move limit",
                                         "broken off" };
    const dado_totals *totals = cell->sums.totals;
    if (totals->tied) {
        add_remark(d, "tied", totals->tied,
                   results->game.goal ? "won by more than one"
                                      : "with more than one in first place");
    }
    int64_t nobody = dado_won_by_nobody(totals);
    if (nobody && totals->seats > 1) add_remark(d, "nobody", nobody, "won by nobody");
    for (int e = DADO_FORFEITED; e <= DADO_BROKEN; e++) {
        if (totals->ended[e]) add_remark(d, names[e], totals->ended[e], words[e]);
    }
    if (cell->broken_match < 0) return;
    DADO_CLEANUP(dado_text_free) dado_text why = { 0 };
    dado_text_add(&why, "match ");
    dado_print_count(&why, cell->broken_match);
    dado_text_add(&why, " was the first of these: ");
    print_why(&cell->broken, &results->plan->instances[cell->instance], &why);
    dado_text_char(&why, '\n');
    dado_document_text(d, DADO_PART("first_broken", .attached = true), dado_text_string(&why));
}

// --- the target ---

static void add_expectations(dado_document *d, const dado_findings *f)
{
    if (!f->judged) return;
    dado_part *part =
        dado_table(d, DADO_PART("expected", .heading = "Expectations"),
                   DADO_FIELD(WORDS, "name", "expected of", .measures = true),
                   DADO_FIELD(NUMBER, "target", "target", .rank = 1),
                   DADO_FIELD(NUMBER, "low", "from", .rank = 2, .about = "Where the window begins"),
                   DADO_FIELD(NUMBER, "high", "to", .rank = 2, .about = "Where the window ends"),
                   DADO_FIELD(NUMBER, "found", "mean", .rank = 1),
                   DADO_FIELD(NUMBER, "quality", "quality", .about = "Chance to be in the window"),
                   DADO_FIELD(NUMBER, "weight", "weight", .reader = DADO_FOR_PAGES));
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        const dado_fit *fit = m->fit;
        if (!fit) continue;
        dado_put(part, m->name, fit->wish->target, fit->low, fit->high,
                 dado_is_none(m->across) ? m->mean : m->across, fit->q, fit->weight);
    }
    dado_part *total = dado_document_facts(d, DADO_PART("quality", .attached = true));
    dado_fact(total, "quality", dado_document_copyf(d, "quality by %.160s:", f->expectations),
              f->quality);
}

// --- distributions ---

// Returns what a measure counts, short enough to stand below a chart: its description up
// to a semicolon.
static const char *measured_in_words(dado_document *d, const dado_finding *m)
{
    enum { most = 76 };
    int length = m->about ? (int)strcspn(m->about, ";") : 0;
    if (length > 0 && m->about[length - 1] == '.') length--;
    return length > 0 && length <= most ? dado_document_copyf(d, "%.*s", length, m->about) : NULL;
}

static void add_distribution(dado_document *d, const dado_finding *m)
{
    dado_reference_line rules[] = {
        { .at = m->mean,
          .upright = true,
          .label = dado_document_copyf(d, "mean %s", dado_string_real(m->mean).s) },
        { .at = m->fit ? m->fit->low : 0, .upright = true },
        { .at = m->fit ? m->fit->high : 0, .upright = true, .label = "target" },
    };
    dado_chart chart = {
        .title = m->title,
        .about = dado_document_copyf(d, "Histogram of %.80s: mean %s, from %s to %s.", m->title,
                                     dado_string_real(m->mean).s, dado_string_real(m->least).s,
                                     dado_string_real(m->most).s),
        .x = { .title = measured_in_words(d, m), .whole = m->whole },
        .y = { .title = "matches", .whole = true },
        .rules = rules,
        .rule_count = m->fit ? 3 : 1,
        .height = 250,
    };
    dado_part *part =
        dado_document_chart(d, dado_document_copyf(d, "distribution_%.100s", m->name), &chart);
    dado_put_series(part, 0,
                    (dado_series){ .mark = DADO_BARS,
                                   .count = m->bin_count,
                                   .x = m->bin_from,
                                   .x_end = m->bin_to,
                                   .y = m->bin_matches,
                                   .colour = 1 });
    if (m->curve_count == 0) return;
    double width = m->bin_to[0] - m->bin_from[0], all = (double)m->count;
    dado_put_series(part, m->curve_count, (dado_series){ .mark = DADO_LINE, .colour = 2 });
    for (int i = 0; i < m->curve_count; i++) {
        dado_put_point(part, m->curve_at[i], m->curve_density[i] * all * width);
    }
}

// Shares of matches are not distributions: they are shown together, with their intervals.
static void add_rates(dado_document *d, const dado_findings *f)
{
    dado_chart chart = {
        .title = "Shares of matches",
        .flat = true,
        .about = "Measures that are true or not of a match, with intervals.",
        .y = { .percent = true, .least = 0, .most = 1 },
        .height = 60,
    };
    dado_part *part = NULL;
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        if (m->kind != DADO_RATE || m->count == 0) continue;
        if (!part) part = dado_document_estimates(d, "rates", DADO_DOTS, f->measure_count, chart);
        part->drawn.chart.height += 26;
        dado_put_estimate(part, (dado_interval){ m->mean, m->low, m->high }, m->title);
    }
}

static void add_distributions(dado_document *d, const dado_findings *f)
{
    dado_part *before = d->last;
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        if (m->kind != DADO_RATE && m->bin_count > 1 && varies(m)) add_distribution(d, m);
    }
    add_rates(d, f);
    dado_part *first = before ? before->next : d->first;
    if (first) first->heading = "How matches differ";
}

// --- one match ---

static int32_t place_in(const int32_t *row, int players, int seat)
{
    int32_t place = 1;
    for (int p = 0; p < players; p++) place += row[p] > row[seat];
    return place;
}

// Adds a chart: the score, or the place, of every seat after each round.
static void add_race(dado_document *d, const dado_findings *f, bool places, const char *heading)
{
    dado_chart chart = {
        .title = places ? "Place by round" : "Score by round",
        .about = places ? "The place of each seat after every round."
                        : "The score of each seat after every round.",
        .x = { .title = "round", .whole = true },
        .y = { .title = places ? "place" : "score",
               .whole = true,
               .downward = places,
               .least = places ? 0.8 : 0,
               .most = places ? f->players + 0.2 : 0 },
        .width = 560,
        .height = 310,
    };
    const char *name = places ? "places" : "scores";
    dado_part *part = dado_document_chart(d, DADO_PART(name, .heading = heading), &chart);
    int stride = 1 + f->rounds / most_points;
    for (int p = 0; p < f->players; p++) {
        const char *seat = f->players > 1 ? dado_document_copyf(d, "Seat %d", p + 1) : NULL;
        dado_put_series(part, most_points + 2, (dado_series){ .name = seat, .mark = DADO_STEP });
        for (int round = places; round <= f->rounds; round += stride) {
            const int32_t *row = f->rows + (int64_t)round * f->players;
            int score = f->lowest_wins ? -row[p] : row[p];
            dado_put_point(part, round, places ? place_in(row, f->players, p) : score);
        }
    }
}

static void add_match(dado_document *d, const dado_findings *f)
{
    if (f->rounds < 1 || !f->rows || f->players > most_seats) return;
    add_race(d, f, false,
             dado_document_copyf(d, "Match %s, round by round", dado_string_count(f->match).s));
    if (f->players > 1) add_race(d, f, true, NULL);
}

// --- tables ---

static void add_quantiles(dado_document *d, const dado_findings *f)
{
    dado_part *part = dado_table(
        d, DADO_PART("quantiles", .caption = "Quantiles", .reader = DADO_FOR_PAGES),
        DADO_FIELD(WORDS, "name", "name", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "title", "Measure"), DADO_FIELD(NUMBER, "least", "Least"),
        DADO_FIELD(NUMBER, "tenth", "10 %"), DADO_FIELD(NUMBER, "lower_quartile", "25 %"),
        DADO_FIELD(NUMBER, "median", "Median"), DADO_FIELD(NUMBER, "upper_quartile", "75 %"),
        DADO_FIELD(NUMBER, "ninetieth", "90 %"), DADO_FIELD(NUMBER, "most", "Most"),
        DADO_FIELD(CURVE, "shape", "Shape",
                   .about = "Matches by value, from the least to the most"));
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        if (m->count == 0 || m->kind == DADO_RATE) continue;
        const double order[] = { m->least,  m->tenth,          m->lower_quartile,
                                 m->median, m->upper_quartile, m->ninetieth,
                                 m->most };
        dado_put(part, m->name, m->title);
        for (int k = 0; k < 7; k++) dado_put(part, order[k]);
        dado_put_curve(part, m->bin_matches, m->bin_count);
    }
}

static void add_meanings(dado_document *d, const dado_findings *f)
{
    dado_part *part =
        dado_document_facts(d, DADO_PART("meanings", .heading = "What the measures mean",
                                         .folded = true, .reader = DADO_FOR_PAGES));
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        if (m->about) dado_fact(part, m->name, m->title, m->about);
    }
}

// --- rules that were executed ---

// Adds which rules were executed, each with its line of the description if the text is
// known.
static void add_rules(dado_document *d, const dado_rule_coverage *c, const char *text)
{
    enum { most_shown = 12, most_words = 90 };
    static const char *const states[] = { "live", "never", "always" };
    if (c->count == 0) return;
    dado_audience reader = c->never + c->always ? DADO_FOR_ALL : DADO_FOR_PAGES;
    dado_document_textf(
        d, DADO_PART("rules_said", .heading = "Rules at work", .reader = reader),
        "%d of %d rules never fired and %d conditions were always true, in %s matches.", c->never,
        c->count, c->always, dado_string_count(c->matches).s);
    dado_part *part =
        dado_table(d, DADO_PART("rules", .attached = true, .reader = reader),
                   DADO_FIELD(WORDS, "place", "", .reader = DADO_FOR_TERMINALS),
                   DADO_FIELD(NUMBER, "line", "Line", .reader = DADO_FOR_PAGES),
                   DADO_FIELD(NUMBER, "column", "Column", .reader = DADO_FOR_PROGRAMS),
                   DADO_FIELD(WORDS, "kind", "Kind", .reader = DADO_FOR_PAGES),
                   DADO_FIELD(NUMBER, "held", "Held", .reader = DADO_FOR_PAGES),
                   DADO_FIELD(NUMBER, "failed", "Did not hold", .reader = DADO_FOR_PAGES),
                   DADO_FIELD(WORDS, "state", "State", .reader = DADO_FOR_PROGRAMS),
                   DADO_FIELD(WORDS, "verdict", "", .rank = 1), DADO_FIELD(WORDS, "rule", ""));
    for (int i = 0, shown = 0; i < c->count; i++) {
        const dado_rule_use *r = &c->rules[i];
        int length;
        const char *line = dado_line_text(text, r->place.line, &length);
        bool live = r->state == DADO_RULE_LIVE;
        dado_put_textf(part, "%s:%d:%d:", r->place.source ? r->place.source : "", r->place.line,
                       r->place.column);
        if (live || shown++ >= most_shown) dado_put_row_hidden(part);
        dado_put(part, r->place.line, r->place.column, r->kind, r->held, r->failed,
                 states[r->state], live ? "" : dado_rule_coverage_message(r));
        dado_put_textf(part, "%.*s", length > most_words ? most_words : length, line);
    }
    int rest = c->never + c->always - most_shown;
    if (rest <= 0) return;
    dado_document_textf(d, DADO_PART("rules_more", .attached = true, .reader = DADO_FOR_TERMINALS),
                        "... and %d more; a page lists them all", rest);
}

static void add_measures(dado_document *d, const dado_results *results,
                         const dado_findings *findings)
{
    dado_part *part = dado_table(
        d, DADO_PART("measures", .heading = "All measures"),
        DADO_FIELD(WORDS, "instance", "instance", .group = true, .reader = DADO_FOR_TERMINALS),
        DADO_FIELD(WORDS, "lineup", "line-up", .group = true, .reader = DADO_FOR_TERMINALS),
        DADO_FIELD(WORDS, "name", "measure", .reader = DADO_FOR_TERMINALS),
        DADO_FIELD(WORDS, "title", "Measure", .reader = DADO_FOR_PAGES, .measures = true),
        DADO_FIELD(WORDS, "kind", "kind", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(ESTIMATE, "mean", "mean",
                   .about = "Over all matches with a value; of a measure of all matches together, "
                            "its value"),
        DADO_FIELD(NUMBER, "sd", "sd", .rank = 2, .about = "Sample standard deviation"),
        DADO_FIELD(NUMBER, "se", "SE", .reader = DADO_FOR_PAGES,
                   .about = "Standard error of the mean"),
        DADO_FIELD(NUMBER, "least", "least", .rank = 4),
        DADO_FIELD(NUMBER, "most", "most", .rank = 4),
        DADO_FIELD(NUMBER, "matches", "matches", .rank = 3, .about = "Matches that have a value"),
        DADO_FIELD(NUMBER, "nonzero", "Not 0", .reader = DADO_FOR_PAGES,
                   .about = "Matches where it is not zero"),
        DADO_FIELD(NUMBER, "nonzero_mean", "Mean if not 0", .reader = DADO_FOR_PAGES,
                   .about = "Over matches where it is not zero"));
    if (!results) put_measures(part, findings, NULL, NULL);
    for (int c = 0, found = 0; results && c < results->cell_count; c++) {
        const dado_cell *cell = &results->cells[c];
        if (!cell->sums.totals) continue;
        put_measures(part, &findings[found++], results->plan, cell);
    }
}

static void add_head(dado_document *d, const dado_results *results)
{
    d->title = dado_document_copy(d, results->game.rules->title);
    d->about = dado_document_copy(d, results->game.rules->about);
    d->plan = dado_plan_hash(results->plan);
    d->rules = dado_game_source_hash(&results->plan->instances[0]);
    d->unfinished = results->interrupted;
    add_subtitle(d, results);
    if (results->cell_count == 1) add_options(d, results);
    add_ends(d, results);
}

void dado_report_experiment(dado_document *d, const dado_results *results,
                            const dado_findings *findings)
{
    // Verdicts and distributions are for a single cell; a grid of cells is shown without
    // them.
    bool one = !results || (results->cell_count == 1 && results->cells[0].sums.totals);
    if (results) add_head(d, results);
    if (one) add_figures(d, findings);
    if (one) add_verdicts(d, findings);
    if (one) add_wins(d, findings);
    if (results) add_seats(d, results);
    else add_found_seats(d, findings);
    if (results && one) add_remarks(d, results, &results->cells[0]);
    if (one) add_expectations(d, findings);
    if (one) add_distributions(d, findings);
    if (one) add_match(d, findings);
    add_measures(d, results, findings);
    if (one) add_quantiles(d, findings);
    if (one) add_meanings(d, findings);
    if (one && findings->coverage) add_rules(d, findings->coverage, findings->rules_text);
}
