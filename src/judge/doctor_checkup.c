// doctor_checkup.c - see doctor_checkup.h.
#include "judge/doctor_checkup.h"

#include <stdlib.h>
#include <string.h>

#include "core/fast_paths.h"
#include "core/scope_cleanup.h"

typedef struct effort {
    int64_t at_random, thinking, batch, most;
    dado_recorder_config recorder;  // how decisions are recorded; `play` is set later
    int64_t recorded;               // matches in which decisions are recorded
    // matches in which chances are measured: [0] random players, [1] thinking ones
    int64_t chances[2];
    int times[2];                    // rollouts per position of these matches
    int compared, positions, often;  // moves to compare, positions of each, and rollouts per option
    double effects;                  // limit on the moves made for these comparisons
    uint64_t proved;                 // limit on the positions of a proof
    const char *thinker;
    const char *ladder[6];
    int rungs;
} effort;

// clang-format off
static const effort efforts[] = {
    { .at_random = 1000, .thinking = 60, .batch = 20, .most = 200,
      .recorder = { .per_kind = 1, .times = 20, .most_moves = 2e6, .exact = 30000 },
      .recorded = 300, .chances = { 60, 0 }, .times = { 40, 0 },
      .compared = 6, .positions = 100, .often = 8, .effects = 2e7, .proved = 100000,
      .thinker = "ismcts:iterations=40",
      .ladder = { "random", "ismcts:iterations=10", "ismcts:iterations=40" }, .rungs = 3 },
    { .at_random = 5000, .thinking = 200, .batch = 40, .most = 600,
      .recorder = { .per_kind = 2, .times = 40, .most_moves = 2e7, .exact = 100000 },
      .recorded = 1000, .chances = { 200, 24 }, .times = { 60, 16 },
      .compared = 10, .positions = 100, .often = 20, .effects = 2e8, .proved = 1000000,
      .thinker = "ismcts:iterations=100",
      .ladder = { "random", "ismcts:iterations=10", "ismcts:iterations=50",
                  "ismcts:iterations=250" }, .rungs = 4 },
    { .at_random = 20000, .thinking = 1000, .batch = 100, .most = 3000,
      .recorder = { .per_kind = 4, .times = 60, .most_moves = 2e8, .exact = 500000 },
      .recorded = 3000, .chances = { 600, 60 }, .times = { 100, 40 },
      .compared = 16, .positions = 200, .often = 40, .effects = 2e9, .proved = 10000000,
      .thinker = "ismcts:iterations=300",
      .ladder = { "random", "ismcts:iterations=10", "ismcts:iterations=50",
                  "ismcts:iterations=250", "ismcts:iterations=1250" }, .rungs = 5 },
};
// clang-format on

typedef struct checkup_run {
    const dado_checkup_config *plan;
    const dado_experiment_settings *how;
    const effort *much;
    dado_region *region;
    dado_checkup *c;  // receives the results
    const char *thinker;
    dado_plan samples[2];  // [0] random players, [1] thinking players
    dado_game game;
    dado_measures measures;
    dado_game_source listed_source;
    dado_game listed;          // opened with its luck listed, for proofs
    dado_error gone_wrong;     // set while blocks are received
    dado_native_build *forge;  // builds native code of the game; or NULL
} checkup_run;

static void say(const checkup_run *v, const char *sentence)
{
    if (v->plan->say) v->plan->say(v->plan->context, sentence);
}

// Reports what the random matches show as soon as they are played, long before the rest
// is known: the worst first, and few enough to read meanwhile.
static void say_opening(const checkup_run *v)
{
    enum { most_claims = 3 };
    dado_verdict verdicts[DADO_VERDICTS];
    int count = dado_verdicts_of(&v->c->at_random, verdicts), told = 0;
    DADO_CLEANUP(dado_text_free) dado_text sentence = { 0 };
    for (int tone = DADO_BAD; tone >= DADO_GOOD; tone--) {
        for (int i = 0; i < count && told < most_claims; i++) {
            if ((int)verdicts[i].tone != tone) continue;
            dado_text_addf(&sentence, "%s%s", told++ ? " " : "at random: ", verdicts[i].claim);
        }
    }
    if (told && !sentence.cut) say(v, dado_text_string(&sentence));
}

static bool stopped(checkup_run *v)
{
    if (v->how->stop && *v->how->stop) v->c->interrupted = true;
    return v->c->interrupted;
}

// Receives the blocks of a sample and passes them on to everything that reads them.
typedef struct sample_collector {
    checkup_run *v;
    dado_findings_collector *gathering;
    bool moves;  // the moves are examined too
} sample_collector;

static void collect_end(void *context, const dado_game *game, const void *state,
                        const dado_trace *log)
{
    checkup_run *v = context;
    dado_move_stats_end_match(&v->c->uses, log);
    dado_count_stats_end_match(&v->c->counts, game, state, log);
}

