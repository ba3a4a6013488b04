// sandbox.c - see sandbox.h.
//
// A sandbox consists of two processes. The first is a copy of this process and is process
// 1 of new namespaces: it sets up the file system, starts the second, and then waits for
// the second to end or for the lifetime pipe to be closed. When process 1 ends, the
// kernel ends all others of its namespace. The second becomes the program.
//
// The order matters. Everything that allocates happens before the first process is made,
// because the copy of a program with threads must not allocate.
#define _GNU_SOURCE
#include "agents/sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "agents/sandbox_landlock.h"
#include "agents/sandbox_seccomp.h"
#include "agents/sandbox_mounts.h"
#include "core/confine.h"

enum { no_namespaces = 1, no_filter = 2 };

// A message from the sandbox: the step that failed, and errno.
typedef struct report {
    int32_t step;  // 0: the program is about to be run
    int32_t error;
    uint32_t missing;
} report;

enum { step_ready, step_confine, step_run, step_scratch };

enum { most_arguments = 8 };

// Ways to start. Root makes the namespaces with its own rights, and the program runs as
// an unused user. Other users make a user namespace first. Without namespaces a program
// runs only if the user allowed it as unsafe.
typedef enum way { as_root, as_user, without_namespaces, ways } way;

enum { namespaces = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS };

// User numbers from here on belong to nobody: no system assigns them.
enum { first_unused_uid = 0x70000000 };

typedef struct start {  // everything the sandbox needs, prepared before it is made
    way way;
    const dado_sandbox_limits *limits;
    dado_seccomp_filter filter;
    unsigned missing;
    uid_t user;
    gid_t group;
    char uid_map[48], gid_map[48], scratch[96];
    int in[2], out[2], notes[2], told[2], lifetime_pipe[2];
    dado_sandbox_cgroup cgroup;
    dado_sandbox_mounts world;
} start;

// The argument of clone3; the headers of the C library lack it.
typedef struct clone3_arguments {
    uint64_t flags, pidfd, child_tid, parent_tid, exit_signal;
    uint64_t stack, stack_size, tls, set_tid, set_tid_size, cgroup;
} clone3_arguments;

static const uint64_t into_cgroup = UINT64_C(0x200000000);

// Makes a process like fork, with namespaces, and in a control group if `cgroup` is its
// folder.
static pid_t make_process(unsigned long flags, int cgroup)
{
    if (cgroup < 0) return (pid_t)syscall(SYS_clone, flags | SIGCHLD, NULL, NULL, NULL, NULL);
    clone3_arguments how = { .flags = flags | into_cgroup,
                             .exit_signal = SIGCHLD,
                             .cgroup = (uint64_t)cgroup };
    return (pid_t)syscall(SYS_clone3, &how, sizeof how);
}

// ---- inside the sandbox ----

static _Noreturn void give_up(const start *s, int step)
{
    report said = { step, errno, step == step_confine ? no_namespaces : 0 };
    ssize_t written = write(s->told[1], &said, sizeof said);
    (void)written;
    _exit(127);
}

static bool write_file(const char *path, const char *text)
{
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t written = write(file, text, strlen(text));
    close(file);
    return written == (ssize_t)strlen(text);
}

static void limit(int what, int64_t most)
{
    struct rlimit both = { (rlim_t)most, (rlim_t)most };
    setrlimit((__rlimit_resource_t)what, &both);
}

// A compiler reserves much memory that it does not use, so this limit is high. The memory
// of a build is limited otherwise, for all processes together.
enum { reserved_mb = 8192 };

