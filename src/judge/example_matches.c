// example_matches.c - see example_matches.h.
#include "judge/example_matches.h"
#include "core/match_cursor.h"
#include "core/scope_cleanup.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// A match that was replayed, with what is needed to find the moment to show.
typedef struct replayed_match {
    const dado_game *game;
    const dado_trace *trace;
    int winner;  // first seat of the side that came in first alone; DADO_NOBODY in a tie
} replayed_match;

// Finds the round to show and describes it in `words`. Sets `*step`, which is -1 before,
// where a round is not exact enough. Returns false if this match has nothing to show.
typedef bool moment_finder(const replayed_match *s, int *round, int *step, char *words,
                           size_t room);

static int64_t points(const replayed_match *s, int64_t score)
{
    return s->game->lowest_wins ? -score : score;
}

// Returns how many points `seat` is behind the best of the others after a round.
static int64_t behind(const replayed_match *s, int round, int seat)
{
    const int32_t *row = dado_trace_row(s->trace, round);
    int64_t best = INT64_MIN;
    for (int p = 0; p < s->trace->players; p++) {
        bool same = s->trace->side && s->trace->side[p] == s->trace->side[seat];
        if (p != seat && !same && row[p] > best) best = row[p];
    }
    return best == INT64_MIN ? 0 : best - row[seat];
}

static int leader(const replayed_match *s, int round)
{
    for (int p = 0; p < s->trace->players; p++) {
        if (behind(s, round, p) < 0) return p;
    }
    return DADO_NOBODY;
}

static const char *points_of(int64_t count)
{
    return count == 1 ? "point" : "points";
}

typedef struct side_string {
    char s[40];
} side_string;

// Returns who a seat wins or leads with: "the first player", "side 1".
static side_string name_of(const replayed_match *s, int seat, bool begins)
{
    side_string said;
    if (s->trace->side) {
        snprintf(said.s, sizeof said.s, "%s %d", begins ? "Side" : "side",
                 s->trace->side[seat] + 1);
    } else {
        snprintf(said.s, sizeof said.s, "%s %.30s", begins ? "The" : "the",
                 dado_seat_words(seat).s);
    }
    return said;
}

// Tells whether all players win or lose together.
static bool is_together(const replayed_match *s)
{
    const uint8_t *side = s->trace->side;
    for (int p = 1; side && p < s->trace->players; p++) {
        if (side[p] != side[0]) return false;
    }
    return side && s->trace->players > 1;
}

static bool at_end(const replayed_match *s, int *round, int *step)
{
    *round = s->trace->rounds;
    *step = s->trace->steps;
    return true;
}

// Returns the first seat of the side that came in first alone, or DADO_NOBODY in a tie.
static int winner_of(const int32_t *places, int players, const uint8_t *side)
{
    int winner = DADO_NOBODY;
    for (int p = 0; p < players; p++) {
        if (places[p] != 0) continue;
        if (winner < 0) winner = p;
        else if (!side || side[p] != side[winner]) return DADO_NOBODY;
    }
    return winner;
}

static bool how_it_ended(const replayed_match *s, int *round, int *step, char *words, size_t room)
{
    static const char *const ends[] = { "It ends", "All but one give up", "It is stopped",
                                        "A rule cannot be carried out" };
    snprintf(words, room, "%s after %d rounds and %d steps.", ends[s->trace->end], s->trace->rounds,
             s->trace->steps);
    return at_end(s, round, step);
}

static bool who_won(const replayed_match *s, int *round, int *step, char *words, size_t room)
{
    if (s->winner < 0) return false;
    int64_t result = points(s, s->trace->result[s->winner]);
    if (is_together(s)) snprintf(words, room, "The players win.");
    else {
        snprintf(words, room, "%s wins with %" PRId64 " %s.", name_of(s, s->winner, true).s, result,
                 points_of(result));
    }
    return at_end(s, round, step);
}

