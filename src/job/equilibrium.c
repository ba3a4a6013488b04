// equilibrium.c - a small game with secrets, solved: its value, how to play it, who gives it away.
#include "job/errand.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/asked.h"
#include "lab/crew.h"
#include "measure/words.h"
#include "solve/regret.h"
#include "solve/sheet.h"

typedef struct task {
    dado_errand *errand;
    dado_document *answer;
    dado_game game;
    dado_infosets sets;
    dado_strategy strategy;
    dado_proof proof;
    dado_regret *regret;
    uint64_t iterations;
    double gap, reached;  // wanted, and at the last look
} task;

static bool two_sides(const task *t)
{
    return t->game.players == 2 && t->sets.constant;
}

// ---- finding it

static bool on_lines(void *to, const dado_infosets_stats *stats)
{
    const task *t = to;
    dado_errand_working(t->errand, (int64_t)(stats->bytes >> 20), (int64_t)(stats->limit >> 20),
                        "MiB", "%s lines of play", dado_said_count(stats->lines).s);
    return !dado_errand_stopped(t->errand);
}

static bool on_look(void *to, uint64_t iterations, const dado_proof *proof)
{
    task *t = to;
    if (proof) t->reached = proof->gap;
    dado_errand_working(t->errand, (int64_t)iterations, dado_errand_whole(t->errand, "iterations"),
                        "iterations", "a gap of %.3g, %g is wanted", t->reached, t->gap);
    return !dado_errand_stopped(t->errand);
}

static bool go_on(task *t, const char *journal)
{
    const unsigned char *bytes;
    size_t size, most = dado_regret_size(t->regret);
    if (!dado_file_exists(journal)) return true;
    return dado_file_read_bytes(journal, most, t->errand->arena, &bytes, &size, t->errand->err) &&
           dado_regret_load(t->regret, bytes, size, t->errand->err);
}

static bool keep(const task *t, const char *journal)
{
    size_t size = dado_regret_size(t->regret);
    char *bytes = malloc(size);
    if (!bytes) return dado_fail(t->errand->err, DADO_LIMIT, "no memory to keep what was found");
    dado_regret_save(t->regret, bytes);
    bool fine = dado_file_write(journal, bytes, size, t->errand->err);
    free(bytes);
    return fine;
}

static bool iterate(task *t, const dado_hands *hands)
{
    dado_errand *errand = t->errand;
    const char *journal = dado_errand_text(errand, "journal");
    t->regret = dado_regret_new(&t->sets, (dado_regret_method)dado_errand_choice(errand, "method"),
                                hands, errand->err);
    if (!t->regret || (journal && !go_on(t, journal))) return false;
    uint64_t most = (uint64_t)dado_errand_whole(errand, "iterations");
    if (!dado_regret_run(t->regret, t->gap, most, on_look, t, &t->strategy, &t->proof,
                         errand->err)) {
        return false;
    }
    t->iterations = dado_regret_iterations(t->regret);
    if (journal && !keep(t, journal)) return false;
    if (dado_errand_stopped(errand)) {
        dado_errand_stop_at(errand, "after %s iterations", dado_said_count(t->iterations).s);
        errand->kept = journal != NULL;
    }
    return true;
}

static bool find(task *t)
{
    dado_infosets_plan plan = {
        .payoff = (dado_payoff)dado_errand_choice(t->errand, "payoff"),
        .watch = true,
        .memory = (size_t)dado_errand_whole(t->errand, "memory") << 20,
        .report = on_lines,
        .to = t,
    };
    DADO_ENDS(dado_crew_end) dado_crew *crew = NULL;
    if (!dado_infosets_make(&t->sets, &t->game, &plan, t->errand->err) ||
        !dado_strategy_make(&t->strategy, &t->sets, t->errand->err) ||
        !dado_crew_open(&crew, dado_errand_threads(t->errand), t->errand->err)) {
        return false;
    }
    dado_hands hands = dado_crew_hands(crew);
    return iterate(t, &hands);
}

// ---- saying it

static const char *unit_of(const task *t)
{
    switch (t->sets.payoff) {
    case DADO_PAY_MARGIN: return "points of margin";
    case DADO_PAY_WIN: return "of the win";
    default: return "points";
    }
}

