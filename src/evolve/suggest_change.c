// suggest_change.c - searches for a change that fixes a finding; see suggest_change.h.
#include "evolve/suggest_change.h"

#include <stdlib.h>
#include <string.h>

#include "evolve/changed_game_checkup.h"
#include "evolve/finding_severity.h"
#include "evolve/rules_species.h"
#include "judge/comparison.h"
#include "lab/thread_pool.h"
#include "recycle/recycle.h"

// Each stage may use a quarter of the matches: three stages select, and the last
// confirms.
enum { most_changes = 96, finalists = 6, stages = 4, together = 8 };
// Number of changes kept after each stage.
static const int keep[stages - 1] = { 24, 12, finalists };
// Probability that a change without effect is suggested.
static const double doubt = 0.05;
// A change that makes matches this much longer or shorter makes another game.
static const double longer = 2;

typedef struct candidate {
    const char *text;
    char change[160];
    int order;  // order in which the changes were made; among equals the first is taken
    dado_game_source source;
    dado_match_sample sample;
    double gain;      // mean gain over all matches so far
    int64_t matches;  // number of these matches
} candidate;

typedef struct search {
    const dado_change_request *request;
    const dado_experiment_settings *how;
    dado_region *region;
    dado_change_suggestion *advice;
    dado_fix_context fix_context;
    dado_measures measures;
    dado_thread_pool *pool;
    candidate *list;    // the unchanged game, then the changes, the better ones first
    int count;          // number of changes that are still in the search
    int64_t done, all;  // number of samples, for progress
    // The stage that is being played.
    int first;
    int64_t matches;
    uint64_t seed;
    bool judged;
} search;

static bool stopped(search *s)
{
    if (s->how->stop && *s->how->stop) s->advice->interrupted = true;
    return s->advice->interrupted;
}

// ---- changes ----

static bool is_known(const search *s, const char *text)
{
    for (int i = 0; i <= s->count; i++) {
        if (strcmp(s->list[i].text, text) == 0) return true;
    }
    return false;
}

static bool take(search *s, const dado_rules_species_config *breed, const dado_rules_edit *made,
                 dado_error *err)
{
    if (is_known(s, made->text) || !dado_rules_is_valid_variant(breed, made->text)) return true;
    candidate *c = &s->list[s->count + 1];
    c->text = dado_region_copy(s->region, made->text, strlen(made->text));
    if (!c->text) return dado_fail(err, DADO_LIMIT, "out of memory while listing changes");
    snprintf(c->change, sizeof c->change, "%s", made->step);
    if (!dado_game_source_from_text(&c->source, breed->name, c->text, breed->options, s->region,
                                    err)) {
        return false;
    }
    c->order = s->count++;
    return true;
}

// Lists the changes of numbers in the line of a rule that is not used.
static bool list_changes_of_rule(search *s, const dado_rules_species_config *breed, int turns,
                                 int most, dado_rules_edit *made, dado_error *err)
{
    char line[32];
    snprintf(line, sizeof line, "line %d:", s->advice->finding->place.line);
    for (int i = 0; i < turns && s->count < most && !stopped(s); i++) {
        if (dado_rules_number_change(breed->ancestor, i, made) &&
            strncmp(made->step, line, strlen(line)) == 0 && !take(s, breed, made, err)) {
            return false;
        }
    }
    return true;
}

// Lists changes of declared numbers, which are there to be changed: all of them, or as many as
// there is room for, in random order.
static bool list_changes_of_declared(search *s, const dado_rules_species_config *breed,
                                     int declared, int most, dado_fast_rng *luck,
                                     dado_rules_edit *made, dado_error *err)
{
    int *order = dado_new(s->region, int, declared + 1);
    if (!order) return dado_fail(err, DADO_LIMIT, "out of memory while listing changes");
    for (int i = 0; i < declared; i++) order[i] = i;
    for (int i = declared - 1; i > 0 && declared > most; i--) {
        int other = (int)dado_fast_rng_below(luck, (uint32_t)i + 1), which = order[i];
        order[i] = order[other];
        order[other] = which;
    }
    for (int i = 0; i < declared && s->count < most && !stopped(s); i++) {
        if (dado_rules_number_change(breed->ancestor, order[i], made) &&
            !take(s, breed, made, err)) {
            return false;
        }
    }
    return true;
}

