// build_attacks.c - what a build must not be able to do; a hostile build compiles and runs it.
//
// Every line that it prints begins with "ESCAPED" or "held". The words behind its name are paths: a
// file outside, its own sources, and the number of a port of this machine where somebody listens.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void tell(const char *what, int worked)
{
    printf("%s %s %d\n", worked ? "ESCAPED" : "held", what, errno);
    fflush(stdout);
}

static int opens(const char *path, int flags)
{
    int file = open(path, flags, 0600);
    if (file >= 0) close(file);
    return file >= 0;
}

static void reach_network(int port)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int line = socket(AF_INET, SOCK_STREAM, 0);
    tell("inet", line >= 0);
    tell("connect", line >= 0 && connect(line, (struct sockaddr *)&to, sizeof to) == 0);
    tell("unix", socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
    tell("netlink", socket(AF_NETLINK, SOCK_RAW, 0) >= 0);
}

static void leave_walls(void)
{
    struct rlimit more = { 1L << 40, 1L << 40 };
    tell("new_user", unshare(CLONE_NEWUSER) == 0);
    tell("clone_user", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0) > 0);
    tell("clone3", syscall(SYS_clone3, NULL, 0) >= 0 || errno != ENOSYS);
    tell("mount", mount("x", "/tmp", "tmpfs", 0, NULL) == 0);
    tell("chroot", chroot("/tmp") == 0);
    tell("root", setresuid(0, 0, 0) == 0);
    tell("trace", ptrace(PTRACE_SEIZE, 1, 0, 0) == 0);
    tell("raise", setrlimit(RLIMIT_AS, &more) == 0);
    tell("memory_file", memfd_create("m", 0) >= 0);
    tell("keys", syscall(SYS_keyctl, 0, -3, 1) >= 0);
    tell("device", mknod("/tmp/disk", S_IFBLK | 0600, 0) == 0);
    kill(1, SIGKILL);  // process 1 does not hear its children
    kill(1, SIGSTOP);
}

static void touch_outside(const char *outside, const char *sources)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/new", sources);
    tell("read_outside", opens(outside, O_RDONLY));
    tell("write_outside", opens(outside, O_WRONLY));
    tell("write_sources", opens(path, O_WRONLY | O_CREAT));
    tell("write_usr", opens("/usr/mine", O_WRONLY | O_CREAT));
    tell("passwords", opens("/etc/passwd", O_RDONLY));
    tell("home", opens("/root", O_RDONLY) || opens("/home", O_RDONLY));
    tell("host", opens("/proc/1/environ", O_RDONLY) || opens("/proc/meminfo", O_RDONLY));
}

// Eight processes, none of which holds much by itself.
static void hold_memory(size_t each_mb)
{
    for (int i = 0; i < 8; i++) {
        if (fork() != 0) continue;
        char *held =
            mmap(NULL, each_mb << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (held != MAP_FAILED) memset(held, 1, each_mb << 20);
        for (;;) pause();
    }
    while (wait(NULL) > 0) {
    }
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "memory") == 0) {
        hold_memory((size_t)atol(argv[2]));
        return 0;
    }
    if (argc != 4) return 2;
    reach_network(atoi(argv[3]));
    touch_outside(argv[1], argv[2]);
    leave_walls();
    return 0;
}
