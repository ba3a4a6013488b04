// process_agent_test.c - no program, however it behaves, hurts more than its own seat.
#define _GNU_SOURCE
#include "support/test.h"

#include <errno.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agents/process_pipe.h"
#include "lab/match.h"
#include "worlds/shelf.h"

static char folder[64];

// Hostile programs are one program under many names.
static const char *program(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (access(path, F_OK) == 0) return path;
    char copy[512];
    snprintf(copy, sizeof copy, "cp '%s' '%s'", getenv("DADO_HOSTILE"), path);
    assert_int_equal(system(copy), 0);
    return path;
}

static int set_up(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/dado-agents-XXXXXX");
    return mkdtemp(folder) && getenv("DADO_HOSTILE") ? 0 : 1;
}

static int tear_down(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

typedef struct outcome {
    dado_match_end end;
    int32_t places[2];
    char notes[65536];
    int64_t ms;
} outcome;

// Two matches of Kuhn poker, the program in seat 0 against chance in seat 1. Who is known to
// answer gets all the time it takes, for a machine may be busy.
static outcome play_within(const char *name, const char *time_ms)
{
    static outcome seen;
    seen = (outcome){ 0 };
    dado_region region;
    dado_region_init(&region, 64 << 20);
    dado_game game;
    dado_error err = { 0 };
    assert_true(dado_game_open(&game, dado_world_named("kuhn"), NULL, &region, &err));
    dado_option given[] = {
        { .name = "program", .text = program(name) }, { .name = "time_ms", .text = time_ms },
        { .name = "hello_ms", .text = time_ms },      { .name = "strikes", .text = "2" },
        { .name = "refusals", .text = "5" },          { .name = "memory_mb", .text = "256" },
    };
    dado_options options = { given, 6 };
    dado_agent agents[2];
    int64_t before = dado_clock_ms();
    if (!dado_agent_open(&agents[0], dado_agent_named("process"), &game, 0, &options, &region,
                         &err)) {
        fail_msg("%s: %s", name, err.text);
    }
    assert_true(
        dado_agent_open(&agents[1], dado_agent_named("random"), &game, 1, NULL, &region, &err));
    dado_match_workspace table;
    assert_true(dado_match_workspace_init(&table, &game, agents, (dado_match_settings){ 0 },
                                          &region, &err));
    for (uint64_t match = 0; match < 2; match++) {
        const dado_trace *trace = dado_match_play(&table, 7, 7, match);
        seen.end = trace->end;
        memcpy(seen.places, trace->places, sizeof seen.places);
    }
    dado_test_notes(agents[0].kind->notes(&agents[0]), seen.notes, sizeof seen.notes);
    dado_agent_close(&agents[0]);
    seen.ms = dado_clock_ms() - before;
    dado_region_free(&region);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);  // nothing of ours is left running
    assert_int_equal(errno, ECHILD);
    return seen;
}

static outcome play(const char *name)
{
    return play_within(name, "60");  // of processor time: 300 by the clock on the wall
}

static outcome play_patiently(const char *name)
{
    return play_within(name, "10000");
}

static void an_honest_program_plays_to_the_end(void **state)
{
    (void)state;
    outcome seen = play_patiently("honest");
    assert_int_equal(seen.end, DADO_FINISHED);
    assert_null(strstr(seen.notes, "strike"));
    assert_non_null(strstr(seen.notes, "box: confined"));
}

static void those_who_do_not_answer_are_struck_out(void **state)
{
    (void)state;
    static const char *const silent[] = { "hang", "spin", "deaf", "mute", "late" };
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++) {
        outcome seen = play(silent[i]);
        if (!strstr(seen.notes, "strike")) fail_msg("%s: %s", silent[i], seen.notes);
        if (seen.ms > 4000) fail_msg("%s took %d ms", silent[i], (int)seen.ms);
    }
}

static void those_who_die_are_struck_and_started_again(void **state)
{
    (void)state;
    static const char *const mortal[] = { "crash", "quit", "stillborn", "rude" };
    for (size_t i = 0; i < sizeof mortal / sizeof *mortal; i++) {
        outcome seen = play(mortal[i]);
        if (!strstr(seen.notes, "strike: crashed")) fail_msg("%s: %s", mortal[i], seen.notes);
    }
}

