// sampled_regret.c - see sampled_regret.h.
//
// The sets lie in shards, by their key. While a batch is drawn, the tables are only read,
// and what is to be added goes to notes: a list for each group of samples and each shard.
// Then every shard takes its notes, group by group. Both steps are split over threads.
#include "solve/sampled_regret.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/rng.h"

enum { groups = 32, shards = 32, shard_bits = 5 };
enum { first_batch = groups * 2, largest_batch = groups * 32 };
enum { first_slots = 256, most_depth = 20000, most_choices = 4000, default_memory = 1 << 30 };
_Static_assert(1 << shard_bits == shards, "a shard is named by the top bits of a key");

typedef struct slot {
    uint64_t key;  // 0: the slot is free
    uint32_t at;   // of the regrets in `numbers`; the weights of the moves follow them
    uint32_t count;
} slot;

typedef struct shard {
    slot *slots;
    float *numbers;
    uint32_t mask, used;
    uint32_t length, room;  // of `numbers`
    bool full;
} shard;

// Notes are records of 32-bit words: the key in two, the number of moves and what is added
// in one, then a float for each move.
typedef struct notes {
    uint32_t *words;
    size_t length, room;
} notes;

enum { to_regret = 0, to_average = 1 };

typedef struct frame {
    dado_history_key keys[2];
    unsigned char *state;
    dado_move *moves;
    double *odds, *values;
} frame;

typedef struct group {  // a group of samples, with what a thread needs to draw them
    dado_sampled *sampled;
    frame *frames;
    size_t frame_count;
    unsigned char *view;
    uint32_t *weights;
    dado_rng rng;
    notes notes[shards];
    uint64_t visits;
    int player;  // whose samples these are
    dado_error err;
} group;

struct dado_sampled {
    const dado_game *game;
    dado_sampled_config config;
    dado_infosets payoffs;  // only to compute payoffs
    dado_parallel parallel;
    shard shards[shards];
    group groups[groups];
    uint64_t batches, samples, visits;
    int batch;     // samples in the current batch
    float weight;  // of the current batch
};

// ---- tables of sets

static uint64_t name_of(const dado_history_key *key)
{
    return key->low ? key->low : 1;
}

static unsigned shard_of(uint64_t name)
{
    return (unsigned)(name >> (64 - shard_bits));
}

static const slot *seek(const shard *s, uint64_t name)
{
    if (!s->slots) return NULL;
    for (uint32_t at = (uint32_t)name & s->mask;; at = (at + 1) & s->mask) {
        const slot *here = &s->slots[at];
        if (here->key == name) return here;
        if (here->key == 0) return NULL;
    }
}

static size_t shard_bytes(const shard *s)
{
    return (s->slots ? ((size_t)s->mask + 1) * sizeof *s->slots : 0) +
           (size_t)s->room * sizeof *s->numbers;
}

static void put(slot *slots, uint32_t mask, slot what)
{
    uint32_t at = (uint32_t)what.key & mask;
    while (slots[at].key) at = (at + 1) & mask;
    slots[at] = what;
}

static bool widen(shard *s, size_t limit)
{
    uint32_t mask = s->slots ? s->mask * 2 + 1 : first_slots - 1;
    size_t bytes = ((size_t)mask + 1) * sizeof *s->slots;
    if (mask == UINT32_MAX || shard_bytes(s) + bytes > limit) return false;
    slot *slots = calloc((size_t)mask + 1, sizeof *slots);
    if (!slots) return false;
    for (uint32_t i = 0; s->slots && i <= s->mask; i++) {
        if (s->slots[i].key) put(slots, mask, s->slots[i]);
    }
    free(s->slots);
    s->slots = slots;
    s->mask = mask;
    return true;
}

static bool lengthen(shard *s, uint32_t more, size_t limit)
{
    if (s->length + more <= s->room) return true;
    size_t room = s->room ? (size_t)s->room + s->room / 4 : 4096;
    if (room < (size_t)s->length + more) room = (size_t)s->length + more;
    size_t others = shard_bytes(s) - (size_t)s->room * sizeof *s->numbers;
    if (room > UINT32_MAX || others + room * sizeof *s->numbers > limit) return false;
    float *numbers = realloc(s->numbers, room * sizeof *numbers);
    if (!numbers) return false;
    s->numbers = numbers;
    s->room = (uint32_t)room;
    return true;
}

