// board.c - makes boards from their parts: grids, hexes, tracks, rings and lines.
//
// Shapes create spaces with generated names. Lines connect named spaces, and create those
// that do not exist yet. The result is a set of tables indexed by the numbers of spaces.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "recycle/board.h"

typedef struct edge {
    int16_t from, to;
} edge;

typedef struct board_builder {
    checker *c;
    rcy_boards *b;
    int16_t board_of[rcy_most_spaces];
    // the panel that new spaces belong to, and how many panels there is room for
    int panel, panel_room;
    bool gone[rcy_most_spaces];
    edge *edges;
    int edge_count, edge_room;
    int line_room;
    const rcy_tree *part;
    bool failed;
} board_builder;

enum { most_axes = 16 };

int rcy_direction_of(const rcy_boards *b, int32_t name)
{
    for (int i = 0; i < b->directions; i++) {
        if (b->direction[i] == name) return i;
    }
    return -1;
}

DADO_PRINTF(2, 3)
static void wrong(board_builder *m, const char *format, ...)
{
    char text[300];
    va_list args;
    if (m->failed) return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    rcy_diagnose_tree(m->c->s, "E245", m->part, "%s", text);
    m->failed = true;
}

static void *room(board_builder *m, size_t count, size_t size)
{
    if (m->failed) return NULL;
    void *made = dado_region_alloc(m->c->s->region, count, size);
    if (!made) m->failed = m->c->s->no_memory = true;
    return made;
}

static int32_t name_of(board_builder *m, const char *prefix, const char *letters, int number)
{
    char text[128];
    int length = snprintf(text, sizeof text, "%.60s%s%d", prefix, letters, number);
    int name = rcy_name(&m->c->s->names, text, (size_t)length);
    if (name < 0) m->failed = m->c->s->no_memory = true;
    return name < 0 ? 0 : name;
}

static int find(const board_builder *m, int32_t name)
{
    for (int i = m->b->spaces - 1; i >= 0; i--) {
        if (m->b->name[i] == name && !m->gone[i]) return i;
    }
    return -1;
}

static int add_space(board_builder *m, int32_t name, int board, int column, int row)
{
    rcy_boards *b = m->b;
    if (m->failed) return 0;
    if (b->spaces == rcy_most_spaces) {
        wrong(m, "too many spaces; there may be at most %d", rcy_most_spaces);
        return 0;
    }
    int space = b->spaces++;
    b->name[space] = name;
    b->column[space] = column;
    b->row[space] = row;
    b->panel_of[space] = (int16_t)m->panel;
    m->board_of[space] = (int16_t)board;
    return space;
}

// Creates a space of a shape. A space with this name must not exist yet.
static int make_space(board_builder *m, int32_t name, int board, int column, int row)
{
    if (m->failed) return 0;
    if (find(m, name) >= 0) {
        rcy_diagnose_tree(m->c->s, "E242", m->part,
                          "a space named %s exists already; give this part a prefix of its own: "
                          "(grid 3 3 L_)",
                          rcy_text(m->c->s, name));
        m->failed = true;
        return 0;
    }
    return add_space(m, name, board, column, row);
}

static int direction(board_builder *m, int32_t name)
{
    rcy_boards *b = m->b;
    int at = rcy_direction_of(b, name);
    if (at >= 0 || m->failed) return at < 0 ? 0 : at;
    if (b->directions == rcy_most_directions) {
        wrong(m, "too many directions; there may be at most %d", rcy_most_directions);
        return 0;
    }
    b->direction[b->directions] = name;
    return b->directions++;
}

static int direction_named(board_builder *m, const char *text)
{
    int name = rcy_name(&m->c->s->names, text, strlen(text));
    if (name < 0) m->failed = m->c->s->no_memory = true;
    return name < 0 ? 0 : direction(m, name);
}

