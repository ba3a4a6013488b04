// checkpoint.c - saves evolutions and archives as text, and loads them to continue.
//
// Random numbers need no saved state: the seed and the generation name the stream that a
// child draws from. So an evolution is its plan, its rows and its population. An archive
// is its plan, its elites in the order in which their cells were filled, and the genomes
// of the current batch that are judged.
//
// The same functions write and read: with `out` a field is appended to it, without it the
// field is read from `at`. So the two directions cannot differ. A line is fields
// separated by blanks. Real numbers are written as their bits, because a decimal fraction
// would round them. Errors name the line that is damaged.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "evolve/map_elites.h"
#include "evolve/genetic_algorithm.h"

typedef struct serializer {
    dado_text *out;  // the text to write to; NULL when reading
    // When reading: the name of the file, and the position in its text.
    const char *source, *at;
    int line;
    dado_error *err;
} serializer;

static bool expect(const serializer *s, bool fine, const char *why)
{
    return fine || dado_fail_at(s->err, DADO_SYNTAX, (dado_place){ s->source, s->line, 1, 1 },
                                "this saved run is damaged: %s", why);
}

// Writes or skips the blank between two fields of a line.
static void pass_blank(serializer *s)
{
    if (s->out) {
        char last = s->out->length ? s->out->data[s->out->length - 1] : '\n';
        if (last != '\n' && last != ' ') dado_text_char(s->out, ' ');
        return;
    }
    while (*s->at == ' ') s->at++;
}

static bool pass_newline(serializer *s)
{
    s->line++;
    if (!s->out) return *s->at++ == '\n';
    dado_text_char(s->out, '\n');
    return true;
}

