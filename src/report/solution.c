// solution.c - see solution.h.
//
// Times are for the person who waits: they are printed, but never part of the
// JSON, so that the same boards give the same bytes on any machine.
#include "report/solution.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "measure/stats.h"
#include "measure/words.h"
#include "report/page.h"
#include "report/verdict_lines.h"

// A share this far from even is felt at the table; ten times that breaks a game.
static const double felt = 0.02, broken = 0.20;

dado_solution dado_solution_of(const dado_survey *survey)
{
    dado_solution s = { .plan = survey->plan,
                        .boards = survey->solved,
                        .found = survey->found,
                        .threads = survey->threads,
                        .seconds = survey->seconds };
    dado_survey_sum(survey, &s.sum);
    return s;
}

void dado_solution_name(const dado_survey_plan *plan, char *name)
{
    const dado_row_size *z = &plan->size;
    dado_text out = dado_text_over(name, DADO_SOLUTION_NAME);
    dado_text_addf(&out, "%dx%d", z->colours, z->discs);
    if (z->white) dado_text_addf(&out, " +%d white", z->white);
    if (z->black) dado_text_addf(&out, " +%d black", z->black);
    if (plan->loose) dado_text_add(&out, " loose");
    if (plan->players != 2) dado_text_addf(&out, ", %d players", plan->players);
    if (plan->sample) dado_text_addf(&out, ", %" PRIu64 " drawn", plan->sample);
}

static double part(uint64_t of, uint64_t all)
{
    return all ? (double)of / (double)all : 0;
}

static double mean_states(const dado_solution *s)
{
    return s->sum.rows ? (double)s->sum.total / (double)s->sum.rows : 0;
}

void dado_solution_bounds(const dado_solution *s, double *low, double *high)
{
    *low = *high = s->sum.share;
    if (!s->plan.sample || s->sum.rows == 0) return;
    double boards = (double)s->sum.rows;
    dado_interval bounds = dado_share_interval(s->sum.share * boards, boards, 0.95);
    *low = bounds.low;
    *high = bounds.high;
}

static dado_verdict begin_verdict(const char *topic, dado_tone tone, double value, uint64_t count)
{
    return (dado_verdict){ .topic = topic,
                           .tone = tone,
                           .value = value,
                           .low = value,
                           .high = value,
                           .count = (int64_t)count,
                           .level = 1 };
}

static dado_verdict judge_fairness(const dado_solution *s)
{
    double fair = 1.0 / s->plan.players, low, high;
    dado_solution_bounds(s, &low, &high);
    // how far from fair it is at least, and at most; the two are one where nothing was sampled
    double least = low > fair ? low - fair : high < fair ? fair - high : 0;
    double most = high - fair > fair - low ? high - fair : fair - low;
    dado_tone tone = most <= felt      ? DADO_GOOD
                     : least <= felt   ? DADO_UNSURE
                     : least <= broken ? DADO_WARN
                                       : DADO_BAD;
    dado_verdict v = begin_verdict("fairness", tone, s->sum.share, s->sum.rows);
    v.low = low;
    v.high = high;
    if (s->plan.sample) v.level = 0.95;
    dado_text claim = dado_text_over(v.claim, sizeof v.claim);
    char name[DADO_SOLUTION_NAME];
    dado_solution_name(&s->plan, name);
    dado_text_addf(&claim, "Under perfect play %s is %s.", name,
                   most == 0             ? "exactly fair"
                   : tone == DADO_GOOD   ? "as good as fair"
                   : tone == DADO_UNSURE ? "perhaps fair: more boards would tell"
                   : low > fair          ? "not fair: moving first pays"
                                         : "not fair: moving first costs");
    dado_text out = dado_text_over(v.evidence, sizeof v.evidence);
    dado_text_addf(&out, "Over %s boards the first player's part of the wins is ",
                   s->plan.sample ? "the sampled" : "all");
    dado_say_percent(&out, s->sum.share);
    if (s->plan.sample) {
        dado_text_add(&out, " (");
        dado_say_percents(&out, low, high);
        dado_text_char(&out, ')');
    }
    dado_text_add(&out, " where ");
    dado_say_percent(&out, fair);
    dado_text_add(&out, " would be even. It wins alone on ");
    dado_say_count(&out, (int64_t)s->sum.won[0]);
    dado_text_add(&out, ", others do on ");
    dado_say_count(&out, (int64_t)(s->sum.rows - s->sum.shared - s->sum.won[0]));
    dado_text_add(&out, ", and ");
    dado_say_count(&out, (int64_t)s->sum.shared);
    dado_text_add(&out, " of ");
    dado_say_count(&out, (int64_t)s->sum.rows);
    dado_text_addf(&out, " end level. %s",
                   s->plan.sample ? "Each board is proved, the size is estimated."
                                  : "This is proved, not sampled.");
    return v;
}

