// playtest_recorder.c - see playtest_recorder.h.
#define _POSIX_C_SOURCE 200809L
#include "studio/playtest_recorder.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/clock.h"
#include "core/scope_cleanup.h"
#include "lab/playtest_store.h"

// Limits for one seat, so that nobody can use up what others need.
enum { most_notes = 100, most_answers = 20 };
enum { most_text = 2000, most_name = 64, most_question = 40 };

typedef struct kept_note {
    int steps, seat;
    char *text;
} kept_note;

typedef struct kept_answer {
    int seat, value;
    char question[most_question];
} kept_answer;

struct dado_playtest_recorder {
    int players;
    char id[17], started[24];
    char names[DADO_PLAYTEST_SEATS][most_name];
    char persons[DADO_PLAYTEST_SEATS][24];
    bool agrees[DADO_PLAYTEST_SEATS];
    bool used[DADO_PLAYTEST_SEATS];  // who sits there has moved or written something
    bool spoilt;                     // a person left something in a seat that is another's now
    double since;                    // since when somebody thinks
    int waiting;                     // at which step
    double *seconds;
    int room;
    kept_note *notes;      // room for most_notes of each seat
    kept_answer *answers;  // room for most_answers of each seat
    int note_count, answer_count;
};

void dado_playtest_recorder_close(dado_playtest_recorder *r)
{
    if (!r) return;
    for (int i = 0; i < r->note_count; i++) free(r->notes[i].text);
    free(r->notes);
    free(r->answers);
    free(r->seconds);
    free(r);
}

dado_playtest_recorder *dado_playtest_recorder_open(int players)
{
    dado_playtest_recorder *r = calloc(1, sizeof *r);
    time_t now = time(NULL);
    struct tm parts;
    if (!r) return NULL;
    r->players = players < DADO_PLAYTEST_SEATS ? players : DADO_PLAYTEST_SEATS;
    r->waiting = -1;
    r->notes = calloc((size_t)r->players * most_notes, sizeof *r->notes);
    r->answers = calloc((size_t)r->players * most_answers, sizeof *r->answers);
    if (!r->notes || !r->answers || !dado_playtest_new_id(r->id, NULL)) {
        dado_playtest_recorder_close(r);
        return NULL;
    }
    if (gmtime_r(&now, &parts)) {
        strftime(r->started, sizeof r->started, "%Y-%m-%dT%H:%M:%SZ", &parts);
    }
    return r;
}

static bool wrong_seat(dado_error *err)
{
    return dado_fail(err, DADO_INVALID, "there is no such seat at this table");
}

bool dado_playtest_recorder_sit(dado_playtest_recorder *r, int seat, const char *name, bool agrees,
                                dado_error *err)
{
    if (seat < 0 || seat >= r->players) return wrong_seat(err);
    if (strlen(name) >= most_name) return dado_fail(err, DADO_INVALID, "this name is too long");
    bool returns = r->agrees[seat] && agrees && strcmp(r->names[seat], name) == 0;
    if (returns) return true;
    // Somebody else has moved there, or did not agree to it: neither is undone by who comes next.
    if (r->used[seat]) r->spoilt = true;
    char id[17];
    if (!dado_playtest_new_id(id, err)) return false;
    memcpy(r->names[seat], name, strlen(name) + 1);
    snprintf(r->persons[seat], sizeof r->persons[seat], "p-%.8s", id);
    r->agrees[seat] = agrees;
    return true;
}

void dado_playtest_recorder_wait(dado_playtest_recorder *r, int steps)
{
    if (r->waiting == steps) return;
    r->waiting = steps;
    r->since = dado_seconds();
}