// Lists changes in the line of the finding, changes of declared numbers, then random changes of
// other numbers and of the rules.
static bool list_changes(search *s, int most, dado_rules_edit *made, dado_error *err)
{
    enum { tries = 30 };
    const dado_game_source *game = s->request->game;
    dado_rules_species_config breed = { .name = game->path ? game->path : game->name,
                                        .ancestor = game->text,
                                        .options = s->request->options };
    int declared, turns = dado_rules_number_changes(game->text, &declared);
    dado_fast_rng luck = dado_fast_rng_seed(dado_derive_seed(s->request->seed, stages));
    bool rule = s->fix_context.clause >= 0;
    if (rule && !list_changes_of_rule(s, &breed, turns, most / 2, made, err)) return false;
    if (!list_changes_of_declared(s, &breed, declared, most - most / 4, &luck, made, err)) {
        return false;
    }
    for (int i = 0; i < tries * most && s->count < most && !stopped(s); i++) {
        bool number = turns && dado_fast_rng_below(&luck, 2);
        int which = number ? (int)dado_fast_rng_below(&luck, (uint32_t)turns) : 0;
        bool changed = number ? dado_rules_number_change(game->text, which, made)
                              : dado_rules_mutate(game->text, &luck, made);
        if (changed && !take(s, &breed, made, err)) return false;
    }
    s->advice->tried = s->count;
    return true;
}

// ---- stages ----

static void play_candidate(void *context, int i, int worker)
{
    (void)worker;
    search *s = context;
    candidate *c = &s->list[s->first + i];
    dado_match_sample_play(&c->sample, &s->fix_context, &c->source, s->matches, s->seed, s->judged);
}

// Plays the game and all remaining changes with the same random draws.
static void play_stage(search *s, int stage, int64_t matches)
{
    s->matches = matches / (s->count + 1);
    s->seed = dado_derive_seed(s->request->seed, (uint64_t)stage);
    s->judged = stage == stages - 1;
    for (s->first = 0; s->first <= s->count && !stopped(s); s->first += together) {
        int row = s->count + 1 - s->first;
        dado_thread_pool_run(s->pool, row < together ? row : together, 1, play_candidate, s);
        s->done += row < together ? row : together;
        dado_progress progress = { .done = s->done, .all = s->all, .of = "changes" };
        if (s->how->progress) s->how->progress(s->how->context, &progress);
    }
}

static void end_stage(search *s, int count)
{
    for (int i = 0; i <= count; i++) dado_match_sample_free(&s->list[i].sample);
}

// Returns whether a changed game may be compared with the original; a change may turn it
// into a different game.
static bool is_comparable(const search *s, const candidate *c)
{
    const candidate *game = &s->list[0];
    double was = dado_match_sample_length(&game->sample), is = dado_match_sample_length(&c->sample);
    if (c->sample.refused || c->sample.frame.players != game->sample.frame.players) return false;
    if (s->fix_context.fixable_finding->length || dado_is_none(was)) return true;
    return is >= was / longer && is <= was * longer;
}

static int by_gain(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->gain != y->gain) return x->gain > y->gain ? -1 : 1;
    return x->order - y->order;
}

// Keeps the changes with the largest gains.
static void choose(search *s, int most)
{
    double was = dado_match_sample_value(&s->list[0].sample);
    int played = s->count;
    if (dado_is_none(was)) was = s->fix_context.fixable_finding->more ? 0 : 1;
    for (int i = 1; i <= played; i++) {
        candidate *c = &s->list[i];
        double is = dado_match_sample_value(&c->sample);
        bool fit = !dado_is_none(is) && is_comparable(s, c);
        double enough = s->fix_context.fixable_finding->enough;
        if (enough > 0 && is > enough) is = enough;
        double gain = s->fix_context.fixable_finding->more ? is - was : was - is;
        double before = c->gain * (double)c->matches;
        c->matches += s->matches;
        c->gain = fit ? (before + gain * (double)s->matches) / (double)c->matches : -1;
    }
    end_stage(s, played);
    qsort(s->list + 1, (size_t)played, sizeof *s->list, by_gain);
    s->count = 0;
    while (s->count < played && s->count < most && s->list[s->count + 1].gain > 0) s->count++;
}

