// exact_equilibrium.c - see exact_equilibrium.h.
//
// The first player's plan x gives each sequence a probability. The second player's best
// response makes a set worth the least of its moves: q(set of t) <= A(t) x + the sum of
// q(sets below t), for each sequence t. The program makes q of the root as large as
// possible. A dictionary is kept: the basic variables are written as sums of the others,
// over one common denominator. It begins at a pure strategy and the best response to it,
// which is feasible. The q are never negative-bounded, so they stay basic, and only the
// row of the root is kept.
#include "solve/exact_equilibrium.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/modular.h"

enum { default_cells = 40000, default_pivots = 5000, patience = 40 };
static const int64_t largest_payoff = (int64_t)1 << 40;  // sums of a million still fit 64 bits

typedef struct payoff_entry {  // payoff of the first player for one pair of sequences
    uint32_t own, other;
    int64_t pay;  // times the common denominator
} payoff_entry;

typedef struct program {
    const dado_infosets *sets;
    payoff_entry *entry;  // sorted by the sequence of the first player
    uint32_t entries;
    int64_t scale;     // common denominator of the payoffs
    uint32_t *choice;  // of each set of the first player: the sequence that is basic
    uint32_t *answer;  // of each set of the second: the sequence whose slack is not basic
    // The dictionary: `rows` basic variables, the objective first; column 0 has the
    // constants.
    mpz_t *cell, common, left, right;
    size_t rows, columns;
    uint32_t *basic, *free;  // the variable of each row and column; see x_of and slack_of
    uint32_t pivots;
} program;

// A sequence s of the first player is variable s; the slack of a sequence t of the second
// comes after these.
static uint32_t slack_of(const program *g, uint32_t t)
{
    return g->sets->sets[0].sequences + t;
}

static mpz_t *cell_at(const program *g, size_t row, size_t column)
{
    return &g->cell[row * g->columns + column];
}

// ---- payoffs as whole numbers

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// Finds the payoffs as whole numbers over a common denominator. Returns false if they are
// too long for that.
static bool read_payoffs(program *g)
{
    const dado_terminal_rows *rows = &g->sets->rows[0];
    int64_t *part = malloc(((size_t)g->sets->ends + 1) * 2 * sizeof *part);
    if (!part || !g->entry) {
        free(part);
        return false;
    }
    bool fine = true;
    g->scale = 1;
    for (uint32_t e = 0; e < g->sets->ends && fine; e++) {
        int64_t *top = &part[2 * e], *bottom = &part[2 * e + 1];
        fine = dado_mod_fraction(rows->exact[e], top, bottom) &&
               fabs((double)*top / (double)*bottom - rows->pay[e]) < 1e-9;
        if (!fine) break;
        int64_t more = *bottom / common_divisor(g->scale, *bottom);
        fine = g->scale < largest_payoff / more;
        if (fine) g->scale *= more;
    }
    for (uint32_t s = 0; s < g->sets->sets[0].sequences && fine; s++) {
        for (uint32_t e = rows->from[s]; e < rows->from[s + 1]; e++) {
            int64_t times = g->scale / part[2 * e + 1];
            fine = fine && llabs(part[2 * e]) < largest_payoff / times;
            if (fine) g->entry[e] = (payoff_entry){ s, rows->other[e], part[2 * e] * times };
        }
    }
    free(part);
    g->entries = g->sets->ends;
    return fine;
}

// ---- the first dictionary

typedef struct expressions {  // rows of whole numbers, one for each variable of a kind
    int64_t *cell;
    size_t columns;
} expressions;

static int64_t *row_of(const expressions *e, size_t row)
{
    return e->cell + row * e->columns;
}

static void add_times(int64_t *to, const int64_t *from, int64_t times, size_t columns)
{
    for (size_t c = 0; c < columns; c++) to[c] += from[c] * times;
}

// Chooses a pure strategy of the first player: the likeliest moves of `near`.
static void choose_first(program *g, const dado_strategy *near)
{
    const dado_player_infosets *of = &g->sets->sets[0];
    for (uint32_t i = 0; i < of->count; i++) {
        g->choice[i] = of->first[i];
        for (uint32_t s = of->first[i]; near && s < of->first[i + 1]; s++) {
            if (near->reach[0][s] > near->reach[0][g->choice[i]]) g->choice[i] = s;
        }
    }
}

// Writes each sequence of the first player as a sum of those that are not chosen.
static size_t express_plan(program *g, expressions *x)
{
    const dado_player_infosets *of = &g->sets->sets[0];
    size_t column = 1;
    row_of(x, 0)[0] = 1;
    for (uint32_t i = 0; i < of->count; i++) {
        int64_t *chosen = row_of(x, g->choice[i]);
        memcpy(chosen, row_of(x, of->parent[i]), x->columns * sizeof *chosen);
        for (uint32_t s = of->first[i]; s < of->first[i + 1]; s++) {
            if (s == g->choice[i]) continue;
            g->free[column] = s;
            row_of(x, s)[column] = 1;
            chosen[column++] -= 1;
        }
    }
    return column;
}

