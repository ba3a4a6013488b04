// false_alarms_test.c - games whose truth is known, over many seeds: no false claim, and flaws are
// found.
//
// Of each game it is known what is so: it was solved, made so, or its seats are alike. An alarm
// that is not so is a false claim; false claims are counted by kind over all games and seeds, and
// may come about as often as is stated, one run in twenty. What was planted is to be found in four
// runs of five. A claim against a proof is none too many.
//
// By default a few small games are judged with one seed; with DADO_LONG all of them with twenty,
// and ten again at normal effort. That takes long, so what was heard is kept in build/truths.tsv, a
// line a run, and not asked again: it may be broken off, parts may run beside each other
// (DADO_TRUTHS_PART=2/3), and some games alone (DADO_TRUTHS_GAME=race). Remove the file when
// judging has changed.
#include "support/test.h"

#include <stdlib.h>
#include <time.h>

#include "support/verdict_fixture.h"
#include "support/match_fixture.h"

#define CASES "tests/judge/cases/"
#define KEPT "build/truths.tsv"

typedef enum manner { DOCTOR, SIM } manner;
enum { SMALL = 1, NORMAL = 2 };  // judged by default too; judged at normal effort too

typedef struct truth {
    const char *label;
    const char *name;   // of a game; or NULL, and
    const char *rules;  // its text; of a named game, its settings
    const char *how;    // it is known: "solved", "made", "alike", "counted" in 8,000 matches
    const char *flaw;   // words of claims that tell it, parted by |; NULL: it has none
    const char *also;   // words of alarms that are so as well
    int marks;
    manner manner;
} truth;

// A race of dice of `sides` for `players` and `turns`: throw, or take half. `more` stands in every
// turn, `end` before the scoring.
#define RACE_OF(players, sides, half, turns, more, end) \
    "(game (setup (create players " players ") (create dicestorage 'D (" sides ")))" \
    " (stage player (end (== (game sto N) " turns "))" \
    "  (choice ((do ((throwalldice 'D) (inc ((current player) sto S) (dievalue 'D))))" \
    "           (inc ((current player) sto S) " half ")))" \
    "  (do (" more " (inc (game sto N) 1)))) " end " (scoring max ((current player) sto S)))"
#define RACE(players, more, end) RACE_OF(players, "6", "3", "24", more, end)
#define GIFT(seat, points) "(do ((inc ((" seat " player) sto S) " points ")))"

// Dice decide, and each turn has a choice besides.
#define BESIDE(players, turns, choices, end) \
    "(game (setup (create players " players ") (create dicestorage 'D (6)))" \
    " (stage player (end (== (game sto N) " turns "))" \
    "  (choice (" choices "))" \
    "  (do ((throwalldice 'D) (inc ((current player) sto S) (dievalue 'D))" \
    "       (inc (game sto N) 1)))) " end " (scoring max ((current player) sto S)))"
#define IDLE_CHOICE "(inc ((current player) sto A) 1) (inc ((current player) sto B) 1)"

// One of so many open cards, each worth its number.
#define PICK(players, cards, turns) \
    "(game (setup (create players " players ") (repeat 12 (create deck (game iloc STOCK)" \
    "  (deck (V (ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE))))))" \
    " (do ((shuffle (game iloc STOCK)) (set (game points WORTH) (((V : ONE) 1)" \
    "  ((V : TWO) 2) ((V : THREE) 3) ((V : FOUR) 4) ((V : FIVE) 5) ((V : SIX) 6)" \
    "  ((V : SEVEN) 7) ((V : EIGHT) 8) ((V : NINE) 9)))))" \
    " (stage player (end (== (game sto N) " turns "))" \
    "  (do ((repeat " cards " (move (top (game iloc STOCK)) (top (game vloc ROW))))))" \
    "  (choice ((any (game vloc ROW) 'C" \
    "    (do ((inc ((current player) sto S) (score 'C using (game points WORTH)))" \
    "         (move 'C (top ((current player) vloc WON))))))))" \
    "  (do ((repeat all (move (top (game vloc ROW)) (top (game vloc GONE))))" \
    "       (inc (game sto N) 1))))" \
    " (scoring max ((current player) sto S)))"

