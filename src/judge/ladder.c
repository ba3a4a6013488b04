// ladder.c - see ladder.h.
#include "judge/ladder.h"

#include <math.h>

static bool duel(const dado_ladder_plan *plan, int rung, const dado_experiment_how *how,
                 dado_arena *arena, dado_ladder *ladder, dado_error *err)
{
    dado_player *two = dado_new(arena, dado_player, 2);
    if (!two) return dado_fail(err, DADO_LIMIT, "no memory left for the ladder");
    for (int i = 0; i < 2; i++) {
        if (!dado_player_parse(&two[i], plan->players[rung + i], arena, err)) return false;
    }
    dado_tournament t = {
        .game = plan->game, .players = two, .count = 2, .matches = plan->batch,
        .seed = dado_derive(plan->seed, (uint64_t)rung), .until_sure = true,
        .level = plan->level / (plan->count - 1), .most = plan->most,
        .move_limit = plan->move_limit,
    };
    dado_league league;
    bool fine = dado_tournament_play(&t, how, &league, err);
    if (fine) {
        dado_rung *r = &ladder->rungs[rung];
        double low, high;
        dado_duel_judge(&league.duel, &low, &high);  // of the first, who is below
        int64_t n = league.duel.wins + league.duel.ties + league.duel.losses;
        double points = (double)league.duel.wins + 0.5 * (double)league.duel.ties;
        double below = n > 0 ? points / (double)n : 0.5;
        *r = (dado_rung){ plan->players[rung], plan->players[rung + 1], league.matches, 1 - below,
                          1 - high, 1 - low, league.sure };
        ladder->interrupted = ladder->interrupted || league.interrupted;
    }
    dado_league_free(&league);
    return fine;
}

typedef struct purse {
    const dado_experiment_how *how;
    dado_moments won;  // by the one above, a match
} purse;

static void pay(void *context, const dado_block *block)
{
    purse *p = context;
    int above = block->lineup == 0;  // who has that seat there
    for (int i = 0; block->players == 2 && i < block->count; i++) {
        if (!dado_ended((dado_end)block->ends[i])) continue;
        dado_moments_add(&p->won, block->scores[2 * i + above]);
    }
}

static void hand_on_progress(void *context, const dado_progress *progress)
{
    const dado_experiment_how *how = ((const purse *)context)->how;
    if (how->progress) how->progress(how->context, progress);
}

// A rung by what it pays: both ways round on the same luck, looked at once, when all is played.
static bool match_for_points(const dado_ladder_plan *plan, int rung,
                             const dado_experiment_how *how, dado_arena *arena,
                             dado_ladder *ladder, dado_error *err)
{
    dado_player *two = dado_new(arena, dado_player, 4);
    if (!two) return dado_fail(err, DADO_LIMIT, "no memory left for the ladder");
    for (int i = 0; i < 4; i++) {  // below and above, above and below
        int who = rung + (i == 1 || i == 2);
        if (!dado_player_parse(&two[i], plan->players[who], arena, err)) return false;
    }
    dado_lineup lineups[2] = { { "below first", two, 2 }, { "above first", two + 2, 2 } };
    dado_plan matches = { .instances = plan->game, .instance_count = 1, .lineups = lineups,
                          .lineup_count = 2, .matches = (plan->most + 1) / 2, .paired = true,
                          .seed = dado_derive(plan->seed, (uint64_t)rung),
                          .move_limit = plan->move_limit };
    purse p = { .how = how };
    dado_experiment_how each = *how;
    each.context = &p;
    each.block = pay;
    each.progress = hand_on_progress;
    each.note = NULL;
    dado_results results;
    bool fine = dado_experiment_run(&matches, &each, &results, err);
    if (fine && results.cells[0].error.status != DADO_OK) {
        if (err) *err = results.cells[0].error;
        fine = false;
    }
    ladder->interrupted = ladder->interrupted || (fine && results.interrupted);
    dado_results_free(&results);
    dado_interval won = dado_mean_interval(&p.won, 1 - plan->level / (plan->count - 1));
    ladder->rungs[rung] = (dado_rung){
        plan->players[rung], plan->players[rung + 1], p.won.count, won.value, won.low, won.high,
        won.low > 0 ? DADO_SECOND_BETTER : won.high < 0 ? DADO_FIRST_BETTER : DADO_NOT_SURE };
    return fine;
}

