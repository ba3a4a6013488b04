// gen_miners.c - digs a map with miners that walk at random and sometimes hire another
// miner.
#include "worlds/dungeon/generator_layout.h"

enum {
    own_start = DADO_GEN_OWN,
    own_spawn,
    own_most,
    own_life,
    own_target,
    own_min_region,
    own_connect
};

static const dado_parameter parameters[] = {
    DADO_GEN_COMMON(8, 5, 8),
    { "start_miners", "Miners at the beginning; 0 draws 1 to 4.", DADO_PARAMETER_INTEGER, 0, 0, 20,
      NULL },
    { "spawn", "Chance a round that a miner takes on another.", DADO_PARAMETER_REAL, 0.08, 0, 1,
      NULL },
    { "max_miners", "Miners ever made.", DADO_PARAMETER_INTEGER, 400, 1, 5000, NULL },
    { "life", "Cells a miner digs before it stops.", DADO_PARAMETER_INTEGER, 200, 1, 10000, NULL },
    { "target_floor", "Share of floor the last miner goes on for.", DADO_PARAMETER_REAL, 0.35, 0.02,
      0.8, NULL },
    { "min_region", "Smaller parts of the floor are filled.", DADO_PARAMETER_INTEGER, 0, 0, 1000,
      NULL },
    { "connect", "Tunnels between parts instead of filling the smaller.", DADO_PARAMETER_BOOL, 1, 0,
      1, NULL },
    { 0 },
};

enum { miners_most = 5000 };

typedef struct miner {
    int cell, dug;
    bool active;
} miner;

typedef struct mine {
    dado_generator_layout *layout;
    miner miners[miners_most];
    int count, most, life, dug, target, active;
    double spawn;
} mine;

// Lists the neighbours of a cell inside the outer ring, only walls if `walls`; returns
// how many.
static int beside(const dado_generator_layout *l, int cell, bool walls, int found[4])
{
    int count = 0, x = cell % l->width, y = cell / l->width;
    for (int d = 0; d < 4; d++) {
        int nx = x + dado_step_x[d], ny = y + dado_step_y[d];
        if (!dado_generator_layout_inner(l, nx, ny)) continue;
        int next = dado_generator_layout_at(l, nx, ny);
        if (walls && l->floor[next]) continue;
        found[count++] = next;
    }
    return count;
}

static void dig(mine *m, int cell)
{
    if (m->layout->floor[cell]) return;
    m->layout->floor[cell] = 1;
    m->dug++;
}

static void hire(mine *m, int cell)
{
    m->miners[m->count++] = (miner){ cell, 0, true };
    m->active++;
    dig(m, cell);
}

// Draws a floor cell with a wall beside it, all with equal probability; returns -1 if
// there is none.
static int jump(mine *m)
{
    dado_generator_layout *l = m->layout;
    int count = 0, around[4];
    for (int i = 0; i < l->width * l->height; i++) {
        if (l->floor[i] && beside(l, i, true, around) > 0) l->queue[count++] = i;
    }
    return count ? l->queue[dado_dungeon_rng_below(&l->rng, (uint64_t)count)] : -1;
}

static void stop(mine *m, miner *who)
{
    who->active = false;
    m->active--;
}

static void work(mine *m, int which)
{
    dado_generator_layout *l = m->layout;
    miner *who = &m->miners[which];
    int around[4];
    if (m->count < m->most && dado_dungeon_rng_unit(&l->rng) < m->spawn) {
        int count = beside(l, who->cell, false, around);
        if (count) hire(m, around[dado_dungeon_rng_below(&l->rng, (uint64_t)count)]);
    }
    int count = beside(l, who->cell, true, around);
    if (count == 0 && m->active == 1 && m->dug < m->target) {
        int cell = jump(m);
        if (cell >= 0) {
            who->cell = cell;
            count = beside(l, cell, true, around);
        }
    }
    if (count == 0) {
        stop(m, who);
        return;
    }
    who->cell = around[dado_dungeon_rng_below(&l->rng, (uint64_t)count)];
    dig(m, who->cell);
    // The last active miner works beyond its lifetime until there is enough floor.
    bool needed = m->active == 1 && m->dug < m->target;
    if (++who->dug >= m->life && !needed) stop(m, who);
}

static void clear_single_walls(dado_generator_layout *l)
{
    for (int y = 2; y < l->height - 2; y++) {
        for (int x = 2; x < l->width - 2; x++) {
            int cell = dado_generator_layout_at(l, x, y);
            bool alone = l->floor[cell - 1] && l->floor[cell + 1] && l->floor[cell - l->width] &&
                         l->floor[cell + l->width];
            if (alone) l->floor[cell] = 1;
        }
    }
}

static bool carve(dado_generator_layout *l, const dado_parameter_values *v)
{
    mine *m = dado_new(&l->region, mine, 1);
    if (!m) return false;
    m->layout = l;
    m->most = (int)v->number[own_most];
    m->life = (int)v->number[own_life];
    m->spawn = v->number[own_spawn];
    m->target = (int)(v->number[own_target] * l->width * l->height);
    int start = (int)v->number[own_start];
    if (start == 0) start = dado_dungeon_rng_between(&l->rng, 1, 4);
    for (int i = 0; i < start && i < m->most; i++) {
        int x = dado_dungeon_rng_between(&l->rng, 1, l->width - 2);
        int y = dado_dungeon_rng_between(&l->rng, 1, l->height - 2);
        hire(m, dado_generator_layout_at(l, x, y));
    }
    while (m->active > 0) {
        int round = m->count;
        for (int i = 0; i < round; i++) {
            if (m->miners[i].active) work(m, i);
        }
    }
    clear_single_walls(l);
    dado_generator_layout_unite(l, (int)v->number[own_min_region], v->number[own_connect] != 0);
    return true;
}

static bool make(const dado_generator *generator, const dado_parameter_values *v, uint64_t seed,
                 const dado_quality_callback *judge, dado_generated *made, dado_error *err)
{
    (void)generator;
    (void)judge;
    dado_generator_layout l;
    bool fine = dado_generator_layout_begin(&l, v, seed, err);
    if (fine && !carve(&l, v))
        fine = dado_fail(err, DADO_LIMIT, "out of memory while generating a map");
    fine = fine && dado_generator_layout_finish(&l, v, made, err);
    dado_generator_layout_free(&l);
    return fine;
}

const dado_generator dado_generator_miners = {
    .name = "miners",
    .title = "Miners",
    .about = "Miners dig about at random and now and then take on another.",
    .world = "dungeon",
    .method = "constructive",
    .parameters = parameters,
    .make = make,
};