// Finds a set or makes it. Returns NULL if there is no room.
static const slot *have(shard *s, uint64_t name, uint32_t count, size_t limit)
{
    const slot *found = seek(s, name);
    if (found) return found;
    if ((!s->slots || (uint64_t)s->used * 4 >= (uint64_t)s->mask * 3) && !widen(s, limit)) {
        return NULL;
    }
    if (!lengthen(s, 2 * count, limit)) return NULL;
    put(s->slots, s->mask, (slot){ name, s->length, count });
    for (uint32_t i = 0; i < 2 * count; i++) s->numbers[s->length++] = 0;
    s->used++;
    return seek(s, name);
}

// Writes the strategy that regret matching gives: moves in proportion to positive regret.
static void current_odds(const dado_sampled *sampled, uint64_t name, int count, double *odds)
{
    const shard *s = &sampled->shards[shard_of(name)];
    const slot *found = seek(s, name);
    double sum = 0;
    if (found && found->count == (uint32_t)count) {
        const float *regret = s->numbers + found->at;
        for (int m = 0; m < count; m++) sum += odds[m] = regret[m] > 0 ? (double)regret[m] : 0;
    }
    for (int m = 0; m < count; m++) odds[m] = sum > 0 ? odds[m] / sum : 1.0 / count;
}

bool dado_sampled_odds(const dado_sampled *sampled, const dado_history_key *key, int count,
                       double *odds)
{
    uint64_t name = name_of(key);
    const shard *s = &sampled->shards[shard_of(name)];
    const slot *found = seek(s, name);
    double sum = 0;
    if (found && found->count == (uint32_t)count) {
        const float *weights = s->numbers + found->at + count;
        for (int m = 0; m < count; m++) sum += odds[m] = (double)weights[m];
    }
    for (int m = 0; m < count; m++) odds[m] = sum > 0 ? odds[m] / sum : 1.0 / count;
    return sum > 0;
}

// ---- notes

static bool note(group *g, uint64_t name, int kind, int count, const double *numbers, double scale)
{
    notes *n = &g->notes[shard_of(name)];
    size_t more = 3 + (size_t)count;
    if (n->length + more > n->room) {
        size_t room = (n->room + more) * 2;
        uint32_t *words = realloc(n->words, room * sizeof *words);
        if (!words) return dado_fail(&g->err, DADO_LIMIT, "out of memory while sampling");
        n->words = words;
        n->room = room;
    }
    uint32_t *to = n->words + n->length;
    memcpy(to, &name, sizeof name);
    to[2] = (uint32_t)count * 2 + (uint32_t)kind;
    for (int m = 0; m < count; m++) {
        float number = (float)(numbers[m] * scale);
        memcpy(to + 3 + m, &number, sizeof number);
    }
    n->length += more;
    return true;
}

static void take_notes(void *job, int part)
{
    dado_sampled *sampled = job;
    shard *s = &sampled->shards[part];
    size_t limit = (sampled->config.memory ? sampled->config.memory : default_memory) / shards;
    for (int g = 0; g < groups; g++) {
        notes *n = &sampled->groups[g].notes[part];
        for (size_t at = 0; at < n->length && !s->full;) {
            uint64_t name;
            memcpy(&name, n->words + at, sizeof name);
            uint32_t count = n->words[at + 2] / 2, kind = n->words[at + 2] % 2;
            const slot *found = have(s, name, count, limit);
            s->full = !found;
            if (found && found->count == count) {
                float *to = s->numbers + found->at + kind * count;
                for (uint32_t m = 0; m < count; m++) {
                    float number;
                    memcpy(&number, n->words + at + 3 + m, sizeof number);
                    to[m] += number;
                }
            }
            at += 3 + count;
        }
        n->length = 0;
    }
}

// ---- samples

static frame *frame_at(group *g, size_t depth)
{
    if (depth < g->frame_count) return &g->frames[depth];
    const dado_game *game = g->sampled->game;
    size_t most = (size_t)game->max_moves, wide = (game->state_size + 15) / 16 * 16;
    unsigned char *block = calloc(1, wide + most * (sizeof(dado_move) + 2 * sizeof(double)));
    if (!block) return NULL;
    frame *f = &g->frames[g->frame_count++];
    f->state = block;
    f->odds = (double *)(void *)(block + wide);
    f->values = f->odds + most;
    f->moves = (dado_move *)(void *)(f->values + most);
    return f;
}