static void collect_step(void *context, const dado_game *game, const void *state,
                         const dado_step *step)
{
    dado_move_stats_add_step(&((checkup_run *)context)->c->uses, game, state, step);
}

static void collect_block(void *context, const dado_block *block)
{
    const sample_collector *t = context;
    checkup_run *v = t->v;
    dado_findings_collect_block(t->gathering, block);
    if (!t->moves || block->players == 0 || v->gone_wrong.status != DADO_OK) return;
    const dado_move_log_visitor visitor = { v, collect_step, collect_end };
    dado_block_replay(block, &v->game, &visitor, v->region, &v->gone_wrong);
}

// Makes a plan of matches between players of one kind.
static bool plan_sample(const checkup_run *v, const char *player, int64_t matches, dado_plan *plan,
                        dado_error *err)
{
    dado_player *everyone = dado_new(v->region, dado_player, 1);
    dado_lineup *lineup = dado_new(v->region, dado_lineup, 1);
    if (!everyone || !lineup) return dado_fail(err, DADO_LIMIT, "no memory left");
    *lineup = (dado_lineup){ .name = player, .players = everyone, .count = 1 };
    *plan = (dado_plan){ .instances = v->plan->game,
                         .instance_count = 1,
                         .lineups = lineup,
                         .lineup_count = 1,
                         .matches = matches,
                         .seed = v->plan->seed,
                         .move_limit = v->plan->limit,
                         .command = v->plan->command };
    return dado_player_parse(everyone, player, v->region, err);
}

// Returns the plan of a sample, with another number of matches.
static dado_plan sample_plan(const checkup_run *v, int which, int64_t matches)
{
    dado_plan plan = v->samples[which];
    plan.matches = matches;
    plan.keep_moves = false;
    return plan;
}

// Plays a sample and collects everything that verdicts are computed from.
static bool sample(checkup_run *v, int which, const char *player, int64_t matches, dado_findings *f,
                   dado_error *err)
{
    dado_plan *plan = &v->samples[which];
    dado_findings_collector *g = &v->c->gathering[which];
    dado_results *results = &v->c->results[which];
    if (!plan_sample(v, player, matches, plan, err)) return false;
    dado_findings_collector_init(g, &v->measures, which == 0 ? v->plan->expect : NULL);
    if (which == 0) v->c->plan_at_random = *plan;
    sample_collector waiting = { v, g, which == 1 };
    plan->keep_moves = waiting.moves;
    dado_experiment_settings how = *v->how;
    how.taker = &waiting;
    how.block = collect_block;
    if (!dado_experiment_run(plan, &how, results, err)) return false;
    const dado_error *wrong =
        v->gone_wrong.status != DADO_OK ? &v->gone_wrong : &results->cells[0].error;
    if (wrong->status != DADO_OK) {
        if (err) *err = *wrong;
        return false;
    }
    v->c->interrupted = v->c->interrupted || results->interrupted;
    if (results->matches == 0) return true;
    return dado_findings_collect(f, results, g, which == 0 ? 0 : -1, v->region, err);
}

// Returns the mean number of decisions in a random match.
static double decisions_of(const checkup_run *v)
{
    const dado_finding *decisions = dado_finding_named(&v->c->at_random, "decisions");
    return decisions ? decisions->mean : 0;
}

static bool has_choices(const checkup_run *v)
{
    return decisions_of(v) > 0;
}

static double iterations_of(const char *searcher)
{
    const char *number = strstr(searcher, "iterations=");
    return number ? strtod(number + strlen("iterations="), NULL) : 0;
}

// Tells whether a match between searching players would end in acceptable time. At every
// decision, each iteration plays out the rest of a match, half of one on average. Moves
// are counted rather than seconds, so that every machine does the same work.
static bool can_be_watched(const checkup_run *v, const char *searcher)
{
    const double most_moves = 1e8;  // per match
    return decisions_of(v) * decisions_of(v) / 2 * iterations_of(searcher) <= most_moves;
}

// Searching players make so many moves that native code pays off. It is built in the
// background while luck and choice are measured, which takes no search. It changes the
// speed and nothing else.
static void begin_native(checkup_run *v)
{
    const double worth_loading = 2e6, worth_making = 4e7;  // in moves
    const effort *e = v->much;
    bool shared = v->plan->game->opened && dado_fast_path(&v->game, write_native);
    if (!shared || v->how->native != DADO_NATIVE_AUTO || !has_choices(v)) return;
    double iterations = (double)e->thinking * iterations_of(v->thinker);
    double above = iterations_of(e->ladder[e->rungs - 1]);
    if (!v->plan->thinker) iterations += (double)e->most / 2 * above;
    double moves = decisions_of(v) * decisions_of(v) / 2 * iterations;
    if (moves > worth_loading) {
        v->forge = dado_native_build_begin(&v->game, moves <= worth_making, NULL);
    }
}

