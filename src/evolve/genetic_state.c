// genetic_state.c - a run of evolution as text, to be stopped today and gone on with tomorrow.
//
// Luck has no state to keep: the children of generation g draw from streams
// that the seed and g name. So a run is its plan, its rows and its population,
// and rows are kept as the bits of their numbers, for a rounded one would be
// another one.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "evolve/genetic.h"

static const char not_judged[] = "----------------";  // where a fitness would stand

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double value_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// All that must be the same for going on to make sense; the number of generations may grow.
static void head(const dado_evolution *e, dado_text *out)
{
    const dado_breeding *p = &e->plan;
    dado_text_addf(out, "dado evolution 1\nspecies %s\nsettings %s\n", e->species->name,
                   e->species->settings ? e->species->settings : "");
    dado_text_addf(out, "plan %d %d %d %d %016" PRIx64 " %d %016" PRIx64 " %d %016" PRIx64 " %zu\n",
                   p->population, (int)p->selection, p->tournament, p->elite,
                   bits_of(p->crossover), p->target_given, bits_of(p->target), p->stagnation,
                   p->seed, e->species->size);
}

void dado_evolution_save(const dado_evolution *e, dado_text *out)
{
    static const char digits[] = "0123456789abcdef";
    head(e, out);
    dado_text_addf(out, "at %d %d %d %d %016" PRIx64 " %" PRId64 "\n", e->generation, e->row_count,
                   e->stale, (int)e->halt, bits_of(e->best_ever), e->evaluations);
    for (int i = 0; i < e->row_count; i++) {
        const dado_generation *r = &e->rows[i];
        dado_text_addf(out, "%d %d %d %016" PRIx64 " %016" PRIx64, r->number, r->viable,
                       r->distinct, bits_of(r->best), bits_of(r->mean));
        dado_text_addf(out, " %016" PRIx64 " %016" PRIx64 "\n", bits_of(r->sd),
                       bits_of(r->length));
    }
    size_t size = e->species->size;
    for (int i = 0; i < e->plan.population; i++) {
        if (e->judged[i]) dado_text_addf(out, "%016" PRIx64 " ", bits_of(e->fitness[i]));
        else dado_text_addf(out, "%s ", not_judged);
        const unsigned char *genome = e->population + (size_t)i * size;
        for (size_t b = 0; b < size; b++) {
            char pair[2] = { digits[genome[b] >> 4], digits[genome[b] & 15] };
            dado_text_add_bytes(out, pair, 2);
        }
        dado_text_char(out, '\n');
    }
    dado_text_add(out, "end\n");
}

typedef struct reader {
    const char *source, *at;
    int line;
    dado_error *err;
} reader;

static bool damaged(const reader *r, const char *why)
{
    return dado_fail_at(r->err, DADO_SYNTAX, (dado_place){ r->source, r->line, 1, 1 },
                        "this saved run is damaged: %s", why);
}

static void next_line(reader *r)
{
    r->at += strcspn(r->at, "\n");
    if (*r->at == '\n') r->at++;
    r->line++;
}

static bool is_blank(char c)
{
    return c == ' ';
}

static bool hex_number(const char **s, uint64_t *value)
{
    *value = 0;
    for (int i = 0; i < 16; i++, (*s)++) {
        char c = **s;
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0) return false;
        *value = *value << 4 | (uint64_t)digit;
    }
    return true;
}

static bool whole_number(const char **s, int64_t *value)
{
    while (is_blank(**s)) (*s)++;
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

static bool real_number(const char **s, double *value)
{
    while (is_blank(**s)) (*s)++;
    uint64_t bits;
    if (!hex_number(s, &bits)) return false;
    *value = value_of(bits);
    return true;
}

static bool read_row(reader *r, dado_generation *row)
{
    const char *s = r->at;
    int64_t number, viable, distinct;
    if (!whole_number(&s, &number) || !whole_number(&s, &viable) || !whole_number(&s, &distinct) ||
        !real_number(&s, &row->best) || !real_number(&s, &row->mean) ||
        !real_number(&s, &row->sd) || !real_number(&s, &row->length) || *s != '\n') {
        return damaged(r, "a row of statistics was expected here");
    }
    row->number = (int)number;
    row->viable = (int)viable;
    row->distinct = (int)distinct;
    next_line(r);
    return true;
}

static bool read_genome(reader *r, double *fitness, bool *judged, unsigned char *genome,
                        size_t size)
{
    const char *s = r->at;
    *judged = strncmp(s, not_judged, sizeof not_judged - 1) != 0;
    if (!*judged) {
        *fitness = DADO_NONE;
        s += sizeof not_judged - 1;
    }
    bool fine = (!*judged || real_number(&s, fitness)) && *s++ == ' ';
    for (size_t b = 0; fine && b < size; b++) {
        int value = 0;
        for (int half = 0; fine && half < 2; half++, s++) {
            int digit = *s >= '0' && *s <= '9' ? *s - '0'
                        : *s >= 'a' && *s <= 'f' ? *s - 'a' + 10
                                                 : -1;
            fine = digit >= 0;
            value = value * 16 + digit;
        }
        genome[b] = (unsigned char)value;
    }
    if (!fine || *s != '\n') return damaged(r, "a genome was expected here");
    next_line(r);
    return true;
}

bool dado_evolution_load(dado_evolution *e, const char *source, const char *text, dado_error *err)
{
    reader r = { source, text, 1, err };
    dado_text expected = { 0 };
    head(e, &expected);
    bool same = strncmp(text, dado_text_string(&expected), expected.length) == 0;
    size_t length = expected.length;
    dado_text_free(&expected);
    if (!same) {
        return dado_fail_at(err, DADO_MEANING, (dado_place){ source, 1, 1, 1 },
                            "this was saved by a run with other settings; remove it, or give the "
                            "settings it was begun with");
    }
    r.at = text + length;
    r.line = 5;
    const char *s = r.at;
    int64_t generation, rows, stale, halt, evaluations;
    if (strncmp(s, "at", 2) != 0) return damaged(&r, "a line that begins with at was expected");
    s += 2;
    if (!whole_number(&s, &generation) || !whole_number(&s, &rows) || !whole_number(&s, &stale) ||
        !whole_number(&s, &halt) || !real_number(&s, &e->best_ever) ||
        !whole_number(&s, &evaluations) || *s != '\n') {
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
    next_line(&r);
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
            return damaged(&r, "this is no genome");
        }
    }
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
