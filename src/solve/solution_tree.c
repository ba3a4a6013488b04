// solution_tree.c - see solution_tree.h.
#include "solve/solution_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/position_table.h"

// Writes a number without decimals if it is whole, and else with four.
static void print_number(dado_text *out, double value)
{
    if (value == (double)(int64_t)value) dado_text_addf(out, "%lld", (long long)value);
    else dado_text_addf(out, "%.4f", value);
}

double dado_value_round_off(double number)
{
    static const double grain = 1e9, noise = 1e-12;
    double near = round(number * grain) / grain, size = fabs(number) > 1 ? fabs(number) : 1;
    return fabs(number - near) < noise * size ? near + 0.0 : number;
}

double dado_value_points(const dado_game *game, const dado_value *value, int player)
{
    double score = dado_value_round_off(value->score[player]);
    return game->lowest_wins && score != 0 ? -score : score;
}

void dado_value_print(const dado_game *game, const dado_value *value, dado_text *out)
{
    for (int p = 0; p < game->players; p++) {
        if (p) dado_text_char(out, '-');
        print_number(out, dado_value_points(game, value, p));
    }
    if (!game->luck || !dado_game_can_be_won(game)) return;
    dado_text_add(out, ", wins");
    for (int p = 0; p < game->players; p++) {
        dado_text_addf(out, "%s %.2f %%", p ? "," : "", 100 * value->share[p]);
    }
}

// Work space for walking along a line of play.
typedef struct line_walker {
    dado_solver *solver;
    const dado_game *game;
    void *state;
    dado_move *moves;
    uint32_t *weights;
    dado_value *values;
    double *chances;
    bool *as_good;
    int actor, count, best;
} line_walker;

static void line_walker_free(line_walker *g)
{
    free(g->state);
    free(g->moves);
    free(g->weights);
    free(g->values);
    free(g->chances);
    free(g->as_good);
}

static bool line_walker_init(line_walker *g, dado_solver *solver, const void *state,
                             dado_error *err)
{
    const dado_game *game = dado_solver_game(solver);
    size_t most = (size_t)game->max_moves;
    *g = (line_walker){ .solver = solver, .game = game };
    g->state = malloc(game->state_size);
    g->moves = malloc(most * sizeof *g->moves);
    g->weights = malloc(most * sizeof *g->weights);
    g->values = malloc(most * sizeof *g->values);
    g->chances = malloc(most * sizeof *g->chances);
    g->as_good = malloc(most * sizeof *g->as_good);
    if (!g->state || !g->moves || !g->weights || !g->values || !g->chances || !g->as_good) {
        line_walker_free(g);
        return dado_fail(err, DADO_LIMIT, "out of memory while following a line of play");
    }
    memcpy(g->state, state, game->state_size);
    return true;
}

static bool same(const line_walker *g, const dado_value *a, const dado_value *b)
{
    dado_objective by = dado_solver_objective(g->solver);
    return dado_value_prefer(by, g->game->players, g->actor, a, b) == 0;
}

// Finds who is to act in the current position, the value of each move, and the move to
// follow.
static bool list_alternatives(line_walker *g, dado_error *err)
{
    const dado_rules *rules = g->game->rules;
    g->actor = rules->actor(g->game, g->state);
    g->count = g->best = 0;
    if (g->actor == DADO_NOBODY) {
        dado_value_of_end(g->game, g->state, &g->values[0]);
        return true;
    }
    g->count = rules->legal(g->game, g->state, g->moves);
    g->best = dado_solve_best(g->solver, g->state, g->moves, g->count, g->values, err);
    if (g->best < 0) return false;
    bool luck = g->actor == DADO_CHANCE;
    uint64_t weight = 0;
    for (int i = 0; i < g->count; i++) {
        g->weights[i] = 1;
        g->as_good[i] = !luck && same(g, &g->values[i], &g->values[g->best]);
    }
    if (!luck) return true;
    if (rules->weigh) rules->weigh(g->game, g->state, g->weights);
    g->best = 0;
    for (int i = 0; i < g->count; i++) {
        weight += g->weights[i];
        if (g->weights[i] > g->weights[g->best]) g->best = i;
    }
    for (int i = 0; i < g->count; i++) g->chances[i] = (double)g->weights[i] / (double)weight;
    return true;
}