static void end_native(checkup_run *v)
{
    if (v->forge) dado_native_build_wait(v->forge, v->how->stop, NULL);
    dado_native_build_end(v->forge);
    v->forge = NULL;
}

// Examining every option of every decision takes long in long games, so fewer matches of
// such games are examined.
static int64_t looked_at_most(const checkup_run *v, int64_t batch, int64_t most)
{
    const double most_moves = 4e7;  // of all matches together
    const dado_finding *options = dado_finding_named(&v->c->at_random, "branching");
    double each = decisions_of(v) * (options && options->mean > 1 ? options->mean : 1);
    if (each * (double)most <= most_moves) return most;
    int64_t fewer = (int64_t)(most_moves / each);
    return fewer < 2 * batch ? 2 * batch : fewer;
}

// In a zero-sum game the points are what is played for: chips or stakes. In other games
// points are only a way to come in first.
static bool pays_points(const checkup_run *v)
{
    const dado_data_frame *f = &v->c->gathering[0].frame;
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
    return differ;  // if every win is worth the same, places say as much as points
}

// Returns a searching player that plays for what the game pays: points or places.
static const char *aimed(const checkup_run *v, const char *player)
{
    if (!v->c->points || !strstr(player, "iterations=")) return player;
    char words[80];
    int length = snprintf(words, sizeof words, "%s,goal=score", player);
    const char *kept = dado_region_copy(v->region, words, (size_t)length);
    return kept ? kept : player;
}

// Skill is measured against rivals, so only games of several players have a ladder.
static bool climb_ladder(checkup_run *v, dado_error *err)
{
    static const char *const greed[] = { "random", "greedy" };
    const effort *e = v->much;
    const char *players[6] = { "random", v->thinker };
    bool usual = !v->plan->thinker;
    for (int i = 0; usual && i < e->rungs; i++) players[i] = aimed(v, e->ladder[i]);
    dado_skill_ladder_config plan = {
        .game = v->plan->game,
        .players = players,
        .count = usual ? e->rungs : 2,
        .batch = e->batch,
        .most = e->most,
        .level = 0.05,
        .points = v->c->points,
        .together = v->c->together,
        .seed = v->plan->seed,
        .move_limit = v->plan->limit,
    };
    dado_skill_ladder_config simple = plan;
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
        if (!dado_skill_ladder_play(&plan, v->how, v->region, &v->c->ladder, err)) return false;
    }
    if (!dado_skill_ladder_play(&simple, v->how, v->region, &v->c->greedy, err)) return false;
    v->c->interrupted = v->c->interrupted || v->c->ladder.interrupted || v->c->greedy.interrupted;
    return true;
}

// Measures how open matches between such players are before they end.
static bool examine_chances(checkup_run *v, int which, dado_predictability *open, dado_error *err)
{
    dado_plan plan = sample_plan(v, which, v->much->chances[which]);
    if (plan.matches == 0 || v->c->at_random.only_points) return true;
    return dado_predictability_measure(&plan, v->much->times[which], v->how, v->region, open, err);
}

// Measures the effects of options in the positions that offer them. A game with a known
// equilibrium needs no samples.
static bool examine_effects(checkup_run *v, dado_error *err)
{
    static const double iterations = 10;
    double each = decisions_of(v) * decisions_of(v) / 8 * iterations;
    bool proved = v->c->proof.known;
    dado_plan play;
    dado_move_effects_config plan = {
        .play = &play,
        .proof = proved ? &v->c->proof : NULL,
        .points = v->c->points,
        .moves = v->much->compared,
        .positions = v->much->positions,
        .times = v->much->often,
        .most_plays = v->much->effects / (each > 1 ? each : 1),
    };
    if (v->c->secret.known || v->c->at_random.only_points) return true;
    const char *player = v->plan->thinker ? v->plan->thinker : aimed(v, "ismcts:iterations=10");
    if (!plan_sample(v, player, 2 * v->much->thinking, &play, err)) return false;
    if (proved) play.instances = &v->listed_source;
    return dado_move_effects_measure(&plan, v->how, v->region, &v->c->effects, err);
}

