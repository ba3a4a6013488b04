// forward_model.c - see forward_model.h.
#include "agents/forward_model.h"

#include <inttypes.h>
#include <stdio.h>

static size_t round_up(size_t size)
{
    return (size + 15) & ~(size_t)15;
}

size_t dado_forward_model_size(const dado_game *game)
{
    size_t moves = (size_t)game->max_moves, players = (size_t)game->players;
    return 16 + round_up(game->state_size) + round_up(sizeof(dado_move) * moves) +
           round_up(sizeof(uint32_t) * moves) + 2 * round_up(sizeof(int32_t) * players);
}

void dado_forward_model_begin(dado_forward_model *f, const dado_turn *turn, int64_t budget,
                              void *room)
{
    const dado_game *game = turn->game;
    size_t moves = (size_t)game->max_moves;
    unsigned char *at = (unsigned char *)round_up((size_t)(uintptr_t)room);
    f->game = game;
    f->view = turn->view;
    f->seat = turn->seat;
    f->left = budget;
    f->state = at;
    f->moves = (dado_move *)(void *)(at += round_up(game->state_size));
    f->weights = (uint32_t *)(void *)(at += round_up(sizeof(dado_move) * moves));
    f->scores = (int32_t *)(void *)(at += round_up(sizeof(uint32_t) * moves));
    f->places = (int32_t *)(void *)(at += round_up(sizeof(int32_t) * (size_t)game->players));
    // Looking ahead uses a copy of the seat's random numbers, so an agent draws the same
    // whether it looks ahead or not.
    static const uint64_t salt = 0x666f7277617264;
    dado_rng ahead = *turn->luck;
    f->seed = dado_derive_seed(dado_rng_next(&ahead), salt);
    f->world = 0;
    f->made = 0;
    f->error[0] = '\0';
}

void dado_forward_model_free(dado_forward_model *f)
{
    dado_text_free(&f->words);
}

static bool spend_budget(dado_forward_model *f)
{
    if (f->left > 0) {
        f->left--;
        return true;
    }
    snprintf(f->error, sizeof f->error, "BUDGET");
    return false;
}

// Plays luck until somebody must move or the match is over.
static bool resolve_chance(dado_forward_model *f)
{
    const dado_rules *rules = f->game->rules;
    while (rules->actor(f->game, f->state) == DADO_CHANCE) {
        if (!spend_budget(f)) return false;
        dado_move drawn =
            dado_draw_outcome(f->game, f->state, f->moves, f->weights, &f->luck, NULL);
        rules->apply(f->game, f->state, drawn);
    }
    return true;
}

bool dado_forward_model_sample(dado_forward_model *f, int64_t world)
{
    f->world = world;
    f->made = 0;
    f->error[0] = '\0';
    uint64_t seed = dado_derive_seed(f->seed, (uint64_t)world);
    f->luck = dado_rng_stream(seed, 0, DADO_STREAM_CHANCE);
    f->dice = dado_rng_stream(seed, 0, DADO_STREAM_SEAT);
    // A world is dealt even if the budget is spent: the answer then shows the world at
    // its beginning.
    dado_redeal(f->game, f->view, f->seat, &f->luck, f->state);
    return spend_budget(f);
}

static bool make(dado_forward_model *f, dado_move move)
{
    if (!spend_budget(f)) return false;
    f->game->rules->apply(f->game, f->state, move);
    f->made++;
    return resolve_chance(f);
}

bool dado_forward_model_move(dado_forward_model *f, const char *words)
{
    const dado_game *game = f->game;
    dado_move move;
    if (game->rules->actor(game, f->state) < 0) {
        snprintf(f->error, sizeof f->error, "OVER");
        return false;
    }
    if (dado_find_move(game, f->state, words, f->moves, &move)) return make(f, move);
    dado_text why = dado_text_in_buffer(f->error, sizeof f->error);
    if (game->rules->refuse) game->rules->refuse(game, f->state, words, &why);
    else dado_text_add(&why, "ILLEGAL");
    return false;
}

bool dado_forward_model_playout(dado_forward_model *f, int64_t moves)
{
    const dado_rules *rules = f->game->rules;
    for (; moves > 0 && rules->actor(f->game, f->state) >= 0; moves--) {
        int count = rules->legal(f->game, f->state, f->moves);
        if (!make(f, f->moves[dado_rng_below(&f->dice, (uint64_t)count)])) return false;
    }
    return true;
}

static void numbers_json(const char *name, const int32_t *numbers, int count, dado_text *out)
{
    dado_text_addf(out, ",\"%s\":[", name);
    for (int i = 0; i < count; i++) dado_text_addf(out, "%s%d", i ? "," : "", (int)numbers[i]);
    dado_text_char(out, ']');
}

static void result_json(dado_forward_model *f, dado_text *out)
{
    const dado_game *game = f->game;
    dado_places_of(game, f->state, true, f->scores, f->places);
    numbers_json("places", f->places, game->players, out);
}

static void moves_json(dado_forward_model *f, dado_text *out)
{
    const dado_game *game = f->game;
    int count = game->rules->legal(game, f->state, f->moves);
    dado_text_add(out, ",\"moves\":[");
    for (int i = 0; i < count; i++) {
        dado_text_clear(&f->words);
        game->rules->print_move(game, f->state, f->moves[i], &f->words);
        if (i) dado_text_char(out, ',');
        dado_text_json(out, dado_text_string(&f->words));
    }
    dado_text_char(out, ']');
}

void dado_forward_model_json(dado_forward_model *f, bool list, dado_text *out)
{
    const dado_game *game = f->game;
    int actor = game->rules->actor(game, f->state);
    bool over = actor == DADO_NOBODY;
    dado_error broken;
    if (over && game->rules->sound && !game->rules->sound(game, f->state, &broken)) {
        snprintf(f->error, sizeof f->error, "BROKEN");  // a rule could not be executed
    }
    dado_text_addf(out, "{\"t\":\"then\",\"world\":%" PRId64 ",\"made\":%d,\"left\":%" PRId64,
                   f->world, f->made, f->left);
    if (f->error[0]) {
        dado_text_add(out, ",\"error\":");
        dado_text_json(out, f->error);
    }
    dado_text_addf(out, ",\"over\":%s", over ? "true" : "false");
    if (actor >= 0) dado_text_addf(out, ",\"actor\":%d", actor);
    game->rules->scores(game, f->state, f->scores);
    numbers_json("scores", f->scores, game->players, out);
    if (over) result_json(f, out);
    dado_text_add(out, ",\"view\":");
    dado_state_json(game, f->state, f->seat, out);
    if (list && actor >= 0) moves_json(f, out);
    dado_text_char(out, '}');
}
