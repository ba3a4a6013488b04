// ladder.c - see ladder.h.
#include "judge/ladder.h"
#include "core/ends.h"

// A rung that is played. By what two line-ups get it is looked at once, when all is played.
typedef struct rung_play {
    const dado_ladder_plan *plan;
    const dado_experiment_how *how;
    int number;
    dado_rung *rung;      // what is found
    double level;         // of its interval
    dado_player both[3];  // below, above and below: both ways round
    dado_moments won[2];  // by the line-ups; of points, all in the second, by the one above
    bool interrupted;
} rung_play;

static bool duel(rung_play *r, dado_error *err)
{
    const dado_ladder_plan *plan = r->plan;
    dado_tournament t = {
        .game = plan->game, .players = r->both, .count = 2, .batch = plan->batch,
        .seed = dado_derive(plan->seed, (uint64_t)r->number), .until_sure = true,
        .level = plan->level / (plan->count - 1), .most = plan->most,
        // That thinking does not pay at all is read off the lowest rung, so that one is played out.
        .gives_up = r->number > 0, .move_limit = plan->move_limit,
    };
    DADO_ENDS(dado_league_free) dado_league league = { 0 };
    if (!dado_tournament_play(&t, r->how, &league, err)) return false;
    dado_interval below;  // who is the first
    r->rung->sure = dado_duel_judge(&league.duel, &below);
    r->rung->share = (dado_interval){ 1 - below.value, 1 - below.high, 1 - below.low };
    r->rung->matches = league.matches;
    r->interrupted = league.interrupted;
    return true;
}

static void take_points(void *context, const dado_block *block)
{
    rung_play *r = context;
    int above = block->lineup == 0;  // who has that seat there
    for (int i = 0; block->players == 2 && i < block->count; i++) {
        if (!dado_ended((dado_end)block->ends[i])) continue;
        dado_moments_add(&r->won[1], block->scores[2 * i + above]);
    }
}

static void take_success(void *context, const dado_block *block)
{
    rung_play *r = context;
    for (int i = 0; block->players && i < block->count; i++) {
        if (!dado_ended((dado_end)block->ends[i])) continue;
        dado_moments_add(&r->won[block->lineup], block->places[i * block->players] == 0);
    }
}

static bool play_rung(rung_play *r, const dado_lineup *lineups,
                      void (*take)(void *, const dado_block *), bool paired, dado_error *err)
{
    dado_plan matches = { .instances = r->plan->game, .instance_count = 1, .lineups = lineups,
                          .lineup_count = 2, .matches = (r->plan->most + 1) / 2, .paired = paired,
                          .seed = dado_derive(r->plan->seed, (uint64_t)r->number),
                          .move_limit = r->plan->move_limit };
    dado_experiment_how each = *r->how;
    each.taker = r;
    each.block = take;
    each.note = NULL;
    DADO_ENDS(dado_results_free) dado_results results = { 0 };
    if (!dado_experiment_run(&matches, &each, &results, err)) return false;
    if (results.cells[0].error.status != DADO_OK) {
        if (err) *err = results.cells[0].error;
        return false;
    }
    r->interrupted = results.interrupted;
    return true;
}

static void note(rung_play *r, dado_interval more)
{
    r->rung->matches = r->won[0].count + r->won[1].count;
    r->rung->share = more;
    r->rung->sure = more.low > 0    ? DADO_SECOND_BETTER
                    : more.high < 0 ? DADO_FIRST_BETTER
                                    : DADO_NOT_SURE;
}

// By what it pays: both ways round.
static bool match_for_points(rung_play *r, dado_error *err)
{
    const dado_lineup lineups[] = { { "below first", r->both, 2 },
                                    { "above first", r->both + 1, 2 } };
    if (!play_rung(r, lineups, take_points, true, err)) return false;
    note(r, dado_mean_interval(&r->won[1], r->level));
    return true;
}

// How much more often: a difference of shares, by Wilson's intervals of both (after Newcombe),
// which has a width even where nobody ever won.
static dado_interval share_more(const dado_moments *a, const dado_moments *b, double level)
{
    dado_interval one = dado_share_interval((double)a->nonzero, (double)a->count, level);
    dado_interval two = dado_share_interval((double)b->nonzero, (double)b->count, level);
    double more = one.value - two.value;
    return (dado_interval){ more, more - hypot(one.value - one.low, two.high - two.value),
                            more + hypot(one.high - one.value, two.value - two.low) };
}

// Of a game that is won or lost together: a table of the one kind and a table of the other.
static bool play_together(rung_play *r, dado_error *err)
{
    const dado_lineup lineups[] = { { "below", r->both, 1 }, { "above", r->both + 1, 1 } };
    if (!play_rung(r, lineups, take_success, false, err)) return false;
    note(r, share_more(&r->won[1], &r->won[0], r->level));
    return true;
}

bool dado_ladder_climb(const dado_ladder_plan *plan, const dado_experiment_how *how,
                       dado_arena *arena, dado_ladder *ladder, dado_error *err)
{
    *ladder = (dado_ladder){ .points = plan->points, .together = plan->together,
                             .level = 1 - plan->level / (plan->count - 1) };
    ladder->rungs = dado_new(arena, dado_rung, plan->count);
    if (!ladder->rungs) return dado_fail(err, DADO_LIMIT, "no memory left for the ladder");
    for (int i = 0; i + 1 < plan->count && !ladder->interrupted; i++) {
        dado_rung *rung = &ladder->rungs[i];
        rung_play r = { plan, how, i, rung, .level = ladder->level };
        *rung = (dado_rung){ .below = plan->players[i], .above = plan->players[i + 1] };
        for (int k = 0; k < 3; k++) {
            if (!dado_player_parse(&r.both[k], plan->players[i + k % 2], arena, err)) return false;
        }
        bool played = plan->together ? play_together(&r, err)
                      : plan->points ? match_for_points(&r, err)
                                     : duel(&r, err);
        if (!played) return false;
        ladder->interrupted = r.interrupted;
        if (rung->matches == 0) break;  // stopped before the first
        ladder->count++;
        bool better = rung->sure == DADO_SECOND_BETTER;
        if (better && ladder->climbed == i) ladder->climbed++;
        ladder->better += better;
        ladder->fallen += rung->sure == DADO_FIRST_BETTER;
    }
    return true;
}
