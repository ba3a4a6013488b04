// sandbox_attacks.c - see sandbox_attacks.h.
//
// Beside the program lie a neighbour's source, a store, and the kit; the test
// that seats it has put them there and looks at them afterwards. What is held
// in memory or on disk is told in megabytes and kept until the program ends.
#define _GNU_SOURCE
#include "sandbox_attacks.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <stdint.h>
#include <unistd.h>

extern char **environ;

static const char *self;
static const char *trying;

void confess(const char *what, int worked)
{
    if (worked) fprintf(stderr, "ESCAPED %s\n", what);
    else fprintf(stderr, "held %s %d\n", what, errno);
    fflush(stderr);
}

static void tell(int worked)
{
    confess(trying, worked);
}

static void tell_amount(size_t megabytes)
{
    fprintf(stderr, "holding %zu\n", megabytes);
    fflush(stderr);
}

static const char *beside(const char *name)
{
    static char path[4096];
    snprintf(path, sizeof path, "%s", self);
    char *slash = strrchr(path, '/');
    snprintf(slash + 1, sizeof path - (size_t)(slash + 1 - path), "%s", name);
    return path;
}

static int opens(const char *path, int flags)
{
    int file = open(path, flags, 0600);
    if (file >= 0) close(file);
    return file >= 0;
}

// ---- changing what is outside

static void truncate_neighbour(void)
{
    tell(truncate(beside("neighbour.py"), 0) == 0);
}
static void truncate_self(void)
{
    tell(truncate(self, 0) == 0);
}
static void truncate_kit(void)
{
    tell(truncate(beside("dado.py"), 0) == 0);
}
static void chmod_self(void)
{
    tell(chmod(self, 0777) == 0);
}
static void chmod_system(void)
{
    tell(chmod("/usr/bin/env", 0777) == 0);
}
static void chown_self(void)
{
    tell(chown(self, getuid(), getgid()) == 0);
}
static void touch_self(void)
{
    tell(utimes(self, NULL) == 0);
}
static void touch_neighbour(void)
{
    tell(utimes(beside("neighbour.py"), NULL) == 0);
}
static void xattr_self(void)
{
    tell(setxattr(self, "user.mine", "1", 1, 0) == 0);
}
static void unlink_self(void)
{
    tell(unlink(self) == 0);
}
static void rename_self(void)
{
    tell(rename(self, "/tmp/stolen") == 0);
}
static void link_self(void)
{
    tell(link(self, "/tmp/stolen") == 0);
}
static void write_self(void)
{
    tell(opens(self, O_WRONLY));
}
static void write_kit(void)
{
    tell(opens(beside("dado.py"), O_WRONLY | O_TRUNC));
}
static void write_store(void)
{
    tell(opens(beside("dado.db"), O_WRONLY | O_APPEND));
}
static void create_in_root(void)
{
    tell(opens("/mine", O_WRONLY | O_CREAT));
}
static void create_in_usr(void)
{
    tell(opens("/usr/mine", O_WRONLY | O_CREAT));
}
static void create_in_etc(void)
{
    tell(mkdir("/etc/mine", 0700) == 0);
}
static void write_device(void)
{
    tell(chmod("/dev/null", 0600) == 0);
}
static void make_device(void)
{
    tell(mknod("/tmp/disk", S_IFBLK | 0600, makedev(254, 0)) == 0);
}
static void write_proc(void)
{
    tell(opens("/proc/self/oom_score_adj", O_WRONLY));
}

// ---- the walls themselves

