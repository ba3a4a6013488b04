// count_positions.c - counts plays and positions, move by move.
#include "solve/count_positions.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

// A slot of a set of positions. A position is identified by a 128-bit hash and has a
// number.
typedef struct slot {
    XXH128_hash_t key;
    uint32_t at;  // 1 + the number of the position; 0 marks a free slot
} slot;

typedef struct set {
    slot *slots;
    size_t room, count;
} set;

typedef struct level {
    unsigned char *states;
    uint64_t *plays;
    size_t count, room;
    set index;
} level;

typedef struct counter {
    const dado_game *game;
    const dado_position_count_config *plan;
    size_t used, limit;
    dado_error *err;
} counter;

static bool grant(counter *c, size_t bytes)
{
    if (bytes > c->limit - c->used) {
        return dado_fail(c->err, DADO_LIMIT,
                         "the positions need more than the limit of %zu MiB; count fewer "
                         "moves, or "
                         "raise the limit with --memory",
                         c->limit >> 20);
    }
    c->used += bytes;
    return true;
}

static bool widen(counter *c, set *s)
{
    size_t room = s->room ? s->room * 2 : 1024;
    if (!grant(c, room * sizeof *s->slots)) return false;
    slot *slots = calloc(room, sizeof *slots);
    if (!slots) return dado_fail(c->err, DADO_LIMIT, "out of memory while counting positions");
    for (size_t i = 0; i < s->room; i++) {
        if (s->slots[i].at == 0) continue;
        size_t at = s->slots[i].key.low64 & (room - 1);
        while (slots[at].at) at = (at + 1) & (room - 1);
        slots[at] = s->slots[i];
    }
    free(s->slots);
    c->used -= s->room * sizeof *s->slots;
    s->slots = slots;
    s->room = room;
    return true;
}

// Returns the number of a position, or -1 on failure. `fresh` is set if the position was
// new.
static int64_t number_of(counter *c, set *s, const void *state, bool *fresh)
{
    if (s->count * 2 >= s->room && !widen(c, s)) return -1;
    XXH128_hash_t key = XXH3_128bits(state, c->game->state_size);
    size_t at = key.low64 & (s->room - 1);
    for (; s->slots[at].at; at = (at + 1) & (s->room - 1)) {
        if (XXH128_isEqual(s->slots[at].key, key)) {
            *fresh = false;
            return s->slots[at].at - 1;
        }
    }
    if (s->count == UINT32_MAX - 1) {
        dado_fail(c->err, DADO_LIMIT,
                  "there are more than 4,294,967,294 positions, the most "
                  "that can be counted; count fewer moves");
        return -1;
    }
    s->slots[at] = (slot){ key, (uint32_t)++s->count };
    *fresh = true;
    return (int64_t)s->count - 1;
}

static void forget(counter *c, level *l)
{
    free(l->states);
    free(l->plays);
    free(l->index.slots);
    c->used -= l->room * (c->game->state_size + sizeof *l->plays);
    c->used -= l->index.room * sizeof *l->index.slots;
    *l = (level){ 0 };
}

static bool add(counter *c, level *l, const void *state, uint64_t plays)
{
    bool fresh;
    int64_t at = number_of(c, &l->index, state, &fresh);
    if (at < 0) return false;
    size_t size = c->game->state_size;
    if (fresh && l->count == l->room) {
        size_t room = l->room ? l->room * 2 : 256;
        if (!grant(c, (room - l->room) * (size + sizeof *l->plays))) return false;
        unsigned char *states = realloc(l->states, room * size);
        if (states) l->states = states;
        uint64_t *numbers = states ? realloc(l->plays, room * sizeof *numbers) : NULL;
        if (!numbers)
            return dado_fail(c->err, DADO_LIMIT,
                             "out of memory while counting "
                             "positions");
        l->plays = numbers;
        l->room = room;
    }
    if (fresh) {
        memcpy(l->states + l->count * size, state, size);
        l->plays[l->count++] = 0;
    }
    if (__builtin_add_overflow(l->plays[at], plays, &l->plays[at])) {
        return dado_fail(c->err, DADO_LIMIT,
                         "there are more plays than a 64-bit number can "
                         "count; count fewer moves");
    }
    return true;
}

