// pimc.c - tries every move over many guesses of what is hidden.
//
// Flat Monte Carlo: for each guess of the hidden cards, every move is made and played out
// at random, and the move with the best mean is taken. All moves get the same guesses, so
// the value of a guess itself cancels out.
#include <string.h>

#include "agents/search_common.h"

static bool open(dado_agent *agent, const dado_options *options, dado_region *region,
                 dado_error *err)
{
    dado_search_settings *how = dado_new(region, dado_search_settings, 1);
    if (!how) return dado_fail(err, DADO_LIMIT, "no memory left for the Monte Carlo player");
    dado_option_reader ask = dado_option_reader_begin(options);
    *how = dado_search_settings_ask(&ask, 200);
    if (!dado_option_reader_end(&ask, region, &agent->options, err)) return false;
    agent->data = how;
    agent->scratch_size = dado_search_run_size(agent->game) +
                          sizeof(double) * (size_t)agent->game->max_moves +
                          agent->game->state_size + sizeof(double);
    return true;
}

// Adds up what each move was worth, over all guesses; returns how many there were.
static int play_out(const dado_agent *agent, const dado_turn *turn, double *won)
{
    const dado_game *game = turn->game;
    int guesses = 0;
    dado_search_run run = dado_search_run_begin(turn, agent->data);
    unsigned char *guess = (unsigned char *)turn->scratch + dado_search_run_size(game) +
                           sizeof(double) * (size_t)game->max_moves;
    for (int i = 0; i < turn->count; i++) won[i] = 0;
    int tried = turn->count;  // all moves have been tried with this guess: take another
    // If the budget ends in the middle of a guess, the moves that were not tried with it
    // are judged without it. Otherwise the first moves of the list would have an
    // advantage.
    while (dado_search_run_continue(&run)) {
        if (tried == turn->count) {
            uint64_t left = (uint64_t)run.how.iterations - run.done + 1;
            if (!run.until && left < (uint64_t)turn->count && run.done > 1) break;
            dado_search_run_determinize(&run, turn);
            memcpy(guess, run.state, game->state_size);
            tried = 0;
            guesses++;
        }
        memcpy(run.state, guess, game->state_size);
        game->rules->apply(game, run.state, turn->moves[tried]);
        if (!dado_search_run_playout(&run, 1)) break;
        won[tried++] += run.worth[turn->seat];
    }
    *turn->effort += run.done;
    return guesses;
}

static void value_moves(const dado_agent *agent, const dado_turn *turn, double *values)
{
    int guesses = play_out(agent, turn, values);
    for (int i = 0; guesses > 0 && i < turn->count; i++) values[i] /= guesses;
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    if (turn->count == 1) return 0;
    double *won = (double *)((unsigned char *)turn->scratch + dado_search_run_size(turn->game));
    play_out(agent, turn, won);
    int best = 0;
    for (int i = 1; i < turn->count; i++) {
        if (won[i] > won[best]) best = i;
    }
    return best;
}

const dado_agent_kind dado_agent_pimc = {
    .size = sizeof(dado_agent_kind),
    .name = "pimc",
    .title = "Flat Monte Carlo",
    .about = "Plays every move out at random over many guesses of what is hidden.",
    .open = open,
    .choose = choose,
    .values = value_moves,
};
