// signals_test.c - a signal at any moment ends every long verb at once, and nothing is lost by it.
//
// INT, TERM and KILL come at random moments, by hand or by `timeout`, while players search, run
// scripts or are programs. But for KILL, whoever is asked to end does so within a second, and says
// so; and whatever can be resumed is interrupted and resumed again and again, until it comes to an
// end, which must be the bytes of one that nobody disturbed.
//
// A test plays 60 signals; DADO_SIGNALS=2000 is the full dose, DADO_SIGNALS_SEED another draw. On a
// machine that is busy with other things, a second is as much longer as there are processes that
// want each of its cores; what was the longest is printed.
#define _GNU_SOURCE
#include "support/clock.h"
#include "support/temp_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { most_words = 40, chain = 4, patience_s = 60 };

typedef enum way {
    by_store,    // --resume goes on from the store, and its fingerprint is the same
    by_trail,    // --resume goes on from the store's trail of generations
    by_file,     // the same command goes on from a file of its own
    not_at_all,  // nothing is kept
} way;

typedef struct long_command {
    way way;
    const char *words;
    double seconds;  // undisturbed
    char *answer;    // what it prints then
    char print[64];  // the fingerprint of its run
} long_command;

// Long enough to be met in the middle, short enough to be played hundreds of times.
static long_command long_commands[] = {
    { by_store, "sim dicepoints -n 20000 --json", 0, NULL, "" },
    { by_store, "sim kuhn -n 1500 --agents ismcts:iterations=200 --json", 0, NULL, "" },
    { by_store, "sim hearts -n 20 --seat 1=ismcts:iterations=50 --json", 0, NULL, "" },
    { by_store, "sim kuhn -n 400 --seed 1 --seat 1=./think.lua --json", 0, NULL, "" },
    { by_store, "sim kuhn -n 120 --seed 1 --seat 1=./bot --json", 0, NULL, "" },
    { by_store, "sweep dicepoints -D ROUNDS=10,20,30 -n 5000 --json", 0, NULL, "" },
    { by_store, "arena kuhn random ismcts:iterations=200 greedy -n 200 --json", 0, NULL, "" },
    { by_store, "arena kuhn random ./bot ./think.lua -n 20 --seed 1 --json", 0, NULL, "" },
    { by_store, "map eval bsp --maps 4 -n 4 --json", 0, NULL, "" },
    { by_trail, "evolve dicepoints --target tense --population 6 --generations 4 -n 200 --json", 0,
      NULL, "" },
    { by_trail, "level evolve -D generations=300 -D population=40 --json", 0, NULL, "" },
    { by_file, "solve bigpoints --colours 4 --discs 2 --all --json --journal journal", 0, NULL,
      "" },
    { by_file, "sim kuhn -n 60000 --part 1/2 --part-file part.dado --json", 0, NULL, "" },
    { not_at_all, "doctor pig --effort quick --json", 0, NULL, "" },
    { not_at_all, "diff dicepoints -A ROUNDS=12 -n 8000 --json", 0, NULL, "" },
    { not_at_all, "map illuminate caves --first 5 --batches 1 --games 1 --json", 0, NULL, "" },
    { not_at_all, "level elites -D population=8 -D generations=2 --json", 0, NULL, "" },
    { not_at_all, "level eval first -n 1 --json", 0, NULL, "" },
    { not_at_all, "exact dicepoints -D ROUNDS=3 --json", 0, NULL, "" },
    { not_at_all, "equilibrium leduc --gap 0.05 --json", 0, NULL, "" },
    { not_at_all, "count fourinarow -n 7 --json", 0, NULL, "" },
    { not_at_all, "worth pig -n 200 --json", 0, NULL, "" },
    { not_at_all, "witness hearts -n 300 --json", 0, NULL, "" },
    { not_at_all, "solve bigpoints --board 11223344 --loose --json", 0, NULL, "" },
    { not_at_all, "sim dicepoints -n 20000 --rounds rounds --no-store --json", 0, NULL, "" },
    { not_at_all, "agent ask ismcts:iterations=400 1 --store ../seen --play --json", 0, NULL, "" },
    { not_at_all, "sim hearts -n 2 --agents ismcts:iterations=3000 --no-store --report page --json",
      0, NULL, "" },  // the page shows a match, which is played again
    { not_at_all, "replay 1 --store ../seen", 0, NULL, "" },  // kept no moves: played again
    { not_at_all, "play hearts --watch --delay 0 --agents ismcts:iterations=400 --no-store", 0,
      NULL, "" },
};
enum { long_command_count = sizeof long_commands / sizeof *long_commands };

