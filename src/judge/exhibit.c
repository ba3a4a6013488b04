// exhibit.c - see exhibit.h.
#include "judge/exhibit.h"
#include "core/ends.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// A match played again, and what a moment is found from.
typedef struct scene_of {
    const dado_game *game;
    const dado_trace *trace;
    int winner;  // the first of those who came in first
} scene_of;

// Finds the round, or the step where rounds do not say enough (`*step` is -1 before), and says what
// is to be seen there. False: this match has nothing to show.
typedef bool dado_moment(const scene_of *s, int *round, int *step, char *words, size_t room);

static int64_t points(const scene_of *s, int64_t score)
{
    return s->game->lowest_wins ? -score : score;
}

// How far `seat` is behind the best of the others in a row.
static int64_t behind(const scene_of *s, int round, int seat)
{
    const int32_t *row = dado_trace_row(s->trace, round);
    int64_t best = INT64_MIN;
    for (int p = 0; p < s->trace->players; p++) {
        bool same = s->trace->side && s->trace->side[p] == s->trace->side[seat];
        if (p != seat && !same && row[p] > best) best = row[p];
    }
    return best == INT64_MIN ? 0 : best - row[seat];
}

static int leader(const scene_of *s, int round)
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

static bool at_end(const scene_of *s, int *round, int *step)
{
    *round = s->trace->rounds;
    *step = s->trace->steps;
    return true;
}

static bool how_it_ended(const scene_of *s, int *round, int *step, char *words, size_t room)
{
    static const char *const ends[] = { "It ends", "All but one give up", "It is stopped",
                                        "A rule cannot be carried out" };
    snprintf(words, room, "%s after %d rounds and %d steps.", ends[s->trace->end],
             s->trace->rounds, s->trace->steps);
    return at_end(s, round, step);
}

static bool who_won(const scene_of *s, int *round, int *step, char *words, size_t room)
{
    int64_t result = points(s, s->trace->result[s->winner]);
    snprintf(words, room, "p%d wins with %" PRId64 " %s.", s->winner, result, points_of(result));
    return at_end(s, round, step);
}

static bool how_close(const scene_of *s, int *round, int *step, char *words, size_t room)
{
    int first = 0;
    int64_t second = INT64_MIN;
    for (int p = 0; p < s->trace->players; p++) {
        first += s->trace->places[p] == 0;
        if (p != s->winner && s->trace->result[p] > second) second = s->trace->result[p];
    }
    if (first > 1) snprintf(words, room, "%d players share the first place.", first);
    else if (second == INT64_MIN) return false;
    else {
        int64_t margin = s->trace->result[s->winner] - second;
        snprintf(words, room, "p%d is first, %" PRId64 " %s in front.", s->winner, margin,
                 points_of(margin));
    }
    return at_end(s, round, step);
}

static bool furthest_behind(const scene_of *s, int *round, int *step, char *words, size_t room)
{
    (void)step;
    int64_t most = 0;
    for (int r = 0; r < s->trace->rounds; r++) {
        int64_t now = behind(s, r, s->winner);
        if (now <= most) continue;
        most = now;
        *round = r;
    }
    if (most > 0) {
        snprintf(words, room, "p%d, who wins, is %" PRId64 " %s behind.", s->winner, most,
                 points_of(most));
    } else {
        *round = s->trace->rounds;
        snprintf(words, room, "p%d wins and was never behind.", s->winner);
    }
    return true;
}

static bool last_change_of_lead(const scene_of *s, int *round, int *step, char *words, size_t room)
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
    if (changes == 0) {  // though the measure counts who draws level, by the rule for ties
        *round = s->trace->rounds;
        if (was == DADO_NOBODY) snprintf(words, room, "Nobody is ever alone in front.");
        else if (level) snprintf(words, room, "Only p%d is ever alone in front, though not all the "
                                 "time.", was);
        else snprintf(words, room, "The lead never changes hands.");
    } else {
        snprintf(words, room, "The lead changes hands %d %s, here from p%d to p%d for the last "
                 "time.", changes, changes == 1 ? "time" : "times", from, to);
    }
    return true;
}

static bool early_leader(const scene_of *s, int *round, int *step, char *words, size_t room)
{
    (void)step;
    *round = (s->trace->rounds + 3) / 4;
    int ahead = leader(s, *round);
    if (ahead == DADO_NOBODY) return false;
    snprintf(words, room, "p%d leads after a quarter of the match, and %s.", ahead,
             s->trace->places[ahead] == 0 ? "wins it" : "does not win it");
    return true;
}

static bool lead_for_good(const scene_of *s, int *round, int *step, char *words, size_t room)
{
    (void)step;
    int since = s->trace->rounds;
    while (since > 0 && leader(s, since - 1) == s->winner) since--;
    *round = since;
    snprintf(words, room, "From here on p%d, who wins, is in front: round %d of %d.", s->winner,
             since, s->trace->rounds);
    return true;
}

static bool midway(const scene_of *s, int *round, int *step, char *words, size_t room)
{
    (void)step;
    *round = s->trace->rounds / 2;
    dado_text out = dado_text_over(words, room);
    dado_text_add(&out, "Points half way: ");
    for (int p = 0; p < s->trace->players; p++) {
        dado_text_addf(&out, "%sp%d %" PRId64, p ? ", " : "", p,
                       points(s, dado_trace_row(s->trace, *round)[p]));
    }
    dado_text_char(&out, '.');
    return true;
}

static bool widest_choice(const scene_of *s, int *round, int *step, char *words, size_t room)
{
    *round = -1;
    uint32_t most = 0;
    for (int i = 0; i < s->trace->steps; i++) {
        const dado_step *at = &s->trace->path[i];
        if (at->actor < 0 || at->options <= most) continue;
        most = at->options;
        *step = i;
        snprintf(words, room, "p%d has %" PRIu32 " %s.", (int)at->actor, most,
                 most == 1 ? "move and no choice" : "moves to choose from");
    }
    return most > 0;
}

