// signature_test.c - the same plans of every world and every kind of verb, and what was played.
//
// A line of tests/signature.txt is a plan's name, a hash of what was played (moves, scores and
// measures by name: no printer and no store has a say), and a hash of the document that the verb
// answers with, without version and command, or `-` where none is asked. A change that should
// change nothing leaves the file
// as it is; one that means to says why in its commit. `./dev signature` writes the file anew.
#include "support/test.h"

#include <inttypes.h>

#include "arena/tournament.h"
#include "core/options.h"
#include "evolve/level_species.h"
#include "evolve/rules_species.h"
#include "judge/comparison.h"
#include "judge/skill_ladder.h"
#include "judge/option_worth_recorder.h"
#include "judge/decision_stakes.h"
#include "judge/sweep.h"
#include "judge/move_stats.h"
#include "lab/replay.h"
#include "job/job_run.h"
#include "job/json_request.h"
#include "lab/solve_all_boards.h"
#include "report/format.h"
#include "solve/perfect_info_solver.h"
#include "support/match_fixture.h"

static const char file[] = "tests/signature.txt";

// The measures that count. One that is new on the shelf leaves the lines as they are.
// clang-format off
static const char *const counted[] = {
    "drama_points", "drama_position", "drama_path", "lead_change", "uncertainty_entropy",
    "uncertainty_pdd", "win", "tied", "rounds", "decisions", "finished", "stopped", "forfeited",
    "broken", "time_of_decision", "runaway", "place_mobility", "final_spread", "margin",
    "branching", "decision_share", "convergence", "variety", NULL,
};
// clang-format on

// ---- hashing ----

typedef struct fingerprint {  // of fingers, as it were
    uint64_t hash;
} fingerprint;

static void fold_bytes(fingerprint *p, const void *bytes, size_t size)
{
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; i++) p->hash = (p->hash ^ b[i]) * UINT64_C(1099511628211);
}

static void fold(fingerprint *p, int64_t number)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)((uint64_t)number >> 8 * i);
    fold_bytes(p, bytes, sizeof bytes);
}

// Nine digits: the last bits are a compiler's business only if a sum is written anew.
static void fold_real(fingerprint *p, double value)
{
    char digits[40];
    snprintf(digits, sizeof digits, "%.9g", dado_is_none(value) ? 0 : value == 0 ? 0 : value);
    fold_bytes(p, digits, strlen(digits) + 1);
    fold(p, dado_is_none(value));
}

static void fold_text(fingerprint *p, const char *text)
{
    fold_bytes(p, text, strlen(text) + 1);
}

static void fold_moments(fingerprint *p, const dado_moments *m)
{
    fold(p, m->count);
    fold_real(p, m->count ? m->mean : DADO_NONE);
}

// ---- what a plan is made of ----

typedef struct line_context {  // memory and luck of one line
    dado_region region;
    fingerprint fingerprint;
} line_context;

static const dado_game_source *find(line_context *b, const char *name, const char *settings)
{
    return dado_test_game(name, settings, &b->region);
}

static const dado_player *seat(line_context *b, const char *typed, int *count)
{
    const dado_lineup *lineup = dado_test_lineup(typed, &b->region);
    *count = lineup->count;
    return lineup->players;
}

static dado_lineup lineup_of(line_context *b, const char *typed)
{
    return *dado_test_lineup(typed, &b->region);
}

// ---- what was played ----

typedef struct listener {
    line_context *line_context;
    dado_game game;
    dado_measures measures;
} listener;

static void hear_step(void *context, const dado_game *game, const void *state,
                      const dado_step *step)
{
    (void)game;
    (void)state;
    fingerprint *p = context;
    fold(p, step->actor);
    fold(p, (int64_t)step->move);
}

static void hear_end(void *context, const dado_game *game, const void *state, const dado_trace *log)
{
    (void)game;
    (void)state;
    fold(context, log->rounds);
}

static void hear_measures(listener *l, const dado_block *block, int match)
{
    fingerprint *p = &l->line_context->fingerprint;
    for (int i = 0; counted[i]; i++) {
        int at = dado_measures_find(&l->measures, counted[i]);
        assert_true(at >= 0);
        fold_real(p, dado_block_value(block, match, at));
    }
    for (int i = l->measures.metrics; i < l->measures.count; i++) {
        fold_text(p, l->measures.items[i]->name);
        fold_real(p, dado_block_value(block, match, i));
    }
}

static void hear(void *context, const dado_block *block)
{
    listener *l = context;
    fingerprint *p = &l->line_context->fingerprint;
    dado_error err = { 0 };
    assert_int_not_equal(block->players, 0);
    for (int i = 0; i < block->count; i++) {
        fold(p, block->ends[i]);
        for (int s = 0; s < block->players; s++) {
            fold(p, block->scores[i * block->players + s]);
            fold(p, block->places[i * block->players + s]);
        }
        hear_measures(l, block, i);
    }
    const dado_move_log_visitor visitor = { p, hear_step, hear_end };
    if (!dado_block_replay(block, &l->game, &visitor, &l->line_context->region, &err)) {
        fail_msg("%s", err.text);
    }
}

