// player_resemblance.c - see player_resemblance.h.
#include "judge/player_resemblance.h"

#include <string.h>

#include "agents/agent.h"
#include "core/match_cursor.h"
#include "measure/special_functions.h"

// One move in a hundred is drawn at random.
static const double slip = 0.01;

typedef struct decision {
    int match, count, taken;
    int first;  // index of its first value
} decision;

// All decisions that are examined, and what one player thinks of their moves.
typedef struct study {
    const dado_resemblance_config *config;
    dado_region *region;
    dado_error *err;
    decision *decisions;
    int count;
    double *values;  // the values of one player
    int value_count;
    double *gains;  // by player and match: sum of the gains of its decisions
    int *sizes;     // by match: number of its decisions
    // to replay matches
    unsigned char *state, *view;
    dado_move *moves;
} study;

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left to compare players");
}

static bool is_observed(const dado_observed_match *match, const dado_step *step)
{
    return dado_step_is_decision(step) && step->options > 1 &&
           (!match->watched || match->watched[step->actor]);
}

static int64_t count_decisions(const dado_resemblance_config *c)
{
    int64_t count = 0;
    for (int m = 0; m < c->match_count; m++) {
        for (int i = 0; i < c->matches[m].steps; i++) {
            count += is_observed(&c->matches[m], &c->matches[m].path[i]);
        }
    }
    return count;
}

// Calls `visit` at the decisions that are examined: all, or evenly spaced ones.
typedef bool decision_visitor(study *s, void *context, int match, const dado_step *step, int number,
                              int moves);

static bool visit_decisions(study *s, decision_visitor *visit, void *context)
{
    const dado_resemblance_config *c = s->config;
    const dado_game *game = c->game;
    int64_t all = count_decisions(c), met = 0;
    int number = 0;
    int64_t most = c->most_decisions < all ? c->most_decisions : all;
    for (int m = 0; m < c->match_count; m++) {
        const dado_observed_match *match = &c->matches[m];
        dado_match_cursor at = dado_match_cursor_begin(game, s->state, match->path, match->steps);
        do {
            const dado_step *step = dado_match_cursor_next(&at);
            if (!step || !is_observed(match, step)) continue;
            if (c->stop && *c->stop) return true;
            bool taken = met * most / all != (met + 1) * most / all;
            met++;
            if (!taken) continue;
            int moves = game->rules->legal(game, s->state, s->moves);
            if (!visit(s, context, m, step, number++, moves)) return false;
        } while (dado_match_cursor_step(&at));
    }
    return true;
}

static bool note_decision(study *s, void *context, int match, const dado_step *step, int number,
                          int moves)
{
    (void)context;
    int taken = 0;
    while (taken < moves && s->moves[taken] != step->move) taken++;
    if (taken == moves) {
        return dado_fail(s->err, DADO_INVALID, "a match has a move that its rules do not allow");
    }
    s->decisions[number] = (decision){ match, moves, taken, s->value_count };
    s->value_count += moves;
    s->sizes[match]++;
    s->count = number + 1;
    return true;
}

// --- values of one player

typedef struct seated {
    const dado_player *player;
    dado_agent *agents;  // by seat
    bool *open;
    unsigned char *scratch, *self;
} seated;

static bool ask_values(study *s, void *context, int match, const dado_step *step, int number,
                       int moves)
{
    seated *who = context;
    const dado_game *game = s->config->game;
    int seat = step->actor;
    uint64_t effort = 0;
    dado_rng luck = dado_rng_stream(dado_derive_seed(s->config->seed, (uint64_t)number),
                                    (uint64_t)match, (uint16_t)(DADO_STREAM_SEAT + seat));
    const dado_agent *agent = &who->agents[seat];
    memset(who->self, 0, agent->self_size + 1);
    dado_observe(game, s->state, seat, s->view);
    dado_turn turn = { .game = game,
                       .seat = seat,
                       .view = s->view,
                       .moves = s->moves,
                       .count = moves,
                       .luck = &luck,
                       .effort = &effort,
                       .self = who->self,
                       .scratch = who->scratch };
    agent->kind->values(agent, &turn, s->values + s->decisions[number].first);
    return true;
}

