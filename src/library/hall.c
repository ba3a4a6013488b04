// hall.c - many matches side by side, for whoever chooses the moves. See include/dado.h.
//
// A place is a state, its list of moves and its luck. Luck is drawn as the lab
// draws it, from the stream of the match, and a match ends as it would there,
// so a place plays the very match that the lab would play if its players chose
// the same.
#include "library/hall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "lab/plan.h"

static void play(dado_hall *hall, int k, dado_move move)
{
    hall->game.rules->apply(&hall->game, state_of(hall, k), move);
    hall->all[k].steps++;
}

// Luck and guests act until the caller is to choose, or nobody is.
static void settle(dado_hall *hall, int k)
{
    const dado_game *game = &hall->game;
    place *p = &hall->all[k];
    void *state = state_of(hall, k);
    dado_move *moves = moves_of(hall, k);
    hall->numbered[k] = 0;
    for (;;) {
        p->count = 0;
        p->actor = game->rules->actor(game, state);
        if (p->actor == DADO_NOBODY) return;
        if (p->steps >= DADO_MOVE_LIMIT) {
            p->actor = DADO_NOBODY;
            return;
        }
        if (p->actor == DADO_CHANCE) {
            play(hall, k, dado_chance(game, state, moves, hall->weights, &p->luck, NULL));
            continue;
        }
        p->count = game->rules->legal(game, state, moves);
        int seated = hall->seated[p->actor];
        if (seated < 0) return;
        int chosen = hall_ask(hall, &hall->guests[seated], k);
        bool gave_up = chosen < 0 || chosen >= p->count;
        p->decisions++;
        play(hall, k, moves[gave_up ? p->count - 1 : chosen]);
    }
}

static void begin(dado_hall *hall, int k, uint64_t match)
{
    hall->all[k] = (place){ .match = match,
                            .luck = dado_rng_stream(hall->seed, match, DADO_LANE_CHANCE) };
    hall->game.rules->start(&hall->game, state_of(hall, k));
    hall_welcome(hall, k);
    settle(hall, k);
}

// How a match ended, as the lab reckons it; see lab/match.c.
static uint8_t finish(dado_hall *hall, int k, int32_t *result, int32_t *ranks)
{
    const dado_game *game = &hall->game;
    const void *state = state_of(hall, k);
    dado_error err;
    bool finished = game->rules->actor(game, state) == DADO_NOBODY &&
                    (!game->rules->sound || game->rules->sound(game, state, &err));
    if (result) game->rules->scores(game, state, result);
    if (ranks && finished) dado_rank(game, state, ranks);
    if (ranks && !finished) {
        int32_t *scores = hall->all_scores;
        game->rules->scores(game, state, scores);
        dado_places_by_score(scores, game->players, ranks);
        if (game->players == 1) ranks[0] = 1;
    }
    return finished ? 1 : 2;
}

// Matches that end before the caller was asked anything are over as soon as they begin: the next.
static void begin_one_to_choose_in(dado_hall *hall, int k, uint64_t match)
{
    enum { most_tries = 1000 };
    for (int tries = 0; tries < most_tries; tries++) {
        begin(hall, k, match);
        if (hall->all[k].actor != DADO_NOBODY) return;
        match += (uint64_t)hall->places;
    }
}

static bool lay(dado_hall *hall, int places, dado_error *err)
{
    const dado_game *game = &hall->game;
    size_t most = (size_t)game->max_moves;
    hall->places = places;
    hall->stride = (game->state_size + 15) / 16 * 16;
    hall->features = dado_features_size(game);
    hall->actions = dado_actions(game);
    hall->observes = game->rules->observe && !dado_face_of(game, reads_state);
    hall->all = hall_room(hall, place, places, 1);
    hall->states = hall_room(hall, unsigned char, places, hall->stride);
    hall->moves = hall_room(hall, dado_move, places, most);
    hall->weights = hall_room(hall, uint32_t, 1, most + 1);
    hall->view = hall_room(hall, unsigned char, 1, game->view_size + game->state_size + 16);
    hall->numbers = hall_room(hall, int32_t, hall->actions ? places : 1, most);
    hall->numbered = hall_room(hall, uint8_t, places, 1);
    hall->seated = hall_room(hall, int32_t, game->players, 1);
    hall->all_scores = hall_room(hall, int32_t, game->players, 1);
    if (!hall->all || !hall->states || !hall->moves || !hall->weights || !hall->view ||
        !hall->numbers || !hall->numbered || !hall->seated || !hall->all_scores) {
        return dado_fail(err, DADO_LIMIT, "no memory left for %d places", places);
    }
    for (int p = 0; p < game->players; p++) hall->seated[p] = -1;
    return true;
}