static dado_verdict judge_closeness(const dado_solution *s)
{
    uint64_t close = 0;
    for (int m = -1; m <= 1; m++) close += s->sum.by_margin[DADO_SURVEY_MARGIN + m];
    double share = part(close, s->sum.rows);
    dado_verdict v =
        begin_verdict("closeness", share >= 0.5 ? DADO_GOOD : DADO_PLAIN, share, s->sum.rows);
    snprintf(v.claim, sizeof v.claim, "%s",
             share >= 0.5
                 ? "Perfect players finish close together."
                 : "Perfect players finish apart: the board decides by more than a point.");
    dado_text out = dado_text_over(v.evidence, sizeof v.evidence);
    dado_say_percent(&out, share);
    dado_text_addf(&out, " of boards end within a point; the first player's mean margin is %+.4f.",
                   s->sum.margin);
    return v;
}

int dado_solution_judge(const dado_solution *s, dado_verdict verdicts[DADO_VERDICTS])
{
    if (s->sum.rows == 0) return 0;
    verdicts[0] = judge_fairness(s);
    verdicts[1] = judge_closeness(s);
    return 2;
}

// One of the two sizes a board has may differ, and nothing else.
static bool alike_but(bool discs, const dado_solution *a, const dado_solution *b)
{
    const dado_row_size *x = &a->plan.size, *y = &b->plan.size;
    bool same = discs ? x->colours == y->colours : x->discs == y->discs;
    return same && x->white == y->white && x->black == y->black &&
           a->plan.players == b->plan.players && a->plan.loose == b->plan.loose;
}

static int size_of(bool discs, const dado_solution *s)
{
    return discs ? s->plan.size.discs : s->plan.size.colours;
}

// Solutions that differ in one size only, smallest first.
typedef struct row_of_sizes {
    const dado_solution *at[DADO_BIGPOINTS_DISCS + 1];
    int count;
} row_of_sizes;

static double from_fair(const dado_solution *s)
{
    double off = s->sum.share - 1.0 / s->plan.players;
    return off < 0 ? -off : off;
}

static dado_verdict judge_trend(bool discs, const row_of_sizes *row)
{
    const dado_solution *from = row->at[0], *to = row->at[row->count - 1];
    bool nearer = true, further = true;
    for (int i = 1; i < row->count; i++) {
        if (from_fair(row->at[i]) > from_fair(row->at[i - 1])) nearer = false;
        if (from_fair(row->at[i]) < from_fair(row->at[i - 1])) further = false;
    }
    dado_verdict v =
        begin_verdict("size", DADO_PLAIN, to->sum.share - from->sum.share, to->sum.rows);
    dado_text claim = dado_text_over(v.claim, sizeof v.claim);
    dado_text_addf(&claim, "With %d %s, more %s ", size_of(!discs, from),
                   discs ? "colours" : "discs of a colour", discs ? "discs" : "colours");
    dado_text_add(&claim, nearer && further ? "change nothing."
                          : nearer          ? "make it fairer."
                          : further         ? "make it less fair."
                                            : "change who wins, but in no one direction.");
    dado_text out = dado_text_over(v.evidence, sizeof v.evidence);
    dado_text_add(&out, "The first player's part of the wins is");
    for (int i = 0; i < row->count; i++) {
        dado_text_addf(&out, "%s ", i == 0 ? "" : i + 1 == row->count ? " and" : ",");
        dado_say_percent(&out, row->at[i]->sum.share);
        dado_text_addf(&out, " at %dx%d", row->at[i]->plan.size.colours,
                       row->at[i]->plan.size.discs);
    }
    dado_text_addf(&out, "; the mean margin goes from %+.4f to %+.4f.", from->sum.margin,
                   to->sum.margin);
    return v;
}

