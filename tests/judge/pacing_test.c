// pacing_test.c - the pace of games small enough to be enumerated here, by code of their own; and
// what is said about games with one flaw of pace, and with none.
#include "support/test.h"

#include <math.h>
#include <string.h>

#include "core/match_record.h"
#include "judge/pacing_verdicts.h"
#include "support/match_fixture.h"

// ---- the oracle: a game is a few numbers, walked move by move ----

enum { nobody = -2, luck = -1, most_seats = 3, most_steps = 32 };

typedef struct oracle_state {
    int n[16];
} oracle_state;

typedef struct oracle_game {
    int seats;
    int (*actor)(const oracle_state *s, int *moves);
    void (*play)(oracle_state *s, int move);
    int (*rounds)(const oracle_state *s);  // saved so far: the end of one is a rest
    void (*share)(const oracle_state *s, double *share);
} oracle_game;

static void chances_of(const oracle_game *g, const oracle_state *s, double *v)
{
    int moves = 0;
    if (g->actor(s, &moves) == nobody) {
        g->share(s, v);
        return;
    }
    for (int p = 0; p < g->seats; p++) v[p] = 0;
    for (int m = 0; m < moves; m++) {
        oracle_state next = *s;
        double after[most_seats];
        g->play(&next, m);
        chances_of(g, &next, after);
        for (int p = 0; p < g->seats; p++) v[p] += after[p] / moves;
    }
}

typedef struct way {  // one match so far
    double v[most_steps][most_seats];
    int actor[most_steps];         // of step t, from 1
    int steps, round[most_seats];  // the round of each seat's last decision, from 1
    bool king, in_luck;
} way;

typedef struct oracle_pace {
    double decided, last_luck, variance, kings, no_hope[most_seats], out[most_seats];
} oracle_pace;

static void take_step(const oracle_game *g, way *w, int actor, const oracle_state *s)
{
    w->actor[++w->steps] = actor;
    chances_of(g, s, w->v[w->steps]);
}

static void end_match(const oracle_game *g, const way *w, const oracle_state *s, double odds,
                      oracle_pace *pace)
{
    int decided = w->steps, last = 0;
    for (int p = 0; p < g->seats; p++) {
        int high = w->steps + 1, low = w->steps + 1, own = 0;
        while (high > 0 && w->v[high - 1][p] > 0.95) high--;
        while (low > 0 && w->v[low - 1][p] < 0.02) low--;
        if (high < decided) decided = high;
        for (int t = 1; t <= w->steps; t++) own = w->actor[t] == p ? t : own;
        if (own > low) pace->no_hope[p] += odds * (own - low) / w->steps;
        if (w->round[p]) pace->out[p] += odds * (g->rounds(s) - w->round[p]);
        pace->variance += odds * pow(w->v[w->steps][p] - w->v[0][p], 2);
    }
    for (int t = 1; t <= w->steps; t++) last = w->actor[t] == luck ? t : last;
    for (int p = 0; last && p < g->seats; p++) {
        pace->last_luck += odds * pow(w->v[last][p] - w->v[last - 1][p], 2);
    }
    pace->decided += odds * decided / w->steps;
    pace->kings += odds * w->king;
}

static bool makes_a_king(const oracle_game *g, const oracle_state *s, int actor, int moves)
{
    double least[most_seats] = { 2, 2, 2 }, most[most_seats] = { 0 };
    for (int m = 0; m < moves; m++) {
        oracle_state next = *s;
        double v[most_seats];
        g->play(&next, m);
        chances_of(g, &next, v);
        for (int p = 0; p < g->seats; p++) {
            least[p] = fmin(least[p], v[p]);
            most[p] = fmax(most[p], v[p]);
        }
    }
    bool moved = false;
    for (int p = 0; p < g->seats; p++) moved = moved || (p != actor && most[p] - least[p] >= 0.25);
    return moved && most[actor] < 0.05;
}

