// sandbox_test.c - attacks on the box, each of which fails for its own reason; looked at from
// outside.
//
// Where the test is run by root, all of it is run again as an ordinary user.
#define _GNU_SOURCE
#include "support/test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "agents/process_pipe.h"

static char folder[64];

static const char *in_folder(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_to(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

// Beside the programs lie what they are after: a neighbour's source, the store, the kit.
static int set_up(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/dado-box-XXXXXX");
    if (!mkdtemp(folder) || !getenv("DADO_HOSTILE")) return 1;
    write_to(in_folder("neighbour.py"), "secret = 1\n");
    write_to(in_folder("dado.db"), "seed 7, players a and b\n");
    write_to(in_folder("dado.py"), "# the kit\n");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

// Hostile programs are one program under many names.
static const char *program(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s", in_folder(name));
    if (access(path, F_OK) == 0) return path;
    char copy[600];
    snprintf(copy, sizeof copy, "cp '%s' '%s' && chmod 755 '%s'", getenv("DADO_HOSTILE"), path,
             path);
    assert_int_equal(system(copy), 0);
    return path;
}

static const dado_sandbox_limits usual = { .memory_mb = 256, .files_mb = 16, .threads = 64 };

typedef struct sandboxed_agent {
    dado_process_pipe talk;
    char buffer[DADO_LINE_MOST + 1], stderr_text[DADO_NOTES_MOST];
} sandboxed_agent;

static sandboxed_agent *start_program(const char *path, const dado_sandbox_limits *limits)
{
    sandboxed_agent *g = calloc(1, sizeof *g);
    g->talk.buffer = g->buffer;
    g->talk.stderr_text = g->stderr_text;
    dado_error err = { 0 };
    if (!dado_process_pipe_start(&g->talk, path, limits, &err)) fail_msg("%s: %s", path, err.text);
    return g;
}

static sandboxed_agent *start_agent(const char *name, const dado_sandbox_limits *limits)
{
    return start_program(program(name), limits);
}

static void end_agent(sandboxed_agent *g)
{
    dado_process_pipe_end(&g->talk);
    free(g);
}

static void say_turn(sandboxed_agent *g)
{
    static const char turn[] = "{\"t\":\"turn\",\"code\":\"1\",\"moves\":[\"pass\"]}\n";
    assert_true(dado_process_pipe_send(&g->talk, turn, strlen(turn), dado_clock_ms() + 5000));
}

// Lets it have its turn and answers what it told.
static const char *told(sandboxed_agent *g)
{
    char *line;
    say_turn(g);
    if (dado_process_pipe_receive(&g->talk, &line, dado_clock_ms() + 20000) != DADO_RECEIVED_LINE)
        return "";
    g->stderr_text[g->talk.stderr_length] = '\0';
    return g->stderr_text;
}

// ---- what is tried at once

static const struct {
    const char *name;
    int errors[3];  // the reasons it may fail for, as root or not; 0: it looked and found nothing
} attempts[] = {
    { "truncate_neighbour", { ENOENT } },
    { "truncate_self", { EROFS, ETXTBSY, EACCES } },
    { "truncate_kit", { EROFS, EACCES } },
    { "chmod_self", { EROFS } },
    { "chmod_system", { EROFS } },
    { "chown_self", { EROFS } },
    { "touch_self", { EROFS } },
    { "touch_neighbour", { ENOENT } },
    { "xattr_self", { EPERM } },
    { "unlink_self", { EBUSY, EROFS, EACCES } },
    { "rename_self", { EXDEV, EBUSY, EACCES } },
    { "link_self", { EXDEV } },
    { "write_self", { EROFS, ETXTBSY, EACCES } },
    { "write_kit", { EROFS, EACCES } },
    { "write_store", { ENOENT } },
    { "create_in_root", { EROFS } },
    { "create_in_usr", { EROFS } },
    { "create_in_etc", { EROFS } },
    { "write_device", { EROFS } },
    { "make_device", { EPERM } },
    { "write_proc", { EROFS, ENOENT } },
    { "remount", { EPERM } },
    { "mount_proc", { EPERM } },
    { "unmount", { EPERM } },
    { "change_root", { EPERM } },
    { "new_user", { EPERM } },
    { "join_init", { EPERM } },
    { "become_root", { EPERM } },
    { "raise_limit", { EPERM } },
    { "limit_init", { EPERM } },
    { "by_handle", { EPERM } },
    { "trace_init", { EPERM } },
    { "read_init", { EPERM } },
    { "load_bpf", { EPERM } },
    { "ring", { ENOSYS } },
    { "keyring", { EPERM } },
    { "faults", { EPERM } },
    { "type_ahead", { EPERM } },
    { "outlive", { EPERM } },
    { "old_layout", { EPERM } },
    { "hurry", { EPERM } },
    { "leave_share", { EPERM } },
    { "host_name", { 0 } },
    { "read_neighbour", { ENOENT } },
    { "read_store", { ENOENT } },
    { "stat_neighbour", { ENOENT } },
    { "read_passwords", { ENOENT } },
    { "read_home", { ENOENT } },
    { "read_var", { ENOENT } },
    { "read_sys", { ENOENT } },
    { "read_shm", { ENOENT } },
    { "read_tty", { ENOENT } },
    { "read_command", { ENOENT } },
    { "read_machine", { ENOENT } },
    { "read_by_link", { ENOENT } },
    { "read_upwards", { ENOENT } },
    { "read_own_root", { ENOENT } },
    { "list_folder", { 0 } },
    { "inherit_files", { 0 } },
    { "inherit_words", { 0 } },
    { "watch_files", { EPERM } },
    { "call_inet", { EPERM } },
    { "call_unix", { EPERM } },
    { "call_kernel", { EPERM } },
    { "pass_files", { EPERM } },
    { "fork_once", { EPERM } },
    { "vfork_once", { EPERM } },
    { "clone_anew", { ENOSYS } },
    { "spawn", { EPERM } },
    { "kill_all", { ESRCH } },
    { "hold_memory_file", { ENOSYS } },
    { "hold_segment", { EPERM } },
    { "hold_locked", { EPERM } },
    { "hold_pipes", { EPERM } },
    { "hold_sockets", { EPERM } },
    { "hold_locks", { ENOLCK } },
    { "hold_queue", { EPERM } },
    { "hold_reserved", { EFBIG, ENOSPC } },
    { "files_apart", { EPERM } },
    { "files_unshared", { EPERM } },
    { "read_cache", { EPERM } },
    { "look_in_core", { EPERM } },
    { "look_at_cache", { EPERM } },
    { "drop_pages", { EPERM } },
    { "count_sharers", { EBADF } },
    { "read_sharers", { EACCES, ENOENT } },
    { "read_own_group", { EACCES, ENOENT } },
    { "merge_pages", { EPERM } },
    { "look_at_host", { ENOSYS } },
    { "look_at_disks", { ENOSYS } },
    { "look_at_names", { ENOSYS } },
    { "wake_others", { EPERM } },
    { "wake_by_timer", { ENOSYS } },
    { "handle_of_init", { EPERM } },
    { "advise_others", { EPERM } },
    { "count_events", { EPERM } },
    { "watch_disks", { EPERM } },
    { "watch_folder", { EPERM } },
    { "lease_file", { EPERM } },
    { "compare_files", { EPERM } },
    { "look_at_disk_queue", { EPERM } },
    { "look_at_quota", { EPERM } },
    { "send_messages", { EPERM } },
    { "name_socket", { EPERM } },
    { "own_signals", { EPERM } },
    { "interrupt_all", { EPERM } },
    { "clock_of_others", { 0 } },
};

// What a thief or a vandal could have changed, as it was or is.
typedef struct look {
    char text[64];
    struct stat about;
} look;

static look look_at(const char *path)
{
    look seen = { 0 };
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    if (fread(seen.text, 1, sizeof seen.text, file) == 0) fail_msg("%s is empty", path);
    fclose(file);
    assert_int_equal(stat(path, &seen.about), 0);
    return seen;
}

static void same_look(const look *before, const look *after, const char *who)
{
    const struct stat *a = &before->about, *b = &after->about;
    bool same = memcmp(before->text, after->text, sizeof before->text) == 0 &&
                a->st_size == b->st_size && a->st_mode == b->st_mode && a->st_uid == b->st_uid &&
                a->st_gid == b->st_gid && a->st_nlink == b->st_nlink && a->st_ino == b->st_ino &&
                a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
                a->st_mtim.tv_nsec == b->st_mtim.tv_nsec &&
                a->st_ctim.tv_sec == b->st_ctim.tv_sec && a->st_ctim.tv_nsec == b->st_ctim.tv_nsec;
    if (!same) fail_msg("%s changed something outside", who);
}

static void what_is_tried_fails_and_nothing_outside_is_changed(void **state)
{
    (void)state;
    int failed = 0;
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
        const char *name = attempts[i].name;
        char own[256];
        snprintf(own, sizeof own, "%s", program(name));
        const char *const others[] = { "neighbour.py", "dado.db", "dado.py" };
        look before[5], after[5];
        for (int k = 0; k < 3; k++) before[k] = look_at(in_folder(others[k]));
        before[3] = look_at(own);
        before[4] = look_at("/usr/bin/env");
        sandboxed_agent *g = start_agent(name, &usual);
        const char *said = told(g);
        bool held = false;
        for (int k = 0; k < 3; k++) {
            char wanted[80];
            snprintf(wanted, sizeof wanted, "held %s %d\n", name, attempts[i].errors[k]);
            bool meant = k == 0 || attempts[i].errors[k];
            held = held || (meant && strcmp(said, wanted) == 0);
        }
        if (!held) {
            print_error("%s said: %s\n", name, said);
            failed++;
        }
        end_agent(g);
        for (int k = 0; k < 3; k++) after[k] = look_at(in_folder(others[k]));
        after[3] = look_at(own);
        after[4] = look_at("/usr/bin/env");
        for (int k = 0; k < 5; k++) same_look(&before[k], &after[k], name);
        assert_int_equal(access("/usr/mine", F_OK), -1);
        assert_int_equal(access("/tmp/stolen", F_OK), -1);
    }
    assert_int_equal(failed, 0);
}

// ---- what is held

static long after_word(const char *text, const char *word)
{
    const char *at = strstr(text, word);
    return at ? atol(at + strlen(word)) : -1;
}

// The program's process number outside.
static pid_t program_of(const sandboxed_agent *g)
{
    char path[64];
    long child = -1;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)g->talk.box.first,
             (int)g->talk.box.first);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%ld", &child) != 1) child = -1;
    if (file) fclose(file);
    return (pid_t)child;
}