static void remount(void)
{
    tell(mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL) == 0);
}
static void mount_proc(void)
{
    tell(mount("p", "/tmp", "proc", 0, NULL) == 0);
}
static void unmount(void)
{
    tell(umount2("/tmp", MNT_DETACH) == 0);
}
static void change_root(void)
{
    tell(chroot("/tmp") == 0);
}
static void new_user(void)
{
    tell(unshare(CLONE_NEWUSER) == 0);
}
static void join_init(void)
{
    tell(syscall(SYS_setns, 0, 0) == 0);
}
static void become_root(void)
{
    tell(syscall(SYS_setresuid, 0, 0, 0) == 0);
}
static void raise_limit(void)
{
    struct rlimit more = { 8L << 30, 8L << 30 };
    tell(setrlimit(RLIMIT_AS, &more) == 0);
}
static void limit_init(void)
{
    struct rlimit none = { 0, 0 };
    tell(syscall(SYS_prlimit64, 1, RLIMIT_CPU, &none, NULL) == 0);
}
static void by_handle(void)
{
    struct {
        struct file_handle head;
        char room[128];
    } h = { .head.handle_bytes = 128 };
    int mount_id;
    tell(name_to_handle_at(AT_FDCWD, self, &h.head, &mount_id, 0) == 0);
}
static void trace_init(void)
{
    tell(ptrace(PTRACE_SEIZE, 1, 0, 0) == 0);
}
static void read_init(void)
{
    char bytes[16];
    struct iovec mine = { bytes, 16 }, theirs = { (void *)0x400000, 16 };
    tell(process_vm_readv(1, &mine, 1, &theirs, 1, 0) >= 0);
}
static void load_bpf(void)
{
    tell(syscall(SYS_bpf, 0, NULL, 0) >= 0 || errno == EFAULT);
}
static void ring(void)
{
    tell(syscall(SYS_io_uring_setup, 8, NULL) >= 0 || errno == EFAULT);
}
static void keyring(void)
{
    tell(syscall(SYS_keyctl, 0, -3, 1) >= 0);
}
static void faults(void)
{
    tell(syscall(SYS_userfaultfd, 1) >= 0);
}
static void type_ahead(void)
{
    tell(ioctl(0, TIOCSTI, "x") == 0);
}
static void outlive(void)
{
    tell(prctl(PR_SET_PDEATHSIG, 0) == 0);
}
static void old_layout(void)
{
    tell(personality(ADDR_NO_RANDOMIZE) >= 0);
}
static void hurry(void)
{
    tell(setpriority(PRIO_PROCESS, 0, 5) == 0);
}
static void host_name(void)
{
    char name[64] = "";
    errno = 0;
    tell(gethostname(name, sizeof name) != 0 || strcmp(name, "box") != 0);
}

// ---- reading what is outside

static void read_neighbour(void)
{
    tell(opens(beside("neighbour.py"), O_RDONLY));
}
static void read_store(void)
{
    tell(opens(beside("dado.db"), O_RDONLY));
}
static void stat_neighbour(void)
{
    struct stat found;
    tell(stat(beside("neighbour.py"), &found) == 0);
}
static void read_passwords(void)
{
    tell(opens("/etc/passwd", O_RDONLY));
}
static void read_home(void)
{
    tell(opens("/root", O_RDONLY) || opens("/home", O_RDONLY));
}
static void read_var(void)
{
    tell(opens("/var", O_RDONLY));
}
static void read_sys(void)
{
    tell(opens("/sys", O_RDONLY));
}
static void read_shm(void)
{
    tell(opens("/dev/shm", O_RDONLY));
}
static void read_tty(void)
{
    tell(opens("/dev/tty", O_RDONLY));
}
static void read_command(void)
{
    tell(opens("/proc/1/cmdline", O_RDONLY) || opens("/proc/1/environ", O_RDONLY) ||
         opens("/proc/1/mem", O_RDONLY));
}
static void read_machine(void)
{
    tell(opens("/proc/meminfo", O_RDONLY));
}
static void read_by_link(void)
{
    char path[4096];
    snprintf(path, sizeof path, "%s", beside("neighbour.py"));
    if (symlink(path, "/tmp/link") != 0) {
        tell(1);
        return;
    }
    tell(opens("/tmp/link", O_RDONLY));
}
static void read_upwards(void)
{
    char path[4096] = "";
    for (int i = 0; i < 40; i++) strcat(path, "../");
    strcat(path, "etc/passwd");
    tell(opens(path, O_RDONLY));
}
static void read_own_root(void)
{
    tell(opens("/proc/self/root/etc/passwd", O_RDONLY));
}
// Only the program and the kit stand in its folder.
static void list_folder(void)
{
    DIR *folder = opendir(beside("."));
    int others = 0;
    for (struct dirent *e; folder && (e = readdir(folder));) {
        const char *name = strrchr(self, '/') + 1;
        others += e->d_name[0] != '.' && strcmp(e->d_name, name) != 0 &&
                  strcmp(e->d_name, "dado.py") != 0;
    }
    errno = 0;
    tell(!folder || others > 0);
}
static void inherit_files(void)
{
    int open_files = 0;
    for (int i = 3; i < 4096; i++) open_files += fcntl(i, F_GETFD) >= 0;
    errno = 0;
    tell(open_files > 0);
}
static void inherit_words(void)
{
    int words = 0;
    for (char **e = environ; *e; e++) {
        words += strncmp(*e, "PATH=", 5) != 0 && strcmp(*e, "LANG=C.UTF-8") != 0 &&
                 strcmp(*e, "HOME=/tmp") != 0;
    }
    errno = 0;
    tell(words > 0);
}
static void watch_files(void)
{
    tell(inotify_init() >= 0);
}

