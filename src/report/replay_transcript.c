// replay_transcript.c - writes a match in words, step by step and as a log; see replay.h.
#include "report/replay.h"

#include <stdlib.h>
#include <string.h>

#include "core/match_cursor.h"
#include "core/scope_cleanup.h"
#include "core/game_extras.h"
#include "core/array_grow.h"
#include "core/json_writer.h"

static bool keep_state(void *context, const dado_game *game, const void *state,
                       const dado_step *step, int number)
{
    (void)step;
    dado_transcript *r = context;
    r->game = *game;
    const dado_growing_array arrays[] = { { &r->states, game->state_size },
                                          { &r->noted, sizeof *r->noted } };
    int room = (int)dado_arrays_grow(r->room, r->count + 1, arrays, 2);
    r->full = !room;
    if (r->full) return false;
    r->room = room;
    memcpy(r->states + (size_t)r->count * game->state_size, state, game->state_size);
    int here;
    dado_replay_notes(r->replay, &r->walk, number, &here);
    r->noted[r->count++] = r->walk.next;
    return true;
}

bool dado_transcript_fill(dado_transcript *r, const dado_replay *replay, dado_region *region,
                          dado_error *err)
{
    *r = (dado_transcript){ .replay = replay };
    if (!dado_replay_check(replay, keep_state, r, region, err)) return false;
    return !r->full || dado_fail(err, DADO_LIMIT, "no memory left for so long a match");
}

void dado_transcript_free(dado_transcript *r)
{
    free(r->states);
    free(r->noted);
    *r = (dado_transcript){ 0 };
}

const void *dado_transcript_state(const dado_transcript *r, int at)
{
    return r->states + (size_t)at * r->game.state_size;
}

// Adds the referee's notes before the step from this state, or at the end.
static void say_notes(const dado_transcript *r, int state, int eyes, dado_text *out)
{
    for (int i = state ? r->noted[state - 1] : 0; i < r->noted[state]; i++) {
        const dado_note *note = &r->replay->notes.items[i];
        if (eyes != DADO_NOBODY && eyes != note->seat) continue;
        dado_text_addf(out, "   referee on P%d: ", note->seat + 1);
        dado_note_describe(note, out);
        dado_text_char(out, '\n');
    }
}

void dado_transcript_print(const dado_transcript *r, int at, int eyes, bool colour, dado_text *out)
{
    const dado_game *game = &r->game;
    const dado_replay *replay = r->replay;
    if (at > 0) {
        const dado_step *step = &replay->log.path[at - 1];
        bool listed = step->actor >= 0 || step->options > 0;
        dado_text_addf(out, "-- step %d of %d", at, replay->log.steps);
        if (step->actor == DADO_CHANCE) dado_text_add(out, ", chance");
        else dado_text_addf(out, ", P%d (%s)", (int)step->actor + 1, replay->agents[step->actor]);
        // A move that may show hidden cards is printed only for eyes that may see them.
        bool may_hear = !game->secrets || eyes == DADO_NOBODY || eyes == step->actor;
        if (listed && may_hear) {
            dado_text_add(out, ": ");
            dado_move_words(game, dado_transcript_state(r, at - 1), step->move, out);
        }
        dado_add_move_events(game, dado_transcript_state(r, at - 1), step->move, eyes, ": ", out);
        dado_text_char(out, '\n');
        say_notes(r, at - 1, eyes, out);
    }
    if (!colour || !dado_draw_terminal(game, dado_transcript_state(r, at), eyes, out)) {
        dado_table_words(game, dado_transcript_state(r, at), eyes, out);
    }
    dado_text_end_line(out);
}