static bool how_close(const replayed_match *s, int *round, int *step, char *words, size_t room)
{
    int first = 0;
    int64_t second = INT64_MIN;
    for (int p = 0; p < s->trace->players; p++) {
        const uint8_t *side = s->trace->side;
        bool own = p == s->winner || (side && s->winner >= 0 && side[p] == side[s->winner]);
        first += s->trace->places[p] == 0;
        if (!own && s->trace->result[p] > second) second = s->trace->result[p];
    }
    if (first > 1 && s->winner < 0) {
        snprintf(words, room, "%d players share the first place.", first);
    } else if (second == INT64_MIN || s->winner < 0) return false;
    else {
        int64_t margin = s->trace->result[s->winner] - second;
        snprintf(words, room, "%s is first, %" PRId64 " %s in front.",
                 name_of(s, s->winner, true).s, margin, points_of(margin));
    }
    return at_end(s, round, step);
}

static bool furthest_behind(const replayed_match *s, int *round, int *step, char *words,
                            size_t room)
{
    (void)step;
    int64_t most = 0;
    if (s->winner < 0 || is_together(s)) return false;
    for (int r = 0; r < s->trace->rounds; r++) {
        int64_t now = behind(s, r, s->winner);
        if (now <= most) continue;
        most = now;
        *round = r;
    }
    if (most > 0) {
        snprintf(words, room, "%s, who wins, is %" PRId64 " %s behind.",
                 name_of(s, s->winner, true).s, most, points_of(most));
    } else {
        *round = s->trace->rounds;
        snprintf(words, room, "%s wins and was never behind.", name_of(s, s->winner, true).s);
    }
    return true;
}

static bool last_change_of_lead(const replayed_match *s, int *round, int *step, char *words,
                                size_t room)
{
    (void)step;
    int changes = 0, was = DADO_NOBODY, from = DADO_NOBODY, to = DADO_NOBODY;
    bool level = false;
    for (int r = 0; r <= s->trace->rounds; r++) {
        int now = leader(s, r);
        level = level || (now == DADO_NOBODY && was != DADO_NOBODY);
        if (now == DADO_NOBODY || now == was) continue;
        if (was != DADO_NOBODY) {
            changes++;
            from = was;
            to = now;
            *round = r;
        }
        was = now;
    }
    if (changes == 0) {  // no sole leader changed, but the measure also counts drawing level
        *round = s->trace->rounds;
        if (was == DADO_NOBODY) snprintf(words, room, "Nobody is ever alone in front.");
        else if (level)
            snprintf(words, room,
                     "Only %s is ever alone in front, though not all the "
                     "time.",
                     name_of(s, was, false).s);
        else snprintf(words, room, "The lead never changes hands.");
    } else {
        snprintf(words, room,
                 "The lead changes hands %d %s, here from %s to %s for the "
                 "last time.",
                 changes, changes == 1 ? "time" : "times", name_of(s, from, false).s,
                 name_of(s, to, false).s);
    }
    return true;
}

static bool early_leader(const replayed_match *s, int *round, int *step, char *words, size_t room)
{
    (void)step;
    *round = (s->trace->rounds + 3) / 4;
    int ahead = leader(s, *round);
    if (ahead == DADO_NOBODY) return false;
    snprintf(words, room, "%s leads after a quarter of the match, and %s.",
             name_of(s, ahead, true).s,
             s->trace->places[ahead] != 0 ? "does not win it"
             : s->winner < 0              ? "shares the first place"
                                          : "wins it");
    return true;
}

static bool lead_for_good(const replayed_match *s, int *round, int *step, char *words, size_t room)
{
    (void)step;
    int since = s->trace->rounds;
    if (s->winner < 0 || is_together(s)) return false;
    while (since > 0 && leader(s, since - 1) == s->winner) since--;
    *round = since;
    snprintf(words, room, "From here on %s, who wins, is in front: round %d of %d.",
             name_of(s, s->winner, false).s, since, s->trace->rounds);
    return true;
}

