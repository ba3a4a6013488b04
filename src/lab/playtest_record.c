// playtest_record.c - see playtest_record.h: plays and writes records.
#include "lab/playtest_record.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "core/json_writer.h"
#include "core/match_cursor.h"
#include "core/scope_cleanup.h"
#include "lab/match.h"

enum { moves_shown = 40 };

// A record that is being played, one move after the other.
typedef struct record_player {
    dado_playtest_record *record;
    const dado_game *game;
    unsigned char *state;
    dado_move *moves;
    int room, next;    // of the path; and the move of the log that comes next
    int silent;        // steps so far that logs leave out
    dado_text *table;  // gets the table where it went wrong; or NULL
    const atomic_int *stop;
    dado_region *region;
    dado_error *err;
} record_player;

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left for a record of a match");
}

// Writes the table, and what could be done there.
static void show_table(const record_player *p)
{
    const dado_game *game = p->game;
    if (!p->table) return;
    dado_table_words(game, p->state, DADO_NOBODY, p->table);
    if (p->table->length && p->table->data[p->table->length - 1] != '\n') {
        dado_text_char(p->table, '\n');
    }
    int who = game->rules->actor(game, p->state);
    if (who == DADO_NOBODY) {
        dado_text_add(p->table, "The match is over.\n");
        return;
    }
    if (who == DADO_CHANCE) dado_text_add(p->table, "Luck is next");
    else dado_text_addf(p->table, "P%d is next", who + 1);
    int count = game->rules->legal(game, p->state, p->moves);
    dado_text_add(p->table, count ? ", and can be:\n" : ", a word of 64 bits, as in \"0x2a\".\n");
    for (int i = 0; i < count && i < moves_shown; i++) {
        dado_text_add(p->table, "  ");
        game->rules->print_move(game, p->state, p->moves[i], p->table);
        dado_text_char(p->table, '\n');
    }
    if (count > moves_shown) dado_text_addf(p->table, "  and %d more\n", count - moves_shown);
}

// Fails with the number of the move that comes next, its words, and why it is wrong.
static bool impossible(const record_player *p, const char *why)
{
    const dado_playtest_record *r = p->record;
    show_table(p);
    return dado_fail_at(p->err, DADO_INVALID, r->place, "move %d, \"%.80s\", is impossible: %s",
                        p->next + 1, r->moves[p->next].words, why);
}

static bool grow_path(record_player *p)
{
    dado_playtest_record *r = p->record;
    if (r->steps < p->room) return true;
    if (p->room > INT_MAX / 2) return no_memory(p->err);
    int room = p->room ? 2 * p->room : r->move_count + 64;
    dado_step *path = dado_new(p->region, dado_step, (size_t)room);
    double *seconds = dado_new(p->region, double, (size_t)room);
    if (!path || !seconds) return no_memory(p->err);
    if (r->steps) {
        memcpy(path, r->path, sizeof *path * (size_t)r->steps);
        memcpy(seconds, r->seconds, sizeof *seconds * (size_t)r->steps);
    }
    r->path = path;
    r->seconds = seconds;
    p->room = room;
    return true;
}

static bool take_step(record_player *p, int who, dado_move move, int options, double seconds)
{
    dado_playtest_record *r = p->record;
    if (!grow_path(p)) return false;
    r->seconds[r->steps] = seconds;
    r->path[r->steps++] = (dado_step){ move, who, (uint32_t)options };
    p->game->rules->apply(p->game, p->state, move);
    return true;
}

// Reads "0x" and up to 16 digits.
static bool read_word(const char *words, dado_move *move)
{
    uint64_t value = 0;
    if (strncmp(words, "0x", 2) != 0) return false;
    size_t length = strlen(words + 2);
    if (length < 1 || length > 16) return false;
    for (const char *s = words + 2; *s; s++) {
        const char *digits = "0123456789abcdef", *at = strchr(digits, *s);
        if (!at) return false;
        value = value * 16 + (uint64_t)(at - digits);
    }
    *move = value;
    return true;
}

