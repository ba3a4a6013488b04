// events.c - see events.h.
#include "report/events.h"

#include <stdlib.h>
#include <string.h>

#include "worlds/territorio/territorio.h"

static void say_each(const dado_text *log, dado_text *out)
{
    int round = 0;
    const char *line = dado_text_string(log);
    while (*line) {
        size_t length = strcspn(line, "\n");
        dado_text one = { 0 };
        dado_text_add_bytes(&one, line, length);
        dado_terr_log_say(dado_text_string(&one), &round, out);
        dado_text_free(&one);
        line += length + (line[length] == '\n');
    }
}

static bool territorio(const dado_replay *replay, const dado_game *game, bool words, void *state,
                       dado_text *out)
{
    int count = replay->log.steps;
    dado_move *moves = malloc(sizeof *moves * (size_t)(count ? count : 1));
    if (!moves) return false;
    for (int i = 0; i < count; i++) moves[i] = replay->log.path[i].move;
    dado_terr_about about = { .seed = replay->seed,
                              .agents = replay->log.players,
                              .agent = replay->agents,
                              .level = ((const dado_terr *)game->data)->log_level,
                              .notes = replay->notes,
                              .places = replay->log.places,
                              .forfeit = replay->log.end == DADO_FORFEITED };
    dado_text log = { 0 };
    dado_terr_log(game, moves, count, &about, state, words ? &log : out);
    if (words) say_each(&log, out);
    dado_text_free(&log);
    free(moves);
    return true;
}

// What referees noted before a step.
static void plain_notes(const dado_replay *replay, dado_note_walk *noted, int step, bool words,
                        dado_text *out)
{
    int count;
    const dado_note *notes = dado_replay_notes(replay, noted, step, &count);
    for (int i = 0; i < count; i++) {
        dado_text said = { 0 };
        dado_note_say(&notes[i], &said);
        if (words) {
            dado_text_addf(out, "[%d p%d] %s\n", step, notes[i].seat, dado_text_string(&said));
        } else {
            dado_text_addf(out, "{\"n\":%d,\"seat\":%d,\"note\":", step, notes[i].seat);
            dado_text_json(out, dado_text_string(&said));
            dado_text_add(out, "}\n");
        }
        dado_text_free(&said);
    }
}

// Any game: who, which move, and what it says of it itself.
static void plain(const dado_replay *replay, const dado_game *game, bool words, void *state,
                  dado_text *out)
{
    dado_text move = { 0 };
    dado_note_walk noted = { 0 };
    game->rules->start(game, state);
    for (int i = 0; i < replay->log.steps; i++) {
        const dado_step *step = &replay->log.path[i];
        bool listed = step->actor >= 0 || step->options > 0;
        plain_notes(replay, &noted, i, words, out);
        dado_text_clear(&move);
        if (listed) game->rules->print_move(game, state, step->move, &move);
        else dado_text_add(&move, "luck");
        if (words) {
            if (step->actor >= 0) dado_text_addf(out, "[%d p%d] ", i, (int)step->actor);
            else dado_text_addf(out, "[%d] ", i);
            dado_text_addf(out, "%s\n", dado_text_string(&move));
        } else {
            dado_text_addf(out, "{\"n\":%d,\"seat\":", i);
            if (step->actor >= 0) dado_text_addf(out, "%d", (int)step->actor);
            else dado_text_add(out, "null");
            dado_text_add(out, ",\"move\":");
            dado_text_json(out, dado_text_string(&move));
            dado_text_add(out, "}\n");
        }
        game->rules->apply(game, state, step->move);
    }
    plain_notes(replay, &noted, replay->log.steps, words, out);
    dado_text_free(&move);
}

bool dado_events_write(const dado_replay *replay, const dado_game *game, bool words, dado_text *out,
                       dado_error *err)
{
    void *state = malloc(game->state_size);
    bool fine = state != NULL;
    if (fine && strcmp(game->rules->name, "territorio") == 0) {
        fine = territorio(replay, game, words, state, out);
    } else if (fine) {
        plain(replay, game, words, state, out);
    }
    free(state);
    return (fine && !out->cut) || dado_fail(err, DADO_LIMIT, "no memory left for so long a log");
}
