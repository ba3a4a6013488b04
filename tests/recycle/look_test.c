// look_test.c - (look ...) reaches those who draw, and nobody who plays.
#include "core/game_extras.h"
#include "evolve/rules_mutation.h"
#include "lab/experiment_plan.h"
#include "recycle/editor_queries.h"
#include "recycle/open_and_play.h"

#define LOOK \
    "  (look (NAME RED \"red\") (NAME COIN \"coin\" \"coins\") (NAME (RANK : 3) \"knight\")\n" \
    "        (NAME 3 \"three\") (COLOUR RED \"#c0392b\") (COLOUR (COLOUR : BLUE) BLUE)\n" \
    "        (ICON RED \"\xE2\x99\xA5\") (HIDE GONE) (SHOW COIN COLOUR) (PLACE STOCK LEFT)\n" \
    "        (PLACE HAND FRONT) (TITLE RANK) (ART COLOUR) (IMAGE BLUE \"art/blue.svg\"))\n"

// The same game, with what is given in place of the look.
#define GAME(look) \
    ";; Coins\n" \
    "(game\n" look "  (declare 3 'HANDS)\n" \
    "  (setup (create players 2)\n" \
    "    (create deck (game hloc STOCK) (deck (RANK (1 .. 5)) (COLOUR (RED, BLUE)))))\n" \
    "  (do ((shuffle (game hloc STOCK))\n" \
    "       (all player 'P (repeat 'HANDS\n" \
    "         (move (top (game hloc STOCK)) (top ('P iloc HAND)))))))\n" \
    "  (stage player (turns 6)\n" \
    "    (choice ((any ((current player) iloc HAND) 'C\n" \
    "      (do ((set (game str LAST) (cardatt COLOUR 'C))\n" \
    "           (inc ((current player) sto COIN) (+ (value RANK 'C) (random 2)))\n" \
    "           (move 'C (top (game vloc GONE)))))))))\n" \
    "  (scoring max ((current player) sto COIN)))\n"

static const char with[] = GAME(LOOK), without[] = GAME("");

static void drawers_get_what_it_says(void **state)
{
    (void)state;
    described d = describe(with);
    if (!d.opened) fail_msg("%s", d.error.text);
    dado_game_look look = dado_game_look_of(&d.game);
    assert_int_equal(look.count, 15);
    const dado_look_entry *coin = dado_look_find(&look, DADO_LOOK_NAME, NULL, "COIN");
    assert_string_equal(coin->text, "coin");
    assert_string_equal(coin->plural, "coins");
    assert_int_equal(coin->of, DADO_LOOK_OF_STORAGE | DADO_LOOK_OF_STRING);
    assert_string_equal(dado_look_find(&look, DADO_LOOK_NAME, "RANK", "3")->text, "knight");
    assert_string_equal(dado_look_find(&look, DADO_LOOK_NAME, "COLOUR", "3")->text, "three");
    assert_null(dado_look_find(&look, DADO_LOOK_COLOUR, "RANK", "BLUE"));
    assert_string_equal(dado_look_find(&look, DADO_LOOK_PLACE, NULL, "HAND")->text, "FRONT");
    assert_non_null(dado_look_find(&look, DADO_LOOK_SHOW, NULL, "COLOUR"));
    dado_text out = { 0 };
    dado_json json = dado_json_to(&out);
    dado_look_json(&look, NULL, &json);
    assert_non_null(strstr(out.data, "{\"kind\":\"name\",\"name\":\"3\",\"attribute\":\"RANK\","
                                     "\"text\":\"knight\",\"of\":[\"value\"]}"));
    dado_text_free(&out);
    free_described(&d);
    d = describe(without);
    assert_int_equal(dado_game_look_of(&d.game).count, 0);
    free_described(&d);
}

// The same moves leave the same bytes.
static void play_is_the_same(void **state)
{
    (void)state;
    described a = describe(with), b = describe(without);
    assert_true(a.opened && b.opened);
    assert_int_equal(a.game.state_size, b.game.state_size);
    assert_int_equal(dado_features_size(&a.game), dado_features_size(&b.game));
    for (uint64_t match = 0; match < 500; match++) {
        played x = play_random(&a, 9, match, 100), y = play_random(&b, 9, match, 100);
        assert_true(x.ended && y.ended);
        assert_memory_equal(a.state, b.state, a.game.state_size);
    }
    free_described(&a);
    free_described(&b);
}