bool dado_solution_tree_walk(dado_solver *solver, const void *state, int most,
                             dado_solution_tree_reader *read, void *to, dado_error *err)
{
    line_walker g;
    if (!line_walker_init(&g, solver, state, err)) return false;
    bool fine = true, on = true;
    for (int number = 1; fine && on && number <= most; number++) {
        fine = list_alternatives(&g, err);
        if (!fine) break;
        dado_solution_tree_step step = { .game = g.game,
                                         .state = g.state,
                                         .number = number,
                                         .actor = g.actor,
                                         .count = g.count,
                                         .moves = g.moves,
                                         .values = g.values,
                                         .as_good = g.as_good,
                                         .followed = g.best };
        if (g.actor == DADO_CHANCE) step.chances = g.chances;
        read(to, &step);
        on = g.actor != DADO_NOBODY;
        if (on) g.game->rules->apply(g.game, g.state, g.moves[g.best]);
    }
    line_walker_free(&g);
    return fine;
}

static void print_state(const dado_solution_tree_step *step, dado_text *out)
{
    dado_text table = { 0 };
    dado_table_words(step->game, step->state, DADO_NOBODY, &table);
    bool fresh = true;
    for (size_t i = 0; i < table.length; i++) {
        if (fresh && table.data[i] != '\n') dado_text_add(out, "    ");
        fresh = table.data[i] == '\n';
        dado_text_char(out, table.data[i]);
    }
    if (!fresh) dado_text_char(out, '\n');
    dado_text_free(&table);
}

static void print_choices(const dado_solution_tree_step *step, dado_text *out)
{
    dado_text words = { 0 };
    for (int i = 0; i < step->count; i++) {
        dado_text_clear(&words);
        dado_move_words(step->game, step->state, step->moves[i], &words);
        bool followed = i == step->followed;
        dado_text_addf(out, "  %c %-12s", followed ? '>' : ' ', dado_text_string(&words));
        if (step->chances) dado_text_addf(out, "  %5.1f %%", 100 * step->chances[i]);
        dado_text_add(out, "  ");
        dado_value_print(step->game, &step->values[i], out);
        if (!followed && step->as_good[i]) dado_text_add(out, "  (as good)");
        dado_text_char(out, '\n');
    }
    dado_text_free(&words);
}

void dado_solution_tree_print(const dado_solution_tree_step *step, dado_text *out)
{
    if (step->actor == DADO_NOBODY) {
        dado_text_add(out, "The end: ");
        dado_value_print(step->game, &step->values[0], out);
        dado_text_char(out, '\n');
        print_state(step, out);
        return;
    }
    if (step->chances) dado_text_addf(out, "%d. luck decides\n", step->number);
    else dado_text_addf(out, "%d. player %d to move\n", step->number, step->actor + 1);
    print_state(step, out);
    print_choices(step, out);
    dado_text_char(out, '\n');
}

// The graph while it is drawn: the positions found so far, each with a number and its
// state.
typedef struct graph {
    line_walker g;
    dado_position_table known;
    unsigned char *states;
    size_t count, most;
    uint32_t ends;
    dado_text words;
} graph;

// Writes a quoted string for Graphviz: quotes and backslashes are escaped, and a line end
// becomes \l.
static void quote(const char *words, dado_text *out)
{
    for (; *words; words++) {
        if (*words == '"' || *words == '\\') dado_text_char(out, '\\');
        if (*words == '\n') dado_text_add(out, "\\l");
        else dado_text_char(out, *words);
    }
}

// Returns the number of the position in `state`, and adds the position if it is new.
static bool number_of(graph *r, const void *state, uint32_t *number, dado_error *err)
{
    size_t slot, size = r->g.game->state_size;
    switch (dado_position_table_find(&r->known, size, state, &slot)) {
    case DADO_LOOKUP_OLD: *number = dado_position_table_get(&r->known, slot); return true;
    case DADO_LOOKUP_FULL:
        return dado_fail(err, DADO_LIMIT,
                         "out of memory while drawing the "
                         "graph");
    case DADO_LOOKUP_NEW: break;
    }
    if (r->count == r->most) {
        return dado_fail(err, DADO_LIMIT,
                         "a picture shows at most %zu positions, and %s has more; start from a "
                         "smaller board, or print the line of best play with --tree",
                         r->most, r->g.game->rules->title);
    }
    memcpy(r->states + r->count * size, state, size);
    *number = (uint32_t)r->count++;
    dado_position_table_set(&r->known, slot, *number);
    return true;
}

