// response_by_walk.c - see response_by_walk.h.
//
// A walker has a level for each choice of the player on the path. A level holds the
// positions in which the player chooses, sorted by what the player knows, so that the
// positions of a set lie side by side. The moves of the sets of the first level are the
// tasks that threads share; each task is walked by one thread, and the sums over tasks are
// made in their order.
#include "solve/response_by_walk.h"

#include <float.h>
#include <stdlib.h>

enum { walkers = 16, most_depth = 20000, most_choices = 4000, halt_every = 1 << 10 };

typedef struct place {  // a position in which the player chooses; its state follows
    double reach;       // its probability by chance and by the other player
    dado_history_key keys[2];
} place;

typedef struct order {
    dado_history_key key;
    uint32_t at;
} order;

typedef struct level {
    unsigned char *places;
    order *sorted;
    size_t count, room, sorted_room;
    double ended;  // what ends before the next choice add
    dado_move *moves;
    double *values;
} level;

typedef struct step {  // a position on the way from one choice to the next
    unsigned char *state;
    dado_move *moves;
    uint32_t *weights;
    double *odds;
} step;

typedef struct walker {
    const dado_game *game;
    const dado_walk_config *config;
    dado_infosets payoffs;  // only to compute payoffs
    int player;
    size_t place_size;
    level *levels;
    step *steps;
    size_t level_count, step_count;
    unsigned char *view;
    dado_walk_response found;
    bool begun;    // whether an end was met
    bool stopped;  // too many positions, or halted
    dado_error err;
} walker;

static bool no_memory(walker *w)
{
    return dado_fail(&w->err, DADO_LIMIT, "out of memory while walking a game");
}

static bool walker_open(walker *w, const dado_game *game, int player,
                        const dado_walk_config *config)
{
    w->game = game;
    w->config = config;
    w->player = player;
    w->payoffs = (dado_infosets){ .game = game, .players = 2, .payoff = config->payoff };
    w->place_size = (sizeof(place) + game->state_size + 15) / 16 * 16;
    w->levels = calloc(most_choices, sizeof *w->levels);
    w->steps = calloc(most_depth, sizeof *w->steps);
    w->view = calloc(1, game->view_size + 8);
    return (w->levels && w->steps && w->view) || no_memory(w);
}

static void walker_close(walker *w)
{
    for (size_t i = 0; i < w->level_count; i++) {
        free(w->levels[i].places);
        free(w->levels[i].sorted);
        free(w->levels[i].values);
    }
    for (size_t i = 0; i < w->step_count; i++) free(w->steps[i].state);
    free(w->levels);
    free(w->steps);
    free(w->view);
}

static place *place_at(const walker *w, const level *l, size_t at)
{
    return (place *)(void *)(l->places + at * w->place_size);
}

static unsigned char *state_of(place *p)
{
    return (unsigned char *)(p + 1);
}

static level *level_at(walker *w, size_t depth)
{
    if (depth < w->level_count) return &w->levels[depth];
    level *l = &w->levels[depth];
    size_t most = (size_t)w->game->max_moves;
    l->values = depth < most_choices ? calloc(most, sizeof(double) + sizeof(dado_move)) : NULL;
    if (!l->values) return NULL;
    l->moves = (dado_move *)(void *)(l->values + most);
    w->level_count++;
    return l;
}

static step *step_at(walker *w, size_t depth)
{
    if (depth < w->step_count) return &w->steps[depth];
    size_t most = (size_t)w->game->max_moves, wide = (w->game->state_size + 15) / 16 * 16;
    step *s = &w->steps[depth];
    s->state = calloc(1, wide + most * (sizeof(double) + sizeof(dado_move) + sizeof(uint32_t)));
    if (!s->state) return NULL;
    s->odds = (double *)(void *)(s->state + wide);
    s->moves = (dado_move *)(void *)(s->odds + most);
    s->weights = (uint32_t *)(void *)(s->moves + most);
    w->step_count++;
    return s;
}

// ---- from one choice of the player to the next

static bool may_continue(walker *w)
{
    const dado_walk_config *c = w->config;
    w->found.positions++;
    if (c->most && w->found.positions > c->most) w->stopped = true;
    if (w->found.positions % halt_every == 0 && c->halt && *c->halt) w->stopped = true;
    return !w->stopped;
}