static const truth truths[] = {
    // Nobody is favoured, every match ends, every rule fires, choices count.
    { "race for 2", NULL, RACE("2", "", ""), "alike", NULL, NULL, SMALL | NORMAL, DOCTOR },
    { "race for 3", NULL, RACE("3", "", ""), "alike", NULL, NULL, NORMAL, DOCTOR },
    { "race for 4", NULL, RACE("4", "", ""), "alike", NULL, NULL, 0, DOCTOR },
    { "race for 5", NULL, RACE_OF("5", "6", "3", "25", "", ""), "alike", NULL, "tie", 0, DOCTOR },
    { "race of ten sides", NULL, RACE_OF("3", "10", "4", "30", "", ""), "alike", NULL, NULL, 0,
      DOCTOR },
    { "four open cards", CASES "skill.rcy", NULL, "made", NULL, NULL, SMALL, DOCTOR },
    { "three open cards for 3", NULL, PICK("3", "3", "18"), "made", NULL, NULL, 0, DOCTOR },
    { "five open cards for 2", NULL, PICK("2", "5", "16"), "made", NULL, NULL, 0, DOCTOR },
    { "kuhn", "kuhn", NULL, "solved", NULL, NULL, SMALL | NORMAL, DOCTOR },
    { "kuhn, described", "library/cards/kuhn.rcy", NULL, "solved", NULL, NULL, NORMAL, DOCTOR },
    { "leduc", "library/cards/leduc.rcy", NULL, "solved", NULL, NULL, NORMAL, DOCTOR },
    { "noughts", "noughts", NULL, "solved", NULL, NULL, SMALL | NORMAL, DOCTOR },
    { "fifteen", "library/small/fifteen.rcy", NULL, "solved", NULL, NULL, NORMAL, DOCTOR },
    { "three in a row", "library/boards/threeinarow.rcy", NULL, "solved", NULL, NULL, 0, DOCTOR },
    { "nim", "nim", NULL, "solved", NULL, NULL, NORMAL, DOCTOR },
    { "nim, described", "library/small/nim.rcy", NULL, "solved", NULL, NULL, NORMAL, DOCTOR },
    { "walk", "walk", NULL, "made", NULL, NULL, 0, SIM },
    { "dungeon", "library/maps/corridor.map", NULL, "made", NULL, NULL, 0, SIM },
    { "platform level", "library/levels/first.level", NULL, "made", NULL, "drags on", 0, SIM },
    { "territorio", "territorio", NULL, "counted", NULL, "do not end within", 0, SIM },
    { "an evening, imported", "tests/contract/evening.csv", NULL, "made", NULL, "tie", 0, SIM },
    // A seat that is better, of the size of half a standard deviation of scores and more.
    { "9 points for the first player", NULL, RACE("2", "", GIFT("0", "9")), "made",
      "irst player wins too often", "settled early|hardly matters", SMALL, DOCTOR },
    { "9 points for the second player", NULL, RACE("2", "", GIFT("1", "9")), "made",
      "econd player wins too often", "settled early|hardly matters", 0, DOCTOR },
    { "9 points for the third of 3", NULL, RACE("3", "", GIFT("2", "9")), "made",
      "hird player wins too often", "settled early|hardly matters", 0, DOCTOR },
    { "12 points for the fourth of 4", NULL, RACE("4", "", GIFT("3", "12")), "made",
      "ourth player wins too often", "settled early|hardly matters", 0, DOCTOR },
    { "12 points for the fifth of 5", NULL, RACE_OF("5", "6", "3", "25", "", GIFT("4", "12")),
      "made", "ifth player wins too often", "settled early|hardly matters|tie", 0, DOCTOR },
    { "the first seat is lifted", CASES "first-seat.rcy", NULL, "made",
      "irst player wins too often", "hardly matters|settled early", 0, DOCTOR },
    { "race, the world", "race", NULL, "solved", "irst player wins too often", NULL, NORMAL,
      DOCTOR },
    { "a small row of discs", "bigpoints", "colours=2\ndiscs=2\nwhite=1", "solved",
      "irst player wins too often", "end in a tie|rarely behind|decides too much", NORMAL, DOCTOR },
    { "lanterns", "library/tutorial/lanterns.rcy", NULL, "solved", "irst player wins too often",
      "never|ever plays|wherever|too much", 0, DOCTOR },
    // Rules that never fire, matches that do not end or cannot.
    { "a condition that is never true", NULL,
      RACE("2", "((> (dievalue 'D) 6) (inc ((current player) sto S) 9))", ""), "made", "never",
      NULL, SMALL | NORMAL, DOCTOR },
    { "a dead rule", CASES "dead-rule.rcy", NULL, "made", "never", NULL, 0, DOCTOR },
    { "an option nobody is offered", NULL,
      BESIDE("2", "20",
             "((> ((current player) sto S) 500) (inc ((current player) sto S) 50))"
             " (inc ((current player) sto S) 3) (do ((throwalldice 'D)"
             " (inc ((current player) sto S) (dievalue 'D))))",
             ""),
      "made", "never", NULL, 0, DOCTOR },
    { "endless", CASES "endless.rcy", NULL, "made", "No match ends", "never", 0, DOCTOR },
    { "one match in two is endless", NULL,
      "(game (setup (create players 2) (create dicestorage 'D (2)))"
      " (do ((throwalldice 'D) (set (game sto X) (dievalue 'D))))"
      " (stage player (end (and (== (game sto X) 1) (== (game sto N) 1)))"
      "  (choice ((inc ((current player) sto S) 1) (inc ((current player) sto S) 2)))"
      "  (do ((set (game sto N) 1))))"
      " (scoring max ((current player) sto S)))",
      "made", "Some matches do not end",
      "irst player wins too often|tie|never|econd player wins too rarely", 0, DOCTOR },
    { "a pile that runs out", NULL,
      "(game (setup (create players 2) (create dicestorage 'D (6)) (create deck (game iloc STOCK)"
      "  (deck (V (A, B, C)))))"
      " (stage player (end (== (game sto N) 12))"
      "  (choice ((inc ((current player) sto S) 1) (inc ((current player) sto S) 2)))"
      "  (do ((throwalldice 'D) (inc ((current player) sto S) (dievalue 'D))"
      "       ((== (dievalue 'D) 6) (move (top (game iloc STOCK)) (top (game vloc GONE))))"
      "       (inc (game sto N) 1))))"
      " (scoring max ((current player) sto S)))",
      "made", "cannot be carried out", NULL, 0, DOCTOR },
    // Nothing to choose, or nothing that counts.
    { "dicepoints", "library/dice/dicepoints.rcy", NULL, "made", "nothing to decide", NULL,
      SMALL | NORMAL, DOCTOR },
    { "war", "library/cards/war.rcy", NULL, "made", "nothing to decide", "leads early", 0, DOCTOR },
    { "a choice in one turn of ten", NULL,
      "(game (setup (create players 2) (create dicestorage 'D (6)))"
      " (stage player (end (== (game sto N) 20))"
      "  (choice (((< (game sto N) 2) (inc ((current player) sto S) 3))"
      "           (do ((throwalldice 'D) (inc ((current player) sto S) (dievalue 'D))))))"
      "  (do ((inc (game sto N) 1))))"
      " (scoring max ((current player) sto S)))",
      "made", "seldom have a choice", NULL, 0, DOCTOR },
    { "a choice that does nothing", NULL, BESIDE("2", "20", IDLE_CHOICE, ""), "made",
      "hardly matters", NULL, SMALL | NORMAL, DOCTOR },
    { "a choice that does nothing for 4", NULL, BESIDE("4", "24", IDLE_CHOICE, ""), "made",
      "hardly matters", NULL, 0, DOCTOR },
    { "who leads may crow", NULL,
      BESIDE("2", "20",
             "((> ((current player) sto S) (+ ((next player) sto S) 4))"
             " (inc ((current player) sto CROW) 1)) (inc ((current player) sto BOW) 1)",
             ""),
      "made", "hardly matters", "seldom", 0, DOCTOR },
    // Options that are too good. Nothing is said yet of one that is best wherever it is offered.
    { "a dominant option", CASES "dominant.rcy", NULL, "made", NULL, "ever plays", SMALL, DOCTOR },
    { "a dominant option for 3", NULL,
      BESIDE("3", "18",
             "(inc ((current player) sto S) 6)"
             " (do ((inc ((current player) sto S) 1) (inc (game sto SLOW) 1)))",
             ""),
      "made", NULL, "ever plays", 0, DOCTOR },
    { "one card decides", CASES "one-card.rcy", NULL, "made", "decides too much", "settled early",
      NORMAL, DOCTOR },
    { "one joker decides for 3", NULL,
      "(game (setup (create players 3) (create dicestorage 'D (6))"
      "  (create deck (game iloc STOCK) (deck (V (JOKER, A, B, C, E, F)))))"
      " (do ((shuffle (game iloc STOCK))"
      "  (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))"
      " (stage player (end (== (game sto N) 15))"
      "  (choice ((do ((throwalldice 'D) (inc ((current player) sto S) (dievalue 'D))))"
      "           (inc ((current player) sto S) 3))) (do ((inc (game sto N) 1))))"
      " (stage player (end (== (game sto N) 18))"
      "  (choice ((any ((current player) iloc HAND) 'C"
      "    (do (((== (cardatt V 'C) JOKER) (inc ((current player) sto S) 60))"
      "         (move 'C (top ((current player) vloc TABLE))))))))"
      "  (do ((inc (game sto N) 1))))"
      " (scoring max ((current player) sto S)))",
      "made", "decides too much", NULL, 0, DOCTOR },
    // The shape of a match.
    { "settled by the first throw", NULL,
      "(game (setup (create players 2) (create dicestorage 'D (2)))"
      " (stage player (end (== (game sto N) 20))"
      "  (choice (" IDLE_CHOICE "))"
      "  (do (((== (game sto N) 1) (do ((throwalldice 'D) (set (game sto X) (dievalue 'D)))))"
      "       (inc (game sto N) 1))))"
      " (do (((== (game sto X) 1) (inc ((0 player) sto S) 9))"
      "      ((== (game sto X) 2) (inc ((1 player) sto S) 9))))"
      " (scoring max ((current player) sto S)))",
      "made", "settled early", "hardly matters", 0, DOCTOR },
    { "who leads first has won", NULL,
      "(game (setup (create players 2) (create dicestorage 'D (100)))"
      " (stage player (end (== (game sto N) 20)) (choice (" IDLE_CHOICE "))"
      "  (do (((< (game sto N) 2) (do ((throwalldice 'D)"
      "        (inc ((current player) sto S) (dievalue 'D)))))"
      "       (inc (game sto N) 1) (saveturnstats S roundnumber N))))"
      " (scoring max ((current player) sto S)))",
      "made", "leads early mostly wins",
      "hardly matters|settled early|rarely behind|hardly ever changes|for good early", 0, DOCTOR },
    { "half of all matches are ties", NULL,
      "(game (setup (create players 2) (create dicestorage 'D (2)))"
      " (stage player (end (== (game sto N) 2)) (choice (" IDLE_CHOICE "))"
      "  (do ((throwalldice 'D) (inc ((current player) sto S) (dievalue 'D))"
      "       (inc (game sto N) 1))))"
      " (scoring max ((current player) sto S)))",
      "made", "end in a tie", "hardly matters", NORMAL, DOCTOR },
    // Each moves the others' chances, and can win: nobody is a kingmaker by the definition.
    { "points are given to others", NULL,
      BESIDE("3", "9", "(inc ((next player) sto S) 9) (inc ((previous player) sto S) 9)", ""),
      "made", NULL, "wins too|too much", 0, DOCTOR },
    { "nobody gets out", "tests/judge/games/nowhere.map", NULL, "made", "hardly ever succeeds",
      NULL, 0, SIM },
    // Held out: made when all lines of judgement stood, and nothing was mended by what was heard.
    { "held out: two dice, take one", NULL,
      "(game (setup (create players 3) (create dicestorage 'A (6)) (create dicestorage 'B (6)))"
      " (stage player (end (== (game sto N) 24))"
      "  (do ((throwalldice 'A) (throwalldice 'B)))"
      "  (choice ((inc ((current player) sto S) (dievalue 'A))"
      "           (inc ((current player) sto S) (dievalue 'B))))"
      "  (do ((inc (game sto N) 1))))"
      " (scoring max ((current player) sto S)))",
      "made", NULL, NULL, 0, DOCTOR },
    { "held out: 10 points ahead from the start", NULL,
      "(game (setup (create players 4) (create dicestorage 'D (8)))"
      " (do ((inc ((2 player) sto S) 10)))"
      " (stage player (end (== (game sto N) 20))"
      "  (choice ((do ((throwalldice 'D) (inc ((current player) sto S) (dievalue 'D))))"
      "           (inc ((current player) sto S) 4))) (do ((inc (game sto N) 1))))"
      " (scoring max ((current player) sto S)))",
      "made", "hird player wins too often",
      "settled early|hardly matters|for good early|rarely behind|leads early|hardly ever changes",
      0, DOCTOR },
    { "held out: a bonus nobody can get", NULL,
      "(game (setup (create players 3) (create dicestorage 'A (6)) (create dicestorage 'B (6)))"
      " (stage player (end (== (game sto N) 21))"
      "  (choice ((do ((throwalldice 'A) (throwalldice 'B)"
      "                ((> (+ (dievalue 'A) (dievalue 'B)) 12)"
      "                 (inc ((current player) sto S) 40))"
      "                (inc ((current player) sto S) (dievalue 'A))))"
      "           (inc ((current player) sto S) 3))) (do ((inc (game sto N) 1))))"
      " (scoring max ((current player) sto S)))",
      "made", "never", NULL, 0, DOCTOR },
    { "held out: a hat for every throw", NULL,
      "(game (setup (create players 3) (create dicestorage 'D (20)))"
      " (stage player (end (== (game sto N) 15))"
      "  (choice ((inc ((current player) sto RED) 1) (inc ((current player) sto BLUE) 1)"
      "           (inc ((current player) sto GREEN) 1)))"
      "  (do ((throwalldice 'D) (inc ((current player) sto S) (dievalue 'D))"
      "       (inc (game sto N) 1))))"
      " (scoring min ((current player) sto S)))",
      "made", "hardly matters", NULL, 0, DOCTOR },
    { "held out: seven is more than two", NULL,
      "(game (setup (create players 4) (create dicestorage 'D (10)))"
      " (stage player (end (== (game sto N) 20))"
      "  (choice ((inc ((current player) sto S) 2) (inc ((current player) sto S) 7)))"
      "  (do ((throwalldice 'D) (inc ((current player) sto S) (dievalue 'D))"
      "       (inc (game sto N) 1))))"
      " (scoring max ((current player) sto S)))",
      "made", NULL, "ever plays", 0, DOCTOR },
};

