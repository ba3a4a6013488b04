// tournament.c - see report_functions.h.
#include "report/report_functions.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "measure/number_format.h"

typedef struct board {  // the results to show, best player first
    dado_document *d;
    const dado_tournament *t;
    const dado_tournament_result *l;
    const char *replays;
    int *order;
    const char **names;
} board;

static double share_won(const dado_tournament_result *l, int a, int b)
{
    double won = l->table[a * l->players + b], lost = l->table[b * l->players + a];
    return won + lost > 0 ? won / (won + lost) : DADO_NONE;
}

// Returns what a player won: comparisons with rivals; matches, where all win or lose
// together.
static double won_by(const dado_tournament_result *l, int player)
{
    const dado_rating *r = &l->ratings[player];
    if (l->only_points) return DADO_NONE;
    if (l->together) return r->matches ? (double)r->firsts / (double)r->matches : DADO_NONE;
    return r->comparisons ? r->wins / (double)r->comparisons : DADO_NONE;
}

static bool make_board(board *b)
{
    const dado_tournament_result *l = b->l;
    b->order = dado_new(&b->d->region, int, l->players + 1);
    b->names = dado_new(&b->d->region, const char *, l->players + 1);
    if (!b->order || !b->names) return false;
    if (l->together) {
        double *won = dado_new(&b->d->region, double, l->players + 1);
        for (int i = 0; won && i < l->players; i++) won[i] = won_by(l, i);
        if (!won) return false;
        dado_rank_descending(won, sizeof *won, l->players, b->order);
    } else {
        dado_rank_descending(&l->ratings->points, sizeof *l->ratings, l->players, b->order);
    }
    for (int i = 0; i < l->players; i++) {
        const char *typed = b->t->players[b->order[i]].typed, *slash = strrchr(typed, '/');
        b->names[i] = slash && slash[1] ? slash + 1 : typed;  // a path is shown without its folders
    }
    return true;
}

// Adds a list of the players of a match, or of those who came first.
static void put_players(dado_part *part, const board *b, const int32_t *who, const int32_t *places,
                        const char *between)
{
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    for (int s = 0; s < b->l->seats; s++) {
        if (places && places[s] != 0) continue;
        dado_text_addf(&words, "%s%s", words.length ? between : "", b->t->players[who[s]].typed);
    }
    dado_put(part, dado_text_string(&words));
}

// Players without rivals have no rating.
static dado_estimate rating_of(const dado_rating *r)
{
    if (r->comparisons == 0) return dado_estimate_none();
    return dado_estimate_between((dado_interval){ r->points, r->low, r->high },
                                 DADO_ESTIMATE_INTEGER, r->matches, 0.95);
}

static void add_figures(board *b)
{
    const dado_tournament_result *l = b->l;
    dado_part *part =
        dado_document_facts(b->d, DADO_PART("remember", .large = true, .reader = DADO_FOR_PAGES));
    const dado_rating *best = &l->ratings[b->order[0]];
    dado_fact(part, "best", "rated best", b->names[0]);
    dado_fact_aboutf(part, "%.0f points, %.0f to %.0f", best->points, best->low, best->high);
    dado_fact(part, "matches", "matches", l->matches);
    dado_fact_aboutf(part, "%d players, %d at a table", l->players, l->seats);
    dado_fact(part, "forfeited", "ended by giving up", l->ends[DADO_FORFEITED]);
    dado_fact(part, "finished", "finished", l->ends[DADO_FINISHED]);
    dado_fact(part, "stopped", "stopped at the limit", l->ends[DADO_STOPPED]);
    dado_fact(part, "broken", "broken", l->ends[DADO_BROKEN]);
}

static void add_charts(board *b)
{
    const dado_tournament_result *l = b->l;
    int n = l->players;
    double *cross = dado_new(&b->d->region, double, n *n + 1);
    const char **columns = dado_new(&b->d->region, const char *, n + 1);
    if (!cross || !columns) {
        b->d->cut = true;
        return;
    }
    dado_chart chart = {
        .title = "Each player, the best first",
        .about = "Rating of each player with its 95 % interval, the best first.",
        .y = { .title = "points; 400 are odds of ten to one" },
        .rules = &(dado_reference_line){ .at = 1500, .label = "mean" },
        .rule_count = 1,
        .flat = true,
        .height = 90 + 30.0 * n,
    };
    dado_part *part = dado_document_estimates(
        b->d, DADO_PART("ratings_chart", .heading = "Ratings"), DADO_DOTS, n, chart);
    for (int i = 0; i < n; i++) {
        const dado_rating *r = &l->ratings[b->order[i]];
        dado_put_estimate(part, (dado_interval){ r->points, r->low, r->high }, b->names[i]);
        columns[i] = dado_document_copyf(b->d, "%d", i + 1);
        for (int j = 0; j < n; j++) cross[i * n + j] = share_won(l, b->order[i], b->order[j]);
    }
    dado_heatmap heat = {
        .title = "Who beat whom",
        .about = "Share of comparisons the row won against the column; a tie is half.",
        .rows = n,
        .columns = n,
        .values = cross,
        .row_labels = b->names,
        .column_labels = columns,
        .value_title = "share won",
        .most = 1,
        .diverging = true,
        .percent = true,
        .numbers = n <= 12,
    };
    dado_document_heatmap(b->d, "beaten", &heat);
}

