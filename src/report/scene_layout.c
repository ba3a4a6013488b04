// scene_layout.c - see scene_layout.h. Zones are measured first, then placed.
#include "report/scene_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "report/card_face.h"
#include "report/scene_board_layout.h"
#include "report/scene_svg.h"
#include "report/svg.h"

enum { gap = 8, margin = 14, zone_gap = 16, tile_size = 52, seats_most = 255 };

enum { cell_least = 58, cell_high = 48 };  // size of a number with its name

static const double card_ratio = 1.4;

// The sizes of things in one part of the table.
typedef struct scale {
    double card;   // the width of a card
    double die;    // the side of a die
    double token;  // the side of a token
    double room;   // the available width
    bool strip;    // whether an open hand lies in rows without overlap
} scale;

typedef dado_scene_layout layout;

static const dado_scene_item *item(const layout *l, int which)
{
    return &l->scene->things[which];
}

static bool is_cell(const dado_scene_item *thing)
{
    return thing->kind == DADO_ITEM_TILE || thing->kind == DADO_ITEM_HEX;
}

void dado_scene_item_name(const dado_game *game, const dado_scene *scene,
                          const dado_scene_item *thing, dado_text *out)
{
    void (*look)(const dado_game *, int, dado_text *) = dado_game_extra(game, look);
    if (thing->kind == DADO_ITEM_TEXT) {
        dado_text_add(out, dado_text_string(&scene->words) + thing->value);
    } else if (look && thing->look) {
        look(game, thing->look, out);
    }
}

static double text_wide(const layout *l, int which, double size)
{
    DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
    dado_scene_item_name(l->game, l->scene, item(l, which), &name);
    DADO_CLEANUP(dado_text_free) dado_text shown = { 0 };
    dado_scene_name_words(l->game, dado_text_string(&name), &shown);
    return dado_svg_text_width(dado_text_string(&shown), size);
}

// --- what the description wants shown ---

// Returns the name that a line of words begins with: "COINS" of "COINS 9".
static void first_word(const char *words, dado_text *out)
{
    dado_text_add_bytes(out, words, strcspn(words, " "));
}

// Returns true if a thing is drawn. A description with a look hides what it says to hide, and
// numbers that it neither names nor shows. Otherwise everything is drawn but the score, which is
// on the plate.
static bool is_wanted(const layout *l, int which)
{
    const dado_scene_item *thing = item(l, which);
    bool words = thing->kind == DADO_ITEM_TEXT;
    if (!words && thing->kind != DADO_ITEM_PLACE) return true;
    dado_game_look look = dado_game_look_of(l->game);
    DADO_CLEANUP(dado_text_free) dado_text name = { 0 }, first = { 0 };
    dado_scene_item_name(l->game, l->scene, thing, &name);
    first_word(dado_text_string(&name), &first);
    const char *called = dado_text_string(&first);
    if (dado_look_find(&look, DADO_LOOK_HIDE, NULL, called)) return false;
    if (!words) return true;
    bool named = dado_look_find(&look, DADO_LOOK_SHOW, NULL, called) ||
                 dado_look_find(&look, DADO_LOOK_NAME, NULL, called);
    return named || (look.count == 0 && !thing->dim);
}

// --- children

static void link_child(layout *l, int parent, int child)
{
    dado_scene_box *above = &l->boxes[parent];
    // A hand is sorted by face: by suit and rank, if the deck names them in that order.
    int *at = &above->first;
    bool sorted = item(l, parent)->own && item(l, child)->look;
    while (*at >= 0 && !(sorted && item(l, *at)->look > item(l, child)->look)) {
        at = &l->boxes[*at].next;
    }
    l->boxes[child].next = *at;
    *at = child;
    above->count++;
}

static void link_all(layout *l)
{
    int count = l->scene->count, last = -1;
    for (int i = 0; i < count; i++) {
        l->boxes[i] = (dado_scene_box){ .first = -1, .last = -1, .next = -1 };
    }
    l->first = -1;
    for (int i = 0; i < count; i++) {
        int parent = item(l, i)->parent;
        if (!is_wanted(l, i)) continue;
        if (parent >= 0 && item(l, parent)->own) {
            link_child(l, parent, i);
        } else {
            int *before = parent < 0 ? &last : &l->boxes[parent].last;
            int *first = parent < 0 ? &l->first : &l->boxes[parent].first;
            if (*before >= 0) l->boxes[*before].next = i;
            else *first = i;
            *before = i;
            if (parent >= 0) l->boxes[parent].count++;
        }
    }
}

