// tournament.c - plays tournaments through the lab and sums up their results; see
// tournament.h.
#include "arena/tournament.h"

#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "core/array_grow.h"

typedef struct result_collector {  // collects results, block by block
    dado_tournament_result *league;
    const dado_pairings *fixtures;
    // Number of matches that the arrays have room for.
    int64_t room;
    bool full;                            // memory ran out
    const dado_experiment_settings *how;  // the caller's settings, to forward progress to
} result_collector;

static bool make_room(result_collector *l, int64_t more)
{
    dado_tournament_result *league = l->league;
    size_t seats = sizeof(int32_t) * (size_t)league->seats;
    const dado_growing_array arrays[] = { { &league->who, seats },
                                          { &league->places, seats },
                                          { &league->played, sizeof *league->played } };
    int64_t room = dado_arrays_grow(l->room, league->matches + more, arrays, 3);
    if (room) l->room = room;
    return room != 0;
}

static void take_block(void *context, const dado_block *block)
{
    result_collector *l = context;
    dado_tournament_result *league = l->league;
    // A cell of the plan that could not be opened.
    if (block->players != league->seats) return;
    l->full = l->full || !make_room(l, block->count);
    if (l->full) return;
    size_t seats = (size_t)league->seats;
    const int32_t *table = l->fixtures->who + (size_t)block->lineup * seats;
    for (int m = 0; m < block->count; m++) {
        size_t at = (size_t)league->matches * seats;
        memcpy(league->who + at, table, sizeof *table * seats);
        memcpy(league->places + at, block->places + (size_t)m * seats, sizeof(int32_t) * seats);
        league->played[league->matches++] =
            (dado_tournament_match){ .match = block->first + m,
                                     .lineup = block->lineup,
                                     .luck = league->lucks + block->first + m,
                                     .end = (dado_match_end)block->ends[m] };
        for (size_t p = 0; p < seats; p++) {
            league->conduct[table[p]].seats++;
            league->conduct[table[p]].effort += block->effort[(size_t)m * seats + p];
        }
        league->ends[block->ends[m]]++;
    }
}

static void forward_progress(void *context, const dado_progress *progress)
{
    const result_collector *l = context;
    if (l->how->progress) l->how->progress(l->how->context, progress);
}

static void take_note(void *context, const dado_block *block, const dado_note *note,
                      const dado_player *who)
{
    enum { most = 1 << 16 };
    result_collector *l = context;
    dado_tournament_result *league = l->league;
    dado_player_conduct *conduct =
        &league->conduct[l->fixtures->who[block->lineup * league->seats + note->seat]];
    if (dado_thinking_time_read(note, &conduct->thought)) return;
    conduct->noted[note->kind] += dado_note_multiplicity(note);
    if (league->notes.length < most) dado_note_describe_line(note, who->typed, &league->notes);
    if (l->how->note) l->how->note(l->how->context, block, note, who);
}

// Turns the pairings into line-ups of a plan.
static bool seat_players(const dado_tournament *t, const dado_pairings *f, dado_lineup **lineups,
                         dado_region *region, dado_error *err)
{
    *lineups = dado_new(region, dado_lineup, f->count);
    dado_player *seats = dado_new(region, dado_player, f->count * f->seats);
    if (!*lineups || !seats)
        return dado_fail(err, DADO_LIMIT, "out of memory while making the line-ups");
    for (int i = 0; i < f->count; i++) {
        DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
        for (int s = 0; s < f->seats; s++) {
            const dado_player *player = &t->players[f->who[i * f->seats + s]];
            seats[i * f->seats + s] = *player;
            dado_text_addf(&name, "%s%s", s ? " - " : "", player->typed);
        }
        (*lineups)[i] = (dado_lineup){
            .name = dado_region_copy(region, dado_text_string(&name), name.length),
            .players = seats + (ptrdiff_t)i * f->seats,
            .count = f->seats,
        };
        if (!(*lineups)[i].name)
            return dado_fail(err, DADO_LIMIT, "out of memory while making the line-ups");
    }
    return true;
}

