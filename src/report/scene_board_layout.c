// scene_board_layout.c - see scene_board_layout.h.
#include "report/scene_board_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "report/svg.h"

enum {
    tile_most = 72,
    tile_least = 12,
    tile_wanted = 40,  // smallest size of a tile, if there is room
    high_wanted = 430,
    edge = 22,       // around a board, for coordinates
    node = 48,       // side of a linked space
    node_name = 18,  // below it
    nodes_most = 64  // a graph with more spaces is drawn in rows
};

typedef dado_scene_layout layout;

static const dado_scene_item *item(const layout *l, int which)
{
    return &l->scene->things[which];
}

static bool is_link(const layout *l, int which)
{
    return item(l, which)->kind == DADO_ITEM_LINK;
}

int dado_coordinate_letters(const char *name)
{
    size_t letters = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    size_t digits = strspn(name + letters, "0123456789");
    return letters && digits && letters < 3 && !name[letters + digits] ? (int)letters : 0;
}

static bool has_coordinates(const layout *l, int board)
{
    for (int c = l->boxes[board].first; c >= 0; c = l->boxes[c].next) {
        DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
        if (is_link(l, c)) continue;
        if (item(l, c)->kind != DADO_ITEM_TILE || item(l, c)->value != 1) return false;
        dado_scene_item_name(l->game, l->scene, item(l, c), &name);
        if (!dado_coordinate_letters(dado_text_string(&name))) return false;
    }
    return true;
}

// A link goes from the middle of one tile to the middle of another.
static void place_links(layout *l, int board)
{
    for (int c = l->boxes[board].first; c >= 0; c = l->boxes[c].next) {
        const dado_scene_box *ends[2] = { NULL, NULL };
        if (!is_link(l, c)) continue;
        for (int d = l->boxes[board].first; d >= 0; d = l->boxes[d].next) {
            if (is_link(l, d)) continue;
            if (item(l, d)->at == item(l, c)->at) ends[0] = &l->boxes[d];
            if (item(l, d)->at == item(l, c)->value) ends[1] = &l->boxes[d];
        }
        if (!ends[0] || !ends[1]) continue;
        dado_scene_box *box = &l->boxes[c];
        box->x = ends[0]->x + ends[0]->w / 2;
        box->y = ends[0]->y + ends[0]->h / 2;
        box->w = ends[1]->x + ends[1]->w / 2 - box->x;
        box->h = ends[1]->y + ends[1]->h / 2 - box->y;
    }
}

// --- squares and hexes

static void lay_grid(layout *l, int board, double room, bool joined)
{
    dado_scene_box *box = &l->boxes[board];
    bool hexes = item(l, box->first)->kind == DADO_ITEM_HEX;
    int columns = item(l, board)->value > 0 ? item(l, board)->value : 1 << 20;
    double right = 0, bottom = 0, wide = 0, high = 0, step = hexes ? 0.87 : 1;
    for (int c = box->first; c >= 0; c = l->boxes[c].next) {
        if (is_link(l, c)) continue;
        wide = fmax(wide, 1 + item(l, c)->at % columns);
        high = fmax(high, 1 + (int)(item(l, c)->at / columns));
    }
    double wanted = fmin(tile_most, fmax(tile_wanted, high_wanted / high));
    double side = fmin(wanted, fmax(tile_least, (room - 2 * edge) / (wide * step + 0.2)));
    double inset = joined ? side * 0.12 : 0;  // so that the links between spaces are visible
    for (int c = box->first; c >= 0; c = l->boxes[c].next) {
        if (is_link(l, c)) continue;
        int at = item(l, c)->at, column = at % columns, row = at / columns;
        dado_scene_box *cell = &l->boxes[c];
        cell->x = edge + column * side * step + inset;
        cell->y = DADO_LABEL_HIGH + edge / 2.0 + row * side + (hexes && column % 2 ? side / 2 : 0) +
                  inset;
        cell->w = cell->h = side - 2 * inset;
        right = fmax(right, cell->x + side - inset);
        bottom = fmax(bottom, cell->y + side - inset);
    }
    box->style = has_coordinates(l, board) ? DADO_BOX_GRID : DADO_BOX_BOARD;
    box->w = right + edge;
    box->h = bottom + edge;
}

// --- graphs

typedef struct graph {
    int count, links;
    int tile[nodes_most];
    int16_t apart[nodes_most][nodes_most];  // in steps
    double x[nodes_most], y[nodes_most];
    bool path;  // each space is linked to the next and to no other
} graph;

// Returns false if no spaces are joined, or too many to place.
static bool read_graph(const layout *l, int board, graph *g)
{
    *g = (graph){ .path = true };
    for (int c = l->boxes[board].first; c >= 0; c = l->boxes[c].next) {
        if (is_link(l, c)) continue;
        if (g->count == nodes_most || item(l, c)->at != g->count) return false;
        g->tile[g->count++] = c;
    }
    for (int i = 0; i < g->count; i++) {
        for (int k = 0; k < g->count; k++) g->apart[i][k] = (int16_t)(i == k ? 0 : g->count);
    }
    for (int c = l->boxes[board].first; c >= 0; c = l->boxes[c].next) {
        if (!is_link(l, c) || item(l, c)->lit) continue;
        int from = item(l, c)->at, to = item(l, c)->value;
        if (from < 0 || to < 0 || from >= g->count || to >= g->count) continue;
        g->apart[from][to] = g->apart[to][from] = 1;
        g->path = g->path && to == from + 1;
        g->links++;
    }
    g->path = g->path && g->links == g->count - 1;
    return g->links > 0;
}

