// format_des.c - reads level descriptions of NetHack and MiniHack: maps, rooms, stairs,
// creatures.
//
// A description leaves much to chance. The seed of the import decides it, so the same
// file and seed give the same map. Traps, regions and containers have no counterpart in
// dado and are reported as lost. Doors are imported as open.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "worlds/dungeon/map_formats/import_canvas.h"
#include "core/text.h"

enum {
    names_most = 32,
    points_most = 32,
    rooms_most = 32,
    deepest = 12,
    loops_most = 100,
    steps_most = 2000
};  // limit on statements and loop turns, in all nested blocks together

typedef struct area {  // a rectangle of cells, both corners included
    int left, top, right, bottom;
} area;

typedef struct point {
    int x, y;
} point;

typedef struct name {  // a variable $name and its value
    char word[32];
    area where;
    point points[points_most];
    char kinds[points_most];  // letters of monsters, if the value is a list of monsters
    int count;
} name;

typedef struct room {
    int column, row, width, height;
    area inside;
} room;

typedef struct des {
    dado_import_canvas *canvas;
    char *ground;  // the letter of each cell
    name names[names_most];
    int name_count;
    room rooms[rooms_most];
    int room_count, rooms_met;
    int steps;   // statements executed so far
    area scope;  // the area that coordinates are relative to and that `random` draws from
    bool branched;
} des;

static int sniff(const char *source, const char *bytes, size_t length)
{
    (void)length;
    if (dado_name_has_suffix(source, ".des")) return 95;
    bool head = strncmp(bytes, "MAZE:", 5) == 0 || strncmp(bytes, "LEVEL:", 6) == 0;
    return head ? 85 : 0;
}

static const char *skip_blanks(const char *s)
{
    while (*s == ' ' || *s == '\t') s++;
    return s;
}

static const char *next_line(const char *s)
{
    s += strcspn(s, "\n");
    return *s ? s + 1 : s;
}

static bool starts(const char *s, const char *word)
{
    size_t length = strlen(word);
    return strncmp(s, word, length) == 0 && !isalpha((unsigned char)s[length]) && s[length] != '_';
}

// --- the ground

static void lay_ground(des *d, int x, int y, char sign)
{
    char word[2] = { sign, 0 };
    if (!dado_map_inside(&d->canvas->map, x, y)) return;
    d->ground[y * d->canvas->map.width + x] = sign;
    if (sign == ' ') {
        dado_import_canvas_paint(d->canvas, x, y, &(dado_legend_entry){ .id = DADO_CELL_WALL });
        return;
    }
    dado_legend_entry found = { .id = DADO_CELL_FLOOR };
    if (!dado_import_canvas_find_sign(d->canvas, word, &found)) {
        dado_import_canvas_note_loss(d->canvas, "ground \"%s\" is taken as floor", word);
    }
    dado_import_canvas_paint(d->canvas, x, y, &found);
}

static void fill(des *d, area a, char sign)
{
    for (int y = a.top; y <= a.bottom; y++) {
        for (int x = a.left; x <= a.right; x++) lay_ground(d, x, y, sign);
    }
}

// Returns one byte per cell that says whether it is not free floor, from the canvas'
// region; NULL if memory is short.
static uint8_t *taken_cells(dado_import_canvas *c)
{
    const dado_map *map = &c->map;
    uint8_t *taken = dado_new(&c->region, uint8_t, map->width * map->height);
    if (!taken) return NULL;
    for (int i = 0; i < map->width * map->height; i++) taken[i] = map->id[i] != DADO_CELL_FLOOR;
    if (c->started) taken[map->start_y * map->width + map->start_x] = true;
    for (int i = 0; i < map->enemy_count; i++)
        taken[map->enemies[i].y * map->width + map->enemies[i].x] = true;
    for (int i = 0; i < map->item_count; i++)
        taken[map->items[i].y * map->width + map->items[i].x] = true;
    for (int i = 0; i < map->golds; i++) taken[map->gold[i].y * map->width + map->gold[i].x] = true;
    return taken;
}

static area clip(const des *d, area a)
{
    const dado_map *map = &d->canvas->map;
    if (a.left < 0) a.left = 0;
    if (a.top < 0) a.top = 0;
    if (a.right >= map->width) a.right = map->width - 1;
    if (a.bottom >= map->height) a.bottom = map->height - 1;
    return a;
}

