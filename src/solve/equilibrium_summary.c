// equilibrium_summary.c - see equilibrium_summary.h.
#include "solve/equilibrium_summary.h"

#include <stdlib.h>
#include <string.h>

enum { most_moves = 200, most_hands = 200, most_bluffs = 8 };
static const double clearly = 0.01;      // of the stake: hands whose worth differs by more
static const double rare = 0.0001;       // share of matches: hands that are met less often
static const double negligible = 0.005;  // a move that is made less often is not used

typedef struct summing {
    dado_equilibrium_summary *to;
    const dado_infosets *sets;
    const dado_strategy *strategy;
    // of each sequence: the chance of the ends that directly follow it, and that times
    // the payoff
    double *mass[DADO_SOLVE_PLAYERS_MAX], *paid[DADO_SOLVE_PLAYERS_MAX];
    // of each sequence: the chance of these ends by luck and the other players alone
    double *open[DADO_SOLVE_PLAYERS_MAX];
    // of each set: mass and payoff of all ends after it
    double *visits[DADO_SOLVE_PLAYERS_MAX], *worth[DADO_SOLVE_PLAYERS_MAX];
    double best, worst;
    bool any;
    const volatile int *halt;
} summing;

static bool halted(const summing *s)
{
    return s->halt && *s->halt;
}

static bool full(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "out of memory while summing up the equilibrium");
}

// ---- matches

static bool add_end(void *to, const dado_infoset_end *end, dado_error *err)
{
    summing *s = to;
    const dado_game *game = s->sets->game;
    int32_t scores[DADO_SOLVE_PLAYERS_MAX], places[DADO_SOLVE_PLAYERS_MAX];
    double pay[DADO_SOLVE_PLAYERS_MAX], odds = end->odds;
    if (halted(s)) return dado_fail(err, DADO_LIMIT, "stopped on request");
    dado_infosets_pay(s->sets, end->state, pay);
    for (int p = 0; p < game->players; p++) {
        odds *= s->strategy->reach[p][end->sequence[p]];
        if (!s->any || pay[p] > s->best) s->best = pay[p];
        if (!s->any || pay[p] < s->worst) s->worst = pay[p];
        s->any = true;
    }
    for (int p = 0; p < game->players; p++) {
        double others = end->odds;
        for (int q = 0; q < game->players; q++) {
            if (q != p) others *= s->strategy->reach[q][end->sequence[q]];
        }
        s->open[p][end->sequence[p]] += others;
        s->mass[p][end->sequence[p]] += odds;
        s->paid[p][end->sequence[p]] += odds * pay[p];
    }
    game->rules->scores(game, end->state, scores);
    dado_places_of(game, end->state, true, scores, places);
    int front = dado_sides_in_front(game, places);
    for (int p = 0; p < game->players; p++) {
        if (places[p] == 0) (front == 1 ? s->to->alone : s->to->shared)[p] += odds;
    }
    if (front > 1) s->to->tie += odds;
    double length = game->rules->round ? game->rules->round(game, end->state) : end->decisions;
    s->to->length += odds * length;
    return true;
}

// Adds up the ends after each set, from the last set to the first.
static void sum_sets(summing *s, int player)
{
    const dado_player_infosets *of = &s->sets->sets[player];
    for (uint32_t i = of->count; i-- > 0;) {
        double mass = 0, paid = 0;
        for (uint32_t q = of->first[i]; q < of->first[i + 1]; q++) {
            mass += s->mass[player][q];
            paid += s->paid[player][q];
        }
        s->visits[player][i] = mass;
        s->worth[player][i] = paid;
        s->mass[player][of->parent[i]] += mass;
        s->paid[player][of->parent[i]] += paid;
    }
}