typedef struct line {
    const char *name;
    void (*play)(line_context *b, const struct line *line);
    const char *game, *settings, *agents;
    int64_t matches;
} line;

static void sim(line_context *b, const line *l)
{
    dado_error err = { 0 };
    dado_lineup lineup = lineup_of(b, l->agents ? l->agents : "random");
    const dado_game_source *source = find(b, l->game, l->settings);
    listener ear = { .line_context = b };
    if (!dado_game_source_open(source, &ear.game, &b->region, &err) ||
        !dado_measures_list(&ear.measures, ear.game.tallies, &b->region, &err)) {
        fail_msg("%s: %s", l->game, err.text);
    }
    dado_plan plan = { .instances = source,
                       .instance_count = 1,
                       .lineups = &lineup,
                       .lineup_count = 1,
                       .matches = l->matches,
                       .seed = 7,
                       .keep_moves = true,
                       .move_limit = 20000 };
    dado_experiment_settings how = { .threads = 2, .taker = &ear, .block = hear };
    dado_results results;
    if (!dado_experiment_run(&plan, &how, &results, &err)) fail_msg("%s: %s", l->name, err.text);
    assert_int_equal(results.matches, l->matches);
    for (int i = 0; i < results.measures.count; i++) {
        const dado_measure *m = results.measures.items[i];
        bool old = i >= results.measures.metrics;
        for (int k = 0; counted[k]; k++) old = old || strcmp(counted[k], m->name) == 0;
        if (old) fold_real(&b->fingerprint, dado_cell_value(&results, &results.cells[0], i));
    }
    dado_results_free(&results);
}

// ---- what others make of what was played ----

static void sweep(line_context *b, const line *l)
{
    dado_error err = { 0 };
    bool is_dial;
    dado_sweep_parameter dial;
    dado_lineup lineup = lineup_of(b, "random");
    if (!dado_sweep_parameter_parse(&dial, l->settings, &is_dial, &b->region, &err))
        fail_msg("%s", err.text);
    dado_options none = { 0 };
    dado_sweep_config plan = {
        .game = l->game,
        .options = &none,
        .dials = &dial,
        .dial_count = 1,
        .play = { .lineups = &lineup, .lineup_count = 1, .matches = l->matches, .seed = 7 },
        .expect_path = "wish",
        .expect_text = "metric rounds = 12 abs=10\n",
    };
    dado_experiment_settings how = { .threads = 2 };
    dado_sweep s;
    if (!dado_sweep_play(&plan, &how, &s, &err)) fail_msg("%s: %s", l->name, err.text);
    for (int i = 0; i < s.count; i++) {
        fold(&b->fingerprint, s.points[i].matches);
        fold_real(&b->fingerprint, s.points[i].quality);
        for (int k = 0; counted[k]; k++) {
            fold_moments(&b->fingerprint,
                         &s.points[i].measures[dado_measures_find(&s.measures, counted[k])]);
        }
    }
    fold(&b->fingerprint, s.best);
    dado_sweep_free(&s);
}

typedef struct gathering {
    dado_data_frame frame[2];
    dado_measures measures;
} gathering;

static void gather(void *context, const dado_block *block)
{
    gathering *g = context;
    dado_data_frame_add(&g->frame[block->instance], block);
}

static void diff(line_context *b, const line *l)
{
    dado_error err = { 0 };
    dado_lineup lineup = lineup_of(b, "random");
    dado_game_source both[2] = { *find(b, l->game, NULL), *find(b, l->game, l->settings) };
    dado_plan plan = { .instances = both,
                       .instance_count = 2,
                       .lineups = &lineup,
                       .lineup_count = 1,
                       .matches = l->matches,
                       .seed = 7,
                       .paired = true };
    gathering g = { .frame = { { .most = l->matches }, { .most = l->matches } } };
    dado_experiment_settings how = { .threads = 2, .taker = &g, .block = gather };
    dado_results results;
    if (!dado_experiment_run(&plan, &how, &results, &err)) fail_msg("%s: %s", l->name, err.text);
    dado_comparison_table table;
    dado_comparison_side before = { &g.frame[0], &results.measures };
    dado_comparison_side after = { &g.frame[1], &results.measures };
    if (!dado_comparison_compute(&table, before, after, true, 0.05, NULL, &b->region, &err)) {
        fail_msg("%s", err.text);
    }
    for (int k = 0; counted[k]; k++) {
        for (int i = 0; i < table.count; i++) {
            if (strcmp(table.lines[i].measure.name, counted[k]) != 0) continue;
            fold_moments(&b->fingerprint, &table.lines[i].before);
            fold_moments(&b->fingerprint, &table.lines[i].after);
            fold_real(&b->fingerprint, table.lines[i].difference.value);
        }
    }
    dado_data_frame_free(&g.frame[0]);
    dado_data_frame_free(&g.frame[1]);
    dado_results_free(&results);
}

