// league.c - see league.h.
#include "arena/league.h"

#include <stdlib.h>
#include <string.h>

#include "core/keyed_hash.h"
#include "core/rng.h"
#include "core/scope_cleanup.h"

// What each stream of random numbers is for.
enum { luck_of_pairings = 1, luck_of_chance = 2, luck_of_players = 3 };

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left for the league");
}

static bool takes_part(const dado_league_log *log, const dado_league_match *match, int submission,
                       int *seat)
{
    for (int s = 0; s < log->seats; s++) {
        if (match->who[s] != submission) continue;
        *seat = s;
        return true;
    }
    return false;
}

bool dado_league_is_paused(const dado_league_log *log, int submission, int pause_after)
{
    int seat, given_up = 0;
    for (int m = log->match_count - 1; m >= 0 && given_up < pause_after; m--) {
        const dado_league_match *match = &log->matches[m];
        if (!match->played || !takes_part(log, match, submission, &seat)) continue;
        if (!match->gave_up[seat]) return false;
        given_up++;
    }
    return pause_after > 0 && given_up >= pause_after;
}

// Returns the latest submission of a team that is ready; -1 if there is none.
static int latest_ready(const dado_league_log *log, int team)
{
    for (int i = log->submission_count - 1; i >= 0; i--) {
        const dado_league_submission *one = &log->submissions[i];
        if (one->team == team && one->state == DADO_SUBMISSION_READY) return i;
    }
    return -1;
}

static int ascending(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int dado_league_entrants(const dado_league_log *log, int pause_after, int *entrants)
{
    int count = 0;
    for (int t = 0; t < log->team_count; t++) {
        int latest = latest_ready(log, t);
        if (latest >= 0 && !dado_league_is_paused(log, latest, pause_after)) {
            entrants[count++] = latest;
        }
    }
    qsort(entrants, (size_t)count, sizeof *entrants, ascending);
    return count;
}

// ---- ratings

// Results in an order of their own, so that the order of the log cannot show in the random
// numbers of the intervals.
static int by_players_and_places(const void *a, const void *b)
{
    const dado_match_result *x = a, *y = b;
    for (int s = 0; s < x->seats; s++) {
        if (x->who[s] != y->who[s]) return x->who[s] < y->who[s] ? -1 : 1;
    }
    for (int s = 0; s < x->seats; s++) {
        if (x->places[s] != y->places[s]) return x->places[s] < y->places[s] ? -1 : 1;
    }
    return (x->luck > y->luck) - (x->luck < y->luck);
}

static int most_boards(const dado_league_log *log)
{
    int most = 0;
    for (int m = 0; m < log->match_count; m++) {
        most = log->matches[m].board >= most ? log->matches[m].board + 1 : most;
    }
    return most;
}

typedef struct rated_matches {
    dado_match_result *results;
    int64_t count;
    int *number;  // of each submission among those with a match; -1: none
    int players;
} rated_matches;

// Collects the matches with a result of all rounds before `round`. Only submissions that
// have a match are numbered: others would shift the mean.
static bool collect(const dado_league_log *log, int round, rated_matches *rated,
                    dado_region *region, dado_error *err)
{
    size_t seats = (size_t)log->seats, most = (size_t)log->match_count;
    int boards = most_boards(log);
    *rated = (rated_matches){ .results = dado_new(region, dado_match_result, most + 1),
                              .number = dado_new(region, int, log->submission_count + 1) };
    int32_t *who = dado_new(region, int32_t, seats * most + 1);
    if (!rated->results || !rated->number || !who) return no_memory(err);
    for (int i = 0; i < log->submission_count; i++) rated->number[i] = -1;
    for (int pass = 0; pass < 2; pass++) {
        for (int m = 0; m < log->match_count; m++) {
            const dado_league_match *match = &log->matches[m];
            if (!match->played || match->round >= round || !dado_end_has_result(match->end)) {
                continue;
            }
            int32_t *seated = who + (size_t)rated->count * seats;
            for (size_t s = 0; s < seats; s++) {
                if (pass == 0) rated->number[match->who[s]] = 0;
                else seated[s] = rated->number[match->who[s]];
            }
            if (pass == 0) continue;
            rated->results[rated->count++] =
                (dado_match_result){ .who = seated,
                                     .places = match->places,
                                     .seats = log->seats,
                                     .luck = (int64_t)match->round * boards + match->board + 1 };
        }
        for (int i = 0; pass == 0 && i < log->submission_count; i++) {
            if (rated->number[i] == 0) rated->number[i] = rated->players++;
        }
    }
    qsort(rated->results, (size_t)rated->count, sizeof *rated->results, by_players_and_places);
    return true;
}

bool dado_league_rate(const dado_league_log *log, dado_rating *ratings, dado_region *region,
                      dado_error *err)
{
    rated_matches rated;
    memset(ratings, 0, sizeof *ratings * (size_t)log->submission_count);
    if (!collect(log, log->round_count, &rated, region, err)) return false;
    if (rated.players == 0) return true;
    dado_rating *fitted = dado_new(region, dado_rating, rated.players);
    if (!fitted) return no_memory(err);
    if (!dado_rating_fit(rated.results, rated.count, rated.players, 1, fitted, NULL, err)) {
        return false;
    }
    for (int i = 0; i < log->submission_count; i++) {
        if (rated.number[i] >= 0) ratings[i] = fitted[rated.number[i]];
    }
    return true;
}

// ---- who meets whom

typedef struct candidate {
    int submission;
    int64_t matches;
    double points;  // by which neighbours are found
} candidate;

static int most_matches_first(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->matches != y->matches) return x->matches > y->matches ? -1 : 1;
    // Equal ones were put in random order before, which `points` keeps.
    return (x->points > y->points) - (x->points < y->points);
}