// Draws a free cell of an area; an area of one cell gives that cell. Returns false if
// there is none.
static bool draw_cell(des *d, area a, point *found)
{
    uint64_t free = 0;
    a = clip(d, a);
    if (a.left == a.right && a.top == a.bottom) {
        *found = (point){ a.left, a.top };
        return true;
    }
    int width = d->canvas->map.width;
    size_t mark = dado_region_mark(&d->canvas->region);
    const uint8_t *taken = taken_cells(d->canvas);
    for (int y = a.top; taken && y <= a.bottom; y++) {
        for (int x = a.left; x <= a.right; x++) free += !taken[y * width + x];
    }
    uint64_t lot = free ? dado_dungeon_rng_below(&d->canvas->rng, free) + 1 : 0;
    for (int y = a.top; lot && y <= a.bottom; y++) {
        for (int x = a.left; lot && x <= a.right; x++) {
            if (taken[y * width + x] || --lot > 0) continue;
            *found = (point){ x, y };
        }
    }
    dado_region_rewind(&d->canvas->region, mark);
    return free > 0;
}

// --- expressions

// Reads the whole numbers in parentheses and returns how many there are; moves *text
// behind them.
static int read_numbers(const char **text, int *numbers, int most)
{
    const char *s = skip_blanks(*text);
    int count = 0;
    if (*s != '(') return 0;
    s++;
    while (*s && *s != ')' && *s != '\n') {
        char *end;
        long value = strtol(s, &end, 10);
        if (end == s) return 0;
        if (count < most)
            numbers[count++] = value < -4096 ? -4096 : value > 4096 ? 4096 : (int)value;
        s = skip_blanks(end);
        if (*s == ',') s = skip_blanks(s + 1);
    }
    *text = *s == ')' ? s + 1 : s;
    return count;
}

static name *find_name(des *d, const char *word, size_t length)
{
    for (int i = 0; i < d->name_count; i++) {
        if (strlen(d->names[i].word) == length && strncmp(d->names[i].word, word, length) == 0)
            return &d->names[i];
    }
    return NULL;
}

static size_t name_length(const char *s)
{
    size_t length = 0;
    while (isalnum((unsigned char)s[length]) || s[length] == '_') length++;
    return length;
}

static area shifted(const des *d, int left, int top, int right, int bottom)
{
    return (area){ d->scope.left + left, d->scope.top + top, d->scope.left + right,
                   d->scope.top + bottom };
}

// Reads an area: (x1,y1,x2,y2), a line, a selection, or $name.
static bool read_area(des *d, const char **text, area *found)
{
    const char *s = skip_blanks(*text);
    int n[4], m[4];
    static const char *const words[] = { "selection:", "fillrect", "rect", "line", "randline" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strncmp(s, words[i], strlen(words[i])) == 0) s = skip_blanks(s + strlen(words[i]));
    }
    if (*s == '$') {
        name *v = find_name(d, s + 1, name_length(s + 1));
        *text = s + 1 + name_length(s + 1);
        if (v) *found = v->where;
        return v != NULL;
    }
    int count = read_numbers(&s, n, 4);
    if (count == 2) {  // a line: its ends are two corners of the area
        const char *rest = skip_blanks(s);
        if (*rest == ',') rest++;
        if (read_numbers(&rest, m, 4) == 2) {
            n[2] = m[0];
            n[3] = m[1];
            s = rest;
        } else {
            n[2] = n[0];
            n[3] = n[1];
        }
        count = 4;
    }
    if (count != 4) return false;
    *text = s;
    *found = shifted(d, n[0] < n[2] ? n[0] : n[2], n[1] < n[3] ? n[1] : n[3],
                     n[0] > n[2] ? n[0] : n[2], n[1] > n[3] ? n[1] : n[3]);
    return true;
}

