// box.c - see box.h.
//
// The order matters. The filter is compiled before the fork, since after it,
// in a program with threads, nothing may be allocated. The first child makes
// the namespaces and stays as watcher; the second is process 1 of its own
// world, so that its end is the end of all it might have started.
#define _GNU_SOURCE
#include "agents/box.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { no_namespaces = 1, no_filter = 2, no_landlock = 4, every_protection = 7 };

// What the first child tells the parent: a step that failed, and errno.
typedef struct report {
    int32_t step;  // 0: the program is about to be run
    int32_t error;
    uint32_t missing;
} report;

enum { step_ready, step_confine, step_limits, step_run };

typedef struct filter {
    struct sock_filter *code;
    size_t size;  // in bytes
} filter;

// System calls that a player of games has no use for.
static const char *const forbidden[] = {
    "fork", "vfork", "ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "mount",
    "umount2", "pivot_root", "chroot", "move_mount", "open_tree", "fsopen", "fsconfig", "fsmount",
    "mount_setattr", "unshare", "setns", "bpf", "perf_event_open", "userfaultfd", "keyctl",
    "add_key", "request_key", "kexec_load", "kexec_file_load", "init_module", "finit_module",
    "delete_module", "reboot", "swapon", "swapoff", "sethostname", "setdomainname", "settimeofday",
    "clock_settime", "clock_adjtime", "adjtimex", "acct", "quotactl", "syslog", "iopl", "ioperm",
    "io_uring_setup", "io_uring_enter", "io_uring_register", "socket", "connect", "bind", "listen",
    "accept", "accept4", "name_to_handle_at", "open_by_handle_at", "memfd_secret", "mknod",
    "mknodat", "shmget", "msgget", "semget", "mq_open", "pidfd_open", "pidfd_getfd",
    "pidfd_send_signal", "setpriority", "ioprio_set", "sched_setaffinity",
};

static bool compile_filter(filter *made)
{
    scmp_filter_ctx context = seccomp_init(SCMP_ACT_ALLOW);
    if (!context) return false;
    bool fine = true;
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++) {
        int call = seccomp_syscall_resolve_name(forbidden[i]);
        if (call == __NR_SCMP_ERROR) continue;  // not on this machine
        fine = fine && seccomp_rule_add(context, SCMP_ACT_ERRNO(EPERM), call, 0) == 0;
    }
    // Threads are fine, processes are not. The newer call hides its flags from
    // a filter, so it is said not to exist, and libraries fall back to the older.
    fine = fine && seccomp_rule_add(context, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                    SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)) == 0;
    fine = fine && seccomp_rule_add(context, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0;
    int file = fine ? memfd_create("filter", MFD_CLOEXEC) : -1;
    fine = file >= 0 && seccomp_export_bpf(context, file) == 0;
    off_t size = fine ? lseek(file, 0, SEEK_END) : 0;
    made->code = size > 0 ? malloc((size_t)size) : NULL;
    made->size = (size_t)size;
    fine = made->code && pread(file, made->code, made->size, 0) == (ssize_t)size;
    if (file >= 0) close(file);
    seccomp_release(context);
    if (!fine) free(made->code);
    return fine;
}

static bool install_filter(const filter *f)
{
    struct sock_fprog program = {
        .len = (unsigned short)(f->size / sizeof(struct sock_filter)),
        .filter = f->code,
    };
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

static void write_file(const char *path, const char *text)
{
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    ssize_t written = write(file, text, strlen(text));
    (void)written;  // without a map the program runs as nobody, which is as well
    close(file);
}

// New worlds for processes, network, users and messages.
static bool leave_the_world(const char *uid_map, const char *gid_map)
{
    int worlds = CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
    if (unshare(CLONE_NEWUSER | worlds) == 0) {
        write_file("/proc/self/setgroups", "deny");
        write_file("/proc/self/uid_map", uid_map);
        write_file("/proc/self/gid_map", gid_map);
        return true;
    }
    return unshare(worlds) == 0;
}

static void allow(int rules, const char *path, uint64_t rights)
{
    int folder = open(path, O_PATH | O_CLOEXEC);
    if (folder < 0) return;
    struct stat found;
    if (fstat(folder, &found) == 0 && !S_ISDIR(found.st_mode)) {
        rights &= LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
                  LANDLOCK_ACCESS_FS_WRITE_FILE;
    }
    struct landlock_path_beneath_attr rule = { .allowed_access = rights, .parent_fd = folder };
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(folder);
}

static bool fence_files(const char *own_folder, const char *scratch)
{
    uint64_t all = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
    uint64_t reading = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
                       LANDLOCK_ACCESS_FS_READ_DIR;
    struct landlock_ruleset_attr wanted = { .handled_access_fs = all };
    int rules = (int)syscall(SYS_landlock_create_ruleset, &wanted, sizeof wanted, 0);
    if (rules < 0) return false;
    static const char *const readable[] = {
        "/usr", "/bin", "/lib", "/lib64", "/lib32", "/opt", "/etc/ld.so.cache",
        "/etc/alternatives", "/etc/ssl/openssl.cnf", "/etc/localtime", "/dev/urandom",
        "/dev/random", "/dev/zero", "/proc/self", "/proc/cpuinfo", "/proc/meminfo",
        "/sys/devices/system/cpu",
    };
    for (size_t i = 0; i < sizeof readable / sizeof *readable; i++) {
        allow(rules, readable[i], reading);
    }
    allow(rules, "/dev/null", reading | LANDLOCK_ACCESS_FS_WRITE_FILE);
    allow(rules, own_folder, reading);
    allow(rules, scratch,
          all & ~(uint64_t)(LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK));
    bool fine = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close(rules);
    return fine;
}

static void limit(int what, int64_t most)
{
    struct rlimit both = { (rlim_t)most, (rlim_t)most };
    setrlimit((__rlimit_resource_t)what, &both);
}

static void limit_resources(const dado_box_limits *limits)
{
    limit(RLIMIT_DATA, limits->memory_mb << 20);
    limit(RLIMIT_FSIZE, limits->files_mb << 20);
    limit(RLIMIT_NOFILE, 256);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_MEMLOCK, 0);
    limit(RLIMIT_MSGQUEUE, 0);
    if (limits->cpu_seconds) limit(RLIMIT_CPU, limits->cpu_seconds);
}

