// strategies.c - see strategies.h.
#include "judge/strategies.h"

#include <math.h>
#include <string.h>

#include "agents/agent.h"
#include "core/scope_cleanup.h"
#include "judge/how_often_options_are_right.h"
#include "judge/exact_random_play_values.h"
#include "judge/strategy_breeding.h"
#include "measure/number_format.h"

static const double nothing = 0.10;   // share of the win: smaller differences do not matter
static const double bearable = 0.20;  // share of the win that a viable strategy may lose to another

// ---- listing the strategies ----

static int count_of(const dado_option_values *v, bool whole)
{
    int count = 0;
    for (int i = 0; i < v->count; i++) count += v->options[i].whole == whole;
    return count;
}

static bool is_named(const dado_strategies *s, const char *name)
{
    for (int i = 0; i < s->count; i++) {
        if (strcmp(s->items[i].name, name) == 0) return true;
    }
    return false;
}

// Returns the option that is offered most often among those not named yet; or -1.
static int next_option(const dado_strategies *s, const dado_option_values *v, bool whole)
{
    int found = -1;
    for (int i = 0; i < v->count; i++) {
        const dado_option_value *o = &v->options[i];
        if (o->whole != whole || is_named(s, o->name)) continue;
        if (found < 0 || o->offered > v->options[found].offered) found = i;
    }
    return found;
}

// Lists a strategy per option; if there are too many options, one per alternative with
// all its values.
static bool list_strategies(dado_strategies *s, const dado_option_values *v, dado_region *region)
{
    int values = count_of(v, false);
    bool whole = (values == 0 || values > DADO_STRATEGIES) && count_of(v, true) > 1;
    for (int i = next_option(s, v, whole); i >= 0 && s->count < DADO_STRATEGIES;
         i = next_option(s, v, whole)) {
        DADO_CLEANUP(dado_text_free) dado_text typed = { 0 };
        dado_text_addf(&typed, "prefers:option=%s", v->options[i].name);
        const char *player = dado_region_copy(region, dado_text_string(&typed), typed.length);
        if (!player) return false;
        s->items[s->count++] = (dado_strategy_item){ .name = v->options[i].name, .player = player };
    }
    s->items[s->count++] = (dado_strategy_item){ .name = "random", .player = "random" };
    return true;
}

// ---- playing them against each other ----

typedef struct encounters {
    const dado_game *game;
    int strategies;
    dado_moments (*share)[DADO_STRATEGY_ITEMS], (*advantage)[DADO_STRATEGY_ITEMS];
} encounters;

// Line-up number (row * strategies + column) * players + seat has the row's strategy in
// that seat and the column's strategy in all others.
static void take_block(void *context, const dado_block *block)
{
    encounters *e = context;
    int players = e->game->players, seat = block->lineup % players;
    int row = block->lineup / players / e->strategies;
    int column = block->lineup / players % e->strategies;
    for (int i = 0; i < block->count; i++) {
        const int32_t *places = block->places + (int64_t)i * players;
        if (!dado_end_has_result((dado_match_end)block->ends[i])) continue;
        double own = dado_seat_share(e->game, places, seat), rest = 0;
        for (int p = 0; p < players; p++) {
            if (p != seat) rest += dado_seat_share(e->game, places, p) / (players - 1);
        }
        dado_moments_add(&e->share[row][column], own);
        dado_moments_add(&e->advantage[row][column], own - rest);
    }
}

// Makes all line-ups. Each strategy also meets itself, so that the numbering stays
// simple.
static dado_lineup *make_lineups(const dado_strategies *s, const dado_player *strategies,
                                 dado_region *region)
{
    size_t players = (size_t)s->players, all = (size_t)s->count * (size_t)s->count * players;
    dado_lineup *lineups = dado_new(region, dado_lineup, all);
    dado_player *seats = dado_new(region, dado_player, all * players);
    if (!lineups || !seats) return NULL;
    for (size_t l = 0; l < all; l++, seats += players) {
        size_t seat = l % players, row = l / players / (size_t)s->count;
        size_t column = l / players % (size_t)s->count;
        for (size_t p = 0; p < players; p++) seats[p] = strategies[p == seat ? row : column];
        lineups[l] = (dado_lineup){ "one among others", seats, s->players };
    }
    return lineups;
}

static dado_interval interval_of(const dado_moments *m, double level, double least)
{
    double error = sqrt(dado_moments_variance(m) / (double)m->count +
                        1.0 / ((double)m->count * (double)m->count));
    double half = dado_normal_quantile(0.5 + level / 2) * error;
    return (dado_interval){ m->mean, fmax(m->mean - half, least), fmin(m->mean + half, 1) };
}