static const char bot[] =
    "#!/bin/sh\n"
    "while IFS= read -r line; do\n"
    "case \"$line\" in\n"
    "*\\\"t\\\":\\\"hello\\\"*) echo '{\"t\":\"ready\",\"moves\":true}' ;;\n"
    "*\\\"t\\\":\\\"turn\\\"*|*\\\"t\\\":\\\"err\\\"*)\n"
    "code=${line#*\\\"code\\\":\\\"}; code=${code%%\\\"*}\n"
    "move=${line##*moves\\\":[\\\"}; move=${move%%\\\"*}\n"
    "printf '{\"t\":\"move\",\"code\":\"%s\",\"move\":\"%s\"}\\n' \"$code\" \"$move\" ;;\n"
    "esac; done\n";
static const char script[] = "function choose(turn)\n  local n = 1\n"
                             "  for i = 1, 5000 do n = n + i % 3 end\n  return 1\nend\n";

typedef struct trial {
    const char *dado;
    char home[64], folder[128];  // all of it, and where the long_command at hand is run
    uint64_t luck;
    int sent, ended_by[4];  // signals that met somebody: INT, TERM, KILL, by timeout
    double longest;  // of those who were asked to end, in seconds and as a share of the limit
    char slowest[200];
} trial;

static void nap(double seconds)
{
    struct timespec t = { (time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9) };
    nanosleep(&t, NULL);
}

static double some_share(trial *t)  // from 0 to 1
{
    t->luck = t->luck * 6364136223846793005u + 1442695040888963407u;
    return (double)(t->luck >> 33) / (double)(1u << 31);
}

static void fresh_folder(trial *t)
{
    snprintf(t->folder, sizeof t->folder, "%s/at", t->home);
    dado_test_remove(t->folder);
    assert_int_equal(mkdir(t->folder, 0755), 0);
    dado_test_write(t->folder, "bot", bot);
    dado_test_write(t->folder, "think.lua", script);
}

// Starts dado with these words in the folder, by way of `timeout` if `limit` is given; what it
// prints goes to the file out there.
static pid_t start(const trial *t, const char *words, bool resume, const char *limit)
{
    dado_test_write(t->folder, "out", "");  // it may be ended before it has begun
    dado_test_write(t->folder, "err", "");
    fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid > 0) return pid;
    char copy[400];
    char *argv[most_words];
    int count = 0;
    snprintf(copy, sizeof copy, "%s%s", words, resume ? " --resume" : "");
    if (limit) {
        argv[count++] = (char *)(uintptr_t) "timeout";
        argv[count++] = (char *)(uintptr_t)limit;
    }
    argv[count++] = (char *)(uintptr_t)t->dado;
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) argv[count++] = word;
    argv[count] = NULL;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    int out = chdir(t->folder) == 0 ? open("out", O_WRONLY | O_CREAT | O_TRUNC, 0644) : -1;
    int err = open("err", O_WRONLY | O_CREAT | O_TRUNC, 0644), in = open("/dev/null", O_RDONLY);
    if (out < 0 || err < 0 || in < 0) _exit(126);
    dup2(in, 0);
    dup2(out, 1);
    dup2(err, 2);
    execvp(argv[0], argv);
    _exit(127);
}

static char *read_in(const trial *t, const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", t->folder, name);
    char *text = dado_test_read(path);
    assert_non_null(text);
    return text;
}