static bool draw_moves(graph *r, uint32_t from, dado_text *out, dado_error *err)
{
    line_walker *g = &r->g;
    const dado_rules *rules = g->game->rules;
    unsigned char *child = malloc(g->game->state_size);
    bool fine = child || dado_fail(err, DADO_LIMIT, "out of memory while drawing the graph");
    for (int i = 0; i < g->count && fine; i++) {
        memcpy(child, g->state, g->game->state_size);
        rules->apply(g->game, child, g->moves[i]);
        bool over = rules->actor(g->game, child) == DADO_NOBODY;
        uint32_t to = 0;
        if (over) {
            dado_text_addf(out, "  e%u [shape=box,label=\"", r->ends);
            dado_value_print(g->game, &g->values[i], out);
            dado_text_add(out, "\"];\n");
        } else {
            if (rules->canonicalize) rules->canonicalize(g->game, child);
            fine = number_of(r, child, &to, err);
            if (!fine) break;
        }
        dado_text_clear(&r->words);
        dado_move_words(g->game, g->state, g->moves[i], &r->words);
        dado_text_addf(out, "  p%u -> %c%u [label=\"", from, over ? 'e' : 'p',
                       over ? r->ends++ : to);
        quote(dado_text_string(&r->words), out);
        dado_text_add(out, g->as_good[i] ? "\",style=bold];\n" : "\"];\n");
    }
    free(child);
    return fine;
}

static bool draw_position(graph *r, uint32_t number, dado_text *out, dado_error *err)
{
    line_walker *g = &r->g;
    memcpy(g->state, r->states + number * g->game->state_size, g->game->state_size);
    dado_value value;
    if (!list_alternatives(g, err) || !dado_solve(g->solver, g->state, &value, err)) return false;
    dado_text_clear(&r->words);
    dado_table_words(g->game, g->state, DADO_NOBODY, &r->words);
    dado_text_addf(out, "  p%u [shape=%s,label=\"", number,
                   g->actor == DADO_CHANCE ? "diamond" : "ellipse");
    if (g->actor >= 0) dado_text_addf(out, "player %d: ", g->actor + 1);
    dado_value_print(g->game, &value, out);
    dado_text_add(out, "\",tooltip=\"");
    quote(dado_text_string(&r->words), out);
    dado_text_add(out, "\"];\n");
    return draw_moves(r, number, out, err);
}

bool dado_solution_tree_dot(dado_solver *solver, const void *state, size_t most, dado_text *out,
                            dado_error *err)
{
    graph r = { .most = most };
    if (!line_walker_init(&r.g, solver, state, err)) return false;
    const dado_game *game = r.g.game;
    if (game->rules->canonicalize) game->rules->canonicalize(game, r.g.state);
    bool fine = dado_position_table_init(&r.known, game->state_size, r.g.state, SIZE_MAX / 4);
    r.states = malloc(most * game->state_size + 1);
    if (!fine || !r.states)
        fine = dado_fail(err, DADO_LIMIT,
                         "out of memory while drawing "
                         "the graph");
    uint32_t first;
    dado_text_addf(out, "digraph game {\n  label=\"%s\";\n  node [fontname=\"sans-serif\"];\n",
                   game->rules->title);
    if (fine && game->rules->actor(game, r.g.state) != DADO_NOBODY) {
        fine = number_of(&r, r.g.state, &first, err);
        for (uint32_t i = 0; fine && i < r.count; i++) fine = draw_position(&r, i, out, err);
    }
    dado_text_add(out, "}\n");
    dado_position_table_free(&r.known);
    free(r.states);
    dado_text_free(&r.words);
    line_walker_free(&r.g);
    return fine;
}