int dado_solution_trend(const dado_solution *s, int count, dado_verdict verdicts[DADO_VERDICTS])
{
    int written = 0;
    for (int k = 0; k < 2 * count; k++) {
        bool discs = k < count, seen = false;
        int i = k % count;
        for (int j = 0; j < i; j++) seen |= alike_but(discs, &s[i], &s[j]);
        row_of_sizes row = { .count = 0 };
        for (int size = 1; size <= DADO_BIGPOINTS_DISCS && !seen; size++) {
            for (int j = count; j-- > i;) {
                if (!alike_but(discs, &s[i], &s[j]) || size_of(discs, &s[j]) != size) continue;
                row.at[row.count++] = &s[j];
                break;
            }
        }
        if (row.count > 1 && written < DADO_VERDICTS)
            verdicts[written++] = judge_trend(discs, &row);
    }
    return written;
}

static void print_share(dado_text *out, const char *who, uint64_t of, uint64_t all)
{
    dado_text_addf(out, "  %-22s", who);
    dado_text count = { 0 };
    dado_say_count(&count, (int64_t)of);
    dado_text_addf(out, "%12s   %6.2f %%\n", dado_text_string(&count), 100 * part(of, all));
    dado_text_free(&count);
}

static void print_outcomes(const dado_solution *s, dado_text *out)
{
    static const char *const who[] = { "first player wins", "second player wins",
                                       "third player wins", "fourth player wins",
                                       "fifth player wins" };
    print_share(out, who[0], s->sum.won[0], s->sum.rows);
    print_share(out, s->plan.players == 2 ? "drawn" : "shared", s->sum.shared, s->sum.rows);
    for (int p = 1; p < s->plan.players; p++) {
        print_share(out, who[p], s->sum.won[p], s->sum.rows);
    }
    dado_text_addf(out, "  %-22s%12.4f   where %.4f is even\n", "first player's share",
                   s->sum.share, 1.0 / s->plan.players);
    dado_text_addf(out, "  %-22s%+12.4f   (", "mean margin", s->sum.margin);
    bool any = false;
    for (int m = -DADO_SURVEY_MARGIN; m <= DADO_SURVEY_MARGIN; m++) {
        uint64_t boards = s->sum.by_margin[DADO_SURVEY_MARGIN + m];
        if (!boards) continue;
        dado_text_addf(out, "%s%s%d: %" PRIu64, any ? ", " : "", m > 0 ? "+" : "", m, boards);
        any = true;
    }
    dado_text_add(out, ")\n");
}

