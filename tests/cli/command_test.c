// command_test.c - the command without a shell: exit codes, verbs that are jobs, and what is
// refused.
#define _POSIX_C_SOURCE 200809L
#include "cli/command_line.h"
#include "support/test.h"

typedef struct captured {
    int code;
    char *out, *log;
} captured;

// Runs `dado` with these words, parted by blanks.
static captured run(const char *words)
{
    char line[400], *rest = NULL;
    const char *argv[32] = { "dado" };
    int argc = 1;
    snprintf(line, sizeof line, "%s", words);
    for (char *word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        argv[argc++] = word;
    }
    captured h = { 0 };
    size_t sizes[2];
    FILE *out = open_memstream(&h.out, &sizes[0]), *log = open_memstream(&h.log, &sizes[1]);
    assert_true(out && log);
    h.code = dado_command(argc, argv, out, log);
    fclose(out);
    fclose(log);
    return h;
}

static void done(captured *h)
{
    free(h->out);
    free(h->log);
}

static void every_job_is_a_verb_and_none_is_there_twice(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 22);
    const dado_verb *const *verbs = dado_verb_table(&region);
    assert_non_null(verbs);
    for (int j = 0; dado_jobs[j]; j++) {
        const char *typed = dado_jobs[j]->verb ? dado_jobs[j]->verb : dado_jobs[j]->name;
        size_t length = strcspn(typed, " ");
        int found = 0;
        for (int i = 0; verbs[i]; i++) {
            found +=
                strlen(verbs[i]->name) == length && strncmp(verbs[i]->name, typed, length) == 0;
        }
        if (found != 1) fail_msg("%s is there %d times", dado_jobs[j]->name, found);
    }
    dado_region_free(&region);
}

static void what_is_not_understood_is_refused_with_two(void **state)
{
    (void)state;
    static const struct {
        const char *words, *said;
    } cases[] = {
        { "smi kuhn", "did you mean sim?" },
        { "sim", "GAME" },
        { "sim kuhn --matchse 3", "did you mean --matches?" },
        { "sim kuhn -n 0", "--matches must be" },
        { "diff kuhn leduc --part 1/2", "cannot be split into parts: " },
        { "evolve dicepoints --part 1/2", "cannot be split into parts: " },
        { "solve nim --csv", "--csv goes with --all" },
        { "solve nim --sizes 2x2", "list their boards" },
        { "agent new cobol mine", "language must be python, javascript, lua or c" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        captured h = run(cases[i].words);
        if (h.code != DADO_EXIT_USAGE) fail_msg("%s: exit %d", cases[i].words, h.code);
        if (!strstr(h.log, cases[i].said)) fail_msg("%s: %s", cases[i].words, h.log);
        assert_string_equal(h.out, "");
        done(&h);
    }
}

static void formats_are_chosen_by_flag(void **state)
{
    (void)state;
    captured text = run("solve nim -q"), json = run("solve nim --json -q");
    captured csv = run("solve bigpoints --colours 2 --discs 2 --all --csv -q");
    assert_int_equal(text.code, 0);
    assert_int_equal(strncmp(text.out, "Nim, by margin: the first player wins, 1-0\n", 43), 0);
    assert_int_equal(strncmp(json.out, "{\"document\":1,\"job\":\"solve\"", 27), 0);
    assert_int_equal(strncmp(csv.out, "board,score1,score2,states\n1122,2,1,17\n", 39), 0);
    done(&text);
    done(&json);
    done(&csv);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_job_is_a_verb_and_none_is_there_twice),
        cmocka_unit_test(what_is_not_understood_is_refused_with_two),
        cmocka_unit_test(formats_are_chosen_by_flag),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
