// territorio_baseline_agent.c - a Território player with simple goals: grow, guard,
// attack.
//
// It remembers terrain and the buildings of others, and follows one policy from the first
// turn to the last.
#include <string.h>

#include "agents/agent.h"
#include "agents/territorio_policy.h"

static bool open(dado_agent *agent, const dado_options *options, dado_region *region,
                 dado_error *err)
{
    const dado_terr *w = agent->game->data;
    dado_terr_policy *d = dado_new(region, dado_terr_policy, 1);
    if (!d) return dado_fail(err, DADO_LIMIT, "no memory left for the baseline player");
    const dado_terr_policy *usual = &dado_terr_policy_baseline;
    dado_option_reader ask = dado_option_reader_begin(options);
    d->spacing = (int)dado_option_int(&ask, "spacing", usual->spacing, 1, 20);
    d->army_from = (int)dado_option_int(&ask, "army_from", usual->army_from, 0, 10000);
    d->army_every = (int)dado_option_int(&ask, "army_every", usual->army_every, 0, 10000);
    d->guard = (int)dado_option_int(&ask, "guard", usual->guard, 0, 10000);
    d->barracks_every =
        (int)dado_option_int(&ask, "barracks_every", usual->barracks_every, 0, 10000);
    d->patience = (int)dado_option_int(&ask, "patience", usual->patience, 1, 10000);
    d->courage = dado_option_real(&ask, "courage", usual->courage, 0, 100);
    agent->data = d;
    agent->self_size = dado_terr_policy_state_size(w) + dado_tactics_memory_size(w);
    agent->scratch_size = w->state_size;
    return dado_option_reader_end(&ask, region, &agent->options, err);
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    const dado_terr *w = agent->game->data;
    dado_terr_policy_state *mind = turn->self;
    void *memory = (unsigned char *)turn->self + dado_terr_policy_state_size(w);
    memcpy(turn->scratch, turn->view, w->state_size);
    dado_terr_board b = dado_terr_board_of(w, turn->scratch);
    dado_tactics_remember(&b, turn->seat, memory);
    dado_tactics_recall(&b, turn->seat, memory);
    for (;;) {
        dado_move move = dado_terr_policy_next(&b, turn->seat, agent->data, mind);
        for (int i = 0; i < turn->count; i++) {
            if (turn->moves[i] == move) return i;
        }
        if (mind->at >= b.seats[turn->seat].units) return turn->count - 1;
        dado_terr_policy_skip(mind);
    }
}

const dado_agent_kind dado_agent_territorio_baseline = {
    .size = sizeof(dado_agent_kind),
    .name = "territorio_baseline",
    .title = "Território's baseline",
    .about = "Remembers what it saw, founds cities, keeps a guard and marches on what it knows.",
    .game = "territorio",
    .open = open,
    .choose = choose,
};
