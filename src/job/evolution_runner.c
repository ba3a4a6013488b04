// evolution_runner.c - see evolution_runner.h.
//
// Runs of the genetic algorithm and of MAP-Elites are stored the same way: rows of statistics and
// the whole state as text, under the settings that name the run.
#define _POSIX_C_SOURCE 200809L
#include "job/evolution_runner.h"

#include <inttypes.h>
#include <string.h>

#include "core/clock.h"

const dado_param dado_params_resumable[] = {
    DADO_PARAM_STORE,
    DADO_PARAM(FLAG, "no-store", .beside = true, .about = "Keeps nothing."),
    DADO_PARAM(FLAG, "resume", .beside = true,
               .about = "Goes on with the same run where it was left."),
    { 0 },
};

// Makes room for so many rows of statistics and opens the search log of these settings: the
// stored one if --resume asks for it, otherwise a new one. `state` gets the saved state, or NULL.
static bool open_search_log(dado_evolution_runner *run, int most, int width, const char *columns,
                            const char **state)
{
    const dado_job_run *job_run = run->job_run;
    dado_search_log found = { 0 };
    *state = NULL;
    run->rows_kept = 0;
    run->width = width;
    run->rows = dado_job_run_new(job_run, double, ((size_t)most + 1) * (size_t)width);
    if (!run->rows || !job_run->opened) return run->rows;
    if (dado_job_run_is_given(job_run, "resume") &&
        !dado_store_search_log_find(job_run->opened, run->settings, 0, &found, job_run->region,
                                    job_run->err)) {
        return false;
    }
    bool goes_on = found.id && found.state[0];
    run->search_log = found.id;
    if (goes_on) *state = found.state;
    return goes_on ||
           dado_store_search_log_begin(job_run->opened, run->settings, columns,
                                       job_run->answer->command, &run->search_log, job_run->err);
}

// Writes new rows to the store.
static bool keep(dado_evolution_runner *run, bool finished)
{
    const dado_job_run *job_run = run->job_run;
    if (!job_run->opened) return true;
    DADO_CLEANUP(dado_text_free) dado_text state = { 0 };
    int rows = run->archive ? run->archive->batch : run->evolution->row_count;
    const double *fresh = run->rows + (ptrdiff_t)run->rows_kept * run->width;
    if (run->archive) dado_archive_save(run->archive, &state);
    else dado_evolution_save(run->evolution, &state);
    bool fine = dado_store_search_log_put(job_run->opened, run->search_log, run->rows_kept + 1,
                                          fresh, rows - run->rows_kept, run->width,
                                          dado_text_string(&state), finished, job_run->err);
    if (fine) run->rows_kept = rows;
    run->last_saved = dado_seconds();
    return fine;
}

// Stores rows every few seconds. If that fails, it is tried again, or reported, at the end.
static bool store_row(dado_evolution_runner *run, int place, const double *row)
{
    memcpy(run->rows + (ptrdiff_t)place * run->width, row, (size_t)run->width * sizeof *row);
    if (run->job_run->opened && dado_seconds() > run->last_saved + 2) keep(run, false);
    return true;
}

// ---- evolution ----

static void on_generation_judged(void *context, int judged, int all)
{
    const dado_evolution_runner *run = context;
    const dado_evolution *e = run->evolution;
    dado_job_run_report_progress(run->job_run, e->generation, e->plan.generations, "generations",
                                 "%d of %d judged", judged, all);
}

static bool on_generation(void *context, const dado_evolution *e, const dado_generation *row)
{
    dado_evolution_runner *run = context;
    dado_job_run_report_progress(run->job_run, row->number, e->plan.generations, "generations",
                                 "best %.4g, mean %.4g, %d viable, %d different", row->best,
                                 row->mean, row->viable, row->distinct);
    return store_row(run, e->row_count - 1,
                     (double[]){ row->number, row->best, row->mean, row->sd, row->length,
                                 row->viable, row->distinct });
}

