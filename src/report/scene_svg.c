// scene_svg.c - see scene_svg.h. Draws the boxes of a layout, each thing in a group of
// its own.
#include "report/scene_svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/card_face.h"
#include "report/scene_board_layout.h"
#include "report/scene_changes_in_words.h"
#include "report/scene_layout.h"
#include "report/svg.h"

enum { player_colours = 6, plate_wide = 168 };

typedef struct picture {
    const dado_scene_layout *layout;
    dado_text *out;
} picture;

static const char scene_style[] = {
#include "scene.css.h"
    0
};

static const char land_symbols[] = {
#include "land_symbols.svg.h"
    0
};

void dado_scene_style(dado_text *out)
{
    dado_text_add(out, scene_style);
}

void dado_scene_symbols(dado_text *out)
{
    dado_card_symbols(out);
    dado_text_add(out, land_symbols);
}

static void name_of(const picture *p, const dado_scene_item *thing, dado_text *out)
{
    dado_scene_item_name(p->layout->game, p->layout->scene, thing, out);
}

void dado_scene_name_words(const dado_game *game, const char *words, dado_text *out)
{
    DADO_CLEANUP(dado_text_free) dado_text first = { 0 };
    size_t length = strcspn(words, " ");
    dado_text_add_bytes(&first, words, length);
    dado_game_look look = dado_game_look_of(game);
    const dado_look_entry *icon =
        dado_look_find(&look, DADO_LOOK_ICON, NULL, dado_text_string(&first));
    const dado_look_entry *own =
        dado_look_find(&look, DADO_LOOK_NAME, NULL, dado_text_string(&first));
    if (icon) dado_text_addf(out, "%s ", icon->text);
    if (own) dado_text_add(out, own->plural ? own->plural : own->text);
    else dado_plain_name(dado_text_string(&first), true, out);
    dado_plain_name(words + length, false, out);
}

static void plain_name(const picture *p, const dado_scene_item *thing, dado_text *out)
{
    DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
    name_of(p, thing, &name);
    dado_scene_name_words(p->layout->game, dado_text_string(&name), out);
}

static void put_text(const picture *p, const char *look, double x, double y, const char *words)
{
    dado_svg_text(p->out, look, x, y, words);
}

static void put_rounded(const picture *p, const char *look, double w, double h, double radius)
{
    dado_text_addf(p->out, "<rect class=\"%s\"", look);
    dado_svg_attributes(p->out, "width height rx", (const double[]){ w, h, radius });
    dado_text_add(p->out, "/>");
}

// --- cards and dice

static void draw_card(const picture *p, const dado_scene_item *thing, const dado_scene_box *b)
{
    dado_text_add(p->out, "<g transform=\"scale(");
    dado_svg_number(p->out, b->w / DADO_FACE_WIDE);
    dado_text_add(p->out, ")\">");
    if (thing->back) {
        dado_card_back_draw(p->out);
    } else {
        dado_card_face face;
        dado_card_face_read(p->layout->game, thing, &face);
        if (b->style == DADO_BOX_INDEX) dado_card_face_draw_index(&face, p->out);
        else dado_card_face_draw(&face, p->out);
        dado_card_face_free(&face);
    }
    if (b->count > 0) {  // cards alike that lie under it, and itself
        char count[16];
        snprintf(count, sizeof count, "×%d", b->count + 1);
        dado_svg_circle(p->out, "price", 12, 12, 36);
        put_text(p, "pricenumber heap", 12, 24, count);
    }
    dado_text_add(p->out, "</g>");
}

static void draw_die(const picture *p, const dado_scene_item *thing, const dado_scene_box *b)
{
    // Which of nine spots a six-sided die shows.
    static const uint16_t spots[] = { 0, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16d };
    put_rounded(p, "bone", b->w, b->w, b->w * 0.22);
    if (thing->value >= 1 && thing->value <= 6 && !thing->look) {
        for (int i = 0; i < 9; i++) {
            if (!(spots[thing->value] >> i & 1)) continue;
            const char *look = thing->value == 1 ? "pip one" : "pip";
            dado_svg_circle(p->out, look, b->w * (0.24 + 0.26 * (i % 3)),
                            b->w * (0.24 + 0.26 * (int)(i / 3)), b->w * 0.09);
        }
        return;
    }
    char number[16];
    snprintf(number, sizeof number, "%d", thing->value);
    put_text(p, "number mid", b->w / 2, b->w / 2 + 6, number);
}

