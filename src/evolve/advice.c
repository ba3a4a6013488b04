// advice.c - see advice.h.
#include "evolve/advice.h"

#include <stdlib.h>
#include <string.h>

#include "evolve/ailments.h"
#include "evolve/rules.h"
#include "lab/crew.h"
#include "recycle/recycle.h"

// Every stage may take a quarter of the matches: three to choose by, and one to be sure.
enum { most_changes = 96, finalists = 3, stages = 4, together = 8 };
static const int keep[stages - 1] = { 24, 6, finalists };  // after each
static const double doubt = 0.05;  // how often a change that mends nothing may be named
static const double longer = 2;    // and half as long: what is another game

typedef struct candidate {
    const char *text;
    char change[160];
    int order;  // in which they were thought of: of equals the first is taken
    dado_source source;
    dado_probe probe;
    double gain;      // over all matches it was chosen by
    int64_t matches;  // so many
} candidate;

typedef struct search {
    const dado_advice_plan *plan;
    const dado_experiment_how *how;
    dado_arena *arena;
    dado_advice *advice;
    dado_ward ward;
    dado_measures measures;
    dado_crew *crew;
    candidate *list;  // the game as it is, then changes, the better first
    int count;        // of changes still looked at
    int64_t done, all;  // for who watches: samples
    // Of the stage that is played.
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

static bool take(search *s, const dado_rules_breed *breed, const dado_rules_edit *made,
                 dado_error *err)
{
    if (is_known(s, made->text) || !dado_rules_may_stand(breed, made->text)) return true;
    candidate *c = &s->list[s->count + 1];
    c->text = dado_arena_copy(s->arena, made->text, strlen(made->text));
    if (!c->text) return dado_fail(err, DADO_LIMIT, "no memory left for changes");
    snprintf(c->change, sizeof c->change, "%s", made->step);
    if (!dado_source_text(&c->source, breed->name, c->text, breed->options, s->arena, err)) {
        return false;
    }
    c->order = s->count++;
    return true;
}

// All turns of what is declared, then other numbers and other changes as luck has it.
static bool think_of_changes(search *s, int most, dado_rules_edit *made, dado_error *err)
{
    enum { tries = 30 };
    const dado_source *game = s->plan->game;
    dado_rules_breed breed = { .name = game->path ? game->path : game->name,
                               .ancestor = game->text, .options = s->plan->options };
    int declared, turns = dado_rules_turns(game->text, &declared);
    dado_quick luck = dado_quick_seed(dado_derive(s->plan->seed, stages));
    bool all = declared <= most / 2;
    for (int i = 0; all && i < declared && !stopped(s); i++) {
        if (dado_rules_turn(game->text, i, made) && !take(s, &breed, made, err)) return false;
    }
    for (int i = 0; i < tries * most && s->count < most && !stopped(s); i++) {
        bool number = turns && dado_quick_below(&luck, 2);
        int which = number ? (int)dado_quick_below(&luck, (uint32_t)turns) : 0;
        bool changed = number ? dado_rules_turn(game->text, which, made)
                              : dado_rules_change(game->text, &luck, made);
        if (changed && !take(s, &breed, made, err)) return false;
    }
    s->advice->tried = s->count;
    return true;
}

// ---- stages ----

static void play_one(void *context, int i, int hand)
{
    (void)hand;
    search *s = context;
    candidate *c = &s->list[s->first + i];
    dado_probe_play(&c->probe, &s->ward, &c->source, s->matches, s->seed, s->judged);
}

// The game and all changes that are left, on the same luck.
static void play_stage(search *s, int stage, int64_t matches)
{
    s->matches = matches / (s->count + 1);
    s->seed = dado_derive(s->plan->seed, (uint64_t)stage);
    s->judged = stage == stages - 1;
    for (s->first = 0; s->first <= s->count && !stopped(s); s->first += together) {
        int row = s->count + 1 - s->first;
        dado_crew_run(s->crew, row < together ? row : together, 1, play_one, s);
        s->done += row < together ? row : together;
        dado_progress progress = { .done = s->done, .all = s->all, .of = "changes" };
        if (s->how->progress) s->how->progress(s->how->context, &progress);
    }
}

static void end_stage(search *s, int count)
{
    for (int i = 0; i <= count; i++) dado_probe_free(&s->list[i].probe);
}

// Something else may come of a change than was asked for: another game.
static bool is_like(const search *s, const candidate *c)
{
    const candidate *game = &s->list[0];
    double was = dado_probe_length(&game->probe), is = dado_probe_length(&c->probe);
    if (c->probe.refused || c->probe.frame.players != game->probe.frame.players) return false;
    if (s->ward.ailment->length || dado_is_none(was)) return true;
    return is >= was / longer && is <= was * longer;
}

static int by_gain(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->gain != y->gain) return x->gain > y->gain ? -1 : 1;
    return x->order - y->order;
}

