// batch_env.c - plays many matches side by side, with the caller choosing the moves. See
// include/dado.h.
//
// A hall has many places, and each place plays one match: it has a state, its list of
// moves and its luck. Luck comes from the random numbers of the match, as in the lab, and
// a match ends as it would there. So a place plays exactly the match that the lab would
// play if its players made the same choices.
#include "api/batch_env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "core/match_loop.h"
#include "lab/experiment_plan.h"

static void keep_move(dado_hall *hall, int k, int actor, dado_move move)
{
    place *p = &hall->all[k];
    if (p->kept < hall->most_kept) {
        history_of(hall, k)[p->kept] = (dado_step){ .move = move, .actor = actor };
    }
    p->kept++;
}

static void play(dado_hall *hall, int k, dado_move move)
{
    place *p = &hall->all[k];
    if (hall->most_kept) keep_move(hall, k, p->actor, move);
    hall->game.rules->apply(&hall->game, state_of(hall, k), move);
    p->steps++;
}

// The players at place `k` that are not the caller.
typedef struct env_players {
    dado_hall *hall;
    int k;
    const env_scratch *scratch;
} env_players;

// Returns false if the caller must choose; the list of moves is then filled in.
static bool choose_step(void *players, const dado_game *game, const void *state,
                        dado_legal_function *legal, int who, int rounds, dado_step *step)
{
    (void)rounds;
    const env_players *env = players;
    dado_hall *hall = env->hall;
    place *p = &hall->all[env->k];
    dado_move *moves = moves_of(hall, env->k);
    p->count = 0;
    p->actor = who;
    if (who == DADO_CHANCE && hall->luck_is_played) {
        p->count = legal(game, state, moves);
        if (p->count > 0) return false;
    }
    if (who == DADO_CHANCE) {
        step->move = dado_draw_outcome(game, state, moves, env->scratch->weights, &p->luck, NULL);
        if (hall->most_kept) keep_move(hall, env->k, who, step->move);
        return true;
    }
    p->count = legal(game, state, moves);
    int seated = hall->seated[who];
    if (seated < 0) return false;
    int chosen = env_agent_choose(hall, &hall->env_agents[seated], env->k);
    bool gave_up = chosen < 0 || chosen >= p->count;
    p->decisions++;
    step->move = moves[gave_up ? p->count - 1 : chosen];
    if (hall->most_kept) keep_move(hall, env->k, who, step->move);
    return true;
}

// Plays luck and the moves of agents until the caller must choose, or the match is over.
static void advance_to_choice(dado_hall *hall, int k, const env_scratch *scratch)
{
    const dado_rules *rules = hall->game.rules;
    place *p = &hall->all[k];
    env_players players = { hall, k, scratch };
    dado_match_loop loop = { .limit = DADO_MOVE_LIMIT - p->steps };
    hall->numbered[k] = 0;
    dado_match_loop_run(&hall->game, state_of(hall, k), &loop, rules->actor, rules->legal,
                        rules->apply, rules->scores, rules->round, choose_step, &players);
    p->steps += loop.steps;
    if (loop.gave_up) return;
    p->count = 0;
    p->actor = DADO_NOBODY;
}

static void begin(dado_hall *hall, int k, uint64_t match, const env_scratch *scratch)
{
    hall->all[k] =
        (place){ .match = match, .luck = dado_rng_stream(hall->seed, match, DADO_STREAM_CHANCE) };
    hall->game.rules->start(&hall->game, state_of(hall, k));
    env_agents_begin_match(hall, k);
    advance_to_choice(hall, k, scratch);
}

// Finishes a match in the same way as lab/match.c, and returns how it ended.
static uint8_t finish(dado_hall *hall, int k, int32_t *result, int32_t *ranks,
                      const env_scratch *scratch)
{
    const dado_game *game = &hall->game;
    const void *state = state_of(hall, k);
    dado_error err;
    bool finished = game->rules->actor(game, state) == DADO_NOBODY &&
                    (!game->rules->sound || game->rules->sound(game, state, &err));
    int32_t *scores = result ? result : scratch->scores;
    if (result || ranks) game->rules->scores(game, state, scores);
    if (ranks) dado_places_of(game, state, finished, scores, ranks);
    return finished ? 1 : 2;
}