static void luck(line_context *b, const line *l)
{
    dado_error err = { 0 };
    int count;
    dado_recording found;
    dado_experiment_settings how = { .threads = 2 };
    dado_lineup everyone = { "random", seat(b, "random", &count), 1 };
    dado_plan plan = { .instances = find(b, l->game, l->settings),
                       .instance_count = 1,
                       .lineups = &everyone,
                       .lineup_count = 1,
                       .matches = l->matches,
                       .seed = 7,
                       .move_limit = 20000 };
    dado_recorder_config config = {
        .play = &plan, .per_kind = 1, .times = 10, .graphs = 2, .most_moves = 1e6, .exact = 1000
    };
    if (!dado_decision_recorder_load(&config, &how, &b->region, &found, &err)) {
        fail_msg("%s: %s", l->name, err.text);
    }
    dado_luck_and_choice share = dado_recording_luck(&found, 0.95);
    fold_real(&b->fingerprint, share.luck.value);
    fold_real(&b->fingerprint, share.first_luck.value);
    fold_real(&b->fingerprint, share.own.value);
    fold_real(&b->fingerprint, share.others.value);
    fold(&b->fingerprint, found.decision_count);
}

static void ladder(line_context *b, const line *l)
{
    static const char *const players[] = { "random", "greedy", "ismcts:iterations=10" };
    dado_error err = { 0 };
    dado_skill_ladder_config plan = {
        .game = find(b, l->game, l->settings),
        .players = players,
        .count = 3,
        .batch = 10,
        .most = l->matches,
        .level = 0.05,
        .seed = 7,
        .move_limit = 20000,
    };
    dado_experiment_settings how = { .threads = 2 };
    dado_skill_ladder found;
    if (!dado_skill_ladder_play(&plan, &how, &b->region, &found, &err)) {
        fail_msg("%s: %s", l->name, err.text);
    }
    for (int i = 0; i < found.count; i++) {
        fold(&b->fingerprint, found.rungs[i].matches);
        fold_real(&b->fingerprint, found.rungs[i].share.value);
    }
}

static void spread(line_context *b, const line *l)
{
    dado_error err = { 0 };
    int count;
    dado_decision_stakes found;
    dado_lineup everyone = { "random", seat(b, "random", &count), 1 };
    dado_plan plan = { .instances = find(b, l->game, l->settings),
                       .instance_count = 1,
                       .lineups = &everyone,
                       .lineup_count = 1,
                       .matches = l->matches,
                       .seed = 7,
                       .move_limit = 20000 };
    if (!dado_decision_stakes_measure(&plan, 30, 10, NULL, &b->region, &found, &err)) {
        fail_msg("%s: %s", l->name, err.text);
    }
    fold(&b->fingerprint, found.decisions);
    fold_moments(&b->fingerprint, &found.gap);
}

typedef struct watcher {
    line_context *line_context;
    dado_game game;
    dado_move_stats uses;
    dado_count_stats counts;
} watcher;

static void see_step(void *context, const dado_game *game, const void *state, const dado_step *step)
{
    dado_move_stats_add_step(&((watcher *)context)->uses, game, state, step);
}

static void see_end(void *context, const dado_game *game, const void *state, const dado_trace *log)
{
    watcher *w = context;
    dado_move_stats_end_match(&w->uses, log);
    dado_count_stats_end_match(&w->counts, game, state, log);
}

static void see(void *context, const dado_block *block)
{
    watcher *w = context;
    dado_error err = { 0 };
    const dado_move_log_visitor visitor = { w, see_step, see_end };
    if (!dado_block_replay(block, &w->game, &visitor, &w->line_context->region, &err)) {
        fail_msg("%s", err.text);
    }
}

