// map_read.c - reads a `.map` file, and reports what is wrong with it and where.
//
// The order of the checks is part of the format: a file with several errors must give the
// same error everywhere. So the reader goes line by line and never looks ahead further
// than one rule needs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "worlds/dungeon/map.h"

typedef struct line {
    const char *text;    // without the blanks at both ends
    int length, column;  // `column` is where it begins in the file's line, from 1
} line;

typedef struct reader {
    const char *source;
    const line *lines;
    int count;
    dado_map *map;
    uint8_t *taken;     // by cell: one bit per kind of thing on it
    int32_t *taken_on;  // by cell: the line of the first thing on it; NULL if not needed
    dado_region *region;
    dado_map_warnings *warnings;
    dado_error *err;
} reader;

enum { gold_kind = 0, item_kind, enemy_kind, kinds };
static const char *const section_words[kinds] = { "Gold:", "Item:", "Enemy:" };
static const int field_counts[kinds] = { 3, 9, 9 };
static const char *const field_names[kinds][9] = {
    { "x", "y", "amount" },
    { "x", "y", "buff", "hp", "mp", "atk", "def", "sprIDx", "sprIDy" },
    { "x", "y", "hp", "atk", "def", "range", "cost", "sprIDx", "sprIDy" },
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

#define refuse(r, code, number, column, length, ...) \
    (dado_fail_at((r)->err, DADO_SYNTAX, \
                  (dado_place){ (r)->source, (number), (column), (length) }, __VA_ARGS__), \
     dado_fail_code((r)->err, code))

static void warn(reader *r, const char *code, int number, const char *text, int a, int b)
{
    if (!r->warnings) return;
    int place = r->warnings->count++;
    if (place >= DADO_MAP_WARNINGS_MOST) return;
    dado_map_warning *w = &r->warnings->list[place];
    w->code = code;
    w->line = number;
    snprintf(w->text, sizeof w->text, "%s (%d, %d)", text, a, b);
}

static bool no_memory(reader *r)
{
    return dado_fail(r->err, DADO_LIMIT, "out of memory while reading the map %s",
                     r->source ? r->source : "");
}

// Reads a number of at most nine digits; returns how many characters it has, or 0.
static int read_number(const char *s, int length, int *value)
{
    int used = 0, read = 0;
    while (used < length && is_digit(s[used])) {
        if (used == 9) return 0;
        read = read * 10 + (s[used++] - '0');
    }
    *value = read;
    return used;
}

// Reads two numbers separated by `sign`, with blanks allowed beside it and nothing else.
static bool read_pair(line l, char sign, int *first, int *second)
{
    int at = read_number(l.text, l.length, first);
    if (at == 0) return false;
    while (at < l.length && is_blank(l.text[at])) at++;
    if (at == l.length || l.text[at++] != sign) return false;
    while (at < l.length && is_blank(l.text[at])) at++;
    int used = read_number(l.text + at, l.length - at, second);
    return used > 0 && at + used == l.length;
}

static bool check_encoding(reader *r, const char *text, size_t length)
{
    int number = 1, column = 1;
    for (size_t i = 0; i < length; i++, column++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\n') {
            number++;
            column = 0;
        } else if ((c < 32 && c != '\t' && c != '\r') || c > 126) {
            return refuse(r, "E_ENCODING", number, column, 1,
                          "byte %u is not allowed in a map; use plain 7-bit text", (unsigned)c);
        }
    }
    return true;
}

static line trimmed(const char *text, size_t length)
{
    int column = 1;
    if (length && text[length - 1] == '\r') length--;
    while (length && is_blank(*text)) {
        text++;
        column++;
        length--;
    }
    while (length && is_blank(text[length - 1])) length--;
    return (line){ text, (int)length, column };
}

static bool split_lines(reader *r, const char *text, size_t length)
{
    int count = 1;
    for (size_t i = 0; i < length; i++) count += text[i] == '\n';
    line *lines = dado_new(r->region, line, count);
    if (!lines) return no_memory(r);
    const char *end = text + length;
    r->count = 0;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        if (!stop) stop = end;
        lines[r->count++] = trimmed(text, (size_t)(stop - text));
        text = stop < end ? stop + 1 : end;
    }
    r->lines = lines;
    return true;
}