void dado_transcript_print_end(const dado_transcript *r, dado_text *out)
{
    const dado_trace *log = &r->replay->log;
    say_notes(r, r->count - 1, DADO_NOBODY, out);
    dado_text_addf(out, "The match was %s after %d steps.\n", dado_match_end_names[log->end],
                   log->steps);
    for (int p = 0; p < log->players; p++) {
        int32_t score = r->game.lowest_wins ? -log->result[p] : log->result[p];
        dado_text_addf(out, "P%d (%s): %d", p + 1, r->replay->agents[p], (int)score);
        if (dado_end_has_result(log->end))
            dado_text_addf(out, ", place %d", (int)log->places[p] + 1);
        dado_text_char(out, '\n');
    }
}

// --- as a log ---

// Writes a line for programs; a chance event has no seat.
static void write_event(int number, int seat, const char *what, const char *words, dado_text *out)
{
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    dado_json_int(&json, "n", number);
    if (seat >= 0) dado_json_int(&json, "seat", seat);
    else dado_json_null(&json, "seat");
    dado_json_string(&json, what, words);
    dado_json_end(&json);
    dado_text_char(out, '\n');
}

// Writes what referees noted before a step.
static void plain_notes(const dado_replay *replay, dado_note_cursor *noted, int step, bool words,
                        dado_text *out)
{
    int count;
    const dado_note *notes = dado_replay_notes(replay, noted, step, &count);
    for (int i = 0; i < count; i++) {
        DADO_CLEANUP(dado_text_free) dado_text said = { 0 };
        dado_note_describe(&notes[i], &said);
        if (words) {
            dado_text_addf(out, "[%d P%d] %s\n", step, notes[i].seat + 1, dado_text_string(&said));
        } else {
            write_event(step, notes[i].seat, "note", dado_text_string(&said), out);
        }
    }
}

// Writes the log of any game: who moved, which move, and the game's own words for it.
static void plain(const dado_replay *replay, const dado_game *game, bool words, void *state,
                  dado_text *out)
{
    DADO_CLEANUP(dado_text_free) dado_text move = { 0 };
    dado_note_cursor noted = { 0 };
    dado_match_cursor at =
        dado_match_cursor_begin(game, state, replay->log.path, replay->log.steps);
    const dado_step *step;
    while ((step = dado_match_cursor_next(&at))) {
        int i = at.at;
        bool listed = step->actor >= 0 || step->options > 0;
        plain_notes(replay, &noted, i, words, out);
        dado_text_clear(&move);
        if (listed && words) dado_move_words(game, state, step->move, &move);
        else if (listed) game->rules->print_move(game, state, step->move, &move);
        else dado_text_add(&move, "luck");
        if (words) dado_add_move_events(game, state, step->move, DADO_NOBODY, ": ", &move);
        if (words) {
            if (step->actor >= 0) dado_text_addf(out, "[%d P%d] ", i, (int)step->actor + 1);
            else dado_text_addf(out, "[%d] ", i);
            dado_text_addf(out, "%s\n", dado_text_string(&move));
        } else {
            write_event(i, (int)step->actor, "move", dado_text_string(&move), out);
        }
        dado_match_cursor_step(&at);
    }
    plain_notes(replay, &noted, replay->log.steps, words, out);
}

bool dado_replay_events_write(const dado_replay *replay, const dado_game *game, bool words,
                              dado_text *out, dado_error *err)
{
    void *state = malloc(game->state_size);
    if (!state) return dado_fail(err, DADO_LIMIT, "no memory left for a state");
    if (dado_game_extra(game, log)) {
        dado_match_record match = { .seed = replay->seed,
                                    .players = replay->log.players,
                                    .agents = replay->agents,
                                    .path = replay->log.path,
                                    .steps = replay->log.steps,
                                    .notes = replay->notes,
                                    .places = replay->log.places,
                                    .forfeit = replay->log.end == DADO_FORFEITED };
        game->rules->extras->log(game, &match, words, state, out);
    } else {
        plain(replay, game, words, state, out);
    }
    free(state);
    return !out->cut || dado_fail(err, DADO_LIMIT, "no memory left for so long a log");
}
