// game.c - the answers a game may leave out, given once for all of them.
#include "core/game.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "core/spree.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

const char *const dado_end_names[] = { "finished", "forfeited", "stopped", "broken" };

bool dado_game_open(dado_game *game, const dado_rules *rules, const dado_options *options,
                    dado_arena *arena, dado_error *err)
{
    *game = (dado_game){ .rules = rules };
    if (!rules->open(game, options, arena, err)) return false;
    assert(game->players >= 1 && game->max_moves >= 1 && game->state_size > 0);
    if (!game->options) game->options = "";
    if (!game->rules->observe) game->view_size = game->state_size;
    return true;
}

bool dado_game_together(const dado_game *game)
{
    for (int p = 1; game->side && p < game->players; p++) {
        if (game->side[p] != game->side[0]) return false;
    }
    return game->side && game->players > 1;
}

bool dado_game_can_be_won(const dado_game *game)
{
    return game->goal || (game->players > 1 && !dado_game_together(game));
}

int dado_game_tallies(const dado_game *game)
{
    int count = 0;
    while (game->tallies && game->tallies[count].name) count++;
    return count;
}

void dado_observe(const dado_game *game, const void *state, int player, void *view)
{
    if (game->rules->observe) game->rules->observe(game, state, player, view);
    else memcpy(view, state, game->state_size);
}

void dado_redeal(const dado_game *game, const void *view, int player, dado_rng *rng, void *state)
{
    if (game->rules->redeal) game->rules->redeal(game, view, player, rng, state);
    else memcpy(state, view, game->state_size);
}

void dado_places_by_score(const int32_t *scores, int players, int32_t *places)
{
    if (players == 4) {  // mostly, and then without a loop
        int32_t a = scores[0], b = scores[1], c = scores[2], d = scores[3];
        places[0] = (b > a) + (c > a) + (d > a);
        places[1] = (a > b) + (c > b) + (d > b);
        places[2] = (a > c) + (b > c) + (d > c);
        places[3] = (a > d) + (b > d) + (c > d);
        return;
    }
    for (int p = 0; p < players; p++) {
        places[p] = 0;
        for (int q = 0; q < players; q++) places[p] += scores[q] > scores[p];
    }
}

void dado_rank(const dado_game *game, const void *state, int32_t *places)
{
    enum { most_seats = 256 };
    if (game->rules->rank) {
        game->rules->rank(game, state, places);
        return;
    }
    int32_t scores[most_seats];
    assert(game->players <= most_seats);
    game->rules->scores(game, state, scores);
    dado_places_by_score(scores, game->players, places);
}

static void tell_words(dado_text *words, const char *name, dado_text *out)
{
    dado_text_addf(out, "{\"%s\":", name);
    dado_text_json(out, dado_text_string(words));
    dado_text_char(out, '}');
    dado_text_free(words);
}

void dado_tell(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    if (game->rules->tell) {
        game->rules->tell(game, state, eyes, out);
        return;
    }
    dado_text words = { 0 };
    game->rules->print(game, state, eyes, &words);
    tell_words(&words, "table", out);
}

void dado_tell_move(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    if (game->rules->tell_move) {
        game->rules->tell_move(game, state, move, out);
        return;
    }
    dado_text words = { 0 };
    game->rules->print_move(game, state, move, &words);
    tell_words(&words, "move", out);
}

dado_move dado_spree_chance(const dado_game *game, const void *state, const dado_move *moves,
                            int count, uint32_t *weights, dado_rng *rng)
{
    if (count == 0) return dado_rng_next(rng);
    if (count == 1) return moves[0];
    if (!game->rules->weigh) return moves[dado_rng_below(rng, (uint64_t)count)];
    game->rules->weigh(game, state, weights);
    uint64_t total = 0;
    for (int i = 0; i < count; i++) total += weights[i];
    uint64_t drawn = dado_rng_below(rng, total);
    int chosen = 0;
    while (drawn >= weights[chosen]) drawn -= weights[chosen++];
    return moves[chosen];
}

dado_move dado_chance(const dado_game *game, const void *state, dado_move *moves,
                      uint32_t *weights, dado_rng *rng, int *count)
{
    int listed = game->rules->legal(game, state, moves);
    if (count) *count = listed;
    return dado_spree_chance(game, state, moves, listed, weights, rng);
}

static const char *skip_spaces(const char *s)
{
    while (isspace((unsigned char)*s)) s++;
    return s;
}

bool dado_same_words(const char *a, const char *b)
{
    a = skip_spaces(a);
    b = skip_spaces(b);
    while (*a && *b) {
        bool gap_a = isspace((unsigned char)*a), gap_b = isspace((unsigned char)*b);
        if (gap_a || gap_b) {
            a = skip_spaces(a);
            b = skip_spaces(b);
            if (gap_a != gap_b && *a && *b) return false;
        } else {
            if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) return false;
            a++;
            b++;
        }
    }
    return !*skip_spaces(a) && !*skip_spaces(b);
}

bool dado_find_move(const dado_game *game, const void *state, const char *words, dado_move *moves,
                    dado_move *found)
{
    int count = game->rules->legal(game, state, moves);
    dado_text said = { 0 };
    bool matched = false;
    for (int i = 0; i < count && !matched; i++) {
        dado_text_clear(&said);
        game->rules->print_move(game, state, moves[i], &said);
        matched = dado_same_words(dado_text_string(&said), words);
        if (matched) *found = moves[i];
    }
    dado_text_free(&said);
    return matched;
}

uint64_t dado_state_hash(const dado_game *game, const void *state)
{
    return (uint64_t)XXH3_64bits(state, game->state_size);
}