// --- zones: the size of one place, with its things positioned within it ---

static void set_size(dado_scene_box *box, double w, double h)
{
    box->w = w;
    box->h = h;
}

// Tells whether words are a name and a whole number, "COINS 9", or a box of a player's
// sheet: "LOW" if ticked, else "LOW open".
static bool is_number(const layout *l, int which)
{
    const char *words = dado_text_string(&l->scene->words) + item(l, which)->value;
    const char *last = strchr(words, ' ');
    int64_t number;
    int area = item(l, which)->parent;
    if (!l->seats || area < 0) return false;
    if (!last || strcmp(last, " open") == 0) return item(l, area)->owner > 0;
    return dado_read_int(last + 1, &number);
}

static void size_loose(layout *l, int which, const scale *s)
{
    dado_scene_box *box = &l->boxes[which];
    switch ((dado_scene_item_kind)item(l, which)->kind) {
    case DADO_ITEM_CARD: set_size(box, s->card, s->card * card_ratio); break;
    case DADO_ITEM_DIE: set_size(box, s->die, s->die); break;
    case DADO_ITEM_TOKEN:
    case DADO_ITEM_UNIT: set_size(box, s->token, s->token); break;
    case DADO_ITEM_TILE:
    case DADO_ITEM_HEX: set_size(box, tile_size, tile_size); break;
    case DADO_ITEM_BAR: set_size(box, 80, 10); break;
    case DADO_ITEM_TEXT:
        box->style = is_number(l, which) ? DADO_BOX_CELL : DADO_BOX_CHIP;
        if (box->style == DADO_BOX_CELL) {
            set_size(box, fmin(fmax(text_wide(l, which, 12) + 8, cell_least), s->room), cell_high);
        } else {
            set_size(box, fmin(text_wide(l, which, 13) + 20, s->room), 26);
        }
        break;
    case DADO_ITEM_LINK:
    case DADO_ITEM_PLACE: break;
    }
}

// Tells whether the name of a tile is written on it; other boards have names at the edge
// or below.
static bool names_inside(const layout *l, int tile)
{
    int board = item(l, tile)->parent;
    return board < 0 || l->boxes[board].style == DADO_BOX_BOARD;
}

// Places what stands on a tile, each thing a little beside the one before.
static void place_standing(layout *l, int tile, const scale *s)
{
    const dado_scene_box *cell = &l->boxes[tile];
    bool named = item(l, tile)->value == 1 && names_inside(l, tile);
    int at = 0;
    for (int c = cell->first; c >= 0; c = l->boxes[c].next, at++) {
        dado_scene_box *box = &l->boxes[c];
        size_loose(l, c, s);
        double most = (named ? 0.62 : 0.8) * cell->w;
        double by = fmin(1, most / fmax(box->w, box->h));
        if (item(l, c)->kind == DADO_ITEM_TOKEN || item(l, c)->kind == DADO_ITEM_UNIT) {
            by = most / box->w;
        }
        if (item(l, c)->kind == DADO_ITEM_TEXT) by = 1;
        set_size(box, box->w * by, box->h * by);
        double aside = fmin(5, cell->w * 0.08) * at;
        // A building and the unit before it are placed side by side.
        if (cell->count > 1 && item(l, tile)->kind == DADO_ITEM_HEX && at < 2) {
            set_size(box, box->w * 0.8, box->h * 0.8);
            aside = cell->w * (at ? 0.2 : -0.2);
        }
        box->x = (cell->w - box->w) / 2 + aside;
        box->y = (cell->h - box->h) / 2 - fabs(aside) * 0.3 - (named ? cell->h * 0.06 : 0);
    }
}

// Computes the size of a board, with what stands on its tiles.
static void size_board(layout *l, int which, const scale *s)
{
    dado_scene_board_lay_out(l, which, s->room);
    for (int c = l->boxes[which].first; c >= 0; c = l->boxes[c].next) {
        if (is_cell(item(l, c))) place_standing(l, c, s);
    }
}

static bool is_narrow(const layout *l)
{
    return l->most < 560;
}

