// finding_severity.c - measures how severe a finding is in a sample of matches; see
// finding_severity.h.
#include "evolve/finding_severity.h"

#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"

enum { times_on = 10, resamples = 1000 };
// Tolerance factor: an expectation of 30 accepts 24 to 37.5.
static const double about = 1.25;
// A condition that holds more often than this, whenever it is looked at, hardly ever fails.
static const double nearly_always = 0.9;

// ---- values of a sample ----

static int64_t place(const int32_t *places, int i)
{
    return places ? places[i] : i;
}

static double read(const dado_match_sample *s, int column, int64_t match)
{
    return column < 0 ? DADO_NONE : dado_data_frame_value(&s->frame, match, column);
}

static double mean_of(const dado_match_sample *s, int column, bool occurs, const int32_t *places,
                      int count)
{
    double sum = 0;
    int valued = 0;
    for (int i = 0; i < count; i++) {
        double value = read(s, column, place(places, i));
        if (dado_is_none(value)) continue;
        sum += occurs ? value != 0 : value;
        valued++;
    }
    return valued ? sum / valued : DADO_NONE;
}

static double mean_measure(const dado_match_sample *s, const int32_t *places, int count)
{
    return mean_of(s, s->fix_context->column, s->fix_context->fixable_finding->occurs, places,
                   count);
}

static double mean_extra(const dado_match_sample *s, const int32_t *places, int count)
{
    double sum = 0;
    int valued = 0;
    for (int i = 0; i < count; i++) {
        double value = s->extra[place(places, i)];
        if (dado_is_none(value)) continue;
        sum += value;
        valued++;
    }
    return valued ? sum / valued : DADO_NONE;
}

static double unended(const dado_match_sample *s, const int32_t *places, int count)
{
    int without = 0;
    for (int i = 0; i < count; i++) {
        without += !dado_end_has_result((dado_match_end)s->frame.ends[place(places, i)]);
    }
    return count ? (double)without / count : DADO_NONE;
}

// Returns the largest difference between a seat's share of wins and a fair share.
static double unfairness(const dado_match_sample *s, const int32_t *places, int count)
{
    const dado_data_frame *f = &s->frame;
    int seats = dado_scoring_seats(f->players, f->side);
    dado_totals_clear(s->totals, seats);
    for (int i = 0; i < count; i++) {
        int64_t m = place(places, i);
        dado_trace trace = { .players = f->players,
                             .side = f->side,
                             .end = (dado_match_end)f->ends[m],
                             .result = f->scores + m * f->players,
                             .places = f->places + m * f->players };
        dado_totals_add(s->totals, &trace);
    }
    double furthest = 0, ranked = (double)s->totals->ranked;
    for (int p = 0; ranked > 0 && p < seats; p++) {
        double off = fabs(s->totals->seat[p].won / ranked - 1.0 / seats);
        if (off > furthest) furthest = off;
    }
    return ranked > 0 ? furthest : DADO_NONE;
}

// Returns the 90 % quantile of the rounds per match, divided by their median.
static double dragging(const dado_match_sample *s, const int32_t *places, int count)
{
    for (int i = 0; i < count; i++) s->room[i] = read(s, s->fix_context->rounds, place(places, i));
    size_t kept = dado_values_drop_missing(s->room, (size_t)count);
    dado_values_sort(s->room, kept);
    double median = kept ? dado_quantile(s->room, kept, 0.5) : 0;
    return median > 0 ? dado_quantile(s->room, kept, 0.9) / median : DADO_NONE;
}

static double distance_from_hope(double mean, dado_designer_range hope)
{
    bool one = hope.low == hope.high;
    double low = one ? hope.low / about : hope.low, high = one ? hope.high * about : hope.high;
    if (dado_is_none(mean) || !(high > 0)) return 0;
    return mean > high ? mean / high - 1 : mean < low ? 1 - mean / low : 0;
}

static double unexpected(const dado_match_sample *s, const int32_t *places, int count)
{
    const dado_fix_context *w = s->fix_context;
    return distance_from_hope(mean_of(s, w->rounds, false, places, count), w->designed_rounds) +
           distance_from_hope(mean_of(s, w->decisions, false, places, count),
                              w->designed_decisions);
}