static void uses(line_context *b, const line *l)
{
    dado_error err = { 0 };
    dado_lineup lineup = lineup_of(b, l->agents ? l->agents : "random");
    const dado_game_source *source = find(b, l->game, l->settings);
    watcher w = { .line_context = b };
    if (!dado_game_source_open(source, &w.game, &b->region, &err) ||
        !dado_move_stats_begin(&w.uses, &w.game, &b->region, &err) ||
        !dado_count_stats_begin(&w.counts, &w.game, &b->region, &err)) {
        fail_msg("%s: %s", l->name, err.text);
    }
    dado_plan plan = { .instances = source,
                       .instance_count = 1,
                       .lineups = &lineup,
                       .lineup_count = 1,
                       .matches = l->matches,
                       .seed = 7,
                       .keep_moves = true,
                       .move_limit = 20000 };
    dado_experiment_settings how = { .threads = 2, .taker = &w, .block = see };
    dado_results results;
    if (!dado_experiment_run(&plan, &how, &results, &err) ||
        !dado_move_stats_finish(&w.uses, &err) ||
        !dado_count_stats_finish(&w.counts, &b->region, &err)) {
        fail_msg("%s: %s", l->name, err.text);
    }
    for (int i = 0; i < w.uses.count; i++) {
        fold_text(&b->fingerprint, w.uses.items[i].words);
        fold(&b->fingerprint, w.uses.items[i].offered);
        fold(&b->fingerprint, w.uses.items[i].taken);
    }
    for (int i = 0; i < w.counts.count; i++) {
        fold_text(&b->fingerprint, w.counts.items[i].measure->name);
        fold_moments(&b->fingerprint, &w.counts.items[i].winners);
        fold_moments(&b->fingerprint, &w.counts.items[i].others);
    }
    dado_results_free(&results);
}

static void region(line_context *b, const line *l)
{
    dado_error err = { 0 };
    int count;
    const dado_player *players = seat(b, l->agents, &count);
    dado_tournament t = { .game = find(b, l->game, l->settings),
                          .players = players,
                          .count = count,
                          .matches = l->matches,
                          .seed = 7,
                          .level = 0.05,
                          .move_limit = 20000 };
    dado_experiment_settings how = { .threads = 2 };
    dado_tournament_result league;
    if (!dado_tournament_play(&t, &how, &league, &err)) fail_msg("%s: %s", l->name, err.text);
    for (int i = 0; i < count * count; i++) fold_real(&b->fingerprint, league.table[i]);
    for (int i = 0; i < league.seats; i++) fold_real(&b->fingerprint, league.edges[i].wins);
    for (int i = 0; i < 4; i++) fold(&b->fingerprint, league.ends[i]);
    dado_tournament_result_free(&league);
}

static void fold_evolution(line_context *b, const dado_evolution *e)
{
    for (int i = 0; i < e->row_count; i++) {
        fold_real(&b->fingerprint, e->rows[i].best);
        fold_real(&b->fingerprint, e->rows[i].mean);
        fold(&b->fingerprint, e->rows[i].distinct);
    }
    for (int i = 0; i < e->plan.population; i++) {
        fold_bytes(&b->fingerprint, dado_evolution_genome(e, i), e->species->size);
        fold_real(&b->fingerprint, e->population.fitness[i]);
    }
}

static void breed(line_context *b, const dado_species *species, dado_genetic_settings plan)
{
    dado_error err = { 0 };
    dado_evolution e;
    dado_thread_pool *pool = NULL;
    if (!dado_thread_pool_open(&pool, 2, &err) ||
        !dado_evolution_begin(&e, species, &plan, pool, &b->region, &err) ||
        !dado_evolution_run(&e, NULL, NULL, NULL, &err)) {
        fail_msg("%s: %s", species->name, err.text);
    }
    fold_evolution(b, &e);
    dado_thread_pool_close(pool);
}

static void evolve_levels(line_context *b, const line *l)
{
    dado_error err = { 0 };
    dado_options options;
    dado_level_breeding *level_breeding = dado_new(&b->region, dado_level_breeding, 1);
    dado_level_breeding_texts texts = { .hard_given = l->matches > 0, .hard = 0.5, .weight = 100 };
    if (!dado_options_read(&options, "settings", l->settings, &b->region, &err) ||
        !dado_level_breeding_open(level_breeding, &options, &texts, &b->region, &err)) {
        fail_msg("%s: %s", l->name, err.text);
    }
    breed(b, &level_breeding->species, level_breeding->plan);
}

static void evolve_rules(line_context *b, const line *l)
{
    dado_error err = { 0 };
    int count;
    const dado_game_source *source = find(b, l->game, NULL);
    dado_measures measures;
    dado_expectations expect;
    dado_options none = { 0 };
    if (!dado_measures_list(&measures, NULL, &b->region, &err) ||
        !dado_expectations_read(&expect, "wish", l->settings, &measures, &b->region, &err)) {
        fail_msg("%s: %s", l->name, err.text);
    }
    // Named by the game alone: the folder it lies in has no part in the answer.
    dado_rules_species_config rules = {
        .name = l->game,
        .ancestor = source->text,
        .options = &none,
        .player = seat(b, "random", &count),
        .expect = &expect,
        .matches = l->matches,
        .move_limit = 2000,
        .seed = 7,
        .growth_cost = 0.05,
    };
    dado_species species;
    if (!dado_rules_species(&species, &rules, &b->region, &err)) fail_msg("%s", err.text);
    dado_genetic_settings plan = dado_genetic_settings_classic();
    plan.population = 12;
    plan.generations = 4;
    plan.selection = DADO_SELECTION_TOURNAMENT;
    plan.tournament = 3;
    plan.elite = 2;
    plan.crossover = 0.3;
    plan.seed = 7;
    breed(b, &species, plan);
}