// Writes what each sequence of the second player costs as a sum of free variables, from
// the last set to the first. The cheapest move of a set at the first plan becomes its
// answer: its slack is free, and the slacks of the other moves become rows.
static void express_costs(program *g, const expressions *x, expressions *cost, size_t column)
{
    const dado_player_infosets *of = &g->sets->sets[1];
    for (uint32_t e = 0; e < g->entries; e++) {
        const payoff_entry *a = &g->entry[e];
        add_times(row_of(cost, a->other), row_of(x, a->own), a->pay, x->columns);
    }
    for (uint32_t i = of->count; i-- > 0;) {
        uint32_t best = of->first[i];
        for (uint32_t t = best; t < of->first[i + 1]; t++) {
            if (row_of(cost, t)[0] < row_of(cost, best)[0]) best = t;
        }
        g->answer[i] = best;
        g->free[column] = slack_of(g, best);
        row_of(cost, best)[column++] -= 1;
        add_times(row_of(cost, of->parent[i]), row_of(cost, best), 1, cost->columns);
    }
    g->free[column] = slack_of(g, 0);
    row_of(cost, 0)[column] -= 1;
}

static void set_row(program *g, size_t row, uint32_t variable, const int64_t *from)
{
    g->basic[row] = variable;
    for (size_t c = 0; c < g->columns; c++) mpz_init_set_si(*cell_at(g, row, c), from[c]);
}

static void lay_dictionary(program *g, const expressions *x, const expressions *cost)
{
    const dado_player_infosets *first = &g->sets->sets[0], *second = &g->sets->sets[1];
    int64_t *slack = calloc(g->columns, sizeof *slack);
    size_t row = 1;
    if (!slack) return;
    set_row(g, 0, UINT32_MAX, row_of(cost, 0));
    for (uint32_t i = 0; i < first->count; i++) {
        set_row(g, row++, g->choice[i], row_of(x, g->choice[i]));
    }
    for (uint32_t i = 0; i < second->count; i++) {
        for (uint32_t t = second->first[i]; t < second->first[i + 1]; t++) {
            if (t == g->answer[i]) continue;
            memcpy(slack, row_of(cost, t), g->columns * sizeof *slack);
            add_times(slack, row_of(cost, g->answer[i]), -1, g->columns);
            set_row(g, row++, slack_of(g, t), slack);
        }
    }
    g->rows = row;
    free(slack);
}

static bool build(program *g, const dado_strategy *near)
{
    uint32_t s0 = g->sets->sets[0].sequences, s1 = g->sets->sets[1].sequences;
    expressions x = { calloc(s0 * g->columns, sizeof(int64_t)), g->columns };
    expressions cost = { calloc(s1 * g->columns, sizeof(int64_t)), g->columns };
    bool fine = x.cell && cost.cell;
    if (fine) {
        choose_first(g, near);
        express_costs(g, &x, &cost, express_plan(g, &x));
        lay_dictionary(g, &x, &cost);
    }
    free(x.cell);
    free(cost.cell);
    return fine && g->rows > 0;
}

// ---- the simplex method

// Returns the column to enter: the one that gains most, or, after many steps without
// gain, the first variable that gains anything, which cannot go round in circles. Returns
// 0 at the optimum.
static size_t entering(const program *g, bool careful)
{
    size_t best = 0;
    for (size_t c = 1; c < g->columns; c++) {
        if (mpz_sgn(*cell_at(g, 0, c)) <= 0) continue;
        bool better = careful ? best == 0 || g->free[c] < g->free[best]
                              : best == 0 || mpz_cmp(*cell_at(g, 0, c), *cell_at(g, 0, best)) > 0;
        if (better) best = c;
    }
    return best;
}

// Returns the row that reaches 0 first when the variable of a column grows, or 0.
static size_t leaving(program *g, size_t column)
{
    size_t best = 0;
    for (size_t r = 1; r < g->rows; r++) {
        if (mpz_sgn(*cell_at(g, r, column)) >= 0) continue;
        int order = -1;
        if (best) {
            mpz_mul(g->left, *cell_at(g, r, 0), *cell_at(g, best, column));
            mpz_mul(g->right, *cell_at(g, best, 0), *cell_at(g, r, column));
            order = mpz_cmp(g->right, g->left);  // both factors are negative
            if (order == 0) order = g->basic[r] < g->basic[best] ? -1 : 1;
        }
        if (order < 0) best = r;
    }
    return best;
}

