// breeding.c - see breeding.h.
//
// A run of evolution and one that fills an archive are kept alike: rows of statistics, and all of
// it as text, under the settings that name it.
#define _POSIX_C_SOURCE 200809L
#include "job/breeding.h"

#include <inttypes.h>
#include <string.h>

#include "core/clock.h"

const dado_param dado_params_trail[] = {
    DADO_PARAM_STORE,
    DADO_PARAM(FLAG, "no-store", .beside = true, .about = "Keeps nothing."),
    DADO_PARAM(FLAG, "resume", .beside = true,
               .about = "Goes on with the same run where it was left."),
    { 0 },
};

// Room for so many rows of statistics, and the trail of these settings, where --resume asks to go
// on, or a new one. `state` gets what was saved of it; or NULL.
static bool open_trail(dado_breeding_run *run, int most, int width, const char *columns,
                       const char **state)
{
    const dado_errand *errand = run->errand;
    dado_trail found = { 0 };
    *state = NULL;
    run->rows_kept = 0;
    run->width = width;
    run->rows = dado_errand_new(errand, double, ((size_t)most + 1) * (size_t)width);
    if (!run->rows || !errand->opened) return run->rows;
    if (dado_errand_given(errand, "resume") &&
        !dado_store_trail_find(errand->opened, run->settings, 0, &found, errand->arena,
                               errand->err)) {
        return false;
    }
    bool goes_on = found.id && found.state[0];
    run->trail = found.id;
    if (goes_on) *state = found.state;
    return goes_on || dado_store_trail_begin(errand->opened, run->settings, columns,
                                             errand->answer->command, &run->trail, errand->err);
}

// Puts what is new into the store.
static bool keep(dado_breeding_run *run, bool finished)
{
    const dado_errand *errand = run->errand;
    if (!errand->opened) return true;
    dado_draft state = { 0 };
    int rows = run->archive ? run->archive->batch : run->evolution->row_count;
    const double *fresh = run->rows + (ptrdiff_t)run->rows_kept * run->width;
    if (run->archive) dado_archive_save(run->archive, &state);
    else dado_evolution_save(run->evolution, &state);
    bool fine = dado_store_trail_put(errand->opened, run->trail, run->rows_kept + 1, fresh,
                                     rows - run->rows_kept, run->width, dado_text_string(&state),
                                     finished, errand->err);
    if (fine) run->rows_kept = rows;
    run->last_saved = dado_seconds();
    return fine;
}

// Every few seconds a row is kept with those before. What cannot be kept now is kept, or complained
// about, at the end.
static bool note_row(dado_breeding_run *run, int place, const double *row)
{
    memcpy(run->rows + (ptrdiff_t)place * run->width, row, (size_t)run->width * sizeof *row);
    if (run->errand->opened && dado_seconds() > run->last_saved + 2) keep(run, false);
    return true;
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
    dado_errand_working(run->errand, row->number, e->plan.generations, "generations",
                        "best %.4g, mean %.4g, %d viable, %d different", row->best, row->mean,
                        row->viable, row->distinct);
    return note_row(run, e->row_count - 1,
                    (double[]){ row->number, row->best, row->mean, row->sd, row->length,
                                row->viable, row->distinct });
}

bool dado_breeding_do(dado_breeding_run *run, const dado_species *species,
                      const dado_breeding *plan, dado_arena *arena, dado_evolution *e)
{
    DADO_ENDS(dado_crew_end) dado_crew *crew = NULL;
    dado_errand *errand = run->errand;
    const char *state;
    dado_herd_gather(&run->herd, species, errand, plan->seed);
    if (!dado_crew_open(&crew, dado_errand_threads(errand), errand->err) ||
        !dado_evolution_begin(e, &run->herd.species, plan, crew, arena, errand->err) ||
        !open_trail(run, plan->generations, 7, "generation best mean sd length viable distinct",
                    &state)) {
        return false;
    }
    run->evolution = e;
    e->population.judging = (dado_judging){ hear_of_generation, run };
    if (state) {
        if (!dado_evolution_load(e, "the stored run", state, errand->err)) return false;
        run->rows_kept = e->row_count;
        dado_errand_say(errand, "seed %" PRIu64 ": going on from generation %d", e->plan.seed,
                        e->generation);
    }
    return dado_evolution_run(e, watch_generation, run, errand->stop, errand->err) &&
           keep(run, e->halt != DADO_BREEDING_ON);
}

// ---- archives ----

static void hear_of_batch(void *context, int judged, int all)
{
    const dado_breeding_run *run = context;
    const dado_archive *a = run->archive;
    dado_errand_working(run->errand, a->batch, a->plan.batches, "batches",
                        "%d of %d judged, %d cells filled", judged, all, a->filled_count);
}

static bool watch_batch(void *context, const dado_archive *a, int batch)
{
    dado_breeding_run *run = context;
    int best = dado_archive_best(a);
    double fitness = best < 0 ? DADO_NONE : a->fitness[best];
    dado_errand_working(run->errand, batch, a->plan.batches, "batches",
                        "%d of %d cells filled, best %.4g", a->filled_count, a->cells,
                        best < 0 ? 0 : fitness);
    return note_row(run, batch, (double[]){ batch, a->filled_count, fitness, dado_archive_sum(a),
                                            (double)a->offered });
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

bool dado_breeding_fill(dado_breeding_run *run, const dado_species *species,
                        const dado_illumination *plan, const char *const *usual, dado_archive *a)
{
    DADO_ENDS(dado_crew_end) dado_crew *crew = NULL;
    const char *state;
    dado_errand *errand = run->errand;
    dado_trait_axis axes[DADO_AXES_MOST];
    int count;
    if (!read_axes(errand, species, usual, axes, &count) ||
        !dado_crew_open(&crew, dado_errand_threads(errand), errand->err) ||
        !dado_archive_begin(a, species, axes, count, plan, crew, errand->arena, errand->err) ||
        !open_trail(run, plan->batches, 5, "batch filled best sum judged", &state)) {
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
