// level_format.c - reads and writes levels as text and JSON; see level_format.h.
#include "worlds/platform/level_format.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    exit_height = 2,  // cells kept free at the exit: the tall hero fits in
    rows_most = 64,   // most rows of a text, before rows of air on top are removed
};

static const char route_word[] = "route ";
static const char route_digits[] = "0123456789abcdefghijklmnopqrstuv";

typedef struct rows {
    const char *source;
    const char *at[rows_most];  // the first letter of each row
    int line[rows_most];        // line number of each row, from 1
    // Letters in each row; shorter rows are filled up with air.
    int length[rows_most];
    int count;
    int width;
    const char *route;  // the digits behind the word `route`; or NULL
    int route_length;
    dado_level_notes *notes;
} rows;

static dado_place place_of(const rows *r, int row, int column)
{
    return (dado_place){ r->source, r->line[row], column + 1, 1 };
}

static int line_length(const char *line)
{
    return (int)strcspn(line, "\r\n");
}

static void note(const rows *r, int line, int column, const char *format, ...) DADO_PRINTF(4, 5);

static void note(const rows *r, int line, int column, const char *format, ...)
{
    if (!r->notes) return;
    if (r->notes->count < DADO_LEVEL_NOTES_MOST) {
        dado_level_note *n = &r->notes->list[r->notes->count];
        n->line = line;
        n->column = column;
        va_list list;
        va_start(list, format);
        vsnprintf(n->text, sizeof n->text, format, list);
        va_end(list);
    }
    r->notes->count++;
}

// Removes rows of air on top of the sixteen rows that a level has.
static bool take_off_air(rows *r, dado_error *err)
{
    int extra = r->count - DADO_LEVEL_ROWS;
    if (extra <= 0) return true;
    for (int row = 0; row < extra; row++) {
        if (strspn(r->at[row], "-") == (size_t)r->length[row]) continue;
        return dado_fail_at(err, DADO_SYNTAX,
                            (dado_place){ r->source, r->line[DADO_LEVEL_ROWS], 1, 1 },
                            "a level has 16 rows, or 14 in the corpus form, and this is one too "
                            "many: only rows of air can be left out");
    }
    note(r, r->line[0], 1, "%d rows of air on top are left out", extra);
    memmove(r->at, r->at + extra, DADO_LEVEL_ROWS * sizeof *r->at);
    memmove(r->line, r->line + extra, DADO_LEVEL_ROWS * sizeof *r->line);
    memmove(r->length, r->length + extra, DADO_LEVEL_ROWS * sizeof *r->length);
    r->count = DADO_LEVEL_ROWS;
    return true;
}

// Reads the line `route DIGITS`, which may end a level, after an empty line.
static bool take_route(rows *r, const char *text, int line, dado_error *err)
{
    dado_place place = { r->source, line, (int)sizeof route_word, 1 };
    r->route = text + strlen(route_word);
    size_t length = strspn(r->route, route_digits);
    const char *end = r->route + length;
    if (length == 0 || end[strspn(end, " \t\r\n")]) {
        place.column += (int)length;
        return dado_fail_at(err, DADO_SYNTAX, place,
                            "a route is one digit a tick, 0 to 9 and a to v, and ends the level");
    }
    if (length > DADO_LEVEL_ROUTE_MOST) {
        return dado_fail_at(err, DADO_LIMIT, place, "a route has at most %d ticks, this one %zu",
                            DADO_LEVEL_ROUTE_MOST, length);
    }
    r->route_length = (int)length;
    return true;
}

