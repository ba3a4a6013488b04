// forward.c - see forward.h.
#include "agents/forward.h"

#include <inttypes.h>
#include <stdio.h>

static size_t up(size_t size)
{
    return (size + 15) & ~(size_t)15;
}

size_t dado_forward_size(const dado_game *game)
{
    size_t moves = (size_t)game->max_moves, players = (size_t)game->players;
    return 16 + up(game->state_size) + up(sizeof(dado_move) * moves) +
           up(sizeof(uint32_t) * moves) + 2 * up(sizeof(int32_t) * players);
}

void dado_forward_begin(dado_forward *f, const dado_turn *turn, int64_t budget, void *room)
{
    const dado_game *game = turn->game;
    size_t moves = (size_t)game->max_moves;
    unsigned char *at = (unsigned char *)up((size_t)(uintptr_t)room);
    f->game = game;
    f->view = turn->view;
    f->seat = turn->seat;
    f->left = budget;
    f->state = at;
    f->moves = (dado_move *)(void *)(at += up(game->state_size));
    f->weights = (uint32_t *)(void *)(at += up(sizeof(dado_move) * moves));
    f->scores = (int32_t *)(void *)(at += up(sizeof(uint32_t) * moves));
    f->places = (int32_t *)(void *)(at += up(sizeof(int32_t) * (size_t)game->players));
    // A look ahead that leaves the seat's lane where it is: who asks nothing draws as before.
    static const uint64_t salt = 0x666f7277617264;
    dado_rng ahead = *turn->luck;
    f->seed = dado_derive(dado_rng_next(&ahead), salt);
    f->world = 0;
    f->made = 0;
    f->error[0] = '\0';
}

void dado_forward_free(dado_forward *f)
{
    dado_text_free(&f->words);
}

static bool pay(dado_forward *f)
{
    if (f->left > 0) {
        f->left--;
        return true;
    }
    snprintf(f->error, sizeof f->error, "BUDGET");
    return false;
}

// Luck until somebody is to move, or it is over.
static bool draw_luck(dado_forward *f)
{
    const dado_rules *rules = f->game->rules;
    while (rules->actor(f->game, f->state) == DADO_CHANCE) {
        if (!pay(f)) return false;
        dado_move drawn = dado_chance(f->game, f->state, f->moves, f->weights, &f->luck, NULL);
        rules->apply(f->game, f->state, drawn);
    }
    return true;
}

bool dado_forward_deal(dado_forward *f, int64_t world)
{
    f->world = world;
    f->made = 0;
    f->error[0] = '\0';
    uint64_t seed = dado_derive(f->seed, (uint64_t)world);
    f->luck = dado_rng_stream(seed, 0, DADO_LANE_CHANCE);
    f->dice = dado_rng_stream(seed, 0, DADO_LANE_SEAT);
    // Dealt even where it cannot be paid for: what is told then is the world as it begins.
    dado_redeal(f->game, f->view, f->seat, &f->luck, f->state);
    return pay(f);
}

static bool make(dado_forward *f, dado_move move)
{
    if (!pay(f)) return false;
    f->game->rules->apply(f->game, f->state, move);
    f->made++;
    return draw_luck(f);
}

bool dado_forward_move(dado_forward *f, const char *words)
{
    const dado_game *game = f->game;
    dado_move move;
    if (game->rules->actor(game, f->state) < 0) {
        snprintf(f->error, sizeof f->error, "OVER");
        return false;
    }
    if (dado_find_move(game, f->state, words, f->moves, &move)) return make(f, move);
    dado_text why = dado_text_over(f->error, sizeof f->error);
    if (game->rules->refuse) game->rules->refuse(game, f->state, words, &why);
    else dado_text_add(&why, "ILLEGAL");
    return false;
}

bool dado_forward_on(dado_forward *f, int64_t moves)
{
    const dado_rules *rules = f->game->rules;
    for (; moves > 0 && rules->actor(f->game, f->state) >= 0; moves--) {
        int count = rules->legal(f->game, f->state, f->moves);
        if (!make(f, f->moves[dado_rng_below(&f->dice, (uint64_t)count)])) return false;
    }
    return true;
}

static void tell_numbers(const char *name, const int32_t *numbers, int count, dado_text *out)
{
    dado_text_addf(out, ",\"%s\":[", name);
    for (int i = 0; i < count; i++) dado_text_addf(out, "%s%d", i ? "," : "", (int)numbers[i]);
    dado_text_char(out, ']');
}

static void tell_end(dado_forward *f, dado_text *out)
{
    const dado_game *game = f->game;
    if (game->rules->rank) game->rules->rank(game, f->state, f->places);
    else dado_places_by_score(f->scores, game->players, f->places);
    tell_numbers("places", f->places, game->players, out);
}

static void tell_moves(dado_forward *f, dado_text *out)
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

void dado_forward_tell(dado_forward *f, bool list, dado_text *out)
{
    const dado_game *game = f->game;
    int actor = game->rules->actor(game, f->state);
    bool over = actor == DADO_NOBODY;
    dado_error broken;
    if (over && game->rules->sound && !game->rules->sound(game, f->state, &broken)) {
        snprintf(f->error, sizeof f->error, "BROKEN");  // by a rule that cannot be carried out
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
    tell_numbers("scores", f->scores, game->players, out);
    if (over) tell_end(f, out);
    dado_text_add(out, ",\"view\":");
    dado_tell(game, f->state, f->seat, out);
    if (list && actor >= 0) tell_moves(f, out);
    dado_text_char(out, '}');
}
