// reel.c - a match step by step and as a log, in words; see replay.h.
#include "report/replay.h"

#include <stdlib.h>
#include <string.h>

#include "core/ends.h"
#include "core/face.h"
#include "core/grow.h"
#include "core/json.h"

static bool keep_state(void *context, const dado_game *game, const void *state,
                       const dado_step *step, int number)
{
    (void)step;
    dado_reel *r = context;
    r->game = *game;
    const dado_grown arrays[] = { { &r->states, game->state_size },
                                  { &r->noted, sizeof *r->noted } };
    int room = (int)dado_grow(r->room, r->count + 1, arrays, 2);
    r->full = !room;
    if (r->full) return false;
    r->room = room;
    memcpy(r->states + (size_t)r->count * game->state_size, state, game->state_size);
    int here;
    dado_replay_notes(r->replay, &r->walk, number, &here);
    r->noted[r->count++] = r->walk.next;
    return true;
}

bool dado_reel_fill(dado_reel *r, const dado_replay *replay, dado_arena *arena, dado_error *err)
{
    *r = (dado_reel){ .replay = replay };
    if (!dado_replay_check(replay, keep_state, r, arena, err)) return false;
    return !r->full || dado_fail(err, DADO_LIMIT, "no memory left for so long a match");
}

void dado_reel_free(dado_reel *r)
{
    free(r->states);
    free(r->noted);
    *r = (dado_reel){ 0 };
}

const void *dado_reel_state(const dado_reel *r, int at)
{
    return r->states + (size_t)at * r->game.state_size;
}

// What referees noted before the step was taken in this state, or at the end.
static void say_notes(const dado_reel *r, int state, int eyes, dado_text *out)
{
    for (int i = state ? r->noted[state - 1] : 0; i < r->noted[state]; i++) {
        const dado_note *note = &r->replay->notes.items[i];
        if (eyes != DADO_NOBODY && eyes != note->seat) continue;
        dado_text_addf(out, "   referee on p%d: ", note->seat);
        dado_note_say(note, out);
        dado_text_char(out, '\n');
    }
}

void dado_reel_say(const dado_reel *r, int at, int eyes, bool colour, dado_text *out)
{
    const dado_game *game = &r->game;
    const dado_replay *replay = r->replay;
    if (at > 0) {
        const dado_step *step = &replay->log.path[at - 1];
        bool listed = step->actor >= 0 || step->options > 0;
        dado_text_addf(out, "-- step %d of %d", at, replay->log.steps);
        if (step->actor == DADO_CHANCE) dado_text_add(out, ", chance");
        else dado_text_addf(out, ", p%d (%s)", (int)step->actor, replay->agents[step->actor]);
        // What a hidden hand played is told in its own words only to eyes that may see it.
        bool may_hear = !game->secrets || eyes == DADO_NOBODY || eyes == step->actor;
        if (listed && may_hear) {
            dado_text_add(out, ": ");
            game->rules->print_move(game, dado_reel_state(r, at - 1), step->move, out);
        }
        dado_add_said(game, dado_reel_state(r, at - 1), step->move, eyes, ": ", out);
        dado_text_char(out, '\n');
        say_notes(r, at - 1, eyes, out);
    }
    if (!colour || !dado_paint(game, dado_reel_state(r, at), eyes, out)) {
        game->rules->print(game, dado_reel_state(r, at), eyes, out);
    }
    dado_text_end_line(out);
}

void dado_reel_say_end(const dado_reel *r, dado_text *out)
{
    const dado_trace *log = &r->replay->log;
    say_notes(r, r->count - 1, DADO_NOBODY, out);
    dado_text_addf(out, "The match was %s after %d steps.\n", dado_end_names[log->end],
                   log->steps);
    for (int p = 0; p < log->players; p++) {
        int32_t score = r->game.lowest_wins ? -log->result[p] : log->result[p];
        dado_text_addf(out, "p%d (%s): %d", p, r->replay->agents[p], (int)score);
        if (dado_ended(log->end)) dado_text_addf(out, ", place %d", (int)log->places[p] + 1);
        dado_text_char(out, '\n');
    }
}

// --- as a log ---

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