// Reads a place: (x,y), an area, $name[0], rndcoord(...), or random.
static bool read_point(des *d, const char **text, point *found)
{
    const char *s = skip_blanks(*text);
    int n[4];
    area where;
    if (strncmp(s, "rndcoord", 8) == 0) {
        s = skip_blanks(s + 8);
        if (*s == '(' && (isalpha((unsigned char)s[1]) || s[1] == '$')) s++;
        bool fine = read_area(d, &s, &where);
        *text = s + strcspn(s, ",\n");
        return fine && draw_cell(d, where, found);
    }
    if (*s == '$' && s[1 + name_length(s + 1)] == '[') {
        name *v = find_name(d, s + 1, name_length(s + 1));
        int at = dado_leading_int(s + 2 + name_length(s + 1));
        *text = s + strcspn(s, ",\n");
        if (!v || at < 0 || at >= v->count) return false;
        *found = v->points[at];
        return true;
    }
    const char *after = s;
    if (*s == '(' && read_numbers(&after, n, 4) == 2) {
        *text = after;
        *found = (point){ d->scope.left + n[0], d->scope.top + n[1] };
        return true;
    }
    if (read_area(d, &s, &where)) {
        *text = s;
        return draw_cell(d, where, found);
    }
    *text = s + strcspn(s, ",\n");
    return draw_cell(d, d->scope, found);  // `random`, and anything else
}

// Reads a kind such as ('r',"giant rat"), 'r', "giant rat" or $name[0]: its letter, and
// its name if there is one.
static void read_kind(des *d, const char **text, char *letter, char *word, size_t size)
{
    const char *s = skip_blanks(*text);
    bool bracket = *s == '(';
    *letter = 0;
    word[0] = '\0';
    if (bracket) s = skip_blanks(s + 1);
    if (*s == '$') {
        name *v = find_name(d, s + 1, name_length(s + 1));
        int at = dado_leading_int(s + 2 + name_length(s + 1));
        if (v && at >= 0 && at < v->count) *letter = v->kinds[at];
        s += strcspn(s, ",\n");
    }
    if (*s == '\'' && s[1] && s[2] == '\'') {
        *letter = s[1];
        s = skip_blanks(s + 3);
        if (bracket && *s == ',') s = skip_blanks(s + 1);
    }
    if (*s == '"' && (bracket || !*letter)) {
        size_t length = strcspn(s + 1, "\"\n");
        snprintf(word, size, "%.*s", (int)(length < size ? length : size - 1), s + 1);
        s += 1 + length + (s[1 + length] == '"');
    }
    if (bracket) {
        s += strcspn(s, ")\n");
        if (*s == ')') s++;
    }
    *text = s;
}

static bool read_comma(const char **text)
{
    const char *s = skip_blanks(*text);
    if (*s != ',') return false;
    *text = s + 1;
    return true;
}

// --- statements

static void put(des *d, const char *thing, point at, int amount)
{
    dado_thing_stats figures = dado_thing_stats_none();
    figures.value[DADO_THING_STAT_AMOUNT] = amount;
    dado_import_canvas_object(d->canvas, &thing, 1, at.x, at.y, &figures);
}

static void put_monster(des *d, const char *s)
{
    static const struct {
        char letter;
        const char *thing;
    } kinds[] = { { 'r', "rat" },   { 'd', "wolf" },  { 'o', "goblin" }, { 'O', "ogre" },
                  { 'T', "troll" }, { 'D', "troll" }, { 'H', "troll" },  { 'x', "rat" },
                  { 's', "rat" },   { 'F', "goblin" } };
    char letter, word[64], sign[2] = "";
    point at;
    dado_legend_entry found;
    const char *thing = "goblin";
    read_kind(d, &s, &letter, word, sizeof word);
    bool placed = read_comma(&s) ? read_point(d, &s, &at) : draw_cell(d, d->scope, &at);
    if (!placed) {
        dado_import_canvas_note_loss(d->canvas, "there is no place for a monster");
        return;
    }
    sign[0] = letter;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].letter == letter) thing = kinds[i].thing;
    }
    if (word[0] && dado_import_canvas_find_sign(d->canvas, word, &found) && found.thing[0])
        thing = found.thing;
    else if (word[0] && dado_import_canvas_guess_word(d->canvas, word, &found) && found.thing[0]) {
        thing = found.thing;
    } else {
        dado_import_canvas_note_loss(d->canvas, "a monster called \"%.40s\" is taken for a %s",
                                     word[0]   ? word
                                     : sign[0] ? sign
                                               : "any",
                                     thing);
    }
    put(d, thing, at, -1);
}

