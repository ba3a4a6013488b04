// common_mistakes_test.c - what people write in their first hour is answered once, with what they
// meant.
//
// Each line stands in a game that is right otherwise. It must be told exactly one thing, in that
// line, with these words; nothing may follow from it, and nothing above may be called unused
// because the line could not be read.
#include "recycle/open_and_play.h"

typedef struct mistake {
    const char *line, *code, *words;
} mistake;

static const mistake mistakes[] = {
    // words and signs of other languages
    { "((== (round) 3) (turn pass))", "E103", "counted in storage" },
    { "((>= round 3) (turn pass))", "E103", "counted in storage" },
    { "((== (count ((current player) iloc HAND)) 0) (turn pass))", "E103", "(size collection)" },
    { "(set (game sto X) (length player))", "E103", "(size collection)" },
    { "(deal 3 (game hloc STOCK) ((current player) iloc HAND))", "E103", "(repeat 3 (move" },
    { "(draw 1)", "E103", "(move (top (game hloc STOCK))" },
    { "(roll 'DIE)", "E103", "(throw (game vloc CUP))" },
    { "(for 'P player (turn pass))", "E103", "(all collection 'V act)" },
    { "(foreach player 'P (turn pass))", "E103", "(all collection 'V act)" },
    { "(elif true (turn pass))", "E103", "the same if" },
    { "(print \"hello\")", "E103", "(label " },
    { "((not (empty (game hloc STOCK))) (turn pass))", "E103", "(== (size collection) 0)" },
    { "(set (game who X) null)", "E103", "nobody" },
    { "(while (< (game sto X) 3) (inc (game sto X) 1))", "E110", "(repeat while condition act)" },
    { "((\xE2\x89\xA5 (game sto X) 3) (turn pass))", "E101", "at least is written >=" },
    { "((\xE2\x89\xA0 (game sto X) 3) (turn pass))", "E101", "not equal is written !=" },
    { "((= (game sto X) 3) (turn pass))", "E101", "to compare, write ==" },
    { "((&& true true) (turn pass))", "E101", "(and a b)" },
    { "(set (game sto X) [1 2])", "E101", "(list 1 2)" },
    { "(set (game sto X) 1.5)", "E101", "numbers are whole" },
    { "((== (game flag X) True) (turn pass))", "E103", "True has capital and small letters" },
    { "((== (game flag X) TRUE) (turn pass))", "E302", "true and false are written in small" },
    { "(set (game flag X) TRUE)", "E301", "true and false are written in small letters" },
    { "(choose ((turn pass)))", "E103", "did you mean choice?" },
    { "(choise ((turn pass)) (turn pass) 3)", "E103", "did you mean choice?" },
    // too much, too little
    { "(inc (game sto X) 1 2)", "E110", "inc is complete before this; remove 2," },
    { "(move (top (game hloc STOCK)) (top (game vloc A)) 2)", "E110",
      "move is complete before this" },
    { "((> (game sto X) 1) (inc (game sto X) 1) (inc (game sto Y) 1))", "E110",
      "several go into a do" },
    { "(inc ((current player) sto SCORE))", "E110", "inc needs more than this" },
    { "(set (game sto X) (size))", "E110", "size needs more than this" },
    { "(set (game sto X) (random 1 6))", "E110", "(random 1 .. 6)" },
    { "(set (game sto X) (if (> (game sto Y) 1) 2))", "E110", "needs a last value" },
    { "(if ((> (game sto Y) 1)) (turn pass))", "E110", "take one pair away" },
    { "(choice (turn pass))", "E110", "(choice ((turn ...)))" },
    { "(choice (any player 'P (label \"to {P}\" (turn pass))) (turn pass))", "E110",
      "(choice ((any ...)))" },
    { "(do (inc (game sto X) 1))", "E110", "(do ((inc ...)))" },
    // whose, and what
    { "(set (player sto X) 1)", "E110", "whose is meant? ((current player) sto NAME)" },
    { "((== (player sto X) 1) (turn pass))", "E110", "whose is meant?" },
    { "(set (current player sto X) 1)", "E110", "((current player) sto NAME)" },
    { "((== ((current player) SCORE) 3) (turn pass))", "E301", "((current player) sto SCORE)" },
    { "(throw 'DIE)", "E201", "(throwalldice 'DIE)" },
    { "(set (game sto -1) 3)", "E308", "a name must be a string" },
    { "(set (game who X) -1)", "E301", "nobody" },
    { "(set (game str X) -1)", "E301", "\"\"" },
    { "(set X 3)", "E303", "only storage can be set" },
    { "(choice ((any BONUS 'B (turn pass))))", "E301", "a quote before its name" },
    { "(inc (game sto X) BONUS)", "E301", "a quote before its name" },
    { "(choice ((any (range 1 .. 3) 'SUM (inc (game sto SUM) 1))))", "W203",
      "write a quote before the name" },
    // where it stands
    { "(declare 4 'X)", "E110", "declare must come earlier" },
    { "(define MORE (turn pass))", "E110", "define must come earlier" },
    // words of an if, and owners without parentheses
    { "(set (game sto X) (if (== 1 1) 3 else 4))", "E110", "an if has no word for otherwise" },
    { "(if (== 1 1) (inc (game sto X) 1) else (inc (game sto X) 2))", "E110",
      "an if has no word for otherwise" },
    { "(inc (current player) sto X 1)", "E110", "((current player) sto NAME)" },
};