void dado_solution_print(const dado_solution *s, int columns, bool colour, dado_text *out)
{
    char name[DADO_SOLUTION_NAME];
    dado_solution_name(&s->plan, name);
    dado_text head = { 0 };
    dado_text_addf(&head, "Big Points %s by %s: ", name, dado_objective_names[s->plan.by]);
    dado_say_count(&head, (int64_t)s->sum.rows);
    dado_text_add(&head, " boards, ");
    dado_say_count(&head, (int64_t)s->boards);
    dado_text_add(&head, s->plan.sample ? " drawn and solved" : " solved");
    if (s->found) {
        dado_text_add(&head, " (");
        dado_say_count(&head, (int64_t)s->found);
        dado_text_add(&head, " before)");
    }
    dado_text_addf(&head, ", %.2f s, %d thread%s", s->seconds, s->threads,
                   s->threads == 1 ? "" : "s");
    dado_text_wrap(out, dado_text_string(&head), 4, columns, 0);
    dado_text_char(out, '\n');
    dado_text_free(&head);
    print_outcomes(s, out);
    dado_text_addf(out,
                   "  %-22s%12" PRIu64 "   mean %.2f, most %" PRIu64 ", together %" PRIu64 "\n",
                   "states, least", s->sum.least, mean_states(s), s->sum.most, s->sum.total);
    if (s->sum.shapes) {
        dado_text_addf(out, "  %-22s%12.2f   walked for each board\n", "shapes, mean",
                       (double)s->sum.shapes / (double)s->sum.rows);
    }
    dado_verdict verdicts[DADO_VERDICTS];
    int count = dado_solution_judge(s, verdicts);
    dado_verdicts_print(verdicts, count, columns, colour, out);
}

void dado_solution_json(const dado_solution *s, dado_text *out)
{
    char name[DADO_SOLUTION_NAME];
    dado_solution_name(&s->plan, name);
    const dado_row_size *z = &s->plan.size;
    dado_text_add(out, "{\"game\":\"bigpoints\",\"size\":");
    dado_text_json(out, name);
    dado_text_addf(
        out,
        ",\"colours\":%d,\"discs\":%d,\"white\":%d,\"black\":%d,\"players\":%d,"
        "\"loose\":%s,\"objective\":\"%s\",\"rows\":%" PRIu64 ",\"solved\":%" PRIu64 ",\"won\":[",
        z->colours, z->discs, z->white, z->black, s->plan.players, s->plan.loose ? "true" : "false",
        dado_objective_names[s->plan.by], s->sum.rows, s->boards);
    for (int p = 0; p < s->plan.players; p++) {
        dado_text_addf(out, "%s%" PRIu64, p ? "," : "", s->sum.won[p]);
    }
    dado_text_addf(out, "],\"shared\":%" PRIu64 ",\"first_share\":", s->sum.shared);
    dado_text_json_real(out, s->sum.share);
    if (s->plan.sample) {
        double low, high;
        dado_solution_bounds(s, &low, &high);
        dado_text_addf(out, ",\"sample\":%" PRIu64 ",\"seed\":%" PRIu64 ",\"first_share_low\":",
                       s->plan.sample, s->plan.seed);
        dado_text_json_real(out, low);
        dado_text_add(out, ",\"first_share_high\":");
        dado_text_json_real(out, high);
    }
    dado_text_add(out, ",\"mean_margin\":");
    dado_text_json_real(out, s->sum.margin);
    dado_text_addf(out, ",\"states\":{\"least\":%" PRIu64 ",\"mean\":", s->sum.least);
    dado_text_json_real(out, mean_states(s));
    dado_text_addf(
        out, ",\"most\":%" PRIu64 ",\"total\":%" PRIu64 "},\"shapes\":%" PRIu64 ",\"margins\":{",
        s->sum.most, s->sum.total, s->sum.shapes);
    bool any = false;
    for (int m = -DADO_SURVEY_MARGIN; m <= DADO_SURVEY_MARGIN; m++) {
        uint64_t boards = s->sum.by_margin[DADO_SURVEY_MARGIN + m];
        if (!boards) continue;
        dado_text_addf(out, "%s\"%d\":%" PRIu64, any ? "," : "", m, boards);
        any = true;
    }
    dado_verdict verdicts[DADO_VERDICTS];
    int count = dado_solution_judge(s, verdicts);
    dado_text_add(out, "},\"verdict\":");
    dado_text_json(out, count ? verdicts[0].claim : "");
    dado_text_char(out, '}');
}

// ---- the page

enum { most_lines = 8, most_points = 64 };