static void walk(const oracle_game *g, const oracle_state *s, double odds, const way *so_far,
                 oracle_pace *pace)
{
    int moves = 0, actor = g->actor(s, &moves);
    if (actor == nobody) {
        end_match(g, so_far, s, odds, pace);
        return;
    }
    for (int m = 0; m < moves; m++) {
        oracle_state next = *s;
        way w = *so_far;
        int more = 0;
        g->play(&next, m);
        int then = g->actor(&next, &more);
        if (actor >= 0) {
            w.king = w.king || makes_a_king(g, s, actor, moves);
            w.round[actor] = g->rounds(s) + 1;
            take_step(g, &w, actor, &next);
        } else if (then != luck || g->rounds(&next) > g->rounds(s)) {
            take_step(g, &w, luck, &next);
        }
        walk(g, &next, odds / moves, &w, pace);
    }
}

static oracle_pace pace_of(const oracle_game *g)
{
    oracle_pace pace = { 0 };
    oracle_state start = { { 0 } };
    way w = { .steps = 0 };
    chances_of(g, &start, w.v[0]);
    walk(g, &start, 1, &w, &pace);
    return pace;
}

static void share_by(const int *score, int seats, double *share)
{
    int best = score[0], winners = 0;
    for (int p = 1; p < seats; p++) best = score[p] > best ? score[p] : best;
    for (int p = 0; p < seats; p++) winners += score[p] == best;
    for (int p = 0; p < seats; p++) share[p] = score[p] == best ? 1.0 / winners : 0;
}

// Four rounds; n: throws, scores of two. A bonus comes with the third round.
static int race_actor(const oracle_state *s, int *moves)
{
    *moves = 2;
    return s->n[0] < 8 ? luck : nobody;
}
static int race_rounds(const oracle_state *s)
{
    return s->n[0] / 2;
}
static void race_share(const oracle_state *s, double *share)
{
    share_by(s->n + 1, 2, share);
}
static void race_play_with(oracle_state *s, int move, int ahead, int behind)
{
    if (s->n[0] == 4) {
        int lead = s->n[1] - s->n[2];
        s->n[1] += lead > 0 ? ahead : lead < 0 ? behind : 0;
        s->n[2] += lead < 0 ? ahead : lead > 0 ? behind : 0;
    }
    s->n[1 + s->n[0] % 2] += move;
    s->n[0]++;
}
static void race_play(oracle_state *s, int move)
{
    race_play_with(s, move, 0, 0);
}
static void race_ahead(oracle_state *s, int move)
{
    race_play_with(s, move, 2, 0);
}
static void race_behind(oracle_state *s, int move)
{
    race_play_with(s, move, 0, 3);
}

// n: moves, scores of three.
static int king_actor(const oracle_state *s, int *moves)
{
    *moves = 2;
    return s->n[0] < 2 ? luck : s->n[0] == 2 ? 2 : nobody;
}
static void king_play(oracle_state *s, int move)
{
    if (s->n[0] < 2) s->n[1 + s->n[0]] += 2 * move;
    else s->n[1 + move]++;
    s->n[0]++;
}
static int no_rounds(const oracle_state *s)
{
    (void)s;
    return 0;
}
static void king_share(const oracle_state *s, double *share)
{
    share_by(s->n + 1, 3, share);
}

// n: turns taken, scores, out, and whether a throw is due.
static void skip_who_is_out(oracle_state *s)
{
    while (s->n[0] < 6 && s->n[3 + s->n[0] % 2]) s->n[0]++;
}
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
    s->n[0]++;
    skip_who_is_out(s);
}
static int out_rounds(const oracle_state *s)
{
    return s->n[0] / 2;
}
static void out_share(const oracle_state *s, double *share)
{
    share_by(s->n + 1, 2, share);
}

static const oracle_game race = { 2, race_actor, race_play, race_rounds, race_share };
static const oracle_game race_2 = { 2, race_actor, race_ahead, race_rounds, race_share };
static const oracle_game race_3 = { 2, race_actor, race_behind, race_rounds, race_share };
static const oracle_game king = { 3, king_actor, king_play, no_rounds, king_share };
static const oracle_game out = { 2, out_actor, out_play, out_rounds, out_share };