static bool open_player(study *s, seated *who)
{
    const dado_game *game = s->config->game;
    size_t scratch = 1, self = 1;
    who->agents = dado_new(s->region, dado_agent, (size_t)game->players);
    who->open = dado_new(s->region, bool, (size_t)game->players);
    if (!who->agents || !who->open) return no_memory(s->err);
    for (int p = 0; p < game->players; p++) {
        dado_agent *agent = &who->agents[p];
        who->open[p] = dado_agent_open(agent, who->player->kind, game, p, &who->player->options,
                                       s->region, s->err);
        if (!who->open[p]) return false;
        if (agent->scratch_size > scratch) scratch = agent->scratch_size;
        if (agent->self_size > self) self = agent->self_size;
    }
    who->scratch = dado_new(s->region, unsigned char, scratch + 1);
    who->self = dado_new(s->region, unsigned char, self + 1);
    return (who->scratch && who->self) || no_memory(s->err);
}

static bool compute_values(study *s, const dado_player *player)
{
    seated who = { .player = player };
    bool fine = open_player(s, &who) && visit_decisions(s, ask_values, &who);
    for (int p = 0; who.open && p < s->config->game->players; p++) {
        if (who.open[p]) dado_agent_close(&who.agents[p]);
    }
    return fine;
}

// --- likelihood

// Returns the logarithm of how much likelier the taken move is than by chance.
static double gain_of(const study *s, const decision *d, double sharpness)
{
    const double *v = s->values + d->first;
    double best = v[0], sum = 0;
    for (int i = 1; i < d->count; i++) best = v[i] > best ? v[i] : best;
    for (int i = 0; i < d->count; i++) sum += dado_exp(sharpness * (v[i] - best));
    double odds = dado_exp(sharpness * (v[d->taken] - best)) / sum;
    return dado_log(((1 - slip) * odds + slip / d->count) * d->count);
}

// Which decisions to add up: those of one half, or all.
typedef enum half { even_half, odd_half, both_halves } half;

static bool is_in(const study *s, int number, half which)
{
    if (which == both_halves) return true;
    // A single match is divided by its decisions.
    int place = s->config->match_count > 1 ? s->decisions[number].match : number;
    return place % 2 == (which == odd_half);
}

static double total_gain(const study *s, half which, double sharpness)
{
    double sum = 0;
    for (int i = 0; i < s->count; i++) {
        if (is_in(s, i, which)) sum += gain_of(s, &s->decisions[i], sharpness);
    }
    return sum;
}

static double value_range(const study *s)
{
    double most = 0;
    for (int i = 0; i < s->count; i++) {
        const double *v = s->values + s->decisions[i].first;
        for (int k = 1; k < s->decisions[i].count; k++) {
            double apart = v[k] > v[0] ? v[k] - v[0] : v[0] - v[k];
            if (apart > most) most = apart;
        }
    }
    return most;
}

// Finds the sharpness, one over the temperature, with the highest likelihood: on a grid
// of powers first, then between its neighbours.
static double fit(const study *s, half which, double range)
{
    double best = 0, best_gain = 0, step = 2;
    if (range <= 0) return 0;
    for (double at = 0.05 / range; at < 2000 / range; at *= step) {
        double gain = total_gain(s, which, at);
        if (gain <= best_gain) continue;
        best_gain = gain;
        best = at;
    }
    for (int round = 0; best > 0 && round < 5; round++) {
        step = round == 0 ? 1.4 : 1 + (step - 1) / 2;
        double tried[2] = { best / step, best * step };
        for (int i = 0; i < 2; i++) {
            double gain = total_gain(s, which, tried[i]);
            if (gain <= best_gain) continue;
            best_gain = gain;
            best = tried[i];
        }
    }
    return best;
}