static void solve(line_context *b, const line *l)
{
    dado_error err = { 0 };
    dado_game game;
    if (!dado_game_source_open(find(b, l->game, l->settings), &game, &b->region, &err)) {
        fail_msg("%s: %s", l->name, err.text);
    }
    dado_solve_config plan = { .objective = DADO_BY_MARGIN };
    dado_solver *solver = dado_solver_new(&game, &plan, &err);
    void *state = dado_region_alloc(&b->region, 1, game.state_size);
    dado_value value;
    if (!solver || !state) fail_msg("%s: %s", l->name, err.text);
    game.rules->start(&game, state);
    if (!dado_solve(solver, state, &value, &err)) fail_msg("%s: %s", l->name, err.text);
    for (int i = 0; i < game.players; i++) {
        fold_real(&b->fingerprint, value.score[i]);
        fold_real(&b->fingerprint, value.margin[i]);
        fold_real(&b->fingerprint, value.share[i]);
    }
    fold(&b->fingerprint, (int64_t)dado_solver_stats(solver).positions);
    dado_solver_free(solver);
}

static void survey(line_context *b, const line *l)
{
    dado_error err = { 0 };
    dado_solve_all_plan plan = { .source = *dado_test_game(l->game, l->settings, &b->region),
                                 .by = DADO_BY_MARGIN };
    dado_experiment_settings how = { .threads = 2 };
    dado_solve_all found;
    if (!dado_solve_all_run(&plan, &how, &found, &err)) fail_msg("%s: %s", l->name, err.text);
    for (uint64_t i = 0; i < found.solved; i++) {
        dado_text board = { 0 };
        dado_solve_all_write_board(&found.field, i, &board);
        int64_t discs = 0;
        for (const char *disc = dado_text_string(&board); *disc; disc++) {
            discs = discs << 3 | (*disc - '1');
        }
        dado_text_free(&board);
        fold(&b->fingerprint, discs);
        for (int k = 0; k < 3; k++)
            fold(&b->fingerprint, (int64_t)dado_solve_all_row(&found, i)[k]);
    }
    dado_solve_all_free(&found);
}

#define CARDS "library/cards/"
#define DICE "library/dice/"
#define MAPS "library/maps/"

