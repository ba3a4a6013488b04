// state.c - runs of this room as text, to be stopped today and gone on with tomorrow.
//
// Luck has no state to keep: children draw from streams that the seed and their generation name. So
// an evolution is its plan, its rows and its population, and an archive its plan, its elites in the
// order in which their cells were filled, and what is known of those judged in the batch in hand.
//
// What is written and what is read pass the same lines of code, so neither can forget what the
// other one knows. A line is fields parted by blanks. Real numbers are kept as their bits, for a
// rounded one would be another one. What is not as it should be is said with the line it stands in.
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "evolve/archive.h"
#include "evolve/genetic.h"

typedef struct scribe {
    dado_text *out;           // where a run is written; NULL: one is read
    const char *source, *at;  // of what is read: its file, and how far in its text
    int line;
    dado_error *err;
} scribe;

static bool expect(const scribe *s, bool fine, const char *why)
{
    return fine || dado_fail_at(s->err, DADO_SYNTAX, (dado_place){ s->source, s->line, 1, 1 },
                                "this saved run is damaged: %s", why);
}

static bool pass_whole(scribe *s, int64_t *value)
{
    if (s->out) {
        dado_text_addf(s->out, "%" PRId64, *value);
        return true;
    }
    size_t sign = *s->at == '-', digits = strspn(s->at + sign, "0123456789");
    if (digits < 1 || digits > 18) return false;
    *value = strtoll(s->at, NULL, 10);
    s->at += sign + digits;
    return true;
}

static bool pass_bytes(scribe *s, unsigned char *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        if (s->out) {
            dado_text_char(s->out, digits[bytes[i] >> 4]);
            dado_text_char(s->out, digits[bytes[i] & 15]);
            continue;
        }
        const char *high = memchr(digits, s->at[0], 16);
        const char *low = high ? memchr(digits, s->at[1], 16) : NULL;
        if (!low) return false;
        bytes[i] = (unsigned char)((high - digits) << 4 | (low - digits));
        s->at += 2;
    }
    return true;
}

static bool pass_real(scribe *s, double *value)
{
    unsigned char bytes[8];
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(bits >> (56 - 8 * i));
    if (!pass_bytes(s, bytes, sizeof bytes)) return false;
    bits = 0;
    for (int i = 0; i < 8; i++) bits = bits << 8 | bytes[i];
    memcpy(value, &bits, sizeof bits);
    return true;
}

// A fitness, unless nobody has judged yet.
static bool pass_fitness(scribe *s, double *fitness, bool *judged)
{
    static const char unknown[] = "----------------";
    enum { length = sizeof unknown - 1 };
    if (!s->out) *judged = strncmp(s->at, unknown, length) != 0;
    if (*judged) return pass_real(s, fitness);
    *fitness = DADO_NONE;
    if (s->out) dado_text_add(s->out, unknown);
    else s->at += length;
    return true;
}

// Fields by letters, each a pointer to it: i an int, w an int64_t, r a double, f a double and
// whether it is known, b so many bytes, and the end of the line.
static bool pass(scribe *s, const char *fields, ...)
{
    bool fine = true;
    va_list args;
    va_start(args, fields);
    for (; *fields && fine; fields++) {
        if (*fields == '\n') {
            if (s->out) dado_text_char(s->out, '\n');
            else fine = *s->at++ == '\n';
            s->line++;
            continue;
        }
        bool within = s->out && s->out->length && s->out->data[s->out->length - 1] != '\n';
        if (within) dado_text_char(s->out, ' ');
        while (!s->out && *s->at == ' ') s->at++;
        if (*fields == 'i') {
            int *value = va_arg(args, int *);
            int64_t whole = *value;
            fine = pass_whole(s, &whole) && whole >= INT32_MIN && whole <= INT32_MAX;
            *value = (int)whole;
        } else if (*fields == 'w') {
            fine = pass_whole(s, va_arg(args, int64_t *));
        } else if (*fields == 'r') {
            fine = pass_real(s, va_arg(args, double *));
        } else if (*fields == 'f') {
            double *fitness = va_arg(args, double *);
            fine = pass_fitness(s, fitness, va_arg(args, bool *));
        } else {
            unsigned char *bytes = va_arg(args, unsigned char *);
            fine = pass_bytes(s, bytes, va_arg(args, size_t));
        }
    }
    va_end(args);
    return fine;
}

