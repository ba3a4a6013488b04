// replay.c - dado replay: plays a match again, checks it, and shows it.
//
// At a terminal one steps through it forward and back and looks through the
// eyes of any seat; over a pipe every table is printed in turn. What does not
// come out as it was recorded is named by its line.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/session.h"
#include "core/face.h"
#include "lab/file.h"
#include "lab/recall.h"
#include "report/events.h"
#include "report/planes.h"
#include "report/replay.h"

typedef struct reel {  // every state of the match, to go back to
    const dado_replay *replay;
    const dado_game *game;
    unsigned char *states;
    int *noted;  // of each state, how many notes were made until the step taken there
    dado_note_walk walk;
    int count, room;
    bool full;
    dado_game copy;
} reel;

static bool keep_state(void *context, const dado_game *game, const void *state,
                       const dado_step *step, int number)
{
    (void)step;
    reel *r = context;
    r->copy = *game;
    r->game = &r->copy;
    if (r->count == r->room) {
        int room = r->room ? 2 * r->room : 256;
        unsigned char *more = realloc(r->states, (size_t)room * game->state_size);
        if (more) r->states = more;
        int *noted = realloc(r->noted, (size_t)room * sizeof *noted);
        if (noted) r->noted = noted;
        if (!more || !noted) {
            r->full = true;
            return false;
        }
        r->room = room;
    }
    memcpy(r->states + (size_t)r->count * game->state_size, state, game->state_size);
    int here;
    dado_replay_notes(r->replay, &r->walk, number, &here);
    r->noted[r->count++] = r->walk.next;
    return true;
}

static const void *state_at(const reel *r, int step)
{
    return r->states + (size_t)step * r->game->state_size;
}

// What referees noted before the step was taken in this state, or at the end.
static void show_notes(const dado_replay *replay, const reel *r, int state, int eyes,
                       dado_text *out)
{
    for (int i = state ? r->noted[state - 1] : 0; i < r->noted[state]; i++) {
        const dado_note *note = &replay->notes.items[i];
        if (eyes != DADO_NOBODY && eyes != note->seat) continue;
        dado_text_addf(out, "   referee on p%d: ", note->seat);
        dado_note_say(note, out);
        dado_text_char(out, '\n');
    }
}

static void show_step(dado_call *call, const dado_replay *replay, const reel *r, int at, int eyes)
{
    const dado_game *game = r->game;
    dado_text out = { 0 };
    if (at > 0) {
        const dado_step *step = &replay->log.path[at - 1];
        bool listed = step->actor >= 0 || step->options > 0;
        dado_text_addf(&out, "-- step %d of %d", at, replay->log.steps);
        if (step->actor == DADO_CHANCE) dado_text_add(&out, ", chance");
        else dado_text_addf(&out, ", p%d (%s)", (int)step->actor, replay->agents[step->actor]);
        // What a hidden hand played is told in its own words only to eyes that may see it.
        bool may_hear = !game->secrets || eyes == DADO_NOBODY || eyes == step->actor;
        if (listed && may_hear) {
            dado_text_add(&out, ": ");
            game->rules->print_move(game, state_at(r, at - 1), step->move, &out);
        }
        dado_text_char(&out, '\n');
        show_notes(replay, r, at - 1, eyes, &out);
    }
    if (!call->colour || !dado_paint(game, state_at(r, at), eyes, &out)) {
        game->rules->print(game, state_at(r, at), eyes, &out);
    }
    if (out.length && out.data[out.length - 1] != '\n') dado_text_char(&out, '\n');
    dado_call_print(call, &out);
    dado_text_free(&out);
}

static void show_end(dado_call *call, const dado_replay *replay, const reel *r)
{
    const dado_game *game = r->game;
    static const char *const ends[] = { "finished", "forfeited", "stopped", "broken" };
    bool ended = dado_ended(replay->log.end);
    dado_text out = { 0 };
    show_notes(replay, r, r->count - 1, DADO_NOBODY, &out);
    dado_text_addf(&out, "The match was %s after %d steps.\n", ends[replay->log.end],
                   replay->log.steps);
    for (int p = 0; p < replay->log.players; p++) {
        int32_t score = replay->log.result[p];
        dado_text_addf(&out, "p%d (%s): %d", p, replay->agents[p],
                       (int)(game->lowest_wins ? -score : score));
        if (ended) dado_text_addf(&out, ", place %d", (int)replay->log.places[p] + 1);
        dado_text_char(&out, '\n');
    }
    dado_call_print(call, &out);
    dado_text_free(&out);
}

// The state in which somebody else has the move.
static int next_turn(const dado_replay *replay, int at)
{
    int32_t who = at < replay->log.steps ? replay->log.path[at].actor : DADO_NOBODY;
    while (at < replay->log.steps) {
        int32_t actor = replay->log.path[at].actor;
        if (actor != who && actor != DADO_CHANCE) break;
        at++;
    }
    return at;
}