static void every_mistake_is_answered_once(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        const mistake *m = &mistakes[i];
        char text[2000];
        dado_region region;
        dado_recycle_diagnostics found;
        // GIVE and 'BONUS are used in the same element as the mistake, which may not be read.
        snprintf(text, sizeof text,
                 "(game\n"
                 "  (declare 3 'BONUS)\n"
                 "  (define FREE ('S) (== (game sto 'S) 0))\n"
                 "  (define GIVE ('N) (inc ((current player) sto SCORE) 'N))\n"
                 "  (setup (create players 2)\n"
                 "    (create deck (game hloc STOCK) (deck (RANK (1 .. 6)))))\n"
                 "  (shuffle (game hloc STOCK))\n"
                 "  (stage player (turns 6)\n"
                 "    %s\n"
                 "    ((FREE X) (GIVE 'BONUS)))\n"
                 "  (scoring max ((current player) sto SCORE)))\n",
                 m->line);
        dado_region_init(&region, (size_t)64 << 20);
        dado_recycle_check("mistake.rcy", text, NULL, &region, &found);
        bool one = found.count == 1 && found.items[0].error.place.line == 9 &&
                   strcmp(found.items[0].error.code, m->code) == 0 &&
                   strstr(found.items[0].error.text, m->words);
        if (!one) {
            print_error("%s\n  wanted %s: %s\n", m->line, m->code, m->words);
            for (int k = 0; k < found.count; k++) {
                const dado_error *e = &found.items[k].error;
                print_error("  line %d %s: %s\n", e->place.line, e->code, e->text);
            }
            wrong++;
        }
        dado_region_free(&region);
    }
    assert_int_equal(wrong, 0);
}

static dado_recycle_diagnostics check(const char *text, dado_region *region)
{
    dado_recycle_diagnostics found;
    dado_region_init(region, (size_t)64 << 20);
    dado_recycle_check("test.rcy", text, NULL, region, &found);
    return found;
}

static void nothing_is_called_unused_where_not_all_could_be_read(void **state)
{
    (void)state;
    dado_region region;
    // The stage that uses the deck, the definition and the storage is given up at its first word.
    dado_recycle_diagnostics found =
        check("(game (declare 2 'N) (define GIVE ('X) (inc ((current player) sto SCORE) 'X))\n"
              "(setup (create players 2) (create deck (game vloc PILE) (deck (RANK (1 .. 6)))))\n"
              "(stage all (turns 6) (let (size (game vloc PILE)) 'M (GIVE 'N)))\n"
              "(scoring max ((current player) sto SCORE)))",
              &region);
    assert_int_equal(found.count, 1);
    assert_string_equal(found.items[0].error.code, "E110");
    dado_region_free(&region);
}

