// ladder.c - see ladder.h.
#include "judge/ladder.h"
#include "core/ends.h"

#include <math.h>

// How many tables two kinds of players make, in every order of seats.
static bool count_tables(const dado_ladder_plan *plan, dado_arena *arena, int *tables,
                         dado_error *err)
{
    size_t mark = dado_arena_mark(arena);
    dado_game game;
    dado_fixtures all;
    bool fine = dado_source_open(plan->game, &game, arena, err) &&
                dado_fixtures_all(&all, 2, game.players, arena, err);
    *tables = fine && !game.side ? all.count : 2;
    dado_arena_rewind(arena, mark);
    return fine;
}

static bool duel(const dado_ladder_plan *plan, int rung, const dado_experiment_how *how,
                 dado_arena *arena, dado_ladder *ladder, dado_error *err)
{
    int tables;
    if (!count_tables(plan, arena, &tables, err)) return false;
    int64_t each = plan->batch / tables > 0 ? plan->batch / tables : 1;
    dado_player *two = dado_new(arena, dado_player, 2);
    if (!two) return dado_fail(err, DADO_LIMIT, "no memory left for the ladder");
    for (int i = 0; i < 2; i++) {
        if (!dado_player_parse(&two[i], plan->players[rung + i], arena, err)) return false;
    }
    dado_tournament t = {
        .game = plan->game, .players = two, .count = 2, .matches = each,
        .seed = dado_derive(plan->seed, (uint64_t)rung), .until_sure = true,
        .level = plan->level / (plan->count - 1), .most = plan->most,
        // That thinking does not pay at all is read off the lowest rung, so that one is played out.
        .gives_up = rung > 0, .move_limit = plan->move_limit,
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
        *r = (dado_rung){ plan->players[rung], plan->players[rung + 1], league.matches,
                          { 1 - below, 1 - high, 1 - low }, league.sure };
        ladder->interrupted = ladder->interrupted || league.interrupted;
    }
    dado_league_free(&league);
    return fine;
}

// A rung by what two line-ups get, on the same luck, looked at once, when all is played.
typedef struct rung_play {
    const dado_ladder_plan *plan;
    const dado_experiment_how *how;
    int rung;
    dado_player players[4];
    dado_lineup lineups[2];
    dado_moments won[2];  // by the line-ups; of points, all in the second, by the one above
} rung_play;

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

static bool play_rung(rung_play *r, void (*take)(void *, const dado_block *), bool paired,
                      dado_ladder *ladder, dado_error *err)
{
    dado_plan matches = { .instances = r->plan->game, .instance_count = 1, .lineups = r->lineups,
                          .lineup_count = 2, .matches = (r->plan->most + 1) / 2, .paired = paired,
                          .seed = dado_derive(r->plan->seed, (uint64_t)r->rung),
                          .move_limit = r->plan->move_limit };
    dado_experiment_how each = *r->how;
    each.taker = r;
    each.block = take;
    each.note = NULL;
    DADO_ENDS(dado_results_free) dado_results results = { 0 };
    bool fine = dado_experiment_run(&matches, &each, &results, err);
    if (fine && results.cells[0].error.status != DADO_OK) {
        if (err) *err = results.cells[0].error;
        fine = false;
    }
    ladder->interrupted = ladder->interrupted || (fine && results.interrupted);
    return fine;
}

static void write_rung(const rung_play *r, int64_t matches, dado_interval more, dado_ladder *ladder)
{
    ladder->rungs[r->rung] = (dado_rung){
        r->plan->players[r->rung], r->plan->players[r->rung + 1], matches, more,
        more.low > 0 ? DADO_SECOND_BETTER : more.high < 0 ? DADO_FIRST_BETTER : DADO_NOT_SURE };
}

// By what it pays: both ways round.
static bool match_for_points(rung_play *r, dado_arena *arena, dado_ladder *ladder, dado_error *err)
{
    for (int i = 0; i < 4; i++) {  // below and above, above and below
        int who = r->rung + (i == 1 || i == 2);
        if (!dado_player_parse(&r->players[i], r->plan->players[who], arena, err)) return false;
    }
    r->lineups[0] = (dado_lineup){ "below first", r->players, 2 };
    r->lineups[1] = (dado_lineup){ "above first", r->players + 2, 2 };
    if (!play_rung(r, take_points, true, ladder, err)) return false;
    write_rung(r, r->won[1].count, dado_mean_interval(&r->won[1], ladder->level), ladder);
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
static bool play_together(rung_play *r, dado_arena *arena, dado_ladder *ladder, dado_error *err)
{
    static const char *const names[] = { "below", "above" };
    for (int i = 0; i < 2; i++) {
        const char *who = r->plan->players[r->rung + i];
        if (!dado_player_parse(&r->players[i], who, arena, err)) return false;
        r->lineups[i] = (dado_lineup){ names[i], &r->players[i], 1 };
    }
    if (!play_rung(r, take_success, false, ladder, err)) return false;
    write_rung(r, r->won[0].count + r->won[1].count,
               share_more(&r->won[1], &r->won[0], ladder->level), ladder);
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
        rung_play r = { .plan = plan, .how = how, .rung = i };
        bool played = plan->together ? play_together(&r, arena, ladder, err)
                      : plan->points ? match_for_points(&r, arena, ladder, err)
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
