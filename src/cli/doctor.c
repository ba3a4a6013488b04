// doctor.c - dado doctor: one command that says what is wrong with a game.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/session.h"
#include "judge/gather.h"
#include "lab/file.h"
#include "measure/words.h"
#include "report/diagnosis.h"

typedef struct effort {
    int64_t at_random, thinking, batch, most;
    int64_t varied;  // matches played again with other luck, up to fourteen times each
    int decisions;  // to look at closely
    const char *thinker;
    const char *ladder[6];
    int rungs;
} effort;

static const effort efforts[] = {
    { 1000, 60, 20, 200, 300, 100, "ismcts:iterations=40",
      { "random", "ismcts:iterations=10", "ismcts:iterations=40" }, 3 },
    { 5000, 200, 40, 600, 1000, 400, "ismcts:iterations=100",
      { "random", "ismcts:iterations=10", "ismcts:iterations=50", "ismcts:iterations=250" }, 4 },
    { 20000, 1000, 100, 3000, 3000, 2000, "ismcts:iterations=300",
      { "random", "ismcts:iterations=10", "ismcts:iterations=50", "ismcts:iterations=250",
        "ismcts:iterations=1250" }, 5 },
};

typedef struct visit {
    dado_call *call;
    const effort *how_much;
    dado_source source;
    dado_game game;
    dado_measures measures;
    dado_expect expect;
    bool expected;
    uint64_t seed;
    int limit;
    dado_findings at_random, thinking;
    dado_results results[2];
    dado_gathering gathering[2];
    dado_ladder ladder, greedy;
    dado_spread spread;
    dado_luck_share luck;
    dado_uses uses;
    dado_count_uses counts;
    const char *thinker;
    dado_coverage coverage;
    dado_checkup checkup;
    bool interrupted;
    dado_error gone_wrong;  // while blocks were taken in
} visit;

// A block of a sample on its way to those who wait for it.
typedef struct taking {
    visit *v;
    dado_gathering *gathering;
    bool moves;  // what was done is looked at too
} taking;

static void take_end(void *context, const dado_game *game, const void *state, const dado_log *log)
{
    visit *v = context;
    dado_uses_end(&v->uses, log);
    dado_counts_end(&v->counts, game, state, log);
}

static void take_step(void *context, const dado_game *game, const void *state,
                      const dado_step *step)
{
    dado_uses_step(&((visit *)context)->uses, game, state, step);
}

static void take_block(void *context, const dado_block *block)
{
    const taking *t = context;
    visit *v = t->v;
    dado_gather_block(t->gathering, block);
    if (!t->moves || block->players == 0 || v->gone_wrong.status != DADO_OK) return;
    const dado_log_visitor visitor = { v, take_step, take_end };
    dado_block_walk(block, &v->game, &visitor, v->call->arena, &v->gone_wrong);
}

// A sample between players of one kind, with everything verdicts are read from.
static bool sample(visit *v, int which, const char *player, int64_t matches, dado_findings *f,
                   dado_error *err)
{
    dado_call *call = v->call;
    dado_player *everyone = dado_new(call->arena, dado_player, 1);
    dado_lineup *lineup = dado_new(call->arena, dado_lineup, 1);
    dado_plan *plan = dado_new(call->arena, dado_plan, 1);
    if (!everyone || !lineup || !plan) return dado_fail(err, DADO_LIMIT, "no memory left");
    if (!dado_player_parse(everyone, player, call->arena, err)) return false;
    *lineup = (dado_lineup){ .name = player, .players = everyone, .count = 1 };
    *plan = (dado_plan){ .instances = &v->source, .instance_count = 1, .lineups = lineup,
                         .lineup_count = 1, .matches = matches, .seed = v->seed,
                         .move_limit = v->limit, .command = call->command };
    const dado_expect *expect = v->expected && which == 0 ? &v->expect : NULL;
    dado_gathering *g = &v->gathering[which];
    dado_gathering_init(g, &v->measures, expect);
    taking waiting = { v, g, which == 1 };
    plan->keep_moves = waiting.moves;
    dado_experiment_how how = { .context = &waiting, .block = take_block };
    dado_results *results = &v->results[which];
    if (!dado_call_experiment(call, plan, how, results, err)) return false;
    if (v->gone_wrong.status != DADO_OK) {
        *err = v->gone_wrong;
        return false;
    }
    if (results->cells[0].error.status != DADO_OK) {
        *err = results->cells[0].error;
        return false;
    }
    v->interrupted = v->interrupted || results->interrupted;
    if (results->matches == 0) return true;
    return dado_gather(f, results, g, which == 0 ? 0 : -1, call->arena, err);
}