static void add_ratings(board *b)
{
    const dado_tournament_result *l = b->l;
    dado_part *part = dado_table(
        b->d, "ratings", DADO_FIELD(NUMBER, "place", "#"), DADO_FIELD(WORDS, "player", "player"),
        DADO_FIELD(ESTIMATE, "rating", "rating",
                   .about = "Bradley-Terry over all matches, on Elo's scale"),
        DADO_FIELD(NUMBER, "share", "won", .about = "Of all comparisons at a table"),
        DADO_FIELD(NUMBER, "matches", "matches", .rank = 2),
        DADO_FIELD(NUMBER, "firsts", "firsts", .rank = 3,
                   .about = "Matches in which it had the best place"),
        DADO_FIELD(NUMBER, "elo", "Elo", .rank = 4, .about = "Played through in order"),
        DADO_FIELD(NUMBER, "won", "won", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(NUMBER, "comparisons", "comparisons", .reader = DADO_FOR_PROGRAMS));
    for (int i = 0; i < l->players; i++) {
        const dado_rating *r = &l->ratings[b->order[i]];
        dado_put(part, i + 1, b->t->players[b->order[i]].typed, rating_of(r),
                 dado_estimate_share(won_by(l, b->order[i])), r->matches, r->firsts);
        dado_estimate elo = dado_estimate_real(r->comparisons ? r->elo : DADO_NONE);
        elo.kind = DADO_ESTIMATE_INTEGER;
        dado_put(part, elo, r->wins, r->comparisons);
    }
    if (l->together) {
        dado_document_text(b->d, "together",
                           l->only_points
                               ? "All players count points together, so nobody is rated."
                               : "All players win or lose together, so nobody is rated: \"won\" is "
                                 "the share of matches that a player's tables won.");
        return;
    }
    dado_document_text(
        b->d, DADO_PART("ratings_note", .small = true, .reader = DADO_FOR_PAGES),
        "Every group met in every order of seats on the same luck. Strengths are fitted to all "
        "matches at once, so their order does not matter.");
}

static void add_cross(board *b)
{
    enum { most_columns = 12 };
    const dado_tournament_result *l = b->l;
    int shown = l->players < most_columns ? l->players : most_columns;
    dado_part *part =
        dado_table(b->d, DADO_PART("against", .reader = DADO_FOR_TERMINALS),
                   DADO_FIELD(NUMBER, "place", "#"), DADO_FIELD(WORDS, "player", "share won by"));
    for (int j = 0; j < shown; j++) {
        char name[24];
        snprintf(name, sizeof name, "against_%d", j + 1);
        dado_column(part, NUMBER, name, name + strlen("against_"));
    }
    for (int i = 0; i < l->players; i++) {
        dado_put(part, i + 1, b->t->players[b->order[i]].typed);
        for (int j = 0; j < shown; j++) {
            dado_put(part, dado_estimate_share(share_won(l, b->order[i], b->order[j])));
        }
    }
}

static void add_seats(board *b)
{
    const dado_tournament_result *l = b->l;
    int seats = l->seats;
    dado_part *part =
        dado_table(b->d, DADO_PART("seats", .reader = seats < 2 ? DADO_FOR_PROGRAMS : DADO_FOR_ALL),
                   DADO_FIELD(NUMBER, "seat", "seat", .seat = true),
                   DADO_FIELD(ESTIMATE, "share", "won, whoever sat there"),
                   DADO_FIELD(NUMBER, "wins", "wins", .rank = 3),
                   DADO_FIELD(NUMBER, "matches", "matches", .rank = 2));
    dado_chart chart = {
        .title = "Wins by seat",
        .about = "Share of wins of each seat, whoever sat there, with intervals.",
        .y = { .title = "ties split", .percent = true },
        .rules = &(dado_reference_line){ .at = seats ? 1.0 / seats : 0, .label = "even" },
        .rule_count = 1,
    };
    dado_part *drawn = dado_document_estimates(b->d, DADO_PART("seats_chart", .heading = "Seats"),
                                               DADO_BARS, seats, chart);
    for (int s = 0; s < seats; s++) {
        dado_estimate won = dado_estimate_between(l->edges[s].share, DADO_ESTIMATE_SHARE,
                                                  l->edges[s].matches, 0.95);
        dado_put(part, s, won, l->edges[s].wins, l->edges[s].matches);
        dado_put_estimate(drawn, dado_estimate_interval(won),
                          dado_document_copyf(b->d, "seat %d", s + 1));
    }
}

static void add_sure(board *b)
{
    static const char *const words[] = { "unsure", "first", "second" };
    if (!b->t->until_sure) return;
    const dado_tournament_result *l = b->l;
    const dado_player *players = b->t->players;
    dado_interval share;
    dado_duel_judge(&l->duel, &share);
    DADO_CLEANUP(dado_text_free) dado_text said = { 0 };
    if (l->sure == DADO_UNDECIDED) dado_text_add(&said, "Not sure yet who is better: ");
    else {
        dado_text_addf(&said, "%s is better, at a level of %g: ",
                       players[l->sure == DADO_FIRST_BETTER ? 0 : 1].typed, l->duel.level);
    }
    dado_document_textf(b->d, "sure", "%s%s has %s of the points after %s matches.",
                        dado_text_string(&said), players[0].typed,
                        dado_string_percents(share.low, share.high).s,
                        dado_string_count(l->matches).s);
    dado_part *facts = dado_document_facts(b->d, DADO_PART("better", .reader = DADO_FOR_PROGRAMS));
    dado_fact(facts, "better", "better", words[l->sure]);
}

// "A beats B (61.5 % of 200 matches, 53.1 to 69.2 %)".
static void say_beats(const board *b, int winner, int loser, dado_text *said)
{
    const dado_tournament_result *l = b->l;
    const dado_head_to_head *m = &l->meetings[winner * l->players + loser];
    dado_interval share = dado_share_interval(m->won, (double)m->matches, l->cycles.level);
    dado_text_addf(said, "%s beats %s (%s of %s matches, %s)", b->t->players[winner].typed,
                   b->t->players[loser].typed, dado_string_percent(share.value).s,
                   dado_string_count(m->matches).s, dado_string_percents(share.low, share.high).s);
}

// Reports where one rating per player is misleading: players who beat each other in a
// circle, and pairs.
static void add_cycles(board *b)
{
    const dado_tournament_result *l = b->l;
    const dado_cycles *c = &l->cycles;
    if (l->players < 3 || l->seats < 2 || l->matches == 0) return;
    DADO_CLEANUP(dado_text_free) dado_text said = { 0 };
    for (int i = 0; i < c->count; i++) {
        const dado_cycle *cycle = &c->cycles[i];
        dado_text_add(&said, i ? "; and "
                               : "Ratings mislead here, for players beat each other in "
                                 "a circle: ");
        for (int k = 0; k < cycle->length; k++) {
            if (k) dado_text_add(&said, k + 1 < cycle->length ? ", " : " and ");
            say_beats(b, cycle->who[k], cycle->who[(k + 1) % cycle->length], &said);
        }
    }
    if (c->count) dado_text_add(&said, c->more ? ". These are the clearest of them." : ".");
    for (int i = 0; i < c->upset_count; i++) {
        const dado_upset *u = &c->upsets[i];
        dado_text_add(&said, i          ? "; "
                             : c->count ? " Rated lower, yet the winner of its meetings: "
                                        : "Ratings mislead between some: rated lower, yet "
                                          "the winner of its meetings: ");
        say_beats(b, u->winner, u->loser, &said);
    }
    if (c->upset_count) dado_text_char(&said, '.');
    if (c->all_upsets > c->upset_count) {
        dado_text_addf(&said, " There are %d such pairs in all.", c->all_upsets);
    }
    if (!said.length) {
        dado_text_add(&said, "Ratings do not mislead as far as these matches tell: nobody is seen "
                             "to beat a player who is rated higher.");
    } else {
        dado_text_addf(&said, " (Intervals at %.4g %%, which is 95 %% for all pairs together.)",
                       c->level * 100);
    }
    dado_document_text(b->d, "cycles", dado_text_string(&said));
    dado_part *facts =
        dado_document_facts(b->d, DADO_PART("misleading", .reader = DADO_FOR_PROGRAMS));
    dado_fact(facts, "cycles", "cycles", c->count);
    dado_fact(facts, "upsets", "upsets", c->all_upsets);
}

static void add_thinking(board *b)
{
    const dado_tournament_result *l = b->l;
    bool any = false;
    for (int i = 0; i < l->players; i++) any = any || l->conduct[i].thought.questions;
    if (!any) return;
    dado_part *part = dado_table(
        b->d, DADO_PART("thinking", .heading = "Thinking time", .not_reproducible = true),
        DADO_FIELD(WORDS, "player", "thinking of"),
        DADO_FIELD(NUMBER, "usual", "a question", .about = "Seconds to answer, on average"),
        DADO_FIELD(NUMBER, "slowest", "slowest", .about = "The longest that one answer took"),
        DADO_FIELD(NUMBER, "match", "a match", .rank = 1,
                   .about = "Seconds in one seat of one match"),
        DADO_FIELD(NUMBER, "all", "in all", .rank = 2),
        DADO_FIELD(NUMBER, "questions", "questions", .rank = 3));
    for (int i = 0; i < l->players; i++) {
        const dado_player_conduct *c = &l->conduct[b->order[i]];
        const dado_thinking_time *thought = &c->thought;
        double questions = thought->questions ? (double)thought->questions : 1;
        dado_put(part, b->t->players[b->order[i]].typed,
                 dado_estimate_seconds(thought->seconds / questions),
                 dado_estimate_seconds(thought->slowest),
                 dado_estimate_seconds(thought->seconds / (double)(c->seats ? c->seats : 1)),
                 dado_estimate_seconds(thought->seconds), thought->questions);
    }
    dado_document_text(
        b->d,
        DADO_PART("thinking_note", .small = true, .reader = DADO_FOR_PAGES,
                  .not_reproducible = true),
        "By the clock of the machine that played, with whatever else it did meanwhile; waiting "
        "for a program to start is in its first answer. No result depends on it.");
}

// Adds the work that players counted themselves, which is the same on every machine.
static void add_effort(board *b)
{
    const dado_tournament_result *l = b->l;
    dado_part *part = dado_table(
        b->d, DADO_PART("effort", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "player", "player"),
        DADO_FIELD(NUMBER, "effort", "effort a match",
                   .about = "Plans, nodes or iterations, as it counts them, in one seat of one "
                            "match"));
    for (int i = 0; i < l->players; i++) {
        const dado_player_conduct *c = &l->conduct[b->order[i]];
        dado_put(part, b->t->players[b->order[i]].typed,
                 c->seats ? (double)c->effort / (double)c->seats : DADO_NONE);
    }
}

void dado_replay_name(const dado_tournament_match *played, dado_text *out)
{
    dado_text_addf(out, "run%" PRId64 "-lineup%d-match%" PRId64 ".html", played->run,
                   played->lineup, played->match);
}

// Adds every match with a way to see it again: its page, or the command that shows it.
static void add_matches(board *b)
{
    enum { most = 5000 };
    const dado_tournament_result *l = b->l;
    if (l->matches == 0) return;
    if (!b->replays && l->matches > most) {
        dado_document_textf(
            b->d,
            DADO_PART("matches", .heading = "Matches", .reader = DADO_FOR_PAGES,
                      .not_reproducible = true),
            "There are more matches than are listed here. dado replay RUN --lineup L --match M "
            "shows each of them; with --replays FOLDER each has a page, and all are listed.");
        return;
    }
    dado_part *part = dado_table(
        b->d,
        DADO_PART("matches", .heading = "Matches", .folded = true, .not_reproducible = true,
                  .reader = DADO_FOR_PAGES),
        DADO_FIELD(WORDS, "seats", "who sat where"), DADO_FIELD(NUMBER, "match", "match"),
        DADO_FIELD(WORDS, "winners", "won"), DADO_FIELD(WORDS, "end", "ended"),
        DADO_FIELD(WORDS, "replay", "to see it again"));
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    for (int64_t m = 0; m < l->matches; m++) {
        const dado_tournament_match *played = &l->played[m];
        const int32_t *who = l->who + m * l->seats;
        put_players(part, b, who, NULL, " - ");
        dado_put(part, played->match);
        put_players(part, b, who, l->places + m * l->seats, ", ");
        dado_put(part, dado_match_end_names[played->end]);
        dado_text_clear(&words);
        if (b->replays) {
            dado_text_add(&words, b->replays);
            dado_replay_name(played, &words);
            dado_put_link_to(part, "replay", dado_text_string(&words));
        } else {
            dado_text_addf(&words, "dado replay %" PRId64 " --lineup %d --match %" PRId64,
                           played->run, played->lineup, played->match);
            dado_put(part, played->run ? dado_text_string(&words) : NULL);
        }
    }
}

static void add_conduct(board *b)
{
    static const dado_field fields[] = {
        DADO_FIELD(WORDS, "player", "referees on"),
        DADO_FIELD(NUMBER, "refused", "refused", .about = "Moves that were none"),
        DADO_FIELD(NUMBER, "strikes", "strikes",
                   .about = "For being late, crashing, or no legal answer"),
        DADO_FIELD(NUMBER, "gave_up", "gave up",
                   .about = "Matches, out of strikes or of its own will"),
        DADO_FIELD(NUMBER, "remarks", "remarks", .rank = 1, .about = "What it said on the side"),
    };
    const dado_tournament_result *l = b->l;
    bool any = false;
    dado_part *part = dado_document_table(b->d, "conduct", fields, 1 + DADO_NOTE_KINDS);
    for (int i = 0; i < l->players; i++) {
        const int64_t *noted = l->conduct[b->order[i]].noted;
        bool bad = noted[DADO_NOTE_REFUSED] || noted[DADO_NOTE_STRIKE] || noted[DADO_NOTE_FORFEIT];
        dado_put(part, b->t->players[b->order[i]].typed);
        if (!bad) dado_put_row_hidden(part);  // terminals show only players with notes
        any = any || bad;
        for (int kind = 0; kind < DADO_NOTE_KINDS; kind++) dado_put(part, noted[kind]);
    }
    if (!any) part->reader = l->notes.length ? DADO_FOR_PAGES : DADO_FOR_PROGRAMS;
    if (!l->notes.length) return;
    part->heading = "What referees said";
    dado_document_source(b->d,
                         DADO_PART("notes", .heading = "Their notes, the first of them",
                                   .folded = true, .reader = DADO_FOR_PAGES),
                         dado_text_string(&l->notes));
}

// Adds which player had which seat in each line-up; with the seed this is enough to see a
// match again.
static void add_fixtures(board *b)
{
    enum { most = 500 };
    const dado_pairings *f = &b->l->fixtures;
    if (f->count == 0) return;
    dado_part *part = dado_table(b->d, DADO_PART("fixtures", .reader = DADO_FOR_PROGRAMS),
                                 DADO_FIELD(NUMBER, "lineup", "line-up"),
                                 DADO_FIELD(WORDS, "seats", "who sat where"),
                                 DADO_FIELD(NUMBER, "matches", "matches"));
    for (int i = 0; i < f->count && i < most; i++) {
        dado_put(part, i);
        put_players(part, b, f->who + i * f->seats, NULL, ",");
        dado_put(part, b->t->matches);
    }
}

void dado_report_tournament(dado_document *d, const dado_tournament *t,
                            const dado_tournament_result *l, const char *replays)
{
    board b = { .d = d, .t = t, .l = l, .replays = replays };
    if (l->players < 1 || !make_board(&b)) {
        d->cut = true;
        return;
    }
    const dado_rules *rules = t->game->opened ? t->game->opened->rules : t->game->rules;
    d->title = dado_document_copyf(d, "Tournament: %s", rules->title);
    d->said = dado_document_copyf(d, "%s matches of %s, seed %" PRIu64,
                                  dado_string_count(l->matches).s, t->game->name, t->seed);
    if (!l->together) add_figures(&b);
    if (!l->together) add_charts(&b);
    add_ratings(&b);
    if (!l->together) add_cross(&b);
    if (!l->together) add_cycles(&b);
    if (!l->only_points) add_seats(&b);
    add_sure(&b);
    int64_t odd = l->ends[DADO_FORFEITED] + l->ends[DADO_STOPPED] + l->ends[DADO_BROKEN];
    if (odd) {
        dado_document_textf(d, DADO_PART("odd_ends", .reader = DADO_FOR_TERMINALS),
                            "%" PRId64 " forfeited, %" PRId64 " stopped by the limit, %" PRId64
                            " broken.",
                            l->ends[DADO_FORFEITED], l->ends[DADO_STOPPED], l->ends[DADO_BROKEN]);
    }
    add_conduct(&b);
    add_thinking(&b);
    add_effort(&b);
    add_fixtures(&b);
    add_matches(&b);
}
