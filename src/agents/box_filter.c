// box_filter.c - see box_filter.h.
//
// The list is what interpreters of Python, JavaScript, Lua, Perl and Java and
// programs in C, Go and Rust use to start, think, talk over pipes, keep threads
// and write to their scratch folder. Whatever is not on it is refused with
// EPERM, and what kernels will learn in years to come is refused with it.
//
// Some calls are let through by what they ask for. Memory that no limit of a
// process counts is not to be had: no memory files, no shared segments, no pipes
// made larger, no file locks, no descriptors in flight between sockets.
#define _GNU_SOURCE
#include "agents/box_filter.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

static const char *const allowed[] = {
    // itself
    "arch_prctl", "brk", "capget", "execve", "exit", "exit_group", "getcpu", "getegid", "geteuid",
    "getgid", "getgroups", "getpgid", "getpgrp", "getpid", "getppid", "getpriority", "getrandom",
    "getresgid", "getresuid", "getrlimit", "getrusage", "getsid", "gettid", "getuid", "membarrier",
    "restart_syscall", "rseq", "setsid", "sysinfo", "times", "umask", "uname", "wait4", "waitid",
    // memory
    "madvise", "mmap", "mprotect", "mremap", "msync", "munmap", "pkey_alloc",
    "pkey_free", "pkey_mprotect",
    // threads and signals
    "futex", "futex_wait", "futex_waitv", "futex_wake", "get_robust_list", "kill", "pause",
    "rt_sigaction", "rt_sigpending", "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend",
    "rt_sigtimedwait", "sched_get_priority_max", "sched_get_priority_min", "sched_getaffinity",
    "sched_getparam", "sched_getscheduler", "sched_yield", "set_robust_list", "set_tid_address",
    "sigaltstack", "sigreturn", "tgkill", "tkill",
    // time
    "alarm", "clock_getres", "clock_gettime", "clock_nanosleep", "getitimer", "gettimeofday",
    "nanosleep", "setitimer", "time", "timer_create", "timer_delete", "timer_getoverrun",
    "timer_gettime", "timer_settime",
    // files: what exists for it is read-only, its scratch folder apart
    "access", "chdir", "chmod", "chown", "close", "close_range", "copy_file_range", "creat", "dup",
    "dup2", "dup3", "faccessat", "faccessat2", "fadvise64", "fallocate", "fchdir", "fchmod",
    "fchmodat", "fchmodat2", "fchown", "fchownat", "fdatasync", "fstat", "fstatfs", "fsync",
    "ftruncate", "futimesat", "getcwd", "getdents", "getdents64", "lchown", "link", "linkat",
    "lseek", "lstat", "mkdir", "mkdirat", "newfstatat", "open", "openat", "openat2", "pread64",
    "preadv", "preadv2", "pwrite64", "pwritev", "pwritev2", "read", "readahead", "readlink",
    "readlinkat", "readv", "rename", "renameat", "renameat2", "rmdir", "sendfile", "stat",
    "statfs", "statx", "symlink", "symlinkat", "sync_file_range", "truncate", "unlink", "unlinkat",
    "utime", "utimensat", "utimes", "write", "writev",
    // waiting, and talking to itself
    "epoll_create", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2", "epoll_wait",
    "eventfd", "eventfd2", "getsockname", "getsockopt", "pipe", "pipe2", "poll", "ppoll",
    "pselect6", "recvfrom", "select", "sendto", "shutdown", "signalfd", "signalfd4",
    "timerfd_create", "timerfd_gettime", "timerfd_settime",
};

