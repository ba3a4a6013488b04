// preference_agent.c - takes an option with given words whenever it is offered.
//
// The preference is the beginning of the option's words, as print_move writes them. If
// several options begin with it, one of them is taken at random; if none does, any option
// is.
#include <string.h>

#include "agents/agent.h"

typedef struct preference {
    const char *words;
    size_t length;
} preference;

static bool open(dado_agent *agent, const dado_options *options, dado_region *region,
                 dado_error *err)
{
    preference *t = dado_new(region, preference, 1);
    if (!t) return dado_fail(err, DADO_LIMIT, "no memory left for a player with a preference");
    dado_option_reader ask = dado_option_reader_begin(options);
    const char *words = dado_option_text(&ask, "option", "");
    t->length = strlen(words);
    t->words = dado_region_copy(region, words, t->length);
    if (!dado_option_reader_end(&ask, region, &agent->options, err)) return false;
    if (!t->words)
        return dado_fail(err, DADO_LIMIT, "no memory left for a player with a preference");
    agent->data = t;
    agent->scratch_size = agent->game->state_size;
    return true;
}

// Tells whether the option's words are the preference, or continue it with another word.
static bool is_to_taste(const preference *t, const char *words)
{
    return strncmp(words, t->words, t->length) == 0 && strchr(" :,", words[t->length]);
}

// The same for a move of the turn, in the state that was dealt to `scratch`.
static bool takes(const preference *t, const dado_turn *turn, int which)
{
    char words[256];
    dado_text said = dado_text_in_buffer(words, sizeof words);
    turn->game->rules->print_move(turn->game, turn->scratch, turn->moves[which], &said);
    return t->length > 0 && is_to_taste(t, words);
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    const preference *t = agent->data;
    int chosen = -1;
    uint64_t met = 0;
    if (turn->count == 1) return 0;
    dado_redeal(turn->game, turn->view, turn->seat, turn->luck, turn->scratch);
    for (int i = 0; t->length > 0 && i < turn->count; i++) {
        if (takes(t, turn, i) && dado_rng_below(turn->luck, ++met) == 0) chosen = i;
    }
    return chosen >= 0 ? chosen : (int)dado_rng_below(turn->luck, (uint64_t)turn->count);
}

static void value_moves(const dado_agent *agent, const dado_turn *turn, double *values)
{
    dado_redeal(turn->game, turn->view, turn->seat, turn->luck, turn->scratch);
    for (int i = 0; i < turn->count; i++) values[i] = takes(agent->data, turn, i);
}

const dado_agent_kind dado_agent_prefers = {
    .size = sizeof(dado_agent_kind),
    .name = "prefers",
    .title = "One preference",
    .about = "Takes the option whose words begin as its setting says, wherever it is offered; "
             "chooses at random elsewhere.",
    .open = open,
    .choose = choose,
    .values = value_moves,
};