static void add_step(board_builder *m, int way, int from, int to)
{
    int16_t *step = &m->b->step[way * rcy_most_spaces + from];
    if (m->failed) return;
    if (*step >= 0 && *step != to) {
        wrong(m, "the step from %s in direction %s already leads to another space",
              rcy_text(m->c->s, m->b->name[from]), rcy_text(m->c->s, m->b->direction[way]));
        return;
    }
    *step = (int16_t)to;
}

static void add_edge(board_builder *m, int from, int to)
{
    if (m->failed) return;
    if (m->edge_count == m->edge_room) {
        int more = m->edge_room ? m->edge_room * 2 : 1024;
        edge *edges = room(m, (size_t)more, sizeof *edges);
        if (!edges) return;
        if (m->edge_count) memcpy(edges, m->edges, sizeof *edges * (size_t)m->edge_count);
        m->edges = edges;
        m->edge_room = more;
    }
    m->edges[m->edge_count++] = (edge){ (int16_t)from, (int16_t)to };
}

// --- operands of a part ---

static bool take_int(board_builder *m, const rcy_tree *t, int at, int64_t *value)
{
    if (at >= t->count || !rcy_constant(t->kids[at], value)) return false;
    if (*value >= 1 && *value <= rcy_most_spaces) return true;
    wrong(m, "a part has 1 to %d spaces along each side, not %lld", rcy_most_spaces,
          (long long)*value);
    return true;
}

static bool take_name(const rcy_tree *t, int at, int32_t *name)
{
    return at < t->count && rcy_constant_string(t->kids[at], name);
}

static const rcy_tree *take_list(const rcy_tree *t, int at)
{
    return at < t->count ? rcy_constant_strings(t->kids[at]) : NULL;
}

static void letters_of(int column, char *text)
{
    char turned[8];
    int count = 0, at = 0;
    for (int left = column; left >= 0; left = left / 26 - 1)
        turned[count++] = (char)('A' + left % 26);
    while (count > 0) text[at++] = turned[--count];
    text[at] = '\0';
}

// --- shapes ---

typedef struct way {
    const char *name;
    int column, row;
    bool axis, near;
} way;

static const way grid_ways[] = {
    { "N", 0, 1, true, true },    { "NE", 1, 1, true, false },   { "E", 1, 0, true, true },
    { "SE", 1, -1, true, false }, { "S", 0, -1, false, true },   { "SW", -1, -1, false, false },
    { "W", -1, 0, false, true },  { "NW", -1, 1, false, false },
};
static const way hex_ways[] = {
    { "NE", 0, 1, true, true },   { "E", 1, 0, true, true },   { "SE", 1, -1, true, true },
    { "SW", 0, -1, false, true }, { "W", -1, 0, false, true }, { "NW", -1, 1, false, true },
};

// Connects neighbouring spaces of a shape in all its directions. `at` has the spaces by
// row and column; -1 where there is none.
static void join(board_builder *m, const int *at, int width, int height, const way *ways,
                 int way_count, const rcy_tree *near)
{
    int numbers[8], axes[8], axis_count = 0;
    for (int w = 0; w < way_count; w++) {
        numbers[w] = direction_named(m, ways[w].name);
        axes[w] = ways[w].axis ? axis_count++ : -1;
    }
    if (axis_count > m->b->axes) m->b->axes = axis_count;
    for (int i = 0; i < width * height && !m->failed; i++) {
        if (at[i] < 0) continue;
        for (int w = 0; w < way_count; w++) {
            int column = i % width + ways[w].column, row = i / width + ways[w].row;
            if (column < 0 || row < 0 || column >= width || row >= height) continue;
            int to = at[row * width + column];
            if (to < 0) continue;
            add_step(m, numbers[w], at[i], to);
            if (axes[w] >= 0) m->b->axis[axes[w] * rcy_most_spaces + at[i]] = (int16_t)to;
            if (!near && ways[w].near) add_edge(m, at[i], to);
        }
        for (int k = 0; near && k < near->count; k++) {
            int to = -1;
            for (int w = 0; w < way_count; w++) {
                if (m->b->direction[numbers[w]] != near->kids[k]->name) continue;
                to = m->b->step[numbers[w] * rcy_most_spaces + at[i]];
            }
            if (to >= 0) add_edge(m, at[i], to);
        }
    }
}