// Solutions by number of colours: a line each in charts whose x is discs of a colour.
typedef struct line {
    char name[DADO_SOLUTION_NAME];
    int count;
    double discs[most_points], share[most_points], margin[most_points], states[most_points];
    double level[most_points], low[most_points], high[most_points];
} line;

static int gather_lines(const dado_solution *s, int count, line *lines)
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        bool seen = false;
        for (int j = 0; j < i; j++) seen |= alike_but(true, &s[i], &s[j]);
        if (seen || found == most_lines) continue;
        line *l = &lines[found++];
        *l = (line){ 0 };
        snprintf(l->name, sizeof l->name, "%d colours%s", s[i].plan.size.colours,
                 s[i].plan.size.white || s[i].plan.size.black ? ", special discs" : "");
        for (int discs = 1; discs <= DADO_BIGPOINTS_DISCS; discs++) {
            for (int j = i; j < count; j++) {
                bool mine = alike_but(true, &s[i], &s[j]) && s[j].plan.size.discs == discs;
                if (!mine || l->count == most_points) continue;
                l->discs[l->count] = discs;
                l->share[l->count] = s[j].sum.share;
                dado_solution_bounds(&s[j], &l->low[l->count], &l->high[l->count]);
                l->margin[l->count] = s[j].sum.margin;
                l->states[l->count] = mean_states(&s[j]);
                l->level[l->count++] = part(s[j].sum.shared, s[j].sum.rows);
            }
        }
    }
    return found;
}

static void draw_lines(dado_page *page, const char *title, const char *about, const char *axis,
                       const line *lines, int count, size_t which, dado_chart chart)
{
    dado_series series[2 * most_lines];
    int drawn = 0;
    for (int i = 0; i < count; i++) {
        const double *y = which == 0   ? lines[i].share
                          : which == 1 ? lines[i].margin
                          : which == 2 ? lines[i].states
                                       : lines[i].level;
        dado_series s = { .name = lines[i].name,
                          .mark = DADO_LINE,
                          .count = lines[i].count,
                          .x = lines[i].discs,
                          .y = y,
                          .colour = i + 1 };
        series[drawn++] = s;
        s.name = NULL;
        s.mark = DADO_DOTS;
        if (which == 0) {
            s.low = lines[i].low;
            s.high = lines[i].high;
        }
        series[drawn++] = s;
    }
    chart.title = title;
    chart.about = about;
    chart.x = (dado_axis){ .title = "discs of a colour on the path", .whole = true };
    chart.y.title = axis;
    chart.series = series;
    chart.count = drawn;
    dado_page_chart(page, &chart);
}

static void draw_charts(dado_page *page, const dado_solution *s, int count)
{
    line lines[most_lines];
    int found = gather_lines(s, count, lines);
    double fair = 1.0 / s[0].plan.players;
    dado_rule even = { .at = fair, .label = "even" };
    dado_rule level = { .at = 0, .label = "even" };
    dado_page_gallery_begin(page, 0);
    draw_lines(page, "Who wins", "The first player's part of the wins under perfect play, by size.",
               "first player's share", lines, found, 0,
               (dado_chart){ .y = { .percent = true }, .rules = &even, .rule_count = 1 });
    draw_lines(page, "By how much", "The first player's mean margin under perfect play, by size.",
               "mean margin", lines, found, 1, (dado_chart){ .rules = &level, .rule_count = 1 });
    draw_lines(page, "How often nobody", "Boards that end level under perfect play, by size.",
               "boards that end level", lines, found, 3,
               (dado_chart){ .y = { .percent = true, .from_zero = true } });
    draw_lines(page, "How large", "Positions of a board, by size.", "positions of a board, mean",
               lines, found, 2, (dado_chart){ .y = { .logarithm = true } });
    dado_page_gallery_end(page);
}