// Calls let through where an argument, or the bits of it under a mask, is this value.
static const struct {
    const char *call;
    unsigned argument;
    uint64_t mask, value;
} in_part[] = {
    { "clone", 0, CLONE_THREAD, CLONE_THREAD },  // threads, not processes
    { "socketpair", 0, UINT64_MAX, AF_UNIX },
    { "prlimit64", 0, UINT32_MAX, 0 },  // its own
    { "personality", 0, UINT32_MAX, UINT32_MAX },
    { "fcntl", 1, UINT32_MAX, F_DUPFD },
    { "fcntl", 1, UINT32_MAX, F_DUPFD_CLOEXEC },
    { "fcntl", 1, UINT32_MAX, F_GETFD },
    { "fcntl", 1, UINT32_MAX, F_SETFD },
    { "fcntl", 1, UINT32_MAX, F_GETFL },
    { "fcntl", 1, UINT32_MAX, F_SETFL },
    { "fcntl", 1, UINT32_MAX, F_GETPIPE_SZ },
    { "ioctl", 1, UINT32_MAX, FIONREAD },
    { "ioctl", 1, UINT32_MAX, FIONBIO },
    { "ioctl", 1, UINT32_MAX, FIOCLEX },
    { "ioctl", 1, UINT32_MAX, FIONCLEX },
    { "ioctl", 1, UINT32_MAX, TCGETS },
    { "ioctl", 1, UINT32_MAX, TIOCGWINSZ },
    { "prctl", 0, UINT32_MAX, PR_SET_NAME },
    { "prctl", 0, UINT32_MAX, PR_GET_NAME },
    { "prctl", 0, UINT32_MAX, PR_CAPBSET_READ },
    { "prctl", 0, UINT32_MAX, PR_GET_DUMPABLE },
    { "prctl", 0, UINT32_MAX, PR_SET_VMA },
};

// Refused in words that libraries understand and have an answer to.
static const struct {
    const char *call;
    int error;
} otherwise[] = {
    { "clone3", ENOSYS },  // hides its flags from a filter: the older call is used instead
    { "memfd_create", ENOSYS },
    { "io_uring_setup", ENOSYS },
    { "flock", ENOLCK },
};

static bool add_rules(scmp_filter_ctx context)
{
    bool fine = true;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        int call = seccomp_syscall_resolve_name(allowed[i]);
        if (call < 0) continue;  // not on this machine
        fine = fine && seccomp_rule_add(context, SCMP_ACT_ALLOW, call, 0) == 0;
    }
    for (size_t i = 0; i < sizeof in_part / sizeof *in_part; i++) {
        int call = seccomp_syscall_resolve_name(in_part[i].call);
        if (call < 0) continue;
        struct scmp_arg_cmp only = { .arg = in_part[i].argument,
                                     .op = SCMP_CMP_MASKED_EQ,
                                     .datum_a = in_part[i].mask,
                                     .datum_b = in_part[i].value };
        fine = fine && seccomp_rule_add_array(context, SCMP_ACT_ALLOW, call, 1, &only) == 0;
    }
    for (size_t i = 0; i < sizeof otherwise / sizeof *otherwise; i++) {
        int call = seccomp_syscall_resolve_name(otherwise[i].call);
        if (call < 0) continue;
        fine = fine && seccomp_rule_add(context, SCMP_ACT_ERRNO((unsigned)otherwise[i].error), call,
                                        0) == 0;
    }
    return fine;
}

bool dado_box_filter_compile(dado_box_filter *filter)
{
    *filter = (dado_box_filter){ 0 };
    scmp_filter_ctx context = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!context) return false;
    seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, 2);  // a tree, not a row, of comparisons
    bool fine = add_rules(context);
    int file = fine ? memfd_create("filter", MFD_CLOEXEC) : -1;
    fine = file >= 0 && seccomp_export_bpf(context, file) == 0;
    off_t size = fine ? lseek(file, 0, SEEK_END) : 0;
    filter->code = size > 0 ? malloc((size_t)size) : NULL;
    filter->size = (size_t)size;
    fine = filter->code && pread(file, filter->code, filter->size, 0) == (ssize_t)size;
    if (file >= 0) close(file);
    seccomp_release(context);
    if (!fine) dado_box_filter_free(filter);
    return fine;
}

bool dado_box_filter_install(const dado_box_filter *filter)
{
    struct sock_fprog program = {
        .len = (unsigned short)(filter->size / sizeof(struct sock_filter)),
        .filter = filter->code,
    };
    return filter->code && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

void dado_box_filter_free(dado_box_filter *filter)
{
    free(filter->code);
    *filter = (dado_box_filter){ 0 };
}
