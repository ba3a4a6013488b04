// stock_map.c - dungeon maps as dado evolve breeds them: a drawn one, or what a generator makes.
#include <inttypes.h>

#include "job/maps.h"
#include "job/stock.h"
#include "evolve/maps.h"

typedef struct jurors {
    dado_map_jury jury;
    dado_judge judge;
    dado_options given;
    const char *wish, *profiles;
    dado_map_breed drawn;
    dado_map_maker maker;
} jurors;

// Everything that decides what the jury answers, as one line; NULL without memory.
static const char *settings_of(const dado_map_jury *jury, const dado_errand *errand)
{
    dado_draft said = { 0 }, wishes = { 0 };
    if (jury->expect) dado_expect_write(jury->expect, &wishes);
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
    return dado_errand_copy(errand, dado_text_string(&said), said.length);
}

// `generator` is NULL for a drawn map: all options are rules then.
static jurors *open_jury(dado_stable *s, const dado_generator *generator, dado_map_jurors *to)
{
    dado_errand *errand = s->errand;
    jurors *j = dado_errand_new(errand, jurors, 1);
    if (!j) return NULL;
    j->wish = dado_errand_text(errand, "toward");
    j->profiles = dado_errand_text(errand, "profiles");
    if (!j->wish) {
        dado_fail(errand->err, DADO_MEANING,
                  "say what is wished for: --toward FILE, or casual, classic, hardcore");
        return NULL;
    }
    j->jury.games = (int)dado_stock_whole(errand, "matches", 10);
    j->jury.seed = s->seed;
    j->judge = (dado_judge){ dado_map_jury_quality, &j->jury };
    if (!dado_map_options(errand, generator, &j->given, &j->jury.rules) ||
        !dado_map_jury_open(&j->jury, errand, j->profiles, j->wish)) {
        return NULL;
    }
    *to = (dado_map_jurors){ &j->judge, settings_of(&j->jury, errand),
                             &j->jury.rules };
    if (!to->settings) return NULL;
    s->own = j;
    s->plan = (dado_breeding){ .population = 24, .generations = 30, .selection = DADO_TOURNAMENT,
                               .tournament = 3, .elite = 2, .crossover = 0.5, .stagnation = 12 };
    return j;
}

static bool open_drawn(dado_stable *s)
{
    dado_map_jurors to;
    dado_game game;
    if (!dado_source_open(&s->source, &game, s->errand->arena, s->errand->err)) return false;
    jurors *j = open_jury(s, NULL, &to);
    if (!j) return false;
    s->name = s->source.name;
    j->drawn = (dado_map_breed){ .jurors = to, .name = s->source.path, .ancestor = s->source.text };
    if (!dado_map_species(&s->species, &j->drawn, s->errand->arena, s->errand->err)) return false;
    s->ancestor = j->drawn.genome;
    return true;
}

// A script that has changed since is another generator.
static bool name_script(const dado_stable *s, dado_map_jurors *to)
{
    const char *text;
    if (!dado_file_read(s->name, DADO_FILE_MOST, s->errand->arena, &text, s->errand->err))
        return false;
    to->settings = dado_errand_copyf(s->errand, "script=%016" PRIx64 " %s",
                                     dado_species_hash(text), to->settings);
    return to->settings;
}

static bool open_maker(dado_stable *s)
{
    dado_map_jurors to;
    const dado_generator *generator;
    s->name = s->word;
    if (!dado_map_generator(s->errand, s->name, &generator)) return false;
    jurors *j = open_jury(s, generator, &to);
    if (!j) return false;
    if (!dado_generator_named(s->name) && !name_script(s, &to)) return false;
    j->maker = (dado_map_maker){ .jurors = to, .generator = generator, .given = &j->given,
                                 .crossed = true };
    return dado_map_maker_species(&s->species, &j->maker, s->errand->arena, s->errand->err);
}

static void heed(dado_stable *s, const volatile sig_atomic_t *stop)
{
    ((jurors *)s->own)->jury.stop = ((jurors *)s->own)->maker.stop = stop;
}

static void again(const dado_stable *s, const char *file, dado_text *out)
{
    const jurors *j = s->own;
    dado_text_addf(out, "dado map eval %s --expect %s -n %d --seed %" PRIu64, file, j->wish,
                   j->jury.games, j->jury.seed);
    if (j->profiles) dado_text_addf(out, " --profiles %s", j->profiles);
}

static void look_drawn(const dado_stable *s, const char *file, dado_text *out)
{
    dado_text_addf(out, "dado map eval %s %s --expect %s shows what they brought.", s->name, file,
                   ((const jurors *)s->own)->wish);
}

static void look_made(const dado_stable *s, const char *file, dado_text *out)
{
    dado_text_addf(out, "dado map eval %s --expect %s shows how it holds with more games.", file,
                   ((const jurors *)s->own)->wish);
}

static const char *const columns[] = { "floor_ratio",   "path",          "linearity", "leniency",
                                       "enemy_density", "reward_density", NULL };
static const char *const flags[] = { "matches", "profiles", "rules", NULL };

const dado_stock dado_stock_map = {
    .name = "map",
    .names = "maps",
    .columns = columns,
    .flags = flags,
    .wished = true,
    .open = open_drawn,
    .again = again,
    .look = look_drawn,
    .heed = heed,
};

const dado_stock dado_stock_maker = {
    .name = "generator",
    .endings = DADO_NAMES(".lua"),
    .names = "generators of maps",
    .columns = columns,
    .flags = flags,
    .wished = true,
    .notation = ".numbers",
    .open = open_maker,
    .again = again,
    .look = look_made,
    .heed = heed,
};
