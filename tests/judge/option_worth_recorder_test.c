// option_worth_recorder_test.c - games small enough to be enumerated here, by code of their own:
// what the recorder says of their options, their luck and their chances is compared with that.
#define _POSIX_C_SOURCE 200809L
#include "support/test.h"

#include <math.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "core/match_record.h"
#include "judge/option_worth_recorder.h"
#include "support/match_fixture.h"

// ---- the oracle: a game is a few numbers, walked move by move ----

enum { nobody = -2, luck = -1, most_moves = 4, most_seats = 3 };

typedef struct oracle_state {
    int n[16];
} oracle_state;

typedef struct oracle_game {
    int seats;
    int (*actor)(const oracle_state *s, int *moves);  // and how many moves there are
    void (*play)(oracle_state *s, int move);
    void (*share)(const oracle_state *s, double *share);
} oracle_game;

static void chances_of(const oracle_game *g, const oracle_state *s, double *v)
{
    int moves = 0, actor = g->actor(s, &moves);
    if (actor == nobody) {
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

typedef struct oracle_sums {
    double luck[most_seats], first_luck, own, others;
    double decisions, stakes, nothing;
} oracle_sums;

static void walk(const oracle_game *g, const oracle_state *s, double odds, bool decided,
                 oracle_sums *sums)
{
    int moves = 0, actor = g->actor(s, &moves);
    double before[most_seats], best = -1, mean = 0;
    if (actor == nobody) return;
    chances_of(g, s, before);
    for (int m = 0; m < moves; m++) {
        oracle_state next = *s;
        double after[most_seats];
        g->play(&next, m);
        chances_of(g, &next, after);
        for (int p = 0; p < g->seats; p++) {
            double square = odds / moves * (after[p] - before[p]) * (after[p] - before[p]);
            if (actor == luck) sums->luck[p] += square;
            if (actor == luck && !decided) sums->first_luck += square;
            if (actor >= 0) *(actor == p ? &sums->own : &sums->others) += square;
        }
        if (actor >= 0) {
            mean += after[actor] / moves;
            if (after[actor] > best) best = after[actor];
        }
        walk(g, &next, odds / moves, decided || actor >= 0, sums);
    }
    if (actor < 0) return;
    sums->decisions += odds;
    sums->stakes += odds * (best - mean);
    if (best - mean < 0.01) sums->nothing += odds;
}

// Two seats with points n[0] and n[1].
static void more_points(const oracle_state *s, double *share)
{
    share[0] = s->n[0] == s->n[1] ? 0.5 : s->n[0] > s->n[1];
    share[1] = 1 - share[0];
}

// Lot: two idle throws or passes, then one throw decides. n[8]: what has happened.
static int lot_actor(const oracle_state *s, int *moves)
{
    static const int actors[] = { 0, 1, luck, nobody };
    *moves = 2;
    return actors[s->n[8]];
}
static void lot_play(oracle_state *s, int move)
{
    if (s->n[8] == 2) s->n[move]++;
    s->n[8]++;
}
static const oracle_game lot = { 2, lot_actor, lot_play, more_points };
static const char lot_text[] =
    "(game (setup (create players 2))\n"
    "  (stage player (turns 2)\n"
    "    (choice ((label \"throw\" (set ((current player) sto IDLE) (random 5)))\n"
    "             (label \"pass\" (turn pass)))))\n"
    "  (inc (((random 1) player) sto SUM) 1)\n"
    "  (scoring max ((current player) sto SUM)))\n";

// King: two throws of 0 or 2, then the third seat gives a point to one of the others.
static int king_actor(const oracle_state *s, int *moves)
{
    static const int actors[] = { luck, luck, 2, nobody };
    *moves = 2;
    return actors[s->n[8]];
}
static void king_play(oracle_state *s, int move)
{
    if (s->n[8] < 2) s->n[s->n[8]] += 2 * move;
    else s->n[move]++;
    s->n[8]++;
}
static void king_share(const oracle_state *s, double *share)
{
    more_points(s, share);
    share[2] = 0;
}
static const oracle_game king = { 3, king_actor, king_play, king_share };
static const char king_text[] =
    "(game (setup (create players 3))\n"
    "  (do ((inc ((0 player) sto SUM) (* 2 (random 1)))\n"
    "       (inc ((1 player) sto SUM) (* 2 (random 1)))))\n"
    "  (choice (2 player) ((any (list (0 player) (1 player)) 'P (inc ('P sto SUM) 1))))\n"
    "  (scoring max ((current player) sto SUM)))\n";

// Push: a die of four, again or stop; above five is nothing. n[8]: 0 throw, 1 choose, 2 again.
static int push_actor(const oracle_state *s, int *moves)
{
    *moves = s->n[8] == 1 ? 2 : 4;
    return s->n[9] == 2 ? nobody : s->n[8] == 1 ? s->n[9] : luck;
}
static void push_play(oracle_state *s, int move)
{
    int *sum = &s->n[s->n[9]];
    if (s->n[8] != 1) *sum += move + 1;
    bool over = s->n[8] == 2 || (s->n[8] == 1 && move == 1);
    s->n[8] = over ? 0 : s->n[8] + 1;
    if (over && *sum > 5) *sum = 0;
    s->n[9] += over;
}
static const oracle_game push = { 2, push_actor, push_play, more_points };
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

// Out: three rounds of safe or risk. n[2], n[3]: out. n[8]: turn, n[9]: the risk is being thrown.
static int out_actor(const oracle_state *s, int *moves)
{
    int turn = s->n[8];
    *moves = 2;
    if (s->n[9]) return luck;
    while (turn < 6 && s->n[2 + turn % 2]) turn++;
    return turn < 6 ? turn % 2 : nobody;
}
static void out_play(oracle_state *s, int move)
{
    while (s->n[2 + s->n[8] % 2]) s->n[8]++;
    int seat = s->n[8] % 2;
    if (!s->n[9] && move == 1) {
        s->n[9] = 1;
        return;
    }
    if (!s->n[9]) s->n[seat]++;
    else if (move == 1) s->n[seat] += 3;
    else {
        s->n[seat] = 0;
        s->n[2 + seat] = 1;
    }
    s->n[9] = 0;
    s->n[8]++;
}
static const oracle_game out = { 2, out_actor, out_play, more_points };
static const char out_text[] =
    "(game (setup (create players 2))\n"
    "  (repeat 3 (block\n"
    "    (stage player (turns 2)\n"
    "      ((== ((current player) sto OUT) 0)\n"
    "        (choice ((label \"safe\" (inc ((current player) sto SUM) 1))\n"
    "          (label \"risk\" (if (== (random 1) 1) (inc ((current player) sto SUM) 3)\n"
    "            (do ((set ((current player) sto SUM) 0)\n"
    "                 (set ((current player) sto OUT) 1)))))))))\n"
    "    (inc (game sto ROUND) 1)\n"
    "    (saveturnstats SUM roundnumber ROUND)))\n"
    "  (scoring max ((current player) sto SUM)))\n";

// Market: one card of 1 to 4 lies open; each in turn, one is added and one is taken. n[4..7]: where
// a card is: 0 in the stock, 1 open, 2 and 3 taken by a seat.
static int market_cards(const oracle_state *s, int where, int *cards)
{
    int count = 0;
    for (int i = 0; i < 4; i++) {
        if (s->n[4 + i] == where) cards[count++] = i;
    }
    return count;
}
static int market_actor(const oracle_state *s, int *moves)
{
    static const int actors[] = { luck, luck, 0, luck, 1, nobody };
    int cards[4], actor = actors[s->n[8]];
    *moves = market_cards(s, actor == luck ? 0 : 1, cards);
    return actor;
}
static void market_play(oracle_state *s, int move)
{
    int cards[4], moves, actor = market_actor(s, &moves);
    market_cards(s, actor == luck ? 0 : 1, cards);
    s->n[4 + cards[move]] = actor == luck ? 1 : 2 + actor;
    if (actor >= 0) s->n[actor] += cards[move] + 1;
    s->n[8]++;
}
static const oracle_game market = { 2, market_actor, market_play, more_points };
static const char market_text[] =
    "(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. 4)))))\n"
    "  (do ((shuffle (game hloc STOCK)) (move (top (game hloc STOCK)) (top (game vloc SHOP)))))\n"
    "  (stage player (turns 2)\n"
    "    (move (top (game hloc STOCK)) (top (game vloc SHOP)))\n"
    "    (choice ((any (game vloc SHOP) 'C (move 'C (top ((current player) vloc HELD)))))))\n"
    "  (scoring max (sum ((current player) vloc HELD) using N)))\n";

// A guess at which of three cards is hidden; or a pass, which wins two times in five.
static const char guess_text[] =
    "(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. 3)))))\n"
    "  (do ((shuffle (game hloc STOCK))))\n"
    "  (choice (0 player)\n"
    "    ((label \"pass\" (set (game sto WON) (if (< (random 4) 2) 1 0)))\n"
    "     (any (range 1 .. 3) 'K\n"
    "       (set (game sto WON) (if (== (value N (top (game hloc STOCK))) 'K) 1 0)))))\n"
    "  (scoring win (== (== (current player) (0 player)) (> (game sto WON) 0))))\n";

static const char rps_text[] =
    "(game (setup (create players 2))\n"
    "  (together (choice ((any (range 0 .. 2) 'N (set ((current player) sto SIGN) 'N)))))\n"
    "  (scoring max (if (== (% (+ 3 (- ((current player) sto SIGN)\n"
    "                          ((next (current player)) sto SIGN))) 3) 1) 1 0)))\n";

// A gift that decides the match, once in it, among ten idle choices.
static const char gift_text[] =
    "(game (setup (create players 3))\n"
    "  (repeat 10 (block (choice (0 player)\n"
    "    ((label \"left\" (inc (game sto IDLE) 1)) (label \"right\" (inc (game sto IDLE) 1))))))\n"
    "  (choice (2 player) ((any (list (0 player) (1 player)) 'P (inc ('P sto SUM) 1))))\n"
    "  (scoring max ((current player) sto SUM)))\n";

// ---- recordings ----

typedef struct recorded {
    dado_region region;
    dado_byte_writer bytes;
    dado_recording r;
} recorded;

static void record(recorded *to, const char *text, uint64_t exact, int matches, int times,
                   int threads, uint64_t seed)
{
    dado_error err = { 0 };
    *to = (recorded){ 0 };
    dado_region_init(&to->region, (size_t)1 << 28);
    const dado_game_source *source = dado_test_game_text("game.rcy", text, &to->region);
    dado_plan plan = dado_test_plan(source, dado_test_lineup("random", &to->region), matches, seed);
    dado_recorder_config config = { .play = &plan,
                                    .per_kind = 2,
                                    .times = times,
                                    .graphs = matches,
                                    .most_moves = 1e9,
                                    .exact = exact };
    dado_experiment_settings how = { .threads = threads };
    if (!dado_decision_recorder_run(&config, &how, &to->bytes, &err)) fail_msg("%s", err.text);
    dado_byte_reader in = { .bytes = to->bytes.bytes, .size = to->bytes.used };
    if (!dado_recording_unpack(&to->r, &in, &to->region, &err)) fail_msg("%s", err.text);
    assert_int_equal(in.used, in.size);
}

static void release(recorded *from)
{
    dado_byte_writer_free(&from->bytes);
    dado_region_free(&from->region);
}

static void assert_near(double found, double wanted, double within, const char *what)
{
    if (!(fabs(found - wanted) <= within)) fail_msg("%s: %.9g, and not %.9g", what, found, wanted);
}

static oracle_sums sums_of(const oracle_game *g, oracle_state start)
{
    oracle_sums sums = { 0 };
    walk(g, &start, 1, false, &sums);
    return sums;
}

static double all_luck(const oracle_game *g, const oracle_sums *sums)
{
    double all = 0;
    for (int p = 0; p < g->seats; p++) all += sums->luck[p];
    return all;
}

typedef struct stakes {
    double weight, sum, nothing;
} stakes;

static stakes stakes_of(const dado_recording *r)
{
    stakes s = { 0 };
    for (int i = 0; i < r->decision_count; i++) {
        const dado_recorded_decision *d = &r->decisions[i];
        if (!d->known || (r->exact && d->match >= 0)) continue;
        double here = dado_decision_stakes_of(d, r->players);
        s.weight += d->weight;
        s.sum += d->weight * here;
        s.nothing += here < 0.01 ? d->weight : 0;
    }
    return s;
}

typedef struct enumerated {
    const char *name, *text;
    const oracle_game *oracle;
    double luck, stakes, nothing;  // as ../shared/spec/questions.md works them out
} enumerated;

static const enumerated games[] = {
    { "lot", lot_text, &lot, 1, 0, 1 },
    { "king", king_text, &king, 1.0 / 2, 0, 1 },
    { "push", push_text, &push, 67807.0 / 108288, 341.0 / 2048, 3.0 / 64 },
    { "out", out_text, &out, 1036267.0 / 1270784, 1203.0 / 18944, 141.0 / 2368 },
    { "market", market_text, &market, 3.0 / 16, 1.0 / 4, 1.0 / 3 },
};
enum { game_count = sizeof games / sizeof *games };

static void small_games_are_exact(void **state)
{
    (void)state;
    for (int i = 0; i < game_count; i++) {
        const enumerated *g = &games[i];
        oracle_sums sums = sums_of(g->oracle, (oracle_state){ 0 });
        double l = all_luck(g->oracle, &sums), c = sums.own + sums.others;
        assert_near(l / (l + c), g->luck, 1e-12, g->name);  // the oracle agrees with the page
        assert_near(sums.stakes / sums.decisions, g->stakes, 1e-12, g->name);
        assert_near(sums.nothing / sums.decisions, g->nothing, 1e-12, g->name);
        recorded found;
        record(&found, g->text, 100000, 50, 20, 1, 1);
        assert_true(found.r.exact && found.r.random);
        dado_luck_and_choice luck_found = dado_recording_luck(&found.r, 0.95);
        assert_true(luck_found.known && luck_found.exact);
        assert_near(luck_found.luck.value, g->luck, 1e-9, g->name);
        assert_near(luck_found.first_luck.value, sums.first_luck / (l + c), 1e-9, g->name);
        assert_near(luck_found.own.value, sums.own / (l + c), 1e-9, g->name);
        assert_near(luck_found.others.value, sums.others / (l + c), 1e-9, g->name);
        stakes s = stakes_of(&found.r);
        assert_near(s.weight, sums.decisions, 1e-9, g->name);
        assert_near(s.sum / s.weight, g->stakes, 1e-9, g->name);
        assert_near(s.nothing / s.weight, g->nothing, 1e-9, g->name);
        release(&found);
    }
}

// Played on instead of worked out, the intervals hold the same values.
static void sampled_intervals_hold_the_exact_values(void **state)
{
    (void)state;
    for (int i = 0; i < game_count; i++) {
        const enumerated *g = &games[i];
        int covered = 0;
        enum { seeds = 12 };
        for (uint64_t seed = 1; seed <= seeds; seed++) {
            recorded found;
            record(&found, g->text, 0, 150, 40, 1, seed);
            assert_false(found.r.exact);
            dado_luck_and_choice l = dado_recording_luck(&found.r, 0.99);
            assert_true(l.known && !l.exact);
            covered += l.luck.low <= g->luck + 1e-9 && g->luck <= l.luck.high + 1e-9;
            assert_true(l.luck.high - l.luck.low < 0.35);
            release(&found);
        }
        if (covered < seeds - 1) fail_msg("%s: %d of %d hold it", g->name, covered, seeds);
    }
}

// What the chooser cannot know is averaged: each guess is right one time in three, a pass wins two
// times in five. In the true position some guess always wins.
static void a_chooser_knows_what_he_sees(void **state)
{
    (void)state;
    recorded found;
    record(&found, guess_text, 100000, 50, 20, 1, 1);
    assert_true(found.r.exact);
    int sets = 0;
    for (int i = 0; i < found.r.decision_count; i++) {
        const dado_recorded_decision *d = &found.r.decisions[i];
        assert_int_equal(d->count, 4);
        if (d->match >= 0) continue;
        sets++;
        for (int o = 0; o < 4; o++) {
            bool pass = strcmp(d->options[o].words, "pass") == 0;
            assert_near(d->known[o * 2].share[0], pass ? 2.0 / 5 : 1.0 / 3, 1e-9, "guess");
        }
    }
    assert_int_equal(sets, 1);
    release(&found);
    record(&found, rps_text, 100000, 50, 20, 1, 1);
    stakes s = stakes_of(&found.r);
    assert_near(s.weight, 2, 1e-9, "rps");
    assert_near(s.sum, 0, 1e-9, "rps");
    assert_near(dado_recording_luck(&found.r, 0.95).luck.value, 0, 1e-9, "rps");
    release(&found);
}

// A graph begins at the chance before the first step and ends with what each seat has got; every
// step is a decision or luck, and where values are exact the mean of the squares is the variance.
static void graphs_go_from_the_start_to_the_end(void **state)
{
    (void)state;
    recorded found;
    record(&found, push_text, 100000, 4000, 20, 1, 3);
    double decided = 0, last_luck = 0;
    for (int i = 0; i < found.r.graph_count; i++) {
        const dado_recorded_graph *g = &found.r.graphs[i];
        assert_near(g->before[0][0], 0.5, 1e-9, "before");
        int tau = g->count;
        for (int t = g->count; t-- > 0;) {
            double first = g->steps[t].half[0][0];
            if (!(first > 0.95 || first < 0.05)) break;
            tau = t + 1;
        }
        const double *end = g->steps[g->count - 1].half[0];
        decided += end[0] == 0.5 ? 1 : (double)tau / g->count;
        int t = g->count - 1;
        while (g->steps[t].actor != DADO_CHANCE) t--;
        const double *before = t ? g->steps[t - 1].half[0] : g->before[0];
        double move = g->steps[t].half[0][0] - before[0];
        last_luck += 2 * move * move;
    }
    assert_int_equal(found.r.graph_count, 4000);
    assert_near(decided / 4000, 2513.0 / 2560, 0.004, "decided");
    double whole = 2 * (67807.0 + 40481) / 524288;
    assert_near(last_luck / 4000 / whole, 17081.0 / 36096, 0.025, "last luck");
    release(&found);
}

// One decision in eleven decides the match: it is a kind of its own, and looked at in every match.
static void what_is_rare_is_seen(void **state)
{
    (void)state;
    recorded found;
    record(&found, gift_text, 0, 200, 10, 1, 1);
    assert_int_equal(found.r.kind_count, 2);
    int gifts = 0;
    double weight[2] = { 0 };
    for (int i = 0; i < found.r.decision_count; i++) {
        const dado_recorded_decision *d = &found.r.decisions[i];
        weight[d->kind] += d->weight;
        if (d->seat != 2) continue;
        gifts++;
        assert_near(d->actual[0].share[1], 1, 1e-9, "gift");
        assert_near(d->actual[3 + 0].share[1], 0, 1e-9, "gift");
    }
    assert_int_equal(gifts, 200);
    assert_near(weight[0], 2000, 1e-9, "idle");
    assert_near(weight[1], 200, 1e-9, "gifts");
    assert_true(dado_recording_luck(&found.r, 0.95).choice.low > 0.95);
    release(&found);
}

static void threads_change_no_byte(void **state)
{
    (void)state;
    recorded one, four;
    record(&one, out_text, 0, 40, 10, 1, 7);
    record(&four, out_text, 0, 40, 10, 4, 7);
    assert_int_equal(one.bytes.used, four.bytes.used);
    assert_memory_equal(one.bytes.bytes, four.bytes.bytes, one.bytes.used);
    dado_byte_writer again = { .grows = true };
    dado_recording_pack(&one.r, &again);
    assert_int_equal(one.bytes.used, again.used);
    assert_memory_equal(one.bytes.bytes, again.bytes, again.used);
    dado_byte_writer_free(&again);
    release(&one);
    release(&four);
}

static void damage_is_refused(void **state)
{
    (void)state;
    recorded found;
    record(&found, lot_text, 0, 6, 4, 1, 7);
    for (size_t cut = 0; cut < found.bytes.used; cut += 1 + cut / 16) {
        dado_recording r;
        dado_error err = { 0 };
        dado_byte_reader in = { .bytes = found.bytes.bytes, .size = cut };
        assert_false(dado_recording_unpack(&r, &in, &found.region, &err));
        assert_true(strstr(err.text, "recording"));
    }
    release(&found);
}

static int last_recording(const char *path)
{
    sqlite3 *db;
    sqlite3_stmt *s;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT max(id) FROM recording", -1, &s, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    int count = sqlite3_column_int(s, 0);
    sqlite3_finalize(s);
    sqlite3_close(db);
    return count;
}

static dado_recording load(const char *text, dado_store *store, int matches, dado_region *region)
{
    dado_error err = { 0 };
    const dado_game_source *source = dado_test_game_text("game.rcy", text, region);
    dado_plan plan = dado_test_plan(source, dado_test_lineup("random", region), matches, 5);
    dado_recorder_config config = { .play = &plan, .per_kind = 1, .times = 4, .most_moves = 1e6 };
    dado_experiment_settings how = { .threads = 1, .store = store };
    dado_recording r;
    if (!dado_decision_recorder_load(&config, &how, region, &r, &err)) fail_msg("%s", err.text);
    return r;
}

// A recording is found again by what it is of, in an old store too; other settings make another.
static void a_store_keeps_recordings(void **state)
{
    (void)state;
    char path[300];
    const char *folder = getenv("TMPDIR");
    dado_error err = { 0 };
    dado_store *store;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 28);
    snprintf(path, sizeof path, "%s/dado-recording-%d.db", folder ? folder : "/tmp", (int)getpid());
    FILE *from = fopen("tests/lab/stores/first.db", "rb"), *to = fopen(path, "wb");
    assert_true(from && to);
    for (int c; (c = getc(from)) != EOF;) putc(c, to);
    fclose(from);
    fclose(to);
    if (!dado_store_open(&store, path, DADO_STORE_WRITE, &err)) fail_msg("%s", err.text);
    dado_recording first = load(out_text, store, 10, &region);
    dado_recording again = load(out_text, store, 10, &region);
    dado_recording other = load(out_text, store, 11, &region);
    assert_int_equal(first.matches, 10);
    assert_int_equal(other.matches, 11);
    dado_byte_writer one = { .grows = true }, two = { .grows = true };
    dado_recording_pack(&first, &one);
    dado_recording_pack(&again, &two);
    assert_int_equal(one.used, two.used);
    assert_memory_equal(one.bytes, two.bytes, one.used);
    dado_store_close(store);
    assert_int_equal(last_recording(path), 2);
    dado_byte_writer_free(&one);
    dado_byte_writer_free(&two);
    dado_region_free(&region);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_games_are_exact),
        cmocka_unit_test(sampled_intervals_hold_the_exact_values),
        cmocka_unit_test(a_chooser_knows_what_he_sees),
        cmocka_unit_test(graphs_go_from_the_start_to_the_end),
        cmocka_unit_test(what_is_rare_is_seen),
        cmocka_unit_test(threads_change_no_byte),
        cmocka_unit_test(damage_is_refused),
        cmocka_unit_test(a_store_keeps_recordings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
