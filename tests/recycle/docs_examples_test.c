// docs_examples_test.c - the games in the documents are games, and every keyword is highlighted.
#include "recycle/open_and_play.h"
#include "recycle/syntax_tree.h"

// Opens and plays every block of the document that is fenced as rcy.
static int play_examples(const char *path)
{
    char *text = dado_test_read(path);
    if (!text) fail_msg("cannot read %s", path);
    int games = 0;
    for (char *block = strstr(text, "```rcy\n"); block; block = strstr(block, "```rcy\n")) {
        block += strlen("```rcy\n");
        char *end = strstr(block, "\n```");
        assert_non_null(end);
        *end = '\0';
        described d = describe_with(path, block, NULL);
        if (!d.opened) {
            fail_msg("%s, game %d: %d: %s", path, games + 1, d.error.place.line, d.error.text);
        }
        for (uint64_t match = 0; match < 50; match++) {
            played r = play_random(&d, 4, match, 5000);
            assert_true(r.ended && r.sound && r.empty == 0);
        }
        free_described(&d);
        games++;
        block = end + 1;
    }
    free(text);
    return games;
}

static void games_in_documents_can_be_played(void **state)
{
    (void)state;
    assert_int_equal(play_examples("docs/reference/language.md"), 4);
    assert_int_equal(play_examples("docs/tutorial/first-game.md"), 3);
}

static void every_word_of_the_language_is_highlighted(void **state)
{
    (void)state;
    char *vim = dado_test_read("editors/vim/syntax/recycle.vim");
    char *code = dado_test_read("editors/vscode/syntaxes/recycle.tmLanguage.json");
    assert_non_null(vim);
    assert_non_null(code);
    for (int w = 1; w < keyword_count; w++) {
        char in_vim[40], in_code[40];
        snprintf(in_vim, sizeof in_vim, " %s", rcy_keyword_text((rcy_keyword)w));
        snprintf(in_code, sizeof in_code, "%s", rcy_keyword_text((rcy_keyword)w));
        if (!strstr(vim, in_vim) || !strstr(code, in_code)) fail_msg("%s is not", in_code);
    }
    free(vim);
    free(code);
}

static void every_code_is_in_the_reference(void **state)
{
    (void)state;
    static const char *const codes[] = {
        "E104", "W226", "E230", "E231", "E232", "E233", "W234", "E235", "E240", "E241", "E242",
        "E243", "W244", "E245", "E250", "E251", "E252", "E253", "E254", "E255", "E256", "E257",
        "E258", "E259", "E260", "E309", "E310", "E311", "E409", "E420", "E421", "E422", "E424",
        "E425", "E426", "W427", "W430", "W431", "W432", "E101", "E102", "E103", "E110", "E111",
        "W112", "E113", "E201", "W202", "W203", "E210", "E211", "W220", "W221", "W222", "W223",
        "W224", "W225", "E301", "E302", "E303", "E304", "E305", "E306", "E307", "E308", "W411",
        "E401", "E402", "E404", "E405", "E406", "E407", "E408", "W410", "W412", "W413", "E414",
        "W415", "W416", "W417", "W418", "W419", "R601", "R602", "R603", "R604", "R605", "R606",
        "R607", "R608", "R609", "R610", "R611", "R612", "R613",
    };
    char *text = dado_test_read("docs/reference/language.md");
    assert_non_null(text);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        if (!strstr(text, codes[i])) fail_msg("%s is not in the reference", codes[i]);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_in_documents_can_be_played),
        cmocka_unit_test(every_word_of_the_language_is_highlighted),
        cmocka_unit_test(every_code_is_in_the_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
