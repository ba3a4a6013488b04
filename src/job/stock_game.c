// stock_game.c - described games as dado evolve breeds them.
#include <inttypes.h>
#include <string.h>

#include "job/stock.h"
#include "evolve/rules.h"

typedef struct rules {
    dado_options options;
    dado_measures measures;
    dado_expect expect;
    dado_player player;
    dado_rules_breed breed;
} rules;

static bool read_wishes(dado_stable *s, rules *r)
{
    const char *name = dado_errand_text(s->errand, "toward");
    if (!name) {
        return dado_fail(s->errand->err, DADO_MEANING,
                         "say what is wished for: --toward FILE, or casual, tense, strategic");
    }
    bool fine = dado_errand_expect(s->errand, name, "expect/games", &r->measures, &r->expect);
    return fine && dado_expect_check(&r->expect, s->errand->err);
}

static bool open(dado_stable *s)
{
    dado_errand *errand = s->errand;
    dado_game game;
    rules *r = dado_new(errand->arena, rules, 1);
    dado_rules_genome *ancestor = dado_errand_new(errand, dado_rules_genome, 1);
    if (!r || !ancestor) return false;
    const char *player = dado_errand_text(errand, "agent");
    if (!dado_errand_options(errand, &r->options) ||
        !dado_source_open(&s->source, &game, errand->arena, errand->err) ||
        !dado_measures_list(&r->measures, NULL, errand->arena, errand->err) || !read_wishes(s, r) ||
        !dado_player_parse(&r->player, player ? player : "random", errand->arena, errand->err)) {
        return false;
    }
    r->breed = (dado_rules_breed){
        .name = s->source.path, .ancestor = s->source.text, .options = &r->options,
        .player = &r->player, .expect = &r->expect,
        .matches = dado_stock_whole(errand, "matches", 200),
        .move_limit = (int)dado_stock_whole(errand, "limit", 5000),
        .seed = s->seed,
        .growth_cost = dado_errand_real(errand, "growth-cost"),
        .turn_scoring = dado_errand_given(errand, "turn-scoring"),
    };
    s->plan = (dado_breeding){ .population = 40, .generations = 30, .selection = DADO_TOURNAMENT,
                               .tournament = 3, .elite = 4, .crossover = 0.3, .stagnation = 12 };
    s->name = s->source.name;
    s->own = r;
    if (!dado_rules_species(&s->species, &r->breed, errand->arena, errand->err)) return false;
    memcpy(ancestor->text, r->breed.ancestor, strlen(r->breed.ancestor));
    s->ancestor = ancestor;
    return true;
}

static void heed(dado_stable *s, const volatile sig_atomic_t *stop)
{
    ((rules *)s->own)->breed.stop = stop;
}

static const char *steps(const void *genome)
{
    return ((const dado_rules_genome *)genome)->steps;
}

static void again(const dado_stable *s, const char *file, dado_text *out)
{
    const rules *r = s->own;
    dado_text_addf(out, "dado sim %s -n %" PRId64 " --seed %" PRIu64, file, r->breed.matches,
                   r->breed.seed);
}

static void look(const dado_stable *s, const char *file, dado_text *out)
{
    dado_text_addf(out, "dado diff %s %s shows what they brought.", s->name, file);
}

const dado_stock dado_stock_game = {
    .name = "game",
    .names = "games",
    .columns = DADO_NAMES("quality", "decisions", "rounds", "size"),
    .flags = DADO_NAMES("matches", "limit", "agent", "growth-cost", "turn-scoring"),
    .wished = true,
    .open = open,
    .again = again,
    .look = look,
    .heed = heed,
    .steps = steps,
};