static bool split(rows *r, const char *text, dado_error *err)
{
    int line = 0;
    while (*text) {
        int length = line_length(text);
        line++;
        const char *here = text;
        text += length;
        if (*text == '\r') text++;
        if (*text == '\n') text++;
        if (length == 0) {
            const char *rest = text + strspn(text, "\r\n");
            if (*rest == '\0') break;  // only empty lines are left
            if (r->count == 0) continue;
            if (strncmp(rest, route_word, strlen(route_word)) == 0) {
                for (; text < rest; text++) line += *text == '\n';
                if (!take_route(r, rest, line + 1, err)) return false;
                break;
            }
        }
        if (r->count == rows_most) {
            return dado_fail_at(err, DADO_SYNTAX, (dado_place){ r->source, line, 1, 1 },
                                "a level has 16 rows, or 14 in the corpus form, and this is one "
                                "too many");
        }
        if (length > r->width) r->width = length;
        r->at[r->count] = here;
        r->length[r->count] = length;
        r->line[r->count++] = line;
    }
    if (r->count < DADO_LEVEL_ROWS_LEAST) {
        return dado_fail_at(err, DADO_SYNTAX, (dado_place){ r->source, line ? line : 1, 1, 1 },
                            "a level has 16 rows, or 14 in the corpus form; this one has %d",
                            r->count);
    }
    if (r->width > DADO_LEVEL_WIDEST) {
        return dado_fail_at(err, DADO_LIMIT, place_of(r, 0, DADO_LEVEL_WIDEST),
                            "a level has at most %d columns, this one has %d", DADO_LEVEL_WIDEST,
                            r->width);
    }
    if (!take_off_air(r, err)) return false;
    if (r->count < 14)
        note(r, r->line[0], 1, "the level has only %d rows; the missing rows on top are air",
             r->count);
    for (int row = 0; row < r->count; row++) {
        if (r->length[row] == r->width) continue;
        note(r, r->line[row], r->length[row] + 1,
             "this row has %d letters, the longest has %d; the rest is air", r->length[row],
             r->width);
    }
    return true;
}

// Returns the row of the text that holds this row of the level, below 0 if the text lacks
// it (the level has air there). The last row of the corpus form stands for the lowest two
// rows.
static int text_row(const rows *r, int row)
{
    int lowest = r->count == 14 ? 1 : 0;
    int at = row - (DADO_LEVEL_ROWS - lowest - r->count);
    return at >= r->count ? r->count - 1 : at;
}

static char letter_at(const rows *r, int column, int row)
{
    int at = text_row(r, row);
    return at < 0 || column >= r->length[at] ? '-' : r->at[at][column];
}

static bool is_short_pipe(char c)
{
    return c == 't' || c == 'T';
}

static bool is_pipe(char c)
{
    return is_short_pipe(c) || (c && strchr("<>[]", c));
}

static int creature_of(char c, bool *winged)
{
    *winged = c >= 'A' && c <= 'Z' && c != 'E';
    switch (c) {
    case 'g':
    case 'G':
    case 'E': return DADO_CRAWLER;
    case 'k':
    case 'K': return DADO_GREEN;
    case 'r':
    case 'R': return DADO_RED;
    case 'y':
    case 'Y': return DADO_SPIKER;
    default: return -1;
    }
}

static int tile_of(char c)
{
    switch (c) {
    case '|': return DADO_TILE_AIR;  // the background below a one-way platform
    case '?': return DADO_TILE_POWER;
    case 'Q': return DADO_TILE_COINS;
    case 'B':
    case 'b': return DADO_TILE_CANNON;
    default: break;
    }
    for (int tile = 0; tile < DADO_TILES; tile++) {
        if (dado_tiles[tile].text == c) return tile;
    }
    return -1;
}

static void add_spawn(dado_level *level, int column, int row, int creature, bool winged)
{
    level->spawns[level->spawn_count++] =
        (dado_spawn){ (int16_t)column, (uint8_t)row, (uint8_t)creature, winged };
}