static void measure_distances(graph *g)
{
    for (int k = 0; k < g->count; k++) {
        for (int i = 0; i < g->count; i++) {
            for (int j = 0; j < g->count; j++) {
                int way = g->apart[i][k] + g->apart[k][j];
                if (way < g->apart[i][j]) g->apart[i][j] = (int16_t)way;
            }
        }
    }
}

// Moves every space toward where all others want it: at a distance that matches the steps
// between them. It uses only sums, products and roots, so that every machine finds the
// same positions.
static void spread_out(graph *g)
{
    enum { rounds = 80 };
    int across = (int)sqrt(g->count) + 1;
    measure_distances(g);
    for (int i = 0; i < g->count; i++) {
        g->x[i] = i % across + 0.13 * (int)(i / across);
        g->y[i] = (int)(i / across) + 0.07 * (i % across);
    }
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < g->count; i++) {
            double x = 0, y = 0, all = 0;
            for (int k = 0; k < g->count; k++) {
                if (k == i) continue;
                double dx = g->x[i] - g->x[k], dy = g->y[i] - g->y[k];
                double far = fmax(sqrt(dx * dx + dy * dy), 0.01), want = g->apart[i][k];
                double weight = 1 / (want * want);
                x += weight * (g->x[k] + want * dx / far);
                y += weight * (g->y[k] + want * dy / far);
                all += weight;
            }
            if (all > 0) {
                g->x[i] = x / all;
                g->y[i] = y / all;
            }
        }
    }
}

static void swap_axes_if_tall(graph *g, double *wide, double *high)
{
    double left = g->x[0], right = left, top = g->y[0], bottom = top;
    for (int i = 0; i < g->count; i++) {
        left = fmin(left, g->x[i]);
        right = fmax(right, g->x[i]);
        top = fmin(top, g->y[i]);
        bottom = fmax(bottom, g->y[i]);
    }
    bool tall = bottom - top > right - left;
    for (int i = 0; i < g->count; i++) {
        double x = g->x[i] - left, y = g->y[i] - top;
        g->x[i] = tall ? y : x;
        g->y[i] = tall ? x : y;
    }
    *wide = fmax(tall ? bottom - top : right - left, 0.01);
    *high = fmax(tall ? right - left : bottom - top, 0.01);
}

static double widest_name(const layout *l, const graph *g)
{
    double wide = 0;
    for (int i = 0; i < g->count; i++) {
        DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
        dado_scene_item_name(l->game, l->scene, item(l, g->tile[i]), &name);
        wide = fmax(wide, dado_svg_text_width(dado_text_string(&name), 12));
    }
    return wide;
}

static void lay_graph(layout *l, int board, double room, graph *g)
{
    dado_scene_box *box = &l->boxes[board];
    double across = fmin(fmax(node + 20, widest_name(l, g) + 10), room - 2 * edge);
    double down = node + node_name + 14, wide = 0, high = 0;
    if (g->path) {
        int in_row = (int)fmax(1, (room - 2 * edge) / across);
        for (int i = 0; i < g->count; i++) {
            int row = i / in_row, at = i % in_row;
            g->x[i] = across * (row % 2 ? in_row - 1 - at : at);
            g->y[i] = down * row;
        }
    } else {
        spread_out(g);
        swap_axes_if_tall(g, &wide, &high);
        double by = fmin(across * 1.25, (room - 2 * edge - across) / wide);
        for (int i = 0; i < g->count; i++) {
            g->x[i] *= by;
            g->y[i] *= fmax(down, fmin(by, down * 1.3));
        }
    }
    box->w = box->h = 0;
    for (int i = 0; i < g->count; i++) {
        dado_scene_box *cell = &l->boxes[g->tile[i]];
        cell->w = cell->h = node;
        cell->x = edge + g->x[i] + (across - node) / 2;
        cell->y = DADO_LABEL_HIGH + edge / 2.0 + g->y[i];
        box->w = fmax(box->w, edge + g->x[i] + across + edge);
        box->h = fmax(box->h, cell->y + node + node_name + edge / 2.0);
    }
    box->style = DADO_BOX_JOINED;
}

void dado_scene_board_lay_out(layout *l, int board, double room)
{
    bool joined = false;
    for (int c = l->boxes[board].first; c >= 0; c = l->boxes[c].next) {
        joined = joined || (is_link(l, c) && !item(l, c)->lit);
    }
    graph *g = joined && item(l, board)->value == 0 ? calloc(1, sizeof *g) : NULL;
    if (g && read_graph(l, board, g)) lay_graph(l, board, room, g);
    else lay_grid(l, board, room, joined);
    free(g);
    place_links(l, board);
}
