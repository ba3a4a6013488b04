// ranks_bench.c - what MPI costs: two processes of one thread beside one process of two.
//
// Both play the same matches with the program as it was built beside this one,
// and take turns, so that a busy machine slows both; time is the processor's, of
// all processes, mpirun's own included. What joining costs is measured with a
// run of one match, and told: it is part of what is compared. Native code is
// left out, for who has it depends on what was played before. Where there is no
// MPI this says so and is content. One of the two alone: give its number.
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure/stats.h"

enum { REPEATS = 5, MOST_WORDS = 40 };

typedef struct subject {
    const char *what, *agents, *matches;
} subject;

static double children_time(void)
{
    struct rusage r;
    getrusage(RUSAGE_CHILDREN, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
           (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) * 1e-6;
}

// Runs it without a sound; the processor time it took, or a negative number if it failed.
static double run(const char *const *words)
{
    double before = children_time();
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_RDWR);
        dup2(nowhere, 0);
        dup2(nowhere, 1);
        dup2(nowhere, 2);
        execvp(words[0], (char *const *)(void *)words);
        _exit(127);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) return -1.0;
    return children_time() - before;
}

static int add(const char **words, int count, const char *const *more)
{
    while (*more && count < MOST_WORDS - 1) words[count++] = *more++;
    words[count] = NULL;
    return count;
}

// The command, by two ranks of a thread or by one process of two threads. Loopback only; what
// Open MPI is told by its environment means nothing to others.
static double play(const char *dado, const subject *s, const char *matches, bool ranks)
{
    const char *words[MOST_WORDS];
    const char *const with[] = { "mpirun", "-n", "2", NULL };
    const char *const alone[] = { NULL };
    const char *const command[] = { dado,
                                    "sim",
                                    "hearts",
                                    "--agents",
                                    s->agents,
                                    "-n",
                                    matches,
                                    "--no-store",
                                    "--native",
                                    "no",
                                    "-q",
                                    "--threads",
                                    ranks ? "1" : "2",
                                    ranks ? "--mpi" : NULL,
                                    NULL };
    add(words, add(words, 0, ranks ? with : alone), command);
    return run(words);
}

static double middle(double *values)
{
    dado_values_sort(values, REPEATS);
    return values[REPEATS / 2];
}

static bool compare(const char *dado, const subject *s)
{
    double ratio[REPEATS], alone = 0.0, ranks = 0.0;
    double joining = play(dado, s, "1", true);
    for (int r = 0; r < REPEATS; r++) {
        double one = play(dado, s, s->matches, false), two = play(dado, s, s->matches, true);
        if (one <= 0.0 || two < 0.0 || joining < 0.0) {
            fprintf(stderr, "ranks_bench: dado sim hearts --agents %s failed\n", s->agents);
            return false;
        }
        ratio[r] = two / one;
        alone += one / REPEATS;
        ranks += two / REPEATS;
    }
    double each = 1e6 / strtod(s->matches, NULL);
    printf("hearts, %-10s %7s matches: %.2f us of CPU a match by 2 threads, %.2f by 2 ranks (%.2f "
           "s of that to join), ratio %.3f (bar 1.10)\n",
           s->what, s->matches, alone * each, ranks * each, joining, middle(ratio));
    fflush(stdout);
    return true;
}

int main(int argc, char **argv)
{
    static const subject subjects[] = { { "at random", "random", "200000" },
                                        { "ISMCTS", "ismcts:iterations=50", "600" } };
    char here[4000], dado[4100], module[4100];
    ssize_t length = readlink("/proc/self/exe", here, sizeof here - 1);
    here[length > 0 ? length : 0] = '\0';
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(here, '/');
        if (slash) *slash = '\0';
    }
    snprintf(dado, sizeof dado, "%s/dado", here);
    snprintf(module, sizeof module, "%s/dado-mpi.so", here);
    const char *const asks[] = { "mpirun", "--version", NULL };
    if (access(module, R_OK) != 0 || run(asks) < 0.0) {
        printf("ranks_bench: there is no MPI here, nothing was measured\n");
        return 0;
    }
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
    setenv("OMPI_MCA_btl", "self,vader", 1);
    setenv("OMPI_MCA_oob_tcp_if_include", "lo", 1);
    bool fine = true;
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        bool wanted = argc < 2 || (size_t)strtol(argv[1], NULL, 10) == i + 1;
        if (wanted) fine = compare(dado, &subjects[i]) && fine;
    }
    return fine ? 0 : 1;
}