// Only games with choices have skill to measure.
static bool examine_skill(checkup_run *v, dado_error *err)
{
    const effort *e = v->much;
    end_native(v);
    // A game that cannot be won is judged by points: those of random players and of
    // thinking ones.
    bool rivals = v->game.players > 1 && !v->c->at_random.only_points;
    if (rivals && !climb_ladder(v, err)) return false;
    if (stopped(v)) return true;
    if (!v->plan->thinker && !can_be_watched(v, e->thinker)) {
        say(v,
            "matches are too long for players who search, so players who think were not examined; "
            "name one that knows the game with --thinker (dado list agents)");
        return true;
    }
    say(v, "watching players who think ...");
    if (!dado_move_stats_begin(&v->c->uses, &v->game, v->region, err) ||
        !dado_count_stats_begin(&v->c->counts, &v->game, v->region, err) ||
        !sample(v, 1, v->thinker, e->thinking, &v->c->thinking, err)) {
        return false;
    }
    v->c->thinker = v->thinker;
    if (!dado_move_stats_finish(&v->c->uses, err) ||
        !dado_count_stats_finish(&v->c->counts, v->region, err)) {
        return false;
    }
    if (stopped(v)) return true;
    say(v, "comparing options ...");
    return examine_chances(v, 1, &v->c->predictability_thinking, err) && examine_effects(v, err);
}

// Measures what options are worth and how much luck decides between random players.
static bool examine_decisions(checkup_run *v, dado_error *err)
{
    dado_plan plan = sample_plan(v, 0, v->much->recorded);
    dado_recorder_config config = v->much->recorder;
    config.play = &plan;
    if (v->c->at_random.only_points) return true;  // every seat always has the same share
    say(v, "separating luck from choice ...");
    if (!dado_decision_recorder_load(&config, v->how, v->region, &v->c->recording, err)) {
        return false;
    }
    v->c->recorded = !stopped(v);
    return true;
}

static bool prove(checkup_run *v, dado_error *err)
{
    uint64_t positions = v->much->proved, lines = positions / 5;
    say(v, "checking whether best play can be proved ...");
    return dado_game_source_open_chance(v->plan->game, "listed", &v->listed_source, &v->listed,
                                        v->region, err) &&
           dado_perfect_play_find(&v->listed, positions, v->how->stop, v->region, &v->c->proof,
                                  err) &&
           dado_equilibrium_play_find(&v->listed, lines, v->how->stop, &v->c->secret, err);
}

static bool examine(checkup_run *v, dado_error *err)
{
    say(v, "playing at random ...");
    if (!sample(v, 0, "random", v->much->at_random, &v->c->at_random, err)) return false;
    if (v->c->results[0].matches == 0) return true;
    int64_t covered = v->c->results[0].matches < 200 ? v->c->results[0].matches : 200;
    if (!dado_rule_coverage_collect(&v->samples[0], 0, 0, covered, v->how, v->region,
                                    &v->c->coverage, err)) {
        return false;
    }
    v->c->at_random.coverage = &v->c->coverage;
    v->c->at_random.rules_text = v->plan->game->text;
    say_opening(v);
    // If matches do not end, thinking players are not tried.
    bool ends = v->c->at_random.ended[DADO_STOPPED] + v->c->at_random.ended[DADO_BROKEN] == 0;
    if (stopped(v) || !ends) return true;
    v->c->points = pays_points(v);
    v->c->together = dado_game_is_cooperative(&v->game);
    if (!v->plan->thinker) v->thinker = aimed(v, v->much->thinker);
    begin_native(v);
    if (!examine_decisions(v, err) || !examine_chances(v, 0, &v->c->open, err)) return false;
    if (!has_choices(v) || stopped(v)) return true;
    // A line of play takes about as long as five positions. Solvers treat all players as
    // rivals, so games with partners are not solved.
    if (!v->game.side && !prove(v, err)) return false;
    if (stopped(v)) return true;
    if (!examine_skill(v, err)) return false;
    // "Nobody ever did this" is only a finding if every match was examined.
    if (!v->c->thinking.matches || stopped(v)) v->c->uses.count = v->c->counts.count = 0;
    return true;
}

bool dado_checkup_run(const dado_checkup_config *plan, const dado_experiment_settings *how,
                      dado_region *region, dado_checkup *checkup, dado_error *err)
{
    *checkup = (dado_checkup){ 0 };
    checkup_run *v = dado_new(region, checkup_run, 1);
    if (!v) return dado_fail(err, DADO_LIMIT, "no memory left for a check-up");
    *v = (checkup_run){
        .plan = plan, .how = how, .much = &efforts[plan->effort], .region = region, .c = checkup
    };
    v->thinker = plan->thinker ? plan->thinker : v->much->thinker;
    bool fine = dado_game_source_open(plan->game, &v->game, region, err) &&
                dado_measures_of(&v->measures, &v->game, region, err) && examine(v, err);
    dado_native_build_end(v->forge);
    v->forge = NULL;
    return fine;
}

void dado_checkup_free(dado_checkup *checkup)
{
    dado_perfect_play_free(&checkup->proof);
    for (int i = 0; i < 2; i++) {
        dado_findings_collector_free(&checkup->gathering[i]);
        dado_results_free(&checkup->results[i]);
    }
}
