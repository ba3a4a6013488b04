// solved_boards.c - see solved_boards.h.
#include "judge/solved_boards.h"

#include <inttypes.h>
#include <stdlib.h>

#include "measure/number_format.h"

// Players feel a share this far from even; ten times as much breaks a game.
static const double felt = 0.02, broken = 0.20, level = 0.95;

static bool is_size(const dado_board_enumerator *extras, const char *name)
{
    for (int i = 0; i < DADO_BOARD_SIZES; i++) {
        if (extras->size[i] && strcmp(extras->size[i], name) == 0) return true;
    }
    return false;
}

static uint64_t mix(uint64_t hash, const char *text)
{
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 0x100000001B3u;
    return (hash ^ 0xFF) * 0x100000001B3u;
}

// Writes the name: "3x4", then whatever else was set.
static void name_it(dado_solved_boards *s, const dado_solve_all_boards *field)
{
    const dado_solve_all_plan *plan = &field->plan;
    dado_text out = dado_text_in_buffer(s->name, sizeof s->name);
    s->like = 0xCBF29CE484222325u;
    for (int i = 0; i < DADO_BOARD_SIZES && field->extras->size[i]; i++) {
        const dado_option *size = dado_options_find(&plan->source.options, field->extras->size[i]);
        s->size_names[i] = field->extras->size[i];
        s->size[i] = size ? dado_leading_int(size->text) : 0;
        dado_text_addf(&out, "%s%d", i ? "x" : "", s->size[i]);
    }
    for (int i = 0; i < plan->source.options.count; i++) {
        const dado_option *o = &plan->source.options.items[i];
        if (is_size(field->extras, o->name)) continue;
        dado_text_addf(&out, " %s=%.12s", o->name, o->text);
        s->like = mix(mix(s->like, o->name), o->text);
    }
    if (plan->sample) dado_text_addf(&out, ", %" PRIu64 " drawn", plan->sample);
}

dado_solved_boards dado_solved_boards_of(const dado_solve_all *survey)
{
    dado_solved_boards s = { .players = survey->field.game.players,
                             .sampled = survey->field.plan.sample > 0,
                             .solved = survey->solved,
                             .found = survey->found };
    name_it(&s, &survey->field);
    dado_solve_all_summarize(survey, &s.sum);
    double boards = (double)s.sum.boards;
    s.first = s.sampled ? dado_estimate_proportion(s.sum.share * boards, boards, level)
                        : dado_estimate_share(s.sum.share);
    return s;
}

static dado_verdict begin_verdict(const char *topic, dado_tone tone, dado_estimate figure,
                                  uint64_t count)
{
    bool sure = !dado_estimate_has_interval(figure);
    dado_verdict v = { .topic = topic, .tone = tone };
    dado_verdict_set_figure(&v, dado_estimate_interval(figure), sure ? 1 : figure.level,
                            (int64_t)count);
    return v;
}

// Writes a share: exact if all boards were solved, estimated if boards were sampled.
static dado_number_string share_said(const dado_solved_boards *s, const dado_verdict *v)
{
    return s->sampled ? dado_string_share(v->figure) : dado_string_percent(v->figure.value);
}

static dado_verdict judge_fairness(const dado_solved_boards *s)
{
    double fair = 1.0 / s->players;
    dado_verdict v = begin_verdict("fairness", DADO_PLAIN, s->first, s->sum.boards);
    dado_interval part = v.figure;
    // How far the share is from fair, at least and at most; both are equal if nothing was
    // sampled.
    double least = part.low > fair ? part.low - fair : part.high < fair ? fair - part.high : 0;
    double most = part.high - fair > fair - part.low ? part.high - fair : fair - part.low;
    v.tone = most <= felt      ? DADO_GOOD
             : least <= felt   ? DADO_UNSURE
             : least <= broken ? DADO_WARN
                               : DADO_BAD;
    dado_verdict_claim(&v, "Under perfect play %s is %s.", s->name,
                       most == 0               ? "exactly fair"
                       : v.tone == DADO_GOOD   ? "as good as fair"
                       : v.tone == DADO_UNSURE ? "perhaps fair: more boards would tell"
                       : part.low > fair       ? "not fair: moving first pays"
                                               : "not fair: moving first costs");
    dado_verdict_evidence(
        &v,
        "Over %s boards the first player's part of the wins is %s where %s would be "
        "even. It wins alone on %s, others do on %s, and %s of %s end level. %s",
        s->sampled ? "the sampled" : "all", share_said(s, &v).s, dado_string_percent(fair).s,
        dado_string_count((int64_t)s->sum.won[0]).s,
        dado_string_count((int64_t)(s->sum.boards - s->sum.shared - s->sum.won[0])).s,
        dado_string_count((int64_t)s->sum.shared).s, dado_string_count((int64_t)s->sum.boards).s,
        s->sampled ? "Each board is proved, the size is estimated."
                   : "This is proved, not sampled.");
    return v;
}