// ---- the same as texts ----

#define RACE(ahead, behind) \
    "(game (declare " ahead " 'AHEAD) (declare " behind " 'BEHIND)\n" \
    "  (setup (create players 2))\n" \
    "  (repeat 4 (block\n" \
    "    ((== (game sto ROUND) 2)\n" \
    "      (let (- ((0 player) sto SUM) ((1 player) sto SUM)) 'D\n" \
    "        (do ((inc ((0 player) sto SUM) (if (> 'D 0) 'AHEAD (< 'D 0) 'BEHIND 0))\n" \
    "             (inc ((1 player) sto SUM) (if (< 'D 0) 'AHEAD (> 'D 0) 'BEHIND 0))))))\n" \
    "    (all player 'P (inc ('P sto SUM) (random 1)))\n" \
    "    (inc (game sto ROUND) 1)\n" \
    "    (saveturnstats SUM roundnumber ROUND)))\n" \
    "  (scoring max ((current player) sto SUM)))\n"

static const char king_text[] =
    "(game (setup (create players 3))\n"
    "  (do ((inc ((0 player) sto SUM) (* 2 (random 1)))\n"
    "       (inc ((1 player) sto SUM) (* 2 (random 1)))))\n"
    "  (choice (2 player) ((any (list (0 player) (1 player)) 'P (inc ('P sto SUM) 1))))\n"
    "  (scoring max ((current player) sto SUM)))\n";

// The third player decides in one match of ten; in the others luck does.
static const char rare_king_text[] =
    "(game (setup (create players 3))\n"
    "  (do ((inc (((random 1) player) sto SUM) (* 3 (min (random 9) 1)))))\n"
    "  (choice (2 player) ((any (list (0 player) (1 player)) 'P (inc ('P sto SUM) 1))))\n"
    "  (scoring max ((current player) sto SUM)))\n";

static const char out_text[] =
    "(game (setup (create players 2))\n"
    "  (repeat 3 (block\n"
    "    (stage player (turns 2)\n"
    "      ((== ((current player) sto OUT) 0)\n"
    "        (choice ((label \"safe\" (inc ((current player) sto SUM) 1))\n"
    "                 (label \"risk\" (if (== (random 1) 1) (inc ((current player) sto SUM) 3)\n"
    "                    (do ((set ((current player) sto SUM) 0)\n"
    "                         (set ((current player) sto OUT) 1)))))))))\n"
    "    (inc (game sto ROUND) 1)\n"
    "    (saveturnstats SUM roundnumber ROUND)))\n"
    "  (scoring max ((current player) sto SUM)))\n";

// Who wins is thrown at half time exactly; then both go on choosing.
static const char half_text[] =
    "(game (setup (create players 2))\n"
    "  (repeat 4 (block\n"
    "    ((== (game sto ROUND) 1) (inc (((random 1) player) sto SUM) 100))\n"
    "    (stage player (turns 2)\n"
    "      (choice ((label \"one\" (inc ((current player) sto SUM) 1))\n"
    "               (label \"two\" (inc ((current player) sto SUM) 2)))))\n"
    "    (inc (game sto ROUND) 1)\n"
    "    (saveturnstats SUM roundnumber ROUND)))\n"
    "  (scoring max ((current player) sto SUM)))\n";

// ---- measuring ----

typedef struct measured {
    dado_region region;
    dado_pacing p;
} measured;

static void measure_by(measured *to, const char *text, uint64_t exact, int threads, uint64_t seed)
{
    dado_error err = { 0 };
    *to = (measured){ 0 };
    dado_region_init(&to->region, (size_t)1 << 28);
    const dado_game_source *source = dado_test_game_text("game.rcy", text, &to->region);
    const dado_lineup *lineup = dado_test_lineup("random", &to->region);
    dado_plan counted = dado_test_plan(source, lineup, 2000, seed);
    dado_plan recorded = dado_test_plan(source, lineup, 300, seed);
    dado_pacing_config config = { .play = &counted,
                                  .recorder = { .play = &recorded,
                                                .per_kind = 2,
                                                .times = 60,
                                                .graphs = 300,
                                                .most_moves = 1e9,
                                                .exact = exact },
                                  .level = 0.99 };
    dado_experiment_settings how = { .threads = threads };
    if (!dado_pacing_measure(&config, &how, &to->region, &to->p, &err)) fail_msg("%s", err.text);
}