static void put_object(des *d, const char *s)
{
    static const struct {
        char letter;
        const char *thing;
    } kinds[] = { { '!', "potion" }, { '%', "potion" }, { ')', "sword" },
                  { '[', "shield" }, { '$', "gold" },   { '*', "gold" } };
    char letter, word[64], sign[2] = "";
    point at;
    dado_legend_entry found;
    const char *thing = NULL;
    read_kind(d, &s, &letter, word, sizeof word);
    bool placed = read_comma(&s) ? read_point(d, &s, &at) : draw_cell(d, d->scope, &at);
    sign[0] = letter;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].letter == letter) thing = kinds[i].thing;
    }
    if (word[0] && dado_import_canvas_find_sign(d->canvas, word, &found)) thing = found.thing;
    if (!placed || !thing || !thing[0]) {
        dado_import_canvas_note_loss(d->canvas,
                                     "an object called \"%.40s\" means nothing here: skipped",
                                     word[0] ? word : sign);
        return;
    }
    put(d, thing, at, -1);
}

static void put_stair(des *d, const char *s)
{
    point at;
    const char *rest = s;
    bool placed = read_point(d, &rest, &at);
    size_t length = strcspn(s, "\n");
    bool down = length >= 4 && strstr(s, "down") && strstr(s, "down") < s + length;
    if (!placed) dado_import_canvas_note_loss(d->canvas, "there is no place for a stair");
    else if (down) put(d, "exit", at, -1);
    else if (!d->branched) put(d, "start", at, -1);
}

static void put_branch(des *d, const char *s)
{
    point at;
    if (d->branched) return;
    if (!read_point(d, &s, &at)) {
        dado_import_canvas_note_loss(d->canvas, "there is no place for the start");
        return;
    }
    if (d->canvas->started) return;
    put(d, "start", at, -1);
    d->branched = true;
}

static void put_gold(des *d, const char *s)
{
    char *end;
    long amount = strtol(skip_blanks(s), &end, 10);
    point at;
    const char *rest = end;
    bool placed = read_comma(&rest) && read_point(d, &rest, &at);
    if (!placed) placed = draw_cell(d, d->scope, &at);
    if (placed) put(d, "gold", at, amount > 0 && amount < DADO_MAP_FIELD_MOST ? (int)amount : 10);
}

static void open_door(des *d, const char *s)
{
    point at;
    s += strcspn(s, ",\n");
    if (!read_comma(&s) || !read_point(d, &s, &at)) return;
    lay_ground(d, at.x, at.y, '+');
    dado_import_canvas_note_loss(d->canvas, "doors stand open");
}

static bool read_letter(const char **text, char *letter)
{
    const char *s = skip_blanks(*text);
    if (*s == ',') s = skip_blanks(s + 1);
    if (*s != '\'' || !s[1] || s[2] != '\'') return false;
    *letter = s[1];
    *text = s + 3;
    return true;
}

static void replace_terrain(des *d, const char *s)
{
    area where;
    char from, to;
    if (!read_area(d, &s, &where) || !read_letter(&s, &from) || !read_letter(&s, &to)) return;
    long percent = read_comma(&s) ? strtol(s, NULL, 10) : 100;
    where = clip(d, where);
    for (int y = where.top; y <= where.bottom; y++) {
        for (int x = where.left; x <= where.right; x++) {
            bool drawn = (long)dado_dungeon_rng_below(&d->canvas->rng, 100) < percent;
            if (drawn && d->ground[y * d->canvas->map.width + x] == from) lay_ground(d, x, y, to);
        }
    }
}

static void draw_line(des *d, point from, point to, char sign)
{
    int steps = abs(to.x - from.x) > abs(to.y - from.y) ? abs(to.x - from.x) : abs(to.y - from.y);
    for (int i = 0; i <= steps; i++) {
        int x = steps ? from.x + (to.x - from.x) * i / steps : from.x;
        int y = steps ? from.y + (to.y - from.y) * i / steps : from.y;
        lay_ground(d, x, y, sign);
        if (i < steps)
            lay_ground(d, x, steps ? from.y + (to.y - from.y) * (i + 1) / steps : y, sign);
    }
}

static void change_terrain(des *d, const char *s)
{
    const char *line = skip_blanks(s);
    char sign;
    int a[2], b[2];
    if (strncmp(line, "randline", 8) == 0 || strncmp(line, "line", 4) == 0) {
        line += strcspn(line, " (");
        if (read_numbers(&line, a, 2) != 2 || !read_comma(&line) || read_numbers(&line, b, 2) != 2)
            return;
        if (read_comma(&line)) line += strspn(line, " 0123456789");
        if (!read_letter(&line, &sign)) return;
        draw_line(d, (point){ d->scope.left + a[0], d->scope.top + a[1] },
                  (point){ d->scope.left + b[0], d->scope.top + b[1] }, sign);
        return;
    }
    area where;
    if (read_area(d, &s, &where) && read_letter(&s, &sign)) fill(d, clip(d, where), sign);
}