static void a_choice_is_warned_of_only_if_play_finds_it_empty(void **state)
{
    (void)state;
    dado_region region;
    static const char *const game =
        "(game (setup (create players 2) (create deck (game vloc PILE) (deck (RANK (ONE, TWO)))))\n"
        "(stage player (end (== (size (game vloc PILE)) %d))\n"
        "  (choice ((any (game vloc PILE) 'C (move 'C (top ((current player) vloc MINE)))))) %s)\n"
        "(scoring max (size ((current player) vloc MINE))))";
    char text[600];
    snprintf(text, sizeof text, game, 0, "(do ((turn pass)))");
    dado_recycle_diagnostics found = check(text, &region);
    assert_int_equal(found.count, 0);
    dado_region_free(&region);
    // With two choices in a turn the second may find nothing, and does.
    snprintf(text, sizeof text, game, 0,
             "(choice ((any (game vloc PILE) 'C (move 'C (top (game vloc GONE))))))\n"
             "(choice ((any (game vloc PILE) 'C (move 'C (top (game vloc GONE))))))");
    found = check(text, &region);
    assert_int_equal(found.count, 1);
    assert_string_equal(found.items[0].error.code, "W416");
    assert_int_equal(found.items[0].error.place.line, 4);
    dado_region_free(&region);
}

static void a_game_that_never_ends_is_checked_all_the_same(void **state)
{
    (void)state;
    dado_region region;
    dado_recycle_diagnostics found =
        check("(game (setup (create players 2) (create dicestorage 'BAG (6)))\n"
              "(stage player (end (== (game sto ROUND) 3))\n"
              "  (do ((throwalldice 'BAG) (inc ((current player) sto SCORE) (dievalue 'BAG))\n"
              "       (inc (game sto ROUND) 0) (saveturnstats SCORE roundnumber ROUND))))\n"
              "(scoring max ((current player) sto SCORE)))",
              &region);
    assert_int_equal(found.errors, 0);
    dado_region_free(&region);
}

// Every subset of fourteen cards is looked at before it is known that nobody has an option, and
// nobody ever has. It would be looked for a million times in one call, and by twenty matches.
static void what_is_tried_out_is_bounded_by_the_work_it_is(void **state)
{
    (void)state;
    static const char *const game =
        "(game (setup (create players 2) (create deck (game vloc T) (deck (RANK (1 .. 14)))))\n"
        "(stage player (end (== (game sto DONE) 1))\n"
        "  (choice ((any (filter (subsets (game vloc T)) 'S (> (sum 'S using RANK) 1000)) 'G\n"
        "    (inc (game sto DONE) 1))) %s))\n"
        "(scoring max (size ((current player) vloc MINE))))";
    char text[600];
    dado_region region;
    snprintf(text, sizeof text, game, "else (inc (game sto PASSED) 1)");
    dado_recycle_diagnostics found = check(text, &region);
    assert_int_equal(found.errors, 0);
    for (int i = 0; i < found.count; i++) {
        assert_string_not_equal(found.items[i].error.code, "W416");
    }
    dado_region_free(&region);
    snprintf(text, sizeof text, game, "");
    found = check(text, &region);
    bool told = false;
    for (int i = 0; i < found.count; i++) told |= strcmp(found.items[i].error.code, "W416") == 0;
    assert_true(told);
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_tried_out_is_bounded_by_the_work_it_is),
        cmocka_unit_test(every_mistake_is_answered_once),
        cmocka_unit_test(nothing_is_called_unused_where_not_all_could_be_read),
        cmocka_unit_test(a_game_that_never_ends_is_checked_all_the_same),
        cmocka_unit_test(a_choice_is_warned_of_only_if_play_finds_it_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
