// species_source_map.c - breeds dungeon maps for dado evolve: a drawn map, or the maps of
// a generator.
#include <inttypes.h>

#include "job/map_inputs.h"
#include "job/species_source.h"
#include "evolve/map_species.h"

typedef struct evaluator {
    dado_map_quality_judge jury;
    dado_quality_callback judge;
    dado_options given;
    const char *wish, *profiles;
    dado_map_species_config drawn;
    dado_generator_species_config maker;
} evaluator;

// Writes everything that affects the rating of maps as one line; returns NULL if memory
// runs out.
static const char *settings_of(const dado_map_quality_judge *jury, const dado_job_run *job_run)
{
    DADO_CLEANUP(dado_text_free) dado_text said = { 0 }, wishes = { 0 };
    if (jury->expect) dado_expectations_write(jury->expect, &wishes);
    dado_text_addf(&said, "games=%d seed=%" PRIu64 " wishes=%016" PRIx64, jury->games, jury->seed,
                   dado_species_hash(dado_text_string(&wishes)));
    for (int i = 0; i < jury->players.lineup_count; i++) {
        const dado_player *player = jury->players.lineups[i].players;
        dado_text_addf(&said, " player=%s:%016" PRIx64, player->typed,
                       dado_species_hash(player->options.items[0].text));
    }
    for (int i = 0; i < jury->rules.count; i++) {
        dado_text_addf(&said, " %s:%016" PRIx64, jury->rules.items[i].name,
                       dado_species_hash(jury->rules.items[i].text));
    }
    return dado_job_run_copy(job_run, dado_text_string(&said), said.length);
}

// `generator` is NULL for a drawn map: all options are rules then.
static evaluator *open_jury(dado_breeding_setup *s, const dado_generator *generator,
                            dado_map_evaluator *to)
{
    dado_job_run *job_run = s->job_run;
    evaluator *j = dado_job_run_new(job_run, evaluator, 1);
    if (!j) return NULL;
    j->wish = dado_job_run_text(job_run, "toward");
    j->profiles = dado_job_run_text(job_run, "profiles");
    if (!j->wish) {
        dado_fail(job_run->err, DADO_INVALID,
                  "a search needs a target: --target FILE, or casual, classic, hardcore");
        return NULL;
    }
    j->jury.games = (int)dado_species_source_int(job_run, "matches", 10);
    j->jury.seed = s->seed;
    j->judge = (dado_quality_callback){ dado_map_quality_judge_rate, &j->jury };
    if (!dado_map_options(job_run, generator, &j->given, &j->jury.rules) ||
        !dado_map_jury_open(&j->jury, job_run, j->profiles, j->wish)) {
        return NULL;
    }
    *to = (dado_map_evaluator){ &j->judge, settings_of(&j->jury, job_run), &j->jury.rules };
    if (!to->settings) return NULL;
    s->own = j;
    s->plan = (dado_genetic_settings){ .population = 24,
                                       .generations = 30,
                                       .selection = DADO_SELECTION_TOURNAMENT,
                                       .tournament = 3,
                                       .elite = 2,
                                       .crossover = 0.5,
                                       .stagnation = 12 };
    return j;
}

static bool open_drawn(dado_breeding_setup *s)
{
    dado_map_evaluator to;
    dado_game game;
    if (!dado_game_source_open(&s->source, &game, s->job_run->region, s->job_run->err))
        return false;
    evaluator *j = open_jury(s, NULL, &to);
    if (!j) return false;
    s->name = s->source.name;
    j->drawn = (dado_map_species_config){ .evaluator = to,
                                          .name = s->source.path,
                                          .ancestor = s->source.text };
    if (!dado_map_species(&s->species, &j->drawn, s->job_run->region, s->job_run->err))
        return false;
    s->ancestor = j->drawn.genome;
    return true;
}

// A script that was changed counts as another generator.
static bool name_script(const dado_breeding_setup *s, dado_map_evaluator *to)
{
    const char *text;
    if (!dado_file_read(s->name, DADO_FILE_MOST, s->job_run->region, &text, s->job_run->err))
        return false;
    to->settings = dado_job_run_copyf(s->job_run, "script=%016" PRIx64 " %s",
                                      dado_species_hash(text), to->settings);
    return to->settings;
}

static bool open_maker(dado_breeding_setup *s)
{
    dado_map_evaluator to;
    const dado_generator *generator;
    s->name = s->word;
    if (!dado_map_generator(s->job_run, s->name, &generator)) return false;
    evaluator *j = open_jury(s, generator, &to);
    if (!j) return false;
    if (!dado_generator_named(s->name) && !name_script(s, &to)) return false;
    j->maker = (dado_generator_species_config){
        .evaluator = to, .generator = generator, .given = &j->given, .crossed = true
    };
    return dado_generator_species(&s->species, &j->maker, s->job_run->region, s->job_run->err);
}

static void heed(dado_breeding_setup *s, const volatile sig_atomic_t *stop)
{
    ((evaluator *)s->own)->jury.stop = ((evaluator *)s->own)->maker.stop = stop;
}

static void again(const dado_breeding_setup *s, const char *file, dado_text *out)
{
    const evaluator *j = s->own;
    dado_text_addf(out, "dado map eval %s --target %s -n %d --seed %" PRIu64, file, j->wish,
                   j->jury.games, j->jury.seed);
    if (j->profiles) dado_text_addf(out, " --types %s", j->profiles);
}

static void look_drawn(const dado_breeding_setup *s, const char *file, dado_text *out)
{
    dado_text_addf(out, "dado map eval %s %s --target %s shows what they brought.", s->name, file,
                   ((const evaluator *)s->own)->wish);
}

static void look_made(const dado_breeding_setup *s, const char *file, dado_text *out)
{
    dado_text_addf(out, "dado map eval %s --target %s shows how it holds with more games.", file,
                   ((const evaluator *)s->own)->wish);
}

static const char *const columns[] = { "floor_ratio",   "path",           "linearity", "leniency",
                                       "enemy_density", "reward_density", NULL };
static const char *const flags[] = { "matches", "profiles", "rules", NULL };

const dado_species_source dado_species_source_map = {
    .name = "map",
    .names = "maps",
    .columns = columns,
    .flags = flags,
    .wished = true,
    .open = open_drawn,
    .again = again,
    .inspect_command = look_drawn,
    .heed = heed,
};

const dado_species_source dado_species_source_generator = {
    .name = "generator",
    .endings = DADO_NAMES(".lua"),
    .names = "generators of maps",
    .columns = columns,
    .flags = flags,
    .wished = true,
    .notation = ".numbers",
    .open = open_maker,
    .again = again,
    .inspect_command = look_made,
    .heed = heed,
};
