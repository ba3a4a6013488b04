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

static const int32_t *numbers_of(dado_hall *hall, int k, const void *view)
{
    int32_t *numbers = hall->numbers + (size_t)k * (size_t)hall->game.max_moves;
    const place *p = &hall->all[k];
    if (hall->numbered[k]) return numbers;
    dado_action_numbers(&hall->game, view, p->actor, moves_of(hall, k), p->count, numbers);
    hall->numbered[k] = 1;
    return numbers;
}

const int32_t *env_action_numbers(dado_hall *hall, int k, const env_scratch *scratch)
{
    const void *view = NULL;
    if (!hall->numbered[k]) view = env_view(hall, state_of(hall, k), hall->all[k].actor, scratch);
    return numbers_of(hall, k, view);
}

typedef struct look_of_all {
    dado_hall *hall;
    int seat;
    float *features;
    uint8_t *mask;
} look_of_all;

static void see_place(void *context, int k, const env_scratch *scratch)
{
    const look_of_all *l = context;
    dado_hall *hall = l->hall;
    const dado_game *game = &hall->game;
    size_t wide = (size_t)hall->features, actions = (size_t)hall->actions;
    int actor = hall->all[k].actor, eyes = l->seat < 0 ? actor : l->seat;
    uint8_t *row = l->mask ? l->mask + (size_t)k * actions : NULL;
    if (row) memset(row, 0, actions);
    if (eyes < 0) {  // luck is to be played, and nobody looks
        if (l->features) memset(l->features + (size_t)k * wide, 0, wide * sizeof *l->features);
        return;
    }
    const void *view = l->features ? env_view(hall, state_of(hall, k), eyes, scratch) : NULL;
    if (l->features) {
        game->rules->extras->features(game, view, eyes, l->features + (size_t)k * wide);
    }
    if (!row || !actions || eyes != actor) return;
    const int32_t *numbers =
        view ? numbers_of(hall, k, view) : env_action_numbers(hall, k, scratch);
    for (int i = 0; i < hall->all[k].count; i++) row[numbers[i]] = 1;
}

void dado_hall_see(dado_hall *hall, int seat, float *features, uint8_t *mask)
{
    look_of_all all = { hall, seat, hall->features ? features : NULL, mask };
    env_each_place(hall, see_place, &all);
}

void dado_hall_see_one(dado_hall *hall, int k, int seat, float *features, int32_t *actions)
{
    const dado_game *game = &hall->game;
    if (k < 0 || k >= hall->places || seat >= game->players) return;
    const place *p = &hall->all[k];
    const env_scratch *scratch = &hall->scratch[0];
    int eyes = seat < 0 ? p->actor : seat;
    if (features && hall->features && eyes >= 0) {
        const void *view = env_view(hall, state_of(hall, k), eyes, scratch);
        game->rules->extras->features(game, view, eyes, features);
    }
    if (!actions || !hall->actions || p->actor < 0) return;
    memcpy(actions, env_action_numbers(hall, k, scratch), sizeof *actions * (size_t)p->count);
}

int dado_hall_choices(dado_hall *hall, const int32_t *actions, int32_t *choices)
{
    for (int k = 0; k < hall->places; k++) {
        choices[k] = -1;
        if (actions[k] == -1) continue;
        if (!hall->actions || hall->all[k].actor < 0) return 1 + k;
        const int32_t *numbers = env_action_numbers(hall, k, &hall->scratch[0]);
        int i = 0;
        while (i < hall->all[k].count && numbers[i] != actions[k]) i++;
        if (i == hall->all[k].count) return 1 + k;
        choices[k] = i;
    }
    return 0;
}