static void judge_player(study *s, int which, dado_resemblance_row *row)
{
    double range = value_range(s);
    double sharpness[2] = { fit(s, odd_half, range), fit(s, even_half, range) };
    double all = fit(s, both_halves, range), agreed = 0;
    double *gains = s->gains + (int64_t)which * s->config->match_count;
    for (int i = 0; i < s->count; i++) {
        const decision *d = &s->decisions[i];
        const double *v = s->values + d->first;
        gains[d->match] += gain_of(s, d, sharpness[is_in(s, i, odd_half)]);
        double best = v[0];
        int level = 0;
        for (int k = 1; k < d->count; k++) best = v[k] > best ? v[k] : best;
        for (int k = 0; k < d->count; k++) level += v[k] == best;
        if (v[d->taken] == best) agreed += 1.0 / level;
    }
    row->temperature = all > 0 ? 1 / all : DADO_NONE;
    row->agrees = s->count ? agreed / s->count : 0;
}

// Returns the mean per decision of what `a` has more than `b` (NULL: than nothing), with
// matches as the units.
static dado_interval per_decision(const study *s, const double *a, const double *b)
{
    dado_moments moments = { 0 };
    for (int m = 0; m < s->config->match_count; m++) {
        if (s->sizes[m]) dado_moments_add(&moments, (a[m] - (b ? b[m] : 0)) / s->sizes[m]);
    }
    return dado_mean_interval(&moments, s->config->level);
}

static void sort_rows(study *s, dado_resemblance *r, int *order)
{
    for (int i = 0; i < r->count; i++) {
        for (int k = i; k > 0 && r->rows[k].gain.value > r->rows[k - 1].gain.value; k--) {
            dado_resemblance_row row = r->rows[k];
            int place = order[k];
            r->rows[k] = r->rows[k - 1];
            order[k] = order[k - 1];
            r->rows[k - 1] = row;
            order[k - 1] = place;
        }
    }
    int matches = s->config->match_count;
    if (r->count > 1) {
        r->lead = per_decision(s, s->gains + (int64_t)order[0] * matches,
                               s->gains + (int64_t)order[1] * matches);
    }
}

static bool prepare(study *s)
{
    const dado_resemblance_config *c = s->config;
    const dado_game *game = c->game;
    size_t all = (size_t)count_decisions(c), matches = (size_t)c->match_count;
    s->state = dado_new(s->region, unsigned char, game->state_size);
    s->view = dado_new(s->region, unsigned char, game->view_size + 1);
    s->moves = dado_new(s->region, dado_move, (size_t)game->max_moves + 1);
    s->decisions = dado_new(s->region, decision, all + 1);
    s->sizes = dado_new(s->region, int, matches + 1);
    s->gains = dado_new(s->region, double, matches *(size_t)(c->player_count + 1));
    if (!s->state || !s->view || !s->moves || !s->decisions || !s->sizes || !s->gains) {
        return no_memory(s->err);
    }
    if (!visit_decisions(s, note_decision, NULL)) return false;
    s->values = dado_new(s->region, double, (size_t)s->value_count + 1);
    return s->values || no_memory(s->err);
}

bool dado_resemblance_measure(const dado_resemblance_config *config, dado_region *region,
                              dado_resemblance *resemblance, dado_error *err)
{
    study s = { .config = config, .region = region, .err = err };
    dado_resemblance *r = resemblance;
    *r = (dado_resemblance){ .matches = config->match_count };
    r->rows = dado_new(region, dado_resemblance_row, (size_t)config->player_count + 1);
    int *order = dado_new(region, int, (size_t)config->player_count + 1);
    if (!r->rows || !order) return no_memory(err);
    if (!prepare(&s)) return false;
    r->decisions = s.count;
    for (int p = 0; p < config->player_count && s.count > 0; p++) {
        const dado_player *player = &config->players[p];
        if (!player->kind->values) continue;
        if (!compute_values(&s, player)) return false;
        if (config->stop && *config->stop) {
            r->interrupted = true;
            break;
        }
        dado_resemblance_row *row = &r->rows[r->count];
        row->player = player;
        judge_player(&s, r->count, row);
        row->gain = per_decision(&s, s.gains + (int64_t)r->count * config->match_count, NULL);
        order[r->count] = r->count;
        r->count++;
    }
    sort_rows(&s, r, order);
    return true;
}