// ---- confirming a change ----

static bool raises_alarm(const dado_verdict *v, const char *topic)
{
    return (v->tone == DADO_BAD || v->tone == DADO_WARN) && strcmp(v->topic, topic) == 0;
}

static bool gives_alarm(const dado_match_sample *sample, const char *topic)
{
    for (int i = 0; i < sample->verdict_count; i++) {
        if (raises_alarm(&sample->verdicts[i], topic)) return true;
    }
    return false;
}

static bool was_known(const search *s, const char *topic)
{
    if (gives_alarm(&s->list[0].sample, topic)) return true;
    for (int i = 0; i < s->request->symptom_count; i++) {
        if (raises_alarm(&s->request->symptoms[i], topic)) return true;
    }
    return false;
}

// Returns whether a change causes a new alarm. If no match of the original ended, only
// verdicts about choices can be compared.
static bool adds_alarm(const search *s, const candidate *c)
{
    bool endless = dado_is_none(dado_match_sample_length(&s->list[0].sample));
    for (int i = 0; i < c->sample.verdict_count; i++) {
        const dado_verdict *v = &c->sample.verdicts[i];
        if (endless && strcmp(v->topic, "choices") != 0) continue;
        if (raises_alarm(v, v->topic) && !was_known(s, v->topic)) return true;
    }
    return false;
}

// Says what else a change does to the matches of the last stage, which both games played
// with the same draws.
static bool list_other_changes(search *s, const candidate *c, dado_error *err)
{
    enum { most_named = 4 };
    static const double false_alarms = 0.05;
    dado_comparison_table table;
    dado_comparison_side before = { &s->list[0].sample.frame, &s->measures };
    dado_comparison_side after = { &c->sample.frame, &s->measures };
    if (!dado_comparison_compute(&table, before, after, true, false_alarms, NULL, s->region, err)) {
        return false;
    }
    dado_text also = dado_text_in_buffer(s->advice->also, sizeof s->advice->also);
    dado_comparison_print(&table, most_named, s->fix_context.fixable_finding->measure, &also);
    return true;
}

static bool name(search *s, const candidate *c, const dado_changed_game *changed, dado_error *err)
{
    dado_change_suggestion *a = s->advice;
    a->found = true;
    a->text = c->text;
    a->before = dado_match_sample_value(&s->list[0].sample);
    a->after = dado_match_sample_value(&c->sample);
    a->confirmed = c->sample.frame.count;
    snprintf(a->change, sizeof a->change, "%s", c->change);
    memcpy(a->then, changed->then, sizeof a->then);
    memcpy(a->gone, changed->gone, sizeof a->gone);
    return list_other_changes(s, c, err);
}

// Checks up on a changed game as thoroughly as on the original, with other draws.
static bool check_up(search *s, const candidate *c, dado_changed_game *changed, dado_error *err)
{
    const dado_change_request *r = s->request;
    dado_checkup_config config = *r->again;
    dado_experiment_settings how = *s->how;
    config.game = &c->source;
    config.seed = dado_derive_seed(r->seed, stages + 1);
    config.say = NULL;
    how.store = NULL;
    if (r->say && !s->advice->checked) r->say(r->context, "checking up on the changed game ...");
    s->advice->checked++;
    if (!dado_changed_game_check(&config, r->symptoms, r->symptom_count, s->advice->finding, &how,
                                 changed, err)) {
        return false;
    }
    if (changed->interrupted) s->advice->interrupted = true;
    return true;
}

// Confirms the best change with new random draws: the first that improves the value, and
// after which a whole check-up finds the alarm gone and no other in its place. The
// intervals are wide enough to hold for all candidates together.
static bool confirm_best(search *s, dado_error *err)
{
    dado_change_suggestion *a = s->advice;
    bool more = s->fix_context.fixable_finding->more;
    a->level = s->count ? 1 - doubt / s->count : 0;
    for (int i = 1; i <= s->count && !a->found && !stopped(s); i++) {
        const candidate *c = &s->list[i];
        dado_interval effect;
        dado_changed_game changed;
        if (dado_is_none(dado_match_sample_value(&c->sample)) || !is_comparable(s, c)) continue;
        if (!dado_match_sample_effect(&s->list[0].sample, &c->sample, a->level, s->seed, &effect,
                                      s->region, err)) {
            return false;
        }
        bool gains = more ? effect.low > 0 : effect.high < 0;
        if (!gains || adds_alarm(s, c)) continue;
        if (!check_up(s, c, &changed, err)) return false;
        if (!changed.mends || changed.harms) continue;
        a->effect = effect;
        if (!name(s, c, &changed, err)) return false;
    }
    return true;
}

