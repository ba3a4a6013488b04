// state.c - runs of this room as text, to be stopped today and gone on with tomorrow.
//
// Luck has no state to keep: children draw from streams that the seed and their generation name. So
// an evolution is its plan, its rows and its population, and an archive its plan, its elites in the
// order in which their cells were filled, and what is known of those judged in the batch in hand.
//
// A line is fields parted by blanks. Real numbers are kept as their bits, for a rounded one would
// be another one. What is not as it should be is said with the line it stands in.
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "evolve/archive.h"
#include "evolve/genetic.h"

// Fields by letters: i an int, w an int64_t, r a double, b so many bytes, and the end of the line.
static void put(dado_text *out, const char *fields, ...)
{
    static const char digits[] = "0123456789abcdef";
    va_list args;
    va_start(args, fields);
    for (; *fields; fields++) {
        bool begins = !out->length || out->data[out->length - 1] == '\n';
        if (!begins && *fields != '\n') dado_text_char(out, ' ');
        if (*fields == '\n') dado_text_char(out, '\n');
        if (*fields == 'i') dado_text_addf(out, "%d", va_arg(args, int));
        if (*fields == 'w') dado_text_addf(out, "%" PRId64, va_arg(args, int64_t));
        if (*fields == 'r') {
            double value = va_arg(args, double);
            uint64_t bits;
            memcpy(&bits, &value, sizeof bits);
            dado_text_addf(out, "%016" PRIx64, bits);
        }
        if (*fields != 'b') continue;
        const unsigned char *bytes = va_arg(args, const unsigned char *);
        for (size_t left = va_arg(args, size_t); left; left--, bytes++) {
            char pair[2] = { digits[*bytes >> 4], digits[*bytes & 15] };
            dado_text_add_bytes(out, pair, 2);
        }
    }
    va_end(args);
}

static bool take_whole(const char **s, int64_t *value)
{
    bool negative = **s == '-';
    if (negative) (*s)++;
    if (**s < '0' || **s > '9') return false;
    int64_t number = 0;
    for (int digits = 0; **s >= '0' && **s <= '9'; (*s)++, digits++) {
        if (digits > 17) return false;
        number = number * 10 + (**s - '0');
    }
    *value = negative ? -number : number;
    return true;
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool take_bytes(const char **s, unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++, *s += 2) {
        int high = digit_of((*s)[0]), low = high < 0 ? -1 : digit_of((*s)[1]);
        if (low < 0) return false;
        bytes[i] = (unsigned char)(high << 4 | low);
    }
    return true;
}

static bool take_real(const char **s, double *value)
{
    unsigned char bytes[8];
    uint64_t bits = 0;
    if (!take_bytes(s, bytes, sizeof bytes)) return false;
    for (int i = 0; i < 8; i++) bits = bits << 8 | bytes[i];
    memcpy(value, &bits, sizeof bits);
    return true;
}

// The same fields read back, by pointers to them; `s` is moved past what it took.
static bool take(const char **s, const char *fields, ...)
{
    bool fine = true;
    va_list args;
    va_start(args, fields);
    for (; *fields && fine; fields++) {
        while (**s == ' ' && *fields != '\n') (*s)++;
        if (*fields == '\n') {
            fine = *(*s)++ == '\n';
        } else if (*fields == 'i') {
            int64_t whole = 0;
            fine = take_whole(s, &whole);
            *va_arg(args, int *) = (int)whole;
        } else if (*fields == 'w') {
            fine = take_whole(s, va_arg(args, int64_t *));
        } else if (*fields == 'r') {
            fine = take_real(s, va_arg(args, double *));
        } else {
            unsigned char *bytes = va_arg(args, unsigned char *);
            fine = take_bytes(s, bytes, va_arg(args, size_t));
        }
    }
    va_end(args);
    return fine;
}

typedef struct reader {
    const char *source, *at;  // the file, and where in its text a line begins
    int line;
    dado_error *err;
} reader;

static bool damaged(const reader *r, const char *why)
{
    return dado_fail_at(r->err, DADO_SYNTAX, (dado_place){ r->source, r->line, 1, 1 },
                        "this saved run is damaged: %s", why);
}

// Goes on to the line at `s` where all of this one was taken; else says what was expected in it.
static bool go_on(reader *r, const char *s, bool fine, const char *why)
{
    if (!fine) return damaged(r, why);
    r->at = s;
    r->line++;
    return true;
}

