// played.c - see report.h.
#include "report/report.h"

#include <string.h>

#include "measure/words.h"

void dado_put_instance(dado_part *part, const dado_plan *plan, int instance)
{
    dado_draft label = { 0 };
    dado_plan_label(plan, instance, &label);
    dado_put(part, dado_text_string(&label));
}

void dado_add_ends(dado_document *d, const dado_results *results)
{
    dado_part *part = dado_table(
        d, "cells",
        DADO_FIELD(WORDS, "instance", "instance"),
        DADO_FIELD(WORDS, "lineup", "line-up"),
        DADO_FIELD(NUMBER, "matches", "matches"),
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
    DADO_ENDS(dado_arena_free) dado_arena arena = { 0 };
    dado_arena_init(&arena, 1 << 20);
    int options = 0;
    const char **names = dado_plan_options(results->plan, &options, &arena);
    if (!names) options = 0;
    int own = part->field_count;
    for (int i = 0; i < options; i++) {  // the label of the instance has them for people
        const char *name = names[i];
        for (int k = 0; k < own; k++) {
            if (strcmp(part->fields[k].name, name) != 0) continue;
            name = dado_document_copyf(d, "option_%s", name);
        }
        dado_column(part, WORDS, name, names[i], .reader = DADO_FOR_PROGRAMS);
    }
    if (results->cell_count == 1) part->reader = DADO_FOR_PROGRAMS;
    else part->heading = "What was played";
    dado_draft why = { 0 };
    for (int c = 0; c < results->cell_count; c++) {
        const dado_cell *cell = &results->cells[c];
        const dado_totals *totals = cell->sums.totals;
        dado_put_instance(part, results->plan, cell->instance);
        dado_put(part, results->plan->lineups[cell->lineup].name, cell->sums.matches);
        for (int e = DADO_FINISHED; e <= DADO_BROKEN; e++) {
            dado_put(part, totals ? totals->ended[e] : 0);
        }
        dado_put(part, totals ? totals->tied : 0, totals ? dado_won_by_nobody(totals) : 0);
        bool broke = cell->broken_match >= 0;
        dado_put(part, broke ? dado_figure_whole(cell->broken_match) : dado_figure_none());
        dado_text_clear(&why);
        if (cell->error.status != DADO_OK) dado_error_print(&cell->error, NULL, &why);
        else if (broke) dado_error_print(&cell->broken, NULL, &why);
        while (why.length && why.data[why.length - 1] == '\n') why.data[--why.length] = '\0';
        dado_put(part, why.length ? why.data : NULL);
        for (int i = 0; i < options; i++) {
            dado_put(part, dado_plan_option(results->plan, cell->instance, names[i]));
        }
    }
}

// --- who wins, in columns that say what they count ---
//
// Where being ahead wins, wins are shared out, and shares of them add up to one. Where something is
// to be reached, each has won or has not. Where points are all there is, nobody has.
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

// Alone, one shares nothing.
static void add_wins(dado_part *part, winning how, int seats)
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
    dado_put(part, alone, shared, dado_figure_between(share, DADO_FIGURE_SHARE, matches, level));
}

void dado_add_seats(dado_document *d, const dado_results *results)
{
    dado_part *part = dado_table(
        d, "seats",
        DADO_FIELD(WORDS, "instance", "instance", .group = true, .reader = DADO_FOR_TERMINALS),
        DADO_FIELD(WORDS, "lineup", "line-up", .group = true, .reader = DADO_FOR_TERMINALS),
        DADO_FIELD(NUMBER, "seat", "seat"),
        DADO_FIELD(NUMBER, "side", "side", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "agent", "agent", .rank = 1),
        DADO_FIELD(WORDS, "settings", "settings", .reader = DADO_FOR_PROGRAMS,
                   .about = "All of the agent's, as understood"));
    const winning how = way_to_win(results->game.goal, !dado_game_can_be_won(&results->game));
    const char *(*sitter)(const dado_game *, int) =  // others may have sat in other tables
        results->plan->instance_count == 1 ? dado_face_of(&results->game, sitter) : NULL;
    bool played = dado_face_of(&results->game, played);
    double sign = results->game.lowest_wins ? -1.0 : 1.0;
    add_wins(part, how, dado_trace_seats(results->game.players, results->game.side));
    dado_column(part, NUMBER, "mean_score", "mean score", .rank = 2);
    dado_column(part, NUMBER, "sd_score", "sd", .rank = 5,
                .about = "Sample standard deviation of the score");
    dado_column(part, NUMBER, "mean_effort", "effort", .reader = DADO_FOR_PROGRAMS,
                .about = "What the agent says it took");
    for (int c = 0; c < results->cell_count; c++) {
        const dado_cell *cell = &results->cells[c];
        const dado_sums *sums = &cell->sums;
        const dado_lineup *lineup = &results->plan->lineups[cell->lineup];
        for (int p = 0; sums->totals && p < sums->players; p++) {
            int seat = dado_seat_of(results->game.side, p);  // partners win together
            const dado_seat_totals *wins = &sums->totals->seat[seat];
            dado_put_instance(part, results->plan, cell->instance);
            dado_put(part, lineup->name, p,
                     results->game.side ? dado_figure_whole(seat) : dado_figure_none());
            dado_put(part,
                     sitter   ? sitter(&results->game, p)
                     : played ? "as played"
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

void dado_add_found_seats(dado_document *d, const dado_findings *f)
{
    if (f->seat_count < 2) return;
    const winning how = way_to_win(f->goal, f->only_points);
    dado_part *part = dado_table(d, "seats", DADO_FIELD(NUMBER, "seat", dado_seat_word(f)),
                                 DADO_FIELD(WORDS, "agent", "Player"));
    add_wins(part, how, f->seat_count);
    dado_column(part, NUMBER, "mean_score", "Score");
    dado_column(part, NUMBER, "sd_score", "SD");
    for (int p = 0; p < f->seat_count; p++) {
        const dado_seat_finding *seat = &f->seats[p];
        dado_put(part, p, seat->agent);
        put_wins(part, how, seat->alone, seat->shared,
                 how == BY_GOAL ? seat->won : (dado_interval){ seat->share, seat->low, seat->high },
                 f->matches - f->left_out, f->level);
        dado_put(part, f->lowest_wins ? -seat->mean_score : seat->mean_score, seat->sd_score);
    }
}

// A count and what of it, below the table of seats.
static void add_remark(dado_document *d, const char *name, int64_t count, const char *words)
{
    dado_document_textf(d, DADO_PART(name, .attached = true, .reader = DADO_FOR_TERMINALS),
                        "%s %s%s", dado_said_count(count).s, count == 1 ? "match " : "matches ",
                        words);
}

void dado_add_remarks(dado_document *d, const dado_results *results, const dado_cell *cell)
{
    static const char *const names[] = { "", "given_up", "stopped", "broken_off" };
    static const char *const words[] = {
        "", "ended by giving up", "stopped at the move limit", "broken off"
    };
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
    dado_draft why = { 0 };
    dado_text_add(&why, "match ");
    dado_say_count(&why, cell->broken_match);
    dado_text_add(&why, " was the first of these: ");
    dado_error_print(&cell->broken, NULL, &why);
    dado_document_text(d, DADO_PART("first_broken", .attached = true), dado_text_string(&why));
}
