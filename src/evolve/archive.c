// archive.c - see archive.h.
//
// Children are bred and judged in batches, on all threads, from the archive as
// it was before the batch, and offered in their order once all are judged. So neither threads nor
// chance of timing decide which of two equals stays: the one that was first does.
#include "evolve/archive.h"

#include <stdio.h>
#include <string.h>

#include "lab/ends.h"

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
    int count;  // of genomes
    unsigned char *genomes, *scratch;
    size_t stride;
    const volatile sig_atomic_t *stop;
} batch;

static bool stopped(const batch *b)
{
    return b->stop && *b->stop;
}

static void judge_one(void *context, int i, int hand)
{
    batch *b = context;
    dado_archive *a = b->archive;
    const dado_species *s = a->species;
    void *genome = b->genomes + (size_t)i * s->size;
    void *scratch = b->scratch + (size_t)hand * b->stride;
    if (a->judged[i] || stopped(b)) return;
    if (hand == 0 && a->judging.hear) a->judging.hear(a->judging.context, i, b->count);
    double *traits = a->hand_traits + (size_t)i * DADO_TRAITS_MOST;
    if (s->measure && !s->judge) {
        a->hand_fitness[i] = s->measure(s, genome, scratch, traits);
    } else {
        if (!s->judge) a->hand_fitness[i] = s->fitness(s, genome, scratch);
        s->describe(s, genome, scratch, traits);
    }
    a->judged[i] = !stopped(b);  // a species that looks at the same flag may have cut it short
}

static dado_quick luck_of(const batch *b, int part)
{
    uint64_t seed = dado_derive(b->plan->seed, (uint64_t)b->archive->batch);
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

static int children_of(const dado_illumination *plan)
{
    return plan->batch + plan->batch % 2;
}

bool dado_archive_make_hand(dado_archive *a, const dado_illumination *plan, dado_arena *arena,
                            dado_error *err)
{
    if (a->judged) return true;
    a->in_hand = children_of(plan) > plan->first ? children_of(plan) : plan->first;
    a->judged = dado_new(arena, bool, a->in_hand);
    a->hand_fitness = dado_new(arena, double, a->in_hand);
    a->hand_traits = dado_new(arena, double, (size_t)a->in_hand * DADO_TRAITS_MOST);
    return (a->judged && a->hand_fitness && a->hand_traits) ||
           dado_fail(err, DADO_LIMIT, "no memory left for batches of %d", a->in_hand);
}

static bool make_batch(batch *b, int hands, dado_arena *arena, dado_error *err)
{
    const dado_species *s = b->archive->species;
    if (!dado_archive_make_hand(b->archive, b->plan, arena, err)) return false;
    b->stride = (s->scratch + 127) & ~(size_t)63;
    b->genomes = dado_arena_take(arena, (size_t)b->archive->in_hand, s->size);
    b->scratch = dado_arena_take(arena, (size_t)hands, b->stride);
    return (b->genomes && b->scratch) ||
           dado_fail(err, DADO_LIMIT, "no memory left for batches of %d", b->archive->in_hand);
}

// The genomes of the batch in hand, the same whenever they are asked for. False if there is
// nothing viable to breed from.
static bool breed_batch(batch *b, dado_crew *crew)
{
    bool first = b->archive->batch == 0;
    if (!first && b->archive->filled_count == 0) return false;
    b->count = first ? b->plan->first : children_of(b->plan);
    if (first) dado_crew_run(crew, b->count, 8, create_one, b);
    else dado_crew_run(crew, b->count / 2, 8, breed_pair, b);
    return true;
}

static void offer_judged(batch *b)
{
    dado_archive *a = b->archive;
    for (int i = 0; i < b->count; i++) {
        if (!a->judged[i]) continue;
        dado_archive_offer(a, b->genomes + (size_t)i * a->species->size, a->hand_fitness[i],
                           a->hand_traits + (size_t)i * DADO_TRAITS_MOST);
        a->judged[i] = false;
    }
}

bool dado_archive_run(dado_archive *a, const dado_illumination *plan, dado_crew *crew,
                      dado_archive_watcher *watch, void *context,
                      const volatile sig_atomic_t *stop, dado_arena *arena, dado_error *err)
{
    batch b = { .archive = a, .plan = plan, .stop = stop };
    const dado_species *s = a->species;
    if (!make_batch(&b, dado_crew_size(crew), arena, err)) return false;
    while (a->batch <= plan->batches && !stopped(&b) && breed_batch(&b, crew)) {
        if (s->judge && !s->judge(s, b.genomes, b.count, a->hand_fitness, err)) return false;
        dado_crew_run(crew, b.count, 8, judge_one, &b);
        bool complete = true;
        for (int i = 0; i < b.count; i++) complete = complete && a->judged[i];
        if (!complete) break;
        offer_judged(&b);
        int done = a->batch++;
        if (watch && !watch(context, a, done)) break;
    }
    return true;
}

void dado_archive_settle(dado_archive *a, const dado_illumination *plan, dado_arena *arena)
{
    batch b = { .archive = a, .plan = plan };
    DADO_ENDS(dado_crew_end) dado_crew *alone = NULL;
    bool waiting = false;
    for (int i = 0; i < a->in_hand; i++) waiting = waiting || a->judged[i];
    if (!waiting) return;
    if (dado_crew_open(&alone, 1, NULL) && make_batch(&b, 1, arena, NULL) &&
        breed_batch(&b, alone)) {
        offer_judged(&b);
    }
}

// Where a cell begins on each axis.
void dado_archive_corner(const dado_archive *a, int cell, double *corner)
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
    dado_draft said = { 0 };
    for (int i = 0; i < a->axis_count; i++) {
        dado_text_addf(out, "%s,", a->species->traits[a->axes[i].trait].name);
    }
    dado_text_add(out, "fitness,genome\n");
    for (int cell = 0; cell < a->cells; cell++) {
        if (dado_is_none(a->fitness[cell])) continue;
        double corner[DADO_AXES_MOST];
        dado_archive_corner(a, cell, corner);
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
}
