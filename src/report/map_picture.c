// map_picture.c - see map_picture.h.
#include "report/map_picture.h"

#include <string.h>

#include "core/game_extras.h"
#include "worlds/shelf.h"

typedef struct canvas {
    dado_picture picture;
    int columns, rows, strip, strips;
    double side;     // of a square, in units
    uint32_t *bits;  // per square, row by row
} canvas;

enum { gap = 6 };  // between strips, in units

// Returns the point of the picture for a position in squares.
static dado_picture_point place(const canvas *e, double column, double row)
{
    int strip = (int)(column / e->strip);
    if (strip < 0) strip = 0;
    if (strip >= e->strips) strip = e->strips - 1;
    return (dado_picture_point){ (column - (double)strip * e->strip) * e->side,
                                 row * e->side + (double)strip * (e->rows * e->side + gap) };
}

// Draws all cells of one kind. Boxes that fill the width of their cells and lie side by side
// become one.
static void stamp(canvas *e, const dado_tile_shape *s, double scale, uint32_t of)
{
    for (; s->of; s++) {
        bool joins = s->form == DADO_BOX && s->w * scale >= e->side;
        for (int i = 0; i < e->columns * e->rows; i++) {
            if (!(s->of & of & e->bits[i])) continue;
            int column = i % e->columns, row = i / e->columns;
            dado_picture_point at = place(e, column, row);
            dado_tile_shape run = *s;
            while (joins && (i + 1) % e->columns && (i % e->columns + 1) % e->strip &&
                   s->of & of & e->bits[i + 1]) {
                run.w += s->w;
                i++;
            }
            dado_picture_stamp(&e->picture, &run, at.x, at.y, scale);
        }
    }
}

static void paint_heat(canvas *e, const double *heat)
{
    double most = 0;
    for (int i = 0; i < e->columns * e->rows; i++) most = fmax(most, heat[i]);
    for (int i = 0; most > 0 && i < e->columns * e->rows; i++) {
        int column = i % e->columns, row = i / e->columns;
        if (dado_is_none(heat[i])) continue;
        dado_picture_rect(&e->picture, DADO_RGB(dado_heatmap_colour(heat[i] / most)),
                          column * e->side, row * e->side, e->side, e->side);
    }
}

// A path is broken where it continues on the next strip.
static void paint_way(canvas *e, const dado_level *level, const dado_route *route,
                      dado_region *region)
{
    enum { most = 512 };
    const dado_ink ink = 0xD6336CCCu;
    dado_picture_point points[most];
    int count = 0, strip = -1;
    const float *at = dado_level_route_path(level, route, region);
    for (int i = 0; at && i < route->ticks; i++) {
        double column = (double)at[2 * i] / DADO_LEVEL_TILE;
        double row = (double)at[2 * i + 1] / DADO_LEVEL_TILE - 0.35;
        int now = (int)(column / e->strip);
        if (count && (now != strip || count == most)) {
            dado_picture_polyline(&e->picture, ink, 0.16 * e->side, points, count);
            if (now == strip) points[0] = points[count - 1];
            count = now == strip;
        }
        strip = now;
        points[count++] = place(e, column, row < 0 ? 0 : row > e->rows ? e->rows : row);
    }
    dado_picture_polyline(&e->picture, ink, 0.16 * e->side, points, count);
}

// Draws a cross on the ground there.
static void paint_end(canvas *e, const dado_level *level, double column, int player)
{
    int at = column < 0 ? 0 : column >= e->columns ? e->columns - 1 : (int)column;
    dado_picture_point p = place(e, column, e->rows - 0.5 - dado_level_top(level, at));
    dado_ink ink = dado_ink_fade(dado_ink_series(player), 0.8);
    double r = 0.35 * e->side;
    dado_picture_line(&e->picture, ink, 2, p.x - r, p.y - r, p.x + r, p.y + r);
    dado_picture_line(&e->picture, ink, 2, p.x - r, p.y + r, p.x + r, p.y - r);
}