static bool has_choices(const visit *v)
{
    const dado_finding *decisions = dado_finding_named(&v->at_random, "decisions");
    return decisions && decisions->most > 0;
}

// Whether a match between players of the shelf who search this long would come to an end in good
// time: at every decision each iteration plays what is left of a match, half of one on average.
// Moves are counted and not seconds, so that every machine looks at the same.
static bool can_be_watched(const visit *v, const char *searcher)
{
    const double most_moves = 1e8;  // a match
    const dado_finding *decisions = dado_finding_named(&v->at_random, "decisions");
    const char *number = strstr(searcher, "iterations=");
    double each = number ? strtod(number + strlen("iterations="), NULL) : 0;
    return decisions->mean * decisions->mean / 2 * each <= most_moves;
}

// Who looks at every option of every decision takes long in long games, so fewer matches of those
// have to do.
static int64_t looked_at_most(const visit *v, int64_t batch, int64_t most)
{
    const double most_moves = 4e7;  // of all matches
    const dado_finding *decisions = dado_finding_named(&v->at_random, "decisions");
    const dado_finding *options = dado_finding_named(&v->at_random, "branching");
    double each = decisions->mean * (options && options->mean > 1 ? options->mean : 1);
    if (each * (double)most <= most_moves) return most;
    int64_t fewer = (int64_t)(most_moves / each);
    return fewer < 2 * batch ? 2 * batch : fewer;
}

// Only games of several have rivals to measure skill against.
static bool climb(visit *v, dado_error *err)
{
    static const char *const greed[] = { "random", "greedy" };
    dado_call *call = v->call;
    const effort *e = v->how_much;
    const char *given[] = { "random", v->thinker };
    bool usual = v->thinker == e->thinker;
    dado_ladder_plan plan = {
        .game = &v->source, .players = usual ? e->ladder : given,
        .count = usual ? e->rungs : 2, .batch = e->batch, .most = e->most, .level = 0.05,
        .seed = v->seed, .move_limit = v->limit,
    };
    dado_ladder_plan simple = plan;
    simple.players = greed;
    simple.count = 2;
    simple.most = looked_at_most(v, plan.batch, plan.most);
    while (usual && plan.count > 1 && !can_be_watched(v, plan.players[plan.count - 1])) {
        plan.count--;
    }
    dado_experiment_how how = { 0 };
    dado_watch watch;
    if (plan.count > 1) dado_call_say(call, "climbing a ladder of %d players ...", plan.count);
    dado_watch_begin(&watch, call, &how);
    bool fine = (plan.count < 2 ||
                 dado_ladder_climb(&plan, &how, call->arena, &v->ladder, err)) &&
                dado_ladder_climb(&simple, &how, call->arena, &v->greedy, err);
    dado_watch_end(&watch);
    if (!fine) return false;
    v->interrupted = v->interrupted || v->ladder.interrupted || v->greedy.interrupted;
    if (plan.count > 1) v->checkup.ladder = &v->ladder;
    v->checkup.greedy = &v->greedy;
    return true;
}

// Only games with choices have skill.
static bool examine_skill(visit *v, dado_error *err)
{
    dado_call *call = v->call;
    const effort *e = v->how_much;
    dado_experiment_how how = { 0 };
    dado_watch watch;
    if (v->game.players > 1 && !climb(v, err)) return false;
    if (v->interrupted) return true;
    dado_player random;
    if (!dado_player_parse(&random, "random", call->arena, err)) return false;
    dado_watch_begin(&watch, call, &how);
    bool looked = dado_spread_measure(&v->source, &random, 50, e->decisions, 30, v->seed, v->limit,
                                      how.stop, call->arena, &v->spread, err);
    dado_watch_end(&watch);
    if (!looked) return false;
    v->interrupted = *how.stop;
    v->checkup.spread = &v->spread;
    if (v->interrupted) return true;
    if (v->thinker == e->thinker && !can_be_watched(v, e->thinker)) {
        dado_call_say(call, "matches are too long for players who search, and how players who "
                      "think fare was not looked at; give one that knows the game with "
                      "--thinker (dado list agents)");
        return true;
    }
    dado_call_say(call, "watching players who think ...");
    if (!dado_uses_begin(&v->uses, &v->game, call->arena, err) ||
        !dado_counts_begin(&v->counts, &v->game, call->arena, err) ||
        !sample(v, 1, v->thinker, e->thinking, &v->thinking, err)) {
        return false;
    }
    if (v->results[1].matches) v->checkup.thinking = &v->thinking;
    v->checkup.thinker = v->thinker;
    return dado_uses_finish(&v->uses, err) && dado_counts_finish(&v->counts, call->arena, err);
}