// --- pieces

// Maps names to drawings: terrain, objects, creatures.
static const char *symbol_of(const char *words)
{
    static const char *const drawn[][2] = {
        { "wall", "wall" },    { "floor", "floor" },       { "exit", "exit" },
        { "gold", "gold" },    { "what", "flask" },        { "enemy", "foe" },
        { "hero", "hero" },    { "building", "house" },    { "forest", "forest" },
        { "water", "water" },  { "mountain", "mountain" }, { "grass", "grass" },
        { "sand", "sand" },    { "crawler", "foe" },       { "green", "foe" },
        { "red", "foe" },      { "spiker", "foe" },        { "snapper", "foe" },
        { "soldier", "hero" }, { "sergeant", "hero" },     { "lieutenant", "hero" },
        { "captain", "hero" }, { "priest", "priest" },     { "rat", "rat" },
        { "goblin", "foe" },   { "wolf", "wolf" },         { "ogre", "ogre" },
        { "troll", "ogre" },   { "potion", "flask" },      { "elixir", "elixir" },
        { "sword", "sword" },  { "shield", "shield" },     { "ground", "soil" },
        { "rock", "stone" },   { "brick", "bricks" },      { "coin", "coin" },
        { "pipe", "pillar" },  { "one-way", "plank" },     { "cannon", "cannon" },
        { "used", "used" },    { "life", "life" },         { "power-up", "power" },
    };
    size_t length = strcspn(words, " ,");
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        if (strlen(drawn[i][0]) == length && memcmp(words, drawn[i][0], length) == 0) {
            return drawn[i][1];
        }
    }
    return NULL;
}

static void draw_symbol(const picture *p, const char *symbol, const char *look, double x, double y,
                        double size)
{
    dado_text_addf(p->out, "<use href=\"#dado-%s\" class=\"%s\"", symbol, look);
    dado_svg_attributes(p->out, "x y width height", (const double[]){ x, y, size, size });
    dado_text_add(p->out, "/>");
}

// Returns one chevron for a soldier and one more for each rank above; 0 for others.
static int rank_of_unit(const char *words)
{
    static const char *const ranks[] = { "soldier", "sergeant", "lieutenant", "captain" };
    for (int i = 0; i < 4; i++) {
        if (strncmp(words, ranks[i], strlen(ranks[i])) == 0) return i + 1;
    }
    return 0;
}

// Draws a figure or object with its rank and strength. Returns false if it has no
// drawing.
static bool draw_figure(const picture *p, const dado_scene_item *thing, const dado_scene_box *b)
{
    DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
    char look[32];
    name_of(p, thing, &name);
    const char *words = dado_text_string(&name), *symbol = symbol_of(words);
    if (!symbol) return false;
    if (thing->owner) {
        snprintf(look, sizeof look, "figure s%d", (thing->owner - 1) % player_colours + 1);
    } else {
        snprintf(look, sizeof look, "figure is-%.*s", (int)strcspn(words, " "), words);
    }
    draw_symbol(p, symbol, look, 0, 0, b->w);
    for (int i = 0; i < rank_of_unit(words); i++) {
        double y = b->w * (0.62 + 0.09 * i);
        dado_svg_path_begin(p->out, "chevron");
        dado_svg_path_to(p->out, false, b->w * 0.4, y + b->w * 0.05);
        dado_svg_path_to(p->out, true, b->w * 0.5, y);
        dado_svg_path_to(p->out, true, b->w * 0.6, y + b->w * 0.05);
        dado_svg_path_end(p->out, false);
    }
    if (thing->kind == DADO_ITEM_UNIT && thing->value < 1000) {
        dado_svg_rect(p->out, "weakness", b->w * 0.15, b->w - 4, b->w * 0.7, 4);
        dado_svg_rect(p->out, "strength", b->w * 0.15, b->w - 4, b->w * 0.7 * thing->value / 1000,
                      4);
    }
    return true;
}

