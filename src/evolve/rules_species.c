// rules_species.c - creates, changes and judges descriptions of games; see
// rules_species.h.
#include "evolve/rules_species.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "judge/idle_choices.h"
#include "judge/quality_by_expectations.h"
#include "recycle/recycle.h"

enum { tries = 30, fresh_stream = 0xF4E5 };
// A variant may be this much less fair than the ancestor, and its matches may be this many
// times as long or as short, before it costs anything.
static const double fairness_slack = 0.10, length_slack = 1.25;

static const dado_measure traits[DADO_RULES_TRAITS + 1] = {
    { "quality", "Quality", "Quality by the expectations.", DADO_REAL, false },
    { "decisions", "Decisions", "Mean decisions a match.", DADO_REAL, false },
    { "rounds", "Rounds", "Mean rounds a match.", DADO_REAL, false },
    { "drama", "Drama by points", "Mean drama by points.", DADO_REAL, false },
    { "lead_change", "Lead change", "Mean lead change.", DADO_REAL, false },
    { "branching", "Branching", "Mean options a decision.", DADO_REAL, false },
    { "size", "Size", "Tokens of the description.", DADO_REAL, false },
    { "unfairness", "Unfairness",
      "How far the furthest seat is from a fair share of the wins, as a part of it.", DADO_REAL,
      false },
};

static double unfairness_of(const dado_totals *totals)
{
    double furthest = 0, all = 0;
    int seats = totals ? totals->seats : 0;
    for (int p = 0; p < seats; p++) all += totals->seat[p].won;
    for (int p = 0; p < seats && all > 0; p++) {
        double off = fabs(totals->seat[p].won * seats / all - 1);
        if (off > furthest) furthest = off;
    }
    return furthest;
}

static double length_of(const double *values)
{
    return values[DADO_RULES_DECISIONS] > 0 ? values[DADO_RULES_DECISIONS]
                                            : values[DADO_RULES_ROUNDS];
}

// Tells whether the expectations say themselves how long matches should be.
static bool names_length(const dado_expectations *expect)
{
    for (int i = 0; i < expect->count; i++) {
        const dado_expectation *wish = &expect->wishes[i];
        bool length = strcmp(wish->name, "rounds") == 0 || strcmp(wish->name, "decisions") == 0;
        if (length && !wish->ignored) return true;
    }
    return false;
}

// Returns what it costs to be another kind of game than the ancestor, apart from quality.
static double cost_of(const dado_rules_species_config *breed, const double *values)
{
    if (!breed->ancestor_size) return 0;  // this is the ancestor
    double growth = values[DADO_RULES_SIZE] / breed->ancestor_size - 1;
    double less_fair = values[DADO_RULES_UNFAIRNESS] - breed->ancestor_unfairness - fairness_slack;
    double length = length_of(values), was = breed->ancestor_length, cost = 0;
    if (growth > 0) cost += growth * breed->growth_cost;
    if (less_fair > 0) cost += less_fair * breed->fairness_cost;
    if (length > 0 && was > 0 && !names_length(breed->expect)) {
        double times = length > was ? length / was : was / length;
        if (times > length_slack) cost += (times / length_slack - 1) * breed->length_cost;
    }
    return cost;
}

double dado_rules_fitness(const dado_rules_species_config *breed, const char *text, double *values,
                          const char **reason)
{
    static const char *const means[] = { "decisions", "rounds", "drama_points", "lead_change",
                                         "branching" };
    for (int i = 0; i < DADO_RULES_TRAITS; i++) values[i] = DADO_NONE;
    *reason = "it cannot be opened";
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init(&region, (size_t)256 << 20);
    dado_game_source source;
    dado_lineup lineup = { breed->player->typed, breed->player, 1 };
    dado_plan plan = { .instances = &source,
                       .instance_count = 1,
                       .lineups = &lineup,
                       .lineup_count = 1,
                       .matches = breed->matches,
                       .seed = breed->seed,
                       .move_limit = breed->move_limit };
    dado_quality_request demand = { .expect = breed->expect,
                                    .ends = true,
                                    .decides = breed->has_choices,
                                    .threads = -1,
                                    .stop = breed->stop };
    if (!dado_game_source_from_text(&source, breed->name, text, breed->options, &region, NULL)) {
        return DADO_NONE;
    }
    dado_plan_quality a;
    dado_plan_quality_measure(&plan, &demand, &a);
    *reason = a.refused;
    if (!a.refused) {
        values[DADO_RULES_QUALITY] = a.quality;
        for (int i = DADO_RULES_DECISIONS; i < DADO_RULES_SIZE; i++) {
            values[i] = dado_plan_quality_mean(&a, means[i - DADO_RULES_DECISIONS]);
        }
        values[DADO_RULES_SIZE] = dado_rules_size(text);
        values[DADO_RULES_UNFAIRNESS] = unfairness_of(a.results.cells[0].sums.totals);
    }
    dado_results_free(&a.results);
    return a.refused ? DADO_NONE : a.quality - cost_of(breed, values);
}