// If there is little room, a hidden hand is drawn as a pile.
static bool is_cramped(const scale *s)
{
    return s->room < 240;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

// A place is drawn as a pile if all its cards are face down, or if its name says that
// cards end there.
static bool is_pile(const layout *l, int which, const scale *s)
{
    static const char *const ends[] = { "DISCARD", "DISCARDS", "GONE", "WON",  "TAKEN", "TRASH",
                                        "WASTE",   "USED",     "OUT",  "PILE", "BOX" };
    const dado_scene_box *box = &l->boxes[which];
    DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
    bool backs = true;
    for (int c = box->first; c >= 0; c = l->boxes[c].next) {
        if (item(l, c)->kind != DADO_ITEM_CARD) return false;
        backs = backs && item(l, c)->back;
    }
    if (backs) return !item(l, which)->own || is_cramped(s);
    dado_scene_item_name(l->game, l->scene, item(l, which), &name);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (ends_with(dado_text_string(&name), ends[i])) return true;
    }
    return false;
}

static void size_pile(layout *l, int which, const scale *given)
{
    dado_scene_box *box = &l->boxes[which];
    scale smaller = *given;  // on a narrow table a hidden hand is little more than its count
    if (is_narrow(l) && item(l, which)->own) smaller.card *= 0.6;
    const scale *s = &smaller;
    for (int c = box->first; c >= 0; c = l->boxes[c].next) {
        dado_scene_box *card = &l->boxes[c];
        size_loose(l, c, s);
        card->x = 0;
        card->y = DADO_LABEL_HIGH;
        if (card->next >= 0) card->style = DADO_BOX_COVERED;
    }
    box->style = DADO_BOX_PILE;
    set_size(box, fmax(s->card, text_wide(l, which, 12) + 24),
             DADO_LABEL_HIGH + s->card * card_ratio);
}

// Returns the suit of a visible playing card; -1 if it is none.
static int suit_of(const layout *l, int which)
{
    dado_card_face face;
    const dado_scene_item *card = item(l, which);
    if (card->kind != DADO_ITEM_CARD || card->back) return -1;
    dado_card_face_read(l->game, card, &face);
    int suit = face.kind == DADO_FACE_PLAYING ? face.suit : -1;
    dado_card_face_free(&face);
    return suit;
}

// Returns whether words are printed on an open card, so that it must be neither small nor covered.
static bool has_words(const layout *l, int which)
{
    dado_card_face face;
    const dado_scene_item *card = item(l, which);
    if (card->kind != DADO_ITEM_CARD || card->back) return false;
    dado_card_face_read(l->game, card, &face);
    bool words = face.kind == DADO_FACE_WORDS && face.lines > 1;
    dado_card_face_free(&face);
    return words;
}

// Rotates the cards of a hand in one row as if they were held, and lowers its ends.
static void fan(layout *l, int which, double high)
{
    enum { fewest = 3, turned_most = 7 };
    dado_scene_box *box = &l->boxes[which];
    int count = box->count, at = 0;
    if (count < fewest) return;
    double most = fmin(turned_most, count * 0.9), lower = high * 0.08;
    for (int c = box->first; c >= 0; c = l->boxes[c].next, at++) {
        double aside = (2.0 * at - (count - 1)) / (count - 1);
        l->boxes[c].turn = most * aside;
        l->boxes[c].y += lower * aside * aside;
    }
    box->h += lower;
}

// Returns the distance from one card to the next. Cards overlap by half at most, then
// wrap; backs may overlap more, and cards with words do not overlap.
static double card_step(const layout *l, int which, const scale *s, double gaps)
{
    int cards = 0;
    for (int c = l->boxes[which].first; c >= 0; c = l->boxes[c].next) {
        cards += item(l, c)->kind == DADO_ITEM_CARD && l->boxes[c].style != DADO_BOX_COVERED;
    }
    double step = s->card + 5;
    if (has_words(l, l->boxes[which].first)) return step;
    if (cards > 1) step = fmin(step, (s->room - s->card - gaps) / (cards - 1));
    return item(l, l->boxes[which].first)->back ? fmin(fmax(step, 1), s->card * 0.34)
                                                : fmax(step, fmin(s->card * 0.5, s->room));
}