// A match that ends before the caller's first choice is skipped, and the next one begins.
static void begin_match_with_choice(dado_hall *hall, int k, uint64_t match,
                                    const env_scratch *scratch)
{
    enum { most_tries = 1000 };
    for (int tries = 0; tries < most_tries; tries++) {
        begin(hall, k, match, scratch);
        if (hall->all[k].actor != DADO_NOBODY) return;
        match += (uint64_t)hall->places;
    }
}

static bool allocate_scratch(dado_hall *hall, env_scratch *scratch)
{
    const dado_game *game = &hall->game;
    scratch->view = env_alloc(hall, unsigned char, 1, game->view_size + game->state_size + 16);
    scratch->weights = env_alloc(hall, uint32_t, 1, (size_t)game->max_moves + 1);
    scratch->scores = env_alloc(hall, int32_t, game->players, 1);
    return scratch->view && scratch->weights && scratch->scores;
}

static bool allocate(dado_hall *hall, int places, dado_error *err)
{
    const dado_game *game = &hall->game;
    size_t most = (size_t)game->max_moves;
    hall->places = places;
    hall->stride = (game->state_size + 15) / 16 * 16;
    hall->features = dado_features_size(game);
    hall->actions = dado_action_count(game);
    hall->observes = game->rules->observe && !dado_game_extra(game, reads_state);
    hall->all = env_alloc(hall, place, places, 1);
    hall->states = env_alloc(hall, unsigned char, places, hall->stride);
    hall->moves = env_alloc(hall, dado_move, places, most);
    hall->scratch = env_alloc(hall, env_scratch, most_env_threads, 1);
    hall->numbers = env_alloc(hall, int32_t, hall->actions ? places : 1, most);
    hall->numbered = env_alloc(hall, uint8_t, places, 1);
    hall->seated = env_alloc(hall, int32_t, game->players, 1);
    if (!hall->all || !hall->states || !hall->moves || !hall->scratch || !hall->numbers ||
        !hall->numbered || !hall->seated || !allocate_scratch(hall, &hall->scratch[0])) {
        return dado_fail(err, DADO_LIMIT, "no memory left for %d places", places);
    }
    for (int p = 0; p < game->players; p++) hall->seated[p] = -1;
    return true;
}

static bool open_env(dado_hall *hall, const char *name, const char *const *options, int count,
                     int places, uint64_t seed, dado_error *err)
{
    enum { most_places = 1 << 24 };
    if (places < 1 || places > most_places || count < 0) {
        return dado_fail(err, DADO_INVALID, "places must be from 1 to %d", most_places);
    }
    dado_option *items = dado_new(&hall->region, dado_option, (size_t)count + 1);
    if (!items) return dado_fail(err, DADO_LIMIT, "no memory left for options");
    for (int i = 0; i < count; i++) {
        if (!dado_option_parse(&items[i], options[i], &hall->region, err)) return false;
    }
    dado_options given = { items, count };
    if (!dado_game_source_find(&hall->source, name, &given, &hall->region, err) ||
        !dado_game_source_open(&hall->source, &hall->game, &hall->region, err)) {
        return false;
    }
    if (!allocate(hall, places, err)) return false;
    dado_hall_reset(hall, seed);
    if (hall->all[0].actor != DADO_NOBODY) return true;
    return dado_fail(err, DADO_INVALID, "nobody chooses anything in %s", hall->game.rules->title);
}

void env_begin_all(dado_hall *hall)
{
    for (int k = 0; k < hall->places; k++) {
        begin_match_with_choice(hall, k, (uint64_t)k, &hall->scratch[0]);
    }
}

void dado_hall_reset(dado_hall *hall, uint64_t seed)
{
    // The seed of the only cell of a plan.
    hall->seed = dado_derive_seed(dado_derive_seed(seed, 0), 0);
    env_begin_all(hall);
}

dado_hall *dado_hall_open(const char *game, const char *const *options, int count, int places,
                          uint64_t seed, char *why, size_t room)
{
    dado_error err = { 0 };
    dado_hall *hall = calloc(1, sizeof *hall);
    if (hall && open_env(hall, game, options, count, places, seed, &err)) return hall;
    if (why && room) snprintf(why, room, "%s", hall ? err.text : "no memory left");
    dado_hall_close(hall);
    return NULL;
}

