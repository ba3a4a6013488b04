// greedy_agent.c - takes the move that pays best at once.
//
// For each move it looks at the scores right after it, with luck played out, over a few
// guesses of what is hidden, and takes the move that puts it furthest ahead of its best
// rival. It does not look further ahead.
#include <string.h>

#include "agents/search_common.h"

typedef struct greed {
    dado_search_settings how;
    int guesses;
} greed;

static bool open(dado_agent *agent, const dado_options *options, dado_region *region,
                 dado_error *err)
{
    greed *g = dado_new(region, greed, 1);
    if (!g) return dado_fail(err, DADO_LIMIT, "no memory left for the greedy player");
    dado_option_reader ask = dado_option_reader_begin(options);
    g->guesses = (int)dado_option_int(&ask, "guesses", 8, 1, 10000);
    if (!dado_option_reader_end(&ask, region, &agent->options, err)) return false;
    g->how = (dado_search_settings){ .iterations = 1, .depth = 1 };
    agent->data = g;
    agent->scratch_size = dado_search_run_size(agent->game) + agent->game->state_size +
                          sizeof(double) * (size_t)agent->game->max_moves + 2 * sizeof(double);
    return true;
}

// Returns the points ahead of the best rival; for a single player, the points.
static double lead(dado_search_run *run, int seat)
{
    const dado_game *game = run->game;
    game->rules->scores(game, run->state, run->scores);
    bool rivals = false;
    int32_t best = 0;
    for (int p = 0; p < game->players; p++) {
        bool partner = game->side && game->side[p] == game->side[seat];
        if (p == seat || partner) continue;
        if (!rivals || run->scores[p] > best) best = run->scores[p];
        rivals = true;
    }
    return (double)run->scores[seat] - (rivals ? best : 0);
}

// Sums up the lead after each move, over all guesses.
static void look_ahead(const dado_agent *agent, const dado_turn *turn, double *gained)
{
    const greed *g = agent->data;
    const dado_game *game = turn->game;
    dado_search_run run = dado_search_run_begin(turn, &g->how);
    unsigned char *guess = (unsigned char *)turn->scratch + dado_search_run_size(game) +
                           sizeof(double) * (size_t)game->max_moves;
    for (int i = 0; i < turn->count; i++) gained[i] = 0;
    for (int round = 0; round < g->guesses && !dado_turn_stopped(turn); round++) {
        dado_search_run_determinize(&run, turn);
        memcpy(guess, run.state, game->state_size);
        for (int i = 0; i < turn->count; i++) {
            memcpy(run.state, guess, game->state_size);
            game->rules->apply(game, run.state, turn->moves[i]);
            dado_search_run_chance(&run);
            gained[i] += lead(&run, turn->seat);
        }
        *turn->effort += (uint64_t)turn->count;
        if (!game->secrets && !game->luck) break;
    }
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    if (turn->count == 1) return 0;
    double *gained = (double *)((unsigned char *)turn->scratch + dado_search_run_size(turn->game));
    look_ahead(agent, turn, gained);
    int best = 0, level = 1;
    for (int i = 1; i < turn->count; i++) {
        if (gained[i] > gained[best]) {
            best = i;
            level = 1;
        } else if (gained[i] == gained[best]) {
            if (dado_rng_below(turn->luck, (uint64_t)++level) == 0) best = i;
        }
    }
    return best;
}

const dado_agent_kind dado_agent_greedy = {
    .size = sizeof(dado_agent_kind),
    .name = "greedy",
    .title = "Greedy",
    .about = "Takes the move with the best standing right after it.",
    .open = open,
    .choose = choose,
    .values = look_ahead,
};
