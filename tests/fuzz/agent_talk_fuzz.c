// agent_talk_fuzz.c - any bytes as what a program says to the referee, from ready to its last move.
//
// The referee is the real one. In the place of a program stands a socket with the bytes in it, so
// that thousands can be tried per second. Codes of turns are all alike: no answer could be right
// otherwise.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "agents/process_pipe.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint8_t *spoken;
static size_t spoken_size;
static int starts;

static ssize_t same_luck(void *into, size_t size, unsigned flags)
{
    (void)flags;
    memset(into, 1, size);
    return (ssize_t)size;
}

// Nobody reads what it is told. What it says comes once: started again, it says nothing.
static bool start_speaker(dado_process_pipe *talk, const char *program,
                          const dado_sandbox_limits *limits, dado_error *err)
{
    (void)program;
    (void)limits;
    (void)err;
    // Sockets, for <fcntl.h>, which pipes would need, has an `open` as the referee does.
    enum { kind = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK };
    int told[2], said[2];
    if (socketpair(AF_UNIX, kind, 0, told) != 0 || socketpair(AF_UNIX, kind, 0, said) != 0) abort();
    size_t count = starts++ == 0 ? spoken_size : 0;
    if (count && write(said[1], spoken, count) != (ssize_t)count) abort();
    close(said[1]);
    talk->box = (dado_sandbox){ .first = -1,
                                .lifetime_pipe = told[0],  // read by nobody, and open
                                .in = told[1],
                                .out = said[0],
                                .notes = -1,
                                .code = -1,
                                .handle = -1,
                                .scratch = -1,
                                .clock = (clockid_t)-1,
                                .group = dado_no_cgroup };
    talk->held = talk->start = 0;
    return true;
}

#define dado_process_pipe_start start_speaker
#define getrandom same_luck
#include "../../src/agents/process_agent.c"

#include "lab/game_source.h"
#include "lab/match.h"

static bool play(const dado_game *game, dado_agent *agents, dado_region *region)
{
    dado_match_workspace table;
    dado_match_settings rules = { .move_limit = 100 };
    dado_error err = { 0 };
    if (!dado_match_workspace_init(&table, game, agents, rules, region, &err)) return false;
    for (uint64_t match = 0; match < 2; match++) {
        const dado_trace *trace = dado_match_play(&table, 1, 1, match);
        if (!dado_end_has_result(trace->end) && trace->end != DADO_STOPPED) return false;
        if (!agents[0].kind->notes(&agents[0])) return false;
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 32768) return 0;  // a socket holds a few times as much
    spoken = data;
    spoken_size = size;
    starts = 0;
    dado_region region;
    dado_region_init(&region, (size_t)64 << 20);
    dado_error err = { 0 };
    dado_game_source source;
    dado_game game;
    dado_agent agents[2];
    dado_option named[] = { { .name = "program", .text = "speaker" },
                            { .name = "time_ms", .text = "50" },
                            { .name = "hello_ms", .text = "50" } };
    dado_options options = { named, 3 };
    if (!dado_game_source_find(&source, "kuhn", NULL, &region, &err) ||
        !dado_game_source_open(&source, &game, &region, &err) ||
        !dado_agent_open(&agents[0], &dado_agent_process, &game, 0, &options, &region, &err) ||
        !dado_agent_open(&agents[1], dado_agent_named("random"), &game, 1, NULL, &region, &err) ||
        !play(&game, agents, &region)) {
        abort();
    }
    dado_agent_close(&agents[0]);
    dado_region_free(&region);
    return 0;
}