static void measure(measured *to, const char *text, uint64_t seed)
{
    measure_by(to, text, 100000, 1, seed);
}

static void near(double found, double wanted, const char *what)
{
    if (!(fabs(found - wanted) < 1e-9)) fail_msg("%s: %.9g, and not %.9g", what, found, wanted);
}

static int misses(const dado_pacing_figure *f, double wanted, const char *what)
{
    if (!f->known) fail_msg("%s is not known", what);
    return !(f->value.low <= wanted + 1e-9 && wanted <= f->value.high + 1e-9);
}

static void the_enumeration_agrees_with_the_page(void **state)
{
    (void)state;
    oracle_pace p = pace_of(&race);
    near(p.decided, 59.0 / 64, "race");
    near(p.last_luck / p.variance, 125.0 / 372, "race, last luck");
    p = pace_of(&race_2);
    near(p.decided, 11.0 / 16, "race, AHEAD=2");
    near(p.last_luck / p.variance, 3.0 / 20, "race, AHEAD=2, last luck");
    p = pace_of(&race_3);
    near(p.decided, 103.0 / 128, "race, BEHIND=3");
    p = pace_of(&king);
    near(p.decided, 3.0 / 4, "king");
    near(p.kings, 1.0 / 2, "king, kingmaking");
    near(p.no_hope[2], 1, "king, no hope");
    p = pace_of(&out);
    near(p.decided, 1008461.0 / 1013760, "out");
    near(p.last_luck / p.variance, 35540113.0 / 81330176, "out, last luck");
    near(p.no_hope[1], 3601.0 / 1013760, "out, no hope");
}

static void figures_hold_what_an_enumeration_finds(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text;
        const oracle_game *oracle;
    } games[] = { { "race", RACE("0", "0"), &race },
                  { "race, AHEAD=2", RACE("2", "0"), &race_2 },
                  { "race, BEHIND=3", RACE("0", "3"), &race_3 },
                  { "king", king_text, &king },
                  { "out", out_text, &out } };
    int missed = 0;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        oracle_pace wanted = pace_of(games[i].oracle);
        for (uint64_t seed = 1; seed <= 6; seed++) {
            measured m;
            measure(&m, games[i].text, seed);
            assert_true(m.p.exact);
            missed += misses(&m.p.decided, wanted.decided, games[i].name);
            missed += misses(&m.p.last_luck, wanted.last_luck / wanted.variance, games[i].name);
            dado_interval kings = m.p.kingmaking.share;
            missed += !(kings.low <= wanted.kings + 1e-9 && wanted.kings <= kings.high + 1e-9);
            for (int p = 0; p < m.p.players; p++) {
                if (!m.p.seats[p].no_hope.known) continue;
                missed += misses(&m.p.seats[p].no_hope, wanted.no_hope[p], games[i].name);
            }
            dado_region_free(&m.region);
        }
    }
    if (missed > 3) fail_msg("%d of more than 100 figures miss the truth", missed);
}

// A, A less B, A less A without the half that was played: as ../shared/spec/questions.md has them.
static void half_time_is_as_worked_out(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double ahead, lead, snowball;
    } games[] = { { RACE("0", "0"), 27.0 / 32, 11.0 / 16, 0 },
                  { RACE("2", "0"), 1, 1, 75.0 / 256 },
                  { RACE("0", "3"), 1.0 / 16, -7.0 / 8, -75.0 / 128 },
                  { out_text, 909.0 / 1280, 269.0 / 640, 333.0 / 20480 } };
    int missed = 0;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        for (uint64_t seed = 1; seed <= 6; seed++) {
            measured m;
            measure(&m, games[i].text, seed);
            missed += misses(&m.p.ahead, games[i].ahead, "ahead");
            missed += misses(&m.p.lead, games[i].lead, "lead");
            missed += misses(&m.p.snowball, games[i].snowball, "snowball");
            dado_region_free(&m.region);
        }
    }
    if (missed > 2) fail_msg("%d of 72 figures miss the truth", missed);
}