// Returns how often the suit changes in a visible hand.
static int suit_changes(const layout *l, int which)
{
    int changes = 0, was = -1;
    for (int c = l->boxes[which].first; c >= 0 && item(l, which)->own; c = l->boxes[c].next) {
        int suit = suit_of(l, c);
        changes += was >= 0 && suit >= 0 && suit != was;
        was = suit;
    }
    return changes;
}

// Stacks the open cards of a place that are alike, if they do not fit side by side: the first lies
// on top and counts the others.
static void stack_alike(layout *l, int which, const scale *s)
{
    const dado_scene_box *box = &l->boxes[which];
    if (item(l, which)->own || box->count * (s->card + 5) <= s->room) return;
    for (int c = box->first; c >= 0; c = l->boxes[c].next) {
        if (item(l, c)->kind != DADO_ITEM_CARD || item(l, c)->back) continue;
        if (l->boxes[c].style == DADO_BOX_COVERED) continue;
        for (int d = l->boxes[c].next; d >= 0; d = l->boxes[d].next) {
            if (item(l, d)->look != item(l, c)->look || item(l, d)->kind != DADO_ITEM_CARD)
                continue;
            l->boxes[d].style = DADO_BOX_COVERED;
            l->boxes[c].count++;
        }
    }
}

// Returns the card on top of the stack in which a covered card lies.
static int top_of_stack(const layout *l, int which, int covered)
{
    int top = l->boxes[which].first;
    while (item(l, top)->look != item(l, covered)->look || item(l, top)->kind != DADO_ITEM_CARD) {
        top = l->boxes[top].next;
    }
    return top;
}

// Places things side by side, with a gap between the suits of a hand.
static void size_row(layout *l, int which, const scale *s)
{
    dado_scene_box *box = &l->boxes[which];
    stack_alike(l, which, s);
    int changes = suit_changes(l, which);
    double apart = changes ? fmin(s->card * 0.2, s->room * 0.1 / changes) : 0;  // between suits
    double step = card_step(l, which, s, apart * changes);
    double top = item(l, which)->own ? 0 : DADO_LABEL_HIGH;  // a hand needs no label
    double x = 0, y = top, high = 0, right = 0;
    int was = -1;
    for (int c = box->first; c >= 0; c = l->boxes[c].next) {
        dado_scene_box *child = &l->boxes[c];
        bool card = item(l, c)->kind == DADO_ITEM_CARD;
        int suit = changes ? suit_of(l, c) : -1;
        size_loose(l, c, s);
        if (child->style == DADO_BOX_COVERED) {
            const dado_scene_box *top_card = &l->boxes[top_of_stack(l, which, c)];
            child->x = top_card->x;
            child->y = top_card->y;
            continue;
        }
        if (was >= 0 && suit >= 0 && suit != was) x += apart;
        was = suit;
        if (x > 0 && x + child->w > s->room + 0.5) {
            x = 0;
            y += high + gap;
            high = 0;
        }
        child->x = x;
        child->y = y;
        right = fmax(right, x + child->w);
        high = fmax(high, child->h);
        x += card ? step : child->w + gap;
    }
    box->style = DADO_BOX_ROW;
    set_size(box, fmax(right, text_wide(l, which, 12)), y + high);
    if (item(l, which)->own && y == top) fan(l, which, high);
}

// Tells whether a place is a hand of open cards without long texts, on a narrow table.
static bool is_strip(const layout *l, int which, const scale *s)
{
    if (!s->strip || !item(l, which)->own) return false;
    for (int c = l->boxes[which].first; c >= 0; c = l->boxes[c].next) {
        const dado_scene_item *card = item(l, c);
        if (card->kind != DADO_ITEM_CARD || card->back || has_words(l, c)) return false;
    }
    return true;
}

// Places the cards of a hand in rows, each card wide enough for a finger.
static void size_strip(layout *l, int which, const scale *s)
{
    enum { few = 8, apart = 6, widest = 76 };
    dado_scene_box *box = &l->boxes[which];
    int across = box->count <= few ? 4 : 5, at = 0;
    double wide = fmin(widest, (s->room - apart * (across - 1)) / across);
    for (int c = box->first; c >= 0; c = l->boxes[c].next, at++) {
        dado_scene_box *card = &l->boxes[c];
        int column = at % across, row = at / across;
        set_size(card, wide, wide * card_ratio);
        card->x = column * (wide + apart);
        card->y = row * (wide * card_ratio + apart);
        if (suit_of(l, c) >= 0) card->style = DADO_BOX_INDEX;
    }
    int columns = at < across ? at : across, rows = (at + across - 1) / across;
    box->style = DADO_BOX_ROW;
    set_size(box, columns * (wide + apart) - apart, rows * (wide * card_ratio + apart) - apart);
}

