// playtest_record_read.c - see playtest_record.h: reads the JSON of a line.
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "lab/playtest_record.h"

enum { most_moves = 1 << 20, most_seconds = 1000000 };

typedef struct line_reader {
    dado_playtest_record *record;
    dado_region *region;
    dado_error *err;
} line_reader;

static bool wrong(const line_reader *r, const char *what)
{
    return dado_fail_at(r->err, DADO_SYNTAX, r->record->place, "%s", what);
}

static bool no_memory(const line_reader *r)
{
    return dado_fail(r->err, DADO_LIMIT, "no memory left for a record of a match");
}

// Returns false, with the reason, if an object has a field that is not in this list.
static bool fields_are_known(const line_reader *r, json_t *object, const char *known,
                             const char *where)
{
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value)
    {
        size_t length = strlen(name);
        const char *at = length && !strchr(name, ' ') ? known : NULL;  // one word
        while (at && (at = strstr(at, name)) && !(at[-1] == ' ' && at[length] == ' ')) at++;
        if (!at) {
            return dado_fail_at(r->err, DADO_SYNTAX, r->record->place,
                                "%s has the unknown field \"%.40s\"; there are:%s", where, name,
                                known);
        }
    }
    return true;
}

// Copies a text; *to stays NULL if the field is not there.
static bool read_text(const line_reader *r, json_t *object, const char *name, const char **to)
{
    json_t *value = json_object_get(object, name);
    *to = NULL;
    if (!value) return true;
    if (!json_is_string(value)) {
        return dado_fail_at(r->err, DADO_SYNTAX, r->record->place, "\"%s\" must be a text", name);
    }
    *to = dado_region_copy(r->region, json_string_value(value), json_string_length(value));
    return *to || no_memory(r);
}

static bool read_list(const line_reader *r, json_t *object, const char *name, json_t **list)
{
    *list = json_object_get(object, name);
    if (!*list || json_is_array(*list)) return true;
    return dado_fail_at(r->err, DADO_SYNTAX, r->record->place, "\"%s\" must be a list", name);
}

// Reads a seat, from 0; -1 if it is not there.
static bool read_seat(const line_reader *r, json_t *object, int *seat)
{
    json_t *value = json_object_get(object, "seat");
    *seat = -1;
    if (!value) return true;
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < 0 || number >= DADO_PLAYTEST_SEATS) {
        return dado_fail_at(r->err, DADO_SYNTAX, r->record->place,
                            "\"seat\" must be a whole number from 0 to %d",
                            DADO_PLAYTEST_SEATS - 1);
    }
    *seat = (int)number;
    return true;
}

static bool read_set(const line_reader *r, json_t *root)
{
    json_t *list;
    if (!read_list(r, root, "set", &list)) return false;
    int count = (int)json_array_size(list);
    r->record->set = dado_new(r->region, const char *, (size_t)count + 1);
    if (!r->record->set) return no_memory(r);
    for (int i = 0; i < count; i++) {
        json_t *item = json_array_get(list, (size_t)i);
        const char *typed = json_string_value(item), *equals = typed ? strchr(typed, '=') : NULL;
        if (!equals || equals[1] == '@') {
            return wrong(r, "\"set\" must list texts like \"players=4\"");
        }
        r->record->set[i] = dado_region_copy(r->region, typed, strlen(typed));
        if (!r->record->set[i]) return no_memory(r);
    }
    r->record->set_count = count;
    return true;
}

static bool read_seats(const line_reader *r, json_t *root)
{
    json_t *list;
    if (!read_list(r, root, "seats", &list)) return false;
    size_t count = json_array_size(list);
    if (count > DADO_PLAYTEST_SEATS) return wrong(r, "\"seats\" has more than 64 entries");
    r->record->seats = dado_new(r->region, dado_playtest_seat, count + 1);
    if (!r->record->seats) return no_memory(r);
    for (size_t i = 0; i < count; i++) {
        json_t *item = json_array_get(list, i);
        dado_playtest_seat *seat = &r->record->seats[i];
        if (!json_is_object(item)) return wrong(r, "each of \"seats\" must be an object");
        if (!fields_are_known(r, item, " person name agent ", "a seat") ||
            !read_text(r, item, "person", &seat->person) ||
            !read_text(r, item, "name", &seat->name) ||
            !read_text(r, item, "agent", &seat->agent)) {
            return false;
        }
        if (seat->agent && (seat->person || seat->name)) {
            return wrong(r, "a seat has a person or an agent, not both");
        }
        if (!seat->person) seat->person = seat->name;
        if (!seat->person && !seat->agent) {
            return wrong(r, "each of \"seats\" must name a \"person\", a \"name\" or an \"agent\"");
        }
    }
    r->record->seat_count = (int)count;
    return true;
}