static bool look(group *g, frame *f)
{
    const dado_game *game = g->sampled->game;
    for (int p = 0; p < 2; p++) {
        dado_observe(game, f->state, p, g->view);
        dado_history_key_see(&f->keys[p], g->view, game->view_size);
    }
    return true;
}

static int draw(group *g, const double *odds, int count)
{
    double left = dado_rng_unit(&g->rng);
    for (int m = 0; m + 1 < count; m++) {
        left -= odds[m];
        if (left < 0) return m;
    }
    return count - 1;
}

// Plays chance, forced moves and moves of the other player until the player of the sample
// chooses. Returns how many moves there are, 0 at an end, and below 0 on failure.
static int play_on(group *g, frame *f)
{
    dado_sampled *sampled = g->sampled;
    const dado_game *game = sampled->game;
    const dado_rules *rules = game->rules;
    for (int moves = 0; moves < most_depth; moves++) {
        int actor = rules->actor(game, f->state);
        if (actor == DADO_NOBODY) {
            return !rules->sound || rules->sound(game, f->state, &g->err) ? 0 : -1;
        }
        if (actor == DADO_CHANCE) {
            rules->apply(game, f->state,
                         dado_draw_outcome(game, f->state, f->moves, g->weights, &g->rng, NULL));
            continue;
        }
        int count = rules->legal(game, f->state, f->moves), move = 0;
        look(g, f);
        if (count > 1) {
            if (actor == g->player) return count;
            uint64_t name = name_of(&f->keys[actor]);
            g->visits++;
            current_odds(sampled, name, count, f->odds);
            if (!note(g, name, to_average, count, f->odds, (double)sampled->weight)) return -1;
            move = draw(g, f->odds, count);
            dado_history_key_move(&f->keys[actor], move);
        }
        rules->apply(game, f->state, f->moves[move]);
    }
    dado_fail(&g->err, DADO_INVALID,
              "a match of %s can go on for more than %d moves, and perhaps for ever; limit the "
              "number of rounds or turns",
              game->rules->title, most_depth);
    return -1;
}

// Walks from the position in frame `depth`, which it changes. Returns false on failure.
static bool sample(group *g, size_t depth, double *value)
{
    dado_sampled *sampled = g->sampled;
    const dado_game *game = sampled->game;
    frame *f = frame_at(g, depth), *below;
    int count = f ? play_on(g, f) : -1;
    if (count < 0) return false;
    if (count == 0) {
        double pay[2];
        dado_infosets_pay(&sampled->payoffs, f->state, pay);
        *value = pay[g->player];
        return true;
    }
    below = depth + 1 < most_choices ? frame_at(g, depth + 1) : NULL;
    if (!below) return dado_fail(&g->err, DADO_LIMIT, "out of memory while sampling");
    uint64_t name = name_of(&f->keys[g->player]);
    g->visits++;
    double mean = 0;
    for (int m = 0; m < count; m++) {
        memcpy(below->state, f->state, game->state_size);
        memcpy(below->keys, f->keys, sizeof f->keys);
        dado_history_key_move(&below->keys[g->player], m);
        game->rules->apply(game, below->state, f->moves[m]);
        if (!sample(g, depth + 1, &f->values[m])) return false;
    }
    current_odds(sampled, name, count, f->odds);
    for (int m = 0; m < count; m++) mean += f->odds[m] * f->values[m];
    for (int m = 0; m < count; m++) f->values[m] -= mean;
    *value = mean;
    return note(g, name, to_regret, count, f->values, (double)sampled->weight);
}

static void draw_group(void *job, int part)
{
    dado_sampled *sampled = job;
    group *g = &sampled->groups[part];
    frame *f = frame_at(g, 0);
    double value;
    g->player = (int)(sampled->batches % 2);
    g->rng = dado_rng_stream(sampled->config.seed, sampled->batches, (uint16_t)part);
    for (int i = 0; f && i < sampled->batch / groups; i++) {
        sampled->game->rules->start(sampled->game, f->state);
        for (int p = 0; p < 2; p++) f->keys[p] = dado_history_key_begin(p);
        if (!sample(g, 0, &value)) break;
    }
    if (!f) dado_fail(&g->err, DADO_LIMIT, "out of memory while sampling");
}

