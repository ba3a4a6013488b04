// league.c - see report_functions.h.
#include "report/report_functions.h"

#include "measure/number_format.h"

static const char *state_of(const dado_league_log *log, const dado_league_row *row)
{
    if (row->submission < 0) return "nothing submitted";
    if (row->paused) return "paused";
    return dado_submission_states[log->submissions[row->submission].state];
}

static dado_estimate rating_of(const dado_rating *rating)
{
    if (!rating->matches) return dado_estimate_none();
    return dado_estimate_between((dado_interval){ rating->points, rating->low, rating->high },
                                 DADO_ESTIMATE_INTEGER, rating->matches, 0.95);
}

static void add_table(dado_document *d, const dado_league_log *log, const dado_league_row *rows,
                      bool pages)
{
    dado_part *part =
        dado_table(d, DADO_PART("table", .heading = "Table"), DADO_FIELD(NUMBER, "place", "place"),
                   DADO_FIELD(WORDS, "team", "team", .whole = true),
                   DADO_FIELD(ESTIMATE, "rating", "rating", .steady = true,
                              .about = "400 points are odds of ten to one; the mean is 1500"),
                   DADO_FIELD(NUMBER, "matches", "matches"),
                   DADO_FIELD(NUMBER, "firsts", "first places", .rank = 1),
                   DADO_FIELD(NUMBER, "given_up", "given up", .rank = 2),
                   DADO_FIELD(NUMBER, "submission", "submission", .rank = 3),
                   DADO_FIELD(WORDS, "state", "state", .rank = 4),
                   DADO_FIELD(FLAG, "house", "house player", .rank = 5));
    for (int i = 0; i < log->team_count; i++) {
        const dado_league_row *row = &rows[i];
        const dado_league_team *team = &log->teams[row->team];
        int64_t firsts = 0;
        for (int s = 0; s < log->seats; s++) firsts += row->firsts[s];
        dado_put(part, row->rated ? i + 1 : DADO_NONE);
        if (pages) {
            dado_put_link_to(part, team->name,
                             dado_document_copyf(d, "team-%d.html", row->team + 1));
        } else {
            dado_put(part, team->name);
        }
        dado_put(part, rating_of(&row->rating), row->matches, firsts, row->given_up,
                 row->submission >= 0 ? log->submissions[row->submission].number : DADO_NONE,
                 state_of(log, row), (bool)team->house);
    }
}

static void add_seats(dado_document *d, const dado_league_log *log, const dado_league_row *rows)
{
    dado_part *part = dado_table(
        d, DADO_PART("seats", .heading = "First places by seat", .detail = true),
        DADO_FIELD(WORDS, "team", "team", .whole = true),
        DADO_FIELD(NUMBER, "seat", "seat", .seat = true), DADO_FIELD(NUMBER, "matches", "matches"),
        DADO_FIELD(NUMBER, "firsts", "first places"));
    for (int i = 0; i < log->team_count; i++) {
        for (int s = 0; s < log->seats; s++) {
            dado_put(part, log->teams[rows[i].team].name, s, rows[i].played[s], rows[i].firsts[s]);
        }
    }
}

void dado_report_league(dado_document *d, const char *name, const dado_league_log *log,
                        const dado_league_row *rows, bool pages)
{
    int played = 0;
    for (int m = 0; m < log->match_count; m++) played += log->matches[m].played;
    d->title = dado_document_copy(d, name);
    d->said = dado_document_copyf(d, "%s matches in %s rounds", dado_string_count(played).s,
                                  dado_string_count(log->round_count).s);
    dado_part *facts = dado_document_facts(d, "league");
    dado_fact(facts, "teams", "teams", log->team_count);
    dado_fact(facts, "submissions", "submissions", log->submission_count);
    dado_fact(facts, "rounds", "rounds", log->round_count);
    dado_fact(facts, "matches", "matches", played);
    dado_fact(facts, "open", "matches to be played", log->match_count - played);
    add_table(d, log, rows, pages);
    add_seats(d, log, rows);
}

// ---- a team