static long status_of(pid_t process, const char *what)
{
    char path[64], text[4096] = "";
    snprintf(path, sizeof path, "/proc/%d/status", (int)process);
    FILE *file = fopen(path, "r");
    if (!file) return -1;
    if (fread(text, 1, sizeof text - 1, file) == 0) text[0] = '\0';
    fclose(file);
    return after_word(text, what);
}

static void memory_of_every_kind_is_counted(void **state)
{
    (void)state;
    static const char *const kinds[] = { "hold_private", "hold_shared", "hold_stack",
                                         "hold_sealed" };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        sandboxed_agent *g = start_agent(kinds[i], &usual);
        long held = after_word(told(g), "holding ");
        long peak = status_of(program_of(g), "VmHWM:") >> 10;
        end_agent(g);
        // As much as it was allowed, or nearly, and not more than a tenth over it.
        if (held < 200 || held > 281 || peak > 281) {
            fail_msg("%s: held %ld MB, %ld as seen from outside", kinds[i], held, peak);
        }
    }
}

// The last figure that was told before the program ended.
static long last_amount(const char *said)
{
    long last = -1;
    for (const char *at = said; (at = strstr(at, "holding ")); at++)
        last = after_word(at, "holding ");
    return last;
}

// With a control group the kernel refuses more. Without one the program is ended when it is seen.
static void page_tables_are_bounded(void **state)
{
    (void)state;
    sandboxed_agent *g = start_agent("hold_page_tables", &usual);
    bool counted = g->talk.box.group.powers & DADO_CGROUP_MEMORY;
    assert_true(counted || g->talk.box.page_tables_kb == 20 << 10);
    told(g);
    g->stderr_text[g->talk.stderr_length] = '\0';
    long held = last_amount(g->stderr_text);
    int64_t seen = g->talk.box.page_tables_seen;
    end_agent(g);
    print_message("page tables: %ld MB, %s\n", held, counted ? "counted by a group" : "looked at");
    // All that it tries to have is 507 MB. A group counts its pages too, half as much again.
    assert_true(held >= 8 && held < 250);
    assert_true(counted || seen > 20 << 10);
}

