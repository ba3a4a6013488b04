// hostile.c - players that misbehave, each in one way, named by the program's own name.
//
// The tests link it under the names below and let each sit at a table. What
// honest answers it gives are the shortest that the conversation allows.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static char line[1 << 20];
static const char *mode;

static int is(const char *name)
{
    return strcmp(mode, name) == 0;
}

// The text of a string member, as it stands in the line.
static void member(const char *name, char *into, size_t room)
{
    char key[32];
    snprintf(key, sizeof key, "\"%s\":\"", name);
    const char *at = strstr(line, key);
    into[0] = '\0';
    if (!at) return;
    at += strlen(key);
    size_t length = strcspn(at, "\"");
    if (length >= room) length = room - 1;
    memcpy(into, at, length);
    into[length] = '\0';
}

static void answer_honestly(void)
{
    char code[32], moves[256];
    member("code", code, sizeof code);
    const char *first = strstr(line, "\"moves\":[\"");
    first = first ? first + 10 : "";
    size_t length = strcspn(first, "\"");
    if (length >= sizeof moves) length = sizeof moves - 1;
    memcpy(moves, first, length);
    moves[length] = '\0';
    printf("{\"t\":\"move\",\"code\":\"%s\",\"move\":\"%s\"}\n", code, moves);
    fflush(stdout);
}

static void ready(void)
{
    printf("{\"t\":\"ready\",\"moves\":true,\"name\":\"hostile\"}\n");
    fflush(stdout);
}

static void *idle(void *unused)
{
    while (pause()) {
    }
    return unused;
}

// Tells through standard error whether something forbidden worked.
static void confess(const char *what, int worked)
{
    fprintf(stderr, "%s %s\n", worked ? "ESCAPED" : "held", what);
    fflush(stderr);
}

static void try_to_write(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    confess(path, file >= 0);
    if (file >= 0) close(file);
}

static void try_to_reach_the_network(void)
{
    int s = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in there = { .sin_family = AF_INET, .sin_port = htons(22) };
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    confess("socket", s >= 0 && connect(s, (struct sockaddr *)&there, sizeof there) == 0);
}

static void fork_without_end(void)
{
    int made = 0;
    for (int i = 0; i < 200; i++) {
        pid_t child = fork();
        if (child == 0) {
            setsid();
            for (;;) pause();
        }
        made += child > 0;
    }
    confess("fork", made > 0);
}

static void eat_memory(void)
{
    size_t eaten = 0, piece = 16 << 20;
    for (int i = 0; i < 1024; i++) {
        char *more = malloc(piece);
        if (!more) break;
        memset(more, 1, piece);
        // Memory that nobody reads need not be there, a compiler says; so somebody reads it.
        eaten += piece * (size_t)*(volatile char *)(more + piece - 1);
    }
    confess("memory", eaten > ((size_t)1 << 30));
}

static void misbehave_at_turn(void)
{
    if (is("hang")) {
        for (;;) pause();
    } else if (is("spin")) {
        for (volatile unsigned long i = 0;; i++) {
        }
    } else if (is("deaf")) {
        for (int i = SIGHUP; i < SIGRTMIN; i++) signal(i, SIG_IGN);
        for (;;) pause();
    } else if (is("crash")) {
        abort();
    } else if (is("quit")) {
        exit(0);
    } else if (is("mute")) {
        close(1);
        for (;;) pause();
    } else if (is("flood")) {
        for (;;) {
            if (fwrite("xxxxxxxxxxxxxxxx", 1, 16, stdout) != 16) exit(1);
        }
    } else if (is("chatter")) {
        for (;;) {
            if (printf("{\"t\":\"legal\"}\n") < 0) exit(1);
        }
    } else if (is("garbage")) {
        printf("\x01\xff not json {{{[[[ \n");
        fflush(stdout);
    } else if (is("deep")) {
        for (int i = 0; i < 100000; i++) putchar('[');
        putchar('\n');
        fflush(stdout);
    } else if (is("liar")) {
        char code[32];
        member("code", code, sizeof code);
        printf("{\"t\":\"move\",\"code\":\"%s\",\"move\":\"take everything\"}\n", code);
        fflush(stdout);
    } else if (is("forger")) {
        printf("{\"t\":\"move\",\"code\":\"0000000000000001\",\"move\":\"bet\"}\n");
        fflush(stdout);
    } else if (is("late")) {
        usleep(400000);
        answer_honestly();
    } else if (is("moaner")) {
        for (int i = 0; i < 200000; i++) fputs("this is unfair, I say, unfair\n", stderr);
        answer_honestly();
    } else if (is("writer")) {
        try_to_write("/tmp/dado-hostile-was-here");
        try_to_write("/var/tmp/dado-hostile-was-here");
        try_to_write("../dado-hostile-was-here");
        try_to_write("mine");  // its own folder: that may work
        answer_honestly();
    } else if (is("reader")) {
        FILE *secret = fopen("/etc/passwd", "r");
        confess("/etc/passwd", secret != NULL);
        answer_honestly();
    } else if (is("caller")) {
        try_to_reach_the_network();
        answer_honestly();
    } else if (is("forker")) {
        fork_without_end();
        answer_honestly();
    } else if (is("eater")) {
        eat_memory();
        answer_honestly();
    } else if (is("killer")) {
        int worked = 0;
        for (pid_t p = 2; p < 5000; p++) worked += kill(p, SIGKILL) == 0;
        if (getppid() > 0) worked += kill(getppid(), SIGKILL) == 0;
        confess("kill", worked > 0);
        answer_honestly();
    } else if (is("threads")) {
        pthread_t thread;
        for (int i = 0; i < 10000 && pthread_create(&thread, NULL, idle, NULL) == 0; i++) {
        }
        answer_honestly();
    } else {
        answer_honestly();
    }
}

int main(int argc, char **argv)
{
    (void)argc;
    const char *slash = strrchr(argv[0], '/');
    mode = slash ? slash + 1 : argv[0];
    if (is("stillborn")) return 1;
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"t\":\"hello\"")) {
            if (is("rude")) continue;  // never says that it is ready
            ready();
        } else if (strstr(line, "\"t\":\"turn\"")) {
            misbehave_at_turn();
        } else if (strstr(line, "\"t\":\"err\"")) {
            misbehave_at_turn();
        }
    }
    return 0;
}
