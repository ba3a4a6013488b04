// game_cache.c - see experiment_plan.h.
#include "lab/experiment_plan.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct entry {
    int holders;
    bool opening, open;
    dado_game game;
    dado_error error;    // why it could not be opened
    dado_region region;  // in use while somebody holds the game
} entry;

struct dado_game_cache {
    const dado_plan *plan;
    pthread_mutex_t lock;
    pthread_cond_t opened;
    size_t count;
    entry entries[];  // by instance
};

bool dado_game_cache_open(dado_game_cache **out, const dado_plan *plan, dado_error *err)
{
    size_t count = (size_t)plan->instance_count;
    dado_game_cache *games = calloc(1, sizeof *games + count * sizeof *games->entries);
    *out = games;
    if (!games) return dado_fail(err, DADO_LIMIT, "no memory left for %zu games", count);
    games->plan = plan;
    games->count = count;
    pthread_mutex_init(&games->lock, NULL);
    pthread_cond_init(&games->opened, NULL);
    return true;
}

void dado_game_cache_close(dado_game_cache *games)
{
    if (!games) return;
    for (size_t i = 0; i < games->count; i++) {
        if (games->entries[i].holders > 0) dado_region_free(&games->entries[i].region);
    }
    pthread_cond_destroy(&games->opened);
    pthread_mutex_destroy(&games->lock);
    free(games);
}

const dado_game *dado_game_cache_acquire(dado_game_cache *games, int instance, dado_error *err)
{
    const dado_game_source *source = &games->plan->instances[instance];
    entry *e = &games->entries[instance];
    pthread_mutex_lock(&games->lock);
    while (e->opening) pthread_cond_wait(&games->opened, &games->lock);
    if (e->holders++ == 0) {
        e->opening = true;
        e->error = (dado_error){ 0 };
        pthread_mutex_unlock(&games->lock);
        bool open = dado_game_source_open(source, &e->game, &e->region, &e->error);
        pthread_mutex_lock(&games->lock);
        e->open = open;
        e->opening = false;
        pthread_cond_broadcast(&games->opened);
    }
    pthread_mutex_unlock(&games->lock);
    if (e->open) return &e->game;
    if (err) *err = e->error;
    return NULL;
}

void dado_game_cache_release(dado_game_cache *games, int instance)
{
    entry *e = &games->entries[instance];
    pthread_mutex_lock(&games->lock);
    if (--e->holders == 0) dado_region_free(&e->region);
    pthread_mutex_unlock(&games->lock);
}