// Every seat has a shape besides its colour: circle, square,
// triangle, diamond, hexagon, star.
static void draw_mark(const picture *p, int seat, double x, double y, double r)
{
    static const double star = 0.4;
    int shape = seat % player_colours, corners = shape == 5 ? 10 : shape == 4 ? 6 : shape + 2;
    if (shape == 0) {
        dado_svg_circle(p->out, "mark", x, y, r * 0.8);
        return;
    }
    if (shape == 1) corners = 4;
    if (shape == 2) corners = 3;
    if (shape == 3) corners = 4;
    double turn = shape == 1 ? 0.785398 : 0;
    dado_svg_path_begin(p->out, "mark");
    for (int i = 0; i < corners; i++) {
        double angle = turn - 1.570796 + 6.283185 * i / corners;
        double far = shape == 5 && i % 2 ? r * star : r;
        dado_svg_path_to(p->out, i > 0, x + far * cos(angle), y + far * sin(angle));
    }
    dado_svg_path_end(p->out, true);
}

static void draw_token(const picture *p, const dado_scene_item *thing, const dado_scene_box *b)
{
    char look[40], number[16];
    double r = b->w / 2;
    if (thing->look && draw_figure(p, thing, b)) return;
    if (thing->owner) {
        snprintf(look, sizeof look, "disc s%d", (thing->owner - 1) % player_colours + 1);
    } else {
        snprintf(look, sizeof look, "disc o%d", thing->look % DADO_COLOURS);
    }
    dado_svg_circle(p->out, look, r, r, r - 1);
    if (thing->kind == DADO_ITEM_UNIT) {
        if (thing->owner) draw_mark(p, thing->owner - 1, r, r * 0.9, r * 0.42);
        dado_svg_rect(p->out, "strength", r * 0.3, b->w - 5, (b->w - r * 0.6) * thing->value / 1000,
                      3);
    } else if (thing->value > 1) {
        snprintf(number, sizeof number, "%d", thing->value);
        put_text(p, "count mid", r, r + 4, number);
    } else if (thing->owner) {
        draw_mark(p, thing->owner - 1, r, r, r * 0.42);
    }
}

// --- boards

static void draw_hex(const picture *p, const char *look, const dado_scene_box *b)
{
    static const double across[] = { 1, 0.5, -0.5, -1, -0.5, 0.5 };
    static const double down[] = { 0, 0.87, 0.87, 0, -0.87, -0.87 };
    const double r = b->w / 2;
    dado_svg_path_begin(p->out, look);
    for (int i = 0; i < 6; i++) {
        dado_svg_path_to(p->out, i > 0, r + r * across[i] * 1.15, r + r * down[i] * 1.15);
    }
    dado_svg_path_end(p->out, true);
}

// Tiles have the colour of what their name begins with, or one of eight. Bricks are drawn
// as bricks, and hidden ones as air.
static void tile_fill(const picture *p, const dado_scene_item *thing, char *look, size_t size)
{
    static const char *const grounds[] = { "unseen", "wall",   "floor", "exit",     "grass",
                                           "sand",   "forest", "water", "mountain", "air",
                                           "ground", "rock",   "brick", "power-up", "coin",
                                           "life",   "used",   "pipe",  "one-way",  "cannon",
                                           "hidden" };
    DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
    name_of(p, thing, &name);
    bool named = thing->value == 1;
    snprintf(look, size, thing->look && !named ? "tile tint c%d" : "tile",
             thing->look % DADO_COLOURS);
    const char *words = dado_text_string(&name);
    if (strstr(words, " like a brick")) words = "brick";
    size_t length = strcspn(words, " ,");
    for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++) {
        if (strlen(grounds[i]) == length && memcmp(words, grounds[i], length) == 0) {
            snprintf(look, size, "tile on-%s%s", grounds[i],
                     strstr(words, " block") ? " on-block" : "");
        }
    }
}

// Writes the name of a space: below a round one, at the foot of others, cut to what fits.
static void draw_tile_name(const picture *p, const dado_scene_item *thing, const dado_scene_box *b,
                           bool round)
{
    DADO_CLEANUP(dado_text_free) dado_text name = { 0 }, called = { 0 };
    bool hex = thing->kind == DADO_ITEM_HEX;
    name_of(p, thing, &name);
    dado_plain_name(dado_text_string(&name), true, &called);
    if (round) {
        put_text(p, "spacename mid", b->w / 2, b->h + 13, dado_text_string(&called));
        return;
    }
    while (called.length > 0 && dado_svg_text_width(dado_text_string(&called), 10) > b->w - 2) {
        called.data[--called.length] = '\0';
    }
    put_text(p, hex ? "tiny mid" : "tiny", hex ? b->w / 2 : 3, b->h - (hex ? 4 : 3),
             dado_text_string(&called));
}