static void check_near(board_builder *m, const rcy_tree *near)
{
    for (int k = 0; near && k < near->count; k++) {
        bool known = false;
        for (int w = 0; w < 8; w++) {
            known = known || strcmp(rcy_text(m->c->s, near->kids[k]->name), grid_ways[w].name) == 0;
        }
        if (!known) {
            wrong(m, "a grid has the directions N NE E SE S SW W NW, but no %s",
                  rcy_text(m->c->s, near->kids[k]->name));
        }
    }
}

static void flat_shape(board_builder *m, const rcy_tree *t, int board)
{
    bool hex = t->code == keyword_hex;
    int64_t width = 0, height = 0, side = 0;
    int32_t prefix = 0;
    int at_kid = 0;
    if (!take_int(m, t, at_kid, &width)) {
        wrong(m, "a %s needs a width", rcy_keyword_text((rcy_keyword)t->code));
        return;
    }
    height = width;
    at_kid++;
    if (take_int(m, t, at_kid, &height)) {
        at_kid++;
    } else if (hex) {
        side = width;
        width = height = 2 * side - 1;
    } else {
        wrong(m, "a grid has a width and a height: (grid 3 3)");
    }
    if (take_name(t, at_kid, &prefix)) at_kid++;
    const rcy_tree *near = hex ? NULL : take_list(t, at_kid);
    if (near) at_kid++;
    check_near(m, near);
    if (at_kid < t->count) {
        wrong(m,
              "this does not belong in a %s, which has a size, a prefix and, for a grid, the "
              "directions of neighbours",
              rcy_keyword_text((rcy_keyword)t->code));
    }
    if (width * height > (side ? 4 : 1) * rcy_most_spaces) {
        wrong(m, "too many spaces; there may be at most %d", rcy_most_spaces);
    }
    int *at = room(m, (size_t)(width * height), sizeof *at);
    for (int i = 0; at && i < width * height && !m->failed; i++) {
        int column = i % (int)width, row = i / (int)width;
        char letters[8];
        at[i] = -1;
        if (side && (column + row < side - 1 || column + row > 3 * side - 3)) continue;
        letters_of(column, letters);
        const char *before = prefix ? rcy_text(m->c->s, prefix) : "";
        at[i] = make_space(m, name_of(m, before, letters, row + 1), board, column + 1, row + 1);
    }
    if (at && !m->failed) {
        join(m, at, (int)width, (int)height, hex ? hex_ways : grid_ways, hex ? 6 : 8, near);
    }
}

static void track(board_builder *m, const rcy_tree *t, int board)
{
    int64_t length = 0;
    int32_t prefix = m->b->board[board].name;
    bool ring = t->code == keyword_ring;
    if (!take_int(m, t, 0, &length)) {
        wrong(m, "a %s needs its number of spaces", rcy_keyword_text((rcy_keyword)t->code));
        return;
    }
    bool named = take_name(t, 1, &prefix);
    if (t->count > 1 + named)
        wrong(m, "a track takes a number of spaces and a prefix, and nothing else");
    int on = direction_named(m, "ON"), back = direction_named(m, "BACK"), first = m->b->spaces;
    if (m->b->axes < 1) m->b->axes = 1;
    for (int i = 0; i < length && !m->failed; i++) {
        make_space(m, name_of(m, rcy_text(m->c->s, prefix), "", i + 1), board, i + 1, 1);
    }
    for (int i = 0; i < length && !m->failed; i++) {
        bool last = i + 1 == length;
        int next = first + (last ? 0 : i + 1), before = first + (i == 0 ? (int)length - 1 : i - 1);
        bool goes_on = (!last || ring) && length > 1, goes_back = (i > 0 || ring) && length > 1;
        if (goes_on) {
            add_step(m, on, first + i, next);
            add_edge(m, first + i, next);
            m->b->axis[first + i] = (int16_t)next;
        }
        if (goes_back) {
            add_step(m, back, first + i, before);
            add_edge(m, first + i, before);
        }
    }
}