// ---- reaching others

static void call_inet(void)
{
    tell(socket(AF_INET, SOCK_STREAM, 0) >= 0);
}
static void call_unix(void)
{
    tell(socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
}
static void call_kernel(void)
{
    tell(socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE) >= 0);
}
static void pass_files(void)
{
    int pair[2];
    struct msghdr message = { 0 };
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) tell(1);
    else tell(sendmsg(pair[0], &message, 0) >= 0);
}
static void fork_once(void)
{
    pid_t child = fork();
    if (child == 0)
        for (;;) pause();
    tell(child > 0);
}
static void vfork_once(void)
{
    pid_t child = (pid_t)syscall(SYS_clone, CLONE_VFORK | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    tell(child > 0);
}
static void clone_anew(void)
{
    tell(syscall(SYS_clone3, NULL, 0) >= 0 || errno != ENOSYS);
}
static void spawn(void)
{
    char word[] = "true", *argv[] = { word, NULL };
    pid_t child;
    errno = posix_spawn(&child, "/usr/bin/true", NULL, NULL, argv, environ);
    tell(errno == 0);
}
static void kill_all(void)
{
    int worked = kill(-1, SIGKILL) == 0;
    kill(1, SIGKILL);  // process 1 of a namespace does not hear its own children
    kill(1, SIGSTOP);
    for (pid_t p = 3; p < 5000; p++) worked += kill(p, SIGKILL) == 0;
    tell(worked);
}
static void linger(void)
{
    setsid();
    for (int i = 1; i < SIGRTMIN; i++) signal(i, SIG_IGN);
    close(0);
    close(1);
    for (;;) pause();
}

// ---- holding too much

static size_t eat(int (*more)(size_t piece), size_t piece)
{
    size_t held = 0;
    while (held < (8UL << 30) && more(piece)) held += piece;
    return held >> 20;
}

static int map_piece(size_t piece, int flags)
{
    char *got = mmap(NULL, piece, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED) return 0;
    for (size_t i = 0; i < piece; i += 4096) ((volatile char *)got)[i] = 1;
    return 1;
}
static int private_piece(size_t piece)
{
    return map_piece(piece, MAP_PRIVATE);
}
static int shared_piece(size_t piece)
{
    return map_piece(piece, MAP_SHARED);
}
static int stack_piece(size_t piece)
{
    return map_piece(piece, MAP_PRIVATE | MAP_GROWSDOWN);
}
static int sealed_piece(size_t piece)  // written, then called read-only: some limits forget it
{
    char *got = mmap(NULL, piece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED) return 0;
    memset(got, 1, piece);
    return mprotect(got, piece, PROT_READ) == 0;
}
static void hold_private(void)
{
    tell_amount(eat(private_piece, 4 << 20));
}
static void hold_shared(void)
{
    tell_amount(eat(shared_piece, 4 << 20));
}
static void hold_stack(void)
{
    tell_amount(eat(stack_piece, 4 << 20));
}
static void hold_sealed(void)
{
    tell_amount(eat(sealed_piece, 4 << 20));
}
static void hold_memory_file(void)
{
    int file = memfd_create("m", 0);
    tell(file >= 0);
}
static void hold_segment(void)
{
    tell(shmget(IPC_PRIVATE, 64 << 20, IPC_CREAT | 0600) >= 0);
}
static void hold_locked(void)
{
    tell(mlockall(MCL_CURRENT | MCL_FUTURE) == 0);
}
static void hold_pipes(void)
{
    int pair[2];
    tell(pipe(pair) == 0 && fcntl(pair[1], F_SETPIPE_SZ, 1 << 20) >= 0);
}
static void hold_sockets(void)
{
    int pair[2], large = 64 << 20;
    tell(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0 &&
         setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &large, sizeof large) == 0);
}
static void hold_locks(void)
{
    int file = open("/tmp/locked", O_RDWR | O_CREAT, 0600);
    struct flock lock = { .l_type = F_WRLCK, .l_start = 0, .l_len = 1 };
    tell(fcntl(file, F_SETLK, &lock) == 0 || flock(file, LOCK_EX) == 0);
}
static void hold_queue(void)
{
    tell(syscall(SYS_mq_open, "/q", O_RDWR | O_CREAT, 0600, NULL) >= 0);
}