// Leaves those that seem to gain most.
static void choose(search *s, int most)
{
    double was = dado_probe_value(&s->list[0].probe);
    int played = s->count;
    if (dado_is_none(was)) was = s->ward.ailment->more ? 0 : 1;
    for (int i = 1; i <= played; i++) {
        candidate *c = &s->list[i];
        double is = dado_probe_value(&c->probe);
        bool fit = !dado_is_none(is) && is_like(s, c);
        double gain = s->ward.ailment->more ? is - was : was - is;
        double before = c->gain * (double)c->matches;
        c->matches += s->matches;
        c->gain = fit ? (before + gain * (double)s->matches) / (double)c->matches : -1;
    }
    end_stage(s, played);
    qsort(s->list + 1, (size_t)played, sizeof *s->list, by_gain);
    s->count = 0;
    while (s->count < played && s->count < most && s->list[s->count + 1].gain > 0) s->count++;
}

// ---- being sure ----

static bool alarms(const dado_verdict *v, const char *topic)
{
    return (v->tone == DADO_BAD || v->tone == DADO_WARN) && strcmp(v->topic, topic) == 0;
}

static bool gives_alarm(const dado_probe *probe, const char *topic)
{
    for (int i = 0; i < probe->verdict_count; i++) {
        if (alarms(&probe->verdicts[i], topic)) return true;
    }
    return false;
}

static bool was_known(const search *s, const char *topic)
{
    if (gives_alarm(&s->list[0].probe, topic)) return true;
    for (int i = 0; i < s->plan->symptom_count; i++) {
        if (alarms(&s->plan->symptoms[i], topic)) return true;
    }
    return false;
}

// Where no match ended, nothing else was known of the game but that there is something to decide.
static bool brings_a_fault(const search *s, const candidate *c)
{
    bool endless = dado_is_none(dado_probe_length(&s->list[0].probe));
    for (int i = 0; i < c->probe.verdict_count; i++) {
        const dado_verdict *v = &c->probe.verdicts[i];
        if (endless && strcmp(v->topic, "choices") != 0) continue;
        if (alarms(v, v->topic) && !was_known(s, v->topic)) return true;
    }
    return false;
}

static void name(search *s, const candidate *c)
{
    dado_advice *a = s->advice;
    a->found = true;
    a->text = c->text;
    a->before = dado_probe_value(&s->list[0].probe);
    a->after = dado_probe_value(&c->probe);
    a->confirmed = c->probe.frame.count;
    snprintf(a->change, sizeof a->change, "%s", c->change);
    for (int i = 0; i < c->probe.verdict_count; i++) {
        const dado_verdict *v = &c->probe.verdicts[i];
        bool about_it = strcmp(v->topic, a->finding->topic) == 0;
        if (about_it) snprintf(a->then, sizeof a->then, "%s", v->claim);
    }
}

// The best, as it was chosen, that holds on fresh luck: one after which there is no alarm any more,
// or else one that gains. Intervals are so wide that all of them hold together.
static bool make_sure(search *s, dado_error *err)
{
    dado_advice *a = s->advice;
    bool more = s->ward.ailment->more;
    a->level = s->count ? 1 - doubt / s->count : 0;
    const candidate *best = NULL;
    bool mended = false;
    for (int i = 1; i <= s->count && !mended; i++) {
        const candidate *c = &s->list[i];
        dado_interval effect;
        if (dado_is_none(dado_probe_value(&c->probe)) || !is_like(s, c)) continue;
        if (!dado_probe_effect(&s->list[0].probe, &c->probe, a->level, s->seed, &effect,
                               s->arena, err)) {
            return false;
        }
        bool gains = more ? effect.low > 0 : effect.high < 0;
        if (!gains || brings_a_fault(s, c)) continue;
        mended = !gives_alarm(&c->probe, a->finding->topic);
        if (best && !mended) continue;
        best = c;
        a->effect = effect;
    }
    if (best) name(s, best);
    return true;
}