enum { count_of_truths = sizeof truths / sizeof *truths, most_kinds = 32 };

typedef struct tally {
    int runs[count_of_truths][2], found[count_of_truths][2];  // by effort
    int missing;
    struct {
        char topic[24];
        int runs;
    } kinds[most_kinds];  // false claims
    int kind_count, all_runs, against_proof;
    double seconds;
} tally;

static bool tells(const char *claim, const char *flaw)
{
    char words[80];
    for (const char *at = flaw; at && *at;) {
        size_t length = strcspn(at, "|");
        snprintf(words, sizeof words, "%.*s", (int)length, at);
        if (strstr(claim, words)) return true;
        at += length + (at[length] == '|');
    }
    return false;
}

// One run as a line: label, effort, seed, seconds, whether the flaw was told, and then each false
// claim by its topic; "proof" is one that goes against a proof.
static void judge_one(const truth *t, int effort, int seed, dado_text *line)
{
    struct timespec before, after;
    timespec_get(&before, TIME_UTC);
    dado_region region;
    dado_region_init_large(&region);
    const dado_game_source *game = t->name ? dado_test_game(t->name, t->rules, &region)
                                           : dado_test_game_text("case.rcy", t->rules, &region);
    dado_verdict_fixture c;
    if (t->manner == SIM) dado_verdict_fixture_sim(&c, game, "random", 400, (uint64_t)seed, 0);
    else dado_verdict_fixture_doctor(&c, game, (dado_effort)effort, (uint64_t)seed);
    bool told = false;
    dado_text wrong = { 0 };
    for (int i = 0; i < c.count; i++) {
        const dado_verdict *v = &c.said[i];
        bool alarm = v->tone == DADO_BAD || v->tone == DADO_WARN;
        told = told || tells(v->claim, t->flaw);
        if (!alarm || tells(v->claim, t->flaw) || tells(v->claim, t->also)) continue;
        print_message("%s, seed %d: %s %s\n", t->label, seed, v->claim, v->evidence);
        bool seats = strcmp(v->topic, "fairness") == 0;
        bool proved = c.checkup.proof.known || c.checkup.secret.known;
        dado_text_addf(&wrong, " %s", seats && proved ? "proof" : v->topic);
    }
    timespec_get(&after, TIME_UTC);
    double seconds =
        (double)(after.tv_sec - before.tv_sec) + 1e-9 * (double)(after.tv_nsec - before.tv_nsec);
    dado_text_addf(line, "%s\t%d\t%d\t%.2f\t%d\t%s\n", t->label, effort, seed, seconds, told,
                   wrong.length ? dado_text_string(&wrong) + 1 : "");
    dado_text_free(&wrong);
    dado_verdict_fixture_close(&c);
    dado_region_free(&region);
}

