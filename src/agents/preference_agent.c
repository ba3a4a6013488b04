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

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    const preference *t = agent->data;
    const dado_game *game = turn->game;
    int chosen = -1;
    uint64_t met = 0;
    if (turn->count == 1) return 0;
    dado_redeal(game, turn->view, turn->seat, turn->luck, turn->scratch);
    for (int i = 0; t->length > 0 && i < turn->count; i++) {
        char words[256];
        dado_text said = dado_text_in_buffer(words, sizeof words);
        game->rules->print_move(game, turn->scratch, turn->moves[i], &said);
        if (is_to_taste(t, words) && dado_rng_below(turn->luck, ++met) == 0) chosen = i;
    }
    return chosen >= 0 ? chosen : (int)dado_rng_below(turn->luck, (uint64_t)turn->count);
}

const dado_agent_kind dado_agent_prefers = {
    .size = sizeof(dado_agent_kind),
    .name = "prefers",
    .title = "One preference",
    .about = "Takes the option whose words begin as its setting says, wherever it is offered; "
             "chooses at random elsewhere.",
    .open = open,
    .choose = choose,
};
