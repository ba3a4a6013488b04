// guarded_process.c - see guarded_process.h.
#define _GNU_SOURCE
#include "lab/guarded_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    cannot_run = 127,
    killed = 128 + SIGKILL,
    look_again_ms = 500,   // for a parent whose pipe another process also holds open
    look_often_ms = 20,    // if the kernel has no pidfd
    most_files = 1 << 16,  // if the kernel has no close_range
    last_signal = 31,
};

// ---- in the copies of dado, where nothing may allocate or take a lock

// Forks without calling the fork handlers that other libraries may have installed.
static pid_t copy_process(void)
{
    return (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
}

static void close_between(unsigned first, unsigned last)
{
    if (first > last || syscall(SYS_close_range, first, last, 0u) == 0) return;
    for (unsigned file = first; file <= last && file < most_files; file++) close((int)file);
}

// Closes all files but two; the second may be -1. A pipe that stayed open here would
// never end.
static void close_others(int one, int two)
{
    int low = one < two ? one : two, high = one < two ? two : one;
    if (low > 0) close_between(0, (unsigned)low - 1);
    close_between((unsigned)(low + 1), (unsigned)high - 1);
    close_between((unsigned)high + 1, ~0u);
}

static _Noreturn void run(const dado_guarded_program *program, pid_t guard)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // in case the guard itself is killed
    if (getppid() != guard) _exit(killed);
    int none = open("/dev/null", O_RDWR);
    if (none < 0) _exit(cannot_run);
    for (int i = 0; i < 3; i++) {
        if (i != none && dup2(none, i) < 0) _exit(cannot_run);
    }
    for (int i = 1; i <= last_signal; i++) signal(i, SIG_DFL);
    sigset_t nothing;
    sigemptyset(&nothing);
    sigprocmask(SIG_SETMASK, &nothing, NULL);
    execve(program->words[0], program->words, program->environment);
    _exit(cannot_run);
}

// Waits for the end of the program or of dado. Returns the exit code.
static int wait_for_either(pid_t program, int leash, pid_t dado)
{
    int status, life = (int)syscall(SYS_pidfd_open, program, 0u);
    struct pollfd both[] = { { .fd = leash, .events = POLLIN }, { .fd = life, .events = POLLIN } };
    for (;;) {
        int changed = poll(both, life < 0 ? 1 : 2, life < 0 ? look_often_ms : look_again_ms);
        if (waitpid(program, &status, WNOHANG) == program) {
            return WIFEXITED(status) ? WEXITSTATUS(status) : killed;
        }
        if ((changed > 0 && both[0].revents) || getppid() != dado) return killed;
    }
}

static _Noreturn void guard(const dado_guarded_program *program, int leash, pid_t dado)
{
    setpgid(0, 0);  // Ctrl-C goes to dado alone
    signal(SIGCHLD, SIG_DFL);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    if (fchdir(program->folder) != 0) _exit(cannot_run);
    close_others(leash, program->hold);
    pid_t self = (pid_t)syscall(SYS_getpid), started = copy_process();
    if (started == 0) run(program, self);
    if (started < 0) _exit(cannot_run);
    setpgid(started, started);  // both processes do this, since either may come first
    int code = wait_for_either(started, leash, dado);
    kill(-started, SIGKILL);
    kill(started, SIGKILL);
    while (waitpid(-started, NULL, 0) > 0 || errno == EINTR) continue;
    _exit(code);
}

// ---- in dado itself

bool dado_guarded_start(dado_guarded *g, const dado_guarded_program *program)
{
    int leash[2];
    *g = (dado_guarded){ .guard = 0, .leash = -1 };
    if (pipe2(leash, O_CLOEXEC) != 0) return false;
    pid_t dado = getpid();
    sigset_t all, before;  // so that no signal handler of dado runs in the guard
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t started = copy_process();
    if (started == 0) guard(program, leash[0], dado);
    int why = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(leash[0]);
    if (started > 0) *g = (dado_guarded){ .guard = started, .leash = leash[1] };
    else close(leash[1]);
    errno = why;
    return started > 0;
}

bool dado_guarded_ended(dado_guarded *g, int *code)
{
    int status;
    pid_t ended = waitpid(g->guard, &status, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR)) return false;
    *code = ended > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    close(g->leash);
    *g = (dado_guarded){ .guard = 0, .leash = -1 };
    return true;
}

void dado_guarded_stop(dado_guarded *g)
{
    if (!g->guard) return;
    close(g->leash);
    while (waitpid(g->guard, NULL, 0) < 0 && errno == EINTR) continue;
    *g = (dado_guarded){ .guard = 0, .leash = -1 };
}
