// ladder.c - see ladder.h.
#include "judge/ladder.h"

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

bool dado_ladder_climb(const dado_ladder_plan *plan, const dado_experiment_how *how,
                       dado_arena *arena, dado_ladder *ladder, dado_error *err)
{
    *ladder = (dado_ladder){ 0 };
    ladder->rungs = dado_new(arena, dado_rung, plan->count);
    if (!ladder->rungs) return dado_fail(err, DADO_LIMIT, "no memory left for the ladder");
    for (int i = 0; i + 1 < plan->count && !ladder->interrupted; i++) {
        if (!duel(plan, i, how, arena, ladder, err)) return false;
        if (ladder->rungs[i].matches == 0) break;  // stopped before the first
        ladder->count++;
        bool better = ladder->rungs[i].sure == DADO_SECOND_BETTER;
        if (better && ladder->climbed == i) ladder->climbed++;
        ladder->fallen += ladder->rungs[i].sure == DADO_FIRST_BETTER;
    }
    return true;
}
