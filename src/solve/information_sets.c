// information_sets.c - see information_sets.h.
//
// A walker plays every line of play to its end, with a stack of its own. Wherever a
// player chooses, it calls a hook to find the information set, and at each end it calls
// another hook with the players' sequences. The first walk creates the sets and ends;
// later walks look them up.
#include "solve/information_sets.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "solve/modular.h"
#include "solve/position_table.h"

enum { most_depth = 20000, report_every = 1 << 8 };
enum { default_memory = 1 << 30, default_lines = 200000000 };
// Payoffs are whole, or shares of the win among at most 16 players: multiples of 1/720720.
enum { payoff_parts = 720720 };
static const double slack = 1e-9;  // sums of payoffs that differ by less count as equal

const char *const dado_payoff_names[] = { "fit", "points", "margin", "win", NULL };

// ---- what each player has seen and done, as a tree of nodes

typedef struct array {  // an array that can grow; its bytes count against the limit
    void *data;
    size_t room;
} array;

typedef struct dado_replay_from_store {
    dado_position_table views;  // all views, each with a number
    uint32_t view_count;
    // of each node: its parent, the event that led to it, and 1 + its set (0: none)
    array up, event, set;
    uint32_t places;
    array index;  // hash table from (parent, event) to 1 + node
    uint32_t mask;
    size_t bytes, limit;
} recall;

static uint32_t *words(const array *a)
{
    return a->data;
}

// Grows an array to hold `count` items. Its size doubles while the old and the new array
// both fit into the limit. Near the limit it grows by an eighth of what is left, but by
// at least 64 KiB, so that little time goes into copying.
static bool fit(recall *r, array *a, size_t count, size_t size)
{
    const size_t least = (size_t)1 << 16;
    size_t bytes = count * size, others = r->bytes - a->room;
    if (bytes <= a->room) return true;
    if (others + bytes > r->limit) return false;
    size_t left = r->limit - others - bytes;
    size_t room = a->room * 2 > bytes ? a->room * 2 : bytes;
    if (r->bytes + room > r->limit) {
        size_t more = left / 8 > least ? left / 8 : least;
        room = bytes + (more < left ? more : left);
    }
    void *data = realloc(a->data, room);
    if (!data) return false;
    r->bytes += room - a->room;
    *a = (array){ data, room };
    return true;
}

static void drop(recall *r, array *a)
{
    r->bytes -= a->room;
    free(a->data);
    *a = (array){ 0 };
}

// Gives back what an array has beyond its first `count` items.
static void trim(recall *r, array *a, size_t count, size_t size)
{
    void *data = count ? realloc(a->data, count * size) : NULL;
    if (!data) return;
    r->bytes -= a->room - count * size;
    *a = (array){ data, count * size };
}

static uint32_t mixed(uint64_t a, uint64_t b)
{
    uint64_t h = (a * 0x9E3779B97F4A7C15u) ^ (b + 0x7F4A7C15u) * 0xD6E8FEB86659FD93u;
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u;
    return (uint32_t)(h >> 32);
}

static uint32_t seek_place(const recall *r, uint32_t up, uint32_t event)
{
    uint32_t at = mixed(up, event) & r->mask;
    for (;; at = (at + 1) & r->mask) {
        uint32_t place = words(&r->index)[at];
        if (!place) return at;
        if (words(&r->up)[place - 1] == up && words(&r->event)[place - 1] == event) return at;
    }
}

static bool widen_index(recall *r)
{
    uint32_t mask = r->mask ? r->mask * 2 + 1 : 1023;
    array index = { 0 };
    if (mask == UINT32_MAX || !fit(r, &index, (size_t)mask + 1, sizeof(uint32_t))) return false;
    memset(index.data, 0, index.room);
    drop(r, &r->index);
    r->index = index;
    r->mask = mask;
    for (uint32_t p = 0; p < r->places; p++) {
        words(&index)[seek_place(r, words(&r->up)[p], words(&r->event)[p])] = p + 1;
    }
    return true;
}