// Single pages, each so far from the next that the kernel needs two tables to find it.
static void hold_page_tables(void)
{
    enum { apart_bits = 30, tables_kb = 8 };
    for (uintptr_t made = 1; made < 65000; made++) {
        char *at = (char *)(made << apart_bits);
        char *got = mmap(at, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (got == MAP_FAILED) break;
        *(volatile char *)got = 1;
        if (made * tables_kb % 8192 == 0) tell_amount(made * tables_kb >> 10);
    }
}

// How many processors it may use, and which is the first; told once.
static void count_processors(void)
{
    static int told;
    cpu_set_t own;
    int first = 0;
    if (told++) return;
    if (sched_getaffinity(0, sizeof own, &own) != 0) return;
    while (!CPU_ISSET(first, &own)) first++;
    fprintf(stderr, "processors: %d from %d\n", CPU_COUNT(&own), first);
}
// It may look at its share of the processors, and not change it.
static void leave_share(void)
{
    cpu_set_t all;
    memset(&all, 255, sizeof all);
    tell(sched_setaffinity(0, sizeof all, &all) == 0);
}

static void *idle(void *unused)
{
    while (pause()) {
    }
    return unused;
}
static void hold_threads(void)
{
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    pthread_t thread;
    size_t made = 1;
    while (made < 10000 && pthread_create(&thread, &small, idle, NULL) == 0) made++;
    tell_amount(made);
}

static size_t fill(const char *name)
{
    static char block[65536];
    memset(block, 'x', sizeof block);
    int file = open(name, O_WRONLY | O_CREAT, 0600);
    size_t written = 0;
    for (ssize_t got; file >= 0 && (got = write(file, block, sizeof block)) > 0;) {
        written += (size_t)got;
        if (written >= 32 << 20) break;
    }
    if (file >= 0) close(file);
    return written;
}
static void hold_files(void)
{
    size_t all = 0;
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 64; i++) {
        char name[32];
        snprintf(name, sizeof name, "/tmp/f%d", i);
        all += fill(name);
    }
    tell_amount(all >> 20);
}
static void hold_reserved(void)
{
    int file = open("/tmp/large", O_WRONLY | O_CREAT, 0600);
    signal(SIGXFSZ, SIG_IGN);
    tell(file < 0 || fallocate(file, 0, 0, 1L << 30) == 0);
}
static void hold_names(void)
{
    size_t made = 0;
    for (; made < 1000000; made++) {
        char name[32];
        snprintf(name, sizeof name, "/tmp/n%zu", made);
        if (!opens(name, O_WRONLY | O_CREAT)) break;
    }
    tell_amount(made);
}
static void hold_deep(void)
{
    int made = 0;
    while (made < 3000 && mkdir("d", 0700) == 0 && chdir("d") == 0) made++;
    chmod(".", 0);
    tell_amount((size_t)made);
}
static void many_files(void)
{
    int file, made = 0;
    while ((file = open("/dev/null", O_RDONLY)) >= 0) made++;
    tell_amount((size_t)made);
}

// ---- files of its own for every thread

