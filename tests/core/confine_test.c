// confine_test.c - what lies beneath a folder is opened, and nothing else is, with and without
// openat2.
#define _GNU_SOURCE
#include "support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/confine.h"
#include "core/shared_object.h"

typedef int opener(int folder, const char *name, int flags, mode_t mode);
static opener *const openers[] = { dado_open_beneath, dado_open_by_steps };

typedef struct scratch {
    char path[64];  // holds `inside`, the folder, and `secret`
    int folder;
} scratch;

static void put(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
}

static int set_up(void **state)
{
    scratch *s = calloc(1, sizeof *s);
    strcpy(s->path, "/tmp/dado-confine-XXXXXX");
    assert_non_null(mkdtemp(s->path));
    assert_int_equal(chdir(s->path), 0);
    put("secret");
    assert_int_equal(mkdir("inside", 0755) | mkdir("inside/sub", 0755), 0);
    put("inside/sub/file");
    assert_int_equal(symlink("../secret", "inside/leak") | symlink("..", "inside/out") |
                         symlink("../../secret", "inside/sub/leak") |
                         symlink("/proc/self/cwd", "inside/magic"),
                     0);
    s->folder = open("inside", O_PATH | O_DIRECTORY | O_CLOEXEC);
    assert_true(s->folder >= 0);
    *state = s;
    return 0;
}

static int tear_down(void **state)
{
    scratch *s = *state;
    close(s->folder);
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", s->path);
    assert_int_equal(system(command), 0);
    free(s);
    return 0;
}

static void what_is_beneath_is_opened(void **state)
{
    const scratch *s = *state;
    const char *names[] = {
        "sub/file", "./sub/file", "sub//file", "sub/./file", "sub", "sub/", "."
    };
    for (int o = 0; o < 2; o++) {
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            int file = openers[o](s->folder, names[i], O_RDONLY, 0);
            if (file < 0) fail_msg("%s by %d: %s", names[i], o, strerror(errno));
            close(file);
        }
        int made = openers[o](s->folder, "sub/new", O_WRONLY | O_CREAT | O_EXCL, 0600);
        assert_true(made >= 0);
        close(made);
        unlinkat(s->folder, "sub/new", 0);
    }
}

static void nothing_leads_out(void **state)
{
    const scratch *s = *state;
    const char *names[] = { "leak",
                            "out",
                            "out/secret",
                            "out/inside/sub/file",
                            "../secret",
                            "..",
                            "sub/../../secret",
                            "sub/leak",
                            "/etc/passwd",
                            "magic/secret",
                            "magic",
                            "sub/../out/secret" };
    const int flags[] = { O_RDONLY,           O_PATH,
                          O_WRONLY,           O_RDONLY | O_DIRECTORY,
                          O_WRONLY | O_CREAT, O_PATH | O_DIRECTORY };
    for (int o = 0; o < 2; o++) {
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            for (size_t f = 0; f < sizeof flags / sizeof *flags; f++) {
                int file = openers[o](s->folder, names[i], flags[f], 0600);
                if (file >= 0) fail_msg("%s by %d with %o was opened", names[i], o, flags[f]);
                if (errno != EXDEV && errno != ELOOP && errno != EISDIR && errno != EINVAL) {
                    fail_msg("%s by %d with %o: %s", names[i], o, flags[f], strerror(errno));
                }
            }
        }
    }
    for (int o = 0; o < 2; o++) {
        assert_int_equal(openers[o](s->folder, "", O_RDONLY, 0), -1);
        assert_int_equal(openers[o](s->folder, "nothing", O_RDONLY, 0), -1);
        assert_int_equal(errno, ENOENT);
        assert_int_equal(openers[o](s->folder, "sub/file/more", O_RDONLY, 0), -1);
        assert_int_equal(errno, ENOTDIR);
    }
}