bool dado_playtest_recorder_move(dado_playtest_recorder *r, int seat, int step, dado_error *err)
{
    if (seat >= 0 && seat < r->players) r->used[seat] = true;
    if (step >= r->room) {
        int room = r->room ? 2 * r->room : 256;
        while (room <= step) room *= 2;
        double *more = realloc(r->seconds, sizeof *more * (size_t)room);
        if (!more) return dado_fail(err, DADO_LIMIT, "no memory left to write down times");
        for (int i = r->room; i < room; i++) more[i] = DADO_NONE;
        r->seconds = more;
        r->room = room;
    }
    // To a hundredth of a second.
    double took = r->waiting == step ? dado_seconds() - r->since : DADO_NONE;
    r->seconds[step] = dado_is_none(took) ? took : (double)(int64_t)(took * 100 + 0.5) / 100;
    r->waiting = -1;
    return true;
}

bool dado_playtest_recorder_note(dado_playtest_recorder *r, int steps, int seat, const char *text,
                                 dado_error *err)
{
    size_t length = strlen(text);
    if (length == 0 || length > most_text) {
        return dado_fail(err, DADO_INVALID, "a note has up to %d letters", most_text);
    }
    if (seat < 0 || seat >= r->players) return wrong_seat(err);
    int written = 0;
    for (int i = 0; i < r->note_count; i++) written += r->notes[i].seat == seat;
    if (written == most_notes) {
        return dado_fail(err, DADO_LIMIT, "you have written %d notes, which is enough", most_notes);
    }
    r->used[seat] = true;
    char *copy = strdup(text);
    if (!copy) return dado_fail(err, DADO_LIMIT, "no memory left for a note");
    r->notes[r->note_count++] = (kept_note){ steps, seat, copy };
    return true;
}

bool dado_playtest_is_question(const char *word)
{
    size_t length = strlen(word);
    return length > 0 && length < most_question &&
           strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789_") == length &&
           strcmp(word, "seat") != 0;
}

bool dado_playtest_recorder_answer(dado_playtest_recorder *r, int seat, const char *question,
                                   int value, dado_error *err)
{
    size_t length = strlen(question);
    if (!dado_playtest_is_question(question) || value < 1 || value > 5) {
        return dado_fail(err, DADO_INVALID, "answers are from 1 to 5, to questions of one word");
    }
    if (seat < 0 || seat >= r->players) return wrong_seat(err);
    int at = -1, given = 0;
    for (int i = 0; i < r->answer_count; i++) {
        if (r->answers[i].seat != seat) continue;
        given++;
        if (strcmp(r->answers[i].question, question) == 0) at = i;
    }
    if (at < 0 && given == most_answers) {
        return dado_fail(err, DADO_LIMIT, "you have answered %d questions, which is enough",
                         most_answers);
    }
    r->used[seat] = true;
    if (at < 0) at = r->answer_count++;
    r->answers[at] = (kept_answer){ .seat = seat, .value = value };
    memcpy(r->answers[at].question, question, length + 1);
    return true;
}

dado_playtest_presence dado_playtest_recorder_presence(const dado_playtest_recorder *r, int seat)
{
    dado_playtest_presence found = { .name = "" };
    if (seat < 0 || seat >= r->players) return found;
    found = (dado_playtest_presence){ .name = r->names[seat], .agrees = r->agrees[seat] };
    for (int i = 0; i < r->answer_count; i++) found.answers += r->answers[i].seat == seat;
    return found;
}

// --- keeping

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left to keep a match");
}

static bool everybody_agrees(const dado_playtest_recorder *r, const dado_seat_session *session)
{
    bool anybody = false;
    if (r->spoilt) return false;
    for (int p = 0; p < r->players; p++) {
        if (!dado_seat_session_is_person(session, p)) continue;
        if (!r->agrees[p]) return false;
        anybody = true;
    }
    return anybody;
}

static bool add_people(const dado_playtest_recorder *r, const dado_seat_session *session,
                       dado_playtest_record *record, dado_region *region)
{
    record->seats = dado_new(region, dado_playtest_seat, (size_t)r->players);
    if (!record->seats) return false;
    record->seat_count = r->players;
    for (int p = 0; p < r->players; p++) {
        dado_playtest_seat *seat = &record->seats[p];
        if (!dado_seat_session_is_person(session, p)) {
            seat->agent = dado_seat_session_player(session, p);
            continue;
        }
        seat->person = r->persons[p];
        seat->name = r->names[p][0] ? r->names[p] : NULL;
        // A name that was given stands for the person in other matches, too.
        if (seat->name) seat->person = seat->name;
    }
    return true;
}

