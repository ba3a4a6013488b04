// open_and_play.h - what the tests of described games share: opening a text and playing it at
// random.
#pragma once

#include "recycle/recycle.h"
#include "support/test.h"

typedef struct described {
    dado_region region;
    dado_game game;
    dado_error error;
    bool opened;
    unsigned char *state;
    dado_move *moves;
    uint32_t *weights;
} described;

// Adds the files of cards that a description names and that lie beside it.
static inline int add_card_files(const char *file, const char *text, dado_option *items, int count,
                                 dado_region *region)
{
    const char *names[4];
    int files = dado_recycle_card_files(text, names, 4, region);
    for (int i = 0; i < files; i++) {
        const char *slash = strrchr(file, '/');
        char path[600];
        snprintf(path, sizeof path, "%.*s%s", slash ? (int)(slash + 1 - file) : 0, file, names[i]);
        char *read = dado_test_read(path);
        if (!read) continue;
        items[count++] =
            (dado_option){ names[i], dado_region_copy(region, read, strlen(read)), { 0 } };
        free(read);
    }
    return count;
}

// Checks a text with the files of cards beside it.
static inline bool check_beside(const char *path, const char *text, dado_region *region,
                                dado_recycle_diagnostics *found)
{
    dado_option items[4];
    dado_options options = { items, add_card_files(path, text, items, 0, region) };
    return dado_recycle_check(path, text, &options, region, found);
}

// Opens `text`; further options come as name, text, name, text, ..., NULL.
static inline described describe_with(const char *file, const char *text, const char *const *more)
{
    described d = { 0 };
    dado_region_init(&d.region, (size_t)256 << 20);
    dado_option items[20] = { { "file", text, { file, 1, 1, 1 } } };
    int count = add_card_files(file, text, items, 1, &d.region);
    for (; more && *more; more += 2) items[count++] = (dado_option){ more[0], more[1], { 0 } };
    dado_options options = { items, count };
    d.opened = dado_game_open(&d.game, &dado_recycle, &options, &d.region, &d.error);
    if (!d.opened) return d;
    d.state = malloc(d.game.state_size);
    d.moves = malloc(sizeof *d.moves * (size_t)d.game.max_moves);
    d.weights = malloc(sizeof *d.weights * (size_t)d.game.max_moves);
    return d;
}

// The same game as its own judge: it takes no short way.
static inline described describe_plainly(const char *file, const char *text,
                                         const char *const *more)
{
    const char *plain[32] = { "ways", "plain" };
    int count = 2;
    for (; more && *more; more++) plain[count++] = *more;
    return describe_with(file, text, plain);
}

static inline described describe(const char *text)
{
    return describe_with("test.rcy", text, NULL);
}

static inline void free_described(described *d)
{
    free(d->state);
    free(d->moves);
    free(d->weights);
    dado_region_free(&d->region);
}

typedef struct played {
    int choices, most_options, empty;
    uint64_t options;
    bool ended, sound;
    dado_error why;
    int32_t scores[64], places[64];
} played;

// Plays one match with uniformly random players, at most `limit` choices.
static inline played play_random(described *d, uint64_t seed, uint64_t match, int limit)
{
    played r = { 0 };
    const dado_game *g = &d->game;
    dado_rng chance = dado_rng_stream(seed, match, DADO_STREAM_CHANCE);
    dado_rng choice = dado_rng_stream(seed, match, DADO_STREAM_SEAT);
    g->rules->start(g, d->state);
    for (;;) {
        int actor = g->rules->actor(g, d->state);
        if (actor == DADO_NOBODY) break;
        if (actor == DADO_CHANCE) {
            dado_move move = dado_draw_outcome(g, d->state, d->moves, d->weights, &chance, NULL);
            g->rules->apply(g, d->state, move);
            continue;
        }
        if (r.choices == limit) return r;
        int count = g->rules->legal(g, d->state, d->moves);
        if (count == 1 && d->moves[0] == (dado_move)-1) r.empty++;
        r.choices++;
        r.options += (uint64_t)count;
        if (count > r.most_options) r.most_options = count;
        g->rules->apply(g, d->state, d->moves[dado_rng_below(&choice, (uint64_t)count)]);
    }
    r.ended = true;
    r.sound = g->rules->sound(g, d->state, &r.why);
    g->rules->scores(g, d->state, r.scores);
    for (int p = 0; p < g->players; p++) {
        r.places[p] = 0;
        for (int q = 0; q < g->players; q++) r.places[p] += r.scores[q] > r.scores[p];
    }
    return r;
}