static bool count_end(walker *w, const void *state, double reach, double *ended)
{
    const dado_rules *rules = w->game->rules;
    if (rules->sound && !rules->sound(w->game, state, &w->err)) return false;
    double pay[2];
    dado_infosets_pay(&w->payoffs, state, pay);
    dado_walk_response *f = &w->found;
    double sum = pay[0] + pay[1];
    if (!w->begun)
        *f = (dado_walk_response){ .least = DBL_MAX,
                                   .most = -DBL_MAX,
                                   .sum = sum,
                                   .constant = true,
                                   .positions = f->positions };
    w->begun = true;
    if (sum - f->sum > 1e-9 || f->sum - sum > 1e-9) f->constant = false;
    if (pay[w->player] < f->least) f->least = pay[w->player];
    if (pay[w->player] > f->most) f->most = pay[w->player];
    *ended += reach * pay[w->player];
    return true;
}

static bool add_place(walker *w, level *l, const void *state, const dado_history_key *keys,
                      double reach)
{
    if (l->count == l->room) {
        size_t room = l->room ? l->room * 2 : 64;
        unsigned char *places = realloc(l->places, room * w->place_size);
        if (!places) return no_memory(w);
        l->places = places;
        l->room = room;
    }
    place *p = place_at(w, l, l->count++);
    p->reach = reach;
    memcpy(p->keys, keys, sizeof p->keys);
    memcpy(state_of(p), state, w->game->state_size);
    return true;
}

static void look(walker *w, const void *state, dado_history_key *keys)
{
    for (int p = 0; p < 2; p++) {
        dado_observe(w->game, state, p, w->view);
        dado_history_key_see(&keys[p], w->view, w->game->view_size);
    }
}

static bool follow(walker *w, level *to, size_t depth, const dado_history_key *before,
                   double reach);

// Plays all moves of chance or of the other player, each with its probability.
static bool branch(walker *w, level *to, size_t depth, const dado_history_key *keys, double reach,
                   int actor, int count)
{
    const step *s = &w->steps[depth];
    step *below = step_at(w, depth + 1);
    if (!below) return no_memory(w);
    for (int m = 0; m < count; m++) {
        if (s->odds[m] <= 0) continue;
        dado_history_key after[2] = { keys[0], keys[1] };
        if (actor >= 0 && count > 1) dado_history_key_move(&after[actor], m);
        memcpy(below->state, s->state, w->game->state_size);
        w->game->rules->apply(w->game, below->state, s->moves[m]);
        if (!follow(w, to, depth + 1, after, reach * s->odds[m])) return false;
    }
    return true;
}

// Follows the position in step `depth` to all places where the player chooses next, which
// go to level `to`, and to the ends before that.
static bool follow(walker *w, level *to, size_t depth, const dado_history_key *before, double reach)
{
    const dado_rules *rules = w->game->rules;
    step *s = &w->steps[depth];
    if (!may_continue(w)) return false;
    int actor = rules->actor(w->game, s->state);
    if (actor == DADO_NOBODY) return count_end(w, s->state, reach, &to->ended);
    if (depth + 2 >= most_depth) {
        return dado_fail(&w->err, DADO_INVALID,
                         "a match of %s can go on for more than %d moves, and perhaps for ever; "
                         "limit the number of rounds or turns",
                         rules->title, most_depth);
    }
    int count = rules->legal(w->game, s->state, s->moves);
    if (count <= 0) return dado_fail_unlisted_chance(w->game, &w->err);
    dado_history_key keys[2] = { before[0], before[1] };
    if (actor == DADO_CHANCE) {
        uint64_t total = 0;
        for (int i = 0; i < count; i++) s->weights[i] = 1;
        if (rules->weigh) rules->weigh(w->game, s->state, s->weights);
        for (int i = 0; i < count; i++) total += s->weights[i];
        for (int i = 0; i < count; i++) s->odds[i] = (double)s->weights[i] / (double)total;
        return branch(w, to, depth, keys, reach, actor, count);
    }
    look(w, s->state, keys);
    if (count == 1) {
        s->odds[0] = 1;
    } else if (actor == w->player) {
        return add_place(w, to, s->state, keys, reach);
    } else {
        w->config->odds(w->config->with, actor, &keys[actor], count, s->odds);
    }
    return branch(w, to, depth, keys, reach, actor, count);
}