// Says what stands in the way of a move by the wrong one.
static bool is_its_turn(const record_player *p, int who, const dado_playtest_move *logged)
{
    char why[80];
    if (who == DADO_CHANCE) {
        if (logged->seat < 0) return true;
        return impossible(p, "luck is next, not a player");
    }
    if (logged->luck) {
        snprintf(why, sizeof why, "it is P%d's turn, and no luck is due", who + 1);
        return impossible(p, why);
    }
    if (logged->seat < 0 || logged->seat == who) return true;
    snprintf(why, sizeof why, "it is P%d's turn (seat %d), not that of seat %d", who + 1, who,
             logged->seat);
    return impossible(p, why);
}

static bool play_logged(record_player *p, int who, int count)
{
    const dado_playtest_move *logged = &p->record->moves[p->next];
    dado_move move;
    if (!is_its_turn(p, who, logged)) return false;
    if (count == 0) {
        if (!read_word(logged->words, &move)) {
            return impossible(p, "luck is a word of 64 bits here, as in \"0x2a\"; with -D "
                                 "luck=listed it is in words");
        }
    } else if (!dado_find_move(p->game, p->state, logged->words, p->moves, &move)) {
        return impossible(p, who == DADO_CHANCE ? "luck cannot turn out so"
                                                : "the rules do not allow it here");
    }
    if (!take_step(p, who, move, count, logged->seconds)) return false;
    p->next++;
    return true;
}

// Returns whether logs leave this step out: nobody chooses anything, and luck has one
// outcome.
static bool is_silent(int who, int options, dado_move move)
{
    return options == 1 && (who == DADO_CHANCE || move == DADO_NO_CHOICE);
}

// Rules of a stranger may go on for ever without a choice.
static bool play_silent(record_player *p, int who)
{
    if (p->silent++ == DADO_MOVE_LIMIT) {
        show_table(p);
        return dado_fail_at(p->err, DADO_LIMIT, p->record->place,
                            "after move %d the rules go on without a choice: the match has more "
                            "than %d such steps",
                            p->next, DADO_MOVE_LIMIT);
    }
    return take_step(p, who, p->moves[0], 1, DADO_NONE);
}

static bool play_moves(record_player *p)
{
    const dado_game *game = p->game;
    for (;;) {
        if (p->stop && atomic_load_explicit(p->stop, memory_order_relaxed)) {
            return dado_fail(p->err, DADO_LIMIT, "it was stopped while it played a record");
        }
        int who = game->rules->actor(game, p->state);
        if (who == DADO_NOBODY) return true;
        int count = game->rules->legal(game, p->state, p->moves);
        if (is_silent(who, count, p->moves[0])) {
            if (!play_silent(p, who)) return false;
            continue;
        }
        if (p->next == p->record->move_count) return true;
        if (!play_logged(p, who, count)) return false;
    }
}

static bool check_result(const record_player *p)
{
    const dado_playtest_record *r = p->record;
    const dado_game *game = p->game;
    if (r->result_count == 0) return true;
    if (r->result_count != game->players) {
        return dado_fail_at(p->err, DADO_INVALID, r->place,
                            "\"result\" has %d scores, but the game has %d players",
                            r->result_count, game->players);
    }
    int32_t scores[DADO_PLAYTEST_SEATS];
    game->rules->scores(game, p->state, scores);
    for (int s = 0; s < game->players; s++) {
        double score = game->lowest_wins ? -(double)scores[s] : scores[s];
        if (score == r->result[s]) continue;
        show_table(p);
        return dado_fail_at(p->err, DADO_INVALID, r->place,
                            "the log gives P%d a score of %g at the end, but by the rules it is %g",
                            s + 1, r->result[s], score);
    }
    return true;
}

static bool check_end(const record_player *p)
{
    const dado_playtest_record *r = p->record;
    const dado_game *game = p->game;
    bool over = game->rules->actor(game, p->state) == DADO_NOBODY;
    dado_error why;
    if (p->next < r->move_count) return impossible(p, "the match is over");
    if (over && game->rules->sound && !game->rules->sound(game, p->state, &why)) {
        show_table(p);
        return dado_fail_at(p->err, DADO_INVALID, r->place, "after move %d the rules stop: %.200s",
                            r->move_count, why.text);
    }
    if (!over && !r->left) {
        show_table(p);
        return dado_fail_at(p->err, DADO_INVALID, r->place,
                            "after its %d moves the match is not over by the rules; where people "
                            "stopped early, say \"left\": true",
                            r->move_count);
    }
    return r->left || check_result(p);
}

