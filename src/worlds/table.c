// table.c - a match that has already been played, as a table of scores.
//
// League tables, score sheets of a board-game night and what other programs
// write come in as lines of `round;player;score`. On the contract such a table
// is a game in which nobody has anything to decide: chance is asked one idle
// question a round, and the standings go by. So it is measured, charted, stored
// and compared like any game of our own.
#include <ctype.h>
#include <string.h>

#include "core/face.h"
#include "worlds/shelf.h"

enum { most_players = 64, most_rounds = 100000, most_decimals = 3 };

typedef struct sheet {
    int players, rounds;
    const char **names;
    int32_t *rows;  // rounds + 1 rows, row 0 all zero; more is better
} sheet;

typedef struct page {
    uint32_t round;
} page;
_Static_assert(sizeof(page) == 4, "no padding: states are compared as bytes");

// A line as it stands in the text, before its player and round have places.
typedef struct entry {
    int64_t round;
    int player;
    double score;
} entry;

typedef struct reader {
    dado_place place;
    dado_arena *arena;
    dado_error *err;
    const char **names;
    int players;
    entry *entries;
    int count;
} reader;

static bool is_gap(char c)
{
    return c == ';' || c == ',' || c == '\t';
}

// The next field of a line, without blanks and quotes about it; advances the line.
static const char *take_field(const char **line, size_t *length)
{
    const char *s = *line;
    while (*s == ' ') s++;
    const char *end = s;
    while (*end && *end != '\n' && !is_gap(*end)) end++;
    *line = is_gap(*end) ? end + 1 : end;
    while (end > s && (end[-1] == ' ' || end[-1] == '\r')) end--;
    if (end - s >= 2 && *s == '"' && end[-1] == '"') {
        s++;
        end--;
    }
    *length = (size_t)(end - s);
    return s;
}

static bool wrong(reader *r, const char *why)
{
    return dado_fail_at(r->err, DADO_SYNTAX, r->place, "%s", why);
}

static bool field_number(const char *text, size_t length, double *value)
{
    char copy[40] = "";
    if (length == 0 || length >= sizeof copy) return false;
    memcpy(copy, text, length);
    return dado_read_real(copy, value);
}

static int find_player(reader *r, const char *name, size_t length)
{
    for (int p = 0; p < r->players; p++) {
        if (strlen(r->names[p]) == length && memcmp(r->names[p], name, length) == 0) return p;
    }
    if (r->players == most_players) {
        wrong(r, "there are more than 64 players");
        return -1;
    }
    r->names[r->players] = dado_arena_copy(r->arena, name, length);
    if (r->names[r->players]) return r->players++;
    dado_fail(r->err, DADO_LIMIT, "no memory left for the names of players");
    return -1;
}

static bool read_line(reader *r, const char *line)
{
    size_t lengths[3];
    const char *fields[3];
    for (int i = 0; i < 3; i++) fields[i] = take_field(&line, &lengths[i]);
    double round, score;
    bool numbers = field_number(fields[0], lengths[0], &round) &&
                   field_number(fields[2], lengths[2], &score);
    if (!numbers) {
        if (r->count == 0 && r->place.line == 1) return true;  // a line of headings
        return wrong(r, "expected round;player;score, as in 3;p0;17");
    }
    if (*line && *line != '\n') return wrong(r, "a line has three fields: round;player;score");
    if (round != (double)(int64_t)round || round < 0 || round > 1e15) {
        return wrong(r, "a round is a whole number from 0");
    }
    if (score > 1e6 || score < -1e6) return wrong(r, "a score lies between -1000000 and 1000000");
    if (lengths[1] == 0) return wrong(r, "the name of the player is missing");
    int player = find_player(r, fields[1], lengths[1]);
    if (player < 0) return false;
    r->entries[r->count++] = (entry){ (int64_t)round, player, score };
    return true;
}

static bool read_text(reader *r, const char *text)
{
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        r->place.line++;
        r->place.column = 1;
        r->place.length = (int)strcspn(text, "\r\n");
        if (r->place.length == 0 || *text == '#') continue;
        if (!read_line(r, text)) return false;
    }
    if (r->count == 0) return wrong(r, "there is no line of the form round;player;score");
    return true;
}

// Fractions are counted in a smaller unit, which no metric can tell.
static int unit_of(const reader *r)
{
    int unit = 1;
    for (int decimals = 0; decimals < most_decimals; decimals++) {
        bool whole = true;
        for (int i = 0; i < r->count && whole; i++) {
            double scaled = r->entries[i].score * unit;
            whole = scaled == (double)(int64_t)scaled;
        }
        if (whole) return unit;
        unit *= 10;
    }
    return unit;
}

