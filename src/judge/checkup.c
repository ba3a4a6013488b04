// checkup.c - see checkup.h.
#include "judge/checkup.h"

#include <stdlib.h>
#include <string.h>

#include "core/ends.h"

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

typedef struct visit {
    const dado_checkup_plan *plan;
    const dado_experiment_how *how;
    const effort *much;
    dado_arena *arena;
    dado_checkup *c;        // what is found
    const char *thinker;
    dado_plan samples[2];   // matches at random, and between those who think
    dado_game game;
    dado_measures measures;
    dado_source listed_source;
    dado_game listed;       // with its luck listed, for proofs
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
    int count = dado_verdicts_of(&v->c->at_random, verdicts), told = 0;
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
    if (v->how->stop && *v->how->stop) v->c->interrupted = true;
    return v->c->interrupted;
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
    dado_uses_end(&v->c->uses, log);
    dado_counts_end(&v->c->counts, game, state, log);
}

static void take_step(void *context, const dado_game *game, const void *state,
                      const dado_step *step)
{
    dado_uses_step(&((visit *)context)->c->uses, game, state, step);
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

// Matches between players of one kind.
static bool plan_sample(const visit *v, const char *player, int64_t matches, dado_plan *plan,
                        dado_error *err)
{
    dado_player *everyone = dado_new(v->arena, dado_player, 1);
    dado_lineup *lineup = dado_new(v->arena, dado_lineup, 1);
    if (!everyone || !lineup) return dado_fail(err, DADO_LIMIT, "no memory left");
    *lineup = (dado_lineup){ .name = player, .players = everyone, .count = 1 };
    *plan = (dado_plan){ .instances = v->plan->game, .instance_count = 1, .lineups = lineup,
                         .lineup_count = 1, .matches = matches, .seed = v->plan->seed,
                         .move_limit = v->plan->limit, .command = v->plan->command };
    return dado_player_parse(everyone, player, v->arena, err);
}

// So many matches of the same players.
static dado_plan some(const visit *v, int which, int64_t matches)
{
    dado_plan plan = v->samples[which];
    plan.matches = matches;
    plan.keep_moves = false;
    return plan;
}

// Plays a sample, with everything verdicts are read from.
static bool sample(visit *v, int which, const char *player, int64_t matches, dado_findings *f,
                   dado_error *err)
{
    dado_plan *plan = &v->samples[which];
    dado_gathering *g = &v->c->gathering[which];
    dado_results *results = &v->c->results[which];
    if (!plan_sample(v, player, matches, plan, err)) return false;
    dado_gathering_init(g, &v->measures, which == 0 ? v->plan->expect : NULL);
    taking waiting = { v, g, which == 1 };
    plan->keep_moves = waiting.moves;
    dado_experiment_how how = *v->how;
    how.taker = &waiting;
    how.block = take_block;
    if (!dado_experiment_run(plan, &how, results, err)) return false;
    const dado_error *wrong = v->gone_wrong.status != DADO_OK ? &v->gone_wrong
                                                              : &results->cells[0].error;
    if (wrong->status != DADO_OK) {
        if (err) *err = *wrong;
        return false;
    }
    v->c->interrupted = v->c->interrupted || results->interrupted;
    if (results->matches == 0) return true;
    return dado_gather(f, results, g, which == 0 ? 0 : -1, v->arena, err);
}

// A match, on average, at random.
static double decisions_of(const visit *v)
{
    const dado_finding *decisions = dado_finding_named(&v->c->at_random, "decisions");
    return decisions ? decisions->mean : 0;
}

static bool has_choices(const visit *v)
{
    return decisions_of(v) > 0;
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
    return decisions_of(v) * decisions_of(v) / 2 * iterations_of(searcher) <= most_moves;
}

// Those who search will play on so often that native code pays; it is made while luck is told from
// choice, which takes no search, and all that follows takes it. It changes how soon, and nothing
// else.
static void begin_native(visit *v)
{
    const double worth_loading = 2e6, worth_making = 4e7;  // moves
    const effort *e = v->much;
    bool shared = v->plan->game->opened && v->game.rules->write_native;
    if (!shared || v->how->native != DADO_NATIVE_AUTO || !has_choices(v)) return;
    double iterations = (double)e->thinking * iterations_of(v->thinker);
    double above = iterations_of(e->ladder[e->rungs - 1]);
    if (!v->plan->thinker) iterations += (double)e->most / 2 * above;
    double moves = decisions_of(v) * decisions_of(v) / 2 * iterations;
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
    const dado_finding *options = dado_finding_named(&v->c->at_random, "branching");
    double each = decisions_of(v) * (options && options->mean > 1 ? options->mean : 1);
    if (each * (double)most <= most_moves) return most;
    int64_t fewer = (int64_t)(most_moves / each);
    return fewer < 2 * batch ? 2 * batch : fewer;
}

// Where what one wins another loses, points are what is played for: chips, stakes. Elsewhere they
// are a way to come in first.
static bool pays_points(const visit *v)
{
    const dado_frame *f = &v->c->gathering[0].frame;
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
    if (!v->c->points || !strstr(player, "iterations=")) return player;
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
        .batch = e->batch, .most = e->most, .level = 0.05, .points = v->c->points,
        .together = v->c->together,
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
        if (!dado_ladder_climb(&plan, v->how, v->arena, &v->c->ladder, err)) return false;
    }
    if (!dado_ladder_climb(&simple, v->how, v->arena, &v->c->greedy, err)) return false;
    v->c->interrupted =
        v->c->interrupted || v->c->ladder.interrupted || v->c->greedy.interrupted;
    return true;
}