// What could be gained, as it is said: below this, sums of the machine's numbers say nothing.
static double within(const task *t)
{
    return fmax(t->proof.gap, 1e-12);
}

static double end_of(double value)
{
    return fabs(value) < 1e-12 ? 0 : value;
}

static void say_value(const task *t)
{
    dado_document *answer = t->answer;
    const dado_proof *proof = &t->proof;
    if (two_sides(t)) {
        double even = t->sets.sum / 2, low = proof->low - even, high = proof->high - even;
        const char *who = low > 0 ? "The first player is better off"
                        : high < 0 ? "The second player is better off"
                                   : "Neither player is better off, as far as this was worked out";
        dado_document_textf(answer, "value",
                            "%s: with best play by both, the first gets between %.6f and %.6f %s "
                            "a match. This is proved, not estimated: whoever plays as below is "
                            "sure of it against anybody, up to %.2g.",
                            who, end_of(proof->low), end_of(proof->high), unit_of(t), within(t));
        return;
    }
    dado_document_textf(answer, "value",
                        "Played as below, nobody could win more than %.2g %s a match by changing "
                        "alone, and that is proved. %s So other ways of playing may be as stable "
                        "and share out the %s differently, and two who change together may do "
                        "better: these are not the values of the game.",
                        within(t), unit_of(t),
                        t->game.players > 2 ? "With more than two players that is all that can be "
                                              "promised."
                                            : "What one wins the other need not lose here.",
                        t->sets.payoff == DADO_PAY_WIN ? "win" : "points");
}

static void put_facts(const task *t)
{
    dado_part *facts = dado_document_facts(t->answer, "facts");
    const dado_infosets *sets = &t->sets;
    if (two_sides(t)) {
        dado_interval proved = { t->proof.value[0], t->proof.low, t->proof.high };
        dado_figure value = dado_figure_between(proved, DADO_FIGURE_REAL, 0, 1);
        dado_fact(facts, "value", "value to the first", value);
    }
    dado_fact(facts, "gap", "could be gained, in all", t->proof.gap);
    dado_fact(facts, "exploitability", "a player, on average", t->proof.gap / t->game.players);
    dado_fact(facts, "payoff", "played for", dado_payoff_names[sets->payoff]);
    dado_fact(facts, "information_sets", "information sets", dado_infosets_count(sets));
    dado_fact(facts, "ends", "ends that differ", sets->ends);
    dado_fact(facts, "lines", "lines of play", (int64_t)sets->stats.lines);
    dado_fact(facts, "iterations", "iterations", (int64_t)t->iterations);
    dado_fact(facts, "kib", "KiB of tables", (int64_t)(sets->stats.bytes >> 10));
}

static void put_seats(const task *t)
{
    dado_part *part = dado_table(t->answer, "seats",
        DADO_FIELD(NUMBER, "seat", "seat"),
        DADO_FIELD(NUMBER, "value", "gets"),
        DADO_FIELD(NUMBER, "gain", "could gain",
                   .about = "By changing alone, knowing what the others play"),
        DADO_FIELD(NUMBER, "sets", "information sets", .rank = 1));
    for (int p = 0; p < t->game.players; p++) {
        dado_put(part, p + 1, t->proof.value[p], t->proof.gain[p], (int64_t)t->sets.sets[p].count);
    }
}