static void threads_are_counted(void **state)
{
    (void)state;
    sandboxed_agent *g = start_agent("hold_threads", &usual);
    long held = after_word(told(g), "holding ");
    long seen = status_of(program_of(g), "Threads:");
    end_agent(g);
    if (held < 58 || held > 70 || seen != held) fail_msg("%ld threads, %ld seen", held, seen);
}

static void files_are_counted_together(void **state)
{
    (void)state;
    sandboxed_agent *g = start_agent("hold_files", &usual);
    long held = after_word(told(g), "holding ");
    end_agent(g);
    if (held < 14 || held > 16) fail_msg("%ld MB in files", held);
    dado_sandbox_limits none = usual;
    none.files_mb = 0;
    g = start_agent("hold_files", &none);
    held = after_word(told(g), "holding ");
    end_agent(g);
    assert_int_equal(held, 0);
    static const struct {
        const char *name;
        long least, most;
    } counts[] = { { "hold_names", 1000, 2100 }, { "many_files", 100, 125 } };
    for (int i = 0; i < 2; i++) {
        g = start_agent(counts[i].name, &usual);
        held = after_word(told(g), "holding ");
        end_agent(g);
        if (held < counts[i].least || held > counts[i].most) {
            fail_msg("%s: %ld", counts[i].name, held);
        }
    }
}

