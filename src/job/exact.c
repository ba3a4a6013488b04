// exact.c - odds worked out instead of sampled, and runs checked against them.
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "agents/agent.h"
#include "job/errand.h"
#include "measure/words.h"
#include "solve/odds.h"
#include "solve/value.h"

typedef struct task {
    dado_errand *errand;
    dado_document *answer;
    dado_game game;
    dado_agent agents[DADO_SOLVE_SEATS];
    bool seated;
    unsigned char *view, *scratch;
    dado_odds *odds;
} task;

// ---- who plays

// The one move of a player who follows a rule. One who draws luck or remembers follows none.
static bool weigh(void *with, const void *state, int player, const dado_move *moves, int count,
                  uint32_t *weights, dado_error *err)
{
    task *t = with;
    const dado_agent *agent = &t->agents[player];
    dado_observe(&t->game, state, player, t->view);
    dado_rng luck = dado_rng_stream(1, 0, DADO_LANE_SEAT);
    uint64_t effort = 0, before = luck.drawn;
    dado_turn turn = { .game = &t->game, .seat = player, .view = t->view, .moves = moves,
                       .count = count, .luck = &luck, .effort = &effort, .scratch = t->scratch };
    int chosen = agent->kind->choose(agent, &turn);
    if (luck.drawn != before) {
        return dado_fail(err, DADO_MEANING,
                         "%s draws luck when it chooses, so its odds are not known exactly; odds "
                         "are worked out for random players and for those with a fixed rule",
                         agent->kind->title);
    }
    for (int i = 0; i < count; i++) weights[i] = i == chosen;
    return chosen >= 0 || dado_fail(err, DADO_MEANING, "%s gave up", agent->kind->title);
}

static bool seat_players(task *t)
{
    const char *typed = dado_errand_text(t->errand, "players");
    dado_player player;
    size_t scratch = 16;
    if (strcmp(typed, "random") == 0) return true;
    if (!dado_player_parse(&player, typed, t->errand->arena, t->errand->err)) return false;
    for (int p = 0; p < t->game.players; p++) {
        if (!dado_agent_open(&t->agents[p], player.kind, &t->game, p, &player.options,
                             t->errand->arena, t->errand->err)) {
            return false;
        }
        t->seated = true;
        if (t->agents[p].self_size > 0) {
            return dado_fail(t->errand->err, DADO_MEANING,
                             "%s remembers what it saw, so what it does is not a rule of the "
                             "position alone",
                             player.kind->title);
        }
        if (t->agents[p].scratch_size > scratch) scratch = t->agents[p].scratch_size;
    }
    t->view = dado_errand_take(t->errand, 1, t->game.view_size + 16);
    t->scratch = dado_errand_take(t->errand, 1, scratch);
    return t->view && t->scratch;
}

static bool on_layer(void *to, const dado_odds_stats *stats)
{
    const task *t = to;
    dado_errand_working(t->errand, (int64_t)(stats->bytes >> 20),
                        dado_errand_whole(t->errand, "memory"), "MiB",
                        "%s positions after %s moves", dado_said_count(stats->positions).s,
                        dado_said_count(stats->layers).s);
    return !dado_errand_stopped(t->errand);
}

// ---- what is told

static void put_fraction(const task *t, dado_part *part, dado_odds_of what, int seat, int64_t value)
{
    dado_draft text = { 0 };
    dado_odds_fraction(t->odds, what, seat, value, &text);
    dado_put(part, dado_text_string(&text));
}

static void put_mean(const task *t, dado_part *part, dado_odds_of what, int seat)
{
    dado_draft text = { 0 };
    dado_odds_mean_fraction(t->odds, what, seat, &text);
    dado_put(part, dado_text_string(&text));
}

// A mean is told where what is still playing could hardly move it.
static bool has_means(const task *t)
{
    return dado_odds_stats_of(t->odds).playing < 1e-9;
}

