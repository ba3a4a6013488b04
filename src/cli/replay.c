// replay.c - dado replay at a terminal: a match stepped through, forward and back, by any eyes.
//
// Over a pipe, or with anything to write, it is the job of that name like any other.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/verb.h"
#include "job/replay.h"
#include "report/replay.h"

static void show(dado_call *call, const dado_reel *reel, int at, int eyes)
{
    dado_draft out = { 0 };
    dado_reel_say(reel, at, eyes, call->colour, &out);
    dado_call_print(call, &out);
}

// The state in which somebody else has the move.
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

// The first state of a round; of games that do not count rounds every state is one.
static int begin_of_round(const dado_reel *r, int64_t round)
{
    const dado_rules *rules = r->game.rules;
    if (!rules->round) return round < r->count ? (int)round : r->count - 1;
    int at = 0;
    while (at + 1 < r->count && rules->round(&r->game, dado_reel_state(r, at)) < round) at++;
    return at;
}

static void walk(dado_call *call, const dado_reel *r, int eyes)
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
        }
        else if (dado_read_int(line, &number)) at = (int)number;
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
    dado_errand *errand = &call->errand;
    dado_replay replay;
    DADO_ENDS(dado_reel_free) dado_reel reel = { 0 };
    dado_draft out = { 0 };
    int eyes;
    if (!dado_errand_replay(errand, &replay) ||
        !dado_errand_eyes(errand, replay.log.players, &eyes)) {
        return false;
    }
    bool fine = dado_reel_fill(&reel, &replay, errand->arena, errand->err);
    if (fine && !dado_errand_given(&call->errand, "all")) walk(call, &reel, eyes);
    for (int at = 0; fine && dado_errand_given(&call->errand, "all") && at < reel.count; at++) {
        show(call, &reel, at, eyes);
    }
    if (fine) {
        dado_reel_say_end(&reel, &out);
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
        seen = seen && !dado_errand_text(&call->errand, others[i]);
    }
    if (!seen) return dado_call_job(call);
    return step_through(call) ? DADO_EXIT_FINE : dado_call_fail(call, NULL);
}

const dado_verb dado_verb_replay = { .job = &dado_job_replay, .run = run };
