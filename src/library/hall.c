// hall.c - many matches side by side, for whoever chooses the moves. See include/dado.h.
//
// A place is a state, its list of moves and its luck. Luck is drawn as the lab
// draws it, from the stream of the match, so a place plays the very match that
// the lab would play if its players chose the same.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dado.h"
#include "lab/open.h"
#include "lab/plan.h"

typedef struct place {
    uint64_t match;
    dado_rng luck;
    int32_t actor, count;
} place;

struct dado_hall {
    dado_arena arena;
    dado_source source;
    dado_game game;
    int places, stride;  // of states, in bytes, so that each lies well
    uint64_t seed;
    place *all;
    unsigned char *states;
    dado_move *moves;  // max_moves of each place
    uint32_t *weights;
};

static void *state_of(const dado_hall *hall, int k)
{
    return hall->states + (size_t)k * (size_t)hall->stride;
}

static dado_move *moves_of(const dado_hall *hall, int k)
{
    return hall->moves + (size_t)k * (size_t)hall->game.max_moves;
}

// Luck acts until somebody is to choose, or nobody.
static void settle(dado_hall *hall, int k)
{
    const dado_game *game = &hall->game;
    place *p = &hall->all[k];
    void *state = state_of(hall, k);
    while ((p->actor = game->rules->actor(game, state)) == DADO_CHANCE) {
        dado_move move = dado_chance(game, state, moves_of(hall, k), hall->weights, &p->luck, NULL);
        game->rules->apply(game, state, move);
    }
    p->count = p->actor >= 0 ? game->rules->legal(game, state, moves_of(hall, k)) : 0;
}

static void begin(dado_hall *hall, int k, uint64_t match)
{
    hall->all[k].match = match;
    hall->all[k].luck = dado_rng_stream(hall->seed, match, DADO_LANE_CHANCE);
    hall->game.rules->start(&hall->game, state_of(hall, k));
    settle(hall, k);
}

static bool open_hall(dado_hall *hall, const char *name, const char *const *options, int count,
                      int places, uint64_t seed, dado_error *err)
{
    if (places < 1 || places > 1 << 24 || count < 0) {
        return dado_fail(err, DADO_MEANING, "a hall has 1 to %d places", 1 << 24);
    }
    dado_option *items = dado_new(&hall->arena, dado_option, (size_t)count + 1);
    if (!items) return dado_fail(err, DADO_LIMIT, "no memory left for options");
    for (int i = 0; i < count; i++) {
        if (!dado_option_parse(&items[i], options[i], &hall->arena, err)) return false;
    }
    dado_options given = { items, count };
    if (!dado_source_find(&hall->source, name, &given, &hall->arena, err) ||
        !dado_source_open(&hall->source, &hall->game, &hall->arena, err)) {
        return false;
    }
    const dado_game *game = &hall->game;
    size_t most = (size_t)game->max_moves + 1;
    hall->places = places;
    hall->stride = (int)((game->state_size + 15) / 16 * 16);
    hall->seed = dado_derive(dado_derive(seed, 0), 0);  // of the only cell of a plan
    hall->all = calloc((size_t)places, sizeof *hall->all);
    hall->states = calloc((size_t)places, (size_t)hall->stride);
    hall->moves = calloc((size_t)places * (size_t)game->max_moves + 1, sizeof *hall->moves);
    hall->weights = calloc(most, sizeof *hall->weights);
    if (!hall->all || !hall->states || !hall->moves || !hall->weights) {
        return dado_fail(err, DADO_LIMIT, "no memory left for %d places", places);
    }
    for (int k = 0; k < places; k++) begin(hall, k, (uint64_t)k);
    return true;
}

