// print_sheets.c - see print_sheets.h.
#include "report/print_sheets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/array_grow.h"
#include "core/scope_cleanup.h"
#include "report/card_face.h"
#include "report/scene_layout.h"
#include "report/scene_svg.h"
#include "report/svg.h"
#include "report/svg_tree.h"

static const char print_style[] = {
#include "scene_print.css.h"
    0
};

enum {
    bleed = 3,
    mark_gap = 1,
    mark_long = 3,
    margin = bleed + mark_gap + mark_long,
    note_high = 6
};

// A grid of boxes to cut, in the middle of a page.
typedef struct grid {
    double x, y, w, h;  // of the whole; w and h of one box are below
    double box_w, box_h;
    int columns, rows;
} grid;

typedef struct press {  // everything that draws pages
    const dado_print_kit *kit;
    const dado_print_settings *set;
    dado_print_pages *out;
} press;

void dado_print_style(dado_text *out)
{
    dado_svg_style(out);
    dado_scene_style(out);
    dado_text_add(out, print_style);
}

// --- pages

// Opens a page and returns its text. Returns NULL if there is no memory.
static dado_text *page_begin(const press *p, const char *what)
{
    dado_print_pages *out = p->out;
    const dado_growing_array array = { &out->pages, sizeof *out->pages };
    int64_t room = dado_arrays_grow(out->room, out->count + 1, &array, 1);
    if (!room) {
        out->cut = true;
        return NULL;
    }
    out->room = (int)room;
    dado_print_page *page = &out->pages[out->count++];
    *page = (dado_print_page){ .what = what };
    dado_text *svg = &page->svg;
    dado_svg_begin(svg, p->set->width, p->set->height, what, NULL, false);
    dado_text_add(svg, "<g class=\"scene print\">");
    dado_scene_symbols(svg);
    return svg;
}

static void page_end(const press *p, int items)
{
    dado_print_page *page = &p->out->pages[p->out->count - 1];
    dado_text_add(&page->svg, "</g>");
    dado_svg_end(&page->svg);
    page->items = items;
    p->out->cut = p->out->cut || page->svg.cut;
}

// Opens a box of the page for a part of a drawing: what begins at (left, top) there.
static void open_view(dado_text *svg, double x, double y, double w, double h, double left,
                      double top, double wide, double high)
{
    const double view[] = { left, top, wide, high };
    dado_text_add(svg, "<svg");
    dado_svg_attributes(svg, "x y width height", (const double[]){ x, y, w, h });
    dado_text_add(svg, " viewBox=\"");
    for (int i = 0; i < 4; i++) {
        if (i) dado_text_char(svg, ' ');
        dado_svg_number(svg, view[i]);
    }
    dado_text_add(svg, "\">");
}

// Opens a box of the page for a drawing of so many units.
static void open_box(dado_text *svg, double x, double y, double w, double h, double wide,
                     double high)
{
    open_view(svg, x, y, w, h, 0, 0, wide, high);
}

// Writes two notes and a ruler in the margin: above and below the grid, or turned beside it if
// there is more room.
static void draw_notes(const press *p, dado_text *svg, double block_w, double block_h,
                       const char *left, const char *right)
{
    double side = (p->set->width - block_w) / 2, above = (p->set->height - block_h) / 2;
    bool turned = side > above;
    double wide = turned ? p->set->height : p->set->width;
    double high = turned ? p->set->width : p->set->height;
    double inset = fmin(fmax((turned ? side : above) - margin - 2, 4), 10);
    if (turned) {
        dado_text_add(svg, "<g transform=\"translate(0 ");
        dado_svg_number(svg, p->set->height);
        dado_text_add(svg, ") rotate(-90)\">");
    }
    dado_svg_text(svg, "note", 12, inset, left);
    dado_svg_text(svg, "noteend", wide - 12, inset, right);
    double foot = high - inset + 1;
    dado_svg_text(svg, "note", 12, foot, "Print at 100 %, not fitted to the page.");
    dado_svg_line(svg, "cut", wide - 62, foot, wide - 12, foot);
    for (int i = 0; i <= 5; i++) {
        double x = wide - 62 + 10 * i;
        dado_svg_line(svg, "cut", x, foot - 1, x, foot);
    }
    dado_svg_text(svg, "noteend", wide - 64, foot, "5 cm");
    if (turned) dado_text_add(svg, "</g>");
}