static bool check_seats(const record_player *p)
{
    const dado_playtest_record *r = p->record;
    int players = p->game->players;
    if (players > DADO_PLAYTEST_SEATS) {
        return dado_fail(p->err, DADO_LIMIT, "records are kept of games with up to 64 players");
    }
    if (r->seat_count && r->seat_count != players) {
        return dado_fail_at(p->err, DADO_INVALID, r->place,
                            "\"seats\" has %d entries, but the game has %d players", r->seat_count,
                            players);
    }
    for (int i = 0; i < r->answer_count + r->note_count; i++) {
        int seat = i < r->answer_count ? r->answers[i].seat : r->notes[i - r->answer_count].seat;
        if (seat < players) continue;
        return dado_fail_at(p->err, DADO_INVALID, r->place,
                            "%s is by seat %d, but the game has %d players",
                            i < r->answer_count ? "an answer" : "a note", seat, players);
    }
    return true;
}

bool dado_playtest_record_play(dado_playtest_record *record, const dado_game *game,
                               const atomic_int *stop, dado_region *region, dado_text *table,
                               dado_error *err)
{
    record_player p = { .record = record,
                        .game = game,
                        .state = dado_new(region, unsigned char, game->state_size),
                        .moves = dado_new(region, dado_move, (size_t)game->max_moves + 1),
                        .table = table,
                        .stop = stop,
                        .region = region,
                        .err = err };
    if (!p.state || !p.moves || !grow_path(&p)) return no_memory(err);
    record->steps = 0;
    game->rules->start(game, p.state);
    return check_seats(&p) && play_moves(&p) && check_end(&p);
}

bool dado_playtest_record_from_path(dado_playtest_record *record, const dado_game *game,
                                    dado_playtest_path played, dado_region *region, dado_error *err)
{
    unsigned char *state = dado_new(region, unsigned char, game->state_size);
    record->moves = dado_new(region, dado_playtest_move, (size_t)played.steps + 1);
    if (!state || !record->moves) return no_memory(err);
    record->move_count = 0;
    dado_match_cursor at = dado_match_cursor_begin(game, state, played.path, played.steps);
    const dado_step *step;
    for (; (step = dado_match_cursor_next(&at)); dado_match_cursor_step(&at)) {
        bool luck = step->actor == DADO_CHANCE;
        if (played.moves_before) played.moves_before[at.at] = record->move_count;
        if (is_silent(step->actor, (int)step->options, step->move)) continue;
        DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
        if (luck && step->options == 0) dado_text_addf(&words, "0x%" PRIx64, step->move);
        else game->rules->print_move(game, state, step->move, &words);
        const char *kept = dado_region_copy(region, dado_text_string(&words), words.length);
        if (!kept) return no_memory(err);
        double seconds = luck || !played.seconds ? DADO_NONE : played.seconds[at.at];
        record->moves[record->move_count++] =
            (dado_playtest_move){ luck ? -1 : step->actor, luck, kept, seconds };
    }
    if (played.moves_before) played.moves_before[played.steps] = record->move_count;
    return true;
}

static void write_seats(const dado_playtest_record *r, bool names, dado_json *json)
{
    if (!r->seat_count) return;
    dado_json_array(json, "seats");
    for (int i = 0; i < r->seat_count; i++) {
        const dado_playtest_seat *seat = &r->seats[i];
        dado_json_object(json, NULL);
        if (seat->agent) dado_json_string(json, "agent", seat->agent);
        else dado_json_string(json, "person", seat->person);
        if (names && seat->name) dado_json_string(json, "name", seat->name);
        dado_json_end(json);
    }
    dado_json_end(json);
}

