// checkup.c - see checkup.h.
#include "judge/checkup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/ends.h"
#include "judge/findings.h"
#include "judge/verdict.h"
#include "lab/forge.h"

typedef struct effort {
    int64_t at_random, thinking, batch, most;
    int64_t varied;  // matches played again with other luck, up to fourteen times each
    int decisions;  // to look at closely
    int64_t chances[2];    // matches to measure chances in: at random, and between thinkers
    int times[2];          // each of their positions is played on
    int compared, positions, often;  // moves, positions of each, and times an option is played on
    double effects;        // moves that may be made for these
    uint64_t proved;  // positions that a proof may take
    const char *thinker;
    const char *ladder[6];
    int rungs;
} effort;

static const effort efforts[] = {
    { 1000, 60, 20, 200, 300, 100, { 60, 0 }, { 40, 0 }, 6, 100, 8, 2e7, 100000,
      "ismcts:iterations=40",
      { "random", "ismcts:iterations=10", "ismcts:iterations=40" }, 3 },
    { 5000, 200, 40, 600, 1000, 400, { 200, 24 }, { 60, 16 }, 10, 100, 20, 2e8, 1000000,
      "ismcts:iterations=100",
      { "random", "ismcts:iterations=10", "ismcts:iterations=50", "ismcts:iterations=250" }, 4 },
    { 20000, 1000, 100, 3000, 3000, 2000, { 600, 60 }, { 100, 40 }, 16, 200, 40, 2e9, 10000000,
      "ismcts:iterations=300",
      { "random", "ismcts:iterations=10", "ismcts:iterations=50", "ismcts:iterations=250",
        "ismcts:iterations=1250" }, 5 },
};

typedef struct dado_examination {
    const dado_checkup_plan *plan;
    const dado_experiment_how *how;
    const effort *much;
    const char *thinker;
    dado_arena *arena;
    dado_checkup *checkup;
    dado_game game;
    dado_measures measures;
    dado_findings at_random, thinking;
    dado_results results[2];
    dado_gathering gathering[2];
    dado_ladder ladder, greedy;
    dado_spread spread;
    dado_luck_share luck;
    dado_uses uses;
    dado_effects effects;
    dado_chances open[2];
    dado_count_uses counts;
    dado_coverage coverage;
    dado_source listed_source;
    dado_game listed;  // with its luck listed, for proofs
    dado_best_play proof;
    dado_secret_play secret;
    dado_error gone_wrong;  // while blocks were taken in
    dado_forge *forge;      // that makes native code of the game, or NULL
} visit;

static void say(const visit *v, const char *sentence)
{
    if (v->plan->say) v->plan->say(v->plan->context, sentence);
}

// What matches at random say by themselves is known long before the rest, and said at once: the
// worst first, and no more than can be read while it goes on.
static void say_first(const visit *v)
{
    enum { most_claims = 3 };
    dado_verdict verdicts[DADO_VERDICTS];
    int count = dado_verdicts_of(&v->at_random, verdicts), told = 0;
    dado_draft sentence = { 0 };
    for (int tone = DADO_BAD; tone >= DADO_GOOD; tone--) {
        for (int i = 0; i < count && told < most_claims; i++) {
            if ((int)verdicts[i].tone != tone) continue;
            dado_text_addf(&sentence, "%s%s", told++ ? " " : "at random: ", verdicts[i].claim);
        }
    }
    if (told && !sentence.cut) say(v, dado_text_string(&sentence));
}

static bool stopped(visit *v)
{
    if (v->how->stop && *v->how->stop) v->checkup->interrupted = true;
    return v->checkup->interrupted;
}

// A block of a sample on its way to those who wait for it.
typedef struct taking {
    visit *v;
    dado_gathering *gathering;
    bool moves;  // what was done is looked at too
} taking;

static void take_end(void *context, const dado_game *game, const void *state, const dado_trace *log)
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
    dado_block_walk(block, &v->game, &visitor, v->arena, &v->gone_wrong);
}

