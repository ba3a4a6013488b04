// match_cursor.c - see match_cursor.h.
#include "core/match_cursor.h"

dado_match_cursor dado_match_cursor_begin(const dado_game *game, void *state, const dado_step *path,
                                          int steps)
{
    dado_match_cursor cursor = { .game = game, .state = state, .path = path, .steps = steps };
    dado_match_cursor_rewind(&cursor);
    return cursor;
}

void dado_match_cursor_rewind(dado_match_cursor *cursor)
{
    cursor->game->rules->start(cursor->game, cursor->state);
    cursor->at = 0;
    cursor->round_ended = false;
    cursor->rounds = (dado_round_counter){ 0 };
}

bool dado_match_cursor_step(dado_match_cursor *cursor)
{
    const dado_game *game = cursor->game;
    const dado_rules *rules = game->rules;
    const dado_step *step = dado_match_cursor_next(cursor);
    if (!step) return false;
    if (cursor->coverage) rules->apply_counting(game, cursor->state, step->move, cursor->coverage);
    else rules->apply(game, cursor->state, step->move);
    cursor->at++;
    int next = rules->actor(game, cursor->state);
    cursor->round_ended = dado_round_counter_step(&cursor->rounds, game, cursor->state,
                                                  rules->round, step->actor, next);
    return true;
}

void dado_match_cursor_go_to(dado_match_cursor *cursor, int at)
{
    if (at < cursor->at) dado_match_cursor_rewind(cursor);
    while (cursor->at < at && dado_match_cursor_step(cursor)) {
    }
}

void dado_match_cursor_go_to_round(dado_match_cursor *cursor, int rounds)
{
    dado_match_cursor_rewind(cursor);
    while (cursor->rounds.rounds < rounds && dado_match_cursor_step(cursor)) {
    }
}

void dado_match_cursor_standings(const dado_match_cursor *cursor, int32_t *scores, int32_t *places)
{
    const dado_game *game = cursor->game;
    bool over = game->rules->actor(game, cursor->state) == DADO_NOBODY;
    game->rules->scores(game, cursor->state, scores);
    if (places) dado_places_of(game, cursor->state, over, scores, places);
}
