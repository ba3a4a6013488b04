// trade.c - see trade.h.
#include "lab/trade.h"

#include <stdlib.h>

#include "lab/crew.h"
#include "lab/ends.h"

typedef struct place {  // of a piece on its way
    dado_packing answer;
    dado_error error;
} place;

typedef struct shop {
    const dado_fleet_job *job;
    int64_t together;
    void *shared;
    void **own;  // of each hand
    place *places;
    atomic_int halt;
    dado_error *err;
} shop;

static int64_t begin_of(const shop *s, int64_t piece)
{
    return s->job->from + piece * s->together;
}

static int64_t end_of(const shop *s, int64_t piece)
{
    int64_t end = begin_of(s, piece) + s->together;
    return end < s->job->to ? end : s->job->to;
}

static bool work(void *context, int64_t piece, int number, int hand)
{
    shop *s = context;
    place *p = &s->places[number];
    p->answer.used = 0;
    p->answer.grows = true;
    bool fine = s->job->trade->work(s->shared, &s->own[hand], begin_of(s, piece), end_of(s, piece),
                                    &s->halt, &p->answer, &p->error);
    if (fine && p->answer.full) dado_fail(&p->error, DADO_LIMIT, "no memory left for an answer");
    return fine || p->error.status != DADO_OK;  // what went wrong is told when it is taken
}

static bool take(void *context, int64_t piece, int number)
{
    shop *s = context;
    place *p = &s->places[number];
    if (p->error.status != DADO_OK) {
        if (s->err) *s->err = p->error;
        return false;
    }
    return s->job->take(s->job->context, begin_of(s, piece), end_of(s, piece), p->answer.bytes,
                        p->answer.used);
}

static bool watch(void *context)
{
    shop *s = context;
    return s->job->watch(s->job->context);
}

static void halt(void *context)
{
    shop *s = context;
    atomic_store(&s->halt, 1);
}

static bool run_here(shop *s, dado_crew *crew, dado_error *err)
{
    const dado_fleet_job *job = s->job;
    int hands = dado_crew_size(crew);
    dado_stream stream = { .end = (job->to - job->from + s->together - 1) / s->together,
                           .window = 16 * hands,
                           .context = s,
                           .work = work,
                           .take = take,
                           .watch = watch,
                           .halt = halt };
    s->own = calloc((size_t)hands, sizeof *s->own);
    s->places = calloc((size_t)stream.window, sizeof *s->places);
    bool fine = s->own && s->places;
    if (!fine) dado_fail(err, DADO_LIMIT, "no memory left for a row of work");
    fine = fine && dado_crew_stream(crew, &stream, err);
    for (int i = 0; s->own && i < hands; i++) {
        if (s->own[i]) job->trade->rise(s->own[i]);
    }
    for (int i = 0; s->places && i < stream.window; i++) free(s->places[i].answer.bytes);
    free(s->own);
    free(s->places);
    return fine;
}

bool dado_trade_run(const dado_fleet_job *job, dado_fleet *fleet, int threads, int64_t together,
                    dado_error *err)
{
    if (fleet) return dado_fleet_run(fleet, job, err);
    shop s = { .job = job, .together = together, .err = err };
    DADO_ENDS(dado_crew_end) dado_crew *crew = NULL;
    if (!job->trade->begin(&s.shared, job->order, job->order_size, err)) return false;
    bool fine = dado_crew_open(&crew, threads, err) && run_here(&s, crew, err);
    job->trade->end(s.shared);
    return fine;
}
