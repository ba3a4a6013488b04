// perfect_info_solver.c - see perfect_info_solver.h.
//
// The search keeps its path on a stack of its own, with one frame per move, since a game
// may be longer than the C stack is deep. A position on the path is marked in the table.
// If the search meets a marked position again, play could go on for ever.
#include "solve/perfect_info_solver.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "solve/position_table.h"

enum { default_memory = 1 << 30 };
// random matches before solving, to see which bits of a state change
enum { trial_matches = 32, trial_moves = 2000 };
enum { report_every = 1 << 8 };
// mark in the table, in place of the number of a value, of a position on the path
static const uint32_t being_walked = UINT32_MAX - 1;

typedef struct frame {
    int32_t actor, count, next;
    uint32_t best;  // number of the best value so far
    size_t slot;
    unsigned generation;  // generation of the table for which `slot` is valid
    uint64_t weight;      // sum of the weights of the outcomes so far
    dado_value sum;       // sum of the values of the outcomes so far, each times its weight
} frame;

struct dado_solver {
    const dado_game *game;
    dado_solve_config plan;
    dado_position_table table;
    dado_value_pool values;
    // the path; each entry is a frame, a state, its moves and their weights
    unsigned char *frames;
    size_t frame_size, state_at, moves_at, weights_at;
    size_t depth, room;
    void *child;    // work space: the state after a move
    void *asked;    // work space: another state, for dado_solve_best
    bool may_stop;  // whether the search may stop at the first winning move
    dado_solve_stats stats;
};

