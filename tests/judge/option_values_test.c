// option_values_test.c - how often options are right, compared with an enumeration by code of its
// own; and what is said about options that never are.
#include "support/test.h"

#include <math.h>
#include <string.h>

#include "judge/option_worth_recorder.h"
#include "judge/how_often_options_are_right.h"
#include "support/match_fixture.h"

// ---- the oracle: a game is a few numbers, walked move by move; nothing is hidden ----

enum { nobody = -2, luck = -1, most_moves = 10 };

typedef struct oracle_state {
    int n[8];
} oracle_state;

typedef struct oracle_game {
    int (*actor)(const oracle_state *s, int *moves);
    void (*play)(oracle_state *s, int move);
    double (*share)(const oracle_state *s);  // of the first of two players
} oracle_game;

static double chance_of(const oracle_game *g, const oracle_state *s)
{
    int moves = 0;
    double sum = 0;
    if (g->actor(s, &moves) == nobody) return g->share(s);
    for (int m = 0; m < moves; m++) {
        oracle_state next = *s;
        g->play(&next, m);
        sum += chance_of(g, &next) / moves;
    }
    return sum;
}

typedef struct oracle_option {
    double offered, best, together, cost, cost_weight, gain;
} oracle_option;

static void judge(const double *q, int moves, double odds, oracle_option *to)
{
    for (int m = 0; m < moves; m++) {
        double other = -1;
        for (int k = 0; k < moves; k++) other = k != m && q[k] > other ? q[k] : other;
        to[m].offered += odds;
        to[m].gain += odds * (q[m] - other);
        if (q[m] > other + 1e-12) to[m].best += odds;
        else if (q[m] > other - 1e-12) to[m].together += odds;
        else {
            to[m].cost += odds * (other - q[m]);
            to[m].cost_weight += odds;
        }
    }
}

static void walk(const oracle_game *g, const oracle_state *s, double odds, oracle_option *to)
{
    int moves = 0, actor = g->actor(s, &moves);
    double q[most_moves];
    if (actor == nobody) return;
    for (int m = 0; m < moves; m++) {
        oracle_state next = *s;
        g->play(&next, m);
        q[m] = chance_of(g, &next);
        if (actor == 1) q[m] = 1 - q[m];
        walk(g, &next, odds / moves, to);
    }
    if (actor >= 0) judge(q, moves, odds, to);
}

static double by_score(int a, int b)
{
    return a > b ? 1 : a == b ? 0.5 : 0;
}

// n: the open card from 1, odds, luck's throw; -1 fallen.
static int ninety_actor(const oracle_state *s, int *moves)
{
    *moves = s->n[0] == 0 ? 10 : s->n[1] == 0 ? 3 : 4;
    if (s->n[0] == 0) return luck;
    if (s->n[1] == 0) return 0;
    return s->n[2] == 0 && s->n[1] > 0 ? luck : nobody;
}
static void ninety_play(oracle_state *s, int move)
{
    if (s->n[0] == 0) s->n[0] = move + 1;
    else if (s->n[1] == 0) s->n[1] = move == 0 ? (s->n[0] == 10 ? 1 : 3) : move == 1 ? 2 : -1;
    else s->n[2] = move + 1;
}
static double ninety_share(const oracle_state *s)
{
    return s->n[1] > 0 && s->n[1] - (s->n[2] - 1) > 0;
}

// n: turns taken, scores, out, and whether a throw is due.
static int out_actor(const oracle_state *s, int *moves)
{
    *moves = 2;
    return s->n[5] ? luck : s->n[0] < 6 ? s->n[0] % 2 : nobody;
}
static void out_play(oracle_state *s, int move)
{
    int p = s->n[0] % 2;
    if (!s->n[5] && move == 1) {
        s->n[5] = 1;
        return;
    }
    if (!s->n[5]) s->n[1 + p]++;
    else if (move == 1) s->n[1 + p] += 3;
    else {
        s->n[1 + p] = 0;
        s->n[3 + p] = 1;
    }
    s->n[5] = 0;
    for (s->n[0]++; s->n[0] < 6 && s->n[3 + s->n[0] % 2];) s->n[0]++;
}
static double two_scores(const oracle_state *s)
{
    return by_score(s->n[1], s->n[2]);
}

// n: turns over, scores, stage of the turn: 0 throw, 1 choice, 2 second throw.
static int push_actor(const oracle_state *s, int *moves)
{
    *moves = s->n[3] == 1 ? 2 : 4;
    return s->n[0] == 2 ? nobody : s->n[3] == 1 ? s->n[0] : luck;
}
static void push_play(oracle_state *s, int move)
{
    int *score = &s->n[1 + s->n[0]];
    if (s->n[3] == 1 && move == 0) s->n[3] = 2;
    else {
        if (s->n[3] != 1) *score += move + 1;
        bool over = s->n[3] != 0;
        s->n[3] = over ? 0 : 1;
        if (over && *score > 5) *score = 0;
        s->n[0] += over;
    }
}