static void fill_cells(const encounters *e, dado_strategies *s)
{
    int cells = s->count * (s->count - 1);
    double each = 1 - (1 - s->level) / cells;
    for (int i = 0; i < s->count; i++) {
        for (int k = 0; k < s->count; k++) {
            int64_t count = e->share[i][k].count;
            if (i == k || count == 0) continue;
            s->cells[i][k] =
                (dado_strategy_cell){ interval_of(&e->share[i][k], each, 0),
                                      interval_of(&e->advantage[i][k], each, -1), count };
        }
    }
}

static bool play_all(const dado_strategies_config *config, const dado_experiment_settings *how,
                     const dado_game *game, const dado_player *players, dado_strategies *s,
                     dado_region *region, dado_error *err)
{
    encounters e = { .game = game, .strategies = s->count };
    e.share = dado_region_alloc(region, DADO_STRATEGY_ITEMS, sizeof *e.share);
    e.advantage = dado_region_alloc(region, DADO_STRATEGY_ITEMS, sizeof *e.advantage);
    const dado_lineup *lineups = make_lineups(s, players, region);
    if (!e.share || !e.advantage || !lineups) {
        return dado_fail(err, DADO_LIMIT, "no memory left to compare strategies");
    }
    dado_plan plan = { .instances = config->game,
                       .instance_count = 1,
                       .lineups = lineups,
                       .lineup_count = s->count * s->count * s->players,
                       .matches = config->matches,
                       .paired = true,
                       .seed = config->seed,
                       .move_limit = config->limit };
    dado_experiment_settings each = { .threads = how->threads,
                                      .stop = how->stop,
                                      .native = DADO_NATIVE_NO,
                                      .context = how->context,
                                      .progress = how->progress,
                                      .taker = &e,
                                      .block = take_block };
    DADO_CLEANUP(dado_results_free) dado_results results = { 0 };
    if (!dado_experiment_run(&plan, &each, &results, err)) return false;
    s->interrupted = results.interrupted;
    if (results.cells[0].error.status != DADO_OK) {
        *err = results.cells[0].error;
        return false;
    }
    fill_cells(&e, s);
    return true;
}

// Returns what the row's strategy gains against the column's; 0 if the difference is not
// certain.
static double sure_gain(const dado_strategies *s, int row, int column)
{
    if (row == column) return 0;
    const dado_interval *there = &s->cells[row][column].advantage;
    const dado_interval *back = &s->cells[column][row].advantage;
    bool sure = (there->low > 0 && back->high < 0) || (there->high < 0 && back->low > 0);
    return sure ? (there->value - back->value) / 2 : 0;
}

// Finds the mix by fictitious play: in each turn the best responses to everything played
// so far are added in equal parts.
static void find_mix(dado_strategies *s)
{
    enum { turns = 20000 };
    double gained[DADO_STRATEGY_ITEMS] = { 0 };
    for (int t = 0; t < turns; t++) {
        double part[DADO_STRATEGY_ITEMS], best = -INFINITY;
        int equals = 0;
        for (int i = 0; i < s->count; i++) best = fmax(best, gained[i]);
        for (int i = 0; i < s->count; i++) equals += gained[i] > best - 1e-9;
        for (int i = 0; i < s->count; i++) {
            part[i] = gained[i] > best - 1e-9 ? 1.0 / equals : 0;
            s->items[i].mix += part[i] / turns;
        }
        for (int i = 0; i < s->count; i++) {
            for (int k = 0; k < s->count; k++) gained[i] += part[k] * sure_gain(s, i, k);
        }
    }
}

// ---- answers that are bred ----

typedef struct seated {  // the players of all items, with their options
    dado_player players[DADO_STRATEGY_ITEMS];
    dado_option options[DADO_STRATEGY_ITEMS][2];
} seated;

static void seat_item(const dado_strategies *s, int item, seated *to)
{
    bool random = item == s->count - 1;
    to->options[item][0] = (dado_option){ .name = "option", .text = s->items[item].name };
    to->players[item] = (dado_player){ .typed = s->items[item].player,
                                       .kind = dado_agent_named(random ? "random" : "prefers"),
                                       .options = { random ? NULL : to->options[item], !random } };
}

// Tells whether the words of an option can stand in a list of styles.
static bool is_a_style(const char *words)
{
    return words[0] != '@' && !strpbrk(words, ";,");
}