// Plays one plan of pairings and adds its results.
static bool play_fixtures(const dado_tournament *t, const dado_pairings *f, int64_t matches,
                          uint64_t seed, result_collector *l, dado_error *err)
{
    dado_tournament_result *league = l->league;
    dado_lineup *lineups;
    if (!seat_players(t, f, &lineups, &league->region, err)) return false;
    dado_plan plan = { .instances = t->game,
                       .instance_count = 1,
                       .lineups = lineups,
                       .lineup_count = f->count,
                       .matches = matches,
                       .seed = seed,
                       .paired = true,
                       .keep_moves = t->keep_moves,
                       .move_limit = t->move_limit,
                       .command = t->command,
                       .timed = true };
    int64_t before = league->matches;
    l->fixtures = f;
    dado_experiment_settings with_ledger = *l->how;
    with_ledger.taker = with_ledger.context = l;
    with_ledger.block = take_block;
    with_ledger.progress = forward_progress;
    with_ledger.note = take_note;
    DADO_CLEANUP(dado_results_free) dado_results results = { 0 };
    if (!dado_experiment_run(&plan, &with_ledger, &results, err)) return false;
    for (int c = 0; c < results.cell_count; c++) {
        if (results.cells[c].error.status == DADO_OK) continue;
        *err = results.cells[c].error;
        return false;
    }
    league->interrupted = league->interrupted || results.interrupted;
    league->planned += results.all;
    league->lucks += matches;
    for (int64_t m = before; m < league->matches; m++) league->played[m].run = results.run;
    return !l->full || dado_fail(err, DADO_LIMIT, "out of memory while collecting the results");
}

static void add_points(const dado_tournament_result *l, int64_t match, double *points, uint8_t *met,
                       int players)
{
    const int32_t *who = l->who + match * l->seats, *place = l->places + match * l->seats;
    met[who[0] * players + who[1]] = met[who[1] * players + who[0]] = 1;
    points[who[0]] += dado_comparison_points(place[0], place[1]);
    points[who[1]] += dado_comparison_points(place[1], place[0]);
}

static bool play_swiss(const dado_tournament *t, result_collector *l, dado_error *err)
{
    dado_tournament_result *league = l->league;
    double *points = dado_new(&league->region, double, t->count);
    uint8_t *met = dado_new(&league->region, uint8_t, t->count * t->count);
    if (!points || !met)
        return dado_fail(err, DADO_LIMIT, "out of memory while computing the standings");
    int64_t entered = 0;
    for (int round = 0; round < t->swiss && !league->interrupted; round++) {
        dado_pairings *f = dado_new(&league->region, dado_pairings, 1);
        int idle;
        if (!f || !dado_pairings_swiss(f, t->count, points, met, &league->region, &idle, err)) {
            return false;
        }
        uint64_t seed = dado_derive_seed(t->seed, (uint64_t)round);
        if (!play_fixtures(t, f, t->matches, seed, l, err)) return false;
        for (; entered < league->matches; entered++) {
            add_points(league, entered, points, met, t->count);
        }
        // The idle player gets points as if all matches of the round were won, in both
        // orders of seats, and is marked as having been idle.
        if (idle >= 0) {
            points[idle] += 2.0 * (double)t->matches;
            met[idle * t->count + idle] = 1;
        }
    }
    return true;
}

static void count_duel(const dado_tournament_result *l, dado_duel *duel)
{
    duel->wins = duel->ties = duel->losses = 0;
    for (int64_t m = 0; m < l->matches; m++) {
        // With two players at a larger table, the one with the best place has won.
        int best[2] = { l->seats, l->seats };
        for (int s = 0; s < l->seats; s++) {
            int who = l->who[m * l->seats + s], place = l->places[m * l->seats + s];
            if (place < best[who]) best[who] = place;
        }
        if (best[0] < best[1]) duel->wins++;
        else if (best[0] > best[1]) duel->losses++;
        else duel->ties++;
    }
}