// A sample between players of one kind, with everything verdicts are read from.
static bool sample(visit *v, int which, const char *player, int64_t matches, dado_findings *f,
                   dado_error *err)
{
    dado_player *everyone = dado_new(v->arena, dado_player, 1);
    dado_lineup *lineup = dado_new(v->arena, dado_lineup, 1);
    dado_plan *plan = dado_new(v->arena, dado_plan, 1);
    if (!everyone || !lineup || !plan) return dado_fail(err, DADO_LIMIT, "no memory left");
    if (!dado_player_parse(everyone, player, v->arena, err)) return false;
    *lineup = (dado_lineup){ .name = player, .players = everyone, .count = 1 };
    *plan = (dado_plan){ .instances = v->plan->game, .instance_count = 1, .lineups = lineup,
                         .lineup_count = 1, .matches = matches, .seed = v->plan->seed,
                         .move_limit = v->plan->limit, .command = v->plan->command };
    dado_gathering *g = &v->gathering[which];
    dado_gathering_init(g, &v->measures, which == 0 ? v->plan->expect : NULL);
    taking waiting = { v, g, which == 1 };
    plan->keep_moves = waiting.moves;
    dado_experiment_how how = *v->how;
    how.taker = &waiting;
    how.block = take_block;
    dado_results *results = &v->results[which];
    if (!dado_experiment_run(plan, &how, results, err)) return false;
    const dado_error *wrong = v->gone_wrong.status != DADO_OK ? &v->gone_wrong
                                                              : &results->cells[0].error;
    if (wrong->status != DADO_OK) {
        if (err) *err = *wrong;
        return false;
    }
    v->checkup->interrupted = v->checkup->interrupted || results->interrupted;
    if (results->matches == 0) return true;
    return dado_gather(f, results, g, which == 0 ? 0 : -1, v->arena, err);
}

static bool has_choices(const visit *v)
{
    const dado_finding *decisions = dado_finding_named(&v->at_random, "decisions");
    return decisions && decisions->most > 0;
}

static double iterations_of(const char *searcher)
{
    const char *number = strstr(searcher, "iterations=");
    return number ? strtod(number + strlen("iterations="), NULL) : 0;
}

// Whether a match between players of the shelf who search this long would come to an end in good
// time: at every decision each iteration plays what is left of a match, half of one on average.
// Moves are counted and not seconds, so that every machine looks at the same.
static bool can_be_watched(const visit *v, const char *searcher)
{
    const double most_moves = 1e8;  // a match
    const dado_finding *decisions = dado_finding_named(&v->at_random, "decisions");
    return decisions->mean * decisions->mean / 2 * iterations_of(searcher) <= most_moves;
}

// Those who search will play on so often that native code pays; it is made while luck is told from
// choice, which takes no search, and all that follows takes it. It changes how soon, and nothing
// else.
static void begin_native(visit *v)
{
    const double worth_loading = 2e6, worth_making = 4e7;  // moves
    const effort *e = v->much;
    const dado_finding *decisions = dado_finding_named(&v->at_random, "decisions");
    bool shared = v->plan->game->opened && v->game.rules->write_native;
    if (!shared || v->how->native != DADO_NATIVE_AUTO || !has_choices(v)) return;
    double iterations = (double)e->thinking * iterations_of(v->thinker);
    double above = iterations_of(e->ladder[e->rungs - 1]);
    if (!v->plan->thinker) iterations += (double)e->most / 2 * above;
    double moves = decisions->mean * decisions->mean / 2 * iterations;
    if (moves > worth_loading) {
        v->forge = dado_forge_begin(&v->game, moves <= worth_making, NULL);
    }
}