// Tells whether a tile lies under one with another look, so that its upper edge is seen.
static bool is_at_top(const picture *p, const dado_scene_item *tile)
{
    const dado_scene_item *first = p->layout->scene->things;
    int columns = tile->parent < 0 ? 0 : first[tile->parent].value;
    for (const dado_scene_item *above = tile - 1; columns > 0 && above >= first; above--) {
        if (above->parent != tile->parent || above->at != tile->at - columns) continue;
        return above->look != tile->look;
    }
    return false;
}

// Returns the drawing of a terrain by its name: trees, waves, bricks. Some of the unseen hexes get
// a cloud. Blocks with coins are told from coins, and those that look like bricks are bricks.
static const char *symbol_of_ground(const picture *p, const dado_scene_item *thing,
                                    const char *words)
{
    if (strstr(words, " like a brick")) return "bricks";
    if (strcmp(words, "coin block") == 0) return "coinblock";
    if (strcmp(words, "ground") == 0 && is_at_top(p, thing)) return "turf";
    bool cloud = thing->kind == DADO_ITEM_HEX && thing->at % 5 == 2;
    return strcmp(words, "unseen") != 0 ? symbol_of(words) : cloud ? "cloud" : NULL;
}

static void draw_ground(const picture *p, const dado_scene_item *thing, const dado_scene_box *b)
{
    DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
    if (thing->value == 1 || !thing->look) return;
    name_of(p, thing, &name);
    bool hex = thing->kind == DADO_ITEM_HEX;
    const char *symbol = symbol_of_ground(p, thing, dado_text_string(&name));
    double inset = hex ? b->w * 0.1 : 0;
    if (symbol) draw_symbol(p, symbol, "land", inset, inset, b->w - 2 * inset);
}

static bool is_unseen(const picture *p, int which)
{
    const dado_scene_item *tile = &p->layout->scene->things[which];
    DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
    if (tile->kind != DADO_ITEM_HEX || tile->value == 1) return false;
    name_of(p, tile, &name);
    return strcmp(dado_text_string(&name), "unseen") == 0;
}

// Draws unseen hexes beside seen ones once more, blurred: the fog drifts over the edge of what is
// seen.
static void draw_fog(const picture *p, const dado_scene_box *board)
{
    const double beside = 1.3;  // times the width of a hex
    bool begun = false;
    for (int c = board->first; c >= 0; c = p->layout->boxes[c].next) {
        const dado_scene_box *b = &p->layout->boxes[c];
        bool edge = false;
        if (!is_unseen(p, c)) continue;
        for (int d = board->first; d >= 0 && !edge; d = p->layout->boxes[d].next) {
            const dado_scene_box *other = &p->layout->boxes[d];
            edge = hypot(other->x - b->x, other->y - b->y) < beside * b->w && !is_unseen(p, d);
        }
        if (!edge) continue;
        if (!begun) dado_text_add(p->out, "<g class=\"fog\" filter=\"url(#dado-fog)\">");
        begun = true;
        dado_svg_circle(p->out, "on-unseen", b->x + b->w / 2, b->y + b->h / 2, b->w * 0.5);
    }
    if (begun) dado_text_add(p->out, "</g>");
}

// Squares of a board alternate between light and dark.
static bool is_dark(const picture *p, const dado_scene_item *tile)
{
    int columns = p->layout->scene->things[tile->parent].value;
    return columns > 0 && (tile->at / columns + tile->at % columns) % 2;
}

static void draw_tile(const picture *p, const dado_scene_item *thing, const dado_scene_box *b)
{
    char ground[40];
    dado_box_style board =
        thing->parent < 0 ? DADO_BOX_PLAIN : p->layout->boxes[thing->parent].style;
    tile_fill(p, thing, ground, sizeof ground);
    if (board == DADO_BOX_GRID && is_dark(p, thing)) strcat(ground, " odd");
    if (board == DADO_BOX_JOINED) {
        dado_svg_circle(p->out, ground, b->w / 2, b->h / 2, b->w / 2);
    } else if (thing->kind == DADO_ITEM_HEX) {
        draw_hex(p, ground, b);
    } else {
        dado_svg_rect(p->out, ground, 0, 0, b->w, b->h);
    }
    draw_ground(p, thing, b);
    // A dot that is shown if a move may go here.
    if (b->first < 0) dado_svg_circle(p->out, "dot", b->w / 2, b->h / 2, fmin(7, b->w / 5));
    if (thing->value == 1 && board != DADO_BOX_GRID) {
        draw_tile_name(p, thing, b, board == DADO_BOX_JOINED);
    }
}