void dado_hall_close(dado_hall *hall)
{
    if (!hall) return;
    dado_thread_pool_close(hall->pool);
    for (int g = 0; g < hall->env_agent_count; g++) {
        for (int p = 0; p < hall->game.players; p++)
            dado_agent_close(&hall->env_agents[g].agents[p]);
    }
    dado_region_free(&hall->region);
    free(hall);
}

const char *dado_hall_title(const dado_hall *hall)
{
    return hall->game.rules->title;
}
int dado_hall_places(const dado_hall *hall)
{
    return hall->places;
}
int dado_hall_players(const dado_hall *hall)
{
    return hall->game.players;
}
int dado_hall_most_moves(const dado_hall *hall)
{
    return hall->game.max_moves;
}

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

// ---- steps, by one or several threads

enum { places_together = 32 };  // handed to a thread at a time

typedef struct batch {
    dado_hall *hall;
    env_work *work;
    void *context;
} batch;

static void work_on_batch(void *context, int i, int worker)
{
    const batch *b = context;
    int from = i * places_together, to = from + places_together;
    if (to > b->hall->places) to = b->hall->places;
    for (int k = from; k < to; k++) b->work(b->context, k, &b->hall->scratch[worker]);
}

void env_each_place(dado_hall *hall, env_work *work, void *context)
{
    bool alone = !hall->pool || hall->places < 2 * places_together;
    for (int p = 0; p < hall->game.players && !alone; p++) alone = hall->seated[p] >= 0;
    if (alone) {
        for (int k = 0; k < hall->places; k++) work(context, k, &hall->scratch[0]);
        return;
    }
    batch b = { hall, work, context };
    int batches = (hall->places + places_together - 1) / places_together;
    dado_thread_pool_run(hall->pool, batches, 1, work_on_batch, &b);
}

int dado_hall_threads(dado_hall *hall, int threads)
{
    dado_error err = { 0 };
    dado_thread_pool_close(hall->pool);
    hall->pool = NULL;
    if (threads < 0 || threads > most_env_threads) threads = threads < 0 ? 1 : most_env_threads;
    if (threads == 1 || !dado_thread_pool_open(&hall->pool, threads, &err)) return 1;
    int size = dado_thread_pool_size(hall->pool);
    bool fine = size > 1 && size <= most_env_threads;
    for (int i = 1; fine && i < size; i++) {
        fine = hall->scratch[i].view || allocate_scratch(hall, &hall->scratch[i]);
    }
    if (fine) return size;
    dado_thread_pool_close(hall->pool);
    hall->pool = NULL;
    return 1;
}

void dado_hall_watch(dado_hall *hall, int32_t *gains, int seat, float *last)
{
    if (!hall->before) hall->before = env_alloc(hall, int32_t, hall->places, hall->game.players);
    hall->gains = hall->before ? gains : NULL;
    hall->last = hall->features ? last : NULL;
    hall->last_seat = seat < hall->game.players ? seat : -1;
}

typedef struct step_of_all {
    dado_hall *hall;
    const int32_t *choices;
    uint8_t *ended;
    int32_t *result, *ranks;
} step_of_all;

// Writes how the step changed the points at a place whose match is over or waits for a choice.
static void write_gains(dado_hall *hall, int k)
{
    const dado_game *game = &hall->game;
    size_t row = (size_t)k * (size_t)game->players;
    game->rules->scores(game, state_of(hall, k), hall->gains + row);
    int32_t *gains = hall->gains + row;
    const int32_t *before = hall->before + row;
    for (int p = 0; p < game->players; p++) gains[p] -= before[p];
}

static void step_place(void *context, int k, const env_scratch *scratch)
{
    const step_of_all *s = context;
    dado_hall *hall = s->hall;
    const dado_game *game = &hall->game;
    place *p = &hall->all[k];
    size_t row = (size_t)k * (size_t)game->players;
    int mover = p->actor;
    if (hall->gains) game->rules->scores(game, state_of(hall, k), hall->before + row);
    if (s->choices[k] >= 0) {
        p->decisions++;
        play(hall, k, moves_of(hall, k)[s->choices[k]]);
        advance_to_choice(hall, k, scratch);
    }
    if (hall->gains) write_gains(hall, k);
    if (s->ended) s->ended[k] = 0;
    if (p->actor != DADO_NOBODY) return;
    uint8_t end = finish(hall, k, s->result ? s->result + row : NULL,
                         s->ranks ? s->ranks + row : NULL, scratch);
    if (s->ended) s->ended[k] = end;
    int eyes = hall->last_seat >= 0 ? hall->last_seat : mover;
    if (hall->last && eyes >= 0) {
        const void *view = env_view(hall, state_of(hall, k), eyes, scratch);
        game->rules->extras->features(game, view, eyes,
                                      hall->last + (size_t)k * (size_t)hall->features);
    }
    begin_match_with_choice(hall, k, p->match + (uint64_t)hall->places, scratch);
}