// Sets the tile of a pipe. In a run of t's, left and right halves alternate. It is a
// mouth if no pipe is above it.
static void read_pipe(dado_level *level, const rows *r, int column, int row)
{
    int run = 0, line = r->line[text_row(r, row)];
    while (column - run > 0 && is_short_pipe(letter_at(r, column - run - 1, row))) run++;
    bool left = run % 2 == 0;
    bool half = left && !(column + 1 < r->width && is_short_pipe(letter_at(r, column + 1, row)));
    if (half)
        note(r, line, column + 1, "this pipe is only one column wide, so nothing lives in it");
    bool mouth = row == 0 || !is_pipe(letter_at(r, column, row - 1));
    int tile = left ? DADO_TILE_PIPE_LEFT : DADO_TILE_PIPE_RIGHT;
    if (mouth) tile = left ? DADO_TILE_MOUTH_LEFT : DADO_TILE_MOUTH_RIGHT;
    level->tiles[column * DADO_LEVEL_ROWS + row] = (uint8_t)tile;
    if (letter_at(r, column, row) != 'T') return;
    if (left && mouth && !half) add_spawn(level, column, row, DADO_SNAPPER, false);
    else if (!left && mouth && letter_at(r, column - 1, row) != 'T') {
        note(r, line, column + 1, "a T on the right half of a pipe: no snapper lives there");
    }
}

static void set_once(const rows *r, int column, int row, const char *what, int *to_column,
                     int *to_row)
{
    if (*to_column >= 0) {
        note(r, r->line[text_row(r, row)], column + 1,
             "a second %s is left out; the first is in column %d", what, *to_column + 1);
        return;
    }
    *to_column = column;
    *to_row = row;
}

static bool read_cell(dado_level *level, const rows *r, int column, int row, dado_error *err)
{
    char c = letter_at(r, column, row);
    bool corpus_copy = r->count == 14 && row == DADO_LEVEL_ROWS - 1;
    bool winged;
    int creature = creature_of(c, &winged);
    if (is_short_pipe(c)) {
        read_pipe(level, r, column, row);
        return true;
    }
    if (c == 'M' || c == 'F') {
        if (corpus_copy) return true;
        if (c == 'M') {
            set_once(r, column, row, "start M", &level->start_column, &level->start_row);
        } else {
            set_once(r, column, row, "exit F", &level->exit_column, &level->exit_row);
        }
        return true;
    }
    if (creature >= 0) {
        if (!corpus_copy) add_spawn(level, column, row, creature, winged);
        return true;
    }
    int tile = tile_of(c);
    if (tile < 0 && (c < ' ' || c == 127)) {
        return dado_fail_at(
            err, DADO_SYNTAX, place_of(r, text_row(r, row), column),
            "the byte %d has no meaning in a level; use the letters of the text form",
            (unsigned char)c);
    }
    if (tile < 0) {
        note(r, r->line[text_row(r, row)], column + 1,
             "'%c' has no meaning in a level and is read as air", c);
        tile = DADO_TILE_AIR;
    }
    level->tiles[column * DADO_LEVEL_ROWS + row] = (uint8_t)tile;
    return true;
}

static bool is_solid_letter(char c)
{
    return strchr("X#@!BCQ<>[]?SUD%tT", c) != NULL;
}

// Finds the lowest free cell of a column that has a solid tile right below it.
static bool find_footing(const rows *r, int column, int *row)
{
    for (int at = DADO_LEVEL_ROWS - 2; at >= 0; at--) {
        if (!is_solid_letter(letter_at(r, column, at)) &&
            is_solid_letter(letter_at(r, column, at + 1))) {
            *row = at;
            return true;
        }
    }
    return false;
}

// Finds the first column with a cell to stand in, walking from column `from` by `step`;
// returns -1 if there is none.
static int find_column(const rows *r, int from, int step, int *row)
{
    for (int column = from; column >= 0 && column < r->width; column += step) {
        if (find_footing(r, column, row)) return column;
    }
    return -1;
}