// Writes the numbers of the rows at the left of a board and the letters of its columns
// below.
static void draw_coordinates(const picture *p, const dado_scene_box *board)
{
    double left = board->w, bottom = 0;
    for (int c = board->first; c >= 0; c = p->layout->boxes[c].next) {
        if (p->layout->scene->things[c].kind == DADO_ITEM_LINK) continue;
        left = fmin(left, p->layout->boxes[c].x - board->x);
        bottom = fmax(bottom, p->layout->boxes[c].y - board->y);
    }
    for (int c = board->first; c >= 0; c = p->layout->boxes[c].next) {
        const dado_scene_item *tile = &p->layout->scene->things[c];
        const dado_scene_box *b = &p->layout->boxes[c];
        DADO_CLEANUP(dado_text_free) dado_text name = { 0 }, column = { 0 };
        if (tile->kind == DADO_ITEM_LINK) continue;
        double x = b->x - board->x, y = b->y - board->y;
        name_of(p, tile, &name);
        const char *words = dado_text_string(&name);
        int letters = dado_coordinate_letters(words);
        if (x < left + 1) put_text(p, "coordinate mid", x - 11, y + b->h / 2 + 4, words + letters);
        dado_text_add_bytes(&column, words, (size_t)letters);
        if (y > bottom - 1) {
            put_text(p, "coordinate mid", x + b->w / 2, y + b->h + 15, dado_text_string(&column));
        }
    }
}

// Draws a line between two spaces. A winning line is drawn above all pieces, in its
// player's colour.
static void draw_link(const picture *p, const dado_scene_item *thing, const dado_scene_box *b)
{
    char look[24];
    snprintf(look, sizeof look, "won l%d",
             (thing->owner + player_colours - 1) % player_colours + 1);
    if (thing->lit) dado_svg_line(p->out, "wonedge", 0, 0, b->w, b->h);
    dado_svg_line(p->out, thing->lit ? look : "way", 0, 0, b->w, b->h);
}

// --- places and seats

static void draw_label(const picture *p, const dado_scene_item *thing, const dado_scene_box *b)
{
    DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
    plain_name(p, thing, &name);
    if (b->style == DADO_BOX_PILE && b->count > 0) dado_text_addf(&name, " · %d", b->count);
    put_text(p, "label", 0, 11, dado_text_string(&name));
}

static bool is_board(const dado_scene_box *b)
{
    return b->style == DADO_BOX_BOARD || b->style == DADO_BOX_GRID || b->style == DADO_BOX_JOINED;
}

static void draw_place(const picture *p, const dado_scene_item *thing, const dado_scene_box *b)
{
    bool hand = thing->own && b->style == DADO_BOX_ROW;
    if (!hand) draw_label(p, thing, b);
    const char *look = b->style == DADO_BOX_SLOT     ? "slot"
                       : b->style == DADO_BOX_GRID   ? "boardground plank"
                       : b->style == DADO_BOX_JOINED ? "boardground land"
                       : is_board(b)                 ? "boardground"
                                                     : "zone";
    double top = hand ? 0 : is_board(b) ? DADO_LABEL_HIGH - 2 : DADO_LABEL_HIGH;
    dado_text_addf(p->out, "<rect class=\"%s\"", look);
    dado_svg_attributes(p->out, "y width height rx", (const double[]){ top, b->w, b->h - top, 12 });
    dado_text_add(p->out, "/>");
    if (b->style == DADO_BOX_GRID) draw_coordinates(p, b);
}