static void those_who_talk_nonsense_are_refused_and_struck(void **state)
{
    (void)state;
    static const char *const odd[] = { "garbage", "deep", "liar", "forger", "flood", "chatter" };
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        outcome seen = play(odd[i]);
        if (!strstr(seen.notes, "strike")) fail_msg("%s: %s", odd[i], seen.notes);
        if (seen.ms > 4000) fail_msg("%s took %d ms", odd[i], (int)seen.ms);
    }
    assert_non_null(strstr(play_patiently("liar").notes, "refused: ILLEGAL: take everything"));
    assert_non_null(strstr(play_patiently("forger").notes, "refused: BAD_TURN_CODE"));
    outcome flooded = play_patiently("flood");
    assert_non_null(strstr(flooded.notes, "flood: a line without end"));
    assert_non_null(strstr(flooded.notes, "strike: flooding"));
    assert_null(strstr(flooded.notes, "does not talk"));
}

// However late its answer is read, what a program wrote to standard error before comes with it.
static void remarks_come_with_the_answer_they_precede(void **state)
{
    (void)state;
    static const char turn[] = "{\"t\":\"turn\",\"code\":\"1\",\"moves\":[\"pass\"]}\n";
    static char buffer[DADO_LINE_MOST], stderr_text[DADO_NOTES_MOST];
    dado_process_pipe talk = { .buffer = buffer, .stderr_text = stderr_text };
    dado_sandbox_limits limits = { .memory_mb = 256, .files_mb = 1, .threads = 8 };
    dado_error err = { 0 };
    char *line;
    assert_true(dado_process_pipe_start(&talk, program("kill_all"), &limits, &err));
    int64_t until = dado_clock_ms() + 10000;
    assert_true(dado_process_pipe_send(&talk, turn, strlen(turn), until));
    struct pollfd answered = { .fd = talk.box.out, .events = POLLIN };
    assert_int_equal(poll(&answered, 1, 10000), 1);
    assert_int_equal(dado_process_pipe_receive(&talk, &line, until), DADO_RECEIVED_LINE);
    stderr_text[talk.stderr_length] = '\0';
    bool told = strstr(stderr_text, "held kill_all") != NULL;
    dado_process_pipe_end(&talk);
    assert_true(told);
}

// Harm would be: the match does not end, or ends otherwise than with an honest program that
// answers the same; the notes grow with what is said; more threads than are allowed.
static void those_who_moan_or_crowd_do_no_harm(void **state)
{
    (void)state;
    enum { said_of_a_question = 1 << 16, threads_allowed = 128 };
    outcome honest = play_patiently("honest");
    outcome moaner = play_patiently("moaner");  // six megabytes of complaints for every question
    assert_non_null(strstr(moaner.notes, "unfair"));
    assert_true(strlen(moaner.notes) < said_of_a_question);
    outcome crowd = play_patiently("hold_threads");
    const char *held = strstr(crowd.notes, "holding ");
    assert_non_null(held);
    int threads = atoi(held + strlen("holding "));
    assert_in_range(threads, 2, threads_allowed);
    const outcome *seen[] = { &moaner, &crowd };
    for (int i = 0; i < 2; i++) {
        assert_int_equal(seen[i]->end, DADO_FINISHED);
        assert_memory_equal(seen[i]->places, honest.places, sizeof honest.places);
        assert_null(strstr(seen[i]->notes, "strike"));
        assert_true(seen[i]->ms < 30000);
    }
}

static void what_cannot_run_is_refused_with_a_remedy(void **state)
{
    (void)state;
    dado_sandbox box;
    dado_error err = { 0 };
    dado_sandbox_limits limits = { .memory_mb = 64, .files_mb = 1, .threads = 8 };
    assert_false(dado_sandbox_start(&box, "/no/such/program", &limits, &err));
    assert_non_null(strstr(err.text, "no program"));
    char text[128];
    snprintf(text, sizeof text, "%s/plain.txt", folder);
    FILE *plain = fopen(text, "w");
    fclose(plain);
    assert_false(dado_sandbox_start(&box, text, &limits, &err));
    assert_non_null(strstr(err.text, "chmod +x"));
    assert_false(dado_sandbox_start(&box, folder, &limits, &err));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_honest_program_plays_to_the_end),
        cmocka_unit_test(those_who_do_not_answer_are_struck_out),
        cmocka_unit_test(those_who_die_are_struck_and_started_again),
        cmocka_unit_test(those_who_talk_nonsense_are_refused_and_struck),
        cmocka_unit_test(remarks_come_with_the_answer_they_precede),
        cmocka_unit_test(those_who_moan_or_crowd_do_no_harm),
        cmocka_unit_test(what_cannot_run_is_refused_with_a_remedy),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