static void count_wrong(tally *sum, char *topics)
{
    for (char *topic = strtok(topics, " \n"); topic; topic = strtok(NULL, " \n")) {
        int k = 0;
        sum->against_proof += strcmp(topic, "proof") == 0;
        while (k < sum->kind_count && strcmp(sum->kinds[k].topic, topic) != 0) k++;
        if (k == most_kinds) continue;
        if (k == sum->kind_count) {
            snprintf(sum->kinds[k].topic, sizeof sum->kinds[k].topic, "%s", topic);
            sum->kind_count++;
        }
        sum->kinds[k].runs++;
    }
}

static void count_line(tally *sum, const char *text)
{
    char label[80] = "", wrong[300] = "";
    int effort, seed, told;
    double seconds;
    if (sscanf(text, "%79[^\t]\t%d\t%d\t%lf\t%d\t%299[^\n]", label, &effort, &seed, &seconds, &told,
               wrong) < 5) {
        return;
    }
    for (int g = 0; g < count_of_truths; g++) {
        if (strcmp(truths[g].label, label) != 0 || effort > 1) continue;
        sum->runs[g][effort]++;
        sum->found[g][effort] += told;
        sum->all_runs++;
        sum->seconds += seconds;
        count_wrong(sum, wrong);
    }
}