dado_hall *dado_hall_open(const char *game, const char *const *options, int count, int places,
                          uint64_t seed, char *why, size_t room)
{
    dado_error err = { 0 };
    dado_hall *hall = calloc(1, sizeof *hall);
    if (hall) dado_arena_init_generous(&hall->arena);
    if (hall && open_hall(hall, game, options, count, places, seed, &err)) return hall;
    if (why && room) snprintf(why, room, "%s", hall ? err.text : "no memory left");
    dado_hall_close(hall);
    return NULL;
}

void dado_hall_close(dado_hall *hall)
{
    if (!hall) return;
    free(hall->all);
    free(hall->states);
    free(hall->moves);
    free(hall->weights);
    dado_arena_free(&hall->arena);
    free(hall);
}

int dado_hall_places(const dado_hall *hall) { return hall->places; }
int dado_hall_players(const dado_hall *hall) { return hall->game.players; }
int dado_hall_most_moves(const dado_hall *hall) { return hall->game.max_moves; }

size_t dado_hall_state_size(const dado_hall *hall)
{
    return sizeof(place) + hall->game.state_size;
}

void dado_hall_look(const dado_hall *hall, int32_t *actors, int32_t *counts)
{
    for (int k = 0; k < hall->places; k++) {
        actors[k] = hall->all[k].actor;
        counts[k] = hall->all[k].count;
    }
}

void dado_hall_scores(const dado_hall *hall, int32_t *scores)
{
    for (int k = 0; k < hall->places; k++) {
        hall->game.rules->scores(&hall->game, state_of(hall, k), scores + k * hall->game.players);
    }
}

int dado_hall_step(dado_hall *hall, const int32_t *choices, uint8_t *ended, int32_t *result,
                   int32_t *ranks)
{
    const dado_game *game = &hall->game;
    for (int k = 0; k < hall->places; k++) {
        if (choices[k] < -1 || choices[k] >= hall->all[k].count) return 1 + k;
    }
    for (int k = 0; k < hall->places; k++) {
        place *p = &hall->all[k];
        void *state = state_of(hall, k);
        if (choices[k] >= 0) {
            game->rules->apply(game, state, moves_of(hall, k)[choices[k]]);
            settle(hall, k);
        }
        bool over = p->actor == DADO_NOBODY;
        if (ended) ended[k] = over;
        if (!over) continue;
        if (result) game->rules->scores(game, state, result + k * game->players);
        if (ranks) dado_rank(game, state, ranks + k * game->players);
        begin(hall, k, p->match + (uint64_t)hall->places);
    }
    return 0;
}

static size_t write_out(dado_text *text, char *out, size_t room)
{
    size_t length = text->length;
    if (out && room) snprintf(out, room, "%s", dado_text_string(text));
    dado_text_free(text);
    return length;
}

size_t dado_hall_move_words(const dado_hall *hall, int k, int move, char *out, size_t room)
{
    dado_text text = { 0 };
    if (k >= 0 && k < hall->places && move >= 0 && move < hall->all[k].count) {
        hall->game.rules->print_move(&hall->game, state_of(hall, k), moves_of(hall, k)[move],
                                     &text);
    }
    return write_out(&text, out, room);
}

size_t dado_hall_words(const dado_hall *hall, int k, int seat, char *out, size_t room)
{
    dado_text text = { 0 };
    bool eyes = seat == DADO_NOBODY || (seat >= 0 && seat < hall->game.players);
    if (k >= 0 && k < hall->places && eyes) {
        hall->game.rules->print(&hall->game, state_of(hall, k), seat, &text);
    }
    return write_out(&text, out, room);
}

void dado_hall_save(const dado_hall *hall, int k, void *bytes)
{
    memcpy(bytes, &hall->all[k], sizeof(place));
    memcpy((unsigned char *)bytes + sizeof(place), state_of(hall, k), hall->game.state_size);
}

void dado_hall_restore(dado_hall *hall, int k, const void *bytes)
{
    memcpy(&hall->all[k], bytes, sizeof(place));
    memcpy(state_of(hall, k), (const unsigned char *)bytes + sizeof(place), hall->game.state_size);
    settle(hall, k);
}