bool dado_evolution_runner_genetic(dado_evolution_runner *run, const dado_species *species,
                                   const dado_genetic_settings *plan, dado_region *region,
                                   dado_evolution *e)
{
    DADO_CLEANUP(dado_thread_pool_cleanup) dado_thread_pool *pool = NULL;
    dado_job_run *job_run = run->job_run;
    const char *state;
    dado_remote_fitness_init(&run->remote_fitness, species, job_run, plan->seed);
    if (!dado_thread_pool_open(&pool, dado_job_run_threads(job_run), job_run->err) ||
        !dado_evolution_begin(e, &run->remote_fitness.species, plan, pool, region, job_run->err) ||
        !open_search_log(run, plan->generations, 7,
                         "generation best mean sd length viable distinct", &state)) {
        return false;
    }
    run->evolution = e;
    e->population.judging = (dado_judging_progress){ on_generation_judged, run };
    if (state) {
        if (!dado_evolution_load(e, "the stored run", state, job_run->err)) return false;
        run->rows_kept = e->row_count;
        dado_job_run_message(job_run, "seed %" PRIu64 ": going on from generation %d", e->plan.seed,
                             e->generation);
    }
    return dado_evolution_run(e, on_generation, run, job_run->stop, job_run->err) &&
           keep(run, e->halt != DADO_EVOLUTION_RUNNING);
}

// ---- archives ----

static void on_batch_judged(void *context, int judged, int all)
{
    const dado_evolution_runner *run = context;
    const dado_archive *a = run->archive;
    dado_job_run_report_progress(run->job_run, a->batch, a->plan.batches, "batches",
                                 "%d of %d judged, %d cells filled", judged, all, a->filled_count);
}

static bool on_batch(void *context, const dado_archive *a, int batch)
{
    dado_evolution_runner *run = context;
    int best = dado_archive_best(a);
    double fitness = best < 0 ? DADO_NONE : a->fitness[best];
    dado_job_run_report_progress(run->job_run, batch, a->plan.batches, "batches",
                                 "%d of %d cells filled, best %.4g", a->filled_count, a->cells,
                                 best < 0 ? 0 : fitness);
    return store_row(
        run, batch,
        (double[]){ batch, a->filled_count, fitness, dado_archive_sum(a), (double)a->offered });
}

// Reads the axes of --axis; if there are none, uses those of `usual`, which NULL ends.
static bool read_axes(dado_job_run *job_run, const dado_species *species, const char *const *usual,
                      dado_trait_axis *axes, int *count)
{
    int given = dado_job_run_arg_count(job_run, "axis");
    *count = 0;
    if (given > DADO_AXES_MOST) {
        return dado_job_run_usage_error(job_run, "an archive has at most %d axes", DADO_AXES_MOST);
    }
    for (; given ? *count < given : usual && usual[*count]; ++*count) {
        const char *typed = given ? dado_job_run_nth_arg(job_run, "axis", *count) : usual[*count];
        if (!dado_trait_axis_parse(&axes[*count], species, typed, job_run->err)) return false;
    }
    return true;
}

bool dado_evolution_runner_elites(dado_evolution_runner *run, const dado_species *species,
                                  const dado_illumination *plan, const char *const *usual,
                                  dado_archive *a)
{
    DADO_CLEANUP(dado_thread_pool_cleanup) dado_thread_pool *pool = NULL;
    const char *state;
    dado_job_run *job_run = run->job_run;
    dado_trait_axis axes[DADO_AXES_MOST];
    int count;
    if (!read_axes(job_run, species, usual, axes, &count) ||
        !dado_thread_pool_open(&pool, dado_job_run_threads(job_run), job_run->err) ||
        !dado_archive_begin(a, species, axes, count, plan, pool, job_run->region, job_run->err) ||
        !open_search_log(run, plan->batches, 5, "batch filled best sum judged", &state)) {
        return false;
    }
    run->archive = a;
    a->current_batch.judging = (dado_judging_progress){ on_batch_judged, run };
    if (state) {
        if (!dado_archive_load(a, "the stored run", state, job_run->err)) return false;
        run->rows_kept = a->batch;
        dado_job_run_message(job_run, "going on from batch %d", a->batch);
    }
    if (!dado_archive_run(a, on_batch, run, job_run->stop, job_run->err) ||
        !keep(run, !dado_job_run_is_stopped(job_run))) {
        return false;
    }
    dado_archive_flush(a);
    return true;
}