static bool new_place(recall *r, uint32_t up, uint32_t event, uint32_t *place)
{
    if ((uint64_t)r->places * 4 >= (uint64_t)r->mask * 3 && !widen_index(r)) return false;
    size_t count = (size_t)r->places + 1;
    if (!fit(r, &r->up, count, 4) || !fit(r, &r->event, count, 4) || !fit(r, &r->set, count, 4)) {
        return false;
    }
    *place = r->places++;
    words(&r->up)[*place] = up;
    words(&r->event)[*place] = event;
    words(&r->set)[*place] = 0;
    words(&r->index)[seek_place(r, up, event)] = r->places;
    return true;
}

static bool find_place(const recall *r, uint32_t up, uint32_t event, uint32_t *place)
{
    uint32_t found = words(&r->index)[seek_place(r, up, event)];
    *place = found - 1;
    return found != 0;
}

static uint32_t event_of_view(uint32_t view)
{
    return view * 2;
}

static uint32_t event_of_move(int move)
{
    return (uint32_t)move * 2 + 1;
}

// Creates the first node of each player's history: player p begins at node p, which has
// no parent.
static bool recall_begin(recall *r, int players)
{
    uint32_t place;
    for (int p = 0; p < players; p++) {
        if (!new_place(r, UINT32_MAX, (uint32_t)p, &place)) return false;
    }
    return true;
}

static bool step(recall *r, bool make, dado_player_history *trail, uint32_t event)
{
    uint32_t place;
    if (!find_place(r, trail->place, event, &place)) {
        if (!make || !new_place(r, trail->place, event, &place)) return false;
    }
    trail->place = place;
    return true;
}

static bool see(recall *r, bool make, dado_player_history *trail, const void *view, size_t size)
{
    size_t slot;
    if (make) {
        r->views.charged = r->bytes - r->views.slots_bytes;
        dado_position_lookup found = dado_position_table_find(&r->views, size, view, &slot);
        if (found == DADO_LOOKUP_FULL) return false;
        if (found == DADO_LOOKUP_NEW) dado_position_table_set(&r->views, slot, r->view_count++);
        r->bytes = r->views.charged + r->views.slots_bytes;
    } else if (!dado_position_table_look(&r->views, size, view, &slot)) {
        return false;
    }
    uint32_t number = dado_position_table_get(&r->views, slot);
    if (trail->view == number + 1) return true;
    trail->view = number + 1;
    return step(r, make, trail, event_of_view(number));
}

dado_player_history dado_player_history_begin(int player)
{
    return (dado_player_history){ .place = (uint32_t)player };
}

bool dado_player_history_add_view(const dado_infosets *sets, dado_player_history *trail,
                                  const void *view)
{
    return see(sets->recall, false, trail, view, sets->game->view_size);
}

bool dado_player_history_add_move(const dado_infosets *sets, dado_player_history *trail, int move)
{
    return step(sets->recall, false, trail, event_of_move(move));
}

int64_t dado_player_history_infoset(const dado_infosets *sets, const dado_player_history *trail)
{
    return (int64_t)words(&sets->recall->set)[trail->place] - 1;
}

// ---- the walk

typedef struct frame {
    int32_t actor, count, next;
    int32_t decision;  // moves made by players so far
    uint32_t first;    // first sequence of the actor's set, if the actor has a choice
    bool chooses;
    double odds;     // probability by chance alone
    uint64_t exact;  // the same as a fraction, see modular.h
    uint64_t weight;
} frame;

typedef struct walker {
    const dado_game *game;
    dado_infosets *sets;
    recall *recall;
    bool make;   // whether unknown views and sets are created
    bool exact;  // whether odds are also computed as fractions
    unsigned char *frames;
    size_t frame_size, state_at, moves_at, weights_at, trails_at, sequences_at;
    size_t depth, room;
    uint64_t inverse_of, inverse;  // the sum of weights that was inverted last, and its inverse
    void *view;
    dado_infosets_stats stats;
    // `choose` is called where the actor has a choice and sets `first`; `end` is called
    // at each end.
    bool (*choose)(struct walker *w, frame *f, dado_error *err);
    bool (*end)(struct walker *w, frame *f, dado_error *err);
    void *to;
} walker;

