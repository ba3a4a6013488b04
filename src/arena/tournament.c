// tournament.c - see tournament.h.
#include "arena/tournament.h"

#include <stdlib.h>
#include <string.h>

#include "core/ends.h"
#include "core/grow.h"

typedef struct ledger {  // results as they come into the league, block after block
    dado_league *league;
    const dado_fixtures *fixtures;
    int64_t room;                    // for matches
    bool full;                       // no memory for more
    const dado_experiment_how *how;  // the caller's, to hand progress on to
} ledger;

static bool make_room(ledger *l, int64_t more)
{
    dado_league *league = l->league;
    size_t seats = sizeof(int32_t) * (size_t)league->seats;
    const dado_grown arrays[] = { { &league->who, seats }, { &league->places, seats },
                                  { &league->played, sizeof *league->played } };
    int64_t room = dado_grow(l->room, league->matches + more, arrays, 3);
    if (room) l->room = room;
    return room != 0;
}

static void take_block(void *context, const dado_block *block)
{
    ledger *l = context;
    dado_league *league = l->league;
    if (block->players != league->seats) return;  // a cell that could not be opened
    l->full = l->full || !make_room(l, block->count);
    if (l->full) return;
    size_t seats = (size_t)league->seats;
    const int32_t *table = l->fixtures->who + (size_t)block->lineup * seats;
    for (int m = 0; m < block->count; m++) {
        size_t at = (size_t)league->matches * seats;
        memcpy(league->who + at, table, sizeof *table * seats);
        memcpy(league->places + at, block->places + (size_t)m * seats, sizeof(int32_t) * seats);
        league->played[league->matches++] = (dado_played){
            .match = block->first + m, .lineup = block->lineup, .end = (dado_end)block->ends[m] };
        for (size_t p = 0; p < seats; p++) {
            league->conduct[table[p]].seats++;
            league->conduct[table[p]].effort += block->effort[(size_t)m * seats + p];
        }
        league->ends[block->ends[m]]++;
    }
}

static void hand_on_progress(void *context, const dado_progress *progress)
{
    const ledger *l = context;
    if (l->how->progress) l->how->progress(l->how->context, progress);
}

static void take_note(void *context, const dado_block *block, const dado_note *note,
                      const dado_player *who)
{
    enum { most = 1 << 16 };
    ledger *l = context;
    dado_league *league = l->league;
    dado_conduct *conduct =
        &league->conduct[l->fixtures->who[block->lineup * league->seats + note->seat]];
    if (dado_thought_read(note, &conduct->thought)) return;
    conduct->noted[note->kind] += dado_note_weight(note);
    if (league->notes.length < most) dado_note_tell(note, who->typed, &league->notes);
    if (l->how->note) l->how->note(l->how->context, block, note, who);
}

// The fixtures as line-ups of a plan.
static bool seat_players(const dado_tournament *t, const dado_fixtures *f, dado_lineup **lineups,
                         dado_arena *arena, dado_error *err)
{
    *lineups = dado_new(arena, dado_lineup, f->count);
    dado_player *seats = dado_new(arena, dado_player, f->count * f->seats);
    if (!*lineups || !seats) return dado_fail(err, DADO_LIMIT, "no memory left for line-ups");
    for (int i = 0; i < f->count; i++) {
        dado_draft name = { 0 };
        for (int s = 0; s < f->seats; s++) {
            const dado_player *player = &t->players[f->who[i * f->seats + s]];
            seats[i * f->seats + s] = *player;
            dado_text_addf(&name, "%s%s", s ? " - " : "", player->typed);
        }
        (*lineups)[i] = (dado_lineup){
            .name = dado_arena_copy(arena, dado_text_string(&name), name.length),
            .players = seats + (ptrdiff_t)i * f->seats,
            .count = f->seats,
        };
        if (!(*lineups)[i].name) return dado_fail(err, DADO_LIMIT, "no memory left for line-ups");
    }
    return true;
}