// ---- luck that played no part in breeding ----

uint64_t dado_rules_fresh_seed(const dado_rules_species_config *breed)
{
    return dado_derive_seed(breed->seed, fresh_stream);
}

dado_estimate dado_rules_fresh_quality(const dado_rules_species_config *breed, const char *text)
{
    double values[DADO_RULES_TRAITS];
    const char *reason;
    dado_rules_species_config fresh = *breed;
    dado_moments found = { 0 };
    int samples = breed->matches <= 2000 ? 10 : 4;  // large samples differ little
    for (uint64_t i = 0; i < (uint64_t)samples; i++) {
        fresh.seed = dado_rules_fresh_seed(breed) + i;
        dado_rules_fitness(&fresh, text, values, &reason);
        if (reason) return dado_estimate_none();
        dado_moments_add(&found, values[DADO_RULES_QUALITY]);
    }
    // Another sample spreads like these, and the mean of these has an error of its own.
    double spread = sqrt(samples + 1.0) * dado_moments_error(&found);
    double reach = dado_t_quantile(0.975, samples - 1) * spread;
    double low = found.mean - reach, high = found.mean + reach;
    dado_interval range = { found.mean, low < 0 ? 0 : low, high > 1 ? 1 : high };
    return dado_estimate_between(range, DADO_ESTIMATE_REAL, samples * breed->matches, 0.95);
}

// ---- choices that change nothing ----

static int count_idle_choices(const dado_rules_species_config *breed, const char *text)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init(&region, (size_t)256 << 20);
    dado_game_source source;
    dado_player everyone;
    if (!dado_player_parse(&everyone, "random", &region, NULL) ||
        !dado_game_source_from_text(&source, breed->name, text, breed->options, &region, NULL)) {
        return 0;
    }
    dado_lineup lineup = { everyone.typed, &everyone, 1 };
    dado_plan plan = { .instances = &source,
                       .instance_count = 1,
                       .lineups = &lineup,
                       .lineup_count = 1,
                       .matches = 60,
                       .seed = dado_rules_fresh_seed(breed),
                       .move_limit = breed->move_limit };
    return dado_idle_choices_count(&plan, breed->stop, &region);
}

bool dado_rules_has_idle_choice(const dado_rules_species_config *breed, const char *text)
{
    return count_idle_choices(breed, text) > breed->ancestor_idle;
}

static bool is_sound(const dado_rules_species_config *breed, const char *text)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init(&region, (size_t)64 << 20);
    dado_game_source source;
    return dado_game_source_from_text(&source, breed->name, text, breed->options, &region, NULL) &&
           dado_recycle_check(breed->name, text, &source.options, &region, NULL);
}

bool dado_rules_is_valid_variant(const dado_rules_species_config *breed, const char *text)
{
    return dado_rules_same_measures(breed->ancestor, text, !breed->turn_scoring) &&
           is_sound(breed, text);
}

static void add_step(dado_rules_genome *g, const char *step)
{
    static const char cut[] = "...\n";
    size_t used = strlen(g->steps), more = strlen(step) + 1, end = sizeof cut - 1;
    if (used >= end && strcmp(g->steps + used - end, cut) == 0) return;
    // The rest of the steps is replaced by three dots.
    if (used + more + end >= sizeof g->steps) {
        memcpy(g->steps + used, cut, sizeof cut);
        return;
    }
    memcpy(g->steps + used, step, more - 1);
    g->steps[used + more - 1] = '\n';
}

// Sets the text and clears the bytes behind it; otherwise equal texts would be different
// genomes.
static void set_text(dado_rules_genome *g, const char *text)
{
    memset(g->text, 0, sizeof g->text);
    memcpy(g->text, text, strlen(text));
}

static void change_once(const dado_rules_species_config *breed, dado_fast_rng *rng,
                        dado_rules_genome *g, const char *donor)
{
    dado_rules_edit made;
    bool done = false;
    for (int i = 0; i < tries && !done; i++) {
        bool changed = donor ? dado_rules_crossover(g->text, donor, rng, &made)
                             : dado_rules_mutate(g->text, rng, &made);
        done = changed && strcmp(made.text, g->text) != 0 &&
               dado_rules_is_valid_variant(breed, made.text);
    }
    if (done) {
        set_text(g, made.text);
        add_step(g, made.step);
    }
}