typedef struct start {  // all that the children need, ready before the fork
    const char *program, *folder, *scratch;
    const dado_box_limits *limits;
    filter filter;
    bool has_filter;
    char uid_map[48], gid_map[48], home[96];
    int in[2], out[2], notes[2], told[2];
} start;

static _Noreturn void give_up(const start *s, int step)
{
    report said = { step, errno, 0 };
    ssize_t written = write(s->told[1], &said, sizeof said);
    (void)written;
    _exit(127);
}

static _Noreturn void run_program(start *s, unsigned missing)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (dup2(s->in[0], 0) < 0 || dup2(s->out[1], 1) < 0 || dup2(s->notes[1], 2) < 0) {
        give_up(s, step_run);
    }
    syscall(SYS_close_range, 3u, ~0u, 4u /* close on exec */);
    if (chdir(s->scratch) != 0) give_up(s, step_run);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    limit_resources(s->limits);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) give_up(s, step_limits);
    if (!fence_files(s->folder, s->scratch)) missing |= no_landlock;
    if (!s->has_filter || !install_filter(&s->filter)) missing |= no_filter;
    if (missing && !s->limits->unsafe) {
        report said = { step_confine, 0, missing };
        ssize_t written = write(s->told[1], &said, sizeof said);
        (void)written;
        _exit(127);
    }
    report ready = { step_ready, 0, missing };
    ssize_t written = write(s->told[1], &ready, sizeof ready);
    (void)written;
    char *argv[] = { (char *)(uintptr_t)s->program, NULL };
    char path[] = "PATH=/usr/local/bin:/usr/bin:/bin", language[] = "LANG=C.UTF-8";
    char *envp[] = { path, language, s->home, NULL };
    execve(s->program, argv, envp);
    give_up(s, step_run);
}