// The first state of a round; of games that do not count rounds every state is one.
static int begin_of_round(const reel *r, int64_t round)
{
    if (!r->game->rules->round) return round < r->count ? (int)round : r->count - 1;
    int at = 0;
    while (at + 1 < r->count && r->game->rules->round(r->game, state_at(r, at)) < round) at++;
    return at;
}

static void walk(dado_call *call, const dado_replay *replay, const reel *r, int eyes)
{
    int at = 0;
    char *line = NULL;
    size_t room = 0;
    for (;;) {
        fputs("\x1b[2J\x1b[H", call->out);
        show_step(call, replay, r, at, eyes);
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
        else if (strcmp(line, "t") == 0) at = next_turn(replay, at);
        else if (line[0] == 'r' && dado_read_int(line + 1 + (line[1] == ' '), &number)) {
            at = begin_of_round(r, number);
        }
        else if (dado_read_int(line, &number)) at = (int)number;
        else if (line[0] == 'e' && dado_read_int(line + 1 + (line[1] == ' '), &number) &&
                 number >= 0 && number < r->game->players) {
            eyes = (int)number;
        }
        if (at < 0) at = 0;
        if (at >= r->count) at = r->count - 1;
    }
    free(line);
}

static int show(dado_call *call, const dado_replay *replay, const reel *r, int eyes)
{
    bool terminal = isatty(0) && isatty(1) && !dado_given_flag(call, "all");
    if (terminal) {
        walk(call, replay, r, eyes);
    } else {
        for (int at = 0; at < r->count; at++) show_step(call, replay, r, at, eyes);
    }
    show_end(call, replay, r);
    return DADO_EXIT_FINE;
}

static bool write_file(const char *path, const dado_replay *replay, dado_arena *arena,
                       dado_error *err)
{
    const unsigned char *bytes;
    size_t size;
    return dado_replay_pack(replay, arena, &bytes, &size, err) &&
           dado_file_write(path, (const char *)bytes, size, err);
}

static int print_text(dado_call *call, const dado_replay *replay)
{
    dado_text out = { 0 };
    dado_error err = { 0 };
    bool fine = dado_replay_print(replay, &out, &err);
    if (fine) dado_call_print(call, &out);
    dado_text_free(&out);
    return fine ? DADO_EXIT_FINE : dado_call_fail(call, &err, NULL);
}

// The page is filled as the match is played again: no state of it is kept.
static int write_page(dado_call *call, const dado_replay *replay, const char *path)
{
    dado_error err = { 0 };
    dado_text out = { 0 };
    dado_replay_page *page = dado_replay_page_begin(replay);
    bool fine = page || dado_fail(&err, DADO_LIMIT, "no memory left for the page");
    if (fine) {
        bool checked = dado_replay_check(replay, dado_replay_page_watch, page, call->arena, &err);
        fine = dado_replay_page_end(page, &out, checked ? &err : NULL) && checked;
    }
    fine = fine && dado_file_write(path, dado_text_string(&out), out.length, &err);
    dado_text_free(&out);
    if (!fine) return dado_call_fail(call, &err, NULL);
    dado_call_say(call, "wrote %s", path);
    return DADO_EXIT_FINE;
}

static int print_events(dado_call *call, const dado_replay *replay, const dado_game *game,
                        bool words)
{
    dado_text out = { 0 };
    dado_error err = { 0 };
    bool fine = dado_events_write(replay, game, words, &out, &err);
    if (fine) dado_call_print(call, &out);
    dado_text_free(&out);
    return fine ? DADO_EXIT_FINE : dado_call_fail(call, &err, NULL);
}

static int write_planes(dado_call *call, const dado_replay *replay, int64_t eyes,
                        const char *folder)
{
    dado_error err = { 0 };
    bool fine = eyes < replay->log.players ||
                dado_fail(&err, DADO_MEANING, "there is no seat %" PRId64, eyes);
    fine = fine && dado_planes_write(replay, eyes < 0 ? DADO_NOBODY : (int)eyes, folder,
                                     call->arena, &err);
    if (!fine) return dado_call_fail(call, &err, NULL);
    dado_call_say(call, "wrote arrays into %s", folder);
    return DADO_EXIT_FINE;
}

static const char *const logs[] = { "json", "words", NULL };

static int present(dado_call *call, const dado_replay *replay, int64_t eyes)
{
    const char *page = dado_given_text(call, "html");
    const char *planes = dado_given_text(call, "planes");
    if (page) return write_page(call, replay, page);
    if (planes) return write_planes(call, replay, eyes, planes);
    dado_error err = { 0 };
    reel r = { .replay = replay };
    bool fine = dado_replay_check(replay, keep_state, &r, call->arena, &err);
    const char *out = dado_given_text(call, "out");
    if (fine && eyes >= r.game->players) {
        fine = dado_fail(&err, DADO_MEANING, "there is no seat %" PRId64, eyes);
    }
    if (fine && r.full) fine = dado_fail(&err, DADO_LIMIT, "no memory left for so long a match");
    if (fine && out) fine = write_file(out, replay, call->arena, &err);
    int code;
    if (!fine) code = dado_call_fail(call, &err, NULL);
    else if (dado_given_flag(call, "text")) code = print_text(call, replay);
    else if (dado_given_text(call, "events")) {
        code = print_events(call, replay, r.game, dado_given_word(call, "events", logs, 0) == 1);
    }
    else if (dado_given_flag(call, "check") || out) {
        dado_call_say(call, "the match comes out as it was recorded: %d steps", replay->log.steps);
        code = DADO_EXIT_FINE;
    } else code = show(call, replay, &r, eyes < 0 ? DADO_NOBODY : (int)eyes);
    free(r.states);
    free(r.noted);
    return code;
}

