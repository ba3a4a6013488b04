// league.c - see league.h.
#include "report/league.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/stats.h"
#include "measure/words.h"
#include "report/page.h"

typedef struct board {  // what is drawn, from the best player to the worst
    const dado_tournament *t;
    const dado_league *l;
    const int *order;
    const char **names;
    double *points, *low, *high, *cross;
    char (*numbers)[12];
    const char **columns;
} board;

static double share_won(const dado_league *l, int a, int b)
{
    double won = l->table[a * l->players + b], lost = l->table[b * l->players + a];
    return won + lost > 0 ? won / (won + lost) : DADO_NONE;
}

static void free_board(board *b)
{
    free(b->names);
    free(b->points);
    free(b->low);
    free(b->high);
    free(b->cross);
    free(b->numbers);
    free(b->columns);
}

static bool make_board(board *b, const dado_tournament *t, const dado_league *l, const int *order)
{
    size_t n = (size_t)(l->players ? l->players : 1);
    *b = (board){ .t = t, .l = l, .order = order };
    b->names = calloc(n, sizeof *b->names);
    b->points = calloc(n, sizeof *b->points);
    b->low = calloc(n, sizeof *b->low);
    b->high = calloc(n, sizeof *b->high);
    b->cross = calloc(n * n, sizeof *b->cross);
    b->numbers = calloc(n, sizeof *b->numbers);
    b->columns = calloc(n, sizeof *b->columns);
    if (!b->names || !b->points || !b->low || !b->high || !b->cross || !b->numbers || !b->columns) {
        free_board(b);
        return false;
    }
    for (int i = 0; i < l->players; i++) {
        const dado_rating *r = &l->ratings[order[i]];
        const char *typed = t->players[order[i]].typed, *slash = strrchr(typed, '/');
        b->names[i] = slash && slash[1] ? slash + 1 : typed;  // folders make no name
        b->points[i] = r->points;
        b->low[i] = r->low;
        b->high[i] = r->high;
        snprintf(b->numbers[i], sizeof b->numbers[i], "%d", i + 1);
        b->columns[i] = b->numbers[i];
        for (int j = 0; j < l->players; j++) {
            b->cross[i * l->players + j] = share_won(l, order[i], order[j]);
        }
    }
    return true;
}

static void add_figures(const board *b, dado_page *page)
{
    const dado_league *l = b->l;
    const dado_rating *best = &l->ratings[b->order[0]];
    dado_text value = { 0 }, detail = { 0 };
    dado_page_figures_begin(page);
    dado_text_addf(&detail, "%.0f points, %.0f to %.0f", best->points, best->low, best->high);
    dado_page_figure(page, b->names[0], "rated best", dado_text_string(&detail));
    dado_say_count(&value, l->matches);
    dado_text_clear(&detail);
    dado_text_addf(&detail, "%d players, %d at a table", l->players, l->seats);
    dado_page_figure(page, dado_text_string(&value), "matches", dado_text_string(&detail));
    dado_text_clear(&value);
    dado_text_clear(&detail);
    dado_say_count(&value, l->ends[DADO_FORFEITED]);
    dado_text_addf(&detail, "%" PRId64 " stopped at the limit, %" PRId64 " broken",
                   l->ends[DADO_STOPPED], l->ends[DADO_BROKEN]);
    dado_page_figure(page, dado_text_string(&value), "ended by giving up",
                     dado_text_string(&detail));
    dado_page_figures_end(page);
    dado_text_free(&value);
    dado_text_free(&detail);
}

static void add_ratings(const board *b, dado_page *page)
{
    const dado_league *l = b->l;
    dado_series dots = {
        .mark = DADO_DOTS, .count = l->players, .y = b->points, .low = b->low, .high = b->high
    };
    dado_rule mean = { .at = 1500, .label = "mean" };
    dado_chart chart = {
        .title = "Ratings",
        .about = "Rating of each player with its 95 % interval, the best first.",
        .x = { .labels = b->names, .label_count = l->players },
        .y = { .title = "points; 400 are odds of ten to one" },
        .series = &dots,
        .count = 1,
        .rules = &mean,
        .rule_count = 1,
        .flat = true,
        .height = 90 + 30.0 * l->players,
    };
    dado_page_section(page, "Ratings");
    dado_page_gallery_begin(page, 420);
    dado_page_chart(page, &chart);
    dado_heat heat = {
        .title = "Who beat whom",
        .about = "Share of comparisons the row won against the column; a tie is half.",
        .rows = l->players,
        .columns = l->players,
        .values = b->cross,
        .row_labels = b->names,
        .column_labels = b->columns,
        .value_title = "share won",
        .least = 0,
        .most = 1,
        .diverging = true,
        .percent = true,
        .numbers = l->players <= 12,
    };
    dado_page_heat(page, &heat);
    dado_page_gallery_end(page);
    static const dado_column columns[] = {
        { "#", true, NULL },
        { "player", false, NULL },
        { "rating", true, "Bradley-Terry over all matches, on Elo's scale" },
        { "95 %", false, "from drawing the matches anew" },
        { "won", true, "of all comparisons at a table" },
        { "matches", true, NULL },
        { "firsts", true, "matches in which it had the best place" },
        { "Elo", true, "played through in order" },
    };
    dado_page_table_begin(page, NULL, columns, 8);
    for (int i = 0; i < l->players; i++) {
        const dado_rating *r = &l->ratings[b->order[i]];
        char text[64];
        dado_page_cell_count(page, i + 1);
        dado_page_cell(page, b->t->players[b->order[i]].typed);
        dado_page_cell_count(page, (int64_t)(r->points + 0.5));
        snprintf(text, sizeof text, "%.0f to %.0f", r->low, r->high);
        dado_page_cell(page, text);
        dado_page_cell_percent(page, r->comparisons ? r->wins / (double)r->comparisons : 0);
        dado_page_cell_count(page, r->matches);
        dado_page_cell_count(page, r->firsts);
        dado_page_cell_count(page, (int64_t)(r->elo + 0.5));
    }
    dado_page_table_end(page);
    dado_page_note(page, "Every group met in every order of seats on the same luck. Strengths are "
                         "fitted to all matches at once, so their order does not matter.");
}