// How open matches between such players are on the way.
static bool examine_chances(visit *v, int which, dado_chances *open, dado_error *err)
{
    dado_plan plan = some(v, which, v->much->chances[which]);
    if (plan.matches == 0 || v->c->at_random.only_points) return true;
    return dado_chances_measure(&plan, v->much->times[which], v->how, v->arena, open, err);
}

// What options do, where they are offered. A game whose secrets are solved needs no samples.
static bool examine_effects(visit *v, dado_error *err)
{
    static const double iterations = 10;
    double each = decisions_of(v) * decisions_of(v) / 8 * iterations;
    bool proved = v->c->proof.known;
    dado_plan play;
    dado_effects_plan plan = {
        .play = &play, .proof = proved ? &v->c->proof : NULL, .points = v->c->points,
        .moves = v->much->compared, .positions = v->much->positions, .times = v->much->often,
        .most_plays = v->much->effects / (each > 1 ? each : 1),
    };
    if (v->c->secret.known || v->c->at_random.only_points) return true;
    const char *player = v->plan->thinker ? v->plan->thinker : aimed(v, "ismcts:iterations=10");
    if (!plan_sample(v, player, 2 * v->much->thinking, &play, err)) return false;
    if (proved) play.instances = &v->listed_source;
    return dado_effects_measure(&plan, v->how, v->arena, &v->c->effects, err);
}

// Only games with choices have skill.
static bool examine_skill(visit *v, dado_error *err)
{
    const effort *e = v->much;
    end_native(v);
    if (v->game.players > 1 && !climb(v, err)) return false;
    if (stopped(v)) return true;
    dado_plan plan = some(v, 0, 50);
    bool won = !v->c->at_random.only_points;  // what hangs on a choice is told in wins
    if (won && !dado_spread_measure(&plan, e->decisions, 30, v->how->stop, v->arena, &v->c->spread,
                                    err)) {
        return false;
    }
    if (stopped(v)) return true;
    if (!v->plan->thinker && !can_be_watched(v, e->thinker)) {
        say(v, "matches are too long for players who search, and how players who think fare was "
               "not looked at; give one that knows the game with --thinker (dado list agents)");
        return true;
    }
    say(v, "watching players who think ...");
    if (!dado_uses_begin(&v->c->uses, &v->game, v->arena, err) ||
        !dado_counts_begin(&v->c->counts, &v->game, v->arena, err) ||
        !sample(v, 1, v->thinker, e->thinking, &v->c->thinking, err)) {
        return false;
    }
    v->c->thinker = v->thinker;
    if (!dado_uses_finish(&v->c->uses, err) || !dado_counts_finish(&v->c->counts, v->arena, err)) {
        return false;
    }
    if (stopped(v)) return true;
    say(v, "comparing options ...");
    return examine_chances(v, 1, &v->c->open_thinking, err) && examine_effects(v, err);
}