static size_t rounded(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

static bool refuse(const dado_game *game, const dado_solve_config *plan, dado_error *err)
{
    if (game->secrets) {
        return dado_fail(
            err, DADO_INVALID,
            "%s hides something from its players, so a position has no single value; "
            "dado solve GAME equilibrium solves such games, and the equilibrium player plays "
            "them so",
            game->rules->title);
    }
    if (game->players > DADO_SOLVE_PLAYERS_MAX) {
        return dado_fail(err, DADO_LIMIT,
                         "the solver takes at most %d players, and this game "
                         "has %d",
                         DADO_SOLVE_PLAYERS_MAX, game->players);
    }
    bool for_two = plan->objective == DADO_BY_OUTCOME || plan->objective == DADO_BY_DRAFT;
    if (for_two && game->players != 2) {
        return dado_fail(err, DADO_INVALID,
                         "the objective %s is for two players, and this game has %d; use margin",
                         dado_objective_names[plan->objective], game->players);
    }
    if (plan->objective == DADO_BY_DRAFT && game->luck) {
        return dado_fail(err, DADO_INVALID,
                         "the objective draft is not defined under luck; use margin or outcome");
    }
    return true;
}

// Plays a few random matches. They show which bits of a state change, so that keys seldom
// have to be packed again, and whether the outcomes of chance are listed.
static bool try_out(dado_solver *s, dado_error *err)
{
    const dado_game *game = s->game;
    const dado_rules *rules = game->rules;
    dado_move *moves = malloc(sizeof *moves * (size_t)game->max_moves);
    if (!moves) return dado_fail(err, DADO_LIMIT, "out of memory for a list of moves");
    bool listed = true;
    for (uint64_t match = 0; match < trial_matches && listed; match++) {
        dado_rng luck = dado_rng_stream(0, match, 0);
        rules->start(game, s->child);
        for (int move = 0; move < trial_moves; move++) {
            int actor = rules->actor(game, s->child);
            if (actor == DADO_NOBODY) break;
            int count = rules->legal(game, s->child, moves);
            listed = count > 0;
            if (!listed) break;
            rules->apply(game, s->child, moves[dado_rng_below(&luck, (uint64_t)count)]);
            memcpy(s->asked, s->child, game->state_size);
            if (rules->canonicalize) rules->canonicalize(game, s->asked);
            dado_position_table_learn(&s->table, game->state_size, s->asked);
        }
    }
    free(moves);
    return listed || dado_fail_unlisted_chance(game, err);
}

dado_solver *dado_solver_new(const dado_game *game, const dado_solve_config *plan, dado_error *err)
{
    if (!refuse(game, plan, err)) return NULL;
    dado_solver *s = calloc(1, sizeof *s);
    size_t state = rounded(game->state_size), most = (size_t)game->max_moves;
    if (s) {
        s->game = game;
        s->plan = *plan;
        if (!s->plan.memory) s->plan.memory = default_memory;
        s->may_stop = plan->objective == DADO_BY_WIN && !game->luck && game->players <= 2;
        s->state_at = rounded(sizeof(frame));
        s->moves_at = s->state_at + state;
        s->weights_at = s->moves_at + sizeof(dado_move) * most;
        s->frame_size = rounded(s->weights_at + sizeof(uint32_t) * most);
        s->child = calloc(1, state);
        s->asked = calloc(1, state);
        dado_value_pool_init(&s->values, game->players);
    }
    bool fine = s && s->child && s->asked;
    if (fine) {
        game->rules->start(game, s->child);
        if (game->rules->canonicalize) game->rules->canonicalize(game, s->child);
        fine = dado_position_table_init(&s->table, game->state_size, s->child, s->plan.memory);
    }
    if (!fine) dado_fail(err, DADO_LIMIT, "out of memory while opening the solver");
    if (!fine || !try_out(s, err)) {
        dado_solver_free(s);
        return NULL;
    }
    return s;
}

void dado_solver_free(dado_solver *s)
{
    if (!s) return;
    dado_position_table_free(&s->table);
    dado_value_pool_free(&s->values);
    free(s->frames);
    free(s->child);
    free(s->asked);
    free(s);
}

const dado_game *dado_solver_game(const dado_solver *s)
{
    return s->game;
}

dado_objective dado_solver_objective(const dado_solver *s)
{
    return s->plan.objective;
}

dado_solve_stats dado_solver_stats(const dado_solver *s)
{
    dado_solve_stats stats = s->stats;
    stats.positions = s->table.used;
    stats.values = s->values.count;
    stats.key_bits = s->table.key_bits;
    stats.slot_bytes = dado_position_table_slot_bytes(&s->table);
    stats.slots = s->table.slot_count;
    stats.bytes =
        s->table.slots_bytes + dado_value_pool_bytes(&s->values) + s->room * s->frame_size;
    stats.limit = s->plan.memory;
    return stats;
}

static frame *frame_at(const dado_solver *s, size_t depth)
{
    return (frame *)(void *)(s->frames + depth * s->frame_size);
}

static void *state_of(const dado_solver *s, frame *f)
{
    return (unsigned char *)f + s->state_at;
}

// Returns whether `b` equals `a` except for one or two 32-bit numbers that are larger in
// `b`.
static bool has_counted(const dado_game *game, const unsigned char *a, const unsigned char *b)
{
    int counts = 0;
    size_t at = 0;
    for (; at + sizeof(int32_t) <= game->state_size; at += sizeof(int32_t)) {
        int32_t x, y;
        memcpy(&x, a + at, sizeof x);
        memcpy(&y, b + at, sizeof y);
        if (x == y) continue;
        if (y < x || ++counts > 2) return false;
    }
    return counts > 0 && memcmp(a + at, b + at, game->state_size - at) == 0;
}

// Counts the positions on the path that equal the last one except for a number that has
// grown.
static size_t counted(const dado_solver *s)
{
    size_t found = 0;
    if (s->depth < 2) return 0;
    const void *last = state_of(s, frame_at(s, s->depth - 1));
    for (size_t d = 0; d + 1 < s->depth; d++) {
        found += has_counted(s->game, state_of(s, frame_at(s, d)), last);
    }
    return found;
}

static bool fail_full(const dado_solver *s, dado_error *err)
{
    enum { many = 64 };
    dado_solve_stats now = dado_solver_stats(s);
    size_t again = counted(s);
    if (again >= many) {
        return dado_fail(err, DADO_LIMIT,
                         "in %s the same position repeats with nothing changed but a number "
                         "that grows, %zu "
                         "times on one line of play; if nothing bounds that number, there is "
                         "no end of positions, and more memory does not help; give the number "
                         "a limit in the rules",
                         s->game->rules->title, again);
    }
    return dado_fail(err, DADO_LIMIT,
                     "%s is too large for %zu MiB: the table holds %" PRIu64 " positions of %zu "
                     "bytes (%zu bits of key) in %zu slots, %.0f %% full, %zu different values, "
                     "%zu moves deep; give more with --memory, or solve a smaller game",
                     s->game->rules->title, s->plan.memory >> 20, now.positions, now.slot_bytes,
                     now.key_bits, now.slots,
                     now.slots ? 100.0 * (double)now.positions / (double)now.slots : 0.0,
                     now.values, now.deepest);
}

static dado_move *moves_of(const dado_solver *s, frame *f)
{
    return (dado_move *)(void *)((unsigned char *)f + s->moves_at);
}

static uint32_t *weights_of(const dado_solver *s, frame *f)
{
    return (uint32_t *)(void *)((unsigned char *)f + s->weights_at);
}

static bool deepen(dado_solver *s, dado_error *err)
{
    if (s->depth < s->room) return true;
    size_t room = s->room ? s->room * 2 : 64;
    size_t bytes = room * s->frame_size;
    if (bytes + s->table.slots_bytes > s->plan.memory) return fail_full(s, err);
    unsigned char *frames = realloc(s->frames, bytes);
    if (!frames) return fail_full(s, err);
    s->frames = frames;
    s->room = room;
    s->table.charged = bytes + dado_value_pool_bytes(&s->values);
    return true;
}

// Pushes a frame for the position in `child`, whose slot in the table was just created.
static bool go_down(dado_solver *s, size_t slot, int actor, dado_error *err)
{
    if (!deepen(s, err)) return false;
    dado_position_table_set(&s->table, slot, being_walked);
    frame *f = frame_at(s, s->depth++);
    f->actor = actor;
    f->next = 0;
    f->slot = slot;
    f->generation = s->table.generation;
    memcpy(state_of(s, f), s->child, s->game->state_size);
    f->count = s->game->rules->legal(s->game, s->child, moves_of(s, f));
    if (f->count <= 0) return dado_fail_unlisted_chance(s->game, err);
    if (actor == DADO_CHANCE) {
        f->weight = 0;
        f->sum = (dado_value){ 0 };
        uint32_t *weights = weights_of(s, f);
        for (int i = 0; i < f->count; i++) weights[i] = 1;
        if (s->game->rules->weigh) s->game->rules->weigh(s->game, s->child, weights);
    }
    if (s->depth > s->stats.deepest) s->stats.deepest = s->depth;
    if (s->plan.report && s->table.used % report_every == 0) {
        dado_solve_stats now = dado_solver_stats(s);
        if (!s->plan.report(s->plan.to, &now)) {
            return dado_fail(err, DADO_LIMIT, "stopped on request after %" PRIu64 " positions",
                             now.positions);
        }
    }
    return true;
}

// Looks up the position in `child`. If its value is known, sets `number`; otherwise
// pushes a frame to search it. Returns false on failure.
static bool look(dado_solver *s, bool *known, uint32_t *number, dado_error *err)
{
    const dado_rules *rules = s->game->rules;
    int actor = rules->actor(s->game, s->child);
    *known = true;
    if (actor == DADO_NOBODY) {
        if (rules->sound && !rules->sound(s->game, s->child, err)) return false;
        dado_value value;
        dado_value_of_end(s->game, s->child, &value);
        int64_t n = dado_value_pool_add(&s->values, &value);
        if (n < 0) return fail_full(s, err);
        *number = (uint32_t)n;
        s->stats.ends++;
        return true;
    }
    if (rules->canonicalize) rules->canonicalize(s->game, s->child);
    size_t slot;
    switch (dado_position_table_find(&s->table, s->game->state_size, s->child, &slot)) {
    case DADO_LOOKUP_FULL: return fail_full(s, err);
    case DADO_LOOKUP_NEW: *known = false; return go_down(s, slot, actor, err);
    case DADO_LOOKUP_OLD: break;
    }
    *number = dado_position_table_get(&s->table, slot);
    s->stats.looked_up++;
    if (*number != being_walked) return true;
    return dado_fail(err, DADO_INVALID,
                     "in %s a position can repeat, so play need not end and has no value "
                     "that a search to the end could find; limit the number of rounds or turns",
                     s->game->rules->title);
}

// Updates a frame with the value that its last move led to: chance adds it up, a player
// keeps the best.
static void weigh_in(dado_solver *s, frame *f, uint32_t number)
{
    dado_value value, best;
    int i = f->next - 1;
    if (f->actor == DADO_CHANCE) {
        uint32_t weight = weights_of(s, f)[i];
        dado_value_pool_get(&s->values, number, &value);
        f->weight += weight;
        for (int p = 0; p < s->game->players; p++) {
            f->sum.score[p] += weight * value.score[p];
            f->sum.margin[p] += weight * value.margin[p];
            f->sum.share[p] += weight * value.share[p];
        }
        return;
    }
    if (i == 0) {
        f->best = number;
    } else if (number != f->best) {
        dado_value_pool_get(&s->values, number, &value);
        dado_value_pool_get(&s->values, f->best, &best);
        if (dado_value_prefer(s->plan.objective, s->game->players, f->actor, &value, &best) > 0) {
            f->best = number;
        }
    }
    if (!s->may_stop) return;
    dado_value_pool_get(&s->values, f->best, &best);
    if (best.share[f->actor] >= 1.0) f->next = f->count;
}

// Pops a frame and stores the value of its position in the table.
static bool go_up(dado_solver *s, frame *f, uint32_t *number, dado_error *err)
{
    if (f->actor == DADO_CHANCE) {
        dado_value mean = f->sum;
        for (int p = 0; p < s->game->players; p++) {
            mean.score[p] /= (double)f->weight;
            mean.margin[p] /= (double)f->weight;
            mean.share[p] /= (double)f->weight;
        }
        int64_t n = dado_value_pool_add(&s->values, &mean);
        if (n < 0) return fail_full(s, err);
        f->best = (uint32_t)n;
        s->table.charged = s->room * s->frame_size + dado_value_pool_bytes(&s->values);
    }
    size_t slot = f->slot;
    if (f->generation != s->table.generation) {
        dado_position_table_find(&s->table, s->game->state_size, state_of(s, f), &slot);
    }
    dado_position_table_set(&s->table, slot, f->best);
    *number = f->best;
    s->depth--;
    return true;
}

// Searches from the position in `child` until its value is known.
static bool walk(dado_solver *s, uint32_t *number, dado_error *err)
{
    bool known;
    s->depth = 0;
    if (!look(s, &known, number, err)) return false;
    while (s->depth > 0) {
        frame *f = frame_at(s, s->depth - 1);
        if (known) weigh_in(s, f, *number);
        if (f->next < f->count) {
            memcpy(s->child, state_of(s, f), s->game->state_size);
            s->game->rules->apply(s->game, s->child, moves_of(s, f)[f->next++]);
            if (!look(s, &known, number, err)) return false;
        } else {
            if (!go_up(s, f, number, err)) return false;
            known = true;
        }
    }
    return true;
}

bool dado_solve(dado_solver *s, const void *state, dado_value *value, dado_error *err)
{
    uint32_t number;
    memcpy(s->child, state, s->game->state_size);
    if (!walk(s, &number, err)) return false;
    dado_value_pool_get(&s->values, number, value);
    return true;
}

int dado_solve_best(dado_solver *s, const void *state, const dado_move *moves, int count,
                    dado_value *values, dado_error *err)
{
    const dado_rules *rules = s->game->rules;
    int player = rules->actor(s->game, state), best = 0;
    dado_value value, best_value = { 0 };
    for (int i = 0; i < count; i++) {
        memcpy(s->asked, state, s->game->state_size);
        rules->apply(s->game, s->asked, moves[i]);
        if (!dado_solve(s, s->asked, &value, err)) return -1;
        if (values) values[i] = value;
        bool better =
            i == 0 || (player >= 0 && dado_value_prefer(s->plan.objective, s->game->players, player,
                                                        &value, &best_value) > 0);
        if (!better) continue;
        best = i;
        best_value = value;
    }
    return best;
}
