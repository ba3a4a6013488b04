// file_test.c - files are written whole or not at all, and never through what others left there.
#define _GNU_SOURCE
#include "support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lab/file.h"

static char folder[64];
static int foreseen;  // so many random names that an attacker guessed are still to come

// Stands in for the C library's, so that an attacker can guess the next names.
int getentropy(void *bytes, size_t count)
{
    static unsigned char fresh;
    memset(bytes, foreseen > 0 ? 0 : ++fresh, count);
    foreseen--;
    return 0;
}

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/dado-file-XXXXXX");
    umask(022);
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static void put(const char *name, const char *text)
{
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void assert_holds(const char *name, const char *text)
{
    char bytes[100] = "";
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    assert_true(fread(bytes, 1, sizeof bytes - 1, file) < sizeof bytes);
    fclose(file);
    assert_string_equal(bytes, text);
}

static void write_to(const char *path, const char *text)
{
    dado_error err = { 0 };
    if (!dado_file_write(path, text, strlen(text), &err)) fail_msg("%s: %s", path, err.text);
}

static mode_t mode_of(const char *path)
{
    struct stat about;
    assert_int_equal(lstat(path, &about), 0);
    return about.st_mode & 07777;
}

static bool is_link(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
}

static int files_left(void)
{
    int count = 0;
    DIR *entries = opendir(".");
    assert_non_null(entries);
    for (struct dirent *e; (e = readdir(entries));) count += strncmp(e->d_name, ".dado-", 6) == 0;
    closedir(entries);
    return count;
}

// The attack of the first version: the name was PATH.PID.part.
static void a_link_under_the_old_name_is_left_alone(void **state)
{
    (void)state;
    char name[60];
    put("secret", "private");
    snprintf(name, sizeof name, "old.html.%ld.part", (long)getpid());
    assert_int_equal(symlink("secret", name), 0);
    dado_error err = { 0 };
    assert_true(dado_file_may_write("old.html", &err));
    write_to("old.html", "page");
    assert_holds("secret", "private");
    assert_true(is_link(name));
}

static void a_name_that_was_guessed_is_not_opened_but_another_is_taken(void **state)
{
    (void)state;
    static const char guessed[] = ".dado-0000000000000000.part";
    put("secret", "private");
    assert_int_equal(symlink("secret", guessed), 0);
    foreseen = 3;
    write_to("page.html", "page");
    assert_true(foreseen <= 0);
    assert_holds("secret", "private");
    assert_holds("page.html", "page");
    assert_true(is_link(guessed));
    assert_int_equal(unlink(guessed), 0);

    assert_int_equal(symlink("nothing", guessed), 0);  // a link to what is not there is no better
    foreseen = 3;
    write_to("page.html", "again");
    assert_int_equal(access("nothing", F_OK), -1);
    assert_int_equal(unlink(guessed), 0);

    put(guessed, "mine");
    foreseen = 1000;  // somebody who guesses every name can only make it fail
    dado_error err = { 0 };
    assert_false(dado_file_write("page.html", "third", 5, &err));
    foreseen = 0;
    assert_holds(guessed, "mine");
    assert_holds("page.html", "again");
    assert_int_equal(unlink(guessed), 0);
}

static void permissions_of_the_users_own_file_stay(void **state)
{
    (void)state;
    write_to("fresh", "1");
    assert_int_equal(mode_of("fresh"), 0644);
    assert_int_equal(chmod("fresh", 0600), 0);
    write_to("fresh", "2");
    assert_int_equal(mode_of("fresh"), 0600);
    assert_int_equal(chmod("fresh", 04664), 0);
    write_to("fresh", "3");
    assert_int_equal(mode_of("fresh"), 0664);
    dado_error err = { 0 };
    assert_true(dado_file_write_program("run", "#!", 2, &err));
    assert_int_equal(mode_of("run"), 0755);
    umask(077);
    assert_true(dado_file_write_program("private-run", "#!", 2, &err));
    umask(022);
    assert_int_equal(mode_of("private-run"), 0700);
}

static void permissions_that_another_user_chose_do_not_count(void **state)
{
    (void)state;
    if (geteuid() != 0) skip();
    put("theirs", "bait");
    assert_int_equal(chown("theirs", 65534, 65534), 0);
    assert_int_equal(chmod("theirs", 0666), 0);
    write_to("theirs", "page");
    assert_int_equal(mode_of("theirs"), 0644);
}

static void a_link_to_a_file_is_replaced(void **state)
{
    (void)state;
    put("target", "kept");
    assert_int_equal(chmod("target", 0600), 0);
    assert_int_equal(symlink("target", "link"), 0);
    write_to("link", "page");
    assert_false(is_link("link"));
    assert_holds("link", "page");
    assert_holds("target", "kept");
    assert_int_equal(symlink("not-there", "dangling"), 0);
    write_to("dangling", "page");
    assert_false(is_link("dangling"));
    assert_int_equal(access("not-there", F_OK), -1);
}

static void pipes_and_devices_are_written_as_they_are(void **state)
{
    (void)state;
    char got[8] = "";
    assert_int_equal(mkfifo("pipe", 0600), 0);
    int reader = open("pipe", O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    write_to("pipe", "abc");
    assert_int_equal(read(reader, got, sizeof got), 3);
    assert_int_equal(symlink("pipe", "to-pipe"), 0);
    write_to("to-pipe", "defg");
    assert_int_equal(read(reader, got, sizeof got), 4);
    assert_true(is_link("to-pipe"));
    close(reader);
    assert_int_equal(symlink("/dev/null", "to-null"), 0);
    write_to("to-null", "gone");
    assert_true(is_link("to-null"));
    write_to("/dev/null", "gone");
    dado_error err = { 0 };
    assert_true(dado_file_may_write("pipe", &err));  // does not wait for a reader
}

// Root could be led to write over a disk.
static void a_link_of_another_user_to_a_device_is_replaced(void **state)
{
    (void)state;
    if (geteuid() != 0) skip();
    assert_int_equal(symlink("/dev/null", "trap"), 0);
    assert_int_equal(lchown("trap", 65534, 65534), 0);
    write_to("trap", "page");
    assert_false(is_link("trap"));
    assert_holds("trap", "page");
}

// As root, the link /dev/stdout itself was replaced where standard output was a file.
static void a_file_that_is_open_already_is_written_at_its_end(void **state)
{
    (void)state;
    char path[40];
    struct stat before, after;
    put("open", "");
    int file = open("open", O_WRONLY | O_APPEND);
    assert_true(file >= 0);
    assert_int_equal(write(file, "one ", 4), 4);
    snprintf(path, sizeof path, "/dev/fd/%d", file);
    assert_int_equal(stat("open", &before), 0);
    write_to(path, "two ");
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    write_to(path, "three");
    close(file);
    assert_int_equal(stat("open", &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    assert_holds("open", "one two three");
    dado_error err = { 0 };
    assert_false(dado_file_write(path, "four", 4, &err));  // it is closed now
}

static void nothing_is_left_of_what_failed_or_was_given_up(void **state)
{
    (void)state;
    dado_error err = { 0 };
    dado_writer writer;
    put("there", "before");
    assert_true(dado_writer_begin(&writer, "there", &err));
    dado_writer_add(&writer, "half", 4);
    assert_true(dado_writer_end(&writer, false, &err));
    assert_holds("there", "before");
    assert_false(dado_file_write("there/below", "x", 1, &err));
    assert_false(dado_file_write("nowhere/below", "x", 1, &err));
    assert_false(dado_file_write(".", "x", 1, &err));
    assert_false(dado_file_write("", "x", 1, &err));
    char name[301];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_false(dado_file_may_write(name, &err));
    name[255] = '\0';
    assert_true(dado_file_write(name, "x", 1, &err));
    assert_int_equal(files_left(), 0);
}

// Whoever may rename the folder half-way cannot send the file elsewhere.
static void a_folder_that_is_exchanged_half_way_changes_nothing(void **state)
{
    (void)state;
    dado_error err = { 0 };
    dado_writer writer;
    assert_int_equal(mkdir("out", 0755), 0);
    assert_int_equal(mkdir("private", 0700), 0);
    put("private/page", "secret");
    assert_true(dado_writer_begin(&writer, "out/page", &err));
    dado_writer_add(&writer, "text", 4);
    assert_int_equal(rename("out", "moved"), 0);
    assert_int_equal(symlink("private", "out"), 0);
    assert_true(dado_writer_end(&writer, true, &err));
    assert_holds("private/page", "secret");
    assert_holds("moved/page", "text");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_link_under_the_old_name_is_left_alone),
        cmocka_unit_test(a_name_that_was_guessed_is_not_opened_but_another_is_taken),
        cmocka_unit_test(permissions_of_the_users_own_file_stay),
        cmocka_unit_test(permissions_that_another_user_chose_do_not_count),
        cmocka_unit_test(a_link_to_a_file_is_replaced),
        cmocka_unit_test(pipes_and_devices_are_written_as_they_are),
        cmocka_unit_test(a_link_of_another_user_to_a_device_is_replaced),
        cmocka_unit_test(a_file_that_is_open_already_is_written_at_its_end),
        cmocka_unit_test(nothing_is_left_of_what_failed_or_was_given_up),
        cmocka_unit_test(a_folder_that_is_exchanged_half_way_changes_nothing),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
