// seasons.c - see report_functions.h.
#define _POSIX_C_SOURCE 200809L
#include "report/report_functions.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "measure/number_format.h"

enum { most_columns = 12, most_lines = 8 };

typedef struct board {
    dado_document *d;
    const dado_seasons *s;
    int *order;  // players, best over all seasons first
} board;

static bool make_order(board *b)
{
    const dado_seasons *s = b->s;
    b->order = dado_new(&b->d->region, int, s->players + 1);
    if (!b->order) return false;
    dado_rank_descending(&s->overall->points, sizeof *s->overall, s->players, b->order);
    return true;
}

static dado_estimate rating_of(const dado_rating *r)
{
    if (!r->matches) return dado_estimate_none();
    return dado_estimate_between((dado_interval){ r->points, r->low, r->high },
                                 DADO_ESTIMATE_INTEGER, r->matches, 0.95);
}

static int best_of(const dado_seasons *s, const dado_season *season)
{
    int best = -1;
    for (int i = 0; i < s->players; i++) {
        const dado_rating *r = &season->ratings[i];
        if (r->matches && (best < 0 || r->points > season->ratings[best].points)) best = i;
    }
    return best;
}

static void add_list(const board *b)
{
    const dado_seasons *s = b->s;
    dado_part *part = dado_table(
        b->d, "seasons", DADO_FIELD(NUMBER, "season", "season"),
        DADO_FIELD(NUMBER, "run", "run", .about = "In the store; of several the first"),
        DADO_FIELD(WORDS, "when", "when", .rank = 2), DADO_FIELD(NUMBER, "matches", "matches"),
        DADO_FIELD(NUMBER, "players", "players", .rank = 1),
        DADO_FIELD(WORDS, "best", "rated best"),
        DADO_FIELD(FLAG, "finished", "finished", .rank = 3),
        DADO_FIELD(WORDS, "command", "command", .rank = 4));
    for (int i = 0; i < s->count; i++) {
        const dado_season *season = &s->list[i];
        time_t time = (time_t)season->started;
        struct tm parts;
        char when[40] = "";
        if (localtime_r(&time, &parts)) strftime(when, sizeof when, "%Y-%m-%d %H:%M", &parts);
        dado_put(part, i + 1, season->first, when, season->matches, season->players);
        int best = best_of(s, season);
        dado_put(part, best < 0 ? NULL : s->names[best], season->finished, season->command);
    }
}

static void add_chart(const board *b)
{
    const dado_seasons *s = b->s;
    int lines = s->players < most_lines ? s->players : most_lines, n = s->count;
    dado_series *series = calloc((size_t)lines + 1, sizeof *series);
    double *values = calloc((size_t)lines * (size_t)n * 3 + 1, sizeof *values);
    char(*numbers)[12] = calloc((size_t)n + 1, sizeof *numbers);
    const char **labels = calloc((size_t)n + 1, sizeof *labels);
    if (series && values && numbers && labels && n > 1) {
        for (int i = 0; i < n; i++) {
            snprintf(numbers[i], sizeof numbers[i], "%d", i + 1);
            labels[i] = numbers[i];
        }
        for (int k = 0; k < lines; k++) {
            double *y = values + (ptrdiff_t)3 * k * n, *low = y + n, *high = low + n;
            for (int i = 0; i < n; i++) {
                const dado_rating *r = &s->list[i].ratings[b->order[k]];
                y[i] = r->matches ? r->points : DADO_NONE;
                low[i] = r->matches ? r->low : DADO_NONE;
                high[i] = r->matches ? r->high : DADO_NONE;
            }
            series[k] = (dado_series){ .name = s->names[b->order[k]],
                                       .mark = DADO_LINE,
                                       .count = n,
                                       .y = y,
                                       .low = low,
                                       .high = high };
        }
        dado_chart chart = {
            .title = "Ratings over seasons",
            .about = "Rating of each player in each season, with its 95 % interval.",
            .x = { .title = "season", .labels = labels, .label_count = n },
            .y = { .title = "points; 400 are odds of ten to one" },
            .series = series,
            .count = lines,
            .width = 700,
            .height = 360,
        };
        dado_document_chart(b->d, DADO_PART("ratings_chart", .heading = chart.title), &chart);
    } else if (n > 1) {
        b->d->cut = true;
    }
    free(series);
    free(values);
    free(numbers);
    free(labels);
}