static int32_t in_units(double score, int unit)
{
    double scaled = score * unit;
    return (int32_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

// Rounds by number, lines of one round in the order they came.
static void sort_entries(entry *entries, int count, entry *room)
{
    if (count < 2) return;
    int half = count / 2;
    sort_entries(entries, half, room);
    sort_entries(entries + half, count - half, room);
    memcpy(room, entries, sizeof *entries * (size_t)half);
    int a = 0, b = half, to = 0;
    while (a < half) {
        bool second = b < count && entries[b].round < room[a].round;
        entries[to++] = second ? entries[b++] : room[a++];
    }
}

// Who has no line in a round keeps the last total.
static bool fill_rows(sheet *s, reader *r, bool gains, bool lowest)
{
    int unit = unit_of(r), rounds = 0;
    for (int i = 0; i < r->count; i++) {
        rounds += i == 0 || r->entries[i].round != r->entries[i - 1].round;
    }
    if (rounds > most_rounds) return wrong(r, "there are more than 100000 rounds");
    s->players = r->players;
    s->rounds = rounds;
    s->names = r->names;
    s->rows = dado_new(r->arena, int32_t, (size_t)(rounds + 1) * (size_t)s->players);
    if (!s->rows) return dado_fail(r->err, DADO_LIMIT, "no memory left for the table");
    int row = 0;
    for (int i = 0; i < r->count; i++) {
        size_t width = (size_t)s->players;
        if (i == 0 || r->entries[i].round != r->entries[i - 1].round) {
            row++;
            memcpy(s->rows + (size_t)row * width, s->rows + (size_t)(row - 1) * width,
                   sizeof *s->rows * width);
        }
        int32_t points = in_units(r->entries[i].score, unit);
        int32_t *total = &s->rows[(size_t)row * width + (size_t)r->entries[i].player];
        if (lowest) points = -points;
        *total = gains ? *total + points : points;
    }
    return true;
}

static const char small_table[] = "1;ann;3\n1;bob;1\n2;ann;4\n2;bob;5\n3;ann;7\n3;bob;6\n";

static bool open(dado_game *game, const dado_options *options, dado_arena *arena, dado_error *err)
{
    static const char *const kinds[] = { "totals", "gains", NULL };
    dado_ask ask = dado_ask_begin(options);
    const char *text = dado_ask_text(&ask, "file", small_table);
    bool gains = dado_ask_word(&ask, "scores", kinds, 0) == 1;
    bool lowest = dado_ask_bool(&ask, "lowest_wins", false);
    if (!dado_ask_end(&ask, arena, &game->options, err)) return false;
    const dado_option *file = dado_options_find(options, "file");
    int lines = 1;
    for (const char *c = text; *c; c++) lines += *c == '\n';
    reader r = { .arena = arena, .err = err };
    r.place.source = file && file->place.source ? file->place.source : "the table";
    r.names = dado_new(arena, const char *, most_players);
    r.entries = dado_new(arena, entry, lines);
    entry *room = dado_new(arena, entry, lines);
    sheet *s = dado_new(arena, sheet, 1);
    if (!r.names || !r.entries || !room || !s) {
        return dado_fail(err, DADO_LIMIT, "no memory left for the table");
    }
    if (!read_text(&r, text)) return false;
    sort_entries(r.entries, r.count, room);
    if (!fill_rows(s, &r, gains, lowest)) return false;
    game->data = s;
    game->players = s->players;
    game->max_moves = 1;
    game->lowest_wins = lowest;
    game->state_size = sizeof(page);
    return true;
}

static void start(const dado_game *game, void *state)
{
    (void)game;
    *(page *)state = (page){ 0 };
}

static int actor(const dado_game *game, const void *state)
{
    const sheet *s = game->data;
    return ((const page *)state)->round < (uint32_t)s->rounds ? DADO_CHANCE : DADO_NOBODY;
}

static int legal(const dado_game *game, const void *state, dado_move *moves)
{
    (void)game;
    (void)state;
    moves[0] = 0;
    return 1;
}

static void apply(const dado_game *game, void *state, dado_move move)
{
    (void)game;
    (void)move;
    ((page *)state)->round++;
}

static const int32_t *row_of(const dado_game *game, const void *state)
{
    const sheet *s = game->data;
    return s->rows + (size_t)((const page *)state)->round * (size_t)s->players;
}

static void scores(const dado_game *game, const void *state, int32_t *scores)
{
    memcpy(scores, row_of(game, state), sizeof *scores * (size_t)game->players);
}

static int round_of(const dado_game *game, const void *state)
{
    (void)game;
    return (int)((const page *)state)->round;
}

static void print(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    (void)eyes;
    const sheet *s = game->data;
    const int32_t *row = row_of(game, state);
    dado_text_addf(out, "round %d of %d\n", round_of(game, state), s->rounds);
    for (int p = 0; p < s->players; p++) {
        dado_text_addf(out, "%s %d\n", s->names[p], (int)(game->lowest_wins ? -row[p] : row[p]));
    }
}

static void print_move(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    (void)game;
    (void)state;
    (void)move;
    dado_text_add(out, "next round");
}

static const dado_face face = { .size = sizeof(dado_face), .played = true };

const dado_rules dado_world_table = {
    .name = "table",
    .title = "A table of scores",
    .about = "A match already played, from lines of round;player;score.",
    .suffix = ".csv",
    .open = open,
    .start = start,
    .actor = actor,
    .legal = legal,
    .apply = apply,
    .scores = scores,
    .print = print,
    .print_move = print_move,
    .round = round_of,
    .face = &face,
};