// ---- measurements that need additional matches ----

static dado_plan plan_of(const dado_fix_context *w, const dado_game_source *game,
                         const dado_lineup *lineup, int lineups, int64_t matches, uint64_t seed)
{
    return (dado_plan){ .instances = game,
                        .instance_count = 1,
                        .lineups = lineup,
                        .lineup_count = lineups,
                        .matches = matches,
                        .seed = seed,
                        .move_limit = w->limit };
}

// Measures what thinking wins: in each seat in turn one player thinks a little, and the
// others do not.
static bool measure_skill(const dado_fix_context *w, const dado_game_source *game, uint64_t seed,
                          dado_match_sample *s, dado_region *region, dado_error *err)
{
    int players = s->frame.players;
    int64_t each = s->frame.count / players;
    dado_lineup *lineups = dado_new(region, dado_lineup, players);
    dado_player *seated = dado_new(region, dado_player, players * players);
    if (!lineups || !seated)
        return dado_fail(err, DADO_LIMIT, "out of memory while seating players");
    for (int p = 0; p < players; p++) {
        for (int q = 0; q < players; q++) seated[p * players + q] = p == q ? w->little : w->none;
        lineups[p] = (dado_lineup){ w->little.typed, seated + p * players, players };
    }
    dado_plan plan = plan_of(w, game, lineups, players, each, seed);
    DADO_CLEANUP(dado_data_frame_free) dado_data_frame frame = { .most = each * players };
    dado_results results;
    dado_experiment_settings how = {
        .threads = -1, .stop = w->stop, .taker = &frame, .block = dado_data_frame_add
    };
    bool fine = each == 0 || dado_experiment_run(&plan, &how, &results, err);
    for (int64_t i = 0; fine && i < frame.count; i++) {
        const int32_t *places = frame.places + i * players;
        int seat = (int)(i / each), winners = 0;
        for (int p = 0; p < players; p++) winners += places[p] == 0;
        bool ended = dado_end_has_result((dado_match_end)frame.ends[i]);
        s->extra[i] = !ended ? DADO_NONE : places[seat] == 0 ? 1.0 / winners : 0;
    }
    s->extra_count = fine ? frame.count : 0;
    if (each) dado_results_free(&results);
    return fine;
}

// Measures the share of matches in which the rule fires. If a change has turned it into
// another rule, or if its condition hardly ever fails, the value is unknown: a condition
// that is nearly always true is no better than one that never is.
static bool measure_rule_use(const dado_fix_context *w, const dado_game_source *game, uint64_t seed,
                             dado_match_sample *s, dado_region *region, dado_error *err)
{
    dado_lineup lineup = { w->none.typed, &w->none, 1 };
    dado_experiment_settings how = { .threads = -1, .stop = w->stop };
    int64_t held = 0, failed = 0;
    for (int64_t i = 0; i < s->frame.count; i++) {
        dado_rule_coverage found;
        dado_plan plan = plan_of(w, game, &lineup, 1, 1, dado_derive_seed(seed, (uint64_t)i));
        size_t mark = dado_region_mark(region);
        if (!dado_rule_coverage_collect(&plan, 0, 0, 1, &how, region, &found, err)) return false;
        bool same =
            found.count == w->clauses && strcmp(found.rules[w->clause].kind, w->clause_kind) == 0;
        s->extra[i] = same ? found.rules[w->clause].held > 0 : DADO_NONE;
        s->extra_count = i + 1;
        held += same ? found.rules[w->clause].held : 0;
        failed += same ? found.rules[w->clause].failed : 0;
        dado_region_rewind(region, mark);
        if (!same) break;
    }
    bool condition = strcmp(w->clause_kind, "condition") == 0;
    if (condition && (double)held > nearly_always * (double)(held + failed)) {
        for (int64_t i = 0; i < s->extra_count; i++) s->extra[i] = DADO_NONE;
    }
    return true;
}

