// always_right_options.c - see always_right_options.h.
#include "judge/always_right_options.h"

#include <math.h>
#include <string.h>

#include "agents/agent.h"
#include "core/scope_cleanup.h"
#include "judge/exact_random_play_values.h"

typedef struct contest {
    const dado_game *game;
    dado_moments advantage;
} contest;

// Line-up number `seat` has the player who takes the option in that seat, and players who
// avoid it in all others.
static void take_block(void *context, const dado_block *block)
{
    contest *e = context;
    int players = e->game->players, seat = block->lineup;
    for (int i = 0; i < block->count; i++) {
        const int32_t *places = block->places + (int64_t)i * players;
        if (!dado_end_has_result((dado_match_end)block->ends[i])) continue;
        double own = dado_seat_share(e->game, places, seat), rest = 0;
        for (int p = 0; p < players; p++) {
            if (p != seat) rest += dado_seat_share(e->game, places, p) / (players - 1);
        }
        dado_moments_add(&e->advantage, own - rest);
    }
}

static bool may_be_always_right(const dado_option_values *v, const dado_option_value *o)
{
    bool enough = v->exact || o->decisions >= DADO_NEVER_RIGHT_DECISIONS;
    return enough && !(o->worse.value > 0) && o->best.value > 0 && !strpbrk(o->name, ";,");
}

static dado_lineup *make_lineups(const dado_player *takes, const dado_player *avoids, int players,
                                 dado_region *region)
{
    dado_lineup *lineups = dado_new(region, dado_lineup, players);
    dado_player *seats = dado_new(region, dado_player, (size_t)players * (size_t)players);
    for (int l = 0; lineups && seats && l < players; l++, seats += players) {
        for (int p = 0; p < players; p++) seats[p] = p == l ? *takes : *avoids;
        lineups[l] = (dado_lineup){ "one among others", seats, players };
    }
    return seats ? lineups : NULL;
}

// Has who takes the option play against those who avoid it.
static bool play(const dado_always_right_config *config, const dado_experiment_settings *how,
                 const dado_game *game, const char *option, dado_region *region, contest *e,
                 dado_error *err)
{
    DADO_CLEANUP(dado_text_free) dado_text tastes = { 0 };
    dado_text_addf(&tastes, "-1 %s", option);
    dado_option taken = { .name = "option", .text = option };
    dado_option avoided = { .name = "tastes", .text = dado_text_string(&tastes) };
    dado_player takes = { .typed = "prefers",
                          .kind = dado_agent_named("prefers"),
                          .options = { &taken, 1 } };
    dado_player avoids = { .typed = "strategy",
                           .kind = dado_agent_named("strategy"),
                           .options = { &avoided, 1 } };
    const dado_lineup *lineups = make_lineups(&takes, &avoids, game->players, region);
    if (!lineups) return dado_fail(err, DADO_LIMIT, "no memory left to compare options");
    dado_plan plan = { .instances = config->game,
                       .instance_count = 1,
                       .lineups = lineups,
                       .lineup_count = game->players,
                       .matches = config->matches,
                       .paired = true,
                       .seed = config->seed,
                       .move_limit = config->limit };
    dado_experiment_settings each = { .threads = how->threads,
                                      .stop = how->stop,
                                      .native = DADO_NATIVE_NO,
                                      .context = how->context,
                                      .progress = how->progress,
                                      .taker = e,
                                      .block = take_block };
    DADO_CLEANUP(dado_results_free) dado_results results = { 0 };
    if (!dado_experiment_run(&plan, &each, &results, err)) return false;
    if (results.cells[0].error.status == DADO_OK) return true;
    *err = results.cells[0].error;
    return false;
}

bool dado_find_always_right(const dado_always_right_config *config,
                            const dado_experiment_settings *how, dado_region *region,
                            dado_option_values *values, dado_error *err)
{
    dado_game game;
    if (!dado_game_source_open(config->game, &game, region, err)) return false;
    if (game.players < 2 || dado_game_is_cooperative(&game)) return true;
    for (int i = 0; i < values->count && !(how->stop && *how->stop); i++) {
        dado_option_value *o = &values->options[i];
        contest e = { .game = &game };
        if (!may_be_always_right(values, o)) continue;
        if (!play(config, how, &game, o->name, region, &e, err)) return false;
        double count = (double)(e.advantage.count > 0 ? e.advantage.count : 1);
        double half = dado_normal_quantile(0.5 + config->level / 2) *
                      sqrt(dado_moments_variance(&e.advantage) / count + 1 / (count * count));
        o->advantage =
            (dado_interval){ e.advantage.mean, e.advantage.mean - half, e.advantage.mean + half };
        o->always_right = o->advantage.low > 0;
    }
    return true;
}
