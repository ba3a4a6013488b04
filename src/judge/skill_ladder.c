// skill_ladder.c - see skill_ladder.h.
#include "judge/skill_ladder.h"
#include "core/scope_cleanup.h"

// A rung in progress. Its result is evaluated once, after all matches of both line-ups.
typedef struct rung_match {
    const dado_skill_ladder_config *plan;
    const dado_experiment_settings *how;
    int number;
    dado_skill_rung *rung;  // receives the result
    double level;           // of its interval
    // Below, above, below: two neighbours are a line-up, so both seatings are there.
    dado_player both[3];
    // Per line-up; for points, only [1] is used: the points of the player above.
    dado_moments won[2];
    bool interrupted;
} rung_match;

static bool duel(rung_match *r, dado_error *err)
{
    const dado_skill_ladder_config *plan = r->plan;
    dado_tournament t = {
        .game = plan->game,
        .players = r->both,
        .count = 2,
        .batch = plan->batch,
        .seed = dado_derive_seed(plan->seed, (uint64_t)r->number),
        .until_sure = true,
        .level = plan->level / (plan->count - 1),
        .most = plan->most,
        // The lowest rung is always played to the end, because it shows whether thinking
        // pays at all.
        .gives_up = r->number > 0,
        .move_limit = plan->move_limit,
    };
    DADO_CLEANUP(dado_tournament_result_free) dado_tournament_result league = { 0 };
    if (!dado_tournament_play(&t, r->how, &league, err)) return false;
    dado_interval below;  // the result of the first player, the one below
    r->rung->sure = dado_duel_judge(&league.duel, &below);
    r->rung->share = (dado_interval){ 1 - below.value, 1 - below.high, 1 - below.low };
    r->rung->matches = league.matches;
    r->interrupted = league.interrupted;
    return true;
}

static void take_points(void *context, const dado_block *block)
{
    rung_match *r = context;
    int above = block->lineup == 0;  // seat of the player above
    for (int i = 0; block->players == 2 && i < block->count; i++) {
        if (!dado_end_has_result((dado_match_end)block->ends[i])) continue;
        dado_moments_add(&r->won[1], block->scores[2 * i + above]);
    }
}

static void take_success(void *context, const dado_block *block)
{
    rung_match *r = context;
    for (int i = 0; block->players && i < block->count; i++) {
        if (!dado_end_has_result((dado_match_end)block->ends[i])) continue;
        dado_moments_add(&r->won[block->lineup], block->places[i * block->players] == 0);
    }
}

static bool play_rung(rung_match *r, const dado_lineup *lineups,
                      void (*take)(void *, const dado_block *), bool paired, dado_error *err)
{
    dado_plan matches = { .instances = r->plan->game,
                          .instance_count = 1,
                          .lineups = lineups,
                          .lineup_count = 2,
                          .matches = (r->plan->most + 1) / 2,
                          .paired = paired,
                          .seed = dado_derive_seed(r->plan->seed, (uint64_t)r->number),
                          .move_limit = r->plan->move_limit };
    dado_experiment_settings each = *r->how;
    each.taker = r;
    each.block = take;
    each.note = NULL;
    DADO_CLEANUP(dado_results_free) dado_results results = { 0 };
    if (!dado_experiment_run(&matches, &each, &results, err)) return false;
    if (results.cells[0].error.status != DADO_OK) {
        if (err) *err = results.cells[0].error;
        return false;
    }
    r->interrupted = results.interrupted;
    return true;
}

static void note(rung_match *r, dado_interval more)
{
    r->rung->matches = r->won[0].count + r->won[1].count;
    r->rung->share = more;
    r->rung->sure = more.low > 0    ? DADO_SECOND_BETTER
                    : more.high < 0 ? DADO_FIRST_BETTER
                                    : DADO_UNDECIDED;
}

// Compares by points, in both seatings.
static bool match_for_points(rung_match *r, dado_error *err)
{
    const dado_lineup lineups[] = { { "below first", r->both, 2 },
                                    { "above first", r->both + 1, 2 } };
    if (!play_rung(r, lineups, take_points, true, err)) return false;
    note(r, dado_mean_interval(&r->won[1], r->level));
    return true;
}

// Returns how much more often one wins than the other: the difference of two shares by
// Newcombe's method from Wilson's intervals. It has a width even if nobody ever won.
static dado_interval share_more(const dado_moments *a, const dado_moments *b, double level)
{
    dado_interval one = dado_share_interval((double)a->nonzero, (double)a->count, level);
    dado_interval two = dado_share_interval((double)b->nonzero, (double)b->count, level);
    double more = one.value - two.value;
    return (dado_interval){ more, more - hypot(one.value - one.low, two.high - two.value),
                            more + hypot(one.high - one.value, two.value - two.low) };
}

// For games that all win or lose together: compares a team of one kind with a team of the
// other.
static bool play_together(rung_match *r, dado_error *err)
{
    const dado_lineup lineups[] = { { "below", r->both, 1 }, { "above", r->both + 1, 1 } };
    if (!play_rung(r, lineups, take_success, false, err)) return false;
    note(r, share_more(&r->won[1], &r->won[0], r->level));
    return true;
}

bool dado_skill_ladder_play(const dado_skill_ladder_config *plan,
                            const dado_experiment_settings *how, dado_region *region,
                            dado_skill_ladder *ladder, dado_error *err)
{
    *ladder = (dado_skill_ladder){ .points = plan->points,
                                   .together = plan->together,
                                   .level = 1 - plan->level / (plan->count - 1) };
    ladder->rungs = dado_new(region, dado_skill_rung, plan->count);
    if (!ladder->rungs) return dado_fail(err, DADO_LIMIT, "no memory left for the ladder");
    for (int i = 0; i + 1 < plan->count && !ladder->interrupted; i++) {
        dado_skill_rung *rung = &ladder->rungs[i];
        rung_match r = { plan, how, i, rung, .level = ladder->level };
        *rung = (dado_skill_rung){ .below = plan->players[i], .above = plan->players[i + 1] };
        for (int k = 0; k < 3; k++) {
            if (!dado_player_parse(&r.both[k], plan->players[i + k % 2], region, err)) return false;
        }
        bool played = plan->together ? play_together(&r, err)
                      : plan->points ? match_for_points(&r, err)
                                     : duel(&r, err);
        if (!played) return false;
        ladder->interrupted = r.interrupted;
        if (rung->matches == 0) break;  // it was stopped before the first match
        ladder->count++;
        bool better = rung->sure == DADO_SECOND_BETTER;
        if (better && ladder->climbed == i) ladder->climbed++;
        ladder->better += better;
        ladder->fallen += rung->sure == DADO_FIRST_BETTER;
    }
    return true;
}