// A stored match of players who think, without its moves.
static const char seen[] = "sim hearts -n 1 --agents ismcts:iterations=1000 --store ../seen --json";

// True once it has ended; false, and it is killed, if it does not in time.
static bool ends_within(pid_t pid, double seconds, int *status)
{
    double begin = dado_test_now();
    while (waitpid(pid, status, WNOHANG) == 0) {
        if (dado_test_now() - begin > seconds) {
            kill(pid, SIGKILL);
            waitpid(pid, status, 0);
            return false;
        }
        nap(0.002);
    }
    return true;
}

static void run_to_its_end(const trial *t, const char *words, bool resume)
{
    int status;
    pid_t pid = start(t, words, resume, NULL);
    bool ended = ends_within(pid, patience_s * dado_test_load_factor(), &status);
    if (ended && WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
    char *err = read_in(t, "err");
    fail_msg("dado %s%s: %s, status %x: %s", words, resume ? " --resume" : "",
             ended ? "ended" : "did not end", (unsigned)status, err);
}

static void fingerprint(const trial *t, char print[64])
{
    run_to_its_end(t, "runs verify last", false);
    char *said = read_in(t, "out");
    const char *at = strstr(said, "fingerprint ");
    assert_non_null(at);
    snprintf(print, 64, "%.16s", at + strlen("fingerprint "));
    free(said);
}

static void run_undisturbed(trial *t, long_command *e)
{
    enum { of_those_that_keep_nothing = 1 };
    if (e->way == not_at_all) {  // there is nothing to compare it with
        e->seconds = of_those_that_keep_nothing;
        return;
    }
    fresh_folder(t);
    double begin = dado_test_now();
    run_to_its_end(t, e->words, false);
    e->seconds = dado_test_now() - begin;
    e->answer = read_in(t, "out");
    if (e->way == by_store) fingerprint(t, e->print);
}

static bool listens(pid_t pid)
{
    char path[40], line[200];
    unsigned long long caught = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "SigCgt: %llx", &caught) == 1) break;
    }
    if (file) fclose(file);
    return caught >> (SIGTERM - 1) & 1;
}

// What was asked to end has: in time, by a code of the list, having printed what it had.
static void judge_end(trial *t, const long_command *e, int signal, bool heard, bool in_time,
                      int status, double took)
{
    double limit = dado_test_load_factor();
    char *err = read_in(t, "err"), *out = read_in(t, "out");
    if (took > t->longest) {
        t->longest = took;
        snprintf(t->slowest, sizeof t->slowest, "%s", e->words);
    }
    if (!in_time || took > limit) {
        fail_msg("%.2f s after signal %d, and %.2f is the limit: dado %s\n%s", took, signal, limit,
                 e->words, err);
    }
    bool died = WIFSIGNALED(status);
    if (died && heard) fail_msg("signal %d was heard and killed it: dado %s", signal, e->words);
    if (died) assert_int_equal(WTERMSIG(status), signal);
    int code = died ? 130 : WEXITSTATUS(status);
    if (code != 130 && code != 0 && code != 124) {
        fail_msg("exit code %d after signal %d: dado %s\n%s", code, signal, e->words, err);
    }
    if (!died && code == 130 && !strstr(err, "interrupted") && !strstr(e->words, "play ")) {
        fail_msg("it does not say that it was interrupted: dado %s\n%s", e->words, err);
    }
    bool again = strstr(e->words, "../seen") && strstr(err, "before there was anything to tell");
    if (!died && code != 124 && !*out && !again) {
        fail_msg("nothing was printed: dado %s\n%s", e->words, err);
    }
    free(err);
    free(out);
}