// Plays one plan of fixtures and enters its results.
static bool play_fixtures(const dado_tournament *t, const dado_fixtures *f, int64_t matches,
                          uint64_t seed, ledger *l, dado_error *err)
{
    dado_league *league = l->league;
    dado_lineup *lineups;
    if (!seat_players(t, f, &lineups, &league->arena, err)) return false;
    dado_plan plan = { .instances = t->game, .instance_count = 1, .lineups = lineups,
                       .lineup_count = f->count, .matches = matches, .seed = seed, .paired = true,
                       .keep_moves = t->keep_moves, .move_limit = t->move_limit,
                       .command = t->command, .timed = true };
    int64_t before = league->matches;
    l->fixtures = f;
    dado_experiment_how with_ledger = *l->how;
    with_ledger.taker = with_ledger.context = l;
    with_ledger.block = take_block;
    with_ledger.progress = hand_on_progress;
    with_ledger.note = take_note;
    DADO_ENDS(dado_results_free) dado_results results = { 0 };
    if (!dado_experiment_run(&plan, &with_ledger, &results, err)) return false;
    for (int c = 0; c < results.cell_count; c++) {
        if (results.cells[c].error.status == DADO_OK) continue;
        *err = results.cells[c].error;
        return false;
    }
    league->interrupted = league->interrupted || results.interrupted;
    league->planned += results.all;
    for (int64_t m = before; m < league->matches; m++) league->played[m].run = results.run;
    return !l->full || dado_fail(err, DADO_LIMIT, "no memory left for the results");
}

static void credit(const dado_league *l, int64_t match, double *points, uint8_t *met, int players)
{
    const int32_t *who = l->who + match * l->seats, *place = l->places + match * l->seats;
    met[who[0] * players + who[1]] = met[who[1] * players + who[0]] = 1;
    points[who[0]] += dado_won(place[0], place[1]);
    points[who[1]] += dado_won(place[1], place[0]);
}

static bool play_swiss(const dado_tournament *t, ledger *l, dado_error *err)
{
    dado_league *league = l->league;
    double *points = dado_new(&league->arena, double, t->count);
    uint8_t *met = dado_new(&league->arena, uint8_t, t->count * t->count);
    if (!points || !met) return dado_fail(err, DADO_LIMIT, "no memory left for the standing");
    int64_t entered = 0;
    for (int round = 0; round < t->swiss && !league->interrupted; round++) {
        dado_fixtures *f = dado_new(&league->arena, dado_fixtures, 1);
        int idle;
        if (!f || !dado_fixtures_swiss(f, t->count, points, met, &league->arena, &idle, err)) {
            return false;
        }
        uint64_t seed = dado_derive(t->seed, (uint64_t)round);
        if (!play_fixtures(t, f, t->matches, seed, l, err)) return false;
        for (; entered < league->matches; entered++) {
            credit(league, entered, points, met, t->count);
        }
        if (idle >= 0) {  // a round without a rival counts as won, both ways round, and but once
            points[idle] += 2.0 * (double)t->matches;
            met[idle * t->count + idle] = 1;
        }
    }
    return true;
}