// Measures how often the outcome that is most likely after a quarter of a match is the
// final outcome.
static bool measure_foresight(const dado_fix_context *w, const dado_game_source *game,
                              uint64_t seed, dado_match_sample *s, dado_region *region,
                              dado_error *err)
{
    dado_experiment_settings how = { .threads = -1, .stop = w->stop };
    dado_lineup everyone = { w->everyone.typed, &w->everyone, 1 };
    for (int64_t i = 0; i < s->frame.count; i++) {
        dado_predictability chances;
        dado_plan plan = plan_of(w, game, &everyone, 1, 1, dado_derive_seed(seed, (uint64_t)i));
        size_t mark = dado_region_mark(region);
        if (!dado_predictability_measure(&plan, times_on, &how, region, &chances, err))
            return false;
        s->extra[i] = chances.settled[0].count ? chances.settled[0].mean : DADO_NONE;
        s->extra_count = i + 1;
        dado_region_rewind(region, mark);
    }
    return true;
}

// ---- the table of findings that a change may fix ----

// clang-format off
static const dado_fixable_finding ailments[] = {
    { .topic = "completion", .what = "matches that do not end", .kind = DADO_ESTIMATE_SHARE,
      .length = true, .value = unended },
    { .topic = "fairness", .what = "distance of the furthest seat from a fair share of the wins",
      .kind = DADO_ESTIMATE_SHARE, .value = unfairness },
    { .topic = "ties", .what = "ties", .measure = "tied", .kind = DADO_ESTIMATE_SHARE,
      .occurs = true, .value = mean_measure },
    { .topic = "length", .what = "what nine in ten matches take, by what half of them take",
      .kind = DADO_ESTIMATE_REAL, .length = true, .value = dragging },
    { .topic = "expected", .what = "how far off what was expected it is",
      .kind = DADO_ESTIMATE_SHARE, .length = true, .value = unexpected },
    { .topic = "drama", .what = "winners who have been behind", .measure = "from_behind",
      .kind = DADO_ESTIMATE_SHARE, .more = true, .occurs = true, .value = mean_measure },
    { .topic = "lead", .what = "lead change", .measure = "lead_change", .kind = DADO_ESTIMATE_REAL,
      .more = true, .value = mean_measure },
    { .topic = "runaway", .what = "early leaders who win", .measure = "early_lead",
      .kind = DADO_ESTIMATE_SHARE, .occurs = true, .value = mean_measure },
    { .topic = "choices", .what = "decisions with more than one option",
      .measure = "decision_share", .kind = DADO_ESTIMATE_SHARE, .more = true, .length = true,
      .value = mean_measure },
    { .topic = "stakes", .what = "wins of one who thinks a little among others who do not",
      .kind = DADO_ESTIMATE_SHARE, .more = true, .thinks = true, .cost = 1, .value = mean_extra,
      .look = measure_skill },
    { .topic = "openness", .what = "matches settled after a quarter", .kind = DADO_ESTIMATE_SHARE,
      .cost = 1 + DADO_PREDICTABILITY_POINTS * times_on, .value = mean_extra,
      .look = measure_foresight },
    { .topic = "rules", .what = "matches in which the rule fires", .kind = DADO_ESTIMATE_SHARE,
      .more = true, .cost = 1, .enough = 0.25, .value = mean_extra, .look = measure_rule_use },
};
// clang-format on

const dado_fixable_finding *dado_fixable_finding_of(const dado_symptom *finding)
{
    if (finding->tone != DADO_WARN && finding->tone != DADO_BAD) return NULL;
    // A game in which early leaders win too seldom is not fixed by making them win less.
    if (strstr(finding->claim, "Who leads early seldom wins")) return NULL;
    for (size_t i = 0; i < sizeof ailments / sizeof *ailments; i++) {
        if (strcmp(finding->topic, ailments[i].topic) == 0) return &ailments[i];
    }
    return NULL;
}

static void find_clause(dado_fix_context *w, const dado_rule_coverage *coverage)
{
    const dado_place *at = &w->finding->place;
    w->clause = -1;
    for (int i = 0; at->line && i < coverage->count; i++) {
        const dado_rule_use *rule = &coverage->rules[i];
        if (rule->place.line != at->line || rule->place.column != at->column) continue;
        w->clause = i;
        w->clauses = coverage->count;
        w->clause_kind = rule->kind;
    }
}