typedef struct tables {
    const dado_experiment_how *how;
    dado_moments won[2];  // by those below, and by those above
} tables;

static void count_won(void *context, const dado_block *block)
{
    tables *t = context;
    for (int i = 0; block->players && i < block->count; i++) {
        if (!dado_ended((dado_end)block->ends[i])) continue;
        dado_moments_add(&t->won[block->lineup], block->places[i * block->players] == 0);
    }
}

static void hand_on_tables(void *context, const dado_progress *progress)
{
    const dado_experiment_how *how = ((const tables *)context)->how;
    if (how->progress) how->progress(how->context, progress);
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

// A rung of a game that is won or lost together: a table of the one kind and a table of the other.
static bool play_together(const dado_ladder_plan *plan, int rung, const dado_experiment_how *how,
                          dado_arena *arena, dado_ladder *ladder, dado_error *err)
{
    dado_player *two = dado_new(arena, dado_player, 2);
    if (!two) return dado_fail(err, DADO_LIMIT, "no memory left for the ladder");
    for (int i = 0; i < 2; i++) {
        if (!dado_player_parse(&two[i], plan->players[rung + i], arena, err)) return false;
    }
    dado_lineup lineups[2] = { { "below", two, 1 }, { "above", two + 1, 1 } };
    dado_plan matches = { .instances = plan->game, .instance_count = 1, .lineups = lineups,
                          .lineup_count = 2, .matches = (plan->most + 1) / 2,
                          .seed = dado_derive(plan->seed, (uint64_t)rung),
                          .move_limit = plan->move_limit };
    tables t = { .how = how };
    dado_experiment_how each = *how;
    each.context = &t;
    each.block = count_won;
    each.progress = hand_on_tables;
    each.note = NULL;
    dado_results results;
    bool fine = dado_experiment_run(&matches, &each, &results, err);
    ladder->interrupted = ladder->interrupted || (fine && results.interrupted);
    dado_results_free(&results);
    dado_interval more = share_more(&t.won[1], &t.won[0], 1 - plan->level / (plan->count - 1));
    ladder->rungs[rung] = (dado_rung){
        plan->players[rung], plan->players[rung + 1], t.won[0].count + t.won[1].count, more.value,
        more.low, more.high,
        more.low > 0 ? DADO_SECOND_BETTER : more.high < 0 ? DADO_FIRST_BETTER : DADO_NOT_SURE };
    return fine;
}

bool dado_ladder_climb(const dado_ladder_plan *plan, const dado_experiment_how *how,
                       dado_arena *arena, dado_ladder *ladder, dado_error *err)
{
    *ladder = (dado_ladder){ .points = plan->points, .together = plan->together,
                             .level = 1 - plan->level / (plan->count - 1) };
    ladder->rungs = dado_new(arena, dado_rung, plan->count);
    if (!ladder->rungs) return dado_fail(err, DADO_LIMIT, "no memory left for the ladder");
    for (int i = 0; i + 1 < plan->count && !ladder->interrupted; i++) {
        bool played = plan->together ? play_together(plan, i, how, arena, ladder, err)
                      : plan->points ? match_for_points(plan, i, how, arena, ladder, err)
                                     : duel(plan, i, how, arena, ladder, err);
        if (!played) return false;
        if (ladder->rungs[i].matches == 0) break;  // stopped before the first
        ladder->count++;
        bool better = ladder->rungs[i].sure == DADO_SECOND_BETTER;
        if (better && ladder->climbed == i) ladder->climbed++;
        ladder->better += better;
        ladder->fallen += ladder->rungs[i].sure == DADO_FIRST_BETTER;
    }
    return true;
}
