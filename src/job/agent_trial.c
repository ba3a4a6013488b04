// agent_trial.c - see agent_trial.h.
#define _POSIX_C_SOURCE 200809L
#include "job/agent_trial.h"

#include <stdlib.h>
#include <string.h>

#include "core/referee_notes.h"
#include "lab/timed_agent.h"

static void keep_time(void *context, double took)
{
    dado_agent_trial *seen = context;
    if (seen->questions == seen->room) {
        int room = seen->room ? 2 * seen->room : 1024;
        double *more = realloc(seen->seconds, sizeof *more * (size_t)room);
        if (!more) return;
        seen->seconds = more;
        seen->room = room;
    }
    seen->seconds[seen->questions++] = took;
}

static void complain(dado_agent_trial *seen, const char *about, const char *example, int decision)
{
    for (int i = 0; i < seen->complaint_count; i++) {
        if (strcmp(seen->complaints[i].about, about) != 0) continue;
        seen->complaints[i].count++;
        return;
    }
    if (seen->complaint_count == DADO_COMPLAINTS) return;
    dado_complaint *c = &seen->complaints[seen->complaint_count++];
    c->count = 1;
    c->decision = decision;
    snprintf(c->about, sizeof c->about, "%s", about);
    snprintf(c->example, sizeof c->example, "%s", example);
}

// Counts refusals by their code and strikes by their reason.
static void take_note(dado_agent_trial *seen, const dado_note *note)
{
    static const char *const abouts[DADO_NOTE_KINDS] = { "refused ", "strike ", "forfeit", "" };
    if (note->more) return;
    char about[48], example[DADO_COMPLAINT_LENGTH];
    const char *why = note->why[0] ? note->why : "error";
    snprintf(about, sizeof about, "%s%s", abouts[note->kind],
             note->kind == DADO_NOTE_FORFEIT ? "" : why);
    dado_text said = dado_text_in_buffer(example, sizeof example);
    bool by_referee = note->kind == DADO_NOTE_STRIKE || note->kind == DADO_NOTE_FORFEIT;
    if (by_referee) dado_note_describe(note, &said);
    else dado_text_add_bytes(&said, note->words, (size_t)note->length);
    if (strcmp(about, "box") == 0) snprintf(seen->box, sizeof seen->box, "%s", example);
    else complain(seen, about, example, note->decision);
}

static void take_notes(dado_agent_trial *seen, const dado_agent *agent)
{
    const char *lines = agent->kind->notes ? agent->kind->notes(agent) : "";
    while (*lines) {
        dado_note note;
        lines = dado_note_read(lines, &note);
        take_note(seen, &note);
    }
}

// What the referee's words mean for the author of a player.
static const struct {
    const char *about, *means;
} meanings[] = {
    { "garbage", "It printed a line that is no JSON object. Standard output is for messages alone, "
                 "one object a line; remarks go to standard error." },
    { "hello", "It did not answer hello with {\"t\":\"ready\"}. Does it flush its output after "
               "every line, and print nothing else first?" },
    { "died", "It ended in the middle of a match. It is asked again and again until its standard "
              "input ends; only then may it go." },
    { "silent", "It runs and does not talk, so it was ended. Is it still at work before its first "
                "line, or has it closed its output?" },
    { "start", "It could not be started again." },
    { "flood", "It wrote a line without end. A message is one line, of at most 1 MiB." },
    { "strike flood", "For every flood it had a strike: the last legal move was played for it, and "
                      "it began anew." },
    { "refused ILLEGAL", "It answered with words that are none of its legal moves. They must be "
                         "the words of the list: say \"moves\":true in ready, or ask with legal." },
    { "refused BAD_TURN_CODE", "It answered with another code than the question's. Send back the "
                               "code of the last turn message." },
    { "refused BAD_MESSAGE", "It sent a message the referee does not know: move, legal, resign and "
                             "ready are the ones." },
    { "refused BAD_PLACE", "It answered with a number that is no place in the list of moves, which "
                           "counts from 1." },
    { "refused MALFORMED", "It sent a command that is not spelt like one." },
    { "strike time", "It was too slow. The last legal move was played for it." },
    { "strike crash", "For every death or failure it had a strike: the last legal move was played "
                      "for it, and it began anew." },
    { "strike refusals", "It was refused so often that the last legal move was played for it." },
    { "forfeit", "It gave the match up." },
    { "error", "The script has an error." },
    { "stderr", "It remarked on standard error." },
    { "printed", "It printed." },
};

const char *dado_complaint_meaning(const char *about)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        if (strcmp(meanings[i].about, about) == 0) return meanings[i].means;
    }
    return strncmp(about, "refused ", 8) == 0
               ? "The rules of the game refused a move, with this code."
               : "The referee noted this.";
}

bool dado_complaint_is_harmless(const char *about)
{
    return strcmp(about, "stderr") == 0 || strcmp(about, "printed") == 0;
}

int dado_agent_trial_problems(const dado_agent_trial *seen)
{
    int problems = 0;
    for (int i = 0; i < seen->complaint_count; i++) {
        problems += !dado_complaint_is_harmless(seen->complaints[i].about);
    }
    return problems;
}

// Opens the player in its seat, and random players in the others.
static bool open_players(dado_agent *agents, dado_timed_agent *clocked,
                         const dado_agent_trial_how *how, int seat, dado_error *err)
{
    const dado_game *game = how->game;
    bool fine = dado_agent_open(&agents[seat], how->player->kind, game, seat, how->options,
                                how->region, err);
    if (fine) dado_timed_agent_wrap(&agents[seat], clocked);
    for (int p = 0; fine && p < game->players; p++) {
        if (p == seat) continue;
        fine = dado_agent_open(&agents[p], &dado_agent_random, game, p, NULL, how->region, err);
    }
    return fine;
}

bool dado_agent_trial_play(dado_agent_trial *seen, const dado_agent_trial_how *how, int seat,
                           dado_error *err)
{
    const dado_game *game = how->game;
    dado_agent *agents = dado_new(how->region, dado_agent, game->players);
    dado_timed_agent *clocked = dado_new(how->region, dado_timed_agent, 1);
    if (!agents || !clocked) return dado_fail(err, DADO_LIMIT, "no memory left for the players");
    clocked->context = seen;
    clocked->took = keep_time;
    bool fine = open_players(agents, clocked, how, seat, err);
    dado_match_workspace table;
    dado_match_settings rules = { .move_limit = how->move_limit };
    fine = fine && dado_match_workspace_init(&table, game, agents, rules, how->region, err);
    if (fine) table.turn.stop = how->stop;
    for (int m = 0; fine && m < how->matches; m++) {
        if (how->progress) how->progress(how->context, seat, m);
        const dado_trace *trace = dado_match_play(&table, how->seed, how->seed, (uint64_t)m);
        if (how->stop && atomic_load_explicit(how->stop, memory_order_relaxed)) break;
        seen->matches++;
        seen->won += trace->places[seat] == 0 && trace->end == DADO_FINISHED;
        seen->forfeited += table.gave_up[seat] != 0;
        seen->stopped += trace->end == DADO_STOPPED;
        take_notes(seen, &agents[seat]);
    }
    dado_agent_close(&agents[seat]);
    return fine;
}

void dado_agent_trial_free(dado_agent_trial *seen)
{
    free(seen->seconds);
    seen->seconds = NULL;
}