static void line(board_builder *m, const rcy_tree *t, int board)
{
    rcy_boards *b = m->b;
    int32_t onward = 0, backward = 0;
    int at_kid = 0;
    if (take_name(t, at_kid, &onward)) at_kid++;
    if (at_kid == 1 && take_name(t, at_kid, &backward)) at_kid++;
    const rcy_tree *list = take_list(t, at_kid);
    if (!list || at_kid + 1 < t->count || list->count < 2) {
        wrong(m, "a line is a list of two or more names: (line (A, B, C)), (line ON (A, B, C)) or "
                 "(line ON BACK (A, B, C))");
        return;
    }
    bool closed = list->kids[0]->name == list->kids[list->count - 1]->name;
    for (int i = 0; i < list->count - closed; i++) {
        for (int k = 0; k < i; k++) {
            if (list->kids[i]->name != list->kids[k]->name) continue;
            wrong(m, "%s occurs twice in this line; only the last name may repeat the first",
                  rcy_text(m->c->s, list->kids[i]->name));
        }
    }
    int way_on = onward ? direction(m, onward) : -1,
        way_back = backward ? direction(m, backward) : -1;
    for (int i = 0; i < list->count && !m->failed; i++) {
        int32_t name = list->kids[i]->name;
        int here = find(m, name);
        if (here < 0) here = add_space(m, name, board, 0, 0);
        if (i == 0) continue;
        int before = find(m, list->kids[i - 1]->name);
        add_edge(m, before, here);
        if (!onward || backward) add_edge(m, here, before);
        if (way_on >= 0) add_step(m, way_on, before, here);
        if (way_back >= 0) add_step(m, way_back, here, before);
    }
    if (b->line_count == m->line_room) {
        int more = m->line_room ? m->line_room * 2 : 32;
        rcy_tree **lines = room(m, (size_t)more, sizeof *lines);
        if (!lines) return;
        if (b->line_count) memcpy(lines, b->lines, sizeof *lines * (size_t)b->line_count);
        b->lines = lines;
        m->line_room = more;
    }
    b->lines[b->line_count++] = (rcy_tree *)(uintptr_t)list;
}

static void without(board_builder *m, const rcy_tree *t, int board)
{
    const rcy_tree *list = take_list(t, 0);
    if (!list || t->count != 1) {
        wrong(m, "without needs a list of names: (without (A1, C3))");
        return;
    }
    for (int i = 0; i < list->count && !m->failed; i++) {
        int space = find(m, list->kids[i]->name);
        if (space < 0 || m->board_of[space] != board) {
            wrong(m, "this board has no space %s to remove",
                  rcy_text(m->c->s, list->kids[i]->name));
            return;
        }
        m->gone[space] = true;
    }
}

// Sets the panel for new spaces. Each shape has a panel of its own; the lines of a board
// share one.
static void turn_to_panel(board_builder *m, int board, int shape)
{
    rcy_boards *b = m->b;
    for (m->panel = 0; m->panel < b->panels; m->panel++) {
        const rcy_board_panel *s = &b->panel[m->panel];
        if (shape == keyword_line && s->board == board && s->shape == keyword_line) return;
    }
    if (b->panels == m->panel_room) {
        int more = m->panel_room ? m->panel_room * 2 : 16;
        rcy_board_panel *panels = room(m, (size_t)more, sizeof *panels);
        if (!panels) return;
        if (b->panels) memcpy(panels, b->panel, sizeof *panels * (size_t)b->panels);
        b->panel = panels;
        m->panel_room = more;
    }
    b->panel[b->panels++] = (rcy_board_panel){ .board = board, .shape = (uint8_t)shape };
}