// Keeps only pairings in which each side has one player, if sides score together; others
// do not show who is better.
static void drop_mixed_sides(dado_pairings *f, const uint8_t *side)
{
    int32_t *who = (int32_t *)f->who;
    int kept = 0;
    for (int i = 0; i < f->count; i++) {
        const int32_t *table = f->who + (ptrdiff_t)i * f->seats;
        bool pure = true;
        for (int a = 0; a < f->seats; a++) {
            for (int b = 0; b < a; b++) pure = pure && (side[a] != side[b] || table[a] == table[b]);
        }
        if (!pure) continue;
        memmove(who + (ptrdiff_t)kept * f->seats, table, sizeof *who * (size_t)f->seats);
        kept++;
    }
    if (kept) f->count = kept;
}

static bool play_until_sure(const dado_tournament *t, const dado_pairings *f, result_collector *l,
                            dado_error *err)
{
    dado_tournament_result *league = l->league;
    int64_t matches = t->batch ? t->batch / f->count : t->matches;
    for (int batch = 0; league->sure == DADO_UNDECIDED && !league->interrupted; batch++) {
        if (t->most && league->matches >= t->most) break;
        uint64_t seed = dado_derive_seed(t->seed, (uint64_t)batch);
        if (!play_fixtures(t, f, matches > 0 ? matches : 1, seed, l, err)) return false;
        count_duel(league, &league->duel);
        league->sure = dado_duel_judge(&league->duel, NULL);
        if (t->gives_up && dado_duel_hopeless(&league->duel, t->most)) break;
    }
    return true;
}

// Computes the interval of a seat's share of wins. Matches with the same random draws are
// not independent, so the variance is computed between groups of equal draws. If all
// matches ended alike, there is none, and a group counts as one match.
static dado_interval share_between_lucks(const dado_seat_wins *edge, const double *wins,
                                         const double *matches, int64_t lucks)
{
    static const double level = 0.95;
    double all = (double)edge->matches, share = all > 0 ? edge->wins / all : 0, squares = 0;
    int64_t seen = 0;
    for (int64_t i = 0; i < lucks; i++) {
        double off = wins[i] - share * matches[i];
        squares += off * off;
        seen += matches[i] > 0;
    }
    if (seen < 2 || share <= 0 || share >= 1) {
        return dado_share_interval(share * (double)seen, (double)seen, level);
    }
    double freedom = (double)(seen - 1), variance = squares * (double)seen / freedom / all;
    double wider =
        dado_t_quantile(0.5 + level / 2, freedom) / dado_normal_quantile(0.5 + level / 2);
    return dado_split_share_interval(share, variance * wider * wider, all, level);
}

static bool sum_seats(dado_tournament_result *l, dado_error *err)
{
    size_t lucks = (size_t)l->lucks;
    double *sums = calloc(2 * lucks + 1, sizeof *sums), *wins = sums, *matches = sums + lucks;
    if (!sums) return dado_fail(err, DADO_LIMIT, "out of memory while counting the wins of seats");
    dado_game rules = { .players = l->seats, .side = l->side, .goal = l->goal };
    for (int s = 0; s < l->seats; s++) {
        dado_seat_wins *edge = &l->edges[s];
        memset(sums, 0, sizeof *sums * 2 * lucks);
        for (int64_t m = 0; m < l->matches; m++) {
            double share = dado_seat_share(&rules, l->places + m * l->seats, s);
            wins[l->played[m].luck] += share;
            matches[l->played[m].luck]++;
            edge->wins += share;
            edge->matches++;
        }
        edge->share = share_between_lucks(edge, wins, matches, l->lucks);
    }
    free(sums);
    return true;
}

