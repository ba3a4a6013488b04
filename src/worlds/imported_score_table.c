// imported_score_table.c - a match that was played elsewhere, read as a table of scores.
//
// League tables, score sheets and results of other programs come in as lines of
// `round;player;score`. Such a table is opened as a game without decisions: in each round
// chance makes one move that changes nothing but the round. So the match can be measured,
// charted, stored and compared like any other.
#include <ctype.h>
#include <string.h>

#include "core/game_extras.h"
#include "worlds/shelf.h"

enum { most_players = 64, most_rounds = 100000, most_decimals = 3, most_score = 1000000 };
enum { most_field = 200 };

typedef struct match_records {
    int players, rounds;
    const char **names;
    int decimals;   // number of decimals of the scores, which are stored as integers
    int32_t *rows;  // rounds + 1 rows of totals, row 0 all zero; more is better
} match_records;

typedef struct record_state {
    uint32_t round;
} record_state;
_Static_assert(sizeof(record_state) == 4, "no padding: states are compared as bytes");

// One line of the text, before its round and player are checked against the others.
typedef struct entry {
    int64_t round;
    int player, line;
    int64_t score;  // the score in thousandths
} entry;

typedef enum column { a_round, a_player, a_score, column_count } column;

typedef struct reader {
    dado_place place;
    dado_region *region;
    dado_error *err;
    // The character that separates fields, taken from the first line; 0 before that.
    char gap;
    bool begun;                  // true once a line with content has been read
    column order[column_count];  // which column each field of a line is
    const char **names;
    int players;
    entry *entries;
    int count, decimals;
} reader;

static bool wrong(reader *r, const char *why)
{
    return dado_fail_at(r->err, DADO_SYNTAX, r->place, "%s", why);
}

static bool is_gap(reader *r, char c)
{
    if (!r->gap && (c == ';' || c == ',' || c == '\t')) r->gap = c;
    return c && c == r->gap;
}

// Reads a field between quotes. A quote inside it is written twice; it may hold anything
// but a line break.
static bool take_quoted(const char **at, char *field)
{
    const char *s = *at + 1;
    size_t length = 0;
    for (; *s && *s != '\n'; s++) {
        if (*s == '"' && *++s != '"') break;
        if (length + 1 < most_field) field[length++] = *s;
    }
    field[length] = '\0';
    bool closed = s[-1] == '"' && s - *at >= 2 && length + 1 < most_field;
    while (*s == ' ' || *s == '\r') s++;
    *at = s;
    return closed;
}

// Reads the next field of a line, without the blanks around it, and advances to the
// separator or the end of the line.
static bool take_field(reader *r, const char **at, char *field)
{
    while (**at == ' ') ++*at;
    if (**at == '"') {
        if (!take_quoted(at, field))
            return wrong(r, "a quoted field has no closing quote on its line; add the quote");
        bool ends = !**at || **at == '\n' || is_gap(r, **at);
        return ends ||
               wrong(r, "text follows the closing quote of a field; write a quote inside it twice");
    }
    const char *s = *at, *end = s;
    while (*end && *end != '\n' && !is_gap(r, *end)) end++;
    *at = end;
    while (end > s && (end[-1] == ' ' || end[-1] == '\r')) end--;
    if (end - s >= most_field) return wrong(r, "a field is longer than 199 bytes");
    memcpy(field, s, (size_t)(end - s));
    field[end - s] = '\0';
    return true;
}

static bool read_round(reader *r, const char *text, entry *e)
{
    return (dado_read_int(text, &e->round) && e->round >= 0) ||
           wrong(r, "a round is a whole number from 0");
}

// Reads a score such as 17, -3 or 2.5. Exponents are refused.
static bool read_score(reader *r, const char *text, entry *e)
{
    const char *s = text + (*text == '-' || *text == '+');
    int64_t value = 0;
    int digits = 0, decimals = 0;
    for (; isdigit((unsigned char)*s); s++, digits++) {
        if (value <= most_score) value = 10 * value + (*s - '0');
    }
    if (*s == '.' && digits) s++;
    else if (*s) return wrong(r, "a score is a number such as 17, -3 or 2.5");
    if (!digits) return wrong(r, "a score is a number such as 17, -3 or 2.5");
    if (value > most_score) return wrong(r, "a score lies between -1000000 and 1000000");
    size_t rest = strlen(s);
    while (rest > 0 && s[rest - 1] == '0') rest--;
    for (size_t i = 0; i < strlen(s); i++) {
        if (!isdigit((unsigned char)s[i])) {
            return wrong(r, "a score is a number such as 17, -3 or 2.5");
        }
    }
    if (rest > most_decimals) return wrong(r, "a score has at most three decimals");
    for (; decimals < most_decimals; decimals++) {
        value = 10 * value + ((size_t)decimals < rest ? s[decimals] - '0' : 0);
    }
    if (value > (int64_t)most_score * 1000) {
        return wrong(r, "a score lies between -1000000 and 1000000");
    }
    if ((int)rest > r->decimals) r->decimals = (int)rest;
    e->score = *text == '-' ? -value : value;
    return true;
}