// Passes over a head that must be as expected, and the word of the line behind it.
static bool pass_head(reader *r, const dado_text *expected, const char **s)
{
    if (strncmp(r->at, dado_text_string(expected), expected->length) != 0) {
        return dado_fail_at(r->err, DADO_MEANING, (dado_place){ r->source, 1, 1, 1 },
                            "this was saved by a run with other settings; remove it, or give the "
                            "settings it was begun with");
    }
    for (size_t i = 0; i < expected->length; i++) r->line += expected->data[i] == '\n';
    r->at += expected->length;
    *s = r->at + 2;
    return strncmp(r->at, "at", 2) == 0 || damaged(r, "a line that begins with at was expected");
}

static bool is_genome(const reader *r, const dado_species *species, const void *genome)
{
    return !species->valid || species->valid(species, genome) || damaged(r, "this is no genome");
}

static void put_head(dado_text *out, const char *what, const dado_species *species)
{
    dado_text_addf(out, "dado %s 1\nspecies %s\nsettings %s\nplan", what, species->name,
                   species->settings ? species->settings : "");
}

// ---- an evolution ----

static const char not_judged[] = "----------------";  // where a fitness would stand

// All that must be the same for going on to make sense; the number of generations may grow.
static void evolution_head(const dado_evolution *e, dado_text *out)
{
    const dado_breeding *p = &e->plan;
    put_head(out, "evolution", e->species);
    put(out, "iiiiriri", p->population, (int)p->selection, p->tournament, p->elite, p->crossover,
        (int)p->target_given, p->target, p->stagnation);
    dado_text_addf(out, " %016" PRIx64 " %zu\n", p->seed, e->species->size);
}

static unsigned char *member(const dado_evolution *e, int i)
{
    return e->population + (size_t)i * e->species->size;
}

void dado_evolution_save(const dado_evolution *e, dado_text *out)
{
    evolution_head(e, out);
    dado_text_add(out, "at");
    put(out, "iiiirw\n", e->generation, e->row_count, e->stale, (int)e->halt, e->best_ever,
        e->evaluations);
    for (int i = 0; i < e->row_count; i++) {
        const dado_generation *r = &e->rows[i];
        put(out, "iiirrrr\n", r->number, r->viable, r->distinct, r->best, r->mean, r->sd,
            r->length);
    }
    for (int i = 0; i < e->plan.population; i++) {
        if (e->judged[i]) put(out, "r", e->fitness[i]);
        else dado_text_add(out, not_judged);
        put(out, "b\n", member(e, i), e->species->size);
    }
    dado_text_add(out, "end\n");
}

static bool take_member(reader *r, dado_evolution *e, int i)
{
    const char *s = r->at;
    e->judged[i] = strncmp(s, not_judged, sizeof not_judged - 1) != 0;
    if (!e->judged[i]) {
        e->fitness[i] = DADO_NONE;
        s += sizeof not_judged - 1;
    }
    bool fine = (!e->judged[i] || take(&s, "r", &e->fitness[i])) && *s == ' ' &&
                take(&s, "b\n", member(e, i), e->species->size);
    return (!fine || is_genome(r, e->species, member(e, i))) &&
           go_on(r, s, fine, "a genome was expected here");
}

