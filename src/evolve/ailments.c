// ailments.c - see ailments.h.
#include "evolve/ailments.h"

#include <stdlib.h>
#include <string.h>

#include "core/ends.h"

enum { times_on = 10, resamples = 1000 };
static const double about = 1.25;  // who says that 30 are expected means from 24 to 37.5

// ---- values ----

static int64_t place(const int32_t *places, int i)
{
    return places ? places[i] : i;
}

static double read(const dado_probe *s, int column, int64_t match)
{
    return column < 0 ? DADO_NONE : dado_frame_value(&s->frame, match, column);
}

static double mean_of(const dado_probe *s, int column, bool occurs, const int32_t *places,
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

static double mean_measure(const dado_probe *s, const int32_t *places, int count)
{
    return mean_of(s, s->ward->column, s->ward->ailment->occurs, places, count);
}

static double mean_extra(const dado_probe *s, const int32_t *places, int count)
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

static double unended(const dado_probe *s, const int32_t *places, int count)
{
    int without = 0;
    for (int i = 0; i < count; i++) {
        without += !dado_ended((dado_end)s->frame.ends[place(places, i)]);
    }
    return count ? (double)without / count : DADO_NONE;
}

// How far the seat that is furthest from it is from a fair share of the wins.
static double unfairness(const dado_probe *s, const int32_t *places, int count)
{
    const dado_frame *f = &s->frame;
    int seats = dado_trace_seats(f->players, f->side);
    dado_totals_clear(s->totals, seats);
    for (int i = 0; i < count; i++) {
        int64_t m = place(places, i);
        dado_trace trace = { .players = f->players, .side = f->side, .end = (dado_end)f->ends[m],
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

// What nine in ten matches take, by what half of them take.
static double dragging(const dado_probe *s, const int32_t *places, int count)
{
    for (int i = 0; i < count; i++) s->room[i] = read(s, s->ward->rounds, place(places, i));
    size_t kept = dado_values_keep(s->room, (size_t)count);
    dado_values_sort(s->room, kept);
    double median = kept ? dado_quantile(s->room, kept, 0.5) : 0;
    return median > 0 ? dado_quantile(s->room, kept, 0.9) / median : DADO_NONE;
}

static double off_hope(double mean, dado_hope hope)
{
    bool one = hope.low == hope.high;
    double low = one ? hope.low / about : hope.low, high = one ? hope.high * about : hope.high;
    if (dado_is_none(mean) || !(high > 0)) return 0;
    return mean > high ? mean / high - 1 : mean < low ? 1 - mean / low : 0;
}

static double unexpected(const dado_probe *s, const int32_t *places, int count)
{
    const dado_ward *w = s->ward;
    return off_hope(mean_of(s, w->rounds, false, places, count), w->hoped_rounds) +
           off_hope(mean_of(s, w->decisions, false, places, count), w->hoped_decisions);
}

// ---- what is looked at besides ----

static dado_plan plan_of(const dado_ward *w, const dado_source *game, const dado_lineup *lineup,
                         int lineups, int64_t matches, uint64_t seed)
{
    return (dado_plan){ .instances = game, .instance_count = 1, .lineups = lineup,
                        .lineup_count = lineups, .matches = matches, .seed = seed,
                        .move_limit = w->limit };
}

// In each seat in turn sits one who thinks a little, among others who do not: what that wins.
static bool look_at_skill(const dado_ward *w, const dado_source *game, uint64_t seed, dado_probe *s,
                          dado_arena *arena, dado_error *err)
{
    int players = s->frame.players;
    int64_t each = s->frame.count / players;
    dado_lineup *lineups = dado_new(arena, dado_lineup, players);
    dado_player *seated = dado_new(arena, dado_player, players * players);
    if (!lineups || !seated) return dado_fail(err, DADO_LIMIT, "no memory left for players");
    for (int p = 0; p < players; p++) {
        for (int q = 0; q < players; q++) seated[p * players + q] = p == q ? w->little : w->none;
        lineups[p] = (dado_lineup){ w->little.typed, seated + p * players, players };
    }
    dado_plan plan = plan_of(w, game, lineups, players, each, seed);
    DADO_ENDS(dado_frame_free) dado_frame frame = { .most = each * players };
    dado_results results;
    dado_experiment_how how = { .threads = -1, .stop = w->stop, .taker = &frame,
                                .block = dado_frame_add };
    bool fine = each == 0 || dado_experiment_run(&plan, &how, &results, err);
    for (int64_t i = 0; fine && i < frame.count; i++) {
        const int32_t *places = frame.places + i * players;
        int seat = (int)(i / each), winners = 0;
        for (int p = 0; p < players; p++) winners += places[p] == 0;
        bool ended = dado_ended((dado_end)frame.ends[i]);
        s->extra[i] = !ended ? DADO_NONE : places[seat] == 0 ? 1.0 / winners : 0;
    }
    s->extra_count = fine ? frame.count : 0;
    if (each) dado_results_free(&results);
    return fine;
}

// In how many matches the rule fires. Where a change has made another rule of it, nothing is known.
static bool look_at_rule(const dado_ward *w, const dado_source *game, uint64_t seed, dado_probe *s,
                         dado_arena *arena, dado_error *err)
{
    dado_lineup lineup = { w->none.typed, &w->none, 1 };
    dado_experiment_how how = { .threads = -1, .stop = w->stop };
    for (int64_t i = 0; i < s->frame.count; i++) {
        dado_coverage found;
        dado_plan plan = plan_of(w, game, &lineup, 1, 1, dado_derive(seed, (uint64_t)i));
        size_t mark = dado_arena_mark(arena);
        if (!dado_coverage_gather(&plan, 0, 0, 1, &how, arena, &found, err)) return false;
        bool same = found.count == w->clauses &&
                    strcmp(found.rules[w->clause].kind, w->clause_kind) == 0;
        s->extra[i] = same ? found.rules[w->clause].held > 0 : DADO_NONE;
        s->extra_count = i + 1;
        dado_arena_rewind(arena, mark);
        if (!same) break;
    }
    return true;
}

// How often the outcome that is likeliest a quarter through a match comes about.
static bool look_ahead(const dado_ward *w, const dado_source *game, uint64_t seed, dado_probe *s,
                       dado_arena *arena, dado_error *err)
{
    dado_experiment_how how = { .threads = -1, .stop = w->stop };
    dado_lineup everyone = { w->everyone.typed, &w->everyone, 1 };
    for (int64_t i = 0; i < s->frame.count; i++) {
        dado_chances chances;
        dado_plan plan = plan_of(w, game, &everyone, 1, 1, dado_derive(seed, (uint64_t)i));
        size_t mark = dado_arena_mark(arena);
        if (!dado_chances_measure(&plan, times_on, &how, arena, &chances, err)) return false;
        s->extra[i] = chances.settled[0].count ? chances.settled[0].mean : DADO_NONE;
        s->extra_count = i + 1;
        dado_arena_rewind(arena, mark);
    }
    return true;
}

// ---- which there are ----

static const dado_ailment ailments[] = {
    { .topic = "completion", .what = "matches that do not end", .kind = DADO_FIGURE_SHARE,
      .length = true, .value = unended },
    { .topic = "fairness", .what = "distance of the furthest seat from a fair share of the wins",
      .kind = DADO_FIGURE_SHARE, .value = unfairness },
    { .topic = "ties", .what = "ties", .measure = "tied", .kind = DADO_FIGURE_SHARE,
      .occurs = true, .value = mean_measure },
    { .topic = "length", .what = "what nine in ten matches take, by what half of them take",
      .kind = DADO_FIGURE_REAL, .length = true, .value = dragging },
    { .topic = "expected", .what = "how far off what was expected it is",
      .kind = DADO_FIGURE_SHARE, .length = true, .value = unexpected },
    { .topic = "drama", .what = "winners who have been behind", .measure = "from_behind",
      .kind = DADO_FIGURE_SHARE, .more = true, .occurs = true, .value = mean_measure },
    { .topic = "lead", .what = "lead change", .measure = "lead_change", .kind = DADO_FIGURE_REAL,
      .more = true, .value = mean_measure },
    { .topic = "runaway", .what = "early leaders who win", .measure = "early_lead",
      .kind = DADO_FIGURE_SHARE, .occurs = true, .value = mean_measure },
    { .topic = "choices", .what = "decisions with more than one option",
      .measure = "decision_share", .kind = DADO_FIGURE_SHARE, .more = true, .length = true,
      .value = mean_measure },
    { .topic = "stakes", .what = "wins of one who thinks a little among others who do not",
      .kind = DADO_FIGURE_SHARE, .more = true, .thinks = true, .cost = 1, .value = mean_extra,
      .look = look_at_skill },
    { .topic = "openness", .what = "matches settled after a quarter", .kind = DADO_FIGURE_SHARE,
      .cost = 1 + DADO_CHANCES_LOOKS * times_on, .value = mean_extra, .look = look_ahead },
    { .topic = "rules", .what = "matches in which the rule fires", .kind = DADO_FIGURE_SHARE,
      .more = true, .cost = 1, .value = mean_extra, .look = look_at_rule },
};

const dado_ailment *dado_ailment_of(const dado_symptom *finding)
{
    if (finding->tone != DADO_WARN && finding->tone != DADO_BAD) return NULL;
    for (size_t i = 0; i < sizeof ailments / sizeof *ailments; i++) {
        if (strcmp(finding->topic, ailments[i].topic) == 0) return &ailments[i];
    }
    return NULL;
}

static void find_clause(dado_ward *w, const dado_coverage *coverage)
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

bool dado_ward_open(dado_ward *w, const dado_symptom *finding, const dado_checkup *checkup,
                    const dado_measures *measures, int limit, dado_arena *arena, dado_error *err)
{
    const dado_ailment *a = dado_ailment_of(finding);
    *w = (dado_ward){
        .ailment = a, .finding = finding, .measures = measures, .limit = limit,
        .breaks = checkup->at_random.broken != NULL,
        .hoped_rounds = checkup->at_random.hoped_rounds,
        .hoped_decisions = checkup->at_random.hoped_decisions,
        .column = a->measure ? dado_measures_find(measures, a->measure) : -1,
        .decisions = dado_measures_find(measures, "decisions"),
        .rounds = dado_measures_find(measures, "rounds"),
    };
    find_clause(w, &checkup->coverage);
    const char *everyone = finding->thinking ? checkup->thinker : "random";
    return dado_player_parse(&w->everyone, everyone, arena, err) &&
           dado_player_parse(&w->little, "ismcts:iterations=10", arena, err) &&
           dado_player_parse(&w->none, "random", arena, err);
}

// ---- samples ----

typedef struct hearing {
    dado_probe *probe;
    dado_gathering gathering;
    volatile sig_atomic_t stop;
} hearing;

static void hear(void *context, const dado_block *block)
{
    hearing *h = context;
    dado_probe *s = h->probe;
    dado_gather_block(&h->gathering, block);
    for (int i = 0; block->players && i < block->count; i++) {
        bool ended = block->ends[i] == DADO_FINISHED;
        if (!ended && s->ward->ailment->value != unended) s->refused = true;
        if (block->ends[i] == DADO_BROKEN && !s->ward->breaks) s->refused = true;
    }
    if (s->ward->stop && *s->ward->stop) s->refused = true;
    if (s->refused) h->stop = 1;
}

static bool make_room(dado_probe *s, int64_t matches)
{
    int seats = dado_trace_seats(s->frame.players, s->frame.side);
    s->totals = calloc(1, dado_totals_size(seats));
    s->room = malloc(sizeof *s->room * (size_t)(matches + 1));
    s->extra = malloc(sizeof *s->extra * (size_t)(matches + 1));
    return s->totals && s->room && s->extra;
}

static bool judge(dado_probe *s, const dado_results *results, const dado_gathering *g,
                  dado_arena *arena)
{
    dado_findings findings;
    if (!dado_gather(&findings, results, g, -1, arena, NULL)) return false;
    s->verdict_count = dado_verdicts_of(&findings, s->verdicts);
    return true;
}

void dado_probe_play(dado_probe *s, const dado_ward *ward, const dado_source *game,
                     int64_t matches, uint64_t seed, bool judged)
{
    *s = (dado_probe){ .ward = ward };
    DADO_ENDS(dado_arena_free) dado_arena arena = { 0 };
    dado_arena_init(&arena, (size_t)256 << 20);
    dado_source kept = *game;
    dado_lineup lineup = { ward->everyone.typed, &ward->everyone, 1 };
    dado_results results;
    hearing h = { .probe = s };
    dado_experiment_how how = { .threads = -1, .stop = &h.stop, .taker = &h, .block = hear };
    bool fine = dado_source_keep(&kept, &arena, NULL);
    if (fine) {
        dado_plan plan = plan_of(ward, &kept, &lineup, 1, matches, seed);
        dado_gathering_init(&h.gathering, ward->measures, NULL);
        fine = dado_experiment_run(&plan, &how, &results, NULL) && !s->refused &&
               results.cells[0].error.status == DADO_OK && results.matches == matches;
        s->frame = h.gathering.frame;  // and is freed with the probe
        fine = fine && make_room(s, matches) &&
               (!ward->ailment->look ||
                ward->ailment->look(ward, &kept, seed, s, &arena, NULL)) &&
               (!judged || judge(s, &results, &h.gathering, &arena));
        dado_results_free(&results);
    }
    s->refused = !fine;
}

void dado_probe_free(dado_probe *s)
{
    dado_frame_free(&s->frame);
    free(s->totals);
    free(s->room);
    free(s->extra);
    *s = (dado_probe){ 0 };
}

static int64_t matches_of(const dado_probe *s)
{
    return s->ward->ailment->look ? s->extra_count : s->frame.count;
}

double dado_probe_value(const dado_probe *s)
{
    return s->refused ? DADO_NONE
                      : s->ward->ailment->value(s, NULL, (int)matches_of(s));
}

double dado_probe_length(const dado_probe *s)
{
    if (s->refused) return DADO_NONE;
    double decisions = mean_of(s, s->ward->decisions, false, NULL, (int)s->frame.count);
    return decisions > 0 ? decisions
                         : mean_of(s, s->ward->rounds, false, NULL, (int)s->frame.count);
}

// ---- effects ----

typedef struct pair {
    const dado_probe *before, *after;
} pair;

static double difference(const void *data, const int32_t *places, int count)
{
    const pair *p = data;
    const dado_ailment *a = p->before->ward->ailment;
    double before = a->value(p->before, places, count), after = a->value(p->after, places, count);
    return dado_is_none(before) || dado_is_none(after) ? 0 : after - before;
}

// Where no match differs from another, resampling shows no spread; what so many matches leave open
// of two shares is known all the same (Newcombe's interval, from Wilson's).
static void widen(dado_interval *effect, double before, double after, double matches, double level)
{
    dado_interval a = dado_share_interval(after * matches, matches, level);
    dado_interval b = dado_share_interval(before * matches, matches, level);
    effect->low -= hypot(after - a.low, b.high - before);
    effect->high += hypot(a.high - after, before - b.low);
}

bool dado_probe_effect(const dado_probe *before, const dado_probe *after, double level,
                       uint64_t seed, dado_interval *effect, dado_arena *arena, dado_error *err)
{
    int64_t count = matches_of(before) < matches_of(after) ? matches_of(before)
                                                           : matches_of(after);
    size_t mark = dado_arena_mark(arena);
    int32_t *places = dado_new(arena, int32_t, count + 1);
    double *room = dado_new(arena, double, resamples + 1);
    if (!places || !room) return dado_fail(err, DADO_LIMIT, "no memory left for an interval");
    pair both = { before, after };
    *effect = dado_bootstrap(difference, &both, (int)count, resamples, level, seed, places, room);
    effect->value = difference(&both, NULL, (int)count);
    bool certain = !(effect->high > effect->low);
    if (certain && before->ward->ailment->kind == DADO_FIGURE_SHARE) {
        widen(effect, dado_probe_value(before), dado_probe_value(after), (double)count, level);
    }
    dado_arena_rewind(arena, mark);
    return true;
}