bool dado_fix_context_open(dado_fix_context *w, const dado_symptom *finding,
                           const dado_checkup *checkup, const dado_measures *measures, int limit,
                           dado_region *region, dado_error *err)
{
    const dado_fixable_finding *a = dado_fixable_finding_of(finding);
    *w = (dado_fix_context){
        .fixable_finding = a,
        .finding = finding,
        .measures = measures,
        .limit = limit,
        .breaks = checkup->at_random.broken != NULL,
        .designed_rounds = checkup->at_random.designed_rounds,
        .designed_decisions = checkup->at_random.designed_decisions,
        .column = a->measure ? dado_measures_find(measures, a->measure) : -1,
        .decisions = dado_measures_find(measures, "decisions"),
        .rounds = dado_measures_find(measures, "rounds"),
    };
    find_clause(w, &checkup->coverage);
    const char *everyone = finding->thinking ? checkup->thinker : "random";
    return dado_player_parse(&w->everyone, everyone, region, err) &&
           dado_player_parse(&w->little, "ismcts:iterations=10", region, err) &&
           dado_player_parse(&w->none, "random", region, err);
}

// ---- samples ----

typedef struct block_collector {
    dado_match_sample *sample;
    dado_findings_collector gathering;
} block_collector;

static void collect_block(void *context, const dado_block *block)
{
    block_collector *h = context;
    dado_match_sample *s = h->sample;
    dado_findings_collect_block(&h->gathering, block);
    for (int i = 0; block->players && i < block->count; i++) {
        bool ended = block->ends[i] == DADO_FINISHED;
        if (!ended && s->fix_context->fixable_finding->value != unended) s->refused = true;
        if (block->ends[i] == DADO_BROKEN && !s->fix_context->breaks) s->refused = true;
    }
}

static bool is_refused(void *context)
{
    const block_collector *h = context;
    return h->sample->refused;
}

// Plays a few matches at random and tells whether all of them end. Players who think would
// take very long over matches that never do.
static bool ends_at_random(const dado_fix_context *w, const dado_game_source *game, uint64_t seed)
{
    enum { tried = 20 };
    dado_lineup lineup = { w->none.typed, &w->none, 1 };
    dado_plan plan = plan_of(w, game, &lineup, 1, tried, seed);
    dado_match_sample sample = { .fix_context = w };
    block_collector h = { .sample = &sample };
    dado_findings_collector_init(&h.gathering, w->measures, NULL);
    dado_experiment_settings how = {
        .threads = -1, .stop = w->stop, .taker = &h, .block = collect_block, .enough = is_refused
    };
    dado_results results;
    bool fine = dado_experiment_run(&plan, &how, &results, NULL) && !sample.refused &&
                results.matches == tried;
    dado_data_frame_free(&h.gathering.frame);
    dado_results_free(&results);
    return fine;
}

static bool make_room(dado_match_sample *s, int64_t matches)
{
    int seats = dado_scoring_seats(s->frame.players, s->frame.side);
    s->totals = calloc(1, dado_totals_size(seats));
    s->room = malloc(sizeof *s->room * (size_t)(matches + 1));
    s->extra = malloc(sizeof *s->extra * (size_t)(matches + 1));
    return s->totals && s->room && s->extra;
}

static bool judge(dado_match_sample *s, const dado_results *results,
                  const dado_findings_collector *g, dado_region *region)
{
    dado_findings findings;
    if (!dado_findings_collect(&findings, results, g, -1, region, NULL)) return false;
    s->verdict_count = dado_verdicts_of(&findings, s->verdicts);
    return true;
}

