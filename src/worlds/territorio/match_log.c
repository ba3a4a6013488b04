// match_log.c - writes the log of a match: JSON objects, one per line, and sentences for
// people.
//
// Nothing is recorded while a match runs. This file replays its moves, including those of
// chance, and collects the events. Refused commands and strikes never reached the rules;
// they come from the referee's notes.
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "worlds/territorio/territorio.h"
#include "core/text.h"

// Writes settings such as a=1 b="x y" as a JSON object of strings, in the same order.
static void write_settings(const char *known, dado_text *out)
{
    const char *comma = "";
    dado_text_char(out, '{');
    while (*known) {
        size_t name = strcspn(known, "= ");
        const char *value = known + name + (known[name] == '=');
        bool quoted = *value == '"';
        size_t length = strcspn(value += quoted, quoted ? "\"" : " ");
        char part[512];
        dado_text_add(out, comma);
        comma = ",";
        dado_text piece = dado_text_in_buffer(part, sizeof part);
        dado_text_add_bytes(&piece, known, name);
        dado_text_json(out, part);
        dado_text_char(out, ':');
        dado_text_clear(&piece);
        dado_text_add_bytes(&piece, value, length);
        dado_text_json(out, part);
        known = value + length + (quoted && value[length]);
        while (*known == ' ') known++;
    }
    dado_text_char(out, '}');
}

static bool starts(const char *line, const char *event)
{
    static const char front[] = "{\"e\":\"";
    size_t length = strlen(event);
    return strncmp(line, front, sizeof front - 1) == 0 &&
           strncmp(line + sizeof front - 1, event, length) == 0 &&
           line[sizeof front - 1 + length] == '"';
}

// Reads the value of a field of an event, without its quotes.
static bool field(const char *event, const char *name, char *value, size_t room)
{
    char key[40];
    dado_text wanted_key = dado_text_in_buffer(key, sizeof key);
    dado_text_addf(&wanted_key, "\"%s\":", name);
    const char *at = strstr(event, key);
    value[0] = '\0';
    if (!at) return false;
    at += wanted_key.length;
    size_t length;
    if (*at == '"') {
        at++;
        for (length = 0; at[length] && at[length] != '"'; length++) {
            if (at[length] == '\\' && at[length + 1]) length++;
        }
    } else if (*at == '[' || *at == '{') length = strcspn(at, "]}") + 1;
    else length = strcspn(at, ",}");
    if (length >= room) length = room - 1;
    memcpy(value, at, length);
    value[length] = '\0';
    return true;
}

static bool is_in_level(const char *line, dado_terr_log_level level)
{
    if (level == DADO_TERR_LOG_RESULT) return starts(line, "result");
    if (level == DADO_TERR_LOG_FULL) return true;
    return !starts(line, "recover") && !starts(line, "domain") && !starts(line, "reject") &&
           !starts(line, "note");
}

typedef struct writer {
    const dado_terr_log_header *about;
    uint64_t n;        // number of lines so far
    dado_text events;  // the events of the move just played
    // Number of decisions so far; `noted` counts the notes written so far.
    int decisions;
    int noted;
    const char *ended_by;  // why a referee ends this turn, or NULL
    // Seats that gave the match up; a referee passes for them.
    bool gone[DADO_TERR_SEATS];
    dado_text *out;
} writer;

// Numbers the lines of events and writes those that the log level includes.
static void number_lines(writer *w)
{
    static const char by_command[] = "\"reason\":\"command\"";
    const char *line = dado_text_string(&w->events);
    while (*line) {
        size_t length = strcspn(line, "\n");
        const char *reason =
            starts(line, "end_turn") && w->ended_by ? strstr(line, by_command) : NULL;
        if (is_in_level(line, w->about->level)) {
            dado_text_addf(w->out, "{\"n\":%" PRIu64 ",", w->n++);
            if (reason) {
                dado_text_add_bytes(w->out, line + 1, (size_t)(reason - line) - 1);
                dado_text_addf(w->out, "\"reason\":\"%s\"}", w->ended_by);
            } else {
                dado_text_add_bytes(w->out, line + 1, length - 1);
            }
            dado_text_char(w->out, '\n');
        }
        line += length + (line[length] == '\n');
    }
    dado_text_clear(&w->events);
}