static void draw_margins(dado_page *page, const dado_solution *s)
{
    double margin[2 * DADO_SURVEY_MARGIN + 1], share[2 * DADO_SURVEY_MARGIN + 1];
    int count = 0;
    for (int m = -DADO_SURVEY_MARGIN; m <= DADO_SURVEY_MARGIN; m++) {
        uint64_t boards = s->sum.by_margin[DADO_SURVEY_MARGIN + m];
        if (!boards) continue;
        margin[count] = m;
        share[count++] = part(boards, s->sum.rows);
    }
    char name[DADO_SOLUTION_NAME];
    dado_solution_name(&s->plan, name);
    dado_series series = { .mark = DADO_BARS, .count = count, .x = margin, .y = share };
    dado_rule level = { .at = 0, .upright = true, .label = "level" };
    dado_chart chart = {
        .title = name,
        .about = "Boards by the first player's margin under perfect play.",
        .x = { .title = "first player's margin", .whole = true },
        .y = { .title = "boards", .percent = true },
        .series = &series,
        .count = 1,
        .rules = &level,
        .rule_count = 1,
    };
    dado_page_chart(page, &chart);
}

static void write_table(dado_page *page, const dado_solution *s, int count)
{
    static const dado_column columns[] = {
        { "size", false, "colours x discs of each on the path" },
        { "boards", true, NULL },
        { "first wins", true, NULL },
        { "level", true, NULL },
        { "others win", true, NULL },
        { "share", true, "the first player's part of the wins" },
        { "mean margin", true, NULL },
        { "least", true, "distinct positions of a board that are not over" },
        { "mean", true, NULL },
        { "most states", true, NULL },
    };
    dado_page_table_begin(page, "All boards of each size, solved to the end", columns,
                          (int)(sizeof columns / sizeof *columns));
    for (int i = 0; i < count; i++) {
        char name[DADO_SOLUTION_NAME];
        dado_solution_name(&s[i].plan, name);
        dado_page_cell(page, name);
        dado_page_cell_count(page, (int64_t)s[i].sum.rows);
        dado_page_cell_count(page, (int64_t)s[i].sum.won[0]);
        dado_page_cell_count(page, (int64_t)s[i].sum.shared);
        dado_page_cell_count(page, (int64_t)(s[i].sum.rows - s[i].sum.shared - s[i].sum.won[0]));
        dado_page_cell_percent(page, s[i].sum.share);
        dado_page_cell_real(page, s[i].sum.margin);
        dado_page_cell_count(page, (int64_t)s[i].sum.least);
        dado_page_cell_real(page, mean_states(&s[i]));
        dado_page_cell_count(page, (int64_t)s[i].sum.most);
    }
    dado_page_table_end(page);
}

void dado_solution_page(const dado_solution *s, int count, const char *command, dado_text *out)
{
    dado_page page = dado_page_begin("Big Points solved",
                                     "Every board of these sizes, played perfectly by everyone.");
    dado_verdict all[DADO_VERDICTS + 64], two[DADO_VERDICTS];
    dado_page_section(&page, "Is it fair?");
    int given = dado_solution_trend(s, count, all);
    for (int i = 0; i < count && i < 64; i++) {
        int judged = dado_solution_judge(&s[i], two);
        if (judged) all[given++] = two[0];
    }
    dado_page_verdicts(&page, all, given);
    dado_page_section(&page, "Does size change it?");
    if (count > 0) draw_charts(&page, s, count);
    write_table(&page, s, count);
    dado_page_section(&page, "Margins");
    dado_page_gallery_begin(&page, 0);
    for (int i = 0; i < count; i++) draw_margins(&page, &s[i]);
    dado_page_gallery_end(&page);
    dado_page_section(&page, "How this was found");
    dado_page_paragraph(
        &page, "Each board was solved backward from its ends, every position once; boards that "
               "differ only in the names of colours were solved once and counted as often as "
               "they occur. Nothing is estimated, unless a size is said to be sampled.");
    dado_page_code(&page, "again", command);
    dado_page_end(&page, out);
}