// ---- what is left

static int entries_of(const char *path)
{
    int count = 0;
    DIR *here = opendir(path);
    while (here && readdir(here)) count++;
    if (here) closedir(here);
    return count;
}

static int mounts(void)
{
    int lines = 0;
    FILE *file = fopen("/proc/self/mountinfo", "r");
    for (int c; file && (c = fgetc(file)) != EOF;) lines += c == '\n';
    if (file) fclose(file);
    return lines;
}

static bool is_gone(pid_t process)
{
    return kill(process, 0) != 0 && errno == ESRCH;
}

static void nothing_is_left_of_those_who_cling(void **state)
{
    (void)state;
    static const char *const names[] = { "hold_deep", "linger", "hold_files", "hold_threads" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        program(names[i]);
        int mounted = mounts(), here = entries_of("/proc/self/fd");
        sandboxed_agent *g = start_agent(names[i], &usual);
        if (strcmp(names[i], "linger") == 0) say_turn(g);
        else told(g);
        pid_t first = g->talk.box.first, second = program_of(g);
        assert_true(second > 0);
        end_agent(g);
        if (!is_gone(first) || !is_gone(second)) fail_msg("%s is still there", names[i]);
        assert_int_equal(mounts(), mounted);
        assert_int_equal(entries_of("/proc/self/fd"), here);
    }
}

// Is the first page of a file in memory? -1 where that cannot be told.
static int is_in_memory(const char *path)
{
    int file = open(path, O_RDONLY);
    void *at = mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
    unsigned char there = 0;
    int seen = mincore(at, 4096, &there) == 0 ? there & 1 : -1;
    munmap(at, 4096);
    close(file);
    return seen;
}