static bool rock(const des *d, int x, int y)
{
    const dado_map *map = &d->canvas->map;
    return dado_map_inside(map, x, y) && d->ground[y * map->width + x] == ' ';
}

// Digs a maze into the rock, starting one step from a cell in a direction, two cells per
// step.
static void walk_maze(des *d, const char *s)
{
    static const char *const ways[] = { "north", "east", "south", "west" };
    point at;
    int way = 1;
    if (!read_point(d, &s, &at)) {  // no place was given, and none can be drawn in rock
        dado_import_canvas_note_loss(d->canvas, "a maze has no place to begin");
        return;
    }
    if (read_comma(&s)) {
        for (int i = 0; i < 4; i++) way = starts(skip_blanks(s), ways[i]) ? i : way;
    }
    if (!rock(d, at.x, at.y)) {
        at.x += dado_step_x[way];
        at.y += dado_step_y[way];
    }
    int cells = d->canvas->map.width * d->canvas->map.height, height = 0;
    point *stack = dado_new(&d->canvas->region, point, cells);
    if (!stack || !rock(d, at.x, at.y)) return;
    stack[height++] = at;
    lay_ground(d, at.x, at.y, '.');
    while (height) {
        point here = stack[height - 1];
        int open[4], count = 0;
        for (int i = 0; i < 4; i++) {
            if (rock(d, here.x + dado_step_x[i], here.y + dado_step_y[i]) &&
                rock(d, here.x + 2 * dado_step_x[i], here.y + 2 * dado_step_y[i]))
                open[count++] = i;
        }
        if (count == 0) {
            height--;
            continue;
        }
        int i = open[dado_dungeon_rng_below(&d->canvas->rng, (uint64_t)count)];
        lay_ground(d, here.x + dado_step_x[i], here.y + dado_step_y[i], '.');
        here = (point){ here.x + 2 * dado_step_x[i], here.y + 2 * dado_step_y[i] };
        lay_ground(d, here.x, here.y, '.');
        if (height < cells) stack[height++] = here;
    }
}

// Defines $name as an area, a list of places, or a list of monsters.
static void define(des *d, const char *s)
{
    size_t length = name_length(s + 1);
    name *v = find_name(d, s + 1, length);
    if (!v && (d->name_count == names_most || length >= sizeof v->word)) return;
    if (!v) v = &d->names[d->name_count++];
    *v = (name){ .where = d->scope };
    memcpy(v->word, s + 1, length);
    s += 1 + length + strcspn(s + 1 + length, "=\n");
    if (*s != '=') return;
    s = skip_blanks(s + 1);
    if (strncmp(s, "rndcoord", 8) == 0) {
        area where;
        s = skip_blanks(s + 8);
        if (*s == '(' && !isdigit((unsigned char)s[1])) s++;
        if (!read_area(d, &s, &where)) return;
        where = clip(d, where);
        int x = dado_dungeon_rng_between(&d->canvas->rng, where.left,
                                         where.right < where.left ? where.left : where.right);
        int y = dado_dungeon_rng_between(&d->canvas->rng, where.top,
                                         where.bottom < where.top ? where.top : where.bottom);
        v->where = (area){ x, y, x, y };
        return;
    }
    const char *brace = s + strcspn(s, "{\n");
    if (*brace != '{') {
        read_area(d, &s, &v->where);
        return;
    }
    for (s = brace + 1; *s && *s != '}' && *s != '\n' && v->count < points_most;) {
        int n[4];
        const char *item = skip_blanks(s);
        if (read_numbers(&item, n, 4) == 2) {
            v->points[v->count++] = (point){ d->scope.left + n[0], d->scope.top + n[1] };
            s = item;
        } else if (*item == '\'' && item[1]) {
            v->kinds[v->count++] = item[1];
            s = item + 3;
        }
        s += strcspn(s, ",}\n");
        if (*s == ',') s++;
    }
}

