// archive_state.c - an archive as text, to be stopped today and gone on with tomorrow.
//
// The genomes of a batch follow from the archive before it, the seed and its
// number. So a run is its plan, its elites in the order in which their cells
// were filled, and what is known of those judged in the batch in hand.
#include <inttypes.h>
#include <string.h>

#include "evolve/archive.h"
#include "evolve/state.h"

// All that must be the same for going on to make sense.
static void head(const dado_archive *a, const dado_illumination *plan, dado_text *out)
{
    dado_text_addf(out, "dado archive 1\nspecies %s\nsettings %s\n", a->species->name,
                   a->species->settings ? a->species->settings : "");
    dado_text_addf(out, "plan %d %d %016" PRIx64 " %zu\n", plan->first, plan->batch, plan->seed,
                   a->species->size);
    for (int i = 0; i < a->axis_count; i++) {
        const dado_trait_axis *axis = &a->axes[i];
        dado_text_addf(out, "axis %s %d", a->species->traits[axis->trait].name, axis->cells);
        dado_state_add_real(out, axis->least);
        dado_state_add_real(out, axis->most);
        dado_text_char(out, '\n');
    }
}

void dado_archive_save(const dado_archive *a, const dado_illumination *plan, dado_text *out)
{
    int judged = 0, traits = dado_species_traits(a->species);
    for (int i = 0; i < a->in_hand; i++) judged += a->judged[i];
    head(a, plan, out);
    dado_text_addf(out, "at %d %" PRId64 " %d %d\n", a->batch, a->offered, a->filled_count, judged);
    for (int i = 0; i < a->filled_count; i++) {
        int cell = a->filled[i];
        dado_text_addf(out, "%d", cell);
        dado_state_add_real(out, a->fitness[cell]);
        dado_state_add_bytes(out, a->genomes + (size_t)cell * a->species->size, a->species->size);
        dado_text_char(out, '\n');
    }
    for (int i = 0; i < a->in_hand; i++) {
        if (!a->judged[i]) continue;
        dado_text_addf(out, "%d", i);
        dado_state_add_real(out, a->hand_fitness[i]);
        for (int t = 0; t < traits; t++) {
            dado_state_add_real(out, a->hand_traits[(size_t)i * DADO_TRAITS_MOST + (size_t)t]);
        }
        dado_text_char(out, '\n');
    }
    dado_text_add(out, "end\n");
}

static bool read_elite(dado_archive *a, dado_state_reader *r)
{
    const char *s = r->at;
    int64_t cell;
    double fitness;
    if (!dado_state_whole(&s, &cell) || cell < 0 || cell >= a->cells ||
        !dado_is_none(a->fitness[cell]) || !dado_state_real(&s, &fitness) ||
        dado_is_none(fitness) ||
        !dado_state_bytes(&s, a->genomes + (size_t)cell * a->species->size, a->species->size) ||
        *s != '\n') {
        return dado_state_damaged(r, "an elite was expected here");
    }
    if (a->species->valid &&
        !a->species->valid(a->species, a->genomes + (size_t)cell * a->species->size)) {
        return dado_state_damaged(r, "this is no genome");
    }
    a->fitness[cell] = fitness;
    a->filled[a->filled_count++] = (int)cell;
    dado_state_next_line(r);
    return true;
}

static bool read_judged(dado_archive *a, dado_state_reader *r)
{
    const char *s = r->at;
    int64_t i;
    bool fine = dado_state_whole(&s, &i) && i >= 0 && i < a->in_hand && !a->judged[i] &&
                dado_state_real(&s, &a->hand_fitness[i]);
    for (int t = 0; fine && t < dado_species_traits(a->species); t++) {
        fine = dado_state_real(&s, &a->hand_traits[(size_t)i * DADO_TRAITS_MOST + (size_t)t]);
    }
    if (!fine || *s != '\n') return dado_state_damaged(r, "a judged genome was expected here");
    a->judged[i] = true;
    dado_state_next_line(r);
    return true;
}

bool dado_archive_load(dado_archive *a, const dado_illumination *plan, const char *source,
                       const char *text, dado_arena *arena, dado_error *err)
{
    dado_state_reader r = { source, text, 1, err };
    dado_draft expected = { 0 };
    head(a, plan, &expected);
    if (!dado_state_head(&r, &expected) || !dado_archive_make_hand(a, plan, arena, err)) {
        return false;
    }
    const char *s = r.at;
    int64_t batch, offered, filled, judged;
    if (strncmp(s, "at", 2) != 0) {
        return dado_state_damaged(&r, "a line that begins with at was expected");
    }
    s += 2;
    if (!dado_state_whole(&s, &batch) || !dado_state_whole(&s, &offered) ||
        !dado_state_whole(&s, &filled) || !dado_state_whole(&s, &judged) || *s != '\n' ||
        batch < 0 || batch > INT32_MAX || offered < 0 || filled < 0 || filled > a->cells ||
        judged < 0 || judged > a->in_hand) {
        return dado_state_damaged(&r, "where the run was makes no sense");
    }
    dado_state_next_line(&r);
    for (int64_t i = 0; i < filled; i++) {
        if (!read_elite(a, &r)) return false;
    }
    for (int64_t i = 0; i < judged; i++) {
        if (!read_judged(a, &r)) return false;
    }
    if (strcmp(r.at, "end\n") != 0) return dado_state_damaged(&r, "its end is missing");
    a->batch = (int)batch;
    a->offered = offered;
    return true;
}