static bool sum_up(const dado_tournament *t, dado_tournament_result *l, dado_error *err)
{
    dado_match_result *results = malloc(sizeof *results * (size_t)(l->matches + 1));
    if (!results) return dado_fail(err, DADO_LIMIT, "out of memory while rating the players");
    for (int64_t m = 0; m < l->matches; m++) {
        const int32_t *places = l->places + m * l->seats;
        results[m] = (dado_match_result){ l->who + m * l->seats, places, l->seats, l->side,
                                          l->played[m].luck + 1 };
    }
    dado_head_to_head_count(results, l->matches, t->count, l->meetings);
    bool fine =
        sum_seats(l, err) &&
        dado_rating_fit(results, l->matches, t->count, t->seed, l->ratings, l->table, err) &&
        dado_cycles_find(l->meetings, l->ratings, t->count, &l->cycles, err);
    free(results);
    return fine;
}

static bool prepare(const dado_tournament *t, dado_tournament_result *league, dado_error *err)
{
    DADO_CLEANUP(dado_region_free) dado_region opened = { 0 };
    dado_game game;
    if (!dado_game_source_open(t->game, &game, &opened, err)) return false;
    league->seats = game.players;
    uint8_t *side = game.side ? dado_new(&league->region, uint8_t, league->seats) : NULL;
    if (side) memcpy(side, game.side, (size_t)league->seats);
    league->side = side;
    league->goal = game.goal;
    league->together = dado_game_is_cooperative(&game);
    league->only_points = !dado_game_can_be_won(&game);
    league->players = t->count;
    league->ratings = dado_new(&league->region, dado_rating, t->count);
    league->table = dado_new(&league->region, double, t->count * t->count);
    league->edges = dado_new(&league->region, dado_seat_wins, league->seats);
    league->conduct = dado_new(&league->region, dado_player_conduct, t->count);
    league->meetings = dado_new(&league->region, dado_head_to_head, t->count * t->count);
    league->duel.level = t->level;
    bool room =
        league->ratings && league->table && league->edges && league->conduct && league->meetings;
    return room || dado_fail(err, DADO_LIMIT, "out of memory while preparing the tournament");
}

static bool check_settings(const dado_tournament *t, const dado_tournament_result *league,
                           dado_error *err)
{
    const char *wrong = NULL;
    if (t->count < 2 && league->seats > 1) wrong = "a tournament needs two players or more";
    if (t->swiss && league->seats != 2) {
        return dado_fail(err, DADO_INVALID,
                         "a Swiss tournament needs a game for two, and this game has %d seats",
                         league->seats);
    }
    if (t->until_sure && (t->count != 2 || league->seats < 2)) {
        wrong = "--until-sure needs exactly two players and a game with two seats or more";
    }
    return !wrong || dado_fail(err, DADO_INVALID, "%s", wrong);
}

bool dado_tournament_play(const dado_tournament *t, const dado_experiment_settings *how,
                          dado_tournament_result *league, dado_error *err)
{
    *league = (dado_tournament_result){ 0 };
    if (!prepare(t, league, err) || !check_settings(t, league, err)) return false;
    result_collector l = { .league = league, .how = how };
    dado_pairings all;
    bool fine;
    if (t->swiss) {
        fine = play_swiss(t, &l, err);
    } else {
        fine = dado_pairings_all(&all, t->count, league->seats, &league->region, err);
        if (fine && t->until_sure && league->side) drop_mixed_sides(&all, league->side);
        if (fine && t->until_sure) fine = play_until_sure(t, &all, &l, err);
        else if (fine) fine = play_fixtures(t, &all, t->matches, t->seed, &l, err);
        if (!t->until_sure) league->fixtures = all;
    }
    return fine && (how->parts || sum_up(t, league, err));
}

void dado_tournament_result_free(dado_tournament_result *league)
{
    free(league->who);
    free(league->places);
    free(league->played);
    dado_text_free(&league->notes);
    dado_region_free(&league->region);
    *league = (dado_tournament_result){ 0 };
}
