// game.c - default implementations of what a game may leave out.
#include "core/game.h"
#include "core/game_extras.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

const char *const dado_match_end_names[] = { "finished", "forfeited", "stopped", "broken" };

bool dado_game_open(dado_game *game, const dado_rules *rules, const dado_options *options,
                    dado_region *region, dado_error *err)
{
    *game = (dado_game){ .rules = rules };
    if (!rules->open(game, options, region, err)) return false;
    assert(game->players >= 1 && game->max_moves >= 1 && game->state_size > 0);
    if (!game->options) game->options = "";
    if (!game->rules->observe) game->view_size = game->state_size;
    return true;
}

bool dado_game_is_cooperative(const dado_game *game)
{
    for (int p = 1; game->side && p < game->players; p++) {
        if (game->side[p] != game->side[0]) return false;
    }
    return game->side && game->players > 1;
}

bool dado_game_can_be_won(const dado_game *game)
{
    return game->goal || (game->players > 1 && !dado_game_is_cooperative(game));
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

// Computes places from scores, from 0: the number of players with more points. Equal
// scores share a place.
static void places_by_score(const int32_t *scores, int players, int32_t *places)
{
    if (players == 4) {  // the most common number, without a loop
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

void dado_places_of(const dado_game *game, const void *state, bool over, const int32_t *scores,
                    int32_t *places)
{
    if (over && game->rules->rank) {
        game->rules->rank(game, state, places);
        return;
    }
    places_by_score(scores, game->players, places);
    if (!over && game->players == 1) places[0] = 1;
}

int dado_sides_in_front(const dado_game *game, const int32_t *places)
{
    int front = 0;
    for (int p = 0; p < game->players; p++) {
        bool counted = places[p] != 0;
        for (int q = 0; game->side && q < p; q++) {
            counted = counted || (places[q] == 0 && game->side[q] == game->side[p]);
        }
        front += !counted;
    }
    return front;
}

double dado_seat_share(const dado_game *game, const int32_t *places, int seat)
{
    if (places[seat] != 0) return 0;
    return game->goal ? 1 : 1.0 / dado_sides_in_front(game, places);
}

double dado_seat_margin(const dado_game *game, const int32_t *scores, int seat)
{
    bool others = false;
    int32_t best = 0;
    for (int p = 0; p < game->players; p++) {
        bool same = p == seat || (game->side && game->side[p] == game->side[seat]);
        if (same || (others && scores[p] <= best)) continue;
        best = scores[p];
        others = true;
    }
    return others ? (double)scores[seat] - best : scores[seat];
}

static void tell_words(dado_text *words, const char *name, dado_text *out)
{
    dado_text_addf(out, "{\"%s\":", name);
    dado_text_json(out, dado_text_string(words));
    dado_text_char(out, '}');
    dado_text_free(words);
}

void dado_table_words(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    dado_text words = { 0 };
    game->rules->print(game, state, eyes, &words);
    dado_text_add_renumbered(out, dado_text_string(&words), game->players);
    dado_text_free(&words);
}

void dado_move_words(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    dado_text words = { 0 };
    void (*caption)(const dado_game *, const void *, dado_move, dado_text *) =
        dado_game_extra(game, caption);
    if (caption) caption(game, state, move, &words);
    else game->rules->print_move(game, state, move, &words);
    dado_text_add_renumbered(out, dado_text_string(&words), game->players);
    dado_text_free(&words);
}

void dado_state_json(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    if (game->rules->write_json) {
        game->rules->write_json(game, state, eyes, out);
        return;
    }
    dado_text words = { 0 };
    game->rules->print(game, state, eyes, &words);
    tell_words(&words, "table", out);
}

void dado_move_json(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    if (game->rules->write_move_json) {
        game->rules->write_move_json(game, state, move, out);
        return;
    }
    dado_text words = { 0 };
    game->rules->print_move(game, state, move, &words);
    tell_words(&words, "move", out);
}

static const char *skip_spaces(const char *s)
{
    while (isspace((unsigned char)*s)) s++;
    return s;
}

bool dado_text_equal_loosely(const char *a, const char *b)
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
        matched = dado_text_equal_loosely(dado_text_string(&said), words);
        if (matched) *found = moves[i];
    }
    dado_text_free(&said);
    return matched;
}

uint64_t dado_state_hash(const dado_game *game, const void *state)
{
    return (uint64_t)XXH3_64bits(state, game->state_size);
}
