// confined_folder_test.c - what is in the folder can be read and written, and nothing else can.
#define _GNU_SOURCE
#include "support/test.h"

#include <sys/stat.h>
#include <unistd.h>

#include "studio/confined_folder.h"

typedef struct scratch {
    char path[64];  // holds `inside`, the folder, and `outside.txt`, which is nobody's business
    dado_confined_folder folder;
} scratch;

static void put(const char *way, const char *name, const char *text)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", way, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int set_up(void **state)
{
    scratch *place = calloc(1, sizeof *place);
    char inside[100], link_out[120], link_in[120];
    strcpy(place->path, "/tmp/dado-folder-XXXXXX");
    assert_non_null(mkdtemp(place->path));
    snprintf(inside, sizeof inside, "%s/inside", place->path);
    mkdir(inside, 0755);
    put(place->path, "outside.txt", "secret");
    put(inside, "game.rcy", "(game)");
    put(inside, ".hidden", "hidden");
    snprintf(link_out, sizeof link_out, "%s/out", inside);
    assert_int_equal(symlink("..", link_out), 0);
    snprintf(link_out, sizeof link_out, "%s/leak.txt", inside);
    assert_int_equal(symlink("../outside.txt", link_out), 0);
    snprintf(link_in, sizeof link_in, "%s/same.rcy", inside);
    assert_int_equal(symlink("game.rcy", link_in), 0);
    assert_true(dado_confined_folder_open(&place->folder, inside, NULL));
    *state = place;
    return 0;
}

static int tear_down(void **state)
{
    scratch *place = *state;
    char command[100];
    dado_confined_folder_close(&place->folder);
    snprintf(command, sizeof command, "rm -rf '%s'", place->path);
    int code = system(command);
    free(place);
    return code;
}

static bool reads(scratch *place, const char *name, const char *expected)
{
    dado_text text = { 0 };
    char tag[DADO_TAG_SIZE];
    bool read = dado_confined_folder_read(&place->folder, name, 1000, &text, tag, NULL);
    if (read && expected) assert_string_equal(dado_text_string(&text), expected);
    dado_text_free(&text);
    return read;
}

static void names_that_lead_out_lead_nowhere(void **state)
{
    scratch *place = *state;
    static const char *const names[] = {
        "../outside.txt",
        "..",
        ".",
        "",
        "/etc/passwd",
        "out/outside.txt",
        "leak.txt",
        ".hidden",
        "a/../../outside.txt",
        "game.rcy/",
        "//game.rcy",
        "a//b",
        "a\\..\\b",
        "a\nb",
        "out",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char tag[DADO_TAG_SIZE];
        assert_false(reads(place, names[i], NULL));
        assert_int_not_equal(
            dado_confined_folder_write(&place->folder, names[i], "x", 1, "", tag, NULL),
            DADO_WRITE_DONE);
    }
    char path[100];
    snprintf(path, sizeof path, "%s/outside.txt", place->path);
    char *outside = dado_test_read(path);
    assert_string_equal(outside, "secret");
    free(outside);
}

static void what_is_inside_is_read_also_through_links(void **state)
{
    assert_true(reads(*state, "game.rcy", "(game)"));
    assert_true(reads(*state, "same.rcy", "(game)"));
    assert_false(reads(*state, "none.rcy", NULL));
}

static void a_file_somebody_else_changed_is_not_written_over(void **state)
{
    scratch *place = *state;
    dado_text text = { 0 };
    char tag[DADO_TAG_SIZE], next[DADO_TAG_SIZE];
    assert_true(dado_confined_folder_read(&place->folder, "game.rcy", 1000, &text, tag, NULL));
    dado_text_free(&text);
    assert_int_equal(
        dado_confined_folder_write(&place->folder, "game.rcy", "mine", 4, tag, next, NULL),
        DADO_WRITE_DONE);
    assert_int_equal(
        dado_confined_folder_write(&place->folder, "game.rcy", "late", 4, tag, next, NULL),
        DADO_WRITE_CONFLICT);
    assert_int_equal(
        dado_confined_folder_write(&place->folder, "game.rcy", "late", 4, "", next, NULL),
        DADO_WRITE_CONFLICT);
    assert_true(reads(place, "game.rcy", "mine"));
    assert_false(dado_confined_folder_remove(&place->folder, "game.rcy", tag, NULL));
    assert_true(dado_confined_folder_remove(&place->folder, "game.rcy", next, NULL));
    assert_false(reads(place, "game.rcy", NULL));
}

static void folders_on_the_way_are_made_and_nothing_else_is_left(void **state)
{
    scratch *place = *state;
    char tag[DADO_TAG_SIZE];
    assert_int_equal(
        dado_confined_folder_write(&place->folder, "a/b/c.map", "map", 3, "", tag, NULL),
        DADO_WRITE_DONE);
    assert_true(reads(place, "a/b/c.map", "map"));
    char command[150];
    snprintf(command, sizeof command, "test -z \"$(find '%s' -name '*.part')\"", place->path);
    assert_int_equal(system(command), 0);
}

static void remember(void *context, const dado_confined_folder_file *file)
{
    dado_text_addf(context, "%s:%lld ", file->name, file->size);
}

static void lists_hold_plain_files_in_order(void **state)
{
    scratch *place = *state;
    char tag[DADO_TAG_SIZE];
    dado_confined_folder_write(&place->folder, "a/z.map", "map", 3, "", tag, NULL);
    dado_text list = { 0 };
    assert_true(dado_confined_folder_list(&place->folder, &list, remember, NULL));
    assert_string_equal(dado_text_string(&list), "a/z.map:3 game.rcy:6 ");
    dado_text_free(&list);
}

static void what_is_too_long_is_not_read(void **state)
{
    scratch *place = *state;
    dado_text text = { 0 };
    char tag[DADO_TAG_SIZE];
    dado_error err = { 0 };
    assert_false(dado_confined_folder_read(&place->folder, "game.rcy", 3, &text, tag, &err));
    assert_int_equal(err.status, DADO_LIMIT);
    dado_text_free(&text);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_that_lead_out_lead_nowhere),
        TEST(what_is_inside_is_read_also_through_links),
        TEST(a_file_somebody_else_changed_is_not_written_over),
        TEST(folders_on_the_way_are_made_and_nothing_else_is_left),
        TEST(lists_hold_plain_files_in_order),
        TEST(what_is_too_long_is_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