// Exchanges the variables of a row and a column. All divisions come out even: every cell
// is a determinant of the first dictionary.
static void pivot(program *g, size_t row, size_t column)
{
    mpz_t by;
    mpz_init_set(by, *cell_at(g, row, column));
    for (size_t r = 0; r < g->rows; r++) {
        if (r == row) continue;
        mpz_t *across = cell_at(g, r, column);
        for (size_t c = 0; c < g->columns; c++) {
            if (c == column) continue;
            mpz_t *cell = cell_at(g, r, c);
            mpz_mul(*cell, *cell, by);
            mpz_submul(*cell, *across, *cell_at(g, row, c));
            mpz_divexact(*cell, *cell, g->common);
        }
    }
    for (size_t c = 0; c < g->columns; c++) {
        if (c != column) mpz_neg(*cell_at(g, row, c), *cell_at(g, row, c));
    }
    mpz_set(*cell_at(g, row, column), g->common);
    mpz_set(g->common, by);
    if (mpz_sgn(by) < 0) {
        mpz_neg(g->common, g->common);
        for (size_t i = 0; i < g->rows * g->columns; i++) mpz_neg(g->cell[i], g->cell[i]);
    }
    mpz_clear(by);
    uint32_t variable = g->basic[row];
    g->basic[row] = g->free[column];
    g->free[column] = variable;
}

// Returns whether the optimum was reached within the limits.
static bool climb(program *g, const dado_exact_limits *limits)
{
    uint32_t most = limits->pivots ? limits->pivots : default_pivots;
    for (int idle = 0; g->pivots < most; g->pivots++) {
        if (limits->halt && *limits->halt) return false;
        size_t column = entering(g, idle > patience);
        if (!column) return true;
        size_t row = leaving(g, column);
        if (!row) return false;
        idle = mpz_sgn(*cell_at(g, row, 0)) == 0 ? idle + 1 : 0;
        pivot(g, row, column);
    }
    return false;
}

// ---- what was found, checked from the tables

static void read_plans(const program *g, mpq_t *plan0, mpq_t *plan1)
{
    uint32_t s0 = g->sets->sets[0].sequences;
    mpq_set_si(plan0[0], 1, 1);
    for (size_t r = 1; r < g->rows; r++) {
        if (g->basic[r] >= s0) continue;
        mpq_set_num(plan0[g->basic[r]], *cell_at(g, r, 0));
        mpq_set_den(plan0[g->basic[r]], g->common);
        mpq_canonicalize(plan0[g->basic[r]]);
    }
    for (size_t c = 1; c < g->columns; c++) {
        if (g->free[c] < s0) continue;
        mpq_t *to = &plan1[g->free[c] - s0];
        mpq_set_num(*to, *cell_at(g, 0, c));
        mpq_set_den(*to, g->common);
        mpq_canonicalize(*to);
        mpq_neg(*to, *to);
    }
}

// Returns whether a plan is one: odds of at least 0, which sum up in every set.
static bool is_plan(const dado_player_infosets *of, mpq_t *plan)
{
    mpq_t sum;
    mpq_init(sum);
    bool fine = mpq_cmp_ui(plan[0], 1, 1) == 0;
    for (uint32_t i = 0; i < of->count && fine; i++) {
        mpq_set_ui(sum, 0, 1);
        for (uint32_t s = of->first[i]; s < of->first[i + 1]; s++) {
            fine = fine && mpq_sgn(plan[s]) >= 0;
            mpq_add(sum, sum, plan[s]);
        }
        fine = fine && mpq_equal(sum, plan[of->parent[i]]);
    }
    mpq_clear(sum);
    return fine;
}

// Computes what the best response of `player` to the other's plan gets: the first player
// takes the most, the second leaves the first the least.
static void respond(const program *g, int player, mpq_t *other, mpq_t *worth)
{
    const dado_player_infosets *of = &g->sets->sets[player];
    mpq_t part;
    mpq_init(part);
    for (uint32_t e = 0; e < g->entries; e++) {
        const payoff_entry *a = &g->entry[e];
        mpq_set_si(part, a->pay, (unsigned long)g->scale);
        mpq_canonicalize(part);
        mpq_mul(part, part, other[player == 0 ? a->other : a->own]);
        mpq_t *to = &worth[player == 0 ? a->own : a->other];
        mpq_add(*to, *to, part);
    }
    for (uint32_t i = of->count; i-- > 0;) {
        uint32_t best = of->first[i];
        for (uint32_t s = best + 1; s < of->first[i + 1]; s++) {
            int order = mpq_cmp(worth[s], worth[best]);
            if (player == 0 ? order > 0 : order < 0) best = s;
        }
        mpq_add(worth[of->parent[i]], worth[of->parent[i]], worth[best]);
    }
    mpq_clear(part);
}

