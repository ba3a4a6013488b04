// solved_boards.c - see report_functions.h.
#include "report/report_functions.h"

static double mean_states(const dado_solved_boards *s)
{
    return s->sum.boards ? (double)s->sum.total / (double)s->sum.boards : 0;
}

static double part_of(const dado_solved_boards *s, uint64_t boards)
{
    return s->sum.boards ? (double)boards / (double)s->sum.boards : 0;
}

// ---- tables

static void put_sizes(dado_document *d, const dado_solved_boards *s, int count)
{
    dado_part *part = dado_table(
        d, "sizes", DADO_FIELD(WORDS, "size", "size"), DADO_FIELD(NUMBER, "boards", "boards"),
        DADO_FIELD(NUMBER, "solved", "solved", .rank = 3,
                   .about = "Each stands for those that play alike"),
        DADO_FIELD(NUMBER, "first_wins", "first wins"), DADO_FIELD(NUMBER, "level", "level"),
        DADO_FIELD(NUMBER, "others_win", "others win"),
        DADO_FIELD(ESTIMATE, "first_share", "first's part",
                   .about = "Of the wins; a level board counts by halves"),
        DADO_FIELD(NUMBER, "mean_margin", "mean margin",
                   .about = "Of the first player over the best rival"),
        DADO_FIELD(NUMBER, "least_states", "least", .rank = 4,
                   .about = "Distinct positions of a board that are not over"),
        DADO_FIELD(NUMBER, "mean_states", "mean", .rank = 2),
        DADO_FIELD(NUMBER, "most_states", "most states", .rank = 4),
        DADO_FIELD(NUMBER, "states", "states", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(NUMBER, "shapes", "shapes", .reader = DADO_FOR_PROGRAMS));
    for (int i = 0; i < count; i++) {
        const dado_solve_all_summary *sum = &s[i].sum;
        dado_put(part, s[i].name, (int64_t)sum->boards, (int64_t)s[i].solved, (int64_t)sum->won[0],
                 (int64_t)sum->shared, (int64_t)(sum->boards - sum->shared - sum->won[0]),
                 s[i].first, sum->margin, (int64_t)sum->least, mean_states(&s[i]),
                 (int64_t)sum->most, (int64_t)sum->total, (int64_t)sum->shapes);
    }
}

// For more than two players: adds which of the others wins.
static void put_seats(dado_document *d, const dado_solved_boards *s, int count)
{
    dado_part *part = dado_table(
        d, DADO_PART("seats", .reader = s[0].players > 2 ? DADO_FOR_ALL : DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "size", "size", .group = true), DADO_FIELD(NUMBER, "seat", "seat"),
        DADO_FIELD(NUMBER, "wins", "wins alone"), DADO_FIELD(NUMBER, "share", "of boards"));
    for (int i = 0; i < count; i++) {
        for (int p = 0; p < s[i].players; p++) {
            dado_put(part, s[i].name, p + 1, (int64_t)s[i].sum.won[p],
                     dado_estimate_share(part_of(&s[i], s[i].sum.won[p])));
        }
    }
}

static void put_margins(dado_document *d, const dado_solved_boards *s, int count)
{
    dado_part *part =
        dado_table(d, DADO_PART("margins", .reader = count > 1 ? DADO_FOR_PROGRAMS : DADO_FOR_ALL),
                   DADO_FIELD(WORDS, "size", "size", .group = true),
                   DADO_FIELD(NUMBER, "margin", "margin",
                              .about = "Of the first player over the best rival, to whole points"),
                   DADO_FIELD(NUMBER, "boards", "boards"), DADO_FIELD(NUMBER, "share", "of all"));
    for (int i = 0; i < count; i++) {
        for (int m = -DADO_SOLVE_ALL_MARGIN; m <= DADO_SOLVE_ALL_MARGIN; m++) {
            uint64_t boards = s[i].sum.by_margin[DADO_SOLVE_ALL_MARGIN + m];
            if (!boards) continue;
            dado_put(part, s[i].name, m, (int64_t)boards,
                     dado_estimate_share(part_of(&s[i], boards)));
        }
    }
}

// ---- charts over sizes

enum { most_lines = 8, kinds = 4 };

static double drawn_of(const dado_solved_boards *s, int kind)
{
    const double values[kinds] = { s->first.value, s->sum.margin, part_of(s, s->sum.shared),
                                   mean_states(s) };
    return values[kind];
}

// Draws a line per value of the first size; the x axis is the last size.
static void draw_line(dado_part *part, int kind, const dado_solved_boards_series *row, int axis,
                      int colour)
{
    const dado_solved_boards *first = row->at[0];
    const char *name =
        axis ? dado_document_copyf(part->document, "%d %s", first->size[0], first->size_names[0])
             : "";
    dado_put_series(part, row->count, (dado_series){ .name = name, .colour = colour });
    for (int k = 0; k < row->count; k++) {
        dado_put_point(part, row->at[k]->size[axis], drawn_of(row->at[k], kind));
    }
    dado_put_series(part, row->count, (dado_series){ .mark = DADO_DOTS, .colour = colour });
    for (int k = 0; k < row->count; k++) {
        double x = row->at[k]->size[axis];
        if (kind) dado_put_point(part, x, drawn_of(row->at[k], kind));
        else dado_put_range(part, x, dado_estimate_interval(row->at[k]->first));
    }
}

static void draw_charts(dado_document *d, const dado_solved_boards *s, int count)
{
    int axis = s[0].size_names[DADO_BOARD_SIZES - 1] ? DADO_BOARD_SIZES - 1 : 0;
    dado_reference_line even = { .at = 1.0 / s[0].players, .label = "even" },
                        none = { .label = "even" };
    dado_chart charts[kinds] = {
        { .title = "Who wins",
          .rules = &even,
          .rule_count = 1,
          .about = "The first player's part of the wins under perfect play, by size.",
          .y = { .title = "first player's part", .percent = true } },
        { .title = "By how much",
          .rules = &none,
          .rule_count = 1,
          .about = "The first player's mean margin under perfect play, by size.",
          .y = { .title = "mean margin" } },
        { .title = "How often nobody",
          .about = "Boards that end level under perfect play, by size.",
          .y = { .title = "boards that end level", .percent = true, .from_zero = true } },
        { .title = "How large",
          .about = "Positions of a board, by size.",
          .y = { .title = "positions of a board, mean", .logarithm = true } },
    };
    static const char *const names[kinds] = { "chart_share", "chart_margin", "chart_level",
                                              "chart_states" };
    for (int k = 0; k < kinds; k++) {
        charts[k].x = (dado_axis){ .title = s[0].size_names[axis], .whole = true };
        const char *heading = k ? NULL : "Does size change it?";
        dado_part *part =
            dado_document_chart(d, DADO_PART(names[k], .heading = heading), &charts[k]);
        for (int i = 0, found = 0; i < count && found < most_lines; i++) {
            dado_solved_boards_series row = dado_solved_boards_by_size(s, count, i, axis);
            if (row.count) draw_line(part, k, &row, axis, ++found);
        }
    }
}

static void draw_margins(dado_document *d, const dado_solved_boards *s, int number)
{
    dado_chart chart = {
        .title = s->name,
        .about = "Boards by the first player's margin under perfect play.",
        .x = { .title = "first player's margin", .whole = true },
        .y = { .title = "boards", .percent = true },
        .rules = &(dado_reference_line){ .at = 0, .upright = true, .label = "level" },
        .rule_count = 1,
    };
    const char *name = dado_document_copyf(d, "chart_margins_%d", number + 1);
    const char *heading = number ? NULL : "Margins";
    dado_part *part = dado_document_chart(d, DADO_PART(name, .heading = heading), &chart);
    dado_put_series(part, 2 * DADO_SOLVE_ALL_MARGIN + 1, (dado_series){ .mark = DADO_BARS });
    for (int m = -DADO_SOLVE_ALL_MARGIN; m <= DADO_SOLVE_ALL_MARGIN; m++) {
        uint64_t boards = s->sum.by_margin[DADO_SOLVE_ALL_MARGIN + m];
        if (boards) dado_put_point(part, m, part_of(s, boards));
    }
}

// ---- all of it

static void put_verdicts(dado_document *d, const dado_solved_boards *s, int count)
{
    dado_verdict trends[DADO_VERDICTS], judged[DADO_VERDICTS];
    for (int i = 0; i < count; i++) {
        int given = dado_solved_boards_judge(&s[i], judged);
        const char *name = count > 1 ? dado_document_copyf(d, "verdicts_%d", i + 1) : "verdicts";
        const char *heading = i ? NULL : "Is it fair?";
        dado_document_verdicts(d, DADO_PART(name, .heading = heading), judged, given);
    }
    int given = dado_solved_boards_trend(s, count, trends);
    if (given) dado_document_verdicts(d, "trend", trends, given);
}

void dado_report_solved_boards(dado_document *d, const dado_solved_boards *s, int count)
{
    put_verdicts(d, s, count);
    put_sizes(d, s, count);
    put_seats(d, s, count);
    put_margins(d, s, count);
    if (count > 1) draw_charts(d, s, count);
    for (int i = 0; i < count; i++) draw_margins(d, &s[i], i);
    dado_document_text(
        d, DADO_PART("how", .heading = "How this was found", .reader = DADO_FOR_PAGES),
        "Each board was solved backward from its ends, every position once; one board of each "
        "class of boards that play alike was solved and counted as often as there are such boards. "
        "Nothing is estimated, unless a size is said to be drawn.");
}

typedef struct lister {
    dado_part *part;
    const dado_solve_all *survey;
} lister;

static bool put_board(void *to, const char *board, const double *row)
{
    const lister *l = to;
    const dado_solve_all_boards *field = &l->survey->field;
    dado_put(l->part, board);
    for (int p = 0; p < field->game.players; p++) {
        dado_put(l->part, field->game.lowest_wins && row[p] != 0 ? -row[p] : row[p]);
    }
    dado_put(l->part, (int64_t)row[field->game.players]);
    return !l->part->document->cut;
}

void dado_report_boards(dado_document *d, const dado_solve_all *survey, const char *name)
{
    lister l = { dado_table(d, name, DADO_FIELD(WORDS, "board", "board")), survey };
    for (int p = 0; p < survey->field.game.players; p++) {
        const char *score = dado_document_copyf(d, "score%d", p + 1);
        dado_column(l.part, NUMBER, score, score);
    }
    dado_column(l.part, NUMBER, "states", "states");
    dado_solve_all_foreach(survey, put_board, &l);
}