static bool read_player(reader *r, const char *name, entry *e)
{
    if (!*name) return wrong(r, "the name of the player is missing");
    for (e->player = 0; e->player < r->players; e->player++) {
        if (strcmp(r->names[e->player], name) == 0) return true;
    }
    if (r->players == most_players) return wrong(r, "there are more than 64 players");
    r->names[r->players] = dado_region_copy(r->region, name, strlen(name));
    return r->names[r->players++] ||
           dado_fail(r->err, DADO_LIMIT, "out of memory while reading the names of players");
}

static int column_named(const char *word)
{
    static const char *const words[column_count] = { " round turn ", " player name team ",
                                                     " score points total " };
    char wanted[most_field + 2] = " ";
    size_t length = 1;
    for (; word[length - 1]; length++)
        wanted[length] = (char)tolower((unsigned char)word[length - 1]);
    wanted[length] = ' ';
    wanted[length + 1] = '\0';
    for (int c = 0; c < column_count; c++) {
        if (length > 1 && strstr(words[c], wanted)) return c;
    }
    return -1;
}

// Recognises a heading line: it has each of the three column names once, in any order.
static bool is_heading(reader *r, char fields[column_count][most_field])
{
    column order[column_count];
    int met = 0;
    for (int i = 0; i < column_count; i++) {
        int c = column_named(fields[i]);
        if (c < 0) return false;
        order[i] = (column)c;
        met |= 1 << c;
    }
    if (met != (1 << column_count) - 1) return false;
    memcpy(r->order, order, sizeof order);
    return true;
}

static bool read_line(reader *r, const char *line)
{
    char fields[column_count][most_field];
    bool first = !r->begun;
    r->begun = true;
    for (int i = 0; i < column_count; i++) {
        if (!take_field(r, &line, fields[i])) return false;
        bool more = is_gap(r, *line);
        if (i + 1 < column_count && !more) {
            return wrong(r, "expected round;player;score, as in 3;p0;17");
        }
        if (i + 1 == column_count && more) {
            return wrong(r, "this line has too many fields; a line has three: round;player;score");
        }
        line += more;
    }
    if (first && is_heading(r, fields)) return true;
    entry *e = &r->entries[r->count];
    e->line = r->place.line;
    for (int i = 0; i < column_count; i++) {
        bool fine = r->order[i] == a_round    ? read_round(r, fields[i], e)
                    : r->order[i] == a_player ? read_player(r, fields[i], e)
                                              : read_score(r, fields[i], e);
        if (!fine) return false;
    }
    r->count++;
    return true;
}

static bool read_text(reader *r, const char *text)
{
    // Skips the byte order mark of UTF-8.
    if (strncmp(text, "\xef\xbb\xbf", 3) == 0) text += 3;
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        r->place.line++;
        r->place.column = 1;
        r->place.length = (int)strcspn(text, "\r\n");
        if (strspn(text, " \t\r") >= strcspn(text, "\n") || *text == '#') continue;
        if (!read_line(r, text)) return false;
    }
    if (r->count == 0) return wrong(r, "this table has no line of the form round;player;score");
    return true;
}

// Orders entries by round, then by player, then by line.
static bool comes_before(const entry *a, const entry *b)
{
    if (a->round != b->round) return a->round < b->round;
    return a->player != b->player ? a->player < b->player : a->line < b->line;
}

static void sort_entries(entry *entries, int count, entry *room)
{
    if (count < 2) return;
    int half = count / 2;
    sort_entries(entries, half, room);
    sort_entries(entries + half, count - half, room);
    memcpy(room, entries, sizeof *entries * (size_t)half);
    int a = 0, b = half, to = 0;
    while (a < half) {
        bool second = b < count && comes_before(&entries[b], &room[a]);
        entries[to++] = second ? entries[b++] : room[a++];
    }
}

// Checks that no player has two scores in the same round.
static bool has_one_score_each(reader *r)
{
    for (int i = 1; i < r->count; i++) {
        const entry *a = &r->entries[i - 1], *b = &r->entries[i];
        if (a->round != b->round || a->player != b->player) continue;
        r->place.line = b->line;
        return dado_fail_at(r->err, DADO_SYNTAX, r->place,
                            "%.60s has a score in round %lld already, in line %d",
                            r->names[b->player], (long long)b->round, a->line);
    }
    return true;
}

