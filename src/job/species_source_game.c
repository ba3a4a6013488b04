// species_source_game.c - breeds described games for dado evolve.
#include <inttypes.h>
#include <string.h>

#include "job/species_source.h"
#include "evolve/rules_species.h"

typedef struct rules {
    dado_options options;
    dado_measures measures;
    dado_expectations expect;
    dado_player player;
    dado_rules_species_config breed;
} rules;

static bool read_wishes(dado_breeding_setup *s, rules *r)
{
    const char *name = dado_job_run_text(s->job_run, "toward");
    if (!name) {
        return dado_fail(s->job_run->err, DADO_INVALID,
                         "a search needs a target: --target FILE, or casual, tense, strategic");
    }
    bool fine =
        dado_job_run_read_expect(s->job_run, name, "expect/games", &r->measures, &r->expect);
    return fine && dado_expectations_check(&r->expect, s->job_run->err);
}

static bool open(dado_breeding_setup *s)
{
    dado_job_run *job_run = s->job_run;
    dado_game game;
    rules *r = dado_new(job_run->region, rules, 1);
    dado_rules_genome *ancestor = dado_job_run_new(job_run, dado_rules_genome, 1);
    if (!r || !ancestor) return false;
    const char *player = dado_job_run_text(job_run, "agent");
    if (!dado_job_run_options(job_run, &r->options) ||
        !dado_game_source_open(&s->source, &game, job_run->region, job_run->err) ||
        !dado_measures_list(&r->measures, NULL, job_run->region, job_run->err) ||
        !read_wishes(s, r) ||
        !dado_player_parse(&r->player, player ? player : "random", job_run->region, job_run->err)) {
        return false;
    }
    r->breed = (dado_rules_species_config){
        .name = s->source.path,
        .ancestor = s->source.text,
        .options = &r->options,
        .player = &r->player,
        .expect = &r->expect,
        .matches = dado_species_source_int(job_run, "matches", 200),
        .move_limit = (int)dado_species_source_int(job_run, "limit", 5000),
        .seed = s->seed,
        .growth_cost = dado_job_run_real(job_run, "growth-cost"),
        .fairness_cost = 1,
        .length_cost = 0.5,
        .turn_scoring = dado_job_run_is_given(job_run, "turn-scoring"),
    };
    s->plan = (dado_genetic_settings){ .population = 40,
                                       .generations = 30,
                                       .selection = DADO_SELECTION_TOURNAMENT,
                                       .tournament = 3,
                                       .elite = 4,
                                       .crossover = 0.3,
                                       .stagnation = 12 };
    s->name = s->source.name;
    s->own = r;
    if (!dado_rules_species(&s->species, &r->breed, job_run->region, job_run->err)) return false;
    memcpy(ancestor->text, r->breed.ancestor, strlen(r->breed.ancestor));
    s->ancestor = ancestor;
    return true;
}

static void heed(dado_breeding_setup *s, const volatile sig_atomic_t *stop)
{
    ((rules *)s->own)->breed.stop = stop;
}

// After Ctrl-C variants are shown as they are found.
static bool is_presentable(const dado_breeding_setup *s, const void *genome)
{
    dado_rules_species_config breed = ((const rules *)s->own)->breed;
    breed.stop = s->job_run->stop;
    return dado_job_run_is_stopped(s->job_run) ||
           !dado_rules_has_idle_choice(&breed, ((const dado_rules_genome *)genome)->text);
}

static dado_estimate fresh_quality(const dado_breeding_setup *s, const void *genome)
{
    dado_rules_species_config breed = ((const rules *)s->own)->breed;
    breed.stop = s->job_run->stop;
    if (dado_job_run_is_stopped(s->job_run)) return dado_estimate_none();
    return dado_rules_fresh_quality(&breed, ((const dado_rules_genome *)genome)->text);
}

static const char *steps(const void *genome)
{
    return ((const dado_rules_genome *)genome)->steps;
}

static void again(const dado_breeding_setup *s, const char *file, dado_text *out)
{
    const rules *r = s->own;
    dado_text_addf(out, "dado sim %s -n %" PRId64 " --seed %" PRIu64, file, r->breed.matches,
                   r->breed.seed);
}

static void inspect_command(const dado_breeding_setup *s, const char *file, dado_text *out)
{
    dado_text_addf(out, "dado diff %s %s shows what they brought.", s->name, file);
}

const dado_species_source dado_species_source_game = {
    .name = "game",
    .names = "games",
    .columns = DADO_NAMES("quality", "decisions", "rounds", "size", "unfairness"),
    .flags = DADO_NAMES("matches", "limit", "agent", "growth-cost", "turn-scoring"),
    .wished = true,
    .open = open,
    .again = again,
    .inspect_command = inspect_command,
    .heed = heed,
    .is_presentable = is_presentable,
    .fresh_quality = fresh_quality,
    .steps = steps,
};