static bool examine_luck(visit *v, dado_error *err)
{
    dado_call *call = v->call;
    dado_player random;
    dado_experiment_how how = { 0 };
    dado_watch watch;
    unsigned asked = (v->game.luck ? DADO_LUCK_TABLE : 0u) |
                     (has_choices(v) ? DADO_LUCK_CHOICES : 0u);
    if (!asked || v->game.players < 2) return true;
    if (!dado_player_parse(&random, "random", call->arena, err)) return false;
    dado_watch_begin(&watch, call, &how);
    bool fine = dado_luck_measure(&v->source, &random, asked, v->how_much->varied, v->seed,
                                  v->limit, &how, call->arena, &v->luck, err);
    dado_watch_end(&watch);
    v->interrupted = v->interrupted || *how.stop;
    v->checkup.luck = &v->luck;
    return fine;
}

static bool examine(visit *v, dado_error *err)
{
    const effort *e = v->how_much;
    dado_call_say(v->call, "playing at random ...");
    if (!sample(v, 0, "random", e->at_random, &v->at_random, err)) return false;
    if (v->results[0].matches == 0) return true;
    v->checkup.at_random = &v->at_random;
    int64_t covered = v->results[0].matches < 200 ? v->results[0].matches : 200;
    dado_experiment_how how = { 0 };
    dado_watch watch;
    dado_watch_begin(&watch, v->call, &how);
    bool fine = dado_coverage_gather(v->results[0].plan, 0, 0, covered, &how, v->call->arena,
                                     &v->coverage, err);
    dado_watch_end(&watch);
    v->interrupted = v->interrupted || *how.stop;
    if (!fine) return false;
    v->checkup.coverage = &v->coverage;
    v->at_random.coverage = &v->coverage;
    v->at_random.rules_text = v->source.text;
    // A game that does not come to an end is not worth thinking about.
    bool ends = v->at_random.ended[DADO_STOPPED] + v->at_random.ended[DADO_BROKEN] == 0;
    if (v->interrupted || !ends) return true;
    if (!examine_luck(v, err)) return false;
    if (!has_choices(v) || v->interrupted) return true;
    if (!examine_skill(v, err)) return false;
    if (v->checkup.thinking && !v->interrupted) {
        v->checkup.uses = &v->uses;
        v->checkup.counts = &v->counts;
    }
    return true;
}

static bool write_page(visit *v, const dado_symptom *symptoms, int count, dado_error *err)
{
    const char *path = dado_given_text(v->call, "report");
    if (!path) return true;
    dado_text page = { 0 };
    dado_diagnosis_page(&v->checkup, symptoms, count, &page);
    bool fine = dado_file_write(path, dado_text_string(&page), page.length, err);
    dado_text_free(&page);
    if (fine) dado_call_say(v->call, "the report is in %s", path);
    return fine;
}

