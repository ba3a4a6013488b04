// ground.c - see ground.h.
#include "report/ground.h"

#include <string.h>

#include "core/face.h"
#include "worlds/shelf.h"

typedef struct easel {
    dado_picture picture;
    int columns, rows, strip, strips;
    double side;     // units of a square
    uint32_t *bits;  // of each square, row by row
} easel;

enum { gap = 6 };  // units between strips

// Where a point, in squares, lies on the picture.
static dado_spot place(const easel *e, double column, double row)
{
    int strip = (int)(column / e->strip);
    if (strip < 0) strip = 0;
    if (strip >= e->strips) strip = e->strips - 1;
    return (dado_spot){ (column - (double)strip * e->strip) * e->side,
                        row * e->side + (double)strip * (e->rows * e->side + gap) };
}

// What is one of these, stamp by stamp; boxes that fill the width of their squares are one where
// they lie side by side.
static void stamp(easel *e, const dado_stamp *s, double scale, uint32_t of)
{
    for (; s->of; s++) {
        bool joins = s->form == DADO_BOX && s->w * scale >= e->side;
        for (int i = 0; i < e->columns * e->rows; i++) {
            if (!(s->of & of & e->bits[i])) continue;
            dado_spot at = place(e, i % e->columns, i / e->columns);
            dado_stamp run = *s;
            while (joins && (i + 1) % e->columns && (i % e->columns + 1) % e->strip &&
                   s->of & of & e->bits[i + 1]) {
                run.w += s->w;
                i++;
            }
            dado_picture_stamp(&e->picture, &run, at.x, at.y, scale);
        }
    }
}

static void paint_heat(easel *e, const double *heat)
{
    double most = 0;
    for (int i = 0; i < e->columns * e->rows; i++) most = fmax(most, heat[i]);
    for (int i = 0; most > 0 && i < e->columns * e->rows; i++) {
        if (dado_is_none(heat[i])) continue;
        dado_picture_rect(&e->picture, DADO_INK(dado_heat_colour(heat[i] / most)),
                          i % e->columns * e->side, i / e->columns * e->side, e->side, e->side);
    }
}

// A path is broken where it passes from one strip to the next.
static void paint_way(easel *e, const dado_level *level, const dado_route *route,
                      dado_arena *arena)
{
    enum { most = 512 };
    const dado_ink ink = 0xD6336CCCu;
    dado_spot points[most];
    int count = 0, strip = -1;
    const float *at = dado_level_trace(level, route, arena);
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

// A cross on the ground there.
static void paint_end(easel *e, const dado_level *level, double column, int player)
{
    int at = column < 0 ? 0 : column >= e->columns ? e->columns - 1 : (int)column;
    dado_spot p = place(e, column, e->rows - 0.5 - dado_level_top(level, at));
    dado_ink ink = dado_ink_fade(dado_ink_series(player), 0.8);
    double r = 0.35 * e->side;
    dado_picture_line(&e->picture, ink, 2, p.x - r, p.y - r, p.x + r, p.y + r);
    dado_picture_line(&e->picture, ink, 2, p.x - r, p.y + r, p.x + r, p.y - r);
}

// The picture is cut where there is no memory for what is on it.
static dado_picture draw(const dado_ground *ground, dado_arena *arena)
{
    const dado_ground_kind *kind = ground->kind;
    dado_picture sprites = { 0 };
    if (ground->sprites) {
        dado_sprites_map(ground->sprites, ground->of, &sprites);
        return sprites;
    }
    size_t mark = dado_arena_mark(arena);
    easel e = { .side = kind->side };
    kind->size(ground->of, &e.columns, &e.rows);
    e.strip = ground->strip > 0 && ground->strip < e.columns ? ground->strip : e.columns;
    e.strips = (e.columns + e.strip - 1) / e.strip;
    e.picture = dado_picture_begin(e.strip * e.side,
                                   e.strips * e.rows * e.side + (e.strips - 1) * gap,
                                   DADO_INK(0xffffff));
    e.bits = dado_new(arena, uint32_t, e.columns * e.rows);
    if (!e.bits) {
        e.picture.cut = true;
        return e.picture;
    }
    kind->look(ground->of, e.bits);
    for (int first = 0; first < e.columns; first += e.strip) {
        dado_spot at = place(&e, first, 0);
        dado_picture_rect(&e.picture, ground->heat ? kind->pale_under : kind->under, at.x, at.y,
                          fmin(e.columns - first, e.strip) * e.side, e.rows * e.side);
    }
    stamp(&e, ground->heat ? kind->pale : kind->lies, kind->scale, ~0u);
    if (ground->heat) paint_heat(&e, ground->heat);
    stamp(&e, kind->stands, kind->scale, ground->heat ? kind->told : ~0u);
    if (ground->route) paint_way(&e, ground->of, ground->route, arena);
    for (int i = 0; i < ground->end_count; i++) {
        paint_end(&e, ground->of, (double)ground->ends[i] / DADO_LEVEL_TILE,
                  ground->end_players[i]);
    }
    dado_arena_rewind(arena, mark);
    return e.picture;
}

bool dado_ground_read(dado_ground *ground, const char *suffix, const char *name, const char *text,
                      dado_arena *arena)
{
    *ground = (dado_ground){ 0 };
    for (int i = 0; dado_worlds[i] && !ground->of; i++) {
        const dado_game world = { .rules = dado_worlds[i] };
        const dado_ground_kind *kind = dado_face_of(&world, ground);
        if (!kind || strcmp(world.rules->suffix, suffix) != 0) continue;
        *ground = (dado_ground){ kind, kind->read(name, text, arena), .strip = kind->strip };
    }
    return ground->of;
}

bool dado_ground_write(const dado_ground *ground, bool png, const char *name, dado_text *out,
                       dado_arena *arena, dado_error *err)
{
    DADO_ENDS(dado_picture_free) dado_picture picture = draw(ground, arena);
    double pixels = ground->heat ? 1 : ground->kind->pixels;
    if (png) return dado_picture_png(&picture, pixels, out, err);
    dado_picture_svg(&picture, name, ground->kind->about, true, out);
    return true;
}

dado_part *dado_report_ground(dado_document *d, const dado_part *asked, const dado_ground *ground,
                              const char *name, dado_arena *arena)
{
    DADO_ENDS(dado_picture_free) dado_picture picture = draw(ground, arena);
    dado_draft svg = { 0 }, words = { 0 };
    const char *about = asked->caption ? asked->caption : ground->kind->about;
    dado_picture_svg(&picture, name, about, false, &svg);
    ground->kind->letters(ground->of, &words);
    dado_part *part = dado_document_picture(d, asked, dado_text_string(&svg),
                                            dado_text_string(&words));
    part->caption = dado_document_copy(d, asked->caption);
    part->inks = ground->kind->inks;
    return part;
}
