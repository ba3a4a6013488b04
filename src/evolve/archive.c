// archive.c - see archive.h.
//
// Children are bred and judged in batches, on all threads, from the archive as
// it was before the batch, and offered in their order. So neither threads nor
// chance of timing decide which of two equals stays: the one that was first does.
#include "evolve/archive.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool dado_trait_axis_parse(dado_trait_axis *axis, const dado_species *species, const char *typed,
                     dado_error *err)
{
    char name[64] = "", least[32] = "", most[32] = "";
    const char *colon = strchr(typed, ':');
    const char *dots = colon ? strstr(colon, "..") : NULL;
    const char *last = dots ? strchr(dots, ':') : NULL;
    int64_t cells = 0;
    bool shaped = last && (size_t)(colon - typed) < sizeof name &&
                  (size_t)(dots - colon) < sizeof least && (size_t)(last - dots) < sizeof most;
    if (shaped) {
        snprintf(name, sizeof name, "%.*s", (int)(colon - typed), typed);
        snprintf(least, sizeof least, "%.*s", (int)(dots - colon - 1), colon + 1);
        snprintf(most, sizeof most, "%.*s", (int)(last - dots - 2), dots + 2);
        shaped = dado_read_real(least, &axis->least) && dado_read_real(most, &axis->most) &&
                 dado_read_int(last + 1, &cells) && axis->least < axis->most && cells >= 1 &&
                 cells <= 1000;
    }
    if (!shaped) {
        return dado_fail(err, DADO_SYNTAX,
                         "an axis is NAME:LEAST..MOST:CELLS, as in density:0.5..1.5:20, not "
                         "\"%.60s\"", typed);
    }
    axis->cells = (int)cells;
    axis->trait = dado_species_trait(species, name);
    if (axis->trait >= 0) return true;
    const char *names[DADO_TRAITS_MOST];
    int count = dado_species_traits(species);
    for (int i = 0; i < count && i < DADO_TRAITS_MOST; i++) names[i] = species->traits[i].name;
    const char *near = dado_nearest(name, names, count);
    return dado_fail(err, DADO_MISSING, "%s has no measure %s%s%s%s", species->name, name,
                     near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

bool dado_archive_init(dado_archive *a, const dado_species *species, const dado_trait_axis *axes,
                       int count, dado_arena *arena, dado_error *err)
{
    *a = (dado_archive){ .species = species, .axis_count = count, .cells = 1 };
    if (count < 1 || count > DADO_AXES_MOST || !species->describe) {
        return dado_fail(err, DADO_MEANING, "an archive has 1 to %d axes, each a measure of %s",
                         DADO_AXES_MOST, species->name);
    }
    for (int i = 0; i < count; i++) {
        a->axes[i] = axes[i];
        if (a->cells > DADO_ARCHIVE_MOST / axes[i].cells) {
            return dado_fail(err, DADO_LIMIT, "an archive may have %d cells", DADO_ARCHIVE_MOST);
        }
        a->cells *= axes[i].cells;
    }
    a->genomes = dado_arena_take(arena, (size_t)a->cells, species->size);
    a->fitness = dado_new(arena, double, a->cells);
    a->filled = dado_new(arena, int, a->cells);
    if (!a->genomes || !a->fitness || !a->filled) {
        return dado_fail(err, DADO_LIMIT, "no memory left for an archive of %d cells", a->cells);
    }
    for (int i = 0; i < a->cells; i++) a->fitness[i] = DADO_NONE;
    return true;
}

int dado_archive_cell(const dado_archive *a, const double *traits)
{
    int cell = 0;
    for (int i = 0; i < a->axis_count; i++) {
        const dado_trait_axis *axis = &a->axes[i];
        double value = traits[axis->trait];
        if (dado_is_none(value)) return -1;
        double share = (value - axis->least) / (axis->most - axis->least);
        int at = share <= 0 ? 0 : share >= 1 ? axis->cells - 1 : (int)(share * axis->cells);
        cell = cell * axis->cells + at;
    }
    return cell;
}

bool dado_archive_offer(dado_archive *a, const void *genome, double fitness, const double *traits)
{
    a->offered++;
    int cell = dado_is_none(fitness) ? -1 : dado_archive_cell(a, traits);
    if (cell < 0 || (!dado_is_none(a->fitness[cell]) && fitness <= a->fitness[cell])) return false;
    if (dado_is_none(a->fitness[cell])) a->filled[a->filled_count++] = cell;
    a->fitness[cell] = fitness;
    memcpy(a->genomes + (size_t)cell * a->species->size, genome, a->species->size);
    return true;
}

double dado_archive_coverage(const dado_archive *a)
{
    return (double)a->filled_count / a->cells;
}

double dado_archive_sum(const dado_archive *a)
{
    double sum = 0;
    for (int i = 0; i < a->cells; i++) {
        if (!dado_is_none(a->fitness[i])) sum += a->fitness[i];
    }
    return sum;
}

int dado_archive_best(const dado_archive *a)
{
    int best = -1;
    for (int i = 0; i < a->cells; i++) {
        if (dado_is_none(a->fitness[i])) continue;
        if (best < 0 || a->fitness[i] > a->fitness[best]) best = i;
    }
    return best;
}

typedef struct batch {
    dado_archive *archive;
    const dado_illumination *plan;
    int number;                // 0: the random beginning
    int count;                 // of genomes
    unsigned char *genomes, *scratch;
    size_t stride;
    double *fitness, *traits;  // DADO_TRAITS_MOST of them each
    bool *judged;
    const volatile sig_atomic_t *stop;
} batch;

static bool stopped(const batch *b)
{
    return b->stop && *b->stop;
}

static void judge_one(void *context, int i, int hand)
{
    batch *b = context;
    const dado_species *s = b->archive->species;
    void *genome = b->genomes + (size_t)i * s->size;
    void *scratch = b->scratch + (size_t)hand * b->stride;
    b->judged[i] = false;
    if (stopped(b)) return;
    if (!s->judge) b->fitness[i] = s->fitness(s, genome, scratch);
    s->describe(s, genome, scratch, b->traits + (size_t)i * DADO_TRAITS_MOST);
    b->judged[i] = !stopped(b);  // a species that looks at the same flag may have cut it short
}

static dado_quick luck_of(const batch *b, int part)
{
    uint64_t seed = dado_derive(b->plan->seed, (uint64_t)b->number);
    return dado_quick_seed(dado_derive(seed, (uint64_t)part));
}

static void create_one(void *context, int i, int hand)
{
    (void)hand;
    batch *b = context;
    const dado_species *s = b->archive->species;
    dado_quick luck = luck_of(b, i);
    s->create(s, &luck, b->genomes + (size_t)i * s->size);
}

static void breed_pair(void *context, int pair, int hand)
{
    (void)hand;
    batch *b = context;
    const dado_archive *a = b->archive;
    const dado_species *s = a->species;
    dado_quick luck = luck_of(b, pair);
    unsigned char *child[2];
    for (int i = 0; i < 2; i++) {
        child[i] = b->genomes + (size_t)(2 * pair + i) * s->size;
        int cell = a->filled[dado_quick_below(&luck, (uint32_t)a->filled_count)];
        memcpy(child[i], a->genomes + (size_t)cell * s->size, s->size);
    }
    s->cross(s, &luck, child[0], child[1]);
    s->mutate(s, &luck, child[0]);
    s->mutate(s, &luck, child[1]);
}

static bool judge_and_offer(batch *b, dado_crew *crew, dado_error *err)
{
    const dado_species *s = b->archive->species;
    if (s->judge && !s->judge(s, b->genomes, b->count, b->fitness, err)) return false;
    dado_crew_run(crew, b->count, 8, judge_one, b);
    for (int i = 0; i < b->count; i++) {
        if (!b->judged[i]) continue;
        dado_archive_offer(b->archive, b->genomes + (size_t)i * s->size, b->fitness[i],
                           b->traits + (size_t)i * DADO_TRAITS_MOST);
    }
    return true;
}

bool dado_archive_run(dado_archive *a, const dado_illumination *plan, dado_crew *crew,
                      dado_archive_watcher *watch, void *context,
                      const volatile sig_atomic_t *stop, dado_arena *arena, dado_error *err)
{
    int children = plan->batch + plan->batch % 2;
    int most = children > plan->first ? children : plan->first;
    batch b = { .archive = a, .plan = plan, .stop = stop };
    b.stride = (a->species->scratch + 127) & ~(size_t)63;
    b.genomes = dado_arena_take(arena, (size_t)most, a->species->size);
    b.fitness = dado_new(arena, double, most);
    b.traits = dado_new(arena, double, (size_t)most * DADO_TRAITS_MOST);
    b.judged = dado_new(arena, bool, most);
    b.scratch = dado_arena_take(arena, (size_t)dado_crew_size(crew), b.stride);
    if (!b.genomes || !b.fitness || !b.traits || !b.judged || !b.scratch) {
        return dado_fail(err, DADO_LIMIT, "no memory left for batches of %d", most);
    }
    for (b.number = 0; b.number <= plan->batches && !stopped(&b); b.number++) {
        b.count = b.number == 0 ? plan->first : children;
        if (b.number == 0) {
            dado_crew_run(crew, b.count, 8, create_one, &b);
        } else {
            if (a->filled_count == 0) break;  // nothing viable to breed from
            dado_crew_run(crew, b.count / 2, 8, breed_pair, &b);
        }
        if (!judge_and_offer(&b, crew, err)) return false;
        if (watch && !watch(context, a, b.number)) break;
    }
    return true;
}

// Where a cell begins on each axis.
static void find_corner(const dado_archive *a, int cell, double *corner)
{
    for (int i = a->axis_count - 1; i >= 0; i--) {
        const dado_trait_axis *axis = &a->axes[i];
        corner[i] = axis->least + (axis->most - axis->least) / axis->cells * (cell % axis->cells);
        cell /= axis->cells;
    }
}

// The genome as it prints, without its last line end; empty if it does not.
static void print_elite(const dado_archive *a, int cell, dado_text *out)
{
    dado_text_clear(out);
    if (!a->species->print) return;
    a->species->print(a->species, a->genomes + (size_t)cell * a->species->size, out);
    while (out->length && out->data[out->length - 1] == '\n') out->data[--out->length] = '\0';
}

void dado_archive_csv(const dado_archive *a, dado_text *out)
{
    dado_text said = { 0 };
    for (int i = 0; i < a->axis_count; i++) {
        dado_text_addf(out, "%s,", a->species->traits[a->axes[i].trait].name);
    }
    dado_text_add(out, "fitness,genome\n");
    for (int cell = 0; cell < a->cells; cell++) {
        if (dado_is_none(a->fitness[cell])) continue;
        double corner[DADO_AXES_MOST];
        find_corner(a, cell, corner);
        for (int i = 0; i < a->axis_count; i++) {
            dado_text_real(out, corner[i]);
            dado_text_char(out, ',');
        }
        dado_text_real(out, a->fitness[cell]);
        dado_text_char(out, ',');
        print_elite(a, cell, &said);
        if (said.length) dado_text_csv(out, dado_text_string(&said));
        dado_text_char(out, '\n');
    }
    dado_text_free(&said);
}

void dado_archive_json(const dado_archive *a, dado_text *out)
{
    dado_text said = { 0 };
    dado_text_addf(out, "{\"cells\":%d,\"axes\":[", a->cells);
    for (int i = 0; i < a->axis_count; i++) {
        const dado_trait_axis *axis = &a->axes[i];
        dado_text_addf(out, "%s{\"trait\":\"%s\",\"least\":", i ? "," : "",
                       a->species->traits[axis->trait].name);
        dado_text_json_real(out, axis->least);
        dado_text_add(out, ",\"most\":");
        dado_text_json_real(out, axis->most);
        dado_text_addf(out, ",\"cells\":%d}", axis->cells);
    }
    dado_text_add(out, "],\"elites\":[");
    bool first = true;
    for (int cell = 0; cell < a->cells; cell++) {
        if (dado_is_none(a->fitness[cell])) continue;
        double corner[DADO_AXES_MOST];
        find_corner(a, cell, corner);
        dado_text_addf(out, "%s{\"at\":[", first ? "" : ",");
        first = false;
        for (int i = 0; i < a->axis_count; i++) {
            if (i) dado_text_char(out, ',');
            dado_text_json_real(out, corner[i]);
        }
        dado_text_add(out, "],\"fitness\":");
        dado_text_json_real(out, a->fitness[cell]);
        print_elite(a, cell, &said);
        dado_text_add(out, ",\"genome\":");
        dado_text_json(out, dado_text_string(&said));
        dado_text_char(out, '}');
    }
    dado_text_add(out, "]}");
    dado_text_free(&said);
}