static int end_thread(void *unused)
{
    (void)unused;
    syscall(SYS_exit, 0);
    return 0;
}
static void files_apart(void)
{
    static char stack[65536];
    int flags = CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
    tell(clone(end_thread, stack + sizeof stack, flags, NULL) > 0);
}
static void files_unshared(void)
{
    tell(syscall(SYS_close_range, 1000u, 1001u, 2u /* a table of its own */) == 0);
}

// ---- news of others: what is in memory, what the host does, who waits

static void read_cache(void)
{
    char byte;
    struct iovec one = { &byte, 1 };
    int file = open("/usr/bin/env", O_RDONLY);
    tell(syscall(SYS_preadv2, file, &one, 1, 0, 0, 8 /* only what is in memory */) >= 0);
}
static void *map_env(void)
{
    int file = open("/usr/bin/env", O_RDONLY);
    void *at = mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    return at;
}
static void look_in_core(void)
{
    unsigned char there;
    tell(mincore(map_env(), 4096, &there) == 0);
}
static void look_at_cache(void)
{
    uint64_t range[2] = { 0, 4096 }, seen[5];
    int file = open("/usr/bin/env", O_RDONLY);
    tell(syscall(451 /* cachestat */, file, range, seen, 0) == 0);
}
static void drop_pages(void)
{
    tell(madvise(map_env(), 4096, 21 /* out of memory with them */) == 0);
}
// Whether another process has a page of the file mapped, too. At the end of each page's number
// the kernel says whether it is mapped here alone.
static void count_sharers(void)
{
    volatile char *page = map_env();
    uint64_t about = page[0] & 0;
    int file = open("/proc/self/pagemap", O_RDONLY);
    off_t place = (off_t)((uintptr_t)page / 4096 * sizeof about);
    tell(pread(file, &about, sizeof about, place) == (ssize_t)sizeof about);
}
static void read_sharers(void)
{
    tell(opens("/proc/self/smaps", O_RDONLY) || opens("/proc/thread-self/smaps", O_RDONLY) ||
         opens("/proc/self/numa_maps", O_RDONLY));
}
static void read_own_group(void)
{
    tell(opens("/proc/self/cgroup", O_RDONLY) || opens("/proc/self/mountinfo", O_RDONLY));
}
static void merge_pages(void)
{
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    tell(madvise(page, 4096, 12 /* with equal ones of others */) == 0);
}
static void look_at_host(void)
{
    struct sysinfo host;
    tell(sysinfo(&host) == 0);
}
static void look_at_disks(void)
{
    struct statfs disk;
    tell(statfs("/usr", &disk) == 0);
}
static void look_at_names(void)
{
    uint64_t how[3] = { O_RDONLY, 0, 0x20 /* only if it was looked for lately */ };
    tell(syscall(SYS_openat2, AT_FDCWD, "/usr/bin/env", how, sizeof how) >= 0);
}
static void wake_others(void)
{
    tell(syscall(SYS_futex, map_env(), 1 /* wake, in all processes */, 1, NULL, NULL, 0) >= 0);
}
static void wake_by_timer(void)
{
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT };
    timer_t timer;
    tell(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
}

