// command_line_fuzz_test.c - whatever words are typed, dado neither crashes nor hangs, and says
// why.
//
// Verbs, words and values are drawn from the tables that the program itself reads: those that make
// sense, those at and beyond their bounds, those of other verbs, and nonsense. Each call is made in
// a process of its own. It ends by a code of the list; what goes on for longer than two seconds is
// asked to end, and does; what is printed is UTF-8; and whoever fails says something.
//
// A test makes 250 calls; DADO_CALLS=20000 is the full dose, DADO_CALLS_SEED another draw. Seconds
// are longer where the machine is busy, as in signals_test.c.
#define _GNU_SOURCE
#include "support/clock.h"
#include "support/temp_folder.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/command_line.h"

enum { most_verbs = 100, most_words = 40, word_room = 8000 };

typedef struct call {
    const dado_verb *verb;
    const char *words[most_words];
    int count;
    bool bytes;  // something may be written to standard output that is no text
    char room[word_room];
    size_t used;
} call;

typedef struct fuzzer {
    const dado_verb *verbs[most_verbs];  // those that do something
    const char *titles[most_verbs];      // "map eval"
    int count;
    uint64_t luck;
    char home[64], folder[128];
    int codes[256], told_to_end;
    double longest;  // to end when asked to
    dado_region region;
} fuzzer;

static int draw(fuzzer *t, int count)
{
    t->luck = t->luck * 6364136223846793005u + 1442695040888963407u;
    return (int)((t->luck >> 33) % (uint64_t)count);
}

#define ONE_OF(t, list) (list)[draw((t), (int)(sizeof(list) / sizeof *(list)))]

static void find_verbs(fuzzer *t, const dado_verb *const *verbs, const char *above)
{
    for (int i = 0; verbs[i]; i++) {
        const dado_verb *verb = verbs[i];
        char title[100];
        snprintf(title, sizeof title, "%s%s%s", above, *above ? " " : "", verb->name);
        // A server goes on until it is ended, and opens a port.
        if (verb->run && strcmp(title, "studio") != 0 && t->count < most_verbs) {
            t->titles[t->count] = dado_region_copy(&t->region, title, strlen(title));
            t->verbs[t->count++] = verb;
        }
        if (verb->subverbs) find_verbs(t, verb->subverbs, title);
    }
}

static const char *keep(call *c, const char *format, ...) DADO_PRINTF(2, 3);

static const char *keep(call *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(c->room + c->used, sizeof c->room - c->used, format, args);
    va_end(args);
    const char *kept = c->room + c->used;
    if (length >= 0 && (size_t)length + 1 < sizeof c->room - c->used) c->used += (size_t)length + 1;
    return kept;
}

static const char *nonsense(fuzzer *t, call *c)
{
    static const char *const words[] = {
        "",         "-",      "--",       "---",         "=",           "x",
        "0",        "-1",     "é",        "日本",        "\xff\xfe",    "a b",
        "'",        "\"",     "%s%n",     "@nowhere",    "1e999",       "nan",
        "x=",       "=x",     "1/2",      "3/2",         "0/0",         "..",
        "5..1",     "1..3:0", "run:1",    "run:",        "last",        "99999999999999999999",
        "\x1b[31m", "a\nb",   "--help",   "-h",          "-qq",         "--no-such-option",
        "-Z",       "--=",    "--json=1", "nowhere.rcy", "nowhere.map", "{}",
        "[1]",
    };
    if (draw(t, 40) == 0) return keep(c, "%0300d", draw(t, 100));
    return ONE_OF(t, words);
}

static const char *number(fuzzer *t, call *c, const dado_param *p)
{
    switch (draw(t, 12)) {
    case 0: return keep(c, "%.0f", p->least);
    case 1: return keep(c, "%.0f", p->least - 1);
    case 2: return p->most > 0 ? keep(c, "%.0f", p->most) : "1000000";
    case 3: return p->most > 0 ? keep(c, "%.0f", p->most + 1) : "-5";
    case 4: return "0.5";
    case 5: return nonsense(t, c);
    default: return keep(c, "%d", 1 + draw(t, 6));
    }
}

static const char *choice(fuzzer *t, call *c, const dado_param *p)
{
    int count = 1;
    for (const char *s = p->choices; *s; s++) count += *s == ' ';
    const char *s = p->choices;
    for (int skip = draw(t, count); skip > 0; skip--) s = strchr(s, ' ') + 1;
    return keep(c, "%.*s", (int)strcspn(s, " "), s);
}