static bool pass_int64(serializer *s, int64_t *value)
{
    pass_blank(s);
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

static bool pass_int(serializer *s, int *value)
{
    int64_t whole = *value;
    if (!pass_int64(s, &whole) || whole < INT32_MIN || whole > INT32_MAX) return false;
    *value = (int)whole;
    return true;
}

static int digit_value(char digit)
{
    if (digit >= '0' && digit <= '9') return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

// Passes bytes as two hexadecimal digits each.
static bool pass_bytes(serializer *s, unsigned char *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    pass_blank(s);
    for (size_t i = 0; i < size; i++) {
        if (s->out) {
            dado_text_char(s->out, digits[bytes[i] >> 4]);
            dado_text_char(s->out, digits[bytes[i] & 15]);
            continue;
        }
        int high = digit_value(s->at[0]), low = high < 0 ? -1 : digit_value(s->at[1]);
        if (low < 0) return false;
        bytes[i] = (unsigned char)(high << 4 | low);
        s->at += 2;
    }
    return true;
}

static bool pass_real(serializer *s, double *value)
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

// Passes a fitness; dashes stand for a genome that is not judged yet.
static bool pass_fitness(serializer *s, double *fitness, bool *judged)
{
    static const char unknown[] = "----------------";
    enum { length = sizeof unknown - 1 };
    pass_blank(s);
    if (!s->out) *judged = strncmp(s->at, unknown, length) != 0;
    if (*judged) return pass_real(s, fitness);
    *fitness = DADO_NONE;
    if (s->out) dado_text_add(s->out, unknown);
    else s->at += length;
    return true;
}

// Passes the head, which must be equal to the head of this run, and the word that begins
// the next line.
static bool pass_head(serializer *s, const dado_text *head)
{
    if (s->out) {
        dado_text_add(s->out, dado_text_string(head));
        dado_text_add(s->out, "at");
        return true;
    }
    if (strncmp(s->at, dado_text_string(head), head->length) != 0) {
        return dado_fail_at(s->err, DADO_INVALID, (dado_place){ s->source, 1, 1, 1 },
                            "this was saved by a run with other settings; remove it, or give the "
                            "settings it was begun with");
    }
    for (size_t i = 0; i < head->length; i++) s->line += head->data[i] == '\n';
    s->at += head->length;
    bool fine = strncmp(s->at, "at", 2) == 0;
    s->at += fine ? 2 : 0;
    return expect(s, fine, "a line that begins with at was expected");
}

static bool pass_end(serializer *s)
{
    if (s->out) dado_text_add(s->out, "end\n");
    return s->out || expect(s, strcmp(s->at, "end\n") == 0, "its end is missing");
}

// Passes a genome, the last field of a line; `begun` says whether the fields before it
// were fine.
static bool pass_genome(serializer *s, const dado_species *species, void *genome, bool begun,
                        const char *why)
{
    begun = begun && pass_bytes(s, genome, species->size) && (s->out || *s->at == '\n');
    if (!expect(s, begun, why)) return false;
    bool valid = s->out || !species->valid || species->valid(species, genome);
    return expect(s, valid, "this is not a valid genome") && pass_newline(s);
}

static void begin_head(dado_text *head, const char *what, const dado_species *species)
{
    dado_text_addf(head, "dado %s 1\nspecies %s\nsettings %s\nplan", what, species->name,
                   species->settings ? species->settings : "");
}

// ---- an evolution ----

// Passes the settings that a resumed run must share with the saved one. The number of
// generations may grow.
static bool pass_plan(serializer *s, const dado_evolution *e)
{
    DADO_CLEANUP(dado_text_free) dado_text head = { 0 };
    dado_genetic_settings p = e->plan;
    int selection = (int)p.selection, target_given = p.target_given;
    begin_head(&head, "evolution", e->species);
    serializer to_head = { .out = &head };
    pass_int(&to_head, &p.population);
    pass_int(&to_head, &selection);
    pass_int(&to_head, &p.tournament);
    pass_int(&to_head, &p.elite);
    pass_real(&to_head, &p.crossover);
    pass_int(&to_head, &target_given);
    pass_real(&to_head, &p.target);
    pass_int(&to_head, &p.stagnation);
    dado_text_addf(&head, " %016" PRIx64 " %zu\n", p.seed, e->species->size);
    return pass_head(s, &head);
}

// Passes the state of the run: generation, rows and best fitness.
static bool pass_progress(serializer *s, dado_evolution *e)
{
    int halt = (int)e->halt;
    bool known = pass_int(s, &e->generation) && pass_int(s, &e->row_count) &&
                 pass_int(s, &e->stale) && pass_int(s, &halt) && pass_real(s, &e->best_ever) &&
                 pass_int64(s, &e->evaluations);
    if (!expect(s, known, "the state of the run is missing")) return false;
    e->halt = (dado_evolution_end)halt;
    bool sense = e->generation >= 0 && e->row_count - e->generation >= 0 &&
                 e->row_count - e->generation <= 1 && e->stale >= 0 && halt >= 0 &&
                 halt <= DADO_EVOLUTION_END_STAGNATION;
    if (!expect(s, sense, "the state of the run is impossible")) return false;
    if (e->row_count > e->plan.generations) {
        return dado_fail_at(
            s->err, DADO_INVALID, (dado_place){ s->source, s->line, 1, 1 },
            "the saved run is already at generation %d, beyond the %d asked for; ask for more",
            e->generation, e->plan.generations);
    }
    return expect(s, pass_newline(s), "the state of the run is missing");
}

static bool pass_evolution(serializer *s, dado_evolution *e)
{
    if (!pass_plan(s, e) || !pass_progress(s, e)) return false;
    for (int i = 0; i < e->row_count; i++) {
        dado_generation *r = &e->rows[i];
        bool fine = pass_int(s, &r->number) && pass_int(s, &r->viable) &&
                    pass_int(s, &r->distinct) && pass_real(s, &r->best) && pass_real(s, &r->mean) &&
                    pass_real(s, &r->sd) && pass_real(s, &r->length) && pass_newline(s);
        if (!expect(s, fine, "a row of statistics was expected here")) return false;
    }
    const dado_genome_batch *all = &e->population;
    for (int i = 0; i < all->count; i++) {
        bool begun = pass_fitness(s, &all->fitness[i], &all->judged[i]);
        if (!pass_genome(s, e->species, dado_genome_batch_at(all, i), begun,
                         "a genome was expected here")) {
            return false;
        }
    }
    return pass_end(s);
}

void dado_evolution_save(const dado_evolution *e, dado_text *out)
{
    dado_evolution written = *e;
    pass_evolution(&(serializer){ .out = out }, &written);
}

bool dado_evolution_load(dado_evolution *e, const char *source, const char *text, dado_error *err)
{
    serializer s = { NULL, source, text, 1, err };
    dado_evolution read = *e;
    if (!pass_evolution(&s, &read)) return false;
    bool whole = dado_genome_batch_unjudged(&read.population) == 0;
    bool more = read.generation < read.plan.generations;
    if (!expect(&s,
                whole || (read.row_count == read.generation && read.halt == DADO_EVOLUTION_RUNNING),
                "it ends with genomes that nobody has judged")) {
        return false;
    }
    if (read.halt == DADO_EVOLUTION_END_GENERATIONS && more) read.halt = DADO_EVOLUTION_RUNNING;
    if (read.halt == DADO_EVOLUTION_RUNNING && !more && whole)
        read.halt = DADO_EVOLUTION_END_GENERATIONS;
    *e = read;
    return true;
}

// ---- an archive ----

// Passes the settings and axes that a resumed run must share with the saved one.
static bool pass_axes(serializer *s, const dado_archive *a)
{
    DADO_CLEANUP(dado_text_free) dado_text head = { 0 };
    const dado_illumination *plan = &a->plan;
    begin_head(&head, "archive", a->species);
    dado_text_addf(&head, " %d %d %016" PRIx64 " %zu\n", plan->first, plan->batch, plan->seed,
                   a->species->size);
    for (int i = 0; i < a->axis_count; i++) {
        dado_trait_axis axis = a->axes[i];
        dado_text_addf(&head, "axis %s", a->species->traits[axis.trait].name);
        serializer to_head = { .out = &head };
        pass_int(&to_head, &axis.cells);
        pass_real(&to_head, &axis.least);
        pass_real(&to_head, &axis.most);
        pass_newline(&to_head);
    }
    return pass_head(s, &head);
}

static bool pass_elite(serializer *s, dado_archive *a, int *cell)
{
    bool begun = pass_int(s, cell) && *cell >= 0 && *cell < a->cells &&
                 (s->out || dado_is_none(a->fitness[*cell])) && pass_real(s, &a->fitness[*cell]) &&
                 !dado_is_none(a->fitness[*cell]);
    return pass_genome(s, a->species, begun ? a->genomes + (size_t)*cell * a->species->size : NULL,
                       begun, "an elite was expected here");
}

static bool pass_judged(serializer *s, dado_archive *a, int i)
{
    bool fine = pass_int(s, &i) && i >= 0 && i < a->current_batch.room &&
                a->current_batch.judged[i] == (s->out != NULL) &&
                pass_real(s, &a->current_batch.fitness[i]);
    for (int t = 0; fine && t < dado_species_traits(a->species); t++) {
        fine = pass_real(s, &a->current_batch.traits[(size_t)i * DADO_TRAITS_MOST + (size_t)t]);
    }
    if (!expect(s, fine && pass_newline(s), "a judged genome was expected here")) return false;
    return a->current_batch.judged[i] = true;
}

static bool pass_archive(serializer *s, dado_archive *a)
{
    int judged = 0, at = -1;
    for (int i = 0; i < a->current_batch.room; i++) judged += a->current_batch.judged[i];
    if (!pass_axes(s, a)) return false;
    bool fine = pass_int(s, &a->batch) && pass_int64(s, &a->offered) &&
                pass_int(s, &a->filled_count) && pass_int(s, &judged) && pass_newline(s) &&
                a->batch >= 0 && a->offered >= 0 && a->filled_count >= 0 &&
                a->filled_count <= a->cells && judged >= 0 && judged <= a->current_batch.room;
    fine = expect(s, fine, "the state of the run is impossible");
    for (int i = 0; fine && i < a->filled_count; i++) fine = pass_elite(s, a, &a->filled[i]);
    for (int i = 0; fine && i < judged; i++) {
        do at++;
        while (s->out && !a->current_batch.judged[at]);
        fine = pass_judged(s, a, at);
    }
    return fine && pass_end(s);
}

void dado_archive_save(const dado_archive *a, dado_text *out)
{
    dado_archive written = *a;
    pass_archive(&(serializer){ .out = out }, &written);
}

bool dado_archive_load(dado_archive *a, const char *source, const char *text, dado_error *err)
{
    dado_archive read = *a;
    bool fine = pass_archive(&(serializer){ NULL, source, text, 1, err }, &read);
    if (fine) *a = read;
    return fine;
}
