// tables.c - the door to tables in a browser: one at a time, laid and spoken at by a worker.
#include <stdlib.h>
#include <string.h>

#include "door.h"
#include "job/seat_session.h"

static struct {
    dado_region region;
    dado_game_source source;
    dado_seat_session *guest;
} table;

static void show(int seat, double width)
{
    dado_error err = { 0 };
    dado_text data = { 0 };
    bool more;
    if (!dado_seat_session_advance(table.guest, 400, &more, &err) ||
        !dado_seat_session_json(table.guest, seat, width, &data, &err)) {
        dado_text_free(&data);
        door_tell_trouble(&err);
        return;
    }
    door_tell(more ? "more" : "table", &data);
}

// Options of a game, "NAME=VALUE", parted by U+001E: a value may have lines.
static bool read_options(const char *lines, dado_options *options, dado_error *err)
{
    enum { most_options = 64 };
    dado_option *items = dado_new(&table.region, dado_option, most_options);
    if (!items) return dado_fail(err, DADO_LIMIT, "no memory left for options");
    *options = (dado_options){ items, 0 };
    while (*lines) {
        size_t length = strcspn(lines, "\x1e");
        const char *typed = dado_region_copy(&table.region, lines, length);
        if (options->count == most_options) return dado_fail(err, DADO_LIMIT, "too many options");
        if (!typed || !dado_option_parse(&items[options->count++], typed, &table.region, err)) {
            return false;
        }
        lines += length + (lines[length] != '\0');
    }
    return true;
}

// `match` below 0 is a new one; otherwise that of a plan: see dado_seat_session_match.
EXPORT(sit)
void engine_sit(const char *game, const char *text, const char *set, const char *seats, double seed,
                double width, double match, int lineup, int paired)
{
    dado_error err = { 0 };
    dado_options options;
    dado_seat_session_end(table.guest);
    dado_region_free(&table.region);
    memset(&table, 0, sizeof table);
    dado_region_init_large(&table.region);
    bool fine = read_options(set, &options, &err) &&
                (*text ? dado_game_source_from_text(&table.source, game, text, &options,
                                                    &table.region, &err)
                       : dado_game_source_find(&table.source, game, &options, &table.region, &err));
    fine = fine && dado_game_source_preopen(&table.source, &table.region, &err) &&
           dado_seat_session_begin(&table.guest, &table.source, seats, (uint64_t)seed, &err);
    if (fine && match >= 0) {
        dado_seat_session_match which = { (uint64_t)seed, lineup, paired != 0, (uint64_t)match };
        dado_seat_session_set_match(table.guest, &which);
    }
    if (fine) show(dado_seat_session_first_person(table.guest), width);
    else door_tell_trouble(&err);
}

// `what` is 'p'lay, 'u'ndo, 'h'int, 's'how, 'l'ook at a step or 't'ake a seat; a hint is told as its
// place before the table.
EXPORT(say) void engine_say(int what, int seat, int place, const char *agent, double width)
{
    dado_error err = { 0 };
    bool fine = table.guest != NULL || dado_fail(&err, DADO_MISSING, "nobody sits at a table");
    if (fine && what == 'p') fine = dado_seat_session_play(table.guest, seat, place, &err);
    if (fine && what == 'u') fine = dado_seat_session_undo(table.guest, &err);
    if (fine && what == 'h') {
        int hint;
        dado_text data = { 0 };
        fine = dado_seat_session_hint(table.guest, seat, agent, &hint, &err);
        dado_text_addf(&data, "%d", hint);
        if (fine) door_tell("hint", &data);
        else dado_text_free(&data);
    }
    if (fine && what == 'l') dado_seat_session_view_step(table.guest, place);
    if (fine && what == 't') {
        fine = dado_seat_session_take_seat(table.guest, place, &err);
        seat = place;
    }
    if (fine) show(seat, width);
    else door_tell_trouble(&err);
}
