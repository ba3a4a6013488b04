// sandbox_seccomp.c - see sandbox_seccomp.h.
//
// The list holds what interpreters of Python, JavaScript, Lua, Perl and Java and programs
// in C, Go and Rust call to start, compute, talk over pipes, run threads and write to
// their scratch folder. All other calls are refused with EPERM, including those that
// future kernels will add.
//
// Some calls are allowed only with certain arguments. Memory that no limit of a process
// counts is refused: memory files, shared segments, larger pipes, file locks, descriptors
// sent between sockets.
#define _GNU_SOURCE
#include "agents/sandbox_seccomp.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

// clang-format off
static const char *const allowed[] = {
    // about itself
    "arch_prctl", "brk", "capget", "execve", "exit", "exit_group", "getcpu", "getegid", "geteuid",
    "getgid", "getgroups", "getpgid", "getpgrp", "getpid", "getppid", "getpriority", "getrandom",
    "getresgid", "getresuid", "getrlimit", "getrusage", "getsid", "gettid", "getuid",
    "restart_syscall", "rseq", "setsid", "times", "umask", "uname", "wait4", "waitid",
    // memory
    "mmap", "mprotect", "mremap", "msync", "munmap", "pkey_alloc",
    "pkey_free", "pkey_mprotect",
    // threads and signals
    "get_robust_list", "kill", "pause",
    "rt_sigaction", "rt_sigpending", "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend",
    "rt_sigtimedwait", "sched_get_priority_max", "sched_get_priority_min", "sched_getaffinity",
    "sched_getparam", "sched_getscheduler", "sched_yield", "set_robust_list", "set_tid_address",
    "sigaltstack", "sigreturn", "tgkill", "tkill",
    // time
    "alarm", "clock_getres", "clock_gettime", "clock_nanosleep", "getitimer", "gettimeofday",
    "nanosleep", "setitimer", "time",

    // files: those that exist for it are read-only, except its scratch folder
    "access", "chdir", "chmod", "chown", "close", "copy_file_range", "creat", "dup",
    "dup2", "dup3", "faccessat", "faccessat2", "fallocate", "fchdir", "fchmod",
    "fchmodat", "fchmodat2", "fchown", "fchownat", "fdatasync", "fstat", "fsync",
    "ftruncate", "futimesat", "getcwd", "getdents", "getdents64", "lchown", "link", "linkat",
    "lseek", "lstat", "mkdir", "mkdirat", "newfstatat", "open", "openat", "pread64",
    "preadv", "pwrite64", "pwritev", "read", "readlink",
    "readlinkat", "readv", "rename", "renameat", "renameat2", "rmdir", "sendfile", "stat",
    "statx", "symlink", "symlinkat", "sync_file_range", "truncate", "unlink", "unlinkat",
    "utime", "utimensat", "utimes", "write", "writev",
    // waiting, and talking between its own threads
    "epoll_create", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2", "epoll_wait",
    "eventfd", "eventfd2", "getsockname", "getsockopt", "pipe", "pipe2", "poll", "ppoll",
    "pselect6", "recvfrom", "select", "shutdown", "signalfd", "signalfd4",
    "timerfd_create", "timerfd_gettime", "timerfd_settime",
};
// clang-format on

// Further calls that a build may make. It has only one user, so setting the user changes
// nothing, but make does so.
static const char *const allowed_in_builds[] = {
    "flock", "fork", "mknod", "mknodat", "setpgid", "setresgid", "setresuid", "vfork",
};

// Flags for new namespaces, which a build must not have.
static const uint64_t namespace_flags = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS |
                                        CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

// The flags that a new thread must have, and those it may have besides.
enum {
    thread_flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD,
    thread_extras = CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID |
                    CLONE_SYSVSEM | CLONE_DETACHED,
};

// A call that is allowed if an argument, or its bits under a mask, has this value.
typedef struct partly_allowed {
    const char *call;
    unsigned argument;
    uint64_t mask, value;
} partly_allowed;