static void put_seats(const task *t)
{
    bool means = has_means(t);
    dado_part *part = dado_table(t->answer, "seats",
        DADO_FIELD(NUMBER, "seat", "seat"),
        DADO_FIELD(WORDS, "alone", "first alone"),
        DADO_FIELD(WORDS, "shared", "first with others", .rank = 1),
        DADO_FIELD(WORDS, "share", "share of wins"),
        DADO_FIELD(WORDS, "score", "mean score", .rank = 1),
        DADO_FIELD(NUMBER, "sd", "sd", .rank = 2),
        DADO_FIELD(NUMBER, "alone_chance", "first alone", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(NUMBER, "shared_chance", "first with others", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(NUMBER, "share_mean", "share of wins", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(NUMBER, "score_mean", "mean score", .reader = DADO_FOR_PROGRAMS));
    for (int p = 0; p < t->game.players; p++) {
        double alone = dado_odds_chance(t->odds, DADO_ODDS_ALONE, p, 0);
        double shared = dado_odds_chance(t->odds, DADO_ODDS_SHARED, p, 0);
        double share = dado_odds_mean(t->odds, DADO_ODDS_ALONE, p);
        double score = means ? dado_odds_mean(t->odds, DADO_ODDS_SCORE, p) : DADO_NONE;
        double spread = means ? sqrt(dado_odds_variance(t->odds, DADO_ODDS_SCORE, p)) : DADO_NONE;
        dado_put(part, p + 1);
        dado_put_wordsf(part, "%.10f", alone);
        dado_put_wordsf(part, "%.10f", shared);
        dado_put_wordsf(part, "%.10f", share);
        if (means) dado_put_wordsf(part, "%.6f", score);
        else dado_put(part, "");
        dado_put(part, spread, alone, shared, share, score);
    }
}

static void put_fractions(const task *t)
{
    dado_part *part = dado_table(t->answer, DADO_PART("fractions", .heading = "As fractions"),
        DADO_FIELD(WORDS, "what", "what"),
        DADO_FIELD(WORDS, "fraction", "as a fraction"));
    for (int p = 0; p < t->game.players; p++) {
        dado_put_wordsf(part, "seat %d first alone", p + 1);
        put_fraction(t, part, DADO_ODDS_ALONE, p, 0);
    }
    dado_put(part, "a tie for first");
    put_fraction(t, part, DADO_ODDS_TIE, 0, 0);
    if (has_means(t)) {
        dado_put(part, "mean length");
        put_mean(t, part, DADO_ODDS_LENGTH, 0);
    }
    for (int p = 0; has_means(t) && p < t->game.players; p++) {
        dado_put_wordsf(part, "mean score of seat %d", p + 1);
        put_mean(t, part, DADO_ODDS_SCORE, p);
    }
    if (!dado_odds_exact(t->odds)) {
        dado_draft rest = { 0 };
        dado_odds_rest(t->odds, &rest);
        dado_put(part, "still playing", dado_text_string(&rest));
    }
}

// A distribution as a table for programs, and as a chart: seats with the same curve share one.
static void put_distribution(const task *t, dado_odds_of what, const char *name, const char *title,
                             const char *axis)
{
    static const dado_field fields[] = {
        DADO_FIELD(NUMBER, "seat", "seat"),
        DADO_FIELD(NUMBER, "value", "value"),
        DADO_FIELD(NUMBER, "chance", "chance"),
        DADO_FIELD(WORDS, "fraction", "as a fraction"),
    };
    int seats = what == DADO_ODDS_SCORE ? t->game.players : 1;
    dado_part *part =
        dado_document_table(t->answer, DADO_PART(name, .reader = DADO_FOR_PROGRAMS), fields, 4);
    dado_series series[DADO_SOLVE_SEATS];
    int drawn = 0;
    for (int p = 0; p < seats; p++) {
        int count = dado_odds_values(t->odds, what, p, NULL);
        int64_t *values = dado_new(t->errand->arena, int64_t, count + 1);
        double *x = dado_new(t->errand->arena, double, count + 1);
        double *y = dado_new(t->errand->arena, double, count + 1);
        if (!values || !x || !y || count == 0) return;
        dado_odds_values(t->odds, what, p, values);
        for (int i = 0; i < count; i++) {
            x[i] = (double)values[i];
            y[i] = dado_odds_chance(t->odds, what, p, values[i]);
            dado_put(part, p + 1, values[i], y[i]);
            put_fraction(t, part, what, p, values[i]);
        }
        bool same = drawn > 0 && series[0].count == count &&
                    memcmp(series[0].y, y, sizeof *y * (size_t)count) == 0;
        if (same) continue;
        const char *label = seats > 1 ? dado_document_copyf(t->answer, "seat %d", p + 1) : NULL;
        series[drawn++] = (dado_series){ .name = label, .mark = seats > 1 ? DADO_LINE : DADO_BARS,
                                         .count = count, .x = x, .y = y };
    }
    dado_chart chart = { .title = title, .about = "Worked out, not sampled.",
                         .x = { .title = axis, .whole = true },
                         .y = { .title = "chance", .percent = true, .from_zero = true },
                         .series = series, .count = drawn };
    char chart_name[40];
    snprintf(chart_name, sizeof chart_name, "%s_chart", name);
    dado_document_chart(t->answer, chart_name, &chart);
}

static void put_facts(const task *t)
{
    dado_odds_stats stats = dado_odds_stats_of(t->odds);
    dado_part *facts = dado_document_facts(t->answer, "facts");
    dado_fact(facts, "tie", "a tie for first",
              dado_figure_share(dado_odds_chance(t->odds, DADO_ODDS_TIE, 0, 0)));
    dado_fact(facts, "length", t->game.rules->round ? "rounds, on average" : "choices, on average",
              has_means(t) ? dado_odds_mean(t->odds, DADO_ODDS_LENGTH, 0) : DADO_NONE);
    bool exact = dado_odds_exact(t->odds);
    dado_fact(facts, "exact", exact ? "every match ends" : "all followed to their end", exact);
    if (!exact) {
        dado_fact(facts, "playing", "still playing", stats.playing);
        dado_fact_about(facts, "each chance may be larger by up to this");
    }
    dado_fact(facts, "positions", "positions", (int64_t)stats.positions);
    if (stats.loops) {
        dado_fact(facts, "loops", "that come round again", stats.loops);
    } else {
        dado_fact(facts, "moves", "moves in the longest match followed", (int64_t)stats.layers);
    }
}

// ---- a run checked

typedef struct check {
    const char *what;
    double exact, seen, error;  // error: of the mean of so many matches
} check;

static void put_check(dado_part *part, const check *c, double *worst)
{
    // What is certain leaves no error: then being off at all is as far off as can be.
    double off = c->seen - c->exact, z = c->error > 0 ? off / c->error : off != 0 ? 1e9 : 0;
    dado_put(part, c->what);
    dado_put_wordsf(part, "%.8f", c->exact);
    dado_put_wordsf(part, "%.8f", c->seen);
    dado_put_wordsf(part, "%+.2f", z);
    dado_put(part, z);
    if (fabs(z) > *worst) *worst = fabs(z);
}

static bool compare(task *t, const dado_sums *sums)
{
    double n = (double)sums->totals->ranked, worst = 0;
    if (sums->players != t->game.players || n < 1) {
        return dado_fail(t->errand->err, DADO_MEANING,
                         "that run is of another game, or has no match that came to its end");
    }
    dado_part *part = dado_table(t->answer, DADO_PART("against", .heading = "Against the run"),
        DADO_FIELD(WORDS, "what", "what"),
        DADO_FIELD(WORDS, "exact", "exact"),
        DADO_FIELD(WORDS, "seen", "in the run"),
        DADO_FIELD(WORDS, "z", "z", .about = "How many standard errors apart they are"),
        DADO_FIELD(NUMBER, "z_value", "z", .reader = DADO_FOR_PROGRAMS));
    char what[60];
    for (int p = 0; p < t->game.players; p++) {
        double alone = dado_odds_chance(t->odds, DADO_ODDS_ALONE, p, 0);
        snprintf(what, sizeof what, "seat %d first alone", p + 1);
        check c = { what, alone, (double)sums->totals->seat[p].alone / n,
                    sqrt(alone * (1 - alone) / n) };
        put_check(part, &c, &worst);
        snprintf(what, sizeof what, "mean score of seat %d", p + 1);
        c = (check){ what, dado_odds_mean(t->odds, DADO_ODDS_SCORE, p), sums->scores[p].mean,
                     sqrt(dado_odds_variance(t->odds, DADO_ODDS_SCORE, p) / n) };
        put_check(part, &c, &worst);
    }
    double tie = dado_odds_chance(t->odds, DADO_ODDS_TIE, 0, 0);
    check c = { "a tie for first", tie, (double)sums->totals->tied / n, sqrt(tie * (1 - tie) / n) };
    put_check(part, &c, &worst);
    dado_part *facts = dado_document_facts(t->answer, "largest");
    dado_fact(facts, "largest_z", "largest |z|", worst);
    t->answer->failed = worst >= 4;
    return true;
}

static bool check_run(task *t, const char *word)
{
    dado_results results;
    int64_t number;
    dado_experiment_how how = { 0 };
    bool fine = dado_errand_run_named(t->errand, word, &number) &&
                dado_results_load(t->errand->opened, number, &how, &results, t->errand->err);
    if (fine) {
        fine = results.cell_count == 1
                   ? compare(t, &results.cells[0].sums)
                   : dado_fail(t->errand->err, DADO_MEANING, "run %" PRId64 " has several cells; "
                               "check a run of one game and one line-up", number);
        dado_results_free(&results);
    }
    return fine;
}

// Matches were not followed as far as was asked: by who asked, or because there was no room.
static void tell_cut(const task *t, const char *why)
{
    if (!why) return;
    if (dado_errand_stopped(t->errand)) {
        dado_errand_stop_at(t->errand, "after %s moves of each match",
                            dado_said_count(dado_odds_stats_of(t->odds).layers).s);
        return;
    }
    dado_document_textf(t->answer, "cut", "Not all of it could be followed: %s.", why);
    t->answer->lacking = true;
}

static bool run(dado_errand *errand)
{
    dado_document *answer = errand->answer;
    task t = { .errand = errand, .answer = answer };
    dado_source source;
    if (!dado_errand_listed(errand, &source, &t.game)) {
        return false;
    }
    if (t.game.players > DADO_SOLVE_SEATS) {
        return dado_fail(errand->err, DADO_LIMIT, "odds are worked out for %d players at most",
                         DADO_SOLVE_SEATS);
    }
    bool fine = seat_players(&t);
    dado_odds_plan plan = {
        .memory = (size_t)dado_errand_whole(errand, "memory") << 20,
        .rest = dado_errand_real(errand, "rest"),
        .no_lengths = dado_errand_given(errand, "no-lengths"),
        .weigh = t.seated ? weigh : NULL,
        .with = &t,
        .report = on_layer,
        .to = &t,
    };
    if (fine) t.odds = dado_odds_work_out(&t.game, &plan, errand->err);
    fine = t.odds != NULL;
    if (fine) {
        answer->title = dado_document_copy(answer, t.game.rules->title);
        answer->said = dado_document_copyf(answer, "%s, players choose %s",
                                           dado_odds_exact(t.odds) ? "exact odds" : "odds enclosed",
                                           t.seated ? "by a fixed rule" : "at random");
        tell_cut(&t, dado_odds_cut(t.odds));
        put_facts(&t);
        put_seats(&t);
        put_fractions(&t);
        put_distribution(&t, DADO_ODDS_SCORE, "scores", "Scores at the end", "points");
        put_distribution(&t, DADO_ODDS_LENGTH, "lengths", "Length of a match",
                         t.game.rules->round ? "rounds" : "choices");
        const char *against = dado_errand_text(errand, "against");
        if (against && !dado_odds_cut(t.odds)) fine = check_run(&t, against);
    }
    dado_odds_free(t.odds);
    for (int p = 0; p < t.game.players && t.seated; p++) {
        if (t.agents[p].kind) dado_agent_close(&t.agents[p]);
    }
    return fine;
}

const dado_job dado_job_exact = {
    .name = "exact",
    .about = "works out the odds of a game exactly, as fractions",
    .details =
        "Where nobody decides anything, or everybody chooses at random or by a fixed rule, the "
        "odds of a game need not be sampled. All positions that can stand after so many moves are "
        "kept with the exact number of ways to them; positions that play alike are one.\n\n"
        "Positions that come round again are solved as linear equations, still in fractions. A "
        "game that need not end and has no end of positions is followed until almost no match is "
        "left playing; then each chance is a lower bound, and what is left says how far off it "
        "can be. So it is where it is stopped, or --memory is too little (exit code 1): what has "
        "ended until then is told.\n\n"
        "The luck of a described game is listed by itself. Seats are counted from 1 here: seat 1 "
        "is the one that tables call p0.",
    .params = { DADO_PARAMS(
        DADO_PARAM_THE_GAME,
        DADO_PARAM(AGENT, "players", .usual = "random",
                   .about = "Who plays every seat: random, or a player that follows a fixed rule."),
        DADO_PARAM(RUN, "against",
                   .about = "Checks this run of the store against the odds: z-values, and failure "
                            "where one is 4 or more."),
        DADO_PARAM(REAL, "rest", .usual = "1e-12", .least = 1e-30, .most = 0.5,
                   .about = "A game that need not end is followed until less than this is still "
                            "playing."),
        DADO_PARAM(FLAG, "no-lengths",
                   .about = "Leaves out how lengths are distributed, which takes much less room."),
        DADO_PARAM(WHOLE, "memory", .usual = "1024", .least = 1, .most = 1048576, .value = "MIB",
                   .about = "Mebibytes that positions may take.")),
                dado_params_game, dado_params_store_file },
    .examples = DADO_EXAMPLES(
        { "dado exact dicepoints -D ROUNDS=3", "Who wins three rounds of dice, as fractions." },
        { "dado exact kuhn --json", "Kuhn poker between players who choose by coin." },
        { "dado exact dicepoints -D ROUNDS=2 --report odds.html",
          "A page with the distributions." }),
    .run = run,
};