static const line lines[] = {
    { "sim.bigpoints", sim, "bigpoints", NULL, NULL, 40 },
    { "sim.kuhn", sim, "kuhn", NULL, NULL, 200 },
    { "sim.kuhn.thinking", sim, "kuhn", NULL, "ismcts:iterations=20", 20 },
    { "sim.nim", sim, "nim", NULL, "perfect,random", 40 },
    { "sim.noughts", sim, "noughts", NULL, "uct:iterations=20,greedy", 20 },
    { "sim.race", sim, "race", NULL, NULL, 100 },
    { "sim.walk", sim, "walk", NULL, NULL, 100 },
    { "sim.table", sim, "tests/contract/evening.csv", NULL, NULL, 1 },
    { "sim.platform", sim, "library/levels/first.level", NULL, "novice", 3 },
    { "sim.platform.planner", sim, "library/levels/first.level", NULL, "planner", 1 },
    { "sim.territorio", sim, "territorio", "map.width = 8\nmap.height = 8\nlimit.rounds = 20",
      "territorio_baseline,territorio_example", 3 },
    { "sim.territorio.duel", sim, "library/territorio/duel.territorio", NULL, "random", 1 },
    { "map.corridor.runner", sim, MAPS "corridor.map", NULL, "profile:profile=runner-2018", 10 },
    { "map.warrens.smart", sim, MAPS "warrens.map", NULL, "profile:profile=smart-2018", 4 },
    { "map.treasury.greedy", sim, MAPS "treasury.map", "fog = yes", "profile:profile=greedy-2018",
      4 },
    { "sim.agram", sim, CARDS "agram.rcy", NULL, NULL, 40 },
    { "sim.cribbage", sim, CARDS "cribbage.rcy", NULL, NULL, 10 },
    { "sim.euchre", sim, CARDS "euchre.rcy", NULL, NULL, 20 },
    { "sim.gofish", sim, CARDS "gofish.rcy", NULL, NULL, 20 },
    { "sim.golf", sim, CARDS "golf.rcy", NULL, NULL, 20 },
    { "sim.gops", sim, CARDS "gops.rcy", NULL, "pimc:iterations=10", 4 },
    { "sim.hearts", sim, CARDS "hearts.rcy", NULL, NULL, 20 },
    { "sim.leduc", sim, CARDS "leduc.rcy", NULL, "ismcts:iterations=10", 20 },
    { "sim.oldmaid", sim, CARDS "oldmaid.rcy", NULL, NULL, 20 },
    { "sim.president", sim, CARDS "president.rcy", NULL, NULL, 20 },
    { "sim.spades", sim, CARDS "spades.rcy", NULL, NULL, 20 },
    { "sim.whist", sim, CARDS "whist.rcy", NULL, "greedy", 6 },
    { "sim.craps", sim, DICE "craps.rcy", NULL, NULL, 50 },
    { "sim.delve", sim, DICE "delve.rcy", NULL, NULL, 30 },
    { "sim.dicepoints", sim, DICE "dicepoints.rcy", NULL, NULL, 200 },
    { "sim.pig", sim, DICE "pig.rcy", NULL, NULL, 30 },
    { "sim.fifteen", sim, "library/small/fifteen.rcy", NULL, NULL, 50 },
    { "sim.lanterns", sim, "library/tutorial/lanterns.rcy", NULL, NULL, 50 },
    { "sim.blackjack", sim, CARDS "blackjack.rcy", NULL, NULL, 20 },
    { "sim.bluff", sim, CARDS "bluff.rcy", NULL, NULL, 20 },
    { "sim.casino", sim, CARDS "casino.rcy", NULL, NULL, 20 },
    { "sim.concentration", sim, CARDS "concentration.rcy", NULL, NULL, 20 },
    { "sim.crazyeights", sim, CARDS "crazyeights.rcy", NULL, NULL, 20 },
    { "sim.expedition", sim, CARDS "expedition.rcy", NULL, NULL, 20 },
    { "sim.hilo", sim, CARDS "hilo.rcy", NULL, NULL, 20 },
    { "sim.inbetween", sim, CARDS "inbetween.rcy", NULL, NULL, 20 },
    { "sim.kuhn.described", sim, CARDS "kuhn.rcy", NULL, NULL, 20 },
    { "sim.melds", sim, CARDS "melds.rcy", NULL, NULL, 20 },
    { "sim.nothankyou", sim, CARDS "nothankyou.rcy", NULL, NULL, 20 },
    { "sim.pairs", sim, CARDS "pairs.rcy", NULL, NULL, 20 },
    { "sim.war", sim, CARDS "war.rcy", NULL, NULL, 20 },
    { "sim.throwdicematchcard", sim, DICE "throwdicematchcard.rcy", NULL, NULL, 30 },
    { "sim.twodicepig", sim, DICE "twodicepig.rcy", NULL, NULL, 30 },
    { "sim.nim.described", sim, "library/small/nim.rcy", NULL, "uct:iterations=10", 10 },
    { "sim.race.described", sim, "library/small/race.rcy", NULL, NULL, 30 },
    { "map.arena.brave", sim, MAPS "arena.map", NULL, "profile:profile=brave-2018", 4 },
    { "map.cloister.explorer", sim, MAPS "cloister.map", NULL, "profile:profile=explorer-2018", 4 },
    { "map.crossroads.gambler", sim, MAPS "crossroads.map", NULL, "profile:profile=gambler-2018",
      4 },
    { "map.gauntlet.brave", sim, MAPS "gauntlet.map", NULL, "profile:profile=brave-2018", 4 },
    { "map.islands.runner", sim, MAPS "islands.map", NULL, "profile:profile=runner-2018", 4 },
    { "map.lair.smart", sim, MAPS "lair.map", NULL, "profile:profile=smart-2018", 4 },
    { "map.spiral.explorer", sim, MAPS "spiral.map", NULL, "profile:profile=explorer-2018", 4 },
    { "sweep.walk", sweep, "walk", "steps=10..30:10", NULL, 60 },
    { "sweep.dicepoints", sweep, DICE "dicepoints.rcy", "ROUNDS=5,10,20", NULL, 60 },
    { "diff.walk", diff, "walk", "steps = 30", NULL, 100 },
    { "diff.dicepoints", diff, DICE "dicepoints.rcy", "ROUNDS = 12", NULL, 100 },
    { "doctor.luck.oldmaid", luck, CARDS "oldmaid.rcy", NULL, NULL, 20 },
    { "doctor.luck.kuhn", luck, "kuhn", NULL, NULL, 100 },
    { "doctor.ladder.nim", ladder, "nim", NULL, NULL, 60 },
    { "doctor.ladder.agram", ladder, CARDS "agram.rcy", NULL, NULL, 20 },
    { "doctor.spread.noughts", spread, "noughts", NULL, NULL, 20 },
    { "doctor.spread.agram", spread, CARDS "agram.rcy", NULL, NULL, 5 },
    { "doctor.uses.kuhn", uses, "kuhn", NULL, "ismcts:iterations=20", 40 },
    { "doctor.uses.bigpoints", uses, "bigpoints", NULL, NULL, 20 },
    { "arena.noughts", region, "noughts", NULL, "random,greedy,uct:iterations=20", 10 },
    { "arena.hearts", region, CARDS "hearts.rcy", NULL, "random,greedy,random,greedy", 1 },
    { "level.evolve", evolve_levels, NULL, "population = 30\ngenerations = 10\nseed = 7", NULL, 0 },
    { "level.evolve.played", evolve_levels, NULL, "population = 4\ngenerations = 1\nseed = 7", NULL,
      1 },
    { "evolve.game.pig", evolve_rules, DICE "pig.rcy", "metric rounds = 8 abs=8\n", NULL, 20 },
    { "evolve.game.dicepoints", evolve_rules, DICE "dicepoints.rcy",
      "metric lead_change = 0.5 abs=0.5\n", NULL, 20 },
    { "solve.nim", solve, "nim", NULL, NULL, 0 },
    { "solve.noughts", solve, "noughts", NULL, NULL, 0 },
    { "solve.race", solve, "race", NULL, NULL, 0 },
    { "solve.bigpoints", solve, "bigpoints", "board = 112233", NULL, 0 },
    { "solve.nim.described", solve, "library/small/nim.rcy", NULL, NULL, 0 },
    { "survey.bigpoints", survey, "bigpoints", "colours = 3\ndiscs = 3", NULL, 0 },
};