// Finds what each move gives away, from the last set to the first. A later choice is made
// as well as can be.
static bool find_costs(summing *s, int player, dado_region *region)
{
    const dado_player_infosets *of = &s->sets->sets[player];
    double *gain = dado_new(region, double, of->sequences);
    double *cost = dado_new(region, double, of->sequences);
    double *odds = dado_new(region, double, s->sets->game->max_moves);
    if (!gain || !cost || !odds) return false;
    dado_strategy_gain(s->sets, s->strategy, player, gain, NULL);
    for (uint32_t i = of->count; i-- > 0;) {
        uint32_t first = of->first[i], last = of->first[i + 1];
        double best = gain[first], open = 0;
        dado_strategy_odds(s->sets, s->strategy, player, i, odds);
        for (uint32_t q = first; q < last; q++) {
            if (gain[q] > best) best = gain[q];
            open += odds[q - first] * s->open[player][q];
        }
        for (uint32_t q = first; q < last; q++) {
            cost[q] = open > 1e-12 ? (best - gain[q]) / open : 0;
        }
        gain[of->parent[i]] += best;
        s->open[player][of->parent[i]] += open;
    }
    s->to->cost[player] = cost;
    return true;
}

static bool sum_matches(summing *s, dado_region *region, dado_error *err)
{
    for (int p = 0; p < s->sets->players; p++) {
        const dado_player_infosets *of = &s->sets->sets[p];
        s->mass[p] = dado_new(region, double, of->sequences);
        s->paid[p] = dado_new(region, double, of->sequences);
        s->open[p] = dado_new(region, double, of->sequences);
        s->visits[p] = dado_new(region, double, of->count + 1);
        s->worth[p] = dado_new(region, double, of->count + 1);
        if (!s->mass[p] || !s->paid[p] || !s->open[p] || !s->visits[p] || !s->worth[p]) {
            return full(err);
        }
        s->to->visits[p] = s->visits[p];
    }
    if (!dado_infosets_visit_ends(s->sets, add_end, s, err)) return false;
    for (int p = 0; p < s->sets->players; p++) {
        sum_sets(s, p);
        if (!find_costs(s, p, region)) return full(err);
    }
    s->to->stake = s->best - s->worst;
    s->to->rounds = s->sets->game->rules->round != NULL;
    return true;
}

// ---- moves

static dado_move_use *use_of(dado_move_use *uses, int *count, int player, const char *move)
{
    for (int i = 0; i < *count; i++) {
        if (uses[i].player == player && strcmp(uses[i].move, move) == 0) return &uses[i];
    }
    if (*count == most_moves) return NULL;
    uses[*count] = (dado_move_use){ .player = player, .move = move };
    return &uses[(*count)++];
}

// Lists the moves of all lines, with how often they are offered and taken.
static void list_moves(summing *s, const dado_strategy_table *sheet, const double *line_visits,
                       dado_region *region)
{
    dado_move_use *uses = dado_new(region, dado_move_use, most_moves);
    int count = 0;
    if (!uses) return;
    for (int i = 0; i < sheet->count; i++) {
        const dado_strategy_row *line = &sheet->lines[i];
        for (int m = 0; m < line->count; m++) {
            dado_move_use *use = use_of(uses, &count, line->player, line->moves[m]);
            if (!use) return;
            use->offered += line_visits[i];
            use->taken += line_visits[i] * line->odds[m];
        }
    }
    s->to->moves = uses;
    s->to->move_count = count;
}

// ---- hands

static bool same_moves(const dado_strategy_row *line, const dado_hand_use *use)
{
    if (line->player != use->player || line->count != use->count) return false;
    for (int m = 0; m < line->count; m++) {
        if (strcmp(line->moves[m], use->moves[m]) != 0) return false;
    }
    return true;
}

static dado_hand_use *hand_of(dado_hand_use *hands, int *count, const dado_strategy_row *line,
                              dado_region *region)
{
    int group = *count;
    for (int i = 0; i < *count; i++) {
        if (!same_moves(line, &hands[i])) continue;
        group = hands[i].group;
        if (strcmp(hands[i].hand, line->hand) == 0) return &hands[i];
    }
    if (*count == most_hands) return NULL;
    dado_hand_use *hand = &hands[(*count)++];
    *hand = (dado_hand_use){ .player = line->player,
                             .hand = line->hand,
                             .group = group,
                             .moves = line->moves,
                             .odds = dado_new(region, double, line->count),
                             .count = line->count };
    return hand->odds ? hand : NULL;
}