// Returns the line with this number, from 1; an empty line beyond the end.
static line line_at(const reader *r, int number)
{
    return number <= r->count ? r->lines[number - 1] : (line){ "", 0, 1 };
}

static bool only_blank_from(const reader *r, int number)
{
    for (; number <= r->count; number++) {
        if (line_at(r, number).length) return false;
    }
    return true;
}

static bool read_head(reader *r)
{
    if (only_blank_from(r, 1)) {
        return refuse(r, "E_EMPTY", 1, 0, 0, "the file has no text; a map begins with X.Y");
    }
    line first = line_at(r, 1), second = line_at(r, 2);
    dado_map *map = r->map;
    if (!read_pair(first, '.', &map->start_x, &map->start_y)) {
        return refuse(r, "E_START_SYNTAX", 1, first.column, first.length,
                      "expected the start cell as X.Y, not \"%.*s\"",
                      first.length < 40 ? first.length : 40, first.text);
    }
    if (!read_pair(second, '-', &map->width, &map->height)) {
        return refuse(r, "E_SIZE_SYNTAX", 2, second.column, second.length,
                      "expected the size as COLUMNS-ROWS, not \"%.*s\"",
                      second.length < 40 ? second.length : 40, second.text);
    }
    if (map->width < 1 || map->height < 1 || map->width > DADO_MAP_SIDE_MOST ||
        map->height > DADO_MAP_SIDE_MOST) {
        return refuse(r, "E_SIZE_RANGE", 2, second.column, second.length,
                      "a map has 1 to %d columns and rows, not %d by %d", DADO_MAP_SIDE_MOST,
                      map->width, map->height);
    }
    return true;
}

// Finds the next word from `at` on; returns false at the end of the line.
static bool next_word(line l, int *at, int *begin, int *length)
{
    while (*at < l.length && is_blank(l.text[*at])) (*at)++;
    *begin = *at;
    while (*at < l.length && !is_blank(l.text[*at])) (*at)++;
    *length = *at - *begin;
    return *length > 0;
}

static bool read_cell(const char *s, int length, int *id, int *type)
{
    int used = read_number(s, length, id);
    if (used == 0 || used == length || s[used] != ':') return false;
    used++;
    int rest = read_number(s + used, length - used, type);
    return rest > 0 && used + rest == length;
}

// Checks first that all cells of a row are numbers, then that these are in range. The
// order is part of the format.
static bool read_cells(reader *r, line l, int number, int y)
{
    dado_map *map = r->map;
    int at = 0, begin, length, id, type;
    for (int x = 0; next_word(l, &at, &begin, &length); x++) {
        if (!read_cell(l.text + begin, length, &id, &type)) {
            return refuse(r, "E_CELL_SYNTAX", number, l.column + begin, length,
                          "cell %d of the row is \"%.*s\", not id:type", x,
                          length < 40 ? length : 40, l.text + begin);
        }
    }
    at = 0;
    for (int x = 0; next_word(l, &at, &begin, &length); x++) {
        read_cell(l.text + begin, length, &id, &type);
        if (id > DADO_MAP_CODE_MOST || type > DADO_MAP_CODE_MOST) {
            return refuse(r, "E_CELL_RANGE", number, l.column + begin, length,
                          "ids and types go up to %d; this cell is \"%.*s\"", DADO_MAP_CODE_MOST,
                          length, l.text + begin);
        }
        map->id[y * map->width + x] = (uint16_t)id;
        map->type[y * map->width + x] = (uint16_t)type;
    }
    return true;
}