// The numbers and words of a player are drawn on a board of that player, below the plate.
static void draw_mat(const picture *p, const dado_scene_item *thing, const dado_scene_box *b)
{
    double left = b->w / 2 - plate_wide / 2.0, right = b->w - left, bottom = 0;
    char look[16];
    for (int c = b->first; c >= 0; c = p->layout->boxes[c].next) {
        const dado_scene_box *in = &p->layout->boxes[c];
        if (p->layout->scene->things[c].kind != DADO_ITEM_TEXT) continue;
        left = fmin(left, in->x - b->x - 10);
        right = fmax(right, in->x - b->x + in->w + 10);
        bottom = fmax(bottom, in->y - b->y + in->h + 8);
    }
    if (bottom == 0) return;
    double top = b->plate + DADO_PLATE_HIGH / 2.0;
    dado_text_add(p->out, "<rect class=\"mat\"");
    dado_svg_attributes(p->out, "x y width height rx",
                        (const double[]){ left, top, right - left, bottom - top, 12 });
    dado_text_add(p->out, "/>");
    snprintf(look, sizeof look, "s%d", (thing->owner - 1) % player_colours + 1);
    dado_svg_rect(p->out, look, left + 12, bottom - 3, right - left - 24, 3);
}

// Draws a plate: the mark of the seat, its name, its score. Pages fill in names and
// scores.
static void draw_plate(const picture *p, const dado_scene_item *thing, const dado_scene_box *b)
{
    int seat = thing->owner - 1;
    draw_mat(p, thing, b);
    double wide = fmin(plate_wide, b->w), x = (b->w - wide) / 2, r = DADO_PLATE_HIGH / 2.0;
    char look[24];
    dado_text_add(p->out, "<g transform=\"translate(");
    dado_svg_number(p->out, x);
    dado_text_char(p->out, ' ');
    dado_svg_number(p->out, b->plate);
    dado_text_add(p->out, ")\">");
    put_rounded(p, thing->lit ? "plate turn" : "plate", wide, DADO_PLATE_HIGH, r);
    snprintf(look, sizeof look, "disc s%d", seat % player_colours + 1);
    dado_svg_circle(p->out, look, r, r, r - 5);
    draw_mark(p, seat, r, r, r * 0.36);
    const char *brief = wide < 120 ? " brief" : "";
    dado_text_addf(p->out,
                   "<text class=\"who%s\" data-seat=\"%d\" x=\"%d\" y=\"24\">Player %d</text>",
                   brief, seat, DADO_PLATE_HIGH - 4, seat + 1);
    dado_text_addf(p->out, "<text class=\"points%s end\" data-score=\"%d\" x=\"", brief, seat);
    dado_svg_number(p->out, wide - (*brief ? 8 : 14));
    dado_text_add(p->out, "\" y=\"26\"></text></g>");
}

// Draws a number and its name: "9" above "Coins". A box of a sheet has a tick, or
// nothing.
static void draw_cell(const picture *p, const dado_scene_item *thing, const dado_scene_box *b)
{
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    plain_name(p, thing, &words);
    char *number = strrchr(words.data, ' ');
    int64_t counted;
    bool open = number && strcmp(number, " open") == 0;
    bool tick = !open && !(number && dado_read_int(number + 1, &counted));
    if (!tick) *number++ = '\0';
    put_rounded(p, open ? "slot" : "cell", b->w, b->h, 8);
    if (!open) put_text(p, "cellnumber mid", b->w / 2, 24, tick ? "✓" : number);
    bool narrow = dado_svg_text_width(words.data, 11) > b->w - 4;
    char look[40];
    snprintf(look, sizeof look, "cellname mid%s%s", narrow ? " narrow" : "", open ? " open" : "");
    put_text(p, look, b->w / 2, 40, words.data);
}

static void draw_chip(const picture *p, const dado_scene_item *thing, const dado_scene_box *b)
{
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    plain_name(p, thing, &words);
    put_rounded(p, "chip", b->w, b->h, b->h / 2);
    dado_text_add(p->out, "<text class=\"chipword\" x=\"10\" y=\"18\"");
    if (dado_svg_text_width(dado_text_string(&words), 13) > b->w - 19) {
        dado_text_add(p->out, " lengthAdjust=\"spacingAndGlyphs\" textLength=\"");
        dado_svg_number(p->out, b->w - 20);
        dado_text_char(p->out, '"');
    }
    dado_text_char(p->out, '>');
    dado_text_html(p->out, dado_text_string(&words));
    dado_text_add(p->out, "</text>");
}