static bool is_kept(const char *kept, const char *label, int effort, int seed)
{
    char head[120];
    int length = snprintf(head, sizeof head, "%s\t%d\t%d\t", label, effort, seed);
    for (const char *at = kept; at && *at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
        if (strncmp(at, head, (size_t)length) == 0) return true;
    }
    return false;
}

static char *read_kept(void)
{
    FILE *file = fopen(KEPT, "r");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = calloc(1, (size_t)size + 1);
    if (text && fread(text, 1, (size_t)size, file) != (size_t)size) text[0] = '\0';
    fclose(file);
    return text;
}

// Every run of the dose that is not kept, into the file as it is heard.
static void judge_all(int seeds)
{
    int part = 1, parts = 1, number = 0;
    const char *which = getenv("DADO_TRUTHS_PART");
    if (which) sscanf(which, "%d/%d", &part, &parts);
    const char *only = getenv("DADO_TRUTHS_GAME");
    for (int run = 0; run < 2 * seeds * count_of_truths; run++) {  // all quick ones first
        int effort = run / (seeds * count_of_truths), g = run % count_of_truths;
        int seed = run / count_of_truths % seeds + 1;
        if (effort == DADO_NORMAL && !(truths[g].marks & NORMAL)) continue;
        if (only && !strstr(truths[g].label, only)) continue;
        if (number++ % parts != part - 1) continue;
        char *kept = read_kept();
        bool known = is_kept(kept, truths[g].label, effort, seed);
        free(kept);
        if (known) continue;
        dado_text line = { 0 };
        judge_one(&truths[g], effort, seed, &line);
        FILE *file = fopen(KEPT, "a");
        assert_non_null(file);
        fputs(dado_text_string(&line), file);
        fclose(file);
        dado_text_free(&line);
    }
}