// --- grids

static grid grid_of(const press *p, double w, double h)
{
    grid g = { .box_w = w, .box_h = h };
    g.columns = (int)floor((p->set->width - 2 * margin) / w + 1e-9);
    g.w = g.columns * w;
    g.x = (p->set->width - g.w) / 2;
    // The notes stand beside the grid if there is room, and above and below it otherwise.
    double above = g.x >= margin + note_high ? margin : margin + note_high;
    g.rows = (int)floor((p->set->height - 2 * above) / h + 1e-9);
    g.h = g.rows * h;
    g.y = (p->set->height - g.h) / 2;
    return g;
}

// Draws a mark at every edge of the boxes, outside the bleed.
static void draw_marks(const grid *g, dado_text *svg)
{
    const double near = bleed + mark_gap, far = margin;
    for (int i = 0; i <= g->columns; i++) {
        double x = g->x + i * g->box_w;
        dado_svg_line(svg, "cut", x, g->y - far, x, g->y - near);
        dado_svg_line(svg, "cut", x, g->y + g->h + near, x, g->y + g->h + far);
    }
    for (int i = 0; i <= g->rows; i++) {
        double y = g->y + i * g->box_h;
        dado_svg_line(svg, "cut", g->x - far, y, g->x - near, y);
        dado_svg_line(svg, "cut", g->x + g->w + near, y, g->x + g->w + far, y);
    }
}

// --- cards

static void draw_face(const press *p, int look, dado_text *svg)
{
    if (!look) {
        dado_card_back_draw(svg);
        return;
    }
    dado_card_face face;
    dado_scene_item item = { .kind = DADO_ITEM_CARD, .look = (uint16_t)look, .parent = -1 };
    dado_card_face_read(p->kit->game, &item, &face);
    face.images = true;
    dado_card_face_draw(&face, svg);
    dado_card_face_free(&face);
}

// Draws a page of fronts, or of backs in mirrored columns.
static bool draw_card_page(const press *p, const grid *g, const dado_print_card *const *cards,
                           int count, bool backs, const char *what, const char *where)
{
    dado_text *svg = page_begin(p, backs ? "backs" : what);
    if (!svg) return false;
    // The ground first, so that no card's bleed covers its neighbour.
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count; i++) {
            int column = i % g->columns, row = i / g->columns;
            if (backs) column = g->columns - 1 - column;
            double x = g->x + column * g->box_w, y = g->y + row * g->box_h;
            if (pass == 0) {
                dado_svg_rect(svg, "bleed", x - bleed, y - bleed, g->box_w + 2 * bleed,
                              g->box_h + 2 * bleed);
                continue;
            }
            open_box(svg, x, y, g->box_w, g->box_h, DADO_FACE_WIDE, DADO_FACE_HIGH);
            draw_face(p, backs ? cards[i]->back : cards[i]->front, svg);
            dado_text_add(svg, "</svg>");
            dado_svg_rect(svg, "edge", x, y, g->box_w, g->box_h);
        }
    }
    draw_marks(g, svg);
    char left[200];
    snprintf(left, sizeof left, "%.80s, %s", p->set->title, where);
    draw_notes(p, svg, g->w, g->h, left, backs ? "backs, turned on the long edge" : "fronts");
    page_end(p, count);
    return true;
}

static bool draw_cards(const press *p, bool on_board, double w, double h, const char *what)
{
    grid g = grid_of(p, w, h);
    int all = 0, a_page = g.columns * g.rows;
    const dado_print_card **list = calloc((size_t)p->kit->card_count + 1, sizeof *list);
    if (!list) return false;
    for (int i = 0; i < p->kit->card_count; i++) {
        if (p->kit->cards[i].on_board == on_board) list[all++] = &p->kit->cards[i];
    }
    bool fine = true;
    for (int from = 0; from < all && fine; from += a_page) {
        int count = all - from < a_page ? all - from : a_page;
        bool two_sided = p->set->backs;
        char where[80];
        for (int i = 0; i < count; i++) two_sided = two_sided || list[from + i]->back;
        snprintf(where, sizeof where, "%s %d to %d of %d", what, from + 1, from + count, all);
        fine = draw_card_page(p, &g, list + from, count, false, what, where) &&
               (!two_sided || draw_card_page(p, &g, list + from, count, true, what, where));
    }
    free(list);
    return fine;
}