static bool read_move_object(const line_reader *r, json_t *item, dado_playtest_move *move)
{
    const char *luck;
    json_t *seconds = json_object_get(item, "seconds");
    if (!fields_are_known(r, item, " move luck seat seconds ", "a move") ||
        !read_text(r, item, "move", &move->words) || !read_text(r, item, "luck", &luck) ||
        !read_seat(r, item, &move->seat)) {
        return false;
    }
    if (!move->words == !luck) return wrong(r, "a move must have either \"move\" or \"luck\"");
    if (luck && (move->seat >= 0 || seconds)) {
        return wrong(r, "luck has no \"seat\" and no \"seconds\"");
    }
    move->luck = luck != NULL;
    if (luck) move->words = luck;
    if (!seconds) return true;
    move->seconds = json_number_value(seconds);
    return (json_is_number(seconds) && move->seconds >= 0 && move->seconds <= most_seconds) ||
           wrong(r, "\"seconds\" must be a number from 0 to 1000000");
}

static bool read_moves(const line_reader *r, json_t *root)
{
    json_t *list;
    if (!read_list(r, root, "moves", &list)) return false;
    if (!list) return wrong(r, "there is no \"moves\", the list of all moves");
    size_t count = json_array_size(list);
    if (count > most_moves) return wrong(r, "\"moves\" has more than a million entries");
    r->record->moves = dado_new(r->region, dado_playtest_move, count + 1);
    if (!r->record->moves) return no_memory(r);
    for (size_t i = 0; i < count; i++) {
        json_t *item = json_array_get(list, i);
        dado_playtest_move *move = &r->record->moves[i];
        *move = (dado_playtest_move){ .seat = -1, .seconds = DADO_NONE };
        if (json_is_string(item)) {
            move->words =
                dado_region_copy(r->region, json_string_value(item), json_string_length(item));
            if (!move->words) return no_memory(r);
        } else if (!json_is_object(item)) {
            return dado_fail_at(r->err, DADO_SYNTAX, r->record->place,
                                "move %zu must be a text or an object", i + 1);
        } else if (!read_move_object(r, item, move)) {
            return false;
        }
    }
    r->record->move_count = (int)count;
    return true;
}

static bool read_notes(const line_reader *r, json_t *root)
{
    json_t *list;
    if (!read_list(r, root, "notes", &list)) return false;
    size_t count = json_array_size(list);
    r->record->notes = dado_new(r->region, dado_playtest_note, count + 1);
    if (!r->record->notes) return no_memory(r);
    for (size_t i = 0; i < count; i++) {
        json_t *item = json_array_get(list, i), *after = json_object_get(item, "after");
        dado_playtest_note *note = &r->record->notes[i];
        if (!json_is_object(item)) return wrong(r, "each of \"notes\" must be an object");
        if (!fields_are_known(r, item, " after seat text ", "a note") ||
            !read_text(r, item, "text", &note->text) || !read_seat(r, item, &note->seat)) {
            return false;
        }
        if (!note->text) return wrong(r, "a note has no \"text\"");
        json_int_t at = json_integer_value(after);
        if (!json_is_integer(after) || at < 0 || at > r->record->move_count) {
            return wrong(r, "\"after\" of a note must be a number of moves of this match");
        }
        note->after = (int)at;
    }
    r->record->note_count = (int)count;
    return true;
}

// Reads the answers of an object. `answered` has those of this seat so far.
static bool read_answer_fields(const line_reader *r, json_t *item, int seat, json_t *answered)
{
    const char *name;
    json_t *value;
    json_object_foreach(item, name, value)
    {
        if (strcmp(name, "seat") == 0) continue;
        json_int_t number = json_integer_value(value);
        if (!json_is_integer(value) || number < 1 || number > 5) {
            return dado_fail_at(r->err, DADO_SYNTAX, r->record->place,
                                "the answer \"%.40s\" must be a whole number from 1 to 5", name);
        }
        if (json_object_get(answered, name)) {
            return dado_fail_at(r->err, DADO_SYNTAX, r->record->place,
                                "seat %d answers \"%.40s\" twice", seat, name);
        }
        const char *question = dado_region_copy(r->region, name, strlen(name));
        if (!question || json_object_set(answered, name, value) != 0) return no_memory(r);
        r->record->answers[r->record->answer_count++] =
            (dado_playtest_answer){ seat, question, (int)number };
    }
    return true;
}

