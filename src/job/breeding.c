// breeding.c - see breeding.h.
#define _POSIX_C_SOURCE 200809L
#include "job/breeding.h"

#include <inttypes.h>
#include <string.h>

#include "lab/clock.h"

enum { row_width = 7 };
static const char row_columns[] = "generation best mean sd length viable distinct";

// Finds the trail of these settings, where --resume asks to go on, or begins one. `state` gets what
// was saved of it; or NULL.
static bool open_trail(dado_breeding_run *run, const char *columns, const char **state,
                       dado_error *err)
{
    *state = NULL;
    run->rows_kept = 0;
    if (!run->store) return true;
    dado_trail found = { 0 };
    bool resume = dado_errand_flag(run->errand, "resume");
    if (resume &&
        !dado_store_trail_find(run->store, run->settings, &found, run->errand->arena, err)) {
        return false;
    }
    if (found.id && found.state[0]) {
        run->trail = found.id;
        *state = found.state;
        return true;
    }
    return dado_store_trail_begin(run->store, run->settings, columns, run->command,
                                  &run->trail, err);
}

static void hear_of_generation(void *context, int judged, int all)
{
    const dado_breeding_run *run = context;
    const dado_evolution *e = run->evolution;
    dado_errand_working(run->errand, e->generation, e->plan.generations, "generations",
                        "%d of %d judged", judged, all);
}

bool dado_breeding_open(dado_breeding_run *run, dado_evolution *e, dado_error *err)
{
    const char *state;
    if (!open_trail(run, row_columns, &state, err)) return false;
    run->evolution = e;
    e->judging = (dado_judging){ hear_of_generation, run };
    if (!state) return true;
    if (!dado_evolution_load(e, "the stored run", state, err)) return false;
    run->rows_kept = e->row_count;
    dado_errand_say(run->errand, "seed %" PRIu64 ": going on from generation %d", e->plan.seed,
                  e->generation);
    return true;
}

bool dado_breeding_keep(dado_breeding_run *run, const dado_evolution *e, bool finished,
                        dado_error *err)
{
    if (!run->store) return true;
    int fresh = e->row_count - run->rows_kept;
    double *values = dado_new(run->errand->arena, double, fresh * row_width + 1);
    if (!values) return dado_fail(err, DADO_LIMIT, "no memory left for statistics");
    for (int i = 0; i < fresh; i++) {
        const dado_generation *r = &e->rows[run->rows_kept + i];
        double row[row_width] = { r->number, r->best, r->mean, r->sd, r->length, r->viable,
                                  r->distinct };
        memcpy(values + (ptrdiff_t)i * row_width, row, sizeof row);
    }
    dado_text state = { 0 };
    dado_evolution_save(e, &state);
    bool fine = dado_store_trail_put(run->store, run->trail, run->rows_kept + 1, values, fresh,
                                     row_width, dado_text_string(&state), finished, err);
    dado_text_free(&state);
    if (fine) run->rows_kept = e->row_count;
    run->last_saved = dado_seconds();
    return fine;
}

bool dado_breeding_watch(void *context, const dado_evolution *e, const dado_generation *row)
{
    dado_breeding_run *run = context;
    dado_errand_working(run->errand, row->number, e->plan.generations, "generations",
                        "best %.4g, mean %.4g, %d viable, %d different", row->best, row->mean,
                        row->viable, row->distinct);
    // What cannot be kept now is kept, or complained about, at the end.
    if (run->store && dado_seconds() > run->last_saved + 2) {
        dado_breeding_keep(run, e, false, NULL);
    }
    return true;
}

// ---- archives ----

enum { batch_width = 5 };
static const char batch_columns[] = "batch filled best sum judged";

static void hear_of_batch(void *context, int judged, int all)
{
    const dado_breeding_run *run = context;
    dado_errand_working(run->errand, run->archive->batch, run->plan->batches, "batches",
                        "%d of %d judged, %d cells filled", judged, all,
                        run->archive->filled_count);
}

bool dado_breeding_open_archive(dado_breeding_run *run, dado_archive *a, dado_error *err)
{
    const char *state;
    run->rows =
        dado_new(run->errand->arena, double, ((size_t)run->plan->batches + 1) * batch_width);
    if (!run->rows) return dado_fail(err, DADO_LIMIT, "no memory left for statistics");
    if (!open_trail(run, batch_columns, &state, err)) return false;
    run->archive = a;
    a->judging = (dado_judging){ hear_of_batch, run };
    if (!state) return true;
    if (!dado_archive_load(a, run->plan, "the stored run", state, run->errand->arena, err)) {
        return false;
    }
    run->rows_kept = a->batch;
    dado_errand_say(run->errand, "going on from batch %d", a->batch);
    return true;
}

bool dado_breeding_keep_archive(dado_breeding_run *run, const dado_archive *a, bool finished,
                                dado_error *err)
{
    if (!run->store) return true;
    dado_text state = { 0 };
    dado_archive_save(a, run->plan, &state);
    bool fine = dado_store_trail_put(run->store, run->trail, run->rows_kept + 1,
                                     run->rows + (ptrdiff_t)run->rows_kept * batch_width,
                                     a->batch - run->rows_kept, batch_width,
                                     dado_text_string(&state), finished, err);
    dado_text_free(&state);
    if (fine) run->rows_kept = a->batch;
    run->last_saved = dado_seconds();
    return fine;
}

bool dado_breeding_watch_archive(void *context, const dado_archive *a, int batch)
{
    dado_breeding_run *run = context;
    int best = dado_archive_best(a);
    double now = dado_seconds(), best_fitness = best < 0 ? DADO_NONE : a->fitness[best];
    double row[batch_width] = { batch, a->filled_count, best_fitness, dado_archive_sum(a),
                                (double)a->offered };
    memcpy(run->rows + (ptrdiff_t)batch * batch_width, row, sizeof row);
    dado_errand_working(run->errand, batch, run->plan->batches, "batches",
                        "%d of %d cells filled, best %.4g", a->filled_count, a->cells,
                        best < 0 ? 0 : best_fitness);
    // What cannot be kept now is kept, or complained about, at the end.
    if (run->store && now > run->last_saved + 2) dado_breeding_keep_archive(run, a, false, NULL);
    return true;
}