static void waiting_and_sitting_out_are_counted(void **state)
{
    (void)state;
    measured m;
    measure(&m, out_text, 3);
    dado_pacing *p = &m.p;
    near(p->options.value.value, 2, "options");
    near(p->growth.value.value, 0, "growth");
    near(p->rounds, 3, "rounds");
    assert_false(misses(&p->per_turn, 1184.0 / 1037, "decisions in a turn"));
    double waited = 0;
    for (int s = 0; s < 2; s++) {
        assert_false(misses(&p->seats[s].sitting_out, 11.0 / 16, "sitting out"));
        near(p->seats[s].waiting_options.value.value, 2, "options of others");
        waited += p->seats[s].waiting.value.value / 2;
    }
    assert_true(fabs(waited - 25.0 / 32) < 0.02);
    dado_region_free(&m.region);
}

static void threads_do_not_show(void **state)
{
    (void)state;
    measured one, four;
    measure_by(&one, out_text, 0, 1, 7);
    measure_by(&four, out_text, 0, 4, 7);
    assert_false(one.p.exact);
    assert_memory_equal(&one.p.decided, &four.p.decided, sizeof one.p.decided);
    assert_memory_equal(&one.p.last_luck, &four.p.last_luck, sizeof one.p.last_luck);
    assert_memory_equal(&one.p.snowball, &four.p.snowball, sizeof one.p.snowball);
    assert_memory_equal(one.p.seats, four.p.seats, sizeof *one.p.seats * 2);
    // Played on instead of worked out, the chances say nearly the same.
    assert_true(fabs(one.p.decided.value.value - 1008461.0 / 1013760) < 0.03);
    assert_true(fabs(one.p.last_luck.value.value - 35540113.0 / 81330176) < 0.08);
    dado_region_free(&one.region);
    dado_region_free(&four.region);
}

// ---- verdicts ----

static int told(const char *text, const char *topic, int seeds, int *others)
{
    int count = 0;
    for (int seed = 1; seed <= seeds; seed++) {
        measured m;
        dado_verdict verdicts[DADO_PACING_VERDICTS];
        measure(&m, text, (uint64_t)seed);
        int all = dado_pacing_verdicts(&m.p, verdicts);
        bool found = false;
        for (int i = 0; i < all; i++) {
            if (strcmp(verdicts[i].topic, topic) == 0) found = true;
            else if (others) ++*others;
        }
        count += found;
        dado_region_free(&m.region);
    }
    return count;
}

static void flaws_are_told_and_nothing_else(void **state)
{
    (void)state;
    int others = 0;
    assert_true(told(RACE("2", "0"), "snowball", 20, &others) >= 19);
    assert_true(told(RACE("0", "3"), "catch_up", 20, &others) >= 19);
    assert_int_equal(others, 0);
    assert_true(told(king_text, "kingmaking", 20, NULL) >= 19);
    assert_true(told(king_text, "hope", 20, NULL) >= 19);
    assert_true(told(rare_king_text, "kingmaking", 20, NULL) >= 19);
    assert_true(told(out_text, "sitting_out", 20, &others) >= 19);
    assert_int_equal(others, 0);
    // Both choose on for half a match after it is decided, and one of them without hope.
    assert_true(told(half_text, "decided", 20, NULL) >= 19);
    // A fair race of equal length has no flaw.
    assert_int_equal(told(RACE("0", "0"), "pacing", 20, &others), 20);
    assert_int_equal(others, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_enumeration_agrees_with_the_page),
        cmocka_unit_test(figures_hold_what_an_enumeration_finds),
        cmocka_unit_test(half_time_is_as_worked_out),
        cmocka_unit_test(waiting_and_sitting_out_are_counted),
        cmocka_unit_test(threads_do_not_show),
        cmocka_unit_test(flaws_are_told_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
