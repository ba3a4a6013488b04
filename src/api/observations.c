// observations.c - gives learning programs what they observe as numbers, and reads the
// action numbers they choose. See include/dado.h.
#include "api/batch_env.h"

#include <string.h>

_Static_assert((int)DADO_NUMBERS_AXES == (int)DADO_FEATURE_AXES, "one says what the other has");

int dado_hall_features(const dado_hall *hall)
{
    return hall->features;
}
int dado_hall_actions(const dado_hall *hall)
{
    return hall->actions;
}

int dado_hall_block(const dado_hall *hall, int which, dado_numbers *block)
{
    bool (*feature)(const dado_game *, int, dado_feature *) = dado_game_extra(&hall->game, feature);
    dado_feature found;
    if (which < 0 || !feature || !feature(&hall->game, which, &found)) return 0;
    *block = (dado_numbers){ .name = found.name,
                             .about = found.about,
                             .kind = (int32_t)found.kind,
                             .axes = found.axes,
                             .least = found.least,
                             .most = found.most };
    memcpy(block->shape, found.shape, sizeof block->shape);
    return 1;
}

// Returns the view of a seat; in games without hidden information that is the state
// itself.
static const void *view_of(dado_hall *hall, int k, int seat)
{
    if (!hall->observes) return state_of(hall, k);
    hall->game.rules->observe(&hall->game, state_of(hall, k), seat, hall->view);
    return hall->view;
}

static int32_t *numbers_of(dado_hall *hall, int k, const void *view)
{
    int32_t *numbers = hall->numbers + (size_t)k * (size_t)hall->game.max_moves;
    const place *p = &hall->all[k];
    if (hall->numbered[k]) return numbers;
    if (!view) view = view_of(hall, k, p->actor);
    dado_action_numbers(&hall->game, view, p->actor, moves_of(hall, k), p->count, numbers);
    hall->numbered[k] = 1;
    return numbers;
}

void dado_hall_see(dado_hall *hall, int seat, float *features, uint8_t *mask)
{
    const dado_game *game = &hall->game;
    size_t wide = (size_t)hall->features, actions = (size_t)hall->actions;
    if (mask) memset(mask, 0, (size_t)hall->places * actions);
    if (!wide) features = NULL;
    for (int k = 0; k < hall->places; k++) {
        int eyes = seat < 0 ? hall->all[k].actor : seat;
        bool marks = mask && actions && eyes == hall->all[k].actor;
        const void *view = features ? view_of(hall, k, eyes) : NULL;
        if (features) game->rules->extras->features(game, view, eyes, features + (size_t)k * wide);
        if (!marks) continue;
        const int32_t *numbers = numbers_of(hall, k, view);
        uint8_t *row = mask + (size_t)k * actions;
        for (int i = 0; i < hall->all[k].count; i++) row[numbers[i]] = 1;
    }
}

void dado_hall_see_one(dado_hall *hall, int k, int seat, float *features, int32_t *actions)
{
    const dado_game *game = &hall->game;
    if (k < 0 || k >= hall->places || seat >= game->players) return;
    const place *p = &hall->all[k];
    int eyes = seat < 0 ? p->actor : seat;
    if (features && hall->features) {
        game->rules->extras->features(game, view_of(hall, k, eyes), eyes, features);
    }
    if (!actions || !hall->actions) return;
    memcpy(actions, numbers_of(hall, k, NULL), sizeof *actions * (size_t)p->count);
}

int dado_hall_choices(dado_hall *hall, const int32_t *actions, int32_t *choices)
{
    for (int k = 0; k < hall->places; k++) {
        choices[k] = -1;
        if (actions[k] == -1) continue;
        if (!hall->actions) return 1 + k;
        const int32_t *numbers = numbers_of(hall, k, NULL);
        int i = 0;
        while (i < hall->all[k].count && numbers[i] != actions[k]) i++;
        if (i == hall->all[k].count) return 1 + k;
        choices[k] = i;
    }
    return 0;
}
