// territorio_baseline.c - a player with goals: grow, guard, strike.
//
// It remembers terrain and the buildings of others, and follows one doctrine
// from the first turn to the last.
#include <string.h>

#include "agents/agent.h"
#include "agents/territorio_doctrine.h"

static bool open(dado_agent *agent, const dado_options *options, dado_arena *arena,
                 dado_error *err)
{
    const dado_terr *w = agent->game->data;
    dado_doctrine *d = dado_new(arena, dado_doctrine, 1);
    if (!d) return dado_fail(err, DADO_LIMIT, "no memory left for the baseline player");
    const dado_doctrine *usual = &dado_doctrine_baseline;
    dado_ask ask = dado_ask_begin(options);
    d->spacing = (int)dado_ask_int(&ask, "spacing", usual->spacing, 1, 20);
    d->army_from = (int)dado_ask_int(&ask, "army_from", usual->army_from, 0, 10000);
    d->army_every = (int)dado_ask_int(&ask, "army_every", usual->army_every, 0, 10000);
    d->guard = (int)dado_ask_int(&ask, "guard", usual->guard, 0, 10000);
    d->barracks_every = (int)dado_ask_int(&ask, "barracks_every", usual->barracks_every, 0, 10000);
    d->patience = (int)dado_ask_int(&ask, "patience", usual->patience, 1, 10000);
    d->courage = dado_ask_real(&ask, "courage", usual->courage, 0, 100);
    agent->data = d;
    agent->self_size = dado_doctrine_mind_size(w) + dado_kit_memory_size(w);
    agent->scratch_size = w->state_size;
    return dado_ask_end(&ask, arena, &agent->options, err);
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    const dado_terr *w = agent->game->data;
    dado_doctrine_mind *mind = turn->self;
    void *memory = (unsigned char *)turn->self + dado_doctrine_mind_size(w);
    memcpy(turn->scratch, turn->view, w->state_size);
    dado_terr_board b = dado_terr_board_of(w, turn->scratch);
    dado_kit_remember(&b, turn->seat, memory);
    dado_kit_recall(&b, turn->seat, memory);
    for (;;) {
        dado_move move = dado_doctrine_next(&b, turn->seat, agent->data, mind);
        for (int i = 0; i < turn->count; i++) {
            if (turn->moves[i] == move) return i;
        }
        if (mind->at >= b.seats[turn->seat].units) return turn->count - 1;
        dado_doctrine_skip(mind);
    }
}

const dado_agent_kind dado_agent_territorio_baseline = {
    .name = "territorio_baseline",
    .title = "Território's baseline",
    .about = "Remembers what it saw, founds cities, keeps a guard and marches on what it knows.",
    .game = "territorio",
    .open = open,
    .choose = choose,
};