static int best_first(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->points != y->points) return x->points > y->points ? -1 : 1;
    return (x->submission > y->submission) - (x->submission < y->submission);
}

static void shuffle(candidate *all, int count, dado_fast_rng *luck)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)dado_fast_rng_below(luck, (uint32_t)i + 1);
        candidate other = all[i];
        all[i] = all[j];
        all[j] = other;
    }
}

// Puts the entrants in the order in which they are cut into boards, and returns how many
// play. Where their number is no multiple of the seats, those with most matches sit out.
static int arrange(const dado_league_log *log, candidate *all, int count, const double *points,
                   dado_fast_rng *luck)
{
    // Points by which the order may differ from that of the ratings. With fewer, lucky
    // winners would meet lucky winners only, and too few intervals would hold the truth: of
    // 20 equal players after 40 rounds 84 % with 200 points, 92 % with 400.
    enum { noise = 600 };
    shuffle(all, count, luck);
    for (int i = 0; i < count; i++) all[i].points = i;
    qsort(all, (size_t)count, sizeof *all, most_matches_first);
    int idle = count % log->seats, playing = count - idle;
    memmove(all, all + idle, sizeof *all * (size_t)playing);
    bool anybody = dado_fast_rng_below(luck, 4) == 0;
    qsort(all, (size_t)playing, sizeof *all, best_first);
    shuffle(all, playing, luck);
    if (anybody) return playing;
    for (int i = 0; i < playing; i++) {
        all[i].points = points[all[i].submission] + noise * dado_fast_rng_unit(luck);
    }
    qsort(all, (size_t)playing, sizeof *all, best_first);
    return playing;
}

// Fills in what is known of the entrants before the round: matches, and ratings of all.
static bool look_up(const dado_league_log *log, int round, candidate *all, int count,
                    double *points, dado_region *region, dado_error *err)
{
    rated_matches rated;
    if (!collect(log, round, &rated, region, err)) return false;
    double *fitted = dado_new(region, double, rated.players + 1);
    if (!fitted) return no_memory(err);
    if (rated.players &&
        !dado_rating_points(rated.results, rated.count, rated.players, fitted, err)) {
        return false;
    }
    for (int i = 0; i < log->submission_count; i++) {
        points[i] = rated.number[i] >= 0 ? fitted[rated.number[i]] : 1500;
    }
    for (int m = 0; m < log->match_count; m++) {
        int seat;
        for (int i = 0; log->matches[m].round < round && i < count; i++) {
            all[i].matches += takes_part(log, &log->matches[m], all[i].submission, &seat);
        }
    }
    return true;
}

static void fill_boards(const dado_league_log *log, int round, const candidate *all, int playing,
                        dado_league_match *matches)
{
    int seats = log->seats;
    for (int board = 0; board < playing / seats; board++) {
        for (int turn = 0; turn < seats; turn++) {
            dado_league_match *match = matches++;
            *match = (dado_league_match){ .round = round, .board = board, .turn = turn };
            for (int s = 0; s < seats; s++) {
                match->who[s] = all[board * seats + (s + turn) % seats].submission;
            }
        }
    }
}