static const char *value(fuzzer *t, call *c, const dado_param *p)
{
    static const char *const sets[] = { "ROUNDS=2",           "ROUNDS=2,3",    "ROUNDS=1..3",
                                        "PLAYERS=2",          "FACES=4,6",     "players=3",
                                        "luck=listed",        "steps=5",       "x=1",
                                        "file=@pig.rcy",      "generations=1", "population=4",
                                        "algorithm=improved", "width=8",       "colours=2" };
    static const char *const games[] = {
        "kuhn",        "dicepoints", "pig",        "nim",     "noughts",  "bigpoints", "walk",
        "race",        "agram",      "territorio", "pig.rcy", "bad.rcy",  "small.map", "t.csv",
        "threeinarow", "nowhere",    "run:1",      "first",   "platform", "bsp",       "corridor"
    };
    static const char *const agents[] = { "random",
                                          "greedy",
                                          "ismcts:iterations=3",
                                          "pimc",
                                          "uct:iterations=5",
                                          "perfect",
                                          "random,random",
                                          "0=random",
                                          "1=greedy",
                                          "9=random",
                                          "human",
                                          "nobody",
                                          "ismcts:iterations=0",
                                          "ismcts:",
                                          "think.lua",
                                          "nowhere.lua",
                                          "./nowhere",
                                          "c",
                                          "recorded:moves=0.1" };
    static const char *const metrics[] = { "tied",   "drama_points", "tied,runaway",
                                           "nosuch", "all",          "win",
                                           "drama",  "tied:0..1:3",  "decisions:0..9:3" };
    static const char *const runs[] = { "1", "last", "2", "99", "0", "-1" };
    static const char *const files[] = { "out.html",    "out.json", "out.csv", "out.txt",
                                         "nowhere/x",   "pig.rcy",  "bad.rcy", "small.map",
                                         "t.csv",       "store.db", "casual",  "tense",
                                         "wish.expect", "-",        ".",       "folder",
                                         "think.lua" };
    if (draw(t, 25) == 0) return nonsense(t, c);
    switch (p->kind) {
    case DADO_PARAM_FLAG: return "";
    case DADO_PARAM_WHOLE:
    case DADO_PARAM_REAL: return number(t, c, p);
    case DADO_PARAM_CHOICE: return choice(t, c, p);
    case DADO_PARAM_SET: return ONE_OF(t, sets);
    case DADO_PARAM_GAME: return ONE_OF(t, games);
    case DADO_PARAM_AGENT: return ONE_OF(t, agents);
    case DADO_PARAM_METRIC: return ONE_OF(t, metrics);
    case DADO_PARAM_RUN: return ONE_OF(t, runs);
    case DADO_PARAM_FILE:
    case DADO_PARAM_OUTPUT:
    case DADO_PARAM_FOLDER: return ONE_OF(t, files);
    case DADO_PARAM_TEXT: break;
    }
    static const dado_param any = { .kind = DADO_PARAM_WHOLE, .least = 1, .most = 100 };
    return draw(t, 2) ? number(t, c, &any) : draw(t, 2) ? ONE_OF(t, games) : ONE_OF(t, sets);
}

static void say(call *c, const char *word)
{
    if (c->count < most_words - 1) c->words[c->count++] = word;
    size_t length = strlen(word);
    c->bytes =
        c->bytes || strcmp(word, "-") == 0 || (length > 2 && strcmp(word + length - 2, "=-") == 0);
}

static const dado_param *some_param(fuzzer *t, const dado_verb *verb, bool word)
{
    const dado_param *found = NULL;
    int met = 0;
    const dado_param *p;
    for (int i = 0; (p = word ? dado_job_param(verb->job, i) : dado_verb_flag(verb, i)); i++) {
        if (p->word == word && draw(t, ++met) == 0) found = p;
    }
    return found;
}

static void say_flag(fuzzer *t, call *c, const dado_param *p)
{
    const char *v = value(t, c, p);
    bool alone = p->kind == DADO_PARAM_FLAG;
    if (p->letter && draw(t, 2)) {
        if (alone) say(c, keep(c, "-%c", p->letter));
        else if (draw(t, 2)) say(c, keep(c, "-%c%s", p->letter, v));
        else {
            say(c, keep(c, "-%c", p->letter));
            say(c, v);
        }
    } else if (alone) {
        say(c, keep(c, "--%s", p->name));
    } else if (draw(t, 2)) {
        say(c, keep(c, "--%s=%s", p->name, v));
    } else {
        say(c, keep(c, "--%s", p->name));
        if (draw(t, 30)) say(c, v);  // now and then its value is forgotten
    }
}