static size_t rounded(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

static frame *frame_at(const walker *w, size_t depth)
{
    return (frame *)(void *)(w->frames + depth * w->frame_size);
}

static void *state_of(const walker *w, frame *f)
{
    return (unsigned char *)f + w->state_at;
}

static dado_move *moves_of(const walker *w, frame *f)
{
    return (dado_move *)(void *)((unsigned char *)f + w->moves_at);
}

static uint32_t *weights_of(const walker *w, frame *f)
{
    return (uint32_t *)(void *)((unsigned char *)f + w->weights_at);
}

static dado_player_history *trails_of(const walker *w, frame *f)
{
    return (dado_player_history *)(void *)((unsigned char *)f + w->trails_at);
}

static uint32_t *sequences_of(const walker *w, frame *f)
{
    return (uint32_t *)(void *)((unsigned char *)f + w->sequences_at);
}

static bool walker_open(walker *w, const dado_game *game, dado_error *err)
{
    size_t most = (size_t)game->max_moves, players = (size_t)game->players;
    w->game = game;
    w->state_at = rounded(sizeof(frame));
    w->moves_at = w->state_at + rounded(game->state_size);
    w->weights_at = w->moves_at + sizeof(dado_move) * most;
    w->trails_at = rounded(w->weights_at + sizeof(uint32_t) * most);
    w->sequences_at = w->trails_at + sizeof(dado_player_history) * players;
    w->frame_size = rounded(w->sequences_at + sizeof(uint32_t) * players);
    w->room = 64;
    w->view = calloc(1, game->view_size + 8);
    w->frames = calloc(w->room, w->frame_size);
    return (w->view && w->frames) || dado_fail(err, DADO_LIMIT,
                                               "out of memory while listing "
                                               "the lines of play");
}

static void walker_close(walker *w)
{
    free(w->view);
    free(w->frames);
}

static bool fail_full(const walker *w, dado_error *err)
{
    uint64_t sets = 0;
    for (int p = 0; p < w->game->players; p++) sets += w->sets->sets[p].count;
    return dado_fail(err, DADO_LIMIT,
                     "%s is too large for %zu MiB: %" PRIu64 " lines of play had given %" PRIu64
                     " information sets; give more with --memory, or solve a smaller game",
                     w->game->rules->title, w->recall->limit >> 20, w->stats.lines, sets);
}

// Adds what each player sees now to that player's history. Without `watch`, only the
// actor looks.
static bool observe_all(walker *w, frame *f, dado_error *err)
{
    for (int p = 0; p < w->game->players; p++) {
        if (p != f->actor && !w->sets->watch) continue;
        dado_observe(w->game, state_of(w, f), p, w->view);
        if (see(w->recall, w->make, &trails_of(w, f)[p], w->view, w->game->view_size)) continue;
        return fail_full(w, err);
    }
    return true;
}

// Examines the position in the top frame: who acts, which moves there are, and what is
// seen.
static bool arrive(walker *w, dado_error *err)
{
    const dado_rules *rules = w->game->rules;
    frame *f = frame_at(w, w->depth - 1);
    void *state = state_of(w, f);
    f->next = f->count = 0;
    f->chooses = false;
    f->actor = rules->actor(w->game, state);
    if (w->depth > w->stats.deepest) w->stats.deepest = w->depth;
    if (f->actor == DADO_NOBODY) {
        if (rules->sound && !rules->sound(w->game, state, err)) return false;
        return w->end(w, f, err);
    }
    if (w->depth > most_depth) {
        return dado_fail(err, DADO_INVALID,
                         "a match of %s can go on for more than %d moves, and perhaps for ever; "
                         "limit the number of rounds or turns",
                         rules->title, most_depth);
    }
    f->count = rules->legal(w->game, state, moves_of(w, f));
    if (f->count <= 0) return dado_fail_unlisted_chance(w->game, err);
    if (f->actor == DADO_CHANCE) {
        uint32_t *weights = weights_of(w, f);
        for (int i = 0; i < f->count; i++) weights[i] = 1;
        if (rules->weigh) rules->weigh(w->game, state, weights);
        f->weight = 0;
        for (int i = 0; i < f->count; i++) f->weight += weights[i];
        return true;
    }
    w->stats.positions++;
    if (!observe_all(w, f, err)) return false;
    f->chooses = f->count > 1;
    return !f->chooses || w->choose(w, f, err);
}

static bool deepen(walker *w, dado_error *err)
{
    if (w->depth < w->room) return true;
    unsigned char *frames = realloc(w->frames, w->room * 2 * w->frame_size);
    if (!frames)
        return dado_fail(err, DADO_LIMIT,
                         "out of memory while listing the lines of "
                         "play");
    w->frames = frames;
    w->room *= 2;
    return true;
}

// Returns the probability of a chance event with this weight, as a fraction.
static uint64_t exact_odds(walker *w, const frame *f, uint32_t weight)
{
    if (w->inverse_of != f->weight) {
        w->inverse_of = f->weight;
        w->inverse = dado_mod_inverse(f->weight);
    }
    return dado_mod_mul(w->inverse, weight);
}

// Plays the next move of the top frame and pushes a frame for the position after it.
static bool descend(walker *w, dado_error *err)
{
    if (!deepen(w, err)) return false;
    frame *f = frame_at(w, w->depth - 1);
    int move = f->next++;
    double odds = f->odds;
    uint64_t exact = f->exact;
    if (f->actor == DADO_CHANCE) {
        uint32_t weight = weights_of(w, f)[move];
        if (weight == 0) return true;
        odds *= (double)weight / (double)f->weight;
        if (w->exact) exact = dado_mod_mul(exact, exact_odds(w, f, weight));
    }
    frame *below = frame_at(w, w->depth++);
    below->odds = odds;
    below->exact = exact;
    below->decision = f->decision + (f->actor >= 0);
    memcpy(state_of(w, below), state_of(w, f), w->game->state_size);
    memcpy(trails_of(w, below), trails_of(w, f),
           sizeof(dado_player_history) * (size_t)w->game->players);
    memcpy(sequences_of(w, below), sequences_of(w, f), 4 * (size_t)w->game->players);
    if (f->chooses) {
        sequences_of(w, below)[f->actor] = f->first + (uint32_t)move;
        dado_player_history *trail = &trails_of(w, below)[f->actor];
        if (!step(w->recall, w->make, trail, event_of_move(move))) return fail_full(w, err);
    }
    w->game->rules->apply(w->game, state_of(w, below), moves_of(w, f)[move]);
    return arrive(w, err);
}

static bool walk(walker *w, dado_error *err)
{
    w->depth = 1;
    frame *f = frame_at(w, 0);
    f->odds = 1;
    f->exact = 1;
    f->decision = 0;
    w->game->rules->start(w->game, state_of(w, f));
    for (int p = 0; p < w->game->players; p++) {
        trails_of(w, f)[p] = dado_player_history_begin(p);
        sequences_of(w, f)[p] = 0;
    }
    if (!arrive(w, err)) return false;
    while (w->depth > 0) {
        f = frame_at(w, w->depth - 1);
        if (f->next == f->count) w->depth--;
        else if (!descend(w, err)) return false;
    }
    return true;
}

// ---- the first walk: creates the sets and the ends

typedef struct infosets_builder {  // the sets of one player, while they are made
    array first, parent, move;
} infosets_builder;

typedef struct tables_builder {
    const dado_infosets_config *plan;
    infosets_builder sets[DADO_SOLVE_PLAYERS_MAX];
    // of each end: the players' sequences and payoffs; and a hash table to 1 + its number
    array sequence, pay, exact, index;
    uint32_t mask;
    uint64_t most_lines;
    uint64_t part;  // 1 / payoff_parts, see modular.h
    bool unfit;     // payoffs turned out not to have a constant sum, and `fit` was asked for
} tables_builder;

static bool add_set(walker *w, infosets_builder *g, frame *f)
{
    recall *r = w->recall;
    dado_player_infosets *sets = &w->sets->sets[f->actor];
    size_t count = sets->count, sequences = sets->sequences, more = (size_t)f->count;
    if (sequences + more >= UINT32_MAX / 2 || !fit(r, &g->first, count + 2, 4) ||
        !fit(r, &g->parent, count + 1, 4) ||
        !fit(r, &g->move, sequences + more, sizeof(dado_move))) {
        return false;
    }
    words(&g->first)[count] = (uint32_t)sequences;
    words(&g->first)[count + 1] = (uint32_t)(sequences + more);
    words(&g->parent)[count] = sequences_of(w, f)[f->actor];
    dado_move *moves = g->move.data;
    memcpy(moves + sequences, moves_of(w, f), more * sizeof *moves);
    *sets = (dado_player_infosets){ .count = (uint32_t)count + 1,
                                    .sequences = (uint32_t)(sequences + more),
                                    .first = g->first.data,
                                    .parent = g->parent.data,
                                    .move = moves };
    words(&r->set)[trails_of(w, f)[f->actor].place] = sets->count;
    return true;
}

// Compares the moves of a position with those of its information set; they must be equal
// in all positions of a set.
static bool same_moves(const walker *w, frame *f, uint32_t set)
{
    const dado_player_infosets *sets = &w->sets->sets[f->actor];
    uint32_t first = sets->first[set];
    return sets->first[set + 1] - first == (uint32_t)f->count &&
           memcmp(sets->move + first, moves_of(w, f), sizeof(dado_move) * (size_t)f->count) == 0;
}

static bool choose_making(walker *w, frame *f, dado_error *err)
{
    tables_builder *m = w->to;
    uint32_t set = words(&w->recall->set)[trails_of(w, f)[f->actor].place];
    if (set == 0) {
        if (!add_set(w, &m->sets[f->actor], f)) return fail_full(w, err);
        set = w->sets->sets[f->actor].count;
    } else if (!same_moves(w, f, set - 1)) {
        return dado_fail(err, DADO_INVALID,
                         "in %s player %d can have different moves in two positions that look "
                         "the same to that player; the view of the player must show what "
                         "makes them differ",
                         w->game->rules->title, f->actor + 1);
    }
    f->first = w->sets->sets[f->actor].first[set - 1];
    return true;
}

static bool same_side(const dado_game *game, int p, int q)
{
    return game->side ? game->side[p] == game->side[q] : p == q;
}

void dado_infosets_pay(const dado_infosets *sets, const void *state, double *pay)
{
    const dado_game *game = sets->game;
    if (sets->payoff == DADO_PAY_WIN) {
        dado_value value;
        dado_value_of_end(game, state, &value);
        for (int p = 0; p < game->players; p++) pay[p] = value.share[p];
        return;
    }
    int32_t scores[DADO_SOLVE_PLAYERS_MAX];
    game->rules->scores(game, state, scores);
    for (int p = 0; p < game->players; p++) {
        pay[p] = scores[p];
        if (sets->payoff != DADO_PAY_MARGIN) continue;
        bool met = false;
        int32_t rival = 0;
        for (int q = 0; q < game->players; q++) {
            if (same_side(game, p, q) || (met && scores[q] <= rival)) continue;
            rival = scores[q];
            met = true;
        }
        pay[p] -= rival;
    }
}

static uint32_t hash_end(const uint32_t *sequence, size_t players)
{
    uint32_t h = 0;
    for (size_t p = 0; p < players; p++) h = mixed(h, sequence[p]);
    return h;
}

static uint32_t seek_end(const tables_builder *m, const uint32_t *sequence, size_t players)
{
    for (uint32_t at = hash_end(sequence, players) & m->mask;; at = (at + 1) & m->mask) {
        uint32_t end = words(&m->index)[at];
        if (!end) return at;
        const uint32_t *there = words(&m->sequence) + (size_t)(end - 1) * players;
        if (memcmp(there, sequence, players * sizeof *there) == 0) return at;
    }
}

static bool widen_ends(walker *w, tables_builder *m)
{
    size_t players = (size_t)w->game->players;
    uint32_t mask = m->mask ? m->mask * 2 + 1 : 1023;
    array index = { 0 };
    if (mask == UINT32_MAX || !fit(w->recall, &index, (size_t)mask + 1, 4)) return false;
    memset(index.data, 0, index.room);
    drop(w->recall, &m->index);
    m->index = index;
    m->mask = mask;
    for (uint32_t e = 0; e < w->sets->ends; e++) {
        words(&index)[seek_end(m, words(&m->sequence) + e * players, players)] = e + 1;
    }
    return true;
}

// Returns 1 + the number of the end with these sequences. A new end begins with payoffs
// of 0. Returns 0 if there is no room.
static uint32_t end_of(walker *w, tables_builder *m, const uint32_t *sequence)
{
    size_t players = (size_t)w->game->players, ends = w->sets->ends;
    if (ends * 4 >= (size_t)m->mask * 3 && !widen_ends(w, m)) return 0;
    uint32_t at = seek_end(m, sequence, players), end = words(&m->index)[at];
    if (!end) {
        if (ends >= UINT32_MAX / 2 || !fit(w->recall, &m->sequence, (ends + 1) * players, 4) ||
            !fit(w->recall, &m->pay, (ends + 1) * players, sizeof(double)) ||
            (w->exact && !fit(w->recall, &m->exact, (ends + 1) * players, sizeof(uint64_t)))) {
            return 0;
        }
        memcpy(words(&m->sequence) + ends * players, sequence, players * sizeof *sequence);
        memset((double *)m->pay.data + ends * players, 0, players * sizeof(double));
        if (w->exact) {
            memset((uint64_t *)m->exact.data + ends * players, 0, players * sizeof(uint64_t));
        }
        end = words(&m->index)[at] = ++w->sets->ends;
    }
    return end;
}

// Adds a line of play to its end: the payoffs times the probability by chance.
static bool add_to_end(walker *w, tables_builder *m, frame *f, const double *pay)
{
    size_t players = (size_t)w->game->players;
    uint32_t end = end_of(w, m, sequences_of(w, f));
    if (!end) return false;
    double *total = (double *)m->pay.data + (size_t)(end - 1) * players;
    for (size_t p = 0; p < players; p++) total[p] += f->odds * pay[p];
    if (!w->exact) return true;
    uint64_t *exact = (uint64_t *)m->exact.data + (size_t)(end - 1) * players;
    uint64_t part = dado_mod_mul(f->exact, m->part);
    for (size_t p = 0; p < players; p++) {
        double count = pay[p] * payoff_parts;
        int64_t whole = (int64_t)(count < 0 ? count - 0.5 : count + 0.5);
        exact[p] = dado_mod_add(exact[p], dado_mod_mul(part, dado_mod_int(whole)));
    }
    return true;
}

static bool end_making(walker *w, frame *f, dado_error *err)
{
    tables_builder *m = w->to;
    dado_infosets *sets = w->sets;
    double pay[DADO_SOLVE_PLAYERS_MAX], sum = 0;
    dado_infosets_pay(sets, state_of(w, f), pay);
    for (int p = 0; p < sets->players; p++) sum += pay[p];
    if (w->stats.lines++ == 0) sets->sum = sum;
    double off = sum - sets->sum;
    if (off > slack || off < -slack) {
        sets->constant = false;
        m->unfit = m->plan->payoff == DADO_PAY_AUTO && sets->payoff == DADO_PAY_POINTS;
        if (m->unfit) return false;
    }
    if (!add_to_end(w, m, f, pay)) return fail_full(w, err);
    if (w->stats.lines >= m->most_lines) {
        return dado_fail(err, DADO_LIMIT,
                         "%s has more than %" PRIu64 " lines of play, and each is walked to its "
                         "end; solve a smaller game, or estimate this one with dado sim",
                         w->game->rules->title, m->most_lines);
    }
    if (!m->plan->report || w->stats.lines % report_every) return true;
    w->stats.bytes = w->recall->bytes;
    w->stats.limit = w->recall->limit;
    return m->plan->report(m->plan->to, &w->stats) ||
           dado_fail(err, DADO_LIMIT, "stopped on request after %" PRIu64 " lines of play",
                     w->stats.lines);
}

// ---- the ends of play, grouped for each player

static bool lay_rows(dado_infosets *sets, tables_builder *m, int player)
{
    recall *r = sets->recall;
    size_t players = (size_t)sets->players, me = (size_t)player;
    uint32_t sequences = sets->sets[player].sequences;
    const uint32_t *sequence = words(&m->sequence);
    const double *pay = m->pay.data;
    const uint64_t *exact = m->exact.data;
    array from = { 0 }, other = { 0 }, paid = { 0 }, exactly = { 0 };
    bool fine = fit(r, &from, (size_t)sequences + 1, 4) &&
                fit(r, &other, sets->ends * (players - 1) + 1, 4) &&
                fit(r, &paid, (size_t)sets->ends + 1, sizeof(double)) &&
                (!exact || fit(r, &exactly, (size_t)sets->ends + 1, sizeof(uint64_t)));
    sets->rows[player] = (dado_terminal_rows){ from.data, other.data, paid.data, exactly.data };
    if (!fine) return false;
    uint32_t *start = words(&from);
    memset(start, 0, ((size_t)sequences + 1) * sizeof *start);
    for (size_t e = 0; e < sets->ends; e++) start[sequence[e * players + me]]++;
    uint32_t before = 0;
    for (uint32_t s = 0; s <= sequences; s++) {
        uint32_t here = start[s];
        start[s] = before;
        before += s < sequences ? here : 0;
    }
    for (size_t e = 0; e < sets->ends; e++) {
        uint32_t at = start[sequence[e * players + me]]++;
        uint32_t *to = words(&other) + (size_t)at * (players - 1);
        for (size_t p = 0; p < players; p++) {
            if (p != me) *to++ = sequence[e * players + p];
        }
        ((double *)paid.data)[at] = pay[e * players + me];
        if (exact) ((uint64_t *)exactly.data)[at] = exact[e * players + me];
    }
    memmove(start + 1, start, sequences * sizeof *start);
    start[0] = 0;
    return true;
}

// Gives back the room that arrays have left once all lines are walked.
static void trim_all(dado_infosets *sets, tables_builder *m)
{
    recall *r = sets->recall;
    size_t cells = (size_t)sets->ends * (size_t)sets->players;
    trim(r, &r->up, r->places, 4);
    trim(r, &r->event, r->places, 4);
    trim(r, &r->set, r->places, 4);
    trim(r, &m->sequence, cells, 4);
    trim(r, &m->pay, cells, sizeof(double));
    if (m->exact.data) trim(r, &m->exact, cells, sizeof(uint64_t));
    for (int p = 0; p < sets->players; p++) {
        infosets_builder *g = &m->sets[p];
        dado_player_infosets *of = &sets->sets[p];
        trim(r, &g->first, (size_t)of->count + 1, 4);
        trim(r, &g->parent, of->count, 4);
        trim(r, &g->move, of->sequences, sizeof(dado_move));
        of->first = g->first.data;
        of->parent = g->parent.data;
        of->move = g->move.data;
    }
}

static bool make(dado_infosets *sets, const dado_infosets_config *plan, tables_builder *m,
                 dado_error *err)
{
    const dado_game *game = sets->game;
    recall *r = sets->recall = calloc(1, sizeof *r);
    if (!r) return dado_fail(err, DADO_LIMIT, "out of memory while listing the lines of play");
    walker w = { .sets = sets, .recall = r, .make = true, .exact = plan->exact, .to = m };
    w.choose = choose_making;
    w.end = end_making;
    r->limit = plan->memory ? plan->memory : default_memory;
    bool fine = walker_open(&w, game, err);
    if (fine) {
        game->rules->start(game, state_of(&w, frame_at(&w, 0)));
        dado_observe(game, state_of(&w, frame_at(&w, 0)), 0, w.view);
        fine = (dado_position_table_init(&r->views, game->view_size, w.view, r->limit) &&
                recall_begin(r, game->players)) ||
               fail_full(&w, err);
    }
    fine = fine && walk(&w, err);
    drop(r, &m->index);
    // The rows take about as much again, so what is more than half of the limit is trimmed.
    if (fine && r->bytes > r->limit / 2) trim_all(sets, m);
    for (int p = 0; fine && p < game->players; p++) {
        fine = lay_rows(sets, m, p) || fail_full(&w, err);
    }
    drop(r, &m->sequence);
    drop(r, &m->pay);
    drop(r, &m->exact);
    w.stats.bytes = r->bytes;
    w.stats.limit = r->limit;
    sets->stats = w.stats;
    walker_close(&w);
    return fine;
}

// Gives each player sequence 0, the empty one; a player who never chooses has no other.
static bool begin_sets(dado_infosets *sets, tables_builder *m)
{
    recall unlimited = { .limit = SIZE_MAX / 4 };
    for (int p = 0; p < sets->players; p++) {
        infosets_builder *g = &m->sets[p];
        bool fine = fit(&unlimited, &g->first, 2, 4) && fit(&unlimited, &g->parent, 1, 4) &&
                    fit(&unlimited, &g->move, 1, sizeof(dado_move));
        sets->sets[p] = (dado_player_infosets){
            .sequences = 1, .first = g->first.data, .parent = g->parent.data, .move = g->move.data
        };
        if (!fine) return false;
        words(&g->first)[0] = 1;
        *(dado_move *)g->move.data = 0;
    }
    return true;
}

bool dado_infosets_make(dado_infosets *sets, const dado_game *game,
                        const dado_infosets_config *plan, dado_error *err)
{
    *sets = (dado_infosets){ .game = game, .players = game->players, .watch = plan->watch };
    if (game->players > DADO_SOLVE_PLAYERS_MAX) {
        return dado_fail(err, DADO_LIMIT,
                         "the solver takes at most %d players, and this game "
                         "has %d",
                         DADO_SOLVE_PLAYERS_MAX, game->players);
    }
    tables_builder m = { .plan = plan,
                         .most_lines = plan->lines ? plan->lines : default_lines,
                         .part = dado_mod_inverse(payoff_parts) };
    sets->payoff = plan->payoff == DADO_PAY_AUTO ? DADO_PAY_POINTS : plan->payoff;
    sets->constant = true;
    bool fine = begin_sets(sets, &m) || dado_fail(err, DADO_LIMIT,
                                                  "out of memory while "
                                                  "listing the lines of play");
    fine = fine && make(sets, plan, &m, err);
    if (!fine) dado_infosets_free(sets);
    if (!m.unfit) return fine;
    dado_infosets_config again = *plan;
    again.payoff = DADO_PAY_MARGIN;
    return dado_infosets_make(sets, game, &again, err);
}

static void free_table(const void *table)
{
    free((void *)(uintptr_t)table);
}

void dado_infosets_free(dado_infosets *sets)
{
    for (int p = 0; p < sets->players; p++) {
        free_table(sets->sets[p].first);
        free_table(sets->sets[p].parent);
        free_table(sets->sets[p].move);
        free_table(sets->rows[p].from);
        free_table(sets->rows[p].other);
        free_table(sets->rows[p].pay);
        free_table(sets->rows[p].exact);
    }
    recall *r = sets->recall;
    if (r) {
        dado_position_table_free(&r->views);
        free(r->up.data);
        free(r->event.data);
        free(r->set.data);
        free(r->index.data);
        free(r);
    }
    *sets = (dado_infosets){ 0 };
}

uint32_t dado_infosets_count(const dado_infosets *sets)
{
    uint32_t count = 0;
    for (int p = 0; p < sets->players; p++) count += sets->sets[p].count;
    return count;
}

// ---- later walks, which only look things up

typedef struct visitor {
    dado_infoset_visitor *meet;          // or NULL
    dado_infoset_end_visitor *meet_end;  // or NULL
    void *to;
} visitor;

static bool choose_visiting(walker *w, frame *f, dado_error *err)
{
    const visitor *v = w->to;
    int64_t set = dado_player_history_infoset(w->sets, &trails_of(w, f)[f->actor]);
    f->first = w->sets->sets[f->actor].first[set];
    if (!v->meet) return true;
    dado_infoset_visit met = { .state = state_of(w, f),
                               .player = f->actor,
                               .set = (uint32_t)set,
                               .depth = w->depth - 1,
                               .decision = f->decision };
    return v->meet(v->to, &met, err);
}

static bool end_visiting(walker *w, frame *f, dado_error *err)
{
    const visitor *v = w->to;
    if (!v->meet_end) return true;
    dado_infoset_end met = { .state = state_of(w, f),
                             .sequence = sequences_of(w, f),
                             .odds = f->odds,
                             .decisions = f->decision };
    return v->meet_end(v->to, &met, err);
}

static bool visit(const dado_infosets *sets, visitor *v, dado_error *err)
{
    dado_infosets copy = *sets;
    walker w = { .sets = &copy, .recall = sets->recall, .to = v };
    w.choose = choose_visiting;
    w.end = end_visiting;
    bool fine = walker_open(&w, sets->game, err) && walk(&w, err);
    walker_close(&w);
    return fine;
}

bool dado_infosets_visit(const dado_infosets *sets, dado_infoset_visitor *meet, void *to,
                         dado_error *err)
{
    return visit(sets, &(visitor){ .meet = meet, .to = to }, err);
}

bool dado_infosets_visit_ends(const dado_infosets *sets, dado_infoset_end_visitor *meet, void *to,
                              dado_error *err)
{
    return visit(sets, &(visitor){ .meet_end = meet, .to = to }, err);
}