static void make_board(board_builder *m, rcy_tree *t)
{
    rcy_boards *b = m->b;
    for (int i = 0; i < b->count; i++) {
        if (b->board[i].name != t->name) continue;
        rcy_diagnose_tree(m->c->s, "E241", t, "a board named %s exists already",
                          rcy_text(m->c->s, t->name));
        m->failed = true;
        return;
    }
    int board = b->count++;
    b->board[board].name = t->name;
    for (int i = 0; i < t->count && !m->failed; i++) {
        rcy_tree *part = t->kids[i];
        m->part = part;
        for (int k = 0; k < part->count; k++) {
            if (rcy_infer(m->c, part->kids[k]) != type_none) rcy_make_plain(m->c, &part->kids[k]);
        }
        if (part->code != keyword_without) turn_to_panel(m, board, part->code);
        switch (part->code) {
        case keyword_grid:
        case keyword_hex: flat_shape(m, part, board); break;
        case keyword_track:
        case keyword_ring: track(m, part, board); break;
        case keyword_line: line(m, part, board); break;
        default: without(m, part, board); break;
        }
    }
}

// --- tables ---

// Renumbers the spaces so that removed ones leave no gap.
static void close_up(board_builder *m)
{
    rcy_boards *b = m->b;
    int16_t now[rcy_most_spaces];
    int kept = 0;
    for (int i = 0; i < b->spaces; i++) now[i] = (int16_t)(m->gone[i] ? -1 : kept++);
    for (int i = 0; i < b->spaces; i++) {
        if (now[i] < 0) continue;
        b->name[now[i]] = b->name[i];
        b->row[now[i]] = b->row[i];
        b->column[now[i]] = b->column[i];
        b->panel_of[now[i]] = b->panel_of[i];
        m->board_of[now[i]] = m->board_of[i];
    }
    int16_t *tables[] = { b->step, b->axis };
    int rows[] = { rcy_most_directions, most_axes };
    for (int which = 0; which < 2; which++) {
        for (int w = 0; w < rows[which]; w++) {
            int16_t *row = tables[which] + w * rcy_most_spaces;
            for (int i = 0; i < b->spaces; i++) {
                int to = row[i] < 0 ? -1 : now[row[i]];
                if (now[i] >= 0) row[now[i]] = (int16_t)to;
            }
        }
    }
    for (int i = 0; i < m->edge_count; i++) {
        m->edges[i].from = now[m->edges[i].from];
        m->edges[i].to = now[m->edges[i].to];
    }
    b->spaces = kept;
}

static void list_neighbours(board_builder *m)
{
    rcy_boards *b = m->b;
    b->near_from = room(m, (size_t)b->spaces + 1, sizeof *b->near_from);
    b->near = room(m, (size_t)m->edge_count + 1, sizeof *b->near);
    int count = 0;
    for (int i = 0; i < b->spaces && !m->failed; i++) {
        b->near_from[i] = count;
        for (int k = 0; k < m->edge_count; k++) {
            if (m->edges[k].from != i || m->edges[k].to < 0) continue;
            int32_t name = b->name[m->edges[k].to];
            bool known = false;
            for (int n = b->near_from[i]; n < count; n++) known = known || b->near[n] == name;
            if (!known) b->near[count++] = name;
        }
    }
    if (!m->failed) b->near_from[b->spaces] = count;
}

static void list_spaces(board_builder *m)
{
    rcy_boards *b = m->b;
    for (int i = 0; i < b->count && !m->failed; i++) {
        rcy_tree *list = room(m, 1, sizeof *list);
        int count = 0;
        for (int k = 0; k < b->spaces; k++) count += m->board_of[k] == i;
        rcy_tree **kids = room(m, (size_t)count + 1, sizeof *kids);
        if (m->failed) return;
        *list = (rcy_tree){ .form = form_strings, .type = type_strs, .kids = kids };
        for (int k = 0; k < b->spaces && !m->failed; k++) {
            if (m->board_of[k] != i) continue;
            rcy_tree *name = room(m, 1, sizeof *name);
            if (!name) return;
            *name = (rcy_tree){ .form = form_name, .type = type_str, .name = b->name[k] };
            kids[list->count++] = name;
        }
        b->board[i].spaces = list;
    }
    b->name_room = m->c->s->names.count;
    b->space_of = room(m, (size_t)b->name_room, sizeof *b->space_of);
    for (int i = 0; !m->failed && i < b->name_room; i++) b->space_of[i] = -1;
    for (int i = 0; !m->failed && i < b->spaces; i++) b->space_of[b->name[i]] = (int16_t)i;
}