static void make_call(fuzzer *t, call *c)
{
    *c = (call){ 0 };
    int which = draw(t, t->count);
    const dado_verb *verb = c->verb = t->verbs[which];
    for (const char *s = t->titles[which]; *s; s += strcspn(s, " "), s += *s == ' ') {
        say(c, keep(c, "%.*s", (int)strcspn(s, " "), s));
    }
    if (draw(t, 60) == 0) c->words[0] = nonsense(t, c);
    // Words in number mostly right, and of the kind it asks for.
    const dado_param *param, own = { .name = "word" };
    int words = 0;
    for (int i = 0; (param = dado_job_param(verb->job, i)); i++) {
        if (param->word) words += param->needed ? 1 + (param->many && draw(t, 2)) : draw(t, 2);
    }
    if (draw(t, 10) == 0) words = draw(t, 4);
    for (int i = 0; i < words; i++) {
        const dado_param *p = some_param(t, verb, true);
        say(c, value(t, c, p ? p : &own));
    }
    // Small unless drawn otherwise: what is usual may take minutes.
    for (int flags = draw(t, 5); flags > 0; flags--) {
        const dado_verb *from = draw(t, 25) ? verb : t->verbs[draw(t, t->count)];
        const dado_param *p = some_param(t, from, false);
        if (p) say_flag(t, c, p);
    }
    for (int i = 0; (param = dado_verb_flag(verb, i)) && draw(t, 60); i++) {
        const char *name = param->name;
        if (strcmp(name, "matches") == 0 || strcmp(name, "games") == 0 ||
            strcmp(name, "generations") == 0) {
            say(c, keep(c, "--%s=%d", name, 2 + draw(t, 3)));
        }
        if (strcmp(name, "effort") == 0) say(c, "--effort=quick");
    }
    if (draw(t, 15) == 0) say(c, nonsense(t, c));
}

// ---- where it is run

static void fresh_folder(fuzzer *t)
{
    snprintf(t->folder, sizeof t->folder, "%s/at", t->home);
    dado_test_remove(t->folder);
    assert_int_equal(mkdir(t->folder, 0755), 0);
    char path[300];
    snprintf(path, sizeof path, "%s/folder", t->folder);
    mkdir(path, 0755);
    char *pig = dado_test_read("library/dice/pig.rcy"),
         *map = dado_test_read("library/maps/corridor.map");
    assert_non_null(pig);
    assert_non_null(map);
    dado_test_write(t->folder, "pig.rcy", pig);
    dado_test_write(t->folder, "small.map", map);
    free(pig);
    free(map);
    dado_test_write(t->folder, "bad.rcy", "(game (setup (create players 2)\n");
    dado_test_write(t->folder, "t.csv", "1;a;3\n1;b;1\n2;a;4\n2;b;5\n");
    dado_test_write(t->folder, "wish.expect", "tied 0 to 0.1\n");
    dado_test_write(t->folder, "think.lua", "function choose(turn) return 1 end\n");
}

static void run_here(const fuzzer *t, const call *c)
{
    const char *argv[most_words + 1] = { "dado" };
    for (int i = 0; i < c->count; i++) argv[i + 1] = c->words[i];
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    if (chdir(t->folder) != 0 || !freopen("/dev/null", "r", stdin)) _exit(120);
    FILE *out = freopen("../out", "w", stdout), *log = freopen("../log", "w", stderr);
    if (!out || !log) _exit(121);
    int code = dado_command(c->count + 1, argv, out, log);
    fflush(NULL);
    _exit(code);
}

static bool ends_within(pid_t pid, double seconds, int *status)
{
    double begin = dado_test_now();
    while (waitpid(pid, status, WNOHANG) == 0) {
        if (dado_test_now() - begin > seconds) return false;
        struct timespec nap = { 0, 1000000 };
        nanosleep(&nap, NULL);
    }
    return true;
}

static bool is_utf8(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    while (*s) {
        int more = *s < 0x80                 ? 0
                   : *s >= 0xc2 && *s < 0xe0 ? 1
                   : *s >= 0xe0 && *s < 0xf0 ? 2
                   : *s >= 0xf0 && *s < 0xf5 ? 3
                                             : -1;
        if (more < 0) return false;
        for (s++; more > 0; more--, s++) {
            if ((*s & 0xc0) != 0x80) return false;
        }
    }
    return true;
}