static _Noreturn void watch(start *s)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    unsigned missing = leave_the_world(s->uid_map, s->gid_map) ? 0 : no_namespaces;
    pid_t program = fork();
    if (program < 0) give_up(s, step_run);
    if (program == 0) run_program(s, missing);
    // The pipes are the program's alone now: its end must be seen as their end.
    syscall(SYS_close_range, 0u, ~0u, 0u);
    int status;
    while (waitpid(program, &status, 0) < 0 && errno == EINTR) {
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

static void close_pair(int pair[2])
{
    for (int i = 0; i < 2; i++) {
        if (pair[i] >= 0) close(pair[i]);
        pair[i] = -1;
    }
}

static bool open_pipes(start *s)
{
    int *pairs[] = { s->in, s->out, s->notes, s->told };
    for (int i = 0; i < 4; i++) pairs[i][0] = pairs[i][1] = -1;
    for (int i = 0; i < 4; i++) {
        if (pipe2(pairs[i], O_CLOEXEC) != 0) return false;
    }
    return true;
}

static int remove_one(const char *path, const struct stat *what, int kind, struct FTW *where)
{
    (void)what;
    (void)kind;
    (void)where;
    return remove(path);
}

// Is it a program we could run at all? Says what to do if not.
static bool find_program(const char *program, char full[PATH_MAX], char folder[PATH_MAX],
                         dado_error *err)
{
    struct stat found;
    if (!realpath(program, full)) {
        return dado_fail(err, DADO_MISSING, "there is no program %s", program);
    }
    if (stat(full, &found) != 0 || !S_ISREG(found.st_mode)) {
        return dado_fail(err, DADO_MEANING, "%s is not a program", program);
    }
    if (access(full, X_OK) != 0) {
        return dado_fail(err, DADO_MEANING, "%s may not be executed; try: chmod +x %s", program,
                         program);
    }
    snprintf(folder, PATH_MAX, "%s", full);
    char *slash = strrchr(folder, '/');
    if (slash == folder) slash++;
    *slash = '\0';
    return true;
}

static bool hear_report(start *s, dado_box *box, const char *program, dado_error *err)
{
    // The first word comes before the program runs, the second, if any, because it could not.
    report said = { step_run, 0, 0 }, more;
    bool heard = read(s->told[0], &said, sizeof said) == (ssize_t)sizeof said;
    if (heard && said.step == step_ready) {
        box->missing = said.missing;
        if (read(s->told[0], &more, sizeof more) != (ssize_t)sizeof more) return true;
        said = more;
    }
    dado_box_end(box);
    if (heard && said.step == step_confine) {
        box->missing = said.missing;
        return dado_fail(err, DADO_LIMIT,
                         "this kernel cannot confine %s (it lacks%s%s%s); run it all the same "
                         "with --unsafe, if you trust it",
                         program, said.missing & no_namespaces ? " namespaces" : "",
                         said.missing & no_filter ? " seccomp" : "",
                         said.missing & no_landlock ? " Landlock" : "");
    }
    return dado_fail(err, DADO_IO, "cannot run %s: %s", program,
                     said.error ? strerror(said.error) : "it did not start");
}

bool dado_box_start(dado_box *box, const char *program, const dado_box_limits *limits,
                    dado_error *err)
{
    *box = (dado_box){ .watcher = -1, .in = -1, .out = -1, .notes = -1, .code = -1 };
    char full[PATH_MAX], folder[PATH_MAX];
    if (!find_program(program, full, folder, err)) return false;
    const char *temporary = getenv("TMPDIR");
    int length = snprintf(box->scratch, sizeof box->scratch, "%s/dado-XXXXXX",
                          temporary && *temporary ? temporary : "/tmp");
    if (length >= (int)sizeof box->scratch || !mkdtemp(box->scratch)) {
        box->scratch[0] = '\0';
        return dado_fail(err, DADO_IO, "cannot make a scratch folder for %s: %s", program,
                         strerror(errno));
    }
    start s = { .program = full, .folder = folder, .scratch = box->scratch, .limits = limits };
    s.has_filter = compile_filter(&s.filter);
    snprintf(s.uid_map, sizeof s.uid_map, "%u %u 1\n", (unsigned)getuid(), (unsigned)getuid());
    snprintf(s.gid_map, sizeof s.gid_map, "%u %u 1\n", (unsigned)getgid(), (unsigned)getgid());
    snprintf(s.home, sizeof s.home, "HOME=%s", box->scratch);
    bool started = open_pipes(&s);
    if (started) {
        box->watcher = fork();
        if (box->watcher == 0) watch(&s);
        started = box->watcher > 0;
    }
    int error = errno;
    if (s.has_filter) free(s.filter.code);
    if (started) {
        box->in = s.in[1];
        box->out = s.out[0];
        box->notes = s.notes[0];
        s.in[1] = s.out[0] = s.notes[0] = -1;
        close(s.told[1]);
        s.told[1] = -1;
    }
    bool fine = started && hear_report(&s, box, program, err);
    close_pair(s.in);
    close_pair(s.out);
    close_pair(s.notes);
    close_pair(s.told);
    if (!started) {
        dado_box_end(box);
        return dado_fail(err, DADO_IO, "cannot start %s: %s", program, strerror(error));
    }
    for (int i = 0; fine && i < 3; i++) {
        int end = i == 0 ? box->in : i == 1 ? box->out : box->notes;
        fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK);
    }
    return fine;
}

bool dado_box_alive(dado_box *box)
{
    if (box->watcher <= 0) return false;
    int status;
    pid_t gone = waitpid(box->watcher, &status, WNOHANG);
    if (gone == 0) return true;
    if (gone > 0 && WIFEXITED(status)) box->code = WEXITSTATUS(status);
    box->watcher = -1;
    return false;
}

void dado_box_end(dado_box *box)
{
    int *ends[] = { &box->in, &box->out, &box->notes };
    for (int i = 0; i < 3; i++) {
        if (*ends[i] >= 0) close(*ends[i]);
        *ends[i] = -1;
    }
    if (box->watcher > 0) {
        kill(-box->watcher, SIGKILL);
        kill(box->watcher, SIGKILL);
        while (waitpid(box->watcher, NULL, 0) < 0 && errno == EINTR) {
        }
        box->watcher = -1;
    }
    if (box->scratch[0]) nftw(box->scratch, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    box->scratch[0] = '\0';
}

void dado_box_describe(const dado_box *box, dado_text *out)
{
    if (box->missing == 0) {
        dado_text_add(out, "confined: no network, no other processes, no files but its own");
        return;
    }
    dado_text_addf(out, "NOT fully confined, without%s%s%s",
                   box->missing & no_namespaces ? " namespaces" : "",
                   box->missing & no_filter ? " a system-call filter" : "",
                   box->missing & no_landlock ? " Landlock" : "");
}
