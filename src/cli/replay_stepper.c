// replay_stepper.c - dado replay at a terminal: steps through a match, forward and back, as any
// seat sees it.
//
// Over a pipe, or with something to write, dado replay runs as a plain job.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command_line.h"
#include "job/replay.h"
#include "report/replay.h"

static void show(dado_call *call, const dado_transcript *reel, int at, int eyes)
{
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    dado_transcript_print(reel, at, eyes, call->colour, &out);
    dado_call_print(call, &out);
}

// Finds the next state in which another seat has the move.
static int next_turn(const dado_trace *log, int at)
{
    int32_t who = at < log->steps ? log->path[at].actor : DADO_NOBODY;
    while (at < log->steps) {
        int32_t actor = log->path[at].actor;
        if (actor != who && actor != DADO_CHANCE) break;
        at++;
    }
    return at;
}

// Finds the first state of a round. In games that do not count rounds, every state begins one.
static int begin_of_round(const dado_transcript *r, int64_t round)
{
    const dado_rules *rules = r->game.rules;
    if (!rules->round) return round < r->count ? (int)round : r->count - 1;
    int at = 0;
    while (at + 1 < r->count && rules->round(&r->game, dado_transcript_state(r, at)) < round) at++;
    return at;
}

static void walk(dado_call *call, const dado_transcript *r, int eyes)
{
    int at = 0;
    char *line = NULL;
    size_t room = 0;
    for (;;) {
        fputs("\x1b[2J\x1b[H", call->out);
        show(call, r, at, eyes);
        fprintf(call->out, "\n[Enter] on  [b]ack  [NUMBER] jump  [t]urn  [r ROUND]  [e SEAT] eyes  "
                           "[a]ll open  [q]uit> ");
        if (!dado_call_flush(call)) break;
        if (getline(&line, &room, stdin) < 0) break;
        line[strcspn(line, "\r\n")] = '\0';
        int64_t number;
        if (line[0] == '\0') at++;
        else if (strcmp(line, "b") == 0) at--;
        else if (strcmp(line, "q") == 0) break;
        else if (strcmp(line, "a") == 0) eyes = DADO_NOBODY;
        else if (strcmp(line, "t") == 0) at = next_turn(&r->replay->log, at);
        else if (line[0] == 'r' && dado_read_int(line + 1 + (line[1] == ' '), &number)) {
            at = begin_of_round(r, number);
        } else if (dado_read_int(line, &number)) at = (int)number;
        else if (line[0] == 'e' && dado_read_int(line + 1 + (line[1] == ' '), &number) &&
                 number >= 0 && number < r->game.players) {
            eyes = (int)number;
        }
        if (at < 0) at = 0;
        if (at >= r->count) at = r->count - 1;
    }
    free(line);
}

static bool step_through(dado_call *call)
{
    dado_job_run *job_run = &call->job_run;
    dado_replay replay;
    DADO_CLEANUP(dado_transcript_free) dado_transcript reel = { 0 };
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    int eyes;
    if (!dado_job_run_load_replay(job_run, &replay) ||
        !dado_job_run_viewer(job_run, replay.log.players, &eyes)) {
        return false;
    }
    bool fine = dado_transcript_fill(&reel, &replay, job_run->region, job_run->err);
    if (fine && !dado_job_run_is_given(&call->job_run, "all")) walk(call, &reel, eyes);
    for (int at = 0; fine && dado_job_run_is_given(&call->job_run, "all") && at < reel.count;
         at++) {
        show(call, &reel, at, eyes);
    }
    if (fine) {
        dado_transcript_print_end(&reel, &out);
        dado_call_print(call, &out);
    }
    return fine;
}

static int run(dado_call *call)
{
    static const char *const others[] = { "text", "events", "planes", "check", "html",
                                          "out",  "json",   "format", "report" };
    bool seen = isatty(0) && isatty(1);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        seen = seen && !dado_job_run_text(&call->job_run, others[i]);
    }
    if (!seen) return dado_call_run_and_print(call);
    return step_through(call) ? DADO_EXIT_FINE : dado_call_fail(call, NULL);
}

const dado_verb dado_verb_replay = { .job = &dado_job_replay, .run = run };