static const oracle_game ninety = { ninety_actor, ninety_play, ninety_share };
static const oracle_game out = { out_actor, out_play, two_scores };
static const oracle_game push = { push_actor, push_play, two_scores };

// ---- the same as texts ----

static const char ninety_text[] =
    "(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. 10)))))\n"
    "  (do ((shuffle (game hloc STOCK)) (move (top (game hloc STOCK)) (top (game vloc OPEN)))))\n"
    "  (choice ((label \"run\"\n"
    "             (set (game sto ODDS) (if (== (value N (top (game vloc OPEN))) 10) 1 3)))\n"
    "           (label \"wait\" (set (game sto ODDS) 2))\n"
    "           (label \"fall\" (stop game))))\n"
    "  (set (game sto LEFT) (- (game sto ODDS) (random 3)))\n"
    "  (scoring win (== (== (current player) (0 player)) (> (game sto LEFT) 0))))\n";

static const char out_text[] =
    "(game (setup (create players 2))\n"
    "  (repeat 3 (block\n"
    "    (stage player (turns 2)\n"
    "      ((== ((current player) sto OUT) 0)\n"
    "        (choice ((label \"safe\" (inc ((current player) sto SUM) 1))\n"
    "                 (label \"risk\" (if (== (random 1) 1) (inc ((current player) sto SUM) 3)\n"
    "                    (do ((set ((current player) sto SUM) 0)\n"
    "                         (set ((current player) sto OUT) 1)))))))))))\n"
    "  (scoring max ((current player) sto SUM)))\n";

static const char push_text[] =
    "(game (setup (create players 2) (create dice (game vloc CUP) 1 (sides (FACE (1 .. 4)))))\n"
    "  (stage player (turns 2)\n"
    "    (throw (game vloc CUP))\n"
    "    (set ((current player) sto SUM) (value FACE (top (game vloc CUP))))\n"
    "    (choice ((label \"again\" (do ((throw (game vloc CUP))\n"
    "               (inc ((current player) sto SUM) (value FACE (top (game vloc CUP)))))))\n"
    "             (label \"stop\" (turn pass))))\n"
    "    ((> ((current player) sto SUM) 5) (set ((current player) sto SUM) 0)))\n"
    "  (scoring max ((current player) sto SUM)))\n";

// A step of one is never better than a step of two, and no trap.
static const char dominated_text[] =
    "(game (setup (create players 2))\n"
    "  (stage player (turns 6)\n"
    "    (choice ((label \"one\" (inc ((current player) sto SUM) 1))\n"
    "             (label \"nine\" (inc ((current player) sto SUM) 9)))))\n"
    "  (inc ((0 player) sto SUM) (random 40)) (inc ((1 player) sto SUM) (random 40))\n"
    "  (scoring max ((current player) sto SUM)))\n";

static const char lot_text[] =
    "(game (setup (create players 2))\n"
    "  (stage player (turns 2)\n"
    "    (choice ((label \"throw\" (set ((current player) sto IDLE) (random 5)))\n"
    "             (label \"pass\" (turn pass)))))\n"
    "  (inc (((random 1) player) sto SUM) 1)\n"
    "  (scoring max ((current player) sto SUM)))\n";

static const char guess_text[] =
    "(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. 3)))))\n"
    "  (do ((shuffle (game hloc STOCK))))\n"
    "  (choice (0 player)\n"
    "    ((label \"pass\" (set (game sto WON) (if (< (random 4) 2) 1 0)))\n"
    "     (any (range 1 .. 3) 'K\n"
    "       (set (game sto WON) (if (== (value N (top (game hloc STOCK))) 'K) 1 0)))))\n"
    "  (scoring win (== (== (current player) (0 player)) (> (game sto WON) 0))))\n";

// ---- measuring ----

typedef struct measured {
    dado_region region;
    dado_byte_writer bytes;
    dado_option_values v;
} measured;

static void measure(measured *to, const char *text, uint64_t exact, int matches, uint64_t seed)
{
    dado_error err = { 0 };
    dado_recording recording;
    *to = (measured){ .bytes = { .grows = true } };
    dado_region_init(&to->region, (size_t)1 << 28);
    const dado_game_source *source = dado_test_game_text("game.rcy", text, &to->region);
    dado_plan plan = dado_test_plan(source, dado_test_lineup("random", &to->region), matches, seed);
    dado_recorder_config config = {
        .play = &plan, .per_kind = 2, .times = 80, .most_moves = 1e9, .exact = exact
    };
    dado_experiment_settings how = { .threads = 1 };
    if (!dado_decision_recorder_run(&config, &how, &to->bytes, &err)) fail_msg("%s", err.text);
    dado_byte_reader in = { .bytes = to->bytes.bytes, .size = to->bytes.used };
    assert_true(dado_recording_unpack(&recording, &in, &to->region, &err));
    assert_true(dado_option_values_of(&recording, 0.99, &to->region, &to->v, &err));
}