// Breeds the best answer to the mix.
static bool breed_answer(const dado_strategies_config *config, const dado_experiment_settings *how,
                         const dado_strategies *s, const seated *all, int number,
                         dado_region *region, dado_bred_strategy *bred, dado_error *err)
{
    dado_player opponents[DADO_BREED_OPPONENTS];
    double shares[DADO_BREED_OPPONENTS], sum = 0;
    const char *words[DADO_BREED_WORDS];
    int count = 0, word_count = 0;
    for (int i = 0; i < s->count; i++) {
        if (!s->items[i].bred && i < s->count - 1 && is_a_style(s->items[i].name)) {
            words[word_count++] = s->items[i].name;
        }
        if (s->items[i].mix < 0.02) continue;
        opponents[count] = all->players[i];
        shares[count++] = s->items[i].mix;
        sum += s->items[i].mix;
    }
    for (int i = 0; i < count; i++) shares[i] /= sum;
    dado_breeding_config breeding = { .game = config->game,
                                      .opponents = opponents,
                                      .shares = shares,
                                      .opponent_count = count,
                                      .words = words,
                                      .word_count = word_count,
                                      .matches = config->matches / 25 + 8,
                                      .generations = config->generations,
                                      .seed = dado_derive_seed(config->seed, (uint64_t)number + 77),
                                      .limit = config->limit,
                                      .level = 0.99 };
    return dado_strategy_breed(&breeding, how, region, bred, err);
}

// Adds a bred strategy before the random players.
static bool add_bred(dado_strategies *s, const dado_bred_strategy *bred, dado_region *region,
                     seated *all)
{
    int at = s->count - 1;
    s->items[s->count] = s->items[at];
    s->items[at] = (dado_strategy_item){ .name = bred->name, .bred = true };
    s->count++;
    seat_item(s, s->count - 1, all);
    all->players[at] = dado_strategy_player(bred, all->options[at], region);
    s->items[at].player = all->players[at].typed;
    return s->items[at].player;
}

// Plays all strategies, and breeds answers to their mix until none is better beyond doubt.
static bool play_and_breed(const dado_strategies_config *config,
                           const dado_experiment_settings *how, const dado_game *game,
                           dado_strategies *s, seated *all, dado_region *region, dado_error *err)
{
    for (int round = 0;; round++) {
        dado_bred_strategy bred;
        memset(s->cells, 0, sizeof s->cells);
        for (int i = 0; i < s->count; i++) s->items[i].mix = 0;
        if (!play_all(config, how, game, all->players, s, region, err)) return false;
        if (s->interrupted) return true;
        find_mix(s);
        if (config->generations == 0 || s->count < 3) return true;
        if (!breed_answer(config, how, s, all, round, region, &bred, err)) return false;
        s->interrupted = bred.interrupted;
        if (s->interrupted) return true;
        s->answered = true;
        s->best_answer = bred.advantage;
        s->best_answer_name = bred.name;
        if (bred.advantage.low <= nothing / 2 || round == DADO_BRED_STRATEGIES) return true;
        if (!add_bred(s, &bred, region, all)) {
            return dado_fail(err, DADO_LIMIT, "no memory left to compare strategies");
        }
    }
}

bool dado_strategies_measure(const dado_strategies_config *config,
                             const dado_experiment_settings *how, dado_region *region,
                             dado_strategies *s, dado_error *err)
{
    dado_recording recording;
    dado_option_values values;
    dado_game game;
    *s = (dado_strategies){ .level = config->level };
    if (!dado_game_source_open(config->game, &game, region, err)) return false;
    s->players = game.players;
    if (!dado_decision_recorder_load(config->recorder, how, region, &recording, err) ||
        !dado_option_values_of(&recording, 0.99, region, &values, err)) {
        return false;
    }
    s->interrupted = how->stop && *how->stop;
    if (s->interrupted) return true;
    seated *all = dado_new(region, seated, 1);
    if (!all || !list_strategies(s, &values, region)) {
        return dado_fail(err, DADO_LIMIT, "no memory left to compare strategies");
    }
    for (int i = 0; i < s->count; i++) seat_item(s, i, all);
    return s->count < 2 || play_and_breed(config, how, &game, s, all, region, err);
}

// ---- verdict ----

static bool beats(const dado_strategies *s, int row, int column)
{
    return row != column && s->cells[row][column].matches &&
           s->cells[row][column].advantage.low > 0;
}

static int ruler(const dado_strategies *s)
{
    for (int i = 0; i < s->count - 1; i++) {
        bool all = true;
        for (int k = 0; k < s->count; k++) all = all && (k == i || beats(s, i, k));
        if (all) return i;
    }
    return -1;
}