int dado_hall_step(dado_hall *hall, const int32_t *choices, uint8_t *ended, int32_t *result,
                   int32_t *ranks)
{
    for (int k = 0; k < hall->places; k++) {
        if (choices[k] < -1 || choices[k] >= hall->all[k].count) return 1 + k;
    }
    step_of_all all = { hall, choices, ended, result, ranks };
    env_each_place(hall, step_place, &all);
    return 0;
}

// ---- texts: views and moves in words ----

static size_t copy_out(dado_text *text, char *out, size_t room)
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
    return copy_out(&text, out, room);
}

size_t dado_hall_words(const dado_hall *hall, int k, int seat, char *out, size_t room)
{
    dado_text text = { 0 };
    bool eyes = seat == DADO_NOBODY || (seat >= 0 && seat < hall->game.players);
    if (k >= 0 && k < hall->places && eyes) {
        hall->game.rules->print(&hall->game, state_of(hall, k), seat, &text);
    }
    return copy_out(&text, out, room);
}

size_t dado_hall_entry(const dado_hall *hall, int which, int entry, char *out, size_t room)
{
    dado_text text = { 0 };
    dado_numbers block;
    if (dado_hall_block(hall, which, &block) && entry >= 0 && entry < block.shape[0]) {
        void (*name)(const dado_game *, int, int, dado_text *) =
            dado_game_extra(&hall->game, feature_entry);
        if (name) name(&hall->game, which, entry, &text);
        else dado_text_addf(&text, "%d", entry);
    }
    return copy_out(&text, out, room);
}

// ---- copies: a checksum of the rest, the place, its state, the memory of its agents
// ----

size_t dado_hall_state_size(const dado_hall *hall)
{
    return sizeof(XXH64_hash_t) + sizeof(place) + hall->game.state_size + env_agents_bytes(hall) +
           (size_t)hall->most_kept * sizeof(dado_step);
}

// The checksum also covers the game and the agents, so a copy from another hall does not
// fit.
static XXH64_hash_t checksum_of(const dado_hall *hall, const unsigned char *bytes)
{
    uint64_t salt = dado_game_source_hash(&hall->source) + (uint64_t)hall->env_agent_count;
    return XXH64(bytes, dado_hall_state_size(hall) - sizeof(XXH64_hash_t), salt);
}

void dado_hall_save(const dado_hall *hall, int k, void *bytes)
{
    unsigned char *rest = (unsigned char *)bytes + sizeof(XXH64_hash_t), *at = rest;
    memcpy(at, &hall->all[k], sizeof(place));
    memcpy(at += sizeof(place), state_of(hall, k), hall->game.state_size);
    env_agents_save(hall, k, at += hall->game.state_size);
    if (hall->most_kept) {
        memcpy(at + env_agents_bytes(hall), history_of(hall, k),
               (size_t)hall->most_kept * sizeof(dado_step));
    }
    XXH64_hash_t sum = checksum_of(hall, rest);
    memcpy(bytes, &sum, sizeof sum);
}

int dado_hall_restore(dado_hall *hall, int k, const void *bytes)
{
    const unsigned char *at = (const unsigned char *)bytes + sizeof(XXH64_hash_t);
    XXH64_hash_t sum = checksum_of(hall, at);
    if (memcmp(bytes, &sum, sizeof sum) != 0) return 1;
    memcpy(&hall->all[k], at, sizeof(place));
    memcpy(state_of(hall, k), at += sizeof(place), hall->game.state_size);
    env_agents_restore(hall, k, at += hall->game.state_size);
    if (hall->most_kept) {
        memcpy(history_of(hall, k), at + env_agents_bytes(hall),
               (size_t)hall->most_kept * sizeof(dado_step));
    }
    advance_to_choice(hall, k, &hall->scratch[0]);
    return 0;
}