static bool midway(const replayed_match *s, int *round, int *step, char *words, size_t room)
{
    (void)step;
    *round = s->trace->rounds / 2;
    dado_text out = dado_text_in_buffer(words, room);
    dado_text_add(&out, "Points half way: ");
    for (int p = 0; p < s->trace->players; p++) {
        dado_text_addf(&out, "%sP%d %" PRId64, p ? ", " : "", p + 1,
                       points(s, dado_trace_row(s->trace, *round)[p]));
    }
    dado_text_char(&out, '.');
    return true;
}

static bool widest_choice(const replayed_match *s, int *round, int *step, char *words, size_t room)
{
    *round = -1;
    uint32_t most = 0;
    for (int i = 0; i < s->trace->steps; i++) {
        const dado_step *at = &s->trace->path[i];
        if (at->actor < 0 || at->options <= most) continue;
        most = at->options;
        *step = i;
        snprintf(words, room, "The %s has %" PRIu32 " %s.", dado_seat_words((int)at->actor).s, most,
                 most == 1 ? "move and no choice" : "moves to choose from");
    }
    return most > 0;
}

typedef enum pick { MOST, LEAST, MIDDLE } pick;

static const struct example_topic {
    const char *topic, *measure;
    pick pick;
    moment_finder *moment;
} subjects[] = {
    { "completion", "decisions", MOST, how_it_ended },
    { "fairness", NULL, MOST, who_won },
    { "fairness", NULL, LEAST, who_won },
    { "ties", "margin", LEAST, how_close },
    { "ties", "margin", MOST, how_close },
    { "length", "rounds", MIDDLE, how_it_ended },
    { "length", "rounds", MOST, how_it_ended },
    { "drama", "drama_points", MOST, furthest_behind },
    { "drama", "drama_points", LEAST, furthest_behind },
    { "lead", "lead_change", MOST, last_change_of_lead },
    { "lead", "lead_change", LEAST, last_change_of_lead },
    { "runaway", "early_lead", MOST, early_leader },
    { "runaway", "early_lead", LEAST, early_leader },
    { "suspense", "time_of_decision", MOST, lead_for_good },
    { "suspense", "time_of_decision", LEAST, lead_for_good },
    { "uncertainty", "uncertainty_entropy", MOST, midway },
    { "uncertainty", "uncertainty_entropy", LEAST, midway },
    { "choices", "decision_share", MOST, widest_choice },
    { "choices", "decision_share", LEAST, widest_choice },
};
_Static_assert(sizeof subjects / sizeof *subjects <= DADO_EXAMPLE_MATCHES_MAX,
               "room for all of them");

// --- which match to show ---

static bool won_by(const dado_data_frame *f, int64_t match, int seat, const uint8_t *side)
{
    const int32_t *places = f->places + match * f->players;
    return dado_end_has_result((dado_match_end)f->ends[match]) && places[seat] == 0 &&
           winner_of(places, f->players, side) >= 0;
}

// Returns the seat that wins most often, or least often.
static int seat_by_wins(const dado_data_frame *f, bool most, const uint8_t *side)
{
    int best = 0;
    int64_t best_wins = -1;
    for (int p = 0; p < f->players; p++) {
        int64_t wins = 0;
        for (int64_t i = 0; i < f->count; i++) wins += won_by(f, i, p, side);
        if (best_wins >= 0 && (most ? wins <= best_wins : wins >= best_wins)) continue;
        best = p;
        best_wins = wins;
    }
    return best;
}

static int64_t first_won_by(const dado_data_frame *f, int seat, const uint8_t *side)
{
    for (int64_t i = 0; i < f->count; i++) {
        if (won_by(f, i, seat, side)) return i;
    }
    return -1;
}

typedef struct ranked {
    double value;
    int64_t match;
} ranked;

static int by_value(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->value != y->value) return x->value < y->value ? -1 : 1;
    return x->match < y->match ? -1 : 1;
}