// The head, which must be as it is here, and the word of the line behind it.
static bool pass_head(scribe *s, const dado_text *head)
{
    if (s->out) {
        dado_text_add(s->out, dado_text_string(head));
        dado_text_add(s->out, "at");
        return true;
    }
    if (strncmp(s->at, dado_text_string(head), head->length) != 0) {
        return dado_fail_at(s->err, DADO_MEANING, (dado_place){ s->source, 1, 1, 1 },
                            "this was saved by a run with other settings; remove it, or give the "
                            "settings it was begun with");
    }
    for (size_t i = 0; i < head->length; i++) s->line += head->data[i] == '\n';
    s->at += head->length;
    bool fine = strncmp(s->at, "at", 2) == 0;
    s->at += fine ? 2 : 0;
    return expect(s, fine, "a line that begins with at was expected");
}

static bool pass_end(scribe *s)
{
    if (s->out) dado_text_add(s->out, "end\n");
    return s->out || expect(s, strcmp(s->at, "end\n") == 0, "its end is missing");
}

// A genome at the end of a line that began as it should.
static bool pass_genome(scribe *s, const dado_species *species, void *genome, bool begun,
                        const char *why)
{
    return expect(s, begun && pass(s, "b", genome, species->size) && (s->out || *s->at == '\n'),
                  why) &&
           expect(s, s->out || !species->valid || species->valid(species, genome),
                  "this is no genome") &&
           pass(s, "\n");
}

static void begin_head(dado_text *head, const char *what, const dado_species *species)
{
    dado_text_addf(head, "dado %s 1\nspecies %s\nsettings %s\nplan", what, species->name,
                   species->settings ? species->settings : "");
}

// ---- an evolution ----

// All that must be the same for going on to make sense; the number of generations may grow.
static bool pass_plan(scribe *s, const dado_evolution *e)
{
    dado_draft head = { 0 };
    dado_breeding p = e->plan;
    int selection = (int)p.selection, target_given = p.target_given;
    begin_head(&head, "evolution", e->species);
    pass(&(scribe){ .out = &head }, "iiiiriri", &p.population, &selection, &p.tournament, &p.elite,
         &p.crossover, &target_given, &p.target, &p.stagnation);
    dado_text_addf(&head, " %016" PRIx64 " %zu\n", p.seed, e->species->size);
    return pass_head(s, &head);
}

// Where the run is.
static bool pass_progress(scribe *s, dado_evolution *e)
{
    int halt = (int)e->halt;
    if (!expect(s, pass(s, "iiiirw", &e->generation, &e->row_count, &e->stale, &halt, &e->best_ever,
                        &e->evaluations), "where the run was is not told")) {
        return false;
    }
    e->halt = (dado_halt)halt;
    bool sense = e->generation >= 0 && e->row_count - e->generation >= 0 &&
                 e->row_count - e->generation <= 1 && e->stale >= 0 && halt >= 0 &&
                 halt <= DADO_HALT_STAGNATION;
    if (!expect(s, sense, "where the run was makes no sense")) return false;
    if (e->row_count > e->plan.generations) {
        return dado_fail_at(s->err, DADO_MEANING, (dado_place){ s->source, s->line, 1, 1 },
                            "the saved run is at generation %d already, past the %d asked for",
                            e->generation, e->plan.generations);
    }
    return expect(s, pass(s, "\n"), "where the run was is not told");
}

static bool pass_evolution(scribe *s, dado_evolution *e)
{
    if (!pass_plan(s, e) || !pass_progress(s, e)) return false;
    for (int i = 0; i < e->row_count; i++) {
        dado_generation *r = &e->rows[i];
        if (!expect(s, pass(s, "iiirrrr\n", &r->number, &r->viable, &r->distinct, &r->best,
                            &r->mean, &r->sd, &r->length),
                    "a row of statistics was expected here")) {
            return false;
        }
    }
    const dado_litter *all = &e->population;
    for (int i = 0; i < all->count; i++) {
        bool begun = pass(s, "f", &all->fitness[i], &all->judged[i]);
        if (!pass_genome(s, e->species, dado_litter_genome(all, i), begun,
                         "a genome was expected here")) {
            return false;
        }
    }
    return pass_end(s);
}

