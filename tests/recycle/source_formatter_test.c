// source_formatter_test.c - laying out keeps the game, keeps what was laid out, and keeps comments.
#include <dirent.h>

#include "recycle/open_and_play.h"

static char *lay_out(const char *path, const char *text)
{
    dado_region region;
    dado_region_init(&region, (size_t)64 << 20);
    dado_text out = { 0 };
    dado_recycle_diagnostics found;
    if (!dado_recycle_format(path, text, &out, &region, &found)) {
        fail_msg("%s: %s", path, found.count ? found.items[0].error.text : "nothing said");
    }
    dado_region_free(&region);
    dado_text_add(&out, "");
    return out.data ? out.data : calloc(1, 1);
}

// The notices of a text without their places, which is all that may change about it.
static void tell(const char *path, const char *text, dado_text *out)
{
    dado_region region;
    dado_region_init(&region, (size_t)64 << 20);
    dado_recycle_diagnostics found;
    check_beside(path, text, &region, &found);
    dado_text_addf(out, "%d %d:", found.errors, found.warnings);
    for (int i = 0; i < found.count; i++) dado_text_addf(out, " %s", found.items[i].error.code);
    dado_region_free(&region);
}

static int remarks_in(const char *text)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, ";;")) != NULL; at += strcspn(at, "\n")) count++;
    return count;
}

// `shipped`: it is laid out already.
static int keeps(const char *path, bool shipped)
{
    char *text = dado_test_read(path);
    if (!text) fail_msg("cannot read %s", path);
    char *once = lay_out(path, text), *twice = lay_out(path, once);
    dado_text before = { 0 }, after = { 0 };
    tell(path, text, &before);
    tell(path, once, &after);
    int wrong = 0;
    if (shipped && strcmp(text, once) != 0) {
        print_error("%s is shipped and not laid out: dado format %s\n", path, path);
        wrong++;
    }
    if (strcmp(once, twice) != 0) {
        print_error("%s changes again when it is laid out again\n", path);
        wrong++;
    }
    if (strcmp(dado_text_string(&before), dado_text_string(&after)) != 0) {
        print_error("%s: %s became %s\n", path, before.data, after.data);
        wrong++;
    }
    if (remarks_in(text) != remarks_in(once)) {
        print_error("%s: %d comments became %d\n", path, remarks_in(text), remarks_in(once));
        wrong++;
    }
    described a = describe_with(path, text, NULL), b = describe_with(path, once, NULL);
    assert_int_equal(a.opened, b.opened);
    for (uint64_t i = 0; a.opened && i < 20; i++) {
        played x = play_random(&a, 5, i, 2000), y = play_random(&b, 5, i, 2000);
        if (x.choices == y.choices && x.ended == y.ended &&
            memcmp(x.scores, y.scores, sizeof x.scores) == 0) {
            continue;
        }
        print_error("%s: match %d is another\n", path, (int)i);
        wrong++;
        break;
    }
    free_described(&a);
    free_described(&b);
    dado_text_free(&before);
    dado_text_free(&after);
    free(once);
    free(twice);
    free(text);
    return wrong;
}

static int keeps_all_in(const char *folder, bool shipped, int *files)
{
    DIR *dir = opendir(folder);
    if (!dir) return -1;
    int wrong = 0;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (!dado_ends_with(entry->d_name, ".rcy")) continue;
        char path[500];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        wrong += keeps(path, shipped);
        ++*files;
    }
    closedir(dir);
    return wrong;
}

static void every_shipped_game_is_laid_out_and_stays_the_same_game(void **state)
{
    (void)state;
    static const char *const shelves[] = { "boards", "cards",     "dice",
                                           "small",  "templates", "tutorial" };
    int files = 0, wrong = 0;
    for (size_t i = 0; i < sizeof shelves / sizeof *shelves; i++) {
        char folder[100];
        snprintf(folder, sizeof folder, "library/%s", shelves[i]);
        wrong += keeps_all_in(folder, true, &files);
    }
    assert_true(files >= 40);
    assert_int_equal(wrong, 0);
}

static void every_public_game_stays_the_same_game(void **state)
{
    (void)state;
    int files = 0;
    int wrong = keeps_all_in("../shared/corpus/recycle", false, &files);
    if (wrong < 0) {
        print_message("skipped: ../shared/corpus/recycle is not there\n");
        skip();
    }
    assert_true(files > 50);
    assert_int_equal(wrong, 0);
}