// Picks the match to show. Matches that did not end are used only to show that.
static int64_t pick_match(const dado_data_frame *f, int column,
                          const struct example_topic *example_topic, const uint8_t *side,
                          ranked *room)
{
    bool of_winner = example_topic->moment == furthest_behind;
    bool any_end = strcmp(example_topic->topic, "completion") == 0;
    for (int64_t i = 0; any_end && i < f->count; i++) {
        if (!dado_end_has_result((dado_match_end)f->ends[i])) return i;
    }
    int64_t count = 0;
    for (int64_t i = 0; i < f->count; i++) {
        double value = dado_data_frame_value(f, i, column);
        if (dado_is_none(value) || !dado_end_has_result((dado_match_end)f->ends[i])) continue;
        if (of_winner && winner_of(f->places + i * f->players, f->players, side) < 0) continue;
        room[count++] = (ranked){ example_topic->pick == MOST ? -value : value, i };
    }
    if (count == 0) return -1;
    qsort(room, (size_t)count, sizeof *room, by_value);
    return room[example_topic->pick == MIDDLE ? count / 2 : 0].match;
}

static int64_t choose(const dado_data_frame *f, const dado_measures *measures,
                      const struct example_topic *example_topic, const uint8_t *side, ranked *room)
{
    if (!example_topic->measure) {
        if (f->players < 2) return -1;
        return first_won_by(f, seat_by_wins(f, example_topic->pick == MOST, side), side);
    }
    int column = dado_measures_find(measures, example_topic->measure);
    return column < 0 ? -1 : pick_match(f, column, example_topic, side, room);
}

// --- which step to show ---

static bool show(dado_engine *worker, const struct example_topic *example_topic, int64_t match,
                 void *state, dado_example_match *exhibit)
{
    replayed_match s = { .game = &worker->game, .trace = dado_engine_match(worker, match) };
    if (!s.trace) return false;
    s.winner = winner_of(s.trace->places, s.trace->players, s.trace->side);
    *exhibit = (dado_example_match){ .topic = example_topic->topic, .match = match, .step = -1 };
    if (!example_topic->moment(&s, &exhibit->round, &exhibit->step, exhibit->words,
                               sizeof exhibit->words)) {
        return false;
    }
    dado_match_cursor at = dado_match_cursor_begin(s.game, state, s.trace->path, s.trace->steps);
    if (exhibit->step < 0) {
        dado_match_cursor_go_to_round(&at, exhibit->round);
        exhibit->step = at.at;
    } else if (exhibit->round < 0) {
        dado_match_cursor_go_to(&at, exhibit->step);
        exhibit->round = at.rounds.rounds;
    }
    return true;
}

bool dado_example_matches_find(const dado_plan *plan, const dado_data_frame *frame,
                               const dado_measures *measures, const dado_experiment_settings *how,
                               dado_example_match exhibits[DADO_EXAMPLE_MATCHES_MAX], int *count,
                               dado_error *err)
{
    DADO_CLEANUP(dado_engine_free) dado_engine worker = { 0 };
    dado_engine_init(&worker, plan);
    worker.record = true;
    worker.stop_signal.told = how ? how->stop : NULL;
    *count = 0;
    bool fine = dado_engine_open(&worker, 0, 0, err);
    ranked *room = fine ? malloc(sizeof *room * (size_t)(frame->count + 1)) : NULL;
    void *state = fine ? malloc(worker.game.state_size + 1) : NULL;
    if (fine && (!room || !state)) {
        fine = dado_fail(err, DADO_LIMIT, "no memory left to look for matches");
    }
    for (size_t i = 0; fine && i < sizeof subjects / sizeof *subjects; i++) {
        if (how && how->stop && *how->stop) break;
        int64_t match = choose(frame, measures, &subjects[i], worker.game.side, room);
        const dado_example_match *last = *count ? &exhibits[*count - 1] : NULL;
        bool again = last && last->match == match && strcmp(last->topic, subjects[i].topic) == 0;
        if (match < 0 || again) continue;
        *count += show(&worker, &subjects[i], match, state, &exhibits[*count]);
    }
    free(room);
    free(state);
    return fine;
}
