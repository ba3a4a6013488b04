// fairness_metrics.c - metrics of how fair the seats are, over many matches.
//
// A win that several seats share is split among them. The first seat is assumed to move
// first, as it does in nearly every game.
#include <math.h>

#include "measure/metric.h"

static double share(const dado_totals *t, int seat)
{
    return t->seat[seat].won / (double)(t->ranked - dado_won_by_nobody(t));
}

static bool comparable(const dado_totals *t)
{
    return t->seats > 1 && t->ranked > 0;
}

// Returns whether there were any wins to share. In a game with a goal, it may be that
// nobody ever reached it.
static bool is_won(const dado_totals *t)
{
    return comparable(t) && t->ranked > dado_won_by_nobody(t);
}

static void extremes(const dado_totals *t, double *least, double *most)
{
    *least = *most = share(t, 0);
    for (int p = 1; p < t->seats; p++) {
        double won = share(t, p);
        if (won < *least) *least = won;
        if (won > *most) *most = won;
    }
}

static double tie_percentage(const dado_totals *t)
{
    return comparable(t) ? 100.0 * (double)t->tied / (double)t->ranked : DADO_NONE;
}

static double win_bias(const dado_totals *t)
{
    if (!is_won(t)) return DADO_NONE;
    if (t->seats == 2) {
        return 100.0 * (double)(t->seat[0].alone - t->seat[1].alone) / (double)t->ranked;
    }
    double least, most;
    extremes(t, &least, &most);
    return 100.0 * (most - 1.0 / t->seats);
}

static double closeness(const dado_totals *t)
{
    if (!comparable(t) || t->margin.count == 0) return DADO_NONE;
    double spread = t->margin.squares / (double)t->margin.count;
    double mean_square = spread + t->margin.mean * t->margin.mean;
    return mean_square > 0.0 ? 1.0 / sqrt(mean_square) : DADO_NONE;
}

static double balance(const dado_totals *t)
{
    if (!is_won(t)) return DADO_NONE;
    double least, most;
    extremes(t, &least, &most);
    return 1.0 - (most - least);
}

static double advantage(const dado_totals *t)
{
    return is_won(t) ? share(t, 0) * t->seats - 1.0 : DADO_NONE;
}

static double fairness(const dado_totals *t)
{
    if (!is_won(t)) return DADO_NONE;
    double won = share(t, 0), n = t->seats;
    return won <= 1.0 / n ? n * won : n * (1.0 - won) / (n - 1.0);
}

const dado_metric dado_metric_tie_percentage = {
    .head = {
        .name = "tie_percentage",
        .title = "Tie percentage",
        .about = "Percentage of matches with several in first place.",
        .kind = DADO_REAL,
    },
    .across = tie_percentage,
};

const dado_metric dado_metric_win_bias = {
    .head = {
        .name = "win_bias",
        .title = "Win bias",
        .about = "Wins of the first of two seats less the second's, or of the best seat less "
                 "an even share, in percent.",
        .kind = DADO_REAL,
    },
    .across = win_bias,
};

const dado_metric dado_metric_closeness = {
    .head = {
        .name = "closeness",
        .title = "Closeness",
        .about = "One over the root mean square of the margin between the best two.",
        .kind = DADO_REAL,
    },
    .across = closeness,
};

const dado_metric dado_metric_balance = {
    .head = {
        .name = "balance",
        .title = "Balance",
        .about = "One less the difference between the best and the worst seat's win share.",
        .kind = DADO_RATIO,
    },
    .across = balance,
};

const dado_metric dado_metric_advantage = {
    .head = {
        .name = "advantage",
        .title = "Advantage of the first seat",
        .about = "The first seat's win share over an even one, less one.",
        .kind = DADO_REAL,
    },
    .across = advantage,
};

const dado_metric dado_metric_fairness = {
    .head = {
        .name = "fairness",
        .title = "Fairness",
        .about = "One where the first seat wins its even share, 0 where it wins all or nothing.",
        .kind = DADO_RATIO,
    },
    .across = fairness,
};