static bool place_start_and_exit(dado_level *level, const rows *r, dado_error *err)
{
    if (level->start_column < 0) {
        level->start_column = find_column(r, 0, 1, &level->start_row);
        if (level->start_column < 0) {
            return dado_fail_at(err, DADO_INVALID, place_of(r, 0, 0),
                                "there is no start: put an M where the hero begins, or ground "
                                "anywhere");
        }
        if (level->start_column > 0 || r->count != 14) {
            note(r, r->line[0], level->start_column + 1,
                 "there is no start M: the hero begins in column %d", level->start_column + 1);
        }
        // The text form has only an M in this cell, so no coin or hidden block may be
        // there.
        level->tiles[level->start_column * DADO_LEVEL_ROWS + level->start_row] = DADO_TILE_AIR;
    }
    bool odd = level->exit_column >= 0 && level->exit_column <= level->start_column;
    if (odd) {
        note(r, r->line[0], level->exit_column + 1,
             "the exit F does not lie to the right of the start and is ignored");
    }
    if (level->exit_column < 0 || odd) {
        level->exit_column = find_column(r, r->width - 1, -1, &level->exit_row);
        if (level->exit_column <= level->start_column) {
            return dado_fail_at(err, DADO_INVALID, place_of(r, 0, r->width - 1),
                                "there is no exit: put an F to the right of the start, or ground "
                                "in the last columns");
        }
        if (!odd && (level->exit_column < r->width - 1 || r->count != 14)) {
            note(r, r->line[0], level->exit_column + 1,
                 "there is no exit F: the level ends in column %d", level->exit_column + 1);
        }
    }
    for (int i = 0; i < exit_height && level->exit_row - i >= 0; i++) {
        int row = level->exit_row - i;
        uint8_t *tile = &level->tiles[level->exit_column * DADO_LEVEL_ROWS + row];
        if (*tile != DADO_TILE_AIR) {
            note(r, r->line[text_row(r, row) < 0 ? 0 : text_row(r, row)], level->exit_column + 1,
                 "the %s at the exit is left out: the hero must fit in there",
                 dado_tiles[*tile].name);
        }
        *tile = DADO_TILE_AIR;
    }
    return true;
}

static bool is_pipe_tile(int tile)
{
    return tile >= DADO_TILE_PIPE_LEFT && tile <= DADO_TILE_MOUTH_RIGHT;
}

static int tile_or_air(const dado_level *level, int column, int row)
{
    if (row < 0 || column < 0 || column >= level->width) return DADO_TILE_AIR;
    return dado_level_tile(level, column, row);
}

// Checks whether the pipe tiles around this cell would be read back unchanged if they
// were written as t's.
static bool pipe_is_plain(const dado_level *level, int column, int row)
{
    int first = column;
    while (is_pipe_tile(tile_or_air(level, first - 1, row))) first--;
    int end = column;
    while (is_pipe_tile(tile_or_air(level, end, row))) end++;
    if ((end - first) % 2) return false;
    for (int at = first; at < end; at++) {
        bool mouth = !is_pipe_tile(tile_or_air(level, at, row - 1));
        bool left = (at - first) % 2 == 0;
        int expected = left ? DADO_TILE_PIPE_LEFT : DADO_TILE_PIPE_RIGHT;
        if (mouth) expected = left ? DADO_TILE_MOUTH_LEFT : DADO_TILE_MOUTH_RIGHT;
        if (dado_level_tile(level, at, row) != expected) return false;
    }
    return true;
}

// Removes snappers whose pipe was cut or shifted by the exit. The level that is left
// can be written and is read back unchanged.
static void evict_snappers(dado_level *level)
{
    int kept = 0;
    for (int i = 0; i < level->spawn_count; i++) {
        const dado_spawn *s = &level->spawns[i];
        if (s->creature == DADO_SNAPPER &&
            (dado_level_tile(level, s->column, s->row) != DADO_TILE_MOUTH_LEFT ||
             dado_level_tile(level, s->column + 1, s->row) != DADO_TILE_MOUTH_RIGHT ||
             !pipe_is_plain(level, s->column, s->row))) {
            continue;
        }
        level->spawns[kept++] = *s;
    }
    level->spawn_count = kept;
}