// --- boards

// Keeps of a scene one board, without what stands on it.
static bool bare_board(const dado_scene *from, int board, dado_scene *out)
{
    *out = (dado_scene){ .room = from->count, .words = from->words };
    out->things = calloc((size_t)from->count + 1, sizeof *out->things);
    for (int i = 0; out->things && i < from->count; i++) {
        dado_scene_item item = from->things[i];
        bool tile = item.kind == DADO_ITEM_TILE || item.kind == DADO_ITEM_HEX;
        bool link = item.kind == DADO_ITEM_LINK && !item.lit;
        if (i != board && (item.parent != board || !(tile || link))) continue;
        item.parent = i == board || board < 0 ? -1 : 0;
        item.owner = i == board ? 0 : item.owner;
        item.lit = item.dim = false;
        out->things[out->count++] = item;
    }
    return out->things != NULL;
}

typedef struct area {
    double left, top, right, bottom;
} area;

// The part of a drawing that is the board: without the table around it and without its label.
static area board_area(const dado_scene *scene, const dado_scene_box *boxes)
{
    area a = { HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL };
    for (int i = 0; i < scene->count; i++) {
        const dado_scene_box *b = &boxes[i];
        bool place = scene->things[i].kind == DADO_ITEM_PLACE;
        if (scene->things[i].kind == DADO_ITEM_LINK) continue;
        a.left = fmin(a.left, b->x - 1);
        a.right = fmax(a.right, b->x + b->w + 1);
        a.top = fmin(a.top, b->y + (place ? DADO_LABEL_HIGH - 2 : 0) - 1);
        a.bottom = fmax(a.bottom, b->y + b->h + 1);
        if (place) break;  // it holds all others
    }
    return a;
}

static bool draw_board_page(const press *p, const dado_scene *scene, dado_scene_box *boxes,
                            dado_error *err)
{
    const double frame = 14, units = 700;
    dado_scene_layout layout = { .game = p->kit->game, .scene = scene, .boxes = boxes };
    dado_scene_lay_out(&layout, DADO_NOBODY, units);
    double w = p->set->width - 2 * frame, h = p->set->height - 2 * frame;
    area a = board_area(scene, boxes);
    double wide = a.right - a.left, high = a.bottom - a.top;
    bool turned = wide > high * 1.1;
    double scale = turned ? fmin(h / wide, w / high) : fmin(w / wide, h / high);
    for (int i = 0; i < scene->count; i++) {
        bool tile =
            scene->things[i].kind != DADO_ITEM_PLACE && scene->things[i].kind != DADO_ITEM_LINK;
        double across = boxes[i].w * scale;
        if (tile && (p->out->space == 0 || across < p->out->space)) p->out->space = across;
    }
    dado_text *svg = page_begin(p, "board");
    if (!svg) return false;
    draw_notes(p, svg, w, h, p->set->title, "board");
    dado_text_add(svg, "<g transform=\"translate(");
    dado_svg_number(svg, turned ? p->set->width - frame : frame);
    dado_text_char(svg, ' ');
    dado_svg_number(svg, frame);
    dado_text_add(svg, turned ? ") rotate(90)\">" : ")\">");
    open_view(svg, 0, 0, turned ? h : w, turned ? w : h, a.left, a.top, wide, high);
    bool fine = dado_scene_draw(p->kit->game, scene, DADO_NOBODY, units, false, svg, err);
    dado_text_add(svg, "</svg></g>");
    page_end(p, 1);
    return fine;
}

static bool draw_boards(const press *p, dado_error *err)
{
    for (int i = 0; i < p->kit->board_count; i++) {
        dado_scene scene;
        bool fine = bare_board(dado_print_board_scene(p->kit), p->kit->boards[i], &scene);
        dado_scene_box *boxes = calloc((size_t)scene.count + 1, sizeof *boxes);
        fine = fine && boxes && draw_board_page(p, &scene, boxes, err);
        free(boxes);
        free(scene.things);
        if (!fine) return false;
    }
    return true;
}

// --- tokens and sides of dice, round

