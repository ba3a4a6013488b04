// map_heat.c - see map_heat.h.
#include "judge/map_heat.h"

#include <string.h>

#include "core/ends.h"
#include "worlds/dungeon/dungeon.h"

const struct dado_heat_about dado_heats[DADO_HEAT_KINDS] = {
    [DADO_HEAT_VISITS] = { "visits", "where they walk", "turns" },
    [DADO_HEAT_DEATHS] = { "deaths", "where they die", "deaths" },
    [DADO_HEAT_DAMAGE] = { "damage", "where they are hurt", "damage" },
    [DADO_HEAT_FOUND] = { "found", "when they find it", "turn" },
    [DADO_HEAT_REPLANS] = { "replans", "where they think again", "plans" },
};

typedef struct watch {
    const dado_desk *desk;
    dado_heat_maps *heat;
    bool begun;      // the game was seen before, and then it was so:
    char *before;
    uint64_t plans;
    int *times;      // cells came in sight, of all games
} watch;

static int index_of(const dado_dungeon *d, int cell)
{
    return dado_dungeon_y(d, cell) * d->map.width + dado_dungeon_x(d, cell);
}

// What is so at the table now and was not before. In FOUND go sums of turns.
static int note(watch *w)
{
    const dado_dungeon *d = dado_dungeon_of(&w->desk->game);
    const void *state = w->desk->table.state;
    const dado_dungeon_state *now = state, *then = (const void *)w->before;
    const uint64_t *seen = dado_dungeon_seen(d, now), *known = dado_dungeon_seen(d, then);
    double *const *cells = w->heat->cells;
    int here = index_of(d, now->cell);
    for (int k = 0; k < d->board.words; k++) {
        for (uint64_t new = w->begun ? seen[k] & ~known[k] : seen[k]; new; new &= new - 1) {
            int i = index_of(d, k * 64 + __builtin_ctzll(new));
            cells[DADO_HEAT_FOUND][i] += dado_dungeon_turns(now);
            w->times[i]++;
        }
    }
    if (w->begun) {
        cells[DADO_HEAT_VISITS][here]++;
        cells[DADO_HEAT_DAMAGE][here] += (double)(now->damage_taken - then->damage_taken);
        cells[DADO_HEAT_DEATHS][here] += now->end == DADO_DUNGEON_DEATH;
    }
    w->begun = true;
    memcpy(w->before, state, w->desk->game.state_size);
    return here;
}

static void on_answer(void *context, double seconds)
{
    (void)seconds;
    watch *w = context;
    uint64_t plans = w->desk->table.effort[0];
    w->heat->cells[DADO_HEAT_REPLANS][note(w)] += (double)(plans - w->plans);
    w->plans = plans;
}

bool dado_heat_gather(dado_heat_maps *heat, const dado_plan *plan, int map, int profile,
                      dado_arena *arena, dado_error *err)
{
    dado_timed ear;
    DADO_ENDS(dado_desk_free) dado_desk desk = { 0 };
    dado_desk_init(&desk, plan);
    if (!dado_desk_open(&desk, map, profile, err)) return false;
    const dado_map *drawn = &dado_dungeon_of(&desk.game)->map;
    int cells = drawn->width * drawn->height;
    *heat = (dado_heat_maps){ drawn->width, drawn->height, dado_new(arena, char, cells), { 0 } };
    for (int k = 0; k < DADO_HEAT_KINDS; k++) heat->cells[k] = dado_new(arena, double, cells);
    watch w = { .desk = &desk, .heat = heat, .times = dado_new(arena, int, cells),
                .before = dado_new(arena, char, desk.game.state_size) };
    if (!heat->cells[DADO_HEAT_KINDS - 1] || !heat->marks || !w.times || !w.before) {
        return dado_fail(err, DADO_LIMIT, "no memory left for heat maps");
    }
    ear = (dado_timed){ .took = on_answer, .context = &w };
    dado_agent_time(&desk.agents[0], &ear);
    for (int64_t g = 0; g < plan->matches; g++) {
        w.begun = false;
        w.plans = 0;
        const dado_trace *trace = dado_desk_match(&desk, g);
        if (trace && trace->end != DADO_FORFEITED) note(&w);
    }
    for (int i = 0; i < cells; i++) {
        int id = drawn->id[i];
        heat->marks[i] = id == DADO_CELL_WALL ? '#' : id == DADO_CELL_EXIT ? '>' : ' ';
        heat->cells[DADO_HEAT_FOUND][i] /= w.times[i];
        for (int k = 0; k < DADO_HEAT_KINDS; k++) {
            bool none = k == DADO_HEAT_FOUND ? !w.times[i] : !(heat->cells[k][i] > 0);
            if (none || id == DADO_CELL_WALL) heat->cells[k][i] = DADO_NONE;
        }
    }
    heat->marks[drawn->start_y * drawn->width + drawn->start_x] = '@';
    return true;
}