static void add_submissions(dado_document *d, const dado_league_log *log,
                            const dado_rating *ratings, int team)
{
    dado_part *part = dado_table(
        d, DADO_PART("submissions", .heading = "Submissions"),
        DADO_FIELD(NUMBER, "submission", "submission"), DADO_FIELD(ESTIMATE, "rating", "rating"),
        DADO_FIELD(NUMBER, "matches", "matches"), DADO_FIELD(WORDS, "state", "state"));
    for (int i = 0; i < log->submission_count; i++) {
        const dado_league_submission *one = &log->submissions[i];
        if (one->team != team) continue;
        dado_put(part, one->number, rating_of(&ratings[i]), ratings[i].matches,
                 dado_submission_states[one->state]);
    }
}

// Returns the seat that a team has in a match; -1: none.
static int seat_of(const dado_league_log *log, const dado_league_match *match, int team)
{
    for (int s = 0; s < log->seats; s++) {
        if (log->submissions[match->who[s]].team == team) return s;
    }
    return -1;
}

// Adds what the team won against each other team, a tie counting half.
static void add_opponents(dado_document *d, const dado_league_log *log, int team)
{
    double *won = dado_new(&d->region, double, log->team_count + 1);
    int *met = dado_new(&d->region, int, log->team_count + 1);
    if (!won || !met) {
        d->cut = true;
        return;
    }
    for (int m = 0; m < log->match_count; m++) {
        const dado_league_match *match = &log->matches[m];
        int own = seat_of(log, match, team);
        if (own < 0 || !match->played || !dado_end_has_result(match->end)) continue;
        for (int s = 0; s < log->seats; s++) {
            int other = log->submissions[match->who[s]].team;
            if (other == team) continue;
            met[other]++;
            won[other] += dado_comparison_points(match->places[own], match->places[s]);
        }
    }
    dado_part *part = dado_table(d, DADO_PART("opponents", .heading = "Opponents"),
                                 DADO_FIELD(WORDS, "team", "team", .whole = true),
                                 DADO_FIELD(NUMBER, "meetings", "meetings"),
                                 DADO_FIELD(NUMBER, "won", "won", .about = "A tie is half"));
    for (int t = 0; t < log->team_count; t++) {
        if (!met[t]) continue;
        dado_put_link_to(part, log->teams[t].name, dado_document_copyf(d, "team-%d.html", t + 1));
        dado_put(part, met[t], won[t]);
    }
}

static void add_matches(dado_document *d, const dado_league_log *log, int team)
{
    dado_part *part = dado_table(
        d, DADO_PART("matches", .heading = "Matches"), DADO_FIELD(NUMBER, "round", "round"),
        DADO_FIELD(WORDS, "players", "players, by seat"), DADO_FIELD(NUMBER, "place", "place"),
        DADO_FIELD(WORDS, "end", "end"), DADO_FIELD(WORDS, "replay", "replay"));
    for (int m = log->match_count - 1; m >= 0; m--) {
        const dado_league_match *match = &log->matches[m];
        int own = seat_of(log, match, team);
        if (own < 0 || !match->played) continue;
        dado_text who = { 0 };
        for (int s = 0; s < log->seats; s++) {
            dado_text_addf(&who, "%s%s", s ? ", " : "",
                           log->teams[log->submissions[match->who[s]].team].name);
        }
        bool result = dado_end_has_result(match->end);
        dado_put(part, match->round + 1, dado_text_string(&who),
                 result ? match->places[own] + 1 : DADO_NONE, dado_match_end_names[match->end]);
        dado_put_link_to(part, "replay", dado_document_copyf(d, "match-%d.html", m + 1));
        dado_text_free(&who);
    }
}

void dado_report_league_team(dado_document *d, const dado_league_log *log,
                             const dado_rating *ratings, int team)
{
    d->title = dado_document_copy(d, log->teams[team].name);
    dado_part *back = dado_table(d, "back", DADO_FIELD(WORDS, "page", "back to"));
    dado_put_link_to(back, "the table", "index.html");
    add_submissions(d, log, ratings, team);
    add_opponents(d, log, team);
    add_matches(d, log, team);
}
