// map_heat.c - see map_heat.h.
#include "judge/map_heat.h"

#include <string.h>

#include "agents/agent.h"
#include "core/ends.h"
#include "worlds/dungeon/dungeon.h"

const char *const dado_heat_names[DADO_HEAT_KINDS] = { "visits", "deaths", "damage", "found",
                                                       "replans" };

typedef struct table {
    const dado_game *game;
    const dado_agent *agent;
    char *before, *state, *view;
    void *self, *scratch;
} table;

static int index_of(const dado_dungeon *d, int cell)
{
    return dado_dungeon_y(d, cell) * d->map.width + dado_dungeon_x(d, cell);
}

// Adds the turns at which cells came in sight: sums in FOUND, how many games in `times`.
static void note_seen(const dado_dungeon *d, const table *t, dado_heat_maps *heat, int *times,
                      bool first)
{
    const uint64_t *now = dado_dungeon_seen(d, t->state), *then = dado_dungeon_seen(d, t->before);
    int turn = dado_dungeon_turns((const dado_dungeon_state *)(const void *)t->state);
    for (int w = 0; w < d->board.words; w++) {
        for (uint64_t fresh = first ? now[w] : now[w] & ~then[w]; fresh; fresh &= fresh - 1) {
            int i = index_of(d, w * 64 + __builtin_ctzll(fresh));
            heat->cells[DADO_HEAT_FOUND][i] += turn;
            times[i]++;
        }
    }
}

static void play_game(const table *t, uint64_t seed, uint64_t match, dado_heat_maps *heat,
                      int *times)
{
    const dado_game *game = t->game;
    const dado_dungeon *d = dado_dungeon_of(game);
    dado_rng luck = dado_rng_stream(seed, match, DADO_LANE_SEAT);
    const dado_dungeon_state *now = (const void *)t->state, *then = (const void *)t->before;
    dado_move moves[8];
    memset(t->self, 0, t->agent->self_size);
    game->rules->start(game, t->state);
    note_seen(d, t, heat, times, true);
    while (game->rules->actor(game, t->state) == 0) {
        uint64_t plans = 0;
        int count = game->rules->legal(game, t->state, moves);
        dado_observe(game, t->state, 0, t->view);
        dado_turn turn = { .game = game, .view = t->view, .moves = moves, .count = count,
                           .luck = &luck, .effort = &plans, .self = t->self,
                           .scratch = t->scratch };
        int chosen = t->agent->kind->choose(t->agent, &turn), here = index_of(d, now->cell);
        heat->cells[DADO_HEAT_REPLANS][here] += (double)plans;
        if (chosen < 0) break;
        memcpy(t->before, t->state, game->state_size);
        game->rules->apply(game, t->state, moves[chosen]);
        here = index_of(d, now->cell);
        heat->cells[DADO_HEAT_VISITS][here]++;
        heat->cells[DADO_HEAT_DAMAGE][here] += (double)(now->damage_taken - then->damage_taken);
        note_seen(d, t, heat, times, false);
        if (now->end == DADO_DUNGEON_DEATH) heat->cells[DADO_HEAT_DEATHS][here]++;
    }
}

bool dado_heat_gather(dado_heat_maps *heat, const dado_plan *plan, int map, int profile,
                      dado_arena *arena, dado_error *err)
{
    DADO_ENDS(dado_desk_free) dado_desk desk = { 0 };
    dado_desk_init(&desk, plan);
    if (!dado_desk_open(&desk, map, profile, err)) return false;
    const dado_dungeon *d = dado_dungeon_of(&desk.game);
    int cells = d->map.width * d->map.height;
    *heat = (dado_heat_maps){ .width = d->map.width, .height = d->map.height,
                              .games = (int)plan->matches };
    for (int k = 0; k < DADO_HEAT_KINDS; k++) heat->cells[k] = dado_new(arena, double, cells);
    int *times = dado_new(arena, int, cells);
    table t = { &desk.game,
                &desk.agents[0],
                dado_arena_take(arena, 1, desk.game.state_size),
                dado_arena_take(arena, 1, desk.game.state_size),
                dado_arena_take(arena, 1, desk.game.view_size),
                dado_arena_take(arena, 1, desk.agents[0].self_size + 1),
                dado_arena_take(arena, 1, desk.agents[0].scratch_size + 1) };
    if (!times || !t.scratch || !heat->cells[DADO_HEAT_KINDS - 1]) {
        return dado_fail(err, DADO_LIMIT, "no memory left for heat maps");
    }
    uint64_t seed = dado_plan_seed(plan, map, profile);
    for (int64_t g = 0; g < plan->matches; g++) play_game(&t, seed, (uint64_t)g, heat, times);
    for (int i = 0; i < cells; i++) {
        bool wall = d->map.id[i] == DADO_CELL_WALL;
        double *found = &heat->cells[DADO_HEAT_FOUND][i];
        *found = times[i] && !wall ? *found / times[i] : DADO_NONE;
        for (int k = 0; wall && k < DADO_HEAT_KINDS; k++) heat->cells[k][i] = DADO_NONE;
    }
    return true;
}
