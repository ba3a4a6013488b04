// strategy_breeding.c - see strategy_breeding.h.
#include "judge/strategy_breeding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "core/scope_cleanup.h"
#include "judge/exact_random_play_values.h"

enum {
    population = 16,
    parents = 4,
    features = DADO_BREED_WORDS + 4,  // words first, then points, harm, high, end
    strongest_weight = 3,
    breed_stream = DADO_STREAM_SEAT + 1029,
};

static const char *const feature_styles[] = { "@points", "@harm", "@high", "@end" };
static const char *const likes[] = { "gathers points", "holds others back", "takes high numbers",
                                     "ends it soon" };
static const char *const dislikes[] = { "avoids points", "lets others be", "takes low numbers",
                                        "puts off the end" };

typedef struct genome {
    int weight[features], noise;
} genome;

typedef struct contest {  // what the genomes of one generation won
    const dado_game *game;
    int opponents;
    const double *shares;
    dado_moments won[population][DADO_BREED_OPPONENTS];
} contest;

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left to breed strategies");
}

// ---- genomes ----

static int random_weight(dado_rng *luck)
{
    int weight = 1 + (int)dado_rng_below(luck, strongest_weight);
    return dado_rng_below(luck, 2) ? weight : -weight;
}

static int pick_feature(const dado_breeding_config *c, dado_rng *luck)
{
    int at = (int)dado_rng_below(luck, (uint64_t)c->word_count + 4);
    return at < c->word_count ? at : DADO_BREED_WORDS + at - c->word_count;
}

static genome random_genome(const dado_breeding_config *c, dado_rng *luck)
{
    genome g = { { 0 }, 0 };
    for (int i = 0; i < 3; i++) g.weight[pick_feature(c, luck)] = random_weight(luck);
    return g;
}

static genome child_of(const dado_breeding_config *c, const genome *one, const genome *other,
                       dado_rng *luck)
{
    genome g = *one;
    for (int i = 0; i < features; i++) {
        if (dado_rng_below(luck, 2)) g.weight[i] = other->weight[i];
    }
    int at = pick_feature(c, luck);
    g.weight[at] = dado_rng_below(luck, 3) ? random_weight(luck) : 0;
    if (dado_rng_below(luck, 8) == 0) g.noise = (int)dado_rng_below(luck, 3) * 10;
    return g;
}

static const char *styles_of(const dado_breeding_config *c, const genome *g, dado_region *region)
{
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    for (int i = 0; i < features; i++) {
        if (g->weight[i] == 0 || (i >= c->word_count && i < DADO_BREED_WORDS)) continue;
        const char *what =
            i < DADO_BREED_WORDS ? c->words[i] : feature_styles[i - DADO_BREED_WORDS];
        dado_text_addf(&text, "%s%d %s", text.length ? "; " : "", g->weight[i], what);
    }
    return dado_region_copy(region, dado_text_string(&text), text.length);
}

static void add_style_in_words(const dado_breeding_config *c, int feature, int weight,
                               dado_text *out)
{
    if (out->length) dado_text_addf(out, ", ");
    if (feature < DADO_BREED_WORDS) {
        dado_text_addf(out, weight > 0 ? "likes %s" : "avoids %s", c->words[feature]);
    } else {
        int at = feature - DADO_BREED_WORDS;
        dado_text_addf(out, "%s", weight > 0 ? likes[at] : dislikes[at]);
    }
}

// Names a genome by its two strongest styles.
static const char *name_of(const dado_breeding_config *c, const genome *g, dado_region *region)
{
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    int named = 0;
    for (int size = strongest_weight; size > 0; size--) {
        for (int i = 0; i < features && named < 2; i++) {
            if (abs(g->weight[i]) != size) continue;
            add_style_in_words(c, i, g->weight[i], &text);
            named++;
        }
    }
    if (named == 0) dado_text_addf(&text, "anything");
    return dado_region_copy(region, dado_text_string(&text), text.length);
}

dado_player dado_strategy_player(const dado_bred_strategy *bred, dado_option options[2],
                                 dado_region *region)
{
    DADO_CLEANUP(dado_text_free) dado_text typed = { 0 };
    options[0] = (dado_option){ .name = "styles", .text = bred->styles };
    options[1] = (dado_option){ .name = "noise",
                                .text = bred->noise == 0    ? "0"
                                        : bred->noise == 10 ? "10"
                                                            : "20" };
    dado_text_addf(&typed, "strategy:styles=%s", bred->styles);
    if (bred->noise) dado_text_addf(&typed, ",noise=%d", bred->noise);
    return (dado_player){ .typed = dado_region_copy(region, dado_text_string(&typed), typed.length),
                          .kind = dado_agent_named("strategy"),
                          .options = { options, 2 } };
}

// ---- matches ----

// Line-up number (genome * opponents + opponent) * players + seat has the genome in that
// seat and the opponent in all others.
static void take_block(void *context, const dado_block *block)
{
    contest *e = context;
    int players = e->game->players, seat = block->lineup % players;
    int genome_number = block->lineup / players / e->opponents;
    int opponent = block->lineup / players % e->opponents;
    for (int i = 0; i < block->count; i++) {
        const int32_t *places = block->places + (int64_t)i * players;
        if (!dado_end_has_result((dado_match_end)block->ends[i])) continue;
        double own = dado_seat_share(e->game, places, seat), rest = 0;
        for (int p = 0; p < players; p++) {
            if (p != seat) rest += dado_seat_share(e->game, places, p) / (players - 1);
        }
        dado_moments_add(&e->won[genome_number][opponent], own - rest);
    }
}