static void end_native(visit *v)
{
    if (v->forge) dado_forge_wait(v->forge, v->how->stop, NULL);
    dado_forge_end(v->forge);
    v->forge = NULL;
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

// Where what one wins another loses, points are what is played for: chips, stakes. Elsewhere they
// are a way to come in first.
static bool pays_points(const visit *v)
{
    const dado_frame *f = &v->gathering[0].frame;
    bool differ = false;
    int32_t worth = 0;
    if (!dado_game_can_be_won(&v->game)) return true;
    if (v->game.players != 2 || v->game.side) return false;
    for (int64_t i = 0; i < f->count; i++) {
        const int32_t *row = f->scores + 2 * i;
        int32_t here = row[0] < 0 ? -row[0] : row[0];
        if (row[0] + row[1] != 0) return false;
        differ = differ || (here && worth && here != worth);
        if (here) worth = here;
    }
    return differ;  // where a win is always worth the same, places say it all
}

// A searching player that plays for what the game pays.
static const char *aimed(const visit *v, const char *player)
{
    if (!v->checkup->points || !strstr(player, "iterations=")) return player;
    char words[80];
    int length = snprintf(words, sizeof words, "%s,goal=score", player);
    const char *kept = dado_arena_copy(v->arena, words, (size_t)length);
    return kept ? kept : player;
}

// Only games of several have rivals to measure skill against.
static bool climb(visit *v, dado_error *err)
{
    static const char *const greed[] = { "random", "greedy" };
    const effort *e = v->much;
    const char *players[6] = { "random", v->thinker };
    bool usual = !v->plan->thinker;
    for (int i = 0; usual && i < e->rungs; i++) players[i] = aimed(v, e->ladder[i]);
    dado_ladder_plan plan = {
        .game = v->plan->game, .players = players, .count = usual ? e->rungs : 2,
        .batch = e->batch, .most = e->most, .level = 0.05, .points = v->checkup->points,
        .together = v->checkup->together,
        .seed = v->plan->seed, .move_limit = v->plan->limit,
    };
    dado_ladder_plan simple = plan;
    simple.players = greed;
    simple.count = 2;
    simple.most = looked_at_most(v, plan.batch, plan.most);
    while (usual && plan.count > 1 && !can_be_watched(v, plan.players[plan.count - 1])) {
        plan.count--;
    }
    if (plan.count > 1) {
        char sentence[80];
        snprintf(sentence, sizeof sentence, "climbing a ladder of %d players ...", plan.count);
        say(v, sentence);
        if (!dado_ladder_climb(&plan, v->how, v->arena, &v->ladder, err)) return false;
        v->checkup->ladder = &v->ladder;
    }
    if (!dado_ladder_climb(&simple, v->how, v->arena, &v->greedy, err)) return false;
    v->checkup->greedy = &v->greedy;
    v->checkup->interrupted =
        v->checkup->interrupted || v->ladder.interrupted || v->greedy.interrupted;
    return true;
}

// How open matches between such players are on the way.
static bool examine_chances(visit *v, int which, const char *player, dado_error *err)
{
    dado_player everyone;
    dado_chances_plan plan = {
        .game = v->plan->game, .player = &everyone, .matches = v->much->chances[which],
        .times = v->much->times[which], .seed = v->plan->seed, .move_limit = v->plan->limit,
    };
    if (plan.matches == 0 || v->at_random.only_points) return true;
    if (!dado_player_parse(&everyone, player, v->arena, err) ||
        !dado_chances_measure(&plan, v->how, v->arena, &v->open[which], err)) {
        return false;
    }
    *(which == 0 ? &v->checkup->open : &v->checkup->open_thinking) = &v->open[which];
    return true;
}

// What options do, where they are offered. A game whose secrets are solved needs no samples.
static bool examine_effects(visit *v, dado_error *err)
{
    static const double iterations = 10;
    const dado_finding *decisions = dado_finding_named(&v->at_random, "decisions");
    double each = decisions->mean * decisions->mean / 8 * iterations;
    bool proved = v->proof.known;
    dado_player everyone;
    dado_effects_plan plan = {
        .game = proved ? &v->listed_source : v->plan->game, .player = &everyone,
        .proof = proved ? &v->proof : NULL, .points = v->checkup->points,
        .matches = 2 * v->much->thinking, .moves = v->much->compared,
        .positions = v->much->positions, .times = v->much->often,
        .most_plays = v->much->effects / (each > 1 ? each : 1),
        .seed = v->plan->seed, .move_limit = v->plan->limit,
    };
    if (v->secret.known || v->at_random.only_points) return true;
    const char *player = v->plan->thinker ? v->plan->thinker : aimed(v, "ismcts:iterations=10");
    if (!dado_player_parse(&everyone, player, v->arena, err) ||
        !dado_effects_measure(&plan, v->how, v->arena, &v->effects, err)) {
        return false;
    }
    v->checkup->effects = &v->effects;
    return true;
}

// Only games with choices have skill.
static bool examine_skill(visit *v, dado_error *err)
{
    const effort *e = v->much;
    end_native(v);
    if (v->game.players > 1 && !climb(v, err)) return false;
    if (stopped(v)) return true;
    dado_player random;
    bool won = !v->at_random.only_points;  // what hangs on a choice is told in wins
    if (won && (!dado_player_parse(&random, "random", v->arena, err) ||
                !dado_spread_measure(v->plan->game, &random, 50, e->decisions, 30, v->plan->seed,
                                     v->plan->limit, v->how->stop, v->arena, &v->spread, err))) {
        return false;
    }
    if (won) v->checkup->spread = &v->spread;
    if (stopped(v)) return true;
    if (!v->plan->thinker && !can_be_watched(v, e->thinker)) {
        say(v, "matches are too long for players who search, and how players who think fare was "
               "not looked at; give one that knows the game with --thinker (dado list agents)");
        return true;
    }
    say(v, "watching players who think ...");
    if (!dado_uses_begin(&v->uses, &v->game, v->arena, err) ||
        !dado_counts_begin(&v->counts, &v->game, v->arena, err) ||
        !sample(v, 1, v->thinker, e->thinking, &v->thinking, err)) {
        return false;
    }
    if (v->results[1].matches) v->checkup->thinking = &v->thinking;
    v->checkup->thinker = v->thinker;
    if (!dado_uses_finish(&v->uses, err) || !dado_counts_finish(&v->counts, v->arena, err)) {
        return false;
    }
    if (stopped(v)) return true;
    say(v, "comparing options ...");
    return examine_chances(v, 1, v->thinker, err) && examine_effects(v, err);
}

static bool examine_luck(visit *v, dado_error *err)
{
    dado_player random;
    unsigned asked = (v->game.luck ? DADO_LUCK_TABLE : 0u) |
                     (has_choices(v) ? DADO_LUCK_CHOICES : 0u);
    if (!asked || v->game.players < 2) return true;
    say(v, "telling luck from choice ...");
    v->checkup->luck = &v->luck;
    return dado_player_parse(&random, "random", v->arena, err) &&
           dado_luck_measure(v->plan->game, &random, asked, v->much->varied, v->plan->seed,
                             v->plan->limit, v->how, v->arena, &v->luck, err);
}

static bool prove(visit *v, dado_error *err)
{
    uint64_t positions = v->much->proved, lines = positions / 5;
    say(v, "looking whether best play can be proved ...");
    return dado_source_open_listed(v->plan->game, &v->listed_source, &v->listed, v->arena, err) &&
           dado_best_play_find(&v->listed, positions, v->how->stop, v->arena, &v->proof, err) &&
           dado_secret_play_find(&v->listed, lines, v->how->stop, &v->secret, err);
}

static bool examine(visit *v, dado_error *err)
{
    say(v, "playing at random ...");
    if (!sample(v, 0, "random", v->much->at_random, &v->at_random, err)) return false;
    if (v->results[0].matches == 0) return true;
    v->checkup->at_random = &v->at_random;
    int64_t covered = v->results[0].matches < 200 ? v->results[0].matches : 200;
    if (!dado_coverage_gather(v->results[0].plan, 0, 0, covered, v->how, v->arena, &v->coverage,
                              err)) {
        return false;
    }
    v->checkup->coverage = &v->coverage;
    v->at_random.coverage = &v->coverage;
    v->at_random.rules_text = v->plan->game->text;
    say_first(v);
    // A game that does not come to an end is not worth thinking about.
    bool ends = v->at_random.ended[DADO_STOPPED] + v->at_random.ended[DADO_BROKEN] == 0;
    if (stopped(v) || !ends) return true;
    v->checkup->points = pays_points(v);
    v->checkup->together = dado_game_together(&v->game);
    if (!v->plan->thinker) v->thinker = aimed(v, v->much->thinker);
    begin_native(v);
    if (!examine_luck(v, err) || !examine_chances(v, 0, "random", err)) return false;
    if (!has_choices(v) || stopped(v)) return true;
    // A line of play takes about as long as five positions. Partners are no rivals, as solvers take
    // players to be.
    if (!v->game.side && !prove(v, err)) return false;
    if (v->proof.known) v->checkup->proof = &v->proof;
    if (v->secret.known) v->checkup->secret = &v->secret;
    if (stopped(v)) return true;
    if (!examine_skill(v, err)) return false;
    if (v->checkup->thinking && !stopped(v)) {
        v->checkup->uses = &v->uses;
        v->checkup->counts = &v->counts;
    }
    return true;
}

bool dado_checkup_run(const dado_checkup_plan *plan, const dado_experiment_how *how,
                      dado_arena *arena, dado_checkup *checkup, dado_error *err)
{
    *checkup = (dado_checkup){ .kept = dado_new(arena, visit, 1) };
    visit *v = checkup->kept;
    if (!v) return dado_fail(err, DADO_LIMIT, "no memory left for a check-up");
    *v = (visit){ .plan = plan, .how = how, .much = &efforts[plan->effort], .arena = arena,
                  .checkup = checkup };
    v->thinker = plan->thinker ? plan->thinker : v->much->thinker;
    bool fine = dado_source_open(plan->game, &v->game, arena, err) &&
                dado_measures_of(&v->measures, &v->game, arena, err) && examine(v, err);
    dado_forge_end(v->forge);
    v->forge = NULL;
    return fine;
}

void dado_checkup_free(dado_checkup *checkup)
{
    if (checkup->kept) dado_best_play_free(&checkup->kept->proof);
    for (int i = 0; checkup->kept && i < 2; i++) {
        dado_gathering_free(&checkup->kept->gathering[i]);
        if (checkup->kept->results[i].plan) dado_results_free(&checkup->kept->results[i]);
    }
}