static void draw_shape(const picture *p, const dado_scene_item *thing, const dado_scene_box *b)
{
    switch ((dado_scene_item_kind)thing->kind) {
    case DADO_ITEM_PLACE:
        if (b->style == DADO_BOX_SEAT) draw_plate(p, thing, b);
        else if (b->style != DADO_BOX_SHARED) draw_place(p, thing, b);
        break;
    case DADO_ITEM_CARD: draw_card(p, thing, b); break;
    case DADO_ITEM_DIE: draw_die(p, thing, b); break;
    case DADO_ITEM_TILE:
    case DADO_ITEM_HEX: draw_tile(p, thing, b); break;
    case DADO_ITEM_TOKEN:
    case DADO_ITEM_UNIT: draw_token(p, thing, b); break;
    case DADO_ITEM_BAR:
        dado_svg_rect(p->out, "tile", 0, 0, b->w, b->h);
        dado_svg_rect(p->out, "fill c0", 0, 0, b->w * thing->value / 1000.0, b->h);
        break;
    case DADO_ITEM_LINK: draw_link(p, thing, b); break;
    case DADO_ITEM_TEXT:
        if (b->style == DADO_BOX_CELL) draw_cell(p, thing, b);
        else draw_chip(p, thing, b);
        break;
    }
}

void dado_scene_draw_item(const dado_game *game, const dado_scene *scene,
                          const dado_scene_item *item, dado_box_style style, double width,
                          double height, dado_text *out)
{
    dado_scene_layout layout = { .game = game, .scene = scene };
    dado_scene_box box = { .w = width, .h = height, .style = style, .first = -1 };
    draw_shape(&(picture){ &layout, out }, item, &box);
}

// --- things

// Writes the name that pops up and is read aloud.
static void draw_title(const picture *p, const dado_scene_item *thing)
{
    DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
    if (thing->kind == DADO_ITEM_DIE) dado_text_addf(&name, "%d", thing->value);
    else if (thing->look) name_of(p, thing, &name);
    if (!name.length) return;
    dado_text_add(p->out, "<title>");
    dado_text_html(p->out, dado_text_string(&name));
    dado_text_add(p->out, "</title>");
}

static const char *class_of(const dado_scene_item *thing)
{
    switch ((dado_scene_item_kind)thing->kind) {
    case DADO_ITEM_CARD: return thing->back ? "piece face-down" : "piece face-up";
    case DADO_ITEM_DIE:
    case DADO_ITEM_TOKEN:
    case DADO_ITEM_UNIT: return "piece";
    case DADO_ITEM_TILE:
    case DADO_ITEM_HEX: return "space";
    case DADO_ITEM_PLACE: return "spot";
    case DADO_ITEM_BAR:
    case DADO_ITEM_LINK:
    case DADO_ITEM_TEXT: break;
    }
    return "note";
}

static void draw_transform(const picture *p, const dado_scene_box *b)
{
    dado_text_add(p->out, " transform=\"translate(");
    dado_svg_number(p->out, b->x);
    dado_text_char(p->out, ' ');
    dado_svg_number(p->out, b->y);
    if (b->turn != 0) {
        dado_text_add(p->out, ") rotate(");
        dado_svg_number(p->out, b->turn);
        dado_text_char(p->out, ' ');
        dado_svg_number(p->out, b->w / 2);
        dado_text_char(p->out, ' ');
        dado_svg_number(p->out, b->h);
    }
    dado_text_add(p->out, ")\">");
}

// Links are drawn below what they join, but winning lines above.
static int layer_of(const dado_scene_item *thing)
{
    return thing->kind != DADO_ITEM_LINK ? 1 : thing->lit ? 2 : 0;
}

// Draws a thing and then what it holds. Groups are not nested, so that each thing can be
// clicked by itself.
static void draw(const picture *p, int which)
{
    const dado_scene_item *thing = &p->layout->scene->things[which];
    const dado_scene_box *b = &p->layout->boxes[which];
    if (b->style != DADO_BOX_COVERED) {
        dado_text_addf(p->out, "<g class=\"thing %s%s%s\"", class_of(thing),
                       thing->lit ? " lit" : "", thing->dim ? " dim" : "");
        if (thing->id) dado_text_addf(p->out, " data-id=\"%u\"", thing->id);
        if (thing->id && thing->parent >= 0) {
            dado_text_addf(p->out, " data-in=\"%u\"", p->layout->scene->things[thing->parent].id);
        }
        draw_transform(p, b);
        draw_title(p, thing);
        draw_shape(p, thing, b);
        dado_text_add(p->out, "</g>");
    }
    for (int layer = 0; layer < (is_board(b) ? 3 : 1); layer++) {
        for (int c = b->first; c >= 0; c = p->layout->boxes[c].next) {
            if (!is_board(b) || layer_of(&p->layout->scene->things[c]) == layer) draw(p, c);
        }
    }
    if (is_board(b)) draw_fog(p, b);
}

