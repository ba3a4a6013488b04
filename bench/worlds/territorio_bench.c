// territorio_bench.c - how fast Território goes on one core: 12x12, two seats, fixed seeds.
//
// Four figures. Each is timed several times and the middle time is taken; beside
// it stands the ratio to a reference measured in the same run, a copy of 16 KiB
// of memory, because machines differ and so does the same machine from one
// minute to the next. What was timed is checked: replays must end in the hash
// they were recorded with.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agents/agent.h"
#include "core/fast_paths.h"
#include "worlds/territorio/territorio.h"

enum { matches = 100, rounds = 200, timings = 5 };

typedef struct table {
    dado_region region;
    dado_game game;
    unsigned char *state, *view, *memo;
    dado_move *moves;
    dado_agent agent[2];
    void *self[2], *scratch[2];
} table;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *room(size_t bytes)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) exit(1);
    return memory;
}

static void lay(table *t)
{
    dado_error err = { 0 };
    dado_option option[] = { { "limit.rounds", "200", { 0 } } };
    dado_options options = { option, 1 };
    dado_region_init(&t->region, (size_t)1 << 28);
    bool fine = dado_game_open(&t->game, &dado_world_territorio, &options, &t->region, &err);
    for (int seat = 0; fine && seat < 2; seat++) {
        const dado_agent_kind *kind = dado_agent_named("territorio_example");
        fine = dado_agent_open(&t->agent[seat], kind, &t->game, seat, NULL, &t->region, &err);
        t->self[seat] = room(t->agent[seat].self_size);
        t->scratch[seat] = room(t->agent[seat].scratch_size);
    }
    if (!fine) {
        fprintf(stderr, "territorio_bench: %s\n", err.text);
        exit(1);
    }
    t->state = room(t->game.state_size);
    t->view = room(t->game.view_size);
    t->memo = room(t->game.memo_size);
    t->moves = room(sizeof(dado_move) * (size_t)t->game.max_moves);
}

// A match as the laboratory plays it: view, list, question, move. `path` may be NULL.
static int play(table *t, uint64_t match, dado_move *path, int *commands)
{
    const dado_rules *rules = t->game.rules;
    dado_rng chance = dado_rng_stream(5, match, DADO_STREAM_CHANCE);
    dado_rng luck[2] = { dado_rng_stream(5, match, 1), dado_rng_stream(5, match, 2) };
    uint64_t effort = 0;
    int steps = 0, decision = 0, actor;
    void (*look)(const dado_game *, const void *, int, void *) = rules->observe;
    for (int seat = 0; seat < 2; seat++) memset(t->self[seat], 0, t->agent[seat].self_size);
    memset(t->memo, 0, t->game.memo_size);
    rules->start(&t->game, t->state);
    while ((actor = rules->actor(&t->game, t->state)) != DADO_NOBODY) {
        dado_move move;
        if (actor == DADO_CHANCE) {
            move = dado_rng_next(&chance);
        } else {
            look(&t->game, t->state, actor, t->view);
            look = rules->fast->observe_update;
            int count = rules->fast->legal_update(&t->game, t->state, t->memo, t->moves);
            dado_turn turn = { .game = &t->game,
                               .seat = actor,
                               .view = t->view,
                               .moves = t->moves,
                               .count = count,
                               .decision = decision++,
                               .luck = &luck[actor],
                               .effort = &effort,
                               .self = t->self[actor],
                               .scratch = t->scratch[actor] };
            move = t->moves[t->agent[actor].kind->choose(&t->agent[actor], &turn)];
        }
        if (path) path[steps] = move;
        steps++;
        rules->apply(&t->game, t->state, move);
    }
    if (commands) *commands += decision;
    return steps;
}

typedef struct figure {
    double seconds[timings];
    int count;
} figure;

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double middle(figure *f)
{
    qsort(f->seconds, (size_t)f->count, sizeof *f->seconds, by_size);
    return f->seconds[f->count / 2];
}

static void say(const char *what, figure *f, double units, const char *unit, double reference,
                const char *bound)
{
    double time = middle(f);
    double spread = (f->seconds[f->count - 1] - f->seconds[0]) / time;
    printf("%-44s %12.0f %-12s ratio %8.3f  spread %4.1f %%  %s\n", what, units / time, unit,
           time / units / reference, 100 * spread, bound);
}

// Seconds to copy 16 KiB, the reference of all ratios.
static double reference_copy(void)
{
    enum { bytes = 16384, times = 20000 };
    unsigned char *from = room(bytes), *to = room(bytes);
    memset(from, 1, bytes);
    double best = 1;
    for (int i = 0; i < timings; i++) {
        double start = now();
        for (int k = 0; k < times; k++) {
            from[k % bytes] ^= 1;
            memcpy(to, from, bytes);
            __asm__ volatile("" : : "r"(to) : "memory");
        }
        double took = (now() - start) / times;
        if (took < best) best = took;
    }
    free(from);
    free(to);
    return best;
}

static void bench_replays(table *t, double reference)
{
    enum { longest = 60000 };
    dado_move *path = room(sizeof(dado_move) * (size_t)longest * matches);
    int steps[matches], commands = 0;
    uint64_t hash[matches];
    for (int i = 0; i < matches; i++) {
        steps[i] = play(t, (uint64_t)i, path + (size_t)i * longest, &commands);
        hash[i] = dado_state_hash(&t->game, t->state);
    }
    figure f = { .count = timings };
    for (int k = 0; k < timings; k++) {
        double start = now();
        for (int i = 0; i < matches; i++) {
            t->game.rules->start(&t->game, t->state);
            const dado_move *move = path + (size_t)i * longest;
            for (int n = steps[i]; n > 0; n--) t->game.rules->apply(&t->game, t->state, *move++);
            if (dado_state_hash(&t->game, t->state) != hash[i]) {
                fprintf(stderr, "territorio_bench: match %d replays differently\n", i);
                exit(1);
            }
        }
        f.seconds[k] = now() - start;
    }
    say("replaying 100 example matches", &f, commands, "commands/s", reference,
        "sight counts and finding the unit");
    free(path);
}