typedef struct round_piece {
    const dado_scene_item *item;  // a token, or NULL
    int number;                   // otherwise
} round_piece;

static void draw_round(const press *p, const round_piece *piece, double x, double y, double size,
                       dado_text *svg)
{
    const double units = 40, r = units / 2;
    char words[16];
    open_box(svg, x, y, size, size, units, units);
    if (piece->item) {
        dado_scene_draw_item(p->kit->game, &p->kit->first, piece->item, DADO_BOX_PLAIN, units,
                             units, svg);
    } else {
        snprintf(words, sizeof words, "%d", piece->number);
        dado_text_addf(svg,
                       "<text x=\"20\" y=\"27\" font-size=\"20\" font-weight=\"700\" "
                       "text-anchor=\"middle\">%s</text>",
                       words);
    }
    dado_text_add(svg, "</svg>");
    dado_svg_circle(svg, "rim", x + size / 2, y + size / 2, size / 2 * (r - 1) / r);
}

// Draws round pieces with room for 3 mm of their colour around each.
static bool draw_rounds(const press *p, const round_piece *pieces, int all, double size,
                        const char *what)
{
    grid g = grid_of(p, size + 2 * bleed, size + 2 * bleed);
    int a_page = g.columns * g.rows;
    for (int from = 0; from < all; from += a_page) {
        int count = all - from < a_page ? all - from : a_page;
        char left[200];
        dado_text *svg = page_begin(p, what);
        if (!svg) return false;
        for (int i = 0; i < count; i++) {
            double x = g.x + (i % g.columns) * g.box_w, y = g.y + (int)(i / g.columns) * g.box_h;
            const dado_scene_item *item = pieces[from + i].item;
            if (item) {
                char look[8];
                if (item->owner) snprintf(look, sizeof look, "s%d", (item->owner - 1) % 6 + 1);
                else snprintf(look, sizeof look, "o%d", item->look % DADO_COLOURS);
                dado_svg_circle(svg, look, x + g.box_w / 2, y + g.box_h / 2, g.box_w / 2);
            }
            draw_round(p, &pieces[from + i], x + bleed, y + bleed, size, svg);
        }
        draw_marks(&g, svg);
        snprintf(left, sizeof left, "%.80s, %s %d to %d of %d", p->set->title, what, from + 1,
                 from + count, all);
        draw_notes(p, svg, g.w, g.h, left, what);
        page_end(p, count);
    }
    return true;
}

static bool draw_tokens(const press *p)
{
    int all = 0, at = 0;
    for (int i = 0; i < p->kit->token_count; i++) all += p->kit->tokens[i].most;
    round_piece *pieces = calloc((size_t)all + 1, sizeof *pieces);
    if (!pieces) return false;
    for (int i = 0; i < p->kit->token_count; i++) {
        for (int k = 0; k < p->kit->tokens[i].most; k++) {
            pieces[at++].item = &p->kit->tokens[i].item;
        }
    }
    bool fine = draw_rounds(p, pieces, all, p->out->token_size, "tokens");
    free(pieces);
    return fine;
}

// --- dice

enum { die_side = 16, flap = 5 };

// Draws a flap to glue on the upper edge of a side that begins at (x, y), turned by so many
// quarters.
static void draw_flap(double x, double y, int quarters, dado_text *svg)
{
    const double slant = 3;
    dado_text_addf(svg, "<g transform=\"rotate(%d ", 90 * quarters);
    dado_svg_number(svg, x + die_side / 2.0);
    dado_text_char(svg, ' ');
    dado_svg_number(svg, y + die_side / 2.0);
    dado_text_add(svg, ")\">");
    dado_svg_path_begin(svg, "flap");
    dado_svg_path_to(svg, false, x, y);
    dado_svg_path_to(svg, true, x + slant, y - flap);
    dado_svg_path_to(svg, true, x + die_side - slant, y - flap);
    dado_svg_path_to(svg, true, x + die_side, y);
    dado_svg_path_end(svg, true);
    dado_text_add(svg, "</g>");
}