// Draws chance events until a player has to choose or the match is over. The draws depend
// only on the seed, the number of the move and the number of the draw, so equal positions
// get equal draws.
static bool draw_chance(counter *c, int moves, void *state, dado_move *list, uint32_t *weights)
{
    enum { most_draws = 100000 };
    const dado_game *g = c->game;
    dado_rng luck = dado_rng_stream(c->plan->seed, (uint64_t)moves, DADO_STREAM_CHANCE);
    for (int i = 0; g->rules->actor(g, state) == DADO_CHANCE; i++) {
        if (i == most_draws) {
            return dado_fail(c->err, DADO_LIMIT,
                             "more than 100,000 chance events follow each "
                             "other and no player gets to move; check the rules for a loop");
        }
        g->rules->apply(g, state, dado_draw_outcome(g, state, list, weights, &luck, NULL));
    }
    return !g->rules->sound || g->rules->sound(g, state, c->err);
}

static bool go_on(counter *c, int moves, const level *from, level *to, dado_move *list,
                  uint32_t *weights, unsigned char *state)
{
    const dado_game *g = c->game;
    for (size_t i = 0; i < from->count; i++) {
        const unsigned char *here = from->states + i * g->state_size;
        if (c->plan->report && !c->plan->report(c->plan->to, moves, i, from->count)) {
            return dado_fail(c->err, DADO_LIMIT,
                             "stopped on request before all positions "
                             "were counted");
        }
        if (g->rules->actor(g, here) < 0) continue;
        int count = g->rules->legal(g, here, list);
        for (int k = 0; k < count; k++) {
            dado_move move = list[k];
            memcpy(state, here, g->state_size);
            g->rules->apply(g, state, move);
            if (!draw_chance(c, moves, state, list + g->max_moves, weights)) return false;
            if (!add(c, to, state, from->plays[i])) return false;
        }
    }
    return true;
}

bool dado_count_positions(const dado_game *game, const dado_position_count_config *plan,
                          dado_position_count_row *rows, dado_position_count *count,
                          dado_error *err)
{
    counter c = { .game = game,
                  .plan = plan,
                  .err = err,
                  .limit = plan->memory ? plan->memory : (size_t)1 << 30 };
    level here = { 0 }, next = { 0 };
    set all = { 0 };
    size_t moves = (size_t)game->max_moves;
    unsigned char *state = malloc(game->state_size);
    dado_move *list = malloc(sizeof *list * moves * 2);
    uint32_t *weights = malloc(sizeof *weights * moves);
    bool fine = state && list && weights;
    if (!fine) dado_fail(err, DADO_LIMIT, "out of memory while counting positions");
    *count = (dado_position_count){ 0 };
    if (fine) game->rules->start(game, state);
    fine = fine && draw_chance(&c, 0, state, list, weights) && add(&c, &here, state, 1);
    for (int n = 0; fine && n <= plan->most; n++) {
        dado_position_count_row row = { .positions = here.count };
        for (size_t i = 0; i < here.count && fine; i++) {
            const void *at = here.states + i * game->state_size;
            bool over = game->rules->actor(game, at) == DADO_NOBODY, fresh;
            row.plays += here.plays[i];
            if (over) row.over += here.plays[i];
            fine = number_of(&c, &all, at, &fresh) >= 0;
        }
        if (!fine) break;
        rows[n] = row;
        count->moves = n;
        count->ended += row.over;
        count->positions = all.count;
        count->complete = row.plays == row.over;
        if (n == plan->most || count->complete) break;
        fine = go_on(&c, n + 1, &here, &next, list, weights, state);
        forget(&c, &here);
        here = next;
        next = (level){ 0 };
    }
    forget(&c, &here);
    forget(&c, &next);
    free(all.slots);
    free(state);
    free(list);
    free(weights);
    return fine;
}