// Two players that may read the same folder cannot use it to talk by what is in memory.
static void a_shared_folder_carries_no_news(void **state)
{
    (void)state;
    dado_sandbox_limits limits = usual;
    limits.needs = folder;
    assert_int_equal(chmod(folder, 0755), 0);
    write_to(in_folder("shared"), "known to both\n");
    int kept = open(in_folder("shared"), O_RDONLY);
    assert_int_equal(fsync(kept), 0);  // what is not written yet cannot be dropped
    char byte;
    assert_int_equal(pread(kept, &byte, 1, 0), 1);
    sandboxed_agent *g = start_agent("drop_shared", &limits);
    assert_string_equal(told(g), "held drop_shared 0\n");
    end_agent(g);
    assert_int_not_equal(is_in_memory(in_folder("shared")), 0);
    close(kept);
}

// Puts the hostile program under this name into a folder, beside a named pipe and a named socket.
static int fill_folder(const char *where, const char *name, char own[256])
{
    char command[700], pipe_path[256];
    snprintf(pipe_path, sizeof pipe_path, "%s/pipe", where);
    snprintf(own, 256, "%s/%s", where, name);
    snprintf(command, sizeof command, "cp '%s' '%s' && chmod 755 '%s' '%s'", getenv("DADO_HOSTILE"),
             own, own, where);
    assert_int_equal(system(command), 0);
    remove(pipe_path);
    assert_int_equal(mkfifo(pipe_path, 0666), 0);
    assert_int_equal(chmod(pipe_path, 0666), 0);
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    snprintf(to.sun_path, sizeof to.sun_path, "%.60s/socket", where);
    remove(to.sun_path);
    int ear = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    assert_int_equal(bind(ear, (struct sockaddr *)&to, sizeof to), 0);
    assert_int_equal(chmod(to.sun_path, 0666), 0);
    return ear;
}

// When a file was last read is news, too. It is set long ago, and stays so.
static void reading_a_shared_file_leaves_no_trace(void **state)
{
    (void)state;
    struct timespec long_ago[2] = { { 1000000000, 0 }, { 1000000001, 0 } };
    struct stat about;
    write_to(in_folder("shared"), "cards\n");
    assert_int_equal(utimensat(AT_FDCWD, in_folder("shared"), long_ago, 0), 0);
    dado_sandbox_limits limits = usual;
    limits.needs = folder;
    sandboxed_agent *g = start_agent("read_shared", &limits);
    const char *said = told(g);
    if (strncmp(said, "held read_shared", 16) != 0) fail_msg("%s", said);
    end_agent(g);
    assert_int_equal(stat(in_folder("shared"), &about), 0);
    assert_int_equal(about.st_atim.tv_sec, 1000000000);
    assert_int_equal(remove(in_folder("shared")), 0);
}

static void named_pipes_and_sockets_reach_nobody(void **state)
{
    (void)state;
    static const struct {
        const char *name, *said;
    } tried[] = { { "write_pipe", "held write_pipe 13\n" },
                  { "send_to_name", "held send_to_name 1\n" } };
    char place[] = "/var/tmp/dado-box-XXXXXX", own[256], byte, command[64];
    assert_non_null(mkdtemp(place));
    dado_sandbox_limits limits = usual;
    limits.needs = place;
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        int ear = fill_folder(place, tried[i].name, own);
        sandboxed_agent *g = start_program(own, &limits);
        assert_string_equal(told(g), tried[i].said);
        end_agent(g);
        assert_int_equal(recv(ear, &byte, 1, 0), -1);
        close(ear);
    }
    snprintf(command, sizeof command, "rm -rf '%s'", place);
    assert_int_equal(system(command), 0);
}

// In the folder where programs may write, such a thing is refused before they start.
static void needs_are_plain_files_and_folders(void **state)
{
    (void)state;
    char place[] = "/tmp/dado-box-XXXXXX", own[256], pipe_path[256], command[64];
    assert_non_null(mkdtemp(place));
    close(fill_folder(place, "honest", own));
    snprintf(pipe_path, sizeof pipe_path, "%s/pipe", place);
    const char *const needs[] = { place, pipe_path };
    for (int i = 0; i < 2; i++) {
        dado_sandbox_limits limits = usual;
        limits.needs = needs[i];
        dado_error err = { 0 };
        dado_sandbox box;
        assert_false(dado_sandbox_start(&box, own, &limits, &err));
        assert_non_null(strstr(err.text, "is neither a file nor a folder"));
    }
    snprintf(command, sizeof command, "rm -rf '%s'", place);
    assert_int_equal(system(command), 0);
}