// In a process of its own, since it cannot be taken back.
static int as_confined(const scratch *s)
{
    dado_error err = { 0 };
    char shipped[100], file[120], trusted[100], at[4096];
    dado_pin pin;
    snprintf(shipped, sizeof shipped, "%s/inside/sub", s->path);
    snprintf(trusted, sizeof trusted, "%s/secret", s->path);
    snprintf(file, sizeof file, "%s/file", shipped);
    char out[140];
    snprintf(out, sizeof out, "%s/../../secret", shipped);
    if (!dado_may_run_programs(&err) || dado_confined()) return 1;
    dado_confine_how how = { .folder = "inside",
                             .shipped = shipped,
                             .trusted = trusted,
                             .refusal = "none without --allow-programs" };
    if (!dado_confine(&how, &err) || !dado_confined() || dado_confine(&how, &err)) return 2;
    if (dado_may_run_programs(&err) || !strstr(err.text, "--allow-programs")) return 3;
    if (dado_shared_object_open("./evil.so", false, &err) || !strstr(err.text, "--allow-programs"))
        return 4;
    if (dado_open("sub/file", O_RDONLY, 0) < 0 || dado_open(file, O_RDONLY, 0) < 0 ||
        dado_open(trusted, O_RDONLY, 0) < 0) {
        return 5;
    }
    if (dado_open(file, O_WRONLY, 0) >= 0 || dado_open(out, O_RDONLY, 0) >= 0 ||
        dado_open("leak", O_RDONLY, 0) >= 0 || dado_open("/etc/passwd", O_RDONLY, 0) >= 0) {
        return 6;
    }
    if (dado_pin_path(&pin, "out/new") || dado_pin_path(&pin, "/tmp/new") ||
        dado_pin_path(&pin, "/new") || dado_pin_path(&pin, "sub/..") || dado_pin_path(&pin, "")) {
        return 7;
    }
    if (!dado_pin_path(&pin, "sub/new") || mkdir(pin.path, 0700) != 0 || rmdir("sub/new") != 0) {
        return 8;
    }
    dado_pin_free(&pin);
    if (dado_pin_here(at, "sub/x.db") || dado_pin_here(at, "..") || dado_pin_here(at, "/x.db") ||
        !dado_pin_here(at, "./x.db") || !dado_pin_here(at, trusted) || strcmp(at, trusted) != 0) {
        return 9;
    }
    return dado_kind_beneath("leak") || dado_kind_beneath("sub") != S_IFDIR ? 10 : 0;
}

static int as_read_only(const scratch *s)
{
    dado_error err = { 0 };
    char at[4096], trusted[100];
    dado_pin pin;
    snprintf(trusted, sizeof trusted, "%s/secret", s->path);
    dado_confine_how how = { .folder = "inside", .trusted = trusted, .read_only = true };
    if (!dado_confine(&how, &err)) return 1;
    if (dado_open("sub/file", O_RDONLY, 0) < 0) return 2;
    if (dado_open("sub/file", O_WRONLY, 0) >= 0 || dado_open("sub/file", O_RDWR, 0) >= 0 ||
        dado_open("new", O_RDONLY | O_CREAT, 0600) >= 0 || dado_open(trusted, O_WRONLY, 0) >= 0) {
        return 3;
    }
    if (errno != EROFS || dado_open_failed("new", &err) || !strstr(err.text, "--write")) return 4;
    if (dado_open_folder_to_write(".") >= 0) return 5;
    return dado_pin_path(&pin, "sub/new") || dado_pin_here(at, "x.db") ? 6 : 0;
}

static void check_in_a_process(int (*check)(const scratch *s), const scratch *s)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) _exit(check(s));
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void a_confined_process_keeps_to_its_folder_for_good(void **state)
{
    check_in_a_process(as_confined, *state);
}

static void a_read_only_process_writes_nothing(void **state)
{
    check_in_a_process(as_read_only, *state);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_beneath_is_opened),
        TEST(nothing_leads_out),
        TEST(a_confined_process_keeps_to_its_folder_for_good),
        TEST(a_read_only_process_writes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
