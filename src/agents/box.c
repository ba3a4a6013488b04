// box.c - see box.h.
//
// Two processes make a box. The first is a copy of us and process 1 of new
// namespaces: it builds the world, starts the second, and then only waits, for
// the second to end or for the leash to be let go. When process 1 ends the
// kernel ends all others of its namespace. The second becomes the program.
//
// The order matters. Whatever allocates happens before the first process is
// made, since in a copy of a program with threads nothing may be allocated.
#define _GNU_SOURCE
#include "agents/box.h"

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
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agents/box_filter.h"
#include "agents/box_world.h"

enum { no_world = 1, no_filter = 2 };

// What the box tells us: a step that failed, and errno.
typedef struct report {
    int32_t step;  // 0: the program is about to be run
    int32_t error;
    uint32_t missing;
} report;

enum { step_ready, step_confine, step_run };

// Root makes the namespaces with its own rights and the program runs as a user nobody else is;
// anybody else makes a user namespace first. Without a world only what the user calls unsafe runs.
typedef enum way { as_root, as_user, without_world, ways } way;

enum { worlds = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS };

// Users of this number and above are nobody's: no system gives them out.
enum { first_stranger = 0x70000000 };

typedef struct start {  // all that the box needs, ready before it is made
    way way;
    const dado_box_limits *limits;
    dado_box_filter filter;
    unsigned missing;
    uid_t user;
    gid_t group;
    char uid_map[48], gid_map[48], scratch[96];
    int in[2], out[2], notes[2], told[2], leash[2];
    dado_box_world world;
} start;

// ---- in the box

static _Noreturn void give_up(const start *s, int step)
{
    report said = { step, errno, step == step_confine ? no_world : 0 };
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

static void limit_resources(const start *s)
{
    const dado_box_limits *limits = s->limits;
    limit(RLIMIT_AS, limits->memory_mb << 20);
    limit(RLIMIT_STACK, 8 << 20);
    limit(RLIMIT_FSIZE, limits->files_mb << 20);
    limit(RLIMIT_NOFILE, 128);
    limit(RLIMIT_SIGPENDING, 256);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_MEMLOCK, 0);
    limit(RLIMIT_MSGQUEUE, 0);
    // Counted by user and user namespace: where the program shares them with process 1, that too.
    if (s->way != without_world) limit(RLIMIT_NPROC, limits->threads + (s->way == as_user));
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
    if (s->way == without_world) prctl(PR_SET_PDEATHSIG, SIGKILL);
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
    if (!dado_box_filter_install(&s->filter)) s->missing |= no_filter;
    bool refused = s->missing && !s->limits->unsafe;
    report said = { refused ? step_confine : step_ready, 0, s->missing };
    ssize_t written = write(s->told[1], &said, sizeof said);
    (void)written;
    if (refused) _exit(127);
    char home[] = "HOME=/tmp", language[] = "LANG=C.UTF-8";
    char *argv[] = { s->world.program, NULL };
    char *envp[] = { s->world.search, language, home, NULL };
    execve(s->world.program, argv, envp);
    give_up(s, step_run);
}

// Waits for the program's end, or for ours, which lets go of the leash.
static _Noreturn void watch(const start *s, pid_t program)
{
    int leash = s->leash[0];
    // The pipes are the program's alone now: its end must be seen as their end.
    syscall(SYS_close_range, 0u, (unsigned)leash - 1, 0u);
    syscall(SYS_close_range, (unsigned)leash + 1, ~0u, 0u);
    int life = (int)syscall(SYS_pidfd_open, program, 0u);
    struct pollfd both[2] = { { .fd = leash, .events = POLLIN }, { .fd = life, .events = POLLIN } };
    while (poll(both, life < 0 ? 1 : 2, -1) < 0 && errno == EINTR) {
    }
    int status = 0;
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
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);  // or our own files in /proc are not ours
    return s->way != as_user || (write_file("/proc/self/setgroups", "deny") &&
                                 write_file("/proc/self/uid_map", s->uid_map) &&
                                 write_file("/proc/self/gid_map", s->gid_map));
}

// A number in decimal, without the help of anything that might allocate.
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

// Whose box it is: nobody's, as a number that only this box has; or ours.
static void choose_user(start *s, pid_t outside)
{
    if (s->way != as_root) return;
    s->user = s->group = (uid_t)(first_stranger + outside);
    char *end = add_number(stpcpy(s->scratch + strlen(s->scratch), ",uid="), s->user);
    add_number(stpcpy(end, ",gid="), s->group);
}

static _Noreturn void be_first(start *s)
{
    syscall(SYS_setpgid, 0, 0);  // Ctrl-C is for us; a session of its own would cost every switch
    close(s->leash[1]);
    pid_t outside;  // our number there
    if (read(s->leash[0], &outside, sizeof outside) != (ssize_t)sizeof outside) _exit(127);
    choose_user(s, outside);
    if (s->way == without_world) s->missing |= no_world;
    else if (!map_user(s) || !dado_box_world_build(&s->world, s->scratch) ||
             sethostname("box", 3) != 0) {
        give_up(s, step_confine);
    }
    pid_t program = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (program < 0) give_up(s, step_run);
    if (program == 0) run_program(s);
    if (s->way != without_world) drop_rights();
    watch(s, program);
}

// ---- outside

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
    int *all[pairs] = { s->in, s->out, s->notes, s->told, s->leash };
    memcpy(list, all, sizeof all);
}