static int count_boards(const rcy_tree *setup)
{
    int count = 0;
    for (int i = 1; i < setup->count; i++) count += setup->kids[i]->form == form_board;
    return count;
}

void rcy_make_boards(checker *c, rcy_tree *setup)
{
    int count = count_boards(setup);
    if (count == 0) return;
    board_builder *m = dado_new(c->s->region, board_builder, 1);
    rcy_boards *b = dado_new(c->s->region, rcy_boards, 1);
    if (!m || !b) {
        c->s->no_memory = true;
        return;
    }
    *m = (board_builder){ .c = c, .b = b };
    b->s = c->s;
    b->board = room(m, (size_t)count, sizeof *b->board);
    b->name = room(m, rcy_most_spaces, sizeof *b->name);
    b->row = room(m, rcy_most_spaces, sizeof *b->row);
    b->column = room(m, rcy_most_spaces, sizeof *b->column);
    b->panel_of = room(m, rcy_most_spaces, sizeof *b->panel_of);
    b->step = room(m, rcy_most_directions * rcy_most_spaces, sizeof *b->step);
    b->axis = room(m, most_axes * rcy_most_spaces, sizeof *b->axis);
    if (m->failed) return;
    memset(b->step, 255, sizeof *b->step * rcy_most_directions * rcy_most_spaces);
    memset(b->axis, 255, sizeof *b->axis * most_axes * rcy_most_spaces);
    for (int i = 1; i < setup->count && !c->s->no_memory; i++) {
        m->failed = false;
        if (setup->kids[i]->form == form_board) make_board(m, setup->kids[i]);
    }
    m->failed = c->s->no_memory;
    close_up(m);
    list_neighbours(m);
    list_spaces(m);
    if (!m->failed && !rcy_layout_boards(b)) c->s->no_memory = m->failed = true;
    if (!m->failed) c->s->boards = b;
}

// --- lines ---

typedef struct line_maker {
    rcy_boards *b;
    int length, count;
    int32_t *names;
    int32_t *sorted;  // the same lines with the spaces of each sorted by number
} line_maker;

// Adds a line unless the same spaces, in whatever direction, form a line already.
static bool add_line(line_maker *w, const int32_t *names)
{
    int n = w->length;
    int32_t *own = w->sorted + w->count * n;
    for (int i = 0; i < n; i++) {
        int k = i;
        for (; k > 0 && own[k - 1] > names[i]; k--) own[k] = own[k - 1];
        own[k] = names[i];
    }
    for (int i = 0; i < w->count; i++) {
        if (memcmp(w->sorted + i * n, own, sizeof *own * (size_t)n) == 0) return true;
    }
    if (w->count == rcy_most_lines) return false;
    memcpy(w->names + w->count * n, names, sizeof *names * (size_t)n);
    w->count++;
    return true;
}

static bool follow_axes(line_maker *w, int32_t *line)
{
    const rcy_boards *b = w->b;
    for (int from = 0; from < b->spaces; from++) {
        for (int axis = 0; axis < b->axes; axis++) {
            int at = from, length = 0;
            while (at >= 0 && length < w->length) {
                bool again = false;
                for (int i = 0; i < length; i++) again = again || line[i] == b->name[at];
                if (again) break;
                line[length++] = b->name[at];
                at = b->axis[axis * rcy_most_spaces + at];
            }
            if (length == w->length && !add_line(w, line)) return false;
        }
    }
    return true;
}