static mpq_t *fractions_new(uint32_t count)
{
    mpq_t *list = malloc(count * sizeof *list);
    for (uint32_t i = 0; list && i < count; i++) mpq_init(list[i]);
    return list;
}

static void fractions_free(mpq_t *list, uint32_t count)
{
    for (uint32_t i = 0; list && i < count; i++) mpq_clear(list[i]);
    free(list);
}

// Checks both plans, and keeps them and the value if both are sure of the same.
static bool check(const program *g, dado_exact_equilibrium *exact)
{
    const dado_infosets *sets = g->sets;
    mpq_t *plan[2], *worth[2];
    bool fine = true;
    for (int p = 0; p < 2; p++) {
        plan[p] = fractions_new(sets->sets[p].sequences);
        worth[p] = fractions_new(sets->sets[p].sequences);
        fine = fine && plan[p] && worth[p];
    }
    if (fine) {
        read_plans(g, plan[0], plan[1]);
        respond(g, 0, plan[1], worth[0]);
        respond(g, 1, plan[0], worth[1]);
        exact->found = is_plan(&sets->sets[0], plan[0]) && is_plan(&sets->sets[1], plan[1]) &&
                       mpq_equal(worth[0][0], worth[1][0]);
    }
    if (exact->found) {
        exact->value = mpq_get_d(worth[0][0]);
        exact->text = mpq_get_str(NULL, 10, worth[0][0]);
        fine = exact->text && dado_strategy_make(&exact->strategy, sets, NULL);
        for (int p = 0; p < 2 && fine; p++) {
            for (uint32_t s = 0; s < sets->sets[p].sequences; s++) {
                exact->strategy.reach[p][s] = mpq_get_d(plan[p][s]);
            }
        }
    }
    for (int p = 0; p < 2; p++) {
        fractions_free(plan[p], sets->sets[p].sequences);
        fractions_free(worth[p], sets->sets[p].sequences);
    }
    return fine;
}

static bool solve(program *g, dado_exact_equilibrium *exact, const dado_strategy *near,
                  const dado_exact_limits *limits)
{
    const dado_infosets *sets = g->sets;
    g->entry = calloc((size_t)sets->ends + 1, sizeof *g->entry);
    g->choice = calloc((size_t)sets->sets[0].count + 1, sizeof *g->choice);
    g->answer = calloc((size_t)sets->sets[1].count + 1, sizeof *g->answer);
    g->cell = calloc(g->rows * g->columns, sizeof *g->cell);
    g->basic = calloc(g->rows, sizeof *g->basic);
    g->free = calloc(g->columns, sizeof *g->free);
    if (!g->entry || !g->choice || !g->answer || !g->cell || !g->basic || !g->free) return false;
    if (!read_payoffs(g)) return true;
    size_t rows = g->rows;
    g->rows = 0;
    if (!build(g, near)) return false;
    bool fine = g->rows != rows || !climb(g, limits) || check(g, exact);
    exact->pivots = g->pivots;
    for (size_t i = 0; i < g->rows * g->columns; i++) mpz_clear(g->cell[i]);
    return fine;
}

bool dado_exact_equilibrium_find(dado_exact_equilibrium *exact, const dado_infosets *sets,
                                 const dado_strategy *near, const dado_exact_limits *limits,
                                 dado_error *err)
{
    *exact = (dado_exact_equilibrium){ 0 };
    if (sets->players != 2 || !sets->constant || !sets->rows[0].exact) return true;
    const dado_player_infosets *a = &sets->sets[0], *b = &sets->sets[1];
    program g = { .sets = sets };
    // the constant; moves that are not chosen; slacks of answers, the root's included
    g.columns = 1 + (size_t)(a->sequences - 1 - a->count) + b->count + 1;
    g.rows = 1 + (size_t)a->count + (b->sequences - 1 - b->count);
    uint64_t most = limits->cells ? limits->cells : default_cells;
    if (g.rows * g.columns > most || sets->ends > 1u << 20) return true;
    mpz_init_set_ui(g.common, 1);
    mpz_inits(g.left, g.right, NULL);
    bool fine = solve(&g, exact, near, limits);
    mpz_clears(g.common, g.left, g.right, NULL);
    free(g.entry);
    free(g.choice);
    free(g.answer);
    free(g.cell);
    free(g.basic);
    free(g.free);
    return fine || dado_fail(err, DADO_LIMIT, "out of memory while solving exactly");
}

void dado_exact_equilibrium_free(dado_exact_equilibrium *exact)
{
    free(exact->text);
    dado_strategy_free(&exact->strategy);
    *exact = (dado_exact_equilibrium){ 0 };
}