static bool find_circle(const dado_strategies *s, int found[3])
{
    for (int a = 0; a < s->count - 1; a++) {
        for (int b = 0; b < s->count - 1; b++) {
            for (int c = 0; c < s->count - 1; c++) {
                if (!beats(s, a, b) || !beats(s, b, c) || !beats(s, c, a)) continue;
                found[0] = a;
                found[1] = b;
                found[2] = c;
                return true;
            }
        }
    }
    return false;
}

static bool does_not_matter(const dado_strategies *s)
{
    for (int i = 0; i < s->count; i++) {
        for (int k = 0; k < s->count; k++) {
            const dado_interval *a = &s->cells[i][k].advantage;
            if (i != k && (a->low < -nothing || a->high > nothing)) return false;
        }
    }
    return true;
}

// Counts strategies that beat random players and do not lose more than `bearable` to any
// other.
static int count_viable(const dado_strategies *s, const char **names)
{
    int count = 0;
    for (int i = 0; i < s->count - 1; i++) {
        bool viable = beats(s, i, s->count - 1);
        for (int k = 0; k < s->count - 1; k++) {
            viable = viable && (k == i || s->cells[i][k].advantage.low > -bearable);
        }
        if (viable) names[count++] = s->items[i].name;
    }
    return count;
}

static void say_viable(const char *const *names, int count, dado_verdict *v)
{
    dado_verdict_claim(v, "%d ways to win are viable.", count);
    for (int i = 0; i < count; i++) {
        dado_verdict_evidence(v, "%s\"%.40s\"", i ? ", " : "", names[i]);
    }
    dado_verdict_evidence(
        v, ": each beats random players and loses less than %.0f points to any other.",
        100 * bearable);
}

static void say_ruler(const dado_strategies *s, int rules, dado_verdict *v)
{
    bool bred = s->items[rules].bred;
    v->tone = DADO_WARN;
    dado_verdict_claim(
        v, bred ? "One strategy rules: \"%.80s\"." : "Of all styles one rules: always \"%.60s\".",
        s->items[rules].name);
    dado_verdict_evidence(v, "It beats every other strategy that was tried, and random players.");
}

// Says how good the mix is: what the best answer to it gains that breeding has found.
static void say_best_answer(const dado_strategies *s, dado_verdict *v)
{
    if (!s->answered) {
        dado_verdict_evidence(v, " Strategies that combine styles were not looked for.");
        return;
    }
    dado_verdict_evidence(
        v,
        " The best answer to the mix that was bred gains %.1f points of the share "
        "of the win (%.1f to %.1f).",
        100 * s->best_answer.value, 100 * s->best_answer.low, 100 * s->best_answer.high);
}

static bool any_bred(const dado_strategies *s)
{
    for (int i = 0; i < s->count; i++) {
        if (s->items[i].bred) return true;
    }
    return false;
}

void dado_strategies_verdict(const dado_strategies *s, dado_verdict *v)
{
    const char *names[DADO_STRATEGY_ITEMS];
    int circle[3], rules = ruler(s);
    dado_verdicts to = { .list = v, .most = 1 };
    dado_verdict_add(&to, "strategies", DADO_PLAIN);
    if (s->count < 3) {
        dado_verdict_claim(v, "There are not two options to prefer.");
        return;
    }
    int viable = count_viable(s, names);
    if (rules >= 0) {
        say_ruler(s, rules, v);
    } else if (find_circle(s, circle)) {
        v->tone = DADO_GOOD;
        dado_verdict_claim(v, "Strategies beat each other in a circle.");
        dado_verdict_evidence(
            v, "\"%.40s\" beats \"%.40s\", that beats \"%.40s\", and that the first.",
            s->items[circle[0]].name, s->items[circle[1]].name, s->items[circle[2]].name);
    } else if (viable >= 2) {
        v->tone = DADO_GOOD;
        say_viable(names, viable, v);
    } else if (does_not_matter(s)) {
        v->tone = DADO_WARN;
        dado_verdict_claim(v, "It does not matter which option one prefers.");
        dado_verdict_evidence(v,
                              "No strategy of one style is more than %.0f points better or worse "
                              "than another, or than random players.",
                              100 * nothing);
    } else {
        v->tone = DADO_UNSURE;
        dado_verdict_claim(v, any_bred(s) ? "No strategy is seen to stand out."
                                          : "No strategy of one style is seen to stand out.");
    }
    say_best_answer(s, v);
}