enum { line_count = sizeof lines / sizeof *lines };

// ---- what a job answers ----

typedef struct asked {  // of a job, value by value
    const dado_job *job;
    dado_argument given[24];
    int count;
} asked;

static void ask_for(asked *a, const char *name, const char *value)
{
    const dado_param *param = dado_job_param_named(a->job, name);
    assert_non_null(param);
    assert_true(a->count < 24);
    if (value) a->given[a->count++] = (dado_argument){ param, value };
}

// Settings of a line, "name = value" each, as -D has them.
static void ask_settings(asked *a, const char *param, const char *settings, dado_region *memory)
{
    while (settings && *settings) {
        size_t length = strcspn(settings, "\n"), used = 0;
        char *one = dado_region_copy(memory, settings, length);
        for (size_t i = 0; i < length; i++) {
            if (one[i] != ' ') one[used++] = one[i];
        }
        one[used] = '\0';
        ask_for(a, param, one);
        settings += length + (settings[length] == '\n');
    }
}

// The job that a line is about, where there is one and its answer is signed: a few of each kind.
static bool ask_of(const line *l, asked *a, dado_region *memory)
{
    static const char *const named[] = {
        "sim.kuhn",        "sim.noughts",    "sim.walk",   "sim.platform",    "sim.territorio",
        "sim.spades",      "sim.dicepoints", "sweep.walk", "diff.walk",       "arena.noughts",
        "solve.nim",       "solve.noughts",  "solve.race", "solve.bigpoints", "solve.nim.described",
        "survey.bigpoints"
    };
    bool wanted = false;
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        wanted = wanted || strcmp(named[i], l->name) == 0;
    }
    if (!wanted) return false;
    bool compared = l->play == diff, solved = l->play == solve || l->play == survey;
    a->job = dado_job_named(l->play == sim     ? "sim"
                            : l->play == sweep ? "sweep"
                            : compared         ? "diff"
                            : solved           ? "solve"
                                               : "arena");
    char *matches = dado_region_alloc(memory, 1, 24);
    snprintf(matches, 24, "%" PRId64, l->matches);
    ask_for(a, compared ? "before" : "game", l->game);
    ask_settings(a, compared ? "after" : "set", l->settings, memory);
    if (l->play == survey) ask_for(a, "all", "");
    if (solved) return true;
    for (const char *at = l->play == region ? l->agents : NULL; at && *at;) {
        size_t length = strcspn(at, ",");
        ask_for(a, "player", dado_region_copy(memory, at, length));
        at += length + (at[length] == ',');
    }
    if (l->play == sim) ask_for(a, "agents", l->agents);
    ask_for(a, "matches", matches);
    ask_for(a, "seed", "7");
    if (!compared) ask_for(a, "no-store", "");
    return true;
}

