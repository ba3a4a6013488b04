// hostile_agent.c - players that misbehave, each in one way, named by the program's own name.
//
// The tests copy it under the names below, or those of sandbox_attacks.c, and let each
// sit at a table. What honest answers it gives are the shortest that the
// conversation allows.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sandbox_attacks.h"

static char line[1 << 20];
static const char *mode, *program;

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

// Uses so much processor time of this thread.
static void work_for_us(long us)
{
    struct timespec began, now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &began);
    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    while ((now.tv_sec - began.tv_sec) * 1000000 + (now.tv_nsec - began.tv_nsec) / 1000 < us);
}

static void *spin_for_ever(void *unused)
{
    (void)unused;
    for (volatile unsigned long i = 0;; i++) {
    }
    return NULL;
}

// Keeps all processors busy from now on, also while others think.
static void start_spinning(void)
{
    pthread_attr_t small;
    pthread_t thread;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    for (int i = 0; i < 126; i++) pthread_create(&thread, &small, spin_for_ever, NULL);
}

// Asks the kernel for the signal that wakes a stopped process, a thousand times a second.
static void wake_myself(void)
{
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT };
    struct itimerspec often = { { 0, 1000000 }, { 0, 1000000 } };
    timer_t timer;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) timer_settime(timer, 0, &often, NULL);
}

static void misbehave_at_turn(void)
{
    if (is("worker")) work_for_us(4000);
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
    } else {
        attack(mode, program);
        answer_honestly();
    }
}

int main(int argc, char **argv)
{
    (void)argc;
    program = argv[0];
    const char *slash = strrchr(argv[0], '/');
    mode = slash ? slash + 1 : argv[0];
    if (is("stillborn")) return 1;
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"t\":\"hello\"")) {
            if (is("rude")) continue;  // never says that it is ready
            if (is("waker")) wake_myself();
            if (is("spinner") || is("waker")) start_spinning();
            ready();
        } else if (strstr(line, "\"t\":\"turn\"")) {
            misbehave_at_turn();
        } else if (strstr(line, "\"t\":\"err\"")) {
            misbehave_at_turn();
        }
    }
    return 0;
}