static bool read_rows(dado_level *level, const char *source, const char *text, dado_region *region,
                      dado_level_notes *notes, dado_error *err)
{
    rows r = { .source = source, .notes = notes };
    if (!split(&r, text, err)) return false;
    if (r.width < 2) {
        return dado_fail_at(err, DADO_INVALID, place_of(&r, 0, 0),
                            "this level is too narrow; a level has at least two columns");
    }
    int spawns = 0;
    for (int row = 0; row < r.count; row++) {
        for (int column = 0; column < r.length[row]; column++) {
            bool winged;
            char c = r.at[row][column];
            spawns += creature_of(c, &winged) >= 0 || c == 'T';
        }
    }
    if (!dado_level_init(level, r.width, spawns, region, err)) return false;
    level->start_column = level->exit_column = -1;
    for (int column = 0; column < r.width; column++) {
        for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
            if (!read_cell(level, &r, column, row, err)) return false;
        }
    }
    if (!place_start_and_exit(level, &r, err)) return false;
    evict_snappers(level);
    if (r.route) level->route = dado_region_copy(region, r.route, (size_t)r.route_length);
    return !r.route || level->route ||
           dado_fail(err, DADO_LIMIT, "out of memory for the route of a level");
}

// Reads the rows of a JSON object, joined into one text.
static bool read_json(dado_level *level, const char *source, const char *text, dado_region *region,
                      dado_level_notes *notes, dado_error *err)
{
    json_error_t trouble;
    json_t *object = json_loads(text, 0, &trouble);
    if (!object) {
        dado_place place = { source, trouble.line > 0 ? trouble.line : 1,
                             trouble.column > 0 ? trouble.column : 1, 1 };
        return dado_fail_at(err, DADO_SYNTAX, place, "this is not JSON: %s", trouble.text);
    }
    json_t *list = json_object_get(object, "rows");
    dado_text joined = { 0 };
    bool fine = json_is_array(list);
    for (size_t i = 0; fine && i < json_array_size(list); i++) {
        const char *row = json_string_value(json_array_get(list, i));
        fine = row != NULL && !strpbrk(row, "\r\n");
        if (fine) dado_text_addf(&joined, "%s\n", row);
    }
    json_t *route = json_object_get(object, "route");
    if (fine && route) {
        fine = json_is_string(route);
        if (fine) dado_text_addf(&joined, "\n%s%s\n", route_word, json_string_value(route));
    }
    if (!fine) {
        dado_fail_at(err, DADO_INVALID, (dado_place){ source, 1, 1, 1 },
                     "a level in JSON is an object with \"rows\", a list of strings, and may have "
                     "\"route\", a string");
    } else {
        fine = read_rows(level, source, dado_text_string(&joined), region, notes, err);
        // The line number counts rows of the list; their lines in the JSON file are
        // unknown.
        if (!fine && err && err->place.line) {
            int row = err->place.line, column = err->place.column;
            char why[sizeof err->text];
            memcpy(why, err->text, sizeof why);
            dado_fail_at(err, err->status, (dado_place){ source, 1, 1, 1 },
                         "row %d, column %d: %.340s", row, column, why);
        }
    }
    dado_text_free(&joined);
    json_decref(object);
    return fine;
}

bool dado_level_read_noting(dado_level *level, const char *source, const char *text,
                            dado_region *region, dado_level_notes *notes, dado_error *err)
{
    const char *first = text + strspn(text, " \t\r\n");
    if (notes) notes->count = 0;
    if (*first == '{') return read_json(level, source, text, region, notes, err);
    return read_rows(level, source, text, region, notes, err);
}