static bool any_of(const dado_scene *scene, dado_scene_item_kind kind)
{
    for (int i = 0; i < scene->count; i++) {
        if (scene->things[i].kind == kind) return true;
    }
    return false;
}

// Tells whether there are tiles with a terrain; boards of described games have none.
static bool has_land(const dado_scene *scene)
{
    for (int i = 0; i < scene->count; i++) {
        const dado_scene_item *thing = &scene->things[i];
        bool tile = thing->kind == DADO_ITEM_TILE || thing->kind == DADO_ITEM_HEX;
        if (tile && thing->look && thing->value != 1) return true;
    }
    return false;
}

static const char *felt_of(const dado_scene *scene)
{
    if (any_of(scene, DADO_ITEM_HEX) && has_land(scene)) return "on-map";
    if (any_of(scene, DADO_ITEM_TILE) || any_of(scene, DADO_ITEM_HEX)) return "on-board";
    if (any_of(scene, DADO_ITEM_CARD)) return "on-cards";
    return any_of(scene, DADO_ITEM_DIE) ? "on-dice" : "on-clay";
}

static void draw_all(const picture *p, bool alone)
{
    const dado_scene_layout *l = p->layout;
    dado_svg_begin(p->out, l->width, l->height, "the table", "the table as drawn", alone);
    if (alone) {
        DADO_CLEANUP(dado_text_free) dado_text style = { 0 };
        dado_scene_style(&style);
        dado_text_add(p->out, "<style>");
        dado_text_html(p->out, dado_text_string(&style));
        dado_text_add(p->out, "</style>\n");
    }
    dado_text_addf(p->out, "<g class=\"scene %s\">", felt_of(l->scene));
    if (any_of(l->scene, DADO_ITEM_CARD)) dado_card_symbols(p->out);
    if (has_land(l->scene)) dado_text_add(p->out, land_symbols);
    put_rounded(p, "ground", l->width, l->height, 16);
    for (int i = l->first; i >= 0; i = l->boxes[i].next) draw(p, i);
    dado_text_add(p->out, "</g>");
    dado_svg_end(p->out);
}

// A game without a scene is drawn as the words it prints, one line each.
static void scene_from_text(const dado_game *game, const void *state, int eyes, dado_scene *scene)
{
    dado_text printed = { 0 };
    dado_table_words(game, state, eyes, &printed);
    for (char *line = printed.data; line && *line && scene->count < scene->room;) {
        char *end = strchr(line, '\n');
        if (end) *end = '\0';
        scene->things[scene->count] = (dado_scene_item){ .kind = DADO_ITEM_TEXT,
                                                         .parent = -1,
                                                         .at = scene->count,
                                                         .value = (int32_t)scene->words.length };
        scene->count++;
        dado_text_add_bytes(&scene->words, line, strlen(line) + 1);
        line = end ? end + 1 : NULL;
    }
    dado_text_free(&printed);
}

bool dado_scene_draw(const dado_game *game, const dado_scene *scene, int eyes, double width,
                     bool alone, dado_text *out, dado_error *err)
{
    dado_scene_box *boxes = calloc((size_t)scene->count + 1, sizeof *boxes);
    if (!boxes) return dado_fail(err, DADO_LIMIT, "there is no memory to draw the table");
    dado_scene_layout layout = { .game = game, .scene = scene, .boxes = boxes };
    dado_scene_lay_out(&layout, eyes, width);
    draw_all(&(picture){ &layout, out }, alone);
    free(boxes);
    return true;
}

bool dado_scene_svg(const dado_game *game, const void *state, int eyes, double width, bool alone,
                    dado_text *out, dado_error *err)
{
    DADO_CLEANUP(dado_scene_free) dado_scene scene = { 0 };
    if (!dado_scene_capture(game, state, eyes, &scene)) {
        return dado_fail(err, DADO_LIMIT, "there is no memory to draw the table");
    }
    if (!dado_game_extra(game, scene)) scene_from_text(game, state, eyes, &scene);
    return dado_scene_draw(game, &scene, eyes, width, alone, out, err);
}