static dado_verdict judge_closeness(const dado_solved_boards *s)
{
    uint64_t close = 0;
    for (int m = -1; m <= 1; m++) close += s->sum.by_margin[DADO_SOLVE_ALL_MARGIN + m];
    double hits = (double)close, boards = (double)s->sum.boards;
    dado_estimate share = s->sampled ? dado_estimate_proportion(hits, boards, level)
                                     : dado_estimate_share(hits / boards);
    dado_verdict v = begin_verdict("closeness", DADO_PLAIN, share, s->sum.boards);
    // If boards were sampled, the whole interval must lie on one side.
    if (v.figure.low >= 0.5) v.tone = DADO_GOOD;
    dado_verdict_claim(&v,
                       v.figure.low >= 0.5 ? "Perfect players finish close together."
                       : v.figure.high < 0.5
                           ? "Perfect players finish apart: the board decides by more than a point."
                           : "About half of the boards end within a point, as far as these tell.");
    dado_verdict_evidence(
        &v, "%s of boards end within a point; the first player's mean margin is %+.4f.",
        share_said(s, &v).s, s->sum.margin);
    return v;
}

int dado_solved_boards_judge(const dado_solved_boards *s, dado_verdict verdicts[DADO_VERDICTS])
{
    if (s->sum.boards == 0 || s->players < 2) return 0;
    verdicts[0] = judge_fairness(s);
    verdicts[1] = judge_closeness(s);
    return 2;
}

// Tells whether two solutions are equal in everything except possibly one of the sizes.
static bool alike_but(int axis, const dado_solved_boards *a, const dado_solved_boards *b)
{
    for (int i = 0; i < DADO_BOARD_SIZES; i++) {
        if (i != axis && a->size[i] != b->size[i]) return false;
    }
    return a->like == b->like && a->players == b->players;
}

dado_solved_boards_series dado_solved_boards_by_size(const dado_solved_boards *s, int count,
                                                     int from, int axis)
{
    dado_solved_boards_series row = { .count = 0 };
    for (int j = 0; j < from; j++) {
        if (alike_but(axis, &s[from], &s[j])) return row;
    }
    for (int j = from; j < count; j++) {
        if (!alike_but(axis, &s[from], &s[j])) continue;
        int place = row.count;
        while (place > 0 && row.at[place - 1]->size[axis] > s[j].size[axis]) place--;
        bool twice = place > 0 && row.at[place - 1]->size[axis] == s[j].size[axis];
        if (twice || row.count == sizeof row.at / sizeof *row.at) continue;
        for (int k = row.count++; k > place; k--) row.at[k] = row.at[k - 1];
        row.at[place] = &s[j];
    }
    return row;
}

static double from_fair(const dado_solved_boards *s)
{
    double off = s->sum.share - 1.0 / s->players;
    return off < 0 ? -off : off;
}

static dado_verdict judge_trend(int axis, const dado_solved_boards_series *row)
{
    const dado_solved_boards *from = row->at[0], *to = row->at[row->count - 1];
    bool nearer = true, further = true, sampled = false;
    for (int i = 0; i < row->count; i++) {
        sampled = sampled || row->at[i]->sampled;
        if (i == 0) continue;
        if (from_fair(row->at[i]) > from_fair(row->at[i - 1])) nearer = false;
        if (from_fair(row->at[i]) < from_fair(row->at[i - 1])) further = false;
    }
    dado_verdict v = begin_verdict(
        "size", DADO_PLAIN, dado_estimate_real(to->sum.share - from->sum.share), to->sum.boards);
    dado_text claim = dado_text_in_buffer(v.claim, sizeof v.claim);
    for (int i = 0; i < DADO_BOARD_SIZES; i++) {
        if (i != axis && from->size_names[i]) {
            dado_text_addf(&claim, "With %d %s, ", from->size[i], from->size_names[i]);
        }
    }
    dado_text_addf(&claim, "%s %s ", claim.length ? "more" : "More", from->size_names[axis]);
    dado_text_add(&claim, nearer && further ? "change nothing"
                          : nearer          ? "make it fairer"
                          : further         ? "make it less fair"
                                            : "change who wins, but in no one direction");
    dado_text_add(&claim, sampled ? ", on the boards drawn." : ".");
    dado_verdict_evidence(&v, "The first player's part of the wins is");
    for (int i = 0; i < row->count; i++) {
        dado_verdict_evidence(&v, "%s %s at ",
                              i == 0                ? ""
                              : i + 1 == row->count ? " and"
                                                    : ",",
                              dado_string_percent(row->at[i]->sum.share).s);
        for (int k = 0; k < DADO_BOARD_SIZES && from->size_names[k]; k++) {
            dado_verdict_evidence(&v, "%s%d", k ? "x" : "", row->at[i]->size[k]);
        }
    }
    dado_verdict_evidence(&v, "; the mean margin goes from %+.4f to %+.4f.", from->sum.margin,
                          to->sum.margin);
    return v;
}

int dado_solved_boards_trend(const dado_solved_boards *s, int count,
                             dado_verdict verdicts[DADO_VERDICTS])
{
    int written = 0;
    for (int axis = DADO_BOARD_SIZES; axis-- > 0;) {
        for (int i = 0; i < count && s[0].size_names[axis]; i++) {
            dado_solved_boards_series row = dado_solved_boards_by_size(s, count, i, axis);
            if (row.count > 1 && written < DADO_VERDICTS) {
                verdicts[written++] = judge_trend(axis, &row);
            }
        }
    }
    return written;
}