void dado_evolution_save(const dado_evolution *e, dado_text *out)
{
    dado_evolution written = *e;
    pass_evolution(&(scribe){ .out = out }, &written);
}

bool dado_evolution_load(dado_evolution *e, const char *source, const char *text, dado_error *err)
{
    scribe s = { NULL, source, text, 1, err };
    dado_evolution read = *e;
    if (!pass_evolution(&s, &read)) return false;
    bool whole = dado_litter_unjudged(&read.population) == 0;
    bool more = read.generation < read.plan.generations;
    if (!expect(&s, whole || (read.row_count == read.generation && read.halt == DADO_BREEDING_ON),
                "it ends with genomes that nobody has judged")) {
        return false;
    }
    if (read.halt == DADO_HALT_GENERATIONS && more) read.halt = DADO_BREEDING_ON;
    if (read.halt == DADO_BREEDING_ON && !more && whole) read.halt = DADO_HALT_GENERATIONS;
    *e = read;
    return true;
}

// ---- an archive ----

// All that must be the same for going on to make sense.
static bool pass_axes(scribe *s, const dado_archive *a)
{
    dado_draft head = { 0 };
    const dado_illumination *plan = &a->plan;
    begin_head(&head, "archive", a->species);
    dado_text_addf(&head, " %d %d %016" PRIx64 " %zu\n", plan->first, plan->batch, plan->seed,
                   a->species->size);
    for (int i = 0; i < a->axis_count; i++) {
        dado_trait_axis axis = a->axes[i];
        dado_text_addf(&head, "axis %s", a->species->traits[axis.trait].name);
        pass(&(scribe){ .out = &head }, "irr\n", &axis.cells, &axis.least, &axis.most);
    }
    return pass_head(s, &head);
}

static bool pass_elite(scribe *s, dado_archive *a, int *cell)
{
    bool begun = pass(s, "i", cell) && *cell >= 0 && *cell < a->cells &&
                 (s->out || dado_is_none(a->fitness[*cell])) && pass(s, "r", &a->fitness[*cell]) &&
                 !dado_is_none(a->fitness[*cell]);
    return pass_genome(s, a->species, begun ? a->genomes + (size_t)*cell * a->species->size : NULL,
                       begun, "an elite was expected here");
}

static bool pass_judged(scribe *s, dado_archive *a, int i)
{
    bool fine = pass(s, "i", &i) && i >= 0 && i < a->hand.room &&
                a->hand.judged[i] == (s->out != NULL) && pass(s, "r", &a->hand.fitness[i]);
    for (int t = 0; fine && t < dado_species_traits(a->species); t++) {
        fine = pass(s, "r", &a->hand.traits[(size_t)i * DADO_TRAITS_MOST + (size_t)t]);
    }
    if (!expect(s, fine && pass(s, "\n"), "a judged genome was expected here")) return false;
    return a->hand.judged[i] = true;
}

static bool pass_archive(scribe *s, dado_archive *a)
{
    int judged = 0, at = -1;
    for (int i = 0; i < a->hand.room; i++) judged += a->hand.judged[i];
    if (!pass_axes(s, a)) return false;
    bool fine = pass(s, "iwii\n", &a->batch, &a->offered, &a->filled_count, &judged) &&
                a->batch >= 0 && a->offered >= 0 && a->filled_count >= 0 &&
                a->filled_count <= a->cells && judged >= 0 && judged <= a->hand.room;
    fine = expect(s, fine, "where the run was makes no sense");
    for (int i = 0; fine && i < a->filled_count; i++) fine = pass_elite(s, a, &a->filled[i]);
    for (int i = 0; fine && i < judged; i++) {
        do at++;
        while (s->out && !a->hand.judged[at]);
        fine = pass_judged(s, a, at);
    }
    return fine && pass_end(s);
}

void dado_archive_save(const dado_archive *a, dado_text *out)
{
    dado_archive written = *a;
    pass_archive(&(scribe){ .out = out }, &written);
}

bool dado_archive_load(dado_archive *a, const char *source, const char *text, dado_error *err)
{
    dado_archive read = *a;
    bool fine = pass_archive(&(scribe){ NULL, source, text, 1, err }, &read);
    if (fine) *a = read;
    return fine;
}