bool dado_league_pair(const dado_league_log *log, int round, const dado_league_round *entrants,
                      const dado_league_match **matches, int *count, dado_region *region,
                      dado_error *err)
{
    int players = entrants->count;
    if (players < log->seats) {
        return dado_fail(err, DADO_INVALID,
                         "a round needs %d players, and %d %s ready; more teams must submit, or "
                         "add house players when the league is made",
                         log->seats, players, players == 1 ? "is" : "are");
    }
    candidate *all = dado_new(region, candidate, players);
    double *points = dado_new(region, double, log->submission_count + 1);
    dado_league_match *list = dado_new(region, dado_league_match, players);
    if (!all || !points || !list) return no_memory(err);
    for (int i = 0; i < players; i++) all[i].submission = entrants->entrants[i];
    if (!look_up(log, round, all, players, points, region, err)) return false;
    dado_fast_rng luck = dado_fast_rng_seed(
        dado_derive_seed(dado_derive_seed(log->seed, luck_of_pairings), (uint64_t)round));
    int playing = arrange(log, all, players, points, &luck);
    fill_boards(log, round, all, playing, list);
    *matches = list;
    *count = playing;
    return true;
}

uint64_t dado_league_chance_seed(const dado_league_log *log, const dado_league_match *match)
{
    uint64_t of[] = { luck_of_chance, (uint64_t)match->round, (uint64_t)match->board };
    return dado_keyed_hash(log->seed, 0, of, sizeof of);
}

uint64_t dado_league_player_seed(const dado_league_log *log, const dado_league_match *match)
{
    uint64_t of[] = { luck_of_players, (uint64_t)match->round, (uint64_t)match->board,
                      (uint64_t)match->turn };
    return dado_keyed_hash(log->seed, 0, of, sizeof of);
}

// ---- checking a log

static bool verify_round(const dado_league_log *log, int round, int *next, dado_region *region,
                         dado_error *err)
{
    const dado_league_match *wanted;
    int count;
    if (!dado_league_pair(log, round, &log->rounds[round], &wanted, &count, region, err)) {
        return false;
    }
    for (int i = 0; i < count; i++, (*next)++) {
        const dado_league_match *match = &log->matches[*next];
        if (*next >= log->match_count || match->round != round || match->board != wanted[i].board ||
            match->turn != wanted[i].turn ||
            memcmp(match->who, wanted[i].who, sizeof *match->who * (size_t)log->seats) != 0) {
            return dado_fail(err, DADO_INVALID,
                             "match %d of round %d is not the one that the seed and the matches "
                             "before it lead to",
                             i + 1, round + 1);
        }
        if (!match->played && round < log->round_count - 1) {
            return dado_fail(err, DADO_INVALID,
                             "match %d of round %d was not played, and the next round began", i + 1,
                             round + 1);
        }
    }
    return true;
}

bool dado_league_verify(const dado_league_log *log, dado_error *err)
{
    int next = 0;
    for (int round = 0; round < log->round_count; round++) {
        DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
        if (!verify_round(log, round, &next, &region, err)) return false;
    }
    return next == log->match_count ||
           dado_fail(err, DADO_INVALID, "the log has %d matches that belong to no round",
                     log->match_count - next);
}

// ---- the table

static void count_match(const dado_league_log *log, const dado_league_match *match,
                        dado_league_row *rows)
{
    for (int s = 0; match->played && s < log->seats; s++) {
        dado_league_row *row = &rows[log->submissions[match->who[s]].team];
        row->matches++;
        row->given_up += match->gave_up[s];
        if (!dado_end_has_result(match->end)) continue;
        row->played[s]++;
        row->firsts[s] += match->places[s] == 0;
    }
}

static int by_rating(const void *a, const void *b)
{
    const dado_league_row *x = a, *y = b;
    if (x->rated != y->rated) return x->rated ? -1 : 1;
    if (x->rated && x->rating.points != y->rating.points) {
        return x->rating.points > y->rating.points ? -1 : 1;
    }
    return x->team - y->team;
}

bool dado_league_table(const dado_league_log *log, int pause_after, const dado_rating *ratings,
                       dado_league_row **rows, dado_region *region, dado_error *err)
{
    *rows = dado_new(region, dado_league_row, log->team_count + 1);
    if (!*rows) return no_memory(err);
    for (int t = 0; t < log->team_count; t++) {
        dado_league_row *row = &(*rows)[t];
        row->team = t;
        row->submission = latest_ready(log, t);
        if (row->submission >= 0) {
            row->rating = ratings[row->submission];
            row->rated = row->rating.matches > 0;
            row->paused = dado_league_is_paused(log, row->submission, pause_after);
        }
        for (int i = 0; row->submission < 0 && i < log->submission_count; i++) {
            int from_end = log->submission_count - 1 - i;
            if (log->submissions[from_end].team == t) row->submission = from_end;
        }
    }
    for (int m = 0; m < log->match_count; m++) count_match(log, &log->matches[m], *rows);
    qsort(*rows, (size_t)log->team_count, sizeof **rows, by_rating);
    return true;
}