// Other ways to hear of others or to touch them, by calls that are on no list.
static void handle_of_init(void)
{
    tell(syscall(434 /* pidfd_open */, 1, 0) >= 0 || syscall(438 /* pidfd_getfd */, 0, 0, 0) >= 0);
}
static void advise_others(void)
{
    tell(syscall(440 /* process_madvise */, 0, NULL, 0, 21, 0) >= 0);
}
static void count_events(void)
{
    char what[128] = { 0 };
    tell(syscall(SYS_perf_event_open, what, 0, -1, -1, 0) >= 0);
}
static void watch_disks(void)
{
    tell(syscall(SYS_fanotify_init, 0, O_RDONLY) >= 0);
}
static void watch_folder(void)
{
    int folder = open("/usr", O_RDONLY | O_DIRECTORY);
    tell(fcntl(folder, F_NOTIFY, DN_ACCESS | DN_MULTISHOT) == 0);
}
static void lease_file(void)
{
    int file = open("/usr/bin/env", O_RDONLY);
    tell(fcntl(file, F_SETLEASE, F_RDLCK) == 0 || fcntl(file, F_GETLEASE) >= 0);
}
static void compare_files(void)
{
    tell(syscall(SYS_kcmp, 1, getpid(), 2, 0, 0) >= 0);
}
static void look_at_disk_queue(void)
{
    tell(syscall(SYS_ioprio_get, 3 /* of a user */, getuid()) >= 0);
}
static void look_at_quota(void)
{
    char room[256];
    tell(syscall(SYS_quotactl, 0x800007 << 8, "/dev/null", 0, room) >= 0);
}
static void send_messages(void)
{
    tell(syscall(SYS_msgget, 7, 0600 | 01000) >= 0 || syscall(SYS_semget, 7, 1, 0600 | 01000) >= 0);
}
static void name_socket(void)
{
    int pair[2];
    struct sockaddr_un name = { .sun_family = AF_UNIX, .sun_path = "\0dado" };
    tell(socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0 &&
         (bind(pair[0], (struct sockaddr *)&name, sizeof name) == 0 ||
          connect(pair[0], (struct sockaddr *)&name, sizeof name) == 0));
}
static void own_signals(void)
{
    int pair[2];
    tell(pipe(pair) == 0 &&
         (fcntl(pair[0], F_SETOWN, getpid()) == 0 || fcntl(pair[0], F_SETSIG, SIGCONT) == 0));
}
static void interrupt_all(void)
{
    tell(syscall(SYS_membarrier, 1 /* of all processes */, 0, 0) == 0 ||
         syscall(SYS_membarrier, 2 /* of those that registered */, 0, 0) == 0);
}
// The clocks and priorities of processes that are neither its own nor process 1, which waits.
static void clock_of_others(void)
{
    struct timespec used;
    int seen = 0;
    for (pid_t p = 1; p < 5000; p++) {
        if (p == getpid() || p == 1) continue;
        clockid_t clock = (clockid_t)(~(unsigned)p << 3 | 2u);
        seen += clock_gettime(clock, &used) == 0;
        errno = 0;
        getpriority(PRIO_PROCESS, (id_t)p);
        seen += errno == 0;
        seen += getpgid(p) >= 0 || sched_getscheduler(p) >= 0;
    }
    errno = 0;
    tell(seen);
}

// ---- a folder that two players need: here it is where the program is

static void read_shared(void)
{
    char bytes[16];
    struct stat about;
    int file = open(beside("shared"), O_RDONLY);
    tell(file < 0 || read(file, bytes, sizeof bytes) < 0 || fstat(file, &about) != 0);
}

static void drop_shared(void)
{
    int file = open(beside("shared"), O_RDONLY);
    if (file >= 0) posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    tell(file < 0);  // whether it worked is looked at from outside
}
static void write_pipe(void)
{
    int file = open(beside("pipe"), O_RDWR | O_NONBLOCK);
    tell(file >= 0 && write(file, "x", 1) == 1);
}
static void send_to_name(void)
{
    int pair[2];
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    snprintf(to.sun_path, sizeof to.sun_path, "%.100s", beside("socket"));
    tell(socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0 &&
         sendto(pair[0], "x", 1, 0, (struct sockaddr *)&to, sizeof to) == 1);
}