// ---- batches

static void share(const dado_sampled *sampled, int parts, void (*work)(void *job, int part),
                  void *job)
{
    if (sampled->parallel.share) {
        sampled->parallel.share(sampled->parallel.with, parts, work, job);
        return;
    }
    for (int i = 0; i < parts; i++) work(job, i);
}

static bool run_batch(dado_sampled *sampled, dado_error *err)
{
    // Batches grow while they are small beside what was drawn before.
    int size = first_batch;
    while (size < largest_batch && (uint64_t)size * 64 <= sampled->samples) size *= 2;
    sampled->batch = size;
    sampled->weight = (float)(sampled->samples + (uint64_t)size) / largest_batch;
    share(sampled, groups, draw_group, sampled);
    for (int i = 0; i < groups; i++) {
        group *g = &sampled->groups[i];
        sampled->visits += g->visits;
        g->visits = 0;
        if (g->err.status == DADO_OK) continue;
        if (err) *err = g->err;
        return false;
    }
    share(sampled, shards, take_notes, sampled);
    sampled->batches++;
    sampled->samples += (uint64_t)size;
    for (int i = 0; i < shards; i++) {
        if (!sampled->shards[i].full) continue;
        return dado_fail(err, DADO_LIMIT,
                         "%s is too large for %zu MiB: %" PRIu64 " samples had met %" PRIu64
                         " information sets; give more with --memory, or solve a smaller game",
                         sampled->game->rules->title,
                         (sampled->config.memory ? sampled->config.memory : default_memory) >> 20,
                         sampled->samples, dado_sampled_stats_of(sampled).sets);
    }
    return true;
}

bool dado_sampled_run(dado_sampled *sampled, uint64_t samples, dado_error *err)
{
    const volatile int *halt = sampled->config.halt;
    while (sampled->samples < samples && !(halt && *halt)) {
        if (!run_batch(sampled, err)) return false;
    }
    return true;
}

dado_sampled_stats dado_sampled_stats_of(const dado_sampled *sampled)
{
    dado_sampled_stats stats = { .samples = sampled->samples, .visits = sampled->visits };
    for (int i = 0; i < shards; i++) {
        stats.sets += sampled->shards[i].used;
        stats.bytes += shard_bytes(&sampled->shards[i]);
    }
    return stats;
}

dado_sampled *dado_sampled_new(const dado_game *game, const dado_sampled_config *config,
                               const dado_parallel *parallel, dado_error *err)
{
    if (game->players != 2) {
        dado_fail(err, DADO_INVALID, "samples find equilibria of two players, and %s has %d",
                  game->rules->title, game->players);
        return NULL;
    }
    dado_sampled *sampled = calloc(1, sizeof *sampled);
    bool fine = sampled != NULL;
    if (fine) {
        sampled->game = game;
        sampled->config = *config;
        sampled->payoffs = (dado_infosets){ .game = game, .players = 2, .payoff = config->payoff };
        if (parallel) sampled->parallel = *parallel;
    }
    for (int i = 0; i < groups && fine; i++) {
        group *g = &sampled->groups[i];
        g->sampled = sampled;
        g->view = calloc(1, game->view_size + 8);
        g->weights = calloc((size_t)game->max_moves, sizeof *g->weights);
        g->frames = calloc(most_choices, sizeof *g->frames);
        fine = g->view && g->weights && g->frames;
    }
    if (fine) return sampled;
    dado_sampled_free(sampled);
    dado_fail(err, DADO_LIMIT, "out of memory while sampling");
    return NULL;
}

void dado_sampled_free(dado_sampled *sampled)
{
    if (!sampled) return;
    for (int i = 0; i < groups; i++) {
        group *g = &sampled->groups[i];
        for (size_t f = 0; f < g->frame_count; f++) free(g->frames[f].state);
        for (int s = 0; s < shards; s++) free(g->notes[s].words);
        free(g->frames);
        free(g->view);
        free(g->weights);
    }
    for (int i = 0; i < shards; i++) {
        free(sampled->shards[i].slots);
        free(sampled->shards[i].numbers);
    }
    free(sampled);
}