static void size_zone(layout *l, int which, const scale *s)
{
    dado_scene_box *box = &l->boxes[which];
    if (item(l, which)->kind != DADO_ITEM_PLACE) {
        size_loose(l, which, s);
    } else if (box->first < 0) {
        double by = is_narrow(l) ? 0.5 : 0.7;
        box->style = DADO_BOX_SLOT;
        set_size(box, fmax(s->card * by, text_wide(l, which, 12)),
                 DADO_LABEL_HIGH + s->card * by * card_ratio);
    } else if (is_cell(item(l, box->first))) {
        size_board(l, which, s);
    } else if (is_pile(l, which, s)) {
        size_pile(l, which, s);
    } else if (is_strip(l, which, s)) {
        size_strip(l, which, s);
    } else {
        size_row(l, which, s);
    }
}

// --- areas: zones in lines, then chips

typedef struct line {
    double x, y, high, right;
} line;

static void put_in_line(layout *l, int which, line *at, double room)
{
    dado_scene_box *box = &l->boxes[which];
    if (at->x > 0 && at->x + box->w > room) {
        at->y += at->high + zone_gap / 2.0;
        at->x = at->high = 0;
    }
    box->x = at->x;
    box->y = at->y;
    at->x += box->w + zone_gap;
    at->high = fmax(at->high, box->h);
    at->right = fmax(at->right, box->x + box->w);
}

static bool is_text(const layout *l, int which)
{
    return item(l, which)->kind == DADO_ITEM_TEXT;
}

// The parts of an area.
typedef enum part {
    part_none,
    part_front,  // or at the top
    part_left,
    part_middle,
    part_right,
    part_words,
    part_bottom,
    part_hand,
    part_plate,  // of a seat: its name
    part_line    // the next zone begins a new line
} part;

// Returns the order of a zone in its area. A hand lies at the outer edge, and open places
// lie nearer to the middle.
static const part of_the_table[] = { part_front,  part_line, part_left,  part_middle,
                                     part_right,  part_line, part_words, part_line,
                                     part_bottom, part_line, part_hand,  part_none };
static const part of_whoever_looks[] = { part_front, part_line,   part_left,  part_middle,
                                         part_right, part_line,   part_plate, part_words,
                                         part_line,  part_bottom, part_line,  part_hand,
                                         part_none };
static const part of_others[] = { part_hand,  part_line,  part_bottom, part_line,   part_plate,
                                  part_words, part_line,  part_left,   part_middle, part_right,
                                  part_line,  part_front, part_none };

// Returns the part of the area in which a zone lies: as the description says, or else by
// its kind.
static part part_of(const layout *l, int which, const scale *s)
{
    static const part by_place[] = { part_middle, part_left, part_right, part_front,
                                     part_bottom, part_hand, part_front, part_right };
    dado_game_look look = dado_game_look_of(l->game);
    DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
    if (is_text(l, which)) return part_words;
    dado_scene_item_name(l->game, l->scene, item(l, which), &name);
    const dado_look_entry *wish =
        dado_look_find(&look, DADO_LOOK_PLACE, NULL, dado_text_string(&name));
    for (size_t i = 0; wish && dado_look_places[i]; i++) {
        if (strcmp(dado_look_places[i], wish->text) == 0) return by_place[i];
    }
    return item(l, which)->own && !is_cramped(s) ? part_hand : part_middle;
}

static void end_line(line *at)
{
    if (at->x > 0) at->y += at->high + gap;
    at->x = at->high = 0;
}