static void becomes(const char *text, const char *wanted)
{
    char *once = lay_out("t.rcy", text), *twice = lay_out("t.rcy", once);
    assert_string_equal(once, wanted);
    assert_string_equal(twice, wanted);
    free(once);
    free(twice);
}

static void shapes_are_as_written_down(void **state)
{
    (void)state;
    becomes("", "");
    becomes(";; alone", ";; alone\n");
    becomes("(move  (top\n(game vloc A))(bottom(game vloc B) ) )",
            "(move (top (game vloc A)) (bottom (game vloc B)))\n");
    becomes("(A,B , C)", "(A, B, C)\n");
    becomes("(choice (0 player) ((turn pass) (inc (game sto A) 1)))",
            "(choice (0 player) (\n  (turn pass)\n  (inc (game sto A) 1)))\n");
    becomes("(choice ((current player) who HEIR) ((turn pass)(stop game))else (stop stage))",
            "(choice ((current player) who HEIR) (\n  (turn pass)\n  (stop game))\n"
            "  else (stop stage))\n");
    becomes("(- 5 'X)(+ 1 -5)( 1..3)(' CARD)", "(- 5 'X)\n(+ 1 -5)\n(1 .. 3)\n('CARD)\n");
    becomes("(game\r\n\r\n\r\n(setup (create players 2))\r\n\r\n\r\n(scoring max 1))\r\n",
            "(game\n  (setup (create players 2))\n\n  (scoring max 1))\n");
    becomes("(stage player (end (== 1 1)) (choice ((set (game sto A) 1) (set (game sto B) 2))))",
            "(stage player (end (== 1 1))\n  (choice (\n    (set (game sto A) 1)\n"
            "    (set (game sto B) 2))))\n");
    becomes("(choice ((set (game sto FIRST_OF_THESE) 1) (set (game sto SECOND_OF_THESE) 2)) else\n"
            "(inc (game sto NOTHING_ELSE_TO_BE_DONE) 1))",
            "(choice (\n  (set (game sto FIRST_OF_THESE) 1)\n"
            "  (set (game sto SECOND_OF_THESE) 2))\n"
            "  else (inc (game sto NOTHING_ELSE_TO_BE_DONE) 1))\n");
    becomes("(scoring max (+ (size ((current player) vloc TAKEN)) ((current player) sto POINTS))\n"
            "min ((current player) sto LOST))",
            "(scoring max (+ (size ((current player) vloc TAKEN)) ((current player) sto POINTS))\n"
            "         min ((current player) sto LOST))\n");
    becomes("(block (stage player (turns 2) (turn pass)) (cycle current next))",
            "(block\n  (stage player (turns 2)\n    (turn pass))\n  (cycle current next))\n");
    becomes("(all player 'P (do ((stage player (turns 1) (turn pass)))))",
            "(all player 'P\n     (do ((stage player (turns 1)\n            (turn pass)))))\n");
}

static void comments_stay_where_they_belong(void **state)
{
    (void)state;
    becomes("(inc (game sto A) ;; why\n 1)", "(inc (game sto A)  ;; why\n     1)\n");
    becomes("(inc (game sto A) 1 ;; why\n )", "(inc (game sto A) 1)  ;; why\n");
    becomes("(do ((inc A 1) ;; one\n (inc B 2) ;; two\n )) ;; three\n;; four\n",
            "(do ((inc A 1)  ;; one\n     (inc B 2)))  ;; two\n;; three\n;; four\n");
    becomes("(do (\n;; first\n(inc A 1)\n;; last\n))",
            "(do (\n     ;; first\n     (inc A 1)\n     ;; last\n     ))\n");
    becomes("( ;; odd\ngame)", "(  ;; odd\n  game)\n");
}

static void what_is_not_made_of_words_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = { "(game", "((((", "(gmae)", "\"open", "$" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dado_region region;
        dado_region_init(&region, (size_t)8 << 20);
        dado_text out = { 0 };
        dado_recycle_diagnostics found;
        assert_false(dado_recycle_format("t.rcy", wrong[i], &out, &region, &found));
        assert_true(found.errors > 0 && found.items[0].error.text[0]);
        dado_text_free(&out);
        dado_region_free(&region);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_as_written_down),
        cmocka_unit_test(comments_stay_where_they_belong),
        cmocka_unit_test(what_is_not_made_of_words_is_refused),
        cmocka_unit_test(every_shipped_game_is_laid_out_and_stays_the_same_game),
        cmocka_unit_test(every_public_game_stays_the_same_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