// Fills the table of totals. A player without a line in a round keeps the last total.
static bool fill_rows(match_records *s, reader *r, bool gains, bool lowest)
{
    int rounds = 0, unit = 1;
    for (int i = 0; i < r->count; i++) {
        rounds += i == 0 || r->entries[i].round != r->entries[i - 1].round;
    }
    if (rounds > most_rounds) return wrong(r, "there are more than 100000 rounds");
    for (int i = r->decimals; i < most_decimals; i++) unit *= 10;
    *s = (match_records){
        .players = r->players, .rounds = rounds, .names = r->names, .decimals = r->decimals
    };
    s->rows = dado_new(r->region, int32_t, (size_t)(rounds + 1) * (size_t)s->players);
    if (!s->rows)
        return dado_fail(r->err, DADO_LIMIT, "out of memory while building the score table");
    int row = 0;
    for (int i = 0; i < r->count; i++) {
        size_t width = (size_t)s->players;
        if (i == 0 || r->entries[i].round != r->entries[i - 1].round) {
            row++;
            memcpy(s->rows + (size_t)row * width, s->rows + (size_t)(row - 1) * width,
                   sizeof *s->rows * width);
        }
        int64_t points = r->entries[i].score / unit;
        int32_t *total = &s->rows[(size_t)row * width + (size_t)r->entries[i].player];
        if (lowest) points = -points;
        if (gains) points += *total;
        if (points > INT32_MAX || points < -INT32_MAX) {
            r->place.line = r->entries[i].line;
            return wrong(r, "the total is too large to be stored; use smaller scores");
        }
        *total = (int32_t)points;
    }
    return true;
}

static const char small_table[] = "1;ann;3\n1;bob;1\n2;ann;4\n2;bob;5\n3;ann;7\n3;bob;6\n";

static bool open(dado_game *game, const dado_options *options, dado_region *region, dado_error *err)
{
    static const char *const kinds[] = { "totals", "gains", NULL };
    dado_option_reader ask = dado_option_reader_begin(options);
    const char *text = dado_option_text(&ask, "file", small_table);
    bool gains = dado_option_choice(&ask, "scores", kinds, 0) == 1;
    bool lowest = dado_option_bool(&ask, "lowest_wins", false);
    if (!dado_option_reader_end(&ask, region, &game->options, err)) return false;
    const dado_option *file = dado_options_find(options, "file");
    int lines = 1;
    for (const char *c = text; *c; c++) lines += *c == '\n';
    reader r = { .region = region, .err = err, .order = { a_round, a_player, a_score } };
    r.place.source = file && file->place.source ? file->place.source : "the table";
    r.names = dado_new(region, const char *, most_players);
    r.entries = dado_new(region, entry, lines);
    entry *room = dado_new(region, entry, lines);
    match_records *s = dado_new(region, match_records, 1);
    if (!r.names || !r.entries || !room || !s) {
        return dado_fail(err, DADO_LIMIT, "out of memory while reading the score table");
    }
    if (!read_text(&r, text)) return false;
    sort_entries(r.entries, r.count, room);
    if (!has_one_score_each(&r) || !fill_rows(s, &r, gains, lowest)) return false;
    game->data = s;
    game->players = s->players;
    game->max_moves = 1;
    game->lowest_wins = lowest;
    game->state_size = sizeof(record_state);
    return true;
}

static void start(const dado_game *game, void *state)
{
    (void)game;
    *(record_state *)state = (record_state){ 0 };
}

static int actor(const dado_game *game, const void *state)
{
    const match_records *s = game->data;
    return ((const record_state *)state)->round < (uint32_t)s->rounds ? DADO_CHANCE : DADO_NOBODY;
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
    ((record_state *)state)->round++;
}

static const int32_t *row_of(const dado_game *game, const void *state)
{
    const match_records *s = game->data;
    return s->rows + (size_t)((const record_state *)state)->round * (size_t)s->players;
}

static void scores(const dado_game *game, const void *state, int32_t *scores)
{
    memcpy(scores, row_of(game, state), sizeof *scores * (size_t)game->players);
}

static int round_of(const dado_game *game, const void *state)
{
    (void)game;
    return (int)((const record_state *)state)->round;
}

static void print(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    (void)eyes;
    const match_records *s = game->data;
    const int32_t *row = row_of(game, state);
    dado_text_addf(out, "round %d of %d\n", round_of(game, state), s->rounds);
    for (int p = 0; p < s->players; p++) {
        int64_t score = game->lowest_wins ? -row[p] : row[p], unit = 1;
        for (int i = 0; i < s->decimals; i++) unit *= 10;
        int64_t size = score < 0 ? -score : score;
        dado_text_addf(out, "%s %s%lld", s->names[p], score < 0 ? "-" : "",
                       (long long)(size / unit));
        if (s->decimals) dado_text_addf(out, ".%0*lld", s->decimals, (long long)(size % unit));
        dado_text_char(out, '\n');
    }
}

static void print_move(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    (void)game;
    (void)state;
    (void)move;
    dado_text_add(out, "next round");
}

static void remark(const dado_game *game, dado_text *out)
{
    static const char *const units[] = { "", "tenths", "hundredths", "thousandths" };
    const match_records *s = game->data;
    if (!s->decimals) return;
    dado_text_addf(out, "scores are counted in %s: 1 in the table is %s in every figure of points",
                   units[s->decimals],
                   s->decimals == 1   ? "10"
                   : s->decimals == 2 ? "100"
                                      : "1000");
}

static const char *seat_name(const dado_game *game, int seat)
{
    return ((const match_records *)game->data)->names[seat];
}

static const dado_game_extras extras = {
    .size = sizeof(dado_game_extras), .played = true, .remark = remark, .seat_name = seat_name
};

const dado_rules dado_world_table = {
    .size = sizeof(dado_rules),
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
    .extras = &extras,
};