static const partly_allowed in_players[] = {
    // A new thread must share everything, including open files: otherwise each thread
    // could have 128 open files of its own.
    { "clone", 0, ~(uint64_t)thread_extras, thread_flags },
};

static const partly_allowed in_builds[] = {
    { "clone", 0, namespace_flags, 0 },       { "fcntl", 1, UINT32_MAX, F_GETLK },
    { "fcntl", 1, UINT32_MAX, F_SETLK },      { "fcntl", 1, UINT32_MAX, F_SETLKW },
    { "fcntl", 1, UINT32_MAX, F_OFD_GETLK },  { "fcntl", 1, UINT32_MAX, F_OFD_SETLK },
    { "fcntl", 1, UINT32_MAX, F_OFD_SETLKW },
};

static const partly_allowed in_both[] = {
    // The flag would give a thread open files of its own.
    { "close_range", 2, CLOSE_RANGE_UNSHARE, 0 },
    // Flags could ask whether a page is in memory, which shows whether others have read
    // it.
    { "preadv2", 5, UINT32_MAX, 0 },
    { "pwritev2", 5, UINT32_MAX, 0 },
    { "sendto", 4, UINT64_MAX, 0 },  // only to the other end of a socket pair, not to an address
    // A futex that is not private can be in a file that other players have open too.
    // Waiting is allowed, because joining a thread needs it; waking is left to the
    // kernel.
    { "futex", 1, FUTEX_PRIVATE_FLAG, FUTEX_PRIVATE_FLAG },
    { "futex", 1, UINT32_MAX & ~FUTEX_CLOCK_REALTIME, FUTEX_WAIT },
    { "futex", 1, UINT32_MAX & ~FUTEX_CLOCK_REALTIME, FUTEX_WAIT_BITSET },
    // No advice that drops pages of files from memory, or that merges equal pages of
    // different programs.
    { "madvise", 2, UINT32_MAX, MADV_NORMAL },
    { "madvise", 2, UINT32_MAX, MADV_RANDOM },
    { "madvise", 2, UINT32_MAX, MADV_SEQUENTIAL },
    { "madvise", 2, UINT32_MAX, MADV_DONTNEED },
    { "madvise", 2, UINT32_MAX, MADV_FREE },
    { "madvise", 2, UINT32_MAX, MADV_DONTFORK },
    { "madvise", 2, UINT32_MAX, MADV_HUGEPAGE },
    { "madvise", 2, UINT32_MAX, MADV_NOHUGEPAGE },
    { "madvise", 2, UINT32_MAX, MADV_DONTDUMP },
    { "madvise", 2, UINT32_MAX, MADV_DODUMP },
    { "madvise", 2, UINT32_MAX, MADV_WIPEONFORK },
    { "madvise", 2, UINT32_MAX, MADV_POPULATE_READ },
    { "madvise", 2, UINT32_MAX, MADV_POPULATE_WRITE },
    { "socketpair", 0, UINT64_MAX, AF_UNIX },
    { "prlimit64", 0, UINT32_MAX, 0 },  // only its own limits
    // Only barriers of its own threads: others interrupt processors that run other
    // players.
    { "membarrier", 0, UINT32_MAX, MEMBARRIER_CMD_QUERY },
    { "membarrier", 0, UINT32_MAX, MEMBARRIER_CMD_PRIVATE_EXPEDITED },
    { "membarrier", 0, UINT32_MAX, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED },
    { "membarrier", 0, UINT32_MAX, MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE },
    { "membarrier", 0, UINT32_MAX, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE },
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

// Calls refused with an error that libraries expect and can handle.
static const struct {
    const char *call;
    int error;
    bool allowed_in_builds;
} otherwise[] = {
    // A filter cannot see its flags; libraries then use the older call.
    { "clone3", ENOSYS, false },
    { "memfd_create", ENOSYS, false },
    { "io_uring_setup", ENOSYS, false },
    { "flock", ENOLCK, true },
    { "futex_wait", ENOSYS, false },  // for the same reason as clone3
    { "futex_waitv", ENOSYS, false },
    { "futex_wake", ENOSYS, false },
    { "openat2", ENOSYS, false },       // could show whether a name was looked up recently
    { "timer_create", ENOSYS, false },  // could send a signal that wakes a frozen program
    { "sysinfo", ENOSYS, false },       // shows the load and memory of the host
    { "statfs", ENOSYS, false },        // shows the disks of the host
    { "fstatfs", ENOSYS, false },
    // This advice is accepted and ignored: it would show, and change, what is in memory.
    { "fadvise64", 0, false },
    { "readahead", 0, false },
};

static bool allow_all(scmp_filter_ctx context, const char *const *calls, size_t count)
{
    bool fine = true;
    for (size_t i = 0; i < count; i++) {
        int call = seccomp_syscall_resolve_name(calls[i]);
        if (call < 0) continue;  // this machine does not have the call
        fine = fine && seccomp_rule_add(context, SCMP_ACT_ALLOW, call, 0) == 0;
    }
    return fine;
}

static bool allow_partly(scmp_filter_ctx context, const partly_allowed *calls, size_t count)
{
    bool fine = true;
    for (size_t i = 0; i < count; i++) {
        int call = seccomp_syscall_resolve_name(calls[i].call);
        if (call < 0) continue;
        struct scmp_arg_cmp only = { .arg = calls[i].argument,
                                     .op = SCMP_CMP_MASKED_EQ,
                                     .datum_a = calls[i].mask,
                                     .datum_b = calls[i].value };
        fine = fine && seccomp_rule_add_array(context, SCMP_ACT_ALLOW, call, 1, &only) == 0;
    }
    return fine;
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

static bool add_rules(scmp_filter_ctx context, bool build)
{
    bool fine = allow_all(context, allowed, COUNT(allowed)) &&
                allow_partly(context, in_both, COUNT(in_both));
    fine = fine && (build ? allow_all(context, allowed_in_builds, COUNT(allowed_in_builds)) &&
                                allow_partly(context, in_builds, COUNT(in_builds))
                          : allow_partly(context, in_players, COUNT(in_players)));
    for (size_t i = 0; i < COUNT(otherwise); i++) {
        int call = seccomp_syscall_resolve_name(otherwise[i].call);
        if (call < 0 || (build && otherwise[i].allowed_in_builds)) continue;
        fine = fine && seccomp_rule_add(context, SCMP_ACT_ERRNO((unsigned)otherwise[i].error), call,
                                        0) == 0;
    }
    return fine;
}

bool dado_seccomp_filter_compile(dado_seccomp_filter *filter, bool build)
{
    *filter = (dado_seccomp_filter){ 0 };
    scmp_filter_ctx context = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!context) return false;
    // Compare by a binary tree, not one by one.
    seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    bool fine = add_rules(context, build);
    int file = fine ? memfd_create("filter", MFD_CLOEXEC) : -1;
    fine = file >= 0 && seccomp_export_bpf(context, file) == 0;
    off_t size = fine ? lseek(file, 0, SEEK_END) : 0;
    filter->code = size > 0 ? malloc((size_t)size) : NULL;
    filter->size = (size_t)size;
    fine = filter->code && pread(file, filter->code, filter->size, 0) == (ssize_t)size;
    if (file >= 0) close(file);
    seccomp_release(context);
    if (!fine) dado_seccomp_filter_free(filter);
    return fine;
}

bool dado_seccomp_filter_install(const dado_seccomp_filter *filter)
{
    struct sock_fprog program = {
        .len = (unsigned short)(filter->size / sizeof(struct sock_filter)),
        .filter = filter->code,
    };
    return filter->code && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

void dado_seccomp_filter_free(dado_seccomp_filter *filter)
{
    free(filter->code);
    *filter = (dado_seccomp_filter){ 0 };
}