typedef enum pick { MOST, LEAST, MIDDLE } pick;

static const struct subject {
    const char *topic, *measure;
    pick pick;
    dado_moment *moment;
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
_Static_assert(sizeof subjects / sizeof *subjects <= DADO_EXHIBITS, "room for all of them");

// --- which match

// The seat that comes in first most often, or least.
static int seat_by_wins(const dado_frame *f, bool most)
{
    int best = 0;
    int64_t best_wins = -1;
    for (int p = 0; p < f->players; p++) {
        int64_t wins = 0;
        for (int64_t i = 0; i < f->count; i++) {
            wins += dado_ended((dado_end)f->ends[i]) && f->places[i * f->players + p] == 0;
        }
        if (best_wins >= 0 && (most ? wins <= best_wins : wins >= best_wins)) continue;
        best = p;
        best_wins = wins;
    }
    return best;
}

static int64_t first_won_by(const dado_frame *f, int seat)
{
    for (int64_t i = 0; i < f->count; i++) {
        if (dado_ended((dado_end)f->ends[i]) && f->places[i * f->players + seat] == 0) return i;
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

// Matches that did not end show that and nothing else.
static int64_t picked(const dado_frame *f, int column, const struct subject *subject, ranked *room)
{
    bool any_end = strcmp(subject->topic, "completion") == 0;
    for (int64_t i = 0; any_end && i < f->count; i++) {
        if (!dado_ended((dado_end)f->ends[i])) return i;
    }
    int64_t count = 0;
    for (int64_t i = 0; i < f->count; i++) {
        double value = dado_frame_value(f, i, column);
        if (dado_is_none(value) || !dado_ended((dado_end)f->ends[i])) continue;
        room[count++] = (ranked){ subject->pick == MOST ? -value : value, i };
    }
    if (count == 0) return -1;
    qsort(room, (size_t)count, sizeof *room, by_value);
    return room[subject->pick == MIDDLE ? count / 2 : 0].match;
}

static int64_t choose(const dado_frame *f, const dado_measures *measures,
                      const struct subject *subject, ranked *room)
{
    if (!subject->measure) {
        if (f->players < 2) return -1;
        return first_won_by(f, seat_by_wins(f, subject->pick == MOST));
    }
    int column = dado_measures_find(measures, subject->measure);
    return column < 0 ? -1 : picked(f, column, subject, room);
}

// --- at which step

// Plays the path again until the round is finished; how many steps that took.
static int step_of_round(const scene_of *s, int round, void *state)
{
    const dado_game *game = s->game;
    int decisions = 0;
    game->rules->start(game, state);
    for (int i = 0; i < s->trace->steps; i++) {
        int rounds = game->rules->round ? game->rules->round(game, state) : decisions;
        if (rounds >= round) return i;
        decisions += s->trace->path[i].actor >= 0;
        game->rules->apply(game, state, s->trace->path[i].move);
    }
    return s->trace->steps;
}

static int round_of_step(const scene_of *s, int step, void *state)
{
    const dado_game *game = s->game;
    int decisions = 0;
    game->rules->start(game, state);
    for (int i = 0; i < step; i++) {
        decisions += s->trace->path[i].actor >= 0;
        game->rules->apply(game, state, s->trace->path[i].move);
    }
    return game->rules->round ? game->rules->round(game, state) : decisions;
}

static bool show(dado_desk *desk, const struct subject *subject, int64_t match, void *state,
                 dado_exhibit *exhibit)
{
    scene_of s = { .game = &desk->game, .trace = dado_desk_match(desk, match) };
    if (!s.trace) return false;
    while (s.winner + 1 < s.trace->players && s.trace->places[s.winner] != 0) s.winner++;
    *exhibit = (dado_exhibit){ .topic = subject->topic, .match = match, .step = -1 };
    if (!subject->moment(&s, &exhibit->round, &exhibit->step, exhibit->words,
                         sizeof exhibit->words)) {
        return false;
    }
    if (exhibit->step < 0) exhibit->step = step_of_round(&s, exhibit->round, state);
    else if (exhibit->round < 0) exhibit->round = round_of_step(&s, exhibit->step, state);
    return true;
}

bool dado_exhibits_find(const dado_plan *plan, const dado_frame *frame,
                        const dado_measures *measures, const dado_experiment_how *how,
                        dado_exhibit exhibits[DADO_EXHIBITS], int *count, dado_error *err)
{
    DADO_ENDS(dado_desk_free) dado_desk desk = { 0 };
    dado_desk_init(&desk, plan);
    desk.record = true;
    desk.heed.told = how ? how->stop : NULL;
    *count = 0;
    bool fine = dado_desk_open(&desk, 0, 0, err);
    ranked *room = fine ? malloc(sizeof *room * (size_t)(frame->count + 1)) : NULL;
    void *state = fine ? malloc(desk.game.state_size + 1) : NULL;
    if (fine && (!room || !state)) {
        fine = dado_fail(err, DADO_LIMIT, "no memory left to look for matches");
    }
    for (size_t i = 0; fine && i < sizeof subjects / sizeof *subjects; i++) {
        if (how && how->stop && *how->stop) break;
        int64_t match = choose(frame, measures, &subjects[i], room);
        const dado_exhibit *last = *count ? &exhibits[*count - 1] : NULL;
        bool again = last && last->match == match && strcmp(last->topic, subjects[i].topic) == 0;
        if (match < 0 || again) continue;
        *count += show(&desk, &subjects[i], match, state, &exhibits[*count]);
    }
    free(room);
    free(state);
    return fine;
}
