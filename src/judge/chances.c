// chances.c - see chances.h.
#include "judge/chances.h"

#include "core/ends.h"
#include "lab/crew.h"

enum { most_outcomes = 64 };

// Outcomes that came about, each by who came in first: a bit a seat.
typedef struct tally {
    uint64_t who[most_outcomes];
    int picked[most_outcomes], held[most_outcomes];
    int count;
} tally;

typedef struct looking {
    const dado_plan *plan;
    int times;
    const volatile sig_atomic_t *stop;
    dado_onward *hands;     // one for each thread
    dado_error *errors;     // what each of them ran into
    double (*settled)[DADO_CHANCES_LOOKS];  // by match; DADO_NONE where there was no such position
    bool *done;
} looking;

static void note(tally *t, const dado_trace *trace, bool pick)
{
    uint64_t who = 0;
    int at = 0;
    for (int p = 0; p < trace->players; p++) {
        if (trace->places[p] == 0) who |= (uint64_t)1 << (p & 63);
    }
    while (at < t->count && t->who[at] != who) at++;
    if (at == most_outcomes) return;
    if (at == t->count) t->who[t->count++] = who;
    (pick ? t->picked : t->held)[at]++;
}

static double look(dado_onward *o, const dado_step *path, int at, int64_t match, int times)
{
    tally t = { .count = 0 };
    int held = 0;
    dado_onward_go_to(o, path, at);
    int eyes = path[at].actor;
    for (int k = 0; k < times; k++) {
        const dado_trace *trace = dado_onward_play(o, eyes, NULL, match, k);
        if (!dado_ended(trace->end)) return DADO_NONE;
        note(&t, trace, k % 2 == 0);
        held += k % 2;
    }
    int likeliest = 0;
    for (int i = 1; i < t.count; i++) {
        if (t.picked[i] > t.picked[likeliest]) likeliest = i;
    }
    return (double)t.held[likeliest] / held;
}

// What luck alone is asked at shows nobody's knowledge: where something is hidden the next decision
// of a player is looked at instead.
static int position_at(const dado_onward *o, double part)
{
    int at = (int)(part * o->steps);
    while (o->game->secrets && at < o->steps && o->path[at].actor < 0) at++;
    return at < o->steps ? at : -1;
}

static void look_at_match(void *context, int match, int hand)
{
    static const double parts[DADO_CHANCES_LOOKS] = { 0.25, 0.5, 0.75 };
    looking *l = context;
    dado_onward *o = &l->hands[hand];
    dado_error *err = &l->errors[hand];
    if (err->status != DADO_OK || (l->stop && *l->stop)) return;
    if (!o->game && !dado_onward_open(o, l->plan, err)) return;
    const dado_trace *trace = dado_onward_match(o, match, err);
    if (!trace) return;
    bool ended = dado_ended(trace->end);
    for (int i = 0; i < DADO_CHANCES_LOOKS; i++) {
        int at = position_at(o, parts[i]);
        l->settled[match][i] = at < 0 || !ended ? DADO_NONE
                                                : look(o, o->path, at, match, l->times);
    }
    l->done[match] = true;
}

static bool look_at_all(looking *l, dado_crew *crew, dado_chances *chances, dado_arena *arena,
                        dado_error *err)
{
    int hands = dado_crew_size(crew), matches = (int)l->plan->matches;
    l->hands = dado_new(arena, dado_onward, hands);
    l->errors = dado_new(arena, dado_error, hands);
    l->settled = dado_arena_take(arena, (size_t)matches, sizeof *l->settled);
    l->done = dado_new(arena, bool, matches);
    if (!l->hands || !l->errors || !l->settled || !l->done) {
        return dado_fail(err, DADO_LIMIT, "no memory left to measure chances");
    }
    dado_crew_run(crew, matches, 1, look_at_match, l);
    bool fine = true;
    for (int h = 0; h < hands; h++) {
        dado_onward_close(&l->hands[h]);
        if (fine && l->errors[h].status != DADO_OK) {
            if (err) *err = l->errors[h];
            fine = false;
        }
    }
    for (int m = 0; fine && m < matches && l->done[m]; m++) {
        for (int i = 0; i < DADO_CHANCES_LOOKS; i++) {
            if (!dado_is_none(l->settled[m][i])) {
                dado_moments_add(&chances->settled[i], l->settled[m][i]);
            }
        }
        chances->matches++;
    }
    return fine;
}

bool dado_chances_measure(const dado_plan *plan, int times, const dado_experiment_how *how,
                          dado_arena *arena, dado_chances *chances, dado_error *err)
{
    *chances = (dado_chances){ .times = times };
    looking l = { .plan = plan, .times = times, .stop = how->stop };
    DADO_ENDS(dado_crew_end) dado_crew *crew = NULL;
    if (!dado_crew_open(&crew, how->threads < 0 ? 1 : how->threads, err)) return false;
    return look_at_all(&l, crew, chances, arena, err);
}