static void write_moves(const dado_playtest_record *r, dado_json *json)
{
    dado_json_array(json, "moves");
    for (int i = 0; i < r->move_count; i++) {
        const dado_playtest_move *move = &r->moves[i];
        bool timed = !dado_is_none(move->seconds);
        if (!move->luck && !timed && move->seat < 0) {
            dado_json_string(json, NULL, move->words);
            continue;
        }
        dado_json_object(json, NULL);
        if (move->seat >= 0) dado_json_int(json, "seat", move->seat);
        dado_json_string(json, move->luck ? "luck" : "move", move->words);
        if (timed) dado_json_real(json, "seconds", move->seconds);
        dado_json_end(json);
    }
    dado_json_end(json);
}

static void write_notes(const dado_playtest_record *r, dado_json *json)
{
    if (!r->note_count) return;
    dado_json_array(json, "notes");
    for (int i = 0; i < r->note_count; i++) {
        dado_json_object(json, NULL);
        dado_json_int(json, "after", r->notes[i].after);
        if (r->notes[i].seat >= 0) dado_json_int(json, "seat", r->notes[i].seat);
        dado_json_string(json, "text", r->notes[i].text);
        dado_json_end(json);
    }
    dado_json_end(json);
}

static void write_answers(const dado_playtest_record *r, dado_json *json)
{
    if (!r->answer_count) return;
    dado_json_array(json, "answers");
    for (int i = 0; i < r->answer_count; i++) {
        bool first = i == 0 || r->answers[i].seat != r->answers[i - 1].seat;
        bool last = i + 1 == r->answer_count || r->answers[i].seat != r->answers[i + 1].seat;
        if (first) dado_json_object(json, NULL);
        if (first) dado_json_int(json, "seat", r->answers[i].seat);
        dado_json_int(json, r->answers[i].question, r->answers[i].value);
        if (last) dado_json_end(json);
    }
    dado_json_end(json);
}

void dado_playtest_record_write(const dado_playtest_record *r, bool names, dado_text *out)
{
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    if (r->id) dado_json_string(&json, "id", r->id);
    // Rules go with the name of their file, not with its path on this machine.
    const char *game = r->game && r->rules ? dado_base_name(r->game) : r->game;
    if (game) dado_json_string(&json, "game", game);
    if (r->rules) dado_json_string(&json, "rules", r->rules);
    if (r->set_count) dado_json_array(&json, "set");
    for (int i = 0; i < r->set_count; i++) dado_json_string(&json, NULL, r->set[i]);
    if (r->set_count) dado_json_end(&json);
    if (r->started) dado_json_string(&json, "started", r->started);
    write_seats(r, names, &json);
    write_moves(r, &json);
    write_notes(r, &json);
    write_answers(r, &json);
    if (r->result_count) dado_json_array(&json, "result");
    for (int i = 0; i < r->result_count; i++) dado_json_real(&json, NULL, r->result[i]);
    if (r->result_count) dado_json_end(&json);
    if (r->left) dado_json_bool(&json, "left", true);
    dado_json_end(&json);
    dado_text_char(out, '\n');
}

bool dado_playtest_records_number_people(dado_playtest_record *records, int count,
                                         dado_region *region, dado_error *err)
{
    const char **known = NULL, **numbered = NULL;
    int met = 0, room = 0;
    for (int i = 0; i < count; i++) room += records[i].seat_count;
    known = dado_new(region, const char *, (size_t)room + 1);
    numbered = dado_new(region, const char *, (size_t)room + 1);
    if (!known || !numbered) return no_memory(err);
    for (int i = 0; i < count; i++) {
        for (int s = 0; s < records[i].seat_count; s++) {
            const char **person = &records[i].seats[s].person;
            int which = 0;
            if (!*person) continue;
            while (which < met && strcmp(known[which], *person) != 0) which++;
            if (which == met) {
                char words[32];
                int length = snprintf(words, sizeof words, "person %d", met + 1);
                known[met] = *person;
                numbered[met] = dado_region_copy(region, words, (size_t)length);
                if (!numbered[met++]) return no_memory(err);
            }
            *person = numbered[which];
        }
    }
    return true;
}

bool dado_playtest_record_has_person(const dado_playtest_record *record, const char *person)
{
    for (int s = 0; s < record->seat_count; s++) {
        const dado_playtest_seat *seat = &record->seats[s];
        if (seat->person && strcmp(seat->person, person) == 0) return true;
        if (seat->name && strcmp(seat->name, person) == 0) return true;
    }
    return false;
}