static void sleep_ms(int ms)
{
    nanosleep(&(struct timespec){ .tv_nsec = ms * 1000000L }, NULL);
}

// Not one that keeps all processors busy, and not one that has the kernel wake it.
static void who_is_frozen_uses_no_processor(void **state)
{
    (void)state;
    static const char *const names[] = { "spinner", "waker" };
    static const char hello[] = "{\"t\":\"hello\"}\n";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        program(names[i]);
        sandboxed_agent *g = start_agent(names[i], &usual);
        dado_sandbox *box = &g->talk.box;
        char *line;
        assert_true(dado_process_pipe_send(&g->talk, hello, strlen(hello), dado_clock_ms() + 5000));
        assert_int_equal(dado_process_pipe_receive(&g->talk, &line, dado_clock_ms() + 10000),
                         DADO_RECEIVED_LINE);
        dado_sandbox_freeze(box, true);
        sleep_ms(20);
        int64_t frozen = dado_sandbox_cpu_ns(box);
        sleep_ms(100);
        assert_true(frozen > 0);
        // A thread that waits for a processor stops when it gets one, which takes microseconds.
        assert_true(dado_sandbox_cpu_ns(box) - frozen < 2000000);
        dado_sandbox_thaw(box);
        sleep_ms(100);
        assert_true(dado_sandbox_cpu_ns(box) - frozen > 1000000);
        end_agent(g);
    }
}

// A host that is killed has no time for anything: the kernel ends the box for it.
static void the_sandbox_ends_with_a_host_that_is_killed(void **state)
{
    (void)state;
    static const char *const names[] = { "linger", "hold_deep", "hold_threads" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int news[2];
        assert_int_equal(pipe(news), 0);
        pid_t host = fork();
        if (host == 0) {
            sandboxed_agent *g = start_agent(names[i], &usual);
            if (strcmp(names[i], "linger") == 0) say_turn(g);
            else told(g);
            pid_t who[2] = { g->talk.box.first, program_of(g) };
            ssize_t written = write(news[1], who, sizeof who);
            (void)written;
            for (;;) pause();
        }
        pid_t who[2] = { 0 };
        close(news[1]);
        assert_int_equal(read(news[0], who, sizeof who), (int)sizeof who);
        close(news[0]);
        assert_true(who[0] > 0 && who[1] > 0);
        kill(host, SIGKILL);
        waitpid(host, NULL, 0);
        int64_t until = dado_clock_ms() + 1000;
        while ((!is_gone(who[0]) || !is_gone(who[1])) && dado_clock_ms() < until) usleep(10000);
        if (!is_gone(who[1])) fail_msg("%s outlived its host", names[i]);
    }
}

// ---- what is needed

static void what_the_user_names_is_there_and_nothing_beside_it(void **state)
{
    (void)state;
    char needs[600];
    assert_int_equal(mkdir(in_folder("data"), 0755), 0);
    snprintf(needs, sizeof needs, "%s/data:%s/neighbour.py", folder, folder);
    dado_sandbox_limits limits = usual;
    limits.needs = needs;
    sandboxed_agent *g = start_agent("read_neighbour", &limits);
    assert_string_equal(told(g), "ESCAPED read_neighbour\n");
    end_agent(g);
    g = start_agent("read_store", &limits);
    assert_string_equal(told(g), "held read_store 2\n");
    end_agent(g);
    dado_sandbox box;
    dado_error err = { 0 };
    static const char *const refused[] = { "/", "/tmp", "/proc", "/no/such/place" };
    for (int i = 0; i < 4; i++) {
        limits.needs = refused[i];
        assert_false(dado_sandbox_start(&box, program("honest"), &limits, &err));
        assert_non_null(strstr(err.text, "needs: "));
    }
}