static bool read_row(reader *r, int y)
{
    int number = 3 + y;
    line l = line_at(r, number);
    if (only_blank_from(r, number) || (l.length && is_letter(l.text[0]))) {
        return refuse(r, "E_ROW_MISSING", number, l.column, l.length,
                      "row %d of %d was expected here", y + 1, r->map->height);
    }
    int at = 0, begin, length, words = 0;
    while (next_word(l, &at, &begin, &length)) words++;
    if (words != r->map->width) {
        return refuse(r, "E_ROW_WIDTH", number, l.column, l.length,
                      "this row has %d cells; the map is %d wide", words, r->map->width);
    }
    return read_cells(r, l, number, y);
}

static bool read_rows(reader *r)
{
    dado_map *map = r->map;
    int cells = map->width * map->height;
    map->id = dado_new(r->region, uint16_t, cells);
    map->type = dado_new(r->region, uint16_t, cells);
    r->taken = dado_new(r->region, uint8_t, cells);
    if (r->warnings) r->taken_on = dado_new(r->region, int32_t, cells);
    if (!map->id || !map->type || !r->taken || (r->warnings && !r->taken_on)) return no_memory(r);
    for (int y = 0; y < map->height; y++) {
        if (!read_row(r, y)) return false;
    }
    return true;
}

static bool check_start_and_exit(reader *r)
{
    const dado_map *map = r->map;
    line l = line_at(r, 1);
    if (!dado_map_inside(map, map->start_x, map->start_y)) {
        return refuse(r, "E_START_OUTSIDE", 1, l.column, l.length,
                      "the start cell %d.%d is not on a map of %d by %d", map->start_x,
                      map->start_y, map->width, map->height);
    }
    int id = dado_map_id(map, map->start_x, map->start_y);
    if (id == DADO_CELL_WALL || id == DADO_CELL_EXIT) {
        return refuse(r, id == DADO_CELL_WALL ? "E_START_BLOCKED" : "E_START_ON_EXIT", 1, l.column,
                      l.length, "the start cell %d.%d is %s", map->start_x, map->start_y,
                      id == DADO_CELL_WALL ? "a wall" : "an exit");
    }
    int exits = 0, reserved = 0, first = 0;
    for (int i = 0; i < map->width * map->height; i++) {
        exits += map->id[i] == DADO_CELL_EXIT;
        if (map->id[i] > DADO_CELL_EXIT && reserved++ == 0) first = i;
    }
    if (reserved) {
        warn(r, "W_RESERVED_ID", 3 + first / map->width,
             "ids above 2 are reserved and play as floor; first at", first % map->width,
             first / map->width);
    }
    if (exits) return true;
    return refuse(r, "E_NO_EXIT", 2 + map->height, 0, 0, "no cell is an exit: give one the id %d",
                  DADO_CELL_EXIT);
}

static int section_of(line l)
{
    for (int kind = 0; kind < kinds; kind++) {
        if ((size_t)l.length == strlen(section_words[kind]) &&
            memcmp(l.text, section_words[kind], (size_t)l.length) == 0) {
            return kind;
        }
    }
    return -1;
}

static bool make_room(reader *r)
{
    int found[kinds] = { 0 };
    for (int n = 3 + r->map->height; n <= r->count; n++) {
        int kind = section_of(line_at(r, n));
        if (kind >= 0) found[kind]++;
    }
    r->map->gold = dado_new(r->region, dado_map_gold, found[gold_kind] + 1);
    r->map->items = dado_new(r->region, dado_map_item, found[item_kind] + 1);
    r->map->enemies = dado_new(r->region, dado_map_enemy, found[enemy_kind] + 1);
    return (r->map->gold && r->map->items && r->map->enemies) || no_memory(r);
}

// Finds the value from `at` to the next comma, without the blanks at its ends.
static void next_value(line l, int *at, int *begin, int *length)
{
    int stop = *at;
    while (stop < l.length && l.text[stop] != ',') stop++;
    *begin = *at;
    *length = stop - *at;
    while (*length && is_blank(l.text[*begin])) {
        (*begin)++;
        (*length)--;
    }
    while (*length && is_blank(l.text[*begin + *length - 1])) (*length)--;
    *at = stop + 1;
}

