// trial.c - a few matches played while a description is checked, to see whether a choice ever has
// no option. What can be said in many ways cannot be read off the text.
#include <stdlib.h>

#include "recycle/machine.h"

// A game that never ends rests for ever, whether somebody chooses there or not.
enum { trial_matches = 20, most_rests = 800 };  // of each match

static void tell_empty(rcy_source *s, const rcy_choice *c)
{
    rcy_notice(s, "W416", c->token, c->token + 1,
               "there was no option here in one of %d matches played to see; then nothing happens "
               "and the game goes on; (choice (...) else act) says what does", trial_matches);
}

void rcy_trial(rcy_source *s, const dado_game *game)
{
    const rcy_program *p = game->data;
    unsigned char *state = malloc(game->state_size);
    dado_move *moves = malloc(sizeof *moves * (size_t)game->max_moves);
    bool *told = calloc((size_t)p->choice_count + 1, sizeof *told);
    bool whole = state && moves && told;  // a match that breaks off is the last
    for (int match = 0; whole && match < trial_matches; match++) {
        dado_quick luck = dado_quick_seed((uint64_t)match + 1);
        game->rules->start(game, state);
        for (int rests = 0; rests < most_rests; rests++) {
            int actor = game->rules->actor(game, state);
            if (actor == DADO_NOBODY) break;
            int count = game->rules->legal(game, state, moves);
            if (count == 0) {
                game->rules->apply(game, state, dado_quick_next(&luck));
                continue;
            }
            if (actor >= 0) {
                int which = p->code[((const rcy_rest *)(const void *)state)->pc].choice;
                if (moves[0] == RCY_NOTHING && !told[which]) tell_empty(s, &p->choices[which]);
                if (moves[0] == RCY_NOTHING) told[which] = true;
            }
            game->rules->apply(game, state, moves[dado_quick_below(&luck, (uint32_t)count)]);
        }
        whole = ((const rcy_rest *)(const void *)state)->fault == 0;
    }
    free(state);
    free(moves);
    free(told);
}