bool dado_evolution_load(dado_evolution *e, const char *source, const char *text, dado_error *err)
{
    reader r = { source, text, 1, err };
    dado_draft expected = { 0 };
    const char *s;
    evolution_head(e, &expected);
    if (!pass_head(&r, &expected, &s)) return false;
    int64_t generation, rows, stale, halt, evaluations;
    if (!take(&s, "wwwwrw\n", &generation, &rows, &stale, &halt, &e->best_ever, &evaluations)) {
        return damaged(&r, "where the run was is not told");
    }
    if (generation < 0 || rows < generation || rows > generation + 1 || stale < 0 || halt < 0 ||
        halt > DADO_HALT_STAGNATION) {
        return damaged(&r, "where the run was makes no sense");
    }
    if (rows > e->plan.generations) {
        return dado_fail_at(err, DADO_MEANING, (dado_place){ source, r.line, 1, 1 },
                            "the saved run is at generation %d already, past the %d asked for",
                            (int)generation, e->plan.generations);
    }
    bool fine = go_on(&r, s, true, NULL);
    for (int i = 0; fine && i < (int)rows; i++) {
        dado_generation *row = &e->rows[i];
        s = r.at;
        fine = take(&s, "iiirrrr\n", &row->number, &row->viable, &row->distinct, &row->best,
                    &row->mean, &row->sd, &row->length);
        fine = go_on(&r, s, fine, "a row of statistics was expected here");
    }
    e->unjudged = 0;
    for (int i = 0; fine && i < e->plan.population; i++) {
        fine = take_member(&r, e, i);
        e->unjudged += !e->judged[i];
    }
    if (!fine) return false;
    if (strcmp(r.at, "end\n") != 0) return damaged(&r, "its end is missing");
    if (e->unjudged > 0 && (rows > generation || halt != DADO_BREEDING_ON)) {
        return damaged(&r, "it ends with genomes that nobody has judged");
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

// ---- an archive ----

// All that must be the same for going on to make sense.
static void archive_head(const dado_archive *a, const dado_illumination *plan, dado_text *out)
{
    put_head(out, "archive", a->species);
    dado_text_addf(out, " %d %d %016" PRIx64 " %zu\n", plan->first, plan->batch, plan->seed,
                   a->species->size);
    for (int i = 0; i < a->axis_count; i++) {
        const dado_trait_axis *axis = &a->axes[i];
        dado_text_addf(out, "axis %s", a->species->traits[axis->trait].name);
        put(out, "irr\n", axis->cells, axis->least, axis->most);
    }
}

static unsigned char *elite(const dado_archive *a, int64_t cell)
{
    return a->genomes + (size_t)cell * a->species->size;
}

static double *traits_of(const dado_archive *a, int64_t i)
{
    return a->hand_traits + i * DADO_TRAITS_MOST;
}

void dado_archive_save(const dado_archive *a, const dado_illumination *plan, dado_text *out)
{
    int judged = 0, traits = dado_species_traits(a->species);
    for (int i = 0; i < a->in_hand; i++) judged += a->judged[i];
    archive_head(a, plan, out);
    dado_text_add(out, "at");
    put(out, "iwii\n", a->batch, a->offered, a->filled_count, judged);
    for (int i = 0; i < a->filled_count; i++) {
        int cell = a->filled[i];
        put(out, "irb\n", cell, a->fitness[cell], elite(a, cell), a->species->size);
    }
    for (int i = 0; i < a->in_hand; i++) {
        if (!a->judged[i]) continue;
        put(out, "ir", i, a->hand_fitness[i]);
        for (int t = 0; t < traits; t++) put(out, "r", traits_of(a, i)[t]);
        dado_text_char(out, '\n');
    }
    dado_text_add(out, "end\n");
}

static bool take_elite(reader *r, dado_archive *a)
{
    const char *s = r->at;
    int64_t cell;
    double fitness;
    if (!take(&s, "w", &cell) || cell < 0 || cell >= a->cells || !dado_is_none(a->fitness[cell]) ||
        !take(&s, "r", &fitness) || dado_is_none(fitness) ||
        !take(&s, "b\n", elite(a, cell), a->species->size)) {
        return damaged(r, "an elite was expected here");
    }
    if (!is_genome(r, a->species, elite(a, cell))) return false;
    a->fitness[cell] = fitness;
    a->filled[a->filled_count++] = (int)cell;
    return go_on(r, s, true, NULL);
}

static bool take_judged(reader *r, dado_archive *a)
{
    const char *s = r->at;
    int64_t i;
    bool fine = take(&s, "w", &i) && i >= 0 && i < a->in_hand && !a->judged[i] &&
                take(&s, "r", &a->hand_fitness[i]);
    for (int t = 0; fine && t < dado_species_traits(a->species); t++) {
        fine = take(&s, "r", &traits_of(a, i)[t]);
    }
    fine = go_on(r, s + 1, fine && *s == '\n', "a judged genome was expected here");
    if (fine) a->judged[i] = true;
    return fine;
}

bool dado_archive_load(dado_archive *a, const dado_illumination *plan, const char *source,
                       const char *text, dado_arena *arena, dado_error *err)
{
    reader r = { source, text, 1, err };
    dado_draft expected = { 0 };
    const char *s;
    archive_head(a, plan, &expected);
    if (!pass_head(&r, &expected, &s) || !dado_archive_make_hand(a, plan, arena, err)) return false;
    int64_t batch, offered, filled, judged;
    bool fine = take(&s, "wwww\n", &batch, &offered, &filled, &judged) && batch >= 0 &&
                batch <= INT32_MAX && offered >= 0 && filled >= 0 && filled <= a->cells &&
                judged >= 0 && judged <= a->in_hand;
    fine = go_on(&r, s, fine, "where the run was makes no sense");
    for (int64_t i = 0; fine && i < filled; i++) fine = take_elite(&r, a);
    for (int64_t i = 0; fine && i < judged; i++) fine = take_judged(&r, a);
    if (!fine) return false;
    if (strcmp(r.at, "end\n") != 0) return damaged(&r, "its end is missing");
    a->batch = (int)batch;
    a->offered = offered;
    return true;
}
