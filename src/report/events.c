// events.c - see replay.h.
#include "report/replay.h"

#include <stdlib.h>

#include "core/ends.h"
#include "core/face.h"
#include "core/json.h"

// A line for programs; luck has no seat.
static void write_event(int number, int seat, const char *what, const char *words, dado_text *out)
{
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    dado_json_whole(&json, "n", number);
    if (seat >= 0) dado_json_whole(&json, "seat", seat);
    else dado_json_null(&json, "seat");
    dado_json_string(&json, what, words);
    dado_json_end(&json);
    dado_text_char(out, '\n');
}

// What referees noted before a step.
static void plain_notes(const dado_replay *replay, dado_note_walk *noted, int step, bool words,
                        dado_text *out)
{
    int count;
    const dado_note *notes = dado_replay_notes(replay, noted, step, &count);
    for (int i = 0; i < count; i++) {
        dado_draft said = { 0 };
        dado_note_say(&notes[i], &said);
        if (words) {
            dado_text_addf(out, "[%d p%d] %s\n", step, notes[i].seat, dado_text_string(&said));
        } else {
            write_event(step, notes[i].seat, "note", dado_text_string(&said), out);
        }
    }
}

// Any game: who, which move, and what it says of it itself.
static void plain(const dado_replay *replay, const dado_game *game, bool words, void *state,
                  dado_text *out)
{
    dado_draft move = { 0 };
    dado_note_walk noted = { 0 };
    game->rules->start(game, state);
    for (int i = 0; i < replay->log.steps; i++) {
        const dado_step *step = &replay->log.path[i];
        bool listed = step->actor >= 0 || step->options > 0;
        plain_notes(replay, &noted, i, words, out);
        dado_text_clear(&move);
        if (listed) game->rules->print_move(game, state, step->move, &move);
        else dado_text_add(&move, "luck");
        if (words) dado_add_said(game, state, step->move, DADO_NOBODY, ": ", &move);
        if (words) {
            if (step->actor >= 0) dado_text_addf(out, "[%d p%d] ", i, (int)step->actor);
            else dado_text_addf(out, "[%d] ", i);
            dado_text_addf(out, "%s\n", dado_text_string(&move));
        } else {
            write_event(i, (int)step->actor, "move", dado_text_string(&move), out);
        }
        game->rules->apply(game, state, step->move);
    }
    plain_notes(replay, &noted, replay->log.steps, words, out);
}

bool dado_events_write(const dado_replay *replay, const dado_game *game, bool words, dado_text *out,
                       dado_error *err)
{
    void *state = malloc(game->state_size);
    if (!state) return dado_fail(err, DADO_LIMIT, "no memory left for a state");
    if (dado_face_of(game, log)) {
        dado_chronicle match = { .seed = replay->seed,
                                 .players = replay->log.players,
                                 .agents = replay->agents,
                                 .path = replay->log.path,
                                 .steps = replay->log.steps,
                                 .notes = replay->notes,
                                 .places = replay->log.places,
                                 .forfeit = replay->log.end == DADO_FORFEITED };
        game->rules->face->log(game, &match, words, state, out);
    } else {
        plain(replay, game, words, state, out);
    }
    free(state);
    return !out->cut || dado_fail(err, DADO_LIMIT, "no memory left for so long a log");
}