void dado_match_sample_play(dado_match_sample *s, const dado_fix_context *fix_context,
                            const dado_game_source *game, int64_t matches, uint64_t seed,
                            bool judged)
{
    *s = (dado_match_sample){ .fix_context = fix_context };
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init(&region, (size_t)256 << 20);
    dado_game_source kept = *game;
    dado_lineup lineup = { fix_context->everyone.typed, &fix_context->everyone, 1 };
    dado_results results;
    block_collector h = { .sample = s };
    dado_experiment_settings how = { .threads = -1,
                                     .stop = fix_context->stop,
                                     .taker = &h,
                                     .block = collect_block,
                                     .enough = is_refused };
    bool fine = dado_game_source_preopen(&kept, &region, NULL) &&
                (!fix_context->finding->thinking || ends_at_random(fix_context, &kept, seed));
    if (fine) {
        dado_plan plan = plan_of(fix_context, &kept, &lineup, 1, matches, seed);
        dado_findings_collector_init(&h.gathering, fix_context->measures, NULL);
        fine = dado_experiment_run(&plan, &how, &results, NULL) && !s->refused &&
               results.cells[0].error.status == DADO_OK && results.matches == matches;
        s->frame = h.gathering.frame;  // freed together with the sample
        fine = fine && make_room(s, matches) &&
               (!fix_context->fixable_finding->look ||
                fix_context->fixable_finding->look(fix_context, &kept, seed, s, &region, NULL)) &&
               (!judged || judge(s, &results, &h.gathering, &region));
        dado_results_free(&results);
    }
    s->refused = !fine;
}

void dado_match_sample_free(dado_match_sample *s)
{
    dado_data_frame_free(&s->frame);
    free(s->totals);
    free(s->room);
    free(s->extra);
    *s = (dado_match_sample){ 0 };
}

static int64_t matches_of(const dado_match_sample *s)
{
    return s->fix_context->fixable_finding->look ? s->extra_count : s->frame.count;
}

double dado_match_sample_value(const dado_match_sample *s)
{
    return s->refused ? DADO_NONE
                      : s->fix_context->fixable_finding->value(s, NULL, (int)matches_of(s));
}

double dado_match_sample_length(const dado_match_sample *s)
{
    if (s->refused) return DADO_NONE;
    double decisions = mean_of(s, s->fix_context->decisions, false, NULL, (int)s->frame.count);
    return decisions > 0 ? decisions
                         : mean_of(s, s->fix_context->rounds, false, NULL, (int)s->frame.count);
}

// ---- effects ----

typedef struct pair {
    const dado_match_sample *before, *after;
} pair;

static double difference(const void *data, const int32_t *places, int count)
{
    const pair *p = data;
    const dado_fixable_finding *a = p->before->fix_context->fixable_finding;
    double before = a->value(p->before, places, count), after = a->value(p->after, places, count);
    return dado_is_none(before) || dado_is_none(after) ? 0 : after - before;
}

// Widens an interval. If all matches are alike, resampling shows no spread; this adds the
// uncertainty of two shares from so many matches (Newcombe's interval, from Wilson's).
static void widen(dado_interval *effect, double before, double after, double matches, double level)
{
    dado_interval a = dado_share_interval(after * matches, matches, level);
    dado_interval b = dado_share_interval(before * matches, matches, level);
    effect->low -= hypot(after - a.low, b.high - before);
    effect->high += hypot(a.high - after, before - b.low);
}

bool dado_match_sample_effect(const dado_match_sample *before, const dado_match_sample *after,
                              double level, uint64_t seed, dado_interval *effect,
                              dado_region *region, dado_error *err)
{
    int64_t count = matches_of(before) < matches_of(after) ? matches_of(before) : matches_of(after);
    size_t mark = dado_region_mark(region);
    int32_t *places = dado_new(region, int32_t, count + 1);
    double *room = dado_new(region, double, resamples + 1);
    if (!places || !room)
        return dado_fail(err, DADO_LIMIT, "out of memory while computing an interval");
    pair both = { before, after };
    *effect = dado_bootstrap(difference, &both, (int)count, resamples, level, seed, places, room);
    effect->value = difference(&both, NULL, (int)count);
    bool certain = !(effect->high > effect->low);
    if (certain && before->fix_context->fixable_finding->kind == DADO_ESTIMATE_SHARE) {
        widen(effect, dado_match_sample_value(before), dado_match_sample_value(after),
              (double)count, level);
    }
    dado_region_rewind(region, mark);
    return true;
}