static void shuffle(des *d, const char *s)
{
    s = skip_blanks(s);
    name *v = *s == '$' ? find_name(d, s + 1, name_length(s + 1)) : NULL;
    for (int i = v ? v->count : 0; i > 1; i--) {
        int k = (int)dado_dungeon_rng_below(&d->canvas->rng, (uint64_t)i);
        point p = v->points[i - 1];
        char letter = v->kinds[i - 1];
        v->points[i - 1] = v->points[k];
        v->points[k] = p;
        v->kinds[i - 1] = v->kinds[k];
        v->kinds[k] = letter;
    }
}

// --- rooms

// Reads the pair of numbers behind comma number `which` of ROOM: "kind", lit, place,
// align, size.
static bool room_pair(const char *s, int which, int *a, int *b)
{
    int depth = 0, n[2];
    for (; *s && *s != '\n' && *s != '{' && which > 0; s++) {
        depth += (*s == '(') - (*s == ')');
        if (*s == ',' && depth == 0) which--;
    }
    s = skip_blanks(s);
    if (which || read_numbers(&s, n, 2) != 2) return false;
    *a = n[0];
    *b = n[1];
    return true;
}

static void plan_rooms(des *d)
{
    bool taken[25] = { 0 };
    for (const char *s = d->canvas->ask->bytes; *s; s = next_line(s)) {
        const char *word = skip_blanks(s);
        if (!starts(word, "ROOM") || d->room_count == rooms_most) continue;
        room *r = &d->rooms[d->room_count++];
        *r = (room){ .column = -1 };
        int x, y;
        if (room_pair(word, 2, &x, &y) && x >= 1 && y >= 1 && x <= 5 && y <= 5) {
            r->column = x - 1;
            r->row = y - 1;
            taken[r->row * 5 + r->column] = true;
        }
        if (!room_pair(word, 4, &r->width, &r->height) || r->width < 1 || r->height < 1 ||
            r->width > 60 || r->height > 20) {
            r->width = dado_dungeon_rng_between(&d->canvas->rng, 3, 9);
            r->height = dado_dungeon_rng_between(&d->canvas->rng, 3, 5);
            dado_import_canvas_note_loss(d->canvas, "a room's size is left to chance");
        }
    }
    for (int i = 0, at = 0; i < d->room_count; i++) {
        room *r = &d->rooms[i];
        while (r->column < 0 && at < 15 && taken[at / 3 * 5 + at % 3]) at++;
        if (r->column >= 0) continue;
        r->column = at % 3;
        r->row = at++ / 3;
        dado_import_canvas_note_loss(d->canvas,
                                     "a room's place is left to chance: rooms stand in rows");
    }
}

static bool lay_rooms(des *d)
{
    int wide = 0, high = 0, columns = 0, rows = 0;
    plan_rooms(d);
    for (int i = 0; i < d->room_count; i++) {
        const room *r = &d->rooms[i];
        if (r->width > wide) wide = r->width;
        if (r->height > high) high = r->height;
        if (r->column + 1 > columns) columns = r->column + 1;
        if (r->row + 1 > rows) rows = r->row + 1;
    }
    if (d->room_count == 0) {
        return dado_import_canvas_fail(d->canvas, 0,
                                       "this level has neither a MAP nor a ROOM; NetHack "
                                       "would invent it, so there is nothing to import");
    }
    int cells = (columns * (wide + 3) + 1) * (rows * (high + 3) + 1);
    if (!dado_import_canvas_resize(d->canvas, columns * (wide + 3) + 1, rows * (high + 3) + 1))
        return false;
    d->ground = dado_new(&d->canvas->region, char, cells);
    if (!d->ground)
        return dado_fail(d->canvas->err, DADO_LIMIT, "out of memory while importing the map");
    memset(d->ground, ' ', (size_t)cells);
    memset(d->canvas->painted, 1, (size_t)cells);
    for (int i = 0; i < d->room_count; i++) {
        room *r = &d->rooms[i];
        int left = r->column * (wide + 3) + 1, top = r->row * (high + 3) + 1;
        r->inside = (area){ left, top, left + r->width - 1, top + r->height - 1 };
        fill(d, r->inside, '.');
    }
    return true;
}