static void write_refusal(const dado_note *note, dado_text *out)
{
    char words[DADO_NOTE_WORDS + 1];
    snprintf(words, sizeof words, "%.*s", note->length, note->words);
    dado_terr_command command;
    dado_text_addf(out, "{\"e\":\"reject\",\"seat\":%d,\"command\":", note->seat);
    if (dado_terr_parse(words, &command)) dado_terr_command_json(&command, out);
    else dado_text_json(out, words);
    dado_text_add(out, ",\"error\":");
    dado_text_json(out, note->why);
    dado_text_add(out, "}\n");
}

static void write_note(const dado_note *note, dado_text *out)
{
    char words[DADO_NOTE_WORDS + 80];
    dado_text sentence = dado_text_in_buffer(words, sizeof words);
    if (note->kind == DADO_NOTE_REFUSED && !note->more) {
        write_refusal(note, out);
    } else if (note->kind == DADO_NOTE_STRIKE && !note->more) {
        dado_text_addf(out, "{\"e\":\"strike\",\"seat\":%d,\"reason\":", note->seat);
        dado_text_json(out, note->why);
        dado_text_addf(out, ",\"ms\":%" PRId64 ",\"count\":%" PRId64 "}\n", note->ms, note->count);
    } else if (note->kind == DADO_NOTE_FORFEIT && !note->more) {
        dado_text_addf(out, "{\"e\":\"forfeit\",\"seat\":%d}\n", note->seat);
    } else {
        dado_note_describe(note, &sentence);
        dado_text_addf(out, "{\"e\":\"note\",\"seat\":%d,\"text\":", note->seat);
        dado_text_json(out, words);
        dado_text_add(out, "}\n");
    }
}

// Writes the notes made before this decision, and finds why a referee ends the turn, if
// it does.
static void write_notes(writer *w, int seat, int decision)
{
    static const struct {
        const char *why, *end;
    } reasons[] = { { "time", "time" },
                    { "crash", "crash" },
                    { "flood", "crash" },
                    { "refusals", "limit" },
                    { "limit", "limit" } };
    enum { most = sizeof reasons / sizeof *reasons };
    const dado_notes *notes = &w->about->notes;
    int until = dado_notes_until(notes, w->noted, decision);
    w->ended_by = NULL;
    for (; w->noted < until; w->noted++) {
        const dado_note *note = &notes->items[w->noted];
        write_note(note, &w->events);
        for (size_t i = 0; note->kind != DADO_NOTE_REFUSED && i < most; i++) {
            if (strcmp(note->why, reasons[i].why) == 0) w->ended_by = reasons[i].end;
        }
        bool seated = note->seat >= 0 && note->seat < DADO_TERR_SEATS;
        if (seated && note->kind == DADO_NOTE_FORFEIT) w->gone[note->seat] = true;
    }
    if (!w->ended_by && seat >= 0 && w->gone[seat]) w->ended_by = "returned";
}

// Replaces the result line, the last line of a move, if it has one. The rules rank by the
// board alone, but a seat that gave up comes last.
static void correct_result(writer *w, const dado_terr_board *b)
{
    char reason[24];
    const char *text = dado_text_string(&w->events);
    size_t at = w->events.length ? w->events.length - 1 : 0;
    while (at > 0 && text[at - 1] != '\n') at--;
    if (!starts(text + at, "result")) return;
    field(text + at, "reason", reason, sizeof reason);
    w->events.length = at;
    dado_terr_log_result(b, reason, w->about->places, dado_terr_rounds(b->state), &w->events);
}

void dado_terr_log(const dado_game *game, const dado_move *moves, int count,
                   const dado_terr_log_header *about, void *state, dado_text *out)
{
    dado_text_addf(out,
                   "{\"n\":0,\"e\":\"match\",\"game\":\"territorio\",\"version\":1,"
                   "\"seed\":%" PRIu64 ",\"settings_hash\":\"%016" PRIx64 "\",\"settings\":",
                   about->seed, (uint64_t)XXH3_64bits(game->options, strlen(game->options)));
    write_settings(game->options, out);
    dado_text_add(out, ",\"agents\":[");
    for (int i = 0; i < about->agents; i++) {
        if (i) dado_text_char(out, ',');
        dado_text_json(out, about->agent[i]);
    }
    dado_text_add(out, "]}\n");
    writer w = { .about = about, .n = 1, .out = out };
    dado_terr_board b = dado_terr_board_of(game->data, state);
    game->rules->start(game, state);
    if (b.state->phase == DADO_TERR_PLAY) {
        dado_terr_log_world(&b, &w.events);
        number_lines(&w);
    }
    for (int i = 0; i < count; i++) {
        int actor = game->rules->actor(game, state);
        if (actor == DADO_NOBODY) break;
        if (actor >= 0) write_notes(&w, actor, w.decisions++);
        dado_terr_play(&b, moves[i], &w.events);
        if (about->places && b.state->phase == DADO_TERR_OVER) correct_result(&w, &b);
        number_lines(&w);
    }
    write_notes(&w, -1, INT_MAX);
    if (about->forfeit && about->places) {
        dado_terr_log_result(&b, "forfeit", about->places, dado_terr_rounds(b.state), &w.events);
    }
    number_lines(&w);
    out->cut = out->cut || w.events.cut;
    dado_text_free(&w.events);
}