static void limit_resources(const start *s)
{
    const dado_sandbox_limits *limits = s->limits;
    limit(RLIMIT_AS, (limits->memory_mb + (limits->build ? reserved_mb : 0)) << 20);
    limit(RLIMIT_STACK, 8 << 20);
    limit(RLIMIT_FSIZE, limits->files_mb << 20);
    // Buffers of sockets and pipes are memory that only a control group counts.
    bool counted = s->cgroup.powers & DADO_CGROUP_MEMORY;
    limit(RLIMIT_NOFILE, limits->build && counted ? 1024 : 128);
    limit(RLIMIT_SIGPENDING, 256);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_MEMLOCK, 0);
    limit(RLIMIT_MSGQUEUE, 0);
    // The kernel counts processes per user and user namespace. If the program shares them
    // with process 1, that one counts too.
    if (s->way != without_namespaces) limit(RLIMIT_NPROC, limits->threads + (s->way == as_user));
    if (limits->cpu_seconds) limit(RLIMIT_CPU, limits->cpu_seconds);
}

static bool drop_rights(void)
{
    struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = { { 0 } };
    return syscall(SYS_capset, &head, none) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

static bool become_nobody(const start *s)
{
    if (s->way != as_root) return true;
    return syscall(SYS_setgroups, 0, NULL) == 0 &&
           syscall(SYS_setresgid, s->group, s->group, s->group) == 0 &&
           syscall(SYS_setresuid, s->user, s->user, s->user) == 0;
}

static _Noreturn void run_program(start *s)
{
    if (s->way == without_namespaces) prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (dup2(s->in[0], 0) < 0 || dup2(s->out[1], 1) < 0 || dup2(s->notes[1], 2) < 0) {
        give_up(s, step_run);
    }
    for (int i = 0; i < 3; i++) fcntl(i, F_SETFD, 0);
    syscall(SYS_close_range, 3u, ~0u, 4u /* close on exec */);
    if (chdir("/tmp") != 0) give_up(s, step_run);
    for (int i = 1; i < 32; i++) signal(i, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (!become_nobody(s)) give_up(s, step_confine);
    limit_resources(s);
    if (!drop_rights()) give_up(s, step_confine);
    // Without Landlock, the needed files were checked beforehand instead, and there is no
    // /proc.
    if (s->way != without_namespaces && dado_landlock_is_there() &&
        !dado_landlock_restrict("/tmp", dado_sandbox_devices, s->world.readable)) {
        give_up(s, step_confine);
    }
    if (!dado_seccomp_filter_install(&s->filter)) s->missing |= no_filter;
    bool refused = s->missing && !s->limits->unsafe;
    report said = { refused ? step_confine : step_ready, 0, s->missing };
    ssize_t written = write(s->told[1], &said, sizeof said);
    (void)written;
    if (refused) _exit(127);
    char home[] = "HOME=/tmp", language[] = "LANG=C.UTF-8";
    char *argv[most_arguments + 2] = { s->world.program };
    const char *const *words = s->limits->arguments;
    for (int i = 0; words && words[i] && i < most_arguments; i++) argv[i + 1] = (char *)words[i];
    char *envp[] = { s->world.search, language, home, NULL };
    execve(s->world.program, argv, envp);
    give_up(s, step_run);
}

// Waits until the program ends, or until dado ends, which closes the lifetime pipe.
static _Noreturn void watch(const start *s, pid_t program)
{
    int lifetime_pipe = s->lifetime_pipe[0];
    // Closes the program's pipes here, so that they close when the program ends.
    syscall(SYS_close_range, 0u, (unsigned)lifetime_pipe - 1, 0u);
    syscall(SYS_close_range, (unsigned)lifetime_pipe + 1, ~0u, 0u);
    int life = (int)syscall(SYS_pidfd_open, program, 0u);
    struct pollfd both[2] = { { .fd = lifetime_pipe, .events = POLLIN },
                              { .fd = life, .events = POLLIN } };
    // Processes of a build whose parents have ended become our children. They must be
    // waited for, because they count against the limit until then.
    int status = 0, every_ms = s->limits->build ? 50 : -1;
    for (;;) {
        int ready = poll(both, life < 0 ? 1 : 2, every_ms);
        if (ready > 0 || (ready < 0 && errno != EINTR)) break;
        siginfo_t ended;
        bool more = s->limits->build;
        while (more) {
            ended.si_pid = 0;
            more = waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid > 0 &&
                   ended.si_pid != program && waitpid(ended.si_pid, NULL, WNOHANG) > 0;
        }
    }
    if (life < 0 || !both[1].revents) {
        syscall(SYS_kill, program, SIGKILL);
        _exit(128 + SIGKILL);
    }
    while (waitpid(program, &status, 0) < 0 && errno == EINTR) {
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

static bool map_user(const start *s)
{
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);  // otherwise we could not write our own files in /proc
    return s->way != as_user || (write_file("/proc/self/setgroups", "deny") &&
                                 write_file("/proc/self/uid_map", s->uid_map) &&
                                 write_file("/proc/self/gid_map", s->gid_map));
}

// Writes a number in decimal without calling anything that might allocate.
static char *add_number(char *at, uint64_t number)
{
    char digits[20];
    int count = 0;
    do digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count) *at++ = digits[--count];
    *at = '\0';
    return at;
}

// As root, runs the program as a user number that only this sandbox has.
static void choose_user(start *s, pid_t outside)
{
    if (s->way != as_root) return;
    s->user = s->group = (uid_t)(first_unused_uid + outside);
    char *end = add_number(stpcpy(s->scratch + strlen(s->scratch), ",uid="), s->user);
    add_number(stpcpy(end, ",gid="), s->group);
}

// Sends the scratch folder of a build to the host, which reads it when the build has
// ended.
static bool send_scratch(const start *s)
{
    union {
        struct cmsghdr aligned;
        char bytes[CMSG_SPACE(sizeof(int))];
    } beside = { 0 };
    report said = { step_scratch, 0, 0 };
    struct iovec words = { &said, sizeof said };
    struct msghdr message = { .msg_iov = &words,
                              .msg_iovlen = 1,
                              .msg_control = beside.bytes,
                              .msg_controllen = sizeof beside.bytes };
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    *head = (struct cmsghdr){ .cmsg_len = CMSG_LEN(sizeof(int)),
                              .cmsg_level = SOL_SOCKET,
                              .cmsg_type = SCM_RIGHTS };
    int folder = open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return false;
    memcpy(CMSG_DATA(head), &folder, sizeof folder);
    bool sent = sendmsg(s->told[1], &message, 0) == (ssize_t)sizeof said;
    close(folder);
    return sent;
}

static _Noreturn void run_as_init(start *s)
{
    // So that Ctrl-C reaches only dado; a new session would slow down every switch.
    syscall(SYS_setpgid, 0, 0);
    close(s->lifetime_pipe[1]);
    pid_t outside;  // our process number outside
    if (read(s->lifetime_pipe[0], &outside, sizeof outside) != (ssize_t)sizeof outside) _exit(127);
    choose_user(s, outside);
    if (s->way == without_namespaces) s->missing |= no_namespaces;
    else if (!map_user(s) || !dado_sandbox_mounts_apply(&s->world, s->scratch) ||
             sethostname("box", 3) != 0 || (s->limits->build && !send_scratch(s))) {
        give_up(s, step_confine);
    }
    pid_t program = make_process(0, s->cgroup.program);
    if (program < 0) give_up(s, step_run);
    if (program == 0) run_program(s);
    if (s->way != without_namespaces) drop_rights();
    watch(s, program);
}

// ---- outside the sandbox ----

static void close_pair(int pair[2])
{
    for (int i = 0; i < 2; i++) {
        if (pair[i] >= 0) close(pair[i]);
        pair[i] = -1;
    }
}

enum { pairs = 5 };

static void list_pairs(start *s, int *list[pairs])
{
    int *all[pairs] = { s->in, s->out, s->notes, s->told, s->lifetime_pipe };
    memcpy(list, all, sizeof all);
}

static bool open_pipes(start *s)
{
    int *list[pairs];
    list_pairs(s, list);
    bool fine = true;
    int yes = 1;
    for (int i = 0; i < pairs; i++) list[i][0] = list[i][1] = -1;
    for (int i = 0; fine && i < pairs; i++) {
        // A socket, because the kernel adds to each message which process sent it.
        fine = list[i] == s->told
                   ? socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, s->told) == 0
                   : pipe2(list[i], O_CLOEXEC) == 0;
    }
    return fine && setsockopt(s->told[0], SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes) == 0;
}

static void close_pipes(start *s)
{
    int *list[pairs];
    list_pairs(s, list);
    for (int i = 0; i < pairs; i++) close_pair(list[i]);
}

static int take(int *end)
{
    int taken = *end;
    *end = -1;
    return taken;
}

// Receives one report, with the sender's process number as seen here, and the file that
// was sent, if any.
static bool hear(int told, report *said, pid_t *sender, int *file)
{
    union {
        struct cmsghdr aligned;
        char bytes[CMSG_SPACE(sizeof(struct ucred)) + CMSG_SPACE(sizeof(int))];
    } beside;
    struct iovec words = { said, sizeof *said };
    struct msghdr message = { .msg_iov = &words,
                              .msg_iovlen = 1,
                              .msg_control = beside.bytes,
                              .msg_controllen = sizeof beside.bytes };
    *sender = 0;
    if (recvmsg(told, &message, MSG_CMSG_CLOEXEC) != (ssize_t)sizeof *said) return false;
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    for (; head; head = CMSG_NXTHDR(&message, head)) {
        struct ucred from;
        if (head->cmsg_type == SCM_CREDENTIALS) {
            memcpy(&from, CMSG_DATA(head), sizeof from);
            *sender = from.pid;
        } else if (head->cmsg_type == SCM_RIGHTS) {
            memcpy(file, CMSG_DATA(head), sizeof *file);
        }
    }
    return true;
}

// Receives the result of the start. The first report comes before the program runs; a
// build sends its scratch folder before it. Another report comes only if the program
// could not be run.
static void hear_start(int told, dado_sandbox *box, report *said)
{
    report more;
    pid_t program = 0, sender;
    bool heard = hear(told, said, &program, &box->scratch);
    if (heard && said->step == step_scratch) heard = hear(told, said, &program, &box->scratch);
    if (!heard) *said = (report){ step_run, 0, 0 };
    if (said->step == step_ready && program > 0) {
        box->program = program;
        box->handle = (int)syscall(SYS_pidfd_open, program, 0u);
        if (clock_getcpuclockid(program, &box->clock) != 0) box->clock = (clockid_t)-1;
    }
    box->missing = said->missing;
    if (said->step == step_ready && hear(told, &more, &sender, &box->scratch)) *said = more;
}

// Starts the sandbox in one way and receives the result. Returns false if this way does
// not work; `said` gives the reason.
static bool launch(start *s, dado_sandbox *box, report *said)
{
    *said = (report){ step_run, 0, 0 };
    s->missing = 0;
    if (!open_pipes(s)) {
        said->error = errno;
        close_pipes(s);
        return false;
    }
    unsigned long flags = (s->way == without_namespaces ? 0u : (unsigned)namespaces) |
                          (s->way == as_user ? (unsigned)CLONE_NEWUSER : 0u);
    // Our signal handlers must not run in the copy.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t first = make_process(flags, s->cgroup.folder);
    if (first == 0) run_as_init(s);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (first < 0) {
        *said = (report){ step_confine, error, no_namespaces };
        close_pipes(s);
        return false;
    }
    ssize_t written = write(s->lifetime_pipe[1], &first, sizeof first);
    (void)written;
    *box = (dado_sandbox){ .first = first,
                           .lifetime_pipe = take(&s->lifetime_pipe[1]),
                           .in = take(&s->in[1]),
                           .out = take(&s->out[0]),
                           .notes = take(&s->notes[0]),
                           .apart = s->way != without_namespaces,
                           .code = -1,
                           .handle = -1,
                           .scratch = -1,
                           .clock = (clockid_t)-1,
                           .group = dado_no_cgroup };
    int told = take(&s->told[0]);
    close_pipes(s);
    hear_start(told, box, said);
    close(told);
    if (said->step == step_ready) return true;
    if (box->scratch >= 0) close(box->scratch);
    box->scratch = -1;
    dado_sandbox_end(box);
    return false;
}

static bool explain(const report *said, const char *program, bool root, dado_error *err)
{
    if (said->step == step_confine) {
        return dado_fail(err, DADO_LIMIT,
                         "%.150s cannot be confined here (%s%s%s); if you trust it, run it "
                         "unconfined with --unsafe",
                         program,
                         said->missing & no_filter ? "no system-call filter"
                                                   : "no namespaces of its own",
                         said->error ? ": " : "", said->error ? strerror(said->error) : "");
    }
    if (said->error == EACCES && root) {
        return dado_fail(
            err, DADO_IO,
            "cannot run %.150s: %s; when root runs dado, a player runs as a user without "
            "rights, so all users must be allowed to read and run it: chmod a+rx",
            program, strerror(said->error));
    }
    return dado_fail(err, DADO_IO, "cannot run %s: %s", program,
                     said->error ? strerror(said->error) : "it did not start");
}

static void prepare(start *s, const dado_sandbox_limits *limits)
{
    int64_t files = limits->files_mb > 0 ? limits->files_mb : 1;
    unsigned user = (unsigned)getuid(), group = (unsigned)getgid();
    // Nobody is root inside: root outside gets another number there.
    snprintf(s->uid_map, sizeof s->uid_map, "%u %u 1\n", user ? user : 1000, user);
    snprintf(s->gid_map, sizeof s->gid_map, "%u %u 1\n", group ? group : 1000, group);
    snprintf(s->scratch, sizeof s->scratch, "size=%lldm,nr_inodes=%lld,mode=0700", (long long)files,
             1024 + 64 * (long long)files);
}

// Besides what the program maps and writes, a control group counts memory that the kernel
// needs for it.
enum { kernel_mb = 32 };

// Page tables that a program may have: 16 MB and 1/64 of its memory. A table for 2 MB
// takes 4 kB, so a program that uses all its memory in one piece needs 1/512 of it.
enum { page_tables_mb = 16 };

// Tries every way that is possible, the safest first, with a control group and then
// without.
static bool launch_somehow(start *s, dado_sandbox *box, report *said)
{
    const dado_sandbox_limits *limits = s->limits;
    bool started = false;
    // The memory limit of a build includes its files.
    int64_t files_mb = limits->build ? 0 : limits->files_mb;
    dado_cgroup_limits counted = { .memory_mb = limits->memory_mb + files_mb + kernel_mb,
                                   .processes = limits->threads + 1,
                                   .background = limits->build };
    dado_sandbox_cgroup_open(&s->cgroup, &counted);
    *said = (report){ step_confine, 0, no_namespaces };
    for (int w = geteuid() == 0 ? as_root : as_user; w < ways && !started; w++) {
        if (said->step != step_confine || (w == without_namespaces && !limits->unsafe)) break;
        s->way = (way)w;
        prepare(s, limits);
        started = launch(s, box, said);
        if (started || s->cgroup.folder < 0) continue;
        dado_sandbox_cgroup_close(&s->cgroup);
        s->cgroup.missing = "no process could be started in a control group";
        prepare(s, limits);
        started = launch(s, box, said);
    }
    if (!started) dado_sandbox_cgroup_close(&s->cgroup);
    else box->group = s->cgroup;
    return started;
}

bool dado_sandbox_start(dado_sandbox *box, const char *program, const dado_sandbox_limits *limits,
                        dado_error *err)
{
    *box = (dado_sandbox){
        .first = -1,
        .lifetime_pipe = -1,
        .in = -1,
        .out = -1,
        .notes = -1,
        .code = -1,
        .handle = -1,
        .scratch = -1,
        .clock = (clockid_t)-1,
        .group = dado_no_cgroup,
    };
    if (!dado_may_run_programs(err)) return false;
    start *s = malloc(sizeof *s);
    if (!s) return dado_fail(err, DADO_LIMIT, "no memory left for %.100s", program);
    s->limits = limits;
    if (!dado_sandbox_mounts_prepare(&s->world, program, limits->needs, limits->files_mb, err)) {
        free(s);
        return false;
    }
    dado_seccomp_filter_compile(&s->filter, limits->build);
    report said;
    bool started = launch_somehow(s, box, &said);
    dado_seccomp_filter_free(&s->filter);
    free(s);
    if (!started) return explain(&said, program, geteuid() == 0, err);
    if (!(box->group.powers & DADO_CGROUP_MEMORY) && !limits->build) {
        box->page_tables_kb = (page_tables_mb + limits->memory_mb / 64) << 10;
    }
    fcntl(box->in, F_SETFL, O_NONBLOCK);
    fcntl(box->out, F_SETFL, O_NONBLOCK);
    fcntl(box->notes, F_SETFL, O_NONBLOCK);
    return true;
}

bool dado_sandbox_alive(dado_sandbox *box)
{
    if (box->first <= 0) return false;
    int status;
    pid_t gone = waitpid(box->first, &status, WNOHANG);
    if (gone == 0) return true;
    if (gone > 0 && WIFEXITED(status)) box->code = WEXITSTATUS(status);
    // The kernel kills a control group that exceeds its memory as a whole.
    box->killed = gone > 0 && WIFSIGNALED(status);
    if (box->killed) box->code = 128 + WTERMSIG(status);
    box->first = -1;
    return false;
}

int64_t dado_sandbox_cpu_ns(const dado_sandbox *box)
{
    struct timespec used;
    if (box->clock == (clockid_t)-1 || clock_gettime(box->clock, &used) != 0) return -1;
    return used.tv_sec * INT64_C(1000000000) + used.tv_nsec;
}

static bool send_signal(const dado_sandbox *box, int which)
{
    return box->handle >= 0 && syscall(SYS_pidfd_send_signal, box->handle, which, NULL, 0u) == 0;
}

// The kernel delivers a signal for a process to its main thread, which may have to wait
// for its turn among hundreds of threads. The first thread that gets the signal stops
// all, so one is sent to each.
static void stop_threads(const dado_sandbox *box)
{
    char path[40];
    snprintf(path, sizeof path, "/proc/%d/task", (int)box->program);
    DIR *threads = opendir(path);
    if (!threads) return;
    for (const struct dirent *one; (one = readdir(threads));) {
        int64_t number;
        if (!dado_read_int(one->d_name, &number)) continue;
        syscall(SYS_tgkill, box->program, (pid_t)number, SIGSTOP);
    }
    closedir(threads);
}

void dado_sandbox_freeze(dado_sandbox *box, bool busy)
{
    if (box->frozen) return;
    box->frozen = dado_sandbox_cgroup_freeze(&box->group, true);
    if (box->frozen) return;
    box->frozen = send_signal(box, SIGSTOP);
    if (box->frozen && busy) stop_threads(box);
}

void dado_sandbox_thaw(dado_sandbox *box)
{
    if (box->frozen && !dado_sandbox_cgroup_freeze(&box->group, false)) send_signal(box, SIGCONT);
    box->frozen = false;
}

// Reads a small file of a process in /proc; returns false if the process is gone.
static bool read_about(pid_t process, const char *name, char *text, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)process, name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file >= 0 ? read(file, text, size - 1) : 0;
    if (file >= 0) close(file);
    text[got > 0 ? got : 0] = '\0';
    return got > 0;
}

