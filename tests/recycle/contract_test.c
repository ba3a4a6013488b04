// contract_test.c - described games keep every promise that is made of a game.
#include <dirent.h>

#include "recycle/open_and_play.h"
#include "support/game_contract.h"

static void keep(const char *path, const char *const *more)
{
    char *text = dado_test_read(path);
    if (!text) fail_msg("cannot read %s", path);
    described d = describe_with(path, text, more);
    if (!d.opened) fail_msg("%s:%d: %s", path, d.error.place.line, d.error.text);
    dado_game_contract_check(&d.game,
                             (dado_game_contract){ .matches = 2, .most_steps = 300, .seed = 7 });
    free_described(&d);
    free(text);
}

static int folder(const char *path, const char *suffix)
{
    int kept = 0;
    DIR *dir = opendir(path);
    if (!dir) return 0;
    for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, suffix) != 0) continue;
        if (strstr(entry->d_name, "generated2") || strstr(entry->d_name, "teste")) continue;
        char file[600];
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        keep(file, NULL);
        keep(file, (const char *const[]){ "luck", "listed", NULL });
        kept++;
    }
    closedir(dir);
    return kept;
}

static void the_library_keeps_the_contract(void **state)
{
    (void)state;
    assert_true(folder("library/cards", ".rcy") > 0);
    assert_true(folder("library/dice", ".rcy") > 0);
}

static void the_public_games_keep_the_contract(void **state)
{
    (void)state;
    if (!dado_test_shared()) skip();
    char path[512];
    snprintf(path, sizeof path, "%s/corpus/recycle", dado_test_shared());
    assert_int_equal(folder(path, ".rcy"), 57);
    snprintf(path, sizeof path, "%s/corpus/recycle-2018", dado_test_shared());
    assert_int_equal(folder(path, ".gdl"), 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_library_keeps_the_contract),
        cmocka_unit_test(the_public_games_keep_the_contract),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