static bool examine_luck(visit *v, dado_error *err)
{
    dado_plan plan = some(v, 0, v->much->varied);
    unsigned asked = (v->game.luck ? DADO_LUCK_TABLE : 0u) |
                     (has_choices(v) ? DADO_LUCK_CHOICES : 0u);
    if (!asked || v->game.players < 2) return true;
    say(v, "telling luck from choice ...");
    return dado_luck_measure(&plan, asked, v->how, v->arena, &v->c->luck, err);
}

static bool prove(visit *v, dado_error *err)
{
    uint64_t positions = v->much->proved, lines = positions / 5;
    say(v, "looking whether best play can be proved ...");
    return dado_source_open_luck(v->plan->game, "listed", &v->listed_source, &v->listed, v->arena,
                                 err) &&
           dado_best_play_find(&v->listed, positions, v->how->stop, v->arena, &v->c->proof, err) &&
           dado_secret_play_find(&v->listed, lines, v->how->stop, &v->c->secret, err);
}

static bool examine(visit *v, dado_error *err)
{
    say(v, "playing at random ...");
    if (!sample(v, 0, "random", v->much->at_random, &v->c->at_random, err)) return false;
    if (v->c->results[0].matches == 0) return true;
    int64_t covered = v->c->results[0].matches < 200 ? v->c->results[0].matches : 200;
    if (!dado_coverage_gather(&v->samples[0], 0, 0, covered, v->how, v->arena, &v->c->coverage,
                              err)) {
        return false;
    }
    v->c->at_random.coverage = &v->c->coverage;
    v->c->at_random.rules_text = v->plan->game->text;
    say_first(v);
    // A game that does not come to an end is not worth thinking about.
    bool ends = v->c->at_random.ended[DADO_STOPPED] + v->c->at_random.ended[DADO_BROKEN] == 0;
    if (stopped(v) || !ends) return true;
    v->c->points = pays_points(v);
    v->c->together = dado_game_together(&v->game);
    if (!v->plan->thinker) v->thinker = aimed(v, v->much->thinker);
    begin_native(v);
    if (!examine_luck(v, err) || !examine_chances(v, 0, &v->c->open, err)) return false;
    if (!has_choices(v) || stopped(v)) return true;
    // A line of play takes about as long as five positions. Partners are no rivals, as solvers take
    // players to be.
    if (!v->game.side && !prove(v, err)) return false;
    if (stopped(v)) return true;
    if (!examine_skill(v, err)) return false;
    // What nobody did is no finding where not all was looked at.
    if (!v->c->thinking.matches || stopped(v)) v->c->uses.count = v->c->counts.count = 0;
    return true;
}

bool dado_checkup_run(const dado_checkup_plan *plan, const dado_experiment_how *how,
                      dado_arena *arena, dado_checkup *checkup, dado_error *err)
{
    *checkup = (dado_checkup){ 0 };
    visit *v = dado_new(arena, visit, 1);
    if (!v) return dado_fail(err, DADO_LIMIT, "no memory left for a check-up");
    *v = (visit){ .plan = plan, .how = how, .much = &efforts[plan->effort], .arena = arena,
                  .c = checkup };
    v->thinker = plan->thinker ? plan->thinker : v->much->thinker;
    bool fine = dado_source_open(plan->game, &v->game, arena, err) &&
                dado_measures_of(&v->measures, &v->game, arena, err) && examine(v, err);
    dado_forge_end(v->forge);
    v->forge = NULL;
    return fine;
}

void dado_checkup_free(dado_checkup *checkup)
{
    dado_best_play_free(&checkup->proof);
    for (int i = 0; i < 2; i++) {
        dado_gathering_free(&checkup->gathering[i]);
        dado_results_free(&checkup->results[i]);
    }
}