// Returns a figure in kB from /proc/PID/status; 0 if it is not there.
static int64_t figure_of(const char *status, const char *line)
{
    const char *at = strstr(status, line);
    return at ? strtoll(at + strlen(line), NULL, 10) : 0;
}

// Adds up the private memory of a process and everything it started, in kB. Children are
// listed by the thread that started them.
static int64_t held_below(pid_t process, int depth)
{
    enum { deepest = 256 };
    char text[4096];
    if (depth == deepest || !read_about(process, "status", text, sizeof text)) return 0;
    int64_t held = figure_of(text, "\nRssAnon:") + figure_of(text, "\nRssShmem:") +
                   figure_of(text, "\nVmPTE:");
    snprintf(text, sizeof text, "/proc/%d/task", (int)process);
    DIR *threads = opendir(text);
    for (const struct dirent *thread; threads && (thread = readdir(threads));) {
        char name[300], *rest;
        snprintf(name, sizeof name, "task/%s/children", thread->d_name);
        if (!read_about(process, name, text, sizeof text)) continue;
        for (char *one = strtok_r(text, " ", &rest); one; one = strtok_r(NULL, " ", &rest)) {
            held += held_below((pid_t)strtol(one, NULL, 10), depth + 1);
        }
    }
    if (threads) closedir(threads);
    return held;
}