static bool add_words(const dado_playtest_recorder *r, const int *moves_before, int steps,
                      dado_playtest_record *record, dado_region *region)
{
    record->notes = dado_new(region, dado_playtest_note, (size_t)r->note_count + 1);
    record->answers = dado_new(region, dado_playtest_answer, (size_t)r->answer_count + 1);
    if (!record->notes || !record->answers) return false;
    for (int i = 0; i < r->note_count; i++) {
        const kept_note *note = &r->notes[i];
        int at = note->steps < steps ? note->steps : steps;
        record->notes[i] = (dado_playtest_note){ moves_before[at], note->seat, note->text };
    }
    record->note_count = r->note_count;
    for (int seat = 0; seat < r->players; seat++) {
        for (int i = 0; i < r->answer_count; i++) {
            const kept_answer *answer = &r->answers[i];
            if (answer->seat != seat) continue;
            record->answers[record->answer_count++] =
                (dado_playtest_answer){ seat, answer->question, answer->value };
        }
    }
    return true;
}

// Adds the game: its name, its text, and its options without that text.
static bool add_game(const dado_game_source *source, dado_playtest_record *record,
                     dado_region *region)
{
    const dado_option *file = dado_options_find(&source->options, "file");
    record->game = source->name;
    record->rules = file ? file->text : NULL;
    record->set = dado_new(region, const char *, (size_t)source->options.count + 1);
    if (!record->set) return false;
    for (int i = 0; i < source->options.count; i++) {
        const dado_option *option = &source->options.items[i];
        if (option == file) continue;
        DADO_CLEANUP(dado_text_free) dado_text typed = { 0 };
        dado_text_addf(&typed, "%s=%s", option->name, option->text);
        const char *kept = dado_region_copy(region, dado_text_string(&typed), typed.length);
        if (!kept) return false;
        record->set[record->set_count++] = kept;
    }
    return true;
}

static bool put(const dado_playtest_record *record, const dado_game_source *source,
                const char *path, dado_error *err)
{
    dado_store *store = NULL;
    bool fine = dado_store_open(&store, path, DADO_STORE_WRITE, err) &&
                dado_store_playtest_put_open(store, record, dado_game_source_hash(source), err);
    dado_store_close(store);
    return fine;
}

const char *dado_playtest_recorder_id(const dado_playtest_recorder *r)
{
    return r->id;
}

bool dado_playtest_recorder_keep(dado_playtest_recorder *r, dado_seat_session *session,
                                 const dado_game_source *source, const char *store, bool *kept,
                                 dado_error *err)
{
    int steps = dado_seat_session_steps(session);
    if (kept) *kept = false;
    if (!store || steps == 0 || !everybody_agrees(r, session)) return true;
    dado_region region = { 0 };
    dado_playtest_record record = { .id = r->id, .started = r->started };
    double *seconds = dado_new(&region, double, (size_t)steps + 1);
    int *moves_before = dado_new(&region, int, (size_t)steps + 1);
    bool fine = seconds && moves_before;
    for (int i = 0; fine && i < steps; i++) seconds[i] = i < r->room ? r->seconds[i] : DADO_NONE;
    fine = fine && add_game(source, &record, &region) && add_people(r, session, &record, &region);
    if (!fine) no_memory(err);
    fine = fine &&
           dado_seat_session_record(session, seconds, moves_before, &record, &region, err) &&
           (add_words(r, moves_before, steps, &record, &region) || no_memory(err)) &&
           put(&record, source, store, err);
    if (fine && kept) *kept = true;
    dado_region_free(&region);
    return fine;
}