// Uniformly among what units may do; without any, idle buildings are put to work.
static dado_move random_command(const table *t, int count, dado_fast_rng *q)
{
    dado_terr_board b = dado_terr_board_of(t->game.data, t->state);
    int seat = b.state->to_move;
    int units = count - 1;
    while (units > 0 && dado_terr_verb_of(t->moves[units - 1]) == DADO_TERR_PRODUCE) units--;
    if (units > 0) return t->moves[dado_fast_rng_below(q, (uint32_t)units)];
    for (int k = 0; k < b.seats[seat].buildings; k++) {
        const dado_terr_building *building = dado_terr_building_at(&b, seat, k);
        if (building->production) continue;
        int made = dado_terr_made_unit((int)dado_fast_rng_below(q, (uint32_t)b.world->units));
        return dado_terr_move(DADO_TERR_PRODUCE, building->id, made);
    }
    return t->moves[count - 1];
}

static void random_matches(table *t, double reference, bool afresh)
{
    const dado_rules *rules = t->game.rules;
    figure f = { .count = timings };
    int commands = 0;
    uint64_t listed = 0;
    for (int k = 0; k < timings; k++) {
        commands = 0;
        listed = 0;
        double start = now();
        for (uint64_t i = 0; i < 40; i++) {
            dado_fast_rng q = dado_fast_rng_seed(i), words = dado_fast_rng_seed(~i);
            memset(t->memo, 0, t->game.memo_size);
            rules->start(&t->game, t->state);
            int actor;
            while ((actor = rules->actor(&t->game, t->state)) != DADO_NOBODY) {
                dado_move move = dado_fast_rng_next(&words);
                if (actor >= 0) {
                    int count =
                        afresh ? rules->legal(&t->game, t->state, t->moves)
                               : rules->fast->legal_update(&t->game, t->state, t->memo, t->moves);
                    listed += (uint64_t)count;
                    move = random_command(t, count, &q);
                    commands++;
                }
                rules->apply(&t->game, t->state, move);
            }
        }
        f.seconds[k] = now() - start;
    }
    char bound[80];
    snprintf(bound, sizeof bound, "the list: %.1f commands each", (double)listed / commands);
    say(afresh ? "the same, every list made afresh" : "random unit commands, listing included", &f,
        commands, "commands/s", reference, bound);
}

static void bench_random(table *t, double reference)
{
    random_matches(t, reference, false);
    random_matches(t, reference, true);
}

static void bench_copy(table *t, double reference)
{
    enum { times = 20000 };
    play(t, 1, NULL, NULL);
    dado_terr_board b = dado_terr_board_of(t->game.data, t->state);
    if (b.seats[0].units + b.seats[1].units < 50) {
        fprintf(stderr, "territorio_bench: fewer than 50 units to copy\n");
        exit(1);
    }
    figure f = { .count = timings };
    for (int k = 0; k < timings; k++) {
        double start = now();
        for (int i = 0; i < times; i++) {
            t->state[0] ^= 1;
            memcpy(t->view, t->state, t->game.state_size);
            __asm__ volatile("" : : "r"(t->view) : "memory");
        }
        f.seconds[k] = (now() - start) * 1e9 / times;
    }
    double time = middle(&f);
    printf("%-44s %12.1f %-12s ratio %8.3f  spread %4.1f %%  memory, %zu bytes, %d units\n",
           "copying a state", time, "ns", time / 1e9 / reference,
           100 * (f.seconds[timings - 1] - f.seconds[0]) / time, t->game.state_size,
           b.seats[0].units + b.seats[1].units);
}

static void bench_matches(table *t, double reference)
{
    enum { some = 40 };
    figure f = { .count = timings };
    int commands = 0;
    for (int k = 0; k < timings; k++) {
        commands = 0;
        double start = now();
        for (uint64_t i = 0; i < some; i++) play(t, 1000 + i, NULL, &commands);
        f.seconds[k] = now() - start;
    }
    char bound[80];
    snprintf(bound, sizeof bound, "view, list and choice of %d commands a match", commands / some);
    say("example matches of 200 rounds", &f, some, "matches/s", reference, bound);
}

// All four, or those a word names: replays, random, copy, matches.
int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(table *t, double reference);
    } all[] = { { "replays", bench_replays },
                { "random", bench_random },
                { "copy", bench_copy },
                { "matches", bench_matches } };
    table t;
    lay(&t);
    double reference = reference_copy();
    printf("reference: 16 KiB copied in %.0f ns; a ratio is the time of one, in such copies\n",
           reference * 1e9);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (argc < 2 || strcmp(argv[1], all[i].name) == 0) all[i].run(&t, reference);
    }
    for (int seat = 0; seat < 2; seat++) {
        dado_agent_close(&t.agent[seat]);
        free(t.self[seat]);
        free(t.scratch[seat]);
    }
    free(t.state);
    free(t.view);
    free(t.memo);
    free(t.moves);
    dado_region_free(&t.region);
    return 0;
}