// One signal at a random moment. False if the long_command came to its end before.
static bool disturb(trial *t, const long_command *e, bool resume)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGKILL, SIGTERM };
    int kind = (int)(some_share(t) * 4) & 3, status;
    double moment = some_share(t) * e->seconds;
    if (kind == 3) {  // by timeout, whose own end is that of whom it waits for
        char limit[32];
        snprintf(limit, sizeof limit, "%.3f", moment + 0.01);
        double begin = dado_test_now();
        pid_t pid = start(t, e->words, resume, limit);
        bool in_time = ends_within(pid, moment + patience_s * dado_test_load_factor(), &status);
        bool reached = WIFEXITED(status) && WEXITSTATUS(status) == 124;
        t->sent += reached;
        t->ended_by[kind] += reached;
        judge_end(t, e, SIGTERM, false, in_time, status,
                  reached ? dado_test_now() - begin - moment - 0.01 : 0);
        return reached;
    }
    pid_t pid = start(t, e->words, resume, NULL);
    nap(moment);
    if (waitpid(pid, &status, WNOHANG) == pid) {
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        return false;
    }
    bool heard = listens(pid);
    double begin = dado_test_now();
    kill(pid, signals[kind]);
    bool in_time = ends_within(pid, patience_s * dado_test_load_factor(), &status);
    t->sent++;
    t->ended_by[kind]++;
    if (signals[kind] != SIGKILL) {
        judge_end(t, e, signals[kind], heard, in_time, status, dado_test_now() - begin);
    }
    return true;
}

static void same_as_undisturbed(trial *t, const long_command *e)
{
    bool resume = e->way == by_store || e->way == by_trail;
    run_to_its_end(t, e->words, resume);
    char *answer = read_in(t, "out"), print[64] = "";
    if (strcmp(answer, e->answer) != 0) {
        fail_msg("resumed, it comes to something else: dado %s\n%.2000s\ninstead of\n%.2000s",
                 e->words, answer, e->answer);
    }
    free(answer);
    if (e->way != by_store) return;
    fingerprint(t, print);
    assert_string_equal(print, e->print);
}

static void a_signal_at_any_moment_costs_nothing(void **state)
{
    (void)state;
    const char *told = getenv("DADO_SIGNALS"), *seed = getenv("DADO_SIGNALS_SEED");
    int wanted = told ? atoi(told) : dado_test_repeats(60, 300);
    trial t = { .dado = getenv("DADO"), .luck = seed ? strtoull(seed, NULL, 10) : 1 };
    if (!t.dado) skip();
    const char *base = getenv("TMPDIR");
    snprintf(t.home, sizeof t.home, "%.40s/dado-test.XXXXXX", base ? base : "/tmp");
    assert_non_null(mkdtemp(t.home));
    setenv("DADO_NATIVE", "no", 1);  // no compiler that would go on behind it
    unsetenv("DADO_STORE");
    int first = (int)(some_share(&t) * long_command_count);
    fresh_folder(&t);
    run_to_its_end(&t, seen, false);
    for (int i = 0; t.sent < wanted; i++) {
        long_command *e = &long_commands[(first + i) % long_command_count];
        if (e->seconds <= 0) run_undisturbed(&t, e);
        fresh_folder(&t);
        bool resume = e->way == by_store || e->way == by_trail;
        int met = 0;
        for (int k = 0; k < chain && t.sent < wanted; k++) {
            if (!disturb(&t, e, resume)) break;
            met++;
        }
        if (met && e->way != not_at_all) same_as_undisturbed(&t, e);
        if (told && i % 25 == 24) {
            printf("%d signals, longest %.2f s (%s), load %.1f\n", t.sent, t.longest, t.slowest,
                   dado_test_load_factor());
            fflush(stdout);
        }
    }
    printf("%d signals: INT %d, TERM %d, KILL %d, timeout %d; longest to end %.2f s: dado %s; the "
           "limit now is %.2f s\n",
           t.sent, t.ended_by[0], t.ended_by[1], t.ended_by[2], t.ended_by[3], t.longest, t.slowest,
           dado_test_load_factor());
    dado_test_remove(t.home);
    for (int i = 0; i < long_command_count; i++) free(long_commands[i].answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_signal_at_any_moment_costs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