bool dado_level_read(dado_level *level, const char *source, const char *text, dado_region *region,
                     dado_error *err)
{
    return dado_level_read_noting(level, source, text, region, NULL, err);
}

static void letters(const dado_level *level, char *grid)
{
    for (int column = 0; column < level->width; column++) {
        for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
            int tile = dado_level_tile(level, column, row);
            char c = dado_tiles[tile].text;
            if (is_pipe_tile(tile) && pipe_is_plain(level, column, row)) c = 't';
            grid[column * DADO_LEVEL_ROWS + row] = c;
        }
    }
    grid[level->start_column * DADO_LEVEL_ROWS + level->start_row] = 'M';
    grid[level->exit_column * DADO_LEVEL_ROWS + level->exit_row] = 'F';
    for (int i = 0; i < level->spawn_count; i++) {
        const dado_spawn *s = &level->spawns[i];
        char *cell = &grid[s->column * DADO_LEVEL_ROWS + s->row];
        if (s->creature != DADO_SNAPPER) {
            char c = dado_creature_letters[s->creature];
            *cell = s->winged ? (char)(c - 'a' + 'A') : c;
            continue;
        }
        for (int row = s->row; row < DADO_LEVEL_ROWS; row++) {
            char *left = &grid[s->column * DADO_LEVEL_ROWS + row];
            if (*left != 't') break;
            if (row > s->row && dado_level_tile(level, s->column, row) != DADO_TILE_PIPE_LEFT)
                break;
            left[0] = left[DADO_LEVEL_ROWS] = 'T';
        }
    }
}

void dado_level_write(const dado_level *level, dado_text *out)
{
    char grid[DADO_LEVEL_WIDEST * DADO_LEVEL_ROWS];
    letters(level, grid);
    for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
        for (int column = 0; column < level->width; column++) {
            dado_text_char(out, grid[column * DADO_LEVEL_ROWS + row]);
        }
        dado_text_char(out, '\n');
    }
}

bool dado_level_set_route(dado_level *level, const uint8_t *buttons, int ticks, dado_region *region)
{
    char *digits = dado_new(region, char, ticks + 1);
    if (!digits) return false;
    for (int i = 0; i < ticks; i++) digits[i] = route_digits[buttons[i] % 32];
    level->route = digits;
    return true;
}

void dado_level_write_with_route(const dado_level *level, dado_text *out)
{
    dado_level_write(level, out);
    if (level->route) dado_text_addf(out, "\n%s%s\n", route_word, level->route);
}

static char corpus_letter(const dado_level *level, int column, int row)
{
    int tile = dado_level_tile(level, column, row);
    switch (tile) {
    case DADO_TILE_AIR:
    case DADO_TILE_HIDDEN_COIN:
    case DADO_TILE_HIDDEN_LIFE: return '-';
    case DADO_TILE_GROUND:
    case DADO_TILE_ROCK:
    case DADO_TILE_USED:
    case DADO_TILE_ONE_WAY: return 'X';
    case DADO_TILE_BRICK:
    case DADO_TILE_BRICK_COINS:
    case DADO_TILE_BRICK_POWER:
    case DADO_TILE_LIFE: return 'S';
    case DADO_TILE_POWER: return '?';
    case DADO_TILE_COINS: return 'Q';
    case DADO_TILE_CANNON:
        return tile_or_air(level, column, row - 1) == DADO_TILE_CANNON ? 'b' : 'B';
    default: return dado_tiles[tile].text;
    }
}

void dado_level_write_corpus(const dado_level *level, dado_text *out)
{
    int next[DADO_LEVEL_ROWS] = { 0 };  // for each row, the index of its next spawn
    for (int row = 1; row < DADO_LEVEL_ROWS - 1; row++) {
        for (int column = 0; column < level->width; column++) {
            char c = corpus_letter(level, column, row);
            while (next[row] < level->spawn_count && level->spawns[next[row]].column < column) {
                next[row]++;
            }
            for (int i = next[row]; i < level->spawn_count; i++) {
                const dado_spawn *s = &level->spawns[i];
                if (s->column != column) break;
                if (s->row == row && s->creature != DADO_SNAPPER) c = 'E';
            }
            dado_text_char(out, c);
        }
        dado_text_char(out, '\n');
    }
}