// Places the zones of an area in lines, in the order of its parts. Boxes are relative to
// the area.
static void flow(layout *l, int area, const scale *s, const part *order, double top)
{
    dado_scene_box *box = &l->boxes[area];
    line at = { .y = top };
    scale larger = *s;  // open cards of another seat are larger than card backs
    if (order == of_others) larger.card *= 1.4;
    for (; *order != part_none; order++) {
        if (*order == part_line || *order == part_plate) end_line(&at);
        if (*order == part_plate) {
            box->plate = at.y;
            at.y += DADO_PLATE_HIGH + gap;
        }
        for (int c = box->first; c >= 0; c = l->boxes[c].next) {
            if (part_of(l, c, s) != *order) continue;
            bool open = *order != part_hand && l->boxes[area].style == DADO_BOX_SEAT;
            size_zone(l, c, open ? &larger : s);
            put_in_line(l, c, &at, s->room);
        }
    }
    set_size(box, at.right, at.x > 0 ? at.y + at.high : fmax(0, at.y - gap));
}

// Centres the lines of an area: everything on a line moves by half of the free width.
static void centre(layout *l, int area, double wide)
{
    dado_scene_box *box = &l->boxes[area];
    for (int c = box->first; c >= 0; c = l->boxes[c].next) {
        double right = 0;
        if (l->boxes[c].centred) continue;
        for (int d = c; d >= 0; d = l->boxes[d].next) {
            if (l->boxes[d].y == l->boxes[c].y) {
                right = fmax(right, l->boxes[d].x + l->boxes[d].w);
            }
        }
        double y = l->boxes[c].y, by = (wide - right) / 2;
        for (int d = c; d >= 0; d = l->boxes[d].next) {
            if (l->boxes[d].y != y) continue;
            l->boxes[d].x += by;
            l->boxes[d].centred = true;
        }
    }
    box->w = wide;
}

// Turns the boxes below an area from relative to absolute positions.
static void settle(layout *l, int which, double x, double y)
{
    dado_scene_box *box = &l->boxes[which];
    box->x += x;
    box->y += y;
    for (int c = box->first; c >= 0; c = l->boxes[c].next) settle(l, c, box->x, box->y);
}

// --- the table

typedef struct around {
    int area[seats_most];  // the seats, clockwise from the one at the bottom
    int count;
} around;

static void find_seats(const layout *l, int eyes, around *seats)
{
    int all[seats_most], count = 0, me = 0;
    for (int i = l->first; i >= 0 && count < seats_most; i = l->boxes[i].next) {
        if (!item(l, i)->owner) continue;
        if (item(l, i)->owner - 1 == eyes) me = count;
        all[count++] = i;
    }
    for (int i = 0; i < count; i++) seats->area[i] = all[(me + i) % count];
    seats->count = count;
}

static void lay_seat(layout *l, int area, const scale *s, const part *order, double wide)
{
    l->boxes[area].style = DADO_BOX_SEAT;
    flow(l, area, s, order, 0);
    centre(l, area, wide);
}

// Places seats in a line along the top, at most `across` side by side. Returns the lower
// edge.
static double lay_top(layout *l, const int *areas, int count, int across, const scale *s, double y)
{
    double wide = (l->most - 2 * margin - (across - 1) * zone_gap) / across, high = 0;
    scale each = *s;
    each.room = wide;
    for (int i = 0; i < count; i++) {
        int column = i % across;
        if (i && column == 0) {
            y += high + zone_gap;
            high = 0;
        }
        lay_seat(l, areas[i], &each, of_others, wide);
        settle(l, areas[i], margin + column * (wide + zone_gap), y);
        high = fmax(high, l->boxes[areas[i]].h);
    }
    return count ? y + high + zone_gap : y;
}

// Places the shared areas one below the other, between two edges. Returns the lower edge.
static double lay_shared(layout *l, const scale *s, double x, double wide, double y)
{
    for (int i = l->first; i >= 0; i = l->boxes[i].next) {
        if (item(l, i)->owner) continue;
        scale room = *s;
        room.room = wide;
        double aside = 0;
        if (l->boxes[i].first >= 0 && is_cell(item(l, l->boxes[i].first))) {
            size_board(l, i, &room);  // a board that lies directly on the table
            aside = (wide - l->boxes[i].w) / 2;
        } else {
            l->boxes[i].style = DADO_BOX_SHARED;
            flow(l, i, &room, of_the_table, 0);
            centre(l, i, wide);
        }
        settle(l, i, x + aside, y);
        y += l->boxes[i].h + zone_gap;
    }
    return y;
}