static void join_rooms(des *d)
{
    for (int i = 0; i + 1 < d->room_count; i++) {
        area a = d->rooms[i].inside, b = d->rooms[i + 1].inside;
        point from = { (a.left + a.right) / 2, (a.top + a.bottom) / 2 };
        point to = { (b.left + b.right) / 2, (b.top + b.bottom) / 2 };
        for (int x = from.x; x != to.x; x += to.x > from.x ? 1 : -1) {
            if (d->ground[from.y * d->canvas->map.width + x] == ' ') lay_ground(d, x, from.y, '#');
        }
        for (int y = from.y; y != to.y; y += to.y > from.y ? 1 : -1) {
            if (d->ground[y * d->canvas->map.width + to.x] == ' ') lay_ground(d, to.x, y, '#');
        }
        if (d->ground[from.y * d->canvas->map.width + to.x] == ' ')
            lay_ground(d, to.x, from.y, '#');
    }
}

// Draws a room inside another: it puts walls where the outer room has floor.
static area lay_subroom(des *d, const char *s)
{
    int x = 0, y = 0, width = 2, height = 2;
    room_pair(s, 2, &x, &y);
    room_pair(s, 3, &width, &height);
    area in = shifted(d, x, y, x + width - 1, y + height - 1);
    area ring = { in.left - 1, in.top - 1, in.right + 1, in.bottom + 1 };
    if (ring.left < d->scope.left) ring.left = d->scope.left;
    if (ring.top < d->scope.top) ring.top = d->scope.top;
    if (ring.right > d->scope.right) ring.right = d->scope.right;
    if (ring.bottom > d->scope.bottom) ring.bottom = d->scope.bottom;
    fill(d, clip(d, ring), '|');
    fill(d, clip(d, in), '.');
    return in;
}

// --- running a description

static const char *run(des *d, const char *s, bool live, int depth);

static void plain_statement(des *d, const char *s)
{
    static const struct {
        const char *word;
        void (*run)(des *d, const char *s);
    } known[] = { { "MONSTER", put_monster },
                  { "OBJECT", put_object },
                  { "STAIR", put_stair },
                  { "BRANCH", put_branch },
                  { "GOLD", put_gold },
                  { "DOOR", open_door },
                  { "REPLACE_TERRAIN", replace_terrain },
                  { "TERRAIN", change_terrain },
                  { "MAZEWALK", walk_maze },
                  { "SHUFFLE", shuffle } };
    static const char *const silent[] = { "MAZE",         "LEVEL",    "FLAGS",   "GEOMETRY",
                                          "INIT_MAP",     "REGION",   "MESSAGE", "NON_DIGGABLE",
                                          "NON_PASSWALL", "ROOMDOOR", "NAME",    "MAP",
                                          "NOMAP",        "EXIT" };
    size_t length = 0;
    while (isupper((unsigned char)s[length]) || s[length] == '_') length++;
    if (*s == '$') define(d, s);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!starts(s, known[i].word)) continue;
        const char *colon = s + strcspn(s, ":\n");
        if (*colon == ':') known[i].run(d, colon + 1);
        return;
    }
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++) {
        if (starts(s, silent[i])) return;
    }
    if (starts(s, "RANDOM_CORRIDORS")) join_rooms(d);
    else if (length > 1)
        dado_import_canvas_note_loss(d->canvas, "%.*s: skipped", (int)(length < 40 ? length : 40),
                                     s);
}

// Runs a block in braces. The text before the brace says when and where it applies.
static const char *run_block(des *d, const char *s, const char *inside, bool live, int depth)
{
    area outer = d->scope;
    const char *percent = s + strcspn(s, "[\n");
    int times = 1;
    bool chosen = live;
    if (starts(s, "ROOM")) {
        if (d->rooms_met < d->room_count) d->scope = d->rooms[d->rooms_met++].inside;
    } else if (starts(s, "SUBROOM") && live) d->scope = lay_subroom(d, s);
    else if (starts(s, "LOOP") && *percent == '[') {
        times = dado_leading_int(percent + 1);
        if (times < 1) times = 1;
        if (times > loops_most) times = loops_most;
    } else if (starts(s, "IF") && *percent == '[') {
        chosen = live &&
                 (int)dado_dungeon_rng_below(&d->canvas->rng, 100) < dado_leading_int(percent + 1);
        if (live) dado_import_canvas_note_loss(d->canvas, "an IF is settled by lot");
    } else if (!starts(s, "IF")) {
        if (live) plain_statement(d, s);
        chosen = false;
        if (live)
            dado_import_canvas_note_loss(d->canvas, "what is inside a block is not kept: %.*s",
                                         (int)strcspn(s, ":[{ \n"), s);
    }
    const char *after = inside;
    for (int i = 0; i < times && (i == 0 || (chosen && d->steps++ < steps_most)); i++) {
        after = run(d, inside, chosen, depth + 1);
    }
    d->scope = outer;
    const char *other = skip_blanks(after);
    if (starts(other, "ELSE")) {
        other += strcspn(other, "{\n");
        if (*other == '{') after = run(d, other + 1, live && !chosen, depth + 1);
    }
    return after;
}