static void release(measured *m)
{
    dado_byte_writer_free(&m->bytes);
    dado_region_free(&m->region);
}

static const dado_option_value *named(const measured *m, const char *name)
{
    for (int i = 0; i < m->v.count; i++) {
        if (strcmp(m->v.options[i].name, name) == 0) return &m->v.options[i];
    }
    fail_msg("no option is called %s", name);
    return NULL;
}

static void near(double found, double wanted, const char *what)
{
    if (!(fabs(found - wanted) < 1e-9)) fail_msg("%s: %.9g, and not %.9g", what, found, wanted);
}

typedef struct enumerated {
    const char *text;
    const oracle_game *oracle;
    const char *names[3];
} enumerated;

static const enumerated games[] = {
    { ninety_text, &ninety, { "run", "wait", "fall" } },
    { out_text, &out, { "safe", "risk" } },
    { push_text, &push, { "again", "stop" } },
};

static void exact_figures_are_those_of_an_enumeration(void **state)
{
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        oracle_option wanted[most_moves] = { { 0 } };
        walk(games[g].oracle, &(oracle_state){ { 0 } }, 1, wanted);
        measured m;
        measure(&m, games[g].text, 100000, 50, 1);
        assert_true(m.v.exact);
        for (int i = 0; i < 3 && games[g].names[i]; i++) {
            const dado_option_value *o = named(&m, games[g].names[i]);
            near(o->offered, wanted[i].offered, o->name);
            near(o->best.value, wanted[i].best / wanted[i].offered, o->name);
            near(o->together.value, wanted[i].together / wanted[i].offered, o->name);
            near(o->gain.value, wanted[i].gain / wanted[i].offered, o->name);
            near(o->cost.value, wanted[i].cost / wanted[i].cost_weight, o->name);
        }
        release(&m);
    }
    oracle_option page[most_moves] = { { 0 } };  // the oracle agrees with the page
    walk(&out, &(oracle_state){ { 0 } }, 1, page);
    near(page[0].best / page[0].offered, 4189.0 / 4736, "safe");
    near(page[1].cost / page[1].cost_weight, 2295.0 / 16756, "risk");
}

static void what_the_chooser_cannot_know_is_averaged(void **state)
{
    (void)state;
    measured m;
    measure(&m, guess_text, 100000, 50, 1);
    near(named(&m, "pass")->best.value, 1, "pass");
    near(named(&m, "pass")->gain.value, 2.0 / 5 - 1.0 / 3, "pass");
    release(&m);
}

static bool says(const measured *m, const char *claim)
{
    dado_verdict verdicts[DADO_OPTION_VERDICTS];
    int count = dado_option_verdicts(&m->v, verdicts);
    for (int i = 0; i < count; i++) {
        if (strcmp(verdicts[i].claim, claim) == 0) return true;
    }
    return false;
}

static void options_that_are_never_right_are_named(void **state)
{
    (void)state;
    int trap = 0, sampled = 0, dominated = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        measured m;
        measure(&m, ninety_text, 100000, 50, seed);
        trap += says(&m, "\"fall\" is a trap: it loses.");
        assert_false(says(&m, "\"wait\" is never right."));  // it is in one position of ten
        release(&m);
        measure(&m, dominated_text, 100000, 50, seed);
        dominated += m.v.exact && says(&m, "\"one\" is never right.");
        release(&m);
        measure(&m, ninety_text, 0, 300, seed);
        assert_false(m.v.exact);
        sampled += says(&m, "\"fall\" is a trap: it loses.");
        assert_false(says(&m, "\"wait\" is never right."));
        release(&m);
    }
    if (trap < 20 || dominated < 20 || sampled < 19) {
        fail_msg("told %d, %d and %d times of 20", trap, dominated, sampled);
    }
}

static void nothing_is_said_against_options_that_are_right(void **state)
{
    (void)state;
    static const char *const texts[] = { lot_text, out_text, push_text, guess_text };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (uint64_t seed = 1; seed <= 20; seed++) {
            measured m;
            measure(&m, texts[i], 0, 120, seed);
            assert_true(says(&m, "No option was seen to be wrong everywhere."));
            release(&m);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_figures_are_those_of_an_enumeration),
        cmocka_unit_test(what_the_chooser_cannot_know_is_averaged),
        cmocka_unit_test(options_that_are_never_right_are_named),
        cmocka_unit_test(nothing_is_said_against_options_that_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
