// level_species.c - creates, crosses, mutates and judges genomes of levels; see
// level_species.h.
#include "evolve/level_species.h"

#include <string.h>

#include "judge/level_difficulty.h"
#include "worlds/platform/level_format.h"
#include "worlds/platform/reachability.h"

_Static_assert((int)DADO_LEVEL_MEASURES <= (int)DADO_TRAITS_MOST, "all measures are traits");

// ---- rows of genes ----
//
// The length of a row may change within the room of a genome. Bytes behind its end are
// zero, so that equal rows are equal bytes.

static void exchange(uint8_t *a, uint8_t *b, int count)
{
    for (int i = 0; i < count; i++) {
        uint8_t kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

// Exchanges the first `cut` genes, with `cut` drawn from 0 to one less than the length of
// the shorter row.
static void cross_prefix(dado_level_genome *a, dado_level_genome *b, dado_fast_rng *rng)
{
    int shorter = b->count < a->count ? b->count : a->count;
    if (shorter == 0) return;
    exchange(a->genes, b->genes, (int)dado_fast_rng_below(rng, (uint32_t)shorter));
}

// Appends genes to a row of `count` genes; returns the new count.
static int put_genes(uint8_t *made, int count, const dado_level_genome *g, int from, int to)
{
    memcpy(made + count, g->genes + from, (size_t)(to - from));
    return count + to - from;
}

static void set_genes(dado_level_genome *g, int room, const uint8_t *made, int count)
{
    g->count = (uint16_t)(count < room ? count : room);
    memset(g->genes, 0, (size_t)room);
    memcpy(g->genes, made, g->count);
}

// Draws a stretch of a row, of at most `longest` genes; if `longest` is 0, it reaches to
// the end of the row.
static void draw_stretch(const dado_level_genome *g, int longest, dado_fast_rng *rng, int *from,
                         int *to)
{
    *from = (int)dado_fast_rng_below(rng, (uint32_t)g->count + 1);
    *to = g->count;
    int left = *to - *from < longest ? *to - *from : longest;
    if (longest) *to = *from + (int)dado_fast_rng_below(rng, (uint32_t)left + 1);
}

// Exchanges a stretch of each row. A row that becomes too long is cut off.
static void cross_stretch(dado_level_genome *a, dado_level_genome *b, int room, int longest,
                          dado_fast_rng *rng)
{
    enum { most = 2048 };
    uint8_t first[most], second[most];
    int a_from, a_to, b_from, b_to;
    assert(a->count + b->count <= most);
    draw_stretch(a, longest, rng, &a_from, &a_to);
    draw_stretch(b, longest, rng, &b_from, &b_to);
    int n = put_genes(first, put_genes(first, 0, a, 0, a_from), b, b_from, b_to);
    int m = put_genes(second, put_genes(second, 0, b, 0, b_from), a, a_from, a_to);
    n = put_genes(first, n, a, a_to, a->count);
    m = put_genes(second, m, b, b_to, b->count);
    set_genes(a, room, first, n);
    set_genes(b, room, second, m);
}

// Exchanges each pair of genes at the same index with probability 1/2, as far as both
// rows reach.
static void cross_uniform(dado_level_genome *a, dado_level_genome *b, dado_fast_rng *rng)
{
    int shorter = b->count < a->count ? b->count : a->count;
    uint64_t coins = 0;
    for (int i = 0; i < shorter; i++) {
        if (i % 64 == 0) coins = dado_fast_rng_next(rng);
        if (coins >> (i % 64) & 1) exchange(a->genes + i, b->genes + i, 1);
    }
}

void dado_geometric_skip_prepare(dado_geometric_skip *rare, double chance)
{
    rare->chance = chance;
    rare->never[0] = 1;
    for (int i = 1; i <= DADO_GEOMETRIC_SKIP_MOST; i++)
        rare->never[i] = rare->never[i - 1] * (1 - chance);
}

int dado_geometric_skip_next(const dado_geometric_skip *rare, int from, int count,
                             dado_fast_rng *rng)
{
    int left = count - from;
    if (left <= 0 || rare->chance <= 0) return count;
    double u = dado_fast_rng_unit(rng);
    if (u < rare->never[left]) return count;
    // Finds the first n with u >= never[n + 1] by bisection, since the powers decrease.
    int low = 0, high = left - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (u >= rare->never[middle + 1]) high = middle;
        else low = middle + 1;
    }
    return from + low;
}

// ---- levels ----

// Removes patterns from the end until the level fits.
static void settle(const dado_level_species_config *b, dado_level_genome *g)
{
    int most = b->width - b->trim_margin;
    int width = dado_patterns_width(b->patterns, g->genes, g->count);
    while (width > most) {
        uint8_t *last = &g->genes[--g->count];
        width -= b->patterns->items[*last].width;
        *last = 0;
    }
    g->width = (uint16_t)width;
}

static uint8_t any_gene(const dado_level_species_config *b, dado_fast_rng *rng)
{
    return (uint8_t)dado_fast_rng_below(rng, (uint32_t)b->patterns->count);
}

// Creates a genome from the ancestor, with up to eight of its patterns changed. With
// probability 1/9 it is the ancestor itself.
static void create_from_ancestor(const dado_level_species_config *b, dado_fast_rng *rng,
                                 dado_level_genome *g)
{
    g->count = (uint16_t)b->ancestor_count;
    memcpy(g->genes, b->ancestor, (size_t)b->ancestor_count);
    uint32_t changes = dado_fast_rng_below(rng, 9);
    for (uint32_t i = 0; i < changes; i++) {
        g->genes[dado_fast_rng_below(rng, (uint32_t)g->count)] = any_gene(b, rng);
    }
    settle(b, g);
}

// Draws one of the patterns that fit into the last columns; returns -1 if none does.
// Patterns are counted from the narrowest.
static int any_narrower(const dado_level_species_config *b, int room, dado_fast_rng *rng)
{
    int fitting = 0;
    for (int i = 0; i < b->patterns->count; i++) fitting += b->patterns->items[i].width < room;
    int left = fitting ? (int)dado_fast_rng_below(rng, (uint32_t)fitting) : -1;
    for (int width = 0; width < room; width++) {
        for (int i = 0; i < b->patterns->count; i++) {
            if (b->patterns->items[i].width == width && left-- == 0) return i;
        }
    }
    return -1;
}

static void create(const dado_species *species, dado_fast_rng *rng, void *genome)
{
    const dado_level_species_config *b = species->data;
    dado_level_genome *g = genome;
    memset(g, 0, species->size);
    if (b->ancestor) {
        create_from_ancestor(b, rng, g);
        return;
    }
    int at = DADO_LEVEL_START, end = b->width - b->first_margin;
    while (at < end && g->count < b->room) {
        int room = end - at;
        int gene = room > b->widest ? any_gene(b, rng) : any_narrower(b, room, rng);
        if (gene < 0) break;
        g->genes[g->count++] = (uint8_t)gene;
        at += b->patterns->items[gene].width;
    }
    g->width = (uint16_t)(at - DADO_LEVEL_START);
}

// Crosses two genomes by the configured method.
static void cross(const dado_species *species, dado_fast_rng *rng, void *first, void *second)
{
    const dado_level_species_config *b = species->data;
    switch (b->cross) {
    case DADO_LEVEL_PREFIX: cross_prefix(first, second, rng); break;
    case DADO_LEVEL_TAILS: cross_stretch(first, second, b->room, 0, rng); break;
    case DADO_LEVEL_STRETCH: cross_stretch(first, second, b->room, 16, rng); break;
    case DADO_LEVEL_UNIFORM: cross_uniform(first, second, rng); break;
    }
}

// Mutates a genome. Trimming must come after mutation, so it is done here for every
// child.
static void mutate(const dado_species *species, dado_fast_rng *rng, void *genome)
{
    const dado_level_species_config *b = species->data;
    dado_level_genome *g = genome;
    for (int i = dado_geometric_skip_next(&b->rare, 0, g->count, rng); i < g->count;
         i = dado_geometric_skip_next(&b->rare, i + 1, g->count, rng)) {
        g->genes[i] = any_gene(b, rng);
    }
    if (b->removing > 0 && g->count > 1 && dado_fast_rng_unit(rng) < b->removing) {
        uint8_t *at = g->genes + dado_fast_rng_below(rng, (uint32_t)g->count);
        memmove(at, at + 1, (size_t)(g->genes + g->count - at - 1));
        g->genes[--g->count] = 0;
    }
    if (b->inserting > 0 && dado_fast_rng_unit(rng) < b->inserting) {
        uint8_t *at = g->genes + dado_fast_rng_below(rng, (uint32_t)g->count + 1);
        uint8_t gene = any_gene(b, rng);
        if (g->count < b->room) {
            memmove(at + 1, at, (size_t)(g->genes + g->count++ - at));
            *at = gene;
        }
    }
    if (b->swapping > 0 && g->count > 1 && dado_fast_rng_unit(rng) < b->swapping) {
        uint8_t *one = g->genes + dado_fast_rng_below(rng, (uint32_t)g->count);
        exchange(one, g->genes + dado_fast_rng_below(rng, (uint32_t)g->count), 1);
    }
    settle(b, g);
}

// Builds a level for measuring, in work space, with its final creatures.
static bool build(const dado_level_species_config *b, const dado_level_genome *g, void *scratch,
                  size_t size, dado_level *level)
{
    dado_region region = { .base = scratch, .limit = size, .touched = size };
    return dado_level_build(level, b->patterns, g->genes, g->count, b->creatures, &region, NULL);
}

static void measure(const dado_level_species_config *b, const dado_level *level,
                    const dado_level_genome *g, double *values)
{
    dado_level_measure_all(level, values);
    if (b->toward_course) dado_level_measure_course(level, values);
    dado_genes_measure_all(b->patterns, b->score, g->genes, g->count, values);
}

// Returns what a level gains by how it goes: by variety, by calm and danger in turns, and
// by danger that grows. A short level is varied with ease, so it gains less.
static double course_bonus(const dado_level_species_config *b, const dado_level *level)
{
    double values[DADO_LEVEL_MEASURES];
    dado_level_measure_flow(level, values);
    double full = b->width - b->trim_margin + DADO_LEVEL_START + DADO_LEVEL_END;
    return level->width / full *
           (b->variety * values[DADO_LEVEL_VARIETY] + b->pace * values[DADO_LEVEL_PACE] +
            b->curve * values[DADO_LEVEL_CURVE]);
}

// Returns the distance from the expectations, 0 to 1: a value outside its window loses
// its distance from the window, measured in widths of the window.
static double distance(const dado_expectations *expect, const double *values)
{
    double sum = 0, weights = 0;
    for (int i = 0; i < expect->count; i++) {
        const dado_expectation *wish = &expect->wishes[i];
        if (wish->ignored || !wish->measure) continue;
        double weight = dado_is_none(wish->weight) ? 1 : wish->weight;
        double value = values[wish->measure - dado_level_measures];
        double low, high;
        dado_expectation_window(expect, wish, wish->measure->kind, &low, &high);
        double away = dado_is_none(value) ? HUGE_VAL
                      : value < low       ? low - value
                      : value > high      ? value - high
                                          : 0;
        double window = high - low > 1e-9 ? high - low : 1e-9;
        sum += weight * (away > 0 ? away / (away + 4 * window) : 0);
        weights += weight;
    }
    return weights > 0 ? sum / weights : 0;
}

// Returns whether the passability of a row must be checked. If all its pairs of
// neighbours are passable alone, the row is passable as far as the filter goes. Other
// pairs may be helped by the patterns around them, so such rows are checked.
static bool may_be_impassable(const dado_level_species_config *b, const dado_level_genome *g)
{
    if (!b->passable || b->all_safe) return false;
    for (int i = 0; i + 1 < g->count; i++) {
        if (b->doubtful_pairs[g->genes[i] * b->patterns->count + g->genes[i + 1]]) return true;
    }
    return false;
}

static double fitness(const dado_species *species, const void *genome, void *scratch)
{
    const dado_level_species_config *b = species->data;
    const dado_level_genome *g = genome;
    double value =
        (double)dado_pattern_score_fitness(b->score, g->genes, g->count) / DADO_PATTERN_SCORE_UNIT;
    bool doubt = may_be_impassable(b, g);
    if (doubt || b->toward || b->hard_given || b->course) {
        dado_level level;
        if (!build(b, g, scratch, species->scratch, &level)) return DADO_NONE;
        if (doubt && !dado_level_passable(&level, NULL)) return DADO_NONE;
        if (b->course) value += course_bonus(b, &level);
        if (b->toward) {
            double values[DADO_LEVEL_MEASURES];
            measure(b, &level, g, values);
            value -= b->toward_weight * distance(b->toward, values);
        }
        if (b->hard_given) {
            double found = dado_level_difficulty(&level, b->hard_matches, 1);
            if (dado_is_none(found)) return DADO_NONE;
            value -= b->toward_weight * fabs(found - b->hard);
        }
    }
    return value;
}

static void describe(const dado_species *species, const void *genome, void *scratch, double *traits)
{
    const dado_level_species_config *b = species->data;
    dado_level level;
    for (int i = 0; i < DADO_LEVEL_MEASURES; i++) traits[i] = DADO_NONE;
    if (!build(b, genome, scratch, species->scratch, &level)) return;
    measure(b, &level, genome, traits);
    dado_level_measure_course(&level, traits);
}

static int length(const dado_species *species, const void *genome)
{
    (void)species;
    return ((const dado_level_genome *)genome)->count;
}

static void print(const dado_species *species, const void *genome, dado_text *out)
{
    (void)species;
    const dado_level_genome *g = genome;
    dado_genes_write(g->genes, g->count, out);
}

// Writes the level alone, with the creatures that the seed `creatures` gives.
static bool write(const dado_species *species, const void *genome, dado_text *out)
{
    const dado_level_species_config *b = species->data;
    const dado_level_genome *g = genome;
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_level level;
    dado_region_init(&region, (size_t)64 << 20);
    bool fine =
        dado_level_build(&level, b->patterns, g->genes, g->count, b->creatures, &region, NULL);
    if (fine) dado_level_write(&level, out);
    return fine;
}

static bool valid(const dado_species *species, const void *genome)
{
    const dado_level_species_config *b = species->data;
    const dado_level_genome *g = genome;
    if (g->count > b->room) return false;
    for (int i = 0; i < b->room; i++) {
        if (i < g->count ? g->genes[i] >= b->patterns->count : g->genes[i] != 0) return false;
    }
    return g->width == dado_patterns_width(b->patterns, g->genes, g->count);
}

// Reads what a level gains by how it goes. These are asked for only if they count, so that
// runs without them keep their settings.
static void ask_course(dado_option_reader *ask, bool varied, dado_level_species_config *b)
{
    const char *const names[] = { "variety", "pace", "curve" };
    const double by_default[] = { 120, 60, 40 };
    double *const weights[] = { &b->variety, &b->pace, &b->curve };
    b->course = false;
    for (int i = 0; i < 3; i++) {
        *weights[i] = 0;
        if (!varied && !dado_options_find(ask->options, names[i])) continue;
        double least = i == 2 ? -1000 : 0;
        *weights[i] = dado_option_real(ask, names[i], varied ? by_default[i] : 0, least, 1000);
        b->course = b->course || *weights[i] != 0;
    }
}

void dado_level_species_ask(dado_option_reader *ask, dado_level_species_config *b,
                            dado_genetic_settings *plan)
{
    static const char *const algorithms[] = { "faithful", "improved", "varied", NULL };
    static const char *const crosses[] = { "prefix", "tails", "stretch", "uniform", NULL };
    int algorithm = dado_option_choice(ask, "algorithm", algorithms, 0);
    bool improved = algorithm >= 1, varied = algorithm == 2;
    dado_genetic_settings by_default = dado_genetic_settings_classic();
    if (improved) {
        by_default.selection = DADO_SELECTION_TOURNAMENT;
        by_default.tournament = 6;
        by_default.elite = 2;
        by_default.crossover = 0.3;
    }
    b->mutation = dado_option_real(ask, "mutation", improved ? 0.004 : 0.001, 0, 1);
    b->width = (int)dado_option_int(ask, "width", 320, 60, DADO_LEVEL_WIDEST - 20);
    b->first_margin = (int)dado_option_int(ask, "first_margin", 40, 20, 1000);
    b->trim_margin = (int)dado_option_int(ask, "trim_margin", 60, 30, 1000);
    b->cross = (dado_level_cross)dado_option_choice(
        ask, "cross", crosses, improved ? DADO_LEVEL_STRETCH : DADO_LEVEL_PREFIX);
    b->inserting = dado_option_real(ask, "insert", improved ? 0.3 : 0, 0, 1);
    b->removing = dado_option_real(ask, "remove", improved ? 0.2 : 0, 0, 1);
    b->swapping = dado_option_real(ask, "swap", improved ? 0.2 : 0, 0, 1);
    b->passable = dado_option_bool(ask, "passable", improved);
    ask_course(ask, varied, b);
    if (b->width - b->first_margin <= DADO_LEVEL_START) {
        dado_option_invalid(ask, "first_margin", "a margin of %d leaves no room in %d columns",
                            b->first_margin, b->width);
    }
    if (b->width - b->trim_margin <= 0) {
        dado_option_invalid(ask, "trim_margin", "a margin of %d leaves no room in %d columns",
                            b->trim_margin, b->width);
    }
    *plan = dado_genetic_settings_ask(ask, by_default);
}

static bool find_doubtful_pairs(dado_level_species_config *b, dado_region *region)
{
    int n = b->patterns->count;
    uint8_t *doubtful_pairs = dado_new(region, uint8_t, n * n);
    if (!doubtful_pairs) return false;
    b->doubtful_pairs = doubtful_pairs;
    for (int i = 0; i < n * n; i++) {
        size_t mark = dado_region_mark(region);
        uint8_t genes[2] = { (uint8_t)(i / n), (uint8_t)(i % n) };
        dado_level level;
        if (!dado_level_build(&level, b->patterns, genes, 2, 0, region, NULL)) return false;
        // Without creatures that the hero could use as stepping stones.
        level.spawn_count = 0;
        doubtful_pairs[i] = !dado_level_passable(&level, NULL);
        dado_region_rewind(region, mark);
    }
    return true;
}

// Computes how many genes a genome has room for, and the widest pattern that is drawn
// freely.
static void set_room(dado_level_species_config *b)
{
    int narrowest = DADO_PATTERN_WIDEST;
    b->widest = 0;
    for (int i = 0; i < b->patterns->count; i++) {
        int width = b->patterns->items[i].width;
        if (width < narrowest) narrowest = width;
        if (width > b->widest) b->widest = width;
    }
    // The published algorithm draws freely while more than ten columns are left, although
    // one of its patterns takes eleven; such a genome ends one column further on.
    if (b->widest == 11) b->widest = 10;
    int columns = b->width - (b->first_margin < b->trim_margin ? b->first_margin : b->trim_margin);
    b->room = columns / narrowest + 2;
    b->room += b->room % 2;  // a genome is two numbers and the genes; keeps its size even
    if (b->room > DADO_GENES_MOST) b->room = DADO_GENES_MOST;
}

// Writes everything that decides fitness as text; it is stored with the run.
static void describe_settings(const dado_level_species_config *b, dado_text *said)
{
    dado_text_addf(said,
                   "patterns=%d width=%d/%d/%d mutation=%a cross=%d edit=%a/%a/%a "
                   "passable=%d score=",
                   b->patterns->count, b->width, b->first_margin, b->trim_margin, b->mutation,
                   (int)b->cross, b->inserting, b->removing, b->swapping, b->passable);
    // A hash stands for the table of scores and the widths of patterns.
    uint64_t sum = 1469598103934665603u;
    for (int i = 0; i < b->score->stride * b->score->stride; i++) {
        sum = (sum ^ (uint32_t)b->score->cells[i]) * 1099511628211u;
    }
    for (int i = 0; i < b->patterns->count; i++) {
        sum = (sum ^ (uint64_t)b->patterns->items[i].width) * 1099511628211u;
    }
    if (b->hard_given) dado_text_addf(said, "hard=%a/%d ", b->hard, b->hard_matches);
    if (b->course) dado_text_addf(said, "course=%a/%a/%a ", b->variety, b->pace, b->curve);
    dado_text_addf(said, "%016llx/%d/%d toward=", (unsigned long long)sum, b->score->share,
                   b->score->penalty);
    for (int i = 0; b->toward && i < b->toward->count; i++) {
        const dado_expectation *wish = &b->toward->wishes[i];
        dado_text_addf(said, "%s%s:%a:%a:%a:%a", i ? "," : "", wish->name, wish->target,
                       wish->window, wish->half, wish->weight);
    }
    for (int i = 0; i < b->ancestor_count; i++) {
        dado_text_addf(said, "%s%d", i ? "," : " ancestor=", b->ancestor[i]);
    }
}

bool dado_level_species(dado_species *species, dado_level_species_config *b, dado_region *region,
                        dado_error *err)
{
    set_room(b);
    int most = b->width - b->trim_margin;
    int ancestor = dado_patterns_width(b->patterns, b->ancestor, b->ancestor_count);
    if (ancestor > most || b->ancestor_count > b->room) {
        return dado_fail(
            err, DADO_LIMIT,
            "the given patterns take %d columns, but a level of width=%d has room for %d", ancestor,
            b->width, most);
    }
    b->all_safe = dado_patterns_safe(b->patterns);
    b->toward_course = false;
    for (int i = 0; b->toward && i < b->toward->count; i++) {
        const dado_measure *measure = b->toward->wishes[i].measure;
        if (measure && measure - dado_level_measures >= DADO_LEVEL_TALLIES) b->toward_course = true;
    }
    dado_geometric_skip_prepare(&b->rare, b->mutation);
    DADO_CLEANUP(dado_text_free) dado_text said = { 0 };
    describe_settings(b, &said);
    if (!b->all_safe && !find_doubtful_pairs(b, region)) {
        return dado_fail(err, DADO_LIMIT, "out of memory while preparing the species of levels");
    }
    size_t columns_most = (size_t)b->width + 80;
    *species = (dado_species){
        .name = "platform-level",
        .data = b,
        .size = sizeof(dado_level_genome) + (size_t)b->room,
        .scratch = columns_most * DADO_LEVEL_ROWS +
                   (size_t)b->room * DADO_PATTERN_CREATURES * 2 * sizeof(dado_spawn) + 256,
        .create = create,
        .cross = cross,
        .mutate = mutate,
        .fitness = fitness,
        .describe = describe,
        .traits = dado_level_measures,
        .length = length,
        .valid = valid,
        .print = print,
        .write = write,
        .suffix = ".level",
    };
    return dado_species_set_settings(species, &said, region, err);
}