static void judge_few(tally *sum)
{
    for (int g = 0; g < count_of_truths; g++) {
        if (!(truths[g].marks & SMALL)) continue;
        dado_text line = { 0 };
        judge_one(&truths[g], DADO_QUICK, 1, &line);
        count_line(sum, dado_text_string(&line));
        dado_text_free(&line);
    }
}

static void show(const tally *sum)
{
    print_message("%-34s %-8s %6s %6s   %6s %6s\n", "game", "known", "quick", "told", "normal",
                  "told");
    for (int g = 0; g < count_of_truths; g++) {
        print_message("%-34s %-8s %6d %6d   %6d %6d\n", truths[g].label, truths[g].how,
                      sum->runs[g][0], sum->found[g][0], sum->runs[g][1], sum->found[g][1]);
    }
    for (int k = 0; k < sum->kind_count; k++) {
        print_message("false claims about %s: %d of %d runs\n", sum->kinds[k].topic,
                      sum->kinds[k].runs, sum->all_runs);
    }
    print_message("%d runs, %.2f hours of judging\n", sum->all_runs, sum->seconds / 3600);
}

static void no_false_claim_and_flaws_are_found(void **state)
{
    (void)state;
    static const double stated = 0.05;  // of runs may hear a false claim of a kind
    static tally sum;
    int seeds = dado_test_repeats(1, 20);
    if (seeds == 1) {
        judge_few(&sum);
    } else {
        judge_all(seeds);
        char *kept = read_kept();
        for (char *at = kept; at && *at;) {
            char *end = strchr(at, '\n');
            if (end) *end = '\0';
            count_line(&sum, at);
            at = end ? end + 1 : NULL;
        }
        free(kept);
    }
    show(&sum);
    for (int g = 0; g < count_of_truths; g++) {
        for (int effort = 0; effort < 2 && truths[g].flaw; effort++) {
            if (5 * sum.found[g][effort] < 4 * sum.runs[g][effort]) {
                fail_msg("%s: told in %d of %d runs: %s", truths[g].label, sum.found[g][effort],
                         sum.runs[g][effort], truths[g].flaw);
            }
        }
    }
    assert_int_equal(sum.against_proof, 0);
    for (int k = 0; k < sum.kind_count; k++) {
        dado_interval share = dado_share_interval(sum.kinds[k].runs, sum.all_runs, 0.95);
        if (share.low > stated) fail_msg("too many false claims about %s", sum.kinds[k].topic);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_false_claim_and_flaws_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