static bool from_store(dado_call *call, dado_which which, dado_replay *replay, dado_error *err)
{
    dado_store *store = NULL;
    int64_t run;
    bool kept = false;
    bool fine = dado_errand_store(&call->errand, DADO_STORE_READ, &store, err) &&
                dado_errand_run_named(store, call->word_count ? call->words[0] : NULL, &run, err) &&
                dado_recall(store, run, which, call->arena, replay, &kept, err);
    if (fine && !kept) {
        dado_call_say(call, "run %" PRId64 " kept no moves: the match was played again", run);
    }
    dado_store_close(store);
    return fine;
}

static int run(dado_call *call)
{
    dado_which which = {
        .instance = (int)dado_given_int(call, "instance", 0, 0, 1000000),
        .lineup = (int)dado_given_int(call, "lineup", 0, 0, 1000000),
        .match = dado_given_int(call, "match", 0, 0, INT64_MAX),
    };
    int64_t eyes = dado_given_int(call, "eyes", -1, 0, 1000);
    if (dado_given_text(call, "events")) dado_given_word(call, "events", logs, 0);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    dado_replay replay;
    dado_error err = { 0 };
    bool fine;
    if (call->word_count && dado_file_exists(call->words[0])) {
        const unsigned char *bytes;
        size_t size;
        fine = dado_file_read_bytes(call->words[0], DADO_FILE_MOST, call->arena, &bytes, &size,
                                    &err) &&
               dado_replay_unpack(&replay, call->words[0], bytes, size, call->arena, &err);
    } else {
        fine = from_store(call, which, &replay, &err);
    }
    return fine ? present(call, &replay, eyes) : dado_call_fail(call, &err, NULL);
}

static const dado_param flags[] = {
    { .name = "match", .letter = 'm', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "0",
      .about = "Which match of the run, from 0." },
    { .name = "lineup", .kind = DADO_PARAM_TEXT, .value = "N", .unset = "0",
      .about = "Which line-up of the run, from 0." },
    { .name = "instance", .kind = DADO_PARAM_TEXT, .value = "N", .unset = "0",
      .about = "Which instance of the run, from 0." },
    { .name = "eyes", .letter = 'e', .kind = DADO_PARAM_TEXT, .value = "SEAT",
      .about = "Shows what that seat sees; without it, everything." },
    { .name = "all", .letter = 'a', .kind = DADO_PARAM_FLAG,
      .about = "Prints every table in turn, at a terminal too." },
    { .name = "text", .letter = 't', .kind = DADO_PARAM_FLAG,
      .about = "Prints the record as lines of text." },
    { .name = "events", .kind = DADO_PARAM_TEXT, .value = "HOW",
      .about = "Prints what happened, an event a line: as json, or in words." },
    { .name = "planes", .kind = DADO_PARAM_FOLDER, .value = "FOLDER",
      .about = "Writes a match as NumPy arrays, a row a decision; with --eyes, that seat's. For "
               "games that " "say in numbers what their players see." },
    { .name = "check", .letter = 'c', .kind = DADO_PARAM_FLAG,
      .about = "Only checks that the match comes out as recorded." },
    { .name = "html", .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "Writes a page that any browser shows, to step through the match without dado." },
    { .name = "out", .letter = 'o', .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "Writes the match into a file of its own." },
    { 0 },
};

static const dado_example examples[] = {
    { "dado replay", "steps through the first match of the latest run" },
    { "dado replay 3 --match 17 --eyes 0", "match 17 of run 3, as its first player saw it" },
    { "dado replay 3 --match 17 --out odd.replay", "keeps it in a file" },
    { "dado replay odd.replay --check", "plays it again and compares" },
    { "dado replay 3 --match 17 --planes match17", "what each seat saw and did, for a learner" },
    { "dado replay 3 --match 17 --html odd.html", "a page to step through it, to be passed on" },
    { 0 },
};

const dado_verb dado_verb_replay = {
    .name = "replay",
    .words = "[RUN|FILE]",
    .about = "plays a kept match again, checks it, and shows it",
    .details = "A match is its list of moves. It is played again and compared with what was "
               "recorded, hash by hash; where the two part, the line of the record is named.",
    .offer = DADO_PARAM_FILE,
    .least = 0,
    .most = 1,
    .flags = { flags, dado_params_store_file },
    .examples = examples,
    .run = run,
};