static bool open_pipes(start *s)
{
    int *list[pairs];
    list_pairs(s, list);
    bool fine = true;
    for (int i = 0; i < pairs; i++) list[i][0] = list[i][1] = -1;
    for (int i = 0; fine && i < pairs; i++) fine = pipe2(list[i], O_CLOEXEC) == 0;
    return fine;
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

// Makes the box in one way and hears how it went. False where this way leads nowhere: `said` tells.
static bool launch(start *s, dado_box *box, report *said)
{
    *said = (report){ step_run, 0, 0 };
    s->missing = 0;
    if (!open_pipes(s)) {
        said->error = errno;
        close_pipes(s);
        return false;
    }
    unsigned long flags = SIGCHLD | (s->way == without_world ? 0u : (unsigned)worlds) |
                          (s->way == as_user ? (unsigned)CLONE_NEWUSER : 0u);
    // A handler of ours has no business in the copy.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t first = (pid_t)syscall(SYS_clone, flags, NULL, NULL, NULL, NULL);
    if (first == 0) be_first(s);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (first < 0) {
        *said = (report){ step_confine, error, no_world };
        close_pipes(s);
        return false;
    }
    ssize_t written = write(s->leash[1], &first, sizeof first);
    (void)written;
    *box = (dado_box){ .first = first,
                       .leash = take(&s->leash[1]),
                       .in = take(&s->in[1]),
                       .out = take(&s->out[0]),
                       .notes = take(&s->notes[0]),
                       .apart = s->way != without_world,
                       .code = -1 };
    int told = take(&s->told[0]);
    close_pipes(s);
    // The first word comes before the program runs, the second, if any, because it could not.
    report more;
    bool heard = read(told, said, sizeof *said) == (ssize_t)sizeof *said;
    if (!heard) *said = (report){ step_run, 0, 0 };
    box->missing = said->missing;
    if (said->step == step_ready && read(told, &more, sizeof more) == (ssize_t)sizeof more) {
        *said = more;
    }
    close(told);
    if (said->step == step_ready) return true;
    dado_box_end(box);
    return false;
}

static bool explain(const report *said, const char *program, bool root, dado_error *err)
{
    if (said->step == step_confine) {
        return dado_fail(err, DADO_LIMIT,
                         "%.150s cannot be confined here (%s%s%s); run it all the same with "
                         "--unsafe, if you trust it",
                         program,
                         said->missing & no_filter ? "no system-call filter"
                                                   : "no namespaces of its own",
                         said->error ? ": " : "", said->error ? strerror(said->error) : "");
    }
    if (said->error == EACCES && root) {
        return dado_fail(err, DADO_IO,
                         "cannot run %.150s: %s; run by root, it plays as a user who may do "
                         "nothing, so others must be allowed to read and run it: chmod a+rx",
                         program, strerror(said->error));
    }
    return dado_fail(err, DADO_IO, "cannot run %s: %s", program,
                     said->error ? strerror(said->error) : "it did not start");
}

static void prepare(start *s, const dado_box_limits *limits)
{
    int64_t files = limits->files_mb > 0 ? limits->files_mb : 1;
    unsigned user = (unsigned)getuid(), group = (unsigned)getgid();
    // Inside nobody is root: who is, outside, has another number there.
    snprintf(s->uid_map, sizeof s->uid_map, "%u %u 1\n", user ? user : 1000, user);
    snprintf(s->gid_map, sizeof s->gid_map, "%u %u 1\n", group ? group : 1000, group);
    snprintf(s->scratch, sizeof s->scratch, "size=%lldm,nr_inodes=%lld,mode=0700", (long long)files,
             1024 + 64 * (long long)files);
}

bool dado_box_start(dado_box *box, const char *program, const dado_box_limits *limits,
                    dado_error *err)
{
    *box = (dado_box){ .first = -1, .leash = -1, .in = -1, .out = -1, .notes = -1, .code = -1 };
    start *s = malloc(sizeof *s);
    if (!s) return dado_fail(err, DADO_LIMIT, "no memory left for %.100s", program);
    s->limits = limits;
    if (!dado_box_world_plan(&s->world, program, limits->needs, limits->files_mb, err)) {
        free(s);
        return false;
    }
    dado_box_filter_compile(&s->filter);
    report said = { step_confine, 0, no_world };
    bool started = false;
    for (int w = geteuid() == 0 ? as_root : as_user; w < ways && !started; w++) {
        if (said.step != step_confine || (w == without_world && !limits->unsafe)) break;
        s->way = (way)w;
        prepare(s, limits);
        started = launch(s, box, &said);
    }
    dado_box_filter_free(&s->filter);
    free(s);
    if (!started) return explain(&said, program, geteuid() == 0, err);
    fcntl(box->in, F_SETFL, O_NONBLOCK);
    fcntl(box->out, F_SETFL, O_NONBLOCK);
    fcntl(box->notes, F_SETFL, O_NONBLOCK);
    return true;
}

bool dado_box_alive(dado_box *box)
{
    if (box->first <= 0) return false;
    int status;
    pid_t gone = waitpid(box->first, &status, WNOHANG);
    if (gone == 0) return true;
    if (gone > 0 && WIFEXITED(status)) box->code = WEXITSTATUS(status);
    box->first = -1;
    return false;
}

void dado_box_end(dado_box *box)
{
    int *ends[] = { &box->in, &box->out, &box->notes, &box->leash };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (*ends[i] >= 0) close(*ends[i]);
        *ends[i] = -1;
    }
    if (box->first <= 0) return;
    // Without a world it must end the program itself, which it does now that the leash is gone.
    if (box->apart) kill(box->first, SIGKILL);
    while (waitpid(box->first, NULL, 0) < 0 && errno == EINTR) {
    }
    box->first = -1;
}

void dado_box_describe(const dado_box *box, const dado_box_limits *limits, dado_text *out)
{
    if (box->missing & no_world) {
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
}