// Draws a cube to fold, its corner at (x, y): a column of four sides, and one at each side of the
// second. Opposite sides are the first and the last of the list, and so on inwards.
static void draw_cube(const press *p, const dado_print_die *die, double x, double y, dado_text *svg)
{
    static const int place[6][2] = { { 1, 1 }, { 1, 0 }, { 0, 1 }, { 2, 1 }, { 1, 2 }, { 1, 3 } };
    static const int flaps[7][3] = { { 1, 0, 0 }, { 1, 0, 1 }, { 1, 0, 3 }, { 1, 2, 1 },
                                     { 1, 2, 3 }, { 0, 1, 3 }, { 2, 1, 1 } };
    for (int i = 0; i < 7; i++) {
        draw_flap(x + flaps[i][0] * die_side, y + flaps[i][1] * die_side, flaps[i][2], svg);
    }
    for (int i = 0; i < 6; i++) {
        double left = x + place[i][0] * die_side, top = y + place[i][1] * die_side;
        dado_scene_item item = { .kind = DADO_ITEM_DIE, .value = die->value[i], .parent = -1 };
        open_box(svg, left, top, die_side, die_side, 40, 40);
        dado_scene_draw_item(p->kit->game, &p->kit->first, &item, DADO_BOX_PLAIN, 40, 40, svg);
        dado_text_add(svg, "</svg>");
        dado_svg_rect(svg, "fold", left, top, die_side, die_side);
    }
}

static bool draw_cubes(const press *p)
{
    double w = 3 * die_side + 2 * flap + 4, h = 4 * die_side + 2 * flap + 4;
    grid g = grid_of(p, w, h);
    int on_page = 0, a_page = g.columns * g.rows;
    dado_text *svg = NULL;
    for (int i = 0; i < p->kit->dice_count; i++) {
        for (int k = 0; k < p->kit->dice[i].count && p->kit->dice[i].sides == 6; k++) {
            if (!svg) {
                svg = page_begin(p, "dice");
                if (!svg) return false;
                draw_notes(p, svg, g.w, g.h, p->set->title,
                           "dice: cut, fold at the dashes, glue the flaps");
            }
            draw_cube(p, &p->kit->dice[i], g.x + (on_page % g.columns) * w + flap + 2,
                      g.y + (int)(on_page / g.columns) * h + flap + 2, svg);
            if (++on_page < a_page) continue;
            page_end(p, on_page);
            svg = NULL;
            on_page = 0;
        }
    }
    if (svg) page_end(p, on_page);
    return true;
}

// A die that is no cube becomes a set of numbers to draw from.
static bool draw_other_dice(const press *p)
{
    for (int i = 0; i < p->kit->dice_count; i++) {
        const dado_print_die *die = &p->kit->dice[i];
        round_piece *pieces = calloc((size_t)(die->sides * die->count) + 1, sizeof *pieces);
        int all = 0;
        if (!pieces) return false;
        for (int k = 0; die->sides != 6 && k < die->count; k++) {
            for (int s = 0; s < die->sides; s++) pieces[all++].number = die->value[s];
        }
        bool fine = draw_rounds(p, pieces, all, 15, "numbers");
        free(pieces);
        if (!fine) return false;
    }
    return true;
}

// --- score sheets

enum { row_high = 9, name_wide = 44, box_wide = 11, tick_wide = 22, tick_high = 16 };

static int ticks_of(const press *p)
{
    int ticks = 0;
    for (int i = 0; i < p->kit->line_count; i++) ticks += p->kit->lines[i].tick;
    return ticks;
}

static double panel_high(const press *p, int ticks_in_row)
{
    int ticks = ticks_of(p), rows = (ticks + ticks_in_row - 1) / ticks_in_row;
    return 12 + (p->kit->line_count - ticks) * row_high + rows * tick_high + 4;
}

// Draws a name and a row of empty boxes.
static void draw_row(const press *p, const char *name, double x, double y, double wide,
                     dado_text *svg)
{
    DADO_CLEANUP(dado_text_free) dado_text called = { 0 };
    dado_scene_name_words(p->kit->game, name, &called);
    // The name is squeezed into its column.
    double size = 3.4, room = name_wide - 3, reckoned;
    reckoned = dado_svg_text_width(dado_text_string(&called), size);
    dado_text_addf(svg, "<text class=\"rowname\"");
    dado_svg_attributes(svg, "x y", (const double[]){ x + 2, y + 6 });
    if (reckoned > room) dado_svg_attributes(svg, "textLength", &room);
    dado_text_char(svg, '>');
    dado_text_html(svg, dado_text_string(&called));
    dado_text_add(svg, "</text>");
    for (double at = name_wide; at + box_wide <= wide; at += box_wide) {
        dado_svg_rect(svg, "box", x + at, y, box_wide, row_high - 1.5);
    }
}