void dado_level_write_json(const dado_level *level, dado_text *out)
{
    dado_text text = { 0 };
    dado_level_write(level, &text);
    dado_text_addf(out, "{\"width\":%d,\"start\":[%d,%d],\"exit\":[%d,%d],\"rows\":[", level->width,
                   level->start_column, level->start_row, level->exit_column, level->exit_row);
    for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
        dado_text_addf(out, "%s\"", row ? "," : "");
        const char *line = text.data + (size_t)row * (size_t)(level->width + 1);
        dado_text_add_bytes(out, line, (size_t)level->width);
        dado_text_char(out, '"');
    }
    dado_text_add(out, "],\"creatures\":[");
    for (int i = 0; i < level->spawn_count; i++) {
        const dado_spawn *s = &level->spawns[i];
        dado_text_addf(out, "%s{\"column\":%d,\"row\":%d,\"kind\":\"%s\",\"winged\":%s}",
                       i ? "," : "", s->column, s->row, dado_creature_names[s->creature],
                       s->winged ? "true" : "false");
    }
    dado_text_char(out, ']');
    if (level->route) dado_text_addf(out, ",\"route\":\"%s\"", level->route);
    dado_text_add(out, "}\n");
    dado_text_free(&text);
}

// Adds a number of things that a form cannot hold to a list in words.
static void add_loss(dado_text *out, int count, const char *one, const char *many)
{
    if (count == 0) return;
    if (out->length) dado_text_add(out, "; ");
    dado_text_addf(out, "%d %s", count, count == 1 ? one : many);
}

void dado_level_corpus_losses(const dado_level *level, dado_text *out)
{
    int kinds = 0, snappers = 0, above = 0, below = 0, hidden = 0, alike = 0;
    for (int i = 0; i < level->spawn_count; i++) {
        const dado_spawn *s = &level->spawns[i];
        if (s->creature == DADO_SNAPPER) snappers++;
        else kinds += s->creature != DADO_CRAWLER || s->winged;
    }
    for (int column = 0; column < level->width; column++) {
        const uint8_t *tiles = level->tiles + column * DADO_LEVEL_ROWS;
        above += tiles[0] != DADO_TILE_AIR;
        below += tiles[DADO_LEVEL_ROWS - 1] != tiles[DADO_LEVEL_ROWS - 2];
        for (int row = 1; row < DADO_LEVEL_ROWS - 1; row++) {
            int tile = tiles[row];
            hidden += tile == DADO_TILE_HIDDEN_COIN || tile == DADO_TILE_HIDDEN_LIFE;
            alike += tile == DADO_TILE_ROCK || tile == DADO_TILE_USED ||
                     tile == DADO_TILE_ONE_WAY || tile == DADO_TILE_BRICK_COINS ||
                     tile == DADO_TILE_BRICK_POWER || tile == DADO_TILE_LIFE;
        }
    }
    add_loss(out, kinds, "creature becomes an E, whatever its kind",
             "creatures become E, whatever their kinds");
    add_loss(out, snappers, "snapper", "snappers");
    add_loss(out, hidden, "hidden block", "hidden blocks");
    add_loss(out, alike, "tile becomes plain ground or brick",
             "tiles become plain ground or brick");
    add_loss(out, above, "tile of the top row", "tiles of the top row");
    add_loss(out, below, "tile of the lowest row", "tiles of the lowest row");
    dado_text_addf(out, "%sthe start and the exit%s", out->length ? "; " : "",
                   level->route ? "; the route" : "");
}