// ---- all of it ----

// Moves of one match, roughly; players who search play many matches in one.
static double moves_of_match(const search *s)
{
    const dado_findings *f = &s->plan->checkup->at_random;
    const dado_finding *decisions = dado_finding_named(f, "decisions");
    double mean = decisions && decisions->count ? decisions->mean : 0;
    double endless = (double)f->ended[DADO_STOPPED] / (double)f->matches;
    double moves = 10 + mean * (1 - endless) + s->plan->limit * endless;
    const char *number = strstr(s->ward.everyone.typed, "iterations=");
    if (number) moves *= 1 + mean / 2 * strtod(number + strlen("iterations="), NULL);
    if (s->ward.ailment->thinks) moves *= 1 + mean / f->players * 5;
    return moves;
}

static bool search_all(search *s, dado_rules_edit *made, dado_error *err)
{
    dado_advice *a = s->advice;
    int cost = 1 + s->ward.ailment->cost, least = cost > 4 ? 6 : 20;
    double bound = s->plan->most_moves / moves_of_match(s);
    a->matches = s->plan->matches;
    if (s->plan->most_moves > 0 && bound < (double)a->matches) a->matches = (int64_t)bound;
    int64_t each = a->matches / stages / cost, room = each / least - 1;
    int most = room < most_changes ? (int)room : most_changes;
    if (most < 1) return true;
    s->list = dado_new(s->arena, candidate, most + 1);
    if (!s->list) return dado_fail(err, DADO_LIMIT, "no memory left for changes");
    s->list[0].text = s->plan->game->text;
    s->list[0].source = *s->plan->game;
    if (!think_of_changes(s, most, made, err)) return false;
    if (s->plan->say) s->plan->say(s->plan->context, "trying changes ...");
    s->all = s->count + 1 + keep[0] + 1 + keep[1] + 1 + keep[2] + 1;
    for (int stage = 0; stage < stages && s->count && !stopped(s); stage++) {
        play_stage(s, stage, each);
        if (stage < stages - 1) choose(s, keep[stage]);
    }
    bool fine = stopped(s) || make_sure(s, err);
    end_stage(s, s->count);
    return fine;
}

bool dado_advise(const dado_advice_plan *plan, const dado_experiment_how *how, dado_arena *arena,
                 dado_advice *advice, dado_error *err)
{
    *advice = (dado_advice){ 0 };
    search s = { .plan = plan, .how = how, .arena = arena, .advice = advice };
    if (plan->game->rules != &dado_recycle || !plan->game->text || plan->matches <= 0) return true;
    for (int i = 0; i < plan->symptom_count && !advice->finding; i++) {
        if (dado_ailment_of(&plan->symptoms[i])) advice->finding = &plan->symptoms[i];
    }
    if (!advice->finding) return true;
    dado_rules_edit *made = dado_new(arena, dado_rules_edit, 1);
    if (!made) return dado_fail(err, DADO_LIMIT, "no memory left for changes");
    const dado_game *game = plan->game->opened;
    bool counts = game && game->rules->tally;
    if (!dado_measures_list(&s.measures, counts ? game->tallies : NULL, arena, err) ||
        !dado_ward_open(&s.ward, advice->finding, plan->checkup, &s.measures, plan->limit, arena,
                        err) ||
        !dado_crew_open(&s.crew, how->threads, err)) {
        return false;
    }
    s.ward.stop = how->stop;
    advice->what = s.ward.ailment->what;
    advice->kind = s.ward.ailment->kind;
    bool fine = search_all(&s, made, err);
    dado_crew_close(s.crew);
    return fine;
}