static const struct {
    const char *name;
    void (*try)(void);
} attacks[] = {
    { "truncate_neighbour", truncate_neighbour },
    { "truncate_self", truncate_self },
    { "truncate_kit", truncate_kit },
    { "chmod_self", chmod_self },
    { "chmod_system", chmod_system },
    { "chown_self", chown_self },
    { "touch_self", touch_self },
    { "touch_neighbour", touch_neighbour },
    { "xattr_self", xattr_self },
    { "unlink_self", unlink_self },
    { "rename_self", rename_self },
    { "link_self", link_self },
    { "write_self", write_self },
    { "write_kit", write_kit },
    { "write_store", write_store },
    { "create_in_root", create_in_root },
    { "create_in_usr", create_in_usr },
    { "create_in_etc", create_in_etc },
    { "write_device", write_device },
    { "make_device", make_device },
    { "write_proc", write_proc },
    { "remount", remount },
    { "mount_proc", mount_proc },
    { "unmount", unmount },
    { "change_root", change_root },
    { "new_user", new_user },
    { "join_init", join_init },
    { "become_root", become_root },
    { "raise_limit", raise_limit },
    { "limit_init", limit_init },
    { "by_handle", by_handle },
    { "trace_init", trace_init },
    { "read_init", read_init },
    { "load_bpf", load_bpf },
    { "ring", ring },
    { "keyring", keyring },
    { "faults", faults },
    { "type_ahead", type_ahead },
    { "outlive", outlive },
    { "old_layout", old_layout },
    { "hurry", hurry },
    { "host_name", host_name },
    { "read_neighbour", read_neighbour },
    { "read_store", read_store },
    { "stat_neighbour", stat_neighbour },
    { "read_passwords", read_passwords },
    { "read_home", read_home },
    { "read_var", read_var },
    { "read_sys", read_sys },
    { "read_shm", read_shm },
    { "read_tty", read_tty },
    { "read_command", read_command },
    { "read_machine", read_machine },
    { "read_by_link", read_by_link },
    { "read_upwards", read_upwards },
    { "read_own_root", read_own_root },
    { "list_folder", list_folder },
    { "inherit_files", inherit_files },
    { "inherit_words", inherit_words },
    { "watch_files", watch_files },
    { "call_inet", call_inet },
    { "call_unix", call_unix },
    { "call_kernel", call_kernel },
    { "pass_files", pass_files },
    { "fork_once", fork_once },
    { "vfork_once", vfork_once },
    { "clone_anew", clone_anew },
    { "spawn", spawn },
    { "kill_all", kill_all },
    { "linger", linger },
    { "hold_private", hold_private },
    { "hold_shared", hold_shared },
    { "hold_stack", hold_stack },
    { "hold_sealed", hold_sealed },
    { "hold_memory_file", hold_memory_file },
    { "hold_segment", hold_segment },
    { "hold_locked", hold_locked },
    { "hold_pipes", hold_pipes },
    { "hold_sockets", hold_sockets },
    { "hold_locks", hold_locks },
    { "hold_queue", hold_queue },
    { "hold_page_tables", hold_page_tables },
    { "count_processors", count_processors },
    { "leave_share", leave_share },
    { "hold_threads", hold_threads },
    { "hold_files", hold_files },
    { "hold_reserved", hold_reserved },
    { "hold_names", hold_names },
    { "hold_deep", hold_deep },
    { "many_files", many_files },
    { "files_apart", files_apart },
    { "files_unshared", files_unshared },
    { "read_cache", read_cache },
    { "look_in_core", look_in_core },
    { "look_at_cache", look_at_cache },
    { "drop_pages", drop_pages },
    { "count_sharers", count_sharers },
    { "read_sharers", read_sharers },
    { "read_own_group", read_own_group },
    { "merge_pages", merge_pages },
    { "look_at_host", look_at_host },
    { "look_at_disks", look_at_disks },
    { "look_at_names", look_at_names },
    { "wake_others", wake_others },
    { "wake_by_timer", wake_by_timer },
    { "handle_of_init", handle_of_init },
    { "advise_others", advise_others },
    { "count_events", count_events },
    { "watch_disks", watch_disks },
    { "watch_folder", watch_folder },
    { "lease_file", lease_file },
    { "compare_files", compare_files },
    { "look_at_disk_queue", look_at_disk_queue },
    { "look_at_quota", look_at_quota },
    { "send_messages", send_messages },
    { "name_socket", name_socket },
    { "own_signals", own_signals },
    { "interrupt_all", interrupt_all },
    { "clock_of_others", clock_of_others },
    { "read_shared", read_shared },
    { "drop_shared", drop_shared },
    { "write_pipe", write_pipe },
    { "send_to_name", send_to_name },
};

int attack(const char *name, const char *program)
{
    self = program;
    trying = name;
    for (size_t i = 0; i < sizeof attacks / sizeof *attacks; i++) {
        if (strcmp(attacks[i].name, name) != 0) continue;
        attacks[i].try();
        return 1;
    }
    return 0;
}