// Draws the picture. It is marked as cut if there is no memory for all of it.
static dado_picture draw(const dado_map_picture *ground, dado_region *region)
{
    const dado_tileset *kind = ground->kind;
    dado_picture sprites = { 0 };
    if (ground->sprites) {
        dado_sprites_map(ground->sprites, ground->of, &sprites);
        return sprites;
    }
    size_t mark = dado_region_mark(region);
    canvas e = { .side = kind->side };
    kind->size(ground->of, &e.columns, &e.rows);
    e.strip = ground->strip > 0 && ground->strip < e.columns ? ground->strip : e.columns;
    e.strips = (e.columns + e.strip - 1) / e.strip;
    e.picture = dado_picture_begin(
        e.strip * e.side, e.strips * e.rows * e.side + (e.strips - 1) * gap, DADO_RGB(0xffffff));
    e.bits = dado_new(region, uint32_t, e.columns * e.rows);
    if (!e.bits) {
        e.picture.cut = true;
        return e.picture;
    }
    kind->look(ground->of, e.bits);
    for (int first = 0; first < e.columns; first += e.strip) {
        dado_picture_point at = place(&e, first, 0);
        dado_picture_rect(&e.picture, ground->heat ? kind->pale_background : kind->under, at.x,
                          at.y, fmin(e.columns - first, e.strip) * e.side, e.rows * e.side);
    }
    stamp(&e, ground->heat ? kind->pale : kind->lies, kind->scale, ~0u);
    if (ground->heat) paint_heat(&e, ground->heat);
    stamp(&e, kind->stands, kind->scale, ground->heat ? kind->told : ~0u);
    if (ground->route) paint_way(&e, ground->of, ground->route, region);
    for (int i = 0; i < ground->end_count; i++) {
        paint_end(&e, ground->of, (double)ground->ends[i] / DADO_LEVEL_TILE,
                  ground->end_players[i]);
    }
    dado_region_rewind(region, mark);
    return e.picture;
}

bool dado_map_picture_read(dado_map_picture *ground, const char *suffix, const char *name,
                           const char *text, dado_region *region)
{
    *ground = (dado_map_picture){ 0 };
    for (int i = 0; dado_worlds[i] && !ground->of; i++) {
        const dado_game world = { .rules = dado_worlds[i] };
        const dado_tileset *kind = dado_game_extra(&world, ground);
        if (!kind || strcmp(world.rules->suffix, suffix) != 0) continue;
        *ground = (dado_map_picture){ kind, kind->read(name, text, region), .strip = kind->strip };
    }
    return ground->of;
}

bool dado_map_picture_write(const dado_map_picture *ground, bool png, const char *name,
                            dado_text *out, dado_region *region, dado_error *err)
{
    DADO_CLEANUP(dado_picture_free) dado_picture picture = draw(ground, region);
    double pixels = ground->heat ? 1 : ground->kind->pixels;
    if (png) return dado_picture_png(&picture, pixels, out, err);
    dado_picture_svg(&picture, name, ground->kind->about, true, out);
    return true;
}

dado_part *dado_report_map_picture(dado_document *d, const dado_part *asked,
                                   const dado_map_picture *ground, const char *name,
                                   dado_region *region)
{
    DADO_CLEANUP(dado_picture_free) dado_picture picture = draw(ground, region);
    DADO_CLEANUP(dado_text_free) dado_text svg = { 0 }, words = { 0 };
    const char *about = asked->caption ? asked->caption : ground->kind->about;
    dado_picture_svg(&picture, name, about, false, &svg);
    ground->kind->letters(ground->of, &words);
    dado_part *part =
        dado_document_picture(d, asked, dado_text_string(&svg), dado_text_string(&words));
    part->caption = dado_document_copy(d, asked->caption);
    part->inks = ground->kind->inks;
    return part;
}