// ---- sets of the player

static int by_key(const void *a, const void *b)
{
    const order *x = a, *y = b;
    if (x->key.low != y->key.low) return x->key.low < y->key.low ? -1 : 1;
    if (x->key.high != y->key.high) return x->key.high < y->key.high ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static bool same_set(const order *a, const order *b)
{
    return a->key.low == b->key.low && a->key.high == b->key.high;
}

static bool sort_level(walker *w, level *l)
{
    if (l->sorted_room < l->count) {
        order *sorted = realloc(l->sorted, l->room * sizeof *sorted);
        if (!sorted) return no_memory(w);
        l->sorted = sorted;
        l->sorted_room = l->room;
    }
    for (size_t i = 0; i < l->count; i++) {
        l->sorted[i] = (order){ place_at(w, l, i)->keys[w->player], (uint32_t)i };
    }
    if (l->count > 1) qsort(l->sorted, l->count, sizeof *l->sorted, by_key);
    return true;
}

static size_t set_end(const level *l, size_t from)
{
    size_t to = from + 1;
    while (to < l->count && same_set(&l->sorted[from], &l->sorted[to])) to++;
    return to;
}

static bool best_of_level(walker *w, size_t depth, double *value);

// Plays one move in all positions of a set, which lie in `of`, and writes what the player
// gets then to `value`. The places that follow go to level `depth`.
static bool value_of_move(walker *w, const level *of, size_t from, size_t to, dado_move move,
                          int index, size_t depth, double *value)
{
    level *next = level_at(w, depth);
    step *s = next ? step_at(w, 0) : NULL;
    if (!s) return no_memory(w);
    next->count = 0;
    next->ended = 0;
    for (size_t i = from; i < to; i++) {
        place *p = place_at(w, of, of->sorted[i].at);
        dado_history_key keys[2] = { p->keys[0], p->keys[1] };
        dado_history_key_move(&keys[w->player], index);
        memcpy(s->state, state_of(p), w->game->state_size);
        w->game->rules->apply(w->game, s->state, move);
        if (!follow(w, next, 0, keys, p->reach)) return false;
    }
    return sort_level(w, next) && best_of_level(w, depth, value);
}

// Adds up the best moves of all sets of a level, and the ends before them.
static bool best_of_level(walker *w, size_t depth, double *value)
{
    level *l = level_at(w, depth);
    double sum = l->ended;
    for (size_t from = 0, to; from < l->count; from = to) {
        to = set_end(l, from);
        int count =
            w->game->rules->legal(w->game, state_of(place_at(w, l, l->sorted[from].at)), l->moves);
        double best = -DBL_MAX;
        for (int m = 0; m < count; m++) {
            if (!value_of_move(w, l, from, to, l->moves[m], m, depth + 1, &l->values[m])) {
                return false;
            }
            if (l->values[m] > best) best = l->values[m];
        }
        sum += best;
    }
    *value = sum;
    return true;
}

// Fills the first level: where the player chooses for the first time.
static bool walk_to_first(walker *w)
{
    level *first = level_at(w, 0);
    step *s = first ? step_at(w, 0) : NULL;
    if (!s) return no_memory(w);
    dado_history_key keys[2] = { dado_history_key_begin(0), dado_history_key_begin(1) };
    w->game->rules->start(w->game, s->state);
    return follow(w, first, 0, keys, 1) && sort_level(w, first);
}

// ---- sharing the work

typedef struct task {  // a move in a set of the first level
    size_t from, to;
    dado_move move;
    int index;
    double value;
} task;

typedef struct work {
    walker walkers[walkers];  // the first one holds the first level
    task *tasks;
    int count, room;
} work;

static bool list_tasks(work *job)
{
    walker *w = &job->walkers[0];
    level *l = &w->levels[0];
    for (size_t from = 0, to; from < l->count; from = to) {
        to = set_end(l, from);
        int count =
            w->game->rules->legal(w->game, state_of(place_at(w, l, l->sorted[from].at)), l->moves);
        for (int m = 0; m < count; m++) {
            if (job->count == job->room) {
                int room = job->room ? job->room * 2 : 64;
                task *tasks = realloc(job->tasks, (size_t)room * sizeof *tasks);
                if (!tasks) return no_memory(w);
                job->tasks = tasks;
                job->room = room;
            }
            job->tasks[job->count++] =
                (task){ .from = from, .to = to, .move = l->moves[m], .index = m };
        }
    }
    return true;
}

static void do_tasks(void *to, int part)
{
    work *job = to;
    walker *w = &job->walkers[part];
    const level *first = &job->walkers[0].levels[0];
    if (!level_at(w, 0)) {
        no_memory(w);
        return;
    }
    for (int i = part; i < job->count; i += walkers) {
        task *t = &job->tasks[i];
        if (!value_of_move(w, first, t->from, t->to, t->move, t->index, 1, &t->value)) return;
    }
}

// Joins what the walkers met. Returns false if one of them failed.
static bool join(work *job, const dado_walk_config *config, dado_walk_response *found,
                 dado_error *err)
{
    *found = (dado_walk_response){
        .least = DBL_MAX, .most = -DBL_MAX, .constant = true, .finished = true
    };
    bool begun = false;
    for (int i = 0; i < walkers; i++) {
        const walker *w = &job->walkers[i];
        const dado_walk_response *part = &w->found;
        found->positions += part->positions;
        found->finished = found->finished && !w->stopped;
        if (w->err.status != DADO_OK) {
            if (err) *err = w->err;
            return false;
        }
        if (!w->begun) continue;
        double off = begun ? part->sum - found->sum : 0;
        found->constant = found->constant && part->constant && off < 1e-9 && off > -1e-9;
        if (!begun) found->sum = part->sum;
        if (part->least < found->least) found->least = part->least;
        if (part->most > found->most) found->most = part->most;
        begun = true;
    }
    if (config->most && found->positions > config->most) found->finished = false;
    return true;
}

static void add_values(const work *job, dado_walk_response *found)
{
    found->value = job->walkers[0].levels[0].ended;
    for (int i = 0, next; i < job->count; i = next) {
        double best = job->tasks[i].value;
        for (next = i + 1; next < job->count && job->tasks[next].from == job->tasks[i].from;
             next++) {
            if (job->tasks[next].value > best) best = job->tasks[next].value;
        }
        found->value += best;
    }
}

bool dado_response_by_walk(const dado_game *game, int player, const dado_walk_config *config,
                           const dado_parallel *parallel, dado_walk_response *found,
                           dado_error *err)
{
    work *job = calloc(1, sizeof *job);
    if (!job) return dado_fail(err, DADO_LIMIT, "out of memory while walking a game");
    bool fine = true;
    for (int i = 0; i < walkers && fine; i++) {
        fine = walker_open(&job->walkers[i], game, player, config);
    }
    if (fine && walk_to_first(&job->walkers[0]) && list_tasks(job)) {
        if (parallel && parallel->share) parallel->share(parallel->with, walkers, do_tasks, job);
        else
            for (int i = 0; i < walkers; i++) do_tasks(job, i);
    }
    fine = join(job, config, found, err);
    if (fine && found->finished) add_values(job, found);
    for (int i = 0; i < walkers; i++) walker_close(&job->walkers[i]);
    free(job->tasks);
    free(job);
    return fine;
}

bool dado_first_choices(const dado_game *game, int player, const dado_walk_config *config,
                        dado_first_choice_visitor *meet, void *to, dado_error *err)
{
    walker w = { 0 };
    bool fine = walker_open(&w, game, player, config) && walk_to_first(&w);
    level *l = &w.levels[0];
    for (size_t from = 0, end; fine && from < l->count; from = end) {
        end = set_end(l, from);
        place *p = place_at(&w, l, l->sorted[from].at);
        int count = game->rules->legal(game, state_of(p), l->moves);
        double reach = 0;
        for (size_t i = from; i < end; i++) reach += place_at(&w, l, l->sorted[i].at)->reach;
        if (!meet(to, state_of(p), &p->keys[player], l->moves, count, reach)) break;
    }
    if (!fine && w.err.status != DADO_OK && err) *err = w.err;
    walker_close(&w);
    return fine || w.stopped;
}
