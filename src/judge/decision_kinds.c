// decision_kinds.c - see decision_kinds.h.
#include "judge/decision_kinds.h"

#include <string.h>

#include "core/game_extras.h"
#include "core/rng.h"

enum { most_words = 160 };

static int32_t alternative_of(const dado_game *game, const void *state, dado_move move,
                              int32_t *choice)
{
    int32_t alternative = 0;
    void (*tell)(const dado_game *, const void *, dado_move, int32_t *, int32_t *) =
        dado_game_extra(game, alternative);
    *choice = 0;
    if (tell) tell(game, state, move, choice, &alternative);
    return alternative;
}

// The set of alternatives is a bit per alternative, or a hash where there are many.
dado_decision_kind dado_decision_kind_find(const dado_game *game, const void *state,
                                           const dado_move *moves, int count)
{
    dado_decision_kind kind = { 0 };
    for (int i = 0; i < count; i++) {
        int32_t alternative = alternative_of(game, state, moves[i], &kind.choice);
        uint64_t hashed = (uint64_t)alternative + 1;
        uint64_t bit = alternative < 63 ? (uint64_t)1 << alternative : dado_splitmix(&hashed);
        kind.alternatives |= bit;
    }
    return kind;
}

int dado_decision_kinds_number(dado_decision_kinds *all, const dado_decision_kind *kind)
{
    int i = 0;
    while (i < all->count && (all->kinds[i].choice != kind->choice ||
                              all->kinds[i].alternatives != kind->alternatives)) {
        i++;
    }
    if (i == DADO_MOST_DECISION_KINDS) return i - 1;
    if (i == all->count) {
        all->kinds[all->count++] =
            (dado_decision_kind){ .choice = kind->choice, .alternatives = kind->alternatives };
    }
    return i;
}

bool dado_recorded_options_name(const dado_game *game, const void *state, const dado_move *moves,
                                int count, dado_recorded_option *options, dado_region *region)
{
    for (int i = 0; i < count; i++) {
        char words[most_words];
        int32_t choice;
        dado_text said = dado_text_in_buffer(words, sizeof words);
        game->rules->print_move(game, state, moves[i], &said);
        options[i].words = dado_region_copy(region, words, strlen(words));
        options[i].alternative = alternative_of(game, state, moves[i], &choice);
        if (!options[i].words) return false;
    }
    return true;
}