static bool read_value(const char *s, int length, int *value)
{
    bool negative = length && s[0] == '-';
    int sign = length && (s[0] == '-' || s[0] == '+');
    if (length - sign < 1 || read_number(s + sign, length - sign, value) != length - sign) {
        return false;
    }
    if (negative) *value = -*value;
    return true;
}

static int least_of(int kind, int field)
{
    if (kind == gold_kind) return field == 2;
    return kind == enemy_kind && (field == 2 || field == 6);
}

static bool read_values(reader *r, int kind, int number, int values[9])
{
    line l = line_at(r, number);
    int count = 1, at = 0, begin, length;
    for (int i = 0; i < l.length; i++) count += l.text[i] == ',';
    if (count != field_counts[kind]) {
        return refuse(r, "E_FIELD_COUNT", number, l.column, l.length,
                      "%.*s needs %d values, but this line has %d",
                      (int)strlen(section_words[kind]) - 1, section_words[kind], field_counts[kind],
                      count);
    }
    int column[9];
    for (int i = 0; i < count; i++) {
        next_value(l, &at, &begin, &length);
        column[i] = l.column + begin;
        if (!read_value(l.text + begin, length, &values[i])) {
            return refuse(r, "E_FIELD_SYNTAX", number, column[i], length,
                          "%s is \"%.*s\", which is not a whole number of up to 9 digits",
                          field_names[kind][i], length < 40 ? length : 40, l.text + begin);
        }
    }
    if (kind == item_kind && values[2] != 0 && values[2] != 1) {
        return refuse(r, "E_BUFF_VALUE", number, column[2], 1,
                      "buff is 1 (recovers) or 0 (raises attributes), not %d", values[2]);
    }
    for (int i = 0; i < count; i++) {
        int least = least_of(kind, i);
        if (values[i] >= least && values[i] <= DADO_MAP_FIELD_MOST) continue;
        return refuse(r, "E_FIELD_RANGE", number, column[i], 1, "%s goes from %d to %d, not %d",
                      field_names[kind][i], least, DADO_MAP_FIELD_MOST, values[i]);
    }
    return true;
}

static bool check_cell(reader *r, int kind, int number, int x, int y)
{
    const dado_map *map = r->map;
    line l = line_at(r, number);
    if (!dado_map_inside(map, x, y)) {
        return refuse(r, "E_ENTITY_OUTSIDE", number, l.column, l.length,
                      "cell (%d, %d) is not on a map of %d by %d", x, y, map->width, map->height);
    }
    if (dado_map_id(map, x, y) == DADO_CELL_WALL) {
        return refuse(r, "E_ENTITY_BLOCKED", number, l.column, l.length, "cell (%d, %d) is a wall",
                      x, y);
    }
    uint8_t *taken = &r->taken[y * map->width + x];
    if (*taken & 1 << kind) {
        return refuse(r, "E_DUPLICATE", number, l.column, l.length,
                      "cell (%d, %d) already has one of this kind", x, y);
    }
    bool with_enemy = kind == enemy_kind ? *taken != 0 : (*taken & 1 << enemy_kind) != 0;
    if (with_enemy) {
        return refuse(r, "E_OVERLAP", number, l.column, l.length,
                      "an enemy needs a cell of its own, but (%d, %d) has something else too", x,
                      y);
    }
    if (kind == enemy_kind && x == map->start_x && y == map->start_y) {
        return refuse(r, "E_ENEMY_ON_START", number, l.column, l.length,
                      "an enemy cannot be on (%d, %d), where the player starts", x, y);
    }
    if (r->taken_on && !*taken) r->taken_on[y * map->width + x] = number;
    *taken |= (uint8_t)(1 << kind);
    return true;
}