// Places two or three other players: one at the left, one at the right, and one at the
// top between them.
static double lay_sides(layout *l, const around *seats, const scale *small, const scale *middle,
                        double y)
{
    double side = l->most * 0.24, between = l->most - 2 * (side + margin + zone_gap);
    int left = seats->area[1], right = seats->area[seats->count - 1];
    scale column = *small, top = *small;
    column.room = side;
    top.room = between;
    double x = margin + side + zone_gap, high = y;
    if (seats->count == 4) {
        int facing = seats->area[2];
        lay_seat(l, facing, &top, of_others, between);
        settle(l, facing, x, y);
        high = y + l->boxes[facing].h + zone_gap;
    }
    double down = lay_shared(l, middle, x, between, high);
    int sides[] = { left, right };
    for (int i = 0; i < 2; i++) {
        lay_seat(l, sides[i], &column, of_others, side);
        double free = down - y - l->boxes[sides[i]].h;
        settle(l, sides[i], i ? l->most - margin - side : margin, y + fmax(0, free / 2));
        down = fmax(down, l->boxes[sides[i]].y + l->boxes[sides[i]].h + zone_gap);
    }
    return down;
}

// Returns how large dice are drawn: larger where there are few of them and no cards.
static double die_size(const layout *l, double unit)
{
    enum { few = 6 };
    int dice = 0, cards = 0;
    for (int i = 0; i < l->scene->count; i++) {
        dice += item(l, i)->kind == DADO_ITEM_DIE;
        cards += item(l, i)->kind == DADO_ITEM_CARD;
    }
    return dice <= few && !cards && !is_narrow(l) ? unit * 1.1 : unit * 0.75;
}

// Returns how wide a card in the hand is. Cards with words are wider, so that they can be read.
static double card_unit(const layout *l)
{
    for (int i = 0; i < l->scene->count; i++) {
        if (!has_words(l, i)) continue;
        return is_narrow(l) ? 96 : fmin(104, fmax(60, l->most / 10));
    }
    return is_narrow(l) ? 64 : fmin(88, fmax(52, l->most / 12.5));
}

static void lay_table(layout *l, int eyes)
{
    around seats;
    find_seats(l, eyes, &seats);
    double unit = card_unit(l), room = l->most - 2 * margin;
    scale small = { .card = unit * 0.52, .die = unit * 0.5, .token = 26, .room = room };
    scale middle = { .card = unit * 0.9, .die = die_size(l, unit), .token = 30, .room = room };
    scale large = { .card = unit, .die = unit * 0.75, .token = 30, .room = room };
    large.strip = is_narrow(l);
    int others = seats.count - 1;
    double y = margin;
    if (others >= 2 && others <= 3 && l->most >= 640) {
        y = lay_sides(l, &seats, &small, &middle, y);
    } else {
        int across = others < 1 ? 1 : is_narrow(l) && others > 3 ? 3 : others > 6 ? 6 : others;
        y = lay_top(l, seats.area + 1, others, across, &small, y);
        y = lay_shared(l, &middle, margin, room, y);
    }
    lay_seat(l, seats.area[0], &large, of_whoever_looks, room);
    settle(l, seats.area[0], margin, y);
    l->width = l->most;
    l->height = y + l->boxes[seats.area[0]].h + margin;
}

// Without seats, places everything from top to bottom, at the left.
static void lay_list(layout *l)
{
    scale all = { .card = 64, .die = 44, .token = 30, .room = l->most - 2 * gap };
    double y = gap;
    l->width = 0;
    for (int i = l->first; i >= 0; i = l->boxes[i].next) {
        bool area = item(l, i)->kind == DADO_ITEM_PLACE && l->boxes[i].first >= 0 &&
                    item(l, l->boxes[i].first)->kind == DADO_ITEM_PLACE;
        if (area) flow(l, i, &all, of_the_table, DADO_LABEL_HIGH);
        else size_zone(l, i, &all);
        settle(l, i, gap, y);
        y += l->boxes[i].h + gap;
        l->width = fmax(l->width, l->boxes[i].w + 2 * gap);
    }
    l->height = y;
}

void dado_scene_lay_out(dado_scene_layout *l, int eyes, double width)
{
    link_all(l);
    l->most = fmax(width, 280);
    l->seats = false;
    for (int i = l->first; i >= 0; i = l->boxes[i].next) {
        l->seats = l->seats || item(l, i)->owner;
    }
    if (l->seats) lay_table(l, eyes);
    else lay_list(l);
}