// ---- the whole search ----

// Estimates the moves of one match; agents that search play many matches per move.
static double moves_of_match(const search *s)
{
    const dado_findings *f = &s->request->checkup->at_random;
    const dado_finding *decisions = dado_finding_named(f, "decisions");
    double mean = decisions && decisions->count ? decisions->mean : 0;
    double endless = (double)f->ended[DADO_STOPPED] / (double)f->matches;
    double moves = 10 + mean * (1 - endless) + s->request->limit * endless;
    const char *number = strstr(s->fix_context.everyone.typed, "iterations=");
    if (number) moves *= 1 + mean / 2 * strtod(number + strlen("iterations="), NULL);
    if (s->fix_context.fixable_finding->thinks) moves *= 1 + mean / f->players * 5;
    return moves;
}

static bool search_all(search *s, dado_rules_edit *made, dado_error *err)
{
    dado_change_suggestion *a = s->advice;
    int cost = 1 + s->fix_context.fixable_finding->cost, least = cost > 4 ? 6 : 20;
    double bound = s->request->most_moves / moves_of_match(s);
    a->matches = s->request->matches;
    if (s->request->most_moves > 0 && bound < (double)a->matches) a->matches = (int64_t)bound;
    int64_t each = a->matches / stages / cost, room = each / least - 1;
    int most = room < most_changes ? (int)room : most_changes;
    if (most < 1) return true;
    s->list = dado_new(s->region, candidate, most + 1);
    if (!s->list) return dado_fail(err, DADO_LIMIT, "out of memory while listing changes");
    s->list[0].text = s->request->game->text;
    s->list[0].source = *s->request->game;
    if (!list_changes(s, most, made, err)) return false;
    if (s->request->say) s->request->say(s->request->context, "trying changes ...");
    s->all = s->count + 1 + keep[0] + 1 + keep[1] + 1 + keep[2] + 1;
    for (int stage = 0; stage < stages && s->count && !stopped(s); stage++) {
        play_stage(s, stage, each);
        if (stage < stages - 1) choose(s, keep[stage]);
    }
    bool fine = stopped(s) || confirm_best(s, err);
    end_stage(s, s->count);
    return fine;
}

bool dado_suggest_change(const dado_change_request *request, const dado_experiment_settings *how,
                         dado_region *region, dado_change_suggestion *advice, dado_error *err)
{
    *advice = (dado_change_suggestion){ 0 };
    search s = { .request = request, .how = how, .region = region, .advice = advice };
    if (request->game->rules != &dado_recycle || !request->game->text || request->matches <= 0)
        return true;
    for (int i = 0; i < request->symptom_count && !advice->finding; i++) {
        if (dado_fixable_finding_of(&request->symptoms[i])) advice->finding = &request->symptoms[i];
    }
    if (!advice->finding) return true;
    dado_rules_edit *made = dado_new(region, dado_rules_edit, 1);
    if (!made) return dado_fail(err, DADO_LIMIT, "out of memory while listing changes");
    const dado_game *game = request->game->opened;
    bool counts = game && game->rules->tally;
    if (!dado_measures_list(&s.measures, counts ? game->tallies : NULL, region, err) ||
        !dado_fix_context_open(&s.fix_context, advice->finding, request->checkup, &s.measures,
                               request->limit, region, err) ||
        !dado_thread_pool_open(&s.pool, how->threads, err)) {
        return false;
    }
    s.fix_context.stop = how->stop;
    advice->what = s.fix_context.fixable_finding->what;
    advice->kind = s.fix_context.fixable_finding->kind;
    bool fine = search_all(&s, made, err);
    dado_thread_pool_close(s.pool);
    return fine;
}