static char *read_back(const fuzzer *t, const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", t->home, name);
    char *text = dado_test_read(path);
    assert_non_null(text);
    return text;
}

// The call as one would type it.
static const char *typed(const call *c, dado_text *out)
{
    dado_text_clear(out);
    dado_text_add(out, "dado");
    for (int i = 0; i < c->count; i++) {
        dado_text_char(out, ' ');
        dado_shell_quote(out, c->words[i]);
    }
    return dado_text_string(out);
}

// Answers how many things are wrong with how it went, having said which.
static int judge(fuzzer *t, const call *c, bool ended, int status)
{
    dado_text line = { 0 };
    char *out = read_back(t, "out"), *log = read_back(t, "log");
    int wrong = 0, code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code >= 0) t->codes[code]++;
    const char *what = NULL;
    if (!ended) what = "did not end when it was asked to";
    else if (code < 0) what = "was killed by a signal";
    else if (code > 3 && code != 130) what = "ended by a code that is not on the list";
    else if (!is_utf8(log) || (!c->bytes && !is_utf8(out))) what = "printed what is not UTF-8";
    else if ((code == 1 || code == 2) && !*log && !*out) what = "failed and said nothing";
    if (what) {
        printf("%s (code %d, signal %d): %s\n%.600s\n", what, code,
               WIFSIGNALED(status) ? WTERMSIG(status) : 0, typed(c, &line), log);
        fflush(stdout);
        wrong++;
    }
    dado_text_free(&line);
    free(out);
    free(log);
    return wrong;
}

static int make_and_judge(fuzzer *t, const call *c)
{
    enum { bound_s = 2, to_end_s = 1 };
    int status = 0;
    fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) run_here(t, c);
    bool ended = ends_within(pid, bound_s, &status);
    if (!ended) {
        double begin = dado_test_now();
        kill(pid, SIGTERM);
        t->told_to_end++;
        ended = ends_within(pid, to_end_s * dado_test_load_factor() + 1, &status);
        if (ended && dado_test_now() - begin > t->longest) t->longest = dado_test_now() - begin;
    }
    if (!ended) {
        kill(pid, SIGKILL);
        waitpid(pid, &status, 0);
    }
    // What has not begun to listen yet may be ended by the signal itself.
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM && ended) status = 130 << 8;
    return judge(t, c, ended, status);
}

static void any_command_line_ends_and_says_why(void **state)
{
    (void)state;
    const char *told = getenv("DADO_CALLS"), *seed = getenv("DADO_CALLS_SEED");
    int calls = told ? atoi(told) : dado_test_repeats(250, 2000), wrong = 0;
    fuzzer *t = calloc(1, sizeof *t);
    call *c = calloc(1, sizeof *c);
    assert_true(t && c);
    t->luck = seed ? strtoull(seed, NULL, 10) : 1;
    dado_region_init(&t->region, 1 << 24);
    const dado_verb *const *verbs = dado_verb_table(&t->region);
    assert_non_null(verbs);
    find_verbs(t, verbs, "");
    const char *base = getenv("TMPDIR");
    snprintf(t->home, sizeof t->home, "%.40s/dado-test.XXXXXX", base ? base : "/tmp");
    assert_non_null(mkdtemp(t->home));
    setenv("DADO_NATIVE", "no", 1);
    setenv("DADO_THREADS", "1", 1);
    char library[4096];
    if (!getenv("DADO_LIBRARY") && realpath("library", library)) setenv("DADO_LIBRARY", library, 1);
    unsetenv("DADO_STORE");
    for (int i = 0; i < calls; i++) {
        if (i % 100 == 0) fresh_folder(t);
        make_call(t, c);
        wrong += make_and_judge(t, c);
        if (told && i % 1000 == 999) {
            printf("%d calls, %d wrong\n", i + 1, wrong);
            fflush(stdout);
        }
    }
    printf("%d calls of %d verbs: ended with 0 %d, 1 %d, 2 %d, 3 %d, 130 %d; %d were asked to end, "
           "the longest took %.2f s\n",
           calls, t->count, t->codes[0], t->codes[1], t->codes[2], t->codes[3], t->codes[130],
           t->told_to_end, t->longest);
    dado_test_remove(t->home);
    dado_region_free(&t->region);
    free(t);
    free(c);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_command_line_ends_and_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