static int by_worth(const void *a, const void *b)
{
    const dado_hand_use *x = a, *y = b;
    if (x->player != y->player) return x->player < y->player ? -1 : 1;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    if (x->worth < y->worth || x->worth > y->worth) return x->worth < y->worth ? -1 : 1;
    return strcmp(x->hand, y->hand);
}

// Lists what players hold at their first choice.
static void list_hands(summing *s, const dado_strategy_table *sheet, const double *line_visits,
                       const double *line_worth, dado_region *region)
{
    dado_hand_use *hands = dado_new(region, dado_hand_use, most_hands);
    int count = 0;
    if (!hands) return;
    for (int i = 0; i < sheet->count; i++) {
        const dado_strategy_row *line = &sheet->lines[i];
        if (s->sets->sets[line->player].parent[line->set] != 0 || !*line->hand) continue;
        dado_hand_use *hand = hand_of(hands, &count, line, region);
        if (!hand) return;
        hand->share += line_visits[i];
        hand->worth += line_worth[i];
        for (int m = 0; m < line->count; m++) hand->odds[m] += line_visits[i] * line->odds[m];
    }
    for (int i = 0; i < count; i++) {
        double share = hands[i].share > 0 ? hands[i].share : 1;
        hands[i].worth /= share;
        for (int m = 0; m < hands[i].count; m++) hands[i].odds[m] /= share;
    }
    qsort(hands, (size_t)count, sizeof *hands, by_worth);
    s->to->hands = hands;
    s->to->hand_count = count;
}

// Looks for a move that the weakest hand makes more often than some better hand, and the
// strongest more often still.
static void find_bluffs(summing *s, dado_region *region)
{
    dado_bluff *bluffs = dado_new(region, dado_bluff, most_bluffs);
    const dado_hand_use *hands = s->to->hands;
    int count = 0, end;
    if (!bluffs) return;
    for (int first = 0; first < s->to->hand_count; first = end) {
        for (end = first + 1; end < s->to->hand_count && hands[end].group == hands[first].group;) {
            end++;
        }
        const dado_hand_use *weak = &hands[first], *strong = &hands[end - 1];
        if (weak->share < rare || strong->share < rare) continue;  // nobody comes there
        for (int m = 0; m < weak->count && count < most_bluffs; m++) {
            const dado_hand_use *between = NULL;
            for (int i = first + 1; i < end - 1; i++) {
                bool better =
                    hands[i].share >= rare && hands[i].worth > weak->worth + clearly * s->to->stake;
                bool less = better && hands[i].odds[m] < weak->odds[m] - negligible;
                if (less && (!between || hands[i].odds[m] < between->odds[m])) between = &hands[i];
            }
            if (!between || weak->odds[m] >= strong->odds[m]) continue;
            bluffs[count++] = (dado_bluff){ weak, strong, between, m };
        }
    }
    s->to->bluffs = bluffs;
    s->to->bluff_count = count;
}

bool dado_equilibrium_summary_make(dado_equilibrium_summary *summary, const dado_infosets *sets,
                                   const dado_strategy *strategy, const dado_strategy_table *sheet,
                                   const volatile int *halt, dado_region *region, dado_error *err)
{
    *summary = (dado_equilibrium_summary){ 0 };
    summing s = { .to = summary, .sets = sets, .strategy = strategy, .halt = halt };
    if (!sum_matches(&s, region, err)) {
        *summary = (dado_equilibrium_summary){ 0 };
        if (!halted(&s)) return false;
        if (err) *err = (dado_error){ 0 };
        return true;
    }
    summary->known = true;
    if (sheet->left_out) return true;
    double *visits = dado_new(region, double, sheet->count + 1);
    double *worth = dado_new(region, double, sheet->count + 1);
    if (!visits || !worth) return full(err);
    for (int i = 0; i < sheet->set_count; i++) {
        const dado_strategy_row *set = &sheet->sets[i];
        visits[set->line] += s.visits[set->player][set->set];
        worth[set->line] += s.worth[set->player][set->set];
    }
    list_moves(&s, sheet, visits, region);
    list_hands(&s, sheet, visits, worth, region);
    find_bluffs(&s, region);
    return true;
}