// Runs statements up to the brace that closes this block, or to the end; returns the text
// behind it.
static const char *run(des *d, const char *s, bool live, int depth)
{
    while (*s) {
        s += strspn(s, " \t\r\n");
        if (*s == '}') return s + 1;
        if (*s == '#' || !*s) {
            s = next_line(s);
            continue;
        }
        if (starts(s, "MAP")) {
            const char *end = strstr(s, "ENDMAP");
            s = end ? next_line(end) : s + strlen(s);
            continue;
        }
        const char *brace = s + strcspn(s, "{\n"), *equals = s + strcspn(s, "=\n");
        bool block = *brace == '{' && !(*s == '$' && *equals == '=' && equals < brace);
        if (block && depth < deepest) {
            s = run_block(d, s, brace + 1, live, depth);
        } else {
            if (live && d->steps++ < steps_most) plain_statement(d, s);
            else if (live)
                dado_import_canvas_note_loss(d->canvas, "more statements than are carried out");
            s = next_line(s);
        }
    }
    return s;
}

// Lays the letters between MAP and ENDMAP.
static bool lay_map(des *d, const char *map)
{
    const char *text = next_line(map), *end = strstr(text, "ENDMAP");
    int line = 1, width = 0, height = 0;
    for (const char *s = d->canvas->ask->bytes; s < text; s++) line += *s == '\n';
    if (!end)
        return dado_import_canvas_fail(d->canvas, line - 1, "this MAP does not end with ENDMAP");
    for (const char *s = text; s < end; s = next_line(s), height++) {
        int length = (int)strcspn(s, "\r\n");
        if (length > width) width = length;
    }
    if (!dado_import_canvas_resize(d->canvas, width, height)) return false;
    d->ground = dado_new(&d->canvas->region, char, (width * height));
    if (!d->ground)
        return dado_fail(d->canvas->err, DADO_LIMIT, "out of memory while importing the map");
    memset(d->ground, ' ', (size_t)width * (size_t)height);
    memset(d->canvas->painted, 1, (size_t)width * (size_t)height);
    int y = 0;
    for (const char *s = text; s < end; s = next_line(s), y++) {
        int length = (int)strcspn(s, "\r\n");
        for (int x = 0; x < length; x++) lay_ground(d, x, y, s[x]);
    }
    if (strstr(end, "\nMAP"))
        dado_import_canvas_note_loss(d->canvas, "there is more than one MAP: the first is taken");
    return true;
}

static bool read(dado_import_canvas *canvas)
{
    des *d = dado_new(&canvas->region, des, 1);
    if (!d) return dado_fail(canvas->err, DADO_LIMIT, "out of memory while importing the map");
    d->canvas = canvas;
    const char *map = strstr(canvas->ask->bytes, "\nMAP");
    if (!(map ? lay_map(d, map + 1) : lay_rooms(d))) return false;
    d->scope = (area){ 0, 0, canvas->map.width - 1, canvas->map.height - 1 };
    run(d, canvas->ask->bytes, true, 0);
    return true;
}

const dado_map_format dado_map_format_des = {
    .name = "des",
    .about = "NetHack's and MiniHack's level descriptions: MAP parts, rooms, mazes, stairs, "
             "monsters, objects",
    .suffixes = ".des",
    .legend = "- = wall\n| = wall\nB = wall\nT = wall\nF = wall\nL = wall\nP = wall\nW = wall\n"
              "} = wall\nx = wall\n. = floor\n# = floor\n+ = floor\nS = floor\nH = floor\n"
              "C = floor\nI = floor\nK = floor\nA = floor\n{ = floor\n\\ = floor\n_ = floor\n",
    .sniff = sniff,
    .read = read,
};