static uint64_t hash_of(const char *text)
{
    dado_option file = { "file", text, { "coins.rcy", 1, 1, 1 } };
    dado_game_source source = { .rules = &dado_recycle, .options = { &file, 1 } };
    return dado_game_source_hash(&source);
}

static void results_are_those_of_the_game_without_it(void **state)
{
    (void)state;
    assert_int_equal(hash_of(with), hash_of(without));
    assert_int_equal(hash_of(GAME("  (look (NAME RED \"rouge\"))\n")), hash_of(without));
    char other[sizeof with];
    memcpy(other, with, sizeof with);
    *strstr(other, "(turns 6)") = ' ';
    assert_int_not_equal(hash_of(other), hash_of(with));
    // What stands elsewhere and is called so is no look.
    assert_int_not_equal(hash_of(GAME("  (define LOOK () 1)\n")), hash_of(without));
}

static void breeding_never_changes_it(void **state)
{
    (void)state;
    static dado_rules_edit x, y;
    assert_int_equal(dado_rules_size(with), dado_rules_size(without));
    int changed = 0, declared;
    assert_int_equal(dado_rules_number_changes(with, &declared),
                     dado_rules_number_changes(without, &declared));
    for (uint64_t seed = 0; seed < 300; seed++) {
        dado_fast_rng one = dado_fast_rng_seed(seed), two = one;
        bool made = dado_rules_mutate(with, &one, &x);
        assert_int_equal(dado_rules_mutate(without, &two, &y), made);
        if (!made) continue;
        changed++;
        assert_string_equal(strchr(x.step, ':'), strchr(y.step, ':'));  // behind its line
        assert_non_null(strstr(x.text, LOOK));
    }
    assert_true(changed > 150);
}

static void collect(void *context, const char *label, dado_editor_kind kind, const char *detail,
                    const char *about)
{
    (void)kind;
    (void)detail;
    (void)about;
    dado_text_addf(context, "%s ", label);
}

static void count_place(void *context, dado_span span)
{
    (void)span;
    ++*(int *)context;
}

static void editors_know_its_words(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)16 << 20);
    dado_editor_index *g = dado_editor_index_make(with, &region);
    dado_text offers = { 0 };
    dado_editor_complete(g, 3, 10, collect, &offers);  // behind (look (
    assert_non_null(strstr(offers.data, "COLOUR "));
    assert_non_null(strstr(offers.data, "HIDE "));
    assert_null(strstr(offers.data, "shuffle "));
    dado_text_free(&offers);
    offers = (dado_text){ 0 };
    dado_editor_complete(g, 5, 24, collect, &offers);  // behind ICON RED
    assert_non_null(strstr(offers.data, "MIDDLE "));
    assert_non_null(strstr(offers.data, "STOCK "));
    dado_text_free(&offers);
    // RED is named thrice in the look and once in the deck; COLOUR as an attribute, not as a word.
    int places = 0;
    dado_editor_references(g, 3, 15, count_place, &places);
    assert_int_equal(places, 4);
    places = 0;
    dado_editor_references(g, 4, 60, count_place, &places);
    assert_int_equal(places, 5);
    dado_error err;
    assert_false(dado_editor_check_rename(g, 4, 28, "HUE", &err));
    assert_true(dado_editor_check_rename(g, 4, 60, "HUE", &err));
    dado_region_free(&region);
}

static void it_is_laid_out_like_the_rest(void **state)
{
    (void)state;
    dado_region region;
    dado_recycle_diagnostics found;
    dado_text out = { 0 };
    dado_region_init(&region, (size_t)16 << 20);
    assert_true(dado_recycle_format("coins.rcy", with, &out, &region, &found));
    assert_non_null(strstr(out.data, "  (look\n    (NAME RED \"red\")\n"
                                     "    (NAME COIN \"coin\" \"coins\")\n"));
    dado_text_free(&out);
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawers_get_what_it_says),
        cmocka_unit_test(play_is_the_same),
        cmocka_unit_test(results_are_those_of_the_game_without_it),
        cmocka_unit_test(breeding_never_changes_it),
        cmocka_unit_test(editors_know_its_words),
        cmocka_unit_test(it_is_laid_out_like_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