// A link in the place of the kit is the author's, and could lead anywhere.
static void a_kit_that_is_a_link_is_not_followed(void **state)
{
    (void)state;
    assert_int_equal(remove(in_folder("dado.py")), 0);
    assert_int_equal(symlink("neighbour.py", in_folder("dado.py")), 0);
    sandboxed_agent *g = start_agent("write_kit", &usual);
    const char *said = told(g);
    assert_string_equal(said, "held write_kit 2\n");
    end_agent(g);
    assert_int_equal(remove(in_folder("dado.py")), 0);
    write_to(in_folder("dado.py"), "# the kit\n");
}

static void who_needs_an_interpreter_is_told_what_to_name(void **state)
{
    (void)state;
    char made[800], bin[300], script[300];
    snprintf(bin, sizeof bin, "%s/env/bin", folder);
    snprintf(made, sizeof made, "mkdir -p '%s' '%s/env/lib' && cp /bin/sh '%s/mysh'", bin, folder,
             bin);
    assert_int_equal(system(made), 0);
    snprintf(script, sizeof script, "%s/script", folder);
    char first_line[400];
    snprintf(first_line, sizeof first_line, "#!%s/mysh\nread line\n", bin);
    write_to(script, first_line);
    chmod(script, 0755);
    dado_sandbox box;
    dado_error err = { 0 };
    dado_sandbox_limits limits = usual;
    assert_false(dado_sandbox_start(&box, script, &limits, &err));
    char wanted[300];
    snprintf(wanted, sizeof wanted, ":needs=%s/env", folder);
    if (!strstr(err.text, wanted)) fail_msg("%s", err.text);
    limits.needs = wanted + strlen(":needs=");
    assert_true(dado_sandbox_start(&box, script, &limits, &err));
    assert_true(dado_sandbox_alive(&box));
    dado_sandbox_end(&box);
    write_to(script, "#!/no/such/interpreter\n");
    assert_false(dado_sandbox_start(&box, script, &usual, &err));
    assert_non_null(strstr(err.text, "which does not exist"));
    write_to(script, "#!/usr/bin/env no-such-interpreter\n");
    assert_false(dado_sandbox_start(&box, script, &usual, &err));
    assert_non_null(strstr(err.text, "asks for no-such-interpreter"));
}

static int run_all(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_tried_fails_and_nothing_outside_is_changed),
        cmocka_unit_test(memory_of_every_kind_is_counted),
        cmocka_unit_test(page_tables_are_bounded),
        cmocka_unit_test(threads_are_counted),
        cmocka_unit_test(files_are_counted_together),
        cmocka_unit_test(nothing_is_left_of_those_who_cling),
        cmocka_unit_test(a_shared_folder_carries_no_news),
        cmocka_unit_test(reading_a_shared_file_leaves_no_trace),
        cmocka_unit_test(named_pipes_and_sockets_reach_nobody),
        cmocka_unit_test(needs_are_plain_files_and_folders),
        cmocka_unit_test(who_is_frozen_uses_no_processor),
        cmocka_unit_test(the_sandbox_ends_with_a_host_that_is_killed),
        cmocka_unit_test(what_the_user_names_is_there_and_nothing_beside_it),
        cmocka_unit_test(a_kit_that_is_a_link_is_not_followed),
        cmocka_unit_test(who_needs_an_interpreter_is_told_what_to_name),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

int main(void)
{
    int failed = run_all();
    if (geteuid() != 0 || failed) return failed;
    // The same as nobody. What is to be copied lies where nobody may not look, perhaps.
    static char copy[] = "/tmp/dado-hostile-XXXXXX";
    char command[600];
    int file = mkstemp(copy);
    if (file < 0 || close(file) != 0) return 1;
    snprintf(command, sizeof command, "cp '%s' '%s' && chmod 755 '%s'", getenv("DADO_HOSTILE"),
             copy, copy);
    if (system(command) != 0) return 1;
    setenv("DADO_HOSTILE", copy, 1);
    fflush(NULL);
    pid_t user = fork();
    if (user == 0) {
        if (setgroups(0, NULL) != 0 || setgid(65534) != 0 || setuid(65534) != 0) _exit(1);
        puts("as an ordinary user:");
        exit(run_all());
    }
    int status = 1;
    waitpid(user, &status, 0);
    remove(copy);
    return status != 0;
}