// Verbs that do more than the plan of a line are asked for something small of the same kind.
static const struct {
    const char *line, *request;
} requests[] = {
    { "doctor.luck.kuhn", "{\"job\":\"doctor\",\"parameters\":{\"game\":\"kuhn\","
                          "\"effort\":\"quick\",\"seed\":7}}" },
    { "doctor.spread.noughts", "{\"job\":\"equilibrium\",\"parameters\":{\"game\":\"kuhn\"}}" },
    { "evolve.game.dicepoints",
      "{\"job\":\"evolve\",\"parameters\":{\"what\":\"dicepoints\",\"toward\":\"tense\","
      "\"population\":4,\"generations\":1,\"matches\":20,\"seed\":7,\"no-store\":true}}" },
    { "map.corridor.runner",
      "{\"job\":\"map eval\",\"parameters\":{\"map\":[\"library/maps/corridor.map\"],"
      "\"profiles\":\"runner-2018\",\"games\":5,\"seed\":7,\"no-store\":true}}" },
    { "map.islands.runner",
      "{\"job\":\"map illuminate\",\"parameters\":{\"generator\":\"bsp\",\"first\":2,"
      "\"batches\":0,\"games\":1}}" },
    { "level.evolve", "{\"job\":\"level elites\",\"parameters\":{\"first\":10,\"batch\":4,"
                      "\"batches\":1}}" },
};

static bool request_of(const line *l, dado_json_request *request, dado_region *memory)
{
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        if (strcmp(requests[i].line, l->name) != 0) continue;
        dado_error err = { 0 };
        const char *text = requests[i].request;
        if (!dado_json_request_read(request, text, strlen(text), memory, &err)) {
            fail_msg("%s: %s", text, err.text);
        }
        return true;
    }
    return false;
}

// What a job says, but for the version and the command; `-` where it is not asked.
static void sign_answer(const line *l, dado_text *out)
{
    asked a = { 0 };
    dado_json_request request = { 0 };
    dado_region memory;
    dado_region_init_large(&memory);
    bool simple = ask_of(l, &a, &memory);
    if (!simple && !request_of(l, &request, &memory)) {
        dado_text_add(out, "-");
    } else {
        dado_error err = { 0 };
        dado_document answer;
        dado_document_init(&answer);
        dado_job_run job_run = { .job = simple ? a.job : request.job,
                                 .given = simple ? a.given : request.given,
                                 .given_count = simple ? a.count : request.given_count,
                                 .region = &memory,
                                 .threads = 2 };
        if (!dado_job_run_execute(&job_run, &answer, &err)) fail_msg("%s: %s", l->name, err.text);
        dado_text_addf(out, "%016" PRIx64, dado_document_hash(&answer));
        dado_document_free(&answer);
    }
    dado_region_free(&memory);
}

static void write_lines(dado_text *out)
{
    for (int i = 0; i < line_count; i++) {
        line_context b = { .fingerprint = { UINT64_C(14695981039346656037) } };
        dado_region_init_large(&b.region);
        lines[i].play(&b, &lines[i]);
        dado_text_addf(out, "%-26s %016" PRIx64 "  ", lines[i].name, b.fingerprint.hash);
        sign_answer(&lines[i], out);
        dado_text_char(out, '\n');
        dado_region_free(&b.region);
    }
}

// Name and first hash of a line, up to the blanks before the second.
static size_t head(const char *at)
{
    size_t name = strcspn(at, " \n"), gap = strspn(at + name, " ");
    return name + gap + strcspn(at + name + gap, " \n");
}

// What differs of a line: nothing, what jobs answer (1), or what was played (2).
static int difference(const char *was, const char *is)
{
    size_t length = head(was), all = strcspn(was, "\n");
    if (length != head(is) || memcmp(was, is, length) != 0) return 2;
    return all != strcspn(is, "\n") || memcmp(was, is, all) != 0;
}

static void what_is_played_is_what_was_played(void **state)
{
    (void)state;
    dado_text now = { 0 };
    write_lines(&now);
    if (getenv("DADO_SIGNATURE")) {  // ./dev signature asks for the lines themselves
        FILE *out = fopen(getenv("DADO_SIGNATURE"), "w");
        assert_non_null(out);
        assert_int_equal(fwrite(now.data, 1, now.length, out), now.length);
        assert_int_equal(fclose(out), 0);
        dado_text_free(&now);
        return;
    }
    char *kept = dado_test_read(file);
    if (!kept) fail_msg("there is no %s; ./dev signature writes it", file);
    int played = 0, answered = 0;
    const char *was = kept, *is = dado_text_string(&now);
    while (*was && *is) {
        int differs = difference(was, is);
        if (differs) {
            print_error("was %.*s\nis  %.*s\n", (int)strcspn(was, "\n"), was,
                        (int)strcspn(is, "\n"), is);
        }
        played += differs == 2;
        answered += differs == 1;
        was += strcspn(was, "\n") + 1;
        is += strcspn(is, "\n") + 1;
    }
    if (played || *was || *is) {
        fail_msg("%d lines differ from %s; if that was meant, ./dev signature writes it anew, and "
                 "the commit says why",
                 played, file);
    }
    if (answered) {
        fail_msg("%d jobs answer other than in %s; ./dev signature writes it anew", answered, file);
    }
    free(kept);
    dado_text_free(&now);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_played_is_what_was_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