static void keep(reader *r, int kind, int number, const int v[9])
{
    dado_map *map = r->map;
    if (kind == gold_kind) {
        map->gold[map->golds++] = (dado_map_gold){ v[0], v[1], v[2] };
    } else if (kind == item_kind) {
        map->items[map->item_count++] =
            (dado_map_item){ v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8] };
        if (v[2] ? v[5] || v[6] : v[3] || v[4]) {
            warn(r, "W_UNUSED_FIELD", number,
                 v[2] ? "a recovery item has no use for atk and def"
                      : "an attribute item has no use for hp and mp",
                 v[0], v[1]);
        }
    } else {
        map->enemies[map->enemy_count++] =
            (dado_map_enemy){ v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8] };
    }
}

static bool read_entry(reader *r, int *number)
{
    line l = line_at(r, *number);
    int kind = section_of(l);
    if (kind < 0) {
        bool row = is_digit(l.text[0]) && memchr(l.text, ':', (size_t)l.length);
        if (row) {
            return refuse(r, "E_ROW_EXTRA", *number, l.column, l.length,
                          "this row is one too many; the map has %d rows", r->map->height);
        }
        return refuse(r, "E_SECTION_UNKNOWN", *number, l.column, l.length,
                      "expected Gold:, Item: or Enemy:, not \"%.*s\"",
                      l.length < 40 ? l.length : 40, l.text);
    }
    line data = line_at(r, *number + 1);
    if (data.length == 0 || section_of(data) >= 0) {
        return refuse(r, "E_ENTITY_MISSING", *number, l.column, l.length,
                      "the line after %s must hold its values", section_words[kind]);
    }
    int values[9] = { 0 };
    if (!read_values(r, kind, *number + 1, values)) return false;
    if (!check_cell(r, kind, *number + 1, values[0], values[1])) return false;
    keep(r, kind, *number + 1, values);
    *number += 2;
    return true;
}

static bool warn_of_unreachable(reader *r)
{
    if (!r->warnings) return true;
    const dado_map *map = r->map;
    int cells = map->width * map->height;
    uint8_t *reached = dado_new(r->region, uint8_t, cells);
    int32_t *queue = dado_new(r->region, int32_t, cells);
    if (!reached || !queue) return no_memory(r);
    dado_map_flood(map, map->start_x, map->start_y, reached, queue);
    bool exit = false;
    for (int i = 0; i < cells; i++) exit |= reached[i] && map->id[i] == DADO_CELL_EXIT;
    r->warnings->no_way_out = !exit;
    if (!exit) {  // the most important warning comes first, however many there are
        dado_map_warnings others = *r->warnings;
        r->warnings->count = 0;
        warn(r, "W_EXIT_UNREACHABLE", 1, "no exit can be reached from the start", map->start_x,
             map->start_y);
        int kept = others.count < DADO_MAP_WARNINGS_MOST ? others.count : DADO_MAP_WARNINGS_MOST;
        if (kept == DADO_MAP_WARNINGS_MOST) kept--;
        memcpy(r->warnings->list + 1, others.list, sizeof *others.list * (size_t)kept);
        r->warnings->count += others.count;
    }
    for (int i = 0; i < cells; i++) {
        if (!r->taken[i] || reached[i]) continue;
        r->warnings->walled_off = true;
        warn(r, "W_ENTITY_UNREACHABLE", r->taken_on[i],
             "what lies here cannot be reached from the start", i % map->width, i / map->width);
    }
    return true;
}

bool dado_map_read(dado_map *map, const char *source, const char *text, size_t length,
                   dado_region *region, dado_map_warnings *warnings, dado_error *err)
{
    *map = (dado_map){ 0 };
    if (warnings) *warnings = (dado_map_warnings){ .count = 0 };
    reader r = { source, NULL, 0, map, NULL, NULL, region, warnings, err };
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3;
        length -= 3;
    }
    if (!check_encoding(&r, text, length) || !split_lines(&r, text, length) || !read_head(&r) ||
        !read_rows(&r) || !check_start_and_exit(&r) || !make_room(&r)) {
        return false;
    }
    for (int number = 3 + map->height; number <= r.count;) {
        if (line_at(&r, number).length == 0) number++;
        else if (!read_entry(&r, &number)) return false;
    }
    return warn_of_unreachable(&r);
}
