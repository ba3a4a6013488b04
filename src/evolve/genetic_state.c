// genetic_state.c - a run of evolution as text, to be stopped today and gone on with tomorrow.
//
// Luck has no state to keep: the children of generation g draw from streams
// that the seed and g name. So a run is its plan, its rows and its population.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "evolve/genetic.h"
#include "evolve/state.h"

static const char not_judged[] = "----------------";  // where a fitness would stand

// All that must be the same for going on to make sense; the number of generations may grow.
static void head(const dado_evolution *e, dado_text *out)
{
    const dado_breeding *p = &e->plan;
    dado_text_addf(out, "dado evolution 1\nspecies %s\nsettings %s\n", e->species->name,
                   e->species->settings ? e->species->settings : "");
    dado_text_addf(out, "plan %d %d %d %d", p->population, (int)p->selection, p->tournament,
                   p->elite);
    dado_state_add_real(out, p->crossover);
    dado_text_addf(out, " %d", p->target_given);
    dado_state_add_real(out, p->target);
    dado_text_addf(out, " %d %016" PRIx64 " %zu\n", p->stagnation, p->seed, e->species->size);
}

void dado_evolution_save(const dado_evolution *e, dado_text *out)
{
    head(e, out);
    dado_text_addf(out, "at %d %d %d %d", e->generation, e->row_count, e->stale, (int)e->halt);
    dado_state_add_real(out, e->best_ever);
    dado_text_addf(out, " %" PRId64 "\n", e->evaluations);
    for (int i = 0; i < e->row_count; i++) {
        const dado_generation *r = &e->rows[i];
        dado_text_addf(out, "%d %d %d", r->number, r->viable, r->distinct);
        dado_state_add_real(out, r->best);
        dado_state_add_real(out, r->mean);
        dado_state_add_real(out, r->sd);
        dado_state_add_real(out, r->length);
        dado_text_char(out, '\n');
    }
    for (int i = 0; i < e->plan.population; i++) {
        if (e->judged[i]) dado_state_add_real(out, e->fitness[i]);
        else dado_text_add(out, not_judged);
        dado_state_add_bytes(out, e->population + (size_t)i * e->species->size, e->species->size);
        dado_text_char(out, '\n');
    }
    dado_text_add(out, "end\n");
}

static bool read_row(dado_state_reader *r, dado_generation *row)
{
    const char *s = r->at;
    int64_t number, viable, distinct;
    if (!dado_state_whole(&s, &number) || !dado_state_whole(&s, &viable) ||
        !dado_state_whole(&s, &distinct) || !dado_state_real(&s, &row->best) ||
        !dado_state_real(&s, &row->mean) || !dado_state_real(&s, &row->sd) ||
        !dado_state_real(&s, &row->length) || *s != '\n') {
        return dado_state_damaged(r, "a row of statistics was expected here");
    }
    row->number = (int)number;
    row->viable = (int)viable;
    row->distinct = (int)distinct;
    dado_state_next_line(r);
    return true;
}

static bool read_genome(dado_state_reader *r, double *fitness, bool *judged,
                        unsigned char *genome, size_t size)
{
    const char *s = r->at;
    *judged = strncmp(s, not_judged, sizeof not_judged - 1) != 0;
    if (!*judged) {
        *fitness = DADO_NONE;
        s += sizeof not_judged - 1;
    }
    bool fine = (!*judged || dado_state_real(&s, fitness)) && *s == ' ' &&
                dado_state_bytes(&s, genome, size) && *s == '\n';
    if (!fine) return dado_state_damaged(r, "a genome was expected here");
    dado_state_next_line(r);
    return true;
}

bool dado_evolution_load(dado_evolution *e, const char *source, const char *text, dado_error *err)
{
    dado_state_reader r = { source, text, 1, err };
    dado_draft expected = { 0 };
    head(e, &expected);
    if (!dado_state_head(&r, &expected)) return false;
    const char *s = r.at;
    int64_t generation, rows, stale, halt, evaluations;
    if (strncmp(s, "at", 2) != 0) {
        return dado_state_damaged(&r, "a line that begins with at was expected");
    }
    s += 2;
    if (!dado_state_whole(&s, &generation) || !dado_state_whole(&s, &rows) ||
        !dado_state_whole(&s, &stale) || !dado_state_whole(&s, &halt) ||
        !dado_state_real(&s, &e->best_ever) ||
        !dado_state_whole(&s, &evaluations) || *s != '\n') {
        return dado_state_damaged(&r, "where the run was is not told");
    }
    if (generation < 0 || rows < generation || rows > generation + 1 || stale < 0 || halt < 0 ||
        halt > DADO_HALT_STAGNATION) {
        return dado_state_damaged(&r, "where the run was makes no sense");
    }
    if (rows > e->plan.generations) {
        return dado_fail_at(err, DADO_MEANING, (dado_place){ source, r.line, 1, 1 },
                            "the saved run is at generation %d already, past the %d asked for",
                            (int)generation, e->plan.generations);
    }
    dado_state_next_line(&r);
    for (int i = 0; i < (int)rows; i++) {
        if (!read_row(&r, &e->rows[i])) return false;
    }
    e->unjudged = 0;
    for (int i = 0; i < e->plan.population; i++) {
        if (!read_genome(&r, &e->fitness[i], &e->judged[i],
                         e->population + (size_t)i * e->species->size, e->species->size)) {
            return false;
        }
        e->unjudged += !e->judged[i];
        const dado_species *species = e->species;
        if (species->valid &&
            !species->valid(species, e->population + (size_t)i * species->size)) {
            r.line--;
            return dado_state_damaged(&r, "this is no genome");
        }
    }
    if (strcmp(r.at, "end\n") != 0) return dado_state_damaged(&r, "its end is missing");
    if (e->unjudged > 0 && (rows > generation || halt != DADO_BREEDING_ON)) {
        return dado_state_damaged(&r, "it ends with genomes that nobody has judged");
    }
    e->generation = (int)generation;
    e->row_count = (int)rows;
    e->stale = (int)stale;
    e->evaluations = evaluations;
    e->halt = (dado_halt)halt;
    bool more = e->generation < e->plan.generations;
    if (e->halt == DADO_HALT_GENERATIONS && more) e->halt = DADO_BREEDING_ON;
    if (e->halt == DADO_BREEDING_ON && !more && e->unjudged == 0) e->halt = DADO_HALT_GENERATIONS;
    return true;
}