static void create(const dado_species *species, dado_fast_rng *rng, void *genome)
{
    const dado_rules_species_config *breed = species->data;
    dado_rules_genome *g = genome;
    memset(g, 0, sizeof *g);
    set_text(g, breed->ancestor);
    // With probability 1/4 it is the ancestor itself.
    uint32_t changes = dado_fast_rng_below(rng, 4);
    for (uint32_t i = 0; i < changes; i++) change_once(breed, rng, g, NULL);
}

static void cross(const dado_species *species, dado_fast_rng *rng, void *first, void *second)
{
    const dado_rules_species_config *breed = species->data;
    dado_rules_genome *a = first, *b = second;
    char kept[sizeof a->text];
    memcpy(kept, a->text, sizeof kept);
    change_once(breed, rng, a, b->text);
    change_once(breed, rng, b, kept);
}

static void mutate(const dado_species *species, dado_fast_rng *rng, void *genome)
{
    if (dado_fast_rng_below(rng, 10) < 7) change_once(species->data, rng, genome, NULL);
}

// Computes fitness and traits together, since both come from the same matches.
static double measure(const dado_species *species, const void *genome, void *scratch,
                      double *values)
{
    (void)scratch;
    const char *reason;
    return dado_rules_fitness(species->data, ((const dado_rules_genome *)genome)->text, values,
                              &reason);
}

static double fitness(const dado_species *species, const void *genome, void *scratch)
{
    double values[DADO_TRAITS_MOST];
    return measure(species, genome, scratch, values);
}

static void describe(const dado_species *species, const void *genome, void *scratch, double *values)
{
    measure(species, genome, scratch, values);
}

static int length(const dado_species *species, const void *genome)
{
    (void)species;
    return dado_rules_size(((const dado_rules_genome *)genome)->text);
}

static bool valid(const dado_species *species, const void *genome)
{
    const dado_rules_genome *g = genome;
    return memchr(g->text, 0, sizeof g->text) && memchr(g->steps, 0, sizeof g->steps) &&
           is_sound(species->data, g->text);
}

static void print(const dado_species *species, const void *genome, dado_text *out)
{
    (void)species;
    dado_text_add(out, ((const dado_rules_genome *)genome)->text);
}

bool dado_rules_species(dado_species *species, dado_rules_species_config *breed,
                        dado_region *region, dado_error *err)
{
    if (strlen(breed->ancestor) > DADO_RULES_LONGEST) {
        return dado_fail(err, DADO_LIMIT,
                         "%s is longer than %d bytes, the most that can be evolved", breed->name,
                         DADO_RULES_LONGEST);
    }
    int size = dado_rules_size(breed->ancestor);
    breed->ancestor_size = 0;  // until the ancestor is judged
    if (size == 0) {
        return dado_fail(err, DADO_SYNTAX, "%s is not the description of a game", breed->name);
    }
    double values[DADO_RULES_TRAITS];
    const char *reason;
    dado_rules_fitness(breed, breed->ancestor, values, &reason);
    if (reason) {
        return dado_fail(err, DADO_INVALID,
                         "%s cannot be evolved because it cannot be judged itself: %s", breed->name,
                         reason);
    }
    breed->has_choices = values[DADO_RULES_DECISIONS] > 0;
    breed->ancestor_size = size;
    breed->ancestor_unfairness = values[DADO_RULES_UNFAIRNESS];
    breed->ancestor_length = length_of(values);
    breed->ancestor_idle = count_idle_choices(breed, breed->ancestor);
    DADO_CLEANUP(dado_text_free) dado_text settings = { 0 }, wishes = { 0 };
    dado_expectations_write(breed->expect, &wishes);
    dado_text_addf(&settings,
                   "rules %s matches=%" PRId64 " seed=%" PRIu64
                   " limit=%d player=%s cost=%g,%g,%g turn=%d "
                   "ancestor=%016" PRIx64 " wishes=",
                   breed->name, breed->matches, breed->seed, breed->move_limit,
                   breed->player->typed, breed->growth_cost, breed->fairness_cost,
                   breed->length_cost, breed->turn_scoring, dado_species_hash(breed->ancestor));
    for (size_t i = 0; i < wishes.length; i++) {
        dado_text_char(&settings, wishes.data[i] == '\n' ? ' ' : wishes.data[i]);
    }
    *species = (dado_species){
        .name = "rules",
        .data = breed,
        .size = sizeof(dado_rules_genome),
        .scratch = 16,
        .create = create,
        .cross = cross,
        .mutate = mutate,
        .fitness = fitness,
        .describe = describe,
        .measure = measure,
        .traits = traits,
        .length = length,
        .valid = valid,
        .print = print,
        .suffix = ".rcy",
    };
    return dado_species_set_settings(species, &settings, region, err);
}