static void add_ratings(const board *b)
{
    const dado_seasons *s = b->s;
    int shown = s->count < most_columns ? s->count : most_columns, from = s->count - shown;
    dado_part *part =
        dado_table(b->d, "ratings", DADO_FIELD(WORDS, "player", "player"),
                   DADO_FIELD(ESTIMATE, "all", "all seasons",
                              .about = "Of all matches at once, as if nobody had changed"));
    for (int i = 0; i < shown; i++) {
        char name[32], title[32];
        snprintf(name, sizeof name, "season_%d", from + i + 1);
        snprintf(title, sizeof title, "season %d", from + i + 1);
        dado_column(part, ESTIMATE, name, title, .rank = shown - i);
    }
    dado_column(part, NUMBER, "matches", "matches", .rank = most_columns + 1);
    for (int k = 0; k < s->players; k++) {
        int who = b->order[k];
        dado_put(part, s->names[who], rating_of(&s->overall[who]));
        for (int i = 0; i < shown; i++) {
            dado_put(part, rating_of(&s->list[from + i].ratings[who]));
        }
        dado_put(part, s->overall[who].matches);
    }
}

// Adds players whose rating changed, from their first season to their last, by more than
// both intervals allow.
static void add_changes(const board *b)
{
    const dado_seasons *s = b->s;
    DADO_CLEANUP(dado_text_free) dado_text said = { 0 };
    int count = 0;
    for (int k = 0; k < s->players; k++) {
        const dado_rating *first = NULL, *last = NULL;
        int from = 0, to = 0;
        for (int i = 0; i < s->count; i++) {
            const dado_rating *r = &s->list[i].ratings[b->order[k]];
            if (!r->matches) continue;
            if (!first) first = r, from = i;
            last = r, to = i;
        }
        bool rose = first && last->low > first->high, fell = first && last->high < first->low;
        if (!rose && !fell) continue;
        dado_text_addf(&said, "%s%s %s from ", count++ ? "; " : "", s->names[b->order[k]],
                       rose ? "rose" : "fell");
        dado_print_fixed(&said, first->points, 0);
        dado_text_addf(&said, " in season %d to ", from + 1);
        dado_print_fixed(&said, last->points, 0);
        dado_text_addf(&said, " in season %d", to + 1);
    }
    if (!count && s->count > 1) {
        dado_text_add(&said, "Nobody is seen to change: first and last intervals overlap");
    }
    if (said.length) {
        dado_text_char(&said, '.');
        dado_document_text(b->d, "changes", dado_text_string(&said));
    }
}

void dado_report_seasons(dado_document *d, const dado_seasons *s)
{
    board b = { .d = d, .s = s };
    if (!make_order(&b)) {
        d->cut = true;
        return;
    }
    d->title = dado_document_copyf(d, "Seasons of %s", s->game);
    d->said = dado_document_copyf(d, "%d tournament%s, %d players", s->count,
                                  s->count == 1 ? "" : "s", s->players);
    add_list(&b);
    add_chart(&b);
    add_ratings(&b);
    add_changes(&b);
    dado_document_text(
        d, DADO_PART("how", .small = true, .reader = DADO_FOR_PAGES),
        "Each season is rated by itself and then moved as a whole, so that its players have on "
        "average the rating that all seasons together give them.");
    if (!s->others) return;
    dado_document_textf(d, "others",
                        "%d run%s of tournaments by other rules or settings of that name %s left "
                        "out.",
                        s->others, s->others == 1 ? "" : "s", s->others == 1 ? "is" : "are");
}