static void free_json(json_t **root)
{
    json_decref(*root);
}

static bool read_answers(const line_reader *r, json_t *root)
{
    DADO_CLEANUP(free_json) json_t *answered = json_array();  // an object a seat
    json_t *list, *item;
    size_t index, count = 0;
    if (!read_list(r, root, "answers", &list)) return false;
    json_array_foreach(list, index, item) count += json_object_size(item);
    r->record->answers = dado_new(r->region, dado_playtest_answer, count + 1);
    if (!r->record->answers) return no_memory(r);
    for (int s = 0; s < DADO_PLAYTEST_SEATS; s++) {
        if (json_array_append_new(answered, json_object()) != 0) return no_memory(r);
    }
    json_array_foreach(list, index, item)
    {
        int seat;
        if (!json_is_object(item)) return wrong(r, "each of \"answers\" must be an object");
        if (!read_seat(r, item, &seat)) return false;
        if (seat < 0) return wrong(r, "an answer has no \"seat\"");
        if (!read_answer_fields(r, item, seat, json_array_get(answered, (size_t)seat))) {
            return false;
        }
    }
    return true;
}

static bool read_result(const line_reader *r, json_t *root)
{
    json_t *list;
    if (!read_list(r, root, "result", &list)) return false;
    size_t count = json_array_size(list);
    if (count > DADO_PLAYTEST_SEATS) return wrong(r, "\"result\" has more than 64 entries");
    r->record->result = dado_new(r->region, double, count + 1);
    if (!r->record->result) return no_memory(r);
    for (size_t i = 0; i < count; i++) {
        json_t *item = json_array_get(list, i);
        if (!json_is_number(item)) return wrong(r, "\"result\" must list numbers, one a seat");
        r->record->result[i] = json_number_value(item);
    }
    r->record->result_count = (int)count;
    return true;
}

static bool read_root(const line_reader *r, json_t *root)
{
    dado_playtest_record *record = r->record;
    json_t *left = json_object_get(root, "left");
    if (left && !json_is_boolean(left)) return wrong(r, "\"left\" must be true or false");
    record->left = json_is_true(left);
    return fields_are_known(r, root,
                            " id game rules set started seats moves notes answers result left ",
                            "the object") &&
           read_text(r, root, "id", &record->id) && read_text(r, root, "game", &record->game) &&
           read_text(r, root, "rules", &record->rules) &&
           read_text(r, root, "started", &record->started) && read_set(r, root) &&
           read_seats(r, root) && read_moves(r, root) && read_notes(r, root) &&
           read_answers(r, root) && read_result(r, root);
}

bool dado_playtest_record_read(dado_playtest_record *record, const char *line, size_t length,
                               dado_place place, dado_region *region, dado_error *err)
{
    json_error_t why;
    *record = (dado_playtest_record){ .place = place };
    line_reader r = { record, region, err };
    if (length > DADO_PLAYTEST_LINE_MOST) return wrong(&r, "a line is longer than 4 MB");
    DADO_CLEANUP(free_json)
    json_t *root = json_loadb(line, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &why);
    if (!root) {
        record->place.column = why.column > 0 ? why.column : 1;
        return dado_fail_at(err, DADO_SYNTAX, record->place, "this line is not JSON: %.120s",
                            why.text);
    }
    if (!json_is_object(root)) return wrong(&r, "a line must be one JSON object, one match");
    return read_root(&r, root);
}

bool dado_playtest_record_write_checked(const dado_playtest_record *record, dado_text *out,
                                        dado_error *err)
{
    enum { room_for_numbers = 64 * DADO_PLAYTEST_SEATS };  // exports number the people
    dado_error why = { 0 };
    dado_region region = { 0 };
    dado_playtest_record again;
    size_t before = out->length;
    dado_playtest_record_write(record, true, out);
    if (out->cut) return dado_fail(err, DADO_LIMIT, "no memory left for a record of a match");
    size_t length = out->length - before;
    if (length > DADO_PLAYTEST_LINE_MOST - room_for_numbers) {
        return dado_fail_at(err, DADO_LIMIT, record->place,
                            "this match is longer than the 4 MB that a record may have");
    }
    bool read = dado_playtest_record_read(&again, dado_text_string(out) + before, length,
                                          (dado_place){ 0 }, &region, &why);
    dado_region_free(&region);
    return read || dado_fail_at(err, DADO_INVALID, record->place,
                                "this match cannot be kept, since it could not be read again: "
                                "%.200s",
                                why.text);
}