static void add_seats(const board *b, dado_page *page)
{
    enum { most = 64 };
    const dado_league *l = b->l;
    char names[most][16];
    const char *labels[most];
    double share[most], low[most], high[most];
    int seats = l->seats < most ? l->seats : most;
    for (int s = 0; s < seats; s++) {
        dado_interval won =
            dado_share_interval(l->edges[s].wins, (double)l->edges[s].matches, 0.95);
        snprintf(names[s], sizeof names[s], "seat %d", s);
        labels[s] = names[s];
        share[s] = won.value;
        low[s] = won.low;
        high[s] = won.high;
    }
    dado_series bars = { .mark = DADO_BARS, .count = seats, .y = share, .low = low, .high = high };
    dado_rule even = { .at = seats ? 1.0 / seats : 0, .label = "even" };
    dado_chart chart = {
        .title = "Wins by seat",
        .about = "Share of wins of each seat, whoever sat there, with intervals.",
        .x = { .labels = labels, .label_count = seats },
        .y = { .title = "ties split", .percent = true },
        .series = &bars,
        .count = 1,
        .rules = &even,
        .rule_count = 1,
    };
    dado_page_section(page, "Seats");
    dado_page_gallery_begin(page, 0);
    dado_page_chart(page, &chart);
    dado_page_gallery_end(page);
}

static void add_sure(const board *b, dado_page *page)
{
    if (!b->t->until_sure) return;
    double low, high;
    dado_duel_judge(&b->l->duel, &low, &high);
    dado_text said = { 0 };
    const char *first = b->t->players[0].typed, *second = b->t->players[1].typed;
    if (b->l->sure == DADO_NOT_SURE) dado_text_add(&said, "It is not sure yet who is better. ");
    else {
        dado_text_addf(&said, "%s is better, at a level of %g. ",
                       b->l->sure == DADO_FIRST_BETTER ? first : second, b->l->duel.level);
    }
    dado_text_addf(&said, "%s has ", first);
    dado_say_percents(&said, low, high);
    dado_text_add(&said, " of the points, however often one looks.");
    dado_page_paragraph(page, dado_text_string(&said));
    dado_text_free(&said);
}

static void add_conduct(const board *b, dado_page *page)
{
    static const dado_column columns[] = {
        { "player", false, NULL },
        { "refused", true, "moves that were none" },
        { "strikes", true, "for being late, crashing, or no legal answer" },
        { "gave up", true, "matches, out of strikes or of its own will" },
        { "remarks", true, "what it said on the side" },
    };
    const dado_league *l = b->l;
    dado_page_section(page, "What referees said");
    dado_page_table_begin(page, NULL, columns, 1 + DADO_NOTE_KINDS);
    for (int i = 0; i < l->players; i++) {
        dado_page_cell(page, b->t->players[b->order[i]].typed);
        for (int kind = 0; kind < DADO_NOTE_KINDS; kind++) {
            dado_page_cell_count(page, l->conduct[b->order[i]].noted[kind]);
        }
    }
    dado_page_table_end(page);
    dado_page_fold_begin(page, "Their notes, the first of them", NULL, l->notes.length < 4000);
    dado_page_pre(page, dado_text_string(&l->notes));
    dado_page_fold_end(page);
}

bool dado_league_page(const dado_tournament *t, const dado_league *l, const int *order,
                      dado_text *out, dado_error *err)
{
    board b;
    if (l->players < 1 || !make_board(&b, t, l, order)) {
        return dado_fail(err, DADO_LIMIT, "no memory left for the page");
    }
    dado_text title = { 0 }, lead = { 0 };
    dado_text_addf(&title, "Tournament: %s", t->game->rules->title);
    dado_say_count(&lead, l->matches);
    dado_text_addf(&lead, " matches of %s, %s, seed %" PRIu64, t->game->name,
                   t->swiss        ? "Swiss rounds"
                   : t->until_sure ? "until sure"
                                   : "everybody against everybody",
                   t->seed);
    dado_page page = dado_page_begin(dado_text_string(&title), dado_text_string(&lead));
    add_figures(&b, &page);
    add_sure(&b, &page);
    add_ratings(&b, &page);
    add_seats(&b, &page);
    if (l->notes.length) add_conduct(&b, &page);
    dado_page_section(&page, "The command");
    if (t->command) dado_page_code(&page, "Plays it again", t->command);
    dado_page_end(&page, out);
    dado_text_free(&title);
    dado_text_free(&lead);
    free_board(&b);
    return !out->cut || dado_fail(err, DADO_LIMIT, "no memory left for the page");
}
