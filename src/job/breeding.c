// breeding.c - see breeding.h.
//
// A run of evolution and one that fills an archive are kept alike: rows of statistics, and all of
// it as text, under the settings that name it.
#define _POSIX_C_SOURCE 200809L
#include "job/breeding.h"

#include <inttypes.h>
#include <string.h>

#include "core/clock.h"
#include "lab/ends.h"

const dado_param dado_params_trail[] = {
    DADO_PARAM_STORE,
    DADO_PARAM(FLAG, "no-store", .beside = true, .about = "Keeps nothing."),
    DADO_PARAM(FLAG, "resume", .beside = true,
               .about = "Goes on with the same run where it was left."),
    { 0 },
};

// Finds the trail of these settings, where --resume asks to go on, or begins one. `state` gets what
// was saved of it; or NULL.
static bool open_trail(dado_breeding_run *run, const char *columns, const char **state)
{
    *state = NULL;
    run->rows_kept = 0;
    if (!run->store) return true;
    dado_trail found = { 0 };
    bool resume = dado_errand_flag(run->errand, "resume");
    if (resume && !dado_store_trail_find(run->store, run->settings, &found, run->errand->arena,
                                         run->errand->err)) {
        return false;
    }
    if (found.id && found.state[0]) {
        run->trail = found.id;
        *state = found.state;
        return true;
    }
    return dado_store_trail_begin(run->store, run->settings, columns, run->command, &run->trail,
                                  run->errand->err);
}

enum { row_width = 7, batch_width = 5 };

// Room for so many rows of statistics.
static bool make_rows(dado_breeding_run *run, int most, int width)
{
    run->width = width;
    run->rows = dado_new(run->errand->arena, double, ((size_t)most + 1) * (size_t)width);
    return run->rows || dado_fail(run->errand->err, DADO_LIMIT, "no memory left for statistics");
}

static void note_row(dado_breeding_run *run, int place, const double *row)
{
    size_t width = (size_t)run->width;
    memcpy(run->rows + (size_t)place * width, row, width * sizeof *row);
}

// Puts what is new into the store.
static bool keep(dado_breeding_run *run, bool finished)
{
    if (!run->store) return true;
    dado_draft state = { 0 };
    int rows = run->archive ? run->archive->batch : run->evolution->row_count;
    const double *fresh = run->rows + (ptrdiff_t)run->rows_kept * run->width;
    if (run->archive) dado_archive_save(run->archive, &state);
    else dado_evolution_save(run->evolution, &state);
    bool fine = dado_store_trail_put(run->store, run->trail, run->rows_kept + 1, fresh,
                                     rows - run->rows_kept, run->width, dado_text_string(&state),
                                     finished, run->errand->err);
    if (fine) run->rows_kept = rows;
    run->last_saved = dado_seconds();
    return fine;
}

// Every few seconds. What cannot be kept now is kept, or complained about, at the end.
static void keep_at_times(dado_breeding_run *run)
{
    if (run->store && dado_seconds() > run->last_saved + 2) keep(run, false);
}

// ---- evolution ----

static void hear_of_generation(void *context, int judged, int all)
{
    const dado_breeding_run *run = context;
    const dado_evolution *e = run->evolution;
    dado_errand_working(run->errand, e->generation, e->plan.generations, "generations",
                        "%d of %d judged", judged, all);
}

static bool watch_generation(void *context, const dado_evolution *e, const dado_generation *row)
{
    dado_breeding_run *run = context;
    double values[row_width] = { row->number, row->best, row->mean, row->sd, row->length,
                                 row->viable, row->distinct };
    note_row(run, e->row_count - 1, values);
    dado_errand_working(run->errand, row->number, e->plan.generations, "generations",
                        "best %.4g, mean %.4g, %d viable, %d different", row->best, row->mean,
                        row->viable, row->distinct);
    keep_at_times(run);
    return true;
}

bool dado_breeding_do(dado_breeding_run *run, dado_evolution *e)
{
    const char *state;
    if (!make_rows(run, e->plan.generations, row_width) ||
        !open_trail(run, "generation best mean sd length viable distinct", &state)) {
        return false;
    }
    run->evolution = e;
    e->population.judging = (dado_judging){ hear_of_generation, run };
    if (state) {
        if (!dado_evolution_load(e, "the stored run", state, run->errand->err)) return false;
        run->rows_kept = e->row_count;
        dado_errand_say(run->errand, "seed %" PRIu64 ": going on from generation %d", e->plan.seed,
                        e->generation);
    }
    return dado_evolution_run(e, watch_generation, run, run->errand->stop, run->errand->err) &&
           keep(run, e->halt != DADO_BREEDING_ON);
}

// ---- archives ----

static void hear_of_batch(void *context, int judged, int all)
{
    const dado_breeding_run *run = context;
    dado_errand_working(run->errand, run->archive->batch, run->plan->batches, "batches",
                        "%d of %d judged, %d cells filled", judged, all,
                        run->archive->filled_count);
}

static bool watch_batch(void *context, const dado_archive *a, int batch)
{
    dado_breeding_run *run = context;
    int best = dado_archive_best(a);
    double best_fitness = best < 0 ? DADO_NONE : a->fitness[best];
    double row[batch_width] = { batch, a->filled_count, best_fitness, dado_archive_sum(a),
                                (double)a->offered };
    note_row(run, batch, row);
    dado_errand_working(run->errand, batch, run->plan->batches, "batches",
                        "%d of %d cells filled, best %.4g", a->filled_count, a->cells,
                        best < 0 ? 0 : best_fitness);
    keep_at_times(run);
    return true;
}

// The axes of --axis; those of `usual`, ended by NULL, where none is given.
static bool read_axes(dado_errand *errand, const dado_species *species, const char *const *usual,
                      dado_trait_axis *axes, int *count)
{
    int given = dado_errand_count(errand, "axis");
    *count = 0;
    if (given > DADO_AXES_MOST) {
        return dado_errand_misused(errand, "an archive has at most %d axes", DADO_AXES_MOST);
    }
    for (; given ? *count < given : usual && usual[*count]; ++*count) {
        const char *typed = given ? dado_errand_nth(errand, "axis", *count) : usual[*count];
        if (!dado_trait_axis_parse(&axes[*count], species, typed, errand->err)) return false;
    }
    return true;
}

bool dado_breeding_fill(dado_breeding_run *run, dado_archive *a, const dado_species *species,
                        const char *const *usual)
{
    DADO_ENDS(dado_crew_end) dado_crew *crew = NULL;
    const char *state;
    dado_errand *errand = run->errand;
    dado_trait_axis axes[DADO_AXES_MOST];
    int count;
    if (!read_axes(errand, species, usual, axes, &count) ||
        !dado_crew_open(&crew, dado_errand_threads(errand), errand->err) ||
        !dado_archive_begin(a, species, axes, count, run->plan, crew, errand->arena, errand->err) ||
        !make_rows(run, run->plan->batches, batch_width) ||
        !open_trail(run, "batch filled best sum judged", &state)) {
        return false;
    }
    run->archive = a;
    a->hand.judging = (dado_judging){ hear_of_batch, run };
    if (state) {
        if (!dado_archive_load(a, "the stored run", state, errand->err)) return false;
        run->rows_kept = a->batch;
        dado_errand_say(errand, "going on from batch %d", a->batch);
    }
    if (!dado_archive_run(a, watch_batch, run, errand->stop, errand->err) ||
        !keep(run, !dado_errand_stopped(errand))) {
        return false;
    }
    dado_archive_settle(a);
    return true;
}