static void count_duel(const dado_league *l, dado_duel *duel)
{
    duel->wins = duel->ties = duel->losses = 0;
    for (int64_t m = 0; m < l->matches; m++) {
        // With two players at a larger table the one who came in first has won.
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

// Where sides score, a table tells who is better only if every side is of one kind.
static void keep_pure_sides(dado_fixtures *f, const uint8_t *side)
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

static bool play_until_sure(const dado_tournament *t, const dado_fixtures *f, ledger *l,
                            dado_error *err)
{
    dado_league *league = l->league;
    int64_t matches = t->batch ? t->batch / f->count : t->matches;
    for (int batch = 0; league->sure == DADO_NOT_SURE && !league->interrupted; batch++) {
        if (t->most && league->matches >= t->most) break;
        uint64_t seed = dado_derive(t->seed, (uint64_t)batch);
        if (!play_fixtures(t, f, matches > 0 ? matches : 1, seed, l, err)) return false;
        count_duel(league, &league->duel);
        league->sure = dado_duel_judge(&league->duel, NULL);
        if (t->gives_up && dado_duel_hopeless(&league->duel, t->most)) break;
    }
    return true;
}

static bool sum_up(const dado_tournament *t, dado_league *l, dado_error *err)
{
    dado_result *results = malloc(sizeof *results * (size_t)(l->matches + 1));
    if (!results) return dado_fail(err, DADO_LIMIT, "no memory left for the ratings");
    for (int64_t m = 0; m < l->matches; m++) {
        const int32_t *places = l->places + m * l->seats;
        results[m] = (dado_result){ l->who + m * l->seats, places, l->seats };
        int winners = 0;
        for (int s = 0; s < l->seats; s++) winners += places[s] == 0;
        for (int s = 0; s < l->seats; s++) {
            l->edges[s].matches++;
            if (places[s] == 0) l->edges[s].wins += 1.0 / winners;
        }
    }
    dado_meetings_count(results, l->matches, t->count, l->meetings);
    bool fine = dado_rating_fit(results, l->matches, t->count, t->seed, l->ratings, l->table,
                                err) &&
                dado_cycles_find(l->meetings, l->ratings, t->count, &l->cycles, err);
    free(results);
    return fine;
}

static bool prepare(const dado_tournament *t, dado_league *league, dado_error *err)
{
    DADO_ENDS(dado_arena_free) dado_arena opened = { 0 };
    dado_game game;
    if (!dado_source_open(t->game, &game, &opened, err)) return false;
    league->seats = game.players;
    uint8_t *side = game.side ? dado_new(&league->arena, uint8_t, league->seats) : NULL;
    if (side) memcpy(side, game.side, (size_t)league->seats);
    league->side = side;
    league->players = t->count;
    league->ratings = dado_new(&league->arena, dado_rating, t->count);
    league->table = dado_new(&league->arena, double, t->count * t->count);
    league->edges = dado_new(&league->arena, dado_seat_edge, league->seats);
    league->conduct = dado_new(&league->arena, dado_conduct, t->count);
    league->meetings = dado_new(&league->arena, dado_meetings, t->count * t->count);
    league->duel.level = t->level;
    bool room = league->ratings && league->table && league->edges && league->conduct &&
                league->meetings;
    return room || dado_fail(err, DADO_LIMIT, "no memory left for the tournament");
}

static bool make_sense(const dado_tournament *t, const dado_league *league, dado_error *err)
{
    const char *wrong = NULL;
    if (t->count < 2 && league->seats > 1) wrong = "a tournament needs two players or more";
    if (t->swiss && league->seats != 2) {
        return dado_fail(err, DADO_MEANING,
                         "a Swiss tournament is for tables of two, and this game seats %d",
                         league->seats);
    }
    if (t->until_sure && (t->count != 2 || league->seats < 2)) {
        wrong = "to be sure who is better takes two players at a table of two or more";
    }
    return !wrong || dado_fail(err, DADO_MEANING, "%s", wrong);
}

bool dado_tournament_play(const dado_tournament *t, const dado_experiment_how *how,
                          dado_league *league, dado_error *err)
{
    *league = (dado_league){ 0 };
    if (!prepare(t, league, err) || !make_sense(t, league, err)) return false;
    ledger l = { .league = league, .how = how };
    dado_fixtures all;
    bool fine;
    if (t->swiss) {
        fine = play_swiss(t, &l, err);
    } else {
        fine = dado_fixtures_all(&all, t->count, league->seats, &league->arena, err);
        if (fine && t->until_sure && league->side) keep_pure_sides(&all, league->side);
        if (fine && t->until_sure) fine = play_until_sure(t, &all, &l, err);
        else if (fine) fine = play_fixtures(t, &all, t->matches, t->seed, &l, err);
        if (!t->until_sure) league->fixtures = all;
    }
    return fine && (how->parts || sum_up(t, league, err));
}

void dado_league_free(dado_league *league)
{
    free(league->who);
    free(league->places);
    free(league->played);
    dado_text_free(&league->notes);
    dado_arena_free(&league->arena);
    *league = (dado_league){ 0 };
}