static bool follow_lines(line_maker *w, int32_t *line)
{
    const rcy_boards *b = w->b;
    for (int i = 0; i < b->line_count; i++) {
        const rcy_tree *list = b->lines[i];
        bool closed = list->kids[0]->name == list->kids[list->count - 1]->name;
        int count = list->count - closed, starts = closed ? count : count - w->length + 1;
        for (int from = 0; from < starts && w->length <= count; from++) {
            bool whole = true;
            for (int k = 0; k < w->length; k++) {
                line[k] = list->kids[(from + k) % count]->name;
                whole = whole && rcy_space_of(b, line[k]) >= 0;
            }
            if (whole && !add_line(w, line)) return false;
        }
    }
    return true;
}

static bool list_through(rcy_boards *b, rcy_line_table *t)
{
    int32_t *from = dado_new(b->s->region, int32_t, b->spaces + 1);
    int32_t *through = dado_new(b->s->region, int32_t, t->count * t->length + 1);
    if (!from || !through) return false;
    int count = 0;
    for (int space = 0; space < b->spaces; space++) {
        from[space] = count;
        for (int i = 0; i < t->count; i++) {
            for (int k = 0; k < t->length; k++) {
                if (t->names[i * t->length + k] == b->name[space]) through[count++] = i;
            }
        }
    }
    from[b->spaces] = count;
    t->through_from = from;
    t->through = through;
    return true;
}

int rcy_longest_line(const rcy_boards *b)
{
    int longest = 2;
    for (int from = 0; from < b->spaces; from++) {
        for (int axis = 0; axis < b->axes; axis++) {
            int length = 1;
            for (int at = from; length < b->spaces; length++) {
                at = b->axis[axis * rcy_most_spaces + at];
                if (at < 0 || at == from) break;
            }
            if (length > longest) longest = length;
        }
    }
    for (int i = 0; i < b->line_count; i++) {
        if (b->lines[i]->count > longest) longest = b->lines[i]->count;
    }
    return longest;
}

const rcy_line_table *rcy_lines_of(rcy_boards *b, int length)
{
    for (int i = 0; i < b->table_count; i++) {
        if (b->table[i].length == length) return &b->table[i];
    }
    size_t most = (size_t)rcy_most_lines + 1;
    line_maker w = { .b = b, .length = length };
    w.names = dado_new(b->s->region, int32_t, most * (size_t)length);
    w.sorted = dado_new(b->s->region, int32_t, most * (size_t)length);
    int32_t *line = dado_new(b->s->region, int32_t, length);
    rcy_line_table *tables = dado_new(b->s->region, rcy_line_table, b->table_count + 1);
    if (!w.names || !w.sorted || !line || !tables) return NULL;
    if (!follow_axes(&w, line) || !follow_lines(&w, line)) return NULL;
    rcy_line_table made = { .length = length, .count = w.count, .names = w.names };
    if (!list_through(b, &made)) return NULL;
    if (b->table_count) memcpy(tables, b->table, sizeof *tables * (size_t)b->table_count);
    tables[b->table_count] = made;
    b->table = tables;
    return &b->table[b->table_count++];
}

bool rcy_measure_distances(rcy_boards *b)
{
    if (b->distance) return true;
    int16_t *distance = dado_new(b->s->region, int16_t, b->spaces * b->spaces + 1);
    int16_t *queue = dado_new(b->s->region, int16_t, b->spaces + 1);
    if (!distance || !queue) return false;
    for (int from = 0; from < b->spaces; from++) {
        int16_t *row = distance + from * b->spaces;
        int head = 0, tail = 0;
        for (int i = 0; i < b->spaces; i++) row[i] = -1;
        row[from] = 0;
        queue[tail++] = (int16_t)from;
        while (head < tail) {
            int at = queue[head++];
            for (int k = b->near_from[at]; k < b->near_from[at + 1]; k++) {
                int to = rcy_space_of(b, b->near[k]);
                if (row[to] >= 0) continue;
                row[to] = (int16_t)(row[at] + 1);
                queue[tail++] = (int16_t)to;
            }
        }
    }
    b->distance = distance;
    return true;
}