int64_t dado_sandbox_memory_mb(const dado_sandbox *box)
{
    struct statfs files = { 0 };
    int64_t held = box->first > 0 ? held_below(box->first, 0) >> 10 : 0;
    if (box->scratch < 0 || fstatfs(box->scratch, &files) != 0) return held;
    return held + ((int64_t)(files.f_blocks - files.f_bfree) * files.f_bsize >> 20);
}

bool dado_sandbox_check_page_tables(dado_sandbox *box)
{
    if (!box->page_tables_kb || box->program <= 0) return true;
    char status[4096];
    if (!read_about(box->program, "status", status, sizeof status)) return true;
    int64_t seen = figure_of(status, "\nVmPTE:");
    if (seen <= box->page_tables_kb) return true;
    box->page_tables_seen = seen;
    send_signal(box, SIGKILL);
    return false;
}

void dado_sandbox_end(dado_sandbox *box)
{
    int *ends[] = { &box->in, &box->out, &box->notes, &box->lifetime_pipe, &box->handle };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (*ends[i] >= 0) close(*ends[i]);
        *ends[i] = -1;
    }
    if (box->first <= 0) {
        dado_sandbox_cgroup_close(&box->group);
        return;
    }
    // Without namespaces, process 1 ends the program itself: it does so now that the
    // lifetime pipe is closed.
    if (box->apart) kill(box->first, SIGKILL);
    while (waitpid(box->first, NULL, 0) < 0 && errno == EINTR) {
    }
    box->first = -1;
    dado_sandbox_cgroup_close(&box->group);
}