// ---- sentences for people

// Units and buildings are told by where they stand. Their ids, numbers of up to ten digits, are for
// programs: the events have them.
typedef struct sentence {
    const char *event, *words;  // {name} stands for the value of a field
} sentence;

static const sentence sentences[] = {
    { "map", "the map is {w} by {h}" },
    { "place", "a {type} starts at ({x},{y})" },
    { "turn", "takes the turn" },
    { "move", "a unit moved from {from} to {to}, cost {cost}" },
    { "destroyed", "a unit destroyed the {type} at ({x},{y})" },
    { "captured", "a unit captured the building at ({x},{y})" },
    { "attack", "a unit attacked another at {target}: hit {hit}, back {back}" },
    { "died", "a unit died at ({x},{y})" },
    { "influence", "a unit influenced {target} by {v}: {domain}" },
    { "equip", "a unit put on the {item}" },
    { "set_production", "a building begins {type}" },
    { "create_building", "a unit founded the {type} at ({x},{y})" },
    { "produced", "a building made {type}{item}" },
    { "researched", "a building finished {tech}" },
    { "recover", "a unit recovered from {from} to {to}" },
    { "domain", "({x},{y}) is held by {domain}" },
    { "end_turn", "ended the turn ({reason})" },
    { "reject", "was refused {command}: {error}" },
    { "strike", "strike {count} ({reason}), after {ms} ms" },
    { "forfeit", "gave the match up" },
    { "note", "{text}" },
    { "round_end", "round {round} is over, hash {hash}" },
    { "eliminated", "is out of the game" },
    { "result", "over by {reason}: winner {winner}, ranks {ranks}" },
};

// Turns {"0":0.75,"1":0.25} into "P1 0.75, P2 0.25"; for people seats count from 1.
static void add_shares(const char *value, dado_text *out)
{
    const char *comma = "";
    for (const char *at = value; (at = strchr(at, '"')); comma = ", ") {
        const char *share = strchr(at, ':');
        if (!share) break;
        dado_text_addf(out, "%sP%d ", comma, dado_leading_int(at + 1) + 1);
        dado_text_add_bytes(out, share + 1, strcspn(share + 1, ",}"));
        at = share;
    }
    if (!*comma) dado_text_add(out, "nobody");
}

static void add_value(const char *key, char *value, dado_text *out)
{
    bool winner = strcmp(key, "winner") == 0;
    bool pair = value[0] == '[' && strcmp(key, "ranks") != 0;
    if (pair) value[0] = '(', value[strlen(value) - 1] = ')';
    if (strcmp(key, "domain") == 0) add_shares(value, out);
    else if (winner && strcmp(value, "null") == 0) dado_text_add(out, "nobody");
    else if (winner) dado_text_addf(out, "P%d", dado_leading_int(value) + 1);
    else dado_text_add(out, value);
}

bool dado_terr_log_sentence(const char *event, int *round, dado_text *out)
{
    char name[32], value[512];  // `value` has room for the shares of all seats
    if (!field(event, "e", name, sizeof name)) return false;
    const char *words = NULL;
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        if (strcmp(sentences[i].event, name) == 0) words = sentences[i].words;
    }
    if (!words) return false;
    if (strcmp(name, "turn") == 0 && field(event, "round", value, sizeof value)) {
        *round = dado_leading_int(value);
    }
    dado_text_addf(out, "[r%d", *round);
    if (field(event, "seat", value, sizeof value))
        dado_text_addf(out, " P%d", dado_leading_int(value) + 1);
    dado_text_add(out, "] ");
    while (*words) {
        size_t plain = strcspn(words, "{");
        dado_text_add_bytes(out, words, plain);
        words += plain;
        if (!*words) break;
        size_t length = strcspn(words, "}");
        char key[32];
        dado_text text = dado_text_in_buffer(key, sizeof key);
        dado_text_add_bytes(&text, words + 1, length - 1);
        if (field(event, key, value, sizeof value)) add_value(key, value, out);
        words += length + 1;
    }
    dado_text_char(out, '\n');
    return true;
}