static dado_lineup *make_lineups(const dado_breeding_config *c, int players,
                                 const dado_player *genomes, int count, dado_region *region)
{
    int all = count * c->opponent_count * players;
    dado_lineup *lineups = dado_new(region, dado_lineup, all);
    dado_player *seats = dado_new(region, dado_player, (size_t)all * (size_t)players);
    if (!lineups || !seats) return NULL;
    for (int l = 0; l < all; l++, seats += players) {
        int seat = l % players, number = l / players / c->opponent_count;
        int opponent = l / players % c->opponent_count;
        for (int p = 0; p < players; p++) {
            seats[p] = p == seat ? genomes[number] : c->opponents[opponent];
        }
        lineups[l] = (dado_lineup){ "one among others", seats, players };
    }
    return lineups;
}

// Has genomes play against every opponent from every seat.
static bool play(const dado_breeding_config *c, const dado_experiment_settings *how,
                 const dado_game *game, const genome *genomes, int count, int64_t matches,
                 uint64_t seed, contest *e, bool *interrupted, dado_error *err)
{
    dado_region region;
    dado_region_init(&region, (size_t)1 << 28);
    DADO_CLEANUP(dado_results_free) dado_results results = { 0 };
    dado_player players[population];
    dado_option options[population][2];
    bool fine = true;
    for (int i = 0; i < count && fine; i++) {
        dado_bred_strategy one = { .styles = styles_of(c, &genomes[i], &region),
                                   .noise = genomes[i].noise };
        fine = one.styles;
        if (fine) players[i] = dado_strategy_player(&one, options[i], &region);
        fine = fine && players[i].typed;
    }
    const dado_lineup *lineups =
        fine ? make_lineups(c, game->players, players, count, &region) : NULL;
    memset(e->won, 0, sizeof e->won);
    dado_plan plan = { .instances = c->game,
                       .instance_count = 1,
                       .lineups = lineups,
                       .lineup_count = count * c->opponent_count * game->players,
                       .matches = matches,
                       .paired = true,
                       .seed = seed,
                       .move_limit = c->limit };
    dado_experiment_settings each = { .threads = how->threads,
                                      .stop = how->stop,
                                      .native = DADO_NATIVE_NO,
                                      .context = how->context,
                                      .progress = how->progress,
                                      .taker = e,
                                      .block = take_block };
    if (!lineups) fine = no_memory(err);
    else fine = dado_experiment_run(&plan, &each, &results, err);
    *interrupted = *interrupted || results.interrupted;
    if (fine && results.cells[0].error.status != DADO_OK) {
        *err = results.cells[0].error;
        fine = false;
    }
    dado_results_free(&results);
    results = (dado_results){ 0 };
    dado_region_free(&region);
    return fine;
}

static double fitness(const contest *e, int number)
{
    double sum = 0;
    for (int k = 0; k < e->opponents; k++) sum += e->shares[k] * e->won[number][k].mean;
    return sum;
}

static dado_interval advantage(const contest *e, double level, int64_t *matches)
{
    double mean = 0, variance = 0;
    for (int k = 0; k < e->opponents; k++) {
        const dado_moments *m = &e->won[0][k];
        double count = (double)(m->count > 0 ? m->count : 1);
        mean += e->shares[k] * m->mean;
        variance += e->shares[k] * e->shares[k] *
                    (dado_moments_variance(m) / count + 1.0 / (count * count));
        *matches += m->count;
    }
    double half = dado_normal_quantile(0.5 + level / 2) * sqrt(variance);
    return (dado_interval){ mean, fmax(mean - half, -1), fmin(mean + half, 1) };
}

// Sorts the genomes, the best first; equal ones keep their order.
static void sort_by_fitness(genome *genomes, const contest *e)
{
    double value[population];
    for (int i = 0; i < population; i++) {
        genome g = genomes[i];
        double own = fitness(e, i);
        int at = i;
        for (; at > 0 && value[at - 1] < own; at--) {
            genomes[at] = genomes[at - 1];
            value[at] = value[at - 1];
        }
        genomes[at] = g;
        value[at] = own;
    }
}

bool dado_strategy_breed(const dado_breeding_config *c, const dado_experiment_settings *how,
                         dado_region *region, dado_bred_strategy *bred, dado_error *err)
{
    dado_game game;
    genome genomes[population];
    contest e = { .game = &game, .opponents = c->opponent_count, .shares = c->shares };
    dado_rng luck = dado_rng_stream(c->seed, 0, breed_stream);
    *bred = (dado_bred_strategy){ .styles = "", .name = "anything" };
    if (!dado_game_source_open(c->game, &game, region, err)) return false;
    for (int i = 0; i < population; i++) genomes[i] = random_genome(c, &luck);
    for (int generation = 0; generation < c->generations; generation++) {
        uint64_t seed = dado_derive_seed(c->seed, (uint64_t)generation + 1);
        if (!play(c, how, &game, genomes, population, c->matches, seed, &e, &bred->interrupted,
                  err)) {
            return false;
        }
        if (bred->interrupted) return true;
        sort_by_fitness(genomes, &e);
        for (int i = parents; i < population && generation + 1 < c->generations; i++) {
            const genome *one = &genomes[dado_rng_below(&luck, parents)];
            const genome *other = &genomes[dado_rng_below(&luck, parents)];
            genomes[i] = child_of(c, one, other, &luck);
        }
    }
    uint64_t fresh = dado_derive_seed(c->seed, (uint64_t)c->generations + 1);
    if (!play(c, how, &game, genomes, 1, 16 * c->matches, fresh, &e, &bred->interrupted, err)) {
        return false;
    }
    bred->advantage = advantage(&e, c->level, &bred->matches);
    bred->styles = styles_of(c, &genomes[0], region);
    bred->noise = genomes[0].noise;
    bred->name = name_of(c, &genomes[0], region);
    return (bred->styles && bred->name) || no_memory(err);
}