static bool open_hall(dado_hall *hall, const char *name, const char *const *options, int count,
                      int places, uint64_t seed, dado_error *err)
{
    enum { most_places = 1 << 24 };
    if (places < 1 || places > most_places || count < 0) {
        return dado_fail(err, DADO_MEANING, "a hall has 1 to %d places", most_places);
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
    if (!lay(hall, places, err)) return false;
    dado_hall_reset(hall, seed);
    if (hall->all[0].actor != DADO_NOBODY) return true;
    return dado_fail(err, DADO_MEANING, "nobody chooses anything in %s", hall->game.rules->title);
}

void hall_begin_all(dado_hall *hall)
{
    for (int k = 0; k < hall->places; k++) begin_one_to_choose_in(hall, k, (uint64_t)k);
}

void dado_hall_reset(dado_hall *hall, uint64_t seed)
{
    hall->seed = dado_derive(dado_derive(seed, 0), 0);  // of the only cell of a plan
    hall_begin_all(hall);
}

dado_hall *dado_hall_open(const char *game, const char *const *options, int count, int places,
                          uint64_t seed, char *why, size_t room)
{
    dado_error err = { 0 };
    dado_hall *hall = calloc(1, sizeof *hall);
    if (hall && open_hall(hall, game, options, count, places, seed, &err)) return hall;
    if (why && room) snprintf(why, room, "%s", hall ? err.text : "no memory left");
    dado_hall_close(hall);
    return NULL;
}

void dado_hall_close(dado_hall *hall)
{
    if (!hall) return;
    for (int g = 0; g < hall->guest_count; g++) {
        for (int p = 0; p < hall->game.players; p++) dado_agent_close(&hall->guests[g].agents[p]);
    }
    dado_arena_free(&hall->arena);
    free(hall);
}

const char *dado_hall_title(const dado_hall *hall) { return hall->game.rules->title; }
int dado_hall_places(const dado_hall *hall) { return hall->places; }
int dado_hall_players(const dado_hall *hall) { return hall->game.players; }
int dado_hall_most_moves(const dado_hall *hall) { return hall->game.max_moves; }

void dado_hall_look(const dado_hall *hall, int32_t *actors, int32_t *counts)
{
    for (int k = 0; k < hall->places; k++) {
        actors[k] = hall->all[k].actor;
        counts[k] = hall->all[k].count;
    }
}

void dado_hall_matches(const dado_hall *hall, uint64_t *matches)
{
    for (int k = 0; k < hall->places; k++) matches[k] = hall->all[k].match;
}

void dado_hall_scores(const dado_hall *hall, int32_t *scores)
{
    const dado_game *game = &hall->game;
    for (int k = 0; k < hall->places; k++) {
        game->rules->scores(game, state_of(hall, k), scores + (size_t)k * (size_t)game->players);
    }
}

int dado_hall_step(dado_hall *hall, const int32_t *choices, uint8_t *ended, int32_t *result,
                   int32_t *ranks)
{
    size_t players = (size_t)hall->game.players;
    for (int k = 0; k < hall->places; k++) {
        if (choices[k] < -1 || choices[k] >= hall->all[k].count) return 1 + k;
    }
    for (int k = 0; k < hall->places; k++) {
        place *p = &hall->all[k];
        if (choices[k] >= 0) {
            p->decisions++;
            play(hall, k, moves_of(hall, k)[choices[k]]);
            settle(hall, k);
        }
        if (ended) ended[k] = 0;
        if (p->actor != DADO_NOBODY) continue;
        uint8_t end = finish(hall, k, result ? result + (size_t)k * players : NULL,
                             ranks ? ranks + (size_t)k * players : NULL);
        if (ended) ended[k] = end;
        begin_one_to_choose_in(hall, k, p->match + (uint64_t)hall->places);
    }
    return 0;
}

// ---- words

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

size_t dado_hall_entry(const dado_hall *hall, int which, int entry, char *out, size_t room)
{
    dado_text text = { 0 };
    dado_numbers block;
    if (dado_hall_block(hall, which, &block) && entry >= 0 && entry < block.shape[0]) {
        void (*name)(const dado_game *, int, int, dado_text *) =
            dado_face_of(&hall->game, feature_entry);
        if (name) name(&hall->game, which, entry, &text);
        else dado_text_addf(&text, "%d", entry);
    }
    return write_out(&text, out, room);
}

// ---- copies: a sum of what follows, the place, its state, what guests remember

size_t dado_hall_state_size(const dado_hall *hall)
{
    return sizeof(XXH64_hash_t) + sizeof(place) + hall->game.state_size + hall_guest_bytes(hall);
}

// Bytes of another game, or of a hall with other guests, do not have this hall's sum.
static XXH64_hash_t sum_of(const dado_hall *hall, const unsigned char *bytes)
{
    uint64_t salt = dado_source_hash(&hall->source) + (uint64_t)hall->guest_count;
    return XXH64(bytes, dado_hall_state_size(hall) - sizeof(XXH64_hash_t), salt);
}

void dado_hall_save(const dado_hall *hall, int k, void *bytes)
{
    unsigned char *rest = (unsigned char *)bytes + sizeof(XXH64_hash_t), *at = rest;
    memcpy(at, &hall->all[k], sizeof(place));
    memcpy(at += sizeof(place), state_of(hall, k), hall->game.state_size);
    hall_guests_save(hall, k, at + hall->game.state_size);
    XXH64_hash_t sum = sum_of(hall, rest);
    memcpy(bytes, &sum, sizeof sum);
}

int dado_hall_restore(dado_hall *hall, int k, const void *bytes)
{
    const unsigned char *at = (const unsigned char *)bytes + sizeof(XXH64_hash_t);
    XXH64_hash_t sum = sum_of(hall, at);
    if (memcmp(bytes, &sum, sizeof sum) != 0) return 1;
    memcpy(&hall->all[k], at, sizeof(place));
    memcpy(state_of(hall, k), at += sizeof(place), hall->game.state_size);
    hall_guests_restore(hall, k, at + hall->game.state_size);
    settle(hall, k);
    return 0;
}