static bool put_sheet(const task *t)
{
    dado_sheet sheet;
    int most = (int)dado_errand_whole(t->errand, "rows");
    if (!dado_sheet_make(&sheet, &t->sets, &t->strategy, most, t->errand->stop, t->errand->arena,
                         t->errand->err)) {
        return false;
    }
    dado_part *part = dado_table(t->answer, DADO_PART("strategy", .heading = "How to play it"),
        DADO_FIELD(NUMBER, "seat", "seat", .group = true),
        DADO_FIELD(WORDS, "sees", "sees", .whole = true),
        DADO_FIELD(NUMBER, "reach", "comes here",
                   .about = "Share of matches in which this player leaves the way here open"),
        DADO_FIELD(WORDS, "does", "does"));
    for (int i = 0; i < sheet.count; i++) {
        const dado_sheet_line *line = &sheet.lines[i];
        dado_put(part, line->player + 1, *line->sees ? line->sees : "nothing that differs",
                 dado_figure_share(line->reach), line->does);
    }
    if (sheet.left_out) {
        dado_document_textf(t->answer, DADO_PART("left_out", .attached = true),
                                              "%s more information sets are not shown; "
                                              "%srows shows more.",
                                              dado_said_count(sheet.left_out).s, t->errand->mark);
    }
    dado_part *odds = dado_table(t->answer, DADO_PART("odds", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(NUMBER, "seat", "seat"),
        DADO_FIELD(NUMBER, "set", "set"),
        DADO_FIELD(WORDS, "sees", "sees"),
        DADO_FIELD(WORDS, "move", "move"),
        DADO_FIELD(NUMBER, "odds", "odds"));
    for (int i = 0; i < sheet.count; i++) {
        const dado_sheet_line *line = &sheet.lines[i];
        for (int m = 0; m < line->count; m++) {
            dado_put(odds, line->player + 1, (int64_t)line->set, line->sees, line->moves[m],
                     line->odds[m]);
        }
    }
    return true;
}

// ---- what a player gives away

static bool ask_player(task *t, const char *typed, dado_asked *asked, dado_given_away *found)
{
    dado_player player;
    dado_errand *errand = t->errand;
    if (!dado_player_parse(&player, typed, errand->arena, errand->err) ||
        !dado_errand_trust(errand, &player)) {
        return false;
    }
    if (strcmp(player.kind->name, "human") == 0) {
        return dado_fail(errand->err, DADO_MEANING,
                         "people cannot be asked what they would do everywhere");
    }
    int times = (int)dado_errand_whole(errand, "times");
    uint64_t seed = (uint64_t)dado_errand_whole(errand, "seed");
    for (int p = 0; p < t->game.players; p++) {
        dado_agent agent = { 0 };
        if (!dado_agent_open(&agent, player.kind, &t->game, p, &player.options, errand->arena,
                             errand->err)) {
            return false;
        }
        bool fine = dado_ask_everywhere(&asked[p], &t->sets, &agent, times, seed, errand->stop,
                                        errand->err);
        dado_agent_close(&agent);
        if (!fine) return false;
    }
    return dado_asked_judge(&t->sets, asked, found, errand->err);
}

static void put_given_away(const task *t, const char *typed, const dado_asked *asked,
                           const dado_given_away *found, dado_part *part)
{
    for (int p = 0; p < t->game.players; p++) {
        dado_put(part, typed, p + 1, found->value[p], found->best[p]);
        if (two_sides(t)) {
            // what the other can get is what this one loses; against the value of its seat
            dado_figure worst = found->best[1 - p];
            double own = p == 0 ? t->proof.value[0] : t->sets.sum - t->proof.value[0];
            double shift = own - t->sets.sum;
            worst.value += shift;
            if (dado_figure_has_interval(worst)) {
                worst.low += shift;
                worst.high += shift;
            }
            dado_put(part, worst);
        } else {
            dado_put(part, found->gain[p]);
        }
        dado_put(part, asked[p].exact);
    }
}

static bool put_players(task *t)
{
    int count = dado_errand_count(t->errand, "player");
    if (count == 0) return true;
    dado_part *part = dado_table(
        t->answer, DADO_PART("players", .heading = "What players give away"),
        DADO_FIELD(WORDS, "player", "player"),
        DADO_FIELD(NUMBER, "seat", "seat"),
        DADO_FIELD(ESTIMATE, "value", "gets among its like", .reader = DADO_FOR_PAGES),
        DADO_FIELD(ESTIMATE, "best", "one who knows it gets here", .reader = DADO_FOR_PAGES,
                   .about = "In this seat, against that player in all others"),
        { .name = "gives_away", .title = "gives away", .kind = DADO_FIELD_ESTIMATE,
          .about = "In this seat, against somebody who knows it: how much less than best play "
                   "would be sure of; where values are not known, what its like could gain here" },
        DADO_FIELD(FLAG, "exact", "exact", .rank = 3));
    for (int i = 0; i < count; i++) {
        const char *typed = dado_errand_nth(t->errand, "player", i);
        dado_asked asked[DADO_SOLVE_SEATS] = { 0 };
        dado_given_away found;
        bool fine = ask_player(t, typed, asked, &found);
        if (fine) put_given_away(t, typed, asked, &found, part);
        for (int p = 0; p < t->game.players; p++) dado_asked_free(&asked[p]);
        if (!fine) return false;
    }
    return true;
}

static bool run(dado_errand *errand)
{
    dado_document *answer = errand->answer;
    task t = { .errand = errand, .answer = answer, .gap = dado_errand_real(errand, "gap") };
    dado_source source;
    if (!dado_errand_listed(errand, &source, &t.game)) {
        return false;
    }
    answer->title = dado_document_copy(answer, t.game.rules->title);
    bool fine = find(&t);
    if (fine) {
        answer->said = dado_document_copyf(answer, "an equilibrium, to within %.2g %s",
                                           within(&t), unit_of(&t));
        say_value(&t);
        put_facts(&t);
        put_seats(&t);
        fine = put_sheet(&t) && put_players(&t);
    }
    if (fine && t.proof.gap > t.gap && !dado_errand_stopped(errand)) {
        dado_errand_say(errand, "--iterations were used up before the gap of %g was reached",
                        t.gap);
    }
    dado_regret_free(t.regret);
    dado_strategy_free(&t.strategy);
    dado_infosets_free(&t.sets);
    return fine;
}

const dado_job dado_job_equilibrium = {
    .name = "equilibrium",
    .about = "solves a small game with secrets: its value, how to play it, what players give away",
    .details =
        "Where something is hidden a position has no single value, but the game has: an "
        "equilibrium is a way of playing for everybody that nobody has a reason to leave. All "
        "lines of play are walked once, players learn from regret until what they could still "
        "gain is below --gap, and that bound is proved by the best response to each.\n\n"
        "For two players whose payoffs sum to the same this is the value of the game, and whoever "
        "plays so is sure of it. For more players, or other payoffs, it is a way of playing that "
        "is stable, and no more is promised.\n\n"
        "The luck of a described game is listed by itself. With --player, a player is asked in "
        "every information set, and the best against its answers says what it gives away: exactly "
        "if it draws no luck or can tell its odds, else with an interval.\n\n"
        "Seats are counted from 1 here: seat 1 is the one that tables call p0.",
    .params = { DADO_PARAMS(
        DADO_PARAM_THE_GAME,
        DADO_PARAM(AGENT, "player", 'p', .many = true,
                   .about = "Asks this player what it would do everywhere, and says what it gives "
                            "away to somebody who knows that."),
        DADO_PARAM(REAL, "gap", .usual = "0.0001", .least = 0, .most = 1e9,
                   .about = "Stops once all players together could gain no more than this."),
        DADO_PARAM(WHOLE, "iterations", .usual = "100000", .least = 1, .most = 1e12,
                   .about = "Stops after this many, whatever the gap."),
        DADO_PARAM(CHOICE, "payoff", .choices = "fit points margin win", .usual = "fit",
                   .about = "What players play for: points, the margin over the best rival, or "
                            "their share of the win. fit takes points where they always sum to the "
                            "same, else the margin."),
        DADO_PARAM(CHOICE, "method", .choices = "predictive plus discounted", .usual = "predictive",
                   .about = "How regret is counted."),
        DADO_PARAM(WHOLE, "rows", .usual = "60", .least = 1, .most = 20000,
                   .about = "Information sets to show."),
        DADO_PARAM(WHOLE, "times", .usual = "1000", .least = 20, .most = 1000000,
                   .about = "How often a player who draws luck is asked in each set."),
        DADO_PARAM(WHOLE, "seed", .usual = "1", .least = 0, .most = 9e15,
                   .about = "Of the luck that players draw when they are asked."),
        DADO_PARAM(WHOLE, "memory", .usual = "1024", .least = 1, .most = 1048576, .value = "MIB",
                   .about = "Mebibytes that the tables may take."),
        DADO_PARAM(FILE, "journal", .beside = true,
                   .about = "Keeps the work in this file, and goes on from it where it is there."),
        DADO_PARAM_THREADS,
        DADO_PARAM_UNSAFE),
                dado_params_game },
    .examples = DADO_EXAMPLES(
        { "dado equilibrium kuhn", "What Kuhn poker is worth, and how to play it." },
        { "dado equilibrium leduc --gap 0.001 --rows 20",
          "Leduc poker, its first twenty sets shown." },
        { "dado equilibrium kuhn --player ismcts:iterations=200 --player random --times 100",
          "What two players give away to one who knows them." }),
    .run = run,
};