// Draws a box to tick, with its name, as it is on the screen.
static void draw_tick(const press *p, const char *name, double x, double y, dado_text *svg)
{
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    dado_text_addf(&words, "%s open", name);
    dado_scene scene = { .words = words };
    dado_scene_item item = { .kind = DADO_ITEM_TEXT, .parent = -1 };
    open_box(svg, x, y, tick_wide - 2, tick_high - 2, 70, 49);
    dado_scene_draw_item(p->kit->game, &scene, &item, DADO_BOX_CELL, 69, 48, svg);
    dado_text_add(svg, "</svg>");
}

static void draw_panel(const press *p, int seat, double x, double y, double wide, int ticks_in_row,
                       dado_text *svg)
{
    char words[24], look[8];
    int tick = 0;
    snprintf(words, sizeof words, "Player %d", seat + 1);
    snprintf(look, sizeof look, "s%d", seat % 6 + 1);
    dado_svg_rect(svg, look, x, y, 4, 8);
    dado_svg_text(svg, "heading", x + 7, y + 6, words);
    y += 12;
    for (int i = 0; i < p->kit->line_count; i++) {
        const dado_print_line *line = &p->kit->lines[i];
        if (line->tick) continue;
        draw_row(p, dado_text_string(&line->name), x, y, wide, svg);
        y += row_high;
    }
    for (int i = 0; i < p->kit->line_count; i++) {
        const dado_print_line *line = &p->kit->lines[i];
        if (!line->tick) continue;
        draw_tick(p, dado_text_string(&line->name), x + (tick % ticks_in_row) * tick_wide,
                  y + (int)(tick / ticks_in_row) * tick_high, svg);
        tick++;
    }
}

static bool draw_score_sheets(const press *p)
{
    const double side = 14, top = 16;
    double wide = p->set->width - 2 * side;
    int ticks_in_row = (int)(wide / tick_wide);
    double high = panel_high(p, ticks_in_row);
    int a_page = (int)((p->set->height - 2 * top) / high);
    if (p->kit->line_count == 0) return true;
    if (a_page < 1) a_page = 1;
    for (int seat = 0; seat < p->kit->game->players;) {
        dado_text *svg = page_begin(p, "score sheets");
        int on_page = 0;
        if (!svg) return false;
        draw_notes(p, svg, wide, p->set->height - 2 * top, p->set->title, "score sheets");
        for (; seat < p->kit->game->players && on_page < a_page; seat++, on_page++) {
            draw_panel(p, seat, side, top + on_page * high, wide, ticks_in_row, svg);
        }
        page_end(p, on_page);
    }
    return true;
}

// --- everything

bool dado_print_draw(const dado_print_kit *kit, const dado_print_settings *settings,
                     dado_print_pages *out, dado_error *err)
{
    press p = { kit, settings, out };
    dado_error own = { 0 };
    *out = (dado_print_pages){ 0 };
    bool fine = draw_boards(&p, &own);
    out->token_size = out->space > 0 ? fmin(fmax(out->space * 0.7, 8), 22) : 20;
    out->small_width = out->space > 0 ? fmin(fmax(out->space * 0.6, 10), 30) : 25;
    out->small_height = out->small_width * settings->card_height / settings->card_width;
    fine = fine && draw_cards(&p, false, settings->card_width, settings->card_height, "cards") &&
           draw_cards(&p, true, out->small_width, out->small_height, "small cards") &&
           draw_tokens(&p) && draw_cubes(&p) && draw_other_dice(&p) && draw_score_sheets(&p);
    if (fine && !out->cut) return true;
    if (own.status == DADO_OK) {
        dado_fail(&own, DADO_LIMIT, "there is no memory to draw the pages");
    }
    if (err) *err = own;
    return false;
}

void dado_print_pages_free(dado_print_pages *pages)
{
    for (int i = 0; i < pages->count; i++) dado_text_free(&pages->pages[i].svg);
    free(pages->pages);
    *pages = (dado_print_pages){ 0 };
}