static void describe_group(const dado_sandbox_cgroup *group, dado_text *out)
{
    bool freezes = group->powers & DADO_CGROUP_FREEZER;
    if (group->missing) {
        dado_text_addf(out, "; no control group counts what the kernel holds for it: %s",
                       group->missing);
    } else {
        dado_text_add(out, "; a control group counts what the kernel holds for it");
    }
    dado_text_addf(out, "; it waits %s", freezes ? "in a freezer" : "stopped by a signal");
}

void dado_sandbox_describe(const dado_sandbox *box, const dado_sandbox_limits *limits,
                           dado_text *out)
{
    if (box->missing & no_namespaces) {
        dado_text_add(out, "NOT confined: it reads, changes and starts what you may");
        if (box->missing & no_filter) dado_text_add(out, ", with every system call");
        return;
    }
    dado_text_addf(out, "%s: no files but its own, %s/usr and the libraries, read-only; ",
                   box->missing & no_filter ? "NOT confined to listed system calls" : "confined",
                   limits->needs ? "what it was said to need, " : "");
    if (limits->files_mb > 0) {
        dado_text_addf(out, "a scratch folder of %lld MB; ", (long long)limits->files_mb);
    }
    dado_text_addf(out,
                   "no network, no processes but itself, no memory files or shared segments; at "
                   "most %lld MB of memory and %lld threads; all of it ends with dado",
                   (long long)limits->memory_mb, (long long)limits->threads);
    describe_group(&box->group, out);
}