static int show(visit *v)
{
    dado_call *call = v->call;
    dado_error err = { 0 };
    dado_symptom *symptoms = dado_new(call->arena, dado_symptom, DADO_SYMPTOMS);
    if (!symptoms || !v->checkup.at_random) {
        return dado_call_interrupted(call, false, "before anything was looked at");
    }
    int count = dado_diagnose(&v->checkup, symptoms);
    dado_text out = { 0 };
    if (dado_given_flag(call, "json")) {
        dado_text_add(&out, "{\"game\":");
        dado_text_json(&out, v->source.name);
        dado_text_addf(&out, ",\"seed\":%" PRIu64 ",\"quality\":", v->seed);
        dado_text_json_real(&out, v->expected ? v->at_random.quality : DADO_NONE);
        dado_text_add(&out, ",\"findings\":");
        dado_symptoms_json(symptoms, count, &out);
        dado_text_add(&out, ",\"luck\":");
        if (v->checkup.luck && v->checkup.luck->known) dado_luck_json(v->checkup.luck, &out);
        else dado_text_add(&out, "null");
        dado_text_add(&out, "}\n");
    } else {
        dado_text_addf(&out, "%s\n\n", v->game.rules->title);
        dado_symptoms_print(symptoms, count, call->columns, call->colour, &out);
        if (v->expected) {
            dado_text_addf(&out, "\nQuality by %s: %.6f\n",
                           v->at_random.expectations ? v->at_random.expectations : "expectations",
                           v->at_random.quality);
        }
    }
    bool fine = dado_call_print(call, &out);
    dado_text_free(&out);
    if (!write_page(v, symptoms, count, &err)) return dado_call_fail(call, &err, NULL);
    if (v->interrupted) return dado_call_interrupted(call, false, "before all was looked at");
    if (!dado_given_flag(call, "assert")) return fine ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
    double least = dado_given_real(call, "least", 0.5, 0, 1);
    dado_tone worst = dado_worst(symptoms, count);
    bool sound = worst != DADO_BAD && worst != DADO_WARN;
    bool good = !v->expected || v->at_random.quality >= least;
    if (!sound) dado_call_say(call, "asserted, and not so: there are findings to mend");
    if (!good) {
        dado_call_say(call, "asserted, and not so: the quality is %.6f and not %g",
                      v->at_random.quality, least);
    }
    return sound && good ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

static bool read_expectations(visit *v, const char **text, dado_error *err)
{
    const char *name = dado_given_text(v->call, "expect");
    v->expected = name != NULL;
    return !name || dado_call_expect(v->call, name, "expect/games", &v->measures, &v->expect, text,
                                     err);
}

static int run(dado_call *call)
{
    static const char *const words[] = { "quick", "normal", "long", NULL };
    visit v = { .call = call };
    v.how_much = &efforts[dado_given_word(call, "effort", words, 1)];
    v.thinker = dado_given_text(call, "thinker");
    if (!v.thinker) v.thinker = v.how_much->thinker;
    v.seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX);
    v.limit = (int)dado_given_int(call, "limit", 20000, 1, 100000000);
    dado_given_real(call, "least", 0.5, 0, 1);
    dado_given_int(call, "threads", 0, 1, 1024);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    if (!dado_call_game(call, 0, &v.source)) return DADO_EXIT_FAILED;
    dado_error err = { 0 };
    const char *text = NULL;
    bool fine = dado_source_open(&v.source, &v.game, call->arena, &err) &&
                dado_measures_list(&v.measures, v.game.rules->tally ? v.game.tallies : NULL,
                                   call->arena, &err) &&
                read_expectations(&v, &text, &err) && examine(&v, &err);
    int code;
    if (fine) code = show(&v);
    else {
        const char *about = dado_source_of_error(&v.source, &err);
        code = dado_call_fail(call, &err, about ? about : text);
    }
    for (int i = 0; i < 2; i++) {
        dado_gathering_free(&v.gathering[i]);
        if (v.results[i].plan) dado_results_free(&v.results[i]);
    }
    return code;
}

static const dado_flag flags[] = {
    { "effort", 'e', "WORD", "How thorough to be: quick, normal or long.", "normal",
      DADO_OFFER_NOTHING, false },
    { "thinker", 0, "AGENT", "Who stands for players who think.", "ismcts, by effort",
      DADO_OFFER_AGENTS, false },
    { "seed", 's', "N", "Where all luck comes from.", "1", DADO_OFFER_NOTHING, false },
    { "threads", 'j', "N", "How many matches to play at a time.", "one a core", DADO_OFFER_NOTHING,
      false },
    { "limit", 0, "N", "A match that takes more moves is taken not to end.", "20000",
      DADO_OFFER_NOTHING, false },
    { "expect", 0, "FILE", "What is wished for: a file, or casual, tense or strategic.", NULL,
      DADO_OFFER_FILES, false },
    { "assert", 0, NULL, "Fails where there is something to mend, for continuous integration.",
      NULL, DADO_OFFER_NOTHING, false },
    { "least", 0, "QUALITY", "The quality --assert asks for with --expect.", "0.5",
      DADO_OFFER_NOTHING, false },
    { "report", 0, "FILE", "Writes a page with charts.", NULL, DADO_OFFER_FILES, false },
    { 0 },
};

static const dado_example examples[] = {
    { "dado doctor agram", "what is right and wrong with a game, worst first" },
    { "dado doctor mine.rcy --effort quick --report mine.html", "a quick look, with charts" },
    { "dado doctor mine.rcy --expect tense --assert", "for continuous integration" },
    { "dado doctor territorio --thinker territorio_baseline --effort quick",
      "a world with players of its own" },
    { 0 },
};

const dado_verb dado_verb_doctor = {
    .name = "doctor",
    .words = "GAME",
    .about = "says what is right and wrong with a game, worst first",
    .details =
        "Plays the game at random and between players who think, and answers in plain words: is it "
        "fair, is it skill or luck, does it end, is it alive, do choices matter, do all rules "
        "work. Every finding comes with its evidence, its interval and the number of matches "
        "behind it, and with the line of the rule where there is one.",
    .offer = DADO_OFFER_GAMES,
    .least = 1,
    .most = 1,
    .flags = { flags, dado_flags_game, dado_flags_json },
    .examples = examples,
    .run = run,
};
